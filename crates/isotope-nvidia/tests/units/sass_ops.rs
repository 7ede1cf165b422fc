//! NVIDIA's atomics by name.

use isotope_nvidia::spa5::Profile;
use isotope_nvidia::spa5::ops::{OpError, SD_SIGN, of_instruction, parse_mnemonic};
use isotope_op::assume::Assumptions;
use isotope_op::atomic::AtomicOp;
use isotope_op::atomic::Rmw;

fn rmw(profile: Profile, text: &str, signed: Option<bool>) -> Result<Rmw, String> {
    let a = Assumptions::default();
    let inst = parse_mnemonic(profile, text).map_err(|e| e.to_string())?;
    of_instruction(profile, &inst, signed, &a).map_err(|e| e.to_string())
}

#[test]
fn spellings_mean_the_same() {
    for (long, short) in [
        ("ATOM.E.ADD.U32", "ATOM.ADD"),
        ("ATOM.ADD.S32", "ATOM.ADD"),
        ("SURED.D.BA.2D_ARRAY.ADD.TRAP", "SURED.ADD"),
        ("SUATOM.D.3D.CAS.U64.IGN", "SUATOM.CAS.U64"),
        ("ATOM.CAS.U64", "ATOMS.CAS.64"),
        ("RED.E.MIN.S32", "ATOM.MIN.S32"),
        ("SURED.D.AND.SD32", "SURED.D.AND"),
    ] {
        assert_eq!(rmw(Profile::Sm50, long, None), rmw(Profile::Sm50, short, None), "{long}");
        assert!(rmw(Profile::Sm50, long, None).is_ok(), "{long}");
    }
}

#[test]
fn the_sign_of_sd32_is_the_surfaces() {
    let op = |signed| rmw(Profile::Sm50, "SURED.D.MIN.SD32", signed).unwrap().op;
    assert_eq!((op(Some(true)), op(Some(false)), op(None)), (AtomicOp::Smin, AtomicOp::Umin, AtomicOp::Umin));
    let mut a = Assumptions::default();
    assert!(a.set("nv.sd32_sign", "unspecified"));
    let inst = parse_mnemonic(Profile::Sm50, "SURED.D.MIN.SD32").unwrap();
    assert_eq!(of_instruction(Profile::Sm50, &inst, None, &a), Err(OpError::Open(&SD_SIGN)));
}

#[test]
fn refusals_say_what_would_fit() {
    for (profile, text, want) in [
        (Profile::Sm50, "ATOM.XOR.F32.FTZ.RN", "`.XOR` does not take size `.F32.FTZ.RN`: expected "),
        (Profile::Sm50, "ATOM.ADD.S64", "`.ADD` does not take size `.S64`: expected "),
        (Profile::Sm50, "SURED.D.INC.U64", "`.INC` does not take size `.U64`: expected "),
        (Profile::Sm50, "IADD", "no atomic instruction `IADD`: expected ATOM, ATOMS, RED, SUATOM, SURED"),
        (Profile::Sm50, "", "no atomic instruction ``: expected "),
        (Profile::Sm50, "ATOM.ADD R0", "`ATOM.ADD R0` has operands: expected "),
        (Profile::Sm50, "RED.CAS", ""),
        (Profile::Sm50, "ATOM.ADD.F64.RN", ""),
        (Profile::Sm50, "ATOM.ADD.F16x2.RN", ""),
        (Profile::Sm60, "ATOM.ADD.F16x2.FTZ.RN", ""),
        (Profile::Sm50, "ATOM", ""),
        (Profile::Sm50, "ATOM.ADD.ADD", ""),
    ] {
        let error = rmw(profile, text, None).unwrap_err();
        assert!(error.starts_with(want), "{text}: {error}");
    }
    assert!(rmw(Profile::Sm60, "ATOM.ADD.F64.RN", None).is_ok());
    assert!(rmw(Profile::Sm52, "ATOM.MAX.F16x2.FTZ.RN", None).is_ok());
}

#[test]
fn nobody_says_what_these_write() {
    let e = rmw(Profile::Sm50, "ATOMS.CAST", None).unwrap_err();
    assert!(e.starts_with("unspecified (nv.cast)"), "{e}");
    let put = rmw(Profile::Sm50, "ATOM.SAFEADD.U64", None).unwrap();
    assert_eq!(put.apply(1, 2, 0).unwrap_err().returned, Some(1));
}

//! A wave of 64 lanes is equivalent to two waves of 32, each with its half of the masks: VCC, EXEC, and pairs of SGPRs that hold
//! one bit per lane. NULL is not a register: writes to it are discarded.

use super::*;

const NULL: u64 = 124;
const UPPER_EXEC: u32 = 0x9d31_7e0f;

/// Instructions that access both halves, or that only waves of one size have.
const WHOLE: [&str; 9] = [
    "v_readlane",
    "v_readfirstlane",
    "v_writelane",
    "v_permlane64",
    "v_mbcnt",
    "v_wmma",
    "v_dual",
    "v_interp",
    "v_nop",
];

fn vectors() -> impl Iterator<Item = &'static Form> {
    arithmetic().filter(|f| f.mnemonic.starts_with("v_") && !WHOLE.iter().any(|w| f.mnemonic.starts_with(w)))
}

fn is_scalar(field: &Field) -> bool {
    let run = match field.kind {
        FieldKind::Own(operand, _) => operand.registers(PROFILE, 40),
        _ => None,
    };
    run.is_some_and(|run| run.file == "s")
}

/// Fields that hold a mask operand: one register in a wave of 32, a pair in a wave of 64.
fn masks(form: &Form) -> Vec<usize> {
    let is_mask = |f: &Field| match f.name {
        "sdst" | "vdst" => is_scalar(f),
        "src2" => is_scalar(f) && (form.mnemonic.contains("cndmask") || form.mnemonic.contains("_co_ci_")),
        _ => false,
    };
    (0..form.fields.len()).filter(|i| is_mask(&form.fields[*i])).collect()
}

/// Runs an instruction in a wave of 64; returns the registers of each half, with common scalars.
fn run64(inst: &Inst, before: &[Registers; 2]) -> Result<[Registers; 2], String> {
    let mut code = rdna::bytes(inst);
    code.extend_from_slice(&0xbfb0_0000u32.to_le_bytes());
    let env = rdna::env(true, VGPRS, Mode::from_rsrc1(USUAL));
    let program = lift::program("waves", &code, &env);
    let mut dispatch = Dispatch::new(&program, [1; 3], [2 * LANES as u32, 1, 1], Vec::new()).unwrap();
    dispatch.start.scalars.push((state::MODE, Initial::Value(env.mode.bits())));
    let mut session = Session::new(&dispatch, Memory::new());
    let wave = session.wave_mut(0, 0);
    let words = before[0].vector.len();
    wave.registers[..words].copy_from_slice(&before[0].vector);
    wave.registers[words..2 * words].copy_from_slice(&before[1].vector);
    wave.scalars[..before[0].scalar.len()].copy_from_slice(&before[0].scalar);
    wave.scalars[usize::from(state::EXEC_HI)] = before[1].scalar[usize::from(state::EXEC_LO)];
    loop {
        match session.step(0, 0) {
            Stepped::Ready => {}
            Stepped::Ended => break,
            other => return Err(format!("{other:?}")),
        }
    }
    let wave = session.wave(0, 0);
    let mut after = before.clone();
    for (half, registers) in after.iter_mut().enumerate() {
        registers.vector.copy_from_slice(&wave.registers[half * words..][..words]);
        registers.scalar.copy_from_slice(&wave.scalars[..before[0].scalar.len()]);
        registers.scalar[usize::from(state::NULL)] = 0;
    }
    Ok(after)
}

/// The result of two waves of 32 with one half each.
fn halves(inst: &Inst, before: &[Registers; 2]) -> Option<[Registers; 2]> {
    let masks = masks(inst.form);
    let mut upper = *inst;
    for &field in &masks {
        upper.vals[field] += u64::from(upper.vals[field] != NULL);
    }
    let upper = confirmed(&upper)?;
    let swapped = |r: &Registers| {
        let mut r = r.clone();
        r.scalar.swap(usize::from(state::VCC_LO), usize::from(state::VCC_HI));
        r
    };
    let low = run(inst, &before[0]).ok()?;
    let high = swapped(&run(&upper, &swapped(&before[1])).ok()?);
    // Each half provides its own words of the masks.
    let mut scalar = low.scalar.clone();
    let own = [state::VCC_HI].into_iter().chain(masks.iter().map(|f| state::word(upper.vals[*f])));
    for word in own.map(usize::from) {
        scalar[word] = high.scalar[word];
    }
    scalar[usize::from(state::EXEC_HI)] = high.scalar[usize::from(state::EXEC_LO)];
    let both = |vector: &Vec<u32>| Registers { vector: vector.clone(), scalar: scalar.clone() };
    Some([both(&low.vector), both(&high.vector)])
}

/// The instruction with registers that overlap in all ways that are possible for masks.
fn variants(plain: &Inst) -> Vec<Inst> {
    let mut all = vec![*plain];
    let masks = masks(plain.form);
    for &mask in &masks {
        all.extend(with(plain, mask, NULL));
        // A source that is one half of the mask.
        for source in ["src0", "src1"].into_iter().filter_map(|s| at(plain.form, s)) {
            all.extend((0..2).filter_map(|half| with(plain, source, plain.vals[mask] + half)));
        }
        // Carry in and carry out in the same pair.
        all.extend(masks.iter().filter(|other| **other != mask).filter_map(|o| with(plain, *o, plain.vals[mask])));
    }
    for source in ["src0", "src1"].into_iter().filter_map(|s| at(plain.form, s)) {
        // VCC, EXEC, M0 and NULL as numbers, and a vector that is the destination.
        all.extend([106, 107, 126, 127, 125, NULL, 256 + 64].iter().filter_map(|code| with(plain, source, *code)));
    }
    all
}

#[test]
fn a_wave_of_64_is_two_of_32() {
    let before = [7, 8].map(Registers::new);
    let (mut forms, mut count, mut with_masks, mut wrong) = (0, 0, 0, Vec::new());
    for form in vectors() {
        let Some(plain) = base(form).filter(runs) else { continue };
        let mut any = false;
        for inst in variants(&plain) {
            let mut before = before.clone();
            // Both halves have the same scalars.
            before[1].scalar = before[0].scalar.clone();
            before[1].scalar[usize::from(state::EXEC_LO)] = UPPER_EXEC;
            before[0].scalar[usize::from(state::EXEC_HI)] = UPPER_EXEC;
            let reads_exec = |half: usize| ["src0", "src1"].iter().any(|s| inst.get(s) == 126 + half as u64);
            if reads_exec(0) || reads_exec(1) {
                // As numbers they are the same in both halves, which a wave of 32 cannot express without a copy.
                continue;
            }
            let swaps_vcc = ["src0", "src1"].iter().any(|s| matches!(inst.get(s), 106 | 107));
            if swaps_vcc {
                let both = before[0].scalar[usize::from(state::VCC_LO)];
                before.iter_mut().for_each(|r| r.scalar[usize::from(state::VCC_HI)] = both);
            }
            let Some(want) = halves(&inst, &before) else { continue };
            count += 1;
            any = true;
            with_masks += usize::from(!masks(form).is_empty());
            match run64(&inst, &before) {
                Ok(got) if got == want => {}
                got => {
                    let mut text = String::new();
                    isotope_amd::print(&inst, &mut text);
                    let first = |r: &[Registers; 2]| {
                        let scalar = (0..r[0].scalar.len()).find(|i| r[0].scalar[*i] != want[0].scalar[*i]);
                        let vector =
                            (0..2).find_map(|h| (0..r[h].vector.len()).find(|i| r[h].vector[*i] != want[h].vector[*i]));
                        format!("scalar word {scalar:?}, vector word {vector:?}")
                    };
                    wrong.push(format!("{text}: {}", got.map_or_else(|e| e, |r| first(&r))));
                }
            }
        }
        forms += usize::from(any);
    }
    report("waves of 64", &wrong);
    println!("{forms} forms, {count} instructions, {with_masks} with masks");
    assert!(forms > 900 && count > 4000 && with_masks > 1000, "{forms} forms, {count}, {with_masks}");
}

/// An instruction that writes NULL changes nothing except its other destinations; one that reads NULL reads 0.
#[test]
fn null_is_no_register() {
    let before = Registers::new(9);
    let (mut count, mut wrong) = (0, Vec::new());
    for form in arithmetic() {
        let Some(plain) = base(form).filter(runs) else { continue };
        let Some((field, to)) = ["sdst", "vdst"].iter().find_map(|f| {
            let field = at(form, f).filter(|field| is_scalar(&form.fields[*field]))?;
            Some((field, with(&plain, field, NULL)?))
        }) else {
            continue;
        };
        // The effect of M0 plus NULL is not known.
        if !runs(&to) {
            continue;
        }
        let words = registers(&form.fields[field], plain.vals[field]).max(1);
        let mut start = before.clone();
        // An instruction that reads its own destination reads 0 from NULL.
        for word in 0..words {
            *start.s(plain.vals[field] + word) = 0;
        }
        let (Ok(named), mut garbage) = (run(&plain, &start), start.clone()) else { continue };
        garbage.scalar[usize::from(state::NULL)] = 0xdead_beef;
        let mut want = named.clone();
        for word in 0..words {
            *want.s(plain.vals[field] + word) = 0;
        }
        count += 1;
        if run(&to, &garbage).as_ref() != Ok(&want) {
            let mut text = String::new();
            isotope_amd::print(&to, &mut text);
            wrong.push(text);
        }
    }
    report("NULL", &wrong);
    println!("{count} instructions");
    assert!(count > 250, "{count}");
}

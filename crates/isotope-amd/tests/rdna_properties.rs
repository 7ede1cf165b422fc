//! Properties of every form and every text of gfx1100.
use crate::common::sweep;
use isotope_amd::{Inst, Mode};
use isotope_op::random::Random;
use isotope_table::Form;

/// Bytes with the fixed bits of a form; other bits are often zero, so that rare fields mostly have their default value.
fn bytes(random: &mut Random, form: &Form) -> [u8; isotope_amd::MAX_SIZE] {
    let free = |r: &mut Random| if r.draw() & 1 == 0 { r.draw() } else { r.draw() & r.draw() & r.draw() };
    let word = u128::from(free(random)) | u128::from(free(random)) << 64;
    let word = word & !form.opcode.mask | form.opcode.value;
    let mut bytes = [0; isotope_amd::MAX_SIZE];
    bytes[..16].copy_from_slice(&word.to_le_bytes());
    bytes[16..].copy_from_slice(&random.draw().to_le_bytes());
    bytes
}

fn text(inst: &Inst) -> String {
    let mut out = String::new();
    isotope_amd::print(inst, &mut out);
    out
}

/// Rows of memory instructions; other rows have separate tests.
fn memory(form: &Form) -> bool {
    ["ds_", "flat_", "global_", "scratch_", "buffer_", "image_"].iter().any(|p| form.mnemonic.starts_with(p))
}

/// Random instructions of every form: decoding inverts encoding; for memory instructions, parsing also inverts printing.
#[test]
fn text_comes_back() {
    let mut random = Random(1);
    for form in isotope_amd::TABLE.forms() {
        let mut decoded = 0;
        for _ in 0..400 {
            let bytes = bytes(&mut random, form);
            let Ok(inst) = isotope_amd::decode(&bytes) else { continue };
            decoded += usize::from(inst.form.index == form.index);
            let clean = isotope_amd::encode(&inst);
            let clean = &clean[..isotope_amd::size(&inst)];
            assert_eq!(isotope_amd::decode(clean).as_ref(), Ok(&inst), "{clean:02x?}");
            let shown = text(&inst);
            // For other rows, llvm-mc's text does not always determine the constant.
            if !memory(form) {
                continue;
            }
            let parsed =
                isotope_amd::parse(Mode::Compat, &shown).unwrap_or_else(|e| panic!("{shown}: {e} at {:?}", e.span));
            // A masked bit of a lane pattern has several encodings.
            if shown.contains("swizzle(BITMASK_PERM") {
                continue;
            }
            assert_eq!(text(&parsed), shown);
            assert_eq!(isotope_amd::encode(&parsed)[..isotope_amd::size(&parsed)], *clean, "{shown}");
        }
        assert!(decoded > 0 || !memory(form), "no random word is `{}`", form.syntax);
    }
}

/// A word decodes the same in a partly built table as in the whole one.
#[test]
fn lots_hold_what_the_table_holds() {
    let mut random = Random(3);
    for form in isotope_amd::TABLE.forms() {
        for _ in 0..20 {
            let bytes = bytes(&mut random, form);
            let word = bytes[..16].iter().rev().fold(0, |word, byte| word << 8 | u128::from(*byte));
            let [lots, whole] =
                isotope_amd::TABLE.both_ways(word).map(|forms| forms.iter().map(|f| f.index).collect::<Vec<_>>());
            assert!(whole.contains(&form.index), "{word:032x}");
            assert_eq!(lots, whole, "{word:032x}");
        }
    }
}

/// No bit belongs to two fields; a field is free, or part of the opcode if it is a flag with a fixed value.
#[test]
fn bits_have_one_owner() {
    for form in isotope_amd::TABLE.forms().filter(|f| memory(f)) {
        let mut seen = 0u128;
        for field in &form.fields {
            for at in field.at {
                let mask = ((1u128 << at.len) - 1) << at.lo;
                assert_eq!(seen & mask, 0, "{}: {} overlaps", form.syntax, field.name);
                let fixed = form.opcode.mask & mask;
                assert!(fixed == 0 || fixed == mask && at.len == 1, "{}: {}", form.syntax, field.name);
                seen |= mask;
            }
        }
        let all = (1u128 << form.row.bits) - 1;
        assert_eq!(seen | form.opcode.mask | form.ignored(), all, "{}", form.syntax);
        assert_eq!((seen | form.opcode.mask) & form.ignored(), 0, "{}", form.syntax);
        assert_eq!(form.opcode.value & !form.opcode.mask, 0, "{}", form.syntax);
    }
}

/// Bits that the page lists as ignored do not change the text.
#[test]
fn ignored_bits_are_ignored() {
    let mut random = Random(2);
    for form in isotope_amd::TABLE.forms() {
        for _ in 0..20 {
            let word = bytes(&mut random, form);
            let mut flipped = word;
            let flips = (u128::from(random.draw()) | u128::from(random.draw()) << 64) & form.ignored();
            flipped[..16].iter_mut().zip(flips.to_le_bytes()).for_each(|(b, f)| *b ^= f);
            let of =
                |bytes: &[u8]| isotope_amd::decode(bytes).ok().filter(|i| i.form.index == form.index).map(|i| text(&i));
            if let (Some(a), Some(b)) = (of(&word), of(&flipped)) {
                assert_eq!(a, b);
            }
        }
    }
}

/// Every alias is equivalent to its row, and no name belongs to two families.
#[test]
fn aliases_are_other_names() {
    let names = isotope_amd::TABLE.mnemonics();
    let mut count = 0;
    for form in isotope_amd::TABLE.forms().filter(|f| memory(f)) {
        for alias in form.row.aliases {
            assert!(!names.contains(alias), "{alias} is an instruction");
            count += 1;
        }
    }
    assert!(count > 500, "{count}");
}

/// Every form has a page with its fields.
#[test]
fn pages() {
    for form in isotope_amd::TABLE.forms() {
        let page = isotope_table::page(form);
        assert!(page.starts_with(&format!("## {}\n", form.mnemonic)));
        assert!(form.fields.iter().all(|f| page.contains(&format!("| `{}` |", f.name.replace('|', "\\|")))), "{page}");
    }
}

/// Invalid text gives an error whose span is inside the text.
#[test]
fn garbage_is_refused() {
    let mut random = Random(sweep::seed(3));
    let seeds = [
        "ds_add_rtn_u64 v[4:5], v1, v[2:3] offset:65535 gds",
        "ds_swizzle_b32 v8, v2 offset:swizzle(BITMASK_PERM, \"01pip\")",
        "global_atomic_cmpswap_b64 v[2:3], v7, v[9:12], s[4:5] offset:-4096 glc slc dlc",
        "buffer_load_b128 v[1:5], v[3:4], s[8:11], 0.15915494 idxen offen offset:4095 glc tfe",
        "image_atomic_cmpswap v[1:2], [v7, v8, v[9]], ttmp[8:15] dmask:0x3 dim:SQ_RSRC_IMG_3D unorm glc a16 lwe",
        "v_add_f32_e64 v1, -|v2|, 1.5 clamp mul:2",
        "s_waitcnt vmcnt(1) & lgkmcnt(0)",
        "v_dual_mov_b32 v1, v2 :: v_dual_add_f32 v2, v3, v4",
    ];
    let alphabet: Vec<char> = "vs[]{}():+-0x9f, ;&|/*\"'~nocglé\u{0}\t".chars().collect();
    for n in 0..sweep::count(10_000, 10) {
        let line = crate::common::damaged(seeds[n % seeds.len()], &alphabet, &mut random);
        for mode in [Mode::Documented, Mode::Compat] {
            match isotope_amd::parse(mode, &line) {
                Ok(inst) => {
                    let bytes = isotope_amd::encode(&inst);
                    let again = isotope_amd::decode(&bytes[..isotope_amd::size(&inst)]);
                    assert!(again.is_ok(), "{line} gives {bytes:02x?}, which does not decode");
                }
                Err(e) => assert!(line.get(e.span.clone()).is_some() || e.span.end > line.len(), "{line:?}: {e:?}"),
            }
        }
    }
}

/// Numbers beyond 64 bits in a group of registers.
#[test]
fn groups_of_registers_may_end_anywhere() {
    for last in ["18446744073709551615", "9223372036854775809", "67777777777777777777777777777771"] {
        let text = format!("buffer_load_b64 v[58:{last}], off, s[0:3], 0");
        let error = isotope_amd::parse(Mode::Documented, &text).unwrap_err();
        assert!(error.span.contains(&16), "{text}: {error}");
    }
}

//! The unsupported instructions that a kernel can reach.

use isotope_ir::effect::{Control, Mask, Src, Token};
use isotope_ir::program::{Builder, Program, Refusal};

/// A program with one step for each word; steps are named by their positions.
fn program(words: &str) -> Program {
    let mut builder = Builder::new("k", 1, 4, &[]);
    for (at, word) in words.split_whitespace().enumerate() {
        builder.begin();
        let (guard, word) = word.strip_prefix('?').map_or((Mask::ALL, word), |word| (Mask::of(2), word));
        let (name, target) = word.split_once(':').map_or((word, 0), |(name, to)| (name, to.parse().unwrap()));
        let control = match name {
            "exit" => Control::Exit,
            "bra" => Control::Branch { target },
            "ssy" => Control::Push { token: Token::Sync, target },
            "sync" => Control::Pop { token: Token::Sync },
            "cal" => Control::Call { target },
            "ret" => Control::Pop { token: Token::Call },
            "brx" => Control::BranchIndirect { address: Src::Imm(0) },
            "tex" => builder.refuse(Refusal::NotModelled { text: at.to_string() }),
            "open" => builder.refuse(Refusal::Unspecified { rule: at.to_string() }),
            _ => Control::Next,
        };
        builder.finish(at as u32, guard, control, word.into());
    }
    builder.build()
}

#[test]
fn what_every_way_meets_is_certain() {
    for (words, steps, certain) in [
        ("nop exit", &[][..], None),
        ("nop exit tex", &[], None),
        ("tex exit", &[0], Some(0)),
        // One side of a branch, both sides, a guard.
        ("?bra:3 tex exit exit", &[1], None),
        ("?bra:3 nop exit tex exit", &[3], None),
        ("?bra:3 tex exit tex exit", &[1, 3], Some(1)),
        ("?tex exit", &[0], None),
        ("?exit tex exit", &[1], None),
        // After the point where both sides meet.
        ("ssy:5 ?bra:4 nop sync sync tex tex exit", &[5, 6], Some(5)),
        ("ssy:3 sync tex exit", &[], None),
        // In functions: always called, never called, never returned from.
        ("cal:3 exit exit tex ret", &[3], Some(3)),
        ("cal:4 exit tex ret ret", &[], None),
        ("?cal:2 exit tex ret", &[2], None),
        ("cal:3 tex exit exit", &[], None),
        // A loop without an exit, and one with an exit.
        ("bra:0 tex exit", &[], None),
        ("?bra:0 tex exit", &[1], Some(1)),
        // Unknown targets, and results.
        ("brx tex exit", &[1], None),
        ("open tex exit", &[], None),
        ("tex", &[0], Some(0)),
    ] {
        let found = program(words).unmodelled();
        assert_eq!((&found.steps[..], found.certain), (steps, certain), "{words}");
    }
}

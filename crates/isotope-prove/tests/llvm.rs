//! Loops of LLVM IR: what opt makes of every atomicrmw is proved equal to it, what is wrong is found, what is not read is refused by name.
//!
//! `atomic_expand/` is written by `tools/atomic_expand.py`: compiler output that nobody here chose.

use std::time::Duration;

use isotope_op::atomic::Rmw;
use isotope_op::random::Random;
use isotope_prove::decide::{Decision, Means};
use isotope_prove::llvm::{Function, check, read};
use isotope_targets::language;
use isotope_targets::operation::Readings;

const LITTLE: &str = include_str!("atomic_expand/little.ll");
const BIG: &str = include_str!("atomic_expand/big.ll");

fn operation(name: &str) -> Rmw {
    let name = name.strip_prefix("llvm:").unwrap();
    language::find("llvm").unwrap().operation(name, "-", &Readings::default()).unwrap().rmw.unwrap()
}

/// The claims that do not hold.
fn broken(function: &Function, big: bool, op: &Rmw) -> Result<Vec<&'static str>, String> {
    let claims = check(function, big, op, &Means::alone(Duration::from_secs(60))).map_err(|e| e.to_string())?;
    let wrong = claims.into_iter().filter_map(|claim| match claim.decision {
        Decision::Equal { .. } => None,
        Decision::Different { .. } => Some(claim.name),
        Decision::Undecided { why } => panic!("@{}: {}: {why}", function.name, claim.name),
    });
    Ok(wrong.collect())
}

fn all_hold(text: &str, wanted: (usize, usize, bool)) {
    let module = read(text).unwrap();
    let from: usize = text.lines().filter_map(|l| l.strip_prefix("; from ")).map(|l| l.split(',').count()).sum();
    assert_eq!((module.functions.len(), from, module.big_endian), wanted);
    for function in &module.functions {
        let (name, _) = function.equals.as_ref().unwrap();
        assert_eq!(broken(function, module.big_endian, &operation(name)), Ok(vec![]), "@{} {name}", function.name);
    }
}

#[test]
fn what_opt_writes_for_targets_with_the_low_byte_first() {
    all_hold(LITTLE, (136, 443, false));
}

#[test]
fn what_opt_writes_for_targets_with_the_high_byte_first() {
    all_hold(BIG, (90, 179, true));
}

/// The first loop of this name with one text in place of another.
fn changed(text: &str, name: &str, from: &str, to: &str) -> (Function, bool, Rmw) {
    let start = text.find(&format!("@{name}(")).unwrap();
    let start = text[..start].rfind("; equals").unwrap();
    let end = start + text[start..].find("\n}").unwrap() + 2;
    let body = &text[start..end];
    assert!(body.contains(from), "{name}: no {from}\n{body}");
    let module = read(&body.replacen(from, to, 1)).unwrap();
    let function = module.functions.into_iter().next().unwrap();
    let op = operation(&function.equals.as_ref().unwrap().0);
    (function, text.contains("\"E\""), op)
}

#[test]
fn mistakes_are_found() {
    let partword = (1..).map(|n| format!("fmax_f16.{n}")).find(|name| {
        let at = LITTLE.find(&format!("@{name}(")).unwrap();
        LITTLE[at..at + LITTLE[at..].find("\n}").unwrap()].contains("ptrmask")
    });
    let half = partword.unwrap();
    for (text, name, from, to, wanted) in [
        (LITTLE, half.as_str(), "@llvm.maxnum.f16", "@llvm.minnum.f16", &["stored"] as &[&str]),
        (LITTLE, &half, "@llvm.maxnum.f16", "@llvm.maximum.f16", &["stored"]),
        // The neighbour is lost.
        (LITTLE, &half, "shl i32 65535", "shl i32 -1", &["stored"]),
        (LITTLE, &half, "xor i32 %Mask, -1", "xor i32 %Mask, 0", &["stored"]),
        // A half at the other place.
        (LITTLE, &half, "and i64 %1, 3", "and i64 %1, 1", &["stored", "returned"]),
        // What comes back is the new value, or of an earlier round.
        (LITTLE, &half, "lshr i32 %newloaded", "lshr i32 %inserted", &["returned", "defined"]),
        // The next round compares with what was read first: for ever.
        (LITTLE, &half, "[ %newloaded, %atomicrmw.start ]", "[ %3, %atomicrmw.start ]", &["ends"]),
        (
            LITTLE,
            &half,
            "br i1 %success, label %atomicrmw.end, label %atomicrmw.start",
            "br label %atomicrmw.end",
            &["stored"],
        ),
        (LITTLE, &half, "shl nuw i32 %extended, %ShiftAmt", "shl nsw i32 %extended, %ShiftAmt", &["defined"]),
        (LITTLE, "uinc_wrap_i32.1", "icmp uge", "icmp ugt", &["stored"]),
        (LITTLE, "udec_wrap_i32.1", "icmp ugt", "icmp sgt", &["stored"]),
        (LITTLE, "nand_i8.1", "xor", "or", &["stored"]),
        (BIG, "fadd_f32.1", "fadd float", "fsub float", &["stored"]),
    ] {
        let (function, big, op) = changed(text, name, from, to);
        let found = broken(&function, big, &op).unwrap_or_else(|e| panic!("{name}, {to}: {e}"));
        assert!(wanted.iter().any(|claim| found.contains(claim)), "{name}, {to}: {found:?}");
    }
    // The same text for a machine with the other order of bytes.
    let (function, _, op) = changed(LITTLE, &half, "ptrmask", "ptrmask");
    assert_eq!(broken(&function, true, &op), Ok(vec!["stored", "returned"]));
}

/// A loop with these lines between its head and its swap.
fn looped(ty: &str, lines: &str) -> String {
    format!(
        "define i32 @f(ptr %p, {ty} %v) {{\n  %1 = load i32, ptr %p, align 4\n  br label %loop\n\nloop:\n  %old = phi i32 [ %1, %0 ], \
         [ %found, %loop ]\n{lines}  %swap = cmpxchg ptr %p, i32 %old, i32 %new seq_cst seq_cst, align 4\n  %found = extractvalue {{ i32, \
         i1 }} %swap, 0\n  %ok = extractvalue {{ i32, i1 }} %swap, 1\n  br i1 %ok, label %end, label %loop\n\nend:\n  ret i32 %found\n}}\n"
    )
}

fn verdict(op: &str, text: &str) -> Result<Vec<&'static str>, String> {
    let module = read(text).map_err(|e| e.to_string())?;
    broken(&module.functions[0], module.big_endian, &operation(op))
}

#[test]
fn loops_written_by_hand() {
    let select = "  %a = bitcast i32 %old to float\n  %b = bitcast i32 %v to float\n  %c = fcmp ogt float %a, %b\n  %m = select i1 %c, \
                  float %a, float %b\n  %new = bitcast float %m to i32\n";
    // A NaN in memory: the comparison fails, and the operand is stored, as it is to be; a NaN operand is stored, too.
    assert_eq!(verdict("llvm:atomicrmw.fmax.f32", &looped("i32", select)), Ok(vec!["stored"]));
    // With a maximum that asks for NaNs it is right, whichever zero comes.
    let asked = select.replace(
        "%c = fcmp ogt float %a, %b",
        "%n = fcmp uno float %b, %b\n  %g = fcmp ogt float %a, %b\n  %c = or i1 %n, %g",
    );
    assert_eq!(verdict("llvm:atomicrmw.fmax.f32", &looped("i32", &asked)), Ok(vec![]));
    assert_eq!(verdict("llvm:atomicrmw.fmaximum.f32", &looped("i32", &asked)), Ok(vec!["stored"]));
    for (op, line) in [
        ("umax.i32", "%new = call i32 @llvm.umax.i32(i32 %old, i32 %v)"),
        ("min.i32", "%new = call i32 @llvm.smin.i32(i32 %old, i32 %v)"),
        ("usub_sat.i32", "%new = call i32 @llvm.usub.sat.i32(i32 %old, i32 %v)"),
        ("add.i32", "%m = sub i32 0, %v\n  %new = sub i32 %old, %m"),
    ] {
        assert_eq!(
            verdict(&format!("llvm:atomicrmw.{op}"), &looped("i32", &format!("  {line}\n"))),
            Ok(vec![]),
            "{line}"
        );
    }
    // Sums that must not wrap are poison where they do.
    assert_eq!(
        verdict("llvm:atomicrmw.add.i32", &looped("i32", "  %new = add nsw i32 %old, %v\n")),
        Ok(vec!["defined"])
    );
    // The loop ends where memory holds another value than was compared: nothing is stored.
    let wrong = looped("i32", "  %new = add i32 %old, %v\n")
        .replace("br i1 %ok, label %end, label %loop", "br i1 %ok, label %loop, label %end");
    assert!(verdict("llvm:atomicrmw.add.i32", &wrong).unwrap().contains(&"stored"));
}

/// The first guess is a constant, or what the caller of a round before found.
#[test]
fn loops_that_read_nothing_first() {
    let guess = |guess: &str, lines: &str| {
        looped("i32", lines)
            .replace("  %1 = load i32, ptr %p, align 4\n", "")
            .replace("[ %1, %0 ]", &format!("[ {guess}, %0 ]"))
    };
    for (op, line) in [
        ("add.i32", "%new = add i32 %old, %v"),
        ("umax.i32", "%new = call i32 @llvm.umax.i32(i32 %old, i32 %v)"),
        ("xchg.i32", "%new = add i32 %v, 0"),
    ] {
        for first in ["0", "-1", "%v"] {
            let text = guess(first, &format!("  {line}\n"));
            assert_eq!(verdict(&format!("llvm:atomicrmw.{op}"), &text), Ok(vec![]), "{text}");
        }
    }
    let add = guess("0", "  %new = add i32 %old, %v\n");
    // It guesses the same again, whatever it found.
    let stubborn = add.replace("[ %found, %loop ]", "[ 0, %loop ]");
    assert_eq!(verdict("llvm:atomicrmw.add.i32", &stubborn), Ok(vec!["ends"]));
    // It returns its guess.
    assert_eq!(verdict("llvm:atomicrmw.add.i32", &add.replace("ret i32 %found", "ret i32 %old")), Ok(vec![]));
    assert_eq!(verdict("llvm:atomicrmw.add.i32", &add.replace("ret i32 %found", "ret i32 %v")), Ok(vec!["returned"]));
    let poison = guess("poison", "  %new = add i32 %old, %v\n");
    assert_eq!(verdict("llvm:atomicrmw.add.i32", &poison), Ok(vec!["defined"]));
}

/// A maximum that returns without a swap where memory is not smaller.
#[test]
fn loops_that_leave_early() {
    let early = "define i32 @f(ptr %p, i32 %v) {\n  %1 = load atomic i32, ptr %p monotonic, align 4\n  br label %loop\n\nloop:\n  %old = phi i32 [ %1, %0 ], [ %found, \
                 %try ]\n  %done = icmp uge i32 %old, %v\n  br i1 %done, label %end, label %try\n\ntry:\n  %swap = cmpxchg weak ptr %p, i32 %old, i32 %v seq_cst \
                 seq_cst, align 4\n  %found = extractvalue { i32, i1 } %swap, 0\n  %ok = extractvalue { i32, i1 } %swap, 1\n  br i1 %ok, label %end, label \
                 %loop\n\nend:\n  %r = phi i32 [ %old, %loop ], [ %found, %try ]\n  ret i32 %r\n}\n";
    let umax = |from: &str, to: &str| verdict("llvm:atomicrmw.umax.i32", &early.replace(from, to));
    assert_eq!(umax("", ""), Ok(vec![]));
    assert_eq!(umax("uge", "ugt"), Ok(vec![]));
    assert_eq!(umax("load atomic i32, ptr %p monotonic", "load i32, ptr %p"), Ok(vec![]));
    // It leaves where memory is smaller.
    assert_eq!(umax("uge", "ule"), Ok(vec!["stored"]));
    assert_eq!(umax("uge", "sge"), Ok(vec!["stored"]));
    assert_eq!(verdict("llvm:atomicrmw.umin.i32", early), Ok(vec!["stored"]));
    // It gives back the operand.
    assert_eq!(umax("[ %old, %loop ]", "[ %v, %loop ]"), Ok(vec!["returned"]));
    // A first guess that nobody has read decides nothing.
    let unread =
        early.replace("  %1 = load atomic i32, ptr %p monotonic, align 4\n", "").replace("[ %1, %0 ]", "[ 7, %0 ]");
    let refused = verdict("llvm:atomicrmw.umax.i32", &unread).unwrap_err();
    assert!(refused.ends_with("a way from the beginning to here neither swaps nor reads"), "{refused}");
}

#[test]
fn what_is_no_lowering_is_said() {
    let add = "  %new = add i32 %old, %v\n";
    for (text, wanted) in [
        (
            String::from(
                "define i32 @f(ptr %p, i32 %v) {\n  %r = atomicrmw add ptr %p, i32 %v seq_cst\n  ret i32 %r\n}\n",
            ),
            "line 2, column 8: an atomicrmw is left: it is no lowering; run `opt -passes=atomic-expand` first",
        ),
        (looped("i32", "  store i32 %v, ptr %p\n"), "line 7, column 3: a store that compares nothing"),
        (
            looped("i32", "  %new = call i32 @g(i32 %old)\n"),
            "line 7, column 15: a call of @g: what it does stands elsewhere",
        ),
        (
            looped("i32", "  %new = udiv i32 %old, %v\n"),
            "line 7, column 10: expected an instruction that lowerings of atomics have, found `udiv`",
        ),
        (looped("i32", "  %new = add i32 %old, %w\n"), "line 7, column 3: %w has no value on a way that leads here"),
        (
            looped("i32", "  %new = add i32 %old, %v junk\n"),
            "line 7, column 27: expected the end of the instruction, found `junk`",
        ),
        (looped("i16", add), "line 1, column 1: %v has 16 bits, and the operation works on 32"),
        (looped("i128", add), "line 1, column 23: expected a type of at most 64 bits, found `i128`"),
        (
            looped("i32", "  %c = fadd nnan float 0.0, 0.0\n"),
            "line 7, column 13: fadd under the fast-math flag `nnan`, which this reader does not model",
        ),
        (
            looped("i32", add).replace("label %end, label", "label %fin, label"),
            "line 11, column 3: no block is called %fin",
        ),
        (
            String::from("define void @f(ptr %p, i32 %v) {\n  ret void\n}\n"),
            "line 1, column 1: @f has no cmpxchg: it is no loop around one",
        ),
        (String::from("define void @f(ptr %p) {\n"), "line 1, column 1: @f has no `}` at its end"),
        (
            looped("i32", add).replace("load i32", "load i16"),
            "line 2, column 3: 16 bits at byte 0 are accessed, and 32 at byte 0 are swapped: not one word",
        ),
    ] {
        assert_eq!(
            verdict("llvm:atomicrmw.add.i32", &text).map_err(|e| e[..wanted.len().min(e.len())].to_string()),
            Err(wanted.to_string()),
            "{text}"
        );
    }
}

/// Texts changed at random are read, refused with a place in them, or checked; nothing panics.
#[test]
fn texts_changed_at_random() {
    let mut draw = Random(16);
    let parts: Vec<&str> = LITTLE.split("\n}\n").filter(|part| part.len() < 2500).collect();
    let (mut refused, mut checked) = (0, 0);
    for round in 0..4000 {
        let part = parts[draw.draw() as usize % parts.len()];
        let mut bytes = format!("{part}\n}}\n").into_bytes();
        for _ in 0..1 + draw.draw() % 4 {
            let at = draw.draw() as usize % bytes.len();
            match draw.draw() % 4 {
                0 => bytes[at] = b"0123456789%@,()[]{}<>x i\n\"*;:-=."[draw.draw() as usize % 32],
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, bytes[draw.draw() as usize % bytes.len()]),
                _ => bytes.truncate(bytes.len().min(at + 400)),
            }
            bytes.push(b'\n');
        }
        let text = String::from_utf8_lossy(&bytes);
        match read(&text) {
            Err(e) => {
                refused += 1;
                assert!(e.line <= text.lines().count().max(1) && e.column > 0, "{e}\n{text}");
            }
            Ok(module) if round % 8 == 0 => {
                for function in &module.functions {
                    let op =
                        function.equals.as_ref().map_or("atomicrmw.add.i32", |(op, _)| op.trim_start_matches("llvm:"));
                    let rmw = language::find("llvm")
                        .unwrap()
                        .operation(op, "-", &Readings::default())
                        .ok()
                        .and_then(|op| op.rmw.ok());
                    let _ = rmw.map(|rmw| check(function, module.big_endian, &rmw, &Means::alone(Duration::ZERO)));
                    checked += 1;
                }
            }
            Ok(_) => {}
        }
    }
    assert!(refused > 500 && checked > 50, "{refused} {checked}");
}

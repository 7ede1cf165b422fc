//! Loops of LLVM IR: the output of opt for every atomicrmw is proved equal to it, faults are found, and unsupported input is refused by
//! name.
//!
//! `atomic_expand/` is written by `tools/atomic_expand.py`: it is compiler output, not text chosen for these tests.

use std::time::Duration;

use isotope_op::atomic::Rmw;
use isotope_op::random::Random;
use isotope_prove::decide::{Decision, Means};
use isotope_prove::llvm::{self, Asked, Function, Requirement, check, read, read_some};
use isotope_target::language;
use isotope_target::operation::Readings;

const LITTLE: &str = include_str!("atomic_expand/little.ll");
const CLANG: &str = include_str!("atomic_expand/clang.ll");
const BIG: &str = include_str!("atomic_expand/big.ll");

fn rmw(name: &str) -> Rmw {
    let (language, name) = name.split_once(':').unwrap();
    language::find(language).unwrap().operation(name, "-", &Readings::default()).unwrap().rmw.unwrap()
}

/// An operation followed by its ordering; seq_cst where none is given.
fn operation(text: &str) -> Requirement {
    let (name, ordering) = text.split_once(' ').unwrap_or((text, "seq_cst"));
    Requirement { ordering: Asked::read(ordering).unwrap(), ..Requirement::new(rmw(name)) }
}

/// The claims that do not hold.
fn broken(function: &Function, big: bool, required: &Requirement) -> Result<Vec<&'static str>, String> {
    let claims = check(function, big, required, &Means::alone(Duration::from_secs(60))).map_err(|e| e.to_string())?;
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
        // The target defines what its exclusive accesses order, so these functions are checked for the weakest ordering only.
        let body = &text[text.find(&format!("@{}(", function.name)).unwrap()..];
        let exclusive = body[..body.find("\n}").unwrap()].contains("call i32 @llvm.a");
        let asked = operation(&format!("{name} {}", if exclusive { "monotonic" } else { "seq_cst" }));
        assert_eq!(broken(function, module.big_endian, &asked), Ok(vec![]), "@{} {name}", function.name);
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

/// Atomics of C compiled by clang for gfx1100 and sm_50, before and after the pass: orderings and scopes are those of the source. Faults
/// planted in the source are found.
#[test]
fn what_clang_makes_of_atomics_of_c() {
    let module = read(CLANG).unwrap();
    assert_eq!(module.functions.len(), 59);
    let (mut fewer, mut narrower) = (0, 0);
    for function in &module.functions {
        let (name, _) = function.equals.as_ref().unwrap();
        let wanted: &[&str] = match function.name.split('.').next().unwrap() {
            "wrong_inc" => &["defined"],
            "wrong_max" | "wrong_add" => &["ordered"],
            _ => &[],
        };
        assert_eq!(broken(function, false, &operation(name)), Ok(wanted.to_vec()), "@{} {name}", function.name);
        // A stronger ordering than that of the source must be reported as missing.
        let (plain, ordering) = name.split_once(' ').unwrap();
        if !ordering.ends_with("seq_cst") {
            let found = broken(function, false, &operation(plain)).unwrap();
            assert!(found.contains(&"ordered"), "@{} {plain}", function.name);
            fewer += 1;
        }
        if let Some((_, ordering)) = ordering.split_once(") ") {
            let found = broken(function, false, &operation(&format!("{plain} {ordering}"))).unwrap();
            assert!(found.contains(&"ordered"), "@{} {plain}", function.name);
            narrower += 1;
        }
    }
    assert!(fewer > 40 && narrower > 15, "{fewer} {narrower}");
}

/// The first loop of this name with one piece of text replaced.
fn changed(text: &str, name: &str, from: &str, to: &str) -> (Function, bool, Requirement) {
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
        // The shift loses the neighbouring half.
        (LITTLE, &half, "shl i32 65535", "shl i32 -1", &["stored"]),
        (LITTLE, &half, "xor i32 %Mask, -1", "xor i32 %Mask, 0", &["stored"]),
        // A half at a wrong position.
        (LITTLE, &half, "and i64 %1, 3", "and i64 %1, 1", &["stored", "returned"]),
        // The function returns the new value, or the value of an earlier round.
        (LITTLE, &half, "lshr i32 %newloaded", "lshr i32 %inserted", &["returned", "defined"]),
        // The next round compares with the first value read, so the loop may never end.
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
    // The same text for a machine with the other byte order.
    let (function, _, op) = changed(LITTLE, &half, "ptrmask", "ptrmask");
    assert_eq!(broken(&function, true, &op), Ok(vec!["stored", "returned"]));
}

/// A loop with these lines between its start and its swap.
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
    // With a NaN in memory the comparison fails and the operand is stored, which is right; a NaN operand is stored too, which is wrong.
    assert_eq!(verdict("llvm:atomicrmw.fmax.f32", &looped("i32", select)), Ok(vec!["stored"]));
    // A maximum that tests for NaNs is right, whichever zero it stores.
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
    // The loop ends when memory holds another value than the comparand: nothing is stored.
    let wrong = looped("i32", "  %new = add i32 %old, %v\n")
        .replace("br i1 %ok, label %end, label %loop", "br i1 %ok, label %loop, label %end");
    assert!(verdict("llvm:atomicrmw.add.i32", &wrong).unwrap().contains(&"stored"));
}

/// A loop is refused if it swaps another word than the one that the function's pointer names.
#[test]
fn loops_on_another_word() {
    let add = looped("i32", "  %new = add i32 %old, %v\n");
    for offset in [-4, 4, 8, 4096] {
        let beside = add
            .replace(
                "  %1 = load i32, ptr %p",
                &format!("  %q = getelementptr i8, ptr %p, i64 {offset}\n  %1 = load i32, ptr %q"),
            )
            .replace("cmpxchg ptr %p", "cmpxchg ptr %q")
            .replace("cmpxchg weak ptr %p", "cmpxchg weak ptr %q");
        let refused = verdict("llvm:atomicrmw.add.i32", &beside).unwrap_err();
        assert!(
            refused.contains(&format!("an access at byte {offset} from the word of the function's pointer")),
            "{refused}"
        );
    }
}

/// The first guess is a constant, or a value that the caller found in an earlier round.
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
    // Each round guesses the same value, regardless of the value found.
    let stubborn = add.replace("[ %found, %loop ]", "[ 0, %loop ]");
    assert_eq!(verdict("llvm:atomicrmw.add.i32", &stubborn), Ok(vec!["ends"]));
    // The function returns its guess.
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
    let umax = |from: &str, to: &str| verdict("llvm:atomicrmw.umax.i32 monotonic", &early.replace(from, to));
    assert_eq!(umax("", ""), Ok(vec![]));
    assert_eq!(umax("uge", "ugt"), Ok(vec![]));
    // The early exit depends on a load that is undefined under a data race, or that has no place in the order of changes.
    assert_eq!(umax("load atomic i32, ptr %p monotonic", "load i32, ptr %p"), Ok(vec!["ordered"]));
    assert_eq!(umax("ptr %p monotonic", "ptr %p unordered"), Ok(vec!["ordered"]));
    // The loop leaves where memory is smaller.
    assert_eq!(umax("uge", "ule"), Ok(vec!["stored"]));
    assert_eq!(umax("uge", "sge"), Ok(vec!["stored"]));
    assert_eq!(verdict("llvm:atomicrmw.umin.i32 monotonic", early), Ok(vec!["stored"]));
    // The function returns the operand.
    assert_eq!(umax("[ %old, %loop ]", "[ %v, %loop ]"), Ok(vec!["returned"]));
    // The first guess was not read from memory, but the function returns it, and it decides whether to leave, where memory may be smaller.
    // No value is below a guess of 0.
    let unread = |guess: &str| {
        let text = early.replace("  %1 = load atomic i32, ptr %p monotonic, align 4\n", "");
        text.replace("[ %1, %0 ]", &format!("[ {guess}, %0 ]"))
    };
    assert_eq!(verdict("llvm:atomicrmw.umax.i32 monotonic", &unread("7")), Ok(vec!["stored", "returned"]));
    assert_eq!(verdict("llvm:atomicrmw.umax.i32 monotonic", &unread("0")), Ok(vec!["returned"]));
    let nothing_back = unread("0").replace("define i32", "define void").replace("ret i32 %r", "ret void");
    assert_eq!(verdict("llvm:atomicrmw.umax.i32 monotonic", &nothing_back), Ok(vec![]));
    // This path accesses no memory, so it orders nothing.
    assert_eq!(verdict("llvm:atomicrmw.umax.i32 acquire", &nothing_back), Ok(vec!["ordered"]));
}

/// Functions that the check does not read may contain anything.
#[test]
fn one_function_of_a_file() {
    let good = looped("i32", "  %new = add i32 %old, %v\n");
    for other in [
        "define void @g() {\n  unreachable\n}\n",
        "define x86_fp80 @g(x86_fp80 %x) #0 {\n  ret x86_fp80 %x\n}\n",
        "; equals llvm:atomicrmw.add.i32\ndefine void @g() { ret void }\n",
        "define void @\"a g\"(ptr byval({ i8, i128 }) %p) {\n  store i128 0, ptr %p\n",
    ] {
        let text = format!("{other}{good}{other}");
        assert!(read(&text).is_err(), "{text}");
        let module = read_some(&text, &|name, _| name == "f").unwrap();
        assert_eq!((module.functions.len(), module.names.len(), &*module.functions[0].name), (1, 3, "f"), "{text}");
        assert_eq!(module.functions[0].equals, None);
        assert_eq!(broken(&module.functions[0], false, &operation("llvm:atomicrmw.add.i32")), Ok(vec![]));
    }
    // An `equals` comment belongs only to the function that follows it, and selects what is read.
    let text = format!("define void @g() {{\n  unreachable\n}}\n; equals llvm:atomicrmw.add.i32\n{good}");
    let module = read_some(&text, &|_, says| says).unwrap();
    assert_eq!(module.functions[0].equals, Some(("llvm:atomicrmw.add.i32".to_string(), 4)));
}

/// A function that contains another atomicrmw, as AtomicExpand and InstCombine write them.
#[test]
fn an_atomicrmw_for_another() {
    let function = |ty: &str, front: &str, rmw: &str, behind: &str| {
        format!("define {ty} @f(ptr %p, {ty} %v) {{\n{front}  %r = atomicrmw {rmw} seq_cst, align 4\n{behind}}}\n")
    };
    let negated = "  %n = sub i32 0, %v\n";
    let ret = "  ret i32 %r\n";
    let masked = "  %a = ptrtoint ptr %p to i64\n  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)\n  %l = and i64 %a, 3\n  %s = shl i64 %l, \
                  3\n  %t = trunc i64 %s to i32\n  %m = shl i32 255, %t\n  %i = xor i32 %m, -1\n  %w = zext i8 %v to i32\n  %x = shl i32 %w, %t\n";
    let low = "  %y = lshr i32 %r, %t\n  %z = trunc i32 %y to i8\n  ret i8 %z\n";
    let narrow =
        |operand: &str, op: &str| function("i8", &format!("{masked}{operand}"), &format!("{op} ptr %q, i32 %o"), low);
    for (op, text, wanted) in [
        ("sub.i32", function("i32", negated, "add ptr %p, i32 %n", ret), &[] as &[&str]),
        ("add.i32", function("i32", negated, "add ptr %p, i32 %n", ret), &["stored"]),
        ("add.i32", function("i32", "", "add ptr %p, i32 %v", ret), &[]),
        // A value returned without a loop.
        ("add.i32", function("i32", "", "add ptr %p, i32 %v", "  ret i32 %v\n"), &["returned"]),
        ("sub.i32", function("i32", "  %n = sub nsw i32 0, %v\n", "add ptr %p, i32 %n", ret), &["defined"]),
        ("and.i8", narrow("  %o = or i32 %x, %i\n", "and"), &[]),
        ("and.i8", narrow("  %o = or i32 %x, 0\n", "and"), &["stored"]),
        ("or.i8", narrow("  %o = or i32 %x, 0\n", "or"), &[]),
        ("xor.i8", narrow("  %o = or i32 %x, 0\n", "xor"), &[]),
        ("or.i8", narrow("  %o = or i32 %x, %i\n", "or"), &["stored"]),
        (
            "xchg.f32",
            function(
                "float",
                "  %n = bitcast float %v to i32\n",
                "xchg ptr %p, i32 %n",
                "  %b = bitcast i32 %r to float\n  ret float %b\n",
            ),
            &[],
        ),
        // LLVM does not specify which NaN and which zero results: the same operation gives a permitted result.
        ("fmax.f32", function("float", "", "fmax ptr %p, float %v", "  ret float %r\n"), &[]),
        ("fadd.f32", function("float", "  %n = fneg float %v\n", "fsub ptr %p, float %n", "  ret float %r\n"), &[]),
        ("fmin.f32", function("float", "", "fmax ptr %p, float %v", "  ret float %r\n"), &["stored"]),
    ] {
        assert_eq!(verdict(&format!("llvm:atomicrmw.{op}"), &text), Ok(wanted.to_vec()), "{text}");
    }
    let twice = function("i32", "", "add ptr %p, i32 %v", "  %s = atomicrmw add ptr %p, i32 0 seq_cst\n  ret i32 %s\n");
    assert_eq!(verdict("llvm:atomicrmw.add.i32", &twice).unwrap_err(), "line 3, column 3: an access after the swap");
    let unknown = function("i32", "", "frob ptr %p, i32 %v", ret);
    let refused = verdict("llvm:atomicrmw.add.i32", &unknown).unwrap_err();
    assert_eq!(refused, "line 2, column 3: atomicrmw frob of this type, which this reader does not know");
}

/// Vectors of integers are read, cast and swapped as the integer of their width.
#[test]
fn vectors_of_integers() {
    let text = |lines: &str| {
        format!(
            "define <2 x i16> @f(ptr %p, <2 x i16> %v) {{\n  %1 = load <2 x i16>, ptr %p, align 4\n  br label %loop\n\nloop:\n  %old = phi <2 x i16> [ %1, %0 ], [ \
             %seen, %loop ]\n{lines}  %c = bitcast <2 x i16> %old to i32\n  %n = bitcast <2 x i16> %new to i32\n  %swap = cmpxchg ptr %p, i32 %c, i32 %n \
             seq_cst seq_cst, align 4\n  %found = extractvalue {{ i32, i1 }} %swap, 0\n  %ok = extractvalue {{ i32, i1 }} %swap, 1\n  %seen = bitcast i32 \
             %found to <2 x i16>\n  br i1 %ok, label %end, label %loop\n\nend:\n  ret <2 x i16> %seen\n}}\n"
        )
    };
    let parts = "  %a = extractelement <2 x i16> %v, i64 0\n  %b = extractelement <2 x i16> %v, i32 1\n  %h = insertelement <2 x i16> poison, i16 %a, i64 0\n";
    for (op, lines, wanted) in [
        ("xchg", "  %new = or <2 x i16> %v, zeroinitializer\n".to_string(), &[] as &[&str]),
        ("and", "  %new = and <2 x i16> %old, %v\n".to_string(), &[]),
        ("and", "  %new = or <2 x i16> %old, %v\n".to_string(), &["stored"]),
        // A carry does not reach the next element.
        ("add", "  %new = add <2 x i16> %old, %v\n".to_string(), &["stored"]),
        ("xor", "  %m = and <2 x i16> %v, <i16 -1, i16 -1>\n  %new = xor <2 x i16> %old, %m\n".to_string(), &[]),
        ("xor", "  %m = and <2 x i16> %v, <i16 -1, i16 1>\n  %new = xor <2 x i16> %old, %m\n".to_string(), &["stored"]),
        ("xchg", format!("{parts}  %new = insertelement <2 x i16> %h, i16 %b, i64 1\n"), &[]),
        ("xchg", format!("{parts}  %new = insertelement <2 x i16> %h, i16 %a, i64 1\n"), &["stored"]),
        // The second element is still poison.
        ("xchg", format!("{parts}  %new = insertelement <2 x i16> %h, i16 %a, i64 0\n"), &["stored", "defined"]),
        ("umax", "  %i = bitcast <2 x i16> %old to i32\n  %j = bitcast <2 x i16> %v to i32\n  %g = icmp ugt i32 %i, %j\n  %new = select i1 %g, <2 x i16> %old, <2 x i16> %v\n".to_string(), &[]),
    ] {
        let text = text(&lines);
        assert_eq!(verdict(&format!("llvm:atomicrmw.{op}.i32"), &text), Ok(wanted.to_vec()), "{text}");
    }
    // Element 0 comes first in memory, so the byte order decides in which half of the word it is.
    let low = "  %i = bitcast <2 x i16> %v to i32\n  %t = trunc i32 %i to i16\n  %b = extractelement <2 x i16> %v, i64 1\n  %h = insertelement <2 x i16> poison, i16 %t, i64 0\n  %new = insertelement <2 x i16> %h, i16 %b, i64 1\n";
    let module = read(&text(low)).unwrap();
    assert_eq!(broken(&module.functions[0], false, &operation("llvm:atomicrmw.xchg.i32")), Ok(vec![]));
    assert_eq!(broken(&module.functions[0], true, &operation("llvm:atomicrmw.xchg.i32")), Ok(vec!["stored"]));
    let good = text("  %new = or <2 x i16> %v, zeroinitializer\n");
    for (from, to, wanted) in [
        (
            "load <2 x i16>, ptr %p,",
            "load atomic <2 x i16>, ptr %p monotonic,",
            "line 2, column 20: expected a scalar: LLVM 19 has no atomic load of a vector",
        ),
        ("%new = or", "%new = udiv", "line 7, column 10: expected an instruction that lowerings of atomics have"),
        (
            "%new = or <2 x i16>",
            "%new = or <2 x i128>",
            "line 7, column 13: expected a scalar, <2 x half>, <2 x bfloat> or a vector",
        ),
        (
            "%new = or <2 x i16>",
            "%new = or <9 x i8>",
            "line 7, column 13: expected a scalar, <2 x half>, <2 x bfloat> or a vector",
        ),
        ("%new = or <2 x i16>", "%new = or <vscale x 2 x i16>", "line 7, column 13: expected a scalar"),
        (
            "  %new = or <2 x i16> %v, zeroinitializer",
            "  %new = insertelement <2 x i16> %v, i16 0, i64 2",
            "line 7, column 45: expected a constant index below 2",
        ),
        (
            "  %new = or <2 x i16> %v, zeroinitializer",
            "  %x = icmp eq <2 x i16> %v, %old\n  %new = or <2 x i16> %v, %v",
            "line 7, column 3: a vector where this reader knows integers",
        ),
        (
            "i32 %c, i32 %n seq_cst",
            "<2 x i16> %old, <2 x i16> %new seq_cst",
            "line 10, column 58: cmpxchg of what are not two integers of one type",
        ),
    ] {
        let refused = verdict("llvm:atomicrmw.xchg.i32", &good.replace(from, to)).unwrap_err();
        assert!(refused.starts_with(wanted), "{refused}\n{wanted}");
    }
}

/// Only inputs that satisfy the conditions count.
#[test]
fn conditions_on_inputs() {
    let signed = looped("i32", "  %new = call i32 @llvm.smax.i32(i32 %old, i32 %v)\n");
    let check = |conditions: &[&str]| {
        let assumed = conditions.iter().map(|text| text.to_string()).collect();
        let required = Requirement { assumed, ..operation("llvm:atomicrmw.umax.i32") };
        broken(&read(&signed).unwrap().functions[0], false, &required)
    };
    assert_eq!(check(&[]), Ok(vec!["stored"]));
    assert_eq!(check(&["mem >=s 0"]), Ok(vec!["stored"]));
    assert_eq!(check(&["mem >=s 0", "src0 >=s 0"]), Ok(vec![]));
    assert_eq!(
        check(&["src1 == 0"]).unwrap_err(),
        "line 1, column 1: assumed `src1 == 0`: no name `src1`: expected one of mem, src0"
    );
    // A half in a word: `mem` is the half, at every position.
    let name = "fmax_f16.1";
    let (function, big, half) = changed(LITTLE, name, "@llvm.maxnum.f16", "@llvm.maximum.f16");
    let under =
        |assumed: &str| broken(&function, big, &Requirement { assumed: vec![assumed.to_string()], ..half.clone() });
    assert_eq!(under("!isnan(src0)"), Ok(vec!["stored"]));
    assert_eq!(under("!isnan(src0) && !isnan(mem)"), Ok(vec![]));
}

/// The text that reports a missing ordering; `None` where the ordering holds.
fn missing(op: &str, text: &str) -> Option<String> {
    let module = read(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let means = Means::alone(Duration::from_secs(60));
    let claims = check(&module.functions[0], false, &operation(op), &means).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let [others @ .., ordered] = claims.as_slice() else { panic!("no claims") };
    assert!(others.iter().all(|claim| matches!(claim.decision, Decision::Equal { .. })), "{others:?}\n{text}");
    assert_eq!(ordered.name, "ordered");
    match &ordered.decision {
        Decision::Equal { .. } => None,
        Decision::Different { .. } => Some(ordered.missing.clone().unwrap()),
        Decision::Undecided { why } => Some(format!("undecided: {why}")),
    }
}

/// Orderings and fences around the swap of a loop.
#[test]
fn orderings_of_loops() {
    let swap = "cmpxchg ptr %p, i32 %old, i32 %new seq_cst seq_cst";
    let with = |orderings: &str, front: &str, behind: &str| {
        looped("i32", "  %new = add i32 %old, %v\n")
            .replace(swap, &format!("cmpxchg ptr %p, i32 %old, i32 %new {orderings}"))
            .replace("  %1 = load", &format!("{front}  %1 = load"))
            .replace("  ret i32", &format!("{behind}  ret i32"))
    };
    let line = |text: &str, word: &str| 1 + text.lines().position(|line| line.contains(word)).unwrap();
    let fence = |ordering: &str| format!("  fence {ordering}\n");
    for (asked, orderings, front, behind, says) in [
        ("seq_cst", "seq_cst monotonic", "", "", ""),
        ("monotonic", "monotonic monotonic", "", "", ""),
        ("acquire", "monotonic monotonic", "", "", "acquire"),
        ("acquire", "acquire monotonic", "", "", ""),
        ("acquire", "release monotonic", "", "acquire", ""),
        ("acquire", "release monotonic", "acquire", "", "acquire"),
        ("acquire", "release monotonic", "", "release", "acquire"),
        // The failure ordering is that of rounds which continue the loop.
        ("acquire", "monotonic acquire", "", "", "acquire"),
        ("release", "acquire acquire", "", "", "release"),
        ("release", "acquire acquire", "release", "", ""),
        ("release", "acquire acquire", "seq_cst", "", ""),
        ("release", "acquire acquire", "", "release", "release"),
        ("acq_rel", "monotonic monotonic", "acq_rel", "acq_rel", ""),
        ("acq_rel", "monotonic monotonic", "release", "acquire", ""),
        ("acq_rel", "monotonic monotonic", "acquire", "release", "release"),
        ("seq_cst", "acq_rel acquire", "", "", "seq_cst"),
        ("seq_cst", "acq_rel acquire", "seq_cst", "", "seq_cst"),
        ("seq_cst", "monotonic monotonic", "seq_cst", "seq_cst", ""),
        ("seq_cst", "monotonic monotonic", "syncscope(\"singlethread\") seq_cst", "seq_cst", "seq_cst"),
        // Scopes: wide enough, too narrow, and two names whose relation is not documented.
        ("syncscope(\"agent\") seq_cst", "seq_cst seq_cst", "", "", ""),
        ("syncscope(\"workgroup\") acquire", "syncscope(\"agent\") acquire monotonic", "", "", ""),
        ("syncscope(\"agent\") acquire", "syncscope(\"workgroup\") acquire monotonic", "", "", "scope"),
        ("monotonic", "syncscope(\"agent\") monotonic monotonic", "", "", "scope"),
        ("syncscope(\"agent\") monotonic", "syncscope(\"agent-one-as\") monotonic monotonic", "", "", "scope"),
        ("syncscope(\"workgroup-one-as\") monotonic", "syncscope(\"agent-one-as\") monotonic monotonic", "", "", ""),
        ("syncscope(\"block\") monotonic", "syncscope(\"device\") monotonic monotonic", "", "", ""),
        ("syncscope(\"block\") monotonic", "syncscope(\"agent\") monotonic monotonic", "", "", "undecided"),
    ] {
        let front = if front.is_empty() { String::new() } else { fence(front) };
        let behind = if behind.is_empty() { String::new() } else { fence(behind) };
        let text = with(orderings, &front, &behind);
        let found = missing(&format!("llvm:atomicrmw.add.i32 {asked}"), &text);
        let word = found.as_deref().map_or("", |text| text.split(':').next().unwrap());
        assert_eq!(word, says, "{asked}: {found:?}\n{text}");
        if let Some(found) = found {
            let at = format!("at line {}", line(&text, "cmpxchg"));
            let way = format!("on the way that returns at line {}", line(&text, "ret i32"));
            assert!(found.contains(&at) && found.ends_with(&way), "{found}\n{text}");
        }
    }
    // A fence inside the loop comes after the swap only on paths that pass it.
    let text = with("release monotonic", "", "")
        .replace("label %end, label %loop", "label %end, label %again")
        .replace("end:\n", "again:\n  fence acquire\n  br label %loop\n\nend:\n")
        .replace("%found, %loop", "%found, %again");
    let found = missing("llvm:atomicrmw.add.i32 acquire", &text).unwrap();
    assert!(found.starts_with("acquire: the swap at line 8 is release, and no fence"), "{found}");
}

/// A compare-and-swap and its failure; an exit that only reads; an atomicrmw; target intrinsics.
#[test]
fn orderings_of_other_ways() {
    let plain = |orderings: &str| {
        format!(
            "define i32 @f(ptr %p, i32 %c, i32 %v) {{\n  %s = cmpxchg ptr %p, i32 %c, i32 %v {orderings}\n  %r = extractvalue {{ i32, i1 }} %s, \
             0\n  ret i32 %r\n}}\n"
        )
    };
    for (asked, orderings, says) in [
        ("acq_rel acquire", "acq_rel acquire", None),
        ("acq_rel", "acq_rel acquire", None),
        ("acq_rel", "acq_rel monotonic", Some("acquire: the failed swap at line 2 is monotonic")),
        ("acq_rel monotonic", "acq_rel monotonic", None),
        ("seq_cst", "seq_cst acquire", Some("seq_cst: the failed swap at line 2 is acquire")),
        ("release", "monotonic monotonic", Some("release: the swap at line 2 is monotonic")),
    ] {
        let found = missing(&format!("llvm:cmpxchg.i32 {asked}"), &plain(orderings));
        let starts = match (&found, says) {
            (Some(found), Some(says)) => found.starts_with(says),
            (found, says) => found.is_none() && says.is_none(),
        };
        assert!(starts, "{asked}, {orderings}: {found:?}");
    }
    let early = |load: &str, failure: &str, behind: &str| {
        format!(
            "define i32 @f(ptr %p, i32 %v) {{\n  %1 = load atomic i32, ptr %p {load}, align 4\n  br label %loop\n\nloop:\n  %old = phi i32 [ %1, %0 ], [ \
             %found, %try ]\n  %done = icmp uge i32 %old, %v\n  br i1 %done, label %out, label %try\n\ntry:\n  %swap = cmpxchg ptr %p, i32 %old, i32 \
             %v acq_rel {failure}, align 4\n  %found = extractvalue {{ i32, i1 }} %swap, 0\n  %ok = extractvalue {{ i32, i1 }} %swap, 1\n  br i1 %ok, \
             label %end, label %loop\n\nout:\n{behind}  ret i32 %old\n\nend:\n  ret i32 %found\n}}\n"
        )
    };
    let umax = |asked: &str, text: &str| missing(&format!("llvm:atomicrmw.umax.i32 {asked}"), text).unwrap_or_default();
    assert_eq!(umax("acquire", &early("acquire", "acquire", "")), "");
    assert_eq!(umax("acquire", &early("monotonic", "monotonic", "  fence acquire\n")), "");
    let found = umax("acquire", &early("monotonic", "acquire", ""));
    assert!(found.starts_with("acquire: the load at line 2 is monotonic, and no fence"), "{found}");
    // The second round leaves with what the failed swap found.
    let found = umax("acquire", &early("acquire", "monotonic", ""));
    assert!(found.starts_with("acquire: the failed swap at line 11 is monotonic, and no fence"), "{found}");
    let found = umax("acq_rel", &early("acquire", "acquire", ""));
    assert!(found.starts_with("release: this way stores nothing") && found.ends_with("line 17"), "{found}");
    let rmw = |ordering: &str| {
        format!("define i32 @f(ptr %p, i32 %v) {{\n  %r = atomicrmw add ptr %p, i32 %v {ordering}\n  ret i32 %r\n}}\n")
    };
    assert_eq!(missing("llvm:atomicrmw.add.i32 release", &rmw("acq_rel")), None);
    let found = missing("llvm:atomicrmw.add.i32", &rmw("acq_rel")).unwrap();
    assert!(found.starts_with("seq_cst: the swap at line 2 is acq_rel, and no pair of `fence seq_cst`"), "{found}");
    // LLVM does not define what a target's barrier orders.
    let barrier = rmw("monotonic").replace("  %r", "  call void @llvm.ppc.sync()\n  %r");
    let found = missing("llvm:atomicrmw.add.i32 release", &barrier).unwrap();
    assert!(found.starts_with("undecided: release: ") && found.contains("@llvm.ppc.sync at line 2"), "{found}");
    assert_eq!(missing("llvm:atomicrmw.add.i32 monotonic", &barrier), None);
    for (text, wanted) in [
        (
            rmw("relaxed"),
            "line 2, column 37: expected an ordering: one of monotonic, acquire, release, acq_rel, seq_cst, found `relaxed`",
        ),
        (
            plain("acq_rel release"),
            "line 2, column 47: expected an ordering: one of monotonic, acquire, seq_cst, found `release`",
        ),
        (
            rmw("syncscope(agent) acquire"),
            "line 2, column 46: expected a scope in parentheses and quotes, found `(agent)`",
        ),
        (
            rmw("acquire\n  fence monotonic"),
            "line 3, column 9: expected an ordering: one of acquire, release, acq_rel, seq_cst, found `monotonic`",
        ),
    ] {
        assert_eq!(read(&text).unwrap_err().to_string(), wanted);
    }
}

#[test]
fn what_is_no_lowering_is_said() {
    let add = "  %new = add i32 %old, %v\n";
    for (text, wanted) in [
        (looped("i32", "  store i32 %v, ptr %p\n"), "line 7, column 3: a store that compares nothing"),
        (
            looped("i32", "  %new = call i32 @g(i32 %old)\n"),
            "line 7, column 15: a call of @g: its definition is not in this text",
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
        (
            looped("i32", add).replace("define i32", "define i256"),
            "line 1, column 8: expected a type of at most 64 bits, or i128, found `i256`",
        ),
        (looped("i128", add), "line 1, column 1: %v has 128 bits, and the operation works on 32"),
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
            "line 1, column 1: @f has no cmpxchg and no atomicrmw: it is no lowering",
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

/// Randomly changed texts are read, refused with a position, or checked; nothing panics.
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
                    let _ = rmw.map(|rmw| {
                        check(function, module.big_endian, &Requirement::new(rmw), &Means::alone(Duration::ZERO))
                    });
                    checked += 1;
                }
            }
            Ok(_) => {}
        }
    }
    assert!(refused > 500 && checked > 50, "{refused} {checked}");
}

/// A compare-and-swap and an exchange of 128 bits, as AtomicExpand writes them, and faults with their halves.
#[test]
fn operations_of_128_bits() {
    const NONE: [&str; 0] = [];
    let wide = |text: &str, op: &str| {
        let name = llvm::wide(op).unwrap();
        let required = Requirement { bits: 128, ..operation(&format!("{name} monotonic")) };
        let module = read(text).unwrap();
        broken(&module.functions[0], false, &required).unwrap()
    };
    let exchange = "define i128 @f(ptr %p, i128 %v) {\n  %1 = load i128, ptr %p, align 16\n  br label %loop\n\nloop:\n  %old = phi i128 [ %1, %0 ], [ %found, \
                    %loop ]\n  %new = add i128 %v, 0\n  %s = cmpxchg ptr %p, i128 %old, i128 %new seq_cst seq_cst, align 16\n  %found = extractvalue { i128, i1 } %s, \
                    0\n  %ok = extractvalue { i128, i1 } %s, 1\n  br i1 %ok, label %end, label %loop\n\nend:\n  ret i128 %found\n}\n";
    for op in ["llvm:atomicrmw.xchg.i128", "ptx:atom.exch.b128"] {
        let of = |new: &str| wide(&exchange.replace("add i128 %v, 0", new), op);
        assert_eq!(of("add i128 %v, 0"), NONE);
        assert_eq!(of("xor i128 %v, 0"), NONE);
        // One bit of either half is changed.
        assert_eq!(of("xor i128 %v, 1"), ["stored"]);
        assert_eq!(of("xor i128 %v, 170141183460469231731687303715884105728"), ["stored"]);
        assert_eq!(of("and i128 %v, 18446744073709551615"), ["stored"]);
        assert_eq!(of("add i128 %v, %old"), ["stored"]);
        assert_eq!(of("add nuw i128 %v, 1"), ["stored", "defined"]);
    }
    // The value is taken apart and put together, as for an instruction with two registers; then with the halves exchanged, as if the two
    // registers were exchanged.
    let swap = |low: &str, high: &str| {
        format!(
            "define i128 @f(ptr %p, i128 %c, i128 %n) {{\n  %lo = trunc i128 %n to i64\n  %s = lshr i128 %n, 64\n  %hi = trunc i128 %s to i64\n  %a = zext i64 \
             {low} to i128\n  %b = zext i64 {high} to i128\n  %t = shl nuw i128 %b, 64\n  %new = or disjoint i128 %t, %a\n  %r = cmpxchg ptr %p, i128 %c, i128 \
             %new seq_cst seq_cst, align 16\n  %v = extractvalue {{ i128, i1 }} %r, 0\n  ret i128 %v\n}}\n"
        )
    };
    for op in ["llvm:cmpxchg.i128", "ptx:atom.cas.b128"] {
        assert_eq!(wide(&swap("%lo", "%hi"), op), NONE);
        assert_eq!(wide(&swap("%hi", "%lo"), op), ["stored"]);
        assert_eq!(wide(&swap("%lo", "%lo"), op), ["stored"]);
    }
    // The counterexample has full width.
    let module = read(&swap("%hi", "%lo")).unwrap();
    let required = Requirement { bits: 128, ..operation("llvm:cmpxchg.i64 monotonic") };
    let claims = check(&module.functions[0], false, &required, &Means::alone(Duration::from_secs(20))).unwrap();
    let Decision::Different { witness, .. } = &claims[0].decision else { panic!("{:?}", claims[0]) };
    let joined = llvm::joined(witness);
    let of = |name: &str| joined.iter().find(|(n, _)| n == name).unwrap().1;
    assert_eq!(of("mem"), of("src0"));
    assert_ne!(of("src1").rotate_left(64), of("src1"));
    assert_eq!(claims[0].values[1].1, of("src1"));
    assert_eq!(claims[0].values[2].1, of("src1").rotate_left(64));
    // Every input that decides is named, also if it is 0 in the samples.
    let constant = read(&swap("5", "0")).unwrap();
    let claims = check(&constant.functions[0], false, &required, &Means::alone(Duration::from_secs(20))).unwrap();
    let Decision::Different { witness, .. } = &claims[0].decision else { panic!("{:?}", claims[0]) };
    assert!(
        ["mem", "src0", "src1"].iter().all(|name| llvm::joined(witness).iter().any(|(n, _)| n == name)),
        "{witness:?}"
    );
    // Other operations, and conditions, are refused.
    let add = Requirement { bits: 128, ..operation("llvm:atomicrmw.add.i64 monotonic") };
    assert!(check(&module.functions[0], false, &add, &Means::alone(Duration::from_secs(1))).is_err());
}

//! Programming rules of RDNA3: for each rule, a few lines of assembly that break it and that follow it; compiled kernels follow all of
//! them.

use crate::common::rdna::{assemble, env};
use crate::common::{repository, rows, text};
use isotope_amd::lift::{self, Env};
use isotope_amd::rules::{self, Checker, Usage};
use isotope_amd::state;
use isotope_ir::effect::{LANES, Slot, Src, Uop, Wide};
use isotope_machine::mem::Memory;
use isotope_machine::sync::{Config, Unit};
use isotope_machine::{Dispatch, Options, Outcome};
use isotope_target::finding::Finding;

/// Rule and instruction text of every finding on the paths of some code, which ends with s_endpgm.
fn on_paths(text: &str) -> Vec<(&'static str, String)> {
    let code = assemble(&format!("{text}; s_endpgm"));
    let paths = rules::paths("test", &code, isotope_amd::GFX1100.waves(false), &[0]);
    assert!(paths.complete, "{text}");
    paths.findings.into_iter().map(|f| (f.rule, f.text)).collect()
}

/// Code and the rules that it breaks, in every way: `tests/data/amd/rules.tsv`.
#[test]
fn paths_break_the_rules_of_their_rows() {
    let rows = rows("amd/rules.tsv");
    assert!(rows.len() >= 74, "{}", rows.len());
    for row in &rows {
        let found: Vec<_> = on_paths(&row[0]).into_iter().flat_map(|(rule, text)| [rule.to_string(), text]).collect();
        let wanted = if row[1] == "-" { &[] } else { &row[1..] };
        assert_eq!(found, wanted, "{}", row[0]);
    }
}

#[test]
fn a_jump_through_a_register_leaves_paths_out() {
    let text = "s_load_b32 s2, s[0:1], null; s_setpc_b64 s[4:5]";
    assert!(!rules::paths("test", &assemble(text), isotope_amd::GFX1100.waves(false), &[0]).complete);
}

/// Runs code, which ends with s_endpgm, in one group on a device with a synchronization unit; returns the rules that its waves broke, and its memory.
#[track_caller]
fn run(text: &str, items: u32, wave64: bool) -> (Vec<Finding>, Memory) {
    let (outcome, findings, memory) = launch(text, (items, wave64), false);
    assert_eq!(outcome, Outcome::Done, "{text}");
    (findings, memory)
}

/// The same, with any outcome; `bare` means that the unit is not set up.
fn launch(text: &str, (items, wave64): (u32, bool), bare: bool) -> (Outcome, Vec<Finding>, Memory) {
    let code = assemble(&format!("{text}; s_endpgm"));
    let env = env(wave64, 16, lift::Mode::from_rsrc1(0xf0 << 12));
    let program = lift::program("test", &code, &env);
    let dispatch = Dispatch::new(&program, [1, 1, 1], [items, 1, 1], Vec::new()).unwrap().with_memory(1024, 0).unwrap();
    let mut memory = Memory::new();
    let unit = Unit::new(Config::default());
    memory.set_unit(if bare { unit } else { unit.set_up() });
    let mut checker = Checker::new(isotope_amd::GFX1100, &code, &dispatch, &memory);
    let report = isotope_machine::launch_observed(&dispatch, &memory, Options::default(), &mut checker);
    let findings = checker.finish();
    (report.outcome, findings, memory)
}

fn ids(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|f| f.rule).collect()
}

#[test]
fn a_broken_rule_is_found_and_the_program_still_runs() {
    // The end of a kernel that initialises a resource, as LLVM 19 emits it.
    let text = "v_mov_b32_e32 v0, 3; ds_gws_init v0 gds; s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)";
    let (findings, memory) = run(text, 1, false);
    assert_eq!(ids(&findings), ["gws-end"]);
    assert_eq!(memory.unit().unwrap().resources()[0].counter, 3);
    assert_eq!(
        findings[0].to_string(),
        "rule[gws-end] 0x0004 `ds_gws_init v0 gds`: s_endpgm must not follow a GWS instruction or ordered count and its \
         s_waitcnt: put s_nop between\n  first in group (0,0,0) wave 0 lane 0, 1 time\n  source: spec: AMD's RDNA3 chapter 13, global wave \
         sync, single-instruction clause; RDNA3 ISA guide, the same"
    );
    // An ordered count as LLVM 19 emits it: source and destination are the same register.
    let text = "v_mov_b32_e32 v1, 5; ds_ordered_count v1, v1 offset:772 gds; s_waitcnt expcnt(0) lgkmcnt(0); s_nop 0";
    let (findings, memory) = run(text, 64, false);
    assert_eq!(ids(&findings), ["gds-lanes", "ordered-same"]);
    assert_eq!((findings[1].count, findings[1].seen.unwrap().wave), (2, 0));
    assert_eq!(memory.unit().unwrap().registers().get(1), 10);
}

#[test]
fn lanes_that_the_gds_ignores_are_noted() {
    let text = "ds_add_u32 v0, v1 gds";
    for (items, wave64, lanes) in [(1, false, 1), (32, false, 32), (48, true, 48)] {
        let (findings, _) = run(text, items, wave64);
        assert_eq!(ids(&findings), if lanes == 1 { vec![] } else { vec!["gds-lanes"] });
        assert!(findings.iter().all(|f| f.note && f.detail == format!("{lanes} lanes are active")));
    }
    // These count all lanes, or send no value.
    let (findings, _) =
        run("ds_append v0 gds; s_waitcnt lgkmcnt(0); ds_gws_sema_v gds; s_waitcnt lgkmcnt(0); s_nop 0", 32, false);
    assert_eq!(findings, []);
}

#[test]
fn a_load_without_lanes_writes_nothing() {
    let used = "v_mov_b32_e32 v2, v1";
    let code = |exec| format!("s_mov_b32 exec_lo, {exec}; ds_load_b32 v1, v0; {used}");
    assert_eq!(run(&code(0), 32, false).0, []);
    let (findings, _) = run(&code(6), 32, false);
    assert_eq!((ids(&findings), findings[0].seen.unwrap().lane), (vec!["wait-lgkmcnt"], Some(1)));
    assert_eq!(findings[0].detail, "`ds_load_b32 v1, v0` at 0x0004 may still write v1; lgkmcnt(0) is missing");
}

#[test]
fn findings_are_listed_once_per_address_and_counted() {
    let text = "s_movk_i32 s0, 0x5; ds_load_b32 v1, v0; ds_load_b32 v2, v0; v_mov_b32_e32 v3, v1; s_waitcnt lgkmcnt(0); \
                s_sub_i32 s0, s0, 1; s_cmp_lg_u32 s0, 0; s_cbranch_scc1 65527";
    let (findings, _) = run(text, 64, false);
    assert_eq!(findings.len(), 1);
    assert_eq!((findings[0].count, findings[0].address), (10, 20));
    assert!(findings[0].detail.ends_with("lgkmcnt(1) is missing"));
}

#[test]
fn the_units_rules_have_addresses() {
    let wait = "s_waitcnt lgkmcnt(0); s_nop 0;";
    let count = |offset: u32| format!("ds_ordered_count v2, v1 offset:{offset} gds; {wait}");
    // wave_done without wave_release.
    let (findings, _) = run(&count(0x204), 1, false);
    assert_eq!(ids(&findings), ["ordered-done", "ordered-no-release"]);
    assert_eq!((findings[0].address, findings[0].text.as_str()), (0, "ds_ordered_count v2, v1 offset:516 gds"));
    assert_eq!(findings[1].text, "s_endpgm");
    // Twice in one wave.
    let (findings, _) = run(&format!("{}{}", count(0x304), count(0x304)), 1, false);
    assert!(ids(&findings).contains(&"ordered-twice"), "{findings:?}");
    assert!(findings.iter().all(|f| f.address == 16), "{findings:?}");
    let (findings, _) = run(&count(0x304), 1, false);
    assert_eq!(findings, []);
    // A counter past 12 bits, and a value that does not fit.
    let gws = |op: &str| format!("{op} gds; {wait}");
    let code = format!("v_mov_b32_e32 v0, 0xfff; {}{}", gws("ds_gws_init v0"), gws("ds_gws_sema_v"));
    assert_eq!(ids(&run(&code, 1, false).0), ["gws-overflow"]);
    let code = format!("v_mov_b32_e32 v0, 0x1000; {}", gws("ds_gws_init v0"));
    assert_eq!(ids(&run(&code, 1, false).0), ["gws-value"]);
    let (findings, _) = run(&gws("ds_gws_init v0 offset:64"), 1, false);
    assert_eq!(ids(&findings), ["gws-offset"]);
}

#[test]
fn what_nobody_has_configured_is_told_once() {
    let wait = "s_waitcnt lgkmcnt(0); s_nop 0;";
    let told = |text: &str| {
        let (_, findings, _) = launch(text, (1, false), true);
        findings.iter().map(|f| (f.rule, f.address, f.count, f.note)).collect::<Vec<_>>()
    };
    let twice = format!("ds_gws_sema_v gds; {wait} ds_gws_sema_v gds; {wait}");
    assert_eq!(told(&twice), [("gws-not-configured", 0, 1, false)]);
    assert_eq!(told(&format!("ds_gws_init v0 gds; {wait} ds_gws_sema_v gds; {wait}")), []);
    let other = format!("ds_gws_init v0 gds; {wait} ds_gws_sema_v offset:1 gds; {wait}");
    assert_eq!(told(&other), [("gws-not-configured", 16, 1, false)]);
    let count = format!("ds_ordered_count v2, v1 offset:772 gds; {wait}");
    assert_eq!(told(&count), [("ordered-not-configured", 0, 1, true)]);
}

/// Name, code, wave size and entry of every compiled kernel.
fn compiled() -> Vec<(String, isotope_object::Kernel, bool)> {
    let mut all = Vec::new();
    let files = ["bin/gfx1100", "extra/gfx1100"].map(|folder| crate::common::compiled(&[folder], ".co", 10));
    for (path, bytes) in files.concat() {
        for kernel in isotope_targets::TARGETS.load(&bytes).unwrap().kernels {
            let wave64 = kernel.details::<isotope_amd::amdgpu::Details>().unwrap().descriptor.wave_size() == 64;
            all.push((format!("{} {}", path.rsplit('/').next().unwrap(), kernel.name), kernel, wave64));
        }
    }
    assert!(all.len() >= 30, "{}", all.len());
    all
}

#[test]
fn compilers_wait_before_they_read() {
    let mut broken = Vec::new();
    for (name, kernel, wave64) in compiled() {
        let paths = rules::paths(&kernel.name, &kernel.code, isotope_amd::GFX1100.waves(wave64), &[kernel.entry]);
        // Only these call through a register.
        assert_eq!(paths.complete, !name.ends_with(" calls"), "{name}");
        broken.extend(paths.findings.iter().map(|f| (name.clone(), f.rule)));
    }
    // LLVM 19 lets s_endpgm follow a GWS instruction, uses one register as source and destination of a count, and moves other instructions
    // between a count and its wait.
    let broken: Vec<(&str, &str)> = broken.iter().map(|(name, rule)| (name.as_str(), *rule)).collect();
    assert_eq!(
        broken,
        [
            ("gwsbarrier.co gws_setup", "gws-end"),
            ("semaphores.co set", "gws-end"),
            ("semaphores.co producers", "gws-end"),
            ("units.co count", "ordered-same"),
            ("units.co count_two", "gws-wait"),
            ("units.co count_two", "ordered-same"),
            ("units.co count_two", "gws-wait"),
            ("units.co pass_on", "ordered-same"),
            ("units.co keeps_turn", "gws-wait"),
            ("units.co keeps_turn", "ordered-same"),
        ]
    );
}

/// If a compiler's wait is removed, a rule is broken, unless the wait orders memory: such a wait precedes a barrier, a wait for
/// stores or a cache invalidation. LLVM 19 also waits more than necessary around GDS instructions, and after inline assembly
/// that waits itself.
#[test]
fn a_wait_that_is_taken_away_is_missed() {
    let (mut missed, mut unmissed) = (0, 0);
    for (name, kernel, wave64) in compiled() {
        let mut code = kernel.code.to_vec();
        let end = code.len() as u32;
        let mut at = kernel.entry;
        while at < end {
            let Ok(inst) = isotope_amd::GFX1100.waves(wave64).decode(&code[at as usize..]) else { break };
            let next = at + isotope_amd::size(&inst) as u32;
            if inst.form.mnemonic == "s_endpgm" {
                break;
            }
            if inst.form.mnemonic == "s_waitcnt" {
                let word = at as usize..at as usize + 4;
                let before = code[word.clone()].to_vec();
                code[word.clone()].copy_from_slice(&assemble("s_nop 0"));
                let paths = rules::paths(&kernel.name, &code, isotope_amd::GFX1100.waves(wave64), &[kernel.entry]);
                if paths.findings.iter().any(|f| f.rule.starts_with("wait-") || f.rule == "gws-wait") {
                    missed += 1;
                } else {
                    unmissed += 1;
                    let following =
                        isotope_amd::GFX1100.waves(wave64).decode(&code[next as usize..]).unwrap().form.mnemonic;
                    let fences = ["s_barrier", "s_waitcnt_vscnt", "buffer_gl0_inv", "buffer_gl1_inv"];
                    // No path continues after a call through a register.
                    let twice = ["units.co", "rings.co"].iter().any(|file| name.starts_with(file));
                    let known = fences.contains(&following) || !paths.complete || twice;
                    assert!(known, "{name} {at:#x}: the wait before `{following}` is not missed");
                }
                code[word].copy_from_slice(&before);
            }
            at = next;
        }
    }
    assert!(missed > 5 * unmissed, "{missed} missed, {unmissed} not");
}

#[test]
fn what_is_lifted_reads_no_register_that_the_row_hides() {
    for (name, kernel, wave64) in compiled() {
        let vgprs = 256;
        let env = Env { entry: kernel.entry, ..env(wave64, vgprs, lift::Mode::from_rsrc1(0xf0 << 12)) };
        let program = lift::program("test", &kernel.code, &env);
        for step in &program.steps[..program.block as usize] {
            let Ok(inst) = isotope_amd::GFX1100.waves(wave64).decode(&kernel.code[step.address as usize..]) else {
                continue;
            };
            let usage = Usage::of(&inst, isotope_amd::GFX1100.waves(wave64));
            let touches = usage.touches();
            for uop in program.uops_of(step) {
                let mut uop = *uop;
                // Memory operations list as many words as the widest of them uses.
                if let Uop::Store { src, .. } = &mut uop {
                    src[1..].fill(Src::Imm(0));
                }
                if let Uop::Atomic { src0, src1, .. } = &mut uop {
                    (src0.hi, *src1) = (Src::Imm(0), Wide::narrow(Src::Imm(0)));
                }
                uop.for_each_src(&mut |src| {
                    let known = match *src {
                        Src::Slot(Slot(first)) => {
                            let n = first / LANES as u32;
                            n >= 2 * vgprs || !wave64 && n >= vgprs || touches.has_vector((n % vgprs) as u8)
                        }
                        Src::Scalar(word) if word < state::SCALARS => {
                            let implied =
                                [state::EXEC_LO, state::EXEC_HI, state::SCC, state::MODE, state::NULL, state::M0];
                            implied.contains(&word) || touches.has_scalar(word - 1)
                        }
                        _ => true,
                    };
                    assert!(known, "{name} {:#x}: {src:?} is not among {touches}: {inst:?}", step.address);
                });
            }
        }
    }
}

/// The page has every rule with its statement and source, and an example that breaks it.
#[test]
fn the_page_tells_the_truth() {
    let page = text(&repository("docs/gfx1100-rules.md"));
    for rule in rules::all() {
        let head = format!("| `{}` | {} | ", rule.id, rule.statement);
        let row = page.lines().find_map(|line| line.strip_prefix(&head)).unwrap_or_else(|| panic!("no row `{head}`"));
        let example =
            row.strip_suffix(&format!(" | {} |", rule.source)).unwrap_or_else(|| panic!("{row}: {}", rule.source));
        // After the code may follow something that one wave in a test cannot do.
        let (code, beside) = example.split_once("` ").unwrap_or((example.trim_end_matches('`'), ""));
        let code = code.trim_start_matches('`');
        let code = code.replace("`<br>`", "; ");
        if beside.is_empty() {
            let all = on_paths(&format!("{code}; s_nop 0"));
            let broken = all.iter().any(|(id, _)| *id == rule.id)
                || ids(&launch(&code, (1, false), rule.id.ends_with("not-configured")).1).contains(&rule.id);
            assert!(broken, "{}: {code}", rule.id);
        } else {
            assemble(&code);
        }
    }
}

//! `isotope completions`, and what a shell is told that completes: targets, operations, pages, ids, files of the right kind.
//!
//! The script of a shell asks this program again (`COMPLETE=bash isotope -- ..`), so that it knows what this program knows.

use clap::{Arg, Command, CommandFactory, ValueHint};
use clap_complete::engine::{ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter};
use clap_complete::env::{CompleteEnv, Shells};
use isotope::{CLASSES, TARGETS, assume, contradiction, source};
use std::ffi::OsStr;
use std::path::Path;

use crate::args::{Cli, CompletionShell, CompletionsArgs};
use crate::exit::Result;
use crate::files;

/// The variable that says which shell asks.
const VARIABLE: &str = "COMPLETE";

/// Answer a shell that asks what can be typed, if one does. Nothing else happens then.
pub fn answer() {
    CompleteEnv::with_factory(known).var(VARIABLE).complete();
}

/// For bash, which splits words at `:` and `=`: they are put together again, and what stands before the last of them is taken off the answers.
const BASH: &str = r#"_isotope() {
    local rest=${COMP_LINE:0:COMP_POINT} words=() word i
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((i == 0)) || [[ $rest == [[:space:]]* ]]; then
            words+=("$word")
            rest=${rest#"${rest%%[![:space:]]*}"}
        else
            words[${#words[@]} - 1]+=$word
        fi
        rest=${rest#"$word"}
    done
    local last=$((${#words[@]} - 1)) IFS=$'\013'
    local before=${words[last]%"${words[last]##*[:=]}"}
    [[ $2 == "${words[last]}" ]] && before=
    COMPREPLY=($(_CLAP_IFS="$IFS" _CLAP_COMPLETE_INDEX=$last _CLAP_COMPLETE_COMP_TYPE=$COMP_TYPE _CLAP_COMPLETE_SPACE=false \
        COMPLETE=bash isotope -- "${words[@]}" 2>/dev/null)) || COMPREPLY=()
    COMPREPLY=("${COMPREPLY[@]#"$before"}")
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[/:=] ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -o bashdefault -F _isotope isotope
"#;

pub fn main(args: &CompletionsArgs) -> Result {
    let shell = match args.shell {
        CompletionShell::Bash => "bash",
        CompletionShell::Elvish => "elvish",
        CompletionShell::Fish => "fish",
        CompletionShell::Powershell => "powershell",
        CompletionShell::Zsh => "zsh",
    };
    if shell == "bash" {
        return files::answer(BASH);
    }
    let shells = Shells::builtins();
    let mut out = Vec::new();
    if let Some(shell) = shells.completer(shell) {
        shell.write_registration(VARIABLE, "isotope", "isotope", "isotope", &mut out)?;
    }
    files::answer(&String::from_utf8_lossy(&out))
}

/// The command line with what is known of its values.
fn known() -> Command {
    fn each(command: Command, verb: &str) -> Command {
        let verb = format!("{verb} {}", command.get_name());
        let of = verb.clone();
        let command = command.mut_args(move |arg| with_values(arg, &of));
        command.mut_subcommands(move |sub| each(sub, &verb))
    }
    Cli::command().mut_subcommands(|sub| each(sub, ""))
}

/// Extensions of files that hold kernels.
const KERNELS: &[&str] = &["cubin", "co", "hsaco", "zebin", "zeinfo", "visaasm", "isa", "elf", "o"];

/// What a verb's argument takes.
fn with_values(arg: Arg, verb: &str) -> Arg {
    let verb = verb.trim();
    let extensions: &'static [&'static str] = match (verb, arg.get_id().as_str()) {
        ("run" | "explore" | "debug", "cases" | "case") => &["json"],
        ("run", "files") => &["cubin", "co", "hsaco", "zebin", "zeinfo", "visaasm", "isa", "json"],
        ("explore", "file") => &["cubin", "co", "hsaco", "zebin", "zeinfo", "visaasm", "isa", "litmus"],
        ("debug" | "info", "file") | ("lint", "files") => KERNELS,
        ("trace diff", "a" | "b") => &["ndjson"],
        ("vectors", "check") => &["raw"],
        ("kit answer", "case") | ("kit explain", "results") => &["json"],
        (_, "wasm") => &["wasm"],
        _ => &[],
    };
    if !extensions.is_empty() {
        let wanted =
            move |path: &Path| path.extension().and_then(OsStr::to_str).is_some_and(|e| extensions.contains(&e));
        return arg.add(ArgValueCompleter::new(PathCompleter::any().filter(wanted).stdio()));
    }
    match (verb, arg.get_id().as_str()) {
        (_, "target") => arg.add(ArgValueCandidates::new(targets)),
        ("equiv", "ops") | ("vectors", "op") => arg.add(ArgValueCompleter::new(qualified)),
        ("op", "items") => arg.add(ArgValueCompleter::new(operations)),
        ("docs", "form") => arg.add(ArgValueCandidates::new(pages)),
        ("equiv", "assume") => arg,
        (_, "assume") => arg.add(ArgValueCandidates::new(readings)),
        ("assumptions", "id") => {
            arg.add(ArgValueCandidates::new(|| assume::ALL.iter().map(|a| candidate(a.id, a.statement)).collect()))
        }
        ("contradictions", "id") => {
            arg.add(ArgValueCandidates::new(|| contradiction::all().map(|c| candidate(c.id, c.what)).collect()))
        }
        ("sources", "key") => {
            arg.add(ArgValueCandidates::new(|| source::ALL.iter().map(|s| candidate(s.key, s.title)).collect()))
        }
        ("matrix", "class") => arg.add(ArgValueCandidates::new(|| {
            CLASSES.iter().map(|c| candidate(c.name, c.title)).chain([candidate("all", "every class")]).collect()
        })),
        ("schema", "of") => {
            arg.add(ArgValueCandidates::new(|| crate::schema::all().map(CompletionCandidate::new).collect()))
        }
        // A file of any kind, and `-`.
        _ if arg.get_value_hint() == ValueHint::FilePath => {
            arg.add(ArgValueCompleter::new(PathCompleter::file().stdio()))
        }
        _ => arg,
    }
}

fn candidate(value: &str, help: &str) -> CompletionCandidate {
    CompletionCandidate::new(value).help(Some(help.to_string().into()))
}

fn targets() -> Vec<CompletionCandidate> {
    TARGETS.all().map(|target| candidate(target.name(), target.what())).collect()
}

/// Assumptions with their readings.
fn readings() -> Vec<CompletionCandidate> {
    let of = |a: &assume::Assumption| {
        let words = std::iter::once(a.default).chain(a.alternatives.iter().copied());
        let word = |text: &'static str| text.split(' ').next().unwrap_or(text);
        words.map(|text| candidate(&format!("{}={}", a.id, word(text)), a.statement)).collect::<Vec<_>>()
    };
    assume::ALL.iter().flat_map(of).collect()
}

fn pages() -> Vec<CompletionCandidate> {
    let names = TARGETS.all().flat_map(|target| target.pages().into_iter().map(|(name, _)| name));
    let names: std::collections::BTreeSet<String> = names.collect();
    names.into_iter().map(CompletionCandidate::new).collect()
}

/// The operations of a target, each under the mode that is taken unless another is given.
fn plain(target: &dyn isotope::isa::Target) -> Vec<String> {
    target.operations().into_iter().filter(|op| !op.contains(',')).collect()
}

/// `TARGET:OP`.
fn qualified(current: &OsStr) -> Vec<CompletionCandidate> {
    let typed = current.to_string_lossy();
    match typed.split_once(':') {
        None => {
            TARGETS.all().map(|target| candidate(&format!("{}:", target.name()), target.what())).collect::<Vec<_>>()
        }
        Some((name, _)) => {
            let ops = TARGETS.find(name).map(plain).unwrap_or_default();
            ops.iter().map(|op| CompletionCandidate::new(format!("{name}:{op}"))).collect()
        }
    }
    .into_iter()
    .filter(|found| found.get_value().to_string_lossy().starts_with(&*typed))
    .collect()
}

/// Operations of the target that stands on the command line, or of all; then the names of operands.
fn operations(current: &OsStr) -> Vec<CompletionCandidate> {
    let words: Vec<String> = std::env::args().collect();
    let named = words.windows(2).find(|pair| pair[0] == "-t" || pair[0] == "--target").map(|pair| pair[1].clone());
    let named = named.or_else(|| words.iter().find_map(|word| word.strip_prefix("--target=").map(String::from)));
    let of = named.and_then(|name| TARGETS.find(&name).ok());
    let ops: std::collections::BTreeSet<String> = match of {
        Some(target) => plain(target).into_iter().collect(),
        None => TARGETS.all().flat_map(plain).collect(),
    };
    let operands = isotope::operation::NAMES.map(|name| format!("{name}="));
    let all = ops.into_iter().chain(operands).map(CompletionCandidate::new);
    let typed = current.to_string_lossy().into_owned();
    all.filter(move |found| found.get_value().to_string_lossy().starts_with(&typed)).collect()
}

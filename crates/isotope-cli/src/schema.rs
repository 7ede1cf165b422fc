//! `isotope schema`: the shapes of what verbs print with `--json`, and the command line itself as data.

use std::fmt::Write as _;

use anyhow::{Context, bail};
use clap::{ArgAction, Command, CommandFactory, ValueHint};
use isotope::answer::{self, Described};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::args::{Cli, SchemaArgs};
use crate::exit::{Exit, Result};
use crate::{about, asm, dis, files, kit, lift, lowering, matrix, op, pages, run, serve};

isotope::documents! {
    /// Answers of this crate.
    OWN:
    "isotope-assumptions/1" => about::AssumptionsJson,
    "isotope-contradictions/1" => about::ContradictionsJson,
    "isotope-sources/1" => about::SourcesJson,
    "isotope-targets/1" => about::TargetsJson,
    "isotope-asm/1" => asm::AsmJson<'_>,
    "isotope-dis/1" => dis::DisJson<'_>,
    "isotope-kit-answer/1" => kit::AnsweredJson,
    "isotope-kit-export/1" => kit::ExportedJson,
    "isotope-lift/1" => lift::LiftJson,
    "isotope-lowering/1" => lowering::LoweringJson<'_>,
    "isotope-classes/1" => matrix::ClassesJson,
    "isotope-op/1" => op::OpJson<'_>,
    "isotope-docs/1" => pages::DocsJson<'_>,
    run::answer::NAME => run::answer::RunJson<'_>,
    "isotope-scenario-run/1" => run::answer::ScenarioRunJson<'_>,
    "isotope-serve/1" => serve::ServeJson<'_>,
    "isotope-commands/1" => CommandsJson,
}

/// Every answer, by the name that its field `schema` has.
fn answers() -> impl Iterator<Item = Described> {
    let crates = [isotope::SCHEMAS, isotope_campaign::SCHEMAS, isotope_debug::SCHEMAS, isotope_kit::SCHEMAS, OWN];
    crates.into_iter().flatten().copied()
}

/// What a verb prints as JSON.
enum Prints {
    /// With `--json`, one of these.
    Json(&'static [&'static str]),
    /// Lines of JSON in any case.
    Lines(&'static str),
    /// Text for another program, for this reason.
    Text(&'static str),
}
use Prints::{Json, Lines, Text};

/// Every verb. A new one needs `--json`, a line here, the type of its answer in `OWN` or in `SCHEMAS` of its crate, and runs in
/// `tests/habits/json.tsv`.
const VERBS: &[(&str, Prints)] = &[
    ("asm", Json(&["asm"])),
    ("assumptions", Json(&["assumptions"])),
    ("campaign merge", Json(&["campaign"])),
    ("campaign plan", Json(&["campaign-planned"])),
    ("campaign report", Json(&["campaign"])),
    ("campaign run", Json(&["campaign-status"])),
    ("campaign status", Json(&["campaign-status"])),
    ("completions", Text("a script for a shell")),
    ("contradictions", Json(&["contradictions"])),
    ("debug", Json(&["debug"])),
    ("dis", Json(&["dis"])),
    ("docs", Json(&["docs", "page"])),
    ("equiv", Json(&["equiv", "lowering"])),
    ("explore", Json(&["explore", "refines", "replay"])),
    ("info", Json(&["info"])),
    ("kit answer", Json(&["kit-answer"])),
    ("kit explain", Json(&["kit-explained"])),
    ("kit export", Json(&["kit-export"])),
    ("lift", Json(&["lift"])),
    ("lint", Json(&["lint"])),
    ("man", Text("pages for man")),
    ("matrix", Json(&["matrix", "classes"])),
    ("op", Json(&["op", "step"])),
    ("run", Json(&["run", "scenario-run"])),
    ("schema", Json(&["commands"])),
    ("serve", Json(&["serve"])),
    ("sources", Json(&["sources"])),
    ("targets", Json(&["targets"])),
    ("trace diff", Json(&["trace-diff"])),
    ("trace import", Lines("memory-trace")),
    ("vectors", Json(&["vectors", "vectors-check"])),
];

pub fn main(args: &SchemaArgs) -> Result {
    if args.json {
        return files::answer(&format!("{:#}\n", answer::json(&commands())));
    }
    if args.of.is_empty() {
        let mut out = String::new();
        for (verb, prints) in VERBS {
            let names = names(prints);
            let shown = if let Text(what) = prints { format!("({what})") } else { names.join(", ") };
            let _ = writeln!(out, "{verb:<16}{shown}");
        }
        return files::answer(&out);
    }
    let wanted = args.of.join(" ");
    if let Ok(schema) = schema(&wanted) {
        return files::answer(&format!("{schema:#}\n"));
    }
    let prints = VERBS.iter().find(|(verb, _)| *verb == wanted).map(|(_, prints)| prints);
    let prints =
        prints.with_context(|| format!("no verb and no schema is called `{wanted}`; `isotope schema` lists them"))?;
    match names(prints).as_slice() {
        [] => bail!("`{wanted}` prints no JSON"),
        [one] => files::print(&format!("{:#}\n", schema(one)?))?,
        several => {
            let all = several.iter().map(|name| schema(name)).collect::<Result<Vec<Value>>>()?;
            let whole = json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "title": format!("isotope {wanted} --json"), "anyOf": all });
            files::print(&format!("{whole:#}\n"))?;
        }
    }
    Ok(Exit::Yes)
}

fn schema(name: &str) -> Result<Value> {
    let found = answers().find(|(known, _)| *known == name);
    found
        .map(|(_, schema)| schema())
        .with_context(|| format!("no schema is called `{name}`; `isotope schema` lists them"))
}

/// Schemas of what a verb prints.
pub fn names_of(verb: &str) -> Vec<String> {
    VERBS.iter().find(|(name, _)| *name == verb).map(|(_, prints)| names(prints)).unwrap_or_default()
}

/// Verbs and schemas by their names.
pub fn all() -> impl Iterator<Item = &'static str> {
    VERBS.iter().map(|(verb, _)| *verb).chain(answers().map(|(name, _)| name))
}

fn names(prints: &Prints) -> Vec<String> {
    let of = |name: &str| format!("isotope-{name}/1");
    match prints {
        Json(all) => all.iter().map(|name| of(name)).collect(),
        Lines(name) => vec![of(name)],
        Text(_) => Vec::new(),
    }
}

/// The verbs with what each takes and prints.
fn commands() -> CommandsJson {
    let mut commands = Vec::new();
    let mut cli = Cli::command();
    cli.build();
    walk(&cli, "", &mut |verb, command| {
        let prints = VERBS.iter().find(|(name, _)| *name == verb).map(|(_, prints)| prints);
        let arguments = command.get_arguments().filter(|arg| !arg.is_hide_set() && !arg.is_global_set()).map(|arg| {
            let takes = matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
            let names = arg.get_value_names().filter(|_| takes).unwrap_or_default();
            let hint = match arg.get_value_hint() {
                ValueHint::FilePath => Some(PathJson::File),
                ValueHint::DirPath => Some(PathJson::Folder),
                ValueHint::ExecutablePath => Some(PathJson::Program),
                ValueHint::AnyPath => Some(PathJson::Path),
                _ => None,
            };
            let values = arg.get_possible_values();
            ArgumentJson {
                id: arg.get_id().to_string(),
                long: arg.get_long().map(str::to_string),
                short: arg.get_short().map(String::from),
                takes: names.iter().map(ToString::to_string).collect(),
                is: hint,
                one_of: values.iter().filter(|_| takes).map(|v| v.get_name().to_string()).collect(),
                required: arg.is_required_set(),
                help: arg.get_help().map(ToString::to_string),
            }
        });
        commands.push(CommandJson {
            verb: verb.into(),
            about: command.get_about().map(ToString::to_string),
            arguments: arguments.collect(),
            schemas: prints.map(names).unwrap_or_default(),
        });
    });
    CommandsJson { version: env!("CARGO_PKG_VERSION"), commands }
}

/// Output of `isotope schema --json`: the command line as data.
#[derive(Serialize, JsonSchema)]
struct CommandsJson {
    version: &'static str,
    commands: Vec<CommandJson>,
}

#[derive(Serialize, JsonSchema)]
struct CommandJson {
    /// As it is typed behind `isotope`
    verb: String,
    about: Option<String>,
    arguments: Vec<ArgumentJson>,
    /// Of what it prints as JSON
    schemas: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct ArgumentJson {
    id: String,
    long: Option<String>,
    short: Option<String>,
    /// Names of its values; none for a switch
    takes: Vec<String>,
    is: Option<PathJson>,
    one_of: Vec<String>,
    required: bool,
    help: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum PathJson {
    File,
    Folder,
    Program,
    Path,
}

/// Every command that does something itself, with its name behind `isotope`.
pub fn walk(command: &Command, of: &str, each: &mut dyn FnMut(&str, &Command)) {
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let name = if of.is_empty() { sub.get_name().to_string() } else { format!("{of} {}", sub.get_name()) };
        if sub.has_subcommands() {
            walk(sub, &name, each);
        } else {
            each(&name, sub);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every verb has help, examples and its line in `VERBS`; the message lists what a new verb lacks.
    #[test]
    fn every_verb_has_what_verbs_have() {
        let (mut missing, mut seen) = (Vec::new(), Vec::new());
        let mut cli = Cli::command();
        cli.build();
        walk(&cli, "", &mut |verb, command| {
            seen.push(verb.to_string());
            let mut miss = |what: &str| missing.push(format!("`isotope {verb}`: {what}"));
            let json = command.get_arguments().any(|arg| arg.get_id() == "json");
            match VERBS.iter().find(|(name, _)| *name == verb) {
                None => miss("a line in VERBS of src/schema.rs that says what it prints as JSON"),
                Some((_, Json(_))) if !json => miss("an argument --json (`Print one JSON object`)"),
                Some((_, Lines(_) | Text(_))) if json => miss("its line in VERBS says that it has no --json"),
                Some(_) => {}
            }
            if command.get_about().is_none() {
                miss("a line of documentation, which help and man page show");
            }
            if !command.get_after_help().is_some_and(|help| help.to_string().starts_with("Example")) {
                miss("after_help that begins with Example, which help and man page show");
            }
            for arg in command.get_arguments() {
                let folders = arg.get_help().is_some_and(|help| help.to_string().contains("director"));
                let hinted = folders || !matches!(arg.get_value_hint(), ValueHint::Unknown | ValueHint::AnyPath);
                let path = arg.get_value_parser().type_id() == std::any::TypeId::of::<std::path::PathBuf>();
                if path && !hinted {
                    miss(&format!(
                        "value_hint of `{}` (FilePath, DirPath, ExecutablePath), for completions and for `-`",
                        arg.get_id()
                    ));
                }
                if !arg.is_hide_set() && arg.get_help().is_none() {
                    miss(&format!("a line of documentation on `{}`", arg.get_id()));
                }
            }
        });
        for (verb, _) in VERBS {
            if !seen.contains(&verb.to_string()) {
                missing.push(format!("VERBS of src/schema.rs has `{verb}`, which is no verb"));
            }
        }
        assert!(missing.is_empty(), "{}", missing.join("\n"));
    }

    /// Every schema names itself, and some verb prints it.
    #[test]
    fn schemas_name_themselves() {
        let named: Vec<String> = VERBS.iter().flat_map(|(_, prints)| names(prints)).collect();
        for (name, schema) in answers() {
            let schema = schema();
            assert_eq!(schema["title"], name);
            assert_eq!(schema["properties"]["schema"]["const"].as_str().unwrap_or(name), name, "{name}");
            assert!(named.iter().any(|of| of == name), "no verb in VERBS prints {name}");
        }
        for name in named {
            assert!(schema(&name).is_ok(), "there is no {name}");
        }
    }
}

//! `isotope targets`, `assumptions`, `contradictions` and `sources`: what this build knows about itself.

use std::fmt::Write as _;

use anyhow::bail;
use isotope::answer;
use isotope::assume::Assumption;
use isotope::contradiction::Contradiction;
use isotope::source::Source;
use isotope::{TARGETS, assume, census, contradiction, source};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{AssumptionsArgs, ContradictionsArgs, SourcesArgs, TargetsArgs};
use crate::exit::Result;
use crate::files;

/// `isotope targets`.
pub fn targets(args: &TargetsArgs) -> Result {
    if args.json {
        let targets = TARGETS.all().map(|target| TargetJson {
            name: target.name(),
            title: target.what(),
            isa: target.isa().name,
        });
        return object(&TargetsJson { targets: targets.collect() });
    }
    let mut out = String::new();
    for target in TARGETS.all() {
        let _ = writeln!(out, "{:<8} {}", target.name(), target.what());
    }
    files::answer(&out)
}

/// `isotope assumptions [ID]`.
pub fn assumptions(args: &AssumptionsArgs) -> Result {
    let listed = assume::ALL.iter().filter(|a| args.id.as_deref().is_none_or(|id| id == a.id));
    if listed.clone().count() == 0 {
        bail!("no assumption `{}`; `isotope assumptions` lists them", args.id.as_deref().unwrap_or(""));
    }
    if args.json {
        return object(&AssumptionsJson { assumptions: listed.map(AssumptionJson::of).collect() });
    }
    let mut out = String::new();
    if args.markdown {
        out = markdown(listed, false);
    } else {
        for a in listed {
            let others = others(a);
            let _ = writeln!(
                out,
                "{}\n  {}\n  default: {}\n  alternatives: {others}\n  {}: {}\n  used in: {}",
                a.id,
                a.statement,
                a.default,
                a.actual_grade().name(),
                a.source,
                a.used_in
            );
        }
    }
    files::answer(&out)
}

/// `isotope contradictions [ID]`.
pub fn contradictions(args: &ContradictionsArgs) -> Result {
    if args.json {
        return contradictions_json(args.id.as_deref());
    }
    let mut out = String::new();
    let Some(wanted) = args.id.as_deref() else {
        for (title, entries) in contradiction::CHAPTERS {
            let _ = writeln!(out, "{title}");
            for c in entries {
                let _ = writeln!(out, "  {:<24} {}", c.id, c.what);
            }
        }
        return files::answer(&out);
    };
    for c in contradiction::all().filter(|c| is_of(c, wanted)) {
        let Contradiction { id, what, says, reading, decides, switches, shows } = c;
        let _ = writeln!(out, "{id}: {what}");
        for (place, what) in *says {
            let _ = writeln!(out, "  {place}: {what}");
        }
        let _ = writeln!(out, "  reading: {reading}");
        if let Some((grade, why)) = decides {
            let _ = writeln!(out, "  {}: {why}", grade.name());
        }
        for a in switches.iter().filter_map(|id| assume::find(id)) {
            let _ = writeln!(out, "  {} ({}): {}; others: {}", a.id, a.actual_grade().name(), a.default, others(a));
        }
        for command in *shows {
            let _ = writeln!(out, "  shown by: isotope {command}");
        }
    }
    if out.is_empty() {
        return Err(unregistered(wanted));
    }
    files::answer(&out)
}

fn is_of(c: &Contradiction, wanted: &str) -> bool {
    c.id == wanted || c.switches.contains(&wanted)
}

fn unregistered(wanted: &str) -> anyhow::Error {
    anyhow::anyhow!("nothing in the register is called `{wanted}`; `isotope contradictions` lists it")
}

/// The register, or what of it an id names, as data.
fn contradictions_json(wanted: Option<&str>) -> Result {
    let mut all = Vec::new();
    for (chapter, entries) in contradiction::CHAPTERS {
        for c in entries.iter().filter(|c| wanted.is_none_or(|id| is_of(c, id))) {
            all.push(ContradictionJson {
                id: c.id,
                chapter,
                what: c.what,
                says: c.says.iter().map(|(place, what)| StatementJson { place, what }).collect(),
                reading: c.reading,
                decides: c.decides.map(|(grade, why)| DecisionJson { grade: grade.name(), why }),
                switches: c.switches,
                shown_by: c.shows,
            });
        }
    }
    match wanted {
        Some(id) if all.is_empty() => Err(unregistered(id)),
        _ => object(&ContradictionsJson { contradictions: all }),
    }
}

/// Prints one JSON object.
fn object(object: &impl answer::Document) -> Result {
    files::answer(&format!("{:#}\n", answer::json(object)))
}

/// The register as a page of the export. What its commands print is on the page of the repository.
pub fn contradictions_page() -> String {
    let mut out = String::from(
        "# Contradictions\n\nWhere documents and tools contradict each other or are silent, and the reading taken.\n",
    );
    for c in contradiction::all() {
        let _ = writeln!(out, "\n## {} {{#{}}}\n", c.what, c.id);
        for (place, what) in c.says {
            let _ = writeln!(out, "* {place}: {what}");
        }
        let _ = writeln!(out, "\nReading: {}.\n", c.reading);
        if let Some((grade, why)) = c.decides {
            let _ = writeln!(out, "* **{}**: {why}", grade.name());
        }
        for a in c.switches.iter().filter_map(|id| assume::find(id)) {
            let others = others(a);
            let _ = writeln!(out, "* [`{0}`](assumptions.html#{0}): {1}; others: {others}", a.id, a.default);
        }
        for command in c.shows {
            let _ = writeln!(out, "\n```text\n$ isotope {command}\n```");
        }
    }
    out
}

/// `isotope sources [KEY]`.
pub fn sources(args: &SourcesArgs) -> Result {
    let listed: Vec<&Source> = source::ALL.iter().filter(|s| args.key.as_deref().is_none_or(|k| k == s.key)).collect();
    if listed.is_empty() {
        bail!("no source `{}`; `isotope sources` lists them", args.key.as_deref().unwrap_or(""));
    }
    if args.json {
        let sources = listed.iter().map(|s| SourceJson {
            key: s.key,
            names: s.names,
            title: s.title,
            publisher: s.publisher,
            version: s.version,
            versions: s.versions,
            used: unlinked(s.sections),
            place: unlinked(s.place),
            used_for: s.used_for,
            grade: s.grade.name(),
        });
        return object(&SourcesJson { sources: sources.collect() });
    }
    let mut out = String::new();
    if args.markdown {
        out = sources_page(false);
    } else {
        for s in listed {
            let Source { key, title, publisher, version, sections, place, used_for, .. } = s;
            let name = s.names[0];
            let grade = s.grade.name();
            let place = unlinked(place);
            let sections = unlinked(sections);
            let _ = writeln!(
                out,
                "{key}: {name}\n  {title}\n  publisher: {publisher}\n  version: {version}\n  used: {sections}\n  to get it: {place}\n  \
                 for: {used_for}\n  grade: {grade}"
            );
        }
    }
    files::answer(&out)
}

/// The page of sources; `alone` where no other document of the repository lies beside it.
pub fn sources_page(alone: bool) -> String {
    let mut out = String::from(
        "# Sources\n\nWhat the statements of Isotope rest on. Pages, errors and `--explain` call a source by the name that heads its \
         section.\n\nA grade says what a source can settle. **spec**: a document. **oracle**: a vendor's tool, or a vendor's program that \
         shows what it counts on; of a compiler or disassembler, two of its versions, or else the grade is **oracle, one version**. **hardware**: a device. **assumed**: another project's program, which supports a reading and settles \
         nothing.\n",
    );
    for s in source::ALL {
        let text = |text: &str| if alone { unlinked(text) } else { text.to_string() };
        let anchor = if alone { format!(" {{#{}}}", s.key) } else { String::new() };
        let before = if alone { String::new() } else { format!("<a id=\"{}\"></a>\n\n", s.key) };
        let _ = writeln!(
            out,
            "\n{before}## {}{anchor}\n\n{}\n\n* **publisher**: {}\n* **version**: {}\n* **used of it**: {}\n* **to get it**: {}\n* **used \
             for**: {}\n* **grade**: {}",
            s.names[0],
            s.title,
            s.publisher,
            s.version,
            text(s.sections),
            text(s.place),
            s.used_for,
            s.grade.name()
        );
        let cited = |a: &&Assumption| source::named(a.source).any(|n| n.source.key == s.key);
        let page = if alone { "assumptions.html" } else { "assumptions.md" };
        let cited: Vec<_> = assume::ALL
            .iter()
            .filter(cited)
            .map(|a| format!("[`{}`]({page}#{})", a.id, anchor_of(a.id, alone)))
            .collect();
        if !cited.is_empty() {
            let _ = writeln!(out, "* **readings that cite it**: {}", cited.join(", "));
        }
    }
    out
}

/// Where an assumption stands on its page: GitHub makes anchors of headings, and takes dots out of them.
fn anchor_of(id: &str, alone: bool) -> String {
    if alone { id.into() } else { id.replace('.', "") }
}

/// A text without the marks of its links.
fn unlinked(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('[') {
        let Some((name, after)) = after.split_once("](") else { break };
        let Some((_, after)) = after.split_once(')') else { break };
        out.push_str(before);
        out.push_str(name);
        rest = after;
    }
    out.push_str(rest);
    out.replace(['<', '>'], "")
}

/// The versions of compilers that were asked about an assumption, in words; nothing where no compiler is its evidence.
fn versions_tried(a: &Assumption, alone: bool) -> Option<String> {
    let mut all = Vec::new();
    for tool in census::TOOLS {
        let of: Vec<_> = census::of(a.id).filter(|t| t.tool == tool.name).collect();
        let words: Vec<_> = of.iter().map(|t| format!("{} {}", t.version, t.verdict.name())).collect();
        if !words.is_empty() {
            all.push(format!("{} {}", tool.name, words.join(", ")));
        }
    }
    if all.is_empty() {
        census::named(a.source).next()?;
        return Some("the version that the source names alone".into());
    }
    let page = if alone { "" } else { " ([census](census.md))" };
    Some(format!("{}{page}", all.join("; ")))
}

fn others(a: &Assumption) -> String {
    if a.alternatives.is_empty() { "none".into() } else { a.alternatives.join(", ") }
}

/// The page of assumptions; with `anchors`, headings can be linked to by the id.
pub fn markdown<'a>(listed: impl Iterator<Item = &'a Assumption>, anchors: bool) -> String {
    let mut out = String::from("# Assumptions\n\nWhat is assumed where public documents are silent.\n");
    // An exported page finds the names by itself.
    let linked =
        |text: &'static str| if anchors { text.to_string() } else { source::linked(text, "sources.md").to_string() };
    for a in listed {
        let anchor = if anchors { format!(" {{#{}}}", a.id) } else { String::new() };
        let _ = writeln!(
            out,
            "\n## `{}`{anchor}\n\n{}\n\n* **default**: {}\n* **alternatives**: {}\n* **{}**: {}\n* **used in**: {}",
            a.id,
            linked(a.statement),
            a.default,
            others(a),
            a.actual_grade().name(),
            linked(a.source),
            a.used_in
        );
        if let Some(versions) = versions_tried(a, anchors) {
            let _ = writeln!(out, "* **tried with**: {versions}");
        }
    }
    out
}

/// Output of `isotope targets --json`.
#[derive(Serialize, JsonSchema)]
pub struct TargetsJson {
    targets: Vec<TargetJson>,
}

#[derive(Serialize, JsonSchema)]
struct TargetJson {
    name: &'static str,
    title: &'static str,
    isa: &'static str,
}

/// Output of `isotope assumptions --json`.
#[derive(Serialize, JsonSchema)]
pub struct AssumptionsJson {
    assumptions: Vec<AssumptionJson>,
}

#[derive(Serialize, JsonSchema)]
struct AssumptionJson {
    id: &'static str,
    statement: &'static str,
    default: &'static str,
    alternatives: &'static [&'static str],
    grade: &'static str,
    /// Versions of compilers that were asked
    tried: Vec<TrialJson>,
    source: &'static str,
    used_in: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct TrialJson {
    tool: &'static str,
    version: &'static str,
    verdict: &'static str,
    does: &'static str,
}

impl AssumptionJson {
    fn of(a: &Assumption) -> AssumptionJson {
        let tried = census::of(a.id).map(|t| TrialJson {
            tool: t.tool,
            version: t.version,
            verdict: t.verdict.name(),
            does: t.does,
        });
        AssumptionJson {
            id: a.id,
            statement: a.statement,
            default: a.default,
            alternatives: a.alternatives,
            grade: a.actual_grade().name(),
            tried: tried.collect(),
            source: a.source,
            used_in: a.used_in,
        }
    }
}

/// Output of `isotope contradictions --json`.
#[derive(Serialize, JsonSchema)]
pub struct ContradictionsJson {
    contradictions: Vec<ContradictionJson>,
}

#[derive(Serialize, JsonSchema)]
struct ContradictionJson {
    id: &'static str,
    chapter: &'static str,
    what: &'static str,
    says: Vec<StatementJson>,
    reading: &'static str,
    decides: Option<DecisionJson>,
    /// Assumptions that choose
    switches: &'static [&'static str],
    /// Command lines behind `isotope`
    shown_by: &'static [&'static str],
}

#[derive(Serialize, JsonSchema)]
struct StatementJson {
    place: &'static str,
    what: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct DecisionJson {
    grade: &'static str,
    why: &'static str,
}

/// Output of `isotope sources --json`.
#[derive(Serialize, JsonSchema)]
pub struct SourcesJson {
    sources: Vec<SourceJson>,
}

#[derive(Serialize, JsonSchema)]
struct SourceJson {
    key: &'static str,
    names: &'static [&'static str],
    title: &'static str,
    publisher: &'static str,
    version: &'static str,
    /// Versions of the tool that were asked
    versions: &'static [&'static str],
    used: String,
    /// How to get it
    place: String,
    used_for: &'static str,
    grade: &'static str,
}

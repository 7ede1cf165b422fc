//! What the answers of another implementation mean.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use isotope::answer::{self, Document, Hex};
use isotope::{Error, Result, Supported};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::case::Case;
use crate::export::{asked, document, inputs, readings};
use crate::known::{self, PossibleCause};
use crate::{RESULTS_SCHEMA, cases, parsed};

/// Results of an implementation, each difference with its rule and possible explanations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The implementation's name, from the results.
    pub name: String,
    cases: Vec<CaseExplained>,
}

/// Output of `isotope kit explain --json`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ExplainedJson<'a> {
    name: &'a str,
    /// Nothing contradicts a source, and every case was answered or declined; null: no case was answered
    agrees: Option<bool>,
    cases: &'a [CaseExplained],
}

impl Document for ExplainedJson<'_> {
    const NAME: &'static str = "isotope-kit-explained/1";
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
struct CaseExplained {
    id: String,
    /// From the results: equal, different, missing, wrong size, unsupported, failed or timeout
    status: String,
    message: String,
    /// Elements that were compared.
    compared: usize,
    groups: Vec<Group>,
}

/// Differences with the same rule and explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
struct Group {
    buffer: &'static str,
    standing: Standing,
    #[schemars(length(min = 1))]
    elements: Vec<usize>,
    /// Of the first element: mem, src0, src1
    operands: BTreeMap<&'static str, Hex>,
    expected: Hex,
    found: Hex,
    /// The formula first, what is most particular last
    rules: Vec<Supported>,
    /// What else leaves the values found
    equals: Option<String>,
    /// Whether it fits every element of the case
    equals_whole_case: bool,
}

/// What a difference contradicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Standing {
    /// A document, a tool or a device.
    Source,
    /// An assumption.
    Assumption,
    /// Nothing: it is an alternative of an assumption, which is as good.
    Reading,
}

impl Standing {
    fn says(self) -> &'static str {
        match self {
            Standing::Source => "contradicts a source",
            Standing::Assumption => "differs from what is only assumed",
            Standing::Reading => "is another alternative of an assumption",
        }
    }
}

/// Explains the results that the kit's runner has written.
///
/// # Errors
/// If it is not such a file, or belongs to another kit.
pub fn explain(text: &str) -> Result<Explained> {
    let results = parsed(text, RESULTS_SCHEMA)?;
    let answered = results["cases"].as_array().ok_or_else(|| Error::new("expected a list `cases`, found none"))?;
    let ours = cases(|_, _, id| answered.iter().any(|answer| answer["id"] == id))?;
    let mut all = Vec::new();
    for answer in answered {
        let id = answer["id"].as_str().unwrap_or("");
        let case = ours.iter().find(|case| case.id == id);
        let case = case.ok_or_else(|| Error::new(format!("expected a case of this kit, found `{id}`")))?;
        let text = |name: &str| answer[name].as_str().unwrap_or("").to_string();
        let mut groups = Vec::new();
        if answer["differences"].as_array().is_some_and(|list| !list.is_empty()) {
            let document = document(case)?;
            if text("asked") != asked(&document)? {
                let other = results["isotope"].as_str().unwrap_or("?");
                return Err(Error::new(format!(
                    "`{id}`: expected results of this version's kit, found those of a kit of Isotope {other}; export the kit again, or explain them with that version"
                )));
            }
            groups = differences(case, &document, answer)?;
        }
        let compared = case.outputs.iter().map(|output| output.expected.len() - output.open.len()).sum();
        all.push(CaseExplained { id: id.into(), status: text("status"), message: text("message"), compared, groups });
    }
    Ok(Explained { name: results["name"].as_str().unwrap_or("").into(), cases: all })
}

/// A difference: the output, the element, the value found.
type Difference = (usize, usize, u64);

fn differences(case: &Case, document: &str, answer: &Value) -> Result<Vec<Group>> {
    let mut list: Vec<Difference> = Vec::new();
    for one in answer["differences"].as_array().into_iter().flatten() {
        let wrong =
            || Error::new(format!("`{}`: expected a difference with buffer, element and found, found {one}", case.id));
        let output = case.outputs.iter().position(|output| one["buffer"] == output.buffer).ok_or_else(wrong)?;
        let element = one["element"].as_u64().ok_or_else(wrong)? as usize;
        let digits = one["found"].as_str().and_then(|text| text.strip_prefix("0x")).ok_or_else(wrong)?;
        let found = u64::from_str_radix(digits, 16).map_err(|_| wrong())?;
        if element >= case.outputs[output].expected.len() {
            return Err(wrong());
        }
        list.push((output, element, found));
    }
    let document: Value = serde_json::from_str(document).map_err(Error::new)?;
    let of_readings = readings(case, &document)?;
    let allowed: Vec<&str> = of_readings.iter().filter(|r| r.allowed).map(|r| r.assumption).collect();
    let known = known::all(case, of_readings);
    let ranked = ranked(case, &known, &list);
    let mut groups: BTreeMap<(usize, usize, Option<usize>), Vec<Difference>> = BTreeMap::new();
    for difference in &list {
        let (output, element, found) = *difference;
        let fits = |at: &&(usize, bool)| known[at.0].value(case, output, element) == Some(found);
        let by = if case.outputs[output].any_order { None } else { ranked.iter().find(fits).map(|(at, _)| *at) };
        let reason = case.outputs[output].why[element];
        groups.entry((output, reason, by)).or_default().push(*difference);
    }
    let mut all: Vec<Group> = groups
        .into_iter()
        .map(|((output, _, by), list)| {
            let (_, element, found) = list[0];
            let expected = &case.outputs[output];
            let rules: Vec<Supported> = expected.rules(element).iter().map(|&at| case.rules[at].clone()).collect();
            let reading = by.and_then(|at| known[at].assumption).is_some_and(|id| allowed.contains(&id));
            let standing = match reading {
                true => Standing::Reading,
                false if rules.iter().any(|rule| rule.grade == "assumed") => Standing::Assumption,
                false => Standing::Source,
            };
            let bits = 8 * case.width(expected.buffer) as u32;
            let hex = |value: u64| Hex::of_width(value, bits);
            let operands = operands(case, expected.buffer, element);
            Group {
                buffer: expected.buffer,
                standing,
                elements: list.iter().map(|(_, element, _)| *element).collect(),
                operands: operands.into_iter().map(|(name, value)| (name, hex(value))).collect(),
                expected: hex(expected.expected[element]),
                found: hex(found),
                rules,
                equals: by.map(|at| known[at].words.clone()),
                equals_whole_case: by.is_some_and(|at| ranked.contains(&(at, true))),
            }
        })
        .collect();
    all.sort_by_key(|group| (group.standing, std::cmp::Reverse(group.elements.len())));
    Ok(all)
}

/// Explanations of differences, best first: those that fit the whole case, then those that explain most; and whether it is the first.
fn ranked(case: &Case, known: &[PossibleCause], list: &[Difference]) -> Vec<(usize, bool)> {
    let mut all: Vec<(usize, bool, usize)> = known
        .iter()
        .enumerate()
        .map(|(at, known)| {
            let fits = |(output, element, found): &Difference| known.value(case, *output, *element) == Some(*found);
            let explained = list.iter().filter(|difference| fits(difference)).count();
            // Elements that are as expected and that the explanation would change.
            let against = known.values.iter().enumerate().any(|(output, (_, values))| {
                values.iter().any(|(element, _)| !list.iter().any(|(o, e, _)| (*o, *e) == (output, *element)))
            });
            (at, explained == list.len() && !against, explained)
        })
        .filter(|(_, _, explained)| *explained != 0)
        .collect();
    all.sort_by_key(|(at, whole, explained)| (!whole, known[*at].weak, std::cmp::Reverse(*explained), *at));
    all.into_iter().map(|(at, whole, _)| (at, whole)).collect()
}

/// Memory and sources of an element.
fn operands(case: &Case, output: &str, element: usize) -> Vec<(&'static str, u64)> {
    if case.operation.is_none() {
        return Vec::new();
    }
    let Some((mem, src)) = inputs(case)(element, output) else { return Vec::new() };
    let sources = [("src0", src[0]), ("src1", src[1])];
    let has = |(name, _): &(&str, u64)| case.buffer(name).is_some();
    std::iter::once(("mem", mem)).chain(sources.into_iter().filter(has)).collect()
}

impl Group {
    /// The most telling rule as text: the last, or an assumption if there is one.
    fn rule(&self) -> String {
        let assumed = |rule: &&Supported| self.standing != Standing::Source && rule.grade == "assumed";
        let telling = self.rules.iter().rfind(assumed).or(self.rules.last());
        telling.map_or_else(String::new, |rule| match rule.assumption {
            Some(id) => format!("{} ({}: {id}, {})", rule.words, rule.grade, rule.source),
            None => format!("{} ({}: {})", rule.words, rule.grade, rule.source),
        })
    }

    fn inputs(&self) -> String {
        self.operands.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
    }

    fn equals(&self) -> String {
        match &self.equals {
            None => "nothing that is known here".into(),
            Some(words) if self.equals_whole_case => format!("{words}, as all of the case does"),
            Some(words) => format!("{words}, at these elements"),
        }
    }
}

impl Explained {
    /// Whether no answer contradicts a source and every case was answered or declined; `None` if no case was answered.
    pub fn agrees(&self) -> Option<bool> {
        let fine = |case: &CaseExplained| match case.status.as_str() {
            "equal" | "unsupported" => true,
            "different" => {
                !case.groups.is_empty() && case.groups.iter().all(|group| group.standing != Standing::Source)
            }
            _ => false,
        };
        let is_answered = |case: &CaseExplained| case.status != "unsupported";
        match self.cases.iter().all(fine) {
            true => self.cases.iter().any(is_answered).then_some(true),
            false => Some(false),
        }
    }

    /// As JSON, of schema `isotope-kit-explained/1`.
    pub fn json(&self) -> Value {
        answer::json(&ExplainedJson { name: &self.name, agrees: self.agrees(), cases: &self.cases })
    }

    /// A summary line with counts.
    fn summary(&self) -> String {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        self.cases.iter().for_each(|case| *counts.entry(&case.status).or_default() += 1);
        let parts: Vec<String> = counts.iter().map(|(status, n)| format!("{n} {status}")).collect();
        let cases = if self.cases.len() == 1 { "case" } else { "cases" };
        format!("{} {cases}: {}", self.cases.len(), parts.join(", "))
    }

    /// As lines of text: cases that differ, then how many are as expected.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for case in self.cases.iter().filter(|case| case.status != "equal") {
            let differing: usize = case.groups.iter().map(|group| group.elements.len()).sum();
            let _ = match case.groups.is_empty() {
                true => writeln!(out, "{}: {}{}", case.id, case.status, after(": ", &case.message)),
                false => writeln!(out, "{}: {differing} of {} elements differ", case.id, case.compared),
            };
            for group in &case.groups {
                let Group { buffer, expected, found, elements, .. } = group;
                let (count, first, inputs) = (elements.len(), elements[0], after(": ", &group.inputs()));
                let what = format!("expected {expected}, found {found} (element {first}{inputs})");
                let _ = writeln!(out, "  {count} of {buffer}: {what}");
                let _ = writeln!(out, "    it {}", group.standing.says());
                let _ = writeln!(out, "    rule: {}", group.rule());
                let _ = writeln!(out, "    equals {}", group.equals());
            }
        }
        let _ = writeln!(out, "{}", self.summary());
        out
    }

    /// As a Markdown table: a row for each rule and explanation, with the cases and the first place.
    pub fn markdown(&self) -> String {
        let mut rows: BTreeMap<_, Vec<(&CaseExplained, &Group)>> = BTreeMap::new();
        for case in &self.cases {
            for group in &case.groups {
                let key = (group.standing, group.rule(), group.equals.clone());
                rows.entry(key).or_default().push((case, group));
            }
        }
        let mut rows: Vec<_> = rows.into_iter().collect();
        let elements =
            |all: &[(&CaseExplained, &Group)]| all.iter().map(|(_, group)| group.elements.len()).sum::<usize>();
        rows.sort_by_key(|((standing, ..), all)| (*standing, std::cmp::Reverse(elements(all))));
        let mut out = String::from(
            "| rule (grade: source) | it | equals | elements | in cases | the first |\n| --- | --- | --- | --- | --- | --- |\n",
        );
        for ((standing, rule, equals), all) in &rows {
            let mut ids: Vec<String> = all.iter().map(|(case, _)| code(&case.id)).collect();
            ids.dedup();
            let (_, first) = all[0];
            let operands = after(": ", &first.inputs());
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} | `{}` for `{}`{operands} |",
                rule.replace('|', "\\|"),
                standing.says(),
                equals.as_deref().unwrap_or("nothing that is known here"),
                elements(all),
                ids.join(", "),
                first.found,
                first.expected,
            );
        }
        let mut other: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for case in self.cases.iter().filter(|case| case.groups.is_empty() && case.status != "equal") {
            other.entry(&case.status).or_default().push(code(&case.id));
        }
        let _ = writeln!(out, "\n{}.", inert(&self.summary()));
        for (status, ids) in other {
            let mut rest = status.chars();
            let first = rest.next().map(|first| first.to_uppercase().chain(rest).collect());
            let title: String = first.unwrap_or_else(|| "Without a status".into());
            let _ = writeln!(out, "\n{}: {}.", inert(&title), ids.join(", "));
        }
        out
    }
}

/// A name from a file as code in a cell of Markdown.
fn code(name: &str) -> String {
    format!("`{}`", name.replace(['\n', '\r'], " ").replace('`', "'").replace('|', "\\|"))
}

/// A text from a file inside Markdown, escaped so that it creates no mark-up.
fn inert(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' => out.extend(['\\', c]),
            '\n' | '\r' => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}

/// A mark and a text, or nothing if the text is empty.
fn after(mark: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{mark}{text}") }
}

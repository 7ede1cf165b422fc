//! What can be wrong with the kernels of a file, told without a launch, as text, JSON and SARIF.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use isotope_lint::{Level, RULES};
use isotope_object::Image;
use isotope_op::assume::Assumptions;
use isotope_target::finding::Finding;
use isotope_targets::TARGETS;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::answer;
use crate::error::{Error, Result};
use crate::finding::FindingJson;

/// Where what was found points for a way to be sure.
const HELP: &str = "https://spec.oasis-open.org/sarif/sarif/v2.1.0/";

/// What was found in the kernels of a file.
#[derive(Clone, Debug, Default)]
pub struct Linted {
    /// In the order of the file and of addresses, each with how bad it is.
    pub findings: Vec<(Level, Finding)>,
    /// What was not looked at: a kernel and why.
    pub left_out: Vec<(String, String)>,
    /// Kernels that were looked at.
    pub kernels: usize,
}

/// Look for broken rules in the kernels of a file, or in one of them: barriers behind a lane-dependent condition, locks that a wave takes from
/// itself, missing fences, compare-and-swap loops that compare the wrong value, and the others of docs/lint.md, with the target's own programming rules.
///
/// # Errors
/// When there is no such kernel. A kernel that cannot be read is left out, and said so.
///
/// # Examples
/// ```
/// let file = std::fs::read("../../kernels/explore/bin/gfx1100/lint.co").unwrap();
/// let found = isotope::lint(&isotope::load(&file).unwrap(), Some("lock_behind"), Default::default()).unwrap();
/// assert_eq!(found.findings[0].1.rule, "lock-in-wave");
/// ```
pub fn lint(image: &Image, kernel: Option<&str>, assumptions: Assumptions) -> Result<Linted> {
    let only = kernel.map(|name| image.find(Some(name))).transpose().map_err(Error::new)?;
    let mut linted = Linted::default();
    for kernel in only.map_or(&image.kernels[..], std::slice::from_ref) {
        let mut left_out = |why: String| linted.left_out.push((kernel.name.clone(), why));
        let program = match TARGETS.program(image, kernel, assumptions) {
            Ok(program) => program,
            Err(why) => {
                left_out(why.to_string());
                continue;
            }
        };
        linted.kernels += 1;
        let found = isotope_lint::lint(&program, TARGETS.ordering(image, kernel), &|| TARGETS.begins(image, kernel));
        found.left_out.into_iter().for_each(&mut left_out);
        let mut findings = found.findings;
        if let Some(broken) = TARGETS.of(image.target).broken_rules(kernel) {
            if !broken.complete {
                left_out("rules of the target: a jump through a register, or too many states".into());
            }
            let level = |note: bool| if note { Level::Note } else { Level::Warning };
            findings.extend(broken.findings.into_iter().map(|finding| (level(finding.note), finding)));
        }
        findings.sort_by_key(|(_, finding)| finding.address);
        if !findings.is_empty() {
            let lines = TARGETS.lines(image, kernel);
            findings.iter_mut().for_each(|(_, finding)| finding.location = lines.find(finding.address.into()));
        }
        linted.findings.append(&mut findings);
    }
    Ok(linted)
}

/// The rules for all targets, each with what it says, what to do and where it is known from; those of a target alone are in its documents.
pub fn lint_rules() -> String {
    let mut out = String::new();
    for rule in RULES {
        let _ = writeln!(out, "{}[{}]\n  {}", level_name(rule.level), rule.name, rule.statement);
        let _ = writeln!(out, "  do: {}\n  source: {}", rule.remedy(), rule.source);
    }
    out
}

/// The word for a level, as SARIF has it.
fn level_name(level: Level) -> &'static str {
    match level {
        Level::Note => "note",
        Level::Warning => "warning",
        Level::Error => "error",
    }
}

/// What to do about a finding.
fn advice(rule: &str) -> Option<String> {
    RULES.iter().find(|known| known.name == rule).map(|known| known.remedy())
}

impl Linted {
    /// Whether nothing but notes was found.
    pub fn is_clean(&self) -> bool {
        self.findings.iter().all(|(level, _)| *level == Level::Note)
    }

    /// How many findings of a level.
    fn count(&self, of: Level) -> usize {
        self.findings.iter().filter(|(level, _)| *level == of).count()
    }

    /// For a terminal.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let mut kernel = None;
        for (level, finding) in &self.findings {
            if kernel.replace(&finding.kernel) != Some(&finding.kernel) {
                let _ = writeln!(out, "{}:", finding.kernel);
            }
            let Finding { rule, address, text, statement, detail, source, location, .. } = finding;
            let _ = writeln!(out, "  {}[{rule}] {address:#06x} `{text}`", level_name(*level));
            if let Some(location) = location {
                let _ = writeln!(out, "    at {location}");
            }
            let _ = writeln!(out, "    {statement}");
            for (name, what) in
                [("here", detail.as_str()), ("do", &advice(rule).unwrap_or_default()), ("source", source)]
            {
                if !what.is_empty() {
                    let _ = writeln!(out, "    {name}: {what}");
                }
            }
        }
        for (kernel, why) in &self.left_out {
            let _ = writeln!(out, "{kernel}: not looked at: {why}");
        }
        let counts = [Level::Error, Level::Warning, Level::Note]
            .map(|level| (self.count(level), level_name(level)))
            .map(|(count, name)| format!("{count} {name}{}", if count == 1 { "" } else { "s" }));
        let _ = writeln!(out, "{} kernels: {}", self.kernels, counts.join(", "));
        out
    }

    /// As JSON, for a file by its name.
    pub fn json(&self, file: &str) -> Value {
        let findings = self.findings.iter().map(|(level, finding)| LintFindingJson {
            finding: finding.into(),
            level: *level,
            advice: advice(finding.rule),
        });
        let not_looked_at = self.left_out.iter().map(|(kernel, why)| NotLookedAt { kernel, why });
        answer::json(&LintJson {
            file,
            kernels: self.kernels,
            findings: findings.collect(),
            not_looked_at: not_looked_at.collect(),
        })
    }

    /// As SARIF 2.1.0, for files by the names that the findings are to point to.
    pub fn sarif(files: &[(String, Linted)]) -> Value {
        let mut rules: BTreeMap<&str, Value> = BTreeMap::new();
        let mut results = Vec::new();
        for (name, linted) in files {
            for (level, finding) in &linted.findings {
                rules.entry(finding.rule).or_insert_with(|| {
                    let mut rule = json!({
                        "id": finding.rule,
                        "shortDescription": { "text": finding.statement },
                        "fullDescription": { "text": format!("{}. Source: {}", finding.statement, finding.source) },
                        "defaultConfiguration": { "level": level_name(*level) },
                    });
                    if let Some(advice) = advice(finding.rule) {
                        rule["help"] = json!({ "text": advice });
                    }
                    rule
                });
                let text = match finding.detail.as_str() {
                    "" => finding.statement.to_string(),
                    detail => format!("{}: {detail}", finding.statement),
                };
                let binary = json!({
                    "artifactLocation": { "uri": uri(name) },
                    "address": { "relativeAddress": finding.address, "kind": "instruction", "name": finding.text },
                });
                let place = match &finding.location {
                    None => binary.clone(),
                    Some(location) => {
                        let mut region = json!({ "startLine": location.at.line });
                        if location.at.column != 0 {
                            region["startColumn"] = location.at.column.into();
                        }
                        json!({ "artifactLocation": { "uri": uri(&location.at.file) }, "region": region })
                    }
                };
                let mut result = json!({
                    "ruleId": finding.rule,
                    "level": level_name(*level),
                    "message": { "text": text },
                    "locations": [{
                        "physicalLocation": place,
                        "logicalLocations": [{ "name": finding.kernel, "kind": "function" }],
                    }],
                });
                if finding.location.is_some() {
                    result["relatedLocations"] = json!([{ "physicalLocation": binary }]);
                }
                results.push(result);
            }
        }
        json!({
            "$schema": format!("{HELP}schemas/sarif-schema-2.1.0.json"),
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "isotope lint",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules.into_values().collect::<Vec<_>>(),
                } },
                "results": results,
            }],
        })
    }
}

/// A line of `isotope lint --json`: a file.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LintJson<'a> {
    file: &'a str,
    /// How many were looked at
    kernels: usize,
    findings: Vec<LintFindingJson<'a>>,
    not_looked_at: Vec<NotLookedAt<'a>>,
}

/// A rule that a kernel breaks.
#[derive(Serialize, JsonSchema)]
struct LintFindingJson<'a> {
    #[serde(flatten)]
    finding: FindingJson<'a>,
    level: Level,
    /// What to do; null for a rule of the target alone
    advice: Option<String>,
}

/// What was not looked at, and why.
#[derive(Serialize, JsonSchema)]
struct NotLookedAt<'a> {
    kernel: &'a str,
    why: &'a str,
}

/// A path as the reference of a URI: what may not stand there is written in hexadecimal.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(byte.into()),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

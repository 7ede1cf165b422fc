//! The result of a campaign as one self-contained page without scripts or fonts.

use std::fmt::Write as _;

use crate::merge::{JobTotals, Merged, failed};

const STYLE: &str = ":root { color-scheme: light dark; --fg: #1b1f24; --bg: #fff; --line: #d0d7de; --good: #d2f4d8; --bad: #fbd9d5; }
@media (prefers-color-scheme: dark) { :root { --fg: #e3e8ee; --bg: #12161b; --line: #3b434d; --good: #17472a; --bad: #5a2420; } }
body { margin: 0; background: var(--bg); color: var(--fg); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { border: 1px solid var(--line); padding: .2rem .5rem; text-align: left; vertical-align: top; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
.good, .bad { padding: .5rem 1rem; } .good { background: var(--good); } .bad { background: var(--bad); }
pre { border: 1px solid var(--line); padding: .5rem; overflow-x: auto; }
code { font-size: .9em; }
";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl Merged {
    /// One HTML page: every stored failure, how many were not stored, coverage, the text of the campaign.
    pub fn html(&self) -> String {
        let name = escape(&self.name);
        let mut out = format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, \
             initial-scale=1\"><title>{name}</title>\n<style>\n{STYLE}</style></head><body><main>\n<h1>{name}</h1>\n"
        );
        let (class, verdict) = match (self.failed(), self.missing.len()) {
            (0, 0) => ("good", "Nothing failed.".to_string()),
            (0, missing) => (
                "bad",
                format!("Nothing failed in what was done, but {missing} of {} chunks are missing.", self.chunks),
            ),
            (_, 0) => ("bad", format!("{}.", self.failed_text())),
            (_, missing) => {
                let failed = self.failed_text();
                ("bad", format!("{failed}, and {missing} of {} chunks are missing.", self.chunks))
            }
        };
        let _ = writeln!(
            out,
            "<p class=\"{class}\"><strong>{verdict}</strong> {} items in {} chunks.</p>",
            self.items(),
            self.chunks - self.missing.len()
        );
        if !self.missing.is_empty() {
            let _ = writeln!(out, "<p>Missing chunks: {}.</p>", self.missing_text());
        }
        let _ = writeln!(
            out,
            "<table>\n<tr><th>plan</th><td><code>{}</code></td></tr>\n<tr><th>digest</th><td><code>{}</code></td></tr>\n<tr><th>Isotope</th><td>{}</td></tr>\n</table>",
            self.plan,
            self.digest,
            env!("CARGO_PKG_VERSION")
        );
        out += "<h2>Jobs</h2>\n<div class=\"scroll\"><table>\n<tr><th>job</th><th>what</th><th>done</th><th>planned</th><th>results</th><th>failed</th></tr>\n";
        for (i, job) in self.jobs.iter().enumerate() {
            let counts: Vec<String> = job.counts.iter().map(|(what, many)| format!("{many} {what}")).collect();
            let _ = writeln!(
                out,
                "<tr><td><a href=\"#job{i}\">{}</a></td><td>{}</td><td class=\"n\">{} {}</td><td class=\"n\">{}</td><td>{}</td><td class=\"n\">{}</td></tr>",
                escape(&job.name),
                escape(&job.about),
                job.items,
                job.unit,
                job.planned,
                escape(&counts.join(", ")),
                job.failed + u64::from(job.job_failure.is_some())
            );
        }
        out += "</table></div>\n";
        self.jobs.iter().enumerate().for_each(|(i, job)| of_job(i, job, &mut out));
        let _ = write!(out, "<h2>The campaign</h2>\n<pre>{}</pre>\n</main></body></html>\n", escape(self.spec()));
        out
    }
}

fn of_job(number: usize, job: &JobTotals, out: &mut String) {
    let _ = writeln!(out, "<h2 id=\"job{number}\">{}</h2>", escape(&job.name));
    if let Some(failure) = &job.job_failure {
        let _ = writeln!(out, "<p class=\"bad\">{}</p>", escape(&failure.text));
    }
    if job.failed != 0 {
        let more = job.failed - job.failures.len() as u64;
        let kept = if more == 0 { "all of them".into() } else { format!("{more} more were counted and not kept") };
        let _ = writeln!(
            out,
            "<p class=\"bad\">Of {} {}, {}; {} are shown, {kept}.</p>",
            job.items,
            job.unit,
            failed(job.failed, job.undecided),
            job.failures.len()
        );
        *out += "<div class=\"scroll\"><table>\n<tr><th>item</th><th>what happened</th></tr>\n";
        for failure in &job.failures {
            let commands: String =
                failure.reproduce.iter().map(|line| format!("<br><code>{}</code>", escape(line))).collect();
            let _ = writeln!(
                out,
                "<tr><td class=\"n\">{}</td><td>{}{commands}</td></tr>",
                failure.item,
                escape(&failure.text)
            );
        }
        *out += "</table></div>\n";
    }
    if !job.coverage.is_empty() {
        let never = job.coverage.values().filter(|many| **many == 0).count();
        let _ = writeln!(
            out,
            "<details><summary>Coverage: {} of {} reached</summary>\n<div class=\"scroll\"><table>\n<tr><th>what</th><th>times</th></tr>",
            job.coverage.len() - never,
            job.coverage.len()
        );
        for (what, many) in &job.coverage {
            let class = if *many == 0 { " bad" } else { "" };
            let _ = writeln!(out, "<tr><td>{}</td><td class=\"n{class}\">{many}</td></tr>", escape(what));
        }
        *out += "</table></div></details>\n";
    }
}

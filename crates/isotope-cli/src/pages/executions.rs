//! Executions of a launch as a page that works from disk: a column for each wave, a row for each step, memory after it. Buttons and keys walk
//! through it, and arrows show whose value was read; without a script, links do.

use std::fmt::Write as _;

use isotope::explore::{Effect, View, ViewStep};

use super::html::{document, escape};

/// Executions on a page at most.
pub const MOST: usize = 50;

/// The page. `said` is the printed report; `left_out` executions are not shown.
pub fn page(title: &str, said: &str, views: &[(String, View)], left_out: usize) -> String {
    let mut body = format!("<h1>{}</h1>\n<pre>{}</pre>\n", escape(title), escape(said));
    if views.len() > 1 {
        body += "<nav aria-label=\"Executions\">";
        for (n, (name, _)) in views.iter().enumerate() {
            let _ = write!(body, "<a href=\"#run-{}\">{}. {}</a> ", n + 1, n + 1, escape(name));
        }
        body += "</nav>\n";
    }
    if left_out != 0 {
        let _ = writeln!(body, "<p>{left_out} more are not on this page.</p>");
    }
    body += "<p>Next step: <kbd>→</kbd> or <kbd>j</kbd>. Previous: <kbd>←</kbd> or <kbd>k</kbd>. First and last: <kbd>Home</kbd>, <kbd>End</kbd>. \
             The steps are those that other waves can see.</p>\n";
    views.iter().enumerate().for_each(|(n, (name, view))| run(&mut body, n + 1, name, view));
    let _ = writeln!(body, "<script>\n{}</script>", include_str!("executions.js"));
    document(title, include_str!("executions.css"), &escape(title), &body)
}

fn run(out: &mut String, number: usize, name: &str, view: &View) {
    let id = format!("run-{number}");
    let _ = writeln!(
        out,
        "<section class=\"run\" id=\"{id}\" tabindex=\"-1\" aria-labelledby=\"{id}-name\">\n<h2 id=\"{id}-name\">{number}. {}</h2>\n\
         <p>Schedule: <code>{}</code></p>",
        escape(name),
        escape(&view.schedule.to_string())
    );
    *out += "<div class=\"controls\" role=\"group\" aria-label=\"Steps\">";
    for (act, label, text) in [
        ("first", "First step", "|◀"),
        ("back", "Previous step", "◀"),
        ("next", "Next step", "▶"),
        ("last", "Last step", "▶|"),
    ] {
        let _ = write!(out, "<button type=\"button\" data-act=\"{act}\" aria-label=\"{label}\">{text}</button>");
    }
    *out += "<output aria-live=\"polite\"></output></div>\n<div class=\"scroll\"><div class=\"stage\"><svg aria-hidden=\"true\"></svg><table>\n<thead><tr><th scope=\"col\">step</th>";
    for (place, _) in &view.watched {
        let _ = write!(out, "<th scope=\"col\" class=\"memory\">{}</th>", escape(place));
    }
    for wave in 0..view.waves.len() {
        let _ = write!(out, "<th scope=\"col\">{}</th>", view.wave(wave));
    }
    *out += "</tr></thead>\n<tbody>\n";
    let start: Vec<&str> = view.watched.iter().map(|(_, value)| value.as_str()).collect();
    let blank = "<td></td>".repeat(view.waves.len());
    let _ = write!(out, "<tr id=\"{id}-step-0\" data-said=\"before the first step\"><th scope=\"row\">0</th>");
    memory(out, &start, &start);
    *out += &format!("{blank}</tr>\n");
    let mut before = start;
    for (n, step) in view.steps.iter().enumerate() {
        if view.round == Some(n) {
            round(out, view);
        }
        row(out, &id, n, step, view, &before);
        before = step.memory.iter().map(String::as_str).collect();
    }
    // Turns that come again without a step that others see: a wave that runs for ever by itself.
    if view.round == Some(view.steps.len()) {
        round(out, view);
    }
    *out += "</tbody></table></div></div>\n";
    if view.left_out != 0 {
        let _ = writeln!(out, "<p>{} more steps are not shown.</p>", view.left_out);
    }
    let _ = writeln!(out, "<p class=\"ended\">In the end: {}.</p>\n</section>", escape(&view.ended));
}

/// The line in front of what comes again.
fn round(out: &mut String, view: &View) {
    let columns = 1 + view.waves.len() + view.watched.len();
    let _ = writeln!(out, "<tr class=\"round\"><td colspan=\"{columns}\">↻ from here on again and again</td></tr>");
}

fn row(out: &mut String, id: &str, n: usize, step: &ViewStep, view: &View, before: &[&str]) {
    let class = if view.round.is_some_and(|round| n >= round) { " class=\"again\"" } else { "" };
    let said: Vec<&str> = step.effects.iter().map(|effect| &*effect.text).collect();
    let _ = write!(
        out,
        "<tr id=\"{id}-step-{}\"{class} data-said=\"{}\"><th scope=\"row\">{}</th>",
        n + 1,
        escape(&format!("{}: {}; {}", view.wave(step.wave), step.text.trim_end_matches(';'), said.join("; "))),
        n + 1
    );
    let now: Vec<&str> = step.memory.iter().map(String::as_str).collect();
    memory(out, before, &now);
    for wave in 0..view.waves.len() {
        if wave != step.wave {
            *out += "<td></td>";
            continue;
        }
        let source = step.source.as_ref().map_or(String::new(), |source| format!(", {}", escape(source)));
        let _ = write!(
            out,
            "<td class=\"act\"><code>{}</code><small>{:#x}{source}; turn {}, step {}</small>",
            escape(&step.text),
            step.address,
            step.at.0,
            step.at.1
        );
        if !step.effects.is_empty() || !step.releases.is_empty() {
            *out += "<ul>";
            step.effects.iter().for_each(|it| effect(out, id, it));
            for released in &step.releases {
                let next = (n + 1..view.steps.len()).find(|later| view.steps[*later].wave == *released);
                let to = next.map_or(String::new(), |next| format!(" data-to=\"{id}-step-{}\"", next + 1));
                let _ = write!(out, "<li class=\"lets\"{to}>lets {} go on</li>", view.wave(*released));
            }
            *out += "</ul>";
        }
        *out += "</td>";
    }
    *out += "</tr>\n";
}

fn effect(out: &mut String, id: &str, effect: &Effect) {
    let class = if effect.writes { " class=\"writes\"" } else { "" };
    let _ = write!(out, "<li{class}>{}", escape(&effect.text));
    for from in &effect.from {
        let from = from + 1;
        let _ = write!(out, " <a class=\"from\" href=\"#{id}-step-{from}\">from step {from}</a>");
    }
    *out += "</li>";
}

/// What is in the watched places, what changed marked.
fn memory(out: &mut String, before: &[&str], now: &[&str]) {
    for (before, now) in before.iter().zip(now) {
        let (open, close) = if before == now { ("", "") } else { ("<mark>", "</mark>") };
        let _ = write!(out, "<td class=\"memory\">{open}{}{close}</td>", escape(now));
    }
}

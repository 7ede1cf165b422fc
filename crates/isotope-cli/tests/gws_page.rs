//! docs/gws.md: every command prints what the page shows, and every row of a table has one.

use crate::common::{is_current, isotope_at, repository, words};

/// Rows that no command can show, by section and first cell, with why.
const WITHOUT: &[(&str, &str, &str)] = &[(
    "What the command processor sets",
    "GDS_GWS_RESOURCE_RESET",
    "a resource that was not set up is as after a reset; `Unit::reset_resource` has a unit test",
)];

/// What a command prints, as a terminal shows it.
fn printed(line: &str) -> String {
    let done = isotope_at(&repository(""), &words(line), b"");
    assert!(done.code != 2, "{line}: {}", done.err);
    // What explore says of its progress is no part of the answer.
    if line.starts_with("explore") { done.out } else { done.out + &done.err }
}

/// The page with what its commands print now.
fn written(page: &str) -> (String, usize) {
    let (mut out, mut commands, mut fenced, mut shows) = (String::new(), 0, None, false);
    for line in page.split_inclusive('\n') {
        if line.starts_with("```") {
            // Blocks with a language are drawings.
            fenced = if fenced.is_some() { None } else { Some(line == "```\n") };
            shows = false;
        } else if fenced == Some(true)
            && let Some(command) = line.strip_prefix("$ isotope ")
        {
            (shows, commands) = (true, commands + 1);
            out += line;
            out += &printed(command.trim_end());
            continue;
        } else if shows && !line.starts_with("# ") {
            continue;
        }
        out += line;
    }
    (out, commands)
}

#[test]
fn the_page_of_global_wave_sync() {
    let (now, commands) = written(&std::fs::read_to_string(repository("docs/gws.md")).unwrap());
    is_current("docs/gws.md", &now);
    assert!(commands > 90, "{commands}");
}

#[test]
fn every_row_has_a_command() {
    let page = std::fs::read_to_string(repository("docs/gws.md")).unwrap();
    let (mut section, mut rows, mut shown) = (String::new(), Vec::new(), Vec::new());
    let mut header = false;
    for line in page.lines() {
        if let Some(title) = line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with("##")) {
            section = title.to_owned();
        } else if let Some(row) = line.strip_prefix("# ") {
            shown.push((section.clone(), row.to_owned()));
        } else if let Some(cells) = line.strip_prefix("| ") {
            // A table begins with its header and a line of dashes.
            let first = cells.split(" | ").next().unwrap_or_default().trim_end_matches(" |").to_owned();
            if first == "---" {
                header = false;
            } else if !header {
                rows.push((section.clone(), first));
            }
            continue;
        }
        header = true;
    }
    // The header of each table was taken for a row where no blank line tells; there is always one.
    assert!(rows.len() > 55, "{}", rows.len());
    let without =
        |row: &(String, String)| WITHOUT.iter().any(|(section, first, _)| *section == row.0 && *first == row.1);
    let missing: Vec<_> = rows.iter().filter(|row| !shown.contains(row) && !without(row)).collect();
    assert!(missing.is_empty(), "rows without a command: {missing:#?}");
    let stray: Vec<_> = shown
        .iter()
        .filter(|row| row.1 != "Global wave sync, ordered count, global data share" && !rows.contains(row))
        .collect();
    assert!(stray.is_empty(), "commands of no row: {stray:#?}");
    for (section, first, _) in WITHOUT {
        assert!(rows.iter().any(|row| row.0 == *section && row.1 == *first), "{section}: no row {first}");
    }
}

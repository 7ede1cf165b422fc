//! Whether messages have colours: decided here once, for help, errors, warnings and prompts alike.
//!
//! `--color` decides; without it `NO_COLOR`, `CLICOLOR_FORCE` and `TERM=dumb`, in this order; without them, whether a terminal reads. Results
//! on stdout have no colours in any case.

use std::ffi::{OsStr, OsString};
use std::io::Write;

use anstream::ColorChoice;
use clap::ValueEnum;
use clap::builder::styling::{AnsiColor, Style};

use crate::screen::plain;

/// Decide, from the arguments as they were typed: what is wrong with them is a message, too.
pub fn decide(arguments: impl IntoIterator<Item = OsString>) {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let choice = match asked(arguments) {
        Some(clap::ColorChoice::Always) => ColorChoice::AlwaysAnsi,
        Some(clap::ColorChoice::Never) => ColorChoice::Never,
        _ if is_set("NO_COLOR") => ColorChoice::Never,
        _ if is_set("CLICOLOR_FORCE") => ColorChoice::AlwaysAnsi,
        _ if is_dumb() => ColorChoice::Never,
        _ => ColorChoice::Auto,
    };
    choice.write_global();
}

/// Whether the terminal shows bytes and nothing else.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// The value of `--color`, if it has one that there is; the reader of the command line refuses others.
fn asked(arguments: impl IntoIterator<Item = OsString>) -> Option<clap::ColorChoice> {
    let mut asked = None;
    let mut arguments = arguments.into_iter().skip(1);
    while let Some(argument) = arguments.next() {
        let Some(text) = argument.to_str() else { continue };
        let value = match text.strip_prefix("--color") {
            _ if text == "--" => break,
            Some("") => arguments.next(),
            Some(rest) => rest.strip_prefix('=').map(|value| OsStr::new(value).into()),
            None => None,
        };
        let value = value.as_deref().and_then(OsStr::to_str).map(|value| clap::ColorChoice::from_str(value, false));
        asked = value.and_then(Result::ok).or(asked);
    }
    asked
}

/// What has its colours already, on stderr.
pub fn draw(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// A line on stderr; the word that it begins with has its colour.
pub fn say(text: &str) {
    let text = &*plain(text);
    let words = [("error", AnsiColor::Red), ("warning", AnsiColor::Yellow), ("note", AnsiColor::Cyan)];
    let found = words.into_iter().find_map(|(word, color)| Some((word, color, text.strip_prefix(word)?)));
    let mut err = anstream::stderr().lock();
    let _ = match found.filter(|(.., rest)| rest.starts_with(": ")) {
        Some((word, color, rest)) => {
            let style = Style::new().bold().fg_color(Some(color.into()));
            writeln!(err, "{style}{word}{style:#}{rest}")
        }
        None => writeln!(err, "{text}"),
    };
}

/// A bar on stderr that follows something; none where no terminal reads, or one that cannot move its cursor.
pub fn bar(length: u64, template: &str) -> indicatif::ProgressBar {
    let target =
        if is_dumb() { indicatif::ProgressDrawTarget::hidden() } else { indicatif::ProgressDrawTarget::stderr() };
    let bar = indicatif::ProgressBar::with_draw_target(Some(length), target);
    if let Ok(style) = indicatif::ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

//! `isotope man`: a page of the manual for the command and for each verb, from what their help says.

use anyhow::Context;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::args::{Cli, ManArgs};
use crate::exit::{Exit, Result};
use crate::{files, schema};

pub fn main(args: &ManArgs) -> Result {
    let mut cli = Cli::command().disable_help_subcommand(true);
    cli.build();
    if let Some(folder) = &args.dir {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
        let mut written = files::write(&folder.join("isotope.1"), &page("", &cli)?);
        every(&cli, "", &mut |verb, command| {
            let name = format!("isotope-{}.1", verb.replace(' ', "-"));
            if written.is_ok() {
                written = page(verb, command).and_then(|page| files::write(&folder.join(name), &page));
            }
        });
        written?;
        return Ok(Exit::Yes);
    }
    let mut of = &cli;
    for word in &args.verb {
        let next = of.find_subcommand(word);
        of =
            next.with_context(|| format!("no verb is called `{}`; `isotope --help` lists them", args.verb.join(" ")))?;
    }
    files::answer(&String::from_utf8_lossy(&page(&args.verb.join(" "), of)?))
}

/// Every verb, and every verb that others stand behind.
fn every(command: &Command, of: &str, each: &mut dyn FnMut(&str, &Command)) {
    for sub in command.get_subcommands() {
        let name = format!("{of} {}", sub.get_name()).trim().to_string();
        each(&name, sub);
        every(sub, &name, each);
    }
}

/// The page of a verb; of the command where it has no name.
fn page(verb: &str, command: &Command) -> Result<Vec<u8>> {
    let title = format!("isotope {verb}").trim().replace(' ', "-");
    // What stands behind the options has sections of its own here.
    let man = Man::new(command.clone().display_name(&title).after_help(""));
    let version = env!("CARGO_PKG_VERSION");
    let mut out = format!(".TH \"{}\" 1 \"\" \"isotope {version}\" \"Isotope\"\n", title.to_uppercase()).into_bytes();
    man.render_name_section(&mut out)?;
    man.render_synopsis_section(&mut out)?;
    man.render_description_section(&mut out)?;
    man.render_options_section(&mut out)?;
    let mut roff = Roff::default();
    let mut subs = command.get_subcommands().peekable();
    if subs.peek().is_some() {
        roff.control("SH", ["VERBS"]);
        for sub in subs {
            let name = format!("{title}-{}(1)", sub.get_name());
            roff.control("TP", []).text([bold(name)]);
            roff.text([roman(sub.get_about().map(ToString::to_string).unwrap_or_default())]);
        }
    }
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut heading = "";
    for paragraph in after.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
        let (head, text) = match paragraph.split_once(':') {
            Some(("Example" | "Examples", text)) => ("EXAMPLES", text),
            Some((word, text)) if word.starts_with("Exit status") => ("EXIT STATUS", text),
            _ => ("NOTES", paragraph),
        };
        roff.control(if head == heading { "PP" } else { "SH" }, (head != heading).then_some(head));
        heading = head;
        // Lines that are indented are commands.
        if text.contains("\n  ") || head == "EXAMPLES" {
            roff.control("nf", []);
            for line in text.lines().filter(|line| !line.trim().is_empty()) {
                roff.text([roman(line.trim_end())]);
            }
            roff.control("fi", []);
        } else {
            let text = text.trim();
            roff.text([roman(text.strip_prefix(": ").unwrap_or(text))]);
        }
    }
    if let [first, rest @ ..] = schema::names_of(verb).as_slice() {
        let names: Vec<&str> = std::iter::once(first).chain(rest).map(String::as_str).collect();
        let said = format!(
            "What is printed as JSON has the schema {}, which `isotope schema {verb}` prints.",
            names.join(" or ")
        );
        roff.control("SH", ["JSON"]).text([roman(said)]);
    }
    if !verb.is_empty() {
        roff.control("SH", ["SEE ALSO"]).text([bold("isotope"), roman("(1)")]);
    }
    roff.to_writer(&mut out)?;
    // Two breaks around an empty line are one space, and say so without a warning of mandoc.
    Ok(String::from_utf8_lossy(&out).replace("\n.br\n\n.br\n", "\n.sp\n").into_bytes())
}

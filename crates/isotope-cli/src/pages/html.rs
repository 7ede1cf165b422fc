//! Markdown as a page that works from disk: no script, no font, nothing from outside.

use std::fmt::Write as _;

use isotope::source;
use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, TextMergeStream, html,
};

/// Where a page has links to its sections.
pub const CONTENTS: &str = "<!-- contents -->";

/// The column of tables of sentences.
const SENTENCES: &str = "<th>grade and source</th>";

/// Bits in a line of a diagram.
const LINE: u32 = 32;

/// What the explorer shows for a heading.
type Live<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// Where a page finds the others.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The way to the folder of the index.
    pub root: &'a str,
    /// What behind the explorer's address shows what a heading speaks of; nothing where there is no explorer.
    pub live: Option<&'a Live<'a>>,
}

/// A page.
pub fn page(title: &str, markdown: &str, place: Place<'_>) -> String {
    let root = place.root;
    let (events, sections) = rewritten(markdown, place);
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    // Wide tables scroll by themselves, so that the page does not; those of sentences can be stacked.
    let body = body.replace("<table>", "<div class=\"scroll\"><table>").replace("</table>", "</table></div>");
    let body: String =
        body.split_inclusive("</table>")
            .map(|part| {
                if part.contains(SENTENCES) { part.replace("<table>", "<table class=\"stack\">") } else { part.into() }
            })
            .collect();
    let body = body.replacen(CONTENTS, &contents(title, &sections), 1);
    let explorer = match place.live {
        Some(live) => {
            let state = live("").unwrap_or_default();
            format!("<a href=\"{root}{}{}\">Explorer</a> ", isotope_web::site::PAGE, escape(&state))
        }
        None => String::new(),
    };
    let header = format!(
        "{explorer}<a href=\"{root}index.html\">All instructions</a> <a href=\"{root}assumptions.html\">Assumptions</a> \
         <a href=\"{root}contradictions.html\">Contradictions</a> <a href=\"{root}sources.html\">Sources</a>"
    );
    document(title, "", &header, &body)
}

/// A page of this body; `style` is added to the one that all pages have, `header` is HTML.
pub fn document(title: &str, style: &str, header: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{}</title>\
         <style>\n{}{style}</style></head>\n<body><header>{header}</header>\
         <main>\n{body}</main></body></html>\n",
        escape(title),
        include_str!("style.css")
    )
}

/// Text as it stands in a page.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A section: anchor and heading.
type Section = (String, String);

/// Links to the sections of a page that has many. Sections that are called as the page are its forms.
fn contents(title: &str, sections: &[Section]) -> String {
    if sections.len() < 3 {
        return String::new();
    }
    let mut forms = 0;
    let links = sections.iter().map(|(id, text)| {
        let short = text.strip_prefix("What ").and_then(|t| t.strip_suffix(" computes"));
        let shown = if title.strip_prefix(text.as_str()).is_some_and(|rest| rest.starts_with(' ')) {
            forms += 1;
            format!("form {forms}")
        } else {
            escape(short.unwrap_or(text))
        };
        format!("<a href=\"#{id}\">{shown}</a> ")
    });
    format!("<nav>{}</nav>\n", links.collect::<String>())
}

/// Diagrams drawn, second-level headings with anchors, and sources with links to their page.
fn rewritten<'a>(markdown: &'a str, place: Place<'_>) -> (Vec<Event<'a>>, Vec<Section>) {
    let sources = format!("{}sources.html", place.root);
    let (mut out, mut sections) = (Vec::<Event<'a>>::new(), Vec::<Section>::new());
    let (mut diagram, mut heading) = (None::<String>, None::<usize>);
    // A name in a heading, in a link or in code stays as it is.
    let (mut bare, mut away, mut anchored) = (0, false, false);
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    for event in TextMergeStream::new(Parser::new_ext(markdown, options)) {
        // Only pages of the export are there.
        if let Event::Start(Tag::Link { dest_url, .. }) = &event {
            away = dest_url.contains(".md");
        }
        if away && matches!(event, Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link)) {
            away &= !matches!(event, Event::End(TagEnd::Link));
            continue;
        }
        // The name behind an anchor in a line is one of an operation.
        if let Event::InlineHtml(tag) = &event {
            anchored |= tag.starts_with("<span id=");
        }
        match &event {
            Event::Start(Tag::Heading { .. } | Tag::Link { .. } | Tag::CodeBlock(_)) => bare += 1,
            Event::End(TagEnd::Heading(_) | TagEnd::Link | TagEnd::CodeBlock) => bare -= 1,
            _ => {}
        }
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) if &*info == "bits" => {
                diagram = Some(String::new());
            }
            Event::Text(text) if diagram.is_some() => diagram.as_mut().into_iter().for_each(|d| d.push_str(&text)),
            Event::End(TagEnd::CodeBlock) if diagram.is_some() => {
                out.push(Event::Html(CowStr::from(bits(&diagram.take().unwrap_or_default()))));
            }
            Event::Start(Tag::Heading { level: HeadingLevel::H2, id, classes, attrs }) => {
                let id = id.unwrap_or_else(|| CowStr::from(format!("section-{}", sections.len() + 1)));
                sections.push((id.to_string(), String::new()));
                heading = Some(out.len());
                out.push(Event::Start(Tag::Heading { level: HeadingLevel::H2, id: Some(id), classes, attrs }));
            }
            Event::End(TagEnd::Heading(_)) => {
                out.push(event);
                let title = sections.last().filter(|_| heading.is_some()).map(|(_, title)| title.as_str());
                if let Some(state) = title.and_then(|title| place.live.and_then(|live| live(title))) {
                    let to = format!("{}{}{}", place.root, isotope_web::site::PAGE, escape(&state));
                    out.push(Event::Html(
                        format!("<p class=\"live\"><a href=\"{to}\">Try it with other bits</a></p>\n").into(),
                    ));
                }
                heading = None;
            }
            Event::Code(name) if anchored => {
                anchored = false;
                let state = place.live.and_then(|live| live(&format!("What {name} computes")));
                out.push(Event::Code(name));
                if let Some(state) = state {
                    let to = format!("{}{}{}", place.root, isotope_web::site::PAGE, escape(&state));
                    out.push(Event::InlineHtml(format!(" <a class=\"live\" href=\"{to}\">bits</a>").into()));
                }
            }
            Event::Text(text) if bare == 0 => link_sources(&text, &sources, &mut out),
            event => {
                if let (Some(_), Some((_, title)), Event::Text(text) | Event::Code(text)) =
                    (heading, sections.last_mut(), &event)
                {
                    title.push_str(text);
                }
                out.push(event);
            }
        }
    }
    (out, sections)
}

/// A text, in which every name of a source links to its entry.
fn link_sources(text: &str, page: &str, out: &mut Vec<Event<'_>>) {
    let mut from = 0;
    for name in source::named(text) {
        out.push(Event::Text(CowStr::from(text[from..name.start].to_string())));
        let link = Tag::Link {
            link_type: LinkType::Inline,
            dest_url: CowStr::from(format!("{page}#{}", name.source.key)),
            title: CowStr::from(name.source.title),
            id: CowStr::from(""),
        };
        out.extend([
            Event::Start(link),
            Event::Text(CowStr::from(text[name.start..name.end].to_string())),
            Event::End(TagEnd::Link),
        ]);
        from = name.end;
    }
    out.push(Event::Text(CowStr::from(text[from..].to_string())));
}

/// The lines `63:56  name` of a diagram as boxes, 32 bits in a row.
fn bits(text: &str) -> String {
    let mut rows: Vec<(u32, String)> = Vec::new();
    for (range, name) in text.lines().filter_map(|l| l.trim_start().split_once("  ")) {
        let (hi, lo) = range.split_once(':').unwrap_or((range, range));
        let (Ok(mut hi), Ok(lo)) = (hi.parse::<u32>(), lo.parse::<u32>()) else { continue };
        let fixed = name.bytes().all(|b| matches!(b, b'0' | b'1')) && name.len() as u32 == hi - lo + 1;
        loop {
            let from = lo.max(hi / LINE * LINE);
            let place = if hi == from { hi.to_string() } else { format!("{hi}:{from}") };
            let shown = if fixed {
                &name[name.len() - (hi + 1 - lo) as usize..name.len() - (from - lo) as usize]
            } else {
                name
            };
            // The word needs room.
            let shown = if name == "ignored" && hi - from < 3 { "–" } else { shown };
            let class = match (fixed, name) {
                (true, _) => " class=\"fixed\"",
                (_, "ignored") => " class=\"ignored\"",
                _ => "",
            };
            if rows.last().is_none_or(|(row, _)| *row != hi / LINE) {
                rows.push((hi / LINE, String::new()));
            }
            let Some((_, row)) = rows.last_mut() else { break };
            let start = LINE - hi % LINE;
            let _ = write!(
                row,
                "<span{class} style=\"grid-column:{start}/span {}\"><small>{place}</small>{}</span>",
                hi - from + 1,
                escape(shown)
            );
            if from == lo {
                break;
            }
            hi = from - 1;
        }
    }
    let rows: String = rows.iter().map(|(_, row)| format!("<div class=\"word\">{row}</div>")).collect();
    format!("<div class=\"scroll bits\">{rows}</div>\n")
}

#[cfg(test)]
mod tests {
    use super::bits;

    #[test]
    fn a_field_across_words_is_drawn_twice() {
        let html = bits("   63:40  11101101\n   39:20  a<b\n    19:0  ignored\n");
        assert_eq!(html.matches("class=\"word\"").count(), 2);
        assert!(html.contains("grid-column:25/span 8\"><small>39:32</small>a&lt;b"), "{html}");
        assert!(html.contains("grid-column:1/span 12\"><small>31:20</small>a&lt;b"), "{html}");
        assert!(html.contains("class=\"ignored\" style=\"grid-column:13/span 20\"><small>19:0</small>"), "{html}");
        assert!(bits("    7:0  00001111").contains("class=\"fixed\""));
    }
}

//! A page for a terminal: 80 columns, no Markdown.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

const WIDTH: usize = 80;

/// The page as text.
pub fn page(title: &str, markdown: &str) -> String {
    let mut writer = Writer::default();
    writer.out += &format!("{title}\n{}\n\n", "=".repeat(title.chars().count()));
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    for event in Parser::new_ext(markdown, options) {
        writer.event(event);
    }
    writer.out.trim_end().to_string() + "\n"
}

#[derive(Default)]
struct Writer {
    out: String,
    text: String,
    code: bool,
    /// Titles of a table's columns, and the row in the making.
    titles: Vec<String>,
    row: Vec<String>,
    rows: Vec<Vec<String>>,
    head: bool,
    item: bool,
}

impl Writer {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => {
                self.code = true;
                self.text.clear();
            }
            Event::End(TagEnd::CodeBlock) => {
                // Code is not wrapped, so that it can be copied.
                for line in self.text.lines() {
                    self.out += &format!("    {line}\n");
                }
                self.out.push('\n');
                self.text.clear();
                self.code = false;
            }
            Event::Text(text) | Event::Code(text) => self.text += &text,
            Event::SoftBreak => self.text.push(' '),
            Event::HardBreak => self.text.push('\n'),
            Event::InlineHtml(html) | Event::Html(html) if html.starts_with("<br") => self.text += "; ",
            // What folds in a browser has its title in front.
            Event::Html(html) if html.contains("<summary>") => {
                self.out += &wrapped(&without_tags(&html), "", "");
                self.out.push('\n');
            }
            Event::Start(Tag::Heading { .. } | Tag::Paragraph) => self.text.clear(),
            Event::End(TagEnd::Heading(level)) => {
                let text = std::mem::take(&mut self.text);
                let line = if level == HeadingLevel::H2 { "-" } else { "=" };
                self.out += &format!("{text}\n{}\n\n", line.repeat(text.chars().count()));
            }
            Event::End(TagEnd::Paragraph) if !self.item => {
                let text = std::mem::take(&mut self.text);
                self.out += &wrapped(&text, "", "");
                self.out.push('\n');
            }
            Event::Start(Tag::Item) => {
                self.text.clear();
                self.item = true;
            }
            Event::End(TagEnd::Item) => {
                let text = std::mem::take(&mut self.text);
                self.out += &wrapped(&text, "* ", "  ");
                self.item = false;
            }
            Event::End(TagEnd::List(_)) => self.out.push('\n'),
            Event::Start(Tag::TableHead) => {
                self.titles.clear();
                self.head = true;
            }
            Event::End(TagEnd::TableHead) => {
                self.titles = std::mem::take(&mut self.row);
                self.head = false;
            }
            Event::Start(Tag::TableCell) => self.text.clear(),
            Event::End(TagEnd::TableCell) => self.row.push(std::mem::take(&mut self.text)),
            Event::End(TagEnd::TableRow) => self.rows.push(std::mem::take(&mut self.row)),
            Event::End(TagEnd::Table) => {
                let rows = std::mem::take(&mut self.rows);
                if !self.grid(&rows) {
                    rows.iter().for_each(|row| self.row(row));
                }
                self.out.push('\n');
            }
            _ => {}
        }
    }

    /// A table of short cells as columns, if it has four or more and fits.
    fn grid(&mut self, rows: &[Vec<String>]) -> bool {
        let all: Vec<&Vec<String>> = std::iter::once(&self.titles).chain(rows).collect();
        let columns = self.titles.len();
        let width =
            |n: usize| all.iter().filter_map(|row| row.get(n)).map(|cell| cell.chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let total = widths.iter().sum::<usize>() + 2;
        let Some(gap) = ["  ", " "].into_iter().find(|gap| columns >= 4 && total + gap.len() * (columns - 1) <= WIDTH)
        else {
            return false;
        };
        for row in all {
            let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
            self.out += &format!("  {}\n", cells.join(gap).trim_end());
        }
        true
    }

    /// A row of a table as an entry: what it is about, then its other cells with their titles.
    fn row(&mut self, row: &[String]) {
        let Some((first, rest)) = row.split_first() else { return };
        let cells: Vec<String> = rest
            .iter()
            .zip(self.titles.iter().skip(1))
            .filter(|(cell, _)| !cell.is_empty())
            .map(|(cell, title)| if rest.len() == 1 { cell.clone() } else { format!("{title}: {cell}") })
            .collect();
        let one = format!("  {first}  {}", cells.join("   "));
        if one.chars().count() <= WIDTH {
            self.out += &format!("{}\n", one.trim_end());
            return;
        }
        self.out += &wrapped(first, "  ", "  ");
        for cell in cells {
            self.out += &wrapped(&cell, "      ", "        ");
        }
    }
}

/// A line of HTML as text.
fn without_tags(html: &str) -> String {
    html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect::<String>().trim().into()
}

/// A text in lines of at most 80 columns.
fn wrapped(text: &str, first: &str, other: &str) -> String {
    let mut out = String::new();
    for part in text.split('\n') {
        let mut line = first.to_string();
        let mut empty = true;
        for word in part.split(' ').filter(|word| !word.is_empty()) {
            if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
                out += line.trim_end();
                out.push('\n');
                line = other.to_string();
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line += word;
            empty = false;
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn eighty_columns() {
        let long = "word ".repeat(40);
        let page = super::page(
            "T",
            &format!("{long}\n\n## H {{#h}}\n\n| a | b | c |\n| - | - | - |\n| `x` | {long} | 1 |\n\n* {long}\n"),
        );
        assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
        assert!(
            page.contains("H\n-\n") && page.contains("b: word") && !page.contains('|') && !page.contains('#'),
            "{page}"
        );
    }
}

//! Markdown as a page that works from disk: no script, no font, nothing from outside.

use pulldown_cmark::{Options, Parser, html};

/// A page. `root` is the way to the folder of the index.
pub fn page(title: &str, markdown: &str, root: &str) -> String {
    let mut body = String::new();
    html::push_html(&mut body, Parser::new_ext(markdown, Options::ENABLE_TABLES));
    // Wide tables scroll by themselves, so that the page does not.
    let body = body.replace("<table>", "<div class=\"scroll\"><table>").replace("</table>", "</table></div>");
    let escaped = title.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{escaped}</title>\
         <style>\n{}</style></head>\n<body><header><a href=\"{root}index.html\">All instructions</a></header>\
         <main>\n{body}</main></body></html>\n",
        include_str!("style.css")
    )
}

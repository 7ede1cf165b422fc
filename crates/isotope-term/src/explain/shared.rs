//! Prints several values as text. A long subexpression that is used more than once gets a name.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::{Printer, Tight};
use crate::{Arena, Node, Value};

/// A line of text with values in it.
pub type Line = Vec<Piece>;

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Literal text.
    Text(String),
    /// A value.
    Value(Value),
}

/// From this number of characters on, a subexpression that is used twice gets a name.
const SHORT: usize = 20;
/// From this number of characters on, every subexpression gets a name.
const LONG: usize = 110;

pub(super) const PLAIN: char = '-';
pub(super) const PARENTHESES: char = '(';
pub(super) const ELSE: char = 'e';

/// Marks around the number of a node in a template.
const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

#[derive(Default)]
struct Entry {
    template: String,
    tight: Option<Tight>,
    uses: u32,
}

/// The recorded nodes, each as a template that refers to its operands.
#[derive(Default)]
pub(super) struct Noted(RefCell<BTreeMap<Value, Entry>>);

impl Noted {
    /// A reference to a node. The node is recorded once, for any number of references.
    pub fn reference(&self, printer: &Printer<'_>, v: Value, how: impl Fn(Tight) -> char) -> String {
        if let Node::Lit(_) | Node::Var(_) = printer.node(v)
            && printer.arena.remark(v).is_none()
        {
            let (text, tight) = printer.print(v);
            return match how(tight) {
                PARENTHESES => format!("({text})"),
                ELSE => super::otherwise(text),
                _ => text,
            };
        }
        if !self.0.borrow().contains_key(&v) {
            self.0.borrow_mut().insert(v, Entry::default());
            let (template, tight) = printer.print(v);
            let mut all = self.0.borrow_mut();
            let entry = all.entry(v).or_default();
            (entry.template, entry.tight) = (template, Some(tight));
        }
        let mut all = self.0.borrow_mut();
        let entry = all.entry(v).or_default();
        entry.uses += 1;
        format!("{OPEN}{}{}{CLOSE}", how(entry.tight.unwrap_or(Tight::Atom)), v.index())
    }
}

/// Nodes with their text, and their names where they have some.
#[derive(Default)]
struct Written(BTreeMap<usize, (String, Option<String>)>);

impl Written {
    fn text(&self, template: &str) -> String {
        let mut out = String::new();
        let mut rest = template;
        while let Some((before, how, id, behind)) = reference(rest) {
            out += before;
            match (self.0.get(&id), how) {
                (Some((_, Some(name))), ELSE) => out += &format!("{{ {name} }}"),
                (Some((_, Some(name))), _) => out += name,
                (Some((text, None)), PARENTHESES) => out += &format!("({text})"),
                (Some((text, None)), ELSE) => out += &super::otherwise(text.clone()),
                (Some((text, None)), _) => out += text,
                (None, _) => {}
            }
            rest = behind;
        }
        out + rest
    }
}

/// The first reference of a template: the text before it, its kind, the number of its node, the text after it.
fn reference(template: &str) -> Option<(&str, char, usize, &str)> {
    let (before, after) = template.split_once(OPEN)?;
    let (inside, behind) = after.split_once(CLOSE)?;
    let how = inside.chars().next()?;
    Some((before, how, inside[how.len_utf8()..].parse().ok()?, behind))
}

/// The nodes that a template refers to.
fn referred(mut template: &str) -> Vec<usize> {
    let mut all = Vec::new();
    while let Some((_, _, id, behind)) = reference(template) {
        all.push(id);
        template = behind;
    }
    all
}

/// Lines as text. Lines that define the short names (`t1`) come before the line that uses them.
///
/// ```
/// use isotope_term::explain::{Piece, lines};
/// use isotope_term::{Arena, Node};
/// let arena = Arena::new();
/// let sum = arena.make(Node::Add(arena.input("v1", 32), arena.input("v2", 32)), 32);
/// let square = arena.make(Node::Mul(sum, sum), 32);
/// assert_eq!(lines(&arena, &[vec![Piece::Text("v0 = ".into()), Piece::Value(square)]]), ["v0 = (v1 + v2) * (v1 + v2)"]);
/// ```
pub fn lines(arena: &Arena, lines: &[Line]) -> Vec<String> {
    let noted = Noted::default();
    let printer = Printer { arena, shared: Some(&noted) };
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Value(v) => printer.text(*v, Tight::Or),
    };
    let templates: Vec<String> = lines.iter().map(|line| line.iter().map(piece).collect()).collect();
    let (mut written, mut below, mut names) = (Written::default(), BTreeMap::new(), 0);
    // Operands come before the nodes that use them.
    for (v, entry) in noted.0.take() {
        let text = written.text(&entry.template);
        let long = text.chars().count();
        let name = (long >= SHORT && entry.uses > 1 || long >= LONG).then(|| {
            names += 1;
            format!("t{names}")
        });
        below.insert(v.index(), referred(&entry.template));
        written.0.insert(v.index(), (text, name));
    }
    let (mut out, mut said) = (Vec::new(), BTreeSet::new());
    for template in &templates {
        let text = written.text(template);
        let (mut wanted, mut open) = (BTreeSet::new(), referred(template));
        while let Some(id) = open.pop() {
            if wanted.insert(id) {
                open.extend(below.get(&id).into_iter().flatten());
            }
        }
        let indent: String = text.chars().take_while(|c| *c == ' ').collect();
        for id in wanted {
            if let Some((text, Some(name))) = written.0.get(&id)
                && said.insert(id)
            {
                out.push(format!("{indent}{name} = {text}"));
            }
        }
        out.push(text);
    }
    out
}

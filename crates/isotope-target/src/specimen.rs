//! Example instructions for the page of a form, and the names of their operands on the page.

use super::single::{Single, Surroundings};
use super::target::Target;
use isotope_ir::effect::Control;
use isotope_ir::program::Program;
use isotope_machine::mem::Memory;
use isotope_table::{Context, FieldKind, Form, Inst};

/// An example instruction.
#[derive(Clone, Debug)]
pub struct Specimen {
    /// Its text, as the target prints it.
    pub text: String,
    /// Lines that declare the names in it.
    pub declarations: Vec<String>,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Fields and their registers.
    pub operands: Vec<(String, String)>,
    /// Its program with the label that it names, if it needs one.
    pub program: Option<Box<Program>>,
}

/// The examples of a form: the plainest instruction, and one for each value of a field that is a name or a flag.
#[derive(Clone, Debug, Default)]
pub struct Specimens {
    /// The plainest instruction; `None` if no instruction of the form is allowed.
    pub plain: Option<Specimen>,
    /// Field, its bits, and the plainest instruction with them.
    pub varied: Vec<(String, u64, Specimen)>,
}

impl Specimen {
    /// The instruction, ready to be run.
    pub fn single(&self, target: &dyn Target) -> Option<Single> {
        let given = Surroundings { declarations: self.declarations.clone(), ..Surroundings::default() };
        target.single(&self.text, &given, &mut Memory::new()).ok()
    }

    /// The text with the names of fields instead of registers.
    pub fn spelled(&self) -> String {
        let mut out = String::new();
        for (token, is_word) in tokens(&self.text) {
            let field = self.operands.iter().find(|(_, operand)| is_word && operand == token);
            out += field.map_or(token, |(field, _)| field);
        }
        out
    }

    /// The field of a register: the field itself, element n of a group, or, if only the first register of several is named, an offset from
    /// it.
    pub fn field(&self, register: &str) -> Option<String> {
        if let Some((field, _)) = self.operands.iter().find(|(_, operand)| operand == register) {
            return Some(field.clone());
        }
        let (file, number) = numbered(register)?;
        for (field, operand) in &self.operands {
            if let Some((first, last)) = operand.strip_prefix(file).and_then(|rest| {
                let (first, last) = rest.strip_prefix('[')?.strip_suffix(']')?.split_once(':')?;
                Some((first.parse::<u32>().ok()?, last.parse::<u32>().ok()?))
            }) && (first..=last).contains(&number)
            {
                return Some(format!("{field}[{}]", number - first));
            }
        }
        // The nearest named register below it.
        let behind = self.operands.iter().filter_map(|(field, operand)| {
            let first = numbered(operand).filter(|(f, n)| *f == file && (n + 1..n + 4).contains(&number))?.1;
            Some((first, field))
        });
        let (first, field) = behind.max_by_key(|(first, _)| *first)?;
        Some(format!("{field}+{}", number - first))
    }
}

/// `R12` as file and number.
fn numbered(name: &str) -> Option<(&str, u32)> {
    let at = name.find(|c: char| c.is_ascii_digit())?;
    Some((&name[..at], name[at..].parse().ok()?))
}

/// The words of a text (a group of registers is one word), and the text between them.
fn tokens(text: &str) -> Vec<(&str, bool)> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = word(first);
        let mut len = rest.find(|c| word(c) != is_word).unwrap_or(rest.len());
        if is_word && rest[len..].starts_with('[') {
            let group = rest[len..].find(']').map(|end| &rest[len..=len + end]);
            let group =
                group.filter(|g| g.contains(':') && g[1..g.len() - 1].chars().all(|c| c.is_ascii_digit() || c == ':'));
            len += group.map_or(0, str::len);
        }
        all.push((&rest[..len], is_word));
        rest = &rest[len..];
    }
    all
}

/// Whether a program of one instruction runs.
pub fn runs(program: &Program) -> bool {
    !program.steps.iter().any(|step| matches!(step.control, Control::Refuse(_)))
}

/// The properties that an instruction set with tables provides for its instructions.
pub struct Words<'a> {
    /// The context of printing.
    pub context: Context<'a>,
    /// The bytes of an instruction, if they decode to it.
    pub bytes: &'a dyn Fn(&Inst) -> Option<Vec<u8>>,
    /// Whether an instruction of these bytes runs.
    pub runs: &'a dyn Fn(&[u8]) -> bool,
}

impl Words<'_> {
    /// The examples of a form.
    pub fn specimens(&self, form: &'static Form) -> Specimens {
        let profile = self.context.profile;
        let runs = |inst: &Inst| (self.bytes)(inst).is_some_and(|bytes| (self.runs)(&bytes));
        let is_one = |inst: &Inst| (self.bytes)(inst).is_some();
        if let Some(plain) = form.specimen(profile, &runs) {
            let varied = form.variations(profile, &plain, &runs).into_iter();
            let varied = varied.map(|v| (form.fields[v.field].name.to_string(), v.value, self.specimen(&v.inst)));
            return Specimens { plain: Some(self.specimen(&plain)), varied: varied.collect() };
        }
        Specimens { plain: form.specimen(profile, &is_one).map(|inst| self.specimen(&inst)), varied: Vec::new() }
    }

    fn specimen(&self, inst: &Inst) -> Specimen {
        let text = self.text(inst);
        let mut operands: Vec<(String, String)> = Vec::new();
        for (n, field) in inst.form.fields.iter().enumerate() {
            let second = if let FieldKind::Pair(pair) = field.kind { pair.second } else { "" };
            let named = [field.name, second].into_iter().zip(self.operand(inst, n, &text));
            operands.extend(named.filter(|(name, _)| !name.is_empty()).map(|(name, word)| (name.to_string(), word)));
        }
        let bytes = (self.bytes)(inst).unwrap_or_default();
        Specimen { operands, declarations: Vec::new(), bytes, text, program: None }
    }

    fn text(&self, inst: &Inst) -> String {
        let mut text = String::new();
        isotope_table::print(&self.context, inst, &mut text);
        text
    }

    /// The words of the text that change with the field: its registers.
    fn operand(&self, inst: &Inst, n: usize, text: &str) -> Vec<String> {
        let field = &inst.form.fields[n];
        let registers = matches!(
            field.kind,
            FieldKind::Reg(_) | FieldKind::Pair(_) | FieldKind::Sized(_) | FieldKind::List(_) | FieldKind::Own(..)
        );
        if !registers {
            return Vec::new();
        }
        let most = if matches!(field.kind, FieldKind::Pair(_)) { 2 } else { 1 };
        let words = tokens(text);
        let found = [4, 8, 1, 2].into_iter().find_map(|step| {
            let mut other = *inst;
            other.vals[n] = inst.vals[n].checked_add(step).filter(|v| field.len() >= 64 || *v >> field.len() == 0)?;
            if let FieldKind::Own(operand, _) = field.kind
                && !operand.valid(self.context.profile, other.vals[n])
            {
                return None;
            }
            let changed = self.text(&other);
            let changed = tokens(&changed);
            if changed.len() != words.len() {
                return None;
            }
            let differing = words.iter().zip(&changed).filter(|(a, b)| a != b).map(|((a, _), _)| a.to_string());
            let differing: Vec<String> = differing.collect();
            let fits = (1..=most).contains(&differing.len());
            (fits && differing.iter().all(|word| word.starts_with(|c: char| c.is_ascii_alphabetic())))
                .then_some(differing)
        });
        found.unwrap_or_default()
    }
}

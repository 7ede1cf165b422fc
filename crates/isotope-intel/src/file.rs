//! Converts the objects of an `.isa` container to [`Kernel`]s and back.
//!
//! # Source
//! **oracle**: files that GenX_IR 1.0.12504.6 writes and reads. Its writer omits the last operands of most instructions
//! (releases of September to November 2022), so no tool can read back the files that it wrote.
use std::collections::HashMap;

use super::inst::{Inst, Operand, Type};
use super::kernel::*;
use super::{codec, declare, legal};
use crate::container;
use crate::container::{Bytes, VisaError};

/// Reads every kernel and function of a file, kernels first.
///
/// # Errors
/// [`VisaError`] with the file offset.
pub fn read(file: &[u8]) -> Result<Vec<Kernel>, VisaError> {
    let header = container::parse(file)?;
    let entries = header.kernels.iter().map(|e| (e, false)).chain(header.functions.iter().map(|e| (e, true)));
    entries.map(|(e, function)| read_object(&file[e.offset..e.offset + e.size], e.offset, &e.name, function)).collect()
}

/// Writes a file with these kernels and functions.
///
/// # Errors
/// A kernel that does not fit the format.
pub fn write(kernels: &[Kernel]) -> Result<Vec<u8>, VisaError> {
    let objects: Result<Vec<_>, _> = kernels.iter().map(write_object).collect();
    container::write(&objects?)
}

struct Strings(Vec<String>);

impl Strings {
    /// The string whose index comes next.
    fn next(&self, b: &mut Bytes, what: &str) -> Result<String, VisaError> {
        let index = b.u32(what)?;
        match self.0.get(index as usize) {
            Some(text) => Ok(text.clone()),
            None => b.error(format!("string {index} of {}: the file is damaged", self.0.len())),
        }
    }
}

fn read_object(bytes: &[u8], base: usize, name: &str, function: bool) -> Result<Kernel, VisaError> {
    let mut b = Bytes::new(bytes, base);
    let count = b.u32("the number of strings")? as usize;
    let mut strings = Strings(Vec::new());
    for _ in 0..b.count(count, 1, "strings")? {
        strings.0.push(b.string("a string")?);
    }
    b.u32("the name")?;
    let mut kernel = Kernel { name: name.into(), variables: declare::predefined(), ..Kernel::default() };
    let count = b.u32("the number of variables")? as usize;
    for _ in 0..b.count(count, 15, "variables")? {
        kernel.variables.push(read_variable(&mut b, &strings)?);
    }
    for (i, variable) in kernel.variables.iter().enumerate() {
        if variable.alias.is_some_and(|(base, _)| base as usize >= i) {
            return b
                .error(format!("variable {i} is an alias of one that is not declared before it: the file is damaged"));
        }
    }
    kernel.addresses = read_small(b.u16("the number of address variables")?, &mut b, &strings, "address variables")?;
    kernel.predicates = read_small(b.u16("the number of predicates")?, &mut b, &strings, "predicates")?;
    let count = usize::from(b.u16("the number of labels")?);
    for _ in 0..b.count(count, 6, "labels")? {
        let name = strings.next(&mut b, "a label")?;
        let kind = match b.u8("the kind of a label")? {
            0 => LabelKind::Block,
            1 => LabelKind::Subroutine,
            2 => LabelKind::Function,
            other => return b.error(format!("{other} is no kind of label")),
        };
        read_attributes(&mut b, &strings)?;
        kernel.labels.push(Label { name, kind });
    }
    kernel.samplers = read_small(b.u8("the number of samplers")?.into(), &mut b, &strings, "samplers")?;
    kernel.surfaces = read_small(b.u8("the number of surfaces")?.into(), &mut b, &strings, "surfaces")?;
    let count = usize::from(b.u8("the number of VME variables")?);
    if count != 0 {
        return b.error(format!("expected no VME variables, found {count}: they are not supported"));
    }
    if !function {
        let count = b.u32("the number of inputs")? as usize;
        for _ in 0..b.count(count, 9, "inputs")? {
            let kind = b.u8("the kind of an input")?;
            let implicit = kind >> 3;
            let kind = match kind & 7 {
                0 => InputKind::General,
                1 => InputKind::Sampler,
                2 => InputKind::Surface,
                other => return b.error(format!("{other} is no kind of input")),
            };
            let (index, offset) = (b.u32("an input")?, b.u16("an input")?);
            kernel.inputs.push(Input { kind, implicit, index, offset, size: b.u16("an input")? });
        }
    }
    let (size, entry) = (b.u32("the size of the code")? as usize, b.u32("the start of the code")? as usize);
    if function {
        let sizes = (b.u8("the size of the arguments")?, b.u8("the size of the results")?);
        kernel.function = Some(Function { input_registers: sizes.0, return_registers: sizes.1 });
    }
    let count = usize::from(b.u16("the number of attributes")?);
    for _ in 0..b.count(count, 5, "attributes")? {
        let attribute = read_attribute(&mut b, &strings)?;
        match (&*attribute.name, &attribute.value) {
            ("Target", Value::Int(0, _)) => kernel.target = Some(Language::Cm),
            ("Target", Value::Int(1, _)) => kernel.target = Some(Language::ThreeD),
            _ => kernel.attributes.push(attribute),
        }
    }
    let Some(code) = entry.checked_add(size).and_then(|end| bytes.get(entry..end)) else {
        return b
            .error(format!("the code lies at {entry:#x}..+{size:#x}, outside the object of {:#x} bytes", bytes.len()));
    };
    read_code(&mut kernel, &strings, code, base + entry)?;
    Ok(kernel)
}

fn read_code(kernel: &mut Kernel, strings: &Strings, code: &[u8], base: usize) -> Result<(), VisaError> {
    let mut texts: HashMap<u32, u32> = HashMap::new();
    let mut at = 0;
    while at < code.len() {
        let stuck = |more: usize, message: String| VisaError {
            offset: base + at + more,
            message: format!(
                "instruction {} of `{}`: {message}; GenX_IR and IGC of September to November 2022 write files that lack \
                 operands: assemble the .visaasm instead",
                kernel.code.len(),
                kernel.name
            ),
        };
        let (mut inst, size) = codec::decode(&code[at..]).map_err(|e| stuck(e.at, e.message))?;
        for operand in &mut inst.operands {
            let Operand::Text(index) = operand else { continue };
            let text = strings.0.get(*index as usize).ok_or_else(|| stuck(0, format!("string {index} is missing")))?;
            *index = *texts.entry(*index).or_insert_with(|| {
                kernel.texts.push(text.clone());
                kernel.texts.len() as u32 - 1
            });
        }
        legal::declared(kernel, &inst).map_err(|v| stuck(0, v.message))?;
        kernel.places.push(at as u32);
        kernel.code.push(inst);
        at += size;
    }
    Ok(())
}

fn read_variable(b: &mut Bytes, strings: &Strings) -> Result<Variable, VisaError> {
    let name = strings.next(b, "a variable")?;
    let bits = b.u8("the type of a variable")?;
    let ty = match Type::from_code(bits & 15) {
        Some(ty) if !matches!(ty, Type::V | Type::Uv | Type::Vf | Type::Bool) => ty,
        _ => return b.error(format!("{} is no type of a variable", bits & 15)),
    };
    let Some(align) = Align::from_code(bits >> 4) else { return b.error(format!("{} is no alignment", bits >> 4)) };
    let elements = b.u16("a variable")?;
    let (base, offset, scope) = (b.u32("an alias")?, b.u16("an alias")?, b.u8("an alias")?);
    if scope != 0 {
        return b.error("aliases of variables of the file are not supported");
    }
    let alias = (base != 0).then_some((base, offset));
    Ok(Variable { name, ty, elements, align, alias, attributes: read_attributes(b, strings)? })
}

fn read_small(count: u16, b: &mut Bytes, strings: &Strings, what: &str) -> Result<Vec<Small>, VisaError> {
    (0..b.count(count.into(), 7, what)?)
        .map(|_| {
            let (name, elements) = (strings.next(b, what)?, b.u16(what)?);
            Ok(Small { name, elements, attributes: read_attributes(b, strings)? })
        })
        .collect()
}

fn read_attributes(b: &mut Bytes, strings: &Strings) -> Result<Vec<Attribute>, VisaError> {
    let count = usize::from(b.u8("the number of attributes")?);
    (0..b.count(count, 5, "attributes")?).map(|_| read_attribute(b, strings)).collect()
}

fn read_attribute(b: &mut Bytes, strings: &Strings) -> Result<Attribute, VisaError> {
    let name = strings.next(b, "an attribute")?;
    let size = b.u8("an attribute")?;
    let bytes = b.take(usize::from(size), "an attribute")?;
    let known = matches!(&*name, "OutputAsmPath" | "AsmName" | "SurfaceUsage");
    // For other names only the length separates text from numbers, so the length is kept.
    let is_text = known || size > 8;
    let value = match (size, is_text) {
        (0, false) => Value::Flag,
        (_, false) => Value::Int(bytes.iter().rev().fold(0, |v, b| v << 8 | i64::from(*b)), size),
        (_, true) => match std::str::from_utf8(bytes) {
            Ok(text) if known => Value::Text(text.trim_end_matches('\0').into()),
            Ok(text) => Value::Text(text.into()),
            Err(_) => return b.error(format!("expected attribute `{name}` as text, found other bytes")),
        },
    };
    Ok(Attribute { name, value })
}

/// Strings in the order of their first use, and their indices.
struct Table {
    list: Vec<String>,
    known: HashMap<String, u32>,
}

impl Table {
    fn index(&mut self, text: &str) -> u32 {
        if let Some(index) = self.known.get(text) {
            return *index;
        }
        let index = self.list.len() as u32;
        self.list.push(text.into());
        self.known.insert(text.into(), index);
        index
    }
}

fn write_object(kernel: &Kernel) -> Result<container::Object, VisaError> {
    let too_many = |what: &str, n: usize| VisaError {
        offset: 0,
        message: format!("`{}`: {n} {what} are too many for the format", kernel.name),
    };
    let narrow = |n: usize, what: &str| u16::try_from(n).map_err(|_| too_many(what, n));
    let byte = |n: usize, what: &str| u8::try_from(n).map_err(|_| too_many(what, n));
    let mut strings = Table { list: Vec::new(), known: HashMap::new() };
    strings.index("");
    strings.index(&kernel.name);
    PREDEFINED.iter().chain(&SURFACES).chain(&["S31"]).for_each(|name| {
        strings.index(name);
    });
    // Everything after the strings; offsets in it shift by the length of the strings.
    let mut out = vec![0; 4];
    let declared = kernel.variables.get(FIRST_VARIABLE as usize..).unwrap_or(&[]);
    out.extend((declared.len() as u32).to_le_bytes());
    for v in declared {
        out.extend(strings.index(&v.name).to_le_bytes());
        out.push(v.ty.code() | (v.align as u8) << 4);
        out.extend(v.elements.to_le_bytes());
        let (base, offset) = v.alias.unwrap_or((0, 0));
        out.extend(base.to_le_bytes());
        out.extend(offset.to_le_bytes());
        out.push(0);
        out.push(byte(v.attributes.len(), "attributes")?);
        v.attributes.iter().try_for_each(|a| write_attribute(a, &mut strings, &mut out))?;
    }
    out.extend(narrow(kernel.addresses.len(), "address variables")?.to_le_bytes());
    write_small(&kernel.addresses, &mut strings, &mut out)?;
    out.extend(narrow(kernel.predicates.len(), "predicates")?.to_le_bytes());
    write_small(&kernel.predicates, &mut strings, &mut out)?;
    out.extend(narrow(kernel.labels.len(), "labels")?.to_le_bytes());
    for label in &kernel.labels {
        out.extend(strings.index(&label.name).to_le_bytes());
        out.extend([label.kind as u8, 0]);
    }
    out.push(byte(kernel.samplers.len(), "samplers")?);
    write_small(&kernel.samplers, &mut strings, &mut out)?;
    out.push(byte(kernel.surfaces.len(), "surfaces")?);
    write_small(&kernel.surfaces, &mut strings, &mut out)?;
    out.push(0);
    let inputs = out.len();
    if kernel.function.is_none() {
        out.extend((kernel.inputs.len() as u32).to_le_bytes());
        for input in &kernel.inputs {
            out.push(input.kind as u8 | input.implicit << 3);
            out.extend(input.index.to_le_bytes());
            out.extend(input.offset.to_le_bytes());
            out.extend(input.size.to_le_bytes());
        }
    }
    let mut code = Vec::new();
    for inst in &kernel.code {
        codec::encode(&with_strings(inst, kernel, &mut strings), &mut code);
    }
    let mut tail = Vec::new();
    if let Some(function) = kernel.function {
        tail.extend([function.input_registers, function.return_registers]);
    }
    let target = kernel.target.map(|t| Attribute { name: "Target".into(), value: Value::Int(t as i64, 1) });
    tail.extend(narrow(kernel.attributes.len() + usize::from(target.is_some()), "attributes")?.to_le_bytes());
    target.iter().chain(&kernel.attributes).try_for_each(|a| write_attribute(a, &mut strings, &mut tail))?;

    let mut bytes = (strings.list.len() as u32).to_le_bytes().to_vec();
    for text in &strings.list {
        bytes.extend(text.bytes().filter(|b| *b != 0));
        bytes.push(0);
    }
    let inputs = (bytes.len() + inputs) as u32;
    bytes.extend(out);
    let entry = bytes.len() + 8 + tail.len();
    bytes.extend((code.len() as u32).to_le_bytes());
    bytes.extend((entry as u32).to_le_bytes());
    bytes.extend(tail);
    bytes.extend(code);
    Ok(container::Object { name: kernel.name.clone(), bytes, inputs, function: kernel.function.is_some() })
}

/// The instruction with indices into the object's strings.
fn with_strings(inst: &Inst, kernel: &Kernel, strings: &mut Table) -> Inst {
    let mut inst = inst.clone();
    for operand in &mut inst.operands {
        if let Operand::Text(index) = operand {
            *index = strings.index(kernel.texts.get(*index as usize).map_or("", |t| t));
        }
    }
    inst
}

fn write_small(list: &[Small], strings: &mut Table, out: &mut Vec<u8>) -> Result<(), VisaError> {
    for small in list {
        out.extend(strings.index(&small.name).to_le_bytes());
        out.extend(small.elements.to_le_bytes());
        out.push(small.attributes.len().min(255) as u8);
        small.attributes.iter().take(255).try_for_each(|a| write_attribute(a, strings, out))?;
    }
    Ok(())
}

fn write_attribute(attribute: &Attribute, strings: &mut Table, out: &mut Vec<u8>) -> Result<(), VisaError> {
    out.extend(strings.index(&attribute.name).to_le_bytes());
    match &attribute.value {
        Value::Flag => out.push(0),
        Value::Int(value, size) => {
            out.push((*size).min(8));
            out.extend(&value.to_le_bytes()[..usize::from((*size).min(8))]);
        }
        Value::Text(text) => {
            let (name, bytes) = (&attribute.name, text.len());
            let size = u8::try_from(bytes).map_err(|_| VisaError {
                offset: 0,
                message: format!("the value of attribute `{name}` has {bytes} bytes: at most 255 fit"),
            })?;
            out.push(size);
            out.extend(text.as_bytes());
        }
    }
    Ok(())
}

//! Reads `.debug_info`: scopes with their variables, and types.
//!
//! Ranges of inlined functions in files of ptxas are ignored, as for lines: they refer to PTX before its instructions were
//! reordered.

use std::collections::BTreeMap;

use gimli::{AttributeValue, DebuggingInformationEntry as Entry, Dwarf, Reader, Unit};

use super::frames::Frames;
use super::{Encoding, ExpressionOp, Place, Scope, Type, Variable, Variables, expression, ptx};
use crate::elf::{Elf, FLAG_CODE};
use crate::lines::dwarf::{self, Bytes, COMPRESSED, Relocations, debug_section, keyed, ranges};

/// Maximum number of entries; large files have several hundred thousand.
const MOST_ENTRIES: usize = 1 << 22;
/// Maximum number of ranges of a variable or a scope.
const MOST_RANGES: usize = 1 << 16;

/// Why reading stops.
#[derive(Debug, thiserror::Error)]
enum WalkError {
    #[error("expected DWARF 2 to 5, found damage ({0})")]
    Damaged(#[from] gimli::Error),
    #[error("expected at most {MOST_ENTRIES} entries, found more: variables of the rest of the file are missing")]
    TooManyEntries,
    #[error(
        "expected at most {MOST_RANGES} ranges of one scope, found more: variables of the rest of the file are missing"
    )]
    TooManyRanges,
}

/// The parts of the launch: first and last [keyed address](crate::lines::dwarf), and the address of the first one in the launch.
struct Parts(Vec<(u64, u64, u64)>);

impl Parts {
    /// The range of addresses in the launch for a range of keyed addresses.
    fn moved(&self, from: u64, to: u64) -> Option<(u64, u64)> {
        let (start, _, at) = self.0.iter().find(|(start, end, _)| from >= *start && to <= *end && from <= to)?;
        Some((from - start + at, to - start + at))
    }
}

pub(super) fn read(file: &[u8], parts: &[(&str, u64)]) -> Variables {
    let mut found = Variables::default();
    if let Err(why) = fill(&mut found, file, parts) {
        found.damage = Some(why);
    }
    found
}

fn fill(found: &mut Variables, file: &[u8], parts: &[(&str, u64)]) -> Result<(), String> {
    let Ok(elf) = Elf::parse(file) else { return Ok(()) };
    let section = |name: &str| elf.sections.iter().position(|section| section.name == name);
    if section(".debug_info").is_none() {
        return Ok(());
    }
    if elf.sections.iter().any(|s| s.name.starts_with(".debug_") && s.flags & COMPRESSED != 0) {
        return Err("debug information is compressed; build without -gz".into());
    }
    let relocations = Relocations::read(&elf, |index| keyed(&elf, index))?;
    let bytes = |name: &str| debug_section(&elf, &relocations, name);
    let start = |index: usize| keyed(&elf, index).wrapping_add(elf.sections[index].address);
    let part = |(name, at): &(&str, u64)| {
        let index = section(name)?;
        Some((start(index), start(index).saturating_add(elf.sections[index].size), *at))
    };
    let parts = Parts(parts.iter().filter_map(part).collect());
    let linked = elf.sections.iter().any(|s| s.flags & FLAG_CODE != 0 && s.address != 0);
    let dwarf = Dwarf::load(|id| Ok::<_, gimli::Error>(bytes(id.name()))).map_err(|e| e.to_string())?;
    let wrong = |error: WalkError| format!("`.debug_info`: {error}");
    let mut walk = Walk { dwarf: &dwarf, parts: &parts, linked, left: MOST_ENTRIES, found };
    let mut headers = dwarf.units();
    while let Some(header) = headers.next().map_err(|e| wrong(e.into()))? {
        let unit = dwarf.unit(header).map_err(|e| wrong(e.into()))?;
        walk.unit(&unit).map_err(wrong)?;
    }
    let frames = Frames::read(bytes(".debug_frame"));
    found.frames = frames.unwrap_or_default().moved(|from, to| parts.moved(from, to));
    // Each PTX function has a section with its name.
    let code = |function: &str, from: u64, to: u64| {
        let start = start(section(&format!(".text.{function}"))?);
        parts.moved(start + from, start + to)
    };
    if let Some(index) = section(".nv_debug_info_reg_sass") {
        found.registers = ptx::Registers::read(elf.sections[index].bytes, code);
    }
    Ok(())
}

struct Walk<'a, 'b> {
    dwarf: &'b Dwarf<Bytes<'a>>,
    parts: &'b Parts,
    /// Whether code sections have addresses.
    linked: bool,
    left: usize,
    found: &'b mut Variables,
}

/// Facts about an entry that other entries refer to: its name, and the entry of its type.
type Named = BTreeMap<usize, (Option<String>, Option<usize>)>;

impl<'a> Walk<'a, '_> {
    fn text(&self, unit: &Unit<Bytes<'a>>, entry: &Entry<Bytes<'a>>, name: gimli::DwAt) -> Option<String> {
        let text = self.dwarf.attr_string(unit, entry.attr_value(name)?).ok()?;
        let text = text.to_slice().ok()?;
        Some(String::from_utf8_lossy(&text).chars().take(256).collect())
    }

    fn unit(&mut self, unit: &Unit<Bytes<'a>>) -> Result<(), WalkError> {
        let first = self.found.scopes.len();
        // Type numbers by entry; references to types that are not yet read, by type and by variable.
        let (mut types, mut waiting) = (BTreeMap::new(), Vec::new());
        let (mut named, mut variables) = (Named::default(), Vec::<(usize, usize, Option<usize>, Option<usize>)>::new());
        // The enclosing entries: their depth and kind.
        let mut open: Vec<(isize, Open)> = Vec::new();
        self.found.scopes.push(Scope::default());
        let mut entries = unit.entries();
        while let Some(entry) = entries.next_dfs()? {
            self.left = self.left.checked_sub(1).ok_or(WalkError::TooManyEntries)?;
            let depth = entry.depth();
            while open.last().is_some_and(|(outer, _)| *outer >= depth) {
                open.pop();
            }
            let at = entry.offset().0;
            let refers = |name| match entry.attr_value(name) {
                Some(AttributeValue::UnitRef(offset)) => Some(offset.0),
                _ => None,
            };
            let number = |name| entry.attr_value(name).and_then(|value| value.udata_value());
            let name = self.text(unit, entry, gimli::DW_AT_name);
            let ty = refers(gimli::DW_AT_type);
            let scopes =
                || open.iter().filter_map(|(_, what)| if let Open::Scope(at) = what { Some(*at) } else { None });
            match entry.tag() {
                gimli::DW_TAG_subprogram | gimli::DW_TAG_inlined_subroutine | gimli::DW_TAG_lexical_block => {
                    let origin = refers(gimli::DW_AT_abstract_origin).or(refers(gimli::DW_AT_specification));
                    let inlined = entry.tag() == gimli::DW_TAG_inlined_subroutine;
                    let known = origin.and_then(|origin| named.get(&origin)).and_then(|(name, _)| name.clone());
                    let name = name.or(known);
                    named.insert(at, (name.clone(), None));
                    let code = if inlined && !self.linked { Vec::new() } else { self.code(unit, entry)? };
                    if code.is_empty() {
                        open.push((depth, Open::Nothing));
                        continue;
                    }
                    let around = scopes().count();
                    let frame = match entry.attr_value(gimli::DW_AT_frame_base) {
                        Some(AttributeValue::Exprloc(frame)) => expression::read(frame.0)?,
                        Some(AttributeValue::Block(frame)) => expression::read(frame)?,
                        _ => Vec::new(),
                    };
                    let name = name.filter(|_| entry.tag() != gimli::DW_TAG_lexical_block);
                    let scope = Scope { name, ranges: code, depth: around + 1, frame, variables: Vec::new() };
                    self.found.scopes.push(scope);
                    open.push((depth, Open::Scope(self.found.scopes.len() - 1)));
                }
                gimli::DW_TAG_variable | gimli::DW_TAG_formal_parameter => {
                    named.insert(at, (name.clone(), ty));
                    // Functions without code, and members, have no variables.
                    if open.last().is_some_and(|(_, what)| !matches!(what, Open::Scope(_) | Open::File)) {
                        continue;
                    }
                    let scope = scopes().next_back().unwrap_or(first);
                    let place = self.place(unit, entry)?;
                    let variable = Variable {
                        name: name.unwrap_or_default(),
                        ty: None,
                        is_parameter: entry.tag() == gimli::DW_TAG_formal_parameter,
                        class: match entry.attr_value(gimli::DW_AT_address_class) {
                            Some(AttributeValue::AddressClass(class)) => Some(class.0),
                            other => other.and_then(|value| value.udata_value()),
                        },
                        place,
                    };
                    self.found.scopes[scope].variables.push(variable);
                    let origin = refers(gimli::DW_AT_abstract_origin).or(refers(gimli::DW_AT_specification));
                    variables.push((scope, self.found.scopes[scope].variables.len() - 1, ty, origin));
                }
                gimli::DW_TAG_member => {
                    if let Some((_, Open::Type(of))) = open.last()
                        && let Type::Struct { members, .. } = &mut self.found.types[*of]
                    {
                        let offset = match entry.attr_value(gimli::DW_AT_data_member_location) {
                            None => 0,
                            // DWARF 2 has an expression here.
                            Some(AttributeValue::Block(block)) => member(block)?,
                            Some(AttributeValue::Exprloc(block)) => member(block.0)?,
                            Some(value) => value.udata_value().unwrap_or(0),
                        };
                        members.push((name.unwrap_or_default(), offset, None));
                        waiting.push((Waits::Member(*of, members.len() - 1), ty));
                    }
                }
                gimli::DW_TAG_subrange_type => {
                    if let Some((_, Open::Type(of))) = open.last()
                        && let Type::Array { counts, .. } = &mut self.found.types[*of]
                    {
                        let count = number(gimli::DW_AT_count);
                        counts.push(count.or(number(gimli::DW_AT_upper_bound).and_then(|bound| bound.checked_add(1))));
                    }
                }
                gimli::DW_TAG_enumerator => {
                    if let Some((_, Open::Type(of))) = open.last()
                        && let Type::Enum { values, .. } = &mut self.found.types[*of]
                    {
                        let value = entry.attr_value(gimli::DW_AT_const_value);
                        let value = value.and_then(|v| v.sdata_value().or(v.udata_value().map(|v| v as i64)));
                        values.push((name.unwrap_or_default(), value.unwrap_or(0)));
                    }
                }
                tag => {
                    let bytes = number(gimli::DW_AT_byte_size).unwrap_or(0);
                    let Some(made) = new_type(unit, entry, name, bytes) else {
                        let is_file = tag == gimli::DW_TAG_compile_unit;
                        open.push((depth, if is_file { Open::File } else { Open::Nothing }));
                        continue;
                    };
                    let index = self.found.types.len();
                    types.insert(at, index);
                    self.found.types.push(made);
                    waiting.push((Waits::Type(index), ty));
                    open.push((depth, Open::Type(index)));
                }
            }
        }
        self.resolve(&types, waiting, &named, variables);
        for scope in &mut self.found.scopes[first..] {
            scope.variables.retain(|variable| !variable.name.is_empty());
        }
        Ok(())
    }

    /// Sets the types of types, members and variables, after all entries of a unit were read.
    fn resolve(
        &mut self,
        types: &BTreeMap<usize, usize>,
        waiting: Vec<(Waits, Option<usize>)>,
        named: &Named,
        variables: Vec<(usize, usize, Option<usize>, Option<usize>)>,
    ) {
        for (what, ty) in waiting {
            let ty = ty.and_then(|ty| types.get(&ty)).copied();
            match what {
                Waits::Type(at) => match &mut self.found.types[at] {
                    Type::Pointer { to: of, .. } | Type::Alias { of, .. } | Type::Array { element: of, .. } => *of = ty,
                    _ => {}
                },
                Waits::Member(at, n) => {
                    if let Type::Struct { members, .. } = &mut self.found.types[at] {
                        members[n].2 = ty;
                    }
                }
            }
        }
        for (scope, at, ty, origin) in variables {
            let origin = origin.and_then(|origin| named.get(&origin));
            let variable = &mut self.found.scopes[scope].variables[at];
            if let Some((Some(name), _)) = origin.filter(|_| variable.name.is_empty()) {
                variable.name = name.clone();
            }
            let ty = ty.or(origin.and_then(|(_, ty)| *ty));
            variable.ty = ty.and_then(|ty| types.get(&ty)).copied();
        }
    }

    /// The code ranges of an entry in addresses of the launch. A vISA launch has no parts, because IGC's addresses are those of native code;
    /// a scope with code then has one empty range, which keeps its variables in the list.
    fn code(&self, unit: &Unit<Bytes<'a>>, entry: &Entry<Bytes<'a>>) -> Result<Vec<(u64, u64)>, WalkError> {
        if self.parts.0.is_empty() {
            return Ok(entry.attr_value(gimli::DW_AT_low_pc).map(|_| (0, 0)).into_iter().collect());
        }
        let all = ranges(self.dwarf, unit, entry, MOST_RANGES).map_err(|stop| match stop {
            dwarf::Stop::Damaged(e) => WalkError::Damaged(e),
            dwarf::Stop::TooMuch(_) => WalkError::TooManyRanges,
        })?;
        Ok(all.into_iter().filter_map(|(from, to)| self.parts.moved(from, to)).collect())
    }

    /// Where the value of a variable is.
    fn place(&self, unit: &Unit<Bytes<'a>>, entry: &Entry<Bytes<'a>>) -> gimli::Result<Place> {
        if let Some(value) = entry.attr_value(gimli::DW_AT_const_value) {
            let number =
                |value: &AttributeValue<Bytes<'a>>| value.sdata_value().map(|v| v as u64).or(value.udata_value());
            return Ok(match value {
                AttributeValue::Block(bytes) => Place::Constant(bytes.to_slice()?.into_owned()),
                value => number(&value).map_or(Place::Nowhere, |value| Place::Constant(value.to_le_bytes().into())),
            });
        }
        let Some(value) = entry.attr_value(gimli::DW_AT_location) else { return Ok(Place::Nowhere) };
        match value {
            AttributeValue::Exprloc(ops) => Ok(always(expression::read(ops.0)?)),
            AttributeValue::Block(ops) => Ok(always(expression::read(ops)?)),
            value => {
                let Some(offset) = self.dwarf.attr_locations_offset(unit, value)? else { return Ok(Place::Nowhere) };
                // Addresses in relocated lists are absolute.
                let base = if self.linked { unit.low_pc } else { 0 };
                let (addresses, at) = (&self.dwarf.debug_addr, unit.addr_base);
                let mut list = self.dwarf.locations.locations(offset, unit.encoding(), base, addresses, at)?;
                let mut ranges = Vec::new();
                while let Some(entry) = list.next()? {
                    if let Some((from, to)) = self.parts.moved(entry.range.begin, entry.range.end) {
                        ranges.push((from, to, expression::read(entry.data.0)?));
                    }
                    if ranges.len() == MOST_RANGES {
                        break;
                    }
                }
                Ok(if ranges.is_empty() { Place::Nowhere } else { Place::Ranges(ranges) })
            }
        }
    }
}

/// A type as its entry declares it, without the types that it refers to; `None` for an entry that is not a type.
fn new_type<'a>(unit: &Unit<Bytes<'a>>, entry: &Entry<Bytes<'a>>, name: Option<String>, bytes: u64) -> Option<Type> {
    Some(match entry.tag() {
        gimli::DW_TAG_base_type => {
            let encoding = encoding(entry.attr_value(gimli::DW_AT_encoding));
            Type::Base { name: name.unwrap_or_default(), encoding, bytes }
        }
        gimli::DW_TAG_pointer_type | gimli::DW_TAG_reference_type => {
            Type::Pointer { to: None, bytes: if bytes == 0 { u64::from(unit.encoding().address_size) } else { bytes } }
        }
        gimli::DW_TAG_typedef => Type::Alias { name, of: None },
        gimli::DW_TAG_const_type | gimli::DW_TAG_volatile_type | gimli::DW_TAG_restrict_type => {
            Type::Alias { name: None, of: None }
        }
        gimli::DW_TAG_structure_type | gimli::DW_TAG_class_type | gimli::DW_TAG_union_type => {
            Type::Struct { name, bytes, members: Vec::new() }
        }
        gimli::DW_TAG_array_type => Type::Array { element: None, counts: Vec::new() },
        gimli::DW_TAG_enumeration_type => Type::Enum { name, bytes, values: Vec::new() },
        gimli::DW_TAG_unspecified_type | gimli::DW_TAG_subroutine_type | gimli::DW_TAG_ptr_to_member_type => {
            Type::Other(name.unwrap_or_else(|| "function".into()))
        }
        _ => return None,
    })
}

fn always(ops: Vec<ExpressionOp>) -> Place {
    if ops.is_empty() { Place::Nowhere } else { Place::Always(ops) }
}

fn encoding<R: Reader<Offset = usize>>(value: Option<AttributeValue<R>>) -> Encoding {
    let Some(AttributeValue::Encoding(encoding)) = value else { return Encoding::Other };
    match encoding {
        gimli::DW_ATE_signed | gimli::DW_ATE_signed_char => Encoding::Signed,
        gimli::DW_ATE_unsigned | gimli::DW_ATE_unsigned_char => Encoding::Unsigned,
        gimli::DW_ATE_float => Encoding::Float,
        gimli::DW_ATE_boolean => Encoding::Boolean,
        _ => Encoding::Other,
    }
}

/// The member offset that an expression adds.
fn member<R: Reader<Offset = usize>>(block: R) -> gimli::Result<u64> {
    Ok(match expression::read(block)?[..] {
        [ExpressionOp::Add(offset) | ExpressionOp::Number(offset)] => offset,
        _ => 0,
    })
}

/// The kind of an entry that contains others.
enum Open {
    File,
    Scope(usize),
    Type(usize),
    Nothing,
}

/// A reference to a type that is not yet read.
enum Waits {
    Type(usize),
    Member(usize, usize),
}

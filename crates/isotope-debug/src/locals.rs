//! Variables of the source: what the debug information says of them, computed over a launch that stands.

use std::cell::OnceCell;

use isotope::case::ElementType;
use isotope::error::{Context, Error, Result, bail, ensure};
use isotope::isa::dwarf::DebugNames;
use isotope::machine::Storage;
use isotope::object::variables::{Encoding, ExpressionOp, Local, Type, VariableLocation, Variables};
use isotope::{Prepared, TARGETS, plain, real};

use crate::answer::{EventJson, LocalJson};

use crate::expression::{Scope, Space, Value};
use crate::history::WaveAt;
use crate::{Debugger, Event, said};

/// Bytes of a variable that are read at most.
const BYTES: u64 = 1 << 16;
/// Elements of an array, and members in each other, that are shown at most.
const SHOWN: usize = 64;
const DEPTH: u32 = 16;

/// The variables of a kernel, read when first asked for.
pub struct Locals<'a> {
    prepared: &'a Prepared,
    read: OnceCell<Variables>,
}

/// A part of a variable behind its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathPart {
    /// A member of a struct.
    Member(String),
    /// An element of an array, or what a pointer leads to.
    Element(u64),
}

/// A value with its type.
pub struct Typed {
    ty: Option<usize>,
    bytes: Vec<u8>,
}

/// Where a piece of a variable is.
enum Held<'v> {
    Register(u64),
    Memory { space: Option<Storage>, at: u64 },
    Number(u64),
    Bytes(&'v [u8]),
}

/// A number on the stack of an expression, and what it comes from.
#[derive(Clone, Copy, Default)]
struct Number {
    value: u64,
    /// A frame: the address of something in private memory.
    is_framed: bool,
}

impl<'a> Locals<'a> {
    pub(super) fn new(prepared: &'a Prepared) -> Locals<'a> {
        Locals { prepared, read: OnceCell::new() }
    }

    /// What the debug information says.
    pub fn variables(&self) -> &Variables {
        self.read.get_or_init(|| {
            let image = &self.prepared.image;
            let kernel = isotope::report::kernel(image, &self.prepared.dispatch);
            kernel.map(|kernel| TARGETS.variables(image, kernel)).unwrap_or_default()
        })
    }

    fn names(&self) -> &'static DebugNames {
        &TARGETS.of(self.prepared.image.target).isa().debug
    }

    /// The innermost variable of a name.
    fn find(&self, name: &str, pc: u32) -> Result<Local<'_>> {
        let variables = self.variables();
        if let Some(why) = self.names().other_code {
            bail!("`{name}`: not known: {why}");
        }
        let found = variables.at(pc.into()).into_iter().find(|local| local.variable.name == name);
        found.with_context(|| {
            format!("no variable `{}` is visible at {pc:#06x}: `info locals` lists those that are", name.escape_debug())
        })
    }

    /// The value of a variable, or of a part of it.
    pub fn value(&self, name: &str, parts: &[PathPart], scope: &Scope<'_, '_>) -> Result<Typed> {
        let local = self.find(name, scope.pc)?;
        let mut found = self.whole(&local, scope).map_err(|why| Error::new(format!("`{name}`: {why}")))?;
        for part in parts {
            found = self.part(found, part, scope).map_err(|why| Error::new(format!("`{name}`: {why}")))?;
        }
        Ok(found)
    }

    fn part(&self, of: Typed, part: &PathPart, scope: &Scope<'_, '_>) -> Result<Typed> {
        let variables = self.variables();
        let (ty, at) = match (variables.type_of(of.ty), part) {
            (Some(Type::Struct { members, .. }), PathPart::Member(name)) => {
                let member = members.iter().find(|(member, ..)| member == name);
                let names = || members.iter().map(|(name, ..)| &**name).collect::<Vec<_>>().join(", ");
                let (_, offset, ty) =
                    member.with_context(|| format!("expected a member ({}), found `{name}`", names()))?;
                (*ty, *offset)
            }
            (Some(Type::Array { element, counts }), PathPart::Element(n)) => {
                // What is left of several dimensions is read as rows of elements.
                let rest = counts.iter().skip(1).try_fold(1u64, |all, count| all.checked_mul((*count)?));
                let one = variables.bytes_of(*element).zip(rest).and_then(|(bytes, rest)| bytes.checked_mul(rest));
                let one = one.context("the debug information has no size of its elements")?;
                ensure!(counts.len() == 1, "an array of {} dimensions: print all of it", counts.len());
                let most = counts.first().copied().flatten();
                ensure!(
                    most.is_none_or(|most| *n < most),
                    "expected an element below {}, found {n}",
                    most.unwrap_or(0)
                );
                (*element, n.saturating_mul(one))
            }
            (Some(Type::Pointer { to, .. }), part) => {
                let size = variables.bytes_of(*to).context("the debug information has no size of what it points to")?;
                let n = if let PathPart::Element(n) = part { *n } else { 0 };
                let at = bits(&of.bytes).wrapping_add(n.wrapping_mul(size));
                let bytes = read(scope, Some(Space::Global), at, size)?;
                let found = Typed { ty: *to, bytes };
                return if matches!(part, PathPart::Member(_)) { self.part(found, part, scope) } else { Ok(found) };
            }
            _ => bail!("its type `{}` has no such part", variables.name_of(of.ty)),
        };
        let size = variables.bytes_of(ty).context("the debug information has no size of it")?;
        let range = usize::try_from(at).ok().zip(usize::try_from(at.saturating_add(size)).ok());
        let bytes =
            range.and_then(|(from, to)| of.bytes.get(from..to)).context("the part lies outside of the variable")?;
        Ok(Typed { ty, bytes: bytes.to_vec() })
    }

    /// All of a variable.
    fn whole(&self, local: &Local<'_>, scope: &Scope<'_, '_>) -> Result<Typed> {
        if let Some(why) = self.names().other_code {
            bail!("not known: {why}");
        }
        let (variable, variables) = (local.variable, self.variables());
        let size =
            variables.bytes_of(variable.ty).context("not known: the debug information has no size of its type")?;
        ensure!(size <= BYTES, "not read: expected at most {BYTES} bytes, found {size}");
        let ops = match local.located {
            VariableLocation::OptimisedOut => bail!("optimised out"),
            VariableLocation::NotHere => bail!("optimised out here: other instructions have it"),
            VariableLocation::Constant(bytes) => {
                let mut bytes = bytes.to_vec();
                bytes.resize(size as usize, 0);
                return Ok(Typed { ty: variable.ty, bytes });
            }
            VariableLocation::At(ops) => ops,
        };
        let mut bytes = Vec::new();
        for (held, count) in self.run(ops, local, scope)? {
            let left = size.saturating_sub(bytes.len() as u64);
            let count = count.unwrap_or(left).min(left);
            match held {
                None => bail!("optimised out in part"),
                Some(held) => bytes.extend(self.read(held, count, local, scope)?),
            }
        }
        ensure!(bytes.len() as u64 == size, "not known: its places have {} bytes of {size}", bytes.len());
        Ok(Typed { ty: variable.ty, bytes })
    }

    /// A register of the machine, in the lane in focus.
    fn register(&self, number: u64, scope: &Scope<'_, '_>) -> Result<(u64, u32, bool)> {
        let name = (self.names().register)(number);
        let name = name.with_context(|| format!("not known: register {number:#x} of the debug information"))?;
        let index =
            scope.names.register(&name).with_context(|| format!("not known: the kernel has no register {name}"))?;
        let register = &scope.names.registers[index];
        let by_lane = !matches!(register.cells, isotope::machine::register::Cells::Scalar(_));
        Ok((scope.register(index, None)?.0, register.bits().div_ceil(8), by_lane))
    }

    fn read(&self, held: Held<'_>, count: u64, local: &Local<'_>, scope: &Scope<'_, '_>) -> Result<Vec<u8>> {
        match held {
            Held::Number(value) => {
                let mut bytes = value.to_le_bytes().to_vec();
                bytes.resize(count as usize, 0);
                Ok(bytes)
            }
            Held::Bytes(bytes) => Ok(bytes.iter().copied().chain(std::iter::repeat(0)).take(count as usize).collect()),
            Held::Memory { space, at } => {
                let space = match space.or(local.variable.class.and_then(self.names().space)) {
                    None | Some(Storage::Global) => Some(Space::Global),
                    Some(Storage::Shared) => Some(Space::Shared),
                    Some(Storage::Private) => Some(Space::Private),
                    Some(Storage::Device) => Some(Space::Gds),
                    Some(Storage::Constant) => None,
                };
                read(scope, space, at, count)
            }
            Held::Register(number) => {
                let held = match (self.names().virtual_register)(number) {
                    None => vec![number],
                    Some(name) => {
                        let held = self.variables().registers_of(&name, scope.pc.into());
                        held.with_context(|| format!("optimised out here: no register holds {name} of PTX"))?
                    }
                };
                let mut bytes = Vec::new();
                for number in held {
                    let (value, size, _) = self.register(number, scope)?;
                    bytes.extend(&value.to_le_bytes()[..size as usize]);
                }
                ensure!(bytes.len() as u64 >= count, "not known: the register has {} bytes of {count}", bytes.len());
                bytes.truncate(count as usize);
                Ok(bytes)
            }
        }
    }

    /// Computes where a variable is: pieces with their bytes, all of it in one where no bytes are said.
    fn run<'v>(
        &self,
        ops: &'v [ExpressionOp],
        local: &Local<'_>,
        scope: &Scope<'_, '_>,
    ) -> Result<Vec<(Option<Held<'v>>, Option<u64>)>> {
        let (mut stack, mut pieces): (Vec<Number>, Vec<_>) = (Vec::new(), Vec::new());
        let mut held: Option<Held<'v>> = None;
        let short = || Error::new("not known: the debug information has a damaged place");
        for op in ops {
            let mut pop = || stack.pop().ok_or_else(short);
            let pushed = match op {
                ExpressionOp::Number(value) => Number { value: *value, is_framed: false },
                ExpressionOp::Based(register, offset) => {
                    let (value, ..) = self.register(*register, scope)?;
                    Number { value: value.wrapping_add_signed(*offset), is_framed: !self.is_by_lane(*register, scope) }
                }
                ExpressionOp::Frame(offset) => {
                    let base = match local.frame {
                        [ExpressionOp::Register(register)] => self.register(*register, scope)?.0,
                        [ExpressionOp::FrameAddress] => self.frame_address(scope)?,
                        _ => bail!("not known: the debug information has a frame base of another kind"),
                    };
                    Number { value: base.wrapping_add_signed(*offset), is_framed: true }
                }
                ExpressionOp::FrameAddress => Number { value: self.frame_address(scope)?, is_framed: true },
                ExpressionOp::Add(more) => {
                    let number = pop()?;
                    Number { value: number.value.wrapping_add(*more), ..number }
                }
                ExpressionOp::Plus
                | ExpressionOp::Minus
                | ExpressionOp::Times
                | ExpressionOp::And
                | ExpressionOp::Or
                | ExpressionOp::Left
                | ExpressionOp::Right => {
                    let (b, a) = (pop()?, pop()?);
                    let by = u32::try_from(b.value).unwrap_or(u32::MAX);
                    let value = match op {
                        ExpressionOp::Plus => a.value.wrapping_add(b.value),
                        ExpressionOp::Minus => a.value.wrapping_sub(b.value),
                        ExpressionOp::Times => a.value.wrapping_mul(b.value),
                        ExpressionOp::And => a.value & b.value,
                        ExpressionOp::Or => a.value | b.value,
                        ExpressionOp::Left => a.value.checked_shl(by).unwrap_or(0),
                        _ => a.value.checked_shr(by).unwrap_or(0),
                    };
                    Number { value, is_framed: a.is_framed || b.is_framed }
                }
                ExpressionOp::Again => {
                    let number = pop()?;
                    stack.push(number);
                    number
                }
                ExpressionOp::Swap => {
                    let (b, a) = (pop()?, pop()?);
                    stack.push(b);
                    a
                }
                ExpressionOp::Read(bytes) => {
                    let at = pop()?;
                    let space = if at.is_framed { Space::Private } else { Space::Global };
                    let value = bits(&read(scope, Some(space), at.value, (*bytes).into())?);
                    Number { value, is_framed: false }
                }
                ExpressionOp::InSpace => {
                    let (at, space) = (pop()?, pop()?);
                    let named = (self.names().space)(space.value);
                    let named = named.with_context(|| {
                        format!("not known: address space {} of the debug information", space.value)
                    })?;
                    if let Some(why) =
                        self.names().doubtful_address.filter(|_| named == Storage::Private && !at.is_framed)
                    {
                        bail!("not known: at {:#x} of private memory, or {:#x} itself ({why})", at.value, at.value);
                    }
                    held = Some(Held::Memory { space: Some(named), at: at.value });
                    continue;
                }
                ExpressionOp::Register(number) => {
                    held = Some(Held::Register(*number));
                    continue;
                }
                ExpressionOp::Value => {
                    held = Some(Held::Number(pop()?.value));
                    continue;
                }
                ExpressionOp::Bytes(bytes) => {
                    held = Some(Held::Bytes(bytes));
                    continue;
                }
                ExpressionOp::Piece(count) => {
                    let memory = stack.pop().map(place);
                    pieces.push((held.take().or(memory), Some(*count)));
                    continue;
                }
                ExpressionOp::Unknown(code) => bail!("not known: operation {code:#04x} of the debug information"),
            };
            stack.push(pushed);
        }
        if pieces.is_empty() {
            let memory = stack.pop().map(place);
            pieces.push((Some(held.or(memory).ok_or_else(short)?), None));
        }
        Ok(pieces)
    }

    fn is_by_lane(&self, register: u64, scope: &Scope<'_, '_>) -> bool {
        self.register(register, scope).is_ok_and(|(_, _, by_lane)| by_lane) && self.names().doubtful_address.is_some()
    }

    fn frame_address(&self, scope: &Scope<'_, '_>) -> Result<u64> {
        let rule = self.variables().frame_address(scope.pc.into());
        let (register, offset) = rule.context("not known: `.debug_frame` has no frame address for this instruction")?;
        Ok(self.register(register, scope)?.0.wrapping_add_signed(offset))
    }

    /// A value as text.
    pub fn text(&self, value: &Typed) -> String {
        self.show(value.ty, &value.bytes, DEPTH)
    }

    fn show(&self, ty: Option<usize>, bytes: &[u8], depth: u32) -> String {
        let variables = self.variables();
        let found = variables.type_of(ty).filter(|_| depth != 0);
        let part = |ty: Option<usize>, at: u64| {
            let size = variables.bytes_of(ty)?;
            bytes.get(usize::try_from(at).ok()?..usize::try_from(at.checked_add(size)?).ok()?).map(|part| (ty, part))
        };
        let inner = |found: Option<(Option<usize>, &[u8])>| {
            found.map_or("?".into(), |(ty, part)| self.show(ty, part, depth - 1))
        };
        match found {
            Some(Type::Base { encoding: Encoding::Boolean, .. }) => (bits(bytes) != 0).to_string(),
            Some(Type::Base { .. }) => match element(found, bytes.len()) {
                Some(ty) => plain(ty, bits(bytes)),
                None => raw(bytes),
            },
            Some(Type::Enum { values, .. }) => {
                let width = 8 * bytes.len().clamp(1, 8) as u32;
                let number = (bits(bytes) << (64 - width)) as i64 >> (64 - width);
                let named = values.iter().find(|(_, value)| *value == number);
                named.map_or_else(|| number.to_string(), |(name, _)| format!("{name} ({number})"))
            }
            Some(Type::Struct { members, .. }) => {
                let shown =
                    members.iter().take(SHOWN).map(|(name, at, ty)| format!("{name} = {}", inner(part(*ty, *at))));
                format!("{{{}}}", shown.collect::<Vec<_>>().join(", "))
            }
            Some(Type::Array { element, .. }) => {
                let size = variables.bytes_of(*element).unwrap_or(0).max(1);
                let count = bytes.len() as u64 / size;
                let shown = (0..count.min(SHOWN as u64)).map(|n| inner(part(*element, n * size)));
                let more = if count > SHOWN as u64 { ", .." } else { "" };
                format!("{{{}{more}}}", shown.collect::<Vec<_>>().join(", "))
            }
            Some(Type::Pointer { .. }) => format!("{:#x}", bits(bytes)),
            Some(Type::Alias { .. } | Type::Other(_)) | None => raw(bytes),
        }
    }

    /// A number for an expression.
    pub fn number(&self, value: &Typed) -> Result<Value> {
        let found = self.variables().type_of(value.ty);
        if matches!(found, Some(Type::Pointer { .. } | Type::Enum { .. })) {
            return Ok(Value::Whole(bits(&value.bytes).into()));
        }
        let name = || self.variables().name_of(value.ty);
        let ty = element(found, value.bytes.len());
        let ty =
            ty.with_context(|| format!("expected a number, found a value of type `{}`: name a part of it", name()))?;
        let held = bits(&value.bytes);
        Ok(if ty.float().is_some() {
            Value::Real(real(ty, held))
        } else {
            let shift = 64 - 8 * ty.size() as u32;
            Value::Whole(if ty.is_signed() { ((held << shift) as i64 >> shift).into() } else { held.into() })
        })
    }

    /// Each variable that an instruction sees: its name, its type, and its value or why there is none.
    pub(super) fn all(&self, scope: &Scope<'_, '_>) -> Vec<(String, String, Result<String>, bool)> {
        let variables = self.variables();
        if let Some(why) = self.names().other_code {
            let of_kernel = variables.of_function(&self.prepared.dispatch.program.name);
            let line = |v: &isotope::object::variables::Variable| {
                (v.name.clone(), variables.name_of(v.ty), Err(Error::new(format!("not known: {why}"))), v.is_parameter)
            };
            return of_kernel.into_iter().map(line).collect();
        }
        let line = |local: Local<'_>| {
            let value = self.whole(&local, scope).map(|value| self.text(&value));
            (local.variable.name.clone(), variables.name_of(local.variable.ty), value, local.variable.is_parameter)
        };
        variables.at(scope.pc.into()).into_iter().map(line).collect()
    }
}

/// What a number without operations behind it is: an address.
fn place<'v>(number: Number) -> Held<'v> {
    Held::Memory { space: number.is_framed.then_some(Storage::Private), at: number.value }
}

/// The element type that a base type is.
fn element(ty: Option<&Type>, bytes: usize) -> Option<ElementType> {
    let Some(Type::Base { name, encoding, .. }) = ty else { return None };
    Some(match (encoding, bytes) {
        (Encoding::Unsigned | Encoding::Boolean, 1) => ElementType::U8,
        (Encoding::Unsigned, 2) => ElementType::U16,
        (Encoding::Unsigned, 4) => ElementType::U32,
        (Encoding::Unsigned, 8) => ElementType::U64,
        (Encoding::Signed, 1) => ElementType::I8,
        (Encoding::Signed, 2) => ElementType::I16,
        (Encoding::Signed, 4) => ElementType::I32,
        (Encoding::Signed, 8) => ElementType::I64,
        (Encoding::Float, 2) if name.contains("bf") => ElementType::Bf16,
        (Encoding::Float, 2) => ElementType::F16,
        (Encoding::Float, 4) => ElementType::F32,
        (Encoding::Float, 8) => ElementType::F64,
        _ => return None,
    })
}

/// The low 64 bits of bytes.
fn bits(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).rev().fold(0, |all, byte| all << 8 | u64::from(*byte))
}

/// Bytes without a type.
fn raw(bytes: &[u8]) -> String {
    bytes.iter().take(SHOWN).rev().fold("0x".into(), |all, byte| format!("{all}{byte:02x}"))
}

fn read(scope: &Scope<'_, '_>, space: Option<Space>, at: u64, count: u64) -> Result<Vec<u8>> {
    let space = space.context("not known: it is in constant memory, which the debugger does not read")?;
    let mut bytes = Vec::new();
    for n in 0..count {
        let here = at.checked_add(n).and_then(|here| scope.read(space, here, 1));
        bytes.push(
            here.with_context(|| format!("nothing is at {} {at:#x}: expected {count} bytes", space.name()))? as u8
        );
    }
    Ok(bytes)
}

impl Debugger<'_> {
    /// The variables of the source that a wave sees in the lane in focus: name, type, value or why there is none, whether it is a parameter.
    pub(super) fn locals_of(&self, wave: WaveAt) -> Vec<(String, String, Result<String>, bool)> {
        self.locals.all(&self.scope(wave, self.lane))
    }

    /// `info locals`.
    pub(super) fn locals_event(&self) -> Result<Event> {
        let variables = self.locals.variables();
        ensure!(
            !variables.is_empty(),
            "info locals: {}",
            variables.damage().unwrap_or("the file has no variables: compile with -g (ptxas: -g, NVRTC: -G)")
        );
        let all = self.locals_of(self.focus);
        let line = |(name, ty, value, _): &(String, String, Result<String>, bool)| match value {
            Ok(value) => format!("{name} = {value}    {ty}"),
            Err(why) => format!("{name}: {why}    {ty}"),
        };
        let lines: Vec<String> = all.iter().map(line).collect();
        let text = if lines.is_empty() { "no variable is visible here".into() } else { lines.join("\n") };
        let locals = all.iter().map(|(name, ty, value, is_parameter)| LocalJson {
            name,
            ty,
            parameter: *is_parameter,
            value: value.as_deref().ok(),
            why: value.as_ref().err().map(ToString::to_string),
        });
        let (group, wave) = self.focus;
        Ok(said(text, &EventJson::Locals { group, wave, lane: self.lane, locals: locals.collect() }))
    }
}

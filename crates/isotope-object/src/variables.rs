//! Variables of the source: their names, types and locations, from the debug information of a file.
//!
//! [`Variables`] has the variables of one kernel and of the functions linked with it, by the addresses that its launches report. A location
//! is an expression ([`ExpressionOp`]) over registers and memory of a lane; a caller that has these evaluates it. A variable that the compiler does
//! not describe is reported as [`VariableLocation::OptimisedOut`]; an unknown operation in an expression is preserved ([`ExpressionOp::Unknown`]).

mod expression;
mod frames;
mod ptx;
mod walk;

pub use expression::ExpressionOp;

/// The variables of a kernel.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    /// Outer scopes before inner scopes.
    scopes: Vec<Scope>,
    types: Vec<Type>,
    frames: frames::Frames,
    registers: ptx::Registers,
    damage: Option<String>,
}

/// A function, an inlined function, or a block in braces.
#[derive(Clone, Debug, Default)]
struct Scope {
    /// The name of a function.
    name: Option<String>,
    /// Its code; empty if it is the whole file.
    ranges: Vec<(u64, u64)>,
    /// Number of enclosing scopes.
    depth: usize,
    frame: Vec<ExpressionOp>,
    variables: Vec<Variable>,
}

/// A variable of the source.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type: a number for [`Variables::type_of`].
    pub ty: Option<usize>,
    /// Whether it is a parameter of its function.
    pub is_parameter: bool,
    /// Its address class, in the vendor's numbering.
    pub class: Option<u64>,
    place: Place,
}

/// The location of a variable.
#[derive(Clone, Debug, Default)]
enum Place {
    #[default]
    Nowhere,
    Constant(Vec<u8>),
    Always(Vec<ExpressionOp>),
    /// By code address: from, to, expression.
    Ranges(Vec<(u64, u64, Vec<ExpressionOp>)>),
}

/// A variable that is visible at an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Local<'v> {
    /// The variable.
    pub variable: &'v Variable,
    /// The function that declares it; `None` for a file-scope variable.
    pub function: Option<&'v str>,
    /// Its location.
    pub located: VariableLocation<'v>,
    /// The frame base of its function.
    pub frame: &'v [ExpressionOp],
}

/// The location of a variable at an instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VariableLocation<'v> {
    /// It has no location at any instruction.
    OptimisedOut,
    /// It has a location only at other instructions.
    NotHere,
    /// It has this constant value.
    Constant(&'v [u8]),
    /// The location that an expression gives.
    At(&'v [ExpressionOp]),
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// A number.
    Base {
        /// Its name.
        name: String,
        /// Interpretation of its bits.
        encoding: Encoding,
        /// Bytes.
        bytes: u64,
    },
    /// An address of something.
    Pointer {
        /// The pointed-to type; `None` for void.
        to: Option<usize>,
        /// Bytes.
        bytes: u64,
    },
    /// A typedef, or a qualifier such as const, which has no name.
    Alias {
        /// The name.
        name: Option<String>,
        /// The aliased type; `None` for void.
        of: Option<usize>,
    },
    /// Members at byte offsets; those of a union overlap.
    Struct {
        /// Its name.
        name: Option<String>,
        /// Bytes.
        bytes: u64,
        /// Name, byte offset, type; bit offsets of bit fields are not kept.
        members: Vec<(String, u64, Option<usize>)>,
    },
    /// Consecutive elements.
    Array {
        /// The element type.
        element: Option<usize>,
        /// Number of elements, outermost dimension first; `None` if unknown.
        counts: Vec<Option<u64>>,
    },
    /// An enumeration.
    Enum {
        /// Its name.
        name: Option<String>,
        /// Bytes.
        bytes: u64,
        /// Names and numbers.
        values: Vec<(String, i64)>,
    },
    /// Any other type.
    Other(String),
}

/// Interpretation of a number's bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Signed integer.
    Signed,
    /// Unsigned integer.
    Unsigned,
    /// A float.
    Float,
    /// False or true.
    Boolean,
    /// Any other encoding.
    Other,
}

impl Variables {
    /// Reads the variables of an ELF file. `parts` are code sections, each with the address of its first byte. Without
    /// parts, variables can only be found by function name ([`Variables::of_function`]).
    pub fn read(file: &[u8], parts: &[(&str, u64)]) -> Variables {
        walk::read(file, parts)
    }

    /// The error in the debug information, in one line.
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// Whether there are no variables.
    pub fn is_empty(&self) -> bool {
        self.scopes.iter().all(|scope| scope.variables.is_empty())
    }

    /// Whether a variable of any function has this name.
    pub fn has(&self, name: &str) -> bool {
        self.scopes.iter().flat_map(|scope| &scope.variables).any(|variable| variable.name == name)
    }

    /// The variables visible at an instruction, innermost scope first; a name comes before the outer names that it hides.
    pub fn at(&self, address: u64) -> Vec<Local<'_>> {
        self.of(
            |scope| scope.ranges.is_empty() || scope.ranges.iter().any(|(from, to)| (*from..*to).contains(&address)),
            address,
        )
    }

    /// The variables of a function, without locations, for code whose addresses differ from those of the debug information.
    pub fn of_function(&self, name: &str) -> Vec<&Variable> {
        let begin = self.scopes.iter().position(|scope| scope.name.as_deref() == Some(name));
        let Some(begin) = begin else { return Vec::new() };
        let depth = self.scopes[begin].depth;
        let inner = self.scopes[begin + 1..].iter().take_while(|scope| scope.depth > depth);
        std::iter::once(&self.scopes[begin]).chain(inner).flat_map(|scope| &scope.variables).collect()
    }

    fn of(&self, sees: impl Fn(&Scope) -> bool, address: u64) -> Vec<Local<'_>> {
        let mut seen: Vec<&Scope> = self.scopes.iter().filter(|scope| sees(scope)).collect();
        seen.sort_by_key(|scope| std::cmp::Reverse(scope.depth));
        let mut all = Vec::new();
        for scope in &seen {
            // A block uses the frame and the name of the enclosing function.
            let outer = || seen.iter().filter(|outer| outer.depth <= scope.depth);
            let frame = outer().find(|outer| !outer.frame.is_empty()).map_or(&[][..], |outer| &outer.frame);
            let function = outer().find_map(|outer| outer.name.as_deref());
            for variable in &scope.variables {
                let located = match &variable.place {
                    Place::Nowhere => VariableLocation::OptimisedOut,
                    Place::Constant(bytes) => VariableLocation::Constant(bytes),
                    Place::Always(ops) => VariableLocation::At(ops),
                    Place::Ranges(ranges) => {
                        let here = ranges.iter().find(|(from, to, _)| (*from..*to).contains(&address));
                        here.map_or(VariableLocation::NotHere, |(_, _, ops)| VariableLocation::At(ops))
                    }
                };
                all.push(Local { variable, function, located, frame });
            }
        }
        all
    }

    /// A type by its number, with aliases resolved.
    pub fn type_of(&self, ty: Option<usize>) -> Option<&Type> {
        let mut at = ty?;
        // In damaged files aliases may be cyclic.
        for _ in 0..64 {
            match self.types.get(at)? {
                Type::Alias { of, .. } => at = (*of)?,
                found => return Some(found),
            }
        }
        None
    }

    /// The source name of a type.
    pub fn name_of(&self, ty: Option<usize>) -> String {
        self.name_within(ty, 16)
    }

    fn name_within(&self, ty: Option<usize>, depth: u32) -> String {
        let Some(found) = ty.and_then(|ty| self.types.get(ty)).filter(|_| depth != 0) else { return "void".into() };
        match found {
            Type::Base { name, .. } | Type::Alias { name: Some(name), .. } => name.clone(),
            Type::Alias { name: None, of } => self.name_within(*of, depth - 1),
            Type::Pointer { to, .. } => format!("{} *", self.name_within(*to, depth - 1)),
            Type::Struct { name, .. } => name.clone().unwrap_or_else(|| "struct".into()),
            Type::Enum { name, .. } => name.clone().unwrap_or_else(|| "enum".into()),
            Type::Array { element, counts } => {
                let count = |count: &Option<u64>| count.map_or("[]".into(), |count| format!("[{count}]"));
                self.name_within(*element, depth - 1) + &counts.iter().map(count).collect::<String>()
            }
            Type::Other(what) => what.clone(),
        }
    }

    /// Size of a type in bytes, if known.
    pub fn bytes_of(&self, ty: Option<usize>) -> Option<u64> {
        self.bytes_within(ty, 16)
    }

    fn bytes_within(&self, ty: Option<usize>, depth: u32) -> Option<u64> {
        match self.type_of(ty).filter(|_| depth != 0)? {
            Type::Base { bytes, .. }
            | Type::Pointer { bytes, .. }
            | Type::Struct { bytes, .. }
            | Type::Enum { bytes, .. } => Some(*bytes),
            Type::Array { element, counts } => {
                let one = self.bytes_within(*element, depth - 1)?;
                counts.iter().try_fold(one, |bytes, count| bytes.checked_mul((*count)?))
            }
            Type::Alias { .. } | Type::Other(_) => None,
        }
    }

    /// The canonical frame address at an instruction: a register, and the number of bytes to add.
    pub fn frame_address(&self, address: u64) -> Option<(u64, i64)> {
        self.frames.at(address)
    }

    /// The machine registers that hold a PTX register at an instruction, low word first.
    pub fn registers_of(&self, name: &str, address: u64) -> Option<Vec<u64>> {
        self.registers.at(name, address)
    }
}

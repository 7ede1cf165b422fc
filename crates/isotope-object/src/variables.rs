//! Variables of the source: their names, types and places, as the debug information of a file has them.
//!
//! [`Variables`] are those of one kernel, and of the functions that stand with it, by the addresses that its launches report. A place is an
//! expression ([`Op`]) over registers and memory of a lane; whoever has them computes it. What the compiler says nothing of is said to be
//! nowhere ([`Located::OptimisedOut`]), and an expression with an operation that is not known keeps it ([`Op::Unknown`]).

mod expression;
mod frames;
mod ptx;
mod walk;

pub use expression::Op;

/// The variables of a kernel.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    /// Outer ones in front of inner ones.
    scopes: Vec<Scope>,
    types: Vec<Type>,
    frames: frames::Frames,
    registers: ptx::Registers,
    damage: Option<String>,
}

/// A function, one that was inlined, or a block in braces.
#[derive(Clone, Debug, Default)]
struct Scope {
    /// The name of a function.
    name: Option<String>,
    /// Its code; none where it is all of the file.
    ranges: Vec<(u64, u64)>,
    /// Scopes around it.
    depth: usize,
    frame: Vec<Op>,
    variables: Vec<Variable>,
}

/// A variable of the source.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type, a number for [`Variables::type_of`].
    pub ty: Option<usize>,
    /// Whether it is a parameter of its function.
    pub is_parameter: bool,
    /// The class of its address, in the vendor's numbers.
    pub class: Option<u64>,
    place: Place,
}

/// Where a variable lies.
#[derive(Clone, Debug, Default)]
enum Place {
    #[default]
    Nowhere,
    Constant(Vec<u8>),
    Always(Vec<Op>),
    /// By address of code: from, to, where.
    Ranges(Vec<(u64, u64, Vec<Op>)>),
}

/// A variable as an instruction sees it.
#[derive(Clone, Copy, Debug)]
pub struct Local<'v> {
    /// The variable.
    pub variable: &'v Variable,
    /// The function that declares it; none of a file.
    pub function: Option<&'v str>,
    /// Where it is.
    pub located: Located<'v>,
    /// What the frame base of its function is.
    pub frame: &'v [Op],
}

/// Where a variable is while an instruction runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Located<'v> {
    /// Nowhere, in no instruction.
    OptimisedOut,
    /// Elsewhere only: in other instructions it has a place.
    NotHere,
    /// It is this value.
    Constant(&'v [u8]),
    /// Where an expression leads.
    At(&'v [Op]),
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// A number.
    Base {
        /// Its name.
        name: String,
        /// How its bits are read.
        encoding: Encoding,
        /// Bytes.
        bytes: u64,
    },
    /// An address of something.
    Pointer {
        /// Of what; none of void.
        to: Option<usize>,
        /// Bytes.
        bytes: u64,
    },
    /// Another name, or const and the like, which have none.
    Alias {
        /// The name.
        name: Option<String>,
        /// Of what; none of void.
        of: Option<usize>,
    },
    /// Members at byte offsets; those of a union lie over one another.
    Struct {
        /// Its name.
        name: Option<String>,
        /// Bytes.
        bytes: u64,
        /// Name, byte offset, type; bits of a bit field are not told apart.
        members: Vec<(String, u64, Option<usize>)>,
    },
    /// Elements side by side.
    Array {
        /// Of what.
        element: Option<usize>,
        /// How many, the outermost dimension first; none where that is not said.
        counts: Vec<Option<u64>>,
    },
    /// A number with names.
    Enum {
        /// Its name.
        name: Option<String>,
        /// Bytes.
        bytes: u64,
        /// Names and numbers.
        values: Vec<(String, i64)>,
    },
    /// Something else.
    Other(String),
}

/// How the bits of a number are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// With a sign.
    Signed,
    /// Without.
    Unsigned,
    /// A float.
    Float,
    /// False or true.
    Boolean,
    /// Another one.
    Other,
}

impl Variables {
    /// Reads those of an ELF file. `parts` are sections of code, each with the address that its first byte has. Without
    /// any, variables are found by the names of functions alone ([`Variables::of_function`]).
    pub fn read(file: &[u8], parts: &[(&str, u64)]) -> Variables {
        walk::read(file, parts)
    }

    /// What is wrong with the debug information, in a line.
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.scopes.iter().all(|scope| scope.variables.is_empty())
    }

    /// Whether a variable of some function has this name.
    pub fn has(&self, name: &str) -> bool {
        self.scopes.iter().flat_map(|scope| &scope.variables).any(|variable| variable.name == name)
    }

    /// Those that an instruction sees, the innermost scope first; a name that hides another one stands in front of it.
    pub fn at(&self, address: u64) -> Vec<Local<'_>> {
        self.of(
            |scope| scope.ranges.is_empty() || scope.ranges.iter().any(|(from, to)| (*from..*to).contains(&address)),
            address,
        )
    }

    /// Those of a function, whatever runs, for code whose addresses are not those of the debug information: nothing is said of where they are.
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
            // Blocks have the frame and the name of the function around them.
            let outer = || seen.iter().filter(|outer| outer.depth <= scope.depth);
            let frame = outer().find(|outer| !outer.frame.is_empty()).map_or(&[][..], |outer| &outer.frame);
            let function = outer().find_map(|outer| outer.name.as_deref());
            for variable in &scope.variables {
                let located = match &variable.place {
                    Place::Nowhere => Located::OptimisedOut,
                    Place::Constant(bytes) => Located::Constant(bytes),
                    Place::Always(ops) => Located::At(ops),
                    Place::Ranges(ranges) => {
                        let here = ranges.iter().find(|(from, to, _)| (*from..*to).contains(&address));
                        here.map_or(Located::NotHere, |(_, _, ops)| Located::At(ops))
                    }
                };
                all.push(Local { variable, function, located, frame });
            }
        }
        all
    }

    /// A type by its number, aliases looked through.
    pub fn type_of(&self, ty: Option<usize>) -> Option<&Type> {
        let mut at = ty?;
        // Damaged files may go round.
        for _ in 0..64 {
            match self.types.get(at)? {
                Type::Alias { of, .. } => at = (*of)?,
                found => return Some(found),
            }
        }
        None
    }

    /// The name of a type, as a source has it.
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

    /// Bytes of a type, where they are known.
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

    /// What the canonical frame address is at an instruction: a register, and bytes to be added.
    pub fn frame_address(&self, address: u64) -> Option<(u64, i64)> {
        self.frames.at(address)
    }

    /// The registers of the machine that hold a register of PTX at an instruction, the low word first.
    pub fn registers_of(&self, name: &str, address: u64) -> Option<Vec<u64>> {
        self.registers.at(name, address)
    }
}

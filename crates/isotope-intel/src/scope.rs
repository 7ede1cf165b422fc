//! What an instruction is read, judged and printed among: the declarations of a kernel, or those beside a line of batch mode
//! ([`super::known`]), which are kept in less room.
use super::inst::Type;
use super::kernel::{Align, Attribute, FIRST_VARIABLE, Kernel, Label, LabelKind, Small, Variable};
use super::names::Entity;
use super::{Generation, KernelText};

/// What a declaration says of a general variable, as far as instructions ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// Type of the elements.
    pub ty: Type,
    /// Number of elements.
    pub elements: u16,
    /// Variable and byte offset that it is another name for.
    pub alias: Option<(u32, u16)>,
}

impl Extent {
    /// Size in bytes.
    pub fn bytes(self) -> u32 {
        self.ty.bytes() * u32::from(self.elements)
    }
}

/// What rules ask of a declared variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Measure {
    /// Type of the elements.
    pub ty: Type,
    /// Its size.
    pub bytes: u32,
    /// What [`Scope::placed`] says of it.
    pub placed: Option<u32>,
}

impl Measure {
    /// Where in the registers of its variable an operand begins.
    #[inline]
    pub fn begins(&self, offset: u16) -> u32 {
        self.placed.unwrap_or(0).wrapping_add(offset.into())
    }
}

/// What is declared.
pub(super) trait Declared {
    /// The general variable with that index.
    fn extent(&self, variable: u32) -> Option<Extent>;
    /// Its name; nothing where it has none.
    fn variable_name(&self, variable: u32) -> &str;
    /// How many general variables there are, predefined ones included.
    fn variables(&self) -> usize;
    /// How many address variables there are.
    fn addresses(&self) -> usize;
    /// How many predicates there are.
    fn predicates(&self) -> usize;
    /// How many surfaces are declared.
    fn surfaces(&self) -> usize;
    /// The name of a label.
    fn label_name(&self, index: u16) -> Option<&str>;
    /// A string that instructions name.
    fn string(&self, index: u32) -> Option<&str>;

    /// The variable that aliases end at, and the byte offset in it. `None` for a chain that leaves the kernel or is a loop.
    fn resolve(&self, variable: u32) -> Option<(u32, u32)> {
        let (mut index, mut offset) = (variable, 0u32);
        for _ in 0..=self.variables() {
            match self.extent(index)?.alias {
                None => return Some((index, offset)),
                Some((base, at)) => (index, offset) = (base, offset.checked_add(u32::from(at))?),
            }
        }
        None
    }
}

/// The same with what names stand for and whose rules hold. Labels and strings that an instruction names are added.
pub(super) trait Scope: Declared {
    /// Where in its registers a variable begins, if it is a part of one of a register or more.
    fn placed(&self, variable: u32) -> Option<u32> {
        self.shift(variable)
    }
    /// The same, worked out.
    fn shift(&self, variable: u32) -> Option<u32> {
        let (root, shift) = self.resolve(variable)?;
        (self.extent(root)?.bytes() >= self.register()).then_some(shift)
    }
    /// What rules ask of a variable that the program declares; nothing for a predefined one.
    fn measure(&self, variable: u32) -> Option<Measure> {
        let extent = if variable < FIRST_VARIABLE { None } else { self.extent(variable) }?;
        Some(Measure { ty: extent.ty, bytes: extent.bytes(), placed: self.placed(variable) })
    }
    /// What a name stands for.
    fn find(&self, name: &str) -> Option<Entity>;
    /// The general variable of a name, as [`short`](super::names::short) gives it, if it is known at once.
    fn find_short(&self, _: u64) -> Option<u32> {
        None
    }
    /// Bytes of a register.
    fn register(&self) -> u32;
    /// Whose rules hold.
    fn generation(&self) -> Generation;
    /// The index of a label, declared here if it is new.
    fn label_of(&mut self, name: &str) -> u16;
    /// The index of a string, added here if it is new.
    fn text_of(&mut self, text: &str) -> u32;
}

/// Variables other than general ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SmallKind {
    Address,
    Predicate,
    Sampler,
    Surface,
}

/// What declarations are added to.
pub(super) trait Declare: Scope {
    /// How many variables of a kind are declared.
    fn count(&self, kind: SmallKind) -> usize;
    /// A general variable, the next one.
    fn declare_variable(&mut self, name: &str, extent: Extent, align: Align, attributes: Vec<Attribute>);
    /// Another variable, the next one of its kind: its name, how it is shown, what the name stands for.
    fn declare_small(
        &mut self,
        kind: SmallKind,
        name: &str,
        shown: &str,
        elements: u16,
        attributes: Vec<Attribute>,
        entity: Entity,
    );
}

/// The index of a string, added if it is new.
pub(super) fn position_or_push(texts: &mut Vec<String>, text: &str) -> u32 {
    let at = texts.iter().position(|t| t == text).unwrap_or_else(|| {
        texts.push(text.into());
        texts.len() - 1
    });
    at as u32
}

impl Declared for Kernel {
    fn extent(&self, variable: u32) -> Option<Extent> {
        let v = self.variable(variable)?;
        Some(Extent { ty: v.ty, elements: v.elements, alias: v.alias })
    }
    fn variable_name(&self, variable: u32) -> &str {
        self.variable(variable).map_or("", |v| &v.name)
    }
    fn variables(&self) -> usize {
        self.variables.len()
    }
    fn addresses(&self) -> usize {
        self.addresses.len()
    }
    fn predicates(&self) -> usize {
        self.predicates.len()
    }
    fn surfaces(&self) -> usize {
        self.surfaces.len()
    }
    fn label_name(&self, index: u16) -> Option<&str> {
        self.labels.get(usize::from(index)).map(|label| &*label.name)
    }
    fn string(&self, index: u32) -> Option<&str> {
        self.texts.get(index as usize).map(|text| &**text)
    }
}

impl Declared for KernelText {
    fn extent(&self, variable: u32) -> Option<Extent> {
        self.kernel.extent(variable)
    }
    fn variable_name(&self, variable: u32) -> &str {
        self.kernel.variable_name(variable)
    }
    fn variables(&self) -> usize {
        self.kernel.variables()
    }
    fn addresses(&self) -> usize {
        self.kernel.addresses()
    }
    fn predicates(&self) -> usize {
        self.kernel.predicates()
    }
    fn surfaces(&self) -> usize {
        self.kernel.surfaces()
    }
    fn label_name(&self, index: u16) -> Option<&str> {
        self.kernel.label_name(index)
    }
    fn string(&self, index: u32) -> Option<&str> {
        self.kernel.string(index)
    }
}

impl Scope for KernelText {
    fn find(&self, name: &str) -> Option<Entity> {
        self.names.find(name)
    }
    fn register(&self) -> u32 {
        self.register
    }
    fn generation(&self) -> Generation {
        self.generation
    }
    fn label_of(&mut self, name: &str) -> u16 {
        if let Some(index) = self.names.label(name) {
            return index;
        }
        let index = self.kernel.labels.len().min(usize::from(u16::MAX)) as u16;
        self.kernel.labels.push(Label { name: name.into(), kind: LabelKind::Block });
        self.names.declare_label(name, index);
        index
    }
    fn text_of(&mut self, text: &str) -> u32 {
        position_or_push(&mut self.kernel.texts, text)
    }
}

impl Declare for KernelText {
    fn count(&self, kind: SmallKind) -> usize {
        match kind {
            SmallKind::Address => self.kernel.addresses.len(),
            SmallKind::Predicate => self.kernel.predicates.len(),
            SmallKind::Sampler => self.kernel.samplers.len(),
            SmallKind::Surface => self.kernel.surfaces.len(),
        }
    }
    fn declare_variable(&mut self, name: &str, extent: Extent, align: Align, attributes: Vec<Attribute>) {
        let Extent { ty, elements, alias } = extent;
        let entity = Entity::Variable(self.kernel.variables.len() as u32);
        self.kernel.variables.push(Variable { name: name.into(), ty, elements, align, alias, attributes });
        self.names.declare(name, entity);
    }
    fn declare_small(
        &mut self,
        kind: SmallKind,
        name: &str,
        shown: &str,
        elements: u16,
        attributes: Vec<Attribute>,
        entity: Entity,
    ) {
        let list = match kind {
            SmallKind::Address => &mut self.kernel.addresses,
            SmallKind::Predicate => &mut self.kernel.predicates,
            SmallKind::Sampler => &mut self.kernel.samplers,
            SmallKind::Surface => &mut self.kernel.surfaces,
        };
        list.push(Small { name: shown.into(), elements, attributes });
        self.names.declare(name, entity);
    }
}

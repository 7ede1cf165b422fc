//! Places device functions that have their own sections after the code of the launched kernel, followed by an address for each
//! function of CUDA's device runtime ([`runtime`](super::runtime)): one block of code that starts at address 0.
//!
//! ptxas emits functions this way for debuggers (`-g`) and names them in relocations of code (`JCAL`, addresses in registers) and of
//! constant banks (tables of functions, the runtime's functions). Not supported: functions of other files, which require a linker.

use isotope_object::lines::{SourceLines, Tables};
use isotope_object::variables::Variables;
use isotope_object::{CodeSymbol, Image, Kernel, Relocation, RelocationKind, SectionId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Bytes of a bundle, control word included.
const BUNDLE: u32 = 32;

/// A function of the device runtime that a file uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct External {
    pub name: String,
    /// Target address of calls, after the code.
    pub address: u32,
}

/// The addresses of the functions that [`link`] placed after a kernel; empty if there are none.
///
/// Code sections are whole bundles, so control words stay at multiples of 32 bytes.
fn bases(image: &Image, kernel: &Kernel) -> Vec<u64> {
    if !image.relocations.iter().any(|r| matches!(r.symbol.place, SectionId::Function { .. })) {
        return Vec::new();
    }
    let base = |end: &mut usize, length: usize| Some(std::mem::replace(end, *end + length) as u64);
    image.functions.iter().scan(kernel.code.len(), |end, function| base(end, function.code.len())).collect()
}

/// The sections of a kernel and of the functions after it, with their start addresses.
fn parts<'i>(image: &'i Image, kernel: &'i Kernel) -> Vec<(&'i str, u64)> {
    let functions = image.functions.iter().zip(bases(image, kernel));
    let functions = functions.map(|(function, base)| (&*function.section, base));
    std::iter::once((&*kernel.section, 0)).chain(functions).collect()
}

/// The source lines of a kernel and of the functions after it.
pub(super) fn lines(image: &Image, kernel: &Kernel) -> SourceLines {
    image.debug.as_ref().map_or_else(SourceLines::default, |file| Tables::read(file).parts(&parts(image, kernel)))
}

/// The variables of a kernel and of the functions after it.
pub(super) fn variables(image: &Image, kernel: &Kernel) -> Variables {
    image.debug.as_ref().map_or_else(Variables::default, |file| Variables::read(file, &parts(image, kernel)))
}

/// Appends the functions that are used to the code of `kernels[kernel]`, assigns addresses to device runtime functions, and redirects
/// relocations to these places.
pub(super) fn link(image: &mut Image, kernel: usize) -> Vec<External> {
    functions(image, kernel);
    let end = (image.kernels[kernel].code.len() as u32).next_multiple_of(BUNDLE);
    let mut externals: Vec<External> = Vec::new();
    let called = called(image);
    for relocation in image.relocations.iter_mut().filter(|r| is_undefined(r) && called.contains(&r.symbol.name)) {
        let symbol = &mut relocation.symbol;
        let found = externals.iter().find(|e| e.name == symbol.name).map(|e| e.address);
        let address = found.unwrap_or_else(|| {
            let address = end + BUNDLE * externals.len() as u32;
            externals.push(External { name: symbol.name.clone(), address });
            address
        });
        (symbol.place, symbol.offset) = (SectionId::Code { kernel }, address.into());
    }
    externals
}

/// The functions outside the file that its kernels call, as their attributes list them.
fn called(image: &Image) -> BTreeSet<String> {
    let lists = image.kernels.iter().filter_map(|kernel| kernel.details::<crate::cubin::Details>());
    lists.flat_map(|details| details.externals.iter().cloned()).collect()
}

/// A symbol whose address or value a kernel uses although no part of the file defines it and nothing calls it: a driver table, or a
/// variable of another file.
pub(super) fn undefined(image: &Image, is_mine: impl Fn(&SectionId) -> bool) -> Option<&str> {
    let called = called(image);
    let wanted = image.relocations.iter().filter(|r| is_mine(&r.place) && is_undefined(r));
    wanted.map(|r| r.symbol.name.as_str()).find(|name| !called.contains(*name))
}

/// Whether the relocation uses the address of an undefined symbol.
fn is_undefined(relocation: &Relocation) -> bool {
    use RelocationKind::{Address32, Address64, Field, Generic32, Generic64};
    relocation.symbol.place == SectionId::Outside
        && !relocation.symbol.name.is_empty()
        && matches!(relocation.kind, Address32 | Address64 | Field { .. } | Generic32 | Generic64)
}

fn functions(image: &mut Image, kernel: usize) {
    let bases = bases(image, &image.kernels[kernel]);
    if bases.is_empty() {
        return;
    }
    let place = &mut image.kernels[kernel];
    let mut code = place.code.to_vec();
    let mut symbols = place.symbols.to_vec();
    for (function, base) in image.functions.iter().zip(&bases) {
        symbols.push(CodeSymbol {
            name: function.name.clone(),
            offset: *base as u32 + function.entry,
            size: function.code.len() as u32 - function.entry,
            function: true,
        });
        code.extend_from_slice(&function.code);
        place.register_count = place.register_count.max(function.register_count);
    }
    (place.code, place.symbols) = (code.into(), symbols.into());
    let moved = |place: &mut SectionId, offset: &mut u64| {
        if let SectionId::Function { function } = *place {
            (*place, *offset) = (SectionId::Code { kernel }, *offset + bases[function]);
        }
    };
    for relocation in &mut image.relocations {
        moved(&mut relocation.place, &mut relocation.offset);
        moved(&mut relocation.symbol.place, &mut relocation.symbol.offset);
    }
}

/// Writes the addresses of functions into the code of a kernel that [`link`] has processed. This is enough for a listing, where other
/// symbols have no address yet.
pub(super) fn fill(image: &mut Image, kernel: usize) {
    let here = SectionId::Code { kernel };
    let inside = image.relocations.iter().filter(|r| r.place == here && r.symbol.place == here);
    let patches: Vec<_> = inside.filter_map(|r| image.resolve(r, &[], |_| None).ok()).collect();
    let code = &mut image.kernels[kernel].code;
    let mut bytes = code.to_vec();
    for patch in patches {
        let at = patch.offset as usize;
        bytes[at..at + usize::from(patch.width)].copy_from_slice(&patch.value.to_le_bytes()[..patch.width.into()]);
    }
    *code = Arc::from(bytes);
}

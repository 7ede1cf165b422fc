//! Image descriptors.
#![allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageDim { D1, D2, D3, Cube, D1Array, D2Array, D2Msaa, D2MsaaArray }
impl ImageDim {
    pub const ALL: [ImageDim; 8] = { use ImageDim::*; [D1, D2, D3, Cube, D1Array, D2Array, D2Msaa, D2MsaaArray] };
    pub fn from_code(code: u32) -> Option<ImageDim> { ImageDim::ALL.get(code as usize).copied() }
    pub fn coordinates(self) -> usize { 4 }
}
pub fn unpack16(words: [u32; 4], _: ImageDim) -> [u32; 4] { words }
pub enum Located { At(u64), Dropped, NotModelled(&'static str) }
pub struct Descriptor;
impl Descriptor {
    pub fn new(_: [u32; 8]) -> Self { Descriptor }
    pub fn locate(&self, _: ImageDim, _: [u32; 4], _: u32, _: bool) -> Located { Located::Dropped }
}

//! Image descriptors (AMD): placeholder of the shape names until the module lands.
/// Shape of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageDim { /// One dimension.
 D1 }

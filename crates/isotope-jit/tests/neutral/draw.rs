//! Values of the neutral form out of bytes: whatever its types can say, without a list of it.
//!
//! Each type says itself what it is made of, by the way it is read from text: an enum gives the names of its variants, a struct its
//! fields. A new operation, rule or kind of access is drawn from the day on that it is there.

use std::fmt;

use serde::de::{self, DeserializeOwned, DeserializeSeed, IntoDeserializer, Visitor};

/// Words at which operations turn: the ends of ranges, and special values of floats.
pub const SOME: [u32; 28] = [
    0,
    1,
    2,
    3,
    8,
    31,
    32,
    33,
    63,
    64,
    0xff,
    0xffff,
    0x3f80_0000,
    0xbf80_0000,
    0x8000_0000,
    0x7fff_ffff,
    u32::MAX,
    0x7fc0_0000,
    0x7f80_0000,
    0xff80_0001,
    0x0080_0000,
    0x3c00_bc00,
    0x7fff_8000,
    0x3ff0_0000,
    0x007f_ffff,
    0x7e00_7c01,
    0x7ff0_0000,
    0x4f00_0000,
];

/// Takes bytes from the front of an input; zeros when it has ended.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    pub fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut out = [0; N];
        let n = N.min(self.0.len());
        out[..n].copy_from_slice(&self.0[..n]);
        self.0 = &self.0[n..];
        out
    }

    pub fn u8(&mut self) -> u8 {
        self.take::<1>()[0]
    }

    pub fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    pub fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }

    /// A number below `n`, which is at most 256.
    pub fn below(&mut self, n: usize) -> usize {
        (usize::from(self.u8()) * n) >> 8
    }

    /// True `n` times in 256.
    pub fn chance(&mut self, n: u8) -> bool {
        self.u8() >= 255 - n
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Any value of a type.
    pub fn any<T: DeserializeOwned>(&mut self) -> T {
        T::deserialize(Drawer(self)).expect("a type of numbers, truth values and names")
    }
}

/// The names of an enum's variants.
pub fn variants<T: DeserializeOwned>() -> Vec<&'static str> {
    match T::deserialize(Asker) {
        Err(Names(names)) => names.to_vec(),
        Ok(_) => Vec::new(),
    }
}

/// Nothing is wrong but the kind of a type.
#[derive(Debug)]
pub struct Unable(String);

impl fmt::Display for Unable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unable {}

impl de::Error for Unable {
    fn custom<T: fmt::Display>(message: T) -> Unable {
        Unable(message.to_string())
    }
}

struct Drawer<'b, 'a>(&'b mut Bytes<'a>);

macro_rules! numbers {
    ($($name:ident $visit:ident $take:ident $as:ty;)*) => {
        $( fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unable> {
            visitor.$visit(self.0.$take() as $as)
        } )*
    };
}

impl<'de> de::Deserializer<'de> for Drawer<'_, '_> {
    type Error = Unable;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Unable> {
        Err(Unable("a type that does not say what it is".into()))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unable> {
        visitor.visit_bool(self.0.u8() & 1 != 0)
    }

    numbers! {
        deserialize_u8 visit_u8 u8 u8;
        deserialize_u16 visit_u16 u32 u16;
        deserialize_u32 visit_u32 u32 u32;
        deserialize_u64 visit_u64 u64 u64;
        deserialize_i32 visit_i32 u32 i32;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unable> {
        match self.0.u8() & 1 {
            0 => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Unable> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Unable> {
        visitor.visit_seq(Each(self.0, len))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unable> {
        visitor.visit_seq(Each(self.0, fields.len()))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unable> {
        visitor.visit_enum(Chosen(self.0, variants.len()))
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i64 i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple_struct map identifier ignored_any
    }
}

/// So many values, one after the other.
struct Each<'b, 'a>(&'b mut Bytes<'a>, usize);

impl<'de> de::SeqAccess<'de> for Each<'_, '_> {
    type Error = Unable;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Unable> {
        if self.1 == 0 {
            return Ok(None);
        }
        self.1 -= 1;
        seed.deserialize(Drawer(self.0)).map(Some)
    }
}

/// One of so many variants.
struct Chosen<'b, 'a>(&'b mut Bytes<'a>, usize);

impl<'de, 'b, 'a> de::EnumAccess<'de> for Chosen<'b, 'a> {
    type Error = Unable;
    type Variant = Drawer<'b, 'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant), Unable> {
        let which = self.0.below(self.1) as u32;
        Ok((seed.deserialize(which.into_deserializer())?, Drawer(self.0)))
    }
}

impl<'de> de::VariantAccess<'de> for Drawer<'_, '_> {
    type Error = Unable;

    fn unit_variant(self) -> Result<(), Unable> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Unable> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Unable> {
        visitor.visit_seq(Each(self.0, len))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Unable> {
        visitor.visit_seq(Each(self.0, fields.len()))
    }
}

/// Asks a type for the names of its variants, and gives them as the error.
struct Asker;

#[derive(Debug)]
struct Names(&'static [&'static str]);

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl std::error::Error for Names {}

impl de::Error for Names {
    fn custom<T: fmt::Display>(_: T) -> Names {
        Names(&[])
    }
}

impl<'de> de::Deserializer<'de> for Asker {
    type Error = Names;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Names> {
        Err(Names(&[]))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Names> {
        Err(Names(variants))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

//! Values as text: the serialising half of the neutral form's text.
//!
//! A unit variant is its name, a variant with a value `name(value)`, one with fields `name{field=value, …}`; a struct is `{field=value,
//! …}`, a list `[…]`, and an absent value `-`. Numbers below ten and numbers with a sign are decimal, others hexadecimal. Strings of plain
//! characters are unquoted, others quoted.

use std::fmt::{self, Display, Write};

use serde::ser::{self, Serialize};

/// Characters of a string that needs no quotes.
pub(super) fn is_bare(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_.!:+".contains(c)
}

/// The text of a value.
pub(super) fn text(value: &impl Serialize) -> Result<String, Unwritable> {
    let mut out = String::new();
    value.serialize(&mut Writer { out: &mut out })?;
    Ok(out)
}

/// A value of a kind that cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct Unwritable(String);

impl ser::Error for Unwritable {
    fn custom<T: Display>(message: T) -> Self {
        Unwritable(message.to_string())
    }
}

impl From<fmt::Error> for Unwritable {
    fn from(error: fmt::Error) -> Self {
        Unwritable(error.to_string())
    }
}

struct Writer<'a> {
    out: &'a mut String,
}

/// A list or struct that is being written.
struct Items<'a, 'b> {
    writer: &'b mut Writer<'a>,
    first: bool,
    close: &'static str,
}

impl<'a> Writer<'a> {
    fn unsigned(&mut self, n: u64) -> Result<(), Unwritable> {
        Ok(if n < 10 { write!(self.out, "{n}") } else { write!(self.out, "{n:#x}") }?)
    }

    fn items(&mut self, open: &str, close: &'static str) -> Items<'a, '_> {
        self.out.push_str(open);
        Items { writer: self, first: true, close }
    }
}

impl Items<'_, '_> {
    fn item<T: Serialize + ?Sized>(&mut self, key: Option<&str>, value: &T) -> Result<(), Unwritable> {
        if !std::mem::take(&mut self.first) {
            self.writer.out.push_str(", ");
        }
        if let Some(key) = key {
            self.writer.out.push_str(key);
            self.writer.out.push('=');
        }
        value.serialize(&mut *self.writer)
    }

    fn close(self) {
        self.writer.out.push_str(self.close);
    }
}

macro_rules! numbers {
    ($as:ident $base:ty: $($name:ident $type:ty),*) => {
        $( fn $name(self, n: $type) -> Result<(), Unwritable> { self.$as(<$base>::from(n)) } )*
    };
}

macro_rules! refused {
    ($($name:ident($type:ty) $what:literal),*) => {
        $( fn $name(self, _: $type) -> Result<(), Unwritable> { Err(ser::Error::custom($what)) } )*
    };
}

macro_rules! lists {
    ($($name:ident($($arg:ty),*) $open:literal $close:literal),*) => {
        $( fn $name(self, $(_: $arg),*) -> Result<Items<'a, 'b>, Unwritable> { Ok(self.items($open, $close)) } )*
    };
}

macro_rules! variants {
    ($($method:ident $open:literal $close:literal),*) => {$(
        fn $method(self, _: &'static str, _: u32, name: &'static str, _: usize) -> Result<Items<'a, 'b>, Unwritable> {
            self.out.push_str(name);
            Ok(self.items($open, $close))
        }
    )*};
}

impl<'a, 'b> ser::Serializer for &'b mut Writer<'a> {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Items<'a, 'b>;
    type SerializeTuple = Items<'a, 'b>;
    type SerializeTupleStruct = Items<'a, 'b>;
    type SerializeTupleVariant = Items<'a, 'b>;
    type SerializeMap = ser::Impossible<(), Unwritable>;
    type SerializeStruct = Items<'a, 'b>;
    type SerializeStructVariant = Items<'a, 'b>;

    numbers!(serialize_i64 i64: serialize_i8 i8, serialize_i16 i16, serialize_i32 i32);
    numbers!(unsigned u64: serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64);

    fn serialize_i64(self, n: i64) -> Result<(), Unwritable> {
        Ok(write!(self.out, "{n}")?)
    }

    fn serialize_bool(self, value: bool) -> Result<(), Unwritable> {
        Ok(write!(self.out, "{value}")?)
    }

    refused!(serialize_f32(f32) "a float", serialize_f64(f64) "a float", serialize_char(char) "a character",
        serialize_bytes(&[u8]) "bytes");

    fn serialize_str(self, text: &str) -> Result<(), Unwritable> {
        if !text.is_empty() && text.chars().all(is_bare) {
            self.out.push_str(text);
            return Ok(());
        }
        self.out.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => write!(self.out, "\\{c}")?,
                c if c.is_control() => write!(self.out, "\\u{:04x}", u32::from(c))?,
                c => self.out.push(c),
            }
        }
        self.out.push('"');
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Unwritable> {
        self.out.push('-');
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unwritable> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Unwritable> {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Unwritable> {
        self.serialize_none()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result<(), Unwritable> {
        self.out.push_str(name);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Unwritable> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<(), Unwritable> {
        self.out.push_str(name);
        self.out.push('(');
        value.serialize(&mut *self)?;
        self.out.push(')');
        Ok(())
    }

    lists!(serialize_seq(Option<usize>) "[" "]", serialize_tuple(usize) "[" "]", serialize_tuple_struct(&'static str, usize) "[" "]",
        serialize_struct(&'static str, usize) "{" "}");
    variants!(serialize_tuple_variant "(" ")", serialize_struct_variant "{" "}");

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Unwritable> {
        Err(ser::Error::custom("a map"))
    }
}

macro_rules! items {
    ($($trait:ident $method:ident ($($key:ident)?)),*) => {
        $( impl ser::$trait for Items<'_, '_> {
            type Ok = ();
            type Error = Unwritable;

            fn $method<T: Serialize + ?Sized>(&mut self, $($key: &'static str,)? value: &T) -> Result<(), Unwritable> {
                self.item([$($key)?].first().copied(), value)
            }

            fn end(self) -> Result<(), Unwritable> {
                self.close();
                Ok(())
            }
        } )*
    };
}

items!(SerializeSeq serialize_element (), SerializeTuple serialize_element (), SerializeTupleStruct serialize_field (),
    SerializeTupleVariant serialize_field (), SerializeStruct serialize_field (key),
    SerializeStructVariant serialize_field (key));

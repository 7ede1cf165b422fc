//! Text to values: the reading half of the neutral form's text.

use std::fmt::Display;

use serde::de::{self, DeserializeOwned, DeserializeSeed, IntoDeserializer, Visitor};

use super::write::is_bare;

/// The value of a whole text.
pub(super) fn value<T: DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    let mut reader = Reader { text, at: 0 };
    let value = T::deserialize(&mut reader).map_err(|e| e.or_at(reader.at))?;
    reader.blank();
    if reader.at < text.len() {
        return Err(reader.expected("the end"));
    }
    Ok(value)
}

/// Why a text is not a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub(super) struct Unreadable {
    pub(super) what: String,
    /// Byte in the text.
    pub(super) at: Option<usize>,
}

impl Unreadable {
    fn or_at(self, at: usize) -> Self {
        Unreadable { at: self.at.or(Some(at)), ..self }
    }
}

impl de::Error for Unreadable {
    fn custom<T: Display>(message: T) -> Self {
        Unreadable { what: message.to_string(), at: None }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn blank(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches(' ').len();
    }

    fn expected(&self, what: &str) -> Unreadable {
        let found = match self.rest().chars().next() {
            Some(c) => format!("`{c}`"),
            None => "the end".into(),
        };
        Unreadable { what: format!("expected {what}, found {found}"), at: Some(self.at) }
    }

    /// Whether the text continues with `mark`; if so, skips it.
    fn is(&mut self, mark: &str) -> bool {
        self.blank();
        let found = self.rest().starts_with(mark);
        if found {
            self.at += mark.len();
        }
        found
    }

    fn must(&mut self, mark: &str) -> Result<(), Unreadable> {
        if self.is(mark) { Ok(()) } else { Err(self.expected(&format!("`{mark}`"))) }
    }

    fn word(&mut self, what: &str) -> Result<&'t str, Unreadable> {
        self.blank();
        let rest = self.rest();
        let word = &rest[..rest.len() - rest.trim_start_matches(is_bare).len()];
        if word.is_empty() {
            return Err(self.expected(what));
        }
        self.at += word.len();
        Ok(word)
    }

    fn number(&mut self) -> Result<i128, Unreadable> {
        let start = self.at;
        let sign = if self.is("-") { -1 } else { 1 };
        let word = self.word("a number")?;
        let digits = match word.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16),
            None => word.parse(),
        };
        let bad = |_| Unreadable { what: format!("expected a number, found `{word}`"), at: Some(start) };
        Ok(sign * i128::from(digits.map_err(bad)?))
    }

    fn string(&mut self) -> Result<String, Unreadable> {
        if !self.is("\"") {
            return Ok(self.word("a word or a text in quotes")?.into());
        }
        let mut out = String::new();
        let mut chars = self.rest().char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += at + 1;
                    return Ok(out);
                }
                '\\' => match chars.next() {
                    Some((at, 'u')) => {
                        let code = self.rest().get(at + 1..at + 5).and_then(|hex| u32::from_str_radix(hex, 16).ok());
                        let Some(c) = code.and_then(char::from_u32) else {
                            return Err(self.expected("four hexadecimal digits behind each `\\u`"));
                        };
                        out.push(c);
                        (0..4).for_each(|_| _ = chars.next());
                    }
                    Some((_, c)) => out.push(c),
                    None => break,
                },
                c => out.push(c),
            }
        }
        Err(self.expected("a text with a `\"` at its end"))
    }
}

macro_rules! numbers {
    ($($name:ident $visit:ident $type:ty),*) => {
        $( fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
            let start = self.at;
            let n = self.number()?;
            let n = <$type>::try_from(n).map_err(|_| Unreadable {
                what: format!("{n} does not fit: expected {} to {}", <$type>::MIN, <$type>::MAX),
                at: Some(start),
            })?;
            visitor.$visit(n)
        } )*
    };
}

impl<'de> de::Deserializer<'de> for &mut Reader<'de> {
    type Error = Unreadable;

    numbers!(deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16, deserialize_i32 visit_i32 i32, deserialize_i64 visit_i64 i64,
        deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16, deserialize_u32 visit_u32 u32, deserialize_u64 visit_u64 u64);

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Unreadable> {
        Err(de::Error::custom("a value whose kind is not known"))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        let start = self.at;
        match self.word("`true` or `false`")? {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            word => Err(Unreadable { what: format!("expected `true` or `false`, found `{word}`"), at: Some(start) }),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_string(self.string()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_string(self.string()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        self.blank();
        // A minus before a digit begins a number.
        let number = self.rest().as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        if !number && self.is("-") { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        self.must("[")?;
        visitor.visit_seq(Items { reader: self, close: "]", first: true, ended: false })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_list("[", "]", visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        self.deserialize_list("[", "]", visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        self.must("{")?;
        visitor.visit_map(Items { reader: self, close: "}", first: true, ended: false })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_enum(self)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_borrowed_str(self.word("a name")?)
    }

    serde::forward_to_deserialize_any! { f32 f64 char bytes byte_buf unit unit_struct map ignored_any }
}

impl<'de> Reader<'de> {
    /// A list of as many values as the visitor takes.
    fn deserialize_list<V: Visitor<'de>>(
        &mut self,
        open: &str,
        close: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        self.must(open)?;
        let mut items = Items { reader: self, close, first: true, ended: false };
        let value = visitor.visit_seq(&mut items)?;
        let ended = items.ended;
        if !ended {
            self.must(close)?;
        }
        Ok(value)
    }
}

/// The rest of a list or struct.
struct Items<'r, 't> {
    reader: &'r mut Reader<'t>,
    close: &'static str,
    first: bool,
    ended: bool,
}

impl Items<'_, '_> {
    /// Whether there is another item.
    fn more(&mut self) -> Result<bool, Unreadable> {
        if self.ended || self.reader.is(self.close) {
            self.ended = true;
            return Ok(false);
        }
        if !std::mem::take(&mut self.first) {
            self.reader.must(",")?;
        }
        Ok(true)
    }
}

impl<'de> de::SeqAccess<'de> for Items<'_, 'de> {
    type Error = Unreadable;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Unreadable> {
        if self.more()? { seed.deserialize(&mut *self.reader).map(Some) } else { Ok(None) }
    }
}

impl<'de> de::MapAccess<'de> for Items<'_, 'de> {
    type Error = Unreadable;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Unreadable> {
        if self.more()? { seed.deserialize(&mut *self.reader).map(Some) } else { Ok(None) }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Unreadable> {
        self.reader.must("=")?;
        seed.deserialize(&mut *self.reader)
    }
}

impl<'de> de::EnumAccess<'de> for &mut Reader<'de> {
    type Error = Unreadable;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Unreadable> {
        let start = self.at;
        let name = self.word("a name")?;
        let value = seed.deserialize(name.into_deserializer()).map_err(|e: Unreadable| e.or_at(start))?;
        Ok((value, self))
    }
}

impl<'de> de::VariantAccess<'de> for &mut Reader<'de> {
    type Error = Unreadable;

    fn unit_variant(self) -> Result<(), Unreadable> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Unreadable> {
        self.must("(")?;
        let value = seed.deserialize(&mut *self)?;
        self.must(")")?;
        Ok(value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_list("(", ")", visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Unreadable> {
        self.must("{")?;
        visitor.visit_map(Items { reader: self, close: "}", first: true, ended: false })
    }
}

//! Machine registers that hold PTX registers: `.nv_debug_info_reg_sass`, which ptxas -g writes.
//!
//! # Source
//! assumed, from files of ptxas 12.4 whose locations agree with the code that nvdisasm prints: for each function its name, a count, and
//! entries with the part of the PTX register (0 low word, 1 high word), its name, the machine register that holds it (its class above bit
//! 24; 5 is general registers), and the byte range of code in which it does.

/// Entries: the name, the part, the register, from, to.
#[derive(Clone, Debug, Default)]
pub(super) struct Registers(Vec<(String, u32, u64, u64, u64)>);

/// Maximum number of entries; large files have about ten thousand.
const MOST: usize = 1 << 20;

struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn word(&mut self) -> Option<u32> {
        let (word, rest) = self.0.split_first_chunk::<4>()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*word))
    }

    fn text(&mut self) -> Option<&'a str> {
        let end = self.0.iter().position(|byte| *byte == 0)?;
        let (text, rest) = self.0.split_at(end);
        self.0 = &rest[1..];
        std::str::from_utf8(text).ok()
    }
}

impl Registers {
    /// Parses the section. `place` converts a range of a function's code to addresses of the launch.
    pub(super) fn read(section: &[u8], place: impl Fn(&str, u64, u64) -> Option<(u64, u64)>) -> Registers {
        let (mut all, mut bytes) = (Vec::new(), Bytes(section));
        // A truncated section ends here.
        let mut function = || -> Option<()> {
            let (name, count) = (bytes.text()?, bytes.word()?);
            for _ in 0..count {
                let (part, register) = (bytes.word()?, bytes.text()?);
                let (held, from, to) = (bytes.word()?, bytes.word()?, bytes.word()?);
                if let Some((from, to)) = place(name, from.into(), to.into()).filter(|_| all.len() < MOST) {
                    all.push((register.to_string(), part, held.into(), from, to));
                }
            }
            Some(())
        };
        while function().is_some() {}
        Registers(all)
    }

    pub(super) fn at(&self, name: &str, address: u64) -> Option<Vec<u64>> {
        let here = |part: u32| {
            let mut found = self.0.iter().filter(|(register, of, _, from, to)| {
                register == name && *of == part && (*from..*to).contains(&address)
            });
            found.next().map(|entry| entry.2)
        };
        let mut held = vec![here(0)?];
        held.extend(here(1));
        Some(held)
    }
}

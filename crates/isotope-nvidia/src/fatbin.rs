//! NVIDIA's containers of several cubins and PTX texts: fatbins, and host programs that contain fatbins.
//!
//! A fatbin is a header of 16 bytes (magic, version, header length, length) and a sequence of entries. The header of an entry gives its
//! kind, its SM and its compression. Host programs have a fatbin for each source file in a section, `.nv_fatbin` or, for device code that
//! is not yet linked, `__nv_relfatbin`. CUDA 13 can compress several entries together: a table of them, then their contents.
//!
//! # Source
//! oracle: fatbinary 13.5.37 and libnvfatbin 12.4.127, 12.9.82 and 13.4.92 with each of their compression methods, nvcc's files of 12.9,
//! libcudadevrt 12.9 and libcurand of CUDA 11.8: lengths, flags and contents as here. spec: LZ4 block format; RFC 8878 (Zstandard). CUDA
//! C++ Programming Guide, "Binary Compatibility": which cubin a device runs; not between Tegra and other devices.

mod unpack;

use std::borrow::Cow;
use std::ops::Range;

use isotope_object::container::{Choice, Compression, Container, Entry, EntryKind};
use isotope_object::elf;
use isotope_object::elf::{Elf, u16_at, u32_at, u64_at};
use isotope_object::{Format, Image, LoadError, name, quote, sniff};

use crate::cubin;

/// The first bytes of a fatbin.
const MAGIC: [u8; 4] = isotope_object::FATBIN;
/// Size in bytes of the common part of an entry's header.
const ENTRY: usize = 64;
/// The kind of an entry that contains other entries.
const GROUP: u16 = 0x100;
/// Sections of host files that contain fatbins.
const SECTIONS: [&str; 2] = [".nv_fatbin", "__nv_relfatbin"];

/// Whether a device runs machine code for another SM number.
///
/// # Examples
/// ```
/// use isotope_nvidia::fatbin::runs_on;
/// assert!(runs_on(50, 52) && !runs_on(52, 50) && !runs_on(52, 60));
/// // Tegra.
/// assert!(!runs_on(52, 53) && runs_on(53, 53));
/// ```
pub const fn runs_on(code: u32, device: u32) -> bool {
    let tegra = matches!(device, 53 | 62) || matches!(code, 53 | 62);
    code == device || !tegra && code / 10 == device / 10 && code % 10 <= device % 10
}

/// The unpacked contents of an entry of a file.
///
/// # Errors
/// [`LoadError::Malformed`] if they cannot be unpacked.
pub fn contents<'a>(entry: &Entry, file: &'a [u8]) -> Result<Cow<'a, [u8]>, LoadError> {
    let stored = file.get(entry.stored.clone()).unwrap_or_default();
    let whole = unpack::unpack(stored, entry.compression, entry.unpacked, || place(entry))?;
    let part = entry.part.start as usize..entry.part.end as usize;
    let got = whole.len();
    match whole {
        Cow::Borrowed(bytes) => bytes.get(part).map(Cow::Borrowed),
        Cow::Owned(bytes) if part == (0..got) => Some(Cow::Owned(bytes)),
        Cow::Owned(bytes) => bytes.get(part).map(|bytes| Cow::Owned(bytes.to_vec())),
    }
    .ok_or_else(|| LoadError::malformed(place(entry), format!("{:#x} bytes", entry.part.end), format!("{got:#x}")))
}

/// Where an entry is, for errors.
fn place(entry: &Entry) -> String {
    format!("the {} of the fatbin (file offset {:#x})", entry.title(), entry.stored.start)
}

/// Whether a file is a fatbin or a host program with fatbins.
pub fn is_container(file: &[u8]) -> bool {
    match sniff(file) {
        Some(Format::Fatbin) => true,
        Some(Format::OtherElf { .. }) => host(file).is_ok_and(|found| !found.is_empty()),
        _ => false,
    }
}

/// The fatbins of a host program: file offsets of its sections that contain fatbins.
fn host(file: &[u8]) -> Result<Vec<Range<usize>>, LoadError> {
    let wanted = elf::Wanted { hint: "", class_hint: "give a program of 64 bits" };
    elf::header(file, &wanted)?;
    let elf = Elf::parse(file)?;
    let sections = elf.sections.iter().filter(|section| SECTIONS.contains(&section.name) && !section.bytes.is_empty());
    // These ranges were checked to be inside the file.
    Ok(sections.map(|section| section.offset as usize..(section.offset + section.size) as usize).collect())
}

/// All entries of a fatbin or of a host program with fatbins.
///
/// # Errors
/// [`LoadError`], one line: another format, truncated, damaged.
pub fn entries(file: &[u8]) -> Result<Vec<Entry>, LoadError> {
    let places = match sniff(file) {
        Some(Format::Fatbin) => Vec::from([Range { start: 0, end: file.len() }]),
        _ => host(file)?,
    };
    let mut found = Vec::new();
    let mut module = 0;
    for place in places {
        let mut at = place.start;
        loop {
            // Bytes between the fatbins of a section are padding.
            at += file[at..place.end].iter().take_while(|byte| **byte == 0).count();
            if at == place.end {
                break;
            }
            at = Reader { file, module, found: &mut found }.container(at, place.end)?;
            module += 1;
        }
    }
    Ok(found)
}

/// State of reading one fatbin.
struct Reader<'a> {
    file: &'a [u8],
    module: usize,
    found: &'a mut Vec<Entry>,
}

impl Reader<'_> {
    /// Reads the fatbin at a file offset; returns its end.
    fn container(&mut self, at: usize, end: usize) -> Result<usize, LoadError> {
        let place = format!("the fatbin at file offset {at:#x}");
        let short =
            |need: u64| LoadError::Truncated { what: "the fatbin".into(), offset: at as u64, need, length: end as u64 };
        if self.file.get(at..at + 4) != Some(&MAGIC) {
            let found: Vec<String> = self.file[at..end].iter().take(4).map(|byte| format!("{byte:02x}")).collect();
            return Err(LoadError::malformed(place, "the magic number 50 ed 55 ba", found.join(" ")));
        }
        let header = || Some((u16_at(self.file, at + 4)?, u16_at(self.file, at + 6)?, u64_at(self.file, at + 8)?));
        let (version, header, size) = header().filter(|_| end - at >= 16).ok_or_else(|| short(16))?;
        if version != 1 || header < 16 {
            let found = format!("version {version}, {header} bytes");
            return Err(LoadError::malformed(place, "version 1 and a header of at least 16 bytes", found));
        }
        let need = size.saturating_add(header.into());
        let stop = usize::try_from(need).ok().and_then(|need| at.checked_add(need)).filter(|stop| *stop <= end);
        let stop = stop.ok_or_else(|| short(need))?;
        let mut entry = at + usize::from(header);
        while entry < stop {
            entry = self.entry(entry, stop)?;
        }
        Ok(stop)
    }

    fn push(&mut self, entry: Entry, place: &str) -> Result<(), LoadError> {
        // Overlapping sections could repeat entries without end; each entry takes at least a header.
        if self.found.len() > self.file.len() / ENTRY {
            return Err(LoadError::malformed(place, "entries side by side", "sections that overlap many times"));
        }
        self.found.push(entry);
        Ok(())
    }

    /// Reads the entry at a file offset; returns the offset of the next one.
    fn entry(&mut self, at: usize, stop: usize) -> Result<usize, LoadError> {
        let place = format!("the fatbin entry at file offset {at:#x}");
        let bytes = &self.file[at..stop];
        let header = Header::read(bytes).ok_or_else(|| LoadError::Truncated {
            what: "a fatbin entry".into(),
            offset: at as u64,
            need: ENTRY as u64,
            length: stop as u64,
        })?;
        let length = u32_at(bytes, 4).unwrap_or(0) as usize;
        let size = usize::try_from(header.size).unwrap_or(usize::MAX);
        let inside = length >= ENTRY && length.checked_add(size).is_some_and(|end| end <= bytes.len());
        if !inside {
            let expected = format!("a header of at least {ENTRY:#x} and contents inside {:#x} bytes", bytes.len());
            let found = format!("{length:#x} and {:#x} bytes", header.size);
            return Err(LoadError::malformed(place, expected, found));
        }
        let compression = header.compression();
        // Packed contents are padded; uncompressed contents have only one length.
        let stored = if compression == Compression::None { size } else { header.packed as usize };
        if stored > size {
            let expected = format!("compressed contents inside {size:#x} bytes");
            return Err(LoadError::malformed(place, expected, format!("{stored:#x}")));
        }
        let unpacked = if compression == Compression::None { header.size } else { header.unpacked };
        let stored = at + length..at + length + stored;
        if header.kind == GROUP {
            self.group(&bytes[..length], &place, compression, stored, unpacked)?;
        } else {
            let entry = header.entry(self.module, &bytes[..length], compression, stored, unpacked, 0..unpacked);
            self.push(entry, &place)?;
        }
        Ok(at + length + size)
    }

    /// Reads entries that are compressed together: their table is in the header.
    fn group(
        &mut self,
        header: &[u8],
        place: &str,
        compression: Compression,
        stored: Range<usize>,
        unpacked: u64,
    ) -> Result<(), LoadError> {
        let bad = |found: String| LoadError::malformed(place, "a table of entries inside the header", found);
        let count = u32_at(header, ENTRY).ok_or_else(|| bad(format!("{:#x} bytes", header.len())))?;
        let mut at = ENTRY + 8;
        for index in 0..count {
            let bytes = header.get(at..).unwrap_or_default();
            let part = Header::read(bytes).ok_or_else(|| bad(format!("{index} of {count} entries")))?;
            let start = u64::from(u32_at(bytes, 4).unwrap_or(0));
            let range = start..start.saturating_add(part.size);
            if range.end > unpacked {
                return Err(bad(format!("contents up to {:#x} of {unpacked:#x}", range.end)));
            }
            let entry = part.entry(self.module, bytes, compression, stored.clone(), unpacked, range);
            self.push(entry, place)?;
            at = at.saturating_add(part.length(bytes));
        }
        Ok(())
    }
}

/// The fields of an entry's header.
struct Header {
    kind: u16,
    size: u64,
    packed: u32,
    options: u32,
    sm: u32,
    name: u32,
    name_length: u32,
    flags: u64,
    unpacked: u64,
}

impl Header {
    fn read(bytes: &[u8]) -> Option<Header> {
        Some(Header {
            kind: u16_at(bytes, 0)?,
            size: u64_at(bytes, 8)?,
            packed: u32_at(bytes, 16)?,
            options: u32_at(bytes, 20)?,
            sm: u32_at(bytes, 28)?,
            name: u32_at(bytes, 32)?,
            name_length: u32_at(bytes, 36)?,
            flags: u64_at(bytes, 40)?,
            unpacked: u64_at(bytes, 56)?,
        })
    }

    fn compression(&self) -> Compression {
        match self.flags & 0xe000 {
            0 => Compression::None,
            0x2000 => Compression::Lz4,
            0x8000 => Compression::Zstd,
            _ => Compression::Unknown,
        }
    }

    /// Size in bytes of this header including its texts: the name, and the options, which a record points to.
    fn length(&self, bytes: &[u8]) -> usize {
        let text = |start: u32, length: u32| (start as usize).saturating_add((length as usize | 7).saturating_add(1));
        let mut end = ENTRY;
        if self.name != 0 {
            end = end.max(text(self.name, self.name_length));
        }
        if self.options != 0 {
            let record = self.options as usize;
            end = end.max(record.saturating_add(16));
            if let (Some(start @ 1..), Some(length)) =
                (u32_at(bytes, record.saturating_add(8)), u32_at(bytes, record.saturating_add(12)))
            {
                end = end.max(text(start, length));
            }
        }
        end
    }

    fn entry(
        &self,
        module: usize,
        header: &[u8],
        compression: Compression,
        stored: Range<usize>,
        unpacked: u64,
        part: Range<u64>,
    ) -> Entry {
        let start = self.name as usize;
        // Names are only for display; a name that does not fit is ignored.
        let end = start.checked_add(self.name_length as usize).filter(|_| start != 0);
        let name = end.and_then(|end| header.get(start..end));
        let name = name.map(|bytes| String::from_utf8_lossy(&bytes[..bytes.len().min(256)]).into_owned());
        Entry {
            kind: match self.kind {
                1 => EntryKind::Ptx,
                2 => EntryKind::Cubin,
                other => EntryKind::Other(other),
            },
            sm: self.sm,
            name: name.unwrap_or_default(),
            module,
            compression,
            bytes: part.end - part.start,
            stored,
            unpacked,
            part,
        }
    }
}

/// The entry of a module that a device runs, or the default entry if no device is named.
fn best(entries: &[Entry], module: usize, device: Option<u32>) -> Option<usize> {
    let cubins = entries.iter().enumerate().filter(|(_, e)| e.module == module && e.kind == EntryKind::Cubin);
    match device {
        Some(device) => cubins.filter(|(_, e)| runs_on(e.sm, device)).max_by_key(|(_, e)| e.sm),
        None => cubins.filter(|(_, e)| cubin::by_number(e.sm).is_some()).min_by_key(|(_, e)| e.sm),
    }
    .map(|(index, _)| index)
}

/// Reads the cubin that the choice selects from a fatbin or from a host program with fatbins.
///
/// # Errors
/// [`LoadError`], one line: no cubin for the target, several modules and no kernel name, damaged file.
///
/// # Examples
/// ```
/// use isotope_nvidia::fatbin::parse;
/// use isotope_object::container::Choice;
/// let file = include_bytes!("../samples/several.fatbin");
/// assert_eq!(parse(file, Choice::default())?.target.to_string(), "sm_50");
/// let choice = Choice { target: Some("sm_61"), ..Choice::default() };
/// assert_eq!(parse(file, choice)?.target.to_string(), "sm_60");
/// # Ok::<(), isotope_object::LoadError>(())
/// ```
pub fn parse(file: &[u8], choice: Choice<'_>) -> Result<Image, LoadError> {
    let entries = entries(file)?;
    let device = choice.target.and_then(cubin::number);
    let modules = entries.last().map_or(0, |entry| entry.module + 1);
    let chosen: Vec<usize> = (0..modules).filter_map(|module| best(&entries, module, device)).collect();
    if chosen.is_empty() {
        return Err(none_fits(&entries, choice.target.filter(|_| device.is_some())));
    }
    let mut images = Vec::new();
    let mut error = None;
    for index in chosen {
        match read(file, &entries[index]) {
            Ok(image) => images.push((index, image)),
            // A module without kernels does not prevent the use of others.
            Err(found) => drop(error.get_or_insert(found)),
        }
    }
    let several = images.len() > 1;
    if let (Some(kernel), true) = (choice.kernel, several) {
        let names: Vec<&str> = images.iter().flat_map(|(_, image)| &image.kernels).map(|k| &*k.name).collect();
        let wanted = names[name::position(&names, kernel)?].to_owned();
        images.retain(|(_, image)| image.kernels.iter().any(|kernel| kernel.name == wanted));
    }
    let (chosen, mut image) = match (images.len(), error) {
        (0, Some(error)) => return Err(error),
        (1, _) => images.remove(0),
        _ => {
            let all = images.iter().flat_map(|(_, image)| &image.kernels);
            let shown: Vec<String> = all.take(20).map(|kernel| name::shown(&kernel.name)).collect();
            return Err(LoadError::SeveralModules { modules: images.len(), found: shown.join(", ") });
        }
    };
    image.container = Some(Box::new(Container { entries, chosen }));
    Ok(image)
}

fn read(file: &[u8], entry: &Entry) -> Result<Image, LoadError> {
    let contents = contents(entry, file)?;
    let image = cubin::parse(&contents)?;
    let named = cubin::by_number(entry.sm);
    if named != Some(image.target) {
        return Err(LoadError::malformed(place(entry), "a cubin for that SM", format!("one for {}", image.target)));
    }
    Ok(image)
}

/// The error that no entry can be run, with advice.
fn none_fits(entries: &[Entry], target: Option<&str>) -> LoadError {
    let cubins = entries.iter().any(|e| e.kind == EntryKind::Cubin);
    let known = cubin::targets().map(|target| target.name()).collect::<Vec<_>>();
    let (last, others) = known.split_last().map_or(("", &[][..]), |(last, others)| (*last, others));
    let wanted = target.map_or_else(|| format!("{} or {last}", others.join(", ")), str::to_owned);
    let mut titles: Vec<String> = Vec::new();
    for entry in entries {
        let title = entry.title();
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    let found = if titles.is_empty() { "no entry".into() } else { titles.join(", ") };
    let ptx = entries.iter().filter(|e| e.kind == EntryKind::Ptx).map(|e| e.sm).min();
    let runs = |sm: u32| known.iter().copied().find(|name| cubin::number(name).is_some_and(|number| number >= sm));
    let hint = match (target, ptx.and_then(runs)) {
        (Some(_), _) if entries.iter().any(|e| e.kind == EntryKind::Cubin && cubin::by_number(e.sm).is_some()) => {
            "leave `-t` out, or choose the target of one of these".into()
        }
        (_, Some(sm)) => format!(
            "take the PTX out of it (`cuobjdump -xptx all`) and compile it with `ptxas -arch={sm}` {}",
            cubin::LAST_TOOLKIT
        ),
        (_, None) if entries.is_empty() => "compile a source with a kernel".into(),
        (_, None) if cubins => format!("code for other machines is encoded differently; {}", cubin::again()),
        (_, None) => format!("PTX for newer machines cannot be compiled for these; {}", cubin::again()),
    };
    LoadError::unsupported(format!("a cubin for {wanted} in the fatbin"), quote(&found), hint)
}

//! Registers by their names: turns items into the initial registers of a wave.

use isotope_machine::Given;
use isotope_machine::register::{Cells, Register};

use super::error::{Result, SetupError, bail, ensure};
use super::number::{Number, bracketed};

/// The registers that can be named.
#[derive(Clone, Copy, Debug)]
pub struct RegisterNames<'a> {
    /// Registers in order. If a wide value continues in another register, that register comes directly after the first one.
    pub registers: &'a [Register],
    /// Other names of registers.
    pub synonyms: &'a [(&'a str, &'a str)],
    /// The names of the registers as text.
    pub known: &'a str,
    /// Lanes of the wave.
    pub items: u32,
}

/// One item for a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The text before `=`.
    pub place: String,
    /// The text after it.
    pub value: String,
}

/// The registers that all settings together give.
///
/// # Errors
/// The index of the setting, with an unknown register name or a value that does not fit.
pub fn settled(settings: &[Setting], of: RegisterNames<'_>) -> Result<Vec<Given>, (usize, SetupError)> {
    let places: Vec<&str> = settings.iter().map(|s| s.place.as_str()).collect();
    let mut all = Vec::new();
    for (n, setting) in settings.iter().enumerate() {
        apply(of, setting, &places, &mut all).map_err(|e| (n, e.at(&setting.place)))?;
    }
    Ok(all)
}

fn apply(of: RegisterNames<'_>, setting: &Setting, named: &[&str], all: &mut Vec<Given>) -> Result<()> {
    let Setting { place, value } = setting;
    let values: Vec<&str> = value.split(',').map(str::trim).collect();
    let parts = bracketed(place);
    let (name, index) = match parts.as_ref().map(|p| (p.name, &p.inside[..], p.suffix)) {
        Some((name, [index], "")) => (name, Some(*index)),
        Some(_) => {
            bail!("expected NAME, NAME[LANE] or NAME[FIRST:LAST]; memory is [ADDRESS], shared[..] or private[..]")
        }
        None => (place.as_str(), None),
    };
    // `v[2:3]` names registers, `v2[3]` a lane.
    if let Some((first, last)) = index.and_then(|i| i.split_once(':')) {
        let both = first.parse::<u32>().ok().zip(last.parse::<u32>().ok());
        let Some((first, last)) = both else { bail!("expected FIRST:LAST in numbers") };
        ensure!(first <= last, "expected the lower register first");
        let count = last - first + 1;
        let start = find(of, &format!("{name}{first}"))?;
        find(of, &format!("{name}{last}"))?;
        if values.len() == 1 && count <= 2 {
            return store(of, start, count, None, &values, all);
        }
        ensure!(values.len() == count as usize, "expected {count} values of 32 bits, found {}", values.len());
        return (0..).zip(&values).try_for_each(|(i, text)| store(of, start + i, 1, None, &[text], all));
    }
    let lane = index.map(|i| {
        let number = i.parse::<u32>().ok();
        number.ok_or_else(|| SetupError::new(format!("expected the number of a lane or element, found `{i}`")))
    });
    let start = find(of, name)?;
    let wide = values.iter().any(|v| Number::read(v).is_ok_and(|v| v.wide));
    let pair = wide && matches!(of.registers[start].cells, Cells::Vector(..) | Cells::Scalar(_));
    if pair
        && let Some(next) = of.registers.get(start + 1)
        && named.iter().any(|place| find(of, place.split('[').next().unwrap_or(place)).ok() == Some(start + 1))
    {
        bail!(
            "`{value}` has more than 32 bits and goes on in {0}, which is given too; give 32 bits, or leave {0} out",
            next.name
        );
    }
    store(of, start, if pair { 2 } else { 1 }, lane.transpose()?, &values, all)
}

/// The lanes of a mask: their bits in hexadecimal, `all` or `none`. `1` could mean lane 0 or every lane, so it is accepted only for a wave
/// of one lane.
fn mask(text: &str, items: u32) -> Result<u64> {
    match text {
        "all" => return Ok(u64::from(u32::MAX)),
        "none" => return Ok(0),
        _ => {}
    }
    let number = Number::read(text)?;
    let plain = number.bits == 0 || number.bits == 1 && items == 1;
    ensure!(
        number.hex || plain,
        "expected lanes: `all`, `none`, or bits by lane in hexadecimal such as 0x1 for lane 0 alone; found `{text}`, which could \
         be either"
    );
    number.within(32, text)
}

/// Lanes as a mask for a wave of at most 32 lanes.
pub(super) fn lanes(text: &str) -> Result<u32> {
    Ok(mask(text, 0)? as u32)
}

/// The position of a register.
fn find(of: RegisterNames<'_>, name: &str) -> Result<usize> {
    let synonym = of.synonyms.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map_or(name, |(_, real)| real);
    let exact = of.registers.iter().position(|r| r.name == synonym);
    let found = exact.or_else(|| of.registers.iter().position(|r| r.name.eq_ignore_ascii_case(synonym)));
    found.ok_or_else(|| SetupError::new(format!("no register `{name}`; there are {}", of.known)))
}

/// Stores values to `count` registers from `start` on: one value in all lanes, or one per lane or element from `index` on.
fn store(
    of: RegisterNames<'_>,
    start: usize,
    count: u32,
    index: Option<u32>,
    values: &[&str],
    out: &mut Vec<Given>,
) -> Result<()> {
    let family = |r: &Register| {
        r.name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches("lo").trim_end_matches("hi").to_string()
    };
    let first = &of.registers[start];
    let all =
        of.registers.get(start..start + count as usize).filter(|all| all.iter().all(|r| family(r) == family(first)));
    let Some(all) = all else {
        bail!("expected at most 32 bits, found `{}`; no register follows {}", values[0], first.name)
    };
    let (elements, bits) = (first.elements(), first.bits() * count);
    if let (Cells::Mask(_), [text], None) = (first.cells, values, index) {
        let lanes = mask(text, of.items)?;
        out.extend((0..elements).map(|i| Given { cells: first.cells, element: i, value: lanes >> i }));
        return Ok(());
    }
    let from = index.unwrap_or(0);
    let given = if index.is_none() && values.len() == 1 { elements } else { values.len() as u32 };
    ensure!(
        from.checked_add(given).is_some_and(|end| end <= elements),
        "expected at most {elements} lanes or elements, found number {}",
        from.saturating_add(given).saturating_sub(1)
    );
    for i in 0..given {
        let text = values[i as usize % values.len()];
        let value = Number::value(text)?.within(bits, text)?;
        for (n, register) in all.iter().enumerate() {
            out.push(Given { cells: register.cells, element: from + i, value: value >> (32 * n) });
        }
    }
    Ok(())
}

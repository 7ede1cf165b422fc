//! `isotope dis`: words, raw code, cubins and code objects to text.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, bail};
use isotope::isa::sass::{self, Profile, listing};
use isotope::object::{self, CodeSymbol, Format, Image, Kernel};

use crate::args::DisArgs;
use crate::exit::{Exit, Result, say};
use crate::target::Target;
use crate::{files, lines, rdna, visa};

/// Run the command.
pub fn main(args: &DisArgs) -> Result {
    if args.target == Some(Target::Gfx1100) {
        return rdna::dis(args);
    }
    let no_rules = || bail!("`--check-rules` knows the rules of gfx1100 only");
    if let Some(Target::Visa(processor)) = args.target {
        return if args.check_rules { no_rules() } else { visa::dis(processor, args) };
    }
    if args.check_rules && args.target.is_some() {
        return no_rules();
    }
    let profile = || args.target.and_then(Target::profile).context("expected a target; add `-t sm_50`");
    if args.lines {
        if args.inputs.len() > 1 {
            bail!("expected at most one file with --lines, found {}", args.inputs.len());
        }
        let profile = profile()?;
        // Relative targets are shown as in a listing in which the accepted words stand one after the other.
        let mut accepted = 0;
        return lines::main(args.inputs.first().map(Path::new), |line, out| {
            let inst = sass::decode(profile, parse_word(line.trim())?).map_err(|e| e.to_string())?;
            let pc = sass::control::address(accepted);
            accepted += 1;
            sass::print_at(&sass::Context { pc, ..sass::Context::new(profile.bit()) }, &inst, out);
            Ok::<(), String>(())
        });
    }
    match &args.inputs[..] {
        [] => file(args, "-"),
        [one] if one == "-" || Path::new(one).exists() => file(args, one),
        words if words.iter().all(|w| w.starts_with("0x")) => each(profile()?, words),
        [one] => bail!("`{one}`: expected a file, or a word such as 0xed00000000770200; found neither"),
        _ => bail!("expected one file, or words such as 0xed00000000770200"),
    }
}

/// `0x` and at most 16 hex digits.
fn parse_word(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix("0x").filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
    digits
        .filter(|d| (1..=16).contains(&d.len()))
        .and_then(|d| u64::from_str_radix(d, 16).ok())
        .ok_or_else(|| format!("expected 0x and 16 hex digits, found `{text}`"))
}

/// Words given as arguments.
fn each(profile: Profile, words: &[String]) -> Result {
    let mut out = String::new();
    let mut refused = false;
    for text in words {
        let word = parse_word(text).map_err(anyhow::Error::msg)?;
        match sass::decode(profile, word) {
            Ok(inst) => {
                sass::print(profile, &inst, &mut out);
                if let Some(violation) = sass::legality(profile, &inst) {
                    let _ = write!(out, " // not defined: {violation}");
                }
                out.push('\n');
            }
            Err(error) => {
                refused = true;
                say!("error: {error}");
            }
        }
    }
    files::print(&out)?;
    Ok(if refused { Exit::No } else { Exit::Yes })
}

/// A file: a cubin, or code without a container.
fn file(args: &DisArgs, name: &str) -> Result {
    let bytes = files::read(Path::new(name))?;
    let mut out = String::new();
    if args.raw {
        let target = args.target.and_then(Target::profile);
        let profile = target.context("raw code does not say what it is for; add `-t sm_50`")?;
        anyhow::ensure!(
            bytes.len().is_multiple_of(32),
            "`{name}`: expected bundles of 32 bytes, found {} bytes",
            bytes.len()
        );
        code(profile, args, &bytes, 0, &[], &mut out);
    } else {
        match object::sniff(&bytes) {
            Some(Format::AmdCodeObject | Format::OffloadBundle) => {
                let image = object::parse(&bytes).with_context(|| format!("`{name}`"))?;
                rdna::object(args, name, &image, &mut out)?;
                files::print(&out)?;
                return Ok(Exit::Yes);
            }
            _ if args.check_rules => bail!("`{name}`: `--check-rules` knows the rules of gfx1100 only"),
            Some(Format::VisaIsa) => return visa::container(name, &bytes, args.kernel.as_deref()),
            Some(Format::Text) | None if args.kernel.is_none() => {
                bail!(
                    "`{name}`: expected a cubin or a code object; for code bytes without a container add `--raw` and `-t`"
                );
            }
            _ => {}
        }
        let image = object::cubin::parse(&bytes).with_context(|| format!("`{name}`"))?;
        cubin(args, name, &image, &mut out)?;
    }
    files::print(&out)?;
    Ok(Exit::Yes)
}

/// Every kernel of a cubin, or the one asked for.
fn cubin(args: &DisArgs, name: &str, image: &Image, out: &mut String) -> Result<()> {
    if let Some(target) = args.target {
        anyhow::ensure!(
            target.profile() == Some(of(image)?),
            "`{name}` is for {}, not {target}; leave `-t` out",
            image.target
        );
    }
    let kernels: Vec<&Kernel> = match &args.kernel {
        Some(wanted) => vec![image.kernel(Some(wanted)).with_context(|| format!("`{name}`"))?],
        None => image.kernels.iter().collect(),
    };
    let profile = of(image)?;
    for kernel in kernels {
        let _ = writeln!(out, "// {}: kernel {}", image.target, kernel.name);
        let _ = writeln!(
            out,
            "// section {} at file offset {:#x}, {:#x} bytes; {} registers, {} bytes shared, {} bytes local",
            kernel.section,
            kernel.file_offset,
            kernel.size,
            kernel.register_count,
            kernel.shared_static_bytes,
            kernel.local_bytes_per_lane
        );
        let start = (kernel.entry as usize).min(kernel.code.len());
        let end = start.saturating_add(kernel.size as usize).min(kernel.code.len());
        code(profile, args, &kernel.code[start..end], start as u64, &kernel.symbols, out);
        out.push('\n');
    }
    for function in image.functions.iter().filter(|_| args.kernel.is_none()) {
        let _ = writeln!(out, "// {}: function {}\n// section {}", image.target, function.name, function.section);
        let start = (function.entry as usize).min(function.code.len());
        code(profile, args, &function.code[start..], start as u64, &[], out);
        out.push('\n');
    }
    Ok(())
}

fn of(image: &Image) -> Result<Profile> {
    Ok(sass::launch::profile(image)?)
}

/// A listing with addresses, symbols and labels.
fn code(profile: Profile, args: &DisArgs, bytes: &[u8], base: u64, symbols: &[CodeSymbol], out: &mut String) {
    let options = listing::Options { control: args.control, legality: true, base };
    for line in sass::listing(profile, bytes, options) {
        // A symbol stands for the bundle that its first instruction is in.
        let bundle = line.address - if line.address % 32 == 8 { 8 } else { 0 };
        let here = |s: &&CodeSymbol| s.function && [bundle, line.address].contains(&u64::from(s.offset));
        for symbol in symbols.iter().filter(here) {
            let _ = writeln!(out, "{}:", symbol.name);
        }
        if let Some(label) = &line.label {
            let _ = writeln!(out, "{label}:");
        }
        let _ = writeln!(out, "        /*{:04x}*/ {}", line.address, line.text);
    }
}

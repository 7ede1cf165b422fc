//! A whole kernel from its text: declarations, inputs, labels, instructions.

use super::kernel::{FIRST_SURFACE, Input, InputKind, Kernel, Small};
use super::{Mode, Program, parse};
use crate::object::LoadError;

/// Longest text, in bytes.
const MAX_LENGTH: usize = 16 << 20;

/// Reads the text of one kernel (`.visaasm`) for registers of 32 or 64 bytes. Compiler output is read as it is: what the
/// documents do not allow but the encoding can hold is accepted.
///
/// # Errors
/// Text that is no kernel; the error names the line.
pub fn read(text: &str, register: u32) -> Result<Kernel, LoadError> {
    let wrong =
        |line: usize, expected: String, found: String| LoadError::malformed(format!("line {line}"), expected, found);
    if text.len() > MAX_LENGTH {
        return Err(wrong(1, "at most 16 MiB of text".into(), format!("{} bytes", text.len())));
    }
    let mut program = Program::new(register);
    let mut names: Vec<&str> = Vec::new();
    for (index, raw) in text.lines().enumerate() {
        let number = index + 1;
        let line = raw.split("//").next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let (head, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        match head {
            ".decl" => {
                program.declare(line).map_err(|e| wrong(number, "a declaration".into(), e.to_string()))?;
            }
            ".input" => {
                let input = input(&program.kernel, rest)
                    .ok_or_else(|| wrong(number, "`.input NAME offset=N size=N` of a variable".into(), show(line)))?;
                program.kernel.inputs.push(input);
            }
            ".kernel" => names.push(rest.trim().trim_matches('"')),
            ".version" | ".kernel_attr" | ".function" | ".global_function" | ".implicit" => {}
            _ if head.starts_with('.') => {
                return Err(wrong(number, "a directive of vISA".into(), show(line)));
            }
            _ => {
                let inst = match line.strip_suffix(':') {
                    Some(label) => parse(&mut program, Mode::Compat, &format!("label {}", label.trim())),
                    None => parse(&mut program, Mode::Compat, line),
                };
                let inst = inst.map_err(|e| wrong(number, "an instruction".into(), format!("{}: {e}", show(line))))?;
                program.kernel.code.push(inst);
                program.kernel.places.push(number as u32);
            }
        }
    }
    let mut kernel = program.kernel;
    match names[..] {
        [name] => kernel.name = name.to_string(),
        _ => return Err(wrong(1, "one `.kernel \"NAME\"`".into(), format!("{} of them", names.len()))),
    }
    Ok(kernel)
}

/// A line, escaped and shortened.
fn show(line: &str) -> String {
    format!("`{}`", line.chars().take(60).collect::<String>().escape_debug())
}

fn input(kernel: &Kernel, text: &str) -> Option<Input> {
    let mut words = text.split_whitespace();
    let name = words.next()?;
    let mut value = |key: &str| words.next()?.strip_prefix(key)?.parse::<u16>().ok();
    let (offset, size) = (value("offset=")?, value("size=")?);
    let small = |list: &[Small]| list.iter().position(|v| v.name == name);
    let (kind, index) = if let Some(at) = kernel.variables.iter().position(|v| v.name == name) {
        (InputKind::General, at)
    } else if let Some(at) = small(&kernel.samplers) {
        (InputKind::Sampler, at)
    } else {
        (InputKind::Surface, small(&kernel.surfaces)? + usize::from(FIRST_SURFACE))
    };
    Some(Input { kind, implicit: 0, index: index as u32, offset, size })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = ".version 4.1\n.kernel \"k\"\n.decl V32 v_type=G type=ud num_elts=8 align=GRF\n\
                        .input V32 offset=32 size=32\n_main_0: // here\n  mov (M1, 8) V32(0,0)<1> 0x1:ud\n  ret (M1, 1)\n";

    #[test]
    fn a_small_kernel() {
        let kernel = read(TEXT, 32).unwrap();
        assert_eq!((kernel.name.as_str(), kernel.code.len(), kernel.inputs.len()), ("k", 3, 1));
        assert_eq!(kernel.places, [5, 6, 7]);
    }

    #[test]
    fn errors_name_the_line() {
        for (from, to, line) in [
            ("mov", "move", "line 6"),
            ("type=ud", "type=uu", "line 3"),
            ("offset=32", "offset=x", "line 4"),
            (".version", ".verzion", "line 1"),
            (".kernel \"k\"\n", "", "line 1"),
        ] {
            let error = read(&TEXT.replacen(from, to, 1), 32).unwrap_err().to_string();
            assert!(error.contains(line), "{from} -> {to}: {error}");
        }
    }
}

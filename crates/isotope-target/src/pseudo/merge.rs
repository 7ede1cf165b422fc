//! Merges lines that are the same in a case and in its opposite.

/// Joins `if a == b: x` and `if a != b: x` to `x`. If `x` reads a line that differs between the cases, it stays after both.
pub(super) fn merged(lines: Vec<String>) -> Vec<String> {
    let mut out: Vec<Option<String>> = lines.into_iter().map(Some).collect();
    let mut differ: Vec<String> = Vec::new();
    for n in 0..out.len() {
        let Some(line) = out[n].clone() else { continue };
        let Some((case, said)) = split(&line) else { continue };
        let other = other(&case);
        let twin = (n + 1..out.len())
            .find(|m| out[*m].as_deref().and_then(split).is_some_and(|(found, text)| found == other && text == said));
        match twin {
            None => differ.extend(said.split_once(" = ").map(|(place, _)| place.to_string())),
            Some(twin) => {
                let reads = differ
                    .iter()
                    .any(|place| said.split_once(" = ").is_some_and(|(_, value)| value.starts_with(place.as_str())));
                let (keep, drop) = if reads { (twin, n) } else { (n, twin) };
                out[keep] = Some(chosen(&said));
                out[drop] = None;
            }
        }
    }
    let mut kept: Vec<String> = Vec::new();
    for line in out.into_iter().flatten() {
        let line = chosen(&line);
        let again = line.starts_with("address = ") && kept.contains(&line);
        if !again {
            kept.push(line);
        }
    }
    kept
}

/// Case and rest of `if case: rest`, if the case is one comparison.
fn split(line: &str) -> Option<(String, String)> {
    let (case, said) = line.strip_prefix("if ")?.split_once(": ")?;
    let one = !case.contains([' ', '(']) || case.split(' ').count() == 3;
    (one && (case.contains(" == ") || case.contains(" != "))).then(|| (case.to_string(), said.to_string()))
}

fn other(case: &str) -> String {
    match case.split_once(" == ") {
        Some((a, b)) => format!("{a} != {b}"),
        None => case.replacen(" != ", " == ", 1),
    }
}

/// Replaces `if a != b { x } else if a == b { x } else { y }` by `x`.
fn chosen(line: &str) -> String {
    let found = (|| {
        let (place, value) = line.split_once(" = if ")?;
        let (first, rest) = value.split_once(" { ")?;
        let (x, rest) = rest.split_once(" } else if ")?;
        let (second, rest) = rest.split_once(" { ")?;
        let (again, _) = rest.split_once(" } else { ")?;
        let simple = first.split(' ').count() == 3 && (first.contains(" == ") || first.contains(" != "));
        (simple && second == other(first) && x == again && !x.contains('{')).then(|| format!("{place} = {x}"))
    })();
    found.unwrap_or_else(|| line.to_string())
}

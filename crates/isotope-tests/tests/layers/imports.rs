//! Dependencies between the modules of a crate, read from the sources: `use` declarations and paths in code. Re-exports are followed
//! to the module that declares the item.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::common::{below, entries, file_name, repository};

/// A path, outermost module first; empty for the root of a crate.
pub type Module = Vec<String>;

/// An import.
struct Import {
    /// As written: begins with `crate`, `super`, `self` or the name of a child.
    path: Vec<String>,
    /// Number of its line.
    line: usize,
}

struct File {
    path: PathBuf,
    imports: Vec<Import>,
    /// Items imported by `use` declarations, by their local name.
    names: BTreeMap<String, Vec<Vec<String>>>,
}

/// A use of another module of the same crate.
pub struct Use {
    pub from: Module,
    pub to: Module,
    pub file: PathBuf,
    pub line: usize,
}

/// The modules of a crate and the uses between them.
pub struct Crate {
    pub name: String,
    pub modules: BTreeSet<Module>,
    pub uses: Vec<Use>,
}

impl Crate {
    /// The folder of a module: its own if it has submodules, else that of its parent.
    pub fn folder<'m>(&self, module: &'m [String]) -> &'m [String] {
        let is_folder = self.modules.iter().any(|other| other.len() > module.len() && other.starts_with(module));
        if is_folder { module } else { &module[..module.len().saturating_sub(1)] }
    }
}

/// Every crate of the repository with sources.
pub fn crates() -> Vec<Crate> {
    let packages = ["crates", "bindings"].into_iter().flat_map(|folder| entries(&repository(folder)));
    let mut all: Vec<Crate> = packages.filter(|package| package.join("src").is_dir()).map(|p| read(&p)).collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

fn read(package: &Path) -> Crate {
    let manifest = std::fs::read_to_string(package.join("Cargo.toml")).unwrap();
    let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")).unwrap().trim_end_matches('"');
    let root = package.join("src");
    let mut files = BTreeMap::new();
    for path in below(&root, "rs").into_iter().filter(|path| !file_name(path).ends_with("tests.rs")) {
        let relative = path.strip_prefix(&root).unwrap().with_extension("");
        let parts = relative.iter().map(|part| part.to_string_lossy().into_owned());
        let module = parts.filter(|part| !matches!(&**part, "mod" | "lib" | "main")).collect();
        files.insert(module, path);
    }
    let modules: BTreeSet<Module> = files.keys().cloned().collect();
    let files: BTreeMap<Module, File> =
        files.into_iter().map(|(module, path)| (module.clone(), file(&module, path, &modules))).collect();
    let mut uses = Vec::new();
    for (from, file) in &files {
        for import in &file.imports {
            let Some(path) = absolute(from, &import.path, &modules) else { continue };
            let Some(to) = declares(&path, &files, &modules, 0) else { continue };
            if to != *from {
                uses.push(Use { from: from.clone(), to, file: file.path.clone(), line: import.line });
            }
        }
    }
    Crate { name: name.into(), modules, uses }
}

fn file(module: &[String], path: PathBuf, modules: &BTreeSet<Module>) -> File {
    let text = std::fs::read_to_string(&path).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let (mut imports, mut names) = (Vec::new(), BTreeMap::<String, Vec<Vec<String>>>::new());
    let mut lines = code.lines().enumerate().map(|(n, line)| (n + 1, line.trim()));
    while let Some((line, text)) = lines.next() {
        if text.starts_with("//") {
            continue;
        }
        let words = text.strip_prefix("pub").map_or(text, |rest| match rest.split_once(") ") {
            Some((visible, rest)) if visible.starts_with('(') => rest,
            _ => rest.trim_start(),
        });
        if let Some(tree) = words.strip_prefix("use ") {
            let mut tree = tree.to_string();
            while !tree.contains(';') {
                tree += lines.next().unwrap().1.split("//").next().unwrap();
            }
            for (path, name) in branches(&[], tree.split(';').next().unwrap()) {
                names.entry(name).or_default().push(path.clone());
                imports.push(Import { path, line });
            }
            continue;
        }
        // A path consists of letters, digits, `_` and `:`; the path of a macro begins with `$`.
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
        for (at, _) in text.match_indices(part) {
            if text[..at].ends_with(|c| part(c) || c == '$') {
                continue;
            }
            let run = text[at..].split(|c| !part(c)).next().unwrap().trim_matches(':');
            let path: Vec<String> = run.split("::").map(Into::into).collect();
            let child = [module, &path[..1]].concat();
            if path.len() > 1 && (matches!(&*path[0], "crate" | "super" | "self") || modules.contains(&child)) {
                imports.push(Import { path, line });
            }
        }
    }
    File { path, imports, names }
}

/// The paths of a `use` tree, each with its local name.
fn branches(before: &[String], tree: &str) -> Vec<(Vec<String>, String)> {
    let tree = tree.trim();
    let Some((head, rest)) = tree.split_once('{') else {
        let (path, name) = tree.split_once(" as ").map_or((tree, None), |(path, name)| (path, Some(name)));
        let mut path: Vec<String> =
            before.iter().cloned().chain(path.split("::").map(|part| part.trim().to_string())).collect();
        if path.len() > 1 {
            path.pop_if(|last| last == "self");
        }
        let name = name.map_or_else(|| path.last().unwrap().clone(), |name| name.trim().into());
        return vec![(path, name)];
    };
    let parts = head.split("::").map(str::trim).filter(|part| !part.is_empty()).map(Into::into);
    let before: Vec<String> = before.iter().cloned().chain(parts).collect();
    let inner = &rest[..rest.rfind('}').unwrap()];
    let mut depth = 0;
    let pieces = inner.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    pieces.filter(|piece| !piece.trim().is_empty()).flat_map(|piece| branches(&before, piece)).collect()
}

/// A path from the root of the crate; `None` if it is outside the crate.
fn absolute(module: &[String], path: &[String], modules: &BTreeSet<Module>) -> Option<Vec<String>> {
    let mut base = module.to_vec();
    match &*path[0] {
        "crate" => Some(path[1..].to_vec()),
        "self" => Some([module, &path[1..]].concat()),
        "super" => {
            let ups = path.iter().take_while(|part| *part == "super").count();
            base.truncate(base.len().checked_sub(ups)?);
            base.extend_from_slice(&path[ups..]);
            Some(base)
        }
        child => {
            base.push(child.into());
            modules.contains(&base).then(|| [module, path].concat())
        }
    }
}

/// The module that declares the item of an absolute path; `None` for a re-export of another crate.
fn declares(path: &[String], files: &BTreeMap<Module, File>, modules: &BTreeSet<Module>, depth: u32) -> Option<Module> {
    let module = (0..=path.len()).rev().map(|end| &path[..end]).find(|head| modules.contains(*head))?;
    let Some(name) = path.get(module.len()) else { return Some(module.to_vec()) };
    let Some(sources) = files[module].names.get(name).filter(|_| depth < 8) else { return Some(module.to_vec()) };
    for source in sources {
        // A macro of this module.
        if source.len() == 1 && source[0] == *name {
            return Some(module.to_vec());
        }
        let Some(mut next) = absolute(module, source, modules) else { continue };
        next.extend_from_slice(&path[module.len() + 1..]);
        if next != path {
            return declares(&next, files, modules, depth + 1);
        }
    }
    None
}

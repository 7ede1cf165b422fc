//! Where the explorer's library is: the crate `isotope-web` as WebAssembly, which a build of the command does not have.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use anyhow::ensure;

use crate::exit::Result;
use crate::files;

/// What `just web` builds.
const NAME: &str = "isotope_web.wasm";
/// Where cargo puts it, beside the folders of other profiles.
const BUILT: &str = "wasm32-unknown-unknown/web";

/// The library inside of this program, in releases.
#[cfg(feature = "explorer")]
const INSIDE: Option<&[u8]> = Some(include_bytes!(env!("ISOTOPE_WASM")));
#[cfg(not(feature = "explorer"))]
const INSIDE: Option<&[u8]> = None;

/// The library: of the file that was named, inside of this program, beside it, or where cargo builds it. None where it is nowhere.
pub fn find(named: Option<&Path>) -> Result<Option<Cow<'static, [u8]>>> {
    if named.is_none()
        && let Some(inside) = INSIDE
    {
        return Ok(Some(inside.into()));
    }
    let Some(file) = named.map(PathBuf::from).or_else(built) else { return Ok(None) };
    let bytes = files::read(&file)?;
    ensure!(
        bytes.starts_with(b"\0asm"),
        "`{}`: expected WebAssembly, which `just web` builds, found {}",
        file.display(),
        if bytes.is_empty() { "an empty file".into() } else { format!("bytes {:02x?}", &bytes[..bytes.len().min(4)]) }
    );
    Ok(Some(bytes.into()))
}

/// Beside this program, or in the folder of cargo that it is in.
fn built() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let beside = program.parent()?.join(NAME);
    let of_cargo = program.ancestors().skip(2).take(3).map(|folder| folder.join(BUILT).join(NAME));
    std::iter::once(beside).chain(of_cargo).find(|file| file.is_file())
}

/// What to do where it is nowhere.
pub fn missing() -> String {
    format!("{NAME} is not beside this program; build it with `just web`, or name it with --wasm FILE")
}

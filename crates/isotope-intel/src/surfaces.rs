//! Surfaces as entries of the binding table: surface N is entry N.

use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, TableEntry};

use isotope_target::setup::{Arrangement, SetupError, Surface, SurfaceKind, bail, ensure};

/// Writes entries of the table.
///
/// # Errors
/// A surface that is not supported, or an entry that an argument of the launch already has.
pub fn place(surfaces: &[Surface], dispatch: &mut Dispatch, memory: &mut Memory) -> Result<(), SetupError> {
    for surface in surfaces {
        let entry = entry(surface, dispatch, memory).map_err(|e| e.at(&format!("surface[{}]", surface.number)))?;
        dispatch.table.push(entry);
    }
    Ok(())
}

fn entry(surface: &Surface, dispatch: &Dispatch, memory: &Memory) -> Result<TableEntry, SetupError> {
    let entry = surface.number;
    ensure!(
        dispatch.table.iter().all(|other| other.entry != entry),
        "an argument of the launch has this entry of the binding table; give another one"
    );
    ensure!(!surface.disabled, "vISA has no disabled surfaces; leave `disabled` out");
    let base = surface.place.address(memory)?;
    if surface.kind == SurfaceKind::Raw {
        return Ok(TableEntry { entry, base, bytes: surface.extent[0].into(), shape: None });
    }
    if matches!(surface.arrangement, Arrangement::Block { .. }) {
        bail!("this target has no block-linear surfaces; vISA's typed ones are linear here (`pitch`)");
    }
    let shape = surface.shape()?;
    Ok(TableEntry { entry, base, bytes: shape.bytes(), shape: Some(shape) })
}

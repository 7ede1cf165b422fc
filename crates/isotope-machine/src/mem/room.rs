//! Checks whether the host has memory for a planned allocation.

use thiserror::Error;

/// The host does not have enough memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not enough memory: about {} MiB are needed, which this process cannot have", bytes.div_ceil(1 << 20))]
pub struct NoRoom {
    /// The requested size.
    pub bytes: u64,
}

/// Checks that this many more bytes can be allocated. An allocation that fails elsewhere aborts the process.
///
/// # Errors
/// When they cannot be allocated.
pub fn room(bytes: u64) -> Result<(), NoRoom> {
    let fits = usize::try_from(bytes).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
    if fits { Ok(()) } else { Err(NoRoom { bytes }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_there_is() {
        assert_eq!(room(1 << 20), Ok(()));
        let error = room(u64::MAX / 4).unwrap_err();
        assert_eq!(
            error.to_string(),
            "not enough memory: about 4398046511104 MiB are needed, which this process cannot have"
        );
    }
}

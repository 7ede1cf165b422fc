//! What a job is made with beside its own table: the seed of the campaign, and the files that it may name.

use isotope::{Error, Result};

/// Reads the files that a campaign names.
pub trait Files {
    /// The bytes of a file.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn read(&mut self, path: &str) -> Result<Vec<u8>>;
    /// The paths of the files in a folder; `None` if it is not a folder.
    ///
    /// # Errors
    /// Why they cannot be read.
    fn list(&mut self, path: &str) -> Result<Option<Vec<String>>>;
}

/// No files.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&mut self, path: &str) -> Result<Vec<u8>> {
        Err(Error::new(format!("`{path}`: no files are given here")))
    }

    fn list(&mut self, _: &str) -> Result<Option<Vec<String>>> {
        Ok(None)
    }
}

/// What jobs get beside their own table.
pub(crate) struct Setting<'a, 'f> {
    pub seed: u64,
    pub files: &'a mut (dyn Files + 'f),
}

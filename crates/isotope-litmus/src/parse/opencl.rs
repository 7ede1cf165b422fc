//! Tests in OpenCL C.

use super::Error;
use super::cursor::Cursor;
use crate::test::Test;

/// Reads initial values and kernels.
pub fn program(cursor: &mut Cursor, _test: &mut Test) -> Result<(), Error> {
    Err(Cursor::refused(cursor.peek(), "tests in OpenCL C are not read"))
}

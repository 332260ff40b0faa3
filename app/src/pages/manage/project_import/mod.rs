//! Projects from a file: it is uploaded, looked at row by row, and imported.

pub mod preview;
mod rows;
pub mod upload;

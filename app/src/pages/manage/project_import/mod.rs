//! Projects from a file: it is uploaded, looked at row by row, and imported.

mod columns;
pub mod gone;
pub mod preview;
mod rows;
pub mod upload;

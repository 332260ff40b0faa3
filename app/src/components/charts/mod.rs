//! Charts: SVG made on the server, each with its numbers in the table it stands in or beside.

pub mod axis;
pub mod rows;
pub mod scatter;

pub use axis::Axis;
pub use rows::{RowMark, RowScale};
pub use scatter::{Dot, Scatter};

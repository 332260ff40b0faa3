//! Charts: SVG made on the server. A table around or beside each one has its numbers.

pub mod axis;
pub mod over_time;
pub mod rows;
pub mod scatter;

pub use axis::Axis;
pub use over_time::{OverTime, Progression};
pub use rows::{RowMark, RowScale};
pub use scatter::{Dot, Scatter};

/// A coordinate.
fn number(value: f64) -> String {
    format!("{value:.1}")
}

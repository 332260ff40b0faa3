//! Text in HTML, and a sign beside it.

use std::fmt;

pub use words::html::Escaped as Text;

/// A sixteen-pixel sign; decorative, a word is beside it.
pub struct Icon(pub &'static str);

impl fmt::Display for Icon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, r#"<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="{}"/></svg>"#, self.0)
    }
}

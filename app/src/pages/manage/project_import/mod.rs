//! Projects from a file: it is uploaded, looked at row by row, and imported.

mod preview;
mod upload;

pub use preview::{ImportPreviewPage, ImportRow, MissingNames, import_preview_page};
pub use upload::{ImportPage, import_page};

//! Pictures of a project, as pages, API and bundles name them. The server makes the files.

use serde::{Deserialize, Serialize};

/// A project has no more than this.
pub const MOST: usize = 4;

/// The largest file that may be sent, in bytes.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;

/// The widths that are kept, in pixels. A picture is never enlarged: a narrower one is kept in its own width.
pub const WIDTHS: [u16; 3] = [320, 640, 1280];

/// A picture in the sizes that are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Picture {
    /// What it shows, for people who cannot see it. Empty where it only decorates.
    pub alt: String,
    /// Width of the largest file, in pixels.
    pub width: u16,
    /// Height of the largest file, in pixels.
    pub height: u16,
    /// From small to large. Never empty.
    pub files: Vec<PictureFile>,
}

/// One size of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PictureFile {
    /// In pixels.
    pub width: u16,
    /// SHA-256 of the file's bytes, as hex. It is the file's name.
    pub digest: String,
}

impl PictureFile {
    /// Where the file is served.
    #[must_use]
    pub fn address(&self) -> String {
        format!("/pictures/{}.webp", self.digest)
    }
}

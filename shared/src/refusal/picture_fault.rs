//! What is wrong with a picture that was sent.

/// What is wrong with a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PictureFault {
    /// No file was chosen.
    Missing,
    /// It is none of the kinds that are taken.
    Kind { file: String },
    /// It moves.
    Animated { file: String },
    /// It ends early, or cannot be read.
    Broken { file: String },
    /// Its file is too large.
    Large,
    /// It was removed while somebody described it.
    Gone,
    /// It has too many pixels.
    ManyPixels { file: String, width: u32, height: u32 },
    /// It cannot be made small enough.
    Detailed { file: String },
    /// Its project has as many as it may.
    Many,
    /// Nobody said what it shows, or that it only decorates.
    AltMissing,
    /// Somebody said what it shows, and that it only decorates.
    AltAndDecorates,
}

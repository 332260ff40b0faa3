//! The files that are made of a picture as it was sent: decoded, turned upright, made smaller and encoded as WebP. Nothing of what
//! was sent is kept, so neither are the place and the camera that it may name.
//!
//! Time and memory are bounded by the size of the file, and by the number of pixels, which is read before anything is decoded.

use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, Limits};
use shared::picture::{LONGEST_SIDE, MOST_FILE_BYTES, MOST_HEIGHT, MOST_MEGAPIXELS, PictureBytes, WIDTHS};
use shared::refusal::PictureFault;
use std::io::Cursor;

/// The most bytes that a decoder may take for its result: 16 bits for each of four colours of the largest picture.
const MOST_MEMORY: u64 = 8 * 1_000_000 * MOST_MEGAPIXELS as u64;
/// How well files are encoded, from the best on, until one is small enough.
const QUALITIES: [f32; 7] = [80.0, 70.0, 55.0, 40.0, 25.0, 10.0, 1.0];

/// The kinds that are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Png,
    Jpeg,
    WebP,
}

impl Kind {
    /// The kind by the file's first bytes. Its name says nothing.
    fn of(sent: &[u8]) -> Option<Self> {
        if sent.starts_with(b"\x89PNG\r\n\x1a\n") {
            Some(Self::Png)
        } else if sent.starts_with(b"\xff\xd8\xff") {
            Some(Self::Jpeg)
        } else if sent.starts_with(b"RIFF") && sent.get(8..12) == Some(b"WEBP") {
            Some(Self::WebP)
        } else {
            None
        }
    }
}

/// Makes the files of a picture, from narrow to wide. `name` is what its sender calls it; it may be empty.
/// Errors: why it cannot be taken.
pub(super) fn make(sent: &[u8], name: &str) -> Result<Vec<PictureBytes>, PictureFault> {
    let file = || name.to_owned();
    let kind = Kind::of(sent).ok_or_else(|| PictureFault::Kind { file: file() })?;
    let upright = decode(kind, sent, name)?;
    let mut files = Vec::new();
    let widest = upright.width();
    let narrower = WIDTHS.iter().map(|width| u32::from(*width)).filter(|width| *width < widest);
    for width in narrower.chain([widest]) {
        let smaller = (width < widest).then(|| {
            let height = scaled(upright.height(), width, widest);
            upright.resize_exact(width, height, FilterType::CatmullRom)
        });
        let encoded = encode(smaller.as_ref().unwrap_or(&upright));
        files.push(encoded.ok_or_else(|| PictureFault::Detailed { file: file() })?);
    }
    Ok(files)
}

/// Whether a file of a bundle is what its head says: it decodes to a still picture of its size. Its size was checked, so this
/// takes tens of milliseconds at most.
pub fn decodes(file: &PictureBytes) -> bool {
    let said = (u32::from(file.width), u32::from(file.height));
    let Ok(mut decoder) = WebPDecoder::new(Cursor::new(file.bytes.as_slice())) else { return false };
    let fits =
        !decoder.has_animation() && decoder.dimensions() == said && decoder.set_limits(limits()).is_ok();
    fits && DynamicImage::from_decoder(decoder)
        .is_ok_and(|picture| (picture.width(), picture.height()) == said)
}

/// The picture in its widest size, upright, with 8 bits for each of four colours.
fn decode(kind: Kind, sent: &[u8], name: &str) -> Result<DynamicImage, PictureFault> {
    let file = || name.to_owned();
    let broken = || PictureFault::Broken { file: file() };
    let animated = || PictureFault::Animated { file: file() };
    let reader = Cursor::new(sent);
    match kind {
        Kind::Png => {
            // Before the decoder, which would refuse a large one without saying how large it is.
            check_size(png_size(sent).ok_or_else(broken)?, name)?;
            let decoder = PngDecoder::with_limits(reader, limits()).map_err(|_| broken())?;
            if decoder.is_apng().map_err(|_| broken())? {
                return Err(animated());
            }
            read(decoder, name)
        }
        Kind::Jpeg => {
            // The decoder fills what is missing with grey, and does not tell.
            let bits = least_bits(sent).ok_or_else(broken)?;
            let decoder = JpegDecoder::new(reader).map_err(|_| broken())?;
            check_size(decoder.dimensions(), name)?;
            let (columns, rows) = decoder.dimensions();
            let blocks = u64::from(columns.div_ceil(8)) * u64::from(rows.div_ceil(8));
            if sent.len() as u64 * 8 < blocks * bits {
                return Err(broken());
            }
            read(decoder, name)
        }
        Kind::WebP => {
            if !is_whole(sent) {
                return Err(broken());
            }
            let decoder = WebPDecoder::new(reader).map_err(|_| broken())?;
            if decoder.has_animation() {
                return Err(animated());
            }
            read(decoder, name)
        }
    }
}

/// Decodes, and makes the picture as small as it is kept before it is turned.
fn read(mut decoder: impl ImageDecoder, name: &str) -> Result<DynamicImage, PictureFault> {
    let broken = |_| PictureFault::Broken { file: name.to_owned() };
    check_size(decoder.dimensions(), name)?;
    decoder.set_limits(limits()).map_err(broken)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let picture = DynamicImage::from_decoder(decoder).map_err(broken)?;
    let (width, height) = kept_size(picture.width(), picture.height(), is_on_its_side(orientation));
    // Averages in one quick pass to twice the size; a finer filter does the rest.
    let picture = if picture.width() > width * 2 && picture.height() > height * 2 {
        picture.thumbnail_exact(width * 2, height * 2)
    } else {
        picture
    };
    // A picture of any kind: what is only for one kind would be compiled here, and unoptimised in a debug build.
    let picture = DynamicImage::ImageRgba8(picture.into_rgba8());
    let same = (picture.width(), picture.height()) == (width, height);
    let mut picture =
        if same { picture } else { picture.resize_exact(width, height, FilterType::CatmullRom) };
    picture.apply_orientation(orientation);
    Ok(picture)
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    limits.max_alloc = Some(MOST_MEMORY);
    limits
}

fn check_size((width, height): (u32, u32), name: &str) -> Result<(), PictureFault> {
    let pixels = u64::from(width) * u64::from(height);
    let fits = pixels <= u64::from(MOST_MEGAPIXELS) * 1_000_000 && width.max(height) <= LONGEST_SIDE;
    if fits { Ok(()) } else { Err(PictureFault::ManyPixels { file: name.to_owned(), width, height }) }
}

/// Width and height as the header of a PNG file says them.
fn png_size(sent: &[u8]) -> Option<(u32, u32)> {
    let side = |at: usize| Some(u32::from_be_bytes(sent.get(at..at + 4)?.try_into().ok()?));
    let has_header = sent.get(12..16) == Some(b"IHDR");
    Some((side(16)?, side(20)?)).filter(|(width, height)| has_header && *width > 0 && *height > 0)
}

/// Whether a WebP file is as long as it says.
fn is_whole(sent: &[u8]) -> bool {
    let length = sent.get(4..8).and_then(|length| Some(u32::from_le_bytes(length.try_into().ok()?)));
    length.and_then(|length| usize::try_from(length).ok()).is_some_and(|length| length <= sent.len() - 8)
}

/// The fewest bits in which a JPEG file can hold a block of 8 by 8 pixels; none for a file without its end. What follows a segment's
/// head is looked through for the next marker.
fn least_bits(sent: &[u8]) -> Option<u64> {
    // A code for its mean and one for the end of the block. A progressive file may say the end of many blocks at once.
    let mut bits = 2;
    let mut rest = sent.get(2..).unwrap_or_default();
    while let Some(at) = memchr::memchr(0xff, rest) {
        let (marker, after) = rest.get(at + 1..)?.split_first()?;
        if *marker == 0xc2 {
            bits = 1;
        }
        rest = match marker {
            0xd9 => return Some(bits),
            // Filled up, a byte of the picture, or a mark within it.
            0xff => rest.get(at + 1..).unwrap_or_default(),
            0x00 | 0x01 | 0xd0..=0xd8 => after,
            // A segment says its length. A thumbnail in one has an end of its own, which is not the file's.
            _ => match after {
                [high, low, ..] => {
                    after.get(usize::from(u16::from_be_bytes([*high, *low]))..).unwrap_or_default()
                }
                _ => return None,
            },
        };
    }
    None
}

/// Whether width and height change places.
fn is_on_its_side(orientation: Orientation) -> bool {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    matches!(orientation, Rotate90 | Rotate90FlipH | Rotate270 | Rotate270FlipH)
}

/// The size that is kept of a picture: never larger than it is. The bounds are those of the upright picture.
fn kept_size(width: u32, height: u32, on_its_side: bool) -> (u32, u32) {
    let (widest, highest) = (u32::from(WIDTHS[2]), u32::from(MOST_HEIGHT));
    let (widest, highest) = if on_its_side { (highest, widest) } else { (widest, highest) };
    let by_width = if width > widest { (widest, scaled(height, widest, width)) } else { (width, height) };
    if by_width.1 > highest { (scaled(width, highest, height), highest) } else { by_width }
}

/// A side in the proportion of `of` to `from`, at least one pixel.
fn scaled(side: u32, of: u32, from: u32) -> u32 {
    let scaled = (u64::from(side) * u64::from(of) + u64::from(from) / 2) / u64::from(from.max(1));
    u32::try_from(scaled).unwrap_or(u32::MAX).max(1)
}

/// The most bytes of a file of this width: what a list loads is small.
fn most_bytes(width: u32) -> usize {
    match width {
        0..=320 => MOST_FILE_BYTES / 8,
        321..=640 => MOST_FILE_BYTES / 3,
        _ => MOST_FILE_BYTES,
    }
}

/// The picture as WebP; none where it does not get small enough.
fn encode(picture: &DynamicImage) -> Option<PictureBytes> {
    let encoder = webp::Encoder::from_rgba(picture.as_bytes(), picture.width(), picture.height());
    QUALITIES.into_iter().find_map(|quality| {
        let encoded = encoder.encode_simple(false, quality).ok()?;
        let small = encoded.len() <= most_bytes(picture.width());
        small.then(|| PictureBytes::read(encoded.to_vec())).flatten()
    })
}

#[cfg(test)]
mod tests;

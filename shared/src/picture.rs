//! Pictures of a project, as pages, API and bundles name them. The server makes the files.

use crate::audit::sha256_hex;
use crate::prelude::*;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// A project has no more than this.
pub const MOST: usize = 4;

/// The largest file that may be sent, in bytes.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;

/// The widths that are kept, in pixels. A picture is never enlarged: a narrower one is kept in its own width.
pub const WIDTHS: [u16; 3] = [320, 640, 1280];

/// The most pixels that a picture may have as it is sent, in millions. More would take too much memory.
pub const MOST_MEGAPIXELS: u32 = 25;
/// The most pixels of a side. A picture of so many is a strip that nobody can read.
pub const LONGEST_SIDE: u32 = 20_000;

/// The height that no file exceeds, in pixels.
pub const MOST_HEIGHT: u16 = 2560;

/// The most bytes of a file: the widest of each picture stay below.
pub const MOST_FILE_BYTES: usize = 384 * 1024;

/// A picture in the sizes that are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PictureFile {
    /// In pixels.
    pub width: u16,
    /// SHA-256 of the file's bytes, as hex. It is the file's name.
    pub digest: String,
}

impl PictureFile {
    /// Where the file is served.
    pub fn address(&self) -> String {
        format!("/pictures/{}.webp", self.digest)
    }
}

/// A picture with the id by which it is changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProjectPicture {
    /// Identifier.
    pub id: PictureId,
    /// The picture.
    pub picture: Picture,
}

/// A file with its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureBytes {
    /// In pixels.
    pub width: u16,
    /// In pixels.
    pub height: u16,
    /// A still WebP picture.
    pub bytes: Vec<u8>,
}

impl PictureBytes {
    /// Reads a file. None where it is no still WebP picture of a size that is kept, or holds anything beside the picture.
    pub fn read(bytes: Vec<u8>) -> Option<Self> {
        let (width, height) = still_webp(&bytes)?;
        let fits = width <= WIDTHS[2] && height <= MOST_HEIGHT && bytes.len() <= MOST_FILE_BYTES;
        fits.then_some(Self { width, height, bytes })
    }
}

impl Picture {
    /// The picture of these files. None without a file.
    pub fn of(alt: String, files: &[PictureBytes]) -> Option<Self> {
        let largest = files.last()?;
        let named = |file: &PictureBytes| PictureFile { width: file.width, digest: sha256_hex(&file.bytes) };
        Some(Self {
            alt,
            width: largest.width,
            height: largest.height,
            files: files.iter().map(named).collect(),
        })
    }
}

/// Files as a bundle writes them: base64, from narrow to wide. None where one does not do.
pub fn read_files(files: &[String]) -> Option<Vec<PictureBytes>> {
    let read = files.iter().map(|file| PictureBytes::read(STANDARD.decode(file).ok()?));
    let read: Vec<PictureBytes> = read.collect::<Option<_>>()?;
    let widens = read.windows(2).all(|pair| matches!(pair, [a, b] if a.width < b.width));
    (widens && (1..=WIDTHS.len()).contains(&read.len())).then_some(read)
}

/// Width and height of a still WebP picture, as its head says them. None for another file, and for one that moves or holds anything
/// beside the picture, such as the place where it was taken. Whether it can be decoded, the server finds out.
pub fn still_webp(bytes: &[u8]) -> Option<(u16, u16)> {
    let rest = bytes.strip_prefix(b"RIFF")?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let rest = rest.strip_prefix(b"WEBP")?;
    if usize::try_from(u32::from_le_bytes(*length)).ok()? != rest.len() + 4 {
        return None;
    }
    let (kind, content, mut rest) = chunk(rest)?;
    let size = match kind {
        b"VP8 " => lossy(content)?,
        b"VP8L" => lossless(content)?,
        // Transparency is all that may be beside the picture.
        b"VP8X" if content.first()? & !0x10 == 0 => {
            let mut pictures = 0;
            while !rest.is_empty() {
                let (kind, _, next) = chunk(rest)?;
                match kind {
                    b"ALPH" => {}
                    b"VP8 " | b"VP8L" => pictures += 1,
                    _ => return None,
                }
                rest = next;
            }
            if pictures != 1 {
                return None;
            }
            let side = |at: usize| {
                let bytes: [u8; 3] = content.get(at..at + 3)?.try_into().ok()?;
                u16::try_from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]) + 1).ok()
            };
            (side(4)?, side(7)?)
        }
        _ => return None,
    };
    (rest.is_empty() && size.0 > 0 && size.1 > 0).then_some(size)
}

/// The first chunk: its kind, its content, and what follows.
fn chunk(bytes: &[u8]) -> Option<(&[u8; 4], &[u8], &[u8])> {
    let (kind, rest) = bytes.split_first_chunk::<4>()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let content = rest.get(..length)?;
    Some((kind, content, rest.get(length + length % 2..)?))
}

fn lossy(content: &[u8]) -> Option<(u16, u16)> {
    let sides: [u8; 4] = match content {
        [first, _, _, 0x9d, 0x01, 0x2a, a, b, c, d, ..] if first & 1 == 0 => [*a, *b, *c, *d],
        _ => return None,
    };
    let side = |low: u8, high: u8| u16::from_le_bytes([low, high]) & 0x3fff;
    Some((side(sides[0], sides[1]), side(sides[2], sides[3])))
}

fn lossless(content: &[u8]) -> Option<(u16, u16)> {
    let [0x2f, a, b, c, d, ..] = content else { return None };
    let bits = u32::from_le_bytes([*a, *b, *c, *d]);
    let side = |bits: u32| u16::try_from((bits & 0x3fff) + 1).ok();
    Some((side(bits)?, side(bits >> 14)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn riff(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let mut body = b"WEBP".to_vec();
        for (kind, content) in chunks {
            body.extend_from_slice(*kind);
            body.extend_from_slice(&u32::try_from(content.len()).unwrap().to_le_bytes());
            body.extend_from_slice(content);
            body.resize(body.len() + content.len() % 2, 0);
        }
        let mut file = b"RIFF".to_vec();
        file.extend_from_slice(&u32::try_from(body.len()).unwrap().to_le_bytes());
        file.extend(body);
        file
    }

    const LOSSY: &[u8] = &[0, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xc8, 0x00];

    #[test]
    fn a_still_picture_says_its_size() {
        assert_eq!(still_webp(&riff(&[(b"VP8 ", LOSSY)])), Some((320, 200)));
        assert_eq!(still_webp(&riff(&[(b"VP8L", &[0x2f, 0x3f, 0xc1, 0x31, 0x00])])), Some((320, 200)));
        let canvas = [0x10, 0, 0, 0, 0x3f, 0x01, 0, 0xc7, 0, 0];
        let alpha = riff(&[(b"VP8X", &canvas), (b"ALPH", &[0]), (b"VP8 ", LOSSY)]);
        assert_eq!(still_webp(&alpha), Some((320, 200)));
    }

    #[test]
    fn what_moves_or_tells_more_is_no_still_picture() {
        let canvas = |flags| [flags, 0, 0, 0, 0x3f, 0x01, 0, 0xc7, 0, 0];
        for flags in [0x02, 0x04, 0x08, 0x20] {
            assert_eq!(still_webp(&riff(&[(b"VP8X", &canvas(flags)), (b"VP8 ", LOSSY)])), None, "{flags}");
        }
        // A head without a picture, and one with two.
        let head = canvas(0x10);
        let without: [&[(&[u8; 4], &[u8])]; 3] =
            [&[], &[(b"ALPH", &[0])], &[(b"VP8 ", LOSSY), (b"VP8 ", LOSSY)]];
        for pictures in without {
            let mut chunks: Vec<(&[u8; 4], &[u8])> = vec![(b"VP8X", &head[..])];
            chunks.extend(pictures);
            assert_eq!(still_webp(&riff(&chunks)), None, "{}", pictures.len());
        }
        let told = riff(&[(b"VP8X", &canvas(0)), (b"VP8 ", LOSSY), (b"EXIF", b"where")]);
        assert_eq!(still_webp(&told), None);
        assert_eq!(still_webp(&riff(&[(b"VP8 ", LOSSY), (b"EXIF", b"where")])), None);
        let whole = riff(&[(b"VP8 ", LOSSY)]);
        for cut in 0..whole.len() {
            assert_eq!(still_webp(&whole[..cut]), None, "{cut}");
        }
        let longer = [whole, b"more".to_vec()].concat();
        assert_eq!(still_webp(&longer), None);
    }

    #[test]
    fn files_of_a_bundle_widen() {
        let file = |width: u8| {
            let content = [0, 0, 0, 0x9d, 0x01, 0x2a, width, 0, 10, 0];
            STANDARD.encode(riff(&[(b"VP8 ", &content)]))
        };
        let widths = |files: &[String]| {
            read_files(files).map(|files| files.iter().map(|file| file.width).collect::<Vec<_>>())
        };
        assert_eq!(widths(&[file(20), file(40)]), Some(vec![20, 40]));
        assert_eq!(widths(&[file(40), file(20)]), None);
        assert_eq!(widths(&[]), None);
        assert_eq!(widths(&["no base64".into()]), None);
    }
}

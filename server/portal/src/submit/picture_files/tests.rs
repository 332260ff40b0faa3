//! What is made of pictures, and which are refused.

use super::*;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::webp::WebPEncoder;
use image::{ExtendedColorType, ImageEncoder, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

/// A picture with something to see: colours that run, and lines across.
fn drawn(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        let line = if (x / 7 + y / 11) % 5 == 0 { 90 } else { 0 };
        let part = |at: u32, of: u32| u8::try_from(at * 160 / of.max(1)).unwrap();
        Rgb([part(x, width) + line, part(y, height) + line, 60 + line])
    })
}

fn png(picture: &RgbImage) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, ImageFormat::Png).unwrap();
    file.into_inner()
}

fn jpeg(picture: &RgbImage, quality: u8) -> Vec<u8> {
    let mut file = Vec::new();
    let (width, height) = picture.dimensions();
    let encoder = JpegEncoder::new_with_quality(&mut file, quality);
    encoder.write_image(picture.as_raw(), width, height, ExtendedColorType::Rgb8).unwrap();
    file
}

fn webp(picture: &RgbImage) -> Vec<u8> {
    let mut file = Vec::new();
    let (width, height) = picture.dimensions();
    WebPEncoder::new_lossless(&mut file)
        .write_image(picture.as_raw(), width, height, ExtendedColorType::Rgb8)
        .unwrap();
    file
}

/// An EXIF block that says how the picture is turned, and where it was taken.
fn exif(orientation: u8) -> Vec<u8> {
    let mut block = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    block.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
    block.extend(b"GPS 46.2 N 6.1 E");
    block
}

fn with_exif(jpeg: &[u8], block: &[u8]) -> Vec<u8> {
    let length = u16::try_from(block.len() + 8).unwrap().to_be_bytes();
    [&jpeg[..2], b"\xff\xe1", &length, b"Exif\0\0", block, &jpeg[2..]].concat()
}

/// A WebP file with chunks around its picture, and these flags.
fn extended(webp: &[u8], flags: u8, (width, height): (u32, u32), more: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let chunk = |kind: &[u8; 4], content: &[u8]| {
        let length = u32::try_from(content.len()).unwrap().to_le_bytes();
        let mut chunk = [&kind[..], &length, content].concat();
        chunk.resize(chunk.len() + content.len() % 2, 0);
        chunk
    };
    let side = |side: u32| (side - 1).to_le_bytes()[..3].to_vec();
    let head = [vec![flags, 0, 0, 0], side(width), side(height)].concat();
    let mut body = [b"WEBP".to_vec(), chunk(b"VP8X", &head), webp[12..].to_vec()].concat();
    for (kind, content) in more {
        body.extend(chunk(kind, content));
    }
    let length = u32::try_from(body.len()).unwrap().to_le_bytes();
    [&b"RIFF"[..], &length, &body].concat()
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1)))
    })
}

fn png_chunk(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let named = [&kind[..], content].concat();
    let length = u32::try_from(content.len()).unwrap().to_be_bytes();
    [&length[..], &named, &crc(&named).to_be_bytes()].concat()
}

fn sizes(files: &[PictureBytes]) -> Vec<(u16, u16)> {
    files.iter().map(|file| (file.width, file.height)).collect()
}

fn shown(file: &PictureBytes) -> RgbaImage {
    image::load_from_memory(&file.bytes).unwrap().into_rgba8()
}

#[test]
fn every_kind_is_kept_in_three_widths_and_never_enlarged() {
    let large = drawn(1600, 1000);
    for (kind, sent) in [("png", png(&large)), ("jpeg", jpeg(&large, 85)), ("webp", webp(&large))] {
        let files = make(&sent, "").unwrap();
        assert_eq!(sizes(&files), [(320, 200), (640, 400), (1280, 800)], "{kind}");
        for file in &files {
            assert!(file.bytes.len() <= most_bytes(file.width.into()), "{kind}: {}", file.bytes.len());
            let (given, kept) = (
                large.get_pixel(800, 500),
                *shown(file).get_pixel(u32::from(file.width) / 2, u32::from(file.height) / 2),
            );
            let apart = (0..3).map(|at| given.0[at].abs_diff(kept.0[at])).max().unwrap();
            assert!(apart < 100, "{kind}: {given:?} became {kept:?}");
        }
    }
    assert_eq!(sizes(&make(&png(&drawn(500, 900)), "").unwrap()), [(320, 576), (500, 900)]);
    assert_eq!(sizes(&make(&png(&drawn(1, 1)), "").unwrap()), [(1, 1)]);
    assert_eq!(sizes(&make(&png(&drawn(320, 10)), "").unwrap()), [(320, 10)]);
    // A strip keeps its shape and stays within the bounds.
    assert_eq!(sizes(&make(&png(&drawn(100, 5000)), "").unwrap()), [(51, 2560)]);
}

#[test]
fn what_is_transparent_stays_so() {
    let mut picture = RgbaImage::from_pixel(400, 300, Rgba([200, 30, 30, 255]));
    picture.put_pixel(0, 0, Rgba([0, 0, 0, 0]));
    for (x, y) in (0..100).flat_map(|x| (0..300).map(move |y| (x, y))) {
        picture.put_pixel(x, y, Rgba([0, 0, 0, 0]));
    }
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, ImageFormat::Png).unwrap();
    let files = make(&file.into_inner(), "").unwrap();
    let kept = shown(&files[1]);
    assert_eq!((kept.get_pixel(20, 150).0[3], kept.get_pixel(300, 150).0[3]), (0, 255));
}

#[test]
fn a_picture_stands_upright_and_says_nothing_else() {
    // Red above, blue below, as the camera saw it lying on its side.
    let picture =
        RgbImage::from_fn(900, 600, |_, y| if y < 300 { Rgb([220, 20, 20]) } else { Rgb([20, 20, 220]) });
    let turned = with_exif(&jpeg(&picture, 90), &exif(6));
    let files = make(&turned, "").unwrap();
    assert_eq!(sizes(&files), [(320, 480), (600, 900)]);
    let kept = shown(&files[1]);
    let red = |x: u32| kept.get_pixel(x, 450).0[0] > 150;
    assert!(!red(100) && red(500), "turned by a quarter to the right");
    let told = extended(&webp(&picture), 0x08, (900, 600), &[(b"EXIF", &exif(1))]);
    for file in files.iter().chain(&make(&told, "").unwrap()) {
        assert!(
            memchr::memmem::find(&file.bytes, b"GPS").is_none()
                && memchr::memmem::find(&file.bytes, b"EXIF").is_none()
        );
    }
    assert!(memchr::memmem::find(&told, b"GPS 46.2").is_some());
}

#[test]
fn bombs_are_refused_before_they_are_decoded() {
    let head = |width: u32, height: u32| {
        let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
        [&b"\x89PNG\r\n\x1a\n"[..], &png_chunk(b"IHDR", &[&size[..], &[8, 6, 0, 0, 0]].concat())].concat()
    };
    for (width, height) in [(50_000, 50_000), (5_001, 5_000), (u32::MAX, 1), (20_001, 1)] {
        let refused = make(&head(width, height), "bomb.png").unwrap_err();
        assert_eq!(refused, PictureFault::ManyPixels { file: "bomb.png".into(), width, height });
    }
    // A JPEG that says 60 000 × 60 000 in its head.
    let mut file = jpeg(&drawn(64, 64), 80);
    let frame = memchr::memmem::find(&file, b"\xff\xc0").unwrap();
    file[frame + 5..frame + 9].copy_from_slice(&[0xea, 0x60, 0xea, 0x60]);
    assert!(matches!(make(&file, ""), Err(PictureFault::ManyPixels { width: 60_000, .. })));
    // A canvas of 16 383 × 16 383 around a small picture.
    let canvas = extended(&webp(&drawn(64, 64)), 0, (16_383, 16_383), &[]);
    assert!(make(&canvas, "").is_err());
}

#[test]
fn what_moves_is_refused() {
    let still = png(&drawn(40, 30));
    let moving = [&still[..33], &png_chunk(b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0]), &still[33..]].concat();
    assert_eq!(make(&moving, "a.png"), Err(PictureFault::Animated { file: "a.png".into() }));
    let config = ::webp::WebPConfig::new().unwrap();
    let mut frames = ::webp::AnimEncoder::new(40, 30, &config);
    let pictures = [drawn(40, 30), RgbImage::new(40, 30)];
    for (picture, at) in pictures.iter().zip([0, 100]) {
        frames.add_frame(::webp::AnimFrame::from_rgb(picture.as_raw(), 40, 30, at));
    }
    assert_eq!(make(&frames.encode(), ""), Err(PictureFault::Animated { file: String::new() }));
}

#[test]
fn what_ends_early_is_refused() {
    let picture = drawn(300, 200);
    let thumbnail = with_exif(&jpeg(&picture, 80), &jpeg(&drawn(16, 16), 50));
    for whole in [png(&picture), jpeg(&picture, 80), webp(&picture), thumbnail] {
        assert!(make(&whole, "").is_ok());
        for cut in [13, 40, whole.len() / 2, whole.len() - 20, whole.len() - 1] {
            let said = make(&whole[..cut], "x");
            // The last byte of a PNG belongs to a check of nothing.
            let complete = cut == whole.len() - 1 && whole.starts_with(b"\x89PNG");
            assert!(complete || matches!(said, Err(PictureFault::Broken { .. })), "{cut}: {said:?}");
        }
    }
    assert_eq!(make(b"", "x"), Err(PictureFault::Kind { file: "x".into() }));
    assert_eq!(make(b"GIF89a", ""), Err(PictureFault::Kind { file: String::new() }));
    assert_eq!(
        make(b"<svg xmlns='http://www.w3.org/2000/svg'/>", ""),
        Err(PictureFault::Kind { file: String::new() })
    );
}

#[test]
fn a_picture_that_is_mostly_missing_is_refused() {
    let mut sent = jpeg(&drawn(400, 300), 60);
    let head = memchr::memmem::find(&sent, b"\xff\xc0").unwrap();
    // The head says 5000 by 5000. The decoder would draw what is there, and grey.
    sent[head + 5..head + 9].copy_from_slice(&[0x13, 0x88, 0x13, 0x88]);
    assert_eq!(make(&sent, "grey.jpg"), Err(PictureFault::Broken { file: "grey.jpg".into() }));
    // A picture of one colour is the shortest that there is.
    assert!(make(&jpeg(&RgbImage::from_pixel(2000, 1500, Rgb([250; 3])), 1), "white.jpg").is_ok());
}

#[test]
fn bytes_by_chance_harm_nothing() {
    // Every tenth byte of each kind turned round: no panic, and an answer.
    for whole in [png(&drawn(60, 40)), jpeg(&drawn(60, 40), 80), webp(&drawn(60, 40))] {
        for at in (0..whole.len()).step_by(10) {
            let mut sent = whole.clone();
            sent[at] ^= 0xff;
            let _ = make(&sent, "");
        }
    }
}

#[test]
fn noise_stays_within_the_bounds() {
    let mut seed = 1_u32;
    let picture = RgbImage::from_fn(1280, 1280, |_, _| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [a, b, c, _] = seed.to_be_bytes();
        Rgb([a, b, c])
    });
    for file in make(&png(&picture), "").unwrap() {
        assert!(file.bytes.len() <= most_bytes(file.width.into()), "{}", file.bytes.len());
    }
}

/// A phone's picture.
#[test]
fn twelve_megapixels_are_read() {
    let sent = jpeg(&drawn(4000, 3000), 85);
    assert_eq!(sizes(&make(&sent, "").unwrap()), [(320, 240), (640, 480), (1280, 960)]);
}

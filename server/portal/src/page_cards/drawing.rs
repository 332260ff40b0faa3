//! Draws a card, 1200 × 630 pixels, in the portal's look: paper, ink, the mark, and intervals as the results page has them.
//!
//! The faces are the site's own, with all letters of Latin, Greek and Cyrillic that their packages have. A title in another script is
//! left out, since half a name would be another name: the page's description beside the picture has it, and each site has faces for it.

use super::{PageCard, RankedRow};
use crate::prelude::*;
use ab_glyph::{Font, FontRef, GlyphId, PxScale, point};
use image::{ImageFormat, Rgb, RgbImage};
use std::io::Cursor;

const SIZE: (u32, u32) = (1200, 630);
/// The ground, and the colours of `style/tokens.css` on it.
const PAPER: Rgb<u8> = Rgb([252, 250, 246]);
const INK: Rgb<u8> = Rgb([19, 31, 33]);
const SECOND_INK: Rgb<u8> = Rgb([74, 88, 90]);
const ACCENT: Rgb<u8> = Rgb([0, 93, 87]);
const LINE: Rgb<u8> = Rgb([217, 215, 208]);

const LEFT: f32 = 72.0;
const RIGHT: f32 = 1128.0;
/// Where the axis of a ranking begins.
const AXIS: f32 = 720.0;
/// The sizes of a title, from the largest on, until it fits into two lines.
const TITLE_SIZES: [f32; 3] = [92.0, 74.0, 60.0];
const TEXT: f32 = 32.0;

static HEADINGS: &[u8] = include_bytes!("../../../../style/page-cards/brygada.ttf");
static TEXTS: &[u8] = include_bytes!("../../../../style/page-cards/evenhand-sans.ttf");

/// Draws a card as PNG.
/// Errors: broken, where a face or the picture cannot be made.
pub(super) fn png(card: &PageCard) -> Outcome<Vec<u8>> {
    let face = |bytes: &'static [u8]| FontRef::try_from_slice(bytes).map_err(Failure::broken);
    let (headings, texts) = (face(HEADINGS)?, face(TEXTS)?);
    let mut paper = RgbImage::from_pixel(SIZE.0, SIZE.1, PAPER);
    mark(&mut paper, (LEFT, 64.0), 2.0);
    Pen::new(&headings, 40.0, INK).write(&mut paper, (190.0, 98.0), "Evenhand");
    let small = Pen::new(&texts, TEXT, SECOND_INK);
    small.write_lines(&mut paper, 196.0, 0.0, &card.above, 1);
    let mut below = 206.0;
    match legible(&[&headings, &texts], &card.title) {
        Some((face, title)) => {
            let (sizes, most) =
                if card.ranked.is_empty() { (&TITLE_SIZES[..], 2) } else { (&TITLE_SIZES[2..], 1) };
            let mut pens = sizes.iter().map(|size| Pen::new(face, *size, INK));
            let fits = |pen: &Pen<'_>| {
                let lines = pen.lines(&title, RIGHT - LEFT);
                lines.len() <= most && lines.iter().all(|line| pen.width(line) <= RIGHT - LEFT)
            };
            let smallest = Pen::new(face, TITLE_SIZES[2], INK);
            let pen = pens.find(fits).unwrap_or(smallest);
            below = pen.write_lines(&mut paper, below + pen.size * 0.98, pen.size * 1.08, &title, most);
        }
        None if card.ranked.is_empty() => {
            mark(&mut paper, (LEFT, 250.0), 8.0);
            below = 380.0;
        }
        None => {}
    }
    Pen::new(&texts, 36.0, SECOND_INK).write_lines(&mut paper, below + 68.0, 48.0, &card.below, 2);
    for (row, y) in card.ranked.iter().zip([330.0, 386.0, 442.0, 498.0]) {
        ranked(&mut paper, &texts, row, y);
    }
    fill(&mut paper, (LEFT, 554.0), (RIGHT, 556.0), LINE);
    Pen::new(&texts, 28.0, SECOND_INK).write_lines(&mut paper, 598.0, 0.0, &card.address, 1);
    let mut bytes = Vec::new();
    paper.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).map_err(Failure::broken)?;
    Ok(bytes)
}

/// A row of a ranking: rank, title, and its interval on the axis.
fn ranked(paper: &mut RgbImage, texts: &FontRef<'static>, row: &RankedRow, y: f32) {
    let baseline = y + 11.0;
    Pen::new(texts, TEXT, SECOND_INK).write(paper, (LEFT, baseline), &row.rank.to_string());
    if let Some((face, title)) = legible(&[texts], &row.title) {
        let pen = Pen::new(face, TEXT, INK);
        if let Some(title) = pen.cut(pen.lines(&title, AXIS - 150.0), AXIS - 150.0, 1).first() {
            pen.write(paper, (LEFT + 46.0, baseline), title);
        }
    }
    fill(paper, (AXIS, y + 27.0), (RIGHT, y + 28.0), LINE);
    let [low, value, high] = row.interval.map(|part| AXIS + part as f32 * (RIGHT - AXIS));
    fill(paper, (low, y - 1.0), (high, y + 2.0), ACCENT);
    for end in [low, high] {
        fill(paper, (end - 1.0, y - 12.0), (end + 2.0, y + 13.0), ACCENT);
    }
    dot(paper, (value, y), 10.0);
}

/// The mark, so many times as large as `app::components::Mark` draws it.
fn mark(paper: &mut RgbImage, (x, y): (f32, f32), times: f32) {
    for (left, top, wide, high) in [(0.0, 2.0, 3.0, 16.0), (45.0, 2.0, 3.0, 16.0), (2.0, 9.0, 44.0, 2.0)] {
        let corner = (x + left * times, y + top * times);
        fill(paper, corner, (corner.0 + wide * times, corner.1 + high * times), ACCENT);
    }
    dot(paper, (x + 28.0 * times, y + 10.0 * times), 6.5 * times);
}

/// A face in one size and colour.
struct Pen<'f> {
    face: &'f FontRef<'static>,
    size: f32,
    ink: Rgb<u8>,
}

impl<'f> Pen<'f> {
    fn new(face: &'f FontRef<'static>, size: f32, ink: Rgb<u8>) -> Self {
        Self { face, size, ink }
    }

    /// Pixels for each unit of the face.
    fn unit(&self) -> f32 {
        self.size / self.face.units_per_em().unwrap_or(1000.0)
    }

    fn advance(&self, glyph: GlyphId) -> f32 {
        self.face.h_advance_unscaled(glyph) * self.unit()
    }

    fn width(&self, text: &str) -> f32 {
        text.chars().map(|c| self.advance(self.face.glyph_id(c))).sum()
    }

    /// The text in lines of at most this width, but for words that are longer.
    fn lines(&self, text: &str, width: f32) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if self.width(line) + self.width(" ") + self.width(word) <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }

    /// At most so many of these lines, none wider than this. What is left out leaves `…`.
    fn cut(&self, mut lines: Vec<String>, width: f32, most: usize) -> Vec<String> {
        let more = lines.len() > most;
        lines.truncate(most);
        let last = lines.len().saturating_sub(1);
        for (at, line) in lines.iter_mut().enumerate() {
            if self.width(line) <= width && !(more && at == last) {
                continue;
            }
            while !line.is_empty() && self.width(line) + self.width("…") > width {
                line.pop();
            }
            line.push('…');
        }
        lines
    }

    /// Writes a text in so many lines at most, the first on this baseline, and says where the last one stands.
    fn write_lines(&self, paper: &mut RgbImage, baseline: f32, step: f32, text: &str, most: usize) -> f32 {
        let mut y = baseline;
        if let Some((_, text)) = legible(&[self.face], text) {
            let width = RIGHT - LEFT;
            for (at, line) in self.cut(self.lines(&text, width), width, most).iter().enumerate() {
                y += if at > 0 { step } else { 0.0 };
                self.write(paper, (LEFT, y), line);
            }
        }
        y
    }

    /// Writes a text from here on, on a baseline.
    fn write(&self, paper: &mut RgbImage, (mut x, y): (f32, f32), text: &str) {
        let scale = PxScale::from(self.face.height_unscaled() * self.unit());
        for c in text.chars() {
            let id = self.face.glyph_id(c);
            if let Some(glyph) = self.face.outline_glyph(id.with_scale_and_position(scale, point(x, y))) {
                let corner = glyph.px_bounds().min;
                glyph.draw(|right, down, cover| {
                    blend(paper, (corner.x + right as f32, corner.y + down as f32), self.ink, cover);
                });
            }
            x += self.advance(id);
        }
    }
}

/// The first of the faces that has all letters of a text, and the text without signs that it does not have, such as emoji.
fn legible<'f>(faces: &[&'f FontRef<'static>], text: &str) -> Option<(&'f FontRef<'static>, String)> {
    faces.iter().find_map(|face| {
        let has = |c: char| c.is_whitespace() || face.glyph_id(c).0 != 0;
        let kept: String = text.chars().filter(|c| has(*c)).collect();
        let whole = text.chars().all(|c| has(c) || !c.is_alphanumeric());
        (whole && !shared::text::is_blank(&kept)).then_some((*face, kept))
    })
}

/// A rectangle from one corner to the other, in whole pixels.
fn fill(paper: &mut RgbImage, from: (f32, f32), to: (f32, f32), ink: Rgb<u8>) {
    for y in from.1.round() as u32..to.1.round() as u32 {
        for x in from.0.round() as u32..to.0.round() as u32 {
            blend(paper, (x as f32, y as f32), ink, 1.0);
        }
    }
}

/// A dot around a point.
fn dot(paper: &mut RgbImage, (x, y): (f32, f32), radius: f32) {
    let reach = radius.ceil() as i32;
    for down in -reach..=reach {
        for right in -reach..=reach {
            let at = ((x + right as f32).round(), (y + down as f32).round());
            blend(paper, at, ACCENT, radius + 0.5 - (at.0 - x).hypot(at.1 - y));
        }
    }
}

/// Covers a part of a pixel with ink; none outside of the paper.
fn blend(paper: &mut RgbImage, (x, y): (f32, f32), ink: Rgb<u8>, cover: f32) {
    if x < 0.0 || y < 0.0 {
        return;
    }
    let cover = cover.clamp(0.0, 1.0);
    if let Some(pixel) = paper.get_pixel_mut_checked(x as u32, y as u32) {
        for (tone, ink) in pixel.0.iter_mut().zip(ink.0) {
            *tone = (f32::from(*tone) * (1.0 - cover) + f32::from(ink) * cover).round() as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(title: &str) -> PageCard {
        PageCard {
            above: "Hackathon".into(),
            title: title.into(),
            address: "portal.example".into(),
            ..PageCard::default()
        }
    }

    /// Pixels that are not the ground between these lines.
    fn inked(card: &PageCard, from: u32, to: u32) -> usize {
        let paper = image::load_from_memory(&png(card).unwrap()).unwrap().into_rgb8();
        assert_eq!(paper.dimensions(), SIZE);
        paper.enumerate_pixels().filter(|(_, y, pixel)| (from..to).contains(y) && **pixel != PAPER).count()
    }

    #[test]
    fn a_title_is_drawn_in_each_script_that_the_faces_have() {
        let nothing = inked(&PageCard { ranked: vec![row()], ..card("") }, 206, 300);
        for title in ["Lamp", "Łódź für Größe", "Ελλάδα", "Свет", "Đèn lồng"] {
            assert!(inked(&card(title), 206, 300) > nothing + 500, "{title}");
        }
        assert_eq!(inked(&card("Lamp 🚀"), 206, 300), inked(&card("Lamp"), 206, 300), "a sign is left out");
        // In place of half a name, the mark.
        assert_eq!(inked(&card("東京 Lamp"), 0, 630), inked(&card("भारत"), 0, 630));
    }

    #[test]
    fn nothing_that_is_typed_leaves_the_paper() {
        for title in ["m".repeat(200), "long words ".repeat(18), "\u{202e}\u{0}".into(), "e\u{301}".into()] {
            let full = PageCard { below: title.clone(), ranked: vec![row(); 4], ..card(&title) };
            for card in [full, PageCard { below: title.repeat(9), ..card(&title) }] {
                let paper = image::load_from_memory(&png(&card).unwrap()).unwrap().into_rgb8();
                let edge = |x: u32| !(60..=1142).contains(&x);
                assert!(paper.enumerate_pixels().all(|(x, _, pixel)| !edge(x) || *pixel == PAPER), "{title}");
            }
        }
    }

    #[test]
    fn an_interval_lies_where_its_row_says() {
        let paper = png(&PageCard { ranked: vec![row()], ..card("Lamp") }).unwrap();
        let paper = image::load_from_memory(&paper).unwrap().into_rgb8();
        // The axis is 408 pixels long: a quarter, the middle, the end.
        for (x, y) in [(822, 320), (924, 330), (1128, 340)] {
            assert_eq!(*paper.get_pixel(x, y), ACCENT, "{x} {y}");
        }
        assert_eq!(*paper.get_pixel(760, 330), PAPER);
    }

    fn row() -> RankedRow {
        RankedRow { rank: 1, title: "Lamp".into(), interval: [0.25, 0.5, 1.0] }
    }
}

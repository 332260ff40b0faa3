//! A QR code, drawn.

use crate::prelude::*;
use qrcodegen::{Mask, QrCode, QrCodeEcc, QrSegment, Version};
use std::fmt::Write;

/// Modules left blank on each side, as ISO 18004 requires.
const QUIET: i32 = 4;

/// A QR code. Its ground is part of the drawing, and light in every theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Qr {
    /// Modules on a side, the quiet zone among them.
    side: i32,
    /// The dark runs of each row, as strokes one module wide.
    dark: String,
}

impl Qr {
    /// Encodes a text with error correction M (15 %), or L (7 %) where M does not fit. `None` where the text needs more than
    /// `widest` modules on a side, with the quiet zone: printed, the code would be too fine to read.
    pub fn of(text: &str, widest: u8) -> Option<Self> {
        // A version's code has 17 + 4 · version modules on a side.
        let most = Version::new((widest.checked_sub(17 + 8)? / 4).clamp(1, 40));
        let segments = [QrSegment::make_bytes(text.as_bytes())];
        let encode = |correction| {
            QrCode::encode_segments_advanced(&segments, correction, Version::MIN, most, None::<Mask>, true)
        };
        let code = encode(QrCodeEcc::Medium).or_else(|_| encode(QrCodeEcc::Low)).ok()?;
        Some(Self { side: code.size() + 2 * QUIET, dark: strokes(&code) })
    }

    /// Modules on a side, with the quiet zone: what a printed width is divided by.
    pub fn side(&self) -> i32 {
        self.side
    }
}

/// `M4 4.5h7m2 0h1…`: each row's dark runs, each from where the last one ended.
fn strokes(code: &QrCode) -> String {
    let mut path = String::new();
    for y in 0..code.size() {
        let (mut x, mut end) = (0, None);
        while x < code.size() {
            let from = x;
            while code.get_module(x, y) {
                x += 1;
            }
            if x == from {
                x += 1;
                continue;
            }
            // Writing into a String does not fail.
            let _ = match end {
                None => write!(path, "M{} {}.5h{}", from + QUIET, y + QUIET, x - from),
                Some(end) => write!(path, "m{} 0h{}", from - end, x - from),
            };
            end = Some(x);
        }
    }
    path
}

/// Draws a code. A link beside it must hold the same, for people without a camera at hand.
#[component]
pub fn QrCodeOf(
    code: Qr,
    /// What it is, in words.
    #[prop(into)]
    title: String,
) -> impl IntoView {
    let side = code.side;
    view! {
        <svg class="qr" role="img" aria-label=title viewBox=format!("0 0 {side} {side}") shape-rendering="crispEdges">
            <path class="qr-ground" d=format!("M0 0h{side}v{side}h-{side}z")/>
            <path d=code.dark/>
        </svg>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_code_is_drawn_module_by_module() {
        let qr = Qr::of("evenhand", 29).unwrap();
        let code = QrCode::encode_text("evenhand", QrCodeEcc::Medium).unwrap();
        assert_eq!(qr.side(), code.size() + 8);
        // Each stroke again, as a drawing program would follow it: `M x y.5h n` begins a row, `m x 0h n` goes on in it.
        let mut drawn = BTreeSet::new();
        for row in qr.dark.split_terminator('M').skip(1) {
            let (start, rest) = row.split_once(".5h").unwrap();
            let (mut x, y) = pair(start);
            for (nth, stroke) in rest.split('m').enumerate() {
                let (gap, run) =
                    if nth == 0 { (0, stroke.parse().unwrap()) } else { pair(&stroke.replace("0h", "")) };
                x += gap;
                drawn.extend((x..x + run).map(|x| (x, y)));
                x += run;
            }
        }
        let side = 0..code.size();
        let dark = side.clone().flat_map(|y| side.clone().map(move |x| (x, y)));
        let dark = dark.filter(|(x, y)| code.get_module(*x, *y)).map(|(x, y)| (x + QUIET, y + QUIET));
        assert_eq!(drawn, dark.collect());
    }

    fn pair(text: &str) -> (i32, i32) {
        let (a, b) = text.split_once(' ').unwrap();
        (a.parse().unwrap(), b.parse().unwrap())
    }

    #[test]
    fn what_would_be_too_fine_is_no_code() {
        let text = "x".repeat(600);
        let at_ease = Qr::of(&text, 155).unwrap();
        assert!(Qr::of(&"x".repeat(2000), 155).is_none());
        assert!(Qr::of(&text, 24).is_none() && Qr::of(&text, 0).is_none());
        // Above what M holds in version 32, and within what L does.
        assert!(Qr::of(&"x".repeat(1_900), 155).unwrap().side() > at_ease.side());
    }
}

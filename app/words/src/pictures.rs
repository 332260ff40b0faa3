//! What is wrong with a picture, and where a video opens, in words.

use crate::address::host;
use shared::picture::{LONGEST_SIDE, MOST_MEGAPIXELS};
use shared::refusal::PictureFault;

pub(super) fn sentence(fault: &PictureFault) -> String {
    let said: &str = match fault {
        PictureFault::Missing => "Choose a picture.",
        PictureFault::Kind { file } => &format!(
            "{} is not a PNG, JPEG or WebP picture. Save it as one of these, then add it again.",
            name(file)
        ),
        PictureFault::Animated { file } => {
            &format!("{} is animated. Save one moment of it as a still picture, then add that.", name(file))
        }
        PictureFault::Broken { file } => {
            &format!("{} is damaged or incomplete. Save it again, then add it.", name(file))
        }
        PictureFault::Large => {
            "The picture is larger than 8\u{a0}MiB. Make it smaller, then add it again: 2000 pixels wide is enough."
        }
        PictureFault::Gone => {
            "This picture was removed meanwhile. What you wrote about it is kept here, for another one."
        }
        PictureFault::ManyPixels { file, width, height } => &format!(
            "{} has {width} × {height} pixels. At most {MOST_MEGAPIXELS} million are allowed, and {LONGEST_SIDE} on a side. Make it smaller, then add it again: 2000 pixels wide is enough.",
            name(file)
        ),
        PictureFault::Detailed { file } => {
            &format!("{} has too much fine detail. Make it smaller, then add it again.", name(file))
        }
        PictureFault::Many => "A project has at most four pictures. Remove one first.",
        PictureFault::AltMissing => {
            "Say what the picture shows, or tick the box that says it only decorates."
        }
        PictureFault::AltAndDecorates => {
            "The picture has a text, but the box says that it only decorates. Untick the box, or delete the text."
        }
    };
    said.to_owned()
}

fn name(file: &str) -> String {
    if file.is_empty() { "The picture".to_owned() } else { format!("“{file}”") }
}

/// Hosts of videos that people know by another name than their address.
const HOSTS: [(&str, &str); 5] = [
    ("youtube.com", "YouTube"),
    ("m.youtube.com", "YouTube"),
    ("youtu.be", "YouTube"),
    ("vimeo.com", "Vimeo"),
    ("loom.com", "Loom"),
];

/// `Watch on YouTube`; for a host that is not known, its address: `Watch on video.example`. None where it is no link.
pub fn watch_on(url: &str) -> Option<String> {
    let host = host(url)?;
    let known = HOSTS.iter().find(|(known, _)| host.eq_ignore_ascii_case(known));
    Some(format!("Watch on {}", known.map_or(host, |(_, name)| name)))
}

#[cfg(test)]
mod tests {
    use super::{sentence, watch_on};
    use shared::refusal::PictureFault;

    #[test]
    fn a_strip_of_few_pixels_is_told_how_long_a_side_may_be() {
        let strip = PictureFault::ManyPixels { file: "strip.png".to_owned(), width: 25_000, height: 10 };
        let said = sentence(&strip);
        assert!(said.contains("25000 × 10 pixels") && said.contains("20000 on a side"), "{said}");
    }

    #[test]
    fn a_video_names_its_host() {
        let on = |url| watch_on(url).unwrap_or_default();
        assert_eq!(on("https://www.youtube.com/watch?v=x"), "Watch on YouTube");
        assert_eq!(on("https://YOUTU.BE/x"), "Watch on YouTube");
        assert_eq!(on("https://player.example/v"), "Watch on player.example");
        assert_eq!(on("https://youtube.com.evil.example/v"), "Watch on youtube.com.evil.example");
        assert_eq!(watch_on("https://youtube.com@evil.example/v"), None);
    }
}

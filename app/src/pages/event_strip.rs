//! The picture of an event: those of its first projects, side by side.

use crate::prelude::*;
use shared::picture::Picture;

/// The picture; none before a project has one. It says nothing that the page does not say, so it is hidden from those who hear the page.
pub(super) fn event_strip(pictures: Vec<Picture>, eager: bool) -> Option<AnyView> {
    let pictures = each(
        pictures,
        |picture| view! { <ProjectPicture picture=Some(picture) eager sizes="(width < 40rem) 50vw, 15rem"/> },
    );
    (!pictures.is_empty()).then(|| view! { <div class="event-strip" aria-hidden="true">{pictures}</div> })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_without_pictures_has_no_empty_boxes() {
        assert!(event_strip(Vec::new(), true).is_none());
        let picture = Picture { alt: "A lamp".into(), width: 640, height: 400, files: vec![] };
        let strip = event_strip(vec![picture], true).unwrap().to_html();
        assert_eq!(strip.matches("<img").count(), 1, "{strip}");
    }
}

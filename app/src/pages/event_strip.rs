//! The picture of an event: its first projects side by side, or tiles in the tones of its tracks.

use crate::components::ProjectPicture;
use crate::prelude::*;
use shared::picture::Picture;

/// One project in the picture of its event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StripTile {
    /// Its first picture.
    pub picture: Option<Picture>,
    /// The position of its track.
    pub tone: usize,
}

/// The picture. It says nothing that the page does not say, so it is hidden from those who hear the page.
pub(super) fn event_strip(tiles: Vec<StripTile>, eager: bool) -> AnyView {
    let tiles: Vec<_> = tiles
        .into_iter()
        .map(|StripTile { picture, tone }| {
            view! { <ProjectPicture picture tone eager sizes="(width < 40rem) 50vw, 15rem"/> }
        })
        .collect();
    view! { <div class="event-strip" aria-hidden="true">{tiles}</div> }
}

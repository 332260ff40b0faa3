//! Pictures of projects, and the tile that is drawn where a project has none.

use crate::prelude::*;
use islands::icon_paths::MARK;
use shared::picture::Picture;

/// How many tones `style/tokens-tiles.css` has.
const TONES: usize = 6;

/// A project's first picture in a frame of 16:10; without one, a tile in the tone of its track.
#[component]
pub fn ProjectPicture(
    /// The picture; none draws the tile.
    picture: Option<Picture>,
    /// The position of the project's track among those of the event, from 0.
    tone: usize,
    /// How wide it is shown, for the attribute `sizes`.
    #[prop(into)]
    sizes: String,
    /// Loaded at once, where it is seen first. All others wait until they come into view.
    #[prop(optional)]
    eager: bool,
) -> impl IntoView {
    match picture {
        Some(picture) => picture_of("picture", &picture, sizes, eager),
        None => tile(tone),
    }
}

/// A picture in all its sizes, of this class. The browser fetches the one that fits.
pub(crate) fn picture_of(class: &'static str, picture: &Picture, sizes: String, eager: bool) -> AnyView {
    let source = picture.files.first().map(shared::picture::PictureFile::address);
    let set: Vec<_> =
        picture.files.iter().map(|file| format!("{} {}w", file.address(), file.width)).collect();
    let (alt, width, height) = (picture.alt.clone(), picture.width, picture.height);
    let loading = if eager { "eager" } else { "lazy" };
    view! { <img class=class src=source srcset=set.join(", ") sizes=sizes width=width height=height loading=loading decoding="async" alt=alt/> }
}

/// The mark in the tone of a track.
fn tile(tone: usize) -> AnyView {
    let class = match tone % TONES {
        0 => "picture picture-tile".to_owned(),
        tone => format!("picture picture-tile tone-{tone}"),
    };
    view! {
        <svg class=class width="320" height="200" viewBox="-56 -40 160 100" aria-hidden="true">
            <path d=MARK/>
            <circle cx="28" cy="10" r="6.5"/>
        </svg>
    }
}

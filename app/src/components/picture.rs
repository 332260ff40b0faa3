//! Pictures of projects.

use crate::prelude::*;
use shared::picture::Picture;

/// A project's first picture in a frame of 16:10. Without one nothing is drawn: an empty frame is the first thing that people would see.
#[component]
pub fn ProjectPicture(
    picture: Option<Picture>,
    /// How wide it is shown, for the attribute `sizes`.
    #[prop(into)]
    sizes: String,
    /// Loaded at once, where it is seen first. All others wait until they come into view.
    #[prop(optional)]
    eager: bool,
) -> impl IntoView {
    picture.map(|picture| picture_of("picture", &picture, sizes, eager))
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

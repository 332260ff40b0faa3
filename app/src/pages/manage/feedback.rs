//! Releasing review comments to teams after publication.

use crate::components::words::plural;
use crate::components::{Button, Kind, PostForm};
use leptos::prelude::*;

/// What releasing would do, or has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedbackOffer {
    /// Whether teams read it now.
    pub released: bool,
    /// Comments of reviews that the published ranking's event holds.
    pub comments: i64,
    /// Projects that they are about.
    pub projects: i64,
}

/// The section. Its form posts `act=feedback` and `released` = `on` or `off`.
pub(super) fn feedback(offer: FeedbackOffer, csrf: String) -> AnyView {
    let what = format!(
        "{} about {}",
        plural(offer.comments, "comment", "comments"),
        plural(offer.projects, "project", "projects"),
    );
    let (text, value, label) = if offer.released {
        (
            format!("Each team reads what judges wrote about its own project, without names: {what}."),
            "off",
            "Hide the comments from the teams",
        )
    } else {
        (
            format!(
                "Judges wrote {what}. If you release them, each team reads those about its own project, in random order, without names."
            ),
            "on",
            "Release the comments to the teams",
        )
    };
    view! {
        <section aria-labelledby="feedback" class="stack">
            <h2 id="feedback">"Feedback to teams"</h2>
            <p>{text}</p>
            <PostForm csrf class="form">
                <input type="hidden" name="act" value="feedback"/>
                <input type="hidden" name="released" value=value/>
                <Button kind=Kind::Quiet>{label}</Button>
            </PostForm>
        </section>
    }
    .into_any()
}

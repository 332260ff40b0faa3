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

/// The section of the page of the event's calibration.
pub(super) fn feedback(offer: FeedbackOffer, slug: &str, csrf: String) -> AnyView {
    let what = format!(
        "{} about {}",
        plural(offer.comments, "comment", "comments"),
        plural(offer.projects, "project", "projects"),
    );
    let (text, act, label) = if offer.released {
        (
            format!("Each team reads what judges wrote about its own project, without names: {what}."),
            "withdraw-feedback",
            "Hide the comments from the teams",
        )
    } else {
        (
            format!(
                "Judges wrote {what}. If you release them, each team reads those about its own project, in random order, without names."
            ),
            "release-feedback",
            "Release the comments to the teams",
        )
    };
    let action = format!("/events/{slug}/manage/calibration/{act}");
    view! {
        <section aria-labelledby="feedback" class="stack">
            <h2 id="feedback">"Feedback to teams"</h2>
            <p>{text}</p>
            <PostForm action csrf class="form">
                <Button kind=Kind::Quiet>{label}</Button>
            </PostForm>
        </section>
    }
    .into_any()
}

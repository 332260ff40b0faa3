//! What teams see of the reviews of their projects: the form, and the choice in words.

use crate::prelude::*;
use model::feedback::FeedbackCounts;
use model::run::CalibrationState;
use shared::feedback::{FEWEST_REVIEWS, FeedbackChoice};

/// What teams see, as the end of a sentence.
pub(crate) fn seen_by_teams(choice: FeedbackChoice) -> &'static str {
    match (choice.comments, choice.criteria) {
        (false, false) => "teams see nothing of the reviews of their projects",
        (true, false) => "each team reads the judges’ comments on its own project",
        (false, true) => "each team sees the mean score of its own project per criterion",
        (true, true) => {
            "each team reads the judges’ comments on its own project and sees its mean score per criterion"
        }
    }
}

/// The section of the page of the event's calibration; `typed` is what was ticked in a refused form.
pub(super) fn feedback(found: &CalibrationState, typed: Option<FeedbackChoice>, slug: &str) -> AnyView {
    let event = &found.at.facts.event;
    let chosen = event.feedback;
    let FeedbackCounts { comments, commented, enough, too_few } = found.feedback;
    let when = if event.published { "Now" } else { "Once the results are published" };
    let state = format!("{when}, {}.", seen_by_teams(chosen));
    let comments = format!(
        "{} on {}, in random order, without names.",
        plural(comments, "comment", "comments"),
        plural(commented, "project", "projects"),
    );
    let few = match too_few {
        0 => String::new(),
        n => format!(
            " {} fewer than {FEWEST_REVIEWS} reviews: their teams see no figures, because a mean of so few would reveal single scores.",
            plural(n, "project has", "projects have")
        ),
    };
    let judged = event.judging.is_over(found.at.now);
    let open = if judged { "" } else { " The figures appear when judging has closed." };
    let figures = format!(
        "The project’s mean beside the event’s mean, with the number of reviews, for {}.{few}{open}",
        plural(enough, "project", "projects"),
    );
    let stale = typed.map(|typed| {
        let yours = format!("Your choice, not saved: {}.", seen_by_teams(typed));
        view! { <Notice tone=Tone::Warn title=format!("Saved: {}.", seen_by_teams(chosen)) text=yours/> }
    });
    let ticked = typed.unwrap_or(chosen);
    section("feedback", "Feedback to teams").of(view! {
        <p>{state}</p>
        {stale}
        <PostForm action=format!("{}/feedback", ManageTab::Calibration.href(slug)) class="form" fresh=true>
            <input type="hidden" name="seen" value=chosen.name()/>
            <fieldset class="stack">
                <legend>"What each team sees of the reviews of its own project"</legend>
                <Check name="comments" label="Comments" hint=comments checked=ticked.comments/>
                <Check name="criteria" label="Mean score per criterion" hint=figures checked=ticked.criteria/>
            </fieldset>
            <p class="quiet small">"Teams never see a single score, or who wrote what."</p>
            <Button kind=Kind::Quiet>"Save what teams see"</Button>
        </PostForm>
    })
}

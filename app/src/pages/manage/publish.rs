//! Publishing: what it will do, with numbers, before it does it.

use crate::components::words::plural;
use crate::components::{Area, Button, Kind, Notice, PostForm, Time, Tone};
use chrono::{DateTime, Utc};
use leptos::prelude::*;

/// What publishing would make public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The run that would be pinned: the latest.
    pub run: i32,
    /// Ranked projects.
    pub projects: i64,
    /// Judges behind them.
    pub judges: i64,
    /// Reviews behind them.
    pub reviews: i64,
    /// Titles at rank 1.
    pub first: Vec<String>,
}

/// Whether the latest run can be published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Publish {
    /// There is no run.
    Nothing,
    /// Nothing is published yet.
    First(Offer),
    /// Another run is published: this one would correct it.
    Correction {
        /// What it would make public.
        offer: Offer,
        /// The published run.
        published: i32,
        /// Since when.
        since: DateTime<Utc>,
        /// Projects whose rank would change.
        moved: i64,
    },
    /// The latest run is the published one.
    Done {
        /// Its number.
        run: i32,
        /// Since when.
        since: DateTime<Utc>,
    },
    /// The refusal's sentence: the vote is open, for one.
    Refused(String),
}

/// The section. Its form posts `act=publish`, `run` and, for a correction, `reason`.
pub(super) fn publish(publish: Publish, csrf: String, slug: &str, reason: String, error: String) -> AnyView {
    let results = format!("/events/{slug}/results");
    let body = match publish {
        Publish::Nothing => {
            view! { <p class="quiet">"Run the calibration first: publishing makes one run public."</p> }
                .into_any()
        }
        Publish::Refused(sentence) => view! { <Notice tone=Tone::Warn title=sentence/> }.into_any(),
        Publish::Done { run, since } => view! {
            <p>
                {format!("Run {run} has been public since ")}<Time at=since/>": "<a href=results>"the results"</a>
                ". Later runs change nothing there until you publish one as a correction."
            </p>
        }
        .into_any(),
        Publish::First(offer) => {
            let run = offer.run;
            view! {
                {will(&offer, results)}
                <p>"It can’t be taken back. A later run can correct it, with a reason that everybody reads."</p>
                <PostForm csrf class="form">
                    {hidden(run)}
                    <Button kind=Kind::Main>{format!("Publish run {run}")}</Button>
                </PostForm>
            }
            .into_any()
        }
        Publish::Correction { offer, published, since, moved } => {
            let run = offer.run;
            let change = match moved {
                0 => format!("Every project keeps the rank it has in run {published}."),
                n => format!(
                    "{} another rank than in run {published}.",
                    plural(n, "project gets", "projects get")
                ),
            };
            view! {
                <p>{format!("Run {published} has been public since ")}<Time at=since/>"."</p>
                {will(&offer, results)}
                <p>{change}" The earlier signed ranking stays valid as a document and says what replaced it."</p>
                <PostForm csrf class="form">
                    {hidden(run)}
                    <Area
                        name="reason"
                        label="Reason for the correction"
                        hint="Everybody reads it above the results."
                        rows=2
                        limit=2000
                        value=reason
                        error
                    />
                    <Button kind=Kind::Danger>{format!("Replace run {published} by run {run}")}</Button>
                </PostForm>
            }
            .into_any()
        }
    };
    view! { <section aria-labelledby="publish" class="stack"><h2 id="publish">"Publish"</h2>{body}</section> }
        .into_any()
}

fn hidden(run: i32) -> impl IntoView {
    view! {
        <input type="hidden" name="act" value="publish"/>
        <input type="hidden" name="run" value=run.to_string()/>
    }
}

fn will(offer: &Offer, results: String) -> AnyView {
    let made = format!(
        "Publishing shows the ranking of {} to everybody, from {} by {}.",
        plural(offer.projects, "project", "projects"),
        plural(offer.reviews, "review", "reviews"),
        plural(offer.judges, "judge", "judges"),
    );
    let first = match offer.first.as_slice() {
        [] => String::new(),
        [one] => format!(" First: {one}."),
        many => format!(" {} projects share the first place.", many.len()),
    };
    view! {
        <p>
            {made}{first}" Nobody but organizers sees single reviews or judges. "
            <a href=results>"Look at it as it will be"</a>"."
        </p>
    }
    .into_any()
}

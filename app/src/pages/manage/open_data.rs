//! Scores without names, to be published for anybody to study: a part of the page of exports.

use super::second_organizer::second_organizer_hint;
use crate::prelude::*;
use shared::open_data::{self, SMALLEST, STATEMENT};

/// Whether the scores are public, or can be.
#[derive(Clone, Debug)]
pub enum OpenDataState {
    /// They are, since when.
    Public(DateTime<Utc>),
    /// They can be: this much.
    Offer(open_data::OpenData),
    /// They cannot: the sentence.
    Refused(String),
}

pub(super) fn open_data(state: OpenDataState) -> AnyView {
    let slug = this_event().slug;
    match state {
        OpenDataState::Public(since) => view! {
            <Notice tone=Tone::Good title="The scores without names are public">
                <p>"Since "<Time at=since/>": "<a href=format!("/events/{slug}/open-data")>"the public page"</a>". What is in the public domain cannot be taken back, so nothing can change here."</p>
            </Notice>
        },
        OpenDataState::Refused(sentence) => view! { <Notice tone=Tone::Note title=sentence/> },
        OpenDataState::Offer(data) => disclosure("Publish scores without names")
            .open(forms().typed.sent("statement").is_some())
            .of(view! {
                <div class="stack">{offer(&slug, &data)}{protection()}</div>
            }),
    }
}

fn offer(slug: &str, data: &open_data::OpenData) -> AnyView {
    let reviews = data.rows.len();
    let verb = format!("Publish {}", plural(reviews, "score", "scores"));
    view! {
        <dl class="facts">
            <dt>"Becomes public"</dt>
            <dd>{format!("{} of {} by {}", plural(reviews, "review", "reviews"), plural(data.projects, "project", "projects"), plural(data.judges, "judge", "judges"))}</dd>
            <dt>"Stays out"</dt>
            <dd>{plural(data.left_out, "review", "reviews")}</dd>
        </dl>
        <PostForm action=format!("/events/{slug}/manage/open-data") class="form">
            <Area name="statement" label="What judges and teams agreed to" rows=3 limit=STATEMENT value=typed_into("statement")
                hint="The sentence as they read it, such as: “Scores may be published without names for research.” It is shown beside the data and stays there when personal data are removed, so name nobody in it."/>
            <Check name="agreed" label="All judges and teams of this event agreed to this sentence" checked=was_ticked("agreed")/>
            {second_organizer_hint(None)}
            <Button kind=Kind::Danger hint="This cannot be undone. Others may copy the data at once.">{verb}</Button>
        </PostForm>
    }
}

/// What is done so that nobody can be recognised, and what remains.
fn protection() -> AnyView {
    subsection("protection", "What protects people").class("prose stack").of(view! {
        <ul>
            <li>"Judges and projects get random numbers when you publish. Nobody can trace them back, not even the portal."</li>
            <li>"Texts, criteria, tracks and times stay out. Only each review’s total remains, in tenths of the scale. It is moved a little at random, so it does not match the published results."</li>
            <li>{format!("Each judge has as many reviews in the data as at least {} others. Reviews beyond that stay out, by lot.", SMALLEST - 1)}</li>
            <li>{format!("If fewer than {SMALLEST} reviews have the same total, it is merged with the next one.")}</li>
        </ul>
        <p>"What remains possible: the best and the worst projects can be guessed by their scores. Somebody who knows several projects that a judge saw, and can guess their numbers, may guess the judge’s number. A judge may recognise their own scores."</p>
    })
}

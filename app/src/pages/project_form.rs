//! The form of a project: used where a new one is started and where one is edited.

use super::event_head::{EventHead, event_head};
use super::gallery::TrackChoice;
use crate::components::{
    Area, Button, Choice, ErrorSummary, Field, FormErrors, Kind, Notice, PostForm, Select, Tone, words,
};
use chrono::{DateTime, Utc};
use leptos::prelude::*;

/// What a project's form shows.
#[derive(Clone, Debug)]
pub struct ProjectForm {
    /// The database's present.
    pub now: DateTime<Utc>,
    /// The session's token.
    pub csrf: String,
    /// Where it is sent.
    pub action: String,
    /// What stands in the fields: stored, or as typed.
    pub values: ProjectValues,
    /// The event's tracks.
    pub tracks: Vec<TrackChoice>,
    /// Already submitted: saving keeps it so.
    pub submitted: bool,
    /// When submissions close; none never.
    pub closes: Option<DateTime<Utc>>,
    /// It may be saved now, or the sentence why not. Then the fields stay to be copied from, and nothing can be sent.
    pub may: Result<(), String>,
    /// The fields hold what was typed and refused, not what is stored.
    pub typed: bool,
    /// What was refused, by field.
    pub errors: FormErrors,
}

/// The fields, named as in the API.
#[derive(Clone, Debug, Default)]
pub struct ProjectValues {
    /// Title.
    pub title: String,
    /// One line.
    pub tagline: String,
    /// A paragraph.
    pub summary: String,
    /// The whole story.
    pub description: String,
    /// Where the code is.
    pub repo_url: String,
    /// Where it can be tried.
    pub demo_url: String,
    /// Tags with commas between.
    pub tags: String,
    /// Track; empty is none. As typed, so that a refused one can be shown again.
    pub track: String,
}

/// What the page that edits a project shows.
#[derive(Clone, Debug)]
pub struct EditPage {
    /// The event, and which of its pages the visitor has.
    pub head: EventHead,
    /// Project.
    pub id: i64,
    /// Its stored title.
    pub title: String,
    /// The form.
    pub form: ProjectForm,
}

/// The page that edits a project.
pub fn edit_page(model: EditPage) -> AnyView {
    let back = format!("/projects/{}", model.id);
    view! {
        {event_head(&model.head, None)}
        <h1>"Edit "{model.title}</h1>
        {project_form(model.form)}
        <p><a href=back>"See the project as others do"</a></p>
    }
    .into_any()
}

/// The form itself.
pub(super) fn project_form(form: ProjectForm) -> AnyView {
    let ProjectForm { now, csrf, action, values, tracks, submitted, closes, may, typed, errors } = form;
    let of = |field: &str| errors.of(field);
    let closed = may.is_err();
    let refusal = may.as_ref().err().map(|sentence| refusal(sentence.clone(), typed));
    let track = (!tracks.is_empty()).then(|| {
        let mut choices = vec![Choice::new("", "No track")];
        choices.extend(tracks.into_iter().map(|track| Choice::new(track.id.to_string(), track.name)));
        view! { <Select name="track" label="Track" choices value=values.track.clone() error=of("track") disabled=closed short=true optional=true/> }
    });
    let buttons = may.is_ok().then(|| buttons(submitted, closes, now));
    let fields = view! {
        <div class="fields">
            <Field name="title" label="Title" value=values.title error=of("title") readonly=closed hint="At most 200 characters."/>
            <Field name="tagline" label="Tagline" value=values.tagline error=of("tagline") readonly=closed hint="One line that makes people want to read on." optional=true/>
            <Area name="summary" label="Summary" value=values.summary error=of("summary") readonly=closed hint="What it does and for whom. Judges read this first." limit=2000 rows=4 optional=true/>
            <Area name="description" label="Description" value=values.description error=of("description") readonly=closed hint="The whole story: how it works, what was hard, what is next. Plain text." limit=60000 rows=10 optional=true/>
            {track}
            <Field name="repo_url" label="Code" kind="url" value=values.repo_url error=of("repo_url") readonly=closed hint="The repository's address. Two projects with one repository count as one." optional=true/>
            <Field name="demo_url" label="Demo" kind="url" value=values.demo_url error=of("demo_url") readonly=closed hint="Where it can be tried or watched." optional=true/>
            <Field name="tags" label="Tags" value=values.tags error=of("tags") readonly=closed hint="Up to ten, with commas between: rust, maps, accessibility" optional=true/>
        </div>
    };
    view! {
        <ErrorSummary errors=errors.clone()/>
        {refusal}
        <PostForm action csrf class="form">
            {fields}
            {buttons}
        </PostForm>
    }
    .into_any()
}

fn refusal(sentence: String, typed: bool) -> AnyView {
    let after = if typed {
        "What you typed stands below, to copy from. It was not saved."
    } else {
        "This is what was saved last."
    };
    view! { <Notice tone=Tone::Bad title=sentence><p>{after}</p></Notice> }.into_any()
}

fn buttons(submitted: bool, closes: Option<DateTime<Utc>>, now: DateTime<Utc>) -> AnyView {
    let close = match closes {
        Some(at) => view! {
            "Submissions close "
            <strong>{words::relative(at, now)}</strong>
            ", " <time datetime=words::iso(at)>{words::stamp(at)}</time> "."
        }
        .into_any(),
        None => view! { "Submissions have no closing time." }.into_any(),
    };
    if submitted {
        return view! {
            <p class="quiet">"It is submitted and stays so. "{close}</p>
            <Button kind=Kind::Main name="submit" value="true">"Save changes"</Button>
        }
        .into_any();
    }
    view! {
        <p class="quiet">
            "A draft is seen by your team and the organizers, and is not judged. A submitted project is public, and can be changed but not taken back. "
            {close}
        </p>
        <div class="row">
            <Button kind=Kind::Main name="submit" value="true">"Submit project"</Button>
            <Button name="submit" value="false">"Save draft"</Button>
        </div>
    }
    .into_any()
}

//! A project's page: what its team wrote (escaped), its team, and its track.

use super::event_head::event_head;
use super::project_feedback::{ProjectFeedback, feedback_section};
use super::project_pictures::pictures_shown;
use super::project_visits::{ProjectVisits, visits_section};
use crate::components::{
    Area, Button, ButtonLink, ErrorSummary, HostLink, Icon, Markdown, Notice, Paragraphs, Pill, PostForm,
    Sign, Tag, Time, Tone, show_moments,
};
use crate::layout::{Sheet, needs};
use crate::prelude::*;
use chrono::{DateTime, Utc};
use shared::picture::ProjectPicture;
use words::address::with_query;
use words::pictures::watch_on;

/// What a project's page shows.
#[derive(Clone, Debug)]
pub struct ProjectPage {
    /// The database's present.
    pub now: DateTime<Utc>,
    /// Identifier.
    pub id: i64,
    /// Title.
    pub title: String,
    /// One line; may be empty.
    pub tagline: String,
    /// A paragraph; may be empty.
    pub summary: String,
    /// The whole story; may be empty.
    pub description: String,
    /// Address of the code; may be empty.
    pub repo_url: String,
    /// Address of a demo; may be empty.
    pub demo_url: String,
    /// Address of a video; may be empty.
    pub video_url: String,
    /// Pictures in their order.
    pub pictures: Vec<ProjectPicture>,
    /// The organizer who looks may take the pictures down.
    pub take_down: bool,
    /// Tags.
    pub tags: Vec<String>,
    /// Track's name.
    pub track: Option<String>,
    /// Room and place; empty for none.
    pub place: String,
    /// Team's name.
    pub team: String,
    /// Display names of the team's members.
    pub members: Vec<String>,
    /// When it was submitted; none is a draft.
    pub submitted_at: Option<DateTime<Utc>>,
    /// The earlier project that it repeats.
    pub duplicate_of: Option<DuplicateOf>,
    /// Where the flag of a repeat is decided; for organizers.
    pub manage: Option<String>,
    /// For the project's own team: `Ok` if it can be edited now, or the sentence why not.
    pub edit: Option<Result<(), String>>,
    /// Its place in the published results.
    pub standing: Option<ProjectPlace>,
    /// What judges wrote and scored, for the project's own team, as far as the organizers show it.
    pub feedback: Option<ProjectFeedback>,
    /// The comments; none if the visitor may not see any.
    pub comments: Option<Comments>,
    /// What its team did just now.
    pub done: Option<Done>,
    /// The visits of judges, for the project's own team while judging runs.
    pub visits: Option<ProjectVisits>,
}

/// What a project's team did just before they see its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// Submitted it, with the time until which it can change; none if submissions never close.
    Submitted(Option<DateTime<Utc>>),
    /// Changed what is public.
    Changed,
    /// Saved a draft.
    Draft,
}

/// The earlier project that a flagged one repeats.
#[derive(Clone, Debug)]
pub struct DuplicateOf {
    /// Identifier.
    pub id: i64,
    /// Title.
    pub title: String,
    /// Why it was flagged: `the same repository address`. Empty for all but organizers.
    pub why: String,
    /// Names of the organizers, for the project's own team.
    pub ask: Vec<String>,
    /// The organizers' address, for the project's own team.
    pub contact: Option<String>,
}

/// A project's place in the published results.
#[derive(Clone, Debug)]
pub struct ProjectPlace {
    /// Rank.
    pub rank: i64,
    /// The likely range of ranks, low and high.
    pub range: (i64, i64),
    /// Ranked projects.
    pub of: i64,
}

/// The conversation under a project.
#[derive(Clone, Debug)]
pub struct Comments {
    /// Oldest first.
    pub list: Vec<CommentRow>,
    /// `Ok` if the visitor can comment, or the sentence why not; none if they only have to sign in.
    pub may: Result<(), Option<String>>,
    /// What was typed into a refused form.
    pub body: String,
}

/// One comment.
#[derive(Clone, Debug)]
pub struct CommentRow {
    /// Identifier.
    pub id: i64,
    /// Display name.
    pub author: String,
    /// Text as stored.
    pub body: String,
    /// When.
    pub at: DateTime<Utc>,
    /// The visitor may remove it.
    pub may_remove: bool,
}

/// A project's page.
pub fn project_page(model: ProjectPage) -> AnyView {
    needs(Sheet::Events);
    let head = event_head(None);
    let tagline = (!model.tagline.is_empty()).then(|| view! { <p class="lead">{model.tagline.clone()}</p> });
    let duplicate = model.duplicate_of.as_ref().map(|of| duplicate_notice(of, model.edit.is_some()));
    let edit = model.edit.clone().map(|edit| edit_link(model.id, edit));
    let wishes = model.edit.is_some().then(|| {
        let href = format!("/projects/{}/prizes", model.id);
        view! { <p><ButtonLink href>"Prizes and table"</ButtonLink></p> }
    });
    let manage = model.manage.clone().map(|href| {
        let label =
            if model.duplicate_of.is_some() { "Change or clear the flag" } else { "Flag as a repeat" };
        view! { <p><ButtonLink href>{label}</ButtonLink></p> }
    });
    let done = model.done.map(done);
    let written = model.summary.trim().is_empty() && model.description.trim().is_empty();
    let written =
        written.then(|| view! { <p class="quiet">"The team has not described this project yet."</p> });
    let summary = (!model.summary.trim().is_empty())
        .then(|| view! { <div class="project-summary stack"><Paragraphs text=model.summary.clone()/></div> });
    let pictures = pictures_shown(model.id, &model.pictures, model.take_down);
    let facts = facts(&model);
    let visits = model.visits.map(|visits| visits_section(visits, model.now));
    let feedback = model.feedback.map(feedback_section);
    let comments = model.comments.map(|comments| conversation(model.id, comments, model.now));
    view! {
        {head}
        {done}
        {visits}
        <article class="project-page">
            <header>
                <h1>{model.title}</h1>
                {tagline}
                {duplicate}
            </header>
            <div class="prose stack">{pictures}{written}{summary}<Markdown text=model.description/></div>
            <aside aria-label="About the project">{facts}{edit}{wishes}{manage}</aside>
        </article>
        {feedback}
        {comments}
    }
}

fn done(done: Done) -> AnyView {
    match done {
        Done::Submitted(close) => {
            let until = match close {
                Some(at) => view! { <p>"You can change it until "<Time at/>"."</p> },
                None => view! { <p>"You can change it at any time."</p> },
            };
            view! { <Notice tone=Tone::Good title="Submitted">{until}</Notice> }
        }
        Done::Changed => {
            view! { <Notice tone=Tone::Good title="Changes saved"><p>"Everyone can see them now."</p></Notice> }
        }
        Done::Draft => {
            view! { <Notice tone=Tone::Good title="Draft saved"><p>"It is not judged until you submit it."</p></Notice> }
        }
    }
}

/// The notice on a flagged project: what it repeats, for its team whom to ask, for organizers why.
pub(super) fn duplicate_notice(of: &DuplicateOf, own: bool) -> AnyView {
    let href = format!("/projects/{}", of.id);
    let title = of.title.clone();
    let why = (!of.why.is_empty()).then(|| format!(" Why: {}.", of.why));
    let own = own.then(|| {
        let wrong = match of.ask.as_slice() {
            [] => "Think the flag is wrong? Ask the organizers.".to_owned(),
            names => format!("Think the flag is wrong? Ask the organizers: {}.", words::and_list(names)),
        };
        let appeal = of.contact.as_ref().map(|contact| {
            let subject = format!("Appeal: our project is no repeat of {title}");
            // An address may hold signs that would begin a header of the mail.
            let to = contact.replace('%', "%25").replace('?', "%3F").replace('&', "%26").replace('#', "%23");
            let subject = with_query("", &[("subject", &subject)]).replace('+', "%20");
            let href = format!("mailto:{to}{subject}");
            view! { " "<a href=href>"Appeal by e-mail"</a>"." }
        });
        view! {
            <p>"If you change its text or its repository address, it is checked again. "{wrong}{appeal}</p>
        }
    });
    view! {
        <Notice tone=Tone::Warn title="Flagged as a repeat">
            <p>"It repeats "<a href=href>{title}</a>". It stays listed but is not ranked."{why}</p>
            {own}
        </Notice>
    }
}

fn edit_link(id: i64, edit: Result<(), String>) -> AnyView {
    match edit {
        Ok(()) => {
            view! { <p><ButtonLink href=format!("/projects/{id}/edit")>"Edit the project"</ButtonLink></p> }
        }
        Err(refusal) => view! { <p class="quiet small">{show_moments(&refusal)}</p> },
    }
}

fn facts(model: &ProjectPage) -> AnyView {
    let status = match model.submitted_at {
        Some(at) => {
            view! { <Pill tone=Tone::Good sign=Sign::Check word="Submitted"/>" "<small class="quiet"><Time at/></small> }
        }
        None => {
            view! { <Pill tone=Tone::Warn sign=Sign::Pencil word="Draft"/>" "<small class="quiet">"only the team and the organizers see it"</small> }
        }
    };
    let members = (!model.members.is_empty())
        .then(|| view! { <br/><span class="quiet small">{words::and_list(&model.members)}</span> });
    let links: Vec<_> = [("Code", &model.repo_url), ("Demo", &model.demo_url)]
        .into_iter()
        .filter(|(_, url)| !url.is_empty())
        .map(|(label, url)| view! { <dt>{label}</dt><dd><HostLink url=url.clone()/></dd> })
        .collect();
    let video = watch_on(&model.video_url).map(|words| {
        let url = model.video_url.clone();
        view! { <dt>"Video"</dt><dd><a class="host-link" href=url rel="nofollow noopener ugc">{words}<Icon sign=Sign::Out/></a></dd> }
    });
    let track = model.track.clone().map(|track| view! { <dt>"Track"</dt><dd>{track}</dd> });
    let standing = model.standing.as_ref().map(|standing| {
        let ProjectPlace { rank, range: (low, high), of } = *standing;
        let words = format!("{rank} of {of}");
        let range = if low == high { String::new() } else { format!("likely {low} to {high}") };
        let href = format!("/events/{}/results", this_event().slug);
        view! { <dt>"Rank"</dt><dd><a href=href>{words}</a>" "<small class="quiet">{range}</small></dd> }
    });
    let path = format!("/events/{}/projects", this_event().slug);
    let tags: Vec<_> = model
        .tags
        .iter()
        .map(|tag| view! { <li><Tag word=tag.clone() href=with_query(&path, &[("tag", tag)])/></li> })
        .collect();
    let tags = (!tags.is_empty()).then(|| view! { <dt>"Tags"</dt><dd><ul class="tags">{tags}</ul></dd> });
    let place = (!model.place.is_empty())
        .then(|| view! { <dt>"Place"</dt><dd><strong>{model.place.clone()}</strong></dd> });
    view! {
        <dl class="facts">
            {place}
            <dt>"Team"</dt>
            <dd>{model.team.clone()}{members}</dd>
            {standing}
            {track}
            {video}
            {links}
            {tags}
            <dt>"Status"</dt>
            <dd>{status}</dd>
        </dl>
    }
}

fn conversation(project: i64, comments: Comments, now: DateTime<Utc>) -> AnyView {
    let here = format!("/projects/{project}");
    let none = comments.list.is_empty().then(|| view! { <p class="quiet">"No comments yet."</p> });
    let list: Vec<_> = comments
        .list
        .into_iter()
        .map(|comment| {
            let author = comment.author.clone();
            let remove = comment.may_remove.then(|| {
                view! {
                    <PostForm action=format!("{here}/comments/{}/remove", comment.id)>
                        <Button tight=true>
                            "Remove"<span class="sr-only">" the comment by "{author}</span>
                        </Button>
                    </PostForm>
                }
            });
            view! {
                <li id=format!("comment-{}", comment.id)>
                    <p class="row"><strong>{comment.author}</strong><small class="quiet">{words::relative(comment.at, now)}</small></p>
                    <Paragraphs text=comment.body/>
                    {remove}
                </li>
            }
        })
        .collect();
    let list = (!list.is_empty()).then(|| view! { <ul class="item-list project-comments">{list}</ul> });
    let form = match comments.may {
        Ok(()) => view! {
            <ErrorSummary heading="The comment was not posted"/>
            <PostForm action=format!("{here}/comments") once=true class="form">
                <Area name="body" label="Add a comment" value=comments.body limit=2000 rows=3 hint="Everyone can read it, with your name."/>
                <Button>"Post comment"</Button>
            </PostForm>
        },
        Err(None) => view! {
            <p><a href=format!("/login?next={here}")>"Sign in"</a>" to add a comment."</p>
        },
        Err(Some(refusal)) => {
            view! { <p class="quiet">{show_moments(&words::complete_sentence(&refusal))}</p> }
        }
    };
    view! {
        <section class="stack project-conversation" aria-labelledby="comments">
            <h2 id="comments">"Comments"</h2>
            {none}
            {list}
            {form}
        </section>
    }
}

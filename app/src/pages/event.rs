//! An event: what is happening now, and the one thing that this visitor can do next.

use super::criteria::criteria_table;
use super::event_head::{EventTab, event_head};
use super::event_strip::event_strip;
use super::gallery::TrackChoice;
use crate::prelude::*;
use model::event::Event;
use shared::picture::Picture;

pub struct EventPage {
    /// The database's present.
    pub now: DateTime<Utc>,
    pub event: Event,
    pub stages: Vec<Stage>,
    /// What was opened again after it had closed, and when.
    pub reopened: Vec<(&'static str, DateTime<Utc>)>,
    /// The one thing to do next.
    pub next: NextStep,
    /// Until when the visitor's team can submit and edit, if an organizer gave it more time that lasts.
    pub more_time: Option<DateTime<Utc>>,
    /// What the visitor did here that is over and can be certified: `judge`, `participant`.
    pub certificates: Vec<&'static str>,
    /// Projects of the visitor's team that are flagged as repeats, as identifier and title.
    pub flagged: Vec<(i64, String)>,
    pub tracks: Vec<TrackChoice>,
    pub pictures: Vec<Picture>,
    /// What can be won, by name; may be empty.
    pub prizes: Vec<String>,
    /// Until when personal data are kept, or since when they are removed.
    pub keeping: DataKeeping,
}

/// Until when an event keeps personal data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DataKeeping {
    /// No day is set.
    #[default]
    Open,
    /// Until this day.
    Until(DateTime<Utc>),
    /// They are removed since.
    Removed(DateTime<Utc>),
}

/// The one thing that this visitor can do next here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// Nobody is signed in, and signing in would offer more.
    SignIn,
    /// A participant without a team, while submissions are open.
    MakeTeam,
    /// A team without a project.
    Submit,
    /// A draft that is not submitted yet.
    FinishDraft { id: i64, title: String },
    /// Submitted, and still open to changes.
    Improve { id: i64, title: String },
    /// Tasks as a judge: not yet submitted, and submitted.
    Judge { pending: i64, done: i64 },
    /// The community vote; a ballot that is cast may be changed.
    Vote { cast: bool },
    /// The ranking.
    ReadResults,
    /// The organizer's overview.
    Manage,
    /// Only looking.
    Browse,
}

pub fn event_page(model: EventPage) -> AnyView {
    needs(Sheet::Events);
    let now = model.now;
    let (sentence, until) = headline(&model.stages);
    let until = until.map(|(verb, at)| {
        view! {
            <p class="event-now-until">
                <strong>{words::capital(verb)}" "<Countdown at now/></strong>
                ", " <Time at/>
            </p>
        }
    });
    let more_time = model.more_time.map(|at| {
        view! { <p>"Your team has more time: it can submit and edit until "<Time at/>"."</p> }
    });
    let facts = facts(&model);
    let reopened = each(model.reopened, |(stage, at)| {
        view! { <p class="quiet">{stage}" opened again after the close: "<Time at/>"."</p> }
    });
    let lead = words::opening(&model.event.description, 300);
    let rest = model.event.description.trim() != lead;
    let about = rest.then(|| {
        section("about", "About")
            .class("prose stack")
            .of(view! { <Paragraphs text=model.event.description.clone()/> })
    });
    let lead = (!lead.is_empty() && !rest).then(|| view! { <p class="lead">{lead}</p> });
    let criteria = if model.event.criteria.is_empty() {
        view! { <EmptyState title="No criteria yet" text="The organizers will list here what judges score."/> }
    } else {
        criteria_table(model.event.criteria)
    };
    view! {
        {event_head(Some(EventTab::About))}
        {lead}
        <section class="event-now" aria-labelledby="now">
            <div><h2 id="now">{sentence}</h2>{until}{more_time}{next_step(&this_event().slug, model.next)}</div>
            {event_strip(model.pictures, true)}
        </section>
        {each(model.flagged, flagged_notice)}
        <Stages stages=model.stages now/>
        {reopened}
        {certificates(&this_event().slug, &model.certificates)}
        <div class="event-about">
            <div class="event-texts">{about}{tracks(&this_event().slug, model.tracks)}</div>
            {facts}
        </div>
        {section("criteria", "Criteria").of(criteria)}
        {keeping(model.keeping)}
    }
}

/// What people ask first: when, with whom, for what, judged by how many, and who runs it.
fn facts(model: &EventPage) -> AnyView {
    let base = event_path("");
    let dates = stage_dates(&model.stages).map(|dates| view! { <dt>"When"</dt><dd>{dates}</dd> });
    let venue = (!model.event.venue.is_empty())
        .then(|| view! { <dt>"Where"</dt><dd>{model.event.venue.clone()}</dd> });
    let judges = words::plural(model.event.reviews_per_project, "judge", "judges");
    let need =
        if model.event.by_need { " on average; projects that may still win are seen by more" } else { "" };
    let blind = if model.event.blind { ", judged blind" } else { "" };
    let reviews = (!model.event.criteria.is_empty()).then(|| {
        view! { <dt>"Judging"</dt><dd>{format!("{judges} for each project{need}{blind}")}</dd> }
    });
    let team = words::plural(model.event.max_team_size, "member", "members");
    let prizes = (!model.prizes.is_empty()).then(|| {
        let names = each(model.prizes.iter(), |name| view! { <li>{name.clone()}</li> });
        view! { <dt><a href=format!("{base}/prizes")>"Prizes"</a></dt><dd><ul class="event-prizes">{names}</ul></dd> }
    });
    let projects = (this_event().projects > 0).then(|| {
        let count = words::plural(this_event().projects, "project", "projects");
        view! { <dt>"Submitted"</dt><dd><a href=format!("{base}/projects")>{count}</a></dd> }
    });
    let organizers = (!model.event.organizers.is_empty())
        .then(|| view! { <dt>"Organized by"</dt><dd>{words::and_list(&model.event.organizers)}</dd> });
    section("facts", "At a glance").class("event-facts").of(view! {
        <dl class="facts">
            {dates}
            {venue}
            <dt>"Teams"</dt>
            <dd>{format!("Up to {team}")}</dd>
            {reviews}
            {projects}
            {prizes}
            {organizers}
        </dl>
    })
}

fn keeping(keeping: DataKeeping) -> Option<AnyView> {
    let words = match keeping {
        DataKeeping::Open => return None,
        DataKeeping::Until(day) => view! {
            "This event’s names, addresses, comments, ballots and pictures are kept until "<Time at=day/>". "<a href="/privacy">"What we keep about you"</a>
        },
        DataKeeping::Removed(at) => view! {
            "This event’s names, addresses, comments, ballots and pictures were removed on "<Time at/>". The event is closed."
        },
    };
    Some(view! { <p class="prose quiet small">{words}</p> })
}

fn next_step(slug: &str, next: NextStep) -> AnyView {
    let here = format!("/events/{slug}");
    let below = |words: &str, label, page: &str| (words.to_owned(), label, format!("{here}{page}"));
    let edit = |words: String, label, id: i64| (words, label, format!("/projects/{id}/edit"));
    let judge = |words: String, label| (words, label, "/judge".to_owned());
    let (words, label, href) = match next {
        NextStep::SignIn => ("Taking part or judging?".to_owned(), "Sign in", format!("/login?next={here}")),
        NextStep::MakeTeam => below("A project needs a team, even a team of one.", "Create a team", "/team"),
        NextStep::Submit => below("Your team has no project yet.", "Start a project", "/submit"),
        NextStep::FinishDraft { id, title } => {
            edit(format!("“{title}” is a draft. Drafts are not judged."), "Finish and submit", id)
        }
        NextStep::Improve { id, title } => {
            let words = format!("“{title}” is submitted, and you can still change it.");
            edit(words, "Edit the project", id)
        }
        NextStep::Judge { pending: 0, done } => {
            judge(format!("You have submitted {}.", all_reviews(done)), "See your reviews")
        }
        NextStep::Judge { pending, done } => {
            let of = words::plural(pending + done, "project", "projects");
            judge(format!("{pending} of {of} still to score."), "Continue judging")
        }
        NextStep::Vote { cast: false } => below("Your vote is not cast yet.", "Vote", "/vote"),
        NextStep::Vote { cast: true } => {
            below("Your vote is in. You can change it until voting closes.", "Change your vote", "/vote")
        }
        NextStep::ReadResults => {
            below("Each place comes with its margin of error.", "Read the results", "/results")
        }
        NextStep::Manage => below("You organize this event.", "Manage the event", "/manage"),
        NextStep::Browse => below("See what the teams have made.", "Browse the projects", "/projects"),
    };
    view! { <div class="row event-next"><p>{words}</p><ButtonLink href kind=Kind::Main>{label}</ButtonLink></div> }
}

/// Without this, a team would take "submitted" for "judged and ranked".
fn flagged_notice((id, title): (i64, String)) -> AnyView {
    view! {
        <Notice tone=Tone::Warn title=format!("“{title}” is flagged as a repeat")>
            <p>"It stays listed but is not ranked. "<a href=format!("/projects/{id}")>"See what it repeats and whom to ask"</a></p>
        </Notice>
    }
}

fn certificates(slug: &str, of: &[&'static str]) -> Option<AnyView> {
    let links = each(of.iter(), |role| {
        let label = if *role == "judge" {
            "Your certificate of judging"
        } else {
            "Your certificate of participation"
        };
        view! { <li><a href=format!("/events/{slug}/certificate/{role}")>{label}</a></li> }
    });
    (!links.is_empty()).then(|| view! { <ul class="link-columns">{links}</ul> })
}

fn all_reviews(done: i64) -> String {
    if done == 1 { "your one review".to_owned() } else { format!("all {done} of your reviews") }
}

fn tracks(slug: &str, tracks: Vec<TrackChoice>) -> Option<AnyView> {
    if tracks.is_empty() {
        return None;
    }
    let items = each(tracks, |track| {
        let href = format!("/events/{slug}/projects?track={}", track.id);
        let count = words::plural(track.projects, "project", "projects");
        view! {
            <li><p><a href=href>{track.name}</a><br/><span class="quiet small">{count}</span></p></li>
        }
    });
    Some(section("tracks", "Tracks").of(view! {
        <ul class="event-tracks">{items}</ul>
    }))
}

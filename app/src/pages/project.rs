//! A project's page: what its team wrote (escaped), its team, and its track.

use super::event_head::event_head;
use super::evidence::{EvidenceBox, team_section};
use super::project_feedback::feedback_section;
use super::project_pictures::pictures_shown;
use super::project_visits::{ProjectVisits, visits_section};
use crate::prelude::*;
use model::comment::Comment;
use model::feedback::TeamFeedback;
use model::project::{Original, Project, Withdrawal};
use model::publication::PublishedPlace;
use shared::form_question::{Answers, QuestionKind, ShownTo};
use words::pictures::watch_on;

pub struct ProjectPage {
    /// The database's present.
    pub now: DateTime<Utc>,
    pub project: Project,
    /// The organizer who looks may take the pictures down.
    pub take_down: bool,
    /// Track's name.
    pub track: Option<String>,
    /// Display names of the team's members.
    pub members: Vec<String>,
    /// The earlier project that it repeats.
    pub duplicate_of: Option<Original>,
    /// Where the flag of a repeat is decided; for organizers.
    pub manage: Option<String>,
    /// For the project's own team: `Ok` if it can be edited now, or the sentence why not.
    pub edit: Option<Result<(), String>>,
    /// Its place in the published results.
    pub standing: Option<PublishedPlace>,
    /// Where HEAD of its repository was at the close.
    pub code_at_close: Option<String>,
    /// What judges wrote and scored, for the project's own team, as far as the organizers show it.
    pub feedback: Option<TeamFeedback>,
    /// The comments; none if the visitor may not see any.
    pub comments: Option<Comments>,
    /// What its team did just now.
    pub done: Option<Done>,
    /// The visits of judges, for the project's own team while judging runs.
    pub visits: Option<ProjectVisits>,
    /// What is found about it, for its own team.
    pub evidence: Option<EvidenceBox>,
    /// Which answers to the event's own questions the visitor reads.
    pub reader: ShownTo,
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

/// The conversation under a project.
pub struct Comments {
    /// Oldest first, each with whether the visitor may remove it.
    pub list: Vec<(Comment, bool)>,
    /// `Ok` if the visitor can comment, or the sentence why not; none if they only have to sign in.
    pub may: Result<(), Option<String>>,
}

pub fn project_page(model: ProjectPage) -> AnyView {
    needs(Sheet::Events);
    let project = &model.project;
    let tagline =
        (!project.tagline.is_empty()).then(|| view! { <p class="lead">{project.tagline.clone()}</p> });
    let duplicate = model.duplicate_of.as_ref().map(|of| duplicate_notice(of, model.edit.is_some()));
    let withdrawn = project.withdrawal.clone().map(withdrawn);
    let edit = model.edit.clone().map(|edit| edit_link(project.id, edit));
    let wishes = model.edit.is_some().then(|| {
        view! { <p><ButtonLink href=format!("/projects/{}/edit#wishes", project.id)>"Prizes and table"</ButtonLink></p> }
    });
    let manage = model.manage.clone().map(|href| {
        let label = match (&project.withdrawal, &model.duplicate_of) {
            (Some(_), _) => "Restore the project",
            (None, Some(_)) => "Change or clear the flag",
            (None, None) => "Flag as a repeat or withdraw",
        };
        view! { <p><ButtonLink href>{label}</ButtonLink></p> }
    });
    let done = model.done.map(done);
    let written = project.summary.trim().is_empty() && project.description.trim().is_empty();
    let written =
        written.then(|| view! { <p class="quiet">"The team has not described this project yet."</p> });
    let summary = (!project.summary.trim().is_empty()).then(
        || view! { <div class="project-summary stack"><Paragraphs text=project.summary.clone()/></div> },
    );
    let pictures = pictures_shown(project.id.0, &project.pictures, model.take_down);
    let answers = answers_shown(&project.answers, model.reader);
    let facts = facts(&model);
    let answer = format!("/projects/{}/answer", project.id);
    view! {
        {event_head(None)}
        {done}
        <article class="project-page">
            <header>
                <h1>{project.title.clone()}</h1>
                {tagline}
                {withdrawn}
                {duplicate}
                {model.visits.map(|visits| visits_section(visits, model.now))}
            </header>
            <div class="prose stack">{pictures}{written}{summary}<Markdown text=project.description.clone()/>{answers}</div>
            <aside aria-label="About the project">{facts}{edit}{wishes}{manage}</aside>
        </article>
        {model.evidence.and_then(|of| team_section(of, answer))}
        {model.feedback.map(feedback_section)}
        {model.comments.map(|comments| conversation(project.id, comments, model.now))}
    }
}

fn done(done: Done) -> AnyView {
    let (title, then) = match done {
        Done::Submitted(Some(at)) => ("Submitted", view! { "You can change it until "<Time at/>"." }),
        Done::Submitted(None) => ("Submitted", view! { "You can change it at any time." }),
        Done::Changed => ("Changes saved", view! { "Everyone can see them now." }),
        Done::Draft => ("Draft saved", view! { "It is not judged until you submit it." }),
    };
    view! { <Notice tone=Tone::Good title><p>{then}</p></Notice> }
}

/// The notice on a withdrawn project, which only its team and the organizers see.
fn withdrawn(Withdrawal { at, reason }: Withdrawal) -> AnyView {
    view! {
        <Notice tone=Tone::Warn title="Withdrawn from the event">
            <p>"An organizer withdrew this project on "<Time at/>". It is not listed, judged or ranked. Only its team and the organizers see this page."</p>
            <p>"Why: "<bdi>{reason}</bdi></p>
        </Notice>
    }
}

/// The notice on a flagged project: what it repeats, for its team whom to ask, for organizers why.
pub(super) fn duplicate_notice(of: &Original, own: bool) -> AnyView {
    let href = format!("/projects/{}", of.id);
    let title = of.title.clone();
    let why = of.why.as_ref().filter(|why| !why.is_empty()).map(|why| format!(" Why: {why}."));
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

/// The answers to the event's own questions that this reader reads.
pub(super) fn answers_shown(answers: &Answers, reader: ShownTo) -> Option<AnyView> {
    let shown = answers.shown_to(reader).into_iter();
    let lines = each(shown, |(question, answer)| {
        let text = if question.kind == QuestionKind::Tick { "Yes".to_owned() } else { answer.to_owned() };
        view! { <dt dir="auto">{question.label.clone()}</dt><dd><Paragraphs text/></dd> }
    });
    (!lines.is_empty()).then(|| view! { <dl class="facts">{lines}</dl> })
}

fn edit_link(id: ProjectId, edit: Result<(), String>) -> AnyView {
    match edit {
        Ok(()) => {
            view! { <p><ButtonLink href=format!("/projects/{id}/edit")>"Edit the project"</ButtonLink></p> }
        }
        Err(refusal) => view! { <p class="quiet small">{show_moments(&refusal)}</p> },
    }
}

fn facts(model: &ProjectPage) -> AnyView {
    let project = &model.project;
    let status = match project.submitted_at {
        Some(at) => {
            view! { <Pill tone=Tone::Good sign=Sign::Check word="Submitted"/>" "<small class="quiet"><Time at/></small> }
        }
        None if project.withdrawal.is_some() => {
            view! { <Pill tone=Tone::Warn sign=Sign::Cross word="Withdrawn"/> }
        }
        None => {
            view! { <Pill tone=Tone::Warn sign=Sign::Pencil word="Draft"/>" "<small class="quiet">"only the team and the organizers see it"</small> }
        }
    };
    let members = (!model.members.is_empty())
        .then(|| view! { <br/><span class="quiet small">{words::and_list(&model.members)}</span> });
    let team = if project.team.is_empty() {
        view! { <span class="quiet">"Hidden while the event is judged"</span> }
    } else {
        view! { {project.team.clone()} }
    };
    let links = each(
        [("Code", &project.repo_url), ("Demo", &project.demo_url)]
            .into_iter()
            .filter(|(_, url)| !url.is_empty()),
        |(label, url)| view! { <dt>{label}</dt><dd><HostLink url=url.clone()/></dd> },
    );
    let at_close = model.code_at_close.clone().map(|head| {
        let short = head.get(..12).unwrap_or_default().to_owned();
        view! { <dt>"Code at the close"</dt><dd>"Commit "<code title=head>{short}</code></dd> }
    });
    let video = watch_on(&project.video_url).map(|words| {
        let url = project.video_url.clone();
        view! { <dt>"Video"</dt><dd><a class="host-link" href=url rel="nofollow noopener ugc">{words}<Icon sign=Sign::Out/></a></dd> }
    });
    let track = model.track.clone().map(|track| view! { <dt>"Track"</dt><dd>{track}</dd> });
    let standing = model.standing.as_ref().map(|standing| {
        let PublishedPlace { rank, range: (low, high), of } = *standing;
        let words = format!("{rank} of {of}");
        let range = if low == high { String::new() } else { format!("likely {low} to {high}") };
        view! { <dt>"Rank"</dt><dd><a href=event_path("/results")>{words}</a>" "<small class="quiet">{range}</small></dd> }
    });
    let path = event_path("/projects");
    let tags = each(
        project.tags.iter(),
        |tag| view! { <li><Tag word=tag.clone() href=with_query(&path, &[("tag", tag)])/></li> },
    );
    let tags = (!tags.is_empty()).then(|| view! { <dt>"Tags"</dt><dd><ul class="tags">{tags}</ul></dd> });
    let place = place_words(&project.place);
    let place = (!place.is_empty()).then(|| view! { <dt>"Place"</dt><dd><strong>{place}</strong></dd> });
    view! {
        <dl class="facts">
            {place}
            <dt>"Team"</dt>
            <dd>{team}{members}</dd>
            {standing}
            {track}
            {video}
            {links}{at_close}
            {tags}
            <dt>"Status"</dt>
            <dd>{status}</dd>
        </dl>
    }
}

fn conversation(project: ProjectId, comments: Comments, now: DateTime<Utc>) -> AnyView {
    let here = format!("/projects/{project}");
    let none = comments.list.is_empty().then(|| view! { <p class="quiet">"No comments yet."</p> });
    let list = each(comments.list, |(comment, may_remove)| {
        // An event that is judged blind names nobody on a team.
        let named = !comment.author.is_empty();
        let author = if named { comment.author } else { "Somebody on a team".to_owned() };
        let by = author.clone();
        let remove = may_remove.then(|| {
            view! {
                <ActButton action=format!("{here}/comments/{}/remove", comment.id) tight=true>
                    "Remove"<span class="sr-only">" the comment by "{by}</span>
                </ActButton>
            }
        });
        view! {
            <li id=format!("comment-{}", comment.id)>
                <p class="row"><strong>{author}</strong><small class="quiet">{words::relative(comment.created_at, now)}</small></p>
                <Paragraphs text=comment.body/>
                {remove}
            </li>
        }
    });
    let list = (!list.is_empty()).then(|| view! { <ul class="item-list project-comments">{list}</ul> });
    let summary =
        (!refused("body").is_empty()).then(|| view! { <ErrorSummary heading="The comment was not posted"/> });
    let form = match comments.may {
        Ok(()) => view! {
            {summary}
            <PostForm action=format!("{here}/comments") once=true class="form">
                <Area name="body" label="Add a comment" value=typed_into("body") limit=2000 rows=3 hint="Everyone can read it, with your name."/>
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
    section("comments", "Comments").class("stack project-conversation").of(view! {
        {none}
        {list}
        {form}
    })
}

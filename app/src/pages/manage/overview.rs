//! `/events/<slug>/manage`: what needs attention now.

use super::checklist::{Checklist, checklist, is_complete};
use super::people::{PeopleTab, UNDELIVERED};
use super::tabs::{ManageTab, manage_head};
use super::warnings::project_links;
use crate::components::words::{plural, relative, short_stamp, thousands};
use crate::components::{EmptyState, Icon, Notice, Progress, Sign, Time, Tone};
use crate::pages::event_head::EventHead;
use crate::pages::guides::Guide;
use chrono::{DateTime, TimeDelta, Utc};
use leptos::prelude::*;
use shared::window::{Phase, Window};

/// An event in numbers, for its organizers.
#[derive(Clone, Debug)]
pub struct OverviewPage {
    /// The page's present, on the database's clock.
    pub now: DateTime<Utc>,
    /// The event's head.
    pub head: EventHead,
    /// When projects may be submitted.
    pub submissions: Window,
    /// When reviews may be saved.
    pub judging: Window,
    /// When ballots may be cast; none where the event does not vote.
    pub voting: Option<Window>,
    /// When the newest publication happened.
    pub published_at: Option<DateTime<Utc>>,
    /// Submitted projects, flagged ones among them.
    pub submitted: i64,
    /// Drafts.
    pub drafts: i64,
    /// Submitted projects flagged as repeats.
    pub flagged: Vec<(i64, String)>,
    /// Teams without any project.
    pub teams_without_project: i64,
    /// Judges.
    pub judges: i64,
    /// Judges with open tasks and no submitted review.
    pub judges_silent: i64,
    /// Judges without any task.
    pub judges_idle: i64,
    /// Assignments that are not recused.
    pub assigned: i64,
    /// Of these, with a submitted review.
    pub done: i64,
    /// Of these, submitted in the last hour.
    pub done_last_hour: i64,
    /// How many judges each project should get.
    pub reviews_per_project: i64,
    /// Submitted, unflagged projects with fewer assignments than that.
    pub short_of_judges: Vec<(i64, String)>,
    /// Submitted, unflagged projects without a submitted review.
    pub unreviewed: Vec<(i64, String)>,
    /// Open invitations whose mail could not be delivered.
    pub undelivered: i64,
    /// What the event still needs.
    pub checklist: Checklist,
    /// The event was created just now.
    pub created: bool,
    /// The latest calibration run.
    pub last_run: Option<LastRun>,
    /// Why the state of the ranking is withheld from this organizer; none where it is not.
    pub withheld: Option<String>,
    /// The counts leave out the reviews of this organizer's own team.
    pub without_own_team: bool,
}

/// The latest run, and whether reviews changed since.
#[derive(Clone, Debug)]
pub struct LastRun {
    /// Its number.
    pub run: i32,
    /// When it was made.
    pub at: DateTime<Utc>,
    /// Nothing has changed since the run; none if this organizer may not know.
    pub fresh: Option<bool>,
    /// It is the published one.
    pub published: bool,
}

/// Something to do, or to know.
struct Matter {
    sign: Sign,
    sentence: String,
    link: Option<(&'static str, String)>,
    /// Projects that it is about, each by id and title.
    projects: Vec<(i64, String)>,
}

/// The page.
#[must_use]
pub fn overview_page(model: OverviewPage) -> AnyView {
    let head = manage_head(&model.head, ManageTab::Overview);
    let matters: Vec<_> = matters(&model)
        .into_iter()
        .map(|matter| {
            let link = matter.link.map(|(label, href)| view! { " "<a href=href>{label}</a> });
            let projects = (!matter.projects.is_empty())
                .then(|| view! { <br/><span class="small">{project_links(&matter.projects)}"."</span> });
            view! { <li><Icon sign=matter.sign/><p>{matter.sentence}{link}{projects}</p></li> }
        })
        .collect();
    let matters = match (matters.is_empty(), is_complete(&model.checklist)) {
        (false, _) => Some(view! { <ul class="manage-matters">{matters}</ul> }.into_any()),
        (true, true) => Some(
            view! { <EmptyState title="Nothing needs your attention" text="What needs attention is listed here."/> }
                .into_any(),
        ),
        // The check list above says what to do.
        (true, false) => None,
    };
    let matters = matters.map(|matters| {
        view! {
            <section aria-labelledby="now">
                <h2 id="now">"What needs attention now"</h2>
                {matters}
            </section>
        }
    });
    let reviews = (model.assigned > 0).then(|| {
        let pace = pace(&model).map(|pace| view! { <p class="quiet">{pace}</p> });
        view! { <div class="manage-progress"><Progress done=model.done of=model.assigned what="assigned reviews submitted"/>{pace}</div> }
    });
    let settings = ManageTab::Settings.href(&model.head.slug);
    let notices = format!("{}/notices", ManageTab::Overview.href(&model.head.slug));
    let created = model.created.then(|| {
        view! {
            <Notice tone=Tone::Good title="The event is created, and you are its organizer.">
                <p>"The check list says what it needs next. You can change everything under "<a href=settings>"Settings"</a>"."</p>
            </Notice>
        }
    });
    let withheld = model.withheld.clone().map(|why| {
        let counts = model.without_own_team.then(|| {
            view! { <p>"The numbers below leave out the reviews of your team’s projects."</p> }
        });
        view! { <Notice tone=Tone::Note title=why>{counts}</Notice> }
    });
    view! {
        {head}
        <div class="manage">
            <h1>"Overview"</h1>
            <p>
                <a href=notices>"Write a notice"</a>" to judges, teams, a room or everybody. The "
                <a href=Guide::Organizers.path()>"guide for organizers"</a>" goes through one evening in order."
            </p>
            {created}
            {withheld}
            {reviews}
            {checklist(&model.checklist)}
            {matters}
            <section aria-labelledby="count">
                <h2 id="count">"The event in numbers"</h2>
                {numbers(&model)}
            </section>
            <section aria-labelledby="when">
                <h2 id="when">"Windows"</h2>
                {windows(&model)}
            </section>
        </div>
    }
    .into_any()
}

fn matters(model: &OverviewPage) -> Vec<Matter> {
    let mut all = of_submissions(model);
    all.extend(of_mail(model));
    all.extend(of_judging(model));
    all.extend(of_results(model));
    all
}

/// A matter that needs no link.
fn matter(sign: Sign, sentence: String) -> Matter {
    Matter { sign, sentence, link: None, projects: Vec::new() }
}

fn of_submissions(model: &OverviewPage) -> Vec<Matter> {
    let mut all = Vec::new();
    let submitting = model.submissions.phase(model.now);
    if submitting == Phase::Open && model.drafts > 0 {
        let words = plural(model.drafts, "draft is", "drafts are");
        all.push(matter(Sign::Pencil, format!("{words} not submitted yet.")));
    }
    if submitting == Phase::Closed && model.drafts > 0 && model.published_at.is_none() {
        let words = plural(model.drafts, "draft was", "drafts were");
        all.push(matter(Sign::Info, format!("{words} never submitted and will not be judged.")));
    }
    if submitting == Phase::Open && model.teams_without_project > 0 {
        let words = plural(model.teams_without_project, "team has", "teams have");
        all.push(matter(Sign::Info, format!("{words} no project yet.")));
    }
    if !model.flagged.is_empty() && model.published_at.is_none() {
        let words = plural(
            count(&model.flagged),
            "project is flagged as a repeat and",
            "projects are flagged as repeats and",
        );
        let link = Some(("Look at the flags", ManageTab::Projects.href(&model.head.slug)));
        let sentence = format!("{words} will not be ranked.");
        all.push(Matter { link, projects: model.flagged.clone(), ..matter(Sign::Copies, sentence) });
    }
    all
}

fn of_mail(model: &OverviewPage) -> Option<Matter> {
    (model.undelivered > 0).then(|| {
        let words = plural(model.undelivered, "invitation", "invitations");
        let href = format!("{}?state={UNDELIVERED}", PeopleTab::Invitations.href(&model.head.slug));
        let link = Some(("See why and send again", href));
        Matter { link, ..matter(Sign::Alert, format!("{words} could not be delivered by mail.")) }
    })
}

fn of_judging(model: &OverviewPage) -> Vec<Matter> {
    let mut all = Vec::new();
    let judging = model.judging.phase(model.now);
    let submitted = model.submissions.phase(model.now) == Phase::Closed;
    if judging != Phase::Closed && submitted && !model.short_of_judges.is_empty() {
        let words = plural(count(&model.short_of_judges), "project has", "projects have");
        let sentence = format!("{words} fewer than {} judges:", model.reviews_per_project);
        all.push(Matter { projects: model.short_of_judges.clone(), ..matter(Sign::Alert, sentence) });
    }
    if judging != Phase::NotYet && !model.unreviewed.is_empty() && model.published_at.is_none() {
        let words = plural(count(&model.unreviewed), "project has", "projects have");
        let sentence = if judging == Phase::Open {
            format!("{words} no review yet:")
        } else {
            format!("{words} no review and will not be ranked:")
        };
        all.push(Matter { projects: model.unreviewed.clone(), ..matter(Sign::Alert, sentence) });
    }
    if judging == Phase::Open && model.judges_silent > 0 {
        let words = plural(model.judges_silent, "judge has", "judges have");
        all.push(matter(Sign::Clock, format!("{words} not submitted a single review yet.")));
    }
    if judging == Phase::Open && model.judges_idle > 0 {
        let words = plural(model.judges_idle, "judge has", "judges have");
        all.push(matter(Sign::Info, format!("{words} no assigned projects.")));
    }
    all
}

fn of_results(model: &OverviewPage) -> Vec<Matter> {
    let slug = &model.head.slug;
    let calibration = ManageTab::Calibration.href(slug);
    let judging = model.judging.phase(model.now);
    let mut all = Vec::new();
    if model.published_at.is_some() {
        let link = Some(("Read the results", format!("/events/{slug}/results")));
        let sentence = if judging == Phase::Open {
            "The results are out, and judging is still open. Later reviews do not change them."
        } else {
            "The results are out."
        };
        all.push(Matter { link, ..matter(Sign::Check, sentence.to_owned()) });
    } else if judging == Phase::Closed {
        let (sentence, link) = match &model.last_run {
            None => ("Judging is over, and no calibration has run yet.".to_owned(), "Run the calibration"),
            Some(LastRun { run, fresh: Some(false), .. }) => {
                (format!("Reviews changed after run {run}."), "Run it again")
            }
            Some(LastRun { run, .. }) => {
                (format!("Run {run} is ready and not published."), "Check it and publish")
            }
        };
        // The page behind the link refuses people who may not see scores.
        let link = model.withheld.is_none().then(|| (link, calibration.clone()));
        all.push(Matter { link, ..matter(Sign::Onward, sentence) });
    }
    if let (Some(_), Some(run)) = (model.published_at, &model.last_run)
        && !run.published
    {
        let sentence = format!("Run {} is newer than the published run.", run.run);
        let link = Some(("Compare, and correct if needed", calibration));
        all.push(Matter { link, ..matter(Sign::Info, sentence) });
    }
    all
}

fn count<T>(items: &[T]) -> i64 {
    i64::try_from(items.len()).unwrap_or(i64::MAX)
}

/// When the rest would be in at the pace of the last hour, against the close.
fn pace(model: &OverviewPage) -> Option<String> {
    let rest = model.assigned - model.done;
    if rest <= 0 || !model.judging.is_open(model.now) {
        return None;
    }
    if model.done_last_hour <= 0 {
        return Some("No review came in during the last hour.".to_owned());
    }
    let came = format!("{} came in during the last hour.", plural(model.done_last_hour, "review", "reviews"));
    let minutes = rest.saturating_mul(60) / model.done_last_hour;
    // Past a week it is no forecast.
    let Some(left) = TimeDelta::try_minutes(minutes).filter(|left| left.num_days() < 7) else {
        return Some(format!("{came} At this pace the rest takes more than a week."));
    };
    let end = model.now + left;
    let in_time = match model.judging.close {
        Some(close) if end > close => ", after judging closes",
        Some(close) if close - end > TimeDelta::days(1) => ", long before judging closes",
        Some(_) => ", before judging closes",
        None => "",
    };
    Some(format!("{came} At this pace all are in by {} UTC{in_time}.", short_stamp(end, model.now)))
}

fn numbers(model: &OverviewPage) -> AnyView {
    let per_project = plural(model.reviews_per_project, "review", "reviews");
    let judges = match model.judges {
        0 => format!("None yet. Each project should get {per_project}."),
        judges => format!("{}. Each project should get {per_project}.", plural(judges, "judge", "judges")),
    };
    let reviewed = if model.assigned == 0 {
        "No reviews are assigned yet.".to_owned()
    } else {
        let of = plural(model.assigned, "assigned review", "assigned reviews");
        format!("{} of {of} submitted.", thousands(model.done))
    };
    let projects = {
        let mut words = vec![format!("{} submitted", thousands(model.submitted))];
        let flagged =
            plural(count(&model.flagged), "of them flagged as a repeat", "of them flagged as repeats");
        words.extend((!model.flagged.is_empty()).then_some(flagged));
        words.extend((model.drafts > 0).then(|| plural(model.drafts, "draft", "drafts")));
        format!("{}.", words.join(", "))
    };
    let run = match &model.last_run {
        None => view! { "No run yet." }.into_any(),
        Some(run) => {
            let state = if run.published { ", published." } else { ", not published." };
            view! { {format!("Run {}, ", run.run)}<Time at=run.at/>{state} }.into_any()
        }
    };
    view! {
        <dl class="facts">
            <dt>"Projects"</dt>
            <dd>{projects}</dd>
            <dt>"Judges"</dt>
            <dd>{judges}</dd>
            <dt>"Reviews"</dt>
            <dd>{reviewed}</dd>
            <dt>"Ranking"</dt>
            <dd>{run}</dd>
        </dl>
    }
    .into_any()
}

fn windows(model: &OverviewPage) -> AnyView {
    let rows = [
        ("Submissions", Some(model.submissions)),
        ("Judging", Some(model.judging)),
        ("Community vote", model.voting),
    ];
    let rows: Vec<_> = rows
        .into_iter()
        .filter_map(|(name, window)| {
            let window = window?;
            Some(view! { <dt>{name}</dt><dd>{window_line(window, model.now)}</dd> })
        })
        .collect();
    view! { <dl class="facts">{rows}</dl> }.into_any()
}

fn window_line(window: Window, now: DateTime<Utc>) -> AnyView {
    let closes = move |word: &'static str| match window.close {
        Some(at) => view! { {word}" "<Time at/>", "{relative(at, now)}"." }.into_any(),
        None => view! { "with no closing time." }.into_any(),
    };
    match (window.phase(now), window.open) {
        (Phase::NotYet, Some(at)) => {
            view! { "Opens "<Time at/>", "{relative(at, now)}"; " {closes("closes")} }.into_any()
        }
        (Phase::Closed, _) => closes("Closed"),
        _ => view! { "Open, " {closes("closes")} }.into_any(),
    }
}

//! `/events/<slug>/manage`: what needs attention now.

use super::tabs::{ManageTab, manage_head};
use crate::components::words::{plural, relative, short_stamp};
use crate::components::{EmptyState, Icon, Notice, Progress, Sign, Time, Tone};
use crate::pages::event_head::EventHead;
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
    pub flagged: i64,
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
    pub short_of_judges: i64,
    /// Submitted, unflagged projects without a submitted review.
    pub unreviewed: i64,
    /// The latest calibration run.
    pub last_run: Option<LastRun>,
    /// Why the state of the ranking is withheld from this organizer; none where it is not.
    pub withheld: Option<String>,
    /// The counts leave out the reviews of this organizer's own team.
    pub without_own_team: bool,
}

/// The latest run, and whether it still says what the reviews say.
#[derive(Clone, Debug)]
pub struct LastRun {
    /// Its number.
    pub run: i32,
    /// When it was made.
    pub at: DateTime<Utc>,
    /// The reviews it read are those of now; none where this organizer may not know.
    pub fresh: Option<bool>,
    /// It is the published one.
    pub published: bool,
}

/// Something to do, or to know.
struct Matter {
    sign: Sign,
    sentence: String,
    link: Option<(&'static str, String)>,
}

/// The page.
#[must_use]
pub fn overview_page(model: OverviewPage) -> AnyView {
    let head = manage_head(&model.head, ManageTab::Overview);
    let matters: Vec<_> = matters(&model)
        .into_iter()
        .map(|matter| {
            let link = matter.link.map(|(label, href)| view! { " "<a href=href>{label}</a> });
            view! { <li><Icon sign=matter.sign/><p>{matter.sentence}{link}</p></li> }
        })
        .collect();
    let matters = if matters.is_empty() {
        view! { <EmptyState title="Nothing needs you now" text="Whatever does will be listed here."/> }
            .into_any()
    } else {
        view! { <ul class="matters">{matters}</ul> }.into_any()
    };
    let reviews = (model.assigned > 0).then(|| {
        let pace = pace(&model).map(|pace| view! { <p class="quiet">{pace}</p> });
        view! { <div class="truth"><Progress done=model.done of=model.assigned what="assigned reviews are in"/>{pace}</div> }
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
            {withheld}
            {reviews}
            <section aria-labelledby="now">
                <h2 id="now">"What needs attention now"</h2>
                {matters}
            </section>
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
    let mut all = Vec::new();
    let mut say = |sign: Sign, sentence: String, link: Option<(&'static str, String)>| {
        all.push(Matter { sign, sentence, link });
    };
    let calibration = || ManageTab::Calibration.href(&model.head.slug);
    let submitting = model.submissions.phase(model.now);
    let judging = model.judging.phase(model.now);
    if submitting == Phase::Open && model.drafts > 0 {
        say(
            Sign::Pencil,
            format!("{} not submitted yet.", are(model.drafts, "draft is", "drafts are")),
            None,
        );
    }
    if submitting == Phase::Closed && model.drafts > 0 && model.published_at.is_none() {
        let words = are(model.drafts, "draft was", "drafts were");
        say(Sign::Info, format!("{words} never submitted and will not be judged."), None);
    }
    if submitting != Phase::NotYet && model.teams_without_project > 0 && submitting == Phase::Open {
        say(
            Sign::Info,
            format!("{} no project yet.", are(model.teams_without_project, "team has", "teams have")),
            None,
        );
    }
    if model.flagged > 0 && model.published_at.is_none() {
        let words =
            are(model.flagged, "project is flagged as a repeat and", "projects are flagged as repeats and");
        let list = ManageTab::Projects.href(&model.head.slug);
        say(Sign::Copies, format!("{words} will not be ranked."), Some(("Look at the flags", list)));
    }
    if judging != Phase::Closed && submitting == Phase::Closed && model.short_of_judges > 0 {
        let words = are(model.short_of_judges, "project has", "projects have");
        say(Sign::Alert, format!("{words} fewer than {} judges.", model.reviews_per_project), None);
    }
    if judging == Phase::Open {
        if model.judges_silent > 0 {
            let words = are(model.judges_silent, "judge has", "judges have");
            say(Sign::Clock, format!("{words} not submitted a single review yet."), None);
        }
        if model.judges_idle > 0 {
            let words = are(model.judges_idle, "judge has", "judges have");
            say(Sign::Info, format!("{words} nothing to review."), None);
        }
    }
    if judging == Phase::Closed && model.published_at.is_none() {
        if model.unreviewed > 0 {
            let words = are(model.unreviewed, "project has", "projects have");
            say(Sign::Alert, format!("{words} no review and will not be ranked."), None);
        }
        let (sentence, link) = match &model.last_run {
            None => ("Judging is over and nothing is calibrated yet.".to_owned(), "Calibrate"),
            Some(LastRun { run, fresh: Some(false), .. }) => {
                (format!("Reviews changed after run {run}."), "Calibrate again")
            }
            Some(LastRun { run, .. }) => {
                (format!("Run {run} is ready and not published."), "Read it and publish")
            }
        };
        // The page behind the link refuses who may not see scores.
        say(Sign::Onward, sentence, model.withheld.is_none().then(|| (link, calibration())));
    }
    if let (Some(_), Some(run)) = (model.published_at, &model.last_run)
        && !run.published
    {
        let sentence = format!("Run {} is later than the published one.", run.run);
        say(Sign::Info, sentence, Some(("Compare, and correct if needed", calibration())));
    }
    all
}

/// When the rest would be in at the pace of the last hour, against the close.
fn pace(model: &OverviewPage) -> Option<String> {
    let rest = model.assigned - model.done;
    if rest <= 0 || !model.judging.is_open(model.now) {
        return None;
    }
    let close = model.judging.close.map_or_else(
        || "judging has no end set".to_owned(),
        |at| format!("judging closes {} UTC", short_stamp(at, model.now)),
    );
    if model.done_last_hour <= 0 {
        return Some(format!("None came in during the last hour; {close}."));
    }
    let minutes = rest.saturating_mul(60) / model.done_last_hour;
    // Past a week it is no forecast.
    let end = TimeDelta::try_minutes(minutes).filter(|left| left.num_days() < 7).map_or_else(
        || "takes more than a week".to_owned(),
        |left| format!("is in by {} UTC", short_stamp(model.now + left, model.now)),
    );
    let reviews = plural(model.done_last_hour, "review", "reviews");
    Some(format!("At the pace of the last hour, {reviews}, the rest {end}; {close}."))
}

fn are(n: i64, one: &str, many: &str) -> String {
    plural(n, one, many)
}

fn numbers(model: &OverviewPage) -> AnyView {
    let reviewed = if model.assigned == 0 {
        "Nothing is handed out yet.".to_owned()
    } else {
        format!("{} of {} in.", model.done, plural(model.assigned, "assigned review", "assigned reviews"))
    };
    let projects = {
        let mut words = vec![format!("{} submitted", model.submitted)];
        words.extend((model.flagged > 0).then(|| {
            format!(
                "{} of them flagged as {}",
                model.flagged,
                if model.flagged == 1 { "a repeat" } else { "repeats" }
            )
        }));
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
            <dd>{plural(model.judges, "judge", "judges")}", each project by "{model.reviews_per_project}"."</dd>
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
        None => view! { "with no end set." }.into_any(),
    };
    match (window.phase(now), window.open) {
        (Phase::NotYet, Some(at)) => {
            view! { "opens "<Time at/>", "{relative(at, now)}"; " {closes("closes")} }.into_any()
        }
        (Phase::Closed, _) => closes("closed"),
        _ => view! { "open, " {closes("closes")} }.into_any(),
    }
}

//! What of the board is one organizer's: what needs attention now, the check list, and the event in numbers.

use super::coverage_href;
use crate::components::charts::{OverTime, Progression};
use crate::pages::manage::checklist::{Checklist, checklist, is_complete};
use crate::pages::manage::people::PeopleTab;
use crate::prelude::*;
use model::overview::EventNumbers;
use shared::board::Point;
use shared::invitation::MemberRole;
use shared::window::{Phase, Window};
use words::{relative, thousands};

/// What needs attention, and the event in numbers, as this organizer may know them.
#[derive(Clone, Debug)]
pub struct Attention {
    /// The page's present, on the database's clock.
    pub now: DateTime<Utc>,
    /// When projects may be submitted.
    pub submissions: Window,
    /// When reviews may be saved.
    pub judging: Window,
    /// When ballots may be cast; none where the event does not vote.
    pub voting: Option<Window>,
    /// When the newest publication happened.
    pub published_at: Option<DateTime<Utc>>,
    pub counts: EventNumbers,
    pub drafts: Vec<(i64, String)>,
    /// Submitted projects flagged as repeats.
    pub flagged: Vec<(i64, String)>,
    /// Teams without any project.
    pub teams_without_project: Vec<(i64, String)>,
    /// Judges with open tasks and no submitted review.
    pub judges_silent: JudgesInQuestion,
    /// Judges without any task.
    pub judges_idle: JudgesInQuestion,
    /// Assignments that are not recused.
    pub assigned: i64,
    /// Submitted reviews over time; empty before judging opens.
    pub timeline: Vec<Point>,
    /// Submitted, unflagged projects with fewer assignments than each should get.
    pub short_of_judges: Vec<(i64, String)>,
    /// Submitted, unflagged projects without a submitted review.
    pub unreviewed: Vec<(i64, String)>,
    /// Open invitations whose mail could not be delivered.
    pub undelivered: i64,
    /// What the event still needs.
    pub checklist: Checklist,
    /// The latest calibration run.
    pub last_run: Option<LastRun>,
    /// Why the state of the ranking is withheld from this organizer; none where it is not.
    pub withheld: Option<String>,
    /// The counts leave out the reviews of this organizer's own team.
    pub without_own_team: bool,
}

/// Judges to look at.
#[derive(Clone, Debug, Default)]
pub struct JudgesInQuestion {
    /// How many.
    pub number: i64,
    /// Who, by id and name; empty where this organizer may not know.
    pub named: Vec<(i64, String)>,
}

#[derive(Clone, Debug)]
pub struct LastRun {
    pub run: i32,
    pub at: DateTime<Utc>,
    /// It is the published one.
    pub published: bool,
}

/// What is withheld from this organizer, what needs attention, and the check list. `on_board` is what the rest of the page says
/// of judges and reviews, where this organizer may read it.
pub(super) fn attention(model: &Attention, lines: Vec<AnyView>, on_board: bool) -> AnyView {
    let matters = match (lines.is_empty(), is_complete(&model.checklist)) {
        (false, _) => Some(view! { <ul class="manage-matters">{lines}</ul> }),
        (true, true) => Some(
            view! { <EmptyState title="Nothing needs your attention" text="What needs attention is listed here."/> },
        ),
        // The check list says what to do.
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
    let withheld = model.withheld.clone().map(|why| {
        let counts = model.without_own_team.then(|| {
            view! { <p>"The numbers below leave out the reviews of your team’s projects."</p> }
        });
        view! { <Notice tone=Tone::Note title=why>{counts}</Notice> }
    });
    // The board has the same in its own numbers, and two counts of one evening would differ.
    let reviews = (model.assigned > 0 && !on_board).then(|| {
        let lately = lately(model).map(|lately| view! { <p class="quiet">{lately}</p> });
        view! { <div class="manage-progress"><Progress done=model.counts.done of=model.assigned what="assigned reviews submitted"/>{lately}</div> }
    });
    let line = if on_board { None } else { over_time(model) };
    view! {
        {withheld}
        {reviews}
        <div class="board-lists">{matters}{checklist(&model.checklist)}</div>
        {line}
    }
}

/// How far reviews are, over time; nothing before judging opens and where nothing is assigned.
fn over_time(model: &Attention) -> Option<AnyView> {
    let last = *model.timeline.last().filter(|_| model.assigned > 0)?;
    let goal = u32::try_from(model.assigned).unwrap_or(u32::MAX);
    let of = Progression {
        now: model.now,
        line: model.timeline.clone(),
        goal,
        open: model.judging.open,
        close: model.judging.close,
        ahead: None,
    };
    let assigned = plural(model.assigned, "assigned review", "assigned reviews");
    let mut said = format!("{} of {assigned} submitted.", last.finished);
    if let Some(plan) = of.against_plan().filter(|_| last.finished < goal) {
        said = format!("{said} {plan}");
    }
    Some(view! {
        <section aria-labelledby="over-time">
            <h2 id="over-time">"Reviews over time"</h2>
            <p class="prose">{said.clone()}</p>
            <OverTime of title=said table="over-time-table"/>
        </section>
    })
}

/// How many came in lately. When all are in, and whether that is in time, is the board's to say: two forecasts would differ.
fn lately(model: &Attention) -> Option<String> {
    let going_on = model.assigned > model.counts.done && model.judging.is_open(model.now);
    going_on.then(|| match model.counts.done_last_hour {
        0 => "No review came in during the last hour.".to_owned(),
        n => format!("{} came in during the last hour.", plural(n, "review", "reviews")),
    })
}

/// The event in numbers, and its windows.
pub(super) fn in_numbers(model: &Attention) -> AnyView {
    view! {
        <details class="disclosure" id="numbers">
            <summary>"Show the event in numbers, and its windows"</summary>
            <section class="stack" aria-label="The event in numbers">{numbers(model)}</section>
            <section class="stack" aria-label="Windows">{windows(model)}</section>
        </details>
    }
}

fn numbers(model: &Attention) -> AnyView {
    let slug = &this_event().slug;
    // What is behind these links is withheld from organizers who take part, before the publication.
    let all = model.withheld.is_none();
    let run = match &model.last_run {
        None => view! { "No run yet." },
        Some(run) => {
            let name = linked(all, ManageTab::Calibration.href(slug), format!("Run {}", run.run));
            let state = if run.published { ", published." } else { ", not published." };
            view! { {name}", "<Time at=run.at/>{state} }
        }
    };
    let reviewed = if model.assigned == 0 {
        view! { "No reviews are assigned yet." }
    } else {
        let of = plural(model.assigned, "assigned review", "assigned reviews");
        let count = linked(all, coverage_href(slug), format!("{} of {of}", thousands(model.counts.done)));
        view! { {count}" submitted." }
    };
    view! {
        <dl class="facts">
            <dt>"Projects"</dt>
            <dd>{projects(model)}</dd>
            <dt>"Judges"</dt>
            <dd>{judges(model)}</dd>
            <dt>"Reviews"</dt>
            <dd>{reviewed}</dd>
            <dt>"Ranking"</dt>
            <dd>{run}</dd>
        </dl>
    }
}

fn projects(model: &Attention) -> AnyView {
    let list = ManageTab::Projects.href(&this_event().slug);
    let submitted = linked(true, list.clone(), format!("{} submitted", thousands(model.counts.submitted)));
    let flagged = (!model.flagged.is_empty()).then(|| {
        let words = plural(model.flagged.len(), "of them flagged as a repeat", "of them flagged as repeats");
        view! { ", "{linked(true, format!("{list}/duplicates"), words)} }
    });
    let drafts = (!model.drafts.is_empty()).then(|| {
        let words = plural(model.drafts.len(), "draft", "drafts");
        view! { ", "{linked(true, list.clone(), words)} }
    });
    view! { {submitted}{flagged}{drafts}"." }
}

fn judges(model: &Attention) -> AnyView {
    let per_project = plural(model.counts.reviews_per_project, "review", "reviews");
    let judges = match model.counts.judges {
        0 => view! { "None yet" },
        judges => {
            let list = PeopleTab::Members.href(&this_event().slug);
            let list = with_query(&list, &[("role", MemberRole::Judge.name())]);
            linked(true, list, plural(judges, "judge", "judges"))
        }
    };
    view! { {judges}". Each project should get "{per_project}"." }
}

/// Words that lead somewhere, where the reader may go there.
fn linked(may: bool, href: String, words: String) -> AnyView {
    if may {
        view! { <a href=href>{words}</a> }
    } else {
        view! { {words} }
    }
}

fn windows(model: &Attention) -> AnyView {
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
    view! { <dl class="facts">{rows}</dl> }
}

fn window_line(window: Window, now: DateTime<Utc>) -> AnyView {
    let closes = move |word: &'static str| match window.close {
        Some(at) => view! { {word}" "<Time at/>", "{relative(at, now)}"." },
        None => view! { "with no closing time." },
    };
    match (window.phase(now), window.open) {
        (Phase::NotYet, Some(at)) => {
            view! { "Opens "<Time at/>", "{relative(at, now)}"; " {closes("closes")} }
        }
        (Phase::Closed, _) => closes("Closed"),
        _ if this_event().draft => view! { "Opens with the event; " {closes("closes")} },
        _ => view! { "Open, " {closes("closes")} },
    }
}

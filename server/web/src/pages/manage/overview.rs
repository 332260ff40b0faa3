//! The organizer's overview.

use crate::pages::desk::{Around, At, Desk};
use app::pages::manage::{Checklist, JudgesInQuestion, LastRun, OverviewPage, overview_page};
use leptos::prelude::AnyView;
use model::overview::ProjectToCheck;
use portal::failure::Outcome;
use portal::publish::overview::{self, Overview};
use shared::rules::VotingMode;

/// `?created=1` follows the creation of the event, `?opened=1` its opening.
pub struct ManageOverview;

impl Desk for ManageOverview {
    type Id = ();
    type Found = Overview;
    type Beside = ();
    const PATH: &'static str = "manage";
    const TITLE: &'static str = "Manage";

    async fn ahead(at: &At) -> Outcome<Option<Overview>> {
        let state = &at.state;
        overview::overview(&state.database, &state.overviews, &at.caller, &at.slug).await.map(Some)
    }

    fn draw(found: Overview, sheet: Around<'_, Self>) -> AnyView {
        let created = sheet.at.query.asked("created").is_some();
        let opened = sheet.at.query.asked("opened").is_some();
        overview_page(OverviewPage { created, opened, ..overview_model(found) })
    }
}

fn overview_model(found: Overview) -> OverviewPage {
    let without_own_team = found.at.facts.team_left_out().is_some();
    let checklist = checklist(&found);
    let in_question = &found.numbers.counts;
    let judges_silent = judges_in_question(&found, in_question.judges_silent, false);
    let judges_idle = judges_in_question(&found, in_question.judges_idle, true);
    let (times, counts) = (found.at.facts.event, &found.numbers.counts);
    let public = found.published.map(|p| p.run);
    let listed = |which: fn(&ProjectToCheck) -> bool| {
        let chosen = found.numbers.attention.iter().filter(|p| which(p));
        chosen.map(|p| (p.id.0, p.title.clone())).collect()
    };
    OverviewPage {
        now: found.at.now,
        submissions: times.submissions,
        judging: times.judging,
        voting: (times.voting_mode != VotingMode::Off).then_some(times.voting),
        published_at: found.published.map(|p| p.published_at),
        counts: counts.clone(),
        drafts: listed(|p| p.draft),
        flagged: listed(|p| p.flagged),
        teams_without_project: found.numbers.teams.iter().map(|(id, name)| (id.0, name.clone())).collect(),
        judges_silent,
        judges_idle,
        assigned: counts.pending + counts.done,
        timeline: found.numbers.timeline.clone(),
        short_of_judges: listed(|p| p.short),
        unreviewed: listed(|p| p.unreviewed),
        undelivered: found.numbers.undelivered,
        checklist,
        created: false,
        opened: false,
        last_run: found.last_run.map(|l| LastRun { run: l.run, at: l.at, published: public == Some(l.run) }),
        withheld: found.withheld.map(|refusal| words::refusal(&refusal)),
        without_own_team,
    }
}

/// The judges without a task, or those without a submitted review. Who takes part learns only how many.
fn judges_in_question(found: &Overview, number: i64, idle: bool) -> JudgesInQuestion {
    let judges = found.numbers.judges.iter().filter(|judge| judge.idle == idle && found.withheld.is_none());
    JudgesInQuestion { number, named: judges.map(|judge| (judge.id.0, judge.name.clone())).collect() }
}

/// What the lines of the check list look at.
fn checklist(found: &Overview) -> Checklist {
    let (times, setup, counts) = (&found.at.facts.event, &found.numbers.setup, &found.numbers.counts);
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    Checklist {
        now: found.at.now,
        slug: found.at.slug.clone(),
        submissions: times.submissions,
        judging: times.judging,
        voting: times.voting,
        voting_mode: times.voting_mode,
        published: times.published,
        setup: setup.clone(),
        reviews_per_project: counts.reviews_per_project,
        submitted: counts.submitted,
        reviews_missing: counts.pending,
        last_run: found.last_run.map(|last| (last.run, last.fresh)),
        prizes_open: number(found.numbers.prizes_open),
        panels_unfinished: number(found.numbers.panels_unfinished),
        may_publish: found.withheld.is_none(),
    }
}

//! The preview of a plan, and writing it.

use super::names;
use super::overview::Assignments;
use crate::pages::desk;
use crate::pages::prelude::*;
use app::pages::manage::assignments::plan::{
    FindingView, LoadRow, NumberRow, PlanPage, PlanReport, plan_page,
};
use model::plan::invited_number;
use portal::Sent;
use portal::judge::plan::{self, Preview};
use portal::judge::plan_input::Choice;
use shared::planner::{Chances, JudgeLoad, PlanInput};
use shared::rules::{AssignmentStatus, ReviewRule};
use shared::visiting_time::{RoundPace, TimeForVisits};

/// The preview; `?reviews=` for each project, the `?weight=` of tracks, `?judges=here` without those who have not come, and the
/// minutes for `?moving=` on and for `?breaks=`.
pub struct PlanPreview;

impl Desk for PlanPreview {
    type Id = ();
    type Found = Preview;
    type Beside = ();
    const TITLE: &'static str = "Plan assignments of";

    fn path(at: &At) -> String {
        format!("{}/plan", Assignments::path(at))
    }

    async fn ahead(at: &At) -> Outcome<Option<Preview>> {
        let asked = choice(FIELDS.map(|field| at.query.get(field)));
        plan::preview(at.by(), asked).await.map(Some)
    }

    fn draw(preview: Preview, sheet: DeskContext<'_, Self>) -> AnyView {
        // Under a number that was refused, the plan of another number would be taken for the answer.
        let wrong_choice = sheet.refused.is_some_and(|r| !r.refusal.fields.0.is_empty());
        let typed = |field: &str, or: u32| {
            sheet.typed(field).filter(|_| wrong_choice).unwrap_or_else(|| or.to_string())
        };
        let reviews = preview.choice.reviews.unwrap_or(preview.ground.reviews_per_project);
        let pace = preview.choice.pace;
        let judges = sheet.typed("judges").filter(|_| wrong_choice);
        plan_page(PlanPage {
            reviews: typed("reviews", reviews),
            weight: typed("weight", preview.choice.weight),
            moving: typed("moving", pace.moving),
            breaks: typed("breaks", pace.breaks),
            invited: preview.ground.invited.len(),
            here_only: judges.map_or(!preview.choice.invited, |judges| judges == HERE),
            may: forms::allowed(preview.refused.clone()),
            by_need: preview.at.facts.event.review_rule == ReviewRule::Need,
            plan: (!wrong_choice).then(|| report(&preview)),
        })
    }
}

/// What is chosen of a plan.
const FIELDS: [&str; 5] = ["reviews", "weight", "judges", "moving", "breaks"];

/// The value of `judges` for a plan without those who have not come.
const HERE: &str = "here";

/// `GET …/assignments/plan`.
pub async fn show(at: At) -> PageResult {
    match desk::show::<PlanPreview>(at.clone()).await {
        // The form asks with GET: what was typed wrong comes back in it, without a plan.
        Err(PageError(failure)) => {
            let typed = FIELDS.map(|field| (field.to_owned(), plain(at.query.get(field))));
            let at = At { query: Query::default(), ..at };
            at.with_form::<PlanPreview>(typed.into()).again(failure).await
        }
        shown => shown,
    }
}

/// `POST …/assignments/plan`: writes the plan whose `digest` was shown.
pub async fn write(mut sent: Post<PlanPreview>) -> PageResult {
    let (at, asked) = (&sent.at, FIELDS.map(|field| sent.get(field)));
    match plan::write(at.by(), choice(asked), sent.get("digest")).await {
        Ok(added) => Ok(see(&format!("{}?planned={added}", Assignments::path(at)))),
        Err(failure) => {
            let in_range = matches!(&failure, Failure::Refused(refusal) if refusal.fields.0.is_empty());
            let asked = FIELDS.map(|field| (field.to_owned(), sent.get(field).to_owned()));
            sent.at.query = Query::of_fields(if in_range { asked.into() } else { Vec::new() });
            sent.again(failure).await
        }
    }
}

/// What can stand in a query string as it is.
fn plain(typed: &str) -> String {
    typed.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-' || *c == '.').take(12).collect()
}

fn choice([reviews, weight, judges, moving, breaks]: [&str; 5]) -> Sent<Choice> {
    let number = |field: &str, typed: &str, from: u32, to: u32| match typed.trim() {
        "" => Ok(None),
        typed => {
            let range = || Refusal::field(field, Fault::NumberRange { from, to });
            typed.parse::<u32>().map(Some).map_err(|_| range())
        }
    };
    let reviews = number("reviews", reviews, 1, PlanInput::MOST_REVIEWS)?;
    let weight = number("weight", weight, 0, PlanInput::MOST_WEIGHT)?.unwrap_or(Choice::WEIGHT);
    let usual = RoundPace::default();
    let moving = number("moving", moving, 0, RoundPace::MOST)?.unwrap_or(usual.moving);
    let breaks = number("breaks", breaks, 0, RoundPace::MOST)?.unwrap_or(usual.breaks);
    Ok(Choice { reviews, weight, invited: judges != HERE, pace: RoundPace { moving, breaks } })
}

fn report(preview: &Preview) -> PlanReport {
    let (plan, names) = (&preview.plan, names(&preview.ground));
    let random = &preview.random;
    let ties = plan
        .ties
        .lambda2_over_load
        .map(|value| (value, random.first().copied().unwrap_or(0.0), random.last().copied().unwrap_or(0.0)));
    let findings = plan.findings.iter().map(|finding| FindingView {
        unmet: words::plan::unmet(&finding.unmet, &names),
        helps: finding.helps.iter().map(|help| words::plan::help(help, &names)).collect(),
    });
    let here = preview.ground.judges.iter().map(|judge| (judge.id.0, judge.id.0, &judge.name, false));
    let invited =
        preview.ground.invited.iter().map(|judge| (invited_number(judge.id), judge.id.0, &judge.name, true));
    let loads = here.chain(invited).filter_map(|(number, id, name, invited)| {
        let load = *plan.loads.iter().find(|load| load.judge == number)?;
        Some(LoadRow { id, name: name.clone(), invited, load })
    });
    // A judge without tracks takes all: where nobody has any, nothing is outside of them.
    let of_judges = preview.ground.judges.iter().map(|judge| &judge.tracks);
    let in_tracks = of_judges
        .chain(preview.ground.invited.iter().map(|judge| &judge.tracks))
        .any(|tracks| !tracks.is_empty());
    PlanReport {
        digest: plan.digest.clone(),
        added: plan.added.len(),
        kept: plan.loads.iter().map(|load| i64::from(load.kept)).sum(),
        inside: in_tracks.then(|| plan.tracks.inside.into()),
        kept_apart: plan.kept_apart.into(),
        ties,
        random: random.len(),
        uneven: uneven(preview),
        placed: preview.ground.projects.iter().any(|project| !project.place.is_none()),
        chances: preview.chances.as_ref().map(expected).unwrap_or_default(),
        numbers: numbers(preview),
        findings: findings.collect(),
        loads: loads.collect(),
        time: time(preview),
    }
}

/// The project that is furthest from the middle of its judges' lists.
fn uneven(preview: &Preview) -> Option<String> {
    let (id, place) = preview.uneven?;
    let project = preview.ground.projects.iter().find(|project| project.id == id)?;
    Some(words::order::most_uneven(&project.title, place))
}

/// Whether what judges still have to visit fits into what is left of judging.
fn time(preview: &Preview) -> TimeForVisits {
    let mut done: BTreeMap<i64, u32> = BTreeMap::new();
    for a in preview.ground.assignments.iter().filter(|a| a.status == AssignmentStatus::Done) {
        *done.entry(a.judge.0).or_default() += 1;
    }
    let left = |load: &JudgeLoad| {
        (load.kept + load.added).saturating_sub(done.get(&load.judge).copied().unwrap_or_default())
    };
    let visits: Vec<u32> = preview.plan.loads.iter().map(left).collect();
    let Preview { visit_minutes, choice, at, .. } = preview;
    TimeForVisits::of(&visits, *visit_minutes, choice.pace, at.facts.event.judging, at.now)
}

fn percent(share: f64) -> String {
    format!("{:.0}\u{a0}%", share * 100.0)
}

/// What to expect with this and other numbers of judges for each project.
fn numbers(preview: &Preview) -> Vec<NumberRow> {
    let row = |reviews, added: usize, chances: &Chances, chosen| NumberRow {
        reviews,
        added: i64::try_from(added).unwrap_or(i64::MAX),
        first: percent(chances.best_first),
        in_three: percent(chances.best_in_three),
        chosen,
    };
    let others = preview.others.iter().map(|other| row(other.reviews, other.added, &other.chances, false));
    let reviews = preview.choice.reviews.unwrap_or(preview.ground.reviews_per_project);
    let this = preview.chances.map(|chances| row(reviews, preview.plan.added.len(), &chances, true));
    let mut rows: Vec<NumberRow> = others.chain(this).collect();
    rows.sort_by_key(|row| row.reviews);
    rows
}

fn expected(chances: &Chances) -> Vec<String> {
    let mut said = vec![format!(
        "In {} simulated events judged by this plan, the best project came first in {}, and was among the first three in {}.",
        chances.events,
        percent(chances.best_first),
        percent(chances.best_in_three)
    )];
    if let Some(ten) = chances.ten_of_ten {
        said.push(format!("Of the true first ten, {ten:.1} came among the first ten."));
    }
    said.push(
        "The simulation assumes that projects and judges differ as in most events. Your event will differ, so use it to compare plans only."
            .to_owned(),
    );
    said
}

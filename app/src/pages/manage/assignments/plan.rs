//! The preview of a plan: what it gives, what it could not meet and what would help, before it is written.

use super::{cap_cell, crumbs, judge_link, load_bar};
use crate::prelude::*;
use shared::planner::JudgeLoad;
use shared::visiting_time::TimeForVisits;

pub struct PlanPage {
    /// Judges for each project, as typed.
    pub reviews: String,
    /// Weight of tracks, as typed.
    pub weight: String,
    /// Minutes from one project to the next, as typed.
    pub moving: String,
    /// Minutes of breaks, as typed.
    pub breaks: String,
    /// How many are invited to judge and have not come yet.
    pub invited: usize,
    /// The plan leaves them out.
    pub here_only: bool,
    /// Further reviews go where they help most.
    pub by_need: bool,
    /// The plan; none where the choice was refused.
    pub plan: Option<PlanReport>,
    /// `Ok` if it can be written, or the sentence why not.
    pub may: Result<(), String>,
}

/// A plan in numbers and sentences.
pub struct PlanReport {
    /// SHA-256 of what it was made from: the seed.
    pub digest: String,
    /// Assignments that it adds.
    pub added: usize,
    /// Assignments that stay.
    pub kept: i64,
    /// Added reviews in their judge's tracks; none where no judge has tracks.
    pub inside: Option<i64>,
    /// Pairs kept apart by conflicts, teams and recusals.
    pub kept_apart: i64,
    /// λ₂ over load, and the lowest and highest of random plans.
    pub ties: Option<(f64, f64, f64)>,
    /// How many random plans.
    pub random: usize,
    /// How early or late the most uneven project is, in a sentence; none where no project has two judges.
    pub uneven: Option<String>,
    /// Some project has a place.
    pub placed: bool,
    /// What to expect, in sentences.
    pub chances: Vec<String>,
    /// What to expect with this and other numbers of judges for each project, in ascending order.
    pub numbers: Vec<NumberRow>,
    /// What could not be met.
    pub findings: Vec<FindingView>,
    /// What each judge would have.
    pub loads: Vec<LoadRow>,
    /// Whether the visits fit.
    pub time: TimeForVisits,
}

/// What to expect with a number of judges for each project.
pub struct NumberRow {
    /// Judges for each project.
    pub reviews: u32,
    /// Assignments that it adds.
    pub added: i64,
    /// How often the best project comes first.
    pub first: String,
    /// How often it is among the first three.
    pub in_three: String,
    /// It is the plan above.
    pub chosen: bool,
}

/// Something that was not met, and what would help.
pub struct FindingView {
    pub unmet: String,
    /// What would help.
    pub helps: Vec<String>,
}

/// What one judge would have.
pub struct LoadRow {
    /// The judge, or the invitation.
    pub id: i64,
    pub name: String,
    /// They are invited and have not come yet.
    pub invited: bool,
    pub load: JudgeLoad,
}

pub fn plan_page(model: PlanPage) -> AnyView {
    let slug = this_event().slug;
    let here = format!("{}/plan", ManageTab::Assignments.href(&slug));
    let choose = choose(&here, &model);
    let by_need = model.by_need.then(|| {
        view! { <p class="prose">"In this event, further reviews go where they help most. So a plan gives each project only its review floor, and judges who have finished ask for more projects."</p> }
    });
    let PlanPage { reviews, weight, moving, breaks, here_only, plan, may, .. } = model;
    let judges = if here_only { HERE.to_owned() } else { String::new() };
    let chosen = [
        ("reviews", reviews),
        ("weight", weight),
        ("judges", judges),
        ("moving", moving),
        ("breaks", breaks),
    ];
    let report = plan.map(|plan| {
        let write = write(&here, &plan, &may, chosen);
        report(&slug, plan, write)
    });
    ManageTab::Assignments.page(view! {
            {crumbs(&slug)}
            <h1>"Plan assignments"</h1>
            <ErrorSummary heading="Nothing was written"/>
            <p class="prose">"Nothing is written until you confirm the plan. Existing assignments stay; a plan only adds. Nobody gets a project of their own team, a declared conflict, or one that they stepped aside from."</p>
            {by_need}
            {choose}
            {report}
    })
}

/// What the choice of judges sends where only those count who are here.
const HERE: &str = "here";

fn choose(here: &str, model: &PlanPage) -> AnyView {
    let judges = (model.invited > 0).then(|| {
        let all = format!("All, with {} not here yet", model.invited);
        let choices = vec![Choice::new("", all), Choice::new(HERE, "Only those who are here")];
        let value = if model.here_only { HERE } else { "" };
        view! {
            <Select name="judges" label="Judges" choices value short=true
                hint="Invited judges get their projects when they join by link or card. If they don’t come, you can share out their projects."/>
        }
    });
    view! {
        <form method="get" action=here.to_owned() class="form assignments-plan" novalidate>
            <Field name="reviews" label="Judges for each project" kind="number" short=true value=model.reviews.clone()/>
            <Field name="weight" label="Weight of tracks" kind="number" short=true value=model.weight.clone()
                hint="From 0 to 20. 0 ignores tracks; 3 prefers judges of the project’s track and does not weaken the ranking. With a large weight, judges are hard to compare."/>
            {judges}
            <Field name="moving" label="Minutes to the next project" kind="number" short=true value=model.moving.clone()/>
            <Field name="breaks" label="Minutes of breaks" kind="number" short=true value=model.breaks.clone()
                hint="All breaks together. These minutes change no plan: they say whether the visits fit into the time."/>
            <Button>"Show the plan"</Button>
        </form>
    }
}

fn write(
    here: &str,
    plan: &PlanReport,
    may: &Result<(), String>,
    chosen: [(&'static str, String); 5],
) -> AnyView {
    match may {
        Err(sentence) => view! { <Notice tone=Tone::Note title=sentence.clone()/> },
        Ok(()) if plan.added == 0 => {
            view! { <Notice tone=Tone::Note title="There is nothing to add"/> }
        }
        Ok(()) => {
            let verb = format!("Write {}", words::plural(plan.added, "assignment", "assignments"));
            let chosen = chosen.map(|(name, value)| view! { <input type="hidden" name=name value=value/> });
            let digest = plan.digest.clone();
            view! {
                <PostForm action=here.to_owned() class="form">
                    {chosen.into_iter().collect::<Vec<_>>()}
                    <input type="hidden" name="digest" value=digest/>
                    <Button kind=Kind::Main hint="Judges who are here see their projects at once, others when they come. You can undo the plan until a judge begins a review of it.">{verb}</Button>
                </PostForm>
            }
        }
    }
}

/// The plan; the button that writes it is before what only explains it, so that it is found without reading every judge.
fn report(slug: &str, plan: PlanReport, write: AnyView) -> AnyView {
    let ties = plan.ties.map(|(value, low, high)| {
        let sentence = if plan.random == 0 {
            format!("{value:.2}")
        } else {
            format!("{value:.2}; {} random plans have {low:.2} to {high:.2}", plan.random)
        };
        view! { <dt>"How well judges can be compared"</dt><dd>{sentence}<br/><small class="quiet">"0 means not at all. From 0.1 on, the comparison is sound. The measure is λ₂ over load."</small></dd> }
    });
    let order = plan.uneven.map(|sentence| {
        let again = (plan.placed && plan.kept > 0).then(|| {
            view! { <br/><small class="quiet">"If projects got places after the last plan, undo the plan and plan again before judges begin. Each judge’s round then follows the places."</small> }
        });
        let floor = (!plan.placed).then(|| {
            let href = ManageTab::Floor.href(slug);
            view! { <br/><small class="quiet">"If projects will have places, "<a href=href>"give them out"</a>" before you write the plan. Each judge’s round then follows the places."</small> }
        });
        // A judge may hold the order in print, so it is not dealt again, even if a project stays early or late by it.
        let dealt = if plan.kept > 0 {
            "Assignments that stay keep their order. New ones are ordered so that, as far as possible, no project always comes early or late."
        } else {
            "Judges see projects in different orders, so that no project always comes early or late."
        };
        view! { <dt>"Order of visits"</dt><dd>{sentence}<br/><small class="quiet">{dealt}" 50\u{a0}% is the middle."</small>{floor}{again}</dd> }
    });
    let chances = each(plan.chances, |c| view! { <p class="prose">{c}</p> });
    let numbers = numbers(slug, plan.numbers);
    let expected = (!chances.is_empty())
        .then(|| subsection("expected", "What to expect").plain().of(view! { {chances}{numbers} }));
    let seed: String = plan.digest.chars().take(12).collect();
    let inside = plan.inside.map(|inside| {
        view! { <dt>"In the judge’s tracks"</dt><dd>{format!("{inside} of {}", plan.added)}</dd> }
    });
    section("plan", "The plan").plain().of(view! {
        {findings(plan.findings)}
        <dl class="facts">
            <dt>"Adds"</dt><dd>{words::plural(plan.added, "assignment", "assignments")}</dd>
            <dt>"Stay as they are"</dt><dd>{words::plural(plan.kept, "assignment", "assignments")}</dd>
            {inside}
            <dt>"Kept apart"</dt><dd>{words::plural(plan.kept_apart, "pair of judge and project", "pairs of judge and project")}</dd>
            {ties}
            {order}
            <dt>"Seed"</dt><dd><code title=plan.digest.clone()>{seed}</code></dd>
        </dl>
        {time(slug, plan.time)}
        {write}
        {expected}
        {loads(plan.loads, plan.inside.is_some())}
    })
}

/// Whether the visits fit into the time for judging: a sentence, what it is made of, and the time that is used of what there is.
fn time(slug: &str, time: TimeForVisits) -> AnyView {
    let settings = ManageTab::Settings.href(slug);
    let body = match time {
        TimeForVisits::NoMinutes => view! {
            <p class="prose">"Set the "<a href=settings>"minutes per visit"</a>", and this page says whether the visits fit into the time for judging."</p>
        },
        TimeForVisits::NoClose => view! {
            <p class="prose">"Judging has no end yet. "<a href=settings>"Set one"</a>", and this page says whether the visits fit."</p>
        },
        TimeForVisits::Over => {
            view! { <p class="prose">"Judging is over, so no time is left for visits."</p> }
        }
        TimeForVisits::Known { fit, visit, pace } => {
            let tone = if fit.over == 0 { Tone::Good } else { Tone::Warn };
            let visits = fit.longest.saturating_mul(visit);
            let figure = load_bar(
                visits,
                fit.needed.saturating_sub(visits),
                Some(fit.minutes),
                fit.needed.max(fit.minutes),
            );
            view! {
                <Notice tone title=words::plan::fit(&fit)>
                    <p>{words::plan::round(&fit, visit, pace)}</p>
                    {figure}
                </Notice>
            }
        }
    };
    subsection("time", "Time").plain().of(body)
}

/// How many judges are enough: the same figures for other numbers.
fn numbers(slug: &str, numbers: Vec<NumberRow>) -> Option<AnyView> {
    let here = format!("{}/plan", ManageTab::Assignments.href(slug));
    let rows = each(numbers, |row| {
        let each = words::plural(row.reviews, "judge", "judges");
        let each = if row.chosen {
            view! { <strong>{each}</strong> }
        } else {
            view! { <a href=format!("{here}?reviews={}", row.reviews)>{each}</a> }
        };
        view! {
            <tr>
                <th scope="row">{each}</th>
                <td data-label="Adds" class="cell-num">{words::thousands(row.added)}</td>
                <td data-label="Best comes first" class="cell-num">{row.first}</td>
                <td data-label="Best in the first three" class="cell-num">{row.in_three}</td>
            </tr>
        }
    });
    (rows.len() > 1).then(|| {
        view! {
            <Table label="Numbers of judges" stacks=true columns=[text_column("For each project"), number_column("Adds"), number_column("Best comes first"), number_column("Best in the first three")]>{rows}</Table>
        }
    })
}

/// Most findings that are drawn. A project that too few may judge has one of its own.
const MOST_FINDINGS: usize = 50;

fn findings(findings: Vec<FindingView>) -> AnyView {
    if findings.is_empty() {
        return view! { <Notice tone=Tone::Good title="Everything is met" text="Every project gets its judges. No cap is exceeded, no conflict is ignored, and all judges can be compared."/> };
    }
    let more = findings.len().saturating_sub(MOST_FINDINGS);
    let more = (more > 0)
        .then(|| view! { <p>{format!("And {} more.", words::plural(more, "finding", "findings"))}</p> });
    let items = each(findings.into_iter().take(MOST_FINDINGS), |finding| {
        let helps = each(finding.helps, |help| view! { <li>{help}</li> });
        let helps = (!helps.is_empty())
            .then(|| view! { <p class="quiet small">"What would help:"</p><ul class="small">{helps}</ul> });
        view! { <li><p>{finding.unmet}</p>{helps}</li> }
    });
    view! {
        <Notice tone=Tone::Warn title="This could not be met">
            <ul class="assignments-findings">{items}</ul>
            {more}
        </Notice>
    }
}

/// What each judge would have, folded: the notice above names those who stay without a project.
fn loads(mut loads: Vec<LoadRow>, tracks: bool) -> AnyView {
    if loads.is_empty() {
        return view! {};
    }
    let most =
        loads.iter().map(|l| (l.load.kept + l.load.added).max(l.load.cap.unwrap_or(0))).max().unwrap_or(0);
    loads.sort_by_key(|row| row.load.kept + row.load.added > 0);
    let caps = loads.iter().any(|row| row.load.cap.is_some());
    let rows = each(loads, |LoadRow { id, name, invited, load }| {
        let outside = tracks.then(|| {
            view! { <td data-label="Outside their tracks" class="cell-num">{load.outside}</td> }
        });
        view! {
            <tr>
                <th scope="row">{judge_link(id, name, invited)}</th>
                <td data-label="Has" class="cell-num">{load.kept}</td>
                <td data-label="Gets" class="cell-num">{load.added}</td>
                {outside}
                {caps.then(|| cap_cell(load.cap))}
                <td class="cell-drawn">{load_bar(load.kept, load.added, load.cap, most)}</td>
            </tr>
        }
    });
    disclosure(view! { <h3>"Load of each judge"</h3> }).of(view! {
        <Table label="Load of each judge" stacks=true columns=[text_column("Judge"), number_column("Has"), number_column("Gets"), number_column("Outside their tracks").when(tracks), number_column("Cap").when(caps), text_column("Load")]>{rows}</Table>
    })
}

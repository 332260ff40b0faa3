//! `/events/<slug>/manage/calibration`: the ranking of the latest run, what it found about the judges, all runs, and publication.

use super::assignments::coverage_href;
use super::connections::{connectivity, declare_parts, joining};
use super::feedback::feedback;
use super::judges::{JudgeRow, judge_name, judges};
use super::publish::publish_link;
use super::ranking::ranking;
use super::warnings::links;
use crate::components::charts::{Dot, Scatter};
use crate::pages::results::{THREE_JUDGES, plain_means};
use crate::prelude::*;
use model::run::{CalibrationState, Ready, RunSummary, StoredRun};
use shared::calibration::{
    FitSummary, JudgeOutcome, METHOD_RAW_MEAN, Outcome, PlainMeans, SurprisingReview, Variances,
};
use shared::feedback::FeedbackChoice;
use shared::order_slope::OrderSlope;
use shared::percent::percents;

pub struct CalibrationPage {
    pub found: CalibrationState,
    /// What was ticked in a refused form of what teams see.
    pub typed: Option<FeedbackChoice>,
    /// Why an act was refused just now.
    pub refused: Option<String>,
    /// What teams see was asked for.
    pub asks_feedback: bool,
}

pub fn calibration_page(model: CalibrationPage) -> AnyView {
    let slug = this_event().slug;
    let CalibrationPage { found, typed, refused, asks_feedback } = model;
    let notice = refused.map(|why| view! { <Notice tone=Tone::Bad title=why/> });
    let changed = found.latest.as_ref().filter(|_| found.ready.same_as.is_none());
    let outdated = outdated(changed.map(|latest| latest.run), false);
    let publish = publish_link(&found, &slug);
    let run_refused = found.run_refused.as_ref().map(words::refusal);
    let run = run_form(found.ready, run_refused, &slug, found.runs.is_empty());
    // Before the first run, making it is what there is to do.
    let latest = match &found.latest {
        None => view! { {run}{publish} },
        Some(latest) => {
            let (ranked, judges) = report_sections(&found, latest, &slug);
            view! { {ranked}{publish}{run}{judges} }
        }
    };
    let feedback = feedback(&found, typed, &slug);
    let saved_since = found.saved_since.filter(|count| *count > 0).map(|count| {
        let reviews = plural(count, "review was", "reviews were");
        view! {
            <Notice tone=Tone::Warn title=format!("{reviews} saved after the results were first published.") text="Judging stayed open after the publication. These judges could see the ranking before they saved. A new run would read their scores."/>
        }
    });
    let tab = if asks_feedback { ManageTab::Feedback } else { ManageTab::Calibration };
    tab.page(view! {
            <h1>"Ranking"</h1>
            {notice}
            {outdated}
            {saved_since}
            {latest}
            {runs(found.runs, found.published.as_ref().map(|public| public.run), &slug)}
            {feedback}
    })
}

/// Says that another run would say something else by now, where one is shown: its number. Where winners go by the `published` one, another one
/// alone changes nothing.
pub(super) fn outdated(run: Option<i32>, published: bool) -> Option<AnyView> {
    let shown = if published {
        "This page goes by the published run until a later one is published as a correction. "
    } else {
        "This page shows what it said. "
    };
    let again = format!("{}#run", ManageTab::Calibration.href(&this_event().slug));
    run.map(|run| {
        view! { <Notice tone=Tone::Warn title=words::outdated_run(run)><p>{shown}<a href=again>"Run it again"</a></p></Notice> }
    })
}

fn run_form(ready: Ready, refused: Option<String>, slug: &str, first: bool) -> AnyView {
    // Each number leads to what it counts.
    let (coverage, projects) = (coverage_href(slug), ManageTab::Projects.href(slug));
    let reviews = plural(ready.reviews, "submitted review", "submitted reviews");
    let ranks = format!(
        " by {} and ranks {}.",
        plural(ready.judges, "judge", "judges"),
        plural(ready.projects, "project", "projects"),
    );
    let reads = view! { "A run reads "<a href=coverage.clone()>{reviews}</a>{ranks} };
    let board = format!("{}#board-projects", ManageTab::Board.href(slug));
    let stays_out: Vec<(String, String)> = [
        (ready.drafts, "draft review", "draft reviews", coverage),
        (ready.unreviewed, "project without a review", "projects without a review", board),
        (
            ready.flagged,
            "project flagged as a repeat",
            "projects flagged as repeats",
            format!("{projects}/duplicates"),
        ),
    ]
    .into_iter()
    .filter(|(n, ..)| *n > 0)
    .map(|(n, one, many, href)| (href, plural(n, one, many)))
    .collect();
    let stays_out = (!stays_out.is_empty()).then(|| view! { " Left out: "{links(&stays_out)}"." });
    let body = match (refused, ready.same_as) {
        (Some(why), _) => view! { <Notice tone=Tone::Note title=why/> },
        (None, Some(run)) => {
            view! { <p class="quiet">{format!("Nothing has changed since run {run}. A new run would give the same ranking.")}</p> }
        }
        (None, None) => {
            let kind = if first { Kind::Main } else { Kind::Quiet };
            view! {
                <ActButton action=format!("/events/{slug}/manage/calibration/run") once=true kind>"Run the calibration"</ActButton>
                <p class="quiet small">"A run publishes nothing. Every run is kept."</p>
            }
        }
    };
    section("run", "Run").of(view! {
            <p>{reads}{stays_out}</p>
            {body}
    })
}

/// The ranking of the latest run, and what comes after it.
fn report_sections(found: &CalibrationState, latest: &StoredRun, slug: &str) -> (AnyView, AnyView) {
    let StoredRun { run, outcome, .. } = latest;
    let (run, fit, names) = (*run, &outcome.fit, &found.judge_names);
    let preview = format!("/events/{slug}/results");
    let how = method_words(fit);
    let cut_off = (!fit.converged).then(|| {
        let said = format!(
            "It was stopped after {} rounds. The scores and ranks of this run are less exact than they look.",
            fit.rounds
        );
        view! { <Notice tone=Tone::Warn title="The calculation did not finish." text=said/> }
    });
    let who_saw = fit.panels.map(|panels| view! { <p class="prose">{words::panels(&panels)}</p> });
    let few = (fit.judges == 3).then(|| view! { <p class="prose">{THREE_JUDGES}</p> });
    // The run keeps the address of an account that was deleted since, and the page does not show it.
    let judge = |of: &JudgeOutcome| JudgeRow {
        name: judge_name(names, &of.judge),
        email: names.contains_key(&of.judge).then(|| of.judge.clone()),
        of: of.clone(),
    };
    // The results page shows this run: nothing else is published.
    let preview =
        found.published.is_none().then(|| view! { <p><a href=preview>"Preview the results page"</a></p> });
    let ranked = section("ranking", format!("Ranking of run {run}")).of(view! {
            {cut_off}
            {ranking(&outcome.projects, &found.titles)}
            {preview}
    });
    let judges = view! {
        {section("judges", format!("Judges in run {run}")).of(view! {
            <p class="prose">{how}</p>
            {who_saw}
            {few}
            {judges(slug, outcome.judges.iter().map(judge).collect(), fit.variances.is_some(), fit.noise)}
        })}
        {criteria(&found.criteria)}
        {found.order.as_ref().map(over_the_order)}
        {section("single", "What single reviews change").of(view! {
            {single_reviews(found, outcome)}
            {beyond_the_bound(outcome.influence.beyond)}
            <p><a href=format!("/events/{slug}/manage/calibration/compare#without")>"See what would move without a judge or a review"</a></p>
            <p><a href=format!("/events/{slug}/manage/deliberation#side-by-side")>"Lay two or three projects side by side"</a></p>
        })}
        {section("ties", "How reviews connect the projects").of(view! {
            {connectivity(&outcome.connectivity, found)}
            {joining(found, slug)}
            {found.parts_offered.then(|| declare_parts(run, slug))}
        })}
    };
    (ranked, judges)
}

/// Below this share a criterion hardly separates projects.
const HARDLY: f64 = 0.10;

/// How much each criterion says of the projects. Those that hardly say anything are named first.
fn criteria(shares: &[(String, f64)]) -> Option<AnyView> {
    if shares.is_empty() {
        return None;
    }
    let hardly = shares.iter().filter(|(_, share)| *share < HARDLY);
    let hardly: Vec<String> = hardly.map(|(name, _)| name.clone()).collect();
    let hardly = match hardly.as_slice() {
        [] => String::new(),
        [one] => format!(": {one} hardly separates projects"),
        many => format!(": {} hardly separate projects", and_list(many)),
    };
    let lines = each(shares, |(name, share)| {
        view! { <li>{format!("{name}: {:.0}\u{a0}%.", share * 100.0)}</li> }
    });
    Some(disclosure(format!("What each criterion says{hardly}")).id("shares").of(view! {
        <p class="prose">"The share of the differences between a criterion’s scores that comes from the projects. The rest comes from strict or generous judges and from chance."</p>
        <ul class="prose">{lines}</ul>
    }))
}

/// Whether scores rise or fall over a judge's list: the slope, and the means of its fifths as a drawing and a table.
fn over_the_order(found: &OrderSlope) -> AnyView {
    let percent = |part: usize| part as f64 * 100.0 / found.fifths.len() as f64;
    let middle = |part: usize| (percent(part) + percent(part + 1)) / 2.0;
    let dots = found.fifths.iter().enumerate();
    let dots: Vec<Dot> =
        dots.map(|(part, mean)| Dot { x: middle(part), y: *mean, name: String::new() }).collect();
    let rows = each(found.fifths.iter().enumerate(), |(part, mean)| {
        let span = format!("{:.0} to {:.0}\u{a0}%", percent(part), percent(part + 1));
        view! { <tr><th scope="row">{span}</th><td class="cell-num">{words::order::signed(*mean, 3)}</td></tr> }
    });
    let reviews = plural(found.reviews, "review", "reviews");
    let how = format!(
        "{reviews}, in the order in which each judge first saved them. The drawing leaves out reviews that an organizer entered, or that came from a file with one time for all."
    );
    section("order", "Scores over the order of visits").of(view! {
            <p class="prose">{words::order::order_slope(found)}</p>
            {disclosure("Show the drawing and its figures").of(view! {
                <figure>
                    <figcaption><p class="quiet small">{how}</p></figcaption>
                    <Scatter
                        dots
                        title="How far scores lie above what project and judge explain, by the place in the judge’s order"
                        x_label="% of the judge’s reviews"
                        y_label="above or below"
                        y_from=0.0
                        line=[(0.0, -found.slope / 2.0), (100.0, found.slope / 2.0)]
                    />
                </figure>
                <Table label="Scores over the order of visits" columns=[text_column("Of the judge’s reviews"), number_column("Above or below")]>{rows}</Table>
            })}
    })
}

fn single_reviews(found: &CalibrationState, outcome: &Outcome) -> AnyView {
    // The judges without each of whom another project would be first.
    let first = outcome.influence.winners.iter().find(|winners| winners.places == 1);
    let judges = first.into_iter().flat_map(|winners| &winners.judges);
    let decisive: Vec<String> = judges.map(|judge| judge_name(&found.judge_names, judge)).collect();
    let decisive = (!decisive.is_empty()).then(|| {
        let first = match decisive.as_slice() {
            [one] => format!("Without the reviews of {one}, another project would be first."),
            many => format!(
                "Without the reviews of any one of {}, another project would be first.",
                and_list(many)
            ),
        };
        view! { <p>{first}</p> }
    });
    let reviews = outcome.influence.reviews.iter();
    let lines: Vec<_> = reviews.filter_map(|review| surprising_line(review, found, outcome)).collect();
    if lines.is_empty() {
        return view! { {decisive}<p class="quiet">"No review is far from what the other reviews predict."</p> };
    }
    view! {
        {decisive}
        <p>"These reviews are more than three standard errors from what the project’s other reviews and the judge’s habits predict. On average, every second event has one false alarm. Read the comment, then talk to the judge."</p>
        <ul class="prose">{lines}</ul>
    }
}

/// In a large event what is looked at is bounded: what that left out.
fn beyond_the_bound(reviews: u32) -> Option<AnyView> {
    let text = match reviews {
        0 => return None,
        1 => "This event is so large that one review was not checked on its own. It may be surprising, or change who wins.".to_owned(),
        many => format!(
            "This event is so large that {many} reviews were not checked one by one. Some of them may be surprising, or change who wins."
        ),
    };
    Some(view! { <p class="quiet">{text}</p> })
}

/// A review that the others do not predict.
fn surprising_line(
    review: &SurprisingReview,
    found: &CalibrationState,
    outcome: &Outcome,
) -> Option<AnyView> {
    let rank = outcome.projects.iter().find(|p| p.project == review.project)?.rank;
    let side = if review.residual > 0.0 { "above" } else { "below" };
    let effect = match review.rank_without {
        Some(without) if without == rank => format!("The project’s rank, {rank}, is the same without it."),
        Some(without) => {
            format!("Without it the project would have rank {without} in place of {rank}.")
        }
        None => "It is the project’s only review.".to_owned(),
    };
    let far = format!(
        ", reviewed by {}: {:.1} standard errors {side} the prediction. {effect}",
        judge_name(&found.judge_names, &review.judge),
        review.residual.abs()
    );
    let title = found.title(ProjectId(review.project));
    Some(view! { <li><a href=format!("/projects/{}", review.project)>{title}</a>{far}</li> })
}

fn method_words(fit: &FitSummary) -> String {
    if let Some(why) =
        PlainMeans::of(METHOD_RAW_MEAN, fit.judges, fit.reviews).filter(|_| fit.variances.is_none())
    {
        return plain_means(why).to_owned();
    }
    if fit.projects == 1 {
        return "Only one project was reviewed, so there is nothing to compare it with.".to_owned();
    }
    let Some(Variances { project, judge, noise, .. }) = fit.variances else { return String::new() };
    // Variances have 12 decimals.
    let parts = [project, judge, noise].map(|part| (part * 1e12) as i64);
    let [projects, judges, chance] = percents(&parts)[..] else { return String::new() };
    // What levels and ζ explain is in none of the three.
    let aside = match (fit.groups > 1, fit.panels.is_some_and(|panels| panels.used)) {
        (false, false) => String::new(),
        (true, false) => "Leaving aside the levels of tracks or parts, ".to_owned(),
        (false, true) => "Leaving aside who saw which project, ".to_owned(),
        (true, true) => "Leaving aside who saw which project and the levels of tracks or parts, ".to_owned(),
    };
    format!(
        "{aside}{projects}\u{a0}% of the differences between scores come from the projects, {judges}\u{a0}% from strict or generous judges, {chance}\u{a0}% from chance."
    )
}

fn runs(runs: Vec<RunSummary>, public: Option<i32>, slug: &str) -> AnyView {
    let compare = (runs.len() > 1).then(|| {
        view! { <p><a href=format!("/events/{slug}/manage/calibration/compare")>"Compare two runs"</a></p> }
    });
    let body = if runs.is_empty() {
        view! {
            <EmptyState
                title="No run yet"
                text="A run turns the submitted reviews into a ranking with margins of error. Only organizers see it until you publish it."
            />
        }
    } else {
        let summary = format!("Show {}", plural(runs.len(), "run", "runs"));
        let rows: Vec<_> = runs.into_iter().map(|run| run_row(run, public)).collect();
        disclosure(summary).class("disclosure manage-short-cells").of(view! {
            <Table label="Runs" stacks=true columns=[number_column("Run"), text_column("Made"), number_column("Reviews"), number_column("Projects"), text_column("Method"), text_column("Digest"), act_column(unseen("State"))]>{rows}</Table>
        })
    };
    section("runs", "All runs").of(view! { {body}{compare} })
}

fn run_row(run: RunSummary, public: Option<i32>) -> AnyView {
    let by = run.by.filter(|by| !by.is_empty());
    let by = by.map(|by| view! { <small class="quiet">" by "{by}</small> });
    let public = (public == Some(run.run))
        .then(|| view! { <Pill tone=Tone::Good sign=Sign::Check word="published"/> });
    let short: String = run.input_digest.chars().take(12).collect();
    view! {
        <tr>
            <th scope="row" class="cell-num" data-label="Run">{run.run}</th>
            <td data-label="Made"><Time at=run.created_at/>{by}</td>
            <td class="cell-num" data-label="Reviews">{run.reviews}</td>
            <td class="cell-num" data-label="Projects">{run.projects}</td>
            <td data-label="Method">{run.method}</td>
            <td data-label="Digest"><code title=run.input_digest>{short}"…"</code></td>
            <td class="cell-act">{public}</td>
        </tr>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_project_has_no_share_of_the_differences() {
        let fit = |projects| FitSummary {
            reviews: 6,
            projects,
            judges: 3,
            groups: 1,
            variances: Some(Variances {
                project: 0.02,
                judge: 0.01,
                group: 0.0,
                panel: None,
                noise: 0.07,
                scale: 0.0,
            }),
            nu: None,
            scale: false,
            noise: false,
            rounds: 9,
            converged: true,
            draws: 1_000,
            grouping: None,
            panels: None,
        };
        assert!(method_words(&fit(2)).starts_with("20\u{a0}% of the differences"));
        assert!(method_words(&fit(1)).starts_with("Only one project was reviewed"));
    }
}

//! `/events/<slug>/manage/calibration/compare`: two runs, which projects moved, and which reviews moved them; and a run without one
//! judge or one review.

use super::judges::judge_name;
use super::movers::movers;
use super::what_if::leaving_out;
use crate::components::long_lists::{FIRST, LongTable};
use crate::prelude::*;
use model::run::{ComparedRuns, WhatIf};
use shared::run_comparison::OffsetDifference;
use words::order::signed;

/// The page: what differs, all runs to choose from, the latest first, and one run without something.
pub fn compare_page(found: &ComparedRuns, runs: Vec<Choice>, without: &WhatIf) -> AnyView {
    // What was asked comes first, and is in view alone.
    let asked = without.project.is_some() || without.left_out.is_some();
    let runs = match found.between {
        None => {
            let href = ManageTab::Calibration.href(&this_event().slug);
            let way = view! { <ButtonLink href>"Go to the ranking"</ButtonLink> };
            view! { <EmptyState title="Nothing to compare yet" text="Two runs can be compared. This event has fewer. After the first run, see here what one judge or one review changes.">{way}</EmptyState> }
        }
        Some(between) => {
            let runs = view! { {choice(between, runs)}{differences(found, between)} };
            if asked { folded_runs(between, runs) } else { runs }
        }
    };
    let without = leaving_out(without);
    let body = if asked {
        view! { {without}{runs} }
    } else {
        view! { {runs}{without} }
    };
    ManageTab::Calibration.page(view! {
        <Crumbs above=vec![("Ranking".to_owned(), ManageTab::Calibration.href(&this_event().slug))]/>
        <h1>"Compare"</h1>
        {body}
    })
}

fn folded_runs([from, to]: [i32; 2], runs: AnyView) -> AnyView {
    disclosure(format!("Compare run {from} with run {to}")).of(view! {
        <div class="stack">{runs}</div>
    })
}

fn choice([from, to]: [i32; 2], runs: Vec<Choice>) -> AnyView {
    view! {
        <form class="row manage-choice">
            <Select name="from" label="From" choices=runs.clone() value=from.to_string()/>
            <Select name="to" label="To" choices=runs value=to.to_string()/>
            <Button>"Compare"</Button>
        </form>
    }
}

fn differences(found: &ComparedRuns, [from, to]: [i32; 2]) -> AnyView {
    let of = &found.comparison;
    let moved = match of.movers.len() {
        0 => "No project moved.".to_owned(),
        n => format!("{} of {} moved.", n, plural(of.projects, "project", "projects")),
    };
    let kinds = |kind: fn(&[Option<i64>; 2]) -> bool| of.reviews.iter().filter(|r| kind(&r.totals)).count();
    let names = [
        ("added", kinds(|totals| totals[0].is_none())),
        ("removed", kinds(|totals| totals[1].is_none())),
        ("changed", kinds(|totals| totals.iter().all(Option::is_some))),
    ];
    let counts: Vec<String> = names
        .into_iter()
        .filter(|(_, n)| *n > 0)
        .map(|(verb, n)| format!("{} {verb}", plural(n, "review", "reviews")))
        .collect();
    let counts = match counts.as_slice() {
        [] => "The two runs read the same reviews.".to_owned(),
        counts => format!("From run {from} to run {to}: {}.", and_list(counts)),
    };
    let regrouped = of.regrouped.then(|| {
        view! {
            <Notice tone=Tone::Note title="Tracks were changed between the two runs." text="Each track has a level of its own, so projects can move although no review changed."/>
        }
    });
    let heads = [format!("Run {from}"), format!("Run {to}")];
    view! {
        {regrouped}
        {section("moved", "Projects that moved").of(view! {
            <p>{moved}" "{counts}</p>
            {movers(&of.movers, &found.titles, Some(&found.judge_names), heads.clone().map(|run| format!("Rank in {}", run.to_lowercase())))}
        })}
        {section("offsets", "Judges whose offset changed").of(view! {
            {offsets(&of.judges, &found.judge_names, heads)}
        })}
    }
}

fn offsets(judges: &[OffsetDifference], names: &BTreeMap<String, String>, heads: [String; 2]) -> AnyView {
    if judges.is_empty() {
        return view! { <p class="quiet">"No judge’s offset changed by 0.005 or more."</p> };
    }
    let rows = each(judges, |judge| {
        let [was, is] = judge.offsets.map(|offset| signed(offset, 3));
        view! {
            <tr>
                <th scope="row">{judge_name(names, &judge.judge)}</th>
                <td class="cell-num" data-label=heads[0].clone()>{was}</td>
                <td class="cell-num" data-label=heads[1].clone()>{is}</td>
            </tr>
        }
    });
    let [before, after] = heads;
    let labels = ("Judges whose offset changed", "Other judges whose offset changed");
    view! {
        <p class="quiet prose">"Above zero, a judge gives more than the average judge. A ranking takes the offset out, so a judge whose offset rises lifts the projects less."</p>
        <div class="stack manage-short-cells"><LongTable rows few=FIRST labels counted=("judge", "judges") columns=[text_column("Judge"), number_column(before), number_column(after)]/></div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_many_judges_are_in_view() {
        let judges: Vec<OffsetDifference> = (1..=13)
            .map(|judge| OffsetDifference { judge: format!("judge {judge}"), offsets: [0.1, 0.2] })
            .collect();
        let heads = || ["Run 1", "Run 2"].map(str::to_owned);
        let html = |judges: &[OffsetDifference]| offsets(judges, &BTreeMap::new(), heads()).to_html();
        let many = html(&judges);
        let (seen, folded) = many.split_once("<details").unwrap();
        assert_eq!([seen, folded].map(|part| part.matches("<th scope=\"row\"").count()), [5, 8], "{many}");
        assert!(folded.contains("Show the other 8 judges"), "{many}");
        assert!(!html(&judges[..10]).contains("<details"));
    }
}

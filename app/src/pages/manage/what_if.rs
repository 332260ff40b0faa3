//! The ranking without one judge, or without one review.

use super::judges::judge_name;
use super::movers::{movers, title_of};
use crate::prelude::*;
use model::run::{LeftAside, RunWithout, StoredRun, WhatIf};
use shared::calibration::Input;
use shared::text::search_key;

/// What is left out of a run, and what comes of it; nothing before the first run.
pub(super) fn leaving_out(found: &WhatIf) -> Option<AnyView> {
    let (stored, input) = found.run.as_ref()?;
    let run = stored.run;
    let answer = found.left_out.as_ref().map(|left_out| answer_section(found, left_out, stored, input));
    Some(section("without", "Without a judge or a review").of(view! {
        <Notice tone=Tone::Note title="Nothing here is kept.">
            <p>{format!("The page computes run {run} again without what you choose. The run, the results and the reviews stay as they are.")}</p>
        </Notice>
        {answer}
        {questions(found, stored, input)}
    }))
}

fn questions(found: &WhatIf, stored: &StoredRun, input: &Input) -> AnyView {
    let run = stored.run;
    let number = |email: &str| Some(stored.outcome.judges.iter().position(|judge| judge.judge == email)? + 1);
    let mut judges = vec![Choice::new("", "Choose a judge")];
    judges.extend((1..).zip(&stored.outcome.judges).map(|(number, judge): (usize, _)| {
        let has = plural(judge.reviews, "review", "reviews");
        Choice::new(number.to_string(), format!("{}, {has}", judge_name(&found.judge_names, &judge.judge)))
    }));
    let judge = match &found.left_out {
        Some(LeftAside::Judge(email)) => number(email).map(|number| number.to_string()).unwrap_or_default(),
        _ => String::new(),
    };
    let mut projects = each(&stored.outcome.projects, |p| {
        let named = found.titles.get(&ProjectId(p.project));
        let called = named.map(|named| words::with_team(&named.title, &named.team));
        Choice::new(p.project.to_string(), called.unwrap_or_else(|| title_of(&found.titles, p.project)))
    });
    projects.sort_by_cached_key(|choice| search_key(&choice.label));
    projects.insert(0, Choice::new("", "Choose a project"));
    let project = found.project.map(|id| id.to_string()).unwrap_or_default();
    let given = input.reviews().iter().filter(|review| found.project == Some(ProjectId(review.project)));
    let lines: Vec<_> = given
        .filter_map(|review| {
            let href = format!("?run={run}&project={}&judge={}", review.project, number(&review.judge)?);
            let name = judge_name(&found.judge_names, &review.judge);
            let total = review.total_micro as f64 / 1e6;
            Some(view! { <li><a href=href>"Leave out the review by "{name}</a>{format!(", total {total:.3}")}</li> })
        })
        .collect();
    let lines = (!lines.is_empty()).then(|| view! { <ul class="prose">{lines}</ul> });
    view! {
        <form class="row manage-choice">
            <input type="hidden" name="run" value=run.to_string()/>
            <Select name="judge" label="Judge" choices=judges value=judge/>
            <Button>"Leave out all reviews of this judge"</Button>
        </form>
        <form class="row manage-choice">
            <input type="hidden" name="run" value=run.to_string()/>
            <Select name="project" label="Project" choices=projects value=project/>
            <Button>"List its reviews"</Button>
        </form>
        {lines}
    }
}

fn answer_section(found: &WhatIf, left_out: &LeftAside, stored: &StoredRun, input: &Input) -> AnyView {
    let body = match &found.found {
        None => view! { <p>"No review would be left, so there would be no ranking."</p> },
        Some(RunWithout { comparison, ranking }) => {
            let called = |project: i64| title_of(&found.titles, project);
            let both = [&stored.outcome, ranking];
            let first: [Vec<String>; 2] = both
                .map(|of| of.projects.iter().filter(|p| p.rank == 1).map(|p| called(p.project)).collect());
            let contenders: [Vec<String>; 2] =
                both.map(|of| of.contenders.iter().map(|project| called(*project)).collect());
            let moved = match comparison.movers.len() {
                0 => String::new(),
                n => format!("{n} of {} would move.", plural(comparison.projects, "project", "projects")),
            };
            let heads = [format!("Rank in run {}", stored.run), "Rank without".to_owned()];
            view! {
                <p>{first_words(&first)}" "{contender_words(&contenders)}</p>
                <p>{moved}</p>
                {movers(&comparison.movers, &found.titles, None, heads)}
            }
        }
    };
    view! { <h3>{format!("Without {}", without_words(found, left_out, input))}</h3>{body} }
}

fn without_words(found: &WhatIf, left_out: &LeftAside, input: &Input) -> String {
    match left_out {
        LeftAside::Judge(email) => {
            let given = input.reviews().iter().filter(|review| review.judge == *email).count();
            let given = plural(given, "review", "reviews");
            format!("the {given} by {}", judge_name(&found.judge_names, email))
        }
        LeftAside::Review(project, email) => {
            let judge = judge_name(&found.judge_names, email);
            format!("the review of {} by {judge}", title_of(&found.titles, project.0))
        }
    }
}

fn first_words([with, without]: &[Vec<String>; 2]) -> String {
    let named = |titles: &[String]| words::name_few(titles.iter().cloned());
    match (with == without, without.as_slice()) {
        (_, []) => String::new(),
        (true, [one]) => format!("{one} would stay first."),
        (true, many) => format!("{} would still share the first place.", named(many)),
        (false, [one]) => format!("{one} would be first in place of {}.", named(with)),
        (false, many) => format!("{} would share the first place.", named(many)),
    }
}

/// More titles than this are counted.
const NAMED: usize = 5;

fn contender_words([with, without]: &[Vec<String>; 2]) -> String {
    let called = |titles: &[String]| match titles.len() {
        1..=NAMED => and_list(titles),
        n => format!("{n} projects"),
    };
    match (with.is_empty() || without.is_empty(), with == without) {
        (true, _) => String::new(),
        (_, true) => "The projects that may be the best (95\u{a0}%) are the same.".to_owned(),
        _ => format!(
            "Then there is a 95\u{a0}% chance that the best project is among {}. Now it is among {}.",
            called(without),
            called(with)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(of: &[&str]) -> Vec<String> {
        of.iter().map(|title| (*title).to_owned()).collect()
    }

    #[test]
    fn the_answer_names_who_would_be_first_and_who_may_be() {
        let (lamp, both) = (titles(&["Lamp"]), titles(&["Lamp", "Kettle"]));
        assert_eq!(first_words(&[lamp.clone(), lamp.clone()]), "Lamp would stay first.");
        assert_eq!(
            first_words(&[lamp.clone(), titles(&["Kettle"])]),
            "Kettle would be first in place of Lamp."
        );
        assert_eq!(
            first_words(&[lamp.clone(), both.clone()]),
            "Lamp and Kettle would share the first place."
        );
        let many = titles(&["a", "b", "c", "d", "e", "f"]);
        assert_eq!(
            contender_words(&[many, both.clone()]),
            "Then there is a 95\u{a0}% chance that the best project is among Lamp and Kettle. Now it is among 6 projects."
        );
        assert_eq!(contender_words(&[vec![], both.clone()]), "");
        assert!(contender_words(&[both.clone(), both]).ends_with("are the same."));
    }
}

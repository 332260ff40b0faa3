//! The ranking without one judge, or without one review.

use super::movers::{MoverRow, movers};
use crate::prelude::*;

/// What a run would say without something.
#[derive(Clone, Debug)]
pub struct LeavingOut {
    /// The run; none before the first.
    pub run: Option<i32>,
    /// Judges to choose from, by number.
    pub judges: Vec<Choice>,
    /// Projects to choose from.
    pub projects: Vec<Choice>,
    /// The judge that was chosen.
    pub judge: String,
    /// The project that was chosen.
    pub project: String,
    /// The reviews of the chosen project: the judge's number, their name, and the review's total.
    pub reviews: Vec<(usize, String, f64)>,
    pub answer: Option<WhatIfAnswer>,
}

/// The ranking without something.
#[derive(Clone, Debug)]
pub struct WhatIfAnswer {
    /// `Ada’s 12 reviews`, `the review of Lamp by Ada`.
    pub without: String,
    /// What moves; none where nothing would be left to rank.
    pub found: Option<WhatIfFound>,
}

#[derive(Clone, Debug)]
pub struct WhatIfFound {
    pub movers: Vec<MoverRow>,
    /// Projects that have a rank.
    pub projects: usize,
    /// Titles at rank 1, with and without.
    pub first: [Vec<String>; 2],
    /// Titles of the projects that may be the best with a chance of 95 %, with and without; counted where they are many.
    pub contenders: [Vec<String>; 2],
}

/// What is left out of a run, and what comes of it; nothing before the first run.
pub(super) fn leaving_out(model: LeavingOut) -> Option<AnyView> {
    let run = model.run?;
    Some(section("without", "Without a judge or a review").of(view! {
        <Notice tone=Tone::Note title="Nothing here is kept.">
            <p>{format!("The page computes run {run} again without what you choose. The run, the results and the reviews stay as they are.")}</p>
        </Notice>
        {model.answer.map(|answer| answer_section(answer, run))}
        {questions(run, model.judges, model.judge, model.projects, model.project, model.reviews)}
    }))
}

fn questions(
    run: i32,
    judges: Vec<Choice>,
    judge: String,
    projects: Vec<Choice>,
    project: String,
    reviews: Vec<(usize, String, f64)>,
) -> AnyView {
    let lines = each(reviews, |(number, name, total)| {
        let href = format!("?run={run}&project={project}&judge={number}");
        view! { <li><a href=href>"Leave out the review by "{name}</a>{format!(", total {total:.3}")}</li> }
    });
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

fn answer_section(answer: WhatIfAnswer, run: i32) -> AnyView {
    let title = format!("Without {}", answer.without);
    let body = match answer.found {
        None => view! { <p>"No review would be left, so there would be no ranking."</p> },
        Some(found) => view! {
            <p>{first_words(&found.first)}" "{contender_words(&found.contenders)}</p>
            <p>{moved_words(&found)}</p>
            {movers(found.movers, [format!("Rank in run {run}"), "Rank without".to_owned()], false)}
        },
    };
    view! { <h3>{title}</h3>{body} }
}

fn moved_words(found: &WhatIfFound) -> String {
    match found.movers.len() {
        0 => String::new(),
        n => format!("{n} of {} would move.", plural(found.projects, "project", "projects")),
    }
}

fn first_words([with, without]: &[Vec<String>; 2]) -> String {
    match (with == without, without.as_slice()) {
        (_, []) => String::new(),
        (true, [one]) => format!("{one} would stay first."),
        (true, many) => format!("{} would still share the first place.", and_list(many)),
        (false, [one]) => format!("{one} would be first in place of {}.", and_list(with)),
        (false, many) => format!("{} would share the first place.", and_list(many)),
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
            "With a chance of 95\u{a0}% the best would be among {}; now it is among {}.",
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
            "With a chance of 95\u{a0}% the best would be among Lamp and Kettle; now it is among 6 projects."
        );
        assert_eq!(contender_words(&[vec![], both.clone()]), "");
        assert!(contender_words(&[both.clone(), both]).ends_with("are the same."));
    }
}

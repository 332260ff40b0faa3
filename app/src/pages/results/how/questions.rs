//! What a sceptical team asks of a ranking, answered with the numbers of this one.

use super::super::sentences::{firmness, how_sure, uncorrected};
use super::HowPage;
use crate::prelude::*;
use shared::calibration::{BetterPanels, Panels};
use shared::moves::moves;
use shared::wire::Results;

/// The five questions.
pub(super) fn questions(model: &HowPage) -> AnyView {
    let results = &model.results;
    let asked = [
        ("Did strict judges cost a team places?", strict(model)),
        ("Can one judge decide who wins?", one_judge(results)),
        (
            "Why can a project with a lower plain mean be ahead?",
            "Its judges were stricter, or its scores come from judges who agree well with the others, or it has more reviews: a high mean of two reviews says less than a slightly lower one of six.".to_owned(),
        ),
        ("How sure is the order?", format!("{} The line through each dot of the results shows how far off a score can be.", how_sure(results))),
        (
            "Could somebody have changed it afterwards?",
            "A log has a row for each saved review and each act of an organizer. Each row contains a fingerprint of the row before. The ranking is signed together with the fingerprint of the scores that it was computed from. To change a score later, somebody would have to change all that too, and everybody’s copy of it.".to_owned(),
        ),
    ];
    let list = each(asked, |(question, answer)| view! { <h3>{question}</h3><p>{answer}</p> });
    view! { <section class="how-questions"><h2>"Five questions"</h2>{list}</section> }
}

/// What the judges' offsets are here, and what taking them out changed.
fn strict(model: &HowPage) -> String {
    let results = &model.results;
    if uncorrected(results).is_some() {
        return "Here nothing could be corrected: the ranking follows the plain means.".to_owned();
    }
    // The offsets of a few judges would be theirs by name: each of them knows who is strict.
    let here = model.offsets.map_or_else(
        || "Here there are too few judges to say how strict they are: each judge could work out the others.".to_owned(),
        |[low, high]| {
            format!(
                "Here the strictest judge gave {:.2} less than an average judge and the most generous {:.2} more, on a scale from 0 to 1.",
                low.abs(),
                high.abs(),
            )
        },
    );
    let moves: Vec<u64> =
        moves(&results.projects).into_iter().map(|moved| moved.places.unsigned_abs()).collect();
    let count = |least: u64| moves.iter().filter(|by| **by >= least).count();
    let farthest = match moves.iter().max() {
        None | Some(0) => "This changed no project’s place.".to_owned(),
        Some(most) => format!(
            "That changed the place of {}, by {} at most.",
            plural(count(1), "project", "projects"),
            plural(*most, "place", "places"),
        ),
    };
    format!(
        "In a plain average it would. {here} {} {farthest} In the results, “Why” in a row says what it did to that project.",
        taken_out(results.panels)
    )
}

/// How much of the difference between judges the ranking takes out. That depends on who saw which project.
fn taken_out(panels: Option<Panels>) -> &'static str {
    match panels.filter(|panels| panels.used).and_then(|panels| panels.clear()) {
        None => "The difference is taken out before projects are compared.",
        Some(BetterPanels::GenerousTheBetter) => {
            "Less than the difference is taken out, because the more generous judges saw the better projects."
        }
        Some(BetterPanels::StricterTheBetter) => {
            "More than the difference is taken out, because the stricter judges saw the better projects."
        }
    }
}

fn one_judge(results: &Results) -> String {
    if uncorrected(results).is_some() {
        return "Every review counts the same here, since there is nothing to compare the judges by."
            .to_owned();
    }
    let firm = firmness(results);
    let here = if firm.is_empty() { firm } else { format!(" {firm}") };
    format!(
        "An ordinary project has several judges. Before they publish, organizers see which judge’s scores clearly fit nobody else’s. With few judges, that is often not clear. The reviews stay in.{here}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_saw_which_project_decides_how_much_is_taken_out() {
        let said = |used, z| taken_out(Some(Panels { dealt: false, z: Some(z), used }));
        assert!(said(true, 5.8).starts_with("Less than the difference is taken out"));
        assert!(said(true, -2.1).starts_with("More than the difference is taken out"));
        for untouched in [taken_out(None), said(false, 5.8), said(false, 0.3)] {
            assert_eq!(untouched, "The difference is taken out before projects are compared.");
        }
    }
}

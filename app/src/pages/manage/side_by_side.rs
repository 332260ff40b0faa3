//! Two or three projects side by side, a part of the page of winners.

use crate::prelude::*;
use model::deliberation::{BesideOthers, JudgeComment, SideBySide};

/// `4.3, from 3 to 5, in 3 reviews`.
fn scores_words(scores: &[i64]) -> String {
    let (Some(low), Some(high)) = (scores.first(), scores.last()) else { return "no review".to_owned() };
    let mean = scores.iter().sum::<i64>() as f64 / scores.len() as f64;
    let spread = if low == high { String::new() } else { format!(", from {low} to {high}") };
    format!("{mean:.1}{spread}, in {}", plural(scores.len(), "review", "reviews"))
}

fn comments(comments: &[JudgeComment]) -> AnyView {
    if comments.is_empty() {
        return view! { <span class="quiet">"no comment"</span> };
    }
    let lines = each(comments.iter(), |JudgeComment { judge, comment, .. }| {
        view! { <li><p class="quiet small">{judge.clone()}</p><Paragraphs text=comment.clone()/></li> }
    });
    view! { <ul>{lines}</ul> }
}

/// A row: what it says of each project. On a phone each cell names its project in short.
fn row(projects: &[BesideOthers], name: AnyView, cell: impl Fn(&BesideOthers) -> AnyView) -> AnyView {
    let titles: Vec<String> = projects.iter().map(|of| of.project.title.clone()).collect();
    let cells = each(projects.iter().zip(words::cut_names(&titles)), |(of, title)| {
        view! { <td data-label=title>{cell(of)}</td> }
    });
    view! { <tr><th scope="row">{name}</th>{cells}</tr> }
}

/// Its chance to be first of all projects.
fn first(of: &BesideOthers) -> Option<f64> {
    of.ranked.as_ref().and_then(|ranked| ranked.chance(1))
}

fn or_dash(text: Option<String>) -> AnyView {
    text.map_or_else(|| view! { <span class="quiet">"–"</span> }, |text| view! { {text} })
}

/// The table: a column for each project, a row for each thing that tells them apart.
pub(super) fn side_by_side(model: SideBySide) -> AnyView {
    let SideBySide { criteria, mut projects } = model;
    let called =
        projects.iter().map(|of| (of.project.id, of.project.title.as_str(), of.project.team.as_str()));
    let called = words::told_apart(called);
    for of in &mut projects {
        if let Some(called) = called.get(&of.project.id) {
            of.project.title.clone_from(called);
        }
    }
    let named = |name: &'static str| view! { {name} };
    let mut rows = Vec::new();
    if projects.iter().any(|of| of.project.first_picture().is_some()) {
        let cells = each(projects.iter(), |p| {
            view! { <td data-label=p.project.title.clone()><ProjectPicture picture=p.project.first_picture() sizes="(min-width: 40rem) 16rem, 30vw"/></td> }
        });
        rows.push(view! { <tr class="manage-pictures"><th scope="row">"Picture"</th>{cells}</tr> });
    }
    // A phone has no heads of columns, so the ways to the projects are a row.
    rows.push(row(&projects, named("Page"), |p| {
        let (href, title) = (format!("/projects/{}", p.project.id), p.project.title.clone());
        view! { <a href=href>"View project"<span class="sr-only">": "{title}</span></a> }
    }));
    rows.push(row(&projects, named("Team"), |p| or_dash(Some(p.project.team.clone()))));
    if projects.iter().any(|of| !of.project.place.is_none()) {
        rows.push(row(&projects, named("Place"), |p| {
            or_dash(Some(place_words(&p.project.place)).filter(|place| !place.is_empty()))
        }));
    }
    rows.push(row(&projects, named("Rank"), |p| {
        or_dash(p.ranked.as_ref().map(|ranked| {
            let (rank, [low, high]) = (ranked.rank, ranked.rank_interval);
            if low == high { rank.to_string() } else { format!("{rank} ({low} to {high})") }
        }))
    }));
    rows.push(row(&projects, named("Chance to be first"), |p| {
        or_dash(first(p).map(|chance| format!("{:.0}\u{a0}%", chance * 100.0)))
    }));
    rows.push(row(&projects, named("Score"), |p| {
        or_dash(p.ranked.as_ref().map(|ranked| format!("{:.3} ± {:.3}", ranked.calibrated, ranked.se)))
    }));
    for (at, criterion) in criteria.into_iter().enumerate() {
        rows.push(row(&projects, view! { <bdi>{criterion.name}</bdi> }, |p| {
            or_dash(Some(scores_words(p.scores.get(at).map(Vec::as_slice).unwrap_or_default())))
        }));
    }
    if projects.iter().any(|of| !of.asked.is_empty()) {
        rows.push(row(&projects, named("Asked for"), |p| {
            or_dash(Some(and_list(&p.asked)).filter(|asked| !asked.is_empty()))
        }));
    }
    rows.push(row(&projects, named("What judges wrote"), |p| comments(&p.comments)));
    let assume = projects
        .iter()
        .any(|of| first(of).is_some())
        .then(|| view! { <p class="quiet small">{words::CHANCES_ASSUME}</p> });
    let mut columns = vec![text_column(unseen("What"))];
    columns.extend(projects.iter().map(|p| text_column(p.project.title.clone())));
    section("beside", "Side by side").of(view! {
        <Table label="Side by side" stacks=true columns>{rows}</Table>
        {assume}
    })
}

/// The form that asks for them: every project, in the order of the ranking. It keeps the prize whose page led here.
pub(super) fn choose(choices: Vec<TickBox>, here: &str, from_prize: Option<i64>) -> AnyView {
    if choices.len() < 2 {
        return view! {};
    }
    let open = choices.iter().any(|choice| choice.chosen);
    let summary = if open { "Choose other projects" } else { "Lay two or three projects side by side" };
    let from = from_prize.map(|id| view! { <input type="hidden" name="prize" value=id.to_string()/> });
    disclosure(summary).id("side-by-side").of(view! {
        <form action=here.to_owned() class="form">
            {from}
            <fieldset>
                <legend>"Projects"</legend>
                <p class="field-hint">"Tick two or three. The list follows the ranking."</p>
                {tick_boxes("projects", choices)}
            </fieldset>
            <Button>"Lay them side by side"</Button>
        </form>
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_say_their_mean_and_how_far_they_spread() {
        assert_eq!(scores_words(&[]), "no review");
        assert_eq!(scores_words(&[4]), "4.0, in 1 review");
        assert_eq!(scores_words(&[3, 5, 5]), "4.3, from 3 to 5, in 3 reviews");
    }
}

//! Projects that have another rank in one calibration than in another, and why.

use super::judges::judge_name;
use crate::components::long_lists::{FIRST, LongTable};
use crate::prelude::*;
use model::run::ProjectName;
use shared::run_comparison::{Mover, OffsetDifference, ReviewDifference};
use words::order::signed;

/// So many projects are listed; the others are counted.
const LISTED: usize = 50;

pub(super) fn title_of(titles: &BTreeMap<ProjectId, ProjectName>, project: i64) -> String {
    titles.get(&ProjectId(project)).map_or_else(|| format!("project {project}"), |named| named.title.clone())
}

/// The table of what moved. `heads` name the two sides; without the names of `judges` there is no column for reasons.
pub(super) fn movers(
    moved: &[Mover],
    titles: &BTreeMap<ProjectId, ProjectName>,
    judges: Option<&BTreeMap<String, String>>,
    heads: [String; 2],
) -> AnyView {
    if moved.is_empty() {
        return view! { <p>"Every project keeps its rank."</p> };
    }
    let more = i64::try_from(moved.len().saturating_sub(LISTED)).unwrap_or(0);
    let more = (more > 0)
        .then(|| view! { <p class="quiet">{plural(more, "more project", "more projects")}" moved."</p> });
    // Two such tables can be on one page.
    let labels = match judges {
        Some(_) => ("Projects that moved", "Other projects that moved"),
        None => ("Projects that would move", "Other projects that would move"),
    };
    let rows = each(moved.iter().take(LISTED), |of| mover(of, title_of(titles, of.project), judges, &heads));
    let [before, after] = heads;
    view! {
        <LongTable rows few=FIRST labels counted=("project", "projects") columns=[text_column("Project"), number_column(before), number_column(after), number_column("Score"), text_column("What changed").when(judges.is_some())]/>
        {more}
    }
}

fn mover(
    of: &Mover,
    title: String,
    judges: Option<&BTreeMap<String, String>>,
    [before, after]: &[String; 2],
) -> AnyView {
    let rank = |rank: Option<u32>| rank.map_or_else(|| "not ranked".to_owned(), |rank| rank.to_string());
    let why = judges.map(|judges| {
        let sentences = each(reasons(of, judges), |why| view! { <li>{why}</li> });
        view! { <td data-label="What changed"><ul role="list">{sentences}</ul></td> }
    });
    let [was, is] = of.ranks.map(rank);
    view! {
        <tr>
            <th scope="row"><a href=format!("/projects/{}", of.project)>{title}</a></th>
            <td class="cell-num" data-label=before.clone()>{was}</td>
            <td class="cell-num" data-label=after.clone()>{is}</td>
            <td class="cell-num" data-label="Score">{score(of.scores)}</td>
            {why}
        </tr>
    }
}

fn score([before, after]: [Option<f64>; 2]) -> String {
    match (before, after) {
        (Some(before), Some(after)) => format!("{before:.3} → {after:.3}"),
        (Some(score), None) | (None, Some(score)) => format!("{score:.3}"),
        (None, None) => String::new(),
    }
}

/// Why a project moved: its own reviews first, then its judges. Where both are the same, the others moved.
fn reasons(mover: &Mover, judges: &BTreeMap<String, String>) -> Vec<String> {
    let reviews = mover.reviews.iter().map(|review| review_words(review, judges));
    let shifts = mover.judges.iter().map(|judge| offset_words(judge, judges));
    let mut why: Vec<String> = reviews.chain(shifts).collect();
    if why.is_empty() {
        let [before, after] = mover.ranks;
        let others = if after < before { "Others fell behind it." } else { "Others moved past it." };
        why.push(format!("No review of it changed. {others}"));
    }
    why
}

fn review_words(review: &ReviewDifference, judges: &BTreeMap<String, String>) -> String {
    let judge = judge_name(judges, &review.judge);
    let total = |micro: i64| format!("{:.3}", micro as f64 / 1e6);
    match review.totals {
        [None, Some(after)] => format!("New review by {judge}: {}.", total(after)),
        [Some(before), None] => format!("The review by {judge}, {}, no longer counts.", total(before)),
        [Some(before), Some(after)] => {
            format!("{judge} changed their review from {} to {}.", total(before), total(after))
        }
        [None, None] => String::new(),
    }
}

fn offset_words(judge: &OffsetDifference, judges: &BTreeMap<String, String>) -> String {
    let name = judge_name(judges, &judge.judge);
    let [before, after] = judge.offsets.map(|offset| signed(offset, 3));
    format!("The offset of {name}, who reviewed it, went from {before} to {after}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_many_projects_are_in_view() {
        let moved: Vec<Mover> = (1..=60)
            .map(|project| Mover {
                project,
                ranks: [Some(1), Some(2)],
                scores: [None; 2],
                reviews: Vec::new(),
                judges: Vec::new(),
            })
            .collect();
        let heads = || ["Before", "After"].map(str::to_owned);
        let html = movers(&moved, &BTreeMap::new(), Some(&BTreeMap::new()), heads()).to_html();
        let (seen, folded) = html.split_once("<details").unwrap();
        assert_eq!([seen, folded].map(|part| part.matches("project ").count()), [5, 45], "{html}");
        assert!(folded.contains("Show the other 45 projects") && html.contains("10 more projects"));
        let few = movers(&moved[..10], &BTreeMap::new(), None, heads()).to_html();
        assert!(!few.contains("<details"), "{few}");
    }
}

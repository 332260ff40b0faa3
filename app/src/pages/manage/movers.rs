//! Projects that have another rank in one calibration than in another.

use crate::prelude::*;

/// So many projects are listed; the others are counted.
const LISTED: usize = 50;

#[derive(Clone, Debug)]
pub struct MoverRow {
    pub project: i64,
    pub title: String,
    /// Its rank before and after; none where it has none.
    pub ranks: [Option<u32>; 2],
    /// Its calibrated score before and after.
    pub scores: [Option<f64>; 2],
    /// What differs about its reviews and judges, a sentence each.
    pub why: Vec<String>,
}

/// The table of what moved. `heads` name the two sides; without `reasons` there is no column for them.
pub(super) fn movers(mut rows: Vec<MoverRow>, heads: [String; 2], reasons: bool) -> AnyView {
    if rows.is_empty() {
        return view! { <p>"Every project keeps its rank."</p> };
    }
    let more = i64::try_from(rows.len().saturating_sub(LISTED)).unwrap_or(0);
    rows.truncate(LISTED);
    let more = (more > 0)
        .then(|| view! { <p class="quiet">{plural(more, "more project", "more projects")}" moved."</p> });
    // Two such tables can be on one page.
    let label = if reasons { "Projects that moved" } else { "Projects that would move" };
    let [before, after] = heads.clone();
    let rows: Vec<_> = rows.into_iter().map(|row| mover(row, &heads, reasons)).collect();
    view! {
        <Table label=label stacks=true columns=[text_column("Project"), number_column(before), number_column(after), number_column("Score"), text_column("What changed").when(reasons)]>{rows}</Table>
        {more}
    }
}

fn mover(row: MoverRow, [before, after]: &[String; 2], reasons: bool) -> AnyView {
    let rank = |rank: Option<u32>| rank.map_or_else(|| "not ranked".to_owned(), |rank| rank.to_string());
    let why = reasons.then(|| {
        let sentences = each(row.why, |why| view! { <li>{why}</li> });
        view! { <td data-label="What changed"><ul role="list">{sentences}</ul></td> }
    });
    let [was, is] = row.ranks.map(rank);
    view! {
        <tr>
            <th scope="row"><a href=format!("/projects/{}", row.project)>{row.title}</a></th>
            <td class="cell-num" data-label=before.clone()>{was}</td>
            <td class="cell-num" data-label=after.clone()>{is}</td>
            <td class="cell-num" data-label="Score">{score(row.scores)}</td>
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

//! The rubric as a table.

use crate::components::Table;
use leptos::prelude::*;

/// One criterion of the rubric.
#[derive(Clone, Debug)]
pub struct CriterionRow {
    /// Name.
    pub name: String,
    /// What good looks like; may be empty.
    pub guidance: String,
    /// Decimal weight, as stored.
    pub weight: String,
    /// The lowest score.
    pub min: i64,
    /// The highest score.
    pub max: i64,
}

/// The rubric: what counts, for how much, in which range.
pub(super) fn criteria_table(criteria: Vec<CriterionRow>) -> AnyView {
    let weight = |row: &CriterionRow| row.weight.parse::<f64>().unwrap_or(0.0);
    let total: f64 = criteria.iter().map(weight).sum();
    let rows: Vec<_> = criteria
        .into_iter()
        .map(|row| {
            let share =
                if total > 0.0 { format!("{:.0} %", weight(&row) / total * 100.0) } else { String::new() };
            view! {
                <tr>
                    <th scope="row">{row.name}</th>
                    <td class="quiet">{row.guidance}</td>
                    <td class="num" data-label="Scores">{format!("{} to {}", row.min, row.max)}</td>
                    <td class="num" data-label="Share">{share}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <Table label="Criteria" stacks=true>
            <thead>
                <tr>
                    <th scope="col">"Criterion"</th>
                    <th scope="col">"What good looks like"</th>
                    <th scope="col" class="num">"Scores"</th>
                    <th scope="col" class="num">"Share"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </Table>
    }
    .into_any()
}

//! The rubric as a table.

use crate::prelude::*;
use shared::percent::percents;

/// The rubric: what counts, for how much, in which range.
pub(super) fn criteria_table(criteria: Vec<Criterion>) -> AnyView {
    let weights: Vec<i64> = criteria.iter().map(|row| row.weight.ten_thousandths()).collect();
    let rows = each(criteria.into_iter().zip(percents(&weights)), |(row, share)| {
        view! {
            <tr>
                <th scope="row">{row.name}</th>
                <td class="quiet">{row.guidance}</td>
                <td class="cell-num" data-label="Scores">{format!("{} to {}", row.min_value, row.max_value)}</td>
                <td class="cell-num" data-label="Share">{format!("{share}\u{a0}%")}</td>
            </tr>
        }
    });
    view! {
        <Table label="Criteria" stacks=true columns=[text_column("Criterion"), text_column("What good looks like"), number_column("Scores"), number_column("Share")]>{rows}</Table>
    }
}

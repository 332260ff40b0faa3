//! Rows of one submission become one project: Devpost's export by prize has a row for each prize.

use super::project::{ReadProject, Readiness, RowField, RowRejection};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Joins projects of one key. They must agree on title, description and submitter, or none of them is taken.
pub(super) fn merge(read: Vec<ReadProject>) -> Vec<ReadProject> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut projects: Vec<ReadProject> = Vec::with_capacity(read.len());
    for project in read {
        match places.entry(project.key.clone()) {
            Entry::Vacant(place) => {
                place.insert(projects.len());
                projects.push(project);
            }
            Entry::Occupied(place) => {
                if let Some(first) = projects.get_mut(*place.get()) {
                    join(first, project);
                }
            }
        }
    }
    projects
}

fn join(first: &mut ReadProject, again: ReadProject) {
    let rows = again.rows.clone();
    if let Readiness::Rejected(faults) = &mut first.standing {
        for fault in faults {
            if let RowRejection::Disagree { rows: all, .. } = fault {
                all.extend(&rows);
            }
        }
        first.rows.extend(rows);
        return;
    }
    match (&first.standing, &again.standing) {
        (Readiness::Complete, Readiness::Complete) => {}
        // Of a draft and a submission the submission counts, and a row with a fault rejects all.
        (Readiness::Draft, _) | (_, Readiness::Rejected(_)) => {
            let before = std::mem::replace(first, again);
            first.rows = before.rows.into_iter().chain(rows).collect();
            return;
        }
        (_, Readiness::Draft) => {
            first.rows.extend(rows);
            return;
        }
        (Readiness::Rejected(_), _) => return,
    }
    first.rows.extend(rows);
    if let Some(field) = difference(first, &again) {
        first.standing =
            Readiness::Rejected(vec![RowRejection::Disagree { rows: first.rows.clone(), field }]);
        first.drop_texts();
        return;
    }
    for prize in again.prizes {
        if !first.prizes.contains(&prize) {
            first.prizes.push(prize);
        }
    }
    for member in again.members {
        if !first.members.iter().any(|known| known.email == member.email) {
            first.members.push(member);
        }
    }
    first.team_size = first.team_size.max(again.team_size).max(first.members.len());
}

/// The first field in which two rows of one submission differ.
fn difference(first: &ReadProject, again: &ReadProject) -> Option<RowField> {
    let submitter = |project: &ReadProject| project.members.first().map(|member| member.email.clone());
    if first.content.title != again.content.title {
        Some(RowField::Title)
    } else if first.content.description != again.content.description {
        Some(RowField::Description)
    } else if submitter(first) != submitter(again) {
        Some(RowField::Submitter)
    } else {
        None
    }
}

//! The conflicts of interest of a bundle beside the rows of its log that declared them. Nobody who has one judges the project.

use super::logged_reviews::numbers_of;
use super::report_log::FoundChain;
use super::said_members::SaidMember;
use crate::audit::AuditRow;
use crate::bundle::Bundle;
use crate::prelude::*;

/// A judge, by their number, and a project. Who was only invited has no number.
#[derive(Deserialize)]
struct Pair {
    judge: Option<i64>,
    project: i64,
}

/// The pairs that a row declares: an organizer's or a judge's own, or that of a list.
#[derive(Deserialize)]
struct Declared {
    #[serde(alias = "declared", default)]
    pairs: Vec<Pair>,
}

/// What the row of a judge who stepped aside says where that declares a conflict.
#[derive(Deserialize)]
struct SteppedAside {
    judge: i64,
    project: i64,
    conflict: Option<String>,
}

/// Which account stays, in the row of a merge.
#[derive(Deserialize)]
struct Kept {
    person: i64,
}

/// The pairs that rows declared and none withdrew, each with its row.
#[derive(Default)]
struct Conflicts(BTreeMap<(i64, i64), i64>);

impl Conflicts {
    fn read(&mut self, row: &AuditRow) {
        let after = row.after.as_str();
        match row.action.as_str() {
            "conflict.declared" | "assignment.imported" | "project.imported" => {
                let said = serde_json::from_str(after).map(|Declared { pairs }| pairs).unwrap_or_default();
                let named = said.into_iter().filter_map(|pair| Some(((pair.judge?, pair.project), row.seq)));
                self.0.extend(named);
            }
            "assignment.recused" => {
                if let Ok(SteppedAside { judge, project, conflict: Some(_) }) = serde_json::from_str(after) {
                    self.0.insert((judge, project), row.seq);
                }
            }
            "conflict.withdrawn" => {
                if let Ok(Pair { judge: Some(judge), project }) = serde_json::from_str(&row.before) {
                    self.0.remove(&(judge, project));
                }
            }
            // What either account had is the person's.
            "person.merged" => {
                if let (Ok(gone), Ok(Kept { person })) =
                    (row.object_id.parse::<i64>(), serde_json::from_str(after))
                {
                    let pairs = self.0.range((gone, i64::MIN)..=(gone, i64::MAX));
                    let pairs: Vec<(i64, i64)> = pairs.map(|((_, project), row)| (*project, *row)).collect();
                    for (project, row) in pairs {
                        self.0.remove(&(gone, project));
                        self.0.insert((person, project), row);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The conflicts that rows up to this one declare of people whose numbers the log tells.
pub(super) fn said_conflicts(event: &Bundle, log: FoundChain<'_>, upto: i64) -> Vec<SaidMember> {
    let mut said = Conflicts::default();
    log.chain.audit_rows().filter(|row| row.seq <= upto).for_each(|row| said.read(row));
    if said.0.is_empty() {
        return Vec::new();
    }
    let (numbers, ids) = (numbers_of(event, log.chain.links()), event.project_ids());
    let people: HashMap<i64, &str> = numbers.into_iter().map(|(person, number)| (number, person)).collect();
    let here: HashMap<(&str, i64), usize> = (0..)
        .zip(&event.conflicts)
        .filter_map(|(at, c)| Some(((c.person.as_str(), *ids.get(c.project.as_str())?), at)))
        .collect();
    let said = said.0.into_iter().filter_map(|((judge, project), row)| {
        let at = here.get(&(*people.get(&judge)?, project));
        let place = at.map_or_else(|| "conflicts".to_owned(), |at| format!("conflicts[{at}]"));
        Some(SaidMember { place, row, same: at.is_some() })
    });
    said.collect()
}

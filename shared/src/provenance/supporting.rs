//! The files that support exported scores: the projects, the assignments, the event.

use super::file_names::slug_of;
use super::findings::{Finding, Kind, Verdict};
use super::messages::{Message, SupportingMessage as Found};
use super::rows::BrokenRow;
use super::tables::{EventFacts, ProjectLine, Scored, Table};
use std::collections::{BTreeMap, HashMap};

/// A table among the files: its place there, its file's name, and what was read.
pub(super) type NamedTable<'t> = (usize, &'t str, &'t Result<Table, BrokenRow>);

/// Reports on a file that supports scores. `scores` is the report on the export that it was used for.
pub(super) fn report_supporting(
    name: &str,
    table: &Result<Table, BrokenRow>,
    scores: Option<&Finding>,
) -> Finding {
    let (kind, contents) = match table {
        Ok(Table::Projects(projects)) => {
            let counting = projects.values().filter(|line| line.counts()).count();
            (Kind::Projects, Found::Projects { projects: projects.len(), counting })
        }
        Ok(Table::Assignments(assignments)) => {
            let done = assignments.values().filter(|done| **done).count();
            (Kind::Assignments, Found::Assignments { assignments: assignments.len(), done })
        }
        Ok(Table::Event(event)) => {
            (Kind::Event, Found::Event { slug: event.slug.clone(), criteria: event.criteria.len() })
        }
        // Scores have a report of their own.
        Ok(Table::Scores(_)) => return Finding::new(name, Kind::Scores),
        Err(broken) => {
            let mut finding = Finding::new(name, Kind::Export);
            let at = (broken.row > 0).then(|| format!("row {}", broken.row));
            finding.fail(at, Found::Broken(broken.clone()));
            return finding;
        }
    };
    let mut finding = Finding::new(name, kind);
    finding.note(contents);
    match scores {
        Some(scores) if scores.verdict == Verdict::Holds => {
            finding.pass(Found::ComputesWith { scores: scores.name.clone() });
            finding.note(Found::CoversUsedValues);
            // It holds by nothing but the ranking that the scores were compared with.
            for line in &scores.lines {
                if let Message::UntrustedKey { .. } = line.message {
                    finding.leave_open(line.message.clone());
                }
            }
        }
        _ => finding.cannot_tell(Found::NotSigned),
    }
    finding
}

/// Takes a table where none of its kind was taken. Whether it is the one that is used, about which the report speaks.
fn is_first<'t, T>(place: &mut Option<&'t T>, table: &'t T) -> bool {
    let is_first = place.is_none();
    place.get_or_insert(table);
    is_first
}

/// The files that support one export of scores.
pub(super) struct SupportingExports<'t> {
    /// Projects by id.
    pub(super) projects: Option<&'t BTreeMap<i64, ProjectLine>>,
    /// Whether the assignment of a project to a judge is done.
    pub(super) assignments: Option<&'t HashMap<(i64, String), bool>>,
    /// The event.
    pub(super) event: Option<&'t EventFacts>,
    /// Their places among the files.
    pub(super) places: Vec<usize>,
}

impl<'t> SupportingExports<'t> {
    /// The first export of each kind that may be of this event.
    pub(super) fn of(tables: &[NamedTable<'t>], slug: Option<&str>) -> Self {
        let mut exports = Self { projects: None, assignments: None, event: None, places: Vec::new() };
        for &(at, name, table) in tables {
            let named = |end| slug.is_none_or(|slug| slug_of(name, end).is_none_or(|named| named == slug));
            let taken = match table {
                Ok(Table::Projects(p)) => named("-projects") && is_first(&mut exports.projects, p),
                Ok(Table::Assignments(a)) => named("-assignments") && is_first(&mut exports.assignments, a),
                Ok(Table::Event(e)) => {
                    slug.is_none_or(|slug| slug == e.slug) && is_first(&mut exports.event, e)
                }
                _ => false,
            };
            if taken {
                exports.places.push(at);
            }
        }
        exports
    }

    /// Whether a run reads a review, as far as the exports show that.
    pub(super) fn counts(&self, review: &Scored) -> bool {
        self.projects.is_none_or(|projects| projects.get(&review.project).is_some_and(ProjectLine::counts))
            && self.assignments.is_none_or(|assignments| {
                assignments.get(&(review.project, review.judge.clone())).is_some_and(|done| *done)
            })
    }

    /// Which exports are missing: the projects, the assignments.
    pub(super) fn missing(&self) -> (bool, bool) {
        (self.projects.is_none(), self.assignments.is_none())
    }
}

//! The files that serve exported scores: the projects, the assignments, the event.

use super::chain::Broken;
use super::findings::{Finding, Kind, Standing};
use super::report_document::many;
use super::report_log::slug_of;
use super::tables::{EventFacts, ProjectLine, Scored, Table};
use std::collections::{BTreeMap, HashMap};

/// A table among the files: its place there, its file's name, and what was read.
pub(super) type Given<'t> = (usize, &'t str, &'t Result<Table, Broken>);

/// A file that serves the scores.
pub(super) fn supporting(
    name: &str,
    table: &Result<Table, Broken>,
    served: Option<&(&str, Standing)>,
) -> Finding {
    let (kind, what) = match table {
        Ok(Table::Projects(projects)) => {
            let counting = projects.values().filter(|line| line.counts()).count();
            let what = format!("{}, of which {counting} count.", many(projects.len(), "project", "projects"));
            (Kind::Projects, what)
        }
        Ok(Table::Assignments(assignments)) => {
            let done = assignments.values().filter(|done| **done).count();
            let what = format!(
                "{}, of which {done} are done.",
                many(assignments.len(), "assignment", "assignments")
            );
            (Kind::Assignments, what)
        }
        Ok(Table::Event(event)) => {
            let criteria = many(event.criteria.len(), "criterion", "criteria");
            (Kind::Event, format!("The event {} with its rubric of {criteria}.", event.slug))
        }
        Ok(Table::Scores(_)) => (Kind::Scores, String::new()),
        Err(Broken { row, why }) => {
            let mut finding = Finding::new(name, Kind::Export);
            finding.fails((*row > 0).then(|| format!("row {row}")), why.clone());
            return finding;
        }
    };
    let mut finding = Finding::new(name, kind);
    finding.say(what);
    match served {
        Some((scores, Standing::Holds)) => {
            finding.holds(format!("Together with {scores} it computes to what was signed."));
            finding.say("This covers only the values that a ranking uses. Other values, such as names and dates, are not signed.");
        }
        _ => finding.undecided(
            "This file is not signed, so nothing in it can be checked by itself. Add the scores and the signed results to compute \
             the ranking again.",
        ),
    }
    finding
}

/// What stands beside the scores, where it is given.
pub(super) struct SupportingExports<'t> {
    /// Projects by id.
    pub(super) projects: Option<&'t BTreeMap<i64, ProjectLine>>,
    /// Whether the assignment of a project to a judge is done.
    pub(super) assignments: Option<&'t HashMap<(i64, String), bool>>,
    /// The event.
    pub(super) event: Option<&'t EventFacts>,
    /// Where these are among the files.
    pub(super) places: Vec<usize>,
}

impl<'t> SupportingExports<'t> {
    /// The first of each kind that may be this event's.
    pub(super) fn of(tables: &[Given<'t>], slug: Option<&str>) -> Self {
        let mut around = Self { projects: None, assignments: None, event: None, places: Vec::new() };
        for &(at, name, table) in tables {
            let named = |end| slug.is_none_or(|slug| slug_of(name, end).is_none_or(|named| named == slug));
            let taken = match table {
                Ok(Table::Projects(p)) => named("-projects") && around.projects.replace(p).is_none(),
                Ok(Table::Assignments(a)) => named("-assignments") && around.assignments.replace(a).is_none(),
                Ok(Table::Event(e)) => {
                    slug.is_none_or(|slug| slug == e.slug) && around.event.replace(e).is_none()
                }
                _ => false,
            };
            if taken {
                around.places.push(at);
            }
        }
        around
    }

    /// Whether a run reads a review, as far as is known here.
    pub(super) fn counts(&self, review: &Scored) -> bool {
        self.projects.is_none_or(|projects| projects.get(&review.project).is_some_and(ProjectLine::counts))
            && self.assignments.is_none_or(|assignments| {
                assignments.get(&(review.project, review.judge.clone())).is_some_and(|done| *done)
            })
    }

    /// What to give along besides, in words.
    pub(super) fn missing(&self) -> Option<String> {
        let words: Vec<&str> = [
            (
                self.projects.is_none(),
                "the projects export, which tells what is submitted, what repeats another and the tracks",
            ),
            (self.assignments.is_none(), "the assignments export, which tells who stepped aside"),
        ]
        .into_iter()
        .filter_map(|(missing, words)| missing.then_some(words))
        .collect();
        (!words.is_empty()).then(|| format!("Add {}.", words.join(", and ")))
    }
}

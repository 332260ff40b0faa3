//! The exports that a run's reviews are made from again, scores, projects and assignments, and the event's own JSON.

use super::canonical;
use super::chain::Broken;
use super::csv::{self, behind_guard, records, whole};
use super::findings::without_place;
use super::json::parse;
use crate::export::ExportKind;
use crate::rubric::{Criterion, Total};
use crate::text::without_mark;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// Most rows of an export that are read, and most criteria: no event has as many.
const MOST_ROWS: usize = 200_000;
const MOST_CRITERIA: usize = 100;

/// One of them.
#[derive(Debug)]
pub(super) enum Table {
    /// `<slug>-scores.csv`.
    Scores(ScoresTable),
    /// `<slug>-projects.csv`, by project id.
    Projects(BTreeMap<i64, ProjectLine>),
    /// `<slug>-assignments.csv`: project and judge, and whether the assignment is done.
    Assignments(HashMap<(i64, String), bool>),
    /// An event, as `GET /api/events/<slug>` gives it.
    Event(EventFacts),
}

/// The submitted reviews of an export.
#[derive(Debug)]
pub(super) struct ScoresTable {
    /// The criteria's keys, in the columns' order.
    pub(super) keys: Vec<String>,
    /// The submitted reviews.
    pub(super) rows: Vec<Scored>,
    /// Reviews that are drafts.
    pub(super) drafts: usize,
}

/// A submitted review.
#[derive(Debug)]
pub(super) struct Scored {
    /// Its row, from 1.
    pub(super) row: usize,
    /// Project id.
    pub(super) project: i64,
    /// Its title.
    pub(super) title: String,
    /// The judge's address.
    pub(super) judge: String,
    /// A score for each key, none where it is empty.
    pub(super) scores: Vec<Option<i64>>,
    /// The total that the export gives.
    pub(super) total: Total,
}

/// A project, as far as it matters to a run.
#[derive(Debug)]
pub(super) struct ProjectLine {
    /// Whether it is submitted.
    pub(super) submitted: bool,
    /// Whether it repeats another.
    pub(super) repeats: bool,
    /// Its track's name; empty without one.
    pub(super) track: String,
}

impl ProjectLine {
    /// Whether a run reads its reviews.
    pub(super) fn counts(&self) -> bool {
        self.submitted && !self.repeats
    }
}

/// An event, as far as it matters to a run.
#[derive(Debug, Deserialize)]
pub(super) struct EventFacts {
    /// Slug.
    pub(super) slug: String,
    /// The rubric.
    pub(super) criteria: Vec<Criterion>,
}

/// Which of the exports a file begins like.
pub(super) fn table_kind(bytes: &[u8]) -> Option<ExportKind> {
    let line = without_mark(bytes).split(|byte| *byte == b'\n').next()?;
    let header = records(std::str::from_utf8(line).ok()?).next()?.ok()?;
    let header = header.iter().map(|cell| cell.trim_end_matches('\r')).collect::<Vec<_>>();
    let scores = ExportKind::Scores.columns(&[]);
    let (before, after) = scores.split_at(scores.len() - 2);
    if header.starts_with(&strs(before)) && header.ends_with(&strs(after)) && header.len() > scores.len() {
        return Some(ExportKind::Scores);
    }
    [ExportKind::Projects, ExportKind::Assignments]
        .into_iter()
        .find(|kind| header == strs(&kind.columns(&[])))
}

fn strs(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

/// Reads an export of a kind that [`table_kind`] gave.
pub(super) fn read(kind: ExportKind, bytes: &[u8]) -> Result<Table, Broken> {
    let mut rows = csv::rows(bytes)?;
    let header = rows.next().transpose()?.map(|(_, header)| header).unwrap_or_default();
    let columns = header.len();
    if columns > MOST_CRITERIA {
        return Err(Broken { row: 0, why: format!("It has {columns} columns, more than are read.") });
    }
    let rows = rows.map(|row| row.and_then(|(row, cells)| Row { row, cells }.of(columns)));
    match kind {
        ExportKind::Projects => projects(rows),
        ExportKind::Assignments => assignments(rows),
        _ => scores(header.get(5..columns.saturating_sub(2)).unwrap_or_default().to_vec(), rows),
    }
}

/// A row of a file, and its number.
struct Row {
    row: usize,
    cells: Vec<String>,
}

impl Row {
    fn broken<T>(&self, why: &str) -> Result<T, Broken> {
        Err(Broken { row: self.row, why: format!("Row {} {why}.", self.row) })
    }

    fn of(self, columns: usize) -> Result<Self, Broken> {
        if self.row > MOST_ROWS {
            return self.broken(&format!("is one more than the {MOST_ROWS} rows that are read"));
        }
        if self.cells.len() == columns {
            return Ok(self);
        }
        self.broken(&format!("has {} cells, where there are {columns} columns", self.cells.len()))
    }

    fn cell(&self, at: usize) -> &str {
        self.cells.get(at).map(String::as_str).unwrap_or_default()
    }

    /// A text, without the quote that guards against formulas.
    fn text(&self, at: usize) -> &str {
        let cell = self.cell(at);
        behind_guard(cell).unwrap_or(cell)
    }

    fn number(&self, at: usize, what: &str) -> Result<i64, Broken> {
        match whole(self.cell(at)) {
            Some(number) => Ok(number),
            None => self.broken(&format!("has no whole number as its {what}")),
        }
    }
}

fn projects(rows: impl Iterator<Item = Result<Row, Broken>>) -> Result<Table, Broken> {
    let mut projects = BTreeMap::new();
    for row in rows {
        let row = row?;
        let line = ProjectLine {
            submitted: row.cell(5) == "submitted",
            repeats: !row.cell(10).is_empty(),
            track: row.cell(4).to_owned(),
        };
        if projects.insert(row.number(0, "project_id")?, line).is_some() {
            return row.broken("names a project that stands in the file already");
        }
    }
    Ok(Table::Projects(projects))
}

fn assignments(rows: impl Iterator<Item = Result<Row, Broken>>) -> Result<Table, Broken> {
    let mut assignments = HashMap::new();
    for row in rows {
        let row = row?;
        let of = (row.number(2, "project_id")?, row.text(1).to_owned());
        if assignments.insert(of, row.cell(4) == "done").is_some() {
            return row.broken("assigns a project to a judge who has it already");
        }
    }
    Ok(Table::Assignments(assignments))
}

fn scores(keys: Vec<String>, rows: impl Iterator<Item = Result<Row, Broken>>) -> Result<Table, Broken> {
    let mut table = ScoresTable { keys, rows: Vec::new(), drafts: 0 };
    for row in rows {
        let row = row?;
        if row.cell(4).is_empty() {
            table.drafts += 1;
            continue;
        }
        let score = |(at, key): (usize, &String)| match row.cell(5 + at) {
            "" => Ok(None),
            _ => row.number(5 + at, key).map(Some),
        };
        let scores = table.keys.iter().enumerate().map(score).collect::<Result<_, Broken>>()?;
        let Some(total) = total(row.cell(5 + table.keys.len())) else {
            return row.broken("has no total from 0.000000 to 1.000000 as its weighted_0_1");
        };
        table.rows.push(Scored {
            row: row.row,
            project: row.number(2, "project_id")?,
            title: row.text(3).to_owned(),
            judge: row.text(1).to_owned(),
            scores,
            total,
        });
    }
    Ok(Table::Scores(table))
}

/// A total as it is written, with six decimals.
fn total(cell: &str) -> Option<Total> {
    let (whole, decimals) = cell.split_once('.')?;
    let total = Total(format!("{whole}{decimals}").parse().ok()?);
    ((0..=1_000_000).contains(&total.0) && total.to_string() == cell).then_some(total)
}

/// Reads an event's own JSON.
///
/// # Errors
/// A sentence on what is wrong.
pub(super) fn event(bytes: &[u8]) -> Result<Table, Broken> {
    let broken = |why: String| Broken { row: 0, why };
    let json =
        parse(without_mark(bytes)).map_err(|e| broken(format!("This JSON is ambiguous or broken: {e}.")))?;
    serde_json::from_str(&canonical(&json))
        .map(Table::Event)
        .map_err(|e| broken(format!("It looks like an event, and does not read: {}.", without_place(&e))))
}

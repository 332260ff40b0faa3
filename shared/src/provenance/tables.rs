//! The files from which the reviews of a run can be put together again: the exports of the scores, the projects and the
//! assignments, and the event's own JSON.

use super::canonical;
use super::csv::{self, records, whole};
use super::json::parse;
use super::rows::{BrokenRow, RowFault};
use super::serde_text::without_place;
use crate::export::{ANSWER_COLUMN, ExportKind, behind_guard};
use crate::prelude::*;
use crate::rubric::{Criterion, Total};
use crate::text::without_mark;

/// Most rows of an export that are read, and most criteria. No event has as many.
const MOST_ROWS: usize = 200_000;
const MOST_CRITERIA: usize = 100;

/// One of these files, read.
#[derive(Debug)]
pub(super) enum Table {
    /// `<slug>-scores.csv`.
    Scores(ScoresTable),
    /// `<slug>-projects.csv`, by project id.
    Projects(BTreeMap<i64, ProjectLine>),
    /// `<slug>-assignments.csv`: for each project and judge, whether the assignment is done.
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
    /// How many reviews are drafts.
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
    /// A score for each key; none for an empty cell.
    pub(super) scores: Vec<Option<i64>>,
    /// The total that the export gives.
    pub(super) total: Total,
}

/// What a run needs to know about a project.
#[derive(Debug)]
pub(super) struct ProjectLine {
    /// Its title.
    pub(super) title: String,
    /// Its team's name.
    pub(super) team: String,
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

/// What a run needs to know about an event.
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
    [ExportKind::Projects, ExportKind::Assignments].into_iter().find(|kind| {
        let columns = kind.columns(&[]);
        let more = header.get(columns.len()..).unwrap_or_default();
        let is_answer = |name: &&str| *kind == ExportKind::Projects && name.starts_with(ANSWER_COLUMN);
        header.starts_with(&strs(&columns)) && more.iter().all(is_answer)
    })
}

fn strs(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

/// Reads an export of a kind that [`table_kind`] gave.
pub(super) fn read(kind: ExportKind, bytes: &[u8]) -> Result<Table, BrokenRow> {
    let mut rows = csv::rows(bytes)?;
    let header = rows.next().transpose()?.map(|(_, header)| header).unwrap_or_default();
    let columns = header.len();
    ensure(columns <= MOST_CRITERIA, BrokenRow { row: 0, fault: RowFault::TooManyColumns { columns } })?;
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
    fn fail<T>(&self, fault: RowFault) -> Result<T, BrokenRow> {
        Err(BrokenRow { row: self.row, fault })
    }

    /// The row, if it has as many cells as there are columns.
    fn of(self, columns: usize) -> Result<Self, BrokenRow> {
        if self.row > MOST_ROWS {
            return self.fail(RowFault::TooManyRows { most: MOST_ROWS });
        }
        if self.cells.len() == columns {
            return Ok(self);
        }
        self.fail(RowFault::WrongCells { cells: self.cells.len(), columns })
    }

    fn cell(&self, at: usize) -> &str {
        self.cells.get(at).map(String::as_str).unwrap_or_default()
    }

    /// A text without the quote that guards against formulas.
    fn text(&self, at: usize) -> &str {
        let cell = self.cell(at);
        behind_guard(cell).unwrap_or(cell)
    }

    fn number(&self, at: usize, column: &str) -> Result<i64, BrokenRow> {
        match whole(self.cell(at)) {
            Some(number) => Ok(number),
            None => self.fail(RowFault::NotANumber { column: column.to_owned() }),
        }
    }
}

fn projects(rows: impl Iterator<Item = Result<Row, BrokenRow>>) -> Result<Table, BrokenRow> {
    let mut projects = BTreeMap::new();
    for row in rows {
        let row = row?;
        let line = ProjectLine {
            title: row.text(2).to_owned(),
            team: row.text(3).to_owned(),
            submitted: row.cell(5) == "submitted",
            repeats: !row.cell(10).is_empty(),
            track: row.cell(4).to_owned(),
        };
        if projects.insert(row.number(0, "project_id")?, line).is_some() {
            return row.fail(RowFault::RepeatedProject);
        }
    }
    Ok(Table::Projects(projects))
}

fn assignments(rows: impl Iterator<Item = Result<Row, BrokenRow>>) -> Result<Table, BrokenRow> {
    let mut assignments = HashMap::new();
    for row in rows {
        let row = row?;
        let of = (row.number(2, "project_id")?, row.text(1).to_owned());
        if assignments.insert(of, row.cell(4) == "done").is_some() {
            return row.fail(RowFault::RepeatedAssignment);
        }
    }
    Ok(Table::Assignments(assignments))
}

fn scores(keys: Vec<String>, rows: impl Iterator<Item = Result<Row, BrokenRow>>) -> Result<Table, BrokenRow> {
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
        let scores = table.keys.iter().enumerate().map(score).collect::<Result<_, BrokenRow>>()?;
        let Some(total) = total(row.cell(5 + table.keys.len())) else {
            return row.fail(RowFault::NoTotal);
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

/// A total from 0 to 1, written with six decimals.
fn total(cell: &str) -> Option<Total> {
    let (whole, decimals) = cell.split_once('.')?;
    let total = Total(format!("{whole}{decimals}").parse().ok()?);
    ((0..=1_000_000).contains(&total.0) && total.to_string() == cell).then_some(total)
}

/// Reads an event's own JSON.
///
/// # Errors
/// Row 0, with the fault in the file.
pub(super) fn event(bytes: &[u8]) -> Result<Table, BrokenRow> {
    let broken = |fault| BrokenRow { row: 0, fault };
    let json = parse(without_mark(bytes)).map_err(|error| broken(RowFault::EventJson(error)))?;
    serde_json::from_slice(canonical(&json).as_bytes())
        .map(Table::Event)
        .map_err(|error| broken(RowFault::EventUnreadable { error: without_place(&error) }))
}

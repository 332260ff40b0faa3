//! Stage four: records as CSV files, and the whole event as a bundle.
//!
//! A file is of one state of the database and is sent while it is read. Its download is logged before the first byte leaves.

mod bundle;
mod lists;
mod parts;
mod run;
mod sheet;

use crate::prelude::*;
use parts::{Parts, send};
use shared::export::{ANSWER_COLUMN, ExportKind};
use sheet::SentSheet;
use store::snapshot::Snapshot;
use store::{event, export, run as runs};

pub use bundle::{BundleExtent, bundle};
pub use parts::{CutOff, Download};
pub use sheet::Sheet;

/// A CSV file that is made whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvFile {
    /// The name it is saved under.
    pub name: String,
    /// UTF-8 without byte-order mark, lines ended by CRLF, the header first.
    pub text: Vec<u8>,
}

/// Sends the file of one kind, `<slug>-<kind>.csv`, and logs that it was taken. The log's own export holds every row up to
/// this download, and not the download's.
/// Errors: 401; 404 for an unknown event or kind; 403 for a caller who does not organize the event, and before publication, where the kind
/// reveals scores, for an organizer who takes part; busy where too many files are under way.
pub async fn csv(by: By<'_>, kind: Option<ExportKind>) -> Outcome<Download> {
    by.caller.signed_in()?;
    // Who may not have the file takes no place from who may.
    by.read(async |call| permitted(call, kind).await.map(drop)).await?;
    let mut snapshot = by.database.snapshot().await?;
    let (at, kind) = permitted(&mut by.call(snapshot.conn()), kind).await?;
    let list = List::of(snapshot.conn(), at, kind).await?;
    let after = Some(json!({ "rows": list.rows }));
    let entry = entry(by.caller, &list.at, "export.csv", "export", kind.name()).after(after);
    log_taken(by.database, entry).await?;
    let name = format!("{}-{}.csv", list.at.slug, kind.name());
    Ok(send(name, |parts| list.write(snapshot, parts)))
}

/// Sends the log of what belongs to no event, as [`csv()`] does an event's.
/// Errors: 401; 403 for a caller who is no site admin; busy where too many files are under way.
pub async fn portal_log(by: By<'_>) -> Outcome<Download> {
    by.read(async |call| call.ask_portal::<act::Administer>().await).await?;
    let mut snapshot = by.database.snapshot().await?;
    by.call(snapshot.conn()).ask_portal::<act::Administer>().await?;
    let after = Some(json!({ "rows": export::log_length(snapshot.conn(), "").await? }));
    let entry = entry_outside(by.caller, "export.csv", "export", ExportKind::Audit.name()).after(after);
    log_taken(by.database, entry).await?;
    // No slug, by which a verifier would take it for an event's.
    Ok(send("audit.csv".to_owned(), move |parts| async move {
        let mut sheet = SentSheet::new(&ExportKind::Audit.columns(&[]), parts).await?;
        lists::audit(snapshot.conn(), "", &mut sheet).await?;
        sheet.end().await
    }))
}

/// Logs that a file is taken, before its first byte leaves. Where nobody knows whether that was saved, nobody has the file either, and asks
/// again.
async fn log_taken(database: &Database, entry: Entry) -> Outcome<()> {
    let logged = database.write(async |_| Ok(Done::logged((), entry))).await;
    logged.map_err(|failure| if let Failure::Unknown(why) = failure { Failure::Busy(why) } else { failure })
}

/// The event and the kind, for somebody who may have the file.
async fn permitted(call: &mut Call<'_>, kind: Option<ExportKind>) -> Outcome<(Context, ExportKind)> {
    let at = call.context().await?;
    let kind = kind.ok_or_else(Refusal::not_found)?;
    if kind.tells_scores() {
        call.ask::<act::ExportScores>(&at)?;
    } else {
        call.ask::<act::Export>(&at)?;
    }
    Ok((at, kind))
}

struct List {
    at: Context,
    kind: ExportKind,
    criteria: Vec<Criterion>,
    /// The keys of the event's own questions in the form of a project.
    questions: Vec<String>,
    /// The latest run, for the kinds that describe it; the header alone where there is none.
    latest: Option<StoredRun>,
    rows: i64,
}

impl List {
    async fn of(conn: &mut Conn, at: Context, kind: ExportKind) -> Outcome<Self> {
        let found = event::find(conn, &at.slug, None).await?.ok_or_else(Refusal::not_found)?;
        let latest = match kind {
            ExportKind::Results | ExportKind::Judges => runs::latest(conn, at.event).await?,
            _ => None,
        };
        let counted = match (kind, &latest) {
            (ExportKind::Audit, _) => Some(export::log_length(conn, &at.slug).await?),
            (ExportKind::Results, Some(run)) => {
                Some(number_of(run.outcome.projects.len() + run.excluded.len()))
            }
            (ExportKind::Judges, Some(run)) => Some(number_of(run.outcome.judges.len())),
            _ => export::count(conn, at.event, kind, at.facts.teams_left_out()).await?,
        };
        let questions = found.form_questions.into_iter().map(|question| question.key).collect();
        Ok(Self { at, kind, criteria: found.criteria, questions, latest, rows: counted.unwrap_or_default() })
    }

    async fn write(self, mut snapshot: Snapshot, parts: Parts) -> Outcome<()> {
        let Self { at, kind, criteria, questions, latest, .. } = self;
        let keys: Vec<String> = criteria.iter().map(|c| c.key.clone()).collect();
        let mut columns = kind.columns(&keys);
        if kind == ExportKind::Projects {
            columns.extend(questions.iter().map(|key| format!("{ANSWER_COLUMN}{key}")));
        }
        let mut sheet = SentSheet::new(&columns, parts).await?;
        let (conn, event) = (snapshot.conn(), at.event);
        match (kind, &latest) {
            (ExportKind::Registrations, _) => lists::registrations(conn, event, &mut sheet).await?,
            (ExportKind::Teams, _) => lists::teams(conn, event, &mut sheet).await?,
            (ExportKind::Projects, _) => lists::projects(conn, event, &questions, &mut sheet).await?,
            (ExportKind::Assignments, _) => {
                lists::assignments(conn, event, at.facts.teams_left_out(), &mut sheet).await?;
            }
            (ExportKind::Scores, _) => lists::scores(conn, event, &criteria, &mut sheet).await?,
            (ExportKind::Results, Some(latest)) => run::results(conn, event, latest, &mut sheet).await?,
            (ExportKind::Judges, Some(latest)) => run::judges(conn, event, latest, &mut sheet).await?,
            (ExportKind::Results | ExportKind::Judges, None) => {}
            (ExportKind::Audit, _) => lists::audit(conn, &at.slug, &mut sheet).await?,
        }
        sheet.end().await
    }
}

fn number_of(rows: usize) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}

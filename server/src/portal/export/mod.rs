//! Stage four: records as CSV files, and the whole event as a bundle.

mod bundle;
mod lists;
mod run;
mod sheet;

use crate::caller::Caller;
use crate::failure::Outcome;
use crate::model::context::{Context, EventKey};
use crate::portal::{context, entry, entry_outside};
use crate::store::facts;
use crate::store::transaction::{Done, Entry};
use crate::store::{Conn, event};
use serde_json::json;
use shared::export::ExportKind;
use shared::refusal::Refusal;
use shared::rules::{Facts, act, may};
pub use sheet::Sheet;

pub use bundle::{ExportedBundle, bundle};

/// A finished file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvFile {
    /// The name it is saved under, `<slug>-<kind>.csv`.
    pub name: String,
    /// UTF-8 without byte-order mark, lines ended by CRLF, the header first.
    pub text: Vec<u8>,
}

/// Makes the file of one kind and logs that it was taken. The log's own export holds every row up to this
/// download, and not the download's.
///
/// # Errors
/// 401; 404 for an unknown event or kind; 403 for a caller who does not organize the event, and before publication,
/// where the kind reveals scores, for an organizer who takes part.
pub async fn csv(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    kind: Option<ExportKind>,
) -> Outcome<Done<CsvFile>> {
    caller.signed_in()?;
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    let kind = kind.ok_or_else(Refusal::not_found)?;
    if kind.tells_scores() {
        may::<act::ExportScores>(caller.actor.as_ref(), &at.facts, at.now)?;
    } else {
        may::<act::Export>(caller.actor.as_ref(), &at.facts, at.now)?;
    }
    let (text, rows) = write(conn, &at, kind).await?.finish()?;
    let after = Some(json!({ "rows": rows }));
    let entry = Entry { after, ..entry(caller, &at, "export.csv", "export", kind.name()) };
    Ok(Done::logged(CsvFile { name: format!("{}-{}.csv", at.slug, kind.name()), text }, entry))
}

/// The log of what belongs to no event, as [`csv()`] makes it of an event's.
///
/// # Errors
/// 401; 403 for a caller who is no site admin.
pub async fn portal_log(conn: &mut Conn, caller: &Caller) -> Outcome<Done<CsvFile>> {
    let now = facts::now(conn).await?;
    may::<act::Administer>(caller.actor.as_ref(), &Facts::default(), now)?;
    let mut sheet = Sheet::new(&ExportKind::Audit.columns(&[]))?;
    lists::audit(conn, "", &mut sheet).await?;
    let (text, rows) = sheet.finish()?;
    let after = Some(json!({ "rows": rows }));
    let entry = Entry { after, ..entry_outside(caller, "export.csv", "export", ExportKind::Audit.name()) };
    // No slug, by which a verifier would take it for an event's.
    Ok(Done::logged(CsvFile { name: "audit.csv".to_owned(), text }, entry))
}

async fn write(conn: &mut Conn, at: &Context, kind: ExportKind) -> Outcome<Sheet> {
    let found = event::list(conn, Some(&at.slug)).await?.pop().ok_or_else(Refusal::not_found)?;
    let criteria = found.criteria;
    let keys: Vec<String> = criteria.iter().map(|c| c.key.clone()).collect();
    let mut sheet = Sheet::new(&kind.columns(&keys))?;
    match kind {
        ExportKind::Registrations => lists::registrations(conn, at.event, &mut sheet).await?,
        ExportKind::Teams => lists::teams(conn, at.event, &mut sheet).await?,
        ExportKind::Projects => lists::projects(conn, at.event, &mut sheet).await?,
        ExportKind::Assignments => {
            lists::assignments(conn, at.event, at.facts.team_left_out(), &mut sheet).await?;
        }
        ExportKind::Scores => lists::scores(conn, at.event, &criteria, &mut sheet).await?,
        ExportKind::Results => run::results(conn, at.event, &mut sheet).await?,
        ExportKind::Judges => run::judges(conn, at.event, &mut sheet).await?,
        ExportKind::Audit => lists::audit(conn, &at.slug, &mut sheet).await?,
    }
    Ok(sheet)
}

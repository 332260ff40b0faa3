//! A whole event as one file.

use super::log_taken;
use super::parts::{Download, Parts, send};
use crate::prelude::*;
use futures_util::TryStreamExt as _;
use serde::Serialize;
use shared::audit::hex;
use shared::bundle::FORMAT;
use store::bundle::{questions, read, read_judged};
use store::export;
use store::heavy;
use store::log_tree;
use store::snapshot::{Rows, Snapshot};

/// How often the last row of a download is tried while the database is busy. The file took long to send.
const TRIES: usize = 5;

/// What a bundle contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BundleExtent {
    /// All of the event.
    Whole,
    /// All but the pictures of its projects, which may make it too large to be imported.
    WithoutPictures,
}

/// Sends the event's bundle, `<slug>-bundle.json`. Its log ends before this download's rows: one before the first byte, and one
/// with the file's SHA-256, by which an import names the file it came from, before the last. Ballots are in it once voting has
/// closed.
/// Errors: 401; 404 for an unknown event; 403 for a caller who does not organize the event, and before publication for an organizer who
/// takes part; busy where too many files are under way.
pub async fn bundle(by: By<'_>, extent: BundleExtent) -> Outcome<Download> {
    by.caller.signed_in()?;
    // Who may not have the file takes no place from who may.
    by.read(permitted).await?;
    let mut snapshot = by.database.snapshot().await?;
    let (at, permit) = permitted(&mut by.call(snapshot.conn())).await?;
    let rows = export::log_length(snapshot.conn(), &at.slug).await?;
    let begun = entry(by.caller, &at, "bundle.exported", "export", "bundle");
    let completed = Entry { action: "bundle.completed", ..begun.clone() };
    let after = match extent {
        BundleExtent::Whole => json!({ "audit_rows": rows }),
        BundleExtent::WithoutPictures => json!({ "audit_rows": rows, "pictures": false }),
    };
    let begun = begun.after(after);
    log_taken(by.database, begun).await?;
    let name = format!("{}-bundle.json", at.slug);
    let archive = Archive { database: by.database.clone(), at, permit, extent, completed };
    Ok(send(name, |parts| archive.write(snapshot, parts.digested())))
}

async fn permitted(call: &mut Call<'_>) -> Outcome<(Context, Permit<act::ExportScores>)> {
    let at = call.context().await?;
    let permit = call.ask::<act::ExportScores>(&at)?;
    Ok((at, permit))
}

/// The file's first members.
#[derive(Serialize)]
struct Beginning {
    format: &'static str,
    exported_at: DateTime<Utc>,
}

struct Archive {
    database: Database,
    at: Context,
    permit: Permit<act::ExportScores>,
    extent: BundleExtent,
    /// The row that says that it was sent whole.
    completed: Entry,
}

impl Archive {
    async fn write(self, mut snapshot: Snapshot, mut parts: Parts) -> Outcome<()> {
        serde_json::to_writer(&mut parts.buffer, &Beginning { format: FORMAT, exported_at: self.at.now })?;
        // The lists follow in the same object.
        parts.buffer.pop();
        // At once: the first list may take a moment.
        parts.flush().await?;
        self.lists(snapshot.conn(), &mut parts).await?;
        parts.buffer.push(b'}');
        drop(snapshot);
        // The row first: a file that is whole is in the log with its digest.
        self.complete(parts.sha256()).await?;
        parts.flush().await
    }

    async fn lists(&self, conn: &mut Conn, parts: &mut Parts) -> Outcome<()> {
        let counted = self.at.facts.event.voting.is_over(self.at.now);
        let refs = &read::refs(conn, &self.permit, counted).await?;
        name(parts, "event");
        serde_json::to_writer(&mut parts.buffer, &read::event(conn, refs).await?)?;
        list(parts, "people", read::people(conn, refs)).await?;
        list(parts, "teams", read::teams(conn, refs)).await?;
        list(parts, "projects", read::projects(conn, refs)).await?;
        list(parts, "assignments", read_judged::assignments(conn, refs)).await?;
        list(parts, "comments", read_judged::comments(conn, refs)).await?;
        list(parts, "ballots", read_judged::ballots(conn, refs)).await?;
        list(parts, "conflicts", read_judged::conflicts(conn, refs)).await?;
        list(parts, "prizes", read_judged::prizes(conn, refs)).await?;
        match self.extent {
            BundleExtent::Whole => list(parts, "pictures", read::pictures(conn, refs)).await?,
            BundleExtent::WithoutPictures => {
                name(parts, "pictures");
                end(parts, b'[');
            }
        }
        list(parts, "questions", questions::read(conn, refs)).await?;
        list(parts, "invitations", read::invitations(conn, refs)).await?;
        runs(parts, read_judged::runs(conn, refs)).await?;
        if let Some(tree) = log_tree::find(conn, self.at.event).await? {
            name(parts, "log_secret");
            serde_json::to_writer(&mut parts.buffer, &hex(&tree.secret))?;
        }
        list(parts, "audit", export::audit(conn, &self.at.slug)).await
    }

    async fn complete(self, sha256: String) -> Outcome<()> {
        let entry = Entry { after: Some(json!({ "file_sha256": sha256 })), ..self.completed };
        let mut tried = 0;
        loop {
            tried += 1;
            let row = entry.clone();
            match self.database.write(async |_| Ok(Done::logged((), row))).await {
                Err(Failure::Busy(_)) if tried < TRIES => {}
                done => return done,
            }
        }
    }
}

/// Writes the name of the file's next member.
fn name(parts: &mut Parts, name: &str) {
    parts.buffer.extend_from_slice(format!(",\"{name}\":").as_bytes());
}

async fn list<T: Serialize>(parts: &mut Parts, of: &str, mut rows: Rows<'_, T>) -> Outcome<()> {
    name(parts, of);
    let mut before = b'[';
    while let Some(entry) = rows.try_next().await? {
        parts.buffer.push(before);
        serde_json::to_writer(&mut parts.buffer, &entry)?;
        parts.flow().await?;
        before = b',';
    }
    end(parts, before);
    Ok(())
}

/// The runs, each of which may be megabytes.
async fn runs(parts: &mut Parts, mut rows: Rows<'_, String>) -> Outcome<()> {
    name(parts, "runs");
    let mut before = b'[';
    while let Some(text) = rows.try_next().await? {
        let write = move || -> Outcome<Vec<u8>> { Ok(serde_json::to_vec(&read_judged::run(&text)?)?) };
        let written = heavy::run(write).await?;
        parts.buffer.push(before);
        parts.buffer.append(&mut written?);
        parts.flow().await?;
        before = b',';
    }
    end(parts, before);
    Ok(())
}

fn end(parts: &mut Parts, before: u8) {
    // A list without entries was not opened yet.
    if before == b'[' {
        parts.buffer.push(b'[');
    }
    parts.buffer.push(b']');
}

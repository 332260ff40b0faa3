//! The comments of a bundle beside the rows of its log that posted and removed them.

use super::findings::Finding;
use super::messages::BundleMessage as Found;
use super::report_log::FoundChain;
use super::review_log::SAVING;
use crate::bundle::Bundle;
use crate::names::is_deleted_address;
use crate::prelude::*;

/// What the row of a new comment says.
#[derive(Deserialize)]
struct Said {
    project: i64,
    body: String,
}

/// A comment that a row posted.
struct Posted<'l> {
    row: i64,
    at: DateTime<Utc>,
    /// Their address then. A deleted account has another one since.
    by: &'l str,
    said: Said,
}

/// The comments that rows up to this one posted, and none of them removed.
fn posted(log: FoundChain<'_>, upto: i64) -> Vec<Posted<'_>> {
    let mut posted: BTreeMap<&str, Posted<'_>> = BTreeMap::new();
    for row in log.chain.audit_rows().filter(|row| row.seq <= upto) {
        match row.action.as_str() {
            "comment.posted" => {
                if let (Ok(at), Ok(said)) = (row.ts.parse(), serde_json::from_str(&row.after)) {
                    let by = row.actor.as_str();
                    posted.insert(row.object_id.as_str(), Posted { row: row.seq, at, by, said });
                }
            }
            "comment.removed" => drop(posted.remove(row.object_id.as_str())),
            _ => {}
        }
    }
    posted.into_values().collect()
}

/// The rows of comments that are alike, by their moments.
#[derive(Default)]
struct Moments(BTreeSet<(DateTime<Utc>, i64)>);

impl Moments {
    /// Takes the first row that is dated as the file says. Every export says when.
    fn take(&mut self, here: Option<DateTime<Utc>>) -> Option<i64> {
        let here = here?;
        let earliest = here.checked_sub_signed(SAVING).unwrap_or(here);
        let latest = here.checked_add_signed(SAVING).unwrap_or(here);
        let found = self.0.range((earliest, i64::MIN)..=(latest, i64::MAX)).next().copied()?;
        self.0.remove(&found);
        Some(found.1)
    }
}

/// How the comments of a file and those of rows differ.
struct Compared {
    /// The first that no row posted.
    unknown: Option<usize>,
    /// The first row whose comment is not in the file.
    missing: Option<i64>,
}

fn compare(event: &Bundle, posted: &[Posted<'_>]) -> Compared {
    let (ids, addresses) = (event.project_ids(), event.addresses());
    let mut rows: HashMap<(i64, &str, &str), Moments> = HashMap::new();
    for row in posted {
        let of_author = rows.entry((row.said.project, row.said.body.as_str(), row.by)).or_default();
        of_author.0.insert((row.at, row.row));
    }
    let (mut unknown, mut deleted) = (Vec::new(), Vec::new());
    for (at, comment) in event.comments.iter().enumerate() {
        let project = ids.get(comment.project.as_str()).copied().unwrap_or_default();
        let by = addresses.get(comment.person.as_str()).copied().unwrap_or_default();
        let of_author = rows.get_mut(&(project, comment.body.as_str(), by));
        if of_author.and_then(|rows| rows.take(comment.created_at)).is_some() {
            continue;
        }
        if is_deleted_address(by) {
            deleted.push((at, project, comment));
        } else {
            unknown.push(at);
        }
    }
    let mut left: HashMap<(i64, &str), Moments> = HashMap::new();
    for ((project, body, _), Moments(rows)) in rows {
        left.entry((project, body)).or_default().0.extend(rows);
    }
    for (at, project, comment) in deleted {
        let alike = left.get_mut(&(project, comment.body.as_str()));
        if alike.and_then(|rows| rows.take(comment.created_at)).is_none() {
            unknown.push(at);
        }
    }
    let missing = left.into_values().flat_map(|Moments(rows)| rows).map(|(_, row)| row).min();
    Compared { unknown: unknown.into_iter().min(), missing }
}

/// Whether the file holds each comment that a row posted, and in an event without an import no other. They go with the personal data.
pub(super) fn report_comments(finding: &mut Finding, event: &Bundle, log: Option<FoundChain<'_>>) {
    let log = log.filter(|log| log.is_of_event() && log.chain.forgetting().is_none());
    let Some(log) = log else { return };
    let names_all = log.chain.is_of_created_event();
    let Compared { unknown, missing } = compare(event, &posted(log, i64::MAX));
    if let Some(row) = missing {
        return finding.fail(Some("comments".to_owned()), Found::CommentNotAsLogged { row: Some(row) });
    }
    if let Some(at) = unknown.filter(|_| names_all) {
        return finding.fail(Some(format!("comments[{at}]")), Found::CommentNotAsLogged { row: None });
    }
    let Some(upto) = log.signed_before_others() else { return };
    let signed = compare(event, &posted(log, upto));
    if signed.missing.is_some() || (names_all && signed.unknown.is_some()) {
        finding.cannot_tell(Found::MemberNotConfirmed { member: "comments".to_owned() });
    }
}

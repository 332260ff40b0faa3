//! The report on an audit log.

use super::audit_head::AuditHead;
use super::bundle::Run;
use super::chain::{Chain, HeadVerdict};
use super::documents::{Payload, SignedResults};
use super::file_names::slug_of;
use super::findings::{Finding, Kind};
use super::forgetting::Forgetting;
use super::log_row::Link;
use super::logged_reviews::ReadLog;
use super::messages::{Headline, LogMessage as Found, MissingRows};
use super::rows::BrokenRow;
use super::signed::is_before;
use super::verified::{VerifiedDocument, of_two_sites};
use crate::audit::{AuditRow, from_hex, sha256_hex};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use transparency::blinded::LogSecret;
use transparency::merkle::{Tree, leaf_hash, root};

/// How far apart a head and a file may be dated that a site made at the same time. A row is dated before its transaction ends,
/// so without this a file could seem later than it is.
const SAME_TIME: TimeDelta = TimeDelta::minutes(1);

/// Reports on an audit export. `named` is the event that the caller named.
pub(super) fn report_log(
    name: &str,
    rows: Result<Vec<Link>, BrokenRow>,
    named: Option<&str>,
    verified: &[VerifiedDocument<'_>],
) -> Finding {
    let mut finding = Finding::new(name, Kind::Audit);
    let chain = match rows.and_then(Chain::check) {
        Ok(chain) => chain,
        Err(broken) => {
            report_broken(&mut finding, "", &broken);
            return finding;
        }
    };
    let claimed = named.or_else(|| slug_of(name, "-audit"));
    let mut candidates = claimed.into_iter().chain(verified.iter().filter_map(|d| Some(d.head()?.0)));
    let slug = candidates.find(|slug| chain.is_of(slug));
    let slug = slug.or_else(|| chain.slugs_named().find(|slug| chain.is_of(slug)));
    let slug = slug.or_else(|| Some("").filter(|slug| chain.is_of(slug)));
    let read = &ReadLog::default();
    let found = FoundChain { chain: &chain, place: "", slug, saved_at: None, read, secret: None, verified };
    found.report_rows(&mut finding);
    let first_row = || Some("row 1".to_owned());
    match (slug, claimed) {
        (_, Some(event)) if named.is_some() && !chain.is_of(event) => {
            finding.fail(first_row(), Found::NotOfEvent { event: event.to_owned() });
        }
        (Some(slug), Some(claimed)) if slug != claimed => {
            finding.pass(Found::OfEventDespiteName { event: slug.to_owned() });
        }
        (Some(slug), _) => finding.pass(Found::OfEvent { event: slug.to_owned() }),
        (None, Some(event)) => finding.fail(first_row(), Found::NotOfNamedEvent { event: event.to_owned() }),
        (None, None) => finding.leave_open(Found::EventUnknown),
    }
    report_heads(&mut finding, found);
    finding
}

/// A log that breaks at a row.
pub(super) fn report_broken(finding: &mut Finding, place: &str, broken: &BrokenRow) {
    let at = (broken.row > 0).then(|| row_at(place, broken.row));
    finding.fail(at, Found::Broken(broken.clone()));
}

/// A row's place: `row 7`, or `audit, row 7` in a bundle.
fn row_at(place: &str, row: impl ToString) -> String {
    [place, "row ", &row.to_string()].concat()
}

/// A chain, where it was found, and the documents that it is compared with.
#[derive(Clone, Copy)]
pub(super) struct FoundChain<'h> {
    /// The chain.
    pub(super) chain: &'h Chain,
    /// Names the list in a bundle; empty for an export.
    pub(super) place: &'h str,
    /// The event that it belongs to, if that is known; empty for no event.
    pub(super) slug: Option<&'h str>,
    /// When the file says that it was saved.
    pub(super) saved_at: Option<DateTime<Utc>>,
    /// What its rows say of assignments and judges; nothing for an export, beside which there are none.
    pub(super) read: &'h ReadLog<'h>,
    /// What blinds the leaves of the log's tree, where the file says it.
    pub(super) secret: Option<&'h LogSecret>,
    /// The documents among the files.
    pub(super) verified: &'h [VerifiedDocument<'h>],
}

/// What a row says of something that was signed before it.
pub(super) struct LaterValue<T> {
    /// The row.
    pub(super) row: i64,
    /// Whether a trusted signed head covers it. Rows after that prove nothing.
    pub(super) is_signed: bool,
    /// What it says.
    pub(super) value: T,
}

impl<'h> FoundChain<'h> {
    /// The signed heads of this chain.
    pub(super) fn heads(self) -> impl Iterator<Item = (&'h VerifiedDocument<'h>, &'h str, &'h AuditHead)> {
        let slug = self.slug;
        self.verified.iter().filter_map(move |document| {
            let (event, head) = document.head().filter(|(of, _)| Some(*of) == slug)?;
            Some((document, event, head))
        })
    }

    /// Where organizers get the signed head of its last row: at the site that signed another row of it with a trusted key.
    fn address_of_head(self) -> Option<String> {
        let (document, slug, _) = self.heads().find(|(document, ..)| document.trusted)?;
        let (site, row) = (document.payload.issuer().trim_end_matches('/'), self.chain.rows());
        Some(match slug {
            "" => format!("{site}/admin/audit/head.json?row={row}"),
            slug => format!("{site}/api/events/{slug}/audit-head?row={row}"),
        })
    }

    /// The last row that a trusted signed head holds; 0 without one. Up to it, the log says what the site signed.
    pub(super) fn signed_up_to(self) -> i64 {
        let reached = |head: &AuditHead| matches!(self.chain.against(head), HeadVerdict::Reaches { .. });
        let trusted = self.heads().filter(|(document, _, head)| {
            document.trusted && reached(head) && self.written_after(document, head).is_none()
        });
        trusted.map(|(_, _, head)| head.seq).max().unwrap_or(0)
    }

    /// The last row that a trusted signed head holds, if there is one and rows come after it: what these say proves nothing.
    pub(super) fn signed_before_others(self) -> Option<i64> {
        let upto = self.signed_up_to();
        let has_others = usize::try_from(upto).is_ok_and(|rows| rows < self.chain.rows());
        Some(upto).filter(|upto| *upto > 0 && has_others)
    }

    /// The latest date of the rows up to this head, if the head says that it was signed before that. Nobody signs a row that is not
    /// written yet, but whoever has a key that was retired can date a head back to when it signed.
    fn written_after(self, document: &VerifiedDocument<'_>, head: &AuditHead) -> Option<DateTime<Utc>> {
        let signed = document.payload.issued_at();
        self.chain.latest_up_to(head.seq).filter(|written| is_before(signed, *written))
    }

    /// Whether it ends before this row, so that its file is older than what was signed with the row, or lost rows. The report on the
    /// signed heads says so.
    pub(super) fn ends_before(self, row: i64) -> bool {
        let rows = self.chain.rows();
        rows > 0 && i64::try_from(rows).is_ok_and(|rows| rows < row) && self.is_of_event()
    }

    /// Whether its first row begins the log of the event that it should belong to, if that is known.
    pub(super) fn is_of_event(self) -> bool {
        self.slug.is_none_or(|slug| self.chain.is_of(slug))
    }

    /// The Merkle tree over its rows; `None` where one has no hash.
    fn tree(self, secret: &LogSecret) -> Option<Tree> {
        let leaf = |link: &Link| {
            Some(leaf_hash(&secret.entry(u64::try_from(link.row.seq).ok()?, &from_hex(&link.row_hash)?)))
        };
        self.chain.links().iter().map(leaf).collect()
    }

    /// The rows that were written after a publication. They explain a difference from what was signed then, and prove none.
    pub(super) fn later_than(self, published: Option<DateTime<Utc>>) -> impl Iterator<Item = &'h AuditRow> {
        let later = move |row: &&AuditRow| {
            published.zip(row.ts.parse().ok()).is_some_and(|(at, ts): (_, DateTime<Utc>)| ts > at)
        };
        self.chain.audit_rows().filter(later)
    }

    /// What the newest row after a publication says of something that was signed with it; none where no row says anything.
    pub(super) fn later_value<T>(
        self,
        published: Option<DateTime<Utc>>,
        says: impl Fn(&AuditRow) -> Option<T>,
    ) -> Option<LaterValue<T>> {
        let values = self.later_than(published).filter_map(|row| Some((row.seq, says(row)?)));
        let (row, value) = values.last()?;
        Some(LaterValue { row, is_signed: row <= self.signed_up_to(), value })
    }

    /// The rows that say that a run was published.
    pub(super) fn publications(self, run: i32) -> impl Iterator<Item = &'h AuditRow> {
        let run = run.to_string();
        let of_run = move |row: &&AuditRow| {
            matches!(row.action.as_str(), "results.published" | "results.corrected" | "results.finalized")
                && row.object_id == run
        };
        self.chain.audit_rows().filter(of_run)
    }

    /// Its row of forgetting, if it has one, and whether the site signed that row.
    pub(super) fn forgetting(self) -> Option<(&'h Forgetting, bool)> {
        let forgetting = self.chain.forgetting()?;
        Some((forgetting, self.signed_up_to() > forgetting.rows))
    }

    /// Whether the rows are chained, and what excuses those that nobody can compute again.
    pub(super) fn report_rows(self, finding: &mut Finding) {
        let chained = Found::Chained { rows: self.chain.rows() };
        // Rows after the last signed one prove nothing, and anybody could have written their reasons.
        let upto = self.signed_up_to();
        let signed = self.chain.audit_rows().filter(|row| is_signed(row.seq, upto));
        for renamed in signed.filter_map(renaming) {
            finding.note(renamed);
        }
        let Some((forgetting, signed)) = self.forgetting() else { return finding.pass(chained) };
        let masked = self.chain.links().iter().filter(|link| link.is_masked()).count();
        let (rows, at) = (forgetting.rows, forgetting.at.parse().ok());
        if signed {
            finding.pass(chained);
            finding.leave_open(Found::Forgotten { rows, masked, at });
        } else {
            finding.cannot_tell(Found::ForgettingNotSigned { rows, masked, at });
        }
    }
}

/// Whether the row is among those up to `upto`, the last that a trusted signed head holds. Later ones prove nothing; without a head, the
/// log alone says what happened.
pub(super) fn is_signed(row: i64, upto: i64) -> bool {
    upto == 0 || row <= upto
}

/// What a row says of a new name of the log, if that is what it is about.
fn renaming(row: &AuditRow) -> Option<Found> {
    #[derive(Deserialize)]
    struct Named {
        origin: String,
        #[serde(default)]
        reason: String,
    }
    if row.action != "log.renamed" {
        return None;
    }
    let named = |text: &str| serde_json::from_str::<Named>(text).ok();
    let (from, to) = (named(&row.before)?, named(&row.after)?);
    Some(Found::Renamed { row: row.seq, from: from.origin, to: to.origin, reason: to.reason })
}

/// Whether a row says that the run was published when and why the file says.
pub(super) fn publication_row_says(row: &AuditRow, run: &Run) -> bool {
    #[derive(Deserialize)]
    struct Logged {
        input_digest: String,
        reason_sha256: Option<String>,
    }
    let moment = row.ts.parse::<DateTime<Utc>>().ok();
    let same_time =
        moment.zip(run.pinned_at).is_some_and(|(logged, here)| (here - logged).abs() <= SAME_TIME);
    let reason = run.reason.as_ref().map(|reason| sha256_hex(reason.as_bytes()));
    let says = |logged: Logged| logged.input_digest == run.input_digest && logged.reason_sha256 == reason;
    same_time && row.object_id == run.run.to_string() && serde_json::from_str(&row.after).is_ok_and(says)
}

/// Whether the row that published results says of their state what was signed. What a row of another kind says is not looked at.
fn row_publishes(row: &AuditRow, payload: &Payload) -> bool {
    #[derive(Deserialize)]
    struct Logged {
        publication: Option<i32>,
        provisional_until: Option<DateTime<Utc>>,
        owed: Option<usize>,
        final_of: Option<i32>,
    }
    let Payload::Results(SignedResults { results, .. }) = payload else { return true };
    if !row.action.starts_with("results.") {
        return true;
    }
    let says = |logged: Logged| {
        // Publications had no numbers at first.
        let numbers = logged.publication.zip(results.publication);
        numbers.is_none_or(|(logged, signed)| logged == signed)
            && logged.provisional_until == results.provisional_until
            && logged.owed.unwrap_or_default() == results.owed.len()
            && logged.final_of == results.final_of
    };
    row.object_id == results.run.to_string() && serde_json::from_str(&row.after).is_ok_and(says)
}

/// Compares the chain with each signed head of it.
pub(super) fn report_heads(finding: &mut Finding, found: FoundChain<'_>) {
    let (mut any, mut differs_from_any, mut rows_after) = (false, false, None);
    let FoundChain { chain, place, .. } = found;
    let has_root = found.heads().any(|(_, _, head)| head.root.is_some());
    let secret = found.secret.filter(|_| has_root);
    let tree = secret.and_then(|secret| found.tree(secret));
    let upto = found.signed_up_to();
    if let Some(two) = of_two_sites(found.heads().map(|(document, ..)| document)) {
        finding.cannot_tell(two);
    }
    for (document, event, head) in found.heads() {
        any = true;
        finding.rest_on(document);
        let (row, file, signed) = (head.seq, document.name.to_owned(), document.payload.issued_at());
        match chain.against(head) {
            HeadVerdict::Reaches { later } => {
                // A later head shows that the site had these rows, whatever the clocks said.
                if let Some(written) = found.written_after(document, head).filter(|_| row > upto) {
                    finding.cannot_tell(Found::SignedBeforeWritten { row, file, signed, written });
                    continue;
                }
                rows_after = Some(rows_after.map_or(later, |least: usize| least.min(later)));
                if let (Some(_), Some(of_signed)) = (secret, &head.root) {
                    let here = tree.as_ref().zip(u64::try_from(row).ok());
                    let here = here.and_then(|(tree, row)| root(tree, row));
                    if here.is_some_and(|here| here.to_string() == *of_signed) {
                        finding.pass(Found::HasSignedRoot { row, file: file.clone() });
                    } else {
                        let differs = Found::RootDiffers { row, file: file.clone(), signed };
                        finding.fail(Some(row_at(place, row)), differs);
                    }
                }
                if chain.audit_rows().any(|at| at.seq == row && !row_publishes(at, document.payload)) {
                    let differs = Found::PublicationDiffers { row, file: file.clone(), signed };
                    finding.fail(Some(row_at(place, row)), differs);
                }
                finding.pass(if chain.is_excused(row) {
                    Found::HasHashOfSignedRow { row, file, signed }
                } else if later == 0 {
                    Found::EndsWithSignedRow { row, file, signed }
                } else {
                    Found::HoldsSignedRow { row, file, signed }
                });
            }
            HeadVerdict::Short => report_missing_rows(finding, &found, document, row),
            HeadVerdict::Differs => {
                let event = event.to_owned();
                let differs = Found::SignedRowDiffers { row, event, file, signed };
                finding.fail(Some(row_at(place, row)), differs);
                differs_from_any = true;
            }
        }
    }
    if differs_from_any && chain.links().first().is_some_and(|link| link.row.action == "event.imported") {
        finding.note(Found::BeginsWithImport);
    }
    if !any {
        finding.leave_open(Found::NoSignedHead);
    }
    // This is a remark and leaves nothing open: a log always goes on after its last head.
    if let Some(rows) = rows_after.filter(|rows| *rows > 0) {
        finding.note(Found::RowsAfterHead { rows, head_at: found.address_of_head() });
    }
}

/// A chain that ends before a signed row: an older export, or one whose end was removed. A head alone cannot show which. A file
/// that claims to be later than the head can.
fn report_missing_rows(
    finding: &mut Finding,
    found: &FoundChain<'_>,
    document: &VerifiedDocument<'_>,
    row: i64,
) {
    let signed = document.payload.issued_at();
    let last = found.chain.rows();
    let file = || document.name.to_owned();
    let ends = |because| Found::EndsBeforeSignedRow { last, file: file(), signed, row, because };
    let after = |moment: &DateTime<Utc>| signed.checked_add_signed(SAME_TIME).is_some_and(|at| at < *moment);
    let place = Some(row_at(found.place, last + 1));
    if let Some(saved) = found.saved_at.filter(after) {
        return finding.fail(place, ends(MissingRows::SavedLater { saved }));
    }
    if let Some(last) = found.chain.last_at().filter(after) {
        return finding.fail(place, ends(MissingRows::LastRowLater { last }));
    }
    // Nothing takes the place of signed results.
    let is_head = matches!(document.payload, Payload::AuditHead(_));
    let head_at = found.address_of_head().filter(|_| is_head);
    finding.cannot_judge_because(Headline::HeadLaterThanFile, ends(MissingRows::Undecided { head_at }));
}

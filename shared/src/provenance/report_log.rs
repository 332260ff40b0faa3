//! The report on an audit log.

use super::chain::{Chain, HeadVerdict};
use super::file_names::slug_of;
use super::findings::{Finding, Kind};
use super::log_row::Link;
use super::messages::{Headline, LogMessage as Found, MissingRows};
use super::rows::BrokenRow;
use super::verified::VerifiedDocument;
use chrono::{DateTime, TimeDelta, Utc};

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
    let Some(chain) = report_chain(&mut finding, "", rows.and_then(Chain::check)) else { return finding };
    let claimed = named.or_else(|| slug_of(name, "-audit"));
    let mut candidates = claimed.into_iter().chain(verified.iter().filter_map(|d| Some(d.head()?.0)));
    let slug = candidates.find(|slug| chain.is_of(slug));
    let slug = slug.or_else(|| chain.slugs_named().find(|slug| chain.is_of(slug)));
    let slug = slug.or_else(|| Some("").filter(|slug| chain.is_of(slug)));
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
    report_heads(&mut finding, &FoundChain { chain: &chain, place: "", slug, saved_at: None }, verified);
    finding
}

/// The chain, if every hash in it is right. `place` names the list in a bundle.
pub(super) fn report_chain(
    finding: &mut Finding,
    place: &str,
    chain: Result<Chain, BrokenRow>,
) -> Option<Chain> {
    match chain {
        Ok(chain) => {
            finding.pass(Found::Chained { rows: chain.rows() });
            if let Some(forgetting) = chain.forgetting() {
                let masked = chain.links().iter().filter(|link| link.is_masked()).count();
                let at = forgetting.at.parse().ok();
                finding.leave_open(Found::Forgotten { rows: forgetting.rows, masked, at });
            }
            Some(chain)
        }
        Err(broken) => {
            let at = (broken.row > 0).then(|| row_at(place, broken.row));
            finding.fail(at, Found::Broken(broken));
            None
        }
    }
}

/// A row's place: `row 7`, or `audit, row 7` in a bundle.
fn row_at(place: &str, row: impl ToString) -> String {
    [place, "row ", &row.to_string()].concat()
}

/// A chain, and where it was found.
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
}

/// Compares the chain with each signed head of it.
pub(super) fn report_heads(finding: &mut Finding, found: &FoundChain<'_>, verified: &[VerifiedDocument<'_>]) {
    let (mut any, mut rows_after) = (false, None);
    let FoundChain { chain, place, slug, .. } = *found;
    for document in verified {
        let Some((event, head)) = document.head().filter(|(of, _)| Some(*of) == slug) else { continue };
        any = true;
        finding.leave_open_untrusted(document);
        let (row, file, signed) = (head.seq, document.name.to_owned(), document.payload.issued_at());
        match chain.against(head) {
            HeadVerdict::Reaches { later: 0 } => {
                rows_after = Some(0);
                finding.pass(Found::EndsWithSignedRow { row, file, signed });
            }
            HeadVerdict::Reaches { later } => {
                rows_after = Some(rows_after.map_or(later, |least: usize| least.min(later)));
                finding.pass(Found::HoldsSignedRow { row, file, signed });
            }
            HeadVerdict::Short { missing } => report_missing_rows(finding, found, document, (row, missing)),
            HeadVerdict::Differs => {
                let event = event.to_owned();
                let differs = Found::SignedRowDiffers { row, event, file, signed };
                finding.fail(Some(row_at(place, row)), differs);
            }
        }
    }
    if !any {
        finding.leave_open(Found::NoSignedHead);
    }
    // This is a remark and leaves nothing open: a log always goes on after its last head.
    if let Some(rows) = rows_after.filter(|rows| *rows > 0) {
        finding.note(Found::RowsAfterHead { rows });
    }
}

/// A chain that ends before a signed row: an older export, or one whose end was removed. A head alone cannot show which. A file
/// that claims to be later than the head can.
fn report_missing_rows(
    finding: &mut Finding,
    found: &FoundChain<'_>,
    document: &VerifiedDocument<'_>,
    (row, missing): (i64, i64),
) {
    let signed = document.payload.issued_at();
    let last = found.chain.rows();
    let ends = |because| Found::EndsBeforeSignedRow {
        last,
        file: document.name.to_owned(),
        signed,
        row,
        missing: usize::try_from(missing).unwrap_or(usize::MAX),
        because,
    };
    let after = |moment: &DateTime<Utc>| signed.checked_add_signed(SAME_TIME).is_some_and(|at| at < *moment);
    let place = Some(row_at(found.place, last + 1));
    if let Some(saved) = found.saved_at.filter(after) {
        return finding.fail(place, ends(MissingRows::SavedLater { saved }));
    }
    if let Some(last) = found.chain.last_at().filter(after) {
        return finding.fail(place, ends(MissingRows::LastRowLater { last }));
    }
    finding.cannot_judge_because(Headline::HeadLaterThanFile, ends(MissingRows::Undecided));
}

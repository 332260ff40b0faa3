//! What is to be said of an audit log.

use super::chain::{Broken, Chain, HeadVerdict, Link};
use super::files::VerifiedDocument;
use super::findings::{Finding, Kind};
use super::report_document::{many, moment};
use chrono::{DateTime, TimeDelta, Utc};

/// What is said of every chain without a signed head.
const NO_HEAD: &str = "Without a signed head, this check cannot tell whether rows were removed from the end or the whole log was \
                       replaced.";

/// A head and a file that one site made at the same time may be dated so far apart, since a transaction that writes a row ends
/// after its date.
const SAME_TIME: TimeDelta = TimeDelta::minutes(1);

/// An audit export.
pub(super) fn audit(
    name: &str,
    rows: Result<Vec<Link>, Broken>,
    told: Option<&str>,
    proven: &[VerifiedDocument<'_>],
) -> Finding {
    let mut finding = Finding::new(name, Kind::Audit);
    let Some(chain) = chained(&mut finding, "", rows.and_then(Chain::check)) else { return finding };
    let claimed = told.or_else(|| slug_of(name, "-audit"));
    let mut candidates = claimed.into_iter().chain(proven.iter().filter_map(|p| Some(p.head()?.0)));
    let slug = candidates.find(|slug| chain.is_of(slug));
    let slug = slug.or_else(|| chain.slugs_named().find(|slug| chain.is_of(slug)));
    let slug = slug.or_else(|| Some("").filter(|slug| chain.is_of(slug)));
    match (slug, claimed) {
        (_, Some(claimed)) if told.is_some() && !chain.is_of(claimed) => {
            let sentence = format!("Its first row does not begin the log of the event {claimed}.");
            finding.fails(Some("row 1".into()), sentence);
        }
        (Some(slug), Some(claimed)) if slug != claimed => {
            finding.holds(format!("It is the log of {}, although the file's name says otherwise.", of_event(slug)));
        }
        (Some(slug), _) => finding.holds(format!("It is the log of {}.", of_event(slug))),
        (None, Some(claimed)) => {
            let sentence =
                format!("Its first row does not begin the log of the event {claimed}, which the file's name says.");
            finding.fails(Some("row 1".into()), sentence);
        }
        (None, None) => finding.open(
            "The event that it belongs to is not known, so its first link cannot be judged. Name the file <slug>-audit.csv.",
        ),
    }
    heads(&mut finding, &Held { chain: &chain, place: "", slug, saved_at: None }, proven);
    finding
}

fn of_event(slug: &str) -> String {
    if slug.is_empty() { "what belongs to no event".into() } else { format!("the event {slug}") }
}

/// The event that an export's name tells: with the end `-audit`, `demo` of `demo-audit.csv` or `demo-audit (1).csv`.
pub(super) fn slug_of<'n>(name: &'n str, end: &str) -> Option<&'n str> {
    let file = name.rsplit(['/', '\\']).next()?.strip_suffix(".csv")?;
    let stem = match file.rsplit_once(" (") {
        Some((stem, copy)) if copy.ends_with(')') => stem,
        _ => file,
    };
    stem.strip_suffix(end).filter(|slug| !slug.is_empty())
}

/// The chain, where it holds together; `place` names the list in a bundle.
pub(super) fn chained(finding: &mut Finding, place: &str, chain: Result<Chain, Broken>) -> Option<Chain> {
    match chain {
        Ok(chain) => {
            let rows = many(chain.rows(), "row", "rows");
            finding.holds(format!("{rows} of the audit log, each with the hash of the row before it."));
            Some(chain)
        }
        Err(Broken { row, why }) => {
            let at = (row > 0).then(|| format!("{place}row {row}"));
            finding.fails(at, why);
            None
        }
    }
}

/// A chain that holds together, and where it was found.
#[derive(Clone, Copy)]
pub(super) struct Held<'h> {
    /// The chain.
    pub(super) chain: &'h Chain,
    /// Names the list in a bundle.
    pub(super) place: &'h str,
    /// The event that it belongs to, where that is known; empty for no event.
    pub(super) slug: Option<&'h str>,
    /// When the file says that it was saved.
    pub(super) saved_at: Option<DateTime<Utc>>,
}

/// The chain against each head that was signed of it.
pub(super) fn heads(finding: &mut Finding, held: &Held<'_>, proven: &[VerifiedDocument<'_>]) {
    let (mut none, mut unsigned) = (true, None);
    let Held { chain, place, slug, .. } = *held;
    for document in proven {
        let Some((of, head)) = document.head().filter(|(of, _)| Some(*of) == slug) else { continue };
        none = false;
        if let Some(doubt) = document.doubt() {
            finding.open_once(doubt);
        }
        let (from, at) = (document.name, moment(document.payload.issued_at()));
        match chain.against(head) {
            HeadVerdict::Reaches { later: 0 } => {
                unsigned = Some(0);
                finding.holds(format!("It ends with row {}, as {from} of {at} says.", head.seq));
            }
            HeadVerdict::Reaches { later } => {
                unsigned = Some(unsigned.map_or(later, |least: usize| least.min(later)));
                finding.holds(format!("It holds row {} as {from} of {at} says.", head.seq));
            }
            HeadVerdict::Short { missing } => short(finding, held, document, (head.seq, missing)),
            HeadVerdict::Differs => {
                let sentence = format!(
                    "Row {} of {} is not the one that {from} of {at} names. The log was rewritten after that.",
                    head.seq,
                    of_event(of)
                );
                finding.fails(Some(format!("{place}row {}", head.seq)), sentence);
            }
        }
    }
    if none {
        finding.open(NO_HEAD);
    }
    // A remark, and nothing that is left open: there will always be rows after the last head.
    if let Some(later) = unsigned.filter(|later| *later > 0) {
        let rows = many(later, "row is", "rows are");
        finding.say(format!(
            "{rows} later than the last signed head. This check cannot tell whether more rows followed."
        ));
    }
}

/// A chain that ends before the row that a head names: an older export, or one whose end was removed. A head alone cannot tell
/// the two apart; a file that claims to be later than the head can.
fn short(
    finding: &mut Finding,
    held: &Held<'_>,
    document: &VerifiedDocument<'_>,
    (seq, missing): (i64, i64),
) {
    let (from, signed_at) = (document.name, document.payload.issued_at());
    let (rows, at) = (held.chain.rows(), moment(signed_at));
    let missing = many(usize::try_from(missing).unwrap_or(usize::MAX), "row is", "rows are");
    let ends = format!("It ends with row {rows}, and {from} of {at} names row {seq}: {missing} missing.");
    let after =
        |moment: &DateTime<Utc>| signed_at.checked_add_signed(SAME_TIME).is_some_and(|at| at < *moment);
    let place = Some(format!("{}row {}", held.place, rows + 1));
    if let Some(saved) = held.saved_at.filter(after) {
        let saved = moment(saved);
        let sentence = format!(
            "{ends} The file says that it was saved on {saved}, after that: rows were removed from its end."
        );
        return finding.fails(place, sentence);
    }
    if let Some(last) = held.chain.last_at().filter(after) {
        let last = moment(last);
        let sentence = format!("{ends} Its last row is dated {last}, after that: the log was rewritten.");
        return finding.fails(place, sentence);
    }
    let later = "The signed head is later than this file.";
    finding.undecided_as(
        later,
        format!(
            "{ends} {later} Either the file is an older export, or rows were removed: download the log again."
        ),
    );
}

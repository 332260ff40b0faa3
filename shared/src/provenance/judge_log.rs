//! What is to be said of an audit log.

use super::chain::{Broken, Chain, HeadVerdict, Link};
use super::files::Proven;
use super::findings::{Finding, Kind};
use super::judge::{many, moment};

/// What every chain without a signed head is told.
const NO_HEAD: &str = "Its tail cannot be judged: without a signed head nobody can tell whether rows after the last \
                       one were cut off, or the whole log was written anew.";

/// An audit export.
pub(super) fn audit(
    name: &str,
    rows: Result<Vec<Link>, Broken>,
    told: Option<&str>,
    proven: &[Proven<'_>],
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
            finding.holds(format!("It is the log of {}, whatever its name says.", of_event(slug)));
        }
        (Some(slug), _) => finding.holds(format!("It is the log of {}.", of_event(slug))),
        (None, Some(claimed)) => {
            let sentence =
                format!("Its first row does not begin the log of the event {claimed}, which its name tells.");
            finding.fails(Some("row 1".into()), sentence);
        }
        (None, None) => finding.open(
            "Which event it belongs to is not known, so its first link cannot be judged: name it <slug>-audit.csv.",
        ),
    }
    heads(&mut finding, "", &chain, slug, proven);
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

/// The chain against each head that was signed of it.
pub(super) fn heads(
    finding: &mut Finding,
    place: &str,
    chain: &Chain,
    slug: Option<&str>,
    proven: &[Proven<'_>],
) {
    let (mut none, mut unsigned) = (true, None);
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
            HeadVerdict::Short { missing } => {
                let rows = many(usize::try_from(missing).unwrap_or(usize::MAX), "row is", "rows are");
                let sentence = format!(
                    "It ends with row {}, where {from} of {at} names row {}: {rows} missing. Its tail was cut off, or an \
                     older backup restored.",
                    chain.rows(),
                    head.seq
                );
                finding.fails(Some(format!("{place}row {}", chain.rows() + 1)), sentence);
            }
            HeadVerdict::Differs => {
                let sentence = format!(
                    "Row {} of {} is not the one that {from} of {at} names: the log was written anew after that.",
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
            "{rows} later than the last signed head, and whether more followed cannot be judged."
        ));
    }
}

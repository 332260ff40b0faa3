//! The audit chain: checks that each row holds the hash of the row before, and compares the chain with a signed head.

use super::audit_head::AuditHead;
use super::forgetting::Forgetting;
use super::log_row::Link;
use super::rows::{BrokenRow, RowFault};
use crate::audit::{AuditRow, first_prev_hash, row_hash};
use chrono::{DateTime, Utc};

/// A log in which every hash is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Its rows.
    links: Vec<Link>,
    /// What its row of forgetting says, if it has one.
    forgetting: Option<Forgetting>,
    /// For each row, the latest date of it and the rows before it; none while no row has a date.
    latest: Vec<Option<DateTime<Utc>>>,
}

/// How a chain compares with a signed head.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum HeadVerdict {
    /// The chain holds the row that was signed, and perhaps later ones.
    Reaches { later: usize },
    /// The chain ends before the row that was signed: it is an older export, rows were removed from its end, or an older
    /// backup was restored.
    Short,
    /// The chain holds another row in the place of the signed one: the log was rewritten.
    Differs,
}

impl Chain {
    /// Recomputes every hash and link, from the first row's `prev_hash` on. Rows whose actor was taken out keep their hash, which
    /// nobody can compute again; what they still say must have the seal that the row of forgetting holds. Anybody can write such a
    /// row, so it excuses nothing before a trusted signed head covers it: see `FoundChain`.
    ///
    /// # Errors
    /// The first row that breaks.
    pub fn check(links: Vec<Link>) -> Result<Self, BrokenRow> {
        let forgetting = Forgetting::find(&links);
        let sealed = forgetting.as_ref().map_or(0, |forgetting| forgetting.rows);
        let mut before: Option<&Link> = None;
        for (at, link) in links.iter().enumerate() {
            if let Some(fault) = fault(before, link, sealed) {
                return Err(BrokenRow { row: at + 1, fault });
            }
            before = Some(link);
        }
        if let Some(forgetting) = &forgetting
            && !forgetting.seals(&links)
        {
            let row = forgetting.place();
            return Err(BrokenRow { row, fault: RowFault::SealBroken { rows: sealed } });
        }
        let dates = links.iter().scan(None::<DateTime<Utc>>, |latest, link| {
            *latest = (*latest).max(link.row.ts.parse().ok());
            Some(*latest)
        });
        let latest = dates.collect();
        Ok(Self { links, forgetting, latest })
    }

    /// What its row of forgetting says, if it has one.
    pub fn forgetting(&self) -> Option<&Forgetting> {
        self.forgetting.as_ref()
    }

    /// Whether the hash of this row was not computed again, because its actor is gone.
    pub(super) fn is_excused(&self, seq: i64) -> bool {
        let of_row =
            |forgetting: &Forgetting| seq <= forgetting.rows && self.link(seq).is_some_and(Link::is_masked);
        self.forgetting.as_ref().is_some_and(of_row)
    }

    /// The row of this number. `check` made sure that row n is in the n-th place.
    fn link(&self, seq: i64) -> Option<&Link> {
        self.links.get(usize::try_from(seq).ok()?.checked_sub(1)?)
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.links.len()
    }

    /// Its last row; `None` without rows.
    pub fn head(&self) -> Option<AuditHead> {
        self.links.last().map(|l| AuditHead { seq: l.row.seq, row_hash: l.row_hash.clone(), root: None })
    }

    /// When its last row was written; `None` without rows, or if the row holds no date.
    pub(super) fn last_at(&self) -> Option<DateTime<Utc>> {
        self.links.last()?.row.ts.parse().ok()
    }

    /// The latest date of the rows up to this one.
    pub(super) fn latest_up_to(&self, seq: i64) -> Option<DateTime<Utc>> {
        *self.latest.get(usize::try_from(seq).ok()?.checked_sub(1)?)?
    }

    /// Its rows, each with its hash.
    pub(super) fn links(&self) -> &[Link] {
        &self.links
    }

    /// What its rows say.
    pub(super) fn audit_rows(&self) -> impl Iterator<Item = &AuditRow> {
        self.links.iter().map(|link| &link.row)
    }

    /// Whether it is the chain of this event. The first row's `prev_hash` is made from the event's slug.
    pub fn is_of(&self, slug: &str) -> bool {
        self.links.first().is_none_or(|l| l.row.prev_hash == first_prev_hash(slug))
    }

    /// Whether its event was created on the site. An event that was imported may hold what no row names.
    pub(super) fn is_of_created_event(&self) -> bool {
        self.audit_rows().next().is_some_and(|row| row.action == "event.created")
    }

    /// The slugs that rows of the chain name. One of them is probably the chain's own; [`Self::is_of`] decides.
    pub(super) fn slugs_named(&self) -> impl Iterator<Item = &str> {
        self.links.iter().filter(|l| l.row.object_type == "event").map(|l| l.row.object_id.as_str())
    }

    /// Compares the chain with a head that was signed.
    pub fn against(&self, head: &AuditHead) -> HeadVerdict {
        let rows = i64::try_from(self.links.len()).unwrap_or(i64::MAX);
        if head.seq > rows {
            return HeadVerdict::Short;
        }
        match self.link(head.seq) {
            Some(link) if link.row_hash == head.row_hash => {
                HeadVerdict::Reaches { later: usize::try_from(rows - head.seq).unwrap_or(0) }
            }
            _ => HeadVerdict::Differs,
        }
    }
}

/// What is wrong with a row that follows `before`. Up to row `sealed`, a row may be without its actor.
fn fault(before: Option<&Link>, link: &Link, sealed: i64) -> Option<RowFault> {
    let seq = link.row.seq;
    let due = before.map_or(1, |b| b.row.seq + 1);
    if seq != due {
        return Some(RowFault::OutOfPlace { found: seq, due, before: before.map(|b| b.row.seq) });
    }
    if before.is_some_and(|before| link.row.prev_hash != before.row_hash) {
        return Some(RowFault::HashBroken { seq });
    }
    if seq <= sealed && link.is_masked() {
        return None;
    }
    (row_hash(&link.row) != link.row_hash).then_some(RowFault::Changed { seq })
}

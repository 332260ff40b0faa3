//! The audit chain: whether each row holds the hash of the row before, and how far a signed head reaches.

use super::documents::AuditHead;
use crate::audit::{AuditRow, first_prev_hash, row_hash};
use chrono::{DateTime, Utc};

/// A row with the hash that the file gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// What the hash is of.
    pub row: AuditRow,
    /// The hash in the file.
    pub row_hash: String,
}

/// The first row that breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Its place in the file, from 1.
    pub row: usize,
    /// What is wrong, in a sentence.
    pub why: String,
}

/// A chain whose rows hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Its rows.
    links: Vec<Link>,
}

/// What a signed head says of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeadVerdict {
    /// The chain holds the row that was signed; so many rows follow it.
    Reaches {
        /// Rows after the signed one.
        later: usize,
    },
    /// The chain ends before the row that was signed: it is an older export, its tail was cut, or an older backup restored.
    Short {
        /// Rows that are missing at least.
        missing: i64,
    },
    /// The chain holds another row in the place of the one that was signed: it was chained anew.
    Differs,
}

impl Chain {
    /// Recomputes every hash and link, from the first row's `prev_hash` on.
    ///
    /// # Errors
    /// The first row that breaks.
    pub fn check(links: Vec<Link>) -> Result<Self, Broken> {
        let mut before: Option<&Link> = None;
        for (at, link) in links.iter().enumerate() {
            if let Some(why) = fault(before, link) {
                return Err(Broken { row: at + 1, why });
            }
            before = Some(link);
        }
        Ok(Self { links })
    }

    /// How many rows it has.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.links.len()
    }

    /// Its last row; `None` without rows.
    #[must_use]
    pub fn head(&self) -> Option<AuditHead> {
        self.links.last().map(|l| AuditHead { seq: l.row.seq, row_hash: l.row_hash.clone() })
    }

    /// When its last row was written; `None` without rows, or where that is no date.
    pub(super) fn last_at(&self) -> Option<DateTime<Utc>> {
        self.links.last()?.row.ts.parse().ok()
    }

    /// Its rows.
    pub(super) fn links(&self) -> &[Link] {
        &self.links
    }

    /// Whether it is the chain of this event: the first row starts from the event's slug.
    #[must_use]
    pub fn is_of(&self, slug: &str) -> bool {
        self.links.first().is_none_or(|l| l.row.prev_hash == first_prev_hash(slug))
    }

    /// The slugs that rows speak of: where one of them starts the chain, it is the chain's own.
    pub(super) fn slugs_named(&self) -> impl Iterator<Item = &str> {
        self.links.iter().filter(|l| l.row.object_type == "event").map(|l| l.row.object_id.as_str())
    }

    /// Compares the chain with a head that was signed.
    #[must_use]
    pub fn against(&self, head: &AuditHead) -> HeadVerdict {
        let rows = i64::try_from(self.links.len()).unwrap_or(i64::MAX);
        if head.seq > rows {
            return HeadVerdict::Short { missing: head.seq - rows };
        }
        // Row n stands in the n-th place: the check saw to it.
        let place = usize::try_from(head.seq).ok().and_then(|seq| seq.checked_sub(1));
        match place.and_then(|place| self.links.get(place)) {
            Some(link) if link.row_hash == head.row_hash => {
                HeadVerdict::Reaches { later: usize::try_from(rows - head.seq).unwrap_or(0) }
            }
            _ => HeadVerdict::Differs,
        }
    }
}

/// What is wrong with a row that follows `before`.
fn fault(before: Option<&Link>, link: &Link) -> Option<String> {
    let seq = link.row.seq;
    let due = before.map_or(1, |b| b.row.seq + 1);
    if seq != due {
        let follows = match before {
            Some(before) => format!("follows row {}", before.row.seq),
            None => "comes first".to_owned(),
        };
        let what =
            if seq > due { "a row before it is missing" } else { "it is repeated or out of its order" };
        return Some(format!("Row {seq} {follows}, where row {due} belongs: {what}."));
    }
    if before.is_some_and(|before| link.row.prev_hash != before.row_hash) {
        return Some(format!(
            "Row {seq} does not follow from row {}: one of the two was changed, or a row was put in or taken out.",
            seq - 1
        ));
    }
    if row_hash(&link.row) != link.row_hash {
        return Some(format!("Row {seq} was changed: its hash is not that of what it says."));
    }
    None
}

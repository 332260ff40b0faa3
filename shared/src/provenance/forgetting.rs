//! The row of the log that says when the event's personal data went, and what stays checkable after that.
//!
//! Forgetting takes the actor and their network address out of every earlier row. Both are part of the row's hash, so the hash
//! cannot be computed again; it stays, and the next row still holds it. The row of forgetting holds a seal of what the
//! earlier rows still say, and for each run the digest of its input with masks in place of addresses. That row can be
//! checked like any other.

use super::log_row::Link;
use crate::audit::{netstrings, row_hash, sha256_hex};
use crate::calibration::Input;
use crate::digest::hex;
use serde::Deserialize;

/// The action of the row.
const ACTION: &str = "event.forgotten";

/// What the row says, most of it under `after`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Forgetting {
    /// When, as the row has it.
    #[serde(skip)]
    pub at: String,
    /// The last row whose actor may be gone; the row of forgetting follows it.
    pub rows: i64,
    /// The seal of the rows up to it.
    seal: String,
    /// The runs whose addresses were replaced.
    #[serde(default)]
    runs: Vec<MaskedRun>,
    /// Who gave which review, with masks: see `judges_digest`. Earlier versions wrote none.
    pub(super) judges_digest: Option<String>,
}

/// A run whose addresses were replaced.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct MaskedRun {
    /// The digest of its input as it was read.
    input_digest: String,
    /// The digest of its input with masks.
    kept_digest: String,
}

impl Forgetting {
    /// The first row of forgetting, if its own hash is right. A later one counts for nothing: an event is forgotten once.
    pub(super) fn find(links: &[Link]) -> Option<Self> {
        let link = links.iter().find(|link| link.row.action == ACTION)?;
        let said: Self = serde_json::from_str(&link.row.after).ok()?;
        let holds = said.rows.checked_add(1) == Some(link.row.seq) && row_hash(&link.row) == link.row_hash;
        holds.then(|| Self { at: link.row.ts.clone(), ..said })
    }

    /// The place of the row in a file, from 1.
    pub(super) fn place(&self) -> usize {
        usize::try_from(self.rows).map_or(0, |rows| rows.saturating_add(1))
    }

    /// Whether the rows up to it have the seal.
    pub(super) fn seals(&self, links: &[Link]) -> bool {
        let mut seal = String::new();
        for link in links.iter().take_while(|link| link.row.seq <= self.rows) {
            let row = &link.row;
            let seq = row.seq.to_string();
            seal = sha256_hex(
                netstrings(&[
                    &seal, &seq, &row.ts, &row.action, &row.object_type, &row.object_id, &row.before,
                    &row.after, &link.row_hash,
                ])
                .as_bytes(),
            );
        }
        seal == self.seal
    }

    /// An input with masks, known by the digest that it had with addresses, if the row names both; any other as it is.
    pub(super) fn read_as(&self, input: Input) -> Input {
        let kept = hex(&input.kept_digest());
        let Some(run) = self.runs.iter().find(|run| run.kept_digest == kept) else { return input };
        input.clone().read_as(&run.input_digest).unwrap_or(input)
    }
}

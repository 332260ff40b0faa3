//! The audit chain's hash, as the database computes it and a verifier recomputes it.

pub use crate::digest::{from_hex, hex};
use sha2::{Digest, Sha256};

/// One row of the log as its hash sees it; an absent value is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditRow {
    /// Hash of the row before, or [`first_prev_hash`].
    pub prev_hash: String,
    /// Position in the chain, from 1.
    pub seq: i64,
    /// `YYYY-MM-DDTHH:MM:SS.ffffffZ`.
    pub ts: String,
    /// An e-mail address, or `system`.
    pub actor: String,
    /// `noun.verb` in the past tense.
    pub action: String,
    /// What was changed.
    pub object_type: String,
    /// Which one.
    pub object_id: String,
    /// The caller's address.
    pub ip: String,
    /// JSON text before the change.
    pub before: String,
    /// JSON text after it.
    pub after: String,
}

/// SHA-256 of a text, in lower-case hex.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The first `prev_hash` of a chain: SHA-256 of `evenhand-audit/1:<slug>`; the slug is empty for the
/// chain of what belongs to no event.
pub fn first_prev_hash(slug: &str) -> String {
    sha256_hex(format!("evenhand-audit/1:{slug}").as_bytes())
}

/// The hash of a row: SHA-256 over the netstrings (`<byte length>:<bytes>,`) of its values in order.
pub fn row_hash(row: &AuditRow) -> String {
    let seq = row.seq.to_string();
    let values: [&str; 10] = [
        &row.prev_hash, &seq, &row.ts, &row.actor, &row.action, &row.object_type, &row.object_id, &row.ip,
        &row.before, &row.after,
    ];
    sha256_hex(netstrings(&values).as_bytes())
}

/// `<byte length>:<bytes>,` for each value. The lengths keep two lists from sharing a text.
pub fn netstrings(values: &[&str]) -> String {
    let mut text = String::new();
    for value in values {
        text.push_str(&value.len().to_string());
        text.push(':');
        text.push_str(value);
        text.push(',');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_link_names_the_chain() {
        // printf 'evenhand-audit/1:demo' | sha256sum
        assert_eq!(
            first_prev_hash("demo"),
            "4997c615886d3d153f558018dfe4f3876665fd68d24653ae8d23f36888e70f33"
        );
    }

    #[test]
    fn lengths_count_bytes_and_absent_values_are_empty_netstrings() {
        let row = AuditRow { prev_hash: "p".into(), seq: 12, actor: "é".into(), ..AuditRow::default() };
        let text = "1:p,2:12,0:,2:é,0:,0:,0:,0:,0:,0:,";
        assert_eq!(row_hash(&row), sha256_hex(text.as_bytes()));
    }
}

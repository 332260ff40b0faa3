//! Leaves of Evenhand's logs. A row of a few small scores could be guessed from its hash, and a public tree shows a hash of
//! every row; so what it shows is blinded with a nonce that only holders of the event's log secret can make.

use sha2::{Digest, Sha256};

/// The secret of one event's log. It is in the organizers' export and in the bundle.
#[derive(Clone, PartialEq, Eq)]
pub struct LogSecret(pub [u8; 32]);

impl std::fmt::Debug for LogSecret {
    // In a log it would undo its purpose.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LogSecret")
    }
}

impl LogSecret {
    /// The nonce of one row: HMAC-SHA-256 of the row's number in decimal. Whoever is given it can check this row and no other.
    #[must_use]
    pub fn nonce(&self, seq: u64) -> [u8; 32] {
        hmac(&self.0, seq.to_string().as_bytes())
    }

    /// The entry of a row.
    #[must_use]
    pub fn entry(&self, seq: u64, row_hash: &[u8; 32]) -> [u8; 32] {
        blinded_entry(&self.nonce(seq), row_hash)
    }
}

/// The entry that stands in the log for a row: SHA-256 of `evenhand-leaf/1`, the nonce and the row's hash, 32 bytes each.
/// The tree's leaf is its [`leaf_hash`](crate::merkle::leaf_hash).
#[must_use]
pub fn blinded_entry(nonce: &[u8; 32], row_hash: &[u8; 32]) -> [u8; 32] {
    Sha256::new().chain_update("evenhand-leaf/1").chain_update(nonce).chain_update(row_hash).finalize().into()
}

/// HMAC-SHA-256 (RFC 2104) with a key of at most 64 bytes.
fn hmac(key: &[u8; 32], message: &[u8]) -> [u8; 32] {
    let padded = |with: u8| {
        let mut block = [with; 64];
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        block
    };
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize().into()
}

//! Requests that may come twice.

/// What an earlier request stored under a key.
#[derive(Clone, Debug)]
pub struct StoredAnswer {
    /// SHA-256 of that request.
    pub request_hash: Vec<u8>,
    /// Its answer as JSON.
    pub answer: String,
}

//! What waits to leave the portal.

/// Counts over all events, for monitoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backlog {
    /// Mails that were neither sent nor given up.
    pub mails_waiting: i64,
    /// Mails that were given up.
    pub mails_failed: i64,
    /// Rows of logs that webhooks have not been told of yet, summed over the webhooks that are on.
    pub webhook_rows: i64,
    /// Messages that failed and will be tried again.
    pub webhook_retries: i64,
    /// Webhooks that the sender switched off.
    pub webhooks_off: i64,
}

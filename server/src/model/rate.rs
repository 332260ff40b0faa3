//! Rate limits.

/// How many requests of a subject count in the current window of one limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateCount {
    /// Requests counted so far.
    pub count: i32,
    /// Seconds until the window ends.
    pub left: i32,
}

//! Rate limits.

/// How many requests of a subject count in the current window of one limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateCount {
    /// Requests counted so far.
    pub count: i32,
    /// Seconds until the window ends.
    pub left: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PersonLimit {
    /// Its name among the counters.
    pub name: &'static str,
    /// Length of its window in seconds.
    pub window: i32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedRequest {
    pub limit: String,
    /// Requests counted so far, this one included.
    pub count: i32,
    /// Seconds until the window ends.
    pub left: i32,
}

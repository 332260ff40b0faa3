//! What is wrong with the shape of a request.

use crate::json_place::JsonBreak;

/// The type of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonType {
    /// A string.
    Text,
    /// True or false.
    Flag,
    /// A list of strings.
    Texts,
    /// A whole number or null.
    NumberOrNull,
    List,
    Object,
}

/// What is wrong with the shape of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestFault {
    /// The body is not said to be JSON.
    NoJson,
    /// The body is no JSON.
    BadJson(JsonBreak),
    /// A member of the body, or of one of its objects, came twice.
    Twice { member: Option<String> },
    /// A value of the wrong type.
    Type { wanted: JsonType },
    /// A list that must be sent.
    ListMissing,
    /// The body took too long.
    Late { seconds: u64 },
    /// The body ended before all of it came.
    Cut,
    /// A form that cannot be read.
    NoForm,
    /// More fields, members or entries than are read.
    TooMany { most: usize },
    /// The results to check are not published, or there is no such event.
    NoResults,
    /// Nothing to check.
    NoFile,
    /// More files than are checked at once.
    TooManyFiles { most: usize },
    /// No usable idempotency key.
    IdempotencyKey { longest: usize },
    /// `after` is no id.
    AfterId,
    /// `after` is no event's slug.
    AfterSlug,
    /// `limit` is out of range.
    Limit { most: i64 },
    /// The next page has no address.
    NoNextPage,
    /// `event` is no slug.
    EventSlug,
    /// `judge` is a fixture id of different people in several events.
    JudgeAmbiguous,
    /// `row` is no row number.
    Row,
    /// `run` is no run's number.
    Run,
    /// Method and path are of no write that can be proposed.
    NoProposal,
}

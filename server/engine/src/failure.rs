//! How an operation ends without a result: refused, or broken.
use shared::refusal::{Reason, Refusal};

/// What an operation returns.
pub type Outcome<T> = Result<T, Failure>;

/// Why there is no result.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Failure {
    /// A rule said no; the caller reads why.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// The portal or its database is overloaded or out of reach. Nothing was saved: the caller may send the same again.
    #[error("{0}")]
    Busy(String),
    /// The database has no room on its disk. Nothing was saved; it passes once somebody makes room.
    #[error("{0}")]
    Full(String),
    /// The connection was lost during the commit: the change may have been saved or not. Sending it again could save it
    /// twice, so the caller has to look first.
    #[error("{0}")]
    Unknown(String),
    /// As [`Self::Unknown`], of a request that is recognised when it comes again: the same one settles it, and acts once.
    #[error("{0}")]
    Unsettled(String),
    /// The database or the machine failed; the log holds why, the caller reads that it did.
    #[error("{0}")]
    Broken(String),
}

impl Failure {
    /// The failure of a request that is recognised when it comes again, by its key or by the save that it follows.
    #[must_use]
    pub fn settled_by_the_same_request(self) -> Self {
        if let Self::Unknown(why) = self { Self::Unsettled(why) } else { self }
    }

    /// A failure of the machine, with words for the log.
    pub fn broken(what: impl std::fmt::Display) -> Self {
        Self::Broken(what.to_string())
    }
}

impl From<Reason> for Failure {
    fn from(reason: Reason) -> Self {
        Self::Refused(reason.into())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::broken(format!("stored or produced JSON: {error}"))
    }
}

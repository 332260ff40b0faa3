//! How an operation ends without a result: refused, or broken.

use shared::refusal::Refusal;

/// What an operation returns.
pub type Outcome<T> = Result<T, Failure>;

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A rule said no; the caller reads why.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// The portal or its database is overloaded or out of reach. Nothing was saved: the caller may send the same again.
    #[error("{0}")]
    Busy(String),
    /// The connection was lost during the commit: the change may have been saved or not. Sending it again could save it
    /// twice, so the caller has to look first.
    #[error("{0}")]
    Unknown(String),
    /// The database or the machine failed; the log holds why, the caller reads that it did.
    #[error("{0}")]
    Broken(String),
}

impl Failure {
    /// The failure of a commit. An error that the database itself reported has undone the transaction; after anything else
    /// nobody can say whether it was saved.
    #[must_use]
    pub fn of_commit(error: sqlx::Error) -> Self {
        if crate::store::refused::is_undone(&error) {
            return error.into();
        }
        Self::Unknown(format!("commit: {error}"))
    }

    /// A failure of the machine, with words for the log.
    pub fn broken(what: impl std::fmt::Display) -> Self {
        Self::Broken(what.to_string())
    }
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        crate::store::refused::failure(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::broken(format!("stored or produced JSON: {error}"))
    }
}

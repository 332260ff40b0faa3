//! Why the provider did not say who somebody is.

use shared::sign_on::SignOnFault;

/// What went wrong, in words for the log. They hold no codes and no tokens.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum Trouble {
    /// The provider gave no answer, or one that says to come again.
    #[error("out of reach: {0}")]
    Unreachable(String),
    /// The provider refused.
    #[error("refused: {0}")]
    Refused(String),
    /// What it said did not pass a check.
    #[error("not to be trusted: {0}")]
    Untrusted(String),
}

impl Trouble {
    /// Writes it to the log, and says what people read.
    pub(super) fn logged(self) -> SignOnFault {
        tracing::warn!(why = %self, "single sign-on failed");
        match self {
            Self::Unreachable(_) => SignOnFault::Unreachable,
            Self::Refused(_) => SignOnFault::Refused,
            Self::Untrusted(_) => SignOnFault::Untrusted,
        }
    }
}

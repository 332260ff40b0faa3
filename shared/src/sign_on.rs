//! Single sign-on: why somebody who signs in through the provider does not get in.

/// Why a sign-in through the provider ends without a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignOnFault {
    /// The attempt is used, older than ten minutes, or of another browser.
    Ended,
    /// The person said no at the provider.
    Denied,
    /// The provider refused.
    Refused,
    /// The provider gives no answer.
    Unreachable,
    /// The provider's answer did not pass a check.
    Untrusted,
    /// The provider names no address, or one that is none.
    NoAddress,
    /// The provider does not call the address verified.
    Unverified,
    /// The address has an account here, and nobody has confirmed it here.
    Unconfirmed,
    /// The account of the address is joined with another account at the provider.
    OtherIdentity,
    /// The account is deactivated.
    Inactive,
}

impl SignOnFault {
    /// The status of the page that says so.
    #[must_use]
    pub fn status(self) -> u16 {
        match self {
            Self::Ended | Self::Denied | Self::Refused => 422,
            Self::Untrusted => 502,
            Self::Unreachable => 503,
            Self::NoAddress | Self::Unverified | Self::Unconfirmed | Self::OtherIdentity | Self::Inactive => {
                403
            }
        }
    }
}

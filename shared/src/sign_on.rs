//! Single sign-on: what the portal asks the provider through the sender, and why somebody who signs in does not get in.

use serde::{Deserialize, Serialize};

/// Where the provider sends people back to, below the public address.
pub const RETURN_PATH: &str = "/login/sign-on/return";

/// What is asked of the provider.
#[derive(Clone, Serialize, Deserialize)]
pub enum ProviderQuestion {
    /// Where people sign in.
    SignInAddress,
    /// Who came back with a code.
    Identity(CodeExchange),
}

impl std::fmt::Debug for ProviderQuestion {
    /// Without what is asked: a code and its verifier are secrets.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a question to the provider")
    }
}

/// What identifies somebody who came back.
#[derive(Clone, Serialize, Deserialize)]
pub struct CodeExchange {
    /// What is exchanged for the tokens.
    pub code: String,
    /// Who sent it (RFC 9207); none where the provider does not say.
    pub issuer: Option<String>,
    /// Binds the ID token to the attempt.
    pub nonce: String,
    /// Binds the code to the attempt (PKCE).
    pub verifier: String,
    /// Where the provider sent the browser.
    pub redirect: String,
}

/// What the provider said.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ProviderAnswer {
    /// The address at which people sign in, without an attempt's parameters.
    SignInAddress(String),
    /// Who somebody is.
    Identity(Identity),
    /// Nothing that helps.
    Fault(SignOnFault),
}

/// Who somebody is at the provider.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// The provider.
    pub issuer: String,
    /// Who they are there, for ever; an address may change.
    pub subject: String,
    /// Their address there.
    pub email: EmailClaim,
    /// What they are called there.
    pub name: Option<String>,
}

/// What the provider says of somebody's address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EmailClaim {
    /// They have it.
    Verified(String),
    /// Nobody checked.
    Unverified,
    /// It names none.
    Missing,
}

/// What people call a provider: the host of its address, with the port where it has one.
pub fn provider_name(issuer: &str) -> String {
    let Ok(url) = url::Url::parse(issuer) else { return issuer.to_owned() };
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// Whether secrets may go to this address: by https; `allow_loopback` is for tests on one machine.
pub fn is_safe_address(url: &url::Url, allow_loopback: bool) -> bool {
    let is_loopback = match url.host() {
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        Some(url::Host::Domain(name)) => name == "localhost",
        None => false,
    };
    url.scheme() == "https" || (allow_loopback && url.scheme() == "http" && is_loopback)
}

/// Why a sign-in through the provider ends without a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SignOnFault {
    /// The attempt is used, older than ten minutes, or of another browser.
    Ended,
    /// The person said no at the provider.
    Denied,
    /// The provider refused.
    Refused,
    /// The provider gives no answer.
    Unreachable,
    /// No sender asks the provider.
    NoSender,
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
    pub fn status(self) -> u16 {
        match self {
            Self::Ended | Self::Denied | Self::Refused => 422,
            Self::Untrusted => 502,
            Self::Unreachable | Self::NoSender => 503,
            Self::NoAddress | Self::Unverified | Self::Unconfirmed | Self::OtherIdentity | Self::Inactive => {
                403
            }
        }
    }
}

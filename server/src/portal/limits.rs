//! How often somebody may do something. Who asks too often reads when to go on.

use crate::failure::Outcome;
use crate::settings::Limits;
use crate::state::State;
use crate::store::rate;
use shared::refusal::{Code, Refusal};

/// What is limited. Each is counted by subject: a person, an address, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Failed sign-ins of one e-mail address from one address.
    SignIns,
    /// Failed sign-ins from one address: a hall is one address.
    SignInsPerIp,
    /// Bad tokens from one address.
    BadTokens,
    /// Writes of one person.
    Writes,
    /// Comments of one person.
    Comments,
    /// Files made or read in for one person or address.
    Files,
}

impl Limit {
    /// The name in the counters and in the answer's headers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SignIns => "sign-ins",
            Self::SignInsPerIp => "sign-ins-ip",
            Self::BadTokens => "bad-tokens",
            Self::Writes => "writes",
            Self::Comments => "comments",
            Self::Files => "files",
        }
    }

    /// Length of its window in seconds.
    #[must_use]
    pub fn window(self) -> i32 {
        match self {
            Self::SignIns | Self::SignInsPerIp | Self::BadTokens => 300,
            Self::Writes | Self::Comments | Self::Files => 60,
        }
    }

    /// How many a window holds; zero is without end.
    #[must_use]
    pub fn quota(self, limits: &Limits) -> i32 {
        let quota = match self {
            Self::SignIns => limits.sign_ins,
            Self::SignInsPerIp => limits.sign_ins_per_ip,
            Self::BadTokens => limits.bad_tokens,
            Self::Writes => limits.writes,
            Self::Comments => limits.comments,
            Self::Files => limits.files,
        };
        if limits.on { quota } else { 0 }
    }
}

/// A subject who asked too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exceeded {
    /// Which limit.
    pub limit: Limit,
    /// How many its window holds.
    pub quota: i32,
    /// Seconds until the window ends.
    pub left: i32,
}

impl Exceeded {
    /// What the subject reads.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        let left = self.left.max(1);
        let wait = if left == 1 { "1 second".to_owned() } else { format!("{left} seconds") };
        Refusal::new(Code::TooMany, format!("Too many requests: go on in {wait}."))
    }
}

/// Counts one request of a subject.
///
/// # Errors
/// A lost database. Too many requests are no error: they are told.
pub async fn count(state: &State, limit: Limit, subject: &str) -> Outcome<Option<Exceeded>> {
    let quota = limit.quota(&state.settings.limits);
    if quota == 0 {
        return Ok(None);
    }
    let (subject, window) = (subject.to_owned(), limit.window());
    let found =
        state.read(|c| Box::pin(async move { rate::count(c, limit.name(), &subject, window).await })).await?;
    Ok((found.count > quota).then_some(Exceeded { limit, quota, left: found.left }))
}

/// Takes a counted request back: what it guards against did not happen.
///
/// # Errors
/// A lost database.
pub async fn forgive(state: &State, limit: Limit, subject: &str) -> Outcome<()> {
    if limit.quota(&state.settings.limits) == 0 {
        return Ok(());
    }
    let (subject, window) = (subject.to_owned(), limit.window());
    state.read(|c| Box::pin(async move { rate::forgive(c, limit.name(), &subject, window).await })).await
}

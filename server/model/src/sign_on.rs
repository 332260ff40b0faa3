//! Accounts that are joined with the provider of the single sign-on.

use crate::prelude::*;
use shared::sign_on::ProviderAnswer;

/// An account as a sign-in through the provider finds it.
#[derive(Clone, Debug)]
pub struct FoundAccount {
    pub person: PersonId,
    pub email: String,
    /// Its address is confirmed here.
    pub confirmed: bool,
    /// It is not deactivated.
    pub active: bool,
}

#[derive(Clone, Debug)]
pub struct JoinedProvider {
    pub issuer: String,
    pub joined_at: DateTime<Utc>,
}

/// How far a question to the provider is.
#[derive(Clone, Debug)]
pub enum QuestionState {
    /// No sender has it.
    Open,
    /// A sender asks the provider.
    Taken,
    Answered(ProviderAnswer),
}

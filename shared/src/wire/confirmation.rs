//! What waits for a second organizer.

use crate::confirmation::ConfirmationState;
use crate::prelude::*;

/// An act that an organizer asked for, and that another one confirms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Confirmation {
    /// Identifier.
    pub id: i64,
    /// What was asked for.
    #[schema(pattern = "^(publish|make_final|award|open_data|forget|forget_day|switch_off|add_second)$")]
    pub act: String,
    /// What became of it.
    pub state: ConfirmationState,
    /// The run, prizes and winners are those of the moment when it was asked for. Otherwise it can’t be confirmed. Always true for whoever
    /// may not do the act themselves.
    pub current: bool,
    /// SHA-256 of all that it was asked with, as the log has it. Empty for whoever may not do the act themselves: the winners could be guessed
    /// from it.
    pub digest: String,
    /// The name of who asked.
    pub asked_by: String,
    /// When.
    pub asked_at: DateTime<Utc>,
    /// Until when it can be confirmed.
    pub expires_at: DateTime<Utc>,
    /// The name of who decided.
    pub decided_by: Option<String>,
    /// When.
    pub decided_at: Option<DateTime<Utc>>,
    /// What they said; empty where they said nothing.
    pub sentence: String,
}

//! Calls for help.

use super::assignment::JudgeCall;
use crate::prelude::*;

/// The caller's own call for help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OwnCall {
    /// The call; null where none waits.
    #[schema(required)]
    pub call: Option<JudgeCall>,
}

/// A judge's call that waits, as organizers see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WaitingCall {
    /// Identifier.
    pub id: i64,
    /// The judge's name.
    pub judge: String,
    /// The project at which the judge was; null where there was none, and for organizers who take part before the publication.
    #[schema(required)]
    pub project: Option<ProjectId>,
    /// The room in which it is shown; may be empty.
    pub room: String,
    /// Its place in the room; may be empty.
    pub place: String,
    /// What the judge added; may be empty.
    pub said: String,
    /// When.
    pub called_at: DateTime<Utc>,
    /// The organizer who is on the way; null before one is.
    #[schema(required)]
    pub taken_by: Option<String>,
}

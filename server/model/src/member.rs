//! The people of an event.

use crate::invitation::InvitationCounts;
use crate::passkey::OrganizerPasskey;
use crate::prelude::*;
use shared::invitation::MemberRole;

#[derive(Clone, Debug, Default)]
pub struct MemberFilter {
    /// Only this one.
    pub person: Option<PersonId>,
    /// Only these.
    pub role: Option<MemberRole>,
    /// Only those whose name or address contains this.
    pub words: String,
    /// How many are passed over.
    pub offset: i64,
}

/// Somebody with a role in an event.
#[derive(Clone, Debug)]
pub struct Member {
    pub person: PersonId,
    pub name: String,
    pub email: String,
    pub roles: Vec<MemberRole>,
    /// The tracks that they judge best.
    pub tracks: Vec<(TrackId, String)>,
    pub review_cap: Option<i32>,
    pub team: Option<String>,
    /// Assignments without a submitted review.
    pub pending: i64,
    /// Assignments with one.
    pub done: i64,
}

#[derive(Clone, Debug, Default)]
pub struct RoleHoldings {
    pub without_review: i64,
    /// Reviews, drafts too.
    pub reviews: i64,
    /// How many others organize the event.
    pub other_organizers: i64,
    /// All other organizers take part in the event, and this person does not.
    pub only_free: bool,
    pub team: Option<(TeamId, String)>,
    pub members: i64,
    pub projects: i64,
}

/// A judge for whom a card can be printed.
#[derive(Clone, Debug)]
pub struct CardJudge {
    /// The invitation whose link the card carries; none for who came without one.
    pub invitation: Option<InvitationId>,
    /// The judge's account; none for who has not accepted.
    pub person: Option<PersonId>,
    /// Name; may be empty.
    pub name: String,
    pub email: String,
    pub accepted: bool,
    /// The card's link signs them in, or lets them accept, without a password.
    pub signs_in: bool,
}

#[derive(Clone, Debug)]
pub struct Members {
    pub members: Vec<Member>,
    /// How many the filter finds.
    pub found: i64,
    /// How many participants, judges and organizers there are.
    pub roles: [i64; 3],
    /// How far the invitations are.
    pub invitations: InvitationCounts,
    /// The organizers, each with whether they have a passkey.
    pub organizers: Vec<OrganizerPasskey>,
    /// Why the caller may not choose whether organizers need one.
    pub passkeys_refused: Option<Refusal>,
    /// The roles in which the caller may invite people now, or why there is none.
    pub invites: Result<Vec<MemberRole>, Refusal>,
}

//! Notices: what organizers tell the people of an event.

use super::prelude::*;

acts! {
    /// Write to everybody, to the teams or to a room, and take such a notice back.
    PostNotice on Event by (EventId, PersonId), No => |asked| asked.organizer();
    /// Write to the judges, to one team or to one person, read such notices, and take them back.
    PostToJudges on Event by (EventId, PersonId), Yes => |asked| asked.unconflicted_organizer(Withheld::Notices);
    /// Mark a notice as read that is for oneself.
    MarkNotice on Event by (EventId, PersonId), No => mark;
}

/// Whom a notice is for, the store knows: for anybody else there is none.
fn mark(asked: &Question<'_>) -> Verdict {
    asked.signed_in().map(drop)
}

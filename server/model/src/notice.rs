//! Notices: what organizers tell the people of an event.

use crate::context::Context;
use crate::prelude::*;
use shared::notice::Audience;

/// A notice that somebody has not marked as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadNotice {
    pub id: i64,
    pub slug: String,
    pub event: String,
    /// The organizer who wrote it.
    pub author: String,
    pub text: String,
    /// It asks to be acknowledged.
    pub urgent: bool,
    pub posted_at: DateTime<Utc>,
}

/// A notice as its organizers see it.
#[derive(Clone, Debug)]
pub struct PostedNotice {
    pub id: i64,
    /// The organizer who wrote it.
    pub author: String,
    /// Whether the caller wrote it.
    pub own: bool,
    pub audience: Audience,
    /// The name of the one team or person.
    pub whom: String,
    pub text: String,
    /// It asks to be acknowledged.
    pub urgent: bool,
    /// It went out by mail too.
    pub mailed: bool,
    pub posted_at: DateTime<Utc>,
    pub withdrawn_at: Option<DateTime<Utc>>,
    /// How many people it is for.
    pub people: i64,
    /// How many of them marked it as read.
    pub read: i64,
}

/// Somebody whom a notice is for.
#[derive(Clone, Debug)]
pub struct NoticeReader {
    /// Name, or the address where there is none.
    pub name: String,
    /// When they marked it as read.
    pub read_at: Option<DateTime<Utc>>,
}

/// How many notices of an event were posted lately, and when the first of them was.
#[derive(Clone, Copy, Debug)]
pub struct LatePosts {
    /// Notices; one that went to many people or teams in the same words is one.
    pub posted: i64,
    /// Those that went out by mail.
    pub mailed: i64,
    /// Seconds until the first of them is an hour old.
    pub seconds: i32,
}

/// The organizers' page of an event's notices.
#[derive(Clone, Debug)]
pub struct NoticesFound {
    pub at: Context,
    /// The newest notices, the newest first.
    pub notices: Vec<PostedNotice>,
    /// How many notices to judges, single teams or persons are not told this organizer.
    pub hidden: i64,
    /// Why this organizer cannot write to the judges, to one team or to one person; none where they can.
    pub narrow_refused: Option<Refusal>,
    /// Rooms that can be written to.
    pub rooms: Vec<String>,
    /// The team or person that was asked for, by name; none where it is not of the event.
    pub named: Option<(Audience, String)>,
    /// A notice by its id, and whom it is for: those first who have not read it. None where no notice was asked for.
    pub readers: Option<(i64, Vec<NoticeReader>)>,
}
crate::in_event!(NoticesFound);

//! The event as a whole: its organizers' pages, its lists and its log.
use crate::refusal::Withheld;

acts! {
    /// See the organizers' pages of an event.
    Manage on Event => |asked| asked.organizer();
    /// Download a list that says nothing about scores.
    Export on Event => |asked| asked.organizer();
    /// Download a list of scores, or one that reveals scores.
    ExportScores on Event => |asked| asked.unconflicted_organizer(Withheld::Scores);
    /// Read the event's audit log, and take its signed head.
    ReadAudit on Event => |asked| asked.unconflicted_organizer(Withheld::Scores);
}

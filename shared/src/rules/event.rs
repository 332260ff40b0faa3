//! The event as a whole: how it begins, its settings, its organizers' pages, its lists and its log.

use super::question::{Question, Verdict, require};
use crate::ids::{EventId, PersonId};
use crate::refusal::{Reason, SiteAct, Withheld};

acts! {
    /// Create an event, and become its organizer.
    CreateEvent on NewEvent by PersonId => create;
    /// Change what an event is called, its time zone, and its terms of judging and voting.
    EditEvent on Event => |asked| asked.organizer();
    /// Change when projects, reviews and ballots are taken.
    MoveWindows on Event => move_windows;
    /// Add, rename, order and remove tracks.
    EditTracks on Event => |asked| asked.organizer();
    /// Change names, guidance and order of criteria.
    EditCriteria on Event => |asked| asked.organizer();
    /// Add and remove criteria, and change keys, weights and ranges.
    ChangeRubric on Event => change_rubric;
    /// Make a finals event of chosen projects, which announces them.
    MakeFinals on Event => |asked| asked.unconflicted_organizer(Withheld::Scores);
    /// Stop organizing an event.
    StopOrganizing on Event by (EventId, PersonId) => stop_organizing;
    /// See the organizers' pages of an event.
    Manage on Event => |asked| asked.organizer();
    /// Say whom teams write to.
    SetContact on Event => |asked| asked.organizer();
    /// Download a list that says nothing about scores.
    Export on Event => |asked| asked.organizer();
    /// Download a list of scores, or one that reveals scores.
    ExportScores on Event => |asked| asked.unconflicted_organizer(Withheld::Scores);
    /// Read the event's audit log, and take its signed head.
    ReadAudit on Event => |asked| asked.unconflicted_organizer(Withheld::Scores);
}

/// Site admins create events, and where the portal is set so, everybody with a confirmed address. The demo's people are
/// everybody, so what they make stays in the demo's events.
fn create(asked: &Question<'_>) -> Verdict {
    let actor = asked.signed_in()?;
    if actor.staff {
        return Ok(());
    }
    if !asked.facts.portal.anyone_creates {
        return asked.site_admin(SiteAct::CreateEvent);
    }
    require(!actor.demo, Reason::DemoOnly)?;
    require(actor.confirmed, Reason::UnconfirmedCreator)
}

/// A forgotten event stays closed.
fn move_windows(asked: &Question<'_>) -> Verdict {
    asked.organizer()?;
    asked.not_forgotten()
}

/// Scores rest on the rubric: an organizer who takes part does not shape it, and nobody does once a review exists.
fn change_rubric(asked: &Question<'_>) -> Verdict {
    asked.unconflicted_organizer(Withheld::Rubric)?;
    let event = &asked.facts.event;
    require(!event.reviewed, Reason::RubricLocked { event: event.name.clone() })
}

/// Site admins organize every event as such; only somebody with the role can give it up.
fn stop_organizing(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    require(asked.facts.standing.organizer, Reason::OrganizersOnly)
}

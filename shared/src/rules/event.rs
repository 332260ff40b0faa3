//! The event as a whole: how it begins, its settings, its organizers' pages, its lists and its log.

use super::facts::VotingMode;
use super::prelude::*;
use crate::refusal::SiteAct;

acts! {
    /// Create an event, and become its organizer.
    CreateEvent on NewEvent by PersonId, No => create;
    /// Open a draft, so that everybody sees it.
    OpenEvent on Event, No => open_event;
    /// Change what an event is called, its time zone, its terms of judging and voting, and its own questions in the form of a project.
    EditEvent on Event, No => |asked| asked.organizer().and(asked.not_forgotten());
    /// Change when projects, reviews and ballots are taken.
    MoveWindows on Window, Partly("once the window has opened") => move_windows;
    /// Add, rename, order and remove tracks: they group the ranking.
    EditTracks on Event, Partly("once a review exists") => |asked| asked.organizer_under_reviews(Withheld::Groups);
    /// Change names, guidance and order of criteria: they say what scores mean.
    EditCriteria on Event, Partly("once a review exists") => |asked| asked.organizer_under_reviews(Withheld::Groups);
    /// Add and remove criteria, and change keys, weights and ranges.
    ChangeRubric on Event, Yes => change_rubric;
    /// Make a finals event of chosen projects, which its opening announces.
    MakeFinals on Event, Yes => |asked| asked.unconflicted_organizer(Withheld::Scores).and(asked.not_forgotten());
    /// Stop organizing an event.
    StopOrganizing on Event by (EventId, PersonId), No => stop_organizing;
    /// See the organizers' pages of an event.
    Manage on Event, No => |asked| asked.organizer();
    /// Choose whether organizers need a passkey.
    RequirePasskeys on Event, No => require_passkeys;
    /// Say whom teams write to.
    SetContact on Event, No => |asked| asked.organizer().and(asked.not_forgotten());
    /// Download a list that says nothing about scores.
    Export on Event, No => |asked| asked.organizer();
    /// Download a list of scores, or one that reveals scores.
    ExportScores on Event, Yes => |asked| asked.unconflicted_organizer(Withheld::Scores);
    /// Read the event's audit log, and take its signed head.
    ReadAudit on Event, Yes => |asked| asked.unconflicted_organizer(Withheld::Scores);
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

/// Whoever takes part may open it: that gives nobody more than the times say, which they could not move for themselves.
fn open_event(asked: &Question<'_>) -> Verdict {
    asked.organizer()?;
    asked.not_forgotten()
}

/// A forgotten event stays closed. Somebody who takes part could open a window again for their own project, or close one on
/// others: they move only what has not opened yet.
fn move_windows(asked: &Question<'_>) -> Verdict {
    asked.organizer()?;
    let event = &asked.facts.event;
    let moved = match asked.facts.stage {
        Some(Stage::Submissions) => event.submissions,
        Some(Stage::Judging) => event.judging,
        // Without a vote its window has no effect.
        Some(Stage::Voting) if event.voting_mode == VotingMode::Off => return asked.not_forgotten(),
        Some(Stage::Voting) => event.voting,
        None => return asked.not_forgotten(),
    };
    // A window without an opening opens with its event.
    let waits = event.draft && moved.open.is_none();
    if !waits && moved.phase(asked.now) != Phase::NotYet {
        asked.organizer_until_final(Withheld::Windows)?;
    }
    asked.not_forgotten()
}

/// Scores rest on the rubric: an organizer who takes part does not shape it, and nobody does once a review exists.
fn change_rubric(asked: &Question<'_>) -> Verdict {
    asked.unconflicted_organizer(Withheld::Rubric)?;
    asked.not_forgotten()?;
    let event = &asked.facts.event;
    require(!event.reviewed, Reason::RubricLocked { event: event.name.clone() })
}

/// Whoever switches it on without a passkey of their own would be locked out at once.
fn require_passkeys(asked: &Question<'_>) -> Verdict {
    asked.organizer()?;
    require(asked.signed_in()?.passkey, Reason::OwnPasskeyFirst)
}

/// Site admins organize every event as such; only somebody with the role can give it up.
fn stop_organizing(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    require(asked.facts.standing.organizer, Reason::OrganizersOnly)
}

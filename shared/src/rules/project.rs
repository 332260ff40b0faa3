//! Projects: who reads, creates and edits them, and who decides which are repeats.

use super::drafts::drafts_seen;
use super::prelude::*;

acts! {
    /// Read one project.
    ReadProject on Project, No => visible;
    /// Create a project for one's team.
    CreateProject on Event by (EventId, TeamId), Yes => create;
    /// Edit or submit a project of one's team.
    EditProject on Project, Yes => edit;
    /// Remove a picture of a project.
    RemovePicture on Project, Yes => remove_picture;
    /// Set or clear the flag of a repeated project.
    FlagDuplicate on Project, Yes => flag_duplicate;
    /// Withdraw a submitted project from the event.
    WithdrawProject on Project, Yes => withdraw;
    /// Let a withdrawn project take part again.
    RestoreProject on Project, Yes => restore;
    /// Correct the title, the links and the team's name of a project that a list brought.
    CorrectProject on Project, Yes => correct;
    /// Bring in projects from a file.
    ImportProjects on Event, Yes => import_projects;
}

/// A submitted project is public; a draft is its team's and the organizers'.
pub(super) fn visible(asked: &Question<'_>) -> Verdict {
    let drafts = drafts_seen(asked.actor, asked.facts);
    found(asked.facts.project.is_some_and(|p| p.submitted || drafts.hold(p.team)))
}

fn create(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    require(asked.facts.standing.team.is_some(), Reason::TeamNeeded)?;
    asked.submissions_open()
}

pub(super) fn edit(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    visible(asked)?;
    require(asked.facts.own_project(), Reason::OwnProjectOnly)?;
    require(!withdrawn(asked), Reason::Withdrawn)?;
    asked.submissions_open()
}

/// A picture may show people, so organizers remove it at any time. Somebody on its team has the team's window: they could
/// change what is judged after everybody else had to stop. Who takes part removes no rival's.
fn remove_picture(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    visible(asked)?;
    if asked.facts.own_project() {
        return asked.submissions_open();
    }
    asked.organizer_or(Reason::PictureOfOthers)?;
    asked.unconflicted_organizer(Withheld::Pictures)
}

fn flag_duplicate(asked: &Question<'_>) -> Verdict {
    asked.signed_in()?;
    visible(asked)?;
    asked.organizer_until_final(Withheld::Duplicates)?;
    asked.not_forgotten()
}

/// A withdrawn project is in no ranking, and its reviews count nowhere. The published ranking rests on those that counted then.
fn withdraw(asked: &Question<'_>) -> Verdict {
    manage(asked, Withheld::Withdrawals)?;
    require(!withdrawn(asked), Reason::WithdrawnAlready)?;
    require(asked.facts.project.is_some_and(|p| p.submitted), Reason::DraftNotWithdrawn)
}

fn restore(asked: &Question<'_>) -> Verdict {
    manage(asked, Withheld::Withdrawals)?;
    require(withdrawn(asked), Reason::NotWithdrawn)
}

/// It passes the close of submissions, as an import does, and what repeats another project is not ranked.
fn correct(asked: &Question<'_>) -> Verdict {
    manage(asked, Withheld::Corrections)
}

fn withdrawn(asked: &Question<'_>) -> bool {
    asked.facts.project.is_some_and(|p| p.withdrawn)
}

/// An organizer decides what takes part, and as what, until the results are published.
fn manage(asked: &Question<'_>, withheld: Withheld) -> Verdict {
    asked.signed_in()?;
    visible(asked)?;
    asked.unconflicted_organizer(withheld)?;
    asked.not_forgotten()?;
    let event = &asked.facts.event;
    require(!event.published, Reason::ProjectsPublished { event: event.name.clone() })
}

/// An import passes the close of submissions, so an organizer who takes part could change their own team's project, or a
/// rival's, after everybody else had to stop.
fn import_projects(asked: &Question<'_>) -> Verdict {
    asked.organizer_until_final(Withheld::Imports)?;
    asked.not_forgotten()
}

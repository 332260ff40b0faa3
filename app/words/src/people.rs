//! Roles, invitations, what is wrong with a line of a list of people, and why two accounts stay apart.

use super::amounts::{and_list, plural};
use super::list_file::more_cells;
use chrono::{DateTime, Utc};
use shared::invitation::{InvitationState, InvitedAs, MemberRole};
use shared::people_list::LineFault;
use shared::refusal::MergeObstacle;
use shared::window::utc;

/// `Judge`.
pub fn role(role: MemberRole) -> &'static str {
    match role {
        MemberRole::Participant => "Participant",
        MemberRole::Judge => "Judge",
        MemberRole::Organizer => "Organizer",
    }
}

/// `judges`.
pub fn roles(role: MemberRole) -> &'static str {
    match role {
        MemberRole::Participant => "participants",
        MemberRole::Judge => "judges",
        MemberRole::Organizer => "organizers",
    }
}

/// `Judge and organizer`.
pub fn role_list(roles: &[MemberRole]) -> String {
    let name = |(at, role_of): (usize, &MemberRole)| match at {
        0 => role(*role_of).to_owned(),
        _ => role(*role_of).to_lowercase(),
    };
    and_list(&roles.iter().enumerate().map(name).collect::<Vec<_>>())
}

/// What who is invited to a draft reads: when its judging, or its submissions, open by its times, where that lies ahead.
pub fn waiting(judges: bool, opens: Option<DateTime<Utc>>) -> String {
    let stage = if judges { "Judging opens" } else { "Submissions open" };
    match opens {
        Some(at) => format!("Its organizers are still preparing it. {stage} on {}.", utc(at)),
        None => "Its organizers are still preparing it. They have not said when it opens.".to_owned(),
    }
}

/// What somebody is invited to do: `to judge at`.
pub fn purpose(invited_as: &InvitedAs) -> String {
    match invited_as {
        InvitedAs::Member(MemberRole::Participant) => "to take part in".to_owned(),
        InvitedAs::Member(MemberRole::Judge) => "to judge at".to_owned(),
        InvitedAs::Member(MemberRole::Organizer) => "to organize".to_owned(),
        InvitedAs::Panellist { name, .. } => format!("to the panel of the prize “{name}” at"),
    }
}

/// `Link made`. What became of a mail with the link says the mail.
pub fn state(state: InvitationState) -> &'static str {
    match state {
        InvitationState::NotSent => "No link yet",
        InvitationState::Sent => "Link made",
        InvitationState::Opened => "Opened",
        InvitationState::Accepted => "Accepted",
        InvitationState::Declined => "Declined",
        InvitationState::Withdrawn => "Withdrawn",
    }
}

/// `accepted`, for a sentence.
pub fn state_verb(state: InvitationState) -> &'static str {
    match state {
        InvitationState::NotSent => "without a link",
        InvitationState::Sent => "with a link",
        InvitationState::Opened => "opened",
        InvitationState::Accepted => "accepted",
        InvitationState::Declined => "declined",
        InvitationState::Withdrawn => "withdrawn",
    }
}

/// Why a line of a list invites nobody.
pub fn line_fault(fault: &LineFault) -> String {
    match fault {
        LineFault::NoAddress { text } => format!("No e-mail address in “{text}”."),
        LineFault::AboveHeader { text } => {
            format!("“{text}” is above the names of the columns, so it is not read.")
        }
        LineFault::NotAnAddress { text } => format!("“{text}” is not an e-mail address."),
        LineFault::NoDomain { text } => {
            format!("“{text}” has no dot after the @. Is its end missing?")
        }
        LineFault::Name { text } => {
            format!(
                "The name “{text}” is longer than {} or has hidden characters.",
                plural(120, "character", "characters")
            )
        }
        LineFault::Role { text } => {
            format!("“{text}” is not a role. Use judge, organizer or participant.")
        }
        LineFault::State { text } => {
            format!("The list says “{text}” about this person. To invite them, remove what it says there.")
        }
        LineFault::Unticked { text } => {
            format!(
                "Others in the list have a tick or an answer where “{text}” has none. To invite this person, add one for them."
            )
        }
        LineFault::ExternalId { text } => {
            format!(
                "The external id “{text}” is longer than {} or has hidden characters.",
                plural(120, "character", "characters")
            )
        }
        LineFault::Several { text } => {
            format!("“{text}” holds several addresses. Write one person on each line.")
        }
        LineFault::MoreCells { cells, columns } => more_cells(*cells, *columns),
        LineFault::Cap { text } => format!("The most reviews of a judge is a whole number, not “{text}”."),
    }
}

/// Why two accounts stay apart.
pub(super) fn merge_obstacle(obstacle: &MergeObstacle) -> String {
    match obstacle {
        MergeObstacle::Same => "This is the same account. Enter the address of the other one.".to_owned(),
        MergeObstacle::Inactive => {
            "The account that would stay is deactivated. Activate it first, or merge the other way round."
                .to_owned()
        }
        MergeObstacle::Guest => {
            "The account that would stay is a guest’s. No mail reaches it, so nobody could sign in to it with what the other account has. Merge the other way round, if the guest has no reviews."
                .to_owned()
        }
        MergeObstacle::Reviews { reviews, guest: true } => format!(
            "The other account has {}. Reviews stay with the account that wrote them, since signed records and rankings name it. It is a guest’s, so it can’t be the one that stays. Leave both accounts as they are: the guest’s reviews count.",
            plural(*reviews, "review", "reviews")
        ),
        MergeObstacle::Reviews { reviews, guest: false } => format!(
            "The other account has {}. Reviews stay with the address that wrote them, since signed records and rankings name it. Merge the other way round, if this account has none.",
            plural(*reviews, "review", "reviews")
        ),
        MergeObstacle::Ballots { ballots } => format!(
            "The other account has cast {} in a vote that is not open. Merge the other way round, if this account has none.",
            plural(*ballots, "ballot", "ballots")
        ),
        MergeObstacle::Teams { teams } => format!(
            "The other account is on a team: {}. Teams change only while submissions are open. Merge the other way round, if this account is on no team.",
            and_list(teams)
        ),
        MergeObstacle::TwoTeams { teams } => format!(
            "Both accounts are on teams of the same event, or invited to them. The other account belongs to {}. One of them has to leave its team, or its invitation has to be withdrawn first.",
            and_list(teams)
        ),
        MergeObstacle::OwnTeam { projects } => format!(
            "One account judges {} of the other account’s team. Take that assignment away first. If the judge stepped aside or was recused, give the project back to them before that. If they have begun a review of it, the other account has to leave the team instead.",
            plural(*projects, "project", "projects")
        ),
        MergeObstacle::OwnVotes { projects } => format!(
            "One account voted for {} of the other account’s team, or ranked it for a prize. It has to take that back first.",
            plural(*projects, "project", "projects")
        ),
        MergeObstacle::Conflicted { events } => format!(
            "You take part in {}, where one of the accounts judges, organizes or is on a panel. Until the results are final, only a site admin who takes no part there can merge them.",
            and_list(events)
        ),
    }
}

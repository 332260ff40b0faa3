//! What organizers who take part themselves may not see or do.

use shared::refusal::{Part, Withheld};

pub(super) fn conflicted(part: Part, withheld: Withheld) -> String {
    let part = match part {
        Part::Judge => "You judge in this event",
        Part::Team => "You are on a team of this event",
        Part::Participant => "You are a participant of this event",
        Part::Judged => "You judged in this event",
        Part::LeftTeam => "You were on a team of this event",
        Part::Invited => "You are invited to a team of this event, or a list names you on one",
    };
    let what = match withheld {
        // These hold after the publication, too.
        Withheld::Duties => {
            return format!(
                "{part}. Only organizers who take no part can settle what winners owe and make the results final. Until then, they alone decide what could change who wins."
            );
        }
        Withheld::Questions => {
            return format!(
                "{part}. Only organizers who take no part can answer questions about its results."
            );
        }
        Withheld::Scores => "see scores",
        Withheld::Records => "see the records of other judges",
        Withheld::Tally => "see the votes",
        Withheld::Assignments => "decide who judges what",
        Withheld::Progress => "see how far each project and each judge is",
        Withheld::Rubric => "change criteria, weights and ranges",
        Withheld::Prizes => "decide how prizes are won, and see their panels, tallies and winners",
        Withheld::Duplicates => "decide which projects are repeats",
        Withheld::Withdrawals => "withdraw and restore projects",
        Withheld::Corrections => "correct imported projects",
        Withheld::Evidence => "look at facts about projects and read what judges say of them",
        Withheld::MoreTime => "give a team more time",
        Withheld::Notices => "write to the judges, to one team or to one person",
        Withheld::Webhooks => "set up webhooks that report on judging",
        Withheld::Imports => "bring in projects from a file",
        Withheld::People => "bring in judges and organizers, and handle their links and those onto teams",
        Withheld::OwnRoles => "change your roles",
        Withheld::OrganizersRoles => "change another organizer’s roles",
        Withheld::Members => "take people off teams",
        Withheld::Windows => "move a window that has opened",
        Withheld::Groups => "change tracks and criteria once a review exists",
        Withheld::Pictures => "remove pictures of other teams",
        Withheld::SecondOrganizer => "ask a second organizer for something, and confirm it",
        Withheld::Keeping => "see and decide how long personal data are kept",
    };
    format!("{part}. Until the results are published, only organizers who take no part can {what}.")
}

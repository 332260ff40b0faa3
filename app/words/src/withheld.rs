//! What organizers who take part themselves may not see or do.

use shared::refusal::{Part, Withheld};

pub(super) fn conflicted(part: Part, withheld: Withheld) -> String {
    let part = match part {
        Part::Judge => "You judge in this event",
        Part::Team => "You are on a team of this event",
        Part::Participant => "You are a participant of this event",
        Part::Judged => "You judged in this event",
        Part::LeftTeam => "You were on a team of this event",
        Part::Invited => "You are invited to a team of this event",
    };
    let rest = match withheld {
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
        Withheld::Scores => "only organizers who take no part can see scores",
        Withheld::Records => "only organizers who take no part can see the records of other judges",
        Withheld::Tally => "only organizers who take no part can see the votes",
        Withheld::Assignments => "only organizers who take no part can decide who judges what",
        Withheld::Progress => {
            "only organizers who take no part can see how far each project and each judge is"
        }
        Withheld::Rubric => "only organizers who take no part can change criteria, weights and ranges",
        Withheld::Prizes => {
            "only organizers who take no part can decide how prizes are won, and see their panels, tallies and winners"
        }
        Withheld::Duplicates => "only organizers who take no part can decide which projects are repeats",
        Withheld::Withdrawals => "only organizers who take no part can withdraw and restore projects",
        Withheld::Corrections => "only organizers who take no part can correct imported projects",
        Withheld::Evidence => {
            "only organizers who take no part can look at facts about projects and read what judges say of them"
        }
        Withheld::MoreTime => "only organizers who take no part can give a team more time",
        Withheld::Notices => {
            "only organizers who take no part can write to the judges, to one team or to one person"
        }
        Withheld::Webhooks => "only organizers who take no part can have webhooks that report on judging",
        Withheld::Imports => "only organizers who take no part can bring in projects from a file",
        Withheld::People => {
            "only organizers who take no part can bring in judges and organizers, and handle their links"
        }
        Withheld::OwnRoles => "only organizers who take no part can change your roles",
        Withheld::OrganizersPart => {
            "only organizers who take no part can give another organizer a part in it"
        }
        Withheld::Windows => "only organizers who take no part can move a window that has opened",
        Withheld::Groups => {
            "only organizers who take no part can change tracks and criteria once a review exists"
        }
        Withheld::Pictures => "only organizers who take no part can remove pictures of other teams",
        Withheld::SecondOrganizer => {
            "only organizers who take no part can ask a second organizer for something, and confirm it"
        }
        Withheld::Keeping => "only organizers who take no part can see and decide how long reviews are kept",
    };
    format!("{part}. Until the results are published, {rest}.")
}

//! The organizer's pages of an event, and the rows that link them.

pub mod act_done;
pub mod assignments;
pub mod board;
pub mod calibration;
pub mod ceremony;
mod checklist;
pub mod compare_runs;
pub mod connections;
pub mod deliberation;
pub mod duplicates;
pub mod duties;
pub mod evidence;
pub mod exports;
pub mod feedback;
pub mod finals;
pub mod first_three;
pub mod floor;
pub mod from_file;
pub mod judges;
pub mod keeping;
pub mod missing_names;
pub mod more_time;
mod movers;
pub mod notices;
pub mod open_data;
mod opening;
pub mod people;
pub mod prizes;
pub mod project_import;
pub mod projector;
pub mod projects;
mod publication_checks;
pub mod publish;
pub mod questions;
pub mod ranking;
pub mod second_organizer;
pub mod settings;
pub mod side_by_side;
pub mod tabs;
pub mod voting;
pub mod warnings;
mod ways_in;
pub mod webhooks;
mod what_if;

pub(crate) use assignments::Side;
pub(crate) use settings::{WindowInput, window_inputs, zone_field};
pub(crate) use tabs::{Moment, manage_head};

macro_rules! tabs {
    ($($row:ident { $($(#[$doc:meta])+ $tab:ident $label:literal $address:literal)+ })+) => {
        /// An organizer's page that a row links. What is below it names it as its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ManageTab {
            $($($(#[$doc])+ $tab,)+)+
        }

        $(const $row: &[ManageTab] = &[$(ManageTab::$tab),+];)+

        impl ManageTab {
            /// What it is called, and its address below the organizer's pages.
            fn entry(self) -> (&'static str, &'static str) {
                match self {
                    $($(Self::$tab => ($label, $address),)+)+
                }
            }
        }
    };
}

// Each row with its pages, the one to which it leads first.
tabs! {
    PREPARE {
        /// What the event is called, its windows and tracks.
        Settings "Event" "/settings"
        /// What judges score.
        Criteria "Rubric" "/settings/criteria"
        /// What can be won.
        Prizes "Prizes" "/prizes"
        /// Every project, and the flags of repeats.
        Projects "Projects" "/projects"
        /// Members and invitations.
        People "People" "/people"
        /// Where every project is.
        Floor "Hall" "/floor"
    }
    JUDGE {
        /// What needs attention now, and how far projects, judges and prizes are. *Manage* opens it.
        Board "Board" ""
        /// Who reviews what, and how that is planned.
        Assignments "Who reviews what" "/assignments"
        /// Facts about projects, and who looked at them.
        Evidence "Evidence" "/evidence"
        /// What organizers tell the people of the event.
        Notices "Notices" "/notices"
        /// Codes and the tally, a section of the page of prizes; only where there is a vote.
        Voting "Voting" "/prizes?voting=1#voting"
    }
    DECIDE {
        /// Runs and judges.
        Calibration "Ranking" "/calibration"
        /// For each prize, who may win it and who did.
        Winners "Winners" "/deliberation"
        /// How the winners are announced: a section of their page.
        Ceremony "Ceremony" "/deliberation?ceremony=1#ceremony"
        /// What teams see of their reviews: a section of the ranking's page.
        Feedback "Feedback" "/calibration?feedback=1#feedback"
    }
    PUBLISH {
        /// What to check, and publishing.
        Publish "Check and publish" "/calibration/publish"
        /// The event that goes on with the first few.
        Finals "Finals" "/calibration/finals"
        /// When personal data is removed: a section of the page of exports.
        Keeping "Keeping data" "/exports?keeping=1#keeping"
    }
    // Beside the moments.
    BESIDE {
        /// Who did what, and when.
        Audit "Log" "/audit"
        /// CSV files.
        Exports "Exports" "/exports"
        /// Which programs hear of the event: a section of the page of exports.
        Webhooks "Webhooks" "/exports?webhooks=1"
    }
}

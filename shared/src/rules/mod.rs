//! The rules: who may do what, when. Each operation asks, whether a page, the API or the command line called it, and a
//! write takes the permit that [`may`] gave. A file per noun holds its acts, each with its rule. Four rules answer more
//! than yes or no: [`drafts_seen`], [`answers_seen`], [`results_view`], [`may_read_scores`]. One comes before all others: [`sees_event`].
//!
//! `docs/rules.txt` prints the whole table, and a test compares the two. A new act is one line in its noun's `acts!`, with its
//! answer to whether it could touch a review; a new noun is a file with such a list, named in [`Act::BY_NOUN`] and [`act`].

#[macro_use]
mod acts_macro;

mod acts;
mod assignment;
mod call;
mod comment;
mod confirmation;
mod conflict;
mod drafts;
mod event;
mod evidence;
mod facts;
mod first_three;
mod floor;
mod keeping;
mod note;
mod notice;
mod organizer;
mod people;
mod permit;
mod prelude;
mod prize;
mod project;
mod question;
mod record;
mod results;
mod results_question;
mod review;
mod scores;
mod site;
mod team;
mod visit;
mod vote;
mod webhook;

pub use acts::{Act, OnReviews, decide};
pub use assignment::Dealing;
pub use drafts::{Drafts, answers_seen, drafts_seen, sees_event, sees_team, sees_teams, sees_what_is_public};
pub use facts::{
    Actor, AssignmentFacts, AssignmentStatus, CommentFacts, EventFacts, Facts, PastPart, PortalFacts,
    PrizeFacts, ProjectFacts, ReviewRule, RoleFacts, SaveFacts, Standing, VotingMode,
};
pub use keeping::{UNPUBLISHED_KEPT, forget_due, forget_from};
pub use organizer::is_withheld_page;
pub use permit::{Permit, PermitIds, Rule, may};
pub use results::{ResultsView, results_view};
pub use scores::{ScoresAsked, may_read_scores};

impl Act {
    /// Every act by its noun, in the order of the printed table.
    pub const BY_NOUN: [&'static [Act]; 24] = [
        project::ACTS,
        team::ACTS,
        assignment::ACTS,
        conflict::ACTS,
        review::ACTS,
        visit::ACTS,
        note::ACTS,
        evidence::ACTS,
        first_three::ACTS,
        vote::ACTS,
        comment::ACTS,
        results::ACTS,
        results_question::ACTS,
        confirmation::ACTS,
        record::ACTS,
        floor::ACTS,
        notice::ACTS,
        call::ACTS,
        webhook::ACTS,
        prize::ACTS,
        event::ACTS,
        keeping::ACTS,
        people::ACTS,
        site::ACTS,
    ];
}

/// The acts as types, so that a permit for one is none for another.
pub mod act {
    pub use super::assignment::acts::*;
    pub use super::call::acts::*;
    pub use super::comment::acts::*;
    pub use super::confirmation::acts::*;
    pub use super::conflict::acts::*;
    pub use super::event::acts::*;
    pub use super::evidence::acts::*;
    pub use super::first_three::acts::*;
    pub use super::floor::acts::*;
    pub use super::keeping::acts::*;
    pub use super::note::acts::*;
    pub use super::notice::acts::*;
    pub use super::people::acts::*;
    pub use super::prize::acts::*;
    pub use super::project::acts::*;
    pub use super::record::acts::*;
    pub use super::results::acts::*;
    pub use super::results_question::acts::*;
    pub use super::review::acts::*;
    pub use super::site::acts::*;
    pub use super::team::acts::*;
    pub use super::visit::acts::*;
    pub use super::vote::acts::*;
    pub use super::webhook::acts::*;
}

#[cfg(test)]
mod tests;

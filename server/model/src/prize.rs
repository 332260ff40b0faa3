//! Prizes, who asks for them, and who won them.

use crate::prelude::*;
use shared::invitation::InvitationState;
use shared::prize::{AwardRule, Decided, PrizeTerms};

#[derive(Clone, Debug)]
pub struct Prize {
    pub id: PrizeId,
    /// What it is, who is eligible, how the winners are found.
    pub terms: PrizeTerms,
    /// Rises with each change.
    pub version: i32,
    /// When its winners were confirmed; none before.
    pub awarded_at: Option<DateTime<Utc>>,
    /// What decided who won.
    pub decided: Decided,
    /// Why these won; may be empty.
    pub reason: String,
    /// How many projects ask for it.
    pub asked: i64,
    /// How many people are on its panel, and how many of them voted.
    pub panel: (i64, i64),
}

impl Prize {
    /// A panel decides, and not everybody on it has given an order.
    pub fn is_panel_unfinished(&self) -> bool {
        let (people, ranked) = self.panel;
        self.terms.rule == AwardRule::Panel && (people == 0 || ranked < people)
    }

    /// Confirming its winners takes a reason, whichever they are: an organizer chooses them, or its panel has not decided yet.
    pub fn always_takes_a_reason(&self) -> bool {
        self.terms.rule == AwardRule::Choice || self.is_panel_unfinished()
    }
}

/// A project that won a prize.
#[derive(Clone, Debug)]
pub struct Winner {
    pub prize: PrizeId,
    pub project: ProjectId,
    pub title: String,
    pub team: String,
    /// Its line; may be empty.
    pub tagline: String,
    /// Its first picture.
    pub picture: Option<Picture>,
    /// It was flagged as a repeat since it won.
    pub repeats: bool,
}

/// What makes a winner known beside its title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinnerFace {
    /// Its line; may be empty.
    pub tagline: String,
    /// Its first picture.
    pub picture: Option<Picture>,
}

/// A project that can win a prize.
#[derive(Clone, Debug)]
pub struct EligibleProject {
    pub id: ProjectId,
    pub title: String,
    pub team_id: TeamId,
    pub team: String,
    /// Its first picture.
    pub picture: Option<Picture>,
    pub place: Place,
}

/// The panel of a prize without winners, as one who is on it finds it.
#[derive(Clone, Debug)]
pub struct OpenPanel {
    pub event: EventId,
    pub slug: String,
    pub event_name: String,
    pub prize: PrizeId,
    pub name: String,
    /// How many projects this panellist put in order.
    pub ranked: i32,
}

/// An invitation to a panel, as an organizer sees it.
#[derive(Clone, Debug)]
pub struct PanelInvitation {
    pub id: InvitationId,
    pub email: String,
    /// The name that the organizer gave; may be empty.
    pub name: String,
    pub state: InvitationState,
    pub since: DateTime<Utc>,
    /// Who accepted, and is still on the panel.
    pub accepted_by: Option<PersonId>,
    /// The address of the account that accepted.
    pub accepted_as: Option<String>,
}

/// Somebody on the panel of a prize, or who can be.
#[derive(Clone, Debug)]
pub struct Panellist {
    pub person: PersonId,
    pub name: String,
    /// Whether they are on the panel.
    pub chosen: bool,
    /// How many projects they put in order.
    pub ranked: i64,
}

impl Panellist {
    /// Whether the panel waits for their order.
    pub fn is_missing(&self) -> bool {
        self.chosen && self.ranked == 0
    }
}

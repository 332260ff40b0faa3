//! What is wrong with a prize.

/// What is wrong with a prize, its panel or its winners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrizeFault {
    /// The prize has no name.
    Nameless,
    /// The number of winners is out of range.
    Winners { most: i32 },
    /// No eligibility was chosen, or its track is missing.
    Eligibility,
    /// No rule was chosen.
    Rule,
    /// No prize was ticked, and none is confirmed without a tick.
    NoPrize,
    /// No winner was chosen.
    NoWinner,
    /// More winners than the prize has.
    TooMany { most: i32 },
    /// A project was chosen twice.
    Repeated,
    /// An order of more projects than somebody may name.
    OrderTooLong { most: usize },
    /// An order without a project, from somebody who gave none before.
    EmptyOrder,
    /// A project that is not eligible.
    NotEligible,
    /// A project that won another prize, where each may win one.
    WonAnother { title: String },
    /// The reason is missing.
    ReasonMissing,
    /// Winners change after the publication, and nobody says why.
    PublicReasonMissing,
    /// A judge named a project that they have not reviewed.
    NotReviewed,
    /// A panellist put a project of their own team in order.
    OwnTeam,
    /// The place of a prize in the ceremony is no number.
    Turn { most: usize },
    /// The project is one that the panellist has a conflict of interest with.
    Conflict,
}

//! What the database asks of values.

/// What a constraint of the database asks of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueRule {
    /// A text that is not too long, and not empty where it must not be.
    Length,
    /// A certain form, or one of a few words.
    Shape,
    Range,
    /// A close after the opening.
    Order,
    /// A value where another one asks for it, or none.
    Together,
}

/// What is unique in an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unique {
    TrackName,
    CriterionKey,
    /// The key of a question of the event's own.
    QuestionKey,
    PrizeName,
    Place,
    /// A fixture id.
    ExternalId,
}

//! What is wrong with an answer to a question of the event's own.

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerFault {
    /// A project is submitted without an answer that it needs.
    Missing,
    /// None of the question's choices.
    Choice,
    /// Something else than `yes` to a question with a box to tick.
    Tick,
    /// A question that the event does not ask.
    Unknown,
}

//! Scores. A module of its own, since the scoring form says these words in the browser too.

use shared::refusal::ScoreFault;

/// What is wrong with a score, as the beginning of a sentence or between semicolons: without a full stop.
pub fn phrase(fault: &ScoreFault) -> String {
    match fault {
        ScoreFault::NotWhole { name } => [name, " must be a whole number."].concat(),
        ScoreFault::Range { name, min, max } => {
            [name, " must be between ", &min.to_string(), " and ", &max.to_string()].concat()
        }
        ScoreFault::Unknown { key } => ["This event has no criterion named ", key].concat(),
        ScoreFault::Missing { name } => [name, " has no score yet"].concat(),
        ScoreFault::More => "there is more of this kind".to_owned(),
    }
}

/// What is wrong with several scores.
pub fn list(faults: &[ScoreFault]) -> String {
    faults.iter().map(phrase).collect::<Vec<_>>().join("; ")
}

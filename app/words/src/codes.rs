//! Names of codes that appear within sentences.

use shared::duplicates::DuplicateReason;
use shared::window::Stage;

/// A stage, as the first word of a sentence.
pub fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Submissions => "Submissions",
        Stage::Judging => "Judging",
        Stage::Voting => "Voting",
    }
}

/// Why a project counts as a repeat, as it is stored with the flag.
pub fn duplicate_reason(why: DuplicateReason) -> &'static str {
    match why {
        DuplicateReason::SameRepository => "the same repository address",
        DuplicateReason::SameText => "nearly the same text",
    }
}

//! How prizes are decided, and what is wrong with one, in sentences that say what to do.

use super::amounts::plural;
use shared::prize::AwardRule;
use shared::refusal::PrizeFault;

/// How the winners of a prize are found, for everybody.
pub fn decided_by(rule: AwardRule) -> &'static str {
    match rule {
        AwardRule::Rank => "the best of the ranking",
        AwardRule::Panel => "chosen by a panel",
        AwardRule::Vote => "most votes of the community",
        AwardRule::Choice => "chosen by the organizers",
    }
}

pub(super) fn sentence(fault: &PrizeFault) -> String {
    let said: &str = match fault {
        PrizeFault::Nameless => "Give the prize a name.",
        PrizeFault::Winners { most } => &format!("Enter a whole number from 1 to {most}."),
        PrizeFault::Eligibility => "Choose which projects can win.",
        PrizeFault::Rule => "Choose how the winners are found.",
        PrizeFault::NoWinner => "Choose at least one winner.",
        PrizeFault::NotReviewed => "Choose among the projects that you have reviewed.",
        PrizeFault::TooMany { most } => {
            &format!("This prize has {}. Choose no more.", plural(*most, "winner", "winners"))
        }
        PrizeFault::Repeated => "Choose each project once.",
        PrizeFault::NotEligible => "Choose among the eligible projects.",
        PrizeFault::WonAnother { title } => {
            &format!("“{title}” won another prize, and each project may win one. Choose another project.")
        }
        PrizeFault::PublicReasonMissing => {
            "The results are public. Say why the winners change: everyone reads it."
        }
        PrizeFault::ReasonMissing => "Say why these projects win.",
        PrizeFault::Turn { most } => &format!("Enter a whole number from 1 to {most}."),
        PrizeFault::Conflict => "You can’t choose a project that you have a conflict of interest with.",
        PrizeFault::OwnTeam => "You can’t choose a project of your own team.",
    };
    said.to_owned()
}

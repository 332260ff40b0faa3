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

/// The sentence.
pub(super) fn sentence(fault: &PrizeFault) -> String {
    match fault {
        PrizeFault::Nameless => "Give the prize a name.".to_owned(),
        PrizeFault::Winners { most } => format!("Enter a whole number from 1 to {most}."),
        PrizeFault::Eligibility => "Choose which projects can win.".to_owned(),
        PrizeFault::Rule => "Choose how the winners are found.".to_owned(),
        PrizeFault::NoWinner => "Choose at least one winner.".to_owned(),
        PrizeFault::NotReviewed => "Choose among the projects that you have reviewed.".to_owned(),
        PrizeFault::TooMany { most } => {
            format!("This prize has {}. Choose no more.", plural(*most, "winner", "winners"))
        }
        PrizeFault::Repeated => "Choose each project once.".to_owned(),
        PrizeFault::NotEligible => "Choose among the eligible projects.".to_owned(),
        PrizeFault::WonAnother { title } => {
            format!("“{title}” won another prize, and each project may win one. Choose another project.")
        }
        PrizeFault::PublicReasonMissing => {
            "The results are public. Say why the winners change: everyone reads it.".to_owned()
        }
        PrizeFault::ReasonMissing => "Say why these projects win.".to_owned(),
        PrizeFault::Turn { most } => format!("Enter a whole number from 1 to {most}."),
        PrizeFault::Conflict => {
            "You can’t choose a project that you have a conflict of interest with.".to_owned()
        }
        PrizeFault::OwnTeam => "You can’t choose a project of your own team.".to_owned(),
    }
}

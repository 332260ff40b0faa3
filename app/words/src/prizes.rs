//! How prizes are decided, and what is wrong with one, in sentences that say what to do.

use super::amounts::plural;
use shared::prize::{AwardRule, Decided};
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

/// How the winners of a prize were found, and what is so now. `repeats` says that one was flagged as a repeat since.
pub fn won_by(rule: AwardRule, decided: Decided, repeats: bool) -> &'static str {
    match (decided, rule) {
        (Decided::ByRule, AwardRule::Rank) if repeats => "the best of the ranking before a repeat was found",
        (Decided::ByRule, rule) => decided_by(rule),
        (Decided::ByEarlierRanking, _) => "the best of an earlier ranking",
        (Decided::ByOrganizers, _) => decided_by(AwardRule::Choice),
    }
}

/// What everybody reads beside a winner that was flagged as a repeat.
pub const REPEATS: &str = "flagged as a repeat of another project since it won";

pub(super) fn sentence(fault: &PrizeFault) -> String {
    let said: &str = match fault {
        PrizeFault::Nameless => "Give the prize a name.",
        PrizeFault::Winners { most } => &format!("Enter a whole number from 1 to {most}."),
        PrizeFault::Eligibility => "Choose which projects can win.",
        PrizeFault::Rule => "Choose how the winners are found.",
        PrizeFault::NoPrize => "Tick at least one prize.",
        PrizeFault::NoWinner => "Choose at least one winner.",
        PrizeFault::NotReviewed => "Choose among the projects that you have reviewed.",
        PrizeFault::TooMany { most } => {
            &format!("This prize has {}. Choose no more.", plural(*most, "winner", "winners"))
        }
        PrizeFault::OrderTooLong { most } => {
            &format!("Choose at most {}.", plural(*most, "project", "projects"))
        }
        PrizeFault::EmptyOrder => "Choose a project for the 1st place.",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_the_ranking_is_said_where_the_ranking_decided_and_still_does() {
        for rule in AwardRule::ALL {
            for decided in Decided::ALL {
                for repeats in [false, true] {
                    let says = won_by(rule, decided, repeats) == decided_by(AwardRule::Rank);
                    let holds = rule == AwardRule::Rank && decided == Decided::ByRule && !repeats;
                    assert_eq!(says, holds, "{rule:?} {decided:?} {repeats}");
                }
            }
        }
    }
}

//! The assignment planner: who judges what.
//!
//! [`plan`] gives every project its judges in rounds, one judge for each project a round. It takes the judge with the
//! smallest load + 2·(times the judge already meets the others on the project) + weight·(1 outside the judge's tracks).
//! Seeded swaps then lower Σ N_jk² + weight·cost, where N_jk counts the projects that judges j and k share: the more
//! evenly judges meet, the better the calibration can compare them.
//!
//! What exists is kept: a plan only adds. The same [`PlanInput`] gives the same [`Plan`], whatever the order of its lists,
//! since the seed is the digest of its content. What a plan could not meet is a list of [`PlanFinding`]s, in numbers.

mod bits;
mod chances;
mod deal;
mod dice;
mod finding;
mod input;
mod join;
mod numbered;
mod order;
mod reassign;
mod report;
pub mod reviews_needed;
mod rounds;
mod swaps;
mod ties;

pub use chances::{Chances, chances, compared_chances};
pub use finding::{Help, PlanFinding, Unmet, UntakenWork};
pub use input::{Pair, PlanInput, PlanJudge, PlanProject, TooLarge};
pub use order::{JudgeList, deal_order, most_uneven};
pub use report::{JudgeLoad, Plan, TrackShare};
pub use ties::Ties;

use deal::Deal;
use dice::Dice;
use numbered::Numbered;

/// Below this share of the mean load, judges are compared through too few reviews.
pub const SOUND_TIES: f64 = 0.1;
/// Below this share of reviews outside their judge's main track, in thousandths, tracks are hardly compared.
pub const SOUND_CROSSING: u32 = 50;

/// What part of each project's reviews is left open to all tracks, in percent, until judges can be compared.
const OPEN: [u32; 7] = [0, 10, 20, 30, 45, 60, 100];
/// Up to this weight of expertise, a plan ties judges as well as a random one.
const EVEN_WEIGHT: f64 = 3.0;
/// Two random plans differ by about this part, so that a plan just below one is as good.
const ALIKE: f64 = 0.98;

/// Plans who judges what.
///
/// Expertise yields where it keeps judges from being compared. In a large event every review finds a judge who knows the
/// track, and two judges hardly ever meet twice, so that Σ N_jk² no longer pulls judges across tracks: then a part of each
/// project's reviews is left open to all tracks. It is the smallest part of `OPEN` that makes one connected plan, with at
/// least 5 % of reviews outside their judge's main track, and with a λ₂ over load of at least [`SOUND_TIES`] and of a random
/// balanced plan's times 3/weight, for weights above 3. So a larger weight says how much of the ties may be given up.
///
/// # Errors
/// [`TooLarge`] above [`PlanInput::MOST_JUDGES`] or [`PlanInput::MOST_PROJECTS`].
pub fn plan(input: &PlanInput) -> Result<Plan, TooLarge> {
    let numbered = Numbered::of(input)?;
    let digest = input.digest();
    let weight = input.expertise_weight;
    // A plan that cannot yield needs nothing to be compared with.
    let yields = weight > 0 && !numbered.is_fixed();
    let enough = if yields { even_ties(&numbered, &digest, weight) } else { 0.0 };
    let mut best: Option<(Deal<'_>, Ties, u32)> = None;
    for open in OPEN {
        let (deal, ties) = attempt(&numbered, &digest, weight, open);
        let sound = ties.parts <= 1
            && ties.lambda2_over_load.is_none_or(|l| l >= enough)
            && deal.crossing().is_none_or(|c| c >= SOUND_CROSSING);
        // Where none is sound, the plan that ties judges best.
        if sound || best.as_ref().is_none_or(|(_, other, _)| ties.better_than(other)) {
            best = Some((deal, ties, open));
        }
        if sound || !yields {
            break;
        }
    }
    let (deal, ties, open) = best.ok_or(TooLarge)?;
    Ok(report::plan(input, &numbered, &deal, ties, open, &digest))
}

/// The λ₂ over load that a plan of this weight should have.
fn even_ties(numbered: &Numbered, digest: &[u8; 32], weight: u32) -> f64 {
    let random = random_ties(numbered, digest, 0).lambda2_over_load.unwrap_or(0.0);
    (random * ALIKE * EVEN_WEIGHT / f64::from(weight).max(EVEN_WEIGHT)).max(SOUND_TIES)
}

/// One full plan with this part of the reviews open to all tracks, in percent.
fn attempt<'a>(numbered: &'a Numbered, digest: &[u8; 32], weight: u32, open: u32) -> (Deal<'a>, Ties) {
    let mut dice = Dice::new(digest, u64::from(open));
    let mut deal = Deal::of(numbered);
    deal.leave_open(open, &mut dice);
    let scoring = rounds::Scoring { meets: 2, expertise: weight };
    rounds::fill(&mut deal, scoring, &mut dice);
    swaps::improve(&mut deal, weight, &mut dice);
    join::join_parts(&mut deal, &mut dice);
    let ties = Ties::of(&deal, &mut dice);
    (deal, ties)
}

/// λ₂ over load of random balanced plans for the same input: each review goes to a judge of the smallest load, by lot.
/// They keep the same caps and conflicts.
///
/// # Errors
/// As [`plan`].
pub fn random_plans(input: &PlanInput, plans: u32) -> Result<Vec<f64>, TooLarge> {
    let numbered = Numbered::of(input)?;
    let digest = input.digest();
    let each = |number| random_ties(&numbered, &digest, number).lambda2_over_load.unwrap_or(0.0);
    Ok((0..plans).map(each).collect())
}

fn random_ties(numbered: &Numbered, digest: &[u8; 32], number: u32) -> Ties {
    let mut dice = Dice::new(digest, (1 << 32) + u64::from(number));
    let mut deal = Deal::of(numbered);
    rounds::fill(&mut deal, rounds::Scoring { meets: 0, expertise: 0 }, &mut dice);
    Ties::of(&deal, &mut dice)
}

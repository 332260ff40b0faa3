//! The assignment planner: who judges what.
//!
//! [`plan`] gives every project its judges in rounds, one judge for each project a round. It takes the judge with the
//! smallest load + 2·(times the judge already meets the others on the project) + weight·(1 outside the judge's tracks).
//! Seeded swaps then lower Σ N_jk² + weight·cost, where N_jk counts the projects that judges j and k share: the more
//! evenly judges meet, the better the calibration can compare them.
//!
//! What exists is kept: a plan only adds. The same [`PlanWorld`] gives the same [`Plan`], whatever the order of its lists,
//! since the seed is the digest of its content. What a plan could not meet is a list of [`PlanFinding`]s, in numbers.

mod bits;
mod chances;
mod deal;
mod dice;
mod finding;
mod join;
mod numbered;
mod reassign;
mod report;
mod rounds;
mod swaps;
mod ties;
mod world;

pub use chances::{Chances, chances};
pub use finding::{Help, PlanFinding, Unmet};
pub use report::{JudgeLoad, Plan, TrackShare};
pub use ties::Ties;
pub use world::{Pair, PlanJudge, PlanProject, PlanWorld, TooLarge};

use deal::Deal;
use dice::Dice;
use numbered::Numbered;

/// Below this share of the mean load, judges are compared through too few reviews.
pub const SOUND_TIES: f64 = 0.1;
/// Below this share of reviews outside their judge's main track, in thousandths, tracks are hardly compared.
pub const SOUND_CROSSING: u32 = 50;

/// Plans who judges what.
///
/// # Errors
/// [`TooLarge`] above [`PlanWorld::MOST_JUDGES`] or [`PlanWorld::MOST_PROJECTS`].
pub fn plan(world: &PlanWorld) -> Result<Plan, TooLarge> {
    let numbered = Numbered::of(world)?;
    let digest = world.digest();
    // Expertise yields where it keeps judges from being compared.
    let mut weight = world.expertise_weight;
    let mut best: Option<(Deal<'_>, Ties, u32)> = None;
    loop {
        let (deal, ties) = attempt(&numbered, &digest, weight);
        let sound = ties.parts <= 1
            && ties.lambda2_over_load.is_none_or(|l| l >= SOUND_TIES)
            && deal.crossing().is_none_or(|c| c >= SOUND_CROSSING);
        let better = best.as_ref().is_none_or(|(_, other, _)| ties.better_than(other));
        if better {
            best = Some((deal, ties, weight));
        }
        if sound || weight == 0 || numbered.is_fixed() {
            break;
        }
        weight /= 2;
    }
    let (deal, ties, used) = best.ok_or(TooLarge)?;
    Ok(report::plan(world, &numbered, &deal, ties, used, &digest))
}

/// One full plan at this weight of expertise.
fn attempt<'a>(numbered: &'a Numbered, digest: &[u8; 32], weight: u32) -> (Deal<'a>, Ties) {
    let mut dice = Dice::new(digest, u64::from(weight));
    let mut deal = Deal::of(numbered);
    let scoring = rounds::Scoring { meets: 2, expertise: weight };
    rounds::fill(&mut deal, scoring, &mut dice);
    swaps::improve(&mut deal, weight, &mut dice);
    join::join_parts(&mut deal, &mut dice);
    let ties = Ties::of(&deal, &mut dice);
    (deal, ties)
}

/// λ₂ over load of random balanced plans for the same world: each review goes to a judge of the smallest load, by lot.
/// They keep the same caps and conflicts.
///
/// # Errors
/// As [`plan`].
pub fn random_plans(world: &PlanWorld, plans: u32) -> Result<Vec<f64>, TooLarge> {
    let numbered = Numbered::of(world)?;
    let digest = world.digest();
    let each = |number: u32| {
        let mut dice = Dice::new(&digest, (1 << 32) + u64::from(number));
        let mut deal = Deal::of(&numbered);
        rounds::fill(&mut deal, rounds::Scoring { meets: 0, expertise: 0 }, &mut dice);
        Ties::of(&deal, &mut dice).lambda2_over_load.unwrap_or(0.0)
    };
    Ok((0..plans).map(each).collect())
}

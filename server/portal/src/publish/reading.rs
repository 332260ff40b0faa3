//! What a calibration run reads: the reviews that count, and the projects that stay out.

use model::context::Context;
use model::run::{Excluded, Exclusion, UsableReview};
use shared::calibration::{Input, Review};
use shared::prize::{AwardRule, Eligibility};
use shared::refusal::{Reason, Refusal};
use shared::rubric::{Criterion, weighted_total};
use std::collections::BTreeSet;
use store::failure::{Failure, Outcome};
use store::{Conn, event, prize, run_input};

/// The input of a run, and the submitted projects that it does not rank.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The usable reviews with their weighted totals.
    pub input: Input,
    /// How many win each prize that goes to the first of the ranking.
    pub winners: Vec<u32>,
    /// Submitted projects that repeat another, or have no usable review.
    pub excluded: Excluded,
}

impl Reading {
    /// Refuses where nothing can be calibrated.
    ///
    /// # Errors
    /// 409 without a usable review.
    pub fn require_reviews(&self) -> Result<(), Refusal> {
        if self.input.reviews().is_empty() {
            return Err(Reason::NoReviews.into());
        }
        Ok(())
    }
}

/// Reads what a run would read now. Consistent only inside a snapshot: several statements read.
pub async fn gather(conn: &mut Conn, at: &Context) -> Outcome<Reading> {
    let event = event::find(conn, &at.slug, None).await?.ok_or_else(Refusal::not_found)?;
    let usable = run_input::usable(conn, at.event).await?;
    let submitted = run_input::submitted(conn, at.event).await?;
    let reviewed: BTreeSet<_> = usable.iter().map(|u| u.project).collect();
    let excluded = submitted
        .into_iter()
        .filter(|p| p.flagged || !reviewed.contains(&p.id))
        .map(|p| (p.id, if p.flagged { Exclusion::Duplicate } else { Exclusion::NoReviews }))
        .collect();
    // Chance alone parted what the planner dealt, so parts that share no judge are not groups of their own. A track that no reviewed
    // project has changes nothing.
    let dealt = usable.iter().all(|review| review.planned);
    let reviews = usable.into_iter().map(|u| review(u, &event.criteria)).collect();
    let input = Input::new(reviews, dealt).map_err(Failure::broken)?;
    let by_rank = prize::list(conn, at.event).await?.into_iter().map(|prize| prize.terms);
    let by_rank = by_rank.filter(|p| p.rule == AwardRule::Rank && p.eligibility == Eligibility::All);
    let winners = by_rank.filter_map(|prize| u32::try_from(prize.winners).ok()).collect();
    Ok(Reading { input, winners, excluded })
}

fn review(usable: UsableReview, criteria: &[Criterion]) -> Review {
    let total_micro = weighted_total(criteria, &usable.scores).0;
    Review {
        project: usable.project.0,
        track: usable.track.map(|track| track.0),
        judge: usable.judge,
        total_micro,
    }
}

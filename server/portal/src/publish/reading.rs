//! What a calibration run reads: the reviews that count, and the projects that stay out.

use crate::prelude::*;
use shared::calibration::{Input, InputError, Review, project_share};
use shared::prize::{AwardRule, Eligibility};
use shared::rubric::weighted_total;
use store::{event, prize, run_input};

/// The input of a run, and the submitted projects that it does not rank.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The usable reviews with their weighted totals.
    pub input: Input,
    /// How many win each prize that goes to the first of the ranking.
    pub winners: Vec<u32>,
    /// Submitted projects that repeat another, or have no usable review.
    pub excluded: Excluded,
    /// The reviews of the input, with their scores.
    pub reviews: Vec<UsableReview>,
    /// The criteria of the scores, in the order of the rubric.
    pub rubric: Vec<Criterion>,
}

impl Reading {
    /// Refuses where nothing can be calibrated.
    /// Errors: 409 without a usable review.
    pub fn require_reviews(&self) -> Result<(), Refusal> {
        require(!self.input.reviews().is_empty(), Reason::NoReviews)
    }

    /// How much of what each criterion's scores differ by comes from the projects.
    pub fn criterion_shares(&self) -> Vec<CriterionShare> {
        let share = |criterion: &Criterion| {
            let scored = self.reviews.iter().filter(|review| review.scores.contains_key(&criterion.key));
            let input = input_of(scored, std::slice::from_ref(criterion), self.input.dealt()).ok()?;
            Some(CriterionShare { key: criterion.key.clone(), share: project_share(&input)? })
        };
        self.rubric.iter().filter_map(share).collect()
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
    // A track that no reviewed project has changes nothing.
    let dealt = usable.iter().all(|review| review.dealt);
    let input = input_of(&usable, &event.criteria, dealt).map_err(Failure::broken)?;
    let by_rank = prize::list(conn, at.event).await?.into_iter().map(|prize| prize.terms);
    let by_rank = by_rank.filter(|p| p.rule == AwardRule::Rank && p.eligibility == Eligibility::All);
    let winners = by_rank.filter_map(|prize| u32::try_from(prize.winners).ok()).collect();
    Ok(Reading { input, winners, excluded, reviews: usable, rubric: event.criteria })
}

/// These reviews as an input, each with the total of these criteria.
fn input_of<'r>(
    reviews: impl IntoIterator<Item = &'r UsableReview>,
    criteria: &[Criterion],
    dealt: bool,
) -> Result<Input, InputError> {
    let review = |usable: &UsableReview| Review {
        project: usable.project.0,
        track: usable.track.map(|track| track.0),
        judge: usable.judge.clone(),
        total_micro: weighted_total(criteria, &usable.scores).0,
    };
    Input::new(reviews.into_iter().map(review).collect(), dealt)
}

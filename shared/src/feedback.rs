//! What a team sees of the reviews of its project: what the organizers chose, and the figures per criterion.

use crate::prelude::*;

/// So many reviews a project needs before its team sees figures per criterion. With one review a mean is that judge's score, and
/// with two a team that knows one score knows the other.
pub const FEWEST_REVIEWS: i64 = 3;

/// So many other projects the mean of the event needs. With one other project, the two means would tell what it got.
pub const FEWEST_OTHERS: i64 = 3;

/// What the teams of an event see of the reviews of their own projects once the results are published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeedbackChoice {
    /// What judges wrote, without names.
    pub comments: bool,
    /// The mean per criterion, beside that of the event.
    pub criteria: bool,
}

impl FeedbackChoice {
    /// Whether teams see anything.
    pub fn any(self) -> bool {
        self.comments || self.criteria
    }

    /// The choice with this name: `nothing`, `comments`, `criteria` or `both`.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [(false, false), (true, false), (false, true), (true, true)];
        let mut all = all.into_iter().map(|(comments, criteria)| Self { comments, criteria });
        all.find(|choice| choice.name() == name)
    }

    /// The name in forms.
    pub fn name(self) -> &'static str {
        match (self.comments, self.criteria) {
            (false, false) => "nothing",
            (true, false) => "comments",
            (false, true) => "criteria",
            (true, true) => "both",
        }
    }
}

/// What the counted reviews of an event gave in one criterion, in sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CriterionSums {
    /// The criterion's key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// The lowest and the highest score.
    pub range: (i64, i64),
    /// Sum and number of the scores that the project got.
    pub own: (i64, i64),
    /// Sum and number of all scores of the event, the project's among them.
    pub all: (i64, i64),
    /// How many other projects got one.
    pub others: i64,
}

/// A project's mean in one criterion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CriterionFigure {
    /// The criterion's key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Lowest score.
    pub min_value: i64,
    /// Highest score.
    pub max_value: i64,
    /// The mean of the project's scores, with two decimals, as judges gave them.
    pub mean: f64,
    /// The mean of all scores of the event, with two decimals; null where fewer than three other projects have scores.
    #[schema(required)]
    pub event_mean: Option<f64>,
}

/// The figures of a project, as far as its team may see them.
#[derive(Clone, Debug, PartialEq)]
pub enum CriterionFigures {
    /// Judging is open: with one more review, the difference of two means would be its score.
    WhileJudging,
    /// So many reviews count, which is too few.
    TooFew(i64),
    /// From so many reviews, in the order of the rubric.
    Shown(i64, Vec<CriterionFigure>),
}

/// The figures of a project, from the sums of each criterion in the order of the rubric.
pub fn criterion_figures(sums: Vec<CriterionSums>) -> CriterionFigures {
    let reviews = sums.iter().map(|sum| sum.own.1).min().unwrap_or(0);
    if reviews < FEWEST_REVIEWS {
        return CriterionFigures::TooFew(reviews);
    }
    let figure = |sum: CriterionSums| CriterionFigure {
        mean: mean(sum.own),
        event_mean: (sum.others >= FEWEST_OTHERS).then(|| mean(sum.all)),
        key: sum.key,
        name: sum.name,
        min_value: sum.range.0,
        max_value: sum.range.1,
    };
    CriterionFigures::Shown(reviews, sums.into_iter().map(figure).collect())
}

/// A mean with two decimals.
fn mean((sum, number): (i64, i64)) -> f64 {
    let exact = sum as f64 / number as f64;
    (exact * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(own: (i64, i64), all: (i64, i64), others: i64) -> CriterionSums {
        CriterionSums { key: "impact".into(), name: "Impact".into(), range: (0, 10), own, all, others }
    }

    #[test]
    fn figures_need_three_reviews_and_three_other_projects() {
        for reviews in 0..3 {
            let few = criterion_figures(vec![sums((5 * reviews, reviews), (40, 8), 6)]);
            assert_eq!(few, CriterionFigures::TooFew(reviews));
        }
        let means = |others| match criterion_figures(vec![sums((20, 3), (41, 7), others)]) {
            CriterionFigures::Shown(3, figures) => (figures[0].mean, figures[0].event_mean),
            other => panic!("{other:?}"),
        };
        assert_eq!(means(2), (6.67, None));
        assert_eq!(means(3), (6.67, Some(5.86)));
    }

    #[test]
    fn the_criterion_with_the_fewest_scores_decides() {
        let figures = criterion_figures(vec![sums((20, 4), (50, 9), 5), sums((8, 2), (50, 9), 5)]);
        assert_eq!(figures, CriterionFigures::TooFew(2));
        assert_eq!(criterion_figures(vec![]), CriterionFigures::TooFew(0));
    }

    #[test]
    fn a_choice_has_a_name() {
        for name in ["nothing", "comments", "criteria", "both"] {
            assert_eq!(FeedbackChoice::from_name(name).map(FeedbackChoice::name), Some(name));
        }
        assert_eq!(FeedbackChoice::from_name("all"), None);
    }
}

//! What the form says of one field, by the checks the server makes too.

use shared::refusal::FieldErrors;
use shared::review::{self, ReviewChanges};
use shared::rubric::{Criterion, Scores, Total, weighted_total};
use shared::text;

/// What is to be said of one criterion's score as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing chosen yet.
    Empty,
    /// A score within the range.
    Good(i64),
    /// Why the server would refuse it.
    Wrong(String),
}

/// Checks one score. Blanks around it are no mistake; nothing at all is no score.
pub(super) fn verdict(criterion: &Criterion, typed: &str) -> Verdict {
    let typed = typed.trim();
    if typed.is_empty() {
        return Verdict::Empty;
    }
    let changes = ReviewChanges {
        scores: Some(vec![(criterion.key.clone(), typed.to_owned())]),
        comment: None,
        submit: false,
    };
    match review::check(changes, std::slice::from_ref(criterion), Scores::new(), String::new()) {
        Ok(checked) => {
            checked.scores.get(&criterion.key).map_or(Verdict::Empty, |score| Verdict::Good(*score))
        }
        Err(refusal) => Verdict::Wrong(refusal.detail),
    }
}

/// Why the server would refuse this score; none where it would not.
#[cfg(feature = "ssr")]
pub(crate) fn fault(criterion: &Criterion, typed: &str) -> Option<String> {
    match verdict(criterion, typed) {
        Verdict::Wrong(message) => Some(message),
        _ => None,
    }
}

/// The sentence for a criterion without a score, where the judge wanted to submit.
pub(super) fn missing(criterion: &Criterion) -> String {
    let changes = ReviewChanges { scores: None, comment: None, submit: true };
    review::check(changes, std::slice::from_ref(criterion), Scores::new(), String::new())
        .map_or_else(|refusal| refusal.detail, |_| String::new())
}

/// Why the server would refuse the comment; empty where it would not.
pub(super) fn comment_fault(comment: &str) -> String {
    let mut errors = FieldErrors::default();
    text::clean("comment", "The comment", comment, text::REVIEW_COMMENT, &mut errors);
    errors.0.into_values().flatten().collect::<Vec<_>>().join(" ")
}

/// How many characters a comment has; a line break counts as one, however the browser sent it.
pub(super) fn comment_length(comment: &str) -> usize {
    comment.replace("\r\n", "\n").chars().count()
}

/// The weighted total of what is typed, and how many criteria have a score.
/// `typed` holds one text for each criterion, in the rubric's order.
pub(super) fn tally(criteria: &[Criterion], typed: &[String]) -> (Total, usize) {
    let scores: Scores = criteria
        .iter()
        .zip(typed)
        .filter_map(|(criterion, text)| match verdict(criterion, text) {
            Verdict::Good(score) => Some((criterion.key.clone(), score)),
            _ => None,
        })
        .collect();
    (weighted_total(criteria, &scores), scores.len())
}

/// The criterion's share of the rubric in whole percent, and where its bar begins and how wide it is,
/// both from 0 to 100.
pub(super) fn shares(criteria: &[Criterion]) -> Vec<(f64, f64)> {
    #[expect(clippy::cast_precision_loss, reason = "a share is only drawn")]
    let weights: Vec<f64> = criteria.iter().map(|c| c.weight.ten_thousandths() as f64).collect();
    let all: f64 = weights.iter().sum();
    let mut start = 0.0;
    weights
        .into_iter()
        .map(|weight| {
            let width = weight / all * 100.0;
            start += width;
            (start - width, width)
        })
        .collect()
}

/// How far up its range a score lies, 0 to 1.
pub(super) fn height(criterion: &Criterion, score: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a bar is only drawn")]
    let height = (score - criterion.min_value) as f64 / (criterion.max_value - criterion.min_value) as f64;
    height.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::rubric::Weight;

    fn criterion(key: &str, weight: &str, min_value: i64, max_value: i64) -> Criterion {
        Criterion {
            key: key.into(),
            name: key.to_uppercase(),
            guidance: String::new(),
            weight: Weight::parse(weight).unwrap(),
            min_value,
            max_value,
        }
    }

    #[test]
    fn a_score_is_judged_in_the_servers_words() {
        let quality = criterion("quality", "1", 1, 5);
        assert_eq!(verdict(&quality, ""), Verdict::Empty);
        assert_eq!(verdict(&quality, " 4 "), Verdict::Good(4));
        assert_eq!(verdict(&quality, "9"), Verdict::Wrong("QUALITY must be between 1 and 5".into()));
        assert_eq!(verdict(&quality, "3.5"), Verdict::Wrong("QUALITY must be a whole number.".into()));
        assert_eq!(missing(&quality), "QUALITY has no score yet");
    }

    #[test]
    fn the_total_counts_only_what_would_be_saved() {
        let rubric = [criterion("a", "3", 0, 10), criterion("b", "1", 1, 5)];
        let typed = ["7".to_owned(), "8".to_owned()];
        assert_eq!(tally(&rubric, &typed), (Total(700_000), 1));
        assert_eq!(tally(&rubric, &["".to_owned(), "x".to_owned()]), (Total(0), 0));
        assert_eq!(tally(&rubric, &["7".to_owned(), "3".to_owned()]), (Total(650_000), 2));
    }

    #[test]
    fn shares_lie_side_by_side_and_fill_the_whole() {
        let rubric = [criterion("a", "3", 0, 10), criterion("b", "1", 1, 5)];
        assert_eq!(shares(&rubric), [(0.0, 75.0), (75.0, 25.0)]);
        assert!((height(&rubric[1], 3) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_comment_may_have_five_thousand_characters() {
        assert_eq!(comment_fault(&"ä".repeat(5000)), "");
        assert_eq!(comment_fault(&"ä".repeat(5001)), "The comment has 5001 characters: shorten it to 5000.");
        assert_eq!(comment_length("a\r\nb"), 3);
    }
}

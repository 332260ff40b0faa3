//! What the form says of one field, by the checks the server makes too.

use crate::words;
use shared::refusal::{Fault, FieldErrors, Reason, Refusal, TextField};
use shared::review::{self, ReviewChanges};
use shared::rubric::{Criterion, Scores, Total, weighted_total};
use shared::text;

/// What is to be said of one criterion's score as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ScoreCheck {
    /// Nothing chosen yet.
    Empty,
    /// A score within the range.
    Good(i64),
    /// Why the server would refuse it.
    Wrong(String),
}

/// Checks one score. Blanks around it are no mistake; nothing at all is no score.
#[inline(never)]
fn check_score(criterion: &Criterion, typed: &str) -> ScoreCheck {
    let typed = typed.trim();
    if typed.is_empty() {
        return ScoreCheck::Empty;
    }
    let changes = ReviewChanges {
        scores: Some(vec![(criterion.key.clone(), typed.to_owned())]),
        comment: None,
        submit: false,
    };
    match review::check(changes, std::slice::from_ref(criterion), Scores::new(), String::new()) {
        Ok(checked) => {
            checked.scores.get(&criterion.key).map_or(ScoreCheck::Empty, |score| ScoreCheck::Good(*score))
        }
        Err(refusal) => ScoreCheck::Wrong(sentence(refusal)),
    }
}

/// Why the server would refuse this score; none where it would not.
#[cfg(feature = "ssr")]
pub(crate) fn fault(criterion: &Criterion, typed: &str) -> Option<String> {
    match check_score(criterion, typed) {
        ScoreCheck::Wrong(message) => Some(message),
        _ => None,
    }
}

/// What is said at a criterion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldReport {
    /// It has a score that holds.
    pub(super) good: bool,
    /// Why the server would refuse it; empty where it would not.
    pub(super) wrong: String,
}

/// What is to be said of one criterion; a missing score only where the judge wanted to submit.
pub(super) fn report(criterion: &Criterion, typed: &str, submit: bool) -> FieldReport {
    match check_score(criterion, typed) {
        ScoreCheck::Good(_) => FieldReport { good: true, wrong: String::new() },
        ScoreCheck::Wrong(wrong) => FieldReport { good: false, wrong },
        ScoreCheck::Empty if submit => FieldReport { good: false, wrong: missing(criterion) },
        ScoreCheck::Empty => FieldReport { good: false, wrong: String::new() },
    }
}

/// The sentence for a criterion without a score, where the judge wanted to submit.
fn missing(criterion: &Criterion) -> String {
    let changes = ReviewChanges { scores: None, comment: None, submit: true };
    review::check(changes, std::slice::from_ref(criterion), Scores::new(), String::new())
        .map_or_else(sentence, |_| String::new())
}

/// A refusal of scores in words. The whole table of refusals stays on the server: it would make the form's code larger.
fn sentence(refusal: Refusal) -> String {
    if let Reason::Scores(wrong) = &refusal.reason {
        return words::scores::list(wrong);
    }
    let said = |fault| match fault {
        Fault::Score(wrong) => words::scores::phrase(&wrong),
        _ => String::new(),
    };
    refusal.fields.0.into_values().flatten().map(said).collect::<Vec<_>>().join(" ")
}

/// Why the server would refuse the comment; empty where it would not.
pub(super) fn comment_fault(comment: &str) -> String {
    let mut errors = FieldErrors::default();
    text::clean("comment", TextField::Comment, comment, text::REVIEW_COMMENT, &mut errors);
    let said = |fault| match fault {
        Fault::Text(field, wrong) => words::texts::sentence(field, &wrong),
        _ => String::new(),
    };
    errors.0.into_values().flatten().map(said).collect::<Vec<_>>().join(" ")
}

/// How many characters a comment has; a line break counts as one, however the browser sent it.
pub(super) fn comment_length(comment: &str) -> usize {
    comment.replace("\r\n", "\n").chars().count()
}

/// The weighted total of what is typed, and how many criteria have a score.
/// `typed` holds one text for each criterion, in the rubric's order.
pub(super) fn tally(criteria: &[Criterion], typed: &[String]) -> (Total, usize) {
    let mut scores = Scores::new();
    for (criterion, text) in criteria.iter().zip(typed) {
        if let ScoreCheck::Good(score) = check_score(criterion, text) {
            scores.insert(criterion.key.clone(), score);
        }
    }
    (weighted_total(criteria, &scores), scores.len())
}

/// What each criterion adds to the total, as people read it; a dash without a score that counts. The parts are for the
/// eye: the total itself is computed exactly.
pub(super) fn adds(criteria: &[Criterion], typed: &[String]) -> Vec<String> {
    let scores: Vec<Option<i64>> = criteria
        .iter()
        .zip(typed)
        .map(|(criterion, text)| match check_score(criterion, text) {
            ScoreCheck::Good(score) => Some(score - criterion.min_value),
            _ => None,
        })
        .collect();
    let given = criteria.iter().zip(&scores).filter(|(_, score)| score.is_some());
    #[expect(clippy::cast_precision_loss, reason = "two decimals are shown")]
    let float = |whole: i64| whole as f64;
    let weights = float(given.map(|(c, _)| c.weight.ten_thousandths()).sum());
    let part = |(c, up): (&Criterion, &Option<i64>)| {
        let share = float(c.weight.ten_thousandths()) / weights;
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1, in millionths")]
        let part = |up: i64| (share * float(up) / float(c.max_value - c.min_value) * 1e6 + 0.5) as i64;
        up.map_or_else(|| "–".to_owned(), |up| two_places(Total(part(up))))
    };
    criteria.iter().zip(&scores).map(part).collect()
}

/// The weighted total as the form shows it: a dash before the first score.
pub(super) fn total_text(total: Total, scored: usize) -> String {
    if scored == 0 { "–".to_owned() } else { two_places(total) }
}

/// A total at two decimals, as people read it: `0.72`. In whole numbers, which keeps the formatting of
/// fractions (11 kB) out of the module.
pub(crate) fn two_places(total: Total) -> String {
    let hundredths = (total.0 + 5_000) / 10_000;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// A criterion's share of the rubric.
#[cfg(any(test, feature = "ssr"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    /// In percent; all of them sum to 100.
    pub(super) percent: i64,
    /// Where its bar begins, in thousandths of the whole.
    pub(super) start: i64,
    /// How wide its bar is, likewise.
    pub(super) width: i64,
}

/// Every criterion's share; the bars lie side by side and fill the whole.
#[cfg(any(test, feature = "ssr"))]
pub(super) fn shares(criteria: &[Criterion]) -> Vec<Share> {
    let weights: Vec<i64> = criteria.iter().map(|c| c.weight.ten_thousandths()).collect();
    let all = weights.iter().sum::<i64>().max(1);
    let mut sum = 0;
    let mut shares = Vec::with_capacity(criteria.len());
    for (weight, percent) in weights.iter().zip(shared::percent::percents(&weights)) {
        let (start, end) = (sum * 1000 / all, (sum + weight) * 1000 / all);
        shares.push(Share { percent, start, width: end - start });
        sum += weight;
    }
    shares
}

/// The height of the drawing of bars, in its own units.
pub(super) const BAR: i64 = 240;

/// How high a criterion's bar is: nothing without a score that holds, a hairline for the lowest.
pub(super) fn bar_height(criterion: &Criterion, typed: &str) -> i64 {
    let ScoreCheck::Good(score) = check_score(criterion, typed) else { return 0 };
    20 + (score - criterion.min_value) * (BAR - 20) / (criterion.max_value - criterion.min_value).max(1)
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
    fn a_score_is_checked_in_the_servers_words() {
        let quality = criterion("quality", "1", 1, 5);
        assert_eq!(check_score(&quality, ""), ScoreCheck::Empty);
        assert_eq!(check_score(&quality, " 4 "), ScoreCheck::Good(4));
        assert_eq!(check_score(&quality, "9"), ScoreCheck::Wrong("QUALITY must be between 1 and 5".into()));
        assert_eq!(check_score(&quality, "3.5"), ScoreCheck::Wrong("QUALITY must be a whole number.".into()));
        assert_eq!(report(&quality, "", true).wrong, "QUALITY has no score yet");
        assert_eq!(report(&quality, "", false), FieldReport { good: false, wrong: String::new() });
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
    fn the_parts_make_up_the_total() {
        let rubric = [criterion("a", "3", 0, 10), criterion("b", "1", 1, 5), criterion("c", "2", 0, 4)];
        let typed = ["7", "3", ""].map(str::to_owned);
        assert_eq!(adds(&rubric, &typed), ["0.53", "0.13", "–"]);
        assert_eq!(tally(&rubric, &typed).0, Total(650_000));
        assert_eq!(adds(&rubric, &["", "x", "9"].map(str::to_owned)), ["–"; 3]);
        let heavy = [criterion("a", "9999999999.9999", i32::MIN.into(), i32::MAX.into())];
        assert_eq!(adds(&heavy, &[i32::MAX.to_string()]), ["1.00"]);
    }

    #[test]
    fn shares_lie_side_by_side_and_fill_the_whole() {
        let rubric = [criterion("a", "3", 0, 10), criterion("b", "1", 1, 5)];
        let rows: Vec<_> = shares(&rubric).iter().map(|s| (s.percent, s.start, s.width)).collect();
        assert_eq!(rows, [(75, 0, 750), (25, 750, 250)]);
        assert_eq!([" 3", "1", "5", "6", ""].map(|t| bar_height(&rubric[1], t)), [130, 20, 240, 0, 0]);
    }

    #[test]
    fn a_total_is_read_at_two_decimals() {
        for (total, read) in [(0, "0.00"), (525_000, "0.53"), (4_999, "0.00"), (999_999, "1.00")] {
            assert_eq!(two_places(Total(total)), read);
        }
    }

    #[test]
    fn a_comment_may_have_five_thousand_characters() {
        assert_eq!(comment_fault(&"ä".repeat(5000)), "");
        assert_eq!(comment_fault(&"ä".repeat(5001)), "The comment has 5001 characters: shorten it to 5000.");
        assert_eq!(comment_length("a\r\nb"), 3);
    }
}

//! What the form says of one field, by the checks the server makes too.

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
        ..ReviewChanges::default()
    };
    match review::check(changes, std::slice::from_ref(criterion), Scores::new(), String::new()) {
        Ok(checked) => {
            checked.scores.get(&criterion.key).map_or(ScoreCheck::Empty, |score| ScoreCheck::Good(*score))
        }
        Err(refusal) => ScoreCheck::Wrong(sentence(refusal)),
    }
}

/// Why the server would refuse this score; none where it would not.
pub fn fault(criterion: &Criterion, typed: &str) -> Option<String> {
    match check_score(criterion, typed) {
        ScoreCheck::Wrong(message) => Some(message),
        _ => None,
    }
}

/// What is said at a criterion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldReport {
    /// Its score, where it holds.
    pub score: Option<i64>,
    /// Why the server would refuse it; empty where it would not.
    pub wrong: String,
}

/// What is to be said of one criterion; a missing score only where the judge wanted to submit.
pub fn report(criterion: &Criterion, typed: &str, submit: bool) -> FieldReport {
    let (score, wrong) = match check_score(criterion, typed) {
        ScoreCheck::Good(score) => (Some(score), String::new()),
        ScoreCheck::Wrong(wrong) => (None, wrong),
        ScoreCheck::Empty if submit => (None, missing(criterion)),
        ScoreCheck::Empty => (None, String::new()),
    };
    FieldReport { score, wrong }
}

/// The sentence for a criterion without a score, where the judge wanted to submit.
fn missing(criterion: &Criterion) -> String {
    let changes = ReviewChanges { submit: true, ..ReviewChanges::default() };
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
pub fn comment_fault(comment: &str) -> String {
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

/// What is said of all criteria; `typed` holds one text for each, in the rubric's order.
pub(super) struct Tally {
    /// What is said at each.
    pub(super) fields: Vec<FieldReport>,
    /// How many have a score that counts.
    pub(super) scored: usize,
    /// The weighted total as the form shows it: a dash before the first score.
    pub(super) total: String,
    /// What each adds to the total, as people read it; a dash without a score that counts. The parts are for the eye: the total
    /// itself is computed exactly.
    pub(super) adds: Vec<String>,
}

pub(super) fn tally(criteria: &[Criterion], typed: &[String], submit: bool) -> Tally {
    let fields: Vec<FieldReport> =
        criteria.iter().zip(typed).map(|(criterion, text)| report(criterion, text, submit)).collect();
    let mut scores = Scores::new();
    let mut weights = 0;
    for (criterion, field) in criteria.iter().zip(&fields) {
        if let Some(score) = field.score {
            weights += criterion.weight.ten_thousandths();
            scores.insert(criterion.key.clone(), score);
        }
    }
    let part = |(criterion, field): (&Criterion, &FieldReport)| {
        let Some(score) = field.score else { return DASH.to_owned() };
        let float = |whole: i64| whole as f64;
        let share = float(criterion.weight.ten_thousandths()) / float(weights);
        let up = float(score - criterion.min_value) / float(criterion.max_value - criterion.min_value);
        two_places(Total((share * up * 1e6 + 0.5) as i64))
    };
    let adds = criteria.iter().zip(&fields).map(part).collect();
    let scored = scores.len();
    let total = if scored == 0 { DASH.to_owned() } else { two_places(weighted_total(criteria, &scores)) };
    Tally { fields, scored, total, adds }
}

/// Shown in place of a missing score.
const DASH: &str = "–";

/// A total at two decimals, as people read it: `0.72`. In whole numbers, which keeps the formatting of
/// fractions (11 kB) out of the module.
pub fn two_places(total: Total) -> String {
    let hundredths = (total.0 + 5_000) / 10_000;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Every criterion's share of the rubric in percent; all of them sum to 100.
pub fn percents(criteria: &[Criterion]) -> Vec<i64> {
    let weights: Vec<i64> = criteria.iter().map(|c| c.weight.ten_thousandths()).collect();
    shared::percent::percents(&weights)
}

/// The height of the drawing of bars, in its own units; it is 1000 wide.
const BAR: i64 = 240;

/// A bar for each criterion, as the path of an SVG drawing. They lie side by side, as wide as the weights, and are as high as the
/// scores; without `fields` as high as they can be.
pub(super) fn bars(criteria: &[Criterion], fields: Option<&[FieldReport]>) -> String {
    let weight = |criterion: &Criterion| criterion.weight.ten_thousandths();
    let all = criteria.iter().map(weight).sum::<i64>().max(1);
    let mut sum = 0;
    let mut path = String::new();
    for (index, criterion) in criteria.iter().enumerate() {
        let start = sum * 1000 / all;
        sum += weight(criterion);
        let width = (sum * 1000 / all - start - 20).max(10);
        let field = fields.and_then(|fields| fields.get(index));
        let high = field.map_or(BAR, |field| bar_height(criterion, field.score)).to_string();
        // Without `format!`, which would make the module larger.
        for part in
            ["M", &(start + 10).to_string(), " 240v-", &high, "h", &width.to_string(), "v", &high, "z"]
        {
            path.push_str(part);
        }
    }
    path
}

/// How high a criterion's bar is: nothing without a score that holds, a hairline for the lowest.
fn bar_height(criterion: &Criterion, score: Option<i64>) -> i64 {
    score.map_or(0, |score| {
        20 + (score - criterion.min_value) * (BAR - 20) / (criterion.max_value - criterion.min_value).max(1)
    })
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
        assert_eq!(report(&quality, "", false), FieldReport::default());
    }

    /// The total and how many are scored, of these texts.
    fn total(rubric: &[Criterion], typed: &[&str]) -> (String, usize) {
        let tally = tally(rubric, &typed.iter().map(|&text| text.to_owned()).collect::<Vec<_>>(), false);
        (tally.total, tally.scored)
    }

    #[test]
    fn the_total_counts_only_what_would_be_saved() {
        let rubric = [criterion("a", "3", 0, 10), criterion("b", "1", 1, 5)];
        assert_eq!(total(&rubric, &["7", "8"]), ("0.70".into(), 1));
        assert_eq!(total(&rubric, &["", "x"]), ("–".into(), 0));
        assert_eq!(total(&rubric, &["7", "3"]), ("0.65".into(), 2));
    }

    #[test]
    fn the_parts_make_up_the_total() {
        let rubric = [criterion("a", "3", 0, 10), criterion("b", "1", 1, 5), criterion("c", "2", 0, 4)];
        let adds = |rubric: &[Criterion], typed: &[&str]| {
            tally(rubric, &typed.iter().map(|&text| text.to_owned()).collect::<Vec<_>>(), false).adds
        };
        assert_eq!(adds(&rubric, &["7", "3", ""]), ["0.53", "0.13", "–"]);
        assert_eq!(total(&rubric, &["7", "3", ""]).0, "0.65");
        assert_eq!(adds(&rubric, &["", "x", "9"]), ["–"; 3]);
        let heavy = [criterion("a", "9999999999.9999", i32::MIN.into(), i32::MAX.into())];
        assert_eq!(adds(&heavy, &[&i32::MAX.to_string()]), ["1.00"]);
    }

    #[test]
    fn shares_lie_side_by_side_and_fill_the_whole() {
        let rubric = [criterion("a", "3", 0, 10), criterion("b", "1", 1, 5)];
        assert_eq!(percents(&rubric), [75, 25]);
        assert_eq!(bars(&rubric, None), "M10 240v-240h730v240zM760 240v-240h230v240z");
        let fields = ["5", ""].map(|text| report(&rubric[0], text, false));
        assert_eq!(bars(&rubric, Some(&fields)), "M10 240v-130h730v130zM760 240v-0h230v0z");
        let heights =
            [" 3", "1", "5", "6", ""].map(|t| bar_height(&rubric[1], report(&rubric[1], t, false).score));
        assert_eq!(heights, [130, 20, 240, 0, 0]);
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

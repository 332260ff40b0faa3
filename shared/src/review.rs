//! What a judge sends for one project, and the checks on it.

use crate::refusal::{Code, FieldErrors, Refusal};
use crate::rubric::{Criterion, Scores};
use crate::text;

/// A review as sent: what is left out stays as stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewChanges {
    /// The whole set of scores, each as the text of a number (`4`), or left out.
    pub scores: Option<Vec<(String, String)>>,
    /// The comment for the organizers.
    pub comment: Option<String>,
    /// True submits; otherwise a draft.
    pub submit: bool,
}

/// A review ready to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedReview {
    /// Every score, each within its range.
    pub scores: Scores,
    /// The comment, line ends as LF.
    pub comment: String,
    /// Whether it is submitted; then it is complete.
    pub submit: bool,
}

/// Checks what was sent against the rubric, on top of what is stored. All field errors come before
/// any error of values, and all of a kind at once.
///
/// # Errors
/// 400 where a score is no integer or the comment too long; 422 where a score is out of range, a
/// criterion unknown, or one missing at submission.
pub fn check(
    changes: ReviewChanges,
    criteria: &[Criterion],
    stored_scores: Scores,
    stored_comment: String,
) -> Result<CheckedReview, Refusal> {
    let mut errors = FieldErrors::default();
    let comment = match changes.comment {
        Some(sent) => text::clean("comment", "The comment", &sent, text::REVIEW_COMMENT, &mut errors),
        None => stored_comment,
    };
    let sent = changes.scores.map(|sent| read_scores(sent, criteria, &mut errors));
    errors.into_result()?;
    let mut problems = Problems::default();
    let scores = match sent {
        Some(sent) => in_range(sent, criteria, &mut problems),
        None => stored_scores,
    };
    if changes.submit {
        for criterion in criteria.iter().filter(|c| !scores.contains_key(&c.key)) {
            if !problems.names(&criterion.key) {
                problems.add(
                    Code::ScoreMissing,
                    &criterion.key,
                    format!("{} has no score yet", criterion.name),
                );
            }
        }
    }
    problems.into_result()?;
    Ok(CheckedReview { scores, comment, submit: changes.submit })
}

/// A score as sent: an integer that fits, or one of any size that does not.
enum Sent {
    Fits(i64),
    Huge,
}

fn read_scores(
    sent: Vec<(String, String)>,
    criteria: &[Criterion],
    errors: &mut FieldErrors,
) -> Vec<(String, Sent)> {
    let mut read = Vec::with_capacity(sent.len());
    for (key, text) in sent {
        let name = criteria.iter().find(|c| c.key == key).map_or(key.as_str(), |c| c.name.as_str());
        let digits = text.strip_prefix('-').unwrap_or(&text);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            errors.add("scores", format!("{name} must be a whole number."));
        } else {
            read.push((key, text.parse().map_or(Sent::Huge, Sent::Fits)));
        }
    }
    read
}

fn in_range(sent: Vec<(String, Sent)>, criteria: &[Criterion], problems: &mut Problems) -> Scores {
    let mut scores = Scores::new();
    for (key, score) in sent {
        match (criteria.iter().find(|c| c.key == key), score) {
            (None, _) => {
                let shown: String = key.chars().take(40).collect();
                let message = format!("This event has no criterion named {shown}");
                problems.add(Code::ScoreUnknown, &key, message);
            }
            (Some(criterion), Sent::Fits(score)) if criterion.allows(score) => {
                scores.insert(key, score);
            }
            (Some(criterion), _) => problems.add(Code::ScoreRange, &key, criterion.range_sentence()),
        }
    }
    scores
}

/// Most sentences of a refusal.
const SENTENCES: usize = 20;

/// 422 sentences, joined in the order found; each also stands at its criterion's key.
#[derive(Default)]
struct Problems {
    first: Option<Code>,
    sentences: Vec<String>,
    fields: FieldErrors,
}

impl Problems {
    fn add(&mut self, code: Code, key: &str, sentence: String) {
        self.first.get_or_insert(code);
        self.fields.add(key, sentence.clone());
        match self.sentences.len() {
            0..SENTENCES => self.sentences.push(sentence),
            SENTENCES => self.sentences.push("there is more of this kind".to_owned()),
            _ => {}
        }
    }

    fn names(&self, key: &str) -> bool {
        self.fields.0.contains_key(key)
    }

    fn into_result(self) -> Result<(), Refusal> {
        match self.first {
            None => Ok(()),
            Some(code) => {
                Err(Refusal { fields: self.fields, ..Refusal::new(code, self.sentences.join("; ")) })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rubric::Weight;

    fn rubric() -> Vec<Criterion> {
        ["quality", "impact"]
            .map(|key| Criterion {
                key: key.into(),
                name: if key == "quality" { "Quality".into() } else { "Impact".into() },
                guidance: String::new(),
                weight: Weight::parse("1").unwrap(),
                min_value: 1,
                max_value: 5,
            })
            .to_vec()
    }

    fn save(scores: Option<&[(&str, &str)]>, submit: bool) -> Result<CheckedReview, Refusal> {
        let scores = scores.map(|s| s.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect());
        let stored = Scores::from([("quality".to_owned(), 2)]);
        check(ReviewChanges { scores, comment: None, submit }, &rubric(), stored, "kept".into())
    }

    #[test]
    fn what_is_left_out_stays_and_scores_sent_replace_the_set() {
        assert_eq!(save(None, false).unwrap().scores["quality"], 2);
        let saved = save(Some(&[("impact", "3")]), false).unwrap();
        assert_eq!(saved.scores, Scores::from([("impact".to_owned(), 3)]));
        assert_eq!(saved.comment, "kept");
    }

    #[test]
    fn a_score_that_is_no_integer_is_400() {
        for bad in ["3.0", "\"4\"", "true", "null", "1e0", "", "-", "+3", " 3"] {
            assert_eq!(save(Some(&[("quality", bad)]), false).unwrap_err().status(), 400, "{bad}");
        }
    }

    #[test]
    fn an_integer_of_any_size_out_of_range_is_422() {
        for bad in ["0", "6", "-1", "99999999999999999999999"] {
            let refusal = save(Some(&[("quality", bad)]), false).unwrap_err();
            assert_eq!(
                (refusal.status(), refusal.detail.as_str()),
                (422, "Quality must be between 1 and 5"),
                "{bad}"
            );
        }
    }

    #[test]
    fn unknown_and_missing_criteria_are_named_together() {
        let refusal = save(Some(&[("style", "3"), ("quality", "9")]), true).unwrap_err();
        assert_eq!(refusal.code, Code::ScoreUnknown);
        assert_eq!(
            refusal.detail,
            "This event has no criterion named style; Quality must be between 1 and 5; Impact has no score yet"
        );
        assert_eq!(save(None, true).unwrap_err().code, Code::ScoreMissing);
        assert!(save(Some(&[("quality", "1"), ("impact", "5")]), true).is_ok());
    }
}

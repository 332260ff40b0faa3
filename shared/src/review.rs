//! What a judge sends for one project, and the checks on it.

use crate::prelude::*;
use crate::refusal::{Reason, ScoreFault};
use crate::rubric::{Criterion, Scores};

/// A review. Members that are left out stay as they are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, ToSchema)]
pub struct ReviewChanges {
    /// Criterion key to integer, from the criterion's `min_value` to its `max_value`. It replaces the whole set.
    #[schema(value_type = BTreeMap<String, i64>, required = false)]
    pub scores: Option<Vec<(String, String)>>,
    /// Organizers see it. Other judges never do.
    #[schema(value_type = String, required = false, max_length = 5000)]
    pub comment: Option<String>,
    /// True submits, which needs a score for every criterion. Otherwise a draft is saved.
    #[schema(required = false, default = false)]
    pub submit: bool,
    /// Which of `repo_url`, `demo_url` and `video_url` the judge opened before, where the event counts that. A project keeps numbers and no
    /// names, of the first submission of each judge.
    #[schema(value_type = Vec<String>, required = false)]
    pub looked: Option<Vec<String>>,
}

impl ReviewChanges {
    /// Reads what was sent: `scores`, in a form one `score_<key>` for each; `comment`, `submit`, `looked`.
    ///
    /// # Errors
    /// 400 with every field that cannot be read.
    pub fn read(fields: &impl Fields) -> Result<Self, Refusal> {
        fields.faults().gather(|errors| Self {
            scores: fields.members("scores", "score_", errors),
            comment: fields.text("comment", errors),
            submit: fields.flag("submit", errors),
            looked: fields.words("looked", errors),
        })
    }
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
        Some(sent) => text::clean("comment", TextField::Comment, &sent, text::REVIEW_COMMENT, &mut errors),
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
                problems.add(&criterion.key, ScoreFault::Missing { name: criterion.name.clone() });
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
            errors.add("scores", ScoreFault::NotWhole { name: name.to_owned() });
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
                let fault = ScoreFault::Unknown { key: key.chars().take(LONGEST_KEY).collect() };
                problems.add(&key, fault);
            }
            (Some(criterion), Sent::Fits(score)) if criterion.allows(score) => {
                scores.insert(key, score);
            }
            (Some(criterion), _) => problems.add(&key, criterion.range_fault()),
        }
    }
    scores
}

/// Most faults that the whole refusal names: a body can hold many thousands.
const FAULTS: usize = 20;

/// Most characters of an unknown criterion's key that a fault repeats.
const LONGEST_KEY: usize = 40;

/// What is wrong with the scores, in order, and by criterion.
#[derive(Default)]
struct Problems {
    faults: Vec<ScoreFault>,
    fields: FieldErrors,
}

impl Problems {
    fn add(&mut self, key: &str, fault: ScoreFault) {
        self.fields.add(key, fault.clone());
        match self.faults.len() {
            0..FAULTS => self.faults.push(fault),
            FAULTS => self.faults.push(ScoreFault::More),
            _ => {}
        }
    }

    fn names(&self, key: &str) -> bool {
        self.fields.0.contains_key(key)
    }

    fn into_result(self) -> Result<(), Refusal> {
        if self.faults.is_empty() {
            return Ok(());
        }
        Err(Refusal { fields: self.fields, ..Reason::Scores(self.faults).into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refusal::Code;
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
        check(ReviewChanges { scores, submit, ..ReviewChanges::default() }, &rubric(), stored, "kept".into())
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
            let range = ScoreFault::Range { name: "Quality".into(), min: 1, max: 5 };
            assert_eq!((refusal.status(), &refusal.reason), (422, &Reason::Scores(vec![range])), "{bad}");
        }
    }

    #[test]
    fn unknown_and_missing_criteria_are_named_together() {
        let refusal = save(Some(&[("style", "3"), ("quality", "9")]), true).unwrap_err();
        assert_eq!(refusal.code(), Code::ScoreUnknown);
        let faults = vec![
            ScoreFault::Unknown { key: "style".into() },
            ScoreFault::Range { name: "Quality".into(), min: 1, max: 5 },
            ScoreFault::Missing { name: "Impact".into() },
        ];
        assert_eq!(refusal.reason, Reason::Scores(faults));
        assert_eq!(save(None, true).unwrap_err().code(), Code::ScoreMissing);
        assert!(save(Some(&[("quality", "1"), ("impact", "5")]), true).is_ok());
    }
}

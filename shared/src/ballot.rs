//! What a voter chooses, and the checks on it.

use crate::ids::{ProjectId, TeamId};
use crate::refusal::{Code, FieldErrors, Refusal};
use std::collections::{BTreeMap, BTreeSet};

/// Checks a ballot against the projects that stand for election (submitted, not flagged), by team.
///
/// `sent` holds each choice as the text of a number (`17`), `most` is how many a voter has, `own` the
/// voter's team in the event.
///
/// # Errors
/// 400 where a choice is no integer; 422 where there are too many, one is repeated or cannot be chosen.
pub fn check(
    sent: &[String],
    electable: &BTreeMap<ProjectId, TeamId>,
    own: Option<TeamId>,
    most: i32,
) -> Result<Vec<ProjectId>, Refusal> {
    let whole = |text: &String| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    if !sent.iter().all(whole) {
        let mut errors = FieldErrors::default();
        errors.add("choices", "Each choice must be a project's id, a whole number.");
        errors.into_result()?;
    }
    let mut sentences = Vec::new();
    if usize::try_from(most).is_ok_and(|most| sent.len() > most) {
        let things = if most == 1 { "project" } else { "projects" };
        sentences.push(format!("Choose at most {most} {things}: you chose {}.", sent.len()));
    }
    let (mut choices, mut seen, mut unknown) = (Vec::new(), BTreeSet::new(), false);
    let (mut repeated, mut of_own) = (false, false);
    for text in sent {
        // A number of any size is a number; one too large names no project.
        let Some((id, team)) = text.parse().ok().and_then(|n| electable.get_key_value(&ProjectId(n))) else {
            unknown = true;
            continue;
        };
        repeated |= !seen.insert(*id);
        of_own |= own == Some(*team);
        choices.push(*id);
    }
    for (wrong, sentence) in [
        (repeated, "Choose each project once."),
        (unknown, "Choose among the submitted projects of this event."),
        (of_own, "Nobody votes for a project of their own team."),
    ] {
        if wrong {
            sentences.push(sentence.to_owned());
        }
    }
    if sentences.is_empty() { Ok(choices) } else { Err(Refusal::new(Code::Values, sentences.join(" "))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(sent: &[&str], most: i32) -> Result<Vec<i64>, (u16, String)> {
        let electable = [(1, 1), (2, 2), (3, 3)].map(|(p, t)| (ProjectId(p), TeamId(t))).into();
        let sent: Vec<String> = sent.iter().map(|s| (*s).to_owned()).collect();
        check(&sent, &electable, Some(TeamId(3)), most)
            .map(|choices| choices.into_iter().map(|c| c.0).collect())
            .map_err(|r| (r.status(), r.detail))
    }

    #[test]
    fn a_ballot_keeps_its_order_and_may_be_empty() {
        assert_eq!(asked(&["2", "1"], 2), Ok(vec![2, 1]));
        assert_eq!(asked(&[], 2), Ok(vec![]));
    }

    #[test]
    fn everything_wrong_is_said_at_once() {
        let sentence = "Choose at most 2 projects: you chose 5. Choose each project once. \
                        Choose among the submitted projects of this event. \
                        Nobody votes for a project of their own team.";
        assert_eq!(asked(&["1", "1", "3", "9", "99999999999999999999"], 2), Err((422, sentence.into())));
    }

    #[test]
    fn what_is_no_whole_number_is_malformed() {
        for bad in ["1.0", "1e0", "\"1\"", "true", "null", "-", ""] {
            assert_eq!(asked(&[bad], 2).map_err(|e| e.0), Err(400), "{bad}");
        }
        assert_eq!(asked(&["-1"], 2).map_err(|e| e.0), Err(422));
    }
}

//! What a voter chooses, and the checks on it.

use crate::prelude::*;
use crate::refusal::{BallotFault, Reason, require_field};
use sha2::{Digest, Sha256};

/// Who casts a ballot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voter {
    /// Somebody with an account.
    Person(PersonId),
    /// The holder of a code that an organizer handed out.
    Code(CodeId),
}

/// The sort key of a project in a voter's own order. It looks random, so that no project gains by being first, and it is
/// the same for one voter at each visit, even where projects were added or removed.
pub fn place(event: EventId, voter: Voter, project: ProjectId) -> [u8; 32] {
    let voter = match voter {
        Voter::Person(id) => format!("person {id}"),
        Voter::Code(id) => format!("code {id}"),
    };
    Sha256::digest(format!("evenhand-order/1:{event}:{voter}:{project}")).into()
}

/// Characters of a code: Crockford's base32, without letters that look like digits.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Characters in a code.
const CODE_LENGTH: usize = 10;

/// A code made of random bytes: each gives one of its ten characters.
pub fn code_of(random: [u8; CODE_LENGTH]) -> String {
    random.iter().map(|byte| char::from(DIGITS[usize::from(byte & 31)])).collect()
}

/// A code as printed: `K7Q2M 9XRTD`.
pub fn code_as_printed(code: &str) -> String {
    code.split_at_checked(CODE_LENGTH / 2).map_or_else(|| code.to_owned(), |(a, b)| format!("{a} {b}"))
}

/// A code as typed, brought to its form: case, blanks and dashes do not count, and O is 0, I and L are 1. `None` for
/// anything that cannot be a code.
pub fn read_code(typed: &str) -> Option<String> {
    read_letters(typed).filter(|code| code.len() == CODE_LENGTH)
}

/// The same for a code of any length.
pub fn read_letters(typed: &str) -> Option<String> {
    let code: String = typed
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .map(|c| match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            c => c,
        })
        .collect();
    code.bytes().all(|b| DIGITS.contains(&b)).then_some(code)
}

/// Reads the `choices` of a ballot, in a form one `choice` for each.
///
/// # Errors
/// 400 where they are no list.
pub fn read(fields: &impl Fields) -> Result<Vec<String>, Refusal> {
    fields.faults().gather(|errors| fields.entries("choices", "choice", errors))
}

/// Checks a ballot against the projects on it (submitted, not flagged), by team.
///
/// `sent` holds each choice as the text of a number (`17`), `most` is how many a voter has, `own` the
/// voter's teams in the event.
///
/// # Errors
/// 400 where a choice is not an integer; 422 where there are too many, one is repeated or cannot be chosen.
pub fn check(
    sent: &[String],
    electable: &BTreeMap<ProjectId, TeamId>,
    own: &BTreeSet<TeamId>,
    most: i32,
) -> Result<Vec<ProjectId>, Refusal> {
    let whole = |text: &String| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    require_field(sent.iter().all(whole), "choices", Fault::ChoiceNotWhole)?;
    let mut faults = Vec::new();
    if usize::try_from(most).is_ok_and(|most| sent.len() > most) {
        faults.push(BallotFault::TooMany { most, chosen: sent.len() });
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
        of_own |= own.contains(team);
        choices.push(*id);
    }
    let wrong =
        [(repeated, BallotFault::Repeated), (unknown, BallotFault::Unknown), (of_own, BallotFault::OwnTeam)];
    faults.extend(wrong.into_iter().filter_map(|(wrong, fault)| wrong.then_some(fault)));
    if faults.is_empty() { Ok(choices) } else { Err(Reason::Ballot(faults).into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(sent: &[&str], most: i32) -> Result<Vec<i64>, Refusal> {
        let electable = [(1, 1), (2, 2), (3, 3)].map(|(p, t)| (ProjectId(p), TeamId(t))).into();
        let sent: Vec<String> = sent.iter().map(|s| (*s).to_owned()).collect();
        check(&sent, &electable, &[TeamId(3), TeamId(4)].into(), most)
            .map(|choices| choices.into_iter().map(|c| c.0).collect())
    }

    #[test]
    fn a_ballot_keeps_its_order_and_may_be_empty() {
        assert_eq!(asked(&["2", "1"], 2), Ok(vec![2, 1]));
        assert_eq!(asked(&[], 2), Ok(vec![]));
    }

    #[test]
    fn everything_wrong_is_said_at_once() {
        let faults = vec![
            BallotFault::TooMany { most: 2, chosen: 5 },
            BallotFault::Repeated,
            BallotFault::Unknown,
            BallotFault::OwnTeam,
        ];
        let refusal = asked(&["1", "1", "3", "9", "99999999999999999999"], 2).unwrap_err();
        assert_eq!((refusal.status(), refusal.reason), (422, Reason::Ballot(faults)));
    }

    #[test]
    fn what_is_no_whole_number_is_malformed() {
        for bad in ["1.0", "1e0", "\"1\"", "true", "null", "-", ""] {
            assert_eq!(asked(&[bad], 2).map_err(|e| e.status()), Err(400), "{bad}");
        }
        assert_eq!(asked(&["-1"], 2).map_err(|e| e.status()), Err(422));
    }

    #[test]
    fn each_voter_has_an_order_of_their_own_that_stays() {
        let order = |voter, projects: std::ops::Range<i64>| {
            let mut ids: Vec<i64> = projects.collect();
            ids.sort_by_key(|id| place(EventId(1), voter, ProjectId(*id)));
            ids
        };
        let (ann, ben) = (Voter::Person(PersonId(1)), Voter::Person(PersonId(2)));
        assert_eq!(order(ann, 1..30), order(ann, 1..30));
        assert_ne!(order(ann, 1..30), order(ben, 1..30));
        assert_ne!(order(ann, 1..30), order(Voter::Code(CodeId(1)), 1..30));
        // A project that comes later moves none of the others.
        let without: Vec<i64> = order(ann, 1..31).into_iter().filter(|id| *id != 30).collect();
        assert_eq!(without, order(ann, 1..30));
        // Each project is first for some voter.
        let first: BTreeSet<i64> = (0..400).map(|n| order(Voter::Person(PersonId(n)), 1..9)[0]).collect();
        assert_eq!(first.len(), 8);
    }

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = code_of([0, 1, 31, 32, 10, 20, 9, 8, 7, 255]);
        assert_eq!((code.as_str(), code_as_printed(&code).as_str()), ("01Z0AM987Z", "01Z0A M987Z"));
        for typed in ["01Z0AM987Z", " o1z0a m987z ", "Ol-Z0AM-987Z"] {
            assert_eq!(read_code(typed).as_deref(), Some("01Z0AM987Z"), "{typed}");
        }
        for wrong in ["", "01Z0AM987", "01Z0AM987ZZ", "01Z0AM987U", "01Z0AM98é"] {
            assert_eq!(read_code(wrong), None, "{wrong}");
        }
    }
}

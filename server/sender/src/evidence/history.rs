//! What the commits of a repository say, counted.

use super::pack::{Commit, Id};
use chrono::{DateTime, Utc};
use shared::text::search_key;
use std::collections::{HashMap, HashSet};

/// The commits that lead to one, with it; none where one of them is missing.
pub(super) fn reachable(commits: &HashMap<Id, Commit>, tip: Id) -> Option<HashMap<Id, &Commit>> {
    let (mut found, mut next) = (HashMap::new(), vec![tip]);
    while let Some(id) = next.pop() {
        let commit = commits.get(&id)?;
        if found.insert(id, commit).is_none() {
            next.extend(commit.parents.iter().filter(|parent| !found.contains_key(*parent)));
        }
    }
    Some(found)
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) commits: u32,
    pub(super) first_at: Option<DateTime<Utc>>,
    pub(super) last_at: Option<DateTime<Utc>>,
    pub(super) authors: u32,
    pub(super) before_start: Option<u32>,
    /// The first of the names that a first message holds; a history with several beginnings has several, of which the earliest that holds
    /// one decides.
    pub(super) names_event: Option<String>,
}

/// Counts a history. A time that no calendar has is left out.
pub(super) fn count(
    history: &HashMap<Id, &Commit>,
    start: Option<DateTime<Utc>>,
    names: &[String],
) -> Counts {
    let moment = |seconds: i64| {
        DateTime::from_timestamp(seconds, 0).filter(|at| (0..253_402_300_800).contains(&at.timestamp()))
    };
    let authors: HashSet<Id> = history.values().map(|commit| commit.author).collect();
    // Two works that were joined have a first commit each.
    let mut firsts: Vec<_> =
        history.values().filter_map(|commit| Some((commit.committed, commit.message.as_deref()?))).collect();
    firsts.sort_unstable();
    let named = |message: &str| names.iter().find(|name| holds(message, name)).cloned();
    Counts {
        commits: number(history.len()),
        first_at: history.values().filter_map(|commit| moment(commit.authored)).min(),
        last_at: history.values().filter_map(|commit| moment(commit.committed)).max(),
        authors: number(authors.len()),
        before_start: start.map(|start| {
            number(history.values().filter(|commit| commit.authored < start.timestamp()).count())
        }),
        names_event: firsts.into_iter().find_map(|(_, message)| named(message)),
    }
}

/// How many commits are from after the close.
pub(super) fn after(history: &HashMap<Id, &Commit>, close: DateTime<Utc>) -> u32 {
    number(history.values().filter(|commit| commit.committed > close.timestamp()).count())
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Whether a text holds a name as words of their own, in any case, with or without accents.
fn holds(text: &str, name: &str) -> bool {
    let (text, name) = (search_key(text), search_key(name));
    let ends = |side: Option<char>| side.is_none_or(|c| !c.is_alphanumeric());
    !name.is_empty()
        && text.match_indices(&name).any(|(at, found)| {
            let (before, behind) = (text.get(..at), text.get(at + found.len()..));
            ends(before.and_then(|text| text.chars().next_back()))
                && ends(behind.and_then(|text| text.chars().next()))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commit(parents: &[u8], author: u8, at: i64) -> Commit {
        let parents: Vec<Id> = parents.iter().map(|parent| [*parent; 20]).collect();
        let message = parents.is_empty().then(|| "Begin for HackTown 2025\n".to_owned());
        Commit { parents, author: [author; 20], authored: at, committed: at + 60, message }
    }

    fn history() -> HashMap<Id, Commit> {
        // 3 joins 1 and 2, and nothing leads to 4.
        let list = [
            (1, commit(&[], 1, 100)),
            (2, commit(&[1], 2, 200)),
            (3, commit(&[1, 2], 1, 300)),
            (4, commit(&[3], 3, 400)),
        ];
        list.into_iter().map(|(id, commit)| ([id; 20], commit)).collect()
    }

    #[test]
    fn what_leads_to_a_commit_is_counted_and_nothing_else() {
        let all = history();
        let led = reachable(&all, [3; 20]).unwrap();
        let at = |seconds| DateTime::from_timestamp(seconds, 0).unwrap();
        let counts = count(&led, Some(at(200)), &["Other".into(), "hacktown 2025".into()]);
        let expected = Counts {
            commits: 3,
            first_at: Some(at(100)),
            last_at: Some(at(360)),
            authors: 2,
            before_start: Some(1),
            names_event: Some("hacktown 2025".into()),
        };
        assert_eq!(counts, expected);
        assert_eq!((after(&led, at(260)), after(&led, at(360))), (1, 0));
        assert_eq!(count(&led, None, &["HackTown 202".into()]).names_event, None);
        let mut cut = all.clone();
        cut.remove(&[1; 20]);
        assert_eq!(reachable(&cut, [3; 20]), None);
        assert_eq!(reachable(&all, [9; 20]), None);
    }

    #[test]
    fn every_beginning_of_a_history_is_read_as_people_write_names() {
        let begin = |message: &str, at| Commit { message: Some(message.to_owned()), ..commit(&[], 1, at) };
        let named = |list: [(u8, Commit); 3], names: &[&str]| {
            let all: HashMap<Id, Commit> = list.into_iter().map(|(id, commit)| ([id; 20], commit)).collect();
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            count(&reachable(&all, [3; 20]).unwrap(), None, &names).names_event
        };
        let joined = |first: &str, second: &str| {
            [(1, begin(first, 100)), (2, begin(second, 200)), (3, commit(&[1, 2], 1, 300))]
        };
        let wanted = Some("HackTown".to_owned());
        assert_eq!(named(joined("Initial commit", "Begin for HackTown"), &["HackTown"]), wanted);
        assert_eq!(named(joined("For Jam", "For HackTown"), &["HackTown", "Jam"]), Some("Jam".to_owned()));
        // Taken apart, without the accents, and with a dotless i.
        for message in
            ["Caf\u{e9} \u{130}stanbul", "Cafe\u{301} istanbul", "CAFE ISTANBUL", "cafe \u{131}stanbul"]
        {
            let found = named(joined("x", message), &["Caf\u{e9} \u{130}stanbul"]);
            assert!(found.is_some(), "{message}");
        }
        assert_eq!(named(joined("x", "cafés istanbuls"), &["Café", "İstanbul"]), None);
    }

    #[test]
    fn a_time_that_no_calendar_has_is_left_out() {
        for at in [i64::MAX - 60, -90_000_000_000] {
            let all = HashMap::from([([1; 20], commit(&[], 1, at))]);
            let counts = count(&reachable(&all, [1; 20]).unwrap(), None, &[]);
            assert_eq!((counts.first_at, counts.last_at, counts.before_start), (None, None, None), "{at}");
        }
    }
}

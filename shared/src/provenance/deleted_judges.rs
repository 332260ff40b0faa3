//! Judges of a bundle whose accounts were deleted after its last run read their reviews. They have other addresses since.

use super::bundle::{InputLine, Run, StoredBundle};
use super::compare::from_reviews;
use crate::bundle::Bundle;
use crate::calibration::Review;
use crate::names::is_deleted_address;
use crate::prelude::*;
use std::cmp::Reverse;
use std::collections::hash_map::Entry;

/// The projects and totals of a judge.
type Given = BTreeSet<(i64, i64)>;

fn by_judge<'r>(reviews: impl Iterator<Item = &'r Review>) -> BTreeMap<&'r str, Given> {
    let mut all: BTreeMap<&str, Given> = BTreeMap::new();
    for review in reviews {
        all.entry(&review.judge).or_default().insert((review.project, review.total_micro));
    }
    all
}

/// Gives those judges the addresses by which the last run read the same reviews, if all reviews in the file are then those that it read.
/// Returns the run, and how many judges they are.
pub(super) fn restore_addresses(stored: &mut StoredBundle) -> Option<(i32, usize)> {
    let run = stored.runs.iter().max_by_key(|run| run.run)?;
    let input = from_reviews(&stored.event)?;
    if input.digest_hex() == run.input_digest {
        return None;
    }
    let lines: Vec<Review> = run.input.iter().filter_map(InputLine::review).collect();
    let (here, then) = (by_judge(input.reviews().iter()), by_judge(lines.iter()));
    let known: HashSet<&str> = stored.event.people.iter().map(|person| person.email.as_str()).collect();
    let mut gone: HashMap<&Given, &str> = HashMap::new();
    for (judge, given) in then.iter().filter(|(judge, _)| !known.contains(*judge)) {
        // Two who gave the same cannot be told apart.
        if gone.insert(given, judge).is_some() {
            return None;
        }
    }
    let deleted = here.iter().filter(|(judge, _)| is_deleted_address(judge) && !then.contains_key(*judge));
    let addresses: HashMap<String, String> = deleted
        .filter_map(|(judge, given)| Some(((*judge).to_owned(), (*gone.get(given)?).to_owned())))
        .collect();
    let (number, digest) = (run.run, run.input_digest.clone());
    let people = stored.event.people.clone();
    for person in &mut stored.event.people {
        if let Some(address) = addresses.get(&person.email) {
            person.email.clone_from(address);
        }
    }
    if from_reviews(&stored.event).is_some_and(|input| input.digest_hex() == digest) {
        return Some((number, addresses.len()));
    }
    stored.event.people = people;
    None
}

/// By which addresses runs knew judges whose accounts are deleted.
#[derive(Debug, Default)]
pub(super) struct EarlierAddresses {
    /// By the address in the file.
    pub(super) addresses: HashMap<String, String>,
    /// The newest run that knew one of them.
    pub(super) run: Option<i32>,
}

impl EarlierAddresses {
    /// Whether a run knew the judge who has this address in the file by that one.
    pub(super) fn has(&self, here: &str, earlier: Option<&str>) -> bool {
        self.addresses.get(here).is_some_and(|known| Some(known.as_str()) == earlier)
    }

    /// Looks for judges of whom a run read the same reviews by an address that nobody in the file has. The newest run says it, and none
    /// where two gave the same. It proves nothing alone: what is compared by such an address has to fit a digest, or a row.
    pub(super) fn of(event: &Bundle, runs: &[Run]) -> Self {
        let mut found = Self::default();
        let Some(input) = from_reviews(event) else { return found };
        let here = by_judge(input.reviews().iter());
        let known: HashSet<&str> = event.people.iter().map(|person| person.email.as_str()).collect();
        let mut newest: Vec<&Run> = runs.iter().collect();
        newest.sort_by_key(|run| Reverse(run.run));
        for run in newest {
            let lines: Vec<Review> = run.input.iter().filter_map(InputLine::review).collect();
            let then = by_judge(lines.iter());
            let mut gone: HashMap<&Given, Option<&str>> = HashMap::new();
            for (judge, given) in then.iter().filter(|(judge, _)| !known.contains(*judge)) {
                gone.entry(given).and_modify(|twice| *twice = None).or_insert(Some(*judge));
            }
            for (judge, given) in here.iter().filter(|(judge, _)| is_deleted_address(judge)) {
                let Some(address) = gone.get(given).copied().flatten() else { continue };
                if let Entry::Vacant(place) = found.addresses.entry((*judge).to_owned()) {
                    place.insert(address.to_owned());
                    found.run = found.run.or(Some(run.run));
                }
            }
        }
        found
    }
}

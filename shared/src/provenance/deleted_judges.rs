//! Judges of a bundle whose accounts were deleted. They have other addresses since: the log says which they had, or a run that read their
//! reviews before.

use super::bundle::{InputLine, Run, StoredBundle};
use super::compare::from_reviews;
use super::findings::Finding;
use super::log_row::Link;
use super::logged_reviews::{ReadLog, accepted, left};
use super::messages::{BundleMessage, ReviewMessage};
use super::report_log::{FoundChain, is_signed};
use crate::bundle::Bundle;
use crate::calibration::Review;
use crate::names::{deleted_number, is_deleted_address};
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

/// The numbers of accounts, each with the addresses that the log gives it, and since which row: of judges, of who accepted an invitation, and
/// of who deleted the account.
#[derive(Debug, Default)]
pub(super) struct Numbers<'l>(HashMap<(i64, &'l str), i64>);

impl<'l> Numbers<'l> {
    /// None where nobody in the file has the address of a deleted account, since nothing else asks for them.
    pub(super) fn of(event: &Bundle, read: &ReadLog<'l>, links: &'l [Link]) -> Self {
        if !event.people.iter().any(|person| is_deleted_address(&person.email)) {
            return Self::default();
        }
        let mut numbers = HashMap::new();
        let judges = read.assignments.values();
        let judges = judges.filter_map(|logged| Some((logged.number.zip(logged.judge)?, logged.since)));
        let said = |row| accepted(row).or_else(|| left(row));
        let others = links.iter().filter_map(|link| Some((said(&link.row)?, link.row.seq)));
        for (named, row) in judges.chain(others) {
            let first = numbers.entry(named).or_insert(row);
            *first = row.min(*first);
        }
        Self(numbers)
    }

    /// Whether the deleted account that has one address in the file had the other, though somebody in the file has that one, too: who deletes
    /// an account may come back with its address. The number settles it, unless the log names neither until `row`, which has that address.
    pub(super) fn were_one(&self, here: &str, earlier: &str, row: i64) -> bool {
        let is_it = |number: i64| {
            let is_another = |((other, address), since): (&(i64, &str), &i64)| {
                *other == number || (*address == earlier && *since <= row)
            };
            self.0.contains_key(&(number, earlier)) || !self.0.iter().any(is_another)
        };
        deleted_number(here).is_some_and(is_it)
    }
}

/// What a run read of judges, beside the people of a file.
struct ReadJudges<'r> {
    given: BTreeMap<&'r str, Given>,
    known: HashSet<&'r str>,
    numbers: &'r Numbers<'r>,
}

impl<'r> ReadJudges<'r> {
    fn of(event: &'r Bundle, lines: &'r [Review], numbers: &'r Numbers<'r>) -> Self {
        let known = event.people.iter().map(|person| person.email.as_str()).collect();
        Self { given: by_judge(lines.iter()), known, numbers }
    }

    /// By which address the run knew a deleted account: that of the one who gave the same. Two who gave the same cannot be told apart.
    fn address_of(&self, here: &str, given: &Given) -> Option<&'r str> {
        let may_be = |address: &str| {
            let is_nobodys = !self.known.contains(address);
            address != here && (is_nobodys || self.numbers.were_one(here, address, i64::MAX))
        };
        let mut same = self.given.iter().filter(|(address, theirs)| *theirs == given && may_be(address));
        let (address, _) = same.next()?;
        same.next().is_none().then_some(*address)
    }
}

/// The addresses by which a run read the reviews of judges, by those that the file has.
type Addresses = HashMap<String, String>;

/// Gives those judges the addresses by which the last run read the same reviews, if all reviews in the file are then those that it read.
/// Returns the run, and those addresses.
pub(super) fn restore_addresses(
    stored: &mut StoredBundle,
    numbers: &Numbers<'_>,
) -> Option<(i32, Addresses)> {
    let run = stored.runs.iter().max_by_key(|run| run.run)?;
    let input = from_reviews(&stored.event)?;
    if input.digest_hex() == run.input_digest {
        return None;
    }
    let lines: Vec<Review> = run.input.iter().filter_map(InputLine::review).collect();
    let here = by_judge(input.reviews().iter());
    let then = ReadJudges::of(&stored.event, &lines, numbers);
    let deleted =
        here.iter().filter(|(judge, _)| is_deleted_address(judge) && !then.given.contains_key(*judge));
    let addresses: Addresses = deleted
        .filter_map(|(judge, given)| Some(((*judge).to_owned(), then.address_of(judge, given)?.to_owned())))
        .collect();
    let (number, digest) = (run.run, run.input_digest.clone());
    let people = stored.event.people.clone();
    for person in &mut stored.event.people {
        if let Some(address) = addresses.get(&person.email) {
            person.email.clone_from(address);
        }
    }
    if from_reviews(&stored.event).is_some_and(|input| input.digest_hex() == digest) {
        return Some((number, addresses));
    }
    stored.event.people = people;
    None
}

/// Says of which run the addresses of deleted accounts were restored. A run tells whose the reviews are, and not that anybody deleted an
/// account: without a row that says so, somebody may have written it into the file.
pub(super) fn report_restored(
    finding: &mut Finding,
    (run, addresses): (i32, &Addresses),
    log: Option<FoundChain<'_>>,
) {
    finding.leave_open(BundleMessage::JudgesDeletedSinceRun { run, judges: addresses.len() });
    let Some(log) = log.filter(|log| log.chain.rows() > 0) else { return };
    let deletions = Deletions::of(&log);
    let people = addresses.iter().filter(|(here, address)| !deletions.show(here, address)).count();
    if people > 0 {
        finding.cannot_tell(ReviewMessage::DeletionsNotLogged { people });
    }
}

/// The addresses that accounts had when they were deleted, by their numbers, as the signed rows of the log say. Without a signed head, any row
/// says it.
#[derive(Debug, Default)]
struct Deletions<'l>(HashMap<i64, &'l str>);

impl<'l> Deletions<'l> {
    fn of(log: &FoundChain<'l>) -> Self {
        let (chain, upto) = (log.chain, log.signed_up_to());
        Self(chain.audit_rows().filter(|row| is_signed(row.seq, upto)).filter_map(left).collect())
    }

    /// The address that the account had which has this one in the file.
    fn address_of(&self, here: &str) -> Option<&'l str> {
        self.0.get(&deleted_number(here)?).copied()
    }

    /// Whether the account that has one address in the file was deleted when it had the other.
    fn show(&self, here: &str, address: &str) -> bool {
        self.address_of(here) == Some(address)
    }
}

/// Which addresses judges had whose accounts are deleted, as rows of their deletion or runs say.
#[derive(Debug, Default)]
pub(super) struct EarlierAddresses<'l> {
    /// By the address in the file.
    pub(super) addresses: Addresses,
    /// The newest run that alone knew one of them.
    pub(super) run: Option<i32>,
    pub(super) numbers: Numbers<'l>,
    deletions: Deletions<'l>,
}

impl<'l> EarlierAddresses<'l> {
    /// Whether the judge who has this address in the file had that one.
    pub(super) fn has(&self, here: &str, earlier: Option<&str>) -> bool {
        self.addresses.get(here).is_some_and(|known| Some(known.as_str()) == earlier)
    }

    /// Whether the file has the address of a deleted account where a row has another, and no row says that this account was deleted.
    pub(super) fn is_unshown(&self, here: &str, logged: &str) -> bool {
        is_deleted_address(here) && !logged.is_empty() && logged != here && !self.deletions.show(here, logged)
    }

    /// Looks for the addresses in the rows by which accounts were deleted. For others it looks for judges of whom a run read the same reviews
    /// by an address that they had: the newest run says it, and none where two gave the same. A run proves nothing alone: what is compared by
    /// such an address has to fit a digest, or a row.
    pub(super) fn of(event: &Bundle, runs: &[Run], log: &FoundChain<'l>, numbers: Numbers<'l>) -> Self {
        let deletions = Deletions::of(log);
        let addresses = logged_addresses(event, &deletions);
        let mut found = Self { addresses, run: None, numbers, deletions };
        let Some(input) = from_reviews(event) else { return found };
        let mut here = by_judge(input.reviews().iter());
        here.retain(|judge, _| is_deleted_address(judge));
        if here.is_empty() {
            return found;
        }
        let mut newest: Vec<&Run> = runs.iter().collect();
        newest.sort_by_key(|run| Reverse(run.run));
        for run in newest {
            let lines: Vec<Review> = run.input.iter().filter_map(InputLine::review).collect();
            let then = ReadJudges::of(event, &lines, &found.numbers);
            for (judge, given) in &here {
                let Some(address) = then.address_of(judge, given) else { continue };
                if let Entry::Vacant(place) = found.addresses.entry((*judge).to_owned()) {
                    place.insert(address.to_owned());
                    found.run = found.run.or(Some(run.run));
                }
            }
        }
        found
    }
}

/// The addresses of deleted accounts in the file, each with the one that the row of its deletion names. None where somebody else in the file has
/// or had that address, since it would not say whose a review is, or where two have one number.
fn logged_addresses(event: &Bundle, deletions: &Deletions<'_>) -> Addresses {
    let had = |here: &str| deletions.address_of(here);
    let mut owners: HashMap<&str, usize> = HashMap::new();
    for person in &event.people {
        *owners.entry(had(&person.email).unwrap_or(&person.email)).or_default() += 1;
    }
    let named = event.people.iter().filter_map(|person| Some((person.email.as_str(), had(&person.email)?)));
    let known = named.filter(|(_, address)| owners.get(address) == Some(&1));
    known.map(|(here, address)| (here.to_owned(), address.to_owned())).collect()
}

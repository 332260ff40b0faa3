//! Forgeries that are well formed: made by somebody who has the files, knows the formats and every rule of them, and has no key.
//! Rows are chained anew, sealed as if the event were forgotten, or followed by a row that could explain the change; rankings are
//! computed again; names change where all sums stay. With what the site signed beside it, none of them may hold.

mod change;
mod changes;
mod covers;
mod event;
mod explanations;
mod log;
mod project_changes;
mod result_changes;
mod review_changes;
mod signed;
mod states;

use self::changes::{ODD_CHANGES, changes};
use self::covers::COVERS;
use self::event::Event;
use self::explanations::{actions, logs};
use self::signed::{Signed, last_head};
use crate::mutated::{Dice, SECRET, SEED};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use shared::provenance::{File, KeySet, KeyStatus, PublicKey, Verdict, check_files, public_key};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex};

/// Files that are checked together. The first is the one whose verdict counts.
#[derive(Clone, Debug)]
pub struct Files {
    /// What was done to them.
    pub name: String,
    /// Names and contents.
    pub files: Vec<(&'static str, Vec<u8>)>,
}

/// How many are judged where somebody waits for native code: all that have a name, and some hundreds that are drawn.
pub const FEW: usize = 13_000;

/// An event as the site has it, and what the site signed of it.
struct World {
    /// What became of the first one; empty for that.
    name: &'static str,
    event: Event,
    signed: Signed,
}

/// The published event, and the same after its personal data went, after one of its reviews changed (so that they are not those that the run
/// read), after its winners changed since the results that are here, after two accounts were merged, after a judge deleted the account, and with
/// reviews that an organizer entered and no run read; an event whose reviews have no rows of their own, and one whose projects came from another.
fn worlds() -> [World; 9] {
    let event = Event::genuine();
    let results = event.signed().results;
    let world = |name, event: Event| World { name, signed: event.signed(), event };
    // Beside the results as they were, and a head of the last row.
    let later = |name, event: Event| {
        let signed = Signed { results: results.clone(), ..last_head(&event) };
        World { name, event, signed }
    };
    [
        world("", event.clone()),
        world("imported", Event::imported()),
        later("forgotten", event.forgotten()),
        later("judged again", event.judged_again()),
        later("corrected", event.corrected()),
        world("finals", Event::finals()),
        later("entered since", event.entered_since()),
        later("merged", event.merged()),
        later("left", event.left()),
    ]
}

/// The files as the site gives them, before and after the event was forgotten: all of them hold.
#[must_use]
pub fn genuine() -> Vec<Files> {
    let mut all = Vec::new();
    for World { name, event, signed } in worlds() {
        let name = if name.is_empty() { "genuine".to_owned() } else { format!("genuine and {name}") };
        for (kind, file) in [("bundle", event.bundle_file()), ("log", event.log_file())] {
            all.push(with(format!("{name}: {kind}"), file, &signed, true));
        }
    }
    all
}

/// A file beside what the site signed, with or without the later head.
fn with(name: String, file: Written, signed: &Signed, head: bool) -> Files {
    let mut files = vec![file, ("results.json", signed.results.clone())];
    if head {
        files.push(("head.json", signed.head.clone()));
    }
    Files { name, files }
}

/// A forgery that is not made yet: most of the time goes into forging events and writing files.
struct Plan<'w> {
    name: String,
    write: Box<dyn FnOnce() -> Written + Send + 'w>,
    signed: &'w Signed,
    head: bool,
}

/// A file's name and its bytes.
type Written = (&'static str, Vec<u8>);

impl<'w> Plan<'w> {
    fn new(
        name: String,
        signed: &'w Signed,
        head: bool,
        write: impl FnOnce() -> Written + Send + 'w,
    ) -> Self {
        Self { name, write: Box::new(write), signed, head }
    }

    fn make(self) -> Files {
        with(self.name, (self.write)(), self.signed, self.head)
    }
}

/// The forgeries that are known by name: each change, covered up in each way and followed by a row of each action.
fn named(worlds: &[World; 9]) -> Vec<Plan<'_>> {
    let [World { event: before, signed, .. }, imported, forgotten, others @ ..] = worlds;
    let mut all = Vec::new();
    for (what, change) in changes() {
        let changed = move || before.clone().after(change);
        for (how, cover) in COVERS {
            let file = move || changed().after(|forged| cover(forged, before)).bundle_file();
            let file = Arc::new(LazyLock::new(file));
            for head in [true, false] {
                let file = Arc::clone(&file);
                all.push(Plan::new(format!("{what}, {how}"), signed, head, move || (**file).clone()));
            }
        }
        for action in actions() {
            let file = move || changed().after(|forged| forged.and_then(action)).bundle_file();
            all.push(Plan::new(format!("{what}, then {action}"), signed, false, file));
        }
    }
    for (what, change) in ODD_CHANGES {
        for head in [true, false] {
            let file = move || before.clone().after(change).bundle_file();
            all.push(Plan::new(what.to_owned(), signed, head, file));
        }
    }
    for World { name: kind, event: before, signed } in std::iter::once(imported).chain(others) {
        for (what, change) in changes() {
            for (how, cover) in COVERS {
                let changed = move || before.clone().after(change);
                let file = move || changed().after(|forged| cover(forged, before)).bundle_file();
                all.push(Plan::new(format!("{what}, {kind}, {how}"), signed, true, file));
            }
        }
    }
    for (what, forged) in logs(before) {
        let forged = Arc::new(forged);
        for head in [true, false] {
            let forged = Arc::clone(&forged);
            all.push(Plan::new(what.clone(), signed, head, move || forged.log_file()));
        }
    }
    // An event that was really forgotten: what its rows still say is changed, sealed and chained again, with the head of that day; and
    // as it is, with the head of an earlier day alone.
    let World { event: forgotten, signed: of_that_day, .. } = forgotten;
    let earlier = || "forgotten, with an earlier head".to_owned();
    all.push(Plan::new(earlier(), signed, false, move || forgotten.log_file()));
    all.push(Plan::new(earlier(), signed, false, move || forgotten.bundle_file()));
    for (what, change) in changes() {
        let changed = move || forgotten.clone().after(change);
        // Addresses are gone, so they cannot be changed.
        if changed().bundle == forgotten.bundle {
            continue;
        }
        let as_it_is = move || changed().bundle_file();
        all.push(Plan::new(format!("{what}, forgotten, as it is"), of_that_day, true, as_it_is));
        let sealed = move || changed().after(Event::forget_again).bundle_file();
        all.push(Plan::new(format!("{what}, forgotten, sealed again"), of_that_day, true, sealed));
    }
    all
}

/// Forgeries without end, always the same ones and no two alike: up to three changes at once, covered up in one of the ways, and
/// followed by up to two rows that could explain them.
fn drawn(worlds: &[World; 9]) -> impl Iterator<Item = Plan<'_>> {
    let (all, actions): (_, Vec<&str>) = (changes(), actions().into_iter().collect());
    let (mut dice, mut seen) = (Dice::new(SEED), BTreeSet::new());
    std::iter::from_fn(move || {
        loop {
            let World { name: world, event: before, signed } = &worlds[dice.below(worlds.len())];
            let most = dice.below(3);
            let changes: BTreeSet<usize> = (0..=most).map(|_| dice.below(all.len())).collect();
            let mut forged = before.clone();
            // Two changes may give one name twice: such a file is refused before it is checked.
            let reads = changes.iter().all(|at| {
                all[*at].1(&mut forged);
                forged.reads()
            });
            // Addresses that are gone cannot be changed.
            if !reads || forged.bundle == before.bundle {
                continue;
            }
            let (how, cover) = COVERS[dice.below(COVERS.len())];
            let rows: Vec<&str> = (0..dice.below(3)).map(|_| actions[dice.below(actions.len())]).collect();
            let head = dice.below(2) == 0;
            let what: Vec<&str> = changes.iter().map(|at| all[*at].0).collect();
            let beside = if head { "with" } else { "without" };
            let of = if world.is_empty() { String::new() } else { format!(", {world}") };
            let name = format!("{}{of}, {how}, then {rows:?}, {beside} the later head", what.join(" and "));
            if seen.insert(name.clone()) {
                let file = move || {
                    cover(&mut forged, before);
                    for action in rows {
                        forged.and_then(action);
                    }
                    forged.bundle_file()
                };
                return Some(Plan::new(name, signed, head, file));
            }
        }
    })
}

/// One forgery of each kind: the first with each change, and the first with each way to cover one up.
#[must_use]
pub fn sample() -> Vec<Files> {
    let (worlds, mut seen) = (worlds(), BTreeSet::new());
    let first = named(&worlds).into_iter().filter(|plan| {
        let name: String = plan.name.chars().filter(|c| !c.is_ascii_digit()).collect();
        let (what, how) = name.split_once(", ").unwrap_or((&name, ""));
        let is_new = seen.insert(what.to_owned());
        seen.insert(how.to_owned()) || is_new
    });
    first.map(Plan::make).collect()
}

/// What came of the forgeries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// How many were tried.
    pub tried: usize,
    /// How many of them have no name and were drawn.
    pub drawn: usize,
    /// The names of those that hold.
    pub held: Vec<String>,
    /// Those that do not hold.
    pub refused: usize,
    /// Those that cannot be judged.
    pub open: usize,
    /// SHA-256, in hexadecimal, over the reports in order.
    pub reports: String,
}

#[must_use]
pub fn keys() -> KeySet {
    KeySet { keys: vec![PublicKey::new(&public_key(&SECRET), KeyStatus::Current, None, None)] }
}

/// The verdict on the first of these files, and the whole report as text.
#[must_use]
pub fn verdict(files: &Files, keys: &KeySet) -> (Verdict, String) {
    let given: Vec<File<'_>> = files.files.iter().map(|(name, bytes)| File { name, bytes }).collect();
    let report = check_files(&given, keys, None);
    (report.files[0].verdict, format!("{report:?}"))
}

/// How many forgeries are judged before their reports are counted.
const AT_ONCE: usize = 256;

/// The name of each of them, the verdict and the report, in their order. A thread for each core takes the next one, makes it and judges it. A
/// browser has one.
fn judge(some: Vec<Plan<'_>>, keys: &KeySet) -> Vec<(String, Verdict, String)> {
    let plans = Mutex::new(some.into_iter().enumerate());
    let next = || plans.lock().unwrap().next();
    let work = || {
        let mut told = Vec::new();
        while let Some((at, plan)) = next() {
            let files = plan.make();
            let (verdict, report) = verdict(&files, keys);
            told.push((at, (files.name, verdict, report)));
        }
        told
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let told = if cores == 1 {
        work()
    } else {
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
            let ended = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
            ended.flat_map(|told| told.unwrap_or_else(|why| std::panic::resume_unwind(why))).collect()
        })
    };
    told.into_iter().collect::<BTreeMap<_, _>>().into_values().collect()
}

/// Judges so many forgeries: all that have a name, or an even part of them where that is more, then some that are drawn.
#[must_use]
pub fn judged(count: usize) -> Tally {
    let (keys, worlds) = (keys(), worlds());
    let named = named(&worlds);
    let every = named.len().div_ceil(count.max(1)).max(1);
    let without_name = count.saturating_sub(named.len().div_ceil(every));
    let mut tally = Tally {
        tried: 0,
        drawn: without_name,
        held: Vec::new(),
        refused: 0,
        open: 0,
        reports: String::new(),
    };
    let mut hash = Sha256::new();
    let mut forgeries = named.into_iter().step_by(every).chain(drawn(&worlds)).take(count);
    loop {
        let some: Vec<Plan<'_>> = forgeries.by_ref().take(AT_ONCE).collect();
        if some.is_empty() {
            break;
        }
        for (name, verdict, report) in judge(some, &keys) {
            tally.tried += 1;
            match verdict {
                Verdict::Holds => tally.held.push(name),
                Verdict::DoesNotHold => tally.refused += 1,
                Verdict::CannotBeJudged => tally.open += 1,
            }
            hash.update(report);
        }
    }
    tally.reports = shared::audit::hex(&hash.finalize());
    tally
}

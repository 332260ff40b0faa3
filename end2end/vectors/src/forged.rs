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
use std::cell::LazyCell;
use std::collections::BTreeSet;

/// Files that are checked together. The first is the one whose verdict counts.
#[derive(Clone, Debug)]
pub struct Files {
    /// What was done to them.
    pub name: String,
    /// Names and contents.
    pub files: Vec<(&'static str, Vec<u8>)>,
}

/// How many are judged where somebody waits for native code: all that [`count`] counts, and some hundreds that are drawn.
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
fn with(name: String, file: (&'static str, Vec<u8>), signed: &Signed, head: bool) -> Files {
    let mut files = vec![file, ("results.json", signed.results.clone())];
    if head {
        files.push(("head.json", signed.head.clone()));
    }
    Files { name, files }
}

/// How many forgeries are known by name: each change, covered up in each way and followed by a row of each action.
#[must_use]
pub fn count() -> usize {
    let mut count = 0;
    all_of(&mut |_| {
        count += 1;
        false
    });
    count
}

/// Those of them whose name is wanted. Most of the time goes into forging events and writing files, so the others are not.
fn all_of(wanted: &mut dyn FnMut(&str) -> bool) -> Vec<Files> {
    let [World { event: before, signed, .. }, imported, forgotten, others @ ..] = worlds();
    let mut all = Vec::new();
    let mut push = |name: String, file: &dyn Fn() -> (&'static str, Vec<u8>), signed: &Signed, head: bool| {
        if wanted(&name) {
            all.push(with(name, file(), signed, head));
        }
    };
    for (what, change) in changes() {
        let changed = || before.clone().after(change);
        for (how, cover) in COVERS {
            let file = LazyCell::new(|| changed().after(|forged| cover(forged, &before)).bundle_file());
            for head in [true, false] {
                push(format!("{what}, {how}"), &|| file.clone(), &signed, head);
            }
        }
        for action in actions() {
            let file = || changed().after(|forged| forged.and_then(action)).bundle_file();
            push(format!("{what}, then {action}"), &file, &signed, false);
        }
    }
    for (what, change) in ODD_CHANGES {
        for head in [true, false] {
            push(what.to_owned(), &|| before.clone().after(change).bundle_file(), &signed, head);
        }
    }
    for World { name: kind, event: before, signed } in std::iter::once(&imported).chain(&others) {
        for (what, change) in changes() {
            for (how, cover) in COVERS {
                let changed = || before.clone().after(change);
                let file = || changed().after(|forged| cover(forged, before)).bundle_file();
                push(format!("{what}, {kind}, {how}"), &file, signed, true);
            }
        }
    }
    for (what, forged) in logs(&before) {
        for head in [true, false] {
            push(what.clone(), &|| forged.log_file(), &signed, head);
        }
    }
    // An event that was really forgotten: what its rows still say is changed, sealed and chained again, with the head of that day; and
    // as it is, with the head of an earlier day alone.
    let World { event: forgotten, signed: of_that_day, .. } = forgotten;
    push("forgotten, with an earlier head".into(), &|| forgotten.log_file(), &signed, false);
    push("forgotten, with an earlier head".into(), &|| forgotten.bundle_file(), &signed, false);
    for (what, change) in changes() {
        let changed = forgotten.clone().after(change);
        // Addresses are gone, so they cannot be changed.
        if changed.bundle == forgotten.bundle {
            continue;
        }
        push(format!("{what}, forgotten, as it is"), &|| changed.bundle_file(), &of_that_day, true);
        let file = || changed.clone().after(Event::forget_again).bundle_file();
        push(format!("{what}, forgotten, sealed again"), &file, &of_that_day, true);
    }
    all
}

/// Forgeries without end, always the same ones and no two alike: up to three changes at once, covered up in one of the ways, and
/// followed by up to two rows that could explain them.
pub fn drawn() -> impl Iterator<Item = Files> {
    let worlds = worlds();
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
            cover(&mut forged, before);
            let rows: Vec<&str> = (0..dice.below(3)).map(|_| actions[dice.below(actions.len())]).collect();
            for action in &rows {
                forged.and_then(action);
            }
            let head = dice.below(2) == 0;
            let what: Vec<&str> = changes.iter().map(|at| all[*at].0).collect();
            let beside = if head { "with" } else { "without" };
            let of = if world.is_empty() { String::new() } else { format!(", {world}") };
            let name = format!("{}{of}, {how}, then {rows:?}, {beside} the later head", what.join(" and "));
            if seen.insert(name.clone()) {
                return Some(with(name, forged.bundle_file(), signed, head));
            }
        }
    })
}

/// One forgery of each kind: the first with each change, and the first with each way to cover one up.
#[must_use]
pub fn sample() -> Vec<Files> {
    let mut seen = BTreeSet::new();
    all_of(&mut |name| {
        let name: String = name.chars().filter(|c| !c.is_ascii_digit()).collect();
        let (what, how) = name.split_once(", ").unwrap_or((&name, ""));
        let is_new = seen.insert(what.to_owned());
        seen.insert(how.to_owned()) || is_new
    })
}

/// What came of the forgeries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// How many were tried.
    pub tried: usize,
    /// The names of those that hold.
    pub held: Vec<String>,
    /// Those that do not hold.
    pub refused: usize,
    /// Those that cannot be judged.
    pub open: usize,
    /// SHA-256, in hexadecimal, over the reports in order.
    pub reports: String,
}

/// The keys that are trusted.
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

/// How many forgeries are judged at once.
const AT_ONCE: usize = 64;

/// The verdict on each of them, in their order, by a thread for each core. A browser has one.
fn verdicts(some: &[Files], keys: &KeySet) -> Vec<(Verdict, String)> {
    let judge = |files: &[Files]| files.iter().map(|files| verdict(files, keys)).collect::<Vec<_>>();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if cores == 1 {
        return judge(some);
    }
    std::thread::scope(|scope| {
        let part = some.len().div_ceil(cores).max(1);
        let parts: Vec<_> = some.chunks(part).map(|files| scope.spawn(move || judge(files))).collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().unwrap_or_else(|why| std::panic::resume_unwind(why)))
            .collect()
    })
}

/// Judges so many forgeries: all that [`count`] counts, or an even part of them where that is more, then [`drawn`] ones.
#[must_use]
pub fn judged(count: usize) -> Tally {
    let keys = keys();
    let mut tally = Tally { tried: 0, held: Vec::new(), refused: 0, open: 0, reports: String::new() };
    let mut hash = Sha256::new();
    let every = self::count().div_ceil(count.max(1)).max(1);
    let mut nth = 0;
    let even = all_of(&mut |_| {
        nth += 1;
        (nth - 1_usize).is_multiple_of(every)
    });
    let mut forgeries = even.into_iter().chain(drawn()).take(count);
    loop {
        let some: Vec<Files> = forgeries.by_ref().take(AT_ONCE).collect();
        if some.is_empty() {
            break;
        }
        let told = verdicts(&some, &keys);
        for (forgery, (verdict, report)) in some.into_iter().zip(told) {
            tally.tried += 1;
            match verdict {
                Verdict::Holds => tally.held.push(forgery.name),
                Verdict::DoesNotHold => tally.refused += 1,
                Verdict::CannotBeJudged => tally.open += 1,
            }
            hash.update(report);
        }
    }
    tally.reports = shared::audit::hex(&hash.finalize());
    tally
}

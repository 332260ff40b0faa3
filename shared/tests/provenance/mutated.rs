//! Files that differ from good ones by a little: none is accepted for what it is not.

use crate::scores::Event;
use crate::support::*;
use shared::provenance::messages::{Message, ScoresMessage};
use shared::provenance::{
    Chain, DocumentCheck, File, Kind, Report, Verdict, check_files, read_audit_csv, sign, verify,
};
use vectors::forged;
use vectors::mutated::{Dice, bytes as mutated, documents, judged};

#[test]
fn none_of_ten_thousand_mutated_documents_is_accepted() {
    let tally = judged(10_000, 5);
    assert_eq!((tally.tried, tally.valid), (10_000, 0));
    assert!(tally.invalid > 2_000 && tally.malformed > 2_000, "both kinds are met: {tally:?}");
    // What is not changed is.
    let (documents, keys) = documents();
    for document in &documents {
        assert!(matches!(verify(document.as_bytes(), &keys), DocumentCheck::Valid { .. }));
    }
}

#[test]
fn no_forgery_by_the_formats_own_rules_holds() {
    let keys = forged::keys();
    for files in forged::genuine() {
        let (verdict, report) = forged::verdict(&files, &keys);
        assert_eq!(verdict, Verdict::Holds, "{}: {report}", files.name);
        // The row of an import stands for those that its reviews do not have.
        let imported = files.name.contains("imported: bundle");
        assert_eq!(report.contains("AsImported { reviews: 12 }"), imported, "{}: {report}", files.name);
    }
    let tally = forged::judged(forged::FEW);
    assert_eq!(tally.held, Vec::<String>::new(), "of {}", tally.tried);
    assert_eq!(tally.tried, forged::FEW);
    assert!(tally.refused > 1_000 && tally.open > 100, "{tally:?}");
    assert!(tally.drawn > 0, "some are drawn: {tally:?}");
    println!("{} forgeries: {} do not hold, {} cannot be judged", tally.tried, tally.refused, tally.open);
}

#[test]
fn none_of_two_thousand_mutated_logs_passes_for_another_one() {
    let links = chain(12);
    let whole = export(&links);
    let signed = sign(&head(Chain::check(links.clone()).unwrap().head().unwrap()), &SECRET).unwrap();
    let keys = keys();
    let mut dice = Dice::new(13);
    let (mut told, mut same) = (0, 0);
    while told + same < 2_000 {
        let changed = mutated(&whole, std::slice::from_ref(&whole), &mut dice);
        if changed == whole {
            continue;
        }
        let files =
            [File { name: "demo-audit.csv", bytes: &changed }, File { name: "h", bytes: signed.as_bytes() }];
        let finding = check_files(&files, &keys, None).files.remove(0);
        if finding.kind == Kind::Audit && finding.verdict == Verdict::Holds {
            assert_eq!(read_audit_csv(&changed).unwrap(), links, "{}", String::from_utf8_lossy(&changed));
            same += 1;
        } else {
            told += 1;
        }
    }
    assert_eq!((told, same), (1_995, 5), "the dice are seeded");
}

#[test]
fn mutated_bundles_and_key_sets_are_read_without_a_panic() {
    let mut small = run();
    small.input.truncate(2);
    let whole = bundle(&[small], &chain(3)).to_string().into_bytes();
    let set = serde_json::to_vec(&keys()).unwrap();
    let mut dice = Dice::new(14);
    for _ in 0..300 {
        for whole in [&whole, &set] {
            let changed = mutated(whole, std::slice::from_ref(whole), &mut dice);
            let report = check_files(&[File { name: "x", bytes: &changed }], &keys(), None);
            let finding = &report.files[0];
            // Nothing signed is among the files, so a bundle always leaves something open.
            assert!(finding.kind != Kind::Bundle || !finding.is_whole(), "{finding:#?}");
        }
    }
}

/// The digest of the reviews that count, as the report on the scores names it.
fn digest(report: &Report) -> Option<String> {
    report.files[0].lines.iter().find_map(|line| match &line.message {
        Message::Scores(ScoresMessage::Digest { digest }) => Some(digest.clone()),
        _ => None,
    })
}

#[test]
fn mutated_exports_are_read_without_a_panic_and_compute_to_nothing_else() {
    let event = Event::new(|project| Some(project % 2), true);
    let whole = event.files();
    let files: Vec<File<'_>> = whole.iter().map(|(name, bytes)| File { name, bytes }).collect();
    let read = digest(&check_files(&files, &keys(), None));
    assert!(read.is_some());
    let mut dice = Dice::new(15);
    let (mut same, mut refused) = (0, 0);
    for nth in 0..64 {
        let mut files = whole.clone();
        let bytes = &mut files[nth % 4].1;
        *bytes = mutated(bytes, std::slice::from_ref(bytes), &mut dice);
        let files: Vec<File<'_>> = files.iter().map(|(name, bytes)| File { name, bytes }).collect();
        let report = check_files(&files, &keys(), None);
        if !report.all_hold() {
            refused += 1;
            continue;
        }
        // Only values that no run reads were changed, such as a comment or a moment.
        assert_eq!(digest(&report), read, "{report:#?}");
        same += 1;
    }
    assert!(refused > 40 && same > 5, "{refused} refused, {same} the same");
}

//! Audit logs, alone and with signed heads.

use crate::support::*;
use shared::provenance::messages::Headline;
use shared::provenance::{
    AuditHead, File, KeySet, KeyStatus, Kind, Link, Payload, PublicKey, Run, SignedRanking, Verdict,
    check_files, public_key, sign,
};

#[test]
fn a_log_without_a_head_holds_but_for_its_tail() {
    let links = chain(20);
    for name in ["demo-audit.csv", "/tmp/x/demo-audit (2).csv", "C:\\logs\\demo-audit.csv", "audit.csv"] {
        let finding = one(name, export(&links), &keys());
        assert_eq!((finding.kind, finding.verdict), (Kind::Audit, Verdict::Holds), "{name}");
        finds(&finding, "NoSignedHead");
        finds(&finding, "OfEvent { event: \"demo\" }");
    }
    let other = one("other-audit.csv", export(&links), &keys());
    holds(&other, "OfEventDespiteName { event: \"demo\" }");
    // Told by the caller it has to be that event.
    let export = export(&links);
    let files = [File { name: "a.csv", bytes: &export }];
    assert!(check_files(&files, &keys(), Some("demo")).all_hold());
    let report = check_files(&files, &keys(), Some("other"));
    assert_eq!(report.files[0].breaks_at.as_deref(), Some("row 1"));
}

#[test]
fn a_log_that_began_anew_for_witnesses_says_both_names() {
    let mut links = chain(5);
    let row = &mut links[2].row;
    row.action = "log.renamed".into();
    row.before = r#"{"origin":"hack.example/events/demo/log","size":2}"#.into();
    row.after = r#"{"origin":"hack.example/events/demo/log/20261127T151400Z","reason":"A backup."}"#.into();
    let finding = one("demo-audit.csv", export(&chained(links, "demo")), &keys());
    assert_eq!(finding.verdict, Verdict::Holds);
    let said = r#"Renamed { row: 3, from: "hack.example/events/demo/log", to: "hack.example/events/demo/log/20261127T151400Z", reason: "A backup." }"#;
    finds(&finding, said);
}

#[test]
fn a_log_of_an_unknown_event_is_held_against_its_name() {
    let mut links = chain(5);
    links[0].row.object_id = "elsewhere".into();
    let links = chained(links, "hidden");
    let named = one("demo-audit.csv", export(&links), &keys());
    assert_eq!((named.verdict, named.breaks_at.as_deref()), (Verdict::DoesNotHold, Some("row 1")));
    holds(&one("log.csv", export(&links), &keys()), "EventUnknown");
    let site = one("site.csv", export(&chained(chain(5), "")), &keys());
    finds(&site, "OfEvent { event: \"\" }");
}

#[test]
fn a_log_is_held_against_every_head_that_is_given() {
    let links = chain(20);
    let with = |rows: &[Link], heads: &[Vec<u8>]| {
        let mut files = vec![("demo-audit.csv", export(rows))];
        files.extend(heads.iter().map(|head| ("head.json", head.clone())));
        check(&files, &keys()).files.remove(0)
    };
    let whole = with(&links, &[head_of(&links, 20), head_of(&links, 12), signed_results(&links)]);
    holds(&whole, "EndsWithSignedRow { row: 20, file: \"head.json\"");
    finds(&whole, "HoldsSignedRow { row: 12, file: \"head.json\"");
    assert!(whole.is_whole());

    let earlier = with(&links, &[head_of(&links, 12), signed_results(&links)]);
    assert!(earlier.is_whole(), "{earlier:#?}");
    let head_at = "head_at: Some(\"https://hack.example/api/events/demo/audit-head?row=";
    finds(&earlier, &format!("RowsAfterHead {{ rows: 8, {head_at}20\") }}"));
    let others = serde_json::to_vec(&keys_of(&[8; 32], KeyStatus::Current)).unwrap();
    let untrusted = [head_by("https://hack.example", &[8; 32], row_of(&links, 12)), others];
    finds(&with(&links, &untrusted), "NoSignedHead");

    // A head alone cannot tell a cut tail from an older export.
    let older = with(&links[..15], &[head_of(&links, 20)]);
    assert_eq!((older.verdict, older.breaks_at.as_deref()), (Verdict::CannotBeJudged, None));
    assert_eq!(older.headline, Some(Headline::HeadLaterThanFile));
    finds(&older, &format!("row: 20, because: Undecided {{ {head_at}15\") }}"));
    finds(&with(&links[..2], &[signed_results(&links)]), "because: Undecided { head_at: None }");
    finds(&older, "EndsBeforeSignedRow { last: 15,");
    let anew = with(&chained(chain(21)[1..].to_vec(), "demo"), &[head_of(&links, 12)]);
    assert_eq!((anew.verdict, anew.breaks_at.as_deref()), (Verdict::DoesNotHold, Some("row 12")));

    let mut edited = links.clone();
    edited[6].row.actor = "eve@example.org".into();
    let edited = with(&edited, &[head_of(&links, 20)]);
    assert_eq!(edited.breaks_at.as_deref(), Some("row 7"));
    // A head that is not proven is no head.
    let forged =
        String::from_utf8(head_of(&links, 20)).unwrap().replace("\"seq\":20", "\"seq\":21").into_bytes();
    holds(&with(&links, &[forged]), "NoSignedHead");
}

#[test]
fn a_head_that_is_dated_before_its_rows_were_written_proves_nothing() {
    // The key was retired an hour after the rows of the log, and somebody has it. The site signed row 12 with its next key, rows
    // were added, and a head of them is dated back to when the old key signed.
    let retired = |end: i64| PublicKey::new(&public_key(&SECRET), KeyStatus::Retired, None, Some(at(end)));
    let mut links = chain(20);
    for link in &mut links[8..] {
        link.row.ts = link.row.ts.replace("T10:", "T12:");
    }
    // The last one is dated back, too.
    links[19].row.ts = "2026-11-18T10:59:00.000001Z".into();
    let links = chained(links, "demo");
    let trusted = KeySet { keys: vec![retired(0)] };
    let with = |seq: usize, signed: i64, trusted: &KeySet| {
        let head = ("head.json", head_at(&links, seq, at(signed)));
        let log = ("demo-audit.csv", export(&links));
        let file = ("b.json", bundle(&[Run { pinned_at: None, ..run() }], &links).to_string().into_bytes());
        let report = check(&[log, file, head], trusted);
        assert_eq!(report.files[2].verdict, Verdict::Holds, "{report:#?}");
        report
    };
    for seq in [9, 15, 20] {
        let report = with(seq, 0, &trusted);
        for found in &report.files[..2] {
            assert_ne!(found.verdict, Verdict::Holds, "row {seq}: {found:#?}");
            let text = format!("SignedBeforeWritten {{ row: {seq}, file: \"head.json\"");
            finds(found, &text);
            assert!(!has(found, "SignedRow {"), "row {seq}: {found:#?}");
        }
    }
    // What the key signed while it did still holds, and so does a head from after the rows.
    finds(&with(8, 0, &trusted).files[0], "HoldsSignedRow { row: 8,");
    finds(&with(20, 7200, &keys()).files[0], "EndsWithSignedRow { row: 20,");
    // The clocks of one site differ a little: the last row of 12:00:19 is signed here at 11:56:40, and at 11:55:00.
    assert!(!has(&with(19, 3000, &keys()).files[0], "SignedBeforeWritten"));
    finds(&with(19, 2900, &keys()).files[0], "SignedBeforeWritten { row: 19,");
    // A clock was ahead for a while, and no row is dated before the one above it. A head from after that time covers what was signed.
    let beside = |seq: usize| {
        let (early, late) = (head_at(&links, 12, at(0)), head_at(&links, seq, at(7200)));
        let file = bundle(&[Run { pinned_at: None, ..run() }], &links).to_string().into_bytes();
        let files = [("demo-audit.csv", export(&links)), ("b.json", file)];
        check(&[files, [("early.json", early), ("late.json", late)]].concat(), &keys())
    };
    assert!(beside(12).files[0].is_whole() && beside(20).files[0].is_whole());
    finds(&beside(20).files[1], "HoldsSignedRow { row: 12, file: \"early.json\"");
    finds(&beside(11).files[0], "SignedBeforeWritten { row: 12, file: \"early.json\"");
}

#[test]
fn a_forged_document_proves_nothing_about_a_log_or_a_bundle() {
    // The head of a log that was cut, signed by the one who cut it, with the key beside it.
    let links = chain(20);
    let forged = sign(&head(row_of(&links, 15)), &[9; 32]).unwrap();
    let set = serde_json::to_vec(&keys_of(&[9; 32], KeyStatus::Current)).unwrap();
    let files =
        [("demo-audit.csv", export(&links[..15])), ("head.json", forged.into_bytes()), ("keys.json", set)];
    let report = check(&files, &keys());
    finds(&report.files[0], "NoSignedHead");
    assert_eq!(report.files[1].verdict, Verdict::DoesNotHold);
    assert!(!report.all_hold());
}

#[test]
fn the_row_that_published_results_says_whether_they_are_provisional_or_final() {
    let row = |after: &str| {
        let mut links = published(chain(6), &run().input_digest);
        links[1].row.after = after.to_owned();
        chained(links, "demo")
    };
    let (plain, provisional, last) = (
        row(r#"{"run": 1, "publication": 1}"#),
        row(r#"{"run": 1, "publication": 1, "provisional_until": "2099-01-01T10:00:00Z", "owed": 1}"#),
        row(r#"{"run": 1, "publication": 1, "final_of": 7}"#),
    );
    let differs = |links: &[Link], change: fn(&mut SignedRanking)| {
        let head = AuditHead { seq: 2, row_hash: links[1].row_hash.clone(), root: None };
        let Payload::Results(mut document) = results(&calibrated().1, head) else { unreachable!() };
        change(&mut document.results);
        let document = sign(&Payload::Results(document), &SECRET).unwrap().into_bytes();
        let report = check(&[("demo-audit.csv", export(links)), ("r.json", document)], &keys());
        let differs = has(&report.files[0], "PublicationDiffers { row: 2, file: \"r.json\"");
        assert_eq!(report.files[0].verdict == Verdict::DoesNotHold, differs, "{report:#?}");
        differs
    };
    let until = |ranking: &mut SignedRanking| {
        ranking.provisional_until = "2099-01-01T10:00:00Z".parse().ok();
        ranking.owed = vec!["Public code".into()];
    };
    assert!(!differs(&plain, |_| ()) && !differs(&provisional, until));
    assert!(!differs(&last, |ranking| ranking.final_of = Some(7)));
    assert!(differs(&plain, until) && differs(&provisional, |_| ()) && differs(&last, until));
    assert!(differs(&plain, |ranking| ranking.final_of = Some(7)));
    assert!(differs(&plain, |ranking| ranking.publication = Some(2)));
    assert!(differs(&plain, |ranking| ranking.run = 2));
    assert!(differs(&provisional, |ranking| {
        (ranking.provisional_until, ranking.owed) = (Some(at(9)), vec!["Public code".into()]);
    }));
    assert!(differs(&provisional, |ranking| {
        ranking.provisional_until = "2099-01-01T10:00:00Z".parse().ok();
        ranking.owed = vec!["Public code".into(), "A licence".into()];
    }));
}

#[test]
fn a_log_that_differs_and_begins_with_an_import_may_be_of_another_site() {
    let mut links = chain(5);
    links[0].row.action = "event.imported".into();
    let links = chained(links, "demo");
    let beside = |head: Vec<u8>| {
        check(&[("demo-audit.csv", export(&links)), ("head.json", head)], &keys()).files.remove(0)
    };
    let of_other = beside(head_of(&chain(5), 3));
    does_not_hold(&of_other, "SignedRowDiffers { row: 3,");
    finds(&of_other, "BeginsWithImport");
    assert!(!has(&beside(head_of(&links, 3)), "BeginsWithImport"));
}

#[test]
fn a_file_that_says_it_is_later_than_a_head_and_ends_before_it_was_cut() {
    let links = chain(20);
    let document = head_of(&links, 20);
    let mut file = bundle(&[Run { pinned_at: None, ..run() }], &links[..15]);
    let mut with = |saved: &str| {
        file["exported_at"] = json!(saved);
        let files = [("b.json", file.to_string().into_bytes()), ("head.json", document.clone())];
        check(&files, &keys()).files.remove(0)
    };
    // The head was signed at 11:06:40.
    let cut = with("2026-11-18T11:07:41Z");
    assert_eq!((cut.verdict, cut.breaks_at.as_deref()), (Verdict::DoesNotHold, Some("audit, row 16")));
    finds(&cut, "SavedLater {");
    // Its last row was written at 10:00:15.
    finds(&with("2026-11-18T09:55:14Z"), "SavedBeforeLastRow {");
    for saved in ["2026-11-18T11:07:40Z", "2026-11-18T09:55:16Z"] {
        let older = with(saved);
        assert!(!has(&older, "SavedBeforeLastRow"), "{older:#?}");
        assert_eq!(older.verdict, Verdict::CannotBeJudged, "{older:#?}");
        assert_eq!(older.headline, Some(Headline::HeadLaterThanFile));
    }
    let mut late = links[..15].to_vec();
    late[14].row.ts = "2026-11-18T11:07:41.000000Z".into();
    file["audit"] = bundle(&[], &chained(late, "demo"))["audit"].clone();
    file["exported_at"] = json!("2026-11-18T11:00:00Z");
    let files = [("b.json", file.to_string().into_bytes()), ("head.json", document)];
    does_not_hold(&check(&files, &keys()).files.remove(0), "LastRowLater { last: 2026-11-18T11:07:41Z }");
}

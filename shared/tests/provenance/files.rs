//! Files of every kind, checked together and told in sentences.

use crate::support::{
    SECRET, at, bundle, calibrated, chain, chained, check, export, head, keys, payloads, results, run, says,
};
use serde_json::json;
use shared::provenance::{
    AuditHead, File, Finding, KeySet, Kind, Known, Link, Report, Standing, check_files, check_with, link,
    sign,
};

fn one(name: &str, bytes: impl Into<Vec<u8>>, trusted: &KeySet) -> Finding {
    check(&[(name, bytes.into())], trusted).files.remove(0)
}

fn head_of(links: &[Link], seq: usize) -> Vec<u8> {
    let signed = AuditHead { seq: seq as i64, row_hash: links[seq - 1].row_hash.clone() };
    sign(&head(signed), &SECRET).unwrap().into_bytes()
}

fn signed_results(links: &[Link]) -> Vec<u8> {
    let (_, outcome) = calibrated();
    let head = AuditHead { seq: 3, row_hash: links[2].row_hash.clone() };
    sign(&results(&outcome, head), &SECRET).unwrap().into_bytes()
}

#[test]
fn documents_are_told_by_what_they_say() {
    let words = [
        "Results of Demo, run 1, with 12 ranked projects; signed for https://hack.example on 2026-11-18 11:06:40 UTC.",
        "Record of the judge Ada \"Count\" Lévy 😀 <ada@example.org> in Demo: 9 reviews;",
        "Record of the participant Grace <grace@example.org> in Demo: 2 projects;",
        "Head of the audit log of Demo: row 12;",
    ];
    for (payload, words) in payloads().iter().zip(words) {
        let document = sign(payload, &SECRET).unwrap();
        let finding = one("a.json", document.clone(), &keys());
        assert_eq!((finding.kind, finding.standing), (Kind::Document, Standing::Holds));
        says(&finding, words);
        says(&finding, &keys().keys[0].fingerprint());
        let unknown = one("a.json", document.clone(), &KeySet::default());
        assert_eq!(unknown.standing, Standing::CannotBeJudged);
        says(&unknown, "not among the keys known here");
        let changed = one("a.json", document.replace("Demo", "Dema"), &keys());
        assert_eq!(
            (changed.standing, changed.breaks_at.as_deref()),
            (Standing::DoesNotHold, Some("signature"))
        );
    }
}

#[test]
fn keys_that_come_along_prove_only_that_they_fit() {
    let set = serde_json::to_vec(&keys()).unwrap();
    let document = sign(&payloads()[3], &SECRET).unwrap().into_bytes();
    let report = check(&[("head.json", document.clone()), ("keys.json", set.clone())], &KeySet::default());
    assert!(report.all_hold());
    says(&report.files[0], "which proves only that document and key fit together");
    says(&report.files[1], "proves nothing by itself");
    says(&report.files[1], &keys().keys[0].fingerprint());
    // Known already, nothing of the kind is said; and what is known weighs more than what comes along.
    let known = check(&[("head.json", document.clone()), ("keys.json", set.clone())], &keys());
    assert!(known.all_hold() && !known.to_string().contains("proves"));
    let mut revoked = keys();
    revoked.keys[0].status = shared::provenance::KeyStatus::Revoked;
    let report = check(&[("head.json", document), ("keys.json", set)], &revoked);
    assert_eq!(report.files[0].standing, Standing::DoesNotHold);
}

#[test]
fn a_log_without_a_head_holds_but_for_its_tail() {
    let links = chain(20);
    for name in ["demo-audit.csv", "/tmp/x/demo-audit (2).csv", "C:\\logs\\demo-audit.csv", "audit.csv"] {
        let finding = one(name, export(&links), &keys());
        assert_eq!((finding.kind, finding.standing), (Kind::Audit, Standing::Holds), "{name}");
        says(&finding, "Its tail cannot be judged");
        says(&finding, "It is the log of the event demo.");
    }
    let other = one("other-audit.csv", export(&links), &keys());
    assert_eq!(other.standing, Standing::Holds);
    says(&other, "It is the log of the event demo, whatever its name says.");
    // Told by the caller it has to be that event.
    let export = export(&links);
    let files = [File { name: "a.csv", bytes: &export }];
    assert!(check_files(&files, &keys(), Some("demo")).all_hold());
    let report = check_files(&files, &keys(), Some("other"));
    assert_eq!(report.files[0].breaks_at.as_deref(), Some("row 1"));
}

#[test]
fn a_log_of_an_unknown_event_is_held_against_its_name() {
    let mut links = chain(5);
    links[0].row.object_id = "elsewhere".into();
    let links = chained(links, "hidden");
    let named = one("demo-audit.csv", export(&links), &keys());
    assert_eq!((named.standing, named.breaks_at.as_deref()), (Standing::DoesNotHold, Some("row 1")));
    let unnamed = one("log.csv", export(&links), &keys());
    assert_eq!(unnamed.standing, Standing::Holds);
    says(&unnamed, "its first link cannot be judged");
    let site = one("site.csv", export(&chained(chain(5), "")), &keys());
    says(&site, "It is the log of what belongs to no event.");
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
    assert_eq!(whole.standing, Standing::Holds);
    says(&whole, "It ends with row 20, as head.json");
    says(&whole, "It holds row 12 as head.json");
    assert!(!whole.sentences().any(|s| s.contains("cannot be judged")));

    let earlier = with(&links, &[head_of(&links, 12), signed_results(&links)]);
    assert!(earlier.is_whole(), "{earlier:#?}");
    says(&earlier, "8 rows are later than the last signed head, and whether more followed cannot be judged");

    let cut = with(&links[..15], &[head_of(&links, 20)]);
    assert_eq!((cut.standing, cut.breaks_at.as_deref()), (Standing::DoesNotHold, Some("row 16")));
    says(&cut, "5 rows are missing. Its tail was cut off, or an older backup restored.");
    let anew = with(&chained(chain(21)[1..].to_vec(), "demo"), &[head_of(&links, 12)]);
    assert_eq!((anew.standing, anew.breaks_at.as_deref()), (Standing::DoesNotHold, Some("row 12")));

    let mut edited = links.clone();
    edited[6].row.actor = "eve@example.org".into();
    let edited = with(&edited, &[head_of(&links, 20)]);
    assert_eq!(edited.breaks_at.as_deref(), Some("row 7"));
    // A head that is not proven is no head.
    let forged =
        String::from_utf8(head_of(&links, 20)).unwrap().replace("\"seq\":20", "\"seq\":21").into_bytes();
    let finding = with(&links, &[forged]);
    assert_eq!(finding.standing, Standing::Holds);
    says(&finding, "Its tail cannot be judged");
}

#[test]
fn a_bundle_is_read_chained_and_computed_again() {
    let links = chain(6);
    let file = |runs: &[_], audit: &[Link]| bundle(runs, audit).to_string().into_bytes();
    let whole = check(&[("b.json", file(&[run()], &links)), ("r.json", signed_results(&links))], &keys());
    assert!(whole.all_hold(), "{whole}");
    let finding = &whole.files[0];
    assert_eq!(finding.kind, Kind::Bundle);
    says(finding, "Run 1, computed again from 60 reviews: 12 projects and");
    says(finding, "What was computed is what r.json says, number by number.");
    says(finding, "The reviews in the file are those that run 1 read.");
    says(finding, "It holds row 3 as r.json");

    let alone = one("b.json", file(&[run()], &links), &keys());
    assert_eq!(alone.standing, Standing::Holds);
    says(&alone, "only the signed results can tell");
    says(&alone, "Its tail cannot be judged");

    // Without its run, the ranking is computed from the reviews.
    let runless = check(&[("b.json", file(&[], &[])), ("r.json", signed_results(&links))], &keys());
    says(&runless.files[0], "What was computed is what r.json says, number by number.");

    let mut better = run();
    better.results[5].rank = 1;
    let finding = one("b.json", file(&[better], &links), &keys());
    assert_eq!(finding.standing, Standing::DoesNotHold);
    assert_eq!(finding.breaks_at, Some(format!("runs[0], project {}", run().results[5].project)));
    says(&finding, "is said to be 1, and computes to");

    let mut tampered = links.clone();
    tampered[3].row.after.push(' ');
    let finding = one("b.json", file(&[run()], &tampered), &keys());
    assert_eq!(finding.breaks_at.as_deref(), Some("audit, row 4"));
    let finding = one("b.json", file(&[run()], &chained(chain(6), "other")), &keys());
    assert_eq!(finding.breaks_at.as_deref(), Some("audit, row 1"));
}

#[test]
fn what_took_the_place_of_results_is_told_where_it_is_known() {
    let signed = signed_results(&chain(6));
    let files = [File { name: "r.json", bytes: &signed }];
    let told = |published: Option<&[(&str, i32)]>| {
        let published =
            published.map(|runs| runs.iter().map(|(slug, run)| ((*slug).to_owned(), *run)).collect());
        let known =
            Known { trusted: &keys(), slug: None, reviews: usize::MAX, published: published.as_ref() };
        let finding = check_with(&files, &known).files.remove(0);
        assert!(finding.is_whole(), "what was corrected was published all the same");
        finding
    };
    says(&told(None), "cannot be known here: https://hack.example/events/demo/results tells.");
    says(&told(Some(&[("other", 1)])), "cannot be known here");
    says(&told(Some(&[("demo", 1)])), "No later results took the place of these.");
    says(&told(Some(&[("demo", 3)])), "run 3 took their place");
}

#[test]
fn a_check_for_others_computes_only_so_much() {
    let (links, reviews) = (chain(6), run().input.len());
    let second = shared::provenance::Run { run: 2, ..run() };
    let file = bundle(&[run(), second], &links).to_string().into_bytes();
    let within = |most| {
        let files = [File { name: "b.json", bytes: &file }];
        check_with(&files, &Known { trusted: &keys(), slug: None, reviews: most, published: None })
            .files
            .remove(0)
    };
    let finding = within(2 * reviews + 140);
    assert_eq!(finding.standing, Standing::Holds, "{finding:#?}");
    let finding = within(2 * reviews + 99);
    assert_eq!(finding.standing, Standing::CannotBeJudged);
    says(&finding, "Run 1, computed again");
    says(&finding, "Run 2 is not computed again here: it has too many reviews or judges");
}

#[test]
fn another_ranking_made_whole_again_differs_from_the_signed_one() {
    // Somebody changes a score in the bundle and computes everything anew: by itself it holds.
    let (mut reviews, _) = calibrated();
    reviews[0].total_micro = 1_000_000;
    let input = shared::calibration::Input::new(reviews.clone(), false).unwrap();
    let outcome = shared::calibration::calibrate(&input).unwrap();
    let forged = shared::provenance::Run {
        input_digest: outcome.input_digest,
        input: reviews.iter().map(shared::provenance::InputLine::from).collect(),
        results: outcome.projects,
        judges: outcome.judges,
        ..run()
    };
    let links = chain(6);
    let file = bundle(&[forged], &links).to_string().into_bytes();
    assert_eq!(one("b.json", file.clone(), &keys()).standing, Standing::Holds);
    let report = check(&[("b.json", file), ("r.json", signed_results(&links))], &keys());
    assert_eq!(report.files[0].standing, Standing::DoesNotHold);
    assert_eq!(report.files[0].breaks_at.as_deref(), Some("runs[0], input_digest"));
    assert_eq!(report.files[1].standing, Standing::Holds);
}

#[test]
fn what_is_nothing_of_ours_is_not_judged() {
    for bytes in ["", "hello", "{}", "{\"a\":1}", "[1]", "{\"payload", "seq,ts\r\n", "%PDF-1.7", "{} x"] {
        let finding = one("x", bytes, &keys());
        assert_eq!((finding.kind, finding.standing), (Kind::Unknown, Standing::CannotBeJudged), "{bytes}");
    }
    assert_eq!(one("x", b"\xff\xfe".to_vec(), &keys()).standing, Standing::CannotBeJudged);
    for (bytes, kind) in [
        (json!({"payload": 1}), Kind::Document),
        (json!({"format": "other/1"}), Kind::Bundle),
        (json!({"keys": []}), Kind::Keys),
    ] {
        let finding = one("x", bytes.to_string(), &keys());
        assert_eq!((finding.kind, finding.standing), (kind, Standing::DoesNotHold), "{bytes}");
    }
    assert!(!Report::default().all_hold(), "nothing is no proof");
}

#[test]
fn a_link_is_the_document_in_it() {
    let document = sign(&payloads()[1], &SECRET).unwrap().into_bytes();
    let link = link::write("https://portal.example", &document);
    let fragment = link.split_once('#').unwrap().1.to_owned();
    for text in [link.clone(), fragment, format!("  {link}\r\n")] {
        let finding = one("link", text, &keys());
        assert_eq!((finding.kind, finding.standing), (Kind::Document, Standing::Holds));
        says(&finding, "Record of the judge Ada");
    }
    let cut = one("link", &link[..link.len() - 9], &keys());
    assert_eq!((cut.kind, cut.standing), (Kind::Unknown, Standing::CannotBeJudged));
    says(&cut, "it was cut short");
}

#[test]
fn the_answer_is_one_sentence() {
    let links = chain(20);
    let answer = |files: &[(&str, Vec<u8>)]| {
        let report = check(files, &keys());
        (report.standing(), report.answer())
    };
    let (log, head) = (export(&links), head_of(&links, 20));
    let mut edited = links.clone();
    edited[6].row.actor = "eve@example.org".into();
    let edited = export(&edited);
    use Standing::{CannotBeJudged, DoesNotHold, Holds};
    let text = || ("x.txt", b"x".to_vec());
    for (files, standing, words) in [
        (vec![("head.json", head.clone())], Holds, "head.json holds."),
        (
            vec![("demo-audit.csv", log.clone())],
            CannotBeJudged,
            "demo-audit.csv holds as far as it can be checked.",
        ),
        (vec![("a.csv", log.clone()), ("head.json", head.clone())], Holds, "All 2 files hold."),
        (
            vec![("a.csv", log.clone()), ("b.csv", log)],
            CannotBeJudged,
            "All 2 files hold as far as they can be checked.",
        ),
        (vec![text()], CannotBeJudged, "x.txt cannot be judged."),
        (vec![text(), text()], CannotBeJudged, "None of the 2 files can be judged."),
        (
            vec![text(), ("head.json", head.clone())],
            CannotBeJudged,
            "1 of 2 files cannot be judged; what can be checked holds.",
        ),
        (vec![("a.csv", edited.clone())], DoesNotHold, "a.csv does not hold. What breaks first: row 7."),
        (
            vec![("head.json", head), ("a.csv", edited), text()],
            DoesNotHold,
            "1 of 3 files does not hold. What breaks first: a.csv, row 7.",
        ),
        (vec![], CannotBeJudged, "There is nothing to check."),
    ] {
        assert_eq!(answer(&files), (standing, words.to_owned()));
    }
}

#[test]
fn a_report_reads_like_a_page() {
    let set = KeySet {
        keys: vec![shared::provenance::PublicKey::new(
            &shared::provenance::public_key(&SECRET),
            shared::provenance::KeyStatus::Retired,
            Some(at(0)),
            Some(at(60)),
        )],
    };
    let report = check(&[("keys.json", serde_json::to_vec(&set).unwrap()), ("x.txt", b"x".to_vec())], &set);
    let text = report.to_string();
    let (key, other) = text.split_once("\n\n").or_else(|| text.split_once("\nx.txt")).unwrap();
    assert!(key.starts_with("keys.json (key set): holds\n  Key "), "{text}");
    assert!(
        key.contains("retired from 2026-11-18 11:06:40 UTC to 2026-11-18 11:07:40 UTC, fingerprint "),
        "{text}"
    );
    assert!(other.contains("cannot be judged\n  It is no signed document"), "{text}");
    assert_eq!(serde_json::to_value(&report).unwrap()["files"][1]["standing"], json!("cannot_be_judged"));
}

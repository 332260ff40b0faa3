//! Files of every kind, checked together and told in sentences.

use crate::support::{
    SECRET, at, bundle, calibrated, chain, chained, check, export, head, keys, keys_of, payloads, results,
    run, says,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use shared::provenance::{
    AuditHead, File, Finding, KeySet, KeyStatus, Kind, Known, Link, Payload, Report, Site, Standing,
    check_files, check_with, link, sign,
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
fn keys_that_came_along_never_make_a_document_hold() {
    let set = serde_json::to_vec(&keys()).unwrap();
    let document = sign(&payloads()[0], &SECRET).unwrap().into_bytes();
    let files = [("results.json", document.clone()), ("keys.json", set.clone())];
    // Without any trusted key: what it says is shown, and vouched for by nobody.
    let report = check(&files, &KeySet::default());
    assert_eq!((report.standing(), report.all_hold()), (Standing::CannotBeJudged, false));
    assert_eq!(
        report.answer(),
        "results.json: This signed ranking is only as trustworthy as the key file that came with it."
    );
    says(&report.files[0], "Anyone could have made the document and the key together");
    says(&report.files[1], "Key sets are not signed");
    says(&report.files[1], &keys().keys[0].fingerprint());
    assert!(report.files[0].statement.is_some());
    // With trusted keys, such as those of --key, it is a forgery, and it is not shown what it says.
    let others = keys_of(&[1; 32], KeyStatus::Current);
    let report = check(&files, &others);
    assert_eq!((report.files[0].standing, report.all_hold()), (Standing::DoesNotHold, false));
    assert_eq!(report.files[0].statement, None);
    says(&report.files[0], "Its key is not one of the trusted keys.");
    // On a site, what names that site; other sites' documents are as good as the key that came along.
    let files: Vec<File<'_>> = files.iter().map(|(name, bytes)| File { name, bytes }).collect();
    let on = |issuer: &str, current: bool, files: &[File<'_>]| {
        let site = Some(Site { issuer, current });
        check_with(files, &Known { site, ..Known::of(&others) }).files.remove(0)
    };
    for issuer in ["https://hack.example", "https://HACK.example/"] {
        for current in [true, false] {
            assert_eq!(on(issuer, current, &files).standing, Standing::DoesNotHold, "{issuer}");
        }
        // Without the forger's key file: a site knows every key it ever had, a saved file does not know the later ones.
        let alone = on(issuer, true, &files[..1]);
        assert_eq!(alone.standing, Standing::DoesNotHold);
        says(&alone, "which this site never had: it is a forgery.");
        assert_eq!(on(issuer, false, &files[..1]).standing, Standing::CannotBeJudged);
    }
    assert_eq!(on("https://other.example", true, &files).standing, Standing::CannotBeJudged);
    // Trusted already, the same set proves it; and what is trusted weighs more than what came along.
    let known = check(&[("results.json", document.clone()), ("keys.json", set.clone())], &keys());
    assert_eq!(known.standing(), Standing::Holds, "{known}");
    let mut revoked = keys();
    revoked.keys[0].status = KeyStatus::Revoked;
    let report = check(&[("results.json", document), ("keys.json", set)], &revoked);
    assert_eq!(report.files[0].standing, Standing::DoesNotHold);
}

#[test]
fn a_forged_document_proves_nothing_about_a_log_or_a_bundle() {
    // The head of a log that was cut, signed by the one who cut it, with the key beside it.
    let links = chain(20);
    let forged = sign(&head(AuditHead { seq: 15, row_hash: links[14].row_hash.clone() }), &[9; 32]).unwrap();
    let set = serde_json::to_vec(&keys_of(&[9; 32], KeyStatus::Current)).unwrap();
    let files =
        [("demo-audit.csv", export(&links[..15])), ("head.json", forged.into_bytes()), ("keys.json", set)];
    let report = check(&files, &keys());
    says(&report.files[0], "Without a signed head");
    assert_eq!(report.files[1].standing, Standing::DoesNotHold);
    assert!(!report.all_hold());
}

#[test]
fn a_document_is_shown_with_every_member() {
    for payload in payloads() {
        let finding = one("a.json", sign(&payload, &SECRET).unwrap(), &keys());
        let statement = finding.statement.unwrap();
        let shown = statement.to_string();
        let value = serde_json::to_value(&payload).unwrap();
        let mut leaves = Vec::new();
        collect(&value, &mut leaves);
        assert!(leaves.len() > 5, "{value}");
        for leaf in leaves {
            assert!(shown.contains(&leaf), "{leaf} of {}:\n{shown}", payload.kind());
        }
    }
    let participant = one("a.json", sign(&payloads()[2], &SECRET).unwrap(), &keys());
    let text = participant.statement.unwrap().to_string();
    assert!(text.starts_with("    Certificate of participation: Grace took part in Demo\n"), "{text}");
    assert!(text.contains("\n      1 of 8  Lamp (project 3)  2026-11-18 11:06:31 UTC\n"), "{text}");
    let report = check(&[("a.json", sign(&payloads()[2], &SECRET).unwrap().into_bytes())], &keys());
    assert_eq!(report.answer(), "This certificate is genuine.");
    assert!(report.to_string().contains("1 of 8  Lamp (project 3)"), "the command line prints it: {report}");
}

/// Every text and number in a payload, as a statement shows it.
fn collect(value: &serde_json::Value, leaves: &mut Vec<String>) {
    use serde_json::Value;
    match value {
        Value::Object(members) => {
            members.iter().filter(|(name, _)| *name != "type").for_each(|(_, value)| collect(value, leaves));
        }
        Value::Array(entries) => entries.iter().for_each(|value| collect(value, leaves)),
        Value::String(text) => leaves.push(match text.parse::<DateTime<Utc>>() {
            Ok(at) => at.format("%Y-%m-%d %H:%M:%S UTC").to_string(),
            Err(_) => text.clone(),
        }),
        Value::Number(number) => leaves.push(match number.as_i64() {
            Some(whole) => whole.to_string(),
            None => format!("{:.6}", number.as_f64().unwrap()),
        }),
        Value::Bool(_) | Value::Null => {}
    }
}

#[test]
fn a_name_cannot_hide_anything_in_what_is_shown() {
    let Payload::Participant(mut record) = payloads()[2].clone() else { panic!("a participant's record") };
    record.projects[0].title = "Lamp\u{202e}8 fo 1\nRank 1 of 1".into();
    let finding = one("a.json", sign(&Payload::Participant(record), &SECRET).unwrap(), &keys());
    let text = finding.statement.unwrap().to_string();
    assert!(text.contains("Lamp\\u{202e}8 fo 1\\u{a}Rank 1 of 1"), "{text}");
}

#[test]
fn a_log_without_a_head_holds_but_for_its_tail() {
    let links = chain(20);
    for name in ["demo-audit.csv", "/tmp/x/demo-audit (2).csv", "C:\\logs\\demo-audit.csv", "audit.csv"] {
        let finding = one(name, export(&links), &keys());
        assert_eq!((finding.kind, finding.standing), (Kind::Audit, Standing::Holds), "{name}");
        says(&finding, "Without a signed head, this check cannot tell whether rows were removed");
        says(&finding, "It is the log of the event demo.");
    }
    let other = one("other-audit.csv", export(&links), &keys());
    assert_eq!(other.standing, Standing::Holds);
    says(&other, "It is the log of the event demo, although the file's name says otherwise.");
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
    says(
        &earlier,
        "8 rows are later than the last signed head. This check cannot tell whether more rows followed.",
    );

    // A head alone cannot tell a cut tail from an older export.
    let older = with(&links[..15], &[head_of(&links, 20)]);
    assert_eq!((older.standing, older.breaks_at.as_deref()), (Standing::CannotBeJudged, None));
    assert_eq!(older.headline.as_deref(), Some("The signed head is later than this file."));
    says(&older, "names row 20: 5 rows are missing.");
    says(&older, "Either the file is an older export, or rows were removed: download the log again.");
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
    says(&finding, "Without a signed head");
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
    says(&alone, "To confirm what was published, add the signed results.");
    says(&alone, "Without a signed head");

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
    let trusted = keys();
    let told = |published: Option<&[(&str, i32)]>| {
        let published =
            published.map(|runs| runs.iter().map(|(slug, run)| ((*slug).to_owned(), *run)).collect());
        let known = Known { published: published.as_ref(), ..Known::of(&trusted) };
        let finding = check_with(&files, &known).files.remove(0);
        assert!(finding.is_whole(), "what was corrected was published all the same");
        finding
    };
    let newer = "This check cannot see newer results. Compare with https://hack.example/events/demo/results.";
    says(&told(None), newer);
    says(&told(Some(&[("other", 1)])), newer);
    says(&told(Some(&[("demo", 1)])), "No later results have replaced these.");
    let corrected = told(Some(&[("demo", 3)]));
    says(&corrected, "run 3 replaced them");
    let headline = "This signed ranking is genuine, but run 3 has replaced it.";
    assert_eq!(corrected.headline.as_deref(), Some(headline));
}

#[test]
fn a_check_for_others_computes_only_so_much() {
    let (links, reviews) = (chain(6), run().input.len());
    let second = shared::provenance::Run { run: 2, ..run() };
    let file = bundle(&[run(), second], &links).to_string().into_bytes();
    let within = |most| {
        let files = [File { name: "b.json", bytes: &file }];
        check_with(&files, &Known { reviews: most, ..Known::of(&keys()) }).files.remove(0)
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
        (vec![("head.json", head.clone())], Holds, "This signed head of an audit log is genuine."),
        (
            vec![("demo-audit.csv", log.clone())],
            CannotBeJudged,
            "demo-audit.csv holds as far as it can be checked.",
        ),
        (vec![("a.csv", log.clone()), ("head.json", head.clone())], Holds, "Both files hold."),
        (
            vec![("a.csv", log.clone()), ("b.csv", log)],
            CannotBeJudged,
            "Both files hold as far as they can be checked.",
        ),
        (vec![text()], CannotBeJudged, "x.txt cannot be judged."),
        (vec![text(), text()], CannotBeJudged, "None of the 2 files can be judged."),
        (
            vec![text(), ("head.json", head.clone())],
            CannotBeJudged,
            "One of the two files cannot be judged. Everything that can be checked holds.",
        ),
        (vec![("a.csv", edited.clone())], DoesNotHold, "a.csv failed the check, at row 7."),
        (
            vec![("head.json", head), ("a.csv", edited), text()],
            DoesNotHold,
            "One of the 3 files failed the check: a.csv, at row 7.",
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
    assert!(other.contains("cannot be judged\n  This is not a signed document"), "{text}");
    assert_eq!(serde_json::to_value(&report).unwrap()["files"][1]["standing"], json!("cannot_be_judged"));
}

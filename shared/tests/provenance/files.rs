//! Files of every kind, checked together.

use crate::support::*;
use shared::provenance::messages::{DocumentKind, Headline};
use shared::provenance::{
    ChangedPlace, CheckContext, File, KeySet, KeyStatus, Kind, Payload, Published, PublishedResults,
    Replacement, Report, Site, Verdict, check_with, link, sign,
};
use std::collections::BTreeMap;

#[test]
fn documents_are_told_by_what_they_say() {
    for payload in &payloads() {
        let document = sign(payload, &SECRET).unwrap();
        let finding = one("a.json", document.clone(), &keys());
        assert_eq!((finding.kind, finding.verdict), (Kind::Document, Verdict::Holds));
        finds(&finding, &format!("Summary(Document({payload:?}))"));
        finds(&finding, &keys().keys[0].fingerprint());
        cannot_be_judged(&one("a.json", document.clone(), &KeySet::default()), "UnknownKey");
        let changed = one("a.json", document.replace("Demo", "Dema"), &keys());
        assert_eq!(changed.verdict, Verdict::DoesNotHold);
        assert_eq!(changed.breaks_at.as_deref(), Some("signature"));
    }
}

#[test]
fn keys_that_came_along_never_make_a_document_hold() {
    let set = serde_json::to_vec(&keys()).unwrap();
    let document = sign(&payloads()[0], &SECRET).unwrap().into_bytes();
    let files = [("results.json", document.clone()), ("keys.json", set.clone())];
    // Without any trusted key: what it says is shown, and vouched for by nobody.
    let report = check(&files, &KeySet::default());
    assert_eq!((report.verdict(), report.all_hold()), (Verdict::CannotBeJudged, false));
    let along = Headline::KeyCameAlong { document: DocumentKind::Results };
    assert_eq!(report.files[0].headline, Some(along));
    finds(&report.files[0], "KeyCameAlong");
    finds(&report.files[1], "KeySet(NotTrusted)");
    finds(&report.files[1], &keys().keys[0].fingerprint());
    assert!(report.files[0].statement.is_some());
    // With trusted keys, such as those of --key, it is a forgery, and it is not shown what it says.
    let others = keys_of(&[1; 32], KeyStatus::Current);
    let report = check(&files, &others);
    assert_eq!((report.files[0].verdict, report.all_hold()), (Verdict::DoesNotHold, false));
    assert_eq!(report.files[0].statement, None);
    finds(&report.files[0], "KeyNotTrusted");
    // On a site, what names that site; other sites' documents are as good as the key that came along.
    let files: Vec<File<'_>> = files.iter().map(|(name, bytes)| File { name, bytes }).collect();
    let on = |issuer: &str, current: bool, files: &[File<'_>]| {
        let site = Some(Site { issuer, current });
        check_with(files, &CheckContext { site, ..CheckContext::of(&others) }).files.remove(0)
    };
    for issuer in ["https://hack.example", "https://HACK.example/"] {
        for current in [true, false] {
            assert_eq!(on(issuer, current, &files).verdict, Verdict::DoesNotHold, "{issuer}");
        }
        // Without the forger's key file: a site knows every key it ever had, a saved file does not know the later ones.
        does_not_hold(&on(issuer, true, &files[..1]), "KeyNeverOfThisSite");
        assert_eq!(on(issuer, false, &files[..1]).verdict, Verdict::CannotBeJudged);
    }
    assert_eq!(on("https://other.example", true, &files).verdict, Verdict::CannotBeJudged);
    // Trusted already, the same set proves it; and what is trusted weighs more than what came along.
    let known = check(&[("results.json", document.clone()), ("keys.json", set.clone())], &keys());
    assert_eq!(known.verdict(), Verdict::Holds, "{known:#?}");
    let mut revoked = keys();
    revoked.keys[0].status = KeyStatus::Revoked;
    let report = check(&[("results.json", document), ("keys.json", set)], &revoked);
    assert_eq!(report.files[0].verdict, Verdict::DoesNotHold);
}

#[test]
fn what_took_the_place_of_results_is_told_where_it_is_known() {
    let signed = signed_results(&chain(6));
    let files = [File { name: "r.json", bytes: &signed }];
    let trusted = keys();
    let told = |published: Option<(&str, i32, i64)>| {
        let published = published.map(|(slug, run, after)| {
            let newest = Published {
                run,
                published_at: at(after),
                final_of: None,
                ranks: BTreeMap::new(),
                corrected: Vec::new(),
            };
            PublishedResults::from([(slug.to_owned(), newest)])
        });
        let known = CheckContext { published: published.as_ref(), ..CheckContext::of(&trusted) };
        let finding = check_with(&files, &known).files.remove(0);
        assert!(finding.is_whole(), "what was corrected was published all the same");
        finding
    };
    let newer = "MayBeReplaced { issuer: \"https://hack.example\", slug: \"demo\" }";
    finds(&told(None), newer);
    finds(&told(Some(("other", 1, 9))), newer);
    finds(&told(Some(("demo", 1, 0))), "NotReplaced");
    // The same run published once more replaces the publication before.
    for run in [1, 3] {
        let corrected = told(Some(("demo", run, 9)));
        let replacement = Replacement { run, at: at(9), place: None };
        let document = DocumentKind::Results;
        assert_eq!(corrected.headline, Some(Headline::GenuineButReplaced { document, replacement }));
    }
}

#[test]
fn a_certificate_says_that_its_rank_was_corrected() {
    let [_, _, record, _] = payloads();
    let signed = sign(&record, &SECRET).unwrap();
    let files = [File { name: "c.json", bytes: signed.as_bytes() }];
    let trusted = keys();
    let told = |after: i64, ranks: &[(i64, u32)]| {
        let ranks = ranks.iter().copied().collect();
        let newest =
            Published { run: 2, published_at: at(after), final_of: None, ranks, corrected: Vec::new() };
        let published = PublishedResults::from([("demo".to_owned(), newest)]);
        let known = CheckContext { published: Some(&published), ..CheckContext::of(&trusted) };
        check_with(&files, &known).files.remove(0)
    };
    // The certificate says rank 1 of 8 for project 3.
    let eight: Vec<(i64, u32)> = (0..8_u32).map(|n| (i64::from(n) + 3, n + 1)).collect();
    finds(&told(-9, &[]), "NotReplaced");
    // Nothing was public before the first publication, which corrects no rank. The clocks of one site differ a little.
    holds(&told(300, &[]), "NotReplaced");
    cannot_be_judged(&told(301, &[]), "SignedBeforePublished {");
    finds(&told(9, &eight), "NotReplaced");
    let same_of_fewer = &[(3, 1), (5, 2)][..];
    for (ranks, rank) in [(&eight[1..], None), (&[(3, 4), (5, 1)][..], Some(4)), (same_of_fewer, Some(1))] {
        let corrected = told(9, ranks);
        assert_eq!(corrected.verdict, Verdict::Holds, "what it said was true when it was signed");
        let place =
            Some(ChangedPlace { title: "Lamp".into(), rank, of: u32::try_from(ranks.len()).unwrap() });
        let replacement = Replacement { run: 2, at: at(9), place };
        let document = DocumentKind::ParticipantRecord;
        assert_eq!(corrected.headline, Some(Headline::GenuineButReplaced { document, replacement }));
    }
    finds(&one("c.json", signed, &trusted), "MayBeReplaced");
}

#[test]
fn what_was_provisional_became_final_or_was_corrected() {
    let [mut results, _, mut record, _] = payloads();
    let Payload::Results(document) = &mut results else { panic!("results") };
    (document.results.provisional_until, document.results.owed) = (Some(at(99)), vec!["Code".into()]);
    let Payload::Participant(certificate) = &mut record else { panic!("a record") };
    certificate.provisional_until = Some(at(99));
    let trusted = keys();
    let told = |payload: &Payload, final_of: Option<i32>, rank: u32| {
        let signed = sign(payload, &SECRET).unwrap();
        let ranks = (0..8_u32).map(|n| (i64::from(n) + 3, n + rank)).collect();
        let newest = Published { run: 1, published_at: at(9), final_of, ranks, corrected: Vec::new() };
        let published = PublishedResults::from([("demo".to_owned(), newest)]);
        let known = CheckContext { published: Some(&published), ..CheckContext::of(&trusted) };
        check_with(&[File { name: "d.json", bytes: signed.as_bytes() }], &known).files.remove(0)
    };
    for payload in [&results, &record] {
        let confirmed = told(payload, Some(1), 1);
        assert!(confirmed.is_whole() && confirmed.verdict == Verdict::Holds);
        finds(&confirmed, "BecameFinal");
    }
    // Corrected before it became final, or not final yet.
    finds(&told(&results, Some(2), 1), "Replaced(");
    finds(&told(&results, None, 1), "Replaced(");
    finds(&told(&record, Some(1), 2), "Replaced(");
    finds(&told(&record, None, 1), "NotReplaced");
}

#[test]
fn what_is_nothing_of_ours_is_not_judged() {
    for bytes in ["", "hello", "{}", "{\"a\":1}", "[1]", "{\"payload", "seq,ts\r\n", "%PDF-1.7", "{} x"] {
        let finding = one("x", bytes, &keys());
        assert_eq!((finding.kind, finding.verdict), (Kind::Unknown, Verdict::CannotBeJudged), "{bytes}");
    }
    assert_eq!(one("x", b"\xff\xfe".to_vec(), &keys()).verdict, Verdict::CannotBeJudged);
    for (bytes, kind) in [
        (json!({"payload": 1}), Kind::Document),
        (json!({"format": "other/1"}), Kind::Bundle),
        (json!({"keys": []}), Kind::Keys),
    ] {
        let finding = one("x", bytes.to_string(), &keys());
        assert_eq!((finding.kind, finding.verdict), (kind, Verdict::DoesNotHold), "{bytes}");
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
        assert_eq!((finding.kind, finding.verdict), (Kind::Document, Verdict::Holds));
        finds(&finding, "Summary(Document(Judge(");
    }
    let cut = one("link", &link[..link.len() - 9], &keys());
    assert_eq!((cut.kind, cut.verdict), (Kind::Unknown, Verdict::CannotBeJudged));
    finds(&cut, "BrokenLink");
}

#[test]
fn a_key_signs_in_the_name_of_its_own_site_alone() {
    let site = |issuer: &'static str| Some(Site { issuer, current: true });
    let (here, old) = ("https://hack.example", "https://old.example");
    let mine = |address: &str| keys().of_site(address);
    let theirs = keys_of(&[8; 32], KeyStatus::Current).of_site("https://other.example");
    let signed = |secret| sign(&head(odd_row(1, "a")), secret).unwrap();
    let (genuine, forged) = (signed(&SECRET), signed(&[8; 32]));
    let said = |document: &str, trusted: &KeySet, site: Option<Site<'_>>| {
        let files = [File { name: "head.json", bytes: document.as_bytes() }];
        check_with(&files, &CheckContext { site, ..CheckContext::of(trusted) }).files.remove(0)
    };
    // Both sites' keys are given: neither signs for the other.
    let both = mine(here).and(&theirs);
    assert!(said(&genuine, &both, None).is_whole());
    let refused = said(&forged, &both, None);
    assert_eq!((refused.verdict, refused.breaks_at.as_deref()), (Verdict::DoesNotHold, Some("signature")));
    assert!(has(&refused, "KeyOfOtherSite") && !has(&refused, "Demo"), "{refused:#?}");
    // Case, a slash at the end and the form of a DID name the same site; a port does not.
    for same in ["HTTPS://Hack.Example/", "did:web:hack.example"] {
        assert!(said(&genuine, &mine(same), None).is_whole(), "{same}");
    }
    assert_eq!(said(&genuine, &mine("https://hack.example:8443"), None).verdict, Verdict::CannotBeJudged);
    // A site that moved: a key set from before has its earlier address, and its own page takes its word.
    cannot_be_judged(&said(&genuine, &mine(old), None), r#"OtherAddress { site: "https://old.example" }"#);
    assert!(said(&genuine, &mine(old).and(&mine(here)), None).is_whole());
    let there = said(&genuine, &mine(old), site(old));
    assert_eq!((there.verdict, there.is_whole()), (Verdict::Holds, false), "{there:#?}");
    assert!(said(&genuine, &mine(here), site(here)).is_whole());
    // Before it moved, it made another key, which the key set from before that lacks. That is no forgery.
    let newer = keys_of(&[8; 32], KeyStatus::Current).keys;
    let present = KeySet { keys: [keys().keys, newer].concat() }.of_site("https://new.example");
    let between = said(&forged, &present.and(&mine(here)), None);
    cannot_be_judged(&between, r#"OtherAddress { site: "https://new.example" }"#);
    // Sets of earlier versions do not say whose keys they hold.
    assert!(said(&genuine, &keys(), None).is_whole());
    let text = |issuer: &str| serde_json::json!({ "issuer": issuer, "keys": keys().keys }).to_string();
    assert_eq!(KeySet::read(text(here).as_bytes()).unwrap(), mine(here));
}

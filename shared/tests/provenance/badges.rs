//! Open Badges, checked without a network.

use crate::support::*;
use shared::provenance::messages::{DocumentKind, DocumentMessage, Headline, Message, Summary};
use shared::provenance::{
    CheckContext, File, Finding, KeySet, KeyStatus, Kind, Payload, PublicKey, Published, PublishedResults,
    SignedCorrection, Site, Verdict, bit_list, check_with, did, did_document, public_key, sign,
    sign_credential,
};
use std::collections::BTreeMap;

const SITE: &str = "https://hack.example:8443";
const LIST: &str = "https://hack.example:8443/api/events/demo/badge-status";

fn claims() -> Value {
    let id = "urn:uuid:00010203-0405-4607-8809-0a0b0c0d0e0f";
    json!({
        "type": ["VerifiableCredential", "OpenBadgeCredential"], "id": id, "jti": id,
        "issuer": { "id": did(SITE), "url": SITE }, "iss": did(SITE),
        "validFrom": at(0).format("%Y-%m-%dT%H:%M:%SZ").to_string(), "nbf": at(0).timestamp(),
        "credentialSubject": {
            "identifier": [{ "identityType": "name", "identityHash": "Ada", "hashed": false }],
            "achievement": { "name": "Participant in Demo" },
        },
        "evidence": [{ "name": "Lamp", "description": "Rank 1 of 8." }],
        "credentialStatus": [{ "statusListCredential": LIST, "statusListIndex": "3", "statusPurpose": "revocation" }],
    })
}

/// A badge whose claims are changed before it is signed.
fn badge(change: impl FnOnce(&mut Value)) -> String {
    let mut claims = claims();
    change(&mut claims);
    sign_credential(SITE, &claims, &SECRET).unwrap()
}

fn whole() -> String {
    badge(|_| ())
}

/// A badge whose header has this member, signed with it.
fn headed(member: &str, value: Value) -> String {
    use base64::Engine;
    use ed25519_dalek::{Signer, SigningKey};
    let coded = base64::engine::general_purpose::URL_SAFE_NO_PAD;
    let whole = whole();
    let (header, claims) = whole.rsplit_once('.').unwrap().0.split_once('.').unwrap();
    let mut header: Value = serde_json::from_slice(&coded.decode(header).unwrap()).unwrap();
    header[member] = value;
    let text = format!("{}.{claims}", coded.encode(header.to_string()));
    let signature = SigningKey::from_bytes(&SECRET).sign(text.as_bytes()).to_bytes();
    format!("{text}.{}", coded.encode(signature))
}

fn found(token: &str, context: &CheckContext<'_>, others: &[(&str, Vec<u8>)]) -> Finding {
    let mut files = vec![File { name: "ada.jwt", bytes: token.as_bytes() }];
    files.extend(others.iter().map(|(name, bytes)| File { name, bytes }));
    check_with(&files, context).files.remove(0)
}

#[test]
fn a_badge_holds_by_a_key_that_is_trusted_and_says_what_was_not_asked() {
    let keys = keys();
    let one = found(&whole(), &CheckContext::of(&keys), &[]);
    assert_eq!((one.kind, one.verdict, one.is_whole()), (Kind::Badge, Verdict::Holds, false), "{one:#?}");
    assert_eq!(one.headline, Some(Headline::Genuine { document: DocumentKind::Badge }));
    finds(&one, r#"holder: "Ada", achievement: "Participant in Demo", evidence: ["Lamp: Rank 1 of 8."]"#);
    finds(&one, r#"issuer: "hack.example:8443""#);
    finds(&one, &format!("StatusNotAsked {{ list: {LIST:?} }}"));
    let lasting = badge(|claims| drop(claims.as_object_mut().unwrap().remove("credentialStatus")));
    assert!(found(&lasting, &CheckContext::of(&keys), &[]).is_whole(), "nothing can be corrected");
    // As it is saved, with a line break at its end.
    assert_eq!(found(&format!("{}\r\n", whole()), &CheckContext::of(&keys), &[]).verdict, Verdict::Holds);
}

#[test]
fn the_document_of_a_site_has_its_keys_and_vouches_for_nothing_by_itself() {
    let document = serde_json::to_vec(&did_document(SITE, &keys())).unwrap();
    let read = KeySet::read(&document).unwrap();
    assert_eq!(found(&whole(), &CheckContext::of(&read), &[]).verdict, Verdict::Holds);
    let none = KeySet::default();
    let beside = found(&whole(), &CheckContext::of(&none), &[("did.json", document.clone())]);
    assert_eq!(beside.verdict, Verdict::CannotBeJudged);
    assert_eq!(beside.headline, Some(Headline::KeyCameAlong { document: DocumentKind::Badge }));
    let others = keys_of(&[8; 32], KeyStatus::Current);
    let forged = found(&whole(), &CheckContext::of(&others), &[("did.json", document)]);
    assert_eq!(forged.verdict, Verdict::DoesNotHold);
    assert!(has(&forged, "KeyNotTrusted") && !has(&forged, "Ada"), "{forged:#?}");
}

#[test]
fn a_badge_and_its_list_hold_by_the_keys_of_their_own_site_alone() {
    let ours = keys().of_site(SITE);
    let theirs = keys_of(&[8; 32], KeyStatus::Current).of_site("https://other.example");
    let forged = sign_credential(SITE, &claims(), &[8; 32]).unwrap();
    let both = ours.and(&theirs);
    assert_eq!(found(&whole(), &CheckContext::of(&both), &[]).verdict, Verdict::Holds);
    let refused = found(&forged, &CheckContext::of(&both), &[]);
    assert_eq!(refused.verdict, Verdict::DoesNotHold, "{refused:#?}");
    assert!(has(&refused, "KeyOfOtherSite") && !has(&refused, "Ada"), "{refused:#?}");
    // A list in the name of the badge's site, by the other's key, marks nothing.
    let lists = [("status.jwt", list(0, &[3], &[8; 32], |_| ()))];
    let open = found(&whole(), &CheckContext::of(&both), &lists);
    finds(&open, "StatusNotAsked {");
    // Nobody who trusts the other site alone knows whose badge it is. A key set from before says nothing of that.
    let alone = found(&forged, &CheckContext::of(&theirs), &[]);
    assert_eq!((alone.verdict, alone.headline.clone()), (Verdict::CannotBeJudged, None), "{alone:#?}");
    finds(&alone, r#"OtherAddress { site: "https://other.example" }"#);
    let before = keys_of(&[8; 32], KeyStatus::Current);
    assert_eq!(found(&forged, &CheckContext::of(&before), &[]).verdict, Verdict::Holds);
}

#[test]
fn forged_badges_do_not_hold() {
    let (keys, token) = (keys(), whole());
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let (header, _) = signed.split_once('.').unwrap();
    let other = badge(|claims| claims["credentialSubject"]["achievement"]["name"] = "Winner".into());
    let other = other.split('.').nth(1).unwrap().to_owned();
    let elsewhere = |site: &str, secret: &[u8; 32]| sign_credential(site, &claims(), secret).unwrap();
    for (token, fault) in [
        (format!("{header}.{other}.{signature}"), "WrongSignature"),
        (format!("{signed}.{}", &signature[1..]), "BadSignatureEncoding"),
        (format!("{signed}.{}", elsewhere(SITE, &[2; 32]).rsplit_once('.').unwrap().1), "WrongSignature"),
        (elsewhere("https://other.example", &SECRET), "KeyOfOtherIssuer"),
        (format!("ey.{other}.{signature}"), "NotAToken"),
        (badge(|claims| claims["credentialStatus"] = json!({"statusListIndex": "3"})), "UnknownContents"),
        (badge(|claims| claims["credentialStatus"] = json!([])), "UnknownContents"),
        (badge(|claims| claims["credentialStatus"][0]["statusListIndex"] = json!("-1")), "UnknownContents"),
        (
            badge(|claims| {
                let status = claims["credentialStatus"].as_array_mut().unwrap();
                let mut other = status[0].clone();
                other["statusListCredential"] = json!("https://hack.example/other");
                status.push(other);
            }),
            "UnknownContents",
        ),
        (
            badge(|claims| claims["credentialStatus"][0]["statusPurpose"] = json!("suspension")),
            "UnknownContents",
        ),
        // What ends, or holds under terms, is no badge of a portal: others would refuse it after that day.
        (badge(|claims| claims["exp"] = json!(at(9).timestamp())), "UnknownContents"),
        (badge(|claims| claims["validUntil"] = json!("2026-11-20T00:00:00Z")), "UnknownContents"),
        (badge(|claims| claims["termsOfUse"] = json!([])), "UnknownContents"),
        (badge(|claims| claims["issuer"]["id"] = "did:web:other.example".into()), "UnknownContents"),
        (badge(|claims| claims["nbf"] = json!(1)), "UnknownContents"),
        (badge(|claims| claims["credentialSubject"]["identifier"] = json!([])), "UnknownContents"),
        (
            badge(|claims| {
                claims["validFrom"] = at(-90_000).format("%Y-%m-%dT%H:%M:%SZ").to_string().into();
                claims["nbf"] = at(-90_000).timestamp().into();
            }),
            "SignedBeforeKey",
        ),
    ] {
        let one = found(&token, &CheckContext::of(&keys), &[]);
        assert_eq!((one.kind, one.verdict), (Kind::Badge, Verdict::DoesNotHold), "{fault} {one:#?}");
        finds(&one, fault);
        assert!(!has(&one, "Winner"), "what is not signed is not repeated: {one:#?}");
    }
    let revoked = keys_of(&SECRET, KeyStatus::Revoked);
    finds(&found(&token, &CheckContext::of(&revoked), &[]), "RevokedKey");
    let late = CheckContext { now: Some(at(-200_000)), ..CheckContext::of(&keys) };
    finds(&found(&token, &late, &[]), "SignedInFuture");
}

#[test]
fn an_unknown_key_decides_nothing_unless_the_badge_names_this_site() {
    let none = keys_of(&[9; 32], KeyStatus::Current);
    cannot_be_judged(&found(&whole(), &CheckContext::of(&none), &[]), "UnknownKey");
    for (issuer, own) in [("https://hack.example:8443/", true), ("https://hack.example", false)] {
        let site = Some(Site { issuer, current: true });
        let here = found(&whole(), &CheckContext { site, ..CheckContext::of(&none) }, &[]);
        assert_eq!(here.verdict == Verdict::DoesNotHold, own, "{issuer}");
        assert_eq!(has(&here, "KeyNeverOfThisSite"), own, "{issuer}");
    }
}

#[test]
fn a_header_that_asks_for_more_than_a_signature_is_refused_though_signed() {
    let by = keys();
    let said = |token: &str| found(token, &CheckContext::of(&by), &[]);
    assert_eq!(
        said(&headed("typ", json!("JWT"))).verdict,
        Verdict::Holds,
        "signed as in this test, it holds"
    );
    for (member, value, fault) in [
        ("crit", json!(["exp"]), "CriticalHeader"),
        ("alg", json!("none"), "UnknownAlgorithm"),
        ("alg", json!("ES256"), "UnknownAlgorithm"),
        ("alg", json!(1), "MissingMember"),
    ] {
        let refused = said(&headed(member, value));
        assert_eq!(refused.verdict, Verdict::DoesNotHold, "{fault}: {refused:#?}");
        finds(&refused, fault);
    }
}

/// A status list of the site, made on this day; some places are marked. It is changed before it is signed with this secret.
fn list(day: i64, marked: &[usize], secret: &[u8; 32], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut bits = vec![false; 10];
    marked.iter().for_each(|place| bits[*place] = true);
    // Days begin 40,000 seconds before and 46,400 after the moment that badges are signed at.
    let (day, until) = (at(day * 86_400 - 40_000), at((day + 2) * 86_400 - 40_000));
    let written = |moment: chrono::DateTime<chrono::Utc>| moment.format("%Y-%m-%dT%H:%M:%SZ").to_string();
    let mut claims = json!({
        "type": ["VerifiableCredential", "BitstringStatusListCredential"], "id": LIST, "jti": LIST,
        "issuer": did(SITE), "iss": did(SITE), "validFrom": written(day), "nbf": day.timestamp(),
        "validUntil": written(until), "exp": until.timestamp(),
        "credentialSubject": {
            "type": "BitstringStatusList", "statusPurpose": "revocation", "encodedList": bit_list(&bits),
        },
    });
    change(&mut claims);
    sign_credential(SITE, &claims, secret).unwrap().into_bytes()
}

fn plain_list(day: i64, marked: &[usize]) -> Vec<u8> {
    list(day, marked, &SECRET, |_| ())
}

#[test]
fn a_status_list_among_the_files_says_whether_a_badge_was_corrected() {
    // Made long before these lists.
    let key = PublicKey::new(&public_key(&SECRET), KeyStatus::Current, Some(at(-500_000)), None);
    let by = KeySet { keys: vec![key] };
    let now = |seconds: i64| CheckContext { now: Some(at(seconds)), ..CheckContext::of(&by) };
    let beside = |lists: &[(&str, Vec<u8>)]| found(&whole(), &now(100), lists);
    let clean = beside(&[("status.jwt", plain_list(0, &[2, 4]))]);
    assert!(clean.is_whole(), "{clean:#?}");
    finds(&clean, r#"NotMarkedInList { file: "status.jwt""#);
    let marked = beside(&[("status.jwt", plain_list(0, &[3]))]);
    assert_eq!(marked.verdict, Verdict::DoesNotHold);
    assert_eq!(marked.breaks_at.as_deref(), Some("credentialStatus"));
    assert_eq!(marked.headline, Some(Headline::BadgeCorrected));
    finds(&marked, r#"MarkedInList { file: "status.jwt""#);
    // Of several lists the newest decides, and of two of one day the one that marks it.
    let lists = |first: &[usize], second: &[usize], days: [i64; 2]| {
        beside(&[("a.jwt", plain_list(days[0], first)), ("b.jwt", plain_list(days[1], second))]).verdict
    };
    assert_eq!(lists(&[], &[3], [0, 0]), Verdict::DoesNotHold);
    assert_eq!(lists(&[3], &[], [0, 0]), Verdict::DoesNotHold);
    // One from a day before the badge, or that is out of date, cannot show that nothing was corrected.
    let older = beside(&[("status.jwt", plain_list(-1, &[]))]);
    assert_eq!((older.verdict, older.is_whole()), (Verdict::Holds, false));
    finds(&older, "StatusListOlder {");
    let late = now(3 * 86_400);
    let expired = found(&whole(), &late, &[("status.jwt", plain_list(0, &[]))]);
    assert_eq!((expired.verdict, expired.is_whole()), (Verdict::Holds, false));
    finds(&expired, "StatusListExpired {");
    assert_eq!(found(&whole(), &late, &[("s.jwt", plain_list(0, &[3]))]).verdict, Verdict::DoesNotHold);
    // A place that no list of its length has.
    let far = badge(|claims| claims["credentialStatus"][0]["statusListIndex"] = json!("9999999"));
    finds(&found(&far, &now(100), &[("status.jwt", plain_list(0, &[]))]), "StatusListOlder {");
    // What is no list of this badge's, or not of its site, says nothing of it.
    let elsewhere =
        |claims: &mut Value| claims["id"] = json!("https://hack.example:8443/api/events/x/badge-status");
    for other in [
        list(0, &[], &SECRET, elsewhere),
        list(0, &[], &[8; 32], |_| ()),
        list(0, &[3], &[8; 32], |_| ()),
        [plain_list(0, &[]), b"A".to_vec()].concat(),
    ] {
        let open = beside(&[("status.jwt", other)]);
        assert_eq!((open.verdict, open.is_whole()), (Verdict::Holds, false), "{open:#?}");
        finds(&open, "StatusNotAsked {");
    }
}

#[test]
fn a_list_of_the_day_on_which_its_key_was_retired_is_from_before_that_moment() {
    // Badges are signed at second 0, and by the next key. Its day began 40,000 seconds earlier.
    let next = PublicKey::new(&public_key(&SECRET), KeyStatus::Current, Some(at(-500_000)), None);
    let by = |retired: i64| {
        let status = KeyStatus::Retired;
        let old = PublicKey::new(&public_key(&[8; 32]), status, Some(at(-500_000)), Some(at(retired)));
        KeySet { keys: vec![next.clone(), old] }
    };
    let beside = |retired: i64, marked: &[usize], more: &[(&str, Vec<u8>)]| {
        let set = by(retired);
        let context = CheckContext { now: Some(at(100)), ..CheckContext::of(&set) };
        let lists = [&[("old.jwt", list(0, marked, &[8; 32], |_| ()))][..], more].concat();
        found(&whole(), &context, &lists)
    };
    assert!(beside(50, &[], &[]).is_whole(), "it may have been made after the badge");
    for retired in [0, -1, -39_999] {
        let told = beside(retired, &[], &[]);
        assert_eq!((told.verdict, told.is_whole()), (Verdict::Holds, false), "{retired}: {told:#?}");
        finds(&told, "StatusListOlder { file: \"old.jwt\"");
        assert_eq!(
            beside(retired, &[3], &[]).verdict,
            Verdict::DoesNotHold,
            "it marks the badge all the same"
        );
        let both = beside(retired, &[], &[("new.jwt", plain_list(0, &[]))]);
        assert!(both.is_whole(), "{both:#?}");
        finds(&both, "NotMarkedInList { file: \"new.jwt\"");
    }
    assert!(!beside(-40_001, &[3], &[]).is_whole());
    // A key set among the files that retires the key on that day, while the trusted one does not.
    let trusted = KeySet {
        keys: vec![PublicKey::new(&public_key(&SECRET), KeyStatus::Current, Some(at(-500_000)), None)],
    };
    let retired = KeySet {
        keys: vec![PublicKey::new(
            &public_key(&SECRET),
            KeyStatus::Retired,
            Some(at(-500_000)),
            Some(at(10)),
        )],
    };
    let files = [("status.jwt", plain_list(0, &[])), ("keys.json", serde_json::to_vec(&retired).unwrap())];
    let context = CheckContext { now: Some(at(100)), ..CheckContext::of(&trusted) };
    cannot_be_judged(&found(&whole(), &context, &files), "InDoubt { file: \"status.jwt\" }");
}

#[test]
fn results_among_the_files_say_that_a_badge_may_have_been_corrected() {
    let by = KeySet {
        keys: vec![PublicKey::new(&public_key(&SECRET), KeyStatus::Current, Some(at(-500_000)), None)],
    };
    let signed = |issuer: &str, corrected: i64, secret: &[u8; 32]| {
        let Payload::Results(mut document) = results(&calibrated().1, odd_row(3, "a")) else { panic!() };
        (document.issuer, document.issued_at) = (issuer.into(), at(corrected));
        let correction = SignedCorrection { run: 2, published_at: at(corrected), reason: "Late.".into() };
        (document.results.run, document.results.publication) = (2, Some(2));
        document.results.published_at = Some(correction.published_at);
        document.results.corrections = vec![correction];
        ("results.json", sign(&Payload::Results(document), secret).unwrap().into_bytes())
    };
    let beside = |more: &[(&str, Vec<u8>)]| {
        let context = CheckContext { now: Some(at(90_000)), ..CheckContext::of(&by) };
        found(&whole(), &context, more)
    };
    let later = || signed(SITE, 1_000, &SECRET);
    let told = beside(&[later()]);
    assert_eq!((told.verdict, told.is_whole()), (Verdict::Holds, false), "{told:#?}");
    finds(&told, "BadgeMayBeCorrected { file: \"results.json\"");
    // A list of that day may be from before. One of a later day decides.
    finds(&beside(&[later(), ("status.jwt", plain_list(0, &[]))]), "BadgeMayBeCorrected {");
    assert!(beside(&[later(), ("status.jwt", plain_list(1, &[]))]).is_whole());
    let marked = beside(&[later(), ("status.jwt", plain_list(0, &[3]))]);
    assert_eq!(marked.verdict, Verdict::DoesNotHold);
    for other in [signed(SITE, -10, &SECRET), signed("https://other.example", 1_000, &[8; 32])] {
        finds(&beside(&[other]), "StatusNotAsked {");
    }
}

#[test]
fn a_status_list_is_checked_as_a_badge_is() {
    let by = keys();
    let said = |list: Vec<u8>, now: i64| {
        let context = CheckContext { now: Some(at(now)), ..CheckContext::of(&by) };
        check_with(&[File { name: "status.jwt", bytes: &list }], &context).files.remove(0)
    };
    let whole = said(plain_list(0, &[2, 4]), 100);
    assert_eq!((whole.kind, whole.verdict), (Kind::StatusList, Verdict::Holds), "{whole:#?}");
    assert!(whole.is_whole(), "its key was made on its day, after it began: {whole:#?}");
    assert_eq!(whole.headline, Some(Headline::Genuine { document: DocumentKind::StatusList }));
    let marked = whole.lines.iter().find_map(|line| match &line.message {
        Message::Document(DocumentMessage::Summary(Summary::StatusList(list))) => Some(list.marked()),
        _ => None,
    });
    assert_eq!(marked, Some(2));
    let expired = said(plain_list(0, &[]), 3 * 86_400);
    assert_eq!((expired.verdict, expired.is_whole()), (Verdict::Holds, false));
    finds(&expired, "ListExpired {");
    assert_eq!(said(list(0, &[], &[8; 32], |_| ()), 100).verdict, Verdict::CannotBeJudged);
    let changes: [(Change, &str); 8] = [
        (|claims| claims["issuer"] = json!("did:web:other.example"), "UnknownContents"),
        // It would hide later corrections for good, as one that somebody dates back with a retired key.
        (
            |claims| {
                claims["validUntil"] = json!("2099-01-01T00:00:00Z");
                claims["exp"] = json!(4_070_908_800_i64);
            },
            "valid for more than two days",
        ),
        (|claims| claims["exp"] = json!(1), "UnknownContents"),
        (|claims| claims["ttl"] = json!(1), "UnknownContents"),
        (|claims| claims["credentialSubject"]["statusPurpose"] = json!("suspension"), "UnknownContents"),
        (|claims| claims["credentialSubject"]["encodedList"] = json!("uAAAA"), "UnknownContents"),
        (|claims| drop(claims.as_object_mut().unwrap().remove("validUntil")), "MissingMember"),
        (|claims| claims["iss"] = json!("did:web:other.example"), "KeyOfOtherIssuer"),
    ];
    for (change, fault) in changes {
        let refused = said(list(0, &[], &SECRET, change), 100);
        assert_eq!((refused.kind, refused.verdict), (Kind::StatusList, Verdict::DoesNotHold), "{refused:#?}");
        finds(&refused, fault);
    }
    // Made before its key was.
    finds(&said(plain_list(-2, &[]), 100), "SignedBeforeKey");
}

#[test]
fn the_site_itself_knows_which_badges_it_corrected() {
    let by = keys();
    let after = |seconds: i64, slug: &str, corrected: &[usize]| {
        let newest = Published {
            run: 2,
            published_at: at(seconds),
            final_of: None,
            ranks: BTreeMap::new(),
            corrected: corrected.to_vec(),
        };
        let published = PublishedResults::from([(slug.to_owned(), newest)]);
        found(&whole(), &CheckContext { published: Some(&published), ..CheckContext::of(&by) }, &[])
    };
    let told = |slug: &str, corrected: &[usize]| after(9, slug, corrected);
    assert!(told("demo", &[2, 4]).is_whole());
    // Nothing was public before the first publication.
    cannot_be_judged(&after(400, "demo", &[]), "SignedBeforePublished {");
    let corrected = told("demo", &[2, 3]);
    assert_eq!(corrected.verdict, Verdict::DoesNotHold);
    assert_eq!(corrected.headline.clone(), Some(Headline::BadgeCorrected));
    finds(&corrected, "BadgeCorrected {");
    finds(&told("other", &[3]), "StatusNotAsked {");
}

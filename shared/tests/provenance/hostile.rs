//! Files made to have something false said of them.

use crate::support;
use crate::support::*;
use shared::provenance::{
    AuditHead, CheckContext, DocumentCheck, KeyFault, KeySet, KeySetFault, KeyStatus, ParticipantRecord,
    Payload, ProjectRecord, PublicKey, Report, SignedPrize, SignedRanking, SignedWinner, Site, Verdict,
    public_key, sign, verify,
};

const OTHER: [u8; 32] = [43; 32];

fn signed(payload: &Payload, secret: &[u8; 32]) -> Vec<u8> {
    sign(payload, secret).unwrap().into_bytes()
}

fn set(secret: &[u8; 32], status: KeyStatus, retired: Option<i64>) -> KeySet {
    KeySet { keys: vec![PublicKey::new(&public_key(secret), status, None, retired.map(at))] }
}

fn bytes(keys: &KeySet) -> Vec<u8> {
    serde_json::to_vec(keys).unwrap()
}

#[track_caller]
fn finds(report: &Report, file: usize, code: &str) {
    support::finds(&report.files[file], code);
}

#[test]
fn a_key_set_that_tells_of_a_revocation_is_not_passed_over() {
    let document = signed(&payloads()[3], &SECRET);
    let with = |other: &KeySet| check(&[("a.json", document.clone()), ("keys.json", bytes(other))], &keys());
    let report = with(&set(&SECRET, KeyStatus::Revoked, Some(0)));
    assert!(report.files.iter().all(|file| file.verdict == Verdict::CannotBeJudged), "{report:#?}");
    finds(&report, 0, "GivenSetRevokes");
    finds(&report, 1, "OtherStatus {");
    let report = with(&set(&SECRET, KeyStatus::Retired, Some(-1)));
    finds(&report, 0, "GivenSetRetiresEarlier");
    let report = with(&set(&SECRET, KeyStatus::Retired, Some(1)));
    assert_eq!(report.files[0].verdict, Verdict::Holds, "what it signed before still holds");
    assert!(with(&keys()).files.iter().all(shared::provenance::Finding::is_whole));
}

#[test]
fn what_was_compared_with_a_document_in_doubt_does_not_hold_by_it() {
    let links = published(chain(6), &run().input_digest);
    let Payload::Results(mut other) = results(&calibrated().1, row_of(&links, 3)) else { unreachable!() };
    other.supersedes = Some(7);
    let told = |beside: (&str, Vec<u8>)| {
        let file = bundle(&[run()], &links).to_string().into_bytes();
        let files =
            [("b.json", file), ("demo-audit.csv", export(&links)), ("r.json", signed_results(&links))];
        check(&[&files[..], &[beside]].concat(), &keys())
    };
    let retired = |moment: i64| ("keys.json", bytes(&set(&SECRET, KeyStatus::Retired, Some(moment))));
    let doubts = [
        ("keys.json", bytes(&set(&SECRET, KeyStatus::Revoked, Some(0)))),
        retired(-1),
        ("twice.json", signed(&Payload::Results(other), &SECRET)),
    ];
    for beside in doubts {
        let report = told(beside);
        for file in &report.files[..3] {
            assert_eq!(file.verdict, Verdict::CannotBeJudged, "{report:#?}");
        }
        for file in [0, 1] {
            finds(&report, file, "InDoubt { file: \"r.json\" }");
        }
    }
    let report = told(retired(1));
    assert!(report.files[..3].iter().all(|file| file.verdict == Verdict::Holds), "{report:#?}");
}

#[test]
fn a_key_set_with_other_dates_another_site_or_logs_is_not_green() {
    let issuer = "https://hack.example";
    let mut known = keys().keys.remove(0);
    (known.status, known.retired_at) = (KeyStatus::Retired, Some(at(0)));
    let trusted = KeySet { keys: vec![known.clone()] }.of_site(issuer);
    let told = |change: Change| {
        let mut set = json!({ "issuer": issuer, "keys": [known] });
        change(&mut set);
        check(&[("keys.json", set.to_string().into_bytes())], &trusted).files.remove(0)
    };
    assert!(told(|_| ()).is_whole());
    assert!(told(|set| set["issuer"] = json!("did:web:hack.example")).is_whole());
    assert!(told(|set| set["logs"] = json!([])).is_whole(), "a site without events");
    let changes: [(Change, &str); 4] = [
        (|set| set["keys"][0]["retired_at"] = json!("2099-01-01T00:00:00Z"), "OtherDates {"),
        (|set| set["keys"][0]["created_at"] = json!("2001-01-01T00:00:00Z"), "OtherDates {"),
        (|set| set["keys"][0]["status"] = json!("current"), "OtherStatus {"),
        (|set| set["issuer"] = json!("https://evil.example"), "OtherIssuer {"),
    ];
    for (change, code) in changes {
        support::cannot_be_judged(&told(change), code);
    }
    // Anybody can list a log of their own beside genuine keys.
    let logs = told(|set| set["logs"] = json!(["hack.example/events/demo/log+7d2f5bd2+AQ"]));
    support::holds(&logs, "LogsNotCompared");
    assert!(!logs.is_whole());
}

#[test]
fn of_two_trusted_key_sets_the_one_that_trusts_a_key_less_counts_in_any_order() {
    let document = signed(&payloads()[3], &SECRET);
    let (before, revoked) = (keys(), set(&SECRET, KeyStatus::Revoked, Some(0)));
    let retired = set(&SECRET, KeyStatus::Retired, Some(-1));
    for (less, fault) in [(&revoked, "RevokedKey"), (&retired, "SignedAfterRetirement")] {
        for both in [before.trusting_both(less), less.trusting_both(&before)] {
            let report = check(&[("a.json", document.clone())], &both);
            support::does_not_hold(&report.files[0], fault);
        }
    }
    assert_eq!(retired.trusting_both(&revoked).keys[0].status, KeyStatus::Revoked);
    let others = before.trusting_both(&set(&OTHER, KeyStatus::Current, None));
    assert_eq!(others.keys.len(), 2, "each has its own");
    assert!(check(&[("a.json", document)], &others).all_hold());
}

#[test]
fn a_retired_key_without_a_date_is_none() {
    let fault = KeySet::read(&bytes(&set(&SECRET, KeyStatus::Retired, None))).unwrap_err();
    assert_eq!(fault, KeySetFault::Key { nth: 1, fault: KeyFault::NoRetirementDate });
}

#[test]
fn two_documents_that_cannot_both_be_true_are_told() {
    let row = |hash: &str| signed(&head(odd_row(3, hash)), &SECRET);
    let report = check(&[("a.json", row("a")), ("b.json", row("b"))], &keys());
    finds(&report, 0, "ContradictedBy { file: \"b.json\", about: LogRow { seq: 3 } }");
    finds(&report, 1, "ContradictedBy { file: \"a.json\", about: LogRow { seq: 3 } }");
    assert_eq!(report.verdict(), Verdict::CannotBeJudged);
    assert!(check(&[("a.json", row("a")), ("b.json", row("a"))], &keys()).files[0].is_whole());
    let (_, outcome) = calibrated();
    let one = results(&outcome, odd_row(3, "a"));
    let mut two = one.clone();
    if let Payload::Results(document) = &mut two {
        document.results.projects[0].title = "Another".into();
    }
    let report = check(&[("a.json", signed(&one, &SECRET)), ("b.json", signed(&two, &SECRET))], &keys());
    finds(&report, 0, "ContradictedBy { file: \"b.json\", about: Run { run: 1 } }");
    let published = |number: i32, run: i32, change: fn(&mut SignedRanking)| {
        let head = AuditHead { seq: i64::from(number) + 2, row_hash: "a".repeat(64), root: None };
        let Payload::Results(mut document) = results(&outcome, head) else { unreachable!() };
        (document.results.publication, document.results.run) = (Some(number), run);
        change(&mut document.results);
        signed(&Payload::Results(document), &SECRET)
    };
    // No two publications have one number, and final results are those that were provisional.
    let both = |one: Vec<u8>, other: Vec<u8>| check(&[("a.json", one), ("b.json", other)], &keys());
    let until = |ranking: &mut SignedRanking| ranking.provisional_until = Some(at(9));
    let last = |ranking: &mut SignedRanking| ranking.final_of = Some(1);
    assert!(both(published(1, 1, until), published(2, 1, last)).all_hold());
    for (one, other) in [
        (published(1, 1, |_| ()), published(1, 2, |_| ())),
        (published(1, 1, |_| ()), published(2, 1, last)),
        (published(1, 1, until), published(2, 2, last)),
        (
            published(1, 1, until),
            published(2, 1, |ranking| {
                ranking.final_of = Some(1);
                let winner =
                    SignedWinner { project: 1, title: "Lamp".into(), team: "Wick".into(), repeats: false };
                ranking.prizes = vec![SignedPrize {
                    id: Some(1),
                    name: "Best".into(),
                    sponsor: String::new(),
                    rule: "rank".into(),
                    decided: String::new(),
                    reason: String::new(),
                    winners: vec![winner],
                }];
            }),
        ),
    ] {
        let report = both(one, other);
        finds(&report, 0, "ContradictedBy { file: \"b.json\", about: Run");
        finds(&report, 1, "ContradictedBy { file: \"a.json\", about: Run");
    }
    // Anybody can make a key and sign the contrary with it.
    let forged = [("a.json", row("a")), ("b.json", signed(&head(odd_row(3, "b")), &OTHER))];
    let along = ("keys.json", bytes(&set(&OTHER, KeyStatus::Current, None)));
    let report = check(&[forged[0].clone(), forged[1].clone(), along], &keys());
    assert!(report.files[0].is_whole(), "{report:#?}");
}

#[test]
fn what_another_trusted_site_signed_covers_no_row_of_this_log() {
    let (here, there) = ("https://hack.example", "https://other.example");
    let links = chain(9);
    // The site signed row 5. Rows were appended, and the owner of another site, whose keys are trusted, too, has an event of this address.
    let by = |secret: &[u8; 32], issuer: &str, seq: usize| head_by(issuer, secret, row_of(&links, seq));
    let both = keys().of_site(here).and(&set(&OTHER, KeyStatus::Current, None).of_site(there));
    let log = || ("demo-audit.csv", export(&links));
    let file = || ("b.json", bundle(&[], &links).to_string().into_bytes());
    let own = || ("own.json", by(&SECRET, here, 5));
    let with = |later: Vec<u8>| check(&[log(), file(), own(), ("later.json", later)], &both);
    let report = with(by(&OTHER, there, 9));
    for found in &report.files[..2] {
        let text = "TwoSites { event: \"demo\", file: \"own.json\", other: \"later.json\" }";
        assert_ne!(found.verdict, Verdict::Holds, "{found:#?}");
        support::finds(found, text);
    }
    assert!(report.files[2].is_whole() && report.files[3].is_whole(), "each signs for itself");
    // One site may write its address in two ways.
    assert!(with(by(&SECRET, "HTTPS://Hack.Example/", 9)).files[0].is_whole());
    // Beside another event of theirs, nothing is in doubt.
    let Payload::AuditHead(mut document) = head(odd_row(9, "a")) else { unreachable!() };
    document.issuer = there.into();
    document.event.as_mut().unwrap().slug = "theirs".into();
    assert!(with(signed(&Payload::AuditHead(document), &OTHER)).files[0].is_whole());
    // Nor is the log of another event, which neither of them signed.
    let spring = ("spring-audit.csv", export(&chained(chain(5), "spring")));
    let report = check(&[spring, own(), ("later.json", by(&OTHER, there, 9))], &both);
    support::holds(&report.files[0], "OfEvent { event: \"spring\" }");
    // A site that moved and made a new key is one site on its own page.
    let retired = set(&SECRET, KeyStatus::Retired, Some(1));
    let moved = retired.and(&set(&OTHER, KeyStatus::Current, None)).of_site(there);
    let files = [log(), file(), own(), ("later.json", by(&OTHER, there, 9))];
    let site = Some(Site { issuer: there, current: true });
    let report = check_in(&files, &CheckContext { site, ..CheckContext::of(&moved) });
    assert!(report.files[0].is_whole() && !support::has(&report.files[1], "TwoSites"), "{report:#?}");
}

#[test]
fn another_spelling_of_the_address_hides_no_contradiction() {
    let row = |issuer: &str, hash: &str| head_by(issuer, &SECRET, odd_row(3, hash));
    for issuer in
        ["https://HACK.example", "https://hack.example/", "http://hack.example", "https://old.example"]
    {
        let report =
            check(&[("a.json", row("https://hack.example", "a")), ("b.json", row(issuer, "b"))], &keys());
        finds(&report, 0, "ContradictedBy { file: \"b.json\", about: LogRow { seq: 3 } }");
        finds(&report, 1, "ContradictedBy { file: \"a.json\", about: LogRow { seq: 3 } }");
    }
}

#[test]
fn what_a_key_that_came_along_signed_makes_nothing_green() {
    let links = chain(5);
    let (_, outcome) = calibrated();
    let last = row_of(&links, 5);
    let files = |secret: &[u8; 32]| {
        vec![
            ("demo-audit.csv", export(&links)),
            ("head.json", signed(&head(last.clone()), secret)),
            ("results.json", signed(&results(&outcome, last.clone()), secret)),
            ("bundle.json", bundle(&[run()], &[]).to_string().into_bytes()),
            ("keys.json", bytes(&set(secret, KeyStatus::Current, None))),
        ]
    };
    let whole =
        |report: Report| report.files.iter().map(shared::provenance::Finding::is_whole).collect::<Vec<_>>();
    assert_eq!(whole(check(&files(&SECRET), &keys()))[..3], [true; 3]);
    assert_eq!(whole(check(&files(&OTHER), &keys())), [false; 5]);
}

#[test]
fn a_bundle_without_its_runs_is_not_green() {
    let report = check(
        &[("bundle.json", {
            let mut stripped = bundle(&[run()], &[]);
            stripped["runs"] = json!([]);
            stripped.to_string().into_bytes()
        })],
        &keys(),
    );
    assert!(report.all_hold() && !report.files[0].is_whole(), "{report:#?}");
    finds(&report, 0, "Bundle(NotSigned)");
}

#[test]
fn one_run_stands_in_a_bundle_once() {
    let mut twice = bundle(&[run()], &[]);
    let first = twice["runs"][0].clone();
    twice["runs"].as_array_mut().unwrap().push(first);
    let report = check(&[("bundle.json", twice.to_string().into_bytes())], &keys());
    assert_eq!(report.files[0].breaks_at.as_deref(), Some("runs[1].run"));
}

#[test]
fn a_run_said_to_be_published_needs_its_own_signed_results() {
    let (_, outcome) = calibrated();
    let document = signed(&results(&outcome, odd_row(1, "a")), &SECRET);
    let mut two = bundle(&[run()], &[]);
    let mut second = two["runs"][0].clone();
    (second["run"], second["pinned_at"]) = (json!(2), json!(at(9)));
    two["runs"].as_array_mut().unwrap().push(second);
    let report = check(&[("bundle.json", two.to_string().into_bytes()), ("results.json", document)], &keys());
    finds(&report, 0, "PublicationNotConfirmed { run: 2 }");
}

#[test]
fn values_that_look_guarded_do_not_make_a_check_long() {
    let mut links = chain(500);
    for link in &mut links {
        let row = &mut link.row;
        for value in [&mut row.actor, &mut row.action, &mut row.object_id, &mut row.before, &mut row.after] {
            *value = "'=a".into();
        }
        (row.ip, row.object_type) = ("'=a".into(), "'=a".into());
    }
    let links = crate::support::chained(links, "demo");
    let report = check(&[("demo-audit.csv", export(&links[..200]))], &keys());
    assert_eq!(report.files[0].verdict, Verdict::Holds, "{report:#?}");
    let many: Vec<_> = std::iter::repeat_n(links, 4).flatten().collect();
    let report = check(&[("demo-audit.csv", export(&crate::support::chained(many, "demo")))], &keys());
    finds(&report, 0, "TooManyReadings");
}

#[test]
fn what_a_bundle_says_of_a_run_besides_its_numbers_is_held_against_what_was_signed() {
    let (_, outcome) = calibrated();
    let document = signed(&results(&outcome, odd_row(3, "a")), &SECRET);
    type Change = fn(&mut shared::provenance::Run);
    let with = |change: Change| {
        let mut told = run();
        change(&mut told);
        let file = bundle(&[told], &[]).to_string().into_bytes();
        check(&[("bundle.json", file), ("results.json", document.clone())], &keys())
    };
    // The run is as it was signed. That the log was taken out is another fault, and told after the run's.
    assert_eq!(with(|_| ()).files[0].breaks_at.as_deref(), Some("audit"));
    let changes: [(&str, Change); 4] = [
        ("excluded", |run| drop(run.excluded.insert(901, "duplicate".into()))),
        ("excluded", |run| drop(run.excluded.insert(902, "no_reviews".into()))),
        ("pinned_at", |run| run.pinned_at = Some(at(-5))),
        ("reason", |run| run.reason = Some("Another one.".into())),
    ];
    for (member, change) in changes {
        let report = with(change);
        assert_eq!(report.files[0].breaks_at, Some(format!("runs[0].{member}")), "{report:#?}");
    }
}

#[test]
fn what_anybody_signed_counts_nothing_beside_what_the_site_signed() {
    let links = chain(3);
    let (_, outcome) = calibrated();
    let genuine = results(&outcome, row_of(&links, 3));
    // The same run, published later with a prize, by a site that the reader does not know: made to fit a changed bundle.
    let Payload::Results(mut other) = genuine.clone() else { unreachable!() };
    other.issuer = "https://elsewhere.example".into();
    (other.results.run, other.results.publication, other.results.published_at) = (2, Some(2), Some(at(5)));
    let winner =
        SignedWinner { project: 1, title: "Project 1".into(), team: "Team 1".into(), repeats: false };
    other.results.prizes = vec![SignedPrize {
        id: Some(1),
        name: "Best".into(),
        sponsor: String::new(),
        rule: "choice".into(),
        decided: String::new(),
        reason: String::new(),
        winners: vec![winner],
    }];
    let mut file = bundle(&[run()], &[]);
    file["prizes"] = json!([{"name": "Best", "rule": "choice", "projects": ["p1"]}]);
    let files = [
        ("bundle.json", file.to_string().into_bytes()),
        ("results.json", signed(&genuine, &SECRET)),
        ("other.json", signed(&Payload::Results(other), &OTHER)),
        ("keys.json", bytes(&set(&OTHER, KeyStatus::Current, None))),
    ];
    let site = Some(Site { issuer: "https://hack.example", current: true });
    let trusted = keys();
    let report = check_in(&files, &CheckContext { site, ..CheckContext::of(&trusted) });
    finds(&report, 0, "PrizeDiffers { prize: \"Best\", file: \"results.json\"");
    assert_eq!(report.files[0].verdict, Verdict::DoesNotHold, "{report:#?}");
    assert!(!support::has(&report.files[0], "other.json"), "{report:#?}");
    assert_eq!(report.files[1].verdict, Verdict::Holds);
}

#[test]
fn a_certificate_does_not_contradict_the_results_that_it_names() {
    let (_, outcome) = calibrated();
    let Payload::Results(ranked) = results(&outcome, odd_row(3, "a")) else { unreachable!() };
    let [.., Payload::Participant(record), _] = payloads() else { panic!("the third is a participant's") };
    let first = &ranked.results.projects[0];
    let of = u32::try_from(ranked.results.projects.len()).unwrap();
    let certified = |rank: u32, seq: i64| {
        let project = ProjectRecord {
            id: first.project,
            title: "Lamp".into(),
            submitted_at: Some(at(-9)),
            rank: Some(rank),
            of: Some(of),
        };
        let audit_head = Some(odd_row(seq, "a"));
        let record = ParticipantRecord { projects: vec![project], audit_head, ..record.clone() };
        let files = [
            ("head.json", signed(&head(odd_row(3, "a")), &SECRET)),
            ("c.json", signed(&Payload::Participant(record), &SECRET)),
            ("r.json", signed(&Payload::Results(ranked.clone()), &SECRET)),
        ];
        check(&files, &keys())
    };
    assert!(certified(first.rank, 3).all_hold());
    assert!(certified(first.rank + 1, 4).all_hold(), "of another publication");
    let report = certified(first.rank + 1, 3);
    finds(&report, 1, "ContradictedBy { file: \"r.json\", about: Ranks }");
    finds(&report, 2, "ContradictedBy { file: \"c.json\", about: Ranks }");
    assert!(!report.all_hold());
    // A publication is signed once: nothing in two documents of it differs.
    let mut twice = ranked.clone();
    twice.supersedes = Some(7);
    let both = [
        ("a.json", signed(&Payload::Results(ranked), &SECRET)),
        ("b.json", signed(&Payload::Results(twice), &SECRET)),
    ];
    finds(&check(&both, &keys()), 0, "ContradictedBy { file: \"b.json\", about: Run { run: 1 } }");
}

#[test]
fn newer_results_among_the_files_say_what_they_corrected() {
    let (_, outcome) = calibrated();
    let Payload::Results(one) = results(&outcome, odd_row(3, "a")) else { unreachable!() };
    let mut two = one.clone();
    (two.results.run, two.results.publication, two.results.published_at) = (2, Some(2), Some(at(60)));
    two.audit_head = odd_row(5, "b");
    let [.., Payload::Participant(mut record), _] = payloads() else {
        panic!("the third is a participant's")
    };
    let first = &one.results.projects[0];
    let project = &mut record.projects[0];
    (project.id, project.rank, project.of) =
        (first.project, Some(first.rank), u32::try_from(one.results.projects.len()).ok());
    let moved = &mut two.results.projects[0];
    moved.rank += 3;
    let with = |secret: &[u8; 32]| {
        check(
            &[
                ("one.json", signed(&Payload::Results(one.clone()), &SECRET)),
                ("c.json", signed(&Payload::Participant(record.clone()), &SECRET)),
                ("two.json", signed(&Payload::Results(two.clone()), secret)),
            ],
            &keys(),
        )
    };
    let report = with(&SECRET);
    assert!(report.all_hold(), "what was corrected was published all the same: {report:#?}");
    finds(&report, 0, "Replaced(Replacement { run: 2,");
    finds(&report, 1, "ChangedPlace {");
    finds(&report, 2, "MayBeReplaced {");
    let report = with(&OTHER);
    for file in [0, 1] {
        finds(&report, file, "MayBeReplaced {");
    }
    // Somebody who has an old key dates a rank back to before anything was public.
    let mut early = record.clone();
    early.issued_at = at(-301);
    let files = [("one.json", Payload::Results(one)), ("c.json", Payload::Participant(early))];
    let report = check(&files.map(|(name, payload)| (name, signed(&payload, &SECRET))), &keys());
    support::cannot_be_judged(&report.files[1], "SignedBeforePublished {");
}

#[test]
fn exports_beside_scores_are_no_greener_than_these() {
    let event = crate::scores::Event::new(|_| None, false);
    let mut files = event.files();
    let Some((_, document)) = files.pop() else { unreachable!() };
    let DocumentCheck::Valid { payload, .. } = verify(&document, &keys()) else { panic!("it is signed") };
    files.push(("r.json", signed(&payload, &OTHER)));
    files.push(("keys.json", bytes(&set(&OTHER, KeyStatus::Current, None))));
    let report = check(&files, &KeySet::default());
    let whole: Vec<bool> = report.files.iter().map(shared::provenance::Finding::is_whole).collect();
    assert_eq!(whole, [false; 6], "{report:#?}");
}

#[test]
fn of_two_exports_of_a_kind_the_report_speaks_of_the_one_that_is_used() {
    let files = crate::scores::Event::new(|_| None, false).files();
    let at = |name: &str| files.iter().position(|(of, _)| *of == name).unwrap();
    for name in ["demo-projects.csv", "demo-assignments (1).csv", "event.json"] {
        let genuine = files[at(name)].1.clone();
        let text = String::from_utf8(genuine.clone()).unwrap();
        let changed = text.replace("1000000", "2000000").replace(",submitted,", ",draft,");
        let mut both = files.clone();
        both[at(name)].1 = changed.replace(",done,", ",pending,").into_bytes();
        assert_ne!(both[at(name)].1, genuine, "{name}");
        // The other one, with nothing changed, comes last.
        both.push((name, genuine));
        let report = check(&both, &keys());
        assert_ne!(report.files[at(name)].verdict, Verdict::Holds, "{name}: {report:#?}");
    }
}

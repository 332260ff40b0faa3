//! Proofs that a row is in a log that witnesses saw.

use crate::support::*;
use shared::audit::from_hex;
use shared::provenance::{
    AuditHead, CheckContext, EventName, File, Finding, KeyStatus, Kind, Link, Payload, Verdict, check_with,
    sign,
};
use transparency::blinded::LogSecret;
use transparency::checkpoint::Checkpoint;
use transparency::merkle::{Tree, TreeHead, inclusion_proof, leaf_hash, root};
use transparency::note::{KeyType, NoteSigner};
use transparency::policy::WitnessPolicy;
use transparency::proof::LogProof;

fn log() -> NoteSigner {
    NoteSigner::new("hack.example/events/demo/log", KeyType::Note, &[1; 32]).unwrap()
}

fn witness(seed: u8) -> NoteSigner {
    NoteSigner::new(&format!("witness{seed}.example"), KeyType::Cosignature, &[seed; 32]).unwrap()
}

/// So many of these witnesses are enough.
fn policy(least: usize, witnesses: &[u8]) -> WitnessPolicy {
    let keys = witnesses.iter().map(|seed| witness(*seed).key().clone()).collect();
    WitnessPolicy::at_least(least, log().key().clone(), keys).unwrap()
}

/// A proof of row 4 of six, which witness 2 has seen.
fn proof() -> LogProof {
    proof_of(&chain(6))
}

/// A proof of row 4 of these six.
fn proof_of(links: &[Link]) -> LogProof {
    let secret = LogSecret([5; 32]);
    let leaf = |(seq, hash): (u64, [u8; 32])| leaf_hash(&secret.entry(seq, &hash));
    let hashes = links.iter().map(|link| from_hex(&link.row_hash).unwrap());
    let tree: Tree = (1..).zip(hashes).map(leaf).collect();
    let head = TreeHead { size: 6, root: root(&tree, 6).unwrap() };
    let mut note = Checkpoint::new("hack.example/events/demo/log", head).sign(&log()).unwrap();
    note.signatures.push(witness(2).cosign(&note.text, 1_795_000_000).unwrap());
    let path = inclusion_proof(&tree, 3, 6).unwrap();
    LogProof { extra: Some(secret.nonce(4).to_vec()), index: 3, path, note }
}

/// The finding on a proof, by a policy that is trusted, beside other files.
fn found(proof: &str, policy: Option<&WitnessPolicy>, others: &[(&str, Vec<u8>)]) -> Finding {
    let mut files = vec![File { name: "r.tlog-proof", bytes: proof.as_bytes() }];
    files.extend(others.iter().map(|(name, bytes)| File { name, bytes }));
    check_with(&files, &CheckContext { policy, ..CheckContext::of(&keys()) }).files.remove(0)
}

#[test]
fn a_proof_shows_that_what_was_signed_is_in_the_log() {
    let (file, links) = (proof().to_string(), chain(6));
    let signed = [("head.json", head_of(&links, 4))];
    let whole = found(&file, Some(&policy(1, &[2, 3])), &signed);
    assert_eq!((whole.kind, whole.verdict), (Kind::Proof, Verdict::Holds), "{whole:#?}");
    assert!(whole.is_whole());
    finds(&whole, r#"InLog { row: 4, file: "head.json", log: "hack.example/events/demo/log", size: 6 }"#);
    finds(&whole, r#"Cosigned { witness: "witness2.example""#);
    finds(&found(&file, Some(&policy(0, &[])), &signed), "NoWitness");

    cannot_be_judged(&found(&file, Some(&policy(2, &[2, 3])), &signed), "Quorum { cosigned: 1 }");
    cannot_be_judged(&found(&file, Some(&policy(1, &[2])), &[]), "NoDocument { row: 4 }");
    let text = "NoDocument { row: 4 }";
    finds(&found(&file, Some(&policy(1, &[2])), &[("head.json", head_of(&links, 5))]), text);
    finds(&found(&file, None, &signed), "NoPolicy");
}

#[test]
fn two_histories_of_one_log_are_told() {
    let (links, own) = (chain(6), policy(1, &[2]));
    let mut anew = links.clone();
    anew[5].row.after = "{}".into();
    let anew = chained(anew, "demo");
    let head = || ("head.json", head_of(&links, 4));
    let beside =
        |other: Vec<u8>| found(&proof().to_string(), Some(&own), &[head(), ("other.tlog-proof", other)]);
    assert!(beside(proof().to_string().into_bytes()).is_whole());
    // The log and its witness signed six rows twice, of which the last differs.
    let split = proof_of(&anew);
    let told = beside(split.to_string().into_bytes());
    cannot_be_judged(&told, r#"OtherRoot { file: "other.tlog-proof", size: 6 }"#);
    // What no witness signed, anybody can have changed.
    let mut unseen = split;
    unseen.note.signatures.pop();
    assert!(beside(unseen.to_string().into_bytes()).is_whole());
    // A signed head of the last row says the root, too.
    let root_of = |rows: &[Link]| Checkpoint::parse(&proof_of(rows).note.text).unwrap().head.root.to_string();
    let with_root = |root: String| {
        let row = AuditHead { root: Some(root), ..row_of(&links, 6) };
        let last = head_by("https://hack.example", &SECRET, row);
        found(&proof().to_string(), Some(&own), &[head(), ("last.json", last)])
    };
    assert!(with_root(root_of(&links)).is_whole());
    cannot_be_judged(&with_root(root_of(&anew)), r#"OtherRoot { file: "last.json", size: 6 }"#);
    // Another trusted site has an event of this address, and a log of its own.
    let (here, there) = ("https://hack.example", "https://other.example");
    let both = keys().of_site(here).and(&keys_of(&[9; 32], KeyStatus::Current).of_site(there));
    let row = AuditHead { root: Some(root_of(&anew)), ..row_of(&anew, 6) };
    let proof = ("r.tlog-proof", proof().to_string().into_bytes());
    let files = [proof, head(), ("theirs.json", head_by(there, &[9; 32], row))];
    let context = CheckContext { policy: Some(&own), ..CheckContext::of(&both) };
    let whole = check_in(&files, &context).files.remove(0);
    assert!(whole.is_whole(), "{whole:#?}");
}

#[test]
fn a_policy_among_the_files_is_used_and_proves_nothing() {
    let links = chain(6);
    let text = format!("log {}\nwitness w {}\nquorum w\n", log().key(), witness(2).key());
    let others = [("head.json", head_of(&links, 4)), ("policy", text.into_bytes())];
    let given = found(&proof().to_string(), None, &others);
    assert_eq!(given.verdict, Verdict::CannotBeJudged, "anybody can make a log up: {given:#?}");
    finds(&given, "InLog { row: 4");
    finds(&given, r#"PolicyCameAlong { file: "policy" }"#);
    // A policy that is trusted comes first.
    let own = found(&proof().to_string(), Some(&policy(2, &[2, 3])), &others);
    assert!(own.verdict == Verdict::CannotBeJudged && !has(&own, "PolicyCameAlong"));
    let files =
        [File { name: "policy", bytes: &others[1].1 }, File { name: "bad", bytes: b"quorum nobody\n" }];
    let report = check_with(&files, &CheckContext::of(&keys()));
    assert_eq!(report.files[0].kind, Kind::Policy);
    finds(&report.files[0], "Policy { logs: 1, witnesses: 1 }");
    assert_eq!(report.files[0].verdict, Verdict::CannotBeJudged);
    finds(&report.files[0], "PolicyNotTrusted");
    let same = WitnessPolicy::parse(&others[1].1).unwrap();
    let trusted = keys();
    let known = CheckContext { policy: Some(&same), ..CheckContext::of(&trusted) };
    let given = [File { name: "policy", bytes: &others[1].1 }];
    assert_eq!(check_with(&given, &known).files[0].verdict, Verdict::Holds, "it is the trusted one");
    assert_eq!(report.files[1].verdict, Verdict::DoesNotHold);
}

#[test]
fn what_is_not_in_the_log_or_was_changed_does_not_hold() {
    let links = chain(6);
    let (own, signed) = (policy(1, &[2]), [("head.json", head_of(&links, 4))]);
    let other = odd_row(4, "a");
    let other = [("head.json", sign(&head(other), &SECRET).unwrap().into_bytes())];
    does_not_hold(&found(&proof().to_string(), Some(&own), &other), "NotIncluded");
    // One of two documents of the row is enough: another event may have a row of this number.
    let both = [other[0].clone(), signed[0].clone()];
    assert!(has(&found(&proof().to_string(), Some(&own), &both), "InLog"));
    let mut changed = proof();
    changed.note.text = changed.note.text.replace("\n6\n", "\n7\n");
    assert_eq!(found(&changed.to_string(), Some(&own), &signed).verdict, Verdict::DoesNotHold);
    let mut bare = proof();
    bare.extra = None;
    finds(&found(&bare.to_string(), Some(&own), &signed), "NoNonce");
    let cut = proof().to_string().replace("index 3", "index");
    let cut = found(&cut, Some(&own), &signed);
    assert_eq!((cut.kind, cut.verdict), (Kind::Proof, Verdict::DoesNotHold));
    finds(&cut, "Malformed(Index)");
}

#[test]
fn a_row_of_another_event_with_the_number_says_nothing_of_a_proof() {
    let links = chained(chain(6), "other");
    let Payload::AuditHead(mut document) = head(row_of(&links, 4)) else { unreachable!() };
    document.event = Some(EventName { slug: "other".into(), name: "Other".into() });
    let other = sign(&Payload::AuditHead(document), &SECRET).unwrap().into_bytes();
    let beside = found(&proof().to_string(), Some(&policy(1, &[2])), &[("head.json", other)]);
    cannot_be_judged(&beside, "NoDocument { row: 4 }");
}

#[test]
fn a_policy_that_does_not_name_the_log_is_asked_for_its_key() {
    let of_other = NoteSigner::new("hack.example/events/other/log", KeyType::Note, &[9; 32]).unwrap();
    let own = WitnessPolicy::at_least(1, of_other.key().clone(), vec![witness(2).key().clone()]).unwrap();
    let signed = [("head.json", head_of(&chain(6), 4))];
    let beside = found(&proof().to_string(), Some(&own), &signed);
    cannot_be_judged(&beside, r#"LogNotInPolicy { log: "hack.example/events/demo/log" }"#);
}

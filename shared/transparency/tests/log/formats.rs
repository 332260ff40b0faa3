use transparency::checkpoint::{Checkpoint, CheckpointFault};
use transparency::malformed::Malformed;
use transparency::merkle::{Tree, TreeHash, TreeHead, inclusion_proof, leaf_hash, root};
use transparency::note::{KeyType, NoteSigner, SignatureFault, SignatureLine, SignedNote, VerifierKey};
use transparency::policy::{PolicyFault, WitnessPolicy};
use transparency::proof::{LogProof, ProofFault};
use transparency::witness::{AddCheckpoint, RefusalMeaning, WitnessAnswer, WitnessRefusal, cosignatures};

const ORIGIN: &str = "portal.example/events/demo/log";
const TIME: u64 = 1_764_000_000;

fn log() -> NoteSigner {
    NoteSigner::new(ORIGIN, KeyType::Note, &[1; 32]).unwrap()
}

fn witness(number: u8) -> NoteSigner {
    NoteSigner::new(&format!("witness.example/w{number}"), KeyType::Cosignature, &[100 + number; 32]).unwrap()
}

fn tree(size: u32) -> Tree {
    (0..size).map(|number| leaf_hash(&number.to_be_bytes())).collect()
}

fn head(size: u32) -> TreeHead {
    TreeHead { size: u64::from(size), root: root(&tree(size), u64::from(size)).unwrap() }
}

/// A checkpoint that the log and these witnesses signed.
fn signed(size: u32, witnesses: &[u8]) -> SignedNote {
    let mut note = Checkpoint::new(ORIGIN, head(size)).sign(&log()).unwrap();
    let lines = witnesses.iter().map(|number| witness(*number).cosign(&note.text, TIME).unwrap());
    let lines: Vec<SignatureLine> = lines.collect();
    note.signatures.extend(lines);
    note
}

#[test]
fn a_key_is_refused_that_is_not_what_it_says_or_under_which_anybody_signs() {
    let good = log().key().to_string();
    assert_eq!(VerifierKey::parse(&good).unwrap(), *log().key());
    let (rest, key) = good.rsplit_once('+').unwrap();
    let fault = |text: &str| VerifierKey::parse(text).unwrap_err();
    assert_eq!(fault(rest), Malformed::VerifierKey);
    assert_eq!(fault(&good.replace("portal", "other")), Malformed::KeyId);
    assert_eq!(fault(&format!("a b+00000000+{key}")), Malformed::KeyName);
    assert_eq!(fault(&format!("+00000000+{key}")), Malformed::KeyName);
    assert_eq!(fault(&good[..good.len() - 2]), Malformed::VerifierKey);
    assert_eq!(fault("a+00000000+BgAA"), Malformed::KeyType);
    let of_y = |first: u8, rest: u8, last: u8| {
        let mut bytes = [rest; 32];
        (bytes[0], bytes[31]) = (first, last);
        VerifierKey::new("a", KeyType::Note, &bytes)
    };
    // The neutral point and one of order 4. Then every number from the field's prime on, which is another spelling of a small one:
    // among them are points of a large order.
    assert_eq!([of_y(1, 0, 0), of_y(0, 0, 0)], [const { Err(Malformed::UnsafeKey) }; 2]);
    for first in 0xed..=0xff {
        assert_eq!(of_y(first, 0xff, 0x7f), Err(Malformed::UnsafeKey), "{first:x}");
        assert_eq!(of_y(first, 0xff, 0xff), Err(Malformed::UnsafeKey), "{first:x}");
    }
    // One key of two types has two ids, so that a signature of one never passes as the other's.
    let other = NoteSigner::new(ORIGIN, KeyType::Cosignature, &[1; 32]).unwrap();
    assert_ne!(other.key().id(), log().key().id());
    assert_eq!(other.sign("text\n"), Err(Malformed::KeyType));
    assert_eq!(log().cosign("text\n", TIME), Err(Malformed::KeyType));
    assert!(!format!("{:?}", log()).contains("[1, 1"));
}

#[test]
fn a_note_is_refused_by_what_is_wrong_with_it() {
    let good = signed(5, &[1]).to_string();
    assert_eq!(SignedNote::parse(good.as_bytes()).unwrap().to_string(), good);
    let fault = |text: &str| SignedNote::parse(text.as_bytes()).unwrap_err();
    assert_eq!(SignedNote::parse(&[0xff, b'\n']).unwrap_err(), Malformed::NotUtf8);
    assert_eq!(fault(&good.replacen('\n', "\r\n", 1)), Malformed::ControlCharacter);
    assert_eq!(fault("text\n"), Malformed::EmptyLine);
    assert_eq!(fault("text\n\n"), Malformed::NoSignature);
    assert_eq!(fault(good.trim_end()), Malformed::NoSignature);
    assert_eq!(fault(&good.replacen('—', "-", 1)), Malformed::SignatureLine);
    assert_eq!(fault(&good.replacen("— portal", "—  portal", 1)), Malformed::KeyName);
    assert_eq!(fault("text\n\n— a AAAAAA==\n"), Malformed::SignatureLine);
    assert_eq!(fault(&format!("text\n\n{}", "— a AAAAAAA=\n".repeat(101))), Malformed::TooManySignatures);
    assert_eq!(
        SignedNote::parse(format!("text\n\n{}", "— a AAAAAAA=\n".repeat(100)).as_bytes())
            .unwrap()
            .signatures
            .len(),
        100
    );
    // The last empty line parts the text from the signatures.
    let parted = SignedNote::parse("a\n\nb\n\n— a AAAAAAA=\n".as_bytes()).unwrap();
    assert_eq!(parted.text, "a\n\nb\n");
}

#[test]
fn a_checkpoint_is_refused_by_what_is_wrong_with_it() {
    let root = TreeHash::of_nothing();
    let good = format!("a\n0\n{root}\n");
    assert_eq!(Checkpoint::parse(&good).unwrap(), Checkpoint::new("a", TreeHead::empty()));
    let extended = format!("{good}more\nand more\n");
    assert_eq!(Checkpoint::parse(&extended).unwrap().to_string(), extended);
    let fault = |text: String| Checkpoint::parse(&text).unwrap_err();
    assert_eq!(fault("a\n0\n".into()), Malformed::TooShort);
    assert_eq!(fault(format!("\n0\n{root}\n")), Malformed::Origin);
    for size in ["", "00", "01", "-1", "+1", " 1", "1 ", "9223372036854775808", "99999999999999999999"] {
        assert_eq!(fault(format!("a\n{size}\n{root}\n")), Malformed::Size, "{size}");
    }
    let root = root.to_string();
    for hash in [&root[..43], &root[4..], "", &root.replace("FU=", "FV="), &format!("{root}{root}")] {
        assert_eq!(fault(format!("a\n0\n{hash}\n")), Malformed::Hash, "{hash}");
    }
    assert_eq!(fault(format!("{good}\n")), Malformed::Extension);
    assert_eq!(fault(good.trim_end().to_owned()), Malformed::Extension);
}

#[test]
fn a_checkpoint_counts_for_the_log_that_signed_it_alone() {
    let note = signed(5, &[]);
    assert_eq!(Checkpoint::open(&note, log().key()).unwrap().head, head(5));
    let other = NoteSigner::new("other.example/log", KeyType::Note, &[2; 32]).unwrap();
    let missing = CheckpointFault::Signature(SignatureFault::Missing);
    assert_eq!(Checkpoint::open(&note, other.key()), Err(missing));
    // A log that signs another's origin.
    let foreign = Checkpoint::new(ORIGIN, head(5)).sign(&other).unwrap();
    assert_eq!(Checkpoint::open(&foreign, other.key()), Err(CheckpointFault::OtherLog));
    let mut grown = note.clone();
    grown.text = Checkpoint::new(ORIGIN, head(6)).to_string();
    let wrong = CheckpointFault::Signature(SignatureFault::Wrong);
    assert_eq!(Checkpoint::open(&grown, log().key()), Err(wrong));
    // A line that does not hold spoils the note, whether another of the same key does or not.
    let mut doubled = note;
    let mut line = doubled.signatures[0].clone();
    line.signature[5] ^= 1;
    doubled.signatures.push(line);
    assert_eq!(Checkpoint::open(&doubled, log().key()), Err(wrong));
}

#[test]
fn a_cosignature_holds_for_its_text_time_and_key() {
    let note = signed(5, &[1, 2]);
    assert_eq!(note.check(witness(1).key()), Ok(Some(TIME)));
    assert_eq!(note.check(witness(3).key()), Err(SignatureFault::Missing));
    let changed = |change: fn(&mut SignedNote)| {
        let mut note = note.clone();
        change(&mut note);
        note.check(witness(1).key())
    };
    assert_eq!(changed(|note| note.text += "more\n"), Err(SignatureFault::Wrong));
    assert_eq!(changed(|note| note.signatures[1].signature[7] ^= 1), Err(SignatureFault::Wrong));
    assert_eq!(changed(|note| note.signatures[1].signature[0] |= 0x80), Err(SignatureFault::Wrong));
    assert_eq!(changed(|note| note.signatures[1].signature.truncate(7)), Err(SignatureFault::Wrong));
    assert_eq!(changed(|note| note.signatures[1].signature.push(0)), Err(SignatureFault::Wrong));
    // Another witness's line under this one's name.
    assert_eq!(
        changed(|note| note.signatures[1].signature = note.signatures[2].signature.clone()),
        Err(SignatureFault::Wrong)
    );
    for time in [0, 1 << 63] {
        assert!(witness(1).cosign(&note.text, time).is_err(), "{time}");
    }
}

#[test]
fn a_request_is_refused_in_the_order_of_the_specification() {
    let keys = [log().key().clone()];
    let request = |old_size, proof, note| AddCheckpoint { old_size, proof, note };
    let judge = |request: &AddCheckpoint, latest: u32| {
        request.judge(&keys, |origin| (origin == ORIGIN && latest > 0).then(|| head(latest)))
    };
    let first = request(0, vec![], signed(5, &[]));
    assert_eq!(judge(&first, 0).unwrap().head, head(5));
    assert_eq!(first.judge(&[], |_| None), Err(WitnessRefusal::UnknownLog));
    let by_other = NoteSigner::new(ORIGIN, KeyType::Note, &[2; 32]).unwrap();
    let stranger = Checkpoint::new(ORIGIN, head(5)).sign(&by_other).unwrap();
    assert_eq!(judge(&request(9, vec![], stranger), 5), Err(WitnessRefusal::NotSigned));
    let mut wrong = signed(5, &[]);
    wrong.signatures[0].signature[0] ^= 1;
    assert_eq!(judge(&request(9, vec![], wrong), 5), Err(WitnessRefusal::NotSigned));
    // A log with two keys: one of them holds, and a line of the other does not.
    let mut both = signed(5, &[]);
    let mut line = by_other.sign(&both.text).unwrap();
    line.signature[0] ^= 1;
    both.signatures.push(line);
    let two_keys = [log().key().clone(), by_other.key().clone()];
    let both = request(0, vec![], both);
    assert_eq!(both.judge(&two_keys, |_| None), Err(WitnessRefusal::NotSigned));
    assert!(both.judge(&keys, |_| None).is_ok());
    assert_eq!(judge(&request(6, vec![], signed(5, &[])), 9), Err(WitnessRefusal::BadRequest));
    assert_eq!(judge(&first, 4), Err(WitnessRefusal::OtherSize { cosigned: 4 }));
    assert_eq!(judge(&request(5, vec![], signed(5, &[])), 5).unwrap().head, head(5));
    assert_eq!(judge(&request(5, vec![], signed(6, &[])), 5), Err(WitnessRefusal::Inconsistent));
    // An empty tree has one root.
    let false_empty = TreeHead { size: 0, root: leaf_hash(b"") };
    let note = Checkpoint::new(ORIGIN, false_empty).sign(&log()).unwrap();
    assert_eq!(judge(&request(0, vec![], note), 0), Err(WitnessRefusal::Inconsistent));
    assert_eq!(
        judge(&request(0, vec![leaf_hash(b"")], signed(5, &[])), 0),
        Err(WitnessRefusal::Inconsistent)
    );
}

#[test]
fn a_body_is_refused_by_what_is_wrong_with_it() {
    let note = signed(5, &[]).to_string();
    let hash = leaf_hash(b"");
    let fault = |head: &str| AddCheckpoint::parse(format!("{head}\n{note}").as_bytes()).unwrap_err();
    for head in ["", "old\n", "old 01\n", "old -1\n", "Old 1\n", "old 1 \n", "old 9223372036854775808\n"] {
        assert!(matches!(fault(head), Malformed::OldSize | Malformed::EmptyLine), "{head}");
    }
    assert_eq!(fault("old 1\nabc\n"), Malformed::Hash);
    assert_eq!(fault(&format!("old 1\n{}", format!("{hash}\n").repeat(64))), Malformed::TooManyHashes);
    let most = format!("old 1\n{}\n{note}", format!("{hash}\n").repeat(63));
    assert_eq!(AddCheckpoint::parse(most.as_bytes()).unwrap().to_string(), most);
    assert_eq!(AddCheckpoint::parse(b"old 1\n\n").unwrap_err(), Malformed::EmptyLine);
}

#[test]
fn an_answer_says_what_it_means_to_the_log() {
    let answer = |status: u16, body: &str| WitnessAnswer::read(status, body.as_bytes());
    let line = witness(1).cosign("text\n", TIME).unwrap();
    assert_eq!(answer(200, &line.to_string()), WitnessAnswer::Lines(vec![line]));
    for (status, body) in
        [(200, ""), (200, "yes\n"), (409, ""), (409, "5"), (409, "05\n"), (429, ""), (500, ""), (302, "")]
    {
        assert_eq!(answer(status, body), WitnessAnswer::Unavailable, "{status} {body}");
    }
    // A log of 20 entries that believes the witness at 10.
    let meaning = |status: u16, body: &str| match answer(status, body) {
        WitnessAnswer::Refused(refusal) => {
            assert_eq!(refusal.status(), status);
            refusal.meaning(10, 20)
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(meaning(409, "12\n"), RefusalMeaning::AskAgain { cosigned: 12 });
    assert_eq!(meaning(409, "20\n"), RefusalMeaning::AskAgain { cosigned: 20 });
    assert_eq!(meaning(409, "0\n"), RefusalMeaning::AskAgain { cosigned: 0 });
    assert_eq!(meaning(409, "21\n"), RefusalMeaning::Shorter { cosigned: 21 });
    assert_eq!(meaning(409, "10\n"), RefusalMeaning::Rewritten);
    assert_eq!(meaning(422, ""), RefusalMeaning::Rewritten);
    assert_eq!([meaning(403, ""), meaning(404, "")], [RefusalMeaning::NotKnown; 2]);
    assert_eq!(meaning(400, ""), RefusalMeaning::Fault);
    let alarms = ["21\n", "10\n", "12\n"].map(|body| meaning(409, body).is_alarm());
    assert_eq!(alarms, [true, true, false]);
}

#[test]
fn of_an_answer_only_the_lines_of_the_asked_witness_are_taken() {
    let note = signed(5, &[1, 2]);
    let lines = note.signatures[1..].to_vec();
    assert_eq!(cosignatures(&note.text, lines.clone(), witness(2).key()), Ok(vec![lines[1].clone()]));
    assert_eq!(cosignatures(&note.text, lines.clone(), witness(3).key()), Err(SignatureFault::Missing));
    assert_eq!(cosignatures("other\n", lines, witness(2).key()), Err(SignatureFault::Wrong));
}

#[test]
fn a_policy_wants_as_many_witnesses_as_it_says() {
    let keys: Vec<VerifierKey> = [1, 2, 3].map(|number| witness(number).key().clone()).into();
    let policy = |least| WitnessPolicy::at_least(least, log().key().clone(), keys.clone()).unwrap();
    let all: [&[u8]; 6] = [&[], &[1], &[9], &[1, 1], &[3, 1], &[1, 2, 3]];
    for least in 0..=3 {
        for by in all {
            let known: std::collections::BTreeSet<u8> =
                by.iter().copied().filter(|number| *number < 4).collect();
            let verdict = policy(least).check(&signed(5, by));
            assert_eq!(verdict.is_ok(), known.len() >= least, "{least} of 3 by {by:?}");
        }
    }
    let taken = policy(2).check(&signed(5, &[3, 1])).unwrap();
    assert_eq!(taken.checkpoint.head, head(5));
    assert_eq!(taken.cosigned, [("witness.example/w1".into(), TIME), ("witness.example/w3".into(), TIME)]);
    assert_eq!(policy(2).check(&signed(5, &[1])), Err(PolicyFault::Quorum { cosigned: 1 }));
    let mut spoilt = signed(5, &[1, 2, 3]);
    spoilt.signatures[3].signature[9] ^= 1;
    assert_eq!(policy(2).check(&spoilt), Err(PolicyFault::Witness { name: "witness.example/w3".into() }));
    let mut unsigned = signed(5, &[1, 2, 3]);
    unsigned.signatures.remove(0);
    assert!(matches!(policy(2).check(&unsigned), Err(PolicyFault::Log(_))));
    assert!(WitnessPolicy::at_least(4, log().key().clone(), keys.clone()).is_err());
    let twice = vec![keys[0].clone(), keys[0].clone()];
    assert_eq!(
        WitnessPolicy::at_least(1, log().key().clone(), twice),
        Err(Malformed::RepeatedKey { line: 3 })
    );
}

#[test]
fn a_policy_file_has_groups_of_groups() {
    let [x1, x2, x3, y1, y2] = [1, 2, 3, 4, 5].map(|number| witness(number).key().to_string());
    let text = format!(
        "# Ours\nlog {} https://portal.example/events/demo/log\n\n\twitness X1  {x1} https://w.example\nwitness X2 {x2}\nwitness X3 {x3}\n\
         group X 2 X1 X2 X3\nwitness Y1 {y1}\nwitness Y2 {y2}\ngroup Y any Y1 Y2\ngroup both all X Y\nquorum both",
        log().key()
    );
    let policy = WitnessPolicy::parse(text.as_bytes()).unwrap();
    assert_eq!((policy.logs().len(), policy.witnesses().len()), (1, 5));
    assert_eq!(policy.witnesses()[0].url.as_deref(), Some("https://w.example"));
    for (by, enough) in
        [(vec![1, 2, 3], false), (vec![1, 4, 5], false), (vec![1, 3, 5], true), (vec![1, 2, 3, 4, 5], true)]
    {
        assert_eq!(policy.check(&signed(5, &by)).is_ok(), enough, "{by:?}");
    }
    let fault = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        WitnessPolicy::parse(text.replace(from, to).as_bytes()).unwrap_err()
    };
    assert_eq!(fault("quorum both", ""), Malformed::Quorum);
    assert_eq!(fault("quorum both", "quorum both\nquorum none"), Malformed::Quorum);
    assert_eq!(fault("quorum both", "quorum all"), Malformed::UnknownName { line: 12 });
    assert_eq!(fault("group X 2", "group X 0"), Malformed::Threshold { line: 7 });
    assert_eq!(fault("group X 2", "group X 4"), Malformed::Threshold { line: 7 });
    assert_eq!(fault("group X 2", "group none 2"), Malformed::RepeatedName { line: 7 });
    assert_eq!(fault("any Y1 Y2", "any Y1 X1"), Malformed::RepeatedName { line: 10 });
    assert_eq!(fault("any Y1 Y2", "any Y1 both"), Malformed::UnknownName { line: 10 });
    assert_eq!(fault("any Y1 Y2", "any"), Malformed::PolicyLine { line: 10 });
    assert_eq!(fault(&y2, &y1), Malformed::RepeatedKey { line: 9 });
    assert_eq!(fault("witness Y2", "witness Y1"), Malformed::RepeatedName { line: 9 });
    assert_eq!(fault("# Ours", "ours"), Malformed::PolicyLine { line: 1 });
    assert_eq!(fault("# Ours", "# Ours\r"), Malformed::ControlCharacter);
    assert_eq!(fault(&y2, &log().key().to_string()), Malformed::KeyType);
}

#[test]
fn a_proof_holds_for_one_leaf_at_its_place() {
    let policy = WitnessPolicy::at_least(1, log().key().clone(), vec![witness(1).key().clone()]).unwrap();
    let path = inclusion_proof(&tree(11), 4, 11).unwrap();
    let proof = LogProof { extra: Some(b"row".to_vec()), index: 4, path, note: signed(11, &[1]) };
    let text = proof.to_string();
    assert!(text.starts_with("c2sp.org/tlog-proof@v1\nextra cm93\nindex 4\n"));
    assert_eq!(LogProof::parse(text.as_bytes()).unwrap(), proof);
    let bare = LogProof { extra: None, ..proof.clone() };
    assert_eq!(LogProof::parse(bare.to_string().as_bytes()).unwrap(), bare);
    let leaf = |number: u32| leaf_hash(&number.to_be_bytes());
    assert_eq!(proof.check(leaf(4), &policy).unwrap().checkpoint.head.size, 11);
    assert_eq!(proof.check(leaf(5), &policy), Err(ProofFault::NotIncluded));
    assert_eq!(LogProof { index: 5, ..proof.clone() }.check(leaf(4), &policy), Err(ProofFault::NotIncluded));
    let unseen = LogProof { note: signed(11, &[2]), ..proof.clone() };
    assert_eq!(unseen.check(leaf(4), &policy), Err(ProofFault::Policy(PolicyFault::Quorum { cosigned: 0 })));
    let fault = |from: &str, to: &str| LogProof::parse(text.replacen(from, to, 1).as_bytes()).unwrap_err();
    assert_eq!(fault("@v1", "@v2"), Malformed::ProofHeader);
    assert_eq!(fault("cm93", "cm9"), Malformed::Extra);
    assert_eq!(fault("index 4", "index 04"), Malformed::Index);
    assert_eq!(fault("index 4\n", ""), Malformed::Index);
    assert_eq!(fault("extra cm93\nindex 4", "index 4\nextra cm93"), Malformed::Hash);
}

#[test]
fn whatever_is_changed_in_a_proof_it_never_holds_for_something_else() {
    let policy = WitnessPolicy::at_least(1, log().key().clone(), vec![witness(1).key().clone()]).unwrap();
    let path = inclusion_proof(&tree(11), 4, 11).unwrap();
    let text = LogProof { extra: None, index: 4, path, note: signed(11, &[1]) }.to_string().into_bytes();
    let leaf = leaf_hash(&4_u32.to_be_bytes());
    for at in 0..text.len() {
        for bit in [1, 2, 4, 16, 32, 128] {
            let mut changed = text.clone();
            changed[at] ^= bit;
            let holds = LogProof::parse(&changed).is_ok_and(|proof| proof.check(leaf, &policy).is_ok());
            assert!(!holds, "byte {at}, bit {bit}");
        }
        let cut = LogProof::parse(&text[..at]).is_ok_and(|proof| proof.check(leaf, &policy).is_ok());
        assert!(!cut, "cut at {at}");
    }
}

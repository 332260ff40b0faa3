//! Files that differ from good ones by a little: none is accepted for what it is not.

use crate::support::{SECRET, bundle, chain, export, head, keys, payloads, run};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use shared::provenance::{
    Chain, File, Json, Kind, Standing, Verdict, check_files, parse, read_audit_csv, sign, verify,
};

struct Dice(ChaCha8Rng);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }
}

/// What JSON is made of.
const PIECES: &[u8] = b"0123456789abcdefAZ-_\"\\{}[]:,. ";

/// One change of a document's bytes.
fn mutated(document: &[u8], others: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = document.to_vec();
    let at = dice.below(bytes.len());
    match dice.below(8) {
        0 => bytes[at] ^= 1 << dice.below(8),
        1 => bytes[at] = dice.below(256) as u8,
        2 => drop(bytes.remove(at)),
        3 => bytes.insert(at, PIECES[dice.below(PIECES.len())]),
        4 => bytes.truncate(at),
        5 => {
            let to = dice.below(bytes.len());
            bytes.swap(at, to);
        }
        6 => {
            // A piece of another document in the same place.
            let other = &others[dice.below(others.len())];
            let end = (at + 1 + dice.below(60)).min(bytes.len()).min(other.len());
            if at < end {
                bytes[at..end].copy_from_slice(&other[at..end]);
            }
        }
        _ => {
            let end = (at + 1 + dice.below(40)).min(bytes.len());
            let piece = bytes[at..end].to_vec();
            let to = dice.below(bytes.len());
            bytes.splice(to..to, piece);
        }
    }
    bytes
}

#[test]
fn none_of_ten_thousand_mutated_documents_is_accepted() {
    let signed: Vec<Vec<u8>> = payloads().iter().map(|p| sign(p, &SECRET).unwrap().into_bytes()).collect();
    let said: Vec<Json> = signed.iter().map(|document| parse(document).unwrap()).collect();
    let keys = keys();
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(5));
    let (mut tried, mut invalid, mut malformed) = (0, 0, 0);
    while tried < 10_000 {
        let which = dice.below(signed.len());
        let document = mutated(&signed[which], &signed, &mut dice);
        // A change that says the same, such as a blank between two members, is none.
        if parse(&document).is_ok_and(|value| said.contains(&value)) {
            continue;
        }
        tried += 1;
        match verify(&document, &keys) {
            Verdict::Valid { .. } => panic!("accepted: {}", String::from_utf8_lossy(&document)),
            Verdict::Invalid { .. } => invalid += 1,
            Verdict::Malformed { .. } => malformed += 1,
        }
    }
    assert!(
        invalid > 1_000 && malformed > 1_000,
        "both kinds are met: {invalid} invalid, {malformed} malformed"
    );
}

#[test]
fn none_of_five_thousand_mutated_logs_passes_for_another_one() {
    let links = chain(12);
    let whole = export(&links);
    let signed = sign(&head(Chain::check(links.clone()).unwrap().head().unwrap()), &SECRET).unwrap();
    let keys = keys();
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(13));
    let (mut told, mut same) = (0, 0);
    while told + same < 5_000 {
        let changed = mutated(&whole, std::slice::from_ref(&whole), &mut dice);
        if changed == whole {
            continue;
        }
        let files =
            [File { name: "demo-audit.csv", bytes: &changed }, File { name: "h", bytes: signed.as_bytes() }];
        let finding = check_files(&files, &keys, None).files.remove(0);
        if finding.kind == Kind::Audit && finding.standing == Standing::Holds {
            assert_eq!(read_audit_csv(&changed).unwrap(), links, "{}", String::from_utf8_lossy(&changed));
            same += 1;
        } else {
            told += 1;
        }
    }
    assert!(told > 4_800, "{told} told, {same} with the same values");
}

#[test]
fn mutated_bundles_and_key_sets_are_read_without_a_panic() {
    let mut small = run();
    small.input.truncate(2);
    let whole = bundle(&[small], &chain(3)).to_string().into_bytes();
    let set = serde_json::to_vec(&keys()).unwrap();
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(14));
    for _ in 0..300 {
        for whole in [&whole, &set] {
            let changed = mutated(whole, std::slice::from_ref(whole), &mut dice);
            let report = check_files(&[File { name: "x", bytes: &changed }], &keys(), None);
            assert_eq!(report.files.len(), 1);
        }
    }
}

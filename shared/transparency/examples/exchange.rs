//! Gives code of other people what it can judge, and judges what it made; `script/witnesses` runs it.
//!
//!     exchange histories COUNT [SEED]    requests to a witness, with the answers that it must give
//!     exchange trees SIZE…               roots, tiles and proofs of trees of the entries “entry 0”, “entry 1”, …
//!     exchange judge                     reads notes that a log and a witness signed elsewhere, and says what does not hold
//!
//! All of it is JSON, an object a line.

#[path = "../tests/log/play.rs"]
mod play;

use play::PlainVerdict;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufRead, Write};
use transparency::checkpoint::Checkpoint;
use transparency::merkle::{Tree, consistency_proof, inclusion_proof, leaf_hash, root};
use transparency::note::{KeyType, NoteSigner, SignedNote, VerifierKey};
use transparency::policy::WitnessPolicy;
use transparency::tile::Tile;
use transparency::witness::AddCheckpoint;

type Fallible<T> = Result<T, Box<dyn Error>>;

fn main() -> Fallible<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers = words.iter().skip(1).map(|word| word.parse()).collect::<Result<Vec<u64>, _>>()?;
    match (words.first().map(String::as_str), numbers.as_slice()) {
        (Some("histories"), [count]) => histories(*count, 1),
        (Some("histories"), [count, seed]) => histories(*count, *seed),
        (Some("trees"), sizes) => sizes.iter().try_for_each(|size| write(&tree(*size)?)),
        (Some("judge"), []) => judge(),
        _ => Err("exchange: histories COUNT [SEED] | trees SIZE… | judge".into()),
    }
}

fn write(value: &Value) -> Fallible<()> {
    Ok(writeln!(std::io::stdout().lock(), "{value}")?)
}

fn histories(count: u64, seed: u64) -> Fallible<()> {
    for number in 0..count {
        let origin = format!("log.example/{seed}/{number}");
        let mut secret = [0; 32];
        secret[..8].copy_from_slice(&number.to_be_bytes());
        let log = NoteSigner::new(&origin, KeyType::Note, &secret)?;
        let mut questions = Vec::new();
        for question in play::history(seed.wrapping_mul(1_000_000_007).wrapping_add(number)) {
            let note = Checkpoint::new(&origin, question.head).sign(&log)?;
            let request = AddCheckpoint { old_size: question.old_size, proof: question.proof, note };
            let size = match question.verdict {
                PlainVerdict::OtherSize(size) => Some(size),
                _ => None,
            };
            questions.push(json!({
                "act": question.act, "body": request.to_string(), "status": question.verdict.status(), "size": size,
            }));
        }
        write(&json!({ "origin": origin, "log": log.key().to_string(), "questions": questions }))?;
    }
    Ok(())
}

fn tree(size: u64) -> Fallible<Value> {
    let tree: Tree = (0..size).map(|number| leaf_hash(format!("entry {number}").as_bytes())).collect();
    let hashes =
        |proof: Option<Vec<_>>| proof.unwrap_or_default().iter().map(ToString::to_string).collect::<Vec<_>>();
    let places = [0, size / 3, size / 2, size.saturating_sub(1)];
    let tiles: BTreeMap<String, String> = Tile::all(size)
        .map(|tile| {
            let bytes = tile.bytes(&tree).unwrap_or_default();
            (tile.to_string(), Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect())
        })
        .collect();
    Ok(json!({
        "size": size,
        "root": root(&tree, size).ok_or("a tree has its root")?.to_string(),
        "tiles": tiles,
        "inclusion": places.map(|at| json!([at, hashes(inclusion_proof(&tree, at, size))])),
        "consistency": places.map(|old| json!([old, hashes(consistency_proof(&tree, old, size))])),
    }))
}

/// Each line: a note, the keys of its log and witness, and whether both must hold.
fn judge() -> Fallible<()> {
    let (mut judged, mut wrong) = (0, 0);
    for line in std::io::stdin().lock().lines() {
        let value: Value = serde_json::from_str(&line?)?;
        let text = |name: &str| value[name].as_str().unwrap_or_default();
        let (log, witness) = (VerifierKey::parse(text("log"))?, VerifierKey::parse(text("witness"))?);
        let policy = WitnessPolicy::at_least(1, log, vec![witness])?;
        let holds = SignedNote::parse(text("note").as_bytes()).is_ok_and(|note| policy.check(&note).is_ok());
        judged += 1;
        if holds != value["holds"].as_bool().unwrap_or_default() {
            wrong += 1;
            write(&json!({ "judged": holds, "note": text("note") }))?;
        }
    }
    write(&json!({ "judged": judged, "wrong": wrong }))?;
    if wrong == 0 { Ok(()) } else { Err("notes were judged otherwise than they were made".into()) }
}

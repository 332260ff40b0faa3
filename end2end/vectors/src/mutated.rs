//! Documents changed a little, always the same ones: in their bytes, and in what they say.

use chrono::DateTime;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use shared::provenance::{
    DocumentCheck, Json, KeySet, KeyStatus, Payload, PublicKey, canonical, parse, public_key, sign,
    thumbprint, verify,
};

/// The secret that signs what is then changed.
pub const SECRET: [u8; 32] = [42; 32];
/// The secret of another key that is known.
const OTHER: [u8; 32] = [43; 32];

/// What decides.
#[derive(Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The same throws for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    /// One of these.
    fn one<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }
}

/// Where the native side and WASM both begin.
pub const SEED: u64 = 20_261_121;

/// What JSON is made of.
const PIECES: &[u8] = b"0123456789abcdefAZ-_\"\\{}[]:,. ";

/// One change of a file's bytes; `others` lend theirs.
#[must_use]
pub fn bytes(file: &[u8], others: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = file.to_vec();
    let at = dice.below(bytes.len());
    match dice.below(8) {
        0 => bytes[at] ^= 1 << dice.below(8),
        1 => bytes[at] = dice.below(256) as u8,
        2 => drop(bytes.remove(at)),
        3 => bytes.insert(at, *dice.one(PIECES)),
        4 => bytes.truncate(at),
        5 => {
            let to = dice.below(bytes.len());
            bytes.swap(at, to);
        }
        6 => {
            // A piece of another in the same place.
            let other = dice.one(others);
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

/// A document of each type, signed, and the keys that are known: the one that signed, and another.
#[must_use]
pub fn documents() -> (Vec<String>, KeySet) {
    let event = json!({"slug": "demo", "name": "Demo"});
    let (at, hash) = ("2026-11-18T11:06:40Z", "c0ffee".repeat(10) + "c0de");
    let head = json!({"seq": 12, "row_hash": hash});
    let entry = |rank: u32, calibrated: f64| {
        json!({"rank": rank, "raw_rank": 3 - rank, "project": 7 * rank, "title": "Lamp", "team": "L\u{e9}vy 😀",
               "calibrated": calibrated, "se": 0.012_345_678_9, "raw_mean": 0.5, "reviews": 4, "rank_interval": [1, 2]})
    };
    let payloads = [
        json!({"type": "evenhand/results/1", "issuer": "https://hack.example", "issued_at": at, "event": event,
               "results": {"event": "demo", "published_at": at, "run": 2, "input_digest": hash, "method": "m/v1",
                           "reason": "A review was \"missing\".", "supersedes": 1, "judges": 5, "duplicates": 0,
                           "unreviewed": 1, "projects": [entry(1, 0.712_345), entry(2, 0.698_7)]},
               "supersedes": 1, "audit_head": head}),
        json!({"type": "evenhand/judge-record/1", "issuer": "https://hack.example", "issued_at": at, "event": event,
               "judge": {"name": "Ada", "email": "ada@example.org"},
               "assignments": {"pending": 1, "done": 9, "recused": 0},
               "first_submitted_on": "2026-11-18", "last_submitted_on": null, "reviews_digest": hash}),
        json!({"type": "evenhand/participant-record/1", "issuer": "https://hack.example", "issued_at": at,
               "event": event, "person": {"name": "Grace", "email": "grace@example.org"}, "team": "Wick",
               "projects": [{"id": 3, "title": "Lamp", "submitted_at": at, "rank": 1, "of": 8},
                            {"id": 4, "title": "Idea", "submitted_at": null}]}),
        json!({"type": "evenhand/audit-head/1", "issuer": "https://hack.example", "issued_at": at, "event": event,
               "audit_head": head}),
    ];
    let signed = payloads.map(|payload| {
        let payload: Payload = serde_json::from_value(payload).unwrap();
        sign(&payload, &SECRET).unwrap()
    });
    let since = DateTime::from_timestamp(1_794_000_000, 0);
    let key = |secret, status| PublicKey::new(&public_key(secret), status, since, None);
    let keys = vec![key(&SECRET, KeyStatus::Current), key(&OTHER, KeyStatus::Retired)];
    (signed.to_vec(), KeySet { keys })
}

/// One change of what a document says, written canonically again.
fn meaning(document: &Json, others: &[Json], dice: &mut Dice) -> String {
    let mut changed = document.clone();
    let other = dice.one(others).clone();
    match dice.below(12) {
        0..=3 => {
            let value = place(&mut changed, dice);
            *value = another(value, dice);
        }
        4 => {
            if let Some(members) = object(&mut changed, dice) {
                let name = dice.one(&members.keys().cloned().collect::<Vec<_>>()).clone();
                members.remove(&name);
            }
        }
        5 => {
            let name = *dice.one(&["extra", "keys", "rank", "type", "seq", "team", "", "alg", "payload"]);
            if let Some(members) = object(&mut changed, dice) {
                let value = place(&mut other.clone(), dice).clone();
                members.insert(name.to_owned(), value);
            }
        }
        6 => {
            *member(&mut changed, &["payload", "type"]) =
                member(&mut other.clone(), &["payload", "type"]).clone()
        }
        // The signature of another document, or its words alone.
        7 => *member(&mut changed, &["signature"]) = member(&mut other.clone(), &["signature"]).clone(),
        8 => {
            let kid = thumbprint(&public_key(dice.one(&[OTHER, [1; 32], [0; 32]])));
            *member(&mut changed, &["signature", "key_id"]) = Json::Text(kid);
        }
        // A place of another document in a place of this one.
        9 => *place(&mut changed, dice) = place(&mut other.clone(), dice).clone(),
        10 => {
            let beyond = *dice.one(&[9_007_199_254_740_992.0, -9_007_199_254_740_992.0, 1e17, 1e300]);
            *place(&mut changed, dice) = Json::Number(beyond);
        }
        _ => {
            // A key twice: the first member of an object once more.
            let text = canonical(&changed);
            let opens: Vec<usize> = text.match_indices("{\"").map(|(at, _)| at).collect();
            let at = *dice.one(&opens);
            let name = text[at + 2..].split('"').next().unwrap_or_default();
            return format!(
                "{}\"{name}\":{},{}",
                &text[..=at],
                dice.one(&["null", "1", "\"x\""]),
                &text[at + 1..]
            );
        }
    }
    canonical(&changed)
}

/// A member by its names, from the outermost in.
fn member<'j>(value: &'j mut Json, names: &[&str]) -> &'j mut Json {
    names.iter().fold(value, |value, name| match value {
        Json::Object(members) => members.get_mut(*name).unwrap(),
        _ => panic!("{name} stands in an object"),
    })
}

/// A value somewhere in the document, itself left out.
fn place<'j>(value: &'j mut Json, dice: &mut Dice) -> &'j mut Json {
    let count = match value {
        Json::Object(members) => members.len(),
        Json::List(items) => items.len(),
        _ => 0,
    };
    if count == 0 {
        return value;
    }
    let at = dice.below(count);
    let next = match value {
        Json::Object(members) => members.values_mut().nth(at),
        Json::List(items) => items.get_mut(at),
        _ => None,
    };
    let Some(next) = next else { panic!("it has as many as were counted") };
    let ends = !matches!(next, Json::Object(_) | Json::List(_)) || dice.below(4) == 0;
    if ends { next } else { place(next, dice) }
}

/// An object somewhere in the document.
fn object<'j>(
    value: &'j mut Json,
    dice: &mut Dice,
) -> Option<&'j mut std::collections::BTreeMap<String, Json>> {
    let chosen = if dice.below(5) == 0 { value } else { place(value, dice) };
    match chosen {
        Json::Object(members) => Some(members),
        _ => None,
    }
}

/// Another value of the same kind, or now and then of another.
fn another(value: &Json, dice: &mut Dice) -> Json {
    if dice.below(8) == 0 {
        return dice.one(&[Json::Null, Json::Bool(true), Json::Text("0".into()), Json::List(vec![])]).clone();
    }
    match value {
        Json::Number(n) => Json::Number(*dice.one(&[n + 1.0, n - 1.0, -n, n * 10.0, n + 0.5, n + n * 1e-15])),
        Json::Text(text) => {
            let mut chars: Vec<char> = text.chars().collect();
            let at = dice.below(chars.len() + 1);
            match chars.get_mut(at) {
                Some(c) => *c = *dice.one(&['a', '0', '\u{e9}', '\u{0}', '"', '😀']),
                None => chars.push(*dice.one(&[' ', 'x', '\u{301}'])),
            }
            Json::Text(chars.into_iter().collect())
        }
        Json::Null => Json::Text(String::new()),
        Json::Bool(is) => Json::Bool(!is),
        Json::List(items) => Json::List(items.iter().rev().cloned().collect()),
        Json::Object(_) => Json::Null,
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Documents changed so that they say something else.
    pub tried: usize,
    /// Those accepted.
    pub valid: usize,
    /// Those that are documents, and refused.
    pub invalid: usize,
    /// Those that are no documents.
    pub malformed: usize,
    /// SHA-256, in hexadecimal, over the verdicts in order, each as JSON.
    pub verdicts: String,
}

/// Judges so many changed documents, half of them changed in their bytes, half in what they say.
#[must_use]
pub fn judged(count: usize, seed: u64) -> Tally {
    let (documents, keys) = documents();
    let files: Vec<Vec<u8>> = documents.iter().map(|text| text.clone().into_bytes()).collect();
    let said: Vec<Json> = files.iter().map(|document| parse(document).unwrap()).collect();
    let mut dice = Dice::new(seed);
    let mut hash = Sha256::new();
    let mut tally = Tally { tried: 0, valid: 0, invalid: 0, malformed: 0, verdicts: String::new() };
    while tally.tried < count {
        let which = dice.below(files.len());
        let document = if dice.below(2) == 0 {
            bytes(&files[which], &files, &mut dice)
        } else {
            meaning(&said[which], &said, &mut dice).into_bytes()
        };
        // A change that says the same, such as a blank between two members, is none.
        if parse(&document).is_ok_and(|value| said.contains(&value)) {
            continue;
        }
        tally.tried += 1;
        let check = verify(&document, &keys);
        match &check {
            DocumentCheck::Valid { .. } => tally.valid += 1,
            DocumentCheck::Invalid { .. } => tally.invalid += 1,
            DocumentCheck::Malformed { .. } => tally.malformed += 1,
        }
        hash.update(serde_json::to_vec(&check).unwrap());
        hash.update(b"\n");
    }
    tally.verdicts = shared::audit::hex(&hash.finalize());
    tally
}

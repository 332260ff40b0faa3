//! Records that anyone can check, judged natively.

use chrono::DateTime;
use serde_json::{Value, json};
use shared::audit::hex;
use shared::provenance::{KeySet, canonical, number, parse, signature_holds, verify};
use std::error::Error;
use vectors::{forged, jcs, mutated, raw, twins};

/// Numbers of the sequence that RFC 8785 points to.
const NUMBERS: usize = 100_000;
/// Documents changed a little, for each forgery.
const MUTATED: usize = 10;

/// The clock of the page, in milliseconds: a day after the documents were signed.
const NOW: i64 = 1_795_086_400_000;

/// Every case with its verdict, and so many forgeries.
pub(crate) fn cases(forgeries: usize) -> Result<Value, Box<dyn Error>> {
    let signatures = raw::all().into_iter().map(|v| {
        let holds = signature_holds(&v.key, &v.message, &v.signature);
        json!({"name": v.name, "key": hex(&v.key), "message": hex(&v.message), "signature": hex(&v.signature),
               "expected": v.holds, "holds": holds})
    });
    let texts = jcs::TEXTS.map(|(text, expected)| {
        let canonical = parse(text.as_bytes()).map(|value| canonical(&value)).unwrap_or_default();
        json!({"text": text, "expected": expected, "canonical": canonical})
    });
    let numbers = jcs::NUMBERS.map(|(bits, expected)| {
        json!({"bits": format!("{bits:016x}"), "expected": expected, "canonical": number(f64::from_bits(bits))})
    });
    let changed = MUTATED * forgeries;
    let corpus = twins::all();
    let keys = twins::keys(&corpus);
    let documents = corpus
        .iter()
        .map(|twin| {
            let set = KeySet { keys: vec![twins::key(&twin.key)] };
            let set = serde_json::to_string(&set)?;
            let files = [("document.json", &twin.document), ("keys.json", &set)];
            let owned = files.map(|(name, text)| (name.to_owned(), text.clone().into_bytes()));
            let check = verify(twin.document.as_bytes(), &keys);
            Ok(json!({"name": twin.name, "document": twin.document, "keys": set, "expected": twin.holds,
                      "check": serde_json::to_string(&check)?,
                      "drawn": islands::verify::check(&owned, &set, "", DateTime::from_timestamp_millis(NOW), &|_| {})}))
        })
        .collect::<Result<Vec<Value>, serde_json::Error>>()?;
    let known: Vec<&str> = keys.keys.iter().map(|key| key.x.as_str()).collect();
    Ok(json!({
        "signatures": signatures.collect::<Vec<_>>(),
        "texts": texts,
        "numbers": numbers,
        "sequence": {"count": NUMBERS, "digest": jcs::digest(NUMBERS), "published": jcs::PUBLISHED[2].1},
        "keys": known.join(" "),
        "now": NOW,
        "documents": documents,
        "forged": {"count": forgeries, "tally": serde_json::to_string(&forged::judged(forgeries))?},
        "mutated": {"count": changed, "tally": serde_json::to_string(&mutated::judged(changed, mutated::SEED))?},
    }))
}

//! A document for each published Ed25519 vector: the API and the page report the same as the code, native and in WASM.

use crate::prelude::*;
use crate::support::multipart::{KIND, form};
use ::vectors::forged;
use ::vectors::twins::{self, Twin};
use islands::verify::draw;
use shared::provenance::{self, CheckContext, DocumentCheck, File, KeySet, Verdict, check_with, verify};
use words::findings::{answer, document_fault};

/// The service, with every key of the documents among its own, unsafe ones too.
async fn knowing(pool: &PgPool, keys: KeySet) -> (Site, KeySet) {
    for key in &keys.keys {
        sqlx::query("insert into signing_key (kid, x, status, created_at, retired_at) values ($1, $2, 'retired', $3, $4)")
            .bind(&key.kid)
            .bind(&key.x)
            .bind(key.created_at)
            .bind(key.retired_at)
            .execute(pool)
            .await
            .unwrap();
    }
    (Site::with(pool, &["--limits=off"]).await, keys)
}

#[database_test]
async fn the_api_reports_every_vector_as_the_code_does(pool: PgPool) {
    let twins = twins::all();
    let (site, keys) = knowing(&pool, twins::keys(&twins)).await;
    let mut holding = 0;
    for Twin { name, document, holds, .. } in &twins {
        let told = site.api("").post_text("/api/verify", document.clone()).await;
        assert_eq!(told.status, 200, "{name}: {}", told.body);
        let native = match verify(document.as_bytes(), &keys) {
            DocumentCheck::Valid { about, .. } => (about, None),
            DocumentCheck::Invalid { about, fault } => (about, Some(document_fault(&fault))),
            malformed => panic!("{name}: {malformed:?}"),
        };
        let (about, reason) = native;
        let expected = json!({"valid": reason.is_none(), "type": about.kind, "key_id": about.key_id,
                   "key_status": about.key_status, "superseded_by": null, "reason": reason});
        assert_eq!(told.json(), expected, "{name}");
        assert_eq!(told.json()["valid"], *holds, "{name}");
        holding += usize::from(*holds);
    }
    assert_eq!((twins.len(), holding), (324, 94));
}

#[database_test]
async fn the_page_shows_every_vector_as_the_code_does(pool: PgPool) {
    let twins = twins::all();
    let site = Site::with(&pool, &["--limits=off"]).await;
    let known = site.keys().await;
    let mut holding = 0;
    for Twin { name, document, holds, key } in &twins {
        // A key set with an unsafe key is refused, and its document cannot be checked.
        let set = serde_json::to_string(&KeySet { keys: vec![twins::key(key)] }).unwrap();
        let files = [("document.json", document.as_str()), ("keys.json", &set)];
        let page = site.api("").send_with("POST", "/verify", &[KIND], form(&files, &[])).await;
        assert_eq!(page.status, 200, "{name}: {}", page.body);
        let files = files.map(|(name, text)| File { name, bytes: text.as_bytes() });
        let here = Some(provenance::Site { issuer: "http://portal.example", current: true });
        let native = check_with(&files, &CheckContext { site: here, ..CheckContext::of(&known) });
        assert!(page.body.contains(&draw(&native)), "{name}: {native:#?}");
        // A valid signature by a key that came along proves nothing: the document's content is shown as unproven.
        assert_eq!(native.files[0].statement.is_some(), *holds, "{name}");
        assert!(!native.all_hold() && native.files[0].verdict != Verdict::Holds, "{name}");
        holding += usize::from(*holds);
    }
    assert_eq!((twins.len(), holding), (324, 94));
}

#[database_test]
async fn the_page_checks_pasted_text_with_the_sites_keys_as_the_api_does(pool: PgPool) {
    let twins = twins::all();
    let (site, _) = knowing(&pool, twins::keys(&twins)).await;
    for Twin { name, document, holds, .. } in &twins {
        let told = site.api("").post_text("/api/verify", document.clone()).await.json();
        let page = site.api("").submit("/verify", &[("pasted", document)]).await;
        assert_eq!(page.status, 200, "{name}");
        let answer = if *holds { "This certificate is genuine." } else { "What was pasted failed the check" };
        assert!(page.body.contains(answer), "{name}: {}", page.body);
        let reason = told["reason"].as_str().unwrap_or("Record of the participant");
        assert!(page.body.contains(reason), "{name}: {reason}");
    }
}

#[database_test]
async fn no_forgery_by_the_formats_own_rules_holds_on_the_page_or_for_the_api(pool: PgPool) {
    let trusted = forged::keys().keys.iter().map(|key| twins::key(&key.bytes().unwrap())).collect();
    let (site, _) = knowing(&pool, KeySet { keys: trusted }).await;
    let known = site.keys().await;
    let here = Some(provenance::Site { issuer: "http://portal.example", current: true });
    let (genuine, sample) = (forged::genuine(), forged::sample());
    assert!(sample.len() > 60, "{}", sample.len());
    for (files, is_genuine) in genuine.iter().map(|f| (f, true)).chain(sample.iter().map(|f| (f, false))) {
        let name = &files.name;
        let given: Vec<(&str, &str)> =
            files.files.iter().map(|(name, bytes)| (*name, std::str::from_utf8(bytes).unwrap())).collect();
        let page = site.api("").send_with("POST", "/verify", &[KIND], form(&given, &[])).await;
        assert_eq!(page.status, 200, "{name}: {}", page.body);
        let files: Vec<File<'_>> =
            given.iter().map(|(name, text)| File { name, bytes: text.as_bytes() }).collect();
        let native = check_with(&files, &CheckContext { site: here, ..CheckContext::of(&known) });
        assert!(page.body.contains(&answer(&native)), "{name}: {native:#?}");
        assert_eq!(native.files[0].verdict == Verdict::Holds, is_genuine, "{name}: {native:#?}");
        assert_eq!(native.all_hold(), is_genuine, "{name}");
        assert!(is_genuine || !page.body.contains("data-standing=\"good\""), "{name}: {}", page.body);
        // The API checks one signed document at a time: what the site signed, and never what was made of a file beside it.
        for (nth, (file, text)) in given.iter().enumerate() {
            let told = site.api("").post_text("/api/verify", (*text).to_owned()).await;
            assert_eq!(told.json()["valid"] == json!(true), nth > 0, "{name}, {file}: {}", told.body);
        }
    }
}

//! `GET /verify/evenhand-verify.html`: the whole verifier in one file.
//!
//! It holds the page's own form, script, style and module, and the keys as they are now. Opened from disk it asks nobody for
//! anything: its policy lets it run this script and no other, and connect nowhere.

use crate::assets;
use crate::pages::prelude::*;
use app::pages::verify_form::{Form, LEAD, Place, TITLE};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use portal::records::keys;
use sha2::{Digest, Sha256};
use shared::provenance::PageKeys;

pub async fn save(Shared(state): Shared<State>) -> PageResult {
    let issuer = state.base_url.to_string();
    let keys = state.read(async |c| keys::of_page(c, issuer).await).await?;
    // By the time that the file is opened, the site may have another key, and other results.
    let keys = PageKeys { current: false, published: None, ..keys };
    let html = document(&keys).ok_or_else(Refusal::not_found)?;
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"evenhand-verify.html\""),
        // Shown by a browser in spite of that, it is no page of this site.
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
    ];
    Ok((headers, html).into_response())
}

/// The file; none where the verifier's module was not built.
fn document(keys: &PageKeys) -> Option<String> {
    let glue = std::str::from_utf8(assets::embedded("verify.js")?).ok()?;
    let module = STANDARD.encode(assets::embedded("verify.wasm")?);
    let (script, worker, style) =
        (assets::text("verify.js"), assets::text("verify-worker.js"), assets::text("verify-file.css"));
    let form = Form { keys, given: None, pasted: "", slug: "", wrong: "", report: None, place: Place::File };
    let (runs, styles) = (hash(script), hash(style));
    // The engine is a text, not a script: the page makes a worker of it, which runs under the same policy.
    Some(format!(
        r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '{runs}' 'wasm-unsafe-eval'; style-src '{styles}'; worker-src blob:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{TITLE} · Evenhand</title>
<style>{style}</style>
</head>
<body>
<main class="stack">
<h1>{TITLE}</h1>
<p class="lead">{LEAD}</p>
<noscript><p>This file checks by a script: switch scripting on for it.</p></noscript>
{form}
</main>
<script type="text/plain" id="engine">{glue}
{worker}</script>
<script type="text/plain" id="module">{module}</script>
<script>{script}</script>
</body>
</html>
"#
    ))
}

/// What a policy names a script or a style by.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

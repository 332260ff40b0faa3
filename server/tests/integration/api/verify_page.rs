//! The page that checks records, when files are sent to it, and the one-file verifier.

use crate::prelude::*;
use crate::support::multipart::{KIND, form};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use shared::provenance::{KeySet, link};
use web::assets;

const PAGE: &str = "/verify";
const ONE_FILE: &str = "/verify/evenhand-verify.html";

/// Sends it without a session.
async fn send(site: &Site, body: String) -> Reply {
    site.api("").send_with("POST", PAGE, &[KIND], body).await
}

/// The page shows the answer in this colour and all of these words.
#[track_caller]
fn says(page: &Reply, colour: &str, words: &[&str]) {
    assert_eq!(page.status, 200, "{}", page.body);
    assert!(page.body.contains(&format!("data-standing=\"{colour}\"")), "{}", page.body);
    for word in words {
        assert!(page.body.contains(word), "{word}\n{}", page.body);
    }
}

/// Signed results, the bundle and the audit export of the published event.
async fn records(pool: &PgPool) -> (Site, String, String, String) {
    let site = Site::new(pool).await;
    let signed = site.api("").get("/api/events/demo/results/signed").await.body;
    let bundle = site.api("org").get("/api/events/demo/export/bundle.json").await.body;
    let audit = site.api("org").get("/api/events/demo/export/audit.csv").await.body;
    (site, signed, bundle, audit)
}

#[database_test(PUBLISHED)]
async fn without_scripting_the_form_checks_and_nothing_is_kept(pool: PgPool) {
    let (site, signed, bundle, audit) = records(&pool).await;
    let rows = async || {
        let sql = "select coalesce(sum((xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', \
                   tablename), false, true, '')))[1]::text::bigint), 0)::bigint from pg_tables \
                   where schemaname = 'public' and tablename <> 'rate_count'";
        one::<i64>(&pool, sql).await
    };
    let before = rows().await;
    let files = [("results.json", &*signed), ("bundle.json", &*bundle), ("demo-audit.csv", &*audit)];
    let page = send(&site, form(&files, &[("pasted", ""), ("slug", "")])).await;
    says(
        &page,
        "warn",
        &[
            "All 3 files hold as far as they can be checked.",
            "We computed run 1 again from",
            "The computed ranking matches results.json in every number.",
            "This is the log of the event demo.",
        ],
    );
    assert!(!page.headers.contains_key("set-cookie"));
    assert_eq!(rows().await, before, "a row was written");
    // The page itself: its keys, and what it does with the files.
    let empty = site.api("").get(PAGE).await;
    empty.shows("Your files are sent to this site, checked, and not kept.");
    let fingerprint = site.keys().await.keys[0].fingerprint();
    assert!(empty.body.contains(&fingerprint) && empty.body.contains("/.well-known/evenhand-signing-key"));
    let policy = empty.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'self'"), "{policy}");
    assert!(!policy.contains("http") && !policy.contains("unsafe-inline"), "{policy}");
}

#[database_test(PUBLISHED)]
async fn a_changed_file_is_reported_with_the_place_that_breaks(pool: PgPool) {
    let (site, signed, bundle, audit) = records(&pool).await;
    let changed = signed.replacen("\"rank\":1", "\"rank\":2", 1);
    let page = send(&site, form(&[("r.json", &changed)], &[])).await;
    says(&page, "bad", &["r.json failed the check, at its signature.", "one of them was changed"]);
    let tampered = audit.replacen("run.created", "run.deleted", 1);
    // The header is line 0.
    let row = audit.lines().position(|line| line.contains("run.created")).unwrap();
    let page = send(&site, form(&[("demo-audit.csv", &tampered), ("r.json", &signed)], &[])).await;
    let answer = format!("One of the two files failed the check: demo-audit.csv, at row {row}.");
    says(&page, "bad", &[&answer, &format!("Row {row} was changed")]);
    // A digest that no longer fits, in the run.
    let at = bundle.find("\"input_digest\":\"").unwrap() + 16;
    let mut other = bundle.clone();
    other.replace_range(at..at + 4, if &bundle[at..at + 4] == "0000" { "1111" } else { "0000" });
    let page = send(&site, form(&[("b.json", &other)], &[])).await;
    says(&page, "bad", &["b.json failed the check, at runs[0], input_digest."]);
    // A cut file: the signed head is later than the file, as with an older export. Without a head the end cannot be checked.
    let short: String =
        audit.lines().take(audit.lines().count() - 3).map(|line| format!("{line}\r\n")).collect();
    let page = send(&site, form(&[("demo-audit.csv", &short), ("r.json", &signed)], &[])).await;
    says(
        &page,
        "warn",
        &["demo-audit.csv: The signed head is newer than this file.", "Download the file again"],
    );
    let page = send(&site, form(&[("demo-audit.csv", &short)], &[])).await;
    says(&page, "warn", &["demo-audit.csv holds as far as it can be checked.", "Without a signed head"]);
    let page = send(&site, form(&[("holiday.jpg", "\u{1}\u{2}JFIF")], &[])).await;
    says(&page, "warn", &["holiday.jpg cannot be judged."]);
}

#[database_test(PUBLISHED)]
async fn the_sites_own_check_knows_replaced_results(demo: World, site: Site) {
    let signed = site.api("").get("/api/events/demo/results/signed").await.body;
    let page = send(&site, form(&[("r.json", &signed)], &[])).await;
    says(&page, "good", &["This signed ranking is genuine.", "No later results have changed what it says."]);
    rescored(&demo).await;
    calibrated(&site).await;
    let correct = [("run", "2"), ("reason", "A review was missing."), ("consent", "true")];
    site.browser("org").submit("/events/demo/manage/calibration/publish", &correct).await.is(303);
    let page = send(&site, form(&[("r.json", &signed)], &[])).await;
    let corrected =
        ["This signed ranking is genuine, but corrected on ", ": the ranking of run 2 is public now."];
    says(&page, "good", &corrected);
}

#[database_test(PUBLISHED, records(&pool))]
async fn pasted_text_comes_back_as_text(site: Site, signed: String, _: String, audit: String) {
    let page = send(&site, form(&[], &[("pasted", &signed)])).await;
    says(&page, "good", &["This signed ranking is genuine.", "{&quot;payload&quot;:"]);
    let page =
        send(&site, form(&[], &[("pasted", &link::write("http://portal.example", signed.as_bytes()))])).await;
    says(&page, "good", &["This signed ranking is genuine.", "Results of"]);
    let evil = "</textarea><script>alert(1)</script>";
    let page = send(&site, form(&[("\"><img src=x onerror=alert(1)>.csv", evil)], &[("pasted", evil)])).await;
    says(&page, "warn", &["&lt;/textarea&gt;&lt;script&gt;"]);
    assert!(!page.body.contains("<script>alert") && !page.body.contains("<img"), "{}", page.body);
    // The event, if the export's name does not say it.
    let page = send(&site, form(&[("log.csv", &audit)], &[("slug", " other ")])).await;
    says(&page, "bad", &["does not begin the log of the event other", "value=\"other\""]);
    // A client without files may send an ordinary form.
    let urlencoded = [("content-type", "application/x-www-form-urlencoded")];
    let page = site.api("").send_with("POST", PAGE, &urlencoded, "pasted=hello").await;
    says(&page, "warn", &["What was pasted cannot be judged.", ">\nhello</textarea>"]);
}

#[database_test(JUDGED)]
async fn unusable_uploads_are_refused_with_a_sentence(site: Site) {
    let told = |page: Reply, status: u16, words: &str| {
        assert_eq!(page.status, status, "{}", page.body);
        assert!(page.body.contains(words), "{words}\n{}", page.body);
    };
    told(send(&site, form(&[], &[])).await, 400, "Choose a file, or paste something.");
    // A browser's field where no file was chosen.
    told(send(&site, form(&[("", "")], &[("pasted", " \r\n")])).await, 400, "<title>Error: Check a record");
    let many: Vec<(&str, &str)> = (0..51).map(|_| ("a.txt", "a")).collect();
    told(send(&site, form(&many, &[])).await, 400, "more than 50 files");
    for (kind, body) in [
        ("application/json", "{}".to_owned()),
        ("multipart/form-data", form(&[], &[])),
        (KIND.1, "no form".into()),
        (KIND.1, form(&[("a.txt", "cut")], &[]).replace("--xyz--", "")),
    ] {
        let page = site.api("").send_with("POST", PAGE, &[("content-type", kind)], body).await;
        told(page, 400, "This form can’t be read");
    }
    let large = [KIND, ("content-length", "67108865")];
    told(site.api("").send_with("POST", PAGE, &large, String::new()).await, 413, "larger than 64\u{a0}MiB");
    let elsewhere = [KIND, ("origin", "https://other.example")];
    let page = site.api("").send_with("POST", PAGE, &elsewhere, form(&[], &[("pasted", "x")])).await;
    told(page, 403, "comes from another site");
    let here = [KIND, ("origin", "http://portal.example")];
    let page = site.api("").send_with("POST", PAGE, &here, form(&[], &[("pasted", "x")])).await;
    told(page, 200, "What was pasted cannot be judged.");
    // More than an ordinary body, whole.
    let page = send(&site, form(&[("long.txt", &"a".repeat(2 * 1024 * 1024))], &[])).await;
    told(page, 200, "long.txt cannot be judged.");
}

/// Without the verifier's module there is no file; `script/test` builds it.
#[database_test(JUDGED)]
async fn the_one_file_verifier_runs_its_own_script_and_requests_nothing(site: Site) {
    let saved = site.api("").get(ONE_FILE).await;
    let Some(module) = assets::embedded("verify.wasm") else {
        assert_eq!(saved.status, 404);
        return;
    };
    assert_eq!(saved.headers["content-disposition"], "attachment; filename=\"evenhand-verify.html\"");
    assert_eq!(saved.headers["content-security-policy"], "default-src 'none'; sandbox");
    let html = &saved.body;
    let between = |before: &str, after: &str| {
        let (_, rest) = html.split_once(before).unwrap_or_else(|| panic!("{before}"));
        rest.split_once(after).unwrap().0
    };
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text.as_bytes())));
    let policy = between("http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    let (script, style) = (hash(between("<script>", "</script>")), hash(between("<style>", "</style>")));
    let expected = format!(
        "default-src 'none'; script-src {script} 'wasm-unsafe-eval'; style-src {style}; worker-src blob:; \
             base-uri 'none'; form-action 'none'"
    );
    assert_eq!(policy, expected);
    assert_eq!(STANDARD.decode(between("id=\"module\">", "</script>")).unwrap(), module);
    // Four script elements, each whole: the keys, two texts, and the one that runs.
    assert_eq!((html.matches("<script").count(), html.matches("</script").count()), (4, 4));
    let shown = html.split_once("<script type=\"text/plain\"").unwrap().0;
    for asks in ["src=", "<link", "url(", "@import", "href=\"http"] {
        assert!(!shown.contains(asks), "{asks}");
    }
    let keys = KeySet::read(between("id=\"keys\">", "</script>").as_bytes()).unwrap();
    assert!(html.contains(&keys.keys[0].fingerprint()));
    assert!(html.contains("http://portal.example"), "whose keys these are");
    site.api("").get(PAGE).await.shows(&format!("href=\"{ONE_FILE}\" download"));
}

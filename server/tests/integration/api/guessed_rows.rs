//! A row of the log cannot be guessed from what leaves the portal: each holds random bits that only readers of the log see.

use crate::prelude::*;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use shared::audit::{AuditRow, row_hash};
use shared::provenance::{Link, read_audit_csv};
use shared::webhook::kinds::KIND_GROUPS;
use shared::webhook::message::{Announcement, WebhookFormat, body};
use std::collections::BTreeSet;

/// What the application writes for an action: small values that anybody can try, or none.
const SAID: [Option<&str>; 3] = [
    Some(
        r#"{"comment_sha256":null,"judge":5,"project":7,"scores":{"quality":4},"status":"done","submitted":true}"#,
    ),
    Some("{}"),
    None,
];

#[database_test(PUBLISHED)]
async fn no_row_of_any_action_is_guessed_from_what_leaves_the_portal(pool: PgPool, demo: World) {
    let site = Site::with(&pool, &["--limits=off"]).await;
    let actions: Vec<&str> = KIND_GROUPS.iter().flat_map(|group| group.actions.iter().copied()).collect();
    let mut app = site.state.database.pool().acquire().await.unwrap();
    for (nth, action) in actions.iter().enumerate() {
        sqlx::query(
            "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, after)
             values ($1, 'j1@x.example', 'judge', $2, 'assignment', '1', '192.0.2.7', $3)",
        )
        .bind(demo.event)
        .bind(*action)
        .bind(SAID[nth % SAID.len()])
        .execute(&mut *app)
        .await
        .unwrap();
    }
    let log = site.api("org").get("/api/events/demo/export/audit.csv").await.body;
    let bundle = site.api("org").get("/api/events/demo/export/bundle.json").await.body;
    let rows = read_audit_csv(log.as_bytes()).unwrap();
    assert!(rows.len() > actions.len());

    let mut left = String::new();
    for path in ["results", "results/signed", "audit-head"] {
        left += &site.api("org").get(&format!("/api/events/demo/{path}")).await.body;
    }
    for path in [
        "/events/demo",
        "/events/demo/log/checkpoint",
        "/events/demo/results",
        "/events/demo/manage/audit",
        "/verify",
    ] {
        left += &site.browser("org").get(path).await.body;
    }
    let mut salts = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for Link { row, row_hash: hash } in &rows {
        let announcement = Announcement {
            event: "demo".into(),
            seq: row.seq,
            timestamp: row.ts.clone(),
            action: row.action.clone(),
            actor_role: "judge".into(),
            object_type: row.object_type.clone(),
            object_id: row.object_id.clone(),
            row_hash: hash.clone(),
        };
        left += &body(WebhookFormat::Standard, &announcement, None);
        left += &site.api("org").get(&format!("/api/events/demo/audit-head?row={}", row.seq)).await.body;
        // The guesser knows all but the salt: whatever they try, the hash says nothing.
        let (said, salt) = without_salt(&row.after);
        for after in [said.as_str(), "{}", ""] {
            let guessed = AuditRow { after: after.to_owned(), ..row.clone() };
            assert_ne!(row_hash(&guessed), *hash, "row {}, {}", row.seq, row.action);
        }
        // With it they would have the row, so the guess itself is right.
        assert_eq!(row_hash(row), *hash);
        assert_eq!(URL_SAFE_NO_PAD.decode(&salt).unwrap().len(), 16, "{salt}");
        seen.insert(row.action.as_str());
        salts.insert(salt);
    }
    assert_eq!(salts.len(), rows.len(), "each row has its own");
    assert!(actions.iter().all(|action| seen.contains(action)));
    for salt in &salts {
        assert!(!left.contains(salt.as_str()), "{salt} left the portal");
        assert!(bundle.contains(salt.as_str()) && log.contains(salt.as_str()), "{salt} is not in the files");
    }
}

fn without_salt(after: &str) -> (String, String) {
    let (said, rest) = after.rsplit_once(r#""salt":""#).unwrap_or_else(|| panic!("no salt: {after}"));
    let said = said.strip_suffix(',').map_or_else(|| "{}".to_owned(), |said| format!("{said}}}"));
    (said, rest.trim_end_matches("\"}").to_owned())
}

#[database_test(JUDGED)]
async fn rows_from_before_the_salt_stay_in_a_chain_that_holds(pool: PgPool, demo: World) {
    let site = Site::with(&pool, &["--limits=off"]).await;
    // As an earlier version wrote: the same trigger without its line.
    let salted: String = one(&pool, "select pg_get_functiondef('audit_log_chain()'::regprocedure)").await;
    let old = salted.replace("new.after := with_salt(new.after);", "");
    assert_ne!(old, salted);
    let row = "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, after)
               values ($1, 'j1@x.example', 'judge', 'review.saved', 'assignment', '1', '{\"total\":1}')";
    for version in [&old, &salted] {
        sqlx::raw_sql(sqlx::AssertSqlSafe(version.clone())).execute(&pool).await.unwrap();
        sqlx::query(row).bind(demo.event).execute(&pool).await.unwrap();
    }
    let afters: Vec<String> = demo.all("select after from audit_log where event_id = $1 order by seq").await;
    assert_eq!(afters[0], "{\"total\":1}");
    assert_eq!(without_salt(&afters[1]).0, afters[0]);
    let read: Vec<String> =
        demo.all("select without_salt(after) from audit_log where event_id = $1 order by seq").await;
    assert_eq!(read, ["{\"total\":1}"; 2]);
    let log = site.api("org").get("/api/events/demo/export/audit.csv").await.body;
    let rows = read_audit_csv(log.as_bytes()).unwrap();
    shared::provenance::Chain::check(rows).unwrap();
}

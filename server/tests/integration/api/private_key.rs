//! The private signing key is in no backup, no exported file and no answer.

use crate::prelude::*;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use portal::records::keys;
use portal::records::secret::{self, Secret};
use sqlx::AssertSqlSafe;
use sqlx::ConnectOptions as _;
use tokio::process::Command;

/// The spellings in which 32 bytes might be written down.
fn spellings(secret: &[u8; 32]) -> [String; 3] {
    let hex = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    [URL_SAFE_NO_PAD.encode(secret), STANDARD_NO_PAD.encode(secret), hex]
}

#[database_test(PUBLISHED)]
async fn no_table_no_file_and_no_answer_holds_the_private_key(pool: PgPool, site: Site) {
    let (used, next) = ([7; 32], [8; 32]);
    let mut said = String::new();
    for path in [
        "/api/events/demo/results/signed",
        "/api/judge/record?event=demo&judge=j1@x.example",
        "/.well-known/did.json",
        "/.well-known/evenhand-signing-key",
        "/api/events/demo/badge-status",
        "/api/events/demo/export/bundle.json",
        "/api/events/demo/export/audit.csv",
    ] {
        let reply = site.api("org").get(path).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        said += &reply.body;
    }
    let shell = Caller::shell();
    let rotated =
        site.state.by(&shell).write(async |call| keys::rotate(call, &Secret::from_bytes(next)).await);
    rotated.await.unwrap();
    let sql = "select tablename::text from pg_tables where schemaname = 'public'";
    let tables: Vec<String> = sqlx::query_scalar(sql).fetch_all(&pool).await.unwrap();
    assert!(tables.iter().any(|table| table == "signing_key"));
    assert!(tables.iter().any(|table| table == "audit_log"));
    for table in tables {
        let rows = AssertSqlSafe(format!("select coalesce(string_agg(t::text, ' '), '') from {table} t"));
        said += &sqlx::query_scalar::<_, String>(rows).fetch_one(&pool).await.unwrap();
    }
    said += &format!("{:?} {:?}", site.state.signer, site.state.settings);
    // Proves that the search works: it finds the public key.
    let public = URL_SAFE_NO_PAD.encode(Secret::from_bytes(used).public());
    assert!(said.contains(&public), "the public half is not there either");
    for spelling in [spellings(&used), spellings(&next)].concat() {
        assert!(!said.contains(&spelling), "{spelling}");
    }
}

#[database_test]
async fn commands_that_rotate_the_key_at_once_leave_one_chain_of_keys(pool: PgPool) {
    let url = pool.connect_options().to_url_lossy();
    let folder = std::env::temp_dir().join(format!("evenhand-rotated-{}", std::process::id()));
    let rotate = async || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_evenhand"));
        let command = command.args(["key", "rotate"]).env("DATABASE_URL", url.as_str());
        let done =
            command.env_remove("EVENHAND_SIGNING_KEY").env("EVENHAND_DATA_DIR", &folder).output().await;
        let done = done.unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap().trim().to_owned()
    };
    let (one, two, three) = tokio::join!(rotate(), rotate(), rotate());
    let kept = secret::load(&secret::file(&folder)).unwrap().map(|secret| secret.kid());
    std::fs::remove_dir_all(&folder).unwrap();
    let keys = "select kid from signing_key order by status = 'current', created_at";
    let keys: Vec<String> = sqlx::query_scalar(keys).fetch_all(&pool).await.unwrap();
    let mut printed = [one, two, three];
    printed.sort();
    let mut known = keys.clone();
    known.sort();
    assert_eq!(known, printed, "each command made a key of its own");
    assert_eq!(kept.as_ref(), keys.last(), "the folder holds the current one");
}

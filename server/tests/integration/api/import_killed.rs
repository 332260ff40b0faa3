//! An import that is killed in the middle leaves nothing, at any row, whether the program or the connection was
//! killed.

use crate::api::import::{IMPORT, bundle, site, stored};
use crate::prelude::*;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};
use web_http::answer::UNKNOWN;

/// What an import writes to, in its order.
const TABLES: [&str; 20] = [
    "event", "track", "criterion", "person", "event_person", "membership", "team", "team_member", "project",
    "assignment", "review", "conflict", "comment", "ballot", "prize", "prize_winner", "project_prize",
    "project_place", "project_need", "audit_log",
];

/// A bundle with so many people that its import writes more than fifty rows.
fn long() -> Value {
    let mut file = bundle();
    let people = file["people"].as_array_mut().unwrap();
    people.extend((0..8).map(|n| {
        json!({"ref": format!("e{n}"), "email": format!("extra{n}@y.example"), "name": "Extra", "roles": ["participant"]})
    }));
    file
}

/// Each row that is written counts, past any rollback; as the count comes to `deadline.row`, the database ends the
/// connection that writes.
async fn arm(pool: &PgPool) {
    let sql = "create sequence written; create table deadline (row bigint not null); insert into deadline values (0);
         create function die() returns trigger language plpgsql security definer as $$
         begin
             if nextval('written') = (select row from deadline) then perform pg_terminate_backend(pg_backend_pid()); end if;
             return null;
         end $$";
    run(pool, sql).await;
    for table in TABLES {
        run(pool, &format!("create trigger die after insert on {table} for each row execute function die()"))
            .await;
    }
}

async fn due(pool: &PgPool, row: i64) {
    run(pool, &format!("select setval('written', 1, false); update deadline set row = {row}")).await;
}

#[database_test]
async fn an_import_cut_at_any_row_leaves_nothing_and_can_be_repeated(pool: PgPool) {
    site(&pool).await;
    let site = Site::with(&pool, &["--limits=off"]).await;
    let before = stored(&pool).await;
    arm(&pool).await;
    // How many rows there are to die at: an import that is refused as its last constraint is looked at.
    let sql = "create function no() returns trigger language plpgsql as $$
             begin perform refuse(409, 'own_team', 'Not this one.'); return null; end $$;
         create constraint trigger no after insert on audit_log deferrable initially deferred for each row execute function no()";
    run(&pool, sql).await;
    due(&pool, 0).await;
    assert_eq!(site.api("root").post(IMPORT, long()).await.status, 409);
    let rows: i64 = one(&pool, "select last_value from written").await;
    assert!(rows >= 50, "{rows} rows");
    run(&pool, "drop trigger no on audit_log").await;
    for row in 1..=rows {
        due(&pool, row).await;
        let reply = site.api("root").post(IMPORT, long()).await;
        assert_eq!(reply.status, 503, "killed at row {row}: {}", reply.body);
        assert_eq!(
            one::<i64>(&pool, "select last_value from written").await,
            row,
            "it was killed at that row"
        );
        assert_eq!(stored(&pool).await, before, "killed at row {row}");
        assert_eq!(site.api("").get("/api/events/lamps").await.status, 404);
    }
    due(&pool, 0).await;
    site.api("root").post(IMPORT, long()).await.is(201);
    assert_eq!(
        one::<i64>(&pool, "select count(*) from audit_log where chain = 'lamps' and seq = 1").await,
        1
    );
}

#[database_test(site(&pool))]
async fn an_import_cut_at_the_commit_leaves_nothing(pool: PgPool, site: Site) {
    let before = stored(&pool).await;
    let sql = "create function die() returns trigger language plpgsql security definer as $$
             begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
         create constraint trigger die after insert on audit_log deferrable initially deferred for each row execute function die()";
    run(&pool, sql).await;
    // The answer does not invite a retry: the connection could also have ended just after a commit.
    let reply = site.api("root").post(IMPORT, bundle()).await;
    assert_eq!(reply.refusal(), (500, UNKNOWN.into()));
    assert!(!reply.headers.contains_key("retry-after"));
    assert_eq!(stored(&pool).await, before);
    run(&pool, "drop trigger die on audit_log").await;
    assert_eq!(site.api("root").post(IMPORT, bundle()).await.status, 201);
}

#[database_test]
async fn a_killed_program_leaves_nothing_of_its_import(pool: PgPool) {
    site(&pool).await;
    let before = stored(&pool).await;
    let file = std::env::temp_dir().join(format!("evenhand-killed-{}.json", std::process::id()));
    std::fs::write(&file, bundle().to_string()).unwrap();
    let program = || {
        let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_evenhand"));
        command.env("DATABASE_URL", pool.connect_options().to_url_lossy().as_str());
        command.arg("import").arg(&file).args(["--slug", "lamps"]);
        command
    };
    // Late in the import, the writer waits for a lock that this test holds, and then keeps it until the transaction ends.
    let sql = "create function hold() returns trigger language plpgsql as $$
             begin perform pg_advisory_xact_lock(4711); return null; end $$;
         create trigger hold after insert on review for each row execute function hold()";
    run(&pool, sql).await;
    let mut holder = PgConnection::connect_with(&pool.connect_options()).await.unwrap();
    sqlx::raw_sql("select pg_advisory_lock(4711)").execute(&mut holder).await.unwrap();
    let mut child = program().stdout(std::process::Stdio::null()).spawn().unwrap();
    let waits = "select count(*) from pg_locks where locktype = 'advisory' and objid = 4711 and not granted
                 and database = (select oid from pg_database where datname = current_database())";
    while one::<i64>(&pool, waits).await == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it came to the lock");
        tokio::task::yield_now().await;
    }
    child.start_kill().unwrap();
    assert!(!child.wait().await.unwrap().success());
    // The database keeps working for a client that is gone. Its lock is released when its transaction ends.
    sqlx::raw_sql("select pg_advisory_unlock(4711)").execute(&mut holder).await.unwrap();
    sqlx::raw_sql("select pg_advisory_lock(4711)").execute(&mut holder).await.unwrap();
    assert_eq!(stored(&pool).await, before);
    run(&pool, "drop trigger hold on review").await;
    let done = program().output().await.unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(one::<i64>(&pool, "select count(*) from event where slug = 'lamps'").await, 1);
    std::fs::remove_file(&file).unwrap();
}

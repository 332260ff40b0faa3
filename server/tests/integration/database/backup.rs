//! A dump, restored into an empty database, is the same portal: its log goes on, and stays closed to change.

use crate::database::world::{REVIEW, WORLD, World};
use database_test::database_test;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, PgPool};
use std::process::Command;

const APPEND: &str = "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
    values (1, 'jo@x.example', 'judge', 'review.saved', 'review', '1')";

/// One of PostgreSQL's own programs, for this database.
fn program(name: &str, options: &PgConnectOptions, database: &str) -> Command {
    let host =
        options.get_socket().map_or_else(|| options.get_host().into(), |path| path.display().to_string());
    let mut command = Command::new(name);
    command.args(["-h", &host, "-p", &options.get_port().to_string(), "-U", options.get_username()]);
    command.args(["-d", database, "--no-password"]);
    command
}

fn done(command: &mut Command) {
    let ran = command.output().unwrap();
    assert!(ran.status.success(), "{command:?}: {}", String::from_utf8_lossy(&ran.stderr));
}

async fn run(database: &mut PgConnection, sql: &str) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(database).await.map(drop)
}

/// Every row of every table but what only counts, as text, and who may do what.
async fn contents(database: &mut PgConnection) -> Vec<String> {
    let sql = "select tablename::text from pg_tables where schemaname = 'public' order by 1";
    let tables: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut *database).await.unwrap();
    let mut all = Vec::new();
    for table in tables.iter().filter(|table| *table != "rate_count") {
        let rows = format!("select '{table} ' || t::text from {table} t order by 1");
        all.extend(
            sqlx::query_scalar::<_, String>(AssertSqlSafe(rows)).fetch_all(&mut *database).await.unwrap(),
        );
    }
    let rights = "select concat_ws(' ', table_name, privilege_type) from information_schema.role_table_grants
        where grantee = 'evenhand_app' order by 1";
    all.extend(sqlx::query_scalar::<_, String>(rights).fetch_all(database).await.unwrap());
    all
}

#[database_test(WORLD)]
async fn a_restored_dump_is_the_same_portal_and_its_log_continues(pool: PgPool) {
    let options = (*pool.connect_options()).clone();
    let mut app = World::of(pool).app().await;
    app.run(REVIEW).await;
    app.run(APPEND).await;
    app.run(APPEND).await;
    let name = options.get_database().unwrap();
    // The whole name with more behind it would be cut to the same 63 bytes.
    let restored = format!("restored_{}", name.get(name.len().saturating_sub(40)..).unwrap());
    let file = std::env::temp_dir().join(format!("{restored}.dump"));
    let mut first = PgConnection::connect_with(&options).await.unwrap();
    run(&mut first, &format!("drop database if exists \"{restored}\"")).await.unwrap();
    // From template0, which is always empty.
    run(&mut first, &format!("create database \"{restored}\" template template0")).await.unwrap();
    done(program("pg_dump", &options, name).args(["-Fc", "-f"]).arg(&file));
    done(program("pg_restore", &options, &restored).arg("--exit-on-error").arg(&file));
    std::fs::remove_file(&file).unwrap();
    let mut second = PgConnection::connect_with(&options.clone().database(&restored)).await.unwrap();
    assert_eq!(contents(&mut second).await, contents(&mut first).await);
    // The log continues after the restored rows: the database numbers and chains the new one.
    run(&mut second, &format!("set role evenhand_app; {APPEND}; reset role")).await.unwrap();
    let broken =
        "select count(*) from audit_log a left join audit_log b on b.chain = a.chain and b.seq = a.seq - 1
        where a.row_hash <> audit_row_hash(a) or a.seq > 1 and a.prev_hash is distinct from b.row_hash";
    let rows = "select count(*) from audit_log where chain = 'demo'";
    for (sql, expected) in [(rows, 3), (broken, 0)] {
        assert_eq!(
            sqlx::query_scalar::<_, i64>(sql).fetch_one(&mut second).await.unwrap(),
            expected,
            "{sql}"
        );
    }
    for change in ["update audit_log set actor = 'x'", "delete from audit_log", "truncate audit_log cascade"]
    {
        let refused = run(&mut second, change).await.unwrap_err().to_string();
        assert!(refused.contains("only grows"), "{change}: {refused}");
    }
    second.close().await.unwrap();
    run(&mut first, &format!("drop database \"{restored}\"")).await.unwrap();
}

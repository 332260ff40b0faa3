//! A database of its own for each test: a copy of a migrated one.

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{AssertSqlSafe, Connection, PgConnection, PgPool};
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::runtime;
use tokio::sync::OnceCell;

/// What a test does with its database.
type Test = fn(PgPool) -> Pin<Box<dyn Future<Output = ()>>>;

/// The migrated database's name. Copying it takes a third of the time of migrating an empty one.
static TEMPLATE: OnceCell<String> = OnceCell::const_new();
static COPIES: AtomicU32 = AtomicU32::new(0);

/// Runs a test on a database of its own, on the server that `DATABASE_URL` names. It stays there when the test fails.
pub(crate) fn on_a_database(test: Test) {
    let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let server = std::env::var("DATABASE_URL")
            .unwrap_or_else(|_| panic!("DATABASE_URL names no server to test with"));
        let server: PgConnectOptions = server.parse().unwrap();
        let mut admin = PgConnection::connect_with(&server).await.unwrap();
        let template = TEMPLATE.get_or_init(|| template(&server)).await;
        let copy = COPIES.fetch_add(1, Ordering::Relaxed);
        let name = format!("{template}_{}_{copy}", std::process::id());
        run(&mut admin, &format!("create database {name} template {template}")).await;
        let pool =
            PgPoolOptions::new().max_connections(5).connect_with(server.database(&name)).await.unwrap();
        test(pool).await;
        run(&mut admin, &format!("drop database {name} with (force)")).await;
    });
}

/// Makes the migrated database, unless one with the same migrations is there.
async fn template(server: &PgConnectOptions) -> String {
    let checksums = store::MIGRATOR.iter().flat_map(|migration| migration.checksum.iter());
    let digest = checksums.fold(0_u64, |sum, byte| sum.rotate_left(5) ^ u64::from(*byte));
    let name = format!("evenhand_test_{digest:016x}");
    let mut admin = PgConnection::connect_with(server).await.unwrap();
    run(&mut admin, "select pg_advisory_lock(7)").await;
    let sql = "select exists (select from pg_database where datname = $1)";
    if !sqlx::query_scalar::<_, bool>(sql).bind(&name).fetch_one(&mut admin).await.unwrap() {
        let unfinished = format!("{name}_unfinished");
        run(&mut admin, &format!("drop database if exists {unfinished}")).await;
        // `template0` is always empty.
        run(&mut admin, &format!("create database {unfinished} template template0")).await;
        store::connect::migrate(&server.clone().database(&unfinished)).await.unwrap();
        run(&mut admin, &format!("alter database {unfinished} rename to {name}")).await;
    }
    admin.close().await.unwrap();
    name
}

async fn run(connection: &mut PgConnection, sql: &str) {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(connection).await.unwrap();
}

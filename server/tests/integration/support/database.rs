//! A database of its own for each test: a copy of a template.

use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::{AssertSqlSafe, Connection as _, Decode, FromRow, PgConnection, PgPool, Postgres, Row as _, Type};
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, SystemTime};
use tokio::runtime::{Builder, Runtime};

/// What a column can be read as.
pub(crate) trait Column: Send + Unpin + Type<Postgres> + for<'r> Decode<'r, Postgres> {}

impl<T: Send + Unpin + Type<Postgres> + for<'r> Decode<'r, Postgres>> Column for T {}

/// What a row can be read as.
pub(crate) trait Row: Send + Unpin + for<'r> FromRow<'r, PgRow> {}

impl<T: Send + Unpin + for<'r> FromRow<'r, PgRow>> Row for T {}

pub(crate) async fn run(pool: &PgPool, sql: &str) {
    if let Err(error) = sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(pool).await {
        panic!("{error}\nin {sql}");
    }
}

/// The first column of the first row.
pub(crate) async fn one<T: Column>(pool: &PgPool, sql: &str) -> T {
    let query = sqlx::query_scalar(AssertSqlSafe(sql.to_owned()));
    query.fetch_one(pool).await.unwrap_or_else(|error| panic!("{error}\nin {sql}"))
}

pub(crate) async fn one_row<T: Row>(pool: &PgPool, sql: &str) -> T {
    let query = sqlx::query_as(AssertSqlSafe(sql.to_owned()));
    query.fetch_one(pool).await.unwrap_or_else(|error| panic!("{error}\nin {sql}"))
}

pub(crate) async fn all_rows<T: Row>(pool: &PgPool, sql: &str) -> Vec<T> {
    let query = sqlx::query_as(AssertSqlSafe(sql.to_owned()));
    query.fetch_all(pool).await.unwrap_or_else(|error| panic!("{error}\nin {sql}"))
}

/// What a test does with its database, and a recipe with a template.
type Act = fn(PgPool) -> Pin<Box<dyn Future<Output = ()>>>;

/// Times in a template are as long ago as it is old, so this has to be little beside an hour, after which an open window has closed.
const OLDEST: Duration = Duration::from_secs(600);

/// Plans each statement of a connection once. PostgreSQL would plan it anew the first five times, and tests ask hardly anything more
/// often: that is a quarter of what their databases take.
const ONE_PLAN: (&str, &str) = ("plan_cache_mode", "force_generic_plan");

static COPIES: AtomicU32 = AtomicU32::new(0);

/// A database that tests get copies of. The first test that asks for one makes it.
pub(crate) struct Template {
    holds: &'static str,
    beneath: Option<&'static Self>,
    recipe: Act,
    name: OnceLock<String>,
}

/// A migrated database. Copying it takes a twentieth of the time of migrating an empty one.
pub(crate) static MIGRATED: Template = Template {
    holds: "migrated",
    beneath: None,
    recipe: |pool| Box::pin(async move { store::connect::migrate(&pool.connect_options()).await.unwrap() }),
    name: OnceLock::new(),
};

impl Template {
    /// What is `beneath`, and what the recipe adds to it.
    pub(crate) const fn on(beneath: &'static Self, holds: &'static str, recipe: Act) -> Self {
        Self { holds, beneath: Some(beneath), recipe, name: OnceLock::new() }
    }

    /// The database's name, once it is there.
    fn name(&'static self) -> &'static str {
        self.name.get_or_init(|| self.make())
    }

    /// Makes the database, unless this very program made it a moment ago: its code is a part of every recipe.
    fn make(&self) -> String {
        // `template0` is always empty.
        let beneath = self.beneath.map_or("template0", Self::name);
        let program = std::env::current_exe().unwrap();
        let digest = program.as_os_str().as_encoded_bytes().iter();
        let digest = digest.fold(0_u64, |sum, byte| sum.rotate_left(5) ^ u64::from(*byte));
        let name = format!("evenhand_test_{}_{digest:016x}", self.holds);
        let linked = program.metadata().unwrap().modified().unwrap();
        let oldest = millis(linked.max(SystemTime::now() - OLDEST));

        let Admin(waiting, mut admin) = Admin::take();
        let is_there = "select coalesce((select shobj_description(oid, 'pg_database')::bigint >= $2
                                         from pg_database where datname = $1), false)";
        let is_there = sqlx::query_scalar::<_, bool>(is_there).bind(&name).bind(oldest);
        waiting.block_on(run_on(&mut admin, "select pg_advisory_lock(7)"));
        if !waiting.block_on(is_there.fetch_one(&mut admin)).unwrap() {
            let unfinished = format!("{name}_unfinished");
            let made = millis(SystemTime::now());
            waiting.block_on(async {
                run_on(&mut admin, &format!("drop database if exists {unfinished} with (force)")).await;
                copy(&mut admin, beneath, &unfinished).await;
            });
            // In a runtime of its own: with it end all connections to the database, which could not be renamed or copied else.
            runtime().block_on(async { (self.recipe)(pool(&unfinished)).await });
            waiting.block_on(async {
                run_on(&mut admin, &format!("comment on database {unfinished} is '{made}'")).await;
                run_on(&mut admin, &format!("drop database if exists {name} with (force)")).await;
                run_on(&mut admin, &format!("alter database {unfinished} rename to {name}")).await;
            });
        }
        waiting.block_on(run_on(&mut admin, "select pg_advisory_unlock(7)"));
        Admin(waiting, admin).keep();
        name
    }
}

/// Databases of tests that ended well.
static ENDED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Tests that are under way.
static RUNNING: AtomicU32 = AtomicU32::new(0);

/// A test that is under way. Whichever ends last drops what all of them left.
struct Running;

impl Running {
    fn begin() -> Self {
        RUNNING.fetch_add(1, Ordering::SeqCst);
        Self
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let was_last = RUNNING.fetch_sub(1, Ordering::SeqCst) == 1;
        if was_last && !std::thread::panicking() {
            let Admin(waiting, mut admin) = Admin::take();
            waiting.block_on(drop_all(&mut admin, 0));
            Admin(waiting, admin).keep();
        }
    }
}

/// Runs a test on a copy of a template, on the server that `DATABASE_URL` names. It stays there when the test fails.
pub(crate) fn on_a_copy(template: &'static Template, test: Act) {
    let _running = Running::begin();
    let template = template.name();
    let number = COPIES.fetch_add(1, Ordering::Relaxed);
    let name = format!("{template}_{}_{number}", std::process::id());
    let Admin(waiting, mut admin) = Admin::take();
    waiting.block_on(async {
        // Another run of this program may want to replace a template that has become old.
        run_on(&mut admin, "select pg_advisory_lock_shared(7)").await;
        copy(&mut admin, template, &name).await;
        run_on(&mut admin, "select pg_advisory_unlock_shared(7)").await;
        // PostgreSQL looks only every 100 ms whether a database's connections have ended. Those of the newest may not have.
        drop_all(&mut admin, 1).await;
    });
    Admin(waiting, admin).keep();
    // In a runtime of its own: with it end all connections to the database.
    runtime().block_on(async { test(pool(&name)).await });
    ENDED.lock().unwrap().push(name);
}

/// Connections to the server itself that nobody uses.
static ADMINS: Mutex<Vec<Admin>> = Mutex::new(Vec::new());

/// A connection to the server itself, with the runtime in which it lives. The next test uses it again: opening one takes as long as
/// dropping a database. One on which something failed is not kept.
struct Admin(Runtime, PgConnection);

impl Admin {
    fn take() -> Self {
        let kept = ADMINS.lock().unwrap().pop();
        kept.unwrap_or_else(|| {
            let waiting = runtime();
            let connection = waiting.block_on(PgConnection::connect_with(&server())).unwrap();
            Self(waiting, connection)
        })
    }

    fn keep(self) {
        ADMINS.lock().unwrap().push(self);
    }
}

/// Drops the databases of tests that ended well, but for so many of the newest.
async fn drop_all(admin: &mut PgConnection, but: usize) {
    let ended: Vec<String> = {
        let mut ended = ENDED.lock().unwrap();
        let old = ended.len().saturating_sub(but);
        ended.drain(..old).collect()
    };
    for name in ended {
        run_on(admin, &format!("drop database {name} with (force)")).await;
    }
}

/// Since version 15, PostgreSQL writes a copy to its log, block by block. Where it need not wait for the disk, copying the files, as
/// earlier versions always do, takes a third of that time.
async fn copy(admin: &mut PgConnection, template: &str, name: &str) {
    let files =
        "select current_setting('fsync') = 'off' and current_setting('server_version_num')::int >= 150000";
    let files: bool = sqlx::raw_sql(files).fetch_one(&mut *admin).await.unwrap().get(0);
    let strategy = if files { "strategy file_copy" } else { "" };
    run_on(admin, &format!("create database {name} template {template} {strategy}")).await;
}

fn server() -> PgConnectOptions {
    let server =
        std::env::var("DATABASE_URL").unwrap_or_else(|_| panic!("DATABASE_URL names no server to test with"));
    server.parse().unwrap()
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}

fn millis(time: SystemTime) -> i64 {
    time.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_millis().try_into().unwrap()
}

/// It connects when something is asked of it: many tests ask through the service alone.
fn pool(database: &str) -> PgPool {
    PgPoolOptions::new().max_connections(5).connect_lazy_with(server().database(database).options([ONE_PLAN]))
}

async fn run_on(connection: &mut PgConnection, sql: &str) {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(connection).await.unwrap();
}

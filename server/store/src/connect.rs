//! Connecting, migrating, and taking the application's role.

use crate::prelude::*;
use engine::shared_flush::takes_no_writes;
use sqlx::migrate::{Migrate, MigrateError};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{Connection, PgConnection, Row as _};
use std::sync::Arc;
use tokio::sync::OnceCell;

/// The longest wait for a connection of a pool.
const ACQUIRE: Duration = Duration::from_secs(4);
/// How many prepared statements a connection keeps. One that had to go is prepared again, at the cost of two round trips and a plan.
/// The program has over 500, but an evening's usual requests have fewer than these.
const STATEMENTS: usize = 256;
/// What ends a transaction that a cancelled `begin` left open: sqlx knows of none then. Where that transaction has failed, the
/// first of the two fails as well, and the connection is closed. `rollback` alone would warn in the database's log each time.
/// The last statement says whether the server takes no writes any more: such a connection is closed, or each request that got it
/// would be refused.
const END_TRANSACTION: &str = "begin; rollback; select pg_is_in_recovery()";
/// What every session is set to. A transaction left idle would hold the locks of a chain. A statement that waits longer
/// for a lock is answered 503, before its caller and everybody behind it have waited in vain; a write says itself how long it may.
/// No setting ends a commit that waits for a standby: a wait that is cancelled reports success. No query is compiled (`jit`): that takes
/// longer than running any of them. A page that an index names costs hardly more than the next one (`random_page_cost`): both are in memory, or
/// on a solid-state disk. By PostgreSQL's own guess of four times, a small table is read whole for each row that is looked for in it.
/// The last statement says whether the server is a standby.
const SESSION: &str = "set idle_in_transaction_session_timeout = '15s'; set statement_timeout = '60s'; \
                       set lock_timeout = '1s'; set jit = off; set random_page_cost = 1.1; select pg_is_in_recovery()";
/// What connections to a standby are called in `pg_stat_activity`.
const STANDBY: &str = "evenhand standby";
/// Why a database is refused whose migrations are not these.
const MADE_EARLIER: &str = "this database was made by an earlier, unreleased version of Evenhand, and this version cannot \
                            continue it. With the earlier version, export each event (evenhand export). Then start this \
                            version with a new database or data folder, and import the bundles (evenhand import).";
const MADE_LATER: &str =
    "this database was made by a newer version of Evenhand. Start that version, or a later one.";
/// The state of a statement that its user may not run.
const FORBIDDEN: &str = "42501";
/// Why a database is refused whose user may not migrate it.
const NOT_OWNER: &str =
    "the database user may not migrate: EVENHAND_MIGRATE_URL names the owner of the tables (docs/deploy.md)";

/// Brings the database to this version; several processes may do so at once (advisory lock).
/// Errors: broken, with what the database said, or which version of Evenhand made it.
pub async fn migrate(options: &PgConnectOptions) -> Outcome<()> {
    let mut connection = PgConnection::connect_with(options).await?;
    if let Err(error) = crate::MIGRATOR.run(&mut connection).await {
        return Err(not_migrated(error, &mut connection).await);
    }
    // A dump carries neither the database's own rights nor roles, so a restored one needs these again.
    sqlx::query!("select forbid_temporary_tables()").execute(&mut connection).await?;
    sqlx::query!("select set_up_writer()").execute(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

/// Says why the migrations could not run.
async fn not_migrated(error: MigrateError, connection: &mut PgConnection) -> Failure {
    if let MigrateError::Execute(said) | MigrateError::ExecuteMigration(said, _) = &error
        && said.as_database_error().and_then(|said| said.code()).as_deref() == Some(FORBIDDEN)
    {
        return Failure::broken(format!("{NOT_OWNER}. It says: {said}"));
    }
    let begins_alike = match error {
        MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) => begins_alike(connection).await,
        _ => Ok(true),
    };
    match (begins_alike, error) {
        (Ok(false), _) => Failure::broken(MADE_EARLIER),
        (Ok(true), MigrateError::VersionMissing(_)) => Failure::broken(MADE_LATER),
        (Ok(true), error) | (Err(error), _) => Failure::broken(format!("migration: {error}")),
    }
}

/// Whether the database's first migration is this version's first. It never changes from the first release on.
async fn begins_alike(connection: &mut PgConnection) -> Result<bool, MigrateError> {
    let applied = connection.list_applied_migrations(&crate::MIGRATOR.table_name).await?;
    Ok(applied.first().map(|m| &m.checksum) == crate::MIGRATOR.iter().next().map(|m| &m.checksum))
}

/// Whether the user of this connection may act as the application's role, which owns nothing.
pub async fn is_application(conn: &mut Conn) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select exists (select from pg_roles where rolname = 'evenhand_app'
                          and pg_has_role(session_user, oid, 'member')) as "found!""#
    );
    found.fetch_one(conn).await
}

/// Whether the user of this connection may act as the owner of a migrated database's tables, who can switch their rules off.
pub async fn is_owner(conn: &mut Conn) -> sqlx::Result<bool> {
    let owner = sqlx::query_scalar!(
        r#"select pg_has_role(session_user, relowner, 'member') as "owner!" from pg_class
           where oid = 'public.audit_log'::regclass"#
    );
    owner.fetch_one(conn).await
}

/// Tells the log where a service logs in as a user that could switch the tables' rules off.
pub async fn warn_of_owner(pool: &PgPool) -> Outcome<()> {
    let mut conn = pool.acquire().await?;
    if is_owner(&mut conn).await? {
        tracing::warn!(
            "the database user owns the tables: give DATABASE_URL a user of its own and EVENHAND_MIGRATE_URL the owner (docs/deploy.md)"
        );
    }
    Ok(())
}

/// Whether connections take the application's role. Tells the log where they can't.
async fn takes_role(conn: &mut Conn) -> sqlx::Result<bool> {
    let takes = is_application(conn).await?;
    if !takes {
        tracing::warn!(
            "the database user may not act as evenhand_app: the log's protection rests on triggers alone"
        );
    }
    Ok(takes)
}

/// A pool whose connections have taken the application's role, where there is one: the first of them asks. A server that is a standby
/// gets none of them: while the primary moves, the pool tries again until it finds the new one.
/// [`Database`](super::database::Database) divides `size` among its lanes.
pub async fn pool(options: PgConnectOptions, size: u32) -> Outcome<PgPool> {
    let options = options.statement_cache_capacity(STATEMENTS);
    Ok(pool_options(size, false).connect_with(options).await?)
}

/// A pool for what may be read from a standby. It connects when it is first asked, so that a standby that is away stops nothing.
#[must_use]
pub fn standby_pool(options: PgConnectOptions, size: u32) -> PgPool {
    let options = options.statement_cache_capacity(STATEMENTS).application_name(STANDBY);
    pool_options(size, true).connect_lazy_with(options)
}

fn pool_options(size: u32, takes_standby: bool) -> PgPoolOptions {
    let role = Arc::new(OnceCell::new());
    PgPoolOptions::new()
        .max_connections(size)
        .acquire_timeout(ACQUIRE)
        .after_connect(move |connection, _| {
            let role = Arc::clone(&role);
            Box::pin(async move {
                let is_standby: bool =
                    sqlx::raw_sql(SESSION).fetch_one(&mut *connection).await?.try_get(0)?;
                if is_standby && !takes_standby {
                    return Err(takes_no_writes());
                }
                let asked = takes_role(connection);
                if *role.get_or_try_init(|| asked).await? {
                    sqlx::raw_sql("set role evenhand_app").execute(connection).await?;
                }
                Ok(())
            })
        })
        .after_release(move |connection, _| {
            Box::pin(async move {
                let is_standby: bool =
                    sqlx::raw_sql(END_TRANSACTION).fetch_one(connection).await?.try_get(0)?;
                Ok(takes_standby || !is_standby)
            })
        })
}

/// Whether the database answers a query.
pub(super) async fn answers(pool: &PgPool) -> bool {
    sqlx::query_scalar!("select 1 as one").fetch_one(pool).await.is_ok()
}

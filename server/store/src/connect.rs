//! Connecting, migrating, and taking the application's role.

use crate::failure::{Failure, Outcome};
use sqlx::migrate::{Migrate, MigrateError};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{Connection, PgConnection};
use std::time::Duration;

/// The longest wait for a connection of a pool.
const ACQUIRE: Duration = Duration::from_secs(4);
/// How many prepared statements a connection keeps. One that had to go is prepared again, at the cost of two round trips and a plan.
/// The program has over 500, but an evening's usual requests have fewer than these.
const STATEMENTS: usize = 256;
/// What ends a transaction that a cancelled `begin` left open: sqlx knows of none then. Where that transaction has failed, the
/// first of the two fails as well, and the connection is closed. `rollback` alone would warn in the database's log each time.
const END_TRANSACTION: &str = "begin; rollback";
/// What every session is set to. A transaction left idle would hold the locks of a chain. A statement that waits longer
/// for a lock is answered 503, before its caller and everybody behind it have waited in vain; a write says itself how long it may.
const SESSION: &str = "set idle_in_transaction_session_timeout = '15s'; set statement_timeout = '60s'; \
                       set lock_timeout = '1s'";
/// Why a database is refused whose migrations are not these.
const MADE_EARLIER: &str = "this database was made by an earlier, unreleased version of Evenhand, and this version cannot \
                            continue it. With the earlier version, export each event (evenhand export). Then start this \
                            version with a new database or data folder, and import the bundles (evenhand import).";
const MADE_LATER: &str =
    "this database was made by a newer version of Evenhand. Start that version, or a later one.";

/// Brings the database to this version; several processes may do so at once (advisory lock).
///
/// # Errors
/// Broken, with what the database said, or which version of Evenhand made it.
pub async fn migrate(options: &PgConnectOptions) -> Outcome<()> {
    let mut connection = PgConnection::connect_with(options).await?;
    if let Err(error) = super::MIGRATOR.run(&mut connection).await {
        return Err(not_migrated(error, &mut connection).await);
    }
    // A dump does not carry the database's own rights, so a restored one needs this again.
    sqlx::query!("select forbid_temporary_tables()").execute(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

/// Says why the migrations could not run.
async fn not_migrated(error: MigrateError, connection: &mut PgConnection) -> Failure {
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
    let applied = connection.list_applied_migrations(&super::MIGRATOR.table_name).await?;
    Ok(applied.first().map(|m| &m.checksum) == super::MIGRATOR.iter().next().map(|m| &m.checksum))
}

/// What a database user may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserPowers {
    /// It may act as the application's role, which owns nothing.
    pub is_application: bool,
    /// It may act as the owner of the tables, who can switch their rules off.
    pub is_owner: bool,
}

/// What the user of these options may do in a migrated database.
pub async fn powers(options: &PgConnectOptions) -> Outcome<UserPowers> {
    let mut connection = PgConnection::connect_with(options).await?;
    let powers = sqlx::query_as!(
        UserPowers,
        r#"select exists (select from pg_roles where rolname = 'evenhand_app'
                          and pg_has_role(session_user, oid, 'member')) as "is_application!",
                  (select pg_has_role(session_user, relowner, 'member') from pg_class
                   where oid = 'public.audit_log'::regclass) as "is_owner!""#
    )
    .fetch_one(&mut connection)
    .await?;
    connection.close().await?;
    Ok(powers)
}

/// Tells the log where a service logs in as a user that could switch the tables' rules off.
pub async fn warn_of_owner(options: &PgConnectOptions) -> Outcome<()> {
    if powers(options).await?.is_owner {
        tracing::warn!(
            "the database user owns the tables: give DATABASE_URL a user of its own and EVENHAND_MIGRATE_URL the owner (docs/deploy.md)"
        );
    }
    Ok(())
}

/// A pool whose connections have taken the application's role, where there is one. [`Database`](super::database::Database) divides
/// `size` among its lanes.
pub async fn pool(options: PgConnectOptions, size: u32) -> Outcome<PgPool> {
    let role = powers(&options).await?.is_application;
    if !role {
        tracing::warn!(
            "the database user may not act as evenhand_app: the log's protection rests on triggers alone"
        );
    }
    let pool = PgPoolOptions::new()
        .max_connections(size)
        .acquire_timeout(ACQUIRE)
        .after_connect(move |connection, _| {
            Box::pin(async move {
                sqlx::raw_sql(SESSION).execute(&mut *connection).await?;
                if role {
                    sqlx::raw_sql("set role evenhand_app").execute(&mut *connection).await?;
                }
                Ok(())
            })
        })
        .after_release(|connection, _| {
            Box::pin(async move {
                sqlx::raw_sql(END_TRANSACTION).execute(connection).await?;
                Ok(true)
            })
        })
        .connect_with(options.statement_cache_capacity(STATEMENTS))
        .await?;
    Ok(pool)
}

/// Whether the database answers a query.
pub(super) async fn answers(pool: &PgPool) -> bool {
    sqlx::query_scalar!("select 1 as one").fetch_one(pool).await.is_ok()
}

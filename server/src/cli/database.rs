//! The database of a command: the one named, or the private cluster.

use crate::cluster::{self, Cluster};
use portal::Acted;
use portal::call::{By, Call};
use portal::caller::Caller;
use sender::Stop;
use settings::{Hidden, Settings};
use sqlx::postgres::PgConnectOptions;
use std::str::FromStr;
use std::time::Duration;
use store::connect;
use store::database::Database;
use store::failure::{Failure, Outcome};

/// How often to look whether the private cluster still runs.
const LOOK: Duration = Duration::from_secs(1);

/// A database, and the private cluster behind it where there is one.
pub(super) struct DatabaseServer {
    /// How to connect.
    pub options: PgConnectOptions,
    /// How to connect for migrations, which are the owner's.
    owner: PgConnectOptions,
    cluster: Option<Cluster>,
}

impl DatabaseServer {
    /// Finds the database of the settings and migrates it; none where a stop is asked for before that is done.
    pub(super) async fn open_migrated(settings: &Settings, stop: &Stop) -> Outcome<Option<Self>> {
        let Some(database) = Self::open(settings, stop.asked()).await? else { return Ok(None) };
        let migrated = tokio::select! {
            migrated = database.migrate() => migrated.map(|()| true),
            () = stop.asked() => Ok(false),
        };
        match migrated {
            Ok(true) => Ok(Some(database)),
            Ok(false) => database.close().await.map(|()| None),
            Err(failure) => {
                database.close().await?;
                Err(failure)
            }
        }
    }

    /// Finds the database that the settings name, or joins or starts the private cluster; none where `stop` is done before.
    async fn open(settings: &Settings, stop: impl Future<Output = ()>) -> Outcome<Option<Self>> {
        if let Some(url) = settings.database_url.as_ref().and_then(Hidden::given) {
            let options = address("DATABASE_URL", url)?;
            let owner = match settings.migrate_url.as_ref().and_then(Hidden::given) {
                Some(url) => address("EVENHAND_MIGRATE_URL", url)?,
                None => options.clone(),
            };
            return Ok(Some(Self { options, owner, cluster: None }));
        }
        if settings.migrate_url.as_ref().and_then(Hidden::given).is_some() {
            // A forgotten or misspelt DATABASE_URL would start an empty portal that anybody could set up.
            return Err(Failure::broken(
                "EVENHAND_MIGRATE_URL is set and DATABASE_URL is not: set both, or neither for a private database",
            ));
        }
        std::fs::create_dir_all(&settings.data_dir)
            .map_err(|e| Failure::broken(format!("the data folder {}: {e}", settings.data_dir.display())))?;
        let joined =
            cluster::join_or_start_unless(&settings.data_dir, stop).await.map_err(Failure::broken)?;
        Ok(joined.map(|cluster| Self {
            options: cluster.options(),
            owner: cluster.owner_options(),
            cluster: Some(cluster),
        }))
    }

    /// Brings the database to this version, as the owner of its tables.
    async fn migrate(&self) -> Outcome<()> {
        connect::migrate(&self.owner).await
    }

    /// Keeps the private cluster up: where it ends by itself (somebody killed it, the machine ran out of memory)
    /// it is started again, unless a stop was asked for. Returns only where that fails.
    pub(super) async fn keep_up(&mut self, stop: &Stop) -> Failure {
        let Some(cluster) = &mut self.cluster else { return std::future::pending().await };
        loop {
            tokio::time::sleep(LOOK).await;
            if stop.is_asked() {
                return std::future::pending().await;
            }
            match cluster.revive().await {
                Ok(false) => {}
                Ok(true) => tracing::warn!("the private database stopped unexpectedly and was started again"),
                Err(error) => return Failure::broken(error),
            }
        }
    }

    /// Leaves the private cluster, and stops it where nobody else uses it.
    pub(super) async fn close(self) -> Outcome<()> {
        if let Some(cluster) = self.cluster {
            cluster.stop().await.map_err(Failure::broken)?;
        }
        Ok(())
    }
}

pub(super) fn address(setting: &str, url: &str) -> Outcome<PgConnectOptions> {
    // Any scheme would be read, and the host of another database would be looked up as if it were one of PostgreSQL.
    let known = ["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme));
    let read = known.then(|| PgConnectOptions::from_str(url).ok()).flatten();
    read.ok_or_else(|| {
        Failure::broken(format!("{setting} is not a PostgreSQL address (postgres://user@host/database)"))
    })
}

/// Runs a command's work on a migrated database and leaves the database as it was found.
pub(super) async fn with<T>(
    settings: &Settings,
    work: impl AsyncFnOnce(Database) -> Outcome<T>,
) -> Outcome<T> {
    let opened = DatabaseServer::open(settings, std::future::pending()).await?;
    let database = opened.ok_or_else(|| Failure::broken(cluster::ClusterError::Stopped))?;
    let result = async {
        database.migrate().await?;
        let pool = connect::pool(database.options.clone(), 2).await?;
        let database = Database::new(pool);
        let result = work(database.clone()).await;
        database.close().await;
        result
    }
    .await;
    database.close().await?;
    result
}

/// Runs a command's operation, which writes, on a migrated database, as the system.
pub(super) async fn write<T>(
    settings: &Settings,
    act: impl AsyncFnOnce(&mut Call<'_>) -> Acted<T>,
) -> Outcome<T> {
    let system = Caller::shell();
    Box::pin(with(settings, async |database| Box::pin(By::of(&database, &system).write(act)).await)).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Flags {
        #[command(flatten)]
        settings: Settings,
    }

    #[tokio::test]
    async fn half_of_the_two_addresses_starts_no_private_database() {
        let folder = std::env::temp_dir().join(format!("evenhand-half-{}", std::process::id()));
        let folder_name = folder.display().to_string();
        let flags = ["evenhand", "--data-dir", &folder_name, "--migrate-url", "postgres://owner@db/evenhand"];
        let settings = Flags::parse_from(flags).settings;
        let settings = Settings { database_url: None, ..settings };
        let refused = DatabaseServer::open(&settings, std::future::pending()).await.err().unwrap();
        assert!(
            refused.to_string().contains("EVENHAND_MIGRATE_URL is set and DATABASE_URL is not"),
            "{refused}"
        );
        assert!(!folder.exists());
    }
}

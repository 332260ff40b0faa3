//! The database of a command: the one named, or the private cluster.

use crate::cluster::{self, Cluster};
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
    /// Finds the database that the settings name, or joins or starts the private cluster.
    pub(super) async fn open(settings: &Settings) -> Outcome<Self> {
        if let Some(url) = settings.database_url.as_ref().and_then(Hidden::given) {
            let options = address("DATABASE_URL", url)?;
            let owner = match settings.migrate_url.as_ref().and_then(Hidden::given) {
                Some(url) => address("EVENHAND_MIGRATE_URL", url)?,
                None => options.clone(),
            };
            return Ok(Self { options, owner, cluster: None });
        }
        std::fs::create_dir_all(&settings.data_dir)
            .map_err(|e| Failure::broken(format!("the data folder {}: {e}", settings.data_dir.display())))?;
        let cluster = cluster::join_or_start(&settings.data_dir).await.map_err(Failure::broken)?;
        Ok(Self { options: cluster.options(), owner: cluster.owner_options(), cluster: Some(cluster) })
    }

    /// Brings the database to this version, as the owner of its tables.
    pub(super) async fn migrate(&self) -> Outcome<()> {
        connect::migrate(&self.owner).await
    }

    /// Keeps the private cluster up: where it ends by itself (somebody killed it, the machine ran out of memory)
    /// it is started again. Returns only where that fails.
    pub(super) async fn keep_up(&mut self) -> Failure {
        let Some(cluster) = &mut self.cluster else { return std::future::pending().await };
        loop {
            tokio::time::sleep(LOOK).await;
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

fn address(setting: &str, url: &str) -> Outcome<PgConnectOptions> {
    PgConnectOptions::from_str(url).map_err(|_| {
        Failure::broken(format!("{setting} is not a PostgreSQL address (postgres://user@host/database)"))
    })
}

/// Runs a command's work on a migrated database and leaves the database as it was found.
pub(super) async fn with<T>(
    settings: &Settings,
    work: impl AsyncFnOnce(Database) -> Outcome<T>,
) -> Outcome<T> {
    let database = DatabaseServer::open(settings).await?;
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

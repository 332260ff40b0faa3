//! `evenhand send`.

use super::database::DatabaseServer;
use crate::failure::{Failure, Outcome};
use crate::settings::{SendSettings, Settings};
use crate::store::connect;
use crate::store::database::Database;
use crate::workers::webhook::Webhooks;
use crate::workers::webhook::courier::{Courier, DEADLINE, system_tls};
use crate::workers::webhook::look_up::SystemResolver;
use crate::workers::{Stop, stop};
use sqlx::postgres::PgConnectOptions;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};

/// How long a stop takes at most. What is still under way then is sent again by the next sender.
const LONGEST_STOP: Duration = Duration::from_secs(11);
/// How long a stop waits for connections of the pool.
const CLOSING: Duration = Duration::from_millis(300);

pub(super) async fn send(settings: &Settings, send: SendSettings) -> Outcome<()> {
    let mut terminate = signal(SignalKind::terminate()).map_err(Failure::broken)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(Failure::broken)?;
    let (stopper, asked) = stop();
    tokio::spawn(async move {
        tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
        stopper.ask();
    });
    let mut database = DatabaseServer::open(settings).await?;
    if let Err(failure) = database.migrate().await {
        database.close().await?;
        return Err(failure);
    }
    let options = database.options.clone();
    let late = asked.clone();
    let late = async move {
        late.asked().await;
        tokio::time::sleep(LONGEST_STOP).await;
    };
    let sent = tokio::select! {
        sent = run(options, send, asked) => sent,
        () = late => {
            tracing::warn!("the stop took too long: what is under way is sent again");
            Ok(())
        }
        lost = database.keep_up() => Err(lost),
    };
    database.close().await?;
    sent
}

async fn run(options: PgConnectOptions, settings: SendSettings, stop: Stop) -> Outcome<()> {
    connect::warn_of_owner(&options).await?;
    let database = Database::new(connect::pool(options, settings.pool).await?);
    let courier =
        Courier::new(system_tls()?, Box::new(SystemResolver), settings.webhooks.allow_loopback, DEADLINE);
    let site = settings.base_url.as_deref().filter(|site| !site.is_empty());
    let webhooks = Webhooks::new(database.clone(), courier, site, settings.at_once);
    tracing::info!("sending");
    let sent = webhooks.run(stop, settings.once).await;
    let _ = tokio::time::timeout(CLOSING, database.pool().close()).await;
    sent
}

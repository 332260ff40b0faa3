//! `evenhand send`.

use super::database::DatabaseServer;
use super::signals::stop_on_signals;
use ::sign_on::ProviderClient;
use ::sign_on::tls::system_tls;
use sender::evidence::CodeLooks;
use sender::forgetting::DueEvents;
use sender::mail::{EndedLinks, Mailer};
use sender::webhook::Webhooks;
use sender::webhook::courier::{Courier, DEADLINE};
use sender::webhook::look_up::SystemResolver;
use sender::witnesses::Witness;
use sender::{Stop, log_trees, rounds, sign_on, witnesses};
use settings::{Hidden, SendSettings, Settings};
use sqlx::postgres::PgConnectOptions;
use std::sync::Arc;
use std::time::Duration;
use store::connect;
use store::database::Database;
use store::failure::Outcome;

/// How long a stop takes at most. What is still under way then is sent again by the next sender.
const LONGEST_STOP: Duration = Duration::from_secs(11);
/// How long a stop waits for connections of the pool.
const CLOSING: Duration = Duration::from_millis(300);

pub(super) async fn send(settings: &Settings, send: SendSettings) -> Outcome<()> {
    let asked = stop_on_signals()?;
    let Some(mut database) = DatabaseServer::open_migrated(settings, &asked).await? else { return Ok(()) };
    let options = database.options.clone();
    let late = async {
        asked.asked().await;
        tokio::time::sleep(LONGEST_STOP).await;
    };
    let sent = tokio::select! {
        sent = run(options, send, asked.clone()) => sent,
        () = late => {
            tracing::warn!("the stop took too long: what is under way is sent again");
            Ok(())
        }
        lost = database.keep_up(&asked) => Err(lost),
    };
    database.close().await?;
    sent
}

async fn run(options: PgConnectOptions, settings: SendSettings, stop: Stop) -> Outcome<()> {
    let pool = connect::pool(options, settings.pool).await?;
    connect::warn_of_owner(&pool).await?;
    let database = Database::new(pool);
    let tls = system_tls()?;
    let courier =
        || Courier::new(tls.clone(), Box::new(SystemResolver), settings.webhooks.allow_loopback, DEADLINE);
    let site = settings.base_url.as_deref().filter(|site| !site.is_empty());
    let webhooks = Webhooks::new(database.clone(), courier(), site, settings.at_once);
    let code_looks = CodeLooks::new(database.clone(), courier(), site);
    let policy = settings.witnesses.as_deref().filter(|file| !file.is_empty());
    let witnesses = policy.map(witnesses::read).transpose()?;
    let for_witnesses = courier();
    let mailer = Mailer::new(&settings.mail, site)?;
    let secret = settings.oidc_client_secret.as_ref().and_then(Hidden::given);
    let provider = ProviderClient::of_settings(&settings.oidc, secret)?.map(Arc::new);
    tracing::info!("sending");
    let (sent, answered, mailed, forgotten, looked, witnessed) = tokio::join!(
        webhooks.run(stop.clone(), settings.once),
        answer_sign_ons(&database, provider.as_ref(), &stop, settings.once),
        send_mail(&database, mailer.as_ref(), &stop, settings.once),
        forget_due(&database, &stop, settings.once),
        Box::pin(code_looks.run(stop.clone(), settings.once)),
        Box::pin(keep_logs(&database, site, (&for_witnesses, witnesses.as_deref()), &stop, settings.once))
    );
    let _ = tokio::time::timeout(CLOSING, database.close()).await;
    sent.and(answered).and(mailed).and(forgotten).and(looked).and(witnessed)
}

/// Asks the provider of the single sign-on, where there is one.
async fn answer_sign_ons(
    database: &Database,
    provider: Option<&Arc<ProviderClient>>,
    stop: &Stop,
    once: bool,
) -> Outcome<()> {
    match provider {
        Some(provider) => sign_on::answer(database, provider, stop, once).await,
        None => Ok(()),
    }
}

/// Removes the personal data of events whose day has come.
async fn forget_due(database: &Database, stop: &Stop, once: bool) -> Outcome<()> {
    let mut due = DueEvents::default();
    let round = async || {
        due.round(database, &|| stop.is_asked()).await?;
        Ok(false)
    };
    rounds("forgetting", stop, once, round).await
}

/// Makes the checkpoints of logs, which are named by the public address, and has them cosigned. Without a file of witnesses,
/// it leaves their alarms as they are: another sender may have the file, and look after them.
async fn keep_logs(
    database: &Database,
    site: Option<&str>,
    (courier, witnesses): (&Courier, Option<&[Witness]>),
    stop: &Stop,
    once: bool,
) -> Outcome<()> {
    let Some(site) = site else { return Ok(()) };
    let advance = log_trees::advance(database, site, stop, once);
    let Some(witnesses) = witnesses else { return advance.await };
    if once {
        advance.await?;
        return witnesses::ask(database, courier, witnesses, stop, once).await;
    }
    let (advanced, asked) = tokio::join!(advance, witnesses::ask(database, courier, witnesses, stop, once));
    advanced.and(asked)
}

/// Delivers mail where a mail server is set, and takes the codes of ended links out of mails in any case.
async fn send_mail(database: &Database, mailer: Option<&Mailer>, stop: &Stop, once: bool) -> Outcome<()> {
    let mut ended = EndedLinks::default();
    let round = async || {
        ended.round(database.pool()).await?;
        if let Some(mailer) = mailer {
            mailer.deliver_due(database.pool(), &|| stop.is_asked()).await?;
        }
        Ok(false)
    };
    rounds("mail", stop, once, round).await
}

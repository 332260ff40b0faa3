//! `evenhand serve`.

use super::database::{self, DatabaseServer};
use super::signals::stop_on_signals;
use portal::account::first;
use portal::account::hasher::Hasher;
use portal::account::provider::Provider;
use portal::caller::Caller;
use portal::judge::certainty::PrizeChances;
use portal::judge::need::NeedFits;
use portal::judge::save_review::ReviewSaves;
use portal::publish::full_ranking::KeptRankings;
use portal::publish::kept_runs::KeptRuns;
use portal::publish::overview::KeptOverviews;
use portal::records::signer::Signer;
use portal::records::{forgotten_heads, keys, setup_code};
use portal::setup::demo;
use portal::submit::projects::KeptFacets;
use sender::Stop;
use settings::{Hidden, MAIL_WITHOUT_SITE, NO_MAIL_ADDRESS, ServeSettings, Settings, is_in_the_clear};
use sqlx::postgres::PgConnectOptions;
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use store::database::Database;
use store::failure::{Failure, Outcome};
use store::transaction::Done;
use store::{
    account, connect, duplicate, guest, idempotency, link, passkey, project_import, proposal, rate, sign_on,
    sign_up,
};
use tokio::net::TcpListener;
use web::assets;
use web::pages::first_run;
use web::routes;
use web_http::listener::{self, Share};
use web_http::metrics::Metrics;
use web_http::shelf::Shelf;
use web_http::state::{Resources, State};
use web_http::streams::Streams;

/// How long a stop waits for connections of the pool.
const CLOSING: Duration = Duration::from_secs(1);
/// How often what has ended is cleared away.
const HOUSEKEEPING: Duration = Duration::from_hours(1);
/// How often to look for projects without a fingerprint, where that takes no time to speak of.
const FINGERPRINTS: Duration = Duration::from_secs(15);
/// How long to wait at most before another look.
const LONGEST_WITHOUT: Duration = Duration::from_mins(5);

/// Lets this process open as many files as it may: the usual soft limit of 1,024 is less than its connections.
fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

pub(super) async fn serve(settings: &Settings, serve: ServeSettings) -> Outcome<()> {
    let is_unset = |setting: Option<&Hidden>| setting.and_then(Hidden::given).is_none();
    if is_unset(settings.database_url.as_ref()) && !is_unset(serve.read_url.as_ref()) {
        return Err(Failure::broken(
            "EVENHAND_READ_URL is set and DATABASE_URL is not: set both, or neither for a private database",
        ));
    }
    raise_file_limit();
    // Views are rendered on tokio's threads; leptos asks for an executor before the first one.
    any_spawner::Executor::init_tokio().map_err(Failure::broken)?;
    let stop = stop_on_signals()?;
    let Some(mut database) = DatabaseServer::open_migrated(settings, &stop).await? else { return Ok(()) };
    let options = database.options.clone();
    let served = tokio::select! {
        served = run(&settings.data_dir, options, serve, &stop) => served,
        lost = database.keep_up(&stop) => Err(lost),
    };
    database.close().await?;
    served
}

/// Deletes what has ended: counters of limits, idempotency keys, sessions, links, sign-ups, guests who were not let in,
/// lists that were uploaded, and proposals. It happens here and not where they are made, since two requests that delete the same rows could
/// wait for each other. A round that fails is made good by the next.
async fn keep_house(pool: sqlx::PgPool) {
    let mut hours = tokio::time::interval(HOUSEKEEPING);
    loop {
        hours.tick().await;
        let Ok(mut connection) = pool.acquire().await else { continue };
        let done = [
            ("counters", rate::forget_old(&mut connection).await),
            ("idempotency keys", idempotency::forget_old(&mut connection).await),
            ("sessions", account::forget_old_sessions(&mut connection).await),
            ("links", link::forget_old(&mut connection).await),
            ("sign-ups", sign_up::forget_old(&mut connection).await),
            ("attempts to sign on", sign_on::forget_old(&mut connection).await),
            ("attempts to use a passkey", passkey::forget_old(&mut connection).await),
            ("guests", guest::forget_old(&mut connection).await),
            ("uploaded lists", project_import::forget_old(&mut connection).await),
            ("proposals", proposal::forget_old(&mut connection).await),
        ];
        for (what, result) in done {
            if let Err(error) = result {
                tracing::warn!(%error, what, "expired rows were not deleted");
            }
        }
    }
}

/// Makes what repeats are found by where it is missing, as after an import or an upgrade. Each portion is committed, so what is made
/// stays. A portion that fails is made good by the next. To look for what is missing takes longer the more projects there are in all events,
/// so the wait between two looks grows with it: all of them take a hundredth of the time.
async fn keep_fingerprints(database: Database) {
    loop {
        let begun = Instant::now();
        let portion = async |c: &mut _| {
            let made = duplicate::keep_portion(c, None, duplicate::PORTION).await?;
            Ok(Done::unlogged(made))
        };
        let wait = match database.write(portion).await {
            Ok(made) if made > 0 => continue,
            Ok(_) => (begun.elapsed() * 100).clamp(FINGERPRINTS, LONGEST_WITHOUT),
            Err(_) => FINGERPRINTS,
        };
        tokio::time::sleep(wait).await;
    }
}

/// What `EVENHAND_BIND` says where a socket is handed over.
const HANDED_OVER: &str = "stdin";

/// The socket that people connect to.
async fn front_door(bind: &str) -> Outcome<TcpListener> {
    if bind == HANDED_OVER { handed_over(std::io::stdin()) } else { listen("EVENHAND_BIND", bind).await }
}

/// A socket that a service manager holds. Connections wait in it while no process runs, so a restart refuses none.
fn handed_over(socket: impl AsFd) -> Outcome<TcpListener> {
    let failed = |error: std::io::Error| {
        Failure::broken(format!("EVENHAND_BIND is stdin, but standard input is no listening socket: {error}"))
    };
    let listener = std::net::TcpListener::from(socket.as_fd().try_clone_to_owned().map_err(failed)?);
    listener.set_nonblocking(true).map_err(failed)?;
    listener.local_addr().map_err(failed)?;
    TcpListener::from_std(listener).map_err(failed)
}

async fn listen(setting: &str, bind: &str) -> Outcome<TcpListener> {
    TcpListener::bind(bind).await.map_err(|e| {
        Failure::broken(format!(
            "cannot listen on {bind}: {e}. {setting} is an address and a port, such as 127.0.0.1:8080"
        ))
    })
}

/// Serves the metrics at an address of their own.
async fn watch(listener: TcpListener, state: State) {
    if let Ok(address) = listener.local_addr() {
        tracing::info!("metrics on http://{address}/metrics");
    }
    let share = Share { most: 0, proxies: Vec::new() };
    listener::serve(listener, routes::metrics::router(state), share, std::future::pending()).await;
}

async fn run(
    data_dir: &std::path::Path,
    options: PgConnectOptions,
    settings: ServeSettings,
    stop: &Stop,
) -> Outcome<()> {
    let prepared = tokio::select! {
        prepared = Box::pin(prepare(data_dir, options, settings)) => prepared?,
        () = stop.asked() => return Ok(()),
    };
    let Prepared { state, listener, monitoring } = prepared;
    tracing::info!("listening on http://{}", listener.local_addr().map_err(Failure::broken)?);
    let housekeeping = tokio::spawn(keep_house(state.database.pool().clone()));
    let fingerprints = tokio::spawn(keep_fingerprints(state.database.clone()));
    let share = Share {
        most: state.settings.connections_per_address,
        proxies: state.settings.trusted_proxies.clone(),
    };
    let streams = state.streams.clone();
    let stop = async move {
        stop.asked().await;
        streams.end();
    };
    let monitoring = monitoring.map(|listener| tokio::spawn(watch(listener, state.clone())));
    listener::serve(listener, routes::router(state.clone()), share, stop).await;
    // Until the last request is answered: what a stop does is of interest too.
    if let Some(monitoring) = monitoring {
        monitoring.abort();
    }
    housekeeping.abort();
    fingerprints.abort();
    // Requests that outlived the stop's deadline hold connections: the database ends them.
    let _ = tokio::time::timeout(CLOSING, state.database.close()).await;
    Ok(())
}

/// A server before it lets people in.
struct Prepared {
    state: State,
    listener: TcpListener,
    /// For the metrics.
    monitoring: Option<TcpListener>,
}

async fn prepare(
    data_dir: &std::path::Path,
    options: PgConnectOptions,
    settings: ServeSettings,
) -> Outcome<Prepared> {
    if settings.mail_goes_nowhere() {
        return Err(Failure::broken(NO_MAIL_ADDRESS));
    }
    // The links of all mail are made here, and nobody could follow them from elsewhere.
    if settings.sends_mail() && settings.base_url.as_deref().is_none_or(str::is_empty) {
        return Err(Failure::broken(MAIL_WITHOUT_SITE));
    }
    let pool = connect::pool(options, settings.pool).await?;
    connect::warn_of_owner(&pool).await?;
    let mut database = Database::new(pool);
    if let Some(url) = settings.read_url.as_ref().and_then(Hidden::given) {
        database = database.with_standby(database::address("EVENHAND_READ_URL", url)?, settings.pool / 2);
    }
    let listener = front_door(&settings.bind).await?;
    let monitoring = match settings.metrics_bind.as_deref().filter(|bind| !bind.is_empty()) {
        Some(bind) => Some(listen("EVENHAND_METRICS_BIND", bind).await?),
        None => None,
    };
    let address = listener.local_addr().map_err(Failure::broken)?;
    let is_reachable =
        settings.base_url.as_deref().is_some_and(|base| !base.is_empty()) || address.ip().is_loopback();
    if !is_reachable {
        tracing::warn!(
            "EVENHAND_BASE_URL is unset: links and cookies name http://{address}, which others may not reach, and nothing is signed"
        );
    }
    let base_url =
        settings.base_url.clone().filter(|b| !b.is_empty()).unwrap_or_else(|| format!("http://{address}"));
    if is_in_the_clear(&base_url) {
        tracing::warn!(
            "people sign in to {base_url} in the clear: put a proxy with HTTPS in front, and say https in EVENHAND_BASE_URL"
        );
    }
    let sign_on = Provider::of_settings(&settings.oidc, base_url.trim_end_matches('/'))?.map(Arc::new);
    let signer = Signer::open(
        settings.signing_key.as_ref().and_then(Hidden::given),
        data_dir,
        base_url.trim_end_matches('/'),
    )?;
    // The demo's documents say no more than that they are the demo's.
    let signer_of_demo = signer.clone();
    let signer = if is_reachable { signer } else { signer.without_address() };
    let state = State::from(Resources {
        review_saves: ReviewSaves::new(database.clone()),
        database,
        base_url: base_url.trim_end_matches('/').into(),
        runs: KeptRuns::default(),
        facets: KeptFacets::default(),
        rankings: KeptRankings::default(),
        shelf: Shelf::new(settings.shelf),
        streams: Streams::new(settings.limits.most_streams()),
        settings: Arc::new(settings),
        hasher: Hasher::for_this_machine()?,
        need_fits: NeedFits::default(),
        prize_chances: PrizeChances::default(),
        boards: Arc::default(),
        overviews: KeptOverviews::default(),
        metrics: Metrics::new().map_err(Failure::broken)?,
        ready: Arc::new(AtomicBool::new(false)),
        signer,
        sign_on,
    });
    let signer = state.signer.clone();
    state.by(&Caller::shell()).write(async |call| keys::register(call, &signer).await).await?;
    let (kid, signs) = state.read(async |c| signer.standing(c).await).await?;
    if !signs {
        tracing::warn!(
            "the signing key {kid} is not the portal's current one: this server signs nothing and takes no voting codes. Give it the key of the other servers, or make a new one (evenhand key rotate)"
        );
    }
    state.write(async |c| forgotten_heads::sign(c, &signer).await.map(Done::unlogged)).await?;
    if !assets::has_islands() {
        tracing::warn!(
            "built without islands: every page works, but the scoring form does not update while you tap (run script/build)"
        );
    }
    if state.settings.demo && demo::seed(&state.database, &state.hasher, &signer_of_demo).await? {
        tracing::info!("the demo is seeded: four events, four accounts");
    }
    if state.read(async |c| first::is_needed(c).await).await? {
        let (page, code) =
            (format!("{}{}", state.base_url, first_run::PATH), setup_code::printed(&state.signer));
        tracing::info!("setup code {code}: this portal has no account yet, make the first one at {page}");
    }
    state.ready.store(true, Ordering::Release);
    Ok(Prepared { state, listener, monitoring })
}

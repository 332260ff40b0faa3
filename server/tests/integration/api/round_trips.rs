//! How often requests ask the database: each question costs a round trip, and a connection that others wait for.

use super::judge::{demo, path};
use crate::prelude::*;
use sqlx::AssertSqlSafe;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use store::connect;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpStream, UnixListener, UnixStream};

/// Sits between the portal and PostgreSQL, and counts what PostgreSQL answers.
struct Counter {
    folder: PathBuf,
    opened: Arc<AtomicUsize>,
    answers: Arc<AtomicUsize>,
    pings: Arc<AtomicUsize>,
    used_at: Cell<Instant>,
}

impl Counter {
    fn start(options: &PgConnectOptions) -> Self {
        // The path of a socket may have 108 bytes.
        let name = options.get_database().unwrap().trim_start_matches("evenhand_test_");
        let folder = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir(&folder).unwrap();
        let name = format!(".s.PGSQL.{}", options.get_port());
        let listener = UnixListener::bind(folder.join(&name)).unwrap();
        let (answers, pings) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (counted, options) = ([Arc::clone(&answers), Arc::clone(&pings)], options.clone());
        let opened = Arc::new(AtomicUsize::new(0));
        let connections = Arc::clone(&opened);
        tokio::spawn(async move {
            while let Ok((portal, _)) = listener.accept().await {
                connections.fetch_add(1, Ordering::Relaxed);
                let counted = counted.clone();
                if let Some(folder) = options.get_socket() {
                    tokio::spawn(pass(
                        portal,
                        UnixStream::connect(folder.join(&name)).await.unwrap(),
                        counted,
                    ));
                } else {
                    let address = (options.get_host().to_owned(), options.get_port());
                    tokio::spawn(pass(portal, TcpStream::connect(address).await.unwrap(), counted));
                }
            }
        });
        Self { folder, opened, answers, pings, used_at: Cell::new(Instant::now()) }
    }

    fn options(&self, options: &PgConnectOptions) -> PgConnectOptions {
        options.clone().socket(&self.folder).ssl_mode(PgSslMode::Disable)
    }

    /// The answer to a request, and how often it asked the database. Questions whether a connection is alive count too, but not on a
    /// machine so slow that the portal has reason to ask.
    async fn count(&self, site: &Site, request: impl Future<Output = Reply>) -> (u16, usize) {
        until_nothing_is_asked(site).await;
        // All that is used since then is used later than this.
        let begun = Instant::now();
        let before = [&self.answers, &self.pings].map(|count| count.load(Ordering::Relaxed));
        let reply = request.await;
        let [answers, pings] = [&self.answers, &self.pings].map(|count| count.load(Ordering::Relaxed));
        let lately = self.used_at.replace(begun).elapsed() < Duration::from_secs(1);
        (reply.status, answers - before[0] + if lately { pings - before[1] } else { 0 })
    }
}

/// Returns once no connection of the service is in use. One that goes back to its pool is asked two things more after the answer went
/// out, and when a token was last used is written a second later.
async fn until_nothing_is_asked(site: &Site) {
    let database = &site.state.database;
    database.questions().write_last_uses().await;
    let is_used = || {
        let load = database.load();
        usize::try_from(load.connections).unwrap() > load.idle
    };
    while is_used() {
        tokio::task::yield_now().await;
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Passes on what both say. The connection for flushes, which all share, is not counted.
async fn pass(
    portal: UnixStream,
    postgres: impl AsyncRead + AsyncWrite + Send + 'static,
    [answers, pings]: [Arc<AtomicUsize>; 2],
) {
    let ((mut asks, mut hears), (mut says, mut takes)) = (portal.into_split(), tokio::io::split(postgres));
    let mut first = vec![0; 4096];
    let length = asks.read(&mut first).await.unwrap();
    takes.write_all(&first[..length]).await.unwrap();
    let flushes = first.windows(14).any(|part| part == b"evenhand flush");
    tokio::spawn(async move { tokio::io::copy(&mut asks, &mut takes).await });
    let mut answer = Vec::new();
    let mut said_something = false;
    // A message is a letter and a length that counts itself. Z says that PostgreSQL is ready; alone, it answers a question
    // whether the connection is alive.
    while let Ok(kind) = says.read_u8().await {
        let length = says.read_u32().await.unwrap();
        answer.resize(usize::try_from(length).unwrap() - 4, 0);
        says.read_exact(&mut answer).await.unwrap();
        if kind == b'Z' && !flushes {
            let count = if said_something { &answers } else { &pings };
            count.fetch_add(1, Ordering::Relaxed);
        }
        said_something = kind != b'Z';
        let message = [&[kind][..], &length.to_be_bytes(), &answer].concat();
        if hears.write_all(&message).await.is_err() {
            return;
        }
    }
}

#[database_test(demo().create(&pool))]
async fn a_judges_save_asks_the_database_five_times(world: World) {
    let path = path(&world, "ada", "Lamp").await;
    let page = path.replace("/api", "").replace("/review", "");
    let direct = world.pool.connect_options();
    let counter = Counter::start(&direct);
    let through = connect::pool(counter.options(&direct), 6).await.unwrap();
    let site = Site::on(through, &[]).await;
    let scores = |quality: i64, submit: bool| json!({ "scores": { "quality": quality, "impact": 7 }, "submit": submit });
    let form = [("score_quality", "3"), ("score_impact", "7"), ("submit", "true")];
    // The first time, statements are prepared, and the token and the session are seen.
    for submit in [true, false] {
        assert_eq!(site.api("ada").post(&path, scores(1, submit)).await.status, 200);
    }
    assert_eq!(site.browser("ada").submit(&page, &form).await.status, 303);
    // Who it is and the count; begin and the lock; what the save depends on; the review with its row of the log; commit.
    for submit in [false, true] {
        assert_eq!(
            counter.count(&site, site.api("ada").post(&path, scores(2, submit))).await,
            (200, 5),
            "{submit}"
        );
    }
    assert_eq!(counter.count(&site, site.browser("ada").submit(&page, &form)).await, (303, 5));
}

#[database_test]
async fn a_pool_asks_on_its_first_connection_which_role_all_of_them_take(pool: PgPool) {
    let direct = pool.connect_options();
    let counter = Counter::start(&direct);
    let through = connect::pool(counter.options(&direct), 2).await.unwrap();
    assert_eq!(counter.opened.load(Ordering::Relaxed), 1);
    let (mut first, mut second) = (through.acquire().await.unwrap(), through.acquire().await.unwrap());
    for conn in [&mut first, &mut second] {
        let role = sqlx::query_scalar::<_, String>("select current_user::text").fetch_one(&mut **conn).await;
        assert_eq!(role.unwrap(), "evenhand_app");
    }
}

#[database_test(demo().create(&pool))]
async fn who_asks_at_the_same_moment_shares_a_statement(pool: PgPool, _world: World) {
    let direct = pool.connect_options();
    let counter = Counter::start(&direct);
    // One connection for reads: each prepares its statements once.
    let through = connect::pool(counter.options(&direct), 4).await.unwrap();
    let site = Site::on(through, &[]).await;
    let asked = async |name: &'static str, path: &'static str, times: usize| {
        let all = (0..times).map(|_| async { site.api(name).get(path).await });
        let mut replies = futures_util::future::join_all(all).await;
        assert!(replies.iter().all(|reply| reply.status == 200), "{path}");
        replies.pop().unwrap()
    };
    let (list, me) = ("/api/events/demo/projects", "/api/judge/assignments");
    // The first time, the list is made, statements are prepared, and the token is seen.
    asked("", list, 1).await;
    asked("ada", me, 1).await;
    asked("ada", me, 1).await;
    assert_eq!(
        counter.count(&site, asked("", list, 20)).await,
        (200, 1),
        "the event’s version, once for all"
    );
    assert_eq!(
        counter.count(&site, asked("ada", me, 20)).await,
        (200, 1),
        "who it is and the list, once for all"
    );
}

#[database_test(demo().create(&pool))]
async fn a_public_picture_asks_the_database_once(world: World) {
    let lamp = world.project("Lamp").await;
    let picture = r#"{"alt": "", "width": 40, "height": 30, "files": [{"width": 40, "digest": "00"}]}"#;
    let event = world.event;
    let sql = format!(
        "set session_replication_role = replica;
         insert into project_picture (event_id, project_id, position, picture) values ({event}, {lamp}, 1, '{picture}');
         insert into picture_file (picture_id, width, digest, bytes) select id, 40, sha256('pixels'), 'pixels' from project_picture;
         set session_replication_role = origin;"
    );
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *world.pool.acquire().await.unwrap()).await.unwrap();
    let path = format!("/pictures/{}.webp", shared::audit::sha256_hex(b"pixels"));
    let tag = format!("\"{}\"", shared::audit::sha256_hex(b"pixels"));
    let direct = world.pool.connect_options();
    let counter = Counter::start(&direct);
    let through = connect::pool(counter.options(&direct), 4).await.unwrap();
    let site = Site::on(through, &[]).await;
    let nobody = site.api("");
    // The first time, the statement is prepared.
    assert_eq!(nobody.get(&path).await.body, "pixels");
    assert_eq!(counter.count(&site, nobody.get(&path)).await, (200, 1));
    let known = [("if-none-match", tag.as_str())];
    assert_eq!(counter.count(&site, nobody.send_with("GET", &path, &known, String::new())).await, (304, 1));
}

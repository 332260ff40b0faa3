//! The server process: what it does when its log or its clients go away.

use database_test::database_test;
use sqlx::{ConnectOptions as _, PgPool};
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::process::{Child, ChildStderr, Command};

/// `evenhand serve` on this database.
struct Serving {
    child: Child,
    log: Option<Lines<BufReader<ChildStderr>>>,
    address: String,
    /// What it said before it listened.
    said: String,
    folder: std::path::PathBuf,
}

impl Serving {
    async fn start(pool: &PgPool) -> Self {
        Self::start_with(pool, "127.0.0.1:0", Stdio::null()).await
    }

    async fn start_with(pool: &PgPool, bind: &str, stdin: Stdio) -> Self {
        let database = pool.connect_options().to_url_lossy();
        let name = format!("evenhand-serving-{}", database.path().trim_start_matches('/'));
        let folder = std::env::temp_dir().join(name);
        let mut child = Command::new(env!("CARGO_BIN_EXE_evenhand"))
            .arg("serve")
            .env("DATABASE_URL", database.as_str())
            .env("EVENHAND_DATA_DIR", &folder)
            .env("EVENHAND_BIND", bind)
            .stdin(stdin)
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut said = String::new();
        let address = loop {
            let line =
                log.next_line().await.unwrap().unwrap_or_else(|| panic!("it ended before it listened"));
            if let Some((_, address)) = line.split_once("listening on http://") {
                break address.to_owned();
            }
            said.push_str(&line);
        };
        Self { child, log: Some(log), address, said, folder }
    }

    async fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).await.unwrap();
        let ask = format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address);
        stream.write_all(ask.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[database_test(Serving::start(&pool))]
async fn a_server_whose_log_cannot_be_written_keeps_serving(mut serving: Serving) {
    // As with `evenhand serve 2>&1 | head`, once head has read enough.
    drop(serving.log.take());
    for path in ["/api/events", "/", "/nothing"] {
        let answer = serving.get(path).await;
        assert!(answer.starts_with("HTTP/1.1 "), "{path}: {answer:?}");
    }
    assert_eq!(serving.child.try_wait().unwrap(), None, "it runs on");
}

#[database_test]
async fn a_server_whose_key_is_not_the_portals_says_so_as_it_starts(pool: PgPool) {
    let told = "is not the portal's current one";
    let first = Serving::start(&pool).await;
    assert!(!first.said.contains(told), "{}", first.said);
    // With it goes its folder, and the key in it: the next one makes another.
    drop(first);
    let second = Serving::start(&pool).await;
    assert!(second.said.contains(told), "{}", second.said);
}

#[database_test(Serving::start(&pool))]
async fn a_stop_answers_everyone_who_has_connected(mut serving: Serving) {
    let ask = format!("GET /api/events HTTP/1.1\r\nhost: {}\r\n\r\n", serving.address);
    let mut kept = TcpStream::connect(&serving.address).await.unwrap();
    kept.write_all(ask.as_bytes()).await.unwrap();
    let mut answer = vec![0; 4096];
    let read = kept.read(&mut answer).await.unwrap();
    assert!(answer[..read].starts_with(b"HTTP/1.1 200"));
    // A stopped process accepts no connections: these wait in the kernel.
    let pid = rustix::process::Pid::from_raw(serving.child.id().unwrap().cast_signed()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::STOP).unwrap();
    let mut waiting = vec![kept];
    for _ in 0..50 {
        waiting.push(TcpStream::connect(&serving.address).await.unwrap());
    }
    // All have asked before it goes on: how long it waits for a question while it stops is not what is tested.
    for stream in &mut waiting {
        stream.write_all(ask.as_bytes()).await.unwrap();
    }
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::CONT).unwrap();
    for stream in &mut waiting {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer:?}");
    }
    assert!(serving.child.wait().await.unwrap().success());
}

#[database_test]
async fn connections_wait_in_a_socket_that_was_handed_over_while_the_server_restarts(pool: PgPool) {
    let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let handed = || Stdio::from(std::os::fd::OwnedFd::from(socket.try_clone().unwrap()));
    let mut first = Serving::start_with(&pool, "stdin", handed()).await;
    assert_eq!(first.address, socket.local_addr().unwrap().to_string());
    assert!(first.get("/healthz").await.starts_with("HTTP/1.1 200"));
    let pid = rustix::process::Pid::from_raw(first.child.id().unwrap().cast_signed()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert!(first.child.wait().await.unwrap().success());
    let between = first.get("/healthz");
    let (answer, second) = tokio::join!(between, Serving::start_with(&pool, "stdin", handed()));
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer:?}");
    assert_eq!(second.address, first.address);
}

#[database_test]
async fn a_server_that_was_promised_a_socket_says_that_there_is_none(pool: PgPool) {
    let url = pool.connect_options().to_url_lossy();
    let serve = Command::new(env!("CARGO_BIN_EXE_evenhand"))
        .args(["serve", "--bind", "stdin"])
        .env("DATABASE_URL", url.as_str())
        .env("EVENHAND_DATA_DIR", std::env::temp_dir())
        .stdin(Stdio::null())
        .output();
    let ended = serve.await.unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(!ended.status.success() && said.contains("standard input is no listening socket"), "{said}");
}

/// What is nearly right would make a portal that says what is not so, or fail later in words of the machine.
#[database_test]
async fn settings_that_are_nearly_right_are_named_with_what_to_say(pool: PgPool) {
    let url = pool.connect_options().to_url_lossy();
    let folder = std::env::temp_dir();
    for (setting, value, said) in [
        ("EVENHAND_SMTP_URL", "mail.example.org", "EVENHAND_SMTP_URL is no address of a mail server"),
        (
            "EVENHAND_SMTP_URL",
            "http://secret@mail.example",
            "such as smtp://user:password@mail.example.org:587",
        ),
        (
            "EVENHAND_SMTP_URL",
            "smtp://portal:secret@mail.example",
            "EVENHAND_SMTP_URL needs EVENHAND_BASE_URL, the public address",
        ),
        ("EVENHAND_BIND", "8080", "EVENHAND_BIND is an address and a port, such as 127.0.0.1:8080"),
        ("EVENHAND_METRICS_BIND", "9000", "EVENHAND_METRICS_BIND is an address and a port"),
        ("DATABASE_URL", "mysql://portal@127.0.0.1/x", "DATABASE_URL is not a PostgreSQL address"),
    ] {
        let serve = Command::new(env!("CARGO_BIN_EXE_evenhand"))
            .args(["serve"])
            .env("DATABASE_URL", url.as_str())
            .env("EVENHAND_BIND", "127.0.0.1:0")
            .env("EVENHAND_DATA_DIR", &folder)
            .env(setting, value)
            .stdin(Stdio::null())
            .output();
        let ended = serve.await.unwrap();
        let told = String::from_utf8_lossy(&ended.stderr);
        assert!(!ended.status.success(), "{value}: {told}");
        assert!(told.contains(said), "{value}: {told}");
        assert!(!told.contains("secret"), "{value}: {told}");
    }
}

#[database_test(Serving::start(&pool))]
async fn unfinished_uploads_do_not_block_other_checks(serving: Serving) {
    let size = 2 * 1024 * 1024;
    let head = format!(
        "POST /verify HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {size}\r\n\
         content-type: application/x-www-form-urlencoded\r\n\r\npasted=",
        serving.address
    );
    let part = "x".repeat(size - "pasted=".len() - 1);
    let send = async || {
        let mut stream = TcpStream::connect(&serving.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(part.as_bytes()).await.unwrap();
        stream
    };
    // All but the last byte of each.
    let unfinished = [send().await, send().await, send().await];
    let mut stream = send().await;
    stream.write_all(b"x").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{}", answer.lines().next().unwrap_or_default());
    drop(unfinished);
}

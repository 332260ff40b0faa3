//! `evenhand send` as a process.

use crate::sender::receiver::{Behaviour, Receiver, answer};
use crate::sender::world::World;
use database_test::database_test;
use rustix::process::{Pid, Signal, kill_process};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection};
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

fn start(world: &World, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_evenhand"))
        .arg("send")
        .args(arguments)
        .env("DATABASE_URL", world.pool.connect_options().to_url_lossy().as_str())
        .env("EVENHAND_WEBHOOK_ALLOW_LOOPBACK", "on")
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}

#[database_test]
async fn once_delivers_what_is_due_and_ends(world: World) {
    let receiver = Receiver::start(answer("200 OK", "")).await;
    world.webhook(&receiver.url("/")).await;
    world.log(&["review.saved", "project.created"]).await;
    assert!(start(&world, &["--once"]).wait().await.unwrap().success());
    assert_eq!(receiver.seen().requests.len(), 2);
    assert!(start(&world, &["--once"]).wait().await.unwrap().success());
    assert_eq!(receiver.seen().requests.len(), 2, "nothing is left");
}

#[database_test]
async fn a_sender_without_witnesses_takes_back_no_alarm(world: World) {
    world.log(&["review.saved"]).await;
    let site = ["--once", "--base-url", "https://judging.example"];
    assert!(start(&world, &site).wait().await.unwrap().success());
    world.run("insert into log_witness (event_id, witness, alarm) values (1, 'w.example+00000000+AA==', 'shorter')").await;
    let alarms = async || world.one::<i64>("select count(*) from log_witness where alarm is not null").await;
    assert!(start(&world, &site).wait().await.unwrap().success());
    assert_eq!(alarms().await, 1, "it was started by hand, say, without the other's settings");
    // A file that names no witness says that nobody is asked any more.
    let file = std::env::temp_dir().join(format!("no-witnesses-{}", std::process::id()));
    std::fs::write(&file, "quorum none\n").unwrap();
    let named = [site.as_slice(), &["--witnesses", file.to_str().unwrap()]].concat();
    assert!(start(&world, &named).wait().await.unwrap().success());
    std::fs::remove_file(&file).unwrap();
    assert_eq!(alarms().await, 0);
}

#[database_test]
async fn a_stop_lets_the_attempt_under_way_end_and_records_it(world: World) {
    let slow =
        Receiver::start(Behaviour::SayAndHang("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n".into())).await;
    world.webhook(&slow.url("/")).await;
    world.log(&["review.saved", "review.saved"]).await;
    let mut sender = start(&world, &[]);
    while slow.seen().requests.is_empty() {
        tokio::task::yield_now().await;
    }
    kill_process(Pid::from_raw(sender.id().unwrap().cast_signed()).unwrap(), Signal::TERM).unwrap();
    assert!(sender.wait().await.unwrap().success());
    let sql = "select seq || ' ' || status || ' ' || error || ' ' || (duration_ms between 9900 and 10500) from webhook_attempt";
    assert_eq!(world.one::<String>(sql).await, "1 200 timeout true");
    assert_eq!(slow.seen().requests.len(), 1, "nothing new was begun");
    assert!(
        world
            .one::<bool>("select lease_token is null and leased_until <= clock_timestamp() from webhook")
            .await
    );
}

#[database_test]
async fn a_lost_database_is_said_once_and_waited_for(world: World) {
    let receiver = Receiver::start(answer("200 OK", "")).await;
    let mut sender = start(&world, &[]);
    let mut log = BufReader::new(sender.stderr.take().unwrap()).lines();
    while !log.next_line().await.unwrap().unwrap().contains("sending") {}
    // Nobody gets in, and who is in is thrown out.
    let options = (*world.pool.connect_options()).clone();
    let name = options.get_database().unwrap().to_owned();
    let mut admin = PgConnection::connect_with(&options.database("postgres")).await.unwrap();
    for sql in [
        format!("alter database \"{name}\" allow_connections false"),
        format!("select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'"),
    ] {
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut admin).await.unwrap();
    }
    // Mail says so for itself.
    let of_webhooks = |line: &str, said: &str| line.contains(said) && line.contains("\"webhooks\"");
    while !of_webhooks(&log.next_line().await.unwrap().unwrap(), "until the database is back") {}
    let back = format!("alter database \"{name}\" allow_connections true");
    sqlx::raw_sql(AssertSqlSafe(back)).execute(&mut admin).await.unwrap();
    loop {
        let line = log.next_line().await.unwrap().unwrap();
        assert!(!of_webhooks(&line, "until the database is back"), "it is said once: {line}");
        if of_webhooks(&line, "the database is back") {
            break;
        }
    }
    world.webhook(&receiver.url("/")).await;
    world.log(&["review.saved"]).await;
    while receiver.seen().requests.is_empty() {
        tokio::task::yield_now().await;
    }
    kill_process(Pid::from_raw(sender.id().unwrap().cast_signed()).unwrap(), Signal::TERM).unwrap();
    assert!(sender.wait().await.unwrap().success());
}

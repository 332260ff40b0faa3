//! What repositories hold at the close, asked of the machine's own git and of servers that misbehave.

use crate::prelude::*;
use crate::sender::contents::{Nameless, Online};
use crate::sender::git_server::GitServer;
use crate::sender::receiver::{Behaviour, Receiver, answer};
use crate::sender::world::World;
use ::sign_on::tls::system_tls;
use sender::evidence::CodeLooks;
use sender::stop;
use sender::webhook::courier::{Courier, DEADLINE};
use sender::webhook::look_up::{Resolver, SystemResolver};
use shared::ids::ProjectId;
use std::time::Duration;
use store::evidence;

/// An event that wants evidence, whose submissions closed an hour ago, with a project for each address.
async fn closed_event(pool: PgPool, repositories: &[&str]) -> World {
    let world = World::new(pool).await;
    let sql = "update event set evidence = true, evidence_names = '{HackTown 2025}', submissions_open = '2026-11-01T00:00:00Z',
                 submissions_close = clock_timestamp() - interval '1 hour', judging_open = clock_timestamp() + interval '1 hour'";
    world.run(sql).await;
    for (nth, url) in repositories.iter().enumerate() {
        world
            .run(&format!(
                "begin; set local session_replication_role = replica;
                 insert into team (event_id, name) values (1, 'Team {nth}');
                 insert into project (event_id, team_id, title, repo_url, status, submitted_at)
                     select 1, max(id), 'Project {nth}', '{url}', 'submitted', now() from team;
                 commit"
            ))
            .await;
    }
    world
}

/// Looks until nothing is due.
async fn look(world: &World) {
    look_within(world, Duration::from_secs(30), true).await;
}

async fn look_within(world: &World, deadline: Duration, allow_loopback: bool) {
    look_by(world, Courier::new(system_tls().unwrap(), Box::new(SystemResolver), allow_loopback, deadline))
        .await;
}

async fn look_by(world: &World, courier: Courier) {
    let (_stopper, stop) = stop();
    let site = Some("https://portal.example");
    CodeLooks::new(world.database.clone(), courier, site).run(stop, true).await.unwrap();
}

/// What was found of the event's code, in order.
async fn facts(world: &World) -> Vec<Value> {
    let all: Value = world.one("select coalesce(jsonb_agg(fact order by id), '[]') from evidence where fact ->> 'kind' in ('code_at_close', 'repository_silent')").await;
    all.as_array().unwrap().clone()
}

/// Lets judging open, half an hour after the last look.
async fn judging_opens(world: &World) {
    let sql = "update event set judging_open = clock_timestamp() - interval '1 second';
             update code_look set looked_at = looked_at - interval '30 minutes'";
    world.run(sql).await;
}

#[database_test]
async fn the_code_at_the_close_is_counted_and_names_nobody(pool: PgPool) {
    let server = GitServer::start("counted").await;
    let repository = server.make("lamp");
    repository.commit("Begin for HackTown 2025", "ada 2026-05-01T10:00:00Z");
    repository.commit("Go on", "bo 2026-11-02T10:00:00Z");
    let head = repository.commit("Finish", "ada 2026-11-03T10:00:00Z");
    let url = server.url("lamp/.git");
    let world = closed_event(pool, &[&url]).await;
    look(&world).await;
    let found = json!({
        "kind": "code_at_close", "url": url, "head": head, "commits": 3, "first_at": "2026-05-01T10:00:00Z",
        "last_at": "2026-11-03T10:00:00Z", "authors": 2, "before_start": 1, "after_close": 0, "rewritten": false,
        "names_event": "HackTown 2025",
    });
    let all = facts(&world).await;
    assert_eq!((all.len(), &all[1]), (2, &found));
    assert_eq!((&all[0]["head"], &all[0]["commits"]), (&found["head"], &Value::Null));
    let text = all[1].to_string();
    assert!(!["ada@", "bo@", "planted", "Begin", "Finish"].iter().any(|word| text.contains(word)), "{text}");
    let log = "select array_agg(after::jsonb - 'salt' order by seq)::text from audit_log where action = 'evidence.collected'";
    let log: String = world.one(log).await;
    assert!(log.contains("added") && log.contains("digest") && !log.contains(&head), "{log}");
    assert_eq!(log.matches("added").count(), 2, "one row for each set");

    // Nothing is due any more, until judging opens.
    look(&world).await;
    assert_eq!(facts(&world).await.len(), 2);
    judging_opens(&world).await;
    look(&world).await;
    assert_eq!(facts(&world).await.len(), 2, "nothing has changed");
}

#[database_test]
async fn commits_after_the_close_and_a_rewritten_history_are_seen_as_judging_opens(pool: PgPool) {
    let server = GitServer::start("rewritten").await;
    let (later, rewritten) = (server.make("later"), server.make("rewritten"));
    let heads = [&later, &rewritten].map(|one| {
        one.commit("Begin", "ada 2026-11-02T10:00:00Z");
        one.commit("Finish", "ada 2026-11-03T10:00:00Z")
    });
    let urls = ["later/.git", "rewritten/.git"].map(|name| server.url(name));
    let world = closed_event(pool, &[&urls[0], &urls[1]]).await;
    look(&world).await;
    later.commit("One more", "ada 2036-11-03T10:00:00Z");
    rewritten.git(&["commit", "--quiet", "--amend", "-m", "Another end"], "ada 2036-11-03T10:00:00Z");
    judging_opens(&world).await;
    look(&world).await;
    let all = facts(&world).await;
    let told: Vec<_> =
        all[4..].iter().map(|fact| (&fact["head"], &fact["after_close"], &fact["rewritten"])).collect();
    let heads = heads.map(Value::from);
    assert_eq!(told, [(&heads[0], &json!(1), &json!(false)), (&heads[1], &json!(1), &json!(true))]);
    assert!(all[4..].iter().all(|fact| fact["commits"] == 2), "as at the close: {all:?}");
}

#[database_test]
async fn what_was_silent_at_the_close_has_no_code_at_the_close_later(pool: PgPool) {
    let server = GitServer::start("late").await;
    let world = closed_event(pool, &[&server.url("late/.git")]).await;
    look(&world).await;
    server.make("late").commit("Finish", "ada 2026-11-03T10:00:00Z");
    judging_opens(&world).await;
    look(&world).await;
    let kinds: Vec<Value> = facts(&world).await.iter().map(|fact| fact["kind"].clone()).collect();
    assert_eq!(kinds, ["repository_silent"]);
}

#[database_test(closed_event(pool, &["https://code.example/lamp.git"]))]
async fn where_no_host_is_known_repositories_are_asked_again(world: World) {
    let courier = |resolver: Box<dyn Resolver>| Courier::new(system_tls().unwrap(), resolver, true, DEADLINE);
    look_by(&world, courier(Box::new(Nameless))).await;
    assert_eq!(facts(&world).await, Vec::<Value>::new(), "the sender's own network may be away");
    world.run("update code_look set leased_until = clock_timestamp()").await;
    look_by(&world, courier(Box::new(Online))).await;
    let all = facts(&world).await;
    assert_eq!((all.len(), &all[0]["why"]), (1, &json!("Its host was not found.")));
}

#[database_test]
async fn a_later_close_and_another_repository_are_looked_at_anew(pool: PgPool) {
    let server = GitServer::start("anew").await;
    let (lamp, boat) = (server.make("lamp"), server.make("boat"));
    let first = lamp.commit("Begin", "ada 2026-11-02T10:00:00Z");
    let other = boat.commit("Begin another", "bo 2026-11-02T10:00:00Z");
    let world = closed_event(pool, &[&server.url("lamp/.git")]).await;
    let head = async || {
        let read = async |c: &mut _| evidence::head_at_close(c, ProjectId(1)).await;
        world.database.read(read).await.unwrap()
    };
    look(&world).await;
    assert_eq!(head().await, Some(first));
    // Submissions were opened again, and have closed.
    let last = lamp.commit("Finish", "ada 2026-11-03T10:00:00Z");
    world.run("update event set submissions_close = clock_timestamp()").await;
    assert_eq!(head().await, None, "what was seen before the close");
    look(&world).await;
    assert_eq!(head().await, Some(last));
    let correct = format!(
        "alter table project disable trigger user; alter table project enable trigger content_changed;
         update project set repo_url = '{}' where id = 1; alter table project enable trigger user",
        server.url("boat/.git")
    );
    world.run(&correct).await;
    assert_eq!(head().await, None, "the other repository has not been looked at");
    look(&world).await;
    assert_eq!(head().await, Some(other));
    world.run("update event set submissions_close = clock_timestamp() - interval '1 hour'").await;
    judging_opens(&world).await;
    look(&world).await;
    let all = facts(&world).await;
    assert_eq!(all.len(), 6, "HEAD and the commits, three times: {all:?}");
    assert!(all.iter().all(|fact| fact["rewritten"] == false && fact["after_close"] != 1), "{all:?}");
}

#[database_test]
async fn the_code_at_the_close_of_a_team_with_more_time_is_the_same_once_results_are_public(pool: PgPool) {
    let server = GitServer::start("more-time").await;
    let lamp = server.make("lamp");
    lamp.commit("Begin", "ada 2026-11-02T10:00:00Z");
    let world = closed_event(pool, &[&server.url("lamp/.git")]).await;
    look(&world).await;
    let last = lamp.commit("Finish", "ada 2026-11-03T10:00:00Z");
    let unguarded = async |sql: &str| {
        world.run(&format!("begin; set local session_replication_role = replica; {sql}; commit")).await;
    };
    let sql = "insert into team_extension (team_id, event_id, closes_at, reason)
             select team_id, event_id, clock_timestamp(), 'The bus was late.' from project";
    unguarded(sql).await;
    look(&world).await;
    for publishes in ["select 1", "insert into publication (event_id, run_id, number) values (1, 1, 1)"] {
        unguarded(publishes).await;
        let read = async |c: &mut _| evidence::head_at_close(c, ProjectId(1)).await;
        assert_eq!(world.database.read(read).await.unwrap().as_deref(), Some(last.as_str()), "{publishes}");
    }
}

#[database_test(closed_event(pool, &["", "", ""]))]
async fn a_team_is_asked_once_for_its_answer(world: World) {
    let unguarded = async |sql: &str| {
        world.run(&format!("begin; set local session_replication_role = replica; {sql}; commit")).await;
    };
    // Pia and Ned are on the first team, and Bo and Cleo each have one.
    let sql = "insert into person (email, name, confirmed_at) values ('pia@x.example', 'Pia', now()), ('ned@x.example', 'Ned', null),
             ('bo@x.example', 'Bo', now()), ('cleo@x.example', 'Cleo', now());
         insert into team_member (event_id, person_id, team_id) values (1, 1, 1), (1, 2, 1), (1, 3, 2), (1, 4, 3)";
    unguarded(sql).await;
    let find = async |project: i64, fact: &str, minutes: i64| {
        unguarded(&format!(
            "insert into evidence (event_id, project_id, fact, found_at)
                 values (1, {project}, '{fact}', clock_timestamp() - interval '{minutes} minutes')"
        ))
        .await;
    };
    let mails = async || {
        world.run("update content_look set due_at = clock_timestamp()").await;
        look_by(&world, Courier::new(system_tls().unwrap(), Box::new(Nameless), true, DEADLINE)).await;
        let all = "select coalesce(array_agg(to_address order by id), '{}') from mail_outbox";
        world.one::<Vec<String>>(all).await
    };
    let usual = r#"{"kind": "code_at_close", "url": "https://c.example", "head": "ab", "rewritten": false}"#;
    let dead = r#"{"kind": "dead_video", "url": "https://video.example/1", "why": "It is gone."}"#;
    find(1, usual, 20).await;
    // The third team has answered already.
    find(3, dead, 20).await;
    find(3, r#"{"kind": "answer", "text": "It was there."}"#, 20).await;
    assert_eq!(mails().await, Vec::<String>::new(), "nothing asks for an answer");
    find(1, dead, 1).await;
    assert_eq!(mails().await, Vec::<String>::new(), "what comes with it is waited for");
    find(1, r#"{"kind": "flag", "reason": "rules", "sentence": "I saw it in May."}"#, 20).await;
    assert_eq!(mails().await, ["pia@x.example"]);
    let said: String = world.one("select subject || body from mail_outbox").await;
    assert!(said.contains("Project 0") && said.contains("https://portal.example/projects/1\n"), "{said}");
    assert!(!said.contains("May") && !said.contains("video"), "what it is stands on the page: {said}");
    find(1, dead, 20).await;
    assert_eq!(mails().await, ["pia@x.example"], "a team answers once, and is asked once");
    find(2, dead, 20).await;
    unguarded("update event set draft = true").await;
    assert_eq!(mails().await, ["pia@x.example"], "nobody else may know of a draft");
    unguarded("update event set draft = false").await;
    assert_eq!(mails().await, ["pia@x.example", "bo@x.example"]);
}

#[database_test]
async fn whoever_changes_a_project_does_not_wait_for_what_is_found_of_it(pool: PgPool) {
    let server = GitServer::start("changed").await;
    server.make("lamp").commit("Begin", "ada 2026-11-02T10:00:00Z");
    let world = closed_event(pool, &[&server.url("lamp/.git")]).await;
    let mut changing = world.pool.begin().await.unwrap();
    let lock = "select pg_advisory_xact_lock(hashtextextended('submit', 1))";
    sqlx::raw_sql(lock).execute(&mut *changing).await.unwrap();
    let change = async {
        // What was found of the code waits, and the texts do.
        let waiting = "select count(*) from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())";
        while world.one::<i64>(waiting).await < 2 {
            tokio::task::yield_now().await;
        }
        let change = "set local lock_timeout = '1s'; delete from code_look";
        sqlx::raw_sql(change).execute(&mut *changing).await.unwrap();
        changing.commit().await.unwrap();
    };
    tokio::join!(look(&world), change);
    assert_eq!(facts(&world).await.len(), 2, "it is looked at anew");
}

#[database_test]
async fn events_take_turns(pool: PgPool) {
    let server = GitServer::start("turns").await;
    for name in ["lamp", "boat"] {
        server.make(name).commit("Begin", "ada 2026-11-02T10:00:00Z");
    }
    let urls = vec![server.url("lamp/.git"); 40];
    let world = closed_event(pool, &urls.iter().map(String::as_str).collect::<Vec<_>>()).await;
    world
        .run(&format!(
            "begin; set local session_replication_role = replica;
             insert into event (slug, name, evidence, submissions_close)
                 values ('later', 'Later', true, clock_timestamp() - interval '1 hour');
             insert into team (event_id, name) values (2, 'Boats');
             insert into project (event_id, team_id, title, repo_url, status, submitted_at)
                 select 2, max(id), 'Boat', '{}', 'submitted', now() from team;
             commit",
            server.url("boat/.git")
        ))
        .await;
    look(&world).await;
    let heads: Vec<String> =
        server.requests().into_iter().filter(|path| path.ends_with("info/refs")).take(41).collect();
    let boats: Vec<usize> = (0..41).filter(|nth| heads[*nth].starts_with("/boat")).collect();
    assert_eq!(boats, [32], "between the first 32 and the other 8 of the large event");
}

#[database_test]
async fn a_server_that_tells_no_commits_without_files_is_asked_for_head_alone(pool: PgPool) {
    let server = GitServer::start("plain").await;
    let repository = server.make("plain");
    let head = repository.commit("Begin", "ada 2026-11-02T10:00:00Z");
    repository.git(&["config", "uploadpack.allowFilter", "false"], "");
    let world = closed_event(pool, &[&server.url("plain/.git")]).await;
    look(&world).await;
    let all = facts(&world).await;
    assert_eq!((all.len(), &all[0]["head"], &all[0]["commits"]), (1, &json!(head), &Value::Null));
}

#[database_test]
async fn many_commits_are_counted_and_of_too_many_head_alone_is_known(pool: PgPool) {
    let server = GitServer::start("many").await;
    server.make("many").chain(3_000);
    server.make("huge").chain(20_500);
    let world = closed_event(pool, &[&server.url("many/.git"), &server.url("huge/.git")]).await;
    look(&world).await;
    let all = facts(&world).await;
    let told: Vec<_> = all.iter().map(|fact| (&fact["kind"], &fact["commits"], &fact["authors"])).collect();
    let (kind, none) = (json!("code_at_close"), Value::Null);
    let counted = (json!(3_000), json!(1));
    assert_eq!(told, [(&kind, &none, &none), (&kind, &none, &none), (&kind, &counted.0, &counted.1)]);
}

#[database_test]
async fn what_no_repository_says_is_a_fact_with_its_reason(pool: PgPool) {
    let server = GitServer::start("silent").await;
    server.make("empty");
    let lying = server.make("lying");
    lying.commit("Begin", "ada 2026-11-02T10:00:00Z");
    server.truncate();
    let elsewhere = Receiver::start(answer("200 OK", "")).await;
    let redirect =
        format!("HTTP/1.1 302 Found\r\nlocation: {}\r\ncontent-length: 0\r\n\r\n", elsewhere.url("/stolen"));
    let redirecting = Receiver::start(Behaviour::Say(redirect)).await;
    let private = Receiver::start(answer("401 Unauthorized", "")).await;
    let page = Receiver::start(answer("200 OK", "<!DOCTYPE html>")).await;
    let endless =
        Receiver::start(Behaviour::Repeat("HTTP/1.1 200 OK\r\n\r\n".into(), "0123456789".repeat(1000))).await;
    let urls = [
        (server.url("missing.git"), "It is private or gone: the server answered 404."),
        (server.url("empty/.git"), "It has no commit."),
        (redirecting.url("/r.git"), "It redirects elsewhere, and the portal follows no redirect."),
        (private.url("/r.git"), "It is private or gone: the server answered 401."),
        (page.url("/r.git"), "It does not answer as a git server does."),
        (endless.url("/r.git"), "It does not answer as a git server does."),
        (server.url("lying/.git"), "It sent other commits than it named."),
    ];
    let addresses: Vec<&str> = urls.iter().map(|(url, _)| url.as_str()).collect();
    let world = closed_event(pool, &addresses).await;
    look(&world).await;
    let all = facts(&world).await;
    for (url, why) in &urls {
        let told = json!({ "kind": "repository_silent", "url": url, "why": why });
        assert!(all.contains(&told), "{told} is not in {all:#?}");
    }
    assert_eq!(elsewhere.seen().connections, 0);
    // HEAD of the lying one was known before it lied.
    assert_eq!(all.iter().filter(|fact| fact["kind"] == "code_at_close").count(), 1);
    assert!(server.requests().iter().any(|path| path == "/lying/.git/git-upload-pack"));
}

#[database_test]
async fn what_takes_too_long_is_a_fact_with_its_reason(pool: PgPool) {
    let slow =
        Receiver::start(Behaviour::SayAndHang("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n00".into())).await;
    let url = slow.url("/r.git");
    let world = closed_event(pool, &[&url]).await;
    look_within(&world, Duration::from_millis(400), true).await;
    let told = json!({ "kind": "repository_silent", "url": url, "why": "It took too long to answer." });
    assert_eq!(facts(&world).await, [told]);
}

#[database_test]
async fn no_address_inside_gets_a_connection(pool: PgPool) {
    let receiver = Receiver::start(answer("200 OK", "")).await;
    let port = receiver.address.port();
    let addresses = [
        format!("http://127.0.0.1:{port}/r.git"),
        format!("https://127.0.0.1:{port}/r.git"),
        format!("https://localhost:{port}/r.git"),
        format!("https://[::ffff:127.0.0.1]:{port}/r.git"),
        format!("https://2130706433:{port}/r.git"),
        "https://10.0.0.1/r.git".to_owned(),
        "https://169.254.169.254/r.git".to_owned(),
    ];
    let world = closed_event(pool, &addresses.each_ref().map(String::as_str)).await;
    look_within(&world, Duration::from_secs(30), false).await;
    let all = facts(&world).await;
    assert_eq!(all.len(), addresses.len());
    assert!(all.iter().all(|fact| fact["why"] == "Its address is not a public https address."), "{all:?}");
    assert_eq!(receiver.seen().connections, 0);
}

#[database_test]
async fn only_what_is_due_is_asked_and_by_one_sender_at_a_time(pool: PgPool) {
    let server = GitServer::start("due").await;
    server.make("lamp").commit("Begin", "ada 2026-11-02T10:00:00Z");
    let urls = vec![server.url("lamp/.git"); 40];
    let world = closed_event(pool, &urls.iter().map(String::as_str).collect::<Vec<_>>()).await;
    for wrong in [
        "evidence = false",
        "submissions_close = clock_timestamp() + interval '1 hour'",
        "submissions_close = clock_timestamp() - interval '25 hours'",
        "submissions_close = null",
    ] {
        let set = format!(
            "update event set evidence = true, submissions_close = clock_timestamp() - interval '1 minute'; update event set {wrong}"
        );
        world.run(&set).await;
        look(&world).await;
        assert_eq!((facts(&world).await.len(), server.requests().len()), (0, 0), "{wrong}");
    }
    world.run("update event set submissions_close = clock_timestamp() - interval '1 minute'").await;
    tokio::join!(look(&world), look(&world));
    look(&world).await;
    let asked = server.requests().iter().filter(|path| path.ends_with("info/refs")).count();
    assert_eq!((facts(&world).await.len(), asked), (80, 80), "HEAD once, and the commits once");
}

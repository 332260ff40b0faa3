//! The audit log: chained, complete, and closed to change.

use crate::database::world::{Session, WORLD, World};
use database_test::database_test;
use sha2::{Digest as _, Sha256};
use sqlx::Row as _;

const APPEND: &str = "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
    values (1, 'jo@x.example', 'judge', 'review.saved', 'review', '1')";

fn sha256_hex(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|b| format!("{b:02x}")).collect()
}

/// Walks a chain as a verifier would, from the documented rule alone; returns its length and last hash.
pub(crate) async fn verify(session: &mut Session, slug: &str) -> (i64, String) {
    let sql = "select seq, to_char(ts at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') ts, actor, action, object_type,
            object_id, ip, before, after, prev_hash, row_hash
        from audit_log where chain = $1 order by seq";
    let rows = sqlx::query(sql).bind(slug).fetch_all(&mut session.0).await.unwrap();
    let mut last = sha256_hex(&format!("evenhand-audit/1:{slug}"));
    let mut length = 0;
    for row in rows {
        length += 1;
        assert_eq!(row.get::<i64, _>("seq"), length, "a gap");
        assert_eq!(row.get::<String, _>("prev_hash"), last, "a fork at {length}");
        let mut text = format!("{}:{last},{}:{length},", last.len(), length.to_string().len());
        for column in ["ts", "actor", "action", "object_type", "object_id", "ip", "before", "after"] {
            let value = row.get::<Option<String>, _>(column).unwrap_or_default();
            text += &format!("{}:{value},", value.len());
        }
        last = sha256_hex(&text);
        assert_eq!(row.get::<String, _>("row_hash"), last, "the hash of row {length}");
    }
    (length, last)
}

#[database_test(WORLD)]
async fn a_chains_time_never_goes_back_when_the_clock_does(world: World) {
    let (mut app, mut owner) = (world.app().await, world.owner().await);
    app.run(APPEND).await;
    let follows =
        "select h.ts = a.ts from audit_head h join audit_log a using (chain, seq) where chain = 'demo'";
    assert!(app.one::<bool>(follows).await);
    // As after a machine whose clock was an hour ahead.
    owner.run("update audit_head set ts = clock_timestamp() + interval '1 hour' where chain = 'demo'").await;
    for _ in 0..2 {
        app.run(APPEND).await;
    }
    let ahead = "select count(*) from audit_log a join audit_head h using (chain, ts) where chain = 'demo'";
    assert_eq!(app.one::<i64>(ahead).await, 2, "both have the time of the row before");
    // Once the clock has come that far, it counts again.
    owner.run("update audit_head set ts = clock_timestamp() - interval '1 hour' where chain = 'demo'").await;
    app.run(APPEND).await;
    let now =
        "select abs(extract(epoch from ts - clock_timestamp())) < 60 from audit_head where chain = 'demo'";
    assert!(app.one::<bool>(now).await);
    verify(&mut app, "demo").await;
}

#[database_test(WORLD)]
async fn each_chain_is_hashed_by_the_documented_rule_in_any_session_setting(mut app: Session) {
    for setting in [
        "",
        "set timezone = 'Asia/Kathmandu'",
        "set datestyle = 'German, DMY'",
        "set client_encoding = 'LATIN1'",
    ] {
        app.run(setting).await;
        app.run(APPEND).await;
    }
    app.run("reset client_encoding").await;
    app.run(r#"insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, before, after) values
        (1, 'system', 'system', 'project.created', 'project', '1', '::1', '{"a":1.0, "a":2}', '{"title": "Grüße 🦀, 4:abc,"}'),
        (2, 'system', 'system', 'event.created', 'event', '2', '', null, ''),
        (null, 'ada@x.example', 'self', 'person.created', 'person', '1', null, null, null)"#).await;
    assert_eq!(verify(&mut app, "demo").await.0, 5);
    assert_eq!(verify(&mut app, "other").await.0, 1);
    assert_eq!(verify(&mut app, "").await.0, 1);
    let clock = "select count(*) from audit_log where abs(extract(epoch from clock_timestamp() - ts)) < 60";
    assert_eq!(app.one::<i64>(clock).await, 7);
}

#[database_test(WORLD)]
async fn a_writer_cannot_choose_number_time_or_hash(mut app: Session) {
    app.run("insert into audit_log (chain, seq, ts, prev_hash, row_hash, event_id, actor, actor_role, action, object_type, object_id)
        values ('other', 77, '2020-01-01', 'x', 'y', 1, 'a', 'judge', 'review.saved', 'review', '1')").await;
    assert_eq!(verify(&mut app, "demo").await.0, 1);
    assert!(app.one::<bool>("select ts > now() - interval '1 minute' from audit_log").await);
    let unknown = "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
        values (9, 'a', 'judge', 'review.saved', 'review', '1')";
    app.refused(unknown, "EV404 audit_event_unknown").await;
    app.refused(&unknown.replace("(9,", "(1,").replace("review.saved", "saved it"), "23514 action_shape")
        .await;
    // A refused or abandoned change leaves no gap.
    app.run(&format!("begin; {APPEND}; rollback")).await;
    app.run(APPEND).await;
    assert_eq!(verify(&mut app, "demo").await.0, 2);
}

#[database_test(WORLD)]
async fn an_event_whose_log_is_there_is_not_removed(world: World, mut app: Session) {
    app.run("insert into event (slug, name) values ('silent', 'Silent'), ('logged', 'Logged')").await;
    let sql = "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
         select id, 'a', 'judge', 'review.saved', 'review', '1' from event where slug = 'logged'";
    app.run(sql).await;
    let mut owner = world.owner().await;
    owner.run("delete from event where slug = 'silent'").await;
    owner.refused("delete from event where slug = 'logged'", "23503 audit_head_event_id_fkey").await;
}

#[database_test(WORLD)]
async fn sixty_four_clients_leave_no_gap_and_no_fork(world: World) {
    let mut clients = tokio::task::JoinSet::new();
    for n in 0..64 {
        let mut app = world.app().await;
        clients.spawn(async move {
            for round in 0..10 {
                // Some give up, some write several at once, some write to the chain of no event too.
                match (n + round) % 4 {
                    0 => app.run(&format!("begin; {APPEND}; rollback")).await,
                    1 => {
                        app.run(&format!("begin; {APPEND}; savepoint a; {APPEND}; rollback to a; commit"))
                            .await
                    }
                    2 => {
                        app.run(
                            &APPEND
                                .replace("values (1,", "select g,")
                                .replace("'1')", "'1' from unnest('{1,1,null}'::bigint[]) g"),
                        )
                        .await
                    }
                    _ => app.run(APPEND).await,
                }
            }
        });
    }
    while let Some(done) = clients.join_next().await {
        done.unwrap();
    }
    let mut app = world.app().await;
    let (demo, last) = verify(&mut app, "demo").await;
    assert_eq!((demo, verify(&mut app, "").await.0), (160 + 160 * 2 + 160, 160));
    assert_eq!(app.one::<i64>("select seq from audit_head where chain = 'demo'").await, demo);
    assert_eq!(app.one::<String>("select row_hash from audit_head where chain = 'demo'").await, last);
}

#[database_test(WORLD)]
async fn the_log_refuses_change_even_to_its_owner_and_to_replication(world: World, mut app: Session) {
    app.run(APPEND).await;
    let mut owner = world.owner().await;
    let changes = [
        "update audit_log set actor = 'nobody'",
        "update audit_log set actor = 'nobody' where false",
        "delete from audit_log",
        "truncate audit_log cascade",
        "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
            values (1, 'a', 'judge', 'review.saved', 'review', '1') on conflict (chain, seq) do update set actor = 'x'",
    ];
    for role in ["origin", "local", "replica"] {
        owner.run(&format!("set session_replication_role = {role}")).await;
        for change in changes {
            let sentence = owner.refused(change, "EV403 append_only").await;
            assert_eq!(sentence, "audit_log only grows: its rows are never changed or removed.");
            app.refused(change, "42501 -").await;
        }
        // Appending under it is chained all the same.
        owner.run(APPEND).await;
    }
    assert_eq!(verify(&mut app, "demo").await.0, 4);
    for change in [
        "update audit_head set seq = 0",
        "delete from audit_head",
        "insert into audit_head values ('x', 0, 'x')",
        "alter table audit_log disable trigger all",
        "drop trigger append_only on audit_log",
        "set session_replication_role = replica",
    ] {
        app.refused(change, "42501 -").await;
    }
}

#[database_test(WORLD)]
async fn the_events_version_rises_with_what_its_public_pages_show(mut app: Session) {
    let version = "select version from event where id = 1";
    for private in ["review.saved", "assignment.planned", "ballot.cast", "export.csv", "bundle.exported"] {
        app.run(&APPEND.replace("review.saved", private)).await;
    }
    assert_eq!(app.one::<i64>(version).await, 1);
    // A crash may undo a change that was seen: its number must not be given to another one.
    let mut last: i64 = app.one("select (extract(epoch from clock_timestamp()) * 1000000)::bigint").await;
    for public in
        ["project.created", "event.updated", "results.published", "comment.created", "something.new"]
    {
        app.run(&APPEND.replace("review.saved", public)).await;
        let next = app.one::<i64>(version).await;
        assert!(next > last, "{public}: {next} after {last}");
        last = next;
    }
    app.run("update person set name = 'Ada L.' where id = 1").await;
    assert!(app.one::<i64>(version).await > last);
}

#[database_test(WORLD)]
async fn editing_an_event_while_others_log_to_it_never_deadlocks(world: World, mut editor: Session) {
    editor.run("begin; update event set name = 'Demo 2' where id = 1").await;
    let public = "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
        values (1, 'a', 'participant', 'project.created', 'project', '1')";
    let waiting = world.start(world.app().await, public).await;
    assert!(!waiting.is_finished());
    // The chain's head is still free: the one who waits has not taken it yet.
    editor.run(&public.replace("project.created", "event.updated")).await;
    editor.run("commit").await;
    waiting.await.unwrap().unwrap();
    assert_eq!(verify(&mut editor, "demo").await.0, 2);
}

//! A small event to break the rules of, and sessions that act as the application does.

use crate::support::{Column, Given, MIGRATED, Template};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, PgPool};
use tokio::task::JoinHandle;

/// Event 1 "Demo" (all windows open, teams of two, criteria quality 1–5 and impact 0–10), event 2 "Other";
/// track 1 is Demo's, 2 is Other's. Ada (1) is team A (1), Ben (2) team B (2), Jo (3) and Kim (4) judge, Una (5)
/// has not confirmed her address. Project 1 is A's, 2 is B's, 3 a draft of B's. Jo has project 1 (assignment 1).
const EVENTS: &str = "
    insert into event (slug, name, max_team_size, voting_mode, votes_per_voter, submissions_open, submissions_close,
            judging_open, judging_close, voting_open, voting_close)
        select slug, initcap(slug), 2, 'account', 2, o, c, o, c, o, c
        from unnest(array['demo', 'other']) slug, (select now() - interval '1h' o, now() + interval '1h' c) w;
    insert into track (event_id, name) values (1, 'Hardware'), (2, 'Hardware');
    insert into criterion (event_id, key, name, weight, min_value, max_value, position) values
        (1, 'quality', 'Quality', 2, 1, 5, 1), (1, 'impact', 'Impact', 1, 0, 10, 2);
    insert into person (email, name, confirmed_at) values ('ada@x.example', 'Ada', now()),
        ('ben@x.example', 'Ben', now()), ('jo@x.example', 'Jo', now()), ('kim@x.example', 'Kim', now()),
        ('una@x.example', 'Una', null);
    insert into event_person (event_id, person_id) select 1, id from person;
    insert into membership (event_id, person_id, role) values (1, 1, 'participant'), (1, 2, 'participant'),
        (1, 3, 'judge'), (1, 4, 'judge');";
const PROJECTS: &str = "
    insert into team (event_id, name) values (1, 'A'), (1, 'B');
    insert into team_member (event_id, person_id, team_id) values (1, 1, 1), (1, 2, 2);
    insert into project (event_id, team_id, title, status) values (1, 1, 'Lamp', 'submitted'),
        (1, 2, 'Boat', 'submitted'), (1, 2, 'Sketch', 'draft');
    insert into assignment (event_id, person_id, project_id, source) values (1, 3, 1, 'manual');";

/// A complete submitted review of assignment 1.
pub(crate) const REVIEW: &str = r#"
    insert into review (assignment_id, event_id, scores, submitted_at)
        values (1, 1, '{"quality": 4, "impact": 7}', clock_timestamp());
    update assignment set status = 'done' where id = 1;"#;

/// The same review, saved as the portal does: by the function that checks, writes and logs a group.
pub(crate) const SAVE: &str = r#"select save_reviews(1000, array[1::bigint], array[1::bigint], array['{"quality": 4, "impact": 7}'::jsonb],
    array[''], array['\x00'::bytea], array[true], array[null::bigint], array['jo@x.example'], array['judge'],
    array['review.submitted'], array['::1'], array[null::text], array['{"status":"of the save"}'])"#;

/// The world, and how to reach its database.
pub(crate) struct World {
    options: PgConnectOptions,
}

/// A database with this world.
pub(crate) static WORLD: Template = Template::on(&MIGRATED, "world", |pool| Box::pin(fill(World::of(pool))));

async fn fill(world: World) {
    // Two transactions: rows of an event made in the same one would pass the clock.
    let mut app = world.app().await;
    app.run(EVENTS).await;
    app.run(PROJECTS).await;
}

impl World {
    pub(crate) fn of(pool: PgPool) -> Self {
        Self { options: (*pool.connect_options()).clone() }
    }

    /// A session in the application's role.
    pub(crate) async fn app(&self) -> Session {
        let mut session = self.owner().await;
        session.run("set role evenhand_app").await;
        session
    }

    /// A session of the tables' owner (a superuser, here).
    pub(crate) async fn owner(&self) -> Session {
        Session(PgConnection::connect_with(&self.options).await.unwrap())
    }

    /// Lets a stage of the event lie in the past, from a session of its own.
    pub(crate) async fn close(&self, stage: &str) {
        let close =
            format!("update event set {stage}_close = clock_timestamp() - interval '1 minute' where id = 1");
        self.app().await.run(&close).await;
    }

    /// The same without the log's row of it, for which it would need the end of the chain that a save holds.
    pub(crate) async fn close_unlogged(&self, stage: &str) {
        let close =
            format!("update event set {stage}_close = clock_timestamp() - interval '1 minute' where id = 1");
        self.owner().await.run(&format!("set session_replication_role = replica; {close}")).await;
    }

    /// Runs the statement elsewhere and waits until it has ended or waits for a lock.
    pub(crate) async fn start(
        &self,
        mut session: Session,
        sql: &'static str,
    ) -> JoinHandle<Result<(), sqlx::Error>> {
        let pid: i32 = session.one("select pg_backend_pid()").await;
        let task = tokio::spawn(async move { session.attempt(sql).await });
        let mut watch = self.owner().await;
        let waits = format!("select cardinality(pg_blocking_pids({pid})) > 0");
        while !task.is_finished() && !watch.one::<bool>(&waits).await {
            tokio::task::yield_now().await;
        }
        task
    }

    /// The first statement is held uncommitted while the second starts: it waits, and is refused with this state and code.
    pub(crate) async fn second_loses(&self, first: &str, second: &'static str, reason: &str) {
        let mut holder = self.app().await;
        holder.run(&format!("begin; {first}")).await;
        let waiting = self.start(self.app().await, second).await;
        assert!(!waiting.is_finished(), "{second}\npassed while this was uncommitted:\n{first}");
        holder.run("commit").await;
        assert_eq!(why(waiting.await.unwrap()).0, reason);
    }
}

impl Given for World {
    async fn given(pool: &PgPool) -> Self {
        Self::of(pool.clone())
    }
}

/// One connection.
pub(crate) struct Session(pub(crate) PgConnection);

/// In the application's role.
impl Given for Session {
    async fn given(pool: &PgPool) -> Self {
        World::of(pool.clone()).app().await
    }
}

impl Session {
    /// Runs statements; without a `begin` they are one transaction.
    pub(crate) async fn attempt(&mut self, sql: &str) -> Result<(), sqlx::Error> {
        sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut self.0).await.map(drop)
    }

    /// Runs statements that must succeed.
    pub(crate) async fn run(&mut self, sql: &str) {
        if let Err(error) = self.attempt(sql).await {
            panic!("{error}\nin {sql}");
        }
    }

    /// Runs statements that must be refused with this state and code, `EV409 own_team`; returns the sentence.
    pub(crate) async fn refused(&mut self, sql: &str, reason: &str) -> String {
        let result = self.attempt(sql).await;
        // An open transaction is over now; outside one this only warns.
        self.run("rollback").await;
        let (found, sentence) = why(result);
        assert_eq!(found, reason, "{sentence}\nin {sql}");
        sentence
    }

    /// The first column of the one row.
    pub(crate) async fn one<T: Column>(&mut self, sql: &str) -> T {
        match sqlx::query_scalar(AssertSqlSafe(sql.to_owned())).fetch_one(&mut self.0).await {
            Ok(value) => value,
            Err(error) => panic!("{error}\nin {sql}"),
        }
    }
}

/// State and constraint of a refusal, and its sentence.
pub(crate) fn why(result: Result<(), sqlx::Error>) -> (String, String) {
    let Err(error) = result else { return ("accepted".into(), String::new()) };
    let Some(database) = error.as_database_error() else { panic!("{error}") };
    let state = database.code().unwrap_or_default().into_owned();
    (format!("{state} {}", database.constraint().unwrap_or("-")), database.message().to_owned())
}

//! A created event: its ids, its windows, and superuser access to its database.

use super::judged::DEMO;
use super::{Column, email, run};
use chrono::{DateTime, Utc};
use shared::window::Window;
use sqlx::{AssertSqlSafe, PgPool};

/// Hours from now; `None` is no bound.
pub(crate) type Hours = (Option<i32>, Option<i32>);

/// For this transaction, ordinary triggers do nothing: the database does not log that a window was moved.
pub(crate) const UNLOGGED: &str = "set local session_replication_role = replica";

/// A created event, with superuser access to its database.
pub(crate) struct World {
    /// The owner's connections.
    pub(crate) pool: PgPool,
    /// Its id.
    pub(crate) event: i64,
    pub(crate) slug: String,
}

impl World {
    /// The one event of a judged database.
    pub(crate) fn demo(pool: &PgPool) -> Self {
        Self { pool: pool.clone(), event: DEMO.0, slug: "demo".into() }
    }

    pub(crate) async fn project(&self, title: &str) -> i64 {
        let sql = "select id from project where event_id = $1 and title = $2";
        sqlx::query_scalar(sql).bind(self.event).bind(title).fetch_one(&self.pool).await.unwrap()
    }

    pub(crate) async fn assignment(&self, judge: &str, title: &str) -> i64 {
        let sql = "select a.id from assignment a join person j on j.id = a.person_id join project p on p.id = a.project_id
                   where a.event_id = $1 and j.email = $2 and p.title = $3";
        let query = sqlx::query_scalar(sql).bind(self.event).bind(email(judge)).bind(title);
        query.fetch_one(&self.pool).await.unwrap()
    }

    /// The window of `submissions`, `judging` or `voting`.
    pub(crate) async fn window(&self, stage: &str) -> Window {
        let sql = AssertSqlSafe(format!("select {stage}_open, {stage}_close from event where id = $1"));
        let (open, close): (Option<DateTime<Utc>>, Option<DateTime<Utc>>) =
            sqlx::query_as(sql).bind(self.event).fetch_one(&self.pool).await.unwrap();
        Window { open, close }
    }

    /// Moves a window, in hours from now, as if time had passed: nobody moved it, so the log has no row of it.
    pub(crate) async fn move_window(&self, stage: &str, hours: Hours) {
        let sql = AssertSqlSafe(format!(
            "update event set {stage}_open = now() + make_interval(hours => $2),
                 {stage}_close = now() + make_interval(hours => $3) where id = $1"
        ));
        let mut transaction = self.pool.begin().await.unwrap();
        sqlx::query(UNLOGGED).execute(&mut *transaction).await.unwrap();
        let query = sqlx::query(sql).bind(self.event).bind(hours.0).bind(hours.1);
        query.execute(&mut *transaction).await.unwrap();
        transaction.commit().await.unwrap();
    }

    /// Runs a statement with the event as `$1`, or any number of statements that do not name it.
    pub(crate) async fn run(&self, sql: &str) {
        if !sql.contains("$1") {
            return run(&self.pool, sql).await;
        }
        let query = sqlx::query(AssertSqlSafe(sql.to_owned())).bind(self.event);
        query.execute(&self.pool).await.unwrap_or_else(|error| panic!("{error}\nin {sql}"));
    }

    /// Runs statements that do not name the event, past the rules of the database.
    pub(crate) async fn run_unguarded(&self, sql: &str) {
        run(&self.pool, &format!("begin; {UNLOGGED}; {sql}; commit")).await;
    }

    /// The first column of the first row; `$1` is the event.
    pub(crate) async fn one<T: Column>(&self, sql: &str) -> T {
        let query = sqlx::query_scalar(AssertSqlSafe(sql.to_owned()));
        let query = if sql.contains("$1") { query.bind(self.event) } else { query };
        query.fetch_one(&self.pool).await.unwrap_or_else(|error| panic!("{error}\nin {sql}"))
    }

    /// The first column of every row; `$1` is the event.
    pub(crate) async fn all<T: Column>(&self, sql: &str) -> Vec<T> {
        let query = sqlx::query_scalar(AssertSqlSafe(sql.to_owned()));
        let query = if sql.contains("$1") { query.bind(self.event) } else { query };
        query.fetch_all(&self.pool).await.unwrap_or_else(|error| panic!("{error}\nin {sql}"))
    }

    /// The id of somebody.
    pub(crate) async fn person(&self, name: &str) -> i64 {
        self.one(&format!("select id from person where email = '{}'", email(name))).await
    }

    /// The event's audit rows as `(action, actor_role, before, after)`, oldest first.
    pub(crate) async fn audit(&self) -> Vec<(String, String, serde_json::Value, serde_json::Value)> {
        let sql =
            "select action, actor_role, coalesce(before, 'null'), coalesce(without_salt(after), 'null') from audit_log
                   where event_id = $1 order by seq";
        let rows: Vec<(String, String, String, String)> =
            sqlx::query_as(sql).bind(self.event).fetch_all(&self.pool).await.unwrap();
        let json = |text: String| serde_json::from_str(&text).unwrap();
        rows.into_iter().map(|(action, role, b, a)| (action, role, json(b), json(a))).collect()
    }

    /// Every row that holds a review names the judge and the project of its assignment, whoever wrote it. Returns how many such rows there are.
    pub(crate) async fn reviews_name_their_judges(&self) -> i64 {
        let said = "from audit_log l join assignment a on a.id::text = l.object_id
                    cross join unnest(array[l.before, l.after]) v (said)
                    where l.event_id = $1 and l.object_type = 'assignment' and v.said::json -> 'submitted' is not null";
        let others = "and (v.said::json ->> 'judge', v.said::json ->> 'project')
                      is distinct from (a.person_id::text, a.project_id::text)";
        let others: Vec<String> = self.all(&format!("select l.action || v.said {said} {others}")).await;
        assert_eq!(others, Vec::<String>::new());
        self.one(&format!("select count(distinct l.seq) {said}")).await
    }
}

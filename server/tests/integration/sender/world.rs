//! An event whose log webhooks read.

use crate::support::{Column, Given, one, run};
use sqlx::PgPool;
use store::connect;
use store::database::Database;

/// The event "demo", number 1.
pub(crate) struct World {
    pub(crate) pool: PgPool,
    pub(crate) database: Database,
}

impl World {
    pub(crate) async fn new(pool: PgPool) -> Self {
        let options = (*pool.connect_options()).clone();
        let database = Database::on_one_lane(connect::pool(options, 8).await.unwrap());
        let world = Self { pool, database };
        world.run("insert into event (slug, name) values ('demo', 'Demo')").await;
        world
    }

    pub(crate) async fn run(&self, sql: &str) {
        run(&self.pool, sql).await;
    }

    pub(crate) async fn one<T: Column>(&self, sql: &str) -> T {
        one(&self.pool, sql).await
    }

    pub(crate) async fn webhook(&self, url: &str) -> i64 {
        self.one(&format!(
            "insert into webhook (event_id, url, secret) values (1, '{url}', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
             returning id"
        ))
        .await
    }

    /// Logs these actions, one transaction each.
    pub(crate) async fn log(&self, actions: &[&str]) {
        for action in actions {
            self.run(&format!(
                "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
                 values (1, 'ada@x.example', 'judge', '{action}', 'review', '1')"
            ))
            .await;
        }
    }

    /// Lets the lease of a sender that was killed end now.
    pub(crate) async fn end_leases(&self) {
        self.run("update webhook set leased_until = clock_timestamp()").await;
    }

    /// Lets every wait end now.
    pub(crate) async fn end_waits(&self) {
        self.run("update webhook_retry set due_at = clock_timestamp()").await;
    }
}

impl Given for World {
    async fn given(pool: &PgPool) -> Self {
        Self::new(pool.clone()).await
    }
}

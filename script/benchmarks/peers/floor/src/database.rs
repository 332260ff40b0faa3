//! Four connections with the statements prepared, and one more that flushes for all who saved.

use crate::Failed;
use crate::save::Save;
use sha2::{Digest, Sha256};
use tokio::sync::{Mutex, MutexGuard, mpsc, oneshot};
use tokio_postgres::{Client, NoTls, Statement};

const CONNECTIONS: usize = 4;

const PROJECT: &str = "select p.id, e.slug, t.name, p.track_id, p.title, p.tagline, p.summary, p.description, p.repo_url, p.demo_url,
    p.tags, p.status, p.submitted_at, p.duplicate_of
    from project p join event e on e.id = p.event_id join team t on t.id = p.team_id where p.status = 'submitted' and ";

pub struct Connection {
    pub client: Client,
    pub projects: Statement,
    pub project: Statement,
    pub members: Statement,
    pub card_list: Statement,
    pub assignments: Statement,
    pub scores: Statement,
    pub tasks: Statement,
    pub criteria: Statement,
    pub criteria_of: Statement,
    pub write_reviews: Statement,
    pub heads: Statement,
    pub append: Statement,
}

pub struct Database {
    connections: Vec<Mutex<Connection>>,
    turn: std::sync::atomic::AtomicUsize,
    flushes: mpsc::UnboundedSender<oneshot::Sender<()>>,
    /// Takes saves, which wait for their group.
    pub saves: mpsc::UnboundedSender<Save>,
}

impl Database {
    /// Connects, and returns where the saves come out.
    pub async fn connect(
        folder: &str,
    ) -> Result<(Self, mpsc::UnboundedReceiver<Save>), tokio_postgres::Error> {
        let mut connections = Vec::new();
        for _ in 0..CONNECTIONS {
            connections.push(Mutex::new(prepare(open(folder).await?).await?));
        }
        let (flushes, waiting) = mpsc::unbounded_channel();
        tokio::spawn(flush(open(folder).await?, waiting));
        let (saves, saved) = mpsc::unbounded_channel();
        Ok((Self { connections, turn: Default::default(), flushes, saves }, saved))
    }

    /// A connection: one that is free, or the next in turn.
    pub async fn take(&self) -> MutexGuard<'_, Connection> {
        if let Some(free) = self.connections.iter().find_map(|c| c.try_lock().ok()) {
            return free;
        }
        let turn = self.turn.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.connections[turn % CONNECTIONS].lock().await
    }

    /// Returns once everything that was committed before is on disk.
    pub async fn flushed(&self) -> Result<(), Failed> {
        let (done, flushed) = oneshot::channel();
        self.flushes.send(done).map_err(|_| Failed("no flushes".into()))?;
        Ok(flushed.await?)
    }
}

/// The hash under which a token is stored.
pub fn token_hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

async fn open(folder: &str) -> Result<Client, tokio_postgres::Error> {
    let address = format!("host={folder} user=postgres dbname=peer");
    let (client, connection) = tokio_postgres::connect(&address, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

async fn prepare(client: Client) -> Result<Connection, tokio_postgres::Error> {
    Ok(Connection {
        projects: client.prepare(&format!("{PROJECT} e.slug = $1 order by p.id")).await?,
        project: client.prepare(&format!("{PROJECT} p.id = $1")).await?,
        members: client
            .prepare(
                "select h.name from member m join person h on h.id = m.person_id
                 where m.team_id = (select team_id from project where id = $1) order by m.id",
            )
            .await?,
        card_list: client
            .prepare(
                "select p.id, p.title, p.tagline, t.name, p.tags, count(*) over () from project p
                 join event e on e.id = p.event_id join team t on t.id = p.team_id
                 where e.slug = $1 and p.status = 'submitted' order by p.id limit 24",
            )
            .await?,
        assignments: client
            .prepare(
                "select a.id, e.slug, a.project_id, p.title, a.status from token k join assignment a on a.person_id = k.person_id
                 join event e on e.id = a.event_id join project p on p.id = a.project_id where k.hash = $1 order by a.id",
            )
            .await?,
        scores: client
            .prepare(
                "select r.id, j.email, p.id, p.title, r.submitted_at, r.scores, r.comment from review r
                 join assignment a on a.id = r.assignment_id join project p on p.id = a.project_id join person j on j.id = a.person_id
                 where r.event_id = (select id from event where slug = $1) order by r.assignment_id",
            )
            .await?,
        tasks: client
            .prepare(
                "select a.id, a.event_id, a.person_id from unnest($1::bigint[], $2::bytea[]) w (id, hash)
                 join token k on k.hash = w.hash join assignment a on a.id = w.id and a.person_id = k.person_id
                 join event e on e.id = a.event_id
                 where e.judging_open <= clock_timestamp() and clock_timestamp() < e.judging_close order by a.id for update of a",
            )
            .await?,
        criteria: client
            .prepare("select key, weight::float8, min_value, max_value from criterion where event_id = $1 order by position, id")
            .await?,
        criteria_of: client
            .prepare("select event_id, key, weight::float8, min_value, max_value from criterion where event_id = any($1)")
            .await?,
        write_reviews: client
            .prepare(
                "with given as (select * from unnest($1::bigint[], $2::bigint[], $3::jsonb[], $4::text[]) g (id, event, scores, comment)),
                 done as (update assignment a set status = 'done' from given g where a.id = g.id and a.status <> 'done')
                 insert into review (assignment_id, event_id, scores, comment, submitted_at, saved_at)
                 select id, event, scores, comment, clock_timestamp(), clock_timestamp() from given
                 on conflict (assignment_id) do update set scores = excluded.scores, comment = excluded.comment,
                 submitted_at = excluded.submitted_at, saved_at = excluded.saved_at returning assignment_id, submitted_at",
            )
            .await?,
        heads: client
            .prepare("select event_id, seq, hash from audit_head where event_id = any($1) order by event_id for update")
            .await?,
        append: client
            .prepare(
                "with given as (select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bytea[],
                                                     $7::bytea[]) g (event, seq, person, object, after, previous, hash)),
                 message as (insert into outbox (event_id, seq) select event, seq from given),
                 head as (update audit_head h set seq = l.seq, hash = l.hash
                          from (select distinct on (event) event, seq, hash from given order by event, seq desc) l
                          where h.event_id = l.event)
                 insert into audit (event_id, seq, person_id, action, object_id, after, prev_hash, row_hash)
                 select event, seq, person, 'review.saved', object, after, previous, hash from given",
            )
            .await?,
        client,
    })
}

/// One synchronous commit for all that wait; who comes while it runs is in the next.
async fn flush(client: Client, mut waiting: mpsc::UnboundedReceiver<oneshot::Sender<()>>) {
    let mut group = Vec::new();
    while waiting.recv_many(&mut group, usize::MAX).await > 0 {
        if client.batch_execute("select pg_logical_emit_message(true, 'floor', '')").await.is_err() {
            return;
        }
        for done in group.drain(..) {
            // Who went away needs no answer.
            let _ = done.send(());
        }
    }
}

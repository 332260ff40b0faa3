//! The shared flush under schedules that shuttle chooses, on a server that commits, flushes and falls over.

use super::*;
use crate::sync::simulation::{JoinHandle, Waits, ended, explore, some_dropped, yield_now};

/// A server whose commits are lost when it falls over before a flush.
#[derive(Clone)]
pub(crate) struct Server(Arc<Mutex<State>>);

pub(crate) struct State {
    /// Which start of it this is.
    pub(crate) started: i64,
    /// What has committed, in order.
    pub(crate) rows: Vec<u64>,
    /// How many of these are on the disk.
    on_disk: usize,
    /// An assignment that somebody else holds.
    pub(crate) held: Option<AssignmentId>,
}

impl Server {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(State { started: 1, rows: Vec::new(), on_disk: 0, held: None })))
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How often a row has committed, and is not lost.
    pub(crate) fn count(&self, row: u64) -> usize {
        self.state().rows.iter().filter(|written| **written == row).count()
    }

    pub(crate) fn is_on_disk(&self, row: u64) -> bool {
        let state = self.state();
        state.rows.iter().take(state.on_disk).any(|written| *written == row)
    }

    /// Falls over, and is started again.
    pub(crate) fn fall_over(&self) {
        let mut state = self.state();
        let on_disk = state.on_disk;
        state.rows.truncate(on_disk);
        state.started += 1;
    }
}

/// A connection to one start of the server.
pub(crate) struct Connection {
    server: Server,
    started: i64,
}

impl Connection {
    fn check(&self) -> Result<(), String> {
        let stands = self.server.state().started == self.started;
        stands.then_some(()).ok_or_else(|| "the connection was lost".into())
    }
}

impl Line for Server {
    type Connection = Connection;

    async fn open(&self) -> Result<(Connection, i64), String> {
        yield_now().await;
        let started = self.state().started;
        Ok((Connection { server: self.clone(), started }, started))
    }

    async fn look(connection: &mut Connection) -> Result<(), String> {
        yield_now().await;
        connection.check()
    }

    async fn flush(connection: &mut Connection) -> Result<(), String> {
        // What commits from here on is not among it.
        let reached = connection.server.state().rows.len();
        yield_now().await;
        let mut state = connection.server.state();
        if state.started != connection.started {
            return Err("the connection was lost".into());
        }
        state.on_disk = state.on_disk.max(reached);
        Ok(())
    }

    async fn close(_: Connection) {}
}

/// Commits a row and waits for its flush. Whether that tells that it is on the disk.
async fn write(server: Server, flush: SharedFlush, row: u64) -> bool {
    let Ok(place) = flush.place().await else { return false };
    yield_now().await;
    {
        let mut state = server.state();
        // What begins the transaction says the same: see `FlushPlace::same_server`.
        if state.started != place.server {
            return false;
        }
        state.rows.push(row);
    }
    let flushed = flush.wait(place).await.is_ok();
    assert!(!flushed || server.is_on_disk(row), "{row} was said to be on the disk");
    flushed
}

fn all_write(server: &Server) -> Vec<JoinHandle<bool>> {
    let flush = SharedFlush::on(server.clone());
    (1..=4).map(|row| spawn(write(server.clone(), flush.clone(), row))).collect()
}

#[test]
fn every_write_is_flushed_while_the_server_stands() {
    explore(Waits::LastLongEnough, || async {
        assert_eq!(ended(all_write(&Server::new())).await, [true; 4]);
    });
}

#[test]
fn nothing_is_said_to_be_on_the_disk_that_a_crash_undoes() {
    for waits in [Waits::LastLongEnough, Waits::MayEndEarly] {
        explore(waits, || async {
            let server = Server::new();
            let writes = all_write(&server);
            let falls = spawn({
                let server = server.clone();
                async move {
                    for _ in 0..2 {
                        yield_now().await;
                        server.fall_over();
                    }
                }
            });
            some_dropped(writes).await;
            ended(vec![falls]).await;
        });
    }
}

//! How requests share the database and the processor: connections, transactions, waits; and what an error of the database means. No table
//! of the database is named here: the store asks and writes, and has those of the parts below that do.
//!
//! Each part is here for what it was measured to buy; `docs/figures.md` says how, and on which machine. Of ranges, the middle is given. A
//! part that buys less than a tenth goes, unless it is here for a bound.
//!
//! | part | what it does | what it buys | decision |
//! |---|---|---|---|
//! | `connect`, in the store | a session's limits, the application's role, statements that stay prepared | the first connection asks what the user may do: no connection is opened for that alone | 0046 |
//! | [`lane`] | pools of their own for reads, writes and long requests; a connection that did well is not asked whether it is alive | a save's round trips: 16 → 10. While the log's head is locked: pages 0.4 → 0.0 s. Four places for writes in place of two: 1,466 → 1,777 saves a second in a rush | 0046 |
//! | [`wait_budget`] | all waits of a request are taken from one budget | a bound: every answer within 5 s. While the log's head is locked, the longest 4.8 → 3.5 s | 0046 |
//! | `database`, in the store | reads, writes and snapshots as operations meet them; settings and a lock travel with `begin` | a save's round trips: 10 → 6, with the lock and what a save depends on read at once; 5 since reviews are written with their rows of the log | 0046 |
//! | `row_lock`, in the store | the row that `begin` locks, or a group takes as far as it is free | one round trip of these; nobody in a group waits for a held row | 0046, 0058 |
//! | [`shared_flush`] | one flush to the disk for all writes that wait | a disk that takes 0.1 s for a flush, 96 judges: 148 saves → 3,927, the longest 6.1 → 0.5 s (with lanes) | 0045 |
//! | [`grouped_writes`] | saves of the same moment share a transaction | saves at 16 connections 823 → 1,415 a second, at 64 857 → 2,335; a rush's p99 1.23 → 0.51 s, its memory 121 → 103 MiB | 0058 |
//! | | two groups at a time in place of one | saves at 16 connections +17 %, at 64 +23 % | 0058 |
//! | | fewer saves by themselves: a second transaction begins for eight, the second save of a review waits for a later one | saves at 16 connections 1,126 → 1,369 a second, at 64 2,092 → 2,588; PostgreSQL's time of a save -30 and -27 % | 0058 |
//! | [`shared_read`] | one statement answers all who ask at the same moment | an unchanged list: 9,100 a second, where a bare server with a read for each request reaches 6,400 to 7,000 | 0055 |
//! | | where several asked, what is ready to run goes before the next statement | a statement answered 2.2 requests at 16 connections, by PostgreSQL's 0.039 ms for a statement and 0.018 for a request | 0055 |
//! | | one plan for any number of keys | unchanged list 7,392 → 11,928 a second, assignments 3,472 → 5,746 | 0055 |
//! | | requests are counted in the same way | saves at 16 connections 1,415 → 1,701 a second; at 64 no more | 0058 |
//! | `last_use`, in the store | one write a second notes all sessions and tokens that were used | just a tenth: saves at 16 and 64 connections +10 and +11 %, a rush +9 % | 0055 |
//! | [`heavy`] | one pool for the processor, by class | a bound: nine pools were a dozen busy threads on two cores | 0067 |
//! | [`snapshot`] | connections of their own for files that are sent while they are read | a bound: an export takes about 2 MiB and no request's connection | 0048 |
//! | `transaction`, in the store | the one place that logs and commits | a rule: no act goes unlogged | 0012 |
//! | `standby`, in the store | public answers are made by a standby that is as far as the primary | a bound: what the internet reads takes nothing from who saves | |
//! | [`sync`] | what these parts are built from, so that a test can choose the order of all steps | a bound: `script/test schedules` | |
//! | [`disk_space`] | whether the last writes found room | `/readyz` and the metrics say so | 0044 |

pub mod constraints;
pub mod disk_space;
pub mod failure;
pub mod grouped_writes;
pub mod heavy;
pub mod lane;
mod prelude;
pub mod refused;
pub mod shared_flush;
pub mod shared_read;
pub mod snapshot;
pub mod sync;
pub mod wait_budget;

/// A connection, inside a transaction or not.
pub type Conn = sqlx::PgConnection;

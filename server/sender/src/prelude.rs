//! What the files of the sender begin with: the database and how a write ends, time, models and ids.

pub(crate) use model::all::*;
pub(crate) use serde_json::json;
pub(crate) use shared::ensure;
pub(crate) use shared::evidence::Fact;
pub(crate) use shared::ids::*;
pub(crate) use shared::webhook::attempt::AttemptFault;
pub(crate) use std::sync::Arc;
pub(crate) use std::time::Duration;
pub(crate) use store::Conn;
pub(crate) use store::database::Database;
pub(crate) use store::failure::{Failure, Outcome};
pub(crate) use store::transaction::{Done, Entry};
pub(crate) use tokio::task::JoinSet;
pub(crate) use tokio::time::{Instant, sleep, timeout};

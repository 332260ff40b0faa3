//! What the tests begin with: an event and clients of the service, the judged event, SQL and JSON.

pub(crate) use crate::support::judged::{
    CALIBRATED, DEMO, JUDGED, PUBLISHED, SHELL, calibrated, calibrated_in, publish_in, published, rescored,
    told,
};
pub(crate) use crate::support::{
    Client, Event, FULL, MIGRATED, Reply, Site, TOKEN, Template, Told, World, all_rows, changed, email,
    join_code, one, one_row, post, post_with, run, session, submit_as, token, until_waiting,
};
pub(crate) use database_test::database_test;
pub(crate) use portal::caller::Caller;
pub(crate) use portal::secrets;
pub(crate) use serde_json::{Value, json};
pub(crate) use shared::audit::sha256_hex;
pub(crate) use sqlx::PgPool;

//! What the files of the store begin with, and how each of their statements is sent: the connection, for `query_as!` the type of a
//! row, the statement, and behind a `;` what it is given. All come to an [`Outcome`].
//!
//! | | gives |
//! |---|---|
//! | `run!`, `affected!`, `changed!` | nothing; how many rows were written; whether any was |
//! | `rows!`, `row!`, `maybe_row!` | all rows, the one row, the row if there is one |
//! | `values!`, `value!`, `maybe_value!` | the same of statements that read a single column |
//! | `stream!`, `value_stream!` | rows, or the values of a single column, as they come |
//!
//! Behind `rows!` and `values!`, [`Each::each`] turns each row into something else.

pub(crate) use crate::Conn;
pub(crate) use crate::failure::{Failure, Outcome};
pub(crate) use chrono::{DateTime, Utc};
pub(crate) use model::all::*;
pub(crate) use serde_json::Value;
pub(crate) use shared::floor::Place;
pub(crate) use shared::ids::*;
pub(crate) use shared::object;
pub(crate) use shared::rubric::{Criterion, Scores};
pub(crate) use shared::rules::{AssignmentStatus, Permit, Rule, act};
pub(crate) use shared::window::Window;
pub(crate) use sqlx::types::Json;
pub(crate) use std::collections::{BTreeMap, HashMap, HashSet};
pub(crate) use std::time::Duration;

/// Sends a statement that sqlx checks. Its connection is lent, so that a function sends several without saying so.
macro_rules! sent {
    (
        $conn:expr, $fetch:ident, $query:ident($($row:ident)?),
        $first:literal $(+ $more:literal)* $(; $($value:expr),+ $(,)?)?
    ) => {
        sqlx::$query!($($row,)? $first $(+ $more)* $(, $($value),+)?)
            .$fetch(&mut *$conn)
            .await
            .map_err($crate::failure::Failure::from)
    };
}

macro_rules! run {
    ($conn:expr, $($statement:tt)+) => {
        $crate::prelude::sent!($conn, execute, query(), $($statement)+).map(|_| ())
    };
}

macro_rules! affected {
    ($conn:expr, $($statement:tt)+) => {
        $crate::prelude::sent!($conn, execute, query(), $($statement)+).map(|done| done.rows_affected())
    };
}

macro_rules! changed {
    ($conn:expr, $($statement:tt)+) => {
        $crate::prelude::sent!($conn, execute, query(), $($statement)+).map(|done| done.rows_affected() > 0)
    };
}

macro_rules! rows {
    ($conn:expr, $row:ident, $($statement:tt)+) => {
        $crate::prelude::sent!($conn, fetch_all, query_as($row), $($statement)+)
    };
    ($conn:expr, $($statement:tt)+) => { $crate::prelude::sent!($conn, fetch_all, query(), $($statement)+) };
}

macro_rules! row {
    ($conn:expr, $row:ident, $($statement:tt)+) => {
        $crate::prelude::sent!($conn, fetch_one, query_as($row), $($statement)+)
    };
    ($conn:expr, $($statement:tt)+) => { $crate::prelude::sent!($conn, fetch_one, query(), $($statement)+) };
}

macro_rules! maybe_row {
    ($conn:expr, $row:ident, $($statement:tt)+) => {
        $crate::prelude::sent!($conn, fetch_optional, query_as($row), $($statement)+)
    };
    ($conn:expr, $($statement:tt)+) => { $crate::prelude::sent!($conn, fetch_optional, query(), $($statement)+) };
}

macro_rules! values {
    ($conn:expr, $($statement:tt)+) => { $crate::prelude::sent!($conn, fetch_all, query_scalar(), $($statement)+) };
}

macro_rules! value {
    ($conn:expr, $($statement:tt)+) => { $crate::prelude::sent!($conn, fetch_one, query_scalar(), $($statement)+) };
}

macro_rules! maybe_value {
    ($conn:expr, $($statement:tt)+) => {
        $crate::prelude::sent!($conn, fetch_optional, query_scalar(), $($statement)+)
    };
}

/// Rows as they come from the database, for a file that is sent while it is read.
macro_rules! stream {
    ($conn:expr, $row:ident, $first:literal; $($value:expr),+) => { sqlx::query_as!($row, $first, $($value),+).fetch($conn) };
    ($conn:expr, $first:literal; $($value:expr),+) => { sqlx::query!($first, $($value),+).fetch($conn) };
}

macro_rules! value_stream {
    ($conn:expr, $first:literal; $($value:expr),+) => { sqlx::query_scalar!($first, $($value),+).fetch($conn) };
}

/// The rows of a statement, or its failure.
pub(crate) trait Each {
    type Row;

    /// Turns each row into something else. A failure stays what it is.
    fn each<T, All: FromIterator<T>>(self, make: impl FnMut(Self::Row) -> T) -> Outcome<All>;
}

impl<Row> Each for Outcome<Vec<Row>> {
    type Row = Row;

    fn each<T, All: FromIterator<T>>(self, make: impl FnMut(Row) -> T) -> Outcome<All> {
        self.map(|rows| rows.into_iter().map(make).collect())
    }
}

pub(crate) use {
    affected, changed, maybe_row, maybe_value, row, rows, run, sent, stream, value, value_stream, values,
};

//! What the files of this folder begin with.

pub(super) use axum::Router;
pub(super) use axum::body::{Body, Bytes};
pub(super) use axum::extract::{MatchedPath, Request, State as Shared};
pub(super) use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
pub(super) use axum::middleware::Next;
pub(super) use axum::response::{IntoResponse, Response};
pub(super) use portal::caller::{Caller, Via};
pub(super) use portal::failure::{Failure, Outcome};
pub(super) use shared::refusal::{Reason, Refusal, RequestFault};
pub(super) use std::collections::HashMap;
pub(super) use std::convert::Infallible;
pub(super) use std::pin::Pin;
pub(super) use std::sync::{Arc, Mutex, PoisonError};
pub(super) use std::time::Duration;

//! What the files of this crate begin with.

pub(crate) use axum::Router;
pub(crate) use axum::body::{Body, Bytes};
pub(crate) use axum::extract::{MatchedPath, Request, State as Shared};
pub(crate) use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
pub(crate) use axum::middleware::Next;
pub(crate) use axum::response::{IntoResponse, Response};
pub(crate) use portal::caller::{Caller, Via};
pub(crate) use portal::failure::{Failure, Outcome};
pub(crate) use shared::refusal::{Reason, Refusal, RequestFault};
pub(crate) use std::collections::HashMap;
pub(crate) use std::convert::Infallible;
pub(crate) use std::pin::Pin;
pub(crate) use std::sync::{Arc, Mutex, PoisonError};
pub(crate) use std::time::Duration;

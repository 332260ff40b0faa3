//! What the handlers of the API begin with.

pub(super) use super::asked::{ApiRequest, JsonBody, SignedIn};
pub(super) use super::document::params::{KeyHeader, PageQuery, ProjectPath, Slug};
pub(super) use super::document::{bodies, examples};
pub(super) use axum::Extension;
pub(super) use axum::body::{Body, Bytes};
pub(super) use axum::extract::State as Shared;
pub(super) use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
pub(super) use axum::response::{IntoResponse, Response};
pub(super) use chrono::{DateTime, Utc};
pub(super) use model::list_page::ListPage;
pub(super) use portal::Sent;
pub(super) use portal::call::Call;
pub(super) use portal::caller::Caller;
pub(super) use serde_json::json;
pub(super) use shared::fields::Fields;
pub(super) use shared::ids::*;
pub(super) use shared::object;
pub(super) use shared::refusal::{Fault, Refusal};
pub(super) use shared::wire::NumberDone;
pub(super) use web_http::answer::{self, Answer};
pub(super) use web_http::idempotency_key;
pub(super) use web_http::paging::ListRequest;
pub(super) use web_http::query::Query;
pub(super) use web_http::state::State;

//! What the handlers of the API begin with.

pub(super) use super::asked::{Asked, JsonBody, SignedIn};
pub(super) use super::document::params::{PageQuery, ProjectPath, Slug};
pub(super) use super::document::{bodies, examples};
pub(super) use super::paging::Paged;
pub(super) use crate::http::answer::{self, Answer};
pub(super) use crate::http::query::Query;
pub(super) use crate::state::State;
pub(super) use axum::http::{HeaderValue, StatusCode, header};
pub(super) use model::list_page::ListPage;
pub(super) use portal::Sent;
pub(super) use portal::caller::Caller;
pub(super) use shared::fields::Fields;
pub(super) use shared::ids::*;
pub(super) use shared::object;
pub(super) use shared::refusal::{Fault, Refusal};
pub(super) use shared::wire::NumberDone;

//! What the pages begin with: where a request is, how a page is framed, and how it is refused.

pub(crate) use super::desk::{
    At, Desk, DeskContext, Open, Page, PageRequest, Post, Private, PublicRequest, show_with,
};
pub(crate) use super::event_head::in_event;
pub(crate) use super::event_page::{event_page, load, with_event};
pub(crate) use super::forms::{self, PostedForm, RefusedForm};
pub(crate) use super::page_result::{PageError, PageResult};
pub(crate) use super::render::{Frame, page, see};
pub(crate) use app::components::{Choice, FormErrors};
pub(crate) use app::pages::manage::act_done::ActDone;
pub(crate) use axum::Extension;
pub(crate) use axum::body::Bytes;
pub(crate) use axum::extract::{FromRequest, Path, Request, State as Shared};
pub(crate) use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
pub(crate) use axum::response::{IntoResponse, Response};
pub(crate) use chrono::{DateTime, Utc};
pub(crate) use leptos::prelude::AnyView;
pub(crate) use model::context::Context;
pub(crate) use model::event::Event;
pub(crate) use portal::call::Call;
pub(crate) use portal::caller::{Caller, Via};
pub(crate) use portal::event::event_view::{self, EventView, OpenedEvent};
pub(crate) use portal::failure::{Failure, Outcome};
pub(crate) use portal::idempotency::ShownOnce;
pub(crate) use portal::secrets;
pub(crate) use portal::zone::Zone;
pub(crate) use shared::ids::*;
pub(crate) use shared::refusal::{Code, Fault, Reason, Refusal};
pub(crate) use std::collections::BTreeMap;
pub(crate) use web_http::answer::{self, public};
pub(crate) use web_http::form::Form;
pub(crate) use web_http::query::Query;
pub(crate) use web_http::state::State;
pub(crate) use web_http::{cookies, path};

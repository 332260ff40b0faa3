//! Where a request is: who asks, in which event, and for which thing in it.

use super::forms::RefusedForm;
use super::page_result::PageError;
use super::render::{Frame, page};
use super::visitor;
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use leptos::prelude::AnyView;
use portal::call::By;
use portal::caller::Caller;
use portal::failure::Outcome;
use shared::refusal::Refusal;
use web_http::csrf;
use web_http::path::PathId;
use web_http::query::Query;
use web_http::state::State;

/// What an address says of the act that led to it. An address from elsewhere says nothing of an act: anybody can write one.
const AFTER_ACT: [&str; 19] = [
    "after", "asked", "confirmed", "created", "dealt", "decided", "done", "entered", "imported", "moved",
    "note", "opened", "planned", "published", "restored", "saved", "undone", "visit", "written",
];

/// Where a request is: who asks, in which event, and for which thing in it.
#[derive(Clone)]
pub struct At<I = (), A = String> {
    pub state: State,
    pub caller: Caller,
    /// The event; outside of events, who may come.
    pub slug: A,
    pub id: I,
    pub query: Query,
    pub headers: HeaderMap,
}

impl<I, A: Area> At<I, A> {
    /// The same for another thing in the event.
    pub fn to<J>(self, id: J) -> At<J, A> {
        let Self { state, caller, slug, query, headers, .. } = self;
        At { state, caller, slug, id, query, headers }
    }

    /// The same with this in the query.
    pub fn asking(mut self, name: &str, value: &str) -> Self {
        self.query = Query::read(&self.query.with(name, value));
        self
    }

    /// What who asks calls there.
    pub fn by(&self) -> By<'_> {
        self.state.by(&self.caller).at(self.slug.slug())
    }

    /// A page with forms, and with the one that was refused.
    pub fn page(
        &self,
        frame: Frame,
        refused: Option<&RefusedForm>,
        view: impl FnOnce() -> AnyView,
    ) -> Outcome<Response> {
        let frame = frame.refused_form(refused);
        if A::OPEN {
            return visitor::page(&self.state, &self.caller, &self.headers, frame, view);
        }
        Ok(page(&self.state, &self.caller, frame, view))
    }
}

impl<I: Copy, A> At<Option<I>, A> {
    /// What an act is about.
    /// Errors: 404 where its address names nothing.
    pub fn one(&self) -> Result<I, Refusal> {
        self.id.ok_or_else(Refusal::not_found)
    }
}

impl<A> At<Option<i64>, A> {
    /// Which one is shown: that of an act, or `?of=`.
    pub fn shown(&self) -> Option<i64> {
        self.id.or_else(|| self.query.get("of").parse().ok())
    }
}

/// The same on a page that everybody may read.
pub struct PublicRequest<I = (), A = String>(pub At<I, A>);

/// What a page is part of: an event, by its slug; or what is none.
pub trait Area: Clone + Send + Sync {
    /// Who is not signed in may come, too.
    const OPEN: bool = false;

    /// That of an address with this slug; without one it is empty.
    fn of(slug: &str) -> Self;

    /// The event's slug; empty outside of events.
    fn slug(&self) -> &str {
        ""
    }
}

impl Area for String {
    fn of(slug: &str) -> Self {
        slug.to_owned()
    }

    fn slug(&self) -> &str {
        self
    }
}

/// Pages outside of events for who is signed in: those of their account, and of site admins.
#[derive(Clone)]
pub struct Private;

impl Area for Private {
    fn of(_: &str) -> Self {
        Self
    }
}

/// Pages whose forms need no session.
#[derive(Clone)]
pub struct Open;

impl Area for Open {
    const OPEN: bool = true;

    fn of(_: &str) -> Self {
        Self
    }
}

impl<I: PathId, A: Area> FromRequestParts<State> for PublicRequest<I, A> {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Self, PageError> {
        let caller = parts.extensions.get::<Caller>().cloned().unwrap_or_default();
        let mut query = Query::from_request_parts(parts, state).await.unwrap_or_default();
        if csrf::came_from_elsewhere(&parts.headers) {
            query = query.without(&AFTER_ACT);
        }
        let named =
            RawPathParams::from_request_parts(parts, state).await.map_err(|_| Refusal::not_found())?;
        // The address of a project names no event: there the slug is empty.
        let (mut slug, mut rest) = ("", Vec::new());
        for (name, segment) in &named {
            if name == "slug" { slug = segment } else { rest.push(segment) }
        }
        let (slug, id, headers) = (A::of(slug), I::read(&rest)?, parts.headers.clone());
        Ok(Self(At { state: state.clone(), caller, slug, id, query, headers }))
    }
}

impl<I: PathId, A: Area> FromRequestParts<State> for At<I, A> {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Self, PageError> {
        if !A::OPEN {
            parts.extensions.get::<Caller>().cloned().unwrap_or_default().signed_in()?;
        }
        PublicRequest::<I, A>::from_request_parts(parts, state).await.map(|PublicRequest(at)| at)
    }
}

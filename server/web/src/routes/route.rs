//! One route: method and path, its handler, and what it allows.

use axum::Router;
use axum::http::Method;
use portal::limits::Limit;
use std::time::Duration;
use web_http::route_terms::{BodyTerms, RouteTerms};
use web_http::shelf::Keep;
use web_http::state::State;

pub(super) const WRITES: &[Limit] = &[Limit::Writes];
/// What makes a file, or reads one in.
pub(super) const FILES: &[Limit] = &[Limit::Files];

/// As many lines as a list may have whose lines can be ticked.
pub(super) const LINES: usize = 20_000;

/// What reads or computes all of an event, or takes in a file.
const LONG: Duration = Duration::from_mins(5);

/// What the table of routes has of a route.
pub(super) type Entry = (Method, String, RouteTerms);

/// A route. Its handler is an axum method router for a page, and a documented one for the API.
pub(super) struct Route<H> {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) handler: H,
    pub(super) terms: RouteTerms,
}

/// What is made of routes, once: it is the same for each service of a process. What the API's document says of them takes long to
/// put together.
pub(super) struct Made {
    pub(super) entries: Vec<Entry>,
    pub(super) router: Router<State>,
}

impl<H> Route<H> {
    /// Counts each request against these limits. A route that only reads counts against none, unless it says so here.
    pub(super) fn counts(self, limits: &'static [Limit]) -> Self {
        Self { terms: RouteTerms { limits, ..self.terms }, ..self }
    }

    /// Gives the handler five minutes.
    pub(super) fn long(self) -> Self {
        self.within(LONG)
    }

    /// Gives the handler this long.
    pub(super) fn within(self, deadline: Duration) -> Self {
        Self { terms: RouteTerms { deadline, ..self.terms }, ..self }
    }

    /// Keeps its public answers ready, by the `slug` of its event or the `id` of its project; without either, by all events.
    pub(super) fn keeps(self, keep: Keep) -> Self {
        Self { terms: RouteTerms { keep: Some(keep), ..self.terms }, ..self }
    }

    /// Has the caller's assignments read with who they are.
    pub(super) fn lists_assignments(self) -> Self {
        Self { terms: RouteTerms { lists_assignments: true, ..self.terms }, ..self }
    }

    /// Lets the handler read the body itself: so many MiB at most, for so long.
    pub(super) fn reads_body(self, mib: usize, deadline: Duration) -> Self {
        let body = BodyTerms { most: mib * 1024 * 1024, deadline, by_handler: true, ..self.terms.body };
        Self { terms: RouteTerms { body, ..self.terms }, ..self }
    }

    /// Takes a form with so many MiB at most, which is read before the handler runs.
    pub(super) fn takes(self, mib: usize) -> Self {
        let deadline = Duration::from_mins(2);
        let body = BodyTerms { most: mib * 1024 * 1024, deadline, by_handler: false, ..self.terms.body };
        Self { terms: RouteTerms { body, ..self.terms }, ..self }
    }

    /// Takes a form with so many fields at most: one that ticks lines of a long list.
    pub(super) fn ticks(self, fields: usize) -> Self {
        let body = BodyTerms { fields, ..self.terms.body };
        Self { terms: RouteTerms { body, ..self.terms }, ..self }
    }

    pub(super) fn entry(&self) -> Entry {
        (self.method.clone(), self.path.clone(), self.terms)
    }
}

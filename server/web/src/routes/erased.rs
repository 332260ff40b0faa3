//! A handler whose type is forgotten.

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use std::pin::Pin;
use std::sync::Arc;
use web_http::state::State;

type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler of any kind, as one type. Each handler's own type holds everything that it awaits; the compiler proves that all of it
/// may cross threads, and would do so again for each of some thirty functions that a router makes of each handler. With this it
/// does so once: the crate compiles in a third of the time.
#[derive(Clone)]
pub(super) struct Erased(Arc<dyn Fn(Request, State) -> Answering + Send + Sync>);

impl Erased {
    pub(super) fn new<H, T>(handler: H) -> Self
    where
        H: Handler<T, State>,
        T: 'static,
    {
        Self(Arc::new(move |request, state| Box::pin(handler.clone().call(request, state))))
    }
}

impl Handler<(), State> for Erased {
    type Future = Answering;

    fn call(self, request: Request, state: State) -> Answering {
        (self.0)(request, state)
    }
}

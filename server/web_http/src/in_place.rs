//! Layers that are not copied for each request.

use axum::extract::Request;
use std::sync::Arc;
use std::task::{Context, Poll};
use tower::{Layer, Service};

/// Stands below a layer that axum makes of a function. Such a layer copies all that is below it for each request, so a stack of them is
/// copied as often as it has layers; this one copies a pointer.
#[derive(Clone, Copy, Debug)]
pub struct KeepInPlace;

impl<S> Layer<S> for KeepInPlace {
    type Service = InPlace<S>;

    fn layer(&self, below: S) -> InPlace<S> {
        InPlace(Arc::new(below))
    }
}

/// What is below, in one place. It has to be ready always, as routers, routes and all of our layers are: nobody asks it.
#[derive(Debug)]
pub struct InPlace<S>(Arc<S>);

impl<S> Clone for InPlace<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: Service<Request> + Clone> Service<Request> for InPlace<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> S::Future {
        S::clone(&self.0).call(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::{Next, from_fn};
    use axum::response::Response;
    use axum::routing::{Route, get};
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tower::{ServiceBuilder, ServiceExt};

    /// Counts how often it is copied.
    #[derive(Debug)]
    struct Counted<S>(S, Arc<AtomicUsize>);

    impl<S: Clone> Clone for Counted<S> {
        fn clone(&self) -> Self {
            self.1.fetch_add(1, Ordering::Relaxed);
            Self(self.0.clone(), Arc::clone(&self.1))
        }
    }

    impl<S: Service<Request, Error = Infallible>> Service<Request> for Counted<S> {
        type Response = S::Response;
        type Error = Infallible;
        type Future = S::Future;

        fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
            self.0.poll_ready(context)
        }

        fn call(&mut self, request: Request) -> S::Future {
            self.0.call(request)
        }
    }

    async fn pass(request: Request, next: Next) -> Response {
        next.run(request).await
    }

    #[tokio::test]
    async fn what_is_kept_in_place_is_copied_once_for_a_request() {
        let copies = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&copies);
        let counted = move |below: Route| Counted(below, Arc::clone(&counter));
        let layers = ServiceBuilder::new()
            .layer(from_fn(pass))
            .layer(KeepInPlace)
            .layer(from_fn(pass))
            .layer(KeepInPlace)
            .layer(from_fn(pass))
            .layer(KeepInPlace)
            .layer_fn(counted);
        let router = Router::new().route("/", get(|| async { "here" })).layer(layers);
        let router: Router = router.with_state(());
        copies.store(0, Ordering::Relaxed);
        for asked in 1..=3 {
            let answer = router.clone().oneshot(Request::new(Body::empty())).await.unwrap();
            assert_eq!(answer.status(), 200);
            assert_eq!(copies.load(Ordering::Relaxed), asked);
        }
    }
}

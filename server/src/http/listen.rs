//! Listening: HTTP/1.1 and cleartext HTTP/2, a deadline for a request's head, a cap on connections, and a
//! stop that finishes what runs.

use axum::Router;
use axum::extract::ConnectInfo;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower::{Service, ServiceExt};

/// How long a client may take to send a request's head.
const HEAD_DEADLINE: Duration = Duration::from_secs(10);
/// How long a stop waits for requests under way.
const STOP_DEADLINE: Duration = Duration::from_secs(10);
/// Most connections at once.
const CONNECTIONS: usize = 4_096;

/// Serves until `stop` resolves, then finishes what runs, for ten seconds at most.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file descriptors, most likely: let some close before the next try.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Ok(place) = places.clone().try_acquire_owned() else { continue };
        let _ = stream.set_nodelay(true);
        let service = with_peer(router.clone(), peer);
        let mut builder = Builder::new(TokioExecutor::new());
        builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_DEADLINE);
        let connection = builder.serve_connection(TokioIo::new(stream), service).into_owned();
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = watched.await {
                tracing::debug!(%error, "a connection ended early");
            }
            drop(place);
        });
    }
    drop(listener);
    tokio::select! {
        () = graceful.shutdown() => {}
        () = tokio::time::sleep(STOP_DEADLINE) => tracing::warn!("stopped with requests under way"),
    }
}

type HyperRequest = axum::http::Request<hyper::body::Incoming>;

/// The router as hyper wants it, with the peer's address in each request.
fn with_peer(
    router: Router,
    peer: SocketAddr,
) -> impl hyper::service::Service<
    HyperRequest,
    Response = axum::response::Response,
    Error = std::convert::Infallible,
    Future = impl Future<Output = Result<axum::response::Response, std::convert::Infallible>> + Send,
> + Clone {
    hyper::service::service_fn(move |mut request: HyperRequest| {
        request.extensions_mut().insert(ConnectInfo(peer));
        let mut router = router.clone();
        async move {
            // A router is always ready.
            let ready = <Router as ServiceExt<HyperRequest>>::ready(&mut router).await?;
            ready.call(request).await
        }
    })
}

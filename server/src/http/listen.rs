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
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower::{Service, ServiceExt};

/// How long a client may take to send a request's head.
const HEAD_DEADLINE: Duration = Duration::from_secs(10);
/// How often a silent HTTP/2 client is asked whether it is still there.
const KEEP_ALIVE: Duration = Duration::from_secs(30);
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
        let (service, asked) = with_peer(router.clone(), peer);
        let mut builder = Builder::new(TokioExecutor::new());
        builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_DEADLINE);
        let http2 = &mut builder.http2();
        http2.timer(TokioTimer::new()).keep_alive_interval(KEEP_ALIVE).keep_alive_timeout(HEAD_DEADLINE);
        let connection = builder.serve_connection(TokioIo::new(stream), service).into_owned();
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = unless_silent(watched, &asked).await {
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

/// Drives a connection; ends it where no request's head has come in time. hyper's own deadline begins only
/// once it knows which version of HTTP is spoken, and never for HTTP/2.
async fn unless_silent<E>(
    connection: impl Future<Output = Result<(), E>>,
    asked: &AtomicBool,
) -> Result<(), E> {
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        ended = &mut connection => return ended,
        () = tokio::time::sleep(HEAD_DEADLINE) => {}
    }
    if asked.load(Ordering::Relaxed) { connection.await } else { Ok(()) }
}

type HyperRequest = axum::http::Request<hyper::body::Incoming>;

/// The router as hyper wants it, with the peer's address in each request; and whether it was asked yet.
fn with_peer(
    router: Router,
    peer: SocketAddr,
) -> (
    impl hyper::service::Service<
        HyperRequest,
        Response = axum::response::Response,
        Error = std::convert::Infallible,
        Future = impl Future<Output = Result<axum::response::Response, std::convert::Infallible>> + Send,
    > + Clone,
    Arc<AtomicBool>,
) {
    let asked = Arc::new(AtomicBool::new(false));
    let first = asked.clone();
    let service = hyper::service::service_fn(move |mut request: HyperRequest| {
        first.store(true, Ordering::Relaxed);
        request.extensions_mut().insert(ConnectInfo(peer));
        name_host(&mut request);
        let mut router = router.clone();
        async move {
            // A router is always ready.
            let ready = <Router as ServiceExt<HyperRequest>>::ready(&mut router).await?;
            ready.call(request).await
        }
    });
    (service, asked)
}

/// HTTP/2 names the host in the address; what reads headers finds it where HTTP/1.1 has it.
fn name_host<B>(request: &mut axum::http::Request<B>) {
    let authority = request.uri().authority().map(|a| a.as_str().to_owned());
    if let Some(host) = authority.and_then(|a| axum::http::HeaderValue::from_str(&a).ok()) {
        request.headers_mut().entry(axum::http::header::HOST).or_insert(host);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::future::{pending, ready};

    /// How long a connection lives that never ends by itself, where the clock jumps over all waiting.
    async fn lives(asked: bool) -> Result<(), tokio::time::error::Elapsed> {
        let connection = pending::<Result<(), Infallible>>();
        let asked = AtomicBool::new(asked);
        tokio::time::timeout(HEAD_DEADLINE * 6, unless_silent(connection, &asked)).await.map(drop)
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_asks_nothing_is_let_go() {
        assert!(lives(false).await.is_ok());
        assert!(lives(true).await.is_err());
        let ended = unless_silent(ready(Err("reset")), &AtomicBool::new(true)).await;
        assert_eq!(ended, Err("reset"));
    }

    #[test]
    fn over_http_2_the_host_stands_in_the_address() {
        let asked = |host: Option<&str>| {
            let mut request = axum::http::Request::get("http://a.example/x").body(()).unwrap();
            if let Some(host) = host {
                request.headers_mut().insert("host", host.parse().unwrap());
            }
            name_host(&mut request);
            request.headers()["host"].to_str().unwrap().to_owned()
        };
        assert_eq!(asked(None), "a.example");
        assert_eq!(asked(Some("b.example")), "b.example");
    }
}

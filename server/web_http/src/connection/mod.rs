//! One connection: HTTP/1.1 or cleartext HTTP/2, with a deadline for whatever its client may keep waiting for.

mod activity;
mod answer_body;
mod socket;
#[cfg(test)]
mod tests;

pub use activity::IDLE;
use activity::{Activity, HEAD, Step};
use answer_body::AnswerBody;
use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, Response, StatusCode, Version, header};
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use socket::Socket;
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio::time::Instant;
use tower::{Service, ServiceExt};

/// How often a silent HTTP/2 client is asked whether it is still there.
const PING: Duration = Duration::from_secs(30);
/// Requests at once on one HTTP/2 connection.
const STREAMS: u32 = 32;
/// Bytes of bodies that a client may send before they are read: on one HTTP/2 connection, and of one request.
const WINDOW: u32 = 512 * 1024;
const STREAM_WINDOW: u32 = 256 * 1024;
/// Most bytes of a head, and of an answer that waits for an HTTP/1.1 client.
const BUFFER: usize = 64 * 1024;

/// What a stop asks of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// Nothing: there is no stop.
    Serving,
    /// Each answer is its connection's last. Idle connections stay open, since a request may be on its way.
    Leaving,
    /// Connections close once what was asked is answered.
    Closing,
}

type Error = Box<dyn std::error::Error + Send + Sync>;

/// Serves a connection until its client or a stop ends it, or until it comes to a deadline.
pub(super) async fn serve<S>(
    stream: S,
    peer: SocketAddr,
    router: Router,
    mut stage: watch::Receiver<Stage>,
) -> Result<(), Error>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let activity = Activity::new();
    let socket = TokioIo::new(Socket { stream, activity: Arc::clone(&activity) });
    let service = service(router, peer, Arc::clone(&activity), stage.clone());
    let mut connection = pin!(builder().serve_connection(socket, service).into_owned());
    let mut stop = pin!(async move {
        // Without a sender there is nobody left to ask for a stop.
        let _ = stage.wait_for(|stage| *stage == Stage::Closing).await;
    });
    let mut stopping = false;
    let mut alarm = pin!(tokio::time::sleep_until(activity.due().0));
    poll_fn(|cx| {
        if !stopping && stop.as_mut().poll(cx).is_ready() {
            stopping = true;
            activity.close();
            connection.as_mut().graceful_shutdown();
        }
        loop {
            if let Poll::Ready(ended) = connection.as_mut().poll(cx) {
                return Poll::Ready(ended);
            }
            let next = activity.due().0;
            if next < alarm.deadline() {
                alarm.as_mut().reset(next);
            }
            if alarm.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
            let (at, step) = activity.due();
            if at > Instant::now() {
                // It has moved on since the alarm was set.
                alarm.as_mut().reset(at);
            } else if step == Step::End {
                return Poll::Ready(Ok(()));
            } else {
                activity.close();
                connection.as_mut().graceful_shutdown();
            }
        }
    })
    .await
}

fn builder() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    // hyper's own deadline for a head begins as the connection falls idle, and would close it before any proxy does.
    builder.http1().timer(TokioTimer::new()).header_read_timeout(None).max_buf_size(BUFFER);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(PING)
        .keep_alive_timeout(HEAD)
        .max_concurrent_streams(STREAMS)
        .initial_connection_window_size(WINDOW)
        .initial_stream_window_size(STREAM_WINDOW);
    builder
}

/// The router as hyper wants it, with the peer's address in each request.
fn service(
    router: Router,
    peer: SocketAddr,
    activity: Arc<Activity>,
    stage: watch::Receiver<Stage>,
) -> impl hyper::service::Service<
    Request<Incoming>,
    Response = Response<AnswerBody>,
    Error = Infallible,
    Future = impl Future<Output = Result<Response<AnswerBody>, Infallible>> + Send,
> {
    hyper::service::service_fn(move |mut request: Request<Incoming>| {
        let under_way = activity.begin(request.version());
        let (mut router, stage, version) = (router.clone(), stage.clone(), request.version());
        request.extensions_mut().insert(ConnectInfo(peer));
        let named = name_host(&mut request);
        async move {
            let mut response = if named {
                // A router is always ready.
                let ready = <Router as ServiceExt<Request<Incoming>>>::ready(&mut router).await?;
                ready.call(request).await?
            } else {
                (StatusCode::BAD_REQUEST, "Send one Host header.\n").into_response()
            };
            if version < Version::HTTP_2 && *stage.borrow() >= Stage::Leaving {
                response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            Ok(response.map(|body| AnswerBody::new(body, under_way)))
        }
    })
}

/// HTTP/2 names the host in the address; what reads headers finds it where HTTP/1.1 has it. Whether the host is named once:
/// from HTTP/1.1 on it has to be (RFC 9112, 3.2).
fn name_host<B>(request: &mut Request<B>) -> bool {
    let authority = request.uri().authority().map(|a| a.as_str().to_owned());
    if let Some(host) = authority.and_then(|a| HeaderValue::from_str(&a).ok()) {
        request.headers_mut().entry(header::HOST).or_insert(host);
    }
    let named = request.headers().get_all(header::HOST).iter().count();
    named == 1 || (named == 0 && request.version() < Version::HTTP_11)
}

//! Receivers on this machine, which answer as a test says.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

/// What a receiver does with a request that it has read.
#[derive(Clone, Debug)]
pub(crate) enum Behaviour {
    /// Sends these bytes and closes.
    Say(String),
    /// Sends these bytes, then nothing, and keeps the connection.
    SayAndHang(String),
    /// Sends the first bytes, then the others again and again.
    Repeat(String, String),
    /// Accepts, and neither reads nor writes.
    Ignore,
}

pub(crate) fn answer(status: &str, body: &str) -> Behaviour {
    let length = body.len();
    Behaviour::Say(format!(
        "HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    ))
}

#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> String {
        let line = self.head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        line.unwrap_or_else(|| panic!("no {name} in {}", self.head)).to_owned()
    }

    pub(crate) fn path(&self) -> &str {
        self.head.split(' ').nth(1).unwrap()
    }
}

#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) requests: Vec<Request>,
    pub(crate) connections: usize,
    /// The most requests of one path at once.
    pub(crate) most_at_once: usize,
    under_way: BTreeMap<String, usize>,
}

pub(crate) struct Receiver {
    pub(crate) address: SocketAddr,
    seen: Arc<Mutex<Seen>>,
}

trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

impl Receiver {
    /// On a free port of 127.0.0.1.
    pub(crate) async fn start(behaviour: Behaviour) -> Self {
        Self::on(TcpListener::bind("127.0.0.1:0").await.unwrap(), behaviour, None)
    }

    /// On this listener, with TLS where it has a certificate.
    pub(crate) fn on(listener: TcpListener, behaviour: Behaviour, tls: Option<TlsAcceptor>) -> Self {
        let (address, seen) = (listener.local_addr().unwrap(), Arc::new(Mutex::new(Seen::default())));
        let all = Arc::clone(&seen);
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                all.lock().unwrap().connections += 1;
                let (behaviour, tls, seen) = (behaviour.clone(), tls.clone(), Arc::clone(&all));
                tokio::spawn(async move {
                    let stream: Box<dyn Stream> = match tls {
                        None => Box::new(stream),
                        // A client that does not trust the certificate hangs up.
                        Some(tls) => match tls.accept(stream).await {
                            Ok(stream) => Box::new(stream),
                            Err(_) => return,
                        },
                    };
                    let _ = serve(stream, behaviour, &seen).await;
                });
            }
        });
        Self { address, seen }
    }

    /// The address of a path.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap()
    }
}

async fn serve(mut stream: Box<dyn Stream>, behaviour: Behaviour, seen: &Mutex<Seen>) -> std::io::Result<()> {
    if matches!(behaviour, Behaviour::Ignore) {
        return std::future::pending().await;
    }
    let request = read(&mut stream).await?;
    let path = request.path().to_owned();
    {
        let mut seen = seen.lock().unwrap();
        seen.requests.push(request);
        let now = seen.under_way.entry(path.clone()).or_default();
        *now += 1;
        seen.most_at_once = (*now).max(seen.most_at_once);
    }
    // Others get their chance to arrive while this one is under way.
    tokio::task::yield_now().await;
    *seen.lock().unwrap().under_way.entry(path).or_default() -= 1;
    match behaviour {
        Behaviour::Say(text) => {
            stream.write_all(text.as_bytes()).await?;
            stream.shutdown().await
        }
        Behaviour::SayAndHang(text) => {
            stream.write_all(text.as_bytes()).await?;
            stream.flush().await?;
            std::future::pending().await
        }
        Behaviour::Repeat(first, again) => {
            stream.write_all(first.as_bytes()).await?;
            loop {
                stream.write_all(again.as_bytes()).await?;
                stream.flush().await?;
                tokio::task::yield_now().await;
            }
        }
        Behaviour::Ignore => Ok(()),
    }
}

async fn read(stream: &mut Box<dyn Stream>) -> std::io::Result<Request> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
                return Ok(Request { head: head.to_owned(), body: body.to_owned() });
            }
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
}

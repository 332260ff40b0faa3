//! Listening: a place for each connection, a share of them for each address, and a stop that finishes what runs.

use super::connection::{self, Stage};
use crate::prelude::*;
use ipnet::IpNet;
use std::future::Future;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

/// How long a stop waits for requests under way.
const STOP_DEADLINE: Duration = Duration::from_secs(10);
/// How long of that idle connections stay open: a request may be on its way, and would be lost.
const LEAVING: Duration = Duration::from_secs(1);
/// Most connections at once.
const CONNECTIONS: u32 = 4_096;
/// Connections beyond that, each answered that it has to come again.
const REFUSALS: usize = 256;
/// How long such an answer may take.
const REFUSAL: Duration = Duration::from_secs(1);
/// The answer.
const OVERLOADED: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\n\
    content-length: 65\r\nretry-after: 5\r\nx-content-type-options: nosniff\r\ncache-control: no-store\r\nconnection: close\r\n\r\n\
    There are too many connections just now. Try again in 5 seconds.\n";

/// How many connections an address may have at once.
#[derive(Clone, Debug)]
pub struct Share {
    /// Most connections; zero is no bound.
    pub most: u32,
    /// Proxies, whose connections are those of many people. This machine's own address is one of them.
    pub proxies: Vec<IpNet>,
}

/// Serves until `stop` resolves, then finishes what runs, for ten seconds at most.
pub async fn serve(listener: TcpListener, router: Router, share: Share, stop: impl Future<Output = ()>) {
    let (stage, _) = watch::channel(Stage::Serving);
    let door = Door {
        router,
        places: Arc::new(Semaphore::new(CONNECTIONS as usize)),
        refusals: Arc::new(Semaphore::new(REFUSALS)),
        addresses: Arc::new(Addresses { share, held: Mutex::default() }),
        stage,
    };
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => door.admit(stream, peer),
            Err(error) => {
                // Out of file descriptors, most likely: let some close before the next try.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    door.stage.send_replace(Stage::Leaving);
    for (stream, peer) in backlog(listener) {
        door.admit(stream, peer);
    }
    let finished = async {
        if tokio::time::timeout(LEAVING, door.places.acquire_many(CONNECTIONS)).await.is_err() {
            door.stage.send_replace(Stage::Closing);
            let _ = door.places.acquire_many(CONNECTIONS).await;
        }
    };
    if tokio::time::timeout(STOP_DEADLINE, finished).await.is_err() {
        tracing::warn!("stopped with requests under way");
    }
}

/// What the kernel has accepted for us: without this, a stop would reset connections whose clients take them for open.
fn backlog(listener: TcpListener) -> Vec<(TcpStream, SocketAddr)> {
    // Asked through tokio, a listener says that nobody waits until the next event of the kernel was seen.
    let Ok(listener) = listener.into_std() else { return Vec::new() };
    let mut waiting = Vec::new();
    while waiting.len() < CONNECTIONS as usize
        && let Ok((stream, peer)) = listener.accept()
    {
        let stream = stream.set_nonblocking(true).and_then(|()| TcpStream::from_std(stream));
        waiting.extend(stream.map(|stream| (stream, peer)));
    }
    waiting
}

/// Where connections come in.
struct Door {
    router: Router,
    places: Arc<Semaphore>,
    refusals: Arc<Semaphore>,
    addresses: Arc<Addresses>,
    stage: watch::Sender<Stage>,
}

impl Door {
    /// Serves a connection in a task of its own, where there is a place for it.
    fn admit(&self, stream: TcpStream, peer: SocketAddr) {
        let place = self.places.clone().try_acquire_owned().ok();
        let (Some(place), Some(held)) = (place, self.addresses.hold(peer.ip())) else {
            if let Ok(turn) = self.refusals.clone().try_acquire_owned() {
                tokio::spawn(async move {
                    let _ = tokio::time::timeout(REFUSAL, refuse(stream)).await;
                    drop(turn);
                });
            }
            return;
        };
        let _ = stream.set_nodelay(true);
        let served = connection::serve(stream, peer, self.router.clone(), self.stage.subscribe());
        tokio::spawn(async move {
            if let Err(error) = served.await {
                tracing::debug!(%error, "a connection ended early");
            }
            drop((place, held));
        });
    }
}

/// Says that there are too many connections, and reads what the client sends: closed before that, the connection would be
/// reset, and the answer lost.
async fn refuse(mut stream: TcpStream) -> std::io::Result<()> {
    stream.write_all(OVERLOADED).await?;
    stream.shutdown().await?;
    let mut unread = [0; 1024];
    while stream.read(&mut unread).await? > 0 {}
    Ok(())
}

/// The connections that each address has.
struct Addresses {
    share: Share,
    held: Mutex<HashMap<IpAddr, u32>>,
}

impl Addresses {
    /// Counts a connection for as long as what is returned lives; none where the address has its share.
    fn hold(self: &Arc<Self>, ip: IpAddr) -> Option<Held> {
        let ip = ip.to_canonical();
        let proxy = ip.is_loopback() || self.share.proxies.iter().any(|net| net.contains(&ip));
        if proxy || self.share.most == 0 {
            return Some(Held(None));
        }
        let ip = network(ip);
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(ip).or_default();
        if *count >= self.share.most {
            return None;
        }
        *count += 1;
        Some(Held(Some((Arc::clone(self), ip))))
    }
}

/// Each owner of an IPv6 address has a network of them.
fn network(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
        IpAddr::V4(_) => ip,
    }
}

/// A connection that counts.
struct Held(Option<(Arc<Addresses>, IpAddr)>);

impl Drop for Held {
    fn drop(&mut self) {
        let Some((addresses, ip)) = &self.0 else { return };
        let mut held = addresses.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(ip) {
            *count -= 1;
            if *count == 0 {
                held.remove(ip);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(most: u32) -> Arc<Addresses> {
        let proxies = vec!["10.0.0.0/8".parse().unwrap()];
        Arc::new(Addresses { share: Share { most, proxies }, held: Mutex::default() })
    }

    #[test]
    fn an_address_has_its_share_and_no_more() {
        let addresses = addresses(2);
        let hold = |ip: &str| addresses.hold(ip.parse().unwrap());
        let (first, second) = (hold("192.0.2.1"), hold("::ffff:192.0.2.1"));
        assert!(first.is_some() && second.is_some());
        assert!(hold("192.0.2.1").is_none());
        assert!(hold("192.0.2.2").is_some(), "another address");
        drop(first);
        assert!(hold("192.0.2.1").is_some(), "one was closed");
        drop(second);
        assert!(
            addresses.held.lock().unwrap().is_empty(),
            "nothing is kept of addresses without connections"
        );
    }

    #[test]
    fn an_ipv6_network_is_one_address() {
        let addresses = addresses(1);
        let hold = |ip: &str| addresses.hold(ip.parse().unwrap());
        let first = hold("2001:db8::1");
        assert!(first.is_some() && hold("2001:db8::2:1").is_none());
        assert!(hold("2001:db8:0:1::1").is_some());
    }

    #[test]
    fn proxies_and_this_machine_stand_for_many() {
        let addresses = addresses(1);
        for ip in ["127.0.0.1", "::1", "10.1.2.3"] {
            let held: Vec<_> = (0..3).map(|_| addresses.hold(ip.parse().unwrap())).collect();
            assert!(held.iter().all(Option::is_some), "{ip}");
        }
        let unbounded = self::addresses(0);
        let held: Vec<_> = (0..3).map(|_| unbounded.hold("192.0.2.1".parse().unwrap())).collect();
        assert!(held.iter().all(Option::is_some));
    }

    #[test]
    fn the_refusal_is_as_long_as_it_says() {
        let text = std::str::from_utf8(OVERLOADED).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}", body.len())), "{}", body.len());
    }
}

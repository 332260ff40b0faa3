//! Where a request comes from.

use crate::state::State;
use axum::extract::{ConnectInfo, Request};
use axum::http::HeaderMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};

/// The log says once that a peer forwards addresses and is not believed: any client can send the header.
static WARNED: AtomicBool = AtomicBool::new(false);

/// The client's address: the peer's, or, where the peer is a trusted proxy, the last address in `X-Forwarded-For` that
/// is none.
pub(super) fn address(request: &Request, state: &State) -> Option<IpAddr> {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>()?.0.ip().to_canonical();
    let trusted = |ip: &IpAddr| state.settings.trusted_proxies.iter().any(|net| net.contains(ip));
    let forwards = request.headers().contains_key("x-forwarded-for");
    if forwards && !trusted(&peer) && !WARNED.swap(true, Ordering::Relaxed) {
        tracing::warn!(
            "{peer} sent X-Forwarded-For and is no trusted proxy: if it is your proxy, everybody behind it shares the \
             limits of one address until EVENHAND_TRUSTED_PROXIES names it"
        );
    }
    Some(forwarded(peer, request.headers(), trusted))
}

/// Walks back over the hops that trusted proxies wrote, from the peer on. The first that is no trusted proxy is the
/// client; what it wrote itself comes before it and is not read. A hop that cannot be read ends the walk too: the
/// proxy that wrote it is the last one known.
fn forwarded(peer: IpAddr, headers: &HeaderMap, trusted: impl Fn(&IpAddr) -> bool) -> IpAddr {
    let lines: Vec<&str> =
        headers.get_all("x-forwarded-for").iter().map(|v| v.to_str().unwrap_or("unreadable")).collect();
    let hops = lines.iter().flat_map(|line| line.split(',')).map(str::trim);
    let mut client = peer;
    for hop in hops.collect::<Vec<_>>().into_iter().rev() {
        if !trusted(&client) {
            break;
        }
        let Some(ip) = read(hop) else { break };
        client = ip;
    }
    client
}

/// An address as proxies write it: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:4711`.
fn read(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|h| h.strip_suffix(']')).unwrap_or(hop);
    let ip = bare.parse().or_else(|_| hop.parse::<SocketAddr>().map(|at| at.ip()));
    ip.ok().map(|ip| ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn client(peer: &str, lines: &[&'static str]) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        let trusted = |ip: &IpAddr| ip.to_string().starts_with("10.");
        forwarded(peer.parse().unwrap(), &headers, trusted).to_string()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(client("192.0.2.1", &["198.51.100.7"]), "192.0.2.1");
        assert_eq!(client("10.0.0.1", &["198.51.100.7"]), "198.51.100.7");
        assert_eq!(client("10.0.0.1", &["203.0.113.9, 198.51.100.7, 10.0.0.2"]), "198.51.100.7");
        assert_eq!(client("10.0.0.1", &["203.0.113.9", "198.51.100.7"]), "198.51.100.7");
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &["10.0.0.3, 10.0.0.2"]), "10.0.0.3");
    }

    #[test]
    fn what_a_proxy_writes_with_a_port_is_read_and_what_is_unreadable_ends_the_walk() {
        assert_eq!(client("10.0.0.1", &["203.0.113.9, 198.51.100.7:4711"]), "198.51.100.7");
        assert_eq!(client("10.0.0.1", &["203.0.113.9, [2001:db8::1]:4711"]), "2001:db8::1");
        assert_eq!(client("10.0.0.1", &["203.0.113.9, [2001:db8::1]"]), "2001:db8::1");
        assert_eq!(client("10.0.0.1", &["203.0.113.9, ::ffff:198.51.100.7"]), "198.51.100.7");
        assert_eq!(client("10.0.0.1", &["203.0.113.9, unknown"]), "10.0.0.1");
    }
}

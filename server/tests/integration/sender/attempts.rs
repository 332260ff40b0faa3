//! One attempt: where it connects, when it ends, and what is kept of the answer.

use crate::sender::receiver::{Behaviour, Receiver, answer};
use model::delivery::AttemptResult;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use sender::webhook::courier::{Courier, Letter};
use sender::webhook::look_up::{LookUp, Resolver, SystemResolver};
use shared::webhook::attempt::AttemptFault;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

/// Long enough for a busy machine, where an attempt is to end by itself.
const LONG: Duration = Duration::from_secs(60);
/// Where the deadline itself is tried.
const SHORT: Duration = Duration::from_millis(400);

/// Trusts the authority of the tests alone.
fn tls() -> ClientConfig {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(include_bytes!("tls/authority.pem")).unwrap()).unwrap();
    client(roots)
}

fn client(roots: RootCertStore) -> ClientConfig {
    ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth()
}

fn acceptor() -> TlsAcceptor {
    let chain = vec![CertificateDer::from_pem_slice(include_bytes!("tls/receiver.pem")).unwrap()];
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("tls/receiver.key")).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap();
    TlsAcceptor::from(Arc::new(config))
}

/// Gives one list of addresses after the other, and counts.
struct Names {
    lists: Vec<Vec<IpAddr>>,
    asked: Arc<AtomicUsize>,
}

impl Resolver for Names {
    fn look_up<'a>(&'a self, _: &'a str) -> LookUp<'a> {
        let number = self.asked.fetch_add(1, Ordering::SeqCst);
        let list = self.lists.get(number).cloned().unwrap_or_default();
        Box::pin(std::future::ready(Ok(list)))
    }
}

/// Never answers.
struct Silent;

impl Resolver for Silent {
    fn look_up<'a>(&'a self, _: &'a str) -> LookUp<'a> {
        Box::pin(std::future::pending())
    }
}

fn names(lists: &[&[&str]]) -> (Box<Names>, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let lists = lists.iter().map(|list| list.iter().map(|a| a.parse().unwrap()).collect()).collect();
    (Box::new(Names { lists, asked: Arc::clone(&asked) }), asked)
}

async fn send_by(courier: &Courier, url: &str) -> AttemptResult {
    let headers = vec![("webhook-id", "msg_1".to_owned())];
    let body = r#"{"type":"webhook.test"}"#.to_owned();
    courier.send(&Letter { url, headers, content_type: "application/json", body }).await
}

async fn send(url: &str, deadline: Duration) -> AttemptResult {
    send_by(&Courier::new(tls(), Box::new(SystemResolver), true, deadline), url).await
}

#[tokio::test]
async fn a_message_arrives_as_it_was_written() {
    let receiver = Receiver::start(answer("200 OK", "thanks")).await;
    let result = send(&receiver.url("/hook?key=1"), LONG).await;
    assert!(result.succeeded(), "{result:?}");
    assert_eq!((result.status, result.answer.as_deref()), (Some(200), Some("thanks")));
    let seen = receiver.seen();
    let [request] = seen.requests.as_slice() else { panic!("{seen:?}") };
    assert!(request.head.starts_with("POST /hook?key=1 HTTP/1.1\r\n"), "{}", request.head);
    assert_eq!(request.header("webhook-id"), "msg_1");
    assert_eq!(request.header("content-type"), "application/json");
    assert_eq!(request.body, r#"{"type":"webhook.test"}"#);
}

#[tokio::test]
async fn only_2xx_is_success_and_no_redirect_is_followed() {
    let elsewhere = Receiver::start(answer("200 OK", "")).await;
    for status in ["301 Moved", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let to = elsewhere.url("/stolen");
        let said = format!("HTTP/1.1 {status}\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n");
        let result = send(&Receiver::start(Behaviour::Say(said)).await.url("/"), LONG).await;
        assert!(!result.succeeded() && result.fault.is_none(), "{status}: {result:?}");
    }
    assert_eq!(elsewhere.seen().connections, 0);
    for (status, good) in [
        ("204 No Content", true),
        ("299 Fine", true),
        ("400 Bad", false),
        ("410 Gone", false),
        ("503 Busy", false),
    ] {
        let result = send(&Receiver::start(answer(status, "")).await.url("/"), LONG).await;
        assert_eq!(result.succeeded(), good, "{status}: {result:?}");
    }
}

#[tokio::test]
async fn the_certificate_is_checked() {
    let listen = async || TcpListener::bind("127.0.0.1:0").await.unwrap();
    let receiver = Receiver::on(listen().await, answer("200 OK", ""), Some(acceptor()));
    let url = format!("https://localhost:{}/", receiver.address.port());
    let (resolver, _) = names(&[&["127.0.0.1"], &["127.0.0.1"]]);
    let courier = Courier::new(tls(), resolver, true, LONG);
    assert!(send_by(&courier, &url).await.succeeded());
    // The certificate names localhost alone.
    let other = format!("https://127.0.0.1:{}/", receiver.address.port());
    assert_eq!(send_by(&courier, &other).await.fault, Some(AttemptFault::Tls));
    // Nobody vouches for it.
    let (resolver, _) = names(&[&["127.0.0.1"]]);
    let distrustful = Courier::new(client(RootCertStore::empty()), resolver, true, LONG);
    assert_eq!(send_by(&distrustful, &url).await.fault, Some(AttemptFault::Tls));
    assert_eq!(receiver.seen().requests.len(), 1);
}

#[tokio::test]
async fn a_name_is_looked_up_once_and_a_second_answer_leads_nowhere() {
    let first = Receiver::start(answer("200 OK", "first")).await;
    let port = first.address.port();
    let second = TcpListener::bind(("127.0.0.2", port)).await.unwrap();
    let second = Receiver::on(second, answer("200 OK", "second"), None);
    let (resolver, asked) =
        names(&[&["127.0.0.1"], &["127.0.0.2"], &["10.0.0.1"], &["127.0.0.1", "10.0.0.1"], &[]]);
    let courier = Courier::new(tls(), resolver, true, LONG);
    let url = format!("http://localhost:{port}/");
    for (answer, fault, look_ups) in [
        (Some("first"), None, 1),
        (Some("second"), None, 2),
        (None, Some(AttemptFault::Private), 3),
        (None, Some(AttemptFault::Private), 4),
        (None, Some(AttemptFault::Name), 5),
    ] {
        let result = send_by(&courier, &url).await;
        assert_eq!((result.answer.as_deref(), result.fault), (answer, fault));
        assert_eq!(asked.load(Ordering::SeqCst), look_ups, "one look-up for each attempt");
    }
    assert_eq!((first.seen().connections, second.seen().connections), (1, 1));
}

#[tokio::test]
async fn a_public_name_that_leads_inside_gets_no_connection() {
    let receiver =
        Receiver::on(TcpListener::bind("127.0.0.1:0").await.unwrap(), answer("200 OK", ""), Some(acceptor()));
    let url = format!("https://receiver.example:{}/", receiver.address.port());
    for inside in [
        &["127.0.0.1"][..],
        &["::1"],
        &["::ffff:127.0.0.1"],
        &["0.0.0.0"],
        &["10.0.0.1"],
        &["169.254.169.254"],
        &["64:ff9b::7f00:1"],
        &["2002:7f00:1::"],
        &["fd00::1"],
        &["fe80::1"],
        &["8.8.8.8", "127.0.0.1"],
        &["127.0.0.1", "8.8.8.8"],
        &["2606:4700:4700::1111", "::1"],
    ] {
        for allow_loopback in [false, true] {
            let (resolver, _) = names(&[inside]);
            let courier = Courier::new(tls(), resolver, allow_loopback, LONG);
            assert_eq!(send_by(&courier, &url).await.fault, Some(AttemptFault::Private), "{inside:?}");
        }
    }
    let (resolver, asked) = names(&[]);
    let courier = Courier::new(tls(), resolver, false, LONG);
    for written in [receiver.url("/"), format!("https://{}/", receiver.address), "https://2130706433/".into()]
    {
        assert_eq!(send_by(&courier, &written).await.fault, Some(AttemptFault::Address), "{written}");
    }
    assert_eq!((receiver.seen().connections, asked.load(Ordering::SeqCst)), (0, 0));
}

#[tokio::test]
async fn one_deadline_ends_every_attempt() {
    let head = "HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n".to_owned();
    let repeat = |first: &str, again: &str| Behaviour::Repeat(first.into(), again.into());
    for (what, behaviour, status) in [
        ("nothing read", Behaviour::Ignore, None),
        ("no answer", Behaviour::SayAndHang(String::new()), None),
        ("half a head", Behaviour::SayAndHang("HTTP/1.1 200 OK\r\nx-a: b".into()), None),
        ("continue without end", repeat("", "HTTP/1.1 100 Continue\r\n\r\n"), None),
        ("a head and no body", Behaviour::SayAndHang(head.clone()), Some(200)),
        ("half a body", Behaviour::SayAndHang(format!("{head}{{")), Some(200)),
        (
            "half a chunk",
            Behaviour::SayAndHang("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab".into()),
            Some(200),
        ),
    ] {
        let result = send(&Receiver::start(behaviour).await.url("/"), SHORT).await;
        assert_eq!(result.fault, Some(AttemptFault::Timeout), "{what}: {result:?}");
        assert_eq!(result.status, status, "{what}: {result:?}");
        assert!(result.duration >= SHORT && result.duration < SHORT + LONG, "{what}: {result:?}");
    }
    let plain = Receiver::start(Behaviour::Ignore).await;
    let url = format!("https://localhost:{}/", plain.address.port());
    assert_eq!(send(&url, SHORT).await.fault, Some(AttemptFault::Timeout), "no handshake");
    let silent = Courier::new(tls(), Box::new(Silent), true, SHORT);
    assert_eq!(send_by(&silent, &url).await.fault, Some(AttemptFault::Timeout), "no look-up");
}

#[tokio::test]
async fn an_answer_without_end_is_read_for_64_kib_and_kept_for_one() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n";
    let receiver = Receiver::start(Behaviour::Repeat(head.into(), "é\u{0}\u{7}\n".repeat(1000))).await;
    let result = send(&receiver.url("/"), LONG).await;
    assert!(result.succeeded(), "{result:?}");
    let kept = result.answer.unwrap();
    assert!(kept.len() > 1000, "{kept:?}");
    assert!(kept.len() < 3 * 1024, "{kept:?}");
    assert!(kept.starts_with("é\u{fffd}\u{fffd}\n"), "{kept:?}");
    assert!(!kept.contains('\u{0}'));
}

#[tokio::test]
async fn what_is_no_answer_is_named() {
    for (said, fault) in [
        ("", AttemptFault::Connection),
        ("SSH-2.0-OpenSSH_9.2\r\n", AttemptFault::Answer),
        ("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc", AttemptFault::Connection),
    ] {
        let result = send(&Receiver::start(Behaviour::Say(said.into())).await.url("/"), LONG).await;
        assert_eq!(result.fault, Some(fault), "{said:?}: {result:?}");
    }
    // Nobody listens where somebody just did.
    let gone = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    assert_eq!(send(&format!("http://{gone}/"), LONG).await.fault, Some(AttemptFault::Connection));
}

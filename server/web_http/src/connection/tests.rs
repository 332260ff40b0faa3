use super::activity::{AGE, IDLE, PAUSE};
use super::*;
use axum::routing::get;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::task::JoinHandle;
use tokio::time::sleep;

const ASK: &[u8] = b"GET /short HTTP/1.1\r\nhost: a.example\r\n\r\n";
const LONG: usize = 1024 * 1024;

/// A connection to a server, with a socket that holds 8 KiB. The clock of these tests jumps over all waiting.
fn connect() -> (DuplexStream, watch::Sender<Stage>, JoinHandle<Duration>) {
    let router = Router::new()
        .route("/short", get(|| async { "short" }))
        .route("/long", get(|| async { vec![b'x'; LONG] }));
    let (client, server) = tokio::io::duplex(8 * 1024);
    let (stage, staged) = watch::channel(Stage::Serving);
    let peer = SocketAddr::from(([192, 0, 2, 7], 1024));
    let served = tokio::spawn(async move {
        let begun = Instant::now();
        let _ = serve(server, peer, router, staged).await;
        begun.elapsed()
    });
    (client, stage, served)
}

/// Reads an answer as short as the one of `/short`.
async fn answer(client: &mut DuplexStream) -> String {
    let mut text = Vec::new();
    while !text.ends_with(b"short") && client.read_buf(&mut text).await.unwrap() > 0 {}
    String::from_utf8(text).unwrap()
}

/// How long the server keeps a connection open from here, in seconds.
async fn open_for(client: &mut DuplexStream) -> u64 {
    let begun = Instant::now();
    let rest = client.read_to_end(&mut Vec::new()).await.unwrap();
    assert_eq!(rest, 0, "nothing was asked");
    begun.elapsed().as_secs()
}

#[tokio::test(start_paused = true)]
async fn a_client_that_asks_nothing_is_let_go() {
    for first in [&b""[..], b"G", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"] {
        let (mut client, _stage, served) = connect();
        client.write_all(first).await.unwrap();
        assert_eq!(served.await.unwrap(), HEAD, "{first:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_idle_connection_outlives_a_proxys_patience() {
    let (mut client, _stage, _served) = connect();
    for _ in 0..3 {
        client.write_all(ASK).await.unwrap();
        assert!(answer(&mut client).await.starts_with("HTTP/1.1 200"));
        sleep(Duration::from_secs(75)).await;
    }
    client.write_all(ASK).await.unwrap();
    answer(&mut client).await;
    assert_eq!(open_for(&mut client).await, IDLE.as_secs());
}

#[tokio::test(start_paused = true)]
async fn a_head_has_ten_seconds_from_its_first_byte() {
    let (mut client, _stage, _served) = connect();
    client.write_all(ASK).await.unwrap();
    answer(&mut client).await;
    sleep(Duration::from_secs(60)).await;
    let (begin, end) = ASK.split_at(10);
    client.write_all(begin).await.unwrap();
    sleep(Duration::from_secs(9)).await;
    client.write_all(end).await.unwrap();
    assert!(answer(&mut client).await.starts_with("HTTP/1.1 200"), "complete in time");
    client.write_all(begin).await.unwrap();
    let dripped = async {
        for byte in end {
            sleep(Duration::from_secs(1)).await;
            if client.write_all(&[*byte]).await.is_err() {
                break;
            }
        }
    };
    let begun = Instant::now();
    dripped.await;
    assert_eq!(begun.elapsed().as_secs(), HEAD.as_secs() + 1, "noticed with the next byte");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_is_let_go_and_a_slow_one_reads_all() {
    let ask = b"GET /long HTTP/1.1\r\nhost: a.example\r\nconnection: close\r\n\r\n";
    let (mut client, _stage, served) = connect();
    client.write_all(ask).await.unwrap();
    assert_eq!(served.await.unwrap().as_secs(), PAUSE.as_secs());

    // A byte a second is no reading.
    let (mut client, _stage, served) = connect();
    client.write_all(ask).await.unwrap();
    while !served.is_finished() {
        let _ = client.read_u8().await;
        sleep(Duration::from_secs(1)).await;
    }
    assert!(served.await.unwrap().as_secs() < 60);

    let (mut client, _stage, served) = connect();
    client.write_all(ask).await.unwrap();
    let (mut part, mut all) = (vec![0; 4 * 1024], 0);
    loop {
        sleep(Duration::from_millis(200)).await;
        match client.read(&mut part).await.unwrap() {
            0 => break,
            read => all += read,
        }
    }
    assert!(all > LONG, "{all} bytes at 20 KiB/s");
    assert!(served.await.unwrap().as_secs() > PAUSE.as_secs());
}

#[tokio::test]
async fn a_request_names_its_host_once() {
    for (head, status) in [
        ("GET /short HTTP/1.1\r\n", "400"),
        ("GET /short HTTP/1.1\r\nhost: a.example\r\nhost: b.example\r\n", "400"),
        ("GET /short HTTP/1.1\r\nhost: a.example\r\n", "200"),
        ("GET http://a.example/short HTTP/1.1\r\n", "200"),
        ("GET /short HTTP/1.0\r\n", "200"),
    ] {
        let (mut client, _stage, _served) = connect();
        client.write_all(format!("{head}connection: close\r\n\r\n").as_bytes()).await.unwrap();
        let mut text = String::new();
        client.read_to_string(&mut text).await.unwrap();
        assert_eq!(text.split(' ').nth(1), Some(status), "{head}\n{text}");
    }
}

#[test]
fn over_http_2_the_host_stands_in_the_address() {
    let asked = |host: Option<&str>| {
        let mut request = Request::get("http://a.example/x").body(()).unwrap();
        if let Some(host) = host {
            request.headers_mut().insert("host", host.parse().unwrap());
        }
        assert!(name_host(&mut request));
        request.headers()["host"].to_str().unwrap().to_owned()
    };
    assert_eq!(asked(None), "a.example");
    assert_eq!(asked(Some("b.example")), "b.example");
}

#[tokio::test(start_paused = true)]
async fn a_stop_says_goodbye_before_it_closes() {
    let (mut client, stage, served) = connect();
    client.write_all(ASK).await.unwrap();
    assert!(!answer(&mut client).await.contains("connection: close"));
    stage.send_replace(Stage::Leaving);
    // It was on its way as the stop came.
    client.write_all(ASK).await.unwrap();
    assert!(answer(&mut client).await.contains("connection: close\r\n"));
    assert_eq!(open_for(&mut client).await, 0);
    served.await.unwrap();

    let (mut client, stage, served) = connect();
    client.write_all(ASK).await.unwrap();
    answer(&mut client).await;
    stage.send_replace(Stage::Closing);
    assert_eq!(open_for(&mut client).await, 0);
    served.await.unwrap();
}

mod http2 {
    use super::*;
    use h2::client::{ResponseFuture, SendRequest, handshake};
    use std::future::Future;

    async fn connected(
        client: DuplexStream,
    ) -> (SendRequest<axum::body::Bytes>, h2::PingPong, impl Future<Output = ()>) {
        let (asker, mut connection) = handshake(client).await.unwrap();
        let pings = connection.ping_pong().unwrap();
        (asker, pings, async move { drop(connection.await) })
    }

    fn ask(asker: &mut SendRequest<axum::body::Bytes>, path: &str) -> ResponseFuture {
        let request = Request::get(format!("http://a.example{path}")).body(()).unwrap();
        asker.send_request(request, true).unwrap().0
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_only_pings_is_let_go() {
        let (client, _stage, served) = connect();
        let (mut asker, mut pings, connection) = connected(client).await;
        let connection = tokio::spawn(connection);
        asker = asker.ready().await.unwrap();
        assert_eq!(ask(&mut asker, "/short").await.unwrap().status(), 200);
        assert_eq!(asker.current_max_send_streams(), STREAMS as usize);
        while pings.ping(h2::Ping::opaque()).await.is_ok() {
            sleep(Duration::from_secs(5)).await;
        }
        connection.await.unwrap();
        let lived = served.await.unwrap();
        assert!(lived >= IDLE && lived < IDLE + HEAD, "{lived:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_busy_client_is_asked_to_connect_anew_after_an_hour() {
        let (client, _stage, served) = connect();
        let (mut asker, _pings, connection) = connected(client).await;
        tokio::spawn(connection);
        while let Ok(ready) = asker.clone().ready().await {
            asker = ready;
            if ask(&mut asker, "/short").await.is_err() {
                break;
            }
            sleep(Duration::from_secs(30)).await;
        }
        let lived = served.await.unwrap();
        assert!(lived >= AGE && lived < AGE + IDLE, "{lived:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn answers_that_are_not_read_end_the_connection() {
        let (client, _stage, served) = connect();
        let (mut asker, _pings, connection) = connected(client).await;
        tokio::spawn(connection);
        asker = asker.ready().await.unwrap();
        // Its window is never opened, while the socket itself takes all that is sent.
        let unread = ask(&mut asker, "/long").await.unwrap();
        let lived = served.await.unwrap();
        assert!(lived > PAUSE && lived < PAUSE * 2, "{lived:?}");
        drop(unread);
    }
}

//! Senders at work.

use crate::sender::receiver::{Receiver, answer};
use crate::sender::world::World;
use ::sign_on::tls::system_tls;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use database_test::database_test;
use hmac::{KeyInit as _, Mac as _};
use sender::stop;
use sender::webhook::Webhooks;
use sender::webhook::courier::Courier;
use sender::webhook::look_up::SystemResolver;
use std::collections::BTreeMap;
use std::time::Duration;

fn sender(world: &World) -> Webhooks {
    let courier =
        Courier::new(system_tls().unwrap(), Box::new(SystemResolver), true, Duration::from_secs(30));
    Webhooks::new(world.database.clone(), courier, Some("https://judging.example/"), 8)
}

#[database_test]
async fn everything_arrives_once_in_order_and_never_two_at_a_time(world: World) {
    let receiver = Receiver::start(answer("200 OK", "")).await;
    for path in ["/1", "/2", "/3"] {
        world.webhook(&receiver.url(path)).await;
    }
    world.log(&["review.saved"; 20]).await;
    let (_stopper, stop) = stop();
    let (first, second, third) = (sender(&world), sender(&world), sender(&world));
    let ended =
        tokio::join!(first.run(stop.clone(), true), second.run(stop.clone(), true), third.run(stop, true));
    assert!(ended.0.is_ok() && ended.1.is_ok() && ended.2.is_ok());
    // One that found every webhook leased ended early; the last to end left nothing.
    let left = "select count(*) from webhook where cursor < 20";
    assert_eq!(world.one::<i64>(left).await, 0);
    let seen = receiver.seen();
    let mut by_path: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for request in &seen.requests {
        let body: serde_json::Value = serde_json::from_str(&request.body).unwrap();
        by_path.entry(request.path()).or_default().push(body["data"]["seq"].as_i64().unwrap());
    }
    let all: Vec<i64> = (1..=20).collect();
    assert_eq!(by_path, BTreeMap::from([("/1", all.clone()), ("/2", all.clone()), ("/3", all)]));
    assert_eq!(seen.most_at_once, 1);
}

/// As docs/webhooks.md tells receivers to.
fn is_signed(secret: &str, id: &str, timestamp: &str, signatures: &str, body: &str) -> bool {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    signatures.split(' ').filter_map(|one| one.strip_prefix("v1,")).any(|one| {
        let mut mac = hmac::Hmac::<sha2::Sha256>::new_from_slice(&key).unwrap();
        mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
        mac.verify_slice(&STANDARD.decode(one).unwrap()).is_ok()
    })
}

#[database_test]
async fn a_receiver_can_check_who_sent_a_message_and_when(world: World) {
    let receiver = Receiver::start(answer("200 OK", "")).await;
    world.webhook(&receiver.url("/")).await;
    let sql = "update webhook set old_secret = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', old_secret_until = now() + interval '1 day'";
    world.run(sql).await;
    world.log(&["review.saved"]).await;
    let (_stopper, stop) = stop();
    sender(&world).run(stop, true).await.unwrap();
    let now: i64 = world.one("select extract(epoch from clock_timestamp())::bigint").await;
    let seen = receiver.seen();
    let [request] = seen.requests.as_slice() else { panic!("{seen:?}") };
    let [id, timestamp, signatures] =
        ["webhook-id", "webhook-timestamp", "webhook-signature"].map(|name| request.header(name));
    assert!((now - timestamp.parse::<i64>().unwrap()).abs() <= 60, "{timestamp} at {now}");
    for (secret, good) in [
        ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", true),
        ("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", true),
        ("whsec_BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB", false),
    ] {
        assert_eq!(is_signed(secret, &id, &timestamp, &signatures, &request.body), good, "{secret}");
        assert!(!is_signed(secret, &id, "1", &signatures, &request.body), "another moment");
    }
}

#[database_test]
async fn the_body_is_the_rows_facts_without_names_and_values(world: World) {
    let receiver = Receiver::start(answer("200 OK", "")).await;
    for (path, format) in [("/standard", "standard"), ("/slack", "slack"), ("/discord", "discord")] {
        let id = world.webhook(&receiver.url(path)).await;
        world.run(&format!("update webhook set format = '{format}' where id = {id}")).await;
    }
    let sql = r#"insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, before, after)
            values (1, 'ada@x.example', 'judge', 'review.saved', 'review', '7', '192.0.2.7', '{"quality": 1}', '{"quality": 5}')"#;
    world.run(sql).await;
    let (_stopper, stop) = stop();
    sender(&world).run(stop, true).await.unwrap();
    let sql = r#"select json_build_object('type', action, 'timestamp', audit_ts(ts), 'data', json_build_object('event', chain, 'seq', seq,
            'actor_role', actor_role, 'object_type', object_type, 'object_id', object_id, 'row_hash', row_hash))::text from audit_log"#;
    let expected: String = world.one(sql).await;
    let said = "Review saved in the event demo: https://judging.example/events/demo";
    let seen = receiver.seen();
    for (path, expected) in [
        ("/standard", serde_json::from_str(&expected).unwrap()),
        ("/slack", serde_json::json!({ "text": said })),
        ("/discord", serde_json::json!({ "content": said, "allowed_mentions": { "parse": [] } })),
    ] {
        let request = seen.requests.iter().find(|request| request.path() == path).unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&request.body).unwrap(), expected);
        for secret in ["ada@", "192.0.2.7", "quality"] {
            assert!(!request.body.contains(secret), "{secret} in {request:?}");
            assert!(!request.head.contains(secret), "{secret} in {request:?}");
        }
    }
}

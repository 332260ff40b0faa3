use super::*;
use hyper::body::Body as _;
use shared::refusal::Refusal;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::{AtomicU8, Ordering};

fn text(text: &'static str) -> Bytes {
    Bytes::from_static(text.as_bytes())
}

/// A topic that somebody listens to.
fn topic(streams: &Streams) -> (Publisher, watch::Receiver<News>) {
    let mut publisher = None;
    let news = streams.listen("a", |started| publisher = Some(started));
    (publisher.unwrap(), news)
}

/// The next message of an answer; none where it has ended.
async fn next(response: &mut Response) -> Option<String> {
    let body = response.body_mut();
    let frame = poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await?;
    let data = frame.unwrap().into_data().unwrap();
    Some(String::from_utf8(data.to_vec()).unwrap())
}

/// A stream whose check answers as the number says: 0 may, 1 may not, 2 is not known.
fn follow(streams: &Streams, news: watch::Receiver<News>, person: i64) -> (Response, Arc<AtomicU8>) {
    let answer = Arc::new(AtomicU8::new(0));
    let asked = answer.clone();
    let check = move || {
        let answer = asked.load(Ordering::Relaxed);
        async move {
            match answer {
                0 => Ok(()),
                1 => Err(Failure::Refused(Refusal::not_found())),
                _ => Err(Failure::Busy("lost".into())),
            }
        }
    };
    let place = streams.hold(PersonId(person)).unwrap();
    (stream(streams, place, news, check), answer)
}

#[tokio::test(start_paused = true)]
async fn a_listener_gets_all_and_then_what_changes() {
    let streams = Streams::default();
    let (publisher, news) = topic(&streams);
    let (mut response, _) = follow(&streams, news, 1);
    assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream; charset=utf-8");
    assert_eq!(next(&mut response).await.unwrap(), RETRY);
    publisher.publish(text("all 1"), text("change 1"), text("same 1"));
    assert_eq!(next(&mut response).await.unwrap(), "all 1");
    publisher.publish(text("all 2"), text("change 2"), text("same 2"));
    assert_eq!(next(&mut response).await.unwrap(), "change 2");
    // One who falls behind gets the newest whole. Two messages are on their way before the client reads.
    for step in ["3", "4", "5", "6"] {
        let [all, change] = ["all ", "change "].map(|kind| Bytes::from(format!("{kind}{step}")));
        publisher.publish(all, change, text("same"));
        tokio::task::yield_now().await;
        tokio::task::yield_now().await;
    }
    let mut got = vec![];
    while got.last().is_none_or(|last: &String| !last.ends_with('6')) {
        got.push(next(&mut response).await.unwrap());
    }
    assert_eq!(got.last().unwrap(), "all 6", "{got:?}");
    // Somebody who comes later gets all at once.
    let (mut late, _) = follow(&streams, streams.listen("a", |_| panic!("it has begun")), 2);
    assert_eq!(next(&mut late).await.unwrap(), RETRY);
    assert_eq!(next(&mut late).await.unwrap(), "all 6");
}

#[tokio::test(start_paused = true)]
async fn a_listener_is_checked_and_hears_that_nothing_changed() {
    let streams = Streams::default();
    let (publisher, news) = topic(&streams);
    publisher.publish(text("all"), text("change"), text("same 1"));
    let (mut response, answer) = follow(&streams, news, 1);
    let begun = Instant::now();
    assert_eq!(next(&mut response).await.unwrap(), RETRY);
    assert_eq!(next(&mut response).await.unwrap(), "all");
    assert_eq!(next(&mut response).await.unwrap(), "same 1");
    assert_eq!(begun.elapsed(), CHECK);
    publisher.confirm(text("same 2"));
    assert_eq!(next(&mut response).await.unwrap(), "same 2");
    answer.store(1, Ordering::Relaxed);
    publisher.confirm(text("same 3"));
    assert_eq!(next(&mut response).await.unwrap(), END);
    assert_eq!((next(&mut response).await, begun.elapsed()), (None, CHECK * 3));
    assert!(publisher.is_abandoned());
}

#[tokio::test(start_paused = true)]
async fn who_signs_out_is_checked_at_once() {
    let streams = Streams::default();
    let (_publisher, news) = topic(&streams);
    let (mut mine, answer) = follow(&streams, news.clone(), 1);
    let (mut theirs, others) = follow(&streams, news, 2);
    let begun = Instant::now();
    assert_eq!(next(&mut mine).await.unwrap(), RETRY);
    assert_eq!(next(&mut theirs).await.unwrap(), RETRY);
    answer.store(1, Ordering::Relaxed);
    others.store(1, Ordering::Relaxed);
    streams.check_now(PersonId(1));
    assert_eq!(next(&mut mine).await.unwrap(), END);
    assert_eq!((next(&mut mine).await, begun.elapsed()), (None, Duration::ZERO));
    assert_eq!(next(&mut theirs).await.unwrap(), END);
    assert_eq!(begun.elapsed(), CHECK);
}

#[tokio::test(start_paused = true)]
async fn a_check_that_fails_ends_the_stream_without_a_word() {
    let streams = Streams::default();
    let (_publisher, news) = topic(&streams);
    let (mut response, answer) = follow(&streams, news, 1);
    answer.store(2, Ordering::Relaxed);
    assert_eq!(next(&mut response).await.unwrap(), RETRY);
    assert_eq!(next(&mut response).await, None);
}

#[tokio::test(start_paused = true)]
async fn a_stop_ends_all_streams_at_once() {
    let streams = Streams::default();
    let (publisher, news) = topic(&streams);
    let (mut first, _) = follow(&streams, news.clone(), 1);
    let begun = Instant::now();
    assert_eq!(next(&mut first).await.unwrap(), RETRY);
    streams.end();
    assert_eq!(next(&mut first).await, None);
    // One that comes later than the stop ends as well.
    let (mut second, _) = follow(&streams, news, 1);
    publisher.publish(text("all"), text("change"), text("same"));
    while next(&mut second).await.is_some() {}
    assert_eq!(begun.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_topic_ends_with_its_last_listener_and_starts_again() {
    let streams = Streams::default();
    let (publisher, news) = topic(&streams);
    let (response, _) = follow(&streams, news, 1);
    assert!(!publisher.is_abandoned());
    drop(response);
    publisher.wait(Duration::from_secs(600)).await;
    assert!(publisher.is_abandoned());
    let (again, news) = topic(&streams);
    // The end of the one before does not take the new one with it.
    drop(publisher);
    assert!(!again.is_abandoned());
    assert!(news.same_channel(&streams.listen("a", |_| panic!("it has begun"))));
    drop(again);
    let (_, _) = topic(&streams);
}

#[test]
fn a_person_has_so_many_streams_and_all_together_so_many() {
    let most = 4;
    let streams = Streams::new(Some(most));
    let mut own: Vec<_> = (0..most).map(|_| streams.hold(PersonId(1)).unwrap()).collect();
    assert!(streams.hold(PersonId(1)).is_none());
    let others: Vec<_> =
        (most..MOST_STREAMS).map(|n| streams.hold(PersonId(2 + i64::from(n / most))).unwrap()).collect();
    assert!(streams.hold(PersonId(0)).is_none(), "no place is left for anybody");
    own.pop();
    assert!(streams.hold(PersonId(1)).is_some());
    drop((own, others));
    let held = streams.0.held.lock().unwrap();
    assert!(held.all == 0 && held.of_person.is_empty(), "nothing is kept of who has left");
}

#[test]
fn without_a_limit_a_person_has_as_many_as_all_together() {
    let streams = Streams::new(None);
    let own: Vec<_> = (0..MOST_STREAMS).map(|_| streams.hold(PersonId(1)).unwrap()).collect();
    assert!(streams.hold(PersonId(1)).is_none());
    drop(own);
}

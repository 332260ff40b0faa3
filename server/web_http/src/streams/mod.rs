//! Pages that stay current: streams of server-sent events, one for each open page.
//!
//! Pages of one topic share what is sent to them: a task makes it once, while anybody listens. Each stream has a task that
//! hands the news on as fast as its client reads; a client that falls behind gets the newest whole, not each step between.

use crate::prelude::*;
use futures_util::stream::poll_fn;
use shared::ids::PersonId;
use std::sync::MutexGuard;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, Interval, MissedTickBehavior};

/// Most streams of all: half of the connections, so that other requests always find one.
pub const MOST_STREAMS: u32 = 2_048;
/// How often it is checked whether a listener may still listen. A listener hears from us as often.
const CHECK: Duration = Duration::from_secs(15);
/// How long a browser waits before it connects again.
const RETRY: &str = "retry: 3000\n";
/// The last message to a client that may not listen any more, or whose page has nothing more to say.
const END: &str = "event: end\ndata: {}\n\n";

#[derive(Clone, Debug, Default)]
pub struct Streams(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    most_of_person: Option<u32>,
    topics: Mutex<HashMap<String, watch::Sender<News>>>,
    held: Mutex<Held>,
    ended: watch::Sender<bool>,
}

#[derive(Debug, Default)]
struct Held {
    all: u32,
    of_person: HashMap<PersonId, OfPerson>,
}

#[derive(Debug, Default)]
struct OfPerson {
    count: u32,
    look: watch::Sender<()>,
}

/// What a topic says. Texts are whole messages of the stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// Rises with each change; zero while there is nothing yet.
    pub number: u64,
    /// Everything, for who listens from now on.
    pub whole: Bytes,
    /// What changed against the number before.
    pub change: Bytes,
    /// That nothing changed until a moment.
    pub unchanged: Bytes,
}

/// Makes the news of a topic.
#[derive(Debug)]
pub struct Publisher {
    streams: Streams,
    topic: String,
    sender: watch::Sender<News>,
}

impl Streams {
    /// No streams yet, and never more than this many of one person, where there is such a limit.
    pub fn new(most_of_person: Option<u32>) -> Self {
        Self(Arc::new(Shared { most_of_person, ..Shared::default() }))
    }

    /// Listens to a topic. Where nobody did, `start` is given what publishes it, and has to begin.
    pub fn listen(&self, topic: &str, start: impl FnOnce(Publisher)) -> watch::Receiver<News> {
        let mut topics = locked(&self.0.topics);
        if let Some(sender) = topics.get(topic) {
            return sender.subscribe();
        }
        let (sender, receiver) = watch::channel(News::default());
        topics.insert(topic.to_owned(), sender.clone());
        drop(topics);
        start(Publisher { streams: self.clone(), topic: topic.to_owned(), sender });
        receiver
    }

    /// A place for one more stream of this person; none where there are too many.
    pub fn hold(&self, person: PersonId) -> Option<StreamPlace> {
        let mut held = locked(&self.0.held);
        let count = held.of_person.get(&person).map_or(0, |of_person| of_person.count);
        if self.0.most_of_person.is_some_and(|most| count >= most) || held.all >= MOST_STREAMS {
            return None;
        }
        held.all += 1;
        let of_person = held.of_person.entry(person).or_default();
        of_person.count += 1;
        let look = of_person.look.subscribe();
        Some(StreamPlace { streams: self.clone(), person, look })
    }

    /// Checks this person's streams now, as a session of theirs ended. Those of other processes end with their next check.
    pub fn check_now(&self, person: PersonId) {
        if let Some(of_person) = locked(&self.0.held).of_person.get(&person) {
            of_person.look.send_replace(());
        }
    }

    /// Ends all streams, now and from now on: a stop does not wait for pages that stay open.
    pub fn end(&self) {
        self.0.ended.send_replace(true);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Debug)]
pub struct StreamPlace {
    streams: Streams,
    person: PersonId,
    look: watch::Receiver<()>,
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut held = locked(&self.streams.0.held);
        held.all -= 1;
        if let Some(of_person) = held.of_person.get_mut(&self.person) {
            of_person.count -= 1;
            if of_person.count == 0 {
                held.of_person.remove(&self.person);
            }
        }
    }
}

impl Publisher {
    /// Whether nobody listens any more. The topic is then gone, and who listens next starts it again.
    pub fn is_abandoned(&self) -> bool {
        let mut topics = locked(&self.streams.0.topics);
        let abandoned = self.sender.receiver_count() == 0;
        if abandoned {
            topics.remove(&self.topic);
        }
        abandoned
    }

    /// Waits until somebody stops listening last, or until so much time has passed.
    pub async fn wait(&self, time: Duration) {
        let _ = tokio::time::timeout(time, self.sender.closed()).await;
    }

    /// Says what changed.
    pub fn publish(&self, whole: Bytes, change: Bytes, unchanged: Bytes) {
        self.sender.send_modify(|news| {
            *news = News { number: news.number + 1, whole, change, unchanged };
        });
    }

    /// Says that nothing changed; listeners get it in their turn.
    pub fn confirm(&self, unchanged: Bytes) {
        self.sender.send_if_modified(|news| {
            news.unchanged = unchanged;
            false
        });
    }
}

impl Drop for Publisher {
    /// Without this, a topic whose task failed would never speak again.
    fn drop(&mut self) {
        let mut topics = locked(&self.streams.0.topics);
        if topics.get(&self.topic).is_some_and(|sender| sender.same_channel(&self.sender)) {
            topics.remove(&self.topic);
        }
    }
}

/// Opens a stream of a topic for a person's page. Where nobody listened yet, `start` publishes the topic; `check` is that of
/// [`stream`].
/// Errors: busy, where the person or the process has too many streams.
pub fn open<F>(
    streams: &Streams,
    person: PersonId,
    topic: &str,
    start: impl FnOnce(Publisher),
    check: impl Fn() -> F + Send + Sync + 'static,
) -> Outcome<Response>
where
    F: Future<Output = Outcome<()>> + Send,
{
    let place = streams.hold(person);
    let place = place.ok_or_else(|| Failure::Busy("too many pages stay current".into()))?;
    let news = streams.listen(topic, start);
    Ok(stream(streams, place, news, check))
}

/// The answer that streams a topic's news for as long as `check` says that its client may listen. Where the check fails for
/// another reason, the stream just ends, and the client comes again.
pub fn stream<F>(
    streams: &Streams,
    place: StreamPlace,
    mut news: watch::Receiver<News>,
    check: impl Fn() -> F + Send + Sync + 'static,
) -> Response
where
    F: Future<Output = Result<(), Failure>> + Send,
{
    let (sender, mut receiver) = mpsc::channel::<Bytes>(1);
    let mut ended = streams.0.ended.subscribe();
    news.mark_changed();
    tokio::spawn(async move {
        let mut look = place.look.clone();
        let feed = feed(&sender, &mut news, &mut look, check);
        tokio::select! {
            () = feed => {}
            () = sender.closed() => {}
            // Without a sender there is no service any more.
            _ = ended.wait_for(|ended| *ended) => {}
        }
        drop(place);
    });
    let texts = poll_fn(move |cx| receiver.poll_recv(cx).map(|text| text.map(Ok::<_, Infallible>)));
    message_stream(Body::from_stream(texts))
}

/// The answer with one message.
pub fn one_message(text: impl Into<Bytes>) -> Response {
    message_stream(Body::from(text.into()))
}

fn message_stream(body: Body) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream; charset=utf-8")),
        // Some proxies keep what they could send on: nginx does, unless it is asked not to.
        (header::HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    (headers, body).into_response()
}

async fn feed<F>(
    sender: &mpsc::Sender<Bytes>,
    news: &mut watch::Receiver<News>,
    look: &mut watch::Receiver<()>,
    check: impl Fn() -> F,
) where
    F: Future<Output = Result<(), Failure>>,
{
    let mut checks = tokio::time::interval_at(Instant::now() + CHECK, CHECK);
    checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut seen = 0;
    if sender.send(Bytes::from_static(RETRY.as_bytes())).await.is_err() {
        return;
    }
    loop {
        let text = tokio::select! {
            // A client that did not read for a while is checked before it is sent anything.
            biased;
            () = check_is_due(&mut checks, look) => {
                match check().await {
                    // What came while the client read nothing goes first, and says when it was true.
                    Ok(()) if news.has_changed().unwrap_or(false) => continue,
                    Ok(()) => news.borrow().unchanged.clone(),
                    Err(Failure::Refused(_)) => {
                        let _ = sender.send(Bytes::from_static(END.as_bytes())).await;
                        return;
                    }
                    Err(_) => return,
                }
            }
            changed = news.changed() => {
                if changed.is_err() {
                    return;
                }
                let news = news.borrow_and_update();
                let follows = seen > 0 && news.number == seen + 1;
                seen = news.number;
                if follows { news.change.clone() } else { news.whole.clone() }
            }
        };
        if !text.is_empty() && sender.send(text).await.is_err() {
            return;
        }
    }
}

/// Returns when it is time to check a listener.
async fn check_is_due(checks: &mut Interval, look: &mut watch::Receiver<()>) {
    tokio::select! {
        _ = checks.tick() => {}
        Ok(()) = look.changed() => {}
    }
}

#[cfg(test)]
mod tests;

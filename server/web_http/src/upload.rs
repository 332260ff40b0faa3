//! Reading bodies: within their limit, their deadline, and the memory that all bodies share.

use super::body_memory::{BODY_MEMORY, BodyMemory, HeldMemory};
use super::route_terms::BodyTerms;
use crate::prelude::*;
use hyper::body::Body as _;
use std::future::poll_fn;

/// How long a refused body is read on.
const DRAIN: Duration = Duration::from_secs(5);

/// The refusal of a body over `most` bytes.
pub fn too_large(most: usize) -> Refusal {
    Reason::TooLarge { mebibytes: most / (1024 * 1024) }.into()
}

/// Refuses a body that says itself that it is too large.
/// Errors: 413.
pub fn announced(headers: &HeaderMap, BodyTerms { most, .. }: BodyTerms) -> Result<(), Refusal> {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > most as u64) { Err(too_large(most)) } else { Ok(()) }
}

/// A body, and the memory that is set aside for it until this is dropped.
#[derive(Debug)]
pub struct Taken {
    /// The body.
    pub bytes: Vec<u8>,
    pub held: HeldMemory<'static>,
}

/// Reads a body within its route's terms.
/// Errors: 413 where it is larger; 400 where it ends early or does not come in time; busy where other bodies take all memory.
pub async fn read(body: Body, BodyTerms { most, deadline, .. }: BodyTerms) -> Outcome<Taken> {
    let (bytes, held) =
        tokio::time::timeout(deadline, whole(body, most, &BODY_MEMORY)).await.unwrap_or_else(|_| {
            Err(Refusal::field("body", RequestFault::Late { seconds: deadline.as_secs() }).into())
        })?;
    Ok(Taken { bytes, held })
}

/// Reads a body as [`read`] does, unless it says itself that it is too large.
/// Errors: as [`read`].
pub async fn take(headers: &HeaderMap, body: Body, terms: BodyTerms) -> Outcome<Taken> {
    match announced(headers, terms) {
        Ok(()) => read(body, terms).await,
        Err(refusal) => {
            refuse(headers, body, terms.most).await;
            Err(refusal.into())
        }
    }
}

/// Reads a body part by part within its route's terms. `take` gets each part and says how many bytes of the body are kept by
/// then: memory is set aside for those alone. It returns what `take` refused once the rest has been read and forgotten.
/// Errors: as [`read`].
pub async fn read_parts(
    body: Body,
    BodyTerms { most, deadline, .. }: BodyTerms,
    take: impl FnMut(&[u8]) -> Result<usize, Refusal>,
) -> Outcome<Result<HeldMemory<'static>, Refusal>> {
    tokio::time::timeout(deadline, in_parts(body, most, &BODY_MEMORY, take)).await.unwrap_or_else(|_| {
        Err(Refusal::field("body", RequestFault::Late { seconds: deadline.as_secs() }).into())
    })
}

async fn in_parts<'m>(
    mut body: Body,
    most: usize,
    memory: &'m BodyMemory,
    mut take: impl FnMut(&[u8]) -> Result<usize, Refusal>,
) -> Outcome<Result<HeldMemory<'m>, Refusal>> {
    let (mut seen, mut held) = (0, HeldMemory::default());
    while let Some(part) = part(&mut body).await {
        let part = part.map_err(|_| Refusal::field("body", RequestFault::Cut))?;
        seen += part.len();
        if seen > most {
            drain(body, most).await;
            return Err(too_large(most).into());
        }
        match take(&part) {
            Ok(kept) if held.grow(memory, kept) => {}
            Ok(_) => {
                drain(body, most).await;
                return Err(Failure::Busy("other bodies take all memory for bodies".into()));
            }
            Err(refusal) => {
                drain(body, most).await;
                return Ok(Err(refusal));
            }
        }
    }
    Ok(Ok(held))
}

async fn whole(body: Body, most: usize, memory: &BodyMemory) -> Outcome<(Vec<u8>, HeldMemory<'_>)> {
    let mut bytes = Vec::new();
    let held = in_parts(body, most, memory, |part| {
        bytes.extend_from_slice(part);
        Ok(bytes.len())
    });
    let held = held.await??;
    Ok((bytes, held))
}

/// Reads a body that is refused before it was looked at, as [`drain`] does. A client that waits for `100 Continue` sends nothing before it
/// has read why: reading would ask it for the body.
pub async fn refuse(headers: &HeaderMap, body: Body, most: usize) {
    if !headers.contains_key(header::EXPECT) {
        drain(body, most).await;
    }
}

/// Reads a refused body to its end and forgets it, up to twice `most` and for a few seconds: a client
/// that is cut off while it sends would not read why.
async fn drain(mut body: Body, most: usize) {
    let rest = async {
        let mut seen = 0;
        while let Some(Ok(part)) = part(&mut body).await {
            seen += part.len();
            if seen > most.saturating_mul(2) {
                break;
            }
        }
    };
    let _ = tokio::time::timeout(DRAIN, rest).await;
}

async fn part(body: &mut Body) -> Option<Result<Bytes, axum::Error>> {
    loop {
        match poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await? {
            // Trailers are no data.
            Ok(frame) => {
                if let Ok(data) = frame.into_data() {
                    return Some(Ok(data));
                }
            }
            Err(error) => return Some(Err(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::task::{Context, Poll};

    /// A body that sends one byte and then nothing, for ever.
    struct Stalled(bool);

    impl hyper::body::Body for Stalled {
        type Data = Bytes;
        type Error = std::convert::Infallible;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<hyper::body::Frame<Bytes>, Self::Error>>> {
            let first = !std::mem::replace(&mut self.0, true);
            if first {
                Poll::Ready(Some(Ok(hyper::body::Frame::data(Bytes::from_static(b"{")))))
            } else {
                Poll::Pending
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_does_not_come_is_given_up() {
        let body = Body::new(Stalled(false));
        let Err(Failure::Refused(refusal)) = read(body, BodyTerms { most: 10, ..BodyTerms::USUAL }).await
        else {
            panic!()
        };
        assert_eq!(refusal, Refusal::field("body", RequestFault::Late { seconds: 60 }));
    }

    #[tokio::test(start_paused = true)]
    async fn a_refused_body_is_not_asked_for_where_its_client_waits() {
        let begun = tokio::time::Instant::now();
        let waits =
            HeaderMap::from_iter([(header::EXPECT, header::HeaderValue::from_static("100-continue"))]);
        refuse(&waits, Body::new(Stalled(false)), 10).await;
        assert_eq!(begun.elapsed(), Duration::ZERO);
        refuse(&HeaderMap::new(), Body::new(Stalled(false)), 10).await;
        assert_eq!(begun.elapsed(), DRAIN, "one that sends reads why after that");
    }

    #[tokio::test]
    async fn bodies_share_memory_and_a_small_one_finds_some_beside_large_ones() {
        const KIB: usize = 1024;
        let memory = BodyMemory::of([4, 64, 128]);
        let body = |length: usize| Body::from(vec![0; length]);
        let take = async |length| whole(body(length), 200 * KIB * KIB, &memory).await;
        // The first 64 KiB are of the first part, what follows up to 1 MiB of the second, the rest of the third.
        let large = take(64 * KIB).await;
        assert!(matches!(large, Err(Failure::Busy(_))), "4 KiB are not 64");
        let small: Vec<_> = [take(KIB).await, take(KIB + 1).await, take(1).await]
            .into_iter()
            .collect::<Result<_, _>>()
            .unwrap();
        assert!(take(1).await.is_err(), "all four KiB are taken");
        drop(small);
        assert_eq!(take(4 * KIB).await.unwrap().0.len(), 4 * KIB, "and given back");
    }
}

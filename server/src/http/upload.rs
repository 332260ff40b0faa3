//! Bodies larger than the usual limit.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use hyper::body::Body as _;
use shared::refusal::{Code, Refusal};
use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

/// How long a refused body is read on.
const DRAIN: Duration = Duration::from_secs(5);

/// The refusal of a body over `most` bytes.
#[must_use]
pub fn too_large(most: usize) -> Refusal {
    Refusal::new(Code::TooLarge, format!("The body is larger than {} MiB.", most / (1024 * 1024)))
}

/// Refuses a body that says itself that it is too large.
///
/// # Errors
/// 413.
pub fn announced(headers: &HeaderMap, most: usize) -> Result<(), Refusal> {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > most as u64) { Err(too_large(most)) } else { Ok(()) }
}

/// Reads a body of at most `most` bytes.
///
/// # Errors
/// 413 where it is larger; 400 where it ends early.
pub async fn read(mut body: Body, most: usize) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    while let Some(part) = part(&mut body).await {
        let part = part.map_err(|_| Refusal::field("body", "The body ended before all of it came."))?;
        if bytes.len() + part.len() > most {
            drop(bytes);
            drain(body, most).await;
            return Err(too_large(most));
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

/// Reads a refused body to its end and forgets it, up to twice `most` and for a few seconds: a client
/// that is cut off while it sends would not read why.
pub async fn drain(mut body: Body, most: usize) {
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

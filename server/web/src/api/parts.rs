//! A list of any length, sent while it is read: one part after the other, so that no more than a part is in memory.

use crate::http::answer::{self, Answer};
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use futures_util::stream;
use model::list_page::ListPage;
use portal::failure::Outcome;
use serde::Serialize;

/// What has to be sent yet.
enum Rest<T> {
    /// The first entries, which were read.
    Read(Vec<T>),
    /// What follows this id.
    After(i64),
    Nothing,
}

/// Answers with the whole of a list by id, of which `read` reads a page. What refuses the first page is answered as such; what
/// fails later breaks the answer off. Each part is as its own read found it, so a long list is not of one moment.
///
/// # Errors
/// Those of the first page; busy.
pub(super) async fn send<T, R>(read: impl Fn(ListPage) -> R + Send + 'static, id: fn(&T) -> i64) -> Answer
where
    T: Serialize + Send + 'static,
    R: Future<Output = Outcome<Vec<T>>> + Send + 'static,
{
    let first = read(ListPage::part(0)).await?;
    follow(first, read, id).await
}

/// The same where the first part was read already.
///
/// # Errors
/// Busy.
pub(super) async fn follow<T, R>(
    first: Vec<T>,
    read: impl Fn(ListPage) -> R + Send + 'static,
    id: fn(&T) -> i64,
) -> Answer
where
    T: Serialize + Send + 'static,
    R: Future<Output = Outcome<Vec<T>>> + Send + 'static,
{
    if first.len() <= part() {
        return answer::long(first.len(), move || answer::json(StatusCode::OK, &first)).await;
    }
    let parts = stream::try_unfold((read, Rest::Read(first)), move |(read, rest)| async move {
        let (entries, before) = match rest {
            Rest::Read(entries) => (entries, b'['),
            Rest::After(id) => {
                let read = read(ListPage::part(id)).await;
                (read.inspect_err(|failure| tracing::warn!(%failure, "a long list broke off"))?, b',')
            }
            Rest::Nothing => return Ok(None),
        };
        let last = entries.get(part() - 1).filter(|_| entries.len() > part()).map(id);
        let text = answer::written(entries.len(), move || write(&entries, before)).await?;
        Outcome::Ok(Some((Bytes::from(text), (read, last.map_or(Rest::Nothing, Rest::After)))))
    });
    let mut response = Body::from_stream(parts).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    answer::private(response.headers_mut());
    Ok(response)
}

/// Most entries of a part.
fn part() -> usize {
    ListPage::PART.into()
}

/// A part of a JSON array: its entries, each with a sign before it, and the bracket that ends the last part. One entry more than
/// a part has tells that another part follows.
fn write<T: Serialize>(entries: &[T], mut before: u8) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::new();
    for entry in entries.iter().take(part()) {
        text.push(before);
        serde_json::to_writer(&mut text, entry)?;
        before = b',';
    }
    if entries.len() <= part() {
        text.push(b']');
    }
    Ok(text)
}

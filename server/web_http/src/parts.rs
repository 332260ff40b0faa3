//! A list of any length, sent while it is read: one part after the other, so that no more than a part is in memory. An entry is written
//! as it comes from the database.

use super::answer::{self, Answer};
use crate::prelude::*;
use futures_util::future::ready;
use futures_util::stream::{self, StreamExt as _};
use model::list_page::ListPage;
use serde::Serialize;

/// A part of a JSON array.
#[derive(Debug, Default)]
pub struct ListPart {
    /// Its entries, each with a comma before it.
    text: Vec<u8>,
    entries: u16,
    /// The id of the last entry.
    last: i64,
    /// Whether another part follows.
    more: bool,
    failed: Option<serde_json::Error>,
}

impl ListPart {
    /// The part with these entries.
    pub fn of<T: Serialize>(entries: impl IntoIterator<Item = T>, id: impl Fn(&T) -> i64) -> Self {
        let mut part = Self::default();
        for entry in entries {
            part.add(id(&entry), &entry);
        }
        part
    }

    /// Adds the entry with this id. One entry more than a part has tells that another part follows.
    pub fn add<T: Serialize>(&mut self, id: i64, entry: &T) {
        if self.entries == ListPage::PART {
            self.more = true;
            return;
        }
        self.entries += 1;
        self.last = id;
        self.text.push(b',');
        if let Err(error) = serde_json::to_writer(&mut self.text, entry) {
            self.failed = Some(error);
        }
    }

    /// What is sent of it, and the id after which another part follows.
    fn sent(mut self, first: bool) -> Outcome<(Bytes, Option<i64>)> {
        if let Some(error) = self.failed {
            return Err(error.into());
        }
        match self.text.first_mut() {
            Some(comma) if first => *comma = b'[',
            None if first => self.text.push(b'['),
            _ => {}
        }
        if !self.more {
            self.text.push(b']');
        }
        Ok((self.text.into(), self.more.then_some(self.last)))
    }
}

/// Answers with the whole of a list by id, of which `read` reads a part. What refuses the first part is answered as such; what
/// fails later breaks the answer off. Each part is as its own read found it, so a long list is not of one moment.
/// Errors: those of the first part.
pub async fn send<R>(read: impl Fn(ListPage) -> R + Send + 'static) -> Answer
where
    R: Future<Output = Outcome<ListPart>> + Send + 'static,
{
    let first = read(ListPage::part(0)).await?;
    follow(first, read)
}

/// The same where the first part was read already.
/// Errors: an entry that cannot be written.
pub fn follow<R>(first: ListPart, read: impl Fn(ListPage) -> R + Send + 'static) -> Answer
where
    R: Future<Output = Outcome<ListPart>> + Send + 'static,
{
    let (text, rest) = first.sent(true)?;
    let body = if rest.is_none() {
        Body::from(text)
    } else {
        let parts = stream::try_unfold((read, rest), |(read, rest)| async move {
            let Some(after) = rest else { return Ok(None) };
            let part = read(ListPage::part(after)).await;
            let part = part.inspect_err(|failure| tracing::warn!(%failure, "a long list broke off"))?;
            let (text, rest) = part.sent(false)?;
            Outcome::Ok(Some((text, (read, rest))))
        });
        Body::from_stream(stream::once(ready(Outcome::Ok(text))).chain(parts))
    };
    Ok(answer::of_kind("application/json", body))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::to_bytes;

    /// What is answered with so many numbers, read part by part.
    async fn answered(numbers: i64) -> String {
        let read = move |page: ListPage| async move {
            let most = page.rows().unwrap();
            Ok(ListPart::of((page.after + 1..=numbers).take(usize::try_from(most).unwrap()), |number| {
                *number
            }))
        };
        let answer = send(read).await;
        let response = answer.unwrap_or_else(IntoResponse::into_response);
        String::from_utf8(to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap()
    }

    #[tokio::test]
    async fn parts_make_the_list_that_is_written_at_once() {
        let part = i64::from(ListPage::PART);
        for numbers in [0, 1, part - 1, part, part + 1, 2 * part, 2 * part + 1] {
            let whole: Vec<i64> = (1..=numbers).collect();
            assert_eq!(answered(numbers).await, serde_json::to_string(&whole).unwrap(), "{numbers}");
        }
    }

    #[tokio::test]
    async fn what_is_gone_by_the_next_part_leaves_a_whole_list() {
        let read = |page: ListPage| async move {
            let most = if page.after == 0 { i64::from(ListPage::PART) + 1 } else { 0 };
            Ok(ListPart::of(1..=most, |number| *number))
        };
        let response = send(read).await.unwrap_or_else(IntoResponse::into_response);
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let numbers: Vec<i64> = serde_json::from_slice(&body).unwrap();
        assert_eq!(numbers.len(), usize::from(ListPage::PART));
    }
}

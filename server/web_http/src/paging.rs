//! Pages of lists: `limit` and `after` in, a `Link` to the next page out.

use super::answer::{self, Answer};
use super::query::Query;
use axum::extract::{FromRequestParts, OriginalUri};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use model::list_page::ListPage;
use portal::Sent;
use serde::Serialize;
use shared::refusal::{FieldErrors, Refusal, RequestFault};
use std::convert::Infallible;

/// The most entries of a page.
const MOST: i64 = 500;

#[derive(Clone, Debug)]
pub struct ListRequest {
    /// Its query, for whatever else it asks.
    pub query: Query,
    uri: Uri,
}

impl<S: Send + Sync> FromRequestParts<S> for ListRequest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let OriginalUri(uri) = OriginalUri::from_request_parts(parts, state).await?;
        Ok(Self { query: Query::from_request_parts(parts, state).await?, uri })
    }
}

impl ListRequest {
    /// The page that is asked for of a list by id.
    /// Errors: 400 for a `limit` outside 1 to 500 or an `after` that is no id, both at once.
    pub fn by_id(&self) -> Sent<ListPage> {
        let mut errors = FieldErrors::default();
        let limit = self.limit(&mut errors);
        let after = self.query.asked("after").map(|text| whole_number(text).filter(|id| *id >= 0));
        errors.add_if(after == Some(None), "after", RequestFault::AfterId);
        errors.into_result().map(|()| ListPage { after: after.flatten().unwrap_or_default(), limit })
    }

    /// The `limit`, if there is one; what is wrong with it goes to `errors`.
    pub fn limit(&self, errors: &mut FieldErrors) -> Option<i64> {
        let limit =
            self.query.asked("limit").map(|text| whole_number(text).filter(|n| (1..=MOST).contains(n)))?;
        errors.add_if(limit.is_none(), "limit", RequestFault::Limit { most: MOST });
        limit
    }

    /// Answers with a list of entries as JSON objects `T`. It was read with one entry more than the limit: where that came,
    /// the answer links to the next page, which begins after the last entry shown, whose key `after` names.
    /// Errors: broken, where it cannot be written; busy, where it is long and too much work waits.
    pub async fn list<T: Serialize + Send + 'static>(
        &self,
        entries: impl IntoIterator<Item = T>,
        after: impl Fn(&T) -> String,
    ) -> Answer {
        let mut entries: Vec<T> = entries.into_iter().collect();
        let limit = self.limit(&mut FieldErrors::default());
        let limit = limit.and_then(|l| usize::try_from(l).ok()).filter(|l| entries.len() > *l);
        if let Some(limit) = limit {
            entries.truncate(limit);
        }
        let mut link = None;
        if let (Some(_), Some(last)) = (limit, entries.last()) {
            let next =
                format!("<{}?{}>; rel=\"next\"", self.uri.path(), self.query.with("after", &after(last)));
            let next = HeaderValue::from_str(&next);
            link = Some(next.map_err(|_| Refusal::field("after", RequestFault::NoNextPage))?);
        }
        let mut response =
            answer::long(entries.len(), move || answer::json(StatusCode::OK, &entries)).await?;
        if let Some(link) = link {
            response.headers_mut().insert(header::LINK, link);
        }
        Ok(response)
    }
}

fn whole_number(text: &str) -> Option<i64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_asked_for_by_two_whole_numbers() {
        let asked = |query| ListRequest { query: Query::read(query), uri: Uri::default() }.by_id();
        assert_eq!(asked(""), Ok(ListPage::ALL));
        assert_eq!(asked("limit=500&after=17"), Ok(ListPage { after: 17, limit: Some(500) }));
        for bad in ["limit=0", "limit=501", "limit=", "limit=+1", "limit=1.0", "limit=99999999999999999999"] {
            assert_eq!(asked(bad).unwrap_err().fields.0.keys().next().unwrap(), "limit", "{bad}");
        }
        let both = asked("limit=x&after=-1").unwrap_err();
        assert_eq!((both.status(), both.fields.0.len()), (400, 2));
    }
}

//! Pages of lists: `limit` and `after` in, a `Link` to the next page out.

use crate::http::answer::{self, Answer};
use crate::http::query::Query;
use crate::portal::Sent;
use crate::store::Page;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use serde::Serialize;
use shared::refusal::{FieldErrors, Refusal};

/// Most entries of a page.
const MOST: i64 = 500;

/// The page of a list by id that a query asks for.
///
/// # Errors
/// 400 for a `limit` outside 1 to 500 or an `after` that is no id, both at once.
pub fn page(query: &Query) -> Sent<Page> {
    let mut errors = FieldErrors::default();
    let limit = limit(query, &mut errors);
    let after = query.asked("after").map(|text| number(text).filter(|id| *id >= 0));
    if after == Some(None) {
        errors.add("after", "Give the id of the last entry that you have.");
    }
    errors.into_result().map(|()| Page { after: after.flatten().unwrap_or_default(), limit })
}

/// How many entries a page is to hold, if it says so.
pub fn limit_of(page: &Sent<Page>) -> Option<i64> {
    page.as_ref().ok().and_then(|p| p.limit)
}

/// The `limit` of a query, if it has one; what is wrong with it goes to `errors`.
pub fn limit(query: &Query, errors: &mut FieldErrors) -> Option<i64> {
    let limit = query.asked("limit").map(|text| number(text).filter(|n| (1..=MOST).contains(n)))?;
    if limit.is_none() {
        errors.add("limit", format!("Ask for 1 to {MOST} entries."));
    }
    limit
}

fn number(text: &str) -> Option<i64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// A list as JSON. It was read with one entry more than `limit`: where that came, the next page begins after
/// the last entry shown, whose key `after` names.
///
/// # Errors
/// Broken, where it cannot be written.
pub fn list<T: Serialize>(
    uri: &Uri,
    query: &Query,
    limit: Option<i64>,
    mut entries: Vec<T>,
    after: impl Fn(&T) -> String,
) -> Answer {
    let limit = limit.and_then(|l| usize::try_from(l).ok()).filter(|l| entries.len() > *l);
    if let Some(limit) = limit {
        entries.truncate(limit);
    }
    let mut response = answer::json(StatusCode::OK, &entries)?;
    if let (Some(_), Some(last)) = (limit, entries.last()) {
        let next = format!("<{}?{}>; rel=\"next\"", uri.path(), query.with("after", &after(last)));
        let link = HeaderValue::from_str(&next)
            .map_err(|_| Refusal::field("after", "The next page has no address."))?;
        response.headers_mut().insert(header::LINK, link);
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_asked_for_by_two_whole_numbers() {
        let asked = |query| page(&Query::read(query));
        assert_eq!(asked(""), Ok(Page::ALL));
        assert_eq!(asked("limit=500&after=17"), Ok(Page { after: 17, limit: Some(500) }));
        for bad in ["limit=0", "limit=501", "limit=", "limit=+1", "limit=1.0", "limit=99999999999999999999"] {
            assert_eq!(asked(bad).unwrap_err().fields.0.keys().next().unwrap(), "limit", "{bad}");
        }
        let both = asked("limit=x&after=-1").unwrap_err();
        assert_eq!((both.status(), both.fields.0.len()), (400, 2));
    }
}

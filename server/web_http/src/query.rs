//! What a query string asks. Any query can be read: of a name that comes twice the first counts, and bytes
//! that are no text become the replacement character.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use std::convert::Infallible;

/// The pairs of a query string, in the order sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query(Vec<(String, String)>);

impl Query {
    pub fn read(query: &str) -> Self {
        Self(url::form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }

    /// What a form asks in place of an address.
    pub fn of_fields(fields: Vec<(String, String)>) -> Self {
        Self(fields)
    }

    /// A value, if asked for.
    pub fn asked(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// All values for a name, in the order sent.
    pub fn all<'q>(&'q self, name: &'q str) -> impl Iterator<Item = &'q str> {
        self.0.iter().filter(move |(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The words that are searched for in a long list (`q`), or none of them for all of it (`all`).
    pub fn search(&self) -> Option<String> {
        let words = self.asked("q").or_else(|| self.asked("all").map(|_| ""))?;
        Some(words.trim().to_owned())
    }

    /// The query again with this value for this name, encoded.
    pub fn with(&self, name: &str, value: &str) -> String {
        let others = self.0.iter().filter(|(n, _)| n != name).map(|(n, v)| (n.as_str(), v.as_str()));
        url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs(others.chain([(name, value)]))
            .finish()
    }

    /// The query without what these names ask.
    #[must_use]
    pub fn without(mut self, names: &[&str]) -> Self {
        self.0.retain(|(name, _)| !names.contains(&name.as_str()));
        self
    }

    /// A value, or nothing.
    pub fn get(&self, name: &str) -> &str {
        self.asked(name).unwrap_or_default()
    }
}

impl<S: Sync> FromRequestParts<S> for Query {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::read(parts.uri.query().unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::Query;

    #[test]
    fn any_query_is_read() {
        let query = Query::read("a=1&a=2&b=%ff&c&=x&%00=y");
        assert_eq!((query.get("a"), query.get("b"), query.asked("c")), ("1", "\u{fffd}", Some("")));
        assert_eq!((query.asked("d"), query.get("\0")), (None, "y"));
    }

    #[test]
    fn a_search_without_words_is_for_all() {
        let search = |query: &str| Query::read(query).search();
        assert_eq!((search("q=+lamp"), search("all=1")), (Some("lamp".to_owned()), Some(String::new())));
        assert_eq!((search("q="), search("page=2")), (Some(String::new()), None));
    }

    #[test]
    fn one_value_is_replaced_and_the_others_stay() {
        let query = Query::read("event=demo&after=1&limit=2");
        assert_eq!(query.with("after", "x&y"), "event=demo&limit=2&after=x%26y");
        assert_eq!(query.without(&["after", "limit"]), Query::read("event=demo"));
    }
}

//! Reading a JSON body field by field, so that all of its errors come at once.

use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use shared::refusal::{Fault, FieldErrors, JsonType, Refusal, RequestFault};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Most members of an object and entries of a list. In memory each takes fifty bytes besides its own.
const MOST_MEMBERS: usize = 1_000;

/// Refuses a body that is not said to be JSON.
///
/// # Errors
/// 400.
pub fn require_json(headers: &HeaderMap) -> Result<(), Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_json = kind == "application/json" || kind.ends_with("+json");
    if is_json { Ok(()) } else { Err(Refusal::field("body", RequestFault::NoJson)) }
}

/// The members of a JSON object, read as they are asked for; unknown members are ignored.
pub struct Body<'b> {
    members: BTreeMap<String, &'b RawValue>,
    errors: FieldErrors,
}

impl<'b> Body<'b> {
    /// Reads an object. A member that comes twice is an error at its name: which of the two was meant,
    /// nobody can know.
    ///
    /// # Errors
    /// 400 where the body is no JSON object, or not said to be JSON.
    pub fn read(headers: &HeaderMap, bytes: &'b Bytes) -> Result<Self, Refusal> {
        require_json(headers)?;
        let Members { members, repeated } = serde_json::from_slice(bytes)
            .map_err(|e| Refusal::field("body", RequestFault::BadJson { error: e.to_string() }))?;
        if members.len() > MOST_MEMBERS {
            return Err(Refusal::field("body", RequestFault::TooMany { most: MOST_MEMBERS }));
        }
        let mut errors = FieldErrors::default();
        for name in repeated {
            errors.add(&name, RequestFault::Twice { member: None });
        }
        Ok(Self { members, errors })
    }

    fn typed<T: Deserialize<'b>>(&mut self, field: &str, wanted: JsonType) -> Option<T> {
        let raw = self.members.get(field)?;
        match serde_json::from_str(raw.get()) {
            Ok(value) => Some(value),
            Err(_) => {
                self.errors.add(field, RequestFault::Type { wanted });
                None
            }
        }
    }

    /// A text, if sent.
    pub fn text(&mut self, field: &str) -> Option<String> {
        self.typed(field, JsonType::Text)
    }

    /// True or false; false if not sent.
    pub fn flag(&mut self, field: &str) -> bool {
        self.typed(field, JsonType::Flag).unwrap_or_default()
    }

    /// A list of texts, if sent.
    pub fn texts(&mut self, field: &str) -> Option<Vec<String>> {
        let texts: Vec<Cow<'b, str>> = self.typed(field, JsonType::Texts).map(|Entries(found)| found)?;
        self.few(field, texts.len()).then(|| texts.into_iter().map(Cow::into_owned).collect())
    }

    /// Whether a list or an object is as short as what is read; otherwise notes that it is not.
    fn few(&mut self, field: &str, count: usize) -> bool {
        if count > MOST_MEMBERS {
            self.errors.add(field, RequestFault::TooMany { most: MOST_MEMBERS });
        }
        count <= MOST_MEMBERS
    }

    /// A whole number or null, if sent.
    pub fn number_or_null(&mut self, field: &str) -> Option<Option<i64>> {
        self.typed(field, JsonType::NumberOrNull)
    }

    /// The entries of a list as the texts of their values; empty, and an error, if not sent.
    pub fn values(&mut self, field: &str) -> Vec<String> {
        if !self.members.contains_key(field) {
            self.errors.add(field, RequestFault::ListMissing);
        }
        let values: Option<Entries<&RawValue>> = self.typed(field, JsonType::List);
        let values = values.map(|Entries(found)| found).unwrap_or_default();
        let values = if self.few(field, values.len()) { values } else { Vec::new() };
        values.into_iter().map(|raw| raw.get().to_owned()).collect()
    }

    /// The members of an object as the texts of their values, if sent.
    pub fn members(&mut self, field: &str) -> Option<Vec<(String, String)>> {
        let Members { members, repeated } = self.typed(field, JsonType::Object)?;
        if !self.few(field, members.len()) {
            return None;
        }
        for name in repeated {
            self.errors.add(field, RequestFault::Twice { member: Some(name) });
        }
        Some(members.into_iter().map(|(key, raw)| (key, raw.get().to_owned())).collect())
    }

    /// Notes what is wrong with a field that its reader looked into.
    pub fn fault(&mut self, field: &str, fault: impl Into<Fault>) {
        self.errors.add(field, fault);
    }

    /// What was read, unless any field was of the wrong type.
    ///
    /// # Errors
    /// 400 with every field's message.
    pub fn done<T>(self, value: T) -> Result<T, Refusal> {
        self.errors.into_result().map(|()| value)
    }
}

/// An object's members, and the names that came more than once.
struct Members<'b> {
    members: BTreeMap<String, &'b RawValue>,
    repeated: BTreeSet<String>,
}

impl<'de: 'b, 'b> Deserialize<'de> for Members<'b> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Reader(std::marker::PhantomData))
    }
}

/// The entries of a list, up to one more than are read.
struct Entries<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(EntryReader(std::marker::PhantomData))
    }
}

struct EntryReader<T>(std::marker::PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for EntryReader<T> {
    type Value = Entries<T>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut read = Vec::new();
        while let Some(entry) = list.next_element::<T>()? {
            if read.len() <= MOST_MEMBERS {
                read.push(entry);
            }
        }
        Ok(Entries(read))
    }
}

struct Reader<'b>(std::marker::PhantomData<&'b ()>);

impl<'de: 'b, 'b> Visitor<'de> for Reader<'b> {
    type Value = Members<'b>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut read = Members { members: BTreeMap::new(), repeated: BTreeSet::new() };
        while let Some((name, value)) = map.next_entry::<String, &'b RawValue>()? {
            // One more than is read says that there were too many; the rest is passed over.
            if read.members.len() > MOST_MEMBERS {
                continue;
            }
            if read.members.insert(name.clone(), value).is_some() {
                read.repeated.insert(name);
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &'static str) -> (HeaderMap, Bytes) {
        let kind = header::HeaderValue::from_static("application/json; charset=utf-8");
        (HeaderMap::from_iter([(header::CONTENT_TYPE, kind)]), Bytes::from_static(json.as_bytes()))
    }

    #[test]
    fn every_wrong_type_is_named() {
        let (headers, bytes) = read(r#"{"title": 3, "tags": "x", "track": 1.5, "submit": 1, "other": {}}"#);
        let mut body = Body::read(&headers, &bytes).unwrap();
        let (title, tags) = (body.text("title"), body.texts("tags"));
        let (track, submit) = (body.number_or_null("track"), body.flag("submit"));
        assert_eq!((title, tags, track, submit), (None, None, None, false));
        let fields = body.done(()).unwrap_err().fields;
        assert_eq!(fields.0.keys().collect::<Vec<_>>(), ["submit", "tags", "title", "track"]);
    }

    #[test]
    fn what_is_no_object_is_400() {
        for bad in ["", "[]", "null", "{\"a\":1,}", "3"] {
            let (headers, bytes) = read(bad);
            assert_eq!(Body::read(&headers, &bytes).err().map(|r| r.status()), Some(400), "{bad}");
        }
        let (_, bytes) = read("{}");
        assert_eq!(Body::read(&HeaderMap::new(), &bytes).err().map(|r| r.status()), Some(400));
    }

    #[test]
    fn objects_and_lists_are_bounded_whatever_their_bytes() {
        let kind = header::HeaderValue::from_static("application/json");
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, kind)]);
        let object = |n: usize| {
            let members: Vec<_> = (0..n).map(|n| format!("\"{n}\":1")).collect();
            format!("{{{}}}", members.join(","))
        };
        let list = |n: usize| format!("[{}]", vec!["\"\""; n].join(","));
        for (n, fits) in [(MOST_MEMBERS, true), (MOST_MEMBERS + 1, false), (100_000, false)] {
            assert_eq!(Body::read(&headers, &Bytes::from(object(n))).is_ok(), fits, "{n}");
            let bytes = Bytes::from(format!(r#"{{"o":{},"l":{},"t":{}}}"#, object(n), list(n), list(n)));
            let mut body = Body::read(&headers, &bytes).unwrap();
            let (members, values, texts) = (body.members("o"), body.values("l"), body.texts("t"));
            assert_eq!(
                (members.is_some(), values.len(), texts.is_some()),
                (fits, if fits { n } else { 0 }, fits)
            );
            let errors = body.done(()).err().map(|refusal| refusal.fields.0.into_keys().collect::<Vec<_>>());
            assert_eq!(errors.is_none(), fits, "{errors:?}");
        }
    }

    #[test]
    fn numbers_keep_their_text() {
        let (headers, bytes) = read(r#"{"scores": {"a": 3.0, "b": 99999999999999999999}, "track": null}"#);
        let mut body = Body::read(&headers, &bytes).unwrap();
        let scores = body.members("scores").unwrap();
        assert_eq!(
            scores,
            [("a".to_owned(), "3.0".to_owned()), ("b".to_owned(), "99999999999999999999".to_owned())]
        );
        assert_eq!(body.number_or_null("track"), Some(None));
    }
}

//! The members of a JSON object.

use super::parse_moment;
use crate::json_place::JsonBreak;
use crate::prelude::*;
use crate::refusal::{JsonType, RequestFault};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// Most members of an object and entries of a list. In memory each takes fifty bytes besides its own.
const MOST_MEMBERS: usize = 1_000;

/// The members of a JSON object, read as they are asked for; unknown members are ignored.
pub struct JsonFields<'b> {
    members: BTreeMap<String, &'b RawValue>,
    faults: FieldErrors,
}

impl<'b> JsonFields<'b> {
    /// Reads an object. A member that comes twice is an error at its name: which of the two was meant,
    /// nobody can know.
    ///
    /// # Errors
    /// 400 where the text is no JSON object.
    pub fn read(bytes: &'b [u8]) -> Result<Self, Refusal> {
        let Members { members, repeated } =
            serde_json::from_slice(bytes).map_err(|error| Refusal::field("body", broken(bytes, &error)))?;
        if members.len() > MOST_MEMBERS {
            return Err(Refusal::field("body", RequestFault::TooMany { most: MOST_MEMBERS }));
        }
        let mut faults = FieldErrors::default();
        for name in repeated {
            faults.add(&name, RequestFault::Twice { member: None });
        }
        Ok(Self { members, faults })
    }

    /// Whether a member is there.
    pub fn says(&self, field: &str) -> bool {
        self.members.contains_key(field)
    }

    /// A moment with its offset, as RFC 3339 writes it; none where it is left out or null, as our own answers write it.
    pub fn moment(&self, field: &str, errors: &mut FieldErrors) -> Option<DateTime<Utc>> {
        let text: Option<String> = self.typed(field, JsonType::Text, errors)?;
        let read = parse_moment(&text?);
        errors.add_if(read.is_none(), field, Fault::Rule(ValueRule::Shape));
        read
    }

    fn typed<T: Deserialize<'b>>(
        &self,
        field: &str,
        wanted: JsonType,
        errors: &mut FieldErrors,
    ) -> Option<T> {
        let raw = self.members.get(field)?;
        let read = serde_json::from_str(raw.get());
        read.inspect_err(|_| errors.add(field, RequestFault::Type { wanted })).ok()
    }
}

/// Why a body is no object.
fn broken(bytes: &[u8], error: &serde_json::Error) -> RequestFault {
    if error.is_data() {
        RequestFault::Type { wanted: JsonType::Object }
    } else {
        RequestFault::BadJson(JsonBreak::of(bytes, error))
    }
}

/// Whether a list or an object is as short as what is read; otherwise notes that it is not.
fn few(field: &str, count: usize, errors: &mut FieldErrors) -> bool {
    errors.add_if(count > MOST_MEMBERS, field, RequestFault::TooMany { most: MOST_MEMBERS });
    count <= MOST_MEMBERS
}

impl Fields for JsonFields<'_> {
    fn faults(&self) -> FieldErrors {
        self.faults.clone()
    }

    fn text(&self, field: &str, errors: &mut FieldErrors) -> Option<String> {
        self.typed(field, JsonType::Text, errors)
    }

    fn flag(&self, field: &str, errors: &mut FieldErrors) -> bool {
        self.typed(field, JsonType::Flag, errors).unwrap_or_default()
    }

    fn number(&self, field: &str, _: Fault, errors: &mut FieldErrors) -> Option<Option<i64>> {
        self.typed(field, JsonType::NumberOrNull, errors)
    }

    fn words(&self, field: &str, errors: &mut FieldErrors) -> Option<Vec<String>> {
        let Entries(words) = self.typed(field, JsonType::Texts, errors)?;
        few(field, words.len(), errors).then_some(words)
    }

    fn entries(&self, list: &str, _: &str, errors: &mut FieldErrors) -> Vec<String> {
        errors.add_if(!self.members.contains_key(list), list, RequestFault::ListMissing);
        let entries: Option<Entries<&RawValue>> = self.typed(list, JsonType::List, errors);
        let entries = entries.map(|Entries(found)| found).unwrap_or_default();
        let entries = if few(list, entries.len(), errors) { entries } else { Vec::new() };
        entries.into_iter().map(|raw| raw.get().to_owned()).collect()
    }

    fn texts(&self, object: &str, each: &str, errors: &mut FieldErrors) -> BTreeMap<String, String> {
        let mut texts = BTreeMap::new();
        for (key, json) in self.members(object, each, errors).unwrap_or_default() {
            match serde_json::from_str(&json) {
                Ok(text) => drop(texts.insert(key, text)),
                Err(_) => {
                    errors.add(&format!("{each}{key}"), RequestFault::Type { wanted: JsonType::Text });
                }
            }
        }
        texts
    }

    fn members(&self, object: &str, _: &str, errors: &mut FieldErrors) -> Option<Vec<(String, String)>> {
        let Members { members, repeated } = self.typed(object, JsonType::Object, errors)?;
        if !few(object, members.len(), errors) {
            return None;
        }
        for name in repeated {
            errors.add(object, RequestFault::Twice { member: Some(name) });
        }
        Some(members.into_iter().map(|(key, raw)| (key, raw.get().to_owned())).collect())
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

    const WRONG: Fault = Fault::ForeignPart;

    #[test]
    fn every_wrong_type_is_named() {
        let json = br#"{"title": 3, "tags": "x", "track": 1.5, "submit": 1, "other": {}}"#;
        let object = JsonFields::read(json).unwrap();
        let mut errors = object.faults();
        let e = &mut errors;
        let (title, tags) = (object.text("title", e), object.words("tags", e));
        let (track, submit) = (object.number("track", WRONG, e), object.flag("submit", e));
        assert_eq!((title, tags, track, submit), (None, None, None, false));
        assert_eq!(errors.0.keys().collect::<Vec<_>>(), ["submit", "tags", "title", "track"]);
    }

    #[test]
    fn a_moment_is_read_as_answers_write_it() {
        let json =
            br#"{"close": "2026-11-27T18:00:00.0000009+01:00", "open": null, "word": "soon", "number": 5,
                        "far": "9999-12-31T23:59:59-01:00"}"#;
        let object = JsonFields::read(json).unwrap();
        let mut errors = object.faults();
        // What is logged of it has to be what the database keeps.
        let at = DateTime::parse_from_rfc3339("2026-11-27T17:00:00Z").unwrap().to_utc();
        let fields = ["close", "open", "none", "word", "number", "far"];
        let read = fields.map(|field| object.moment(field, &mut errors));
        assert_eq!(read, [Some(at), None, None, None, None, None]);
        assert_eq!(errors.0.keys().collect::<Vec<_>>(), ["far", "number", "word"]);
    }

    #[test]
    fn what_is_no_object_is_400() {
        for bad in ["", "[]", "null", "{\"a\":1,}", "3"] {
            let refused = JsonFields::read(bad.as_bytes()).err();
            assert_eq!(refused.map(|r| r.status()), Some(400), "{bad}");
        }
        let fault_of =
            |body: &str| JsonFields::read(body.as_bytes()).err().map(|r| r.fields.0["body"].clone());
        assert_eq!(fault_of("[]"), Some(vec![RequestFault::Type { wanted: JsonType::Object }.into()]));
        let place = crate::json_place::JsonPlace { line: 2, column: 7 };
        let broken = RequestFault::BadJson(JsonBreak { place, is_cut: false });
        assert_eq!(fault_of("{\"a\":1,\n\"é\":1,}"), Some(vec![broken.into()]));
    }

    #[test]
    fn objects_and_lists_are_bounded_whatever_their_bytes() {
        let object = |n: usize| {
            let members: Vec<_> = (0..n).map(|n| format!("\"{n}\":1")).collect();
            format!("{{{}}}", members.join(","))
        };
        let list = |n: usize| format!("[{}]", vec!["\"\""; n].join(","));
        for (n, fits) in [(MOST_MEMBERS, true), (MOST_MEMBERS + 1, false), (100_000, false)] {
            assert_eq!(JsonFields::read(object(n).as_bytes()).is_ok(), fits, "{n}");
            let json = format!(r#"{{"o":{},"l":{},"t":{}}}"#, object(n), list(n), list(n));
            let fields = JsonFields::read(json.as_bytes()).unwrap();
            let mut errors = fields.faults();
            let e = &mut errors;
            let (members, entries) = (fields.members("o", "", e), fields.entries("l", "", e));
            let words = fields.words("t", e);
            assert_eq!(
                (members.is_some(), entries.len(), words.is_some()),
                (fits, if fits { n } else { 0 }, fits)
            );
            assert_eq!(errors.0.is_empty(), fits, "{errors:?}");
        }
    }

    #[test]
    fn numbers_keep_their_text() {
        let json = br#"{"scores": {"a": 3.0, "b": 99999999999999999999}, "track": null}"#;
        let fields = JsonFields::read(json).unwrap();
        let mut errors = fields.faults();
        let scores = fields.members("scores", "", &mut errors).unwrap();
        assert_eq!(
            scores,
            [("a".to_owned(), "3.0".to_owned()), ("b".to_owned(), "99999999999999999999".to_owned())]
        );
        assert_eq!(fields.number("track", WRONG, &mut errors), Some(None));
    }
}

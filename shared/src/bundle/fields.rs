//! Reads the members of a bundle whose form serde does not know.

use crate::fields::parse_moment;
use crate::prelude::*;
use crate::rubric::Scores;
use serde::Deserializer;
use serde::de::{Error, MapAccess, Visitor};

/// A moment, or null.
pub(super) type Moment = Option<DateTime<Utc>>;

/// A moment in RFC 3339, or null. It is read by a visitor, so that a fault has its place in the text.
pub(super) fn moment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Moment, D::Error> {
    struct Rfc3339;
    impl<'de> Visitor<'de> for Rfc3339 {
        type Value = Moment;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a time such as 2026-11-20T18:00:00Z")
        }

        fn visit_none<E: Error>(self) -> Result<Moment, E> {
            Ok(None)
        }

        fn visit_unit<E: Error>(self) -> Result<Moment, E> {
            Ok(None)
        }

        fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Moment, D::Error> {
            deserializer.deserialize_str(self)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Moment, E> {
            let read = parse_moment(text).map(Some);
            read.ok_or_else(|| E::custom("a time is written as 2026-11-20T18:00:00Z"))
        }
    }
    deserializer.deserialize_option(Rfc3339)
}

/// Scores by criterion, no key twice.
pub(super) fn scores<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Scores, D::Error> {
    struct Members;
    impl<'de> Visitor<'de> for Members {
        type Value = Scores;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object of criterion keys and whole numbers")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Scores, A::Error> {
            each_once(map)
        }
    }
    deserializer.deserialize_map(Members)
}

/// Why a run leaves a project out.
const EXCLUDED: [&str; 2] = ["duplicate", "no_reviews"];

/// Why a run leaves projects out, by their ids, no id twice.
pub(crate) fn excluded<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<i64, String>, D::Error> {
    struct Members;
    impl<'de> Visitor<'de> for Members {
        type Value = BTreeMap<i64, String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object of project ids and words")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
            let excluded: BTreeMap<i64, String> = each_once(map)?;
            match excluded.values().find(|why| !EXCLUDED.contains(&why.as_str())) {
                Some(why) => Err(Error::unknown_variant(why, &EXCLUDED)),
                None => Ok(excluded),
            }
        }
    }
    deserializer.deserialize_map(Members)
}

/// The members of an object. Of a key that occurs twice, one reader would take the first value and another the last.
fn each_once<'de, A, K, V>(mut map: A) -> Result<BTreeMap<K, V>, A::Error>
where
    A: MapAccess<'de>,
    K: Deserialize<'de> + Ord + fmt::Display,
    V: Deserialize<'de>,
{
    let mut members = BTreeMap::new();
    while let Some(key) = map.next_key::<K>()? {
        let value = map.next_value()?;
        if members.contains_key(&key) {
            return Err(Error::custom(format!("repeated field `{key}`")));
        }
        members.insert(key, value);
    }
    Ok(members)
}

//! What an event has beside its projects and reviews, by kind and number: as acts make it, as the log tells of it, and as it is stored.
//! Each of the three says of a thing what it knows; what two of them say is compared.

use crate::compare::Differences;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A kind of thing, and the number of one.
pub(crate) type Key = (&'static str, i64);

/// Things by kind and number, each an object. One that is `gone` had its number, and is listed no more.
pub(crate) type Things = BTreeMap<Key, Value>;

/// The event itself, which is no kind of which there are several.
pub(crate) const EVENT: Key = ("event", 0);

/// Until when a team may submit that got more time, by the number that the portal gives the team.
pub(crate) const MORE_TIME: &str = "more time";

/// Sets what these members say of a thing, which begins with the first of them.
pub(crate) fn set(things: &mut Things, key: Key, members: &Value) {
    let thing = things.entry(key).or_insert_with(|| json!({}));
    if let (Some(thing), Some(members)) = (thing.as_object_mut(), members.as_object()) {
        thing.extend(members.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
}

/// What is said of a thing that goes.
pub(crate) fn gone() -> Value {
    json!({ "gone": true })
}

/// What is said of the event under this name, if anything is.
pub(crate) fn of_event<'t>(things: &'t Things, member: &str) -> Option<&'t Value> {
    things.get(&EVENT)?.get(member)
}

/// The thing, unless it is gone.
pub(crate) fn get(things: &Things, key: Key) -> Option<&Value> {
    things.get(&key).filter(|thing| !is_gone(thing))
}

pub(crate) fn numbers(things: &Things, kind: &str) -> Vec<i64> {
    let of_kind = things.iter().filter(|((of, _), thing)| *of == kind && !is_gone(thing));
    of_kind.map(|((_, number), _)| *number).collect()
}

fn is_gone(thing: &Value) -> bool {
    thing["gone"] == json!(true)
}

/// Notes which things only one of two lists has, `without` some kinds, and of what they say different things.
pub(crate) fn same(
    found: &mut Differences,
    what: &str,
    (here, tables): (&Things, &Things),
    without: &[&str],
) {
    let listed = |things: &Things| -> BTreeSet<Key> {
        let keys = things
            .iter()
            .filter(|(key, thing)| **key != EVENT && !without.contains(&key.0) && !is_gone(thing));
        keys.map(|(key, _)| *key).collect()
    };
    found.same(&format!("{what}: what there is"), listed(here), listed(tables));
    for ((kind, number), thing) in here {
        let stored = tables.get(&(*kind, *number)).and_then(Value::as_object);
        let (Some(thing), Some(stored)) = (thing.as_object(), stored) else { continue };
        for (member, value) in thing {
            if let Some(stored) = stored.get(member) {
                found.same(&format!("{what}: {member} of {kind} {number}"), value, stored);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_compared_in_what_both_lists_say_of_them() {
        let mut here = Things::new();
        set(&mut here, ("call", 3), &json!({ "by": "ada", "said": "help" }));
        set(&mut here, ("call", 4), &gone());
        set(&mut here, EVENT, &json!({ "day": null }));
        let differ = |tables: &Things| {
            let mut found = Differences::default();
            same(&mut found, "log", (&here, tables), &[]);
            found.0.len()
        };
        let call = |by: &str| Things::from([(("call", 3), json!({ "by": by, "room": "" }))]);
        assert_eq!((differ(&call("ada")), differ(&call("bo")), differ(&Things::new())), (0, 1, 1));
        assert_eq!((numbers(&here, "call"), get(&here, ("call", 4))), (vec![3], None));
    }
}

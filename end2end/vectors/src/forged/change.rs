//! What a change of an event is.

use super::event::Event;
use serde_json::Value;

/// A change of an event; it names itself.
pub(super) type Change = (&'static str, fn(&mut Event));

/// Exchanges two texts wherever they are the whole value.
pub(super) fn exchange(value: &mut Value, one: &str, two: &str) {
    match value {
        Value::String(text) if text == one => two.clone_into(text),
        Value::String(text) if text == two => one.clone_into(text),
        Value::Array(items) => items.iter_mut().for_each(|item| exchange(item, one, two)),
        Value::Object(members) => members.values_mut().for_each(|member| exchange(member, one, two)),
        _ => {}
    }
}

//! Reading the file's JSON. Each entry of a list is read by itself, so that one answer names a fault in
//! each of them; within one entry the first fault ends the reading.

use super::check::Checked;
use super::fields::{Moment, moment};
use super::format::{Bundle, FORMAT};
use super::places::Places;
use super::{bounds, json_path};
use crate::json_place::JsonBreak;
use crate::prelude::*;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::value::RawValue;

/// The file's own members, their contents unread, and how each list of them is read.
macro_rules! lists {
    ($($list:ident),+) => {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Outline<'b> {
            format: String,
            #[serde(default, deserialize_with = "moment")]
            #[expect(dead_code, reason = "read for its form only")]
            exported_at: Moment,
            #[serde(borrow)]
            event: &'b RawValue,
            $(#[serde(borrow, default)] $list: Vec<&'b RawValue>,)+
            #[serde(default)]
            #[expect(dead_code, reason = "an imported event has no runs")]
            runs: Vec<IgnoredAny>,
            #[serde(default)]
            #[expect(dead_code, reason = "an imported event starts its own chain")]
            audit: Vec<IgnoredAny>,
            #[serde(default)]
            #[expect(dead_code, reason = "the log of an imported event has a tree of its own")]
            log_secret: IgnoredAny,
        }

        impl Outline<'_> {
            fn read(&self, places: &mut Places) -> Bundle {
                let event = entry(places, "event", self.event);
                Bundle { $($list: list(places, stringify!($list), &self.$list),)+ event: event.unwrap_or_default() }
            }
        }
    };
}

lists! {
    people, teams, projects, assignments, comments, ballots, conflicts, prizes, pictures, questions, invitations
}

/// Reads a bundle and checks it.
///
/// # Errors
/// 400 with a message for each faulty place, up to about a hundred.
pub fn read(bytes: &[u8]) -> Result<Checked, Refusal> {
    parse(bytes)?.check()
}

/// Reads a bundle to be verified, by the rules of an import but three: it looks only at how links begin, compares names of
/// teams only without case, and does not look into pictures. None of these proves anything, and what it takes to read addresses,
/// letters of every language and pictures would weigh on the verifier's module. So it is
/// no [`Checked`], and cannot be imported.
///
/// # Errors
/// As [`read`].
pub fn read_to_verify(bytes: &[u8]) -> Result<Bundle, Refusal> {
    parse(bytes)?.cleaned(text::begins_like_web_address, str::to_lowercase, |_| true)
}

fn parse(bytes: &[u8]) -> Result<Bundle, Refusal> {
    let bytes = text::without_mark(bytes);
    bounds::within(bytes).map_err(|(place, fault)| Refusal::field(&place, fault))?;
    // Anything that is no JSON is said before its place in the format is looked for.
    let outline: Outline<'_> = one(bytes).map_err(|(place, fault)| {
        // A file of another version may have other members. It is refused for its version, not for them.
        let of = serde_json::from_slice(bytes).ok().filter(|Version { format }| format != FORMAT);
        of.map_or_else(
            || Refusal::field(if place.is_empty() { "bundle" } else { &place }, fault),
            |of| other_format(&of.format),
        )
    })?;
    ensure(outline.format == FORMAT, other_format(&outline.format))?;
    let mut places = Places::default();
    let bundle = outline.read(&mut places);
    places.into_result()?;
    Ok(bundle)
}

/// What every version of the format says of itself.
#[derive(Deserialize)]
struct Version {
    format: String,
}

fn other_format(format: &str) -> Refusal {
    Refusal::field("format", EntryFault::Format { found: cut(format, 40), wanted: FORMAT })
}

/// The beginning of a long text.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn list<T: DeserializeOwned>(places: &mut Places, name: &str, raw: &[&RawValue]) -> Vec<T> {
    let mut read = Vec::with_capacity(raw.len());
    for (at, raw) in raw.iter().enumerate() {
        if places.full() {
            break;
        }
        read.extend(entry(places, &format!("{name}[{at}]"), raw));
    }
    read
}

fn entry<T: DeserializeOwned>(places: &mut Places, place: &str, raw: &RawValue) -> Option<T> {
    match one(raw.get().as_bytes()) {
        Ok(value) => Some(value),
        Err((inside, fault)) => {
            let dot = if inside.is_empty() || inside.starts_with('[') { "" } else { "." };
            places.add(format!("{place}{dot}{inside}"), fault);
            None
        }
    }
}

/// Reads one value, or says where in it (`members[2].person`) something does not fit.
fn one<'b, T: Deserialize<'b>>(bytes: &'b [u8]) -> Result<T, (String, EntryFault)> {
    // serde would read a list as an object whose members come in order.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err((String::new(), EntryFault::NotAnObject));
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = T::deserialize(&mut json)
        .map_err(|error| fault(&json_path::path_of(bytes, &error), &error, bytes))?;
    json.end().map_err(|error| fault("", &error, bytes))?;
    Ok(value)
}

/// A fault as a code, with its place.
fn fault(path: &str, error: &serde_json::Error, bytes: &[u8]) -> (String, EntryFault) {
    if !error.is_data() {
        return (String::new(), EntryFault::NotJson(JsonBreak::of(bytes, error)));
    }
    let said = error.to_string();
    // The line counts within one entry, which helps nobody.
    let said = said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said);
    let named = |what: &str| {
        said.strip_prefix(what).and_then(|s| s.strip_prefix(" field `")).and_then(|s| s.split('`').next())
    };
    let at = |member: &str| match path.rsplit_once('.').map_or(path, |(_, last)| last) {
        last if last == member => path.to_owned(),
        "" => member.to_owned(),
        _ => format!("{path}.{member}"),
    };
    if let Some(member) = named("missing") {
        return (at(member), EntryFault::MissingMember);
    }
    if let Some(member) = named("unknown") {
        return (at(member), EntryFault::UnknownMember);
    }
    if let Some(member) = named("duplicate") {
        return (at(member), EntryFault::RepeatedMember);
    }
    // serde names the type in our code, which nobody outside knows.
    if said.rsplit_once(", expected ").is_some_and(|(_, wanted)| wanted.starts_with("struct ")) {
        return (path.to_owned(), EntryFault::NotAnObject);
    }
    (path.to_owned(), EntryFault::Unfit { error: cut(said, 200) })
}

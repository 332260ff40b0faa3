//! What is wrong with a file, each by the name of its place, such as `projects[3].track`.

use crate::prelude::*;
use std::fmt::Display;

/// Most places that one answer names.
const MOST: usize = 100;
/// Most characters of a place.
const LONGEST: usize = 200;

/// The faults found so far.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// Faults by place; the cleaning of texts adds to it directly.
    pub(super) errors: FieldErrors,
}

impl Places {
    /// One fault at one place. Names in it are the file's own, of any length.
    pub(super) fn add(&mut self, place: impl Display, fault: impl Into<Fault>) {
        let mut place = place.to_string();
        if let Some((end, _)) = place.char_indices().nth(LONGEST) {
            place.truncate(end);
            place.push('…');
        }
        self.errors.add(&place, fault);
    }

    /// One fault at one place where a value is wrong.
    pub(super) fn add_if(&mut self, is_wrong: bool, place: impl Display, fault: impl Into<Fault>) {
        if is_wrong {
            self.add(place, fault);
        }
    }

    /// Cleans a text as a form would.
    pub(super) fn text(&mut self, place: &str, what: TextField, value: &mut String, longest: usize) {
        *value = text::clean(place, what, value, longest, &mut self.errors);
    }

    /// The same for a text of one line.
    pub(super) fn line(&mut self, place: &str, what: TextField, value: &mut String, longest: usize) {
        *value = text::clean_line(place, what, value, longest, &mut self.errors);
    }

    /// Cleans a name, which is not empty.
    pub(super) fn name(&mut self, place: &str, value: &mut String) {
        self.line(place, TextField::Name, value, text::NAME);
        self.not_blank(place, value, FileRule::Name);
    }

    /// A text says something.
    pub(super) fn not_blank(&mut self, place: &str, value: &str, otherwise: FileRule) {
        self.add_if(text::is_blank(value), place, otherwise);
    }

    /// Whether enough is said: a loop over a list ends here.
    pub(super) fn full(&self) -> bool {
        self.errors.0.len() >= MOST
    }

    /// The refusal, if there is any fault.
    pub(super) fn into_result(mut self) -> Result<(), Refusal> {
        if self.full() {
            self.add("bundle", EntryFault::Unchecked);
        }
        self.errors.into_result()
    }

    /// The place of each ref in its list; an empty or repeated one is a fault.
    pub(super) fn refs<'r>(&mut self, list: &'static str, refs: impl Iterator<Item = &'r str>) -> Refs {
        let mut found = HashMap::new();
        for (at, reference) in refs.enumerate() {
            if self.full() {
                break;
            }
            let place = format!("{list}[{at}].ref");
            if reference.is_empty() {
                self.add(place, EntryFault::EmptyRef);
            } else if let Some(&first) = found.get(reference) {
                self.add(place, EntryFault::SameRef { list, first });
            } else {
                found.insert(reference.to_owned(), at);
            }
        }
        Refs(found)
    }

    /// Values that may occur once in a list; `None` is no value.
    pub(super) fn unique<K: std::hash::Hash + Eq>(
        &mut self,
        list: &'static str,
        member: &str,
        values: impl Iterator<Item = Option<K>>,
    ) {
        let mut seen: HashMap<K, usize> = HashMap::new();
        for (at, value) in values.enumerate().filter_map(|(at, value)| Some((at, value?))) {
            if self.full() {
                break;
            }
            if let Some(&first) = seen.get(&value) {
                self.add(format!("{list}[{at}]{member}"), EntryFault::SameValue { list, first });
            } else {
                seen.insert(value, at);
            }
        }
    }

    /// A fixture id: not empty, one line, at most so long.
    pub(super) fn external_id(&mut self, list: &str, at: usize, id: Option<&str>, longest: usize) {
        let Some(id) = id else { return };
        let length = id.chars().count();
        if id.is_empty() || length > longest || id.chars().any(char::is_control) {
            self.add(format!("{list}[{at}].external_id"), EntryFault::ExternalId { longest });
        }
    }

    /// A whole number within bounds.
    pub(super) fn range(&mut self, place: &str, value: i32, from: i32, to: i32) {
        self.add_if(!(from..=to).contains(&value), place, EntryFault::Range { from, to });
    }

    /// One of a few words.
    pub(super) fn word(&mut self, place: impl Display, value: &str, words: &'static [&'static str]) {
        self.add_if(!words.contains(&value), place, EntryFault::OneOf(words));
    }
}

#[derive(Debug, Default)]
pub(super) struct Refs(HashMap<String, usize>);

impl Refs {
    pub(super) fn get(&self, to: &str) -> Option<usize> {
        self.0.get(to).copied()
    }

    /// The place of a ref; a fault if the list does not have it.
    pub(super) fn find(
        &self,
        places: &mut Places,
        place: impl Display,
        what: FileEntry,
        to: &str,
    ) -> Option<usize> {
        let found = self.0.get(to).copied();
        places.add_if(found.is_none(), place, EntryFault::NoSuchRef(what));
        found
    }
}

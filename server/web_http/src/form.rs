//! Forms that pages post: fields by name, and the token that proves they are ours.

use super::csrf;
use crate::prelude::*;
use crate::state::State;
use portal::Sent;
use portal::idempotency::IdempotencyKey;
use shared::fields::FormFields;
use shared::list_file::ListFault;
use std::ops::Deref;

/// Most fields of a form, unless its route allows more. In memory each takes fifty bytes besides its own, so a body that is small
/// on the wire could be large here.
pub const MOST_FIELDS: usize = 1_000;

/// The refusal of a form with more than `most` fields.
pub(super) fn too_many(most: usize) -> Refusal {
    Refusal::field("body", RequestFault::TooMany { most })
}

#[derive(Clone, Debug, Default)]
pub struct Form {
    fields: FormFields,
    /// Files that are not text, by the names of their fields.
    unreadable: Vec<(String, ListFault)>,
}

/// A form is read as its fields are.
impl Deref for Form {
    type Target = FormFields;

    fn deref(&self) -> &FormFields {
        &self.fields
    }
}

impl Form {
    /// Reads `application/x-www-form-urlencoded` and checks the CSRF token it carries.
    /// Errors: 400 for too many fields; 403 where the token does not prove that the form is ours.
    pub fn read(state: &State, caller: &Caller, headers: &HeaderMap, bytes: &[u8]) -> Result<Self, Refusal> {
        Self::unproven(bytes)?.prove(state, caller, headers)
    }

    /// Reads a form without a look at its token: one that only shows the sender their own words, or that carries a secret of
    /// its own, and acts for the holder of that, not for the person who is signed in.
    /// Errors: 400 for more than [`MOST_FIELDS`].
    pub fn unproven(bytes: &[u8]) -> Result<Self, Refusal> {
        Self::bounded(bytes, MOST_FIELDS)
    }

    /// The same with so many fields at most. They are counted before the first is read.
    /// Errors: 400 for more.
    pub fn bounded(bytes: &[u8], most: usize) -> Result<Self, Refusal> {
        if memchr::memchr_iter(b'&', bytes).count() >= most {
            return Err(too_many(most));
        }
        Ok(Self::of_fields(url::form_urlencoded::parse(bytes).into_owned().collect()))
    }

    /// A form of these fields, whose token is checked by [`Self::prove`].
    pub fn of_fields(fields: Vec<(String, String)>) -> Self {
        Self { fields: FormFields::new(fields), unreadable: Vec::new() }
    }

    /// Adds a field.
    pub(super) fn push(&mut self, name: String, value: String) {
        self.fields.push(name, value);
    }

    /// Adds a file that is not text.
    pub(super) fn push_unreadable(&mut self, name: String, fault: ListFault) {
        self.unreadable.push((name, fault));
    }

    /// The list that was sent: the text of the file in the field `file`, or what was pasted into the field `pasted`.
    /// Errors: 400 at `pasted` where the file is not text, or neither says anything.
    pub fn list(&self, file: &str, pasted: &str) -> Sent<&str> {
        if let Some((_, fault)) = self.unreadable.iter().find(|(name, _)| name == file) {
            return Err(Refusal::field(pasted, fault.clone()));
        }
        let text = [self.get(file), self.get(pasted)].into_iter().find(|text| !text.trim().is_empty());
        text.ok_or_else(|| Refusal::field(pasted, ListFault::Empty))
    }

    /// Checks the CSRF token that the form carries.
    /// Errors: 403 where the token does not prove that the form is ours.
    pub fn prove(self, state: &State, caller: &Caller, headers: &HeaderMap) -> Result<Self, Refusal> {
        csrf::check(caller, headers, &state.base_url, self.sent("csrfmiddlewaretoken"))?;
        Ok(self)
    }

    /// The form's idempotency key: its hidden field `once`, which names this drawing of the form. `path` is where the form
    /// was sent.
    pub fn key(&self, path: &str) -> Option<IdempotencyKey> {
        let unhashed = |name: &str| name == "csrfmiddlewaretoken" || name == "once";
        // The token is another one after signing in again, and the form is the same.
        let fields = self.fields.iter().filter(|(name, _)| !unhashed(name));
        let request = fields.flat_map(|(name, value)| [name.as_bytes(), value.as_bytes()]);
        IdempotencyKey::new(self.get("once"), std::iter::once(path.as_bytes()).chain(request))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_bounded_in_fields_whatever_its_bytes() {
        let fields = |n: usize| vec!["a="; n].join("&");
        assert_eq!(Form::bounded(fields(3).as_bytes(), 3).unwrap().all("a").count(), 3);
        for form in [fields(4), "&".repeat(3)] {
            assert_eq!(Form::bounded(form.as_bytes(), 3).unwrap_err(), too_many(3), "{form}");
        }
        assert!(Form::unproven(fields(MOST_FIELDS).as_bytes()).is_ok());
        assert!(Form::unproven(fields(MOST_FIELDS + 1).as_bytes()).is_err());
    }
}

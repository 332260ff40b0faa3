//! The fields of a page's form.

use crate::prelude::*;
use crate::refusal::RequestFault;
use std::str::FromStr;

/// The fields of a form, in the order sent.
#[derive(Clone, Debug, Default)]
pub struct FormFields(Vec<(String, String)>);

impl FormFields {
    /// A form of these fields.
    pub fn new(fields: Vec<(String, String)>) -> Self {
        Self(fields)
    }

    /// Adds a field.
    pub fn push(&mut self, name: String, value: String) {
        self.0.push((name, value));
    }

    /// Every field with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Every value sent under this name.
    pub fn all<'f>(&'f self, name: &'f str) -> impl Iterator<Item = &'f str> {
        self.iter().filter(move |(n, _)| *n == name).map(|(_, value)| value)
    }

    /// The same, to keep.
    pub fn texts(&self, name: &str) -> Vec<String> {
        self.all(name).map(str::to_owned).collect()
    }

    /// A field's value, if sent.
    pub fn sent(&self, name: &str) -> Option<&str> {
        self.iter().find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    /// A field's value, or nothing.
    pub fn get(&self, name: &str) -> &str {
        self.sent(name).unwrap_or_default()
    }

    /// Whether a box was ticked.
    pub fn ticked(&self, name: &str) -> bool {
        self.get(name) == "true"
    }

    /// Fields whose name begins so, without that beginning.
    pub fn with_prefix<'f>(&'f self, prefix: &'f str) -> impl Iterator<Item = (&'f str, &'f str)> {
        self.iter().filter_map(move |(name, value)| Some((name.strip_prefix(prefix)?, value)))
    }

    /// The fields of an order, the best first: `choices`, `choices-2`, `choices-3` and so on.
    pub fn numbered<'f>(&'f self, name: &'f str, most: usize) -> impl Iterator<Item = Option<&'f str>> {
        (1..=most).map(move |at| if at == 1 { self.sent(name) } else { self.sent(&format!("{name}-{at}")) })
    }

    /// What a field says; none where it is empty.
    ///
    /// # Errors
    /// 400 with `wrong` where it cannot be read.
    pub fn read<T: FromStr>(&self, name: &str, wrong: impl Into<Fault>) -> Result<Option<T>, Refusal> {
        match self.get(name) {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| Refusal::field(name, wrong)),
        }
    }

    /// One of a type's words.
    ///
    /// # Errors
    /// 400 with the words that the field takes.
    pub fn word<T: Copy>(&self, name: &str, all: &[T], word: fn(T) -> &'static str) -> Result<T, Refusal> {
        let said = self.get(name);
        let wrong = || Refusal::field(name, Fault::word(name, all, word));
        all.iter().copied().find(|one| word(*one) == said).ok_or_else(wrong)
    }

    /// The same; `or` where the field is empty.
    ///
    /// # Errors
    /// 400 with the words that the field takes.
    pub fn word_or<T: Copy>(
        &self,
        name: &str,
        or: T,
        all: &[T],
        word: fn(T) -> &'static str,
    ) -> Result<T, Refusal> {
        if self.get(name).is_empty() { Ok(or) } else { self.word(name, all, word) }
    }

    /// A number that the form itself carries, such as the version that it was made from.
    ///
    /// # Errors
    /// 400 where it is none.
    pub fn carried(&self, name: &str) -> Result<i32, Refusal> {
        self.get(name).parse().map_err(|_| Refusal::field(name, RequestFault::Row))
    }

    /// The ids that were ticked.
    ///
    /// # Errors
    /// 400 where one of them is none.
    pub fn ids<I: From<i64>>(&self, name: &str) -> Result<Vec<I>, Refusal> {
        let ids = self.all(name).map(|id| id.parse::<i64>().map(I::from));
        ids.collect::<Result<_, _>>().map_err(|_| Refusal::field(name, Fault::ForeignPart))
    }
}

impl Fields for FormFields {
    fn faults(&self) -> FieldErrors {
        FieldErrors::default()
    }

    fn text(&self, field: &str, _: &mut FieldErrors) -> Option<String> {
        self.sent(field).map(str::to_owned)
    }

    fn flag(&self, field: &str, _: &mut FieldErrors) -> bool {
        self.ticked(field)
    }

    fn number(&self, field: &str, wrong: Fault, errors: &mut FieldErrors) -> Option<Option<i64>> {
        match self.sent(field)? {
            "" => Some(None),
            text => match text.parse() {
                Ok(number) => Some(Some(number)),
                Err(_) => {
                    errors.add(field, wrong);
                    None
                }
            },
        }
    }

    fn words(&self, field: &str, _: &mut FieldErrors) -> Option<Vec<String>> {
        self.sent(field).map(|words| words.split(',').map(str::to_owned).collect())
    }

    fn entries(&self, _: &str, each: &str, _: &mut FieldErrors) -> Vec<String> {
        self.all(each).map(str::to_owned).collect()
    }

    fn texts(&self, _: &str, each: &str, _: &mut FieldErrors) -> BTreeMap<String, String> {
        self.with_prefix(each).map(|(key, text)| (key.to_owned(), text.to_owned())).collect()
    }

    fn members(&self, _: &str, each: &str, _: &mut FieldErrors) -> Option<Vec<(String, String)>> {
        let members = self.with_prefix(each).map(|(key, value)| (key.to_owned(), value.trim().to_owned()));
        Some(members.filter(|(_, value)| !value.is_empty()).collect())
    }
}

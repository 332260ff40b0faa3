//! Why a judge steps aside from a project.

use crate::conflict::{self, ConflictKind};
use crate::prelude::*;

/// Longest reason, in characters. One that declares a conflict is as long as that may be.
const REASON: usize = 2_000;

/// Why a judge steps aside.
#[derive(Clone, Debug, Default)]
pub struct Recusal {
    /// In their words; may be empty.
    pub reason: String,
    /// The conflict of interest that it is, if it is one.
    pub conflict: Option<ConflictKind>,
}

impl Recusal {
    /// Reads a form: the `reason`, and the kind of `conflict`, empty for none.
    ///
    /// # Errors
    /// 400 for a kind that is none.
    pub fn of_form(form: &FormFields) -> Result<Self, Refusal> {
        let missing = || Refusal::field("conflict", Fault::ConflictKindMissing);
        let conflict = match form.get("conflict") {
            "" => None,
            kind => Some(ConflictKind::from_name(kind).ok_or_else(missing)?),
        };
        Ok(Self { reason: form.get("reason").to_owned(), conflict })
    }

    /// Cleans and checks the reason.
    ///
    /// # Errors
    /// 400 for one that is too long.
    pub fn checked(self) -> Result<Self, Refusal> {
        let mut errors = FieldErrors::default();
        let longest = if self.conflict.is_some() { conflict::REASON } else { REASON };
        let reason = text::clean("reason", TextField::Reason, self.reason.trim(), longest, &mut errors);
        errors.into_result().map(|()| Self { reason, ..self })
    }
}

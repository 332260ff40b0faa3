//! Calls for help: a judge asks for an organizer, from where they are.

use crate::fields::FormFields;
use crate::refusal::{FieldErrors, Refusal, TextField};
use crate::text;

/// Most characters of what a judge adds.
pub const LENGTH: usize = 120;

/// Reads what a judge adds to a call, `said`; it may be empty.
///
/// # Errors
/// 400 for a text that is too long, or has more than one line.
pub fn of_form(form: &FormFields) -> Result<String, Refusal> {
    let mut errors = FieldErrors::default();
    let said = text::clean_line("said", TextField::Call, form.get("said"), LENGTH, &mut errors);
    errors.into_result()?;
    Ok(said)
}

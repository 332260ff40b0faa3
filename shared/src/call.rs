//! Calls for help: a judge asks for an organizer, from where they are.

use crate::fields::JsonFields;
use crate::prelude::*;

/// Most characters of what a judge adds.
pub const LENGTH: usize = 120;

/// Reads what a judge adds to a call, `said`, from a form; it may be empty.
///
/// # Errors
/// 400 for a text that is too long, or has more than one line.
pub fn of_form(form: &FormFields) -> Result<String, Refusal> {
    said(form)
}

/// The same from the body of a request.
///
/// # Errors
/// 400, also for a text that is none.
pub fn of_json(body: &JsonFields<'_>) -> Result<String, Refusal> {
    said(body)
}

fn said(fields: &impl Fields) -> Result<String, Refusal> {
    let mut errors = fields.faults();
    let sent = fields.text("said", &mut errors).unwrap_or_default();
    let said = text::clean_line("said", TextField::Call, &sent, LENGTH, &mut errors);
    errors.into_result()?;
    Ok(said)
}

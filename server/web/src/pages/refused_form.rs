//! A form that was refused, and what its page says of it.

use crate::http::form::Form;
use app::components::FormErrors;
use shared::refusal::{Code, Refusal};

/// A form that was refused, and why.
#[derive(Clone, Debug)]
pub struct RefusedForm {
    /// What was typed.
    pub form: Form,
    /// Why it was refused.
    pub refusal: Refusal,
}

impl RefusedForm {
    /// What was typed into a field, if it was sent.
    #[must_use]
    pub fn typed(&self, field: &str) -> Option<String> {
        self.form.sent(field).map(str::to_owned)
    }
}

/// What a form says that was sent before with other values: by going back in the browser, for one.
const SENT_BEFORE: &str = "This form was sent before, with other values. Nothing was saved this time. Send it again if you want both.";

/// A refusal as one sentence on the page of a form.
pub fn sentence(refusal: &Refusal) -> String {
    if refusal.code() == Code::KeyReused { SENT_BEFORE.to_owned() } else { words::refusal(refusal) }
}

/// A refusal as the error summary shows it: each message at its field, or the sentence for the whole form.
pub fn errors(refusal: &Refusal) -> FormErrors {
    let mut errors = FormErrors::none();
    for (field, faults) in &refusal.fields.0 {
        for message in words::faults(faults) {
            errors.push(field.clone(), message);
        }
    }
    if errors.is_empty() {
        errors.push("", sentence(refusal));
    }
    errors
}

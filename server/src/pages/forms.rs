//! What refused forms have in common.

use app::components::FormErrors;
use shared::refusal::Refusal;

/// A refusal as the error summary shows it: each message at its field, or the sentence for the whole form.
pub fn errors(refusal: &Refusal) -> FormErrors {
    let mut errors = FormErrors::none();
    for (field, messages) in &refusal.fields.0 {
        for message in messages {
            errors.push(field.clone(), message.clone());
        }
    }
    if errors.is_empty() {
        errors.push("", refusal.detail.clone());
    }
    errors
}

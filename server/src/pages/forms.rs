//! What forms have in common: how they come in, and how a refused one is shown.

use super::shown::Unshown;
use crate::caller::Caller;
use crate::http::form::Form;
use crate::state::State;
use app::components::FormErrors;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use shared::refusal::Refusal;
use shared::rules::Actor;

/// A form that somebody who is signed in sent from one of our pages: 401 comes before a look at it.
pub struct Posted {
    /// Who.
    pub caller: Caller,
    /// Who, as the rules see them.
    pub actor: Actor,
    /// What.
    pub form: Form,
}

impl FromRequest<State> for Posted {
    type Rejection = Unshown;

    async fn from_request(request: Request, state: &State) -> Result<Self, Unshown> {
        let caller = request.extensions().get::<Caller>().cloned().unwrap_or_default();
        let actor = caller.actor.ok_or_else(Refusal::unauthenticated)?;
        let headers = request.headers().clone();
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|_| Refusal::field("body", "The body ended before all of it came."))?;
        let form = Form::read(state, &caller, &headers, &bytes)?;
        Ok(Self { caller, actor, form })
    }
}

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

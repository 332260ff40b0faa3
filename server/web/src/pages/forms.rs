//! What forms have in common: how they come in, and how a refused one is shown.

use super::page_result::{PageError, PageResult};
use app::components::FormErrors;
use portal::caller::Caller;
use portal::failure::{Failure, Outcome};
use web_http::file_form;
use web_http::form::{Form, MOST_FIELDS};
use web_http::route_terms::RouteTerms;
use web_http::state::State;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::response::Response;
use shared::refusal::{Code, Refusal, RequestFault};

/// A form that somebody who is signed in sent from one of our pages: 401 comes before a look at it.
pub struct PostedForm {
    pub caller: Caller,
    pub form: Form,
}

impl FromRequest<State> for PostedForm {
    type Rejection = PageError;

    async fn from_request(request: Request, state: &State) -> Result<Self, PageError> {
        let caller = request.extensions().get::<Caller>().cloned().unwrap_or_default();
        caller.signed_in()?;
        let form = read(request, state, &caller).await?;
        Ok(Self { caller, form })
    }
}

/// The form of a request, if its token proves that it is ours.
/// Errors: 400 for what is no form; 403.
pub async fn read(request: Request, state: &State, caller: &Caller) -> Result<Form, Refusal> {
    let headers = request.headers().clone();
    let fields = request.extensions().get::<RouteTerms>().map_or(MOST_FIELDS, |terms| terms.body.fields);
    let bytes = Bytes::from_request(request, state).await.map_err(|_| body_cut_off())?;
    let form = match file_form::read(&headers, &bytes)? {
        Some(form) => form,
        None => Form::bounded(&bytes, fields)?,
    };
    form.prove(state, caller, &headers)
}

/// The refusal of a form of which only a part came.
pub fn body_cut_off() -> Refusal {
    Refusal::field("body", RequestFault::Cut)
}

#[derive(Clone, Debug)]
pub struct RefusedForm {
    /// What was typed.
    pub form: Form,
    pub refusal: Refusal,
    /// Where it was sent.
    pub address: String,
}

impl RefusedForm {
    /// What was typed into a field, if it was sent.
    pub fn typed(&self, field: &str) -> Option<String> {
        self.form.sent(field).map(str::to_owned)
    }

    /// Which form of the page it is: the end of the address where it was sent.
    pub fn act(&self) -> &str {
        self.address.rsplit('/').next().unwrap_or_default()
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

/// What is said at the one field of a small form: of the field, or else of the whole.
pub fn said_at(refusal: &Refusal, field: &str) -> String {
    let said = errors(refusal).of(field);
    if said.is_empty() { words::refusal(refusal) } else { said }
}

/// Shows a refused form again, by its page. Somebody who is not signed in (401) or may not know of the page (404) gets the
/// refusal alone; so does any other failure.
/// Errors: the failure, where the form is not shown again.
pub async fn show_again(
    failure: Failure,
    page: impl AsyncFnOnce(Refusal) -> Outcome<Response>,
) -> PageResult {
    let refusal = match failure {
        Failure::Refused(refusal) if !matches!(refusal.status(), 401 | 404) => refusal,
        failure => return Err(PageError(failure)),
    };
    match page(refusal.clone()).await {
        Err(Failure::Refused(hidden)) if hidden.code() == Code::NotFound => Err(refusal.into()),
        page => Ok(page?),
    }
}

/// Whether an act is allowed now, or the sentence that says why not.
pub fn allowed(refused: Option<Refusal>) -> Result<(), String> {
    refused.map_or(Ok(()), |refusal| Err(words::refusal(&refusal)))
}

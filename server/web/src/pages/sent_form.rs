//! A form that could not be acted on now: it is shown again, so that nothing typed is lost.

use super::error_page::{ErrorParts, error_response};
use super::page_result::ErrorBody;
use super::sign_in;
use super::visitor::Token;
use crate::pages::prelude::*;
use app::pages::unsent_form::ResendForm;
use axum::body::{Body, to_bytes};
use web_http::csrf;
use web_http::log::RequestId;
use web_http::resumed_form::ResumedForm;

pub(super) struct SentForm {
    path: String,
    /// Its path and query.
    address: String,
    /// The request's number in the log.
    id: String,
    headers: HeaderMap,
    bytes: Bytes,
}

impl SentForm {
    /// The request again, and a copy of its form. The whole body was read before, so nothing waits here.
    pub(super) async fn keep(request: Request) -> (Request, Option<Self>) {
        let (parts, body) = request.into_parts();
        let Ok(bytes) = to_bytes(body, usize::MAX).await else {
            return (Request::from_parts(parts, Body::empty()), None);
        };
        let path = parts.uri.path().to_owned();
        let sent = Self {
            address: parts.uri.path_and_query().map_or_else(|| path.clone(), ToString::to_string),
            path,
            id: parts.extensions.get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default(),
            headers: parts.headers.clone(),
            bytes: bytes.clone(),
        };
        (Request::from_parts(parts, Body::from(bytes)), Some(sent))
    }

    /// The page that answers the form with all that was typed, but for passwords, where the caller typed it. None where it was refused
    /// for good, where nothing was typed, and for a form of another site.
    pub(super) fn answer(&self, state: &State, caller: &Caller, error: &ErrorBody) -> Option<Response> {
        let signed_in = matches!(caller.via, Via::Session { .. });
        let (headers, token) = (&self.headers, caller.csrf());
        let kept = ResumedForm::of_request(&self.address, headers, &state.base_url, token, &self.bytes)?;
        let others = signed_in && !kept.is_of(caller);
        let page = match (error.status, error.code) {
            (StatusCode::UNAUTHORIZED, _) if caller.via == Via::Nobody => {
                sign_in::lost(state, caller, headers, kept, Some(error.detail.clone())).map(Some)
            }
            (StatusCode::NOT_FOUND, _) if signed_in && !others => {
                Ok(sign_in::not_theirs(state, caller, &kept))
            }
            _ if kept.is_empty() => Ok(None),
            // The page belongs to an earlier session of this browser: the answer names who would send it now, or hides what another
            // person typed.
            (_, code) if others || (signed_in && code == Some(Code::CrossSite)) => {
                Ok(Some(sign_in::of_other_session(state, caller, &kept)))
            }
            (_, Some(Code::CrossSite)) => self.with_fresh_token(state, caller, error, kept).map(Some),
            (StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE, _) => {
                // The token stays: if it belongs to an earlier session, sending again is refused as stale.
                let form = Form::unproven(&self.bytes).unwrap_or_default();
                let token = form.get("csrfmiddlewaretoken").to_owned();
                Ok(Some(self.page_to_resend(state, caller, error, kept, &token)))
            }
            _ => Ok(None),
        };
        page.inspect_err(|error| tracing::error!(%error, "a form was not kept")).ok().flatten()
    }

    /// For forms that need no session: their token is that of the readable cookie, which was missing or another one.
    fn with_fresh_token(
        &self,
        state: &State,
        caller: &Caller,
        error: &ErrorBody,
        kept: ResumedForm,
    ) -> Outcome<Response> {
        let token = Token::of(caller, &self.headers)?;
        let csrf = csrf::owned(&token.csrf, &kept.whose);
        let page = self.page_to_resend(state, caller, error, kept, &csrf);
        Ok(token.set(state, page))
    }

    fn page_to_resend(
        &self,
        state: &State,
        caller: &Caller,
        error: &ErrorBody,
        kept: ResumedForm,
        csrf: &str,
    ) -> Response {
        // What is kept was read from the same bytes.
        let form = Form::unproven(&self.bytes).unwrap_or_default();
        let password = form.with_prefix("").any(|(name, _)| name.contains("password"));
        let resend = Some(ResendForm { action: kept.path, fields: kept.fields, password });
        let request = if error.status.is_server_error() { self.id.clone() } else { String::new() };
        error_response(state, caller, error, self.path.clone(), ErrorParts { request, resend, csrf })
    }
}

//! What a page handler returns, and how a failure travels to the page that shows it.

use crate::http::answer::{self, BROKEN, BUSY, FULL, UNKNOWN, UNSETTLED};
use portal::failure::Failure;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use shared::refusal::{Code, Wait};

/// What a page handler returns.
pub type PageResult = Result<Response, PageError>;

/// A failure on its way to the error page.
pub struct PageError(pub Failure);

impl<F: Into<Failure>> From<F> for PageError {
    fn from(failure: F) -> Self {
        Self(failure.into())
    }
}

/// What the error page says. A handler does not render that page: the middleware of `refusals` does, since it knows the
/// caller, the path and what was sent.
#[derive(Clone, Debug, Default)]
pub struct ErrorBody {
    /// The status of the answer.
    pub status: StatusCode,
    /// Why, in a sentence.
    pub detail: String,
    /// When to come again, where that helps.
    pub wait: Option<Wait>,
    /// The code of a refusal.
    pub code: Option<Code>,
    /// Nobody knows whether what was sent is saved.
    pub saved_perhaps: bool,
    /// The event that the sentence names.
    pub event: Option<String>,
}

impl ErrorBody {
    fn broken(detail: &str) -> Self {
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, detail: detail.into(), ..Self::default() }
    }

    fn later(detail: &str, wait: Wait) -> Self {
        Self { status: StatusCode::SERVICE_UNAVAILABLE, wait: Some(wait), ..Self::broken(detail) }
    }

    /// An empty answer that carries this body to the middleware.
    pub fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Failure> for ErrorBody {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(refusal) => Self {
                status: answer::status(&refusal),
                detail: words::refusal(&refusal),
                wait: refusal.wait,
                code: Some(refusal.code()),
                event: refusal.reason.event().map(str::to_owned),
                ..Self::default()
            },
            Failure::Busy(why) => {
                tracing::warn!(%why, "too busy");
                Self::later(BUSY, answer::SOON)
            }
            Failure::Full(why) => {
                tracing::error!(%why, "no space left");
                Self::later(FULL, answer::LATER)
            }
            Failure::Unknown(why) => {
                tracing::error!(%why, "a commit ended without an answer");
                Self { saved_perhaps: true, ..Self::broken(UNKNOWN) }
            }
            Failure::Unsettled(why) => {
                tracing::warn!(%why, "a commit ended without an answer, and the same request settles it");
                Self { saved_perhaps: true, ..Self::later(UNSETTLED, answer::SOON) }
            }
            Failure::Broken(why) => {
                tracing::error!(%why, "request failed");
                Self::broken(BROKEN)
            }
        }
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        ErrorBody::from(self.0).into_response()
    }
}

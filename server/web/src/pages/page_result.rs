//! What a page handler returns, and how a failure travels to the page that shows it.

use crate::http::answer::{self, BROKEN, BUSY, FULL, UNKNOWN};
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
#[derive(Clone, Debug)]
pub struct ErrorBody {
    /// The status of the answer.
    pub status: StatusCode,
    /// Why, in a sentence.
    pub detail: String,
    /// When to come again, where that helps.
    pub wait: Option<Wait>,
    /// The code of a refusal.
    pub code: Option<Code>,
}

impl ErrorBody {
    fn broken(detail: &str) -> Self {
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, detail: detail.into(), wait: None, code: None }
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
            },
            Failure::Busy(why) => {
                tracing::warn!(%why, "too busy");
                let (status, wait) = (StatusCode::SERVICE_UNAVAILABLE, Some(answer::SOON));
                Self { status, detail: BUSY.into(), wait, code: None }
            }
            Failure::Full(why) => {
                tracing::error!(%why, "no space left");
                let (status, wait) = (StatusCode::SERVICE_UNAVAILABLE, Some(answer::LATER));
                Self { status, detail: FULL.into(), wait, code: None }
            }
            Failure::Unknown(why) => {
                tracing::error!(%why, "a commit ended without an answer");
                Self::broken(UNKNOWN)
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

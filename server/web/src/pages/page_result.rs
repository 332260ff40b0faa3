//! What a page handler returns, and how a failure travels to the page that shows it.

use portal::failure::Failure;
use web_http::answer::{self, ServerError};

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
    /// An empty answer that carries this body to the middleware.
    pub fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Failure> for ErrorBody {
    fn from(failure: Failure) -> Self {
        match ServerError::of(failure) {
            Ok(ServerError { status, detail, wait, saved_perhaps }) => {
                Self { status, detail: detail.into(), wait, saved_perhaps, ..Self::default() }
            }
            Err(refusal) => Self {
                status: answer::status(&refusal),
                detail: words::refusal(&refusal),
                wait: refusal.wait,
                code: Some(refusal.code()),
                event: refusal.reason.event().map(str::to_owned),
                ..Self::default()
            },
        }
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        ErrorBody::from(self.0).into_response()
    }
}

//! Requests to the provider. The operator chose its address, so unlike a webhook it may be in a private network.

use super::trouble::Trouble;
use crate::tls::system_tls;
use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use reqwest::Client;
use reqwest::redirect::Policy;
use shared::sign_on::is_safe_address;
use std::error::Error;
use std::pin::Pin;
use store::failure::{Failure, Outcome};
use url::Url;

/// How much of an answer is read: more than any provider's metadata and keys.
const MOST_READ: usize = 256 * 1024;

/// A client that follows no redirect and speaks https alone.
#[derive(Debug)]
pub(super) struct Transport {
    client: Client,
    allow_loopback: bool,
}

/// Why a request got no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum TransportError {
    #[error("{0} is no https address")]
    Address(String),
    #[error("{0}")]
    Exchange(String),
    #[error("the answer is longer than 256 KiB")]
    TooLong,
}

impl From<TransportError> for Trouble {
    fn from(error: TransportError) -> Self {
        match error {
            TransportError::Exchange(why) => Self::Unreachable(why),
            other => Self::Untrusted(other.to_string()),
        }
    }
}

impl Transport {
    /// Makes the client. `allow_loopback` is for tests on one machine: http to it is allowed.
    /// Errors: where the machine's certificate authorities cannot be read.
    pub(super) fn new(allow_loopback: bool) -> Outcome<Self> {
        let client = Client::builder()
            .tls_backend_preconfigured(system_tls()?)
            .no_proxy()
            .redirect(Policy::none())
            .retry(reqwest::retry::never())
            .http1_only()
            .user_agent(concat!("Evenhand/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(Failure::broken)?;
        Ok(Self { client, allow_loopback })
    }

    /// Whether secrets may go to this address.
    pub(super) fn is_safe(&self, url: &Url) -> bool {
        is_safe_address(url, self.allow_loopback)
    }

    async fn exchange(&self, request: HttpRequest) -> Result<HttpResponse, TransportError> {
        let (parts, body) = request.into_parts();
        let address = parts.uri.to_string();
        let url = Url::parse(&address).ok().filter(|url| self.is_safe(url));
        let url = url.ok_or(TransportError::Address(address))?;
        let sent = self.client.request(parts.method, url).headers(parts.headers).body(body).send();
        let mut answer = sent.await.map_err(exchange_error)?;
        let mut read = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(exchange_error)? {
            if read.len() + chunk.len() > MOST_READ {
                return Err(TransportError::TooLong);
            }
            read.extend_from_slice(&chunk);
        }
        let status = answer.status();
        if status.is_server_error() || status.as_u16() == 429 {
            return Err(TransportError::Exchange(format!("{} answered {status}", answer.url())));
        }
        let mut response = HttpResponse::new(read);
        *response.status_mut() = status;
        *response.headers_mut() = answer.headers().clone();
        Ok(response)
    }
}

impl<'c> AsyncHttpClient<'c> for Transport {
    type Error = TransportError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, TransportError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.exchange(request))
    }
}

/// The error with its causes: the first alone says only that a request failed.
fn exchange_error(error: reqwest::Error) -> TransportError {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        said = format!("{said}: {inner}");
        cause = inner.source();
    }
    TransportError::Exchange(said)
}

//! An answer that is the same for everybody: its bytes, the same bytes packed, and their tag. The tag is a digest of the bytes,
//! so it tells nothing that the bytes do not.

use super::answer::Public;
use super::compression::{pack, takes_brotli};
use crate::heavy;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use shared::audit::sha256_hex;
use std::sync::Arc;

/// Answers shorter than this many bytes fit into a packet as they are.
const SHORT: usize = 1_000;
/// From this many bytes on, packing well would take longer than it saves.
const LONG: usize = 1024 * 1024;
/// A public answer.
#[derive(Debug)]
pub struct PublicAnswer {
    head: Arc<Head>,
    bytes: Bytes,
    packed: Option<Bytes>,
}

/// What a public answer says before its bytes.
#[derive(Clone, Debug)]
pub(super) struct Head {
    headers: HeaderMap,
    tag: HeaderValue,
}

impl Head {
    /// Whether this is among the answers that the asker has.
    pub(super) fn is_known(&self, asked: &Preconditions) -> bool {
        asked.knows(&self.tag)
    }

    /// Says that nothing has changed, to who has the answer already.
    pub(super) fn unchanged(&self) -> Response {
        let mut unchanged = StatusCode::NOT_MODIFIED.into_response();
        for name in [header::ETAG, header::CACHE_CONTROL, header::VARY] {
            for value in self.headers.get_all(&name) {
                unchanged.headers_mut().append(&name, value.clone());
            }
        }
        unchanged
    }
}

/// The bytes of an answer on their way to one client. They hold the answer, so that whoever asks meanwhile gets the same.
struct OnItsWay {
    answer: Arc<PublicAnswer>,
    packed: bool,
}

impl AsRef<[u8]> for OnItsWay {
    fn as_ref(&self) -> &[u8] {
        let packed = self.answer.packed.as_ref().filter(|_| self.packed);
        packed.unwrap_or(&self.answer.bytes)
    }
}

impl PublicAnswer {
    /// Reads a response, if it is public and complete; otherwise it comes back as it was.
    pub async fn of(response: Response) -> Result<Self, Response> {
        let public = response.extensions().get::<Public>().is_some();
        // A page that sets a cookie carries a token of its own.
        let own = response.headers().contains_key(header::SET_COOKIE);
        if response.status() != StatusCode::OK || !public || own {
            return Err(response);
        }
        let (parts, body) = response.into_parts();
        let Ok(bytes) = to_bytes(body, usize::MAX).await else {
            return Err(StatusCode::INTERNAL_SERVER_ERROR.into_response());
        };
        let digested = bytes.clone();
        let Ok(digest) = heavy::run_sized(bytes.len(), move || sha256_hex(&digested)).await else {
            return Err(Response::from_parts(parts, Body::from(bytes)));
        };
        // Weak: the same answer may travel compressed or not.
        let Ok(tag) = HeaderValue::from_str(&format!("W/\"{}\"", digest.get(..32).unwrap_or(&digest))) else {
            return Err(Response::from_parts(parts, Body::from(bytes)));
        };
        let mut headers = parts.headers;
        headers.insert(header::ETAG, tag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
        Ok(Self { head: Arc::new(Head { headers, tag }), bytes, packed: None })
    }

    /// The same with its bytes packed, where that is worth it. It takes a thread that may work for long.
    pub(super) async fn packed(mut self) -> Self {
        if self.bytes.len() < SHORT {
            return self;
        }
        let bytes = self.bytes.clone();
        let quality = if bytes.len() < LONG { 5 } else { 2 };
        // Where too much work waits, it travels as it is.
        let packed = heavy::run(move || pack(&bytes, quality)).await.ok().flatten();
        self.packed = packed.filter(|packed| packed.len() < self.bytes.len());
        if self.packed.is_some() {
            let mut head = Arc::unwrap_or_clone(self.head);
            head.headers.append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
            self.head = Arc::new(head);
        }
        self
    }

    /// Bytes that it holds.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.len() + self.packed.as_ref().map_or(0, Bytes::len)
    }

    pub(super) fn head(&self) -> Arc<Head> {
        self.head.clone()
    }

    /// The answer to somebody who has these tags: 304 where theirs is among them.
    #[must_use]
    pub fn answer(self: Arc<Self>, asked: &Preconditions) -> Response {
        if self.head.is_known(asked) {
            return self.head.unchanged();
        }
        let packed = asked.brotli && self.packed.is_some();
        let headers = self.head.headers.clone();
        let mut response = Body::from(Bytes::from_owner(OnItsWay { answer: self, packed })).into_response();
        *response.headers_mut() = headers;
        if packed {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
        }
        response
    }
}

/// What a request has of an answer already, and how it may travel.
#[derive(Clone, Debug)]
pub struct Preconditions {
    known: Vec<HeaderValue>,
    brotli: bool,
}

impl Preconditions {
    /// Reads a request's headers.
    #[must_use]
    pub fn of(headers: &HeaderMap) -> Self {
        let known = headers.get_all(header::IF_NONE_MATCH).iter().cloned().collect();
        Self { known, brotli: takes_brotli(headers) }
    }

    /// Whether one of the tags that the asker has is this one: the weak comparison of RFC 9110, 8.8.3.2.
    #[must_use]
    pub fn knows(&self, tag: &HeaderValue) -> bool {
        let opaque = |t: &str| t.strip_prefix("W/").unwrap_or(t).to_owned();
        let Ok(tag) = tag.to_str().map(opaque) else { return false };
        let tags = self.known.iter().filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(','));
        tags.map(str::trim).any(|t| t == "*" || opaque(t) == tag)
    }
}

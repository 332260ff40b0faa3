//! An answer that is the same for everybody: its bytes, the same bytes packed, and their tag. The tag is a digest of the bytes,
//! so it tells nothing that the bytes do not.

use super::answer::Public;
use super::compression::{pack, takes_brotli};
use crate::prelude::*;
use axum::body::to_bytes;
use portal::heavy;
use shared::audit::sha256_hex;

/// Answers shorter than this many bytes fit into a packet as they are.
const SHORT: usize = 1_000;
/// From this many bytes on, packing well would take longer than it saves.
const LONG: usize = 1024 * 1024;

/// How long caches keep a public answer. A browser asks each time. A cache before the portal may answer all who ask in a second or the next
/// from one answer, and for an hour while the portal fails: what is shown is then at most as old as that.
pub(super) const FOR_EVERYBODY: &str =
    "public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=3600";

/// Whether a response is the same for everybody, and complete. A page that sets a cookie carries a token of its own.
pub(super) fn is_public(response: &Response) -> bool {
    response.status() == StatusCode::OK
        && response.extensions().get::<Public>().is_some()
        && !response.headers().contains_key(header::SET_COOKIE)
}

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
    /// Bytes of the answer.
    length: usize,
}

impl Head {
    /// Answers without the bytes, where they are not asked for: 304 to who has them, and the headers to a HEAD.
    pub(super) fn alone(&self, asked: &Preconditions) -> Option<Response> {
        let head = || {
            let mut response = StatusCode::OK.into_response();
            *response.headers_mut() = self.headers.clone();
            response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(self.length));
            response
        };
        self.unchanged(asked).or_else(|| asked.head.then(head))
    }

    /// The 304 for somebody who has the answer.
    fn unchanged(&self, asked: &Preconditions) -> Option<Response> {
        if !asked.known.hold(&self.tag) {
            return None;
        }
        let mut unchanged = StatusCode::NOT_MODIFIED.into_response();
        for name in [header::ETAG, header::CACHE_CONTROL, header::VARY] {
            for value in self.headers.get_all(&name) {
                unchanged.headers_mut().append(&name, value.clone());
            }
        }
        Some(unchanged)
    }
}

/// An answer on its way to one client. It holds the answer, so that others who ask meanwhile get the same one.
struct OnItsWay(Arc<PublicAnswer>);

impl AsRef<[u8]> for OnItsWay {
    fn as_ref(&self) -> &[u8] {
        &self.0.bytes
    }
}

impl PublicAnswer {
    /// Reads a response, if it is public and complete; otherwise it comes back as it was.
    pub async fn of(response: Response) -> Result<Self, Response> {
        if !is_public(&response) {
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
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(FOR_EVERYBODY));
        Ok(Self { head: Arc::new(Head { headers, tag, length: bytes.len() }), bytes, packed: None })
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
    pub fn answer(&self, asked: &Preconditions) -> Response {
        if let Some(unchanged) = self.head.unchanged(asked) {
            return unchanged;
        }
        let packed = self.packed.as_ref().filter(|_| asked.brotli);
        let mut response = Body::from(packed.unwrap_or(&self.bytes).clone()).into_response();
        *response.headers_mut() = self.head.headers.clone();
        if packed.is_some() {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
        }
        response
    }

    /// The same of an answer that nobody keeps: its bytes hold it until they are sent.
    pub(super) fn answer_once(self: Arc<Self>, asked: &Preconditions) -> Response {
        if let Some(head) = self.head.alone(asked) {
            return head;
        }
        let headers = self.head.headers.clone();
        let mut response = Body::from(Bytes::from_owner(OnItsWay(self))).into_response();
        *response.headers_mut() = headers;
        response
    }
}

/// The tags of the answers that an asker has, without the mark of weak ones.
#[derive(Clone, Debug)]
pub struct KnownTags(Vec<String>);

impl KnownTags {
    /// Reads a request's `If-None-Match`.
    pub fn of(headers: &HeaderMap) -> Self {
        let tags = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|v| v.to_str().ok());
        Self(tags.flat_map(|v| v.split(',')).map(|tag| opaque(tag.trim()).to_owned()).collect())
    }

    /// Whether this tag is among them: the weak comparison of RFC 9110, 8.8.3.2.
    pub fn hold(&self, tag: &HeaderValue) -> bool {
        tag.to_str().is_ok_and(|tag| self.0.iter().any(|known| known == "*" || known == opaque(tag)))
    }
}

/// What a request has of an answer already, and what it takes.
#[derive(Clone, Debug)]
pub struct Preconditions {
    known: KnownTags,
    brotli: bool,
    head: bool,
}

impl Preconditions {
    /// Reads a request's method and headers.
    pub fn of(method: &Method, headers: &HeaderMap) -> Self {
        Self { known: KnownTags::of(headers), brotli: takes_brotli(headers), head: *method == Method::HEAD }
    }
}

fn opaque(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

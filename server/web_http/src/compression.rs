//! Pages travel compressed. Assets are compressed as the binary is built; lists of the API are left alone, since each costs
//! more to compress than to send.

use super::cookies;
use crate::prelude::*;
use axum::body::{HttpBody, to_bytes};
use brotli::enc::BrotliEncoderParams;
use portal::heavy::{self, WORTHWHILE};
use std::io::Cursor;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::Predicate;

/// Pages shorter than this many bytes fit into a packet as they are.
const SHORT: u64 = 1_000;
/// How well pages are packed: it takes a fraction of a millisecond for most.
const PAGE_QUALITY: i32 = 4;

/// The layer: brotli, else gzip.
pub fn layer() -> CompressionLayer<Pages> {
    CompressionLayer::new().quality(CompressionLevel::Precise(PAGE_QUALITY)).compress_when(Pages)
}

/// Whether whoever sent these headers takes brotli.
pub fn takes_brotli(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|v| v.to_str().ok());
    accepted.flat_map(|v| v.split(',')).any(accepts_brotli)
}

/// Whether one entry of Accept-Encoding takes brotli: named, and not with the weight 0 that refuses it.
fn accepts_brotli(entry: &str) -> bool {
    let mut words = entry.split(';').map(str::trim);
    let named = words.next() == Some("br");
    let weight = words.find_map(|w| w.strip_prefix("q=")).map(str::parse::<f32>);
    named && weight.is_none_or(|weight| weight.is_ok_and(|w| w > 0.0))
}

/// A page that must not be compressed.
#[derive(Clone, Copy, Debug)]
struct Bare;

/// Leaves a page bare that holds a browser's form token and may repeat what its address asks: from the lengths of such
/// pages, compressed, another site could guess the token piece by piece (the attack named BREACH).
pub async fn spare_tokens(request: Request, next: Next) -> Response {
    let session = request.extensions().get::<Caller>().is_some_and(|c| matches!(c.via, Via::Session { .. }));
    let token = session || cookies::csrf(request.headers()).is_some();
    let asked = request.uri().query().is_some();
    let mut response = next.run(request).await;
    if token && asked {
        response.extensions_mut().insert(Bare);
    }
    response
}

/// Packs a long page with brotli for whoever takes it, away from the threads that serve everybody. The layer outside of this leaves alone what
/// is packed already, and packs what too much work kept from being packed here.
pub(super) async fn pack_long_page(response: Response, brotli: bool) -> Response {
    let length = response.body().size_hint().exact().and_then(|length| usize::try_from(length).ok());
    let long = length.is_some_and(|length| length >= WORTHWHILE);
    if !brotli
        || !long
        || response.headers().contains_key(header::CONTENT_ENCODING)
        || !Pages.should_compress(&response)
    {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let page = bytes.clone();
    let Ok(Some(packed)) = heavy::run(move || pack(&page, PAGE_QUALITY)).await else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    parts.headers.append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    Response::from_parts(parts, Body::from(packed))
}

pub(super) fn pack(bytes: &[u8], quality: i32) -> Option<Bytes> {
    let params = BrotliEncoderParams { quality, size_hint: bytes.len(), ..Default::default() };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut Cursor::new(bytes), &mut packed, &params).ok()?;
    Some(packed.into())
}

/// What is compressed: HTML of some length.
#[derive(Clone, Copy, Debug)]
pub struct Pages;

impl Predicate for Pages {
    fn should_compress<B: HttpBody>(&self, response: &axum::http::Response<B>) -> bool {
        let kind = response.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
        kind.is_some_and(|kind| kind.starts_with("text/html"))
            && response.body().size_hint().lower() > SHORT
            && response.extensions().get::<Bare>().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brotli_is_taken_where_it_is_named_and_not_refused() {
        let takes = |text| {
            takes_brotli(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(text))]))
        };
        for yes in ["br", "gzip, deflate, br, zstd", "gzip;q=0.5,br;q=0.1", "br; q=1"] {
            assert!(takes(yes), "{yes}");
        }
        for no in ["", "gzip", "brotli", "br;q=0", "br; q=0.0", "br;q=x", "*"] {
            assert!(!takes(no), "{no}");
        }
    }
}

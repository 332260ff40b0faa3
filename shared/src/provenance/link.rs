//! A signed document in a link, for a QR code: `<site>/verify#<base64url of the deflated document>`.
//!
//! A browser never sends what follows `#` to a server. The document is deflated without a header (RFC 1951) and written in
//! unpadded base64url (RFC 4648). A zlib header (RFC 1950) is read as well.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{decompress_to_vec_with_limit, decompress_to_vec_zlib_with_limit};

/// The largest document that a link may hold, in bytes.
const MOST: usize = 1024 * 1024;

/// The link that shows `document` on the page `/verify` of `site`, an address without a slash at its end.
pub fn write(site: &str, document: &[u8]) -> String {
    format!("{site}/verify#{}", URL_SAFE_NO_PAD.encode(compress_to_vec(document, 10)))
}

/// A text that looks like a link and cannot be read: it was cut short or changed, or its document is larger than 1 MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenLink;

/// The document in a link, or in the part of a link after its `#`; `None` for any other text.
///
/// # Errors
/// [`BrokenLink`].
pub fn read(text: &str) -> Option<Result<Vec<u8>, BrokenLink>> {
    let text = text.trim();
    let packed = match text.split_once("/verify#") {
        Some((site, packed))
            if site.is_empty() || site.contains("://") && !site.contains(char::is_whitespace) =>
        {
            packed
        }
        Some(_) => return None,
        None => text.strip_prefix('#').unwrap_or(text),
    };
    let is_code = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'_';
    if packed.len() < 16 || !packed.bytes().all(is_code) {
        return None;
    }
    let Ok(bytes) = URL_SAFE_NO_PAD.decode(packed) else { return Some(Err(BrokenLink)) };
    let unfolded = decompress_to_vec_with_limit(&bytes, MOST)
        .or_else(|_| decompress_to_vec_zlib_with_limit(&bytes, MOST));
    Some(unfolded.map_err(|_| BrokenLink))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_comes_back_out_of_its_link() {
        let document = br#"{"payload":{},"signature":{"alg":"Ed25519"}}"#;
        let link = write("https://portal.example", document);
        assert!(link.starts_with("https://portal.example/verify#"), "{link}");
        let fragment = link.split_once('#').unwrap().1;
        for text in [link.as_str(), fragment, &format!("#{fragment}\n"), &format!("/verify#{fragment}")] {
            assert_eq!(read(text).unwrap().unwrap(), document, "{text}");
        }
        // As Python's zlib.compress writes it.
        let zlib = URL_SAFE_NO_PAD.encode(miniz_oxide::deflate::compress_to_vec_zlib(document, 9));
        assert_eq!(read(&zlib).unwrap().unwrap(), document);
    }

    #[test]
    fn other_texts_are_not_links() {
        for text in [
            "",
            "hello",
            "{\"payload\":{}}",
            "two words/verify#AAAAAAAAAAAAAAAAAAAA",
            "see https://a.example/",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_link_cut_short_is_broken() {
        let link = write("https://portal.example", &b"a document of some length, deflated".repeat(3));
        let cut = link.get(..link.len() - 9).unwrap();
        assert_eq!(read(cut), Some(Err(BrokenLink)));
    }

    #[test]
    fn a_link_that_would_fill_the_memory_is_refused() {
        let bomb = URL_SAFE_NO_PAD.encode(compress_to_vec(&vec![0; MOST + 1], 9));
        assert!(bomb.len() < 10_000, "{}", bomb.len());
        assert!(read(&bomb).unwrap().is_err());
    }
}

//! A signed document in a link, for a QR code: `<site>/verify#<base64url of the deflated document>`.
//!
//! What follows `#` never reaches a server. The document is deflated as RFC 1951 says, without a header, and written in the
//! unpadded base64url of RFC 4648; a zlib header (RFC 1950) is read as well.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{decompress_to_vec_with_limit, decompress_to_vec_zlib_with_limit};

/// The largest document that a link may unfold to, in bytes.
const MOST: usize = 1024 * 1024;

/// The link that shows `document` on the page `/verify` of `site`, an address without a slash at its end.
#[must_use]
pub fn write(site: &str, document: &[u8]) -> String {
    format!("{site}/verify#{}", URL_SAFE_NO_PAD.encode(compress_to_vec(document, 10)))
}

/// The document in a link, or in what follows the link's `#`; `None` for a text that is no such link.
///
/// # Errors
/// A sentence, where it looks like one and cannot be read: cut short, or larger than 1 MiB.
#[must_use]
pub fn read(text: &str) -> Option<Result<Vec<u8>, String>> {
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
    let cut = || "The link is not whole: it was cut short, or a character of it was changed.".to_owned();
    let Ok(bytes) = URL_SAFE_NO_PAD.decode(packed) else { return Some(Err(cut())) };
    let unfolded = decompress_to_vec_with_limit(&bytes, MOST)
        .or_else(|_| decompress_to_vec_zlib_with_limit(&bytes, MOST));
    Some(unfolded.map_err(|_| cut()))
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
    fn what_is_no_link_is_none() {
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
    fn a_link_cut_short_says_so() {
        let link = write("https://portal.example", &b"a document of some length, deflated".repeat(3));
        let cut = link.get(..link.len() - 9).unwrap();
        assert!(read(cut).unwrap().unwrap_err().contains("cut short"));
    }

    #[test]
    fn a_link_that_would_fill_the_memory_is_refused() {
        let bomb = URL_SAFE_NO_PAD.encode(compress_to_vec(&vec![0; MOST + 1], 9));
        assert!(bomb.len() < 10_000, "{}", bomb.len());
        assert!(read(&bomb).unwrap().is_err());
    }
}

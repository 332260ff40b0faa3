//! How numbers, hashes and bytes are written in lines. One thing has one spelling, or two readers could disagree.

use crate::malformed::Malformed;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

pub(crate) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Standard Base 64 with padding; `None` for any other spelling of the same bytes.
pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}

/// A decimal without sign and leading zeros, up to 2^63−1: what every reader of the formats can hold.
pub(crate) fn decimal(text: &str) -> Option<u64> {
    let plain = text == "0" || !text.starts_with('0');
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|number| i64::try_from(*number).is_ok());
    number.filter(|_| plain && digits)
}

/// What stands before the first empty line, without its last newline, and what stands after.
pub(crate) fn before_empty_line(text: &str) -> Result<(&str, &str), Malformed> {
    text.split_once("\n\n").ok_or(Malformed::EmptyLine)
}

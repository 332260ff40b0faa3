//! Hex, and a fast hash for what nobody forges. SHA-256 has its own crate.

/// Bytes as lower-case hex.
pub fn hex(bytes: &[u8]) -> String {
    let digits = b"0123456789abcdef";
    let halves = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    halves.map(|half| char::from(digits[usize::from(half)])).collect()
}

/// The bytes of lower-case hex; `None` for anything else, and for another number of bytes.
pub fn from_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digit = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    let bytes: Option<Vec<u8>> =
        pairs.iter().map(|[high, low]| Some((digit(*high)? << 4) | digit(*low)?)).collect();
    bytes?.try_into().ok()
}

/// FNV-1a, 64 bits: the same everywhere and in every version, unlike the standard library's hasher.
pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_is_read_as_it_is_written() {
        let bytes = [0, 9, 10, 255];
        assert_eq!(from_hex(&hex(&bytes)), Some(bytes));
        for wrong in ["", "00090af", "00090a", "00090AFF", "00090aff00", "00090afg", "+0090aff"] {
            assert_eq!(from_hex::<4>(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_test_vectors_of_the_hash_hold() {
        assert_eq!(fnv1a(*b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hex(&fnv1a(*b"foobar").to_be_bytes()), "85944171f73967e8");
    }
}

//! The salt of the digest in a judge's record.

use crate::audit::{from_hex, hex};
use std::fmt;

/// Sixteen random bytes for each judge of an event. Somebody who knows them and the record can find the scores by trying, so
/// only the judge's own answer and the bundle carry them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RecordSalt([u8; 16]);

impl RecordSalt {
    /// The salt with these bytes; `None` unless there are sixteen.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// Reads 32 lowercase hex digits.
    pub fn parse(text: &str) -> Option<Self> {
        from_hex(text).map(Self)
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// Writes 32 lowercase hex digits.
    pub fn to_hex(&self) -> String {
        hex(&self.0)
    }
}

impl fmt::Debug for RecordSalt {
    // A salt in a log would undo its purpose.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecordSalt")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let salt = RecordSalt::from_bytes(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255]).unwrap();
        assert_eq!(salt.to_hex(), "000102030405060708090a0b0c0d0eff");
        assert_eq!(RecordSalt::parse(&salt.to_hex()), Some(salt));
        for wrong in ["", "00", "+00102030405060708090a0b0c0d0eff", "000102030405060708090A0B0C0D0EFF"] {
            assert_eq!(RecordSalt::parse(wrong), None, "{wrong}");
        }
        assert_eq!(RecordSalt::from_bytes(&[0; 15]), None);
    }
}

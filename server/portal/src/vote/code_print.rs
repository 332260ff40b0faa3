//! How a voting code is stored: by a print that follows from the code and the portal's signing key, which is in no table. A code
//! has 50 bits, since people type it. Under a plain hash, somebody with a copy of the table could find codes by trying.

use crate::prelude::*;
use crate::records::signer::Signer;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The print under which a new code is stored.
pub(super) fn print(signer: &Signer, code: &str) -> Vec<u8> {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&signer.derived(b"evenhand voting codes")) else {
        return Vec::new();
    };
    mac.update(code.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

/// A code as somebody typed it; case, blanks and hyphens make no difference.
#[derive(Clone, Debug)]
pub struct TypedCode(Vec<Vec<u8>>);

impl TypedCode {
    /// Reads what was typed.
    pub fn read(signer: &Signer, typed: &str) -> Self {
        let prints = |code: String| vec![print(signer, &code), secrets::hash(&code)];
        Self(shared::ballot::read_code(typed).map(prints).unwrap_or_default())
    }

    /// Under which prints the code may be stored, the newest kind first; older versions stored its SHA-256. None where what was
    /// typed is no code.
    pub(super) fn prints(&self) -> &[Vec<u8>] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::secret::Secret;

    #[test]
    fn a_print_needs_the_key_and_is_found_however_the_code_is_typed() {
        let signer = |byte| Signer::of(Secret::from_bytes([byte; 32]), "https://portal.example");
        let code = secrets::voting_code().unwrap();
        let stored = print(&signer(7), &code);
        assert_eq!(stored.len(), 32);
        let typed = TypedCode::read(&signer(7), &format!(" {} ", code.to_lowercase()));
        assert_eq!(typed.prints(), [stored.clone(), secrets::hash(&code)]);
        assert!(!TypedCode::read(&signer(8), &code).prints().contains(&stored));
        assert!(TypedCode::read(&signer(7), "no code").prints().is_empty());
    }
}

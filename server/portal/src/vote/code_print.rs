//! How a voting code is stored: by a print that follows from the code and the portal's signing key, which is in no table. A code
//! has 50 bits, since people type it. Under a plain hash, somebody with a copy of the table could find codes by trying.

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

/// The print of a code as somebody typed it; case, blanks and hyphens make no difference. None where what was typed is no code.
#[derive(Clone, Debug)]
pub struct TypedCode(pub(super) Option<Vec<u8>>);

impl TypedCode {
    /// Reads what was typed.
    pub fn read(signer: &Signer, typed: &str) -> Self {
        Self(shared::ballot::read_code(typed).map(|code| print(signer, &code)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::secret::Secret;
    use crate::secrets;

    #[test]
    fn a_print_needs_the_key_and_is_found_however_the_code_is_typed() {
        let signer = |byte| Signer::of(Secret::from_bytes([byte; 32]), "https://portal.example");
        let code = secrets::voting_code().unwrap();
        let stored = print(&signer(7), &code);
        assert_eq!(stored.len(), 32);
        let typed = TypedCode::read(&signer(7), &format!(" {} ", code.to_lowercase()));
        assert_eq!(typed.0, Some(stored.clone()));
        assert_ne!(TypedCode::read(&signer(8), &code).0, Some(stored));
        assert_eq!(TypedCode::read(&signer(7), "no code").0, None);
    }
}

//! Passwords: argon2id with the library's recommended cost (19 MiB, two passes).

use crate::failure::{Failure, Outcome};
use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use base64::Engine;

/// A hash in PHC form; slow on purpose, so it belongs on a blocking thread.
///
/// # Errors
/// Broken, where the machine has no randomness.
pub fn hash(password: &str) -> Outcome<String> {
    let mut salt = [0_u8; 16];
    getrandom::fill(&mut salt).map_err(Failure::broken)?;
    let salt = base64::engine::general_purpose::STANDARD_NO_PAD.encode(salt);
    let salt = SaltString::from_b64(&salt).map_err(Failure::broken)?;
    let hash = Argon2::default().hash_password(password.as_bytes(), &salt).map_err(Failure::broken)?;
    Ok(hash.to_string())
}

/// Whether the password fits the stored hash. Without a hash the same work is done for nothing, so that
/// the time of the answer does not tell which addresses have an account.
#[must_use]
pub fn fits(password: &str, stored: Option<&str>) -> bool {
    const NOBODY: &str =
        "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$4NyL0QlLVAVnFDiEVnVKOy4cvUgVYYOCXlzpDvZHdW0";
    let verified = PasswordHash::new(stored.unwrap_or(NOBODY))
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
    verified && stored.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_fits_its_own_hash_only() {
        let stored = hash("correct horse").unwrap();
        assert!(fits("correct horse", Some(&stored)));
        assert!(!fits("correct hors", Some(&stored)));
        assert!(!fits("", None));
    }
}

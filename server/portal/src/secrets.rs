//! Random identifiers and their hashes. Only hashes are stored; of voting codes, prints under a key.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{KeyInit, Mac};
use sha2::{Digest, Sha256};
use store::failure::{Failure, Outcome};
use subtle::ConstantTimeEq;

/// What every token begins with; 43 random characters follow.
pub const TOKEN_PREFIX: &str = "evh_";

/// 256 random bits as 43 characters of base64url.
/// Errors: broken, where the machine has no randomness.
pub fn random() -> Outcome<String> {
    Ok(URL_SAFE_NO_PAD.encode(seed()?))
}

/// 256 random bits.
/// Errors: broken, where the machine has no randomness.
pub fn seed() -> Outcome<[u8; 32]> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(Failure::broken)?;
    Ok(bytes)
}

/// 128 random bits, the salt of what could be guessed from its digest.
/// Errors: broken, where the machine has no randomness.
pub fn salt() -> Outcome<[u8; 16]> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(Failure::broken)?;
    Ok(bytes)
}

/// 64 random bits as hex, for what must differ and be hard to foresee but is no secret.
/// Errors: broken, where the machine has no randomness.
pub fn nonce() -> Outcome<String> {
    let mut bytes = [0_u8; 8];
    getrandom::fill(&mut bytes).map_err(Failure::broken)?;
    Ok(format!("{:016x}", u64::from_be_bytes(bytes)))
}

/// A voting code: 50 random bits as ten characters that can be read off paper.
/// Errors: broken, where the machine has no randomness.
pub fn voting_code() -> Outcome<String> {
    let mut bytes = [0_u8; 10];
    getrandom::fill(&mut bytes).map_err(Failure::broken)?;
    Ok(shared::ballot::code_of(bytes))
}

/// SHA-256 of an identifier, as it is stored.
pub fn hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}

/// The CSRF token of a session. It follows from the session's identifier, so it needs no place to be kept.
pub fn csrf_token(session_id: &str) -> String {
    derived(session_id, "evenhand csrf")
}

/// Another secret that follows from one, for one purpose: HMAC-SHA256 (RFC 2104) keyed by it, as 43 characters of base64url. It
/// tells nothing about the first.
pub fn derived(secret: &str, purpose: &str) -> String {
    let Ok(mut mac) = hmac::Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
        return String::new();
    };
    mac.update(purpose.as_bytes());
    URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
}

/// Equality in constant time; an empty text equals nothing.
pub fn same(a: &str, b: &str) -> bool {
    !a.is_empty() && bool::from(a.as_bytes().ct_eq(b.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_43_characters_and_differ() {
        let (a, b) = (random().unwrap(), random().unwrap());
        assert_eq!((a.len(), b.len()), (43, 43));
        assert_ne!(a, b);
    }

    #[test]
    fn the_csrf_token_follows_from_the_session_alone() {
        assert!(same(&csrf_token("a"), &csrf_token("a")));
        assert!(!same(&csrf_token("a"), &csrf_token("b")));
        assert!(!same("", ""));
    }
}

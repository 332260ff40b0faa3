//! Passwords: argon2id with the library's recommended cost (19 MiB, two passes).

use crate::prelude::*;
use argon2::password_hash::{Output, ParamsString, PasswordHash, SaltString};
use argon2::{ARGON2ID_IDENT, Algorithm, Argon2, Block, Params, Version};
use base64::Engine;

/// The memory that a hash is computed in. A caller that keeps it for the next hash saves the allocation: freed blocks of
/// this size stay with the allocator, and the process grew to more than 1 GB.
#[derive(Default)]
pub struct Memory(Vec<Block>);

impl Memory {
    fn of(&mut self, params: &Params) -> &mut [Block] {
        let blocks = params.block_count();
        if self.0.len() < blocks {
            self.0.resize(blocks, Block::new());
        }
        self.0.get_mut(..blocks).unwrap_or_default()
    }
}

/// A hash in PHC form, computed in memory of its own.
/// Errors: broken, where the machine has no randomness.
pub fn hash(password: &str) -> Outcome<String> {
    hash_in(&mut Memory::default(), password)
}

/// A hash in PHC form. It is slow on purpose, so a server computes it on the threads of
/// [`Hasher`](super::hasher::Hasher).
/// Errors: broken, where the machine has no randomness.
pub fn hash_in(memory: &mut Memory, password: &str) -> Outcome<String> {
    let mut salt = [0_u8; 16];
    getrandom::fill(&mut salt).map_err(Failure::broken)?;
    let encoded = base64::engine::general_purpose::STANDARD_NO_PAD.encode(salt);
    let encoded = SaltString::from_b64(&encoded).map_err(Failure::broken)?;
    let params = Params::default();
    let hash = PasswordHash {
        algorithm: ARGON2ID_IDENT,
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params).map_err(Failure::broken)?,
        salt: Some(encoded.as_salt()),
        hash: Some(compute(memory, params, password, &salt).map_err(Failure::broken)?),
    };
    Ok(hash.to_string())
}

/// Whether the password fits the stored hash. Without a hash the same work is done for nothing, so that
/// the time of the answer does not tell which addresses have an account.
pub fn fits_in(memory: &mut Memory, password: &str, stored: Option<&str>) -> bool {
    const NOBODY: &str =
        "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$4NyL0QlLVAVnFDiEVnVKOy4cvUgVYYOCXlzpDvZHdW0";
    verify(memory, password, stored.unwrap_or(NOBODY)).unwrap_or(false) && stored.is_some()
}

/// Whether the password fits; none for a text that is no hash of ours.
fn verify(memory: &mut Memory, password: &str, stored: &str) -> Option<bool> {
    let stored = PasswordHash::new(stored).ok()?;
    let ours = stored.algorithm == ARGON2ID_IDENT && stored.version == Some(Version::V0x13.into());
    let params = Params::try_from(&stored).ok().filter(|_| ours)?;
    let mut bytes = [0_u8; 64];
    let salt = stored.salt?.decode_b64(&mut bytes).ok()?;
    let computed = compute(memory, params, password, salt).ok()?;
    // The comparison of two outputs takes the same time wherever they differ.
    Some(stored.hash? == computed)
}

fn compute(
    memory: &mut Memory,
    params: Params,
    password: &str,
    salt: &[u8],
) -> argon2::password_hash::Result<Output> {
    let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
    let memory = memory.of(&params);
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    Output::init_with(length, |out| {
        Ok(argon2.hash_password_into_with_memory(password.as_bytes(), salt, out, memory)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::password_hash::PasswordVerifier;

    #[test]
    fn a_password_fits_its_own_hash_only() {
        let mut memory = Memory::default();
        let stored = hash_in(&mut memory, "correct horse").unwrap();
        assert!(fits_in(&mut memory, "correct horse", Some(&stored)));
        assert!(!fits_in(&mut memory, "correct hors", Some(&stored)));
        assert!(!fits_in(&mut memory, "", None));
        assert!(!fits_in(&mut memory, "correct horse", Some("no hash")));
    }

    #[test]
    fn the_library_reads_our_hashes_and_we_read_its() {
        let mut memory = Memory::default();
        let ours = hash_in(&mut memory, "correct horse").unwrap();
        assert!(ours.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{ours}");
        let read = PasswordHash::new(&ours).unwrap();
        assert!(Argon2::default().verify_password(b"correct horse", &read).is_ok());
        // Made by the library's own function, with less memory than ours.
        let small = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(64, 1, 1, None).unwrap());
        let salt = SaltString::from_b64("AAAAAAAAAAAAAAAAAAAAAA").unwrap();
        let theirs =
            argon2::PasswordHasher::hash_password(&small, b"correct horse", &salt).unwrap().to_string();
        assert!(fits_in(&mut memory, "correct horse", Some(&theirs)));
        assert!(!fits_in(&mut memory, "correct hors", Some(&theirs)));
    }
}

//! Signing, with the key that is the portal's current one.

use super::secret::{self, Secret};
use crate::prelude::*;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::Sha256;
use shared::provenance::{Payload, sign, sign_credential};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use store::signing_key;

/// What signs: the private key, and the address that documents name as their issuer.
#[derive(Clone, Debug)]
pub struct Signer {
    issuer: Arc<str>,
    /// Whether the issuer is the address by which others reach this portal.
    is_reachable: bool,
    secret: Arc<Mutex<Secret>>,
    /// Keys that were replaced while this process runs. They open what they sealed, and do nothing else.
    earlier: Arc<Mutex<Vec<Secret>>>,
    /// The data folder; none where the key came by a setting.
    folder: Option<PathBuf>,
}

impl Signer {
    /// The key of the setting, else of the data folder, else a new one that is kept there.
    /// Errors: a key that is none, or a folder that cannot be written to.
    pub fn open(setting: Option<&str>, data_dir: &Path, issuer: &str) -> Outcome<Self> {
        if let Some(text) = setting {
            return Ok(Self::new(Secret::read(text)?, None, issuer));
        }
        std::fs::create_dir_all(data_dir).map_err(Failure::broken)?;
        let path = secret::file(data_dir);
        if secret::load(&path)?.is_none() {
            secret::keep(&path, &Secret::new()?)?;
        }
        let secret = secret::load(&path)?.ok_or_else(|| Failure::broken("the signing key is gone again"))?;
        Ok(Self::new(secret, Some(data_dir.to_owned()), issuer))
    }

    /// A key that is known, kept nowhere.
    pub fn of(secret: Secret, issuer: &str) -> Self {
        Self::new(secret, None, issuer)
    }

    fn new(secret: Secret, folder: Option<PathBuf>, issuer: &str) -> Self {
        let (secret, earlier) = (Arc::new(Mutex::new(secret)), Arc::default());
        Self { issuer: issuer.into(), is_reachable: true, secret, earlier, folder }
    }

    /// The same key without an address that documents could name: it signs nothing.
    #[must_use]
    pub fn without_address(self) -> Self {
        Self { is_reachable: false, ..self }
    }

    /// A secret of its own for a purpose, the same for every process that holds this key: HMAC-SHA256 keyed by the private
    /// half.
    pub fn derived(&self, purpose: &[u8]) -> [u8; 32] {
        derived(&self.secret(), purpose)
    }

    /// What only a process with this key can read, as base64url: ChaCha20-Poly1305 (RFC 8439) under a secret for this purpose, behind its
    /// random nonce. None where the machine has no randomness.
    pub fn seal(&self, purpose: &[u8], mut bytes: Vec<u8>) -> Option<String> {
        let mut nonce = [0; NONCE_LEN];
        getrandom::fill(&mut nonce).ok()?;
        let key = sealing_key(&self.secret(), purpose)?;
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut bytes).ok()?;
        Some(URL_SAFE_NO_PAD.encode([&nonce[..], &bytes[..]].concat()))
    }

    /// What was sealed for this purpose; none where neither this key sealed it nor one that it has replaced here.
    pub fn unseal(&self, purpose: &[u8], sealed: &str) -> Option<Vec<u8>> {
        let bytes = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let (nonce, sealed) = bytes.split_first_chunk()?;
        // The current key first: if it is replaced meanwhile, it is among the earlier ones, too. The other way round it could be in neither.
        let current = self.secret();
        let earlier = self.earlier.lock().unwrap_or_else(PoisonError::into_inner).clone();
        std::iter::once(current).chain(earlier).find_map(|secret| {
            let (nonce, mut sealed) = (Nonce::assume_unique_for_key(*nonce), sealed.to_vec());
            let key = sealing_key(&secret, purpose)?;
            let opened = key.open_in_place(nonce, Aad::empty(), &mut sealed).ok()?;
            Some(opened.to_vec())
        })
    }

    /// The address that documents name.
    pub fn issuer(&self) -> String {
        self.issuer.to_string()
    }

    fn secret(&self) -> Secret {
        self.secret.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes the key that replaced this one.
    fn replace(&self, next: &Secret) {
        let mut secret = self.secret.lock().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *secret, next.clone());
        self.earlier.lock().unwrap_or_else(PoisonError::into_inner).push(before);
    }

    /// Makes the public half known: as the current key, where there is none yet. False where there was one.
    pub async fn register(&self, conn: &mut Conn) -> Outcome<bool> {
        signing_key::insert_first(conn, &self.secret().public()).await
    }

    /// The name of the key that this process holds.
    pub fn kid(&self) -> String {
        self.secret().kid()
    }

    /// Where its key is kept.
    pub fn place(&self) -> KeyLocation {
        if self.folder.is_some() { KeyLocation::Folder } else { KeyLocation::Setting }
    }

    /// The name of the key that this process holds, and whether it is the current one.
    /// Errors: a lost database; a key's file that cannot be read.
    pub async fn standing(&self, conn: &mut Conn) -> Outcome<(String, bool)> {
        let current = self.current(conn).await?;
        Ok((self.secret().kid(), current.is_some()))
    }

    /// The private half of the current key, where this process has it.
    async fn current(&self, conn: &mut Conn) -> Outcome<Option<Secret>> {
        let current = signing_key::current(conn).await?;
        let mut secret = self.secret();
        if current.as_deref() != Some(&secret.kid())
            && let Some(folder) = &self.folder
        {
            // Somebody rotated the key since this process started.
            for path in [secret::file(folder), secret::next_file(folder)] {
                if let Some(found) = secret::load(&path)?.filter(|s| current.as_deref() == Some(&s.kid())) {
                    self.replace(&found);
                    secret = found;
                }
            }
        }
        Ok(Some(secret).filter(|secret| current.as_deref() == Some(&secret.kid())))
    }

    /// The private half that signs.
    async fn signing(&self, conn: &mut Conn) -> Outcome<Secret> {
        require(self.is_reachable, Reason::AddressUnknown)?;
        self.current(conn).await?.ok_or_else(|| Reason::KeyNotCurrent.into())
    }

    /// Signs a payload.
    /// Errors: 409 where this process knows no public address, or its key is not the current one; broken, for a payload that JSON cannot
    /// hold.
    pub async fn sign(&self, conn: &mut Conn, payload: &Payload) -> Outcome<String> {
        sign(payload, self.signing(conn).await?.bytes()).map_err(Failure::broken)
    }

    /// Signs a credential for the verifiers of others.
    /// Errors: as [`Self::sign`].
    pub async fn sign_credential(&self, conn: &mut Conn, credential: &Value) -> Outcome<String> {
        sign_credential(&self.issuer, credential, self.signing(conn).await?.bytes()).map_err(Failure::broken)
    }
}

/// HMAC-SHA256 of a purpose, keyed by a private half.
fn derived(secret: &Secret, purpose: &[u8]) -> [u8; 32] {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.bytes()) else { return [0; 32] };
    mac.update(purpose);
    mac.finalize().into_bytes().into()
}

fn sealing_key(secret: &Secret, purpose: &[u8]) -> Option<LessSafeKey> {
    UnboundKey::new(&CHACHA20_POLY1305, &derived(secret, purpose)).ok().map(LessSafeKey::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_before_a_rotation_opens_after_it() {
        let signer = |byte| Signer::of(Secret::from_bytes([byte; 32]), "https://portal.example");
        let running = signer(7);
        let sealed = running.seal(b"forms", b"typed".to_vec()).unwrap();
        running.replace(&Secret::from_bytes([8; 32]));
        assert_eq!(running.unseal(b"forms", &sealed), Some(b"typed".to_vec()));
        assert_eq!(running.unseal(b"others", &sealed), None);
        // The new key seals from then on, so that a process that starts later can open it.
        let newer = running.seal(b"forms", b"typed".to_vec()).unwrap();
        assert_eq!(signer(8).unseal(b"forms", &newer), Some(b"typed".to_vec()));
        assert_eq!(signer(7).unseal(b"forms", &newer), None);
    }
}

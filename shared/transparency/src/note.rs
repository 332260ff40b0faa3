//! Texts that several keys sign: [signed-note](https://c2sp.org/signed-note).

use crate::cosignature;
use crate::encoding::{base64, from_base64};
use crate::ensure;
use crate::malformed::Malformed;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use sha2::{Digest, Sha256};
use std::fmt;

/// A reader must take 16 signatures, and must not work without end.
const MOST_SIGNATURES: usize = 100;

/// What a key signs with, by its byte in key ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyType {
    /// `0x01`: Ed25519 over the note's text.
    Note,
    /// `0x04`: Ed25519 over a time and the text of a checkpoint, by a witness.
    Cosignature,
}

impl KeyType {
    fn byte(self) -> u8 {
        match self {
            Self::Note => 1,
            Self::Cosignature => 4,
        }
    }
}

/// A public key with its name, written as a *vkey*: `name+id+key`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifierKey {
    name: String,
    kind: KeyType,
    key: VerifyingKey,
}

impl VerifierKey {
    /// A key by its 32 bytes.
    ///
    /// # Errors
    /// A name that no key may have, or bytes that are no key or one under which anybody can sign.
    pub fn new(name: &str, kind: KeyType, bytes: &[u8; 32]) -> Result<Self, Malformed> {
        ensure(is_key_name(name), Malformed::KeyName)?;
        let key = VerifyingKey::from_bytes(bytes).map_err(|_| Malformed::UnsafeKey)?;
        // Another spelling of a point would be another key with the same signatures.
        ensure(!key.is_weak() && key.to_edwards().compress().as_bytes() == bytes, Malformed::UnsafeKey)?;
        Ok(Self { name: name.to_owned(), kind, key })
    }

    /// Reads a vkey.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        let mut parts = text.splitn(3, '+');
        let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(Malformed::VerifierKey);
        };
        let key = from_base64(key).ok_or(Malformed::VerifierKey)?;
        let (kind, key) = match key.split_first() {
            Some((1, key)) => (KeyType::Note, key),
            Some((4, key)) => (KeyType::Cosignature, key),
            _ => return Err(Malformed::KeyType),
        };
        let key = Self::new(name, kind, key.try_into().map_err(|_| Malformed::VerifierKey)?)?;
        ensure(format!("{:08x}", key.id()) == id, Malformed::KeyId)?;
        Ok(key)
    }

    /// The key's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it signs with.
    #[must_use]
    pub fn kind(&self) -> KeyType {
        self.kind
    }

    /// The 32 bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 32] {
        self.key.as_bytes()
    }

    /// The key id: the first four bytes of SHA-256 over name, newline, type and key.
    #[must_use]
    pub fn id(&self) -> u32 {
        let hash = Sha256::new()
            .chain_update(&self.name)
            .chain_update([b'\n', self.kind.byte()])
            .chain_update(self.key.as_bytes())
            .finalize();
        hash.iter().take(4).fold(0, |id, byte| id << 8 | u32::from(*byte))
    }

    /// Whether a line names this key.
    #[must_use]
    pub fn made(&self, line: &SignatureLine) -> bool {
        line.name == self.name && line.key_id == self.id()
    }

    /// Checks 64 bytes of a signature strictly: one spelling, no small-order point.
    fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        let signature = Signature::from_slice(signature).ok();
        signature.is_some_and(|signature| self.key.verify_strict(message, &signature).is_ok())
    }
}

impl fmt::Display for VerifierKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut key = vec![self.kind.byte()];
        key.extend(self.key.as_bytes());
        write!(f, "{}+{:08x}+{}", self.name, self.id(), base64(&key))
    }
}

/// A private key with its name.
pub struct NoteSigner {
    key: VerifierKey,
    secret: SigningKey,
}

impl NoteSigner {
    /// A key by the 32 bytes of its seed.
    ///
    /// # Errors
    /// A name that no key may have.
    pub fn new(name: &str, kind: KeyType, seed: &[u8; 32]) -> Result<Self, Malformed> {
        let secret = SigningKey::from_bytes(seed);
        let key = VerifierKey::new(name, kind, secret.verifying_key().as_bytes())?;
        Ok(Self { key, secret })
    }

    /// The public key.
    #[must_use]
    pub fn key(&self) -> &VerifierKey {
        &self.key
    }

    /// Signs a text with a key of the type `Note`.
    ///
    /// # Errors
    /// A key of another type.
    pub fn sign(&self, text: &str) -> Result<SignatureLine, Malformed> {
        ensure(self.key.kind == KeyType::Note, Malformed::KeyType)?;
        Ok(self.line(self.signature(text.as_bytes()).to_vec()))
    }

    /// Signs the text of a checkpoint at a time, in seconds since 1970, with a key of the type `Cosignature`.
    ///
    /// # Errors
    /// A key of another type, or a time that no cosignature may have: 0, or above 2^63−1.
    pub fn cosign(&self, text: &str, time: u64) -> Result<SignatureLine, Malformed> {
        ensure(self.key.kind == KeyType::Cosignature, Malformed::KeyType)?;
        ensure(cosignature::may_be_signed(time), Malformed::Time)?;
        let signature = self.signature(cosignature::message(text, time).as_bytes());
        Ok(self.line(cosignature::join(time, &signature)))
    }

    fn signature(&self, message: &[u8]) -> [u8; 64] {
        self.secret.sign(message).to_bytes()
    }

    fn line(&self, signature: Vec<u8>) -> SignatureLine {
        SignatureLine { name: self.key.name.clone(), key_id: self.key.id(), signature }
    }
}

impl fmt::Debug for NoteSigner {
    // A secret in a log would be none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NoteSigner({})", self.key)
    }
}

/// A line under a note, whether or not it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureLine {
    /// The key's name.
    pub name: String,
    /// The key's id.
    pub key_id: u32,
    /// What the key signed, in the form of its type.
    pub signature: Vec<u8>,
}

impl SignatureLine {
    /// Reads a line without its newline.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(line: &str) -> Result<Self, Malformed> {
        let parts = line.strip_prefix("— ").and_then(|rest| rest.split_once(' '));
        let (name, bytes) = parts.ok_or(Malformed::SignatureLine)?;
        ensure(is_key_name(name), Malformed::KeyName)?;
        let bytes = from_base64(bytes).ok_or(Malformed::SignatureLine)?;
        match bytes.split_first_chunk::<4>() {
            Some((id, signature)) if !signature.is_empty() => Ok(Self {
                name: name.to_owned(),
                key_id: u32::from_be_bytes(*id),
                signature: signature.to_vec(),
            }),
            _ => Err(Malformed::SignatureLine),
        }
    }

    /// Reads lines, each with its newline.
    ///
    /// # Errors
    /// What is wrong with them: none, too many, or the first that is no such line.
    pub fn parse_all(lines: &str) -> Result<Vec<Self>, Malformed> {
        let lines = lines.strip_suffix('\n').ok_or(Malformed::NoSignature)?;
        ensure(lines.split('\n').count() <= MOST_SIGNATURES, Malformed::TooManySignatures)?;
        lines.split('\n').map(Self::parse).collect()
    }
}

impl fmt::Display for SignatureLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = self.key_id.to_be_bytes().to_vec();
        bytes.extend(&self.signature);
        writeln!(f, "— {} {}", self.name, base64(&bytes))
    }
}

/// A text and the lines under it. Nothing in it counts before [`SignedNote::check`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedNote {
    /// The text, with its last newline.
    pub text: String,
    /// Who signed it, as the lines say.
    pub signatures: Vec<SignatureLine>,
}

impl SignedNote {
    /// Reads a note.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(bytes: &[u8]) -> Result<Self, Malformed> {
        let note = std::str::from_utf8(bytes).map_err(|_| Malformed::NotUtf8)?;
        ensure(!note.bytes().any(|byte| byte < b' ' && byte != b'\n'), Malformed::ControlCharacter)?;
        let end = note.rfind("\n\n").ok_or(Malformed::EmptyLine)?;
        let (text, lines) = note.split_at(end + 1);
        let lines = lines.strip_prefix('\n').unwrap_or_default();
        Ok(Self { text: text.to_owned(), signatures: SignatureLine::parse_all(lines)? })
    }

    /// Whether `key` signed the text: at what time, where its type says so. Unknown keys' lines are passed over.
    ///
    /// # Errors
    /// No line of this key, or a line of it that does not hold; then the whole note must be refused.
    pub fn check(&self, key: &VerifierKey) -> Result<Option<u64>, SignatureFault> {
        let mut lines = self.signatures.iter().filter(|line| key.made(line)).peekable();
        lines.peek().ok_or(SignatureFault::Missing)?;
        let times = lines.map(|line| self.time_of(key, line)).collect::<Result<Vec<_>, _>>()?;
        Ok(times.into_iter().max().flatten())
    }

    fn time_of(&self, key: &VerifierKey, line: &SignatureLine) -> Result<Option<u64>, SignatureFault> {
        match key.kind {
            KeyType::Note if key.verifies(self.text.as_bytes(), &line.signature) => Ok(None),
            KeyType::Note => Err(SignatureFault::Wrong),
            KeyType::Cosignature => {
                let (time, signature) = cosignature::part(&line.signature).ok_or(SignatureFault::Wrong)?;
                let holds = key.verifies(cosignature::message(&self.text, time).as_bytes(), signature);
                if holds { Ok(Some(time)) } else { Err(SignatureFault::Wrong) }
            }
        }
    }
}

impl fmt::Display for SignedNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.text)?;
        self.signatures.iter().try_for_each(|line| line.fmt(f))
    }
}

/// Why a note does not count as signed by a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureFault {
    /// No line names the key.
    Missing,
    /// A line names the key, and does not hold.
    Wrong,
}

impl fmt::Display for SignatureFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "The key has not signed this note.",
            Self::Wrong => "A signature of the key does not hold.",
        })
    }
}

impl std::error::Error for SignatureFault {}

/// Whether a key may have this name: not empty, no Unicode space, no plus sign, and nothing that a note may not hold.
fn is_key_name(name: &str) -> bool {
    !name.is_empty() && !name.chars().any(|c| c.is_whitespace() || c == '+' || c < ' ')
}

//! What a witness signs: that, at a time, a checkpoint was the longest that it saw of a log, and every earlier one begins it.
//! [tlog-cosignature](https://c2sp.org/tlog-cosignature), `cosignature/v1`.

use crate::malformed::Malformed;
use crate::note::{KeyType, NoteSigner, SignatureFault, SignatureLine, VerifierKey};

/// Signs the text of a checkpoint at a time, in seconds since 1970.
///
/// # Errors
/// A key that is no witness's, or a time that no cosignature may have: 0, or above 2^63−1.
pub fn cosign(text: &str, time: u64, witness: &NoteSigner) -> Result<SignatureLine, Malformed> {
    if witness.key().kind() != KeyType::Cosignature || time == 0 || i64::try_from(time).is_err() {
        return Err(Malformed::KeyType);
    }
    let mut signature = time.to_be_bytes().to_vec();
    signature.extend(witness.signature(message(text, time).as_bytes()));
    Ok(witness.line(signature))
}

/// When the witness signed this text.
pub(crate) fn time(text: &str, line: &SignatureLine, witness: &VerifierKey) -> Result<u64, SignatureFault> {
    let (time, signature) = line.signature.split_first_chunk::<8>().ok_or(SignatureFault::Wrong)?;
    let time = u64::from_be_bytes(*time);
    let holds = i64::try_from(time).is_ok() && witness.verifies(message(text, time).as_bytes(), signature);
    if holds { Ok(time) } else { Err(SignatureFault::Wrong) }
}

fn message(text: &str, time: u64) -> String {
    format!("cosignature/v1\ntime {time}\n{text}")
}

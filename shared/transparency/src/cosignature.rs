//! What a witness signs: that, at a time, a checkpoint was the longest that it saw of a log, and every earlier one begins it.
//! [tlog-cosignature](https://c2sp.org/tlog-cosignature), `cosignature/v1`. The time is in seconds since 1970.

/// Whether a cosignature may have this time: not 0, as for a witness's answer, and at most 2^63−1.
pub(crate) fn may_be_signed(time: u64) -> bool {
    time > 0 && i64::try_from(time).is_ok()
}

/// What the key signs for the text of a checkpoint.
pub(crate) fn message(text: &str, time: u64) -> String {
    format!("cosignature/v1\ntime {time}\n{text}")
}

/// The bytes under the note: eight of the time, then the signature.
pub(crate) fn join(time: u64, signature: &[u8; 64]) -> Vec<u8> {
    [time.to_be_bytes().as_slice(), signature].concat()
}

/// The time and the signature of such bytes.
pub(crate) fn part(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (time, signature) = bytes.split_first_chunk::<8>()?;
    let time = u64::from_be_bytes(*time);
    may_be_signed(time).then_some((time, signature))
}

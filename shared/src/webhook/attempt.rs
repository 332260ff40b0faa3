//! An attempt to deliver: how it can end, and when the next one follows.

use std::time::Duration;

/// Why an attempt got no answer, or not a whole one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptFault {
    /// The address is none that the portal sends to.
    Address,
    /// The name was not found.
    Name,
    /// The name leads into a private network.
    Private,
    /// No connection was made, or it was lost.
    Connection,
    /// The certificate does not hold, or no encryption was agreed on.
    Tls,
    /// It took longer than an attempt may.
    Timeout,
    /// What came back is not HTTP.
    Answer,
}

named! { AttemptFault, word, from_word:
    Address = "address", Name = "name", Private = "private", Connection = "connection", Tls = "tls",
    Timeout = "timeout", Answer = "answer",
}

/// The waits before the second attempt, the third, and so on: about three days in all.
const WAITS: [Duration; 9] = [
    Duration::from_secs(5),
    Duration::from_mins(5),
    Duration::from_mins(30),
    Duration::from_hours(2),
    Duration::from_hours(5),
    Duration::from_hours(10),
    Duration::from_hours(14),
    Duration::from_hours(20),
    Duration::from_hours(24),
];
/// By which part a wait is longer or shorter, so that what failed together does not come back together.
const SPREAD: f64 = 0.2;

/// The wait after a failed attempt; none after the last. `step` is 0 after the first attempt, `chance` from 0 to 1.
pub fn wait(step: usize, chance: f64) -> Option<Duration> {
    let factor = 1.0 + SPREAD * (2.0 * chance.clamp(0.0, 1.0) - 1.0);
    WAITS.get(step).map(|wait| wait.mul_f64(factor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wait_is_within_a_fifth_and_there_are_nine() {
        for (step, seconds) in
            [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].into_iter().enumerate()
        {
            let (least, middle, most) =
                (wait(step, 0.0).unwrap(), wait(step, 0.5).unwrap(), wait(step, 1.0).unwrap());
            assert_eq!(middle, Duration::from_secs(seconds), "{step}");
            assert_eq!(
                (least.as_millis(), most.as_millis()),
                (u128::from(seconds) * 800, u128::from(seconds) * 1_200)
            );
        }
        assert_eq!(wait(9, 0.5), None);
    }
}

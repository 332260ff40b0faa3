//! Seeded chance: ChaCha8 keyed by the input's digest.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// A stream of random numbers.
pub(super) struct Dice(ChaCha8Rng);

impl Dice {
    /// The stream of this number.
    pub(super) fn new(key: &[u8; 32], stream: u64) -> Self {
        let mut rng = ChaCha8Rng::from_seed(*key);
        rng.set_stream(stream);
        Self(rng)
    }

    /// A number from 0 to `n` − 1; 0 where `n` is 0.
    pub(super) fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.0.next_u32()) * n as u64) >> 32) as usize
    }

    /// The numbers from 0 to `n` − 1 in random order.
    pub(super) fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for last in (1..n).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }

    /// Uniform in [−1, 1).
    pub(super) fn uniform(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / 2_147_483_648.0 - 1.0
    }
}

//! The memory that bodies share while they come in and are read.

use tokio::sync::{Semaphore, SemaphorePermit};

const KIB: usize = 1024;

/// Where the parts of a body end, in bytes: what a form or a call needs, what most routes allow, and files.
const ENDS: [usize; 3] = [64 * KIB, KIB * KIB, usize::MAX];

/// The memory of this process for each part, in KiB. A few large bodies that come slowly take nothing from small ones.
pub(super) static BODY_MEMORY: BodyMemory = BodyMemory::of([64 * KIB, 64 * KIB, 128 * KIB]);

#[derive(Debug)]
pub(super) struct BodyMemory([Semaphore; 3]);

impl BodyMemory {
    pub(super) const fn of(kib: [usize; 3]) -> Self {
        let [small, usual, files] = kib;
        Self([Semaphore::const_new(small), Semaphore::const_new(usual), Semaphore::const_new(files)])
    }
}

/// What one body holds of it.
#[derive(Debug, Default)]
pub struct HeldMemory<'r>([Option<SemaphorePermit<'r>>; 3]);

impl<'r> HeldMemory<'r> {
    /// Sets memory aside for a body of so many bytes; `false` where there is none left.
    pub(super) fn grow(&mut self, memory: &'r BodyMemory, bytes: usize) -> bool {
        let mut begin = 0;
        memory.0.iter().zip(&mut self.0).zip(ENDS).all(|((memory, held), end)| {
            let wanted = bytes.min(end).saturating_sub(begin).div_ceil(KIB);
            begin = end;
            let more = wanted - held.as_ref().map_or(0, SemaphorePermit::num_permits);
            if more == 0 {
                return true;
            }
            let taken = u32::try_from(more).ok().and_then(|more| memory.try_acquire_many(more).ok());
            match (taken, &mut *held) {
                (None, _) => return false,
                (Some(taken), Some(held)) => held.merge(taken),
                (taken, none) => *none = taken,
            }
            true
        })
    }
}

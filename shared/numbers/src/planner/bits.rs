//! A table of bits, a row for each project and a column for each judge.

/// Rows of bits.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    words: usize,
    bits: Vec<u64>,
}

impl Bits {
    /// All bits unset.
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let words = columns.div_ceil(64);
        Self { words, bits: vec![0; rows * words] }
    }

    pub(super) fn set(&mut self, row: usize, column: usize) {
        self.bits[row * self.words + column / 64] |= 1 << (column % 64);
    }

    pub(super) fn has(&self, row: usize, column: usize) -> bool {
        self.bits[row * self.words + column / 64] >> (column % 64) & 1 == 1
    }

    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    pub(super) fn count(&self, row: usize) -> usize {
        self.row(row).iter().map(|w| w.count_ones() as usize).sum()
    }
}

/// The columns of the bits that are set in a word.
pub(super) fn columns(word: usize, mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let column = word * 64 + bits.trailing_zeros() as usize;
        bits &= bits - 1;
        Some(column)
    })
}

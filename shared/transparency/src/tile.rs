//! The files that a tree is served as: [tlog-tiles](https://c2sp.org/tlog-tiles). A full tile has 256 hashes and never changes.

use crate::encoding::decimal;
use crate::merkle::{Subtrees, TreeHash, TreeHead, node_hash, root};
use std::collections::BTreeMap;
use std::fmt;

/// The bytes of a full tile.
const FULL: usize = 32 * 256;

/// Hashes side by side at one level, every eighth of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile {
    level: u32,
    index: u64,
    width: u16,
}

impl Tile {
    /// The tile at this place in a tree of `size`, full or partial; `None` if it would be empty.
    #[must_use]
    pub fn at(level: u32, index: u64, size: u64) -> Option<Self> {
        let hashes = size.checked_shr(8 * level)?;
        let rest = hashes.checked_sub(index.checked_mul(256)?)?.min(256);
        let width = u16::try_from(rest).ok().filter(|width| *width > 0)?;
        Some(Self { level, index, width })
    }

    /// Every tile of a tree of `size`, level by level. A tree has a 256th as many as leaves, so this is for small ones.
    pub fn all(size: u64) -> impl Iterator<Item = Self> {
        Self::added(0, size)
    }

    /// The tiles of a tree of `new` leaves that a tree of `old` has not, or not as wide: what a log writes when it grows.
    pub fn added(old: u64, new: u64) -> impl Iterator<Item = Self> {
        let hashes = |size: u64, level: u32| size.checked_shr(8 * level).unwrap_or(0);
        (0..8).flat_map(move |level| {
            let (before, after) = (hashes(old, level), hashes(new, level));
            let indices = if after > before { before / 256..after.div_ceil(256) } else { 0..0 };
            indices.filter_map(move |index| Self::at(level, index, new))
        })
    }

    /// Reads a path below the log's address.
    #[must_use]
    pub fn parse(path: &str) -> Option<Self> {
        let (level, index) = path.strip_prefix("tile/")?.split_once('/')?;
        let level = decimal(level).and_then(|level| u32::try_from(level).ok()).filter(|level| *level < 64)?;
        let (index, width) = match index.split_once(".p/") {
            Some((index, width)) => (index, decimal(width).filter(|width| (1..256).contains(width))?),
            None => (index, 256),
        };
        let tile = Self { level, index: index_of(index)?, width: u16::try_from(width).ok()? };
        // `x000/001` is another spelling of `001`.
        (tile.to_string() == path).then_some(tile)
    }

    /// The level: 0 has the hashes of leaves, each next one those of the full tiles below.
    #[must_use]
    pub fn level(&self) -> u32 {
        self.level
    }

    /// The place in its level.
    #[must_use]
    pub fn index(&self) -> u64 {
        self.index
    }

    /// How many hashes it has, 1 to 256.
    #[must_use]
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Whether a tree of `size` has all hashes of this tile: whether the log may serve it.
    #[must_use]
    pub fn is_in(&self, size: u64) -> bool {
        Self::at(self.level, self.index, size).is_some_and(|tile| self.width <= tile.width)
    }

    /// The file's bytes; `None` if the tree has not all of its hashes.
    #[must_use]
    pub fn bytes(&self, tree: &impl Subtrees) -> Option<Vec<u8>> {
        let mut bytes = Vec::with_capacity(32 * usize::from(self.width));
        let first = self.index.checked_mul(256)?;
        for offset in 0..u64::from(self.width) {
            bytes.extend(tree.subtree(8 * self.level, first + offset)?.0);
        }
        Some(bytes)
    }
}

/// Writes the path below the log's address: `tile/0/x001/x234/067.p/8`.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.index.to_string();
        let padded = format!("{:0>1$}", digits, digits.len().div_ceil(3) * 3);
        write!(f, "tile/{}", self.level)?;
        for at in (0..padded.len()).step_by(3) {
            let more = if at + 3 < padded.len() { "x" } else { "" };
            write!(f, "/{more}{}", padded.get(at..at + 3).unwrap_or_default())?;
        }
        if self.width < 256 { write!(f, ".p/{}", self.width) } else { Ok(()) }
    }
}

fn index_of(path: &str) -> Option<u64> {
    let mut index = 0_u64;
    let mut parts = path.split('/').peekable();
    while let Some(part) = parts.next() {
        let digits = if parts.peek().is_some() { part.strip_prefix('x')? } else { part };
        if digits.len() != 3 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        index = index.checked_mul(1000)?.checked_add(digits.parse().ok()?)?;
    }
    Some(index)
}

/// Reads hashes from the tiles of a tree of one size. What a tile says counts only once a proof made of it holds against a
/// signed root.
pub struct TileReader<F> {
    size: u64,
    fetch: F,
}

impl<F: Fn(Tile) -> Option<Vec<u8>>> TileReader<F> {
    /// `fetch` gives a tile's bytes.
    pub fn new(size: u64, fetch: F) -> Self {
        Self { size, fetch }
    }
}

impl<F: Fn(Tile) -> Option<Vec<u8>>> Subtrees for TileReader<F> {
    fn subtree(&self, level: u32, index: u64) -> Option<TreeHash> {
        let (above, count) = (level / 8, 1_usize << (level % 8));
        let first = index.checked_mul(count as u64)?;
        let tile = Tile::at(above, first / 256, self.size)?;
        let bytes = (self.fetch)(tile).filter(|bytes| bytes.len() == 32 * usize::from(tile.width))?;
        let (hashes, _) = bytes.as_chunks::<32>();
        let from = usize::try_from(first % 256).ok()?;
        top(hashes.get(from..from + count)?)
    }
}

/// The hash above hashes side by side, of which there is a power of two.
fn top(hashes: &[[u8; 32]]) -> Option<TreeHash> {
    let mut row: Vec<TreeHash> = hashes.iter().copied().map(TreeHash).collect();
    while let [_, _, ..] = row.as_slice() {
        row = row.as_chunks::<2>().0.iter().map(|[left, right]| node_hash(left, right)).collect();
    }
    row.first().copied()
}

/// A tree that grows, of which only the tiles at its right edge are at hand: what a log needs to add leaves.
#[derive(Clone, Debug)]
pub struct TreeEdge {
    size: u64,
    tiles: BTreeMap<(u32, u64), Vec<u8>>,
}

impl TreeEdge {
    /// The edge of a tree of `size`. `partial` gives the bytes of its tiles that are not full, at most one in each level; `None` if one
    /// is missing or has another width.
    pub fn new(size: u64, mut partial: impl FnMut(Tile) -> Option<Vec<u8>>) -> Option<Self> {
        let mut tiles = BTreeMap::new();
        let at_edge = |level: u32| Tile::at(level, (size >> (8 * level)) / 256, size);
        for tile in (0..8).filter_map(at_edge) {
            let bytes = partial(tile).filter(|bytes| bytes.len() == 32 * usize::from(tile.width))?;
            tiles.insert((tile.level, tile.index), bytes);
        }
        Some(Self { size, tiles })
    }

    /// Appends the hash of a leaf.
    pub fn push(&mut self, leaf: TreeHash) {
        let (mut hash, mut level, mut place) = (leaf, 0, self.size);
        self.size += 1;
        loop {
            let tile = self.tiles.entry((level, place / 256)).or_default();
            tile.extend(hash.0);
            // The hash above a full tile stands in the next level.
            let above =
                Some(&*tile).filter(|tile| tile.len() == FULL).and_then(|tile| top(tile.as_chunks().0));
            let Some(above) = above else { return };
            (hash, level, place) = (above, level + 1, place / 256);
        }
    }

    /// Size and root of the tree.
    #[must_use]
    pub fn head(&self) -> Option<TreeHead> {
        let tiles = |tile: Tile| self.tiles.get(&(tile.level, tile.index)).cloned();
        Some(TreeHead { size: self.size, root: root(&TileReader::new(self.size, tiles), self.size)? })
    }

    /// The tiles that it began with and those that were added, with their levels and places.
    pub fn into_tiles(self) -> impl Iterator<Item = (u32, u64, Vec<u8>)> {
        self.tiles.into_iter().map(|((level, index), bytes)| (level, index, bytes))
    }
}

//! The Merkle tree of [RFC 6962, section 2.1](https://www.rfc-editor.org/rfc/rfc6962.html#section-2.1), over SHA-256. The checks
//! of proofs follow [RFC 9162, section 2.1](https://www.rfc-editor.org/rfc/rfc9162.html#section-2.1), which writes them out.

use crate::encoding::{base64, from_base64};
use crate::malformed::Malformed;
use sha2::{Digest, Sha256};
use std::fmt;

/// A hash of the tree: of a leaf, of a node, or its root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TreeHash(pub [u8; 32]);

impl TreeHash {
    /// The root of a tree without leaves: the hash of nothing.
    #[must_use]
    pub fn of_nothing() -> Self {
        Self(Sha256::digest(b"").into())
    }

    /// Reads Base 64 with padding.
    #[must_use]
    pub fn from_base64(text: &str) -> Option<Self> {
        from_base64(text)?.try_into().ok().map(Self)
    }
}

/// Writes Base 64 with padding.
impl fmt::Display for TreeHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&base64(&self.0))
    }
}

impl fmt::Debug for TreeHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Lines of one hash each.
pub(crate) fn hash_lines<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Vec<TreeHash>, Malformed> {
    lines.map(|line| TreeHash::from_base64(line).ok_or(Malformed::Hash)).collect()
}

/// The hash of an entry: SHA-256 of a zero byte and the entry.
#[must_use]
pub fn leaf_hash(entry: &[u8]) -> TreeHash {
    TreeHash(Sha256::new().chain_update([0]).chain_update(entry).finalize().into())
}

/// The hash above two others: SHA-256 of a one byte and both. The first byte keeps a node from passing as a leaf.
#[must_use]
pub fn node_hash(left: &TreeHash, right: &TreeHash) -> TreeHash {
    TreeHash(Sha256::new().chain_update([1]).chain_update(left.0).chain_update(right.0).finalize().into())
}

/// Where the hashes of complete subtrees come from: memory, a table, or tiles.
pub trait Subtrees {
    /// The hash over the 2^`level` leaves from `index` × 2^`level` on; `None` if it is not there.
    fn subtree(&self, level: u32, index: u64) -> Option<TreeHash>;
}

/// A tree in memory. An entry costs two hashes on average, and 64 bytes.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    levels: Vec<Vec<TreeHash>>,
}

impl Tree {
    /// The number of leaves.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.levels.first().map_or(0, |leaves| leaves.len() as u64)
    }

    /// Appends the hash of a leaf.
    pub fn push(&mut self, leaf: TreeHash) {
        let mut hash = leaf;
        for level in 0.. {
            if level == self.levels.len() {
                self.levels.push(Vec::new());
            }
            let Some(hashes) = self.levels.get_mut(level) else { return };
            hashes.push(hash);
            match hashes.as_slice() {
                [.., left, right] if hashes.len() % 2 == 0 => hash = node_hash(left, right),
                _ => return,
            }
        }
    }
}

impl FromIterator<TreeHash> for Tree {
    fn from_iter<I: IntoIterator<Item = TreeHash>>(leaves: I) -> Self {
        let mut tree = Self::default();
        leaves.into_iter().for_each(|leaf| tree.push(leaf));
        tree
    }
}

impl Subtrees for Tree {
    fn subtree(&self, level: u32, index: u64) -> Option<TreeHash> {
        self.levels.get(level as usize)?.get(usize::try_from(index).ok()?).copied()
    }
}

/// The root of the first `size` leaves.
#[must_use]
pub fn root(tree: &impl Subtrees, size: u64) -> Option<TreeHash> {
    if size == 0 { Some(TreeHash::of_nothing()) } else { range(tree, 0, size) }
}

/// Proves that the leaf at `index` is among the first `size`: hashes from its sibling up. `None` if it is not.
#[must_use]
pub fn inclusion_proof(tree: &impl Subtrees, index: u64, size: u64) -> Option<Vec<TreeHash>> {
    if index >= size {
        return None;
    }
    let (mut start, mut end) = (0, size);
    let mut path = Vec::new();
    while end - start > 1 {
        let middle = start + split(end - start);
        if index < middle {
            path.push(range(tree, middle, end)?);
            end = middle;
        } else {
            path.push(range(tree, start, middle)?);
            start = middle;
        }
    }
    path.reverse();
    Some(path)
}

/// Proves that the tree of `new` leaves begins with the tree of `old`. `None` if it is shorter.
#[must_use]
pub fn consistency_proof(tree: &impl Subtrees, old: u64, new: u64) -> Option<Vec<TreeHash>> {
    if old > new {
        return None;
    }
    let mut path = Vec::new();
    if old == 0 || old == new {
        return Some(path);
    }
    let (mut start, mut end) = (0, new);
    while end != old {
        let middle = start + split(end - start);
        if old <= middle {
            path.push(range(tree, middle, end)?);
            end = middle;
        } else {
            path.push(range(tree, start, middle)?);
            start = middle;
        }
    }
    // The whole old tree is known to who checks.
    if start > 0 {
        path.push(range(tree, start, end)?);
    }
    path.reverse();
    Some(path)
}

/// Whether `proof` proves that a tree of this size and root has the leaf at `index`.
#[must_use]
pub fn includes(leaf: TreeHash, index: u64, size: u64, proof: &[TreeHash], root: TreeHash) -> bool {
    if index >= size {
        return false;
    }
    let (mut own, mut last, mut hash) = (index, size - 1, leaf);
    for sibling in proof {
        if last == 0 {
            return false;
        }
        if own % 2 == 1 || own == last {
            hash = node_hash(sibling, &hash);
            climb_left_edge(&mut own, &mut last);
        } else {
            hash = node_hash(&hash, sibling);
        }
        (own, last) = (own >> 1, last >> 1);
    }
    last == 0 && hash == root
}

/// A tree's size and root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeHead {
    /// The number of leaves.
    pub size: u64,
    /// The root over them.
    pub root: TreeHash,
}

impl TreeHead {
    /// The head of a log without entries.
    #[must_use]
    pub fn empty() -> Self {
        Self { size: 0, root: TreeHash::of_nothing() }
    }
}

/// Whether `proof` proves that the tree of `new` begins with the tree of `old`. Of two heads of one size, only equal ones
/// agree, and the empty tree begins every tree: both with an empty proof.
#[must_use]
pub fn extends(old: TreeHead, new: TreeHead, proof: &[TreeHash]) -> bool {
    if old.size == new.size {
        return proof.is_empty() && old.root == new.root;
    }
    if old.size == 0 {
        return proof.is_empty() && old == TreeHead::empty();
    }
    if old.size > new.size {
        return false;
    }
    let (mut own, mut last) = (old.size - 1, new.size - 1);
    while own % 2 == 1 {
        (own, last) = (own >> 1, last >> 1);
    }
    let (first, rest) = match proof.split_first() {
        // The old tree is complete: its root begins the path.
        Some(_) if old.size.is_power_of_two() => (old.root, proof),
        Some((first, rest)) => (*first, rest),
        None => return false,
    };
    let (mut before, mut after) = (first, first);
    for hash in rest {
        if last == 0 {
            return false;
        }
        if own % 2 == 1 || own == last {
            before = node_hash(hash, &before);
            after = node_hash(hash, &after);
            climb_left_edge(&mut own, &mut last);
        } else {
            after = node_hash(&after, hash);
        }
        (own, last) = (own >> 1, last >> 1);
    }
    last == 0 && before == old.root && after == new.root
}

/// Passes levels on which a node at the right edge has no sibling.
fn climb_left_edge(own: &mut u64, last: &mut u64) {
    while own.is_multiple_of(2) && *own != 0 {
        (*own, *last) = (*own >> 1, *last >> 1);
    }
}

/// The largest power of two below `count`, which is at least 2: where RFC 6962 parts leaves.
fn split(count: u64) -> u64 {
    1 << (63 - (count - 1).leading_zeros())
}

/// The hash over the leaves from `start` until before `end`. `start` is a multiple of the first part's length.
fn range(tree: &impl Subtrees, start: u64, end: u64) -> Option<TreeHash> {
    let count = end - start;
    if count.is_power_of_two() {
        return tree.subtree(count.trailing_zeros(), start / count);
    }
    let middle = start + split(count);
    Some(node_hash(&range(tree, start, middle)?, &range(tree, middle, end)?))
}

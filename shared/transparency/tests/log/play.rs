//! Logs that grow, are cut, rewritten, forked and restored, and ask a witness meanwhile; with a second judge, written plainly after
//! the words of RFC 6962, which keeps every entry that it cosigned.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use sha2::{Digest, Sha256};
use transparency::merkle::{Tree, TreeHash, TreeHead, consistency_proof, leaf_hash, root};

/// One question to the witness, and what it has to answer.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) act: &'static str,
    pub(crate) old_size: u64,
    pub(crate) head: TreeHead,
    pub(crate) proof: Vec<TreeHash>,
    pub(crate) verdict: PlainVerdict,
}

/// The second judge's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlainVerdict {
    Signs,
    AheadOfItself,
    OtherSize(u64),
    Inconsistent,
}

impl PlainVerdict {
    pub(crate) fn status(self) -> u16 {
        match self {
            Self::Signs => 200,
            Self::AheadOfItself => 400,
            Self::OtherSize(_) => 409,
            Self::Inconsistent => 422,
        }
    }
}

type Entries = Vec<[u8; 4]>;

/// The history of this number.
pub(crate) fn history(seed: u64) -> Vec<Question> {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut log: Entries = Vec::new();
    let mut cosigned: Entries = Vec::new();
    let mut kept: Vec<Entries> = vec![Vec::new()];
    let mut questions = Vec::new();
    for _ in 0..3 + below(&mut dice, 6) {
        let act = change(&mut log, &mut kept, &mut dice);
        let question = ask(act, &log, &cosigned, &mut dice);
        if question.verdict == PlainVerdict::Signs {
            cosigned.clone_from(&log);
        }
        questions.push(question);
    }
    questions
}

/// A number from 0 until before `end`.
pub(crate) fn below(dice: &mut ChaCha8Rng, end: usize) -> usize {
    dice.next_u32() as usize % end.max(1)
}

fn change(log: &mut Entries, kept: &mut Vec<Entries>, dice: &mut ChaCha8Rng) -> &'static str {
    let act = below(dice, 10);
    if act == 9 {
        kept.push(log.clone());
    }
    let name = match act {
        5 => {
            log.truncate(below(dice, log.len() + 1));
            "cut"
        }
        6 => {
            let at = below(dice, log.len());
            if let Some(entry) = log.get_mut(at) {
                *entry = dice.next_u32().to_be_bytes();
            }
            return "rewrite";
        }
        7 => {
            let other = below(dice, kept.len());
            std::mem::swap(log, &mut kept[other]);
            "fork"
        }
        8 => {
            log.clone_from(&kept[below(dice, kept.len())]);
            "restore"
        }
        _ => "grow",
    };
    // Whatever was done to it, the log mostly goes on afterwards.
    if name == "grow" || below(dice, 3) > 0 {
        log.extend((0..below(dice, 18)).map(|_| dice.next_u32().to_be_bytes()));
    }
    name
}

fn ask(act: &'static str, log: &Entries, cosigned: &Entries, dice: &mut ChaCha8Rng) -> Question {
    let tree: Tree = log.iter().map(|entry| leaf_hash(entry)).collect();
    let size = log.len() as u64;
    let head = TreeHead { size, root: root(&tree, size).unwrap_or_else(TreeHash::of_nothing) };
    assert_eq!(head.root.0, plain_root(log));
    let old_size = match below(dice, 8) {
        0 => below(dice, log.len() + 3) as u64,
        _ => cosigned.len() as u64,
    };
    let mut proof = consistency_proof(&tree, old_size, size).unwrap_or_default();
    let right = proof.clone();
    if old_size <= size {
        assert_eq!(right, plain_consistency(old_size as usize, log), "{old_size} to {size}");
    }
    if below(dice, 6) == 0 {
        break_proof(&mut proof, dice);
    }
    let verdict = if old_size > size {
        PlainVerdict::AheadOfItself
    } else if old_size != cosigned.len() as u64 {
        PlainVerdict::OtherSize(cosigned.len() as u64)
    } else if log.starts_with(cosigned) && proof == right {
        PlainVerdict::Signs
    } else {
        PlainVerdict::Inconsistent
    };
    Question { act, old_size, head, proof, verdict }
}

fn break_proof(proof: &mut Vec<TreeHash>, dice: &mut ChaCha8Rng) {
    let at = below(dice, proof.len());
    match (below(dice, 5), proof.is_empty()) {
        (0, false) => proof[at].0[below(dice, 32)] ^= 1 << below(dice, 8),
        (1, false) => drop(proof.remove(at)),
        (2, false) => proof.reverse(),
        (3, false) => proof.push(proof[at]),
        _ => proof.insert(at, leaf_hash(&dice.next_u32().to_be_bytes())),
    }
}

/// `MTH(D[n])`.
pub(crate) fn plain_root(entries: &[[u8; 4]]) -> [u8; 32] {
    match entries {
        [] => Sha256::digest([]).into(),
        [entry] => Sha256::digest([&[0], entry.as_slice()].concat()).into(),
        _ => {
            let (left, right) = entries.split_at(plain_split(entries.len()));
            Sha256::digest([[1].as_slice(), &plain_root(left), &plain_root(right)].concat()).into()
        }
    }
}

/// `PROOF(m, D[n])`.
fn plain_consistency(old: usize, entries: &[[u8; 4]]) -> Vec<TreeHash> {
    if old == 0 { Vec::new() } else { plain_subproof(old, entries, true) }
}

fn plain_subproof(old: usize, entries: &[[u8; 4]], whole: bool) -> Vec<TreeHash> {
    if old == entries.len() {
        return if whole { Vec::new() } else { vec![TreeHash(plain_root(entries))] };
    }
    let split = plain_split(entries.len());
    let (left, right) = entries.split_at(split);
    let (mut proof, other) = if old <= split {
        (plain_subproof(old, left, whole), right)
    } else {
        (plain_subproof(old - split, right, false), left)
    };
    proof.push(TreeHash(plain_root(other)));
    proof
}

pub(crate) fn plain_split(count: usize) -> usize {
    let mut split = 1;
    while split * 2 < count {
        split *= 2;
    }
    split
}

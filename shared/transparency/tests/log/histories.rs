use crate::play::{PlainVerdict, below, history, plain_root, plain_split};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeMap;
use transparency::checkpoint::Checkpoint;
use transparency::merkle::{
    Tree, TreeHash, TreeHead, consistency_proof, extends, includes, inclusion_proof, leaf_hash, root,
};
use transparency::note::{KeyType, NoteSigner};
use transparency::witness::{AddCheckpoint, WitnessRefusal, advance};

const HISTORIES: u64 = 100_000;
const THREADS: u64 = 2;

/// How often each status came after each act.
type Counts = BTreeMap<(&'static str, u16), usize>;

fn sum(mut one: Counts, other: Counts) -> Counts {
    other.into_iter().for_each(|(key, count)| *one.entry(key).or_default() += count);
    one
}

fn judged_twice(seed: u64) -> Counts {
    let mut seen = Counts::new();
    let mut latest = TreeHead::empty();
    for (at, question) in history(seed).iter().enumerate() {
        let verdict = advance(latest, question.old_size, question.head, &question.proof);
        let status = verdict.map_or_else(WitnessRefusal::status, |()| 200);
        assert_eq!(status, question.verdict.status(), "history {seed}, question {at}: {question:?}");
        if let (Err(WitnessRefusal::OtherSize { cosigned }), PlainVerdict::OtherSize(size)) =
            (verdict, question.verdict)
        {
            assert_eq!(cosigned, size, "history {seed}, question {at}");
        }
        if verdict.is_ok() {
            latest = question.head;
        }
        *seen.entry((question.act, status)).or_default() += 1;
    }
    seen
}

#[test]
fn a_hundred_thousand_histories_are_judged_as_by_a_plain_second_judge() {
    let share = |start: u64| (start..HISTORIES).step_by(THREADS as usize).map(judged_twice);
    let counts: Vec<Counts> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..THREADS).map(|start| scope.spawn(move || share(start).fold(Counts::new(), sum))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let seen = counts.into_iter().fold(Counts::new(), sum);
    // Were an answer never given, the histories would say nothing of it.
    for act in ["grow", "cut", "rewrite", "fork", "restore"] {
        for status in [200, 400, 409, 422] {
            let count = seen.get(&(act, status)).copied().unwrap_or_default();
            assert!(count > 500, "after “{act}”, {status} came {count} times: {seen:?}");
        }
    }
}

#[test]
fn whole_requests_are_judged_alike_and_read_back_as_they_were_written() {
    let log = NoteSigner::new("log.example/1", KeyType::Note, &[7; 32]).unwrap();
    for seed in 0..200 {
        let mut latest = None;
        for question in history(seed) {
            let note = Checkpoint::new("log.example/1", question.head).sign(&log).unwrap();
            let request = AddCheckpoint { old_size: question.old_size, proof: question.proof, note };
            let read = AddCheckpoint::parse(request.to_string().as_bytes()).unwrap();
            assert_eq!(read, request);
            let verdict = read.judge(&[log.key().clone()], |_| latest);
            let status = verdict.as_ref().map_or_else(|refusal| refusal.status(), |_| 200);
            assert_eq!(status, question.verdict.status(), "history {seed}");
            latest = verdict.ok().map(|checkpoint| checkpoint.head).or(latest);
        }
    }
}

#[test]
fn each_leaf_of_each_small_tree_is_proven_and_no_other_place_or_leaf_is() {
    let entries: Vec<[u8; 4]> = (0..70_u32).map(u32::to_be_bytes).collect();
    let tree: Tree = entries.iter().map(|entry| leaf_hash(entry)).collect();
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    for size in 1..=entries.len() {
        let head = root(&tree, size as u64).unwrap();
        assert_eq!(head.0, plain_root(&entries[..size]));
        for index in 0..size {
            let proof = inclusion_proof(&tree, index as u64, size as u64).unwrap();
            assert_eq!(proof, plain_inclusion(index, &entries[..size]));
            let holds = |at: usize, leaf: usize, proof: &[_]| {
                includes(leaf_hash(&entries[leaf]), at as u64, size as u64, proof, head)
            };
            assert!(holds(index, index, &proof));
            let other = (index + 1 + below(&mut dice, 69)) % 70;
            assert!(!holds(index, other, &proof));
            assert!(!holds(other, index, &proof));
            let mut longer = proof.clone();
            longer.push(head);
            assert!(!holds(index, index, &longer));
            assert!(proof.is_empty() || !holds(index, index, &proof[1..]));
        }
        assert_eq!(inclusion_proof(&tree, size as u64, size as u64), None);
    }
}

#[test]
fn a_proof_holds_between_its_own_trees_and_not_for_one_of_another_height() {
    let tree: Tree = (0..40_u32).map(|number| leaf_hash(&number.to_be_bytes())).collect();
    let head = |size: u64| TreeHead { size, root: root(&tree, size).unwrap() };
    for new in 1..=40 {
        for old in 1..=new {
            let proof = consistency_proof(&tree, old, new).unwrap();
            assert!(extends(head(old), head(new), &proof), "{old} to {new}");
            let taller = TreeHead { size: 2 * new, ..head(new) };
            assert!(!extends(head(old), taller, &proof), "{old} to {new}, called {}", 2 * new);
            assert!(old == new || !extends(head(new), head(old), &proof), "{new} to {old}");
        }
    }
}

/// `PATH(m, D[n])`.
fn plain_inclusion(index: usize, entries: &[[u8; 4]]) -> Vec<TreeHash> {
    if entries.len() == 1 {
        return Vec::new();
    }
    let split = plain_split(entries.len());
    let (left, right) = entries.split_at(split);
    let (mut path, other) = if index < split {
        (plain_inclusion(index, left), right)
    } else {
        (plain_inclusion(index - split, right), left)
    };
    path.push(TreeHash(plain_root(other)));
    path
}

//! Values that others published.

use transparency::blinded::{LogSecret, blinded_entry};
use transparency::checkpoint::Checkpoint;
use transparency::merkle::{
    Tree, TreeHash, TreeHead, consistency_proof, extends, includes, inclusion_proof, leaf_hash, root,
};
use transparency::note::{SignedNote, VerifierKey};
use transparency::witness::AddCheckpoint;

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn hash(hex: &str) -> TreeHash {
    TreeHash(bytes(hex).try_into().unwrap())
}

/// The eight leaves of Certificate Transparency's reference implementation, and the root after each.
const REFERENCE: [(&str, &str); 8] = [
    ("", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
    ("00", "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"),
    ("10", "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"),
    ("2021", "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"),
    ("3031", "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"),
    ("40414243", "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"),
    ("5051525354555657", "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"),
    ("606162636465666768696a6b6c6d6e6f", "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"),
];

#[test]
fn the_reference_tree_has_its_roots_and_proofs() {
    let tree: Tree = REFERENCE.iter().map(|(leaf, _)| leaf_hash(&bytes(leaf))).collect();
    let nothing = hash("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_eq!(root(&tree, 0), Some(nothing));
    for (at, (_, known)) in REFERENCE.iter().enumerate() {
        assert_eq!(root(&tree, at as u64 + 1), Some(hash(known)), "of {} leaves", at + 1);
    }
    assert_eq!(root(&tree, 9), None);
    let path = [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]
    .map(hash);
    assert_eq!(inclusion_proof(&tree, 0, 8).unwrap(), path);
    assert_eq!(consistency_proof(&tree, 1, 8).unwrap(), path);
    assert!(includes(leaf_hash(b""), 0, 8, &path, hash(REFERENCE[7].1)));
    let from_six = [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]
    .map(hash);
    assert_eq!(consistency_proof(&tree, 6, 8).unwrap(), from_six);
    let head = |size: usize| TreeHead { size: size as u64, root: hash(REFERENCE[size - 1].1) };
    assert!(extends(head(6), head(8), &from_six));
    assert!(!extends(head(5), head(8), &from_six));
}

/// The examples of signed-note and of Go's package for notes.
#[test]
fn notes_that_others_signed_hold_until_they_are_changed() {
    let notes = [
        (
            "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
            "This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n",
        ),
        (
            "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
            "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n",
        ),
    ];
    for (key, text) in notes {
        let note = SignedNote::parse(text.as_bytes()).unwrap();
        assert_eq!(note.to_string(), text);
        let key_read = VerifierKey::parse(key).unwrap();
        assert_eq!(key_read.to_string(), key);
        assert_eq!(note.check(&key_read), Ok(None));
        let changed = SignedNote { text: note.text.replace('I', "i").replace('T', "t"), ..note };
        assert!(changed.check(&key_read).is_err());
    }
}

/// The examples of tlog-witness and tlog-cosignature.
#[test]
fn the_examples_of_the_specifications_are_read_and_written_alike() {
    let body = "old 20852014\n\
        PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\n\
        jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=\n\
        5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=\n\
        /6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=\n\
        \n\
        example.com/behind-the-sofa\n\
        20852163\n\
        CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\
        \n\
        — example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n\
        — witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n";
    let request = AddCheckpoint::parse(body.as_bytes()).unwrap();
    assert_eq!(request.to_string(), body);
    assert_eq!((request.old_size, request.proof.len(), request.note.signatures.len()), (20_852_014, 4, 2));
    let checkpoint = Checkpoint::parse(&request.note.text).unwrap();
    assert_eq!(
        (checkpoint.origin.as_str(), checkpoint.head.size),
        ("example.com/behind-the-sofa", 20_852_163)
    );
    assert_eq!(checkpoint.to_string(), request.note.text);
    // A cosignature is a time of eight bytes and a signature of 64.
    assert_eq!(request.note.signatures[1].signature.len(), 72);
    assert_eq!(request.note.signatures[1].signature[..8], 1_679_315_147_u64.to_be_bytes());
}

/// Made with Python's `hmac` and `hashlib`.
#[test]
fn a_leaf_is_blinded_as_the_specification_says() {
    let secret = LogSecret([0x0b; 32]);
    assert_eq!(
        secret.nonce(12).to_vec(),
        bytes("1c5f25859b33fd1a09dc8a4fd8d0a39444e07a721d241be371fd1a96fd87b662")
    );
    assert_eq!(
        secret.entry(12, &[0xab; 32]).to_vec(),
        bytes("190b212c4ce2d3cbd29f9eba84bcdbeb07b6805521929e0da48374e0591f00a3")
    );
    assert_eq!(blinded_entry(&secret.nonce(12), &[0xab; 32]), secret.entry(12, &[0xab; 32]));
    assert_ne!(secret.entry(12, &[0xab; 32]), secret.entry(13, &[0xab; 32]));
    assert_eq!(format!("{secret:?}"), "LogSecret");
}

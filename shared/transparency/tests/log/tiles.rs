use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use transparency::merkle::{Subtrees, Tree, consistency_proof, inclusion_proof, leaf_hash, root};
use transparency::tile::{Tile, TileReader, TreeEdge};

fn tree(size: u64) -> Tree {
    (0..size).map(|number| leaf_hash(&number.to_be_bytes())).collect()
}

#[test]
fn a_tree_has_the_tiles_that_the_specification_counts() {
    let tiles: Vec<Tile> = Tile::all(70_000).collect();
    let count = |level: u32, full: bool| {
        tiles.iter().filter(|tile| tile.level() == level && (tile.width() == 256) == full).count()
    };
    assert_eq!([count(0, true), count(0, false), count(1, true), count(1, false)], [273, 1, 1, 1]);
    let partial = |level: u32| tiles.iter().rfind(|tile| tile.level() == level).unwrap().width();
    assert_eq!([partial(0), partial(1), partial(2)], [112, 17, 1]);
    let of_256: Vec<String> = Tile::all(256).map(|tile| tile.to_string()).collect();
    assert_eq!(of_256, ["tile/0/000", "tile/1/000.p/1"]);
    assert_eq!(Tile::all(0).count(), 0);
}

#[test]
fn a_path_has_one_spelling() {
    let size = 256 * 1_234_068;
    for path in
        ["tile/0/000", "tile/0/x001/x234/067", "tile/1/x004/820.p/148", "tile/63/999.p/255", "tile/2/000.p/1"]
    {
        assert_eq!(Tile::parse(path).map(|tile| tile.to_string()).as_deref(), Some(path));
    }
    assert_eq!(Tile::at(0, 1_234_067, size).unwrap().to_string(), "tile/0/x001/x234/067");
    for path in [
        "",
        "tile",
        "tile/0",
        "tile/0/",
        "tile/0/0",
        "tile/0/0000",
        "tile/00/000",
        "tile/64/000",
        "tile/-1/000",
        "tile/0/+01",
        "tile/0/x000/001",
        "tile/0/001/002",
        "tile/0/x001",
        "tile/0/000.p/0",
        "tile/0/000.p/256",
        "tile/0/000.p/01",
        "tile/0/000.p/",
        "tile/0/000.p/8.p/8",
        "/tile/0/000",
        "tile/0/000/",
        "tile/0/x18/446/744",
        "tile/entries/000",
        "tile/0/x999/x999/x999/x999/x999/x999/x999/999",
    ] {
        assert_eq!(Tile::parse(path), None, "{path}");
    }
}

#[test]
fn a_growing_log_adds_every_tile_once_at_its_width() {
    for (old, new) in
        [(0, 1), (1, 255), (255, 256), (256, 257), (300, 300), (511, 66_000), (65_535, 65_536), (5, 3)]
    {
        let known: BTreeSet<Tile> = Tile::all(old).collect();
        let expected: BTreeSet<Tile> = Tile::all(new).filter(|tile| !known.contains(tile)).collect();
        let expected = if old > new { BTreeSet::new() } else { expected };
        assert_eq!(Tile::added(old, new).collect::<BTreeSet<_>>(), expected, "{old} to {new}");
    }
    let full = Tile::at(0, 0, 256).unwrap();
    assert!(full.is_in(256) && !full.is_in(255));
    assert!(Tile::parse("tile/0/000.p/7").unwrap().is_in(8));
}

#[test]
fn proofs_from_tiles_are_those_from_the_tree() {
    let tree = tree(66_000);
    let asked = RefCell::new(BTreeMap::new());
    for size in [1, 2, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537, 66_000] {
        let reader = TileReader::new(size, |tile: Tile| {
            *asked.borrow_mut().entry(tile).or_insert(0) += 1;
            assert!(tile.is_in(size));
            tile.bytes(&tree)
        });
        assert_eq!(root(&reader, size), root(&tree, size));
        for index in [0, size / 3, size - 1] {
            assert_eq!(inclusion_proof(&reader, index, size), inclusion_proof(&tree, index, size));
            assert_eq!(consistency_proof(&reader, index, size), consistency_proof(&tree, index, size));
        }
    }
    assert!(asked.borrow().keys().any(|tile| tile.level() == 2));
    let bytes = Tile::at(1, 0, 66_000).unwrap().bytes(&tree).unwrap();
    assert_eq!((bytes.len(), &bytes[..32]), (8192, tree.subtree(8, 0).unwrap().0.as_slice()));
}

#[test]
fn a_tile_that_is_missing_or_too_short_gives_no_hash() {
    let tree = tree(300);
    assert_eq!(root(&TileReader::new(300, |_| None), 300), None);
    let short = TileReader::new(300, |tile: Tile| tile.bytes(&tree).map(|bytes| bytes[1..].to_vec()));
    assert_eq!(root(&short, 300), None);
    let full = TileReader::new(300, |tile: Tile| tile.bytes(&tree));
    assert_eq!(full.subtree(0, 300), None);
    assert_eq!(full.subtree(8, 1), None);
    assert_eq!(full.subtree(70, 0), None);
}

#[test]
fn a_tree_that_grows_at_its_edge_has_the_roots_and_tiles_of_the_whole_tree() {
    let whole = tree(66_000);
    let mut kept: BTreeMap<(u32, u64), Vec<u8>> = BTreeMap::new();
    let mut size = 0;
    for next in [0, 1, 2, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537, 66_000] {
        // Only what was kept is at hand, as after each checkpoint.
        let mut edge = TreeEdge::new(size, |tile| kept.get(&(tile.level(), tile.index())).cloned()).unwrap();
        for place in size..next {
            edge.push(whole.subtree(0, place).unwrap());
        }
        size = next;
        let head = edge.head().unwrap();
        assert_eq!((head.size, Some(head.root)), (size, root(&whole, size)));
        kept.extend(edge.into_tiles().map(|(level, place, bytes)| ((level, place), bytes)));
        let of_whole =
            Tile::all(size).map(|tile| ((tile.level(), tile.index()), tile.bytes(&whole).unwrap()));
        assert_eq!(kept, of_whole.collect::<BTreeMap<_, _>>(), "{size}");
    }
    assert!(TreeEdge::new(300, |_| None).is_none(), "a tile is missing");
    assert!(TreeEdge::new(300, |_| Some(vec![0; 64])).is_none(), "a tile has another width");
}

//! One public type of each name in each crate: a reader who searches for a name finds the one thing that it means.

use super::sources::sources;
use std::collections::BTreeMap;
use std::path::Path;

#[test]
fn no_two_public_types_of_a_crate_have_the_same_name() {
    for of_crate in ["shared", "app", "server"] {
        let mut found = BTreeMap::new();
        for (path, code) in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(of_crate)) {
            for name in code.lines().filter_map(public_type) {
                let other = found.insert(name.to_owned(), path.clone());
                assert!(other.is_none(), "{of_crate}: {name} is in {} and in {other:?}", path.display());
            }
        }
        assert!(found.len() > 80, "only {} types were found in {of_crate}", found.len());
    }
}

/// The name of the public type that a line begins.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let rest = ["struct ", "enum ", "trait ", "type "].iter().find_map(|kind| rest.strip_prefix(kind))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

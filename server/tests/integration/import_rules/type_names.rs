//! One public type of each name in the crates of each folder: a reader who searches for a name finds the one thing that it means.

use super::sources::{CRATES, sources};
use std::collections::BTreeMap;

#[test]
fn no_two_public_types_of_a_folder_have_the_same_name() {
    for family in ["shared", "app", "server"] {
        let mut found = BTreeMap::new();
        for of_crate in CRATES.iter().filter(|folder| folder.split('/').next() == Some(family)) {
            for (path, code) in sources(of_crate) {
                // A page's type is named by the page, and only routes name it, with its folder before it.
                let is_page = |name: &&str| {
                    ["Desk", "Page"].iter().any(|kind| code.contains(&format!("impl {kind} for {name} {{")))
                };
                // A macro's variable is no name.
                let names = code.lines().filter_map(public_type).filter(|name| !name.is_empty());
                for name in names.filter(|name| !is_page(name)) {
                    let place = format!("{of_crate}/src/{}", path.display());
                    let other = found.insert(name.to_owned(), place.clone());
                    assert!(other.is_none(), "{name} is in {place} and in {other:?}");
                }
            }
        }
        assert!(found.len() > 80, "only {} types were found in {family}", found.len());
    }
}

/// The name of the public type that a line begins.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let rest = ["struct ", "enum ", "trait ", "type "].iter().find_map(|kind| rest.strip_prefix(kind))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

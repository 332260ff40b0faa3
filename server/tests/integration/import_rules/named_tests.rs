//! The tests that `docs/security.md` names as what holds a row.

use super::sources::CRATES;
use std::path::Path;

fn texts(folder: &Path, all: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            all.push_str(&std::fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn every_test_that_the_page_on_security_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut sources = String::new();
    for of_crate in CRATES {
        for folder in ["src", "tests"] {
            let folder = root.join(of_crate).join(folder);
            if folder.is_dir() {
                texts(&folder, &mut sources);
            }
        }
    }
    let page = std::fs::read_to_string(root.join("docs/security.md")).unwrap();
    // Every second part is between backticks; a test's name is a sentence.
    let named = page.split('`').skip(1).step_by(2);
    let is_sentence = |name: &&str| {
        name.matches('_').count() >= 3
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let named: Vec<_> = named.filter(is_sentence).collect();
    assert!(named.len() > 100, "only {} are named", named.len());
    let missing: Vec<_> = named
        .into_iter()
        .filter(|name| {
            !sources.contains(&format!("fn {name}")) && !sources.contains(&format!("{name} in \""))
        })
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

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

#[test]
fn a_crate_whose_tests_are_not_compiled_has_none() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let workspace = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let members = workspace.split_once("members = [").and_then(|(_, after)| after.split_once(']')).unwrap().0;
    let mut without = 0;
    for member in members.split('"').skip(1).step_by(2) {
        let manifest = std::fs::read_to_string(root.join(member).join("Cargo.toml")).unwrap();
        // A macro writes `#[test]`, and has none itself.
        if !manifest.contains("\ntest = false\n") || manifest.contains("proc-macro = true") {
            continue;
        }
        let mut sources = String::new();
        // The library beside the server's binary has tests.
        if member == "server" {
            sources = std::fs::read_to_string(root.join("server/src/main.rs")).unwrap();
        } else {
            texts(&root.join(member).join("src"), &mut sources);
        }
        assert!(!sources.contains("#[cfg(test)]"), "{member} says `test = false`, and has tests");
        without += 1;
    }
    assert!(without > 3, "only {without} are known");
}

/// The answers of a row, in the order of the table's columns.
const ANSWERS: [&str; 4] = ["held", "held by design", "does not apply", "**not held**"];

#[test]
fn the_page_on_security_counts_its_rows_right_and_at_most_twenty_are_not_held() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = std::fs::read_to_string(root.join("docs/security.md")).unwrap();
    // By level: each answer, those of them in part, and all.
    let (mut counted, mut seen) = ([[0_usize; 6]; 2], std::collections::BTreeSet::new());
    for line in page.lines() {
        let cells: Vec<&str> = line.trim_matches('|').splitn(5, " | ").map(str::trim).collect();
        let [number, level, _, answer, place] = cells[..] else { continue };
        if number.split('.').filter(|part| part.parse::<u32>().is_ok()).count() != 3 {
            continue;
        }
        assert!(seen.insert(number.to_owned()), "{number} is there twice");
        let of_level = &mut counted[level.parse::<usize>().unwrap() - 1];
        let at = ANSWERS.iter().position(|known| *known == answer);
        of_level[at.unwrap_or_else(|| panic!("{number}: {answer}"))] += 1;
        of_level[4] += usize::from(answer == "**not held**" && place.starts_with("In part"));
        of_level[5] += 1;
    }
    let both = std::array::from_fn(|at| counted[0][at] + counted[1][at]);
    for (name, numbers) in [("level 1", counted[0]), ("level 2", counted[1]), ("both", both)] {
        let cells: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let row = format!("| {name} | {} |", cells.join(" | "));
        assert!(page.lines().any(|line| line == row), "the page does not say {row}");
    }
    assert!(both[3] <= 20 && both[5] == 253, "{both:?}");
}

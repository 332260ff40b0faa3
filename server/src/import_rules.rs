//! Which rooms of this crate may name which, held by reading the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Words that a room's files must not contain, comments and tests aside, and why.
const BANNED: &[(&str, &[&str], &str)] = &[
    ("pages", &["store::", "sqlx::", "crate::api", "wire::"], "pages read what operations return"),
    ("api", &["store::", "sqlx::"], "the API reads what operations return"),
    ("http", &["crate::api", "crate::pages", "crate::routes"], "what every route needs knows no route"),
    (
        "portal",
        &["axum::", "crate::http", "crate::pages", "crate::api", "sqlx::query"],
        "operations know no HTTP",
    ),
    ("store", &["wire::", "crate::portal", "crate::state"], "rows become models, nothing else"),
    ("model", &["crate::", "sqlx::", "wire::"], "models know nobody, so that everybody may know them"),
    ("cli", &["sqlx::query"], "all SQL is in the store"),
];

/// The one object of the API that is made elsewhere: a ranking is signed, sent and drawn as one and the same object.
const RANKING: &str = "use shared::wire::{ResultEntry, Results};";

fn sources() -> BTreeMap<PathBuf, String> {
    fn visit(folder: &Path, found: &mut BTreeMap<PathBuf, String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let tested = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
                let code = text[..tested].lines().map(|line| line.split("//").next().unwrap_or_default());
                found.insert(path.clone(), code.collect::<Vec<_>>().join("\n"));
            }
        }
    }
    let mut found = BTreeMap::new();
    visit(&root(), &mut found);
    assert!(found.len() > 100, "the sources were not found");
    found.remove(&root().join("import_rules.rs"));
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn each_room_names_only_the_rooms_below_it() {
    for (path, code) in sources() {
        let path = path.strip_prefix(root()).unwrap();
        for (room, words, why) in BANNED.iter().filter(|(room, ..)| path.starts_with(room)) {
            for line in code.lines().filter(|line| *line != RANKING) {
                let banned = words.iter().find(|word| line.contains(**word));
                assert!(banned.is_none(), "{room}: {why}; {} has: {line}", path.display());
            }
        }
    }
}

/// The module that a file holds, as a path from the crate's root.
fn module(path: &Path) -> Vec<String> {
    let path = path.strip_prefix(root()).unwrap().with_extension("");
    let mut names: Vec<String> = path.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
    names.pop_if(|name| matches!(name.as_str(), "mod" | "lib" | "main"));
    names
}

/// The paths below `crate::` and `super::` that a file names, each as the names from the crate's root.
fn named_paths(code: &str, own: &[String]) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let end = code[at..].find([';', '(', ')', '<', '>', '!', '=']).map_or(code.len(), |n| at + n);
            expand(&code[at..end], &mut paths);
        }
    }
    let from_root = |text: String| -> Vec<String> {
        let names: Vec<&str> = text.split("::").map(str::trim).collect();
        let up = names.iter().take_while(|name| **name == "super").count();
        let rest =
            names[up.max(1)..].iter().map(|name| name.split(' ').next().unwrap_or_default().to_owned());
        let base = if up == 0 { &[][..] } else { &own[..own.len().saturating_sub(up)] };
        base.iter().cloned().chain(rest).collect()
    };
    paths.into_iter().map(from_root).collect()
}

/// Writes out the braces of a `use`.
fn expand(text: &str, paths: &mut Vec<String>) {
    let Some((before, rest)) = text.split_once('{') else {
        paths.push(text.split([',', '}', ']', '?', '.']).next().unwrap_or_default().to_owned());
        return;
    };
    let (mut depth, mut part) = (1, String::new());
    for c in rest.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 || (depth == 1 && c == ',') {
            expand(&format!("{before}{}", part.trim()), paths);
            part.clear();
        } else {
            part.push(c);
        }
        if depth == 0 {
            return;
        }
    }
}

#[test]
fn no_files_of_different_folders_import_each_other_in_a_circle() {
    let sources = sources();
    let files: BTreeMap<Vec<String>, &Path> =
        sources.keys().map(|path| (module(path), path.as_path())).collect();
    let mut imports: BTreeMap<&Path, BTreeSet<&Path>> = BTreeMap::new();
    for (path, code) in &sources {
        for mut names in named_paths(code, &module(path)) {
            while !names.is_empty() && !files.contains_key(&names) {
                names.pop();
            }
            // The crate's root only lists its modules.
            if let Some(target) = files.get(&names).filter(|target| !names.is_empty() && *target != path) {
                imports.entry(path).or_default().insert(target);
            }
        }
    }
    let edges: usize = imports.values().map(BTreeSet::len).sum();
    assert!(edges > 500, "only {edges} imports were found");
    for start in imports.keys() {
        let mut reached = BTreeSet::new();
        let mut next = vec![*start];
        while let Some(file) = next.pop() {
            for target in imports.get(file).into_iter().flatten().filter(|target| reached.insert(**target)) {
                next.push(target);
            }
        }
        let circle: Vec<_> = reached
            .iter()
            .filter(|file| file.parent() != start.parent() && reached.contains(start))
            .filter(|file| leads_to(&imports, file, start))
            .collect();
        assert!(circle.is_empty(), "{} imports itself by way of {circle:?}", start.display());
    }
}

fn leads_to(imports: &BTreeMap<&Path, BTreeSet<&Path>>, from: &Path, to: &Path) -> bool {
    let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(file) = next.pop() {
        for target in imports.get(file).into_iter().flatten() {
            if *target == to {
                return true;
            }
            if seen.insert(*target) {
                next.push(target);
            }
        }
    }
    false
}

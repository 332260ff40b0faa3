//! The sources of a crate, and the paths that they name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The crates, by their folders.
pub(super) const CRATES: &[&str] = &[
    "shared", "shared/numbers", "shared/transparency", "app", "app/islands", "app/words", "server",
    "server/engine", "server/mcp", "server/model", "server/portal", "server/sender", "server/settings",
    "server/sign_on", "server/store", "server/web", "server/web_http",
];

/// The code of each file by its path below `src`, without comments and without tests at the end of a file.
pub(super) fn sources(of_crate: &str) -> BTreeMap<PathBuf, String> {
    fn visit(folder: &Path, root: &Path, found: &mut BTreeMap<PathBuf, String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, root, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let tested = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
                let code = text[..tested].lines().map(|line| line.split("//").next().unwrap_or_default());
                let path = path.strip_prefix(root).unwrap().to_owned();
                found.insert(path, code.collect::<Vec<_>>().join("\n"));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(of_crate).join("src");
    let mut found = BTreeMap::new();
    visit(&root, &root, &mut found);
    assert!(!found.is_empty(), "the sources of {of_crate} were not found");
    found
}

/// The module that a file holds, as a path from the crate's root.
pub(super) fn module(path: &Path) -> Vec<String> {
    let path = path.with_extension("");
    let mut names: Vec<String> = path.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
    names.pop_if(|name| matches!(name.as_str(), "mod" | "lib" | "main"));
    names
}

/// The paths below `crate::` and `super::` that a file names, each as the names from the crate's root.
pub(super) fn named_paths(code: &str, own: &[String]) -> Vec<Vec<String>> {
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

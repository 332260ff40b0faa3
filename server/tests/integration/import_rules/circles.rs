//! No file and no folder imports itself by way of others: what is below can be read, tested and moved without what is above.

use super::sources::{CRATES, module, named_paths, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Graph = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

/// The imports are found in so few words that a change of them could find none.
#[test]
fn imports_are_found() {
    for (of_crate, least) in [("shared", 100), ("app", 100), ("server/portal", 100), ("server/web", 100)] {
        let edges: usize = imports(of_crate).values().map(BTreeSet::len).sum();
        assert!(edges > least, "only {edges} imports were found in {of_crate}");
    }
}

/// Which file names which.
fn imports(of_crate: &str) -> Graph {
    let sources = sources(of_crate);
    let files: BTreeMap<Vec<String>, &PathBuf> = sources.keys().map(|path| (module(path), path)).collect();
    let mut imports = Graph::new();
    for (path, code) in &sources {
        for mut names in named_paths(code, &module(path)) {
            while !names.is_empty() && !files.contains_key(&names) {
                names.pop();
            }
            // The crate's root only lists its modules.
            if let Some(target) = files.get(&names).filter(|target| !names.is_empty() && **target != path) {
                imports.entry(path.clone()).or_default().insert((*target).clone());
            }
        }
    }
    imports
}

fn assert_no_circle(graph: &Graph, crossing: impl Fn(&Path, &Path) -> bool) {
    for (from, targets) in graph {
        for to in targets.iter().filter(|to| crossing(from, to)) {
            let circle = leads_to(graph, to, from);
            assert!(!circle, "{} imports {}, which leads back to it", from.display(), to.display());
        }
    }
}

fn leads_to(graph: &Graph, from: &Path, to: &Path) -> bool {
    let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(file) = next.pop() {
        if file == to {
            return true;
        }
        next.extend(graph.get(file).into_iter().flatten().map(PathBuf::as_path).filter(|t| seen.insert(*t)));
    }
    false
}

#[test]
fn no_files_of_different_folders_import_each_other_in_a_circle() {
    for of_crate in CRATES {
        assert_no_circle(&imports(of_crate), |from, to| from.parent() != to.parent());
    }
}

/// A `mod.rs` names its own files, and they name what it holds for all of them: those are one thing.
#[test]
fn no_files_of_one_folder_import_each_other_in_a_circle() {
    for of_crate in CRATES {
        let mut imports = imports(of_crate);
        imports.retain(|file, _| !file.ends_with("mod.rs"));
        assert_no_circle(&imports, |_, _| true);
    }
}

#[test]
fn no_folders_side_by_side_import_each_other_in_a_circle() {
    for of_crate in CRATES {
        let imports = imports(of_crate);
        let parents: BTreeSet<&Path> = imports.keys().filter_map(|file| file.parent()).collect();
        for parent in parents.iter().flat_map(|folder| folder.ancestors()).collect::<BTreeSet<_>>() {
            let folder = |file: &Path| {
                let below = file.strip_prefix(parent).ok()?;
                (below.iter().count() > 1).then(|| parent.join(below.iter().next().unwrap_or_default()))
            };
            let mut folders = Graph::new();
            for (from, to) in imports.iter().flat_map(|(from, all)| all.iter().map(move |to| (from, to))) {
                if let (Some(from), Some(to)) = (folder(from), folder(to))
                    && from != to
                {
                    folders.entry(from).or_default().insert(to);
                }
            }
            assert_no_circle(&folders, |_, _| true);
        }
    }
}

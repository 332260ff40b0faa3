//! A page has one name: in its address, in `server/web/src/pages` and in `app/src/pages`. Who knows one of the three finds the
//! others.

use super::sources::sources;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What is no page for people, so that nothing draws it, and why.
const WITHOUT_VIEW: &[(&str, &str)] = &[
    ("calendar", "a file"),
    ("feed", "a file"),
    ("log", "files that witnesses read"),
    ("manage/assignment", "acts that lead back to other pages"),
    ("manage/ceremony_remote", "moves what the projector shows"),
    ("page_card", "a picture"),
    ("security_txt", "a file"),
    ("sitemap", "a file"),
    ("verify_file", "a file"),
];

/// Pages whose addresses have another word than their files, and which one.
const OTHER_WORD: &[(&str, &str)] = &[
    ("gallery", "projects"),
    ("judge/review", "assignments"),
    ("manage/assignments/overview", "assignments"),
    ("manage/assignments/review", "assignments"),
    ("manage/people/member", "people"),
    ("manage/people/members", "people"),
    ("sign_in", "login"),
    ("simulations", "play"),
];

/// The first run's file says its address itself, and that of the home page has no words.
const WITHOUT_WORDS: &[&str] = &["first_run", "home"];

/// So many kinds of page are under *Manage*. Another one takes the place of one, or raises this with its reason.
const KINDS: usize = 25;
/// What is no page to read: what a page asks for by itself, what is shown in the hall, a file, what is printed, and what
/// leads to a page for everybody.
const NO_PAGE: [&str; 5] = ["/live\"", "/show\"", ".csv\"", "/print\"", "/reviews-needed\""];

/// The files that the list of routes names, each with the words of its addresses.
fn routed_files() -> BTreeMap<String, BTreeSet<String>> {
    let web = sources("server/web");
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in web[Path::new("routes/pages.rs")].lines().map(str::trim) {
        if !["get(", "post(", "act("].iter().any(|kind| line.starts_with(kind)) {
            continue;
        }
        // Every second part is between quotes.
        let (mut code, mut addresses) = (String::new(), Vec::new());
        for (at, part) in line.split('"').enumerate() {
            if at % 2 == 0 { code.push_str(part) } else { addresses.push(part) }
        }
        let Some(handler) =
            code.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').rfind(is_handler)
        else {
            continue;
        };
        let (file, _) = handler.rsplit_once("::").unwrap();
        let words = found.entry(file.replace("::", "/")).or_default();
        let segments = addresses.iter().flat_map(|address| address.split(['/', '-', '.']));
        words.extend(segments.filter(|word| !word.is_empty() && !word.starts_with('{')).map(one));
    }
    found
}

/// Whether this is the path of a page's function or type.
fn is_handler(path: &&str) -> bool {
    let named = path.rsplit_once("::").is_some_and(|(_, name)| !name.is_empty());
    named && path.starts_with(|c: char| c.is_ascii_lowercase()) && !path.starts_with("api::")
}

/// A word without the `s` of many.
fn one(word: &str) -> String {
    word.trim_end_matches('s').to_owned()
}

#[test]
fn a_page_has_the_name_of_its_adapter_in_the_views() {
    let views = sources("app");
    let has_view = |file: &str| {
        let path = |end: &str| Path::new("pages").join(format!("{file}{end}"));
        views.contains_key(&path(".rs")) || views.contains_key(&path("/mod.rs"))
    };
    let files = routed_files();
    assert!(files.len() > 75, "only {} files were found", files.len());
    for file in files.keys() {
        let excepted = WITHOUT_VIEW.iter().any(|(without, _)| without == file);
        assert_ne!(has_view(file), excepted, "server/web/src/pages/{file} and app/src/pages/{file}");
    }
    for (file, _) in WITHOUT_VIEW {
        assert!(files.contains_key(*file), "{file} is in no route");
    }
}

#[test]
fn a_page_has_a_word_of_its_file_in_its_address() {
    let files = routed_files();
    for (file, words) in files.iter().filter(|(_, words)| !words.is_empty()) {
        let name = file.rsplit('/').next().unwrap();
        let in_one = one(&name.replace('_', ""));
        let same = words.contains(&in_one) || name.split('_').any(|word| words.contains(&one(word)));
        let other = OTHER_WORD.iter().find(|(excepted, _)| excepted == file);
        assert_ne!(same, other.is_some(), "{file} has the addresses of {words:?}");
        if let Some((_, word)) = other {
            assert!(words.contains(&one(word)), "{file} is at no address with {word:?}");
        }
    }
    let wordless = files.iter().filter(|(_, words)| words.is_empty());
    let wordless: Vec<_> = wordless.map(|(file, _)| file.as_str()).collect();
    assert_eq!(wordless, WITHOUT_WORDS);
    for (file, _) in OTHER_WORD {
        assert!(files.contains_key(*file), "{file} is in no route");
    }
}

#[test]
fn manage_has_no_more_kinds_of_page() {
    let web = sources("server/web");
    let lines = web[Path::new("routes/pages.rs")].lines().map(str::trim);
    let pages = lines.filter(|line| line.starts_with("get(\"/events/{slug}/manage"));
    let kinds: Vec<&str> = pages.filter(|line| !NO_PAGE.iter().any(|end| line.contains(end))).collect();
    assert_eq!(kinds.len(), KINDS, "{kinds:#?}");
}

//! How sentences are written (CONTRIBUTING.md, "Write plainly"): one apostrophe on pages, and no words that readers stumble over.

use std::path::{Path, PathBuf};

/// Words and turns that people have to read twice.
const BANNED: [&str; 14] = [
    "whoever", "upon", "just so", "give along", "given along", "neither.", "stands", "is told", "are told",
    "tells of", "tell of", "in vain", "also where", "all the same",
];
/// Words for which pages have another one: a *repeat*, and *towards*.
const SECOND_WORDS: [&str; 3] = ["duplicate", "duplicates", "toward"];
/// The documents that people at an event read, and people who check its records.
const DOCUMENTS: [&str; 8] = [
    "README.md", "docs/organizers.md", "docs/judges.md", "docs/teams.md", "docs/evidence.md",
    "docs/calibration.md", "docs/provenance.md", "docs/open-data.md",
];

/// Every Rust source below a folder of the workspace.
/// Where the words of pages are.
const OURS: &[&str] = &["app/src", "app/islands/src", "app/words/src"];
/// Where the other words are that people read.
const BELOW: &[&str] = &[
    "shared/src",
    "shared/numbers/src",
    "shared/transparency/src",
    "server/src",
    "server/engine/src",
    "server/mcp/src",
    "server/model/src",
    "server/portal/src",
    "server/sender/src",
    "server/settings/src",
    "server/sign_on/src",
    "server/store/src",
    "server/web/src",
    "server/web_http/src",
];

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push((path.clone(), std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    assert!(!found.is_empty(), "{folder}");
    found
}

/// The text literals of a Rust source, each with the place where it begins. Comments are left out, and so is everything
/// from the tests on.
fn literals(source: &str) -> Vec<(usize, &str)> {
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(letter) = source[at..].chars().next() {
        let rest = &source[at..];
        // How much is passed over, and the literal in it.
        let (length, literal) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), None)
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            let length = raw.find("\"#").unwrap_or(raw.len());
            (length + 5, raw.get(..length))
        } else if let Some(text) = rest.strip_prefix('"') {
            let length = end_of_text(text);
            (length + 2, text.get(..length))
        } else if ["'\"'", "'\\\"'", "'\\''"].iter().any(|quote| rest.starts_with(quote)) {
            // The characters '"' and '\'' begin no text.
            (if rest.starts_with("'\"'") { 3 } else { 4 }, None)
        } else {
            (letter.len_utf8(), None)
        };
        found.extend(literal.map(|literal| (at, literal)));
        at = (at + length).min(source.len());
    }
    found
}

/// Where the quote is that ends a text: the first that is not escaped.
fn end_of_text(text: &str) -> usize {
    let mut escaped = false;
    text.char_indices()
        .find(|(_, letter)| {
            let ends = *letter == '"' && !escaped;
            escaped = *letter == '\\' && !escaped;
            ends
        })
        .map_or(text.len(), |(at, _)| at)
}

/// The places below these folders whose literals are not as they should be.
fn wrong(folders: &[&str], is_wrong: impl Fn(&str) -> bool) -> Vec<String> {
    let sources = folders.iter().flat_map(|folder| sources(folder));
    let wrong = sources.flat_map(|(path, source)| {
        let wrong = literals(&source).into_iter().filter(|(_, text)| is_wrong(text));
        let line = |at: usize| source[..at].matches('\n').count() + 1;
        wrong.map(|(at, text)| format!("{}:{}: {text}", path.display(), line(at))).collect::<Vec<_>>()
    });
    wrong.collect()
}

/// A straight apostrophe after a letter, as in `can't` and `judges' scores`. A quoted word, as in a policy header, has none
/// before it.
fn has_straight_apostrophe(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    letters.windows(3).any(|three| {
        matches!(three, [before, '\'', after] if before.is_alphabetic() && (after.is_alphabetic() || (*before == 's' && *after == ' ')))
    })
}

fn has_banned_words(text: &str) -> bool {
    has_any(text, &BANNED)
}

/// Whether a sentence has one of these words or turns.
fn has_any(text: &str, words: &[&str]) -> bool {
    let text = format!(" {} ", text.to_lowercase());
    let begins = |at: usize| {
        text[..at].chars().next_back().is_some_and(|before| !before.is_alphanumeric() && before != '_')
    };
    let ends =
        |at: usize| text[at..].chars().next().is_some_and(|after| !after.is_alphanumeric() && after != '_');
    // A single word is a name, not a sentence.
    text.trim().contains(' ')
        && words.iter().any(|word| {
            text.match_indices(word)
                .any(|(at, _)| begins(at) && (word.ends_with('.') || ends(at + word.len())))
        })
}

/// Whether a line may end between a number and its unit of bytes.
fn has_parted_bytes(text: &str) -> bool {
    [" KiB", " MiB"].iter().any(|unit| {
        text.match_indices(unit).any(|(at, _)| text[..at].ends_with(|c: char| c.is_ascii_digit() || c == '}'))
    })
}

#[test]
fn no_line_ends_between_a_number_and_its_bytes() {
    assert!(
        has_parted_bytes("at most 8 MiB") && has_parted_bytes("{most} KiB") && !has_parted_bytes("in MiB")
    );
    assert_eq!(wrong(OURS, has_parted_bytes), Vec::<String>::new());
}

#[test]
fn pages_have_one_apostrophe() {
    let wrong = wrong(OURS, has_straight_apostrophe);
    assert!(wrong.is_empty(), "write ’ in these texts:\n{}", wrong.join("\n"));
}

#[test]
fn sentences_have_no_banned_words() {
    let wrong = wrong(&[OURS, BELOW].concat(), has_banned_words);
    assert!(wrong.is_empty(), "say these in plain words:\n{}", wrong.join("\n"));
}

#[test]
fn pages_have_one_word_for_one_thing() {
    let wrong = wrong(OURS, |text| has_any(text, &SECOND_WORDS));
    assert!(wrong.is_empty(), "say repeat and towards in these texts:\n{}", wrong.join("\n"));
}

#[test]
fn sentences_need_no_formula() {
    let wrong = wrong(&["app/words/src"], |text| text.contains('λ'));
    assert!(wrong.is_empty(), "name the quantity in these texts:\n{}", wrong.join("\n"));
}

#[test]
fn pages_ask_for_no_key_that_a_phone_lacks() {
    let wrong = wrong(OURS, |text| text.contains("Ctrl"));
    assert!(wrong.is_empty(), "say what to choose in these texts:\n{}", wrong.join("\n"));
}

#[test]
fn an_empty_page_that_asks_for_something_first_leads_there() {
    let mut asking = 0;
    for (path, source) in sources("app/src") {
        let pages = source.split("<EmptyState ").skip(1).filter_map(|page| page.split_once('>'));
        for (tag, _) in pages.filter(|(tag, _)| tag.contains(" first.")) {
            assert!(!tag.ends_with('/'), "{}: {tag} has no link or button", path.display());
            asking += 1;
        }
    }
    assert!(asking > 1, "the search finds none");
}

#[test]
fn documents_have_no_banned_words() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let wrong = DOCUMENTS.iter().flat_map(|name| {
        let text = std::fs::read_to_string(root.join(name)).unwrap();
        let wrong = text.lines().enumerate().filter(|(_, line)| has_banned_words(line));
        wrong.map(|(at, line)| format!("{name}:{}: {line}", at + 1)).collect::<Vec<_>>()
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "say these in plain words:\n{}", wrong.join("\n"));
}

#[test]
fn the_checks_find_what_they_look_for() {
    let source = "// It can't.\nfn f() -> char { view(\"You can't \\\"vote\\\"\nnow\"); '\"' }\nlet b = \"the judges' scores\";";
    let found = literals(source);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|(_, text)| has_straight_apostrophe(text)));
    assert!(!has_straight_apostrophe("You can’t; script-src 'self' 'none'"));
    assert!(has_banned_words("Whoever votes") && has_banned_words("You do not, neither."));
    assert!(!has_banned_words("upon"));
    assert!(!has_banned_words("couponing is fine"));
    assert!(!has_banned_words("data-upon=\"x\""));
    assert!(has_any("Two duplicates.", &SECOND_WORDS) && !has_any("duplicates", &SECOND_WORDS));
}

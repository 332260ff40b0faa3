//! What the crates' own arrows do not hold, by reading the sources: no circles within a crate, one type of each name, and the few
//! words that a crate must not contain although it could.

mod circles;
mod named_tests;
mod page_names;
mod sources;
mod type_names;

use sources::{CRATES, sources};
use std::path::Path;

/// Words that the files of a crate must not contain, comments and tests aside, and why.
const BANNED: &[(&str, &str, &[&str], &str)] = &[
    ("server/web", "pages", &["crate::api", "wire::"], "pages read what operations return"),
    ("shared", "", &["sqlx::query"], "all SQL is in the store"),
    ("server/engine", "", &["sqlx::query", "wire::"], "what is shared asks no table"),
    ("server/store", "", &["wire::"], "rows become models, nothing else"),
    ("server/model", "", &["wire::"], "models are not what the API sends"),
    ("server/sender", "", &["sqlx::query"], "all SQL is in the store"),
    ("server", "cli", &["sqlx::query"], "all SQL is in the store"),
    (
        "server",
        "cli/serve.rs",
        &["::sign_on", "system_tls", "Courier", "Mailer"],
        "the process of pages and API asks nobody outside",
    ),
];

/// The one object of the API that is made elsewhere: a ranking is signed, sent and drawn as one and the same object.
const RANKING: &str = "use shared::wire::{ResultEntry, Results};";

/// What a crate of ours must not depend on, and why. The compiler holds the rest: who does not depend on a crate cannot name it.
const APART: &[(&str, &[&str], &str)] = &[
    ("shared", &["axum", "leptos", "reqwest", "tokio"], "what is true needs no machine"),
    ("app", &["sqlx", "axum", "store", "portal"], "views are given models, and decide nothing"),
    ("app/islands", &["sqlx", "axum", "app", "model", "store", "portal"], "a changed view builds no WASM"),
    (
        "server/mcp",
        &["axum", "sqlx", "store", "portal", "web", "web_http", "app", "sign_on", "sender"],
        "an agent's server knows the portal by its API alone",
    ),
    ("server/model", &["sqlx", "axum", "store"], "models know nobody, so that everybody may know them"),
    ("server/engine", &["axum", "model", "words", "app"], "what is shared knows no noun"),
    ("server/store", &["axum", "portal", "words", "app"], "the store decides nothing"),
    (
        "server/portal",
        &["sqlx", "axum", "app", "web", "leptos", "sign_on", "openidconnect", "reqwest", "lettre", "hyper"],
        "operations know no HTTP, no HTML and no SQL, and ask nobody outside",
    ),
    (
        "server/web",
        &["sqlx", "store", "sender", "sign_on", "openidconnect", "reqwest", "lettre"],
        "pages and API name no SQL, and ask nobody outside",
    ),
    (
        "server/web_http",
        &["sqlx", "store", "app", "islands", "leptos"],
        "what every route needs knows no page and no SQL",
    ),
    ("server/sender", &["axum", "web", "web_http", "app", "openidconnect"], "the sender serves nobody"),
    ("server/sign_on", &["sqlx", "axum", "portal", "model"], "the provider's client knows no accounts"),
];

/// What a number may count.
const UNITS: [&str; 11] = ["%", "min", "h", "d", "s", "ms", "kB", "MB", "KiB", "MiB", "mm"];

/// The blank between them is one that does not break. A step that put it into finished pages would change what people typed, too.
#[test]
fn no_line_of_a_page_ends_between_a_number_and_its_unit() {
    let parted = |line: &&str| {
        line.contains('"')
            && line.match_indices(' ').any(|(at, _)| {
                let counted = line[..at].ends_with(|c: char| c.is_ascii_digit() || matches!(c, '}' | '"'));
                counted && UNITS.iter().any(|unit| is_word(&line[at + 1..], unit))
            })
    };
    let mut found = Vec::new();
    for of_crate in ["app", "server/web"] {
        for (path, code) in sources(of_crate) {
            if of_crate == "app" || path.starts_with("pages") {
                let lines = code.lines().filter(parted);
                found.extend(lines.map(|line| format!("{of_crate} {}: {}", path.display(), line.trim())));
            }
        }
    }
    assert!(found.is_empty(), "write \\u{{a0}} before the unit:\n{}", found.join("\n"));
}

/// Whether a text begins with a word, which ends there.
fn is_word(text: &str, word: &str) -> bool {
    let rest = text.strip_prefix(word);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '.', ',', ';', ':', ')', '"', '<']))
}

#[test]
fn no_crate_depends_on_what_it_must_not_name() {
    for (of_crate, banned, why) in APART {
        for name in dependencies(of_crate) {
            assert!(!banned.contains(&name.as_str()), "{of_crate} depends on {name}: {why}");
        }
    }
}

/// Ids and words know how they are stored. The browser, which has no database, is given them without.
#[test]
fn the_store_alone_has_ids_and_words_read_from_the_database() {
    let sqlx = dependency_lines("shared").into_iter().find(|line| line.starts_with("sqlx"));
    assert!(sqlx.is_some_and(|line| line.contains("optional = true")));
    for of_crate in CRATES {
        let lines = dependency_lines(of_crate);
        let reads = lines.iter().any(|line| line.starts_with("shared ") && line.contains("\"sqlx\""));
        assert_eq!(reads, *of_crate == "server/store", "{of_crate}");
    }
}

/// The names of what a crate of ours depends on.
fn dependencies(of_crate: &str) -> Vec<String> {
    let name = |line: &String| line.split([' ', '.', '=']).next().unwrap_or_default().to_owned();
    dependency_lines(of_crate).iter().map(name).filter(|name| !name.is_empty()).collect()
}

/// The lines of a crate's manifest that say what it depends on.
fn dependency_lines(of_crate: &str) -> Vec<String> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(of_crate).join("Cargo.toml");
    let manifest = std::fs::read_to_string(manifest).unwrap();
    let (_, dependencies) = manifest.split_once("[dependencies]").unwrap();
    dependencies.split("\n[").next().unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn pages_and_api_reach_no_client_through_any_crate() {
    let (mut reached, mut next) = (std::collections::BTreeSet::new(), vec!["server/web"]);
    while let Some(of_crate) = next.pop() {
        for name in dependencies(of_crate) {
            let client =
                ["reqwest", "openidconnect", "lettre", "sign_on", "sender", "mcp"].contains(&name.as_str());
            assert!(
                !client,
                "{of_crate} depends on {name}: the process of pages and API asks nobody outside"
            );
            let ours = CRATES.iter().find(|path| path.rsplit('/').next() == Some(&name));
            next.extend(ours.filter(|path| reached.insert(**path)));
        }
    }
    assert!(reached.contains("server/portal") && reached.contains("server/engine"), "{reached:?}");
}

#[test]
fn no_file_names_what_is_not_its_own() {
    for (of_crate, folder, words, why) in BANNED {
        assert!(CRATES.contains(of_crate));
        for (path, code) in sources(of_crate).iter().filter(|(path, _)| path.starts_with(folder)) {
            for line in code.lines().filter(|line| *line != RANKING) {
                let banned = words.iter().find(|word| line.contains(**word));
                assert!(banned.is_none(), "{of_crate}: {why}; {} has: {line}", path.display());
            }
        }
    }
}

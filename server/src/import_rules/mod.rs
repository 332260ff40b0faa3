//! Which folders may name which, held by reading the sources of the crates.

mod circles;
mod sources;
mod type_names;

use sources::sources;
use std::path::Path;

/// Words that a room's files must not contain, comments and tests aside, and why.
const BANNED: &[(&str, &[&str], &str)] = &[
    ("pages", &["store::", "sqlx::", "crate::api", "wire::"], "pages read what operations return"),
    ("api", &["store::", "sqlx::"], "the API reads what operations return"),
    ("http", &["crate::api", "crate::pages", "crate::routes"], "what every route needs knows no route"),
    (
        "portal",
        &["axum::", "crate::http", "crate::pages", "crate::api", "crate::state", "sqlx::query"],
        "operations know no HTTP, and take only what they use",
    ),
    ("store", &["wire::", "crate::portal", "crate::state"], "rows become models, nothing else"),
    ("model", &["crate::", "sqlx::", "wire::"], "models know nobody, so that everybody may know them"),
    ("cli", &["sqlx::query"], "all SQL is in the store"),
    (
        "sign_on",
        &[
            "axum::",
            "crate::api",
            "crate::http",
            "crate::pages",
            "crate::portal",
            "crate::routes",
            "crate::state",
            "crate::store",
            "crate::workers",
            "sqlx::",
        ],
        "the provider's client knows no accounts",
    ),
    (
        "workers",
        &[
            "axum::",
            "crate::http",
            "crate::pages",
            "crate::api",
            "crate::state",
            "crate::routes",
            "sqlx::query",
        ],
        "the sender serves nobody",
    ),
];

/// The one object of the API that is made elsewhere: a ranking is signed, sent and drawn as one and the same object.
const RANKING: &str = "use shared::wire::{ResultEntry, Results};";

/// Libraries that make requests, and the rooms that may. What a page shows is never asked for elsewhere.
const OUTGOING: &[(&str, &[&str])] =
    &[("openidconnect::", &["sign_on"]), ("reqwest::", &["sign_on", "workers"]), ("lettre::", &["workers"])];

#[test]
fn requests_leave_from_few_rooms() {
    for (path, code) in sources(Path::new(env!("CARGO_MANIFEST_DIR"))) {
        for (library, rooms) in OUTGOING {
            let allowed = rooms.iter().any(|room| path.starts_with(room));
            assert!(allowed || !code.contains(library), "{} names {library}", path.display());
        }
    }
}

#[test]
fn each_room_names_only_the_rooms_below_it() {
    for (path, code) in sources(Path::new(env!("CARGO_MANIFEST_DIR"))) {
        for (room, words, why) in BANNED.iter().filter(|(room, ..)| path.starts_with(room)) {
            for line in code.lines().filter(|line| *line != RANKING) {
                let banned = words.iter().find(|word| line.contains(**word));
                assert!(banned.is_none(), "{room}: {why}; {} has: {line}", path.display());
            }
        }
    }
}

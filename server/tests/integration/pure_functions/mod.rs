//! What `web` and `store` compute from their arguments alone. Tests within these crates would compile all of them a second time.

mod assets;
mod audit;
mod board_changes;
mod document;
mod examples;
mod feed;
mod security_txt;
mod stored_texts;

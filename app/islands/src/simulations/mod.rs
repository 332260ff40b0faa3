//! The pages that simulate events: how many reviews are needed, and a made-up event to play with. What a form asks is a query
//! string, the answer is HTML.
//!
//! It is written without Leptos, so that the WASM draws byte for byte what the server draws, and stays small.

mod made_up;
mod needed;
mod query;

pub use made_up::{controls, draw_made_up};
pub use needed::{draw_needed, fault, typed_size, usual_size};

use shared::made_up_event::make_up;
use shared::planner::reviews_needed::{EventSize, reviews_needed};

/// The name of the form that asks how many reviews are needed.
pub const NEEDED: &str = "reviews-needed";
/// The name of the form of the made-up event.
pub const MADE_UP: &str = "made-up-event";

/// Answers what the form `page` asks with `query`, in the browser.
pub fn answer(page: &str, query: &str) -> String {
    if page == MADE_UP {
        let controls = controls(query);
        return draw_made_up(controls, &make_up(controls));
    }
    match EventSize::read(&typed_size(query, usual_size())) {
        Ok(size) => draw_needed(size, &reviews_needed(size)),
        Err(faults) => {
            let sentences: String = faults.into_iter().map(|f| format!("<li>{}</li>", fault(f).1)).collect();
            format!(r#"<ul class="simulation-faults">{sentences}</ul>"#)
        }
    }
}

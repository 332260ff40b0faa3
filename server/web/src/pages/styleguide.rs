//! The style guide, in the demo only.

use crate::pages::prelude::*;
use app::pages::styleguide::styleguide_page;

/// `GET /styleguide`.
/// Errors: not found where the demo is off: people of a real event have no use for it.
pub async fn show(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    if !state.settings.demo {
        return Err(Refusal::not_found().into());
    }
    let frame = Frame::new("Style guide", "/styleguide");
    Ok(answer::public(page(&state, &caller, frame, styleguide_page)))
}

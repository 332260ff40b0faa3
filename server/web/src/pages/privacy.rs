//! What is kept about people.

use crate::pages::prelude::*;
use app::pages::privacy::privacy_page;
use portal::organize::keeping;

/// `GET /privacy`.
pub async fn show(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    let events = state.read(async |c| keeping::dated(c).await).await?;
    let frame = Frame::new("What we keep about you", "/privacy");
    Ok(answer::public(page(&state, &caller, frame, || privacy_page(events))))
}

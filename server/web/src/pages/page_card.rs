//! The pictures that other sites show of a page: `card.png` below its address.

use crate::pages::prelude::*;
use portal::page_cards::{self, PageCard};

/// `GET /events/<slug>/card.png`.
pub async fn event(PublicRequest(At { state, slug, .. }): PublicRequest) -> PageResult {
    drawn(state.read(async |c| page_cards::of_event(c, &state.base_url, &slug).await).await?).await
}

/// `GET /events/<slug>/results/card.png`.
pub async fn results(PublicRequest(At { state, slug, .. }): PublicRequest) -> PageResult {
    let kept = state.kept_results();
    drawn(state.read(async |c| page_cards::of_results(c, &state.base_url, &slug, kept).await).await?).await
}

/// `GET /projects/<id>/card.png`.
pub async fn project(PublicRequest(At { state, id, .. }): PublicRequest<ProjectId>) -> PageResult {
    drawn(state.read(async |c| page_cards::of_project(c, &state.base_url, id).await).await?).await
}

async fn drawn(card: PageCard) -> PageResult {
    let picture = page_cards::picture(card).await?;
    Ok(answer::public_file("image/png", picture.0.clone()))
}

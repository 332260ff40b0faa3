//! Who reviews what, as a table of every judge and every project.

use crate::pages::prelude::*;
use app::pages::manage::coverage_page;
use model::coverage::CoverageAsked;
use portal::judge::coverage::{self, EventCoverage};

/// `?projects=` and `?judges=` are pages of these, from 1; `?order=name` has titles and names in place of those that need
/// something first.
pub struct WhoReviews;

impl Desk for WhoReviews {
    type Id = ();
    type Found = EventCoverage;
    type Beside = ();
    const TITLE: &'static str = "Who reviews what at";

    fn path(at: &At) -> String {
        format!("/events/{}/manage/board/coverage", at.slug)
    }

    async fn ahead(at: &At) -> Outcome<Option<EventCoverage>> {
        let page = |name| at.query.get(name).parse().unwrap_or(1);
        let asked = CoverageAsked {
            projects: page("projects"),
            judges: page("judges"),
            by_name: at.query.get("order") == "name",
        };
        coverage::read(&at.state.database, &at.state.boards, &at.caller, &at.slug, asked).await.map(Some)
    }

    fn draw(found: EventCoverage, _: Around<'_, Self>) -> AnyView {
        coverage_page(&found.coverage)
    }
}

//! Marking a visit that came to nothing, on the judge's list and beside a review.

use super::model::ReviewPage;
use super::path;
use crate::prelude::*;
use model::assignment::Visit;
use shared::visit::VisitMark;
use words::visit;

/// The buttons that mark a visit. On the list they lead back to it. `style/assets/visits.js` keeps a mark that finds no network
/// and says so in the first `span`.
pub(super) fn mark_form(assignment: AssignmentId, on_list: bool) -> AnyView {
    let buttons = each(VisitMark::ALL, |mark| {
        let label = words::capital(visit::mark(mark));
        view! { <Button name="kind" value=mark.name() tight=true>{label}</Button> }
    });
    let back = on_list.then(|| view! { <input type="hidden" name="back" value="list"/> });
    view! {
        <PostForm action=format!("{}/visit", path(assignment)) class="row judge-marks">
            {back}
            <span class="quiet small" role="status">"Not now?"</span>
            {buttons}
        </PostForm>
    }
}

/// What was marked, and the button that takes it back.
pub(super) fn marked(assignment: AssignmentId, marked: Visit, on_list: bool) -> AnyView {
    let back = on_list.then(|| view! { <input type="hidden" name="back" value="list"/> });
    let word = format!("Marked “{}” ", visit::mark(marked.mark));
    view! {
        <PostForm action=format!("{}/visit/unmark", path(assignment)) class="row judge-marks">
            {back}
            <span class="small">{word}<Time at=marked.at/></span>
            <Button tight=true>"Take back"</Button>
        </PostForm>
    }
}

/// The marks of the project under review.
pub(super) fn visit_bar(model: &ReviewPage) -> AnyView {
    let refused = (!model.visit.refused.is_empty()).then(|| {
        view! { <p class="field-error" role="alert">{show_moments(&model.visit.refused)}</p> }
    });
    let marked =
        model.visit.marked.filter(|_| model.visit.open).map(|visit| marked(model.assignment, visit, false));
    view! { {refused}{marked}{model.visit.open.then(|| mark_form(model.assignment, false))} }
}

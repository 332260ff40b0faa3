//! One judge's review, for organizers.

use crate::pages::prelude::*;
use app::components::Forms;
use app::pages::manage::assignments::review::{ReviewDeskPage, review_desk_page};
use leptos::prelude::{provide_context, use_context};
use model::review::ReviewFound;
use portal::judge::{NOTHING_SAVED, one_review, save_review};
use shared::review::ReviewChanges;
use shared::rubric::Criterion;

pub struct Review;

impl Desk for Review {
    type Id = AssignmentId;
    type Found = ReviewFound;
    type Beside = ();

    fn path(at: &At<AssignmentId>) -> String {
        format!("/events/{}/manage/assignments/{}", at.slug, at.id)
    }

    async fn read(call: &mut Call<'_>, at: &At<AssignmentId>) -> Outcome<ReviewFound> {
        one_review::read(call, at.id).await
    }

    fn title(found: &ReviewFound, _: &EventView) -> String {
        format!("Review of {}", found.project.title)
    }

    fn draw(found: ReviewFound, sheet: DeskContext<'_, Self>) -> AnyView {
        if let Some(refused) = sheet.refused {
            let errors = errors(refused, &found.criteria);
            provide_context(Forms { errors, ..use_context().unwrap_or_default() });
        }
        let typed = |name: &str| sheet.typed(name).unwrap_or_default();
        review_desk_page(ReviewDeskPage {
            scores: found.criteria.iter().map(|c| typed(&format!("score_{}", c.key))).collect(),
            comment: typed("comment"),
            replaces: sheet.typed("replace").is_some(),
            reason: typed("reason"),
            found,
        })
    }
}

/// `POST …/<id>/enter`: submits what the judge wrote on paper.
pub async fn enter(sent: Post<Review>) -> PageResult {
    let base = sent.get("base_version").to_owned();
    // Nothing is stored under `none`, so there is nothing to replace.
    let confirmed = base == NOTHING_SAVED || sent.ticked("replace");
    let changes = if confirmed {
        ReviewChanges::read(&*sent.form)
    } else {
        Err(Refusal::field("replace", Fault::ReplacementUnconfirmed))
    };
    sent.did(ActDone::ReviewEntered, "", async |call, at| {
        save_review::enter(call, at.id, Some(vec![base]), changes).await
    })
    .await
}

/// `POST …/<id>/void`: sets the review aside for `reason`.
pub async fn void(sent: Post<Review>) -> PageResult {
    let reason = Ok(sent.get("reason").to_owned());
    sent.did(ActDone::ReviewSetAside, "", async |call, at| one_review::void(call, at.id, reason).await).await
}

/// `POST …/<id>/restore`.
pub async fn restore(sent: Post<Review>) -> PageResult {
    sent.did(ActDone::ReviewRestored, "", async |call, at| one_review::restore(call, at.id).await).await
}

/// What was refused, at the fields of the form: a criterion's is called `score_<key>`.
fn errors(RefusedForm { refusal, .. }: &RefusedForm, criteria: &[Criterion]) -> FormErrors {
    if refusal.fields.0.is_empty() {
        return forms::errors(refusal);
    }
    let field = |key: &str| {
        if criteria.iter().any(|c| c.key == key) { format!("score_{key}") } else { key.to_owned() }
    };
    let all = refusal.fields.0.iter();
    all.flat_map(|(key, faults)| words::faults(faults).into_iter().map(move |words| (field(key), words)))
        .collect()
}

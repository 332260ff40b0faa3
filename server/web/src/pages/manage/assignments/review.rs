//! One judge's review, for organizers.

use crate::pages::prelude::*;
use app::components::Forms;
use app::pages::manage::assignments::review::{ReviewDeskPage, review_desk_page};
use leptos::prelude::{provide_context, use_context};
use model::review::ReviewFound;
use portal::judge::one_review;
use portal::judge::save_review::{self, PaperSeen};
use shared::review::ReviewChanges;
use shared::rubric::Criterion;

pub struct Review;

impl Desk for Review {
    type Id = AssignmentId;
    type Found = ReviewFound;
    /// The review from paper that was checked.
    type Beside = Option<Form>;

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
        let form = sheet.beside.as_ref().or(sheet.form());
        let typed = |name: &str| form.map(|form| form.get(name).to_owned()).unwrap_or_default();
        // The preview has the box that confirms a replacement, so it comes back where the tick is missing.
        let unconfirmed =
            sheet.refused.is_some_and(|refused| refused.refusal.fields.0.contains_key("replace"));
        let checked = form.filter(|_| sheet.beside.is_some() || unconfirmed);
        review_desk_page(ReviewDeskPage {
            preview: checked.and_then(|form| {
                let changes = ReviewChanges::read(&**form).ok()?;
                save_review::preview(&found.criteria, found.review.as_ref(), changes).ok()
            }),
            scores: found.criteria.iter().map(|c| typed(&format!("score_{}", c.key))).collect(),
            comment: typed("comment"),
            replaces: form.is_some_and(|form| form.ticked("replace")),
            reason: typed("reason"),
            found,
        })
    }
}

/// `POST …/<id>/enter`: submits what the judge wrote on paper, with `replace` over what is stored. Unless `shown` names a preview of just
/// that, the page shows what it would do.
pub async fn enter(sent: Post<Review>) -> PageResult {
    let (at, form) = (&sent.at, sent.form.clone());
    let changes = ReviewChanges::read(&*sent.form);
    let seen = PaperSeen {
        base_version: sent.get("base_version"),
        digest: sent.get("shown"),
        replaces: sent.ticked("replace"),
    };
    let enter = async |call: &mut Call<'_>| save_review::enter(call, at.id, seen, changes).await;
    let entered = at.by().write(enter).await;
    sent.then(entered, async |at, saved| match saved {
        Some(_) => Ok(see(&ActDone::ReviewEntered.at(&Review::path(&at)))),
        None => show_with::<Review>(&at, Some(form)).await,
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

//! One judge's review, for organizers.

use crate::pages::prelude::*;
use app::components::Forms;
use app::pages::manage::assignments::review::{ReviewDeskPage, review_desk_page};
use leptos::prelude::{provide_context, use_context};
use model::review::ReviewFound;
use portal::judge::{NOTHING_SAVED, one_review, save_review};
use shared::review::ReviewChanges;
use shared::rubric::Criterion;
use shared::score_file::{ScoreAct, ScoreLine};

pub struct Review;

impl Desk for Review {
    type Id = AssignmentId;
    type Found = ReviewFound;
    /// The sheet that was checked.
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
        let previews = sheet.beside.is_some() || unconfirmed;
        review_desk_page(ReviewDeskPage {
            preview: form.filter(|_| previews).and_then(|form| preview(form, &found)),
            scores: found.criteria.iter().map(|c| typed(&format!("score_{}", c.key))).collect(),
            comment: typed("comment"),
            replaces: form.is_some_and(|form| form.sent("replace").is_some()),
            reason: typed("reason"),
            found,
        })
    }
}

/// What the sheet would do, and the fields that enter it.
fn preview(form: &Form, found: &ReviewFound) -> Option<(ScoreLine, Vec<(String, String)>)> {
    let stored = found.review.as_ref().is_some_and(|review| review.saved_at.is_some());
    let line = ScoreLine {
        number: 1,
        judge: found.judge.clone(),
        project: found.project.title.clone(),
        pair: None,
        changes: ReviewChanges::read(&**form).ok()?,
        verdict: Ok(if stored { ScoreAct::Replaces } else { ScoreAct::New }),
    };
    let names = ["base_version", "comment"].map(str::to_owned).into_iter();
    let names = names.chain(found.criteria.iter().map(|c| format!("score_{}", c.key)));
    let sent = names.map(|name| {
        let value = form.get(&name).to_owned();
        (name, value)
    });
    Some((line, sent.chain([("shown".to_owned(), "true".to_owned())]).collect()))
}

/// `POST …/<id>/enter`: shows what the sheet would do. With `shown`, submits what the judge wrote on paper.
pub async fn enter(sent: Post<Review>) -> PageResult {
    let base = sent.get("base_version").to_owned();
    let changes = ReviewChanges::read(&*sent.form);
    if !sent.ticked("shown") {
        let (at, form) = (&sent.at, sent.form.clone());
        let known = Some(vec![base]);
        let checked = async |call: &mut Call<'_>| save_review::preview(call, at.id, known, changes).await;
        let checked = at.by().write(checked).await;
        return sent.then(checked, async |at, ()| show_with::<Review>(&at, Some(form)).await).await;
    }
    // Nothing is stored under `none`, so there is nothing to replace.
    let confirmed = base == NOTHING_SAVED || sent.ticked("replace");
    let changes =
        if confirmed { changes } else { Err(Refusal::field("replace", Fault::ReplacementUnconfirmed)) };
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

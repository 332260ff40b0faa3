//! A judge's private note on a project.

use super::review::{ReviewForm, again};
use crate::pages::prelude::*;
use portal::judge::note;

/// `POST /judge/assignments/<id>/note`: the text `note`, written over `version`.
pub async fn save(
    At { state, caller, id, .. }: At<AssignmentId>,
    PostedForm { form, .. }: PostedForm,
) -> PageResult {
    let text = Ok(form.get("note").to_owned());
    match state.write(async |c| note::save(c, &caller, id, form.get("version"), text).await).await {
        Ok(()) => Ok(see(&format!("/judge/assignments/{id}?note=saved#note-form"))),
        Err(failure) => again(&state, &caller, id, (ReviewForm::Note, form), failure).await,
    }
}

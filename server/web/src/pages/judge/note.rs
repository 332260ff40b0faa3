//! A judge's private note on a project.

use super::{Refused, show_page};
use crate::pages::prelude::*;
use app::pages::judge::Answer;
use portal::judge::note;

/// `POST /judge/assignments/<id>/note`: the text `note`, written over `version`.
pub async fn save(At { state, caller, id, .. }: At<AssignmentId>, Posted { form, .. }: Posted) -> PageResult {
    let text = Ok(form.get("note").to_owned());
    match state.write(async |c| note::save(c, &caller, id, form.get("version"), text).await).await {
        Ok(()) => Ok(see(&format!("/judge/assignments/{id}?note=saved#note-form"))),
        Err(failure) => {
            let again = async |refusal| {
                show_page(&state, &caller, id, Answer::None, Some(Refused::Note(form, refusal))).await
            };
            forms::show_again(failure, again).await
        }
    }
}

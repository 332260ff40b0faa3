//! A judge's flag.

use super::review::{ReviewForm, again};
use crate::pages::prelude::*;
use portal::judge::evidence;
use shared::evidence::{NewWritten, WrittenKind};

/// `POST /judge/assignments/<id>/flag`: flags the project for a `reason`, with a `sentence`.
pub async fn flag(
    At { state, caller, id, .. }: At<AssignmentId>,
    PostedForm { form, .. }: PostedForm,
) -> PageResult {
    let new = NewWritten::read(&*form, Some(WrittenKind::Flag));
    let key = form.key(&format!("/judge/assignments/{id}/flag"));
    let flag = async |c: &mut Conn| evidence::flag(c, &caller, id, new).await;
    match state.write_once(&caller, key, flag).await {
        Ok(_) => Ok(see(&format!("/judge/assignments/{id}#evidence"))),
        Err(failure) => again(&state, &caller, id, (ReviewForm::Flag, form), failure).await,
    }
}

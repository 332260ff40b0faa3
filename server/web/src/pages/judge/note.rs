//! A judge's private note on a project.

use super::review::Review;
use crate::pages::prelude::*;
use portal::judge::note;

/// `POST /judge/assignments/<id>/note`: the text `note`, written over `version`.
pub async fn save(sent: Post<Review>) -> PageResult {
    let (text, version) = (Ok(sent.get("note").to_owned()), sent.get("version").to_owned());
    sent.act_to("?note=saved#note-form", async |call, at| note::save(call, at.id, &version, text).await).await
}

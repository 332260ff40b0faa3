//! A judge's marks on visits that came to nothing.

use super::review::Review;
use crate::pages::prelude::*;
use portal::judge::visit;
use shared::visit::SentMark;

/// `POST /judge/assignments/<id>/visit`: marks the visit as `kind`; `at` is when, by a device that had no network.
pub async fn mark(sent: Post<Review>) -> PageResult {
    let (mark, next) = (SentMark::of_form(&sent.form), back(&sent, "?visit=marked"));
    sent.lead(&next, async |call, at| visit::mark(call, at.id, mark).await).await
}

/// `POST /judge/assignments/<id>/visit/unmark`: takes the mark back.
pub async fn unmark(sent: Post<Review>) -> PageResult {
    let next = back(&sent, "");
    sent.lead(&next, async |call, at| visit::unmark(call, at.id).await).await
}

/// Back to the list, where the form was there, or to the page of the review.
fn back(sent: &Post<Review>, query: &str) -> String {
    if sent.get("back") == "list" { "/judge".to_owned() } else { Review::address(&sent.at) + query }
}

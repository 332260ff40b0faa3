//! A judge's flag.

use super::review::Review;
use crate::pages::prelude::*;
use portal::judge::evidence;
use shared::evidence::{NewWritten, WrittenKind};

/// `POST /judge/assignments/<id>/flag`: flags the project for a `reason`, with a `sentence`.
pub async fn flag(sent: Post<Review>) -> PageResult {
    let new = NewWritten::read(&*sent.form, Some(WrittenKind::Flag));
    let flag = async |call: &mut Call<'_>, at: &PageRequest<Review>| evidence::flag(call, at.id, new).await;
    sent.once(flag, async |at: PageRequest<Review>, _| Ok(see(&(Review::address(&at) + "#evidence")))).await
}

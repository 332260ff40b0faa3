//! Certificates: signed records to print.

use super::event_head::event_response;
use crate::pages::prelude::*;
use app::pages::certificate::certificate_page;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use model::record::Certificate;
use portal::records::certificate as op;

/// `GET /events/<slug>/certificate/judge`: one's own; with `?judge=` an organizer's, of a judge of the event.
pub async fn judge(At { state, caller, slug, query, .. }: At) -> PageResult {
    let (by, of) = (state.by(&caller).at(&slug), query.asked("judge"));
    let made = by.read_flushed(async |call| op::of_judge(call, of, &state.signer).await).await?;
    Ok(show_page(&state, &caller, "judge", made))
}

/// `GET /events/<slug>/certificate/participant`: one's own.
pub async fn participant(At { state, caller, slug, .. }: At) -> PageResult {
    let by = state.by(&caller).at(&slug);
    let made = by.read_flushed(async |call| op::of_participant(call, &state.signer).await).await?;
    Ok(show_page(&state, &caller, "participant", made))
}

fn show_page(
    state: &State,
    caller: &Caller,
    of: &str,
    (event, certificate): (EventView, Certificate),
) -> Response {
    let slug = &event.at.slug;
    let frame = Frame::new("Certificate", format!("/events/{slug}/certificate/{of}"));
    // The document itself: asked for again it would be signed anew, a moment later, and be another one.
    let document = format!("data:application/json;base64,{}", STANDARD.encode(&certificate.document));
    let file = (format!("{slug}-{of}-record.json"), document);
    event_response(state, caller, &event, frame, || certificate_page(certificate, file))
}

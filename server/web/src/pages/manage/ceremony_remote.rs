//! The line between a ceremony's pages on several devices: one says where it is, the others follow.

use crate::pages::prelude::*;
use axum::Json;
use model::ceremony::CeremonyPosition;
use portal::publish::ceremony_remote;
use serde_json::{Value, json};
use std::time::Duration;
use web_http::streams::{self, Publisher};

/// How often it is looked whether the ceremony moved: one indexed read for each event with an open page.
const TICK: Duration = Duration::from_millis(300);

/// `POST /events/<slug>/manage/ceremony/live`: the ceremony is at `step`, and hidden where `blank` is `true`.
pub async fn move_to(At { state, caller, slug, .. }: At, PostedForm { form, .. }: PostedForm) -> PageResult {
    let to = (form.carried("step"), form.ticked("blank"));
    let at = state.by(&caller).at(&slug).write(async |call| ceremony_remote::move_to(call, to).await).await?;
    Ok(Json(said(at)).into_response())
}

/// `GET /events/<slug>/manage/ceremony/live?once=`: each move as a message; with `once`, only where it is.
pub async fn live(At { state, caller, slug, query, .. }: At) -> PageResult {
    state.by(&caller).at(&slug).read(ceremony_remote::may_follow).await?;
    if query.asked("once").is_some() {
        return Ok(streams::one_message(message(position(&state, &slug).await?)));
    }
    let (person, topic) = (caller.account()?, format!("ceremony {slug}"));
    let (publishing, published) = (state.clone(), slug.clone());
    let start = |publisher| drop(tokio::spawn(publish(publishing, published, publisher)));
    let streams = state.streams.clone();
    let check = move || {
        let (state, caller, slug) = (state.clone(), caller.clone(), slug.clone());
        async move {
            let (by, demo) = (state.by(&caller).at(&slug), state.settings.demo);
            by.read(async |call| ceremony_remote::may_still_follow(call, demo).await).await
        }
    };
    Ok(streams::open(&streams, person, &topic, start, check)?)
}

async fn position(state: &State, slug: &str) -> Outcome<CeremonyPosition> {
    state.read(async |c| ceremony_remote::position(c, slug).await).await
}

/// Says where the ceremony is whenever it moved, for as long as a page is open.
async fn publish(state: State, slug: String, publisher: Publisher) {
    let mut last = None;
    while !publisher.is_abandoned() {
        match position(&state, &slug).await {
            Ok(at) if last == Some(at) => publisher.confirm(message(at)),
            Ok(at) => {
                publisher.publish(message(at), message(at), message(at));
                last = Some(at);
            }
            Err(why) => tracing::warn!(event = %slug, ?why, "where the ceremony is was not read"),
        }
        publisher.wait(TICK).await;
    }
}

fn said(at: CeremonyPosition) -> Value {
    json!({ "number": at.number, "step": at.step, "blank": at.blank })
}

fn message(at: CeremonyPosition) -> Bytes {
    Bytes::from(format!("data: {}\n\n", said(at)))
}

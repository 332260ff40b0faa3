//! The frame that all pages of an event share: an operation, the event's head around what it found, a view.

use super::event_head::event_response;
use super::render::Frame;
use axum::response::Response;
use leptos::prelude::AnyView;
use model::context::InEvent;
use model::event::Event;
use portal::Conn;
use portal::call::{By, Call};
use portal::event::event_view::{self, EventView};
use portal::event::events;
use portal::failure::Outcome;
use web_http::state::State;

/// Adds the event in full to what an operation found in it, for a page that shows tracks, rubric or limits.
pub async fn with_event<T: InEvent>(conn: &mut Conn, found: T) -> Outcome<(T, Event)> {
    let event = events::in_full(conn, None, found.at()).await?;
    Ok((found, event))
}

/// What an operation finds, and its event, read on one connection.
/// Errors: the operation's; a lost database.
pub async fn load<T: InEvent>(
    by: By<'_>,
    operation: impl AsyncFnOnce(&mut Call<'_>) -> Outcome<T>,
) -> Outcome<(T, EventView)> {
    by.read(async |call| {
        let found = operation(call).await?;
        let event = event_view::of_context(call, found.at()).await?;
        Ok((found, event))
    })
    .await
}

/// A page of an event: reads what the operation finds, makes the view's model of it, and renders the view.
/// Errors: the operation's; a lost database.
pub async fn event_page<T: InEvent, M>(
    state: &State,
    by: By<'_>,
    operation: impl AsyncFnOnce(&mut Call<'_>) -> Outcome<T>,
    model: impl FnOnce(T, &EventView) -> (Frame, M),
    view: impl FnOnce(M) -> AnyView,
) -> Outcome<Response> {
    let (found, event) = load(by, operation).await?;
    let (frame, model) = model(found, &event);
    Ok(event_response(state, by.caller, &event, frame, || view(model)))
}

//! What the pages of the plan and of the file share: a form that is shown, sent for a preview, and confirmed.

use crate::http::form::Form;
use crate::pages::desk::At;
use crate::pages::event_page::{InEvent, event_page};
use crate::pages::forms::{self, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::Frame;
use app::pages::manage::{FloorDraft, FloorPreview};
use axum::response::Response;
use leptos::prelude::AnyView;
use portal::Conn;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::floor::{self, Floor};

/// One of the two pages: the last part of its address, and how it becomes a view. The view gets what was typed, where
/// the form was sent.
pub(super) struct DraftPage<V> {
    pub(super) name: &'static str,
    pub(super) view: V,
}

impl<V: Fn(FloorDraft, Option<&Form>) -> AnyView> DraftPage<V> {
    /// The page with its form, empty or refused.
    pub(super) async fn form(&self, at: &At, refused: Option<&RefusedForm>) -> Outcome<Response> {
        let operation = async |c: &mut Conn| floor::read(c, &at.caller, &at.slug).await;
        let model = |_: Floor, event: &EventView| {
            (self.frame(event).refused_form(refused), FloorDraft { preview: None })
        };
        let typed = refused.map(|r| &r.form);
        event_page(&at.state, &at.caller, operation, model, |draft| (self.view)(draft, typed)).await
    }

    /// The page with what the form would do, or the form again where it is refused.
    pub(super) async fn preview<T: InEvent>(
        &self,
        at: &At,
        form: Form,
        operation: impl AsyncFnOnce(&mut Conn) -> Outcome<T>,
        preview: impl FnOnce(T) -> FloorPreview,
    ) -> PageResult {
        let model =
            |found: T, event: &EventView| (self.frame(event), FloorDraft { preview: Some(preview(found)) });
        match event_page(&at.state, &at.caller, operation, model, |draft| (self.view)(draft, Some(&form)))
            .await
        {
            Ok(page) => Ok(page),
            Err(failure) => {
                let again = async |refusal| self.form(at, Some(&RefusedForm { form, refusal })).await;
                forms::show_again(failure, again).await
            }
        }
    }

    fn frame(&self, event: &EventView) -> Frame {
        let address = format!("/events/{}/manage/floor/{}", event.at.slug, self.name);
        Frame::new(format!("Places in {}", event.name()), address)
    }
}

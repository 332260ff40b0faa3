//! A page of an event with its forms, declared once: where it is, what it reads, how it is drawn. Everything else that a page or an act
//! on it needs stands here: who asks and for what, 401 before 404, the form's token, "the same page with what was typed".

use super::event_head::in_event;
use super::event_page::{InEvent, load};
use super::forms::{self, Posted, RefusedForm};
use super::page_result::{PageError, PageResult};
use super::render::{Frame, page, see};
use crate::http::form::Form;
use crate::http::path;
use crate::http::query::Query;
use crate::state::State;
use axum::extract::{FromRequest, FromRequestParts, RawPathParams, Request};
use axum::http::request::Parts;
use axum::response::Response;
use leptos::prelude::AnyView;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::{Failure, Outcome};
use portal::{Conn, Done};
use serde::Serialize;
use serde::de::DeserializeOwned;
use shared::ids::{AssignmentId, GuestId, InvitationId, PersonId, PrizeId, ProjectId};
use shared::refusal::{Code, Refusal};

/// Where in an event a request is: who asks, in which event, and for which thing in it.
#[derive(Clone)]
pub struct At<I = ()> {
    pub state: State,
    pub caller: Caller,
    pub slug: String,
    pub id: I,
    pub query: Query,
}

impl<I> At<I> {
    /// The form of a page, where it did not come as one: from an address, or beside a file.
    pub fn with_form<D: Desk<Id = I>>(self, fields: Vec<(String, String)>) -> Post<D> {
        let address = D::path(&self);
        Post { at: self, form: Form::of_fields(fields), address }
    }

    /// The same for another thing in the event.
    pub fn to<J>(self, id: J) -> At<J> {
        let Self { state, caller, slug, query, .. } = self;
        At { state, caller, slug, id, query }
    }
}

/// The same on a page that everybody may read.
pub struct Anyone<I = ()>(pub At<I>);

/// What an address names beside its event.
pub trait PathId: Sized + Send + Sync {
    /// Reads it from the segments of the path that are no words of ours.
    ///
    /// # Errors
    /// 404 where they are no such thing.
    fn read(segments: &[&str]) -> Result<Self, Refusal>;
}

impl PathId for () {
    fn read(segments: &[&str]) -> Result<Self, Refusal> {
        segments.is_empty().then_some(()).ok_or_else(Refusal::not_found)
    }
}

macro_rules! path_ids {
    ($($id:ty),*) => {
        $(impl PathId for $id {
            fn read(segments: &[&str]) -> Result<Self, Refusal> {
                let [id] = segments else { return Err(Refusal::not_found()) };
                Ok(path::id(id)?.into())
            }
        })*
    };
}
impl PathId for String {
    fn read(segments: &[&str]) -> Result<Self, Refusal> {
        let [text] = segments else { return Err(Refusal::not_found()) };
        Ok((*text).to_owned())
    }
}
path_ids!(i64, AssignmentId, GuestId, InvitationId, PersonId, PrizeId, ProjectId);

/// The code of a link.
impl PathId for String {
    fn read(segments: &[&str]) -> Result<Self, Refusal> {
        let [code] = segments else { return Err(Refusal::not_found()) };
        Ok((*code).to_owned())
    }
}

impl<A: PathId, B: PathId> PathId for (A, B) {
    fn read(segments: &[&str]) -> Result<Self, Refusal> {
        let (first, rest) = segments.split_first().ok_or_else(Refusal::not_found)?;
        Ok((A::read(&[first])?, B::read(rest)?))
    }
}

/// What only acts name: something on the page.
impl<T: PathId> PathId for Option<T> {
    fn read(segments: &[&str]) -> Result<Self, Refusal> {
        if segments.is_empty() { Ok(None) } else { T::read(segments).map(Some) }
    }
}

impl<I: PathId> FromRequestParts<State> for Anyone<I> {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Self, PageError> {
        let caller = parts.extensions.get::<Caller>().cloned().unwrap_or_default();
        let query = Query::from_request_parts(parts, state).await.unwrap_or_default();
        let named =
            RawPathParams::from_request_parts(parts, state).await.map_err(|_| Refusal::not_found())?;
        // The address of a project names no event: there the slug is empty.
        let mut slug = String::new();
        let mut rest = Vec::new();
        for (name, segment) in &named {
            if name == "slug" { segment.clone_into(&mut slug) } else { rest.push(segment) }
        }
        Ok(Self(At { state: state.clone(), caller, slug, id: I::read(&rest)?, query }))
    }
}

impl<I: PathId> FromRequestParts<State> for At<I> {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Self, PageError> {
        parts.extensions.get::<Caller>().cloned().unwrap_or_default().signed_in()?;
        Anyone::<I>::from_request_parts(parts, state).await.map(|Anyone(at)| at)
    }
}

/// What a page shows beside what it read.
pub struct Around<'a, D: Desk> {
    pub at: &'a At<D::Id>,
    pub event: &'a EventView,
    pub refused: Option<&'a RefusedForm>,
    pub beside: D::Beside,
}

impl<D: Desk> Around<'_, D> {
    /// The form that was refused.
    pub fn form(&self) -> Option<&Form> {
        self.refused.map(|refused| &refused.form)
    }

    /// What was typed into a field of it.
    pub fn typed(&self, field: &str) -> Option<String> {
        self.refused.and_then(|refused| refused.typed(field))
    }

    /// Whether somebody else saved what the form was made from.
    pub fn is_stale(&self) -> bool {
        self.refused.is_some_and(|refused| refused.refusal.code() == Code::EditedMeanwhile)
    }
}

/// A page of an event with its forms.
#[allow(
    async_fn_in_trait,
    reason = "routes name the type, so the compiler sees whether its futures can be sent"
)]
pub trait Desk: Sized {
    /// What its address names beside the event.
    type Id: PathId;
    /// What it reads.
    type Found: InEvent;
    /// What an act has it show, such as a link that is shown once; nothing where it is only opened.
    type Beside: Default;
    /// The script that it runs.
    const SCRIPT: Option<&'static str> = None;

    /// Where it is below its event, unless its path names more.
    const PATH: &'static str = "";
    /// How its title begins, before the event's name, unless it has another one.
    const TITLE: &'static str = "";

    fn path(at: &At<Self::Id>) -> String {
        format!("/events/{}/{}", at.slug, Self::PATH)
    }

    /// What it shows, where that is found without the page's connection: computing takes seconds, and numbers may be at hand.
    async fn ahead(_at: &At<Self::Id>) -> Outcome<Option<Self::Found>> {
        Ok(None)
    }

    /// Reads what it shows. A page that finds it ahead has nothing to read.
    async fn read(_c: &mut Conn, _at: &At<Self::Id>) -> Outcome<Self::Found> {
        Err(Refusal::not_found().into())
    }

    fn title(_found: &Self::Found, event: &EventView) -> String {
        format!("{} {}", Self::TITLE, event.name())
    }

    /// How the page is framed, where that hangs on what it shows.
    fn frame(plain: Frame, _found: &Self::Found, _at: &At<Self::Id>) -> Frame {
        plain
    }

    fn draw(found: Self::Found, around: Around<'_, Self>) -> AnyView;

    /// What is not the same about its frame each time: a script, islands, at which field an error stands.
    fn frame(_: &Self::Found, _: &Around<'_, Self>, frame: Frame) -> Frame {
        frame
    }
}

/// `GET`: the page.
pub async fn show<D: Desk>(at: At<D::Id>) -> PageResult {
    show_with::<D>(&at, D::Beside::default()).await
}

/// The page with what an act has it show.
pub async fn show_with<D: Desk>(at: &At<D::Id>, beside: D::Beside) -> PageResult {
    Ok(draw::<D>(at, None, None, beside).await?)
}

/// The page of what an act found.
pub async fn show_found<D: Desk>(at: &At<D::Id>, found: D::Found) -> PageResult {
    Ok(draw::<D>(at, Some(found), None, D::Beside::default()).await?)
}

async fn draw<D: Desk>(
    at: &At<D::Id>,
    found: Option<D::Found>,
    refused: Option<&RefusedForm>,
    beside: D::Beside,
) -> Outcome<Response> {
    let found = match found {
        None => D::ahead(at).await?,
        found => found,
    };
    let read = async |c: &mut Conn| match found {
        Some(found) => Ok(found),
        None => D::read(c, at).await,
    };
    let (found, event) = load(&at.state, &at.caller, read).await?;
    let plain = Frame::new(D::title(&found, &event), D::path(at));
    let frame = D::frame(Frame { zone: event.zone(), script: D::SCRIPT, ..plain }, &found, at);
    let around = Around { at, event: &event, refused, beside };
    let frame = D::frame(&found, &around, frame.refused_form(refused));
    Ok(page(&at.state, &at.caller, frame, in_event(&event, || D::draw(found, around))))
}

/// `POST`: a form of the page.
pub struct Post<D: Desk> {
    pub at: At<D::Id>,
    pub form: Form,
    /// Where it was sent.
    address: String,
}

impl<D: Desk> FromRequest<State> for Post<D> {
    type Rejection = PageError;

    async fn from_request(request: Request, state: &State) -> Result<Self, PageError> {
        let (mut parts, body) = request.into_parts();
        let at = At::from_request_parts(&mut parts, state).await?;
        let address = parts.uri.path().to_owned();
        let Posted { form, .. } = Posted::from_request(Request::from_parts(parts, body), state).await?;
        Ok(Self { at, form, address })
    }
}

impl<D: Desk> Post<D> {
    /// What was sent under a name; empty where nothing was.
    pub fn get(&self, field: &str) -> &str {
        self.form.get(field)
    }

    /// Whether a box was ticked.
    pub fn ticked(&self, field: &str) -> bool {
        self.form.get(field) == "true"
    }

    /// Acts, and leads to the page. Where it is refused, the page comes back with what was typed.
    pub async fn act<T>(
        self,
        job: impl AsyncFnOnce(&mut Conn, &At<D::Id>) -> Outcome<Done<T>>,
    ) -> PageResult {
        self.act_to("", job).await
    }

    /// The same, and leads to this part or state of the page: `#attempts`, `?posted=1`.
    pub async fn act_to<T>(
        self,
        part: &str,
        job: impl AsyncFnOnce(&mut Conn, &At<D::Id>) -> Outcome<Done<T>>,
    ) -> PageResult {
        let next = format!("{}{part}", D::path(&self.at));
        self.lead(&next, job).await
    }

    /// Acts, and leads to another page.
    pub async fn lead<T>(
        self,
        next: &str,
        job: impl AsyncFnOnce(&mut Conn, &At<D::Id>) -> Outcome<Done<T>>,
    ) -> PageResult {
        match self.at.state.write(async |c| job(c, &self.at).await).await {
            Ok(_) => Ok(see(next)),
            Err(failure) => self.again(failure).await,
        }
    }

    /// Acts at most once for each drawing of the form, however often it is sent, and answers with what came of it.
    pub async fn once<T: Serialize + DeserializeOwned>(
        self,
        job: impl AsyncFnOnce(&mut Conn, &At<D::Id>) -> Outcome<Done<T>>,
        next: impl AsyncFnOnce(At<D::Id>, T) -> PageResult,
    ) -> PageResult {
        let key = self.form.key(&self.address);
        match self.at.state.write_once(&self.at.caller, key, async |c| job(c, &self.at).await).await {
            Ok(done) => next(self.at, done).await,
            Err(failure) => self.again(failure).await,
        }
    }

    /// The same form as one of another page, which it names itself.
    pub fn on<E: Desk>(self, id: E::Id) -> Post<E> {
        Post { at: self.at.to(id), form: self.form, address: self.address }
    }

    /// The page with what was typed, for an act that is no single write. A failure that no form mends is handed on.
    pub async fn again(self, failure: Failure) -> PageResult {
        self.draw_again(failure, None).await
    }

    /// The same, of what was found for the form.
    pub async fn again_found(self, failure: Failure, found: D::Found) -> PageResult {
        self.draw_again(failure, Some(found)).await
    }

    async fn draw_again(self, failure: Failure, found: Option<D::Found>) -> PageResult {
        let Self { at, form, .. } = self;
        let again = async |refusal| {
            draw::<D>(&at, found, Some(&RefusedForm { form, refusal }), D::Beside::default()).await
        };
        forms::show_again(failure, again).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_act_can_name_something_on_its_page() {
        type Id = (PrizeId, Option<InvitationId>);
        assert_eq!(Id::read(&["3"]).unwrap(), (PrizeId(3), None));
        assert_eq!(Id::read(&["3", "4"]).unwrap(), (PrizeId(3), Some(InvitationId(4))));
        assert_eq!(String::read(&["c0de"]).unwrap(), "c0de");
        for segments in [&[][..], &["x"], &["3", "x"], &["3", "4", "5"]] {
            assert_eq!(Id::read(segments).unwrap_err().status(), 404, "{segments:?}");
        }
    }
}

//! A page with its forms, declared once: where it is, what it reads, how it is drawn. Everything else that a page or an act on it
//! needs is here, such as the form's token and "the same page with what was typed"; `at.rs` finds out who asks and for what, and answers
//! 401 before 404. Most pages are of an event: a [`Desk`] is such a page.

#![allow(
    async_fn_in_trait,
    reason = "routes name the type, so the compiler sees whether its futures can be sent"
)]

use super::at::{Area, At};
use super::event_head::in_event;
use super::event_page::load;
use super::forms::{self, RefusedForm};
use super::page_result::{PageError, PageResult};
use super::render::{Frame, page, see};
use app::pages::manage::act_done::ActDone;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::response::Response;
use chrono::{DateTime, Utc};
use leptos::prelude::{AnyView, provide_context};
use model::confirmation::ActOutcome;
use model::context::InEvent;
use portal::call::Call;
use portal::event::event_view::EventView;
use portal::failure::{Failure, Outcome};
use portal::idempotency::ShownOnce;
use portal::zone::Fold;
use portal::{Done, Sent};
use serde::Serialize;
use serde::de::DeserializeOwned;
use shared::refusal::{Code, Refusal};
use web_http::form::Form;
pub use web_http::path::PathId;
use web_http::state::State;

impl<I> At<I> {
    /// The form of a page, where it did not come as one: from an address, or beside a file.
    pub fn with_form<D: Desk<Id = I>>(self, fields: Vec<(String, String)>) -> Post<D> {
        let address = D::path(&self);
        Post { at: self, form: Form::of_fields(fields), address }
    }
}

/// Where organizers see what waits for a second one of them.
pub fn waiting_page(slug: &str) -> String {
    format!("/events/{slug}/manage/people?asked=1#waits")
}

/// Where a page is.
pub type PageRequest<P> = At<<P as Page>::Id, <P as Page>::Area>;

pub trait Page: Sized {
    type Area: Area;
    /// What its address names beside the area.
    type Id: PathId;
    /// What an act has it show, such as a link that is shown once; nothing where it is only opened.
    type Beside: Default;

    /// Where it is, unless its path names more.
    const ADDRESS: &'static str = "";

    /// Where its acts lead.
    fn address(_at: &PageRequest<Self>) -> String {
        Self::ADDRESS.to_owned()
    }

    /// Reads what it shows, and draws it, with the form that was refused.
    async fn draw(
        at: &PageRequest<Self>,
        refused: Option<&RefusedForm>,
        beside: Self::Beside,
    ) -> Outcome<Response>;
}

/// What a page shows beside what it read.
pub struct DeskContext<'a, D: Desk> {
    pub at: &'a At<D::Id>,
    pub event: &'a EventView,
    pub refused: Option<&'a RefusedForm>,
    pub beside: D::Beside,
}

impl<D: Desk> DeskContext<'_, D> {
    pub fn form(&self) -> Option<&Form> {
        self.refused.map(|refused| &refused.form)
    }

    /// What was typed into a field of it.
    pub fn typed(&self, field: &str) -> Option<String> {
        self.refused.and_then(|refused| refused.typed(field))
    }

    /// Whether the page follows a save of its own: `?saved=1`.
    pub fn saved(&self) -> bool {
        self.at.query.asked("saved").is_some()
    }

    /// Whether somebody else saved what the form was made from.
    pub fn is_stale(&self) -> bool {
        self.refused.is_some_and(|refused| refused.refusal.code() == Code::EditedMeanwhile)
    }
}

/// A page of an event with its forms.
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
    async fn read(_call: &mut Call<'_>, _at: &At<Self::Id>) -> Outcome<Self::Found> {
        Err(Refusal::not_found().into())
    }

    fn title(_found: &Self::Found, event: &EventView) -> String {
        format!("{} {}", Self::TITLE, event.name())
    }

    fn draw(found: Self::Found, around: DeskContext<'_, Self>) -> AnyView;

    /// What is not the same about its frame each time: a script, islands, at which field an error stands.
    fn frame(_: &Self::Found, _: &DeskContext<'_, Self>, frame: Frame) -> Frame {
        frame
    }
}

impl<D: Desk> Page for D {
    type Area = String;
    type Id = D::Id;
    type Beside = D::Beside;

    fn address(at: &At<D::Id>) -> String {
        D::path(at)
    }

    async fn draw(at: &At<D::Id>, refused: Option<&RefusedForm>, beside: D::Beside) -> Outcome<Response> {
        draw::<D>(at, None, refused, beside).await
    }
}

/// `GET`: the page.
pub async fn show<P: Page>(at: PageRequest<P>) -> PageResult {
    show_with::<P>(&at, P::Beside::default()).await
}

/// The page with what an act has it show.
pub async fn show_with<P: Page>(at: &PageRequest<P>, beside: P::Beside) -> PageResult {
    // Boxed: an act's future would hold the whole reading of the page that it leads to.
    Ok(Box::pin(P::draw(at, None, beside)).await?)
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
    let read = async |call: &mut Call<'_>| match found {
        Some(found) => Ok(found),
        None => D::read(call, at).await,
    };
    let (found, event) = load(at.by(), read).await?;
    let plain = Frame::new(D::title(&found, &event), D::path(at));
    let frame = Frame { zone: event.zone(), script: D::SCRIPT, ..plain };
    let around = DeskContext { at, event: &event, refused, beside };
    let frame = D::frame(&found, &around, frame.refused_form(refused));
    let done = ActDone::named(at.query.get("done"));
    let view = || {
        if let Some(done) = done {
            provide_context(done);
        }
        <D as Desk>::draw(found, around)
    };
    Ok(page(&at.state, &at.caller, frame, in_event(&event, view)))
}

/// `POST`: a form of the page.
pub struct Post<P: Page> {
    pub at: PageRequest<P>,
    pub form: Form,
    /// Where it was sent.
    address: String,
}

impl<P: Page> FromRequest<State> for Post<P> {
    type Rejection = PageError;

    async fn from_request(request: Request, state: &State) -> Result<Self, PageError> {
        let (mut parts, body) = request.into_parts();
        let at = PageRequest::<P>::from_request_parts(&mut parts, state).await?;
        let address = parts.uri.path().to_owned();
        let form = forms::read(Request::from_parts(parts, body), state, &at.caller).await?;
        Ok(Self { at, form, address })
    }
}

impl<P: Page> Post<P> {
    /// What was sent under a name; empty where nothing was.
    pub fn get(&self, field: &str) -> &str {
        self.form.get(field)
    }

    /// Whether a box was ticked.
    pub fn ticked(&self, field: &str) -> bool {
        self.form.ticked(field)
    }

    /// Acts, and leads to the page. Where it is refused, the page comes back with what was typed.
    pub async fn act<T>(
        self,
        job: impl AsyncFnOnce(&mut Call<'_>, &PageRequest<P>) -> Outcome<Done<T>>,
    ) -> PageResult {
        self.act_to("", job).await
    }

    /// The same, and leads to this part or state of the page: `#attempts`, `?restored=1`.
    pub async fn act_to<T>(
        self,
        part: &str,
        job: impl AsyncFnOnce(&mut Call<'_>, &PageRequest<P>) -> Outcome<Done<T>>,
    ) -> PageResult {
        let next = format!("{}{part}", P::address(&self.at));
        self.lead(&next, job).await
    }

    /// The same, and the page says what was done.
    pub async fn did<T>(
        self,
        done: ActDone,
        part: &str,
        job: impl AsyncFnOnce(&mut Call<'_>, &PageRequest<P>) -> Outcome<Done<T>>,
    ) -> PageResult {
        let next = done.at(&format!("{}{part}", P::address(&self.at)));
        self.lead(&next, job).await
    }

    /// Acts, and leads to another page.
    pub async fn lead<T>(
        self,
        next: &str,
        job: impl AsyncFnOnce(&mut Call<'_>, &PageRequest<P>) -> Outcome<Done<T>>,
    ) -> PageResult {
        self.lead_by(|_, _| next.to_owned(), job).await
    }

    /// Acts, and leads where `next` says.
    pub async fn lead_by<T>(
        self,
        next: impl FnOnce(&PageRequest<P>, T) -> String,
        job: impl AsyncFnOnce(&mut Call<'_>, &PageRequest<P>) -> Outcome<Done<T>>,
    ) -> PageResult {
        let done = self.at.by().write(async |call| job(call, &self.at).await).await;
        self.after(done, next).await
    }

    /// Leads where `next` says, after an act that is no single write. Where it was refused, the page comes back with what was typed.
    pub async fn after<T>(
        self,
        done: Outcome<T>,
        next: impl FnOnce(&PageRequest<P>, T) -> String,
    ) -> PageResult {
        self.then(done, async |at, done| Ok(see(&next(&at, done)))).await
    }

    /// The same with another answer than the way to a page.
    pub async fn then<T>(
        self,
        done: Outcome<T>,
        next: impl AsyncFnOnce(PageRequest<P>, T) -> PageResult,
    ) -> PageResult {
        match done {
            Ok(done) => next(self.at, done).await,
            Err(failure) => self.again(failure).await,
        }
    }

    /// Acts at most once for each drawing of the form, however often it is sent, and answers with what came of it.
    pub async fn once<T: Serialize + DeserializeOwned>(
        self,
        job: impl AsyncFnOnce(&mut Call<'_>, &PageRequest<P>) -> Outcome<Done<T>>,
        next: impl AsyncFnOnce(PageRequest<P>, T) -> PageResult,
    ) -> PageResult {
        let key = self.form.key(&self.address);
        let done = self.at.by().write_once(key, async |call| job(call, &self.at).await).await;
        self.then(done, next).await
    }

    /// The same for what is shown once: where the form was sent again, `next` gets none of it.
    pub async fn once_shown<T>(
        self,
        job: impl AsyncFnOnce(&mut Call<'_>, &PageRequest<P>) -> Outcome<Done<T>>,
        next: impl AsyncFnOnce(PageRequest<P>, Option<T>) -> PageResult,
    ) -> PageResult {
        self.once(
            async |call, at| Ok(job(call, at).await?.map(|made| ShownOnce(Some(made)))),
            async |at, ShownOnce(made)| next(at, made).await,
        )
        .await
    }

    /// The same with this in the query: where it is refused, the page shows what that asks for.
    pub fn asking(mut self, name: &str, value: &str) -> Self {
        self.at = self.at.asking(name, value);
        self
    }

    /// The same form as one of another page, which it names itself.
    pub fn on<E: Page<Area = P::Area>>(self, id: E::Id) -> Post<E> {
        Post { at: self.at.to(id), form: self.form, address: self.address }
    }

    /// The page with what was typed, for an act that is no single write. A failure that no form mends is handed on.
    pub async fn again(self, failure: impl Into<Failure>) -> PageResult {
        let Self { at, form, address } = self;
        // Boxed: each act's future would hold the page's reading, which few need.
        let again = async |refusal| {
            let refused = RefusedForm { form, refusal, address };
            Box::pin(P::draw(&at, Some(&refused), P::Beside::default())).await
        };
        match failure.into() {
            // The page of a link says itself that the link has ended.
            Failure::Refused(refusal) if P::Area::OPEN && refusal.status() == 404 => {
                Ok(again(refusal).await?)
            }
            failure => forms::show_again(failure, again).await,
        }
    }
}

impl<D: Desk> Post<D> {
    /// Acts, and leads to another page; where the act waits for a second organizer, to what waits.
    pub async fn lead_or_wait<T>(
        self,
        next: &str,
        job: impl AsyncFnOnce(&mut Call<'_>, &PageRequest<D>) -> Outcome<Done<ActOutcome<T>>>,
    ) -> PageResult {
        let next = |at: &At<D::Id>, done| match done {
            ActOutcome::Done(_) => next.to_owned(),
            ActOutcome::Waits => waiting_page(&at.slug),
        };
        self.lead_by(next, job).await
    }

    /// A time as it was typed, on the clocks of the event's place; none for an empty field. One that comes twice is the first of the
    /// two: the page shows which it is.
    pub async fn time(&self, field: &str) -> Outcome<Sent<Option<DateTime<Utc>>>> {
        let At { state, slug, .. } = &self.at;
        let zone = state.read(async |c| portal::zone_of(c, slug).await).await?;
        Ok(zone.read(self.get(field), Some(Fold::First)).map_err(|fault| Refusal::field(field, fault)))
    }

    /// The page with what was typed, of what was found for the form.
    pub async fn again_found(self, failure: Failure, found: D::Found) -> PageResult {
        let Self { at, form, address } = self;
        let again = async |refusal| {
            let refused = RefusedForm { form, refusal, address };
            draw::<D>(&at, Some(found), Some(&refused), D::Beside::default()).await
        };
        forms::show_again(failure, again).await
    }
}

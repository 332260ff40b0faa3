//! The panel of a prize, as an organizer chooses it.

use crate::http::path;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::Frame;
use crate::state::State;
use app::pages::manage::{PanelInvitationRow, PanelInvitations, PanelPage, PanelRow, panel_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use portal::Sent;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::people::send::is_held;
use portal::prizes::panel::{self, PanelChoice};
use shared::ids::{PersonId, PrizeId};
use shared::refusal::{Fault, Refusal};

/// `GET /events/<slug>/manage/prizes/<id>/panel`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, id)): Path<(String, String)>,
) -> PageResult {
    caller.signed_in()?;
    Ok(show_page(&state, &caller, &slug, PrizeId(path::id(&id)?), Shown::Nothing).await?)
}

/// `POST /events/<slug>/manage/prizes/<id>/panel`: the people `panel` are on it from now on.
pub async fn choose(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = PrizeId(path::id(&id)?);
    let people: Result<Vec<PersonId>, _> = form.all("panel").map(|id| id.parse().map(PersonId)).collect();
    let people: Sent<Vec<PersonId>> = people.map_err(|_| Refusal::field("panel", Fault::ForeignPart));
    let done = state.write(async |c| panel::choose(c, &caller, &slug, id, people).await).await;
    let next = format!("/events/{slug}/manage/prizes/{id}");
    let again = async |refused| show_page(&state, &caller, &slug, id, Shown::Refused(refused)).await;
    forms::answer(done, &next, form, again).await
}

/// What the page shows besides the panel.
pub(super) enum Shown {
    /// Nothing.
    Nothing,
    /// A link that was made just now; none where it was mailed, or shown before.
    Link(Option<String>),
    /// Why a form was refused.
    Refused(RefusedForm),
}

pub(super) async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    id: PrizeId,
    shown: Shown,
) -> Outcome<Response> {
    let (link, refused) = match shown {
        Shown::Nothing => (None, None),
        Shown::Link(link) => (Some(link), None),
        Shown::Refused(refused) => (None, Some(refused)),
    };
    let operation = async |c: &mut _| panel::open_choice(c, caller, slug, id).await;
    let model = |choice: PanelChoice, _: &EventView| {
        let name = choice.prize.terms.name;
        let frame =
            Frame::new(format!("Panel of {name}"), format!("/events/{slug}/manage/prizes/{id}/panel"));
        // The form that invites has an address; the list of people has none.
        let list = refused.as_ref().filter(|r| r.form.sent("email").is_none());
        let typed =
            |person: PersonId| list.map(|r| r.form.all("panel").any(|typed| typed == person.to_string()));
        let ranked = |person: PersonId| choice.people.iter().any(|p| p.person == person && p.ranked > 0);
        let invitations = choice.invitations.into_iter().map(|i| PanelInvitationRow {
            id: i.id.0,
            name: i.name,
            email: i.email,
            state: i.state,
            since: i.since,
            accepted_as: i.accepted_as,
            ranked: i.accepted_by.is_some_and(ranked),
        });
        let field = |name: &str| refused.as_ref().map(|r| r.form.get(name).to_owned()).unwrap_or_default();
        let mailed = refused.as_ref().is_some_and(|r| r.form.sent("send").is_some());
        let invited = PanelInvitations {
            invitations: invitations.collect(),
            link,
            typed: (field("email"), field("name"), mailed),
            held: is_held(caller, &choice.at),
        };
        let people = choice.people.into_iter().map(|p| PanelRow {
            person: p.person.0,
            name: p.name,
            chosen: typed(p.person).unwrap_or(p.chosen),
            ranked: p.ranked,
        });
        let model = PanelPage {
            id: id.0,
            name,
            people: people.collect(),
            invited,
            closed: choice.prize.awarded_at.is_some(),
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, panel_page).await
}

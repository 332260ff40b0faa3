//! An event's prizes as everybody reads them, and what a team asks for.

use super::event_page::{event_page, with_event};
use super::forms::{self, Posted, RefusedForm};
use super::page_result::PageResult;
use super::render::{Frame, see};
use crate::http::query::Query;
use crate::http::{answer, path};
use crate::state::State;
use app::pages::{PublicPrize, PublicPrizesPage, WishesPage, public_prizes_page, wishes_page};
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use model::event::Event;
use model::prize::Prize;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::prizes::public::{self, PublicPrizes};
use portal::submit::wishes::{self, ProjectWishes};
use shared::ids::{PrizeId, ProjectId};
use shared::prize::Eligibility;
use shared::wishes::Wishes;
use words::decided_by;
use words::{capital, plural};

/// `GET /events/<slug>/prizes`.
pub async fn list(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    let operation = async |c: &mut _| {
        let found = public::read(c, &caller, &slug).await?;
        with_event(c, found).await
    };
    let model = |(found, event): (PublicPrizes, Event), _: &EventView| {
        let winners = found.winners;
        let prizes = found.prizes.into_iter().map(|prize| {
            let winners = winners.as_ref().map(|all| {
                let of = all.iter().filter(|w| w.prize == prize.id);
                of.map(|w| (w.project.0, w.title.clone(), w.team.clone())).collect()
            });
            public_prize(prize, winners, &event)
        });
        let frame = Frame::new(format!("Prizes of {}", event.name), format!("/events/{slug}/prizes"));
        (frame, PublicPrizesPage { prizes: prizes.collect() })
    };
    Ok(answer::public(event_page(&state, &caller, operation, model, public_prizes_page).await?))
}

fn public_prize(prize: Prize, winners: Option<Vec<(i64, String, String)>>, event: &Event) -> PublicPrize {
    let who = match prize.terms.eligibility {
        Eligibility::All => "all projects".to_owned(),
        Eligibility::OptIn => "projects whose teams ask for it".to_owned(),
        Eligibility::Track(track) => {
            format!("projects of the track {}", event.track_name(track).unwrap_or_default())
        }
    };
    let how = decided_by(prize.terms.rule);
    let number = plural(prize.terms.winners, "winner", "winners");
    let reason = if winners.is_some() { prize.reason } else { String::new() };
    PublicPrize {
        name: prize.terms.name,
        sponsor: prize.terms.sponsor,
        description: prize.terms.description,
        how: capital(&format!("{number} among {who}: {how}.")),
        winners,
        reason,
    }
}

/// `GET /projects/<id>/prizes`: what a team asks for; `?saved=1` follows a save.
pub async fn wishes(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    query: Query,
) -> PageResult {
    caller.signed_in()?;
    let id = ProjectId(path::id(&id)?);
    Ok(show_wishes(&state, &caller, id, query.get("saved") == "1", None).await?)
}

/// `POST /projects/<id>/prizes`.
pub async fn wish(
    Shared(state): Shared<State>,
    Path(id): Path<String>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = ProjectId(path::id(&id)?);
    let asked = Wishes::of_form(&form);
    match state.write(async |c| wishes::set(c, &caller, id, asked).await).await {
        Ok(()) => Ok(see(&format!("/projects/{id}/prizes?saved=1"))),
        Err(failure) => {
            let again = async |refusal| {
                show_wishes(&state, &caller, id, false, Some(RefusedForm { form, refusal })).await
            };
            forms::show_again(failure, again).await
        }
    }
}

async fn show_wishes(
    state: &State,
    caller: &Caller,
    id: ProjectId,
    saved: bool,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| wishes::open(c, caller, id).await;
    let model = |opened: ProjectWishes, _: &EventView| {
        let ProjectWishes { project, prizes, wishes, refused: closed, .. } = opened;
        let frame =
            Frame::new(format!("Prizes and table of {}", project.title), format!("/projects/{id}/prizes"));
        let ticked =
            |name: &str, stored: bool| refused.as_ref().map_or(stored, |r| r.form.get(name) == "true");
        let asks = |prize: PrizeId| {
            let stored = wishes.prizes.contains(&prize);
            refused.as_ref().map_or(stored, |r| r.form.all("prizes").any(|typed| typed == prize.to_string()))
        };
        let prizes = prizes.into_iter().map(|p| (p.id.0, p.terms.name, p.terms.description, asks(p.id)));
        let model = WishesPage {
            id: id.0,
            title: project.title,
            prizes: prizes.collect(),
            power: ticked("power", wishes.power),
            quiet: ticked("quiet", wishes.quiet),
            may: forms::allowed(closed),
            saved,
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, wishes_page).await
}

//! `GET /api/events/<slug>/prizes` and `GET /api/panels`.

use super::document::{examples, params::Slug};
use crate::http::answer::{self, Answer};
use crate::state::State;
use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use portal::caller::Caller;
use portal::prizes::panel;
use portal::prizes::public::{self, PublicPrizes};
use shared::wire::{Panel, Prize, PrizeWinner};

fn objects(found: PublicPrizes) -> Vec<Prize> {
    let winners = found.winners;
    let prizes = found.prizes.into_iter().map(|prize| {
        let won = winners.as_ref().map(|all| {
            let of = all.iter().filter(|w| w.prize == prize.id);
            of.map(|w| PrizeWinner { project: w.project, title: w.title.clone(), team: w.team.clone() })
                .collect()
        });
        Prize {
            id: prize.id,
            name: prize.terms.name,
            sponsor: prize.terms.sponsor,
            description: prize.terms.description,
            number: prize.terms.winners,
            eligibility: prize.terms.eligibility.name().to_owned(),
            track: prize.terms.eligibility.track(),
            rule: prize.terms.rule.name().to_owned(),
            reason: if won.is_some() { prize.reason } else { String::new() },
            winners: won,
        }
    });
    prizes.collect()
}

/// The event's prizes, and once results are published who won them.
#[utoipa::path(
    get, path = "/events/{slug}/prizes", tag = "results", operation_id = "listPrizes",
    security((), ("bearer" = [])), extensions(("x-caller" = json!("anyone"))), params(Slug),
    responses((status = OK, description = "The prizes in their order.", body = Vec<Prize>, example = examples::prizes)),
)]
pub async fn list(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> Answer {
    let found = state.read(async |c| public::read(c, &caller, &slug).await).await?;
    answer::json(StatusCode::OK, &objects(found)).map(answer::public)
}

/// The prizes whose panel the caller is on, as long as they have no winners.
#[utoipa::path(
    get, path = "/panels", tag = "judging", operation_id = "listPanels",
    security(("bearer" = [])), extensions(("x-caller" = json!("anyone signed in"))),
    responses((status = OK, description = "The panels.", body = Vec<Panel>, example = examples::panels)),
)]
pub async fn panels(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> Answer {
    let found = state.read(async |c| panel::own(c, &caller).await).await?;
    let object =
        |p: model::prize::OpenPanel| Panel { event: p.slug, prize: p.prize, name: p.name, ranked: p.ranked };
    let panels: Vec<_> = found.into_iter().map(object).collect();
    answer::json(StatusCode::OK, &panels)
}

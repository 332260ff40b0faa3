//! `GET /api/events/<slug>/prizes`, `GET /api/panels`, `GET /api/events/<slug>/prizes/<id>/panel`,
//! `GET /api/projects/<id>/prizes`, and `/api/events/<slug>/prizes/by-rule`.

use super::prelude::*;
use portal::prizes::by_rule;
use portal::prizes::deliberation::{self, Deliberations};
use portal::prizes::panel::{self, PanelBallot};
use portal::prizes::public::{self, PublicPrizes};
use portal::publish::overview;
use portal::submit::wishes;
use shared::award::ConfirmedByRule;
use shared::wire::{
    Panel, PanelOrder, PanelProject, Prize, PrizeException, PrizeWinner, PrizesByRule, ProjectWishes,
    WaitingPrize,
};
use shared::wishes::Wishes;

fn objects(found: PublicPrizes) -> Vec<Prize> {
    let winners = found.winners;
    let prizes = found.prizes.into_iter().map(|prize| {
        let won: Option<Vec<PrizeWinner>> = winners.as_ref().map(|all| {
            let of = all.iter().filter(|w| w.prize == prize.id);
            of.map(|w| object! { PrizeWinner from w: project, repeats; title: w.title.clone(), team: w.team.clone() })
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
            decided: if won.is_some() { prize.decided.name().to_owned() } else { String::new() },
            reason: if won.is_some() { prize.reason } else { String::new() },
            provisional_until: found
                .provisional_until
                .filter(|_| won.as_ref().is_some_and(|won| !won.is_empty())),
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
pub async fn list(ApiRequest(state, caller, slug): ApiRequest<String>) -> Answer {
    let found = state.by(&caller).at(&slug).read(public::read).await?;
    answer::json(StatusCode::OK, &objects(found)).map(answer::public)
}

/// The prizes whose panel the caller is on, as long as they have no winners.
#[utoipa::path(
    get, path = "/panels", tag = "judging", operation_id = "listPanels",
    security(("bearer" = [])), extensions(("x-caller" = json!("anyone signed in"))),
    responses((status = OK, description = "The panels.", body = Vec<Panel>, example = examples::panels)),
)]
pub async fn panels(ApiRequest(state, caller, ()): ApiRequest) -> Answer {
    let found = state.by(&caller).read(panel::own).await?;
    let object =
        |p: model::prize::OpenPanel| Panel { event: p.slug, prize: p.prize, name: p.name, ranked: p.ranked };
    let panels: Vec<_> = found.into_iter().map(object).collect();
    answer::json(StatusCode::OK, &panels)
}

fn order_object(found: PanelBallot) -> PanelOrder {
    let PanelBallot { at, prize, eligible, ranked, refused } = found;
    let eligible = eligible.into_iter().map(|p| PanelProject {
        project: p.id,
        title: p.title,
        team: p.team,
        room: p.place.room,
        place: p.place.place,
    });
    PanelOrder {
        event: at.slug,
        prize: prize.id,
        name: prize.terms.name,
        description: prize.terms.description,
        open: refused.is_none(),
        eligible: eligible.collect(),
        order: ranked,
    }
}

/// What the caller, who is on a prize's panel, can choose from, and their order so far.
#[utoipa::path(
    get, path = "/events/{slug}/prizes/{id}/panel", tag = "judging", operation_id = "readPanel",
    security(("bearer" = [])), extensions(("x-caller" = json!("who is on the panel"))),
    params(Slug, ("id" = i64, Path, description = "The prize's id.", example = 3, minimum = 1)),
    responses((status = OK, description = "The panel.", body = PanelOrder, example = examples::panel)),
)]
pub async fn panel(SignedIn(state, caller, (slug, id)): SignedIn<(String, PrizeId)>) -> Answer {
    let found = state.by(&caller).at(&slug).read(async |call| panel::open(call, id).await).await?;
    answer::json(StatusCode::OK, &order_object(found))
}

/// What the caller's team asks for with a project: prizes, power and a quiet place.
#[utoipa::path(
    get, path = "/projects/{id}/prizes", tag = "projects", operation_id = "readWishes", security(("bearer" = [])),
    extensions(("x-caller" = json!("the project's team"))), params(ProjectPath),
    responses((status = OK, description = "The wishes.", body = ProjectWishes, example = examples::wishes)),
)]
pub async fn wishes(SignedIn(state, caller, project): SignedIn<ProjectId>) -> Answer {
    let found = state.by(&caller).read(async |call| wishes::open(call, project).await).await?;
    let (wishes, open) = (found.wishes, found.refused.is_none());
    let Wishes { prizes, power, quiet, names_us } = wishes;
    let wishes = ProjectWishes { project, prizes, power, quiet, names_us, open };
    answer::json(StatusCode::OK, &wishes)
}

fn by_rule_object(Deliberations { by_rule: found, run, .. }: Deliberations, outdated: bool) -> PrizesByRule {
    let sure = found.sure().collect();
    let waiting = found.open.into_iter().filter(|(_, exceptions)| !exceptions.is_empty());
    let waiting = waiting.map(|(prize, exceptions)| WaitingPrize {
        prize,
        why: exceptions
            .iter()
            .map(|why| PrizeException { kind: why.name().to_owned(), projects: why.projects().to_vec() })
            .collect(),
    });
    PrizesByRule { digest: found.digest, run, outdated, sure, waiting: waiting.collect() }
}

/// What the rules of the prizes without winners decide, and what a person has to look at first.
#[utoipa::path(
    get, path = "/events/{slug}/prizes/by-rule", tag = "results", operation_id = "readPrizesByRule",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers who take no part"))), params(Slug),
    responses((status = OK, description = "The prizes without winners.", body = PrizesByRule, example = examples::prizes_by_rule)),
)]
pub async fn by_rule(ApiRequest(state, caller, slug): ApiRequest<String>) -> Answer {
    let by = state.by(&caller).at(&slug);
    let found = by.read(async |call| deliberation::all(call, &[]).await).await?;
    let outdated = overview::outdated(by, &state.overviews, &found.at, found.run).await?;
    answer::json(StatusCode::OK, &by_rule_object(found, outdated.is_some()))
}

/// Confirms the winners of all prizes whose rule decides, as they were read.
///
/// One that waits only because it is too close to call is confirmed with them where it is named.
/// Each has its own row in the log. Once results are published each prize takes a reason: then it is confirmed on its page.
#[utoipa::path(
    post, path = "/events/{slug}/prizes/by-rule", tag = "results", operation_id = "confirmPrizesByRule",
    security(("bearer" = [])), extensions(("x-caller" = json!("the event's organizers who take no part"))), params(Slug),
    request_body(content = ConfirmedByRule, example = examples::prize_confirmation),
    responses((status = OK, description = "How many prizes were confirmed.", body = NumberDone, example = examples::number_done)),
)]
pub async fn confirm_by_rule(SignedIn(state, caller, slug): SignedIn<String>, json: JsonBody) -> Answer {
    let shown = json.fields().and_then(|body| ConfirmedByRule::of_json(&body));
    let number = state.by(&caller).at(&slug).write(async |call| by_rule::confirm(call, shown).await).await?;
    answer::json(StatusCode::OK, &NumberDone { number })
}

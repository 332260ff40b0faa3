//! One prize: its terms, and who wins it.

use super::fields::{eligible_words, stored, terms, tracks, values};
use crate::http::form::Form;
use crate::http::path;
use crate::pages::event_page::{InEvent, event_page, with_event};
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::{Frame, see};
use crate::state::State;
use app::pages::manage::{AwardForm, PrizePage, StandingRow, prize_page, rule_words};
use model::context::Context;
use model::event::Event;
use model::prize::Prize;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::{Failure, Outcome};
use portal::prizes::award::{self, ChosenWinners, PUBLIC_REASON, PrizeDecision, SeenPrize};
use portal::prizes::standing::RuleStanding;
use portal::prizes::{self, define};
use portal::publish::correct_prizes;
use portal::{Conn, Sent};
use words::plural;

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::ids::{PrizeId, ProjectId};
use shared::prize::MOST_WINNERS;
use shared::refusal::{Code, Fault, PrizeFault, Refusal, RequestFault};
use std::collections::HashMap;

/// A prize as its page shows it: with the decision, or without where that is withheld.
pub(crate) struct ShownPrize {
    at: Context,
    prize: Prize,
    decision: Result<PrizeDecision, Refusal>,
}

impl InEvent for ShownPrize {
    fn at(&self) -> &Context {
        &self.at
    }
}

async fn read(conn: &mut Conn, caller: &Caller, slug: &str, id: PrizeId) -> Outcome<ShownPrize> {
    let board = prizes::board(conn, caller, slug).await?;
    let prize = board.prizes.into_iter().find(|prize| prize.id == id).ok_or_else(Refusal::not_found)?;
    let decision = match board.withheld {
        Some(refusal) => Err(refusal),
        None => Ok(award::open(conn, caller, slug, id).await?),
    };
    Ok(ShownPrize { at: board.at, prize, decision })
}

/// `GET /events/<slug>/manage/prizes/<id>`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, id)): Path<(String, String)>,
) -> PageResult {
    caller.signed_in()?;
    Ok(show_page(&state, &caller, &slug, PrizeId(path::id(&id)?), None).await?)
}

fn version(form: &Form) -> Sent<i32> {
    form.get("version").parse().map_err(|_| Refusal::field("version", RequestFault::Row))
}

/// `POST /events/<slug>/manage/prizes/<id>/change`.
pub async fn change(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = PrizeId(path::id(&id)?);
    let (version, sent) = (version(&form), terms(&form));
    let done = state.write(async |c| define::change(c, &caller, &slug, id, version, sent).await).await;
    answer(done, &state, &caller, (&slug, id), form).await
}

/// `POST /events/<slug>/manage/prizes/<id>/remove`.
pub async fn remove(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = PrizeId(path::id(&id)?);
    match state.write(async |c| define::remove(c, &caller, &slug, id).await).await {
        Ok(()) => Ok(see(&format!("/events/{slug}/manage/prizes"))),
        failed => answer(failed, &state, &caller, (&slug, id), form).await,
    }
}

/// `POST /events/<slug>/manage/prizes/<id>/award`: `winners`, `winners-2` and so on, and the `reason`.
pub async fn award(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = PrizeId(path::id(&id)?);
    let (seen, chosen) = (seen(&form), chosen(&form));
    let award =
        async |c: &mut _| correct_prizes::award(c, &caller, &slug, id, seen, chosen, &state.signer).await;
    let done = state.write(award).await;
    answer(done, &state, &caller, (&slug, id), form).await
}

/// What the form was made from: `version`, and the time `confirmed` where there are winners already.
fn seen(form: &Form) -> Sent<SeenPrize> {
    let awarded_at = match form.get("confirmed") {
        "" => None,
        at => Some(at.parse().map_err(|_| Refusal::field("confirmed", RequestFault::Row))?),
    };
    Ok(SeenPrize { version: version(form)?, awarded_at })
}

/// The chosen projects in their order, as typed; 0 where a field names none.
fn typed(form: &Form) -> Vec<i64> {
    let field = |at: i32| if at == 1 { "winner".to_owned() } else { format!("winner-{at}") };
    (1..=MOST_WINNERS).map_while(|at| form.sent(&field(at)).map(|id| id.parse().unwrap_or(0))).collect()
}

fn chosen(form: &Form) -> Sent<ChosenWinners> {
    let projects = typed(form).into_iter().filter(|id| *id != 0).map(ProjectId).collect();
    let broken = form.sent("winner").is_some_and(|id| !id.is_empty() && id.parse::<i64>().is_err());
    if broken {
        return Err(Refusal::field("winner", Fault::Prize(PrizeFault::NotEligible)));
    }
    Ok(ChosenWinners { projects, reason: form.get("reason").to_owned() })
}

async fn answer(
    done: Result<(), Failure>,
    state: &State,
    caller: &Caller,
    (slug, id): (&str, PrizeId),
    form: Form,
) -> PageResult {
    let next = format!("/events/{slug}/manage/prizes/{id}");
    let again = async |refused| show_page(state, caller, slug, id, Some(refused)).await;
    forms::answer(done, &next, form, again).await
}

async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    id: PrizeId,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| {
        let found = read(c, caller, slug, id).await?;
        with_event(c, found).await
    };
    let model = |(shown, event): (ShownPrize, Event), _: &EventView| {
        let ShownPrize { prize, decision, .. } = shown;
        let frame = Frame::new(prize.terms.name.clone(), format!("/events/{slug}/manage/prizes/{id}"));
        let of = |field: &str| refused.as_ref().filter(|r| r.form.sent(field).is_some());
        let stale = of("name").filter(|r| r.refusal.code() == Code::EditedMeanwhile);
        let model = PrizePage {
            id: id.0,
            version: prize.version,
            rule: prize.terms.rule,
            asked: prize.asked,
            panel: prize.panel,
            theirs: stale.map(|_| in_words(&prize, &event)),
            values: of("name").map_or_else(|| stored(&prize.terms), |r| values(&r.form)),
            name: prize.terms.name,
            tracks: tracks(&event),
            award: decision
                .map(|decision| award_form(decision, of("winner")))
                .map_err(|refusal| words::refusal(&refusal)),
        };
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, prize_page).await
}

/// A prize's terms in one line.
fn in_words(prize: &Prize, event: &Event) -> String {
    let terms = &prize.terms;
    let winners = plural(terms.winners, "winner", "winners");
    let eligible = eligible_words(terms.eligibility, event);
    let sponsor =
        if terms.sponsor.is_empty() { String::new() } else { format!(", given by {}", terms.sponsor) };
    format!("“{}”{sponsor}, {winners}, {eligible}, found by {}", terms.name, rule_words(terms.rule))
}

fn award_form(decision: PrizeDecision, refused: Option<&RefusedForm>) -> AwardForm {
    let corrects = decision.at.facts.event.published.then_some(PUBLIC_REASON);
    let PrizeDecision { prize, eligible, standing, waits, line: by_rule, winners, won, .. } = decision;
    let names: HashMap<_, _> = eligible.iter().map(|p| (p.id, p)).collect();
    let standing = standing.into_iter().filter_map(|line| {
        let project = names.get(&line.project())?;
        Some(StandingRow {
            title: project.title.clone(),
            team: project.team.clone(),
            why: why(line),
            wins: by_rule.winners.contains(&project.id),
            tied: by_rule.tied.contains(&project.id),
            won: won.get(&project.id).cloned().unwrap_or_default(),
        })
    });
    let standing = standing.collect();
    // As typed; else as confirmed; else as the rule says.
    let mut chosen: Vec<i64> = match (refused, winners.is_empty()) {
        // The form of the terms has a field of this name too: its number of winners is no project.
        (Some(refused), _) if refused.form.sent("rule").is_none() => typed(&refused.form),
        (_, false) => winners.iter().map(|w| w.project.0).collect(),
        (_, true) => by_rule.winners.iter().map(|p| p.0).collect(),
    };
    chosen.resize(usize::try_from(prize.terms.winners).unwrap_or(1), 0);
    let titles: Vec<String> = winners.into_iter().map(|w| w.title).collect();
    let tied = by_rule.tied.iter().filter_map(|id| Some(names.get(id)?.title.clone())).collect();
    AwardForm {
        tied: (tied, by_rule.places),
        standing,
        waits: waits.map(|refusal| match refusal.code() {
            Code::NotFound => {
                "This event has no community vote. Choose one under Settings, or another rule below."
                    .to_owned()
            }
            _ => words::refusal(&refusal),
        }),
        chosen,
        reason: refused.map_or_else(|| prize.reason.clone(), |r| r.form.get("reason").to_owned()),
        confirmed: prize.awarded_at.map(|at| (titles, at, prize.reason)),
        eligible: eligible.into_iter().map(|p| (p.id.0, p.title)).collect(),
        corrects,
    }
}

/// What the rule says of a project, in words.
pub(in crate::pages::manage) fn why(line: RuleStanding) -> String {
    match line {
        RuleStanding::Rank(_, rank) => format!("rank {rank}"),
        RuleStanding::Votes(_, votes) => plural(votes, "vote", "votes"),
        RuleStanding::Panel(line) => {
            let points = plural(line.points, "point", "points");
            format!("{points}, ahead of {} in pairs, first for {}", line.wins, line.firsts)
        }
    }
}

//! One prize: its terms, and who wins it.

use super::PrizeList;
use super::fields::{in_words, tracks};
use crate::pages::event_page::InEvent;
use crate::pages::prelude::*;
use app::pages::manage::{AwardForm, PrizePage, StandingRow, prize_page};
use model::prize::Prize;
use portal::prizes::award::{self, PUBLIC_REASON, PrizeDecision};
use portal::prizes::standing::RuleStanding;
use portal::prizes::{self, define};
use portal::publish::correct_prizes;
use shared::award::{ChosenWinners, SeenPrize, typed_winners};
use shared::prize::TypedPrize;
use std::collections::HashMap;
use words::plural;

/// A prize as its page shows it: with the decision, or without where that is withheld.
pub struct ShownPrize {
    at: Context,
    prize: Prize,
    decision: Result<PrizeDecision, Refusal>,
}

impl InEvent for ShownPrize {
    fn at(&self) -> &Context {
        &self.at
    }
}

pub struct OnePrize;

impl Desk for OnePrize {
    type Id = PrizeId;
    type Found = (ShownPrize, Event);
    type Beside = ();

    fn path(at: &At<PrizeId>) -> String {
        format!("/events/{}/manage/prizes/{}", at.slug, at.id)
    }

    async fn read(c: &mut Conn, at: &At<PrizeId>) -> Outcome<(ShownPrize, Event)> {
        let board = prizes::board(c, &at.caller, &at.slug).await?;
        let prize = board.prizes.into_iter().find(|prize| prize.id == at.id);
        let prize = prize.ok_or_else(Refusal::not_found)?;
        let decision = match board.withheld {
            Some(refusal) => Err(refusal),
            None => Ok(award::open(c, &at.caller, &at.slug, at.id).await?),
        };
        with_event(c, ShownPrize { at: board.at, prize, decision }).await
    }

    fn title((shown, _): &(ShownPrize, Event), _: &EventView) -> String {
        shown.prize.terms.name.clone()
    }

    fn draw((shown, event): (ShownPrize, Event), sheet: Around<'_, Self>) -> AnyView {
        let ShownPrize { prize, decision, .. } = shown;
        let of = |field: &str| sheet.form().filter(|form| form.sent(field).is_some());
        let stale = of("name").is_some() && sheet.is_stale();
        prize_page(PrizePage {
            theirs: stale.then(|| in_words(&prize, &event)),
            values: of("name")
                .map_or_else(|| TypedPrize::of(&prize.terms), |form| TypedPrize::of_form(form, "")),
            tracks: tracks(&event),
            award: decision
                .map(|decision| award_form(decision, of("winner")))
                .map_err(|refusal| words::refusal(&refusal)),
            prize,
        })
    }
}

/// `POST …/<id>/change`.
pub async fn change(sent: Post<OnePrize>) -> PageResult {
    let (version, terms) = (sent.form.carried("version"), TypedPrize::of_form(&sent.form, "").terms());
    let change = async |c: &mut Conn, at: &At<PrizeId>| {
        define::change(c, &at.caller, &at.slug, at.id, version, terms).await
    };
    sent.act(change).await
}

/// `POST …/<id>/remove`.
pub async fn remove(sent: Post<OnePrize>) -> PageResult {
    let list = PrizeList::path(&sent.at.clone().to(()));
    sent.lead(&list, async |c, at| define::remove(c, &at.caller, &at.slug, at.id).await).await
}

/// `POST …/<id>/award`: `winner`, `winner-2` and so on, and the `reason`.
pub async fn award(sent: Post<OnePrize>) -> PageResult {
    let (seen, chosen) = (SeenPrize::of_form(&sent.form), ChosenWinners::of_form(&sent.form));
    let award = async |c: &mut Conn, at: &At<PrizeId>| {
        correct_prizes::award(c, &at.caller, &at.slug, at.id, seen, chosen, &at.state.signer).await
    };
    sent.act(award).await
}

fn award_form(decision: PrizeDecision, form: Option<&Form>) -> AwardForm {
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
    let mut chosen: Vec<i64> = match (form, winners.is_empty()) {
        // The form of the terms has a field of this name too: its number of winners is no project.
        (Some(form), _) if form.sent("rule").is_none() => typed_winners(form),
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
                "This event has no community vote. Choose one under Event, or another rule below.".to_owned()
            }
            _ => words::refusal(&refusal),
        }),
        chosen,
        reason: form.map_or_else(|| prize.reason.clone(), |form| form.get("reason").to_owned()),
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

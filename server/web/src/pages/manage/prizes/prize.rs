//! One prize: its terms, its panel, what speaks for whom, and who wins it.

use super::PrizeList;
use super::fields::{in_words, tracks};
use crate::pages::prelude::*;
use app::pages::manage::prizes::deliberation::{PrizeDeliberation, ShortRow};
use app::pages::manage::prizes::panel::PanelPart;
use app::pages::manage::prizes::panel_invitations::PanelInvitations;
use app::pages::manage::prizes::prize::{AwardForm, PrizePage, StandingRow, prize_page};
use model::prize::{Panellist, Prize};
use model::run::title_among;
use portal::judge::certainty;
use portal::people::send::is_held;
use portal::prizes::award::PUBLIC_REASON;
use portal::prizes::deliberation::{self, Deliberation, ShortListed};
use portal::prizes::panel::{self, PanelChoice};
use portal::prizes::standing::{PrizeOutlook, RuleStanding};
use portal::prizes::{self, define};
use portal::publish::{correct_prizes, overview};
use shared::award::{ChosenWinners, SeenPrize, typed_winners};
use shared::calibration::ProjectOutcome;
use shared::deliberation::Remark;
use shared::prize::{AwardRule, Eligibility, TypedPrize};
use std::collections::{HashMap, HashSet};
use words::plural;

/// A prize as its page shows it: with its panel, what decides it and what was said, or without where that is withheld.
pub struct ShownPrize {
    at: Context,
    prize: Prize,
    decision: Result<(Deliberation, PanelChoice), Refusal>,
    /// The run that decides it, where it is outdated.
    outdated: Option<i32>,
    /// The chances to win it, where they are drawn among those that can, and known.
    chances: Option<BTreeMap<i64, f64>>,
}
model::in_event!(ShownPrize);

/// The part of the page that is about its panel.
pub(super) const PANEL: &str = "?panel=1#panel";

/// `?panel=1` has its panel open, and `?written=N` follows a press that nudges it.
pub struct OnePrize;

/// The prize, and an invitation to its panel that an act is about.
pub(super) type OneId = (PrizeId, Option<InvitationId>);

impl Desk for OnePrize {
    type Id = OneId;
    type Found = (ShownPrize, Event);
    /// A link to its panel that was made just now; none in it where it was mailed, or shown before.
    type Beside = Option<Option<String>>;

    fn path(at: &At<OneId>) -> String {
        format!("/events/{}/manage/prizes/{}", at.slug, at.id.0)
    }

    async fn ahead(at: &At<OneId>) -> Outcome<Option<(ShownPrize, Event)>> {
        let read = async |call: &mut Call<'_>| {
            let board = prizes::board(call).await?;
            let prize = board.prizes.into_iter().find(|prize| prize.id == at.id.0);
            let prize = prize.ok_or_else(Refusal::not_found)?;
            let decision = match board.withheld {
                Some(refusal) => Err(refusal),
                None => {
                    let said = deliberation::open(call, at.id.0).await?;
                    Ok((said, panel::open_choice(call, at.id.0).await?))
                }
            };
            let (outdated, chances) = (None, None);
            with_event(call.conn, ShownPrize { at: board.at, prize, decision, outdated, chances }).await
        };
        let (mut shown, event) = at.by().read(read).await?;
        if let Ok((said, _)) = &shown.decision {
            shown.outdated = overview::outdated(at.by(), &at.state.overviews, &shown.at, said.run).await?;
            if is_among_some(&shown.prize) {
                let kept = &at.state.prize_chances;
                let mut all = certainty::chances_to_win(at.by(), kept, shown.at.event, said.run).await?;
                shown.chances = all.remove(&at.id.0);
            }
        }
        Ok(Some((shown, event)))
    }

    fn title((shown, _): &(ShownPrize, Event), _: &EventView) -> String {
        shown.prize.terms.name.clone()
    }

    fn draw((shown, event): (ShownPrize, Event), sheet: DeskContext<'_, Self>) -> AnyView {
        let ShownPrize { prize, decision, outdated, chances, .. } = shown;
        // Each form of the page has a field that no other has.
        let of = |field: &str| sheet.form().filter(|form| form.sent(field).is_some());
        let stale = of("rule").is_some() && sheet.is_stale();
        let (decision, panel) = match decision {
            Ok((said, panel)) => (Ok(said), panel_part(panel, &sheet)),
            Err(refusal) => (Err(refusal), None),
        };
        prize_page(PrizePage {
            theirs: stale.then(|| in_words(&prize, &event)),
            values: of("rule")
                .map_or_else(|| TypedPrize::of(&prize.terms), |form| TypedPrize::of_form(form, "")),
            tracks: tracks(&event),
            award: decision
                .map(|said| award_form(said, (outdated, chances.as_ref()), of("winner")))
                .map_err(|refusal| words::refusal(&refusal)),
            panel,
            prize,
        })
    }
}

fn panel_part(found: PanelChoice, sheet: &DeskContext<'_, OnePrize>) -> Option<PanelPart> {
    let has = found.prize.terms.rule == AwardRule::Panel || !found.invitations.is_empty();
    if !has && found.people.iter().all(|p| !p.chosen) && sheet.beside.is_none() {
        return None;
    }
    // The form that invites has an address; the list of people has none.
    let of = |field: &str| sheet.form().filter(|form| form.sent(field).is_some());
    let (list, invites) = (of("panel"), of("email"));
    let chosen = |p: &Panellist| {
        list.map_or(p.chosen, |form| form.all("panel").any(|typed| typed == p.person.to_string()))
    };
    Some(PanelPart {
        closed: found.refused.as_ref().map(words::refusal).or_else(|| {
            let awarded = found.prize.awarded_at.is_some();
            awarded.then(|| "The winners of this prize are confirmed, so its panel is closed.".to_owned())
        }),
        asked: sheet.at.query.asked("panel").is_some()
            || sheet.beside.is_some()
            || list.is_some()
            || invites.is_some(),
        invited: PanelInvitations {
            invitations: found.invitations,
            refused: invites.is_some(),
            held: is_held(&sheet.at.caller, &found.at),
            link: sheet.beside.clone(),
        },
        written: sheet.at.query.get("written").parse().ok(),
        missing: found.people.iter().filter(|p| p.is_missing()).count(),
        people: found.people.into_iter().map(|p| Panellist { chosen: chosen(&p), ..p }).collect(),
    })
}

/// `POST …/<id>/change`.
pub async fn change(sent: Post<OnePrize>) -> PageResult {
    let (version, terms) = (sent.form.carried("version"), TypedPrize::of_form(&sent.form, "").terms());
    sent.did(ActDone::TermsSaved, "", async |call, at| define::change(call, at.id.0, version, terms).await)
        .await
}

/// `POST …/<id>/remove`.
pub async fn remove(sent: Post<OnePrize>) -> PageResult {
    let list = PrizeList::path(&sent.at.clone().to(()));
    sent.lead(&ActDone::PrizeRemoved.at(&list), async |call, at| define::remove(call, at.id.0).await).await
}

/// `POST …/<id>/award`: `winner`, `winner-2` and so on, and the `reason`.
pub async fn award(sent: Post<OnePrize>) -> PageResult {
    let (seen, chosen) = (SeenPrize::of_form(&sent.form), ChosenWinners::of_form(&sent.form));
    let award = async |call: &mut Call<'_>, at: &At<OneId>| {
        correct_prizes::award(call, at.id.0, seen, chosen, &at.state.signer).await
    };
    let next = OnePrize::path(&sent.at);
    sent.lead_or_wait(&next, award).await
}

/// `POST …/<id>/remark`: `project`, `body`.
pub async fn remark(sent: Post<OnePrize>) -> PageResult {
    let new = Remark::of_form(&sent.form);
    sent.did(ActDone::RemarkAdded, "#remarks", async |call, at| {
        deliberation::remark(call, at.id.0, new).await
    })
    .await
}

/// Whether its chances are drawn among those that can win it: a run itself says those among all projects.
pub(in crate::pages::manage) fn is_among_some(prize: &Prize) -> bool {
    prize.terms.rule == AwardRule::Rank && prize.terms.eligibility != Eligibility::All
}

/// The chance of a ranked project to win a prize. Where it is drawn among those that can win, who has none wins in no draw; while it is not
/// known, there is none.
pub(in crate::pages::manage) fn chance_to_win(
    prize: &Prize,
    ranked: &ProjectOutcome,
    drawn: Option<&BTreeMap<i64, f64>>,
) -> Option<f64> {
    if is_among_some(prize) {
        return drawn.map(|chances| chances.get(&ranked.project).copied().unwrap_or(0.0));
    }
    ranked.chance(u32::try_from(prize.terms.winners).unwrap_or(1))
}

fn award_form(
    said: Deliberation,
    (outdated, chances): (Option<i32>, Option<&BTreeMap<i64, f64>>),
    form: Option<&Form>,
) -> AwardForm {
    let mut short: Vec<ShortRow> = said.short.iter().map(|short| short_row(short, &said, chances)).collect();
    // Winners are in view, however far down the order others put them.
    short.sort_by_key(|row| !row.confirmed);
    let deliberation = PrizeDeliberation {
        run: said.run,
        outdated,
        among_some: is_among_some(&said.outlook.prize),
        short,
        notes: said.notes.clone(),
        titles: said.titles.clone(),
    };
    let corrects = said.at.facts.event.published.then_some(PUBLIC_REASON);
    let Deliberation { short, titles: known, outlook, .. } = said;
    let PrizeOutlook { prize, eligible, standing, waits, line: by_rule, winners, close, .. } = outlook;
    let shown: HashSet<ProjectId> = short.iter().map(|short| short.project).collect();
    let names: HashMap<_, _> = eligible.iter().map(|p| (p.id, p)).collect();
    let others = standing.into_iter().filter(|line| !shown.contains(&line.project()));
    let standing = others.filter_map(|line| {
        let project = names.get(&line.project())?;
        Some(StandingRow { title: project.title.clone(), team: project.team.clone(), why: why(line) })
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
    let titles: Vec<String> = winners.iter().map(|w| title_among(&known, w.project)).collect();
    let tied =
        by_rule.tied.iter().filter(|id| names.contains_key(*id)).map(|id| title_among(&known, *id)).collect();
    AwardForm {
        deliberation,
        tied: (tied, by_rule.places),
        close: close.iter().map(|id| title_among(&known, *id)).collect(),
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
        eligible: eligible.iter().map(|p| (p.id.0, words::with_team(&p.title, &p.team))).collect(),
        corrects,
    }
}

fn short_row(short: &ShortListed, found: &Deliberation, drawn: Option<&BTreeMap<i64, f64>>) -> ShortRow {
    let outlook = &found.outlook;
    let line = &outlook.line;
    let comments = found.comments.iter().filter(|comment| comment.project == short.project);
    ShortRow {
        project: short.project.0,
        title: title_among(&found.titles, short.project),
        team: short.team.clone(),
        rank: short.ranked.as_ref().map(|r| (r.rank, r.rank_interval)),
        chance: short.ranked.as_ref().and_then(|ranked| chance_to_win(&outlook.prize, ranked, drawn)),
        panel: short.panel.map(|line| why(RuleStanding::Panel(line))),
        votes: short.votes,
        wins: line.winners.contains(&short.project),
        tied: line.tied.contains(&short.project),
        won: found.won.get(&short.project).cloned().unwrap_or_default(),
        confirmed: outlook.winners.iter().any(|winner| winner.project == short.project),
        comments: comments.map(|comment| (comment.judge.clone(), comment.comment.clone())).collect(),
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

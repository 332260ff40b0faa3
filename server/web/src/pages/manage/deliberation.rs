//! The page on which organizers find the winners of all prizes, and prepare how they are announced.

use super::ceremony::{is_asked_for, part};
use super::prizes::prize::{chance_to_win, is_among_some, why};
use crate::pages::prelude::*;
use app::components::TickBox;
use app::pages::manage::deliberation::{
    AroundRow, ConfirmAll, DeliberationsPage, ExceptionRow, OutlookRow, deliberations_page,
};
use app::pages::manage::duties::DutiesBoard;
use app::pages::manage::first_three::FirstThreeTable;
use app::pages::manage::prizes::prize::tie_words;
use app::pages::manage::prizes::rule_words;
use model::run::title_among;
use portal::judge::certainty::{self, ChancesToWin};
use portal::prizes::award::PUBLIC_REASON;
use portal::prizes::by_rule::{self, Exception};
use portal::prizes::deliberation::{self, Deliberations};
use portal::prizes::duties;
use portal::prizes::side_by_side::MOST;
use portal::prizes::standing::{PrizeOutlook, RuleStanding};
use portal::publish::ceremony::{self, CeremonyFound};
use portal::publish::{overview, publish};
use shared::award::ConfirmedByRule;
use shared::ceremony::CeremonyTerms;
use shared::prize::AwardRule;
use shared::provisional::{DutyState, SettledDuty};
use std::collections::BTreeSet;
use words::{name_few, plural};

/// `?ceremony=` asks for the ceremony, and `?projects=` for projects side by side, which lead back to `?prize=`.
pub struct DeliberationList;

impl Desk for DeliberationList {
    type Id = ();
    /// With the ceremony, unless the winners were announced and nobody asks for it, and where all prizes are shown, the chances to win, and the
    /// run, where it is outdated.
    type Found = (Deliberations, (Option<CeremonyFound>, ChancesToWin, Option<i32>));
    type Beside = ();
    const PATH: &'static str = "manage/deliberation";
    const TITLE: &'static str = "Winners of";

    async fn ahead(at: &At) -> Outcome<Option<Self::Found>> {
        let read = async |call: &mut Call<'_>| {
            let found = deliberation::all(call, &asked(&at.query)).await?;
            let announced = found.duties.is_some();
            let shown = found.beside.is_none() && (!announced || is_asked_for(&at.query));
            let ceremony = if shown { Some(ceremony::open(call).await?) } else { None };
            Ok((found, ceremony))
        };
        let (found, ceremony) = at.by().read(read).await?;
        // Who compares projects, or asks for the ceremony, sees nothing else.
        let shows_prizes = found.beside.is_none() && !is_asked_for(&at.query);
        let chances = if shows_prizes && found.prizes.iter().any(draws_chances) {
            certainty::chances_to_win(at.by(), &at.state.prize_chances, found.at.event, found.run).await?
        } else {
            ChancesToWin::new()
        };
        let shown = found.run.filter(|_| shows_prizes);
        let outdated = overview::outdated(at.by(), &at.state.overviews, &found.at, shown).await?;
        Ok(Some((found, (ceremony, chances, outdated))))
    }

    fn frame((found, _): &Self::Found, around: &DeskContext<'_, Self>, frame: Frame) -> Frame {
        let alone = is_asked_for(&around.at.query) && found.beside.is_none() && !found.prizes.is_empty();
        let title = if alone { format!("Ceremony of {}", around.event.name()) } else { frame.title };
        Frame { title, ..frame }
    }

    fn draw((found, (ceremony, chances, outdated)): Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        let chosen: Vec<ProjectId> =
            found.beside.iter().flat_map(|beside| &beside.projects).map(|p| p.project.id).collect();
        let choices = found.ranked.iter().map(|ranked| TickBox {
            id: ranked.project,
            label: format!("{}, rank {}", title_among(&found.titles, ProjectId(ranked.project)), ranked.rank),
            hint: String::new(),
            chosen: chosen.contains(&ProjectId(ranked.project)),
        });
        let choices = choices.collect();
        let outlook = |id: PrizeId| found.prizes.iter().find(|outlook| outlook.prize.id == id);
        let from = sheet.at.query.get("prize").parse().ok().map(PrizeId).and_then(outlook);
        let from_prize = from.map(|outlook| (outlook.prize.id.0, outlook.prize.terms.name.clone()));
        let ticked: BTreeSet<&str> =
            sheet.form().into_iter().flat_map(|form| form.all("too_close")).collect();
        let close_call = |outlook: &PrizeOutlook| TickBox {
            id: outlook.prize.id.0,
            label: outlook.prize.terms.name.clone(),
            hint: state_words(outlook, &found.titles),
            chosen: ticked.contains(outlook.prize.id.to_string().as_str()),
        };
        let sure = found.by_rule.sure().filter_map(outlook);
        let confirm = ConfirmAll {
            prizes: sure.map(|outlook| outlook.prize.terms.name.clone()).collect(),
            too_close: found.by_rule.too_close().filter_map(outlook).map(close_call).collect(),
            digest: found.by_rule.digest.clone(),
            published: found.by_rule.published,
        };
        let exceptions =
            found.prizes.iter().flat_map(|outlook| exception_rows(outlook, &found, &sheet.at.slug));
        let exceptions = exceptions.collect();
        let prizes = found.prizes.iter().map(|outlook| outlook_row(outlook, &found, &chances)).collect();
        let ranks: BTreeMap<ProjectId, u32> =
            found.ranked.iter().map(|ranked| (ProjectId(ranked.project), ranked.rank)).collect();
        let first_three = found.first_three.map(|tally| FirstThreeTable {
            judges: tally.judges,
            rows: tally
                .lines
                .into_iter()
                .map(|line| {
                    let rank = ranks.get(&line.tally.project).copied();
                    (line, rank)
                })
                .collect(),
        });
        let duties = found.duties.map(|duties| DutiesBoard {
            found: duties,
            now: found.at.now,
            titles: found.titles.clone(),
            longest: PUBLIC_REASON,
        });
        deliberations_page(DeliberationsPage {
            duties,
            prizes,
            exceptions,
            confirm,
            outdated,
            confirmed: sheet.at.query.get("confirmed").parse().ok(),
            choices,
            beside: found.beside,
            from_prize,
            first_three,
            asks_ceremony: is_asked_for(&sheet.at.query),
            ceremony: ceremony.map(|found| part(found, &sheet)),
        })
    }
}

/// The projects to lay side by side: `?projects=3,7,9`, or one `projects` for each tick.
fn asked(query: &Query) -> Vec<ProjectId> {
    query
        .all("projects")
        .flat_map(|ids| ids.split(','))
        .filter_map(|id| id.parse().ok())
        .map(ProjectId)
        .collect()
}

/// `POST …/confirm`: confirms the winners of all prizes whose rule decides, and of those that are ticked as `too_close`; `digest` names what was
/// shown.
pub async fn confirm(sent: Post<DeliberationList>) -> PageResult {
    let shown = ConfirmedByRule::of_form(&sent.form);
    let next = |at: &At, number| format!("{}?confirmed={number}", DeliberationList::path(at));
    sent.lead_by(next, async |call, _| by_rule::confirm(call, shown).await).await
}

/// `POST …/tick`: of the boxes `met`, those that are not among `was` are shown now, and those of `was` that are not ticked are open again.
pub async fn tick(sent: Post<DeliberationList>) -> PageResult {
    let boxes = |field: &str| sent.form.all(field).map(str::to_owned).collect::<BTreeSet<String>>();
    let (met, was) = (boxes("met"), boxes("was"));
    let shown = met.difference(&was).map(|text| SettledDuty::of_box(text, DutyState::Shown));
    let open = was.difference(&met).map(|text| SettledDuty::of_box(text, DutyState::Open));
    let duties: Option<Vec<_>> = shown.chain(open).collect();
    let duties = duties.ok_or_else(|| Refusal::field("met", Fault::DutyUnknown));
    sent.did(ActDone::DutiesSaved, "#duties", async |call, at| {
        duties::settle(call, &at.state.base_url, duties).await
    })
    .await
}

/// `POST …/refuse`: `duty`, and the `reason`.
pub async fn refuse(sent: Post<DeliberationList>) -> PageResult {
    let duty = SettledDuty::of_box(sent.get("duty"), DutyState::Refused);
    let duty = duty.map(|duty| vec![SettledDuty { reason: sent.get("reason").to_owned(), ..duty }]);
    let duty = duty.ok_or_else(|| Refusal::field("duty", Fault::DutyUnknown));
    sent.did(ActDone::DutiesSaved, "#duties", async |call, at| {
        duties::settle(call, &at.state.base_url, duty).await
    })
    .await
}

/// `POST …/ceremony`: a `turn-<id>` for each prize, `at_once`, `intervals`, `full_ranking`.
pub async fn set_up_ceremony(sent: Post<DeliberationList>) -> PageResult {
    let (version, terms) = (sent.form.carried("version"), CeremonyTerms::of_form(&sent.form));
    let set_up = async |call: &mut Call<'_>, _: &At| ceremony::set_up(call, version, terms).await;
    sent.asking("ceremony", "1").did(ActDone::CeremonySaved, "?ceremony=1#ceremony", set_up).await
}

/// `POST …/final`: publishes provisional results once more, as final ones.
pub async fn make_final(sent: Post<DeliberationList>) -> PageResult {
    let next = format!("/events/{}/results", sent.at.slug);
    sent.lead_or_wait(&next, async |call, at| publish::make_final(call, &at.state.signer).await).await
}

/// Whether its row says chances that are drawn among some projects: a run itself says those among all.
fn draws_chances(PrizeOutlook { prize, .. }: &PrizeOutlook) -> bool {
    prize.awarded_at.is_none() && is_among_some(prize)
}

fn outlook_row(outlook: &PrizeOutlook, found: &Deliberations, chances: &ChancesToWin) -> OutlookRow {
    let decided = outlook.prize.awarded_at.is_some();
    let line = &outlook.line;
    let drawn = chances.get(&outlook.prize.id);
    let around = |id: &ProjectId| {
        let standing = outlook.standing.iter().find(|standing| standing.project() == *id)?;
        let ranked = found.ranked.iter().find(|ranked| ranked.project == id.0);
        let of_rank = matches!(standing, RuleStanding::Rank(..));
        let chance =
            ranked.filter(|_| of_rank).and_then(|ranked| chance_to_win(&outlook.prize, ranked, drawn));
        let chance = chance.map(|chance| format!(", {:.0}\u{a0}% to win", chance * 100.0));
        Some(AroundRow {
            title: title_among(&found.titles, *id),
            what: why(*standing) + &chance.unwrap_or_default(),
            wins: line.winners.contains(id),
        })
    };
    let shown = line.winners.iter().chain(&line.tied).chain(&outlook.behind);
    let around: Vec<AroundRow> = if decided { Vec::new() } else { shown.filter_map(around).collect() };
    OutlookRow {
        id: outlook.prize.id.0,
        name: outlook.prize.terms.name.clone(),
        found_by: rule_words(outlook.prize.terms.rule),
        state: state_words(outlook, &found.titles),
        line: if around.is_empty() { String::new() } else { line_words(outlook).to_owned() },
        around,
        decided,
    }
}

/// Whether the line between who wins and who does not is sure.
fn line_words(outlook: &PrizeOutlook) -> &'static str {
    match (outlook.line.tied.is_empty(), outlook.close.is_empty(), outlook.prize.terms.rule) {
        (false, ..) => "Tied at the line.",
        (_, false, _) => "Too close to call at the line.",
        (.., AwardRule::Rank) => "Not too close to call.",
        _ => "No tie at the line.",
    }
}

/// What somebody has to look at before a prize is given, and what to do about it.
fn exception_rows(outlook: &PrizeOutlook, found: &Deliberations, slug: &str) -> Vec<ExceptionRow> {
    let id = outlook.prize.id;
    let manage = format!("/events/{slug}/manage");
    let prize = format!("{manage}/prizes/{id}");
    let award = format!("{prize}#winners-title");
    let names = |ids: &[ProjectId]| name_few(ids.iter().map(|id| title_among(&found.titles, *id)));
    let first = |ids: &[ProjectId]| ids.first().map_or(0, |id| id.0);
    let compare = |ids: &[ProjectId]| {
        let query: Vec<String> = ids.iter().map(ToString::to_string).collect();
        let beside = format!("{manage}/deliberation?projects={}", query.join(","));
        (ids.len() <= MOST).then_some((beside, "Lay them side by side"))
    };
    let row = |exception: &Exception| {
        let (why, acts) = match exception {
            Exception::Waits(refusal) if outlook.prize.terms.rule == AwardRule::Rank => {
                (waits_words(refusal), vec![(format!("{manage}/calibration"), "Make a ranking")])
            }
            Exception::Waits(refusal) => (waits_words(refusal), vec![(prize.clone(), "Open the prize")]),
            Exception::Choice => {
                let why = "An organizer chooses, and says why.".to_owned();
                (why, vec![(award.clone(), "Choose the winners")])
            }
            Exception::Nobody => {
                let why = "No project can win it yet.".to_owned();
                (why, vec![(prize.clone(), "See its terms")])
            }
            Exception::PanelUnfinished => {
                let (panel, ranked) = outlook.prize.panel;
                let (why, act) = if panel == 0 {
                    ("Nobody is on the panel yet.".to_owned(), "Choose panellists")
                } else {
                    let all = plural(panel, "panellist", "panellists");
                    (format!("{ranked} of {all} gave an order."), "See the panel")
                };
                (why, vec![(format!("{prize}?panel=1#panel"), act)])
            }
            Exception::Tied => {
                let (tied, places) = (&outlook.line.tied, outlook.line.places);
                let titles: Vec<_> = tied.iter().map(|id| title_among(&found.titles, *id)).collect();
                let acts = std::iter::once((award.clone(), "Choose between them")).chain(compare(tied));
                (tie_words(&titles, places).unwrap_or_default(), acts.collect())
            }
            Exception::TooClose(ids) => {
                let why = format!("Too close to call at the last winning place: {}.", names(ids));
                let acts = std::iter::once((award.clone(), "Decide on its page")).chain(compare(ids));
                (why, acts.collect())
            }
            Exception::Clash(ids) => {
                let why = format!(
                    "{} would win this prize and one above it, and each project wins at most one.",
                    names(ids)
                );
                (why, vec![(award.clone(), "Confirm the next in line")])
            }
            Exception::Repeats(ids) => {
                let why = format!("In the ranking, but flagged as a repeat since: {}.", names(ids));
                let look = format!("{manage}/projects/{}", first(ids));
                (
                    why,
                    vec![(look, "Look at the flag"), (format!("{manage}/calibration"), "Make a new ranking")],
                )
            }
            Exception::Left(ids) => {
                let why = format!("In the ranking, but withdrawn since: {}.", names(ids));
                (why, vec![(format!("{manage}/calibration"), "Make a new ranking")])
            }
            Exception::OneReview(ids) => {
                let why = format!("Would win with one review only: {}.", names(ids));
                let judges = format!("{manage}/projects/{}?assigned=#assigned", first(ids));
                (why, vec![(judges, "See its judges"), (award.clone(), "Confirm anyway")])
            }
        };
        ExceptionRow { prize: id.0, name: outlook.prize.terms.name.clone(), why, acts }
    };
    found.by_rule.exceptions(id).iter().map(row).collect()
}

/// How far a prize is, in a sentence.
fn state_words(outlook: &PrizeOutlook, titles: &BTreeMap<ProjectId, String>) -> String {
    let names = |ids: &[ProjectId]| ids.iter().filter_map(|id| titles.get(id).cloned()).collect::<Vec<_>>();
    let won: Vec<String> = outlook.winners.iter().map(|winner| winner.title.clone()).collect();
    if !won.is_empty() {
        return format!("Confirmed: {}.", name_few(won));
    }
    if let Some(refusal) = &outlook.waits {
        return waits_words(refusal);
    }
    if let Some(tie) = tie_words(&names(&outlook.line.tied), outlook.line.places) {
        return tie;
    }
    let winners = names(&outlook.line.winners);
    if winners.is_empty() { "Nobody yet.".to_owned() } else { format!("By the rule: {}.", name_few(winners)) }
}

fn waits_words(refusal: &Refusal) -> String {
    match refusal.code() {
        shared::refusal::Code::NotFound => "This event has no community vote.".to_owned(),
        _ => words::refusal(refusal),
    }
}

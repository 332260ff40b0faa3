//! The pages on which organizers deliberate.

use super::prizes::prize::why;
use crate::pages::desk::{Around, At, Desk, Post};
use crate::pages::page_result::PageResult;
use app::components::Choice;
use app::pages::manage::{
    DecisionRow, DeliberationPage, DeliberationsPage, FirstThreeTable, OutlookRow, RemarkRow, ShortRow,
    deliberation_page, deliberations_page, rule_words, tie_words,
};
use leptos::prelude::AnyView;
use model::deliberation::{DeliberationNote, NoteSubject};
use portal::Conn;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::prizes::deliberation::{self, Deliberation, Deliberations, ShortListed, chance};
use portal::prizes::standing::{PrizeOutlook, RuleStanding};
use shared::deliberation::Remark;
use shared::ids::{PrizeId, ProjectId};
use shared::refusal::Refusal;
use std::collections::BTreeMap;
use words::and_list;

pub struct DeliberationList;

impl Desk for DeliberationList {
    type Id = ();
    type Found = Deliberations;
    type Beside = ();
    const PATH: &'static str = "manage/deliberation";
    const TITLE: &'static str = "Winners of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<Deliberations> {
        deliberation::all(c, &at.caller, &at.slug).await
    }

    fn draw(found: Deliberations, _: Around<'_, Self>) -> AnyView {
        let prizes = found.prizes.iter().map(|outlook| OutlookRow {
            id: outlook.prize.id.0,
            name: outlook.prize.terms.name.clone(),
            found_by: rule_words(outlook.prize.terms.rule),
            state: state_words(outlook, &found.titles),
            decided: outlook.prize.awarded_at.is_some(),
        });
        let prizes = prizes.collect();
        let ranks = found.ranks;
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
        deliberations_page(DeliberationsPage { prizes, first_three })
    }
}

pub struct OneDeliberation;

impl Desk for OneDeliberation {
    type Id = PrizeId;
    type Found = Deliberation;
    type Beside = ();

    fn path(at: &At<PrizeId>) -> String {
        format!("/events/{}/manage/deliberation/{}", at.slug, at.id)
    }

    async fn read(c: &mut Conn, at: &At<PrizeId>) -> Outcome<Deliberation> {
        deliberation::open(c, &at.caller, &at.slug, at.id).await
    }

    fn title(found: &Deliberation, _: &EventView) -> String {
        format!("Deliberate: {}", found.outlook.prize.terms.name)
    }

    fn draw(found: Deliberation, sheet: Around<'_, Self>) -> AnyView {
        let typed = |field: &str| sheet.typed(field).unwrap_or_default();
        deliberation_page(page_model(&found, typed("project"), typed("body")))
    }
}

/// `POST …/<id>/remark`: `project`, `body`.
pub async fn remark(sent: Post<OneDeliberation>) -> PageResult {
    let new = Remark::of_form(&sent.form);
    let remark = async |c: &mut Conn, at: &At<PrizeId>| {
        deliberation::remark(c, &at.caller, &at.slug, at.id, new).await
    };
    sent.act_to("#remarks", remark).await
}

/// How far a prize is, in a sentence.
fn state_words(outlook: &PrizeOutlook, titles: &BTreeMap<ProjectId, String>) -> String {
    let names = |ids: &[ProjectId]| ids.iter().filter_map(|id| titles.get(id).cloned()).collect::<Vec<_>>();
    let won: Vec<String> = outlook.winners.iter().map(|winner| winner.title.clone()).collect();
    if !won.is_empty() {
        return format!("Confirmed: {}.", and_list(&won));
    }
    if let Some(refusal) = &outlook.waits {
        return waits_words(refusal);
    }
    if let Some(tie) = tie_words(&names(&outlook.line.tied), outlook.line.places) {
        return tie;
    }
    match names(&outlook.line.winners).as_slice() {
        [] => "Nobody yet.".to_owned(),
        winners => format!("By the rule: {}.", and_list(winners)),
    }
}

fn waits_words(refusal: &Refusal) -> String {
    match refusal.code() {
        shared::refusal::Code::NotFound => "This event has no community vote.".to_owned(),
        _ => words::refusal(refusal),
    }
}

fn page_model(found: &Deliberation, about: String, body: String) -> DeliberationPage {
    let outlook = &found.outlook;
    let title = |id: &ProjectId| found.titles.get(id).cloned().unwrap_or_else(|| format!("project {id}"));
    let titles = |ids: &[ProjectId]| ids.iter().map(title).collect::<Vec<_>>();
    let remarks = found.notes.iter().filter_map(|note| remark_row(note, &found.titles));
    let decisions = found.notes.iter().filter_map(|note| match &note.about {
        NoteSubject::Decision { winners, by_rule } => Some(DecisionRow {
            at: note.at,
            by: note.author.clone().unwrap_or_default(),
            winners: titles(winners),
            by_rule: *by_rule,
            reason: note.body.clone(),
        }),
        NoteSubject::Prize | NoteSubject::Project(_) => None,
    });
    DeliberationPage {
        id: outlook.prize.id.0,
        name: outlook.prize.terms.name.clone(),
        found_by: rule_words(outlook.prize.terms.rule),
        winners: outlook.prize.terms.winners,
        waits: outlook.waits.as_ref().map(waits_words),
        tie: tie_words(&titles(&outlook.line.tied), outlook.line.places),
        close: titles(&outlook.close),
        run: found.run,
        short: found.short.iter().map(|short| short_row(short, found, title(&short.project))).collect(),
        remarks: remarks.collect(),
        decisions: decisions.collect(),
        confirmed: outlook.prize.awarded_at.is_some(),
        projects: std::iter::once(Choice::new("", "The prize as a whole"))
            .chain(outlook.eligible.iter().map(|p| Choice::new(p.id.to_string(), p.title.clone())))
            .collect(),
        about,
        body,
    }
}

fn remark_row(note: &DeliberationNote, titles: &BTreeMap<ProjectId, String>) -> Option<RemarkRow> {
    let about = match &note.about {
        NoteSubject::Decision { .. } => return None,
        NoteSubject::Prize => String::new(),
        NoteSubject::Project(project) => titles.get(project).cloned().unwrap_or_default(),
    };
    let (by, at, body) = (note.author.clone().unwrap_or_default(), note.at, note.body.clone());
    Some(RemarkRow { at, by, about, body })
}

fn short_row(short: &ShortListed, found: &Deliberation, title: String) -> ShortRow {
    let outlook = &found.outlook;
    let places = u32::try_from(outlook.prize.terms.winners).unwrap_or(1);
    let comments = found.comments.iter().filter(|comment| comment.project == short.project);
    ShortRow {
        project: short.project.0,
        title,
        team: short.team.clone(),
        rank: short.ranked.as_ref().map(|r| (r.rank, r.rank_interval)),
        chance: short.ranked.as_ref().and_then(|r| chance(r, places)),
        panel: short.panel.map(|line| why(RuleStanding::Panel(line))),
        votes: short.votes,
        wins: outlook.line.winners.contains(&short.project),
        tied: outlook.line.tied.contains(&short.project),
        confirmed: outlook.winners.iter().any(|winner| winner.project == short.project),
        comments: comments.map(|comment| (comment.judge.clone(), comment.comment.clone())).collect(),
    }
}

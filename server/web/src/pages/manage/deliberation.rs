//! The pages on which organizers deliberate.

use super::prizes::prize::why;
use crate::http::form::Form;
use crate::http::path;
use crate::pages::event_page::event_page;
use crate::pages::forms::{self, Posted, RefusedForm};
use crate::pages::page_result::PageResult;
use crate::pages::render::Frame;
use crate::state::State;
use app::components::Choice;
use app::pages::manage::{
    DecisionRow, DeliberationPage, DeliberationsPage, FirstThreeRow, FirstThreeTable, OutlookRow, RemarkRow,
    ShortRow, deliberation_page, deliberations_page, rule_words, tie_words,
};
use model::deliberation::{DeliberationNote, NoteSubject};
use model::first_three::FirstThreeLine;
use portal::Sent;
use portal::caller::Caller;
use portal::event::event_view::EventView;
use portal::failure::Outcome;
use portal::prizes::deliberation::{self, Deliberation, Deliberations, Remark, ShortListed, chance};
use portal::prizes::standing::{PrizeOutlook, RuleStanding};
use words::and_list;

use axum::Extension;
use axum::extract::{Path, State as Shared};
use axum::response::Response;
use shared::ids::{PrizeId, ProjectId};
use shared::refusal::{Fault, Refusal};
use std::collections::BTreeMap;

/// `GET /events/<slug>/manage/deliberation`.
pub async fn list(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path(slug): Path<String>,
) -> PageResult {
    let operation = async |c: &mut _| deliberation::all(c, &caller, &slug).await;
    let model = |found: Deliberations, event: &EventView| {
        let title = format!("Deliberation of {}", event.name());
        let frame = Frame::new(title, format!("/events/{slug}/manage/deliberation"));
        let prizes = found.prizes.iter().map(|outlook| OutlookRow {
            id: outlook.prize.id.0,
            name: outlook.prize.terms.name.clone(),
            found_by: rule_words(outlook.prize.terms.rule),
            state: state_words(outlook, &found.titles),
            decided: outlook.prize.awarded_at.is_some(),
        });
        let first_three = first_three_table(&found);
        (frame, DeliberationsPage { prizes: prizes.collect(), first_three })
    };
    Ok(event_page(&state, &caller, operation, model, deliberations_page).await?)
}

/// What judges liked best, beside the ranks.
fn first_three_table(found: &Deliberations) -> Option<FirstThreeTable> {
    let tally = found.first_three.as_ref()?;
    let row = |line: &FirstThreeLine| FirstThreeRow {
        project: line.tally.project.0,
        title: line.title.clone(),
        team: line.team.clone(),
        places: line.places,
        points: line.tally.points,
        rank: found.ranks.get(&line.tally.project).copied(),
    };
    Some(FirstThreeTable { judges: tally.judges, rows: tally.lines.iter().map(row).collect() })
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

/// `GET /events/<slug>/manage/deliberation/<id>`.
pub async fn show(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    Path((slug, id)): Path<(String, String)>,
) -> PageResult {
    caller.signed_in()?;
    Ok(show_page(&state, &caller, &slug, PrizeId(path::id(&id)?), None).await?)
}

/// `POST /events/<slug>/manage/deliberation/<id>/remark`: `project`, `body`.
pub async fn remark(
    Shared(state): Shared<State>,
    Path((slug, id)): Path<(String, String)>,
    Posted { caller, form, .. }: Posted,
) -> PageResult {
    let id = PrizeId(path::id(&id)?);
    let sent = typed(&form);
    let done = state.write(async |c| deliberation::remark(c, &caller, &slug, id, sent).await).await;
    let next = format!("/events/{slug}/manage/deliberation/{id}#remarks");
    let again = async |refused| show_page(&state, &caller, &slug, id, Some(refused)).await;
    forms::answer(done, &next, form, again).await
}

fn typed(form: &Form) -> Sent<Remark> {
    let project = match form.get("project") {
        "" => None,
        id => Some(ProjectId(id.parse().map_err(|_| Refusal::field("project", Fault::ForeignPart))?)),
    };
    Ok(Remark { project, body: form.get("body").to_owned() })
}

async fn show_page(
    state: &State,
    caller: &Caller,
    slug: &str,
    id: PrizeId,
    refused: Option<RefusedForm>,
) -> Outcome<Response> {
    let operation = async |c: &mut _| deliberation::open(c, caller, slug, id).await;
    let model = |found: Deliberation, _: &EventView| {
        let title = format!("Deliberate: {}", found.outlook.prize.terms.name);
        let frame = Frame::new(title, format!("/events/{slug}/manage/deliberation/{id}"));
        let mut model = page_model(&found);
        let of = |field| refused.as_ref().and_then(|refused| refused.typed(field)).unwrap_or_default();
        (model.about, model.body) = (of("project"), of("body"));
        (frame.refused_form(refused.as_ref()), model)
    };
    event_page(state, caller, operation, model, deliberation_page).await
}

fn page_model(found: &Deliberation) -> DeliberationPage {
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
        about: String::new(),
        body: String::new(),
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

//! The page of one task of a judge: the project's review.

use super::{VISITS, type_call};
use crate::pages::prelude::*;
use crate::pages::project::evidence_box;
use crate::pages::render::render_ahead;
use app::pages::judge::call::CallState;
use app::pages::judge::model::{Answer, Neighbour, NoteForm, Recusal, ReviewPage, Saving, VisitState};
use app::pages::judge::review::review_page;
use app::pages::notices::with_notices;
use model::assignment::JudgeTask;
use portal::judge::assignments::{self, TaskDetails};
use portal::judge::{recuse, save_review, tag};
use portal::notices;

use shared::review::ReviewChanges;
use shared::rules::{AssignmentStatus, ReviewRule};

/// A project's review, and what else a judge does there. `?saved=1` follows a save, `?saved=withdrawn` a withdrawal, `?visit=marked` a
/// mark, and `?after=<id>` the submission of another review.
pub struct Review;

impl Page for Review {
    type Area = Private;
    type Id = AssignmentId;
    type Beside = ();

    fn address(at: &PageRequest<Self>) -> String {
        format!("/judge/assignments/{}", at.id)
    }

    async fn draw(at: &PageRequest<Self>, refused: Option<&RefusedForm>, (): ()) -> Outcome<Response> {
        let At { state, caller, .. } = at;
        let job = state.by(caller).read(async |call| {
            let opened = assignments::read(call, at.id).await?;
            let unread = notices::unread(call, Some(opened.at.event)).await?;
            Ok((opened, unread))
        });
        let (opened, unread) = job.await?;
        render_ahead(&opened.project.description).await?;
        let zone = opened.zone;
        let answer = if refused.is_some() { Answer::None } else { led_by(&at.query) };
        let mut model = model(caller, opened, answer);
        let title = format!("Score {}", model.project.title);
        let timed = model.minutes.is_some() && model.saving == Saving::Open;
        let script = (timed || model.visit.open).then_some(VISITS);
        let frame = Frame { islands: true, script, zone, ..Frame::new(title, Self::address(at)) };
        // The page has several forms, and lays each error at its own.
        let frame = frame.refused(refused.map(|refused| &refused.refusal)).errors(FormErrors::none());
        if let Some(refused) = refused {
            let RefusedForm { form, refusal, .. } = refused;
            match refused.act() {
                "recuse" => type_recusal(&mut model, form, refusal),
                "note" => type_note(&mut model, form, refusal),
                "flag" => type_flag(&mut model, form, refusal),
                "call" | "withdraw" => type_call(&mut model.call, form, refusal),
                "visit" | "unmark" => model.visit.refused = words::refusal(refusal),
                _ => type_review(&mut model, form, refusal.clone()),
            }
        }
        Ok(page(state, caller, frame, || with_notices(unread, review_page(model))))
    }
}

/// What led here, by the address.
fn led_by(query: &Query) -> Answer {
    match (query.get("saved"), query.get("visit"), query.get("note")) {
        ("1", ..) => Answer::Saved,
        ("withdrawn", ..) => Answer::Withdrawn,
        (_, "marked", _) => Answer::Marked,
        (_, _, "saved") => Answer::NoteSaved,
        _ => query.get("after").parse().ok().map(AssignmentId).map_or(Answer::None, Answer::LedOn),
    }
}

/// `POST /judge/assignments/<id>`.
pub async fn save(sent: Post<Review>) -> PageResult {
    let At { state, caller, id, .. } = &sent.at;
    let (id, here) = (*id, Review::address(&sent.at));
    let base_version = sent.form.sent("base_version").map(|tag| vec![tag.to_owned()]);
    let changes = ReviewChanges::read(&*sent.form);
    let done = save_review::save(&state.review_saves, caller, id, base_version, changes).await;
    match done {
        // The review is saved: where its next one can't be read now, its own page says so.
        Ok(saved) if saved.newly_submitted => {
            let read = state.by(caller).read(async |call| assignments::read(call, id).await).await;
            Ok(see(&read.map_or_else(|_| here + "?saved=1", |opened| lead_on(&opened.tasks, id))))
        }
        Ok(saved) => Ok(see(&(here + if saved.withdrawn { "?saved=withdrawn" } else { "?saved=1" }))),
        Err(failure) => sent.again(failure).await,
    }
}

/// `POST /judge/assignments/<id>/recuse`.
pub async fn step_aside(sent: Post<Review>) -> PageResult {
    let recusal = shared::recusal::Recusal::of_form(&sent.form);
    // An organizer who set a judge aside may have no list of tasks. They do not see the judge's form, and read a refusal alone.
    let next = if sent.at.caller.judges { format!("/judge?aside={}", sent.at.id) } else { "/me".to_owned() };
    sent.lead(&next, async |call, at| recuse::recuse(call, at.id, recusal).await).await
}

/// Puts what was typed, and why it was refused, in the place of what is stored.
fn type_review(model: &mut ReviewPage, form: &Form, refusal: Refusal) {
    model.elsewhere = (refusal.code() == Code::Stale).then(|| (model.scores.clone(), model.comment.clone()));
    let typed = form.with_prefix("score_").map(|(key, score)| (key.to_owned(), score.to_owned()));
    model.scores = typed.collect();
    if let Some(comment) = form.sent("comment") {
        model.comment = comment.to_owned();
    }
    model.refused = Some((form.get("submit") == "true", refusal));
}

/// The note as typed, beside what was saved elsewhere meanwhile.
fn type_note(model: &mut ReviewPage, form: &Form, refusal: &Refusal) {
    let stored = std::mem::replace(&mut model.note.text, form.get("note").to_owned());
    model.note.stored = (refusal.code() == Code::Stale).then_some(stored);
    model.note.error = forms::said_at(refusal, "note");
}

/// What was typed into a flag, and why it was refused.
fn type_flag(model: &mut ReviewPage, form: &Form, refusal: &Refusal) {
    if let Some(evidence) = &mut model.evidence {
        evidence.reason = form.get("reason").to_owned();
        evidence.sentence = form.get("sentence").to_owned();
        evidence.errors = forms::errors(refusal);
    }
}

fn type_recusal(model: &mut ReviewPage, form: &Form, refusal: &Refusal) {
    if !matches!(model.recusal, Recusal::Done { .. } | Recusal::SetAside { .. }) {
        let (conflict, reason) = (form.get("conflict").to_owned(), form.get("reason").to_owned());
        model.recusal = Recusal::Open { conflict, reason, error: words::refusal(refusal) };
    }
    model.refused = Some((false, Refusal::field("reason", Fault::Sentence(words::refusal(refusal)))));
}

fn model(caller: &Caller, of: TaskDetails, answer: Answer) -> ReviewPage {
    let withdrawn = of.project.withdrawal.is_some();
    let saving = match of.save_refused {
        Some(_) if withdrawn => Saving::Refused(words::refusal(&Reason::Withdrawn.into())),
        Some(refusal) => Saving::Refused(words::refusal(&refusal)),
        None => Saving::Open,
    };
    let recusal = match (of.assignment.status, of.assignment.voided_at) {
        (_, Some(at)) => Recusal::SetAside {
            reason: (!of.assignment.ended_with_project).then_some(of.assignment.recused_reason),
            at,
            submitted_at: of.review.as_ref().and_then(|review| review.voided_submitted_at),
        },
        (AssignmentStatus::Recused, _) if withdrawn => Recusal::Closed,
        (AssignmentStatus::Recused, _) => {
            Recusal::Done { taken_off: of.assignment.taken_off, reason: of.assignment.recused_reason }
        }
        _ if of.may_recuse => {
            Recusal::Open { conflict: String::new(), reason: String::new(), error: String::new() }
        }
        _ => Recusal::Closed,
    };
    let review = of.review.unwrap_or_default();
    let scores: BTreeMap<String, String> =
        review.scores.into_iter().map(|(key, score)| (key, score.to_string())).collect();
    let (id, tasks, event) = (of.assignment.id, of.tasks, of.at.facts.event);
    let place = place_of(&tasks, id);
    let came_from = match answer {
        Answer::LedOn(other) => submitted(&tasks, other),
        _ => None,
    };
    ReviewPage {
        now: of.at.now,
        assignment: id,
        event_slug: of.at.slug,
        event_name: event.name,
        judging: event.judging,
        draft: event.draft,
        position: place + 1,
        // What a withdrawn project left to do is in no list.
        of: tasks.len().max(1),
        previous: place.checked_sub(1).and_then(|before| tasks.get(before)).map(|t| t.id),
        next: tasks.get(place + 1).map(|t| t.id),
        next_to_score: next_to_score(&tasks, place).map(neighbour),
        lead_on: lead_on(&tasks, id),
        came_from,
        project: of.project,
        track: of.track.unwrap_or_default(),
        criteria: of.criteria,
        scores,
        comment: review.comment,
        submitted_at: review.submitted_at,
        saved_at: review.saved_at,
        saving,
        refused: None,
        entered_by: review.entered_by.unwrap_or_default(),
        recusal,
        answer,
        published: event.published,
        may_pull: of.may_pull,
        by_need: event.review_rule == ReviewRule::Need,
        person: caller.person().map_or(0, |person| person.0),
        base_version: tag(review.saved_at),
        elsewhere: None,
        counts_looks: event.counts_looks,
        minutes: of.minutes,
        note: NoteForm {
            version: tag(of.note.saved_at),
            text: of.note.body,
            saved: answer == Answer::NoteSaved,
            ..NoteForm::default()
        },
        visit: VisitState { marked: of.visit, open: of.may_mark, refused: String::new() },
        call: CallState { newest: of.call, may: of.may_call, ..CallState::default() },
        evidence: of.evidence.map(evidence_box),
    }
}

/// The next pending task other than this one, going round.
fn next_to_score(tasks: &[JudgeTask], place: usize) -> Option<&JudgeTask> {
    let (before, from) = tasks.split_at(place.min(tasks.len()));
    let round = from.iter().skip(1).chain(before);
    // Whom the judge missed comes last, wherever in the list this task is.
    let pending = round.filter(|t| t.status == AssignmentStatus::Pending);
    pending.min_by_key(|t| t.visit.map(|visit| visit.at))
}

fn place_of(tasks: &[JudgeTask], id: AssignmentId) -> usize {
    tasks.iter().position(|task| task.id == id).unwrap_or(0)
}

fn neighbour(task: &JudgeTask) -> Neighbour {
    Neighbour { assignment: task.id, title: task.title.clone() }
}

/// A task whose review is submitted.
pub(super) fn submitted<'a>(
    tasks: impl IntoIterator<Item = &'a JudgeTask>,
    id: AssignmentId,
) -> Option<Neighbour> {
    let task = tasks.into_iter().find(|task| task.id == id && task.status == AssignmentStatus::Done)?;
    Some(neighbour(task))
}

/// A task from which the judge stepped aside.
pub(super) fn stepped_aside<'a>(
    tasks: impl IntoIterator<Item = &'a JudgeTask>,
    id: AssignmentId,
) -> Option<Neighbour> {
    let task = tasks.into_iter().find(|task| task.id == id)?;
    let aside = task.status == AssignmentStatus::Recused && !task.taken_off && task.voided_at.is_none();
    aside.then(|| neighbour(task))
}

/// Where a judge goes once this review is submitted. Where nothing is left but teams that the judge missed, the list says what to do.
fn lead_on(tasks: &[JudgeTask], id: AssignmentId) -> String {
    match next_to_score(tasks, place_of(tasks, id)).filter(|next| next.visit.is_none()) {
        Some(next) => format!("/judge/assignments/{}?after={id}", next.id),
        None => format!("/judge?after={id}"),
    }
}

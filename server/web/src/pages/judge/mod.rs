//! A judge's list of tasks.

pub mod calendar;
pub mod call;
pub mod conflicts;
pub mod first_three;
pub mod flag;
pub mod note;
pub mod review;
pub mod visit;

use super::render::place_clock;
use crate::http::assets;
use crate::pages::prelude::*;
use app::pages::judge::{self as view, CallState, JudgePage, SeenOrder, judge_page};
use app::pages::{place_words, with_notices};
use portal::judge::assignments::{self, EventTasks};
use portal::judge::pull;
use portal::notices;
use review::submitted;

use shared::rubric::weighted_total;
use shared::rules::AssignmentStatus;

/// Runs the timer, and sends marks on visits, also those that found no network.
const VISITS: &str = "visits.js";

/// `GET /judge`; `?order=total` lists what was seen by the judge's own totals, `?after=<id>` follows the submission of that review.
pub async fn list(
    Shared(state): Shared<State>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    query: Query,
) -> PageResult {
    let order = if query.get("order") == "total" { SeenOrder::Total } else { SeenOrder::Walk };
    let prefetch = assets::has_islands() && !saves_data(&headers);
    let after = query.get("after").parse().ok().map(AssignmentId);
    Ok(listed(&state, &caller, (prefetch, order, after), None).await?)
}

/// Whether the browser was told to save data.
fn saves_data(headers: &HeaderMap) -> bool {
    headers.get("save-data").is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"on"))
}

/// `POST /judge`: takes another project of the event named in the form.
pub async fn pull(Shared(state): Shared<State>, PostedForm { caller, form, .. }: PostedForm) -> PageResult {
    let slug = form.get("event");
    let fit = state.need_fits.for_pull(&state.database, &caller, slug).await?;
    match state.write(async |c| pull::pull(c, &caller, slug, fit.as_deref()).await).await {
        Ok(id) => Ok(see(&format!("/judge/assignments/{id}"))),
        Err(failure) => {
            forms::show_again(failure, async |refusal| {
                listed(&state, &caller, (false, SeenOrder::Walk, None), Some(ListRefused::Pull(refusal)))
                    .await
            })
            .await
        }
    }
}

/// A form of the list that was refused.
enum ListRefused {
    /// Taking another project.
    Pull(Refusal),
    /// A call for help as typed.
    Call(Form, Refusal),
}

impl ListRefused {
    fn refusal(&self) -> &Refusal {
        match self {
            Self::Pull(refusal) | Self::Call(_, refusal) => refusal,
        }
    }
}

async fn listed(
    state: &State,
    caller: &Caller,
    (prefetch, seen, after): (bool, SeenOrder, Option<AssignmentId>),
    refused: Option<ListRefused>,
) -> Outcome<Response> {
    let job = state
        .read(async |c| Ok((assignments::tasks(c, caller).await?, notices::unread(c, caller, None).await?)));
    let (events, unread) = job.await?;
    let now = events.first().map(|e| e.event.now).ok_or_else(Refusal::not_found)?;
    let may_mark = |of: &EventTasks| {
        let pending = of.tasks.iter().any(|task| task.status == AssignmentStatus::Pending);
        pending && !of.event.draft && of.event.judging.is_open(of.event.now)
    };
    let script = events.iter().any(may_mark).then_some(VISITS);
    let frame = Frame { asks: true, script, ..Frame::new("Judging", "/judge") };
    let frame = frame.refused(refused.as_ref().map(ListRefused::refusal));
    let came_from = after.and_then(|id| submitted(events.iter().flat_map(|of| &of.tasks), id));
    let mut model = JudgePage {
        now,
        came_from,
        person: caller.person().map_or(0, |person| person.0),
        events: events.into_iter().map(judged).collect(),
        prefetch,
        seen,
        refused: "No project was assigned",
    };
    if let Some(ListRefused::Call(form, refusal)) = &refused {
        model.refused = "Nobody was called";
        for event in model.events.iter_mut().filter(|event| event.slug == form.get("event")) {
            type_call(&mut event.call, form, refusal);
        }
    }
    Ok(page(state, caller, frame, || with_notices(unread, judge_page(model))))
}

fn judged(of: EventTasks) -> view::JudgedEvent {
    let tasks = of.tasks.into_iter().map(|task| {
        let total = (!task.scores.is_empty()).then(|| weighted_total(&of.criteria, &task.scores));
        view::Task {
            assignment: task.id,
            title: task.title,
            team: task.team,
            track: task.track.unwrap_or_default(),
            place: place_words(&task.place),
            status: task.status,
            taken_off: task.taken_off,
            voided: task.voided,
            entered: task.entered,
            draft: task.status == AssignmentStatus::Pending && (task.commented || total.is_some()),
            total,
            visit: task.visit,
            note: task.note,
        }
    });
    let zone = Zone::of_event(&of.event.time_zone);
    view::JudgedEvent {
        call: CallState { waiting: of.call, may: of.may_call, ..CallState::default() },
        tasks: tasks.collect(),
        slug: of.event.slug,
        name: of.event.name,
        judging: of.event.judging,
        draft: of.event.draft,
        may_pull: of.may_pull,
        by_need: of.by_need,
        results_out: of.results_out,
        panels: of.panels.into_iter().map(|(prize, name)| (prize.0, name)).collect(),
        new_link: of.new_link,
        clock: (zone != Zone::UTC).then(|| place_clock(zone)),
        first_three: of.first_three.map(|own| (own.titles, own.may_give)),
    }
}

/// What was typed into a call for help, and why it was refused.
fn type_call(call: &mut CallState, form: &Form, refusal: &Refusal) {
    call.typed = form.get("said").to_owned();
    call.refused = forms::errors(refusal).of("said");
    if call.refused.is_empty() {
        call.refused = words::refusal(refusal);
    }
}

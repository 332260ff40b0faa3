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
use crate::assets;
use crate::pages::prelude::*;
use app::pages::judge::call::CallState;
use app::pages::judge::list::{JudgePage, JudgedEvent, judge_page};
use app::pages::judge::seen::SeenOrder;
use app::pages::notices::with_notices;
use model::assignment::EventTasks;
use portal::judge::{assignments, pull};
use portal::notices;
use review::{stepped_aside, submitted};

use shared::rules::AssignmentStatus;

/// Runs the timer, and sends marks on visits, also those that found no network.
const VISITS: &str = "visits.js";

/// `?order=total` lists what was seen by the judge's own totals, `?after=<id>` follows the submission of that review, and `?aside=<id>` that
/// the judge stepped aside from it.
pub struct Tasks;

impl Page for Tasks {
    type Area = Private;
    type Id = ();
    type Beside = ();

    const ADDRESS: &'static str = "/judge";

    async fn draw(at: &PageRequest<Self>, refused: Option<&RefusedForm>, (): ()) -> Outcome<Response> {
        let At { state, caller, .. } = at;
        let asked = |name: &str| if refused.is_none() { at.query.get(name) } else { "" };
        let job = state
            .by(caller)
            .read(async |call| Ok((assignments::tasks(call).await?, notices::unread(call, None).await?)));
        let (events, unread) = job.await?;
        let now = events.first().map(|e| e.event.now).ok_or_else(Refusal::not_found)?;
        let may_mark = |of: &EventTasks| {
            let pending = of.tasks.iter().any(|task| task.status == AssignmentStatus::Pending);
            pending && !of.event.draft && of.event.judging.is_open(of.event.now)
        };
        let script = events.iter().any(may_mark).then_some(VISITS);
        let frame = Frame { asks: true, script, ..Frame::new("Judging", Self::ADDRESS) };
        let frame = frame.refused(refused.map(|refused| &refused.refusal));
        let one = |name: &str| asked(name).parse().ok().map(AssignmentId);
        let tasks = || events.iter().flat_map(|of| &of.tasks);
        let came_from = one("after").and_then(|id| submitted(tasks(), id));
        let aside = one("aside").and_then(|id| stepped_aside(tasks(), id));
        // Else it is the form that takes another project.
        let call = refused.filter(|refused| refused.address != Self::ADDRESS);
        let mut model = JudgePage {
            now,
            came_from,
            aside,
            person: caller.person().map_or(0, |person| person.0),
            events: events.into_iter().map(judged).collect(),
            prefetch: refused.is_none() && assets::has_islands() && !saves_data(&at.headers),
            seen: if asked("order") == "total" { SeenOrder::Total } else { SeenOrder::Walk },
            refused: if call.is_some() { "Nobody was called" } else { "No project was assigned" },
        };
        if let Some(RefusedForm { form, refusal, .. }) = call {
            for event in model.events.iter_mut().filter(|event| event.found.event.slug == form.get("event")) {
                type_call(&mut event.call, form, refusal);
            }
        }
        Ok(page(state, caller, frame, || with_notices(unread, judge_page(model))))
    }
}

/// Whether the browser was told to save data.
fn saves_data(headers: &HeaderMap) -> bool {
    headers.get("save-data").is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"on"))
}

/// `POST /judge`: takes another project of the event named in the form.
pub async fn pull(sent: Post<Tasks>) -> PageResult {
    let (At { state, caller, .. }, slug) = (&sent.at, sent.get("event"));
    let fit = state.need_fits.for_pull(state.by(caller).at(slug)).await?;
    let pulled = state.by(caller).at(slug).write(async |call| pull::pull(call, fit.as_deref()).await).await;
    sent.after(pulled, |_, id| format!("/judge/assignments/{id}")).await
}

fn judged(found: EventTasks) -> JudgedEvent {
    let zone = Zone::of_event(&found.event.time_zone);
    JudgedEvent {
        call: CallState { newest: found.call.clone(), may: found.may_call, ..CallState::default() },
        found,
        clock: (zone != Zone::UTC).then(|| place_clock(zone)),
    }
}

/// What was typed into a call for help, and why it was refused.
fn type_call(call: &mut CallState, form: &Form, refusal: &Refusal) {
    call.typed = form.get("said").to_owned();
    call.refused = forms::said_at(refusal, "said");
}

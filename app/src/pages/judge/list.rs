//! `/judge`: everything a judge has to do, over all events they judge.

use super::call::{CallState, call_bar};
use super::model::{Neighbour, total};
use super::path;
use super::seen::{SeenOrder, seen};
use super::visit::{mark_form, marked};
use crate::pages::guides::Guide;
use crate::prelude::*;
use islands::review_form::two_places;
use model::assignment::{EventTasks, FirstThree, JudgeTask};
use shared::prize::FIRST_THREE;
use shared::rubric::Total;
use shared::rules::AssignmentStatus;
use shared::window::kept_for;
use words::visit;

/// An open page asks after so many seconds whether more was added.
const ADDED: &str = "60";

pub struct JudgePage {
    /// The page's present, on the database's clock.
    pub now: DateTime<Utc>,
    /// The judge: the browser keeps what they typed and did not send under this number.
    pub person: i64,
    /// Events judged, open ones first.
    pub events: Vec<JudgedEvent>,
    /// The browser may fetch the review form's code before it is needed: it was built, and nobody asked to save data.
    pub prefetch: bool,
    /// In which order the projects that were reviewed are listed.
    pub seen: SeenOrder,
    /// The project whose review was submitted just now, where no other one was left to lead to.
    pub came_from: Option<Neighbour>,
    /// The project from which the judge stepped aside just now.
    pub aside: Option<Neighbour>,
    /// What a form of the page that was refused did not do.
    pub refused: &'static str,
}

#[derive(Clone, Debug)]
pub struct JudgedEvent {
    pub found: EventTasks,
    pub call: CallState,
    /// The clocks of its place; none where they show UTC.
    pub clock: Option<PlaceClock>,
}

impl JudgedEvent {
    /// Whether reviews can be saved now.
    fn is_open(&self, now: DateTime<Utc>) -> bool {
        let event = &self.found.event;
        !event.draft && event.judging.is_open(now)
    }

    /// Whether a button leads on from here.
    fn leads_on(&self, now: DateTime<Utc>) -> bool {
        let left = self.found.tasks.iter().any(|task| task.status == AssignmentStatus::Pending);
        self.found.may_pull || (left && self.is_open(now) && !self.found.results_out)
    }
}

pub fn judge_page(model: JudgePage) -> AnyView {
    provide_context(NamedEvents(model.events.iter().map(|event| event.found.event.name.clone()).collect()));
    needs(Sheet::Judge);
    // The module of the form that is opened next, which `style/assets/device.js` fetches: of a slow network's wait for the first review,
    // this takes half.
    let to_score = model.events.iter().any(|event| event.is_open(model.now) && !event.found.tasks.is_empty());
    let next = (model.prefetch && to_score).then_some("evenhand");
    let (now, person, order) = (model.now, model.person.to_string(), model.seen);
    let valid =
        kept_for(model.events.iter().map(|event| event.found.event.judging), now).num_seconds().to_string();
    let body = if model.events.is_empty() {
        view! {
            <EmptyState
                title="Nothing to judge"
                text="Your projects appear here once an organizer assigns them."
            />
        }
    } else {
        // Of several events, the first that leads on has the page's main button.
        let mut main = Some(Kind::Main);
        let events = each(model.events, |event| {
            let kind = if event.leads_on(now) { main.take().unwrap_or_default() } else { Kind::Quiet };
            by_clock(event.clock.clone(), || one_event(event, now, order, kind))
        });
        view! { {events} }
    };
    view! {
        <div class="judge-list" data-person=person data-valid=valid data-next=next>
            <ErrorSummary heading=model.refused/>
            <h1>"Judging"</h1>
            {model.came_from.map(just_submitted)}
            {model.aside.map(just_stepped_aside)}
            {unsent()}
            {body}
            <p class="quiet small"><a href=Guide::Judges.path()>"How judging works"</a>", in five steps"</p>
            // What `style/assets/device.js` says of the pages that this device keeps.
            <p class="quiet small" id="kept-pages" role="status" hidden></p>
        </div>
    }
}

/// What `style/assets/device.js` says of changes that this device kept and the server does not have.
fn unsent() -> impl IntoView {
    view! {
        <div class="notice tone-warn" id="unsent" role="status" hidden>
            <Icon sign=Sign::Alert/>
            <div>
                <p><strong></strong></p>
                <p>"This device keeps what you typed. A review is sent when you open it."</p>
                <div class="row"><a class="button" href="/judge"></a></div>
            </div>
        </div>
    }
}

/// `kind` is that of the button that leads on.
fn one_event(judged: JudgedEvent, now: DateTime<Utc>, seen_order: SeenOrder, kind: Kind) -> AnyView {
    let open = judged.is_open(now);
    let JudgedEvent { found, call, .. } = judged;
    let counted = |status| found.tasks.iter().filter(|task| task.status == status).count();
    let (done, recused) = (counted(AssignmentStatus::Done), counted(AssignmentStatus::Recused));
    let of = found.tasks.len() - recused;
    // Marked ones are the last of those to do.
    let next = found.tasks.iter().find(|task| task.status == AssignmentStatus::Pending).cloned();
    let over = found.event.judging.phase(now) == Phase::Closed;
    let link = |label: &'static str, word: &str, page: &str| {
        let href = format!("/events/{}/{page}", found.event.slug);
        view! { <p><a href=href>{label}<span class="sr-only">{format!(" {word} {}", found.event.name)}</span></a></p> }
    };
    let certificate = (done > 0 && over).then(|| link("Your certificate", "of", "certificate/judge"));
    let conflicts =
        (!found.results_out && !over).then(|| link("Declare conflicts of interest", "in", "judge/conflicts"));
    let calendar =
        (!found.event.draft && !over).then(|| link("Add judging to your calendar", "in", "judge/calendar"));
    let first_one = found.tasks.is_empty();
    let pull = || found.may_pull.then(|| pull_form(&found.event.slug, found.by_need, first_one, kind));
    let way_on = match next.clone() {
        // Only missed ones are left: the judge goes on elsewhere, or back to one of them.
        Some(task) if open && found.may_pull => view! {
            <p>"You have marked every team that is left as missed. Take another project, or go back to one of these teams."</p>
            {pull()}
            <p><ButtonLink href=path(task.id)>"Go back to "{task.title}</ButtonLink></p>
        },
        Some(task) if open && !found.results_out => view! {
            <p>
                // `style/assets/scales.js` goes on at the scores, as the button says.
                <ButtonLink kind href=format!("{}#score", path(task.id))>
                    {if done == 0 { "Start with " } else { "Score next: " }}
                    {task.title}
                </ButtonLink>
            </p>
        },
        None if !first_one => {
            // Who stepped aside from all of them has none that could be in.
            let done = (of > 0).then(|| {
                view! { <p class="judge-list-done"><Icon sign=Sign::Check/>"All reviews are in."</p> }
            });
            view! { {done}{pull()} }
        }
        _ => view! {},
    };
    // What is left to do comes first, in the order of the review pages; what was reviewed has a list of its own.
    let order = [AssignmentStatus::Pending, AssignmentStatus::Recused];
    let to_mark = |task: &JudgeTask| open && task.status == AssignmentStatus::Pending;
    let first = next.as_ref().map(|task| task.id);
    let list = each(
        order.into_iter().flat_map(|status| found.tasks.iter().filter(move |task| task.status == status)),
        |task| {
            let marks = to_mark(task).then(|| visit_marks(task, first == Some(task.id)));
            row(task.clone(), total(task, &found.criteria), marks, over)
        },
    );
    let list = (!list.is_empty()).then(|| view! { <ul class="judge-tasks">{list}</ul> });
    let tasks = if found.tasks.is_empty() {
        let text = if found.may_pull {
            "No projects have been assigned to you in this event. You can take one yourself."
        } else {
            "Your projects appear here once an organizer assigns them."
        };
        let pull = pull();
        view! { <EmptyState title="No projects yet" text>{pull}</EmptyState> }
    } else {
        view! {
            <Progress
                done=i64::try_from(done).unwrap_or(0)
                of=i64::try_from(of).unwrap_or(0)
                what="reviews submitted"
            />
            {way_on}
            {first_three(&found, done, next.is_none())}
            {list}
            {seen(&found.event.slug, &found.tasks, &found.criteria, seen_order)}
        }
    };
    let out = found.results_out.then(|| {
        let href = format!("/events/{}/results", found.event.slug);
        let late = open.then_some(" Reviews that you change now do not affect them.");
        view! { <p><strong>"The results are out."</strong>{late}" "<a href=href>"Read the results"</a></p> }
    });
    let new_link = found.new_link.map(|(by, at)| {
        let by = by.unwrap_or_else(|| "An organizer".to_owned());
        view! {
            <p>
                <strong>{by}" made a new link to your reviews."</strong>" "<Time at/>
                ". Anyone who has it can read and change them. If you did not ask for it, tell another organizer."
            </p>
        }
    });
    let panels = each(found.panels, |(id, name)| {
        let href = format!("/events/{}/prizes/{id}/panel", found.event.slug);
        view! { <p>"You are on the panel of "<a href=href>{name}</a>". Put your best projects in order."</p> }
    });
    // The next project is where the judge is, or goes.
    let call = call_bar(&found.event.slug, next.map(|task| task.id), true, call);
    view! {
        <section data-window=window_mark(found.event.judging, found.event.draft) data-closed=over>
            <h2><a href=format!("/events/{}", found.event.slug)>{found.event.name}</a></h2>
            {out}
            {new_link}
            {(open && !found.results_out).then(|| added(&found.event.slug, &found.tasks))}
            <p class="quiet">{if found.event.draft { draft_words() } else { window_words(found.event.judging, now) }}</p>
            {conflicts}
            {calendar}
            {certificate}
            {call}
            {panels}
            {tasks}
        </section>
    }
}

/// What an organizer gave the judge while they were at work, until they begin it. Whose it was before is between that judge and the organizers.
fn added(slug: &str, tasks: &[JudgeTask]) -> AnyView {
    let added: Vec<_> = tasks.iter().filter_map(|task| Some((task, task.added_at?))).collect();
    let latest = added.iter().map(|(_, at)| *at).max();
    let line = added.first().zip(latest).map(|((first, _), at)| {
        let came = match added.len() {
            1 => "It came ",
            _ if added.iter().all(|(_, of)| *of == at) => "They came ",
            _ => "The last of them came ",
        };
        // Which project is next, the button below says.
        let of_them = if added.len() == 1 { ": " } else { ". One of them is " };
        let projects = words::plural(added.len(), "project", "projects");
        view! {
            <p>
                <strong>"An organizer gave you "{projects}"."</strong>" "{came}<Time at/>{of_them}
                <a href=path(first.id)>{first.title.clone()}</a>"."
            </p>
        }
    });
    // `style/assets/renewed-parts.js` puts the line there where the page is open.
    needs_script("renewed-parts.js");
    view! { <div id=format!("added-{slug}") data-renewed=ADDED aria-live="polite">{line}</div> }
}

/// The judge's first three, or the question for them: once nothing is left to do, or from the third review on.
fn first_three(found: &EventTasks, done: usize, nothing_left: bool) -> Option<AnyView> {
    let FirstThree { titles, may_give, .. } = found.first_three.as_ref()?;
    let href = format!("/events/{}/judge/first-three", found.event.slug);
    let of = view! { <span class="sr-only">{format!(" of {}", found.event.name)}</span> };
    if !titles.is_empty() {
        let said = format!("{}. ", titles.join(", "));
        let change = may_give.then(|| view! { <a href=href>"Change your first three"{of}</a> });
        return Some(view! { <p>"Your first three: "<strong>{said}</strong>{change}</p> });
    }
    let ask = *may_give && done > 0 && (nothing_left || done >= FIRST_THREE);
    ask.then(|| {
        view! { <p>"Which did you like best? "<a href=href>"Give your first three"{of}</a></p> }
    })
}

/// What a draft means for one of its organizers who judges in it, too.
fn draft_words() -> AnyView {
    view! { "This event is a draft and not open yet. You can judge once an organizer opens it." }
}

/// Names the window that a list or a review's page was made under. On a device, a page that was kept under another one than the list
/// says now is fetched again.
pub(super) fn window_mark(judging: Window, draft: bool) -> String {
    let moment = |at: Option<DateTime<Utc>>| at.map_or_else(String::new, |at| at.timestamp().to_string());
    let (open, close) = (moment(judging.open), moment(judging.close));
    if draft { format!("{open}/{close}/draft") } else { format!("{open}/{close}") }
}

/// What the judging window means for the judge, now.
pub(super) fn window_words(window: Window, now: DateTime<Utc>) -> AnyView {
    match (window.phase(now), window.open, window.close) {
        (Phase::NotYet, Some(open), _) => {
            view! { "Judging opens "<Time at=open/>", "{words::relative(open, now)}"." }
        }
        (Phase::Open, _, Some(close)) => {
            // The closing time stays true; the time left is added by the script that counts on.
            let left = (close - now).num_seconds().to_string();
            view! {
                <span data-over="Judging has closed.">
                    "Judging closes "<Time at=close/><span data-left=left data-words=", in #"></span>"."
                </span>
            }
        }
        (Phase::Closed, _, Some(close)) => {
            view! { "Judging closed "<Time at=close/>", "{words::relative(close, now)}"." }
        }
        _ => view! { "Judging is open and has no closing time." },
    }
}

/// Another review was submitted just now, with the way back to it.
pub(super) fn just_submitted(of: Neighbour) -> AnyView {
    let href = path(of.assignment);
    view! { <Notice tone=Tone::Good title="Review submitted."><p>"Back to "<a href=href>{of.title}</a></p></Notice> }
}

/// The judge stepped aside from a project just now.
fn just_stepped_aside(of: Neighbour) -> AnyView {
    let title = format!("You stepped aside from “{}”.", of.title);
    view! { <Notice tone=Tone::Good title text="A review of it does not count. An organizer can give the project back to you."/> }
}

/// The button that takes another project.
pub(super) fn pull_form(slug: &str, by_need: bool, first: bool, kind: Kind) -> AnyView {
    let slug = slug.to_owned();
    // Judges are not told why they get a project: they would learn how it stands.
    let which = if by_need {
        "The portal chooses it by this event’s rule, sometimes by lot. Score it like any other."
    } else {
        "You get the project that most needs a review."
    };
    view! {
        <PostForm action="/judge" class="judge-pull">
            <input type="hidden" name="event" value=slug/>
            <Button kind>{if first { "Take a project" } else { "Take another project" }}</Button>
            <small class="quiet">{which}</small>
        </PostForm>
    }
}

/// The buttons that mark a visit: open at the next project, folded away at the others.
fn visit_marks(task: &JudgeTask, next: bool) -> AnyView {
    let form = mark_form(task.id, true);
    let state = task.visit.map(|visit| marked(task.id, visit, true));
    if next {
        return view! { <div class="judge-tasks-marks">{state}{form}</div> };
    }
    disclosure(view! { "Visit"<span class="sr-only">" to "{task.title.clone()}</span> })
        .class("disclosure judge-tasks-marks")
        .of(view! {
            {state}
            {form}
        })
}

fn row(task: JudgeTask, total: Option<Total>, marks: Option<AnyView>, over: bool) -> AnyView {
    let missed = task.visit.map(|visit| visit::mark(visit.mark));
    let draft = task.commented || total.is_some();
    let (tone, sign, word) = match (task.status, draft) {
        (AssignmentStatus::Pending, _) if missed.is_some() => {
            (Tone::Bad, Sign::Clock, missed.unwrap_or_default())
        }
        (AssignmentStatus::Done, _) if task.entered_by.is_some() => {
            (Tone::Good, Sign::Check, "entered for you")
        }
        (AssignmentStatus::Done, _) => (Tone::Good, Sign::Check, "submitted"),
        (AssignmentStatus::Recused, _) if task.voided_at.is_some() => (Tone::Warn, Sign::Alert, "set aside"),
        (AssignmentStatus::Recused, _) if task.taken_off => (Tone::Plain, Sign::Lock, "taken off"),
        (AssignmentStatus::Recused, _) => (Tone::Plain, Sign::Lock, "stepped aside"),
        (AssignmentStatus::Pending, true) => (Tone::Note, Sign::Pencil, "draft"),
        (AssignmentStatus::Pending, false) if over => (Tone::Plain, Sign::Lock, "not scored"),
        (AssignmentStatus::Pending, false) => (Tone::Warn, Sign::Clock, "to score"),
    };
    let team = words::other_team(&task.team, &task.title);
    let from = words::joined(&[team, task.track.as_deref().unwrap_or_default()], " · ");
    let place = place_words(&task.place);
    let place = (!place.is_empty()).then(|| view! { <span class="judge-tasks-place">{place}" "</span> });
    let total = total
        .filter(|_| task.status != AssignmentStatus::Recused)
        .map(|total| view! { <span class="judge-tasks-total">{two_places(total)}</span> });
    view! {
        <li data-task=task.id.to_string()>
            <a href=path(task.id)>{place}{task.title}</a>
            <small class="quiet">{from}" "<b class="judge-tasks-unsent" hidden></b></small>
            {total}
            <Pill tone sign word/>
            {marks}
        </li>
    }
}

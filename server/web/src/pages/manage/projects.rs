//! The organizer's list of projects, and the page of one: its place, the flag of a repeat, what was imported, whether it stays.

use super::assignments::hand;
use crate::pages::prelude::*;
use app::pages::manage::assignments::hand::Side;
use app::pages::manage::floor::PlaceForm;
use app::pages::manage::more_time::MoreTime;
use app::pages::manage::projects::{CorrectionForm, FlagPage, Restored, flag_page, projects_page};
use model::floor::{FloorProject, Move};
use model::project::FlaggableProject;
use portal::floor::moves;
use portal::judge::assign::{self, Pair};
use portal::submit::correct::{self, SentCorrection};
use portal::submit::duplicates::{self, Correctable, FlagDecision};
use portal::submit::more_time::{self, MoreTimeFound, SentTime};
use portal::submit::withdraw as leaving;
use shared::floor::Place;
use shared::text::search_key;

/// All projects, and more time for one team; `?q=` searches.
pub struct Projects;

impl Desk for Projects {
    type Id = ();
    type Found = (MoreTimeFound, Vec<FlaggableProject>);
    type Beside = ();
    const PATH: &'static str = "manage/projects";
    const TITLE: &'static str = "Projects of";

    async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<Self::Found> {
        let (_, projects) = duplicates::for_page(call).await?;
        Ok((more_time::for_page(call).await?, projects))
    }

    fn draw((found, mut projects): Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        let left_out = found.at.facts.teams_left_out().to_vec();
        projects.sort_by_key(|p| (p.duplicate_of.is_none() || !p.submitted, !p.submitted));
        projects_page(projects, &left_out, sheet.at.query.search(), more_time_form(found, &sheet))
    }
}

/// What an organizer decides about one project.
pub struct Flag;

impl Desk for Flag {
    type Id = ProjectId;
    /// With the project as the hall has it, if it is submitted, and whether others have places there; and who judges it.
    type Found = ((FlagDecision, Option<(FloorProject, bool)>), hand::Assigned);
    type Beside = ();

    fn path(at: &At<ProjectId>) -> String {
        format!("/events/{}/manage/projects/{}", at.slug, at.id)
    }

    async fn read(call: &mut Call<'_>, at: &At<ProjectId>) -> Outcome<Self::Found> {
        let found = duplicates::open(call, at.id).await?;
        let hall = portal::floor::read(call).await?;
        let others = hall.projects.iter().any(|project| project.id != at.id && !project.place.is_none());
        let in_hall = hall.projects.into_iter().find(|project| project.id == at.id);
        let in_hall = in_hall.map(|project| (project, others));
        Ok(((found, in_hall), hand::read(call).await?))
    }

    fn title(((found, _), _): &Self::Found, _: &EventView) -> String {
        found.project.title.clone()
    }

    fn draw(((found, in_hall), judges): Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        let FlagDecision { at, project, others, refused, leave_refused, correctable, more_time } = found;
        let correction = correctable
            .map(|Correctable { project, refused }| CorrectionForm { project, may: forms::allowed(refused) });
        let stored = || project.duplicate_of.map(|of| of.to_string()).unwrap_or_default();
        let chosen = sheet.form().map_or_else(stored, |form| form.get("duplicate_of").to_owned());
        let repeated_by = others.iter().filter(|p| p.duplicate_of == Some(project.id));
        let restored = sheet.at.query.asked("restored").and(in_hall.as_ref());
        let restored = restored.map(|(here, hall)| match (here.place.is_none(), hall) {
            (false, _) => Restored::Placed(here.place.clone()),
            (true, true) => Restored::Unplaced,
            (true, false) => Restored::NoHall,
        });
        flag_page(FlagPage {
            repeated_by: repeated_by.map(|p| (p.id.0, p.title.clone())).collect(),
            others: choices(&others),
            left_out: at.facts.teams_left_out().to_vec(),
            project,
            chosen,
            may: forms::allowed(refused),
            may_leave: forms::allowed(leave_refused),
            correction,
            restored,
            place: in_hall.map(|(project, _)| place_form(project, &sheet)),
            judges: hand::part((Side::Project, sheet.at.id.0), judges, &sheet, None),
            more_time,
        })
    }
}

/// `POST …/<id>/flag`: it repeats `duplicate_of`, an id.
pub async fn flag(sent: Post<Flag>) -> PageResult {
    let original = match path::id(sent.get("duplicate_of")) {
        Ok(id) => Ok(Some(ProjectId(id))),
        Err(_) => Err(Refusal::field("duplicate_of", Fault::OriginalMissing)),
    };
    decide(sent, original).await
}

/// `POST …/<id>/clear`: it repeats none.
pub async fn clear(sent: Post<Flag>) -> PageResult {
    decide(sent, Ok(None)).await
}

/// Why a project is withdrawn. A usual reason is chosen before anybody has looked, so what was typed is what was meant.
pub(super) fn withdrawal_reason(form: &Form) -> &str {
    let typed = form.get("reason");
    if typed.trim().is_empty() { form.get("why") } else { typed }
}

/// `POST …/<id>/withdraw`: `reason`, in the organizer's words, or else `why`, one of the usual reasons.
pub async fn withdraw(sent: Post<Flag>) -> PageResult {
    let why = Ok(withdrawal_reason(&sent.form).to_owned());
    sent.did(ActDone::ProjectWithdrawn, "", async |call, at| leaving::withdraw(call, at.id, why).await).await
}

/// `POST …/<id>/restore`.
pub async fn restore(sent: Post<Flag>) -> PageResult {
    sent.act_to("?restored=1", async |call, at| leaving::restore(call, at.id).await).await
}

/// `POST …/<id>/correct`: `title`, `team`, `repo_url`, `demo_url` and `video_url`, each with the print of what was shown as `was_…`.
pub async fn correct(sent: Post<Flag>) -> PageResult {
    let correction = SentCorrection::of_form(&sent.form);
    sent.did(ActDone::CorrectionSaved, "", async |call, at| correct::correct(call, at.id, correction).await)
        .await
}

async fn decide(sent: Post<Flag>, original: portal::Sent<Option<ProjectId>>) -> PageResult {
    let row = format!("{}#project-{}", Projects::path(&sent.at.clone().to(())), sent.at.id);
    let done = if matches!(original, Ok(None)) { ActDone::FlagCleared } else { ActDone::FlagSet };
    sent.lead(&done.at(&row), async |call, at| duplicates::decide(call, at.id, original).await).await
}

/// The submitted projects to choose from, by title.
fn choices(others: &[FlaggableProject]) -> Vec<Choice> {
    let mut projects: Vec<_> = others.iter().filter(|p| p.submitted).collect();
    projects.sort_by_cached_key(|p| (search_key(&p.title), p.id));
    let choices =
        projects.into_iter().map(|p| Choice::new(p.id.to_string(), words::with_team(&p.title, &p.team)));
    std::iter::once(Choice::new("", "Choose a project")).chain(choices).collect()
}

/// `POST …/projects/<id>/assign`: gives the project to `judge`.
pub async fn assign(sent: Post<Flag>) -> PageResult {
    let project = sent.at.id;
    // Somebody who is not here yet has a number below 0.
    let judge = sent.get("judge").parse::<i64>().map_err(|_| Refusal::field("judge", Fault::JudgeMissing));
    let pair = judge.map(|judge| Pair { judge: PersonId(judge), project });
    sent.did(ActDone::AssignmentGiven, hand::PART, async |call, _| assign::assign(call, pair).await).await
}

/// The form of one project's place, on the page of the project.
fn place_form(project: FloorProject, sheet: &DeskContext<'_, Flag>) -> PlaceForm {
    let moved_meanwhile = sheet.is_stale() && sheet.typed("from_room").is_some();
    PlaceForm { place: project.place, moved_meanwhile }
}

/// `POST …/projects/<id>/place`: moves it to `room` and `place`; with `swap` what is there takes its place.
pub async fn place(sent: Post<Flag>) -> PageResult {
    let field = |name: &str| sent.get(name).trim().to_owned();
    let from = Place::new(field("from_room"), field("from_place"));
    let to = Place::new(field("room"), field("place"));
    let (this, swap) = (Move { project: sent.at.id, from, to }, sent.ticked("swap"));
    sent.did(ActDone::PlaceSaved, "", async |call, _| moves::by_hand(call, this, swap).await).await
}

/// The form, with the team that was asked for.
fn more_time_form(found: MoreTimeFound, around: &DeskContext<'_, Projects>) -> MoreTime {
    let asked = around.at.query.asked("team");
    let choices = found.teams.into_iter().map(|team| Choice::new(team.id.0.to_string(), team.name));
    MoreTime {
        open: asked.is_some() || around.refused.is_some(),
        teams: std::iter::once(Choice::new("", "Choose a team")).chain(choices).collect(),
        team: asked.unwrap_or_default().to_owned(),
        close: found.at.facts.event.submissions.close,
        latest: found.at.facts.event.judging.close,
        zone: around.event.zone().name().to_owned(),
        may: forms::allowed(found.refused),
        given: found.given,
    }
}

/// `POST …/projects/more-time/give`: `team`, an id, `until` on the clocks of the event's place, and `reason`.
pub async fn give_more_time(sent: Post<Projects>) -> PageResult {
    let (team, reason) = (path::id(sent.get("team")).ok().map(TeamId), sent.get("reason").to_owned());
    let time = sent.time("until").await?.map(|until| SentTime { team, until, reason });
    sent.did(ActDone::MoreTimeGiven, "?team=#more-time", async |call, _| more_time::give(call, time).await)
        .await
}

//! What the portal has to answer to an act. The rules are those of `shared`, asked about the auditor's own world; only the order in which
//! an operation asks them, and what the database alone refuses, is written here.

use crate::act::{Act, Page};
use crate::effects::stays;
use crate::reading::{
    chosen, created, edited, entered, input, moved, planned, reviewed, said, taken, to_pull, windows,
};
use crate::world::{Assignment, Who, World};
use chrono::{DateTime, Utc};
use shared::calibration::{UNWATCHED, calibrate_for};
use shared::ids::TeamId;
use shared::invitation::MemberRole;
use shared::refusal::{Fault, Refusal, require_field};
use shared::rules::{
    AssignmentStatus, Facts, ResultsView, RoleFacts, Rule, ScoresAsked, act, forget_due, may,
    may_read_scores, results_view,
};
use shared::window::{Stage, Window};

/// Why an act is refused.
#[derive(Clone, Debug)]
pub(crate) enum Refused {
    /// By a rule or a check of `shared`.
    Shared(Box<Refusal>),
    /// By what the operation or the database finds beside them: the status.
    Found(u16),
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self::Shared(Box::new(refusal))
    }
}

impl Refused {
    pub(crate) fn status(&self) -> u16 {
        match self {
            Self::Shared(refusal) => refusal.status(),
            Self::Found(status) => *status,
        }
    }

    /// The code that the API sends, where the auditor knows it.
    pub(crate) fn code(&self) -> Option<&'static str> {
        match self {
            Self::Shared(refusal) => Some(refusal.code().name()),
            Self::Found(_) => None,
        }
    }
}

/// The status of an act that is done, or why it is refused.
pub(crate) type Verdict = Result<u16, Refused>;

/// Pages lead on after a form.
const LED: Verdict = Ok(303);
const CONFLICT: Verdict = Err(Refused::Found(409));
const INVALID: Verdict = Err(Refused::Found(422));
const MISSING: Verdict = Err(Refused::Found(400));

/// Who asks, of which world, and when.
struct Asked<'w> {
    world: &'w World,
    now: DateTime<Utc>,
}

/// What the portal has to answer to an act now.
pub(crate) fn expected(act: &Act, world: &World, now: DateTime<Utc>) -> Verdict {
    let asked = Asked { world, now };
    match act {
        Act::Create { who, body, .. } => {
            asked.may::<act::CreateProject>(*who, &world.facts(*who))?;
            created(world, body).map(|_| 201).map_err(Refused::from)
        }
        Act::Edit { who, project, body } => asked.edit(*who, *project, body),
        Act::Say { who, project, body } => {
            signed_in(*who)?;
            asked.may::<act::ReadProject>(*who, &world.on_project(*who, *project))?;
            asked.may::<act::PostComment>(*who, &world.on_project(*who, *project))?;
            said(body).map(|_| 201).map_err(Refused::from)
        }
        Act::Unsay { who, project, comment } => {
            asked.may::<act::ReadProject>(Some(*who), &world.on_project(Some(*who), *project))?;
            asked.may::<act::RemoveComment>(Some(*who), &world.on_comment(*who, *project, *comment)?)?;
            LED
        }
        Act::Save { who, assignment, body } => {
            let who = signed_in(*who)?;
            asked.may::<act::SaveReview>(Some(who), &world.on_assignment(who, *assignment))?;
            reviewed(world, *assignment, body).map(|_| 200).map_err(Refused::from)
        }
        Act::Vote { who, body } => {
            let voter = signed_in(*who)?;
            asked.may::<act::CastBallot>(*who, &world.facts(*who))?;
            chosen(world, voter, body).map(|_| 200).map_err(Refused::from)
        }
        Act::ReadProject { who, project } => {
            asked.read::<act::ReadProject>(*who, &world.on_project(*who, *project))
        }
        Act::ReadComments { who, project } => {
            asked.may::<act::ReadProject>(*who, &world.on_project(*who, *project))?;
            asked.read::<act::ReadComments>(*who, &world.on_project(*who, *project))
        }
        Act::ReadResults { who } => {
            let view = results_view(world.actor(*who).as_ref(), &world.facts(*who), now)?;
            if view == ResultsView::Preview && world.runs.is_empty() {
                Err(Refused::Found(404))
            } else {
                Ok(200)
            }
        }
        Act::ReadBallot { who } => {
            signed_in(*who)?;
            asked.read::<act::ReadBallot>(*who, &world.facts(*who))
        }
        // The terms are everybody's.
        Act::ReadPrizes { .. } => Ok(200),
        Act::ReadVotes { who } => asked.read::<act::ReadVotes>(*who, &world.facts(*who)),
        Act::ReadScores { who, of } => asked.scores(*who, *of),
        Act::ReadTasks { who } => {
            let judges = who.and_then(|who| world.cast.get(who)).is_some_and(|member| member.judge);
            signed_in(*who)?;
            may_read_scores(world.actor(*who).as_ref(), ScoresAsked { judges, ..ScoresAsked::default() })?;
            Ok(200)
        }
        Act::ReadJudgeRecord { who, of: None } => {
            asked.read::<act::ReadOwnJudgeRecord>(Some(*who), &world.facts(Some(*who)))
        }
        Act::ReadJudgeRecord { who, of: Some(_) } => {
            asked.read::<act::ReadJudgeRecord>(Some(*who), &world.facts(Some(*who)))
        }
        Act::Export { who, kind } => {
            signed_in(*who)?;
            if kind.tells_scores() {
                asked.read::<act::ExportScores>(*who, &world.facts(*who))
            } else {
                asked.read::<act::Export>(*who, &world.facts(*who))
            }
        }
        Act::Look { who, page } => {
            let (facts, who) = (world.facts(Some(*who)), Some(*who));
            match page {
                Page::Hall => asked.read::<act::Manage>(who, &facts),
                Page::JudgeSheets => {
                    asked.may::<act::Manage>(who, &facts)?;
                    asked.read::<act::PrintJudgeSheets>(who, &facts)
                }
                Page::OwnConflicts => asked.read::<act::ReadOwnConflicts>(who, &facts),
                Page::Review(assignment) => asked.review(who, *assignment),
            }
        }
        Act::Pull { who } => {
            asked.of_event::<act::PullProject>(*who)?;
            let waits =
                |a: &Assignment| a.judge == *who && a.status == AssignmentStatus::Pending && !a.missed;
            let waits = world.assignments.values().any(waits);
            if waits || world.is_capped(*who) || to_pull(world, *who).is_none() {
                return CONFLICT;
            }
            LED
        }
        Act::Recuse { who, assignment, .. } => asked.on_locked::<act::Recuse>(*who, *assignment),
        Act::Mark { who, assignment } | Act::Unmark { who, assignment } => {
            asked.may::<act::MarkVisit>(Some(*who), &world.on_assignment(*who, *assignment))?;
            LED
        }
        Act::DeclareOwn { who, project } => {
            asked.of_event::<act::DeclareOwnConflict>(*who)?;
            if world.is_submitted(*project) { LED } else { MISSING }
        }
        Act::RetractOwn { who, .. } => asked.leads::<act::DeclareOwnConflict>(*who),
        Act::Declare { who, judge, .. } => {
            asked.of_event::<act::DeclareConflict>(*who)?;
            if world.cast.get(*judge).is_some_and(|judge| judge.judge) { LED } else { MISSING }
        }
        Act::Retract { who, judge, project, reason } => {
            asked.of_event::<act::DeclareConflict>(*who)?;
            if world.is_of_list(*judge, *project) && reason.is_empty() { MISSING } else { LED }
        }
        Act::List { who, .. } => asked.leads::<act::ImportProjects>(*who),
        Act::Decline { who, guest, team } => {
            let role = RoleFacts { team: Some(TeamId(*team)), ..invited(MemberRole::Participant) };
            let facts = |who: Who| Facts { role: Some(role), ..world.facts(Some(who)) };
            asked.may::<act::SendInvitation>(Some(*who), &facts(*who))?;
            asked.may::<act::AnswerInvitation>(Some(*guest), &facts(*guest))?;
            Ok(200)
        }
        Act::Enter { who, body, .. } => {
            signed_in(*who)?;
            asked.may::<act::EnterReviews>(*who, &world.facts(*who))?;
            asked.may::<act::Assign>(*who, &world.facts(*who))?;
            entered(world, body).map(|_| 200).map_err(Refused::from)
        }
        Act::Place { who, project, from, to } => asked.place(*who, *project, from, to),
        Act::Assign { who, judge, project } => asked.assign(*who, *judge, *project),
        Act::TakeAway { who, assignment } => {
            asked.on_locked::<act::Unassign>(*who, *assignment)?;
            let begun = world.assignments.get(assignment).is_some_and(|a| a.review.is_some());
            if begun { CONFLICT } else { LED }
        }
        Act::Reinstate { who, assignment } => {
            asked.on_locked::<act::Reinstate>(*who, *assignment)?;
            asked.back(*assignment)
        }
        Act::Void { who, assignment, reason } => {
            asked.on_locked::<act::VoidReview>(*who, *assignment)?;
            if reason.is_empty() { MISSING } else { LED }
        }
        Act::Unvoid { who, assignment } => {
            asked.on_locked::<act::RestoreReview>(*who, *assignment)?;
            asked.back(*assignment)
        }
        Act::Plan { who } => {
            asked.of_event::<act::ReadAssignments>(*who)?;
            asked.of_event::<act::PlanAssignments>(*who)?;
            if planned(world).is_empty() { CONFLICT } else { LED }
        }
        Act::Withdraw { who, project, reason } => {
            asked.may::<act::WithdrawProject>(Some(*who), &world.on_project(Some(*who), *project))?;
            if reason.is_empty() { MISSING } else { LED }
        }
        Act::Restore { who, project } => {
            asked.may::<act::RestoreProject>(Some(*who), &world.on_project(Some(*who), *project))?;
            LED
        }
        Act::Move { who, stage, window } => asked.move_window(*who, *stage, *window),
        Act::Calibrate { who } => {
            asked.of_event::<act::Calibrate>(*who)?;
            if input(world).is_some_and(|input| !input.reviews().is_empty()) { LED } else { CONFLICT }
        }
        Act::Publish { who, reason } => asked.publish(*who, reason),
        Act::Found { who, name } => {
            asked.of_event::<act::CreateTeam>(*who)?;
            if taken(world, name) { CONFLICT } else { LED }
        }
        Act::Join { who, team } => asked.join(*who, *team),
        Act::Leave { who } => {
            asked.of_event::<act::LeaveTeam>(*who)?;
            if stays(world, *who) { CONFLICT } else { LED }
        }
        Act::Rename { who, name } => {
            asked.of_event::<act::RenameTeam>(*who)?;
            if taken(world, name) { CONFLICT } else { LED }
        }
        Act::Invite { who, guest } => {
            let role = invited(MemberRole::Judge);
            let facts = |who: Who| Facts { role: Some(role), ..world.facts(Some(who)) };
            asked.may::<act::Invite>(Some(*who), &facts(*who))?;
            asked.may::<act::AnswerInvitation>(Some(*guest), &facts(*guest))?;
            LED
        }
        Act::TurnAway { who, guest } => {
            asked.of_event::<act::ManageGuestLink>(*who)?;
            asked.of_event::<act::EnterAsGuest>(*guest)?;
            asked.leads::<act::DecideGuest>(*who)
        }
        Act::Reweigh { who } => {
            asked.of_event::<act::Manage>(*who)?;
            asked.of_event::<act::EditCriteria>(*who)?;
            asked.leads::<act::ChangeRubric>(*who)
        }
        Act::MoreTime { who, team, until } => asked.more_time(*who, *team, *until),
        Act::Finals { who, project, .. } => {
            asked.of_event::<act::MakeFinals>(*who)?;
            asked.of_event::<act::CreateEvent>(*who)?;
            if world.is_submitted(*project) { LED } else { MISSING }
        }
        // There is nothing left to remove.
        Act::Forget { who, .. } if world.event.forgotten_at.is_some() => asked.leads::<act::SeeKeeping>(*who),
        Act::Forget { who, confirmed } => {
            asked.of_event::<act::ForgetEvent>(*who)?;
            forget_due(&world.event, world.questions_end(), now)?;
            if *confirmed { LED } else { INVALID }
        }
        Act::Do { deed, who, on, body } => {
            deed.play(&mut world.clone(), (*who, *on, body.as_str()), (now, 0))
        }
    }
}

/// A role that somebody else is invited to.
fn invited(role: MemberRole) -> RoleFacts {
    RoleFacts { role, own: false, of_organizer: false, nobody_free: false, team: None }
}

fn signed_in(who: Option<Who>) -> Result<Who, Refusal> {
    who.ok_or_else(Refusal::unauthenticated)
}

impl Asked<'_> {
    fn may<A: Rule>(&self, who: Option<Who>, facts: &Facts) -> Result<(), Refused> {
        may::<A>(self.world.actor(who).as_ref(), facts, self.now)?;
        Ok(())
    }

    /// An act on the event as a whole.
    fn of_event<A: Rule>(&self, who: Who) -> Result<(), Refused> {
        self.may::<A>(Some(who), &self.world.facts(Some(who)))
    }

    /// The same, by a form in which nothing can be wrong.
    fn leads<A: Rule>(&self, who: Who) -> Verdict {
        self.of_event::<A>(who)?;
        LED
    }

    fn read<A: Rule>(&self, who: Option<Who>, facts: &Facts) -> Verdict {
        self.may::<A>(who, facts).map(|()| 200)
    }

    /// A judge's review, for organizers.
    fn review(&self, who: Option<Who>, assignment: i64) -> Verdict {
        let who = signed_in(who)?;
        let facts = self.world.on_assignment(who, assignment);
        if facts.assignment.is_none() {
            return Err(Refusal::not_found().into());
        }
        self.read::<act::ReadReview>(Some(who), &facts)
    }

    /// An act on an assignment, of which its judge and the organizers know.
    fn on_locked<A: Rule>(&self, who: Who, id: i64) -> Verdict {
        let facts = self.world.on_assignment(who, id);
        let organizes = self.world.actor(Some(who)).is_some_and(|actor| facts.organizes(&actor));
        if facts.assignment.is_none() {
            return Err(Refusal::not_found().into());
        }
        if !organizes {
            self.may::<act::ReadAssignment>(Some(who), &facts)?;
        }
        self.may::<A>(Some(who), &facts)?;
        LED
    }

    /// An assignment comes back to its judge only without a declared conflict, and not alone where its project is withdrawn.
    fn back(&self, id: i64) -> Verdict {
        let Some(assignment) = self.world.assignments.get(&id) else {
            return Err(Refusal::not_found().into());
        };
        let declared = self.world.conflicts.contains_key(&(assignment.judge, assignment.project));
        let withdrawn = !self.world.is_submitted(assignment.project);
        if declared || withdrawn { CONFLICT } else { LED }
    }

    fn edit(&self, who: Option<Who>, id: i64, body: &str) -> Verdict {
        signed_in(who)?;
        let facts = self.world.on_project(who, id);
        self.may::<act::ReadProject>(who, &facts)?;
        self.may::<act::EditProject>(who, &facts)?;
        edited(self.world, id, body)?;
        Ok(200)
    }

    fn scores(&self, who: Option<Who>, of: Option<Who>) -> Verdict {
        let who = signed_in(who)?;
        let member = |who: Who| self.world.cast.get(who);
        let organizes = member(who).is_some_and(|member| member.organizer || member.staff);
        let judges = |who: Who| member(who).is_some_and(|member| member.judge);
        let asked = ScoresAsked {
            judges: judges(who),
            organizes,
            named: of.is_some(),
            named_self: of == Some(who),
            named_found: of.is_some_and(|of| organizes && judges(of)),
        };
        may_read_scores(self.world.actor(Some(who)).as_ref(), asked)?;
        Ok(200)
    }

    fn assign(&self, who: Who, judge: Who, project: i64) -> Verdict {
        self.may::<act::Assign>(Some(who), &self.world.facts(Some(who)))?;
        if !self.world.is_submitted(project) {
            return MISSING;
        }
        if self.world.conflicts.contains_key(&(judge, project)) {
            return CONFLICT;
        }
        // What only the database refuses.
        if !self.world.cast.get(judge).is_some_and(|judge| judge.judge) {
            return Err(Refused::Found(403));
        }
        let has = self.world.assigned(judge, project).is_some();
        if has || self.world.is_own(judge, project) { CONFLICT } else { LED }
    }

    /// A project moves from where its organizer saw it to a place that nobody has.
    fn place(&self, who: Who, project: i64, from: &str, to: &str) -> Verdict {
        self.of_event::<act::MoveProjects>(who)?;
        if !self.world.is_submitted(project) {
            return MISSING;
        }
        let has = self.world.places.get(&project).copied().unwrap_or_default();
        let taken = self.world.places.iter().any(|(other, place)| *other != project && *place == to);
        match (has == from, taken) {
            (false, _) => CONFLICT,
            (true, true) => MISSING,
            (true, false) => LED,
        }
    }

    fn more_time(&self, who: Who, team: i64, until: DateTime<Utc>) -> Verdict {
        self.of_event::<act::GiveMoreTime>(who)?;
        let event = &self.world.event;
        require_field(self.world.teams.contains_key(&team), "team", Fault::TeamMissing)?;
        let later = until > self.now && event.submissions.close.is_none_or(|close| until > close);
        require_field(later, "until", Fault::MoreTimeTooEarly)?;
        require_field(event.more_time(Some(until)) == Some(until), "until", Fault::MoreTimeTooLate)?;
        Ok(200)
    }

    fn move_window(&self, who: Who, stage: Stage, window: Window) -> Verdict {
        let facts = self.world.facts(Some(who));
        self.may::<act::EditEvent>(Some(who), &facts)?;
        let old = windows(self.world);
        for effect in old.effects(&moved(old, stage, window), self.now) {
            self.may::<act::MoveWindows>(Some(who), &Facts { stage: Some(effect.stage), ..facts.clone() })?;
        }
        LED
    }

    fn publish(&self, who: Who, reason: &str) -> Verdict {
        let world = self.world;
        self.may::<act::Publish>(Some(who), &world.facts(Some(who)))?;
        let latest = world.runs.len();
        let Some(read) = world.runs.last() else { return CONFLICT };
        let before = world.published.last().copied();
        if before == Some(latest) {
            return if reason.is_empty() { LED } else { CONFLICT };
        }
        let converged = calibrate_for(read, &[], UNWATCHED).is_ok_and(|outcome| outcome.fit.converged);
        let needs_reason = before.is_some() || !converged;
        if needs_reason == reason.is_empty() {
            return INVALID;
        }
        // A withdrawn project has no place in what is published.
        if read.reviews().iter().any(|review| !world.is_submitted(review.project)) { CONFLICT } else { LED }
    }

    /// The first on the team makes the link, and the other one follows it.
    fn join(&self, who: Who, team: i64) -> Verdict {
        let Some(found) = self.world.teams.get(&team) else { return Err(Refused::Found(404)) };
        let host = found.members.first().copied();
        self.may::<act::InviteToTeam>(host, &self.world.facts(host))?;
        let mut facts = self.world.facts(Some(who));
        // Who joins has the team's time.
        if facts.standing.team.is_none() {
            facts.standing.more_time = found.more_time;
        }
        self.may::<act::JoinTeam>(Some(who), &facts)?;
        if found.members.len() >= self.world.max_team_size { CONFLICT } else { LED }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Member, Team, empty, member};
    use chrono::TimeDelta;

    /// An organizer and somebody without a role, in an event whose submissions are open.
    fn world() -> World {
        World { cast: vec![Member { organizer: true, ..member(7) }, member(8)], ..empty() }
    }

    fn status(act: &Act) -> u16 {
        expected(act, &world(), crate::world::now()).unwrap_or_else(|refused| refused.status())
    }

    #[test]
    fn a_team_submits_as_long_as_it_got_time() {
        let (hours, mut world) = (TimeDelta::hours, world());
        let now = crate::world::now();
        world.teams.insert(1, Team { members: vec![1], ..Team::default() });
        world.event.submissions = Window { open: None, close: Some(now - hours(2)) };
        world.event.judging = Window { open: None, close: Some(now + hours(3)) };
        let status = |world: &World, act: &Act| expected(act, world, now).unwrap_or_else(|no| no.status());
        let give = |team, until| Act::MoreTime { who: 0, team, until: now + hours(until) };
        let given = [give(1, -1), give(1, 2), give(1, 4), give(2, 2)].map(|act| status(&world, &act));
        assert_eq!(given, [400, 200, 400, 400], "past, and after the close of judging, and of no team");
        let rename = Act::Rename { who: 1, name: "Lights".to_owned() };
        assert_eq!(status(&world, &rename), 409);
        world.teams.get_mut(&1).unwrap().more_time = Some(now + hours(2));
        assert_eq!(status(&world, &rename), 303);
    }

    #[test]
    fn an_answer_is_predicted_in_the_order_of_checks() {
        let create = |who| Act::Create { who, body: "{".to_owned(), key: None };
        assert_eq!((status(&create(None)), status(&create(Some(1)))), (401, 403), "who comes before what");
        assert_eq!(status(&Act::Calibrate { who: 1 }), 403);
        assert_eq!(status(&Act::Calibrate { who: 0 }), 409, "there is no review");
        assert_eq!(status(&Act::Plan { who: 0 }), 409, "there is nothing to deal");
        assert_eq!(status(&Act::Save { who: Some(1), assignment: 3, body: "{}".to_owned() }), 404);
        assert_eq!((status(&Act::Reweigh { who: 1 }), status(&Act::Reweigh { who: 0 })), (403, 303));
        assert_eq!(status(&Act::Found { who: 1, name: "Lights".to_owned() }), 303);
    }
}

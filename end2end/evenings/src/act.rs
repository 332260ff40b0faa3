//! What people do: each act as the request that it is.

use crate::deeds::Deed;
use crate::http::Request;
use crate::site::Site;
use crate::world::{Who, World};
use chrono::{DateTime, Utc};
use shared::export::ExportKind;
use shared::planner::{Pair, PlanInput, PlanJudge, PlanProject};
use shared::rules::AssignmentStatus;
use shared::window::{Stage, Window};
use std::collections::BTreeSet;

/// The only room of an evening.
pub(crate) const HALL: &str = "Hall";

/// What somebody does. Bodies are texts, so that malformed ones can be sent.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    Create { who: Option<Who>, body: String, key: Option<String> },
    Edit { who: Option<Who>, project: i64, body: String },
    Say { who: Option<Who>, project: i64, body: String },
    Unsay { who: Who, project: i64, comment: i64 },
    Save { who: Option<Who>, assignment: i64, body: String },
    Vote { who: Option<Who>, body: String },
    ReadProject { who: Option<Who>, project: i64 },
    ReadComments { who: Option<Who>, project: i64 },
    ReadResults { who: Option<Who> },
    ReadBallot { who: Option<Who> },
    ReadVotes { who: Option<Who> },
    ReadPrizes { who: Option<Who> },
    ReadScores { who: Option<Who>, of: Option<Who> },
    ReadTasks { who: Option<Who> },
    ReadJudgeRecord { who: Who, of: Option<Who> },
    Export { who: Option<Who>, kind: ExportKind },
    Look { who: Who, page: Page },
    Pull { who: Who },
    Recuse { who: Who, assignment: i64, declares: bool },
    Mark { who: Who, assignment: i64 },
    Unmark { who: Who, assignment: i64 },
    DeclareOwn { who: Who, project: i64 },
    RetractOwn { who: Who, project: i64 },
    Declare { who: Who, judge: Who, project: i64 },
    Retract { who: Who, judge: Who, project: i64, reason: &'static str },
    List { who: Who, judge: Who, project: i64 },
    Decline { who: Who, guest: Who, team: i64 },
    Enter { who: Option<Who>, judge: Who, body: String },
    Place { who: Who, project: i64, from: &'static str, to: &'static str },
    Assign { who: Who, judge: Who, project: i64 },
    TakeAway { who: Who, assignment: i64 },
    Reinstate { who: Who, assignment: i64 },
    Void { who: Who, assignment: i64, reason: &'static str },
    Unvoid { who: Who, assignment: i64 },
    Plan { who: Who },
    Withdraw { who: Who, project: i64, reason: &'static str },
    Restore { who: Who, project: i64 },
    Move { who: Who, stage: Stage, window: Window },
    Calibrate { who: Who },
    Publish { who: Who, reason: &'static str },
    Found { who: Who, name: String },
    Join { who: Who, team: i64 },
    Leave { who: Who },
    Rename { who: Who, name: String },
    Invite { who: Who, guest: Who },
    TurnAway { who: Who, guest: Who },
    MoreTime { who: Who, team: i64, until: DateTime<Utc> },
    Reweigh { who: Who },
    Finals { who: Who, name: String, project: i64 },
    Forget { who: Who, confirmed: bool },
    Do { deed: &'static Deed, who: Option<Who>, on: i64, body: String },
}

/// A page that has a rule of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Page {
    Hall,
    JudgeSheets,
    OwnConflicts,
    Review(i64),
}

impl Act {
    /// What it is called in reports: the name of its kind.
    pub(crate) fn kind(&self) -> String {
        if let Self::Do { deed, .. } = self {
            return deed.name.to_owned();
        }
        let said = format!("{self:?}");
        said.split([' ', '{']).next().unwrap_or_default().to_owned()
    }

    /// Whether it goes to the API, where refusals carry their codes.
    pub(crate) fn is_of_api(&self) -> bool {
        if let Self::Do { deed, .. } = self {
            return deed.is_of_api();
        }
        matches!(
            self,
            Self::Create { .. }
                | Self::Edit { .. }
                | Self::Say { .. }
                | Self::Save { .. }
                | Self::Enter { .. }
                | Self::MoreTime { .. }
                | Self::Vote { .. }
                | Self::ReadProject { .. }
                | Self::ReadComments { .. }
                | Self::ReadResults { .. }
                | Self::ReadBallot { .. }
                | Self::ReadVotes { .. }
                | Self::ReadPrizes { .. }
                | Self::ReadScores { .. }
                | Self::ReadTasks { .. }
                | Self::ReadJudgeRecord { .. }
                | Self::Export { .. }
        )
    }

    /// Whether it can be sent beside another one. What is refused where anything it was made from has changed cannot: the second of two is
    /// another act. Nor can what makes something, whose number is found by being the newest.
    pub(crate) fn races(&self) -> bool {
        match self {
            Self::Plan { .. } | Self::Enter { .. } => false,
            Self::Do { deed, .. } => deed.races && deed.new.is_none(),
            _ => true,
        }
    }

    /// Its one request; none for an act that takes several, and so races with nothing.
    pub(crate) fn request(&self, site: &Site, world: &World) -> Option<Request> {
        let event = format!("/api/events/{}", world.slug);
        let manage = format!("/events/{}/manage", world.slug);
        let (assignments, declared) =
            (format!("{manage}/assignments"), format!("{manage}/assignments/conflicts"));
        let number =
            |who: Who| world.cast.get(who).map(|member| member.person.to_string()).unwrap_or_default();
        let own = format!("/events/{}/judge/conflicts", world.slug);
        let request = match self {
            Self::Create { who, body, key } => {
                let request = site.sends(*who, "POST", &format!("{event}/projects"), body);
                match key {
                    Some(key) => request.with("Idempotency-Key", key.clone()),
                    None => request,
                }
            }
            Self::Edit { who, project, body } => {
                site.sends(*who, "PATCH", &format!("/api/projects/{project}"), body)
            }
            Self::Say { who, project, body } => {
                site.sends(*who, "POST", &format!("/api/projects/{project}/comments"), body)
            }
            Self::Unsay { who, project, comment } => {
                site.form(*who, &format!("/projects/{project}/comments/{comment}/remove"), &[])
            }
            Self::Save { who, assignment, body } => {
                site.sends(*who, "POST", &format!("/api/judge/assignments/{assignment}/review"), body)
            }
            Self::Vote { who, body } => site.sends(*who, "POST", &format!("{event}/ballot"), body),
            Self::ReadProject { who, project } => site.api(*who, "GET", &format!("/api/projects/{project}")),
            Self::ReadComments { who, project } => {
                site.api(*who, "GET", &format!("/api/projects/{project}/comments"))
            }
            Self::ReadResults { who } => site.api(*who, "GET", &format!("{event}/results")),
            Self::ReadBallot { who } => site.api(*who, "GET", &format!("{event}/ballot")),
            Self::ReadPrizes { who } => site.api(*who, "GET", &format!("{event}/prizes")),
            Self::ReadVotes { who } => site.api(*who, "GET", &format!("{event}/votes")),
            Self::ReadScores { who, of } => {
                let of = of.map(|of| format!("&judge={}", world.email(of))).unwrap_or_default();
                site.api(*who, "GET", &format!("/api/judge/scores?event={}{of}", world.slug))
            }
            Self::ReadTasks { who } => site.api(*who, "GET", "/api/judge/assignments"),
            Self::ReadJudgeRecord { who, of } => {
                let of = of.map(|of| format!("&judge={}", world.email(of))).unwrap_or_default();
                site.api(Some(*who), "GET", &format!("/api/judge/record?event={}{of}", world.slug))
            }
            Self::Export { who, kind } => {
                site.api(*who, "GET", &format!("{event}/export/{}.csv", kind.name()))
            }
            Self::Look { who, page } => {
                let path = match page {
                    Page::Hall => format!("{manage}/floor"),
                    Page::JudgeSheets => format!("{manage}/floor/print?sheets=judges"),
                    Page::OwnConflicts => own,
                    Page::Review(assignment) => format!("{assignments}/{assignment}"),
                };
                site.page(*who, &path)
            }
            Self::Pull { who } => site.form(*who, "/judge", &[("event", world.slug.as_str())]),
            Self::Recuse { who, assignment, declares } => {
                let conflict = if *declares { "mentor" } else { "" };
                let fields = [("reason", "I know them."), ("conflict", conflict)];
                let organizes = world.cast.get(*who).is_some_and(|member| member.organizer);
                let page = if organizes { assignments.as_str() } else { "/judge/assignments" };
                site.form(*who, &format!("{page}/{assignment}/recuse"), &fields)
            }
            Self::Mark { who, assignment } => {
                site.form(*who, &format!("/judge/assignments/{assignment}/visit"), &[("kind", "absent")])
            }
            Self::Unmark { who, assignment } => {
                site.form(*who, &format!("/judge/assignments/{assignment}/visit/unmark"), &[])
            }
            Self::DeclareOwn { who, project } => {
                let fields =
                    [("project", project.to_string()), ("kind", "mentor".into()), ("reason", String::new())];
                site.form(*who, &format!("{own}/declare"), &borrowed(&fields))
            }
            Self::RetractOwn { who, project } => {
                site.form(*who, &format!("{own}/withdraw"), &[("project", project.to_string().as_str())])
            }
            Self::Declare { who, judge, project } => {
                let fields = [
                    ("judge", number(*judge)),
                    ("project", project.to_string()),
                    ("kind", "employer".into()),
                    ("reason", String::new()),
                ];
                site.form(*who, &format!("{declared}/declare"), &borrowed(&fields))
            }
            Self::Retract { who, judge, project, reason } => {
                let (judge, project) = (number(*judge), project.to_string());
                let field = format!("lift-{judge}-{project}");
                let fields =
                    [("judge", judge.as_str()), ("project", project.as_str()), (field.as_str(), *reason)];
                site.form(*who, &format!("{declared}/withdraw"), &fields)
            }
            Self::Enter { who, body, .. } => site.sends(*who, "POST", &format!("{event}/scores"), body),
            Self::Place { who, project, from, to } => {
                let room = |place: &str| if place.is_empty() { "" } else { HALL };
                let fields =
                    [("from_room", room(from)), ("from_place", *from), ("room", room(to)), ("place", *to)];
                site.form(*who, &format!("{manage}/projects/{project}/place"), &fields)
            }
            Self::Assign { who, judge, project } => {
                let path = format!("{assignments}/judges/{}/assign", number(*judge));
                site.form(*who, &path, &[("project", project.to_string().as_str())])
            }
            Self::TakeAway { who, assignment } => {
                site.form(*who, &format!("{assignments}/{assignment}/remove"), &[])
            }
            Self::Reinstate { who, assignment } => {
                site.form(*who, &format!("{assignments}/{assignment}/reinstate"), &[])
            }
            Self::Void { who, assignment, reason } => {
                site.form(*who, &format!("{assignments}/{assignment}/void"), &[("reason", *reason)])
            }
            Self::Unvoid { who, assignment } => {
                site.form(*who, &format!("{assignments}/{assignment}/restore"), &[])
            }
            Self::Plan { who } => {
                let input = plan_input(world);
                let fields = [
                    ("reviews", input.reviews_per_project.to_string()),
                    ("weight", input.expertise_weight.to_string()),
                    ("judges", String::new()),
                    ("moving", "1".into()),
                    ("breaks", "0".into()),
                    ("digest", shared::digest::hex(&input.digest())),
                ];
                site.form(*who, &format!("{assignments}/plan"), &borrowed(&fields))
            }
            Self::Withdraw { who, project, reason } => {
                site.form(*who, &format!("{manage}/projects/{project}/withdraw"), &[("reason", *reason)])
            }
            Self::Restore { who, project } => {
                site.form(*who, &format!("{manage}/projects/{project}/restore"), &[])
            }
            Self::Calibrate { who } => site.form(*who, &format!("{manage}/calibration/run"), &[]),
            Self::Publish { who, reason } => {
                let fields = [("reason", *reason), ("consent", "true")];
                site.form(*who, &format!("{manage}/calibration/publish"), &fields)
            }
            Self::Found { who, name } => {
                site.form(*who, &format!("/events/{}/team/create", world.slug), &[("name", name.as_str())])
            }
            Self::Leave { who } => site.form(*who, &format!("/events/{}/team/leave", world.slug), &[]),
            Self::Rename { who, name } => {
                site.form(*who, &format!("/events/{}/team/rename", world.slug), &[("name", name.as_str())])
            }
            Self::Finals { who, name, project } => {
                let fields = [("name", name.clone()), ("project", project.to_string())];
                site.form(*who, &format!("{manage}/calibration/finals"), &borrowed(&fields))
            }
            Self::Forget { who, confirmed } => {
                let fields: &[(&str, &str)] = if *confirmed { &[("confirm", "true")] } else { &[] };
                site.form(*who, &format!("{manage}/keeping/forget"), fields)
            }
            Self::Do { deed, who, on, body } => deed.request(site, world, *who, *on, body),
            Self::Move { .. }
            | Self::Join { .. }
            | Self::Invite { .. }
            | Self::TurnAway { .. }
            | Self::MoreTime { .. }
            | Self::Reweigh { .. }
            | Self::List { .. }
            | Self::Decline { .. } => return None,
        };
        Some(request)
    }
}

fn borrowed<'f, const N: usize>(fields: &'f [(&'static str, String); N]) -> [(&'static str, &'f str); N] {
    fields.each_ref().map(|(name, value)| (*name, value.as_str()))
}

/// What the planner reads, as the auditor knows it. Its digest is in the form and in the log.
pub(crate) fn plan_input(world: &World) -> PlanInput {
    let number = |who: Who| world.cast.get(who).map_or(0, |member| member.person);
    let judges = world.cast.iter().filter(|member| member.judge);
    let projects = world.projects.iter().filter(|(id, _)| world.is_submitted(**id));
    let of_status = |recused: bool| -> Vec<Pair> {
        let of = world.assignments.values().filter(|a| (a.status == AssignmentStatus::Recused) == recused);
        of.map(|a| Pair { project: a.project, judge: number(a.judge) }).collect()
    };
    let pairs = |of: BTreeSet<(Who, i64)>| {
        of.into_iter().map(|(judge, project)| Pair { project, judge: number(judge) }).collect::<Vec<Pair>>()
    };
    let (kept, mut barred) = (of_status(false), pairs(world.barred()));
    barred.extend(of_status(true));
    // What an organizer gave by hand of a former team stays.
    barred.extend(pairs(world.of_own_teams()).into_iter().filter(|pair| !kept.contains(pair)));
    PlanInput {
        reviews_per_project: world.reviews_per_project,
        expertise_weight: 3,
        judges: judges
            .map(|member| {
                let cap = member.review_cap.and_then(|cap| u32::try_from(cap).ok());
                PlanJudge { id: member.person, cap, tracks: Vec::new() }
            })
            .collect(),
        projects: projects
            .map(|(id, project)| PlanProject {
                id: *id,
                track: project.texts.track.map(|track| track.0),
                wanted: None,
            })
            .collect(),
        kept,
        barred,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::assignment;
    use crate::world::{Member, Project, empty, member};
    use shared::project::ProjectTexts;

    #[test]
    fn a_plan_deals_nobody_what_is_of_a_team_that_they_were_on() {
        let judge = Member { judge: true, teams: vec![4], ..member(8) };
        let texts = ProjectTexts { title: "Lamp".to_owned(), ..ProjectTexts::default() };
        let lamp = Project { team: 4, texts, submitted: true, withdrawn: false };
        let mut world = World { cast: vec![judge, member(9)], projects: [(3, lamp)].into(), ..empty() };
        assert_eq!(plan_input(&world).barred, [Pair { project: 3, judge: 8 }]);
        world.assignments.insert(5, assignment(0, 3, "manual"));
        let input = plan_input(&world);
        assert_eq!((input.kept, input.barred), (vec![Pair { project: 3, judge: 8 }], Vec::new()));
    }
}

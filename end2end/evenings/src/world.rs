//! The event as the auditor knows it: what each acknowledged act made of it. It asks the portal nothing but the numbers of what is new.

use crate::things::{Things, get};
use chrono::{DateTime, TimeDelta, Utc};
use shared::calibration::Input;
use shared::ids::{AssignmentId, CommentId, PersonId, PrizeId, ProjectId, TeamId, TrackId};
use shared::project::ProjectTexts;
use shared::refusal::Refusal;
use shared::rubric::{Criterion, Scores};
use shared::rules::{
    Actor, AssignmentFacts, AssignmentStatus, CommentFacts, EventFacts, Facts, PastPart, PrizeFacts,
    ProjectFacts, Standing,
};
use std::collections::{BTreeMap, BTreeSet};

/// Somebody of the evening, by their place in its cast.
pub(crate) type Who = usize;

/// Somebody of the evening.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Member {
    pub(crate) email: String,
    /// The account's number.
    pub(crate) person: i64,
    pub(crate) staff: bool,
    pub(crate) organizer: bool,
    pub(crate) judge: bool,
    /// They judged, and do so no more.
    pub(crate) judged: bool,
    /// The most reviews that they take as a judge.
    pub(crate) review_cap: Option<i32>,
    pub(crate) participant: bool,
    /// They are on a team, or were.
    pub(crate) on_team: bool,
    /// The teams that they are on, or were on, while they exist.
    pub(crate) teams: Vec<i64>,
}

impl Member {
    /// Whether they have any role in the event.
    pub(crate) fn has_role(&self) -> bool {
        self.roles().next().is_some()
    }

    /// The names of their roles in the event.
    pub(crate) fn roles(&self) -> impl Iterator<Item = &'static str> + use<> {
        let roles = [(self.participant, "participant"), (self.judge, "judge"), (self.organizer, "organizer")];
        roles.into_iter().filter(|(has, _)| *has).map(|(_, role)| role)
    }
}

/// A team; its number counts in this world only.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Team {
    pub(crate) name: String,
    pub(crate) members: Vec<Who>,
    /// Until when it may submit, where it got more time than the others.
    pub(crate) more_time: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Project {
    pub(crate) team: i64,
    pub(crate) texts: ProjectTexts,
    pub(crate) submitted: bool,
    pub(crate) withdrawn: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Review {
    pub(crate) scores: Scores,
    pub(crate) comment: String,
    pub(crate) submitted: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Assignment {
    pub(crate) judge: Who,
    pub(crate) project: i64,
    pub(crate) status: AssignmentStatus,
    pub(crate) source: &'static str,
    /// An organizer took the judge off.
    pub(crate) taken_off: bool,
    /// Its review was set aside.
    pub(crate) voided: bool,
    /// It ended as its project was withdrawn.
    pub(crate) ended: bool,
    /// The visit came to nothing.
    pub(crate) missed: bool,
    pub(crate) review: Option<Review>,
}

impl Assignment {
    /// The judge is aside, and the review a draft.
    pub(crate) fn set_aside(&mut self) {
        self.status = AssignmentStatus::Recused;
        self.missed = false;
        if let Some(review) = &mut self.review {
            review.submitted = false;
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Declared {
    Judge,
    Organizer,
    /// A list named the judge as a member of the team.
    List,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Comment {
    pub(crate) project: i64,
    pub(crate) author: Who,
    pub(crate) body: String,
}

/// An event, and everybody in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct World {
    pub(crate) slug: String,
    pub(crate) event: EventFacts,
    pub(crate) votes_per_voter: i32,
    pub(crate) reviews_per_project: u32,
    pub(crate) max_team_size: usize,
    pub(crate) criteria: Vec<Criterion>,
    pub(crate) tracks: Vec<TrackId>,
    pub(crate) cast: Vec<Member>,
    pub(crate) teams: BTreeMap<i64, Team>,
    pub(crate) projects: BTreeMap<i64, Project>,
    /// Those that were withdrawn, also if they were restored.
    pub(crate) withdrawn_once: BTreeSet<i64>,
    /// Those that came with the event's file, in its order.
    pub(crate) imported: Vec<i64>,
    pub(crate) assignments: BTreeMap<i64, Assignment>,
    /// Declared conflicts, by judge and project.
    pub(crate) conflicts: BTreeMap<(Who, i64), Declared>,
    /// Whom lists named on which team; whether an organizer said that the list is wrong.
    pub(crate) listed: BTreeMap<(Who, i64), bool>,
    /// The places of projects in the hall.
    pub(crate) places: BTreeMap<i64, &'static str>,
    /// The places that withdrawn projects had.
    pub(crate) left: BTreeMap<i64, &'static str>,
    pub(crate) comments: BTreeMap<i64, Comment>,
    pub(crate) ballots: BTreeMap<Who, Vec<i64>>,
    /// What each run read.
    pub(crate) runs: Vec<Input>,
    /// The runs that were published, in order.
    pub(crate) published: Vec<usize>,
    /// What it has beside that.
    pub(crate) things: Things,
    /// Who asked each question about the results, in order, and until when it is to be answered.
    pub(crate) asked: Vec<(Who, DateTime<Utc>)>,
    /// Who is on the panel of each prize, and their order.
    pub(crate) panels: BTreeMap<i64, BTreeMap<Who, Vec<i64>>>,
}

impl World {
    /// The person as the rules see them.
    pub(crate) fn actor(&self, who: Option<Who>) -> Option<Actor> {
        let member = self.cast.get(who?)?;
        Some(Actor {
            person: PersonId(member.person),
            staff: member.staff,
            confirmed: true,
            demo: false,
            passkey: false,
        })
    }

    /// The address of somebody.
    pub(crate) fn email(&self, who: Who) -> &str {
        self.cast.get(who).map(|member| member.email.as_str()).unwrap_or_default()
    }

    pub(crate) fn team_of(&self, who: Who) -> Option<i64> {
        self.teams.iter().find(|(_, team)| team.members.contains(&who)).map(|(id, _)| *id)
    }

    fn standing(&self, who: Who) -> Standing {
        let Some(member) = self.cast.get(who) else { return Standing::default() };
        let team = self.team_of(who);
        Standing {
            organizer: member.organizer,
            judge: member.judge,
            participant: member.participant,
            team: team.map(TeamId),
            more_time: team.and_then(|team| self.teams.get(&team)?.more_time),
            past: PastPart { judged: member.judge || member.judged, on_team: member.on_team },
            knows_teams: false,
        }
    }

    /// What a rule looks at, for this person.
    pub(crate) fn facts(&self, who: Option<Who>) -> Facts {
        let standing = who.map(|who| self.standing(who)).unwrap_or_default();
        let member = who.and_then(|who| self.cast.get(who));
        let ties =
            member.map(|member| member.teams.iter().copied().map(TeamId).collect()).unwrap_or_default();
        Facts { event: self.event.clone(), standing, ties, ..Facts::default() }
    }

    /// The same on a project, if there is one.
    pub(crate) fn on_project(&self, who: Option<Who>, id: i64) -> Facts {
        let project = self.projects.get(&id).map(|project| ProjectFacts {
            id: ProjectId(id),
            team: TeamId(project.team),
            submitted: project.submitted && !project.withdrawn,
            withdrawn: project.withdrawn,
        });
        Facts { project, ..self.facts(who) }
    }

    /// The same on an assignment, if there is one.
    pub(crate) fn on_assignment(&self, who: Who, id: i64) -> Facts {
        let assignment = self.assignments.get(&id).map(|assignment| AssignmentFacts {
            id: AssignmentId(id),
            mine: assignment.judge == who,
            status: assignment.status,
            taken_off: assignment.taken_off,
            ended_with_project: assignment.ended,
            voided: assignment.voided,
        });
        Facts { assignment, ..self.facts(Some(who)) }
    }

    /// The same on a comment.
    ///
    /// # Errors
    /// 404 where the project has no such comment.
    pub(crate) fn on_comment(&self, who: Who, project: i64, id: i64) -> Result<Facts, Refusal> {
        let comment = self.comments.get(&id).filter(|comment| comment.project == project);
        let comment = comment.ok_or_else(Refusal::not_found)?;
        let comment = Some(CommentFacts { id: CommentId(id), own: comment.author == who });
        Ok(Facts { comment, ..self.on_project(Some(who), project) })
    }

    /// The prize, if there is one. No evening confirms winners.
    pub(crate) fn prize(&self, who: Option<Who>, id: i64) -> Option<PrizeFacts> {
        let panel = self.panels.get(&id)?;
        let on_panel = who.is_some_and(|who| panel.contains_key(&who));
        Some(PrizeFacts { id: PrizeId(id), on_panel, awarded: false })
    }

    /// Whether the project is in the event and can be judged.
    pub(crate) fn is_submitted(&self, project: i64) -> bool {
        self.projects.get(&project).is_some_and(|project| project.submitted && !project.withdrawn)
    }

    /// Whether the project is of a team that the person is on.
    pub(crate) fn is_own(&self, who: Who, project: i64) -> bool {
        let team = self.projects.get(&project).map(|project| project.team);
        team.is_some() && team == self.team_of(who)
    }

    /// Whether the project is of a team that the person is on or was on.
    pub(crate) fn was_own(&self, who: Who, project: i64) -> bool {
        let team = self.projects.get(&project).map(|project| project.team);
        let teams = self.cast.get(who).map(|member| &member.teams);
        team.zip(teams).is_some_and(|(team, teams)| teams.contains(&team))
    }

    /// Whether a declared conflict is a list's, which is taken back with a reason only.
    pub(crate) fn is_of_list(&self, judge: Who, project: i64) -> bool {
        let team = self.projects.get(&project).map(|project| project.team);
        let named = team.is_some_and(|team| self.listed.get(&(judge, team)) == Some(&false));
        self.conflicts.get(&(judge, project)).is_some_and(|by| *by == Declared::List || named)
    }

    /// Declares the conflicts that lists say, of who is named on a team with each of its projects. Only a judge is named here. Once results are
    /// published, a panel alone is still asked: no evening confirms winners.
    pub(crate) fn declare_listed(&mut self) {
        let (published, panels) = (self.event.published, &self.panels);
        let is_asked = |judge: &Who| !published || panels.values().any(|panel| panel.contains_key(judge));
        let named = self.listed.iter().filter(|((judge, _), lifted)| !**lifted && is_asked(judge));
        for ((judge, team), _) in named {
            for project in self.projects.iter().filter(|(_, project)| project.team == *team) {
                let declared = self.conflicts.entry((*judge, *project.0)).or_insert(Declared::List);
                if *declared == Declared::Judge {
                    *declared = Declared::List;
                }
            }
        }
    }

    /// Judges and the projects that they may not judge: each pair once, whatever speaks against it.
    pub(crate) fn barred(&self) -> BTreeSet<(Who, i64)> {
        let mut barred: BTreeSet<(Who, i64)> = self.conflicts.keys().copied().collect();
        for (who, member) in self.cast.iter().enumerate() {
            let own = self.projects.keys().filter(|project| member.judge && self.is_own(who, **project));
            barred.extend(own.map(|project| (who, *project)));
        }
        barred
    }

    /// Judges and the projects of teams that they are on or were on: no plan deals them these.
    pub(crate) fn of_own_teams(&self) -> BTreeSet<(Who, i64)> {
        let mut of_teams = BTreeSet::new();
        for (who, _) in self.cast.iter().enumerate().filter(|(_, member)| member.judge) {
            let were = self.projects.keys().copied().filter(|project| self.was_own(who, *project));
            of_teams.extend(were.map(|project| (who, project)));
        }
        of_teams
    }

    /// The assignment of a judge for a project.
    pub(crate) fn assigned(&self, judge: Who, project: i64) -> Option<i64> {
        let found = self.assignments.iter().find(|(_, a)| a.judge == judge && a.project == project);
        found.map(|(id, _)| *id)
    }

    /// The questions without an answer: who asked, and until when they are to be answered.
    pub(crate) fn waiting_questions(&self) -> impl Iterator<Item = (Who, DateTime<Utc>)> + use<'_> {
        let things = &self.things;
        let waits = move |number: i64| {
            get(things, ("question", number)).is_some_and(|question| question["outcome"].is_null())
        };
        self.asked.iter().zip(1..).filter(move |(_, number)| waits(*number)).map(|(asked, _)| *asked)
    }

    /// When the questions are over, if there are any. The database computes the same (`questions_end`).
    pub(crate) fn questions_end(&self) -> Option<DateTime<Utc>> {
        let last = self.waiting_questions().map(|(_, answer_by)| answer_by + TimeDelta::days(30)).max();
        self.event.questions_until.max(last)
    }

    /// Whether a judge has as many projects as they take.
    pub(crate) fn is_capped(&self, judge: Who) -> bool {
        let cap = self.cast.get(judge).and_then(|member| usize::try_from(member.review_cap?).ok());
        let own = |a: &&Assignment| a.judge == judge && a.status != AssignmentStatus::Recused;
        cap.is_some_and(|cap| cap <= self.assignments.values().filter(own).count())
    }

    /// A person by the account's number.
    pub(crate) fn by_number(&self, person: i64) -> Option<Who> {
        self.cast.iter().position(|member| member.person == person)
    }
}

/// The present by this machine's clock, which is the database's. Windows are moved by hours, so a second between them decides nothing.
pub(crate) fn now() -> DateTime<Utc> {
    DateTime::from(std::time::SystemTime::now())
}

/// A world without anybody.
#[cfg(test)]
pub(crate) fn empty() -> World {
    World {
        slug: "evening".to_owned(),
        event: EventFacts { id: Some(shared::ids::EventId(1)), ..EventFacts::default() },
        votes_per_voter: 3,
        reviews_per_project: 2,
        max_team_size: 4,
        ..World::default()
    }
}

/// Somebody without a role.
#[cfg(test)]
pub(crate) fn member(person: i64) -> Member {
    Member { email: format!("{person}@x.example"), person, ..Member::default() }
}

//! Which act comes next: mostly what somebody would do, now and then what nobody may, and bodies that are none.

use crate::act::{Act, Page};
use crate::deeds::{self, By};
use crate::dice::Dice;
use crate::things;
use crate::world::{Who, World, now};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use shared::export::ExportKind;
use shared::rules::AssignmentStatus;
use shared::window::{Stage, Window};

/// The place of a window: still to come, open, or over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Ahead,
    Open,
    Over,
}

const ADMIN: Who = 0;
const ORGANIZERS: [Who; 3] = [1, 2, 3];
const STAGES: [Stage; 3] = [Stage::Submissions, Stage::Judging, Stage::Voting];

/// A window there, of whole minutes, and never within an hour of one of its bounds.
pub(crate) fn window(place: Place, dice: &mut Dice) -> Window {
    let minute = now().timestamp() / 60 * 60 + i64::try_from(dice.below(50)).unwrap_or(0) * 60;
    let hours = match place {
        Place::Ahead => (2, 5),
        Place::Open => (-3, 3),
        Place::Over => (-6, -2),
    };
    let at = |hours: i64| -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(minute, 0).map(|at| at + TimeDelta::hours(hours))
    };
    Window { open: at(hours.0), close: at(hours.1) }
}

/// What has to happen at each of five points of an evening, so that it gets anywhere.
pub(crate) fn scheduled(point: usize, world: &World, dice: &mut Dice) -> Vec<Act> {
    let who = ORGANIZERS[0];
    let (named, back) = (named(world, dice), imported(world));
    let mut to = |stage: Stage, place: Place| Act::Move { who, stage, window: window(place, dice) };
    let mut acts = match point {
        0 => vec![to(Stage::Submissions, Place::Over), to(Stage::Judging, Place::Open), Act::Plan { who }],
        1 => vec![Act::Calibrate { who }, to(Stage::Voting, Place::Open)],
        2 => vec![to(Stage::Submissions, Place::Open), to(Stage::Voting, Place::Over)],
        3 => vec![Act::Calibrate { who }, Act::Publish { who, reason: "" }],
        _ => vec![Act::Calibrate { who }, Act::Publish { who, reason: "A review came late." }],
    };
    if point == 3 {
        acts.extend(deeds::named("TakeQuestions", who, 0, r#"{"questions_until": "2099-11-27T18:00:00Z"}"#));
    }
    // A list names a judge of a project that is judged, once for good and once by mistake.
    if let (1 | 2, Some((judge, project, team))) = (point, named) {
        let lift = |reason| Act::Retract { who, judge, project, reason };
        acts.extend([Act::List { who, judge, project }, Act::Decline { who, guest: judge, team }, lift("")]);
        acts.extend((point == 2).then(|| lift("Somebody else of that name.")));
    }
    if point == 4 {
        acts.extend(deeds::named("StopOrganizing", ORGANIZERS[2], 0, ""));
    }
    if point == 1 {
        acts.extend(back.map(|project| Act::Restore { who, project }));
    }
    acts
}

/// The project that came withdrawn with the event's file, if it still is.
fn imported(world: &World) -> Option<i64> {
    let came = world.assignments.values().find(|a| a.source == "import" && a.ended)?;
    Some(came.project)
}

/// A judge and a project that they have, with its team. No other project has its title, its source knows it by no number, and no list
/// named the judge before.
fn named(world: &World, dice: &mut Dice) -> Option<(Who, i64, i64)> {
    let title = |id: i64| world.projects.get(&id).map(|project| project.texts.title.as_str());
    let alone = |id: i64| world.projects.keys().filter(|other| title(**other) == title(id)).count() == 1;
    let free = |judge: Who| {
        let takes_part = world.cast.get(judge).is_none_or(|member| member.participant || member.organizer);
        !takes_part && !world.listed.keys().any(|(who, _)| *who == judge)
    };
    let of = world.assignments.values().filter(|a| {
        a.status != AssignmentStatus::Recused
            && world.is_submitted(a.project)
            && !world.imported.contains(&a.project)
            && alone(a.project)
            && free(a.judge)
    });
    let found = of.filter_map(|a| Some((a.judge, a.project, world.projects.get(&a.project)?.team)));
    dice.pick(&found.collect::<Vec<_>>())
}

/// How an evening ends.
pub(crate) fn last(world: &World, dice: &mut Dice) -> Vec<Act> {
    let who = ORGANIZERS[0];
    let over = |dice: &mut Dice, stage| Act::Move { who, stage, window: window(Place::Over, dice) };
    let mut acts: Vec<Act> = STAGES.into_iter().map(|stage| over(dice, stage)).collect();
    acts.extend([Act::Calibrate { who }, Act::Publish { who, reason: "" }]);
    if let Some(project) = world.projects.keys().copied().find(|project| world.is_submitted(*project)) {
        let name = format!("Finals of {}", world.slug);
        acts.push(Act::Finals { who, name: name.clone(), project });
        acts.push(Act::Finals { who: ADMIN, name, project });
    }
    // Personal data stay until every question has its answer, and none is taken any more.
    let answered = |number| {
        deeds::named("AnswerQuestion", who, number, r#"{"outcome": "rejected", "answer": "It stays."}"#)
    };
    acts.extend(things::numbers(&world.things, "question").into_iter().filter_map(answered));
    acts.extend(deeds::named("TakeQuestions", who, 0, r#"{"questions_until": null}"#));
    acts
}

/// The choices of one act.
pub(crate) struct Chooser<'c> {
    pub(crate) world: &'c World,
    pub(crate) dice: &'c mut Dice,
    /// The act's number, for names that occur once.
    pub(crate) number: usize,
}

impl Chooser<'_> {
    pub(crate) fn next(&mut self) -> Act {
        loop {
            if let Some(act) = self.try_next() {
                return act;
            }
        }
    }

    fn try_next(&mut self) -> Option<Act> {
        if self.dice.chance(20) {
            return self.deed();
        }
        let act = match self.dice.below(100) {
            0..=11 => self.create(),
            12..=19 => self.edit()?,
            20..=23 => Act::Say { who: self.anybody(), project: self.project()?, body: self.comment() },
            24 => {
                let comments: Vec<(i64, i64)> =
                    self.world.comments.iter().map(|(id, c)| (c.project, *id)).collect();
                let (project, comment) = self.dice.pick(&comments)?;
                Act::Unsay { who: self.someone(), project, comment }
            }
            25..=47 => self.save()?,
            48..=53 => Act::Vote { who: self.anybody(), body: self.ballot() },
            54..=59 => self.read()?,
            60 if self.dice.chance(30) => Act::TurnAway { who: self.organizer(), guest: self.someone() },
            60 => Act::Invite { who: self.organizer(), guest: self.newcomer()? },
            61 => self.enter()?,
            62..=63 => Act::Pull { who: self.judge() },
            64..=66 => self.on_assignment()?,
            67..=68 => self.aside()?,
            69..=70 => self.conflict()?,
            71..=77 => Act::Assign { who: self.organizer(), judge: self.judge(), project: self.project()? },
            78..=80 => self.decide()?,
            81 => Act::Plan { who: self.organizer() },
            82 if self.dice.chance(50) => self.place()?,
            82..=83 => {
                Act::Withdraw { who: self.organizer(), project: self.project()?, reason: self.reason() }
            }
            84..=86 => Act::Restore { who: self.organizer(), project: self.withdrawn()? },
            87 if self.dice.chance(50) => self.more_time()?,
            87..=88 => self.move_window(),
            89 => Act::Calibrate { who: self.organizer() },
            90 => Act::Publish { who: self.organizer(), reason: self.reason() },
            91..=93 => Act::Found { who: self.someone(), name: format!("Team of act {}", self.number) },
            94..=95 => Act::Join { who: self.stranger()?, team: self.team()? },
            96..=97 => Act::Leave { who: self.stranger()? },
            98 if self.dice.chance(30) => Act::Reweigh { who: self.organizer() },
            98 => Act::Rename { who: self.someone(), name: format!("Team named in act {}", self.number) },
            _ => Act::Forget { who: self.organizer(), confirmed: false },
        };
        Some(act)
    }

    fn someone(&mut self) -> Who {
        self.dice.below(self.world.cast.len())
    }

    /// Somebody, or nobody who is signed in.
    fn anybody(&mut self) -> Option<Who> {
        let who = self.someone();
        (!self.dice.chance(5)).then_some(who)
    }

    /// Somebody but the judge who is on a team: whom the database lets join another depends on what that one judges.
    fn stranger(&mut self) -> Option<Who> {
        let who = self.someone();
        let both = self.world.cast.get(who).is_some_and(|member| member.judge && member.participant);
        (!both).then_some(who)
    }

    /// Somebody who never had a role in the event.
    fn newcomer(&mut self) -> Option<Who> {
        let cast = self.world.cast.iter().enumerate();
        let without = cast.filter(|(_, member)| !(member.staff || member.has_role() || member.judged));
        let without: Vec<Who> = without.map(|(who, _)| who).collect();
        self.dice.pick(&without)
    }

    /// An organizer mostly, and now and then somebody who is none.
    fn organizer(&mut self) -> Who {
        if self.dice.chance(8) { self.someone() } else { self.dice.pick(&ORGANIZERS).unwrap_or(ADMIN) }
    }

    fn judge(&mut self) -> Who {
        let world = self.world;
        let judges: Vec<Who> = (0..world.cast.len()).filter(|who| world.cast[*who].judge).collect();
        self.dice.pick(&judges).unwrap_or(ADMIN)
    }

    /// Somebody of a team.
    fn member(&mut self) -> Option<Who> {
        let members: Vec<Who> = self.world.teams.values().flat_map(|team| team.members.clone()).collect();
        if self.dice.chance(10) { self.anybody() } else { self.dice.pick(&members) }
    }

    fn team(&mut self) -> Option<i64> {
        let teams: Vec<i64> = self.world.teams.keys().copied().collect();
        self.dice.pick(&teams)
    }

    /// A project of the event; now and then one that is not there.
    fn project(&mut self) -> Option<i64> {
        let projects: Vec<i64> = self.world.projects.keys().copied().collect();
        if self.dice.chance(2) { Some(999_999_999) } else { self.dice.pick(&projects) }
    }

    fn withdrawn(&mut self) -> Option<i64> {
        let of = self.world.projects.iter().filter(|(_, project)| project.withdrawn);
        let withdrawn: Vec<i64> = of.map(|(id, _)| *id).collect();
        self.dice.pick(&withdrawn)
    }

    /// An assignment and its judge.
    fn assignment(&mut self) -> Option<(i64, Who)> {
        let all: Vec<(i64, Who)> = self.world.assignments.iter().map(|(id, a)| (*id, a.judge)).collect();
        self.dice.pick(&all)
    }

    fn reason(&mut self) -> &'static str {
        if self.dice.chance(30) { "" } else { "Nobody was there." }
    }

    fn texts(&mut self) -> Value {
        let number = self.number;
        let mut body = json!({ "tagline": format!("Made in act {number}."), "submit": self.dice.chance(60) });
        if self.dice.chance(40) {
            body["summary"] = json!(format!("Act {number} added a summary:\r\nit has two lines."));
        }
        if self.dice.chance(30) {
            body["tags"] = json!([" Web ", "web", format!("act{number}")]);
        }
        if self.dice.chance(30) {
            let track = self.world.tracks.first().map(|track| track.0);
            body["track"] = if self.dice.chance(10) { json!(999_999) } else { json!(track) };
        }
        if self.dice.chance(20) {
            body["demo_url"] = json!(format!("https://demo.example/{number}"));
        }
        body
    }

    /// A body as it should be, or one of those that are none.
    fn spoilt(&mut self, body: &Value) -> String {
        let text = body.to_string();
        match self.dice.below(40) {
            0 => text.chars().take(text.chars().count() / 2).collect(),
            1 => "[]".to_owned(),
            2 => text.replacen('{', "{\"submit\": \"yes\", ", 1),
            3 => text.replacen('{', "{\"unknown\": 1, ", 1),
            _ => text,
        }
    }

    fn create(&mut self) -> Act {
        let mut body = self.texts();
        if !self.dice.chance(4) {
            body["title"] = json!(format!("Project of act {}", self.number));
        }
        let key = self.dice.chance(30).then(|| format!("{}-{}", self.world.slug, self.number));
        Act::Create { who: self.member(), body: self.spoilt(&body), key }
    }

    fn edit(&mut self) -> Option<Act> {
        let project = self.project()?;
        let team = self.world.projects.get(&project).map(|project| project.team);
        let of_team = team.and_then(|team| self.world.teams.get(&team)?.members.first().copied());
        let who = if self.dice.chance(20) { self.anybody() } else { of_team };
        let body = self.texts();
        Some(Act::Edit { who, project, body: self.spoilt(&body) })
    }

    fn comment(&mut self) -> String {
        let text =
            if self.dice.chance(8) { "  ".to_owned() } else { format!("Said in act {}.", self.number) };
        self.spoilt(&json!({ "body": text }))
    }

    fn save(&mut self) -> Option<Act> {
        let (assignment, judge) = self.assignment()?;
        let who = if self.dice.chance(6) { self.anybody() } else { Some(judge) };
        let mut scores = serde_json::Map::new();
        for criterion in &self.world.criteria {
            let span = usize::try_from(criterion.max_value - criterion.min_value).unwrap_or(0) + 1;
            let score = criterion.min_value + i64::try_from(self.dice.below(span)).unwrap_or(0);
            let score = match self.dice.below(60) {
                0 => json!(criterion.max_value + 1),
                1 => json!(2.5),
                2 => json!("3"),
                3 => continue,
                _ => json!(score),
            };
            scores.insert(criterion.key.clone(), score);
        }
        if self.dice.chance(2) {
            scores.insert("style".into(), json!(1));
        }
        let mut body = json!({ "scores": scores, "submit": self.dice.chance(75) });
        if self.dice.chance(40) {
            body["comment"] = json!(format!("Seen in act {}.", self.number));
        }
        Some(Act::Save { who, assignment, body: self.spoilt(&body) })
    }

    /// Reviews of a judge from a list, as they were written on paper: of projects that they have, and now and then of another one.
    fn enter(&mut self) -> Option<Act> {
        let judge = self.judge();
        let own = self.world.assignments.values().filter(|a| a.judge == judge).map(|a| a.project);
        let own: Vec<i64> = own.collect();
        let mut file = "judge,project,quality,impact,comment\n".to_owned();
        for _ in 0..=self.dice.below(2) {
            let project = if self.dice.chance(20) { self.project() } else { self.dice.pick(&own) };
            let title = &self.world.projects.get(&project?)?.texts.title;
            let email = &self.world.cast.get(judge)?.email;
            let (quality, impact) = (self.dice.below(7), self.dice.below(12));
            file.push_str(&format!("{email},{title},{quality},{impact},On paper in act {}.\n", self.number));
        }
        let (replace, assign) = (self.dice.chance(70), self.dice.chance(50));
        let body = json!({ "file": file, "replace": replace, "assign": assign });
        let who = if self.dice.chance(5) { self.anybody() } else { Some(self.organizer()) };
        Some(Act::Enter { who, judge, body: self.spoilt(&body) })
    }

    /// A project comes to one of a few places, so that some are taken.
    fn place(&mut self) -> Option<Act> {
        let world = self.world;
        let open: Vec<i64> =
            world.projects.keys().copied().filter(|project| world.is_submitted(*project)).collect();
        let project = self.dice.pick(&open)?;
        let from = world.places.get(&project).copied().unwrap_or_default();
        let to = self.dice.pick(&["1", "2", "3", "4", "5", ""])?;
        Some(Act::Place { who: self.organizer(), project, from, to })
    }

    fn ballot(&mut self) -> String {
        let most = self.dice.below(4);
        let choices: Vec<Value> = (0..most).filter_map(|_| self.project()).map(|id| json!(id)).collect();
        let body =
            if self.dice.chance(5) { json!({ "choices": "all" }) } else { json!({ "choices": choices }) };
        self.spoilt(&body)
    }

    fn read(&mut self) -> Option<Act> {
        let who = self.anybody();
        let act = match self.dice.below(11) {
            0 => Act::ReadProject { who, project: self.project()? },
            1 => Act::ReadComments { who, project: self.project()? },
            2 => Act::ReadResults { who },
            3 if self.dice.chance(50) => Act::ReadPrizes { who },
            3 => Act::ReadBallot { who },
            4 => Act::ReadVotes { who },
            5 if self.dice.chance(50) => Act::ReadScores { who: Some(self.judge()), of: None },
            5 => Act::ReadScores { who: Some(self.dice.pick(&ORGANIZERS[..2])?), of: Some(self.judge()) },
            6 => Act::ReadTasks { who: Some(self.judge()) },
            7 if self.dice.chance(50) => Act::ReadJudgeRecord { who: self.someone(), of: None },
            7 => Act::ReadJudgeRecord { who: self.dice.pick(&ORGANIZERS)?, of: Some(self.judge()) },
            8 => Act::Look { who: self.organizer(), page: Page::Review(self.assignment()?.0) },
            9 => {
                let page = self.dice.pick(&[Page::Hall, Page::JudgeSheets, Page::OwnConflicts])?;
                let who = if self.dice.chance(60) { self.organizer() } else { self.judge() };
                Act::Look { who, page }
            }
            _ => {
                let kind = self.dice.pick(&ExportKind::ALL)?;
                Act::Export { who: Some(self.organizer()).filter(|_| who.is_some()), kind }
            }
        };
        Some(act)
    }

    /// One of those that a few lines declare; now and then on what is not there.
    fn deed(&mut self) -> Option<Act> {
        let deed = self.dice.pick(&deeds::all())?;
        let there = self.dice.pick(&(deed.on)(self.world));
        let on = if self.dice.chance(4) { 999_999_999 } else { there.unwrap_or_default() };
        let world = self.world;
        let project = self.project()?.to_string();
        let body = deeds::filled(self.dice.pick(deed.bodies)?, &world.slug, on);
        let assignment = world.assignments.get(&on);
        let parts = [
            ("{n}", self.number.to_string()),
            ("{project}", project),
            ("{judge}", self.dice.pick(&deeds::can_sit(world)).unwrap_or_default().to_string()),
            ("{judged}", assignment.map(|a| a.project.to_string()).unwrap_or_default()),
            ("{track}", world.tracks.first().map(ToString::to_string).unwrap_or_default()),
            ("{tracks}", deeds::tracks_version(world)),
        ];
        let body = parts.iter().fold(body, |body, (mark, part)| body.replace(mark, part));
        let body = body.replace("{shown}", &deeds::shown(world, on, &body));
        let panel: Vec<Who> = world.panels.get(&on).into_iter().flatten().map(|(who, _)| *who).collect();
        let of_project = world.projects.get(&on).and_then(|project| world.teams.get(&project.team));
        let who = match deed.by {
            By::Organizer => self.organizer(),
            By::Newcomer => self.newcomer()?,
            By::Admin if self.dice.chance(60) => ADMIN,
            By::Team if self.dice.chance(60) => {
                of_project.and_then(|team| self.dice.pick(&team.members)).unwrap_or(ADMIN)
            }
            By::Judge if self.dice.chance(85) => self.judge(),
            By::Panel if self.dice.chance(90) => self.dice.pick(&panel).unwrap_or(ADMIN),
            By::Assigned if self.dice.chance(90) => assignment.map_or(ADMIN, |a| a.judge),
            By::Admin | By::Assigned | By::Judge | By::Panel | By::Team | By::Anybody => self.someone(),
        };
        let signed_in = !deed.is_of_api() || self.dice.chance(97);
        Some(Act::Do { deed, who: signed_in.then_some(who), on, body })
    }

    fn on_assignment(&mut self) -> Option<Act> {
        let (assignment, judge) = self.assignment()?;
        let who = if self.dice.chance(10) { self.someone() } else { judge };
        let marks = self.dice.chance(60);
        Some(if marks { Act::Mark { who, assignment } } else { Act::Unmark { who, assignment } })
    }

    fn aside(&mut self) -> Option<Act> {
        let (assignment, judge) = self.assignment()?;
        let who = if self.dice.chance(40) { self.organizer() } else { judge };
        Some(Act::Recuse { who, assignment, declares: self.dice.chance(30) })
    }

    fn conflict(&mut self) -> Option<Act> {
        let world = self.world;
        let open: Vec<i64> =
            world.projects.keys().copied().filter(|project| world.is_submitted(*project)).collect();
        let (project, judge, who) = (self.dice.pick(&open)?, self.judge(), self.organizer());
        let declared: Vec<(Who, i64)> = world.conflicts.keys().copied().collect();
        let act = match (self.dice.below(4), self.dice.pick(&declared)) {
            (0, _) => Act::DeclareOwn { who: judge, project },
            (1, Some((judge, project))) => Act::RetractOwn { who: judge, project },
            (2, Some((judge, project))) => Act::Retract { who, judge, project, reason: self.reason() },
            _ => Act::Declare { who, judge, project },
        };
        Some(act)
    }

    fn decide(&mut self) -> Option<Act> {
        let (assignment, _) = self.assignment()?;
        let who = self.organizer();
        let act = match self.dice.below(4) {
            0 => Act::TakeAway { who, assignment },
            1 => Act::Reinstate { who, assignment },
            2 => Act::Void { who, assignment, reason: self.reason() },
            _ => Act::Unvoid { who, assignment },
        };
        Some(act)
    }

    /// Before others close, after that, or too late; no moment is near.
    fn more_time(&mut self) -> Option<Act> {
        let hours = self.dice.pick(&[2, 4, 4, 30])?;
        let until = DateTime::from_timestamp(now().timestamp() / 60 * 60, 0)? + TimeDelta::hours(hours);
        Some(Act::MoreTime { who: self.organizer(), team: self.team()?, until })
    }

    fn move_window(&mut self) -> Act {
        let stage = self.dice.pick(&STAGES).unwrap_or(Stage::Voting);
        let place =
            self.dice.pick(&[Place::Ahead, Place::Open, Place::Open, Place::Over]).unwrap_or(Place::Open);
        Act::Move { who: self.organizer(), stage, window: window(place, self.dice) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{empty, member};

    #[test]
    fn a_seed_makes_the_same_acts() {
        let acts = |seed: u64| -> Vec<String> {
            let world = World { cast: (0..40).map(member).collect(), ..empty() };
            let mut dice = Dice::new(seed);
            let chosen = |number| Chooser { world: &world, dice: &mut dice, number }.next().kind();
            (0..200).map(chosen).collect()
        };
        assert_eq!(acts(3), acts(3));
        assert_ne!(acts(3), acts(4));
    }

    #[test]
    fn no_bound_of_a_window_is_near() {
        let mut dice = Dice::new(5);
        for place in [Place::Ahead, Place::Open, Place::Over] {
            let (window, now) = (window(place, &mut dice), now());
            let phases = [TimeDelta::hours(-1), TimeDelta::zero(), TimeDelta::hours(1)]
                .map(|by| window.phase(now + by));
            assert!(phases.iter().all(|phase| *phase == phases[1]), "{place:?}: {phases:?}");
        }
    }
}

//! An evening as it is played: each act is sent, and its answer compared with what the auditor expects. Two that race may be done in
//! either order, so the auditor keeps every world that the answers allow.

use crate::act::Act;
use crate::deeds::{self, Deed};
use crate::dice::Dice;
use crate::effects::{Outcome, take};
use crate::http::{Answer, Request};
use crate::reading::planned;
use crate::site::{Site, fields};
use crate::tables::Tables;
use crate::verdict::{Verdict, expected};
use crate::world::{Who, World, now};
use anyhow::{Context, Result, bail};
use chrono::{DateTime, Utc};
use serde_json::json;
use shared::event_windows::stage_field;
use shared::refusal::CODE_HEADER;
use shared::window::{Stage, Window};
use std::collections::BTreeMap;
use std::thread;

/// More worlds than this are compared with the tables at once, and not only at the end.
const MOST_WORLDS: usize = 8;
/// The orders in which one act can be done, and two.
const ALONE: &[&[usize]] = &[&[0]];
const EITHER: &[&[usize]] = &[&[0, 1], &[1, 0]];
/// An organizer who takes no part.
pub(crate) const ORGANIZER: Who = 1;
/// Another one.
pub(crate) const SECOND: Who = 2;

/// An evening under way.
pub(crate) struct Play<'s> {
    pub(crate) site: &'s Site,
    /// What the event may be. There is always one.
    pub(crate) worlds: Vec<World>,
    /// What contradicts the rules.
    pub(crate) contradictions: Vec<String>,
    /// How often each kind of act came, and how often it was done.
    pub(crate) kinds: BTreeMap<String, (usize, usize)>,
    pub(crate) number: usize,
}

impl<'s> Play<'s> {
    /// Begins with the world that the file made.
    pub(crate) fn of(site: &'s Site, world: World) -> Self {
        Self { site, worlds: vec![world], contradictions: Vec::new(), kinds: BTreeMap::new(), number: 0 }
    }

    /// The event, as far as one world tells.
    pub(crate) fn world(&self) -> &World {
        &self.worlds[0]
    }

    /// One act by itself, or sent a second time.
    pub(crate) fn alone(&mut self, act: &Act, doubled: bool) -> Result<()> {
        for _ in 0..=usize::from(doubled) {
            // A plan names what it is made from, so that has to be what is stored.
            if self.worlds.len() > 1 && matches!(act, Act::Plan { .. }) {
                self.narrow()?;
            }
            let answer = self.perform(act)?;
            self.follow(&[(act, answer)])?;
        }
        Ok(())
    }

    /// Two acts at once, each of one request.
    pub(crate) fn race(&mut self, one: &Act, other: &Act) -> Result<()> {
        let (site, world) = (self.site, self.world());
        let (Some(first), Some(second)) = (one.request(site, world), other.request(site, world)) else {
            self.alone(one, false)?;
            return self.alone(other, false);
        };
        let (first, second) = thread::scope(|scope| {
            let first = scope.spawn(|| site.send(&first));
            let second = site.send(&second);
            (first.join(), second)
        });
        let Ok(first) = first else { bail!("a request was lost") };
        self.follow(&[(one, first?), (other, second?)])
    }

    /// Sends an act, and returns its last answer.
    fn perform(&self, act: &Act) -> Result<Answer> {
        match act {
            Act::Move { who, stage, window } => self.move_window(*who, *stage, *window),
            Act::Join { who, team } => self.join(*who, *team),
            Act::Invite { who, guest } => self.invite(*who, *guest),
            Act::List { who, judge, project } => self.list(*who, *judge, *project),
            Act::Decline { who, guest, .. } => self.decline(*who, *guest),
            Act::TurnAway { who, guest } => self.turn_away(*who, *guest),
            Act::Reweigh { who } => self.reweigh(*who),
            Act::MoreTime { who, team, until } => self.give_time(*who, *team, *until),
            act => self.site.send(&act.request(self.site, self.world()).context("an act without a request")?),
        }
    }

    /// Opens the settings, changes one window, and confirms what that does.
    fn move_window(&self, who: Who, stage: Stage, window: Window) -> Result<Answer> {
        let path = format!("/events/{}/manage/settings", self.world().slug);
        let page = self.site.send(&self.site.page(who, &path))?;
        if page.status != 200 {
            return Ok(page);
        }
        let typed = |at: Option<DateTime<Utc>>| {
            at.map(|at| at.format("%Y-%m-%dT%H:%M").to_string()).unwrap_or_default()
        };
        let mut form = fields(&page.body, &path);
        for (bound, at) in [("open", window.open), ("close", window.close)] {
            let name = format!("{}_{bound}", stage_field(stage));
            form.retain(|(field, _)| *field != name);
            form.push((name, typed(at)));
        }
        let answer = self.site.send(&self.filled(who, &path, &form))?;
        let mut asked = fields(&answer.body, &path);
        if answer.status != 422 || asked.is_empty() {
            return Ok(answer);
        }
        asked.push(("confirm".to_owned(), "true".to_owned()));
        self.site.send(&self.filled(who, &path, &asked))
    }

    fn filled(&self, who: Who, path: &str, form: &[(String, String)]) -> Request {
        let form: Vec<(&str, &str)> =
            form.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        self.site.form(who, path, &form)
    }

    /// The first member of a team makes a link, and the other one follows it.
    fn join(&self, who: Who, team: i64) -> Result<Answer> {
        let slug = &self.world().slug;
        let host = self.world().teams.get(&team).and_then(|team| team.members.first().copied());
        let link = self.site.form(host.unwrap_or(who), &format!("/events/{slug}/team/link"), &[]);
        let link = self.site.send(&link)?;
        if link.status != 200 {
            return Ok(link);
        }
        let (_, code) = link.body.split_once("/team/join/").context("no link to the team")?;
        let path = format!("/events/{slug}/team/join/{}", code_at(code));
        self.site.send(&self.site.form(who, &path, &[]))
    }

    /// Opens the rubric, and changes the weight of its first criterion.
    fn reweigh(&self, who: Who) -> Result<Answer> {
        let path = format!("/events/{}/manage/settings/criteria", self.world().slug);
        let page = self.site.send(&self.site.page(who, &path))?;
        if page.status != 200 {
            return Ok(page);
        }
        let mut form = fields(&page.body, &path);
        let weight = form.iter_mut().find(|(name, _)| name == "criteria_0_weight");
        "7".clone_into(&mut weight.context("the rubric has no weight")?.1);
        self.site.send(&self.filled(who, &path, &form))
    }

    /// An organizer opens the room for guest judges, somebody asks by its code, and the organizer turns them away.
    fn turn_away(&self, who: Who, guest: Who) -> Result<Answer> {
        let people = format!("/events/{}/manage/people", self.world().slug);
        let opened = self.site.send(&self.site.form(who, &format!("{people}/guests/open"), &[]))?;
        if opened.status != 303 {
            return Ok(opened);
        }
        let room = self.site.page(who, &format!("{people}/invitations?guests=1"));
        let shown = self.site.send(&room)?;
        let code = shown.body.split("/guests/").skip(1).map(code_at).find(|code| code.len() > 20);
        let code = code.context("the room has no code")?;
        let name = [("name", "Somebody")];
        let asked = self.site.send(&self.site.form(guest, &format!("/guests/{code}/ask"), &name))?;
        if asked.status != 303 {
            return Ok(asked);
        }
        let waiting = self.site.send(&room)?;
        let (before, _) = waiting.body.split_once("/turn-away").context("nobody waits")?;
        let number = before.rsplit('/').next().unwrap_or_default();
        self.site.send(&self.site.form(who, &format!("{people}/guests/{number}/turn-away"), &[]))
    }

    /// An organizer finds the team in the form, and gives it more time.
    fn give_time(&self, who: Who, team: i64, until: DateTime<Utc>) -> Result<Answer> {
        let number = self.team_number(team)?;
        let body = json!({ "team": number, "until": until, "reason": "The power was out." }).to_string();
        let path = format!("/api/events/{}/more-time", self.world().slug);
        self.site.send(&self.site.sends(Some(who), "POST", &path, &body))
    }

    /// The number that the portal gives a team, as the form of more time has it. Where nobody gets more time, there is no form.
    fn team_number(&self, team: i64) -> Result<i64> {
        let path = format!("/events/{}/manage/projects", self.world().slug);
        let page = self.site.send(&self.site.page(ORGANIZER, &path))?;
        let names: Vec<&str> =
            self.worlds.iter().filter_map(|world| Some(world.teams.get(&team)?.name.as_str())).collect();
        let mut options = page.body.split("<option value=\"").skip(1).filter_map(|option| {
            let (number, rest) = option.split_once('"')?;
            let (_, name) = rest.split_once('<')?.0.split_once('>')?;
            Some((number.parse().ok()?, name))
        });
        Ok(options.find(|(_, name)| names.contains(name)).map(|(number, _)| number).unwrap_or_default())
    }

    /// An organizer invites somebody to judge and makes the link, and the other one follows it.
    fn invite(&self, who: Who, guest: Who) -> Result<Answer> {
        let people = format!("/events/{}/manage/people", self.world().slug);
        let email = self.world().email(guest);
        let fields = [("role", "judge"), ("list", email)];
        let invited = self.site.send(&self.site.form(who, &format!("{people}/invite"), &fields))?;
        if invited.status != 303 {
            return Ok(invited);
        }
        self.answer(who, guest, "accept")
    }

    /// The same with the invitation to a team that a list brought.
    fn decline(&self, who: Who, guest: Who) -> Result<Answer> {
        self.answer(who, guest, "decline")
    }

    /// An organizer makes the link of the newest invitation to somebody, who answers it.
    fn answer(&self, who: Who, guest: Who, answer: &str) -> Result<Answer> {
        let people = format!("/events/{}/manage/people", self.world().slug);
        let email = self.world().email(guest);
        let listed = self.site.send(&self.site.page(who, &format!("{people}/invitations?q={email}")))?;
        if listed.status != 200 {
            return Ok(listed);
        }
        let numbers = listed.body.split("/invitations?of=").skip(1);
        let newest = numbers.filter_map(|rest| rest.split('"').next()?.parse::<i64>().ok()).max();
        let newest = newest.context("no invitation is listed")?;
        let link =
            self.site.send(&self.site.form(who, &format!("{people}/invitations/{newest}/link"), &[]))?;
        let code = link.body.split("/invitations/").skip(1).map(code_at).find(|code| code.len() > 20);
        let code = code.context("the invitation has no link")?;
        self.site.send(&self.site.form(guest, &format!("/invitations/{code}/{answer}"), &[]))
    }

    /// An organizer pastes a list that names a judge as a member of a project's team, and imports it as its preview says.
    fn list(&self, who: Who, judge: Who, project: i64) -> Result<Answer> {
        let world = self.world();
        let found = world.projects.get(&project).context("no such project")?;
        let team = world.teams.get(&found.team).map(|team| team.name.as_str()).unwrap_or_default();
        let email = world.email(judge);
        let pasted = format!("title,team,emails\n{},{team},{email}\n", found.texts.title);
        let path = format!("/events/{}/manage/projects/import", world.slug);
        let read = self.site.send(&self.site.form(who, &path, &[("pasted", pasted.as_str())]))?;
        if read.status != 303 {
            return Ok(read);
        }
        let preview = read.header("location").context("no preview")?.to_owned();
        let digest = preview.rsplit("list=").next().unwrap_or_default();
        let page = self.site.send(&self.site.page(who, &preview))?;
        let confirm = format!("{path}/{digest}/confirm");
        self.site.send(&self.filled(who, &confirm, &fields(&page.body, &confirm)))
    }

    /// Keeps the worlds in which these answers were right, in any order of the acts.
    fn follow(&mut self, came: &[(&Act, Answer)]) -> Result<()> {
        let now = now();
        let outcomes =
            came.iter().map(|(act, answer)| self.learnt(act, answer)).collect::<Result<Vec<Outcome>>>()?;
        self.number += came.len();
        for (act, answer) in came {
            let counted = self.kinds.entry(act.kind()).or_default();
            counted.0 += 1;
            counted.1 += usize::from(answer.status < 400);
        }
        let orders = if came.len() == 2 { EITHER } else { ALONE };
        let (mut next, mut said): (Vec<World>, Vec<String>) = (Vec::new(), Vec::new());
        for world in &self.worlds {
            for order in orders {
                let mut world = world.clone();
                let steps = order.iter().try_for_each(|at| {
                    let ((act, _), outcome) = (&came[*at], &outcomes[*at]);
                    step(act, &mut world, outcome, now, came.len() > 1)
                });
                match steps {
                    Ok(()) if next.contains(&world) => {}
                    Ok(()) => next.push(world),
                    Err(why) if said.contains(&why) => {}
                    Err(why) => said.push(why),
                }
            }
        }
        if next.is_empty() {
            let acts: Vec<String> =
                came.iter().map(|(act, answer)| format!("{act:?} came {}", short(answer))).collect();
            self.contradictions.push(format!(
                "act {}: {}\n      {}",
                self.number,
                acts.join("\n      "),
                said.join("\n      ")
            ));
            // What was done is done; the rest of the evening is compared with that.
            for ((act, answer), outcome) in
                came.iter().zip(&outcomes).filter(|((_, answer), _)| answer.status < 400)
            {
                for world in &mut self.worlds {
                    if let Err(why) = take(act, world, outcome, now) {
                        self.contradictions.push(format!("act {}: {} {why}", self.number, answer.status));
                    }
                }
            }
            return Ok(());
        }
        self.worlds = next;
        if self.worlds.len() > MOST_WORLDS { self.narrow() } else { Ok(()) }
    }

    /// Of the worlds that the answers allow, keeps those that the tables are.
    pub(crate) fn narrow(&mut self) -> Result<()> {
        let path = format!("/api/events/{}/export/bundle.json", self.world().slug);
        let mut tables = Tables::read(self.site.get(ORGANIZER, &path)?.body.as_bytes())?;
        tables.things.extend(deeds::listed(self.site, &self.world().slug)?);
        let mut differ = Vec::new();
        let mut of: Vec<World> = Vec::new();
        for world in self.worlds.drain(..) {
            let found = crate::compare::world_with_tables(&world, &tables);
            if found.is_empty() {
                of.push(world);
            } else {
                differ.push((found, world));
            }
        }
        if of.is_empty() {
            // The nearest one says what is wrong, and the evening goes on from it.
            differ.sort_by_key(|(found, _)| found.len());
            if let Some((found, world)) = differ.into_iter().next() {
                let found =
                    found.into_iter().take(20).map(|what| format!("after act {}: {what}", self.number));
                self.contradictions.extend(found);
                of.push(world);
            }
        }
        self.worlds = of;
        Ok(())
    }

    /// The answer, with the numbers of the assignments that the act made.
    fn learnt(&self, act: &Act, answer: &Answer) -> Result<Outcome> {
        let judges: Vec<Who> = match act {
            _ if answer.status >= 400 => Vec::new(),
            Act::Assign { judge, .. } | Act::Enter { judge, .. } => vec![*judge],
            Act::Plan { .. } => {
                planned(self.world()).iter().filter_map(|pair| self.world().by_number(pair.judge)).collect()
            }
            _ => Vec::new(),
        };
        let mut tasks = BTreeMap::new();
        for judge in judges {
            let listed = self.site.get(judge, "/api/judge/assignments")?.json()?;
            for task in listed.as_array().into_iter().flatten() {
                if let (Some(id), Some(project)) = (task["id"].as_i64(), task["project"].as_i64()) {
                    tasks.insert((judge, project), id);
                }
            }
        }
        let new = match act {
            _ if answer.status >= 400 => 0,
            Act::MoreTime { team, .. } => self.team_number(*team)?,
            act => self.newest(act)?,
        };
        Ok(Outcome { answer: answer.clone(), tasks, new })
    }

    /// The number of what a deed made: the highest that is listed now.
    fn newest(&self, act: &Act) -> Result<i64> {
        let Act::Do { deed: Deed { new: Some((page, mark)), .. }, .. } = act else { return Ok(0) };
        let page = deeds::filled(page, &self.world().slug, 0);
        let listed = if page.starts_with("/api/") {
            self.site.get(ORGANIZER, &page)?
        } else {
            self.site.send(&self.site.page(ORGANIZER, &page))?
        };
        Ok(deeds::numbers_behind(&listed.body, mark).max().unwrap_or_default())
    }
}

/// The code at the beginning of a text.
fn code_at(text: &str) -> String {
    text.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect()
}

/// One act in one world: whether the answer is the one that it has to be there, and what it makes of the world.
fn step(
    act: &Act,
    world: &mut World,
    outcome: &Outcome,
    now: DateTime<Utc>,
    racing: bool,
) -> Result<(), String> {
    let answer = &outcome.answer;
    // Of two that wait for each other the database may send one away; nothing was done then.
    if racing && answer.status == 503 {
        return Ok(());
    }
    let verdict = expected(act, world, now);
    agree(act, &verdict, answer)?;
    if verdict.is_ok() { take(act, world, outcome, now) } else { Ok(()) }
}

fn agree(act: &Act, verdict: &Verdict, answer: &Answer) -> Result<(), String> {
    let (status, code) = match verdict {
        Ok(status) => (*status, None),
        Err(refused) => (refused.status(), refused.code().filter(|_| act.is_of_api())),
    };
    let came = answer.header(CODE_HEADER);
    if status == answer.status && code.is_none_or(|code| came == Some(code)) {
        return Ok(());
    }
    Err(format!("{} had to be {status} {}", act.kind(), code.unwrap_or_default()))
}

/// An answer in a line.
fn short(answer: &Answer) -> String {
    let code = answer.header(CODE_HEADER).unwrap_or_default();
    let body: String = answer.body.chars().take(if answer.body.starts_with('<') { 0 } else { 300 }).collect();
    format!("{} {code} {body}", answer.status)
}

/// Plays so many acts.
pub(crate) fn go(play: &mut Play<'_>, dice: &mut Dice, acts: usize) -> Result<()> {
    let points = [3, 5, 6, 7, 9].map(|tenth| acts * tenth / 10);
    let mut passed = 0;
    while play.number < acts {
        if points.get(passed).is_some_and(|point| play.number >= *point) {
            // What comes next depends on what is stored.
            play.narrow()?;
            for act in crate::generate::scheduled(passed, play.world(), dice) {
                play.alone(&act, false)?;
            }
            passed += 1;
            continue;
        }
        let act = chosen(play, dice);
        match dice.below(100) {
            0..=7 => {
                let other = chosen(play, dice);
                // A plan names what it was made from, so one that comes second is another act.
                if act.races() && other.races() {
                    play.race(&act, &other)?;
                } else {
                    play.alone(&act, false)?;
                }
            }
            8..=11 if act.races() && act.is_of_api() => play.race(&act, &act)?,
            // Who accepted an invitation is invited no more.
            12..=16 => play.alone(&act, !matches!(act, Act::Invite { .. }))?,
            _ => play.alone(&act, false)?,
        }
    }
    Ok(())
}

fn chosen(play: &Play<'_>, dice: &mut Dice) -> Act {
    crate::generate::Chooser { world: play.world(), dice, number: play.number }.next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Refused;
    use shared::refusal::Refusal;

    fn answer(status: u16, code: &str) -> Answer {
        Answer { status, headers: vec![(CODE_HEADER.to_owned(), code.to_owned())], body: String::new() }
    }

    #[test]
    fn an_answer_agrees_by_its_status_and_on_the_api_by_its_code() {
        let (api, form) = (Act::ReadTasks { who: None }, Act::Pull { who: 0 });
        let refused: Verdict = Err(Refused::from(Refusal::unauthenticated()));
        assert!(agree(&api, &refused, &answer(401, "unauthenticated")).is_ok());
        assert!(agree(&api, &refused, &answer(401, "forbidden")).is_err());
        assert!(agree(&form, &refused, &answer(401, "")).is_ok());
        assert!(agree(&form, &refused, &answer(303, "")).is_err());
        assert!(agree(&api, &Ok(200), &answer(201, "")).is_err());
    }
}

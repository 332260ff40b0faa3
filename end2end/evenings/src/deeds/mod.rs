//! Acts that a few lines declare: where a form or a request goes, with which bodies, the act of the rules that it is, and what comes of
//! it. One function says both what the answer has to be and what becomes of the world, so that the two cannot differ. The same files say
//! what the log tells of such acts, and where their things are stored.

mod calls;
mod closed;
mod event;
mod feedback;
mod first_three;
mod invitations;
mod notices;
mod own;
mod paper;
mod people;
mod prizes;
mod questions;
mod reads;
mod repeats;
mod second;
mod twins;
mod webhooks;

pub(crate) use event::tracks_version;
pub(crate) use paper::shown;
pub(crate) use prizes::{can_sit, winners_told};
pub(crate) use second::is_asked;

use crate::act::Act;
use crate::http::Request;
use crate::play::ORGANIZER;
use crate::site::Site;
use crate::things::{MORE_TIME, Things, set};
use crate::verdict::Verdict;
use crate::world::{Who, World};
use anyhow::Result;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use shared::audit::AuditRow;
use shared::bundle::Bundle;
use shared::fields::FormFields;
use shared::refusal::Refusal;
use shared::rules::{self, Facts, Rule, act, decide};
use std::fmt;
use url::form_urlencoded;

/// Who does it, mostly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// A site admin.
    Admin,
    Anybody,
    /// Whose assignment it is on.
    Assigned,
    Judge,
    /// Somebody who never had a role in the event.
    Newcomer,
    Organizer,
    /// Who is on the panel of the prize that it is on.
    Panel,
    /// Who is on the team whose project it is on.
    Team,
}

/// What somebody can do.
pub(crate) struct Deed {
    /// What it is called in reports.
    pub(crate) name: &'static str,
    pub(crate) by: By,
    pub(crate) method: &'static str,
    /// Where it is sent: below `/api/` as JSON, anywhere else as a form. `{slug}` is the event's, `{on}` the number of what it is on.
    pub(crate) path: &'static str,
    /// What may be sent, and what is none; `{slug}`, `{on}`, the number of a `{project}`, of a `{judge}` who can be on a panel, of the
    /// only `{track}`, of the project that is `{judged}` by the assignment, and of the act, `{n}`; the version of the `{tracks}`, and the
    /// digest of the preview that is `{shown}`.
    pub(crate) bodies: &'static [&'static str],
    /// The numbers of what it can be on.
    pub(crate) on: fn(&World) -> Vec<i64>,
    /// The act of the rules that comes first.
    pub(crate) rule: rules::Act,
    /// What comes of it where that allows it. The world is changed only where nothing refuses it.
    pub(crate) then: fn(&mut World, &Doing<'_>) -> Verdict,
    /// A text that an answer holds or does not, where a rule decides what of it somebody sees.
    pub(crate) tells: fn(&World, &Doing<'_>) -> Option<(&'static str, bool)>,
    /// Where the number of what it made is shown: a page or a list of organizers, and the text before each number on it.
    pub(crate) new: Option<(&'static str, &'static str)>,
    /// Whether another act can be sent beside it.
    pub(crate) races: bool,
}

/// What most deeds are: an organizer's form, on the event as a whole, with nothing in it that could be wrong.
const FORM: Deed = Deed {
    name: "",
    by: By::Organizer,
    method: "POST",
    path: "",
    bodies: &[""],
    on: |_| Vec::new(),
    rule: act::Manage::ACT,
    then: |_, _| Ok(303),
    tells: |_, _| None,
    new: None,
    races: true,
};

/// What reads are: they change nothing.
const READ: Deed = Deed { method: "GET", then: |_, _| Ok(200), ..FORM };

/// One of them as it is done.
pub(crate) struct Doing<'d> {
    pub(crate) who: Who,
    pub(crate) on: i64,
    pub(crate) body: &'d str,
    pub(crate) now: DateTime<Utc>,
    /// The number of what it made, once that is known.
    pub(crate) new: i64,
}

impl Doing<'_> {
    /// What it sends, as a form.
    fn form(&self) -> FormFields {
        FormFields::new(pairs(self.body))
    }

    /// Asks the rule of a further act.
    fn may<A: Rule>(&self, world: &World) -> Result<(), Refusal> {
        let who = Some(self.who);
        decide(A::ACT, world.actor(who).as_ref(), &facts(world, who, self.on), self.now)
    }
}

impl fmt::Debug for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Deed {
    /// Whether it goes to the API.
    pub(crate) fn is_of_api(&self) -> bool {
        self.path.starts_with("/api/")
    }

    pub(crate) fn request(
        &self,
        site: &Site,
        world: &World,
        who: Option<Who>,
        on: i64,
        body: &str,
    ) -> Request {
        let path = filled(self.path, &world.slug, on);
        match (self.method, self.is_of_api()) {
            ("GET", true) => return site.api(who, self.method, &path),
            ("GET", false) => return site.page(who.unwrap_or_default(), &path),
            (_, true) => return site.sends(who, self.method, &path, body),
            (_, false) => {}
        }
        let fields = pairs(body);
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        site.form(who.unwrap_or_default(), &path, &fields)
    }

    /// What the answer has to be, with the world as it is then.
    pub(crate) fn play(
        &self,
        world: &mut World,
        (who, on, body): (Option<Who>, i64, &str),
        (now, new): (DateTime<Utc>, i64),
    ) -> Verdict {
        decide(self.rule, world.actor(who).as_ref(), &facts(world, who, on), now)?;
        let who = who.ok_or_else(Refusal::unauthenticated)?;
        (self.then)(world, &Doing { who, on, body, now, new })
    }

    /// Whether an answer tells what the rules let this person see, and nothing that they hide.
    pub(crate) fn told(
        &self,
        world: &World,
        (who, on, body): (Option<Who>, i64, &str),
        now: DateTime<Utc>,
        answer: &str,
    ) -> Result<(), String> {
        let Some(who) = who else { return Ok(()) };
        match (self.tells)(world, &Doing { who, on, body, now, new: 0 }) {
            Some((text, told)) if answer.contains(text) != told => {
                Err(format!("whether the answer tells {text} had to be {told}"))
            }
            _ => Ok(()),
        }
    }
}

/// What a rule looks at: whatever has this number. It looks at that alone which its act is on.
fn facts(world: &World, who: Option<Who>, on: i64) -> Facts {
    let assignment = who.and_then(|who| world.on_assignment(who, on).assignment);
    Facts { prize: world.prize(who, on), assignment, ..world.on_project(who, on) }
}

fn projects(world: &World) -> Vec<i64> {
    world.projects.keys().copied().collect()
}

fn assignments(world: &World) -> Vec<i64> {
    world.assignments.keys().copied().collect()
}

/// The fields of a form.
fn pairs(body: &str) -> Vec<(String, String)> {
    form_urlencoded::parse(body.as_bytes()).into_owned().collect()
}

/// A text with the slug and the number in their places.
pub(crate) fn filled(text: &str, slug: &str, on: i64) -> String {
    text.replace("{slug}", slug).replace("{on}", &on.to_string())
}

/// Kinds of which no list holds just what acts made, by its number: the log alone tells of them so.
pub(crate) const UNLISTED: &[&str] = &[
    invitations::INVITATION,
    notices::NOTICE,
    MORE_TIME,
    own::NOTE,
    own::WISHES,
    people::LIMITS,
    repeats::CLEARED,
];

pub(crate) fn all() -> Vec<&'static Deed> {
    [
        calls::DEEDS,
        closed::DEEDS,
        event::DEEDS,
        feedback::DEEDS,
        first_three::DEEDS,
        invitations::DEEDS,
        notices::DEEDS,
        own::DEEDS,
        paper::DEEDS,
        people::DEEDS,
        prizes::DEEDS,
        questions::DEEDS,
        reads::DEEDS,
        repeats::DEEDS,
        second::DEEDS,
        twins::DEEDS,
        webhooks::DEEDS,
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn found(name: &str) -> Option<&'static Deed> {
    all().into_iter().find(|deed| deed.name == name)
}

/// The same as an act.
pub(crate) fn named(name: &str, who: Who, on: i64, body: &str) -> Option<Act> {
    Some(Act::Do { deed: found(name)?, who: Some(who), on, body: body.to_owned() })
}

/// The status that the answer to a deed has to have, by its name; `new` is the number of what it makes. No deed answers with 0, which says
/// that there is none of this name.
#[cfg(test)]
fn played(world: &mut World, name: &str, (who, on, new): (Who, i64, i64), body: &str) -> Result<u16, u16> {
    let deed = found(name).ok_or(0_u16)?;
    let verdict = deed.play(world, (Some(who), on, body), (crate::world::now(), new));
    verdict.map_err(|refused| refused.status())
}

/// The same with the first of its bodies.
#[cfg(test)]
fn played_first(world: &mut World, name: &str, numbers: (Who, i64, i64)) -> Result<u16, u16> {
    let body = found(name).ok_or(0_u16)?.bodies[0];
    played(world, name, numbers, body)
}

/// What a row of the log makes of things.
pub(crate) fn logged(things: &mut Things, row: &AuditRow, after: &Value) {
    let number = row.object_id.parse().unwrap_or_default();
    calls::logged(things, row, number);
    event::logged(things, row, after);
    feedback::logged(things, row, after);
    first_three::logged(things, row, after);
    invitations::logged(things, row, number, after);
    notices::logged(things, row, number, after);
    own::logged(things, row, number, after);
    people::logged(things, row, number, after);
    prizes::logged(things, row, number, after);
    questions::logged(things, row, number, after);
    repeats::logged(things, row, number);
    webhooks::logged(things, row, number, after);
}

/// The things that a bundle holds.
pub(crate) fn stored(file: &Bundle) -> Things {
    let mut things = Things::new();
    event::stored(&mut things, file);
    feedback::stored(&mut things, file);
    invitations::stored(&mut things, file);
    questions::stored(&mut things, file);
    things
}

/// The things of which the API and the pages alone tell.
pub(crate) fn listed(site: &Site, slug: &str) -> Result<Things> {
    let mut things = Things::new();
    calls::listed(&mut things, site, slug)?;
    prizes::listed(&mut things, site, slug)?;
    webhooks::listed(&mut things, site, slug)?;
    let close = site.get(ORGANIZER, &format!("/api/events/{slug}"))?.json()?["judging_close"].clone();
    let teams = site.get(ORGANIZER, &format!("/api/events/{slug}/more-time"))?.json()?;
    for team in teams.as_array().into_iter().flatten() {
        let number = team["team"].as_i64().unwrap_or_default();
        // It ends with judging, whatever was given.
        let said = if team["until"] == close { json!({}) } else { json!({ "until": team["until"] }) };
        set(&mut things, (MORE_TIME, number), &said);
    }
    Ok(things)
}

/// Each number that comes right after a text.
pub(crate) fn numbers_behind<'t>(text: &'t str, mark: &'t str) -> impl Iterator<Item = i64> + use<'t> {
    text.split(mark).skip(1).filter_map(|rest| {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..digits].parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_deed_has_a_name_of_its_own_and_a_body() {
        let names: BTreeSet<&str> = all().iter().map(|deed| deed.name).collect();
        assert_eq!(names.len(), all().len());
        assert!(all().iter().all(|deed| !deed.bodies.is_empty()));
        assert!(named("AskQuestion", 1, 0, "{}").is_some() && named("Dance", 1, 0, "{}").is_none());
    }

    #[test]
    fn numbers_are_found_behind_their_mark() {
        let page = "<form action=\"/notices/12/withdraw\"><a href=\"/notices/?of=3\"><p>/notices/7</p>";
        assert_eq!(numbers_behind(page, "/notices/").collect::<Vec<_>>(), [12, 7]);
    }
}

//! The checks on people and teams.

use super::format::{BundleInvitation, BundleListed, BundlePerson, BundleTeam};
use super::lookup::Lookup;
use super::places::{Places, Refs};
use crate::conflict;
use crate::names;
use crate::prelude::*;
use crate::record_salt::RecordSalt;

/// Longest external id of a person or team.
const EXTERNAL_ID: usize = 120;
/// What somebody can be in an event.
const ROLES: [&str; 3] = ["participant", "judge", "organizer"];

/// Checks the people, and keeps who they are.
pub(super) fn people(places: &mut Places, people: &mut [BundlePerson], known: &mut Lookup) {
    known.people = places.refs("people", people.iter().map(|p| p.reference.as_str()));
    for (at, person) in people.iter_mut().enumerate() {
        if places.full() {
            return;
        }
        places.external_id("people", at, person.external_id.as_deref(), EXTERNAL_ID);
        person.email = person.email.trim().to_owned();
        places.add_if(!names::is_email(&person.email), format!("people[{at}].email"), FileRule::Email);
        places.line(&format!("people[{at}].name"), TextField::Name, &mut person.name, text::NAME);
        let mut roles = HashSet::new();
        for (nth, role) in person.roles.iter().enumerate() {
            if places.full() {
                return;
            }
            let place = format!("people[{at}].roles[{nth}]");
            places.word(&place, role, &ROLES);
            places.add_if(!roles.insert(role), place, FileRule::RepeatedRole);
        }
        limits(places, &format!("people[{at}]"), &person.tracks, person.review_cap, known);
        if person.record_salt.as_deref().is_some_and(|salt| RecordSalt::parse(salt).is_none()) {
            places.add(format!("people[{at}].record_salt"), FileRule::RecordSalt);
        }
    }
    places.unique("people", ".external_id", people.iter().map(|p| p.external_id.as_deref()));
    places.unique("people", ".email", people.iter().map(|p| Some(names::email_key(&p.email))));
    known.judges = people.iter().map(|p| p.roles.iter().any(|r| r == "judge")).collect();
    known.team_of = vec![None; people.len()];
}

/// Checks which teams people left.
pub(super) fn past_teams(places: &mut Places, people: &[BundlePerson], teams: &Refs) {
    for (at, person) in people.iter().enumerate() {
        for (nth, team) in person.past_teams.iter().enumerate() {
            if places.full() {
                return;
            }
            teams.find(places, format!("people[{at}].past_teams[{nth}]"), FileEntry::Team, team);
        }
    }
}

/// Checks a judge's tracks and cap.
fn limits(places: &mut Places, entry: &str, tracks: &[i64], cap: Option<i32>, known: &Lookup) {
    let mut seen = HashSet::new();
    for (nth, track) in tracks.iter().enumerate() {
        if places.full() {
            return;
        }
        let place = format!("{entry}.tracks[{nth}]");
        known.track(places, &place, Some(*track));
        places.add_if(!seen.insert(track), place, FileRule::RepeatedTrack);
    }
    places.add_if(cap.is_some_and(|cap| cap < 0), format!("{entry}.review_cap"), FileRule::NegativeCap);
}

/// Checks the open invitations. Each address has one for each role.
pub(super) fn invitations(
    places: &mut Places,
    invitations: &mut [BundleInvitation],
    known: &Lookup,
    teams: &Refs,
) {
    for (at, invited) in invitations.iter_mut().enumerate() {
        if places.full() {
            return;
        }
        let entry = format!("invitations[{at}]");
        places.external_id("invitations", at, invited.external_id.as_deref(), EXTERNAL_ID);
        invited.email = invited.email.trim().to_owned();
        places.add_if(!names::is_email(&invited.email), format!("{entry}.email"), FileRule::Email);
        places.line(&format!("{entry}.name"), TextField::Name, &mut invited.name, text::NAME);
        places.word(format!("{entry}.role"), &invited.role, &ROLES);
        limits(places, &entry, &invited.tracks, invited.review_cap, known);
        if let Some(team) = &invited.team {
            teams.find(places, format!("{entry}.team"), FileEntry::Team, team);
        }
    }
    let invited = invitations.iter().map(|i| Some((names::email_key(&i.email), i.role.as_str())));
    places.unique("invitations", ".email", invited);
}

/// Checks whom lists named as members of a team: each address once.
fn listed(places: &mut Places, list: &str, listed: &mut [BundleListed]) {
    let mut seen = HashSet::new();
    for (at, named) in listed.iter_mut().enumerate() {
        if places.full() {
            return;
        }
        named.email = names::email_key(&named.email);
        let place = format!("{list}[{at}].email");
        places.add_if(!names::is_email(&named.email), &place, FileRule::Email);
        places.add_if(!seen.insert(named.email.clone()), &place, FileRule::RepeatedAddress);
        let reason = &mut named.lifted_reason;
        places.text(&format!("{list}[{at}].lifted_reason"), TextField::Reason, reason, conflict::REASON);
    }
}

/// Checks the teams, and keeps who is on which.
pub(super) fn teams(
    places: &mut Places,
    teams: &mut [BundleTeam],
    known: &mut Lookup,
    name_key: fn(&str) -> String,
) -> Refs {
    let refs = places.refs("teams", teams.iter().map(|t| t.reference.as_str()));
    for (at, team) in teams.iter_mut().enumerate() {
        if places.full() {
            return refs;
        }
        places.external_id("teams", at, team.external_id.as_deref(), EXTERNAL_ID);
        places.name(&format!("teams[{at}].name"), &mut team.name);
        let place = format!("teams[{at}].more_time_reason");
        let (reason, errors) = (team.more_time_reason.trim(), &mut places.errors);
        team.more_time_reason = text::clean(&place, TextField::Reason, reason, text::SUMMARY, errors);
        let is_half = team.more_time_until.is_some() == team.more_time_reason.is_empty();
        places.add_if(is_half, place, FileRule::MoreTimeIncomplete);
        listed(places, &format!("teams[{at}].listed"), &mut team.listed);
        for (nth, member) in team.members.iter().enumerate() {
            if places.full() {
                return refs;
            }
            let place = format!("teams[{at}].members[{nth}].person");
            let Some(person) = known.people.find(places, &place, FileEntry::Person, &member.person) else {
                continue;
            };
            match known.team_of.get_mut(person) {
                Some(Some(first)) => places.add(place, EntryFault::OnOtherTeam { first: *first }),
                Some(of) => *of = Some(at),
                None => {}
            }
        }
    }
    places.unique("teams", ".external_id", teams.iter().map(|t| t.external_id.as_deref()));
    places.unique("teams", ".name", teams.iter().map(|t| Some(name_key(&t.name))));
    refs
}

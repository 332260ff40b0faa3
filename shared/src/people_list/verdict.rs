//! What each line of a list would do, before anything is done.

use super::{LineFault, ListedPerson, Read};
use crate::invitation::MemberRole;
use crate::joined_names::{Together, UnknownName, counted, match_names};
use crate::names::email_key;
use crate::prelude::*;

/// A track of the event.
#[derive(Clone, Debug)]
pub struct KnownTrack {
    /// Identifier.
    pub id: TrackId,
    /// Name.
    pub name: String,
}

/// A person of the event.
#[derive(Clone, Debug, Default)]
pub struct KnownPerson {
    /// Who, where they have an account in the event.
    pub id: Option<PersonId>,
    /// Their roles.
    pub roles: Vec<MemberRole>,
    /// The roles in which they are invited and have not answered.
    pub invited: Vec<MemberRole>,
}

/// Who belongs to an event already, by the key of their address, and its tracks.
#[derive(Clone, Debug, Default)]
pub struct KnownPeople {
    /// The people and the invited.
    pub people: HashMap<String, KnownPerson>,
    /// The tracks.
    pub tracks: Vec<KnownTrack>,
}

/// What a line would do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum LineVerdict {
    /// Invites somebody.
    New { person: ListedPerson, role: MemberRole, tracks: Vec<TrackId>, has: Vec<MemberRole> },
    /// Nothing: they are invited in this role and have not answered.
    Invited(ListedPerson, MemberRole),
    /// Nothing: they have this role.
    Member(ListedPerson, MemberRole, Option<PersonId>),
    /// Nothing: an earlier line names the same address and role.
    Repeated(ListedPerson, usize),
    /// Nothing: it names tracks that the event does not have.
    TrackUnknown(ListedPerson, Vec<UnknownName>),
    /// Nothing: it cannot be read.
    Fault(usize, LineFault),
}

/// The names of tracks for which lines are left out, each once with the number of lines, by name.
pub fn missing_tracks(verdicts: &[LineVerdict]) -> Vec<(UnknownName, usize)> {
    counted(verdicts.iter().flat_map(|verdict| match verdict {
        LineVerdict::TrackUnknown(_, unknown) => unknown.as_slice(),
        _ => &[],
    }))
}

/// Judges every line. `usual` is the role of lines that name none.
pub fn verdicts(lines: Vec<(usize, Read)>, usual: MemberRole, known: &KnownPeople) -> Vec<LineVerdict> {
    let mut seen: HashMap<(String, MemberRole), usize> = HashMap::new();
    let names: Vec<&str> = known.tracks.iter().map(|track| track.name.as_str()).collect();
    let mut together = Together::default();
    for person in lines.iter().filter_map(|(_, read)| read.as_ref().ok()) {
        together.look(&match_names(&person.tracks, &names).unknown);
    }
    let judge = |(line, read): (usize, Read)| {
        let mut person = match read {
            Ok(person) => person,
            Err(fault) => return LineVerdict::Fault(line, fault),
        };
        let matched = match_names(&person.tracks, &names);
        let tracks = || matched.found.iter().filter_map(|at| known.tracks.get(*at));
        let unknown = together.names(&matched.unknown);
        let named = tracks().map(|track| &track.name).chain(unknown.iter().map(|unknown| &unknown.name));
        person.tracks = named.cloned().collect();
        let role = person.role.unwrap_or(usual);
        let key = email_key(&person.email);
        if let Some(above) = seen.get(&(key.clone(), role)) {
            return LineVerdict::Repeated(person, *above);
        }
        seen.insert((key.clone(), role), line);
        let there = known.people.get(&key);
        if there.is_some_and(|p| p.roles.contains(&role)) {
            return LineVerdict::Member(person, role, there.and_then(|p| p.id));
        }
        if there.is_some_and(|p| p.invited.contains(&role)) {
            return LineVerdict::Invited(person, role);
        }
        let judges = role == MemberRole::Judge;
        if judges && !unknown.is_empty() {
            return LineVerdict::TrackUnknown(person, unknown);
        }
        let mut tracks: Vec<TrackId> = tracks().filter(|_| judges).map(|track| track.id).collect();
        tracks.sort_unstable();
        // Whom an open invitation names counts as a member already where it is about the own team.
        let mut has = there.map(|p| [p.roles.as_slice(), &p.invited].concat()).unwrap_or_default();
        // So does whom an earlier line names in another role.
        let above = MemberRole::ALL.into_iter().filter(|other| *other != role);
        has.extend(above.filter(|other| seen.contains_key(&(key.clone(), *other))));
        has.sort_unstable();
        has.dedup();
        LineVerdict::New { person, role, tracks, has }
    };
    lines.into_iter().map(judge).collect()
}

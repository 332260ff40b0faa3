//! What each line of a list would do, before anything is done.

use super::{LineFault, ListedPerson, PeopleList};
use crate::invitation::MemberRole;
use crate::names::email_key;
use crate::prelude::*;
use crate::text::name_key;

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
    /// Nothing: it names a track that the event does not have.
    TrackUnknown(ListedPerson, String),
    /// Nothing: it cannot be read.
    Fault(usize, LineFault),
}

/// Judges every line. `usual` is the role of lines that name none.
pub fn verdicts(list: PeopleList, usual: MemberRole, known: &KnownPeople) -> Vec<LineVerdict> {
    let mut seen: HashMap<(String, MemberRole), usize> = HashMap::new();
    let tracks: HashMap<String, TrackId> = known.tracks.iter().map(|t| (name_key(&t.name), t.id)).collect();
    let judge = |(line, read): (usize, Result<ListedPerson, LineFault>)| {
        let person = match read {
            Ok(person) => person,
            Err(fault) => return LineVerdict::Fault(line, fault),
        };
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
        let mut ids = HashSet::new();
        for name in person.tracks.iter().filter(|_| role == MemberRole::Judge) {
            match tracks.get(&name_key(name)) {
                Some(id) => drop(ids.insert(*id)),
                None => return LineVerdict::TrackUnknown(person.clone(), name.clone()),
            }
        }
        let mut tracks: Vec<TrackId> = ids.into_iter().collect();
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
    list.lines.into_iter().map(judge).collect()
}

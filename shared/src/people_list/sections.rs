//! Headings between people, such as `Organizers` or `Declined:`. They say something of everybody below.

use super::table::only_role;
use super::{LineFault, ListedPerson};
use crate::invitation::MemberRole;
use crate::list_file::{is_gone, names_who_comes, state_key};

/// Other people of an event, who have no role in it, in the form in which words are compared.
const OTHERS: [&str; 18] = [
    "mentor",
    "mentors",
    "coach",
    "coaches",
    "sponsor",
    "sponsors",
    "volunteer",
    "volunteers",
    "speaker",
    "speakers",
    "guest",
    "guests",
    "helper",
    "helpers",
    "staff",
    "press",
    "observer",
    "observers",
];

/// What a heading says of the people below it.
#[derive(Clone, Debug)]
enum Section {
    Role(MemberRole),
    /// They are not invited.
    Out(LineFault),
}

impl Section {
    /// What a line without an address says, if it is a heading. Mentors are others only where a heading says who has a role: the whole
    /// list may be of mentors, who judge.
    fn of(text: &str, has_roles: bool) -> Option<Self> {
        if let Some(role) = only_role(text) {
            return Some(Self::Role(role));
        }
        let key = state_key(text);
        if is_gone(&key) || key.starts_with("waitlist") {
            return Some(Self::Out(LineFault::State { text: text.to_owned() }));
        }
        let is_other = has_roles && OTHERS.contains(&key.as_str());
        is_other.then(|| Self::Out(LineFault::Role { text: text.to_owned() }))
    }
}

/// Gives everybody what the heading above says.
pub(super) fn apply(lines: &mut [(usize, Result<ListedPerson, LineFault>)]) {
    let is_role = |(_, read): &(usize, Result<ListedPerson, LineFault>)| match read {
        Err(LineFault::NoAddress { text }) => only_role(text).is_some(),
        _ => false,
    };
    let has_roles = lines.iter().any(is_role);
    let mut section: Option<Section> = None;
    for (_, read) in lines {
        match read {
            Err(LineFault::NoAddress { text }) => {
                let found = Section::of(text, has_roles);
                // Somebody without an address, or the heading of a track, makes nobody come.
                let ends = text.ends_with(':') || names_who_comes(&state_key(text));
                let stays = found.is_none() && !ends && matches!(section, Some(Section::Out(_)));
                if !stays {
                    section = found;
                }
            }
            Ok(person) => match &section {
                Some(Section::Role(role)) if person.role.is_none() => person.role = Some(*role),
                Some(Section::Out(fault)) => *read = Err(fault.clone()),
                _ => {}
            },
            Err(_) => {}
        }
    }
}

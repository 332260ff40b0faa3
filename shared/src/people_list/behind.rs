//! What a role, or a word for who does not come, says of the people of its line.

use super::remarks::{has_cross, is_small};
use super::table::only_role;
use super::{LineFault, ListedPerson, Read, shortened};
use crate::invitation::MemberRole;
use crate::list_file::{answer_key, is_not_coming, keeps_out, names_who_comes, unguarded, without_signs};

/// What a line says behind its only address, or before all its people.
#[derive(Clone, Debug, Default)]
pub(super) enum Behind {
    /// A role.
    Role(MemberRole),
    /// A word for who does not come.
    Gone(String),
    /// A word for who comes.
    Comes,
    /// Neither.
    #[default]
    Nothing,
}

impl Behind {
    pub(super) fn of(text: &str) -> Self {
        let said = unguarded(text.trim());
        let text = without_signs(said);
        let key = answer_key(text);
        match only_role(text) {
            _ if has_cross(said) || said == "?" => Self::Gone(shortened(said)),
            Some(role) => Self::Role(role),
            // A name may be `Left`.
            None if is_not_coming(&key) || key == "false" || (is_small(text) && keeps_out(&key)) => {
                Self::Gone(shortened(text))
            }
            None if names_who_comes(&key) => Self::Comes,
            None => Self::Nothing,
        }
    }

    /// The last person with that role, or why nobody is invited for it.
    pub(super) fn applied(self, mut people: Vec<Read>) -> Vec<Read> {
        let last = people.pop();
        people.extend(last.map(|read| self.said_of(read)));
        people
    }

    /// The same of a person.
    pub(super) fn said_of(self, read: Read) -> Read {
        match (self, read) {
            (Self::Role(role), Ok(person)) => Ok(ListedPerson { role: Some(role), ..person }),
            (Self::Gone(text), Ok(_)) => Err(LineFault::State { text }),
            (_, read) => read,
        }
    }
}

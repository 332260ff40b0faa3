//! Notices: whom an organizer writes to, and what the form may hold.

use crate::prelude::*;

/// Most characters.
pub const LENGTH: usize = 500;
/// Most characters of a room's name.
const ROOM: usize = 20;

/// Whom a notice is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody with a role in the event.
    Everybody,
    /// Its judges.
    Judges,
    /// The members of its teams.
    Teams,
    /// The teams that are shown in this room.
    Room(String),
    /// The members of one team.
    Team(TeamId),
    /// One person.
    Person(PersonId),
}

impl Audience {
    /// Reads `everybody`, `judges`, `teams`, `room:NAME`, `team:ID` or `person:ID`.
    pub fn parse(text: &str) -> Option<Self> {
        match text.split_once(':') {
            Some(("room", room)) => {
                let room = room.trim();
                (!room.is_empty() && room.chars().count() <= ROOM && !room.chars().any(char::is_control))
                    .then(|| Self::Room(room.to_owned()))
            }
            Some(("team", id)) => id.parse().ok().map(|id| Self::Team(TeamId(id))),
            Some(("person", id)) => id.parse().ok().map(|id| Self::Person(PersonId(id))),
            Some(_) => None,
            None => match text {
                "everybody" => Some(Self::Everybody),
                "judges" => Some(Self::Judges),
                "teams" => Some(Self::Teams),
                _ => None,
            },
        }
    }

    /// As [`Self::parse`] reads it.
    pub fn to_text(&self) -> String {
        match self {
            Self::Room(room) => format!("room:{room}"),
            Self::Team(team) => format!("team:{team}"),
            Self::Person(person) => format!("person:{person}"),
            kind => kind.kind().to_owned(),
        }
    }

    /// Its kind, as the database names it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Everybody => "everybody",
            Self::Judges => "judges",
            Self::Teams => "teams",
            Self::Room(_) => "room",
            Self::Team(_) => "team",
            Self::Person(_) => "person",
        }
    }

    /// Whether it singles out judges, one team or one person: an organizer who takes part could use that to speak for their own
    /// team, and learn from what others wrote how judging goes.
    pub fn is_narrow(&self) -> bool {
        matches!(self, Self::Judges | Self::Team(_) | Self::Person(_))
    }
}

/// A notice as it was typed.
#[derive(Clone, Debug, Default)]
pub struct TypedNotice {
    /// Whom it is for, as [`Audience::parse`] reads it.
    pub to: String,
    /// Its text.
    pub text: String,
    /// Its readers are asked to acknowledge it.
    pub urgent: bool,
    /// It goes out by mail too.
    pub mail: bool,
}

impl TypedNotice {
    /// Reads a form.
    pub fn of_form(form: &FormFields) -> Self {
        Self {
            to: form.get("to").to_owned(),
            text: form.get("text").to_owned(),
            urgent: form.ticked("urgent"),
            mail: form.ticked("mail"),
        }
    }
}

/// A notice that can be posted.
#[derive(Clone, Debug)]
pub struct CheckedNotice {
    /// Whom it is for.
    pub audience: Audience,
    /// Its text.
    pub text: String,
    /// Its readers are asked to acknowledge it.
    pub urgent: bool,
    /// It goes out by mail too.
    pub mail: bool,
    /// An organizer wrote it; else it is a part of another act, and no limit on what they write counts it.
    pub by_hand: bool,
}

/// Checks a notice.
///
/// # Errors
/// 400 with each field that is wrong.
pub fn check(typed: TypedNotice) -> Result<CheckedNotice, Refusal> {
    let mut errors = FieldErrors::default();
    let audience = Audience::parse(&typed.to);
    errors.add_if(audience.is_none(), "to", Fault::AudienceMissing);
    let text = text::clean("text", TextField::Notice, typed.text.trim(), LENGTH, &mut errors);
    errors.add_if(text::is_blank(&text), "text", Fault::NoticeMissing);
    errors.into_result()?;
    let audience = audience.ok_or_else(Refusal::not_found)?;
    Ok(CheckedNotice { audience, text, urgent: typed.urgent, mail: typed.mail, by_hand: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_audience_reads_back_as_it_was_written() {
        for text in ["everybody", "judges", "teams", "room:Hall 2: left", "team:3", "person:17"] {
            assert_eq!(Audience::parse(text).unwrap().to_text(), text);
        }
        for text in ["", "room:", "room: ", "room:a\nb", "person:", "person:x", "nobody", "team:", "team:x"] {
            assert_eq!(Audience::parse(text), None, "{text}");
        }
        assert_eq!(Audience::parse(&format!("room:{}", "a".repeat(21))), None);
    }

    #[test]
    fn a_notice_has_a_text_and_an_audience() {
        let typed =
            |to: &str, text: &str| TypedNotice { to: to.into(), text: text.into(), ..TypedNotice::default() };
        assert_eq!(check(typed("teams", " Lunch. ")).unwrap().text, "Lunch.");
        for nothing in [" ", "\u{200b}"] {
            let refused = check(typed("", nothing)).unwrap_err();
            assert_eq!(refused.fields.0.keys().collect::<Vec<_>>(), ["text", "to"]);
        }
        assert_eq!(check(typed("teams", &"a".repeat(501))).unwrap_err().status(), 400);
    }
}

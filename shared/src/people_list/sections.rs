//! Headings between people, such as `Organizers` or `Declined:`. They say something of everybody below.

use super::table::only_role;
use super::{LineFault, Read};
use crate::invitation::MemberRole;
use crate::list_file::{answered, is_among, is_not_coming, is_of_others, names_who_comes, state_key, words};

/// Words beside a role in a heading that says who comes.
const OF_PEOPLE: &str = "who said say says that have has are our all the people list of";

/// What a heading says of the people below it.
#[derive(Clone, Debug)]
enum Section {
    Role(MemberRole),
    /// They are not invited.
    Out(LineFault),
}

/// A heading, as far as it can be read.
#[derive(Clone, Debug)]
struct Heading<'t> {
    /// The whole line.
    text: &'t str,
    /// Its words, without the count of those below it: `Declined (3):`, `3 declined`.
    said: &'t str,
    counts: bool,
}

impl<'t> Heading<'t> {
    fn of(text: &'t str) -> Self {
        let is_sign = |c: char| !c.is_alphanumeric();
        let bare = text.trim_matches(is_sign);
        // Behind a sign, or before a blank, a number counts. `Team7` is a name.
        let behind = bare.trim_end_matches(char::is_numeric);
        let behind =
            if behind.trim_end().ends_with(is_sign) { behind.trim_end_matches(is_sign) } else { bare };
        let before = behind.trim_start_matches(char::is_numeric);
        let said = if before.starts_with(char::is_whitespace) { before.trim_start() } else { behind };
        let said = if said.is_empty() { bare } else { said };
        Self { text, said, counts: said.len() < bare.len() }
    }

    fn of_line(read: &'t Read) -> Option<Self> {
        match read {
            Err(LineFault::NoAddress { text }) => Some(Self::of(text)),
            _ => None,
        }
    }

    /// Its word for who comes or who does not. Those of several are in the table of words, as “Ness” and “Sims” are names. A role may be beside
    /// it: “Declined judges”, “Judges who said no”.
    fn key(&self) -> String {
        let is_beside = |word: &&str| only_role(word).is_some() || is_among(OF_PEOPLE, &word.to_lowercase());
        let others: Vec<&str> = words(self.said).filter(|word| !is_beside(word)).collect();
        let key = answered(self.said).unwrap_or_else(|| state_key(self.said));
        let is_plain = says_who_comes(&key) || others.is_empty() || others.len() == words(self.said).count();
        if is_plain { key } else { state_key(&others.join(" ")) }
    }

    /// The role that it names, alone or beside a word for who comes.
    fn role(&self) -> Option<MemberRole> {
        let beside = || words(self.said).find_map(only_role);
        only_role(self.said).or_else(|| beside().filter(|_| names_who_comes(&self.key())))
    }
}

/// Whether a word says who comes, or who does not.
fn says_who_comes(key: &str) -> bool {
    is_not_coming(key) || names_who_comes(key)
}

/// What the headings of a list speak of.
#[derive(Clone, Copy, Debug)]
struct Spoken {
    roles: bool,
    states: bool,
}

impl Section {
    /// What a line without an address says, if it is a heading. Mentors are others only where a heading says who has a role: the whole
    /// list may be of mentors, who judge. Where other headings say who comes, one that counts people in words that are not known may
    /// say that they do not.
    fn of(heading: &Heading<'_>, spoken: Spoken) -> Option<Self> {
        if let Some(role) = heading.role() {
            return Some(Self::Role(role));
        }
        let key = heading.key();
        let text = || heading.text.to_owned();
        let is_asked = heading.counts && spoken.states && !names_who_comes(&key);
        if spoken.roles && is_of_others(&key) {
            return Some(Self::Out(LineFault::Role { text: text() }));
        }
        (is_not_coming(&key) || is_asked).then(|| Self::Out(LineFault::State { text: text() }))
    }
}

/// Gives everybody what the heading above says.
pub(super) fn apply(lines: &mut [(usize, Read)]) {
    let headings = || lines.iter().filter_map(|(_, read)| Heading::of_line(read));
    let spoken = Spoken {
        roles: headings().any(|heading| heading.role().is_some()),
        states: headings().any(|heading| says_who_comes(&heading.key())),
    };
    // Words beside somebody are no heading.
    let numbers: Vec<usize> = lines.iter().map(|(line, _)| *line).collect();
    let is_alone = |at: usize| {
        let near = numbers.iter().skip(at.saturating_sub(1)).take(3);
        near.filter(|line| numbers.get(at) == Some(*line)).count() == 1
    };
    let mut section: Option<Section> = None;
    for (at, (_, read)) in lines.iter_mut().enumerate() {
        if let Some(heading) = Heading::of_line(read).filter(|_| is_alone(at)) {
            let found = Section::of(&heading, spoken);
            // Somebody without an address, or the heading of a track, makes nobody come.
            let ends = heading.text.ends_with(':') || names_who_comes(&heading.key());
            let stays = found.is_none() && !ends && matches!(section, Some(Section::Out(_)));
            if !stays {
                section = found;
            }
            continue;
        }
        let Ok(person) = read else { continue };
        match &section {
            Some(Section::Role(role)) if person.role.is_none() => person.role = Some(*role),
            Some(Section::Out(fault)) => *read = Err(fault.clone()),
            _ => {}
        }
    }
}

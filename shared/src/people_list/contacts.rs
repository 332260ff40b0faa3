//! Contacts of address books (vCard) and invitations of calendars (iCalendar).

use super::{AT, LineFault, ListedPerson, PeopleList, Read, read_address, read_name, shortened};
use crate::list_file::{comes, state_key};

/// Reads such a text; none of any other.
pub(super) fn read(text: &str) -> Option<PeopleList> {
    let first = text.trim_start().lines().next()?.trim_end();
    if !["BEGIN:VCARD", "BEGIN:VCALENDAR"].into_iter().any(|begins| first.eq_ignore_ascii_case(begins)) {
        return None;
    }
    let mut list = PeopleList::default();
    let (mut name, mut emails): (String, Vec<(usize, String)>) = (String::new(), Vec::new());
    for (line, text) in &unfolded(text) {
        let Some((property, parameters, value)) = parted(text) else { continue };
        // Letters in another form than that of the list are not read.
        let is_plain = || !parameters.to_ascii_uppercase().contains("QUOTED-PRINTABLE");
        match property.as_str() {
            "FN" if is_plain() => name = value.replace("\\,", ",").replace("\\;", ";"),
            "N" if name.is_empty() && is_plain() => {
                let (family, rest) = value.split_once(';').unwrap_or((value, ""));
                let (given, _) = rest.split_once(';').unwrap_or((rest, ""));
                name = format!("{given} {family}");
            }
            "EMAIL" => emails.push((*line, value.to_owned())),
            "END" if value.eq_ignore_ascii_case("VCARD") => {
                let mut of_card = std::mem::take(&mut emails).into_iter();
                let read = match of_card.next() {
                    Some((line, email)) => (line, person(line, &email, &name)),
                    None => (*line, Err(LineFault::NoAddress { text: shortened(&name) })),
                };
                list.lines.push(read);
                list.remarks.extend(of_card.map(|(line, other)| (line, shortened(&other))));
                name.clear();
            }
            "ATTENDEE" => list.lines.push((*line, attendee(*line, parameters, value))),
            "ORGANIZER" => list.remarks.push((*line, shortened(text))),
            _ => {}
        }
    }
    Some(list)
}

/// The lines of a text, each with its number. A long one goes on in the next, behind a blank.
fn unfolded(text: &str) -> Vec<(usize, String)> {
    let mut unfolded: Vec<(usize, String)> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        match (line.strip_prefix([' ', '\t']), unfolded.last_mut()) {
            (Some(rest), Some((_, last))) => last.push_str(rest),
            _ => unfolded.push((at + 1, line.trim_end().to_owned())),
        }
    }
    unfolded
}

/// A property’s name without that of its group, its parameters, and its value: `item1.EMAIL;TYPE=WORK:ada@x.org`.
fn parted(line: &str) -> Option<(String, &str, &str)> {
    let mut quoted = false;
    let end = line.find(|c: char| {
        quoted ^= c == '"';
        c == ':' && !quoted
    })?;
    let (head, value) = line.split_at_checked(end)?;
    let (name, parameters) = head.split_once(';').unwrap_or((head, ""));
    let name = name.rsplit('.').next()?.to_ascii_uppercase();
    Some((name, parameters, value.get(1..)?.trim()))
}

/// What a parameter says; nothing where it is not there.
fn parameter<'t>(parameters: &'t str, wanted: &str) -> &'t str {
    let mut quoted = false;
    let mut parts = parameters.split(|c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    let of_it = |part: &'t str| {
        let (name, said) = part.split_once('=')?;
        name.eq_ignore_ascii_case(wanted).then_some(said.trim_matches('"'))
    };
    parts.find_map(of_it).unwrap_or_default()
}

/// Somebody who is invited in a calendar, unless they do not come or have not answered. Rooms are invited, too.
fn attendee(line: usize, parameters: &str, value: &str) -> Read {
    let person = person(line, value, parameter(parameters, "CN"))?;
    let (kind, answer) = (parameter(parameters, "CUTYPE"), parameter(parameters, "PARTSTAT"));
    let is_person = kind.is_empty() || kind.eq_ignore_ascii_case("INDIVIDUAL");
    let said = if is_person { answer } else { kind };
    if is_person && (answer.is_empty() || comes(&state_key(answer))) {
        return Ok(person);
    }
    Err(LineFault::State { text: shortened(&format!("{said}: {}", person.email)) })
}

fn person(line: usize, email: &str, name: &str) -> Read {
    let name = if name.contains(AT) { "" } else { name };
    Ok(ListedPerson { line, email: read_address(email)?, name: read_name(name)?, ..ListedPerson::default() })
}

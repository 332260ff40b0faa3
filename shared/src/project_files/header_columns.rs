//! What the columns of a header hold: by their names, and by what an organizer says.

use super::Shape;
use super::known_columns::{Column, ColumnChoice, INSTEAD, Known, PLAIN, known_as, member, named};
use crate::list_file::{Header, LONGEST_HEADING, heading, in_english, words};
use crate::text::search_key;

/// What each column of a header holds. Where names are doubted, none is known.
pub(super) fn held(
    (header, keys): (&Header, &[String]),
    known: Known,
    shape: Shape,
    choices: &[(String, ColumnChoice)],
) -> Vec<Column> {
    let instead: Vec<Option<Column>> = keys.iter().map(|key| chosen_instead(choices, key)).collect();
    let of = |((name, key), instead): ((&String, &String), Option<Column>)| {
        if instead.is_some() {
            return None;
        }
        let found = member(name).map(|column| (column, 0)).or_else(|| known_as(known, name, key));
        found.filter(|(column, _)| !(is_chosen_from(*column) && is_option(header, name)))
    };
    let columns = header.names().iter().zip(header.keys()).zip(instead.iter().copied());
    let named: Vec<Option<(Column, usize)>> = columns.map(of).collect();
    // Of several columns for one thing the one with the best name counts: with `Name` and `Project Title`, a person's name is no
    // title. An organizer's own question may bear the name of a column. The first one is the site's.
    let best = |wanted: Column| {
        let same = named.iter().enumerate().filter_map(|(at, held)| Some((at, (*held)?)));
        let same = same.filter(|(_, (column, _))| *column == wanted);
        same.min_by_key(|(at, (_, rank))| (*rank, *at)).map(|(at, _)| at)
    };
    let counts = |at: usize, column: Column| match (column, best(column)) {
        // The parts of one name count, and no name of somebody else.
        (Column::SubmitterName, Some(first)) => whose_name(header, at) == whose_name(header, first),
        (_, first) => is_repeatable(column, shape) || first == Some(at),
    };
    let by_name = named.iter().enumerate();
    let by_name =
        by_name.map(|(at, held)| held.map(|(column, _)| column).filter(|column| counts(at, *column)));
    let by_name: Vec<Option<Column>> = by_name.collect();
    let of = |((by_name, instead), key): ((Option<Column>, Option<Column>), &String)| {
        instead.or_else(|| if by_name.is_none() { chosen(choices, key) } else { None })
    };
    let said: Vec<Option<Column>> = by_name.iter().copied().zip(instead).zip(keys).map(of).collect();
    // What an organizer says of a column counts before the name of another one, unless the cells of both are taken.
    let is_exchanged = |column: &Column| said.contains(&Some(*column)) && !column.is_joined();
    let held = by_name.iter().zip(&said);
    let held = held.map(|(by_name, said)| said.or(by_name.filter(|column| !is_exchanged(column))));
    let mut held: Vec<Column> = held.map(|column| column.unwrap_or(Column::Unused)).collect();
    let by_its_name = |at: &usize| said.get(*at).is_some_and(Option::is_none);
    if shape == Shape::Plain {
        look_beside(header, &mut held, by_its_name, |at| chosen(choices, keys.get(at)?));
    }
    held
}

/// Looks at the columns beside each that is `by_its_name` what it is: they may say whose names and addresses it holds. What is nobody's of
/// the team is what an organizer has `chosen` for it.
fn look_beside(
    header: &Header,
    held: &mut [Column],
    by_its_name: impl Fn(&usize) -> bool,
    chosen: impl Fn(usize) -> Option<Column>,
) {
    let unname = |held: &mut [Column], at: usize| {
        if let Some(column) = held.get_mut(at) {
            *column = chosen(at).unwrap_or(Column::Unused);
        }
    };
    name_members(header, held, |at| by_its_name(&at));
    if let Some(at) = name_of_whom(header, held).filter(&by_its_name) {
        unname(held, at);
    }
    let of_others = (1..held.len()).filter(|at| by_its_name(at) && is_of_another(header, held, *at));
    for at in of_others.collect::<Vec<_>>() {
        unname(held, at);
    }
    let second = second_table(header, held).unwrap_or(held.len());
    for at in (second..held.len()).filter(by_its_name) {
        unname(held, at);
    }
}

/// What an organizer said that a column holds whose name is not known. A choice's place is the number of its answers' column.
pub(super) fn chosen(choices: &[(String, ColumnChoice)], key: &str) -> Option<Column> {
    let found = choices.iter().enumerate().find(|(_, (name, _))| name == key);
    found.map(|(number, (_, choice))| choice.column(number))
}

/// What an organizer said that a column holds in place of what its name says.
pub(super) fn chosen_instead(choices: &[(String, ColumnChoice)], key: &str) -> Option<Column> {
    let found = choices.iter().enumerate().find(|(_, (name, _))| name.strip_prefix(INSTEAD) == Some(key));
    found.map(|(number, (_, choice))| choice.column(number))
}

/// Whether teams choose what such a column holds from a list.
fn is_chosen_from(column: Column) -> bool {
    matches!(column, Column::Track | Column::Prizes | Column::Tags | Column::Status)
}

/// Whether a column says of one option whether it was chosen: some forms have `Tracks`, and beside it `Tracks (Health)` with `true`.
fn is_option(header: &Header, name: &str) -> bool {
    let question = name.find(['(', '[']).and_then(|at| name.get(..at)).map(heading);
    question.is_some_and(|question| !question.is_empty() && header.keys().contains(&question))
}

/// Words for people whom lists name beside a team, and who are not on it, in the form in which texts are searched.
const NOT_ON_THE_TEAM: &str = "mentor mentors mentore mentorin coach coaches supervisor sponsor teacher advisor adviser tutor tuteur \
    instructor professor prof guardian parent parents emergency investor recruiter referee judge judges juror reviewer reviewed \
    evaluator betreuer betreuerin lehrer lehrerin encadrant enseignant profesor docente";
/// Words that stand beside these in the name of a column.
const BESIDE_SUCH: &str =
    "name full first last by assigned faculty academic industry project team or of contact 1 2";
/// Words of columns that may stand between somebody and their address.
const BESIDE_A_PERSON: &str = "phone mobile tel telephone telefon cell whatsapp company organization organisation affiliation \
    relationship";
/// Most of them.
const MOST_BESIDE: usize = 3;

/// Whether a text has a word of these, and no other but those that stand beside such: “Which sponsors’ prizes do you want?” names
/// nobody.
fn is_of_words(text: &str, known: &str) -> bool {
    let is_in = |word: &str, known: &str| known.split_whitespace().any(|known| known == word);
    let text = if text.len() > LONGEST_HEADING { String::new() } else { search_key(text) };
    words(&text).any(|word| is_in(word, known))
        && words(&text).all(|word| is_in(word, known) || is_in(word, BESIDE_SUCH))
}

/// Whether a text is what somebody is called who is beside a team, and not on it.
pub(super) fn is_beside_a_team(text: &str) -> bool {
    is_of_words(text, NOT_ON_THE_TEAM)
}

/// The same of the name of a column.
fn has_word(header: &Header, at: usize, known: &str) -> bool {
    header.names().get(at).is_some_and(|name| is_of_words(name, known))
}

/// Whether a column may stand between somebody and their address.
fn is_beside_a_person(header: &Header, held: &[Column], at: usize) -> bool {
    held.get(at) == Some(&Column::Unused) && has_word(header, at, BESIDE_A_PERSON)
}

/// Whether a column is of addresses, and is called no more than that.
fn is_of_addresses(header: &Header, held: &[Column], at: usize) -> bool {
    held.get(at) == Some(&Column::MemberEmails) && header.english().get(at) == Some(&Some("email"))
}

/// Whether a column of addresses follows that of a judge or a mentor. Taken for members, they would get an invitation to the team, and
/// could not judge it.
fn is_of_another(header: &Header, held: &[Column], at: usize) -> bool {
    let whose = (0..at).rev().take(MOST_BESIDE).find(|at| !is_beside_a_person(header, held, *at));
    let is_another = |at: usize| {
        header.english().get(at) == Some(&Some("judge"))
            || (held.get(at) == Some(&Column::Unused) && has_word(header, at, NOT_ON_THE_TEAM))
    };
    is_of_addresses(header, held, at) && whose.is_some_and(is_another)
}

/// What a column with a number behind its name is called in English, and the number.
fn numbered(name: &str) -> Option<(&'static str, u16)> {
    let called = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = name.strip_prefix(called)?.parse().ok()?;
    Some((in_english(called.trim_end())?, number))
}

/// Whether there are columns of members, and each is of one of them: `Member 1`, `Member 2 (optional)`.
pub(super) fn are_of_one_each(header: &Header, held: &[Column]) -> bool {
    let is_of_one = |name: &str| {
        member(name) == Some(Column::MemberEmails) || matches!(numbered(name), Some(("members", _)))
    };
    let columns = header.names().iter().zip(held).filter(|(_, column)| **column == Column::MemberEmails);
    let of_one: Vec<bool> = columns.map(|(name, _)| is_of_one(name)).collect();
    !of_one.is_empty() && !of_one.contains(&false)
}

/// Finds the names of members that stand beside their addresses: `Member 1` with `Member 1 Email`, or with `Email` after it, and
/// `Name 1` with `Email 1`.
fn name_members(header: &Header, held: &mut [Column], is_free: impl Fn(usize) -> bool) {
    let of = |at: usize| header.names().get(at).and_then(|name| numbered(name));
    let is_member = |held: &[Column], at: usize| {
        held.get(at) == Some(&Column::MemberEmails) && of(at).is_some_and(|(what, _)| what == "members")
    };
    let beside = |held: &[Column], at: usize| {
        let next = (at + 1..held.len()).take(MOST_BESIDE).find(|at| !is_beside_a_person(header, held, *at));
        next.filter(|at| is_of_addresses(header, held, *at))
    };
    // Of one address behind several names, nobody knows whose it is.
    let each = (0..held.len()).filter(|at| is_member(held, *at)).all(|at| beside(held, at).is_some());
    for at in 0..held.len() {
        let Some((what, number)) = of(at) else { continue };
        let email = match what {
            "members" if is_member(held, at) => {
                let own = held.iter().position(|column| *column == Column::MemberEmail(number));
                own.or_else(|| beside(held, at).filter(|_| each))
            }
            "name" => (0..held.len()).find(|other| {
                of(*other) == Some(("email", number)) && held.get(*other) == Some(&Column::MemberEmails)
            }),
            _ => None,
        };
        let Some(email) = email.filter(|email| is_free(at) && is_free(*email)) else { continue };
        for (at, column) in [(at, Column::MemberName(number)), (email, Column::MemberEmail(number))] {
            held.get_mut(at).into_iter().for_each(|held| *held = column);
        }
    }
}

/// Where a second table begins beside the first: the heading of the titles is there again, and so is another one beside it. Without this,
/// people of its projects would be on the teams of the first.
fn second_table(header: &Header, held: &[Column]) -> Option<usize> {
    let keys = header.keys();
    let first = held.iter().position(|column| *column == Column::Title)?;
    let title = keys.get(first).filter(|key| !key.is_empty())?;
    let second = (first + 1..keys.len()).find(|at| keys.get(*at) == Some(title))?;
    let is_again =
        |key: &String| !key.is_empty() && keys.get(first + 1..second).is_some_and(|own| own.contains(key));
    let before = (1..=first).take_while(|back| keys.get(second - *back) == keys.get(first - *back)).count();
    let is_table = before > 0 || keys.get(second + 1..)?.iter().any(is_again);
    is_table.then(|| (second - before).max(first + 1))
}

/// A column of titles that is called `Your name`, or no more than `Name` in a list that is otherwise one of people with their addresses.
/// Those may be people's names.
fn name_of_whom(header: &Header, held: &[Column]) -> Option<usize> {
    let at = held.iter().position(|column| *column == Column::Title)?;
    let is = |at: usize, name: &str| header.english().get(at).copied().flatten() == Some(name);
    let is_of_people = |column: &Column| {
        let also = [Column::Title, Column::Team, Column::Track, Column::Status, Column::SubmittedAt];
        column.is_about_people() || *column == Column::Unused || also.contains(column)
    };
    let is_phrase = || header.names().get(at).is_some_and(|name| words(name).count() > 1);
    let has_address = || (0..held.len()).any(|at| is(at, "email"));
    (is(at, "name") && (is_phrase() || (has_address() && held.iter().all(is_of_people)))).then_some(at)
}

/// Whom a column of names or of their parts is about: `Submitter First Name` and `Submitter Last Name` are about one.
fn whose_name(header: &Header, at: usize) -> Option<&str> {
    let key = header.keys().get(at)?.as_str();
    let parts = ["firstname", "lastname", "name"];
    Some(parts.into_iter().find_map(|part| key.strip_suffix(part)).unwrap_or(key))
}

/// The column of exactly this name in a table of people's own.
pub(super) fn column_of(name: &str, key: &str) -> Option<Column> {
    named(PLAIN, key).or_else(|| named(PLAIN, in_english(name)?)).map(|(column, _)| column)
}

/// Whether a file may have several columns of a kind.
fn is_repeatable(column: Column, shape: Shape) -> bool {
    match column {
        Column::Links | Column::MemberName(_) | Column::MemberOther(_) => true,
        Column::Prizes | Column::MemberEmails | Column::Tags | Column::Video => shape == Shape::Plain,
        _ => false,
    }
}

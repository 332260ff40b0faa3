//! Words in parentheses behind addresses, and signs there: `bo@x.org (left)`, `Bo <bo@x.org> (captain)`, `bo@x.org ❌`.

use super::table::only_role;
use super::{LineFault, ListedPerson, Read, narrow, read_address, shortened};
use crate::list_file::{
    CROSSES, DASHES, answer_key, is_not_coming, keeps_out, names_who_comes, state_key, without_signs,
};
use crate::text::is_invisible;
use std::collections::BTreeMap;
use std::ops::Range;

/// What people write between two people: also as keyboards of East Asia and of Arabic have it.
pub(crate) const SEPARATORS: [char; 8] = [',', ';', '|', '，', '；', '、', '،', '؛'];

/// What a cell says in parentheses behind an address, and not that its person does not come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remark {
    /// The address.
    pub(crate) email: String,
    /// What is between the parentheses.
    pub(crate) text: String,
    /// It is taken for the name of that person.
    pub(crate) is_name: bool,
}

/// The remarks of a cell of members.
pub(crate) fn remarks(cell: &str) -> Vec<Remark> {
    let cell = narrow(cell);
    let of_line = |line: &str| -> Vec<Remark> {
        let alone = line.matches('@').count() == 1;
        let remark = |found: Found<'_>| Remark {
            is_name: !found.is_cut_out()
                && !found.behind_brackets
                && !found.named
                && may_be_name(&found.email, found.text)
                && (alone || says_name(&found.email, found.text)),
            text: found.text.to_owned(),
            email: found.email,
        };
        found(line).filter(|found| !found.says_out()).map(remark).collect()
    };
    cell.lines().flat_map(|line| line.split('\r')).flat_map(of_line).collect()
}

/// The people of a line that `read` reads, with the roles of remarks, but those of whom a remark says that they do not come.
pub(super) fn among(line: &str, read: impl Fn(&str) -> Vec<Read>) -> Vec<Read> {
    let (mut plain, mut from, mut said) = (String::new(), 0, BTreeMap::new());
    let last = line.rfind('@').unwrap_or_default();
    for found in found(line) {
        let is_cut_out = found.is_cut_out();
        // Before another address, it would be a part of the next name.
        if is_cut_out || (found.behind_brackets && found.place.start < last) {
            plain.push_str(line.get(from..found.place.start).unwrap_or_default());
            from = found.place.end;
        }
        if is_cut_out {
            said.insert(found.email, found.text);
        }
    }
    plain.push_str(line.get(from..).unwrap_or_default());
    let comes = |person: ListedPerson| match said.get(&person.email).map(|text| (text, only_role(text))) {
        Some((_, Some(role))) => Ok(ListedPerson { role: Some(role), ..person }),
        Some((text, None)) => {
            Err(LineFault::State { text: shortened(&format!("{} ({text})", person.email)) })
        }
        None => Ok(person),
    };
    read(&plain).into_iter().map(|read| read.and_then(comes)).collect()
}

/// Whether a name ends with a remark, or has a sign beside it, that says that its person does not come: `Bo Elm (left)`, `❌ Bo Elm`,
/// `Bo Elm – declined`. So does a name that is struck out.
pub(crate) fn name_says_out(name: &str) -> bool {
    let name = name.trim_matches(is_blank);
    let remark = name.strip_suffix(')').and_then(|name| name.rsplit_once('('));
    let dashed = DASHES.into_iter().find_map(|dash| name.rsplit_once(dash));
    name.starts_with(CROSSES)
        || (name.starts_with("~~") && name.ends_with("~~"))
        || dashed.is_some_and(|(_, text)| is_not_coming(&answer_key(text)))
        || name.ends_with(CROSSES)
        || remark.is_some_and(|(name, text)| !name.trim().is_empty() && says_out(text))
}

/// Whether the words beside a person say that they do not come, or that nobody knows: `left`, `❌`, `?`.
fn says_out(text: &str) -> bool {
    text == "?" || has_cross(text) || keeps_out(&answer_key(text))
}

/// Whether a text has a sign that says that somebody does not come.
pub(super) fn has_cross(text: &str) -> bool {
    text.contains(CROSSES)
}

/// Behind a sign may follow a character that says how it is drawn.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || is_invisible(c)
}

struct Found<'t> {
    email: String,
    text: &'t str,
    /// Its place in the line, with its parentheses.
    place: Range<usize>,
    behind_brackets: bool,
    /// There is a name before the address.
    named: bool,
}

impl Found<'_> {
    fn says_out(&self) -> bool {
        says_out(self.text)
    }

    /// It is a role or says that somebody does not come, and so is no name.
    fn is_cut_out(&self) -> bool {
        self.says_out() || only_role(self.text).is_some()
    }
}

/// The words in parentheses behind the addresses of a line, and the signs there that somebody does not come.
fn found(line: &str) -> impl Iterator<Item = Found<'_>> {
    let is_edge = |c: char| c.is_whitespace() || "<>()\"".contains(c) || SEPARATORS.contains(&c);
    let begins = |c: char| c == '(' || CROSSES.contains(&c);
    line.match_indices(begins).filter_map(move |(open, sign)| {
        let (before, behind) = (line.get(..open)?.trim_end(), line.get(open + sign.len()..)?);
        let (text, end) = if sign == "(" { in_parentheses(behind)? } else { (alone(sign, behind)?, 0) };
        let bare = before.trim_end_matches('>').trim_end();
        let address = bare.rsplit(is_edge).next()?;
        let named = bare.strip_suffix(address)?.trim_end().ends_with(char::is_alphanumeric);
        let email = read_address(address).ok()?;
        let place = open..open + sign.len() + end;
        Some(Found { email, text: text.trim(), place, behind_brackets: before.ends_with('>'), named })
    })
}

/// The words before the parenthesis that closes, and how long they are with it.
fn in_parentheses(behind: &str) -> Option<(&str, usize)> {
    let (text, rest) = behind.split_at_checked(behind.find(['(', ')'])?)?;
    let says = rest.starts_with(')') && (text.contains(char::is_alphanumeric) || says_out(text.trim()));
    says.then_some((text, text.len() + 1))
}

/// A sign, unless somebody follows whom it may be about.
fn alone<'t>(sign: &'t str, behind: &str) -> Option<&'t str> {
    let rest = behind.trim_start_matches(is_blank);
    (rest.is_empty() || rest.starts_with(SEPARATORS)).then_some(sign)
}

/// Whether an address has a word of a name before its sign, as `ana.oak@x.org` and `anaoak@x.org` have one of `Ana Oak`. It is whole, or
/// begins or ends a part: `joanna@x.org` says no `Ann`.
pub(crate) fn says_name(address: &str, name: &str) -> bool {
    let local = address.split('@').next().unwrap_or_default().to_lowercase();
    let is_in = |part: &str, word: &str| part.starts_with(word) || part.ends_with(word);
    let says = |word: &str| {
        let mut parts = local.split(|c: char| !c.is_alphanumeric());
        parts.any(|part| part == word || (word.chars().count() > 2 && is_in(part, word)))
    };
    name.split_whitespace().map(str::to_lowercase).any(|word| says(&word))
}

/// Whether a text has small letters, and no other.
pub(super) fn is_small(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_lowercase()) && !text.contains(char::is_uppercase)
}

/// Whether the words behind an address may be its person’s name: no word for who comes, and no remark, as one in small letters is
/// unless the address says it.
pub(super) fn may_be_name(address: &str, text: &str) -> bool {
    let said = without_signs(text);
    !names_who_comes(&state_key(said)) && (!is_small(said) || says_name(address, said))
}

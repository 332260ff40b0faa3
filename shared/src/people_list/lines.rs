//! Lists without headings: addresses with and without names, one or more on a line.

use super::behind::Behind;
use super::labels::{label, message};
use super::numbering::{behind_number, behind_time, is_counted, uncounted};
use super::remarks::{SEPARATORS, may_be_name, says_name};
use super::table::only_role;
use super::{LineFault, ListedPerson, PeopleList, Read, read_address, read_name, remarks, shortened};
use crate::list_file::{
    ListFault, Rows, TICKS, is_moment, is_number, is_tick_letter, plain_answer, unguarded, without_signs,
};
use crate::text::{begins_like_web_address, name_key};
use std::collections::BTreeMap;

/// What parts the cells of a row in one text: a sign that no text has, between blanks, which no address has.
const UNIT: &str = " \u{1f} ";

/// Those of [`SEPARATORS`] that no name holds.
const BETWEEN_PEOPLE: [char; 5] = [';', '|', '；', '、', '؛'];
/// Signs before the people of a list, and between a name and an address.
const MARKS: [char; 12] = ['-', '–', '—', '•', '*', '·', '/', '+', '&', '#', '>', ':'];
/// Signs around the number of a line.
const COUNTING: [char; 11] = ['.', ')', '(', ':', '#', '[', ']', '-', '№', '\u{fe0f}', '\u{20e3}'];
/// Signs between the number of a line and its person.
const BEHIND_NUMBERS: [char; 6] = ['.', ')', ':', '-', '–', '—'];
/// Signs that begin a line and say nothing of its person, as in lists of things to do.
const SIGNS: [char; 14] = ['☐', '◦', '▪', '▫', '‣', '●', '○', '■', '□', '→', '»', '[', ']', '\u{fe0f}'];
/// Words between two people that are no name.
const JOINING: [&str; 11] = ["and", "or", "und", "oder", "et", "ou", "y", "o", "e", "og", "en"];

/// Reads a list of lines.
pub(super) fn read(text: &str) -> Result<PeopleList, ListFault> {
    let (mut list, mut ticked) = (PeopleList::default(), BTreeMap::new());
    // A file with quotation marks and no angle brackets is CSV: a description in it may hold commas and line ends.
    if !text.contains('"') || text.contains(['<', '\t']) {
        let lines = text.lines().flat_map(|line| line.split('\r')).enumerate();
        let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.trim().is_empty()).collect();
        let names_somebody = |line: &&str| line.contains('@');
        let counted = is_counted(lines.iter().map(|(_, line)| *line).filter(names_somebody));
        for (at, line) in lines {
            let line = if counted && names_somebody(&line) { uncounted(line) } else { line };
            let (line, sender) = message(line);
            let people = sent_by(sender, line, remarks::among(line, people));
            ticked.extend(add(&mut list, at + 1, line, people));
        }
    } else {
        let mut rows = Rows::new(text, super::MOST + 1);
        while list.lines.len() <= super::MOST
            && let Some(row) = rows.next_row()?
        {
            let cells = row.cells().collect::<Vec<_>>().join(UNIT);
            let listed = |line: &str| listed(&line.split(UNIT).map(str::to_owned).collect::<Vec<_>>());
            let people = remarks::among(&cells, listed);
            ticked.extend(add(&mut list, row.line, &cells, people));
        }
    }
    apply_ticks(&mut list, ticked);
    Ok(list)
}

/// What a line has for a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tick {
    Sign,
    Letter,
    /// A letter where the name would be.
    Name,
    /// A word for yes, which says nothing of others.
    Word,
    /// A letter for no, where others have a word or a letter for yes.
    No,
}

/// Invites nobody who has no tick beside others who have one. Beside a sign for yes, a letter is a cross. A letter in place of a name is one
/// where others have a name, and a tick where they have nothing there.
fn apply_ticks(list: &mut PeopleList, mut ticked: BTreeMap<usize, Tick>) {
    let names = || list.lines.iter().filter_map(|(_, read)| Some(read.as_ref().ok()?.name.as_str()));
    let are_names = names().any(|name| !name.is_empty() && !is_letter(name)) || names().all(is_letter);
    ticked.retain(|_, tick| *tick != Tick::Name || !are_names);
    let has = |kind: Tick| ticked.values().any(|tick| *tick == kind);
    let (signed, worded) = (has(Tick::Sign), has(Tick::Word));
    let are_ticks = signed || has(Tick::Letter) || has(Tick::Name);
    let stays = |tick: Option<&Tick>| match tick {
        Some(Tick::Sign | Tick::Word) => true,
        Some(Tick::Letter | Tick::Name) => !signed,
        Some(Tick::No) => !are_ticks && !worded,
        None => !are_ticks,
    };
    for (line, read) in &mut list.lines {
        let tick = ticked.get(line);
        if tick == Some(&Tick::Name)
            && let Ok(person) = read
        {
            person.name.clear();
        }
        if !stays(tick) {
            untick(read);
        }
    }
}

/// The people of a message. Of who sends their own address, it may say whether they come.
fn sent_by(sender: Option<&str>, text: &str, people: Vec<Read>) -> Vec<Read> {
    let is_own = |person: &ListedPerson| {
        person.name.is_empty() || sender.is_some_and(|sender| says_name(&person.email, sender))
    };
    match (sender, people.as_slice()) {
        (Some(sender), [Ok(person)]) if is_own(person) => {
            let words: Vec<&str> = text.split_whitespace().filter(|word| !word.contains('@')).collect();
            let named = read_name(sender).map(|name| ListedPerson { name, ..person.clone() });
            vec![Behind::of(&words.join(" ")).said_of(named)]
        }
        _ => people,
    }
}

/// Invites nobody who has no tick beside others who have one.
fn untick(read: &mut Read) {
    if let Ok(ListedPerson { name, email, .. }) = read {
        let text = if name.is_empty() { email.clone() } else { format!("{name}, {email}") };
        *read = Err(LineFault::Unticked { text: shortened(&text) });
    }
}

/// Adds the people of a line, and what it says beside them. Gives the line if it has a tick for them, with what that is.
fn add(list: &mut PeopleList, line: usize, text: &str, people: Vec<Read>) -> Option<(usize, Tick)> {
    let tick = tick(text, &people).filter(|_| people.iter().any(Result::is_ok));
    list.remarks.extend(remark_of(text, &people).map(|remark| (line, remark)));
    let numbered = |read: Read| (line, read.map(|person| ListedPerson { line, ..person }));
    list.lines.extend(people.into_iter().map(numbered));
    tick.map(|tick| (line, tick))
}

/// What a line has for a tick: a sign, or a letter at its beginning or its end. A capital letter may also be of a name, unless it has a cell
/// of its own, and even there.
fn tick(text: &str, people: &[Read]) -> Option<Tick> {
    let mut cells = text.split(|c: char| "\t\u{1f}".contains(c) || SEPARATORS.contains(&c)).map(str::trim);
    let (first, last) = (cells.next(), cells.next_back());
    let mut words = text.split_whitespace();
    let names = || people.iter().flatten().map(|person| person.name.as_str());
    let may_answer = |last: &str| is_letter(last) || last.eq_ignore_ascii_case("y");
    let has_own = first.is_some_and(is_letter) || last.is_some_and(may_answer);
    let says_yes = |cell: &str| cell.contains(char::is_alphanumeric) && plain_answer(cell) == Some(true);
    if text.contains(TICKS) || text.contains("[x]") || text.contains("[X]") {
        Some(Tick::Sign)
    } else if [words.next(), words.next_back()].into_iter().flatten().any(is_tick_letter) {
        Some(Tick::Letter)
    } else if [first, last].into_iter().flatten().any(says_yes) {
        Some(Tick::Word)
    } else if !has_own {
        last.filter(|last| last.eq_ignore_ascii_case("n")).map(|_| Tick::No)
    } else if names().any(is_letter) {
        Some(Tick::Name)
    } else {
        (!names().any(|name| name.split_whitespace().any(is_letter))).then_some(Tick::Letter)
    }
}

/// Whether a cell or a name is a letter that may be a tick, in whatever case.
fn is_letter(text: &str) -> bool {
    is_tick_letter(&text.to_lowercase())
}

/// The people of a line. A label before them is true of all.
fn people(line: &str) -> Vec<Read> {
    match label(line) {
        Some((said, rest)) => unlabelled(rest).into_iter().map(|read| said.clone().said_of(read)).collect(),
        None => unlabelled(line),
    }
}

/// The people of a line without a label. A word behind the last address in brackets may be one for who does not come and, where it is the only one, a
/// role.
fn unlabelled(line: &str) -> Vec<Read> {
    let brackets = std::iter::successors(bracketed(line), |(_, _, after)| bracketed(after));
    let (mut behind, mut several) = (None, false);
    for (_, _, after) in brackets {
        several = behind.is_some();
        behind = Some(after);
    }
    let behind = behind.filter(|after| !after.contains('@'));
    let said = behind.map(Behind::of).unwrap_or_default();
    match (said, behind) {
        (Behind::Nothing, _) | (_, None) => people_among(line, listed),
        (Behind::Role(_), _) if several => people_among(line, listed),
        (said, Some(after)) => {
            let before = &line[..line.len() - after.len()];
            said.applied(people_among(before, tokens))
        }
    }
}

/// The people of a line, or of a row, that is cut into cells. A cell behind the only address may be a role, or a word for who does not
/// come.
fn listed(cells: &[String]) -> Vec<Read> {
    let mut addresses = cells.iter().enumerate().filter(|(_, cell)| may_be_address(cell));
    let at = match (addresses.next(), addresses.next()) {
        (Some((at, _)), None) => at,
        (Some(_), Some(_)) => {
            // Behind several people, a word for who does not come is about the last.
            return match cells.split_last().map(|(last, rest)| (Behind::of(last), rest)) {
                Some((said @ Behind::Gone(_), rest)) => said.applied(tokens(rest)),
                _ => tokens(cells),
            };
        }
        (None, _) => return tokens(cells),
    };
    let (mut kept, mut said) = (Vec::new(), Behind::Nothing);
    for (place, cell) in cells.iter().enumerate() {
        match Behind::of(cell) {
            found @ (Behind::Role(_) | Behind::Gone(_)) if place > at => said = found,
            Behind::Comes if place > at => {}
            // “yes,Ada,ada@x.org”
            _ if place == 0 && at > 1 && !says_name(&cells[at], cell) && plain_answer(cell).is_some() => {
                if plain_answer(cell) == Some(false) {
                    said = Behind::Gone(shortened(cell));
                }
            }
            _ if place != at && cell.contains('@') => {}
            _ => kept.push(cell.clone()),
        }
    }
    said.applied(tokens(&kept))
}

/// Whether a cell may hold an address: `@ana` is what somebody is called elsewhere, and pages may have that in theirs. `CEO @ Oak` is none.
fn may_be_address(cell: &str) -> bool {
    let is_inside = |word: &str| word.find('@').is_some_and(|at| at > 0);
    cell.split_whitespace().any(is_inside) && !begins_like_web_address(cell)
}

/// The people of a cell of members. Beside a person, there is another person, and not something else about the first.
pub(super) fn members(line: &str) -> Vec<Read> {
    let beside = |tokens: &[String]| {
        let mut rest = tokens.iter().enumerate().filter(|(_, token)| token.contains('@'));
        match (rest.next(), rest.next()) {
            (Some((at, _)), None) => members_beside(tokens, at),
            _ => self::tokens(tokens),
        }
    };
    remarks::among(line, |line| people_among(line, beside))
}

/// The people of a line whose parts without brackets `read` reads.
fn people_among(line: &str, read: impl Fn(&[String]) -> Vec<Read>) -> Vec<Read> {
    let (mut found, mut rest) = (Vec::new(), line);
    // Each `<address>` belongs to the name before it.
    while let Some((before, address, after)) = bracketed(rest) {
        let (others, name) = last_name(before);
        found.extend(others);
        found.push(person(address, &name));
        rest = after;
    }
    let tail: Vec<String> = cut(rest);
    // A word after an address is a remark, and behind a separator it is somebody without one.
    let separated = rest.trim_start().starts_with(SEPARATORS);
    if found.is_empty() || separated || tail.iter().any(|token| token.contains('@')) {
        found.extend(read(&tail));
    }
    found
}

/// The members of a cell with one address, which is in the token `at`: its name is with it, before it, or behind it where the address says
/// that name. The others have none.
fn members_beside(tokens: &[String], at: usize) -> Vec<Read> {
    let named = tokens.get(at).is_some_and(|token| token.split_whitespace().count() > 1);
    // `Oak, Ana, ana@oak.example` is one person, and `Bo Elm, Ana Oak, ana@oak.example` are two.
    let is_word = |token: &String| !token.contains(char::is_whitespace);
    let says = |place: Option<usize>| {
        let name = place.and_then(|place| tokens.get(place)).zip(tokens.get(at));
        name.is_some_and(|(name, address)| says_name(address, name))
    };
    let its = match at {
        _ if named => at..=at,
        2 if tokens.iter().take(2).all(is_word) => 0..=at,
        _ if says(at.checked_add(1)) && !says(at.checked_sub(1)) => at..=at + 1,
        _ => at.saturating_sub(1)..=at,
    };
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for (place, token) in tokens.iter().enumerate() {
        if its.contains(&place) { own.push(token.clone()) } else { others.push(token) }
    }
    let mut found = self::tokens(&own);
    found.extend(others.into_iter().map(|token| Err(LineFault::NoAddress { text: shortened(token) })));
    found
}

/// The first `<…@…>` of a text, with the text before and after it.
fn bracketed(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    while let Some(open) = text[from..].find('<').map(|at| from + at) {
        let close = text[open..].find('>').map(|at| open + at)?;
        let inside = &text[open + 1..close];
        if inside.contains('@') {
            return Some((&text[..open], inside, &text[close + 1..]));
        }
        from = close + 1;
    }
    None
}

/// The text before an address in brackets: others, with an address of their own or without one, and the name, which may
/// hold a comma.
fn last_name(before: &str) -> (Vec<Read>, String) {
    let before = before.trim().trim_start_matches(SEPARATORS);
    let last = before.rfind('@').map_or(0, |at| {
        before[at..].find(|c: char| c == '\t' || SEPARATORS.contains(&c)).map_or(before.len(), |end| at + end)
    });
    let (bare, name) = before.split_at(last);
    let mut others = if bare.trim().is_empty() { Vec::new() } else { tokens(&cut(bare)) };
    let edge = |c: char| SEPARATORS.contains(&c) || c.is_whitespace();
    let mut name = name.trim_matches(edge);
    if !name.contains('"')
        && let Some((before, last)) = name.rsplit_once(BETWEEN_PEOPLE)
    {
        let before = before.split(BETWEEN_PEOPLE).map(str::trim).filter(|other| !other.is_empty());
        others.extend(before.map(|other| Err(LineFault::NoAddress { text: shortened(other) })));
        name = last;
    }
    (others, name.trim_matches(edge).replace(';', " "))
}

/// A line cut at separators and tabs, outside quotation marks.
fn cut(line: &str) -> Vec<String> {
    let (mut tokens, mut token, mut quoted) = (Vec::new(), String::new(), false);
    let closes = line.matches('"').count().is_multiple_of(2);
    for c in line.chars() {
        match c {
            '"' if closes => {
                quoted = !quoted;
                token.push(c);
            }
            _ if !quoted && (c == '\t' || SEPARATORS.contains(&c)) => tokens.push(std::mem::take(&mut token)),
            _ => token.push(c),
        }
    }
    tokens.push(token);
    tokens.into_iter().map(|t| t.trim().to_owned()).filter(|t| !t.is_empty()).collect()
}

/// The people of a line without brackets: one row of a spreadsheet where it holds one address, otherwise a list.
fn tokens(tokens: &[String]) -> Vec<Read> {
    let holds = |token: &String| token.contains('@');
    let addresses = tokens.iter().filter(|token| holds(token)).count();
    if addresses == 0 {
        let text = shortened(&tokens.join(", "));
        return if text.is_empty() { Vec::new() } else { vec![Err(LineFault::NoAddress { text })] };
    }
    if addresses == 1 {
        let at = tokens.iter().position(holds).unwrap_or_default();
        let words: Vec<&str> = tokens[at].split_whitespace().collect();
        if words.iter().filter(|word| word.contains('@')).count() == 1 {
            return vec![row(tokens, at, &words)];
        }
    }
    let mut found = Vec::new();
    for token in tokens {
        let words: Vec<&str> = token.split_whitespace().collect();
        let mut name: Vec<&str> = Vec::new();
        for word in words {
            if word.contains('@') {
                found.push(person(word, &name.join(" ")));
                name.clear();
            } else {
                name.push(word);
            }
        }
        if token.contains('@') {
            found = Behind::of(&name.join(" ")).applied(found);
        } else if !name.is_empty() {
            found.push(Err(LineFault::NoAddress { text: shortened(token) }));
        }
    }
    found
}

/// A row with one address: the name is in the cell of the address, in the cells before it, or in the one after it. Behind the address, the
/// cell may go on with a role, a word for who does not come, or a remark: `Ada (ada@x.org) - judge`.
fn row(tokens: &[String], at: usize, words: &[&str]) -> Read {
    let place = words.iter().position(|word| word.contains('@')).unwrap_or_default();
    let joined = |words: Option<&[&str]>| words.unwrap_or_default().join(" ");
    let (before, after) = (joined(words.get(..place)), joined(words.get(place + 1..)));
    let said = Behind::of(&after);
    let address = words.get(place).map_or("", |word| word.trim_end_matches(':'));
    let own = match said {
        Behind::Nothing if !may_be_name(address, &after) || is_moment(&after) => before,
        // “Bo (bo@x.org) not on Sunday”
        Behind::Nothing
            if after.starts_with(char::is_lowercase) && !before.is_empty() && !says_name(address, &after) =>
        {
            before
        }
        Behind::Nothing if without_marks(&before).is_empty() => after,
        Behind::Nothing if !after.starts_with(MARKS) && !after.starts_with(['(', '[']) => {
            format!("{before} {after}")
        }
        _ => before,
    };
    let plain = |token: &String| unguarded(token).trim_matches('"').to_owned();
    let above = || {
        let is_tick =
            |cell: &str| is_tick_letter(cell) || (at > 1 && is_letter(cell) && !says_name(address, cell));
        let is_mark = |cell: &String| is_number(cell) || is_tick(cell);
        let cells = tokens.iter().take(at).map(plain).skip_while(is_mark);
        cells.filter(|cell| !is_number(cell)).collect::<Vec<_>>().join(" ")
    };
    let below = || {
        let is_name = |token: &&String| {
            let may_answer = is_letter(token) || ["y", "n"].contains(&token.to_lowercase().as_str());
            let is_answer = may_answer && !says_name(address, token);
            !is_answer && !begins_like_web_address(token) && may_be_name(address, token)
        };
        tokens.get(at + 1).filter(is_name).map(plain).unwrap_or_default()
    };
    let names = [own, above(), below()];
    // A number alone counts the line.
    let name = names.iter().find(|name| !is_number(without_marks(name))).map_or("", String::as_str);
    said.said_of(person(unguarded(address), name))
}

fn person(address: &str, name: &str) -> Read {
    let name = without_marks(name);
    // `ada@x.org (Ada Love)`
    let inside = name.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let name = inside.filter(|inside| !inside.contains(['(', ')'])).unwrap_or(name);
    // `Bo Elm (organizer)`
    let remark = name.strip_suffix(')').and_then(|name| name.rsplit_once('('));
    let role = remark.filter(|(name, _)| !name.trim().is_empty()).and_then(|(_, text)| only_role(text));
    let name = remark.filter(|_| role.is_some()).map_or(name, |(name, _)| name.trim_end());
    let email = read_address(address)?;
    // What is turned may say it at another end.
    let read = read_name(name);
    if [Some(name), read.as_deref().ok()].into_iter().flatten().any(remarks::name_says_out) {
        return Err(LineFault::State { text: shortened(name) });
    }
    Ok(ListedPerson { email, name: read?, role, ..ListedPerson::default() })
}

/// What a line with one person says besides their name, their address and their role, or the words in parentheses behind the addresses
/// of several.
fn remark_of(line: &str, people: &[Read]) -> Option<String> {
    let said = match people {
        [Ok(person)] => besides(line, person),
        people if people.iter().any(Result::is_ok) => {
            let remarks = remarks::remarks(line).into_iter().filter(|remark| !remark.is_name);
            remarks.map(|remark| format!("{} ({})", remark.email, remark.text)).collect()
        }
        _ => Vec::new(),
    };
    (!said.is_empty()).then(|| shortened(&said.join(", ")))
}

/// The parts of a line that are not its person’s.
fn besides(line: &str, person: &ListedPerson) -> Vec<String> {
    let name = name_key(&person.name);
    let is_name = |word: &str| {
        let word = name_key(without_signs(word));
        let is_sign = |c: char| !c.is_alphanumeric();
        word.is_empty() || name.split(is_sign).chain(name.split(' ')).any(|part| part == word)
    };
    let ends = |c: char| "\t\u{1f}<>()[]\"".contains(c) || SEPARATORS.contains(&c);
    let rest = |(at, part): (usize, &str)| {
        let part = if at == 0 || part.contains('@') { without_marks(part) } else { part };
        let others = part.split_whitespace().filter(|word| !word.contains('@') && !is_name(word));
        others.collect::<Vec<_>>().join(" ")
    };
    let is_said = |text: &String| {
        let word = without_signs(text);
        // `+1` is somebody else.
        let is_count = (is_number(word) && !text.contains('+')) || ["x", "X"].contains(&word);
        !is_count && (person.role.is_none() || only_role(word) != person.role)
    };
    let parts = line.split(ends).enumerate().map(rest).filter(is_said);
    parts
        .map(|part| part.trim_matches(|c: char| c != '+' && (MARKS.contains(&c) || c == ' ')).to_owned())
        .collect()
}

/// A name without what a list or a sentence has around it: `1.`, `-`, `and`.
fn without_marks(name: &str) -> &str {
    bare(name, &JOINING)
}

/// A name without what a list has around it: `1.`, `-`, `x`, `[x]`, a colon.
pub(crate) fn bare_name(name: &str) -> &str {
    bare(name, &[])
}

fn bare<'t>(name: &'t str, joining: &[&str]) -> &'t str {
    let is_sign = |c: char| MARKS.contains(&c) || SIGNS.contains(&c) || TICKS.contains(&c);
    let mut name = name.trim();
    while let Some(first) = name.split_whitespace().next() {
        let rest = name.get(first.len()..).unwrap_or_default();
        let number = first.trim_matches(COUNTING);
        let is_last = rest.trim().is_empty();
        // Before a blank alone, it may be of the name: `50 Cent`.
        let is_parted = number.len() < first.len()
            || number.contains(|c| matches!(c, '\u{2460}'..='\u{24ff}' | '\u{2776}'..='\u{2793}'))
            || (!is_last && (rest.starts_with('\t') || rest.trim_start().starts_with(BEHIND_NUMBERS)));
        let counts = !number.is_empty() && number.chars().all(char::is_numeric) && is_parted;
        let is_letter = is_tick_letter(first) && !is_last;
        let joins = joining.contains(&first) && (first.len() > 1 || first == name);
        // `12:30 PM Ana`
        if let Some(behind) = behind_time(name).or_else(|| behind_number(name)) {
            name = behind;
            continue;
        }
        if !counts
            && !is_letter
            && !joins
            && !first.eq_ignore_ascii_case("[x]")
            && !first.chars().all(is_sign)
        {
            break;
        }
        name = rest.trim_start();
    }
    // `1.Ada`
    let behind = name.trim_start_matches(|c: char| c.is_ascii_digit());
    let glued =
        behind.strip_prefix(['.', ')', ':', '-']).filter(|rest| rest.starts_with(char::is_alphabetic));
    let glued = glued.filter(|_| behind.len() < name.len());
    let is_mark = |c: char| c == ' ' || (is_sign(c) && !"[]".contains(c));
    glued.unwrap_or(name).trim_end_matches(is_mark)
}

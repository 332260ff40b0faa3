//! What a project's texts hold besides the project: sentences that tell a judge or a machine how to score, and characters that nobody
//! sees. Both are facts with their citation. A person reads them and decides.
//!
//! A sentence is found by the phrases of `phrases.rs`. Examples are passed over, since projects are about such sentences, too: what stands
//! in quotation marks inside a sentence, in a block of code, or in a list that says that these are attacks.

use super::Fact;
use super::phrases::{phrases, words_of};
use super::readings::{QUOTED, carried, shown};
use crate::duplicates::words;
use crate::text::{exchanged, is_invisible, name_key, turns_direction};
use crate::unicode::{Form, normal};
use std::sync::LazyLock;

/// Most words that may stand where a phrase has `..`.
const GAP: usize = 6;
const MOST_CITED: usize = 5;
/// Most characters of a citation.
const CITED: usize = 300;
/// Characters shown before and after hidden ones.
const AROUND: usize = 40;
/// Words before an order that are read. Without an end, a long text of orders would be read anew for each.
const BEFORE: usize = 40;
/// So many characters without a width in a row are no accident of copying.
const RUN: usize = 4;
/// Quotation marks, by their beginning and end.
const QUOTES: [(char, char); 8] =
    [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('»', '«'), ('「', '」'), ('『', '』'), ('`', '`')];

/// Letters that look like Latin ones, besides those of names: small capitals, Greek, Armenian and Cyrillic ones.
const LOOK_ALIKE: (&str, &str) = (
    "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢνυηγωոօսհցզյլпвнгьѵӏԍıɩɡɑ",
    "abcdefghijklmnoprstuvwyzvunywnouhgqjlnbhrbvlgiiga",
);

/// Words, each of which may be the beginning of one only.
type Alternative = Vec<(String, bool)>;

/// A phrase, ready to be looked for.
struct Phrase {
    is_order: bool,
    /// With whether other words may stand before it.
    slots: Vec<(bool, Vec<Alternative>)>,
}

static READY: LazyLock<Vec<Phrase>> = LazyLock::new(|| phrases().map(phrase).collect());
static BEFORE_ORDERS: LazyLock<Vec<Alternative>> = LazyLock::new(|| alternatives("OPENINGS"));
static OF_EXAMPLES: LazyLock<Vec<Alternative>> = LazyLock::new(|| alternatives("MENTIONS"));
static SPOKEN_TO: LazyLock<Vec<Alternative>> = LazyLock::new(|| {
    alternatives(
        "JUDGE|MACHINE|grading|scoring|judging|you_grade|you_score|you_judge|you_evaluate|JURY_ELSEWHERE",
    )
});

fn phrase(text: &str) -> Phrase {
    let (mut slots, mut gap) = (Vec::new(), false);
    for slot in text.split(' ').filter(|slot| *slot != "^") {
        if slot != ".." {
            slots.push((gap, alternatives(slot)));
        }
        gap = slot == "..";
    }
    Phrase { is_order: text.starts_with('^'), slots }
}

fn alternatives(slot: &str) -> Vec<Alternative> {
    let of_list = |name: &str| words_of(name).map(alternatives);
    slot.split('|').flat_map(|one| of_list(one).unwrap_or_else(|| vec![alternative(one)])).collect()
}

fn alternative(text: &str) -> Alternative {
    let mut all = Vec::new();
    for part in text.split('_') {
        let folded = fold(part.trim_end_matches('*'));
        all.extend(words(&folded).into_iter().map(|word| (word.to_owned(), false)));
        if let Some(last) = all.last_mut().filter(|_| part.ends_with('*')) {
            last.1 = true;
        }
    }
    all
}

/// A text as it looks: in lower case, without accents, hidden characters and letters of other scripts that look Latin. What is the project's
/// is another word than the project.
pub(super) fn fold(text: &str) -> String {
    let seen: String = text.chars().filter(|c| !is_hidden(*c)).map(plain_letter).collect();
    let bare: String = normal(Form::Nfkd, &name_key(&seen))
        .chars()
        .filter(|c| !matches!(c, '\u{300}'..='\u{36f}'))
        .collect();
    let joined = bare.replace("'s ", "s ").replace("’s ", "s ");
    let joined = match joined.strip_suffix("'s").or_else(|| joined.strip_suffix("’s")) {
        Some(owner) => format!("{owner}s"),
        None => joined,
    };
    exchanged(&joined, LOOK_ALIKE)
}

/// The letter in a sign that Unicode takes apart into none: white in black circles and squares, and the lunate sigma.
fn plain_letter(c: char) -> char {
    let of_row = |first: u32| u32::from(c).checked_sub(first).and_then(|nth| u8::try_from(nth).ok());
    let letter = |first| of_row(first).filter(|nth| *nth < 26).map(|nth| char::from(b'a' + nth));
    match c {
        'ϲ' | 'Ϲ' => 'c',
        _ => letter(0x1f150).or_else(|| letter(0x1f170)).unwrap_or(c),
    }
}

/// A word of a sentence.
struct Token {
    word: String,
    /// It has letters and digits, which may stand for letters.
    is_mixed: bool,
    is_quoted: bool,
    /// The mark before it.
    after: Option<char>,
}

impl Token {
    fn new(word: &str, is_quoted: bool, after: Option<char>) -> Self {
        let is_mixed = word.contains(|c: char| c.is_ascii_digit()) && word.contains(char::is_alphabetic);
        Self { word: word.to_owned(), is_mixed, is_quoted, after }
    }

    /// Whether it is this word, or begins with it.
    fn reads(&self, word: &str, is_beginning: bool) -> bool {
        let mut seen = self.word.chars();
        self.word == word
            || is_beginning && self.word.starts_with(word)
            || self.is_mixed
                && word.chars().all(|c| seen.next().is_some_and(|seen| seen == c || stands_for(seen, c)))
                && (is_beginning || seen.next().is_none())
    }
}

/// Whether people write this digit for the letter.
fn stands_for(digit: char, letter: char) -> bool {
    matches!(
        (digit, letter),
        ('0', 'o') | ('1', 'i' | 'l') | ('3', 'e') | ('4', 'a') | ('5', 's') | ('7', 't')
    )
}

/// Which quotation is open.
#[derive(Default)]
struct Quotation(Option<char>);

impl Quotation {
    /// Reads a character with `rest` behind it. A mark that nothing closes quotes nothing.
    fn read(&mut self, c: char, rest: &str) {
        self.0 = match self.0 {
            Some(end) if c == end => None,
            None => QUOTES.iter().find_map(|(begin, end)| {
                (*begin == c && rest.chars().take(QUOTED).any(|c| c == *end)).then_some(*end)
            }),
            open => open,
        };
    }
}

/// Whether a text ends with a single letter, as what a point shortens does: "e.g.".
fn is_initial(text: &str) -> bool {
    let mut back = text.chars().rev();
    back.next().is_some_and(char::is_alphabetic) && !back.next().is_some_and(char::is_alphanumeric)
}

/// The sentences of a line. With `heeding_quotes`, none ends inside quotation marks.
fn sentences(line: &str, heeding_quotes: bool) -> Vec<&str> {
    let (mut found, mut begin, mut quotation) = (Vec::new(), 0, Quotation::default());
    for (at, c) in line.char_indices() {
        let end = at + c.len_utf8();
        let rest = line.get(end..).unwrap_or_default();
        if heeding_quotes {
            quotation.read(c, rest);
        }
        let ends = matches!(c, '!' | '?' | ';' | '。' | '！' | '？' | '；')
            || c == '.'
                && !rest.starts_with(char::is_alphanumeric)
                && !is_initial(line.get(..at).unwrap_or_default());
        if ends && quotation.0.is_none() {
            found.extend(line.get(begin..end));
            begin = end;
        }
    }
    found.extend(line.get(begin..));
    found
}

fn tokens(sentence: &str) -> Vec<Token> {
    let is_quote = |c: char| QUOTES.iter().any(|(begin, end)| [*begin, *end].contains(&c));
    let is_mark = |c: char| is_quote(c) || ",:()[]{}<>—–，：、（）【】".contains(c);
    let (mut all, mut quotation, mut rest) = (Vec::new(), Quotation::default(), sentence);
    let mut mark = None;
    while !rest.is_empty() {
        let end = rest.find(is_mark).unwrap_or(rest.len());
        let (piece, following) = rest.split_at(end);
        let folded = fold(piece);
        for word in words(&folded) {
            all.push(Token::new(word, quotation.0.is_some(), mark.take()));
        }
        let mut following = following.chars();
        if let Some(c) = following.next() {
            quotation.read(c, following.as_str());
            mark = if is_quote(c) { mark } else { Some(c) };
        }
        rest = following.as_str();
    }
    all
}

/// Whether these words stand at a place.
fn stands(alternative: &[(String, bool)], tokens: &[Token], at: usize) -> bool {
    tokens.get(at..at + alternative.len()).is_some_and(|tokens| {
        tokens.iter().zip(alternative).all(|(token, (word, is_beginning))| token.reads(word, *is_beginning))
    })
}

fn any_stands(alternatives: &[Alternative], tokens: &[Token]) -> bool {
    (0..tokens.len()).any(|at| alternatives.iter().any(|alternative| stands(alternative, tokens, at)))
}

fn follow(slots: &[(bool, Vec<Alternative>)], tokens: &[Token], at: usize) -> bool {
    let Some(((gap, alternatives), rest)) = slots.split_first() else { return true };
    let farthest = if *gap { at + GAP } else { at };
    (at..=farthest.min(tokens.len())).any(|at| {
        alternatives.iter().any(|alternative| {
            stands(alternative, tokens, at) && follow(rest, tokens, at + alternative.len())
        })
    })
}

/// Whether what stands at a place can be an order: at the beginning, behind what opens one, behind a colon, or behind a comma where
/// somebody is spoken to.
fn may_order(tokens: &[Token], at: usize) -> bool {
    let before = tokens.get(at.saturating_sub(BEFORE)..at).unwrap_or_default();
    let mut reached = vec![at <= BEFORE];
    reached.resize(before.len() + 1, false);
    for from in 0..before.len() {
        if reached.get(from) == Some(&true) {
            for opening in BEFORE_ORDERS.iter().filter(|opening| stands(opening, before, from)) {
                if let Some(to) = reached.get_mut(from + opening.len()) {
                    *to = true;
                }
            }
        }
    }
    if reached.last() == Some(&true) {
        return true;
    }
    match tokens.get(at).and_then(|token| token.after) {
        None => false,
        Some(',' | '，' | '、' | '—' | '–') => {
            any_stands(&SPOKEN_TO, before) && !any_stands(&OF_EXAMPLES, before)
        }
        Some(_) => !any_stands(&OF_EXAMPLES, before),
    }
}

fn tells_how_to_score(sentence: &str) -> bool {
    let tokens = tokens(sentence);
    let all_quoted = tokens.iter().all(|token| token.is_quoted);
    let tells = |at: usize| {
        READY
            .iter()
            .any(|phrase| follow(&phrase.slots, &tokens, at) && (!phrase.is_order || may_order(&tokens, at)))
    };
    tokens.iter().enumerate().any(|(at, token)| (all_quoted || !token.is_quoted) && tells(at))
}

/// The sentences of a text that tell a judge or a machine how to score, each as it reads there.
pub fn addressed(text: &str) -> Vec<String> {
    let (mut found, mut lists_examples, mut in_code) = (Vec::<String>::new(), false, false);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        in_code ^= line.starts_with("```");
        let is_item = line.starts_with(|c: char| "-*•>`".contains(c) || c.is_ascii_digit());
        if in_code || lists_examples && is_item {
            continue;
        }
        let line = shown(line);
        let of_examples = any_stands(&OF_EXAMPLES, &tokens(&without_addresses(&line)));
        lists_examples = line.ends_with([':', '：']) && of_examples;
        let carried = if of_examples { Vec::new() } else { carried(&line) };
        let mut parts: Vec<&str> = Vec::new();
        for sentence in sentences(&line, true) {
            let is_quotation = !sentence.is_empty() && tokens(sentence).iter().all(|token| token.is_quoted);
            parts.extend(if is_quotation { sentences(sentence, false) } else { vec![sentence] });
        }
        parts.extend(carried.iter().flat_map(|piece| sentences(piece, false)));
        for part in parts.into_iter().filter(|part| tells_how_to_score(part)) {
            let cited: String = spelled_out(part.trim()).chars().take(CITED).collect();
            if found.len() < MOST_CITED && !found.contains(&cited) {
                found.push(cited);
            }
        }
    }
    found
}

/// A line without addresses, whose words say nothing of the sentence: `example.org` makes no example of it.
fn without_addresses(line: &str) -> String {
    line.split(' ').filter(|word| !word.contains("://")).collect::<Vec<_>>().join(" ")
}

/// What the fields of a project hold, each with its name, besides the project.
pub fn facts<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<Fact> {
    let mut facts = Vec::new();
    for (field, text) in fields {
        let sentences = addressed(text).into_iter();
        facts.extend(sentences.map(|quote| Fact::Addressed { field: field.to_owned(), quote }));
        facts.extend(hidden_characters(text).map(|(quote, count)| Fact::HiddenCharacters {
            field: field.to_owned(),
            quote,
            count: u32::try_from(count).unwrap_or(u32::MAX),
        }));
    }
    facts
}

/// Whether a character shows nothing, tags and selectors of variants included.
fn is_hidden(c: char) -> bool {
    !c.is_whitespace() && c != '\u{2800}' && is_invisible(c)
}

/// The ASCII characters once more, without a shape.
fn is_tag(c: char) -> bool {
    matches!(c, '\u{e0000}'..='\u{e007f}')
}

fn selects_variant(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Whether a run of hidden characters hides something. One joiner or selector shapes the letters and pictures beside it, a few tags
/// behind a black flag name its country, and texts of both directions need marks that turn them.
fn hides(run: &str, before: Option<char>, turns: bool) -> bool {
    let flags = before == Some('\u{1f3f4}') && run.ends_with('\u{e007f}') && run.chars().all(is_tag);
    run.contains(is_tag) && !flags
        || run.contains(['\u{202d}', '\u{202e}'])
        || run.contains(turns_direction) && !turns
        || run.chars().filter(|c| selects_variant(*c)).count() > 1
        || run.chars().filter(|c| !is_tag(*c) && !selects_variant(*c)).count() >= RUN
}

/// The parts of a text: what is seen, and runs of hidden characters, with whether each hides something.
fn parts(text: &str) -> Vec<(&str, Option<bool>)> {
    let turns = text.contains(is_right_to_left);
    let (mut all, mut rest, mut before) = (Vec::new(), text, None);
    while !rest.is_empty() {
        let hidden = rest.starts_with(is_hidden);
        let end = rest.find(|c: char| is_hidden(c) != hidden).unwrap_or(rest.len());
        let (part, following) = rest.split_at(end);
        all.push((part, hidden.then(|| hides(part, before, turns))));
        (before, rest) = (part.chars().next_back(), following);
    }
    all
}

/// Hidden characters of a text: how many, and the first of them among the letters around them, spelled out. None where they only
/// shape what is seen.
pub fn hidden_characters(text: &str) -> Option<(String, usize)> {
    let parts = parts(text);
    let first = parts.iter().position(|(_, hides)| *hides == Some(true))?;
    let count =
        parts.iter().filter(|(_, hides)| *hides == Some(true)).map(|(run, _)| run.chars().count()).sum();
    let seen = |parts: &[(&str, Option<bool>)]| -> Vec<char> {
        parts.iter().flat_map(|(part, _)| part.chars()).filter(|c| !is_hidden(*c)).collect()
    };
    let (before, after) = (seen(parts.get(..first)?), seen(parts.get(first + 1..)?));
    let before: String = before.iter().skip(before.len().saturating_sub(AROUND)).collect();
    let after: String = after.iter().take(AROUND).collect();
    let run: String = spelled(parts.get(first)?.0).chars().take(CITED).collect();
    Some((format!("{before}{run}{after}"), count))
}

/// A text with its hidden characters spelled out, but for those that shape what is seen.
fn spelled_out(text: &str) -> String {
    let shapes = |run: &str| {
        run.chars().all(|c| selects_variant(c) || matches!(c, '\u{200c}'..='\u{200f}' | '\u{61c}' | '\u{ad}'))
    };
    let part = |(part, hides): (&str, Option<bool>)| match hides {
        Some(hides) if hides || !shapes(part) => spelled(part),
        _ => part.to_owned(),
    };
    parts(text).into_iter().map(part).collect()
}

/// A run of hidden characters as the text that its tags or selectors hold, or by their numbers.
fn spelled(run: &str) -> String {
    let carried = |c: char| match u32::from(c) {
        tag @ 0xe0000..=0xe007f => u8::try_from(tag - 0xe0000).ok(),
        low @ 0xfe00..=0xfe0f => u8::try_from(low - 0xfe00).ok(),
        high @ 0xe0100..=0xe01ef => u8::try_from(high - 0xe0100 + 16).ok(),
        _ => None,
    };
    let read = String::from_utf8(run.chars().filter_map(carried).collect()).unwrap_or_default();
    let read: String = read.chars().filter(|c| !c.is_control()).collect();
    if !read.is_empty() {
        return format!("[hidden: {read}]");
    }
    let mut counted: Vec<(char, usize)> = Vec::new();
    for c in run.chars() {
        match counted.iter_mut().find(|(seen, _)| *seen == c) {
            Some((_, count)) => *count += 1,
            None => counted.push((c, 1)),
        }
    }
    let each: Vec<String> =
        counted.iter().map(|(c, count)| format!("U+{:04X} × {count}", u32::from(*c))).collect();
    format!("[hidden: {}]", each.join(", "))
}

//! What lists say of whether somebody or something takes part.

use super::{
    DASHES, Header, LONGEST_HEADING, LONGEST_QUESTION, ListRow, heading, in_english, is_mark, is_moment,
    is_no, is_yes, says_none, unguarded, whole_number, word_in_english, words,
};
use crate::text::search_key;

/// Words for what does not take part, which mean that in any column, and as the name of one. These and the words below are those that
/// [`state_key`] gives: the table of words has them in other languages, and in the forms of the sites where people answer.
const GONE: &str = "withdrawn withdrew noshow absent notcoming waitlist disqualified ineligible rejected declined cancelled \
    refunded removed deleted deactivated donotinvite recused unregistered optedout void voided";
/// Other words for what does not take part, or not yet. Of another thing than whether somebody or something does, they may say
/// something else.
const OUT: &str = "incomplete inprogress notstarted notavailable unavailable spam test archived invalid reject left lefttheteam \
    dropped droppedout quit no false";
/// The word for whom nobody knows yet whether they come.
const UNSURE: &str = "maybe";
/// Words for people who come, besides a yes. “Coming” is a name of columns, too, as RSVP is.
const COMES: &str = "accept accepted active approved attended attending available complete completed confirmed eligible registered rsvp";
/// Names of columns that say with yes or no whether a row counts.
const COUNTS: &str = "valid counts eligible invite include included selected chosen";
/// The same of whether it does not, besides [`GONE`].
const COUNTS_NOT: &str = "droppedout dropped out remove exclude excluded skip";
/// The same of whether its person comes.
const COMING: [&str; 9] = [
    "rsvp", "attending", "attended", "available", "confirmed", "accepted", "approved", "registered", "active",
];
/// Words of columns that decide or note something else of people than whether they come, in the form in which texts are searched.
const ASIDE: &str = "paid pay payment payments fee fees deposit invoice invoices receipt refund duplicate duplicates dupe visa passport \
    travel flight hotel accommodation housing parking expense expenses reimbursement reimbursements stipend scholarship scholarships \
    grant bursary breakfast lunch dinner meal meals catering food diet party afterparty workshop workshops talk talks photo photos \
    consent conduct terms waiver nda newsletter mailing subscription email mail discord slack shirt tshirt swag badge \
    bezahlt zahlung rechnung visum reise duplikat dublette doppelt essen fotos pagado pago factura visado duplicado viaje cena \
    paye paiement facture doublon voyage diner pagamento fatura visto duplicata pagato fattura doppione viaggio zaplacono oplacone \
    platnosc wiza 支払い 支払済み 重複 付款 已付款 签证 簽證 重复 دفع تأشيرة مكرر";
/// Names of columns that say what something is called. A team may be called “Void”, and a track “Conflict”.
const CALLED: &str = "name fullname firstname lastname title project projecttitle projectname team teamname track category tags \
    description members judge organizer company organization organisation affiliation employer school university city nickname handle alias \
    username discordusername githubusername";
/// Other people of an event, who have no role in it.
const OTHERS: &str = "mentor mentors coach coaches sponsor sponsors volunteer volunteers speaker speakers guest guests helper \
    helpers staff press observer observers";
/// The name of columns that have the days on which somebody comes, and the words there for none, besides those for no.
const DAYS: &str = "availability";
const NO_DAY: &str = "neither notavailable unavailable weder";
/// Words for what is not ready to count.
const DRAFT: [&str; 5] = ["draft", "notsubmitted", "notyetsubmitted", "unsubmitted", "unpublished"];
/// How words for a conflict begin.
const CONFLICT: [&str; 4] = ["confli", "konflikt", "befangen", "利益相反"];
/// What follows such a word where it says of what or with whom.
const OF_CONFLICTS: [&str; 10] = ["of", "with", "interest", "de", "d", "di", "mit", "avec", "con", "com"];
/// Most characters of a name or a cell that is repeated.
const SHOWN: usize = 40;

/// What follows a yes or a no that goes on.
const GOES_ON: [char; 14] = [',', '.', ';', ':', '!', '(', '–', '—', '，', '。', '、', '！', '（', '،'];
/// The same, with more than one character.
const GOES_ON_SO: [&str; 6] = [" - ", " +", " by ", " I ", " I'", " I’"];
/// What parts the sentences of an answer, besides signs.
const JOINS: [&str; 6] = [" and ", " but ", " und ", " aber ", " et ", " y "];
/// Words that say nothing of whether somebody comes, in the form in which texts are searched.
const FILLING: &str = "sorry unfortunately sadly anymore any more now already today yesterday leider heute gestern malheureusement hier \
    lamentablemente desafortunadamente hoy ayer infelizmente hoje ontem purtroppo oggi ieri helaas vandaag niestety bohuzel valitettavasti \
    desvarre tyvarr maalesef увы к сожалению сегодня вчера";
/// Words by which a remark about somebody begins, in the same form.
const OF_SOMEBODY: &str = "he she they is are has have had was er sie hat ist il elle a est ha foi он она";
/// Words behind a yes that make it depend on something, in the form in which texts are searched.
const CONDITIONS: &str = "but if unless not no only depends depending aber wenn falls sofern nicht nur mais si sauf pas pero solo mas se \
    nao so ma non maar als niet men hvis om inte ikke ale jesli nie но если не";

/// A word for a state in the form in which such words are compared, in English where it is known. People say it of themselves and of
/// others, too.
pub(crate) fn state_key(cell: &str) -> String {
    let known = |said: &str| word_in_english(said).map(str::to_owned);
    let of_somebody = || of_somebody(cell).map(|said| known(&said).unwrap_or_else(|| heading(&said)));
    known(cell).or_else(of_somebody).unwrap_or_else(|| heading(cell))
}

/// What a sentence about oneself or somebody says, without the words that say nothing of whether they come: “I can’t make it”, “has
/// declined”, “kommt leider nicht”.
fn of_somebody(cell: &str) -> Option<String> {
    let plain = searched(cell);
    let said: Vec<&str> = words(&plain).filter(|word| !is_among(FILLING, word)).collect();
    let begins = said.iter().take_while(|word| is_among(OF_SOMEBODY, word)).count();
    let said = match said.as_slice() {
        ["i" | "we", "m" | "am" | "re" | "are", rest @ ..] | ["im", rest @ ..] => rest.join(" "),
        ["i" | "we", "ll", rest @ ..] => format!("will {}", rest.join(" ")),
        ["i" | "we", rest @ ..] => rest.join(" "),
        said if begins > 0 || said.len() < words(&plain).count() => {
            said.iter().skip(begins).copied().collect::<Vec<_>>().join(" ")
        }
        _ => return None,
    };
    // “He Nie” is a name.
    let is_name = begins > 0 && matches!(word_in_english(&said), Some("yes" | "no"));
    Some(said).filter(|said| !said.is_empty() && !is_name)
}

/// A name or a cell in the form in which texts are searched. Empty where it is too long to be either.
fn searched(cell: &str) -> String {
    if cell.len() > LONGEST_HEADING { String::new() } else { search_key(cell) }
}

/// Whether a word is one of a list, between whose words are blanks.
pub(crate) fn is_among(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|known| known == word)
}

/// As [`state_key`], also of an answer that goes on: “No, sorry”, “Yes, in person”, “Sick, can’t come”. A yes that depends on something is
/// none. What is asked may be before it: “Attended: No”.
pub(crate) fn answer_key(cell: &str) -> String {
    answered(cell).unwrap_or_else(|| bare_answer_key(cell))
}

/// What a question and its answer say: “Attended: No”, “Checked in = FALSE”, “Declined on: 3 Nov”, “Status: withdrawn”. None of any other
/// text.
pub(crate) fn answered(text: &str) -> Option<String> {
    let sign = text.split_once([':', '：', '=', '?', '？']);
    let (asked, said) = sign.or_else(|| DASHES.into_iter().find_map(|dash| text.split_once(dash)))?;
    if text.len() > LONGEST_QUESTION || !said.contains(char::is_alphanumeric) {
        return None;
    }
    let key = in_english(asked).map_or_else(|| heading(asked), str::to_owned);
    let answer = bare_answer_key(said.trim());
    let says_yes = comes(&answer) || is_mark(&answer) || is_moment(said);
    let says_no = is_no(&answer);
    match key.as_str() {
        "status" => Some(answer),
        asked if COMING.contains(&asked) && says_no => Some("no".to_owned()),
        asked if COMING.contains(&asked) && says_yes => Some("yes".to_owned()),
        asked if COMING.contains(&asked) && is_not_coming(&answer) => Some(answer),
        asked if is_gone(asked) && says_yes => Some(asked.to_owned()),
        asked if is_gone(asked) && says_no => Some("yes".to_owned()),
        _ => None,
    }
}

fn bare_answer_key(cell: &str) -> String {
    let ends = cell.find(GOES_ON).into_iter().chain(GOES_ON_SO.into_iter().filter_map(|on| cell.find(on)));
    if let Some((word, rest)) = ends.min().map(|end| cell.split_at(end)) {
        let key = state_key(word);
        let is_answer = is_not_coming(&key) || (key == "yes" && !depends(rest));
        if is_answer && rest.contains(char::is_alphanumeric) {
            return key;
        }
    }
    said_at_last(cell).unwrap_or_else(|| state_key(cell))
}

/// What a later sentence of an answer says plainly of who does not come.
fn said_at_last(cell: &str) -> Option<String> {
    let joined = JOINS.into_iter().find_map(|join| cell.split_once(join));
    let (_, last) =
        joined.or_else(|| cell.rsplit_once(GOES_ON)).filter(|_| cell.len() <= LONGEST_QUESTION)?;
    Some(state_key(last)).filter(|key| ["notcoming", "noshow"].contains(&key.as_str()))
}

/// Whether what goes on behind a yes makes it depend on something.
fn depends(rest: &str) -> bool {
    let plain = search_key(rest);
    let depends = |word: &str| is_among(CONDITIONS, word) || word_in_english(word) == Some(UNSURE);
    words(&plain).any(depends)
}

/// Whether a word, as [`state_key`] gives it, says that somebody or something does not take part, or not yet.
pub(crate) fn is_out(key: &str) -> bool {
    is_gone(key) || DRAFT.contains(&key) || is_among(OUT, key)
}

/// Whether such a word says so by itself, in whatever column or line.
fn is_gone(key: &str) -> bool {
    is_among(GONE, key)
}

/// Whether such a word says of a person that they do not come, or that nobody knows yet, where it is alone beside or above them.
pub(crate) fn is_not_coming(key: &str) -> bool {
    is_gone(key) || key == UNSURE || key == "no"
}

/// The same where it is in parentheses behind the person, or answers whether they come.
pub(crate) fn keeps_out(key: &str) -> bool {
    is_out(key) || key == UNSURE
}

/// Whether such a word says that somebody comes.
pub(crate) fn comes(key: &str) -> bool {
    is_yes(key) || is_among(COMES, key)
}

/// Whether such a word is for people of an event who have no role in it.
pub(crate) fn is_of_others(key: &str) -> bool {
    is_among(OTHERS, key)
}

/// Whether a column, by its name, decides or notes something else of people than whether they come: `Visa`, `Is this a duplicate?`.
pub(crate) fn is_aside(name: &str) -> bool {
    let plain = searched(name);
    words(&plain).any(|word| is_among(ASIDE, word))
}

/// Whether such a word is a heading of those who come.
pub(crate) fn names_who_comes(key: &str) -> bool {
    comes(key) || COMING.contains(&key)
}

/// Whether such a word names a conflict of interest.
fn is_conflict(key: &str) -> bool {
    key == "coi" || CONFLICT.iter().any(|word| key.starts_with(word))
}

/// Whether a cell says that somebody has a conflict. “Conflict resolution” is a subject.
fn tells_conflict(cell: &str) -> bool {
    let plain = searched(cell);
    let mut words = words(&plain);
    let Some(first) = words.next().filter(|word| is_conflict(word)) else { return false };
    let rest = plain.split_once(first).map_or("", |(_, rest)| rest);
    // “Conflict-free” is a word.
    let is_parted = !rest.starts_with('-') && rest.trim_start().starts_with(|c: char| !c.is_alphanumeric());
    match words.next() {
        None => true,
        Some(second) if is_no(second) || says_none(second) => false,
        Some(second) => is_parted || OF_CONFLICTS.contains(&second),
    }
}

/// What a row says against itself in a column that its list does not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Against {
    /// The beginning of the column's name; empty where it has none.
    pub column: String,
    /// The beginning of what the row says there.
    pub said: String,
}

impl Against {
    /// Both as one text.
    pub(crate) fn text(self) -> String {
        if self.column.is_empty() { self.said } else { format!("{}: {}", self.column, self.said) }
    }
}

/// What the name of a column says that a list does not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named {
    /// That its rows do not count: “Absent”.
    Gone,
    /// That they have a conflict of interest.
    Conflict,
    /// That they count: “Valid”.
    Counts,
    /// That somebody has projects: “Assigned”.
    Assigned,
    /// That their people wait for a place, with the number of those before them: “Waitlist position”.
    Waiting,
    /// That their people come: “Confirmed”.
    Coming,
    /// On which days they come: “Availability”.
    Days,
    /// That nobody knows yet whether they come: “Maybe”.
    Unsure,
    /// That they are drafts.
    Draft,
    /// That they are none: “Submitted”.
    Submitted,
    Else,
}

impl Named {
    /// None of a column whose cells are names, or say something else of people than whether they come.
    fn of(name: &str, key: &str) -> Option<Self> {
        Some(match key {
            "waitlist" => Self::Waiting,
            _ if is_gone(key) || is_among(COUNTS_NOT, key) => Self::Gone,
            _ if is_conflict(key) => Self::Conflict,
            "assigned" => Self::Assigned,
            _ if is_among(COUNTS, key) => Self::Counts,
            _ if is_aside(name) => return None,
            _ if COMING.contains(&key) => Self::Coming,
            DAYS => Self::Days,
            UNSURE => Self::Unsure,
            _ if DRAFT.contains(&key) => Self::Draft,
            "submitted" | "published" => Self::Submitted,
            _ if is_among(CALLED, key) => return None,
            _ => Self::Else,
        })
    }
}

/// The columns that a list does not read, but those of names. A row may say there that it does not count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unread(Vec<(usize, String, Named)>);

impl Unread {
    /// All such columns but those that are `used`.
    pub(crate) fn of(header: &Header, used: &[Option<usize>]) -> Self {
        let columns = header.names().iter().zip(header.keys().iter().zip(header.english())).enumerate();
        let unread = columns.filter(|(at, _)| !used.contains(&Some(*at)));
        let named = unread.filter_map(|(at, (name, (key, english)))| {
            Some((at, beginning(name), Named::of(name, english.unwrap_or(key.as_str()))?))
        });
        Self(named.collect())
    }

    /// What a row says of that it does not count or has a conflict.
    pub(crate) fn against(&self, row: &ListRow<'_>) -> Option<Against> {
        self.find(row, |named, cell| says_gone(named, cell) || says_conflict(named, cell))
    }

    /// What a row says of that its person does not come. How many projects somebody is assigned is something else.
    pub(crate) fn gone(&self, row: &ListRow<'_>) -> Option<Against> {
        self.find(row, |named, cell| named != Named::Assigned && says_gone(named, cell))
    }

    /// What a row of a project says of that it does not count, and whether the column is there to say that. Of any other column, it may be
    /// about a person or a part of the project.
    pub(crate) fn of_project(&self, row: &ListRow<'_>) -> Option<(Against, bool)> {
        let is_out = |named: Named, cell: &str| match named {
            _ if cell.is_empty() => false,
            Named::Assigned | Named::Conflict => false,
            // There are many such cells, and most are texts.
            Named::Else => {
                let key = if cell.len() <= SHOWN { state_key(cell) } else { String::new() };
                is_gone(&key) || DRAFT.contains(&key.as_str())
            }
            _ => says_gone(named, cell) || says_draft(named, cell),
        };
        let decides = |named: Named, cell: &str| {
            matches!(named, Named::Gone | Named::Waiting | Named::Counts | Named::Draft | Named::Submitted)
                && is_out(named, cell)
        };
        let decided = self.find(row, decides).map(|against| (against, true));
        decided.or_else(|| self.find(row, is_out).map(|against| (against, false)))
    }

    /// What a row says of that it is a draft.
    pub(crate) fn draft(&self, row: &ListRow<'_>) -> Option<Against> {
        self.find(row, says_draft)
    }

    /// The first cell of a row that says this.
    pub(crate) fn saying(&self, row: &ListRow<'_>, says: impl Fn(&str) -> bool) -> Option<Against> {
        self.find(row, |_, cell| !says_none(cell) && says(cell))
    }

    fn find(&self, row: &ListRow<'_>, says: impl Fn(Named, &str) -> bool) -> Option<Against> {
        self.0.iter().find_map(|(at, column, named)| {
            let cell = unguarded(row.cell(*at));
            says(*named, cell).then(|| Against { column: column.clone(), said: beginning(cell) })
        })
    }
}

fn beginning(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(SHOWN).collect()
}

fn says_gone(named: Named, cell: &str) -> bool {
    let key = short_key(cell);
    match named {
        // More than one is how often somebody declined.
        Named::Gone => says_yes(cell, &key) && whole_number(cell).is_none_or(|number| number == 1),
        Named::Waiting => says_yes(cell, &key),
        Named::Days => {
            let names_none = says_none(cell) && cell.contains(char::is_alphabetic);
            names_none || is_no(&key) || is_not_coming(&key) || is_among(NO_DAY, &key)
        }
        Named::Coming => is_no(&key) || is_not_coming(&key),
        Named::Counts | Named::Assigned => is_no(&key) || is_gone(&key),
        // A sign has no letter.
        Named::Unsure => !says_none(cell) && (key.is_empty() || comes(&key) || is_mark(&key)),
        // What goes on there is a text.
        Named::Draft | Named::Submitted | Named::Else => {
            cell.len() <= LONGEST_HEADING && is_gone(&state_key(cell))
        }
        Named::Conflict => false,
    }
}

fn says_draft(named: Named, cell: &str) -> bool {
    let key = short_key(cell);
    match named {
        Named::Draft => says_yes(cell, &key),
        Named::Submitted => is_no(&key) || DRAFT.contains(&key.as_str()),
        _ => DRAFT.contains(&key.as_str()),
    }
}

fn says_conflict(named: Named, cell: &str) -> bool {
    match named {
        Named::Conflict => says_yes(cell, &short_key(cell)),
        Named::Draft | Named::Submitted | Named::Else => tells_conflict(cell),
        _ => false,
    }
}

/// Whether a cell, of which this is the key, says that it is as its column is called.
fn says_yes(cell: &str, key: &str) -> bool {
    !says_none(cell) && !is_no(key)
}

/// As [`answer_key`], but empty where the cell is too long to be an answer.
fn short_key(cell: &str) -> String {
    if cell.len() > LONGEST_QUESTION { String::new() } else { answer_key(cell) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list_file::Rows;

    #[test]
    fn a_row_may_say_that_it_does_not_count() {
        let says = |list: &str| {
            let mut rows = Rows::new(list, 9);
            let header = Header::of(&rows.next_row().unwrap().unwrap());
            let row = rows.next_row().unwrap().unwrap();
            let unread = Unread::of(&header, &[Some(0)]);
            (unread.against(&row), unread.gone(&row))
        };
        for against in [
            "judge,absent\nada,yes",
            "judge,Absent?\nada,x",
            "judge,Conflict of interest\nada,employer",
            "judge,assigned\nada,no",
            "judge,Zugesagt\nada,nein",
            "judge,State\nada,cancelled",
            "judge,notes\nada,withdrawn",
            "judge,notes\nada,conflict with Oak",
            "judge,notes\nada,Conflict of interest",
            "judge,Bemerkung\nada,Konflikt: Kollege",
            "judge,\nada,No show",
            "judge,notes\nada,Warteliste",
            "judge,Can’t make it\nada,x",
            "judge,Coming?\nada,tentative",
            "judge,Accepted?\nada,no",
            "judge,Available?\nada,No - away",
            "judge,Zugesagt\nada,Nein! Leider krank",
            "judge,notes\nada,I can’t make it",
            "judge,Status\nada,Sorry! I’m not coming",
            "judge,Maybe\nada,✓",
            "judge,notes\nada,has declined",
            "judge,notes\nada,kommt leider nicht",
            "judge,notes\nada,not coming any more",
            "judge,Are you available?\nada,no",
            "judge,Attended\nada,No",
            "judge,Checked in?\nada,FALSE",
            "judge,Teilgenommen\nada,nein",
            "judge,Eligible\nada,no",
            "judge,Declined on\nada,3 Nov 2026",
            "judge,Abgesagt am\nada,3.11.2026",
        ] {
            let (name, said) = against.split_once('\n').unwrap();
            let column = name.trim_start_matches("judge,").to_owned();
            let said = said.trim_start_matches("ada,").to_owned();
            assert_eq!(says(against).0, Some(Against { column, said }), "{against}");
        }
        for silent in [
            "judge,absent\nada,no",
            "judge,absent\nada,",
            "judge,Conflict of interest\nada,No",
            "judge,Conflict of interest\nada,none",
            "judge,Conflict of interest\nada,No: I know nobody",
            "judge,Absent?\nada,No. I come late",
            "judge,Available?\nada,Yes - all day",
            "judge,assigned\nada,yes",
            "judge,Needs power\nada,no",
            "judge,No.\nada,7",
            "judge,Completed\nada,no",
            "judge,Declined on\nada,",
            "judge,Checked in at\nada,2026-11-29 10:02",
            "judge,status\nada,not started",
            "judge,notes\nada,came late",
            "judge,notes\nada,Conflict: none",
            "judge,strengths\nada,Conflict resolution",
            "judge,strengths\nada,Conflict-free merging",
            "judge,Team\nada,Void",
            "judge,Teamname\nada,Not coming",
            "judge,Track\nada,Conflict of cultures",
            "judge,Company\nada,Absent",
            "judge,Paid?\nada,refunded",
            "judge,Is this a duplicate?\nada,removed",
            "judge,Visa status\nada,rejected",
            "judge,Workshop\nada,waitlist",
            "judge,Reise genehmigt?\nada,abgelehnt",
            "judge,Remote\nada,maybe",
            "judge,Maybe\nada,",
            "absent\nyes",
        ] {
            assert_eq!(says(silent), (None, None), "{silent}");
        }
        // Of a person, these say how often, and with whom.
        for count in ["judge,assigned\nada,0", "judge,declined\nada,2", "judge,conflicts\nada,Oak"] {
            assert_eq!(says(count).1, None, "{count}");
        }
        assert!(says("judge,coming\nada,no").1.is_some() && says("judge,declined\nada,1").1.is_some());
    }
}

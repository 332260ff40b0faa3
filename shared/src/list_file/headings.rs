//! What columns are called in other languages and in the questions of forms. One table gives the English name, which readers know.

use super::{heading, in_figures, is_among};
use crate::text::search_key;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The table: a line for each English name.
const TABLE: &str = include_str!("../lists/headings.txt");
/// The name of the line of words that make no difference.
const SMALL_WORDS: &str = "-";
/// That of words that make none in questions and instructions of forms.
const ASKING_WORDS: &str = "?";
/// That of words for coming. A question of who comes has one of them.
const COMING_WORDS: &str = "+";
/// That of words that may be around them there.
const AROUND_WORDS: &str = "~";
/// That of days on which somebody may come, or not.
const DAY_WORDS: &str = "%";
/// The lines of words that name no column.
const NO_NAMES: [&str; 5] = [SMALL_WORDS, ASKING_WORDS, COMING_WORDS, AROUND_WORDS, DAY_WORDS];
/// What such a question may ask for that is no address.
const ASKED: &str = "projecttitle team members memberemail memberemails track category challenge prize tagline summary \
    description tags room table";
/// What it may ask for an address of.
const LINKED: [&str; 5] = ["repository", "demo", "video", "slides", "link"];
/// Words of a question for an address. `Team link` is not what the team is called.
const OF_LINKS: [&str; 9] = ["link", "links", "url", "urls", "address", "upload", "attach", "file", "drop"];
/// Words that say of what all that is asked is.
const OF_ALL: [&str; 8] =
    ["project", "projects", "hackathon", "event", "submission", "entry", "hack", "participate"];
/// How a question begins that is answered with yes or no.
const OF_YES_OR_NO: [&str; 17] = [
    "are", "is", "am", "do", "does", "did", "have", "has", "had", "will", "would", "can", "could", "should",
    "may", "were", "was",
];
/// English names of the table that are words in cells, and no column’s.
const IN_CELLS: &str = "draft unpublished incomplete inprogress submitted withdrawn notsubmitted disqualified confirmed declined \
    cancelled attending attended registered unregistered accepted approved eligible ineligible notcoming noshow absent waitlist maybe \
    yes no organizer total size kind month donotinvite deactivated availability";
/// Those of them of which a column may have the days.
const DATED: &str = "withdrawn disqualified confirmed declined cancelled attending attended registered unregistered accepted \
    approved rsvp";
/// Words of the name of such a column, in small letters.
const OF_DAYS: &str = "on at date time day when since timestamp datetime am um seit datum zeit uhrzeit tag zeitpunkt le heure jour el \
    fecha hora día em data il ora giorno op tijd dag dato tid klo pvm aika dnia czas čas dne időpont в дата время час когда tarihi tarih \
    saati saat 日 日時 日付 时间 時間 日期 시간 날짜 일시 تاريخ وقت";
/// Words beside the figures of a day or a time, in small letters.
const OF_MOMENTS: &str = "a p m am pm t z at on um uhr h min s utc gmt est edt pst pdt cet cest ist de del of the le el il kl klo st nd rd \
    th mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday mo di mi do fr sa so lun mar mie jue vie \
    sab dom mer jeu ven sam г в 年 月 日 時 时 分 秒 上午 下午 午前 午後 년 월 일 시 분 초 오전 오후";
/// What days are called that have a number.
const COUNTED_DAYS: &str = "day tag jour dia giorno dag dzien den nap день gun paiva";
/// English names of columns whose number is the name of what they hold.
const NUMBERED: [&str; 3] = ["table", "room", "place"];
/// Dashes between two parts of a text, and not inside a word.
pub(crate) const DASHES: [&str; 3] = [" - ", " – ", " — "];
/// Most bytes of a name that is looked up. A form’s question may be long, and a text is no name.
pub(crate) const LONGEST_HEADING: usize = 120;
/// Most bytes of a question that names a column, or of an answer, with all that it explains.
pub(super) const LONGEST_QUESTION: usize = 400;
/// Most bytes of a cell that a spreadsheet makes of a number.
const LONGEST_DAY: usize = 16;
/// Most bytes of a day with its time.
const LONGEST_MOMENT: usize = 60;
/// What spreadsheets write where a formula fails, in the languages that have words of their own.
const ERRORS: &str = "REF VALUE NAME DIV0 NULL NUM NA SPILL CALC ERROR BEZUG WERT ZAHL NV VALEUR NOM NOMBRE NUL VALOR NOME ND RIF \
    VALORE VERW WAARDE NAAM GETAL NB ADR ARG NAZWA LICZBA ССЫЛКА ЗНАЧ ИМЯ ЧИСЛО НД";

static SMALL: LazyLock<HashSet<String>> = LazyLock::new(|| words_of(SMALL_WORDS));
static ASKING: LazyLock<HashSet<String>> = LazyLock::new(|| words_of(ASKING_WORDS));
static COMING: LazyLock<HashSet<String>> = LazyLock::new(|| words_of(COMING_WORDS));
static AROUND: LazyLock<HashSet<String>> = LazyLock::new(|| words_of(AROUND_WORDS));
static DAYS: LazyLock<HashSet<String>> = LazyLock::new(|| words_of(DAY_WORDS));

static ENGLISH: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    names_by_line().flat_map(|(english, names)| names.map(move |name| (folded(name), english))).collect()
});

/// The words of such a line, in the form in which texts are searched.
fn words_of(wanted: &str) -> HashSet<String> {
    let found = lines().filter(|(line, _)| *line == wanted);
    found.flat_map(|(_, words)| words.split(", ")).map(search_key).collect()
}

/// Each English name with its names.
fn names_by_line() -> impl Iterator<Item = (&'static str, std::str::Split<'static, &'static str>)> {
    let names = lines().filter(|(line, _)| !NO_NAMES.contains(line));
    names.map(|(english, names)| (english, names.split(", ")))
}

fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "))
}

/// A name as it is looked up: without accents, signs, small words and the number before it.
fn folded(name: &str) -> String {
    let plain = search_key(name);
    heading(&unnumbered(&plain).filter(|word| !SMALL.contains(*word)).collect::<String>())
}

/// The words of a name without the number before it.
fn unnumbered(plain: &str) -> impl Iterator<Item = &str> {
    words(plain).enumerate().filter(|(at, word)| *at > 0 || !is_question_number(word)).map(|(_, word)| word)
}

/// What a question or an instruction of a form asks for, without the words that such have: “Which track are you submitting to?”, “Link to
/// your GitHub repository”. What is answered with yes or no is something else.
fn asked(name: &str) -> Option<&'static str> {
    let plain = search_key(name);
    let said = || unnumbered(&plain);
    let is_answered = said().next().is_none_or(|first| OF_YES_OR_NO.contains(&first));
    // `Hall A` is a room’s name.
    if is_answered || said().last() == Some("a") {
        return None;
    }
    let has = |known: &[&str]| said().any(|word| known.contains(&word));
    let (links, people) = (has(&OF_LINKS), has(&["who", "list"]));
    let may_be = |english: &&'static str| LINKED.contains(english) || (!links && is_among(ASKED, english));
    let without = |others: &[&str]| {
        let is_left_out =
            |word: &str| SMALL.contains(word) || ASKING.contains(word) || others.contains(&word);
        let kept: String = said().filter(|word| !is_left_out(word)).collect();
        ENGLISH.get(&heading(&kept)).copied().filter(may_be)
    };
    let found = without(&[]).or_else(|| without(&OF_ALL))?;
    // “Who is on your team?”
    Some(if people && found == "team" { "members" } else { found })
}

/// Whether a question asks whether somebody comes: “Will you be able to attend the event?”, “Können Sie als Jurymitglied teilnehmen?”. Of what
/// else it asks, its other words say: “Will you attend the dinner?”, “Can you come on Sunday?”.
fn asks_who_comes(name: &str) -> bool {
    let plain = search_key(name);
    let said = || unnumbered(&plain);
    let is_known = |word: &str| COMING.contains(word) || AROUND.contains(word) || SMALL.contains(word);
    // Somebody who presents nothing may come.
    let presents = said().zip(said().skip(1)).any(|pair| matches!(pair, ("to" | "you", "present")));
    !presents && said().count() > 1 && said().any(|word| COMING.contains(word)) && said().all(is_known)
}

/// Whether a column is about one of several days or times: “Saturday”, “Will you judge on Sunday?”, “Day 2”, “28.11.2026”, “10:00–12:00”. Of
/// what else happens then, its other words say: “Sunday brunch”.
pub(crate) fn is_of_a_day(name: &str) -> bool {
    let plain = if name.len() > LONGEST_HEADING { String::new() } else { search_key(name) };
    let is_month = |word: &str| word_in_english(word) == Some("month");
    let is_known = |word: &str| {
        // “9am”
        let unit = word.trim_matches(|c: char| c.is_ascii_digit());
        let is_asking = COMING.contains(word) || AROUND.contains(word) || SMALL.contains(word);
        is_asking || DAYS.contains(word) || is_month(word) || unit.is_empty() || is_among(OF_MOMENTS, unit)
    };
    let numbers = words(&plain).filter(|word| is_number(word)).count();
    let counts = |word: &str| is_among(COUNTED_DAYS, word) && numbers == 1;
    let is_day = |word: &str| {
        DAYS.contains(word)
            || counts(word)
            || (is_month(word) && numbers > 0)
            // “Can you come on 28.11.?”
            || (COMING.contains(word) && numbers > 1)
    };
    let is_one = is_moment(name) || words(&plain).any(is_day);
    is_one && words(&plain).all(|word| is_known(word) || counts(word))
}

/// The words of a text, without its signs.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// A text without the signs around it.
pub(crate) fn without_signs(text: &str) -> &str {
    text.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Whether a word is the number of a question: `1` or `Q1`.
fn is_question_number(word: &str) -> bool {
    is_number(word.strip_prefix('q').filter(|number| !number.is_empty()).unwrap_or(word))
}

/// Whether a text has nothing but figures.
pub(crate) fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The English word for a cell's, with nothing beside it: `Submitted (late)` is not simply what was submitted.
pub(crate) fn word_in_english(cell: &str) -> Option<&'static str> {
    if cell.len() > LONGEST_HEADING { None } else { ENGLISH.get(&folded(cell)).copied() }
}

/// The English name of a column, in the form in which names are compared; none where it is not known. It also knows some words
/// that people write into cells.
pub fn in_english(name: &str) -> Option<&'static str> {
    named(name).or_else(|| dated(name)).or_else(|| {
        let is_one =
            name.len() <= LONGEST_QUESTION && !name.trim_end().ends_with('#') && !asks_for_size(name);
        let (question, _) = split_remark(name);
        let rsvp = || asks_who_comes(question).then_some("rsvp");
        if is_one { asked(question).or_else(rsvp) } else { None }
    })
}

/// What a column has the days of: `Confirmed on`, `Check-in time`, `Bestätigt am`, `参加日時`.
fn dated(name: &str) -> Option<&'static str> {
    // `Day 1 attended` is about one of several.
    let is_other = name.len() > LONGEST_HEADING || name.contains(char::is_numeric);
    let plain = if is_other { String::new() } else { in_figures(name).to_lowercase() };
    let state = |name: &str| word_in_english(name).filter(|english| is_among(DATED, english));
    let kept: Vec<&str> = words(&plain).filter(|word| !is_among(OF_DAYS, word)).collect();
    let parted = if kept.len() < words(&plain).count() { state(&kept.join(" ")) } else { None };
    // Some languages have no blanks between words.
    let days = OF_DAYS.split_whitespace().filter(|day| !day.is_ascii());
    parted.or_else(|| days.filter_map(|day| plain.trim_end().strip_suffix(day)).find_map(state))
}

/// Whether the remark behind a column’s name says a day: `Attendance (Saturday)`.
pub(crate) fn has_a_day(name: &str) -> bool {
    is_of_a_day(split_remark(name).1)
}

/// A name, and the remark behind it: `E-Mail (Pflichtfeld)`, `Track – one of these`.
fn split_remark(name: &str) -> (&str, &str) {
    let signs = name.find(['(', '（', '[', ':', '：', '?', '？', '*', '\n']);
    // `Team – Email` is no team, and an explanation has more words.
    let explains = |at: &usize| name.get(*at..).is_some_and(|remark| words(remark).count() > 2);
    let dashes = DASHES.into_iter().filter_map(|dash| name.find(dash)).filter(explains);
    name.split_at(dashes.chain(signs).min().unwrap_or(name.len()))
}

/// Whether the remark behind a name asks how many there are: `Team (size)` is another thing than a team.
fn asks_for_size(name: &str) -> bool {
    matches!(word_in_english(split_remark(name).1), Some("size" | "total"))
}

/// The same of a name that is no question.
fn named(name: &str) -> Option<&'static str> {
    if name.len() > LONGEST_HEADING {
        return None;
    }
    if let Some(counted) = name.trim_end().strip_suffix('#').filter(|counted| !heading(counted).is_empty()) {
        let numbered = word_in_english(&format!("{counted} number"));
        // These are called by their numbers.
        return numbered.or_else(|| word_in_english(counted).filter(|english| NUMBERED.contains(english)));
    }
    if asks_for_size(name) {
        return None;
    }
    // `E-Mail (Pflichtfeld)`, `Équipe / Team`.
    let (before, _) = split_remark(name);
    word_in_english(name).or_else(|| word_in_english(before)).or_else(|| {
        let mut parts = before.split(['/', '|']).map(word_in_english);
        let first = parts.next()??;
        parts.all(|part| part == Some(first)).then_some(first)
    })
}

/// The English name of a column, and not of a word in a cell.
pub(super) fn column_in_english(name: &str) -> Option<&'static str> {
    named(name).filter(|english| !is_among(IN_CELLS, english))
}

/// A cell without the name of its column before it, as `is_its` knows it in English: `Track: Health` means Health.
pub(crate) fn behind_name(cell: &str, is_its: impl Fn(&str) -> bool) -> &str {
    let parts = cell.split_once([':', '：']).map(|(name, rest)| (word_in_english(name), rest.trim()));
    match parts {
        Some((Some(name), rest)) if !rest.is_empty() && is_its(name) => rest,
        _ => cell,
    }
}

/// Whether a spreadsheet lost what a cell said: it shows an error, a formula, or a day that it made of a number.
pub fn is_damaged(cell: &str) -> bool {
    is_error(cell) || is_formula(cell) || is_made_day(cell)
}

/// Whether a cell is the error of a formula: `#REF!`, `#N/A`. A name such as `#HackTheHall!` is none.
pub(crate) fn is_error(cell: &str) -> bool {
    let Some(name) = cell.strip_prefix('#').filter(|name| name.len() <= LONGEST_DAY) else { return false };
    let ends = name.ends_with(['!', '?']) || name.contains('/') || name == "NV";
    let bare: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    ends && is_among(ERRORS, &bare)
}

/// Whether a cell is a formula, as a sheet has it that was saved without its values. What an export of ours guarded is a text.
pub(crate) fn is_formula(cell: &str) -> bool {
    let begins = |c: char| c.is_alphanumeric() || "\"'$(+-".contains(c);
    cell.strip_prefix('=').is_some_and(|formula| formula.starts_with(begins))
}

/// Whether a cell is a day without a year, which spreadsheets make of `3/4`. They put a sign between the two, and `LED 3` has none.
fn is_made_day(cell: &str) -> bool {
    if cell.len() > LONGEST_DAY || !cell.contains(['-', '.', '/']) {
        return false;
    }
    let plain = search_key(cell);
    let mut words = words(&plain);
    let (Some(first), Some(second), None) = (words.next(), words.next(), words.next()) else { return false };
    let is_day = |word: &str| word.len() <= 2 && is_number(word);
    let is_month = |word: &str| in_english(word) == Some("month");
    (is_day(first) && is_month(second)) || (is_month(first) && is_day(second))
}

/// Whether a cell is a day or a time and nothing else: `2026-11-03`, `3. November`, `11/3/26 10:02 AM`.
pub(crate) fn is_moment(cell: &str) -> bool {
    let plain = if cell.len() > LONGEST_MOMENT { String::new() } else { in_figures(cell).to_lowercase() };
    let numbers = plain.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).count();
    let said = || plain.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let is_month = |word: &str| word_in_english(word) == Some("month");
    let is_timed = plain.contains(':') && numbers > 1;
    numbers > 0
        && (numbers > 2 || is_timed || said().any(is_month))
        && said().all(|word| is_among(OF_MOMENTS, word) || is_month(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_of_the_table_has_two_meanings() {
        let mut seen: HashMap<String, &str> = HashMap::new();
        for (english, names) in names_by_line() {
            assert_eq!(in_english(english), Some(english), "a line knows its own name");
            for name in names {
                let folded = folded(name);
                assert!(!folded.is_empty() && name.len() <= LONGEST_HEADING, "{name}");
                assert_eq!(*seen.entry(folded).or_insert(english), english, "{name}");
            }
        }
        assert!(IN_CELLS.split_whitespace().all(|word| in_english(word) == Some(word)));
    }

    #[test]
    fn names_of_columns_are_known_in_many_languages() {
        // The 24 official languages of the European Union, then others.
        let addresses = "имейл,e-pošta,e-mailová adresa,e-mailadresse,e-mailadres,email,e-posti aadress,sähköposti,\
            adresse électronique,E-Mail-Adresse,ηλεκτρονικό ταχυδρομείο,e-mail cím,ríomhphost,indirizzo e-mail,e-pasts,\
            el. paštas,indirizz elettroniku,adres e-mail,endereço de e-mail,adresă de e-mail,emailová adresa,e-poštni naslov,\
            correo electrónico,e-postadress,електронна пошта,e-posta,البريد الإلكتروني,דואר אלקטרוני,ईमेल,メールアドレス,\
            이메일,电子邮箱,電子郵件,thư điện tử,อีเมล,surel,электронная почта";
        let teams = "отбор,tim,tým,hold,team,team,meeskond,tiimi,équipe,Teamname,ομάδα,csapat,foireann,squadra,komanda,\
            komandos pavadinimas,isem it-tim,zespół,equipa,echipă,tím,ekipa,equipo,lag,команда,takım,الفريق,צוות,टीम,チーム,\
            팀,团队,團隊,đội,ทีม,nama tim,название команды";
        let titles = "име на проекта,naziv projekta,název projektu,projektnavn,projectnaam,project title,projekti nimi,\
            projektin nimi,nom du projet,Projektname,όνομα έργου,projekt neve,ainm an tionscadail,nome del progetto,\
            projekta nosaukums,projekto pavadinimas,isem il-proġett,nazwa projektu,nome do projeto,numele proiectului,\
            názov projektu,ime projekta,nombre del proyecto,projektnamn,назва проєкту,proje adı,اسم المشروع,שם הפרויקט,\
            परियोजना का नाम,プロジェクト名,프로젝트명,项目名称,專案名稱,tên dự án,ชื่อโครงการ,nama proyek,название проекта";
        for (english, names) in [("email", addresses), ("team", teams), ("projecttitle", titles)] {
            let names: Vec<&str> = names.split(',').map(str::trim).collect();
            assert_eq!(names.len(), 37, "{english}");
            for name in names {
                let known = in_english(name);
                assert!(known == Some(english) || heading(name) == english, "{name}: {known:?}");
            }
        }
    }

    #[test]
    fn accents_signs_small_words_and_remarks_make_no_difference() {
        for (name, english) in [
            ("Nom de l'equipe", "team"),
            ("What is your team's name?", "team"),
            ("1. What is the name of your project? *", "projecttitle"),
            ("E\u{2011}Mail (Pflichtfeld)", "email"),
            ("Équipe / Team", "team"),
            ("SÄHKÖPOSTI", "email"),
            ("Проєкт", "project"),
            ("Q2. Team name", "team"),
            ("Table #", "table"),
            ("Raum #", "room"),
            ("Project #", "projectid"),
        ] {
            assert_eq!(in_english(name), Some(english), "{name}");
        }
        for none in [
            "", "?", "Title / Email", "Team (size)", "Members: how many?", "Mitglieder (Anzahl)", "Table 3",
            "Lamp", "the", "Barua pepe", "Team #", "Judge #", "Titel #", "2026",
        ] {
            assert_eq!(in_english(none), None, "{none}");
        }
    }

    #[test]
    fn questions_and_instructions_of_forms_name_what_they_ask_for() {
        for (name, english) in [
            ("Team members (names and emails, one per line)", "members"),
            ("Which track are you submitting to?", "track"),
            ("Which tracks would you like to compete in? (choose up to two)", "track"),
            ("Link to your GitHub repository", "repository"),
            ("Where can we find your source code?", "repository"),
            ("Please paste the URL of your project's GitHub repo here", "repository"),
            ("What is the name of your project?", "projecttitle"),
            ("Enter the name of your project here", "projecttitle"),
            ("Describe your project in a few sentences", "description"),
            ("Tell us about your project", "description"),
            ("Short description of your project – at most 200 words", "summary"),
            ("Upload your slides", "slides"),
            ("Upload your pitch deck (PDF)", "slides"),
            ("Provide a link to your demo video: public or unlisted", "video"),
            ("Project demo link", "demo"),
            ("3. Which technologies did you use?", "tags"),
            ("Which challenge are you submitting your project to?", "challenge"),
            ("Which table are you at?", "table"),
            ("Who is on your team?", "members"),
            ("List your team members", "members"),
            ("Which team are you on?", "team"),
            ("Code-Link", "repository"),
            ("Pista", "track"),
            ("Wysłano", "submitted"),
            ("رابط المستودع", "repository"),
            (
                "Link to your GitHub repository (make sure that it is public, that its licence is in it, and that the last commit was made \
              before the deadline)",
                "repository",
            ),
        ] {
            assert_eq!(in_english(name), Some(english), "{name}");
        }
        for none in [
            "Did you use GitHub?",
            "Is your project on a track?",
            "Hall A",
            "Team link",
            "Team – Email",
            "Upload your project",
            "Which project do you like?",
            "How did you hear about us?",
            "How many members are on your team?",
            "Which track (number)",
            "How did your team find its name?",
            "What problem does your project solve?",
            "Link",
            "Which",
        ] {
            assert!(matches!(in_english(none), None | Some("link")), "{none}: {:?}", in_english(none));
        }
        // A cell is no question.
        assert_eq!(column_in_english("Which track?"), None);
    }

    #[test]
    fn questions_in_any_words_ask_who_comes() {
        for question in [
            "Will you be able to attend the event?",
            "Are you available?",
            "Are you able to judge this hackathon? (yes/no)",
            "Do you plan to come?",
            "Sind Sie dabei?",
            "Können Sie als Jurymitglied teilnehmen?",
            "Serez-vous présent ?",
            "¿Asistirás como jurado?",
            "Você poderá participar do evento?",
            "Potrai partecipare all'evento?",
            "Kun je erbij zijn? (jurylid)",
            "Czy możesz przyjść?",
            "Вы сможете прийти?",
            "Чи прийдете?",
        ] {
            assert_eq!(in_english(question), Some("rsvp"), "{question}");
        }
        for other in [
            "Have you attended before?",
            "Will you attend the dinner?",
            "Can you come on Sunday?",
            "Are you a judge?",
            "Is the link available?",
            "Will you come as a team?",
            "Available",
            "Will you demo?",
            "Would you like to present?",
            "Can you present at the event?",
        ] {
            assert_ne!(in_english(other), Some("rsvp"), "{other}");
        }
    }

    #[test]
    fn a_column_may_be_about_one_of_several_days() {
        for name in [
            "Saturday",
            "Will you judge on Sunday?",
            "Can you come on Saturday, 28 November? (yes/no)",
            "Available Sat 9am - 5pm",
            "Sonntag",
            "Kommen Sie am Samstag?",
            "Venez-vous samedi ?",
            "¿Vienes el sábado?",
            "土曜日",
            "Day 2",
            "Tag 1",
            "28.11.2026",
            "Nov 28",
            "10:00–12:00",
            "Können Sie am 28.11. als Jurymitglied dabei sein?",
        ] {
            assert!(is_of_a_day(name), "{name}");
        }
        for other in [
            "", "Sunday brunch", "Day", "Day 1 attended", "Which day?", "Will you judge?", "2026",
            "Monday talk", "1",
        ] {
            assert!(!is_of_a_day(other), "{other}");
        }
    }

    #[test]
    fn a_column_may_have_the_days_of_a_state() {
        for (name, english) in [
            ("Confirmed on", "confirmed"),
            ("Date confirmed", "confirmed"),
            ("checked_in_at", "attended"),
            ("Check-in time", "attended"),
            ("Bestätigt am", "confirmed"),
            ("Fecha de confirmación", "confirmed"),
            ("Confirmé le", "confirmed"),
            ("参加日時", "attending"),
            ("Declined at", "declined"),
        ] {
            assert_eq!(in_english(name), Some(english), "{name}");
        }
        for other in ["Birth date", "Maybe on", "Time", "Confirmed by", "Date submitted", "Day 1 attended"] {
            assert!(!is_among(DATED, in_english(other).unwrap_or_default()), "{other}");
        }
    }

    #[test]
    fn a_moment_is_figures_with_the_words_of_days_and_times() {
        for moment in [
            "2026-11-03",
            "3 Nov",
            "Nov 3, 2026 at 10:02 AM",
            "3.11.26",
            "2026-11-03T10:00:00Z",
            "3 de noviembre de 2026",
            "2026年11月3日",
            "٢٠٢٦/١١/٣",
            "Tue, 3rd March",
            "10:02",
        ] {
            assert!(is_moment(moment), "{moment}");
        }
        for none in
            ["", "12", "3/4", "Yes", "May", "maybe 3", "3 of 4 days", "No, 3 Nov 2026", "Saturday", "1:"]
        {
            assert!(!is_moment(none), "{none}");
        }
    }

    #[test]
    fn a_cell_may_begin_with_the_name_of_its_column() {
        let track = |cell| behind_name(cell, |name| name == "track");
        assert_eq!(
            ["Track: Health", "Pista： Salud", "Health", "Team: Oak", "Track:", "Track 3: Sea"].map(track),
            ["Health", "Salud", "Health", "Team: Oak", "Track:", "Track 3: Sea"]
        );
    }

    #[test]
    fn a_day_without_a_year_was_a_number() {
        for day in ["03-Apr", "3. Mrz", "avr-03", "04. Mai", "12-дек"] {
            assert!(is_made_day(day), "{day}");
        }
        for none in ["3/4", "A-4", "Apr", "03-Apr-2026", "Hall 4", "LED 3", "May 4", "2026-04", "12-East", ""]
        {
            assert!(!is_made_day(none), "{none}");
        }
    }

    #[test]
    fn a_formula_begins_with_its_sign() {
        for formula in ["=A2", "=HYPERLINK(\"u\",\"t\")", "='Teams'!B3", "=\"a\"&B1"] {
            assert!(is_formula(formula) && is_damaged(formula), "{formula}");
        }
        for none in ["'=A2", "= Lamp", "=", "== Lamp ==", "=)", "Lamp = light"] {
            assert!(!is_formula(none), "{none}");
        }
    }

    #[test]
    fn an_error_of_a_formula_is_no_name() {
        for error in ["#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NV", "#BEZUG!", "#¡REF!", "#ССЫЛКА!"]
        {
            assert!(is_error(error) && is_damaged(error), "{error}");
        }
        for none in ["#4", "#REF", "REF!", "#WOW!", "#Error!", "N/A", "#", "#!", ""] {
            assert!(!is_error(none), "{none}");
        }
    }
}

//! Lists of people as others write them. Most are in `cases.txt`, with what is read of each.

use super::*;
use crate::ids::{PersonId, TrackId};
use crate::list_file::TICKS;
use std::collections::HashMap;

/// Reads a list that can be read.
fn read(text: &str) -> PeopleList {
    super::read(text).unwrap()
}

/// `email|name` of each person, `!` before what is no person.
fn read_short(text: &str) -> Vec<String> {
    read(text).lines.iter().map(|(_, read)| short(read)).collect()
}

fn short(read: &Read) -> String {
    match read {
        Ok(person) => format!("{}|{}", person.email, person.name),
        Err(LineFault::NoAddress { text }) => format!("!{text}"),
        Err(fault) => format!("!{fault:?}"),
    }
}

/// `email role` of each person, `!` before what is no person.
fn roles_of(text: &str) -> Vec<String> {
    let short = |(_, read): (usize, Read)| match read {
        Ok(person) => format!("{} {}", person.email, person.role.map_or("", MemberRole::name)),
        Err(fault) => format!("!{fault:?}"),
    };
    read(text).lines.into_iter().map(short).collect()
}

const CASES: &str = include_str!("cases.txt");

/// Characters that the cases write as others.
const WRITTEN: [(&str, &str); 9] = [
    ("⏎", "\n"),
    ("⇥", "\t"),
    ("∅", ""),
    ("⟨cr⟩", "\r"),
    ("⟨vs⟩", "\u{fe0f}"),
    ("⟨key⟩", "\u{20e3}"),
    ("⟨rlm⟩", "\u{200f}"),
    ("⟨zwsp⟩", "\u{200b}"),
    ("⟨wide⟩", "\u{3000}"),
];

fn is_list(line: &str) -> bool {
    line.starts_with(": ") || line.starts_with("= ")
}

/// Every case: its list as it is written, and what is read of it.
fn cases() -> Vec<(String, Vec<String>)> {
    let named: HashMap<&str, &str> = CASES.lines().filter_map(|line| line.split_once(" = ")).collect();
    let (mut cases, mut list) = (Vec::new(), "");
    let mut lines = CASES.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")).peekable();
    while let Some(line) = lines.next() {
        let filled: Vec<Vec<&str>> = match line {
            line if is_list(line) => {
                list = line;
                // The lines below fill it in.
                let is_filled = list.contains("{1}");
                assert_eq!(is_filled, lines.peek().is_some_and(|below| !is_list(below)), "{line}");
                if is_filled { Vec::new() } else { vec![Vec::new()] }
            }
            line if line.starts_with('@') && line.contains(" = ") => break,
            group if group.starts_with('@') => named[group].split(" ¦ ").map(|value| vec![value]).collect(),
            line => line.split(" ‖ ").map(|case| case.split(" ¦ ").collect()).collect(),
        };
        for values in filled {
            let mut case = list.to_owned();
            for (at, value) in values.iter().enumerate() {
                case = case.replace(&format!("{{{}}}", at + 1), value);
            }
            for (written, read) in WRITTEN {
                case = case.replace(written, read);
            }
            let (list, said) = case.split_once(" ⇒ ").unwrap();
            cases.push((list.to_owned(), said.split(" ¦ ").map(str::to_owned).collect()));
        }
    }
    cases
}

/// Whether a person or a fault is what a case says.
fn is_said(said: &str, read: &Read) -> bool {
    match (said.strip_prefix('!'), read) {
        (None, Ok(person)) => {
            let mut parts = said.splitn(3, '|').map(str::to_owned);
            let mut part = || parts.next().unwrap_or_default();
            let (email, name, role) = (part(), part(), part());
            email == person.email
                && (name == "*" || name == person.name)
                && role == person.role.map_or("", MemberRole::name)
        }
        (Some(said), Err(fault)) => said == "*" || faults(fault).contains(&said.to_owned()),
        _ => false,
    }
}

/// What a case may say of a fault.
fn faults(fault: &LineFault) -> Vec<String> {
    let text = match fault {
        LineFault::NoAddress { text } => return vec![text.clone()],
        LineFault::MoreCells { cells, columns } => format!("{cells} of {columns}"),
        LineFault::AboveHeader { text }
        | LineFault::NotAnAddress { text }
        | LineFault::NoDomain { text }
        | LineFault::Name { text }
        | LineFault::Role { text }
        | LineFault::State { text }
        | LineFault::Unticked { text }
        | LineFault::ExternalId { text }
        | LineFault::Cap { text }
        | LineFault::Several { text } => text.clone(),
    };
    let kind = format!("{fault:?}").split(' ').next().unwrap().to_owned();
    vec![format!("{kind} {text}"), kind]
}

#[test]
fn of_every_list_the_people_and_the_faults_are_read() {
    let cases = cases();
    assert!(cases.len() > 600, "{}", cases.len());
    for (case, said) in cases {
        let (kind, text) = case.split_at(2);
        let read = if kind == "= " {
            let lines = read_cell(text).map(|read| (1, read)).collect();
            Ok(PeopleList { lines, ..PeopleList::default() })
        } else {
            super::read(text)
        };
        let list = match read {
            Ok(list) => list,
            Err(fault) => {
                let fault = format!("!!{fault:?}");
                assert!(fault.starts_with(&said[0]) && said[0].len() > 2, "{text}\n{said:?}\n{fault}");
                continue;
            }
        };
        let behind =
            |sign: char| said.iter().filter_map(move |said| said.strip_prefix(sign)).collect::<Vec<_>>();
        let people: Vec<&String> = said.iter().filter(|said| !said.starts_with(['~', '?'])).collect();
        let are_said = people.len() == list.lines.len()
            && people.iter().zip(&list.lines).all(|(said, (_, read))| is_said(said, read));
        assert!(are_said, "{text}\n{said:?}\n{:?}", list.lines);
        let remarks: Vec<&str> = list.remarks.iter().map(|(_, remark)| remark.as_str()).collect();
        for (said, read) in
            [(behind('~'), remarks), (behind('?'), list.unused.iter().map(String::as_str).collect())]
        {
            let named: Vec<&str> = said.iter().copied().filter(|said| !said.is_empty()).collect();
            assert!(said.is_empty() || named == read, "{text}\n{said:?}\n{read:?}");
        }
    }
}

/// Each sign that is a tick in a cell is one on a line, but those that are bullets there.
#[test]
fn every_tick_is_one_on_a_line_and_in_a_column() {
    for tick in TICKS {
        let line = read_short(&format!("{tick} Ada ada@x.org\nDi di@x.org\n"));
        let column = read_short(&format!("Name,Email,Attending\nAda,ada@x.org,{tick}\nDi,di@x.org,no\n"));
        assert_eq!((line[0].as_str(), column[0].as_str()), ("ada@x.org|Ada", "ada@x.org|Ada"), "{tick}");
        assert!(line[1].starts_with("!Unticked") && column[1].starts_with("!State"), "{tick}");
    }
}

#[test]
fn the_lines_of_a_list_are_counted_as_its_file_has_them() {
    for (text, lines) in [
        ("Ada,ada@x.org,\"Likes engines, and\nnotes\"\nJoe,joe@y.org,Runs\n", vec![1, 3]),
        ("Judges 2026\n\nname;email\nAda;ada@x.org\n", vec![1, 4]),
        ("email\n\nada@x.org\n", vec![3]),
    ] {
        assert_eq!(read(text).lines.iter().map(|(line, _)| *line).collect::<Vec<_>>(), lines, "{text}");
    }
    assert_eq!(read_short(""), Vec::<String>::new());
}

#[test]
fn no_word_for_nothing_is_a_track_or_a_number_of_reviews() {
    let list =
        read("name,email,role,tracks,cap\nHana,ｈａｎａ＠x.org,judge,N/A,10.0\nBo,bo@x.org,judge,-,-\n");
    let people: Vec<ListedPerson> = list.lines.into_iter().map(|(_, read)| read.unwrap()).collect();
    let caps: Vec<_> = people.iter().map(|person| (person.review_cap, person.tracks.len())).collect();
    assert_eq!((caps, people[0].email.as_str()), (vec![(Some(10), 0), (None, 0)], "hana@x.org"));
}

#[test]
fn contacts_are_read_by_their_names_and_addresses() {
    let cards = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Love\\, Ada\r\nN:Love;Ada;;;\r\nitem1.EMAIL;TYPE=WORK:ada@\r\n x.org\r\n\
        EMAIL:a2@x.org\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:Bo Elm\r\nTEL:+123\r\nEND:VCARD\r\n";
    let list = read(cards);
    assert_eq!(read_short(cards), ["ada@x.org|Ada Love", "!Bo Elm"]);
    assert_eq!((list.lines[0].0, list.remarks), (5, vec![(7, "a2@x.org".to_owned())]));
}

#[test]
fn a_contact_without_a_whole_name_has_its_parts() {
    let card = |names: &str| read_short(&format!("BEGIN:VCARD\n{names}EMAIL:ada@x.org\nEND:VCARD\n"));
    assert_eq!(card("N:Love;Ada;;;\n"), ["ada@x.org|Ada Love"]);
    assert_eq!(card("N:Love;Ada\nFN:Countess\n"), ["ada@x.org|Countess"]);
    assert_eq!(card("N;ENCODING=QUOTED-PRINTABLE:L=C3=B6;Ada\n"), ["ada@x.org|"]);
}

#[test]
fn answers_below_each_other_are_of_one_person() {
    let out = |text: &str| format!("!{:?}", LineFault::State { text: text.into() });
    let said = ["ada@x.org|Ada".to_owned(), out("No"), out("Maybe")];
    let records = [("Ada", "ada", "Yes"), ("Bo", "bo", "No"), ("Cy", "cy", "Maybe")];
    for (form, lines) in [
        ("Name: N\nE-mail: A@x.org\nAttending: S\n\n", [1, 5, 9]),
        ("Name: N\nEmail: A@x.org\nAttending: S\nNotes: likes: \"tea\",\nand more\n", [1, 6, 11]),
        ("Attending: S\nEmail address：A@x.org\nYour name: N\n", [1, 4, 7]),
        ("Name:\nN\n\nEmail:\nA@x.org\n\nWill you attend?:\nS\n\n", [1, 10, 19]),
    ] {
        let of = |(name, address, answer): (&str, &str, &str)| {
            form.replace("N\n", &format!("{name}\n"))
                .replace("A@", &format!("{address}@"))
                .replace("S\n", &format!("{answer}\n"))
        };
        let text = records.map(of).concat();
        assert_eq!(read_short(&text), said, "{text}");
        let places: Vec<usize> = read(&text).lines.iter().map(|(line, _)| *line).collect();
        assert_eq!(places, lines, "{text}");
    }
    // Of a form, an answer that is missing makes no other person.
    let few = "Role: organizer\nEmail: ada@x.org\n\nEmail: bo@x.org\nRole: judge\n\nRole: judge\nEmail:\n";
    assert_eq!(roles_of(few)[..2], ["ada@x.org organizer", "bo@x.org judge"]);
    assert!(read(few).lines[2].1.is_err());
    // Addresses with words before them are no records.
    for (text, people) in [
        ("Email: ada@x.org\nEmail: bo@x.org\n", 2),
        ("Team: Oak\nEmail: ada@x.org\nEmail: bo@x.org\n", 2),
        ("Email: ada@x.org\nJudge: Bo <bo@x.org>\n", 2),
        ("Judges:\nada@x.org\nbo@x.org\n", 2),
    ] {
        let lines = read(text).lines;
        assert_eq!(lines.iter().filter(|(_, read)| read.is_ok()).count(), people, "{text}");
    }
}

#[test]
fn who_comes_by_a_calendar_is_invited() {
    let invited = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:abc@calendar.example\nORGANIZER;CN=Org:mailto:org@x.org\n\
        ATTENDEE;CN=\"Love; Ada: judge\";PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:ada@x.org\n\
        ATTENDEE;CN=bo@x.org;PARTSTAT=DECLINED:mailto:bo@x.org\nATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:cy@x.org\n\
        ATTENDEE;CUTYPE=ROOM;PARTSTAT=ACCEPTED:mailto:hall@x.org\nATTENDEE;CN=di@x.org:mailto:di@x.org\nEND:VEVENT\nEND:VCALENDAR\n";
    let out = |text: &str| format!("!{:?}", LineFault::State { text: text.into() });
    let (bo, cy) = (out("DECLINED: bo@x.org"), out("NEEDS-ACTION: cy@x.org"));
    let hall = out("ROOM: hall@x.org");
    let said = ["ada@x.org|Love; Ada: judge", &bo, &cy, &hall, "di@x.org|"];
    assert_eq!(read_short(invited), said);
    assert_eq!(read(invited).remarks, [(4, "ORGANIZER;CN=Org:mailto:org@x.org".to_owned())]);
}

#[test]
fn files_with_headings_are_read_by_them() {
    // Jury.
    let jury =
        "\u{feff}Name,Email,Track,Notes\r\n\"Lovelace, Ada\",ada@x.org,Health,early\r\nJoe,joe@y.org,,\r\n";
    let list = read(jury);
    let people: Vec<ListedPerson> = list.lines.into_iter().map(|(_, read)| read.unwrap()).collect();
    assert_eq!(
        (people[0].name.as_str(), &people[0].tracks[..]),
        ("Ada Lovelace", &["Health".to_owned()][..])
    );
    assert_eq!((people[1].email.as_str(), people[1].line, people[1].tracks.len()), ("joe@y.org", 3, 0));
    // Ours, as it is exported; two roles are two lines there, and may be one here.
    let ours = "user_email,name,role,tracks\r\nada@x.org,'=Ada,judge,Health;Climate\r\njoe@y.org,Joe,\"judge;organizer\",\r\n";
    let people: Vec<ListedPerson> = read(ours).lines.into_iter().map(|(_, read)| read.unwrap()).collect();
    assert_eq!(people[0].name, "=Ada");
    assert_eq!(people[0].tracks, ["Health", "Climate"]);
    assert_eq!(
        people[1..].iter().map(|p| p.role).collect::<Vec<_>>(),
        [Some(MemberRole::Judge), Some(MemberRole::Organizer)]
    );
    let tabs = "First Name\tLast Name\tE-Mail Address\tReview cap\nAda\tLovelace\tada@x.org\t12\n";
    let (_, first) = read(tabs).lines.remove(0);
    let first = first.unwrap();
    assert_eq!((first.name.as_str(), first.review_cap), ("Ada Lovelace", Some(12)));
}

#[test]
fn a_track_may_stand_behind_the_name_of_its_column() {
    let list = read("email,tracks\nada@x.org,Track: Health\nbo@x.org,Track: Sea; Pista: Sun\n");
    let tracks: Vec<Vec<String>> = list.lines.into_iter().map(|(_, read)| read.unwrap().tracks).collect();
    assert_eq!(tracks, [vec!["Health"], vec!["Sea", "Sun"]]);
    assert_eq!(
        read("email,Which tracks would you like?\nada@x.org,Health\n").lines[0].1.as_ref().unwrap().tracks,
        ["Health"]
    );
}

#[test]
fn a_written_list_is_read_as_the_same_people() {
    let list = read(
        "email,name,role,tracks,cap,external_id\nada@x.org,\"Ada \"\"A\"\" L\",judge,Health;Sea,3,j-1\njoe@y.org,Joe,,,,\n",
    );
    let people: Vec<ListedPerson> = list.lines.into_iter().map(|(_, read)| read.unwrap()).collect();
    let again = read(&write(&people)).lines.into_iter().map(|(_, read)| read.unwrap());
    let again: Vec<ListedPerson> = again.map(|p| ListedPerson { line: 0, ..p }).collect();
    assert_eq!(again, people.into_iter().map(|p| ListedPerson { line: 0, ..p }).collect::<Vec<_>>());
}

#[test]
fn every_line_gets_a_verdict() {
    let text = "email,role,tracks\nnew@x.org,,Health\nADA@x.org,judge,\nnew@X.org,,\nold@x.org,,\nasked@x.org,,\npart@x.org,,Sea\nnew@x.org,participant,\n";
    let person = |roles: &[MemberRole], invited: &[MemberRole]| KnownPerson {
        id: Some(PersonId(1)),
        roles: roles.to_vec(),
        invited: invited.to_vec(),
    };
    let known = KnownPeople {
        people: HashMap::from([
            ("ada@x.org".to_owned(), person(&[MemberRole::Organizer], &[])),
            ("old@x.org".to_owned(), person(&[MemberRole::Judge], &[])),
            ("asked@x.org".to_owned(), person(&[], &[MemberRole::Judge])),
        ]),
        tracks: vec![KnownTrack { id: TrackId(7), name: "HEALTH".into() }],
    };
    let found = verdicts(read(text).lines, MemberRole::Judge, &known);
    assert!(matches!(&found[0], LineVerdict::New { tracks, .. } if *tracks == [TrackId(7)]));
    assert!(matches!(&found[1], LineVerdict::New { has, .. } if *has == [MemberRole::Organizer]));
    assert!(matches!(&found[2], LineVerdict::Repeated(_, 2)));
    assert!(matches!(&found[3], LineVerdict::Member(..)));
    assert!(matches!(&found[4], LineVerdict::Invited(..)));
    assert!(matches!(&found[5], LineVerdict::TrackUnknown(_, unknown) if unknown[0].name == "Sea"));
    // The list itself makes them both.
    assert!(matches!(&found[6], LineVerdict::New { has, .. } if *has == [MemberRole::Judge]));
}

#[test]
fn our_exports_of_people_are_read_by_their_columns() {
    use crate::export::ExportKind;
    for (kind, row) in [
        (ExportKind::Registrations, "ada@x.org,Ada,organizer,"),
        (ExportKind::Judges, "1,ada@x.org,9,0,1,0,"),
    ] {
        let header = kind.columns(&[]).join(",");
        let list = read(&format!("{header}\n{row}\n"));
        assert!(matches!(&list.lines[..], [(2, Ok(person))] if person.email == "ada@x.org"), "{list:?}");
    }
    let list = read("user_email,name,role,tracks\nada@x.org,Ada,organizer,\n");
    assert_eq!(list.lines[0].1.as_ref().unwrap().role, Some(MemberRole::Organizer));
}

#[test]
fn a_column_that_reads_like_merged_cells_is_named() {
    let merged = |text: &str| read(text).merged;
    let text = "Role,Name,Email\norganizer,Ada,ada@x.org\n,Bo,bo@x.org\njudge,Cy,cy@x.org\n,Di,di@x.org\n";
    assert_eq!(merged(text), ["Role"]);
    assert!(merged(&text.replace("\n,", "\njudge,")).is_empty());
    assert!(merged("Name,Email\nAda,ada@x.org\n,bo@x.org\nCy,cy@x.org\n,di@x.org\n").is_empty());
}

#[test]
fn one_address_is_read_out_of_a_cell() {
    for cell in [
        "ana@oak.example",
        "Ana Oak <ana@oak.example>",
        "mailto:ana@oak.example",
        "ana@oak.example (Ana Oak)",
    ] {
        assert_eq!(only_person(cell).unwrap().email, "ana@oak.example", "{cell}");
    }
    let two = "Bo Elm, Ana Oak, ana@oak.example";
    for cell in ["", "Ana Oak", "ana@oak.example; bo@elm.example", two, "ana@localhost"] {
        assert_eq!(only_person(cell), None, "{cell}");
    }
    // It ends at once, although each scheme is taken away by itself.
    assert_eq!(only_person(&format!("{}ana@oak.example", "mailto:".repeat(300_000))), None);
}

#[test]
fn a_long_list_is_cut_and_says_so() {
    let text: String = (0..=MOST).map(|n| format!("p{n}@x.org\n")).collect();
    let list = read(&text);
    assert!(list.cut && list.lines.len() == MOST);
}

/// Mutated lists: every reader meets broken quotes, brackets and separators, and none panics.
#[test]
fn no_list_breaks_the_reader() {
    let seeds = [
        "\"Lovelace, Ada\" <ada@x.org>; Joe <joe@y.org>\tZoë,\"a\"\"b\",c@d.org\r\nemail,name\n",
        "Name;Email;Track\n\"A;\nb\";a@b.c;'=x\n",
        "email,name,role,tracks,cap\na@b.c,\"x\",judge;organizer,Y,3\n",
    ];
    let junk =
        ['"', '<', '>', ',', ';', '\t', '\n', '\r', '@', '\'', '\u{feff}', '\u{202e}', 'é', '\0', ' ', '.'];
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |most: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % most as u64).unwrap()
    };
    for round in 0..4_000 {
        let mut text: Vec<char> = seeds[round % seeds.len()].chars().collect();
        for _ in 0..=next(12) {
            let at = next(text.len());
            match next(3) {
                0 => text[at] = junk[next(junk.len())],
                1 => text.insert(at, junk[next(junk.len())]),
                _ => drop(text.remove(at)),
            }
            if text.is_empty() {
                text.push('x');
            }
        }
        let text: String = text.into_iter().collect();
        let people: Vec<ListedPerson> = super::read(&text)
            .unwrap_or_default()
            .lines
            .into_iter()
            .filter_map(|(_, read)| read.ok())
            .collect();
        for person in &people {
            assert!(names::is_email(&person.email), "{text:?}");
        }
        // What waits for its confirmation is the same people.
        let lines = |people: Vec<ListedPerson>| {
            people.into_iter().map(|person| ListedPerson { line: 0, ..person }).collect::<Vec<_>>()
        };
        let again = read(&write(&people)).lines.into_iter().map(|(_, read)| read.unwrap()).collect();
        assert_eq!(lines(again), lines(people), "{text:?}");
    }
}

#[test]
fn a_track_whose_name_holds_a_comma_waits_as_one() {
    let person = ListedPerson {
        line: 2,
        email: "ada@x.org".into(),
        tracks: vec!["Arts, Music".into()],
        ..ListedPerson::default()
    };
    let list = read(&write(std::slice::from_ref(&person)));
    assert_eq!(list.lines, [(2, Ok(person))]);
}

#[test]
fn the_name_of_a_track_may_hold_a_comma() {
    let track = |id, name: &str| KnownTrack { id: TrackId(id), name: name.into() };
    let known =
        KnownPeople { tracks: vec![track(1, "Arts, Music"), track(2, "Health")], ..KnownPeople::default() };
    let of = |rows: &str| verdicts(read(&format!("email,tracks\n{rows}")).lines, MemberRole::Judge, &known);
    for (cell, ids) in
        [("arts, music", vec![1]), ("Health, Arts, Music", vec![1, 2]), ("Arts, Music; Health", vec![1, 2])]
    {
        let found = of(&format!("ada@x.org,\"{cell}\"\n"));
        let LineVerdict::New { person, tracks, .. } = &found[0] else { panic!("{found:?}") };
        assert_eq!(tracks.iter().map(|track| track.0).collect::<Vec<_>>(), ids, "{cell}");
        // What waits for its confirmation is in the same tracks.
        let again = verdicts(read(&write(std::slice::from_ref(person))).lines, MemberRole::Judge, &known);
        assert!(matches!(&again[0], LineVerdict::New { tracks: again, .. } if again == tracks), "{again:?}");
    }
    let unknown = |rows: &str| -> Vec<(String, usize)> {
        missing_tracks(&of(rows)).into_iter().map(|(unknown, lines)| (unknown.name, lines)).collect()
    };
    let rows = "a@x.org,\"Health, Data, maps and tea\"\nb@x.org,\"data, maps and tea\"\nc@x.org,Sea; Sun\n";
    let named = |name: &str, lines| (name.to_owned(), lines);
    assert_eq!(unknown(rows), [named("Data, maps and tea", 2), named("Sea", 1), named("Sun", 1)]);
    let of_teams = verdicts(read(&format!("email,tracks\n{rows}")).lines, MemberRole::Participant, &known);
    assert!(missing_tracks(&of_teams).is_empty(), "who does not judge has no tracks");
}

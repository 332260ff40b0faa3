//! Lists of people as others write them: addresses, names, headings, and what is said of each line.

mod who_comes;

use super::*;
use crate::ids::{PersonId, TrackId};
use crate::list_file::ListKind;
use std::collections::HashMap;

/// Reads a list that can be read.
fn read(text: &str) -> PeopleList {
    super::read(text).unwrap()
}

/// `email|name` of each person, `!` before what is no person.
fn read_short(text: &str) -> Vec<String> {
    read(text).lines.iter().map(|(_, read)| short(read)).collect()
}

fn short(read: &Result<ListedPerson, LineFault>) -> String {
    match read {
        Ok(person) => format!("{}|{}", person.email, person.name),
        Err(LineFault::NoAddress { text }) => format!("!{text}"),
        Err(fault) => format!("!{fault:?}"),
    }
}

#[test]
fn addresses_are_read_in_the_forms_of_mail_programs() {
    let cases: &[(&str, &[&str])] = &[
        ("ada@x.org", &["ada@x.org|"]),
        ("Ada <ada@x.org>", &["ada@x.org|Ada"]),
        ("\"Lovelace, Ada\" <ada@x.org>", &["ada@x.org|Ada Lovelace"]),
        ("Lovelace, Ada <ada@x.org>; Doe, Joe <joe@y.org>", &["ada@x.org|Ada Lovelace", "joe@y.org|Joe Doe"]),
        ("Ada <ada@x.org>, Joe Doe <joe@y.org>", &["ada@x.org|Ada", "joe@y.org|Joe Doe"]),
        ("<ada@x.org>;<joe@y.org>", &["ada@x.org|", "joe@y.org|"]),
        ("bob@z.org, Ada <ada@x.org>, eve@x.org", &["bob@z.org|", "ada@x.org|Ada", "eve@x.org|"]),
        ("ada@x.org, joe@y.org; eve@z.org", &["ada@x.org|", "joe@y.org|", "eve@z.org|"]),
        ("ada@x.org joe@y.org", &["ada@x.org|", "joe@y.org|"]),
        ("mailto:ada@x.org.", &["ada@x.org|"]),
        ("Ada Lovelace ada@x.org", &["ada@x.org|Ada Lovelace"]),
        ("\n\n  ada@x.org  \r\n\r\nJoe <joe@y.org>\r\n", &["ada@x.org|", "joe@y.org|Joe"]),
        ("Zoë Ünal <zoë@exämple.org>", &["zoë@exämple.org|Zoë Ünal"]),
        ("Ada (host) <ada@x.org> # a note", &["ada@x.org|Ada (host)"]),
        ("Ada [ada@x.org], Joe [joe@y.org]", &["ada@x.org|Ada", "joe@y.org|Joe"]),
        ("['ada@x.org', 'joe@y.org']", &["ada@x.org|", "joe@y.org|"]),
    ];
    for (text, people) in cases {
        assert_eq!(read_short(text), *people, "{text:?}");
    }
}

#[test]
fn rows_of_spreadsheets_and_files_without_headings_are_read() {
    assert_eq!(read_short("Ada Lovelace\tada@x.org\tMath"), ["ada@x.org|Ada Lovelace"]);
    assert_eq!(read_short("Ada\tLovelace\tada@x.org"), ["ada@x.org|Ada Lovelace"]);
    assert_eq!(read_short("ada@x.org\tAda Lovelace"), ["ada@x.org|Ada Lovelace"]);
    // Gavel: name,email,description.
    let gavel = "Ada Lovelace,ada@x.org,\"Likes engines, and\nnotes\"\nJoe,joe@y.org,Runs\n";
    assert_eq!(read_short(gavel), ["ada@x.org|Ada Lovelace", "joe@y.org|Joe"]);
    assert_eq!(read(gavel).lines.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 3]);
}

#[test]
fn marks_numbers_and_remarks_around_people_are_no_part_of_their_names() {
    for line in [
        "Ada <ada@x.org>",
        "1. Ada <ada@x.org>",
        "1.Ada <ada@x.org>",
        "(1) Ada <ada@x.org>",
        "#1 Ada <ada@x.org>",
        "1\tAda\tada@x.org",
        "1\tAda <ada@x.org>",
        "1. ada@x.org, Ada",
        "• ada@x.org – Ada",
        "- ada@x.org, Ada",
        "- [x] Ada <ada@x.org>",
        "☐ Ada ada@x.org",
        "→ Ada (ada@x.org)",
        "ada@x.org\tAda",
        "ada@x.org (Ada)",
        "x Ada <ada@x.org>",
        "x,Ada,ada@x.org",
        "12 Ada <ada@x.org>",
        "№4 Ada <ada@x.org>",
        "1\u{fe0f}\u{20e3} Ada <ada@x.org>",
        "① Ada <ada@x.org>",
        "15-Ada <ada@x.org>",
        "[Ada](mailto:ada@x.org)",
        "- [Ada](mailto:ada@x.org?subject=Hi)",
        "Ada <mailto:ada@x.org>",
    ] {
        let list = read(line);
        assert_eq!((read_short(line), list.remarks), (vec!["ada@x.org|Ada".to_owned()], vec![]), "{line}");
    }
    for (line, remark) in [
        ("Ada <ada@x.org> (mentor)", "mentor"),
        ("Ada (ada@x.org) - mentor", "mentor"),
        ("Ada Love (ada@x.org) – vegan, late", "vegan, late"),
        ("Ada <ada@x.org> # a note", "a note"),
        ("Ada\tada@x.org\tMath", "Math"),
        ("ada@x.org, Ada, Math", "Math"),
        ("* Ada ada@x.org (Math)", "Math"),
        ("Ada <ada@x.org> (captain), Bo <bo@x.org>", "ada@x.org (captain)"),
    ] {
        let list = read(line);
        let first = list.lines[0].1.as_ref().unwrap();
        assert!(["Ada", "Ada Love"].contains(&first.name.as_str()), "{line}: {first:?}");
        assert_eq!(list.remarks, [(1, remark.to_owned())], "{line}");
    }
    for line in [
        "Ada (ada@x.org) - judge",
        "- Ada (ada@x.org): Judge",
        "1. ada@x.org - judge",
        "Ada <ada@x.org> – judge",
        "2) Ada ada@x.org (judge)",
    ] {
        let list = read(line);
        let ada = list.lines[0].1.as_ref().unwrap();
        assert_eq!((ada.role, list.remarks.len()), (Some(MemberRole::Judge), 0), "{line}");
        assert!(["Ada", ""].contains(&ada.name.as_str()), "{line}: {ada:?}");
    }
    // Each on a line with others.
    let line = "Ada (ada@x.org) - judge, Bo (bo@x.org) - organizer";
    assert_eq!(roles_of(line), ["ada@x.org judge", "bo@x.org organizer"]);
    for line in [
        "❌ Ada <ada@x.org>",
        "✗ ada@x.org",
        "Ada (ada@x.org) - declined",
        "Bo <bo@x.org>, Ada <ada@x.org>, declined",
        "bo@x.org, ada@x.org, no show",
    ] {
        assert!(read_short(line).last().is_some_and(|said| said.starts_with("!State")), "{line}");
    }
}

#[test]
fn a_name_beside_one_half_of_it_is_the_other_half() {
    for (headings, row) in [
        ("Nom;Prénom;Courriel", "Oak;Ana;ana@x.org"),
        ("Nombre;Apellidos;Correo electrónico", "Ana;Oak;ana@x.org"),
        ("Name;Vorname;E-Mail", "Oak;Ana;ana@x.org"),
        ("Name;Surname;Email", "Ana;Oak;ana@x.org"),
        // Here it is the whole one.
        ("Name;First name;Email", "Ana Oak;Ana;ana@x.org"),
        ("Name;Last name;Email", "Ana Oak;Oak;ana@x.org"),
        ("Full name;First name;Email", "Ana Oak;Annie;ana@x.org"),
        ("Name;First name;Last name;Email", "Ana Oak;Annie;Oak;ana@x.org"),
    ] {
        assert_eq!(read_short(&format!("{headings}\n{row}\n")), ["ana@x.org|Ana Oak"], "{headings}");
    }
}

#[test]
fn a_name_in_a_column_has_no_number_before_it_and_may_have_a_title_behind_it() {
    let list = read_short("Name,Email\n12. Ada,ada@x.org\n#13 Bo,bo@x.org\n");
    assert_eq!(list, ["ada@x.org|Ada", "bo@x.org|Bo"]);
    for line in ["Bo Elm, PhD <bo@x.org>", "Name,Email\n\"Bo Elm, PhD\",bo@x.org"] {
        assert_eq!(read_short(line), ["bo@x.org|Bo Elm, PhD"], "{line}");
    }
    assert_eq!(read_short("姓,名,メール\n佐藤,花子,hanako@x.org\n"), ["hanako@x.org|花子 佐藤"]);
    assert_eq!(read_short("[bo@x.org](mailto:bo@x.org)"), ["bo@x.org|"]);
    assert_eq!(roles_of("Bo Elm (organizer), bo@x.org"), ["bo@x.org organizer"]);
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
fn what_is_no_list_says_so() {
    for text in ["[{\"name\":\"Ada\",\"email\":\"ada@x.org\"}]", "<table><tr><td>ada@x.org</td></tr></table>"]
    {
        assert_eq!(super::read(text), Err(ListFault::Packed), "{text}");
    }
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
fn a_bad_line_says_why_and_stops_no_other() {
    let said = read_short("Ada Lovelace\nada@@x.org\nada@localhost\njoe@y.org");
    assert_eq!(said[0], "!Ada Lovelace");
    assert!(said[1].contains("NotAnAddress") && said[2].contains("NoDomain"), "{said:?}");
    assert_eq!(said[3], "joe@y.org|");
    let table = "email,role,cap\n,judge,\nada@x.org,cook,\njoe@y.org,,many\neve@z.org,judge,3\n";
    let faults: Vec<bool> = read(table).lines.iter().map(|(_, read)| read.is_err()).collect();
    assert_eq!(faults, [true, true, true, false]);
    assert_eq!(read_short(""), Vec::<String>::new());
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
fn a_table_whose_quotation_mark_never_closes_is_refused() {
    let table = "name,email\n\"Ada,ada@x.org\nJoe,joe@y.org\n";
    assert_eq!(super::read(table), Err(ListFault::OpenQuote { row: 2 }));
    let file = "Joe,joe@y.org,runs\nAda,ada@x.org,\"likes engines\n";
    assert_eq!(super::read(file), Err(ListFault::OpenQuote { row: 2 }));
}

#[test]
fn people_of_a_cell_are_separated_as_people_write() {
    let of = |cell: &str| {
        read_cell(cell).filter_map(Result::ok).map(|p| format!("{}|{}", p.email, p.name)).collect::<Vec<_>>()
    };
    for cell in [
        "Ana Oak <ana@oak.example>, Bo <bo@elm.example>",
        "Ana Oak <ana@oak.example>; Bo <bo@elm.example>",
        "Ana Oak <ana@oak.example>|Bo <bo@elm.example>",
        "Ana Oak ana@oak.example\nBo bo@elm.example",
        "Ana Oak <mailto:ana@oak.example>\r\nBo <bo@elm.example\u{200b}>",
        "Ana Oak <ana@oak.example>、Bo <bo@elm.example>",
        "Ana Oak ana@oak.example；Bo bo@elm.example",
        "Ana\u{3000}Oak <ana@oak.example>，Bo <bo@elm.example>",
    ] {
        assert_eq!(of(cell), ["ana@oak.example|Ana Oak", "bo@elm.example|Bo"], "{cell:?}");
    }
    assert_eq!(of("ana@oak.example|bo@elm.example"), ["ana@oak.example|", "bo@elm.example|"]);
    assert_eq!(of("Ana van der Oak, Bo Elm"), Vec::<String>::new());
}

/// The same of a cell.
fn of_cell(cell: &str) -> Vec<String> {
    read_cell(cell).map(|read| short(&read)).collect()
}

#[test]
fn nobody_is_lost_beside_an_address_or_gets_the_name_of_another() {
    for cell in [
        "Ana Oak <ana@oak.example>; Bo Elm",
        "Ana Oak <ana@oak.example>, Bo Elm",
        "Ana Oak ana@oak.example, Bo Elm",
        "Ana Oak, ana@oak.example, Bo Elm",
        "Ana Oak <ana@oak.example>؛ Bo Elm",
    ] {
        assert_eq!(of_cell(cell), ["ana@oak.example|Ana Oak", "!Bo Elm"], "{cell}");
    }
    for cell in ["Bo Elm; Ana Oak <ana@oak.example>", "Bo Elm | Ana Oak <ana@oak.example>"] {
        assert_eq!(of_cell(cell), ["!Bo Elm", "ana@oak.example|Ana Oak"], "{cell}");
    }
    assert_eq!(of_cell("Oak, Ana <ana@oak.example>"), ["ana@oak.example|Ana Oak"]);
    assert_eq!(of_cell("Ana, Oak, ana@oak.example"), ["ana@oak.example|Ana Oak"]);
    assert_eq!(of_cell("Bo Elm, Ana Oak, ana@oak.example"), ["ana@oak.example|Ana Oak", "!Bo Elm"]);
    assert_eq!(of_cell("ana@oak.example; Bo; Cy"), ["ana@oak.example|", "!Bo", "!Cy"]);
    // A name behind an address is its own where the address says it.
    for address in
        ["ana@x.org", "oak@x.org", "ana.oak@x.org", "anaoak@x.org", "mailto:ana@x.org", "a-oak@x.org"]
    {
        let own = format!("{}|Ana Oak", address.trim_start_matches("mailto:"));
        assert_eq!(of_cell(&format!("{address}, Ana Oak")), [own.as_str()]);
        assert_eq!(of_cell(&format!("{address}; Ana Oak; Bo Elm")), [own.as_str(), "!Bo Elm"]);
    }
    assert_eq!(of_cell("Bo Elm, ana@x.org, Ana Oak"), ["ana@x.org|Ana Oak", "!Bo Elm"]);
    assert_eq!(of_cell("Ana Elm, ana@x.org, Ana Oak"), ["ana@x.org|Ana Elm", "!Ana Oak"]);
    assert_eq!(of_cell("info@x.org, Ana Oak"), ["info@x.org|", "!Ana Oak"]);
    assert_eq!(of_cell("joanna@x.org, Ann Lee"), ["joanna@x.org|", "!Ann Lee"]);
    assert_eq!(read_short("email,role\n\"ana@x.org, Ana Oak\",judge\n"), ["ana@x.org|Ana Oak"]);
    assert_eq!(
        read_short("Elm, Bo <bo@x.org>; Cy; Di Yew <di@x.org>; Ed"),
        ["bo@x.org|Bo Elm", "!Cy", "di@x.org|Di Yew", "!Ed"]
    );
}

#[test]
fn what_a_list_or_a_sentence_has_around_a_name_is_no_name() {
    let text = "ana@x.org and bo@x.org\n- Cy Fir: cy@x.org\n1. Di Yew (di@x.org)\n• Ed <ed@x.org>\n\
                Gus gus@x.org / Hal hal@x.org\nund Ida ida@x.org\nOr Levi <or@x.org>\nE Ivy <e@x.org>\n";
    let names: Vec<String> = read(text).lines.into_iter().map(|(_, read)| read.unwrap().name).collect();
    assert_eq!(names, ["", "", "Cy Fir", "Di Yew", "Ed", "Gus", "Hal", "Ida", "Or Levi", "E Ivy"]);
}

#[test]
fn headings_may_stand_below_a_title() {
    for text in [
        "Judges 2026,,\n\nname,email,role\nAda,ada@x.org,organizer\n",
        "Judges 2026\n\nname;email;role\nAda;ada@x.org;organizer\n",
        "Judges 2026\n\nname\temail\trole\nAda\tada@x.org\torganizer\n",
    ] {
        let list = read(text);
        assert_eq!(list.lines[0], (1, Err(LineFault::NoAddress { text: "Judges 2026".into() })), "{text}");
        let (line, ada) = list.lines[1].clone();
        assert_eq!((line, ada.unwrap().role), (4, Some(MemberRole::Organizer)), "{text}");
    }
}

#[test]
fn the_number_of_a_judge_is_no_name() {
    assert_eq!(read_short("Judge #,Name,Email\n1,Ada,ada@x.org\n"), ["ada@x.org|Ada"]);
}

#[test]
fn headings_may_stand_below_those_of_groups() {
    let list = "Person,,Judging\nName,Email,Role\nAda,ada@x.org,organizer\n";
    let above = "!NoAddress { text: \"Person, Judging\" }";
    assert_eq!(roles_of(list), [above, "ada@x.org organizer"]);
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
fn a_table_with_headings_in_unknown_words_is_refused_before_it_loses_roles() {
    for text in [
        "Jina;Barua pepe;Wajibu\nAda;ada@x.org;mratibu\n",
        "Jina,Ukoo,Barua pepe,Wajibu\nAda,Lovelace,ada@x.org,jaji\n",
        "team_id,external_id,team,member_email,joined_at\n1,t-1,Oak,ada@x.org,2026-11-01T10:00:00Z\n",
        // Of two addresses, nobody knows whose is whose, and a blank one is no sign of a list without headings.
        "Order,Attendee first name,Attendee email,Buyer email\n1,Ada,ada@x.org,boss@y.org\n",
        "Name,Work email,Personal email\nAda,ada@x.org,ada@home.org\nBo,bo@x.org,\n",
        "Jina,Barua,Wajibu\nAda,,jaji\nBo,bo@x.org,mratibu\n",
    ] {
        let fault = super::read(text).unwrap_err();
        assert!(matches!(fault, ListFault::Columns { list: ListKind::People, .. }), "{text}");
    }
    for list in [
        "Ada Lovelace\nada@x.org\n",
        "Ada,Lovelace\nBo,bo@x.org\n",
        "Ada,ada@x.org,Runs\nBo,bo@x.org,Sits\n",
        "Health,Energy,Arts\nada@x.org,bo@x.org,cy@x.org\n",
    ] {
        assert!(super::read(list).is_ok(), "{list}");
    }
}

/// `email role` of each person, `!` before what is no person.
fn roles_of(text: &str) -> Vec<String> {
    let short = |(_, read): (usize, Result<ListedPerson, LineFault>)| match read {
        Ok(person) => format!("{} {}", person.email, person.role.map_or("", MemberRole::name)),
        Err(fault) => format!("!{fault:?}"),
    };
    read(text).lines.into_iter().map(short).collect()
}

#[test]
fn headings_and_roles_are_read_in_any_language() {
    for text in [
        "Vorname;Nachname;E-Mail-Adresse;Rolle\nAda;L;ada@x.org;Organisatorin\nBo;E;bo@x.org;Juror\n",
        "Nombre;Correo electrónico;Función\nAda;ada@x.org;organizadora\nBo;bo@x.org;jurado\n",
        "氏名,メールアドレス,役割\n樫 花子,ada@x.org,主催者\n佐藤,bo@x.org,審査員\n",
        "الاسم،البريد الإلكتروني،الدور\nليلى،ada@x.org،منظم\nعمر،bo@x.org،محكم\n",
        "Name,Kontaktangabe,Role\nAda,ada@x.org,organizer\nBo,bo@x.org,judge\n",
        "Имя;Фамилия;Электронная почта;Роль\nАда;Л;ada@x.org;организатор\nБо;Е;bo@x.org;судья\n",
        // Whatever the column is called, an organizer in it is not invited to judge.
        "Name,Email,Type,Ticket\nAda,ada@x.org,Organizer,1\nBo,bo@x.org,Judge,2\n",
    ] {
        assert_eq!(roles_of(&text.replace('،', ",")), ["ada@x.org organizer", "bo@x.org judge"], "{text}");
    }
}

#[test]
fn cells_say_where_the_addresses_are_if_two_headings_are_exchanged() {
    let text = "Name,Email,Role\nada@x.org,Ada Love,judge\nbo@x.org,Bo Ek,organizer\n";
    assert_eq!(read_short(text), ["ada@x.org|Ada Love", "bo@x.org|Bo Ek"]);
    assert_eq!(roles_of(text), ["ada@x.org judge", "bo@x.org organizer"]);
    // Addresses of others, beside those that are named.
    let text = "Name,Email,Manager\nAda,ada@x.org,boss@x.org\nBo,,boss@x.org\n";
    assert_eq!(read_short(text), ["ada@x.org|Ada", "!Bo, boss@x.org"]);
}

#[test]
fn what_is_called_like_a_column_need_not_be_one() {
    assert_eq!(read_short("Jury\nada@x.org, Ada\nbo@x.org, Bo\n"), ["!Jury", "ada@x.org|Ada", "bo@x.org|Bo"]);
    let form =
        "Jury,Name,Email (school),Email,What is your role?\nyes,Ada,ada@school.org,ada@x.org,engineer\n";
    assert_eq!(read_short(form), ["ada@x.org|Ada"]);
    assert_eq!(roles_of(form), ["ada@x.org judge"]);
    assert_eq!(read(form).unused, ["Email (school)", "What is your role?"]);
    // Somebody else's address is not that of a person who gave none.
    assert_eq!(read_short("Name,Email,Referred by\nAda,,boss@x.org\n"), ["!Ada, boss@x.org"]);
}

#[test]
fn an_address_above_the_headings_is_nobody_of_the_list() {
    for text in [
        "Judges 2026,info@hack.example,\nname,email,role\nAda,ada@x.org,organizer\n",
        "Judges, 2026: ask info@hack.example\n\nname;email;role\nAda;ada@x.org;organizer\n",
    ] {
        let said = roles_of(text);
        assert!(said[0].starts_with("!AboveHeader") && said[1..] == ["ada@x.org organizer"], "{said:?}");
    }
    assert_eq!(
        roles_of("Judges, 2026\n\nname;email;role\nAda;ada@x.org;organizer\n")[1],
        "ada@x.org organizer"
    );
    // A list without headings has none below its people.
    assert_eq!(read_short("ada@x.org\nEmail\nbo@x.org\n"), ["ada@x.org|", "!Email", "bo@x.org|"]);
}

#[test]
fn headings_may_come_again_and_others_begin_a_second_table() {
    let again = "name,email,role\nAda,ada@x.org,judge\nName,E-Mail,Role\nBo,bo@x.org,organizer\n";
    assert_eq!(roles_of(again), ["ada@x.org judge", "bo@x.org organizer"]);
    let second = "name,email,role\nAda,ada@x.org,judge\n\nemail,name,track\nbo@x.org,Bo,Health\n";
    assert_eq!(super::read(second), Err(ListFault::SecondTable { row: 4 }));
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
fn columns_that_are_not_used_are_named() {
    let unused = |text: &str| read(text).unused;
    assert_eq!(unused("name,email,Status\nAda,ada@x.org,student\n"), ["Status"]);
    assert_eq!(unused("Name,Email,Name,Email\nAda,ada@x.org,Bo,bo@x.org\n"), ["Name", "Email"]);
    assert!(unused("First Name,Last Name,Email,,Role\nAda,L,ada@x.org,,judge\n").is_empty());
    assert!(unused("ada@x.org, Ada\n").is_empty());
}

#[test]
fn what_stands_beside_an_address_is_its_name_or_is_named() {
    let list = "Email\nAda Love <ada@x.org>\nbo@x.org (Bo)\ncy@x.org <CY@x.org>\n\"di@x.org, tbd\"\n\"Ed Ash; Fay <fay@x.org>\"\n";
    assert_eq!(
        read_short(list),
        ["ada@x.org|Ada Love", "bo@x.org|Bo", "cy@x.org|", "di@x.org|", "!tbd", "fay@x.org|Fay", "!Ed Ash"]
    );
    let named = "Name,Email\nAda Love,\"ada@x.org, Ada Love\"\nBo,\"bo@x.org; bo@\"\n";
    let broken = format!("!{:?}", LineFault::NotAnAddress { text: "bo@".into() });
    assert_eq!(read_short(named), ["ada@x.org|Ada Love", "bo@x.org|Bo", &broken]);
}

#[test]
fn nobody_is_called_by_a_formula_or_its_error() {
    let list = "name,email\n#N/A,ada@x.org\n#REF!,Bo Oak <bo@x.org>\n=A2&B2,cy@x.org\n";
    assert_eq!(read_short(list), ["ada@x.org|", "bo@x.org|Bo Oak", "cy@x.org|"]);
}

#[test]
fn a_blank_inside_an_address_makes_it_nobody_elses() {
    let list = "Name,E-mail\nDi Yew,di yew@x.org\nEd,Ed Ash <ed@x.org>\nFay,Fay Oak fay@x.org\nGus,gus <gus@x.org>\n";
    let broken = format!("!{:?}", LineFault::NotAnAddress { text: "di yew@x.org".into() });
    assert_eq!(read_short(list), [broken.as_str(), "ed@x.org|Ed", "fay@x.org|Fay", "gus@x.org|Gus"]);
}

#[test]
fn a_cell_of_a_table_holds_one_person() {
    let text = "email,name,notes\nAda Love <ada@x.org>,,\nAda <ada@y.org>,A. Love,\n\
                \"bo@x.org; cy@x.org\",,\ndi@x.org,Di,late, loud\n";
    assert_eq!(read_short(text)[..2], ["ada@x.org|Ada Love", "ada@y.org|A. Love"]);
    let faults: Vec<LineFault> = read(text).lines.into_iter().filter_map(|(_, read)| read.err()).collect();
    let several = LineFault::Several { text: "bo@x.org; cy@x.org".into() };
    assert_eq!(faults, [several, LineFault::MoreCells { cells: 4, columns: 3 }]);
}

#[test]
fn people_are_read_as_spreadsheets_and_keyboards_write_them() {
    let list =
        read("name,email,role,tracks,cap\nHana,ｈａｎａ＠x.org,judge,N/A,10.0\nBo,bo@x.org,judge,-,-\n");
    let people: Vec<ListedPerson> = list.lines.into_iter().map(|(_, read)| read.unwrap()).collect();
    let caps: Vec<_> = people.iter().map(|person| (person.review_cap, person.tracks.len())).collect();
    assert_eq!((caps, people[0].email.as_str()), (vec![(Some(10), 0), (None, 0)], "hana@x.org"));
    assert_eq!(
        read_short("\u{200f}ليلى <layla@x.org>، عمر <omar@x.org>"),
        ["layla@x.org|ليلى", "omar@x.org|عمر"]
    );
    assert_eq!(read_short("佐藤 <ken＠x.org>"), ["ken@x.org|佐藤"]);
    assert_eq!(read_short("佐藤＜ken＠x.org＞、鈴木＜aki@x.org＞"), ["ken@x.org|佐藤", "aki@x.org|鈴木"]);
    // No word means the role of the list, and a part of a number is none.
    let table = "email,role,cap\na@x.org,none,\nb@x.org,judge,2.5\n";
    assert!(read(table).lines.iter().all(|(_, read)| read.is_err()));
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

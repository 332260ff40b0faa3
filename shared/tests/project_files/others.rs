//! DoraHacks, Gavel, Jury, tables of our own, and what the rows of any of them hold.

use crate::{emails, file, none_is_taken, only, read, unused, unused_columns};
use shared::list_file::{ListFault, ListKind};
use shared::project_files::{ColumnChoice, FileNote, MOST_ROWS, Readiness, RowNote, RowRejection, Shape};

#[test]
fn dorahacks_brings_its_identifier_links_and_bounties() {
    let text = "BUIDL ID,BUIDL name,BUIDL profile,Contact email,BUIDL last updated time (UTC),Submission time (UTC),\
        BUIDL demo link,BUIDL GitHub,Track,Bounties,Team members,Team description,Wallet\n\
        4711,Lamp,A lamp that pays.,ada@x.example,2026-11-20 10:00:00,2026-11-20 09:30:00,https://lamp.example,\
        https://github.com/ada/lamp,Energy,\"Best Hack, Health\",Ada; Bo,Two lamps.,0x0\n";
    assert_eq!(file(text).shape, Shape::DoraHacks);
    let lamp = only(text);
    assert_eq!((lamp.key.as_str(), lamp.track.as_deref()), ("dorahacks:4711", Some("Energy")));
    assert_eq!(lamp.content.description.as_deref(), Some("A lamp that pays.\n\nThe team: Two lamps."));
    assert_eq!(lamp.content.repo_url.as_deref(), Some("https://github.com/ada/lamp"));
    assert_eq!(lamp.content.demo_url.as_deref(), Some("https://lamp.example"));
    assert_eq!(lamp.content.submitted_at.unwrap().to_rfc3339(), "2026-11-20T09:30:00+00:00");
    assert_eq!(lamp.prizes.as_deref(), Some(&["Best Hack, Health".to_owned()][..]));
    assert_eq!(emails(&lamp), ["ada@x.example"]);
}

#[test]
fn gavel_has_no_header() {
    let read = file("Lamp,Table 3,\"Shines, always.\"\nBoat,Table 4,Swims.\n");
    assert_eq!((read.shape, read.projects.len(), unused_columns(&read).len()), (Shape::Gavel, 2, 0));
    let lamp = &read.projects[0];
    assert_eq!((lamp.rows.as_slice(), lamp.key.as_str()), (&[1][..], "title:lamp"));
    assert_eq!(lamp.content.place.as_deref(), Some("Table 3"));
    assert_eq!(lamp.content.description.as_deref(), Some("Shines, always."));
    let named = file("name,location,description\nLamp,Table 3,Shines.\n");
    assert_eq!((named.shape, named.projects.len()), (Shape::Plain, 1));
    assert_eq!(named.projects[0].content.place.as_deref(), Some("Table 3"));
}

#[test]
fn jury_brings_links_and_challenges() {
    let text = "Name,Description,URL,TryLink,VideoLink,ChallengeList\n\
         Lamp,Shines.,https://devpost.com/software/lamp,https://lamp.example,https://youtu.be/x,\"Health,Energy\"\n";
    let lamp = only(text);
    assert_eq!(lamp.key, "devpost.com/software/lamp");
    assert_eq!(lamp.content.demo_url.as_deref(), Some("https://lamp.example"));
    assert_eq!(lamp.prizes.as_deref(), Some(&["Health,Energy".to_owned()][..]));
    assert_eq!(lamp.notes.as_slice(), &[RowNote::MoreLinks(1)][..]);
}

#[test]
fn our_own_file_goes_back_in() {
    let text = "project_id,external_id,title,team,track,status,submitted_at,repo_url,demo_url,tags,duplicate_of\r\n\
        17,,'=SUM(1),'@home,Energy,submitted,2026-11-20T09:30:00.123456Z,https://github.com/ada/lamp,,rust;wasm,\r\n\
        18,p2,Boat,Waves,,draft,,,,,\r\n";
    let read = file(text);
    assert_eq!((read.shape, unused(&read).len()), (Shape::Plain, 0), "no row says anything in duplicate_of");
    let first = &read.projects[0];
    assert_eq!((first.content.title.as_str(), first.content.team.as_deref()), ("=SUM(1)", Some("@home")));
    assert_eq!(first.id, Some(17));
    assert_eq!(first.key.as_str(), "evenhand:17");
    assert_eq!(first.track.as_deref(), Some("Energy"));
    assert_eq!(first.content.tags.as_ref().unwrap().len(), 2);
    assert_eq!((first.content.description.as_ref(), first.content.demo_url.as_deref()), (None, Some("")));
    assert_eq!((&read.projects[1].standing, read.projects[1].key.as_str()), (&Readiness::Draft, "p2"));
}

#[test]
fn a_table_with_a_title_is_enough() {
    let read = file("Project name;Table;Emails;Colour\nLamp;A 3;ada@x.example, bo@x.example;red\n");
    let lamp = &read.projects[0];
    assert_eq!(lamp.content.place.as_deref(), Some("A 3"));
    assert_eq!(emails(lamp), ["ada@x.example", "bo@x.example"]);
    assert_eq!((unused(&read), lamp.content.repo_url.as_ref()), (vec!["Colour"], None));
    assert_eq!(
        only("title,place,tags\nLamp,a place that nobody could find,\n").notes,
        [RowNote::LongPlace("a place that nobody could find".into())]
    );
}

#[test]
fn what_is_no_list_of_projects_is_refused() {
    assert_eq!(read(b""), Err(ListFault::Empty));
    assert_eq!(read(b"\n , \n"), Err(ListFault::Empty));
    assert_eq!(read(b"PK\x03\x04.xlsx"), Err(ListFault::Packed));
    let refused = read(b"team,table,link,room\nOak,3,,\n");
    assert_eq!(
        refused,
        Err(ListFault::Columns {
            list: ListKind::Projects,
            names: ["team", "table", "link", "room"].map(str::to_owned).into()
        })
    );
    let many = format!("title\n{}", (0..MOST_ROWS).map(|n| format!("{n}\n")).collect::<String>());
    assert_eq!(read(many.as_bytes()), Err(ListFault::TooManyRows { most: MOST_ROWS }));
}

#[test]
fn a_row_with_more_cells_than_columns_is_not_taken() {
    let read = file("title,team,table\nLamp, the bright,Oak,4\nLoop,Elm,5,,\nLime\n");
    let fault = RowRejection::MoreCells { cells: 4, columns: 3 };
    let standings: Vec<_> = read.projects.iter().map(|project| &project.standing).collect();
    assert_eq!(standings, [&Readiness::Rejected(vec![fault]), &Readiness::Complete, &Readiness::Complete]);
    assert_eq!(read.projects[1].content.place.as_deref(), Some("5"));
}

#[test]
fn no_row_that_is_no_project_becomes_one() {
    // Names in words that are not known.
    let unknown = file("Mradi;Meza;Maelezo\nLampe;T1;Licht\nBoot;T2;Schwimmt\n");
    assert!(none_is_taken(&unknown) && unknown.notes.contains(&FileNote::NoTitles), "{unknown:?}");
    // Projects stand above a header.
    let below = read(b"Lamp,Hall,Shines\nTitle,Team,Table\nBoat,Elm,5\n");
    assert!(matches!(below, Err(ListFault::Columns { .. })), "{below:?}");
    assert_eq!(file("Lamp,Hall 1,Shines\nBoat,Gym,Swims\n").shape, Shape::Gavel);
    // Without a number in any place, they may be teams below names that are not known.
    for text in ["Idea;Squad;Leader\nLamp;Oak;Ana\nBoat;Elm;Bo\n", "Lamp,Hall,Shines\nBoat,Gym,Swims\n"] {
        let asked = file(text);
        assert!(none_is_taken(&asked) && asked.notes.contains(&FileNote::NoTitles), "{text}: {asked:?}");
    }
    // Two exports in one file.
    let twice = file("title,team\nLamp,Oak\ntitle,team\nBoat,Elm\n");
    let titles: Vec<&str> = twice.projects.iter().map(|project| project.content.title.as_str()).collect();
    assert_eq!(titles, ["Lamp", "Boat"]);
    assert_eq!(file("title\ntitle\n").projects.len(), 1);
    let total = file("title,team,members\nLamp,Oak,3\nTotal: 1 project,,3\nSum of Us,Elm,2\n");
    let notes: Vec<&[RowNote]> = total.projects.iter().map(|project| project.notes.as_slice()).collect();
    assert_eq!(notes, [&[][..], &[RowNote::Total][..], &[][..]]);
}

#[test]
fn a_header_may_stand_below_a_title_of_the_sheet() {
    for above in
        ["Hackathon 2026,,", "Hackathon 2026\nexported 27.11.2026, by Ana\n", ",,\n\"Lamps; boats\",,"]
    {
        let file = file(&format!("{above}\nTitle,Team,Table\nLamp,Oak,4\n"));
        let lamp = &file.projects[0];
        assert_eq!((file.projects.len(), lamp.content.team.as_deref()), (1, Some("Oak")), "{above}");
        let header = lamp.rows[0] - 1;
        assert!(file.notes.contains(&FileNote::HeaderBelow(header)), "{:?}", file.notes);
    }
    // A title that is the name of a column, and rows that say as much as a project, are no title of a sheet.
    let twice = file("title,team\nLamp,Oak\ntitle,team\nBoat,Elm\n");
    assert_eq!((twice.projects.len(), twice.notes.as_slice()), (2, &[FileNote::NoMembers][..]));
}

#[test]
fn a_word_for_none_names_nothing_in_any_column() {
    for none in ["N/A", "-", "tbd", "none", "なし"] {
        let row = [none; 9].join(",");
        let lamp =
            only(&format!("title,track,prizes,repo,demo,tags,place,room,emails,submitted_at\nLamp,{row}\n"));
        assert_eq!((lamp.notes.as_slice(), lamp.track.as_deref()), (&[][..], Some("")), "{none}");
        assert_eq!((lamp.content.place.as_ref(), lamp.content.room.as_ref()), (None, None), "{none}");
        assert_eq!(lamp.content.tags, Some(Vec::new()), "{none}");
    }
    let file = file("title,team,members\nNone,TBD,3\n");
    let none = &file.projects[0];
    assert_eq!((none.content.title.as_str(), none.content.team.as_deref()), ("None", Some("TBD")));
    assert!(file.notes.is_empty(), "a number of members names nobody: {:?}", file.notes);
}

#[test]
fn words_around_an_address_are_no_address() {
    let links = |cell: &str| {
        let lamp = only(&format!("title,demo\nLamp,\"{cell}\"\n"));
        (lamp.content.demo_url.unwrap(), lamp.notes.len())
    };
    for cell in [
        "Demo: https://lamp.example",
        "[the demo](https://lamp.example)",
        "lamp.example (soon)",
        "shot.png (https://lamp.example)",
    ] {
        let (demo, notes) = links(cell);
        assert_eq!((demo.trim_end_matches('/'), notes), ("https://lamp.example", 0), "{cell}");
    }
    assert_eq!(links("https://lamp.example/a\u{200b}"), ("https://lamp.example/a".to_owned(), 0));
    assert_eq!(links("private"), (String::new(), 1));
    assert_eq!(links("demo.mp4"), (String::new(), 1), "a file is no address");
    assert_eq!(links("https://lamp.example v1.2"), ("https://lamp.example".to_owned(), 1));
    let code = only("title,repo\nLamp,git@github.com:oak/lamp.git\n");
    assert_eq!(code.content.repo_url.as_deref(), Some("https://github.com/oak/lamp"));
}

#[test]
fn what_does_not_fit_is_said() {
    let addresses: Vec<String> = (0..60).map(|n| format!("m{n}@x.example")).collect();
    let links: Vec<String> = (0..30).map(|n| format!("https://l{n}.example/x")).collect();
    let (people, links, team) = (addresses.join("; "), links.join(" "), "T".repeat(121));
    let lamp = only(&format!("title,team,emails,links\nLamp,{team},{people},{links}\n"));
    assert_eq!((lamp.members.len(), lamp.content.team.as_deref()), (50, None));
    let short = format!("{}…", "T".repeat(80));
    for note in [RowNote::LongTeam(short), RowNote::MembersCut(50), RowNote::LinksCut(10)] {
        assert!(lamp.notes.contains(&note), "{note:?} in {:?}", lamp.notes);
    }
}

#[test]
fn a_word_for_none_is_no_prize() {
    for none in ["N/A", "None", "-", "—", "no", "n.a."] {
        assert_eq!(only(&format!("title,prizes\nLamp,{none}\n")).prizes, Some(Vec::new()), "{none}");
    }
    assert_eq!(only("title,prizes\nLamp,🏆; N/A; Nonesuch\n").prizes.unwrap(), ["🏆", "Nonesuch"]);
}

#[test]
fn a_header_in_unknown_words_is_no_project() {
    let titles = file("Kichwa;Team;Wanachama\nLampe;Eiche;ana@oak.example\n");
    assert!(none_is_taken(&titles) && titles.notes.contains(&FileNote::NoTitles), "{titles:?}");
    assert_eq!(unused(&titles), ["Kichwa", "Wanachama"]);
    // Several in one cell would become a public description.
    for people in [
        "ana@oak.example, bo@oak.example",
        "Ana Oak <ana@oak.example>",
        "ana\u{ff20}oak.example",
        "mailto:ana@oak.example;bo@oak.example",
    ] {
        let text = format!("Jina la mradi;Timu;Barua pepe\nIşık;İzmir;{}\n", people.replace(';', "|"));
        assert!(none_is_taken(&file(&text)), "{people}");
    }
    // Without addresses it can only be Gavel's list, and the preview says so.
    assert_eq!(file("Lampe;3;Licht f\u{fc}r Zelte, schreibt an ana@oak.example\n").shape, Shape::Gavel);
}

#[test]
fn a_row_of_the_columns_kinds_is_named() {
    for text in [
        "Title,Size,Link\n(text),(number),(text)\nLamp,3,https://lamp.example\n",
        "Title,Team,Table\nText,Text,Number\nLamp,Oak,3\n",
        "Title,Team\n[required],<optional>\nLamp,Oak\n",
    ] {
        let read = file(text);
        assert!(read.projects[0].notes.contains(&RowNote::Kinds), "{text}");
        assert!(!read.projects[1].notes.contains(&RowNote::Kinds), "{text}");
    }
    for text in [
        "Title,Team\n(untitled),Oak\n",
        "Title\n(untitled)\n",
        "Title,Team\nLamp,Oak\nText,Number\n",
        "Title,Team\nText,Oak\n",
    ] {
        let read = file(text);
        assert!(read.projects.iter().all(|project| !project.notes.contains(&RowNote::Kinds)), "{text}");
    }
}

#[test]
fn instructions_and_formulas_in_a_row_are_named() {
    for text in [
        "Title,Team,Link\nEnter the title,Your team\u{2019}s name,https://lamp.example\nLamp,Oak,\n",
        "Titel,Team,Beschreibung\nz. B. Lampe,Bitte ausfüllen,Beispiel: Sie leuchtet\nLamp,Oak,\n",
        "Title,Team\nLamp,Oak\n(example) Kite,e.g. Elm\n",
    ] {
        let named = file(text).projects.iter().filter(|p| p.notes.contains(&RowNote::Instructions)).count();
        assert_eq!(named, 1, "{text}");
    }
    for text in [
        "Title,Team\nYour Lamp,Oak\nEnter\n",
        "Title,Team\nA,Oak\nB,Elm\nC,Fir\nType,Select\n",
        "Title,Team\nAddition,Selected\n",
    ] {
        let none = file(text).projects.iter().all(|p| !p.notes.contains(&RowNote::Instructions));
        assert!(none, "{text}");
    }
    // A title alone makes no instructions of a project, and what is named is imported all the same.
    for (text, notes) in [
        ("Title,Team,Link\nPlease Touch,Oak,https://lamp.example\n", vec![]),
        ("Title,Team\nPlease Touch,Type A\n", vec![RowNote::Instructions]),
    ] {
        let project = only(text);
        assert_eq!((project.notes, project.standing), (notes, Readiness::Complete), "{text}");
    }
    let lamp = only("title,team,repo\n\"=HYPERLINK(\"\"https://lamp.example\"\",\"\"Lamp\"\")\",Oak,\n");
    assert_eq!(lamp.notes, [RowNote::Formula("=HYPERLINK(\"https://lamp.example\",\"Lamp\")".into())]);
    assert!(only("title,team\n'=Lamp,Oak\n").notes.is_empty(), "our own export guarded it");
}

#[test]
fn a_status_is_never_taken_for_the_best_one_in_silence() {
    let read = file("title,status\nA,Draft\nB,Withdrawn\nC,Submitted\nD,No show\nE,Maybe\nF,\nG,❌\n");
    let said =
        |at: usize| (read.projects[at].standing == Readiness::Complete, read.projects[at].notes.as_slice());
    let status = |text: &str| [RowNote::Status(text.to_owned())];
    for (column, cells) in [
        ("Submitted?", ["Yes", "No", "2026-11-20 18:00"]),
        ("Eingereicht", ["ja", "nein", "Ja"]),
        ("Decision", ["accept", "reject", "ACCEPT"]),
        ("approval_status", ["approved", "declined", "approved"]),
        ("Attendee Status", ["Attending", "Not Attending", "Checked In"]),
        ("Shortlisted", ["Yes", "No", "yes"]),
        ("Eligible", ["yes", "no", "Yes"]),
        ("Accepted?", ["ja", "nein", "Ja"]),
        ("Published", ["TRUE", "FALSE", "true"]),
        ("Submitted", ["checked", "false", "TRUE"]),
    ] {
        let [a, b, c] = cells;
        let read = file(&format!("title,{column}\nA,{a}\nB,{b}\nC,{c}\n"));
        let taken: Vec<bool> = read.projects.iter().map(|p| p.standing == Readiness::Complete).collect();
        assert_eq!(taken, [true, false, true], "{column}");
        let noted: Vec<&[RowNote]> = read.projects.iter().map(|project| project.notes.as_slice()).collect();
        assert_eq!(noted, [&[][..], &status(b)[..], &[][..]], "{column}");
    }
    for (tick, noted) in [
        ("x", true),
        ("✓", true),
        ("TRUE", true),
        ("2026-11-20 18:00", true),
        ("Submitted", true),
        ("late", false),
    ] {
        let read = file(&format!("title,team,Submitted\nA,Oak,{tick}\nB,Elm,\nC,Fir,{tick}\n"));
        let asked: Vec<bool> = read.projects.iter().map(|p| p.notes.contains(&RowNote::Unticked)).collect();
        assert_eq!(asked, [false, noted, false], "{tick}");
    }
    let choices = [("ready".to_owned(), ColumnChoice::Status)];
    let read = shared::project_files::read(b"title,Ready\nA,yes\nB,no\n", &choices).unwrap();
    assert_eq!(read.projects[1].standing, Readiness::Draft);
    for out in [
        "nicht abgegeben",
        "未提出",
        "не отправлено",
        "disqualifiziert",
        "Unpublished",
        "nicht veröffentlicht",
        "未公開",
        "unvollständig",
        "未完成",
        "WIP",
        "en cours",
        "not eligible",
        "Status: withdrawn",
    ] {
        assert_eq!(only(&format!("title,status\nA,{out}\n")).standing, Readiness::Draft, "{out}");
    }
    assert_eq!(said(0), (false, &[][..]));
    assert_eq!(said(1), (false, &status("Withdrawn")[..]));
    assert_eq!(said(2), (true, &[][..]));
    assert_eq!(said(3), (false, &status("No show")[..]));
    assert_eq!(said(4), (true, &status("Maybe")[..]));
    assert_eq!(said(5), (true, &[][..]));
    assert_eq!(said(6), (true, &status("❌")[..]));
}

#[test]
fn what_a_column_that_is_not_used_says_against_a_project_is_told() {
    let of = |column: &str, said: &str| {
        let mut read =
            file(&format!("title,team,status,{column}\nA,Oak,Submitted,{said}\nB,Elm,Submitted,\n"));
        assert!(read.projects[1].notes.is_empty(), "{column}");
        read.projects.remove(0)
    };
    for (column, said, standing) in [
        ("Withdrawn", "x", Readiness::Draft),
        ("Disqualified?", "TRUE", Readiness::Draft),
        ("Abgemeldet am", "3.11.2026", Readiness::Draft),
        ("Eligible", "no", Readiness::Draft),
        ("Published", "FALSE", Readiness::Draft),
        // It may be about somebody of the team, or a remark.
        ("Attended", "No", Readiness::Complete),
        ("Checked in", "FALSE", Readiness::Complete),
        ("Notes", "withdrawn", Readiness::Complete),
    ] {
        let read = of(column, said);
        let told = vec![RowNote::Status(format!("{column}: {said}"))];
        assert_eq!((read.standing, read.notes), (standing, told), "{column}");
    }
    for (column, said) in [("Withdrawn", "no"), ("Attended", "Yes"), ("Assigned", "0"), ("Paid", "no")] {
        assert!(of(column, said).notes.is_empty(), "{column}");
    }
}

#[test]
fn an_answer_is_no_room_and_no_place() {
    let read = file("title,team,room,table\nA,Oak,Yes,4\nB,Elm,No,ja\nC,Fir,No. 4,Y\nD,Ash,FALSE,1\n");
    let place = |at: usize| {
        let content = &read.projects[at].content;
        (content.room.as_deref(), content.place.as_deref(), read.projects[at].notes.clone())
    };
    let told = |answer: &str| vec![RowNote::AnswerForPlace(answer.into())];
    assert_eq!(place(0), (None, Some("4"), told("Yes")));
    assert_eq!(place(1), (None, None, told("ja")));
    assert_eq!(place(2), (Some("No. 4"), Some("Y"), Vec::new()));
    assert_eq!(place(3), (None, Some("1"), told("FALSE")));
}

#[test]
fn what_is_one_project_in_lines_is_no_table() {
    let fault = read(b"Project: Lamp\nTeam: Oak\n\nProject: Loop\nTeam: Elm\n").unwrap_err();
    assert!(matches!(fault, ListFault::Columns { .. }), "{fault:?}");
    assert_eq!(file("Project: in a few words\nLamp\nLoop\n").projects.len(), 2);
}

#[test]
fn times_are_read_as_their_column_writes_them() {
    let text = "title,submitted_at\nA,16/11/2026 21:02\nB,12/11/2026 9:02 PM\nC,yesterday\nD,2026-11-16 21:02:11 +0000\n";
    let read = file(text);
    let at = |at: usize| read.projects[at].content.submitted_at.map(|at| at.to_rfc3339());
    assert_eq!(at(1).as_deref(), Some("2026-11-12T21:02:00+00:00"));
    assert_eq!(at(3).as_deref(), Some("2026-11-16T21:02:11+00:00"));
    assert_eq!(at(2), None);
    assert_eq!(read.projects[2].notes.as_slice(), &[RowNote::BrokenTime("yesterday".into())][..]);
    assert!(read.notes.contains(&FileNote::DayFirst));
}

#[test]
fn jurys_list_may_have_no_header() {
    let text = "Lamp,A lamp,https://devpost.com/software/lamp,https://lamp.example,https://youtu.be/x,\"Health, Best AI\"\n\
         Loop,A loop,https://devpost.com/software/loop,,,\n";
    let read = file(text);
    assert_eq!((read.shape, read.projects.len()), (Shape::Jury, 2));
    assert_eq!(read.projects[0].key.as_str(), "devpost.com/software/lamp");
    assert_eq!(read.projects[1].content.title.as_str(), "Loop");
    for title in ["Summary", "Demo", "Team"] {
        let gavel = file(&format!("{title},Table 3,Shines\nBoat,Table 4,Swims\n"));
        assert_eq!((gavel.shape, gavel.projects.len()), (Shape::Gavel, 2), "{title}");
    }
    assert!(
        crate::read(b"team,table,link\nOak,3,https://lamp.example\n").is_err(),
        "two known names are a header"
    );
}

#[test]
fn a_quotation_mark_that_never_closes_refuses_the_file() {
    let text = "Project Title,Submission Url,About The Project\n\
        Lamp,https://h.devpost.com/submissions/1-lamp,\"Light\n\
        Boat,https://h.devpost.com/submissions/2-boat,Swims\n";
    assert_eq!(read(text.as_bytes()), Err(ListFault::OpenQuote { row: 2 }));
}

#[test]
fn texts_come_in_as_they_look() {
    let lamp = only("title,tags,description\nCafe\u{301} Lamp,cafe\u{301},Mu\u{308}nster\n");
    assert_eq!(lamp.content.title.as_str(), "Caf\u{e9} Lamp");
    assert_eq!(lamp.content.tags.unwrap(), ["caf\u{e9}"]);
    assert_eq!(lamp.content.description.as_deref(), Some("M\u{fc}nster"));
}

#[test]
fn a_link_that_hides_its_host_is_left_out_and_named() {
    let hiding = "https://github.com@evil.example/lamp";
    let lamp = only(&format!("title,repo_url,demo_url\nLamp,{hiding},https://ada:secret@lamp.example\n"));
    assert_eq!((lamp.content.repo_url.as_deref(), lamp.content.demo_url.as_deref()), (Some(""), Some("")));
    let note = |link: &str| RowNote::LinkWithUser(link.to_owned());
    assert_eq!(lamp.notes.as_slice(), &[note(hiding), note("https://ada:secret@lamp.example")][..]);
    let post = only("title,links\nLamp,https://medium.example/@ada/lamp\n");
    assert_eq!(post.content.demo_url.as_deref(), Some("https://medium.example/@ada/lamp"));
}

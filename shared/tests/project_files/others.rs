//! DoraHacks, Gavel, Jury, and tables of our own.

use crate::{emails, file, only, read, unused, unused_columns};
use shared::list_file::{ListFault, ListKind};
use shared::project_files::{
    ColumnChoice, ColumnMeaning, FileNote, MOST_ROWS, ProjectFile, Readiness, RowNote, RowRejection, Shape,
};

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

/// Whether no project of a file can be taken, since none has a title.
fn none_is_taken(file: &ProjectFile) -> bool {
    let untitled = Readiness::Rejected(vec![RowRejection::NoTitle]);
    file.projects.iter().all(|project| project.standing == untitled)
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
fn a_wide_sign_makes_an_address_too() {
    let file = file("title,emails\nLamp,ａｎａ＠oak.example、Bo <bo@elm.example>\n");
    assert_eq!(emails(&file.projects[0]), ["ana@oak.example", "bo@elm.example"]);
    assert!(file.notes.is_empty(), "{:?}", file.notes);
}

#[test]
fn nobody_of_a_table_beside_the_first_is_on_a_team_of_the_first() {
    for text in [
        "Project,Team,Email,,Project,Team,Email\nLamp,Oak,ana@oak.example,,Boat,Elm,bo@elm.example\n",
        "Email,Project,Team,,Email,Project,Team\nana@oak.example,Lamp,Oak,,bo@elm.example,Boat,Elm\n",
    ] {
        let file = file(text);
        assert_eq!(file.projects.len(), 1, "{text}");
        assert_eq!(emails(&file.projects[0]), ["ana@oak.example"], "{text}");
        let mut beside = unused(&file);
        beside.sort_unstable();
        assert_eq!(beside, ["Email", "Project", "Team"], "{text}");
    }
    // A judge or a mentor beside a team is not on it.
    for person in ["Judge", "Jury", "Mentor"] {
        let read = file(&format!("Project,Team,{person},Email\nLamp,Oak,Vi,vi@bench.example\n"));
        assert_eq!((emails(&read.projects[0]).len(), unused(&read)), (0, vec![person, "Email"]));
        let choices = [("email".to_owned(), ColumnChoice::Members)];
        let text = format!("Project,Team,{person},Email\nLamp,Oak,Vi,ana@oak.example\n");
        let said = shared::project_files::read(text.as_bytes(), &choices).unwrap();
        assert_eq!(emails(&said.projects[0]), ["ana@oak.example"], "{person}");
    }
    // So is whoever else is named beside each member, also with a telephone number between.
    for person in [
        "Mentor name",
        "Faculty advisor",
        "Parent/Guardian",
        "Emergency contact",
        "Betreuer",
        "Reviewed by",
        "Assigned judge",
    ] {
        for beside in ["", ",Phone"] {
            let number = if beside.is_empty() { "" } else { ",555" };
            let read = file(&format!(
                "Project,Team,Student,Email,{person}{beside},Email\n\
                 Lamp,Oak,Ana,ana@oak.example,Vi{number},vi@home.example\n"
            ));
            assert_eq!(emails(&read.projects[0]), ["ana@oak.example"], "{person}{beside}");
            assert!(read.notes.contains(&FileNote::SameNames(vec!["Email".into()])), "{person}{beside}");
        }
    }
    for other in ["Which sponsors do you like", "Phone", "School", "Did a mentor help"] {
        let read = only(&format!("Project,Team,{other},Email\nLamp,Oak,x,ana@oak.example\n"));
        assert_eq!(emails(&read), ["ana@oak.example"], "{other}");
    }
    // A row for each person may be a mentor’s.
    let people = "Team,Project,Member,Email,Role\nOak,Lamp,Ana,ana@oak.example,Leader\n,,Bo,bo@oak.example,\n,,Vi,vi@home.example,Mentor\n";
    let lamp = only(people);
    assert_eq!(emails(&lamp), ["ana@oak.example", "bo@oak.example"]);
    assert!(lamp.notes.contains(&RowNote::BesideTheTeam("vi@home.example (Mentor)".into())));
    // Whoever sends in the project of a team names its members.
    let class = only("Project,Team,Your role,Members\nLamp,Oak,Teacher,ana@oak.example; bo@oak.example\n");
    assert_eq!(emails(&class), ["ana@oak.example", "bo@oak.example"]);
    // Several addresses beside one title are one team.
    let wide = only("Project,Team,Email,Email\nLamp,Oak,ana@oak.example,bo@oak.example\n");
    assert_eq!(emails(&wide), ["ana@oak.example", "bo@oak.example"]);
}

#[test]
fn of_two_columns_for_one_thing_the_better_name_counts() {
    let form = file("Name,Email Address,Project Name,Location,Table\nAna Oak,ana@oak.example,Lamp,Hall,4\n");
    let lamp = &form.projects[0];
    assert_eq!((lamp.content.title.as_str(), lamp.content.place.as_deref()), ("Lamp", Some("4")));
    assert_eq!(unused(&form), ["Name", "Location"]);
    assert_eq!(only("Project,Title\nInternal 7,Lamp\n").content.title, "Lamp");
    assert_eq!(only("Name,Team\nLamp,Oak\n").content.title, "Lamp");
}

#[test]
fn a_column_that_a_site_has_too_makes_no_list_its_own() {
    for (header, row) in [
        (
            "Team Name,Team Leader Email,Submission Title,Submission URL",
            "Oak,ana@oak.example,Lamp,https://f.example/1",
        ),
        ("Name,Email,Project Title,Team,Video Link", "Ana Oak,ana@oak.example,Lamp,Oak,https://youtu.be/x"),
        ("Name,Team,Members Emails,Video Link", "Lamp,Oak,ana@oak.example,https://youtu.be/x"),
    ] {
        let read = file(&format!("{header}\n{row}\n"));
        let lamp = &read.projects[0];
        assert_eq!((read.shape, lamp.content.title.as_str()), (Shape::Plain, "Lamp"), "{header}");
        assert_eq!(
            (lamp.content.team.as_deref(), emails(lamp)),
            (Some("Oak"), vec!["ana@oak.example"]),
            "{header}"
        );
    }
    // Two teams that give the same page are two projects.
    let page = "https://hack.example/submit";
    let same = file(&format!("Title,Team,Submission URL\nLamp,Oak,{page}\nBoat,Elm,{page}\n"));
    assert!(same.projects.iter().all(|project| project.standing == Readiness::Complete), "{same:?}");
    assert_eq!(same.projects.len(), 2);
    // Devpost's rows go on with further members, also where its other columns were deleted.
    let cut = "Project Title,Submitter Email,Additional Team Member Count,Team Member 1 First Name,Team Member 1 Email,...\n\
        Lamp,ana@oak.example,2,Bo,bo@oak.example,Cy,cy@oak.example\n";
    assert_eq!(emails(&only(cut)), ["ana@oak.example", "bo@oak.example", "cy@oak.example"]);
}

#[test]
fn a_column_without_a_name_that_says_something_is_shown_and_can_be_said() {
    let text = "Title,Emails,,\nLamp,ana@oak.example,,bo@oak.example\n";
    let listed = file(text);
    let column = unused_columns(&listed)[0];
    assert_eq!((column.name.as_str(), column.key.as_str(), column.filled), ("Column 4", "column4", 1));
    let choices = [("column4".to_owned(), ColumnChoice::Members)];
    let said = shared::project_files::read(text.as_bytes(), &choices).unwrap();
    assert_eq!(emails(&said.projects[0]), ["ana@oak.example", "bo@oak.example"]);
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
fn what_people_call_their_columns_is_known() {
    let text = "Project Name,Repository Link,Project Overview,Member 1 Name,Member 1 Email,Member 2 Name,Member 2 Email,\
         Track Option 1,Track Option 2\n\
         Lamp,https://github.com/oak/lamp,Light for tents,Ana Oak,ana@oak.example,Bo Elm,bo@elm.example,Health,Design\n";
    let numbered = file(text);
    let lamp = &numbered.projects[0];
    assert_eq!(emails(lamp), ["ana@oak.example", "bo@elm.example"]);
    assert_eq!(lamp.members[1].name.as_str(), "Bo Elm");
    assert_eq!(lamp.prizes.as_deref().unwrap(), ["Health", "Design"]);
    assert_eq!(lamp.content.description.as_deref(), Some("Light for tents"));
    assert!(
        numbered.notes.is_empty() && unused_columns(&numbered).is_empty(),
        "{:?}",
        unused_columns(&numbered)
    );
    let text = "project_name,devpost_link,tracks,submitter_name,submitter_email,members\n\
         Lamp,https://devpost.com/software/lamp,Health|Design,Ana Oak,ana@oak.example,Ana Oak|Bo Elm\n";
    let piped = file(text);
    let lamp = &piped.projects[0];
    assert_eq!((lamp.key.as_str(), emails(lamp)), ("devpost.com/software/lamp", vec!["ana@oak.example"]));
    assert_eq!(lamp.prizes.as_deref().unwrap(), &["Health".to_owned(), "Design".to_owned()][..]);
    assert_eq!(lamp.members[0].name.as_str(), "Ana Oak");
    assert_eq!(piped.notes, [FileNote::NamesOnly(1)]);
}

#[test]
fn a_column_is_not_left_out_in_silence_for_another_of_its_name() {
    let left_out = |text: &str, choices: &[(&str, ColumnChoice)]| -> Vec<String> {
        let notes = shared::project_files::read(text.as_bytes(), &said(choices)).unwrap().notes;
        let names = notes.into_iter().filter_map(|note| match note {
            FileNote::SameNames(names) => Some(names),
            _ => None,
        });
        names.flatten().collect()
    };
    let twice = "Title,Team,Title\nLamp,Oak,Bright lamp\n";
    assert_eq!(file(twice).projects[0].content.title, "Lamp");
    assert_eq!(left_out(twice, &[]), ["Title"]);
    // The other one can be taken. Then the first is the one that is not read.
    assert_eq!(left_out(twice, &[("title-2", ColumnChoice::Title)]), ["Title"]);
    assert_eq!(left_out(twice, &[("title-2", ColumnChoice::Tagline)]), [""; 0]);
    assert_eq!(left_out("Title,Team,Title\nLamp,Oak,\n", &[]), [""; 0]);
    // A second table beside the first.
    assert_eq!(left_out("Title,Team,Title,Team\nLamp,Oak,Boat,Elm\n", &[]), ["Title", "Team"]);
    // Several links are all read.
    assert_eq!(left_out("Title,Link,Link\nLamp,https://a.example,https://b.example\n", &[]), [""; 0]);
}

#[test]
fn a_column_that_is_not_known_can_be_said() {
    let text = b"Hack,Squad,Wer,Kiosk\nLamp,Oak,Ana <ana@oak.example>,7\n";
    let unknown = read(text).unwrap();
    assert!(none_is_taken(&unknown) && unknown.notes.contains(&FileNote::NoTitles));
    assert_eq!(unused(&unknown), ["Hack", "Squad", "Wer", "Kiosk"]);
    let choices = [
        ("hack", ColumnChoice::Title),
        ("squad", ColumnChoice::Team),
        ("wer", ColumnChoice::Members),
        ("kiosk", ColumnChoice::Place),
    ];
    let choices = choices.map(|(name, choice)| (name.to_owned(), choice));
    let file = shared::project_files::read(text, &choices).unwrap();
    let lamp = &file.projects[0];
    assert_eq!((lamp.content.title.as_str(), lamp.content.team.as_deref()), ("Lamp", Some("Oak")));
    assert_eq!((emails(lamp), lamp.content.place.as_deref()), (vec!["ana@oak.example"], Some("7")));
}

/// What an organizer said of columns, by their keys.
fn said(choices: &[(&str, ColumnChoice)]) -> Vec<(String, ColumnChoice)> {
    choices.iter().map(|(key, choice)| ((*key).to_owned(), choice.clone())).collect()
}

#[test]
fn a_column_that_is_not_what_its_name_says_can_be_exchanged_or_left_out() {
    let text = b"Title,Tagline,Location,Team,Notes\nShines,Lamp,Vienna,Oak,early\n";
    let by_name = read(text).unwrap();
    let listed: Vec<(&str, ColumnMeaning, ColumnMeaning)> =
        by_name.columns.iter().map(|column| (column.key.as_str(), column.by_name, column.holds)).collect();
    let known = |key, meaning| (key, meaning, meaning);
    assert_eq!(
        listed,
        [
            known("=title", ColumnMeaning::Title),
            known("=tagline", ColumnMeaning::Tagline),
            known("=location", ColumnMeaning::Place),
            known("=team", ColumnMeaning::Team),
            known("notes", ColumnMeaning::Nothing),
        ]
    );
    let exchanged = said(&[
        ("=title", ColumnChoice::Tagline),
        ("=tagline", ColumnChoice::Title),
        ("=location", ColumnChoice::Nothing),
    ]);
    let right = shared::project_files::read(text, &exchanged).unwrap();
    let content = &right.projects[0].content;
    assert_eq!((content.title.as_str(), content.tagline.as_deref()), ("Lamp", Some("Shines")));
    assert_eq!((content.place.as_deref(), content.team.as_deref()), (None, Some("Oak")));
    assert_eq!(unused(&right), ["Location", "Notes"]);
    assert_eq!(right.columns[2].by_name, ColumnMeaning::Place, "it can be given back");
    // One column alone is enough: the other of the two is no title any more.
    let one = said(&[("=tagline", ColumnChoice::Title)]);
    let right = shared::project_files::read(text, &one).unwrap();
    assert_eq!((right.projects[0].content.title.as_str(), unused(&right)), ("Lamp", vec!["Title", "Notes"]));
    // Nor is it where the other one has no name that is known, or a worse one.
    for name in ["Werk", "Name"] {
        let text =
            format!("Project Title,Repo,{name},Notes\nShines,github.com/oak/lamp,Lamp,github.com/oak/more\n");
        let key = name.to_lowercase();
        let choices = said(&[(key.as_str(), ColumnChoice::Title), ("notes", ColumnChoice::Code)]);
        let right = shared::project_files::read(text.as_bytes(), &choices).unwrap();
        let content = &right.projects[0].content;
        assert_eq!((content.title.as_str(), unused(&right)), ("Lamp", vec!["Project Title"]));
        // Of addresses all are taken.
        assert_eq!(content.repo_url.as_deref(), Some("https://github.com/oak/lamp"));
        assert_eq!(content.description.as_deref(), Some("Link: https://github.com/oak/more"));
    }
    // Without titles, the list is asked about and not refused, or nobody could take the choice back.
    let none = said(&[("=title", ColumnChoice::Nothing)]);
    let asked = shared::project_files::read(b"Title,Team\nLamp,Oak\n", &none).unwrap();
    assert!(asked.notes.contains(&FileNote::NoTitles) && none_is_taken(&asked));
    let three = shared::project_files::read(b"Title,Color,Shape\nLamp,red,round\n", &none).unwrap();
    assert_eq!(three.shape, Shape::Plain, "it still has a header");
}

#[test]
fn each_of_several_columns_of_one_name_is_said_by_itself() {
    let text = "Title,Notes,Notes\nLamp,4,ana@oak.example\n";
    let keys: Vec<String> = file(text).columns.into_iter().map(|column| column.key).collect();
    assert_eq!(keys, ["=title", "notes", "notes-2"]);
    let choices = said(&[("notes", ColumnChoice::Place), ("notes-2", ColumnChoice::Members)]);
    let read = shared::project_files::read(text.as_bytes(), &choices).unwrap();
    let lamp = &read.projects[0];
    assert_eq!((lamp.content.place.as_deref(), emails(lamp)), (Some("4"), vec!["ana@oak.example"]));
}

#[test]
fn every_choice_is_what_it_says() {
    for (choice, word) in ColumnChoice::FIXED {
        let choices = said(&[("title", ColumnChoice::Title), ("what", choice.clone())]);
        let read = shared::project_files::read(b"Title,What,Team\nLamp,x,Oak\n", &choices).unwrap();
        let column = &read.columns[1];
        assert_eq!(column.is_used(), choice != ColumnChoice::Nothing, "{word}");
        assert_eq!(ColumnChoice::from_name(word), Some(choice));
    }
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
fn a_column_that_was_chosen_takes_nothing_from_one_behind_it_that_is_known() {
    let text = b"Project Title,Submission Url,Which track?,Opt-In Prizes\n\
        Lamp,https://devpost.com/software/lamp,Health,Best Hack\n";
    let choices = [("whichtrack".to_owned(), ColumnChoice::Track)];
    let file = shared::project_files::read(text, &choices).unwrap();
    assert_eq!(file.shape, Shape::Devpost);
    assert_eq!(file.projects[0].prizes.as_deref(), Some(&["Health".to_owned(), "Best Hack".to_owned()][..]));
    assert_eq!(unused_columns(&file).len(), 0);
}

#[test]
fn names_among_members_are_said_once_for_the_file() {
    let read =
        file("title,members\nLamp,\"Ana van der Oak, Bo Elm\"\nBoat,\"Cy Fir <cy@fir.example>; Di Yew\"\n");
    assert_eq!(read.notes, [FileNote::NamesOnly(2)]);
    assert!(read.projects.iter().all(|project| project.notes.is_empty()));
    assert_eq!((read.projects[0].members.len(), emails(&read.projects[1])), (0, vec!["cy@fir.example"]));
    assert_eq!(file("title\nLamp\n").notes, [FileNote::NoMembers]);
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
    for out in ["nicht abgegeben", "未提出", "не отправлено", "disqualifiziert"] {
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

#[test]
fn a_remark_behind_the_address_of_a_member_says_who_is_invited() {
    let cell = "ana@oak.example, bo@oak.example (left), Cy <cy@oak.example> (withdrawn), di@oak.example (captain), \
                vi@home.example (Mentor), eva@oak.example (Eva Elm)";
    let lamp = only(&format!("Project,Team,Members\nLamp,Oak,\"{cell}\"\n"));
    assert_eq!(emails(&lamp), ["ana@oak.example", "di@oak.example", "eva@oak.example"]);
    for note in [
        RowNote::MemberOut("bo@oak.example (left)".into()),
        RowNote::MemberOut("cy@oak.example (withdrawn)".into()),
        RowNote::MemberRemark("di@oak.example (captain)".into()),
        RowNote::BesideTheTeam("vi@home.example (Mentor)".into()),
    ] {
        assert!(lamp.notes.contains(&note), "{note:?}{:?}", lamp.notes);
    }
    assert_eq!(lamp.notes.len(), 4);
    // Alone in a cell, too, and beside a name that has a column of its own.
    let one = only("Project,Member 1,Member 1 Email\nLamp,Bo Elm,bo@oak.example (left)\n");
    assert!(one.notes.contains(&RowNote::MemberOut("bo@oak.example (left)".into())));
    assert!(one.members.is_empty());
    let named = only("Project,Member 1,Member 1 Email\nLamp,Bo Elm (left),bo@oak.example\n");
    assert!(named.notes.contains(&RowNote::MemberOut("Bo Elm (left)".into())));
    assert!(named.members.is_empty());
}

//! Who is on a team by a list: addresses, the names beside them, and remarks.

use crate::{emails, file, only, read, titles, unused};
use shared::list_file::ListFault;
use shared::project_files::{ColumnChoice, FileNote, Readiness, RowNote, RowRejection};

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
    // Nor is anybody else who is named beside a member, also with a telephone number between.
    for person in [
        "Mentor name", "Faculty advisor", "Parent/Guardian", "Emergency contact", "Betreuer", "Reviewed by",
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
    // Who sends in the project of a team names its members.
    let class = only("Project,Team,Your role,Members\nLamp,Oak,Teacher,ana@oak.example; bo@oak.example\n");
    assert_eq!(emails(&class), ["ana@oak.example", "bo@oak.example"]);
    // Several addresses beside one title are one team.
    let wide = only("Project,Team,Email,Email\nLamp,Oak,ana@oak.example,bo@oak.example\n");
    assert_eq!(emails(&wide), ["ana@oak.example", "bo@oak.example"]);
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
fn names_whose_addresses_stand_in_another_column_are_no_names_only() {
    for text in [
        "Title,Team members,Emails\nLamp,\"Ana Oak, Bo Elm\",\"ana@oak.example; bo@elm.example\"\n",
        "Title,Team members,Emails\nLamp,\"Ana Oak, Bo Elm\",\"a1@x.example, b2@x.example\"\n",
        "Title,Submitter name,Submitter email,Members,Member emails\nLamp,Ana Oak,ana@oak.example,\"Ana Oak, Bo Elm\",b2@x.example\n",
    ] {
        assert!(file(text).notes.is_empty(), "{text}{:?}", file(text).notes);
    }
    for text in [
        "Title,Team members,Emails\nLamp,\"Ana Oak, Bo Elm\",ana@oak.example\n",
        "Title,Submitter email,Members\nLamp,ana@oak.example,Bo Elm\n",
        "Title,Team members,Emails\nLamp,\"Ana Oak, Bo Elm\",\nBoat,,c@x.example\n",
        "Title,Member 1 (name and email),Member 2 (optional)\nLamp,Cy Fir,di@x.example\n",
    ] {
        assert_eq!(file(text).notes, [FileNote::NamesOnly(1)], "{text}");
    }
}

#[test]
fn ticks_numbers_and_links_are_no_part_of_the_name_of_a_member() {
    let cell =
        "[Cy](mailto:cy@oak.example), x Di <di@oak.example>, 12. Ed <ed@oak.example>, #3 Fi fi@oak.example";
    let lamp = only(&format!(
        "Project,Team,Members,Member 1 Name,Member 1 Email\nLamp,Oak,\"{cell}\",4) Al,al@oak.example\n"
    ));
    let mut names: Vec<&str> = lamp.members.iter().map(|member| member.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!((names, lamp.notes), (vec!["Al", "Cy", "Di", "Ed", "Fi"], Vec::new()));
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

#[test]
fn who_does_not_come_by_their_own_row_is_not_invited() {
    for (column, said) in
        [("Will attend", "No"), ("Attended", "FALSE"), ("Absent", "x"), ("Notes", "no show")]
    {
        let cells = format!("Lamp,Oak,ana@oak.example,\n,,bo@oak.example,{said}\n,,cy@oak.example,\n");
        let lamp = only(&format!("Project,Team,Email,{column}\n{cells}"));
        assert_eq!(emails(&lamp), ["ana@oak.example", "cy@oak.example"], "{column}");
        let out = RowNote::MemberOut(format!("bo@oak.example ({column}: {said})"));
        assert_eq!(lamp.notes, [out, RowNote::Joined(vec![2, 3, 4])], "{column}");
    }
    // Also where they are the first of their team, or the only one.
    let below = "Project,Team,Email,Attended\nLamp,Oak,ana@oak.example,No\n,,bo@oak.example,Yes\nKite,Elm,cy@elm.example,No\n";
    let read = file(below);
    assert_eq!((emails(&read.projects[0]), read.projects[0].team_size), (vec!["bo@oak.example"], 1));
    let out = |email: &str| RowNote::MemberOut(format!("{email} (Attended: No)"));
    assert_eq!(
        (emails(&read.projects[1]).len(), &read.projects[1].notes[..]),
        (0, &[out("cy@elm.example")][..])
    );
    let repeated = "Project,Team,Email,Attended\nLamp,Oak,ana@oak.example,Yes\nLamp,Oak,bo@oak.example,No\n";
    let read = file(repeated);
    assert_eq!(emails(&read.projects[0]), ["ana@oak.example"]);
    assert!(emails(&read.projects[1]).is_empty() && read.projects[1].notes.contains(&out("bo@oak.example")));
    // Nobody is left out in silence where rows become one project.
    let nobody = only(&repeated.replace("Yes", "No"));
    assert!(
        ["ana@oak.example", "bo@oak.example"].into_iter().all(|email| nobody.notes.contains(&out(email)))
    );
    // A row for each project speaks of its team, also through the address of one member.
    let read = file("Project,Team,Email,Attended\nLamp,Oak,ana@oak.example,No\nKite,Elm,cy@elm.example,\n");
    assert_eq!(emails(&read.projects[0]), ["ana@oak.example"]);
    assert_eq!(read.projects[0].notes, [RowNote::Status("Attended: No".into())]);
}

#[test]
fn a_name_beside_an_address_may_be_a_person() {
    for text in [
        "Name,Email,Team\nAna Oak,ana@oak.example,Oak\n",
        "Name,Email,Track,Notes\nAda,ada@x.example,Health,early\n",
        "Nom,Courriel\nAna Oak,ana@oak.example\n",
    ] {
        let asked = file(text);
        assert!(titles(&asked).is_empty() && asked.notes.contains(&FileNote::NoTitles), "{text}");
        let key = if text.starts_with("Nom,") { "nom" } else { "name" };
        let choices = [(key.to_owned(), ColumnChoice::Title)];
        let said = shared::project_files::read(text.as_bytes(), &choices).unwrap();
        assert_eq!(titles(&said).len(), 1, "{text}");
    }
    for text in ["Name,Email,Table\nLamp,ana@oak.example,4\n", "Name,Team,Emails\nLamp,Oak,ana@oak.example\n"]
    {
        assert_eq!(titles(&file(text)), ["Lamp"], "{text}");
    }
}

#[test]
fn members_below_merged_cells_belong_to_the_project_above() {
    for text in [
        "Team,Project,Member,Email\nOak,Lamp,Ana Oak,ana@oak.example\n,,Bo Oak,bo@oak.example\nElm,Boat,Cy,cy@elm.example\n",
        "Team,Project,Email\nOak,Lamp,ana@oak.example\nOAK,,bo@oak.example\nElm,Boat,cy@elm.example\n",
        "Team,Project,Email\nOak,Lamp,ana@oak.example\n,Lamp,bo@oak.example\nElm,Boat,cy@elm.example\n",
        "external_id,Team,Project,Email\nx1,Oak,Lamp,ana@oak.example\n,,,bo@oak.example\nx2,Elm,Boat,cy@elm.example\n",
    ] {
        let read = file(text);
        assert_eq!(titles(&read), ["Lamp", "Boat"], "{text}");
        assert_eq!(emails(&read.projects[0]), ["ana@oak.example", "bo@oak.example"], "{text}");
        assert_eq!(read.projects[0].notes, [RowNote::Joined(vec![2, 3])], "{text}");
        assert_eq!(read.projects[1].rows, [4], "{text}");
    }
    // A mark in the first row is about its person, as one below is, and one about drafts is about the project.
    for (column, mark, taken) in
        [("Withdrawn", "x", true), ("Disqualified?", "yes", true), ("Draft", "x", false)]
    {
        let read = file(&format!(
            "Team,Project,Email,{column}\nOak,Lamp,ana@oak.example,{mark}\n,,bo@oak.example,\nElm,Boat,cy@elm.example,\n"
        ));
        assert_eq!(titles(&read).contains(&"Lamp"), taken, "{column}");
        let bo: &[&str] = if taken { &["bo@oak.example"] } else { &[] };
        assert_eq!(emails(&read.projects[0]), bo, "{column}");
        let out = RowNote::MemberOut(format!("ana@oak.example ({column}: {mark})"));
        assert_eq!(read.projects[0].notes.contains(&out), taken, "{column}");
    }
    // A column of states is about projects, in merged cells too.
    let merged = "Team,Project,Email,Status\nOak,Lamp,ana@oak.example,Withdrawn\n,,bo@oak.example,\nElm,Boat,cy@elm.example,Submitted\n";
    let read = file(merged);
    let lamp = &read.projects[0];
    assert_eq!((&lamp.standing, &lamp.rows[..]), (&Readiness::Draft, &[2, 3][..]));
    assert_eq!(lamp.notes, [RowNote::Status("Withdrawn".into())]);
    // A mark in all of its rows is about the project, too.
    let all = "Team,Project,Email,Withdrawn\nOak,Lamp,ana@oak.example,x\n,,bo@oak.example,x\n,,di@oak.example,x\nElm,Boat,cy@elm.example,\n";
    assert_eq!(titles(&file(all)), ["Boat"]);
    // What says something of its own is a project without a title, and what has no project above has none.
    let untitled = Readiness::Rejected(vec![RowRejection::NoTitle]);
    for text in [
        "Project,Team,Email,Table\nLamp,Oak,ana@oak.example,4\n,,bo@elm.example,5\n",
        "Project,Team,Email\nLamp,Oak,ana@oak.example\n,Elm,bo@elm.example\n",
        "Project,Team,Email\nLamp,Oak,ana@oak.example\n\n,,bo@elm.example\n",
        "Project,Team,Members\nLamp,Oak,3\n,,3\n",
    ] {
        let read = file(text);
        assert_eq!((read.projects.len(), &read.projects[1].standing), (2, &untitled), "{text}");
    }
    // A list that says them again for each person has no merged cells: who is on no team is on none.
    let people = "Name,Project,Team,Email\nAna,Lamp,Oak,ana@oak.example\nBo,Lamp,Oak,bo@oak.example\nCy,,,cy@elm.example\n";
    let read = file(people);
    assert_eq!((read.projects.len(), &read.projects[2].standing), (3, &untitled));
    // Without a column of teams, two rows of one title are two projects.
    assert_eq!(file("Project,Email\nLamp,ana@oak.example\nLamp,bo@elm.example\n").projects.len(), 2);
}

#[test]
fn a_blank_inside_an_address_makes_it_nobody_elses() {
    let lamp = only("Title,Submitter Name,Submitter Email\nLamp,Di Yew,di yew@x.example\n");
    assert_eq!((emails(&lamp).len(), lamp.notes), (0, vec![RowNote::BrokenEmail("di yew@x.example".into())]));
}

#[test]
fn members_have_the_names_beside_their_addresses() {
    for header in [
        "Member 1,Member 1 Email,Member 2,Member 2 Email",
        "Team Member 1,Email,Team Member 2,Email",
        "Name 1,Email 1,Name 2,Email 2",
        "Mitglied 1,E-Mail,Mitglied 2,E-Mail",
    ] {
        let read =
            file(&format!("Project,Team,{header}\nLamp,Oak,Ana Oak,ana@oak.example,Bo Elm,bo@elm.example\n"));
        assert_eq!((titles(&read), &read.notes), (vec!["Lamp"], &Vec::new()), "{header}");
        let members: Vec<(&str, &str)> = read.projects[0]
            .members
            .iter()
            .map(|member| (member.name.as_str(), member.email.as_str()))
            .collect();
        assert_eq!(members, [("Ana Oak", "ana@oak.example"), ("Bo Elm", "bo@elm.example")], "{header}");
    }
    let numbered = "Project,Team,Member 1,Phone,Email\nLamp,Oak,Ana Oak,555,ana@oak.example\n";
    assert_eq!(only(numbered).members[0].name, "Ana Oak");
    // Of one address behind several names, nobody knows whose it is. Where a name is asked for, there may be an address.
    let contact = only("Project,Team,Member 1,Member 2,Email\nLamp,Oak,Ana Oak,Bo Elm,info@oak.example\n");
    assert_eq!((emails(&contact), contact.members[0].name.as_str()), (vec!["info@oak.example"], ""));
    let written = only("Project,Member 1,Member 1 Email\nLamp,Ana Oak <ana@oak.example>,\n");
    assert_eq!((emails(&written), written.members[0].name.as_str()), (vec!["ana@oak.example"], "Ana Oak"));
    // People’s names are no titles.
    let untitled =
        "Team Name,Name 1,Email 1,Name 2,Email 2\nOak,Ana Oak,ana@oak.example,Bo Elm,bo@elm.example\n";
    assert!(matches!(read(untitled.as_bytes()), Err(ListFault::Columns { .. })));
}

#[test]
fn nobody_gets_the_name_of_another() {
    let lamp =
        only("Title,Submitter Name,Submitter Email\nLamp,Ana Oak,\"ana@oak.example; bo@oak.example\"\n");
    let names: Vec<&str> = lamp.members.iter().map(|member| member.name.as_str()).collect();
    assert_eq!((emails(&lamp), names), (vec!["ana@oak.example", "bo@oak.example"], vec!["", ""]));
    let lamp = only("Title,Submitter Name,Submitter Email\nLamp,Ana Oak,mailto:ana@oak.example\n");
    assert_eq!(lamp.members[0].name, "Ana Oak");
}

#[test]
fn words_behind_the_number_of_a_member_lose_nobody() {
    for columns in [
        "Member 1’s name,Member 1’s email,Member 2’s name,Member 2’s email",
        "Member #1 Name,Member #1 Email (school),Member #2 Name (optional),Member #2 Email (optional)",
        "Mitglied 1 – Name,Mitglied 1 – E-Mail,Mitglied 2 – Name,Mitglied 2 – E-Mail (freiwillig)",
    ] {
        let lamp = only(&format!("Project,{columns}\nLamp,Ana Oak,ana@oak.example,Bo Elm,bo@oak.example\n"));
        let names: Vec<&str> = lamp.members.iter().map(|member| member.name.as_str()).collect();
        assert_eq!(
            (emails(&lamp), names),
            (vec!["ana@oak.example", "bo@oak.example"], vec!["Ana Oak", "Bo Elm"])
        );
    }
    for columns in [
        "Team member 1 (name and email),Team member 2 (name and email)",
        "Member 1,Member 2 (optional)",
        "Member 1 contact,Member 2 contact (if any)",
        "Membre 1 (nom et e-mail),Membre 2 (facultatif)",
    ] {
        let read = file(&format!(
            "Project,Team,{columns}\nLamp,Oak,Ana Oak <ana@oak.example>,Bo Elm bo@oak.example\n"
        ));
        let lamp = &read.projects[0];
        assert_eq!(emails(lamp), ["ana@oak.example", "bo@oak.example"], "{columns}");
        assert!(read.notes.is_empty(), "{columns}{:?}", read.notes);
    }
    // Somebody else’s address is not that of a member.
    let home = only("Project,Team,Member 1,Member 1 guardian email\nLamp,Oak,Ana Oak,vi@home.example\n");
    assert!(emails(&home).is_empty());
}

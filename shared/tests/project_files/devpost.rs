//! Devpost's export, with each of its options.

use crate::{emails, file, only, read, unused, unused_columns};
use shared::joined_names::match_names;
use shared::list_file::ListFault;
use shared::project_files::{ColumnChoice, FileNote, Readiness, RowField, RowNote, RowRejection, Shape};

const B: &str = "Project Title,Table Number,Submission Url,Project Status,Judging Status,Highest Step Completed,\
    Project Created At,About The Project,\"\"\"Try it out\"\" Links\",Video Demo Link,Opt-In Prizes,Built With,\
    Submitter First Name,Submitter Last Name,Submitter Email,Notes,How many toes?,Team Colleges/Universities,\
    Additional Team Member Count,Team Member 1 First Name,Team Member 1 Last Name,Team Member 1 Email,...\r\n";
const LAMP: &str = "https://devpost.com/software/lamp";

#[test]
fn shape_b_brings_ragged_rows_with_members() {
    let text = format!(
        "\u{feff}{B}Lamp,12,{LAMP},Submitted (Gallery/Visible),Pending,Submit,11/20/2026 12:00:00,\"A lamp.\r\n\r\nIt shines.\",\
         \"https://lamp.example, https://github.com/ada/lamp\",https://youtu.be/x,\"Health, Best Hack\",\"Rust, WASM ,rust\",\
         Ada,Lovelace,Ada@X.example,,twelve,University of Nowhere,3,Bo,Ek,bo@x.example,Cy,Fu,cy@x.example,Di,,di@x.example\r\n\
         Boat,,https://devpost.com/software/boat,Draft,Pending,Overview,,,,,,,Eve,,eve@x.example,,,,0\r\n"
    );
    let read = file(&text);
    assert_eq!((read.shape, read.projects.len()), (Shape::Devpost, 2));
    let expected = ["Project Created At", "How many toes?", "Team Colleges/Universities"];
    assert_eq!(unused(&read), expected);
    assert_eq!(unused_columns(&read)[1].key.as_str(), "howmanytoes");
    assert_eq!(unused_columns(&read)[1].filled, 1);
    assert_eq!(unused_columns(&read)[1].example.as_str(), "twelve");
    let lamp = &read.projects[0];
    assert_eq!((lamp.rows.as_slice(), lamp.key.as_str()), (&[2][..], "devpost.com/software/lamp"));
    assert_eq!(lamp.standing, Readiness::Complete);
    let content = &lamp.content;
    assert_eq!(content.title, "Lamp");
    assert_eq!(content.description.as_deref(), Some("A lamp.\n\nIt shines.\n\nVideo: https://youtu.be/x"));
    assert_eq!(content.repo_url.as_deref(), Some("https://github.com/ada/lamp"));
    assert_eq!(content.demo_url.as_deref(), Some("https://lamp.example"));
    assert_eq!(content.tags.as_deref(), Some(&["rust".to_owned(), "wasm".to_owned()][..]));
    assert_eq!(content.place.as_deref(), Some("12"));
    assert_eq!((&content.tagline, &content.summary, &content.room), (&None, &None, &None));
    assert_eq!(lamp.prizes.as_deref(), Some(&["Health, Best Hack".to_owned()][..]));
    assert_eq!(emails(lamp), ["ada@x.example", "bo@x.example", "cy@x.example", "di@x.example"]);
    assert_eq!(lamp.members[1].name, "Bo Ek");
    assert_eq!((lamp.team_size, lamp.notes.as_slice()), (4, &[RowNote::MoreLinks(1)][..]));
    assert_eq!((&read.projects[1].standing, read.projects[1].members.len()), (&Readiness::Draft, 0));
}

#[test]
fn what_devpost_says_of_a_projects_judging_is_named() {
    for (judging, said) in [
        ("Pending", false),
        ("Approved", false),
        ("Eligible", false),
        ("", false),
        ("Disqualified", true),
        ("Ineligible", true),
    ] {
        let text = format!(
            "Project Title,Submission Url,Project Status,Judging Status,Submitter Email\n\
             Lamp,{LAMP},Submitted (Gallery/Visible),{judging},ada@x.example\n"
        );
        let lamp = only(&text);
        let notes = if said { vec![RowNote::Status(judging.into())] } else { Vec::new() };
        assert_eq!((&lamp.standing, &lamp.notes), (&Readiness::Complete, &notes), "{judging}");
    }
}

#[test]
fn what_devpost_calls_no_submission_is_left_out() {
    for status in ["Unpublished", "Withdrawn", "Incomplete"] {
        let text = format!(
            "Project Title,Submission Url,Project Status,Highest Step Completed,Submitter Email\n\
             Lamp,{LAMP},{status},Submit,ada@x.example\n"
        );
        let lamp = only(&text);
        assert_eq!((lamp.standing, lamp.notes), (Readiness::Draft, vec![RowNote::Status(status.into())]));
    }
}

#[test]
fn shape_a_has_no_personal_data() {
    let text = "Project Title,Submission Url,Project Status,Judging Status,Highest Step Completed,Project Created At,\
         About The Project,\"\"\"Try it out\"\" Links\",Video Demo Link,Opt-In Prizes,Built With,Notes,\
         Team Colleges/Universities,Additional Team Member Count,Did you sleep?\n\
         Lamp,https://devpost.com/software/lamp,Submitted (Hidden),,Submit,,Shines.,,https://youtu.be/x,,,,,2,no\n";
    let lamp = only(text);
    assert_eq!((&lamp.standing, lamp.team_size, lamp.members.len()), (&Readiness::Complete, 3, 0));
    let found = lamp.content.demo_url.as_deref();
    assert_eq!(found, Some("https://youtu.be/x"), "a film is the demo where there is no other");
    assert_eq!(lamp.content.repo_url.as_deref(), Some(""));
    assert_eq!(lamp.notes, [RowNote::Status("Submitted (Hidden)".into())]);
}

#[test]
fn shape_c_has_a_row_for_each_prize() {
    let text = format!(
        "Opt-In Prize,Project Title,Submission Url,Project Status,About The Project\n\
         \"Arts, Music, and Film\",Lamp,{LAMP},Submitted (Gallery/Visible),Shines.\n\
         Health,Boat,https://devpost.com/software/boat,Submitted (Gallery/Visible),Swims.\n\
         Health,Lamp,http://www.devpost.com/software/lamp/,Submitted (Gallery/Visible),Shines.\n"
    );
    let projects = file(&text).projects;
    assert_eq!(projects.len(), 2);
    let prizes = match_names(projects[0].prizes.as_deref().unwrap(), &["Health"]);
    assert_eq!((prizes.found, prizes.unknown), (vec![0], vec![vec!["Arts, Music, and Film".to_owned()]]));
    assert_eq!((&projects[0].rows, &projects[0].standing), (&vec![2, 4], &Readiness::Complete));
}

#[test]
fn shape_d_says_when_it_was_submitted() {
    let lamp = only(&format!(
        "Project Title,Table Number,Submission Url,Project Status,Highest Step Completed,Project Submitted At,Image Gallery URLs\n\
         Lamp,A7,{LAMP},,Submit,2026-11-20 11:58:00 UTC,https://img.example/1.png\n"
    ));
    assert_eq!(lamp.standing, Readiness::Complete, "the last step is enough");
    assert_eq!(lamp.content.submitted_at.unwrap().to_rfc3339(), "2026-11-20T11:58:00+00:00");
    assert_eq!((lamp.content.place.as_deref(), lamp.content.description), (Some("A7"), None));
}

#[test]
fn a_column_that_an_organizer_names_is_read_as_in_any_table() {
    let said = |choice: ColumnChoice, cell: &str| {
        let text = format!("Project Title,Submission Url,Crew\nLamp,{LAMP},{cell}\n");
        let choices = [("crew".to_owned(), choice)];
        shared::project_files::read(text.as_bytes(), &choices).unwrap().projects.remove(0)
    };
    let crew = said(ColumnChoice::Members, "bo@x.example; Cy <cy@x.example>");
    assert_eq!((emails(&crew), crew.team_size), (vec!["bo@x.example", "cy@x.example"], 2));
    assert_eq!(said(ColumnChoice::Team, "Oak").content.team.as_deref(), Some("Oak"));
    assert_eq!(said(ColumnChoice::Place, "A7").content.place.as_deref(), Some("A7"));
    assert_eq!(said(ColumnChoice::Tagline, "Shines").content.tagline.as_deref(), Some("Shines"));
    assert_eq!(said(ColumnChoice::Tags, "rust").content.tags, Some(vec!["rust".to_owned()]));
    let in_track = said(ColumnChoice::Track, "Health");
    assert_eq!((in_track.track.as_deref(), in_track.prizes), (Some("Health"), None));
    let asks = said(ColumnChoice::Prizes, "Health");
    assert_eq!((asks.track, asks.prizes), (None, Some(vec!["Health".to_owned()])));
}

#[test]
fn shape_e_is_of_2017() {
    let lamp = only(&format!(
        "Submission Title,Submission Url,Plain Description,Video,Website,File Url,Desired Prizes,Built With,\
         Submitter Screen Name,Submitter First Name,Submitter Last Name,Submitter Email,\
         College/Universities Of Team Members,Additional Team Member Count\n\
         Lamp,{LAMP},Shines.,,lamp.example,,Health,\"{}\",ada,Ada,Lovelace,ada@x.example,,2,Bo,Ek,bo@x.example\n",
        (0..14).map(|n| format!("tag{n}")).collect::<Vec<_>>().join(", ")
    ));
    assert_eq!((&lamp.standing, emails(&lamp).len(), lamp.team_size), (&Readiness::Complete, 2, 3));
    assert_eq!(lamp.content.tags.unwrap().len(), 10);
    let expected = [RowNote::Tags { kept: 10, of: 14 }, RowNote::NoEmail(1)];
    assert_eq!(lamp.notes, expected);
    let found = lamp.content.demo_url.as_deref();
    assert_eq!(found, Some("https://lamp.example"), "without its scheme in the file");
}

#[test]
fn rows_of_one_address_must_agree() {
    let row = |title: &str, text: &str| format!("{title},{LAMP},Submitted,{text}\n");
    let head = "Project Title,Submission Url,Project Status,About The Project\n";
    for (second, field) in
        [(row("Lamp 2", "Shines."), RowField::Title), (row("Lamp", "Blinks."), RowField::Description)]
    {
        let text = format!("{head}{}{second}{}", row("Lamp", "Shines."), row("Lamp", "Shines."));
        let fault = RowRejection::Disagree { rows: vec![2, 3, 4], field };
        assert_eq!(only(&text).standing, Readiness::Rejected(vec![fault]));
    }
    let submitters = format!(
        "Project Title,Submission Url,Submitter Email,Project Status\n\
         Lamp,{LAMP},ada@x.example,Submitted\nLamp,{LAMP},bo@x.example,Submitted\n"
    );
    let fault = RowRejection::Disagree { rows: vec![2, 3], field: RowField::Submitter };
    assert_eq!(only(&submitters).standing, Readiness::Rejected(vec![fault]));
    let draft = format!("{head}Lamp,{LAMP},Draft,Old.\n{}", row("Lamp", "Shines."));
    let lamp = only(&draft);
    assert_eq!((lamp.standing, lamp.rows), (Readiness::Complete, vec![2, 3]));
}

#[test]
fn a_row_that_cannot_be_taken_says_why() {
    let text = format!(
        "Project Title,Submission Url,Project Status,About The Project,Submitter Email\n\
         ,https://devpost.com/software/x,Submitted,,x@x.example\n\
         {},https://devpost.com/software/y,Submitted,{},y@x.example\n\
         Lamp,{LAMP},Submitted,,ada at x.example\n",
        "t".repeat(201),
        "d".repeat(60_001)
    );
    let projects = file(&text).projects;
    assert_eq!(projects[0].standing, Readiness::Rejected(vec![RowRejection::NoTitle]));
    let long = |field, length, longest| RowRejection::Long { field, length, longest };
    let faults = vec![long(RowField::Title, 201, 200), long(RowField::Description, 60_001, 60_000)];
    assert_eq!(projects[1].standing, Readiness::Rejected(faults));
    assert_eq!(projects[2].notes[0], RowNote::BrokenEmail("ada at x.example".into()));
    assert_eq!((&projects[2].standing, projects[2].members.len()), (&Readiness::Complete, 0));
}

#[test]
fn an_address_is_missing_and_the_title_stands_in() {
    let text = "Project Title,Submission Url,Project Status\nSolar  Kiosk,,Submitted\nLamp,,Submitted\n";
    let keys: Vec<String> = file(text).projects.into_iter().map(|project| project.key).collect();
    assert_eq!(keys, ["title:solar kiosk", "title:lamp"]);
}

#[test]
fn the_width_of_a_member_is_the_headers() {
    let head = "Submission Title,Submission Url,Submitter Screen Name,Submitter First Name,Submitter Last Name,\
        Submitter Email,Additional Team Member Count";
    let member = |number: usize| ["screen", "First", "Last"].map(|name| format!("{name}{number}")).join(",");
    let rest: Vec<String> = (1..=3).map(|n| format!("{},m{n}@x.example", member(n))).collect();
    let row = format!("Lamp,{LAMP},ada,Ada,Lovelace,ada@x.example,3,{}", rest.join(","));
    let named =
        "Team Member 1 Screen Name,Team Member 1 First Name,Team Member 1 Last Name,Team Member 1 Email,...";
    for header in [format!("{head},{named}"), head.to_owned()] {
        let lamp = only(&format!("{header}\n{row}\n"));
        let expected = ["ada@x.example", "m1@x.example", "m2@x.example", "m3@x.example"];
        assert_eq!(emails(&lamp), expected, "{header}");
        assert_eq!((lamp.members[2].name.as_str(), lamp.notes.len()), ("First2 Last2", 0));
    }
    // A question about each member widens all of them.
    let asked = format!(
        "{head},Team Member 1 First Name,Team Member 1 Last Name,Team Member 1 Email,Team Member 1 School,..."
    );
    let row =
        format!("Lamp,{LAMP},ada,Ada,Lovelace,ada@x.example,2,Bo,Ek,bo@x.example,Oak,Cy,Fu,cy@x.example,Elm");
    let expected = ["ada@x.example", "bo@x.example", "cy@x.example"];
    assert_eq!(emails(&only(&format!("{asked}\n{row}\n"))), expected);
}

#[test]
fn members_without_addresses_are_said_once() {
    let text = format!(
        "Project Title,Submission Url,Submitter First Name,Submitter Email,Additional Team Member Count\n\
         Lamp,{LAMP},Ada,,0\nBoat,https://devpost.com/software/boat,Bo,bo@x.example,0\n"
    );
    assert_eq!(file(&text).notes, [FileNote::NamesOnly(1)]);
}

#[test]
fn a_header_alone_is_no_list() {
    assert_eq!(read(B.as_bytes()), Err(ListFault::NoRows));
}

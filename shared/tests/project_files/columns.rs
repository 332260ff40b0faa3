//! What columns are taken for: by their names, and as an organizer says.

use crate::{emails, file, none_is_taken, only, read, unused, unused_columns};
use shared::project_files::{ColumnChoice, ColumnMeaning, FileNote, Readiness, Shape};

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
fn a_column_that_was_chosen_takes_nothing_from_one_behind_it_that_is_known() {
    let text = b"Project Title,Submission Url,Which track?,Opt-In Prizes\n\
        Lamp,https://devpost.com/software/lamp,Health,Best Hack\n";
    let read = |choice| {
        let file = shared::project_files::read(text, &[("whichtrack".to_owned(), choice)]).unwrap();
        assert_eq!((file.shape, unused_columns(&file).len()), (Shape::Devpost, 0));
        let lamp = file.projects.into_iter().next().unwrap();
        (lamp.track, lamp.prizes.unwrap_or_default())
    };
    assert_eq!(read(ColumnChoice::Prizes), (None, vec!["Health".to_owned(), "Best Hack".to_owned()]));
    assert_eq!(read(ColumnChoice::Track), (Some("Health".to_owned()), vec!["Best Hack".to_owned()]));
}

#[test]
fn a_column_that_is_said_to_hold_tracks_holds_no_prizes_whatever_its_name() {
    // By these names, a list has prizes, or nothing that is known.
    for (name, key) in [
        ("Tracks", "=tracks"),
        ("Category", "=category"),
        ("Challenge", "=challenge"),
        ("Opt-In Prizes", "=optinprizes"),
        ("Kiosk", "kiosk"),
    ] {
        let text = format!("Title,Team,{name}\nLamp,Oak,Health\n");
        let track =
            shared::project_files::read(text.as_bytes(), &said(&[(key, ColumnChoice::Track)])).unwrap();
        let lamp = &track.projects[0];
        assert_eq!((lamp.track.as_deref(), &lamp.prizes), (Some("Health"), &None), "{name}");
        assert_eq!(track.columns[2].holds, ColumnMeaning::Track, "{name}");
    }
    let prize = said(&[("=track", ColumnChoice::Prizes)]);
    let prize = shared::project_files::read(b"Title,Track\nLamp,Best\n", &prize).unwrap();
    let lamp = &prize.projects[0];
    assert_eq!((lamp.track.as_deref(), lamp.prizes.as_deref()), (None, Some(&["Best".to_owned()][..])));
    // Of several columns that hold the track, none is left out in silence.
    let text = b"Title,Squad,Kiosk\nLamp,Health,Climate\nBoat,,Climate\n";
    let both = said(&[("squad", ColumnChoice::Track), ("kiosk", ColumnChoice::Track)]);
    let both = shared::project_files::read(text, &both).unwrap();
    let tracks: Vec<_> = both.projects.iter().map(|project| project.track.as_deref()).collect();
    assert_eq!(tracks, [Some("Health; Climate"), Some("Climate")]);
}

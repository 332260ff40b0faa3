//! Who and what a row is.

use crate::{emails, file, only};
use shared::project_files::{Readiness, RowNote};
use std::collections::HashSet;

#[test]
fn rows_of_one_title_stay_two_projects_unless_they_agree_in_all() {
    let same = [
        "title,team,repo_url,table\nStudy Buddy,Oak,https://github.com/oak/buddy,4\nStudy Buddy,Elm,https://github.com/elm/buddy,17\n",
        "title,repo_url\nStudy Buddy,https://github.com/oak/buddy\nStudy Buddy,https://github.com/elm/buddy\n",
        "title,emails\nStudy Buddy,ana@oak.example\nStudy Buddy,bo@elm.example\n",
        "title,table\nStudy Buddy,4\nStudy Buddy,17\n",
        "title,room\nStudy Buddy,Hall\nStudy Buddy,Gym\n",
        "title,description\nStudy Buddy,Finds partners\nStudy Buddy,Plans exams\n",
        "title,team\nStudy Buddy,Oak\nstudy  buddy,Elm\n",
        "title,link\nStudy Buddy,https://devpost.com/software/buddy-1\nStudy Buddy,https://devpost.com/software/buddy-2\n",
    ];
    for text in same {
        let projects = file(text).projects;
        let keys: HashSet<&str> = projects.iter().map(|project| project.key.as_str()).collect();
        assert_eq!((projects.len(), keys.len()), (2, 2), "{text}");
        assert!(projects.iter().all(|project| project.standing == Readiness::Complete), "{text}");
        let again: Vec<String> = file(text).projects.into_iter().map(|project| project.key).collect();
        assert_eq!(
            again,
            projects.iter().map(|project| project.key.clone()).collect::<Vec<_>>(),
            "keys come again"
        );
    }
    let joined = only("title,team,prizes\nLamp,Oak,Health\nLamp,Oak,Design\n");
    assert_eq!(joined.prizes.as_deref().unwrap(), ["Health", "Design"]);
    assert_eq!(joined.notes, [RowNote::Joined(vec![2, 3])]);
    // Small letters make no other title.
    let joined = only("title,team\nLamp,Oak\nLAMP,Oak\n");
    assert_eq!((joined.content.title.as_str(), joined.notes), ("Lamp", vec![RowNote::Joined(vec![2, 3])]));
}

#[test]
fn the_order_of_rows_gives_no_project_the_key_of_another() {
    for (header, rows) in [
        ("title,description", ["Buddy,Finds partners", "Buddy,Plans exams", "Buddy,Sings"]),
        (
            "title,repo_url,emails",
            ["Buddy,github.com/o/m,a@x.org", "Buddy,github.com/o/m,b@x.org", "Buddy,,c@x.org"],
        ),
        ("title,emails", ["Buddy,a@x.org;b@x.org", "Buddy,a@x.org;c@x.org", "Buddy,"]),
        ("title,demo_url,table", ["Buddy,a.example,1", "Buddy,b.example,", "Buddy,,2"]),
    ] {
        let keys = |rows: &[&str]| {
            let text = format!("{header}\n{}\n", rows.join("\n"));
            file(&text).projects.into_iter().map(|project| project.key).collect::<Vec<_>>()
        };
        let (before, mut after) = (keys(&rows), keys(&[rows[2], rows[0], rows[1]]));
        after.rotate_left(1);
        assert_eq!(before, after, "{header}");
        assert_eq!(before.iter().collect::<HashSet<_>>().len(), 3, "{header}");
    }
}

#[test]
fn a_draft_of_the_same_title_changes_no_key() {
    let alone = only("title,status,description\nBuddy,Submitted,Sings\n");
    let beside = file("title,status,description\nBuddy,Draft,\nBuddy,Submitted,Sings\n").projects;
    assert_eq!((&beside[1].key, beside[1].notes.len()), (&alone.key, 0));
    assert_ne!(beside[0].key, beside[1].key);
}

#[test]
fn rows_of_one_title_and_team_are_named_on_each_other() {
    let text = "Project,Team,Member Email\nLamp,Oak,ana@x.org\nLamp,Oak,bo@x.org\nlamp,OAK,cy@x.org\nLamp,Elm,di@x.org\n";
    let read = file(text);
    let notes: Vec<Vec<RowNote>> = read.projects.into_iter().map(|project| project.notes).collect();
    let others = |rows: [usize; 2]| vec![RowNote::SameTitleInFile(rows.to_vec())];
    assert_eq!(notes, [others([3, 4]), others([2, 4]), others([2, 3]), Vec::new()]);
}

#[test]
fn projects_of_one_team_are_named_on_each_other() {
    let read = file("Project,Team\nLamp,Oak\nBoat,OAK\nKite,Fir\nKite,Fir\n");
    let same = |row| vec![RowNote::SameTeamInFile(vec![row])];
    let notes: Vec<Vec<RowNote>> = read.projects.into_iter().map(|project| project.notes).collect();
    assert_eq!(notes, [same(3), same(2), vec![RowNote::Joined(vec![4, 5])]]);
}

#[test]
fn a_word_in_place_of_an_address_makes_no_project_of_two() {
    let text = "Name,Description,URL,TryLink,VideoLink,ChallengeList\nLamp,Shines,n/a,,,\nBoat,Swims,n/a,,,\nKite,Flies,TBD,,,\n";
    let read = file(text);
    assert!(read.projects.iter().all(|project| project.standing == Readiness::Complete));
    assert_eq!(read.projects.len(), 3);
}

#[test]
fn the_number_of_a_submission_is_its_key_and_its_words_are_not() {
    let of = |slug: &str, title: &str| {
        only(&format!(
            "Project Title,Submission Url,Project Status,Submitter Email\n\
             {title},https://hack.devpost.com/submissions/{slug},Submitted (Gallery/Visible),ana@oak.example\n"
        ))
    };
    let (before, after) = (of("901-lantern", "Lantern"), of("901-firefly", "Firefly"));
    assert_eq!(before.key, after.key);
    assert_ne!(before.key, of("902-lantern", "Lantern").key);
    assert_ne!(before.key, of("90-lantern", "Lantern").key);
}

#[test]
fn rows_of_a_submission_at_several_places_say_which_is_taken() {
    let text = "title,link,room,table,prize\n\
         Lamp,https://devpost.com/software/lamp,Hall,4,Health\n\
         Lamp,https://devpost.com/software/lamp,Gym,17,Design\n\
         Lamp,https://devpost.com/software/lamp,Gym,17,Rust\n";
    let lamp = only(text);
    assert_eq!((lamp.content.room.as_deref(), lamp.content.place.as_deref()), (Some("Hall"), Some("4")));
    assert_eq!(lamp.notes, [RowNote::OtherPlaces(vec!["Gym, 17".into()])]);
    assert_eq!(lamp.prizes.unwrap(), ["Health", "Design", "Rust"]);
}

#[test]
fn what_rows_of_one_project_say_differently_is_named() {
    let twice = "title,team,emails,track,tagline,tags\n\
         Lamp,Oak,ana@oak.example,Health,,rust\n\
         Lamp,Oak,ana@oak.example,AI,Shines,\"rust, wasm\"\n\
         Lamp,Oak,ana@oak.example,AI,Glows,rust\n";
    let lamp = only(twice);
    assert_eq!((lamp.track.as_deref(), lamp.content.tagline.as_deref()), (Some("Health"), Some("Shines")));
    let left: Vec<String> = ["AI", "rust, wasm", "Glows"].map(str::to_owned).into();
    assert_eq!(lamp.notes, [RowNote::OtherValues(left), RowNote::Joined(vec![2, 3, 4])]);
    let numbered = "external_id,title,team,repo\n7,Lamp,Oak,https://code.example/a\n7.0,Lamp,Elm,https://code.example/b\n";
    let left = vec!["Elm".to_owned(), "https://code.example/b".to_owned()];
    assert_eq!(only(numbered).notes, [RowNote::OtherValues(left)]);
}

#[test]
fn a_person_in_two_teams_is_named_on_both_rows() {
    let read = file(
        "title,emails\nLamp,ana@oak.example; bo@elm.example\nBoat,ANA@oak.example\nKite,cy@fir.example\n",
    );
    let both = |row| vec![RowNote::SeveralTeams { email: "ana@oak.example".into(), rows: vec![row] }];
    let notes: Vec<Vec<RowNote>> = read.projects.iter().map(|project| project.notes.clone()).collect();
    assert_eq!(notes, [both(3), both(2), Vec::new()]);
}

#[test]
fn an_address_has_nothing_in_it_that_nobody_sees() {
    let lamp = only("title,emails\nLamp,\"Ana Oak <ana@oak.example\u{200b}>|\u{feff}bo@elm.example\"\n");
    assert_eq!(emails(&lamp), ["ana@oak.example", "bo@elm.example"]);
    assert_eq!(lamp.members[0].name.as_str(), "Ana Oak");
}

#[test]
fn no_title_reads_like_the_key_of_another_project() {
    for list in [
        "title,team\nLamp,Oak\nLamp/team:oak,\nLamp/TEAM:Oak,\n",
        "title,table\nLamp/by:hall 1,\nLamp,A1\nLamp,A2\n\"Lamp/,A1\",\nLamp/BY:A1,\nLamp/by:,a1\n",
    ] {
        let projects = file(list).projects;
        let keys: HashSet<&str> = projects.iter().map(|project| project.key.as_str()).collect();
        assert_eq!(keys.len(), projects.len(), "{list}");
        let same = |project: &shared::project_files::ReadProject| {
            project.notes.iter().any(|note| matches!(note, RowNote::SameTitleInFile(_)))
        };
        assert!(projects.iter().all(|project| !same(project) || project.content.title == "Lamp"), "{keys:?}");
        assert!(
            keys.iter().all(|key| key.matches("/TEAM:").count() + key.matches("/BY:").count() < 2),
            "{keys:?}"
        );
    }
}

#[test]
fn spellings_of_one_repository_are_one() {
    for same in ["https://github.com/oak/lamp", "http://www.github.com/Oak/lamp/", "github.com/oak/lamp.git"]
    {
        let lamp = only(&format!("title,repo_url\nLamp,https://github.com/oak/lamp.git/\nLamp,{same}\n"));
        assert_eq!(lamp.notes, [RowNote::Joined(vec![2, 3])], "{same}");
    }
}

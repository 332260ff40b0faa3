//! DoraHacks, Gavel, Jury, and tables of our own.

use crate::{emails, file, only};
use shared::project_files::{ListFault, MOST_ROWS, Readiness, RowNote, Shape, read};

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
    assert_eq!(
        (lamp.prizes.as_slice(), emails(&lamp)),
        (&["Best Hack, Health".to_owned()][..], vec!["ada@x.example"])
    );
}

#[test]
fn gavel_has_no_header() {
    let read = file("Lamp,Table 3,\"Shines, always.\"\nBoat,Table 4,Swims.\n");
    assert_eq!((read.shape, read.projects.len(), read.unused.len()), (Shape::Gavel, 2, 0));
    let lamp = &read.projects[0];
    assert_eq!((lamp.rows.as_slice(), lamp.key.as_str()), (&[1][..], "title:lamp"));
    assert_eq!(
        (lamp.content.place.as_deref(), lamp.content.description.as_deref()),
        (Some("Table 3"), Some("Shines, always."))
    );
    let named = file("name,location,description\nLamp,Table 3,Shines.\n");
    assert_eq!((named.shape, named.projects.len()), (Shape::Plain, 1));
    assert_eq!(named.projects[0].content.place.as_deref(), Some("Table 3"));
}

#[test]
fn jury_brings_links_and_challenges() {
    let lamp = only(
        "Name,Description,URL,TryLink,VideoLink,ChallengeList\n\
         Lamp,Shines.,https://devpost.com/software/lamp,https://lamp.example,https://youtu.be/x,\"Health,Energy\"\n",
    );
    assert_eq!(lamp.key, "devpost.com/software/lamp");
    assert_eq!(lamp.content.demo_url.as_deref(), Some("https://lamp.example"));
    assert_eq!(
        (lamp.prizes.as_slice(), lamp.notes.as_slice()),
        (&["Health,Energy".to_owned()][..], &[RowNote::MoreLinks(1)][..])
    );
}

#[test]
fn our_own_file_goes_back_in() {
    let text = "project_id,external_id,title,team,track,status,submitted_at,repo_url,demo_url,tags,duplicate_of\r\n\
        17,,'=SUM(1),'@home,Energy,submitted,2026-11-20T09:30:00.123456Z,https://github.com/ada/lamp,,rust;wasm,\r\n\
        18,p2,Boat,Waves,,draft,,,,,\r\n";
    let read = file(text);
    assert_eq!((read.shape, read.unused), (Shape::Plain, vec!["duplicate_of".to_owned()]));
    let first = &read.projects[0];
    assert_eq!((first.content.title.as_str(), first.content.team.as_deref()), ("=SUM(1)", Some("@home")));
    assert_eq!(
        (first.id, first.key.as_str(), first.track.as_deref()),
        (Some(17), "evenhand:17", Some("Energy"))
    );
    assert_eq!(first.content.tags.as_ref().unwrap().len(), 2);
    assert_eq!((first.content.description.as_ref(), first.content.demo_url.as_deref()), (None, Some("")));
    assert_eq!((&read.projects[1].standing, read.projects[1].key.as_str()), (&Readiness::Draft, "p2"));
}

#[test]
fn a_table_with_a_title_is_enough() {
    let read = file("Project name;Table;Emails;Colour\nLamp;A 3;ada@x.example, bo@x.example;red\n");
    let lamp = &read.projects[0];
    assert_eq!(
        (lamp.content.place.as_deref(), emails(lamp)),
        (Some("A 3"), vec!["ada@x.example", "bo@x.example"])
    );
    assert_eq!((read.unused, lamp.content.repo_url.as_ref()), (vec!["Colour".to_owned()], None));
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
    let refused = read(b"judge,score,comment,table name\nAda,3,,\n");
    assert_eq!(
        refused,
        Err(ListFault::NoTitle {
            names: ["judge", "score", "comment", "table name"].map(str::to_owned).into()
        })
    );
    let many = format!("title\n{}", (0..MOST_ROWS).map(|n| format!("{n}\n")).collect::<String>());
    assert_eq!(read(many.as_bytes()), Err(ListFault::TooManyRows));
}

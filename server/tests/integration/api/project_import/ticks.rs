//! What an organizer ticks on a preview: projects that leave, and rows that a search hides.

use super::{acts, begin_review, confirm, import, preview, titles, world};
use crate::prelude::*;

#[database_test(world(&pool))]
async fn projects_that_a_newer_list_lacks_are_withdrawn_where_they_are_ticked(world: World, site: Site) {
    import(&site, "title,team\nLamp,Oak\nKite,Elm\nRaft,Fir\nTide,Ash\n").await;
    begin_review(&world, "Tide").await;
    let (path, page) = preview(&site, "olga", "title,team\nLamp,Oak\nBell,Yew\n").await;
    page.text().has(&[
        "In the event, not in this file (3)",
        "Judges have begun to review it",
        "Withdraw the ticked projects",
    ]);
    let id = async |title: &str| world.project(title).await.to_string();
    page.shows("value=\"According to the list of projects, it no longer takes part.\" selected");
    let ids = [id("Kite").await, id("Raft").await, id("Tide").await, id("Buoy").await];
    let [kite, raft, tide, buoy] = ids.each_ref().map(String::as_str);
    let tick = |id: &str| format!("name=\"gone\" value=\"{id}\"");
    assert!(page.body.contains(&tick(kite)) && page.body.contains(&tick(raft)), "{}", page.body);
    page.shows(&format!("href=\"/events/demo/manage/projects/{tide}\""));
    assert!(!page.body.contains(&tick(tide)) && !page.body.contains(&tick(buoy)), "{}", page.body);
    assert!(!page.body.contains(&format!("{} checked", tick(kite))), "nothing is ticked at first");

    let olga = site.browser("olga");
    // What another form of the page is refused for chooses no reason.
    let refused = olga.submit(&format!("{}/confirm", acts(&path)), &[("seen", "x")]).await.is(409);
    refused.shows("value=\"According to the list of projects, it no longer takes part.\" selected");
    let withdraw = async |fields: &[(&str, &str)]| {
        olga.submit(&format!("{}/withdraw", acts(&path)), &[fields, &[("skip", "1")][..]].concat()).await
    };
    let why = ("why", "It was a test entry.");
    withdraw(&[why]).await.answers(400, "Tick at least one project.");
    withdraw(&[("gone", kite), ("reason", " ")]).await.answers(400, "Say why the project is withdrawn");
    for other in [tide, buoy] {
        let refused = withdraw(&[why, ("gone", kite), ("gone", other)]).await;
        refused.answers(409, "Something changed since you opened this preview.");
        assert!(refused.body.contains(&format!("{} checked", tick(kite))), "{}", refused.body);
        assert!(refused.body.contains("name=\"skip\" value=\"1\" checked"), "{}", refused.body);
    }
    let left = "select title || ': ' || withdrawal_reason from project
                where event_id = $1 and withdrawn_at is not null order by 1";
    assert_eq!(world.all::<String>(left).await, Vec::<String>::new(), "all or none");
    let done = withdraw(&[why, ("gone", kite), ("gone", raft)]).await.is(200);
    done.text().has(&["The ticked projects are withdrawn.", "In the event, not in this file (1)"]);
    assert!(done.body.contains("name=\"skip\" value=\"1\" checked"), "{}", done.body);
    assert_eq!(world.all::<String>(left).await, ["Kite: It was a test entry.", "Raft: It was a test entry."]);
    let rows = world.audit().await.into_iter().filter(|(action, ..)| action == "project.withdrawn").count();
    assert_eq!(rows, 2, "each has a row of its own");
    let page = olga.get(&path).await.is(200);
    page.says("In the event, not in this file (1)");
    assert_eq!(titles(&world).await, ["Buoy", "Lamp", "Kite", "Raft", "Tide"], "nothing was imported");
    confirm(&site, "olga", &(path, page), &[]).await.is(303);
    assert_eq!(titles(&world).await.len(), 6);
}

#[database_test(world(&pool))]
async fn projects_that_a_newer_list_leaves_out_are_withdrawn_where_they_are_ticked(world: World, site: Site) {
    import(&site, "title,team,status\nLamp,Oak,submitted\nKite,Elm,submitted\nTide,Ash,submitted\n").await;
    begin_review(&world, "Tide").await;
    let newer = "title,team,status\nLamp,Oak,submitted\nKite,Elm,Disqualified\nTide,Ash,Withdrawn\n";
    let (path, page) = preview(&site, "olga", newer).await;
    // They need somebody, so they are in view, above what is folded.
    let (in_view, _) = page.body.split_once("id=\"all\"").expect("the others are folded");
    for said in ["Disqualified", "Withdrawn"] {
        assert!(in_view.contains(&format!("Its status in the file is “{said}”.")), "{in_view}");
    }
    page.text().has(&[
        "In the event, not in this file or left out of it (2)",
        "These projects take part in the event. The import leaves them as they are.",
        "Judges have begun to review it",
    ]);
    let kite = world.project("Kite").await.to_string();
    assert!(in_view.contains(&format!("name=\"gone\" value=\"{kite}\"")), "{in_view}");
    let fields = [("gone", kite.as_str()), ("reason", "Disqualified: it was built before.")];
    let done = site.browser("olga").submit(&format!("{}/withdraw", acts(&path)), &fields).await.is(200);
    done.text().has(&["The ticked projects are withdrawn.", "not in this file or left out of it (1)"]);
    let left = "select title from project where event_id = $1 and withdrawn_at is not null";
    assert_eq!(world.all::<String>(left).await, ["Kite"]);
    // So is a project that no list brought.
    let buoy = world.project("Buoy").await;
    let own = format!("project_id,title,team,status\n{buoy},Buoy,Waves,Withdrawn\n");
    let page = preview(&site, "olga", &own).await.1;
    assert!(page.body.contains(&format!("name=\"gone\" value=\"{buoy}\"")), "{}", page.body);
}

#[database_test(world(&pool))]
async fn a_project_whose_row_cannot_be_taken_is_not_offered_as_one_that_the_list_lacks(
    world: World,
    site: Site,
) {
    import(&site, "title,repo_url\nLamp,github.com/oak/lamp\nRaft,github.com/fir/raft\n").await;
    let list = "title,repo_url\nLamp,github.com/elm/lamp\nBell,github.com/yew/bell\n";
    let (path, page) = preview(&site, "olga", list).await;
    page.text().has(&["This event has a project of this title", "In the event, not in this file (1)"]);
    let lamp = world.project("Lamp").await.to_string();
    assert!(!page.body.contains(&format!("name=\"gone\" value=\"{lamp}\"")), "{}", page.body);
    let fields = [("gone", lamp.as_str()), ("why", "It was a test entry.")];
    let refused = site.browser("olga").submit(&format!("{}/withdraw", acts(&path)), &fields).await;
    refused.answers(409, "Something changed since you opened this preview.");
}

#[database_test(world(&pool))]
async fn a_search_in_a_preview_keeps_what_is_ticked(world: World, site: Site) {
    let lamps: String = (1..=12).map(|n| format!("Lamp {n},Team {n}\n")).collect();
    import(&site, "title,team\nOar,Ash\nBoat,Fir\n").await;
    let (path, page) = preview(&site, "olga", &format!("title,team\n{lamps}Kite,Elm\n")).await;
    let (oar, olga) = (world.project("Oar").await.to_string(), site.browser("olga"));
    let search = async |fields: &[(&str, &str)]| {
        olga.submit(&format!("{}/confirm", acts(&path)), fields).await.is(200)
    };
    assert!(page.body.contains("name=\"search\""), "{}", page.body);
    let ticked = [("skip", "0"), ("gone", oar.as_str()), ("why", ""), ("reason", "They left.")];
    let found = search(&[&ticked[..], &[("q", "kite"), ("search", "true")][..]].concat()).await;
    found.text().has(&[
        "The file has 13 projects: 13 new.",
        "1 project of the file found.",
        "New (1)",
        "Leave out Kite",
        "Import 13 projects",
    ]);
    found.text().lacks(&["Leave out Lamp 2"]);
    for (name, value) in [("skip", "0"), ("gone", oar.as_str())] {
        let unseen = format!("<input type=\"hidden\" name=\"{name}\" value=\"{value}\"");
        assert!(found.body.contains(&unseen), "{}", found.body);
    }
    found.says("They left.");
    let all = search(&[&ticked[..], &[("skip", "12"), ("q", "kite"), ("search", "all")][..]].concat()).await;
    for (name, value) in [("skip", "0"), ("skip", "12"), ("gone", oar.as_str())] {
        assert!(all.body.contains(&format!("name=\"{name}\" value=\"{value}\" checked")), "{}", all.body);
    }
    assert_eq!(all.body.matches("name=\"skip\"").count(), 13);
    search(&[("q", "zebra"), ("search", "true")]).await.says("0 projects of the file found.");
    assert_eq!(titles(&world).await, ["Buoy", "Oar", "Boat"], "a search imports nothing");
    confirm(&site, "olga", &(path, all), &["0", "12"]).await.is(303);
    assert_eq!(titles(&world).await.len(), 14);
}

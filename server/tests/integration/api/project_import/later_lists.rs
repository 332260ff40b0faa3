//! A list that comes again: what is new, what changed, what was corrected here, and what it has no longer.

use super::{HEAD, acts, begin_review, confirm, import, line, preview, titles, world};
use crate::prelude::*;

#[database_test(world(&pool))]
async fn a_second_upload_adds_what_is_new_and_overwrites_nothing_reviewed(world: World, site: Site) {
    let first = [HEAD, &line("lamp", "Lamp", "Shines.", ""), &line("kite", "Kite", "Flies.", "")].concat();
    let previewed = preview(&site, "olga", &first).await;
    assert_eq!(confirm(&site, "olga", &previewed, &[]).await.status, 303);
    let same = preview(&site, "olga", &first).await.1.text();
    assert!(same.contains("Already here (2)") && same.contains("Nothing to import"), "{same}");
    begin_review(&world, "Lamp").await;
    let second = [
        HEAD,
        &line("lamp", "Lamp 2", "Shines.", ""),
        &line("kite", "Kite", "Flies high.", ",,,Cy,,cy@x.example"),
        &line("raft", "Raft", "Swims.", ""),
        &line("oar", "Oar", "Rows.", ""),
    ]
    .concat();
    let previewed = preview(&site, "olga", &second).await;
    let words = previewed.1.text();
    words.has(&[
        "Left alone because they are reviewed (1)",
        "Changed (1)",
        "from “Flies.” to “Flies high.”",
        "1 member to invite.",
        "Import 2 new and change 1",
    ]);
    // What stays as it is can be corrected by hand, and is in view.
    let (before, _) = previewed.1.body.split_once("id=\"all\"").unwrap();
    let lamp = world.project("Lamp").await;
    assert!(before.contains(&format!("href=\"/events/demo/manage/projects/{lamp}\">Lamp 2<")), "{before}");
    // The organizer leaves out Oar.
    assert_eq!(confirm(&site, "olga", &previewed, &["3"]).await.status, 303);
    assert_eq!(titles(&world).await, ["Buoy", "Lamp", "Kite", "Raft"]);
    let text = "select description from project where event_id = $1 and title = 'Kite'";
    assert_eq!(world.one::<String>(text).await, "Flies high.");
    let invited = "select email from invitation where event_id = $1";
    assert_eq!(world.all::<String>(invited).await, ["cy@x.example"]);
    // A newer list names the same member, who is invited already.
    let third = [HEAD, &line("kite", "Kite", "Flies far.", ",,,Cy,,cy@x.example")].concat();
    let again = preview(&site, "olga", &third).await.1.text();
    assert!(again.contains("Changed (1)") && !again.contains("member to invite"), "{again}");
}

#[database_test(world(&pool))]
async fn a_later_list_flags_nobody_for_what_an_earlier_project_copied(world: World, site: Site) {
    let list =
        |lamp: &str, boat: &str| format!("title,team,repository,tagline\nLamp,Oak,{lamp}\nBoat,Elm,{boat}\n");
    let (oak, elm) = ("https://github.com/oak/lamp,Shines", "https://github.com/elm/boat");
    let flags = "select title from project where event_id = $1 and duplicate_of is not null";
    for (lamp, boat) in [
        (oak.to_owned(), format!("{elm},Swims")),
        (format!("{elm},Shines"), format!("{elm},Swims")),
        (format!("{elm},Shines"), format!("{elm},Swims well")),
    ] {
        import(&site, &list(&lamp, &boat)).await;
        assert_eq!(world.all::<String>(flags).await, Vec::<String>::new(), "Boat was there first: {lamp}");
    }
    // What a list brings is found, though.
    let own = "https://github.com/elm/own,Swims well";
    import(&site, &list(oak, own)).await;
    import(&site, &list(oak, oak)).await;
    assert_eq!(world.all::<String>(flags).await, ["Boat"]);
}

#[database_test(world(&pool))]
async fn a_later_list_is_the_same_projects_and_shows_what_it_has_no_longer(world: World, site: Site) {
    let row = |slug: &str, title: &str, prizes: &str, members: &str| {
        let address = format!("https://hack.devpost.com/submissions/{slug}");
        format!("{title},{address},Submitted (Gallery/Visible),Shines.,{prizes},,,{members}\n")
    };
    let member = "Ana,Oak,ana@oak.example,1,Bo,Elm,bo@elm.example";
    let first =
        [HEAD, &row("901-lantern", "Lantern", "Best Use of AI", member), &row("902-kite", "Kite", "", "")]
            .concat();
    import(&site, &first).await;
    let again = preview(&site, "olga", &first).await.1.text();
    again.has(&["Already here (2)"]);
    again.lacks(&["In the event, not in this file"]);
    let second = [HEAD, &row("901-firefly", "Firefly", "", "Ana,Oak,ana@oak.example,0")].concat();
    let shown = import(&site, &second).await;
    shown.has(&[
        "Changed (1)",
        "Members who are no longer listed.",
        "The file no longer names “Best Use of AI”.",
        "The file no longer has bo@elm.example.",
        "1 project has prizes that the file no longer names: “Firefly”.",
        "1 project has invited members whom the file no longer names: “Firefly”.",
        "In the event, not in this file (1)",
    ]);
    assert_eq!(titles(&world).await, ["Buoy", "Firefly", "Kite"]);
    let open = "select email from invitation where event_id = $1 and withdrawn_at is null order by 1";
    assert_eq!(world.all::<String>(open).await, ["ana@oak.example"]);
    assert_eq!(world.one::<i64>("select count(*) from project_prize where event_id = $1").await, 0);
}

#[database_test(world(&pool))]
async fn a_number_alone_makes_no_row_another_project(world: World, site: Site) {
    let buoy = world.project("Buoy").await;
    // A file of another portal, or a sheet of which one column was sorted alone.
    let other = format!("project_id,title,team\n{buoy},Lamp,Oak\n");
    let shown = preview(&site, "olga", &other).await.1.text();
    assert!(shown.contains("Its number is that of “Buoy” in this event."), "{shown}");
    let renamed =
        preview(&site, "olga", &format!("project_id,title,team\n{buoy},Bell,Waves\n")).await.1.text();
    assert!(renamed.contains("Changed (1)"), "{renamed}");
    // Without a team, the title has to be the same.
    let bare = preview(&site, "olga", &format!("project_id,title\n{buoy},Bell\n")).await.1.text();
    bare.has(&["Its number is that of “Buoy” in this event."]);
    preview(&site, "olga", &format!("project_id,title\n{buoy},Buoy\n")).await.1.says("Already here (1)");
    // Two sheets that count their own projects.
    import(&site, "project_id,title,team\n900001,Reed,Fen\n").await;
    let second = preview(&site, "olga", "project_id,title,team\n900001,Hod,Masons\n").await.1.text();
    second.has(&["Its number is that of “Reed” in this event."]);
    let renamed = preview(&site, "olga", "project_id,title,team\n900001,Reeds,Fen\n").await.1.text();
    renamed.has(&["Changed (1)", "Title: from “Reed” to “Reeds”"]);
    let text = [HEAD, &line("lamp", "Lamp", "Shines.", "")].concat();
    import(&site, &text).await;
    let withdrawn =
        preview(&site, "olga", &text.replace("Submitted (Gallery/Visible)", "Draft")).await.1.text();
    assert!(withdrawn.contains("The event has this project, and the import keeps it."), "{withdrawn}");
}

#[database_test(world(&pool))]
async fn a_later_list_exchanges_places_and_names_teams_that_it_calls_otherwise(world: World, site: Site) {
    let list = |lamp: &str, boat: &str| {
        format!("title,team,emails,table\nLamp,{lamp}\nBoat,{boat}\nKite,Waves,,A3\n")
    };
    let shown = import(&site, &list("Oak,ana@x.example,A1", "OAK,bo@x.example,A2")).await;
    shown.has(&[
        "Row 3 names the same team.",
        "Row 2 names the same team.",
        "A team of this event is called “Waves” already, so the new team’s name gets a number.",
    ]);
    let shown = import(&site, &list("Oak Tree,ana@x.example,A2", "Oak,bo@x.example,A1")).await;
    shown.has(&["Changed (2)", "Already here (1)", "The event calls its team “Oak”."]);
    let at =
        "select p.title || ' ' || t.name || ' ' || l.place from project p join team t on t.id = p.team_id
              join project_place l on l.project_id = p.id where p.event_id = $1 order by 1";
    assert_eq!(world.all::<String>(at).await, ["Boat OAK 2 A1", "Kite Waves 2 A3", "Lamp Oak A2"]);
    // Left out, Lamp does not leave the place that Boat asks for: nothing is written.
    let previewed = preview(&site, "olga", &list("Oak,ana@x.example,A1", "Oak,bo@x.example,A2")).await;
    let refused = confirm(&site, "olga", &previewed, &["0"]).await;
    refused.says("“Lamp” stays at A2, since its row is left out. Leave out “Boat”, too, or take both.");
    assert!(refused.body.contains("href=\"#skip-1\""), "{}", refused.body);
    assert_eq!(world.all::<String>(at).await, ["Boat OAK 2 A1", "Kite Waves 2 A3", "Lamp Oak A2"]);
}

#[database_test(world(&pool))]
async fn a_title_alone_makes_no_project_of_two(world: World, site: Site) {
    let list = "title,team,repo_url,table\nStudy Buddy,Oak,github.com/oak/buddy,4\nStudy Buddy,Elm,github.com/elm/buddy,17\n";
    let shown = import(&site, list).await;
    assert!(shown.contains("New (2)"), "{shown}");
    let same = preview(&site, "olga", list).await.1.text();
    assert!(same.contains("Already here (2)"), "{same}");
    // Another list, of places, knows each by its team; a title of nobody's team is a project of its own, and says so.
    let places = "title,team,table\nStudy Buddy,elm,18\nStudy Buddy,Fir,19\n";
    let shown = import(&site, places).await;
    shown.has(&["Changed (1)", "New (1)", "The event has a project of this title by “Oak”."]);
    let at = "select t.name || ' ' || l.place from project p join team t on t.id = p.team_id
              join project_place l on l.project_id = p.id where p.event_id = $1 and p.title = 'Study Buddy' order by 1";
    assert_eq!(world.all::<String>(at).await, ["Elm 18", "Fir 19", "Oak 4"]);
}

#[database_test]
async fn projects_that_came_without_the_keys_of_their_source_are_known_when_these_come(pool: PgPool) {
    let (world, site) = world(&pool).await;
    import(&site, "title,team,emails\nLamp,Oak,ana@x.example\nKite,Elm,bo@x.example\n").await;
    let head = "title,team,emails,devpost_link\n";
    let linked = "Lamp,Oak,ana@x.example,https://devpost.com/software/lamp\n\
        Kite,,bo@x.example,https://devpost.com/software/kite\n\
        Kite,Fir,cy@x.example,https://devpost.com/software/other-kite\n";
    let shown = import(&site, &[head, linked].concat()).await;
    shown.has(&["Changed (2)", "New (1)", "The event has a project of this title by “Elm”."]);
    assert_eq!(titles(&world).await, ["Buoy", "Lamp", "Kite", "Kite"]);
    let invited = "select count(*) from invitation where event_id = $1 and withdrawn_at is null";
    assert_eq!(world.one::<i64>(invited).await, 3);
    // From then on the key is the project, whatever else a list says.
    let renamed = "Lantern,Ash,di@x.example,https://devpost.com/software/lamp\n";
    let shown = preview(&site, "olga", &[head, renamed].concat()).await.1.text();
    shown.has(&["Changed (1)", "Title: from “Lamp” to “Lantern”"]);
}

#[database_test(world(&pool))]
async fn a_title_alone_is_a_project_only_where_nothing_says_that_it_is_another(_: World, site: Site) {
    import(&site, "title,repo_url,emails,tagline\nLamp,github.com/oak/lamp,ana@x.example,Shines\n").await;
    let shown = async |list: &str| preview(&site, "olga", list).await.1.text();
    let asks = "This event has a project of this title by “Lamp”. Nothing else in the row says whether it is the same one.";
    for same in [
        "title,repo_url,emails,tagline\nLamp,github.com/oak/lamp,ana@x.example,Glows\n",
        "title,repo_url,emails\nLamp,github.com/oak/lantern,ana@x.example\n",
        "title,table\nlamp,A1\n",
    ] {
        shown(same).await.has(&["Changed (1)"]);
    }
    for other in ["title,repo_url\nLamp,github.com/elm/lamp\n", "title,emails\nLamp,bo@x.example\n"] {
        let shown = shown(other).await;
        shown.has(&["Can’t be imported (1)", asks]);
        shown.lacks(&["Changed (1)", "New (1)"]);
    }
    // With another project of the title, it says nothing.
    import(&site, "title,team\nLamp,Elm\n").await;
    shown("title,table\nLamp,A1\n")
        .await
        .has(&["This event has projects of this title by “Elm” and “Lamp”."]);
    shown("title,emails,table\nLamp,ana@x.example,A1\n").await.has(&["Changed (1)"]);
    shown("title,team,table\nLamp,Elm,A1\n").await.has(&["Changed (1)"]);
}

#[database_test(world(&pool))]
async fn the_numbers_of_another_site_are_not_those_of_this_event(world: World, site: Site) {
    let buoy = world.project("Buoy").await;
    let list = format!("Project ID,title,team\n{buoy},Lamp,Oak\n900002,Kite,Elm\n");
    let said = "1 row has the number of another project in this event, and no row has that of its own.";
    let shown = import(&site, &list).await;
    shown.has(&[said, "New (2)"]);
    shown.lacks(&["Its number is that of"]);
    preview(&site, "olga", &list).await.1.text().has(&[said, "Already here (2)"]);
    assert_eq!(titles(&world).await, ["Buoy", "Lamp", "Kite"]);
    // Where a row has its own number, or the titles are the event's, one column may have been sorted alone. Where all numbers are the
    // event's, its titles may have been corrected.
    let (lamp, kite) = (world.project("Lamp").await, world.project("Kite").await);
    for sorted in [
        format!("project_id,title\n{lamp},Kite\n{kite},Lamp\n"),
        format!("project_id,title\n{lamp},Lamp\n{kite},Tide\n"),
        format!("project_id,title\n{lamp},Lampion\n{kite},Drake\n"),
    ] {
        let shown = preview(&site, "olga", &sorted).await.1.text();
        shown.has(&["Its number is that of “Kite” in this event."]);
        shown.lacks(&["another site"]);
        let said = "of another project in this event. Correct the numbers in the file.";
        assert_eq!(shown.matches(said).count(), 1, "said once for the file: {shown}");
    }
    // A third site counts its own projects, too.
    let third = "Project ID,title,team\n900002,Hod,Masons\n900003,Reed,Fen\n";
    import(&site, third).await.has(&[said, "New (2)"]);
    preview(&site, "olga", third).await.1.text().has(&["Already here (2)"]);
    preview(&site, "olga", &list).await.1.text().has(&["Already here (2)"]);
    let renamed = third.replace("Hod", "Trowel");
    preview(&site, "olga", &renamed).await.1.text().has(&["Changed (1)", "Already here (1)"]);
    let keys = "select external_id from project where event_id = $1 and external_id like 'evenhand:90000%' order by 1";
    assert_eq!(
        world.all::<String>(keys).await,
        ["evenhand:900002", "evenhand:900002/hod", "evenhand:900003"]
    );
}

#[database_test]
async fn another_spelling_of_a_link_asks_for_no_team(pool: PgPool) {
    let (_, site) = world(&pool).await;
    let list = |repository: &str, demo: &str, text: &str| {
        format!("title,repo_url,demo_url,description\nLamp,{repository},{demo},{text}\n")
    };
    let (code, demo, text) = ("https://github.com/oak/lamp", "https://lamp.example/?x=1", "It shines.");
    import(&site, &list(code, demo, text)).await;
    let shown = async |list: &str| preview(&site, "olga", list).await.1.text();
    for spelling in
        ["http://www.github.com/Oak/lamp", "github.com/oak/lamp/", "https://github.com/oak/lamp.git"]
    {
        shown(&format!("title,repo_url\nLamp,{spelling}\n")).await.has(&["Changed (1)"]);
    }
    shown("title,demo_url\nLamp,http://www.lamp.example/?x=1/\n").await.has(&["Changed (1)"]);
    // A link was corrected: the other one, or the text, says that it is the same project.
    let other = "https://github.com/oak/lantern";
    for corrected in
        [list(other, demo, "It glows."), list(other, "", text), list(code, "https://a.example", text)]
    {
        shown(&corrected).await.has(&["Changed (1)"]);
    }
    for unsure in [list(other, "", "It glows."), list(other, "https://lamp.example/?x=2", "")] {
        shown(&unsure)
            .await
            .has(&["Can’t be imported (1)", "Nothing else in the row says whether it is the same one."]);
    }
}

/// Confirms what a preview shows, with values of the file taken in place of what was written here.
async fn take(site: &Site, (address, shown): &(String, Reply), taken: &[&str]) -> Reply {
    let mut fields = vec![("seen", shown.body.hidden("seen"))];
    fields.extend(taken.iter().map(|value| ("take", *value)));
    site.browser("olga").submit(&format!("{}/confirm", acts(address)), &fields).await
}

#[database_test(world(&pool))]
async fn what_was_corrected_here_stays_unless_the_files_value_is_taken(world: World, site: Site) {
    let list = |tagline: &str, lamp: &str| {
        format!(
            "title,team,tagline,repo_url,table\nLamp,Oak,{tagline},https://code.example/lamp,{lamp}\nKite,Elm,Flies,,A2\n"
        )
    };
    let first = list("Shines", "A1");
    import(&site, &first).await;
    preview(&site, "olga", &first).await.1.says("Already here (2)");
    let lamp = world.project("Lamp").await;
    let correct = format!("/events/demo/manage/projects/{lamp}/correct");
    let fields = [("title", "Lantern"), ("repo_url", "https://code.example/lantern")];
    site.browser("olga").submit(&correct, &fields).await.is(303);
    let moves = |title: &str, place: &str| {
        format!(
            "update project_place l set place = '{place}' from project p
             where p.id = l.project_id and p.event_id = $1 and p.title = '{title}'"
        )
    };
    world.run(&moves("Lantern", "B7")).await;
    // The same list: from what to what, and nothing changes unless somebody says so.
    let shown = preview(&site, "olga", &first).await;
    shown.1.text().has(&[
        "The file has 2 projects: 1 corrected here and 1 already here.",
        "Corrected here (1)",
        "Title: here “Lantern”, in the file “Lamp”",
        "Code’s address: here “https://code.example/lantern”, in the file “https://code.example/lamp”",
        "Place: here “B7”, in the file “A1”",
        "Only values that were corrected here differ",
        "Take the ticked values",
    ]);
    shown.1.text().lacks(&["Nothing to import"]);
    take(&site, &shown, &[]).await.answers(409, "This import would change nothing.");
    let facts = "select concat_ws(' | ', p.title, p.tagline, p.repo_url, l.place) from project p
        join project_place l on l.project_id = p.id where p.event_id = $1 and p.title <> 'Kite'";
    assert_eq!(world.one::<String>(facts).await, "Lantern | Shines | https://code.example/lantern | B7");
    // A newer list changes what nobody touched here, and the rest stays.
    let second = list("Glows", "A5");
    let shown = preview(&site, "olga", &second).await;
    shown.1.text().has(&[
        "Changed (1)",
        "Tagline: from “Shines” to “Glows”",
        "Place: here “B7”, in the file “A5”",
    ]);
    take(&site, &shown, &[]).await.is(303);
    assert_eq!(world.one::<String>(facts).await, "Lantern | Glows | https://code.example/lantern | B7");
    let again = preview(&site, "olga", &second).await;
    again.1.text().has(&["Corrected here (1)", "Only values that were corrected here differ"]);
    // One value is taken, and the others stay. From then on it is the file's.
    take(&site, &again, &["0-title"]).await.is(303);
    assert_eq!(world.one::<String>(facts).await, "Lamp | Glows | https://code.example/lantern | B7");
    preview(&site, "olga", &second).await.1.text().lacks(&["Title: here"]);
    // A place that another project has by now is not taken in silence.
    world.run(&moves("Kite", "A5")).await;
    let shown = preview(&site, "olga", &second).await;
    shown.1.says("Place: here “A5”, in the file “A2”");
    let refused = take(&site, &shown, &["0-place"]).await;
    refused.answers(400, "“Kite” is at A5.");
    assert!(refused.body.contains("href=\"#take-0-place\""), "{}", refused.body);
    shown.1.says("Take the file’s place for all 2 projects");
    let all = [("seen", shown.1.body.hidden("seen")), ("everywhere", "place")];
    site.browser("olga").submit(&format!("{}/confirm", acts(&shown.0)), &all).await.is(303);
    let places = "select p.title || ' ' || l.place from project p join project_place l on l.project_id = p.id
        where p.event_id = $1 order by 1";
    assert_eq!(world.all::<String>(places).await, ["Kite A2", "Lamp A5"]);
    // The refusal names the project that gets the place, and not the one that leaves it.
    world.run(&moves("Lamp", "B7")).await;
    let third =
        "title,team,tagline,repo_url,table\nTide,Ash,Ebbs,,A2\nLamp,Oak,Glows,,A2\nKite,Elm,Flies,,A9\n";
    let shown = preview(&site, "olga", third).await;
    take(&site, &shown, &["1-place"]).await.answers(400, "“Tide” is at A2.");
}

/// Columns of a list, each with what it says first and later.
const COLUMNS: [(&str, &str, &str); 12] = [
    ("title", "Lamp", "Lantern"),
    ("tagline", "Shines", "Glows"),
    ("summary", "A lamp", "A lantern"),
    ("description", "It shines at night.", "It glows at night."),
    ("repo_url", "https://code.example/lamp", "https://code.example/lantern"),
    ("demo_url", "https://lamp.example", "https://lantern.example"),
    ("tags", "rust", "wasm"),
    ("track", "Health", "\"Arts, Music\""),
    ("prizes", "", "Best Use of AI"),
    ("room", "Hall", "Gym"),
    ("table", "A1", "A2"),
    ("emails", "ana@x.example;bo@x.example", "ana@x.example;cy@x.example"),
];

#[database_test(world(&pool))]
async fn after_an_import_the_same_list_has_nothing_to_import(world: World, _: Site) {
    // More previews than a person asks for in a minute.
    let site = Site::with(&world.pool, &["--limits=off"]).await;
    let names: Vec<&str> = COLUMNS.iter().map(|(name, ..)| *name).collect();
    // A list in which one column says something else; none for the first.
    let list = |other: Option<usize>| {
        let cells = COLUMNS.iter().enumerate();
        let cells: Vec<&str> =
            cells.map(|(at, (_, first, later))| if other == Some(at) { *later } else { *first }).collect();
        format!("external_id,{}\nx1,{}\n", names.join(","), cells.join(","))
    };
    import(&site, &list(None)).await;
    let lamp = world.project("Lamp").await;
    for withdrawn in [false, true] {
        if withdrawn {
            let withdraw = format!("/events/demo/manage/projects/{lamp}/withdraw");
            site.browser("olga").submit(&withdraw, &[("reason", "It did not come.")]).await.is(303);
        }
        let lists: Vec<Option<usize>> = std::iter::once(None).chain((0..COLUMNS.len()).map(Some)).collect();
        for other in lists {
            let list = list(other);
            let shown = preview(&site, "olga", &list).await;
            if !shown.1.text().contains("Nothing to import") {
                confirm(&site, "olga", &shown, &[]).await.is(303);
            }
            let column = other.map_or("none", |at| names[at]);
            let again = preview(&site, "olga", &list).await.1.text();
            assert!(
                again.contains("Nothing to import") && again.contains("Already here (1)"),
                "{column}, withdrawn: {withdrawn}: {again}"
            );
        }
    }
    // What is withdrawn gets no place, and the preview says so.
    let shown = preview(&site, "olga", &list(None)).await.1.text();
    shown.has(&["It is withdrawn, so it does not get the place Hall, A1."]);
}

#[database_test(world(&pool))]
async fn a_project_that_comes_back_without_a_place_is_on_the_check_list(world: World, site: Site) {
    let olga = site.browser("olga");
    let list = "title,team,table\nLamp,Oak,A1\nKite,Elm,A2\n";
    import(&site, list).await;
    let said = "1 project has no place in the hall.";
    olga.get("/events/demo/manage").await.says(said);
    world.run("insert into project_place (project_id, event_id, place) select id, $1, 'A3' from project where event_id = $1 and title = 'Buoy'").await;
    olga.get("/events/demo/manage").await.text().lacks(&["no place in the hall"]);
    let lamp = format!("/events/demo/manage/projects/{}", world.project("Lamp").await);
    olga.submit(&format!("{lamp}/withdraw"), &[("reason", "It did not come.")]).await.is(303);
    olga.get("/events/demo/manage").await.text().lacks(&["no place in the hall"]);
    // A list without places says that it is withdrawn, too.
    let bare = preview(&site, "olga", "title,team\nLamp,Oak\nKite,Elm\n").await.1.text();
    bare.has(&["Already here (2)", "It is withdrawn, and stays withdrawn."]);
    // Its place was given to another one meanwhile.
    world.run("update project_place set place = 'A1' where event_id = $1 and place = 'A3'").await;
    olga.submit(&format!("{lamp}/restore"), &[]).await.is(303);
    olga.get("/events/demo/manage").await.says(said);
    // The list still knows where it was.
    world.run("update project_place set place = 'A3' where event_id = $1 and place = 'A1'").await;
    let shown = import(&site, list).await;
    shown.has(&["Changed (1)", "Place: from nothing to “A1”"]);
    olga.get("/events/demo/manage").await.text().lacks(&["no place in the hall"]);
}

#[database_test(Event::new("demo").judged().published().organizer("olga").served(&pool))]
async fn after_the_publication_a_newer_list_withdraws_nothing(_: World, site: Site) {
    import(&site, "title,team\nLamp,Oak\nKite,Elm\n").await;
    let shown = preview(&site, "olga", "title,team\nLamp,Oak\n").await.1.text();
    shown.has(&["In the event, not in this file (1)", "They stay, since the results are published."]);
    shown.lacks(&["Withdraw the ticked projects"]);
}

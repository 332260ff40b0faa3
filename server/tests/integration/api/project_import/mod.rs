//! Projects from a file: uploaded, looked at, confirmed.

mod columns;
mod later_lists;
mod members;
mod ticks;

use crate::prelude::*;
use crate::support::multipart::{KIND, form};

const PAGE: &str = "/events/demo/manage/projects/import";
const HEAD: &str = "Project Title,Submission Url,Project Status,About The Project,Opt-In Prizes,Built With,Table Number,\
    Submitter First Name,Submitter Last Name,Submitter Email,Additional Team Member Count,Team Member 1 First Name,\
    Team Member 1 Last Name,Team Member 1 Email,...\n";

/// A row of Devpost's export.
fn line(slug: &str, title: &str, text: &str, rest: &str) -> String {
    format!("{title},https://devpost.com/software/{slug},Submitted (Gallery/Visible),{text},{rest}\n")
}

/// A closed event with two tracks, a prize for those who opt in, and one project of its own.
pub(crate) async fn world(pool: &PgPool) -> (World, Site) {
    let world = Event::new("demo")
        .judging()
        .tracks(&["Health", "Arts, Music"])
        .organizer("olga")
        .judge("jo")
        .admin("root")
        .team("Waves", &["wim"])
        .project("Buoy", "Waves")
        .create(pool)
        .await;
    let sql = "insert into prize (event_id, name, eligibility) values ($1, 'Best Use of AI', 'opt-in')";
    sqlx::query(sql).bind(world.event).execute(pool).await.unwrap();
    (world, Site::new(pool).await)
}

/// Uploads a file as a browser does.
async fn upload(site: &Site, who: &str, text: &str) -> Reply {
    let token = secrets::csrf_token(&session(who));
    let cookie = format!("sessionid={}", session(who));
    let body = form(&[("projects.csv", text)], &[("csrfmiddlewaretoken", &token), ("pasted", "")]);
    site.api("").send_with("POST", PAGE, &[KIND, ("cookie", &cookie)], body).await
}

/// The address of the preview that an upload leads to, and what it shows.
async fn preview(site: &Site, who: &str, text: &str) -> (String, Reply) {
    let sent = upload(site, who, text).await.is(303);
    let address = sent.location().to_owned();
    let shown = site.browser(who).get(&address).await.is(200);
    (address, shown)
}

/// Where the acts on a preview are.
fn acts(address: &str) -> String {
    let (_, digest) = address.rsplit_once("&list=").unwrap_or_else(|| panic!("{address} is no preview"));
    format!("{PAGE}/{digest}")
}

async fn confirm(site: &Site, who: &str, (address, shown): &(String, Reply), skip: &[&str]) -> Reply {
    let mut fields = vec![("seen", shown.body.hidden("seen"))];
    fields.extend(skip.iter().map(|place| ("skip", *place)));
    site.browser(who).submit(&format!("{}/confirm", acts(address)), &fields).await
}

/// Imports a list as its preview shows it.
async fn import(site: &Site, text: &str) -> String {
    let previewed = preview(site, "olga", text).await;
    confirm(site, "olga", &previewed, &[]).await.is(303);
    previewed.1.text()
}

/// Jo begins to review a project.
async fn begin_review(world: &World, title: &str) {
    let sql = format!(
        "with given as (insert into assignment (event_id, person_id, project_id, source)
             select $1, j.id, p.id, 'manual' from person j, project p
             where j.email = 'jo@x.example' and p.title = '{title}'
             returning id)
         insert into review (assignment_id, event_id) select id, $1 from given"
    );
    world.run(&sql).await;
}

async fn titles(world: &World) -> Vec<String> {
    world.all("select title from project where event_id = $1 order by id").await
}

#[database_test(world(&pool))]
async fn nothing_is_written_before_the_preview_is_confirmed(world: World, site: Site) {
    let text = [
        HEAD,
        &line(
            "lamp",
            "Lamp",
            "Shines.",
            "\"Arts, Music, best use of ai, Duck\",Rust,A1,Ada,Lovelace,Ada@X.example,1,Bo,Ek,bo@x.example",
        ),
        "Sketch,https://devpost.com/software/sketch,Draft,,,,,,,eve@x.example,0\n",
        &line("none", "", "No title.", ""),
    ]
    .concat();
    let previewed = preview(&site, "olga", &text).await;
    let words = previewed.1.text();
    words.has(&[
        "The file has 3 projects: 1 that can’t be imported, 1 new and 1 left out.",
        "Show the other 2 projects",
        "New (1)",
        "Left out (1)",
        "Can’t be imported (1)",
        "It has no title.",
        "The file names 1 prize or track that this event does not have: “Duck” (1).",
        "Import 1 project",
        "Up to 2 members get an invitation",
    ]);
    assert_eq!((titles(&world).await, world.audit().await.len()), (vec!["Buoy".to_owned()], 0));
    let done = confirm(&site, "olga", &previewed, &[]).await;
    assert_eq!((done.status, done.location()), (303, previewed.0.as_str()), "{}", done.text());
    site.browser("olga").get(&previewed.0).await.says("1 project added, 0 projects changed");
    let sql = "select concat_ws(' | ', p.external_id, t.name, k.name, p.status, p.tags::text, l.place,
                 (select string_agg(z.name, ',') from project_prize o join prize z on z.id = o.prize_id where o.project_id = p.id),
                 (select string_agg(i.email || ' ' || i.name || ' ' || (i.sent_at is null), ', ' order by i.id)
                     from invitation i where i.team_id = t.id))
             from project p join team t on t.id = p.team_id left join track k on k.id = p.track_id
             left join project_place l on l.project_id = p.id where p.event_id = $1 and p.title = 'Lamp'";
    let facts: String = world.one(sql).await;
    assert_eq!(
        facts,
        "devpost.com/software/lamp | Lamp | Arts, Music | submitted | {rust} | A1 | Best Use of AI | \
         ada@x.example Ada Lovelace true, bo@x.example Bo Ek true"
    );
    let log = world.audit().await;
    assert_eq!((log.len(), log[0].0.as_str(), log[0].1.as_str()), (1, "project.imported", "organizer"));
    assert_eq!((&log[0].3["created"], &log[0].3["updated"]), (&1.into(), &0.into()));
    // The form sent again acts no more, and the addresses are forgotten.
    assert_eq!(confirm(&site, "olga", &previewed, &[]).await.status, 303);
    assert_eq!((titles(&world).await.len(), world.audit().await.len()), (2, 1));
    assert_eq!(world.one::<i64>("select count(*) from project_import_row").await, 0);
}

#[database_test(world(&pool))]
async fn what_changed_since_the_preview_is_looked_at_again(world: World, site: Site) {
    let text = [HEAD, &line("lamp", "Lamp", "Shines.", "Health")].concat();
    let previewed = preview(&site, "olga", &text).await;
    world.run("update track set name = 'Wellbeing' where event_id = $1 and name = 'Health'").await;
    let refused = confirm(&site, "olga", &previewed, &["0"]).await;
    refused.answers(409, "Something changed since you opened this preview.");
    assert!(refused.body.contains("checked"), "what was ticked stays ticked");
    assert_eq!(titles(&world).await.len(), 1);
    let again = (previewed.0, refused);
    let nothing = confirm(&site, "olga", &again, &["0"]).await;
    assert_eq!((nothing.status, titles(&world).await.len()), (409, 1), "everything was left out");
    assert_eq!(confirm(&site, "olga", &again, &[]).await.status, 303);
    assert_eq!(titles(&world).await.len(), 2);
}

#[database_test(world(&pool))]
async fn an_upload_is_its_organizers_alone_for_a_day(world: World, site: Site) {
    let text = [HEAD, &line("lamp", "Lamp", "Shines.", ",,,,,ada@x.example")].concat();
    let previewed = preview(&site, "olga", &text).await;
    for who in ["root", "wim", "jo"] {
        let status = site.browser(who).get(&previewed.0).await.status;
        assert_eq!(status, if who == "root" { 404 } else { 403 }, "{who}");
    }
    assert_eq!(confirm(&site, "root", &previewed, &[]).await.status, 404);
    assert_eq!(upload(&site, "wim", &text).await.status, 403);
    world.run("update project_import set created_at = created_at - interval '25 hours'").await;
    assert_eq!(site.browser("olga").get(&previewed.0).await.status, 404);
    assert_eq!(confirm(&site, "olga", &previewed, &[]).await.status, 404);
    // Addresses of people who were not asked go, whether somebody uploads another list or not.
    preview(&site, "root", "title\nRaft\n").await;
    store::project_import::forget_old(&mut world.pool.acquire().await.unwrap()).await.unwrap();
    assert_eq!(world.one::<i64>("select count(*) from project_import where event_id = $1").await, 1);
}

#[database_test(world(&pool))]
async fn a_file_sent_twice_at_once_is_kept_once(world: World, site: Site) {
    let (a, b) = tokio::join!(upload(&site, "olga", "title\nRaft\n"), upload(&site, "olga", "title\nRaft\n"));
    assert_eq!((a.status, b.status), (303, 303), "{} {}", a.text(), b.text());
    assert_eq!(world.one::<i64>("select count(*) from project_import where event_id = $1").await, 1);
}

#[database_test]
async fn an_organizer_who_takes_part_does_not_import(pool: PgPool) {
    let event = Event::new("demo").organizer("olga").team("Lights", &["olga"]).project("Lamp", "Lights");
    let (world, site) = event.served(&pool).await;
    let page = site.browser("olga").get("/events/demo/manage/from-file?what=projects").await;
    page.answers(200, "organizers who take no part can bring in projects");
    assert!(!page.body.contains("type=\"file\""));
    assert_eq!(upload(&site, "olga", "title\nRaft\n").await.status, 403);
    assert_eq!(world.one::<i64>("select count(*) from project_import").await, 0);
}

#[database_test(world(&pool))]
async fn a_file_that_cannot_be_read_says_what_to_do(_: World, site: Site) {
    let token = secrets::csrf_token(&session("olga"));
    let cookie = format!("sessionid={}", session("olga"));
    for (text, said) in [
        ("team,table,link,room\nOak,3,,\n", "No column holds the projects’ titles."),
        ("title\n", "The file has a header and no rows below it."),
        ("PK\u{3}\u{4}", "Save it as “CSV UTF-8”"),
        ("title,text\nLamp,\"Shines\nKite,Flies\n", "The quotation mark in row 2 never closes"),
    ] {
        upload(&site, "olga", text).await.answers(400, said);
    }
    let nothing = form(&[("", "")], &[("csrfmiddlewaretoken", &token)]);
    let refused = site.api("").send_with("POST", PAGE, &[KIND, ("cookie", &cookie)], nothing).await;
    assert!(refused.status == 400 && refused.text().contains("Choose a file, or paste something."));
    let forged = form(&[("a.csv", "title\nRaft\n")], &[("csrfmiddlewaretoken", "none")]);
    site.api("").send_with("POST", PAGE, &[KIND, ("cookie", &cookie)], forged).await.is(403);
    let elsewhere = [KIND, ("cookie", cookie.as_str()), ("origin", "https://evil.example")];
    site.api("").send_with("POST", PAGE, &elsewhere, String::new()).await.is(403);
    // Pasting works as well.
    let refused = site.browser("olga").submit(PAGE, &[("pasted", "team,table\n1,2")]).await;
    assert!(refused.status == 400 && refused.body.contains("team,table\n1,2</textarea>"), "{}", refused.body);
    site.browser("olga").submit(PAGE, &[("pasted", "title\ttags\nRaft\twood; rope\n")]).await.is(303);
}

#[database_test(world(&pool))]
async fn imported_repeats_are_flagged_unless_an_organizer_decided(world: World, site: Site) {
    let words: String = (0..60).map(|n| format!("word{n} ")).collect();
    let text = [
        HEAD,
        &line("lamp", "Lamp", &words, ""),
        &line("torch", "Torch", &format!("{words} too"), ""),
        &line("kite", "Kite", "Flies.", ""),
    ]
    .concat();
    let previewed = preview(&site, "olga", &text).await;
    assert_eq!(confirm(&site, "olga", &previewed, &[]).await.status, 303);
    assert!(site.browser("olga").get(&previewed.0).await.text().contains("1 project looks like a repeat"));
    let flags = "select title || ' ' || duplicate_reason from project where event_id = $1 and duplicate_of is not null";
    assert_eq!(world.all::<String>(flags).await, ["Torch nearly the same text"]);
    let (lamp, torch) = (world.project("Lamp").await, world.project("Torch").await);
    // No other row says so, and a bundle's flags are compared with the log.
    assert_eq!(world.audit().await[0].3["repeats"], serde_json::json!([[torch, lamp]]));
    let pair = format!("/events/demo/manage/projects/duplicates/{torch}-{lamp}");
    assert_eq!(site.browser("olga").submit(&format!("{pair}/apart"), &[]).await.status, 303);
    assert_eq!(world.all::<String>(flags).await, Vec::<String>::new());
    let again = text.replace("word59", "word60");
    let previewed = preview(&site, "olga", &again).await;
    assert_eq!(confirm(&site, "olga", &previewed, &[]).await.status, 303);
    assert_eq!(world.all::<String>(flags).await, Vec::<String>::new(), "the decision holds");
}

#[database_test(world(&pool))]
async fn prizes_that_a_list_names_are_made_at_once_and_its_projects_opt_into_them(world: World, site: Site) {
    let row = |slug: &str, title: &str, prizes: &str| {
        format!("{title},https://hack.devpost.com/submissions/{slug},Submitted,Shines.,{prizes},,,\n")
    };
    let list =
        [HEAD, &row("901-lantern", "Lantern", "\"Best Light, Duck\""), &row("902-kite", "Kite", "Duck")]
            .concat();
    let (path, page) = preview(&site, "olga", &list).await;
    page.says("Create 2 prizes");
    site.browser("olga")
        .submit(&format!("{}/prizes", acts(&path)), &[])
        .await
        .leads_to(&format!("{path}&done=prizes-created"));
    let page = site.browser("olga").get(&path).await;
    page.text().lacks(&["this event does not have", "Create 2 prizes"]);
    assert_eq!(confirm(&site, "olga", &(path, page), &[]).await.status, 303);
    let opted = "select p.title || ' ' || z.name from project_prize o join project p on p.id = o.project_id
                 join prize z on z.id = o.prize_id where o.event_id = $1 order by 1";
    assert_eq!(world.all::<String>(opted).await, ["Kite Duck", "Lantern Best Light", "Lantern Duck"]);
    let sql = "select count(*) from audit_log where event_id = $1 and action = 'prize.created'";
    assert_eq!(world.one::<i64>(sql).await, 1);
}

#[database_test(world(&pool))]
async fn a_prize_whose_name_may_have_a_comma_is_made_as_an_organizer_says(world: World, site: Site) {
    let list = "title,team,prizes\nLantern,Oak,\"Duck, Best use of data, maps and tea\"\nKite,Elm,Duck\nBell,Ash,\"Sea, Sun\"\n";
    let (path, page) = preview(&site, "olga", list).await;
    page.says("The file names 3 prizes or tracks that this event does not have: “Duck” (2)");
    for whole in ["Best use of data, maps and tea", "Sea, Sun"] {
        assert!(page.body.contains(&format!("name=\"apart\" value=\"{whole}\"")), "{}", page.body);
    }
    assert!(!page.body.contains("name=\"apart\" value=\"Duck\""), "nothing says that it is several");
    let made = [("apart", "Sea, Sun"), ("apart", "Not in the list")];
    site.browser("olga").submit(&format!("{}/prizes", acts(&path)), &made).await.is(303);
    let names = "select name from prize where event_id = $1 order by name";
    let expected = ["Best use of data, maps and tea", "Best Use of AI", "Duck", "Sea", "Sun"];
    let mut found = world.all::<String>(names).await;
    found.sort_unstable_by_key(|name| expected.iter().position(|known| known == name));
    assert_eq!(found, expected);
    let page = site.browser("olga").get(&path).await;
    assert_eq!(confirm(&site, "olga", &(path, page), &[]).await.status, 303);
    let opted = "select p.title || ' ' || z.name from project_prize o join project p on p.id = o.project_id
                 join prize z on z.id = o.prize_id where o.event_id = $1 order by 1";
    let found = world.all::<String>(opted).await;
    assert_eq!(
        found,
        ["Bell Sea", "Bell Sun", "Kite Duck", "Lantern Best use of data, maps and tea", "Lantern Duck"]
    );
    // A cell of a track is one name, and may be two.
    let list = "title,team,track\nRaft,Fir,\"Land, Air\"\nTide,Yew,Deep; Wide\n";
    let (path, _) = preview(&site, "olga", list).await;
    site.browser("olga").submit(&format!("{}/tracks", acts(&path)), &[("apart", "Deep; Wide")]).await.is(303);
    let tracks = "select name from track where event_id = $1 order by position, id";
    assert_eq!(world.all::<String>(tracks).await, ["Health", "Arts, Music", "Deep", "Wide", "Land, Air"]);
}

#[database_test(world(&pool))]
async fn what_a_list_or_an_organizer_takes_as_a_track_becomes_no_prize(world: World, site: Site) {
    let list = "title,team,track,prizes\nKite,Elm,Space,\"Space, Duck\"\nLamp,Oak,,\"Sea, Sun\"\nBell,Fir,,\"Deep, Duck\"\n";
    let (path, page) = preview(&site, "olga", list).await;
    page.text()
        .has(&["names 1 track that this event does not have: “Space” (1)", "names 3 prizes or tracks"]);
    assert!(!page.body.contains("name=\"track\" value=\"Space\""), "{}", page.body);
    // What is ticked is sent with the prizes, too: it is one form.
    let (_, form) = page.body.split_once(&format!("action=\"{}/prizes\"", acts(&path))).expect("the form");
    assert!(form.split_once("</form>").unwrap().0.contains("name=\"track\" value=\"Deep\""), "{form}");
    let tracks = [("track", "Deep"), ("track", "Sun")];
    site.browser("olga").submit(&format!("{}/prizes", acts(&path)), &tracks).await.is(303);
    let names = "select name from prize where event_id = $1 order by name";
    assert_eq!(world.all::<String>(names).await, ["Best Use of AI", "Duck", "Sea"]);
}

#[database_test(world(&pool))]
async fn tracks_that_a_list_names_are_made_at_once_and_its_projects_are_in_them(world: World, site: Site) {
    let knows = "insert into person_track (event_id, person_id, track_id)
                 select t.event_id, p.id, t.id from track t, person p
                 where t.event_id = $1 and t.name = 'Health' and p.email = 'jo@x.example'";
    world.run(knows).await;
    let list = "title,team,track,prizes\nKite,Elm,Space,Duck\nLamp,Oak,space,\nBell,Fir,Health,Sea\nBoat,Ash,,\"Sea, Duck\"\n";
    let (path, page) = preview(&site, "olga", list).await;
    page.text().has(&[
        "The file names 1 track that this event does not have: “Space” (2).",
        "The file names 2 prizes or tracks that this event does not have: “Duck” (2) and “Sea” (2).",
        "Create 1 track",
        "Create 2 prizes",
    ]);
    let olga = site.browser("olga");
    let tracks = format!("{}/tracks", acts(&path));
    let none = olga.submit(&tracks, &[("prizes", "true")]).await;
    assert_eq!(none.location(), path);
    assert_eq!((none.status, world.audit().await.len()), (303, 0), "nothing was ticked");
    let after = format!("{path}&done=tracks-created");
    for _ in 0..2 {
        let made = olga.submit(&tracks, &[]).await;
        assert_eq!((made.status, made.location()), (303, after.as_str()), "{}", made.text());
    }
    let chosen = [("prizes", "true"), ("track", "Sea"), ("track", "Not in the list")];
    olga.submit(&tracks, &chosen).await.leads_to(&after);
    let page = olga.get(&path).await;
    let words = page.text();
    assert!(!words.contains("Create 1 track") && words.contains("Create 1 prize"), "{words}");
    let names = "select name from track where event_id = $1 order by position, id";
    assert_eq!(world.all::<String>(names).await, ["Health", "Arts, Music", "Space", "Sea"]);
    let known = "select t.name from person_track k join track t on t.id = k.track_id where k.event_id = $1";
    assert_eq!(world.all::<String>(known).await, ["Health"], "a judge keeps what was chosen for them");
    let actions: Vec<String> = world.audit().await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(actions, ["track.edited", "track.edited"], "a second press changes nothing");
    assert_eq!(confirm(&site, "olga", &(path, page), &[]).await.status, 303);
    let placed = "select p.title || ' ' || t.name from project p join track t on t.id = p.track_id
                  where p.event_id = $1 order by 1";
    assert_eq!(world.all::<String>(placed).await, ["Bell Health", "Boat Sea", "Kite Space", "Lamp Space"]);
}

#[database_test(world(&pool))]
async fn rows_that_may_be_no_projects_are_named(_: World, site: Site) {
    let kinds = "Title,Size,Link\n(text),(number),(text)\nLamp,3,https://lamp.example\n";
    let shown = preview(&site, "olga", kinds).await.1;
    shown.says("1 project reads like the kinds or units of the columns: “(text)”. Leave out each row that is not a project.");
    let people = "Team,Project,Email\nOak,Lamp,ana@x.example\nOak,Lamp,bo@x.example\nElm,Boat,cy@x.example\n";
    let shown = preview(&site, "olga", people).await.1.text();
    shown.has(&[
        "The file has 3 projects: 3 new.",
        "2 projects share title and team with other rows of the file: “Lamp”. Each of these rows becomes a project of its own.",
        "Row 3 has the same title and team.",
        "Row 2 has the same title and team.",
    ]);
}

#[database_test(world(&pool))]
async fn a_team_called_like_its_project_is_not_named_again_beside_it(_: World, site: Site) {
    import(&site, "title,team,room,place\nLamp,,Hall,A1\nKite,Elm,Hall,A2\n").await;
    for page in ["projects", "floor", "floor/print?sheets=list"] {
        let page = site.browser("olga").get(&format!("/events/demo/manage/{page}")).await.is(200).body;
        assert!(page.contains("Lamp") && page.contains(">Elm</td>"), "{page}");
        assert!(!page.contains(">Lamp</td>"), "{page}");
    }
}

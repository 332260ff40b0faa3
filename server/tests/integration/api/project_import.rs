//! Projects from a file: uploaded, looked at, confirmed; a second upload adds what is new and overwrites nothing reviewed.

use crate::support::multipart::{KIND, form};
use crate::support::{Event, Reply, Site, Told, World, run, session};
use database_test::database_test;
use portal::secrets;
use sqlx::PgPool;

const PAGE: &str = "/events/demo/manage/projects/import";
const HEAD: &str = "Project Title,Submission Url,Project Status,About The Project,Opt-In Prizes,Built With,Table Number,\
    Submitter First Name,Submitter Last Name,Submitter Email,Additional Team Member Count,Team Member 1 First Name,\
    Team Member 1 Last Name,Team Member 1 Email,...\n";

/// A row of Devpost's export.
fn line(slug: &str, title: &str, text: &str, rest: &str) -> String {
    format!("{title},https://devpost.com/software/{slug},Submitted (Gallery/Visible),{text},{rest}\n")
}

/// A closed event with two tracks, a prize for those who opt in, and one project of its own.
async fn world(pool: &PgPool) -> (World, Site) {
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

/// Confirms what a preview shows.
async fn confirm(site: &Site, who: &str, (address, shown): &(String, Reply), skip: &[&str]) -> Reply {
    let mut fields = vec![("seen", shown.body.hidden("seen"))];
    fields.extend(skip.iter().map(|place| ("skip", *place)));
    site.browser(who).submit(&format!("{}/confirm", acts(address)), &fields).await
}

async fn titles(world: &World) -> Vec<String> {
    world.all("select title from project where event_id = $1 order by id").await
}

#[database_test]
async fn nothing_is_written_before_the_preview_is_confirmed(pool: PgPool) {
    let (world, site) = world(&pool).await;
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

#[database_test]
async fn a_second_upload_adds_what_is_new_and_overwrites_nothing_reviewed(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let first = [HEAD, &line("lamp", "Lamp", "Shines.", ""), &line("kite", "Kite", "Flies.", "")].concat();
    let previewed = preview(&site, "olga", &first).await;
    assert_eq!(confirm(&site, "olga", &previewed, &[]).await.status, 303);
    let same = preview(&site, "olga", &first).await.1.text();
    assert!(same.contains("Already here (2)") && same.contains("Nothing to import"), "{same}");
    let sql = "with given as (insert into assignment (event_id, person_id, project_id, source)
                   select $1, j.id, p.id, 'manual' from person j, project p
                   where j.email = 'jo@x.example' and p.title = 'Lamp'
                   returning id)
               insert into review (assignment_id, event_id) select id, $1 from given";
    sqlx::query(sql).bind(world.event).execute(&pool).await.unwrap();
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
        "Description and members to invite.",
        "1 member to invite.",
        "Import 2 new and change 1",
    ]);
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

#[database_test]
async fn what_changed_since_the_preview_is_looked_at_again(pool: PgPool) {
    let (world, site) = world(&pool).await;
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

#[database_test]
async fn an_upload_is_its_organizers_alone_for_a_day(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let text = [HEAD, &line("lamp", "Lamp", "Shines.", ",,,,,ada@x.example")].concat();
    let previewed = preview(&site, "olga", &text).await;
    for who in ["root", "wim", "jo"] {
        let status = site.browser(who).get(&previewed.0).await.status;
        assert_eq!(status, if who == "root" { 404 } else { 403 }, "{who}");
    }
    assert_eq!(confirm(&site, "root", &previewed, &[]).await.status, 404);
    assert_eq!(upload(&site, "wim", &text).await.status, 403);
    run(&pool, "update project_import set created_at = created_at - interval '25 hours'").await;
    assert_eq!(site.browser("olga").get(&previewed.0).await.status, 404);
    assert_eq!(confirm(&site, "olga", &previewed, &[]).await.status, 404);
    // Addresses of people who were not asked go, whether somebody uploads another list or not.
    preview(&site, "root", "title\nRaft\n").await;
    store::project_import::forget_old(&mut pool.acquire().await.unwrap()).await.unwrap();
    assert_eq!(world.one::<i64>("select count(*) from project_import where event_id = $1").await, 1);
}

#[database_test]
async fn a_file_sent_twice_at_once_is_kept_once(pool: PgPool) {
    let (world, site) = world(&pool).await;
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

#[database_test]
async fn a_file_that_cannot_be_read_says_what_to_do(pool: PgPool) {
    let (_, site) = world(&pool).await;
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

#[database_test]
async fn imported_repeats_are_flagged_unless_an_organizer_decided(pool: PgPool) {
    let (world, site) = world(&pool).await;
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

#[database_test]
async fn a_later_list_flags_nobody_for_what_an_earlier_project_copied(pool: PgPool) {
    let (world, site) = world(&pool).await;
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

#[database_test]
async fn a_member_without_an_address_is_named_once(pool: PgPool) {
    let (_, site) = world(&pool).await;
    let text = [HEAD, &line("lamp", "Lamp", "Shines.", ",,,Ada,Oak,,0")].concat();
    let words = preview(&site, "olga", &text).await.1.text();
    assert!(words.contains("1 project has members without an e-mail address in the file"), "{words}");
    assert!(!words.contains("Nobody is invited for a name."), "{words}");
}

/// Imports a list as its preview shows it.
async fn import(site: &Site, text: &str) -> String {
    let previewed = preview(site, "olga", text).await;
    confirm(site, "olga", &previewed, &[]).await.is(303);
    previewed.1.text()
}

#[database_test]
async fn whom_a_list_names_as_a_member_does_not_judge_that_project(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let text =
        [HEAD, &line("lamp", "Lamp", "Shines.", ",,,Ada,Oak,ada@x.example,1,Jo,Ek,JO@x.example")].concat();
    let shown = import(&site, &text).await;
    assert!(shown.contains("jo@x.example also judges in this event"), "{shown}");
    let overview = site.browser("olga").get("/events/demo/manage").await.text();
    assert!(overview.contains("Jo judges and is on a team, or is invited to"), "{overview}");
    // Whoever is asked to judge counts before they answer.
    let ask = "insert into invitation (event_id, email, role, token_hash) values ($1, 'WIM@x.example', 'judge', 'w')";
    sqlx::query(ask).bind(world.event).execute(&pool).await.unwrap();
    let overview = site.browser("olga").get("/events/demo/manage").await.text();
    assert!(overview.contains("Jo and Wim judge and are on a team, or are invited to"), "{overview}");
    let assign = "insert into assignment (event_id, person_id, project_id, source)
                  select $1, j.id, p.id, 'manual' from person j, project p
                  where j.email = 'jo@x.example' and p.title = 'Lamp' and p.event_id = $1";
    let refused = sqlx::query(assign).bind(world.event).execute(&pool).await.unwrap_err();
    assert!(refused.to_string().contains("A judge never judges their own team."), "{refused}");
    let lamp = world.project("Lamp").await;
    let hotcrp = format!("paper,action,email\n{lamp},review,jo@x.example\n");
    let fields = [("file", hotcrp.as_str())];
    let checked = site.browser("olga").submit("/events/demo/manage/assignments/file", &fields).await;
    checked.says("Left out: a conflict, or the judge’s own team");
    let barred = "select count(*) from team_person t join person p on p.id = t.person_id
                  where t.event_id = $1 and p.email = 'jo@x.example'";
    assert_eq!(world.one::<i64>(barred).await, 1);
    // A list that names somebody who was given the project before: no review of it is taken.
    let withdraw = "update invitation set withdrawn_at = clock_timestamp() where event_id = $1 and email = 'jo@x.example'";
    sqlx::query(withdraw).bind(world.event).execute(&pool).await.unwrap();
    sqlx::query(assign).bind(world.event).execute(&pool).await.unwrap();
    let reopen = "update invitation set withdrawn_at = null where event_id = $1 and email = 'jo@x.example'";
    sqlx::query(reopen).bind(world.event).execute(&pool).await.unwrap();
    let review = r#"insert into review (assignment_id, event_id, scores, submitted_at)
                  select a.id, $1, '{"quality": 4, "impact": 7}', clock_timestamp() from assignment a
                  join project p on p.id = a.project_id where a.event_id = $1 and p.title = 'Lamp'"#;
    let refused = sqlx::query(review).bind(world.event).execute(&pool).await.unwrap_err();
    assert!(refused.to_string().contains("A judge never judges their own team."), "{refused}");
}

#[database_test]
async fn a_later_list_is_the_same_projects_and_shows_what_it_has_no_longer(pool: PgPool) {
    let (world, site) = world(&pool).await;
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
        "Title, prizes and members who are no longer listed.",
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

#[database_test]
async fn who_moves_to_another_team_or_comes_back_is_invited(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let list = |lamp: &str, boat: &str| format!("title,team,emails\nLamp,Oak,{lamp}\nBoat,Elm,{boat}\n");
    let open = "select t.name || ' ' || i.email from invitation i join team t on t.id = i.team_id
                where i.event_id = $1 and i.withdrawn_at is null order by 1";
    import(&site, &list("ana@x.example;bo@x.example", "cy@x.example")).await;
    let moved = list("ana@x.example", "cy@x.example;bo@x.example");
    let shown = import(&site, &moved).await;
    shown.has(&["Changed (2)", "The file no longer has bo@x.example.", "1 member to invite."]);
    let expected = ["Elm bo@x.example", "Elm cy@x.example", "Oak ana@x.example"];
    assert_eq!(world.all::<String>(open).await, expected);
    let same = preview(&site, "olga", &moved).await.1.text();
    assert!(same.contains("Already here (2)"), "{same}");
    import(&site, &list("ana@x.example", "cy@x.example")).await;
    let shown = import(&site, &moved).await;
    assert!(shown.contains("Changed (1)") && shown.contains("1 member to invite."), "{shown}");
    let expected = ["Elm bo@x.example", "Elm cy@x.example", "Oak ana@x.example"];
    assert_eq!(world.all::<String>(open).await, expected);
}

#[database_test]
async fn a_member_who_is_not_invited_is_named(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let list = |lamp: &str, boat: &str| format!("title,team,emails\nLamp,Oak,{lamp}\nBoat,Elm,{boat}\n");
    import(&site, &list("ana@x.example;bo@x.example", "cy@x.example")).await;
    let decline = "update invitation set declined_at = now() where event_id = $1 and email = 'bo@x.example'";
    sqlx::query(decline).bind(world.event).execute(&pool).await.unwrap();
    let said = "bo@x.example is on another team of this event, or invited already";
    let moved = list("ana@x.example", "cy@x.example;bo@x.example;di@x.example");
    let shown = preview(&site, "olga", &moved).await.1.text();
    assert!(shown.contains(said) && shown.contains("1 member to invite."), "{shown}");
    // An invitation by hand brings them to the team, and nothing is missing.
    let hand = "insert into invitation (event_id, email, role, team_id, token_hash)
        select $1, 'bo@x.example', 'participant', id, sha256('by hand') from team where event_id = $1 and name = 'Elm'";
    sqlx::query(hand).bind(world.event).execute(&pool).await.unwrap();
    let shown = preview(&site, "olga", &moved).await.1.text();
    assert!(!shown.contains(said), "{shown}");
}

#[database_test]
async fn a_number_alone_makes_no_row_another_project(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let buoy = world.project("Buoy").await;
    // A file of another portal, or a sheet of which one column was sorted alone.
    let other = format!("project_id,title,team\n{buoy},Lamp,Oak\n");
    let shown = preview(&site, "olga", &other).await.1.text();
    assert!(shown.contains("Its number is that of “Buoy” in this event."), "{shown}");
    let renamed =
        preview(&site, "olga", &format!("project_id,title,team\n{buoy},Bell,Waves\n")).await.1.text();
    assert!(renamed.contains("Changed (1)"), "{renamed}");
    let text = [HEAD, &line("lamp", "Lamp", "Shines.", "")].concat();
    import(&site, &text).await;
    let withdrawn =
        preview(&site, "olga", &text.replace("Submitted (Gallery/Visible)", "Draft")).await.1.text();
    assert!(withdrawn.contains("The event has this project, and the import keeps it."), "{withdrawn}");
}

#[database_test]
async fn prizes_that_a_list_names_are_made_at_once_and_its_projects_opt_into_them(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let row = |slug: &str, title: &str, prizes: &str| {
        format!("{title},https://hack.devpost.com/submissions/{slug},Submitted,Shines.,{prizes},,,\n")
    };
    let list =
        [HEAD, &row("901-lantern", "Lantern", "\"Best Light, Duck\""), &row("902-kite", "Kite", "Duck")]
            .concat();
    let (path, page) = preview(&site, "olga", &list).await;
    page.says("Create 2 prizes");
    site.browser("olga").submit(&format!("{}/prizes", acts(&path)), &[]).await.leads_to(&path);
    let page = site.browser("olga").get(&path).await;
    page.text().lacks(&["this event does not have", "Create 2 prizes"]);
    assert_eq!(confirm(&site, "olga", &(path, page), &[]).await.status, 303);
    let opted = "select p.title || ' ' || z.name from project_prize o join project p on p.id = o.project_id
                 join prize z on z.id = o.prize_id where o.event_id = $1 order by 1";
    assert_eq!(world.all::<String>(opted).await, ["Kite Duck", "Lantern Best Light", "Lantern Duck"]);
    let sql = "select count(*) from audit_log where event_id = $1 and action = 'prize.created'";
    assert_eq!(world.one::<i64>(sql).await, 1);
}

#[database_test]
async fn tracks_that_a_list_names_are_made_at_once_and_its_projects_are_in_them(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let knows = "insert into person_track (event_id, person_id, track_id)
                 select t.event_id, p.id, t.id from track t, person p
                 where t.event_id = $1 and t.name = 'Health' and p.email = 'jo@x.example'";
    sqlx::query(knows).bind(world.event).execute(&pool).await.unwrap();
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
    assert_eq!((none.status, world.audit().await.len()), (303, 0), "nothing was ticked");
    for _ in 0..2 {
        let made = olga.submit(&tracks, &[]).await;
        assert_eq!((made.status, made.location()), (303, path.as_str()), "{}", made.text());
    }
    let chosen = [("prizes", "true"), ("track", "Sea"), ("track", "Not in the list")];
    assert_eq!(olga.submit(&tracks, &chosen).await.status, 303);
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

#[database_test]
async fn a_later_list_exchanges_places_and_names_teams_that_it_calls_otherwise(pool: PgPool) {
    let (world, site) = world(&pool).await;
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

#[database_test]
async fn a_title_alone_makes_no_project_of_two(pool: PgPool) {
    let (world, site) = world(&pool).await;
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

/// Confirms what a preview shows, with values of the file taken in place of what was written here.
async fn take(site: &Site, (address, shown): &(String, Reply), taken: &[&str]) -> Reply {
    let mut fields = vec![("seen", shown.body.hidden("seen"))];
    fields.extend(taken.iter().map(|value| ("take", *value)));
    site.browser("olga").submit(&format!("{}/confirm", acts(address)), &fields).await
}

#[database_test]
async fn what_was_corrected_here_stays_unless_the_files_value_is_taken(pool: PgPool) {
    let (world, site) = world(&pool).await;
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
        "Nothing to import",
    ]);
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
    again.1.text().has(&["Corrected here (1)", "Nothing to import"]);
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
    // It is refused with whoever gets the place, and not with whoever leaves it.
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

#[database_test]
async fn after_an_import_the_same_list_has_nothing_to_import(pool: PgPool) {
    let (world, _) = world(&pool).await;
    // More previews than a person asks for in a minute.
    let site = Site::with(&pool, &["--limits=off"]).await;
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

#[database_test]
async fn a_project_that_comes_back_without_a_place_is_on_the_check_list(pool: PgPool) {
    let (world, site) = world(&pool).await;
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
    olga.submit(&format!("{lamp}/restore"), &[]).await.is(303);
    olga.get("/events/demo/manage").await.says(said);
    // The list still knows where it was.
    let shown = import(&site, list).await;
    shown.has(&["Changed (1)", "Place: from nothing to “A1”"]);
    olga.get("/events/demo/manage").await.text().lacks(&["no place in the hall"]);
}

#[database_test]
async fn rows_that_may_be_no_projects_are_named(pool: PgPool) {
    let (_, site) = world(&pool).await;
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

#[database_test]
async fn a_column_that_was_read_wrongly_is_exchanged_and_given_back(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let olga = site.browser("olga");
    let list = "Title,Tagline,Location\nShines,Lamp,Vienna\n";
    let (address, shown) = preview(&site, "olga", list).await;
    shown.text().has(&["What the columns hold (3)", "Title, as its name says", "Place, as its name says"]);
    let path = format!("{}/columns", acts(&address));
    let as_read = shown.fields(&path);
    assert!(as_read.contains(&("column-=location".to_owned(), String::new())), "{as_read:?}");
    let fields =
        [("column-=title", "tagline"), ("column-=tagline", "title"), ("column-=location", "nothing")];
    olga.submit(&path, &fields).await.leads_to(&address);
    let shown = olga.get(&address).await;
    shown.text().has(&["Columns that are not used (1)", "Columns that are used (2)"]);
    let said = shown.fields(&path);
    assert!(said.contains(&("column-=location".to_owned(), "nothing".to_owned())), "{said:?}");
    confirm(&site, "olga", &(address, shown), &[]).await.is(303);
    let facts = "select concat_ws(' | ', p.title, p.tagline, l.place) from project p
        left join project_place l on l.project_id = p.id where p.event_id = $1 and p.title <> 'Buoy'";
    assert_eq!(world.one::<String>(facts).await, "Lamp | Shines");
    // Later lists are read the same way, until an organizer leaves a column to its name.
    let (address, shown) = preview(&site, "olga", "Title,Team\nKite,Elm\n").await;
    shown.says("No name that is known is for titles.");
    let path = format!("{}/columns", acts(&address));
    olga.submit(&path, &[("column-=title", "")]).await.leads_to(&address);
    olga.get(&address).await.says("New (1)");
    assert_eq!(
        world
            .one::<i64>("select count(*) from import_column where event_id = $1 and heading = '=title'")
            .await,
        0
    );
}

#[database_test]
async fn an_organizer_says_what_a_column_holds_and_later_lists_know_it(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let list = "title,Wer\nLamp,Ana Oak <ana@oak.example>\n";
    let (address, shown) = preview(&site, "olga", list).await;
    shown.says("No column that is read holds e-mail addresses of members");
    assert!(shown.body.contains("name=\"column-wer\""), "{}", shown.body);
    let path = format!("{}/columns", acts(&address));
    let fields = [("column-wer", "members")];
    site.browser("olga").submit(&path, &fields).await.leads_to(&address);
    site.browser("olga").get(&address).await.says("1 member to invite");
    import(&site, "title,WER\nKite,bo@elm.example\n").await;
    let sql = "select email from invitation where event_id = $1";
    assert_eq!(world.all::<String>(sql).await, ["bo@elm.example"]);
}

#[database_test]
async fn a_column_answers_a_question_of_the_events_own(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let asked = r#"update event set form_questions = '[
        {"key": "diet", "label": "Food that someone can’t eat", "kind": "text", "shown_to": "organizers"},
        {"key": "shirt", "label": "T-shirt", "kind": "choice", "choices": ["S", "M"], "shown_to": "judges"}]' where id = $1"#;
    sqlx::query(asked).bind(world.event).execute(&pool).await.unwrap();
    let list = "title,team,answer_diet,Size\nLamp,Oak,No nuts,m\nKite,Elm,,XXL\n";
    let (address, shown) = preview(&site, "olga", list).await;
    // A column of our own export is known by its name, and says who will read what is in it.
    let diet = shown.fields(&format!("{}/columns", acts(&address)));
    assert!(diet.contains(&("column-answerdiet".to_owned(), "answer:diet".to_owned())), "{diet:?}");
    shown.says("Answer to “T-shirt”: judges read it, too");
    let olga = site.browser("olga");
    let columns = [("column-answerdiet", "answer:diet"), ("column-size", "answer:shirt")];
    olga.submit(&format!("{}/columns", acts(&address)), &columns).await.leads_to(&address);
    let shown = olga.get(&address).await;
    shown.says("“T-shirt” does not take the answer “XXL”, so it is left out.");
    assert_eq!(confirm(&site, "olga", &(address, shown), &[]).await.status, 303);
    let answers = "select p.title || ' ' || p.answers::text from project p where p.event_id = $1 and p.answers <> '{}' order by 1";
    assert_eq!(world.all::<String>(answers).await, [r#"Lamp {"diet": "No nuts", "shirt": "M"}"#]);
    let lamp = world.project("Lamp").await;
    let read = site.api("").get(&format!("/api/projects/{lamp}")).await.json();
    assert_eq!(read.get("answers"), None, "only those read it to whom the question is shown");
    let read = site.api("jo").get(&format!("/api/projects/{lamp}")).await.json();
    assert_eq!(read["answers"], serde_json::json!({ "shirt": "M" }));
    // A later list is read the same way. What it leaves empty stays, also in a project that was withdrawn meanwhile.
    let away = [("reason", "It did not come.")];
    let path = format!("/events/demo/manage/projects/{lamp}/withdraw");
    assert_eq!(olga.submit(&path, &away).await.status, 303);
    let shown = import(&site, "title,team,answer_diet,Size\nLamp,Oak,,S\nKite,Elm,Milk,\n").await;
    assert!(shown.contains("Answers to your questions.") && shown.contains("Changed (2)"), "{shown}");
    assert_eq!(
        world.all::<String>(answers).await,
        [r#"Kite {"diet": "Milk"}"#, r#"Lamp {"diet": "No nuts", "shirt": "S"}"#]
    );
    // A question that is asked no more takes no answers.
    let sql = "update event set form_questions = form_questions || '[{\"key\": \"age\", \"label\": \"Age\", \"kind\": \"text\", \"shown_to\": \"all\"}]'";
    sqlx::query(sql).execute(&pool).await.unwrap();
    let (address, _) = preview(&site, "olga", "title,team,Age\nTide,Fir,30\n").await;
    let chosen = [("column-age", "answer:age")];
    olga.submit(&format!("{}/columns", acts(&address)), &chosen).await.leads_to(&address);
    sqlx::query("update event set form_questions = form_questions - 2").execute(&pool).await.unwrap();
    let shown = preview(&site, "olga", "title,team,Age\nPier,Ash,30\n").await.1;
    assert!(shown.body.contains("name=\"column-age\""), "{}", shown.text());
}

#[database_test]
async fn a_list_whose_titles_nobody_knows_asks_which_column_holds_them(pool: PgPool) {
    let (_, site) = world(&pool).await;
    for list in [
        "Werk,Gruppe,Wer\nKite,Elm,bo@elm.example\n",
        "Werk,Gruppe,Wer,Zusammenfassung\nLamp,Oak,ana@oak.example,Shines\n",
    ] {
        let (address, shown) = preview(&site, "olga", list).await;
        shown.says("No name that is known is for titles.");
        shown.says("Nothing to import");
        assert!(shown.body.contains("name=\"column-werk\""), "{}", shown.body);
        if list.contains("Zusammen") {
            let choices = [("column-werk", "title"), ("column-wer", "members")];
            let path = format!("{}/columns", acts(&address));
            site.browser("olga").submit(&path, &choices).await.leads_to(&address);
            site.browser("olga").get(&address).await.says("1 member to invite");
        }
    }
}

#[database_test]
async fn cells_that_do_not_fit_their_headings_are_asked_about(pool: PgPool) {
    let (_, site) = world(&pool).await;
    let list = "Title,Team,Email\nana@oak.example,Oak,Lamp\n";
    let (address, shown) = preview(&site, "olga", list).await;
    shown.says("The cells do not fit the names of their columns");
    shown.says("Nothing to import");
    let choices = [("column-title", "members"), ("column-team", "team"), ("column-email", "title")];
    let path = format!("{}/columns", acts(&address));
    site.browser("olga").submit(&path, &choices).await.leads_to(&address);
    let read = site.browser("olga").get(&address).await;
    read.says("1 member to invite");
    read.says("Lamp");
}

#[database_test]
async fn every_page_opens_a_file_in_the_same_way(pool: PgPool) {
    let (world, site) = world(&pool).await;
    let buoy = world.project("Buoy").await;
    let pages = [
        ("projects/import", "files", "title,tags\nLamp,wood\n".to_owned(), "New (1)"),
        ("people/invite/check", "file", "email,name\nana@oak.example,Ana\n".to_owned(), "ana@oak.example"),
        ("floor/file/preview", "files", format!("project,room,place\n{buoy},Hall,A1\n"), "Hall, A1"),
        (
            "assignments/file",
            "files",
            format!("judge_email,project_id\njo@x.example,{buoy}\n"),
            "Assigns the project",
        ),
        (
            "assignments/scores",
            "files",
            format!("judge,project,quality,impact\njo@x.example,{buoy},3,7\n"),
            "assigns the project first",
        ),
    ];
    let browser = site.browser("olga");
    let token = secrets::csrf_token(&session("olga"));
    let cookie = format!("sessionid={}", session("olga"));
    for (page, field, list, said) in pages {
        let address = format!("/events/demo/manage/{page}");
        let send = async |bytes: &[u8]| {
            let head = |name: &str, file: &str| {
                format!("--x\r\ncontent-disposition: form-data; name=\"{name}\"{file}\r\n\r\n")
            };
            let mut body = head("csrfmiddlewaretoken", "").into_bytes();
            body.extend_from_slice(token.as_bytes());
            body.extend_from_slice(format!("\r\n{}", head(field, "; filename=\"list.csv\"")).as_bytes());
            body.extend_from_slice(bytes);
            body.extend_from_slice(b"\r\n--x--\r\n");
            let kind = ("content-type", "multipart/form-data; boundary=x");
            let sent = site.api("").send_with("POST", &address, &[kind, ("cookie", &cookie)], body).await;
            if sent.status == 303 { browser.get(sent.location()).await } else { sent }
        };
        let wide = |text: &str| {
            let units = std::iter::once(0xfeff).chain(text.encode_utf16());
            units.flat_map(u16::to_le_bytes).collect::<Vec<u8>>()
        };
        let spellings = [
            list.clone().into_bytes(),
            format!("\u{feff}{list}").into_bytes(),
            list.replace(',', ";").into_bytes(),
            list.replace(',', "\t").replace('\n', "\r\n").into_bytes(),
            list.replace('\n', "\r").into_bytes(),
            format!("sep=;\r\n{}", list.replace(',', ";")).into_bytes(),
            wide(&list),
        ];
        for bytes in spellings {
            let shown = send(&bytes).await;
            assert!(shown.status == 200 && shown.text().contains(said), "{page} {bytes:?}: {}", shown.text());
        }
        let latin = [list.as_bytes(), b"O\x92Brien\n"].concat();
        let line = list.lines().count() + 1;
        let refused = send(&latin).await;
        assert_eq!(refused.status, 400, "{page}");
        assert!(refused.text().contains(&format!("Line {line} is not UTF-8")), "{page}: {}", refused.text());
        let open = format!("{list}\"never closes\n");
        let refused = send(open.as_bytes()).await;
        assert_eq!(refused.status, 400, "{page}: {}", refused.text());
        assert!(
            refused.text().contains(&format!("The quotation mark in row {line} never closes")),
            "{page}: {}",
            refused.text()
        );
        let refused = send(b"PK\x03\x04").await;
        assert_eq!(refused.status, 400, "{page}: {}", refused.text());
        assert!(refused.text().contains("another packed file"), "{page}: {}", refused.text());
    }
}

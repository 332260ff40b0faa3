//! A finals event: what it takes of the event whose finals it is, and what stays behind.

use crate::prelude::*;

const PAGE: &str = "/events/demo/manage/calibration/finals";

fn demo() -> Event {
    Event::new("demo")
        .judging()
        .track("Sea")
        .judges(&["ada", "bo"])
        .organizer("olga")
        .admin("root")
        .organizer("orla")
        .judge("orla")
        .teams(&[("Lights", &["pia", "paul"]), ("Sails", &["ben"])])
        .projects(&[("Lamp", "Lights"), ("Boat", "Sails")])
        .review("ada", "Lamp", r#"{"quality": 4, "impact": 7}"#)
}

#[database_test(demo().create(&pool))]
async fn finals_take_the_chosen_projects_and_judges_and_leave_reviews_behind(world: World) {
    let questions = r#"set session_replication_role = replica;
        update event set form_questions = '[{"key": "diet", "label": "Food", "kind": "text", "shown_to": "organizers"}]';
        update event set second_organizer = true;
        update project set answers = '{"diet": "No nuts"}' where title = 'Lamp';
        set session_replication_role = origin"#;
    world.run(questions).await;
    let site = Site::new(&world.pool).await;
    let lamp = world.project("Lamp").await.to_string();
    let ada = world.person("ada").await.to_string();
    let fields = [("name", "Demo finals"), ("project", lamp.as_str()), ("judge", ada.as_str())];
    // An organizer who may not create events is told so; one who judges does not choose finalists.
    assert_eq!(site.browser("orla").get(PAGE).await.status, 403);
    assert_eq!(site.browser("olga").submit(PAGE, &fields).await.status, 403);
    assert_eq!(site.browser("root").submit(PAGE, &fields[..1]).await.status, 400);
    assert_eq!(site.browser("root").submit(PAGE, &[("name", "X"), ("project", "999")]).await.status, 400);
    site.browser("root").submit(PAGE, &fields).await.leads_to("/events/demo-finals/manage?created=1");
    let told: Vec<(String, String, i64, i64, i64, i64)> = all_rows(&world.pool, "select t.name, p.title, (select count(*) from team_member m where m.team_id = t.id),
                (select count(*) from membership m where m.event_id = e.id and m.role = 'judge'),
                (select count(*) from membership m where m.event_id = e.id and m.role = 'organizer'),
                (select count(*) from assignment a where a.event_id = e.id)
         from event e join team t on t.event_id = e.id join project p on p.team_id = t.id where e.slug = 'demo-finals'").await;
    assert_eq!(told, [("Lights".into(), "Lamp".into(), 2, 1, 2, 0)]);
    // Orla judges, and the results are not published: who is in the finals is a part of them.
    assert_eq!(site.api("orla").get("/api/events/demo-finals/projects").await.status, 404);
    assert_eq!(site.api("olga").get("/api/events/demo-finals/projects").await.status, 200);
    let asks = "select count(*) from event where slug = 'demo-finals' and second_organizer";
    assert_eq!(world.one::<i64>(asks).await, 1, "what asks a second organizer does so in its finals");
    let answers = "select e.form_questions #>> '{0,label}' || ': ' || (p.answers ->> 'diet')
        from project p join event e on e.id = p.event_id where e.slug = 'demo-finals'";
    let answers: String = world.one(answers).await;
    assert_eq!(answers, "Food: No nuts");
    let told = "select without_salt(after) from audit_log where chain = 'demo' and action = 'finals.created'";
    let told: String = world.one(told).await;
    assert_eq!(told, r#"{"projects":1}"#, "who reads the log may be no organizer of the draft");
    // Nobody learns of them before they are open. Then both link to each other, and each chain has a row.
    assert!(!site.api("").get("/events/demo").await.text().contains("Demo finals"));
    assert!(site.browser("root").get("/events/demo").await.text().contains("The finals: Demo finals"));
    assert_eq!(site.api("pia").get("/api/events/demo-finals").await.status, 404, "a finalist");
    site.api("root").open_event("demo-finals").await;
    assert!(site.api("").get("/events/demo").await.text().contains("The finals: Demo finals"));
    assert!(site.api("").get("/events/demo-finals").await.text().contains("The finals of "));
    let rows: Vec<(String, String)> =
        all_rows(&world.pool, "select chain, action from audit_log where action in ('event.created', 'finals.created') order by 1, 2").await;
    assert_eq!(
        rows,
        [("demo".into(), "finals.created".into()), ("demo-finals".into(), "event.created".into())]
    );
}

#[database_test(demo().create(&pool))]
async fn prizes_and_places_come_along_where_they_are_ticked_and_the_link_is_in_api_and_bundle(world: World) {
    let (lamp, boat) = (world.project("Lamp").await, world.project("Boat").await);
    let rows = format!(
        "insert into prize (event_id, name, rule, eligibility, awarded_at, award_reason) values
             (1, 'Best', 'choice', 'all', now(), 'Bright.'), (1, 'Oddest', 'panel', 'opt-in', null, ''),
             (1, 'Stays', 'rank', 'all', null, '');
         insert into prize_winner (event_id, prize_id, project_id, position) values (1, 1, {lamp}, 1);
         insert into project_place (project_id, event_id, room, place) values ({lamp}, 1, 'Hall', 'A1'), ({boat}, 1, 'Hall', 'A2');
         set session_replication_role = replica;
         insert into project_prize (project_id, event_id, prize_id) values ({lamp}, 1, 2);
         insert into project_need (project_id, event_id, power, quiet) values ({boat}, 1, true, false);
         set session_replication_role = origin"
    );
    world.run(&rows).await;
    let site = Site::new(&world.pool).await;
    let root = site.browser("root");
    root.get(PAGE).await.text().has(&["Oddest", "Keep rooms and places"]);
    let (lamp, boat) = (lamp.to_string(), boat.to_string());
    let fields =
        [("name", "Demo finals"), ("project", lamp.as_str()), ("project", boat.as_str()), ("places", "true")];
    root.submit(PAGE, &[fields.as_slice(), &[("prize", "99")]].concat()).await.is(400);
    root.submit(PAGE, &[fields.as_slice(), &[("prize", "1"), ("prize", "2")]].concat()).await.is(303);
    let sql = "select z.name, z.award_reason, (select count(*) from prize_winner w where w.prize_id = z.id),
                (select count(*) from project_prize o join project p on p.id = o.project_id
                 where o.prize_id = z.id and p.title = 'Lamp' and p.event_id = z.event_id)
         from prize z join event e on e.id = z.event_id where e.slug = 'demo-finals' order by z.position";
    let copied: Vec<(String, String, i64, i64)> = all_rows(&world.pool, sql).await;
    assert_eq!(copied, [("Best".into(), String::new(), 0, 0), ("Oddest".into(), String::new(), 0, 1)]);
    let sql =
        "select p.title, l.place, exists (select from project_need n where n.project_id = p.id and n.power)
         from project_place l join project p on p.id = l.project_id join event e on e.id = l.event_id
         where e.slug = 'demo-finals' order by l.place";
    let placed: Vec<(String, String, bool)> = all_rows(&world.pool, sql).await;
    assert_eq!(placed, [("Lamp".into(), "A1".into(), false), ("Boat".into(), "A2".into(), true)]);

    let event = async |slug: &str| site.api("").get(&format!("/api/events/{slug}")).await.json();
    assert_eq!(event("demo").await.get("finals"), None, "a draft");
    site.api("root").open_event("demo-finals").await;
    assert_eq!(event("demo").await["finals"], json!(["demo-finals"]));
    assert_eq!(event("demo-finals").await["finals_of"], json!("demo"));
    // A bundle says it too. An import of it touches no other event: it keeps the word, and links to nothing.
    let bundle = site.api("root").get("/api/events/demo-finals/export/bundle.json").await;
    assert_eq!(bundle.json()["event"]["finals_of"], json!("demo"));
    site.api("root").post("/api/events/import?slug=copy", bundle.json()).await.is(201);
    assert_eq!(event("demo").await["finals"], json!(["demo-finals"]));
    assert_eq!(event("copy").await.get("finals_of"), None);
    let again = site.api("root").get("/api/events/copy/export/bundle.json").await.json();
    assert_eq!(again["event"]["finals_of"], json!("demo"));
}

#[database_test(CALIBRATED)]
async fn the_first_of_the_latest_run_are_ticked_and_shown_without_their_order(site: Site) {
    let page = site.browser("staff").get(&format!("{PAGE}?first=2")).await.is(200);
    let ticked = page.body.matches("name=\"project\"").count();
    let chosen = page
        .body
        .split("name=\"project\"")
        .skip(1)
        .filter(|box_| box_.split('>').next().unwrap().contains("checked"))
        .count();
    assert!(ticked > 2 && chosen == 2, "{chosen} of {ticked}");
}

#[database_test(demo().served(&pool))]
async fn finals_take_conflicts_and_caps_along_and_lock_no_judge_out(world: World, site: Site) {
    // Ada came by the link of an invitation, and has no password.
    world.run("update event_person set review_cap = 5 where person_id = (select id from person where email = 'ada@x.example');
         insert into conflict (event_id, person_id, project_id, kind, reason, source)
             select 1, j.id, p.id, 'family', 'A cousin', 'judge' from person j, project p where j.email = 'ada@x.example' and p.title = 'Boat';
         insert into conflict_dismissal (event_id, person_id, project_id)
             select 1, j.id, p.id from person j, project p where j.email = 'ada@x.example' and p.title = 'Lamp';
         insert into invitation (event_id, email, role, token_hash, created_person_id, accepted_by, accepted_at)
             select 1, email, 'judge', 'x', id, id, now() from person where email = 'ada@x.example'").await;
    let (lamp, boat) = (world.project("Lamp").await.to_string(), world.project("Boat").await.to_string());
    let ada = world.person("ada").await;
    let judge = ada.to_string();
    let fields = [
        ("name", "Demo finals"),
        ("project", lamp.as_str()),
        ("project", boat.as_str()),
        ("judge", judge.as_str()),
    ];
    assert_eq!(site.browser("root").submit(PAGE, &fields).await.status, 303);
    let taken: (String, String, String, i32, String) = one_row(&world.pool, "select p.title, c.kind, c.reason, ep.review_cap, d.title from event e join conflict c on c.event_id = e.id
         join project p on p.id = c.project_id join event_person ep on ep.event_id = e.id and ep.person_id = c.person_id
         join conflict_dismissal k on k.event_id = e.id and k.person_id = c.person_id join project d on d.id = k.project_id
         where e.slug = 'demo-finals'").await;
    assert_eq!(taken, ("Boat".into(), "family".into(), "A cousin".into(), 5, "Lamp".into()));
    // The link of the first event still opens her account, and so does a card of the finals.
    let signs_in = async |invitation: i64| {
        let id = shared::ids::InvitationId(invitation);
        let mut conn = world.pool.acquire().await.unwrap();
        store::invitation_link::signs_in(&mut conn, id).await.unwrap().map(|p| p.0)
    };
    assert_eq!(signs_in(1).await, Some(ada));
    let page = "/events/demo-finals/manage/people/invitations";
    assert!(site.browser("root").get(page).await.text().contains("Ada"));
    let caller = portal::caller::Caller::shell();
    let chosen = portal::people::cards::ChosenJudges {
        invitations: Vec::new(),
        members: vec![shared::ids::PersonId(ada)],
    };
    let base = "http://portal.example";
    let cards = site
        .state
        .by(&caller)
        .at("demo-finals")
        .write(async |call| portal::people::cards::print(call, base, &chosen).await)
        .await
        .unwrap();
    assert_eq!(cards.len(), 1);
    assert_eq!(signs_in(2).await, Some(ada));
    // A role anywhere else does end it.
    Event::new("elsewhere").judge("ada").create(&world.pool).await;
    assert_eq!((signs_in(1).await, signs_in(2).await), (None, None));
}

#[database_test(demo().organizer("free").person("kim").served(&pool))]
async fn who_is_invited_to_a_finalists_team_or_left_it_stays_tied_to_it(world: World, site: Site) {
    // Before, organizers who take part stay behind.
    calibrated_in(&world.pool, "demo").await;
    publish_in(&site, "demo").await;
    // Bo judges and Olga organizes, and the list of another site names both as members of Lights. Ada was on Sails once.
    for (who, hash) in [("bo", "b"), ("olga", "o")] {
        let invited = format!(
            "insert into invitation (event_id, team_id, email, role, token_hash)
             select 1, id, '{who}@x.example', 'participant', '{hash}' from team where name = 'Lights'"
        );
        world.run(&invited).await;
    }
    // So was Orla, who organizes, and both were on another team after it. Kim left Lights, and may come to the finals later.
    let sql = "begin; set local session_replication_role = replica;
        insert into event_person (event_id, person_id, on_team, team_ids)
            select t.event_id, p.id, true, array[t.id] from team t, person p where t.name = 'Lights' and p.email = 'kim@x.example';
        insert into team (event_id, name) select id, 'Aside' from event;
        update event_person set on_team = true, team_ids = array(select id from team where name in ('Sails', 'Aside'))
            where person_id in (select id from person where email in ('ada@x.example', 'orla@x.example'));
        commit";
    world.run(sql).await;
    let (lamp, boat) = (world.project("Lamp").await.to_string(), world.project("Boat").await.to_string());
    let (ada, bo) = (world.person("ada").await.to_string(), world.person("bo").await.to_string());
    let fields = [
        ("name", "Demo finals"),
        ("project", &*lamp),
        ("project", &*boat),
        ("judge", &*ada),
        ("judge", &*bo),
    ];
    assert_eq!(site.browser("root").submit(PAGE, &fields).await.status, 303);
    let tied: Vec<(String, String, String)> = all_rows(&world.pool, "select split_part(j.email, '@', 1), p.title, c.kind from conflict c join person j on j.id = c.person_id
         join project p on p.id = c.project_id join event e on e.id = c.event_id where e.slug = 'demo-finals' order by 1").await;
    let conflict = |judge: &str, project: &str| (judge.to_owned(), project.to_owned(), "own_team".to_owned());
    assert_eq!(tied, [conflict("ada", "Boat"), conflict("bo", "Lamp")]);
    let part: Vec<(String, bool, Option<String>)> = all_rows(&world.pool, "select split_part(j.email, '@', 1), takes_part(e.id, j.id), t.name from event e join event_person ep on ep.event_id = e.id
         join person j on j.id = ep.person_id left join team t on t.id = any (ep.team_ids)
         where e.slug = 'demo-finals' and j.email in ('olga@x.example', 'orla@x.example', 'free@x.example', 'kim@x.example') order by 1").await;
    let expected = [
        ("free".to_owned(), false, None),
        ("kim".to_owned(), true, Some("Lights".to_owned())),
        ("olga".to_owned(), true, Some("Lights".to_owned())),
        ("orla".to_owned(), true, Some("Sails".to_owned())),
    ];
    assert_eq!(part, expected);
}

#[database_test(demo().person("kim").served(&pool))]
async fn whom_a_list_named_on_a_finalists_team_judges_it_in_the_finals_neither(world: World, site: Site) {
    world.run("insert into imported_member (event_id, team_id, email)
        select t.event_id, t.id, named from team t, unnest(array['bo@x.example', 'kim@x.example']) named where t.name = 'Lights'")
    .await;
    let (lamp, bo) = (world.project("Lamp").await.to_string(), world.person("bo").await.to_string());
    let fields = [("name", "Demo finals"), ("project", lamp.as_str()), ("judge", bo.as_str())];
    assert_eq!(site.browser("root").submit(PAGE, &fields).await.status, 303);
    // Kim comes to judge later, in the finals alone.
    world.run("insert into event_person (event_id, person_id)
            select e.id, p.id from event e, person p where e.slug = 'demo-finals' and p.email = 'kim@x.example';
        insert into membership (event_id, person_id, role)
            select e.id, p.id, 'judge' from event e, person p where e.slug = 'demo-finals' and p.email = 'kim@x.example'").await;
    let sql =
        "select split_part(j.email, '@', 1), c.source from conflict c join person j on j.id = c.person_id
        join event e on e.id = c.event_id where e.slug = 'demo-finals' order by 1";
    let barred: Vec<(String, String)> = all_rows(&world.pool, sql).await;
    assert_eq!(barred, [("bo".to_owned(), "import".to_owned()), ("kim".to_owned(), "import".to_owned())]);
}

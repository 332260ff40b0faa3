//! A new event is a draft: its organizers alone see it, whoever else belongs to it, until one of them opens it.

use crate::prelude::*;

const NEW: &str = "/events/new";
const OPEN: &str = "/events/lamp-night/manage/settings/open";

/// Creates an event by the form, as the site admin `root`, with `jo` as a judge by an organizer's hand.
async fn created(pool: &PgPool, site: &Site) {
    let fields =
        [("name", "Lamp Night"), ("slug", ""), ("description", "Lamps in the dark"), ("time_zone", "UTC")];
    site.browser("root").submit(NEW, &fields).await.leads_to("/events/lamp-night/manage?created=1");
    let sql = "with ep as (
                   insert into event_person (event_id, person_id)
                   select e.id, p.id from event e, person p where e.slug = 'lamp-night' and p.email = $1
                   returning event_id, person_id)
               insert into membership (event_id, person_id, role) select event_id, person_id, 'judge' from ep";
    sqlx::query(sql).bind(email("jo")).execute(pool).await.unwrap();
}

#[database_test(Event::new("demo").admin("root").organizer("org").person("jo").served(&pool))]
async fn a_new_event_is_its_organizers_alone_until_one_of_them_opens_it(world: World, site: Site) {
    created(&world.pool, &site).await;
    let paths = ["/events/lamp-night", "/events/lamp-night/projects", "/api/events/lamp-night"];
    let lists = ["/", "/api/events", "/api/me", "/me"];
    let tells =
        |body: &str| body.contains("lamp-night") || body.contains("Lamp Night") || body.contains("Lamps");
    for who in ["", "jo", "org"] {
        for path in paths {
            for client in [site.api(who), site.browser(who)] {
                let hidden = client.get(path).await;
                // The page repeats the address that was asked for.
                let told = hidden.text().replace("lamp-night", "");
                assert!(hidden.status == 404 && !tells(&told), "{path} as {who}: {told}");
            }
        }
        for list in lists {
            for client in [site.api(who), site.browser(who)] {
                assert!(!tells(&client.get(list).await.body), "{list} tells {who}");
            }
        }
    }
    for (path, status) in [("/judge", 403), ("/api/judge/tasks", 403), ("/api/judge/assignments", 403)] {
        assert_eq!(site.api("jo").get(path).await.status, status, "{path}: a judge of nothing yet");
    }
    let (root, admin) = (site.browser("root"), site.api("root"));
    for list in ["/", "/me", "/admin/events"] {
        assert!(tells(&root.get(list).await.body), "{list} tells the organizer");
    }
    assert!(tells(&admin.get("/api/events").await.body));
    assert_eq!(admin.get("/api/events/lamp-night").await.json()["draft"], json!(true));
    for (page, said) in [
        ("/events/lamp-night", "Only its organizers see it."),
        ("/events/lamp-night/manage", "The event is a draft."),
        ("/events/lamp-night/manage/settings", "This event is a draft"),
    ] {
        let page = root.get(page).await;
        assert!(page.status == 200 && page.text().contains(said), "no {said:?} in {}", page.text());
    }

    // Nobody else opens it. Whoever organizes it does so once.
    assert_eq!(site.browser("jo").submit(OPEN, &[]).await.status, 404);
    assert_eq!(site.api("org").post("/api/events/lamp-night/open", json!({})).await.status, 404);
    let opened = root.submit(OPEN, &[]).await;
    opened.leads_to("/events/lamp-night/manage?opened=1");
    let again = admin.post("/api/events/lamp-night/open", json!({})).await;
    assert_eq!((again.status, again.json().get("draft")), (200, None), "{}", again.body);
    let rows = "select count(*) from audit_log where chain = 'lamp-night' and action = 'event.opened'";
    assert_eq!(world.one::<i64>(rows).await, 1);
    assert!(root.get(opened.location()).await.text().contains("The event is open. Everybody can see it."));
    for who in ["", "jo", "org"] {
        for path in paths {
            assert_eq!(site.api(who).get(path).await.status, 200, "{path} as {who}");
        }
        for list in ["/", "/api/events"] {
            assert!(tells(&site.api(who).get(list).await.body), "{list} as {who}");
        }
    }
    assert!(tells(&site.browser("jo").get("/me").await.body));
    assert_eq!(site.api("jo").get("/api/judge/tasks").await.status, 200);
}

#[database_test(Event::new("fogbank").unopened().organizer("org").judge("jo").served(&pool))]
async fn an_organizer_of_a_draft_who_is_no_site_admin_finds_it_in_every_list(_: World, site: Site) {
    // A visitor's list is kept ready first.
    for list in ["/api/events", "/"] {
        assert!(!site.api("").get(list).await.body.contains("fogbank"), "{list}");
    }
    assert_eq!(site.api("jo").get("/api/events").await.json(), json!([]));
    let own = site.api("org").get("/api/events").await.json();
    assert_eq!((&own[0]["slug"], &own[0]["draft"]), (&json!("fogbank"), &json!(true)), "{own}");
    assert!(site.browser("org").get("/").await.body.contains("/events/fogbank"));
    assert_eq!(site.api("org").get("/api/me").await.json()["roles"][0]["event"], json!("fogbank"));
    assert_eq!(site.api("jo").get("/api/me").await.json()["roles"], json!([]));
}

#[database_test]
async fn a_window_without_an_opening_opens_with_its_event(pool: PgPool) {
    let never = (None, None);
    let event = Event::new("demo").unopened().windows([never, never, never]);
    let (_, site) = event.organizer("org").team("Lights", &["org"]).served(&pool).await;
    let create = async || site.api("org").post("/api/events/demo/projects", json!({ "title": "Lamp" })).await;
    let early = create().await;
    let sentence = "Demo is a draft. Its organizers have to open it first.";
    assert_eq!((early.status, &early.json()["detail"]), (409, &json!(sentence)));
    site.api("org").open_event("demo").await;
    assert_eq!(create().await.status, 201);
}

#[database_test]
async fn no_cache_keeps_a_picture_of_a_draft(pool: PgPool) {
    let event = Event::new("demo").unopened().organizer("org").team("Lights", &["ana"]);
    let event = event.project("Lamp", "Lights").create(&pool).await;
    let digest = "encode(sha256(convert_to('pixels', 'UTF8')), 'hex')";
    let rows = format!(
        "set session_replication_role = replica;
         insert into project_picture (event_id, project_id, position, picture)
             select event_id, id, 1, jsonb_build_object('alt', '', 'width', 40, 'height', 30, 'files',
                 jsonb_build_array(jsonb_build_object('width', 40, 'digest', {digest}))) from project;
         insert into picture_file (picture_id, width, digest, bytes)
             select id, 40, sha256(convert_to('pixels', 'UTF8')), convert_to('pixels', 'UTF8') from project_picture;
         set session_replication_role = origin"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(rows)).execute(&mut *pool.acquire().await.unwrap()).await.unwrap();
    let hex: String = event.one(&format!("select {digest} from event where id = $1")).await;
    let site = Site::new(&pool).await;
    let file = async |who: &str| {
        let reply = site.api(who).get(&format!("/pictures/{hex}.webp")).await;
        let kept = reply.headers.get("cache-control").map(|kept| kept.to_str().unwrap().to_owned());
        (reply.status, kept.unwrap_or_default())
    };
    assert_eq!(file("org").await, (200, "private, no-cache".to_owned()));
    assert_eq!((file("").await.0, file("ana").await.0), (404, 404), "its own team, too");
    site.api("org").open_event("demo").await;
    for who in ["", "ana", "org"] {
        assert_eq!(file(who).await, (200, "public, max-age=3600".to_owned()), "{who}");
    }
}

#[database_test]
async fn times_of_a_draft_change_without_a_question_and_reopen_nothing(pool: PgPool) {
    let past = (Some(-3), Some(-2));
    let event =
        Event::new("demo").unopened().windows([past, past, past]).organizer("org").create(&pool).await;
    let site = Site::new(&pool).await;
    let settings = "/events/demo/manage/settings";
    let times = [("submissions_open", ""), ("submissions_close", "2099-01-01T10:00")];
    let kept = site.browser("org").get(settings).await.fields(settings);
    site.browser("org").submit(settings, &changed(&kept, &times)).await.is(303);
    let logged: Vec<String> = event.audit().await.into_iter().map(|(action, ..)| action).collect();
    assert!(logged.iter().all(|action| action == "window.set") && !logged.is_empty(), "{logged:?}");
    let never = "select submissions_reopened_at is null from event where id = $1";
    assert!(event.one::<bool>(never).await, "it was never open");
}

/// Invites somebody in this role. The link's code is the name.
async fn invite(event: &World, name: &str, role: &str) {
    let sql = "insert into invitation (event_id, email, role, token_hash, sent_at, sent_by)
               values ($1, $2, $3, $4, now(), 'link')";
    let query = sqlx::query(sql).bind(event.event).bind(email(name)).bind(role).bind(secrets::hash(name));
    query.execute(&event.pool).await.unwrap();
}

#[database_test]
async fn links_of_a_draft_say_that_it_is_not_open_and_work_once_it_is(pool: PgPool) {
    let windows = [(None, Some(1)), (Some(2), Some(3)), (None, None)];
    let event = Event::new("demo").unopened().windows(windows).organizer("org").create(&pool).await;
    for (name, role) in [("jo", "judge"), ("pia", "participant"), ("olga", "organizer")] {
        invite(&event, name, role).await;
    }
    let room = format!("{:-<43}", "room");
    let link = "insert into guest_link (event_id, code) values ($1, $2)";
    sqlx::query(link).bind(event.event).bind(&room).execute(&pool).await.unwrap();
    let (guests, ask) = (format!("/guests/{room}"), format!("/guests/{room}/ask"));
    let site = Site::new(&pool).await;
    Event::new("elsewhere").person("jo").person("pia").person("olga").person("gus").create(&pool).await;
    for (who, path, when) in [
        ("jo", "/invitations/jo", "Judging opens on"),
        ("pia", "/invitations/pia", "They have not said when it opens."),
        ("gus", guests.as_str(), "Judging opens on"),
    ] {
        let page = site.browser(who).get(path).await;
        assert!(page.status == 200 && page.text().contains("Not open yet:"), "{path}: {}", page.text());
        assert!(page.text().contains(when) && !page.body.contains("/accept"), "{path}: {}", page.text());
    }
    let acts = [("jo", "/invitations/jo/accept"), ("pia", "/invitations/pia/decline"), ("gus", ask.as_str())];
    for (who, act) in acts {
        assert_eq!(site.browser(who).submit(act, &[("name", "Gus")]).await.status, 409, "{act}");
    }
    let kept = "select count(*) from invitation where event_id = $1 and accepted_at is null
                and declined_at is null and link_ended_at is null and opened_at is null";
    assert_eq!(event.one::<i64>(kept).await, 3, "nothing is lost by looking");

    // Who is asked to organize prepares it with the others.
    assert_eq!(site.browser("olga").submit("/invitations/olga/accept", &[]).await.status, 303);
    site.api("olga").open_event("demo").await;
    for (who, act) in
        [("jo", "/invitations/jo/accept"), ("pia", "/invitations/pia/accept"), ("gus", ask.as_str())]
    {
        assert_eq!(site.browser(who).submit(act, &[("name", "Gus")]).await.status, 303, "{act}");
    }
}

#[database_test(Event::new("fogbank").unopened().organizer("org").judge("jo").served(&pool))]
async fn a_notice_of_a_draft_waits_for_its_opening_and_no_mail_tells_of_it(world: World, site: Site) {
    let post = async |more: &[(&str, &str)]| {
        let fields = [&[("to", "judges"), ("text", "Come an hour early")][..], more].concat();
        site.browser("org").submit("/events/fogbank/manage/notices", &fields).await
    };
    post(&[("mail", "true")]).await.answers(409, "is a draft");
    assert_eq!(post(&[]).await.status, 303);
    let mails = "select count(*) from mail_outbox";
    assert_eq!(world.one::<i64>(mails).await, 0);
    let told = async || site.api("jo").get("/api/me/notices").await.body.contains("Come an hour early");
    assert!(!told().await);
    site.api("org").open_event("fogbank").await;
    assert!(told().await);
}

#[database_test]
async fn the_exports_of_a_draft_say_that_what_an_import_makes_of_it_is_none(pool: PgPool) {
    Event::new("draft").unopened().organizer("olga").create(&pool).await;
    let (_, site) = Event::new("open").organizer("olga").served(&pool).await;
    for (slug, said) in [("draft", true), ("open", false)] {
        let page = site.browser("olga").get(&format!("/events/{slug}/manage/exports")).await.text();
        assert_eq!(page.contains("everybody sees the new event at once"), said, "{slug}: {page}");
    }
}

#[database_test(Event::new("demo").organizer("org").team("Lights", &["pia"]).served(&pool))]
async fn who_is_in_a_draft_reads_nothing_of_it_in_their_own_data(demo: World, site: Site) {
    // As finals are made: their teams are there before anybody may know who is in them.
    for sql in [
        "insert into event (slug, name, draft, finals_of) values ('finals', 'Finals', true, $1)",
        "insert into event_person (event_id, person_id)
             select f.id, ep.person_id from event f join event_person ep on ep.event_id = f.finals_of where f.finals_of = $1",
        "insert into membership (event_id, person_id, role)
             select f.id, m.person_id, m.role from event f join membership m on m.event_id = f.finals_of where f.finals_of = $1",
    ] {
        demo.run(sql).await;
    }
    let team = "set session_replication_role = replica;
        insert into team (event_id, name) select id, 'Lights' from event where draft;
        insert into team_member (event_id, person_id, team_id)
            select t.event_id, m.person_id, t.id from team t join event e on e.id = t.event_id and e.draft
            join team_member m on m.event_id = e.finals_of;
        set session_replication_role = origin";
    demo.run(team).await;
    let data = async |who: &str| site.browser(who).get("/me/data.json").await.is(200).body;
    let leave = async || site.browser("pia").get("/me/leave").await.is(200).text();
    assert!(!data("pia").await.contains("finals"));
    assert!(leave().await.contains("1 team membership will stay"), "{}", leave().await);
    assert!(data("org").await.contains("finals"));
    demo.run("update event set draft = false where finals_of = $1").await;
    assert!(data("pia").await.contains("finals"));
    assert!(leave().await.contains("2 team memberships will stay"), "{}", leave().await);
}

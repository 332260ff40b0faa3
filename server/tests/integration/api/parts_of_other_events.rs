//! An organizer of one event who names the parts of another: nothing is found, nothing changes, nothing is logged.

use crate::prelude::*;

/// An event with a part of every kind, and another one with an organizer of its own who takes no part in the first.
async fn world(pool: &PgPool) -> (World, World, Site) {
    let demo = Event::new("demo").organizer("olga").judge("ada").judge("ben").track("Health");
    let demo = demo.team("Lights", &["pia"]).project("Lamp", "Lights").project("Torch", "Lights");
    let demo = demo.assign("ada", "Lamp").create(pool).await;
    let other = Event::new("other").organizer("otto").judge("jo").track("Sea");
    let other = other.team("Waves", &["wim"]).project("Buoy", "Waves").create(pool).await;
    for sql in [
        "insert into invitation (event_id, email, name, role, token_hash, sent_at) values ($1, 'nora@y.example', 'Nora', 'judge', 'x', now())",
        "insert into guest (event_id, name, number, secret_hash) values ($1, 'Gus', 123, 'x')",
        "insert into prize (event_id, name, rule) values ($1, 'Gold', 'panel')",
    ] {
        sqlx::query(sql).bind(demo.event).execute(pool).await.unwrap();
    }
    (demo, other, Site::new(pool).await)
}

#[database_test(world(&pool))]
async fn an_organizer_reaches_no_part_of_another_event(demo: World, other: World, site: Site) {
    let id = async |sql: &str| demo.one::<i64>(sql).await.to_string();
    let invitation = id("select id from invitation where event_id = $1").await;
    let guest = id("select id from guest where event_id = $1").await;
    let prize = id("select id from prize where event_id = $1").await;
    let ada = id("select person_id from assignment where event_id = $1").await;
    let task = id("select id from assignment where event_id = $1").await;
    let (lamp, torch) = (demo.project("Lamp").await.to_string(), demo.project("Torch").await.to_string());
    let buoy = other.project("Buoy").await.to_string();
    let jo =
        other.one::<i64>("select person_id from membership where event_id = $1 and role = 'judge'").await;
    let otto = site.browser("otto");
    let post = async |path: String, fields: &[(&str, &str)]| {
        let reply = otto.submit(&format!("/events/other/manage/{path}"), fields).await;
        (reply.status, reply.text())
    };
    let mut nothing: Vec<(String, Vec<(&str, &str)>)> = Vec::new();
    for act in ["send", "link", "mail", "withdraw"] {
        nothing.push((format!("people/invitations/{invitation}/{act}"), Vec::new()));
    }
    for (act, fields) in [
        ("limits", vec![("was", ";"), ("review_cap", "1")]),
        ("grant", vec![("role", "organizer")]),
        ("remove", vec![("role", "judge")]),
    ] {
        nothing.push((format!("people/{ada}/{act}"), fields));
    }
    for act in ["admit", "turn-away"] {
        nothing.push((format!("people/guests/{guest}/{act}"), Vec::new()));
    }
    let terms = vec![
        ("version", "1"),
        ("name", "Mine"),
        ("winners", "1"),
        ("eligibility", "all"),
        ("rule", "choice"),
    ];
    nothing.push((format!("prizes/{prize}/change"), terms));
    nothing.push((format!("prizes/{prize}/remove"), Vec::new()));
    nothing.push((
        format!("prizes/{prize}/award"),
        vec![("version", "1"), ("winner", &lamp), ("reason", "Mine")],
    ));
    nothing.push((format!("prizes/{prize}/panel"), vec![("panel", &ada)]));
    nothing.push((format!("projects/{lamp}/flag"), vec![("duplicate_of", &buoy)]));
    nothing.push((format!("projects/{lamp}/clear"), Vec::new()));
    for pair in [
        format!("{torch}-{lamp}"),
        format!("{buoy}-{lamp}"),
        format!("{lamp}-{buoy}"),
        format!("{buoy}-{buoy}"),
    ] {
        nothing.push((format!("projects/duplicates/{pair}/flag"), Vec::new()));
        nothing.push((format!("projects/duplicates/{pair}/apart"), Vec::new()));
    }
    for act in ["recuse", "reinstate", "remove"] {
        nothing.push((format!("assignments/{task}/{act}"), Vec::new()));
    }
    nothing.push((format!("projects/import/{}/confirm", "a".repeat(64)), Vec::new()));
    nothing.push((
        format!("projects/{lamp}/place"),
        vec![("room", "Hall"), ("place", "A1"), ("was_room", ""), ("was_place", "")],
    ));
    for (path, fields) in nothing {
        let (status, text) = post(path.clone(), &fields).await;
        assert!(matches!(status, 400 | 404 | 422), "{path}: {status} {text}");
    }
    // What a form names beside the parts of its own event.
    for (path, fields) in [
        ("people/cards/print".to_owned(), vec![("judge", invitation.as_str()), ("member", &ada)]),
        (format!("assignments/judges/{jo}/assign"), vec![("project", lamp.as_str())]),
        (format!("assignments/projects/{buoy}/assign"), vec![("judge", ada.as_str())]),
    ] {
        let (status, text) = post(path.clone(), &fields).await;
        assert!((400..500).contains(&status), "{path}: {status} {text}");
    }
    assert!(demo.audit().await.is_empty() && other.audit().await.is_empty(), "{:?}", other.audit().await);
    assert_eq!(demo.one::<i64>("select count(*) from mail_outbox where event_id = $1").await, 0);
}

#[database_test]
async fn an_organizer_of_both_events_acts_on_an_assignment_under_its_own_address_only(pool: PgPool) {
    let (demo, other, site) = world(&pool).await;
    for sql in [
        "insert into event_person (event_id, person_id)
         select $2, person_id from membership where event_id = $1 and role = 'organizer'",
        "insert into membership (event_id, person_id, role)
         select $2, person_id, role from membership where event_id = $1 and role = 'organizer'",
    ] {
        sqlx::query(sql).bind(demo.event).bind(other.event).execute(&pool).await.unwrap();
    }
    let task = demo.one::<i64>("select id from assignment where event_id = $1").await;
    let olga = site.browser("olga");
    for act in ["recuse", "reinstate", "remove"] {
        let reply = olga.submit(&format!("/events/other/manage/assignments/{task}/{act}"), &[]).await;
        assert_eq!(reply.status, 404, "{act}: {}", reply.text());
    }
    assert!(demo.audit().await.is_empty());
    for act in ["recuse", "reinstate", "remove"] {
        let reply = olga.submit(&format!("/events/demo/manage/assignments/{task}/{act}"), &[]).await;
        assert_eq!(reply.status, 303, "{act}: {}", reply.text());
    }
}

#[database_test(world(&pool))]
async fn strange_filters_and_ids_find_nothing_and_break_nothing(_: World, _: World, site: Site) {
    let olga = site.browser("olga");
    let long = "x".repeat(4_000);
    for (path, status) in [
        ("people?q=%00".to_owned(), 400),
        ("people?q=%25_%5C&role=king&page=-5".to_owned(), 200),
        ("people?page=99999999999999999999".to_owned(), 200),
        ("people?page=1000000&role=judge&role=organizer".to_owned(), 200),
        (format!("people?q={long}"), 200),
        ("people/invitations?state=burnt&q=%27%3B--&page=0".to_owned(), 200),
        ("people/99999999999999999999".to_owned(), 404),
        ("people/-1".to_owned(), 404),
        ("people/invitations?of=0".to_owned(), 404),
        ("people/invitations?of=x".to_owned(), 404),
        ("prizes/9223372036854775807".to_owned(), 404),
        ("projects/duplicates?pair=1-".to_owned(), 404),
        ("projects/duplicates?pair=1-2-3".to_owned(), 404),
        ("from-file?what=projects&list=%2e%2e".to_owned(), 404),
    ] {
        let reply = olga.get(&format!("/events/demo/manage/{path}")).await;
        assert_eq!(reply.status, status, "{path}: {}", reply.text());
    }
    for path in ["/invitations/x", "/guests/x", "/guests/%00", "/invitations/%ff"] {
        assert_eq!(site.api("").get(path).await.status, 404, "{path}");
    }
}

//! Certificates: who gets them, that they show what is signed, and that their code can be checked.

use crate::prelude::*;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use shared::provenance::{DocumentCheck, Payload, link, verify};

/// The text between two others.
fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    let start = text.find(from).unwrap_or_else(|| panic!("no {from:?} in {text}")) + from.len();
    let rest = &text[start..];
    &rest[..rest.find(to).unwrap()]
}

/// The document that the code's link carries, and the one in the file to keep.
fn carried(page: &str) -> (Vec<u8>, Vec<u8>) {
    let code = between(page, "href=\"http://portal.example/verify#", "\"");
    let file = between(page, "href=\"data:application/json;base64,", "\"");
    (link::read(code).unwrap().unwrap(), STANDARD.decode(file).unwrap())
}

async fn certificate(site: &Site, who: &str, of: &str) -> Reply {
    site.browser(who).get(&format!("/events/demo/certificate/{of}")).await
}

#[database_test(PUBLISHED)]
async fn a_certificate_shows_what_it_carries_and_its_record_is_valid(site: Site) {
    let keys = site.keys().await;
    for (who, of) in [("j1", "judge"), ("p1", "participant")] {
        let page = certificate(&site, who, of).await.is(200);
        assert_eq!(page.headers["cache-control"], "private, no-store");
        let (code, file) = carried(&page.body);
        assert_eq!(code, file, "the code and the file are one document, not two signed one after the other");
        let DocumentCheck::Valid { payload, about } = verify(&code, &keys) else { panic!("{code:?}") };
        assert!(page.body.contains(&format!("download=\"demo-{of}-record.json\"")));
        let told = site.api("").post_text("/api/verify", String::from_utf8(file).unwrap()).await.json();
        assert_eq!((&told["valid"], &told["key_status"]), (&json!(true), &json!("current")));
        // The fingerprint, group by group.
        for group in keys.find(&about.key_id).unwrap().fingerprint().split(' ') {
            assert!(page.body.contains(&format!("<span>{group}</span>")), "{group}");
        }
        assert!(page.body.contains("class=\"qr\""));
        page.says("Who scans the code reads the e-mail address in it");
        assert!(page.body.contains(&format!("action=\"/api/{of}/badge\"")), "{}", page.body);
        let profile = between(&page.body, "\"https://www.linkedin.com/profile/add?", "\"");
        assert!(profile.starts_with("startTask=CERTIFICATION_NAME"), "{profile}");
        assert!(!profile.contains("x.example"), "{profile}");
        let shown = match *payload {
            Payload::Judge(r) => vec![r.judge.name, r.judge.email, "5 projects".to_owned(), r.event.name],
            Payload::Participant(r) => {
                let first = &r.projects[0];
                let rank = format!("Rank {} of {}", first.rank.unwrap(), first.of.unwrap());
                vec![r.person.name, r.person.email, r.team.unwrap(), first.title.clone(), rank, r.event.name]
            }
            other => panic!("{other:?}"),
        };
        for text in shown {
            assert!(page.body.contains(&text), "{of} shows {text}: {}", page.body);
        }
    }
}

#[database_test(JUDGED)]
async fn pages_and_api_give_records_to_the_same_people(site: Site) {
    let judge = |name: &str| format!("?judge={name}%40x.example");
    for (who, of, query) in [
        ("j1", "judge", String::new()),
        ("j1", "judge", judge("j1")),
        ("j1", "judge", judge("j2")),
        ("org", "judge", String::new()),
        ("org", "judge", judge("j2")),
        ("org", "judge", judge("p1")),
        ("org", "judge", "?judge=%00".to_owned()),
        ("both", "judge", judge("j2")),
        ("ana", "judge", judge("j2")),
        ("p1", "judge", String::new()),
        ("p1", "participant", String::new()),
        ("p8", "participant", String::new()),
        ("j1", "participant", String::new()),
        ("org", "participant", String::new()),
    ] {
        let page = certificate(&site, who, &format!("{of}{query}")).await.status;
        let rest = query.replace('?', "&");
        let api = site.api(who).get(&format!("/api/{of}/record?event=demo{rest}")).await.status;
        assert_eq!(page, api, "{who} asks for {of}{query}");
    }
    let named = certificate(&site, "org", &format!("judge{}", judge("j2"))).await;
    assert!(named.status == 200 && named.body.contains(&email("j2")) && !named.body.contains(&email("org")));
    assert!(!named.body.contains("/badge") && !named.body.contains("linkedin"), "a badge is its owner's");
    let away = site.browser("").get("/events/demo/certificate/judge?judge=a%40b").await;
    let away = (away.status, away.location().to_owned());
    assert_eq!(
        away,
        (303, "/login?next=%2Fevents%2Fdemo%2Fcertificate%2Fjudge%3Fjudge%3Da%2540b".to_owned())
    );
    assert_eq!(site.browser("j1").get("/events/none/certificate/judge").await.status, 404);
}

#[database_test]
async fn without_submitted_work_there_is_nothing_to_certify(pool: PgPool) {
    let (_, site) = Event::new("demo")
        .judging()
        .judge("ada")
        .teams(&[("Lights", &["pia"]), ("Waves", &["bob"])])
        .project("Lamp", "Lights")
        .draft("Fog", "Waves")
        .assign("ada", "Lamp")
        .served(&pool)
        .await;
    for (who, of) in [("ada", "judge"), ("bob", "participant")] {
        let page = certificate(&site, who, of).await.is(200);
        assert!(page.body.contains("Nothing to certify yet"), "{}", page.body);
        assert!(!page.body.contains("class=\"qr\"") && !page.body.contains("data:application/json"));
        // The API still gives a record, an empty one.
        assert_eq!(site.api(who).get(&format!("/api/{of}/record?event=demo")).await.status, 200);
    }
    site.browser("ada").get("/me").await.body.lacks(&["/certificate/"]);
    site.browser("pia").get("/me").await.shows("/events/demo/certificate/participant");
    // An unranked project: the sheet says when it was submitted, and no rank.
    let page = certificate(&site, "pia", "participant").await.body;
    page.has(&["<span class=\"certificate-title\">Lamp</span>"]);
    page.lacks(&["Rank "]);
}

#[database_test]
async fn long_and_hostile_names_are_shown_as_text(pool: PgPool) {
    let demo =
        Event::new("demo").judging().team("Lights", &["pia"]).project("Lamp", "Lights").create(&pool).await;
    let site = Site::new(&pool).await;
    let hostile = r#""><script>alert(1)</script><svg onload=x>"#;
    let sql = "update person set name = rpad($1, 120, 'Ö') where email = 'pia@x.example'";
    sqlx::query(sql).bind(hostile).execute(&pool).await.unwrap();
    let past = "set local session_replication_role = replica";
    let mut tx = pool.begin().await.unwrap();
    sqlx::query(past).execute(&mut *tx).await.unwrap();
    let titles = "update project set title = rpad($1, 200, '漢字かなЖЩ🙂🙃')";
    sqlx::query(titles).bind(hostile).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let page = certificate(&site, "pia", "participant").await.is(200);
    assert!(!page.body.contains("<script>alert") && !page.body.contains("<svg onload"), "{}", page.body);
    assert!(page.body.contains("&lt;script&gt;alert(1)"));
    let (code, file) = carried(&page.body);
    assert_eq!(code, file);
    assert!(page.body.contains("class=\"qr\""), "the longest name and title still fit into a code");
    // A record too long for a code: the page says so and offers the file and the link.
    let mut tx = pool.begin().await.unwrap();
    sqlx::query(past).execute(&mut *tx).await.unwrap();
    let sql = "insert into project (event_id, team_id, title, status, submitted_at)
         select event_id, team_id, left(string_agg(md5(n::text || m::text), ''), 200), 'submitted', now()
         from project, generate_series(1, 12) n, generate_series(1, 7) m group by event_id, team_id, n";
    sqlx::query(sql).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let page = certificate(&site, "pia", "participant").await.body;
    assert!(page.contains("too long for a QR code") && !page.contains("class=\"qr\""), "{page}");
    let (code, file) = carried(&page);
    assert_eq!(code, file);
    drop(demo);
}

#[database_test(PUBLISHED)]
async fn results_judging_and_the_event_lead_to_ones_own_certificate(demo: World, site: Site) {
    let leads = async |who: &str, from: &str, to: &str| {
        let page = site.browser(who).get(from).await.body;
        let (_, main) = page.split_once("<main").unwrap();
        main.contains(&format!("href=\"/events/demo/certificate/{to}\""))
    };
    for from in ["/judge", "/events/demo"] {
        assert!(!leads("j1", from, "judge").await, "{from}: judging is not over");
    }
    demo.move_window("judging", (Some(-3), Some(-1))).await;
    for (who, from, of) in [
        ("p1", "/events/demo/results", "participant"),
        ("p1", "/events/demo", "participant"),
        ("j1", "/judge", "judge"),
        ("j1", "/events/demo", "judge"),
    ] {
        assert!(leads(who, from, of).await, "{who} {from}");
        assert_eq!(certificate(&site, who, of).await.status, 200, "{who} {of}");
    }
    // An organizer finds each judge's in the list of judges.
    let list = site.browser("org").get("/events/demo/manage/calibration").await;
    let link = "/events/demo/certificate/judge?judge=j1%40x.example";
    assert!(list.body.contains(&format!("href=\"{link}\"")), "{}", list.body);
    list.says("Certificate of J1");
    let shown = site.browser("org").get(link).await.body;
    assert!(between(&shown, "class=\"certificate-name\"", "</").ends_with(">J1"), "{shown}");
    assert_eq!(site.browser("j2").get(link).await.status, 403);
}

//! The gallery's search, filters and pages, as the database answers them.

use crate::prelude::*;

async fn demo(pool: &PgPool) -> World {
    let event = Event::new("demo").organizer("org").track("Health").track("Sea");
    let event = event.team("Lights", &["ana"]).team("Waves", &["wim"]);
    let event = event.project("Lamp", "Lights").project("Torch", "Lights").project("Tide", "Waves");
    let demo = event.draft("Lantern", "Lights").create(pool).await;
    for (title, sql) in [
        (
            "Lamp",
            "tagline = 'Ten % brighter', tags = '{solar,night_sky}', description = 'Überall Licht, 電池で光る'",
        ),
        ("Torch", "summary = 'A lamp for caves', tags = '{solar}'"),
        ("Tide", "tags = '{water}'"),
    ] {
        let sql = sqlx::AssertSqlSafe(format!("update project set {sql} where title = $1"));
        sqlx::query(sql).bind(title).execute(pool).await.unwrap();
    }
    run(pool, "update project p set track_id = (select t.id from track t where t.event_id = p.event_id and t.name = 'Sea') where title = 'Tide'").await;
    demo
}

/// The titles that a visitor's gallery shows.
async fn titles(site: &Site, who: &str, query: &str) -> Vec<&'static str> {
    let page = site.browser(who).get(&format!("/events/demo/projects{query}")).await;
    assert_eq!(page.status, 200, "{query}: {}", page.text());
    let shown = |title: &&str| page.body.contains(&format!(">{title}<"));
    ["Lamp", "Torch", "Tide", "Lantern"].into_iter().filter(shown).collect()
}

#[database_test(demo(&pool))]
async fn every_word_is_found_somewhere_in_the_project_or_its_teams_name(demo: World) {
    let site = Site::new(&demo.pool).await;
    let sea: i64 = demo.one("select id from track where event_id = $1 and name = 'Sea'").await;
    for (query, found) in [
        ("", vec!["Lamp", "Torch", "Tide"]),
        ("?q=LAMP", vec!["Lamp", "Torch"]),
        ("?q=amp", vec!["Lamp", "Torch"]),
        ("?q=lamp+cave", vec!["Torch"]),
        ("?q=lamp+lights", vec!["Lamp", "Torch"]),
        ("?q=waves", vec!["Tide"]),
        ("?q=lamp+waves", vec![]),
        ("?q=sky", vec!["Lamp"]),
        ("?q=%25", vec!["Lamp"]),
        ("?q=night_sky", vec!["Lamp"]),
        ("?q=nightxsky", vec![]),
        ("?q=%E9%9B%BB%E6%B1%A0", vec!["Lamp"]),
        ("?q=licht", vec!["Lamp"]),
        // One or two letters are in every long text: they are looked for in what is short.
        ("?q=%C3%BCb", vec![]),
        ("?q=10+la", vec![]),
        ("?q=to", vec!["Torch"]),
        ("?q=TE", vec!["Lamp", "Tide"]),
        ("?q=ky", vec!["Lamp"]),
        ("?q=wa+ti", vec!["Tide"]),
        ("?q=cave+to", vec!["Torch"]),
        ("?q=lamp%00", vec!["Lamp", "Torch"]),
        ("?tag=solar", vec!["Lamp", "Torch"]),
        ("?tag=sol", vec![]),
        ("?tag=%00", vec![]),
        (&format!("?track={sea}"), vec!["Tide"]),
        ("?track=x&page=9", vec!["Lamp", "Torch", "Tide"]),
        ("?q=lamp&tag=solar&page=99999999999999999999", vec!["Lamp", "Torch"]),
    ] {
        assert_eq!(titles(&site, "", query).await, found, "{query}");
    }
    assert_eq!(titles(&site, "ana", "?q=lantern").await, ["Lantern"], "one's own draft");
    assert_eq!(titles(&site, "wim", "?q=lantern").await, Vec::<&str>::new());
    assert_eq!(titles(&site, "org", "?q=lant").await, ["Lantern"]);
}

#[database_test]
async fn pages_hold_24_and_a_page_too_far_is_the_last(pool: PgPool) {
    let titles: Vec<String> = (1..=50).map(|n| format!("Number {n:02}")).collect();
    let event = Event::new("demo").team("Lights", &["ana"]);
    titles.iter().fold(event, |event, title| event.project(title, "Lights")).create(&pool).await;
    let site = Site::new(&pool).await;
    for (page, first, last) in [("", 1, 24), ("?page=2", 25, 48), ("?page=3", 49, 50), ("?page=7", 49, 50)] {
        let body = site.api("").get(&format!("/events/demo/projects{page}")).await.body;
        for n in 1..=50 {
            let shown = body.contains(&format!("Number {n:02}"));
            assert_eq!(shown, (first..=last).contains(&n), "{page}: {n}");
        }
    }
    for (query, said, previous, next) in [
        ("", "50 projects, 1–24 shown", None, Some("?page=2")),
        ("?page=2", "50 projects, 25–48 shown", Some(""), Some("?page=3")),
        ("?page=3", "50 projects, 49–50 shown", Some("?page=2"), None),
    ] {
        let page = site.api("").get(&format!("/events/demo/projects{query}")).await;
        assert!(page.text().contains(said), "{query}: {}", page.text());
        for (rel, to) in [("prev", previous), ("next", next)] {
            let link = to.map(|to| format!("href=\"/events/demo/projects{to}\" rel=\"{rel}\""));
            assert_eq!(page.body.contains(&format!("rel=\"{rel}\"")), link.is_some(), "{query} {rel}");
            assert!(link.is_none_or(|link| page.body.contains(&link)), "{query} {rel}: {}", page.body);
        }
    }
}

#[database_test]
async fn projects_are_sorted_as_asked_by_submission_and_not_by_id(pool: PgPool) {
    demo(&pool).await;
    for (title, hours) in [("Lamp", 1), ("Torch", 3), ("Tide", 2)] {
        let sql = format!(
            "set session_replication_role = replica;
             update project set submitted_at = now() - interval '{hours} hours' where title = '{title}';
             reset session_replication_role"
        );
        run(&pool, &sql).await;
    }
    let site = Site::new(&pool).await;
    for (who, query, expected) in [
        ("", "", vec!["Torch", "Tide", "Lamp"]),
        ("ana", "", vec!["Torch", "Tide", "Lamp", "Lantern"]),
        ("", "?sort=title", vec!["Lamp", "Tide", "Torch"]),
        ("", "?sort=newest", vec!["Lamp", "Tide", "Torch"]),
        ("", "?sort=newest&tag=solar&view=list", vec!["Lamp", "Torch"]),
        ("", "?sort=x&view=x", vec!["Torch", "Tide", "Lamp"]),
        ("ana", "?sort=newest", vec!["Lantern", "Lamp", "Tide", "Torch"]),
        // In the title of one, in a tag of the other.
        ("wim", "?sort=title&q=la", vec!["Lamp", "Torch"]),
    ] {
        let body = site.browser(who).get(&format!("/events/demo/projects{query}")).await.body;
        let mut shown: Vec<_> = ["Lamp", "Torch", "Tide", "Lantern"]
            .into_iter()
            .filter_map(|title| Some((body.find(&format!(">{title}</a></h2>"))?, title)))
            .collect();
        shown.sort_unstable();
        assert_eq!(shown.into_iter().map(|(_, title)| title).collect::<Vec<_>>(), expected, "{who}{query}");
    }
    // The API's list stays in the order of ids, by which it is read page by page.
    let listed = site.api("").get("/api/events/demo/projects").await.json();
    let listed: Vec<_> = listed.as_array().unwrap().iter().map(|p| p["title"].as_str().unwrap()).collect();
    assert_eq!(listed, ["Lamp", "Torch", "Tide"]);
}

#[database_test]
async fn a_search_that_finds_very_many_is_counted_to_500(pool: PgPool) {
    let event =
        Event::new("demo").organizer("org").team("Lights", &["ana"]).draft("Draft of a harbour", "Lights");
    event.create(&pool).await;
    run(&pool, "set session_replication_role = replica;
         insert into project (event_id, team_id, title, tagline, tags, status, submitted_at)
         select t.event_id, t.id, 'Number ' || n, case when n % 10 = 0 then 'harbour lamp' else 'harbour' end,
                case when n <= 500 then '{sea}'::text[] else '{}' end, 'submitted', now() - make_interval(mins => 1000 - n)
         from team t cross join generate_series(1, 520) n;
         reset session_replication_role").await;
    let site = Site::new(&pool).await;
    for (who, query, said) in [
        ("", "?q=harbour", "More than 500 projects found, 1–24 shown"),
        ("", "?q=harbour+lights", "More than 500 projects found, 1–24 shown"),
        ("", "?q=harbour&page=21", "More than 500 projects found, 481–500 shown"),
        // What is found by a third word, a short one or a filter is counted among what the index found, or all of it.
        ("", "?q=harbour+number+lights", "More than 500 projects found"),
        ("", "?q=harbour+lamp", "52 projects found, 1–24 shown"),
        ("", "?q=harbour+number+lamp", "52 projects found"),
        ("", "?q=harbour+52", "6 projects found"),
        ("", "?q=harbour&tag=sea", "500 projects found"),
        ("", "?q=harbour+lamp&tag=sea", "50 projects found"),
        ("", "?q=draft+harbour", "0 projects found"),
        ("org", "?q=draft+harbour", "1 project found"),
        ("ana", "?q=draft+lights", "1 project found"),
        // Without a word, all are counted.
        ("", "", "520 projects, 1–24 shown"),
    ] {
        let page = site.browser(who).get(&format!("/events/demo/projects{query}")).await.is(200);
        assert!(page.text().contains(said), "{query}: {}", page.text());
    }
    // Very many are read in the order that is asked for, page by page.
    for (order, first, last) in [("", 1, 48), ("&sort=newest", 520, 473)] {
        for (page, number) in [(1, first), (2, last)] {
            let path = format!("/events/demo/projects?q=harbour{order}&page={page}&view=list");
            let body = site.api("").get(&path).await.body;
            let shown: Vec<_> = (1..=520).filter(|n| body.contains(&format!(">Number {n}<"))).collect();
            assert_eq!(shown.len(), 24, "{path}");
            assert!(shown.contains(&number), "{path}: {shown:?}");
        }
    }
    let by_title = site.api("").get("/events/demo/projects?q=harbour&sort=title").await;
    assert!(by_title.body.contains(">Number 119<") && !by_title.body.contains(">Number 2<"));
    let last = site.api("").get("/events/demo/projects?q=harbour&page=22").await;
    last.says("481–500 of more than 500");
    last.says("Add a word or choose a track");
    assert!(!last.body.contains("rel=\"next\""), "{}", last.body);
}

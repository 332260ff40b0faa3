//! Texts in any language and moments in any zone: every page isolates what is written from right to left, writes every moment as
//! a `<time>` on the clocks of the event's place, and finds what looks alike.

use crate::support::{Event, Site, World};
use database_test::database_test;
use sqlx::PgPool;

/// Pages of an event, by who opens them.
const PAGES: [(&str, &[&str]); 4] = [
    (
        "olga",
        &[
            "",
            "/criteria",
            "/settings",
            "/settings/criteria",
            "/people",
            "/people/invite",
            "/people/invitations",
            "/projects",
            "/projects/import",
            "/projects/duplicates",
            "/assignments",
            "/assignments/conflicts",
            "/assignments/file",
            "/board",
            "/floor",
            "/floor/file",
            "/prizes",
            "/notices",
            "/voting",
            "/calibration",
            "/publish",
            "/ceremony",
            "/keeping",
            "/exports",
            "/webhooks",
            "/finals",
            "/open-data",
            "/audit",
        ],
    ),
    ("jo", &[]),
    ("tina", &[]),
    ("", &[]),
];

/// An event in Tokyo whose every text is Hebrew.
async fn world(pool: &PgPool) -> World {
    let world = Event::new("demo")
        .judging()
        .criterion("quality", "1", 1, 5)
        .track("בריאות")
        .organizer("olga")
        .judge("jo")
        .team("צוות האורן", &["tina"])
        .team("צוות הברוש", &["bo"])
        .project("מנורה", "צוות האורן")
        .project("סירה", "צוות הברוש")
        .assign("jo", "מנורה")
        .review("jo", "סירה", r#"{"quality": 3}"#)
        .create(pool)
        .await;
    let mut transaction = pool.begin().await.unwrap();
    for sql in [
        "set local session_replication_role = replica",
        "update event set name = 'האקתון', description = 'שלום לכולם: Rust.', venue = 'אולם 3', time_zone = 'Asia/Tokyo' where id = $1",
        "update person set name = 'דנה ' || id where $1 > 0",
        "update project set tagline = 'אור (קטן)', summary = 'נקודה: React.', description = '# כותרת' || E'\n\nטקסט', tags = '{עץ}'
            where event_id = $1",
        "update criterion set name = 'איכות' where event_id = $1",
        "insert into comment (event_id, project_id, person_id, body) select p.event_id, p.id, m.person_id, 'יפה מאוד'
            from project p join team_member m on m.team_id = p.team_id where p.event_id = $1",
        "insert into prize (event_id, name, sponsor, description, eligibility) values ($1, 'פרס', 'נותן', 'על מה', 'all')",
    ] {
        let query = sqlx::query(sql);
        let query = if sql.contains("$1") { query.bind(world.event) } else { query };
        query.execute(&mut *transaction).await.unwrap();
    }
    transaction.commit().await.unwrap();
    world
}

/// The texts of a page, each with the elements around it, as their tags.
fn texts(html: &str) -> Vec<(String, Vec<&str>)> {
    let (mut open, mut texts, mut rest) = (Vec::<&str>::new(), Vec::new(), html);
    while let Some((text, after)) = rest.split_once('<') {
        texts.push((text.to_owned(), open.clone()));
        let raw = open.last().is_some_and(|tag| tag.starts_with("script") || tag.starts_with("style"));
        let (tag, next) = after.split_once('>').unwrap_or((after, ""));
        rest = next;
        match tag.strip_prefix('/') {
            Some(name) => {
                let at = open.iter().rposition(|tag| tag.split_whitespace().next() == Some(name.trim()));
                open.truncate(at.unwrap_or(open.len()));
            }
            None if raw || tag.starts_with('!') || tag.ends_with('/') => {}
            None if ["br", "hr", "img", "input", "link", "meta", "wbr"]
                .contains(&tag.split_whitespace().next().unwrap_or_default()) => {}
            None => open.push(tag),
        }
    }
    texts
}

fn is_hebrew(text: &str) -> bool {
    text.chars().any(|c| ('\u{5d0}'..='\u{5ea}').contains(&c))
}

fn is_within(open: &[&str], names: &[&str]) -> bool {
    open.iter().any(|tag| names.contains(&tag.split_whitespace().next().unwrap_or_default()))
}

/// Whether a text ends a moment with the name of a zone.
fn names_a_zone(text: &str) -> bool {
    ["UTC", "JST"].iter().any(|zone| {
        text.match_indices(&format!(" {zone}"))
            .any(|(at, _)| text[..at].ends_with(|c: char| c.is_ascii_digit()))
    })
}

async fn addresses(world: &World) -> Vec<(&'static str, String)> {
    let (lamp, boat) = (world.project("מנורה").await, world.project("סירה").await);
    let mut all: Vec<(&str, String)> = Vec::new();
    for (who, managed) in PAGES {
        all.extend(managed.iter().map(|page| (who, format!("/events/demo/manage{page}"))));
        for page in [
            "/",
            "/events/demo",
            "/events/demo/projects",
            "/events/demo/team",
            "/events/demo/submit",
            "/me",
            "/judge",
        ] {
            all.push((who, page.to_owned()));
        }
        all.extend([lamp, boat].map(|id| (who, format!("/projects/{id}"))));
    }
    all.push(("jo", format!("/judge/assignments/{}", world.assignment("jo", "מנורה").await)));
    all.push(("tina", format!("/projects/{lamp}/edit")));
    all
}

#[database_test]
async fn every_page_isolates_what_people_typed_and_writes_moments_in_the_events_zone(pool: PgPool) {
    let world = world(&pool).await;
    let site = Site::new(&pool).await;
    let (mut isolated, mut moments) = (0, 0);
    for (who, address) in addresses(&world).await {
        let client = if who.is_empty() { site.api("") } else { site.browser(who) };
        let page = client.get(&address).await;
        assert!([200, 303, 403, 404].contains(&page.status), "{who} {address}: {}", page.status);
        for (text, open) in texts(&page.body) {
            if is_hebrew(&text) && !is_within(&open, &["leptos-island", "textarea", "svg", "pre", "script"]) {
                let alone = is_within(&open, &["title", "option"]) && text.contains('\u{2068}');
                let auto = open.iter().any(|tag| tag.contains("dir=\"auto\""));
                assert!(alone || auto || is_within(&open, &["bdi"]), "{who} {address}: {text} in {open:?}");
                isolated += 1;
            }
            let within = is_within(&open, &["time", "leptos-island", "option", "script"]);
            assert!(within || !names_a_zone(&text), "{who} {address}: {text}");
            moments += usize::from(is_within(&open, &["time"]) && text.ends_with(" JST"));
            let of_event = ["/events/", "/projects/", "/judge"].iter().any(|of| address.starts_with(of));
            // The fields of the windows are on the event's clocks, with UTC beside them.
            let fields = address.ends_with("/settings");
            assert!(!of_event || fields || !text.ends_with(" UTC"), "{who} {address}: {text}");
        }
        for name in [" aria-label=\"", " title=\"", " alt=\""] {
            for value in page.body.split(name).skip(1).filter_map(|rest| rest.split('"').next()) {
                assert!(!is_hebrew(value) || value.contains('\u{2068}'), "{who} {address}:{name}{value}");
            }
        }
    }
    assert!(isolated > 200 && moments > 20, "{isolated} {moments}");
}

#[database_test]
async fn a_search_finds_what_looks_alike(pool: PgPool) {
    let world = Event::new("demo")
        .judging()
        .organizer("olga")
        .team("Łódź", &["tina"])
        .project("Café Münster", "Łódź");
    let world = world.team("Oak", &["bo"]).project("Lamp", "Oak").create(&pool).await;
    let site = Site::new(&pool).await;
    for typed in ["café", "cafe\u{301}", "CAFE", "munster", "mu\u{308}nster", "lodz", "ŁÓDŹ"] {
        let query: String = url::form_urlencoded::byte_serialize(typed.as_bytes()).collect();
        let found = site.api("").get(&format!("/events/demo/projects?q={query}")).await.text();
        assert!(found.contains("Café Münster") && !found.contains("Lamp"), "{typed}: {found}");
    }
    let stored = "select count(*) from project where event_id = $1 and title is not nfc normalized";
    assert_eq!(world.one::<i64>(stored).await, 0);
}

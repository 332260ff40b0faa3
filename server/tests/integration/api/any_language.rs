//! Texts in any language and moments in any zone: every page isolates what is written from right to left, writes every moment as
//! a `<time>` on the clocks of the event's place, changes nothing that people typed, and finds what looks alike.

use crate::support::{Event, Site, World};
use database_test::database_test;
use sqlx::PgPool;
use std::collections::BTreeSet;

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
            "/projects/more-time",
            "/projects/duplicates",
            "/assignments",
            "/assignments/conflicts",
            "/assignments/file",
            "/assignments/scores",
            "/deliberation",
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
        assert!([200, 303, 308, 403, 404].contains(&page.status), "{who} {address}: {}", page.status);
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

/// What follows the word that says which text it is: what a page may write in another way where the portal itself says it.
const TYPED: &str = " 5 min 2026-12-01 10:00:00 UTC 3 h «x» 1 Dec 2026, 10:00 UTC";

/// Puts [`TYPED`] into every text that people type, each after a word of its own, and says which words there are.
async fn type_everywhere(pool: &PgPool, world: &World) -> BTreeSet<&'static str> {
    let mut transaction = pool.begin().await.unwrap();
    sqlx::query("set local session_replication_role = replica").execute(&mut *transaction).await.unwrap();
    let mut words = BTreeSet::new();
    for (word, sql) in [
        ("zqevent", "update event set name = $1 where id = $2"),
        ("zqabout", "update event set description = $1 where id = $2"),
        ("zqvenue", "update event set venue = $1 where id = $2"),
        ("zqperson", "update person set name = replace($1, 'zqperson', 'zqperson' || id) where $2 > 0"),
        ("zqteam", "update team set name = replace($1, 'zqteam', 'zqteam' || id) where event_id = $2"),
        ("zqtrack", "update track set name = $1 where event_id = $2"),
        ("zqcriterion", "update criterion set name = $1 where event_id = $2"),
        ("zqguidance", "update criterion set guidance = $1 where event_id = $2"),
        ("zqtitle", "update project set title = replace($1, 'zqtitle', 'zqtitle' || id) where event_id = $2"),
        ("zqtagline", "update project set tagline = $1 where event_id = $2"),
        ("zqsummary", "update project set summary = $1 where event_id = $2"),
        ("zqstory", "update project set description = $1 where event_id = $2"),
        ("zqprize", "update prize set name = $1 where event_id = $2"),
        ("zqsponsor", "update prize set sponsor = $1 where event_id = $2"),
        ("zqterms", "update prize set description = $1 where event_id = $2"),
        ("zqremark", "update comment set body = $1 where event_id = $2"),
        ("zqreview", "update review set comment = $1 where event_id = $2"),
        (
            "zqnotice",
            "insert into notice (event_id, author_id, audience, body, urgent, mailed)
             select $2, id, 'everybody', $1, true, false from person where email = 'olga@x.example'",
        ),
        (
            "zqconflict",
            "insert into conflict (event_id, person_id, project_id, kind, reason, source)
             select a.event_id, a.person_id, a.project_id, 'mentor', $1, 'organizer' from assignment a
                 where a.event_id = $2 and not exists (select from review r where r.assignment_id = a.id)",
        ),
        (
            "zqrecused",
            "update assignment a set status = 'recused', recused_reason = $1 where event_id = $2
                 and not exists (select from review r where r.assignment_id = a.id)",
        ),
    ] {
        let query = sqlx::query(sql).bind(format!("{word}{TYPED}")).bind(world.event);
        assert!(query.execute(&mut *transaction).await.unwrap().rows_affected() > 0, "{word}");
        words.insert(word);
    }
    transaction.commit().await.unwrap();
    words
}

/// A text of a page as people read it.
fn unescaped(html: &str) -> String {
    let text = html.replace("<!>", "").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace("&#39;", "'").replace("&#x27;", "'").replace("&amp;", "&")
}

/// Whether a text goes on as it was typed, to its end or to where it was cut.
fn goes_on_as_typed(rest: &str) -> bool {
    let same = rest.chars().zip(TYPED.chars()).take_while(|(is, was)| is == was).count();
    same == TYPED.chars().count() || rest.chars().nth(same) == Some('…')
}

#[database_test]
async fn no_page_changes_what_people_typed(pool: PgPool) {
    let world = world(&pool).await;
    let mut pages = addresses(&world).await;
    pages.push(("jo", format!("/judge/assignments/{}", world.assignment("jo", "סירה").await)));
    pages.push(("jo", "/events/demo/judge/conflicts".to_owned()));
    pages.push(("", "/events/demo/prizes".to_owned()));
    for assignment in ["מנורה", "סירה"] {
        let id = world.assignment("jo", assignment).await;
        pages.push(("olga", format!("/events/demo/manage/assignments/{id}")));
    }
    let words = type_everywhere(&pool, &world).await;
    let site = Site::new(&pool).await;
    let (mut wrong, mut seen) = (Vec::new(), BTreeSet::new());
    for (who, address) in pages {
        let client = if who.is_empty() { site.api("") } else { site.browser(who) };
        let page = unescaped(&client.get(&address).await.body);
        for (at, _) in page.match_indices("zq") {
            let rest = &page[at..];
            let Some(word) =
                words.iter().filter(|word| rest.starts_with(**word)).max_by_key(|word| word.len())
            else {
                continue;
            };
            let rest = rest[word.len()..].trim_start_matches(|c: char| c.is_ascii_digit());
            // In an address the blank is written otherwise, and no step of the page changes one.
            if !rest.starts_with([' ', '<', '\u{a0}']) {
                continue;
            }
            seen.insert(*word);
            if !goes_on_as_typed(rest) {
                let shown: String = rest.chars().take(90).collect();
                wrong.push(format!("{who} {address}: {word}{shown}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let unseen: Vec<_> = words.difference(&seen).collect();
    assert!(unseen.is_empty(), "no page shows {unseen:?}");
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

//! Texts in any language and moments in any zone: every page isolates what is written from right to left, writes every moment as
//! a `<time>` on the clocks of the event's place, changes nothing that people typed, and finds what looks alike.

use crate::prelude::*;
use crate::support::unescaped;
use std::collections::{BTreeMap, BTreeSet};
use web::routes;

/// Who opens each page: an organizer, a judge, a member of a team, a site admin and a visitor.
const WHO: [&str; 5] = ["olga", "jo", "tina", "root", ""];

/// What the `{id}` of a path names, by the word before it.
const IDS: [(&str, &str); 7] = [
    ("projects", "select id from project where event_id = $1"),
    ("assignments", "select id from assignment where event_id = $1"),
    ("judges", "select person_id from membership where event_id = $1 and role = 'judge'"),
    ("people", "select person_id from membership where event_id = $1 and role = 'judge'"),
    ("prizes", "select id from prize where event_id = $1"),
    ("invitations", "select id from invitation where event_id = $1"),
    ("webhooks", "select id from webhook where event_id = $1"),
];

/// What a page shows by a choice in its address, below the organizer's pages.
const CHOSEN: [&str; 10] = [
    "assignments?conflicts=",
    "assignments?table=1",
    "floor?plan=",
    "floor/print?sheets=judges",
    "floor/print?sheets=list",
    "floor/print?sheets=scores",
    "floor/print?sheets=scores-by-judge",
    "floor/print?sheets=scores-by-project",
    "floor/print?sheets=signs",
    "people/invitations?cards=",
];

/// An event in Tokyo whose every text is Hebrew.
async fn world(pool: &PgPool) -> World {
    let world = Event::new("demo")
        .judging()
        .criterion("quality", "1", 1, 5)
        .track("בריאות")
        .organizer("olga")
        .admin("root")
        .judge("jo")
        .teams(&[("צוות האורן", &["tina"]), ("צוות הברוש", &["bo"])])
        .projects(&[("מנורה", "צוות האורן"), ("סירה", "צוות הברוש")])
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
        "insert into project_place (event_id, project_id, room, place)
             select event_id, id, 'אולם', 'מקום ' || id from project where event_id = $1",
        "insert into guest_link (event_id, code) values ($1, rpad('g', 43, '-'))",
        "insert into guest (event_id, name, number, secret_hash) values ($1, 'אורחת', 100, sha256('guest'))",
        "insert into invitation (event_id, email, name, role, token_hash)
             values ($1, 'invited@x.example', 'מוזמנת', 'judge', sha256('invited'))",
        "insert into judge_note (event_id, person_id, project_id, body)
             select event_id, person_id, project_id, 'הערה' from assignment where event_id = $1",
        "insert into help_call (event_id, person_id, project_id, said)
             select event_id, person_id, project_id, 'עזרה' from assignment where event_id = $1 order by id limit 1",
        "insert into team_extension (event_id, team_id, closes_at, reason)
             select event_id, id, now() + interval '30 minutes', 'רשת' from team where event_id = $1",
        "insert into api_token (person_id, name, token_hash)
             select id, 'מפתח', sha256(convert_to('token-' || id, 'UTF8')) from person where $1 > 0",
        "insert into webhook (event_id, url, secret, created_by, chain, cursor)
             select $1, 'https://hooks.example/x', 'whsec_x', id, 'demo', 0 from person where email = 'olga@x.example'",
        "insert into webhook_attempt (webhook_id, seq, number, action, started_at, duration_ms, status, answer)
             select id, 1, 1, 'review.saved', now(), 5, 500, 'שלום' from webhook where event_id = $1",
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

/// Every page that the router has, for each who opens it. Files, streams and what only a secret code opens are no such pages.
async fn addresses(world: &World) -> Vec<(&'static str, String)> {
    let mut ids = BTreeMap::new();
    for (of, sql) in IDS {
        ids.insert(of, world.all::<i64>(sql).await);
    }
    let pages = routes::entries().filter(|(method, ..)| method.as_str() == "GET").map(|(_, path, _)| path);
    let is_page = |path: &String| {
        !path.starts_with("/api/")
            && !path.ends_with("/live")
            && !path.rsplit('/').next().unwrap().contains('.')
    };
    let chosen = CHOSEN.iter().map(|choice| format!("/events/demo/manage/{choice}"));
    let pages: BTreeSet<String> =
        pages.filter(is_page).flat_map(|path| filled(&path, &ids)).chain(chosen).collect();
    assert!(pages.len() > 90, "{pages:?}");
    WHO.into_iter().flat_map(|who| pages.iter().map(move |page| (who, page.clone()))).collect()
}

/// The addresses of a path, one for each thing that its `{id}` may name.
fn filled(path: &str, ids: &BTreeMap<&str, Vec<i64>>) -> Vec<String> {
    let (mut all, mut before) = (vec![String::new()], "");
    for part in path.split('/').skip(1) {
        let values = match part {
            "{slug}" => vec!["demo".to_owned()],
            "{id}" => ids.get(before).into_iter().flatten().map(i64::to_string).collect(),
            _ if part.starts_with('{') => Vec::new(),
            _ => vec![part.to_owned()],
        };
        all = all.iter().flat_map(|path| values.iter().map(move |value| format!("{path}/{value}"))).collect();
        before = part;
    }
    all
}

/// What somebody finds at an address, or where it leads.
async fn opened(site: &Site, who: &str, address: &str) -> Reply {
    let client = if who.is_empty() { site.api("") } else { site.browser(who) };
    let page = client.get(address).await;
    if page.status == 308 { client.get(page.location()).await } else { page }
}

#[database_test(world(&pool))]
async fn every_page_isolates_what_people_typed_and_writes_moments_in_the_events_zone(world: World) {
    // The results name the teams that had more time, and until when.
    calibrated_in(&world.pool, "demo").await;
    let site = Site::with(&world.pool, &["--limits=off"]).await;
    let mut results = 0;
    let (mut isolated, mut moments) = (0, 0);
    for (who, address) in addresses(&world).await {
        let page = opened(&site, who, &address).await;
        assert!(page.status < 500, "{who} {address}: {}", page.status);
        results +=
            usize::from(address.ends_with("/results") && page.text().contains("had more time to submit"));
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
            // The log is in UTC, and the fields of windows have it beside the event's clocks.
            let in_utc = ["/settings", "/audit", "/finals"].iter().any(|end| address.ends_with(end));
            assert!(!of_event || in_utc || !text.ends_with(" UTC"), "{who} {address}: {text}");
        }
        for name in [" aria-label=\"", " title=\"", " alt=\""] {
            for value in page.body.split(name).skip(1).filter_map(|rest| rest.split('"').next()) {
                assert!(!is_hebrew(value) || value.contains('\u{2068}'), "{who} {address}:{name}{value}");
            }
        }
    }
    assert!(isolated > 200 && moments > 20 && results > 0, "{isolated} {moments} {results}");
}

#[database_test(world(&pool))]
async fn what_only_a_code_opens_and_what_is_refused_are_on_the_events_clocks(world: World) {
    let site = Site::with(&world.pool, &["--limits=off"]).await;
    let on_its_clocks = async |who: &str, address: &str, said: &str| {
        let page = opened(&site, who, address).await.is(200).text().replace("Times are UTC unless", "");
        page.has(&[said, " JST"]);
        page.lacks(&[" UTC"]);
    };
    world.run_unguarded("update invitation set sent_at = now(), sent_by = 'link'").await;
    on_its_clocks("", "/invitations/invited", "The link ends on ").await;
    world.run_unguarded("update event set judging_close = now() - interval '1 minute'").await;
    on_its_clocks("jo", "/events/demo/judge/conflicts", " closed at ").await;
    let later = "update event set draft = true, judging_open = now() + interval '1 hour', judging_close = now() + interval '2 hours'";
    world.run_unguarded(later).await;
    for address in ["/invitations/invited", &format!("/guests/{:-<43}", "g")] {
        on_its_clocks("", address, "Judging opens on ").await;
    }
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
        ("zqguest", "update guest set name = $1 where event_id = $2"),
        ("zqinvited", "update invitation set name = $1 where event_id = $2"),
        ("zqnote", "update judge_note set body = $1 where event_id = $2"),
        ("zqcall", "update help_call set said = $1 where event_id = $2"),
        ("zqlonger", "update team_extension set reason = $1 where event_id = $2"),
        ("zqtoken", "update api_token set name = $1 where $2 > 0"),
        (
            "zqanswer",
            "update webhook_attempt set answer = $1 where webhook_id in (select id from webhook where event_id = $2)",
        ),
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

/// Whether a text goes on as it was typed, to its end or to where it was cut.
fn goes_on_as_typed(rest: &str) -> bool {
    let same = rest.chars().zip(TYPED.chars()).take_while(|(is, was)| is == was).count();
    same == TYPED.chars().count() || rest.chars().nth(same) == Some('…')
}

#[database_test(world(&pool))]
async fn no_page_changes_what_people_typed(world: World) {
    let words = type_everywhere(&world.pool, &world).await;
    let pages = addresses(&world).await;
    let site = Site::with(&world.pool, &["--limits=off"]).await;
    let (mut wrong, mut seen) = (Vec::new(), BTreeSet::new());
    for (who, address) in pages {
        let page = unescaped(&opened(&site, who, &address).await.body.replace("<!>", ""));
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
    let (world, site) = world.team("Oak", &["bo"]).project("Lamp", "Oak").served(&pool).await;
    for typed in ["café", "cafe\u{301}", "CAFE", "munster", "mu\u{308}nster", "lodz", "ŁÓDŹ"] {
        let query: String = url::form_urlencoded::byte_serialize(typed.as_bytes()).collect();
        let found = site.api("").get(&format!("/events/demo/projects?q={query}")).await.text();
        assert!(found.contains("Café Münster") && !found.contains("Lamp"), "{typed}: {found}");
    }
    let stored = "select count(*) from project where event_id = $1 and title is not nfc normalized";
    assert_eq!(world.one::<i64>(stored).await, 0);
}

#[database_test(Event::new("demo").team("Oak", &["tina"]).project("Lamp", "Oak").served(&pool))]
async fn days_are_those_of_the_events_place_and_programs_read_its_zone(world: World, site: Site) {
    // In Auckland from Saturday morning to Monday evening. In UTC it begins on the Friday.
    let sql = "set session_replication_role = replica;
        update event set time_zone = 'Pacific/Auckland', submissions_open = '2020-11-13 20:00Z', submissions_close = '2020-11-15 00:00Z',
            judging_open = '2020-11-15 00:00Z', judging_close = '2020-11-16 05:00Z';
        update project set submitted_at = '2020-11-14 19:30Z';
        set session_replication_role = origin";
    world.run(sql).await;
    let certificate = site.browser("tina").get("/events/demo/certificate/participant").await;
    certificate.text().has(&["submitted on 15 November 2020"]);
    for page in ["/", "/events/demo"] {
        site.browser("").get(page).await.text().has(&["14–16 Nov 2020"]);
    }
    assert_eq!(site.api("").get("/api/events/demo").await.json()["time_zone"], "Pacific/Auckland");
}

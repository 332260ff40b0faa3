//! The audit log's page and its signed head, of an event and of changes outside events.

use crate::prelude::*;
use shared::provenance::{DocumentCheck, File, Payload, Verdict, check_files, verify};
use words::findings::report_text;

const LOG: &str = "/events/demo/manage/audit";
const HEAD: &str = "/api/events/demo/audit-head";

/// The event `demo`: `org` organizes it, `both` organizes and judges it; `root` is a site admin.
async fn demo(pool: &PgPool) -> (World, Site) {
    let demo = Event::new("demo").judging().admin("root").organizer("org").organizer("both").judge("both");
    demo.team("Lights", &["pia"]).project("Lamp", "Lights").served(pool).await
}

/// Rows of the demo's log: the n-th by `actor-n%3`, of an action of its own every hundredth time.
async fn logged(world: &World, rows: i64) {
    let sql = "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, before, after)
               select $1, 'actor-' || n % 3 || '@x.example', 'judge',
                   case when n % 100 = 0 then 'project.updated' else 'review.saved' end,
                   case when n % 100 = 0 then 'project' else 'review' end, n::text, '192.0.2.1',
                   json_build_object('total', n, 'kind', 'A')::text, json_build_object('total', n + 1, 'kind', 'A')::text
               from generate_series(1, $2) n";
    sqlx::query(sql).bind(world.event).bind(rows).execute(&world.pool).await.unwrap();
}

/// The numbers of the rows that a page shows, in its order.
fn rows(page: &str) -> Vec<i64> {
    let parts = page.split("<tr id=\"row-").skip(1);
    parts.map(|part| part.split('"').next().unwrap().parse().unwrap()).collect()
}

/// Where a page's pager leads: to newer rows and to older ones.
fn pager(page: &str) -> (Option<String>, Option<String>) {
    let link = |rel: &str| {
        let (before, _) = page.split_once(&format!("rel=\"{rel}\""))?;
        Some(before.rsplit_once("href=\"")?.1.split('"').next()?.replace("&amp;", "&"))
    };
    (link("prev"), link("next"))
}

#[database_test(demo(&pool))]
async fn the_log_is_read_newest_first_and_rows_written_meanwhile_move_nothing(world: World, site: Site) {
    site.browser("org").get(LOG).await.is(200).shows("Nothing has been logged yet");
    logged(&world, 120).await;
    let read = async |path: &str| site.browser("org").get(path).await.body;
    let first = read(LOG).await;
    assert_eq!(rows(&first), (71..=120).rev().collect::<Vec<_>>());
    let (newer, older) = pager(&first);
    assert_eq!(newer, None);
    logged(&world, 7).await;
    let second = read(&older.unwrap()).await;
    assert_eq!(rows(&second), (21..=70).rev().collect::<Vec<_>>(), "as before the seven");
    let (newer, older) = pager(&second);
    assert_eq!(rows(&read(&newer.unwrap()).await), (71..=120).rev().collect::<Vec<_>>());
    let last = read(&older.unwrap()).await;
    assert_eq!((rows(&last), pager(&last).1), ((1..=20).rev().collect(), None));
    assert_eq!(rows(&read(LOG).await)[0], 127);
    let sql = "select count(*) from audit_log where event_id = $1";
    assert_eq!(world.one::<i64>(sql).await, 127, "reading writes nothing");
}

#[database_test(demo(&pool))]
async fn a_row_shows_who_did_what_and_only_what_changed(world: World, site: Site) {
    let lamp = world.project("Lamp").await;
    let sql = "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id, ip, before, after)
         values ($1, 'pia@x.example', 'participant', 'project.updated', 'project', $2::text, '192.0.2.9',
             '{\"status\":\"draft\",\"tags\":[\"<b>\"]}', '{\"status\":\"submitted\",\"tags\":[\"<b>\"]}')";
    sqlx::query(sql).bind(world.event).bind(lamp).execute(&world.pool).await.unwrap();
    let page = site.browser("org").get(LOG).await.body;
    let (hash, before): (String, String) = (
        world.one("select row_hash from audit_log where event_id = $1").await,
        world.one("select prev_hash from audit_log where event_id = $1").await,
    );
    for told in [
        "pia@x.example</a>",
        "<code>project.updated</code>",
        &format!("<a href=\"/projects/{lamp}\">Lamp</a>"),
        "<span>draft</span> → <span>submitted</span>",
        &format!("<code>project {lamp}</code>"),
        &format!("<code>{}</code>", &hash[..10]),
        &format!("<code>{hash}</code>"),
        &format!("<code>{before}</code>"),
        "192.0.2.9",
        "&lt;b&gt;",
        "/api/events/demo/export/audit.csv",
        "download=\"demo-audit-head.json\"",
    ] {
        assert!(page.replace("<!>", "").contains(told), "{told} in {page}");
    }
    assert!(!page.contains("<b>"), "what people typed is escaped");
    let changed = page.split("class=\"audit-changes\"").nth(1).unwrap().split("</ul>").next().unwrap();
    assert!(!changed.contains("tags"), "{changed}");
}

#[database_test(demo(&pool))]
async fn the_log_is_searched_and_filtered_by_its_address(world: World, site: Site) {
    logged(&world, 300).await;
    let asked = async |query: &str| site.browser("org").get(&format!("{LOG}?{query}")).await;
    let found = async |query: &str| rows(&asked(query).await.body);
    assert_eq!(found("action=project.updated").await, [300, 200, 100]);
    assert_eq!(found("object=project&actor=ACTOR-1").await, [100]);
    assert_eq!(found("q=201+Actor-2").await, [200], "every word, whatever its case");
    assert_eq!(found("q=project+updated+1").await.len(), 3);
    for none in ["q=100%25", "q=a_tor", "q=%5C", "action=none", "q=%00nothing", "to=2020-01-01T00:00"] {
        let page = asked(none).await;
        assert_eq!((page.status, rows(&page.body)), (200, vec![]), "{none}");
        assert!(page.body.contains("Nothing matches"), "{none}");
    }
    assert_eq!(found("from=2020-01-01T00:00&action=project.updated").await.len(), 3);
    assert_eq!(found("from=2099-01-01T00:00").await, Vec::<i64>::new());
    for unread in ["from=soon", "before=x", "after=99999999999999999999", "before=-5&after=", "to=%F0"] {
        assert_eq!(asked(unread).await.status, 200, "{unread}");
    }
    // The filter stays in the form and in the link to the next page.
    let page = asked("q=saved&actor=actor-1").await.body;
    assert!(page.contains("value=\"saved\"") && page.contains("value=\"actor-1\""));
    let older = pager(&page).1.unwrap();
    assert!(older.contains("q=saved") && older.contains("actor=actor-1"), "{older}");
    let seen: Vec<i64> = [rows(&page), rows(&site.browser("org").get(&older).await.body)].concat();
    let due: Vec<i64> = (1..=300).rev().filter(|n| n % 3 == 1 && n % 100 != 0).collect();
    assert_eq!(seen, due[..seen.len()], "no row twice, none left out");
    // Actions and things to choose from are those of the log.
    let options = |page: &str| page.matches("<option").count();
    assert_eq!(options(&page), 3 + 3);
}

#[database_test(demo(&pool))]
async fn a_filter_searches_a_bounded_number_of_rows_and_leads_to_the_rest(world: World, site: Site) {
    // Ten thousand rows without the chain's trigger: their hashes do not matter here.
    world.run(&format!(
        "alter table audit_log disable trigger audit_log_chain;
         insert into audit_log (chain, seq, event_id, ts, actor, actor_role, action, object_type, object_id, prev_hash, row_hash)
         select 'demo', n, {}, '2026-01-01'::timestamptz + n * interval '1s', 'a', 'judge',
             case when n = 7 then 'event.imported' else 'review.saved' end, 'review', n::text, '', '' from generate_series(1, 25000) n;
         insert into audit_head values ('demo', 25000, 'x');
         alter table audit_log enable always trigger audit_log_chain",
        world.event
    )).await;
    let mut path = format!("{LOG}?q=imported");
    let mut pages = Vec::new();
    loop {
        let page = site.browser("org").get(&path).await.body;
        pages.push(rows(&page));
        match pager(&page).1 {
            Some(older) => path = older,
            None => break,
        }
    }
    assert_eq!(pages, [vec![], vec![], vec![7]]);
    let page = site.browser("org").get(&format!("{LOG}?q=imported")).await.body;
    assert!(page.contains("found among rows 15\u{202f}001 to 25\u{202f}000 of 25\u{202f}000"), "{page}");
    assert!(page.contains(">event.imported</option>"), "a rare action can be chosen from the first page on");
    // A filter by time starts at that time.
    let page = site.browser("org").get(&format!("{LOG}?to=2026-01-01T00:00:10")).await.body;
    assert_eq!(rows(&page), (1..=9).rev().collect::<Vec<_>>());
}

#[database_test(demo(&pool))]
async fn everyone_who_may_export_may_read_the_log_and_take_its_head(world: World, site: Site) {
    logged(&world, 1).await;
    let head = site.api("both").get(HEAD).await.refusal();
    assert!(head.0 == 403 && head.1.starts_with("You judge in this event"), "{head:?}");
    assert_eq!(site.api("both").get("/api/events/demo/export/audit.csv").await.refusal(), head);
    site.browser("both").get(LOG).await.is(403).shows(&head.1);
    for (who, status) in [("", 401), ("pia", 403), ("org", 200), ("root", 200)] {
        assert_eq!(site.api(who).get(HEAD).await.status, status, "{who}");
    }
    site.api("org").get("/api/events/none/audit-head").await.refuses(404, "Not found.");
    Event::new("quiet").organizer("org").create(&world.pool).await;
    site.api("org").get("/api/events/quiet/audit-head").await.refuses(404, "Nothing has been logged yet.");
}

#[database_test(demo(&pool))]
async fn a_signed_head_names_the_logs_last_row_and_writes_none(world: World, site: Site) {
    logged(&world, 3).await;
    let document = site.api("org").get(HEAD).await.body;
    let keys = site.keys().await;
    let DocumentCheck::Valid { payload, .. } = verify(document.as_bytes(), &keys) else {
        panic!("{document}")
    };
    let Payload::AuditHead(head) = *payload else { panic!("{document}") };
    let told = site.api("").post_text("/api/verify", document.clone()).await.json();
    assert_eq!(told["valid"], true, "{told}");
    assert_eq!((&told["type"], &told["key_status"]), (&"evenhand/audit-head/1".into(), &"current".into()));
    assert_eq!(head.event.map(|e| (e.slug, e.name)), Some(("demo".into(), "Demo".into())));
    assert_eq!(head.issuer, "http://portal.example");
    let last: String =
        world.one("select row_hash from audit_log where event_id = $1 order by seq desc limit 1").await;
    assert_eq!((head.audit_head.seq, head.audit_head.row_hash), (3, last));
    let csv = site.api("org").get("/api/events/demo/export/audit.csv").await.body;
    let files = [
        File { name: "demo-audit.csv", bytes: csv.as_bytes() },
        File { name: "head.json", bytes: document.as_bytes() },
    ];
    let report = check_files(&files, &keys, None);
    assert!(report.all_hold(), "{report:?}");
    assert!(
        report_text(&report).contains("The log ends with row 3, the row that head.json signed"),
        "{report:?}"
    );
}

#[database_test(demo(&pool))]
async fn changes_outside_events_have_a_log_and_a_head_for_site_admins(_: World, site: Site) {
    let paths = ["/admin", "/admin/audit", "/admin/keys", "/admin/audit/audit.csv", "/admin/audit/head.json"];
    for path in paths {
        assert_eq!(site.browser("org").get(path).await.status, 403, "{path}");
        assert_eq!(site.browser("").get(path).await.status, 303, "{path}");
    }
    for (who, led) in [("org", false), ("root", true)] {
        assert_eq!(site.browser(who).get("/").await.body.contains("href=\"/admin\""), led, "{who}");
    }
    assert!(site.browser("root").get("/admin/audit").await.body.contains("Nothing has been logged yet"));
    assert_eq!(site.browser("root").get("/admin/audit/head.json").await.status, 404);
    assert_eq!(site.browser("pia").submit("/me/tokens", &[("name", "laptop")]).await.status, 200);
    let page = site.browser("root").get("/admin/audit").await;
    assert!(page.body.contains("<code>token.created</code>") && page.body.contains("pia@x.example"));
    let head = site.browser("root").get("/admin/audit/head.json").await;
    assert_eq!(head.headers["content-disposition"], "attachment; filename=\"audit-head.json\"");
    let csv = site.browser("root").get("/admin/audit/audit.csv").await;
    assert_eq!(csv.headers["content-disposition"], "attachment; filename=\"audit.csv\"");
    // Its download is logged.
    site.browser("root").get("/admin/audit").await.shows("<code>export.csv</code>");
    let keys = site.keys().await;
    let files = [
        File { name: "audit.csv", bytes: csv.body.as_bytes() },
        File { name: "head.json", bytes: head.body.as_bytes() },
    ];
    let report = check_files(&files, &keys, None);
    let said = report_text(&report);
    assert!(report.all_hold(), "{said}");
    said.has(&["changes that belong to no event", "The log ends with row 1"]);
}

#[database_test(PUBLISHED)]
async fn site_admins_see_the_keys_and_whether_this_server_signs(site: Site) {
    let key = site.keys().await.keys.remove(0);
    let page = site.browser("staff").get("/admin/keys").await;
    for told in [
        key.kid.as_str(),
        &key.fingerprint(),
        "Current",
        "This server signs",
        "/events/demo/results",
        "/.well-known/evenhand-signing-key",
        "EVENHAND_SIGNING_KEY",
    ] {
        assert!(page.body.contains(told), "{told} in {}", page.body);
    }
    let secret = portal::records::secret::Secret::from_bytes([7; 32]).text();
    assert!(!page.body.contains(&secret));
    rotated(&site, 8).await;
    site.browser("staff").get("/admin/keys").await.body.has(&["This server signs nothing", "Retired"]);
    assert!(site.browser("staff").get("/admin").await.body.contains("This server signs nothing"));
}

async fn rotated(site: &Site, byte: u8) {
    let next = portal::records::secret::Secret::from_bytes([byte; 32]);
    let shell = portal::caller::Caller::shell();
    let job = site.state.by(&shell).write(async |call| portal::records::keys::rotate(call, &next).await);
    job.await.unwrap();
}

#[database_test(PUBLISHED)]
async fn a_revoked_keys_signatures_are_invalid_and_its_results_are_named(pool: PgPool) {
    use sqlx::ConnectOptions as _;
    let site = Site::new(&pool).await;
    let document = site.api("").get("/api/events/demo/results/signed").await.body;
    let set = async || site.keys().await;
    let kid = set().await.keys[0].kid.clone();
    let revoke = async |kid: &str| {
        let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_evenhand"));
        command.env("DATABASE_URL", pool.connect_options().to_url_lossy().as_str());
        let done = command.args(["key", "revoke", kid]).output().await.unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (done.status.code(), text(done.stdout), text(done.stderr))
    };
    let (code, _, said) = revoke(&kid).await;
    assert!(code == Some(1) && said.contains("Make a new one first"), "{said}");
    rotated(&site, 8).await;
    assert_eq!(revoke(&kid).await, (Some(0), "demo\n".into(), String::new()));
    let (code, _, said) = revoke(&kid).await;
    assert!(code == Some(1) && said.contains("revoked already"), "{said}");
    let (code, _, said) = revoke("none").await;
    assert!(code == Some(1) && said.contains("never signed"), "{said}");
    let told = site.api("").post_text("/api/verify", document.clone()).await.json();
    assert_eq!(serde_json::json!([told["valid"], told["key_status"]]), serde_json::json!([false, "revoked"]));
    assert!(told["reason"].as_str().unwrap().contains("revoked"), "{told}");
    let files = [File { name: "results.json", bytes: document.as_bytes() }];
    let report = check_files(&files, &set().await, None);
    assert_eq!(report.files[0].verdict, Verdict::DoesNotHold, "{report:?}");
    let page = site.browser("staff").get("/admin/keys").await.body;
    assert!(page.contains("1 ranking is signed with a revoked key") && page.contains("Revoked"), "{page}");
    let log: Vec<(String, String)> =
        all_rows(&pool, "select action, object_id from audit_log where chain = '' and action like 'key.%' order by seq desc limit 1").await;
    assert_eq!(log, [("key.revoked".to_owned(), kid)]);
}

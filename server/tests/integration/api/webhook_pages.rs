//! Webhooks as organizers manage them: what is shown once, what goes into the log, and what an organizer who takes part is not
//! told.

use crate::prelude::*;
use store::delivery;

/// The page with its list.
const PAGE: &str = "/events/demo/manage/exports?webhooks=1";
/// Where its forms go.
const FORMS: &str = "/events/demo/manage/webhooks";
const URL: &str = "https://hooks.example.org/services/the-secret-path";

/// An event with an organizer, and one who is on a team.
async fn world(pool: &PgPool) -> (World, Site) {
    let event = Event::new("demo").organizer("olga").organizer("otto").judge("ada");
    event.team("Lights", &["otto", "pia"]).project("Lamp", "Lights").served(pool).await
}

async fn add(site: &Site, who: &str, url: &str, kinds: &[&str]) -> Reply {
    let mut fields = vec![("url", url), ("format", "standard")];
    fields.extend(kinds.iter().map(|kind| ("kind", *kind)));
    site.browser(who).submit(FORMS, &fields).await
}

async fn only(world: &World) -> i64 {
    world.one("select id from webhook where event_id = $1 order by id desc limit 1").await
}

/// Where the page shows this one.
fn shown(id: i64) -> String {
    format!("/events/demo/manage/exports?of={id}")
}

fn secret_on(page: &Reply) -> String {
    let found = page.body.split("whsec_").nth(1).unwrap_or_else(|| panic!("no secret: {}", page.text()));
    format!("whsec_{}", found.split('<').next().unwrap())
}

#[database_test(world(&pool))]
async fn a_secret_is_shown_once_and_the_log_holds_the_host_alone(world: World, site: Site) {
    let olga = site.browser("olga");
    let added = add(&site, "olga", URL, &["review.submitted", "team.created"]).await.is(200);
    let secret = secret_on(&added);
    assert!(added.body.find(&secret) < added.body.find("What was sent"), "it is in view: {}", added.body);
    added.text().lacks(&["The whole event"]);
    assert_eq!(secret.len(), "whsec_".len() + 44);
    let id = only(&world).await;
    let here = format!("{FORMS}/{id}");
    for page in [PAGE, &shown(id)] {
        let shown = olga.get(page).await;
        assert!(shown.body.contains("hooks.example.org") && !shown.body.contains("whsec_"), "{page}");
    }
    let replaced = secret_on(&olga.submit(&format!("{here}/secret"), &[]).await);
    assert_ne!(replaced, secret);
    let overlap = "select (secret = '{new}' and old_secret = '{old}'
        and old_secret_until between now() + interval '23 hours' and now() + interval '25 hours')::text from webhook where event_id = $1";
    let overlap = overlap.replace("{new}", &replaced).replace("{old}", &secret);
    assert_eq!(world.one::<String>(&overlap).await, "true");
    let sql = "select action || coalesce(before, '') || coalesce(after, '') from audit_log where event_id = $1 order by seq";
    let rows: Vec<String> = world.all(sql).await;
    assert!(
        rows.iter().any(|row| row.starts_with("webhook.created") && row.contains("hooks.example.org")),
        "{rows:?}"
    );
    assert!(!rows.iter().any(|row| row.contains("the-secret-path") || row.contains("whsec_")), "{rows:?}");
}

#[database_test(world(&pool))]
async fn a_refused_form_comes_back_as_it_was_typed(world: World, site: Site) {
    for (url, kinds, said, field) in [
        ("https://10.0.0.1/typed", &["team.created"][..], "inside a private network", "url"),
        ("http://hooks.example.org/typed", &["team.created"], "must start with https://", "url"),
        ("https://hooks.example.org/typed", &[], "Tick at least one kind of event.", "kind"),
        ("https://hooks.example.org/typed", &["mail.burned"], "Tick at least one kind of event.", "kind"),
    ] {
        let refused = add(&site, "olga", url, kinds).await;
        assert_eq!(refused.status, 400, "{url}");
        assert!(refused.text().contains(said), "{}", refused.body);
        assert!(refused.body.contains(&format!("href=\"#{field}\"")), "{}", refused.body);
        assert!(refused.body.contains(&format!("value=\"{url}\"")), "{}", refused.body);
    }
    assert_eq!(world.one::<i64>("select count(*) from webhook where event_id = $1").await, 0);
    for n in 0..10 {
        assert_eq!(add(&site, "olga", &format!("{URL}/{n}"), &["team.left"]).await.status, 200);
    }
    assert_eq!(add(&site, "olga", URL, &["team.left"]).await.status, 409, "ten are enough");
}

#[database_test(world(&pool))]
async fn a_form_that_another_change_overtook_changes_nothing(world: World, site: Site) {
    add(&site, "olga", URL, &["team.left"]).await;
    let id = only(&world).await;
    let here = format!("{FORMS}/{id}");
    let olga = site.browser("olga");
    let change = |url: &'static str, version: &'static str| {
        let (olga, here) = (&olga, &here);
        async move {
            let fields = [("url", url), ("format", "slack"), ("kind", "team.joined"), ("version", version)];
            olga.submit(here, &fields).await
        }
    };
    let saved = format!("{}&done=webhook-saved", shown(id));
    change("https://one.example.org/", "1").await.leads_to(&saved);
    olga.get(&saved).await.says("The webhook is saved.");
    let stale = change("https://two.example.org/", "1").await.is(409);
    stale.body.has(&["https://two.example.org/"]);
    stale.text().has(&["https://one.example.org/", "A sentence for a Slack channel"]);
    let sql = "select url from webhook where event_id = $1";
    assert_eq!(world.one::<String>(sql).await, "https://one.example.org/");
    for (act, fields) in [("switch", vec![("on", "false")]), ("test", vec![]), ("test", vec![])] {
        assert_eq!(olga.submit(&format!("{here}/{act}"), &fields).await.status, 303, "{act}");
    }
    let sql = "select disabled_reason from webhook where event_id = $1";
    assert_eq!(world.one::<String>(sql).await, "organizer");
    let tests =
        "select count(*) from webhook_test t join webhook w on w.id = t.webhook_id where w.event_id = $1";
    assert_eq!(world.one::<i64>(tests).await, 1, "one test waits at a time");
    assert_eq!(olga.submit(&format!("{here}/again"), &[("seq", "1")]).await.status, 409, "it is off");
    assert_eq!(olga.submit(&format!("{here}/remove"), &[]).await.status, 303);
    assert_eq!(olga.get(&shown(id)).await.status, 404);
    let reloaded = olga.get(&here).await;
    assert_eq!((reloaded.status, reloaded.location()), (308, &*shown(id)));
}

#[database_test(world(&pool))]
async fn an_organizer_sees_what_was_answered_and_sends_again(world: World, site: Site) {
    add(&site, "olga", URL, &["team.left"]).await;
    let id = only(&world).await;
    let here = format!("{FORMS}/{id}");
    let sql = "insert into webhook_attempt (webhook_id, seq, number, action, started_at, duration_ms, status, error, answer)
               values ($1, 1, 1, 'team.left', now() - interval '1 minute', 87, 500, null, '<script>alert(1)</script>'),
                      ($1, 2, 1, 'team.left', now(), 10000, null, 'timeout', null)";
    sqlx::query(sql).bind(id).execute(&world.pool).await.unwrap();
    let olga = site.browser("olga");
    let page = olga.get(&shown(id)).await;
    for said in ["Team left", "Refused (500)", "87\u{a0}ms", "Took over 10\u{a0}s"] {
        assert!(page.text().contains(said), "{said} is not in {}", page.text());
    }
    assert!(page.body.contains("&lt;script&gt;") && !page.body.contains("<script>alert"), "{}", page.body);
    assert_eq!(olga.submit(&format!("{here}/again"), &[("seq", "1")]).await.status, 303);
    assert_eq!(olga.submit(&format!("{here}/again"), &[("seq", "9")]).await.status, 404, "it was never sent");
    let retry = "select count(*) from webhook_retry r join webhook w on w.id = r.webhook_id
                 where w.event_id = $1 and r.seq = 1 and r.due_at <= now() and r.step = 0";
    assert_eq!(world.one::<i64>(retry).await, 1);
    world.run("update webhook set enabled = false, disabled_reason = 'failing'").await;
    olga.get(&shown(id)).await.says("for five days, no message arrived");
}

#[database_test(world(&pool))]
async fn who_takes_part_has_no_webhook_that_tells_of_judging(world: World, site: Site) {
    for kind in ["review.submitted", "assignment.created", "run.created", "ballot.cast", "project.flagged"] {
        assert_eq!(add(&site, "otto", URL, &["team.left", kind]).await.status, 403, "{kind}");
    }
    add(&site, "olga", URL, &["review.submitted"]).await;
    let id = only(&world).await;
    let hidden = format!("{FORMS}/{id}");
    let otto = site.browser("otto");
    let list = otto.get(PAGE).await;
    list.says("1 webhook is not shown to you.");
    list.body.lacks(&["hooks.example.org", "review.submitted"]);
    assert_eq!(otto.get(&shown(id)).await.status, 403);
    for act in ["", "/secret", "/switch", "/test", "/again", "/remove"] {
        let fields = [("url", URL), ("format", "standard"), ("kind", "team.left"), ("version", "1")];
        assert_eq!(otto.submit(&format!("{hidden}{act}"), &fields).await.status, 403, "{act}");
    }
    // His own is told nothing of judging, whatever the table says, and neither is one whose organizer joins a team later.
    assert_eq!(add(&site, "otto", URL, &["team.left"]).await.status, 200);
    let own = only(&world).await;
    sqlx::query("update webhook set actions = null where id = $1")
        .bind(own)
        .execute(&world.pool)
        .await
        .unwrap();
    for (action, told) in [("review.submitted", false), ("export.csv", false), ("team.created", true)] {
        assert_eq!(hears(&world.pool, &world, own, action).await, told, "{action}");
    }
    let sql = "update webhook set created_by = (select id from person where email = 'olga@x.example') where id = $1";
    sqlx::query(sql).bind(own).execute(&world.pool).await.unwrap();
    assert!(hears(&world.pool, &world, own, "review.submitted").await, "olga takes no part");
}

/// Whether a webhook is told of an action that happens now.
async fn hears(pool: &PgPool, world: &World, webhook: i64, action: &str) -> bool {
    let sql = "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
               values ($1, 'x', 'judge', $2, 'thing', '1')";
    sqlx::query(sql).bind(world.event).bind(action).execute(pool).await.unwrap();
    let mut connection = pool.acquire().await.unwrap();
    let read = delivery::read(&mut connection, webhook).await.unwrap();
    let (last, next) = delivery::next_row(&mut connection, &read).await.unwrap();
    let seq = next.as_ref().map_or(last, |next| next.row.seq);
    let sql = "update webhook set cursor = $2 where id = $1";
    sqlx::query(sql).bind(webhook).bind(seq).execute(pool).await.unwrap();
    next.is_some_and(|next| next.row.action == action)
}

#[database_test(world(&pool))]
async fn another_events_webhook_does_not_exist(world: World, site: Site) {
    let other = Event::new("other").organizer("zoe").create(&world.pool).await;
    let fields = [("url", URL), ("format", "standard"), ("kind", "team.left")];
    assert_eq!(site.browser("zoe").submit("/events/other/manage/webhooks", &fields).await.status, 200);
    let id = only(&other).await;
    let foreign = format!("{FORMS}/{id}");
    for act in ["", "/secret", "/switch", "/test", "/again", "/remove"] {
        assert_eq!(site.browser("olga").submit(&format!("{foreign}{act}"), &[]).await.status, 404, "{act}");
    }
    assert_eq!(site.browser("olga").get(&shown(id)).await.status, 404);
}

#[database_test]
async fn a_webhook_ends_with_its_organizers_role_until_another_one_takes_it_over(pool: PgPool) {
    let event = Event::new("demo").organizers(&["olga", "otto", "orla", "odo"]).admin("root");
    let (world, site) = event.served(&pool).await;
    let mut hooks = Vec::new();
    for who in ["olga", "otto", "orla", "odo"] {
        assert_eq!(add(&site, who, URL, &["review.submitted", "track.edited"]).await.status, 200);
        hooks.push(only(&world).await);
    }
    let remove = format!("/events/demo/manage/people/{}/remove", world.person("otto").await);
    assert_eq!(site.browser("olga").submit(&remove, &[("role", "organizer")]).await.status, 303);
    let off = format!("/admin/people/{}/deactivate", world.person("orla").await);
    let deactivated = site.browser("root").submit(&off, &[]).await;
    assert!(deactivated.status < 400, "{} {}", deactivated.status, deactivated.text());
    assert_eq!(site.browser("odo").submit("/events/demo/manage/settings/leave", &[]).await.status, 303);
    let state = "select string_agg(case when enabled then 'on' else disabled_reason end, ' ' order by id)
                 from webhook where event_id = $1";
    assert_eq!(world.one::<String>(state).await, "on left left left");
    let page = site.browser("olga").get(&shown(hooks[1])).await.text();
    assert!(page.contains("the organizer responsible for it no longer organizes this event"), "{page}");
    // Who switches it on answers for it.
    let switch = format!("{FORMS}/{}/switch", hooks[1]);
    assert_eq!(site.browser("olga").submit(&switch, &[("on", "true")]).await.status, 303);
    assert!(hears(&pool, &world, hooks[1], "review.submitted").await);
    let answers = format!("select created_by from webhook where id = {}", hooks[1]);
    assert_eq!(world.one::<i64>(&answers).await, world.person("olga").await);
}

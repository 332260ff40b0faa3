//! Creating events: who may, what the form makes, and what it takes from another event.

use crate::prelude::*;

const NEW: &str = "/events/new";

/// A form as a browser sends it.
fn form<'f>(name: &'f str, slug: &'f str, more: &[(&'f str, &'f str)]) -> Vec<(&'f str, &'f str)> {
    [&[("name", name), ("slug", slug), ("time_zone", "Europe/Berlin")], more].concat()
}

#[database_test(Event::new("demo").admin("root").served(&pool))]
async fn a_site_admin_creates_an_event_and_organizes_it(world: World, site: Site) {
    let fields = form(
        "Köln Hackt 2027",
        "",
        &[("submissions_open", "2027-03-01T09:00"), ("submissions_close", "2027-03-29 18:00")],
    );
    let made = site.browser("root").submit(NEW, &fields).await;
    made.leads_to("/events/koln-hackt-2027/manage?created=1");
    let sql = "select to_char(submissions_open at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || '/'
             || to_char(submissions_close at time zone 'UTC', 'YYYY-MM-DD HH24:MI') from event where slug = 'koln-hackt-2027'";
    let opens: String = world.one(sql).await;
    assert_eq!(opens, "2027-03-01 08:00/2027-03-29 16:00", "winter time, then summer time");
    let sql =
        "select m.role from membership m join event e on e.id = m.event_id where e.slug = 'koln-hackt-2027'";
    assert_eq!(world.one::<String>(sql).await, "organizer");
    let logged: String =
        world.one("select action || ' ' || actor_role from audit_log where chain = 'koln-hackt-2027'").await;
    assert_eq!(logged, "event.created staff");
    assert_eq!(site.browser("root").get(made.location()).await.status, 200);
}

#[database_test(Event::new("demo").admin("root").served(&pool))]
async fn a_form_sent_twice_makes_one_event(world: World, site: Site) {
    let fields = form("Twice", "", &[("once", "a-random-text")]);
    for _ in 0..2 {
        site.browser("root").submit(NEW, &fields).await.leads_to("/events/twice/manage?created=1");
    }
    assert_eq!(world.one::<i64>("select count(*) from event where slug like 'twice%'").await, 1);
}

#[database_test]
async fn everybody_may_create_events_where_the_portal_says_so(pool: PgPool) {
    const SETTINGS: &str = "/events/demo/manage/settings";
    Event::new("demo").organizer("org").person("ada").person("new").create(&pool).await;
    run(&pool, "update person set confirmed_at = null where name = 'New'").await;
    let closed = Site::new(&pool).await;
    closed.browser("ada").get(NEW).await.answers(403, "Only site admins can create events on this portal.");
    assert!(!closed.browser("ada").get("/").await.body.contains(NEW));
    let closed_settings = closed.browser("org").get(SETTINGS).await;
    assert!(closed_settings.status == 200 && !closed_settings.body.contains(NEW), "a link that is refused");
    let open = Site::with(&pool, &["--events=anyone"]).await;
    assert!(open.browser("org").get(SETTINGS).await.body.contains(NEW));
    assert!(open.browser("ada").get("/").await.body.contains(NEW));
    assert!(!open.browser("").get("/").await.body.contains(NEW), "nobody");
    open.browser("new").get(NEW).await.answers(403, "Confirm your address to create an event.");
    let made = open.browser("ada").submit(NEW, &form("Mine", "", &[])).await;
    assert_eq!(made.location(), "/events/mine/manage?created=1");
    run(&pool, "update person set demo = true where name = 'Ada'").await;
    let demo = Site::with(&pool, &["--events=anyone", "--demo=on"]).await;
    demo.browser("ada").get(NEW).await.answers(403, "Demo accounts take part in the demo’s events only.");
}

#[database_test(Event::new("demo").admin("root").served(&pool))]
async fn a_refused_form_comes_back_with_every_fault_and_what_was_typed(_: World, site: Site) {
    let send = async |fields: &[(&str, &str)]| site.browser("root").submit(NEW, fields).await;
    let bad = send(&[
        ("name", " "),
        ("slug", "No Slug"),
        ("time_zone", "Mars/Olympus"),
        ("description", "What was typed"),
        ("judging_open", "tomorrow"),
    ])
    .await;
    bad.answers(400, "Give the event a name.");
    for sentence in
        ["Give the new event’s slug", "Choose a time zone from the list", "Enter a date and a time"]
    {
        assert!(bad.text().contains(sentence), "{sentence}");
    }
    assert!(bad.body.contains("What was typed") && bad.body.contains("value=\"tomorrow\""));
    let turned = [("voting_open", "2027-01-02T10:00"), ("voting_close", "2027-01-01T10:00")];
    send(&form("Turned", "", &turned)).await.answers(400, "The close must come after the opening.");
    send(&form("Demo", "", &[])).await.answers(400, "Another event has this address. demo-2 is free.");
    send(&form("日本", "", &[])).await.answers(400, "No address can be made of this name.");
}

#[database_test(Event::new("demo").admin("root").served(&pool))]
async fn a_local_time_that_the_clocks_skip_or_repeat_is_explained(world: World, site: Site) {
    let send =
        async |more: &[(&str, &str)]| site.browser("root").submit(NEW, &form("Clocks", "", more)).await;
    let skipped = send(&[("judging_open", "2027-03-28T02:30")]).await;
    skipped.answers(400, "the clocks go from 02:00 straight to 03:00");
    let twice = send(&[("judging_open", "2027-10-31T02:30")]).await;
    twice.answers(400, "This time comes twice in Europe/Berlin");
    assert!(twice.body.contains("judging_open_which"), "the page asks which of the two");
    send(&[("judging_open", "2027-10-31T02:30"), ("judging_open_which", "second")]).await.is(303);
    let sql = "select to_char(judging_open at time zone 'UTC', 'HH24:MI') from event where slug = 'clocks'";
    assert_eq!(world.one::<String>(sql).await, "01:30");
}

#[database_test]
async fn an_event_takes_the_settings_of_another_but_no_people_and_no_projects(pool: PgPool) {
    let demo = Event::new("demo")
        .judging()
        .track("Health")
        .admin("root")
        .organizer("org")
        .judge("ada")
        .team("Lights", &["ana"])
        .project("Lamp", "Lights")
        .review("ada", "Lamp", r#"{"quality": 4, "impact": 7}"#)
        .create(&pool)
        .await;
    let sql =
        "update event set voting_mode = 'account', votes_per_voter = 7, max_team_size = 4, visit_minutes = 5,
                   review_rule = 'need', review_floor = 2, blind = true, counts_looks = true, time_zone = 'Europe/Berlin', description = 'About lamps'";
    run(&pool, &format!("begin; set local session_replication_role = replica; {sql}; commit")).await;
    let site = Site::with(&pool, &["--events=anyone"]).await;
    let page = site.browser("org").get("/events/new?like=demo").await;
    page.says("1 track and 2 criteria");
    page.shows("About lamps");
    assert!(page.body.contains("name=\"judging_close\" value=\"20"), "windows are filled in");
    let empty = site.browser("org").get("/events/new?like=demo&windows=empty").await.body;
    assert!(!empty.contains("name=\"judging_close\" value=\"20"), "{empty}");
    let made = site.browser("org").submit(NEW, &form("Next", "", &[("like", "demo")])).await;
    assert_eq!(made.location(), "/events/next/manage?created=1");
    let sql = "select concat_ws(' ', voting_mode, votes_per_voter, max_team_size, visit_minutes, review_rule, review_floor, blind, counts_looks,
             (select count(*) from track where event_id = e.id), (select string_agg(key, ',' order by position)
              from criterion where event_id = e.id), (select count(*) from project where event_id = e.id),
             (select count(*) from membership where event_id = e.id))
         from event e where slug = 'next'";
    assert_eq!(one::<String>(&pool, sql).await, "account 7 4 5 need 2 t t 1 quality,impact 0 1");
    let sql = "select count(*) from prize p join event e on e.id = p.event_id and e.slug = 'next'";
    assert_eq!(one::<i64>(&pool, sql).await, 0);
    let other = site.browser("ada").submit(NEW, &form("Stolen", "", &[("like", "demo")])).await;
    assert_eq!(other.status, 403, "settings are taken by organizers");
    assert_eq!(demo.one::<i64>("select count(*) from criterion where event_id = $1").await, 2);
}

#[database_test]
async fn an_event_takes_the_prizes_of_another_without_their_winners(pool: PgPool) {
    Event::new("demo").track("Health").track("Arts").organizer("org").create(&pool).await;
    for sql in [
        "update event set one_prize_each = true",
        // In the other order than they were made.
        "update track set position = case name when 'Arts' then 1 else 2 end",
        "insert into prize (event_id, name, sponsor, winners, rule, eligibility, track_id, position)
         select event_id, 'Best art', 'Lumen', 2, 'rank', 'track', id, 2 from track where name = 'Arts'",
        "insert into prize (event_id, name, rule, awarded_at, award_reason, position)
         select id, 'Kindest', 'choice', now(), 'Kind', 1 from event",
    ] {
        run(&pool, sql).await;
    }
    let site = Site::with(&pool, &["--events=anyone"]).await;
    assert!(site.browser("org").get("/events/new?like=demo").await.text().contains("Take 2 prizes too"));
    let fields = form("Next", "", &[("like", "demo"), ("prizes", "1")]);
    assert_eq!(site.browser("org").submit(NEW, &fields).await.status, 303);
    let sql = "select string_agg(concat_ws(' ', p.name, p.sponsor, p.winners, p.rule, p.eligibility, t.name, p.awarded_at, p.award_reason),
             ', ' order by p.position) || e.one_prize_each
         from event e join prize p on p.event_id = e.id left join track t on t.event_id = e.id and t.id = p.track_id
         where e.slug = 'next' group by e.id";
    let copied: String = one(&pool, sql).await;
    assert_eq!(copied, "Kindest  1 choice all , Best art Lumen 2 rank track Arts true");
}

#[database_test]
async fn the_check_list_names_what_is_missing_until_it_is_there(pool: PgPool) {
    let demo = Event::new("demo")
        .windows([(Some(1), Some(2)), (Some(1), Some(3)), (None, None)])
        .organizers(&["org", "root"])
        .team("Lights", &["ana"])
        .project("Lamp", "Lights")
        .create(&pool)
        .await;
    run(&pool, "delete from criterion").await;
    let site = Site::new(&pool).await;
    let list = async || {
        let page = site.browser("org").get("/events/demo/manage").await.body;
        page.split("id=\"check\"").nth(1).unwrap().split("id=\"now\"").next().unwrap().to_owned()
    };
    let lines = [
        "Before submissions open,",
        "The event has no description.",
        "There are no tracks.",
        "There are no criteria: teams can’t see what judges score, and judges have nothing to score.",
        "Before judging opens,",
        "Judging opens before submissions close",
        "There are no judges.",
        "1 project is submitted, and it is not assigned to a judge.",
    ];
    let found = list().await;
    for line in lines {
        assert!(found.contains(line), "no {line:?} in {found}");
    }
    assert!(!found.contains("The vote"), "there is no vote");
    for link in [
        "/settings/criteria",
        "/settings/criteria?tracks=#tracks",
        "/people?invite=#invite",
        "/assignments/plan",
    ] {
        assert!(found.contains(&format!("href=\"/events/demo/manage{link}\"")), "no way to {link}");
    }
    for sql in [
        "update event set description = 'Lamps', voting_mode = 'code', voting_open = judging_open",
        "insert into track (event_id, name) select id, 'Light' from event",
        "insert into criterion (event_id, key, name, weight, min_value, max_value) select id, 'a', 'A', 1, 1, 5 from event",
        "insert into membership (event_id, person_id, role) select event_id, person_id, 'judge' from membership m
             join person p on p.id = m.person_id where p.name = 'Root'",
    ] {
        run(&pool, sql).await;
    }
    let found = list().await;
    for line in ["no description", "no tracks", "no criteria", "There are no judges"] {
        assert!(!found.contains(line), "still {line:?} in {found}");
    }
    for line in [
        "1 judge can’t give each project 3 reviews.",
        "The vote has no closing time.",
        "The vote opens before submissions close",
        "There are no voting codes.",
    ] {
        assert!(found.contains(line), "no {line:?} in {found}");
    }
    demo.move_window("submissions", (Some(-4), Some(-3))).await;
    demo.move_window("judging", (Some(-2), Some(-1))).await;
    let found = list().await;
    assert!(!found.contains("Before judging"), "what is over needs nothing: {found}");
    assert!(!found.contains("can’t give"), "what is over needs nothing: {found}");
}

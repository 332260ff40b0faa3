//! Accounts as site admins look after them: found, deactivated, made admins, merged.

use crate::prelude::*;

async fn id(pool: &PgPool, name: &str) -> i64 {
    let sql = "select id from person where email = $1";
    sqlx::query_scalar(sql).bind(email(name)).fetch_one(pool).await.unwrap()
}

async fn setup(pool: &PgPool) -> (Site, World) {
    let demo = Event::new("demo")
        .judging()
        .admin("root")
        .organizer("org")
        .judges(&["ada", "eve"])
        .team("Lights", &["ana"])
        .projects(&[("Lamp", "Lights"), ("Torch", "Lights")])
        .assignments(&[("ada", "Lamp"), ("eve", "Lamp"), ("eve", "Torch")])
        .person("twin")
        .create(pool)
        .await;
    (Site::new(pool).await, demo)
}

#[database_test(setup(&pool))]
async fn people_are_found_by_a_part_of_their_name_or_address(site: Site, world: World) {
    let find = async |q: &str| site.browser("root").get(&format!("/admin/people?q={q}")).await.text();
    assert!(find("AD").await.contains("ada@x.example"));
    assert!(!find("AD").await.contains("eve@x.example"));
    let words = find("x.example+%C3%A1da").await;
    assert!(words.contains("ada@x.example") && !words.contains("eve@x.example"), "{words}");
    assert!(find("%25").await.contains("No account found"), "a wildcard is a text like any other");
    assert!(find("").await.contains("eve@x.example"));
    let page =
        site.browser("root").get(&format!("/admin/people/{}", id(&world.pool, "eve").await)).await.text();
    assert!(page.contains("eve@x.example") && page.contains("demo: judge"), "{page}");
    assert!(site.browser("root").get("/admin/events").await.text().contains("Demo"));
}

#[database_test(setup(&pool))]
async fn a_deactivated_account_is_out_until_it_is_activated(site: Site, world: World) {
    let eve = format!("/admin/people/{}", id(&world.pool, "eve").await);
    let act = async |act: &str| site.browser("root").submit(&format!("{eve}/{act}"), &[]).await;
    assert_eq!(site.api("eve").get("/api/me").await.status, 200);
    assert_eq!(act("deactivate").await.location(), eve);
    assert_eq!(site.api("eve").get("/api/me").await.status, 401, "the token stops working");
    assert_eq!(site.browser("eve").get("/me").await.status, 303, "the session ended");
    assert!(site.browser("root").get(&eve).await.text().contains("Deactivated"));
    assert_eq!(act("activate").await.location(), eve);
    assert_eq!(site.api("eve").get("/api/me").await.status, 401, "a token that ended stays ended");
    assert_eq!(site.browser("eve").get("/me").await.status, 303, "an ended session stays ended");
    let sql = "select action from audit_log where chain = '' and action like 'person.%' order by seq";
    let logged: Vec<String> = world.all(sql).await;
    assert_eq!(logged, ["person.deactivated", "person.activated"]);
    let org = format!("/admin/people/{}/deactivate", id(&world.pool, "org").await);
    site.browser("root").submit(&org, &[]).await.answers(409, "This person is the only organizer of “Demo”.");
}

#[database_test(setup(&pool))]
async fn one_site_admin_always_remains(site: Site, world: World) {
    let (root, twin) = (id(&world.pool, "root").await, id(&world.pool, "twin").await);
    let act = async |who: &str, of: i64, act: &str| {
        site.browser(who).submit(&format!("/admin/people/{of}/{act}"), &[]).await
    };
    for kind in ["take-admin", "deactivate"] {
        act("root", root, kind).await.answers(409, "You are the last site admin.");
    }
    assert_eq!(act("twin", twin, "make-admin").await.status, 403);
    assert_eq!(act("root", twin, "make-admin").await.status, 303);
    // Both at once: one of them stays.
    let (a, b) = tokio::join!(act("root", twin, "take-admin"), act("twin", root, "take-admin"));
    let mut statuses = [a.status, b.status];
    statuses.sort_unstable();
    assert!(statuses[0] == 303 && matches!(statuses[1], 403 | 409), "{statuses:?}");
    let left: i64 = world.one("select count(*) from person where is_staff").await;
    assert_eq!(left, 1);
}

#[database_test(setup(&pool))]
async fn merging_says_what_moves_and_then_moves_it(site: Site, demo: World) {
    let (ada, eve) = (id(&demo.pool, "ada").await, id(&demo.pool, "eve").await);
    let merge = format!("/admin/people/{ada}/merge");
    let plan = site.browser("root").get(&format!("{merge}?other=EVE@x.example")).await;
    for line in ["1 assignment moves", "1 assignment goes away", "1 access token stops working"] {
        assert!(plan.text().contains(line), "no {line} in {}", plan.text());
    }
    assert!(demo.audit().await.is_empty(), "looking changes nothing");
    let done = site.browser("root").submit(&merge, &[("other", "eve@x.example")]).await.is(303);
    site.browser("root").get(done.location()).await.says("The other account is merged into this one.");
    let sql = "select a.person_id from assignment a join project p on p.id = a.project_id where a.event_id = $1 order by p.title";
    assert_eq!(demo.all::<i64>(sql).await, [ada, ada]);
    let sql = "select count(*) from membership where person_id = $1";
    let roles: i64 = sqlx::query_scalar(sql).bind(eve).fetch_one(&demo.pool).await.unwrap();
    assert_eq!((roles, site.api("eve").get("/api/me").await.status), (0, 401));
    let rows = demo.audit().await;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].0.as_str(), "person.merged");
    assert_eq!(rows[0].3["assignments"].as_i64(), Some(2));
    let sql = "select without_salt(after) from audit_log where chain = '' and action = 'person.merged'";
    assert_eq!(one::<String>(&demo.pool, sql).await, format!("{{\"person\":{ada}}}"));
}

#[database_test(setup(&pool))]
async fn merging_gives_a_judge_what_was_dealt_to_the_other_address(site: Site, demo: World) {
    let invited = "insert into invitation (event_id, email, role, token_hash)
            values (1, 'TWIN@x.example', 'judge', sha256('twin'));
        insert into invited_assignment (event_id, invitation_id, project_id, source)
            select i.event_id, i.id, p.id, 'planned' from invitation i join project p on p.event_id = i.event_id";
    demo.run(invited).await;
    assert_eq!(demo.one::<i64>("select count(*) from invited_judge where event_id = $1").await, 1);
    let ada = id(&demo.pool, "ada").await;
    let merge = format!("/admin/people/{ada}/merge");
    assert_eq!(site.browser("root").submit(&merge, &[("other", "twin@x.example")]).await.status, 303);
    let tasks: Vec<String> = demo
        .all(&format!(
            "select p.title from assignment a join project p on p.id = a.project_id
             where a.event_id = $1 and a.person_id = {ada} order by 1"
        ))
        .await;
    assert_eq!(tasks, ["Lamp", "Torch"], "Lamp was theirs before, and is once");
    for waiting in ["invited_judge", "invited_assignment"] {
        let waits = format!("select count(*) from {waiting} where event_id = $1");
        assert_eq!(demo.one::<i64>(&waits).await, 0, "{waiting}");
    }
    let (action, _, _, after) = demo.audit().await.pop().unwrap();
    assert_eq!((action.as_str(), after), ("person.merged", serde_json::json!({ "person": ada, "dealt": 1 })));
}

#[database_test]
async fn merging_logs_the_assignments_that_a_conflict_of_the_other_account_ends(pool: PgPool) {
    let demo = Event::new("demo")
        .judging()
        .criterion("quality", "1", 0, 10)
        .admin("root")
        .judges(&["ada", "eve"])
        .team("Lights", &["ana"]);
    let demo = demo.projects(&[("Lamp", "Lights"), ("Torch", "Lights"), ("Bulb", "Lights")]);
    let demo = demo.review("ada", "Lamp", r#"{"quality": 4}"#);
    let demo = demo.assignments(&[("ada", "Torch"), ("ada", "Bulb")]);
    let (demo, site) = demo.served(&pool).await;
    let (ada, eve) = (id(&pool, "ada").await, id(&pool, "eve").await);
    let mut assignments = [demo.assignment("ada", "Lamp").await, demo.assignment("ada", "Bulb").await];
    assignments.sort_unstable();
    for (title, source) in [("Lamp", "organizer"), ("Bulb", "judge")] {
        let conflict = format!(
            "insert into conflict (event_id, person_id, project_id, source)
                 select event_id, {eve}, id, '{source}' from project where event_id = $1 and title = '{title}'"
        );
        demo.run(&conflict).await;
    }
    let merge = format!("/admin/people/{ada}/merge");
    site.browser("root").submit(&merge, &[("other", "eve@x.example")]).await.is(303);
    let ended = "select p.title || ' ' || a.taken_off from assignment a join project p on p.id = a.project_id
        where a.event_id = $1 and a.status = 'recused' order by 1";
    assert_eq!(demo.all::<String>(ended).await, ["Bulb false", "Lamp true"]);
    let submitted = "select count(*) from review where event_id = $1 and submitted_at is not null";
    assert_eq!(demo.one::<i64>(submitted).await, 0);
    // Without this, a verifier would take an honest bundle for a forged one.
    let (action, _, _, after) = demo.audit().await.pop().unwrap();
    assert_eq!((action.as_str(), &after["recused"]), ("person.merged", &serde_json::json!(assignments)));
}

#[database_test(setup(&pool))]
async fn merging_takes_a_call_along_and_an_order_without_what_was_withdrawn(site: Site, demo: World) {
    let (ada, eve) = (id(&demo.pool, "ada").await, id(&demo.pool, "eve").await);
    let said = format!(
        "insert into help_call (event_id, person_id, said) values (1, {eve}, 'The door is locked');
         insert into prize (event_id, name, rule) values (1, 'Oddest', 'panel');
         insert into prize_panellist (event_id, prize_id, person_id, choices)
             values (1, (select id from prize), {ada}, '{{}}'),
                    (1, (select id from prize), {eve}, (select array_agg(id order by title) from project));
         update project set withdrawn_at = clock_timestamp(), withdrawal_reason = 'Gone' where title = 'Lamp'"
    );
    demo.run(&said).await;
    let merge = format!("/admin/people/{ada}/merge");
    site.browser("root").submit(&merge, &[("other", "eve@x.example")]).await.is(303);
    let order: Vec<i64> = demo.one("select choices from prize_panellist where event_id = $1").await;
    assert_eq!(order, [demo.project("Torch").await]);
    assert_eq!(demo.one::<i64>("select person_id from help_call where event_id = $1").await, ada);
    assert!(site.browser("ada").get("/judge").await.text().contains("The door is locked"));
}

#[database_test]
async fn what_somebody_said_keeps_its_author(pool: PgPool) {
    let (demo, site) = Event::new("demo")
        .judging()
        .admin("root")
        .judges(&["ada", "eve"])
        .teams(&[("Lights", &["ana", "ada2"]), ("Waves", &["sue"])])
        .project("Lamp", "Lights")
        .review_draft("eve", "Lamp", r#"{"quality": 4}"#)
        .served(&pool)
        .await;
    let plan = async |kept: &str, other: &str| {
        let path = format!("/admin/people/{}/merge", id(&pool, kept).await);
        let seen = site.browser("root").get(&format!("{path}?other={}", email(other))).await;
        let done = site.browser("root").submit(&path, &[("other", &email(other))]).await;
        assert!(seen.status != 200 || done.status == 409, "{}", done.status);
        seen
    };
    plan("ada", "eve").await.answers(200, "The other account has 1 review.");
    plan("ana", "eve").await.answers(200, "One account judges 1 project of the other account’s team.");
    plan("eve", "ana").await.answers(200, "One account judges 1 project of the other account’s team.");
    demo.move_window("submissions", (Some(-3), Some(-1))).await;
    plan("ada", "ana").await.answers(200, "The other account is on a team: Lights in Demo.");
    plan("ana", "sue").await.answers(200, "The other account belongs to Waves in Demo.");
    plan("ada", "ada").await.answers(200, "This is the same account.");
    plan("ada", "root").await.answers(200, "You are the last site admin.");
    plan("ada", "nobody").await.answers(404, "There is no account with the address");
    // A guest gets in by their browser or a card. Neither opens what another account had.
    let merge = format!("/admin/people/{}/merge", id(&pool, "sue").await);
    demo.run("update person set email = 'guest-1-0@guest.invalid' where email = 'sue@x.example'").await;
    site.browser("root").submit(&merge, &[("other", &email("ada2"))]).await.answers(409, "is a guest’s");
    // A guest who has reviews can neither go nor stay, so nothing sends a reader from one way to the other and back.
    let (ada, guest) = (id(&pool, "ada").await, "guest-2-0@guest.invalid");
    demo.run(&format!("update person set email = '{guest}' where email = 'eve@x.example'")).await;
    let apart = site.browser("root").get(&format!("/admin/people/{ada}/merge?other={guest}")).await;
    apart.says("It is a guest’s, so it can’t be the one that stays.");
    apart.text().lacks(&["the other way round"]);
    assert!(demo.audit().await.is_empty());
}

#[database_test]
async fn who_is_invited_to_a_team_at_another_address_judges_it_at_neither(pool: PgPool) {
    let demo = Event::new("demo")
        .judging()
        .admin("root")
        .organizer("org")
        .judge("jo")
        .person("alt")
        .team("Lights", &["eve"])
        .project("Lamp", "Lights")
        .create(&pool)
        .await;
    let invited = "insert into invitation (event_id, team_id, email, role, token_hash)
        select event_id, id, 'alt@x.example', 'participant', 'x' from team where name = 'Lights'";
    sqlx::query(invited).execute(&pool).await.unwrap();
    let site = Site::new(&pool).await;
    let jo = id(&pool, "jo").await;
    let path = format!("/admin/people/{jo}/merge");
    site.browser("root").submit(&path, &[("other", &email("alt"))]).await.is(303);
    let named = "select count(*) from team_person where event_id = $1 and person_id = (select id from person where email = 'jo@x.example')";
    assert_eq!(demo.one::<i64>(named).await, 1);
    let lamp = demo.project("Lamp").await.to_string();
    let assign = format!("/events/demo/manage/assignments/judges/{jo}/assign");
    site.browser("org").submit(&assign, &[("project", lamp.as_str())]).await.is(409);
}

#[database_test]
async fn of_two_invitations_the_one_that_stays_names_the_team_and_two_teams_stay_apart(pool: PgPool) {
    let demo =
        Event::new("demo").judging().admin("root").organizer("org").judge("jo").people(&["alt", "two"]);
    let demo = demo
        .teams(&[("Lights", &["eve"]), ("Waves", &["tom"])])
        .project("Lamp", "Lights")
        .create(&pool)
        .await;
    for (who, team) in [("jo", "null"), ("alt", "'Lights'"), ("two", "'Waves'")] {
        let invited = format!(
            "insert into invitation (event_id, team_id, email, role, token_hash)
             select $1, (select id from team where name = {team}), '{who}@x.example', 'participant', '{who}'"
        );
        demo.run(&invited).await;
    }
    let site = Site::new(&pool).await;
    let path = format!("/admin/people/{}/merge", id(&pool, "jo").await);
    site.browser("root").submit(&path, &[("other", &email("alt"))]).await.is(303);
    let open = "select i.email || ' ' || t.name from invitation i left join team t on t.id = i.team_id
        where i.event_id = $1 and i.withdrawn_at is null order by 1";
    assert_eq!(demo.all::<String>(open).await, ["jo@x.example Lights", "two@x.example Waves"]);
    let refused = site.browser("root").submit(&path, &[("other", &email("two"))]).await;
    refused.answers(409, "The other account belongs to Waves in Demo.");
}

#[database_test]
async fn a_recused_judge_and_an_account_on_the_team_are_merged_as_the_refusal_says(pool: PgPool) {
    let demo = Event::new("demo").admin("root").organizer("org").judge("jo").team("Lights", &["alt", "eve"]);
    let demo = demo.project("Lamp", "Lights").assignments(&[("jo", "Lamp")]).create(&pool).await;
    let site = Site::new(&pool).await;
    let given: i64 = demo.one("select id from assignment where event_id = $1").await;
    let act = async |act: &str| {
        let path = format!("/events/demo/manage/assignments/{given}/{act}");
        site.browser("org").submit(&path, &[]).await.is(303);
    };
    let path = format!("/admin/people/{}/merge", id(&pool, "jo").await);
    let merge = async || site.browser("root").submit(&path, &[("other", &email("alt"))]).await;
    act("recuse").await;
    merge().await.answers(409, "give the project back to them before that");
    act("reinstate").await;
    merge().await.answers(409, "Take that assignment away first.");
    act("remove").await;
    merge().await.is(303);
}

#[database_test]
async fn a_site_admin_on_a_team_merges_no_account_that_judges_there(pool: PgPool) {
    let demo =
        Event::new("demo").judging().admin("root").organizer("org").judge("jo").people(&["alt", "new"]);
    let demo = demo
        .teams(&[("Lights", &["ana"]), ("Waves", &["tom"])])
        .project("Tide", "Waves")
        .assignments(&[("jo", "Tide")])
        .create(&pool)
        .await;
    demo.run("update person set is_staff = true where email = 'ana@x.example'").await;
    let site = Site::new(&pool).await;
    let why = "You take part in Demo, where one of the accounts judges";
    for (kept, other) in [("ana", "jo"), ("alt", "jo"), ("jo", "ana"), ("alt", "org")] {
        let path = format!("/admin/people/{}/merge", id(&pool, kept).await);
        site.browser("ana").get(&format!("{path}?other={}", email(other))).await.shows(why);
        site.browser("ana").submit(&path, &[("other", &email(other))]).await.answers(409, why);
    }
    // Where the event asks for a passkey, they need that first, and take part with it, too.
    demo.run("update event set organizers_need_passkey = true where id = $1").await;
    let path = format!("/admin/people/{}/merge", id(&pool, "ana").await);
    site.browser("ana").submit(&path, &[("other", &email("jo"))]).await.is(403);
    demo.run("update session set passkey = true").await;
    site.browser("ana").submit(&path, &[("other", &email("jo"))]).await.answers(409, why);
    demo.run("update event set organizers_need_passkey = false where id = $1").await;
    assert!(demo.audit().await.is_empty(), "nothing was merged");
    // Accounts without such a part are as everywhere, and so is an admin who takes no part.
    let path = format!("/admin/people/{}/merge", id(&pool, "alt").await);
    site.browser("ana").submit(&path, &[("other", &email("new"))]).await.is(303);
    site.browser("root").submit(&path, &[("other", &email("jo"))]).await.is(303);
    let judges = "select person_id from membership where event_id = $1 and role = 'judge'";
    assert_eq!(demo.all::<i64>(judges).await, [id(&pool, "alt").await]);
}

#[database_test]
async fn an_organizer_is_tied_to_a_team_that_their_other_account_declined(pool: PgPool) {
    let demo = Event::new("demo").judging().admin("root").organizer("org").organizer("olga").person("alt");
    let demo = demo.team("Lights", &["eve"]).create(&pool).await;
    let sql = "insert into invitation (event_id, team_id, email, role, token_hash, declined_at)
         select event_id, id, 'alt@x.example', 'participant', 'x', now() from team where event_id = $1";
    demo.run(sql).await;
    let site = Site::new(&pool).await;
    let scores = "/api/events/demo/export/scores.csv";
    site.api("olga").get(scores).await.is(200);
    let path = format!("/admin/people/{}/merge", id(&pool, "olga").await);
    site.browser("root").submit(&path, &[("other", &email("alt"))]).await.is(303);
    site.api("olga").get(scores).await.is(403);
}

#[database_test]
async fn who_was_listed_at_another_address_joins_after_the_close(pool: PgPool) {
    let demo = Event::new("demo").judging().admin("root").organizer("org").people(&["ana", "alt"]);
    let demo = demo.team("Lights", &["eve"]).create(&pool).await;
    let sql =
        "insert into imported_member select event_id, id, 'alt@x.example' from team where event_id = $1";
    demo.run(sql).await;
    let invited = "insert into invitation (event_id, team_id, email, role, token_hash, sent_at, sent_by)
        select event_id, id, 'alt@x.example', 'participant', $1, now(), 'link' from team";
    sqlx::query(invited).bind(portal::secrets::hash("alt")).execute(&pool).await.unwrap();
    let site = Site::new(&pool).await;
    let path = format!("/admin/people/{}/merge", id(&pool, "ana").await);
    site.browser("root").submit(&path, &[("other", &email("alt"))]).await.is(303);
    site.browser("ana").submit("/invitations/alt/accept", &[]).await.is(303);
    let sql = "select p.name from team_member m join person p on p.id = m.person_id where m.event_id = $1 order by 1";
    assert_eq!(demo.all::<String>(sql).await, ["Ana", "Eve"]);
}

#[database_test]
async fn whom_a_list_names_at_another_address_no_longer_judges_that_project(pool: PgPool) {
    let demo = Event::new("demo").judging().admin("root").organizer("org").judge("jo").person("alt");
    let demo = demo.team("Lights", &["eve"]).project("Lamp", "Lights");
    let demo = demo.review("jo", "Lamp", r#"{"quality": 4, "impact": 7}"#).create(&pool).await;
    let sql =
        "insert into imported_member select event_id, id, 'alt@x.example' from team where event_id = $1";
    demo.run(sql).await;
    let given = demo.assignment("jo", "Lamp").await;
    let site = Site::new(&pool).await;
    let path = format!("/admin/people/{}/merge", id(&pool, "jo").await);
    site.browser("root").submit(&path, &[("other", &email("alt"))]).await.is(303);
    let sql = "select c.source || ' ' || a.status || ' ' || a.taken_off from conflict c
        join assignment a on a.person_id = c.person_id and a.project_id = c.project_id where c.event_id = $1";
    assert_eq!(demo.all::<String>(sql).await, ["import recused true"]);
    let log = demo.audit().await;
    let merged = log.iter().find(|row| row.0 == "person.merged").map(|row| &row.3).unwrap();
    assert_eq!(merged["recused"], serde_json::json!([given]));
}

#[database_test]
async fn what_was_lifted_of_one_address_says_nothing_of_the_other_that_a_list_names(pool: PgPool) {
    let demo = Event::new("demo").judging().admin("root").organizer("org").judge("jo").person("alt");
    let demo = demo.team("Lights", &["eve"]).project("Lamp", "Lights").create(&pool).await;
    let sql = "insert into imported_member (event_id, team_id, email, lifted_reason)
         select t.event_id, t.id, n.email, n.reason from team t,
             (values ('jo@x.example', 'A namesake.'), ('alt@x.example', null)) n (email, reason)
         where t.event_id = $1";
    demo.run(sql).await;
    let site = Site::new(&pool).await;
    let path = format!("/admin/people/{}/merge", id(&pool, "jo").await);
    site.browser("root").submit(&path, &[("other", &email("alt"))]).await.is(303);
    assert_eq!(demo.all::<String>("select source from conflict where event_id = $1").await, ["import"]);
}

#[database_test]
async fn two_accounts_that_were_on_teams_leave_both_to_the_one_that_stays(pool: PgPool) {
    let demo = Event::new("demo").admin("root").organizer("org").people(&["ana", "alt"]);
    let demo = demo.teams(&[("Lights", &["eve"]), ("Waves", &["tom"])]).create(&pool).await;
    for (who, team) in [("ana", "Lights"), ("alt", "Waves")] {
        let part = format!(
            "insert into event_person (event_id, person_id, on_team, team_ids)
             select t.event_id, p.id, true, array[t.id] from team t, person p where t.name = '{team}' and p.email = '{who}@x.example'
             on conflict (event_id, person_id) do update set on_team = true, team_ids = excluded.team_ids"
        );
        demo.run(&part).await;
    }
    demo.run("update event_person set review_cap = 4 where event_id = $1 and person_id = (select id from person where email = 'alt@x.example')")
        .await;
    let site = Site::new(&pool).await;
    let path = format!("/admin/people/{}/merge", id(&pool, "ana").await);
    site.browser("root").submit(&path, &[("other", &email("alt"))]).await.is(303);
    let cap = "select review_cap from event_person where event_id = $1 and person_id = (select id from person where email = 'ana@x.example')";
    assert_eq!(demo.one::<i32>(cap).await, 4, "where the one that stays has none");
    let ties =
        "select t.name from team_tie o join team t on t.id = o.team_id join person p on p.id = o.person_id
        where o.event_id = $1 and p.email = 'ana@x.example' order by 1";
    assert_eq!(demo.all::<String>(ties).await, ["Lights", "Waves"]);
}

#[database_test]
async fn a_team_with_more_time_changes_hands_until_its_own_close(pool: PgPool) {
    let demo = Event::new("demo").judging().admin("root").organizer("org").person("ana");
    let demo = demo.team("Lights", &["eve"]).project("Lamp", "Lights").create(&pool).await;
    let site = Site::new(&pool).await;
    let path = format!("/admin/people/{}/merge", id(&pool, "ana").await);
    let plan = async || site.browser("root").get(&format!("{path}?other={}", email("eve"))).await.text();
    let joins = "joins the other’s team: Lights in Demo";
    assert!(!plan().await.contains(joins), "submissions have closed");
    let sql = "insert into team_extension (event_id, team_id, closes_at, reason)
             select event_id, id, now() + interval '1 minute', 'The power was out.' from team where event_id = $1";
    demo.run(sql).await;
    assert!(plan().await.contains(joins));
    assert_eq!(site.browser("root").submit(&path, &[("other", &email("eve"))]).await.status, 303);
    let sql = "select p.name from team_member m join person p on p.id = m.person_id where m.event_id = $1";
    assert_eq!(demo.all::<String>(sql).await, ["Ana"]);
}

#[database_test]
async fn teams_votes_panels_and_invitations_move_with_their_owner(pool: PgPool) {
    let demo = Event::new("demo")
        .admin("root")
        .organizer("org")
        .people(&["ana", "tim"])
        .teams(&[("Lights", &["eve"]), ("Waves", &["tom", "sue"])])
        .projects(&[("Lamp", "Lights"), ("Surf", "Waves")])
        .create(&pool)
        .await;
    demo.move_window("voting", (Some(-1), Some(1))).await;
    let site = Site::new(&pool).await;
    let (ana, eve, tom, tim) =
        (id(&pool, "ana").await, id(&pool, "eve").await, id(&pool, "tom").await, id(&pool, "tim").await);
    let run = async |sql: String| {
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&pool).await.unwrap();
    };
    run("update event set voting_mode = 'account', max_team_size = 2".into()).await;
    run(format!(
        "insert into ballot (event_id, person_id, choices) select p.event_id, {eve}, array[p.id] from project p where title = 'Surf'"
    ))
    .await;
    run("insert into prize (event_id, name, rule, eligibility) select id, 'Gold', 'panel', 'opt-in' from event".into()).await;
    run(format!(
        "insert into prize_panellist (event_id, prize_id, person_id) select event_id, id, {eve} from prize"
    ))
    .await;
    run(format!(
        "insert into invitation (event_id, email, name, role, token_hash, created_person_id, accepted_by, accepted_at, sent_at)
         select id, 'eve@x.example', 'Eve', 'participant', 'x', {eve}, {eve}, now(), now() from event"
    ))
    .await;
    let merge = async |kept: i64, other: &str| {
        let path = format!("/admin/people/{kept}/merge");
        let seen = site.browser("root").get(&format!("{path}?other={}", email(other))).await.text();
        (seen, site.browser("root").submit(&path, &[("other", &email(other))]).await.status)
    };
    // A vote for what becomes one's own project stands in the way.
    run(format!(
        "insert into ballot (event_id, person_id, choices) select p.event_id, {ana}, array[p.id] from project p where title = 'Lamp'"
    ))
    .await;
    let (seen, status) = merge(ana, "eve").await;
    assert!(seen.contains("One account voted for 1 project of the other account’s team"), "{seen}");
    assert_eq!(status, 409, "{seen}");
    run(format!("delete from ballot where person_id = {ana}")).await;
    let (seen, status) = merge(ana, "eve").await;
    for line in ["joins the other’s team: Lights in Demo", "1 ballot moves", "1 panel of a prize moves"] {
        assert!(seen.contains(line), "no {line} in {seen}");
    }
    assert_eq!(status, 303);
    for table in ["team_member", "ballot", "prize_panellist"] {
        let sql = format!("select count(*) from {table} where person_id = {ana} and person_id <> {eve}");
        let moved: i64 = one(&pool, &sql).await;
        let left: i64 = one(&pool, &format!("select count(*) from {table} where person_id = {eve}")).await;
        assert_eq!((moved, left), (1, 0), "{table}");
    }
    let sql = "select accepted_by, created_person_id, link_ended_at is not null from invitation";
    let invitation: (i64, Option<i64>, bool) = one_row(&pool, sql).await;
    assert_eq!(invitation, (ana, None, true), "a link signs in to no account that it did not make");
    // A full team has room for who takes a member's place.
    assert_eq!(merge(tim, "tom").await.1, 303);
    let sql = "select m.person_id from team_member m join team t on t.id = m.team_id where m.event_id = $1 and t.name = 'Waves' order by m.person_id";
    let members: Vec<i64> = demo.all(sql).await;
    assert!(members.contains(&tim) && !members.contains(&tom) && members.len() == 2, "{members:?}");
    let rows = demo.audit().await;
    assert_eq!((rows[0].3["teams"].as_i64(), rows[0].3["ballots"].as_i64()), (Some(1), Some(1)));
}

//! Deliberation on prizes: what speaks for whom, what organizers say to each other, and what they decided.

use crate::prelude::*;

const LIST: &str = "/events/demo/manage/deliberation";
const ONE: &str = "/events/demo/manage/prizes/1";
const AWARD: &str = "/events/demo/manage/prizes/1/award";

/// The judged event with one prize by rank for two projects, and a comment by j1 about project 1.
async fn event(pool: &PgPool) -> (World, Site) {
    let demo = World::demo(pool);
    demo.run("insert into prize (event_id, name, rule, winners) values (1, 'Best', 'rank', 2)").await;
    demo.run("update review set comment = 'Runs on a potato.' where id = 1").await;
    (demo, Site::new(pool).await)
}

#[database_test(JUDGED, event(&pool))]
async fn the_short_list_shows_ranks_chances_and_comments(_: World, site: Site) {
    let org = site.browser("org");
    org.get(LIST).await.says("There is no ranking yet.");
    calibrated(&site).await;
    org.get(LIST).await.says("By the rule: Project 3 and Project 1.");
    let text = org.get(ONE).await.text();
    assert!(text.contains("2 winners, found by the ranking."), "{text}");
    assert!(text.contains("Chance to be in the first 2") && text.contains("Wins by the rule"), "{text}");
    assert!(text.contains(words::CHANCES_ASSUME), "{text}");
    assert!(text.contains("Runs on a potato.") && text.contains("J1"), "{text}");
    assert!(!text.contains("Project 6"), "a repeat wins nothing: {text}");
    assert_eq!(org.get("/events/demo/manage/prizes/9").await.status, 404);
}

#[database_test(JUDGED, event(&pool))]
async fn a_prize_of_a_track_says_the_chances_within_it(demo: World, site: Site) {
    let sql = "set session_replication_role = replica;
         insert into track (event_id, name) values (1, 'Sea');
         update project set track_id = (select id from track where name = 'Sea') where event_id = 1 and id in (1, 3);
         insert into prize (event_id, name, rule, eligibility, track_id)
             select 1, 'At sea', 'rank', 'track', id from track where name = 'Sea'";
    demo.run(sql).await;
    calibrated(&site).await;
    let org = site.browser("org");
    // A page waits for a moment only. The board says as long as they are computed.
    while org.get("/events/demo/manage").await.text().contains("The chances of this run are being computed.")
    {
    }
    let page = org.get(LIST).await.body;
    let mut rows = page.split(">At sea</a>").skip(1).filter_map(|row| row.split("</tr>").next());
    let row = rows.find(|row| row.contains("to win")).unwrap();
    // Nobody else can win it, so both together are sure.
    let chance = |part: &str| part.rsplit([' ', ',']).next().and_then(|n| n.parse::<i64>().ok());
    let chances: Vec<i64> = row.split("\u{a0}% to win").filter_map(chance).collect();
    assert!(chances.len() == 2 && (99..=101).contains(&chances.iter().sum::<i64>()), "{row}");
    // The prize’s own page says the same.
    let prize = "select id from prize where event_id = $1 and name = 'At sea'";
    let page = org.get(&format!("/events/demo/manage/prizes/{}", demo.one::<i64>(prize).await)).await;
    page.says("chances those that can win this prize");
    for chance in chances {
        assert!(
            page.body.contains(&format!("data-label=\"Chance to win\" class=\"cell-num\">{chance}\u{a0}%")),
            "{}",
            page.body
        );
    }
}

#[database_test(JUDGED, event(&pool))]
async fn no_chance_is_drawn_for_a_list_that_says_none(demo: World, site: Site) {
    let add = async |name: &str, rule: &str, awarded: &str| {
        let sql = format!(
            "insert into prize (event_id, name, rule, eligibility, awarded_at) values (1, '{name}', '{rule}', 'opt-in', {awarded})"
        );
        demo.run(&sql).await;
    };
    add("Oddest", "panel", "null").await;
    add("Given", "rank", "now()").await;
    calibrated(&site).await;
    let (org, drawn) = (site.browser("org"), || site.state.prize_chances.get(&DEMO).is_some());
    org.get(LIST).await.says("to win");
    assert!(!drawn(), "all can win the one that waits, and a run says these chances itself");
    add("Kindest", "rank", "null").await;
    org.get(LIST).await.is(200);
    assert!(drawn());
}

#[database_test(JUDGED, event(&pool))]
async fn two_projects_of_one_title_are_told_apart_where_winners_are_found(demo: World, site: Site) {
    demo.run("set session_replication_role = replica; update project set title = 'Project 1' where id = 3")
        .await;
    calibrated(&site).await;
    let org = site.browser("org");
    org.get(LIST).await.says("By the rule: Project 1, Team 3 and Project 1, Team 1.");
    let one = org.get(ONE).await;
    for choice in [">Project 1, Team 1</option>", ">Project 1, Team 3</option>"] {
        one.shows(choice);
    }
    let beside = org.get(&format!("{LIST}?projects=1,3")).await;
    beside.shows("data-label=\"Project 1, Team 3\"");
    beside.shows("data-label=\"Project 1, Team 1\"");
}

#[database_test(JUDGED, event(&pool))]
async fn remarks_are_kept_for_organizers_who_take_no_part_and_stay_out_of_the_log(demo: World, site: Site) {
    let org = site.browser("org");
    let add = format!("{ONE}/remark");
    let blank = org.submit(&add, &[("project", "1"), ("body", "  ")]).await.is(400);
    blank.shows("Write a remark before you add it.");
    assert!(blank.body.contains("<option value=\"1\" selected"), "what it was about comes back");
    assert_eq!(org.submit(&add, &[("project", "6"), ("body", "A repeat.")]).await.status, 400);
    let version = "select version::bigint from event where id = $1";
    let before = demo.one::<i64>(version).await;
    let said = org.submit(&add, &[("project", "1"), ("body", "The jury liked the potato.")]).await;
    said.leads_to("/events/demo/manage/prizes/1?done=remark-added#remarks");
    assert_eq!(demo.one::<i64>(version).await, before, "nobody else sees it, so caches stay");
    org.get(ONE).await.text().has(&["The jury liked the potato.", "about Project 1"]);
    let (action, _, _, after) = demo.audit().await.pop().unwrap();
    assert_eq!((action.as_str(), after), ("remark.added", serde_json::json!({"project": 1})));
    for name in ["both", "ana"] {
        let who = site.browser(name);
        assert_eq!(who.submit(&add, &[("body", "Mine is best.")]).await.status, 403);
        for path in [LIST, ONE, "/events/demo/manage/prizes"] {
            let page = who.get(path).await;
            assert!(!page.body.contains("potato"), "{name} {path}");
            assert!(!page.body.contains("Confirm the winners"), "{name} {path}");
        }
        assert_eq!(who.get(LIST).await.status, 403);
    }
    assert_eq!(demo.one::<i64>("select count(*) from deliberation_note where event_id = $1").await, 1);
    let bundle = site.api("org").get("/api/events/demo/export/bundle.json").await.body;
    assert!(!bundle.contains("The jury liked"), "no export holds it");
    let own = site.browser("org").get("/me/data.json").await.body;
    assert!(own.contains("The jury liked the potato."), "who wrote it can read it: {own}");
}

#[database_test(JUDGED, event(&pool))]
async fn each_decision_stays_with_its_reason(demo: World, site: Site) {
    calibrated(&site).await;
    let org = site.browser("org");
    let two = [("winner", "3"), ("winner-2", "1"), ("version", "1")];
    assert_eq!(org.submit(AWARD, &two).await.status, 303);
    let sql = "select to_json(awarded_at at time zone 'UTC')#>>'{}' || 'Z' from prize where event_id = $1";
    let seen: String = demo.one(sql).await;
    let other = [
        ("winner", "5"),
        ("winner-2", "3"),
        ("version", "1"),
        ("confirmed", seen.as_str()),
        ("reason", "Five was the brighter demo."),
    ];
    org.submit(AWARD, &other).await.is(303);
    let page = org.get(ONE).await;
    let at = |id: i64| page.body.find(&format!("href=\"/projects/{id}\"")).unwrap();
    assert!(at(3) < at(5) && at(5) < at(1), "who won comes first: {}", page.body);
    let text = page.text();
    assert!(text.contains("Project 3 and Project 1, as the rule says"), "{text}");
    assert!(text.contains("Project 5 and Project 3, by choice"), "{text}");
    assert!(text.contains("Five was the brighter demo."), "{text}");
    assert!(org.get(LIST).await.text().contains("Confirmed: Project 5 and Project 3."));
    // They go with the prize.
    published(&site).await;
    let public = site.browser("both").get(ONE).await.text();
    assert!(public.contains("Project 5 and Project 3, by choice"), "after publication: {public}");
}

#[database_test(JUDGED, event(&pool))]
async fn all_prizes_that_their_rules_decide_are_confirmed_in_one_press(demo: World, site: Site) {
    demo.run("insert into prize (event_id, name, rule) values (1, 'Oddest', 'panel'), (1, 'Bold', 'choice')")
        .await;
    demo.run("insert into prize (event_id, name, rule) values (1, 'Third', 'rank')").await;
    demo.run("update event set one_prize_each = true").await;
    let confirm = format!("{LIST}/confirm");
    calibrated(&site).await;
    let org = site.browser("org");
    let page = org.get(LIST).await;
    let text = page.text();
    assert!(text.contains("4 prizes: 1 can be confirmed by its rule and 3 need a look first."), "{text}");
    text.has(&["Nobody is on the panel yet. Choose panellists", "An organizer chooses"]);
    assert!(text.contains("Project 3 would win this prize and one above it"), "{text}");
    assert!(page.body.contains("Confirm 1 prize by its rule"), "{text}");
    let shown = page.body.hidden("digest").to_owned();
    assert_eq!(site.browser("both").submit(&confirm, &[("digest", shown.as_str())]).await.status, 403);
    // What the rule gives has changed since: nothing is confirmed unseen.
    demo.run("update prize set winners = 1, version = version + 1 where name = 'Best'").await;
    let stale = org.submit(&confirm, &[("digest", shown.as_str())]).await;
    assert!(stale.status == 409 && stale.body.contains("Look at the new list"), "{}", stale.text());
    let winners = "select coalesce(array_agg(z.name || w.project_id order by z.id), '{}')
                   from prize_winner w join prize z on z.id = w.prize_id where w.event_id = $1";
    assert_eq!(demo.one::<Vec<String>>(winners).await, Vec::<String>::new());
    // The first two are too close to call, so who confirms that ticks it.
    let shown = stale.body.hidden("digest").to_owned();
    org.submit(&confirm, &[("digest", shown.as_str())]).await.is(400).shows("Tick at least one prize.");
    let done = org.submit(&confirm, &[("digest", shown.as_str()), ("too_close", "1")]).await;
    done.leads_to("/events/demo/manage/deliberation?confirmed=1");
    assert_eq!(demo.one::<Vec<String>>(winners).await, ["Best3"]);
    let (action, _, before, after) = demo.audit().await.pop().unwrap();
    assert_eq!(action, "prize.awarded");
    assert_eq!((&before["winners"], &after["winners"]), (&serde_json::json!([]), &serde_json::json!([3])));
    assert_eq!(after["as_suggested"], true);
    assert!(org.get(ONE).await.text().contains("Project 3, as the rule says"));
    // The first prize is given, so the rule of the next one decides between the others.
    let next = org.get(&format!("{LIST}?confirmed=1")).await;
    assert!(next.body.contains("1 prize is confirmed as the rules say."), "{}", next.text());
    let cookie = format!("sessionid={}", session("org"));
    let elsewhere = [("cookie", cookie.as_str()), ("sec-fetch-site", "cross-site")];
    let linked = org.send_with("GET", &format!("{LIST}?confirmed=1"), &elsewhere, "").await.is(200);
    assert!(
        !linked.body.contains("confirmed as the rules say"),
        "an address from elsewhere says nothing of an act"
    );
    let shown = next.body.hidden("digest").to_owned();
    assert_eq!(org.submit(&confirm, &[("digest", shown.as_str())]).await.status, 303);
    assert_eq!(demo.one::<Vec<String>>(winners).await, ["Best3", "Third1"]);
    // Sent twice, it acts once.
    org.submit(&confirm, &[("digest", shown.as_str())]).await.is(409);
    assert!(!org.get(LIST).await.body.contains("name=\"digest\""));
}

#[database_test(JUDGED, event(&pool))]
async fn a_prize_that_is_too_close_to_call_is_left_out_unless_somebody_ticks_it(demo: World, site: Site) {
    demo.run("insert into prize (event_id, name, rule) values (1, 'First', 'rank')").await;
    calibrated(&site).await;
    let (org, api, path) = (site.browser("org"), site.api("org"), "/api/events/demo/prizes/by-rule");
    let page = org.get(LIST).await;
    page.says("2 prizes: 1 can be confirmed by its rule and 1 needs a look first.");
    page.says("Too close to call at the last winning place: Project 3 and Project 1. Decide on its page");
    page.says("1 prize is left out, because it is too close to call");
    page.shows("name=\"too_close\" value=\"2\"");
    page.shows("Confirm 1 prize by its rule, and those that are ticked");
    let read = api.get(path).await.json();
    let why = json!([{ "prize": 2, "why": [{ "kind": "too_close", "projects": [3, 1] }] }]);
    assert_eq!((&read["sure"], &read["waiting"]), (&json!([1]), &why));
    // One that waits for nothing, none, and no number.
    for wrong in [json!([1]), json!([9]), json!(["2"]), json!(2)] {
        let sent = json!({ "digest": read["digest"], "too_close": wrong });
        assert_eq!(api.post(path, sent).await.status, 400, "{wrong}");
    }
    let sent = json!({ "digest": read["digest"] });
    assert_eq!(api.post(path, sent).await.json(), json!({ "number": 1 }));
    let won = "select array_agg(prize_id order by prize_id) from (select distinct prize_id from prize_winner where event_id = $1) w";
    assert_eq!(demo.one::<Vec<i64>>(won).await, [1]);
    let confirm = format!("{LIST}/confirm");
    let shown = org.get(LIST).await.body.hidden("digest").to_owned();
    // What was ticked comes back with the list as it is by now.
    let stale = org.submit(&confirm, &[("digest", "old"), ("too_close", "2")]).await.is(409);
    stale.shows("name=\"too_close\" value=\"2\" checked");
    org.submit(&confirm, &[("digest", shown.as_str()), ("too_close", "2")]).await.is(303);
    assert_eq!(demo.one::<Vec<i64>>(won).await, [1, 2]);
}

#[database_test(JUDGED, event(&pool))]
async fn a_prize_that_was_left_out_is_not_confirmed_once_it_is_sure(demo: World, site: Site) {
    demo.run("insert into prize (event_id, name, rule, eligibility) values (1, 'First', 'rank', 'opt-in')")
        .await;
    let in_prize = "insert into project_prize (event_id, project_id, prize_id) values (1, 3, 2), (1, 1, 2)";
    demo.run_unguarded(in_prize).await;
    calibrated(&site).await;
    let org = site.browser("org");
    let page = org.get(LIST).await;
    page.shows("name=\"too_close\" value=\"2\"");
    let shown = page.body.hidden("digest").to_owned();
    // Nobody is close to the winner any more.
    demo.run_unguarded("delete from project_prize where project_id = 1").await;
    org.submit(&format!("{LIST}/confirm"), &[("digest", &shown)]).await.is(409);
    org.get(LIST).await.shows("Confirm 2 prizes by their rules");
    assert_eq!(demo.one::<i64>("select count(*) from prize_winner where event_id = $1").await, 0);
}

#[database_test(JUDGED, event(&pool))]
async fn every_page_of_a_run_says_that_something_changed_since(demo: World, site: Site) {
    calibrated(&site).await;
    let org = site.browser("org");
    let pages = ["deliberation", "prizes/1", "calibration", "calibration/publish"];
    let shown = async |page: &str| org.get(&format!("/events/demo/manage/{page}")).await.is(200);
    let told = async || site.api("org").get("/api/events/demo/prizes/by-rule").await.json();
    let silent = async |run: i32| {
        for page in pages {
            let text = shown(page).await.text();
            assert!(!text.contains(&words::outdated_run(run)), "{page}: {text}");
        }
        assert_eq!(told().await["outdated"], false);
    };
    silent(1).await;
    rescored(&demo).await;
    for page in pages {
        let page = shown(page).await;
        page.says(&words::outdated_run(1));
        page.shows("href=\"/events/demo/manage/calibration#run\">Run it again</a>");
    }
    let after = told().await;
    assert_eq!((&after["run"], &after["outdated"]), (&json!(1), &json!(true)));
    assert_eq!(calibrated(&site).await, 2);
    silent(2).await;
}

#[database_test(JUDGED, event(&pool))]
async fn a_project_that_was_flagged_since_the_run_waits_for_a_look(demo: World, site: Site) {
    calibrated(&site).await;
    let org = site.browser("org");
    assert!(org.get(LIST).await.body.contains("name=\"digest\""));
    demo.run("set session_replication_role = replica; update project set duplicate_of = 1 where id = 3")
        .await;
    let page = org.get(LIST).await;
    let text = page.text();
    assert!(text.contains("In the ranking, but flagged as a repeat since: Project 3."), "{text}");
    assert!(page.body.contains("/events/demo/manage/projects/3\"") && !page.body.contains("name=\"digest\""));
}

#[database_test(JUDGED, event(&pool))]
async fn no_prize_is_confirmed_by_a_ranking_that_names_a_withdrawn_project(_: World, site: Site) {
    calibrated(&site).await;
    let org = site.browser("org");
    let confirm = format!("{LIST}/confirm");
    let before = org.get(LIST).await.body.hidden("digest").to_owned();
    let withdraw = "/events/demo/manage/projects/3/withdraw";
    assert_eq!(org.submit(withdraw, &[("reason", "A test entry")]).await.status, 303);
    let page = org.get(LIST).await;
    let text = page.text();
    assert!(text.contains("In the ranking, but withdrawn since: Project 3."), "{text}");
    assert!(!page.body.contains("name=\"digest\""), "{text}");
    assert_eq!(org.submit(&confirm, &[("digest", before.as_str())]).await.status, 409);
    calibrated(&site).await;
    assert!(!org.get(LIST).await.text().contains("withdrawn since"));
}

#[database_test(JUDGED, event(&pool))]
async fn projects_are_laid_side_by_side_for_organizers_who_take_no_part(demo: World, site: Site) {
    demo.run("insert into prize (event_id, name, eligibility) values (1, 'Greenest', 'opt-in')").await;
    let wish = "insert into project_prize (event_id, project_id, prize_id) select 1, 1, id from prize where name = 'Greenest'";
    demo.run(&format!("set session_replication_role = replica; {wish}")).await;
    calibrated(&site).await;
    let org = site.browser("org");
    let list = org.get(LIST).await.body;
    assert!(list.contains("name=\"projects\" value=\"1\"") && !list.contains("id=\"beside\""), "{list}");
    for query in ["?projects=1,3", "?projects=1&projects=3"] {
        let page = org.get(&format!("{LIST}{query}")).await;
        let text = page.text();
        assert!(page.body.contains("id=\"beside\"") && text.contains("Runs on a potato."), "{text}");
        assert!(text.contains(words::CHANCES_ASSUME), "{text}");
        // Qualities of 5, 3 and 4.
        assert!(text.contains("4.0, from 3 to 5, in 3 reviews") && text.contains("Greenest"), "{text}");
        page.body.has(&["data-label=\"Project 3\""]);
        assert_eq!(text.matches("View project: ").count(), 2, "a phone has no heads of columns: {text}");
        page.body.lacks(&["data-label=\"Project 5\""]);
    }
    // They lead back to the page of the prize that they came from, also when others are chosen.
    org.get(ONE).await.body.has(&["Lay the first side by side", "prize=1\""]);
    let from_one = org.get(&format!("{LIST}?projects=1,3&prize=1")).await.body;
    from_one.has(&["Back to Best", &format!("href=\"{ONE}\""), "name=\"prize\" value=\"1\""]);
    from_one.lacks(&["Back to all prizes"]);
    let from_all = org.get(&format!("{LIST}?projects=1,3&prize=99")).await.body;
    from_all.has(&["Back to all prizes"]);
    from_all.lacks(&["name=\"prize\""]);
    for unknown in ["99", "8", "1,99"] {
        assert_eq!(org.get(&format!("{LIST}?projects={unknown}")).await.status, 404, "{unknown}");
    }
    for name in ["both", "ana"] {
        let page = site.browser(name).get(&format!("{LIST}?projects=1,3")).await;
        assert!(page.status == 403 && !page.body.contains("potato"), "{name}");
    }
}

//! What a prize's rule decides and what it does not, on the prize's page and on the check list before publishing.

use crate::prelude::*;

const PRIZES: &str = "/events/demo/manage/prizes";
const PUBLISH: &str = "/events/demo/manage/calibration/publish";

/// Three projects of two teams, and voters on no team.
async fn event(pool: &PgPool) -> World {
    Event::new("demo")
        .windows([(Some(-3), Some(-2)), (Some(-2), Some(-1)), (Some(-2), Some(-1))])
        .criterion("quality", "1", 0, 100)
        .organizer("org")
        .judges(&["jo", "kim"])
        .people(&["vera", "walt"])
        .teams(&[("Lights", &["ana"]), ("Waves", &["bob"])])
        .projects(&[("Lamp", "Lights"), ("Tide", "Waves"), ("Dune", "Waves")])
        .create(pool)
        .await
}

/// The panel of the first prize, with the order of each.
async fn panel(demo: &World, orders: &[(&str, &str)]) {
    for (who, choices) in orders {
        demo.run(&format!(
            "insert into prize_panellist (event_id, prize_id, person_id, choices)
             select 1, 1, id, '{choices}' from person where email = '{who}@x.example'"
        ))
        .await;
    }
}

#[database_test(event(&pool))]
async fn a_tie_of_a_panel_is_named_and_decided_by_an_organizer_with_a_reason(demo: World) {
    demo.run("insert into prize (event_id, name, rule) values (1, 'Oddest', 'panel')").await;
    panel(&demo, &[("jo", "{1,2}"), ("kim", "{2,1}")]).await;
    let site = Site::new(&demo.pool).await;
    let org = site.browser("org");
    let page = org.get(&format!("{PRIZES}/1")).await;
    let text = page.text();
    text.has(&["“Lamp” and “Tide” are equal at the last winning place. 1 of them can win."]);
    assert!(text.contains("9 points, ahead of 0 in pairs") && text.contains("Tied"), "{text}");
    assert!(!page.body.contains("<option value=\"1\" selected"), "nobody is chosen beforehand");
    let award = format!("{PRIZES}/1/award");
    let bare = org.submit(&award, &[("winner", "1"), ("version", "1")]).await;
    assert!(bare.status == 400 && bare.body.contains("Say why these projects win."), "{}", bare.text());
    org.submit(&award, &[("winner", "1"), ("version", "1"), ("reason", "It shone.")]).await.is(303);
}

#[database_test(event(&pool))]
async fn only_terms_that_were_refused_unfold(demo: World) {
    demo.run("insert into prize (event_id, name, rule) values (1, 'Best', 'choice')").await;
    let site = Site::new(&demo.pool).await;
    let (org, prize) = (site.browser("org"), format!("{PRIZES}/1"));
    let unfolded = |page: &str| {
        let mut tags = page.split("<details").skip(1).filter_map(|rest| rest.split('>').next());
        tags.find(|tag| tag.contains("id=\"terms\"")).unwrap().contains(" open")
    };
    assert!(!unfolded(&org.get(&prize).await.body));
    let unexplained = [("winner", "1"), ("version", "1")];
    let nameless =
        [("name", ""), ("winners", "1"), ("rule", "choice"), ("eligibility", "all"), ("version", "1")];
    for (act, fields, terms) in [
        ("award", &unexplained[..], false),
        ("remark", &[("body", "")][..], false),
        ("change", &nameless[..], true),
    ] {
        let page = org.submit(&format!("{prize}/{act}"), fields).await.is(400);
        assert_eq!(unfolded(&page.body), terms, "{act}: {}", page.body);
    }
}

#[database_test(event(&pool))]
async fn who_does_not_wait_for_the_whole_panel_says_why(demo: World) {
    demo.run("insert into prize (event_id, name, rule) values (1, 'Oddest', 'panel'), (1, 'Empty', 'panel')")
        .await;
    panel(&demo, &[("jo", "{2,1}"), ("kim", "{}")]).await;
    let site = Site::new(&demo.pool).await;
    let (org, prize) = (site.browser("org"), format!("{PRIZES}/1"));
    let why = "Say why you do not wait for the whole panel.";
    let empty = org.get(&format!("{PRIZES}/2")).await;
    empty.says("Say why. It is public with the winners.");
    assert!(!empty.body.contains(why), "it has no panel");
    let page = org.get(&prize).await;
    page.says("1 of 2 panellists gave an order.");
    page.shows(why);
    let award = format!("{prize}/award");
    // As the orders that are in have it, and still the panel has not decided.
    let bare = [("winner", "2"), ("version", "1")];
    org.submit(&award, &bare).await.is(400).shows("Say why these projects win.");
    demo.run("update prize_panellist set choices = '{2}'").await;
    assert!(!org.get(&prize).await.body.contains(why), "everybody gave an order");
    org.submit(&award, &bare).await.is(303);
}

#[database_test(event(&pool))]
async fn a_community_prize_takes_the_votes_of_the_eligible_once_the_vote_is_closed(demo: World) {
    let sql =
        "update event set voting_mode = 'account', votes_per_voter = 2, voting_close = now() + interval '1h'";
    demo.run(sql).await;
    demo.run("insert into prize (event_id, name, rule) values (1, 'Loved', 'vote')").await;
    let site = Site::new(&demo.pool).await;
    for (who, choices) in [("vera", [1, 2]), ("walt", [2, 3])] {
        site.api(who).post("/api/events/demo/ballot", serde_json::json!({"choices": choices})).await.is(200);
    }
    let org = site.browser("org");
    let early = org.get(&format!("{PRIZES}/1")).await.body;
    assert!(!early.contains("\"Votes\"") && early.contains("are counted once voting has closed"), "{early}");
    demo.run("update event set voting_close = now()").await;
    let page = org.get(&format!("{PRIZES}/1")).await;
    assert!(page.body.contains("data-label=\"Votes\" class=\"cell-num\">2<"), "{}", page.body);
    let text = page.text();
    assert!(text.contains("Wins by the rule") && !text.contains("Tied"), "{text}");
    // A repeat wins nothing; then the other two are equal.
    let sql =
        "set session_replication_role = replica; update project set duplicate_of = 1 where title = 'Tide'";
    demo.run(sql).await;
    org.get(&format!("{PRIZES}/1")).await.says("“Lamp” and “Dune” are equal at the last winning place.");
}

#[database_test(Event::new("demo").judging().organizer("org").served(&pool))]
async fn a_community_prize_without_a_vote_is_on_the_check_list_while_there_is_time(world: World, site: Site) {
    let line = "1 prize goes to the most community votes, and this event has no vote.";
    let said = async || site.browser("org").get("/events/demo/manage").await.text().contains(line);
    world.run("insert into prize (event_id, name, rule) values ($1, 'Best', 'rank')").await;
    assert!(!said().await);
    world.run("insert into prize (event_id, name, rule) values ($1, 'Loved', 'vote')").await;
    assert!(said().await);
    world.run("update event set voting_mode = 'account' where id = $1").await;
    assert!(!said().await);
}

/// The items of the check list, each as a sentence.
fn items(page: &str) -> Vec<String> {
    let (_, list) = page.split_once("<h2 id=\"before\">").unwrap();
    let list = list.split("</ul>").next().unwrap();
    let text = |item: &str| {
        let inside = item.split_once("<p>").unwrap().1;
        let pieces = inside.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text));
        pieces.collect::<String>()
    };
    list.split("<li").skip(1).map(text).collect()
}

#[database_test(JUDGED)]
async fn the_check_list_names_what_is_missing_and_what_is_in_order(demo: World, site: Site) {
    demo.run("update assignment set status = 'recused' where status = 'pending'").await;
    demo.run("update project set duplicate_of = 1 where id = 7").await;
    demo.run("update event set judging_close = now() - interval '1 minute'").await;
    calibrated(&site).await;
    let org = site.browser("org");
    let has = |items: &[String], text: &str| items.iter().any(|item| item.contains(text));
    let page = org.get(PUBLISH).await.body;
    let plain = items(&page);
    for fine in [
        "Judging is closed.",
        "All assigned reviews are in",
        "The run includes the latest reviews.",
        "The calculation finished.",
        // All addresses of the tests share a domain.
        "pairs of judge and project look like a conflict of interest",
    ] {
        assert!(has(&plain, fine), "{fine}: {plain:?}");
    }
    assert!(!has(&plain, "prize") && !has(&plain, "vote"), "there are none: {plain:?}");
    assert!(page.contains("Who sees what, table") && page.contains("Mean score per criterion"), "{page}");

    demo.run("insert into prize (event_id, name, rule, winners) values (1, 'Best', 'rank', 1), (1, 'Oddest', 'panel', 1)").await;
    let manage = "/events/demo/manage";
    org.get(manage)
        .await
        .body
        .has(&["1 panel has nobody on it.", "manage/prizes/2?panel=1#panel\">Choose panellists</a>"]);
    let sql = "insert into prize_panellist (event_id, prize_id, person_id)
        select 1, 2, id from person where email in ('j1@x.example', 'j2@x.example')";
    demo.run(sql).await;
    let prizes = items(&org.get(PUBLISH).await.body);
    assert!(has(&prizes, "2 prizes have no winners yet: Best and Oddest"), "{prizes:?}");
    assert!(
        has(&prizes, "Oddest: the panel is not finished. 0 of 2 panellists gave an order."),
        "{prizes:?}"
    );
    assert!(!has(&prizes, "All panels are finished."), "{prizes:?}");
    org.get(manage).await.body.has(&[
        "1 panel waits for orders from panellists.",
        "manage/prizes/2?panel=1#panel\">See the panel</a>",
    ]);
    // Somebody confirms the winner all the same.
    demo.run("update prize set awarded_at = now() where name = 'Oddest'").await;
    // The panel is closed then, and waits for nobody.
    let overview = org.get(manage).await.text();
    assert!(!overview.contains("1 panel"), "{overview}");
    let confirmed = items(&org.get(PUBLISH).await.body);
    let early =
        "Oddest: its winners were confirmed before the panel was finished. 0 of 2 panellists gave an order.";
    assert!(has(&confirmed, early) && !has(&confirmed, "All panels are finished."), "{confirmed:?}");
    demo.run("update prize_panellist set choices = array[1::bigint]").await;
    let finished = items(&org.get(PUBLISH).await.body);
    assert!(has(&finished, "All panels are finished."), "{finished:?}");
    // Where an organizer chooses, there is no last winning place.
    demo.run("update prize set rule = 'choice' where name = 'Best'").await;
    let chosen = items(&org.get(PUBLISH).await.body);
    assert!(!has(&chosen, "last winning place"), "{chosen:?}");
    demo.run("update prize set rule = 'rank' where name = 'Best'").await;

    // Equal ranks at the line, as a run would store them.
    let sql = "insert into calibration_run (event_id, run, method, input_digest, input, results, judges, excluded, connectivity)
         select event_id, 0, method, input_digest, input,
                (select json_agg(jsonb_set(p, '{rank}', to_jsonb(greatest(1, (p ->> 'rank')::int - 1))) order by n)
                 from jsonb_array_elements(results::jsonb) with ordinality x(p, n)),
                judges, excluded, connectivity from calibration_run";
    demo.run(sql).await;
    let tied = items(&org.get(PUBLISH).await.body);
    assert!(has(&tied, "Best: a tie at the last winning place. "), "{tied:?}");
    assert!(has(&tied, "are equal, and 1 of them can win."), "{tied:?}");
}

#[database_test(JUDGED)]
async fn winners_that_the_ranking_no_longer_gives_need_a_tick(demo: World, site: Site) {
    demo.run("insert into prize (event_id, name, rule, winners) values (1, 'Best', 'rank', 2)").await;
    calibrated(&site).await;
    let org = site.browser("org");
    let award = format!("{PRIZES}/1/award");
    let first = org.get(&format!("{PRIZES}/1")).await.body;
    let chosen = |name: &str| {
        let (_, select) = first.split_once(&format!("<select id=\"{name}\"")).unwrap();
        let options: Vec<&str> = select.split("</select>").next().unwrap().split("<option").collect();
        let option = options.iter().find(|option| option.contains("selected")).unwrap();
        option.split("value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    let (one, two) = (chosen("winner"), chosen("winner-2"));
    let fields = [("winner", one.as_str()), ("winner-2", two.as_str()), ("version", "1")];
    assert_eq!(org.submit(&award, &fields).await.status, 303);
    let text = |page: &str| items(page).join("\n");
    assert!(text(&org.get(PUBLISH).await.body).contains("Every prize has its winners."));
    // Project 1 was second, and falls.
    rescored(&demo).await;
    calibrated(&site).await;
    let page = org.get(PUBLISH).await.body;
    assert!(text(&page).contains("Best: the confirmed winners are not the first of this ranking."), "{page}");
    assert!(page.contains("name=\"warned\" value=\"prize_outdated\""), "{page}");

    // The organizer ticks that it goes to the first of this run: winners and ranking become public together.
    page.has(&["name=\"follow\" value=\"1\"", "Best: the winner becomes"]);
    let publish = [("run", "2"), ("consent", "true"), ("follow", "1")];
    org.submit(PUBLISH, &[("run", "2"), ("consent", "true"), ("follow", "9")]).await.is(409);
    assert_eq!(org.submit(PUBLISH, &publish).await.status, 303);
    let results = site.api("").get("/api/events/demo/results").await.json();
    let first: Vec<_> =
        results["projects"].as_array().unwrap()[..2].iter().map(|p| p["project"].clone()).collect();
    let won: Vec<_> =
        results["prizes"][0]["winners"].as_array().unwrap().iter().map(|w| w["project"].clone()).collect();
    assert_eq!(won, first);
    assert_ne!(
        serde_json::json!(won),
        serde_json::json!([one.parse::<i64>().unwrap(), two.parse::<i64>().unwrap()])
    );
}

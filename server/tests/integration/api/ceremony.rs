//! The ceremony: set up, opened on a projector step by step, and known to nobody else before the results are published.

use crate::prelude::*;

const CEREMONY: &str = "/events/demo/manage/ceremony";
/// The page that it is a part of.
const WINNERS: &str = "/events/demo/manage/deliberation";

/// Four projects: Tide is the best, Lamp and Moor are equal behind it, Dune is the last. Both organizes and judges.
async fn event(pool: &PgPool) -> Site {
    Event::new("demo")
        .windows([(Some(-3), Some(-2)), (Some(-2), Some(-1)), (Some(2), Some(3))])
        .criterion("quality", "1", 0, 100)
        .organizers(&["org", "second", "both"])
        .judges(&["both", "jo", "kim"])
        .teams(&[("Lights", &["ana"]), ("Waves", &["bob"])])
        .projects(&[("Lamp", "Lights"), ("Tide", "Waves"), ("Dune", "Waves"), ("Moor", "Lights")])
        .reviews(&[("jo", "Lamp", r#"{"quality": 60}"#), ("jo", "Tide", r#"{"quality": 90}"#)])
        .reviews(&[("jo", "Moor", r#"{"quality": 60}"#), ("jo", "Dune", r#"{"quality": 10}"#)])
        .create(pool)
        .await;
    let sql = "insert into prize (event_id, name, rule, winners, position) values
            (1, 'Grand prize', 'rank', 3, 1), (1, 'Oddest', 'choice', 1, 2), (1, 'Kindest', 'choice', 2, 3)";
    run(pool, sql).await;
    calibrated_in(pool, "demo").await;
    Site::new(pool).await
}

async fn award(site: &Site, prize: i64, winners: &[&str], reason: &str) {
    let mut fields = vec![("version", "1"), ("reason", reason)];
    fields.extend(["winner", "winner-2", "winner-3"].into_iter().zip(winners.iter().copied()));
    site.browser("org").submit(&format!("/events/demo/manage/prizes/{prize}/award"), &fields).await.is(303);
}

/// The text of the steps that the page shows, the shown one first.
async fn step(site: &Site, query: &str) -> String {
    let page = site.browser("org").get(&format!("{CEREMONY}/show?{query}")).await.is(200);
    let tag = |part: &&str| {
        part.split('>').next().is_some_and(|tag| tag.contains("ceremony-step") && !tag.contains("hidden"))
    };
    let shown: Vec<&str> = page.body.split("<section").filter(tag).collect();
    assert_eq!(shown.len(), 1, "{}", page.body);
    let shown = shown[0].split_once('>').unwrap().1.split("</section>").next().unwrap();
    let mut text = String::new();
    for part in shown.split('<') {
        text.push_str(part.split_once('>').map_or(part, |(_, text)| text));
        text.push(' ');
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[database_test(event(&pool))]
async fn a_ceremony_reveals_prizes_one_by_one_and_equal_winners_together(site: Site) {
    let org = site.browser("org");
    // Until all prizes have winners, the page is about them.
    let (empty, asked) = (org.get(WINNERS).await, org.get(&format!("{WINNERS}?ceremony=1")).await);
    let fold = "<summary><h2 id=\"ceremony\">";
    assert!(empty.body.contains(fold) && !asked.body.contains(fold), "{}", empty.body);
    asked.text().has(&["Save ceremony", "Back to all prizes"]);
    asked.text().lacks(&["3 prizes: "]);
    let empty = empty.text();
    assert_eq!(empty.matches("Not confirmed, so left out").count(), 3, "{empty}");
    assert!(empty.contains("There is nothing to reveal yet."), "{empty}");
    award(&site, 1, &["2", "1", "4"], "").await;
    award(&site, 3, &["3"], "It dances.").await;
    let page = org.get(WINNERS).await;
    let text = page.text();
    assert_eq!(text.matches("Not confirmed, so left out").count(), 1, "{text}");
    text.has(&["Lamp and Moor, together"]);
    assert!(text.contains("Save the ceremony first."), "{text}");
    // The last prize of the list comes first, in the ceremony at the end of the page.
    let at = |name: &str| page.body.rfind(&format!(">{name}</a></th>")).unwrap();
    assert!(at("Kindest") < at("Oddest") && at("Oddest") < at("Grand prize"));
    assert_eq!(org.get(&format!("{CEREMONY}/show")).await.location(), format!("{WINNERS}?ceremony=1#news"));

    let saved = [
        ("version", "0"),
        ("turn-3", "2"),
        ("turn-2", "3"),
        ("turn-1", "1"),
        ("intervals", "true"),
        ("full_ranking", "true"),
    ];
    assert_eq!(
        org.submit(CEREMONY, &saved).await.location(),
        format!("{WINNERS}?ceremony=1&done=ceremony-saved#ceremony")
    );
    assert_eq!(org.get(&format!("{CEREMONY}/show")).await.status, 200);
    assert_eq!(step(&site, "").await, "And the winners are … Demo");
    assert!(step(&site, "step=1").await.starts_with("Grand prize 3 winners, the best of the ranking"));
    let second = step(&site, "step=2").await;
    assert!(second.starts_with("Grand prize Second place, shared Lamp Lights"), "{second}");
    assert!(second.contains("Moor Lights") && !second.contains("Tide"), "{second}");
    assert!(second.contains("with a chance of 90 %"), "{second}");
    let first = step(&site, "step=3").await;
    assert!(first.starts_with("Grand prize First place Tide Waves"), "{first}");
    assert!(
        step(&site, "step=4")
            .await
            .starts_with("Grand prize First place Tide Waves Second place, shared Lamp")
    );
    assert_eq!(step(&site, "step=6").await, "Kindest Winner Dune Waves");
    assert!(step(&site, "step=7").await.starts_with("The ranking 1 Tide Waves 2 Lamp Lights 2 Moor"));
    assert!(step(&site, "step=8").await.starts_with("Congratulations!"));
    assert!(step(&site, "step=99").await.starts_with("Congratulations!"), "there is nothing behind the end");
    let notes = step(&site, "step=5&view=notes").await;
    assert!(notes.starts_with("On the screen Kindest"), "{notes}");
    assert!(notes.contains("Next Kindest: Winner Dune, Waves"), "{notes}");
    assert!(step(&site, "step=6&view=notes").await.ends_with("Notes It dances."));

    // Another order, all at once, and nothing else.
    let other = [("version", "1"), ("turn-3", "1"), ("turn-2", "2"), ("turn-1", "3"), ("at_once", "1")];
    assert_eq!(org.submit(CEREMONY, &other).await.status, 303);
    assert!(step(&site, "step=1").await.starts_with("Kindest"));
    let all = step(&site, "step=4").await;
    assert!(all.contains("Tide") && all.contains("Lamp") && !all.contains("90 %"), "{all}");
    assert!(step(&site, "step=5").await.starts_with("Congratulations!"));
}

#[database_test(event(&pool))]
async fn a_wrong_turn_is_named_and_a_stale_form_overwrites_nothing(pool: PgPool, site: Site) {
    let org = site.browser("org");
    for typed in ["0", "4", "x", ""] {
        let fields =
            [("version", "0"), ("turn-1", typed), ("turn-2", "1"), ("turn-3", "2"), ("intervals", "true")];
        let wrong = org.submit(CEREMONY, &fields).await.is(400);
        wrong.shows("Enter a whole number from 1 to 3.");
        assert!(wrong.body.contains("href=\"#turn-1\""), "{}", wrong.body);
    }
    let turns = [("turn-1", "1"), ("turn-2", "2"), ("turn-3", "3")];
    org.submit(CEREMONY, &[("version", "0"), ("turn-99", "1")]).await.is(400);
    let save = async |who: &str, version: &'static str| {
        let fields = [&[("version", version)], &turns[..]].concat();
        site.browser(who).submit(CEREMONY, &fields).await
    };
    assert_eq!(save("second", "0").await.status, 303);
    let stale = save("org", "0").await.is(409);
    stale
        .text()
        .has(&["It is now: Grand prize, then Oddest, then Kindest; no intervals, no ranking at the end."]);
    assert_eq!(save("org", "1").await.status, 303);
    let sql =
        "select without_salt(after), before from audit_log where action = 'ceremony.set_up' order by seq";
    let logged: Vec<(String, Option<String>)> = all_rows(&pool, sql).await;
    assert_eq!(logged.len(), 2);
    assert!(logged[0].1.is_none() && logged[1].1.as_ref() == Some(&logged[0].0), "{logged:?}");
}

#[database_test(event(&pool))]
async fn what_is_newer_than_the_ceremony_is_named_before_it_starts(pool: PgPool, site: Site) {
    let org = site.browser("org");
    award(&site, 1, &["2", "1", "4"], "").await;
    let set_up = async |version: &'static str| {
        let fields = [("version", version), ("turn-1", "3"), ("turn-2", "2"), ("turn-3", "1")];
        assert_eq!(org.submit(CEREMONY, &fields).await.status, 303);
    };
    set_up("0").await;
    let show = format!("{CEREMONY}/show");
    assert_eq!(org.get(&show).await.status, 200);
    award(&site, 2, &["3"], "It dances.").await;
    run(&pool, "insert into prize (event_id, name, rule, position) values (1, 'Late', 'choice', 9)").await;
    // Without a change, a calibration makes no run.
    let sql = "begin; set local session_replication_role = replica;
        update review set scores = jsonb_build_object('quality', 70) where id = (select min(id) from review); commit";
    run(&pool, sql).await;
    calibrated(&site).await;
    assert_eq!(org.get(&show).await.location(), format!("{WINNERS}?ceremony=1#news"));
    let page = org.get(WINNERS).await;
    let text = page.text();
    text.has(&[
        "Run 2 is newer.",
        "Winners were confirmed: Oddest.",
        "Prizes were added, which come first: Late.",
        "1 prize by rank was decided before the latest run",
    ]);
    assert!(page.body.contains(&format!("{show}?step=0")), "it can be opened all the same");
    assert_eq!(org.get(&format!("{show}?step=0")).await.status, 200);
    set_up("1").await;
    assert!(!org.get(WINNERS).await.text().contains("is newer"));
}

#[database_test(event(&pool))]
async fn nobody_else_learns_of_the_ceremony_before_the_results_are_published(pool: PgPool, site: Site) {
    award(&site, 2, &["3"], "It dances.").await;
    award(&site, 1, &["2", "1", "4"], "").await;
    let page = site.browser("org").get(&format!("{CEREMONY}/show?step=0")).await;
    assert_eq!(page.headers["cache-control"], "private, no-store");
    assert!(page.body.contains("Tide"), "all steps are in the page, so that it needs no network");
    let shown = ["/events/demo", "/events/demo/prizes", "/events/demo/results", "/events/demo/projects"];
    let both = "only organizers who take no part can decide how prizes are won";
    for who in ["", "ana", "jo", "both"] {
        let browser = site.browser(who);
        for path in [WINNERS.to_owned(), format!("{CEREMONY}/show"), format!("{CEREMONY}/show?step=3")] {
            let refused = browser.get(&path).await;
            assert!(matches!(refused.status, 303 | 403), "{who} {path}: {}", refused.status);
            assert!(!refused.body.contains("Tide") && !refused.body.contains("Dune"), "{who} {path}");
            assert_eq!(refused.body.contains(both), who == "both", "{who} {path}: {}", refused.text());
        }
        assert!(matches!(browser.submit(CEREMONY, &[("version", "0")]).await.status, 303 | 403), "{who}");
        for path in shown {
            let page = browser.get(path).await;
            assert!(!page.body.contains("dances") && !page.body.contains("Won by"), "{who} {path}");
        }
        for path in ["/api/events/demo/prizes", "/api/events/demo/results"] {
            let answer = site.api(who).get(path).await;
            assert!(!answer.body.contains("dances"), "{who} {path}: {}", answer.body);
            assert!(!answer.body.contains("\"winners\":["), "{who} {path}: {}", answer.body);
        }
    }
    let before: i64 = one(&pool, "select count(*) from ceremony").await;
    assert_eq!(before, 0, "nobody set it up");
    publish_in(&Site::new(&pool).await, "demo").await;
    site.browser("both").get(WINNERS).await.says("The results and the winners are public since");
}

#[database_test(event(&pool))]
async fn a_remote_moves_the_ceremony_and_tells_nobody_who_wins(pool: PgPool, site: Site) {
    let (org, second, both) = (site.browser("org"), site.browser("second"), site.browser("both"));
    let live = format!("{CEREMONY}/live");
    let once = format!("{live}?once=yes");
    let at = async |who: &str| -> serde_json::Value {
        let reply = site.browser(who).get(&once).await;
        serde_json::from_str(reply.body.trim().strip_prefix("data: ").unwrap()).unwrap()
    };
    let said = |number: i64, step: i32, blank: bool| serde_json::json!({"number": number, "step": step, "blank": blank});
    assert_eq!(at("org").await, said(0, 0, false));
    let moved = org.submit(&live, &[("step", "3"), ("blank", "false")]).await;
    assert_eq!((moved.status, &moved.json()["number"]), (200, &serde_json::json!(1)));
    // Another organizer's phone follows, and moves it too.
    assert_eq!(at("second").await, said(1, 3, false));
    assert_eq!(second.submit(&live, &[("step", "4"), ("blank", "true")]).await.json()["number"], 2);
    assert_eq!(at("org").await, said(2, 4, true));
    for step in ["", "-1", "x", "4000000000"] {
        assert_eq!(org.submit(&live, &[("step", step)]).await.status, 400, "{step}");
    }
    // An organizer who takes part learns not even how far it is.
    for who in ["both", "ana", "jo"] {
        let client = site.browser(who);
        assert_eq!(client.get(&once).await.status, 403, "{who}");
        assert_eq!(client.submit(&live, &[("step", "1")]).await.status, 403, "{who}");
    }
    assert!(!both.get(&once).await.body.contains("step"));
    assert_eq!(at("org").await, said(2, 4, true));
    let logged: i64 = one(&pool, "select count(*) from audit_log where action like 'ceremony%'").await;
    assert_eq!(logged, 0, "where a ceremony is, is no part of the record");
}

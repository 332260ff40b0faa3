//! The desk of repeats: pairs side by side, and decisions about a pair.

use crate::prelude::*;

const DESK: &str = "/events/demo/manage/projects/duplicates";
const PROJECTS: &str = "/api/events/demo/projects";
const LAMP: &str = "https://github.com/lights/lamp";

fn text(from: usize, to: usize) -> String {
    (from..to).map(|n| format!("word{n} ")).collect()
}

/// Lamp of the team Lights; Torch of the team Waves, which copies it; Buoy, which shares half of its text.
async fn world(pool: &PgPool) -> (World, Site) {
    let (world, site) = Event::new("demo")
        .organizer("olga")
        .teams(&[("Lights", &["pia"]), ("Waves", &["wim"])])
        .served(pool)
        .await;
    for (who, title, repo, text) in [
        ("pia", "Lamp", LAMP, text(0, 100)),
        ("wim", "Torch", LAMP, text(500, 540)),
        ("wim", "Buoy", "", text(25, 125)),
    ] {
        let project = json!({"title": title, "repo_url": repo, "description": text, "submit": true});
        assert_eq!(site.api(who).post(PROJECTS, project).await.status, 201);
    }
    (world, site)
}

#[database_test(world(&pool))]
async fn the_desk_lists_flagged_pairs_and_likely_ones(world: World, site: Site) {
    let (lamp, torch, buoy) =
        (world.project("Lamp").await, world.project("Torch").await, world.project("Buoy").await);
    let desk = site.browser("olga").get(DESK).await;
    let words = desk.text();
    assert_eq!(desk.status, 200, "{words}");
    words.has(&["1 pair to look at and 1 project flagged as a repeat.", "The same repository address"]);
    for pair in [format!("{torch}-{lamp}"), format!("{buoy}-{lamp}")] {
        assert!(desk.body.contains(&format!("{DESK}?pair={pair}\"")), "{pair}: {}", desk.body);
    }
    for (query, found) in [("?all=1", true), ("?q=BUOY+lights", true), ("?q=dune", false)] {
        let words = site.browser("olga").get(&format!("{DESK}{query}")).await.text();
        assert_eq!(words.contains("Similar, and not decided yet."), found, "{query}: {words}");
        assert_eq!(words.contains("No pair found"), !found, "{query}: {words}");
    }
    let shown = site.browser("olga").get(&format!("{DESK}?pair={buoy}-{lamp}")).await.is(200);
    assert!(shown.body.contains("word99 </mark>") || shown.body.contains("word124</mark>"), "{}", shown.body);
    shown.says("% of the text");
    for hidden in [format!("{torch}-{torch}"), format!("{torch}-999999"), "x-y".into(), "7".into()] {
        assert_eq!(site.browser("olga").get(&format!("{DESK}?pair={hidden}")).await.status, 404, "{hidden}");
    }
}

#[database_test(world(&pool))]
async fn a_pair_told_apart_is_not_flagged_again_and_other_repeats_are(world: World, site: Site) {
    let (lamp, torch) = (world.project("Lamp").await, world.project("Torch").await);
    let flag = async |id: i64| -> Option<i64> {
        world.one(&format!("select duplicate_of from project where event_id = $1 and id = {id}")).await
    };
    assert_eq!(flag(torch).await, Some(lamp));
    let pair = format!("{DESK}/{torch}-{lamp}");
    for _ in 0..2 {
        site.browser("olga")
            .submit(&format!("{pair}/apart"), &[])
            .await
            .leads_to(&format!("{DESK}?decided=1"));
    }
    // Buoy is like Lamp, and nobody decided about it.
    let next = site.browser("olga").get(&format!("{DESK}?decided=1")).await.text();
    assert!(next.contains("This is the next pair.") && next.contains("“Buoy” and “Lamp”"), "{next}");
    let edit = json!({"repo_url": format!("{LAMP}.git"), "tagline": "Changed"});
    let edited = site.api("wim").patch(&format!("/api/projects/{torch}"), edit).await;
    assert_eq!((edited.status, flag(torch).await), (200, None), "the decision holds");
    site.browser("olga").get(DESK).await.text().has(&["Not repeats", "Changed since the decision."]);
    // A repeat of a third project is another question.
    let own = "https://github.com/waves/own";
    let kite = json!({"title": "Kite", "repo_url": own, "submit": true});
    let kite = site.api("pia").post(PROJECTS, kite).await.json()["id"].as_i64().unwrap();
    let copy = json!({"title": "Copy", "repo_url": own, "submit": true});
    let copy = site.api("wim").post(PROJECTS, copy).await.json()["id"].as_i64().unwrap();
    assert_eq!(flag(copy).await, Some(kite));
    // Flagging the pair by hand takes the decision back.
    assert_eq!(site.browser("olga").submit(&format!("{pair}/flag"), &[]).await.status, 303);
    assert_eq!(flag(torch).await, Some(lamp));
    assert_eq!(world.one::<i64>("select count(*) from told_apart where event_id = $1").await, 0);
    let log = world.audit().await;
    let acts: Vec<_> =
        log.iter().filter(|row| row.0.ends_with("flagged")).map(|row| (row.0.as_str(), &row.3)).collect();
    let (apart, of) = (json!({"duplicate_of": null, "not_a_repeat_of": lamp}), json!({"duplicate_of": lamp}));
    assert_eq!(acts, [("project.unflagged", &apart), ("project.flagged", &of)]);
}

#[database_test(world(&pool))]
async fn a_flagged_team_can_write_to_the_organizers(world: World, site: Site) {
    let torch = format!("/projects/{}", world.project("Torch").await);
    assert!(!site.browser("wim").get(&torch).await.body.contains("mailto:"));
    let set = async |address: &str| {
        site.browser("olga").submit(&format!("{DESK}/contact"), &[("contact", address)]).await
    };
    set("not an address").await.is(400).shows("value=\"not an address\"");
    for _ in 0..2 {
        set("desk@hack.example").await.leads_to(&format!("{DESK}?done=address-saved"));
    }
    site.browser("olga").get(&format!("{DESK}?done=address-saved")).await.says("The address is saved.");
    let own = site.browser("wim").get(&torch).await.body;
    own.has(&["mailto:desk@hack.example?subject=Appeal", "Ask the organizers: Olga."]);
    assert_eq!(set("desk?bcc=all@hack.example").await.status, 303);
    site.browser("wim").get(&torch).await.shows("mailto:desk%3Fbcc=all@hack.example?subject=Appeal");
    assert_eq!(set("desk@hack.example").await.status, 303);
    for who in ["", "pia"] {
        assert!(!site.browser(who).get(&torch).await.body.contains("desk@hack.example"), "{who}");
    }
    let log = world.audit().await;
    let changed: Vec<_> = log.iter().filter(|row| row.0 == "event.contact_changed").collect();
    assert_eq!((changed.len(), &changed[0].3), (3, &json!({"contact": true})));
    assert_eq!(set("").await.status, 303);
    assert!(!site.browser("wim").get(&torch).await.body.contains("mailto:"));
}

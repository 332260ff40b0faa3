//! Winners that change after the publication: each change has a public reason, is on the results, and is signed.

use crate::api::bundle_export::imported;
use crate::prelude::*;
use crate::support::judged::dropped;
use shared::provenance::parse;

const RESULTS: &str = "/api/events/demo/results";
const SIGNED: &str = "/api/events/demo/results/signed";
const PRIZES: &str = "/events/demo/manage/prizes";
const PUBLISH: &str = "/events/demo/manage/calibration/publish";

/// The judged event, published, with a prize by rank whose winner is confirmed, one by choice and one by a panel.
static AWARDED: Template = Template::on(&JUDGED, "awarded", |pool| Box::pin(award_and_publish(pool)));

async fn award_and_publish(pool: PgPool) {
    let terms = "insert into prize (event_id, name, rule) values
                 (1, 'Best', 'rank'), (1, 'Oddest', 'choice'), (1, 'Boldest', 'panel')";
    World::demo(&pool).run(terms).await;
    let site = Site::new(&pool).await;
    calibrated(&site).await;
    let path = format!("{PRIZES}/1/award");
    let fields = [("winner", "3"), ("version", "1")];
    site.browser("org").submit(&path, &fields).await.is(303);
    published(&site).await;
}

async fn event(pool: &PgPool) -> (World, Site) {
    (World::demo(pool), Site::new(pool).await)
}

/// Confirms one winner as the organizer who has just looked.
async fn award(site: &Site, prize: i64, winner: &str, reason: &str) -> Reply {
    let org = site.browser("org");
    let page = org.get(&format!("{PRIZES}/{prize}")).await.body;
    let seen = page
        .split("name=\"confirmed\" value=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .unwrap_or("");
    let fields = [("winner", winner), ("version", "1"), ("reason", reason), ("confirmed", seen)];
    org.submit(&format!("{PRIZES}/{prize}/award"), &fields).await
}

/// The two newest rows of the log, without those of the notices that a correction posts.
async fn newest_acts(demo: &World) -> Vec<String> {
    let rows = demo.audit().await.into_iter().map(|row| row.0).rev();
    rows.filter(|action| action != "notice.posted").take(2).collect()
}

/// The prizes as the site shows them, and as they are signed. The rest of what it shows is signed too, member for member.
async fn shown_and_signed(site: &Site) -> (Value, Value) {
    let shown = site.api("").get(RESULTS).await.body;
    let signed = site.api("").get(SIGNED).await.json()["payload"]["results"].clone();
    // Read as a check reads them: the signed form writes 1.0 as 1.
    assert_eq!(parse(shown.as_bytes()).unwrap(), parse(signed.to_string().as_bytes()).unwrap());
    let shown: Value = serde_json::from_str(&shown).unwrap();
    (shown["prizes"].clone(), signed["prizes"].clone())
}

#[database_test(AWARDED)]
async fn a_winner_confirmed_after_the_publication_is_a_correction_with_a_reason_and_a_signature(
    pool: PgPool,
) {
    let (demo, site) = event(&pool).await;
    let before = site.api("").get(RESULTS).await.json();
    let old = site.api("").get(SIGNED).await.json();
    let page = site.browser("org").get(&format!("{PRIZES}/2")).await.text();
    assert!(page.contains("Confirming other winners publishes a correction."), "{page}");
    award(&site, 3, "4", "").await.is(400).shows("Say why the winners change");
    assert_eq!(site.api("").get(RESULTS).await.json(), before, "nothing changed");

    let reason = "The panel met after the ceremony.";
    assert_eq!(award(&site, 3, "4", reason).await.status, 303);
    let after = site.api("").get(RESULTS).await.json();
    assert_eq!((&before["publication"], &after["publication"]), (&json!(1), &json!(2)));
    assert_eq!((&after["run"], &after["supersedes"]), (&json!(1), &json!(1)), "the same run once more");
    assert_eq!(after["reason"], json!(format!("Boldest: {reason}")));
    assert_eq!(after["corrections"][0]["reason"], after["reason"]);
    assert_eq!((&after["projects"], &after["input_digest"]), (&before["projects"], &before["input_digest"]));
    let (shown, signed) = shown_and_signed(&site).await;
    assert_eq!(shown.as_array().map(Vec::len), Some(2));
    assert_eq!(shown, signed);
    let actions = newest_acts(&demo).await;
    assert_eq!(actions, ["results.corrected", "prize.awarded"]);
    let text = site.browser("").get("/events/demo/results").await.text();
    text.has(&["Corrected. The ranking is that of run 1, as before.", reason]);
    // The earlier document stays genuine, and the check says what replaced it.
    let checked = async |document: &Value| site.api("").post("/api/verify", document.clone()).await.json();
    let verdict = checked(&old).await;
    assert_eq!((&verdict["valid"], &verdict["superseded_by"]), (&json!(true), &json!(1)));
    let newest = site.api("").get(SIGNED).await.json();
    let verdict = checked(&newest).await;
    assert_eq!((&verdict["valid"], &verdict["superseded_by"]), (&json!(true), &Value::Null));
    assert_eq!(newest["payload"]["supersedes"], json!(1));
}

#[database_test(AWARDED, event(&pool))]
async fn a_prize_with_published_winners_keeps_its_name_and_sponsor(demo: World, site: Site) {
    let change = async |prize: i64, version: &str, (name, sponsor, description): (&str, &str, &str)| {
        let terms =
            [("winners", "1"), ("eligibility", "all"), ("rule", if prize == 1 { "rank" } else { "choice" })];
        let texts =
            [("version", version), ("name", name), ("sponsor", sponsor), ("description", description)];
        site.browser("org")
            .submit(&format!("{PRIZES}/{prize}/change"), &[&terms[..], &texts[..]].concat())
            .await
    };
    change(1, "1", ("Second best", "", "")).await.is(409).shows("so do its name and sponsor");
    assert_eq!(change(1, "1", ("Best", "Lumen", "")).await.status, 409);
    assert_eq!(change(1, "1", ("Best", "", "For light.")).await.status, 303);
    assert_eq!(change(2, "1", ("Strangest", "Lumen", "")).await.status, 303, "it has no winner yet");
    // All at once, two prizes change names.
    let form = site.browser("org").get(PRIZES).await.fields(PRIZES);
    let swapped = |name: &str| match name {
        "Best" => "Strangest".to_owned(),
        "Strangest" => "Best".to_owned(),
        other => other.to_owned(),
    };
    let fields: Vec<(String, String)> =
        form.into_iter().map(|(name, value)| (name, swapped(&value))).collect();
    assert_eq!(site.browser("org").submit(PRIZES, &changed(&fields, &[])).await.status, 409);
    let names = "select string_agg(name, ' ' order by id) from prize where event_id = $1";
    assert_eq!(demo.one::<String>(names).await, "Best Strangest Boldest");
    let (shown, signed) = shown_and_signed(&site).await;
    assert_eq!(shown, signed);
}

#[database_test(AWARDED, event(&pool))]
async fn a_choice_that_changes_again_keeps_every_reason_public(demo: World, site: Site) {
    assert_eq!(award(&site, 2, "5", "A sponsor asked.").await.status, 303);
    assert_eq!(award(&site, 2, "5", "A sponsor asked.").await.status, 303, "the same again");
    let publications = "select count(*) from publication where event_id = $1";
    assert_eq!(demo.one::<i64>(publications).await, 2, "nothing to correct");
    assert_eq!(award(&site, 2, "4", "The first choice had withdrawn.").await.status, 303);
    let results = site.api("").get(RESULTS).await.json();
    let reasons: Vec<&str> =
        results["corrections"].as_array().unwrap().iter().map(|c| c["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons, ["Oddest: The first choice had withdrawn.", "Oddest: A sponsor asked."]);
    let text = site.browser("").get("/events/demo/results").await.text();
    assert!(text.contains("Earlier corrections") && text.contains("Oddest: A sponsor asked."), "{text}");
    let (shown, signed) = shown_and_signed(&site).await;
    assert_eq!(shown, signed);
    // The bundle has the run once, as it was published last.
    let bundle = site.api("org").get("/api/events/demo/export/bundle.json").await.json();
    let pinned: Vec<_> =
        bundle["runs"].as_array().unwrap().iter().map(|r| (&r["run"], &r["reason"])).collect();
    assert_eq!(pinned, [(&json!(1), &json!("Oddest: The first choice had withdrawn."))]);
}

#[database_test(AWARDED, event(&pool))]
async fn winners_confirmed_after_the_publication_hide_no_newer_run(demo: World, site: Site) {
    rescored(&demo).await;
    calibrated(&site).await;
    assert_eq!(award(&site, 2, "5", "A sponsor asked.").await.status, 303);
    let results = site.api("").get(RESULTS).await.json();
    assert_eq!((&results["publication"], &results["run"]), (&json!(2), &json!(1)));
    // Run 2 can still be published, and the page offers it.
    let org = site.browser("org");
    org.get(PUBLISH).await.says("Publish run 2");
    let wish = [("run", "2"), ("consent", "true"), ("reason", "A judge mixed up two projects.")];
    assert_eq!(org.submit(PUBLISH, &wish).await.status, 303);
    let results = site.api("").get(RESULTS).await.json();
    assert_eq!((&results["publication"], &results["run"]), (&json!(3), &json!(2)));
    assert_eq!(results["corrections"].as_array().map(Vec::len), Some(2));
    // An earlier run never comes back, even past the portal.
    let back = "insert into publication (event_id, run_id, reason)
                select event_id, id, 'Back.' from calibration_run where run = 1";
    let refused = sqlx::query(back).execute(&demo.pool).await.unwrap_err();
    assert!(refused.to_string().contains("later than the published one"), "{refused}");
}

#[database_test(AWARDED, event(&pool))]
async fn a_certificate_from_before_a_correction_says_what_became_of_its_rank(demo: World, site: Site) {
    let record = site.api("p3").get("/api/participant/record?event=demo").await.is(200).json();
    let project = record["payload"]["projects"][0].clone();
    let checked = async || site.api("").post("/api/verify", record.clone()).await.json();
    assert_eq!(checked().await["superseded_by"], Value::Null);
    dropped(&demo, project["id"].as_i64().unwrap()).await;
    rescored(&demo).await;
    calibrated(&site).await;
    let wish = [("run", "2"), ("consent", "true"), ("reason", "A judge mixed up two projects.")];
    assert_eq!(site.browser("org").submit(PUBLISH, &wish).await.status, 303);
    let verdict = checked().await;
    assert_eq!((&verdict["valid"], &verdict["superseded_by"]), (&json!(true), &json!(2)));
    let reason = verdict["reason"].as_str().unwrap();
    assert!(reason.contains("is now rank") || reason.contains("no longer ranked"), "{reason}");
    let page = site.api("").submit("/verify", &[("pasted", &record.to_string())]).await.text();
    assert!(page.contains("This certificate is genuine, but corrected on"), "{page}");
}

#[database_test(AWARDED, event(&pool))]
async fn a_correction_of_the_ranking_takes_the_prize_along_where_that_is_ticked(demo: World, site: Site) {
    // The best project falls to the end.
    dropped(&demo, 3).await;
    rescored(&demo).await;
    calibrated(&site).await;
    let org = site.browser("org");
    org.get(PUBLISH).await.says("Best: the winner becomes Project");
    let wish = [("run", "2"), ("consent", "true"), ("follow", "1")];
    assert_eq!(org.submit(PUBLISH, &wish).await.status, 422, "a correction has a reason");
    let reasoned = [wish.as_slice(), &[("reason", "A judge mixed up two projects.")]].concat();
    assert_eq!(org.submit(PUBLISH, &reasoned).await.status, 303);
    let (shown, signed) = shown_and_signed(&site).await;
    assert_eq!(shown, signed);
    assert_ne!(shown[0]["winners"][0]["project"], json!(3));
    let actions = newest_acts(&demo).await;
    assert_eq!(actions, ["results.corrected", "prize.awarded"]);
}

#[database_test(AWARDED, event(&pool))]
async fn winners_do_not_change_while_a_vote_hides_the_results(demo: World, site: Site) {
    demo.run("update event set voting_mode = 'account', voting_open = null, voting_close = null").await;
    award(&site, 2, "5", "A sponsor asked.").await.is(409);
    let won = "select count(*) from prize_winner where event_id = $1";
    assert_eq!(demo.one::<i64>(won).await, 1);
}

/// What everybody reads of the first prize: the same in the API's lists, in what is signed, and in words on the page of results and of its
/// check.
async fn said(site: &Site) -> (Value, String, String) {
    let (shown, signed) = shown_and_signed(site).await;
    assert_eq!(shown, signed);
    let listed = site.api("").get("/api/events/demo/prizes").await.json();
    assert_eq!(listed[0]["decided"], shown[0]["decided"]);
    let page = site.browser("").get("/events/demo/results").await.text();
    let check = site.browser("").get("/verify?results=demo").await.text();
    (shown[0]["decided"].clone(), page, check)
}

#[database_test(AWARDED, event(&pool))]
async fn the_ranking_is_not_said_to_have_decided_what_it_did_not(demo: World, site: Site) {
    let best = "The best of the ranking";
    let (decided, page, check) = said(&site).await;
    assert_eq!(decided, Value::Null);
    assert!(page.contains(best) && check.contains("by rank"), "{page} {check}");

    // By a later ranking it is last, and keeps the prize.
    dropped(&demo, 3).await;
    calibrated(&site).await;
    let wish = [("run", "2"), ("consent", "true"), ("reason", "A judge mixed up two projects.")];
    assert_eq!(site.browser("org").submit(PUBLISH, &wish).await.status, 303);
    let (decided, page, check) = said(&site).await;
    assert_eq!(decided, "earlier_ranking");
    for text in [&page, &check] {
        assert!(text.contains("best of an earlier ranking"), "{text}");
        assert!(!text.contains(best) && !text.contains("by rank"), "{text}");
    }

    // Organizers say that they want it so.
    assert_eq!(award(&site, 1, "3", "The jury was sure of it.").await.status, 303);
    let (decided, page, check) = said(&site).await;
    assert_eq!(decided, "organizers");
    for text in [&page, &check] {
        assert!(text.contains("hosen by the organizers"), "{text}");
        assert!(!text.contains(best) && !text.contains("by rank"), "{text}");
    }
    let prizes = site.browser("").get("/events/demo/prizes").await.text();
    assert!(prizes.contains("Chosen by the organizers."), "{prizes}");
    let bundle = site.api("org").get("/api/events/demo/export/bundle.json").await.json();
    assert_eq!(bundle["prizes"][0]["decided"], "organizers");
    imported(&site, &bundle, "copy").await;
    let copied = "select z.decided from prize z join event e on e.id = z.event_id where e.slug = 'copy' and z.name = 'Best'";
    assert_eq!(demo.one::<String>(copied).await, "organizers");
}

#[database_test(AWARDED, event(&pool))]
async fn a_winner_that_was_flagged_since_is_named_as_one(_: World, site: Site) {
    let flag = "/events/demo/manage/projects/3/flag";
    site.browser("org").submit(flag, &[("duplicate_of", "2")]).await.is(303);
    for path in [RESULTS, "/api/events/demo/prizes"] {
        let found = site.api("").get(path).await.json();
        let prize = if found.is_array() { &found[0] } else { &found["prizes"][0] };
        assert_eq!(prize["winners"][0]["repeats"], true, "{path}: {prize}");
    }
    for path in ["/events/demo/results", "/events/demo/prizes"] {
        let text = site.browser("").get(path).await.text();
        assert!(text.contains("The best of the ranking before a repeat was found"), "{path}: {text}");
        assert!(text.contains("lagged as a repeat of another project since it won"), "{path}: {text}");
    }
    // What is signed from now on says it, too.
    assert_eq!(award(&site, 2, "5", "A sponsor asked.").await.status, 303);
    let (_, _, check) = said(&site).await;
    assert!(check.contains("flagged as a repeat of another project since it won"), "{check}");
}

#[database_test(AWARDED, event(&pool))]
async fn a_correction_of_final_results_tells_each_team_once_what_changed_for_it(demo: World, site: Site) {
    let notices = "select count(*) from notice where event_id = $1";
    assert_eq!(demo.one::<i64>(notices).await, 0, "the first publication tells by itself");
    assert_eq!(award(&site, 2, "3", "It hums.").await.status, 303);
    assert_eq!(told(&demo, "Team 3").await.len(), 1);
    let also = told(&demo, "Team 3").await.concat();
    assert!(also.contains("“Project 3” now wins “Oddest”. The corrected results say why."), "{also}");
    // The same once more, and with another reason, changes nothing for anybody.
    for reason in ["It hums.", "It hums loudly."] {
        assert_eq!(award(&site, 2, "3", reason).await.status, 303);
    }
    assert_eq!(demo.one::<i64>(notices).await, 1);
    assert_eq!(award(&site, 2, "5", "A sponsor asked.").await.status, 303);
    let lost = told(&demo, "Team 3").await;
    assert!(lost.len() == 2 && lost[1].contains("no longer wins “Oddest”. The corrected"), "{lost:?}");
    assert!(told(&demo, "Team 5").await.concat().contains("“Project 5” now wins “Oddest”."));
    assert_eq!(demo.one::<i64>(notices).await, 3);

    // A later ranking tells those whose rank or prize it changes, and nobody else.
    dropped(&demo, 3).await;
    rescored(&demo).await;
    calibrated(&site).await;
    let ranks = async || {
        let found = site.api("").get(RESULTS).await.json();
        let ranked = found["projects"].as_array().unwrap().iter();
        ranked
            .map(|entry| (entry["team"].as_str().unwrap().to_owned(), entry["rank"].clone()))
            .collect::<Vec<_>>()
    };
    let before = ranks().await;
    let wish =
        [("run", "2"), ("consent", "true"), ("follow", "1"), ("reason", "A judge mixed up two projects.")];
    for _ in 0..2 {
        site.browser("org").submit(PUBLISH, &wish).await;
    }
    let after = ranks().await;
    let lost = told(&demo, "Team 3").await;
    assert!(lost.len() == 3 && lost[2].contains("is no longer a winner. It is now rank"), "{lost:?}");
    for (team, rank) in &before {
        let now = after.iter().find(|(other, _)| other == team).map(|(_, rank)| rank);
        let said = told(&demo, team).await.concat();
        assert_eq!(said.contains("is now rank"), now != Some(rank), "{team}: {said}");
    }
}

//! The community's vote, by account.

use crate::prelude::*;
use sqlx::AssertSqlSafe;

const BALLOT: &str = "/api/events/demo/ballot";
const VOTES: &str = "/api/events/demo/votes";

/// Three submitted projects; the vote is open.
pub(super) fn event() -> Event {
    Event::new("demo")
        .windows([(Some(-3), Some(-2)), (Some(-2), Some(-1)), (Some(-1), Some(1))])
        .organizer("org")
        .person("vera")
        .teams(&[("Lights", &["ana"]), ("Waves", &["bob"])])
        .projects(&[("Lamp", "Lights"), ("Tide", "Waves"), ("Dune", "Waves")])
}

/// The same with a draft; the vote is by account, two choices each.
async fn voting(pool: &PgPool) -> (World, Site) {
    let (world, site) = event().draft("Fog", "Waves").served(pool).await;
    run(pool, "update event set voting_mode = 'account', votes_per_voter = 2").await;
    (world, site)
}

#[database_test(voting(&pool))]
async fn a_ballot_is_cast_changed_and_withdrawn_while_the_vote_is_open(world: World, site: Site) {
    let (lamp, tide) = (world.project("Lamp").await, world.project("Tide").await);
    let vera = site.api("vera");
    let empty = vera.get(BALLOT).await.json();
    assert_eq!((&empty["choices"], &empty["cast_at"]), (&json!([]), &Value::Null));
    assert_eq!((&empty["event"], &empty["votes_per_voter"]), (&json!("demo"), &json!(2)));
    let cast = vera.post(BALLOT, json!({ "choices": [tide, lamp] })).await;
    assert_eq!((cast.status, &cast.json()["choices"]), (200, &json!([tide, lamp])));
    assert!(cast.json()["cast_at"].is_string());
    let changed = vera.post(BALLOT, json!({ "choices": [lamp] })).await;
    assert_eq!((changed.status, changed.json()), (200, vera.get(BALLOT).await.json()));
    let withdrawn = vera.post(BALLOT, json!({ "choices": [] })).await;
    assert_eq!((withdrawn.status, withdrawn.json()), (200, empty));
    // Withdrawing twice changes nothing, so the log gains no row.
    assert_eq!(vera.post(BALLOT, json!({ "choices": [] })).await.status, 200);
    let sql = "select action, without_salt(after) from audit_log where object_type = 'ballot' order by seq";
    let logged: Vec<(String, String)> = all_rows(&world.pool, sql).await;
    let actions: Vec<&str> = logged.iter().map(|(action, _)| action.as_str()).collect();
    assert_eq!(actions, ["ballot.cast", "ballot.cast", "ballot.withdrawn"]);
    let first: Value = serde_json::from_str(&logged[0].1).unwrap();
    assert_eq!(first["choices"], 2);
    assert!(first.get("choices_sha256").is_some() && first.as_object().unwrap().len() == 2);
}

#[database_test(voting(&pool))]
async fn someone_who_may_not_vote_reads_why_in_the_order_of_checks(world: World, site: Site) {
    world.run("update person set confirmed_at = null where name = 'Bob'").await;
    let body = json!({ "choices": "x" });
    assert_eq!(site.api("").post(BALLOT, body.clone()).await.status, 401);
    assert_eq!(site.api("").get(BALLOT).await.status, 401);
    assert_eq!(site.api("vera").get("/api/events/none/ballot").await.status, 404);
    let unconfirmed = (403, "confirm your address to vote".to_owned());
    assert_eq!(site.api("bob").post(BALLOT, body.clone()).await.refusal(), unconfirmed);
    assert_eq!(site.api("bob").get(BALLOT).await.refusal(), unconfirmed);
    assert_eq!(site.api("vera").post(BALLOT, body.clone()).await.status, 400);
    world.run("update event set voting_close = now() - interval '1 minute'").await;
    let (status, sentence) = site.api("vera").post(BALLOT, body.clone()).await.refusal();
    assert!(status == 409 && sentence.starts_with("Voting for Demo closed at "), "{status} {sentence}");
    assert_eq!(site.api("vera").get(BALLOT).await.status, 200);
    assert_eq!(site.api("bob").post(BALLOT, body.clone()).await.refusal(), unconfirmed);
    for mode in ["code", "off"] {
        world.run(&format!("update event set voting_mode = '{mode}'")).await;
        assert_eq!(site.api("bob").post(BALLOT, body.clone()).await.status, 404, "{mode}");
        assert_eq!(site.api("vera").get(BALLOT).await.status, 404, "{mode}");
    }
}

#[database_test(voting(&pool))]
async fn wrong_choices_are_422_and_malformed_ids_are_400(world: World, site: Site) {
    let (lamp, tide) = (world.project("Lamp").await, world.project("Tide").await);
    let (dune, fog) = (world.project("Dune").await, world.project("Fog").await);
    world.run(&format!("update project set duplicate_of = {lamp} where id = {dune}")).await;
    for (choices, said) in [
        (json!([lamp, tide, lamp]), "Choose at most 2 projects: you chose 3. Choose each project once."),
        (json!([fog]), "Choose among the submitted projects of this event."),
        (json!([dune]), "Choose among the submitted projects of this event."),
        (json!([lamp, 0]), "Choose among the submitted projects of this event."),
    ] {
        let refused = site.api("vera").post(BALLOT, json!({ "choices": choices })).await;
        assert_eq!(refused.refusal(), (422, said.to_owned()), "{choices}");
    }
    let own = site.api("bob").post(BALLOT, json!({ "choices": [tide] })).await;
    assert_eq!(own.refusal(), (422, "Nobody votes for a project of their own team.".to_owned()));
    for body in
        ["{}", "{\"choices\": null}", "{\"choices\": [1.0]}", "{\"choices\": [\"1\"]}", "{\"choices\": 1}"]
    {
        let refused = site.api("vera").post_text(BALLOT, body).await;
        assert_eq!(refused.status, 400, "{body}");
        assert!(refused.json()["choices"][0].is_string(), "{body}: {}", refused.body);
    }
}

#[database_test(voting(&pool))]
async fn organizers_read_the_tally_after_the_close_and_everyone_once_published(world: World, site: Site) {
    let (lamp, tide) = (world.project("Lamp").await, world.project("Tide").await);
    site.api("vera").post(BALLOT, json!({ "choices": [tide, lamp] })).await;
    site.api("org").post(BALLOT, json!({ "choices": [tide] })).await;
    let early = (409, "Votes for Demo are counted once voting has closed.".to_owned());
    assert_eq!(site.api("org").get(VOTES).await.refusal(), early);
    assert_eq!(site.api("vera").get(VOTES).await.status, 404);
    assert_eq!(site.api("").get(VOTES).await.status, 404);
    world.run("update event set voting_close = now()").await;
    let tally = site.api("org").get(VOTES).await.is(200);
    let rows: Vec<(i64, i64)> = tally.json()["projects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["project"].as_i64().unwrap(), row["votes"].as_i64().unwrap()))
        .collect();
    assert_eq!(tally.json()["ballots"], 2);
    assert_eq!(rows[..2], [(tide, 2), (lamp, 1)]);
    assert_eq!(rows.len(), 3, "projects without a vote are there, drafts are not");
    // A voter who has since joined the project's team does not count as having voted for it.
    let joined =
        "insert into team_member (event_id, person_id, team_id) select 1, p.id, t.id from person p, team t
                  where p.name = 'Vera' and t.name = 'Waves'";
    let replica =
        format!("set session_replication_role = replica; {joined}; set session_replication_role = origin");
    sqlx::raw_sql(AssertSqlSafe(replica)).execute(&world.pool).await.unwrap();
    let fewer = site.api("org").get(VOTES).await.json()["projects"].clone();
    assert_eq!((&fewer[0]["project"], &fewer[0]["votes"]), (&json!(lamp), &json!(1)));
    let left = "delete from team_member where person_id = (select id from person where name = 'Vera')";
    let replica =
        format!("set session_replication_role = replica; {left}; set session_replication_role = origin");
    sqlx::raw_sql(AssertSqlSafe(replica)).execute(&world.pool).await.unwrap();
    assert_eq!(site.api("vera").get(VOTES).await.status, 404);
    let sql = "with ran as (insert into calibration_run (event_id, run, method, input_digest, input, results, judges, excluded,
             connectivity) select id, 0, 'crossed-eb/v2', repeat('0', 64), '[]', '[]', '[]', '[]', '{}' from event
             returning event_id, id)
         insert into publication (event_id, run_id) select event_id, id from ran";
    world.run(sql).await;
    assert_eq!(site.api("").get(VOTES).await.body, tally.body);
}

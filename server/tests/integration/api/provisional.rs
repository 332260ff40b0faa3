//! Provisional results: what winners owe, who is next in line, and how results become final.

use crate::prelude::*;
use crate::support::judged::dropped;
use shared::provenance::{File, Verdict, check_files, parse};

const RESULTS: &str = "/api/events/demo/results";
const SIGNED: &str = "/api/events/demo/results/signed";
const OWED: &str = "/api/events/demo/winners";
const FINAL: &str = "/api/events/demo/results/final";
const WINNERS: &str = "/events/demo/manage/deliberation";
const AWARD: &str = "/events/demo/manage/prizes/1/award";
const MANAGE: &str = "/events/demo/manage";
const PUBLISH: &str = "/events/demo/manage/calibration/publish";

/// Three days later: the winners had until an hour ago.
const DAY_IS_OVER: &str = "alter table publication disable trigger user;
    update publication set published_at = now() - interval '3 days', provisional_until = now() - interval '1 hour';
    alter table publication enable trigger user";
/// Whether it is still over.
const STAYS_OVER: &str =
    "select provisional_until < now() from publication where event_id = $1 order by id desc limit 1";

/// The judged event with a run, and a prize by rank whose winner, project 3, is confirmed.
static DECIDED: Template = Template::on(&JUDGED, "decided", |pool| Box::pin(decide(pool)));
/// The same, published until 2099 as provisional.
static PROVISIONAL: Template = Template::on(&DECIDED, "provisional", |pool| {
    Box::pin(async move {
        assert_eq!(publish(&Site::new(&pool).await, "2099-01-01T10:00", "Public code\nA licence").await, 303);
    })
});

async fn decide(pool: PgPool) {
    World::demo(&pool).run("insert into prize (event_id, name, rule) values (1, 'Best', 'rank')").await;
    let site = Site::new(&pool).await;
    calibrated(&site).await;
    site.browser("org").submit(AWARD, &[("winner", "3"), ("version", "1")]).await.is(303);
}

async fn publish(site: &Site, until: &str, owed: &str) -> u16 {
    let wish = [("run", "1"), ("consent", "true"), ("provisional", "true"), ("until", until), ("owed", owed)];
    site.browser("org").submit(PUBLISH, &wish).await.status
}

/// Answers one thing that a project owes, by the API.
async fn answer(site: &Site, who: &str, project: i64, duty: i64, state: &str, reason: &str) -> (u16, Value) {
    let sent = json!({ "project": project, "duty": duty, "state": state, "reason": reason });
    let reply = site.api(who).post(OWED, sent).await;
    (reply.status, reply.json())
}

/// The next in line takes prize 1, by the form of the winners' page.
async fn follow(site: &Site, reason: &str) {
    let fields = site.browser("org").get(WINNERS).await.fields(AWARD);
    assert_eq!(site.browser("org").submit(AWARD, &changed(&fields, &[("reason", reason)])).await.status, 303);
}

/// The published results; what is signed is the same, member for member.
async fn results(site: &Site) -> Value {
    let shown = site.api("").get(RESULTS).await.body;
    let signed = site.api("").get(SIGNED).await.json()["payload"]["results"].clone();
    assert_eq!(parse(shown.as_bytes()).unwrap(), parse(signed.to_string().as_bytes()).unwrap());
    serde_json::from_str(&shown).unwrap()
}

async fn verdict(site: &Site, document: &str) -> Value {
    site.api("").post_text("/api/verify", document).await.json()
}

#[database_test(DECIDED)]
async fn winners_are_provisional_where_the_first_publication_says_so(demo: World, site: Site) {
    site.browser("org").get(PUBLISH).await.says("Publish the winners as provisional");
    for (until, owed) in [("2001-01-01T10:00", "Public code"), ("", "Public code"), ("2099-01-01T10:00", " ")]
    {
        assert_eq!(publish(&site, until, owed).await, 400, "{until} {owed}");
    }
    assert_eq!(demo.one::<i64>("select count(*) from publication where event_id = $1").await, 0);
    assert_eq!(publish(&site, "2099-01-01T10:00", "Public code\r\nA licence").await, 303);

    let found = results(&site).await;
    assert_eq!(found["provisional_until"], json!("2099-01-01T10:00:00Z"));
    assert_eq!(found["owed"], json!(["Public code", "A licence"]));
    assert_eq!(found.get("final_of"), None);
    let text = site.browser("").get("/events/demo/results").await.text();
    assert!(text.contains("These results are provisional until ") && text.contains("A licence"), "{text}");
    let checked = site.api("").submit("/verify", &[("pasted", &site.api("").get(SIGNED).await.body)]).await;
    checked.says("Provisional until");
    let certificate = site.browser("p3").get("/events/demo/certificate/participant").await.text();
    assert!(certificate.contains("The results are provisional until 1 January 2099."), "{certificate}");
    let prizes = site.api("").get("/api/events/demo/prizes").await.json();
    assert_eq!(prizes[0]["provisional_until"], found["provisional_until"]);
    site.browser("").get("/events/demo/prizes").await.says("Provisional until");
    let hall = site.browser("org").get("/events/demo/manage/ceremony/show?step=0").await.text();
    assert!(hall.contains("The winners are provisional until"), "{hall}");
    // The winner's team is told, and nobody else is.
    assert!(told(&demo, "Team 3").await.concat().contains("Public code; A licence"));
    assert_eq!(demo.one::<i64>("select count(*) from notice where event_id = $1").await, 1);
    let mailed =
        "select string_agg(to_address, ' ') from mail_outbox where kind = 'notice' and about_event = $1";
    assert_eq!(demo.one::<String>(mailed).await, "p3@x.example");
    let team = site.browser("p3").get("/events/demo/team").await.text();
    assert!(team.contains("Your team won, provisionally") && team.contains("A licence: missing"), "{team}");
    assert!(!site.browser("p4").get("/events/demo/team").await.text().contains("provisionally"));
    site.browser("org").get("/events/demo/manage").await.says("2 things that winners owe are missing.");
    // Once the data are removed, they would stay provisional.
    site.browser("org").get("/events/demo/manage/exports").await.says("nobody can make them final");
    let log = demo.audit().await.into_iter().rev().find(|row| row.0 == "results.published").unwrap().3;
    assert_eq!((&log["owed"], &log["provisional_until"]), (&json!(2), &found["provisional_until"]));
}

#[database_test(PROVISIONAL)]
async fn the_next_in_line_takes_a_prize_and_results_become_final(demo: World, site: Site) {
    let first = site.api("").get(SIGNED).await.body;
    let ranked = results(&site).await;
    let second = ranked["projects"][1]["project"].as_i64().unwrap();
    assert_eq!(ranked["projects"][0]["project"], json!(3));

    // A refusal has a reason, and names the next in line by the rule.
    assert_eq!(answer(&site, "org", 3, 1, "shown", "").await.1["owed"][0]["state"], json!("shown"));
    assert_eq!(answer(&site, "org", 3, 2, "refused", " ").await.0, 400);
    assert_eq!(answer(&site, "org", 3, 3, "shown", "").await.0, 400, "nobody owes a third thing");
    assert_eq!(answer(&site, "org", second, 1, "shown", "").await.0, 400, "no winner");
    let (_, board) = answer(&site, "org", 3, 2, "refused", "It has none.").await;
    assert_eq!(board["next"], json!([{ "prize": 1, "refused": [3], "next": [second] }]));
    site.browser("p3").get("/events/demo/team").await.says("A licence: refused. Why: It has none.");
    // Its team is told, by mail too, and not once more by what was shown.
    let said = told(&demo, "Team 3").await;
    assert!(said.len() == 2 && said[1].contains("refused what it owes: A licence."), "{said:?}");
    assert!(said[1].ends_with("Why: It has none."), "{said:?}");
    let mails = "select count(*) from mail_outbox where kind = 'notice' and about_event = $1 and to_address = 'p3@x.example'";
    assert_eq!(demo.one::<i64>(mails).await, 2);
    let own = site.api("p3").get(OWED).await.json();
    assert_eq!((&own["owed"], &own["next"]), (&board["owed"], &json!([])));
    assert_eq!(site.api("p4").get(OWED).await.json()["owed"], json!([]));
    assert_eq!(site.api("j1").get(OWED).await.status, 403);
    site.api("org").post(FINAL, json!({})).await.is(409).shows("1 thing is missing");

    // It takes the prize by the form of the prize.
    follow(&site, "No licence.").await;
    let corrected = results(&site).await;
    assert_eq!(corrected["prizes"][0]["winners"][0]["project"], json!(second));
    assert_eq!(corrected["reason"], json!("Best: No licence."));
    assert_eq!(corrected["provisional_until"], ranked["provisional_until"]);
    assert_eq!(told(&demo, &format!("Team {second}")).await.len(), 1);
    assert!(told(&demo, "Team 3").await[2].contains("It owes the organizers nothing any more."));
    assert_eq!(verdict(&site, &first).await["superseded_by"], json!(1));

    // All is ticked on the page, and the results become final.
    let org = site.browser("org");
    let ids = [1, 2].map(|number| format!("{second}-{number}"));
    let boxes = ids.each_ref().map(|id| ("met", id.as_str()));
    assert_eq!(org.submit(&format!("{WINNERS}/tick"), &boxes).await.status, 303);
    let provisional = site.api("").get(SIGNED).await.body;
    let record = site.api("p3").get("/api/participant/record?event=demo").await.body;
    assert!(org.get(WINNERS).await.text().contains("Make the results final"));
    assert_eq!(org.submit(&format!("{WINNERS}/final"), &[]).await.status, 303);
    let said = told(&demo, &format!("Team {second}")).await;
    assert!(said.len() == 2 && said[1].ends_with("has won. The results are final."), "{said:?}");
    let last = results(&site).await;
    assert_eq!((&last["final_of"], &last["publication"], &last["run"]), (&json!(2), &json!(3), &json!(1)));
    assert_eq!((last.get("provisional_until"), last.get("owed")), (None, None));
    assert_eq!((&last["prizes"], &last["projects"]), (&corrected["prizes"], &corrected["projects"]));
    assert_eq!((&last["supersedes"], last["corrections"].as_array().map(Vec::len)), (&Value::Null, Some(1)));
    let text = site.browser("").get("/events/demo/results").await.text();
    text.has(&["Final. Winners have shown what they owed.", "No licence."]);

    // What was provisional stays genuine, and the check says what became of it.
    for document in [&provisional, &record] {
        let verdict = verdict(&site, document).await;
        assert_eq!((&verdict["valid"], &verdict["superseded_by"]), (&json!(true), &Value::Null), "{verdict}");
        let reason = verdict["reason"].as_str().unwrap();
        assert!(reason.contains("It was provisional, and became final on"), "{reason}");
    }
    assert_eq!(verdict(&site, &first).await["superseded_by"], json!(1));
    let now = site.api("").get(SIGNED).await.body;
    assert_eq!(verdict(&site, &now).await["reason"], Value::Null);
    let [bundle, log] = ["bundle.json", "audit.csv"].map(|kind| format!("/api/events/demo/export/{kind}"));
    let (bundle, log) = (site.api("org").get(&bundle).await.body, site.api("org").get(&log).await.body);
    let files = [
        ("1.json", &first),
        ("2.json", &provisional),
        ("3.json", &now),
        ("b.json", &bundle),
        ("demo-audit.csv", &log),
    ];
    let files = files.map(|(name, text)| File { name, bytes: text.as_bytes() });
    let report = check_files(&files, &site.keys().await, None);
    // No head covers the last rows of the log.
    let verdicts: Vec<Verdict> = report.files.iter().map(|file| file.verdict).collect();
    assert!(verdicts[..4].iter().all(|found| *found == Verdict::Holds), "{report:#?}");
    assert_eq!(report.verdict(), Verdict::CannotBeJudged, "{report:#?}");

    // A second press changes nothing, and nothing is owed any more.
    assert_eq!(site.api("org").post(FINAL, json!({})).await.status, 200);
    assert_eq!(demo.one::<i64>("select count(*) from publication where event_id = $1").await, 3);
    assert_eq!(answer(&site, "org", second, 1, "open", "").await.0, 409);
    assert_eq!(site.api("org").get(OWED).await.json(), json!({ "until": null, "owed": [], "next": [] }));
    let mut actions: Vec<String> = demo.audit().await.into_iter().map(|row| row.0).collect();
    actions.retain(|action| action.starts_with("duty") || action.starts_with("results"));
    let settled = "duty.settled";
    let expected =
        ["results.published", settled, settled, "results.corrected", settled, settled, "results.finalized"];
    assert_eq!(actions, expected);
}

#[database_test(PROVISIONAL)]
async fn an_organizer_who_takes_part_ticks_nothing(pool: PgPool, site: Site) {
    for who in ["ana", "both"] {
        let (status, refused) = answer(&site, who, 3, 1, "shown", "").await;
        let said = refused["detail"].as_str().unwrap_or_default();
        assert!(status == 403 && said.contains("part can settle"), "{refused}");
        let page = site.browser(who).get(WINNERS).await.text();
        assert!(page.contains("part can settle"), "{page}");
        assert!(!["Save ticks", "results final when"].iter().any(|form| page.contains(form)), "{page}");
    }
    // Nor does anybody hand a prize on who could hand it to their own team, by hand or with another ranking.
    let other = [("winner", "1"), ("version", "1"), ("reason", "It is ours.")];
    for who in ["ana", "both"] {
        let fields = site.browser("org").get(&AWARD.replace("/award", "")).await.fields(AWARD);
        let sent = site.browser(who).submit(AWARD, &changed(&fields, &other)).await;
        sent.answers(403, "part can settle");
        site.browser(who).submit(&format!("{WINNERS}/final"), &[]).await.is(403);
    }
    // Nor do they bring about what changes it: a correction, a rival's flag, an ally who takes no part, a panel of their choice, a prize's
    // name.
    let judge: i64 = World::demo(&pool)
        .one("select person_id from membership where event_id = $1 and role = 'judge' order by person_id limit 1")
        .await;
    let again = [("run", "1"), ("consent", "true"), ("reason", "It is ours.")];
    let (flag, ally) = ([("duplicate_of", "2")], [("role", "organizer")]);
    let (panel, guest) = (judge.to_string(), [("email", "new@y.example")]);
    let panel = [("panel", panel.as_str())];
    let renamed =
        [("version", "1"), ("name", "Second"), ("winners", "1"), ("eligibility", "all"), ("rule", "rank")];
    let acts: [(String, &[(&str, &str)]); 6] = [
        (PUBLISH.to_owned(), &again),
        (format!("{MANAGE}/projects/3/flag"), &flag),
        (format!("{MANAGE}/people/{judge}/grant"), &ally),
        (format!("{MANAGE}/prizes/1/panel"), &panel),
        (format!("{MANAGE}/prizes/1/panel/invite"), &guest),
        (format!("{MANAGE}/prizes/1/change"), &renamed),
    ];
    for who in ["ana", "both"] {
        for (path, fields) in &acts {
            let refused = site.browser(who).submit(path, fields).await;
            assert_eq!(refused.status, 403, "{path}: {}", refused.text());
            assert!(refused.text().contains("part can settle"), "{path}: {}", refused.text());
        }
    }
    // A tick of somebody else stays where the form is older.
    answer(&site, "org", 3, 2, "shown", "").await;
    site.browser("org").submit(&format!("{WINNERS}/tick"), &[("met", "3-1")]).await.is(303);
    let board = site.api("org").get(OWED).await.json();
    assert!(board["owed"].as_array().unwrap().iter().all(|owed| owed["state"] == json!("shown")), "{board}");
}

#[database_test(DECIDED)]
async fn a_program_publishes_provisionally_by_the_same_rules(site: Site) {
    let sent = |until: &str| json!({ "consent": true, "until": until, "owed": ["Public code", "A licence"] });
    for who in ["ana", "both"] {
        assert_eq!(site.api(who).post(RESULTS, sent("2099-01-01T10:00:00Z")).await.status, 403);
    }
    let past = site.api("org").post(RESULTS, sent("2020-01-01T10:00:00Z")).await;
    assert!(past.status == 400 && past.json()["until"].is_array(), "{}", past.body);
    site.api("org").post(RESULTS, json!({ "follow": ["x"], "owed": "Public code" })).await.is(400);
    let published = site.api("org").post(RESULTS, sent("2099-01-01T10:00:00Z")).await.is(200);
    let shown = results(&site).await;
    assert_eq!(shown["provisional_until"], published.json()["provisional_until"]);
    assert_eq!(shown["owed"], json!(["Public code", "A licence"]));
    assert_eq!(site.api("org").get(OWED).await.json()["owed"].as_array().map(Vec::len), Some(2));
}

#[database_test(DECIDED)]
async fn what_was_published_as_final_never_becomes_provisional(site: Site) {
    published(&site).await;
    let found = results(&site).await;
    assert!(
        ["provisional_until", "owed", "final_of"].iter().all(|member| found.get(member).is_none()),
        "{found}"
    );
    assert_eq!(answer(&site, "org", 3, 1, "shown", "").await.0, 409);
    site.api("org").post(FINAL, json!({})).await.is(409).shows("not provisional");
    assert!(!site.browser("org").get(WINNERS).await.text().contains("What winners owe"));
    // A form that was opened before says so, and no second press of it passes for the first.
    assert_eq!(publish(&site, "2099-01-01T10:00", "Public code").await, 409);
}

#[database_test(PROVISIONAL)]
async fn who_was_refused_follows_nobody(site: Site) {
    let ranked = results(&site).await;
    let [second, third] = [1_usize, 2].map(|at| ranked["projects"][at]["project"].as_i64().unwrap());
    answer(&site, "org", 3, 2, "refused", "It has none.").await;
    // A program says who was next as it read it, and why.
    let next = async |who: &str, next: i64, reason: &str| {
        let sent = json!({ "prize": 1, "next": [next], "reason": reason });
        site.api(who).post(&format!("{OWED}/next"), sent).await.status
    };
    assert_eq!(next("ana", second, "It is ours.").await, 403);
    assert_eq!(next("org", third, "No licence.").await, 409, "another one is next");
    assert_eq!(next("org", second, " ").await, 400);
    assert_eq!(results(&site).await["prizes"], ranked["prizes"], "nothing was done");
    assert_eq!(next("org", second, "No licence.").await, 200);
    assert_eq!(results(&site).await["reason"], json!("Best: No licence."));
    let (_, board) = answer(&site, "org", second, 1, "refused", "It is closed.").await;
    assert_eq!(board["next"], json!([{ "prize": 1, "refused": [second], "next": [third] }]));
}

#[database_test(PROVISIONAL)]
async fn who_follows_after_the_day_has_as_long_as_the_first_winners_had(demo: World, site: Site) {
    let second = results(&site).await["projects"][1]["project"].as_i64().unwrap();
    demo.run(DAY_IS_OVER).await;
    answer(&site, "org", 3, 2, "refused", "It has none.").await;
    let page = site.browser("org").get(WINNERS).await.text();
    assert!(page.contains("next in line, all winners have until"), "{page}");
    assert!(site.api("org").get(OWED).await.json()["next_until"].is_string());
    follow(&site, "No licence.").await;
    let day = "select provisional_until > now() + interval '70 hours' and provisional_until < now() + interval '72 hours'
        from publication where event_id = $1 order by id desc limit 1";
    assert!(demo.one::<bool>(day).await);
    let board = site.api("org").get(OWED).await.json();
    assert_eq!(board["until"], results(&site).await["provisional_until"]);
    assert_eq!(told(&demo, &format!("Team {second}")).await.len(), 1);
    // The same winners in other words get no further day.
    demo.run(DAY_IS_OVER).await;
    let fields = site.browser("org").get(&AWARD.replace("/award", "")).await.fields(AWARD);
    let fields = changed(&fields, &[("reason", "No licence at all.")]);
    assert_eq!(site.browser("org").submit(AWARD, &fields).await.status, 303);
    assert!(demo.one::<bool>(STAYS_OVER).await);
}

#[database_test(DECIDED)]
async fn winners_who_only_change_places_get_no_further_day(demo: World, site: Site) {
    demo.run("insert into prize (event_id, name, rule, winners) values (1, 'Both', 'rank', 2)").await;
    let second = site.api("org").get(RESULTS).await.json()["projects"][1]["project"].clone();
    let other = second.to_string();
    let both = [("winner", "3"), ("winner-2", other.as_str()), ("version", "1")];
    assert_eq!(site.browser("org").submit("/events/demo/manage/prizes/2/award", &both).await.status, 303);
    assert_eq!(publish(&site, "2099-01-01T10:00", "Public code").await, 303);
    demo.run(DAY_IS_OVER).await;
    for (project, quality, impact) in [("3", 4, 8), (other.as_str(), 5, 10)] {
        demo.run(&format!(
            r#"update review set scores = '{{"quality": {quality}, "impact": {impact}}}' where assignment_id in
                (select id from assignment where project_id = {project})"#
        ))
        .await;
    }
    calibrated(&site).await;
    let wish =
        [("run", "2"), ("consent", "true"), ("follow", "2"), ("reason", "Two projects were mixed up.")];
    assert_eq!(site.browser("org").submit(PUBLISH, &wish).await.status, 303);
    assert_eq!(results(&site).await["prizes"][1]["winners"][0]["project"], second);
    assert!(demo.one::<bool>(STAYS_OVER).await);
}

#[database_test(DECIDED)]
async fn nobody_is_next_in_line_for_two_prizes_where_each_project_wins_one(demo: World, site: Site) {
    let ranked = site.api("org").get(RESULTS).await.json();
    let [second, third, fourth] =
        [1_usize, 2, 3].map(|at| ranked["projects"][at]["project"].as_i64().unwrap());
    demo.run("insert into prize (event_id, name, rule) values (1, 'Second', 'rank')").await;
    demo.run("update event set one_prize_each = true").await;
    let winner = second.to_string();
    let next = [("winner", winner.as_str()), ("version", "1")];
    assert_eq!(site.browser("org").submit("/events/demo/manage/prizes/2/award", &next).await.status, 303);
    assert_eq!(publish(&site, "2099-01-01T10:00", "Public code").await, 303);
    answer(&site, "org", 3, 1, "refused", "It is closed.").await;
    let (_, board) = answer(&site, "org", second, 1, "refused", "It is closed.").await;
    let line =
        |prize: i64, refused: i64, next: i64| json!({ "prize": prize, "refused": [refused], "next": [next] });
    assert_eq!(board["next"], json!([line(1, 3, third), line(2, second, fourth)]));
}

#[database_test(PROVISIONAL)]
async fn a_prize_of_a_winner_that_is_flagged_as_a_repeat_goes_on(site: Site) {
    let second = results(&site).await["projects"][1]["project"].clone();
    for duty in [1, 2] {
        answer(&site, "org", 3, duty, "shown", "").await;
    }
    let flag = [("duplicate_of", "2")];
    assert_eq!(site.browser("org").submit(&format!("{MANAGE}/projects/3/flag"), &flag).await.status, 303);
    let board = site.api("org").get(OWED).await.json();
    assert_eq!(board["next"], json!([{ "prize": 1, "refused": [3], "next": [second] }]));
    site.api("org").post(FINAL, json!({})).await.is(409).shows("1 winner is flagged as a repeat");
    site.browser("org").get(WINNERS).await.says("when no winner is flagged as a repeat");
    follow(&site, "It repeats another project.").await;
    assert_eq!(results(&site).await["prizes"][0]["winners"][0]["project"], second);
    // With the flag gone, it wins by the rule again: an organizer decides.
    site.browser("org").submit(&format!("{MANAGE}/projects/3/clear"), &[]).await.is(303);
    assert_eq!(site.api("org").get(OWED).await.json()["next"], json!([]));
}

#[database_test(DECIDED)]
async fn a_prize_that_nobody_else_can_have_holds_nothing_up(demo: World, site: Site) {
    // Only project 4 asked for it.
    demo.run("insert into prize (event_id, name, rule, eligibility) values (1, 'Solo', 'rank', 'opt-in')")
        .await;
    let asked = "begin; set local session_replication_role = replica;
        insert into project_prize (event_id, project_id, prize_id) values (1, 4, 2); commit";
    demo.run(asked).await;
    let solo = "/events/demo/manage/prizes/2/award";
    let nobody = [("winner", ""), ("version", "1"), ("reason", "Nobody can have it.")];
    site.browser("org").submit(solo, &nobody).await.answers(400, "Choose at least one winner");
    site.browser("org").submit(solo, &[("winner", "4"), ("version", "1")]).await.is(303);
    assert_eq!(publish(&site, "2099-01-01T10:00", "Public code").await, 303);
    answer(&site, "org", 3, 1, "shown", "").await;
    let (_, board) = answer(&site, "org", 4, 1, "refused", "It is closed.").await;
    assert_eq!(board["next"], json!([{ "prize": 2, "refused": [4], "next": [] }]));
    site.api("org").post(FINAL, json!({})).await.is(409);
    // As a repeat it wins by no rule either. That nobody has the prize is a choice all the same.
    let flag = [("duplicate_of", "2")];
    assert_eq!(site.browser("org").submit(&format!("{MANAGE}/projects/4/flag"), &flag).await.status, 303);

    site.browser("org").get(WINNERS).await.says("Take “Solo” from Project 4");
    let take = async |who: &str, reason: &str| {
        let sent = json!({ "prize": 2, "next": [], "reason": reason });
        site.api(who).post(&format!("{OWED}/next"), sent).await.status
    };
    assert_eq!(take("ana", "It is ours.").await, 403);
    assert_eq!(take("org", " ").await, 400);
    assert_eq!(take("org", "No other project asked for it.").await, 200);
    let found = results(&site).await;
    assert_eq!(found["prizes"].as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(found["reason"], json!("Solo: No other project asked for it."));
    assert!(told(&demo, "Team 4").await.concat().contains("is no longer a winner"));
    let prize = site.browser("org").get("/events/demo/manage/prizes/2").await.text();
    assert!(prize.contains("Nobody, by choice"), "{prize}");
    site.api("org").post(FINAL, json!({})).await.is(200);
    assert_eq!(results(&site).await["final_of"], json!(2));
    // What was decided is not missing.
    let list = site.browser("org").get("/events/demo/manage").await.text();
    assert!(!list.contains("no winners. If you confirm winners now"), "{list}");
}

#[database_test(DECIDED)]
async fn who_loses_one_of_two_prizes_is_told_which(demo: World, site: Site) {
    demo.run("insert into prize (event_id, name, rule) values (1, 'Other', 'rank')").await;
    let won = [("winner", "3"), ("version", "1")];
    assert_eq!(site.browser("org").submit("/events/demo/manage/prizes/2/award", &won).await.status, 303);
    assert_eq!(publish(&site, "2099-01-01T10:00", "Public code").await, 303);
    let other = [("winner", "1"), ("reason", "The rule was read wrongly.")];
    let fields = site.browser("org").get(&AWARD.replace("/award", "")).await.fields(AWARD);
    assert_eq!(site.browser("org").submit(AWARD, &changed(&fields, &other)).await.status, 303);
    let said = told(&demo, "Team 3").await;
    assert!(said.len() == 2 && said[1].contains("no longer wins “Best”. The corrected results"), "{said:?}");
}

#[database_test(PROVISIONAL)]
async fn who_wins_by_a_corrected_ranking_is_told_what_it_owes(demo: World, site: Site) {
    // The best project falls to the end.
    dropped(&demo, 3).await;
    rescored(&demo).await;
    calibrated(&site).await;
    let wish =
        [("run", "2"), ("consent", "true"), ("follow", "1"), ("reason", "Two projects were mixed up.")];
    assert_eq!(site.browser("org").submit(PUBLISH, &wish).await.status, 303);
    let won = results(&site).await["prizes"][0]["winners"][0]["team"].as_str().unwrap().to_owned();
    assert_ne!(won, "Team 3");
    assert!(told(&demo, &won).await.concat().contains("Public code; A licence"));
    // Who had won is told that it owes nothing any more.
    let lost = told(&demo, "Team 3").await;
    assert!(lost.len() == 2 && lost[1].contains("is no longer a winner"), "{lost:?}");
}

#[database_test(DECIDED)]
async fn what_an_event_writes_to_people_has_its_own_clocks(demo: World, site: Site) {
    demo.run("update event set time_zone = 'Asia/Kathmandu'").await;
    assert_eq!(publish(&site, "2099-01-01T10:00", "Public code").await, 303);
    assert!(told(&demo, "Team 3").await.concat().contains("by 1 Jan 2099, 10:00 UTC+05:45: Public code"));
    let until = json!({ "questions_until": "2099-01-01T00:00:00Z" });
    let org = site.api("org");
    assert_eq!(org.post("/api/events/demo/questions/until", until).await.status, 200);
    site.api("p1").post("/api/events/demo/questions", json!({ "question": "Why?" })).await.is(201);
    let mails: Vec<String> =
        demo.all("select body from mail_outbox where event_id = $1 or about_event = $1").await;
    assert!(mails.iter().any(|mail| mail.contains("Answer it in public by")), "{mails:?}");
    for mail in mails {
        assert!(mail.matches("UTC").count() == mail.matches("UTC+05:45").count(), "{mail}");
    }
}

#[database_test(DECIDED)]
async fn a_publication_that_tells_winners_waits_for_the_event_before_it_locks_the_log(pool: PgPool) {
    let site = Site::new(&pool).await;
    let mut other = pool.begin().await.unwrap();
    sqlx::query("select from event where id = 1 for no key update").execute(&mut *other).await.unwrap();
    let (status, ()) = tokio::join!(publish(&site, "2099-01-01T10:00", "Public code"), async {
        until_waiting(&pool, 1).await;
        let row = "insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
            values (1, 'system', 'system', 'review.saved', 'review', '1')";
        sqlx::query(row).execute(&mut *other).await.unwrap();
        other.commit().await.unwrap();
    });
    assert_eq!(status, 303);
}

#[database_test(PROVISIONAL)]
async fn what_tells_winners_takes_nothing_from_what_organizers_write(site: Site) {
    let mut answers = Vec::new();
    for _ in 0..6 {
        let notice = [("to", "judges"), ("text", "Thank you"), ("mail", "true")];
        answers.push(site.browser("org").submit("/events/demo/manage/notices", &notice).await.status);
    }
    assert_eq!(answers, [303, 303, 303, 303, 303, 429]);
}

#[database_test(PROVISIONAL)]
async fn results_that_became_final_answer_no_question_as_a_correction(pool: PgPool) {
    const ASKED: &str = "/api/events/demo/questions";
    let site = Site::new(&pool).await;
    let org = site.api("org");
    let until = json!({ "questions_until": "2099-01-01T00:00:00Z" });
    assert_eq!(org.post(&format!("{ASKED}/until"), until).await.status, 200);
    assert_eq!(site.api("p1").post(ASKED, json!({ "question": "Why?" })).await.status, 201);
    for duty in [1, 2] {
        answer(&site, "org", 3, duty, "shown", "").await;
    }
    assert_eq!(org.post(FINAL, json!({})).await.json()["publication"], json!(2));
    let desk = site.browser("org").get("/events/demo/manage/calibration/publish?of=1").await.body;
    assert!(desk.contains("Publish the answer") && !desk.contains("Publication 2"), "{desk}");
    let corrected = json!({ "outcome": "corrected", "answer": "It was.", "publication": 2 });
    assert_eq!(org.post(&format!("{ASKED}/1/answer"), corrected).await.status, 400);
}

//! Provisional results: what winners owe, who is next in line, and how results become final.

use crate::support::judged::{JUDGED, calibrated, published, sql};
use crate::support::{Site, Template, World};
use database_test::database_test;
use serde_json::{Value, json};
use shared::provenance::{File, Verdict, check_files, parse};
use sqlx::PgPool;

const RESULTS: &str = "/api/events/demo/results";
const SIGNED: &str = "/api/events/demo/results/signed";
const OWED: &str = "/api/events/demo/winners";
const FINAL: &str = "/api/events/demo/results/final";
const WINNERS: &str = "/events/demo/manage/deliberation";
const AWARD: &str = "/events/demo/manage/prizes/1/award";
const PUBLISH: &str = "/events/demo/manage/calibration/publish";

/// The judged event with a run, and a prize by rank whose winner, project 3, is confirmed.
static DECIDED: Template = Template::on(&JUDGED, "decided", |pool| Box::pin(decide(pool)));
/// The same, published until 2099 as provisional.
static PROVISIONAL: Template = Template::on(&DECIDED, "provisional", |pool| {
    Box::pin(async move {
        assert_eq!(publish(&Site::new(&pool).await, "2099-01-01T10:00", "Public code\nA licence").await, 303);
    })
});

async fn decide(pool: PgPool) {
    sql(&World::demo(&pool), "insert into prize (event_id, name, rule) values (1, 'Best', 'rank')").await;
    let site = Site::new(&pool).await;
    calibrated(&site).await;
    let best = site.browser("org").submit(AWARD, &[("winner", "3"), ("version", "1")]).await;
    assert_eq!(best.status, 303, "{}", best.text());
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

/// What this team was told, by notices.
async fn told(demo: &World, team: &str) -> Vec<String> {
    let sql = format!(
        "select n.body from notice n join team t on t.id = n.team_id where n.event_id = $1 and t.name = '{team}' order by n.id"
    );
    demo.all(&sql).await
}

#[database_test(DECIDED)]
async fn winners_are_provisional_where_the_first_publication_says_so(pool: PgPool) {
    let (demo, site) = (World::demo(&pool), Site::new(&pool).await);
    let page = site.browser("org").get(PUBLISH).await.text();
    assert!(page.contains("Publish the winners as provisional"), "{page}");
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
    assert!(text.contains("These results are provisional.") && text.contains("A licence"), "{text}");
    let checked = site.api("").submit("/verify", &[("pasted", &site.api("").get(SIGNED).await.body)]).await;
    assert!(checked.text().contains("Provisional until"), "{}", checked.text());
    let certificate = site.browser("p3").get("/events/demo/certificate/participant").await.text();
    assert!(certificate.contains("The results are provisional until 1 January 2099."), "{certificate}");
    let prizes = site.api("").get("/api/events/demo/prizes").await.json();
    assert_eq!(prizes[0]["provisional_until"], found["provisional_until"]);
    let text = site.browser("").get("/events/demo/prizes").await.text();
    assert!(text.contains("Provisional until"), "{text}");
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
    let list = site.browser("org").get("/events/demo/manage").await.text();
    assert!(list.contains("2 things that winners owe are missing."), "{list}");
    let log = demo.audit().await.into_iter().rev().find(|row| row.0 == "results.published").unwrap().3;
    assert_eq!((&log["owed"], &log["provisional_until"]), (&json!(2), &found["provisional_until"]));
}

#[database_test(PROVISIONAL)]
async fn the_next_in_line_takes_a_prize_and_results_become_final(pool: PgPool) {
    let (demo, site) = (World::demo(&pool), Site::new(&pool).await);
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
    let team = site.browser("p3").get("/events/demo/team").await.text();
    assert!(team.contains("A licence: refused. Why: It has none."), "{team}");
    let own = site.api("p3").get(OWED).await.json();
    assert_eq!((&own["owed"], &own["next"]), (&board["owed"], &json!([])));
    assert_eq!(site.api("p4").get(OWED).await.json()["owed"], json!([]));
    assert_eq!(site.api("j1").get(OWED).await.status, 403);
    let early = site.api("org").post(FINAL, json!({})).await;
    assert!(early.status == 409 && early.body.contains("1 thing is missing"), "{}", early.body);

    // It takes the prize by the form of the prize.
    let page = site.browser("org").get(WINNERS).await;
    let mut fields = page.fields(AWARD);
    fields.iter_mut().filter(|(name, _)| name == "reason").for_each(|field| field.1 = "No licence.".into());
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(site.browser("org").submit(AWARD, &fields).await.status, 303);
    let corrected = results(&site).await;
    assert_eq!(corrected["prizes"][0]["winners"][0]["project"], json!(second));
    assert_eq!(corrected["reason"], json!("Best: No licence."));
    assert_eq!(corrected["provisional_until"], ranked["provisional_until"]);
    assert_eq!(told(&demo, &format!("Team {second}")).await.len(), 1);
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
    let last = results(&site).await;
    assert_eq!((&last["final_of"], &last["publication"], &last["run"]), (&json!(2), &json!(3), &json!(1)));
    assert_eq!((last.get("provisional_until"), last.get("owed")), (None, None));
    assert_eq!((&last["prizes"], &last["projects"]), (&corrected["prizes"], &corrected["projects"]));
    assert_eq!((&last["supersedes"], last["corrections"].as_array().map(Vec::len)), (&Value::Null, Some(1)));
    let text = site.browser("").get("/events/demo/results").await.text();
    assert!(
        text.contains("Final. Winners have shown what they owed.") && text.contains("No licence."),
        "{text}"
    );

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
    assert_eq!(report.verdict(), Verdict::Holds, "{report:#?}");

    // A second press changes nothing, and nothing is owed any more.
    assert_eq!(site.api("org").post(FINAL, json!({})).await.status, 200);
    assert_eq!(demo.one::<i64>("select count(*) from publication where event_id = $1").await, 3);
    assert_eq!(answer(&site, "org", second, 1, "open", "").await.0, 409);
    assert_eq!(site.api("org").get(OWED).await.json(), json!({ "until": null, "owed": [], "next": [] }));
    let mut actions: Vec<String> = demo.audit().await.into_iter().map(|row| row.0).collect();
    actions.retain(|action| action.starts_with("duty") || action.starts_with("results"));
    let settled = "duty.settled";
    assert_eq!(
        actions,
        ["results.published", settled, settled, "results.corrected", settled, settled, "results.finalized"]
    );
}

#[database_test(PROVISIONAL)]
async fn an_organizer_who_takes_part_ticks_nothing(pool: PgPool) {
    let site = Site::new(&pool).await;
    for who in ["ana", "both"] {
        let (status, refused) = answer(&site, who, 3, 1, "shown", "").await;
        let said = refused["detail"].as_str().unwrap_or_default();
        assert!(status == 403 && said.contains("take no part tick"), "{refused}");
        let page = site.browser(who).get(WINNERS).await.text();
        assert!(page.contains("take no part tick") && !page.contains("Save ticks"), "{page}");
    }
    // A tick of somebody else stays where the form is older.
    answer(&site, "org", 3, 2, "shown", "").await;
    let tick = site.browser("org").submit(&format!("{WINNERS}/tick"), &[("met", "3-1")]).await;
    assert_eq!(tick.status, 303);
    let board = site.api("org").get(OWED).await.json();
    assert!(board["owed"].as_array().unwrap().iter().all(|owed| owed["state"] == json!("shown")), "{board}");
}

#[database_test(DECIDED)]
async fn what_was_published_as_final_never_becomes_provisional(pool: PgPool) {
    let site = Site::new(&pool).await;
    published(&site).await;
    let found = results(&site).await;
    assert!(
        ["provisional_until", "owed", "final_of"].iter().all(|member| found.get(member).is_none()),
        "{found}"
    );
    assert_eq!(answer(&site, "org", 3, 1, "shown", "").await.0, 409);
    let refused = site.api("org").post(FINAL, json!({})).await;
    assert!(refused.status == 409 && refused.body.contains("not provisional"), "{}", refused.body);
    assert!(!site.browser("org").get(WINNERS).await.text().contains("What winners owe"));
}

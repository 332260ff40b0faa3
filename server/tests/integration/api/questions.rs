//! Questions about published results: who asks and answers, what everybody reads, and what is signed.

use crate::prelude::*;
use portal::publish::publish;
use shared::provenance::{File, Verdict, check_files};
use shared::publish::Wish;

const PATH: &str = "/api/events/demo/questions";
const DESK: &str = "/events/demo/manage/questions";
/// The page that shows them to organizers.
const PAGE: &str = "/events/demo/manage/calibration/publish";
const RESULTS: &str = "/events/demo/results";
const TEXT: &str = "Why is Lamp before Boat?";

/// An event with published results that takes questions. Orla organizes and judges.
async fn asked_about(pool: &PgPool) -> (World, Site) {
    let full = r#"{"quality": 4, "impact": 7}"#;
    let event =
        Event::new("demo").judging().admin("root").organizers(&["olga", "orla"]).judge("orla").judge("ada");
    let event = event.person("eve").team("Lights", &["pia"]).team("Sails", &["ben"]);
    let event = event.project("Lamp", "Lights").project("Boat", "Sails").draft("Fog", "Sails");
    let (world, site) = event.review("ada", "Lamp", full).review("ada", "Boat", full).served(pool).await;
    calibrated(&site).await;
    assert_eq!(site.api("pia").post(PATH, json!({ "question": TEXT })).await.status, 404, "no results yet");
    published(&site).await;
    assert_eq!(site.api("pia").post(PATH, json!({ "question": TEXT })).await.status, 409, "not yet taken");
    let until = json!({ "questions_until": "2099-11-27T18:00:00Z" });
    assert_eq!(site.api("orla").post(&format!("{PATH}/until"), until.clone()).await.status, 403);
    // What an answer said may be sent back: none are taken.
    for until in [json!({ "questions_until": null }), until] {
        let set = site.api("olga").post(&format!("{PATH}/until"), until.clone()).await;
        assert_eq!((set.status, &set.json()["questions_until"]), (200, &until["questions_until"]));
    }
    (world, site)
}

/// Publishes a correction after this change to the first review.
async fn corrected(world: &World, site: &Site, scores: &str) {
    world.run(&format!("update review set scores = '{scores}' where id = 1")).await;
    calibrated(site).await;
    let wish = Wish { consent: true, reason: "A score was wrong.".into(), ..Wish::default() };
    let signer = site.state.signer.clone();
    let done = site
        .state
        .by(&SHELL)
        .at("demo")
        .write(async |call| publish::publish(call, Ok(wish), &signer).await)
        .await;
    done.unwrap();
}

async fn signed_questions(site: &Site) -> Value {
    site.api("").get("/api/events/demo/results/signed").await.json()["payload"]["questions"].clone()
}

#[database_test(asked_about(&pool))]
async fn a_question_is_answered_in_public_and_signed_with_the_next_results(world: World, site: Site) {
    let lamp = world.project("Lamp").await;
    let (olga, pia) = (site.api("olga"), site.api("pia"));
    assert_eq!(signed_questions(&site).await, Value::Null, "as before, where nobody asked");
    assert_eq!(site.api("eve").post(PATH, json!({ "question": TEXT })).await.status, 403);
    let draft = world.project("Fog").await;
    for wrong in
        [json!({ "question": " " }), json!({ "question": TEXT, "project": draft }), json!({ "question": 7 })]
    {
        assert_eq!(pia.post(PATH, wrong.clone()).await.status, 400, "{wrong}");
    }
    let asked = pia.post(PATH, json!({ "question": TEXT, "project": lamp })).await.is(201);
    let said = &asked.json()["questions"][0];
    assert_eq!(said["number"], json!(1));
    assert_eq!(said["state"], "open");
    assert_eq!(said["asked_by"], Value::Null);
    assert_eq!(said["question_sha256"], sha256_hex(TEXT.as_bytes()));
    site.api("").get(RESULTS).await.body.has(&[TEXT, "Question 1"]);

    let act = |question: i32, act: &str| format!("{PATH}/{question}/{act}");
    for name in ["own", "answer", "remove"] {
        assert_eq!(site.api("orla").post(&act(1, name), json!({})).await.status, 403, "she judges");
        assert_eq!(olga.post(&act(2, name), json!({})).await.status, 404);
    }
    let by = |day: &str| json!({ "answer_by": day });
    assert_eq!(olga.post(&act(1, "own"), by("2001-01-01T00:00:00Z")).await.status, 400);
    let day = "2099-11-24T18:00:00Z";
    assert_eq!(olga.post(&act(1, "own"), by(day)).await.json()["questions"][0]["answer_by"], day);
    let answer = |publication: i32| json!({ "outcome": "corrected", "answer": "A score was wrong.", "publication": publication });
    let early = olga.post(&act(1, "answer"), answer(1)).await.status;
    assert_eq!(early, 400, "it came before the question");
    corrected(&world, &site, r#"{"quality": 1, "impact": 0}"#).await;
    let open = signed_questions(&site).await;
    assert_eq!(open[0]["number"], json!(1));
    assert_eq!(open[0]["project"], json!(lamp));
    assert_eq!(open[0]["outcome"], Value::Null);
    assert_eq!(open[0]["question_sha256"], sha256_hex(TEXT.as_bytes()));
    let answered = olga.post(&act(1, "answer"), answer(2)).await;
    assert_eq!(answered.json()["questions"][0]["state"], "corrected", "{}", answered.body);
    assert_eq!(olga.post(&act(1, "answer"), answer(2)).await.status, 409, "an answer stays");
    site.api("").get(RESULTS).await.shows("Publication 2 corrected the results.");
    corrected(&world, &site, r#"{"quality": 2, "impact": 3}"#).await;
    let closed = signed_questions(&site).await;
    assert_eq!((&closed[0]["outcome"], &closed[0]["publication"]), (&json!("corrected"), &json!(2)));
    assert_eq!(closed[0]["answer_sha256"], sha256_hex(b"A score was wrong."));

    let rows = world.audit().await.into_iter().map(|(action, ..)| action);
    let rows: Vec<String> = rows.filter(|action| action.starts_with("question.")).collect();
    assert_eq!(rows, ["question.period_set", "question.raised", "question.owned", "question.answered"]);
    let texts = "select count(*) from audit_log where event_id = $1 and (after like '%Lamp before%' or after like '%wrong%')";
    assert_eq!(world.one::<i64>(texts).await, 0, "the log has digests");
    let mails = "select string_agg(to_address, ' ' order by id) from mail_outbox where about_event = $1";
    assert_eq!(world.one::<String>(mails).await, "olga@x.example pia@x.example");
}

#[database_test(asked_about(&pool))]
async fn nobody_reads_who_asked_unless_they_want_it_and_nobody_asks_without_end(world: World, site: Site) {
    let ben = site.api("ben");
    for (nth, named) in [(1, false), (2, true), (3, false)] {
        ben.post(PATH, json!({ "question": format!("Question {nth}?"), "named": named })).await.is(201);
    }
    assert_eq!(ben.post(PATH, json!({ "question": "One more?" })).await.status, 409, "three wait");
    let name: String = world.one("select name from person where email = 'ben@x.example'").await;
    let read = site.api("").get(PATH).await.json();
    let by: Vec<&Value> = (0..3).map(|at| &read["questions"][at]["asked_by"]).collect();
    assert_eq!(by, [&Value::Null, &json!(name), &Value::Null]);
    assert!(!read.to_string().contains("ben@x.example"));
    // Numbers have no gap: what is refused took none.
    let answer = json!({ "outcome": "rejected", "answer": "No." });
    site.api("olga").post(&format!("{PATH}/1/answer"), answer).await;
    assert_eq!(ben.post(PATH, json!({ "question": "One more?" })).await.json()["questions"][3]["number"], 4);
    // Who leaves takes the name along, and the question stays.
    let last = site.api("ada").post(PATH, json!({ "question": "Whose?", "named": true })).await.json();
    assert_eq!(last["questions"][4]["asked_by"], "Ada");
    assert_eq!(site.browser("ada").submit("/me/leave", &[("typed", "Leave")]).await.status, 303);
    let left = site.api("").get(PATH).await.json()["questions"][4].clone();
    assert_eq!((&left["question"], &left["asked_by"]), (&json!("Whose?"), &Value::Null));
    world.run("update event set questions_until = now()").await;
    assert_eq!(site.api("pia").post(PATH, json!({ "question": TEXT })).await.status, 409, "too late");
}

#[database_test(asked_about(&pool))]
async fn a_text_is_removed_and_its_digest_stays(world: World, site: Site) {
    site.api("ada").post(PATH, json!({ "question": "Is Eve a thief?" })).await;
    let olga = site.api("olga");
    let remove = async |part: &str| {
        olga.post(&format!("{PATH}/1/remove"), json!({ "part": part, "reason": "It insults a person." }))
            .await
    };
    assert_eq!(remove("answer").await.status, 400, "there is none yet");
    let gone = remove("question").await.json()["questions"][0].clone();
    assert_eq!((&gone["question"], &gone["removed"]), (&Value::Null, &json!("It insults a person.")));
    assert_eq!(gone["question_sha256"], sha256_hex(b"Is Eve a thief?"));
    let kept = "select count(*) from results_question where event_id = $1 and question <> ''";
    assert_eq!(world.one::<i64>(kept).await, 0);
    let page = site.api("").get(RESULTS).await.body;
    assert!(page.contains("It insults a person.") && !page.contains("thief"), "{page}");
    for sql in [
        "update results_question set question = 'Is it so?'",
        "update results_question set question_sha256 = 'x'",
        "update results_question set number = 7",
        "delete from results_question",
    ] {
        let refused = sqlx::query(sql).execute(&world.pool).await.unwrap_err().to_string();
        assert!(
            refused.contains("stay as they were said") || refused.contains("only grows"),
            "{sql}: {refused}"
        );
    }
}

#[database_test]
async fn a_time_that_is_refused_leaves_the_form_that_publishes_as_it_was(pool: PgPool) {
    let full = r#"{"quality": 4, "impact": 7}"#;
    let event = Event::new("demo").judging().organizer("olga").judge("ada").team("Lights", &["pia"]);
    let event = event.projects(&[("Lamp", "Lights"), ("Boat", "Lights")]);
    let (_, site) = event.reviews(&[("ada", "Lamp", full), ("ada", "Boat", full)]).served(&pool).await;
    calibrated(&site).await;
    let typed = [("questions_until", "soon")];
    let refused = site.browser("olga").submit(&format!("{DESK}/until"), &typed).await.is(400);
    // The browser has the address of the refused form by now.
    refused.body.has(&["name=\"run\"", "value=\"soon\"", &format!("action=\"{PAGE}\"")]);
}

#[database_test(asked_about(&pool))]
async fn pages_ask_own_and_answer_as_the_api_does(_: World, site: Site) {
    let (olga, pia) = (site.browser("olga"), site.browser("pia"));
    pia.submit("/events/demo/questions", &[("question", TEXT), ("project", "")]).await.is(303);
    let empty = pia.submit("/events/demo/questions", &[("question", " ")]).await.is(400);
    empty.shows("Write your question before you send it.");
    olga.get(&format!("{PAGE}?of=1")).await.body.has(&[TEXT, "Publish the answer"]);
    let refused =
        olga.submit(&format!("{DESK}/1/answer"), &[("outcome", ""), ("answer", "It was close.")]).await;
    assert!(refused.status == 400 && refused.body.contains("It was close."), "{}", refused.body);
    let sent = [("outcome", "accepted"), ("answer", "It was close.")];
    assert_eq!(olga.submit(&format!("{DESK}/1/answer"), &sent).await.status, 303);
    assert!(site.api("").get(RESULTS).await.body.contains("It was close."));
    let other = site.browser("orla").get(PAGE).await.body;
    other.has(&["You judge in this event. Only organizers who take no part can answer questions"]);
    other.lacks(&["Save the time"]);
}

#[database_test(asked_about(&pool))]
async fn a_stranger_reads_questions_and_answers_from_three_files(world: World, site: Site) {
    let lamp = world.project("Lamp").await;
    let asked = json!({ "question": TEXT, "project": lamp, "named": true });
    assert_eq!(site.api("pia").post(PATH, asked).await.status, 201);
    assert_eq!(site.api("ben").post(PATH, json!({ "question": "And why not?" })).await.status, 201);
    corrected(&world, &site, r#"{"quality": 1, "impact": 0}"#).await;
    let olga = site.api("olga");
    let answer = json!({ "outcome": "corrected", "answer": "A score was wrong.", "publication": 2 });
    assert_eq!(olga.post(&format!("{PATH}/1/answer"), answer).await.status, 200);
    let results = site.api("").get("/api/events/demo/results/signed").await.body;
    let head = olga.get("/api/events/demo/audit-head").await.body;
    let bundle = olga.get("/api/events/demo/export/bundle.json").await.body;
    let checked = async |bundle: &str| {
        let files =
            [("demo-bundle.json", bundle), ("results.json", results.as_str()), ("head.json", head.as_str())];
        let files = files.map(|(name, text)| File { name, bytes: text.as_bytes() });
        check_files(&files, &site.keys().await, None)
    };
    let report = checked(&bundle).await;
    let said = format!("{report:?}");
    assert!(report.files.iter().all(|file| file.verdict == Verdict::Holds), "{report:#?}");
    said.has(&["QuestionsEqualSigned { questions: 2", "QuestionsAsLogged { questions: 2 }"]);
    let read = words::findings::report_text(&report);
    for text in [TEXT, "results corrected by publication 2. “A score was wrong.”", "“And why not?”"] {
        assert!(read.contains(text), "{read}");
    }
    let mut file: Value = serde_json::from_str(&bundle).unwrap();
    assert_eq!(file["questions"][0]["question"], json!(TEXT));
    assert_eq!(file["questions"][0]["answer"], "A score was wrong.");
    assert_eq!(file["questions"][1].get("person"), None, "who wants no name has none");
    file["questions"][0]["outcome"] = json!("rejected");
    file["questions"][0].as_object_mut().unwrap().remove("publication");
    assert_eq!(checked(&file.to_string()).await.files[0].verdict, Verdict::DoesNotHold);

    let root = site.api("root");
    let file: Value = serde_json::from_str(&bundle).unwrap();
    root.post("/api/events/import?slug=copy", file.clone()).await.is(201);
    let copy = root.get("/api/events/copy/export/bundle.json").await.json();
    assert_eq!(copy["questions"], file["questions"]);
    assert_eq!(copy["event"]["questions_until"], file["event"]["questions_until"]);
    let unpublished = site.api("").get("/api/events/copy/questions").await;
    assert_eq!(unpublished.status, 404, "its results are not published");
}

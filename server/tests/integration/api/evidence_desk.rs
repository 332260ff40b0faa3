//! Evidence by people: a judge flags, the team answers, an organizer looks, and each reads what is for them.

use crate::prelude::*;

const DESK: &str = "/events/demo/manage/evidence";
const GONE: &str = "The video is gone. It answers 404.";
const SAW: &str = "I saw it in May.";

/// Ada judges Lamp and has saved nothing, Bo has reviewed it; Olga organizes, Otto organizes and judges. The portal found that the
/// video of Lamp is gone.
async fn world(pool: &PgPool, evidence: bool) -> (World, Site) {
    let (world, site) = Event::new("demo")
        .judging()
        .admin("root")
        .judges(&["ada", "bo", "otto"])
        .organizers(&["olga", "otto"])
        .teams(&[("Lights", &["pia"]), ("Waves", &["wim"])])
        .projects(&[("Lamp", "Lights"), ("Tide", "Waves")])
        .assign("ada", "Lamp")
        .review("bo", "Lamp", r#"{"quality": 4, "impact": 7}"#)
        .served(pool)
        .await;
    let sql = format!(
        "set session_replication_role = replica; update event set evidence = {evidence};
         insert into evidence (event_id, project_id, fact)
             select event_id, id, jsonb_build_object('kind', 'dead_video', 'url', 'https://v.example/1', 'why', 'It answers 404.')
             from project where title = 'Lamp';
         set session_replication_role = origin;"
    );
    run(pool, &sql).await;
    (world, site)
}

/// The kinds of the facts that somebody reads by the API.
async fn kinds(site: &Site, who: &str) -> Vec<String> {
    let list = site.api(who).get("/api/events/demo/evidence").await.json();
    let kind = |one: &Value| one["fact"]["kind"].as_str().unwrap().to_owned();
    list.as_array().unwrap().iter().map(kind).collect()
}

#[database_test(world(&pool, true))]
async fn each_reads_what_is_for_them_and_writes_what_is_theirs(world: World, site: Site) {
    let (ada, bo, pia, olga) =
        (site.browser("ada"), site.browser("bo"), site.browser("pia"), site.browser("olga"));
    let task = format!("/judge/assignments/{}", world.assignment("ada", "Lamp").await);
    let (lamp, id) = (format!("/projects/{}", world.project("Lamp").await), world.project("Lamp").await);

    // Nothing of it is in the page before the first save, and in the API neither.
    let before = ada.get(&task).await.text();
    assert!(!before.contains(GONE) && before.contains("after you first save its review"), "{before}");
    assert_eq!(kinds(&site, "ada").await, Vec::<String>::new());
    ada.submit(&task, &[("score_quality", "3"), ("comment", ""), ("submit", "false")]).await.is(303);
    assert!(ada.get(&task).await.text().contains(GONE));

    let flag = [("reason", "built_before"), ("sentence", SAW)];
    ada.submit(&format!("{task}/flag"), &flag).await.leads_to(&format!("{task}#evidence"));
    assert_eq!(bo.submit(&format!("{task}/flag"), &flag).await.status, 404);
    let others = format!("/judge/assignments/{}", world.assignment("bo", "Lamp").await);
    let theirs = bo.get(&others).await.text();
    assert!(theirs.contains(GONE) && !theirs.contains(SAW), "{theirs}");
    assert_eq!(kinds(&site, "ada").await, ["dead_video", "flag"]);
    assert_eq!(kinds(&site, "bo").await, ["dead_video"]);

    // The team reads what is said and not by whom, and answers once.
    let own = pia.get(&lamp).await.text();
    assert!(own.contains(GONE) && own.contains(SAW) && !own.contains("Ada"), "{own}");
    let read = site.api("pia").get("/api/events/demo/evidence").await.json();
    let when = |kind: &str| {
        let of_kind = read.as_array().unwrap().iter().find(|one| one["fact"]["kind"] == kind).unwrap();
        of_kind["found_at"].as_str().unwrap().to_owned()
    };
    assert!(when("flag").contains("T00:00:00"), "the minute would tell whose the flag is: {read}");
    assert!(!when("dead_video").contains("T00:00:00"), "{read}");
    assert!(!site.browser("wim").get(&lamp).await.text().contains(GONE));
    assert!(!site.api("").get(&lamp).await.text().contains(GONE));
    let answer = format!("{lamp}/answer");
    for (sentence, status) in [("", 400), ("May was another lamp.", 303), ("And more.", 409)] {
        let answered = pia.submit(&answer, &[("sentence", sentence)]).await;
        assert_eq!(answered.status, status, "{}", answered.body);
    }
    assert_eq!(site.browser("wim").submit(&answer, &[("sentence", "Ours.")]).await.status, 403);
    assert!(bo.get(&others).await.text().contains("May was another lamp."));

    // The desk has all of it, with names. Who takes part reads no words of people, and writes none.
    let desk = olga.get(DESK).await.text();
    for part in
        [GONE, SAW, "Ada", "May was another lamp.", "1 project waits to be looked at", "https://v.example/1"]
    {
        assert!(desk.contains(part) || olga.get(DESK).await.body.contains(part), "{part} in {desk}");
    }
    let part = site.browser("otto").get(DESK).await.text();
    assert!(part.contains(GONE) && !part.contains(SAW) && !part.contains("another lamp"), "{part}");
    assert!(part.contains("1 project waits to be looked at"), "{part}");
    assert_eq!(kinds(&site, "otto").await, ["dead_video"]);
    let looked = format!("{DESK}/{id}/looked-at");
    assert_eq!(site.browser("otto").submit(&looked, &[("sentence", "Fine.")]).await.status, 403);
    olga.submit(&looked, &[("sentence", " ")]).await.answers(400, "Write a sentence before you send it.");
    olga.submit(&looked, &[("sentence", "They moved it.")])
        .await
        .leads_to(&format!("{DESK}?done=looked-at#project-{id}"));
    olga.get(DESK).await.text().has(&["They moved it.", "0 projects wait"]);
    // That somebody looked is told to who takes part, too, and not in what words.
    let part = site.browser("otto").get(DESK).await.text();
    assert!(part.contains("0 projects wait") && !part.contains("They moved it."), "{part}");
    assert!(!olga.get(&format!("{DESK}?waiting=true")).await.text().contains(SAW));
    assert!(olga.get(&format!("{DESK}?kind=flag&q=lamp")).await.text().contains(SAW));
    assert!(!olga.get(&format!("{DESK}?kind=note")).await.text().contains(SAW));

    // Notes are for organizers alone, and the log knows a sentence by its digest.
    let note = json!({ "kind": "note", "sentence": "Ask them on Monday." });
    assert_eq!(site.api("olga").post(&format!("/api{lamp}/evidence"), note).await.status, 201);
    for who in ["ada", "bo", "pia"] {
        assert!(!kinds(&site, who).await.contains(&"note".to_owned()), "{who}");
    }
    let rows: Vec<_> = world.audit().await.into_iter().filter(|row| row.0.starts_with("evidence.")).collect();
    let acts: Vec<&str> = rows.iter().map(|row| row.0.as_str()).collect();
    assert_eq!(acts, ["evidence.flagged", "evidence.answered", "evidence.looked_at", "evidence.noted"]);
    assert!(rows.iter().all(|row| !format!("{row:?}").contains("May")), "{rows:?}");
}

#[database_test(world(&pool, true))]
async fn facts_wait_on_the_check_list_and_three_hundred_projects_are_folded(world: World, site: Site) {
    let olga = site.browser("olga");
    olga.get("/events/demo/manage").await.says("1 project has facts that nobody has looked at.");
    let many = "set session_replication_role = replica;
        insert into project (event_id, team_id, title, status, submitted_at)
            select 1, (select id from team limit 1), 'Lantern ' || n, 'submitted', now() from generate_series(1, 300) n;
        insert into evidence (event_id, project_id, fact)
            select 1, id, '{\"kind\": \"dead_video\", \"url\": \"\", \"why\": \"It is gone.\"}' from project where title like 'Lantern %';
        set session_replication_role = origin;";
    world.run(many).await;
    let desk = olga.get(DESK).await;
    let (first, folded) = desk.body.split_once("Show the other 291 projects").unwrap();
    assert_eq!((first.matches("id=\"project-").count(), folded.matches("id=\"project-").count()), (10, 291));
    let tags = desk.body.split("<details").skip(1).filter_map(|rest| rest.split('>').next());
    assert_eq!(tags.filter(|tag| tag.contains(" open") && tag.contains("disclosure")).count(), 2);
    assert_eq!(desk.body.matches("Video is gone</span>").count(), 299);
    drop(world);
}

#[database_test(world(&pool, true))]
async fn a_bundle_says_who_wrote_also_of_an_admin_without_a_role(world: World, site: Site) {
    let root = site.api("root");
    let lamp = format!("/api/projects/{}/evidence", world.project("Lamp").await);
    let note = json!({ "kind": "note", "sentence": "Ask them on Monday." });
    root.post(&lamp, note).await.is(201);
    let bundle = root.get("/api/events/demo/export/bundle.json").await.json();
    root.post("/api/events/import?slug=copy", bundle).await.is(201);
    // Forgetting takes out what has a name.
    let copied = "select count(*) from evidence where found_by is not null and event_id <> $1";
    assert_eq!(world.one::<i64>(copied).await, 1);
}

#[database_test(world(&pool, false))]
async fn an_event_that_wants_no_evidence_shows_and_takes_none(world: World, site: Site) {
    site.browser("olga").get(DESK).await.says("This event collects no evidence");
    let task = format!("/judge/assignments/{}", world.assignment("bo", "Lamp").await);
    assert!(!site.browser("bo").get(&task).await.text().contains(GONE));
    assert_eq!(kinds(&site, "bo").await, Vec::<String>::new());
    let flag = [("reason", "rules"), ("sentence", SAW)];
    site.browser("bo").submit(&format!("{task}/flag"), &flag).await.is(409);
    let lamp = format!("/api/projects/{}/evidence", world.project("Lamp").await);
    for (who, kind) in [("pia", "answer"), ("olga", "note"), ("olga", "looked_at")] {
        let refused = site.api(who).post(&lamp, json!({ "kind": kind, "sentence": SAW })).await;
        assert_eq!(refused.status, 409, "{who}: {}", refused.body);
    }
}

#[database_test(world(&pool, true))]
async fn words_whose_writer_a_bundle_left_out_are_words_of_people(world: World, site: Site) {
    let flag = "set session_replication_role = replica;
        insert into evidence (event_id, project_id, fact)
            select event_id, id, '{\"kind\": \"flag\", \"reason\": \"rules\", \"sentence\": \"I saw it in May.\"}'
            from project where title = 'Lamp';
        set session_replication_role = origin;";
    world.run(flag).await;
    for (who, reads) in [("olga", true), ("otto", false)] {
        assert_eq!(site.browser(who).get(DESK).await.text().contains(SAW), reads, "{who}");
        assert_eq!(kinds(&site, who).await.contains(&"flag".to_owned()), reads, "{who}");
    }
}

#[database_test(world(&pool, true))]
async fn an_organizer_who_judges_waits_for_facts_as_every_judge_does(world: World, site: Site) {
    let otto = site.browser("otto");
    assert!(otto.get(DESK).await.text().contains(GONE), "not theirs to review");
    let assigned = "insert into assignment (event_id, person_id, project_id, source)
        select $1, j.id, p.id, 'manual' from person j, project p where j.email = 'otto@x.example' and p.title = 'Lamp'";
    world.run(assigned).await;
    assert!(!otto.get(DESK).await.text().contains(GONE));
    assert_eq!(kinds(&site, "otto").await, Vec::<String>::new());
    assert_eq!(kinds(&site, "olga").await, ["dead_video"]);
    let task = format!("/judge/assignments/{}", world.assignment("otto", "Lamp").await);
    otto.submit(&task, &[("score_quality", "3"), ("comment", ""), ("submit", "false")]).await.is(303);
    assert!(otto.get(DESK).await.text().contains(GONE));
    assert_eq!(kinds(&site, "otto").await, ["dead_video"]);
}

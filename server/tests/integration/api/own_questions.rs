//! An event's own questions in the form of a project: who asks them, what teams answer, and who reads it.

use crate::prelude::*;

const PAGE: &str = "/events/demo/manage/settings/criteria";
const PROJECTS: &str = "/api/events/demo/projects";

/// One question for each kind of readers, and one of each kind.
const ASKED: [(&str, &str); 12] = [
    ("questions_0_label", "Food that someone can’t eat"),
    ("questions_0_key", "diet"),
    ("questions_0_kind", "text"),
    ("questions_0_required", "true"),
    ("questions_0_shown_to", "organizers"),
    ("questions_1_label", "Language"),
    ("questions_1_kind", "choice"),
    ("questions_1_choices", "Rust\r\nPython\r\n"),
    ("questions_1_shown_to", "judges"),
    ("questions_2_label", "First hackathon"),
    ("questions_2_kind", "tick"),
    ("questions_2_shown_to", "all"),
];

/// An event that asks them while submissions are open.
async fn asked(pool: &PgPool) -> (World, Site) {
    let (world, site) = Event::new("demo")
        .organizers(&["olga", "otto"])
        .judge("ada")
        .person("stranger")
        .teams(&[("Lights", &["pia", "pat"]), ("Waves", &["wim"])])
        .served(pool)
        .await;
    change(&site, "olga", &ASKED).await.leads_to(&format!("{PAGE}?done=rubric-saved"));
    (world, site)
}

/// Sends the page's form as it is shown, but for these fields.
async fn change(site: &Site, who: &str, changed: &[(&str, &str)]) -> Reply {
    let browser = site.browser(who);
    let shown = browser.get(PAGE).await.fields(PAGE);
    send(site, who, &shown, changed).await
}

async fn send(site: &Site, who: &str, shown: &[(String, String)], changes: &[(&str, &str)]) -> Reply {
    site.browser(who).submit(PAGE, &changed(shown, changes)).await
}

fn lamp() -> Value {
    json!({
        "title": "Lamp", "submit": true,
        "answers": { "diet": " No nuts\r\n", "language": "Rust", "first_hackathon": "yes" },
    })
}

#[database_test(asked(&pool))]
async fn each_answer_is_read_by_those_to_whom_its_question_is_shown(world: World, site: Site) {
    let made = site.api("pia").post(PROJECTS, lamp()).await.is(201);
    let path = format!("/api/projects/{}", made.json()["id"]);
    let all = json!({ "diet": "No nuts", "language": "Rust", "first_hackathon": "yes" });
    assert_eq!(made.json()["answers"], all);
    let public = json!({ "first_hackathon": "yes" });
    let of_judges = json!({ "language": "Rust", "first_hackathon": "yes" });
    // Visitors ask before and after the others: what is kept for them is nobody else's.
    for (who, answers) in [
        ("", &public),
        ("ada", &of_judges),
        ("olga", &all),
        ("pat", &all),
        ("wim", &public),
        ("stranger", &public),
        ("", &public),
    ] {
        assert_eq!(site.api(who).get(&path).await.json()["answers"], *answers, "{who}");
        assert_eq!(site.api(who).get(PROJECTS).await.json()[0]["answers"], *answers, "{who}");
        let page = path.trim_start_matches("/api");
        let shown =
            if who.is_empty() { site.api("").get(page).await } else { site.browser(who).get(page).await };
        for (label, key) in
            [("can’t eat", "diet"), ("Language", "language"), ("First hackathon", "first_hackathon")]
        {
            assert_eq!(shown.text().contains(label), answers.get(key).is_some(), "{who} {key}");
        }
    }
    let file = site.api("olga").get("/api/events/demo/export/projects.csv").await.body;
    let lines: Vec<&str> = file.lines().collect();
    assert!(lines[0].ends_with(",answer_diet,answer_language,answer_first_hackathon"), "{file}");
    assert!(lines[1].ends_with(",No nuts,Rust,yes"), "{file}");
    site.browser("pat").get("/me/data.json").await.shows("No nuts");
    // The log names the questions. Webhooks send it on.
    let log: String = world.one("select string_agg(after, ' ') from audit_log where event_id = $1").await;
    assert!(log.replace(' ', "").contains(r#"["diet","first_hackathon","language"]"#), "{log}");
    assert!(!log.contains("No nuts"), "{log}");
}

#[database_test(asked(&pool))]
async fn a_judge_reads_on_the_page_of_the_review_what_judges_read(world: World, site: Site) {
    assert_eq!(site.api("pia").post(PROJECTS, lamp()).await.status, 201);
    let sql = "insert into assignment (event_id, person_id, project_id, source)
        select $1, j.id, p.id, 'manual' from person j, project p where j.email = 'ada@x.example' and p.event_id = $1 returning id";
    let task: i64 = world.one(sql).await;
    let page = site.browser("ada").get(&format!("/judge/assignments/{task}")).await.text();
    assert!(page.contains("Language") && page.contains("First hackathon"), "{page}");
    assert!(!page.contains("No nuts") && !page.contains("can’t eat"), "{page}");
}

#[database_test(asked(&pool))]
async fn what_is_required_is_asked_at_the_submission_and_every_fault_names_its_field(_: World, site: Site) {
    let pia = site.api("pia");
    let missing = json!({ "answers_diet": ["Answer this question before you submit."] });
    let draft = pia.post(PROJECTS, json!({ "title": "Lamp" })).await;
    assert_eq!(draft.status, 201, "a draft needs no answer");
    assert_eq!(draft.json().get("answers"), None);
    let path = format!("/api/projects/{}", draft.json()["id"]);
    let refused = pia.patch(&path, json!({ "submit": true })).await;
    assert_eq!((refused.status, refused.json()), (400, missing.clone()));
    let wrong = json!({ "language": "Go", "first_hackathon": "no", "age": "7", "diet": "x".repeat(2001) });
    let refused = pia.patch(&path, json!({ "answers": wrong })).await.is(400);
    let fields: Vec<String> = refused.json().as_object().unwrap().keys().cloned().collect();
    assert_eq!(fields, ["answers_age", "answers_diet", "answers_first_hackathon", "answers_language"]);
    let refused =
        pia.patch(&path, json!({ "answers": { "diet": 3, "language": "Rust", "age": true } })).await;
    let typed = ["This must be a string."];
    assert_eq!(
        (refused.status, refused.json()),
        (400, json!({ "answers_age": typed, "answers_diet": typed }))
    );
    let saved = pia.patch(&path, json!({ "answers": { "diet": "None" }, "submit": true })).await;
    assert_eq!((saved.status, &saved.json()["answers"]), (200, &json!({ "diet": "None" })), "{}", saved.body);
    // It stays answered; the others come and go.
    let refused = pia.patch(&path, json!({ "answers": { "diet": " " } })).await;
    assert_eq!((refused.status, refused.json()), (400, missing));
    let saved = pia.patch(&path, json!({ "answers": { "language": "Rust" } })).await.json();
    assert_eq!(saved["answers"], json!({ "diet": "None", "language": "Rust" }));
    let saved = pia.patch(&path, json!({ "answers": { "language": "" } })).await.json();
    assert_eq!(saved["answers"], json!({ "diet": "None" }));
    // A teammate's answer is never overwritten unseen.
    let mine = json!({ "answers": { "diet": "Milk" }, "was": { "answers": { "diet": "Eggs" } } });
    assert_eq!(site.api("pat").patch(&path, mine).await.status, 409);
    let same = json!({ "answers": { "diet": "Eggs" }, "was": { "answers": { "diet": "Eggs" } } });
    assert_eq!(site.api("pat").patch(&path, same).await.json()["answers"], json!({ "diet": "None" }));
}

#[database_test(asked(&pool))]
async fn the_form_says_who_reads_an_answer_and_comes_back_filled_in(_: World, site: Site) {
    let (pia, form) = (site.browser("pia"), "/events/demo/submit");
    let page = pia.get(form).await;
    assert!(page.body.contains(r#"data-answers="answers_diet answers_language answers_first_hackathon""#));
    page.text().has(&[
        "Needed to submit. Your team and the organizers read the answer.",
        "Your team, the organizers and the judges read the answer.",
        "Everyone who sees the project reads the answer.",
    ]);
    let typed = [("title", "Lamp"), ("submit", "true"), ("answers_diet", ""), ("answers_language", "Go")];
    let refused = pia.submit(form, &typed).await.is(400);
    for field in ["answers_diet", "answers_language"] {
        assert!(refused.body.contains(&format!("href=\"#{field}\"")), "{field}: {}", refused.body);
    }
    let typed =
        [("title", "Lamp"), ("submit", "true"), ("answers_diet", "None"), ("answers_language", "Rust")];
    let saved = pia.submit(form, &typed).await.is(303);
    let edit = format!("{}/edit", saved.location().split('?').next().unwrap());
    let shown = site.browser("pat").get(&edit).await.fields(&edit);
    for field in [("answers_diet", "None"), ("answers_language", "Rust")] {
        assert!(shown.iter().any(|(name, value)| (name.as_str(), value.as_str()) == field), "{shown:?}");
    }
    // Two teammates change one answer: a person chooses.
    let kept: Vec<(&str, &str)> = shown.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let with = |answer| {
        let mut fields: Vec<_> = kept.iter().copied().filter(|(name, _)| *name != "answers_diet").collect();
        fields.extend([("answers_diet", answer), ("submit", "false")]);
        fields
    };
    assert_eq!(pia.submit(&edit, &with("Milk")).await.status, 303);
    let both = site.browser("pat").submit(&edit, &with("Eggs")).await.is(409);
    both.body.has(&["name=\"keep_answers_diet\""]);
    both.text().has(&["Milk"]);
}

#[database_test(asked(&pool))]
async fn what_teams_were_told_or_have_answered_stays(world: World, site: Site) {
    assert_eq!(site.browser("ada").get(PAGE).await.status, 403);
    let opened = site.browser("otto").get(PAGE).await.fields(PAGE);
    let refused = async |changed: &[(&str, &str)], field: &str| {
        let reply = change(&site, "olga", changed).await.is(400);
        assert!(reply.body.contains(&format!("href=\"#questions_{field}\"")), "{field}: {}", reply.body);
    };
    refused(&[("questions_0_shown_to", "judges")], "0_shown_to").await;
    refused(&[("questions_1_choices", "Rust")], "1_choices").await;
    refused(
        &[("questions_3_label", "何"), ("questions_3_kind", "text"), ("questions_3_shown_to", "all")],
        "3_key",
    )
    .await;
    assert_eq!(site.api("pia").post(PROJECTS, lamp()).await.status, 201);
    refused(&[("questions_0_remove", "true")], "0_remove").await;
    refused(&[("questions_1_kind", "text"), ("questions_1_choices", "")], "1_kind").await;
    // Words, order and fewer readers may change.
    let fewer =
        [("questions_2_shown_to", "judges"), ("questions_2_place", "1"), ("questions_0_label", "Food")];
    assert_eq!(change(&site, "olga", &fewer).await.status, 303);
    let event = site.api("").get("/api/events/demo").await.json();
    let asked: Vec<(&str, &str)> = event["form_questions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|question| (question["label"].as_str().unwrap(), question["shown_to"].as_str().unwrap()))
        .collect();
    assert_eq!(asked, [("First hackathon", "judges"), ("Food", "organizers"), ("Language", "judges")]);
    assert_eq!(site.api("").get(PROJECTS).await.json()[0].get("answers"), None, "nobody else reads it now");
    let late = send(&site, "otto", &opened, &[("questions_0_label", "Mine")]).await;
    late.answers(409, "Another organizer saved this");
    let actions: Vec<String> = world.audit().await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(actions, ["event.edited", "project.submitted", "event.edited"]);
}

#[database_test]
async fn an_unanswered_question_can_go_and_a_draft_event_is_free_to_ask_anew(pool: PgPool) {
    let (_, site) = asked(&pool).await;
    assert_eq!(change(&site, "olga", &[("questions_0_remove", "true")]).await.status, 303);
    let found = site.api("").get("/api/events/demo").await.json()["form_questions"].as_array().unwrap().len();
    assert_eq!(found, 2);
    // A form that is open somewhere says that organizers alone read the answer.
    for (shown_to, status) in [("all", 400), ("judges", 400), ("organizers", 303)] {
        let again = [
            ("questions_2_label", "Something else"),
            ("questions_2_key", "diet"),
            ("questions_2_kind", "text"),
            ("questions_2_shown_to", shown_to),
        ];
        let reply = change(&site, "olga", &again).await;
        assert_eq!(reply.status, status, "{shown_to}: {}", reply.text());
    }
    Event::new("later").unopened().organizer("olga").create(&pool).await;
    let page = PAGE.replace("demo", "later");
    let ask = async |shown_to: &str| {
        let browser = site.browser("olga");
        let version =
            browser.get(&page).await.fields(&page).into_iter().find(|(name, _)| name == "questions_version");
        let (_, version) = version.unwrap();
        let line =
            [("questions_0_label", "Food"), ("questions_0_kind", "text"), ("questions_0_shown_to", shown_to)];
        let form = [
            &line[..],
            &[
                ("questions_version", version.as_str()),
                ("questions_0_id", "food"),
                ("questions_0_key", "food"),
            ],
        ];
        browser.submit(&page, &form.concat()).await.status
    };
    assert_eq!(ask("organizers").await, 303);
    assert_eq!(ask("all").await, 303, "nobody was told anything yet");
}

#[database_test]
async fn a_question_that_teams_have_read_gets_no_more_readers_while_the_opening_lies_ahead(pool: PgPool) {
    let (world, site) = asked(&pool).await;
    // One question goes, and then submissions are put off. A form from before still says who reads its answers.
    assert_eq!(change(&site, "olga", &[("questions_2_remove", "true")]).await.status, 303);
    let later = "update event set submissions_open = now() + interval '1 day', submissions_close = now() + interval '2 days'
        where id = $1";
    sqlx::query(later).bind(world.event).execute(&pool).await.unwrap();
    let wider = [("questions_0_shown_to", "all")];
    assert_eq!(change(&site, "olga", &wider).await.status, 400);
    let new =
        [("questions_2_label", "T-shirt"), ("questions_2_kind", "text"), ("questions_2_shown_to", "all")];
    assert_eq!(change(&site, "olga", &new).await.status, 303, "nobody was asked this before");
    assert_eq!(change(&site, "olga", &[("questions_1_remove", "true")]).await.status, 303);
    let language = [
        ("questions_2_label", "Language"),
        ("questions_2_kind", "choice"),
        ("questions_2_choices", "Rust\r\nPython"),
        ("questions_2_shown_to", "all"),
    ];
    let refused = change(&site, "olga", &language).await;
    assert_eq!(refused.status, 400, "it was shown to judges: {}", refused.text());
}

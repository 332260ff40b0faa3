//! The API's document matches the service, request by request.

use crate::prelude::*;
use portal::publish::calibrate;
use shared::text;
use std::collections::BTreeSet;

async fn document(site: &Site) -> Value {
    site.api("").get("/api/schema?format=json").await.json()
}

/// Every operation: method, path, and what the document says of it.
fn operations(document: &Value) -> Vec<(&str, &str, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    let each = paths.iter().flat_map(|(path, item)| {
        item.as_object().unwrap().iter().map(move |(method, o)| (method.as_str(), path.as_str(), o))
    });
    each.collect()
}

/// Who calls an operation in the world of the examples.
fn caller(operation: &str) -> &'static str {
    match operation {
        "createProject"
        | "askQuestion"
        | "readParticipantBadge"
        | "readParticipantRecord"
        | "editProject"
        | "readVisits"
        | "readWishes"
        | "addPicture"
        | "changePicture"
        | "removePicture" => "pia",
        "listAssignments" | "listConflicts" | "listTasks" | "readJudgeRecord" | "readPanel"
        | "saveReview" | "listScores" | "callForHelp" | "withdrawCall" => "ada",
        "readBallot" | "castBallot" | "listNotices" | "listPanels" | "postComment" | "readMe"
        | "readTeamLink" | "listProposals" | "makeProposal" => "vic",
        "exportBundle"
        | "exportCsv"
        | "readAuditHead"
        | "readSignedResults"
        | "readBadgeStatus"
        | "readFeedback"
        | "readResults"
        | "readRankingBasis"
        | "readVotes"
        | "openEvent"
        | "withdrawProject"
        | "restoreProject"
        | "correctProject"
        | "listMoreTime"
        | "giveMoreTime"
        | "readPrizesByRule"
        | "confirmPrizesByRule"
        | "checkScores"
        | "enterScores"
        | "shareOut"
        | "listEvidence"
        | "listWinnersOwe"
        | "writeEvidence"
        | "listCalls"
        | "listConfirmations"
        | "takeCall"
        | "closeCall"
        | "setQuestionsUntil"
        | "ownQuestion"
        | "answerQuestion"
        | "removeQuestionText"
        | "publishResults" => "org",
        "importEvent" => "root",
        "readJudgeBadge" => "eve",
        _ => "",
    }
}

/// The one path and query that the examples of an operation's parameters make; optional ones are left out.
fn address(path: &str, operation: &Value) -> String {
    let mut address = path.to_owned();
    for p in operation["parameters"].as_array().into_iter().flatten() {
        let name = p["name"].as_str().unwrap();
        let example = p["example"].as_str().map_or_else(|| p["example"].to_string(), ToOwned::to_owned);
        match (p["in"].as_str().unwrap(), p["required"] == true) {
            ("path", _) => address = address.replace(&format!("{{{name}}}"), &example),
            (_, true) => address = format!("{address}?{name}={example}"),
            _ => {}
        }
    }
    address
}

async fn send(client: Client<'_>, method: &str, path: &str, operation: &Value) -> Reply {
    let example = operation["requestBody"]["content"]["application/json"]["example"].clone();
    let address = address(path, operation);
    match method {
        "get" => client.get(&address).await,
        "post" => client.post(&address, example).await,
        "patch" => client.patch(&address, example).await,
        "delete" => client.delete(&address).await,
        other => panic!("teach the test to {other}"),
    }
}

/// The example's picture: a dot.
const PICTURE: &str = r#"insert into project_picture (event_id, project_id, position, picture)
    select event_id, id, 1, jsonb_build_object('alt', '', 'width', 1, 'height', 1,
        'files', jsonb_build_array(jsonb_build_object('width', 1, 'digest', encode(sha256(dot), 'hex'))))
    from project, decode('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64') dot;
    insert into picture_file (picture_id, width, digest, bytes) select i.id, 1, sha256(dot), dot
    from project_picture i, decode('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64') dot"#;

/// The example's panel: Ada's.
const PANEL: &str = "insert into prize (event_id, name, rule) select id, 'Best design', 'panel' from event;
    insert into prize_panellist (event_id, prize_id, person_id)
    select z.event_id, z.id, p.id from prize z, person p where p.email = 'ada@x.example'";

/// Somebody who is invited to judge, and the example's project that is dealt to them; Sam, who is here, can take it.
const INVITED: &str = "insert into invitation (event_id, email, role, token_hash)
    select id, 'nora@x.example', 'judge', sha256('nora') from event;
    insert into invited_assignment (event_id, invitation_id, project_id, source)
    select p.event_id, i.id, p.id, 'planned' from project p, invitation i";

/// The example's project is known by a list.
const IMPORTED: &str = "update project set external_id = 'list-12'";

/// A service in which the examples are true: `demo-judging` with all windows open, team 1, project 12, assignment 31, prize 3, call 5.
async fn world(pool: &PgPool) -> Site {
    let open = (Some(-1), Some(1));
    for (table, last) in
        [("project", 11), ("assignment", 30), ("project_picture", 3), ("prize", 2), ("help_call", 4)]
    {
        run(pool, &format!("select setval(pg_get_serial_sequence('{table}', 'id'), {last})")).await;
    }
    let never_closes = (Some(-1), None);
    let event = Event::new("demo-judging").windows([open, never_closes, open]).track("Light").admin("root");
    let event = event.organizer("org").judge("ada").person("vic").team("Lights", &["pia"]);
    let event = event.judge("eve").judge("sam").project("Lamp", "Lights").assign("ada", "Lamp");
    event.review("eve", "Lamp", r#"{"quality": 3, "impact": 5}"#).create(pool).await;
    run(pool, PICTURE).await;
    run(pool, PANEL).await;
    run(pool, INVITED).await;
    run(pool, IMPORTED).await;
    let site = Site::new(pool).await;
    calibrate::run(site.state.by(&SHELL).at("demo-judging")).await.unwrap();
    run(pool, "update event set voting_mode = 'account', evidence = true").await;
    site
}

/// What in a value is not as its schema says, by place.
fn faults(document: &Value, schema: &Value, value: &Value, place: &str) -> Vec<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let target = document.pointer(name.trim_start_matches('#'));
        return target
            .map_or_else(|| vec![format!("{name} is missing")], |s| faults(document, s, value, place));
    }
    if value.is_null() && schema["nullable"] == true {
        return Vec::new();
    }
    let mut found = Vec::new();
    for part in schema["allOf"].as_array().into_iter().flatten() {
        found.extend(faults(document, part, value, place));
    }
    let fits = match schema["type"].as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => true,
    };
    if !fits {
        found.push(format!("{place} is {value}, which is no {}", schema["type"]));
    }
    for (at, entry) in value.as_array().into_iter().flatten().enumerate() {
        found.extend(faults(document, &schema["items"], entry, &format!("{place}[{at}]")));
    }
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if value.get(name).is_none() {
            found.push(format!("{place}.{name} is missing"));
        }
    }
    for (name, member) in value.as_object().into_iter().flatten() {
        let known = schema["properties"].get(name).or_else(|| schema.get("additionalProperties"));
        match known {
            Some(known) => found.extend(faults(document, known, member, &format!("{place}.{name}"))),
            None if schema.get("properties").is_some() => found.push(format!("{place}.{name} is not said")),
            None => {}
        }
    }
    found
}

#[database_test]
async fn each_route_is_of_the_method_that_its_document_names(site: Site) {
    let document = document(&site).await;
    let documented: BTreeSet<String> = operations(&document)
        .iter()
        .map(|(method, path, _)| format!("{} {path}", method.to_uppercase()))
        .collect();
    let routes: BTreeSet<String> = web::routes::entries()
        .filter(|(_, path, _)| path.starts_with("/api/"))
        .map(|(method, path, _)| format!("{method} {}", path.replace("{file}", "{kind}.csv")))
        .collect();
    assert_eq!(routes, documented);
}

#[database_test(world(&pool))]
async fn every_example_request_succeeds_as_documented(pool: PgPool, site: Site) {
    let document = document(&site).await;
    let mut operations = operations(&document);
    // A call is made before it is taken, and a project is withdrawn before it is restored. Votes are public once voting is over, and
    // nothing is published before.
    let late = [
        "callForHelp", "takeCall", "closeCall", "withdrawCall", "removePicture", "withdrawProject",
        "restoreProject", "readVotes", "publishResults", "readSignedResults", "listWinnersOwe",
        "askQuestion", "listQuestions", "ownQuestion", "answerQuestion", "removeQuestionText",
        "readBadgeStatus",
    ];
    // They need winners who are provisional, or a second organizer: `api/provisional.rs` and `api/second_organizer.rs` play them.
    let elsewhere =
        ["settleDuty", "awardNextInLine", "makeResultsFinal", "confirmAct", "declineAct", "withdrawAct"];
    operations.retain(|(_, _, o)| !elsewhere.contains(&o["operationId"].as_str().unwrap()));
    operations.sort_by_key(|(_, _, o)| late.iter().position(|id| o["operationId"] == *id));
    for (method, path, o) in operations {
        let id = o["operationId"].as_str().unwrap();
        if id == "readVotes" {
            run(&pool, "update event set voting_close = now() where slug = 'demo-judging'").await;
        }
        if id == "readSignedResults" {
            publish_in(&site, "demo-judging").await;
        }
        let reply = send(site.api(caller(id)), method, path, o).await;
        let (status, said) = o["responses"].as_object().unwrap().iter().next().unwrap();
        assert_eq!(reply.status.to_string(), *status, "{id}: {}", reply.body);
        let media = reply.headers["content-type"].to_str().unwrap().split(';').next().unwrap();
        let content = &said["content"][media];
        assert!(content.is_object(), "{id} is answered as {media}, which is not said");
        if media == "application/json" {
            let wrong = faults(&document, &content["schema"], &reply.json(), id);
            assert!(wrong.is_empty(), "{wrong:#?}");
        }
    }
}

#[database_test]
async fn the_limits_that_are_told_are_those_that_are_checked(site: Site) {
    let document = document(&site).await;
    let project = [
        ("title", text::TITLE),
        ("tagline", text::TAGLINE),
        ("summary", text::SUMMARY),
        ("description", text::DESCRIPTION),
        ("repo_url", text::URL),
        ("demo_url", text::URL),
        ("video_url", text::VIDEO_URL),
    ];
    let correction = [
        ("title", text::TITLE),
        ("team", text::NAME),
        ("repo_url", text::URL),
        ("demo_url", text::URL),
        ("video_url", text::VIDEO_URL),
    ];
    for (schema, limits) in [
        ("NewProject", &project[..]),
        ("ProjectChanges", &project),
        ("ReviewChanges", &[("comment", text::REVIEW_COMMENT)]),
        ("NewComment", &[("body", text::COMMENT)]),
        ("NewPicture", &[("alt", text::PICTURE_ALT)]),
        ("PictureChanges", &[("alt", text::PICTURE_ALT)]),
        ("ProjectCorrection", &correction),
        ("NewCall", &[("said", shared::call::LENGTH)]),
        ("NewQuestion", &[("question", shared::results_question::QUESTION)]),
        ("NewAnswer", &[("answer", shared::results_question::ANSWER)]),
        ("TextRemoval", &[("reason", shared::results_question::REASON)]),
    ] {
        for (field, most) in limits {
            let told = &document["components"]["schemas"][schema]["properties"][field]["maxLength"];
            assert_eq!(told, most, "{field} of {schema}");
        }
    }
}

#[database_test]
async fn every_body_has_an_example_that_fits_its_schema(site: Site) {
    let document = document(&site).await;
    for (_, path, o) in operations(&document) {
        let sent = o["requestBody"]["content"].as_object().into_iter().flatten();
        let answered =
            o["responses"].as_object().unwrap().values().flat_map(|r| r["content"].as_object().unwrap());
        for (media, content) in sent.chain(answered) {
            let wrong = faults(&document, &content["schema"], &content["example"], path);
            assert!(!content["example"].is_null() && wrong.is_empty(), "{path} as {media}: {wrong:#?}");
        }
    }
}

#[database_test(world(&pool))]
async fn each_path_answers_the_methods_of_the_document_and_no_others(site: Site) {
    let document = document(&site).await;
    for (path, item) in document["paths"].as_object().unwrap() {
        let address = path
            .replace("{slug}", "demo-judging")
            .replace("{id}", "1")
            .replace("{number}", "1")
            .replace("{kind}", "teams")
            .replace("{picture}", "1")
            .replace("{code}", "none");
        let reply = site.api("").send_with("OPTIONS", &address, &[], String::new()).await;
        let allow = reply.headers["allow"].to_str().unwrap();
        let allowed: BTreeSet<_> = allow.split(',').map(|m| m.trim().to_ascii_lowercase()).collect();
        let mut said: std::collections::BTreeSet<_> = item.as_object().unwrap().keys().cloned().collect();
        // What can be read can be asked for without its body.
        said.extend(said.contains("get").then(|| "head".to_owned()));
        assert_eq!(allowed, said, "{path}");
    }
}

#[database_test(world(&pool))]
async fn a_success_is_all_that_is_listed_and_credentials_are_asked_for_where_they_are_needed(site: Site) {
    let document = document(&site).await;
    for (method, path, o) in operations(&document) {
        let statuses: Vec<_> = o["responses"].as_object().unwrap().keys().collect();
        assert!(matches!(statuses[..], [s] if s.starts_with('2')), "{method} {path}: {statuses:?}");
        let optional =
            o["security"].as_array().unwrap().iter().any(|way| way.as_object().unwrap().is_empty());
        let reply = send(site.api(""), method, path, o).await;
        assert_eq!(reply.status == 401, !optional, "{method} {path}: {}", reply.body);
    }
}

#[database_test]
async fn the_document_is_yaml_unless_json_is_asked_for(site: Site) {
    let kinds = [
        ("/api/schema", "", "application/yaml"),
        ("/api/schema", "*/*", "application/yaml"),
        ("/api/schema", "application/json", "application/json"),
        ("/api/schema", "application/yaml, application/json", "application/yaml"),
        ("/api/schema?format=json", "application/yaml", "application/json"),
    ];
    for (path, accept, kind) in kinds {
        let reply = site.api("").send_with("GET", path, &[("accept", accept)], String::new()).await;
        assert_eq!((reply.status, reply.headers["content-type"].to_str().unwrap()), (200, kind), "{accept}");
        assert_eq!(reply.body.starts_with('{'), kind == "application/json");
    }
}

#[database_test]
async fn the_reference_shows_every_operation_and_asks_nothing_of_other_hosts(site: Site) {
    let page = site.api("").get("/api/docs").await;
    let kind = page.headers["content-type"].to_str().unwrap();
    assert!(page.status == 200 && kind.starts_with("text/html"), "{} {kind}", page.status);
    let document = document(&site).await;
    for (method, path, o) in operations(&document) {
        let id = o["operationId"].as_str().unwrap();
        assert!(page.body.contains(&format!("id=\"{id}\"")), "{method} {path}");
    }
    for name in document["components"]["schemas"].as_object().unwrap().keys() {
        assert!(page.body.contains(&format!("id=\"{name}\"")), "{name}");
    }
    // Open, they would fill 150 screens of a phone.
    let objects = document["components"]["schemas"].as_object().unwrap().len();
    let all = operations(&document).len() + objects;
    assert_eq!(page.body.matches("class=\"disclosure docs-fold\"").count(), all);
    assert!(!page.body.contains("<details open"), "each is a line of the table of contents");
    assert!(page.body.contains("http://portal.example/api/events"), "commands call this service");
    page.body.lacks(&["src=\"http", "<link rel=\"stylesheet\" href=\"http", "<iframe"]);
}

//! Forgetting an event: by its organizer and on its day; what goes, what stays, and that all of it can still be read and checked.

use crate::prelude::*;
use portal::setup::import_bundle;
use sender::forgetting::DueEvents;
use shared::provenance::{File, Verdict, check_files};
use sqlx::AssertSqlSafe;
use words::findings::report_text;

const PAGE: &str = "/events/demo/manage/exports";
const KEEPING: &str = "/events/demo/manage/keeping";
/// Texts that only the planted people and their words contain.
const PLANTED: [&str; 6] =
    ["%wilhelmina%", "%bartholomew%", "%persephone%", "%thaddeus%", "%ottilie%", "%planted%"];

/// A judged event with people of unusual names, run once, published, and over. Ottilie has an account only because she was
/// invited to it.
static OVER: Template = Template::on(&MIGRATED, "over", |pool| Box::pin(play(pool)));

async fn play(pool: PgPool) {
    let mut demo = Event::new("demo").judging().organizer("org").admin("root");
    demo = demo.judges(&["wilhelmina", "bartholomew", "ottilie"]);
    for (n, who) in [(1, "persephone"), (2, "pia"), (3, "pat")] {
        demo = demo.team(&format!("Team {n}"), &[who]).project(&format!("Project {n}"), &format!("Team {n}"));
    }
    for (project, judge, quality) in [
        (1, "wilhelmina", 5),
        (2, "wilhelmina", 2),
        (1, "bartholomew", 4),
        (3, "bartholomew", 3),
        (2, "ottilie", 1),
        (3, "ottilie", 3),
    ] {
        demo = demo.review(
            judge,
            &format!("Project {project}"),
            &format!(r#"{{"quality": {quality}, "impact": 5}}"#),
        );
    }
    let (world, site) = demo.served(&pool).await;
    plant(&world, &site).await;
    calibrated(&site).await;
    publish_in(&site, "demo").await;
    const QUESTIONS: &str = "/api/events/demo/questions";
    for (who, path, sent, status) in [
        ("org", "/until", json!({ "questions_until": "2099-01-01T00:00:00Z" }), 200),
        ("wilhelmina", "", json!({ "question": "Planted: who is Persephone?", "named": true }), 201),
        ("org", "/1/answer", json!({ "outcome": "rejected", "answer": "Planted: nobody knows her." }), 200),
        ("persephone", "", json!({ "question": "Planted: what of Thaddeus?" }), 201),
        ("org", "/2/answer", json!({ "outcome": "rejected", "answer": "Nothing." }), 200),
        ("org", "/2/remove", json!({ "part": "question", "reason": "Planted: it names Thaddeus." }), 200),
        ("org", "/until", json!({ "questions_until": null }), 200),
    ] {
        let reply = site.api(who).post(&format!("{QUESTIONS}{path}"), sent).await;
        assert_eq!(reply.status, status, "{who}, {path}: {}", reply.body);
    }
    for stage in ["submissions", "judging", "voting"] {
        world.move_window(stage, (Some(-9), Some(-3))).await;
    }
}

async fn published_event(pool: &PgPool) -> (World, Site) {
    (World::demo(pool), Site::new(pool).await)
}

/// Puts something personal into every place that takes it.
async fn plant(world: &World, site: &Site) {
    let project = world.project("Project 2").await;
    let comment = json!({ "body": "A planted comment." });
    site.api("persephone").post(&format!("/api/projects/{project}/comments"), comment).await.is(201);
    assert_eq!(site.api("org").get("/api/events/demo/export/teams.csv").await.status, 200);
    let sql = "delete from api_token where person_id = (select id from person where email = 'ottilie@x.example');
         begin; set local session_replication_role = replica;
         insert into judge_note (event_id, person_id, project_id, body)
             select 1, person_id, project_id, 'A planted note.' from assignment limit 1;
         insert into conflict (event_id, person_id, project_id, reason, source, declared_by)
             select 1, j.id, p.id, 'A planted reason.', 'organizer', o.id from person j, person o, project p
             where j.email = 'wilhelmina@x.example' and o.email = 'org@x.example' and p.title = 'Project 3';
         insert into assignment (event_id, person_id, project_id, source, status, recused_reason)
             select 1, j.id, p.id, 'manual', 'recused', 'A planted recusal.' from person j, project p
             where j.email = 'wilhelmina@x.example' and p.title = 'Project 3';
         insert into first_three (event_id, person_id, choices) select 1, id, '{1}' from person where email = 'bartholomew@x.example';
         insert into voting_code (event_id, code_hash) values (1, 'x');
         insert into ballot (event_id, person_id, choices) select 1, id, '{2}' from person where email = 'pat@x.example';
         insert into invitation (event_id, email, name, role, token_hash, created_person_id, accepted_by, accepted_at)
             select 1, email, name, 'judge', 'o', id, id, now() from person where email = 'ottilie@x.example';
         insert into invitation (event_id, email, name, role, token_hash) values (1, 'thaddeus@x.example', 'Thaddeus', 'judge', 't');
         insert into mail_outbox (event_id, invitation_id, kind, to_address, subject, body)
             select 1, id, 'invitation', email, 'Planted subject', 'Dear Thaddeus' from invitation where name = 'Thaddeus';
         insert into mail_outbox (about_event, kind, to_address, subject, body)
             values (1, 'notice', 'persephone@x.example', 'Planted', 'Planted');
         insert into guest (event_id, name, number, secret_hash) values (1, 'Thaddeus', 100, 'x');
         insert into imported_member (event_id, team_id, email) values (1, 1, 'thaddeus@x.example');
         insert into webhook (event_id, url, secret, chain, cursor) values (1, 'https://hooks.example.org/', 'whsec_x', 'demo', 1);
         insert into webhook_attempt (webhook_id, seq, number, action, started_at, duration_ms, status, answer)
             select id, 1, 1, 'review.saved', now(), 5, 500, 'A planted answer.' from webhook;
         insert into notice (event_id, author_id, audience, body, urgent, mailed)
             select 1, id, 'everybody', 'Planted: ask Persephone.', false, false
             from person where email = 'org@x.example';
         insert into help_call (event_id, person_id, said)
             select 1, id, 'Planted: where is Persephone?' from person where email = 'wilhelmina@x.example';
         insert into evidence (event_id, project_id, fact, found_by)
             select 1, p.id, jsonb_build_object('kind', 'note', 'text', 'Planted: ask Persephone.'), o.id from person o, project p
             where o.email = 'org@x.example' and p.title = 'Project 2';
         insert into evidence (event_id, project_id, fact)
             select 1, id, jsonb_build_object('kind', 'note', 'text', 'Planted: Persephone, by nobody.') from project where title = 'Project 2';
         insert into proposal (event_id, person_id, method, path, body, via)
             select 1, id, 'POST', '/api/projects/1/comments', 'Planted: ask Persephone.', 'mcp' from person where email = 'pia@x.example';
         insert into confirmation (event_id, act, body, state, asked_by)
             select 1, 'open_data', 'Planted: ask Persephone.', '', id from person where email = 'org@x.example';
         insert into notice_read (notice_id, person_id) select n.id, p.id from notice n, person p where p.email = 'pia@x.example';
         insert into idempotency_key (person_id, key, request_hash, answer)
             select id, 'k', sha256('x'), 'A planted answer.' from person where email = 'pia@x.example';
         insert into project_picture (event_id, project_id, position, picture)
             select 1, id, 1, jsonb_build_object('alt', 'Planted: Persephone at her desk', 'width', 1, 'height', 1,
                 'files', jsonb_build_array(jsonb_build_object('width', 1, 'digest', encode(sha256(dot), 'hex'))))
             from project, decode('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64') dot where title = 'Project 2';
         insert into picture_file (picture_id, width, digest, bytes)
             select i.id, 1, sha256(dot), dot
             from project_picture i, decode('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64') dot;
         update event_person set external_id = 'planted-1' where person_id = (select id from person where email = 'pia@x.example');
         update event set contact_email = 'planted@x.example', form_questions = jsonb_build_array(
                 jsonb_build_object('key', 'diet', 'label', 'Food', 'kind', 'text', 'shown_to', 'organizers'),
                 jsonb_build_object('key', 'motto', 'label', 'Motto', 'kind', 'text', 'shown_to', 'all')) where id = 1;
         update project set answers = jsonb_build_object('diet', 'Planted: no nuts', 'motto', 'Light') where title = 'Project 2';
         commit";
    world.run(sql).await;
}

/// Every place, `table.column`, in which one of the texts occurs, whatever tables and columns there are.
async fn places(pool: &PgPool, texts: &[&str]) -> Vec<String> {
    let sql = "select c.table_name::text, c.column_name::text from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
         where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
             and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'name')
         order by 1, 2";
    let columns: Vec<(String, String)> = all_rows(pool, sql).await;
    assert!(columns.len() > 120, "{}", columns.len());
    let mut found = Vec::new();
    for (table, column) in columns {
        let query = format!("select count(*) from \"{table}\" where \"{column}\"::text ilike any ($1)");
        let count: i64 = sqlx::query_scalar(AssertSqlSafe(query)).bind(texts).fetch_one(pool).await.unwrap();
        if count > 0 {
            found.push(format!("{table}.{column}"));
        }
    }
    found
}

async fn forget(site: &Site) {
    let done = site.browser("org").submit(&format!("{KEEPING}/forget"), &[("confirm", "true")]).await;
    done.leads_to(&format!("{PAGE}?keeping=1&done=data-removed#keeping"));
}

async fn file(site: &Site, name: &str) -> String {
    let file = site.api("org").get(&format!("/api/events/demo/export/{name}")).await;
    assert_eq!(file.status, 200, "{name}: {}", file.body);
    file.body
}

#[database_test(OVER, published_event(&pool))]
async fn nothing_personal_is_left_in_any_column_of_any_table(world: World, site: Site) {
    let before = places(&world.pool, &PLANTED).await;
    for place in [
        "assignment.recused_reason",
        "audit_log.actor",
        "audit_log.after",
        "calibration_run.input",
        "calibration_run.judges",
        "comment.body",
        "conflict.reason",
        "event.contact_email",
        "evidence.fact",
        "event_person.external_id",
        "guest.name",
        "help_call.said",
        "idempotency_key.answer",
        "imported_member.email",
        "invitation.email",
        "judge_note.body",
        "mail_outbox.body",
        "notice.body",
        "person.email",
        "project.answers",
        "results_question.answer",
        "results_question.question",
        "results_question.removed_reason",
        "proposal.body",
        "review.comment",
        "webhook_attempt.answer",
    ] {
        assert!(before.iter().any(|found| found == place), "{place} was not planted: {before:?}");
    }
    forget(&site).await;
    // Their accounts have tokens and stay theirs. Nothing of the event leads to them.
    assert_eq!(places(&world.pool, &PLANTED).await, ["person.email", "person.name"]);
    assert_eq!(places(&world.pool, &["%ottilie%", "%thaddeus%", "%planted%"]).await, Vec::<String>::new());
    let ties: i64 = world.one("select count(*) from event_person ep join person p on p.id = ep.person_id where p.email not like '%@deleted.invalid'").await;
    assert_eq!(ties, 1, "the organizer alone");
    let answers: String = world.one("select answers::text from project where title = 'Project 2'").await;
    assert_eq!(answers, r#"{"motto": "Light"}"#, "what everybody reads stays");
    let kinds: String = world.one("select gone::text from forgotten_event").await;
    let gone: Value = serde_json::from_str(&kinds).unwrap();
    for kind in [
        "people", "review_comments", "comments", "ballots", "voting_codes", "invitations", "guests", "mails",
        "notices", "acknowledgements", "notes", "pictures", "calls", "questions", "first_threes", "reasons",
        "answers", "webhook_attempts", "evidence", "log_rows", "runs",
    ] {
        assert!(gone[kind].as_i64().unwrap() > 0, "{kind}: {gone}");
    }
}

#[database_test(OVER, published_event(&pool))]
async fn everything_can_be_read_and_checked_after_the_data_went(world: World, site: Site) {
    let before = site.api("org").get("/api/events/demo/audit-head").await.body;
    let (csv, bundle) = (file(&site, "audit.csv").await, file(&site, "bundle.json").await);
    let results = site.api("").get("/api/events/demo/results").await.body;
    let signed: String = world.one("select signed_document from publication where event_id = $1").await;
    let votes = site.api("").get("/api/events/demo/projects").await.status;
    assert_eq!(votes, 200);
    forget(&site).await;
    assert_eq!(site.api("").get("/api/events/demo/results").await.body, results);
    let keys = site.keys().await;
    let page = site.browser("org").get(PAGE).await.body;
    let link = page
        .split("href=\"")
        .find_map(|rest| rest.split('"').next().filter(|l| l.contains("audit-head?row=")));
    let head = site.browser("org").get(link.unwrap()).await.body;
    let kept: String = world.one("select document from forgotten_head where event_id = $1").await;
    assert_eq!(head, kept, "signed as the data went");
    let among = |csv: &str, bundle: &str, head: Option<&str>| {
        let mut files = vec![
            File { name: "demo-audit.csv", bytes: csv.as_bytes() },
            File { name: "demo.json", bytes: bundle.as_bytes() },
            File { name: "results.json", bytes: signed.as_bytes() },
        ];
        files.extend(head.map(|head| File { name: "head.json", bytes: head.as_bytes() }));
        let report = check_files(&files, &keys, None);
        (report.files.iter().map(|file| file.verdict).collect::<Vec<_>>(), report_text(&report))
    };
    let checked = |csv: &str, bundle: &str| among(csv, bundle, Some(&head));
    let holds = vec![Verdict::Holds; 4];
    // People asked after the publication, so its own head does not reach that far.
    let (verdicts, text) = among(&csv, &bundle, Some(&before));
    assert_eq!(verdicts, holds, "the older export: {text}");
    let (csv, bundle) = (file(&site, "audit.csv").await, file(&site, "bundle.json").await);
    let (verdicts, text) = checked(&csv, &bundle);
    assert_eq!(verdicts, holds, "the later export: {text}");
    assert!(text.contains("no longer name who acted") && text.contains("We computed run 1 again"), "{text}");
    assert!(!bundle.contains("wilhelmina") && bundle.contains("A judge"), "{bundle}");
    // Anybody can write a row of forgetting, so without the head that the site signed nothing of it counts.
    let (verdicts, text) = among(&csv, &bundle, None);
    assert_eq!(verdicts[..2], [Verdict::CannotBeJudged; 2], "{text}");
    assert!(text.contains("Anybody could have written such a row."), "{text}");
    // What the rows still say is sealed.
    let forged = csv.replacen("comment.posted", "comment.forged", 1);
    assert_ne!(forged, csv);
    let (verdicts, text) = checked(&forged, &bundle);
    assert!(verdicts[0] == Verdict::DoesNotHold && text.contains("holds another seal"), "{text}");
    // A row without an actor needs the row of forgetting behind it.
    let cut: String = csv
        .lines()
        .filter(|line| !line.contains("event.forgotten"))
        .take(4)
        .fold(String::new(), |all, line| all + line + "\r\n");
    let (verdicts, text) = checked(&cut, &bundle);
    assert_eq!(verdicts[0], Verdict::DoesNotHold, "{text}");
}

#[database_test(OVER, published_event(&pool))]
async fn every_page_and_file_of_a_forgotten_event_answers(world: World, site: Site) {
    let project = world.project("Project 2").await;
    world.run("update event set forget_on = clock_timestamp() - interval '1 minute'").await;
    forget(&site).await;
    let project = format!("/projects/{project}");
    for path in ["/events/demo", "/events/demo/projects", "/events/demo/results", &project, "/privacy", "/"] {
        let page = site.browser("").get(path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(!page.body.contains("Persephone"), "{path}");
    }
    for tab in [
        "", "/settings", "/people", "/projects", "/assignments", "/prizes", "/calibration", "/audit",
        "/exports", "/exports?webhooks=1",
    ] {
        let page = site.browser("org").get(&format!("/events/demo/manage{tab}")).await;
        assert_eq!(page.status, 200, "{tab}: {}", page.text());
        assert!(!page.body.contains("ilhelmina"), "{tab}");
    }
    for name in ["registrations", "teams", "projects", "assignments", "scores", "results", "judges"] {
        file(&site, &format!("{name}.csv")).await;
    }
    let page = site.browser("org").get(PAGE).await.text();
    page.has(&["The personal data of this event are removed", "org@x.example"]);
    site.browser("").get("/events/demo").await.says("ballots and pictures were removed on");
    assert!(site.browser("wilhelmina").get("/judge").await.status < 500);
    // The file is an event like any other. With a day that has come, the sender would close it at once.
    let bundle = file(&site, "bundle.json").await;
    assert!(!bundle.contains("forget_on"), "{bundle}");
    let sent = import_bundle::read(bundle.as_bytes());
    let copy =
        site.state.by(&SHELL).at("copy").write(async |call| import_bundle::import(call, sent).await).await;
    assert!(copy.is_ok(), "{copy:?}");
    assert_eq!(site.browser("").get("/events/copy/projects").await.status, 200);
}

#[database_test(OVER, published_event(&pool))]
async fn a_forgotten_event_takes_nothing_more_and_says_why(world: World, site: Site) {
    let project = world.project("Project 2").await;
    forget(&site).await;
    forget(&site).await;
    let rows: i64 =
        world.one("select count(*) from audit_log where event_id = $1 and action = 'event.forgotten'").await;
    assert_eq!(rows, 1);
    let path = format!("/api/projects/{project}/comments");
    site.api("persephone").post(&path, json!({ "body": "More." })).await.is(409).shows("were removed at");
    let day =
        site.browser("org").submit(&format!("{KEEPING}/day"), &[("day", "2099-01-01"), ("seen", "")]).await;
    day.answers(409, "The event is closed");
    let notice = [("to", "everybody"), ("text", "Hello.")];
    assert_eq!(site.browser("org").submit("/events/demo/manage/notices", &notice).await.status, 409);
    let sql =
        "select person_id from membership where event_id = $1 and role <> 'organizer' order by 1 limit 1";
    let member: i64 = world.one(sql).await;
    let grant = format!("/events/demo/manage/people/{member}/grant");
    site.browser("org").submit(&grant, &[("role", "organizer")]).await.answers(409, "The event is closed");
}

#[database_test(OVER, published_event(&pool))]
async fn what_everybody_knows_of_a_forgotten_event_stays(world: World, site: Site) {
    let org = site.browser("org");
    let (settings, criteria) = ("/events/demo/manage/settings", "/events/demo/manage/settings/criteria");
    let fields = org.get(settings).await.fields(settings);
    forget(&site).await;
    for page in [settings, criteria, "/events/demo/manage/prizes", "/events/demo/manage/floor"] {
        org.get(page).await.is(200).says("The event is closed");
    }
    let renamed = changed(&fields, &[("name", "Persephone’s evening")]);
    org.submit(settings, &renamed).await.answers(409, "The event is closed");
    for (act, fields) in [
        ("projects/duplicates/contact", vec![("contact", "persephone@x.example")]),
        ("calibration/feedback", vec![("comments", "true")]),
        ("floor/moves", vec![]),
    ] {
        let sent = org.submit(&format!("/events/demo/manage/{act}"), &fields).await;
        assert_eq!(sent.status, 409, "{act}: {}", sent.text());
    }
    assert_eq!(world.one::<String>("select name from event where id = $1").await, "Demo");
    let finals = org.get("/events/demo/manage/calibration/finals").await;
    finals.answers(409, "The event is closed");
}

/// No one could come in their place: without this, they would keep their account for good.
#[database_test(OVER, published_event(&pool))]
async fn a_forgotten_event_keeps_nobody(world: World, site: Site) {
    let why = "last organizer of “Demo”";
    assert!(site.browser("org").get("/me/leave").await.text().contains(why));
    let org: i64 =
        world.one("select person_id from membership where event_id = $1 and role = 'organizer'").await;
    let account = format!("/admin/people/{org}");
    let off = site.browser("root").submit(&format!("{account}/deactivate"), &[]).await;
    off.answers(409, "only organizer of “Demo”");
    forget(&site).await;
    assert!(!site.browser("root").get(&account).await.text().contains("only organizer of"));
    assert!(!site.browser("org").get("/me/leave").await.text().contains(why));
    site.browser("org").submit("/me/leave", &[("typed", "leave")]).await.leads_to("/");
    // A site admin still reads what is left.
    assert_eq!(site.browser("root").get("/events/demo/manage").await.status, 200);
}

#[database_test(OVER, published_event(&pool))]
async fn the_only_organizer_gives_a_forgotten_event_up(_: World, site: Site) {
    let leave = "/events/demo/manage/settings/leave";
    site.browser("org").submit(leave, &[]).await.answers(409, "You are the last organizer of “Demo”.");
    forget(&site).await;
    site.browser("org").submit(leave, &[]).await.leads_to("/events/demo");
}

#[database_test(OVER, published_event(&pool))]
async fn the_day_is_chosen_moved_and_taken_back(world: World, site: Site) {
    let org = site.browser("org");
    let day = format!("{KEEPING}/day");
    let early = org.submit(&day, &[("day", "2020-01-01"), ("seen", "")]).await.is(400);
    // It is in the row of publishing, also when the form comes back.
    let row = "aria-current=\"page\">Keeping data";
    early.body.has(&["href=\"#day\"", "2020-01-01", row]);
    org.get(&format!("{PAGE}?keeping=1")).await.body.has(&[row]);
    org.get(PAGE).await.body.lacks(&[row]);
    org.submit(&day, &[("day", "soon"), ("seen", "")]).await.answers(400, "Enter a day");
    assert_eq!(org.submit(&day, &[("day", "2099-03-01"), ("seen", "")]).await.status, 303);
    site.browser("").get("/events/demo").await.says("ballots and pictures are kept until 1 Mar 2099");
    let privacy = site.browser("").get("/privacy").await;
    privacy.says("Demo: kept until 1 Mar 2099");
    privacy.text().has(&["mails and pictures of projects", "submitted projects with their pictures"]);
    // The form of an organizer who saw no day.
    let stale = org.submit(&day, &[("day", "2099-04-01"), ("seen", "")]).await.is(409);
    stale.text().has(&["Another organizer saved: 1 Mar 2099", "2099-04-01"]);
    let seen = ("seen", "2099-03-01T00:00:00Z");
    assert_eq!(org.submit(&day, &[("day", "2099-04-01"), seen]).await.status, 303);
    assert_eq!(org.submit(&day, &[("day", ""), ("seen", "2099-04-01T00:00:00Z")]).await.status, 303);
    let sql = "select action from audit_log where event_id = $1 and action like 'forget_day.%' order by seq";
    let said: Vec<String> = world.all(sql).await;
    assert_eq!(said, ["forget_day.chosen", "forget_day.chosen", "forget_day.withdrawn"]);
    org.submit(&format!("{KEEPING}/forget"), &[]).await.is(422).shows("href=\"#confirm\"");
}

#[database_test(OVER, published_event(&pool))]
async fn the_sender_forgets_on_the_day_and_once(world: World, site: Site) {
    let never = || false;
    let database = &site.state.database;
    assert_eq!(DueEvents::default().round(database, &never).await.unwrap(), 0);
    world.run("update event set forget_on = clock_timestamp() - interval '1 minute'").await;
    site.browser("org").get(PAGE).await.says("The day has come");
    // Two senders at once.
    let (mut first, mut second) = (DueEvents::default(), DueEvents::default());
    let (one, two) = tokio::join!(first.round(database, &never), second.round(database, &never));
    assert_eq!(one.unwrap() + two.unwrap(), 1);
    assert_eq!(DueEvents::default().round(database, &never).await.unwrap(), 0);
    let row: String = world
        .one("select actor || ' ' || actor_role from audit_log where event_id = $1 and action = 'event.forgotten'")
        .await;
    assert_eq!(row, "system system");
    assert!(site.browser("org").get(PAGE).await.text().contains("on the day that was chosen"));
}

#[database_test(OVER, published_event(&pool))]
async fn the_data_stay_while_questions_about_the_results_can_be_asked_and_answered(world: World, site: Site) {
    let (org, api) = (site.browser("org"), site.api("org"));
    let (now, day) = (format!("{KEEPING}/forget"), format!("{KEEPING}/day"));
    let questions = "/api/events/demo/questions";
    let until = async |until: Value| {
        api.post(&format!("{questions}/until"), json!({ "questions_until": until })).await
    };
    until(json!("2099-01-01T00:00:00Z")).await.is(200);
    org.submit(&now, &[("confirm", "true")]).await.answers(409, "can be removed from");
    org.submit(&day, &[("day", "2098-01-01"), ("seen", "")]).await.is(400);
    // A day that people were told is not overtaken by a later time of questions.
    org.submit(&day, &[("day", "2099-03-01"), ("seen", "")]).await.is(303);
    until(json!("2099-04-01T00:00:00Z")).await.answers(409, "Choose a later day");
    org.submit(&day, &[("day", ""), ("seen", "2099-03-01T00:00:00Z")]).await.is(303);

    // Nobody asks any more, and one question is open.
    site.api("pia").post(questions, json!({ "question": "Who was on the panel?" })).await.is(201);
    until(Value::Null).await.is(200);
    org.submit(&now, &[("confirm", "true")]).await.answers(409, "can be removed from");
    world.run("update event set forget_on = clock_timestamp() - interval '1 minute'").await;
    org.get(PAGE).await.says("or once questions about the results are over");
    let never = || false;
    let database = &site.state.database;
    assert_eq!(DueEvents::default().round(database, &never).await.unwrap(), 0);
    let answer = json!({ "outcome": "rejected", "answer": "There was none." });
    api.post(&format!("{questions}/3/answer"), answer).await.is(200);
    assert_eq!(DueEvents::default().round(database, &never).await.unwrap(), 1);
    let open = "select count(*) from results_question where event_id = $1 and outcome is null";
    assert_eq!(world.one::<i64>(open).await, 0, "no question stays open for ever");
}

#[database_test(OVER, published_event(&pool))]
async fn a_question_that_nobody_answers_keeps_the_data_for_a_month_after_its_day(world: World, site: Site) {
    world.run("update event set questions_until = now() + interval '1 hour' where id = $1").await;
    site.api("pia").post("/api/events/demo/questions", json!({ "question": "Who was it?" })).await.is(201);
    world.run("update event set questions_until = null where id = $1").await;
    let late = async |days: i32| {
        let sql = format!(
            "update results_question set answer_by = now() - interval '{days} days' where event_id = $1 and number = 3"
        );
        world.run(&sql).await;
    };
    let now = format!("{KEEPING}/forget");
    late(29).await;
    site.browser("org").submit(&now, &[("confirm", "true")]).await.is(409);
    late(31).await;
    forget(&site).await;
}

#[database_test(OVER, published_event(&pool))]
async fn no_answer_is_put_off_past_the_day_on_which_the_data_go(world: World, site: Site) {
    world.run("update event set questions_until = now() + interval '1 hour' where id = $1").await;
    site.api("pia").post("/api/events/demo/questions", json!({ "question": "Who was it?" })).await.is(201);
    world.run("update event set forget_on = '2099-01-01T00:00:00Z' where id = $1").await;
    let own = async |by: &str| {
        let sent = json!({ "answer_by": by });
        site.api("org").post("/api/events/demo/questions/3/own", sent).await.status
    };
    assert_eq!(own("2098-12-31T00:00:00Z").await, 200);
    assert_eq!(own("2099-01-01T00:00:01Z").await, 409);
    // One that was due later when the day was chosen is still taken on.
    let later =
        "update results_question set answer_by = '2099-02-01T00:00:00Z' where event_id = $1 and number = 3";
    world.run(later).await;
    assert_eq!(own("2099-02-01T00:00:00Z").await, 200);
    assert_eq!(own("2099-02-01T00:00:01Z").await, 409);
}

#[database_test(OVER)]
async fn runs_that_a_process_keeps_are_dropped_with_the_addresses_in_them(pool: PgPool) {
    let (_, site) = published_event(&pool).await;
    // Another process on the same database.
    let other = Site::new(&pool).await;
    let results = async |site: &Site| site.api("").get("/api/events/demo/results").await.status;
    for site in [&site, &other] {
        assert_eq!((results(site).await, site.state.runs.count()), (200, 1));
    }
    forget(&site).await;
    assert_eq!(site.state.runs.count(), 0);
    assert_eq!((results(&other).await, other.state.runs.count()), (200, 1), "the earlier one is gone");
}

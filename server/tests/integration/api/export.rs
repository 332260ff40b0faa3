//! CSV files for organizers: their content, who gets them, and their audit rows.

use crate::api::import::bundle;
use crate::prelude::*;
use portal::publish::calibrate;
use shared::audit::{AuditRow, first_prev_hash, row_hash};
use shared::export::{ExportKind, guard};

/// The event `lamps` of the import's bundle, organized by `org`; `root` is a site admin.
async fn lamps(pool: &PgPool, change: impl FnOnce(&mut Value)) -> Site {
    let (_, site) = Event::new("demo").admin("root").organizer("org").person("sam").served(pool).await;
    let mut file = bundle();
    change(&mut file);
    site.api("root").post("/api/events/import?slug=lamps", file).await.is(201);
    site
}

async fn take(site: &Site, kind: &str) -> String {
    site.api("org").get(&format!("/api/events/lamps/export/{kind}.csv")).await.is(200).body
}

/// Lines as the file has them.
fn lines(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\r\n")).collect()
}

fn parsed(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|r| r.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[database_test(lamps(&pool, |file| file["people"][1]["tracks"] = json!([7, 40])))]
async fn each_list_has_one_row_for_each_thing(pool: PgPool, site: Site) {
    let id = async |sql: &str| -> i64 {
        sqlx::query_scalar(sqlx::AssertSqlSafe(sql.to_owned())).fetch_one(&pool).await.unwrap()
    };
    let wick = id("select id from team where name = 'Wick'").await;
    let lamp = id("select id from project where title = 'Lamp'").await;
    let first = id("select min(id) from assignment").await;
    let review = id("select id from review").await;
    let (wax, again, idea, second) = (wick + 1, lamp + 1, lamp + 2, first + 1);
    assert_eq!(
        take(&site, "registrations").await,
        lines(&[
            "user_email,name,role,tracks",
            "org@x.example,Org,organizer,",
            "jo@y.example,Jo,judge,Light;Heat",
            "mo@y.example,Mo,participant,",
            "no@y.example,No,participant,",
            "ki@y.example,Ki,participant,",
        ])
    );
    let teams = parsed(&take(&site, "teams").await);
    assert_eq!(teams[0], ["team_id", "external_id", "team", "member_email", "joined_at"]);
    assert_eq!(teams[1], [&wick.to_string(), "t1", "Wick", "mo@y.example", "2026-01-01T09:00:00Z"]);
    assert_eq!(teams[2][..4], [&wick.to_string(), "t1", "Wick", "ki@y.example"]);
    assert_eq!(teams[3], [&wax.to_string(), "", "Wax", "no@y.example", "2026-01-01T09:30:00Z"]);
    assert_eq!(teams.len(), 4);
    assert_eq!(
        take(&site, "projects").await,
        lines(&[
            "project_id,external_id,title,team,track,status,submitted_at,repo_url,demo_url,tags,duplicate_of",
            &format!(
                "{lamp},x1,Lamp,Wick,Heat,submitted,2026-01-01T10:00:00.000001Z,https://code.example/lamp,,rust;wasm,"
            ),
            &format!("{again},,Lamp again,Wax,,submitted,2026-01-01T11:00:00Z,,,,{lamp}"),
            &format!("{idea},,Idea,Wax,,draft,,,,,"),
        ])
    );
    assert_eq!(
        take(&site, "assignments").await,
        lines(&[
            "assignment_id,judge_email,project_id,project,status,source,created_at",
            &format!("{first},jo@y.example,{again},Lamp again,pending,manual,2026-01-01T12:00:00Z"),
            &format!("{second},jo@y.example,{lamp},Lamp,done,planned,2026-01-01T12:00:00Z"),
        ])
    );
    assert_eq!(
        take(&site, "scores").await,
        lines(&[
            "review_id,judge_email,project_id,project,submitted_at,quality,impact,weighted_0_1,comment",
            // (2.5·3/4 + 1·7/10) / 3.5
            &format!("{review},jo@y.example,{lamp},Lamp,2026-01-01T13:00:00Z,4,7,0.735714,Bright."),
        ])
    );
}

#[database_test]
async fn a_draft_review_has_empty_cells(pool: PgPool) {
    let site = lamps(&pool, |file| {
        file["assignments"][0]["review"] =
            json!({"scores": {"impact": 10}, "comment": "Two\nlines, \"quoted\""});
    })
    .await;
    let scores = parsed(&take(&site, "scores").await);
    assert_eq!(scores.len(), 3);
    assert_eq!(scores[1][3..], ["Lamp again", "", "", "10", "1.000000", "Two\nlines, \"quoted\""]);
}

#[database_test]
async fn results_and_judges_describe_the_latest_run(pool: PgPool) {
    let site = lamps(&pool, |file| {
        file["projects"][2]["status"] = json!("submitted");
        file["projects"][2]["submitted_at"] = json!("2026-01-01T11:30:00Z");
    })
    .await;
    let columns = "run,rank,rank_low,rank_high,raw_rank,project_id,project,reviews,raw_mean,calibrated,se,excluded,input_digest";
    assert_eq!(take(&site, "results").await, lines(&[columns]));
    assert_eq!(take(&site, "judges").await, lines(&["run,judge_email,reviews,offset,scale,noise,flag"]));
    for run in 1..=2 {
        assert_eq!(calibrate::run(site.state.by(&Caller::shell()).at("lamps")).await.unwrap(), run);
    }
    let preview = site.api("org").get("/api/events/lamps/results").await.json();
    let digest = preview["input_digest"].as_str().unwrap();
    let lamp = preview["projects"][0]["project"].as_i64().unwrap();
    assert_eq!(
        take(&site, "results").await,
        lines(&[
            columns,
            &format!("2,1,1,1,1,{lamp},Lamp,1,0.735714,0.735714,0.000000,,{digest}"),
            &format!("2,,,,,{},Lamp again,0,,,,duplicate,{digest}", lamp + 1),
            &format!("2,,,,,{},Idea,0,,,,no_reviews,{digest}", lamp + 2),
        ])
    );
    let judges = parsed(&take(&site, "judges").await);
    assert_eq!(judges.len(), 2);
    assert_eq!(judges[1][..3], ["2", "jo@y.example", "1"].map(str::to_owned)[..]);
    assert_eq!(judges[1][6].as_str(), "few");
    assert!(judges[1][3..6].iter().all(|n| n.split_once('.').unwrap().1.len() == 6), "{judges:?}");
}

#[database_test]
async fn cells_that_a_spreadsheet_would_run_get_a_quote(pool: PgPool) {
    let site = lamps(&pool, |file| {
        file["projects"][0]["title"] = json!("=HYPERLINK(\"http://x\")");
        file["projects"][1]["title"] = json!("-5");
        file["projects"][2]["title"] = json!("@all, look");
        file["people"][2]["email"] = json!("+mo@y.example");
        file["assignments"][1]["review"]["comment"] = json!("-1 of 5");
    })
    .await;
    let titles: Vec<String> =
        parsed(&take(&site, "projects").await).into_iter().map(|row| row[2].clone()).collect();
    assert_eq!(titles, ["title", "'=HYPERLINK(\"http://x\")", "-5", "'@all, look"]);
    assert_eq!(parsed(&take(&site, "registrations").await)[3][0], "'+mo@y.example");
    assert_eq!(parsed(&take(&site, "scores").await)[1].last().unwrap(), "'-1 of 5");
}

#[database_test(lamps(&pool, |_| {}))]
async fn a_file_has_its_name_and_is_never_cached(site: Site) {
    for kind in ExportKind::ALL {
        let reply = site.api("org").get(&format!("/api/events/lamps/export/{}.csv", kind.name())).await;
        let header = |name: &str| reply.headers.get(name).unwrap().to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), "text/csv; charset=utf-8");
        let expected = format!("attachment; filename=\"lamps-{}.csv\"", kind.name());
        assert_eq!(header("content-disposition"), expected);
        assert_eq!(header("cache-control"), "private, no-store");
        let keys = ["quality".to_owned(), "impact".to_owned()];
        assert!(reply.body.starts_with(&format!("{}\r\n", kind.columns(&keys).join(","))), "{}", reply.body);
    }
}

#[database_test(lamps(&pool, |_| {}))]
async fn the_caller_is_checked_before_the_request(pool: PgPool, site: Site) {
    let status = async |who: &str, path: &str| site.api(who).get(&format!("/api/events/{path}")).await.status;
    for kind in ExportKind::ALL {
        let path = format!("lamps/export/{}.csv", kind.name());
        assert_eq!(status("", &path).await, 401, "{path}");
        assert_eq!(status("sam", &path).await, 403, "{path}");
        assert_eq!(status("root", &path).await, 200, "{path}");
    }
    for path in [
        "nowhere/export/teams.csv",
        "lamps/export/secrets.csv",
        "lamps/export/teams",
        "lamps/export/TEAMS.csv",
    ] {
        assert_eq!(status("", path).await, 401, "{path}");
        assert_eq!(status("sam", path).await, 404, "{path}");
        assert_eq!(status("org", path).await, 404, "{path}");
    }
    // Organizes another event only.
    Event::new("other").organizer("olga").create(&pool).await;
    assert_eq!(status("olga", "lamps/export/teams.csv").await, 403);
    assert_eq!(one::<i64>(&pool, "select count(*) from audit_log where action = 'export.csv'").await, 8);
}

#[database_test]
async fn an_organizer_who_takes_part_gets_no_scores_before_publication(pool: PgPool) {
    let event = |slug| Event::new(slug).judged().organizer("both").judge("both").team("Lights", &["pia"]);
    event("demo").create(&pool).await;
    let (_, site) = event("over").published().served(&pool).await;
    let ask = async |slug: &str, kind: &str| {
        site.api("both").get(&format!("/api/events/{slug}/export/{kind}.csv")).await
    };
    for kind in ["registrations", "teams", "projects", "assignments"] {
        assert_eq!(ask("demo", kind).await.status, 200, "{kind}");
    }
    for kind in ["scores", "results", "judges", "audit"] {
        let (status, sentence) = ask("demo", kind).await.refusal();
        assert_eq!(status, 403, "{kind}");
        assert!(sentence.contains("You judge in this event"), "{sentence}");
    }
    for kind in ["scores", "audit"] {
        assert_eq!(ask("over", kind).await.status, 200, "{kind}");
    }
}

#[database_test(lamps(&pool, |_| {}))]
async fn the_logs_file_can_be_verified_and_ends_before_its_own_download(site: Site) {
    take(&site, "teams").await;
    let log = parsed(&take(&site, "audit").await);
    let columns = "seq,ts,actor,action,object_type,object_id,ip,before,after,prev_hash,row_hash";
    assert_eq!(log[0].join(","), columns);
    let actions: Vec<&str> = log.iter().map(|row| row[3].as_str()).collect();
    assert_eq!(actions, ["action", "event.imported", "export.csv"]);
    assert_eq!(log[2][2..6], ["org@x.example", "export.csv", "export", "teams"]);
    let mut prev_hash = first_prev_hash("lamps");
    for row in &log[1..] {
        let [seq, ts, actor, action, object_type, object_id, ip, before, after, prev, hash] =
            <&[String; 11]>::try_from(row.as_slice()).unwrap().clone();
        assert_eq!((&prev, guard(&after)), (&prev_hash, after.as_str().into()));
        let seq = seq.parse().unwrap();
        let row = AuditRow { prev_hash, seq, ts, actor, action, object_type, object_id, ip, before, after };
        assert_eq!(row_hash(&row), hash);
        prev_hash = hash;
    }
    let again = parsed(&take(&site, "audit").await);
    assert_eq!((again.len(), again[3][5].as_str()), (4, "audit"));
}

#[database_test(lamps(&pool, |_| {}))]
async fn the_page_offers_every_file_and_others_are_not_led_to_it(site: Site) {
    let page = site.browser("org").get("/events/lamps/manage/exports").await;
    for kind in ExportKind::ALL {
        let file = format!("{}.csv", kind.name());
        let link = format!("href=\"/api/events/lamps/export/{file}\"");
        assert!(page.body.contains(&link) && page.text().contains(&file), "{file}: {}", page.body);
    }
    assert_eq!(ExportKind::ALL.len(), 8);
    site.browser("sam").get("/events/lamps/manage/exports").await.answers(403, "This account can’t do that");
    let leads = async |who: &str, from: &str, to: &str| {
        site.browser(who).get(from).await.body.contains(&format!("href=\"{to}\""))
    };
    assert!(leads("org", "/events/lamps", "/events/lamps/manage").await);
    assert!(leads("org", "/events/lamps/manage", "/events/lamps/manage/exports").await);
    for who in ["", "sam"] {
        assert!(!leads(who, "/events/lamps", "/events/lamps/manage").await, "{who}");
    }
}

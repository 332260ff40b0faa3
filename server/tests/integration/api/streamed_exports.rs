//! Files of a large event: sent while they are read, of one state, whole or broken off.

use crate::prelude::*;
use axum::body::{Body, HttpBody as _};
use axum::http::Response;
use portal::export;
use shared::export::ExportKind;
use shared::provenance::{File, check_files};
use std::future::poll_fn;
use std::pin::Pin;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use web::routes;
use web_http::listener::{self, Share};
use words::findings::report_text;

/// Appends so many rows to the log of `demo`, chained as the database would.
async fn lengthen_log(pool: &PgPool, rows: i64) {
    let sql = format!(
        "alter table audit_log disable trigger audit_log_chain;
         do $$
         declare
             head audit_head;
             link audit_log;
         begin
             insert into audit_head values ('demo', 0, sha256_hex('evenhand-audit/1:demo')) on conflict do nothing;
             select * into head from audit_head where chain = 'demo';
             link := row('demo', 0, (select id from event where slug = 'demo'), clock_timestamp(), 'j1@x.example', 'judge',
                 'visit.marked', 'visit', '7', '192.0.2.7', null, json_build_object('note', repeat('x', 300))::text, '', '');
             for n in 1..{rows} loop
                 link.seq := head.seq + n;
                 link.prev_hash := head.row_hash;
                 link.row_hash := audit_row_hash(link);
                 insert into audit_log select link.*;
                 head.row_hash := link.row_hash;
             end loop;
             update audit_head set seq = link.seq, row_hash = link.row_hash where chain = 'demo';
         end
         $$;
         alter table audit_log enable always trigger audit_log_chain;"
    );
    run(pool, &sql).await;
}

/// An answer whose body is not read yet.
async fn ask(site: &Site, path: &str) -> Response<Body> {
    let bearer = format!("Bearer {}", token("org"));
    let response = site.api("org").send_with_bytes("GET", path, &[("authorization", &bearer)]).await;
    assert_eq!(response.status(), 200);
    response
}

/// The next part of a body; none at its end, and an error where it breaks off.
async fn part(response: &mut Response<Body>) -> Option<Result<Vec<u8>, axum::Error>> {
    let frame = poll_fn(|context| Pin::new(response.body_mut()).poll_frame(context)).await?;
    Some(frame.map(|frame| frame.into_data().unwrap().to_vec()))
}

async fn rest(response: &mut Response<Body>) -> Result<Vec<u8>, axum::Error> {
    let mut all = Vec::new();
    while let Some(part) = part(response).await {
        all.extend(part?);
    }
    Ok(all)
}

async fn end_exports(pool: &PgPool) {
    let sql = "select count(pg_terminate_backend(pid)) from pg_stat_activity
               where datname = current_database() and application_name = 'evenhand export'";
    let ended: i64 = one(pool, sql).await;
    assert_eq!(ended, 1);
}

#[database_test(PUBLISHED)]
async fn a_bundle_with_fifty_thousand_rows_is_whole_and_checked_and_comes_back(pool: PgPool, site: Site) {
    lengthen_log(&pool, 50_000).await;
    let file = site.api("org").get("/api/events/demo/export/bundle.json").await.body;
    let log = site.api("org").get("/api/events/demo/export/audit.csv").await.body;
    let signed = site.api("").get("/api/events/demo/results/signed").await.body;
    let files = [
        File { name: "results.json", bytes: signed.as_bytes() },
        File { name: "demo-bundle.json", bytes: file.as_bytes() },
        File { name: "demo-audit.csv", bytes: log.as_bytes() },
    ];
    let report = check_files(&files, &site.keys().await, None);
    assert!(report.all_hold(), "{}", report_text(&report));
    // The file as one value, entry by entry as it was written.
    let value: Value = serde_json::from_str(&file).unwrap();
    let rows = value["audit"].as_array().unwrap();
    assert!(rows.len() > 50_000);
    assert_eq!(rows.last().unwrap()["seq"], json!(rows.len()));
    assert_eq!(value["runs"].as_array().unwrap().len(), 1);
    let sql = "select after::json ->> 'file_sha256' from audit_log where action = 'bundle.completed'";
    assert_eq!(one::<String>(&pool, sql).await, sha256_hex(file.as_bytes()));
    // Its log is larger than the import keeps of it.
    let reply = site.api("staff").post_text("/api/events/import?slug=again", file).await.is(201);
    assert_eq!(reply.json()["projects"], 8);
}

#[database_test(JUDGED)]
async fn a_file_is_of_one_state_and_its_download_is_logged_before_its_first_byte(pool: PgPool, site: Site) {
    lengthen_log(&pool, 3_000).await;
    let before: i64 = one(&pool, "select count(*) from audit_log where chain = 'demo'").await;
    let mut response = ask(&site, "/api/events/demo/export/audit.csv").await;
    assert!(!response.headers().contains_key("content-length"), "nobody knows it yet");
    let logged =
        "select action, without_salt(after) from audit_log where chain = 'demo' order by seq desc limit 1";
    let row: (String, String) = one_row(&pool, logged).await;
    assert_eq!(row, ("export.csv".into(), json!({ "rows": before }).to_string()));
    let mut file = part(&mut response).await.unwrap().unwrap();
    assert!(file.len() < 1_000, "the header comes at once");
    lengthen_log(&pool, 1_000).await;
    file.extend(rest(&mut response).await.unwrap());
    let lines = String::from_utf8(file).unwrap().lines().count();
    assert_eq!(i64::try_from(lines - 1).unwrap(), before);
    for kind in ExportKind::ALL {
        let mut response = ask(&site, &format!("/api/events/demo/export/{}.csv", kind.name())).await;
        let file = String::from_utf8(rest(&mut response).await.unwrap()).unwrap();
        let row: (String, String) = one_row(&pool, logged).await;
        let rows = csv_rows(&file);
        assert_eq!(row.1, json!({ "rows": rows }).to_string(), "{}", kind.name());
        assert!(rows > 0 || matches!(kind, ExportKind::Results | ExportKind::Judges), "{}", kind.name());
    }
}

fn csv_rows(file: &str) -> usize {
    csv::Reader::from_reader(file.as_bytes()).records().map(Result::unwrap).count()
}

#[database_test(JUDGED)]
async fn a_file_that_breaks_off_never_looks_whole(pool: PgPool, site: Site) {
    lengthen_log(&pool, 20_000).await;
    for file in ["audit.csv", "bundle.json"] {
        let mut response = ask(&site, &format!("/api/events/demo/export/{file}")).await;
        assert!(part(&mut response).await.unwrap().is_ok());
        end_exports(&pool).await;
        assert!(rest(&mut response).await.is_err(), "{file}");
    }
    let completed = "select count(*) from audit_log where action = 'bundle.completed'";
    assert_eq!(one::<i64>(&pool, completed).await, 0);

    // Over a connection: it ends without the mark of a whole body.
    let door = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = door.local_addr().unwrap();
    let share = Share { most: 0, proxies: Vec::new() };
    let serving = tokio::spawn(listener::serve(
        door,
        routes::router(site.state.clone()),
        share,
        std::future::pending(),
    ));
    let mut client = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "GET /api/events/demo/export/audit.csv HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {}\r\n\r\n",
        token("org")
    );
    client.write_all(request.as_bytes()).await.unwrap();
    let mut got = vec![0; 4096];
    client.read_exact(&mut got).await.unwrap();
    assert!(String::from_utf8_lossy(&got).to_ascii_lowercase().contains("transfer-encoding: chunked"));
    end_exports(&pool).await;
    // The end of the stream, or a reset.
    let _ = client.read_to_end(&mut got).await;
    assert!(got.len() < 8_000_000 && !got.ends_with(b"\r\n0\r\n\r\n"), "{} bytes", got.len());
    serving.abort();
}

#[database_test]
async fn few_files_are_under_way_at_once_and_one_that_nobody_reads_makes_room(pool: PgPool) {
    let (_, site) = Event::new("demo").judging().organizer("org").judge("j1").served(&pool).await;
    lengthen_log(&pool, 5_000).await;
    let mut under_way = Vec::new();
    for _ in 0..4 {
        under_way.push(ask(&site, "/api/events/demo/export/audit.csv").await);
    }
    let refused = site.api("org").get("/api/events/demo/export/teams.csv").await;
    assert_eq!((refused.status, refused.headers["retry-after"].to_str().unwrap()), (503, "2"));
    // Requests have connections of their own.
    assert_eq!(site.api("org").get("/api/events/demo").await.status, 200);
    under_way.clear();
    site.api("org").get("/api/events/demo/export/teams.csv").await.is(200);
    // Nobody waits for the caller either: what reads nothing more is cut off.
    let mut download = export::csv(site.state.by(&SHELL).at("demo"), Some(ExportKind::Audit)).await.unwrap();
    assert!(download.part().await.unwrap().is_some());
    drop(download);
}

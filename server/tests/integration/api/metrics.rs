//! What monitoring reads, at an address of its own.

use crate::prelude::*;
use axum::body::Body;
use axum::http::Request;
use tower::ServiceExt;

async fn metrics(site: &Site) -> Vec<String> {
    let request = Request::get("/metrics").body(Body::empty()).unwrap();
    let reply = web::routes::metrics::router(site.state.clone()).oneshot(request).await.unwrap();
    assert_eq!(reply.headers()["content-type"], "text/plain; version=0.0.4; charset=utf-8");
    let text = axum::body::to_bytes(reply.into_body(), 1 << 20).await.unwrap();
    String::from_utf8(text.to_vec()).unwrap().lines().map(str::to_owned).collect()
}

#[database_test]
async fn requests_are_counted_by_route_and_never_by_what_clients_made_up(pool: PgPool) {
    Event::new("secret-slug").team("Lights", &["ana"]).project("A", "Lights").create(&pool).await;
    let site = Site::new(&pool).await;
    for _ in 0..3 {
        site.api("").get("/api/events/secret-slug").await;
    }
    site.api("").get("/api/events/no-such-event").await;
    site.api("").get("/no/such/page").await;
    let lines = metrics(&site).await;
    let has = |line: &str| lines.iter().any(|l| l == line);
    assert!(has(r#"evenhand_http_requests_total{method="GET",route="/api/events/{slug}",status="200"} 3"#));
    assert!(has(r#"evenhand_http_requests_total{method="GET",route="/api/events/{slug}",status="404"} 1"#));
    assert!(has(r#"evenhand_http_requests_total{method="GET",route="(unknown)",status="404"} 1"#));
    assert!(has(r#"evenhand_http_request_seconds_count{route="/api/events/{slug}"} 4"#));
    assert!(has("evenhand_http_requests_in_flight 0"));
    assert!(has("evenhand_database_up 1"));
    assert!(lines.iter().any(|l| l.starts_with("process_resident_memory_bytes ")));
    let all = lines.join("\n");
    for hidden in ["secret-slug", "no-such", "ana"] {
        assert!(!all.contains(hidden), "{hidden}");
    }
}

#[database_test(Event::new("demo").served(&pool))]
async fn what_waits_to_be_sent_is_counted(world: World, site: Site) {
    world.run("insert into mail_outbox (kind, to_address, subject, body, sent_at, failed_at, failure) values
            ('notice', 'a@x.example', 's', 'b', null, null, null), ('notice', 'a@x.example', 's', 'b', null, null, null),
            ('notice', 'a@x.example', 's', 'b', now(), null, null), ('notice', 'a@x.example', 's', 'b', null, now(), 'address');
         insert into webhook (event_id, url, secret) select id, 'https://hooks.example/', 'whsec_x' from event;
         insert into audit_log (event_id, actor, actor_role, action, object_type, object_id)
            select id, 'system', 'system', 'event.tried', 'event', '1' from event, generate_series(1, 2);
         insert into webhook_retry (webhook_id, seq, attempts, step, due_at) select id, 1, 1, 1, now() from webhook;").await;
    let lines = metrics(&site).await;
    for line in [
        "evenhand_mails_waiting 2",
        "evenhand_mails_failed 1",
        "evenhand_webhook_rows_waiting 2",
        "evenhand_webhook_retries_waiting 1",
        "evenhand_webhooks_switched_off 0",
    ] {
        assert!(lines.iter().any(|l| l == line), "{line} in {lines:#?}");
    }
}

#[database_test]
async fn how_far_the_clocks_of_database_and_process_are_apart_is_a_metric(pool: PgPool) {
    let ahead = async |site: Site| {
        let lines = metrics(&site).await;
        let value = lines.iter().find_map(|l| l.strip_prefix("evenhand_database_clock_ahead_seconds "));
        value.unwrap_or_else(|| panic!("{lines:#?}")).parse::<f64>().unwrap()
    };
    // The tests' database is on this machine.
    assert!(ahead(Site::new(&pool).await).await.abs() < 60.0);
    let sql = "create schema fast; grant usage on schema fast to public;
         create function fast.clock_timestamp() returns timestamptz language sql
             return pg_catalog.clock_timestamp() + interval '1 hour'";
    run(&pool, sql).await;
    let fast = pool.connect_options().as_ref().clone();
    let fast = fast.options([("search_path", "fast,pg_catalog,public")]);
    let site = Site::on(store::connect::pool(fast, 6).await.unwrap(), &[]).await;
    assert!((ahead(site).await - 3_600.0).abs() < 60.0);
}

#[database_test]
async fn the_portals_own_address_has_no_metrics(site: Site) {
    assert_eq!(site.api("").get("/metrics").await.status, 404);
}

#[database_test]
async fn a_database_that_is_away_is_a_metric(site: Site) {
    site.state.database.close().await;
    assert!(metrics(&site).await.iter().any(|l| l == "evenhand_database_up 0"));
}

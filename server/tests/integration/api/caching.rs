//! Pages of lists, revalidation, and answers that must not be cached.

use crate::prelude::*;
use axum::body::{HttpBody as _, to_bytes};

const LIST: &str = "/api/events/demo/projects";
/// What caches may do with an answer that is the same for all visitors.
const FOR_EVERYBODY: &str = "public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=3600";

async fn demo(pool: &PgPool) -> Site {
    Event::new("demo")
        .person("vera")
        .organizer("org")
        .judge("jo")
        .team("Lights", &["ana"])
        .projects(&[("A", "Lights"), ("B", "Lights"), ("C", "Lights")])
        .draft("D", "Lights")
        .review_draft("jo", "A", "{}")
        .review_draft("jo", "B", "{}")
        .create(pool)
        .await;
    Site::new(pool).await
}

/// Every page of a list, put together, by following `Link`.
async fn walked(site: &Site, name: &str, first: &str) -> (Vec<Value>, usize) {
    let (mut all, mut pages, mut path) = (Vec::new(), 0, first.to_owned());
    loop {
        let page = site.api(name).get(&path).await;
        assert_eq!(page.status, 200, "{path}: {}", page.body);
        all.extend(page.json().as_array().unwrap().clone());
        pages += 1;
        let Some(link) = page.headers.get("link") else { return (all, pages) };
        path = link
            .to_str()
            .unwrap()
            .strip_prefix('<')
            .unwrap()
            .strip_suffix(">; rel=\"next\"")
            .unwrap()
            .to_owned();
    }
}

#[database_test]
async fn pages_of_a_list_are_the_list(pool: PgPool) {
    demo(&pool).await;
    Event::new("later").create(&pool).await;
    let (_, site) = Event::new("third").served(&pool).await;
    for (name, path, entries) in [
        ("", LIST, 3),
        ("ana", LIST, 4),
        ("", "/api/events", 3),
        ("jo", "/api/judge/assignments", 2),
        ("jo", "/api/judge/scores?event=demo", 2),
        ("org", "/api/judge/scores?event=demo&judge=jo%40x.example", 2),
    ] {
        let whole = site.api(name).get(path).await.json().as_array().unwrap().clone();
        assert_eq!(whole.len(), entries, "{path}");
        let sign = if path.contains('?') { '&' } else { '?' };
        for limit in 1..=entries {
            let (walked, pages) = walked(&site, name, &format!("{path}{sign}limit={limit}")).await;
            assert_eq!(walked, whole, "{path} by {limit}");
            assert_eq!(pages, entries.div_ceil(limit), "{path} by {limit}");
        }
    }
}

#[database_test(demo(&pool))]
async fn an_impossible_page_is_400_after_all_other_refusals(site: Site) {
    let refused = site.api("").get(&format!("{LIST}?limit=0&after=x")).await.is(400);
    assert_eq!(refused.json().as_object().unwrap().keys().collect::<Vec<_>>(), ["after", "limit"]);
    assert_eq!(site.api("").get("/api/events/none/projects?limit=0").await.status, 404);
    assert_eq!(site.api("").get("/api/judge/assignments?limit=0").await.status, 401);
    assert_eq!(site.api("vera").get("/api/judge/assignments?limit=0").await.status, 403);
    assert_eq!(site.api("jo").get("/api/judge/scores?limit=0").await.status, 400);
    for bad in ["?after=none", "?after=", "?limit=501&after=demo"] {
        assert_eq!(site.api("").get(&format!("/api/events{bad}")).await.status, 400, "{bad}");
    }
    assert_eq!(site.api("").get("/api/events?after=demo").await.json(), json!([]));
}

#[database_test(demo(&pool))]
async fn public_answers_are_revalidated_and_personal_ones_are_never_cached(site: Site) {
    let listed: Value = site.api("").get(LIST).await.json();
    let project = listed[0]["id"].to_string();
    for path in [
        LIST,
        "/api/events",
        "/api/events/demo",
        &format!("/api/projects/{project}"),
        &format!("/api/projects/{project}/comments"),
        "/.well-known/did.json",
        "/.well-known/evenhand-signing-key",
        "/api/schema",
        "/api/docs",
        "/",
        "/events/demo",
        "/events/demo/projects",
        &format!("/projects/{project}"),
        "/privacy",
        "/verify",
        "/how-many-reviews",
        "/play",
        "/guides",
        "/guides/judges",
    ] {
        let first = site.api("").get(path).await;
        let tag = first.headers["etag"].to_str().unwrap().to_owned();
        assert_eq!(first.headers["cache-control"], FOR_EVERYBODY, "{path}");
        assert_eq!(first.headers["vary"], "Authorization, Cookie, Accept", "{path}");
        assert_eq!(first.headers.get("set-cookie"), None, "{path}");
        let ask = async |method: &str, tag: &str| {
            site.api("").send_with(method, path, &[("if-none-match", tag)], String::new()).await
        };
        let again = ask("GET", tag.strip_prefix("W/").unwrap()).await.is(304);
        assert_eq!(again.body.as_str(), "");
        assert_eq!(again.headers["etag"], first.headers["etag"]);
        assert_eq!(ask("HEAD", &tag).await.status, 304, "{path}");
        assert_eq!(ask("GET", "\"other\"").await.status, 200, "{path}");
        let head = site.api("").send_with("HEAD", path, &[], String::new()).await.is(200);
        assert_eq!(head.body.as_str(), "");
        assert_eq!(head.headers["etag"], first.headers["etag"]);
        assert_eq!(head.headers["content-length"], first.body.len().to_string(), "{path}");
        // A visitor who once opened the sign-in page has its cookie. Public answers do not depend on it.
        let cookie = ("cookie", "csrftoken=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
        let known = [cookie, ("if-none-match", tag.as_str())];
        assert_eq!(site.api("").send_with("GET", path, &known, String::new()).await.status, 304, "{path}");
        // A signed-in person gets a personal answer, but for the API's answers about events where they see what everybody sees.
        let of_events = path.starts_with("/api/events") || path.starts_with("/api/projects");
        for (name, personal) in [("vera", !of_events), ("ana", !of_events || path != "/api/events")] {
            let own = site.api(name).get(path).await;
            let (tag, kept) =
                if personal { (None, "private, no-store") } else { (Some(&tag), "private, no-cache") };
            assert_eq!(
                (own.status, own.headers.get("etag").map(|t| t.to_str().unwrap())),
                (200, tag.map(String::as_str)),
                "{path} for {name}"
            );
            assert_eq!(own.headers["cache-control"], kept, "{path} for {name}");
        }
    }
    // The form contains this browser's token.
    let token = "A".repeat(43);
    let cookie = format!("csrftoken={token}");
    let form = site.api("").send_with("GET", "/login", &[("cookie", &cookie)], String::new()).await;
    assert!(form.body.contains(&token));
    assert_eq!(form.headers.get("etag"), None);
    assert_eq!(form.headers["cache-control"], "private, no-store");
    for path in ["/api/events/none", "/events/none", "/api/projects/999", "/nothing", "/api/nothing"] {
        let missing = site.api("").get(path).await.is(404);
        assert!(missing.headers["cache-control"].to_str().unwrap().contains("no-store"), "{path}");
        assert_eq!(missing.headers.get("etag"), None, "{path}");
    }
}

/// Every answer of the API that a visitor gets can be revalidated, the next one too.
#[database_test(PUBLISHED)]
async fn the_api_gives_a_visitor_nothing_without_an_etag(site: Site) {
    let schema = site.api("").get("/api/schema?format=json").await.json();
    let mut tagged = Vec::new();
    for (path, operations) in schema["paths"].as_object().unwrap() {
        let open = operations["get"]["security"].as_array().is_some_and(|of| of.contains(&json!({})));
        let path = path.replace("{slug}", "demo").replace("{id}", "1");
        let path = if path.starts_with("/api") { path } else { format!("/api{path}") };
        if !open || path.contains('{') {
            continue;
        }
        let reply = site.api("").get(&path).await;
        if reply.status == 200 {
            assert!(reply.headers.contains_key("etag"), "{path}");
            tagged.push(path);
        }
    }
    for path in ["/api/events/demo/questions", "/api/events/demo/results", "/api/projects/1"] {
        assert!(tagged.iter().any(|found| found == path), "{path}: {tagged:?}");
    }
}

#[database_test(demo(&pool))]
async fn an_etag_changes_only_with_public_data(site: Site) {
    let tag = async || site.api("").get(LIST).await.headers["etag"].clone();
    let first = tag().await;
    let draft = json!({ "title": "Secret" });
    assert_eq!(site.api("ana").post("/api/events/demo/projects", draft).await.status, 201);
    assert_eq!(tag().await, first, "a draft shows in nothing that others read");
    let public = json!({ "title": "Known", "submit": true });
    assert_eq!(site.api("ana").post("/api/events/demo/projects", public).await.status, 201);
    assert_ne!(tag().await, first);
}

#[database_test]
async fn every_answer_has_an_id_of_its_own(site: Site) {
    let mut seen = std::collections::BTreeSet::new();
    for (method, path) in [
        ("GET", "/api/events"),
        ("GET", "/"),
        ("GET", "/api/nothing"),
        ("GET", "/nothing"),
        ("GET", "/me"),
        ("POST", "/logout"),
        ("GET", "/assets/none"),
    ] {
        // A bearer token that writes to a page is refused before anything else.
        let sent = [("x-request-id", "mine"), ("authorization", "Bearer x")];
        let sent = if method == "POST" { &sent[..] } else { &sent[..1] };
        let reply = site.api("").send_with(method, path, sent, String::new()).await;
        let id = reply.headers["x-request-id"].to_str().unwrap().to_owned();
        assert!(id.len() == 16 && id.bytes().all(|b| b.is_ascii_hexdigit()), "{path}: {id}");
        assert!(seen.insert(id));
    }
}

#[database_test(demo(&pool))]
async fn pages_travel_compressed_and_short_lists_do_not(site: Site) {
    let packed = async |who: &str, path: &str, accepted: &str| {
        let cookie = format!("sessionid={}", crate::support::session(who));
        let headers = [("accept-encoding", accepted), ("cookie", cookie.as_str())];
        let reply = site.api("").send_with_bytes("GET", path, &headers).await;
        let headers = reply.headers().clone();
        let encoding = headers.get("content-encoding").map(|v| v.to_str().unwrap().to_owned());
        let mut vary = headers.get_all("vary").iter().map(|v| v.to_str().unwrap().to_lowercase());
        (encoding, vary.any(|v| v.contains("accept-encoding")))
    };
    let brotli = (Some("br".to_owned()), true);
    assert_eq!(packed("", "/events/demo/projects?q=lamp", "gzip, br").await, brotli);
    assert_eq!(packed("", "/events/demo", "gzip").await.0.as_deref(), Some("gzip"));
    assert_eq!(packed("", "/events/demo", "identity").await.0, None);
    assert_eq!(packed("jo", "/judge", "br").await, brotli);
    // It contains the session's token and the values of the query.
    assert_eq!(packed("jo", "/events/demo/projects?q=lamp", "br").await.0, None);
    // Three projects and one event fit into a packet as they are. For a longer list see `shelf.rs`.
    assert_eq!(packed("", LIST, "br").await.0, None);
    assert_eq!(packed("", "/api/events", "br").await.0, None);
}

/// Only answers marked public may be cached: a default of public would leak links that contain secrets.
#[database_test(demo(&pool))]
async fn only_answers_marked_public_are_cached(site: Site) {
    for path in
        ["/login", "/signup", "/login/link", "/login/sent", "/healthz", "/readyz", "/me", "/links/none"]
    {
        let reply = site.api("").send_with("GET", path, &[("cookie", "csrftoken=x")], String::new()).await;
        assert!(reply.status < 500, "{path}");
        assert!(!reply.headers.contains_key("etag"), "{path}");
        let kept = reply.headers["cache-control"].to_str().unwrap();
        assert!(kept.contains("no-store") && !kept.contains("public"), "{path}: {kept}");
    }
}

#[database_test(demo(&pool))]
async fn what_is_no_page_loads_nothing_and_is_framed_by_nobody(site: Site) {
    for path in [
        "/api/events",
        "/api/nothing",
        "/api/schema",
        "/.well-known/did.json",
        "/.well-known/evenhand-signing-key",
        "/healthz",
        "/assets/none",
    ] {
        let reply = site.api("").get(path).await;
        let policy = reply.headers.get("content-security-policy").map(|v| v.to_str().unwrap());
        assert_eq!(policy, Some("default-src 'none'; base-uri 'none'; frame-ancestors 'none'"), "{path}");
    }
    // A browser takes the headers of a 304 for those of the page that it keeps. This page has no countdown.
    let page = site.api("").get("/events/demo/projects").await;
    let tag = page.headers["etag"].to_str().unwrap();
    let same = site
        .api("")
        .send_with("GET", "/events/demo/projects", &[("if-none-match", tag)], String::new())
        .await
        .is(304);
    let policy = same.headers.get("content-security-policy");
    assert!(policy.is_none() || policy == page.headers.get("content-security-policy"), "{policy:?}");
}

#[database_test(demo(&pool))]
async fn every_answer_names_its_type_and_https_stays_https(mut site: Site) {
    for https in [false, true] {
        if https {
            site = site.at("https://portal.example");
        }
        for (method, path) in [
            ("GET", "/api/events"),
            ("GET", "/"),
            ("GET", "/nothing"),
            ("GET", "/api/nothing"),
            ("GET", "/me"),
            ("GET", "/healthz"),
            ("GET", "/assets/none"),
            ("POST", "/logout"),
            ("POST", "/api/events/demo/projects"),
        ] {
            let reply = site.api("").send_with(method, path, &[], String::new()).await;
            assert_eq!(reply.headers["x-content-type-options"], "nosniff", "{path}");
            let only = reply.headers.get("strict-transport-security").map(|v| v.to_str().unwrap());
            assert_eq!(only, https.then_some("max-age=31536000"), "{path}");
        }
    }
}

#[database_test]
async fn subdomains_are_asked_by_https_where_the_operator_says_so(pool: PgPool) {
    let site = Site::with(&pool, &["--hsts-subdomains", "on"]).await.at("https://portal.example");
    let reply = site.api("").get("/").await;
    assert_eq!(reply.headers["strict-transport-security"], "max-age=31536000; includeSubDomains");
}

#[database_test(demo(&pool))]
async fn a_long_list_of_ones_own_is_sent_in_parts(pool: PgPool, site: Site) {
    let bearer = format!("Bearer {}", token("org"));
    let ask = async || site.api("org").send_with_bytes("GET", LIST, &[("authorization", &bearer)]).await;
    // One part holds 500 entries, and the event has four.
    for (more, at_once) in [(496, true), (1, false), (499, false), (1, false)] {
        let sql = format!(
            "set session_replication_role = replica;
             insert into project (event_id, team_id, title)
                 select event_id, team_id, 'Draft ' || n from (select event_id, team_id from project limit 1) p, generate_series(1, {more}) n;
             reset session_replication_role"
        );
        run(&pool, &sql).await;
        let answer = ask().await;
        assert_eq!(answer.headers()["cache-control"], "private, no-store");
        assert_eq!(answer.body().size_hint().exact().is_some(), at_once);
        let bytes = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        let whole: Vec<Value> = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(whole, walked(&site, "org", &format!("{LIST}?limit=300")).await.0);
    }
    assert_eq!(site.api("org").get("/api/events/none/projects").await.status, 404);
    // The same for a judge's assignments and reviews.
    run(&pool, "set session_replication_role = replica;
         insert into membership (event_id, person_id, role)
             select e.id, p.id, 'judge' from event e, person p where e.slug = 'demo' and p.email = 'org@x.example';
         insert into assignment (event_id, project_id, person_id, source)
             select j.event_id, j.id, p.id, 'manual' from project j, person p where p.email = 'org@x.example';
         insert into review (assignment_id, event_id, scores, comment)
             select id, event_id, '{}', 'x' from assignment a
             where not exists (select from review r where r.assignment_id = a.id);
         reset session_replication_role").await;
    for list in ["/api/judge/assignments", "/api/judge/scores"] {
        let answer = site.api("org").send_with_bytes("GET", list, &[("authorization", &bearer)]).await;
        assert_eq!(answer.body().size_hint().exact(), None, "{list}");
        let bytes = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        let whole: Vec<Value> = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(whole, walked(&site, "org", &format!("{list}?limit=300")).await.0, "{list}");
    }
    assert_eq!(site.api("org").get("/api/judge/scores?judge=nobody").await.status, 404);
    // What fails on the way breaks the answer off, so that nobody takes it for whole.
    let answer = ask().await;
    assert_eq!(answer.status(), 200);
    run(&pool, "alter table project rename to elsewhere").await;
    assert!(to_bytes(answer.into_body(), usize::MAX).await.is_err());
}

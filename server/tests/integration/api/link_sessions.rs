//! A session that a link opened belongs to the events whose links were opened in it: whoever made the link could open it too.

use crate::api::invitations::get_as;
use crate::prelude::*;

const SCORES: &str = r#"{"scores": {"quality": 5, "impact": 10}, "submit": true}"#;

async fn event(pool: &PgPool, slug: &str, organizer: &str) -> World {
    let team = format!("{slug} team");
    let event = Event::new(slug).judging().organizer(organizer).team(&team, &[&format!("pia-{slug}")]);
    event.project(&format!("{slug} project"), &team).create(pool).await
}

/// Makes an invitation of this address to judge, and returns it.
async fn invite(site: &Site, world: &World, organizer: &str, email: &str) -> i64 {
    let page = format!("/events/{}/manage/people/invite", world.slug);
    site.browser(organizer).submit(&page, &[("role", "judge"), ("list", email)]).await.is(303);
    world.one(&format!("select max(id) from invitation where event_id = $1 and email = '{email}'")).await
}

/// The path of a new link of an invitation.
async fn link(site: &Site, world: &World, organizer: &str, invitation: i64) -> String {
    let page = format!("/events/{}/manage/people/invitations/{invitation}/link", world.slug);
    let made = site.browser(organizer).submit(&page, &[("once", &secrets::random().unwrap())]).await;
    let (_, rest) =
        made.body.split_once("http://portal.example/invitations/").unwrap_or_else(|| panic!("{}", made.body));
    format!("/invitations/{}", &rest[..43])
}

/// Opens a link in a browser without a session.
async fn open(site: &Site, path: &str) -> String {
    let opened = post(site, &format!("{path}/accept"), &[("name", "Ada")]).await;
    opened.cookie("sessionid").unwrap_or_else(|| panic!("{} {}", opened.status, opened.body))
}

/// The API, asked with a session's cookie.
async fn api_as(site: &Site, session: &str, method: &str, path: &str, body: &str) -> Reply {
    let (cookie, csrf) = (format!("sessionid={session}"), secrets::csrf_token(session));
    let headers =
        [("content-type", "application/json"), ("cookie", cookie.as_str()), ("x-csrftoken", csrf.as_str())];
    site.api("").send_with(method, path, &headers, body.to_owned()).await
}

async fn assign(world: &World, email: &str) -> i64 {
    let sql = "insert into assignment (event_id, person_id, project_id, source)
               select $1, j.id, p.id, 'manual' from person j, project p where j.email = $2 and p.event_id = $1 returning id";
    sqlx::query_scalar(sql).bind(world.event).bind(email).fetch_one(&world.pool).await.unwrap()
}

#[database_test]
async fn a_card_of_one_event_reads_and_writes_nothing_of_another(pool: PgPool) {
    let (one, two) = (event(&pool, "one", "olga").await, event(&pool, "two", "otto").await);
    let site = Site::new(&pool).await;
    let invitation = invite(&site, &one, "olga", "ada@y.example").await;
    let ada = open(&site, &link(&site, &one, "olga", invitation).await).await;
    // Olga makes another link, and opens it herself.
    let olga = open(&site, &link(&site, &one, "olga", invitation).await).await;
    // The other event invites Ada, who accepts in the session that she has.
    let second = invite(&site, &two, "otto", "ada@y.example").await;
    let path = link(&site, &two, "otto", second).await;
    assert_eq!(submit_as(&site, &ada, &format!("{path}/accept"), &[]).await.status, 303);
    let (first, other) = (assign(&one, "ada@y.example").await, assign(&two, "ada@y.example").await);
    let review = |id: i64| format!("/api/judge/assignments/{id}/review");
    assert_eq!(api_as(&site, &ada, "POST", &review(other), SCORES).await.status, 200);
    // Hers knows both events, and Olga's the one that its link was of.
    let ids = async |session: &str| {
        let listed = api_as(&site, session, "GET", "/api/judge/assignments", "").await.json();
        listed.as_array().unwrap().iter().map(|a| a["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!((ids(&ada).await, ids(&olga).await), (vec![first, other], vec![first]));
    let scores = async |session: &str, query: &str| {
        let reply = api_as(&site, session, "GET", &format!("/api/judge/scores{query}"), "").await;
        (reply.status, reply.json().as_array().map_or(0, Vec::len))
    };
    assert_eq!((scores(&ada, "").await, scores(&olga, "").await), ((200, 1), (200, 0)));
    assert_eq!(scores(&olga, "?event=two").await, (200, 0));
    assert_eq!(api_as(&site, &olga, "POST", &review(other), SCORES).await.status, 404);
    assert_eq!(get_as(&site, &olga, &format!("/judge/assignments/{other}")).await.status, 404);
    assert_eq!(submit_as(&site, &olga, "/judge", &[("event", "two")]).await.status, 403);
    let roles =
        |me: Value| me["roles"].as_array().unwrap().iter().map(|r| r["event"].clone()).collect::<Vec<_>>();
    let me = async |session: &str| roles(api_as(&site, session, "GET", "/api/me", "").await.json());
    assert_eq!((me(&ada).await, me(&olga).await), (vec![json!("two"), json!("one")], vec![json!("one")]));
    assert!(!get_as(&site, &olga, "/judge").await.body.contains("two project"));
    // Nor is what was written there to its people.
    let sql = "insert into notice (event_id, author_id, audience, body, urgent, mailed)
               select $1, id, 'everybody', 'Pizza is here', false, false from person where email = 'otto@x.example'";
    two.run(sql).await;
    for (session, is_told) in [(&ada, true), (&olga, false)] {
        let page = get_as(&site, session, "/events/two").await;
        assert_eq!((page.status, page.body.contains("Pizza is here")), (200, is_told));
    }
    // What concerns the whole account asks for a session of its own.
    for path in ["/me/leave", "/me/tokens", "/me/proposals", "/api/proposals"] {
        assert_eq!(get_as(&site, &ada, path).await.status, 200, "{path}");
        assert_eq!(get_as(&site, &olga, path).await.status, 403, "{path}");
    }
    // Others can hold each link, and all that is kept of the account names its other invitations, too.
    for session in [&ada, &olga] {
        assert_eq!(get_as(&site, session, "/me/data.json").await.status, 403);
    }
    let call = r#"{"method": "POST", "path": "/api/events/one/calls"}"#;
    let proposed = api_as(&site, &ada, "POST", "/api/proposals", call).await.json()["id"].as_i64().unwrap();
    assert_eq!(api_as(&site, &olga, "POST", "/api/proposals", call).await.status, 403);
    let decided = ["confirm", "refuse"].map(|act| format!("/me/proposals/{proposed}/{act}"));
    for path in decided.iter().map(String::as_str).chain(["/me/tokens"]) {
        assert_eq!(submit_as(&site, &olga, path, &[("name", "x")]).await.status, 403, "{path}");
    }
    let tokens = "select count(*) from api_token t join person p on p.id = t.person_id where p.email = 'ada@y.example'";
    assert_eq!(one.one::<i64>(tokens).await, 0);
    let waits =
        "select count(*) from proposal where event_id = $1 and num_nonnulls(confirmed_at, refused_at) = 0";
    assert_eq!(one.one::<i64>(waits).await, 1);
    // In its own event the session goes on working.
    assert_eq!(api_as(&site, &olga, "POST", &review(first), SCORES).await.status, 200);
}

#[database_test(event(&pool, "one", "olga"))]
async fn a_draft_changes_nothing_for_the_session_of_a_judge_who_is_in_it(one: World) {
    let site = Site::new(&one.pool).await;
    let invitation = invite(&site, &one, "olga", "ada@y.example").await;
    let ada = open(&site, &link(&site, &one, "olga", invitation).await).await;
    // As finals are made: their judges are there before anybody may know who they are.
    for sql in [
        "insert into event (slug, name, draft, finals_of) values ('finals', 'Finals', true, $1)",
        "insert into event_person (event_id, person_id)
             select f.id, m.person_id from event f join membership m on m.event_id = f.finals_of
             where f.finals_of = $1 and m.role = 'judge'",
        "insert into membership (event_id, person_id, role)
             select f.id, m.person_id, m.role from event f join membership m on m.event_id = f.finals_of
             where f.finals_of = $1 and m.role = 'judge'",
    ] {
        one.run(sql).await;
    }
    let tokens = async || get_as(&site, &ada, "/me/tokens").await.status;
    assert_eq!(tokens().await, 200);
    one.run("update event set draft = false where finals_of = $1").await;
    assert_eq!(tokens().await, 403, "Olga can open the link, too, and it is not of the finals");
}

#[database_test(event(&pool, "one", "olga"))]
async fn rows_of_a_session_name_who_made_its_link(one: World) {
    let site = Site::new(&one.pool).await;
    let olga = one.person("olga").await;
    let invitation = invite(&site, &one, "olga", "ada@y.example").await;
    let session = open(&site, &link(&site, &one, "olga", invitation).await).await;
    let task = assign(&one, "ada@y.example").await;
    let path = format!("/api/judge/assignments/{task}/review");
    assert_eq!(api_as(&site, &session, "POST", &path, SCORES).await.status, 200);
    let again = open(&site, &link(&site, &one, "olga", invitation).await).await;
    assert_ne!(again, session);
    let sql = "select action, after::json ->> 'link_made_by' from audit_log where event_id = $1
             and action in ('invitation.accepted', 'invitation.used', 'review.submitted') order by seq";
    let rows: Vec<(String, Option<String>)> =
        sqlx::query_as(sql).bind(one.event).fetch_all(&one.pool).await.unwrap();
    let named = |action: &str| (action.to_owned(), Some(olga.to_string()));
    assert_eq!(rows, [named("invitation.accepted"), named("review.submitted"), named("invitation.used")]);
    site.browser("olga").get("/events/one/manage/audit").await.says("Link made by: Olga");
    // The judge sees it, and so does a program of theirs.
    let page = get_as(&site, &session, "/judge").await.body.replace("<!>", "");
    assert!(page.contains("Olga made a new link to your reviews."), "{page}");
    let tasks = api_as(&site, &session, "GET", "/api/judge/tasks", "").await.json();
    assert_eq!(tasks[0]["new_link"]["by"], "Olga");
}

#[database_test]
async fn a_new_link_to_an_account_that_it_did_not_make_warns_nobody(pool: PgPool) {
    let (one, _) = (event(&pool, "one", "olga").await, event(&pool, "two", "otto").await);
    let site = Site::new(&pool).await;
    let invitation = invite(&site, &one, "olga", "otto@x.example").await;
    let path = link(&site, &one, "olga", invitation).await;
    site.browser("otto").submit(&format!("{path}/accept"), &[]).await.is(303);
    let task = assign(&one, "otto@x.example").await;
    let review = format!("/api/judge/assignments/{task}/review");
    assert_eq!(site.api("otto").post_text(&review, SCORES).await.status, 200);
    // It asks Otto to sign in, so nobody reads his reviews by it.
    let newer = link(&site, &one, "olga", invitation).await;
    assert_eq!(post(&site, &format!("{newer}/accept"), &[("name", "Otto")]).await.status, 401);
    site.browser("otto").get("/judge").await.text().lacks(&["made a new link to your reviews"]);
}

#[database_test(event(&pool, "one", "olga"))]
async fn a_role_that_ends_leaves_the_session_and_does_not_come_back(one: World) {
    let site = Site::new(&one.pool).await;
    let invitation = invite(&site, &one, "olga", "ada@y.example").await;
    let session = open(&site, &link(&site, &one, "olga", invitation).await).await;
    let links = "select count(*) from session_link where event_id = $1";
    assert_eq!(one.one::<i64>(links).await, 1);
    let ada: i64 = one.one("select id from person where email = 'ada@y.example'").await;
    let page = format!("/events/one/manage/people/{ada}");
    site.browser("olga").submit(&format!("{page}/remove"), &[("role", "judge")]).await.is(303);
    assert_eq!(one.one::<i64>(links).await, 0);
    assert_eq!(get_as(&site, &session, "/me/data.json").await.status, 403, "a link opened it all the same");
    let grant = "insert into membership (event_id, person_id, role) values ($1, (select id from person where email = 'ada@y.example'), 'judge')";
    one.run(grant).await;
    let task = assign(&one, "ada@y.example").await;
    let path = format!("/api/judge/assignments/{task}/review");
    assert_eq!(api_as(&site, &session, "POST", &path, SCORES).await.status, 404);
}

#[database_test(event(&pool, "one", "olga"))]
async fn a_link_ends_with_the_role_whichever_way_it_ends(one: World) {
    let site = Site::new(&one.pool).await;
    let fields = [("role", "organizer"), ("list", "oli@y.example")];
    assert_eq!(site.browser("olga").submit("/events/one/manage/people/invite", &fields).await.status, 303);
    let invitation: i64 = one.one("select max(id) from invitation where event_id = $1").await;
    let session = open(&site, &link(&site, &one, "olga", invitation).await).await;
    let unused = link(&site, &one, "olga", invitation).await;
    assert_eq!(site.browser("").get(&unused).await.status, 200);
    submit_as(&site, &session, "/events/one/manage/settings/leave", &[]).await.is(303);
    let again = "insert into membership (event_id, person_id, role) values ($1, (select id from person where email = 'oli@y.example'), 'organizer')";
    one.run(again).await;
    assert_eq!(site.browser("").get(&unused).await.status, 404, "the role came back, and the link did not");
}

#[database_test(event(&pool, "one", "olga"))]
async fn a_session_of_a_link_is_no_site_admins_whenever_the_account_became_one(one: World) {
    let site = Site::new(&one.pool).await;
    let invitation = invite(&site, &one, "olga", "ada@y.example").await;
    let session = open(&site, &link(&site, &one, "olga", invitation).await).await;
    let token = make_token(&site, &session, "early").await;
    let task = assign(&one, "ada@y.example").await;
    one.run("update person set is_staff = true where email = 'ada@y.example'").await;
    for page in ["/admin/people", "/events/one/manage"] {
        assert_eq!(get_as(&site, &session, page).await.status, 403, "{page}");
    }
    let export = "/api/events/one/export/projects.csv";
    assert_eq!(api_with(&site, &token, "GET", export, "").await.status, 403);
    // What its link stands for goes on.
    assert_eq!(get_as(&site, &session, &format!("/judge/assignments/{task}")).await.status, 200);
    one.run("update session set by_link = false").await;
    assert_eq!(get_as(&site, &session, "/admin/people").await.status, 200, "a session of the account's own");
}

/// The API, asked with a token.
async fn api_with(site: &Site, token: &str, method: &str, path: &str, body: &str) -> Reply {
    let bearer = format!("Bearer {token}");
    let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    site.api("").send_with(method, path, &headers, body.to_owned()).await
}

async fn make_token(site: &Site, session: &str, name: &str) -> String {
    let fields = [("name", name), ("once", &secrets::random().unwrap())];
    let made = submit_as(site, session, "/me/tokens", &fields).await;
    let (_, rest) = made.body.split_once("evh_").unwrap_or_else(|| panic!("{} {}", made.status, made.body));
    format!("evh_{}", &rest[..43])
}

#[database_test]
async fn a_token_of_a_session_of_links_never_knows_more_than_the_session_did(pool: PgPool) {
    let (one, two) = (event(&pool, "one", "olga").await, event(&pool, "two", "otto").await);
    let site = Site::new(&pool).await;
    let invitation = invite(&site, &one, "olga", "ada@y.example").await;
    let ada = open(&site, &link(&site, &one, "olga", invitation).await).await;
    get_as(&site, &ada, "/me/tokens").await.says("only in the events of this session");
    let early = make_token(&site, &ada, "early").await;
    // Ada judges in another event, too.
    let second = invite(&site, &two, "otto", "ada@y.example").await;
    let path = link(&site, &two, "otto", second).await;
    assert_eq!(submit_as(&site, &ada, &format!("{path}/accept"), &[]).await.status, 303);
    let late = make_token(&site, &ada, "late").await;
    let (first, other) = (assign(&one, "ada@y.example").await, assign(&two, "ada@y.example").await);
    let page = get_as(&site, &ada, "/me/tokens").await.text();
    assert!(page.contains("Only for One, Two") && page.matches("Only for One").count() == 2, "{page}");
    let ids = async |token: &str| {
        let listed = api_with(&site, token, "GET", "/api/judge/assignments", "").await.json();
        listed.as_array().unwrap().iter().map(|a| a["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!((ids(&early).await, ids(&late).await), (vec![first], vec![first, other]));
    let review = |id: i64| format!("/api/judge/assignments/{id}/review");
    assert_eq!(api_with(&site, &early, "POST", &review(other), SCORES).await.status, 404);
    assert_eq!(api_with(&site, &early, "POST", &review(first), SCORES).await.status, 200);
    let sql = "select after::json ->> 'link_made_by' from audit_log where event_id = $1 and action = 'review.submitted'";
    let made_by: Option<String> = one.one(sql).await;
    assert!(made_by.is_some(), "the row names who made the link");
    let roles = async |token: &str| {
        let me = api_with(&site, token, "GET", "/api/me", "").await.json();
        me["roles"].as_array().unwrap().iter().map(|r| r["event"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(roles(&early).await, [json!("one")]);
    assert_eq!(roles(&late).await, [json!("two"), json!("one")]);
    assert_eq!(api_with(&site, &early, "GET", "/api/proposals", "").await.status, 403);
    assert_eq!(api_with(&site, &late, "GET", "/api/proposals", "").await.status, 200);
    // A session of the account's own changes nothing about a token.
    let own = "update session set by_link = false where person_id = (select id from person where email = 'ada@y.example') \
               returning 1";
    one.all::<i32>(own).await;
    assert_eq!(ids(&early).await, [first]);
    let whole = make_token(&site, &ada, "whole").await;
    let data = async |token: &str| api_with(&site, token, "GET", "/me/data.json", "").await.status;
    assert_eq!((data(&early).await, data(&late).await, data(&whole).await), (403, 403, 200));
    assert_eq!(get_as(&site, &ada, "/me/data.json").await.status, 200);
    // A role that no link gave is not the tokens' either, and one that ended needs a new link.
    let member = "insert into membership (event_id, person_id, role) values ($1, (select id from person where email = 'ada@y.example'), 'organizer')";
    sqlx::query(member).bind(two.event).execute(&pool).await.unwrap();
    let desk = "/api/events/two/export/teams.csv";
    let teams = async |token: &str| api_with(&site, token, "GET", desk, "").await.status;
    let (bound, free) = (teams(&late).await, teams(&whole).await);
    assert_eq!((bound, free), (403, 200), "the late token judges there, and does not organize");
    let ada_id: i64 = one.one("select id from person where email = 'ada@y.example'").await;
    let page = format!("/events/two/manage/people/{ada_id}/remove");
    assert_eq!(site.browser("otto").submit(&page, &[("role", "judge")]).await.status, 303);
    let again = "insert into membership (event_id, person_id, role) values ($1, $2, 'judge')";
    sqlx::query(again).bind(two.event).bind(ada_id).execute(&pool).await.unwrap();
    assert_eq!((ids(&early).await, ids(&late).await), (vec![first], vec![first]));
    assert_eq!(roles(&late).await, [json!("one")], "the role that was given again is not its own");
    assert!(roles(&whole).await.contains(&json!("two")));
}

//! Comments on projects.

use crate::prelude::*;

async fn path(pool: &PgPool, title: &str) -> String {
    let sql = "select id from project where title = $1";
    let id: i64 = sqlx::query_scalar(sql).bind(title).fetch_one(pool).await.unwrap();
    format!("/api/projects/{id}/comments")
}

async fn demo(pool: &PgPool) {
    Event::new("demo")
        .person("vera")
        .organizer("org")
        .team("Lights", &["ana"])
        .project("Lamp", "Lights")
        .draft("Fog", "Lights")
        .create(pool)
        .await;
}

#[database_test]
async fn a_signed_in_person_comments_and_everyone_reads_it(pool: PgPool) {
    demo(&pool).await;
    let (site, path) = (Site::new(&pool).await, path(&pool, "Lamp").await);
    assert_eq!(site.api("").get(&path).await.json(), json!([]));
    let posted = site.api("vera").post(&path, json!({ "body": " Bright!\r\nAnd warm. " })).await.is(201);
    assert_eq!([&posted.json()["author"], &posted.json()["body"]], ["Vera", "Bright!\nAnd warm."]);
    assert_eq!(site.api("ana").post(&path, json!({ "body": "Thank you." })).await.status, 201);
    let all = site.api("").get(&path).await.json();
    assert_eq!((all.as_array().unwrap().len(), &all[0]), (2, &posted.json()));
    assert!(!all.to_string().contains('@'), "no address: {all}");
    let first = site.api("").get(&format!("{path}?limit=1")).await;
    assert_eq!(first.json().as_array().unwrap().len(), 1);
    let next = first.headers["link"].to_str().unwrap().to_owned();
    assert_eq!(next, format!("<{path}?limit=1&after={}>; rel=\"next\"", posted.json()["id"]));
    let second = site.api("").get(next.trim_start_matches('<').split('>').next().unwrap()).await;
    assert_eq!((&second.json()[0], second.headers.get("link")), (&all[1], None));
    let logged: Vec<String> =
        sqlx::query_scalar("select action from audit_log").fetch_all(&pool).await.unwrap();
    assert_eq!(logged, ["comment.posted", "comment.posted"]);
}

#[database_test]
async fn a_comment_is_refused_in_the_order_of_checks(pool: PgPool) {
    demo(&pool).await;
    let site = Site::new(&pool).await;
    let (lamp, fog) = (path(&pool, "Lamp").await, path(&pool, "Fog").await);
    assert_eq!(site.api("").post_text(&lamp, "no JSON").await.status, 401);
    assert_eq!(site.api("").post_text("/api/projects/x/comments", "").await.status, 401);
    // A draft has no comments, for any reader.
    for name in ["", "vera", "ana", "org"] {
        assert_eq!(site.api(name).get(&fog).await.refusal(), (404, "Not found.".into()), "{name}");
    }
    assert_eq!(site.api("ana").post(&fog, json!({ "body": "Ours." })).await.status, 404);
    for body in
        [json!({}), json!({ "body": "  \n" }), json!({ "body": 3 }), json!({ "body": "x".repeat(2001) })]
    {
        let refused = site.api("vera").post(&lamp, body.clone()).await;
        assert_eq!(refused.status, 400, "{body}");
        assert!(refused.json()["body"][0].is_string());
    }
    assert_eq!(site.api("vera").post(&lamp, json!({ "body": "é".repeat(2000) })).await.status, 201);
}

#[database_test]
async fn a_comment_is_posted_on_the_page_and_removed_by_its_author_or_an_organizer(pool: PgPool) {
    let world = Event::new("demo").organizer("olga").person("cal").person("dan").team("Lights", &["pia"]);
    let (world, site) = world.project("Lamp", "Lights").served(&pool).await;
    let page = format!("/projects/{}", world.project("Lamp").await);
    let say = |who: &'static str, body: &'static str| {
        let (site, page) = (&site, &page);
        async move { site.browser(who).submit(&format!("{page}/comments"), &[("body", body)]).await }
    };
    assert!(site.api("").get(&page).await.body.contains("to add a comment."));
    let posted = say("cal", "Bright <b>light</b>").await.is(303);
    assert!(posted.location().starts_with(&format!("{page}#comment-")));
    let blank = say("cal", "  ").await.is(400);
    blank.body.has(&["Write a comment before you send it.", "href=\"#body\""]);
    let long: &'static str = Box::leak("x".repeat(2001).into_boxed_str());
    let refused = say("dan", long).await;
    assert!(refused.status == 400 && refused.body.contains(long), "what was typed comes back");
    say("dan", "Dim").await;
    let seen = site.browser("cal").get(&page).await.body;
    assert!(seen.contains("Bright &lt;b&gt;light") && seen.matches("/remove\"").count() == 1, "one's own");
    assert_eq!(site.browser("olga").get(&page).await.body.matches("/remove\"").count(), 2);
    let id = |body: &'static str| {
        let pool = pool.clone();
        async move {
            let sql = "select id from comment where body = $1";
            let id: i64 = sqlx::query_scalar(sql).bind(body).fetch_one(&pool).await.unwrap();
            id.to_string()
        }
    };
    let (bright, dim) = (id("Bright <b>light</b>").await, id("Dim").await);
    let remove = |who: &'static str, id: String| {
        let (site, page) = (&site, &page);
        async move { site.browser(who).submit(&format!("{page}/comments/{id}/remove"), &[]).await.status }
    };
    assert_eq!(remove("dan", bright.clone()).await, 403);
    assert_eq!(remove("cal", bright.clone()).await, 303);
    assert_eq!(remove("cal", bright).await, 404, "it is there no more");
    assert_eq!(remove("olga", dim).await, 303);
    let left = site.api("").get(&format!("/api{page}/comments")).await;
    assert_eq!(left.body, "[]");
    let log = world.audit().await;
    let actions: Vec<&str> = log.iter().map(|(action, ..)| action.as_str()).collect();
    assert_eq!(actions, ["comment.posted", "comment.posted", "comment.removed", "comment.removed"]);
    let sql = "select count(*) from comment where event_id = $1 and removed_by is not null";
    assert_eq!(world.one::<i64>(sql).await, 2);
}

#[database_test]
async fn removing_twice_at_once_is_logged_once(pool: PgPool) {
    let event = Event::new("demo").organizer("org").person("cal").team("Lights", &["ana"]);
    let (world, site) = event.project("Lamp", "Lights").served(&pool).await;
    let list = path(&pool, "Lamp").await;
    let posted = site.api("cal").post(&list, json!({ "body": "Bright" })).await.json();
    let remove = format!("{}/{}/remove", list.trim_start_matches("/api"), posted["id"]);
    let mut holder = pool.begin().await.unwrap();
    sqlx::query("select from comment for update").execute(&mut *holder).await.unwrap();
    let (author, organizer) = (site.browser("cal"), site.browser("org"));
    let (one, two, ()) = tokio::join!(author.submit(&remove, &[]), organizer.submit(&remove, &[]), async {
        until_waiting(&pool, 2).await;
        holder.rollback().await.unwrap();
    });
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 404], "the second is told that it is there no more");
    let audit = world.audit().await;
    assert_eq!(audit.iter().filter(|(action, ..)| action == "comment.removed").count(), 1);
}

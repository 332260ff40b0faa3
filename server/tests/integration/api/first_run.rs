//! A portal without accounts: who makes the first one, and that there is only one first one.

use crate::prelude::*;
use portal::records::setup_code;

/// Sends the form as a browser that is not signed in does.
async fn send(site: &Site, code: &str, email: &str, password: &str) -> Reply {
    post(site, "/setup", &[("code", code), ("email", email), ("name", "Ada"), ("password", password)]).await
}

#[database_test]
async fn a_new_portal_leads_to_its_first_account(pool: PgPool, site: Site) {
    for start in ["/", "/signup"] {
        assert_eq!(site.api("").get(start).await.location(), "/setup", "{start}");
    }
    let page = site.api("").get("/setup").await;
    assert!(page.status == 200 && page.text().contains("Set up this portal"));
    let code = setup_code::printed(&site.state.signer);
    assert!(!page.body.contains(&code), "the page does not hold the code");
    let wrong = send(&site, "01Z0AM987Z-01Z0AM987Z", "ada@x.example", "long-enough-password").await.is(422);
    assert!(wrong.text().contains("This is not the setup code.") && wrong.body.contains("ada@x.example"));
    let short = send(&site, &code, "ada@x.example", "short").await.is(400);
    assert!(!short.body.contains(&code), "a code is typed again");
    let made = send(&site, &code.to_lowercase(), "ada@x.example", "long-enough-password").await;
    made.leads_to("/events/new");
    let (staff, confirmed): (bool, bool) =
        one_row(&pool, "select is_staff, confirmed_at is not null from person").await;
    assert!(staff && confirmed);
    let logged: String = one(&pool, "select after from audit_log where action = 'person.created'").await;
    assert!(logged.contains("\"first\":true") && !logged.contains("ada"), "{logged}");
    // The page is gone, and the right code makes no second account.
    assert_eq!(site.api("").get("/setup").await.status, 404);
    assert_eq!(send(&site, &code, "bob@x.example", "long-enough-password").await.status, 404);
    assert_eq!(site.api("").get("/").await.status, 200);
    let cookies: Vec<String> =
        made.headers.get_all("set-cookie").iter().map(|c| c.to_str().unwrap().to_owned()).collect();
    let session =
        cookies.iter().find_map(|c| c.strip_prefix("sessionid=")).unwrap().split(';').next().unwrap();
    let cookie = format!("sessionid={session}");
    let next = site.api("").send_with("GET", "/events/new", &[("cookie", &cookie)], String::new()).await;
    next.answers(200, "Create your first event");
}

#[database_test]
async fn of_two_at_once_one_makes_the_account(pool: PgPool, site: Site) {
    let code = setup_code::printed(&site.state.signer);
    let (a, b) = tokio::join!(
        send(&site, &code, "ada@x.example", "long-enough-password"),
        send(&site, &code, "bob@x.example", "long-enough-password")
    );
    let mut statuses = [a.status, b.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 404]);
    let people: i64 = one(&pool, "select count(*) from person").await;
    assert_eq!(people, 1);
}

#[database_test(Event::new("demo").person("ada").served(&pool))]
async fn a_portal_with_people_has_no_first_run(_: World, site: Site) {
    assert_eq!((site.api("").get("/").await.status, site.api("").get("/setup").await.status), (200, 404));
}

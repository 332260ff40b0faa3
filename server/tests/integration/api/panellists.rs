//! People who are invited to the panel of one prize only: what they see, and that no panel has somebody whose team can win.

use crate::api::invitations::get_as;
use crate::prelude::*;

const PRIZE: &str = "/events/demo/manage/prizes/1";
const PANEL: &str = "/events/demo/manage/prizes/1/panel";
const BALLOT: &str = "/events/demo/prizes/1/panel";

/// Oddest, a prize of a panel, in an event whose submissions and judging are open.
async fn world(pool: &PgPool, eligibility: &str) -> (World, Site) {
    let demo = Event::new("demo")
        .windows([(Some(-3), Some(2)), (Some(2), Some(3)), (Some(3), Some(4))])
        .criterion("quality", "1", 0, 100)
        .organizers(&["org", "both"])
        .judges(&["both", "jo"])
        .person("pat")
        .teams(&[("Lights", &["ana"]), ("Waves", &["bob"])])
        .projects(&[("Lamp", "Lights"), ("Tide", "Waves")])
        .draft("Fog", "Waves")
        .create(pool)
        .await;
    let sql = "insert into prize (event_id, name, rule, eligibility) values ($1, 'Oddest', 'panel', $2)";
    sqlx::query(sql).bind(demo.event).bind(eligibility).execute(pool).await.unwrap();
    (demo, Site::new(pool).await)
}

fn link(page: &Reply) -> String {
    let at =
        page.body.find("http://portal.example/invitations/").unwrap_or_else(|| panic!("{}", page.text()));
    let path = &page.body[at + "http://portal.example".len()..];
    path[..path.find('<').unwrap()].to_owned()
}

#[database_test(world(&pool, "all"))]
async fn who_is_invited_to_a_panel_ranks_its_projects_and_gets_no_role(demo: World, site: Site) {
    let (org, both) = (site.browser("org"), site.browser("both"));
    let invite = format!("{PANEL}/invite");
    assert_eq!(both.submit(&invite, &[("email", "nia@y.example")]).await.status, 403);
    org.submit(&invite, &[("email", "nia"), ("name", "Nia")]).await.is(400).shows("value=\"Nia\"");
    let made = org.submit(&invite, &[("email", "nia@y.example"), ("name", "Nia"), ("once", "k")]).await;
    assert_eq!(made.status, 200, "the code is drawn: {}", made.text());
    assert!(made.body.contains("Link of the invitation"), "the code is drawn: {}", made.text());
    let first = link(&made);
    let at = [&*first, "name=\"panel\"", "id=\"winners-title\""].map(|part| made.body.find(part).unwrap());
    assert!(at.is_sorted(), "the link is in view: {at:?}");
    let again = org.submit(&invite, &[("email", "nia@y.example"), ("name", "Nia"), ("once", "k")]).await;
    assert!(again.status == 200 && !again.body.contains("portal.example/invitations/"), "{}", again.text());
    let twice = org.submit(&invite, &[("email", "NIA@y.example")]).await;
    assert!(twice.status == 409, "{}", twice.text());

    let offer = site.browser("").get(&first).await.text();
    assert!(offer.contains("Org invites you to the panel of the prize “Oddest” at Demo"), "{offer}");
    assert!(offer.contains("The link ends when the winners of the prize are confirmed."), "{offer}");
    let accepted = post(&site, &format!("{first}/accept"), &[("name", "Nia")]).await;
    accepted.leads_to(BALLOT);
    let nia = accepted.cookie("sessionid").unwrap();
    let ballot = get_as(&site, &nia, BALLOT).await;
    assert!(ballot.text().contains("Tide, Waves") && !ballot.body.contains("Fog"), "{}", ballot.text());
    assert!(ballot.body.contains("href=\"/panels\"") && !ballot.body.contains("href=\"/judge\""));
    assert_eq!(get_as(&site, &nia, "/judge").await.status, 403);
    assert_eq!(get_as(&site, &nia, "/events/demo/manage").await.status, 403);
    submit_as(&site, &nia, BALLOT, &[("choices", "2"), ("choices-2", "1")]).await.is(303);
    get_as(&site, &nia, "/panels").await.text().has(&["Oddest", "Your order has 2 projects"]);
    assert!(org.get(PRIZE).await.text().contains("Gave an order"));
    let sql = "select m.role from membership m join person p on p.id = m.person_id where m.event_id = $1 and p.email = 'nia@y.example'";
    let roles: Vec<String> = demo.all(sql).await;
    assert!(roles.is_empty(), "{roles:?}");

    // On no list of the event's people, and in no bundle: who is on a panel is for organizers who take no part.
    let people = "/events/demo/manage/people";
    for path in [people.to_owned(), format!("{people}/invitations")] {
        for who in [&org, &both] {
            assert!(!who.get(&path).await.body.contains("nia@y.example"), "{path}");
        }
    }
    let without = both.get(PRIZE).await;
    assert!(without.status == 200 && !without.body.contains("nia@y.example"), "{}", without.text());
    assert!(!without.body.contains("id=\"panel\""), "{}", without.text());
    assert_eq!(both.get(&format!("{people}/invitations?of=1")).await.status, 404);
    for act in ["link", "send", "mail", "withdraw"] {
        assert_eq!(both.submit(&format!("{people}/invitations/1/{act}"), &[]).await.status, 404, "{act}");
    }
    let bundle = site.api("org").get("/api/events/demo/export/bundle.json").await;
    // The log in it goes on naming who acted.
    let people = bundle.json()["people"].to_string();
    assert!(people.contains("org@x.example") && !people.contains("nia@"), "{people}");
    let by_link = "update session set by_link = $1 where person_id = (select id from person where email = 'nia@y.example')";
    sqlx::query(by_link).bind(false).execute(&demo.pool).await.unwrap();
    let own: Value = get_as(&site, &nia, "/me/data.json").await.json();
    sqlx::query(by_link).bind(true).execute(&demo.pool).await.unwrap();
    assert_eq!(own["panels"][0]["prize"], "Oddest");
    assert_eq!(own["invitations"][0]["prize"], "Oddest");

    // A new link signs in again, until the winners are confirmed.
    let fresh = link(&org.submit(&format!("{PANEL}/invitations/1/link"), &[]).await);
    assert_eq!(site.browser("").get(&first).await.status, 404);
    let back = post(&site, &format!("{fresh}/accept"), &[]).await;
    assert!(back.status == 303 && back.cookie("sessionid").is_some(), "{}", back.text());
    let last = link(&org.submit(&format!("{PANEL}/invitations/1/link"), &[]).await);
    let award = [("winner", "2"), ("version", "1")];
    assert_eq!(org.submit("/events/demo/manage/prizes/1/award", &award).await.status, 303);
    assert_eq!(site.browser("").get(&last).await.status, 404);
    assert_eq!(org.submit(&invite, &[("email", "new@y.example")]).await.status, 409);
    submit_as(&site, &nia, BALLOT, &[("choices", "1")]).await.is(409).shows("its panel is closed");
}

#[database_test(world(&pool, "all"))]
async fn a_withdrawn_declined_or_mailed_invitation_to_a_panel_does_as_it_says(demo: World, site: Site) {
    let org = site.browser("org");
    let invite = async |email: &str| org.submit(&format!("{PANEL}/invite"), &[("email", email)]).await;
    let withdrawn = link(&invite("one@y.example").await);
    assert_eq!(org.submit(&format!("{PANEL}/invitations/1/withdraw"), &[]).await.status, 303);
    assert_eq!(site.browser("").get(&withdrawn).await.status, 404);
    assert_eq!(org.submit(&format!("{PANEL}/invitations/1/link"), &[]).await.status, 409);
    let declined = link(&invite("two@y.example").await);
    assert_eq!(post(&site, &format!("{declined}/decline"), &[]).await.status, 200);
    org.get(PRIZE).await.text().has(&["Withdrawn", "Declined"]);
    let fields = [("email", "three@y.example"), ("send", "true")];
    let mailed = org.submit(&format!("{PANEL}/invite"), &fields).await.is(200);
    mailed.body.lacks(&["portal.example/invitations/"]);
    let body: String =
        demo.one("select body from mail_outbox where to_address = 'three@y.example' and event_id = $1").await;
    assert!(body.contains("Org invites you to the panel of the prize “Oddest” at Demo."), "{body}");
    assert!(body.contains("It ends when the winners of the prize are confirmed."), "{body}");
    // Who is taken off the panel comes back by no link.
    let (_, path) = body.split_once("http://portal.example").unwrap();
    let path = path.split_whitespace().next().unwrap();
    let in_by = post(&site, &format!("{path}/accept"), &[("name", "Three")]).await;
    let three = in_by.cookie("sessionid").unwrap();
    let fresh = link(&org.submit(&format!("{PANEL}/invitations/3/link"), &[]).await);
    assert_eq!(org.submit(PANEL, &[]).await.status, 303);
    assert_eq!(site.browser("").get(&fresh).await.status, 404);
    assert_eq!(get_as(&site, &three, BALLOT).await.status, 404);
}

#[database_test(world(&pool, "opt-in"))]
async fn nobody_is_on_the_panel_of_a_prize_that_their_own_team_can_win(demo: World, site: Site) {
    let (org, ana, pat) = (site.browser("org"), site.browser("ana"), site.browser("pat"));
    let why = "A member of a team that can win Oddest can’t be on its panel.";
    let refused = |what: &str, reply: &Reply| {
        let text = reply.text().replace('\'', "’");
        assert!(reply.status == 409 && text.contains(why), "{what}: {} {text}", reply.status);
    };
    let invite = async |email: &str| org.submit(&format!("{PANEL}/invite"), &[("email", email)]).await;
    // Ana asks for the prize: she is not invited, and does not accept what was meant for another address.
    assert_eq!(ana.submit("/projects/1/prizes", &[("prizes", "1")]).await.status, 303);
    refused("inviting", &invite("ANA@x.example").await);
    let open = link(&invite("someone@y.example").await);
    refused("accepting", &ana.submit(&format!("{open}/accept"), &[]).await);
    // Bob’s team does not ask for it: he is on the panel, and his team cannot ask any more.
    assert_eq!(site.browser("bob").submit(&format!("{open}/accept"), &[]).await.status, 303);
    let asked = site.browser("bob").submit("/projects/2/prizes", &[("prizes", "1")]).await;
    refused("asking for the prize", &asked);
    // A prize that all can win would be his own.
    let terms =
        [("name", "Oddest"), ("winners", "1"), ("eligibility", "all"), ("rule", "panel"), ("version", "1")];
    refused("changing the terms", &org.submit("/events/demo/manage/prizes/1/change", &terms).await);
    // Pat is on the panel, and joins no team that asks for the prize.
    let other = link(&invite("pat@x.example").await);
    assert_eq!(pat.submit(&format!("{other}/accept"), &[]).await.status, 303);
    let join = format!("/events/demo/team/join/{}", join_code("demo", "Lights"));
    refused("joining a team", &pat.submit(&join, &[]).await);
    assert_eq!(demo.one::<i64>("select count(*) from prize_panellist where event_id = $1").await, 2);
    // A project that enters a prize’s track is the last side.
    for sql in [
        "insert into track (event_id, name, position) values (1, 'Sea', 1)",
        "update prize set eligibility = 'track', track_id = (select id from track where name = 'Sea')",
    ] {
        demo.run(sql).await;
    }
    for sql in [
        "update project set track_id = (select id from track where name = 'Sea') where title = 'Tide'",
        "insert into prize_panellist (event_id, prize_id, person_id) select 1, 1, id from person where email = 'ana@x.example'",
    ] {
        let done = sqlx::query(sql).execute(&demo.pool).await;
        // Ana’s project is in no track, so that she may sit on this panel.
        assert_eq!(done.is_err(), sql.starts_with("update"), "{sql}");
    }
}

#[database_test(world(&pool, "all"))]
async fn a_team_on_which_a_list_names_a_panellist_takes_members_and_projects(demo: World, site: Site) {
    for sql in [
        "insert into prize_panellist (event_id, prize_id, person_id) select 1, 1, id from person where email = 'jo@x.example'",
        "insert into invitation (event_id, team_id, email, role, token_hash)
             select event_id, id, 'jo@x.example', 'participant', 'x' from team where name = 'Lights'",
    ] {
        demo.run(sql).await;
    }
    let join = format!("/events/demo/team/join/{}", join_code("demo", "Lights"));
    site.browser("pat").submit(&join, &[]).await.is(303);
    site.api("ana").post("/api/events/demo/projects", json!({ "title": "Torch" })).await.is(201);
    // Nor does the list keep others from the panel.
    let both = "insert into prize_panellist (event_id, prize_id, person_id) select 1, 1, id from person where email = 'both@x.example'";
    demo.run(both).await;
    assert_eq!(demo.one::<i64>("select count(*) from prize_panellist where event_id = $1").await, 2);
}

#[database_test(world(&pool, "all"))]
async fn a_panellist_walks_through_the_hall_in_the_order_of_its_places(demo: World, site: Site) {
    for sql in [
        "insert into prize_panellist (event_id, prize_id, person_id)
         select 1, 1, id from person where email = 'jo@x.example'",
        // By title Lamp comes first; in the hall it is behind Tide, and A10 behind A9.
        "insert into project_place (event_id, project_id, room, place) values (1, 1, 'Hall', 'A10'), (1, 2, 'Hall', 'A9')",
    ] {
        demo.run(sql).await;
    }
    let panel = site.api("jo").get("/api/events/demo/prizes/1/panel").await.json();
    let titles: Vec<_> = panel["eligible"].as_array().unwrap().iter().map(|p| p["title"].clone()).collect();
    assert_eq!(titles, ["Tide", "Lamp"]);
    let jo = site.browser("jo");
    assert_eq!(jo.submit(BALLOT, &[("choices", "1")]).await.status, 303);
    let text = jo.get(BALLOT).await.text();
    let order = text.split("Eligible projects").next().unwrap();
    assert!(order.contains("Hall, A10 Lamp"), "the order names places, too: {order}");
    let (tide, lamp) = (text.rfind("Hall, A9").unwrap(), text.rfind("Hall, A10").unwrap());
    assert!(tide < lamp, "{text}");
    // Once the winners are confirmed, the list still says where to find them.
    demo.run("update prize set awarded_at = now()").await;
    let closed = jo.get(BALLOT).await.text();
    assert!(closed.contains("Hall, A9") && !closed.contains("Save my order"), "{closed}");
}

#[database_test(world(&pool, "all"))]
async fn who_gave_no_order_is_nudged_in_one_press(demo: World, site: Site) {
    let org = site.browser("org");
    let (jo, both) = (demo.person("jo").await.to_string(), demo.person("both").await.to_string());
    org.submit(PANEL, &[("panel", &*jo), ("panel", &*both)]).await.is(303);
    site.browser("jo").submit(BALLOT, &[("choices", "2")]).await.is(303);
    // Somebody without a role in the event, too.
    let invited = [("email", "nia@y.example"), ("name", "Nia"), ("once", "k")];
    let made = org.submit(&format!("{PANEL}/invite"), &invited).await;
    let nia = post(&site, &format!("{}/accept", link(&made)), &[("name", "Nia")])
        .await
        .cookie("sessionid")
        .unwrap();
    org.get(PRIZE).await.says("Nudge 2 who gave no order");
    let nudge = format!("{PANEL}/nudge");
    for other in ["both", "jo"] {
        site.browser(other).submit(&nudge, &[]).await.is(403);
    }
    let told = "select count(*) from notice where event_id = $1";
    // Nobody is told twice within a quarter of an hour.
    for (number, said) in [(2, "2 notices are posted."), (0, "No notice was posted.")] {
        let nudged = org.submit(&nudge, &[]).await;
        nudged.leads_to(&format!("{PRIZE}?panel=1&written={number}#panel"));
        org.get(nudged.location()).await.says(said);
        assert_eq!(demo.one::<i64>(told).await, 2);
    }
    let said = words::notices::nudge_panel("Oddest");
    get_as(&site, &nia, BALLOT).await.says(&said);
    site.browser("both").get(BALLOT).await.says(&said);
    assert!(!site.browser("jo").get(BALLOT).await.text().contains(&said));
    submit_as(&site, &nia, BALLOT, &[("choices", "1")]).await.is(303);
    site.browser("both").submit(BALLOT, &[("choices", "1")]).await.is(303);
    org.get(PRIZE).await.text().lacks(&["Nudge "]);
    let award = [("winner", "1"), ("version", "1")];
    org.submit("/events/demo/manage/prizes/1/award", &award).await.is(303);
    org.submit(&nudge, &[]).await.is(409);
}

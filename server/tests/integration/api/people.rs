//! The people of an event: found, described, removed; judges' cards; guests who come in by the code of a room.

use crate::prelude::*;
use axum::http::header;

const PEOPLE: &str = "/events/demo/manage/people";

async fn world(pool: &PgPool) -> (World, Site) {
    let event =
        Event::new("demo").organizer("olga").organizer("omar").judge("ada").judge("ben").track("Health");
    let event = event.team("Lights", &["pia", "pat"]).team("Waves", &["wim"]).project("Lamp", "Lights");
    event.assign("ada", "Lamp").review("ben", "Lamp", r#"{"quality": 3, "impact": 4}"#).served(pool).await
}

/// A browser without a session, and what it keeps.
struct Phone<'s> {
    site: &'s Site,
    cookies: String,
}

impl<'s> Phone<'s> {
    fn new(site: &'s Site) -> Self {
        Self { site, cookies: format!("csrftoken={TOKEN}") }
    }

    async fn get(&self, path: &str) -> Reply {
        self.site.api("").send_with("GET", path, &[("cookie", &self.cookies)], String::new()).await
    }

    async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let reply = post_with(self.site, (&self.cookies, TOKEN), path, fields).await;
        for set in reply.headers.get_all(header::SET_COOKIE) {
            let pair = set.to_str().unwrap().split(';').next().unwrap();
            if !pair.starts_with("csrftoken") {
                self.cookies = format!("{}; {pair}", self.cookies);
            }
        }
        reply
    }

    fn signed_in(&self) -> bool {
        self.cookies.contains("sessionid=")
    }
}

#[database_test(world(&pool))]
async fn members_are_found_by_role_and_by_words(_: World, site: Site) {
    let olga = site.browser("olga");
    olga.get(PEOPLE).await.says("2 judges, 2 organizers and 3 participants.");
    let judges = olga.get(&format!("{PEOPLE}?role=judge")).await.text();
    assert!(judges.contains("Ada") && judges.contains("0 of 1") && judges.contains("1 of 1"), "{judges}");
    assert!(!judges.contains("Pia"));
    let found = olga.get(&format!("{PEOPLE}?q=PIA%40")).await.text();
    assert!(found.contains("Pia") && found.contains("Lights") && !found.contains("ada@x.example"), "{found}");
    let words = olga.get(&format!("{PEOPLE}?q=x.example+p%C3%ADa")).await.text();
    assert!(words.contains("Pia") && !words.contains("ada@x.example"), "{words}");
    assert!(olga.get(&format!("{PEOPLE}?q=nobody")).await.text().contains("Nobody found"));
}

#[database_test(world(&pool))]
async fn a_judges_tracks_and_cap_are_changed_and_a_stale_form_changes_nothing(world: World, site: Site) {
    let (olga, ada) = (site.browser("olga"), world.person("ada").await);
    let page = format!("{PEOPLE}/{ada}");
    let track: i64 = world.one("select id from track where event_id = $1").await;
    let track = track.to_string();
    let bad = olga.submit(&format!("{page}/limits"), &[("was", ";"), ("review_cap", "many")]).await.is(400);
    bad.body.has(&["value=\"many\"", "href=\"#review_cap\""]);
    let fields = [("was", ";"), ("review_cap", "5"), ("track", track.as_str())];
    let saved = format!("{page}?done=limits-saved");
    olga.submit(&format!("{page}/limits"), &fields).await.leads_to(&saved);
    let shown = olga.get(&saved).await;
    assert!(shown.body.contains("value=\"5\"") && shown.text().contains("Tracks and cap are saved."));
    // Omar's page is from before that.
    let stale =
        site.browser("omar").submit(&format!("{page}/limits"), &[("was", ";"), ("review_cap", "9")]).await;
    let text = stale.text();
    assert!(stale.status == 409 && text.contains("Stored now: at most 5 reviews, Health."), "{text}");
    assert!(stale.body.contains("value=\"9\"") && stale.body.contains(&format!("value=\"5;{track}\"")));
    let (action, _, before, after) = world.audit().await.pop().unwrap();
    let track: i64 = track.parse().unwrap();
    assert_eq!(action, "membership.changed");
    assert_eq!(before, json!({ "review_cap": null, "tracks": [] }));
    assert_eq!(after, json!({ "review_cap": 5, "tracks": [track] }));
    let path = format!("{page}/limits");
    olga.submit(&path, &[("was", &format!("5;{track}")), ("track", "999999")]).await.is(400);
}

#[database_test(world(&pool))]
async fn a_role_is_taken_away_after_its_numbers_were_said(world: World, site: Site) {
    let olga = site.browser("olga");
    let page = async |name: &str| format!("{PEOPLE}/{}", world.person(name).await);
    let (ada, ben, pia, wim) = (page("ada").await, page("ben").await, page("pia").await, page("wim").await);
    assert!(olga.get(&ada).await.text().contains("1 assignment without a review is taken away."));
    olga.get(&ben).await.says("This judge has written 1 review, which would lose its judge.");
    olga.get(&pia).await.says("The person leaves the team “Lights”, which keeps 1 member and 1 project.");
    assert!(olga.get(&wim).await.text().contains("The team “Waves” loses its only member and is removed."));
    for (who, role, status) in
        [(&ada, "judge", 303), (&ben, "judge", 409), (&pia, "participant", 303), (&wim, "participant", 303)]
    {
        assert_eq!(olga.submit(&format!("{who}/remove"), &[("role", role)]).await.status, status, "{who}");
    }
    assert_eq!(world.one::<i64>("select count(*) from assignment where event_id = $1").await, 1);
    assert_eq!(world.all::<String>("select name from team where event_id = $1").await, ["Lights"]);
    assert_eq!(olga.get(&ada).await.status, 404);
    // The last member of a team with a project stays, and so does everybody once submissions have closed.
    let pat = page("pat").await;
    assert!(
        olga.get(&pat).await.text().contains(
            "This is the last member of a team that has a project. Somebody else has to join first."
        )
    );
    assert_eq!(olga.submit(&format!("{pat}/remove"), &[("role", "participant")]).await.status, 409);
    world.move_window("submissions", (Some(-3), Some(-1))).await;
    assert!(olga.get(&pat).await.text().contains("Submissions for Demo closed"));
    // One organizer stays.
    let (olgas, omars) = (page("olga").await, page("omar").await);
    assert_eq!(olga.submit(&format!("{omars}/remove"), &[("role", "organizer")]).await.status, 303);
    let last = olga.submit(&format!("{olgas}/remove"), &[("role", "organizer")]).await;
    last.answers(409, "This person is the only organizer of “Demo”.");
    let removed = world.audit().await.into_iter().filter(|(action, ..)| action == "membership.removed");
    let before: Vec<_> = removed.map(|(_, _, before, _)| before["role"].clone()).collect();
    assert_eq!(before, ["judge", "participant", "participant", "organizer"]);
}

#[database_test(world(&pool))]
async fn a_member_gets_a_further_role(world: World, site: Site) {
    let (olga, ben) = (site.browser("olga"), world.person("ben").await);
    let grant = format!("{PEOPLE}/{ben}/grant");
    assert_eq!(olga.submit(&grant, &[("role", "organizer")]).await.status, 303);
    assert_eq!(site.browser("ben").get("/events/demo/manage").await.status, 200);
    olga.submit(&grant, &[("role", "organizer")]).await.answers(409, "This person has this role already.");
    // Who judges does not decide who judges what.
    let ada = world.person("ada").await;
    let refused = site.browser("ben").submit(&format!("{PEOPLE}/{ada}/remove"), &[("role", "judge")]).await;
    refused.answers(403, "You judge in this event.");
}

#[database_test(world(&pool))]
async fn a_card_opens_again_and_a_new_one_ends_the_earlier_card(world: World, site: Site) {
    let olga = site.browser("olga");
    let fields =
        [("role", "judge"), ("list", "Nora <nora@y.example>\nNed <ned@y.example>"), ("send", "true")];
    olga.submit(&format!("{PEOPLE}/invite"), &fields).await;
    olga.get(&format!("{PEOPLE}/invitations")).await.text().has(&["Nora", "Ada", "asks them to sign in"]);
    let id: i64 = world.one("select id from invitation where event_id = $1 and name = 'Nora'").await;
    let id = id.to_string();
    let sheet = olga.submit(&format!("{PEOPLE}/cards/print"), &[("judge", &id), ("once", "k")]).await;
    let text = sheet.text();
    assert!(sheet.body.contains("class=\"qr\""), "{text}");
    assert!(text.contains("Judge at Demo"), "{text}");
    assert!(!text.contains("Ned"), "{text}");
    let link: String = text.split("http://portal.example").nth(1).unwrap().chars().take(56).collect();
    let mut phone = Phone::new(&site);
    assert_eq!(phone.post(&format!("{link}/accept"), &[("name", "Nora")]).await.location(), "/judge");
    assert_eq!(phone.get("/judge").await.status, 200);
    // The same form does not end the link that was printed.
    let again = olga.submit(&format!("{PEOPLE}/cards/print"), &[("judge", &id), ("once", "k")]).await;
    again.says("These cards were already created");
    // The card opens the same account on another phone, as often as it is scanned.
    for _ in 0..2 {
        let mut tablet = Phone::new(&site);
        let offer = tablet.get(&link).await.text();
        assert!(offer.contains("For nora@y.example.") && !offer.contains("works once"), "{offer}");
        assert_eq!(tablet.post(&format!("{link}/accept"), &[]).await.location(), "/judge");
        assert_eq!(tablet.get("/judge").await.status, 200);
    }
    // A second card signs the same judge in too, and ends the first. Her own page makes one as the list of cards does.
    let first = link;
    let nora: i64 =
        world.one("select accepted_by from invitation where event_id = $1 and name = 'Nora'").await;
    let own = olga.get(&format!("{PEOPLE}/{nora}")).await;
    assert!(own.body.contains(&format!(r#"name="judge" value="{id}""#)), "{}", own.body);
    assert!(own.text().contains("New card") && own.text().contains("The earlier card stops working."));
    let ben = olga.get(&format!("{PEOPLE}/{}", world.person("ben").await)).await;
    ben.body.has(&[r#"name="member""#]);
    ben.text().has(&["asks them to sign in"]);
    let pia = olga.get(&format!("{PEOPLE}/{}", world.person("pia").await)).await;
    assert!(!pia.text().contains("New card"), "who does not judge has none");
    let sheet = olga.submit(&format!("{PEOPLE}/cards/print"), &[("judge", &id), ("once", "k2")]).await;
    sheet.body.has(&[&format!("<a href=\"{PEOPLE}/{nora}\">Back to Nora</a>")]);
    let sheet = sheet.text();
    let link: String = sheet.split("http://portal.example").nth(1).unwrap().chars().take(56).collect();
    let mut other = Phone::new(&site);
    other.post(&format!("{link}/accept"), &[]).await;
    assert!(other.signed_in() && other.get("/judge").await.status == 200);
    assert_eq!(Phone::new(&site).get(&first).await.status, 404);
    assert_eq!(phone.get("/judge").await.status, 200, "the first phone stays signed in");
    let sent = world.audit().await.into_iter().filter(|(action, ..)| action == "invitation.sent");
    let last = sent.map(|(.., after)| after).next_back().unwrap();
    assert_eq!(last, json!({ "invitations": 1, "how": "card" }));
}

/// Invites Nora to judge, by mail; her invitation and the path of the mailed link.
async fn mailed_to_nora(site: &Site, world: &World) -> (String, String) {
    let fields = [("role", "judge"), ("list", "Nora <nora@y.example>"), ("send", "true")];
    site.browser("olga").submit(&format!("{PEOPLE}/invite"), &fields).await;
    let id: i64 = world.one("select id from invitation where event_id = $1").await;
    let body: String = world.one("select body from mail_outbox where event_id = $1").await;
    (id.to_string(), path_in(&body))
}

/// The path of the first link of an invitation in a text.
fn path_in(text: &str) -> String {
    text.split("http://portal.example").nth(1).unwrap().chars().take(56).collect()
}

/// Makes a card for an invitation; the path of its link.
async fn card(site: &Site, id: &str) -> String {
    let sheet = site.browser("olga").submit(&format!("{PEOPLE}/cards/print"), &[("judge", id)]).await;
    path_in(&sheet.text())
}

#[database_test(world(&pool))]
async fn a_card_and_a_mailed_link_open_one_account_in_either_order(world: World, site: Site) {
    let (id, mailed) = mailed_to_nora(&site, &world).await;
    let first = card(&site, &id).await;
    let second = card(&site, &id).await;
    assert_eq!(Phone::new(&site).get(&first).await.status, 404, "a new card ends the earlier one");
    assert_eq!(Phone::new(&site).get(&mailed).await.status, 200, "and not the link");
    // The mailed link works once, and leaves the card.
    let mut laptop = Phone::new(&site);
    assert_eq!(laptop.post(&format!("{mailed}/accept"), &[("name", "Nora")]).await.location(), "/judge");
    assert_eq!(Phone::new(&site).get(&mailed).await.status, 404);
    let mut phone = Phone::new(&site);
    assert_eq!(phone.post(&format!("{second}/accept"), &[]).await.location(), "/judge");
    // A link to copy leaves the card too, and the next card leaves the link.
    let page = format!("{PEOPLE}/invitations/{id}");
    let copied = path_in(&site.browser("olga").submit(&format!("{page}/link"), &[]).await.text());
    assert_eq!(Phone::new(&site).get(&second).await.status, 200);
    let third = card(&site, &id).await;
    for path in [&third, &copied, &third] {
        let mut device = Phone::new(&site);
        assert_eq!(device.post(&format!("{path}/accept"), &[]).await.location(), "/judge");
    }
    assert_eq!(Phone::new(&site).get(&copied).await.status, 404);
    let accounts = "select count(*) from person where email = 'nora@y.example'";
    assert_eq!(world.one::<i64>(accounts).await, 1);
}

#[database_test(world(&pool))]
async fn who_comes_in_by_the_card_can_still_use_the_mailed_link(world: World, site: Site) {
    let (id, mailed) = mailed_to_nora(&site, &world).await;
    let path = card(&site, &id).await;
    for link in [&path, &mailed, &path] {
        let mut device = Phone::new(&site);
        assert_eq!(device.post(&format!("{link}/accept"), &[("name", "Nora")]).await.location(), "/judge");
    }
    assert_eq!(Phone::new(&site).get(&mailed).await.status, 404);
}

/// What ends the links of an invitation: each ends the card with them, before and after it was accepted.
#[database_test(world(&pool))]
async fn all_that_ends_a_link_ends_the_card_too(world: World, site: Site) {
    let olga = site.browser("olga");
    let both = async |mailed: &str, card: &str, status: u16, what: &str| {
        for path in [mailed, card] {
            assert_eq!(site.api("").get(path).await.status, status, "{what}: {path}");
        }
    };
    let make = async |id: &str| {
        let made = olga.submit(&format!("{PEOPLE}/invitations/{id}/link"), &[]).await;
        (path_in(&made.text()), card(&site, id).await)
    };
    let (id, mailed) = mailed_to_nora(&site, &world).await;
    let printed = card(&site, &id).await;
    both(&mailed, &printed, 200, "before").await;
    world.move_window("judging", (Some(-3), Some(-1))).await;
    both(&mailed, &printed, 404, "judging has closed").await;
    world.move_window("judging", (Some(1), Some(2))).await;
    Phone::new(&site).post(&format!("{printed}/accept"), &[("name", "Nora")]).await;
    // An account that got a password is not opened, neither by the link nor by the card.
    let password = "update person set password_hash = $1 where email = 'nora@y.example'";
    sqlx::query(password).bind("x").execute(&world.pool).await.unwrap();
    for path in [&mailed, &printed] {
        assert_eq!(Phone::new(&site).post(&format!("{path}/accept"), &[]).await.status, 401);
    }
    sqlx::query(password).bind(None::<String>).execute(&world.pool).await.unwrap();
    // An organizer ends them.
    let page = olga.get(&format!("{PEOPLE}/invitations?of={id}")).await.text();
    assert!(page.contains("End link and card") && page.contains("The latest card works."), "{page}");
    assert_eq!(olga.submit(&format!("{PEOPLE}/invitations/{id}/withdraw"), &[]).await.status, 303);
    both(&mailed, &printed, 404, "ended").await;
    let page = olga.get(&format!("{PEOPLE}/invitations?of={id}")).await.text();
    page.has(&["The latest card has ended."]);
    page.lacks(&["End link", "End the card"]);
    // The owner of the address follows a link that was mailed to it: others may hold what was made before.
    let (copied, printed) = make(&id).await;
    let mut owner = Phone::new(&site);
    owner.post("/login/link", &[("email", "nora@y.example")]).await;
    let sql = "select body from mail_outbox where to_address = 'nora@y.example' order by id desc limit 1";
    let body: String = world.one(sql).await;
    let sign_in = body.split("http://portal.example").nth(1).unwrap().split_whitespace().next().unwrap();
    owner.post(sign_in, &[]).await;
    assert!(owner.signed_in());
    both(&copied, &printed, 404, "confirmed").await;
    // The role goes.
    let (copied, printed) = make(&id).await;
    both(&copied, &printed, 200, "made anew").await;
    let nora: i64 = world.one("select id from person where email = 'nora@y.example'").await;
    olga.submit(&format!("{PEOPLE}/{nora}/remove"), &[("role", "judge")]).await.is(303);
    both(&copied, &printed, 404, "the role was taken away").await;
    // Of an invitation that waits: withdrawn, declined, accepted with an account of one's own.
    for (what, act) in [("withdrawn", "withdraw"), ("declined", "decline"), ("another account's", "accept")] {
        let email = format!("{act}@y.example");
        olga.submit(&format!("{PEOPLE}/invite"), &[("role", "judge"), ("list", &email)]).await;
        let sql = format!("select id from invitation where event_id = $1 and email = '{email}'");
        let id = world.one::<i64>(&sql).await.to_string();
        let (copied, printed) = make(&id).await;
        both(&copied, &printed, 200, what).await;
        let done = match act {
            "withdraw" => olga.submit(&format!("{PEOPLE}/invitations/{id}/withdraw"), &[]).await,
            "decline" => Phone::new(&site).post(&format!("{printed}/decline"), &[]).await,
            _ => site.browser("ada").submit(&format!("{printed}/accept"), &[]).await,
        };
        assert!([200, 303].contains(&done.status), "{what}: {} {}", done.status, done.text());
        both(&copied, &printed, 404, what).await;
    }
}

#[database_test(world(&pool))]
async fn a_judge_who_came_without_an_invitation_gets_a_card_that_asks_for_sign_in(world: World, site: Site) {
    let (olga, ada) = (site.browser("olga"), world.person("ada").await.to_string());
    // Accounts that an import made have no password either, and still no link of an organizer opens them.
    world.run("update person set password_hash = null").await;
    let print = async |fields: &[(&str, &str)]| olga.submit(&format!("{PEOPLE}/cards/print"), fields).await;
    let sheet = print(&[("member", &ada), ("member", "999999"), ("once", "k")]).await.text();
    assert!(sheet.contains("Ada") && !sheet.contains("Ben"), "{sheet}");
    let link: String = sheet.split("http://portal.example").nth(1).unwrap().chars().take(56).collect();
    let mut phone = Phone::new(&site);
    let page = phone.get(&link).await;
    page.says("Sign in to go on");
    page.shows("/login?next=%2Fjudge");
    assert_eq!(phone.post(&format!("{link}/accept"), &[("name", "Eve")]).await.status, 401);
    assert!(!phone.signed_in());
    let own = site.browser("ada").get(&link).await;
    own.body.has(&["href=\"/judge\""]);
    own.text().lacks(&["Sign in to go on"]);
    let logged: Vec<String> = world.audit().await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(logged, ["invitation.created", "invitation.sent"]);
    // From now on she has an invitation, and a second card is of the same one.
    let id: i64 = world.one("select id from invitation where event_id = $1").await;
    assert_eq!(print(&[("judge", &id.to_string()), ("once", "k2")]).await.status, 200);
    assert_eq!(world.one::<i64>("select count(*) from invitation where event_id = $1").await, 1);
    // Somebody who does not judge here gets none.
    let pia = world.person("pia").await.to_string();
    assert_eq!(print(&[("member", &pia), ("once", "k3")]).await.status, 400);
}

#[database_test(world(&pool))]
async fn several_roles_are_taken_away_together_or_none(world: World, site: Site) {
    let olga = site.browser("olga");
    let (ada, ben) = (world.person("ada").await, world.person("ben").await);
    for person in [ada, ben] {
        olga.submit(&format!("{PEOPLE}/{person}/grant"), &[("role", "organizer")]).await.is(303);
    }
    let roles = async |person: i64| -> i64 {
        world
            .one(&format!("select count(*) from membership where event_id = $1 and person_id = {person}"))
            .await
    };
    let none = olga.submit(&format!("{PEOPLE}/{ada}/remove"), &[]).await;
    none.answers(400, "Choose at least one role.");
    assert!(none.body.contains("href=\"#roles\"") && none.body.contains("id=\"roles\""), "{}", none.body);
    // A judge with reviews keeps the role, and then the other one too.
    let both = [("role", "judge"), ("role", "organizer"), ("role", "judge")];
    assert_eq!(olga.submit(&format!("{PEOPLE}/{ben}/remove"), &both).await.status, 409);
    assert_eq!(roles(ben).await, 2);
    assert_eq!(olga.submit(&format!("{PEOPLE}/{ada}/remove"), &both).await.status, 303);
    assert_eq!(roles(ada).await, 0);
    let strange = [("role", "judge"), ("role", "king")];
    assert_eq!(olga.submit(&format!("{PEOPLE}/{ben}/remove"), &strange).await.status, 404);
}

/// Opens the room; the path of its link.
async fn open_room(site: &Site, world: &World) -> String {
    assert_eq!(site.browser("olga").submit(&format!("{PEOPLE}/guests/open"), &[]).await.status, 303);
    let code: String = world.one("select code from guest_link where event_id = $1").await;
    format!("/guests/{code}")
}

#[database_test(world(&pool))]
async fn a_guest_waits_until_an_organizer_confirms_the_number(world: World, site: Site) {
    let olga = site.browser("olga");
    let room = open_room(&site, &world).await;
    assert!(olga.get(&format!("{PEOPLE}/invitations?guests=1")).await.text().contains(&room));
    let (mut gus, mut eve) = (Phone::new(&site), Phone::new(&site));
    assert_eq!(gus.post(&format!("{room}/ask"), &[("name", " ")]).await.status, 400);
    assert_eq!(gus.post(&format!("{room}/ask"), &[("name", "Gus")]).await.status, 303);
    eve.post(&format!("{room}/ask"), &[("name", "Gus")]).await;
    let numbers: Vec<i32> = world.all("select number from guest where event_id = $1 order by id").await;
    assert_ne!(numbers[0], numbers[1]);
    let waits = gus.get(&room).await;
    assert!(waits.body.contains(&format!(">{}<", numbers[0])), "{}", waits.text());
    assert_eq!(waits.headers.get(header::REFRESH).unwrap(), "15");
    // Nobody comes in unconfirmed, and asking again adds nobody.
    assert_eq!(gus.post(&format!("{room}/enter"), &[]).await.status, 409);
    gus.post(&format!("{room}/ask"), &[("name", "Gus")]).await;
    assert_eq!(world.one::<i64>("select count(*) from guest where event_id = $1").await, 2);
    let ids: Vec<i64> = world.all("select id from guest where event_id = $1 order by id").await;
    olga.get(&format!("{PEOPLE}/invitations?guests=1"))
        .await
        .text()
        .has(&["2 people wait", &numbers[1].to_string()]);
    // Who waits is a matter of now: the page of all invitations has them, too.
    olga.get(&format!("{PEOPLE}/invitations")).await.text().has(&["Guest judges", &numbers[1].to_string()]);
    let act = |id: i64, act: &str| format!("{PEOPLE}/guests/{id}/{act}");
    assert_eq!(olga.submit(&act(ids[0], "admit"), &[]).await.status, 303);
    assert_eq!(olga.submit(&act(ids[1], "turn-away"), &[]).await.status, 303);
    assert_eq!(olga.submit(&act(ids[1], "admit"), &[]).await.status, 409);
    // The one browser comes in, the other one does not; and once.
    assert!(eve.get(&room).await.text().contains("You were not confirmed"));
    assert_eq!(eve.post(&format!("{room}/enter"), &[]).await.status, 409);
    assert!(gus.get(&room).await.text().contains("Welcome, Gus"));
    let came = gus.post(&format!("{room}/enter"), &[]).await;
    assert!(came.location() == "/judge" && gus.signed_in() && !eve.signed_in());
    assert_eq!(gus.get("/judge").await.status, 200);
    // The form is of the session before.
    gus.post(&format!("{room}/enter"), &[]).await.is(403);
    let actions: Vec<String> = world.audit().await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(actions, ["guest_link.opened", "guest.admitted", "membership.granted", "guest.turned_away"]);
    // Guests have no address, and a card for a lost phone like every judge.
    let list = olga.get(&format!("{PEOPLE}?role=judge")).await.text();
    assert!(list.contains("Gus") && !list.contains("guest.invalid"), "{list}");
    assert!(olga.get(&format!("{PEOPLE}/invitations")).await.text().contains("The card signs them in again"));
}

#[database_test(world(&pool))]
async fn a_closed_room_takes_no_names_and_lets_in_who_was_confirmed(world: World, site: Site) {
    let olga = site.browser("olga");
    let room = open_room(&site, &world).await;
    let mut gus = Phone::new(&site);
    gus.post(&format!("{room}/ask"), &[("name", "Gus")]).await;
    assert_eq!(olga.submit(&format!("{PEOPLE}/guests/close"), &[]).await.status, 303);
    let mut late = Phone::new(&site);
    assert_eq!(late.get(&room).await.status, 404);
    assert_eq!(late.post(&format!("{room}/ask"), &[("name", "Late")]).await.status, 404);
    let id: i64 = world.one("select id from guest where event_id = $1").await;
    olga.submit(&format!("{PEOPLE}/guests/{id}/admit"), &[]).await;
    assert!(gus.get(&room).await.text().contains("Welcome, Gus"));
    // Not after judging, and not into an account that somebody else uses by now.
    world.move_window("judging", (Some(-3), Some(-1))).await;
    assert_eq!(gus.post(&format!("{room}/enter"), &[]).await.status, 404);
    world.move_window("judging", (Some(1), Some(2))).await;
    let account = "update person set password_hash = $1 where email like '%@guest.invalid'";
    sqlx::query(account).bind("x").execute(&world.pool).await.unwrap();
    assert_eq!(gus.post(&format!("{room}/enter"), &[]).await.status, 401);
    sqlx::query(account).bind(None::<String>).execute(&world.pool).await.unwrap();
    assert_eq!(gus.post(&format!("{room}/enter"), &[]).await.location(), "/judge");
    assert_eq!(gus.get("/me/data.json").await.status, 200, "no mail could open another session");
    // A new code ends the old one.
    let new = open_room(&site, &world).await;
    assert!(new != room && Phone::new(&site).get(&room).await.status == 404);
}

#[database_test(world(&pool))]
async fn a_guest_whose_role_was_taken_again_is_no_judge_before_they_come_in_and_after(
    world: World,
    site: Site,
) {
    let olga = site.browser("olga");
    let room = open_room(&site, &world).await;
    let (mut gus, mut eve) = (Phone::new(&site), Phone::new(&site));
    for (phone, name) in [(&mut gus, "Gus"), (&mut eve, "Eve")] {
        phone.post(&format!("{room}/ask"), &[("name", name)]).await.is(303);
    }
    for id in world.all::<i64>("select id from guest where event_id = $1").await {
        olga.submit(&format!("{PEOPLE}/guests/{id}/admit"), &[]).await.is(303);
    }
    eve.post(&format!("{room}/enter"), &[]).await.is(303);
    let guests = "select m.person_id from membership m join person p on p.id = m.person_id
        where m.event_id = $1 and p.email like '%@guest.invalid'";
    for person in world.all::<i64>(guests).await {
        olga.submit(&format!("{PEOPLE}/{person}/remove"), &[("role", "judge")]).await.is(303);
    }
    let page = gus.get(&room).await.text();
    assert!(page.contains("You were not confirmed") && !page.contains("You are a judge"), "{page}");
    assert_eq!(gus.post(&format!("{room}/enter"), &[]).await.status, 409);
    assert!(!gus.signed_in(), "a role that ended opens no session");
    eve.get(&room).await.says("Ask again");
    // By the link of the room they ask again, as somebody new.
    gus.post(&format!("{room}/ask"), &[("name", "Gus")]).await.is(303);
    assert_eq!(
        world.one::<i64>("select count(*) from guest where event_id = $1 and decided_at is null").await,
        1
    );
}

#[database_test(world(&pool))]
async fn an_account_under_a_guests_number_keeps_nobody_out(world: World, site: Site) {
    let room = open_room(&site, &world).await;
    let mut gus = Phone::new(&site);
    gus.post(&format!("{room}/ask"), &[("name", "Gus")]).await;
    let id: i64 = world.one("select id from guest where event_id = $1").await;
    // As a bundle of another portal brings it along, with that portal's guests.
    let add = "insert into person (email, name, confirmed_at) values ($1, 'Gaby', now())";
    sqlx::query(add).bind(format!("guest-{id}@guest.invalid")).execute(&world.pool).await.unwrap();
    site.browser("olga").submit(&format!("{PEOPLE}/guests/{id}/admit"), &[]).await.is(303);
    assert_eq!(gus.post(&format!("{room}/enter"), &[]).await.location(), "/judge");
    assert!(gus.get("/me").await.text().contains("Gus"));
}

#[database_test(world(&pool))]
async fn the_list_of_guests_reloads_itself_where_an_organizer_asks_for_that(world: World, site: Site) {
    let (olga, room) = (site.browser("olga"), open_room(&site, &world).await);
    Phone::new(&site).post(&format!("{room}/ask"), &[("name", "Gus")]).await;
    let still = olga.get(&format!("{PEOPLE}/invitations?guests=1")).await;
    assert!(still.headers.get(header::REFRESH).is_none() && still.text().contains("Look again"));
    let watched = olga.get(&format!("{PEOPLE}/invitations?guests=1&watch=1")).await;
    let again = format!("15; url={PEOPLE}/invitations?guests=1&watch=1");
    assert_eq!(watched.headers.get(header::REFRESH).unwrap(), again.as_str());
    assert!(watched.body.contains("name=\"watch\""));
    let id: i64 = world.one("select id from guest where event_id = $1").await;
    let path = format!("{PEOPLE}/guests/{id}/admit");
    let admitted = olga.submit(&path, &[("watch", "1")]).await;
    assert_eq!(admitted.location(), format!("{PEOPLE}/invitations?guests=1&watch=1&done=guest-admitted"));
    let said = olga.get(admitted.location()).await;
    said.says("The guest is a judge now.");
    assert_eq!(said.headers.get(header::REFRESH).unwrap(), again.as_str(), "it is said once");
    let twice = olga.submit(&path, &[("watch", "1")]).await;
    assert_eq!(twice.status, 409, "what was refused stays to be read");
    assert!(twice.headers.get(header::REFRESH).is_none(), "what was refused stays to be read");
}

#[database_test(world(&pool))]
async fn two_organizers_confirm_a_guest_once(world: World, site: Site) {
    let room = open_room(&site, &world).await;
    Phone::new(&site).post(&format!("{room}/ask"), &[("name", "Gus")]).await;
    let id: i64 = world.one("select id from guest where event_id = $1").await;
    let path = format!("{PEOPLE}/guests/{id}/admit");
    let (olga, omar) = (site.browser("olga"), site.browser("omar"));
    let (a, b) = tokio::join!(olga.submit(&path, &[]), omar.submit(&path, &[]));
    let mut statuses = [a.status, b.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 409]);
    assert_eq!(world.one::<i64>("select count(*) from invitation where event_id = $1").await, 1);
}

#[database_test]
async fn after_the_close_pages_offer_what_can_still_be_done(pool: PgPool) {
    let event = |slug: &'static str, organizer: &'static str, close: i32| {
        Event::new(slug)
            .windows([(Some(-5), Some(-4)), (Some(-3), Some(close)), (Some(8), Some(9))])
            .criterion("quality", "1", 0, 100)
            .organizer(organizer)
            .team("Lights", &["pia"])
            .project("Lamp", "Lights")
    };
    let open = event("demo", "olga", 1).create(&pool).await;
    let over = event("over", "otto", -1).create(&pool).await;
    let site = Site::new(&pool).await;
    for (world, slug, who, can) in [(open, "demo", "olga", true), (over, "over", "otto", false)] {
        let lamp = format!("/projects/{}", world.project("Lamp").await);
        for (page, act) in [
            ("/people", "Check the list"),
            ("/people/invitations", "Judges’ cards"),
            ("/people/invitations", "Judges without an invitation can come in"),
            ("/projects", "More time for one team"),
            (&*lamp, "Give its team more time"),
            ("/assignments", "Scores from a spreadsheet"),
            ("/assignments", "Invite judges"),
            ("/from-file?what=scores", "Check the rows"),
        ] {
            let text = site.browser(who).get(&format!("/events/{slug}/manage{page}")).await.is(200).text();
            assert_eq!(text.contains(act), can, "{slug} {page} {act}: {text}");
        }
    }
    site.browser("otto").get("/events/over/manage/people?invite=").await.says("Nobody can be invited now.");
}

#[database_test]
async fn a_member_is_offered_the_roles_that_this_organizer_can_give(pool: PgPool) {
    let event = Event::new("demo").organizer("olga").organizer("omar").team("Lights", &["omar", "pia"]);
    let (world, site) = event.project("Lamp", "Lights").served(&pool).await;
    let pia = format!("{PEOPLE}/{}", world.person("pia").await);
    let offered = async |who: &str| {
        let page = site.browser(who).get(&pia).await.is(200).body;
        ["judge", "organizer"].map(|role| page.contains(&format!("<option value=\"{role}\"")))
    };
    assert_eq!((offered("olga").await, offered("omar").await), ([true, true], [false, false]));
    let refused = site.browser("omar").submit(&format!("{pia}/grant"), &[("role", "judge")]).await;
    assert_eq!(refused.status, 403, "by the same rule");
}

#[database_test(world(&pool))]
async fn who_takes_part_already_comes_before_those_who_are_only_new(_: World, site: Site) {
    let fields = [("role", "judge"), ("list", "nina@x.example\npia@x.example")];
    let page = site.browser("olga").submit(&format!("{PEOPLE}/invite/check"), &fields).await.is(200);
    let text = page.text();
    let (_, rows) = text.split_once("What happens").unwrap();
    let (before, _) = rows.split_once("nina@x.example").unwrap();
    assert!(before.contains("pia@x.example") && before.contains("Nobody judges their own team."), "{rows}");
}

//! Invitations: made from lists, handed out, accepted and declined by their links, and never a way into somebody else's
//! account.

use crate::prelude::*;
use axum::http::header;

const PEOPLE: &str = "/events/demo/manage/people";

async fn world(pool: &PgPool) -> (World, Site) {
    let event = Event::new("demo").organizer("olga").judge("ada").person("eve").admin("root");
    event.team("Lights", &["pia"]).project("Lamp", "Lights").served(pool).await
}

/// Invites the people of a list; with `send` the mails are written.
async fn invite(site: &Site, role: &str, list: &str, send: bool) -> Reply {
    let mut fields = vec![("role", role), ("list", list)];
    if send {
        fields.push(("send", "true"));
    }
    site.browser("olga").submit(&format!("{PEOPLE}/invite"), &fields).await
}

/// The newest mail to an address: its subject, and the path of the link in it.
async fn mail(pool: &PgPool, to: &str) -> (String, String) {
    let sql = "select subject, body from mail_outbox where to_address = $1 order by id desc limit 1";
    let (subject, body): (String, String) = sqlx::query_as(sql).bind(to).fetch_one(pool).await.unwrap();
    let link = body.split("http://portal.example").nth(1).unwrap_or_default();
    (subject, link.split_whitespace().next().unwrap_or_default().to_owned())
}

pub(crate) async fn get_as(site: &Site, session: &str, path: &str) -> Reply {
    site.api("").send_with("GET", path, &[("cookie", &format!("sessionid={session}"))], String::new()).await
}

async fn id_of(world: &World, email: &str) -> i64 {
    world
        .one(&format!(
            "select id from invitation where event_id = $1 and email = '{email}' order by id desc limit 1"
        ))
        .await
}

async fn roles(world: &World, email: &str) -> Vec<String> {
    let sql = format!(
        "select m.role from membership m join person p on p.id = m.person_id
         where m.event_id = $1 and p.email = '{email}' order by m.role"
    );
    world.all(&sql).await
}

#[database_test(world(&pool))]
async fn a_list_gets_a_verdict_for_each_line_before_anybody_is_invited(world: World, site: Site) {
    let olga = site.browser("olga");
    invite(&site, "judge", "asked@x.example", false).await;
    let list = "Nora <nora@y.example>\n\"Lovelace, Ada\" <ADA@x.example>\nasked@x.example\nnora@Y.example\nnobody\nEve, eve@x";
    let checked = olga.submit(&format!("{PEOPLE}/invite/check"), &[("role", "judge"), ("list", list)]).await;
    let refused = olga.submit(&format!("{PEOPLE}/invite/check"), &[("role", "boss"), ("list", list)]).await;
    refused.answers(400, "“role” must be judge, organizer or participant.");
    let text = checked.text();
    assert_eq!(checked.status, 200);
    for said in [
        "1 of 6 lines would be invited",
        "Already a member",
        "Already invited",
        "The same address is on line 1.",
        "No e-mail address in “nobody”.",
        "“eve@x” has no dot after the @.",
        "Invite 1 person",
    ] {
        assert!(text.contains(said), "{said} is not in {text}");
    }
    assert_eq!(world.one::<i64>("select count(*) from invitation where event_id = $1").await, 1);
    // A newer list changes nothing of an invitation, and does not look as if it did.
    let newer = "email,tracks,cap\nasked@x.example,Sea,4\n";
    let checked = olga.submit(&format!("{PEOPLE}/invite/check"), &[("role", "judge"), ("list", newer)]).await;
    checked.says("Their tracks and their cap stay as they are here.");
    assert!(!text.contains("stay as they are here"), "{text}");
    let empty = olga.submit(&format!("{PEOPLE}/invite/check"), &[("role", "judge"), ("list", " \n")]).await;
    assert!(empty.status == 400 && empty.body.contains("href=\"#list\""), "{}", empty.body);
}

#[database_test(world(&pool))]
async fn a_file_is_read_like_a_list(world: World, site: Site) {
    world.run("insert into track (event_id, name) values ($1, 'Health')").await;
    let csrf = secrets::csrf_token(&session("olga"));
    let file =
        "Name,Email,Track,Cap\r\n\"Lovelace, Ada\",ada@y.example,health,7\r\nJoe,joe@y.example,Sea,\r\n";
    let body = format!(
        "--xyz\r\nContent-Disposition: form-data; name=\"csrfmiddlewaretoken\"\r\n\r\n{csrf}\r\n\
         --xyz\r\nContent-Disposition: form-data; name=\"role\"\r\n\r\njudge\r\n\
         --xyz\r\nContent-Disposition: form-data; name=\"list\"\r\n\r\n\r\n\
         --xyz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"judges.csv\"\r\n\r\n{file}\r\n--xyz--\r\n"
    );
    let cookie = format!("sessionid={}", session("olga"));
    let kind = "multipart/form-data; boundary=xyz";
    let headers = [("content-type", kind), ("cookie", cookie.as_str())];
    let reply = site.api("").send_with("POST", &format!("{PEOPLE}/invite/check"), &headers, body).await;
    let text = reply.text();
    text.has(&["1 of 2 lines would be invited", "The event has no track “Sea”."]);
    assert!(reply.body.contains(">Health</small>"), "the tracks that were found: {}", reply.body);
    // What the confirmation carries is the one good line.
    let list = "email,name,role,tracks,review_cap,external_id\nada@y.example,Ada Lovelace,judge,health,7,\n";
    assert_eq!(invite(&site, "judge", list, false).await.status, 303);
    let row: (String, Option<i32>, i32) =
        one_row(&world.pool, "select name, review_cap, cardinality(track_ids) from invitation").await;
    assert_eq!(row, ("Ada Lovelace".to_owned(), Some(7), 1));
}

#[database_test(world(&pool))]
async fn tracks_that_a_list_names_are_made_at_once_and_it_is_checked_again(world: World, site: Site) {
    world.run("insert into track (event_id, name) values ($1, 'Arts, Music')").await;
    let olga = site.browser("olga");
    let list = "email,tracks\nnora@y.example,\"Arts, Music\"\njoe@y.example,\"Arts, Music, Sea\"\n\
                bo@y.example,\"Data, maps and tea\"\ncy@y.example,\"Sea, Sun\"\n";
    let fields = [("role", "judge"), ("list", list)];
    let checked = olga.submit(&format!("{PEOPLE}/invite/check"), &fields).await.is(200);
    checked.text().has(&[
        "1 of 4 lines would be invited",
        "The list names 3 tracks that this event does not have: “Sea” (2)",
        "The event has no track “Data, maps and tea”.",
        "The event has no tracks “Sea” and “Sun”.",
    ]);
    assert!(checked.body.contains("name=\"apart\" value=\"Data, maps and tea\""), "{}", checked.body);
    let made = olga.submit(&format!("{PEOPLE}/invite/tracks"), &fields).await.is(200);
    made.text().has(&["The tracks are created.", "4 of 4 lines would be invited", "Invite 4 people"]);
    let tracks = "select name from track where event_id = $1 order by position, id";
    assert_eq!(world.all::<String>(tracks).await, ["Arts, Music", "Data, maps and tea", "Sea", "Sun"]);
    assert_eq!(world.one::<i64>("select count(*) from invitation where event_id = $1").await, 0);
    let actions: Vec<String> = world.audit().await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(actions, ["track.edited"]);
    // An organizer may say that a name is several.
    let fields =
        [("role", "judge"), ("list", "email,tracks\ndi@y.example,\"Day, Night\"\n"), ("apart", "Day, Night")];
    olga.submit(&format!("{PEOPLE}/invite/tracks"), &fields).await.says("1 of 1 line would be invited");
    assert_eq!(world.all::<String>(tracks).await[4..], ["Day", "Night"]);
}

#[database_test(world(&pool))]
async fn who_has_no_account_accepts_with_a_name_and_judges_at_once(world: World, site: Site) {
    world.run("update event set time_zone = 'Asia/Tokyo'").await;
    assert_eq!(invite(&site, "judge", "Nora <nora@y.example>", true).await.status, 303);
    let (subject, link) = mail(&world.pool, "nora@y.example").await;
    assert_eq!(subject, "Invitation to judge at Demo");
    let body: String = world.one("select body from mail_outbox").await;
    assert!(body.contains(" JST. Anyone who has it can accept"), "on the event's clocks: {body}");
    // Opening changes no more than the state; a mail program may do it.
    for _ in 0..2 {
        site.api("").get(&link).await.is(200).shows("value=\"Nora\"");
    }
    assert_eq!(roles(&world, "nora@y.example").await, Vec::<String>::new());
    post(&site, &format!("{link}/accept"), &[("name", " ")]).await.is(400).shows("href=\"#name\"");
    let accepted = post(&site, &format!("{link}/accept"), &[("name", "Nora N.")]).await;
    accepted.leads_to("/judge");
    let session = accepted.cookie("sessionid").unwrap();
    assert_eq!(get_as(&site, &session, "/judge").await.status, 200);
    assert_eq!(roles(&world, "nora@y.example").await, ["judge"]);
    // The link is used up, and proves nothing about the address.
    assert_eq!(site.api("").get(&link).await.status, 404);
    assert_eq!(post(&site, &format!("{link}/accept"), &[("name", "Nora")]).await.status, 404);
    let confirmed: bool =
        world.one("select confirmed_at is not null from person where email = 'nora@y.example'").await;
    assert!(!confirmed);
    let actions: Vec<String> = world.audit().await.into_iter().map(|(action, ..)| action).collect();
    let wanted = [
        "invitation.created", "invitation.sent", "invitation.opened", "invitation.accepted",
        "membership.granted",
    ];
    assert_eq!(actions, wanted);
    let sql = "select exists (select from audit_log where event_id = $1
                 and (coalesce(before, '') || coalesce(after, '')) ~* 'nora')";
    let leaked: bool = world.one(sql).await;
    assert!(!leaked, "no name and no address is in the values of the log");
}

#[database_test(world(&pool))]
async fn an_invitation_to_an_account_asks_its_owner_to_sign_in(world: World, site: Site) {
    invite(&site, "judge", "EVE@x.example\nroot@x.example", true).await;
    let (_, link) = mail(&world.pool, "EVE@x.example").await;
    // The page does not tell that the address has an account, and its button opens none.
    let (_, admins) = mail(&world.pool, "root@x.example").await;
    for link in [&link, &admins] {
        assert!(site.api("").get(link).await.text().contains("You are signed in at once"));
        let tried = post(&site, &format!("{link}/accept"), &[("name", "Mallory")]).await;
        assert!(tried.status == 401 && tried.cookie("sessionid").is_none(), "{}", tried.status);
        // Nobody was signed in as the form was opened, so nobody was signed out.
        tried.says("This address has an account. Sign in to it, then accept the invitation.");
        tried.text().lacks(&["You were signed out"]);
    }
    assert_eq!(world.one::<i64>("select count(*) from session").await, 5);
    // Eve, signed in, accepts with the same link.
    site.browser("eve").submit(&format!("{link}/accept"), &[]).await.leads_to("/judge");
    assert_eq!(roles(&world, "eve@x.example").await, ["judge"]);
}

#[database_test(world(&pool))]
async fn a_new_link_signs_in_only_while_nothing_else_hangs_on_the_account(world: World, site: Site) {
    invite(&site, "judge", "nora@y.example", true).await;
    let (_, first) = mail(&world.pool, "nora@y.example").await;
    post(&site, &format!("{first}/accept"), &[("name", "Nora")]).await;
    let id = id_of(&world, "nora@y.example").await;
    let olga = site.browser("olga");
    let make = async || {
        let made = olga.submit(&format!("{PEOPLE}/invitations/{id}/link"), &[]).await;
        let at = made.body.find("/invitations/").map(|_| made.text()).unwrap();
        let at = at.split("http://portal.example").nth(1).unwrap().to_owned();
        at.chars().take("/invitations/".len() + 43).collect::<String>()
    };
    // Somebody who lost the session comes back by a new link, which ends the one before it.
    let (older, newer) = (make().await, make().await);
    assert_eq!(site.api("").get(&older).await.status, 404);
    site.api("").get(&newer).await.says("You accepted the invitation to judge at Demo");
    let back = post(&site, &format!("{newer}/accept"), &[]).await;
    assert!(back.status == 303 && back.cookie("sessionid").is_some(), "{}", back.body);
    assert_eq!(post(&site, &format!("{newer}/accept"), &[]).await.status, 404);
    for (what, sql, undo) in [
        (
            "a password",
            "update person set password_hash = 'x' where email = $1",
            "update person set password_hash = null where email = $1",
        ),
        (
            "staff",
            "update person set is_staff = true where email = $1",
            "update person set is_staff = false where email = $1",
        ),
        (
            "another role",
            "insert into membership (event_id, person_id, role) select e.id, p.id, 'organizer' from event e, person p where p.email = $1",
            "delete from membership where role = 'organizer' and person_id = (select id from person where email = $1)",
        ),
        (
            "deactivated",
            "update person set deactivated_at = now() where email = $1",
            "update person set deactivated_at = null where email = $1",
        ),
    ] {
        let link = make().await;
        sqlx::query(sql).bind("nora@y.example").execute(&world.pool).await.unwrap();
        let tried = post(&site, &format!("{link}/accept"), &[]).await;
        assert!(tried.status == 401 && tried.cookie("sessionid").is_none(), "{what}: {}", tried.status);
        sqlx::query(undo).bind("nora@y.example").execute(&world.pool).await.unwrap();
    }
    // The link of an account that another invitation made opens nothing either.
    invite(&site, "organizer", "nora@y.example", true).await;
    let (_, other) = mail(&world.pool, "nora@y.example").await;
    assert_eq!(post(&site, &format!("{other}/accept"), &[("name", "Nora")]).await.status, 401);
}

#[database_test(world(&pool))]
async fn a_forwarded_link_opens_nobody_elses_account(world: World, site: Site) {
    invite(&site, "judge", "nora@y.example", true).await;
    let (_, link) = mail(&world.pool, "nora@y.example").await;
    // Eve got it from Nora, and is told which account accepts.
    site.browser("eve").get(&link).await.says("You accept as Eve, eve@x.example.");
    assert_eq!(site.browser("eve").submit(&format!("{link}/accept"), &[]).await.status, 303);
    assert_eq!(roles(&world, "eve@x.example").await, ["judge"]);
    site.browser("olga").get(&format!("{PEOPLE}/invitations")).await.says("by eve@x.example");
    // A new link of this invitation signs in to no account: it made none.
    let id = id_of(&world, "nora@y.example").await;
    let made = site.browser("olga").submit(&format!("{PEOPLE}/invitations/{id}/link"), &[]).await.text();
    let again: String = made.split("http://portal.example").nth(1).unwrap().chars().take(56).collect();
    assert_eq!(post(&site, &format!("{again}/accept"), &[("name", "Nora")]).await.status, 401);
}

#[database_test(world(&pool))]
async fn the_owner_of_an_address_ends_what_others_began_under_it(world: World, site: Site) {
    // An organizer accepts in the name of somebody else, who has no account.
    invite(&site, "judge", "nora@y.example", true).await;
    let (_, link) = mail(&world.pool, "nora@y.example").await;
    let stolen =
        post(&site, &format!("{link}/accept"), &[("name", "Nora")]).await.cookie("sessionid").unwrap();
    let refused = submit_as(&site, &stolen, "/me/password", &[("new_password", "long-enough-1")]).await;
    assert!(refused.status == 403 && refused.text().contains("Confirm your address first."));
    let token = submit_as(&site, &stolen, "/me/tokens", &[("name", "x")]).await;
    assert_eq!(token.status, 200, "anybody who is signed in may have tokens");
    let working = "select count(*) from api_token where name = 'x' and revoked_at is null";
    assert_eq!(world.one::<i64>(working).await, 1);
    // The owner signs in by a link in a mail.
    post(&site, "/login/link", &[("email", "nora@y.example")]).await;
    let (_, link) = mail(&world.pool, "nora@y.example").await;
    let own = post(&site, &link, &[]).await.cookie("sessionid").unwrap();
    assert_eq!(get_as(&site, &own, "/me").await.status, 200);
    assert_eq!(get_as(&site, &stolen, "/me").await.status, 303);
    assert_eq!(world.one::<i64>(working).await, 0, "it ended with the session");
}

#[database_test(world(&pool))]
async fn an_address_and_an_event_get_so_many_mails_a_day(world: World, _: Site) {
    let site = Site::with(&world.pool, &["--limit-invitations=2", "--limit-invitations-of-event=4"]).await;
    assert_eq!(invite(&site, "judge", "nora@y.example", true).await.status, 303);
    let page = format!("{PEOPLE}/invitations/{}", id_of(&world, "nora@y.example").await);
    let again = async || site.browser("olga").submit(&format!("{page}/send"), &[]).await;
    assert_eq!(again().await.status, 303);
    let refused = again().await;
    assert!(refused.status == 429 && refused.headers.contains_key(header::RETRY_AFTER), "{}", refused.text());
    assert!(refused.headers["ratelimit-policy"].to_str().unwrap().starts_with("\"invitations\";q=2;w=86400"));
    // A refused act counts nothing, and neither does a link that is not mailed.
    assert_eq!(invite(&site, "judge", "a@y.example\nb@y.example", true).await.status, 303);
    assert_eq!(invite(&site, "judge", "c@y.example", true).await.status, 429);
    assert_eq!(invite(&site, "judge", "c@y.example", false).await.status, 303);
    let counted = "select max(count) from rate_count where limit_name = 'invitations-event'";
    assert_eq!(world.one::<i32>(counted).await, 4);
}

#[database_test(world(&pool))]
async fn links_end_when_declined_withdrawn_sent_anew_and_when_judging_closes(world: World, site: Site) {
    invite(&site, "participant", "a@y.example\nb@y.example\nc@y.example\nd@y.example", true).await;
    let link = async |who: &str| mail(&world.pool, &format!("{who}@y.example")).await.1;
    let (a, b, c, d) = (link("a").await, link("b").await, link("c").await, link("d").await);
    post(&site, &format!("{a}/decline"), &[]).await.answers(200, "You declined the invitation to Demo");
    assert_eq!(site.api("").get(&a).await.status, 404);
    let olga = site.browser("olga");
    let page = format!("{PEOPLE}/invitations/{}", id_of(&world, "b@y.example").await);
    assert_eq!(olga.submit(&format!("{page}/withdraw"), &[]).await.status, 303);
    assert_eq!(site.api("").get(&b).await.status, 404);
    let twice = olga.submit(&format!("{page}/withdraw"), &[]).await;
    assert!(twice.status == 409 && twice.text().contains("This invitation was withdrawn already."));
    assert_eq!(olga.submit(&format!("{page}/send"), &[]).await.status, 409);
    let page = format!("{PEOPLE}/invitations/{}", id_of(&world, "c@y.example").await);
    assert_eq!(olga.submit(&format!("{page}/send"), &[]).await.status, 303);
    assert_eq!(site.api("").get(&c).await.status, 404);
    assert_eq!(site.api("").get(&link("c").await).await.status, 200);
    // The mail with the older link is not sent any more.
    let sql = "select count(*) from mail_outbox where event_id = $1 and to_address = 'c@y.example'";
    assert_eq!(world.one::<i64>(sql).await, 1);
    assert_eq!(site.api("").get(&d).await.status, 200);
    world.move_window("judging", (Some(-3), Some(-1))).await;
    let closed = site.browser("olga").get(PEOPLE).await.is(200).text();
    assert!(!closed.contains("copy its link"), "no link works any more: {closed}");
    assert_eq!(site.api("").get(&d).await.status, 404);
    assert_eq!(post(&site, &format!("{d}/accept"), &[("name", "D")]).await.status, 404);
    // Who declined can be asked again.
    world.move_window("judging", (Some(1), Some(2))).await;
    invite(&site, "participant", "a@y.example", true).await;
    assert_eq!(site.api("").get(&link("a").await).await.status, 200);
}

#[database_test(world(&pool))]
async fn a_long_list_begins_with_what_needs_somebody(world: World, site: Site) {
    let judges: String = (0..12).map(|n| format!("judge{n}@y.example\n")).collect();
    assert_eq!(invite(&site, "judge", &judges, false).await.status, 303);
    let members = "insert into invitation (event_id, team_id, email, role, token_hash)
                   select $1, t.id, n || '@z.example', 'participant', ('hash' || n)::bytea
                   from team t, generate_series(1, 4) n where t.event_id = $1 and t.name = 'Lights'";
    world.run(members).await;
    let (olga, list) = (site.browser("olga"), format!("{PEOPLE}/invitations"));
    let page = olga.get(&list).await.text();
    page.has(&[
        "12 of 12 judges and organizers have not accepted.",
        "Show the other 2 invitations",
        "1 of 1 team has members who have not accepted.",
        "0 of 4",
        "Show all 16 invitations",
    ]);
    let listed = |page: &str| ["@y.example", "@z.example"].map(|at| page.matches(at).count());
    let team = olga.get(&format!("{list}?q=lights")).await.text();
    assert_eq!(listed(&team), [0, 4], "{team}");
    let words = olga.get(&format!("{list}?q=example+l%C3%ADghts")).await.text();
    assert_eq!(listed(&words), [0, 4], "{words}");
    let all = olga.get(&format!("{list}?all=1")).await.text();
    assert_eq!(listed(&all), [12, 4], "{all}");
    assert!(all.find("judge0@y.example") < all.find("4@z.example"), "judges come first: {all}");
}

#[database_test(world(&pool))]
async fn what_was_not_sent_is_sent_at_once_and_forms_act_once(world: World, site: Site) {
    let olga = site.browser("olga");
    let fields = [("role", "judge"), ("list", "a@y.example\nb@y.example"), ("once", "k1")];
    for _ in 0..2 {
        assert_eq!(olga.submit(&format!("{PEOPLE}/invite"), &fields).await.status, 303);
    }
    let page = olga.get(&format!("{PEOPLE}/invitations?state=not_sent")).await.text();
    assert!(page.contains("2 without a link.") && page.contains("Create 2 links"), "{page}");
    for _ in 0..2 {
        olga.submit(&format!("{PEOPLE}/invitations/send"), &[("once", "k2")]).await.is(303);
    }
    let sql = "select count(*) from mail_outbox where event_id = $1 and failed_at is null";
    assert_eq!(world.one::<i64>(sql).await, 2);
    let after: Vec<_> =
        world.audit().await.into_iter().map(|(action, _, _, after)| (action, after)).collect();
    let expected = [
        ("invitation.created".to_owned(), json!({ "invitations": 2, "roles": { "judge": 2 } })),
        ("invitation.sent".to_owned(), json!({ "invitations": 2, "how": "mail" })),
    ];
    assert_eq!(after, expected);
    // The mail can be read by the organizers of this event, and each opening is logged.
    let id = id_of(&world, "a@y.example").await;
    let opened = olga.submit(&format!("{PEOPLE}/invitations/{id}/mail"), &[]).await;
    assert!(opened.text().contains(&mail(&world.pool, "a@y.example").await.1));
    assert_eq!(world.audit().await.last().unwrap().0, "mail.opened");
    // Site admins do not find it among the portal's own mails.
    assert!(!site.browser("root").get("/admin/mail").await.text().contains("a@y.example"));
}

#[database_test(world(&pool))]
async fn an_invitation_to_a_team_puts_its_holder_on_it(world: World, site: Site) {
    invite(&site, "participant", "nora@y.example", true).await;
    world.run("update invitation set team_id = (select id from team)").await;
    let (_, link) = mail(&world.pool, "nora@y.example").await;
    let accepted = post(&site, &format!("{link}/accept"), &[("name", "Nora")]).await;
    accepted.leads_to("/events/demo/team");
    let page = get_as(&site, &accepted.cookie("sessionid").unwrap(), "/events/demo/team").await;
    assert!(page.text().contains("Nora") && page.text().contains("Lights"));
    // A full team says so, and the invitation still waits.
    world.run("update event set max_team_size = 2").await;
    invite(&site, "participant", "late@y.example", true).await;
    world.run("update invitation set team_id = (select id from team) where accepted_at is null").await;
    let (_, link) = mail(&world.pool, "late@y.example").await;
    post(&site, &format!("{link}/accept"), &[("name", "Late")]).await.answers(409, "The team is full");
    assert_eq!(world.one::<i64>("select count(*) from person where email = 'late@y.example'").await, 0);
    assert_eq!(site.api("").get(&link).await.status, 200);
}

#[database_test(world(&pool))]
async fn no_link_leads_back_who_lost_the_role(world: World, site: Site) {
    let olga = site.browser("olga");
    invite(&site, "judge", "nora@y.example", true).await;
    let (_, first) = mail(&world.pool, "nora@y.example").await;
    post(&site, &format!("{first}/accept"), &[("name", "Nora")]).await;
    let (id, path) = (id_of(&world, "nora@y.example").await, format!("{PEOPLE}/invitations"));
    let made = olga.submit(&format!("{path}/{id}/link"), &[]).await.text();
    let link: String = made.split("http://portal.example").nth(1).unwrap().chars().take(56).collect();
    let nora: i64 = world.one("select id from person where email = 'nora@y.example'").await;
    assert_eq!(olga.submit(&format!("{PEOPLE}/{nora}/remove"), &[("role", "judge")]).await.status, 303);
    assert_eq!(post(&site, &format!("{link}/accept"), &[]).await.status, 404);
    olga.submit(&format!("{path}/{id}/link"), &[]).await.answers(409, "does not have this role");
}

#[database_test(world(&pool))]
async fn a_strange_line_does_not_spoil_the_others(_: World, site: Site) {
    let long = "x".repeat(121);
    let list =
        format!("email,name,external_id\nada@y.example,=cmd|' /C calc'!A0,{long}\njoe@y.example,Joe,j1\n");
    let path = format!("{PEOPLE}/invite/check");
    let fields = [("role", "judge"), ("list", &list)];
    let text = site.browser("olga").submit(&path, &fields).await.text();
    text.has(&["1 of 2 lines would be invited", "is longer than 120 characters"]);
    assert_eq!(invite(&site, "judge", &list, false).await.status, 303);
    // Addresses that the portal itself gives to guests and deleted accounts invite nobody.
    let own = "guest-1-0@guest.invalid\ndeleted-1-0@deleted.invalid";
    let path = format!("{PEOPLE}/invite/check");
    let fields = [("role", "judge"), ("list", own)];
    let checked = site.browser("olga").submit(&path, &fields).await;
    assert!(
        checked.text().contains("0 of 2 lines would be invited")
            || checked.text().contains("is not an e-mail address"),
        "{}",
        checked.text()
    );
}

/// Words that say that a mail leaves, or left.
fn claims(text: &str) -> Vec<String> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let claim = |pair: &[&str]| {
        matches!(
            pair,
            ["sent" | "Sent" | "send" | "Send" | "mailed", _] | [_, "sent"] | ["by" | "By", "mail"]
        )
    };
    words.windows(2).filter(|pair| claim(pair)).map(|pair| pair.join(" ")).collect()
}

#[database_test(world(&pool))]
async fn one_invitation_is_shown_above_those_that_wait(world: World, site: Site) {
    invite(&site, "judge", "a@y.example\nb@y.example", false).await;
    let (id, other) = (id_of(&world, "a@y.example").await, id_of(&world, "b@y.example").await);
    let (olga, list) = (site.browser("olga"), format!("{PEOPLE}/invitations"));
    let reloaded = olga.get(&format!("{list}/{id}")).await;
    assert_eq!((reloaded.status, reloaded.location()), (308, &*format!("{list}?of={id}")));
    let page = olga.get(reloaded.location()).await.text();
    page.has(&["Create a link to copy", "2 of 2 judges and organizers"]);
    let made = olga.submit(&format!("{list}/{id}/link"), &[]).await;
    let (link, next) = (made.body.find("copy-text"), made.body.find(&format!("{list}?of={other}\"")));
    assert!(link.is_some() && link < next, "the link is in view: {}", made.body);
    let gone = olga.submit(&format!("{list}/{id}/withdraw"), &[]).await;
    assert_eq!((gone.status, gone.location()), (303, &*format!("{list}?of={id}&done=invitation-withdrawn")));
    let again = olga.submit(&format!("{list}/{id}/withdraw"), &[]).await;
    let said = again.text();
    assert!(again.status == 409 && said.contains("To ask again, invite the address again."), "{said}");
}

#[database_test(world(&pool))]
async fn where_no_mail_leaves_no_page_says_that_any_does(world: World, site: Site) {
    let olga = site.browser("olga");
    for send in [true, false] {
        let name = if send { "a@y.example" } else { "b@y.example" };
        assert_eq!(invite(&site, "judge", name, send).await.status, 303);
    }
    let (made, none) = (id_of(&world, "a@y.example").await, id_of(&world, "b@y.example").await);
    let list = [("role", "judge"), ("list", "c@y.example")];
    let mut pages = vec![
        olga.submit(&format!("{PEOPLE}/invite/check"), &list).await,
        olga.submit(&format!("{PEOPLE}/invitations/{made}/mail"), &[]).await,
    ];
    let of_people = ["", "/invitations", "/invitations?guests=1"].map(|page| format!("{PEOPLE}{page}"));
    let one = [made, none].map(|id| format!("{PEOPLE}/invitations?of={id}"));
    let others = ["/events/demo/manage", "/events/demo/manage/notices", "/events/demo/manage/audit"];
    for path in of_people.iter().chain(&one).map(String::as_str).chain(others) {
        pages.push(olga.get(path).await);
    }
    for path in ["/login", "/login/link", "/login/sent", "/signup"] {
        pages.push(site.api("").get(path).await);
    }
    for page in &pages {
        let text = page.text();
        assert_eq!(page.status, 200, "{text}");
        // The question before signing out is about the browser's own texts.
        let page = text.split_once("Forget them and sign out").map_or(text.as_str(), |(_, page)| page);
        let found = claims(page);
        assert!(found.is_empty(), "{found:?} in {page}");
    }
    assert!(olga.get(&of_people[1]).await.text().contains("This portal sends no mail."));

    // With a mail server, the mail's own state says how far it is.
    let sending = Site::with(&world.pool, &["--smtp-url", "smtp://mail.example"]).await;
    sending.browser("olga").get(&of_people[1]).await.text().has(&["Send 1 invitation", "Mail: Not sent"]);
    world.run("update mail_outbox set sent_at = now()").await;
    let page = sending.browser("olga").get(&of_people[1]).await.text();
    assert!(page.contains("Mail: Sent") && !page.contains("This portal sends no mail."), "{page}");
}

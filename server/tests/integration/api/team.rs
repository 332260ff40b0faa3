//! Teams: founded, joined by a link, renamed, left, while submissions are open.

use crate::prelude::*;

const PAGE: &str = "/events/demo/team";

/// The address of one of the page's forms.
fn act(name: &str) -> String {
    format!("{PAGE}/{name}")
}

/// Teams of at most three; Lights has a project, Waves none.
async fn world(pool: &PgPool) -> (World, Site) {
    let event =
        Event::new("demo").organizer("olga").judge("ada").person("eve").person("fay").participant("solo");
    let event = event.team("Lights", &["pia"]).team("Waves", &["wim", "wes"]).project("Lamp", "Lights");
    let world = event.create(pool).await;
    run(pool, "update event set max_team_size = 3").await;
    (world, Site::new(pool).await)
}

fn link(team: &str) -> String {
    format!("{PAGE}/join/{}", join_code("demo", team))
}

async fn role(world: &World, name: &str) -> bool {
    let sql = format!(
        "select exists (select from membership m join person p on p.id = m.person_id
         where m.event_id = $1 and p.name = '{name}' and m.role = 'participant')"
    );
    world.one(&sql).await
}

/// The one team of somebody, as the API tells them.
async fn own(site: &Site, who: &str) -> serde_json::Value {
    site.api(who).get("/api/me").await.json()["teams"][0].clone()
}

#[database_test(world(&pool))]
async fn founding_a_team_makes_a_participant(world: World, site: Site) {
    let eve = site.browser("eve");
    assert!(site.browser("eve").get("/events/demo").await.body.contains("Create a team"));
    eve.get("/events/demo/submit").await.leads_to(PAGE);
    for (name, status, said) in [
        ("", 400, "Give the team a name."),
        ("\u{200b}\u{202e}", 400, "Give the team a name."),
        ("lights", 409, "choose another"),
        ("Lights\u{200b}", 409, "choose another"),
        ("\u{202e}Li\u{ad}ghts", 409, "choose another"),
        ("a\nb", 400, "one line"),
    ] {
        let refused = eve.submit(&act("create"), &[("name", name)]).await;
        assert_eq!(refused.status, status, "{name}");
        assert!(refused.body.contains(said) && refused.body.contains("href=\"#name\""), "{}", refused.body);
    }
    assert!(!role(&world, "Eve").await);
    eve.submit(&act("create"), &[("name", " Evening ")]).await.leads_to(PAGE);
    assert!(role(&world, "Eve").await);
    let team = own(&site, "eve").await;
    assert_eq!((&team["name"], &team["members"][0]["name"]), (&json!("Evening"), &json!("Eve")));
    assert_eq!(eve.get("/events/demo/submit").await.status, 200);
    let audit = world.audit().await;
    let (action, role, _, after) = audit.last().unwrap();
    assert_eq!((action.as_str(), role.as_str()), ("team.created", "person"));
    assert_eq!(after, &json!({ "members": 1, "new_participant": true }));
    eve.submit(&act("create"), &[("name", "Other")]).await.is(409).shows("Leave it first.");
}

#[database_test(world(&pool))]
async fn a_join_link_shows_the_team_and_only_its_button_joins(world: World, site: Site) {
    let shown = site.browser("eve").get(&link("Waves")).await.is(200);
    shown.shows("You are invited to Waves");
    shown.shows("Wim and Wes");
    assert!(!role(&world, "Eve").await);
    site.browser("eve").submit(&link("Waves"), &[]).await.leads_to(PAGE);
    let members = own(&site, "eve").await["members"].clone();
    assert_eq!(members.as_array().unwrap().len(), 3);
    // A full team, a taken name, an unknown link, and someone who is already a member.
    site.browser("fay").submit(&link("Waves"), &[]).await.is(409).shows("at most 3 members");
    assert!(!role(&world, "Fay").await);
    assert_eq!(site.browser("eve").submit(&link("Lights"), &[]).await.status, 409);
    assert_eq!(site.browser("fay").get(&format!("{PAGE}/join/nothing")).await.status, 404);
    // Without an account the link leads to the sign-in page, which says what for.
    let sentence = "You are invited to the team “Waves” in Demo. Sign in or create an account to join it.";
    let asked = site.api("").get(&link("Waves")).await;
    assert!(site.api("").get(asked.location()).await.text().contains(sentence), "{}", asked.location());
    let nowhere = site.api("").get(&format!("{PAGE}/join/nothing")).await;
    let page = site.api("").get(nowhere.location()).await.text();
    assert!(page.contains("Sign in to continue.") && !page.contains("Waves"), "{page}");
    assert!(site.browser("eve").get(&link("Waves")).await.body.contains("already on this team"));
    let nobody = site.api("").get(&link("Waves")).await;
    assert!(nobody.status == 303 && nobody.location().starts_with("/login?next="));
}

#[database_test(world(&pool))]
async fn a_new_join_link_is_shown_once_and_ends_the_old_one(world: World, site: Site) {
    let made = site.browser("wim").submit(&act("link"), &[]).await;
    let begin = "http://portal.example/events/demo/team/join/";
    let at = made.body.find(begin).unwrap_or_else(|| panic!("{}", made.body)) + begin.len();
    let code = made.body[at..at + 43].to_owned();
    assert!(!site.browser("wim").get(PAGE).await.body.contains(&code));
    assert_eq!(site.browser("eve").get(&link("Waves")).await.status, 404);
    assert_eq!(site.browser("eve").submit(&format!("{PAGE}/join/{code}"), &[]).await.status, 303);
    let kept: bool =
        world.one(&format!("select not exists (select from audit_log where after like '%{code}%')")).await;
    assert!(kept, "no code enters the log");
    assert_eq!(site.browser("solo").submit(&act("link"), &[]).await.status, 403);
}

#[database_test(world(&pool))]
async fn a_team_is_renamed_left_and_removed_when_empty(world: World, site: Site) {
    site.browser("wim").submit(&act("rename"), &[("name", "LIGHTS")]).await.is(409).shows("value=\"LIGHTS\"");
    assert_eq!(site.browser("wim").submit(&act("rename"), &[("name", "Tides")]).await.status, 303);
    assert_eq!(own(&site, "wes").await["name"], "Tides");
    assert_eq!(site.browser("wim").submit(&act("leave"), &[]).await.status, 303);
    assert_eq!(own(&site, "wim").await, serde_json::Value::Null);
    assert_eq!(site.browser("wes").submit(&act("leave"), &[]).await.status, 303);
    assert_eq!(world.one::<i64>("select count(*) from team where event_id = $1").await, 1);
    // The last member of a team with a project stays, and reads why beforehand.
    site.browser("pia")
        .get(PAGE)
        .await
        .shows("The last member can’t leave a team that has a project. Let somebody else join first.");
    site.browser("pia").submit(&act("leave"), &[]).await.is(409).shows("The last member");
}

#[database_test(world(&pool))]
async fn judges_organizers_and_unconfirmed_people_read_why_they_cannot_join(world: World, site: Site) {
    world.run("update person set confirmed_at = null where name = 'Fay'").await;
    for (who, why) in [
        ("ada", "You judge in this event, so you can’t take part in it."),
        ("olga", "You organize this event, so you can’t take part in it."),
        ("fay", "onfirm your address to take part"),
    ] {
        let page = site.browser(who).get(PAGE).await;
        assert!(page.status == 200 && page.body.contains(why), "{who}: {}", page.body);
        let refused = site.browser(who).submit(&link("Waves"), &[]).await;
        assert!(refused.status == 403 && refused.body.contains(why), "{who}");
        assert_eq!(site.browser(who).submit(&act("create"), &[("name", "X")]).await.status, 403);
    }
}

#[database_test(world(&pool))]
async fn a_team_does_not_change_after_the_close(world: World, site: Site) {
    world.move_window("submissions", (Some(-2), Some(-1))).await;
    for (who, name) in [("eve", "create"), ("wim", "rename"), ("wim", "link"), ("wim", "leave")] {
        let late = site.browser(who).submit(&act(name), &[("name", "New")]).await;
        assert!(late.status == 409 && late.body.contains("Submissions for Demo closed at"), "{who}");
    }
    assert_eq!(site.browser("eve").submit(&link("Waves"), &[]).await.status, 409);
    assert!(!site.browser("wim").get(PAGE).await.body.contains("Leave the team</button>"));
}

#[database_test(world(&pool))]
async fn leaving_twice_at_once_is_logged_once(world: World, site: Site) {
    let mut holder = world.pool.begin().await.unwrap();
    sqlx::query("select from team where name = 'Waves' for update").execute(&mut *holder).await.unwrap();
    let wim = site.browser("wim");
    let (act, both) = (act("leave"), async {
        until_waiting(&world.pool, 2).await;
        holder.rollback().await.unwrap();
    });
    let (one, two, ()) = tokio::join!(wim.submit(&act, &[]), wim.submit(&act, &[]), both);
    assert_eq!((one.status, two.status), (303, 303), "{} {}", one.body, two.body);
    let audit = world.audit().await;
    let left: Vec<_> = audit.iter().filter(|(action, ..)| action == "team.left").collect();
    assert!(matches!(left[..], [(_, _, _, after)] if *after == json!({ "team_removed": false })), "{left:?}");
}

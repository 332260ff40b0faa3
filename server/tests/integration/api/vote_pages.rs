//! The community vote on its pages: by account, and by codes for people in the room.

use super::voting::event;
use crate::prelude::*;
use sha2::Digest;

const VOTE: &str = "/events/demo/vote";
const DESK: &str = "/events/demo/manage/prizes?voting=1";
const CODES: &str = "/events/demo/manage/voting/codes";
const WITHDRAW: &str = "/events/demo/manage/voting/codes/withdraw";

async fn world(pool: &PgPool, mode: &str) -> (World, Site) {
    let world = event().create(pool).await;
    run(pool, &format!("update event set voting_mode = '{mode}', votes_per_voter = 2")).await;
    (world, Site::new(pool).await)
}

/// The page's form without cookies, as somebody without an account sends it.
async fn send(site: &Site, act: &str, fields: &[(&str, &str)]) -> Reply {
    let form = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    let kind = [("content-type", "application/x-www-form-urlencoded")];
    site.api("").send_with("POST", &format!("{VOTE}/{act}"), &kind, form).await
}

fn codes(sheet: &Reply) -> Vec<String> {
    assert_eq!(sheet.status, 200, "{}", sheet.body);
    let slips = sheet.body.split(r#"<p class="codes-slip-code">"#).skip(1);
    slips.map(|slip| slip[..11].to_owned()).collect()
}

#[database_test(world(&pool, "code"))]
async fn a_code_opens_a_ballot_casts_it_changes_it_and_withdraws_it(world: World, site: Site) {
    let sheet = site.browser("org").submit(CODES, &[("number", "2")]).await;
    let made = codes(&sheet);
    assert_eq!(made.len(), 2);
    let stored: Vec<u8> =
        world.one("select code_hash from voting_code where event_id = $1 order by id limit 1").await;
    assert_eq!(stored.len(), 32, "only its print is kept");
    let plain = sha2::Sha256::digest(made[0].replace('-', "")).to_vec();
    assert_ne!(stored, plain, "which nobody computes from the code alone");
    let code = made[0].to_lowercase();
    let opened = send(&site, "open", &[("code", &code)]).await.is(200);
    assert!(opened.body.contains("Lamp") && opened.body.contains("Cast the ballot"));
    assert!(opened.headers.get("set-cookie").is_none());
    let (lamp, tide) = (world.project("Lamp").await.to_string(), world.project("Tide").await.to_string());
    let cast = send(&site, "cast", &[("code", &code), ("choice", &lamp), ("choice", &tide)]).await;
    cast.leads_to("/events/demo/vote?done=cast");
    // The same code again: the same ballot.
    let opened = send(&site, "open", &[("code", &code)]).await;
    assert!(opened.body.contains("Your ballot is in") && opened.body.contains("Change the ballot"));
    assert_eq!(send(&site, "cast", &[("code", &code), ("choice", &tide)]).await.status, 303);
    assert_eq!(world.one::<i64>("select count(*) from ballot where event_id = $1").await, 1);
    let withdrawn = send(&site, "withdraw", &[("code", &code)]).await;
    assert_eq!(withdrawn.location(), "/events/demo/vote?done=withdrawn");
    assert_eq!(world.one::<i64>("select count(*) from ballot where event_id = $1").await, 0);
    let log = world.audit().await;
    let actions: Vec<&str> = log.iter().map(|(action, ..)| action.as_str()).collect();
    assert_eq!(actions, ["code.created", "ballot.cast", "ballot.cast", "ballot.withdrawn"]);
    let (_, role, _, after) = &log[1];
    assert_eq!((role.as_str(), &after["choices"]), ("person", &serde_json::json!(2)));
    let who: Vec<(String, Option<String>)> =
        all_rows(&world.pool, "select actor, ip from audit_log where action like 'ballot.%'").await;
    assert!(who.iter().all(|(actor, ip)| actor == "system" && ip.is_none()), "who holds a code is nobody");
}

#[database_test(world(&pool, "code"))]
async fn a_code_used_by_somebody_signed_in_logs_nothing_of_them(world: World, site: Site) {
    let made = codes(&site.browser("org").submit(CODES, &[("number", "1")]).await);
    let tide = world.project("Tide").await.to_string();
    let cast =
        site.browser("ana").submit(&format!("{VOTE}/cast"), &[("code", &made[0]), ("choice", &tide)]).await;
    assert_eq!(cast.location(), "/events/demo/vote?done=cast");
    let logged: (String, String, Option<String>) =
        one_row(&world.pool, "select actor, actor_role, ip from audit_log where action = 'ballot.cast'")
            .await;
    assert_eq!(logged, ("system".to_owned(), "person".to_owned(), None));
}

#[database_test(world(&pool, "account"))]
async fn a_vote_that_counts_no_more_is_told_and_goes_to_another_project(world: World, site: Site) {
    let (lamp, tide, dune) =
        (world.project("Lamp").await, world.project("Tide").await, world.project("Dune").await);
    let api = "/api/events/demo/ballot";
    let cast = async |choices: &[i64]| {
        site.api("vera").post(api, serde_json::json!({ "choices": choices })).await.json()
    };
    let first = cast(&[lamp, tide]).await;
    assert!(first.get("not_counted").is_none(), "{first}");
    let act = async |id: i64, act: &str, fields: &[(&str, &str)]| {
        let path = format!("/events/demo/manage/projects/{id}/{act}");
        assert_eq!(site.browser("org").submit(&path, fields).await.status, 303, "{act}");
    };
    let lists = async || {
        let ballot = site.api("vera").get(api).await.json();
        (ballot["choices"].clone(), ballot["not_counted"].clone())
    };
    let page = async || site.browser("vera").get(VOTE).await.body;
    act(lamp, "withdraw", &[("reason", "Nobody came.")]).await;
    assert_eq!(lists().await, (serde_json::json!([tide]), serde_json::json!([lamp])));
    let told = page().await;
    assert!(told.contains("1 of your votes does not count") && told.contains("Change the ballot"), "{told}");
    act(tide, "flag", &[("duplicate_of", &dune.to_string())]).await;
    assert_eq!(lists().await, (serde_json::json!([]), serde_json::json!([lamp, tide])));
    let told = page().await;
    assert!(told.contains("2 of your votes do not count") && !told.contains("Your ballot is in"), "{told}");
    // What comes back counts again.
    act(lamp, "restore", &[]).await;
    assert_eq!(lists().await, (serde_json::json!([lamp]), serde_json::json!([tide])));
    // The vote goes to another, also by sending again what counts.
    let again = cast(&[lamp, dune]).await;
    assert_eq!(again["choices"], serde_json::json!([lamp, dune]));
    assert!(again.get("not_counted").is_none() && !page().await.contains("not count"), "{again}");
    act(lamp, "withdraw", &[("reason", "Nobody came.")]).await;
    world.move_window("voting", (Some(-2), Some(-1))).await;
    let told = page().await;
    assert!(told.contains("1 of your votes does not count") && !told.contains("Choose again"), "{told}");
    // What is counted and what is told are the same.
    let sql = "select count(*) from ballot b cross join unnest(b.choices) c join project p on p.id = c
             where b.event_id = $1 and p.status = 'submitted' and p.duplicate_of is null";
    let votes: i64 = world.one(sql).await;
    assert_eq!((votes, lists().await.0), (1, serde_json::json!([dune])));
}

#[database_test(world(&pool, "code"))]
async fn a_refused_ballot_says_why_and_keeps_the_ticks(world: World, site: Site) {
    let code = codes(&site.browser("org").submit(CODES, &[("number", "1")]).await).remove(0);
    let ids = [world.project("Lamp").await, world.project("Tide").await, world.project("Dune").await];
    let ids = ids.map(|id| id.to_string());
    let many: Vec<_> =
        ids.iter().map(|id| ("choice", id.as_str())).chain([("code", code.as_str())]).collect();
    let refused = send(&site, "cast", &many).await.is(422);
    assert!(refused.body.contains("Choose at most 2 projects: you chose 3."));
    assert_eq!(refused.body.matches(" checked").count(), 3);
    assert!(refused.body.contains("<title>Error: "));
    // What was chosen comes first, in whatever order this voter has.
    world.run("update event set votes_per_voter = 1").await;
    for left_out in &ids {
        let two: Vec<_> = many.iter().copied().filter(|(_, value)| value != left_out).collect();
        let refused = send(&site, "cast", &two).await;
        assert!(refused.body.contains("The projects that you chose come first"), "{}", refused.body);
        let last = refused.body.rsplit("name=\"choice\"").next().unwrap();
        assert!(last.starts_with(&format!(" value=\"{left_out}\"")), "{left_out}: {last}");
    }
    world.move_window("voting", (Some(-2), Some(-1))).await;
    send(&site, "cast", &many).await.is(409).shows("Voting for Demo closed at");
}

#[database_test(world(&pool, "code"))]
async fn wrong_codes_are_counted_and_good_ones_still_work(world: World, _: Site) {
    let site = Site::with(&world.pool, &["--limit-codes=2"]).await;
    let made = codes(&site.browser("org").submit(CODES, &[("number", "2")]).await);
    for wrong in ["AAAAAAAAAA", "x"] {
        let refused = send(&site, "open", &[("code", wrong)]).await;
        assert_eq!(refused.status, 422, "{wrong}");
        assert!(refused.body.contains("This event has no such code.") && refused.body.contains(wrong));
    }
    let over = send(&site, "cast", &[("code", "AAAAAAAAAA")]).await.is(429);
    assert!(over.headers.contains_key("retry-after"));
    assert_eq!(send(&site, "open", &[("code", &made[0])]).await.status, 200);
    // Withdrawn: what nobody voted with.
    site.browser("org").submit(WITHDRAW, &[]).await.is(303);
    assert_eq!(send(&site, "open", &[("code", &made[0])]).await.status, 429);
    assert!(site.browser("org").get(DESK).await.body.contains("<dt>Withdrawn</dt><dd>2</dd>"));
}

#[database_test(world(&pool, "account"))]
async fn the_vote_page_says_what_is_missing_and_takes_the_ballot_of_an_account(world: World, site: Site) {
    assert!(site.api("").get(VOTE).await.body.contains("Sign in to vote"));
    let csrf_less = site.api("").send_with("POST", &format!("{VOTE}/cast"), &[], String::new()).await;
    assert_eq!(csrf_less.location(), "/login?next=%2Fevents%2Fdemo%2Fvote%2Fcast");
    world.run("update person set confirmed_at = null where name = 'Bob'").await;
    assert!(site.browser("bob").get(VOTE).await.body.contains("Confirm your address to vote"));
    assert_eq!(site.browser("bob").submit(&format!("{VOTE}/cast"), &[]).await.status, 403);
    site.browser("ana").get(VOTE).await.shows("your own team:");
    let tide = world.project("Tide").await.to_string();
    let cast = site.browser("vera").submit(&format!("{VOTE}/cast"), &[("choice", &tide)]).await;
    assert_eq!(cast.location(), "/events/demo/vote?done=cast");
    let page = site.browser("vera").get(cast.location()).await.body;
    assert!(page.contains("Your ballot is cast.") && page.contains("You voted for “Tide”."));
    assert!(!page.contains("Your ballot is in"), "said once");
    assert!(site.browser("vera").get("/events/demo").await.body.contains("Your vote is in."));
    assert!(!page.contains("How the community voted"));
    world.move_window("voting", (Some(-2), Some(-1))).await;
    assert!(site.browser("vera").get(VOTE).await.body.contains("Your ballot: “Tide”."));
    assert!(site.browser("org").get(VOTE).await.body.contains("How the community voted"));
    assert!(site.browser("org").get(DESK).await.body.contains("1 ballot"));
    world.run("update event set voting_mode = 'off'").await;
    assert_eq!(site.browser("vera").get(VOTE).await.status, 404);
}

#[database_test(world(&pool, "account"))]
async fn nobody_chooses_a_project_of_a_team_that_invites_them(world: World, site: Site) {
    // Ana is on a team of hers, too.
    for who in ["ana", "vera"] {
        let invite = "insert into invitation (event_id, email, role, team_id, token_hash)
                      select $1, $2::text || '@x.example', 'participant', t.id, convert_to($2, 'UTF8') from team t where t.event_id = $1 and t.name = 'Waves'";
        sqlx::query(invite).bind(world.event).bind(who).execute(&world.pool).await.unwrap();
        let page = site.browser(who).get(VOTE).await.body;
        let tide = world.project("Tide").await.to_string();
        let (_, field) = page.split_once(&format!("name=\"choice\" value=\"{tide}\"")).unwrap();
        assert!(field.split('>').next().unwrap().contains("disabled"), "{who}: {page}");
        let cast = site.browser(who).submit(&format!("{VOTE}/cast"), &[("choice", &tide)]).await;
        assert_eq!(cast.status, 422, "{who}");
        assert!(cast.body.contains("Nobody votes for a project of their own team."), "{who}: {}", cast.body);
    }
}

#[database_test(world(&pool, "code"))]
async fn a_code_whose_ballot_is_being_cast_is_not_withdrawn(world: World, site: Site) {
    let made = site.browser("org").submit(CODES, &[("number", "2")]).await;
    assert_eq!(codes(&made).len(), 2);
    let mut voter = world.pool.begin().await.unwrap();
    let cast = "insert into ballot (event_id, code_id, choices) select event_id, min(id), '{}' from voting_code group by 1";
    sqlx::query(cast).execute(&mut *voter).await.unwrap();
    let olga = site.browser("org");
    let (reply, ()) = tokio::join!(olga.submit(WITHDRAW, &[]), async {
        until_waiting(&world.pool, 1).await;
        voter.commit().await.unwrap();
    });
    assert_eq!(reply.status, 303);
    let withdrawn =
        "select array_agg(withdrawn_at is not null order by id) from voting_code where event_id = $1";
    assert_eq!(world.one::<Vec<bool>>(withdrawn).await, [false, true]);
}

#[database_test(world(&pool, "off"))]
async fn prizes_have_the_vote_where_there_is_one(world: World, site: Site) {
    for (mode, votes, made) in [("off", false, false), ("account", true, false), ("code", true, true)] {
        world.run(&format!("update event set voting_mode = '{mode}'")).await;
        let page = site.browser("org").get(DESK).await.is(200).text();
        assert_eq!(
            (page.contains("Community vote"), page.contains("How many codes")),
            (votes, made),
            "{page}"
        );
    }
}

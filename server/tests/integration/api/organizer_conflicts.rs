//! Organizers who judge or are on a team: until publication they see and decide nothing that affects the ranking.

use super::recusal::{caller, outcome};
use crate::prelude::*;
use portal::judge::assign::{Pair, assign};
use portal::judge::recuse::reinstate;
use portal::submit::duplicates;
use shared::ids::{AssignmentId, PersonId, ProjectId, TeamId};

const CODES: &str = "/events/demo/manage/voting/codes";
const PARTS: [(&str, &str); 2] =
    [("both", "You judge in this event"), ("ana", "You are on a team of this event")];

#[database_test(JUDGED)]
async fn conflicted_organizers_set_no_judge_aside_and_assign_nothing(demo: World, site: Site) {
    let (own, rival, aside) = (
        demo.assignment("j1", "Project 1").await,
        demo.assignment("j2", "Project 3").await,
        demo.assignment("j2", "Project 7").await,
    );
    let judge = demo.person("j3").await;
    // The same after judging has closed, when it would matter most.
    for close in ["judging_close = judging_close", "judging_close = now()"] {
        demo.run(&format!("update event set {close}")).await;
        for (name, part) in PARTS {
            let why = format!(
                "{part}. Until the results are published, only organizers who take no part can decide who judges what."
            );
            for id in [own, rival] {
                let path = format!("/judge/assignments/{id}/recuse");
                let refused = site.browser(name).submit(&path, &[("reason", "")]).await;
                assert_eq!(refused.status, 403, "{name}: {path}");
                assert!(refused.body.contains(&why), "{}", refused.body);
            }
            let who = caller(&site, name).await;
            let back = site
                .state
                .by(&who)
                .at("demo")
                .write(async |call| reinstate(call, AssignmentId(aside)).await)
                .await;
            assert_eq!(outcome(back), (403, why.clone()), "{name}");
            let who = caller(&site, name).await;
            let pair = Pair { judge: PersonId(judge), project: ProjectId(1) };
            let given = site.state.by(&who).at("demo").write(async |call| assign(call, Ok(pair)).await).await;
            assert_eq!(outcome(given), (403, why), "{name}");
        }
    }
    let moved = "select count(*) from assignment where event_id = $1 and status = 'recused'";
    assert_eq!(demo.one::<i64>(moved).await, 1);
}

#[database_test(JUDGED)]
async fn an_organizer_who_judges_steps_aside_as_any_judge(demo: World, site: Site) {
    let path = format!("/judge/assignments/{}/recuse", demo.assignment("both", "Project 3").await);
    let step = async || site.browser("both").submit(&path, &[("reason", "")]).await.status;
    demo.run("update event set judging_close = now()").await;
    assert_eq!(step().await, 409, "judging has closed");
    demo.run("update event set judging_close = null").await;
    assert_eq!(step().await, 303);
}

#[database_test(JUDGED)]
async fn conflicted_organizers_set_and_clear_no_flag(site: Site) {
    let flag = async |name: &str, id: i64, of: Option<i64>| {
        let who = caller(&site, name).await;
        let of = Ok(of.map(ProjectId));
        let done = site
            .state
            .by(&who)
            .at("demo")
            .write(async |call| duplicates::decide(call, ProjectId(id), of).await);
        outcome(done.await)
    };
    for (name, part) in PARTS {
        let why = format!(
            "{part}. Until the results are published, only organizers who take no part can decide which projects are repeats."
        );
        assert_eq!(flag(name, 3, Some(1)).await, (403, why.clone()));
        assert_eq!(flag(name, 6, None).await, (403, why));
    }
    // Someone who may not see a draft can't tell it from a missing project.
    assert_eq!(flag("j1", 8, Some(1)).await, flag("j1", 999_999, Some(1)).await);
    assert_eq!(flag("org", 6, None).await.0, 200);
}

#[database_test(JUDGED)]
async fn the_assignments_export_leaves_out_ones_own_team_until_publication(site: Site) {
    let rows = async |name: &str| {
        let file = site.api(name).get("/api/events/demo/export/assignments.csv").await.is(200);
        let own = file.body.lines().filter(|row| row.contains(",1,Project 1,")).count();
        (own, file.body.lines().count() - 1)
    };
    assert_eq!((rows("org").await, rows("both").await, rows("ana").await), ((3, 20), (3, 20), (0, 17)));
    let page = site.browser("ana").get("/events/demo/manage/exports").await.body;
    assert!(page.contains("without those of projects whose team you are or were on"), "{page}");
    calibrated(&site).await;
    published(&site).await;
    assert_eq!(rows("ana").await, (3, 20));
}

#[database_test(JUDGED)]
async fn who_leaves_a_team_for_another_one_reads_of_neither(demo: World, site: Site) {
    let seen = async || {
        let scores = site.api("ana").get("/api/judge/scores?event=demo&judge=j1%40x.example").await.is(200);
        let rows = site.api("ana").get("/api/events/demo/export/assignments.csv").await.is(200);
        let load = site.browser("ana").get("/events/demo/manage").await.is(200);
        assert!(load.body.contains("whose team you are or were on"), "{}", load.body);
        (scores.body.contains("Project 1\""), rows.body.contains(",1,Project 1,"))
    };
    assert_eq!(seen().await, (false, false));
    demo.run("update event set submissions_close = null").await;
    demo.run("insert into team (event_id, name) values ($1, 'Aside')").await;
    let leave = "update team_member set team_id = (select id from team where name = 'Aside')
        where person_id = (select id from person where email = 'ana@x.example')";
    demo.run(leave).await;
    assert_eq!(seen().await, (false, false), "she could come back");
    // A list that names her as a member of another team gives her no more to read.
    demo.run("delete from team_member where team_id = (select id from team where name = 'Aside')").await;
    let named = "insert into invitation (event_id, team_id, email, role, token_hash)
        select event_id, id, 'ana@x.example', 'participant', 'a' from team where event_id = $1 and name = 'Team 2'";
    demo.run(named).await;
    assert_eq!(seen().await, (false, false), "and so she could now");
    let rival = site.api("ana").get("/api/judge/scores?event=demo&judge=j1%40x.example").await;
    assert!(!rival.body.contains("Project 2\"") && rival.body.contains("Project 3\""), "{}", rival.body);
    calibrated(&site).await;
    published(&site).await;
    let published = site.api("ana").get("/api/events/demo/export/assignments.csv").await.body;
    assert!(published.contains(",1,Project 1,"), "{published}");
}

#[database_test(CALIBRATED)]
async fn the_overview_does_not_move_with_the_reviews_of_ones_own_team(demo: World, site: Site) {
    // The drawing of reviews over time ends at the close, so that has to be the same each time.
    let close = "update event set judging_close = (select max(submitted_at) from review)";
    demo.run(close).await;
    let overview = async |name: &str| {
        let page = site.browser(name).get("/events/demo/manage").await.is(200);
        // Relative times change by themselves.
        let (_, page) = page.body.split_once("<h1>Board</h1>").unwrap();
        page[..page.find("aria-label=\"Windows\"").unwrap()].to_owned()
    };
    let before = [overview("ana").await, overview("both").await, overview("org").await];
    assert!(before[0].contains("whose team you are or were on"), "{}", before[0]);
    assert!(!before[1].contains("leave out the reviews") && before[1].contains("You judge in this event"));
    assert!(before[2].contains("Check it and publish") && !before[0].contains("Check it and publish"));
    assert!(before[..2].iter().all(|page| page.contains("id=\"over-time\"")), "{}", before[0]);
    assert!(before[2].contains("id=\"board-forecast\"") && !before[2].contains("id=\"over-time\""));
    let leads = |page: &String| page.contains("/assignments?table=1");
    assert_eq!(before.iter().map(leads).collect::<Vec<_>>(), [false, false, true]);
    // One of three reviews of the team's project goes, another changes.
    demo.run("update event set judging_close = null").await;
    demo.run("update assignment set status = 'recused' where id = 1").await;
    demo.run(r#"update review set scores = '{"quality": 1, "impact": 0}' where assignment_id = 2"#).await;
    demo.run(close).await;
    assert_eq!(overview("ana").await, before[0]);
    assert!(!overview("both").await.contains("Reviews changed"));
    assert!(overview("org").await.contains("Reviews, projects or prizes changed after run 1."));
    let team = demo.one::<i64>("select team_id from project where event_id = $1 and id = 1").await;
    let count = async |without: &[TeamId]| {
        let counts =
            site.state.read(async |c| store::overview::counts(c, DEMO, without).await).await.unwrap();
        (counts.done, counts.done_last_hour, counts.recused, counts.judges_idle)
    };
    assert_eq!((count(&[]).await, count(&[TeamId(team)]).await), ((17, 17, 2, 0), (15, 15, 1, 0)));
}

#[database_test(JUDGED)]
async fn conflicted_organizers_read_no_tally_and_teams_create_no_codes(demo: World, site: Site) {
    demo.run("update event set voting_mode = 'account', voting_open = null, voting_close = now()").await;
    let votes = async |name: &str| site.api(name).get("/api/events/demo/votes").await;
    assert_eq!((votes("org").await.status, votes("j1").await.status), (200, 404));
    for (name, part) in PARTS {
        let why = format!(
            "{part}. Until the results are published, only organizers who take no part can see the votes."
        );
        assert_eq!(votes(name).await.refusal(), (403, why.clone()));
        site.browser(name).get("/events/demo/manage/prizes").await.is(200).shows(&why);
        let page = site.browser(name).get("/events/demo/vote").await;
        assert!(page.status == 200 && !page.body.contains("id=\"tally\""), "{}", page.body);
    }
    calibrated(&site).await;
    published(&site).await;
    assert_eq!((votes("ana").await.status, votes("both").await.status), (200, 200));
    // A code is a ballot, even after publication. An organizer who judges gains nothing by one.
    demo.run("update event set voting_mode = 'code', voting_close = null").await;
    let make = [("number", "3")];
    let made = async |name: &str| site.browser(name).submit("/events/demo/manage/voting/codes", &make).await;
    made("ana").await.is(403).shows("Another organizer makes and withdraws voting codes.");
    assert_eq!((made("both").await.status, made("org").await.status), (200, 200));
}

#[database_test]
async fn on_their_own_project_organizers_remove_only_their_comments(pool: PgPool) {
    let world =
        Event::new("demo").organizer("olga").organizer("otto").person("cal").team("Lights", &["otto"]);
    let world = world.team("Waves", &["bob"]).project("Lamp", "Lights").project("Tide", "Waves");
    let (world, site) = world.served(&pool).await;
    for (title, who, remover, status) in [
        ("Lamp", "cal", "otto", 403),
        ("Lamp", "otto", "otto", 303),
        ("Lamp", "cal", "olga", 303),
        ("Tide", "cal", "otto", 303),
    ] {
        let page = format!("/projects/{}", world.project(title).await);
        let said = [("body", "Dim.")];
        assert_eq!(site.browser(who).submit(&format!("{page}/comments"), &said).await.status, 303);
        let id: i64 = world.one("select max(id) from comment where event_id = $1").await;
        let remove = format!("{page}/comments/{id}/remove");
        let offered = site.browser(remover).get(&page).await.body.contains(&remove);
        assert_eq!(offered, status == 303, "the page offers what may be done: {remover} on {title}");
        assert_eq!(site.browser(remover).submit(&remove, &[]).await.status, status, "{remover} on {title}");
    }
    // Who was on a team could come back.
    let left =
        "update event_person set on_team = true, team_ids = array(select id from team where name = 'Waves')
        where person_id = (select id from person where email = 'olga@x.example')";
    world.run(left).await;
    let page = format!("/projects/{}", world.project("Tide").await);
    site.browser("cal").submit(&format!("{page}/comments"), &[("body", "Wet.")]).await.is(303);
    let id: i64 = world.one("select max(id) from comment where event_id = $1").await;
    let remove = format!("{page}/comments/{id}/remove");
    site.browser("olga").submit(&remove, &[]).await.is(403).shows("You are or were on this project’s team.");
}

#[database_test(JUDGED)]
async fn conflicted_organizers_read_no_other_judges_record_before_publication(site: Site) {
    let ask = async |name: &str, judge: &str| {
        let api =
            site.api(name).get(&format!("/api/judge/record?event=demo&judge={judge}%40x.example")).await;
        let page = format!("/events/demo/certificate/judge?judge={judge}%40x.example");
        assert_eq!(site.browser(name).get(&page).await.status, api.status, "{name} asks for {judge}");
        api
    };
    for (name, part) in PARTS {
        let why = format!(
            "{part}. Until the results are published, only organizers who take no part can see the records of other judges."
        );
        for judge in ["j1", "none"] {
            assert_eq!(ask(name, judge).await.refusal(), (403, why.clone()), "{name} asks for {judge}");
        }
    }
    assert_eq!((ask("both", "both").await.status, ask("org", "j1").await.status), (200, 200));
    calibrated(&site).await;
    published(&site).await;
    assert_eq!((ask("both", "j1").await.status, ask("ana", "j1").await.status), (200, 200));
}

#[database_test(CALIBRATED)]
async fn leaving_the_team_does_not_end_the_conflict(demo: World, site: Site) {
    demo.run("update event set submissions_close = null").await;
    demo.run("delete from team_member using person p where p.id = person_id and p.email = 'ana@x.example'")
        .await;
    let refused = site.api("ana").get("/api/events/demo/export/scores.csv").await.is(403);
    assert!(refused.body.contains("You were on a team of this event"), "{}", refused.body);
    // Neither does losing the role, and neither does dismissing a judge.
    demo.run("delete from membership m using person p where p.id = m.person_id and p.email = 'ana@x.example' and m.role = 'participant'")
        .await;
    assert_eq!(site.api("ana").get("/api/events/demo/export/scores.csv").await.status, 403);
    let sql = "delete from review r using assignment a, person p where a.id = r.assignment_id and p.id = a.person_id and p.email = 'both@x.example';
         delete from assignment a using person p where p.id = a.person_id and p.email = 'both@x.example';
         delete from membership m using person p where p.id = m.person_id and p.email = 'both@x.example' and m.role = 'judge'";
    demo.run(sql).await;
    let judged = site.api("both").get("/api/events/demo/export/scores.csv").await;
    assert!(judged.status == 403 && judged.body.contains("You judged in this event"), "{}", judged.body);
    // Submissions are open: the organizer could join a team again, with the codes.
    demo.run("update event set voting_mode = 'code', voting_open = null, voting_close = null").await;
    site.browser("ana").submit(CODES, &[("number", "3")]).await.is(403);
}

#[database_test(JUDGED)]
async fn a_team_that_a_list_names_somebody_on_is_their_own(demo: World, site: Site) {
    let invite = |name: &str, team: i64| {
        format!(
            "insert into invitation (event_id, email, role, team_id, token_hash) values (1, '{name}@x.example', 'participant', {team}, '{name}')"
        )
    };
    // An organizer who could accept at any time.
    assert_eq!(site.api("org").get("/api/events/demo/export/scores.csv").await.status, 200);
    demo.run(&invite("org", 7)).await;
    let refused = site.api("org").get("/api/events/demo/export/scores.csv").await.is(403);
    refused.shows("You are invited to a team of this event");
    // Another organizer corrects the list.
    demo.run("update invitation set withdrawn_at = now()").await;
    assert_eq!(site.api("org").get("/api/events/demo/export/scores.csv").await.status, 200);
    // A judge is neither offered nor given the project, and does not vote for it.
    demo.run(&invite("Zoe", 3)).await;
    let zoe = demo.person("Zoe").await;
    let who = caller(&site, "org").await;
    let pair = Pair { judge: PersonId(zoe), project: ProjectId(3) };
    let given = site.state.by(&who).at("demo").write(async |call| assign(call, Ok(pair)).await).await;
    assert_eq!(outcome(given), (409, "A judge never judges their own team.".to_owned()));
    let candidates = site
        .state
        .read(async |c| store::further_project::candidates(c, DEMO, PersonId(zoe)).await)
        .await
        .unwrap();
    assert_eq!(candidates.iter().map(|c| c.project).collect::<Vec<_>>(), [7], "3 is the own team's");
    demo.run("update event set voting_mode = 'account', voting_open = null, voting_close = null").await;
    site.api("Zoe").post("/api/events/demo/ballot", serde_json::json!({ "choices": [3] })).await.is(422);
}

/// What a list says of an organizer holds as it does for a judge: whether they were invited, and whatever became of it.
#[database_test(JUDGED)]
async fn an_organizer_whom_a_list_names_takes_part_until_it_is_said_to_be_wrong(demo: World, site: Site) {
    let scores = async || site.api("org").get("/api/events/demo/export/scores.csv").await;
    let named = "insert into imported_member (event_id, team_id, email)
        select event_id, team_id, 'org@x.example' from project where event_id = $1 and id = 7";
    demo.run(named).await;
    scores().await.is(403).shows("a list names you on one");
    let (org, staff) = (demo.person("org").await.to_string(), site.browser("staff"));
    let lift = "/events/demo/manage/assignments/conflicts/withdraw";
    let pair = [("judge", org.as_str()), ("project", "7")];
    let field = format!("lift-{org}-7");
    let given = [pair[0], pair[1], (field.as_str(), "Their namesake.")];
    for who in ["org", "ana"] {
        site.browser(who).submit(lift, &given).await.is(403);
    }
    // An answer to the invitation changes nothing.
    let invited = "insert into invitation (event_id, team_id, email, role, token_hash)
        select event_id, team_id, 'org@x.example', 'participant', 'org' from project where event_id = $1 and id = 7";
    for sql in [invited, "update invitation set declined_at = now() where event_id = $1"] {
        demo.run(sql).await;
        scores().await.is(403);
    }
    staff.get("/events/demo/manage/assignments?conflicts=").await.is(200).shows(&field);
    staff.submit(lift, &pair).await.answers(400, "Say why the list is wrong");
    staff.submit(lift, &given).await.is(303);
    assert_eq!(demo.audit().await.pop().unwrap().0, "conflict.withdrawn");
    scores().await.is(200);
    let shown = staff.get("/events/demo/manage/assignments?conflicts=").await.is(200);
    assert!(!shown.body.contains(&field), "{}", shown.body);
}

/// An organizer or site admin who is invited to a team, when that is answered so.
async fn answered(demo: &World, site: &Site, named: &str, answer: &str) {
    let invite = format!(
        "insert into invitation (event_id, email, role, team_id, token_hash)
         values (1, '{named}@x.example', 'participant', 7, 'org')"
    );
    demo.run(&invite).await;
    // They make no voting codes. Nobody who takes part handles the invitation, be it their own or that of a rival's member.
    demo.run("update event set voting_mode = 'code', voting_open = null, voting_close = null").await;
    assert_eq!(site.browser(named).submit(CODES, &[("number", "3")]).await.status, 403);
    for act in ["withdraw", "link", "send", "mail"] {
        for who in [named, "ana", "both"] {
            let path = format!("/events/demo/manage/people/invitations/1/{act}");
            let refused = site.browser(who).submit(&path, &[]).await;
            assert_eq!(refused.status, 403, "{who}: {act}");
            assert!(refused.text().contains("handle their links"), "{who}: {act}: {}", refused.text());
        }
    }
    demo.run(&format!("update invitation set {answer}")).await;
    let still = site.api(named).get("/api/events/demo/export/scores.csv").await;
    assert_eq!(still.status, 403, "{named}: {answer}: {}", still.body);
}

#[database_test(JUDGED)]
async fn an_organizer_stays_tied_to_a_team_that_they_decline(demo: World, site: Site) {
    answered(&demo, &site, "org", "declined_at = now()").await;
}

#[database_test(JUDGED)]
async fn a_site_admin_stays_tied_to_a_team_that_they_decline(demo: World, site: Site) {
    answered(&demo, &site, "staff", "declined_at = now()").await;
}

#[database_test(JUDGED)]
async fn an_organizer_stays_tied_to_a_team_that_somebody_accepts_for_them(demo: World, site: Site) {
    answered(
        &demo,
        &site,
        "org",
        "accepted_at = now(), accepted_by = (select id from person where email = 'p8@x.example')",
    )
    .await;
}

#[database_test]
async fn who_answered_for_a_team_before_they_organize_is_tied_to_it(pool: PgPool) {
    let people = ["ann", "ben", "cyd", "dan"];
    let demo = Event::new("demo").judging().organizer("org").team("Lamps", &["pia"]).people(&people);
    let (demo, site) = demo.served(&pool).await;
    let organizes = "with ep as (
            insert into event_person (event_id, person_id) values ($1, {person}) on conflict do nothing returning 1)
        insert into membership (event_id, person_id, role) values ($1, {person}, 'organizer')";
    let is_admin = "update person set is_staff = true where id = {person}";
    // An organizer who takes no part has withdrawn what the list got wrong about Ben and Dan.
    for (name, answer, becomes, status) in [
        ("ann", "declined_at", organizes, 403),
        ("ben", "withdrawn_at", organizes, 200),
        ("cyd", "declined_at", is_admin, 403),
        ("dan", "withdrawn_at", is_admin, 200),
    ] {
        let person = demo.person(name).await;
        let invited = format!(
            "insert into invitation (event_id, email, role, team_id, token_hash)
             select $1, '{name}@x.example', 'participant', t.id, '{name}' from team t where t.event_id = $1"
        );
        demo.run(&invited).await;
        let answered = format!(
            "update invitation set {answer} = now() where event_id = $1 and email = '{name}@x.example'"
        );
        demo.run(&answered).await;
        demo.run(&becomes.replace("{person}", &person.to_string())).await;
        let scores = site.api(name).get("/api/events/demo/export/scores.csv").await;
        assert_eq!(scores.status, status, "{name}: {}", scores.body);
    }
}

#[database_test(JUDGED)]
async fn an_organizer_who_takes_part_changes_no_role_of_their_own_by_a_link(demo: World, site: Site) {
    let invite = "insert into invitation (event_id, email, role, token_hash, sent_at, sent_by)
        values (1, 'new@y.example', 'participant', sha256('code'), now(), 'link')";
    demo.run(invite).await;
    for act in ["accept", "decline"] {
        let refused = site.browser("both").submit(&format!("/invitations/code/{act}"), &[]).await;
        assert_eq!(refused.status, 403, "{act}");
        assert!(refused.text().contains("take no part can change your roles"), "{act}: {}", refused.text());
    }
    let roles = "select count(*) from membership m join person p on p.id = m.person_id
        where m.event_id = $1 and p.email = 'both@x.example'";
    assert_eq!(demo.one::<i64>(roles).await, 2);
    // Anybody else, and an organizer who takes no part.
    site.browser("org").submit("/invitations/code/accept", &[]).await.is(303);
}

#[database_test(JUDGED)]
async fn an_organizer_who_takes_part_takes_nobody_off_a_team(demo: World, site: Site) {
    demo.run("update event set submissions_close = null").await;
    let rival = demo.person("p2").await;
    let path = format!("/events/demo/manage/people/{rival}");
    for who in ["ana", "both"] {
        let refused = site.browser(who).submit(&format!("{path}/remove"), &[("role", "participant")]).await;
        assert_eq!(refused.status, 403, "{who}");
        assert!(refused.text().contains("can take people off teams"), "{who}: {}", refused.text());
        site.browser(who).get(&path).await.says("can take people off teams");
    }
    let members = "select count(*) from team_member where event_id = $1 and team_id = 2";
    assert_eq!(demo.one::<i64>(members).await, 1);
}

#[database_test(JUDGED)]
async fn an_organizer_who_takes_part_takes_the_role_from_no_other_organizer(demo: World, site: Site) {
    // Another one stays free.
    demo.run("insert into event_person (event_id, person_id) select 1, id from person where email = 'staff@x.example';
        insert into membership (event_id, person_id, role) select 1, id, 'organizer' from person where email = 'staff@x.example'").await;
    let page = async |of: &str| format!("/events/demo/manage/people/{}", demo.person(of).await);
    let take = async |who: &str, of: &str| {
        site.browser(who).submit(&format!("{}/remove", page(of).await), &[("role", "organizer")]).await
    };
    let organizers = "select count(*) from membership where event_id = $1 and role = 'organizer'";
    for (who, of) in [("ana", "org"), ("both", "org"), ("ana", "both")] {
        let refused = take(who, of).await;
        assert_eq!(refused.status, 403, "{who}, {of}");
        assert!(refused.text().contains("can change another organizer’s roles"), "{who}: {}", refused.text());
        site.browser(who).get(&page(of).await).await.says("can change another organizer’s roles");
    }
    assert_eq!(demo.one::<i64>(organizers).await, 4);
    // They give up their own, and who takes no part takes theirs.
    take("ana", "ana").await.is(303);
    take("org", "both").await.is(303);
    assert_eq!(demo.one::<i64>(organizers).await, 2);
}

#[database_test(JUDGED)]
async fn the_last_organizer_who_takes_no_part_stays_while_others_take_part(pool: PgPool) {
    let demo = World::demo(&pool);
    let site = Site::new(&pool).await;
    let org = demo.person("org").await;
    let why = "take part in it, so nobody could publish the results";
    let left = site.browser("org").submit("/events/demo/manage/settings/leave", &[]).await;
    assert!(left.status == 409 && left.text().contains(why), "{} {}", left.status, left.text());
    let path = format!("/events/demo/manage/people/{org}/remove");
    let removed = site.browser("staff").submit(&path, &[("role", "organizer")]).await;
    assert!(removed.status == 409 && removed.text().contains(why), "{} {}", removed.status, removed.text());
    let off = site.browser("staff").submit(&format!("/admin/people/{org}/deactivate"), &[]).await;
    assert!(off.status == 409 && off.text().contains(why), "{} {}", off.status, off.text());
    // Past the portal too.
    let deleted = sqlx::query("delete from membership where person_id = $1 and role = 'organizer'").bind(org);
    assert!(deleted.execute(&pool).await.is_err());
    // Where another one is free, they may go.
    demo.run("insert into event_person (event_id, person_id) select 1, id from person where email = 'staff@x.example';
        insert into membership (event_id, person_id, role) select 1, id, 'organizer' from person where email = 'staff@x.example'").await;
    assert_eq!(site.browser("org").submit("/events/demo/manage/settings/leave", &[]).await.status, 303);
}

#[database_test(Event::new("demo").judging().organizer("olga").judge("olga").served(&pool))]
async fn where_no_organizer_is_free_any_of_them_invites_one(demo: World, site: Site) {
    let olga = site.browser("olga");
    let invite = async |role: &str, who: &str| {
        olga.submit("/events/demo/manage/people/invite", &[("role", role), ("list", who)]).await.status
    };
    assert_eq!(invite("judge", "jo@y.example").await, 403);
    assert_eq!(invite("organizer", "orla@y.example").await, 303);
    let id: i64 = demo.one("select max(id) from invitation where event_id = $1").await;
    let link = format!("/events/demo/manage/people/invitations/{id}/link");
    assert_eq!(olga.submit(&link, &[("once", "a")]).await.status, 200);
    // From then on somebody else is free, and does it.
    demo.run("with p as (insert into person (email, name, confirmed_at) values ('orla@y.example', 'Orla', now()) returning id),
            ep as (insert into event_person (event_id, person_id) select 1, id from p)
        select from p; insert into membership (event_id, person_id, role) select 1, id, 'organizer' from person where email = 'orla@y.example'").await;
    assert_eq!(invite("organizer", "oto@y.example").await, 403);
    assert_eq!(olga.submit(&link, &[("once", "b")]).await.status, 403);
}

/// Links end with judging, so that adding somebody begins with a later end of it. The refusal says so, and that works.
#[database_test(Event::new("demo").judging().organizer("olga").served(&pool))]
async fn once_judging_is_over_a_later_end_of_it_brings_somebody_in(demo: World, site: Site) {
    let olga = site.browser("olga");
    let invite = async || {
        let list = [("role", "organizer"), ("list", "orla@y.example")];
        olga.submit("/events/demo/manage/people/invite", &list).await
    };
    let past = [(-9, -8), (-7, -6), (-5, -4)];
    for (stage, (open, close)) in ["submissions", "judging", "voting"].into_iter().zip(past) {
        demo.move_window(stage, (Some(open), Some(close))).await;
    }
    let way_out = "choose a later end of judging";
    olga.submit("/events/demo/manage/settings/leave", &[]).await.answers(409, way_out);
    assert!(olga.get("/me/leave").await.text().contains(way_out));
    invite().await.answers(409, way_out);
    demo.move_window("judging", (Some(-7), Some(1))).await;
    assert_eq!(invite().await.status, 303);
}

#[database_test(JUDGED)]
async fn who_takes_part_gives_no_other_organizer_a_part(demo: World, site: Site) {
    let org = demo.person("org").await;
    let path = format!("/events/demo/manage/people/{org}/grant");
    for (name, part) in PARTS {
        let given = site.browser(name).submit(&path, &[("role", "participant")]).await;
        let why = format!(
            "{part}. Until the results are published, only organizers who take no part can change another organizer’s roles."
        );
        assert!(given.status == 403 && given.text().contains(&why), "{} {}", given.status, given.text());
        // Otherwise nobody would take no part any more, and they would choose who organizes from then on.
        let sock = [("role", "organizer"), ("list", "sock@y.example")];
        site.browser(name).submit("/events/demo/manage/people/invite", &sock).await.is(403);
    }
    // Anybody else may get the role, and an organizer who takes no part gives it to themselves.
    let judge = demo.person("j3").await;
    let other = format!("/events/demo/manage/people/{judge}/grant");
    assert_eq!(site.browser("ana").submit(&other, &[("role", "participant")]).await.status, 303);
    // Once judging is over, nobody else could come, so the only one stays free.
    demo.move_window("judging", (Some(-3), Some(-1))).await;
    let late = site.browser("org").submit(&path, &[("role", "participant")]).await;
    late.answers(409, "Only this organizer of Demo takes no part");
    demo.move_window("judging", (Some(-3), Some(1))).await;
    assert_eq!(site.browser("org").submit(&path, &[("role", "participant")]).await.status, 303);
}

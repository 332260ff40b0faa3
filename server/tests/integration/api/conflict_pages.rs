//! Conflicts of interest: declared by organizers and judges, suggested by the portal.

use crate::prelude::*;

const DESK: &str = "/events/demo/manage/assignments/conflicts";
/// The page of assignments, and where it shows them.
const LIST: &str = "/events/demo/manage/assignments";
const PAGE: &str = "/events/demo/manage/assignments?conflicts=";
const OWN: &str = "/events/demo/judge/conflicts";

fn demo() -> Event {
    Event::new("demo")
        .judging()
        .organizer("olga")
        .judges(&["ada", "bo"])
        .teams(&[("Lights", &["pia"]), ("Sails", &["ben"])])
        .projects(&[("Lamp", "Lights"), ("Boat", "Sails")])
        .review("ada", "Lamp", FULL)
        .assign("bo", "Lamp")
}

async fn person(world: &World, name: &str) -> String {
    world.person(name).await.to_string()
}

/// Status of a judge's assignment to Lamp.
async fn status(world: &World, judge: &str) -> String {
    let id = world.assignment(judge, "Lamp").await;
    let sql = "select status from assignment where id = $1";
    sqlx::query_scalar(sql).bind(id).fetch_one(&world.pool).await.unwrap()
}

#[database_test(demo().served(&pool))]
async fn who_lost_the_role_while_waiting_for_the_lock_changes_nothing(world: World, site: Site) {
    let (ada, bo) = (person(&world, "ada").await, person(&world, "bo").await);
    let (lamp, boat) = (world.project("Lamp").await.to_string(), world.project("Boat").await.to_string());
    let fields = [("judge", ada.as_str()), ("project", lamp.as_str()), ("kind", "family")];
    let (declare, assign) =
        (format!("{DESK}/declare"), format!("/events/demo/manage/assignments/judges/{bo}/assign"));
    // Somebody else is assigning work.
    let mut holder = world.pool.begin().await.unwrap();
    let sql = "select pg_advisory_xact_lock(hashtextextended('pull', id)) from event where slug = 'demo'";
    sqlx::query(sql).execute(&mut *holder).await.unwrap();
    let olga = site.browser("olga");
    let boat = [("project", boat.as_str())];
    let (declared, assigned, ()) =
        tokio::join!(olga.submit(&declare, &fields), olga.submit(&assign, &boat), async {
            until_waiting(&world.pool, 2).await;
            world.run("delete from membership where role = 'organizer'").await;
            holder.commit().await.unwrap();
        });
    assert_eq!((declared.status, assigned.status), (403, 403), "{} {}", declared.body, assigned.body);
    assert_eq!(world.one::<i64>("select count(*) from conflict where event_id = $1").await, 0);
}

#[database_test]
async fn a_conflict_that_an_organizer_declares_sets_the_judge_aside_and_its_reason_stays_with_organizers(
    pool: PgPool,
) {
    let (world, site) = demo().served(&pool).await;
    let (ada, lamp) = (person(&world, "ada").await, world.project("Lamp").await.to_string());
    let fields =
        [("judge", ada.as_str()), ("project", &lamp), ("kind", "family"), ("reason", "Their cousin zyx.")];
    let missing = site.browser("olga").submit(&format!("{DESK}/declare"), &[("judge", &ada)]).await;
    missing.answers(400, "Choose what kind of conflict it is.");
    let declared = site.browser("olga").submit(&format!("{DESK}/declare"), &fields).await;
    assert_eq!(declared.location(), format!("{PAGE}&done=conflict-declared#conflicts"));
    site.browser("olga").get(declared.location()).await.says("The conflict of interest is declared.");
    // A link from elsewhere says nothing of an act.
    let cookie = format!("sessionid={}", session("olga"));
    for (address, words) in [
        (declared.location(), "The conflict of interest is declared."),
        ("/events/demo/manage/assignments?planned=7", "The plan added"),
        ("/events/demo/manage/settings?done=settings-saved", "The settings are saved."),
        ("/events/demo/manage/projects/duplicates?decided=1", "The decision is saved."),
    ] {
        for (from, said) in [("same-origin", true), ("cross-site", false), ("none", false)] {
            let headers = [("cookie", cookie.as_str()), ("sec-fetch-site", from)];
            let page = site.browser("olga").send_with("GET", address, &headers, "").await;
            assert_eq!(page.text().contains(words), said, "{address} from {from}");
        }
    }
    assert_eq!(status(&world, "ada").await, "recused");
    site.browser("olga").get(PAGE).await.text().has(&["Their cousin zyx.", "Family or friends"]);

    site.browser("ada").get(OWN).await.text().has(&["Lamp", "An organizer declared it"]);
    for (who, path) in
        [("ada", OWN), ("bo", OWN), ("ada", "/judge"), ("pia", "/events/demo"), ("bo", "/judge")]
    {
        let page = site.browser(who).get(path).await;
        assert!(!page.body.contains("zyx"), "{who} reads the reason on {path}");
    }
    // The judge cannot take back what an organizer declared.
    let fields = [("project", lamp.as_str())];
    assert_eq!(site.browser("ada").submit(&format!("{OWN}/withdraw"), &fields).await.status, 303);
    assert_eq!(world.one::<i64>("select count(*) from conflict where event_id = $1").await, 1);
    // A reason is asked for only where a list of projects would bring it back, and keeps it.
    world.run("update conflict set source = 'import' where event_id = $1").await;
    let fields = [("judge", ada.as_str()), ("project", lamp.as_str())];
    let removed = site.browser("olga").submit(&format!("{DESK}/withdraw"), &fields).await;
    assert_eq!(removed.location(), format!("{PAGE}&done=conflict-removed#conflicts"));
    site.browser("olga").get(removed.location()).await.says("The conflict of interest is removed.");
    assert_eq!(world.one::<i64>("select count(*) from conflict where event_id = $1").await, 0);
    assert_eq!(status(&world, "ada").await, "recused", "only an organizer gives the project back");

    let log = world.audit().await;
    let actions: Vec<&str> = log.iter().map(|(action, ..)| action.as_str()).collect();
    assert_eq!(actions, ["conflict.declared", "conflict.withdrawn"]);
    assert!(!log.iter().any(|(.., after)| after.to_string().contains("zyx")), "the log holds no reason");
}

#[database_test]
async fn a_judge_finds_a_project_by_its_people_among_many(pool: PgPool) {
    let mut titles: Vec<String> = (0..19).map(|n| format!("Kite {n}")).collect();
    titles.push("Łódź Müll".to_owned());
    let many = titles.iter().fold(demo(), |event, title| event.project(title, "Sails"));
    let world = many.create(&pool).await;
    let sql = "update person set name = 'Pia Muster' where email = $1";
    sqlx::query(sql).bind(email("pia")).execute(&pool).await.unwrap();
    let site = Site::new(&pool).await;
    // As everywhere, without accents, whatever the order of the words, and across title and team.
    let found = site.browser("bo").get(&format!("{OWN}?q=sails+mull+lodz")).await.body;
    assert_eq!(found.matches("name=\"project\"").count(), 1, "{found}");
    site.browser("bo").get(OWN).await.body.has(&["22 projects.", "Lights · Pia Muster"]);
    let found = site.browser("bo").get(&format!("{OWN}?q=muster")).await.body;
    assert_eq!(found.matches("name=\"project\"").count(), 1, "{found}");
    let lamp = world.project("Lamp").await.to_string();
    assert!(found.contains(&format!("value=\"{lamp}\"")), "{found}");
    // What is ticked and typed stays, whatever is searched for next.
    let kite = world.project("Kite 7").await.to_string();
    let sent =
        [("q", "18 kite"), ("project", &*lamp), ("project", &*kite), ("reason", "My sister is on it.")];
    let page = site.browser("bo").submit(&format!("{OWN}/search"), &sent).await;
    assert_eq!((page.status, page.body.matches("name=\"project\"").count()), (200, 3), "{}", page.body);
    assert_eq!(page.body.matches(" checked").count(), 2, "{}", page.body);
    assert!(page.body.contains("My sister is on it."), "{}", page.body);
    assert_eq!(world.one::<i64>("select count(*) from conflict where event_id = $1").await, 0);
}

#[database_test(demo().served(&pool))]
async fn a_judge_declares_several_conflicts_at_once_and_takes_one_back(world: World, site: Site) {
    let (lamp, boat) = (world.project("Lamp").await.to_string(), world.project("Boat").await.to_string());
    site.browser("bo").submit(&format!("{OWN}/declare"), &[("kind", "mentor")]).await.is(400);
    let fields =
        // A project that comes twice is one.
        [("project", lamp.as_str()), ("project", &boat), ("project", &boat), ("kind", "mentor"), ("reason", "I coached them.")];
    assert_eq!(site.browser("bo").submit(&format!("{OWN}/declare"), &fields).await.location(), OWN);
    assert_eq!(status(&world, "bo").await, "recused");
    assert_eq!(status(&world, "ada").await, "done", "others are left alone");
    site.browser("bo").get(OWN).await.text().has(&["Mentored the team", "I coached them."]);
    assert!(!site.browser("ada").get(OWN).await.text().contains("coached"));
    site.browser("olga").get(PAGE).await.says("I coached them.");
    site.browser("bo").submit(&format!("{OWN}/withdraw"), &[("project", &boat)]).await.is(303);
    let left: Vec<i64> = world.all("select project_id from conflict where event_id = $1").await;
    assert_eq!(left.into_iter().map(|id| id.to_string()).collect::<Vec<_>>(), [lamp]);
}

#[database_test(demo().served(&pool))]
async fn stepping_aside_can_declare_the_conflict_with_the_same_tap(world: World, site: Site) {
    let (ada, bo) = (world.assignment("ada", "Lamp").await, world.assignment("bo", "Lamp").await);
    let aside = |id: i64| format!("/judge/assignments/{id}/recuse");
    let fields = [("conflict", "employer"), ("reason", "We share an office.")];
    let stepped = site.browser("ada").submit(&aside(ada), &fields).await;
    assert_eq!(stepped.location(), format!("/judge?aside={ada}"));
    // The list says so, of what is the judge's own and of nothing else.
    let says = "You stepped aside from “Lamp”.";
    site.browser("ada").get(stepped.location()).await.says(says);
    site.browser("bo").get(stepped.location()).await.text().lacks(&[says]);
    site.browser("bo").submit(&aside(bo), &[("conflict", ""), ("reason", "Ill.")]).await.is(303);
    let kept: Vec<String> =
        world.all("select kind || ' ' || source || ' ' || reason from conflict where event_id = $1").await;
    assert_eq!(kept, ["employer judge We share an office."]);
    let wrong = site.browser("ada").submit(&aside(ada), &[("conflict", "enemy")]).await;
    assert_eq!(wrong.status, 409, "it is done already");
}

#[database_test]
async fn the_portal_suggests_shared_domains_and_former_teams_until_an_organizer_settles_them(pool: PgPool) {
    let (world, site) = demo().served(&pool).await;
    // Ben's and Ada's addresses are at a mail provider's; Pia, Bo and Olga share a domain.
    let sql =
        "update person set email = split_part(email, '@', 1) || '@gmail.com' where email ~ '^(ben|ada)@'";
    run(&pool, sql).await;
    let (bo, lamp) = (person(&world, "bo").await, world.project("Lamp").await.to_string());
    // It is on the page of assignments before anybody asks for conflicts.
    let page = site.browser("olga").get(LIST).await;
    assert!(page.body.contains(&format!(r#"value="{bo}-{lamp}""#)), "{}", page.body);
    assert_eq!(page.body.matches(r#"name="pair""#).count(), 1, "Boat's team shares a provider only");
    // The check list leads there while it is not too late.
    let line = "1 pair of judge and project looks like a conflict of interest.";
    site.browser("olga").get("/events/demo/manage").await.says(line);
    let pair = format!("{bo}-{lamp}");
    let dismiss = [("pair", pair.as_str()), ("conflict", "no")];
    let settle = format!("{DESK}/settle");
    let nothing = [("conflict", "no")];
    assert_eq!(site.browser("olga").submit(&settle, &nothing).await.location(), LIST);
    for word in ["", "maybe", "YES", "true"] {
        let refused =
            site.browser("olga").submit(&settle, &[("pair", pair.as_str()), ("conflict", word)]).await;
        refused.answers(400, "“conflict” must be yes or no.");
    }
    let kept: i64 = world.one("select count(*) from conflict_dismissal where event_id = $1").await;
    assert_eq!(kept, 0, "an unknown word dismisses nothing");
    let dismissed = site.browser("olga").submit(&settle, &dismiss).await;
    assert_eq!(dismissed.location(), format!("{LIST}?done=conflicts-dismissed"));
    // It is not suggested again.
    site.browser("olga").get(PAGE).await.body.lacks(&[r#"name="pair""#]);
    site.browser("olga").get("/events/demo/manage").await.text().lacks(&[line]);
    assert_eq!(status(&world, "bo").await, "pending");

    // All of a reason are named by it, and by what was seen.
    run(&pool, "delete from conflict_dismissal").await;
    let (domain, seen) = (email("bo").rsplit('@').next().unwrap().to_owned(), sha256_hex(pair.as_bytes()));
    let dismissals = "select count(*) from conflict_dismissal where event_id = $1";
    for (because, seen) in
        [(&*domain, "another"), ("former_team", &*seen), ("y.example", &*seen), (&*domain, "")]
    {
        let outdated = [("because", because), ("seen", seen), ("conflict", "no")];
        let refused = site.browser("olga").submit(&settle, &outdated).await;
        refused.answers(409, "These pairs changed after you opened the page.");
    }
    assert_eq!(world.one::<i64>(dismissals).await, 0, "nobody saw these pairs");
    let all = [("because", &*domain), ("seen", &*seen), ("conflict", "no")];
    assert_eq!(site.browser("olga").submit(&settle, &all).await.location(), dismissed.location());
    assert_eq!(world.one::<i64>(dismissals).await, 1);

    run(&pool, "delete from conflict_dismissal").await;
    let declare = [("pair", pair.as_str()), ("pair", "1-999999"), ("conflict", "yes")];
    let declared = site.browser("olga").submit(&settle, &declare).await;
    assert_eq!(declared.location(), format!("{LIST}?done=conflicts-declared"));
    let kept: Vec<String> = world.all("select kind || ' ' || source from conflict where event_id = $1").await;
    assert_eq!(kept, ["employer portal"], "what the portal does not suggest is left out");
    assert_eq!(status(&world, "bo").await, "recused");

    // Ada was on the team of Boat.
    let left =
        "update event_person set on_team = true, team_ids = array(select id from team where name = 'Sails')
        where event_id = $1 and person_id = (select id from person where email = 'ada@gmail.com')";
    world.run(left).await;
    site.browser("olga").get(PAGE).await.says("The judge was on the team");
}

#[database_test(demo().served(&pool))]
async fn no_submitted_review_stops_counting_without_a_question(world: World, site: Site) {
    // Ada reviewed Lamp, and Bo has it; all of them share a domain.
    let (ada, bo) = (person(&world, "ada").await, person(&world, "bo").await);
    let (lamp, boat) = (world.project("Lamp").await, world.project("Boat").await);
    let [ada_lamp, bo_lamp] = [format!("{ada}-{lamp}"), format!("{bo}-{lamp}")];
    let [ada_boat, bo_boat] = [format!("{ada}-{boat}"), format!("{bo}-{boat}")];
    let (olga, settle) = (site.browser("olga"), format!("{DESK}/settle"));
    let declared = "select count(*) from conflict where event_id = $1";
    // What takes no review out of the count is declared by one press.
    let harmless = olga.submit(&settle, &[("pair", &*bo_boat), ("conflict", "yes")]).await;
    harmless.leads_to(&format!("{LIST}?done=conflicts-declared"));
    assert_eq!(world.one::<i64>(declared).await, 1);
    let mut left = [&*ada_lamp, &bo_lamp, &ada_boat];
    left.sort_unstable();
    let (domain, seen) =
        (email("bo").rsplit('@').next().unwrap().to_owned(), sha256_hex(left.join(" ").as_bytes()));
    for (sent, number) in [
        (vec![("pair", &*ada_lamp), ("pair", &*bo_lamp)], 2),
        (vec![("because", &*domain), ("seen", &*seen)], 3),
    ] {
        // To confirm fewer than there are confirms nothing.
        for confirmed in ["", "yes", "0"] {
            let press = [&sent[..], &[("conflict", "yes"), ("reviews", confirmed)]].concat();
            let asked = olga.submit(&settle, &press).await.is(422);
            let words = format!(
                "If you declare {number} conflicts of interest, 1 submitted review no longer counts."
            );
            asked.says(&words);
            assert!(asked.body.contains("error-summary tone-warn"), "it is a question: {}", asked.body);
            // What was sent comes back in the question, and what was not ticked stays so.
            let mut back: Vec<(String, String)> =
                sent.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
            back.push(("reviews".into(), "1".into()));
            assert_eq!(asked.fields(&settle), back);
            let tags = asked.body.split('<').filter(|tag| tag.contains("type=\"checkbox\""));
            let ticked = tags.filter(|tag| tag.contains("name=\"pair\"") && tag.contains(" checked"));
            assert_eq!(ticked.count(), number, "{}", asked.body);
            assert_eq!(world.one::<i64>(declared).await, 1, "nothing is declared");
            assert_eq!(
                (status(&world, "ada").await, status(&world, "bo").await),
                ("done".into(), "pending".into())
            );
        }
    }
    let confirmed = [("because", &*domain), ("seen", &*seen), ("reviews", "1"), ("conflict", "yes")];
    olga.submit(&settle, &confirmed).await.leads_to(&format!("{LIST}?done=conflicts-declared"));
    assert_eq!(world.one::<i64>(declared).await, 4);
    assert_eq!(
        (status(&world, "ada").await, status(&world, "bo").await),
        ("recused".into(), "recused".into())
    );
}

#[database_test(demo().served(&pool))]
async fn a_bundle_keeps_the_kind_of_a_conflict(world: World, site: Site) {
    let (ada, boat) = (person(&world, "ada").await, world.project("Boat").await.to_string());
    let fields = [("judge", ada.as_str()), ("project", &boat), ("kind", "mentor"), ("reason", "Coach.")];
    assert_eq!(site.browser("olga").submit(&format!("{DESK}/declare"), &fields).await.status, 303);
    let bundle = site.api("olga").get("/api/events/demo/export/bundle.json").await;
    let conflicts = bundle.json()["conflicts"].clone();
    assert_eq!((&conflicts[0]["kind"], &conflicts[0]["reason"]), (&"mentor".into(), &"Coach.".into()));
    let sql = "update person set is_staff = true where email = $1";
    sqlx::query(sql).bind(email("olga")).execute(&world.pool).await.unwrap();
    site.api("olga").post_text("/api/events/import?slug=copy", bundle.body).await.is(201);
    let again = site.api("olga").get("/api/events/copy/export/bundle.json").await;
    assert_eq!(again.json()["conflicts"], conflicts);
}

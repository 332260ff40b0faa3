//! Prizes: defined, asked for, judged by a panel, confirmed, and public with the results.

use crate::prelude::*;

const PRIZES: &str = "/events/demo/manage/prizes";

/// Three projects, each reviewed once: Tide is the best, then Lamp, then Dune. Both organizes and judges.
async fn event(pool: &PgPool) -> Site {
    Event::new("demo")
        .windows([(Some(-3), Some(-2)), (Some(-2), Some(-1)), (Some(2), Some(3))])
        .criterion("quality", "1", 0, 100)
        .track("Sea")
        .organizers(&["org", "both"])
        .judges(&["both", "jo", "kim"])
        .teams(&[("Lights", &["ana"]), ("Waves", &["bob"])])
        .projects(&[("Lamp", "Lights"), ("Tide", "Waves"), ("Dune", "Waves")])
        .reviews(&[("jo", "Lamp", r#"{"quality": 60}"#), ("jo", "Tide", r#"{"quality": 90}"#)])
        .reviews(&[("kim", "Tide", r#"{"quality": 80}"#), ("kim", "Dune", r#"{"quality": 10}"#)])
        .create(pool)
        .await;
    Site::new(pool).await
}

async fn winners(pool: &PgPool) -> Vec<String> {
    one(
        pool,
        "select coalesce(array_agg(z.name || ' ' || p.title order by z.id, w.position), '{}')
        from prize_winner w join prize z on z.id = w.prize_id join project p on p.id = w.project_id",
    )
    .await
}

/// The fields of a prize's form.
fn terms<'f>(name: &'f str, eligibility: &'f str, rule: &'f str) -> [(&'f str, &'f str); 6] {
    [
        ("name", name),
        ("sponsor", "Lumen"),
        ("description", "For light."),
        ("winners", "1"),
        ("eligibility", eligibility),
        ("rule", rule),
    ]
}

/// The same as the first line of the form of all prizes.
fn line<'f>(name: &'f str, eligibility: &'f str, rule: &'f str) -> [(&'f str, &'f str); 6] {
    [
        ("prizes_0_name", name),
        ("prizes_0_sponsor", "Lumen"),
        ("prizes_0_description", "For light."),
        ("prizes_0_winners", "1"),
        ("prizes_0_eligibility", eligibility),
        ("prizes_0_rule", rule),
    ]
}

fn with<'f>(fields: &[(&'f str, &'f str)], more: &[(&'f str, &'f str)]) -> Vec<(&'f str, &'f str)> {
    [fields, more].concat()
}

#[database_test]
async fn a_prize_is_added_changed_and_removed_and_a_stale_change_overwrites_nothing(pool: PgPool) {
    let site = event(&pool).await;
    let org = site.browser("org");
    let added = org.submit(PRIZES, &line("Brightest", "all", "rank")).await;
    added.leads_to("/events/demo/manage/prizes?done=prizes-saved");
    let twice = org.submit(PRIZES, &line("Brightest", "all", "rank")).await.is(400);
    twice.shows("Two prizes cannot share a name. Rename one of them.");
    assert_eq!(one::<i64>(&pool, "select count(*) from prize").await, 1);
    for (field, value, why) in [
        ("prizes_0_name", " ", "Give the prize a name."),
        ("prizes_0_winners", "0", "Enter a whole number from 1 to 50."),
        ("prizes_0_eligibility", "track-99", "Choose a track of this event."),
        ("prizes_0_eligibility", "some", "Choose which projects can win."),
        ("prizes_0_rule", "luck", "Choose how the winners are found."),
    ] {
        let fields =
            line("New", "all", "rank").map(|(name, is)| (name, if name == field { value } else { is }));
        let refused = org.submit(PRIZES, &fields).await;
        assert!(refused.status == 400 && refused.body.contains(why), "{why}: {}", refused.text());
        assert!(refused.body.contains(&format!("href=\"#{field}\"")), "the summary leads to the field");
        assert!(refused.body.contains("value=\"Lumen\""), "what was typed comes back");
    }
    let change = format!("{PRIZES}/1/change");
    let saved = org.submit(&change, &with(&terms("Warmest", "track-1", "choice"), &[("version", "1")])).await;
    saved.leads_to(&format!("{PRIZES}/1?done=terms-saved"));
    org.get(&format!("{PRIZES}/1?done=terms-saved")).await.says("The terms are saved.");
    // Lamp, the first project, can win.
    run(&pool, "begin; set local session_replication_role = replica; update project set track_id = 1 where id = 1; commit").await;
    let stale = org.submit(&change, &with(&terms("Coldest", "all", "rank"), &[("version", "1")])).await;
    stale.answers(409, "It is now: “Warmest”, given by Lumen, 1 winner, projects of the track Sea");
    assert!(stale.body.contains("value=\"Coldest\""), "both versions are shown");
    assert!(!stale.body.contains("<option value=\"1\" selected"), "the number of winners chooses no project");
    assert_eq!(one::<String>(&pool, "select name from prize").await, "Warmest");
    assert_eq!(org.submit(&format!("{PRIZES}/1/remove"), &[]).await.status, 303);
    let actions: Vec<String> =
        one(&pool, "select array_agg(action order by seq) from audit_log where object_type = 'prize'").await;
    assert_eq!(actions, ["prize.created", "prize.changed", "prize.removed"]);
}

fn swapped(name: &str) -> &str {
    match name {
        "Wick" => "Wax",
        "Wax" => "Wick",
        other => other,
    }
}

#[database_test(event(&pool))]
async fn two_prizes_swap_their_names_whatever_a_third_is_called(pool: PgPool, site: Site) {
    let prizes = "insert into prize (event_id, name, rule)
        values (1, 'Wick', 'rank'), (1, 'Wax', 'rank'), (1, '~1', 'rank'), (1, '1', 'rank')";
    run(&pool, prizes).await;
    let org = site.browser("org");
    let form = org.get(PRIZES).await.fields(PRIZES);
    let fields: Vec<(&str, &str)> =
        form.iter().map(|(name, value)| (name.as_str(), swapped(value))).collect();
    org.submit(PRIZES, &fields).await.is(303);
    let names = "select array_agg(name order by id) from prize";
    assert_eq!(one::<Vec<String>>(&pool, names).await, ["Wax", "Wick", "~1", "1"]);
}

#[database_test(event(&pool))]
async fn one_save_adds_changes_and_removes_prizes_or_does_nothing(pool: PgPool, site: Site) {
    run(&pool, "insert into prize (event_id, name, position) values (1, 'A', 1), (1, 'B', 2), (1, 'C', 3)")
        .await;
    let org = site.browser("org");
    let names = "select string_agg(name || case id when 1 then '1' when 2 then '2' else '' end, ' ' order by position, id) from prize";
    let page = org.get(PRIZES).await;
    let opened = page.fields(PRIZES);
    let more = org.submit(PRIZES, &changed(&opened, &[("prizes_3_name", "D"), ("do", "more")])).await.is(200);
    more.body.has(&["value=\"D\"", "prizes_4_name"]);
    let slip = [("prizes_0_name", "Z"), ("prizes_1_winners", "0"), ("prizes_2_remove", "true")];
    let refused = org.submit(PRIZES, &changed(&opened, &slip)).await.is(400);
    refused.shows("href=\"#prizes_1_winners\"");
    assert!(refused.body.contains("value=\"Z\""), "what was typed comes back: {}", refused.body);
    assert_eq!(one::<String>(&pool, names).await, "A1 B2 C");
    // Two names change hands, one prize goes, one comes, and each is a row of the log.
    let all =
        [("prizes_0_name", "B"), ("prizes_1_name", "A"), ("prizes_2_remove", "true"), ("prizes_3_name", "C")];
    org.submit(PRIZES, &changed(&opened, &all)).await.is(303);
    assert_eq!(one::<String>(&pool, names).await, "B1 A2 C");
    let actions = "select array_agg(action order by seq) from audit_log where object_type = 'prize'";
    let all: Vec<String> = one(&pool, actions).await;
    assert_eq!(all, ["prize.removed", "prize.changed", "prize.changed", "prize.created"]);
    // A form from before changes what it changes: a line that it leaves is not written, a stale one is shown beside the other.
    org.submit(PRIZES, &changed(&opened, &[("prizes_3_name", "E")])).await.is(303);
    assert_eq!(one::<String>(&pool, names).await, "B1 A2 C E");
    let stale = org.submit(PRIZES, &changed(&opened, &[("prizes_0_name", "F")])).await;
    assert!(stale.status == 409 && stale.body.contains("value=\"F\""), "{}", stale.text());
    stale.says("It is now: “B”");
    let again = stale.fields(PRIZES);
    assert_eq!(org.submit(PRIZES, &changed(&again, &[])).await.status, 303);
    assert_eq!(one::<String>(&pool, names).await, "F1 A2 C E");
    let two = [("prizes_1_id", "1"), ("prizes_1_name", "G")];
    let fields = org.get(PRIZES).await.fields(PRIZES);
    assert_eq!(org.submit(PRIZES, &changed(&fields, &two)).await.status, 404, "two lines of one prize");
}

#[database_test]
async fn a_table_starts_from_the_last_event_and_only_a_save_confirms_it(pool: PgPool) {
    Event::new("old")
        .organizer("org")
        .tracks(&["Sea", "Air"])
        .criterion("craft", "2", 0, 10)
        .create(&pool)
        .await;
    let new = Event::new("demo").organizer("org").organizer("other").track("Air").create(&pool).await;
    let sql = "insert into prize (event_id, name, eligibility, track_id)
               select e.id, n.name, 'track', t.id from event e join track t on t.event_id = e.id
               join (values ('Wettest', 'Sea'), ('Lightest', 'Air')) n(name, track) on n.track = t.name where e.slug = 'old'
               order by n.name desc";
    run(&pool, sql).await;
    run(&pool, "delete from criterion where event_id = (select id from event where slug = 'demo')").await;
    let site = Site::new(&pool).await;
    let org = site.browser("org");
    let page = org.get(PRIZES).await;
    page.says("As in ");
    let filled = org.submit(PRIZES, &changed(&page.fields(PRIZES), &[("do", "last")])).await;
    filled.answers(200, "for the track Sea, which this event does not have");
    assert_eq!(new.one::<i64>("select count(*) from prize where event_id = $1").await, 0, "not saved yet");
    assert_eq!(org.submit(PRIZES, &changed(&filled.fields(PRIZES), &[])).await.status, 303);
    let stored = "select z.name || ' ' || z.eligibility || coalesce(' ' || t.name, '') from prize z left join track t on t.id = z.track_id
                  where z.event_id = $1 order by z.position";
    assert_eq!(new.all::<String>(stored).await, ["Wettest all", "Lightest track Air"]);
    let criteria = "/events/demo/manage/settings/criteria";
    let page = org.get(criteria).await.fields(criteria);
    for (from, names) in
        [("last-criteria", "Craft"), ("hackathon", "Originality, Technical difficulty, Design, Usefulness")]
    {
        let filled = org.submit(criteria, &changed(&page, &[("do", from)])).await.fields(criteria);
        let named = |name: &str| name.starts_with("criteria_") && name.ends_with("_name");
        let typed = filled.iter().filter(|(name, value)| named(name) && !value.is_empty());
        assert_eq!(typed.map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(", "), names);
        if from == "hackathon" {
            assert_eq!(org.submit(criteria, &changed(&filled, &[])).await.status, 303);
        }
    }
    assert_eq!(new.one::<i64>("select count(*) from criterion where event_id = $1").await, 4);
    // What is stored is not to start from, and whose event it is not sees none.
    assert!(!org.get(criteria).await.body.contains("value=\"last-criteria\""));
    run(&pool, "delete from criterion where event_id = (select id from event where slug = 'demo')").await;
    let other = site.browser("other").get(criteria).await;
    other.body.has(&["value=\"pitch\""]);
    other.body.lacks(&["value=\"last-criteria\""]);
}

#[database_test(event(&pool))]
async fn winners_follow_the_rule_or_need_a_reason_and_are_public_with_the_results(pool: PgPool, site: Site) {
    run(&pool, "insert into prize (event_id, name, rule, winners) values (1, 'Best', 'rank', 2)").await;
    let org = site.browser("org");
    let award = format!("{PRIZES}/1/award");
    org.get(&format!("{PRIZES}/1")).await.shows("There is no ranking yet. Calibrate first.");
    calibrated(&site).await;
    let page = org.get(&format!("{PRIZES}/1")).await;
    assert!(page.body.contains("data-label=\"Rank\" class=\"cell-num\">1"), "{}", page.body);
    page.says("Wins by the rule");
    for (fields, why) in [
        (vec![("winner", "")], "Choose at least one winner."),
        (vec![("winner", "2"), ("winner-2", "2")], "Choose each project once."),
        (vec![("winner", "99")], "Choose among the eligible projects."),
        (vec![("winner", "3"), ("winner-2", "2")], "Say why these projects win."),
    ] {
        org.submit(&award, &with(&fields, &[("version", "1")])).await.is(400).shows(why);
    }
    let two = [("winner", "2"), ("winner-2", "1"), ("version", "1")];
    org.submit(&award, &two).await.is(303);
    assert_eq!(winners(&pool).await, ["Best Tide", "Best Lamp"]);
    assert_eq!(org.submit(&award, &two).await.status, 409, "the winners are confirmed already");
    let entry: String = one(&pool, "select after from audit_log where action = 'prize.awarded'").await;
    let entry: Value = serde_json::from_str(&entry).unwrap();
    assert_eq!((&entry["winners"], &entry["as_suggested"]), (&json!([2, 1]), &json!(true)));
    let path = format!("{PRIZES}/1/change");
    let rule = org.submit(&path, &with(&terms("Best", "all", "choice"), &[("version", "1")])).await;
    assert!(
        rule.status == 409 && rule.body.contains("This prize has winners, so it stays"),
        "{}",
        rule.text()
    );
    assert_eq!(org.submit(&format!("{PRIZES}/1/remove"), &[]).await.status, 409);

    // Nobody but organizers who take no part knows before publication.
    let api = "/api/events/demo/prizes";
    assert_eq!(site.api("").get(api).await.json()[0]["winners"], Value::Null);
    for who in ["", "ana", "jo", "both"] {
        let page = site.browser(who).get("/events/demo/prizes").await;
        assert!(page.body.contains("Winners are shown with the results."), "{who}: {}", page.text());
    }
    let both = site.browser("both");
    assert!(!both.get(PRIZES).await.body.contains("Tide"));
    let why = "only organizers who take no part can decide how prizes are won, and see their panels, tallies and winners";
    assert!(both.get(&format!("{PRIZES}/1")).await.body.contains(why));
    assert_eq!(both.submit(&award, &two).await.status, 403);
    publish_in(&Site::new(&pool).await, "demo").await;
    let public = site.api("").get(api).await.json();
    assert_eq!(public[0]["winners"][0], json!({"project": 2, "title": "Tide", "team": "Waves"}));
    assert!(site.browser("").get("/events/demo/prizes").await.text().contains("Won by"));

    // The results say the same: the page, the API, and the document that was signed as they were published.
    let text = site.browser("").get("/events/demo/results").await.text();
    assert!(text.contains("WinnersBestThe best of the ranking") && text.contains("Tide Waves"), "{text}");
    let results = site.api("").get("/api/events/demo/results").await.json();
    let winner = |id, title, team| json!({"project": id, "title": title, "team": team});
    let winners = json!([winner(2, "Tide", "Waves"), winner(1, "Lamp", "Lights")]);
    let prize =
        json!({"id": 1, "name": "Best", "sponsor": "", "rule": "rank", "reason": "", "winners": winners});
    assert_eq!(results["prizes"], json!([prize]));
    let signed = site.api("").get("/api/events/demo/results/signed").await;
    assert_eq!(signed.json()["payload"]["results"]["prizes"], json!([prize]));
    let verdict = site.browser("").get("/verify?results=demo").await.text();
    verdict.has(&["Prize: Best", "Tide by Waves (project 2), Lamp by Lights"]);
}

#[database_test(event(&pool))]
async fn one_prize_each_leaves_out_who_won_another(pool: PgPool, site: Site) {
    run(&pool, "insert into prize (event_id, name, rule) values (1, 'Best', 'rank'), (1, 'Second', 'rank')")
        .await;
    calibrated(&site).await;
    let org = site.browser("org");
    let one_each = [("one_each_was", "false"), ("one_each", "true")];
    assert_eq!(org.submit(PRIZES, &one_each).await.status, 303);
    let early = org.submit(&format!("{PRIZES}/2/award"), &[("winner", "2"), ("version", "1")]).await;
    assert_eq!(
        early.status,
        400,
        "the first prize goes to it, though nobody confirmed that: {}",
        early.text()
    );
    org.submit(&format!("{PRIZES}/1/award"), &[("winner", "2"), ("version", "1")]).await;
    let path = format!("{PRIZES}/2/award");
    let fields = [("winner", "2"), ("version", "1"), ("reason", "Twice.")];
    org.submit(&path, &fields).await.is(400).shows("“Tide” won another prize");
    let lamp = org.submit(&format!("{PRIZES}/2/award"), &[("winner", "1"), ("version", "1")]).await;
    assert_eq!(lamp.status, 303, "the next one needs no reason: {}", lamp.text());
    assert_eq!(winners(&pool).await, ["Best Tide", "Second Lamp"]);
}

#[database_test(event(&pool))]
async fn a_team_asks_for_prizes_and_power_until_submissions_close(pool: PgPool, site: Site) {
    run(&pool, "insert into prize (event_id, name, rule, eligibility) values (1, 'Kindest', 'choice', 'opt-in'), (1, 'Best', 'choice', 'all')").await;
    let (ana, org) = (site.browser("ana"), site.browser("org"));
    let asks = [("prizes", "1"), ("power", "true")];
    ana.submit("/projects/1/prizes", &asks).await.is(409).shows("Submissions for Demo closed");
    run(&pool, "update event set submissions_close = now() + interval '1 hour', judging_open = now() + interval '1 hour',
        judging_close = now() + interval '2 hours'").await;
    let public = site.browser("").get("/events/demo/prizes").await;
    let found = public.body.matches("To ask for it, open").count();
    assert_eq!(found, 1, "of the one that teams ask for: {}", public.body);
    ana.submit("/projects/1/prizes", &asks).await.leads_to("/projects/1/edit?asked=1#wishes");
    let page = ana.get("/projects/1/edit").await;
    assert!(page.body.contains("Kindest") && !page.body.contains("Best"), "one asks for opt-in prizes only");
    let asked = |page: &str| {
        page.split("id=\"prizes-1\"").nth(1).unwrap().split('>').next().unwrap().contains("checked")
    };
    assert!(asked(&page.body), "{}", page.body);
    // What was ticked comes back. The form above has what is stored, and nothing of it counts as typed.
    let refused = ana.submit("/projects/1/prizes", &[("prizes", "2"), ("quiet", "true")]).await;
    assert!(refused.status == 400 && !asked(&refused.body), "{}", refused.body);
    refused.body.has(&["value=\"Lamp\""]);
    refused.body.lacks(&["data-unsaved"]);
    assert_eq!(site.browser("bob").submit("/projects/1/prizes", &asks).await.status, 403);
    assert_eq!(site.browser("bob").get("/projects/1/edit").await.status, 403);
    let eligible = org.get(&format!("{PRIZES}/1")).await.body;
    assert!(eligible.contains(">Lamp, Lights<") && !eligible.contains(">Tide, "));
    assert_eq!(ana.submit("/projects/1/prizes", &[]).await.status, 303);
    let sql = "select (select count(*) from project_prize) + (select count(*) from project_need)";
    assert_eq!(one::<i64>(&pool, sql).await, 0);
    assert_eq!(one::<i64>(&pool, "select count(*) from audit_log where action = 'project.wished'").await, 2);
}

#[database_test]
async fn a_new_project_asks_for_prizes_and_power_in_its_form(pool: PgPool) {
    let (_, site) = Event::new("demo").organizer("olga").team("Lights", &["pia"]).served(&pool).await;
    run(&pool, "update event set blind = true").await;
    let prizes = "insert into prize (event_id, name, rule, eligibility)
        select e.id, p.name, 'choice', p.eligibility from event e, (values ('Kindest', 'opt-in'), ('Best', 'all')) p(name, eligibility)";
    run(&pool, prizes).await;
    let number = async |name: &str| -> i64 {
        one(&pool, &format!("select id from prize where name = '{name}'")).await
    };
    let (kindest, best) = (number("Kindest").await.to_string(), number("Best").await.to_string());
    let pia = site.browser("pia");
    let ticked = |page: &str| {
        let prize = format!("prizes-{kindest}");
        [prize.as_str(), "power", "quiet", "names_us-repo_url"].map(|id| {
            let tick = page.split(&format!("id=\"{id}\"")).nth(1).unwrap_or_else(|| panic!("{id}: {page}"));
            tick.split('>').next().unwrap().contains("checked")
        })
    };
    let submit = "/events/demo/submit";
    let form = pia.get(submit).await.is(200);
    assert_eq!(ticked(&form.body), [false; 4]);
    form.body.has(&["Kindest", "name=\"wishes\""]);
    form.body.lacks(&[format!("prizes-{best}").as_str(), "Save what you ask for"]);
    let asks =
        [("wishes", "true"), ("prizes", kindest.as_str()), ("power", "true"), ("names_us", "repo_url")];
    let sends = |title| [&[("title", title)][..], &asks[..]].concat();
    let asked = "select coalesce(array_agg(concat_ws(' ', p.title, z.name, n.power, n.quiet, p.names_us) order by p.id), '{}')
        from project p left join project_prize o on o.project_id = p.id left join prize z on z.id = o.prize_id
        left join project_need n on n.project_id = p.id";
    // What was ticked comes back with what was typed, and nothing of either is saved.
    let refused = pia.submit(submit, &sends("")).await.is(400);
    assert_eq!(ticked(&refused.body), [true, true, false, true]);
    let foreign = [("title", "Torch"), ("wishes", "true"), ("prizes", best.as_str())];
    pia.submit(submit, &foreign).await.is(400).body.has(&["value=\"Torch\""]);
    assert_eq!(one::<Vec<String>>(&pool, asked).await, [""; 0]);
    pia.submit(submit, &sends("Torch")).await.is(303);
    assert_eq!(one::<Vec<String>>(&pool, asked).await, ["Torch Kindest t f {repo_url}"]);
    let rows = "select array_agg(action order by seq) from audit_log where action like 'project.%'";
    assert_eq!(one::<Vec<String>>(&pool, rows).await, ["project.created", "project.wished"]);
    let torch: i64 = one(&pool, "select id from project").await;
    // A form that began as a new one may end as an edit of what it saved.
    let edit = format!("/projects/{torch}/edit");
    let refused = pia.submit(&edit, &sends("")).await.is(400);
    assert_eq!(ticked(&refused.body), [true, true, false, true]);
    refused.body.lacks(&["Save what you ask for"]);
    let changed = [("title", "Torch"), ("wishes", "true"), ("quiet", "true")];
    pia.submit(&edit, &changed).await.is(303);
    assert_eq!(one::<Vec<String>>(&pool, asked).await, ["Torch f t {}"]);
    // The form of its texts alone changes nothing of it.
    pia.submit(&edit, &[("title", "Flare")]).await.is(303);
    assert_eq!(one::<Vec<String>>(&pool, asked).await, ["Flare f t {}"]);
    pia.get(&edit).await.body.has(&["Save what you ask for"]);
}

#[database_test(event(&pool))]
async fn a_panel_sees_eligible_projects_only_and_its_tally_has_no_names(pool: PgPool, site: Site) {
    run(&pool, "insert into prize (event_id, name, rule) values (1, 'Oddest', 'panel')").await;
    let sql =
        "set session_replication_role = replica; update project set duplicate_of = 2 where title = 'Dune'";
    run(&pool, sql).await;
    let (org, jo, kim) = (site.browser("org"), site.browser("jo"), site.browser("kim"));
    let ballot = "/events/demo/prizes/1/panel";
    assert_eq!(jo.get(ballot).await.status, 404);
    let id = async |name: &str| {
        one::<i64>(&pool, &format!("select id from person where email = '{name}@x.example'"))
            .await
            .to_string()
    };
    let (jo_id, kim_id, ana_id) = (id("jo").await, id("kim").await, id("ana").await);
    let panel = format!("{PRIZES}/1/panel");
    assert_eq!(org.submit(&panel, &[("panel", &ana_id)]).await.status, 400, "no judge");
    assert_eq!(site.browser("both").submit(&panel, &[("panel", &jo_id)]).await.status, 403);
    assert_eq!(org.submit(&panel, &[("panel", &jo_id), ("panel", &kim_id)]).await.status, 303);
    assert!(jo.get("/judge").await.body.contains(ballot));
    let place = "insert into project_place (event_id, project_id, room, place)
                 select event_id, id, 'Hall', '7' from project where title = 'Tide'";
    run(&pool, place).await;
    let page = jo.get(ballot).await.text();
    assert!(page.contains("Hall, 7 Tide, Waves") && !page.contains("Dune"), "repeats win nothing: {page}");
    let told = site.api("jo").get(&format!("/api{ballot}")).await.json();
    let tide =
        told["eligible"].as_array().unwrap().iter().find(|project| project["title"] == "Tide").unwrap();
    assert_eq!((&tide["room"], &tide["place"], &told["order"]), (&json!("Hall"), &json!("7"), &json!([])));
    let nothing = [("choices", ""), ("choices-2", "")];
    jo.submit(ballot, &nothing).await.answers(400, "Choose a project for the 1st place.");
    for (order, status) in [(["3", ""], 400), (["2", "2"], 400), (["2", "1"], 303)] {
        let fields = [("choices", order[0]), ("choices-2", order[1])];
        assert_eq!(jo.submit(ballot, &fields).await.status, status, "{order:?}");
    }
    let twice = jo.submit(ballot, &[("choices", "1"), ("choices-2", "1")]).await.is(400);
    twice.says("Choose each project once.");
    let (stored, typed) = twice.body.split_once("id=\"eligible\"").unwrap();
    assert!(stored.contains(">Tide<"), "your order is what is stored: {stored}");
    assert_eq!(typed.matches(" checked").count(), 5, "what was typed comes back: {typed}");
    kim.submit(ballot, &[("choices", "1")]).await.is(303);
    let back = kim.submit(ballot, &nothing).await;
    kim.get(back.location()).await.says("Your order is taken back");
    kim.submit(ballot, &[("choices", "1")]).await.is(303);
    let tally = org.get(&format!("{PRIZES}/1")).await;
    tally.says("9 points, ahead of 0 in pairs, first for 1");
    // Judges sign what they wrote, which stands below the tally.
    let (order, _) = tally.body.split_once("id=\"comments\"").unwrap();
    assert!(tally.text().contains("2 of 2 panellists gave an order") && !order.contains("Kim"));
    let sql = "select string_agg(without_salt(after), '') from audit_log where action = 'ballot.ranked'";
    assert_eq!(one::<String>(&pool, sql).await, r#"{"choices":2}{"choices":1}{"choices":0}{"choices":1}"#);
    let path = format!("{PRIZES}/1/award");
    let fields = [("winner", "2"), ("version", "1"), ("reason", "Odder.")];
    org.submit(&path, &fields).await.is(303);
    kim.submit(ballot, &[("choices", "2")]).await.is(409).shows("its panel is closed");
    assert_eq!(org.submit(&panel, &[]).await.status, 409);
}

/// Everything that this organizer can try with a prize, as status and text.
async fn tried(site: &Site, who: &str) -> Vec<(u16, String)> {
    let client = site.browser(who);
    let mut seen = vec![];
    for path in [PRIZES.to_owned(), format!("{PRIZES}/1"), "/events/demo/prizes".to_owned()] {
        let page = client.get(&path).await;
        seen.push((page.status, page.text()));
    }
    let change = format!("{PRIZES}/1/change");
    for (name, eligibility, rule, version) in [
        ("Best", "all", "choice", "1"),
        ("Best", "opt-in", "rank", "1"),
        ("Best", "all", "rank", "1"),
        ("Best", "all", "rank", "9"),
    ] {
        let reply =
            client.submit(&change, &with(&terms(name, eligibility, rule), &[("version", version)])).await;
        seen.push((reply.status, reply.text()));
    }
    for act in ["remove", "award", "panel"] {
        let reply = client.submit(&format!("{PRIZES}/1/{act}"), &[("version", "1"), ("winner", "1")]).await;
        seen.push((reply.status, reply.text()));
    }
    let reply = client.submit(PRIZES, &[("one_each_was", "false"), ("one_each", "true")]).await;
    seen.push((reply.status, reply.text()));
    seen
}

#[database_test(event(&pool))]
async fn an_organizer_who_takes_part_cannot_tell_whether_a_prize_has_winners(pool: PgPool, site: Site) {
    run(&pool, "insert into prize (event_id, name, sponsor, description, rule) values (1, 'Best', 'Lumen', 'For light.', 'rank')").await;
    calibrated(&site).await;
    let before = tried(&site, "both").await;
    let path = format!("{PRIZES}/1/award");
    let fields = [("winner", "2"), ("version", "1")];
    site.browser("org").submit(&path, &fields).await.is(303);
    assert_eq!(winners(&pool).await, ["Best Tide"]);
    let after = tried(&site, "both").await;
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before, after);
    }
    // They describe prizes, and do not decide how they are won.
    let statuses: Vec<u16> = after.iter().map(|(status, _)| *status).collect();
    assert_eq!(statuses, [200, 200, 200, 403, 403, 303, 409, 403, 403, 403, 403]);
}

#[database_test(event(&pool))]
async fn an_organizer_who_takes_part_changes_no_name_of_a_prize(pool: PgPool, site: Site) {
    run(&pool, "insert into prize (event_id, name, rule) values (1, 'Wick', 'rank'), (1, 'Wax', 'choice')")
        .await;
    calibrated(&site).await;
    site.browser("org")
        .submit(&format!("{PRIZES}/1/award"), &[("winner", "2"), ("version", "1")])
        .await
        .is(303);
    let both = site.browser("both");
    let page = both.get(PRIZES).await;
    assert!(page.body.contains("change more than its description"), "{}", page.text());
    let form = page.fields(PRIZES);
    // With its name, the first prize would give away its winner.
    let fields: Vec<(&str, &str)> =
        form.iter().map(|(name, value)| (name.as_str(), swapped(value))).collect();
    assert_eq!(both.submit(PRIZES, &fields).await.status, 403);
    let one_name = with(&terms("Wicks", "all", "rank"), &[("version", "1")]);
    assert_eq!(both.submit(&format!("{PRIZES}/1/change"), &one_name).await.status, 403);
    assert_eq!(winners(&pool).await, ["Wick Tide"]);
    both.submit(PRIZES, &changed(&form, &[("prizes_0_description", "For light.")])).await.is(303);
    assert_eq!(one::<String>(&pool, "select description from prize where id = 1").await, "For light.");
}

#[database_test(event(&pool))]
async fn an_organizer_who_takes_part_adds_no_prize_once_a_review_exists(pool: PgPool, site: Site) {
    let add =
        async |who: &str, name: &str| site.browser(who).submit(PRIZES, &line(name, "all", "rank")).await;
    let refused = add("both", "Own").await.is(403);
    refused.shows("only organizers who take no part can decide how prizes are won");
    assert!(refused.body.contains("value=\"Own\""), "what was typed comes back: {}", refused.body);
    add("org", "Best").await.is(303);
    let offered = async || {
        let page = site.browser("both").get(PRIZES).await.is(200);
        ["New prize", "Add a line"].map(|what| page.body.contains(what))
    };
    assert_eq!(offered().await, [false, false], "the page offers what may be done");
    let sql =
        "set session_replication_role = replica; delete from review; set session_replication_role = origin";
    run(&pool, sql).await;
    assert_eq!(offered().await, [true, true]);
    add("both", "Early").await.is(303);
    let names = "select string_agg(name, ' ' order by id) from prize";
    assert_eq!(one::<String>(&pool, names).await, "Best Early");
}

#[database_test(event(&pool))]
async fn two_organizers_who_confirm_winners_do_not_overwrite_each_other(pool: PgPool, site: Site) {
    run(&pool, "insert into prize (event_id, name, rule) values (1, 'Best', 'choice')").await;
    let org = site.browser("org");
    let award = format!("{PRIZES}/1/award");
    let first = [("winner", "2"), ("version", "1"), ("reason", "Bright.")];
    assert_eq!(org.submit(&award, &first).await.status, 303);
    let page = org.get(&format!("{PRIZES}/1")).await.body;
    let seen = page.hidden("confirmed");
    let again = [("winner", "1"), ("version", "1"), ("reason", "Brighter."), ("confirmed", seen)];
    assert_eq!(org.submit(&award, &again).await.status, 303, "who saw the winners may replace them");
    assert_eq!(winners(&pool).await, ["Best Lamp"]);
    assert_eq!(org.submit(&award, &again).await.status, 409, "they are others by now");
    for wrong in ["yesterday", "0", "-1"] {
        let fields = [("winner", "1"), ("version", "1"), ("confirmed", wrong)];
        assert_eq!(org.submit(&award, &fields).await.status, 400, "{wrong}");
    }
}

#[database_test(event(&pool))]
async fn what_was_withdrawn_or_flagged_keeps_no_place_of_a_panel(pool: PgPool, site: Site) {
    run(&pool, "insert into prize (event_id, name, rule) values (1, 'Oddest', 'panel')").await;
    let orders = "insert into prize_panellist (event_id, prize_id, person_id, choices)
        select 1, 1, id, case email when 'jo@x.example' then '{2,3,1}'::bigint[] else '{1}' end
        from person where email in ('jo@x.example', 'kim@x.example')";
    run(&pool, orders).await;
    let tally = async || site.browser("org").get(&format!("{PRIZES}/1")).await.text();
    assert!(tally().await.contains("8 points"), "{}", tally().await);
    let sql = "update project set withdrawn_at = clock_timestamp(), withdrawal_reason = 'Gone' where id = 2;
         update project set duplicate_of = 1 where id = 3";
    run(&pool, sql).await;
    assert!(tally().await.contains("10 points"), "{}", tally().await);
}

#[database_test(event(&pool))]
async fn what_a_panellist_chose_counts_no_more_once_a_list_names_them_on_its_team(pool: PgPool, site: Site) {
    run(&pool, "insert into prize (event_id, name, rule) values (1, 'Oddest', 'panel')").await;
    let order = "insert into prize_panellist (event_id, prize_id, person_id, choices)
        select 1, 1, id, '{1,2}' from person where email = 'jo@x.example'";
    run(&pool, order).await;
    let tally = async || site.browser("org").get(&format!("{PRIZES}/1")).await.text();
    assert!(tally().await.contains("4 points"), "{}", tally().await);
    let listed = "insert into invitation (event_id, team_id, email, role, token_hash)
        select event_id, team_id, 'jo@x.example', 'participant', 'x' from project where id = 1";
    run(&pool, listed).await;
    tally().await.has(&["Tide", "5 points, ahead of 0 in pairs, first for 1"]);
    assert!(!tally().await.contains("4 points"), "{}", tally().await);
}

#[database_test(event(&pool))]
async fn a_panellist_chooses_nothing_that_they_have_a_conflict_with(pool: PgPool, site: Site) {
    run(&pool, "insert into prize (event_id, name, rule) values (1, 'Oddest', 'panel')").await;
    run(&pool, "update person set name = '' where email = 'jo@x.example'").await;
    let (org, jo) = (site.browser("org"), site.browser("jo"));
    let jo_id = one::<i64>(&pool, "select id from person where email = 'jo@x.example'").await.to_string();
    let panel = org.get(&format!("{PRIZES}/1")).await;
    assert!(panel.text().contains("jo@x.example"), "who gave no name goes by the address: {}", panel.text());
    assert_eq!(org.submit(&format!("{PRIZES}/1/panel"), &[("panel", &jo_id)]).await.status, 303);
    let ballot = "/events/demo/prizes/1/panel";
    assert_eq!(jo.submit(ballot, &[("choices", "2"), ("choices-2", "1")]).await.status, 303);
    let mine = [("project", "2"), ("kind", "employer")];
    assert_eq!(jo.submit("/events/demo/manage/assignments/conflicts/declare", &mine).await.status, 403);
    run(&pool, "update event set judging_close = now() + interval '1 hour'").await;
    assert_eq!(jo.submit("/events/demo/judge/conflicts/declare", &mine).await.status, 303);
    assert!(!jo.get(ballot).await.body.contains(">Tide, Waves<"));
    jo.submit(ballot, &[("choices", "2")]).await.answers(400, "you have a conflict of interest with");
    let tally = org.get(&format!("{PRIZES}/1")).await.text();
    tally.has(&["Lamp", "5 points, ahead of 0 in pairs, first for 1"]);
    assert!(!tally.contains("4 points"), "what was chosen before no longer counts: {tally}");
}

#[database_test(event(&pool))]
async fn who_joins_a_panel_with_others_holds_no_list_off_while_waiting_for_them(pool: PgPool, site: Site) {
    run(&pool, "insert into prize (event_id, name, rule) values (1, 'Oddest', 'panel')").await;
    let ids =
        "select array_agg(id::text order by id) from person where email in ('jo@x.example', 'kim@x.example')";
    let ids: Vec<String> = one(&pool, ids).await;
    // A list holds whom it names from its beginning.
    let mut list = pool.begin().await.unwrap();
    let named = "select from event_person where event_id = 1 and person_id = (select id from person where email = 'kim@x.example')
        for no key update";
    sqlx::query(named).execute(&mut *list).await.unwrap();
    let (org, panel) = (site.browser("org"), format!("{PRIZES}/1/panel"));
    let fields: Vec<(&str, &str)> = ids.iter().map(|id| ("panel", id.as_str())).collect();
    let (chosen, ()) = tokio::join!(org.submit(&panel, &fields), async {
        until_waiting(&pool, 1).await;
        let lock = "select pg_try_advisory_xact_lock(hashtextextended('listed', 1))";
        assert!(sqlx::query_scalar::<_, bool>(lock).fetch_one(&mut *list).await.unwrap());
        list.commit().await.unwrap();
    });
    assert_eq!(chosen.status, 303, "{}", chosen.text());
    assert_eq!(one::<i64>(&pool, "select count(*) from prize_panellist").await, 2);
}

//! An organizer's settings, windows, tracks and criteria.

use crate::prelude::*;

const SETTINGS: &str = "/events/demo/manage/settings";

/// The page of the criteria, the tracks and the questions.
const RUBRIC_PAGE: &str = "/events/demo/manage/settings/criteria";

async fn setup(pool: &PgPool) -> (Site, World) {
    let demo = Event::new("demo")
        .organizers(&["org", "other"])
        .tracks(&["Health", "Climate"])
        .judge("ada")
        .team("Lights", &["ana"])
        .project("Lamp", "Lights")
        .draft("Fog", "Lights")
        .create(pool)
        .await;
    (Site::new(pool).await, demo)
}

/// Sends a form as its page shows it, but for these fields.
async fn save(site: &Site, who: &str, form: &str, changes: &[(&str, &str)]) -> Reply {
    let action = if form.is_empty() { SETTINGS.to_owned() } else { RUBRIC_PAGE.to_owned() };
    let mut kept = site.browser(who).get(&action).await.fields(&action);
    // Of the rubric's lists the others are sent as they are shown, and of this one these lines alone.
    if !form.is_empty() {
        let version = format!("{form}_version");
        kept.retain(|(name, _)| *name == version || !name.starts_with(&format!("{form}_")));
    }
    site.browser(who).submit(&action, &changed(&kept, changes)).await
}

#[database_test(setup(&pool))]
async fn two_organizers_see_both_versions_and_nothing_is_overwritten_unseen(site: Site, demo: World) {
    let opened = site.browser("org").get(SETTINGS).await.fields(SETTINGS);
    let first = save(&site, "other", "", &[("name", "Theirs"), ("max_team_size", "7")]).await;
    assert_eq!(first.location(), "/events/demo/manage/settings?done=settings-saved");
    let late = site.browser("org").submit(SETTINGS, &changed(&opened, &[("name", "Mine")])).await;
    late.answers(409, "Another organizer saved other settings");
    let form = late.body.split("settings-theirs").nth(1).unwrap();
    assert!(form.contains("Theirs") && late.body.contains("value=\"Mine\""), "both are shown");
    assert_eq!(demo.one::<String>("select name from event where id = $1").await, "Theirs");
    // The page that shows both carries the new version, and theirs where mine changed nothing.
    let seen = late.fields(SETTINGS);
    assert!(seen.contains(&("max_team_size".to_owned(), "7".to_owned())), "{seen:?}");
    assert_eq!(site.browser("org").submit(SETTINGS, &changed(&seen, &[])).await.status, 303);
    assert_eq!(demo.one::<String>("select name || max_team_size from event where id = $1").await, "Mine7");
    let actions: Vec<String> = demo.audit().await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(actions, ["event.edited"; 3], "texts and terms, then texts");
}

#[database_test(setup(&pool))]
async fn one_save_writes_all_that_changed_or_nothing(site: Site, demo: World) {
    let opened = site.browser("org").get(SETTINGS).await.fields(SETTINGS);
    // Nothing changed: nothing is written, whatever others saved meanwhile.
    assert_eq!(save(&site, "other", "", &[("max_team_size", "7")]).await.status, 303);
    site.browser("org").submit(SETTINGS, &changed(&opened, &[("venue", "Old Mill")])).await.is(303);
    let stored = "select venue || ' ' || max_team_size from event where id = $1";
    assert_eq!(demo.one::<String>(stored).await, "Old Mill 7");
    // One slip in each part: all are named, nothing is stored, and all that was typed comes back.
    let slips = [
        ("name", " "),
        ("venue", "New Mill"),
        ("voting_close", "soon"),
        ("max_team_size", "0"),
        ("visit_minutes", "0"),
    ];
    let bad = save(&site, "org", "", &slips).await.is(400);
    for field in ["name", "voting_close", "max_team_size", "visit_minutes"] {
        assert!(bad.body.contains(&format!("href=\"#{field}\"")), "{field}: {}", bad.body);
    }
    let at = |what: &str, field: &str| bad.body.find(&format!(" {what}{field}\"")).unwrap();
    let mut asked = slips.map(|(field, _)| field).to_vec();
    asked.retain(|field| *field != "venue");
    asked.sort_by_key(|field| at("id=\"", field));
    let mut told = asked.clone();
    told.sort_by_key(|field| at("href=\"#", field));
    assert_eq!(told, asked, "errors come in the order of their fields");
    assert!(bad.body.contains("value=\"New Mill\""), "{}", bad.body);
    // What is folded is open where it was refused.
    let mut tags = bad.body.split("<details").skip(1).filter_map(|rest| rest.split('>').next());
    let fold = tags.find(|tag| tag.contains("settings-fold"));
    assert!(fold.is_some_and(|tag| tag.contains(" open")), "{}", bad.body);
    assert_eq!(demo.one::<String>(stored).await, "Old Mill 7");
    let rows = demo.audit().await.len();
    let both = [("venue", "New Mill"), ("voting_close", "2099-01-01T00:00"), ("max_team_size", "6")];
    assert_eq!(save(&site, "org", "", &both).await.status, 303);
    let actions: Vec<String> = demo.audit().await.into_iter().skip(rows).map(|(action, ..)| action).collect();
    assert_eq!(actions, ["window.set", "event.edited", "event.edited"], "a row for each part");
}

#[database_test(Event::new("demo").organizer("org").served(&pool))]
async fn one_save_is_judged_by_all_that_it_changes(demo: World, site: Site) {
    let sql = "update event set submissions_open = null, submissions_close = '2098-01-01', judging_open = null, judging_close = '2098-01-01',
             voting_mode = 'account', voting_open = '2097-01-01', voting_close = '2098-01-01', forget_on = '2098-02-01'
         where id = $1";
    demo.run(sql).await;
    // A vote needs an end before the day of forgetting, and no vote needs none.
    let off = [("voting_mode", "off"), ("voting_close", "")];
    assert_eq!(save(&site, "org", "", &off).await.status, 303);
    let vote = "select concat_ws(' ', voting_mode, extract(year from voting_close)) from event where id = $1";
    assert_eq!(demo.one::<String>(vote).await, "off");
    let late = [("voting_mode", "account"), ("voting_close", "2099-01-01T00:00")];
    save(&site, "org", "", &late).await.says("Choose a later day");
    assert_eq!(demo.one::<String>(vote).await, "off");
    let on = [("voting_mode", "account"), ("voting_close", "2098-01-01T00:00")];
    assert_eq!(save(&site, "org", "", &on).await.status, 303);
    assert_eq!(demo.one::<String>(vote).await, "account 2098");
    // What is fixed once judging opens can be chosen by the save that opens it.
    let opens = [("judging_open", "2020-01-01T00:00"), ("blind", "true")];
    assert_eq!(save(&site, "org", "", &opens).await.status, 303);
    assert!(demo.one::<bool>("select blind and judging_open < now() from event where id = $1").await);
}

#[database_test(Event::new("old").organizer("org").create(&pool))]
async fn judging_and_voting_start_from_the_last_event_and_only_a_save_confirms_it(old: World) {
    let (new, site) = Event::new("demo").organizer("org").served(&old.pool).await;
    let fill = [("do", "last"), ("venue", "Old Mill")];
    assert!(!site.browser("org").get(SETTINGS).await.text().contains("Start from"), "both are as usual");
    old.run("update event set visit_minutes = 6, reviews_per_project = 4 where id = $1").await;
    let page = site.browser("org").get(SETTINGS).await;
    page.says("Start from");
    let filled = site.browser("org").submit(SETTINGS, &changed(&page.fields(SETTINGS), &fill)).await.is(200);
    let sql = "select concat_ws(' ', visit_minutes, reviews_per_project, venue) from event where id = $1";
    let before = new.one::<String>(sql).await;
    assert!(!before.contains("Old Mill"), "not saved yet");
    site.browser("org").submit(SETTINGS, &changed(&filled.fields(SETTINGS), &[])).await.is(303);
    assert_eq!(new.one::<String>(sql).await, "6 4 Old Mill");
}

#[database_test(setup(&pool))]
async fn an_open_window_changes_once_its_effect_is_confirmed(site: Site, demo: World) {
    let (judging, voting) = (demo.window("judging").await, demo.window("voting").await);
    let closes = ("submissions_close", "2020-01-01T00:00");
    save(&site, "org", "", &[closes]).await.answers(400, "The close must come after the opening.");
    let mut fields = vec![("submissions_open", "2019-01-01T00:00"), closes];
    let asked = save(&site, "org", "", &fields).await;
    asked.answers(422, "Submissions close at once. 1 draft will not be judged");
    // A question is no error.
    asked.answers(422, "Not saved yet");
    asked.body.has(&["error-summary tone-warn"]);
    asked.body.lacks(&["Error: "]);
    assert!(!asked.body.contains("aria-invalid"), "{}", asked.body);
    let consent = asked.body.hidden("effects").to_owned();
    fields.extend([("effects", consent.as_str()), ("confirm", "true")]);
    assert_eq!(save(&site, "org", "", &fields).await.status, 303);
    let rows = demo.audit().await;
    assert_eq!(rows.len(), 1, "only the window that changed: {rows:?}");
    let (action, _, before, after) = &rows[0];
    assert_eq!((action.as_str(), before["stage"].as_str()), ("window.closed", Some("submissions")));
    assert_eq!(after["close"].as_str(), Some("2020-01-01T00:00:00Z"));
    // Moments that the form only showed are as they were, to the microsecond.
    assert_eq!((demo.window("judging").await, demo.window("voting").await), (judging, voting));
    // What was confirmed was this change, not another.
    fields.retain(|(name, _)| *name != "submissions_close");
    fields.push(("submissions_close", "2099-01-01T00:00"));
    let reopened = save(&site, "org", "", &fields).await;
    reopened.answers(422, "Submissions closed at 1 Jan 2020, 00:00 UTC and open again until");
    let consent = reopened.body.hidden("effects").to_owned();
    fields.retain(|(name, _)| *name != "effects");
    fields.push(("effects", &consent));
    assert_eq!(save(&site, "org", "", &fields).await.status, 303);
    assert_eq!(demo.audit().await.last().unwrap().0, "window.reopened");
}

#[database_test(setup(&pool))]
async fn windows_are_typed_in_the_zone_of_the_event(site: Site, demo: World) {
    let before = demo.window("judging").await;
    let zone = ("time_zone", "America/New_York");
    assert_eq!(save(&site, "org", "", &[zone]).await.status, 303);
    assert_eq!(demo.window("judging").await, before, "the zone moves no window");
    site.browser("org").get(SETTINGS).await.says("in the zone America/New_York");
    let times = [("judging_open", "2099-01-01T09:00"), ("judging_close", "2099-07-01T09:00")];
    assert_eq!(save(&site, "org", "", &times).await.status, 303);
    let hours = async || {
        let judging = demo.window("judging").await;
        [judging.open, judging.close].map(|at| at.unwrap().format("%H:%M").to_string())
    };
    assert_eq!(hours().await, ["14:00", "13:00"]);
    // What is typed beside another zone is its time; what is left keeps its moment.
    let both = [("time_zone", "Europe/Berlin"), ("judging_close", "2099-07-01T10:00")];
    assert_eq!(save(&site, "org", "", &both).await.status, 303);
    assert_eq!(hours().await, ["14:00", "08:00"]);
}

#[database_test(setup(&pool))]
async fn what_people_have_used_stays(site: Site, demo: World) {
    let terms = |mode: &'static str, votes: &'static str, floor: &'static str, rule: &'static str| {
        [
            ("review_rule", rule),
            ("voting_mode", mode),
            ("votes_per_voter", votes),
            ("max_team_size", "4"),
            ("reviews_per_project", "3"),
            ("review_floor", floor),
            ("visit_minutes", "6"),
        ]
    };
    assert_eq!(save(&site, "org", "", &terms("account", "3", "2", "need")).await.status, 303);
    let after = demo.audit().await.pop().unwrap().3;
    assert_eq!(after["voting_mode"], "account", "{after}");
    assert_eq!(after["review_rule"], "need", "{after}");
    assert_eq!(after["visit_minutes"].as_i64(), Some(6), "what differs");
    assert_eq!(after.get("votes_per_voter"), None, "what differs");
    demo.move_window("voting", (Some(-1), Some(1))).await;
    let sql = "insert into ballot (event_id, person_id, choices)
               select $1, p.id, array[pr.id] from person p, project pr where p.name = 'Ada' and pr.title = 'Lamp' returning id";
    demo.one::<i64>(sql).await;
    demo.move_window("judging", (Some(-1), Some(1))).await;
    let changed = [&terms("code", "2", "3", "even")[..], &[("blind", "true")]].concat();
    let refusal = save(&site, "org", "", &changed).await;
    refusal.answers(409, "People have voted in this way already");
    refusal.answers(409, "not go below 3");
    refusal.answers(409, "Judging has opened, so this stays");
    for field in ["review_rule", "review_floor", "blind"] {
        assert!(refusal.body.contains(&format!("href=\"#{field}\"")), "{field}: {}", refusal.body);
    }
    // Without a setting, the floor follows from the number of reviews.
    let reviews = async |number: &str| save(&site, "org", "", &[("reviews_per_project", number)]).await;
    assert_eq!(reviews("900").await.status, 303, "the floor is set");
    assert_eq!(reviews("3").await.status, 303);
    let floor = async |floor: &str| {
        let set = format!(
            "begin; set local session_replication_role = replica; update event set review_floor = {floor}; commit"
        );
        demo.run(&set).await;
    };
    floor("null").await;
    site.browser("org")
        .get(SETTINGS)
        .await
        .text()
        .has(&["A number that would change the review floor of 2 reviews is refused."]);
    let refusal = reviews("900").await;
    refusal.answers(409, "Judging has opened, so this stays");
    assert!(refusal.body.contains("href=\"#reviews_per_project\""), "{}", refusal.body);
    assert_eq!(reviews("2").await.status, 303, "a floor of two, as before");
    floor("2").await;
    let page = site.browser("org").get(SETTINGS).await.text();
    page.has(&[
        "People have voted in this way since",
        "this has been fixed since",
        "Judges have worked with this setting since",
    ]);
    assert_eq!(save(&site, "org", "", &terms("account", "5", "2", "need")).await.status, 303, "more votes");
    let bad = save(&site, "org", "", &terms("account", "x", "2", "need")).await;
    bad.answers(400, "Enter a whole number from 1 to 1000.");
}

#[database_test(setup(&pool))]
async fn tracks_are_renamed_ordered_added_and_removed(site: Site, demo: World) {
    let ids: Vec<i64> = demo.all("select id from track where event_id = $1 order by id").await;
    let (health, climate) = (ids[0].to_string(), ids[1].to_string());
    // Both names change hands, and the order turns.
    let swap = [
        ("tracks_0_id", health.as_str()),
        ("tracks_0_name", "Climate"),
        ("tracks_0_place", "2"),
        ("tracks_1_id", climate.as_str()),
        ("tracks_1_name", "Health"),
        ("tracks_1_place", "2"),
        ("tracks_2_name", "Art"),
        ("tracks_3_name", ""),
    ];
    assert_eq!(save(&site, "org", "tracks", &swap).await.status, 303);
    let sql = "select name || case when id = any(array(select id from track order by id limit 2))
                   then '' else ' (new)' end from track where event_id = $1 order by position";
    assert_eq!(demo.all::<String>(sql).await, ["Health", "Climate", "Art (new)"]);
    let sql = "update project set track_id = $1 where title = 'Lamp'";
    sqlx::query(sql).bind(ids[0]).execute(&demo.pool).await.unwrap();
    let remove = [
        ("tracks_0_id", climate.as_str()),
        ("tracks_0_name", "Health"),
        ("tracks_0_remove", "true"),
        ("tracks_1_id", health.as_str()),
        ("tracks_1_name", "Climate"),
        ("tracks_1_remove", "true"),
    ];
    save(&site, "org", "tracks", &remove).await.answers(409, "Projects or prizes are in the track");
    let twice = [
        ("tracks_0_id", health.as_str()),
        ("tracks_0_name", "Health"),
        ("tracks_1_id", health.as_str()),
        ("tracks_1_name", "Sea"),
    ];
    assert_eq!(save(&site, "org", "tracks", &twice).await.status, 404, "two lines of one track");
    // A line left out is one that goes.
    save(&site, "org", "tracks", &remove[..3]).await.is(409);
    let twice = [("tracks_0_name", "Art"), ("tracks_1_name", "ART")];
    save(&site, "org", "tracks", &twice)
        .await
        .answers(400, "Two tracks cannot share a name. Rename one of them.");
    let more = save(&site, "org", "tracks", &[("tracks_0_name", "Kept"), ("do", "more-tracks")]).await;
    assert!(more.status == 200 && more.body.contains("value=\"Kept\""), "{}", more.text());
    assert!(focused(&more, "tracks_1_name") && !focused(&more, "tracks_0_name"), "{}", more.body);
    assert!(!more.body.contains("tracks_2_name"), "one line more");
    let actions: Vec<String> = demo.audit().await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(actions, ["track.edited"]);
}

#[database_test(setup(&pool))]
async fn one_save_keeps_what_was_typed_in_every_list_of_the_page(site: Site, demo: World) {
    let opened = site.browser("org").get(RUBRIC_PAGE).await.fields(RUBRIC_PAGE);
    let typed = [
        ("criteria_0_name", "Craft"),
        ("tracks_0_name", "Care"),
        ("questions_0_label", "Hardware"),
        ("questions_0_kind", "text"),
        ("questions_0_shown_to", "all"),
    ];
    // A line more in one list: what was typed in the others comes back.
    let more = [&typed[..], &[("do", "more-tracks")]].concat();
    let more = site.browser("org").submit(RUBRIC_PAGE, &changed(&opened, &more)).await.is(200);
    more.body.has(&["value=\"Craft\"", "value=\"Care\"", "value=\"Hardware\""]);
    // So it does where some of them are refused, which is said of all at once, and nothing is saved.
    let refused = [&typed[..], &[("criteria_1_weight", "much"), ("tracks_1_name", "Care")]].concat();
    let refused = site.browser("org").submit(RUBRIC_PAGE, &changed(&opened, &refused)).await.is(400);
    refused.body.has(&["value=\"Craft\"", "value=\"Hardware\""]);
    refused.body.has(&["href=\"#criteria_1_weight\"", "href=\"#tracks_1_name\""]);
    assert!(demo.audit().await.is_empty());
    let saved = site.browser("org").submit(RUBRIC_PAGE, &changed(&opened, &typed)).await;
    saved.leads_to(&format!("{RUBRIC_PAGE}?done=rubric-saved"));
    let saved = site.browser("org").get(&format!("{RUBRIC_PAGE}?done=rubric-saved")).await;
    saved.says("The rubric is saved.");
    saved.body.has(&["value=\"Craft\"", "value=\"Care\"", "value=\"Hardware\""]);
    let actions: Vec<String> = demo.audit().await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(actions, ["rubric.edited", "track.edited", "event.edited"]);
    // The other organizer's page is from before that. A list that they left alone stays as it is now.
    let other =
        site.browser("other").submit(RUBRIC_PAGE, &changed(&opened, &[("tracks_1_name", "Air")])).await;
    other.answers(409, "Another organizer saved this while you had the page open");
    other.body.has(&["value=\"Craft\"", "value=\"Air\"", "value=\"Hardware\""]);
    let criteria: Vec<String> =
        demo.all("select name from criterion where event_id = $1 order by position").await;
    assert_eq!(criteria, ["Craft", "Impact"]);
}

/// Whether a field takes the focus as its page opens.
fn focused(page: &Reply, field: &str) -> bool {
    let (_, tag) = page.body.split_once(&format!("id=\"{field}\"")).unwrap();
    tag.split('>').next().unwrap().contains("autofocus")
}

/// The lines of the usual rubric, changed.
fn lines<'f>(ids: &'f [String], change: &[(&'static str, &'f str)]) -> Vec<(&'static str, &'f str)> {
    let mut fields = vec![
        ("criteria_0_id", ids[0].as_str()),
        ("criteria_0_name", "Quality"),
        ("criteria_0_key", "quality"),
        ("criteria_0_weight", "2"),
        ("criteria_0_min_value", "1"),
        ("criteria_0_max_value", "5"),
        ("criteria_1_id", ids[1].as_str()),
        ("criteria_1_name", "Impact"),
        ("criteria_1_key", "impact"),
        ("criteria_1_weight", "1"),
        ("criteria_1_min_value", "0"),
        ("criteria_1_max_value", "10"),
    ];
    fields.retain(|(name, _)| !change.iter().any(|(changed, _)| changed == name));
    fields.extend(change);
    fields
}

async fn criterion_ids(demo: &World) -> Vec<String> {
    demo.all("select id::text from criterion where event_id = $1 order by position").await
}

const RUBRIC: &str = "select concat_ws(' ', key, name, weight::real, min_value, max_value, guidance)
                      from criterion where event_id = $1 order by position, id";

#[database_test(setup(&pool))]
async fn criteria_change_freely_before_the_first_review(site: Site, demo: World) {
    let ids = criterion_ids(&demo).await;
    let change = lines(
        &ids,
        &[
            ("criteria_0_key", "impact"),
            ("criteria_1_key", "quality"),
            ("criteria_1_place", "1"),
            ("criteria_1_weight", "0.5"),
            ("criteria_2_name", "User value"),
            ("criteria_2_weight", "2.5"),
            ("criteria_2_min_value", "1"),
            ("criteria_2_max_value", "3"),
            ("criteria_2_guidance", "Somebody uses it."),
        ],
    );
    assert_eq!(save(&site, "org", "criteria", &change).await.status, 303);
    let expected = [
        "quality Impact 0.5 0 10 ",
        "impact Quality 2 1 5 ",
        "user_value User value 2.5 1 3 Somebody uses it.",
    ];
    assert_eq!(demo.all::<String>(RUBRIC).await, expected);
    assert_eq!(demo.audit().await.len(), 1);
    let bad = [
        ("criteria_0_name", "A"),
        ("criteria_0_weight", "0"),
        ("criteria_0_min_value", "5"),
        ("criteria_0_max_value", "5"),
    ];
    let bad = save(&site, "org", "criteria", &bad).await;
    bad.answers(400, "Enter a weight greater than 0");
    bad.answers(400, "The highest score must be above the lowest.");
    assert!(bad.body.contains("href=\"#criteria_0_weight\""), "the summary leads to the field");
}

#[database_test(setup(&pool))]
async fn the_preview_is_the_form_of_the_judges(site: Site, demo: World) {
    let ids = criterion_ids(&demo).await;
    let typed =
        lines(&ids, &[("criteria_0_name", "Craft"), ("criteria_1_weight", "heavy"), ("do", "preview")]);
    let page = save(&site, "org", "criteria", &typed).await.is(200);
    let preview = page.body.split("id=\"criteria-preview\"").nth(1).unwrap();
    assert!(preview.contains("name=\"score_quality\"") && preview.contains("Craft"), "{preview}");
    assert!(!preview.contains("score_impact"), "a line that cannot be read is left out");
    assert!(page.text().contains("Not saved yet."));
    let typed = lines(&ids, &[("criteria_0_name", "Craft"), ("do", "more-criteria")]);
    let more = save(&site, "org", "criteria", &typed).await;
    assert!(more.status == 200 && more.body.contains("value=\"Craft\""), "{}", more.text());
    assert!(focused(&more, "criteria_2_name") && !focused(&more, "criteria_1_name"), "{}", more.body);
    assert!(demo.audit().await.is_empty(), "a preview and a line change nothing");
}

#[database_test]
async fn a_review_locks_what_scores_rest_on(pool: PgPool) {
    let (demo, site) = Event::new("demo")
        .judging()
        .organizer("org")
        .judge("ada")
        .team("Lights", &["ana"])
        .project("Lamp", "Lights")
        .review_draft("ada", "Lamp", r#"{"quality": 4}"#)
        .served(&pool)
        .await;
    let ids = criterion_ids(&demo).await;
    for change in [("criteria_0_weight", "3"), ("criteria_0_max_value", "6"), ("criteria_1_remove", "true")] {
        let refusal = save(&site, "org", "criteria", &lines(&ids, &[change])).await;
        refusal.answers(409, "Judges of Demo have begun to review.");
    }
    let words =
        [("criteria_0_name", "Craft"), ("criteria_0_guidance", "Works well."), ("criteria_1_place", "1")];
    assert_eq!(save(&site, "org", "criteria", &lines(&ids, &words)).await.status, 303);
    let expected = ["impact Impact 1 0 10 ", "quality Craft 2 1 5 Works well."];
    assert_eq!(demo.all::<String>(RUBRIC).await, expected);
    let page = site.browser("org").get(&format!("{SETTINGS}/criteria")).await;
    assert!(page.text().contains("Since ") && page.body.contains("readonly"), "{}", page.text());
    assert!(!page.body.contains("criteria_0_remove"));
}

#[database_test(Event::new("demo").organizer("org").team("Lights", &["org"]).served(&pool))]
async fn an_organizer_who_takes_part_shapes_no_scores(demo: World, site: Site) {
    let ids = criterion_ids(&demo).await;
    let heavier = save(&site, "org", "criteria", &lines(&ids, &[("criteria_0_weight", "3")])).await;
    heavier.answers(403, "only organizers who take no part can change criteria, weights and ranges");
    let words = lines(&ids, &[("criteria_0_guidance", "Works well.")]);
    assert_eq!(save(&site, "org", "criteria", &words).await.status, 303);
}

#[database_test(setup(&pool))]
async fn an_organizer_leaves_where_another_remains(site: Site, demo: World) {
    let leave = format!("{SETTINGS}/leave");
    assert_eq!(site.browser("org").submit(&leave, &[]).await.location(), "/events/demo");
    assert_eq!(site.browser("org").get(SETTINGS).await.status, 403);
    site.browser("other").submit(&leave, &[]).await.answers(409, "You are the last organizer of “Demo”.");
    assert_eq!(demo.audit().await.last().unwrap().0, "organizer.left");
}

#[database_test]
async fn who_takes_part_moves_a_window_before_it_opens_and_never_after(pool: PgPool) {
    let demo = Event::new("demo").windows([(Some(-4), Some(-2)), (Some(-1), Some(2)), (Some(4), Some(6))]);
    let demo = demo.organizer("org").organizer("ana").team("Lights", &["ana"]).project("Lamp", "Lights");
    let demo = demo.create(&pool).await;
    run(&pool, "update event set voting_mode = 'account'").await;
    let site = Site::new(&pool).await;
    let form = async |who: &str, changed: (&str, &str)| {
        let first = save(&site, who, "", &[changed]).await;
        if first.status != 422 {
            return first;
        }
        let effects = first.body.hidden("effects").to_owned();
        save(&site, who, "", &[changed, ("confirm", "true"), ("effects", effects.as_str())]).await
    };
    for field in ["submissions_close", "judging_open", "judging_close"] {
        form("ana", (field, "2040-01-01T12:00"))
            .await
            .answers(403, "only organizers who take no part can move a window that has opened");
    }
    assert_eq!(form("ana", ("voting_close", "2040-01-01T12:00")).await.status, 303);
    let before = site.api("").get("/events/demo").await;
    assert!(!before.text().contains("opened again"), "{}", before.text());
    assert_eq!(form("org", ("submissions_close", "2040-01-01T12:00")).await.status, 303);
    // Everybody reads that it was closed before.
    site.api("").get("/events/demo").await.says("Submissions were opened again after the close:");
    assert!(
        demo.one::<bool>(
            "select submissions_reopened_at > now() - interval '1 hour' from event where id = $1"
        )
        .await
    );
}

#[database_test]
async fn who_takes_part_begins_changes_and_ends_no_vote_whose_window_has_opened(pool: PgPool) {
    let demo = Event::new("demo").windows([(Some(-4), Some(-2)), (Some(-1), Some(2)), (Some(-1), Some(2))]);
    let demo = demo.organizer("org").organizer("ana").team("Lights", &["ana"]).project("Lamp", "Lights");
    demo.create(&pool).await;
    let site = Site::new(&pool).await;
    let why = "only organizers who take no part can move a window that has opened";
    let vote = async |who: &str, mode: &str| save(&site, who, "", &[("voting_mode", mode)]).await;
    vote("ana", "account").await.answers(403, why);
    assert_eq!(vote("org", "account").await.status, 303);
    let more = async |who: &str, votes: &str| save(&site, who, "", &[("votes_per_voter", votes)]).await;
    more("ana", "9").await.answers(403, why);
    assert_eq!(more("org", "9").await.status, 303);
    for mode in ["off", "code"] {
        vote("ana", mode).await.answers(403, why);
    }
    assert_eq!(vote("org", "off").await.status, 303);
    // Without a vote, the number counts for nothing. One that opens later takes nothing from anybody.
    assert_eq!(more("ana", "5").await.status, 303);
    let later = [
        ("voting_open", "2040-01-01T12:00"),
        ("voting_close", "2040-02-01T12:00"),
        ("voting_mode", "account"),
    ];
    assert_eq!(save(&site, "ana", "", &later).await.status, 303);
}

#[database_test]
async fn who_takes_part_changes_tracks_and_words_of_the_rubric_until_a_review_exists(pool: PgPool) {
    let demo =
        Event::new("demo").judging().organizer("org").organizer("ana").judge("jo").team("Lights", &["ana"]);
    let (demo, site) =
        demo.team("Waves", &["bob"]).project("Tide", "Waves").assign("jo", "Tide").served(&pool).await;
    let ids = criterion_ids(&demo).await;
    let words = |said: &'static str| lines(&ids, &[("criteria_0_guidance", said)]);
    assert_eq!(save(&site, "ana", "criteria", &words("Works.")).await.status, 303);
    assert_eq!(save(&site, "ana", "tracks", &[("tracks_0_name", "Health")]).await.status, 303);
    run(&pool, "insert into review (assignment_id, event_id) select id, event_id from assignment").await;
    let why = "only organizers who take no part can change tracks and criteria once a review exists";
    save(&site, "ana", "criteria", &words("Works well.")).await.answers(403, why);
    save(&site, "ana", "tracks", &[("tracks_0_name", "Empty")]).await.answers(403, why);
    assert_eq!(save(&site, "org", "criteria", &words("Works well.")).await.status, 303);
}

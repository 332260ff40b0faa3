//! A whole event as one file: its content, who gets it, and that it is imported unchanged.

use crate::api::demo::SEEDED;
use crate::api::import::bundle;
use crate::prelude::*;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::{ImageFormat, Rgb, RgbImage};
use portal::export::{self, BundleExtent};
use portal::publish::calibrate;
use portal::setup::import_bundle;
use shared::provenance::{File, Verdict, check_files};
use sqlx::ConnectOptions as _;
use std::collections::BTreeMap;
use std::io::Cursor;
use words::findings::report_text;

/// The event's file as the command line gets it.
pub(crate) async fn exported(site: &Site, slug: &'static str) -> Value {
    let mut download = export::bundle(site.state.by(&SHELL).at(slug), BundleExtent::Whole).await.unwrap();
    let mut file = Vec::new();
    while let Some(part) = download.part().await.unwrap() {
        file.extend(part);
    }
    serde_json::from_slice(&file).unwrap()
}

/// Imports a file as a new event.
pub(crate) async fn imported(site: &Site, file: &Value, slug: &'static str) {
    let sent = import_bundle::read(file.to_string().as_bytes());
    let job = site.state.by(&SHELL).at(slug).write(async |call| import_bundle::import(call, sent).await);
    job.await.unwrap();
}

/// The file without what an import changes: moment, slug, ids, publication, runs and log.
fn lasting(mut file: Value) -> Value {
    for member in ["exported_at", "runs", "audit"] {
        assert!(file.as_object_mut().unwrap().remove(member).is_some(), "{member}");
    }
    file.as_object_mut().unwrap().remove("log_secret");
    let event = file["event"].as_object_mut().unwrap();
    assert!(event.remove("slug").is_some() && event.remove("results_published_at").is_some());
    let tracks = event["tracks"].as_array().unwrap().clone();
    let name = |id: &mut Value| {
        *id = tracks.iter().find(|t| t["id"] == *id).map_or(Value::Null, |t| t["name"].clone())
    };
    let each = |list: &mut Value, change: &dyn Fn(&mut Value)| {
        list.as_array_mut().unwrap().iter_mut().for_each(change)
    };
    each(&mut file["event"]["tracks"], &|t| name(&mut t["id"]));
    for of_judges in ["people", "invitations"] {
        each(&mut file[of_judges], &|p| {
            p.get_mut("tracks").and_then(Value::as_array_mut).into_iter().flatten().for_each(name);
        });
    }
    each(&mut file["projects"], &|p| {
        assert!(p.as_object_mut().unwrap().remove("id").is_some());
        name(&mut p["track"]);
        for fact in p.get_mut("evidence").and_then(Value::as_array_mut).into_iter().flatten() {
            assert!(fact.as_object_mut().unwrap().remove("id").is_some());
        }
    });
    each(&mut file["assignments"], &|a| assert!(a.as_object_mut().unwrap().remove("id").is_some()));
    each(&mut file["prizes"], &|z| name(&mut z["track"]));
    file
}

/// The members of two objects.
fn merged(mut a: Value, b: Value) -> Value {
    for (name, value) in b.as_object().unwrap() {
        a[name] = value.clone();
    }
    a
}

/// A WebP file of this size and of one colour, in base64.
fn picture_file(width: u32, height: u32) -> String {
    let mut file = Cursor::new(Vec::new());
    let picture = RgbImage::from_pixel(width, height, Rgb([10, 80, 120]));
    picture.write_to(&mut file, ImageFormat::WebP).unwrap();
    STANDARD.encode(file.into_inner())
}

#[test]
fn an_import_takes_no_file_that_only_looks_like_a_picture() {
    let read = |files: &[String]| {
        let mut file = bundle();
        file["pictures"] = json!([{ "project": "x", "alt": "", "files": files }]);
        import_bundle::read(file.to_string().as_bytes()).map(drop)
    };
    let refused = |files: &[String]| read(files).unwrap_err().fields.0.into_keys().collect::<Vec<_>>();
    assert!(read(&[picture_file(320, 200), picture_file(640, 400)]).is_ok());
    // The head of a WebP file of one pixel, and a head without any picture.
    let head = "UklGRhYAAABXRUJQVlA4IAoAAAAAAACdASoBAAEA".to_owned();
    let empty = [&b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0"[..], &[0; 10]].concat();
    for fake in [head, STANDARD.encode(empty)] {
        assert_eq!(refused(std::slice::from_ref(&fake)), ["pictures[0].files"], "{fake}");
        assert_eq!(refused(&[fake, picture_file(640, 400)]), ["pictures[0].files"]);
    }
    // One that says another size than that of the picture in it.
    let picture = STANDARD.decode(picture_file(90, 90)).unwrap().split_off(12);
    let length = u32::try_from(picture.len() + 22).unwrap().to_le_bytes();
    let framed = |side: u8| {
        let canvas = [0, 0, 0, 0, side, 0, 0, side, 0, 0];
        let head = [&b"RIFF"[..], &length, b"WEBPVP8X\x0a\0\0\0", &canvas].concat();
        STANDARD.encode([head, picture.clone()].concat())
    };
    assert!(read(&[framed(89)]).is_ok());
    assert_eq!(refused(&[framed(99)]), ["pictures[0].files"]);
}

/// The event `lamps` of the import's bundle with its vote over, organized by `org`; `root` is a site admin.
async fn lamps(pool: &PgPool) -> Site {
    let (_, site) = Event::new("demo").admin("root").organizer("org").person("sam").served(pool).await;
    let mut file = bundle();
    file["event"]["voting_open"] = json!("2026-01-01T18:30:00Z");
    file["event"]["voting_close"] = json!("2026-01-01T20:00:00Z");
    file["prizes"][0]["description"] = json!("For light.");
    file["event"]["one_prize_each"] = json!(true);
    file["event"]["contact_email"] = json!("help@x.example");
    file["event"]["venue"] = json!("Town hall, Graz");
    file["event"]["review_rule"] = json!("need");
    file["event"]["review_floor"] = json!(2);
    file["event"]["blind"] = json!(true);
    file["event"]["counts_looks"] = json!(true);
    file["event"]["second_organizer"] = json!(true);
    file["prizes"][0]["rule"] = json!("rank");
    let (asked, won) = (
        json!({"name": "Kindest", "sponsor": "Lumen Ltd", "opt_in": true, "reason": "Both were kind."}),
        json!({"winners": 2, "projects": ["y", "z"]}),
    );
    file["prizes"].as_array_mut().unwrap().push(merged(asked, won));
    let lamp = json!({"room": "Hall", "place": "A10", "needs_power": true, "needs_quiet": true, "prizes": ["Kindest"]});
    file["projects"][0] = merged(file["projects"][0].take(), lamp);
    file["projects"][0]["demo_url"] = json!("https://demo.example/lamp");
    file["projects"][0]["video_url"] = json!("https://video.example/lamp");
    file["projects"][0]["names_us"] = json!(["video_url"]);
    let (narrow, wide) = (picture_file(320, 200), picture_file(640, 400));
    file["pictures"] = json!([
        { "project": "x", "alt": "A lamp", "files": [narrow, wide] },
        { "project": "x", "alt": "", "files": [picture_file(90, 90)] },
    ]);
    file["event"]["form_questions"] = json!([
        {"key": "diet", "label": "Food", "kind": "text", "required": true, "shown_to": "organizers"},
        {"key": "stack", "label": "Language", "kind": "choice", "choices": ["Rust", "Go"], "shown_to": "judges"},
    ]);
    file["projects"][0]["answers"] = json!({"diet": "No nuts", "stack": "Go"});
    file["event"]["feedback_released"] = json!(true);
    file["event"]["feedback_criteria"] = json!(true);
    file["people"][1]["tracks"] = json!([7, 40]);
    file["event"]["forget_on"] = json!("2099-01-01T00:00:00Z");
    file["invitations"] = json!([
        {"email": "nina@y.example", "name": "Nina", "role": "judge", "external_id": "j9", "tracks": [40, 7], "review_cap": 4},
        {"email": "ola@y.example", "role": "participant", "team": "a", "created_at": "2026-01-01T08:00:00Z"},
    ]);
    file["assignments"][0]["review"] = json!({"comment": "So far.", "scores": {"impact": 0}});
    file["assignments"].as_array_mut().unwrap().push(
        json!({"person": "j", "project": "x", "status": "recused", "source": "pulled", "recused_reason": "A friend."}),
    );
    imported(&site, &file, "lamps").await;
    site
}

#[database_test(lamps(&pool))]
async fn a_bundle_without_pictures_is_the_same_but_for_them(pool: PgPool, site: Site) {
    let without = site.api("org").get("/api/events/lamps/export/bundle.json?pictures=0").await.is(200);
    assert_eq!(without.json()["pictures"], json!([]));
    let mut whole = lasting(exported(&site, "lamps").await);
    assert_eq!(whole["pictures"].as_array().unwrap().len(), 2);
    whole["pictures"] = json!([]);
    assert_eq!(lasting(without.json()), whole);
    imported(&site, &without.json(), "copy").await;
    assert_eq!(lasting(exported(&site, "copy").await)["pictures"], json!([]));
    let logged: String = one(&pool, "select after from audit_log where chain = 'lamps' and action = 'bundle.exported' order by seq limit 1").await;
    assert!(logged.contains("\"pictures\""), "{logged}");
}

#[database_test(lamps(&pool))]
async fn a_full_event_is_exported_and_imported_unchanged(site: Site) {
    let reply = site.api("org").get("/api/events/lamps/export/bundle.json").await.is(200);
    let header = |name: &str| reply.headers[name].to_str().unwrap();
    assert_eq!(header("content-type"), "application/json");
    assert_eq!(header("content-disposition"), "attachment; filename=\"lamps-bundle.json\"");
    assert_eq!(header("cache-control"), "private, no-store");
    let file = reply.json();
    let members: Vec<&str> = reply.body.split('"').filter(|m| file.get(*m).is_some()).take(3).collect();
    assert_eq!((members[0], &file["format"]), ("format", &json!("evenhand-bundle/1")));
    let refs = |list: &str| -> Vec<Value> {
        file[list].as_array().unwrap().iter().map(|entry| entry["ref"].clone()).collect()
    };
    let expected = json!([["p1", "p2", "p3", "p4", "p5"], ["t1", "t2"], ["pr1", "pr2", "pr3"]]);
    assert_eq!(json!([refs("people"), refs("teams"), refs("projects")]), expected);
    assert_eq!(file["event"]["criteria"][0]["weight"], "2.5");
    let expected = json!({"submitted_at": null, "comment": "So far.", "scores": {"impact": 0}});
    assert_eq!(file["assignments"][0]["review"], expected);
    assert_eq!(file["assignments"][2]["recused_reason"], "A friend.");
    assert_eq!(file["projects"][1]["duplicate_of"], "pr1");
    let tracks = &file["event"]["tracks"];
    assert_eq!(file["people"][1]["tracks"], json!([tracks[0]["id"], tracks[1]["id"]]));
    let expected = json!([
        {"person": "p3", "choices": ["pr2"], "cast_at": "2026-01-01T19:00:00Z"},
        {"person": null, "choices": ["pr1", "pr2"], "cast_at": "2026-01-01T19:30:00Z"}
    ]);
    assert_eq!(file["ballots"], expected);
    for (list, entries) in [("comments", 1), ("conflicts", 1), ("prizes", 2)] {
        assert_eq!(file[list].as_array().unwrap().len(), entries, "{list}");
    }
    let mut said = BTreeMap::new();
    filled_in("", &file, &mut said);
    let within = |way: &String| {
        said.keys().any(|w| w.starts_with(&format!("{way}[")) || w.starts_with(&format!("{way}.")))
    };
    let blank: Vec<&String> =
        said.iter().filter(|(way, told)| !**told && !within(way)).map(|(way, _)| way).collect();
    // An unchanged file proves nothing about a member that is empty everywhere.
    assert_eq!(blank, ["audit[].before", "audit[].ip", "event.results_published_at", "questions", "runs"]);
    imported(&site, &file, "again").await;
    assert_eq!(lasting(exported(&site, "again").await), lasting(file));
}

#[database_test]
async fn who_took_part_and_left_takes_part_in_the_copy_too(pool: PgPool) {
    let demo = Event::new("demo").organizer("org").organizer("ana").organizer("jo").person("cy");
    let (_, site) = demo.served(&pool).await;
    let part =
        "update event_person ep set judged = p.email = 'jo@x.example', on_team = p.email = 'ana@x.example'
        from person p where p.id = ep.person_id";
    sqlx::query(part).execute(&pool).await.unwrap();
    let left = "insert into team (event_id, name) select id, 'Sails' from event where slug = 'demo';
         insert into team (event_id, name) select id, 'Waves' from event where slug = 'demo';
         update event_person ep set team_ids = array(select id from team order by id) where ep.on_team";
    run(&pool, left).await;
    // Also who judged, and is only on a panel by now.
    let panel = "insert into event_person (event_id, person_id, judged)
             select e.id, p.id, true from event e, person p where e.slug = 'demo' and p.email = 'cy@x.example'
             on conflict (event_id, person_id) do update set judged = true;
         insert into prize (event_id, name, rule) select id, 'Best', 'panel' from event where slug = 'demo';
         insert into prize_panellist (prize_id, event_id, person_id)
             select z.id, z.event_id, p.id from prize z, person p where p.email = 'cy@x.example'";
    run(&pool, panel).await;
    let file = exported(&site, "demo").await;
    let judged = file["people"].as_array().unwrap().iter().filter(|person| person["judged"] == true);
    assert_eq!(judged.count(), 2, "{file}");
    let ana = file["people"].as_array().unwrap().iter().find(|person| person["on_team"] == true).unwrap();
    assert_eq!(ana["past_teams"], json!(["t1", "t2"]), "whose reviews are left out of what they read");
    imported(&site, &file, "again").await;
    assert_eq!(lasting(exported(&site, "again").await), lasting(file));
    for slug in ["demo", "again"] {
        let path = format!("/api/events/{slug}/export/scores.csv");
        for (who, status) in [("org", 200), ("ana", 403), ("jo", 403)] {
            assert_eq!(site.api(who).get(&path).await.status, status, "{slug} {who}");
        }
    }
}

#[database_test(lamps(&pool))]
async fn open_invitations_come_along_without_their_links_and_nobody_is_told(pool: PgPool, site: Site) {
    // One that was mailed, with a card beside it, and others that were answered or are to a panel.
    let handed_out = "
        update invitation set sent_at = now(), sent_by = 'mail', opened_at = now(), card_hash = 'card', card_made_at = now(),
            token_hash = 'link' where email = 'nina@y.example';
        insert into invitation (event_id, email, role, token_hash, declined_at)
            select id, 'no@y.example', 'judge', 'd', now() from event where slug = 'lamps';
        insert into invitation (event_id, email, role, token_hash, withdrawn_at)
            select id, 'gone@y.example', 'judge', 'w', now() from event where slug = 'lamps';
        insert into invitation (event_id, email, role, token_hash, prize_id)
            select z.event_id, 'panel@y.example', 'panellist', 'p', z.id from prize z order by z.id limit 1";
    run(&pool, handed_out).await;
    let file = exported(&site, "lamps").await;
    let invited: Vec<&Value> =
        file["invitations"].as_array().unwrap().iter().map(|one| &one["email"]).collect();
    assert_eq!(invited, ["nina@y.example", "ola@y.example"]);
    imported(&site, &file, "again").await;
    assert_eq!(lasting(exported(&site, "again").await), lasting(file.clone()));
    let of_the_copy = "from invitation i join event e on e.id = i.event_id where e.slug = 'again'";
    let handed_out: i64 = one(
        &pool,
        &format!(
            "select count(*) {of_the_copy} and num_nonnulls(i.sent_at, i.sent_by, i.card_hash,
        i.opened_at, i.link_made_by) > 0"
        ),
    )
    .await;
    let known: i64 = one(
        &pool,
        &format!(
            "select count(*) {of_the_copy} and i.token_hash in (select token_hash from invitation o
        where o.event_id <> i.event_id)"
        ),
    )
    .await;
    let mails: i64 = one(&pool, "select count(*) from mail_outbox").await;
    assert_eq!((handed_out, known, mails), (0, 0, 0), "an organizer hands links out anew");
    // Who is invited to a team takes part, here as there: their account comes later.
    let takes_part = "insert into person (email, name, confirmed_at) values ('OLA@y.example', 'Ola', now());
        insert into event_person (event_id, person_id) select e.id, p.id from event e, person p
            where e.slug in ('lamps', 'again') and p.email = 'OLA@y.example'";
    run(&pool, takes_part).await;
    let sql = "select count(*) from event e join person p on p.email = 'OLA@y.example' where takes_part(e.id, p.id)";
    let taking: i64 = one(&pool, sql).await;
    assert_eq!(taking, 2);
}

#[database_test(lamps(&pool))]
async fn whom_a_list_named_comes_along_and_never_judges_that_team(pool: PgPool, site: Site) {
    let named = "insert into imported_member (event_id, team_id, email, lifted_reason)
        select p.event_id, p.team_id, m.email, m.reason
        from (select event_id, min(team_id) as team_id from project group by event_id) p,
            (values ('late@y.example', null), ('twin@y.example', 'A namesake.')) m(email, reason)
        where p.event_id = (select id from event where slug = 'lamps')";
    run(&pool, named).await;
    let file = exported(&site, "lamps").await;
    let listed: Vec<&Value> =
        file["teams"].as_array().unwrap().iter().filter_map(|team| team.get("listed")).collect();
    let said =
        json!([{ "email": "late@y.example" }, { "email": "twin@y.example", "lifted_reason": "A namesake." }]);
    assert_eq!(listed, [&said]);
    imported(&site, &file, "again").await;
    assert_eq!(lasting(exported(&site, "again").await), lasting(file));
    // They come to organize after the import: who is named takes part.
    let come = "insert into person (email, name, confirmed_at)
            values ('Late@y.example', 'Late', now()), ('twin@y.example', 'Twin', now());
        insert into event_person (event_id, person_id) select e.id, p.id from event e, person p
            where e.slug = 'again' and p.name in ('Late', 'Twin');
        insert into membership (event_id, person_id, role) select e.id, p.id, 'organizer' from event e, person p
            where e.slug = 'again' and p.name in ('Late', 'Twin')";
    run(&pool, come).await;
    let taking = "select string_agg(p.name, ' ') from event e, person p
        where e.slug = 'again' and p.name in ('Late', 'Twin') and takes_part(e.id, p.id)";
    assert_eq!(one::<String>(&pool, taking).await, "Late");
    // And to judge.
    let judge =
        "insert into membership (event_id, person_id, role) select e.id, p.id, 'judge' from event e, person p
        where e.slug = 'again' and p.name in ('Late', 'Twin')";
    run(&pool, judge).await;
    let kept_apart = "select distinct p.name from conflict c join person p on p.id = c.person_id
        join event e on e.id = c.event_id where e.slug = 'again' and p.name in ('Late', 'Twin')";
    assert_eq!(one::<String>(&pool, kept_apart).await, "Late");
}

#[database_test(lamps(&pool))]
async fn a_deleted_account_of_another_portal_is_no_account_of_this_one(pool: PgPool, site: Site) {
    let mut file = exported(&site, "lamps").await;
    let ours = "insert into person (email, name, deactivated_at)
        values ('deleted-5-here@deleted.invalid', 'Deleted account', now()) returning email";
    let ours: String = one(&pool, ours).await;
    let last = file["people"].as_array().unwrap().len() - 1;
    file["people"][last]["email"] = json!("deleted-5-there@deleted.invalid");
    imported(&site, &file, "again").await;
    let known = |file: &Value| file["people"][last]["email"].clone();
    let again = exported(&site, "again").await;
    assert_eq!(known(&again), "deleted-elsewhere-5-there@deleted.invalid");
    // The same file finds the same account, and ours is the one that it is.
    imported(&site, &file, "twice").await;
    assert_eq!(known(&exported(&site, "twice").await), known(&again));
    file["people"][last]["email"] = json!(ours);
    imported(&site, &file, "ours").await;
    assert_eq!(known(&exported(&site, "ours").await), json!(ours));
}

#[database_test]
async fn what_is_known_by_an_id_of_another_portal_is_left_and_no_team_is_asked_twice(pool: PgPool) {
    let site = lamps(&pool).await;
    let first = "select min(p.id) from project p join event e on e.id = p.event_id where e.slug = 'lamps'";
    let project: i64 = one(&pool, first).await;
    for other in [project, project + 1000] {
        let fact = json!({"kind": "same_work", "event": "lamps", "project": other, "how": "The repository."});
        let insert = format!(
            "insert into evidence (event_id, project_id, fact) select event_id, id, '{fact}' from project where id = {project}"
        );
        run(&pool, &insert).await;
    }
    let file = exported(&site, "lamps").await;
    let elsewhere = |file: &Value| -> Vec<i64> {
        let found = file["projects"][0]["evidence"].as_array().unwrap().iter();
        found.map(|one| one["fact"]["project"].as_i64().unwrap()).collect()
    };
    assert_eq!(elsewhere(&file), [project, project + 1000]);
    imported(&site, &file, "again").await;
    assert_eq!(elsewhere(&exported(&site, "again").await), [project]);
    let asked = "select count(*) from content_look l join event e on e.id = l.event_id
        where e.slug = 'again' and l.part = 'team' and l.done";
    assert_eq!(one::<i64>(&pool, asked).await, 1);
}

#[database_test(lamps(&pool))]
async fn the_day_of_forgetting_comes_along(site: Site) {
    let file = exported(&site, "lamps").await;
    imported(&site, &file, "again").await;
    let day = site.api("").get("/api/events/again").await.json()["forget_on"].clone();
    assert_eq!(day, "2099-01-01T00:00:00Z");
    let mut early = file;
    early["event"]["forget_on"] = json!("2026-01-01T12:00:00Z");
    let faults = import_bundle::read(early.to_string().as_bytes()).unwrap_err().fields.0;
    assert_eq!(faults.into_keys().collect::<Vec<_>>(), ["event.forget_on"]);
}

#[database_test(lamps(&pool))]
async fn a_withdrawn_project_and_more_time_for_a_team_come_along(pool: PgPool, site: Site) {
    let change = "
        insert into project_place (project_id, event_id, room, place)
            select p.id, p.event_id, 'Hall', 'W7' from project p join event e on e.id = p.event_id
            where e.slug = 'lamps' order by p.id limit 1
            on conflict (project_id) do update set room = excluded.room, place = excluded.place;
        update project set withdrawn_at = clock_timestamp(), withdrawal_reason = 'A test entry.'
            where id = (select min(p.id) from project p join event e on e.id = p.event_id where e.slug = 'lamps');
        insert into team_extension (event_id, team_id, closes_at, reason)
            select t.event_id, t.id, '2026-01-01T12:00:00Z', 'The power was out.'
            from team t join event e on e.id = t.event_id where e.slug = 'lamps' order by t.id limit 1";
    run(&pool, change).await;
    let file = exported(&site, "lamps").await;
    let project = &file["projects"][0];
    assert_eq!((&project["status"], &project["submitted_at"]), (&json!("draft"), &Value::Null));
    assert_eq!(project["withdrawal_reason"], json!("A test entry."));
    assert!(project["withdrawn_submitted_at"].is_string(), "{project}");
    assert_eq!(file["assignments"][1]["ended_with_project"], json!(true));
    assert_eq!(file["teams"][0]["more_time_reason"], json!("The power was out."));
    imported(&site, &file, "again").await;
    assert_eq!(lasting(exported(&site, "again").await), lasting(file.clone()));
    // Its place waits for it there, too, and is free until then.
    assert_eq!((&project["room"], &project["place"]), (&json!("Hall"), &json!("W7")));
    let back = "update project p set withdrawn_at = null from event e
        where e.id = p.event_id and e.slug = 'again' and p.withdrawn_at is not null";
    let placed = "select count(*) from project_place l join event e on e.id = l.event_id
        where e.slug = 'again' and (l.room, l.place) = ('Hall', 'W7')";
    assert_eq!(one::<i64>(&pool, placed).await, 0);
    run(&pool, back).await;
    assert_eq!(one::<i64>(&pool, placed).await, 1);
    for (member, wrong) in [
        ("/projects/0/withdrawal_reason", json!("")),
        ("/projects/0/withdrawn_submitted_at", Value::Null),
        ("/assignments/1/status", json!("pending")),
        ("/teams/0/more_time_until", Value::Null),
    ] {
        let mut broken = file.clone();
        *broken.pointer_mut(member).unwrap() = wrong;
        assert!(import_bundle::read(broken.to_string().as_bytes()).is_err(), "{member}");
    }
}

/// Every member of the file by its way from the top, and whether it holds anything anywhere.
fn filled_in(way: &str, value: &Value, said: &mut BTreeMap<String, bool>) {
    match value {
        Value::Object(object) if way.is_empty() || !object.is_empty() => {
            for (name, value) in object {
                filled_in(&format!("{way}{}{name}", if way.is_empty() { "" } else { "." }), value, said);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            list.iter().for_each(|value| filled_in(&format!("{way}[]"), value, said));
        }
        other => {
            let blanks = [json!(null), json!(""), json!([]), json!({}), json!(0), json!(false)];
            *said.entry(way.to_owned()).or_default() |= !blanks.contains(other);
        }
    }
}

#[database_test(SEEDED, Site::with(&pool, &["--demo", "on"]))]
async fn the_demo_events_are_exported_and_imported_unchanged(site: Site) {
    for (slug, copy) in [
        ("demo-submitting", "copy-submitting"),
        ("demo-judging", "copy-judging"),
        ("demo-voting", "copy-voting"),
        ("demo-published", "copy-published"),
    ] {
        let file = exported(&site, slug).await;
        imported(&site, &file, copy).await;
        let again = exported(&site, copy).await;
        assert_eq!((&again["runs"], &again["event"]["results_published_at"]), (&json!([]), &Value::Null));
        assert_eq!(again["audit"].as_array().unwrap().len(), 1, "{copy}");
        let (file, again) = (lasting(file), lasting(again));
        for (member, value) in file.as_object().unwrap() {
            assert_eq!(&again[member], value, "{member} of {slug}");
        }
    }
    // Imported reviews have no rows of their own. The row of the import has their digest, so nothing of a demo's bundle is left open.
    let trusted = site.keys().await;
    let signed = site.api("").get("/api/events/demo-published/results/signed").await.body;
    let check = |bundle: &Value| {
        let text = bundle.to_string();
        let files = [
            File { name: "results.json", bytes: signed.as_bytes() },
            File { name: "bundle.json", bytes: text.as_bytes() },
        ];
        check_files(&files, &trusted, None)
    };
    let mut file = exported(&site, "demo-published").await;
    let report = check(&file);
    assert_eq!(report.verdict(), Verdict::Holds, "{report:#?}");
    assert!(report_text(&report).contains("came with the import, as its row in the log confirms."));
    let project =
        file["projects"].as_array_mut().unwrap().iter_mut().find(|p| p["duplicate_of"] != json!(null));
    project.unwrap()["duplicate_of"] = json!(null);
    assert_eq!(check(&file).verdict(), Verdict::DoesNotHold);
}

#[database_test(lamps(&pool))]
async fn only_unconflicted_organizers_get_the_bundle_and_each_download_is_logged(pool: PgPool, site: Site) {
    let event = |slug| Event::new(slug).judged().organizer("both").judge("both").team("Lights", &["pia"]);
    event("mine").create(&pool).await;
    let over = event("over").judge("ada").project("Lamp", "Lights");
    over.review("ada", "Lamp", r#"{"quality": 3, "impact": 5}"#).create(&pool).await;
    calibrate::run(site.state.by(&SHELL).at("over")).await.unwrap();
    publish_in(&site, "over").await;
    let ask = async |who: &str, slug: &str| {
        site.api(who).get(&format!("/api/events/{slug}/export/bundle.json")).await
    };
    for (who, slug, status) in [
        ("", "lamps", 401),
        ("", "nowhere", 401),
        ("sam", "lamps", 403),
        ("both", "lamps", 403),
        ("org", "nowhere", 404),
        ("both", "over", 200),
        ("root", "lamps", 200),
    ] {
        assert_eq!(ask(who, slug).await.status, status, "{who} {slug}");
    }
    let (status, sentence) = ask("both", "mine").await.refusal();
    assert!(status == 403 && sentence.contains("You judge in this event"), "{status} {sentence}");

    let second = ask("org", "lamps").await;
    let log = second.json()["audit"].clone();
    let actions: Vec<_> = log.as_array().unwrap().iter().map(|row| row["action"].as_str().unwrap()).collect();
    let expected = ["event.imported", "bundle.exported", "bundle.completed"];
    assert_eq!(actions, expected, "it ends before its own rows");
    let sql = "select actor, action, object_id, without_salt(after) from audit_log where chain = 'lamps' order by seq desc limit 2";
    let rows: Vec<(String, String, String, String)> = all_rows(&pool, sql).await;
    let sha = sha256_hex(second.body.as_bytes());
    let row = |action: &str, after: Value| {
        ("org@x.example".to_owned(), action.to_owned(), "bundle".to_owned(), after.to_string())
    };
    let expected = [
        row("bundle.completed", json!({ "file_sha256": sha })),
        row("bundle.exported", json!({ "audit_rows": 3 })),
    ];
    assert_eq!(rows, expected);
}

#[database_test(lamps(&pool))]
async fn ballots_of_an_open_vote_and_removed_comments_are_left_out(pool: PgPool, site: Site) {
    run(&pool, "update event set voting_close = now() + interval '1h' where slug = 'lamps'").await;
    run(&pool, "update comment set removed_at = now()").await;
    let file = exported(&site, "lamps").await;
    assert_eq!((&file["ballots"], &file["comments"]), (&json!([]), &json!([])));
    sqlx::raw_sql("update event set voting_close = null, forget_on = null where slug = 'lamps'")
        .execute(&pool)
        .await
        .unwrap();
    assert_eq!(
        exported(&site, "lamps").await["ballots"],
        json!([]),
        "a vote that never closes has not closed"
    );
}

#[database_test(lamps(&pool))]
async fn commenters_are_among_the_people_without_a_role(site: Site) {
    let lamp = site.api("").get("/api/events/lamps/projects").await.json()[0]["id"].clone();
    let path = format!("/api/projects/{lamp}/comments");
    site.api("sam").post(&path, json!({"body": "From afar."})).await.is(201);
    let file = exported(&site, "lamps").await;
    let sam = file["people"].as_array().unwrap().iter().find(|p| p["email"] == "sam@x.example").unwrap();
    assert_eq!((&sam["roles"], &file["comments"][1]["person"]), (&json!([]), &sam["ref"]));
    imported(&site, &file, "again").await;
    assert_eq!(lasting(exported(&site, "again").await), lasting(file));
}

#[database_test(lamps(&pool))]
async fn the_command_line_prints_the_file(pool: PgPool, site: Site) {
    let run = async |words: &[&str]| {
        let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_evenhand"));
        command.env("DATABASE_URL", pool.connect_options().to_url_lossy().as_str());
        command.args(words).output().await.unwrap()
    };
    let done = run(&["export", "lamps"]).await;
    assert_eq!((done.status.code(), String::from_utf8_lossy(&done.stderr).as_ref()), (Some(0), ""));
    let sql = "select actor, after::json ->> 'file_sha256' from audit_log where action = 'bundle.completed'";
    let row: (String, String) = one_row(&pool, sql).await;
    assert_eq!(row, ("system".into(), sha256_hex(&done.stdout)));
    let printed: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(lasting(printed), lasting(exported(&site, "lamps").await));
    let missing = "There is no event with the slug “nowhere”.";
    let parted = "org@x.example is not joined to the provider of the single sign-on.";
    for (words, said) in [
        (["export", "nowhere"].as_slice(), missing),
        (["log", "new-origin", "nowhere", "--reason", "A backup"].as_slice(), missing),
        (["user", "part", "org@x.example"].as_slice(), parted),
    ] {
        let unknown = run(words).await;
        assert_eq!((unknown.status.code(), unknown.stdout.len()), (Some(1), 0));
        assert_eq!(String::from_utf8_lossy(&unknown.stderr), format!("evenhand: {said}\n"));
    }
}

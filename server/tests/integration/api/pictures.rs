//! Pictures of projects: who adds, changes and sees them, and what is refused.

use crate::api::rate_limits::use_up;
use crate::prelude::*;
use axum::body::to_bytes;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::{ImageFormat, Rgb, RgbImage};
use shared::picture::still_webp;
use std::io::Cursor;

/// A PNG file of one colour.
fn png(tone: u8, width: u32, height: u32) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    let picture = RgbImage::from_pixel(width, height, Rgb([tone, 80, 120]));
    picture.write_to(&mut file, ImageFormat::Png).unwrap();
    file.into_inner()
}

fn new_picture(tone: u8, alt: &str) -> Value {
    json!({ "picture": STANDARD.encode(png(tone, 700, 400)), "alt": alt })
}

/// Lamp, which is submitted, and Torch, a draft, of Pia's team; another team's member, a judge and an organizer.
async fn world(pool: &PgPool) -> (World, Site) {
    let event = Event::new("demo").organizer("olga").judge("ada").person("stranger");
    let event = event.team("Lights", &["pia"]).team("Waves", &["wim"]).project("Lamp", "Lights");
    event.draft("Torch", "Lights").project("Buoy", "Waves").served(pool).await
}

async fn pictures_of(world: &World, title: &str) -> String {
    format!("/api/projects/{}/pictures", world.project(title).await)
}

/// The ids and the texts of a project's pictures.
fn listed(reply: &Reply) -> Vec<(i64, String)> {
    let project = reply.json();
    let pictures = project["pictures"].as_array().unwrap_or_else(|| panic!("{}", reply.body));
    let one = |p: &Value| (p["id"].as_i64().unwrap(), p["picture"]["alt"].as_str().unwrap().to_owned());
    pictures.iter().map(one).collect()
}

/// The address of a project's largest file of the first picture.
fn address(reply: &Reply) -> String {
    let project = reply.json();
    let files = project["pictures"][0]["picture"]["files"].as_array().unwrap().clone();
    format!("/pictures/{}.webp", files.last().unwrap()["digest"].as_str().unwrap())
}

#[database_test(world(&pool))]
async fn a_team_adds_describes_orders_and_removes_pictures(world: World, site: Site) {
    let (pia, here) = (site.api("pia"), pictures_of(&world, "Lamp").await);
    let first = pia.post(&here, new_picture(10, "By day")).await.is(201);
    let shown = &first.json()["pictures"][0]["picture"];
    assert_eq!(json!([shown["width"], shown["height"], shown["alt"]]), json!([700, 400, "By day"]));
    let widths: Vec<_> = shown["files"].as_array().unwrap().iter().map(|f| f["width"].clone()).collect();
    assert_eq!(widths, [320, 640, 700]);
    let both = pia.post(&here, new_picture(90, "")).await;
    let [(day, _), (night, _)] = listed(&both)[..] else { panic!("{}", both.body) };
    let changed =
        pia.patch(&format!("{here}/{night}"), json!({ "alt": "By night", "first": true })).await.is(200);
    assert_eq!(listed(&changed), [(night, "By night".into()), (day, "By day".into())]);
    let file = address(&changed);
    assert_eq!(site.api("").send_with_bytes("GET", &file, &[]).await.status(), 200);
    let left = pia.delete(&format!("{here}/{night}")).await;
    assert_eq!((left.status, listed(&left)), (200, vec![(day, "By day".into())]));
    assert_eq!(site.api("").get(&file).await.status, 404, "the file goes with the picture");
    assert_eq!(pia.delete(&format!("{here}/{night}")).await.status, 404);
    let actions: Vec<String> = world.audit().await.into_iter().map(|(action, ..)| action).collect();
    let expected =
        ["picture.added", "picture.added", "picture.described", "picture.moved", "picture.removed"];
    assert_eq!(actions, expected);
    let logged: String = world.one("select string_agg(after, ' ') from audit_log where event_id = $1").await;
    assert!(logged.contains("sha256") && !logged.contains("By night"), "{logged}");
}

#[database_test(world(&pool))]
async fn four_are_the_most_and_the_same_one_is_added_once(world: World, site: Site) {
    let (pia, here) = (site.api("pia"), pictures_of(&world, "Lamp").await);
    for tone in [10, 60, 10, 110, 160] {
        pia.post(&here, new_picture(tone, "A lamp")).await.is(201);
    }
    let fifth = pia.post(&here, new_picture(210, "A lamp")).await;
    let said = json!({ "picture": ["A project has at most four pictures. Remove one first."] });
    assert_eq!((fifth.status, fifth.json()), (400, said));
    assert_eq!(pia.post(&here, new_picture(60, "A lamp")).await.status, 201, "it is there already");
    assert_eq!(world.one::<i64>("select count(*) from project_picture where event_id = $1").await, 4);
}

#[database_test(world(&pool))]
async fn a_file_is_kept_for_an_hour_where_everybody_sees_it(world: World, site: Site) {
    let added = site.api("pia").post(&pictures_of(&world, "Lamp").await, new_picture(10, "")).await;
    let (file, nobody) = (address(&added), site.api(""));
    let whole = nobody.send_with_bytes("GET", &file, &[]).await;
    let headers = whole.headers().clone();
    let header = |name: &str| headers[name].to_str().unwrap();
    assert_eq!(header("content-type"), "image/webp");
    assert_eq!(header("cache-control"), "public, max-age=3600");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert!(header("content-security-policy").starts_with("default-src 'none'"));
    let bytes = to_bytes(whole.into_body(), usize::MAX).await.unwrap();
    assert_eq!(still_webp(&bytes), Some((700, 400)));
    let digest = shared::audit::sha256_hex(&bytes);
    assert_eq!(file, format!("/pictures/{digest}.webp"));
    assert_eq!(header("etag"), format!("\"{digest}\""));
    let again = nobody.send_with_bytes("GET", &file, &[("if-none-match", header("etag"))]).await;
    assert_eq!((again.status().as_u16(), &again.headers()["etag"]), (304, &headers["etag"]));
    assert_eq!(again.headers()["cache-control"], "public, max-age=3600");
    let tags = format!("W/{}, \"0\", {0}", header("etag"));
    for (tags, status) in [(tags.as_str(), 304), ("*", 304), ("\"0\"", 200)] {
        let again = nobody.send_with_bytes("GET", &file, &[("if-none-match", tags)]).await;
        assert_eq!(again.status(), status, "{tags}");
    }
    let head = nobody.send_with_bytes("HEAD", &file, &[]).await;
    assert_eq!(head.status(), 200);
    assert!(to_bytes(head.into_body(), usize::MAX).await.unwrap().is_empty());
    for none in [
        "/pictures/x.webp",
        &file.to_uppercase(),
        &file.replace(".webp", ""),
        &format!("/pictures/{}.webp", "0".repeat(64)),
    ] {
        assert_eq!(nobody.get(none).await.status, 404, "{none}");
    }
}

#[database_test(world(&pool))]
async fn a_drafts_picture_is_seen_by_its_team_and_by_organizers(world: World, site: Site) {
    let version = async || world.one::<i64>("select version from event where id = $1").await;
    let before = version().await;
    let torch = world.project("Torch").await;
    let added = site.api("pia").post(&pictures_of(&world, "Torch").await, new_picture(10, "")).await;
    let file = address(&added);
    assert_eq!(version().await, before, "nothing public changed");
    let status = async |who: &str| {
        let token = format!("Bearer {}", crate::support::token(who));
        let headers = [("authorization", token.as_str())];
        let reply =
            site.api("").send_with_bytes("GET", &file, if who.is_empty() { &[] } else { &headers }).await;
        (reply.status().as_u16(), reply.headers()["cache-control"].to_str().unwrap().to_owned())
    };
    for who in ["", "stranger", "wim", "ada"] {
        assert_eq!(status(who).await, (404, "private, no-store".into()), "{who}");
    }
    for who in ["pia", "olga"] {
        assert_eq!(status(who).await, (200, "private, no-cache".into()), "{who}");
    }
    // The same picture in a project that everybody sees.
    let public = site.api("wim").post(&pictures_of(&world, "Buoy").await, new_picture(10, "")).await;
    assert_eq!(address(&public), file);
    assert!(version().await > before, "a list shows another picture");
    assert_eq!(status("").await.0, 200);
    let picture = listed(&public)[0].0;
    let buoy = world.project("Buoy").await;
    assert_eq!(site.api("wim").delete(&format!("/api/projects/{buoy}/pictures/{picture}")).await.status, 200);
    assert_eq!(status("").await.0, 404);
    site.api("pia").patch(&format!("/api/projects/{torch}"), json!({ "submit": true })).await.is(200);
    assert_eq!(status("").await.1, "public, max-age=3600");
}

#[database_test(world(&pool))]
async fn organizers_take_a_picture_down_at_any_time(world: World, site: Site) {
    let (pia, here) = (site.api("pia"), pictures_of(&world, "Lamp").await);
    for tone in [10, 60, 110] {
        assert_eq!(pia.post(&here, new_picture(tone, "A lamp")).await.status, 201);
    }
    let ids = async || -> Vec<i64> {
        world.all("select id from project_picture where event_id = $1 order by position").await
    };
    let before = ids().await;
    world.move_window("submissions", (Some(-3), Some(-1))).await;
    assert_eq!(pia.delete(&format!("{here}/{}", before[0])).await.status, 409);
    let left = site.api("olga").delete(&format!("{here}/{}", before[0])).await;
    assert_eq!((left.status, listed(&left).len()), (200, 2), "{}", left.body);
    assert_eq!(ids().await, before[1..]);
    // On the page, and as a site admin.
    let lamp = world.project("Lamp").await;
    let act = format!("/projects/{lamp}/pictures/{}/remove", before[2]);
    assert!(!site.browser("wim").get(&format!("/projects/{lamp}")).await.body.contains(&act));
    assert!(!site.browser("pia").get(&format!("/projects/{lamp}")).await.body.contains(&act));
    let olga = site.browser("olga");
    assert!(olga.get(&format!("/projects/{lamp}")).await.body.contains(&act));
    assert_eq!(site.browser("wim").submit(&act, &[]).await.status, 403);
    olga.submit(&act, &[]).await.leads_to(&format!("/projects/{lamp}"));
    assert_eq!(ids().await, before[1..2]);
    let (action, role, ..) = world.audit().await.pop().unwrap();
    assert_eq!((action.as_str(), role.as_str()), ("picture.removed", "organizer"));
}

#[database_test(world(&pool))]
async fn others_and_latecomers_change_nothing(world: World, site: Site) {
    let here = pictures_of(&world, "Lamp").await;
    let picture = listed(&site.api("pia").post(&here, new_picture(10, "")).await)[0].0;
    let one = format!("{here}/{picture}");
    let statuses = async |who: &str| {
        let caller = site.api(who);
        let add = caller.post(&here, new_picture(90, "")).await.status;
        [add, caller.patch(&one, json!({ "first": true })).await.status, caller.delete(&one).await.status]
    };
    assert_eq!(statuses("").await, [401; 3]);
    for who in ["wim", "ada", "stranger"] {
        assert_eq!(statuses(who).await, [403; 3], "{who}");
    }
    let olga = site.api("olga");
    assert_eq!(olga.post(&here, new_picture(90, "")).await.status, 403);
    assert_eq!(olga.patch(&one, json!({ "first": true })).await.status, 403);
    // A picture is changed by way of its own project only.
    let other = pictures_of(&world, "Buoy").await;
    assert_eq!(site.api("wim").delete(&format!("{other}/{picture}")).await.status, 404);
    world.move_window("submissions", (Some(-3), Some(-1))).await;
    assert_eq!(statuses("pia").await, [409; 3]);
    assert_eq!(world.one::<i64>("select count(*) from project_picture where event_id = $1").await, 1);
}

#[database_test(world(&pool))]
async fn what_is_wrong_is_said_beside_its_field(world: World, site: Site) {
    let (pia, here) = (site.api("pia"), pictures_of(&world, "Lamp").await);
    let nothing = pia.post(&here, json!({})).await;
    assert_eq!(
        (nothing.status, nothing.json()),
        (
            400,
            json!({ "picture": ["Choose a picture."], "alt": ["Say what the picture shows, or tick the box that says it only decorates."] })
        )
    );
    let text = STANDARD.encode("no picture");
    for (sent, field) in [
        (json!({ "picture": text, "alt": "" }), "is not a PNG, JPEG or WebP picture"),
        (json!({ "picture": "%%%", "alt": "" }), "is damaged or incomplete"),
        (json!({ "picture": 7, "alt": "" }), "This must be a string."),
        (json!({ "picture": STANDARD.encode(&png(1, 90, 90)[..60]), "alt": "" }), "is damaged or incomplete"),
    ] {
        let refused = pia.post(&here, sent).await;
        let said = refused.json()["picture"][0].as_str().unwrap_or_default().to_owned();
        assert!(refused.status == 400 && said.contains(field), "{}", refused.body);
    }
    let long = pia.post(&here, new_picture(10, &"a".repeat(301))).await;
    assert_eq!((long.status, long.json()["alt"].is_array()), (400, true));
    let large =
        pia.post(&here, json!({ "picture": STANDARD.encode(vec![0; 8 * 1024 * 1024 + 1]), "alt": "" })).await;
    assert_eq!(large.refusal(), (413, "The body is larger than 8\u{a0}MiB.".into()));
    let unseen = pia.post(&here, new_picture(10, "\u{200b}\u{2800}")).await;
    assert_eq!((unseen.status, unseen.json()["alt"].is_array()), (400, true));
}

#[database_test(world(&pool))]
async fn a_picture_may_weigh_8_mib_and_is_described_anew_where_it_comes_again(world: World, site: Site) {
    let (pia, here) = (site.api("pia"), pictures_of(&world, "Lamp").await);
    // What follows the end of a PNG file is no part of the picture.
    let file = [png(1, 90, 90), vec![0; 7 * 1024 * 1024]].concat();
    let sent = |alt: &str| json!({ "picture": STANDARD.encode(&file), "alt": alt });
    pia.post(&here, sent("A lamp")).await.is(201);
    let again = pia.post(&here, sent("A lamp at night")).await;
    let pictures = again.json()["pictures"].clone();
    assert_eq!(pictures.as_array().unwrap().len(), 1);
    assert_eq!(pictures[0]["picture"]["alt"], "A lamp at night");
    let gone = format!("/projects/{}/edit/pictures/999999", world.project("Lamp").await);
    let described = site.browser("pia").submit(&gone, &[("do", "describe"), ("alt", "Typed")]).await;
    let page = described.body;
    assert_eq!(described.status, 400, "{page}");
    assert!(page.contains("was removed meanwhile") && page.contains("Typed"), "{page}");
    assert_eq!(site.browser("pia").submit(&gone, &[("do", "remove")]).await.status, 303);
}

/// A form as a browser sends it, with one file.
fn form(file: Option<(&str, &[u8])>, fields: &[(&str, &str)]) -> Vec<u8> {
    let mut body = Vec::new();
    let (name, bytes) = file.unwrap_or(("", b""));
    body.extend(
        format!("--xyz\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"{name}\"\r\n\r\n")
            .bytes(),
    );
    body.extend(bytes);
    body.extend(b"\r\n");
    let token = portal::secrets::csrf_token(&crate::support::session("pia"));
    for (name, value) in fields.iter().chain(&[("csrfmiddlewaretoken", token.as_str())]) {
        body.extend(
            format!("--xyz\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n").bytes(),
        );
    }
    body.extend(b"--xyz--\r\n");
    body
}

#[database_test(world(&pool))]
async fn the_form_adds_a_picture_and_a_refused_one_keeps_what_was_typed(world: World, site: Site) {
    let (pia, lamp) = (site.browser("pia"), world.project("Lamp").await);
    let here = format!("/projects/{lamp}/edit/pictures");
    let kind = "multipart/form-data; boundary=xyz";
    let none = pia.post_bytes(&here, kind, form(None, &[("alt", "A lamp at dusk")])).await.is(400);
    none.shows("href=\"#picture\"");
    none.shows("value=\"A lamp at dusk\"");
    let unsaid = pia.post_bytes(&here, kind, form(Some(("lamp.png", &png(10, 20, 20))), &[])).await;
    unsaid.answers(400, "Say what the picture shows");
    // Text beside the tick is not dropped.
    let both = &[("alt", "A lamp at dawn"), ("decorates", "true")];
    let both = pia.post_bytes(&here, kind, form(Some(("lamp.png", &png(10, 20, 20))), both)).await.is(400);
    both.body.has(&["href=\"#alt\"", "value=\"A lamp at dawn\""]);
    both.text().has(&["Untick the box, or delete the text"]);
    let broken =
        pia.post_bytes(&here, kind, form(Some(("<b>.gif", b"GIF89a")), &[("decorates", "true")])).await;
    assert!(broken.body.contains("“&lt;b&gt;.gif” is not a PNG, JPEG or WebP picture."), "{}", broken.text());
    let added =
        pia.post_bytes(&here, kind, form(Some(("lamp.png", &png(10, 20, 20))), &[("alt", "A lamp")])).await;
    added.leads_to(&format!("/projects/{lamp}/edit#pictures"));
    pia.post_bytes(&here, kind, form(Some(("b.png", &png(90, 20, 20))), &[("decorates", "true")])).await;
    let ids: Vec<i64> =
        world.all("select id from project_picture where event_id = $1 order by position").await;
    let act = async |id: i64, fields: &[(&str, &str)]| pia.submit(&format!("{here}/{id}"), fields).await;
    let empty = act(ids[0], &[("do", "describe"), ("alt", " ")]).await.is(400);
    assert!(empty.body.contains(&format!("href=\"#alt-{}\"", ids[0])), "{}", empty.body);
    let both =
        act(ids[1], &[("do", "first"), ("alt", "A lamp at noon"), ("decorates", "true")]).await.is(400);
    both.body.has(&[&format!("href=\"#alt-{}\"", ids[1]), "value=\"A lamp at noon\""]);
    assert_eq!(act(ids[1], &[("do", "first"), ("alt", "")]).await.status, 303);
    assert_eq!(act(ids[0], &[("do", "first"), ("alt", "A lamp again")]).await.status, 303);
    let alts = "select picture ->> 'alt' from project_picture where event_id = $1 order by position";
    assert_eq!(world.all::<String>(alts).await, ["A lamp again", ""], "the text is saved with the order");
    assert_eq!(act(ids[0], &[("do", "describe"), ("alt", "Off")]).await.status, 303);
    assert_eq!(act(ids[1], &[("do", "remove")]).await.status, 303);
    let left: Vec<String> =
        world.all("select picture ->> 'alt' from project_picture where event_id = $1").await;
    assert_eq!(left, ["Off"]);
    let page = site.api("").get(&format!("/projects/{lamp}")).await;
    assert!(page.body.contains("alt=\"Off\"") && page.body.contains("/pictures/"), "{}", page.body);
    site.api("").get("/events/demo/projects").await.is(200);
    // Of another site's form, or without the token, nothing comes.
    let forged = String::from_utf8(form(None, &[])).unwrap().replace("csrfmiddlewaretoken", "x").into_bytes();
    assert_eq!(pia.post_bytes(&here, kind, forged).await.status, 403);
    world.move_window("submissions", (Some(-3), Some(-1))).await;
    pia.post_bytes(&here, kind, form(Some(("lamp.png", &png(10, 20, 20))), &[])).await.is(409);
}

#[database_test(world(&pool))]
async fn a_person_adds_a_few_pictures_in_a_minute(world: World, _: Site) {
    let site = Site::with(&world.pool, &["--limit-pictures=2"]).await;
    let (pia, here) = (site.api("pia"), pictures_of(&world, "Lamp").await);
    for tone in [10, 60] {
        assert_eq!(pia.post(&here, new_picture(tone, "A lamp")).await.status, 201);
    }
    use_up(&world.pool, "pictures", 60, 2).await;
    let third = pia.post(&here, new_picture(110, "A lamp")).await.is(429);
    assert_eq!(third.headers["ratelimit-policy"].to_str().unwrap(), "\"pictures\";q=2;w=60");
    // The form comes back with what was typed.
    let lamp = world.project("Lamp").await;
    let sent = form(Some(("lamp.png", &png(160, 20, 20))), &[("alt", "A lamp at dusk")]);
    let kind = "multipart/form-data; boundary=xyz";
    let page =
        site.browser("pia").post_bytes(&format!("/projects/{lamp}/edit/pictures"), kind, sent).await.is(429);
    assert!(page.headers.contains_key("retry-after") && page.body.contains("value=\"A lamp at dusk\""));
    assert_eq!(world.one::<i64>("select count(*) from project_picture where event_id = $1").await, 2);
    // Others add theirs.
    let other = pictures_of(&world, "Buoy").await;
    assert_eq!(site.api("wim").post(&other, new_picture(10, "A buoy")).await.status, 201);
}

#[database_test(world(&pool))]
async fn a_video_opens_where_it_is(world: World, site: Site) {
    let lamp = world.project("Lamp").await;
    let set = async |url: &str| {
        site.api("pia").patch(&format!("/api/projects/{lamp}"), json!({ "video_url": url })).await
    };
    let plain = set("http://youtu.be/x").await.is(400);
    assert_eq!(plain.json(), json!({ "video_url": ["The video’s address must begin with https://."] }));
    assert_eq!(set("https://www.youtube.com/watch?v=x").await.status, 200);
    let page = site.api("").get(&format!("/projects/{lamp}")).await;
    assert!(page.text().contains("Watch on YouTube") && !page.body.contains("<iframe"), "{}", page.text());
    let link = "href=\"https://www.youtube.com/watch?v=x\" rel=\"nofollow noopener ugc\"";
    assert!(page.body.contains(link), "{}", page.body);
}

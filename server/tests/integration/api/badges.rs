//! Certificates as Open Badges: who gets them, what they say of whom, and which were corrected.

use crate::prelude::*;
use crate::support::judged::dropped;
use crate::support::multipart::{KIND, form};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use portal::records::keys;
use portal::records::secret::Secret;
use shared::provenance::messages::Headline;
use shared::provenance::{File, Kind, bit_list, check_files, signature_holds};

const STATUS: &str = "/api/events/demo/badge-status";

fn decoded(part: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(part).unwrap()
}

/// The claims of a credential that a key in the site's DID document signed.
async fn claims(site: &Site, token: &str) -> Value {
    let document = site.api("").get("/.well-known/did.json").await.json();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let (header, claims) = signed.split_once('.').unwrap();
    let [header, claims] =
        [header, claims].map(|part| serde_json::from_slice::<Value>(&decoded(part)).unwrap());
    let methods = document["verificationMethod"].as_array().unwrap();
    let method = methods.iter().find(|method| method["id"] == header["kid"]).unwrap();
    let key: [u8; 32] = decoded(method["publicKeyJwk"]["x"].as_str().unwrap()).try_into().unwrap();
    assert!(signature_holds(&key, signed.as_bytes(), &decoded(signature)), "{token}");
    assert_eq!((&claims["iss"], &document["id"]), (&json!("did:web:portal.example"), &claims["iss"]));
    claims
}

async fn badge(site: &Site, who: &str, of: &str) -> Value {
    let reply = site.api(who).get(&format!("/api/{of}/badge?event=demo")).await.is(200);
    claims(site, &reply.body).await
}

/// The places in the list that a badge names.
fn places(badge: &Value) -> Vec<usize> {
    let entries = badge["credentialStatus"].as_array().into_iter().flatten();
    entries.map(|entry| entry["statusListIndex"].as_str().unwrap().parse().unwrap()).collect()
}

#[database_test(PUBLISHED)]
async fn a_badge_says_what_the_certificate_says_and_no_address_unless_its_owner_chooses_so(site: Site) {
    for (who, of, name) in [("j1", "judge", "J1"), ("p1", "participant", "P1")] {
        let path = format!("/api/{of}/badge?event=demo");
        let reply = site.browser(who).get(&path).await;
        assert_eq!(reply.headers["content-type"], "application/vc+jwt", "{}", reply.body);
        assert_eq!(reply.headers["cache-control"], "private, no-store");
        let saved = format!("attachment; filename=\"demo-{of}-badge.jwt\"");
        assert_eq!(reply.headers["content-disposition"], saved.as_str());
        let plain = claims(&site, &reply.body).await;
        let identifiers = &plain["credentialSubject"]["identifier"];
        assert_eq!(identifiers.as_array().map(Vec::len), Some(1));
        assert_eq!(json!([identifiers[0]["identityHash"], identifiers[0]["hashed"]]), json!([name, false]));
        let chosen = claims(&site, &site.api(who).get(&format!("{path}&email=true")).await.body).await;
        let hashed = &chosen["credentialSubject"]["identifier"][1];
        let salted = format!("{}{}", email(who), hashed["salt"].as_str().unwrap());
        assert_eq!(hashed["identityHash"], json!(format!("sha256${}", sha256_hex(salted.as_bytes()))));
        assert_ne!(plain["id"], chosen["id"]);
        let record = site.api(who).get(&format!("/api/{of}/record?event=demo")).await.json();
        let done = match record["payload"]["projects"].get(0) {
            None => format!("Reviewed {} projects", record["payload"]["assignments"]["done"]),
            Some(project) => {
                format!("A project of the team Team 1. Rank {} of {}.", project["rank"], project["of"])
            }
        };
        for badge in [plain, chosen] {
            let said = badge["evidence"][0]["description"].as_str().unwrap();
            assert!(said.starts_with(&done), "{said} and not {done}");
            assert!(!badge.to_string().contains(&email(who)), "{badge:#}");
        }
    }
    // Our own check takes it as well, offline and by the API.
    let saved = site.api("j1").get("/api/judge/badge?event=demo").await.body;
    let files = [File { name: "judge.jwt", bytes: saved.as_bytes() }];
    let found = check_files(&files, &site.keys().await, None).files.remove(0);
    assert_eq!((found.kind, found.is_whole()), (Kind::Badge, true), "{found:#?}");
    let headers = [("content-type", "application/json")];
    let checked = async |token: &str| {
        let reply = site.api("").send_with("POST", "/api/verify", &headers, token.to_owned()).await;
        (reply.status, reply.json()["valid"].clone())
    };
    assert_eq!(checked(&saved).await, (200, json!(true)));
    let (signed, _) = saved.rsplit_once('.').unwrap();
    assert_eq!(checked(&format!("{signed}.{}", "A".repeat(86))).await, (200, json!(false)));
    // A key that was replaced is still in the document.
    let old = site.api("j1").get("/api/judge/badge?event=demo").await.body;
    let shell = Caller::shell();
    site.state
        .by(&shell)
        .write(async |call| keys::rotate(call, &Secret::from_bytes([8; 32])).await)
        .await
        .unwrap();
    claims(&site, &old).await;
}

#[database_test(JUDGED)]
async fn what_leaves_the_portal_says_that_results_are_provisional(site: Site) {
    calibrated(&site).await;
    let wish = [
        ("run", "1"),
        ("consent", "true"),
        ("provisional", "true"),
        ("until", "2099-01-01T10:00"),
        ("owed", "Public code"),
    ];
    site.browser("org").submit("/events/demo/manage/calibration/publish", &wish).await.is(303);
    let badge = badge(&site, "p3", "participant").await;
    let said = badge["evidence"][0]["description"].as_str().unwrap();
    assert!(said.contains(" in provisional results."), "{said}");
    site.api("").get("/feed.atom").await.shows("<summary>Provisional results are out.</summary>");
    let page = site.api("").get("/events/demo/results").await.body;
    assert!(page.contains("property=\"og:description\" content=\"Provisional results. First of "), "{page}");
}

#[database_test(PUBLISHED)]
async fn the_list_says_which_badges_a_correction_made_wrong(demo: World, site: Site) {
    let list = async || {
        let reply = site.api("").get(STATUS).await;
        assert_eq!(reply.headers["content-type"], "application/vc+jwt", "{}", reply.body);
        assert_eq!(reply.headers["access-control-allow-origin"], "*");
        assert_eq!(reply.headers["vary"], "Authorization, Cookie, Accept");
        claims(&site, &reply.body).await["credentialSubject"]["encodedList"].clone()
    };
    let before = badge(&site, "p3", "participant").await;
    let saved = async || site.api("p3").get("/api/participant/badge?event=demo").await.body;
    let old = saved().await;
    let expected = json!(format!("http://portal.example{STATUS}"));
    assert_eq!(before["credentialStatus"][0]["statusListCredential"], expected);
    assert_eq!(places(&badge(&site, "j1", "judge").await), [0_usize; 0], "a judge has no rank");
    assert_eq!(list().await, json!(bit_list(&[])), "nothing was corrected");
    dropped(&demo, 3).await;
    calibrated(&site).await;
    let wish = [("run", "2"), ("consent", "true"), ("reason", "A judge mixed up two projects.")];
    let publish = "/events/demo/manage/calibration/publish";
    assert_eq!(site.browser("org").submit(publish, &wish).await.status, 303);
    let after = badge(&site, "p3", "participant").await;
    let sql = "select publication_id, project_id, rank, ranked from published_place order by 1, 2";
    let published: Vec<(i64, i64, i32, i32)> = all_rows(&demo.pool, sql).await;
    let newest = published.last().unwrap().0;
    let now = |project: i64| published.iter().find(|place| (place.0, place.1) == (newest, project));
    let wrong = |place: &(i64, i64, i32, i32)| now(place.1).map(|n| (n.2, n.3)) != Some((place.2, place.3));
    let wrong: Vec<bool> = published.iter().map(wrong).collect();
    assert_eq!(list().await, json!(bit_list(&wrong)));
    let of = |badge: &Value| places(badge).iter().map(|at| wrong[*at]).collect::<Vec<_>>();
    assert_eq!((of(&before), of(&after)), (vec![true], vec![false]));
    // Our own check says it too: of a badge beside the list, and on the site of the badge alone.
    let (new, status, keys) = (saved().await, site.api("").get(STATUS).await.body, site.keys().await);
    for (token, holds) in [(&old, false), (&new, true)] {
        let files = [("badge.jwt", token.as_str()), ("status.jwt", status.as_str())];
        let files = files.map(|(name, text)| File { name, bytes: text.as_bytes() });
        let found = check_files(&files, &keys, None).files;
        assert_eq!((found[0].is_whole(), found[1].is_whole()), (holds, true), "{found:#?}");
        assert_eq!(found[0].headline == Some(Headline::BadgeCorrected), !holds, "{found:#?}");
        let told = site.api("").post_text("/api/verify", token.clone()).await.json();
        let corrected = if holds { json!(null) } else { json!(2) };
        assert_eq!((&told["valid"], &told["superseded_by"]), (&json!(true), &corrected), "{told}");
        let page = site
            .api("")
            .send_with("POST", "/verify", &[KIND], form(&[("badge.jwt", token.as_str())], &[]))
            .await;
        let words = if holds {
            "This Open Badge is genuine.<"
        } else {
            "but a correction has changed what it says.<"
        };
        assert!(page.body.contains(words), "{}", page.body);
    }
    // While the community votes, ranks are hidden, and with them what became of them.
    demo.run("update event set voting_mode = 'account', voting_open = null, voting_close = null").await;
    assert_eq!(site.api("").get(STATUS).await.status, 404);
    assert_eq!(places(&badge(&site, "p3", "participant").await), [0_usize; 0]);
}

#[database_test(JUDGED)]
async fn before_publication_a_badge_has_no_rank_and_no_status(site: Site) {
    let badge = badge(&site, "p1", "participant").await;
    assert!(badge.get("credentialStatus").is_none() && !badge.to_string().contains("Rank "), "{badge:#}");
    assert_eq!(site.api("").get(STATUS).await.status, 404);
}

#[database_test]
async fn without_submitted_work_there_is_no_badge(pool: PgPool) {
    let event = Event::new("demo").judging().judge("ada").team("Lights", &["pia"]).team("Waves", &["bob"]);
    let event = event.project("Lamp", "Lights").draft("Fog", "Waves").assign("ada", "Lamp");
    let (_, site) = event.served(&pool).await;
    for (who, of, status) in [("ada", "judge", 404), ("bob", "participant", 404), ("pia", "participant", 200)]
    {
        let reply = site.api(who).get(&format!("/api/{of}/badge?event=demo")).await;
        assert_eq!(reply.status, status, "{who}: {}", reply.body);
        assert_eq!(site.api(who).get(&format!("/api/{of}/badge")).await.status, 400);
    }
}

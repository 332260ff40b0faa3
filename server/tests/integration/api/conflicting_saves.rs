//! A save that names its base version never overwrites another save.

use super::judge::{at_lamp, stored};
use crate::prelude::*;

async fn save(site: &Site, path: &str, base_version: &str, body: serde_json::Value) -> Reply {
    let bearer = format!("Bearer {}", token("ada"));
    let headers = [
        ("authorization", bearer.as_str()),
        ("if-match", base_version),
        ("content-type", "application/json"),
    ];
    site.api("").send_with("POST", path, &headers, body.to_string()).await
}

fn tag(reply: &Reply) -> &str {
    reply.headers["etag"].to_str().unwrap()
}

#[database_test(at_lamp(&pool))]
async fn a_save_from_elsewhere_is_not_overwritten(world: World, site: Site, path: String) {
    let first = save(&site, &path, "\"none\"", json!({ "scores": { "quality": 1 } })).await.is(200);
    let second = save(&site, &path, tag(&first), json!({ "scores": { "quality": 2 }, "comment": "Two" }))
        .await
        .is(200);
    for base_version in ["\"none\"", tag(&first), "\"nonsense\"", "", "W/\"x\", \"y\""] {
        let reply =
            save(&site, &path, base_version, json!({ "scores": { "quality": 3 }, "submit": false })).await;
        assert_eq!(reply.status, 412, "{base_version}: {}", reply.body);
        let sentence = reply.refusal().1;
        assert!(
            sentence.starts_with("This review was saved in another window or on another device at "),
            "{sentence}"
        );
    }
    let two = (json!({ "quality": 2 }), "Two".to_owned(), false);
    assert_eq!(stored(&world).await, ("pending".into(), Some(two)));
    assert_eq!(world.audit().await.len(), 2);
    // A save is accepted if it names the newest version among others, `*`, or no version.
    for base_version in [format!("\"x\", {}", tag(&second)), "*".to_owned()] {
        assert_eq!(
            save(&site, &path, &base_version, json!({ "comment": base_version })).await.status,
            200,
            "{base_version}"
        );
    }
    assert_eq!(site.api("ada").post(&path, json!({})).await.status, 200);
}

#[database_test(at_lamp(&pool))]
async fn a_save_sent_again_after_a_lost_answer_is_recognised(world: World, site: Site, path: String) {
    let body = json!({ "scores": { "quality": 4, "impact": 7 }, "comment": "Seen", "submit": true });
    let (first, again) = (
        save(&site, &path, "\"none\"", body.clone()).await,
        save(&site, &path, "\"none\"", body.clone()).await,
    );
    assert_eq!((first.status, again.status), (200, 200), "{}", again.body);
    assert_eq!((first.json(), tag(&first)), (again.json(), tag(&again)));
    assert_eq!(world.audit().await.len(), 1);
    // The same scores as a draft would withdraw the review, so this counts as another save.
    let draft = json!({ "scores": { "quality": 4, "impact": 7 }, "comment": "Seen", "submit": false });
    assert_eq!(save(&site, &path, "\"none\"", draft).await.status, 412);
    assert_eq!(stored(&world).await.0, "done");
}

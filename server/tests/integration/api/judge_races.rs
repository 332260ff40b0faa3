//! Saves outside the judging window, across its close, and at the same time.

use super::judge::{at_lamp, stored};
use crate::prelude::*;
use shared::window::utc;

#[database_test(at_lamp(&pool))]
async fn outside_the_window_every_save_is_409_with_its_times(world: World, site: Site, path: String) {
    let refused = async |sentence: String| {
        for body in ["{}", r#"{"submit": true}"#, r#"{"scores": {"quality": 99}}"#, "no json"] {
            let reply = site.api("ada").post_text(&path, body).await;
            assert_eq!(reply.refusal(), (409, sentence.clone()), "{body}");
        }
    };
    world.move_window("judging", (Some(1), Some(2))).await;
    let window = world.window("judging").await;
    let (open, close) = (window.open.unwrap(), window.close.unwrap());
    refused(format!("Judging for Demo open at {} and close at {}.", utc(open), utc(close))).await;
    world.move_window("judging", (Some(1), None)).await;
    let open = world.window("judging").await.open.unwrap();
    refused(format!("Judging for Demo open at {} and never close.", utc(open))).await;
    world.move_window("judging", (Some(-2), Some(-1))).await;
    let close = world.window("judging").await.close.unwrap();
    refused(format!("Judging for Demo closed at {}.", utc(close))).await;
    assert_eq!(stored(&world).await, ("pending".into(), None));
    world.move_window("judging", (None, None)).await;
    assert_eq!(site.api("ada").post(&path, json!({})).await.status, 200);
}

#[database_test(at_lamp(&pool))]
async fn a_save_that_waits_past_the_close_is_refused_as_it_commits(world: World, site: Site, path: String) {
    // The chain now has a head. A session that locks it keeps the next save from finishing.
    let other = format!("/api/judge/assignments/{}/review", world.assignment("ada", "Boat").await);
    assert_eq!(site.api("ada").post(&other, json!({})).await.status, 200);
    let mut holder = world.pool.begin().await.unwrap();
    sqlx::query("select from audit_head for update").execute(&mut *holder).await.unwrap();
    let ada = site.api("ada");
    let full = json!({ "scores": { "quality": 4, "impact": 7 }, "submit": true });
    let (reply, ()): (Reply, ()) = tokio::join!(ada.post(&path, full), async {
        until_waiting(&world.pool, 1).await;
        world.move_window("judging", (Some(-2), Some(-1))).await;
        holder.commit().await.unwrap();
    });
    let close = world.window("judging").await.close.unwrap();
    assert_eq!(reply.refusal(), (409, format!("Judging for Demo closed at {}.", utc(close))));
    assert_eq!(stored(&world).await, ("pending".into(), None));
    assert_eq!(world.audit().await.len(), 1);
}

#[database_test(at_lamp(&pool))]
async fn the_second_of_two_first_saves_at_once_sees_the_first(world: World, site: Site, path: String) {
    let ada = site.api("ada");
    let (one, two) = tokio::join!(
        ada.post(&path, json!({ "scores": { "quality": 1 } })),
        ada.post(&path, json!({ "scores": { "quality": 5 } })),
    );
    assert_eq!((one.status, two.status), (200, 200), "{} {}", one.body, two.body);
    let audit = world.audit().await;
    let [(.., nothing, first), (.., before, _)] = &audit[..] else { panic!("{audit:?}") };
    assert_eq!((&nothing["scores"], before), (&json!({}), first));
}

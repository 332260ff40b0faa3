//! A judged event: enough reviews to calibrate, and one of each kind that must be left out.

use super::world::UNLOGGED;
use super::{Event, MIGRATED, Site, Template, World, run};
use portal::call::By;
use portal::caller::Caller;
use portal::publish::{calibrate, publish};
use shared::ids::EventId;
use sqlx::PgPool;
use std::sync::LazyLock;
use store::database::Database;

/// Project, judge, quality, impact: what counts.
pub(crate) const REVIEWS: [(i64, &str, i64, i64); 17] = [
    (1, "j1", 5, 9),
    (1, "j2", 3, 6),
    (1, "Zoe", 4, 9),
    (2, "j1", 3, 4),
    (2, "j3", 2, 5),
    (2, "Zoe", 2, 3),
    (3, "j1", 5, 10),
    (3, "j2", 4, 7),
    (3, "j3", 5, 8),
    (3, "both", 4, 8),
    (4, "j2", 1, 2),
    (4, "j3", 2, 1),
    (4, "Zoe", 1, 4),
    (5, "j1", 4, 6),
    (5, "j2", 2, 5),
    (5, "j3", 3, 6),
    (5, "Zoe", 3, 7),
];

/// The lines of the digest, by the documented rule alone.
pub(crate) fn lines() -> String {
    let mut reviews = REVIEWS.map(|(project, judge, quality, impact)| {
        // (2·(q−1)/4 + 1·i/10) / 3 = (5(q−1) + i) / 30, of which no sixth decimal lies half way.
        (project, super::email(judge), (5 * (quality - 1) + impact) as f64 / 30.0)
    });
    reviews.sort_by(|a, b| (a.0, a.1.as_bytes()).cmp(&(b.0, b.1.as_bytes())));
    reviews.iter().map(|(project, judge, total)| format!("{project},{judge},{total:.6}\n")).collect()
}

/// A database with event `demo` alone, so that ids count from 1: judging open, no vote, two tracks. [`World::demo`] is it.
///
/// `org` organizes, `both` organizes and judges, `ana` organizes and is on team 1, `staff` is site admin,
/// `p1` to `p8` are one team each, `j1`, `j2`, `j3` and `Zoe` judge.
///
/// Projects 1 to 5 have [`REVIEWS`]; 6 repeats 1 and has a review; 7 has only a draft of `j1` and a review
/// from which `j2` stepped aside; 8 is a draft.
pub(crate) static JUDGED: Template = Template::on(&MIGRATED, "judged", |pool| Box::pin(judge(pool)));
/// The same, after one run by the command line.
pub(crate) static CALIBRATED: Template = Template::on(&JUDGED, "calibrated", |pool| {
    Box::pin(async move { assert_eq!(calibrated(&Site::new(&pool).await).await, 1) })
});
/// The same, with that run published.
pub(crate) static PUBLISHED: Template = Template::on(&CALIBRATED, "published", |pool| {
    Box::pin(async move { published(&Site::new(&pool).await).await })
});

async fn judge(pool: PgPool) {
    let mut demo = Event::new("demo").judging().track("Hardware").track("Software").admin("staff");
    demo = demo.organizers(&["org", "both", "ana"]);
    demo = demo.judges(&["j1", "j2", "j3", "Zoe", "both"]).team("Team 1", &["p1", "ana"]);
    for n in 2..=8 {
        demo = demo.team(&format!("Team {n}"), &[&format!("p{n}")]);
    }
    for n in 1..=7 {
        demo = demo.project(&format!("Project {n}"), &format!("Team {n}"));
    }
    demo = demo.draft("Project 8", "Team 8");
    for (project, judge, quality, impact) in REVIEWS {
        let scores = format!(r#"{{"quality": {quality}, "impact": {impact}}}"#);
        demo = demo.review(judge, &format!("Project {project}"), &scores);
    }
    let best = r#"{"quality": 5, "impact": 10}"#;
    demo = demo.review("j1", "Project 6", best).review_draft("j1", "Project 7", best);
    demo = demo.review("j2", "Project 7", best);
    demo.create(&pool).await;
    // Each in a transaction of its own, since windows are checked again at the commit.
    for step in [
        "update event set submissions_close = null",
        "update project set track_id = 1 + id % 2",
        "update project set duplicate_of = 1, duplicate_reason = 'same repository' where id = 6",
        "update event set submissions_close = now() - interval '2h'",
        "update assignment set status = 'recused' from person j
         where j.id = person_id and j.email = 'j2@x.example' and project_id = 7",
    ] {
        let begin = if step.starts_with("update event") { UNLOGGED } else { "" };
        run(&pool, &format!("begin; {begin}; {step}; commit")).await;
    }
}

/// The one event of a judged database.
pub(crate) const DEMO: EventId = EventId(1);
/// The command line, which acts as the system.
pub(crate) static SHELL: LazyLock<Caller> = LazyLock::new(Caller::shell);

/// One run by the command line.
pub(crate) async fn calibrated(site: &Site) -> i32 {
    calibrate::run(site.state.by(&SHELL).at("demo")).await.unwrap()
}

/// One run of the event with this slug, where no site is up yet.
pub(crate) async fn calibrated_in(pool: &PgPool, slug: &str) {
    calibrate::run(By::of(&Database::on_one_lane(pool.clone()), &SHELL).at(slug)).await.unwrap();
}

/// Publishes the latest run, as the first.
pub(crate) async fn published(site: &Site) {
    publish_in(site, "demo").await;
}

/// Publishes the latest run of the event with this slug, as the first.
pub(crate) async fn publish_in(site: &Site, slug: &'static str) {
    // The events of the tests are still being judged.
    let wish = shared::publish::Wish { consent: true, ..shared::publish::Wish::default() };
    let signer = site.state.signer.clone();
    let done = site
        .state
        .by(&SHELL)
        .at(slug)
        .write(async |call| publish::publish(call, Ok(wish), &signer).await)
        .await;
    done.unwrap();
}

/// A judge changes a score.
pub(crate) async fn rescored(demo: &World) {
    demo.run(r#"update review set scores = '{"quality": 1, "impact": 0}' where id = 1"#).await;
}

/// This project falls to the end: all its judges give it least.
pub(crate) async fn dropped(demo: &World, project: i64) {
    let sql = format!(
        r#"update review set scores = '{{"quality": 1, "impact": 0}}' where assignment_id in
               (select id from assignment where project_id = {project})"#
    );
    demo.run(&sql).await;
}

/// What this team was told, by notices.
pub(crate) async fn told(demo: &World, team: &str) -> Vec<String> {
    let sql = format!(
        "select n.body from notice n join team t on t.id = n.team_id
         where n.event_id = $1 and t.name = '{team}' order by n.id"
    );
    demo.all(&sql).await
}

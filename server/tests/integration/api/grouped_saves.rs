//! Judges who save at the same moment share a transaction, and nobody pays for another's mistake or slowness.

use super::judge::path;
use crate::prelude::*;
use futures_util::future::join_all;
use std::time::{Duration, Instant};
use store::connect;

const JUDGES: [&str; 3] = ["ada", "bo", "cy"];
const PROJECTS: [&str; 4] = ["Lamp", "Boat", "Kite", "Drum"];
const SAVES: usize = JUDGES.len() * PROJECTS.len();

/// Three judges with four projects each, and the paths of their reviews.
async fn hall(pool: &PgPool) -> (World, Vec<(&'static str, String)>) {
    let mut event = Event::new("demo").judging().judges(&JUDGES);
    for project in PROJECTS {
        event = event.team(project, &[&format!("of-{}", project.to_lowercase())]).project(project, project);
        for judge in JUDGES {
            event = event.assign(judge, project);
        }
    }
    let world = event.create(pool).await;
    let mut reviews = Vec::new();
    for judge in JUDGES {
        for project in PROJECTS {
            reviews.push((judge, path(&world, judge, project).await));
        }
    }
    (world, reviews)
}

/// All of them save at once, the `n`th with the comment "Note n".
async fn save_all(site: &Site, reviews: &[(&'static str, String)]) -> Vec<Reply> {
    let save = async |n: usize, judge: &str, path: &str| {
        let scores = json!({ "quality": 4, "impact": 7 });
        let review = json!({ "scores": scores, "comment": format!("Note {n}"), "submit": true });
        site.api(judge).post(path, review).await
    };
    join_all(reviews.iter().enumerate().map(|(n, (judge, path))| save(n, judge, path))).await
}

fn statuses(replies: &[Reply]) -> Vec<u16> {
    replies.iter().map(|reply| reply.status).collect()
}

/// Returns once all saves were counted, so that they wait for their turn or are about to.
async fn until_counted(world: &World) {
    let counted = "select coalesce(sum(count), 0) >= 12 from rate_count where limit_name = 'writes'";
    while !world.one::<bool>(counted).await {
        tokio::task::yield_now().await;
    }
}

/// Saves all of them while somebody holds the log's head, so that those who come later wait together.
async fn save_while_the_log_is_held(
    site: &Site,
    world: &World,
    reviews: &[(&'static str, String)],
) -> Vec<Reply> {
    let mut holder = world.pool.begin().await.unwrap();
    sqlx::query("lock table audit_head in exclusive mode").execute(&mut *holder).await.unwrap();
    let release = async {
        until_counted(world).await;
        holder.rollback().await.unwrap();
    };
    tokio::join!(save_all(site, reviews), release).0
}

#[database_test]
async fn judges_who_save_at_the_same_moment_share_a_transaction(pool: PgPool) {
    let (world, reviews) = hall(&pool).await;
    let site = Site::in_lanes(&pool, &[]).await;
    // First saves, and then saves over them.
    for _ in 0..2 {
        let replies = save_while_the_log_is_held(&site, &world, &reviews).await;
        assert_eq!(statuses(&replies), [200; SAVES]);
        run(&pool, "delete from rate_count").await;
    }
    let written = "select count(distinct xmin::text) from audit_log where action = 'review.submitted'";
    let transactions: i64 = world.one(written).await;
    assert!(transactions <= i64::try_from(SAVES).unwrap(), "{transactions} transactions");
    // Each review has its own scores and comment, and each save its own row of one chain.
    let sql = "select r.comment from review r join assignment a on a.id = r.assignment_id
              where a.status = 'done' and r.submitted_at = r.saved_at order by a.person_id, a.project_id";
    assert_eq!(world.all::<String>(sql).await, (0..SAVES).map(|n| format!("Note {n}")).collect::<Vec<_>>());
    let rows: i64 = world.one("select count(*) from audit_log where action = 'review.submitted'").await;
    assert_eq!(rows, i64::try_from(2 * SAVES).unwrap());
    let broken =
        "select count(*) from audit_log a join audit_log b on b.chain = a.chain and b.seq = a.seq + 1
                  where b.prev_hash <> a.row_hash";
    assert_eq!(world.one::<i64>(broken).await, 0);
}

#[database_test]
async fn what_a_rule_or_the_database_refuses_is_refused_alone(pool: PgPool) {
    let (world, mut reviews) = hall(&pool).await;
    let site = Site::in_lanes(&pool, &[]).await;
    let refuses = "create function refuse_note() returns trigger language plpgsql as $$
         begin
             if new.comment = 'Note 9' then perform refuse(409, 'recused', 'Not this one.'); end if;
             return new;
         end $$;
         create trigger refuse_note before insert on review for each row execute function refuse_note();";
    run(&pool, refuses).await;
    // Somebody else's assignment.
    reviews[5].0 = "ada";
    let replies = save_while_the_log_is_held(&site, &world, &reviews).await;
    let wanted: Vec<u16> =
        (0..SAVES).map(|n| [200, 404, 409][usize::from(n == 5) + 2 * usize::from(n == 9)]).collect();
    assert_eq!(statuses(&replies), wanted);
    assert_eq!(replies[9].refusal().1, "Not this one.");
    assert_eq!(world.one::<i64>("select count(*) from review where submitted_at is not null").await, 10);
}

#[database_test]
async fn a_review_that_somebody_holds_keeps_no_other_waiting(pool: PgPool) {
    let (world, reviews) = hall(&pool).await;
    // With more places for writes than wait.
    let site = Site::on(connect::pool((*pool.connect_options()).clone(), 20).await.unwrap(), &[]).await;
    // As many as there are groups at a time.
    let (held, others) = reviews.split_at(2);
    let mut holder = pool.begin().await.unwrap();
    for project in ["Lamp", "Boat"] {
        let id = world.assignment("ada", project).await;
        let lock = "select from assignment where id = $1 for update";
        sqlx::query(lock).bind(id).execute(&mut *holder).await.unwrap();
    }
    let wait = async { statuses(&save_all(&site, held).await) };
    let saved_meanwhile = async {
        until_waiting(&pool, 2).await;
        let begun = Instant::now();
        let replies = save_all(&site, others).await;
        // A row's lock is waited for up to 1.75 s.
        assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
        assert_eq!(statuses(&replies), [200; SAVES - 2]);
        holder.rollback().await.unwrap();
    };
    assert_eq!(tokio::join!(wait, saved_meanwhile).0, [200, 200]);
}

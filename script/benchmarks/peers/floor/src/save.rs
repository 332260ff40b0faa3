//! Saving a review: five round trips, one of them for the statements that write; then a flush for all who wait.

use crate::database::{Database, token_hash};
use crate::{Failed, Shared, answers};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Deserialize)]
pub struct Given {
    scores: BTreeMap<String, i32>,
    comment: String,
}

#[derive(Serialize)]
pub struct Saved {
    assignment: i64,
    submitted_at: chrono::DateTime<chrono::Utc>,
    weighted_total: f64,
}

pub async fn review(
    State(database): Shared,
    Path(id): Path<i64>,
    headers: HeaderMap,
    Json(given): Json<Given>,
) -> Result<Json<Saved>, Failed> {
    let hash = token_hash(answers::token(&headers));
    // A task of its own: a client that goes away must not leave a transaction open.
    tokio::spawn(save(database, id, hash, given)).await?.map(Json)
}

async fn save(database: Arc<Database>, id: i64, hash: Vec<u8>, given: Given) -> Result<Saved, Failed> {
    let taken = database.take().await;
    let on = &*taken;
    on.client.batch_execute("begin; set local synchronous_commit = off").await?;
    let done = async {
        let task = on.client.query_one(&on.task, &[&id, &hash]).await?;
        let (event, person): (i64, i64) = (task.get(0), task.get(1));
        let criteria = on.client.query(&on.criteria, &[&event]).await?;
        let mut total = 0.0;
        let mut weights = 0.0;
        for criterion in &criteria {
            let (key, weight, least, most): (&str, f64, i32, i32) =
                (criterion.get(0), criterion.get(1), criterion.get(2), criterion.get(3));
            let score = given.scores.get(key).filter(|score| (least..=most).contains(score));
            let score = score.ok_or_else(|| Failed(format!("{key} is not on its scale")))?;
            total += weight * f64::from(score - least) / f64::from(most - least);
            weights += weight;
        }
        let scores = serde_json::to_value(&given.scores)?;
        let text = scores.to_string();
        let write: [&(dyn tokio_postgres::types::ToSql + Sync); 4] = [&id, &event, &scores, &given.comment];
        let append: [&(dyn tokio_postgres::types::ToSql + Sync); 4] = [&event, &person, &id, &text];
        let (row, _) = tokio::try_join!(
            on.client.query_one(&on.write_review, &write),
            on.client.execute(&on.append, &append)
        )?;
        Ok::<_, Failed>(Saved {
            assignment: id,
            submitted_at: row.get(0),
            weighted_total: (total / weights * 1e6).round() / 1e6,
        })
    }
    .await;
    on.client.batch_execute(if done.is_ok() { "commit" } else { "rollback" }).await?;
    drop(taken);
    database.flushed().await?;
    done
}

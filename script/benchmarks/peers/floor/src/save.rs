//! Saving reviews in groups: all that wait are one transaction, two of which are under way at a time. Six round trips for a group,
//! however many are in it, then a flush for all who wait. Of each group, one statement locks the assignments and finds whose they are,
//! one writes the reviews, one appends to the chains. Each review is checked by itself.

use crate::database::{Connection, Database, token_hash};
use crate::{Failed, Shared, answers};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use tokio::sync::{Semaphore, mpsc, oneshot};

/// Most saves of a group.
const GROUP: usize = 64;
/// Groups at a time.
const AT_A_TIME: usize = 2;

#[derive(Deserialize)]
pub struct Given {
    scores: BTreeMap<String, i32>,
    comment: String,
}

#[derive(Serialize)]
pub struct Saved {
    assignment: i64,
    submitted_at: DateTime<Utc>,
    weighted_total: f64,
}

/// A save that waits for its group.
pub struct Save {
    id: i64,
    hash: Vec<u8>,
    given: Given,
    reply: oneshot::Sender<Result<Saved, Failed>>,
}

pub async fn review(
    State(database): Shared,
    Path(id): Path<i64>,
    headers: HeaderMap,
    Json(given): Json<Given>,
) -> Result<Json<Saved>, Failed> {
    let hash = token_hash(answers::token(&headers));
    let (reply, saved) = oneshot::channel();
    database.saves.send(Save { id, hash, given, reply }).map_err(|_| Failed("nobody saves".into()))?;
    saved.await?.map(Json)
}

/// Writes group after group. What comes while both are under way is in the next one.
pub async fn write_groups(database: Arc<Database>, mut waiting: mpsc::UnboundedReceiver<Save>) {
    let places = Arc::new(Semaphore::new(AT_A_TIME));
    let mut next: Vec<Save> = Vec::new();
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        if next.is_empty() && waiting.recv_many(&mut next, GROUP).await == 0 {
            return;
        }
        while next.len() < GROUP
            && let Ok(save) = waiting.try_recv()
        {
            next.push(save);
        }
        // Of two saves of one review, the second is in a later group.
        let mut seen = HashSet::new();
        let (group, later): (Vec<_>, Vec<_>) = next.drain(..).partition(|save| seen.insert(save.id));
        next = later;
        let database = Arc::clone(&database);
        tokio::spawn(async move {
            let written = write(&database, &group).await;
            drop(place);
            let flushed = database.flushed().await;
            match written.and_then(|written| flushed.map(|()| written)) {
                Ok(all) => {
                    for (save, saved) in group.into_iter().zip(all) {
                        let _ = save.reply.send(saved);
                    }
                }
                Err(Failed(why)) => {
                    for save in group {
                        let _ = save.reply.send(Err(Failed(why.clone())));
                    }
                }
            }
        });
    }
}

type Written = Vec<Result<Saved, Failed>>;

async fn write(database: &Database, group: &[Save]) -> Result<Written, Failed> {
    let on = database.take().await;
    on.client.batch_execute("begin; set local synchronous_commit = off").await?;
    let done = write_all(&on, group).await;
    on.client.batch_execute(if done.is_ok() { "commit" } else { "rollback" }).await?;
    done
}

struct Checked {
    event: i64,
    person: i64,
    scores: serde_json::Value,
    total: f64,
}

async fn write_all(on: &Connection, group: &[Save]) -> Result<Written, Failed> {
    let ids: Vec<i64> = group.iter().map(|save| save.id).collect();
    let hashes: Vec<&[u8]> = group.iter().map(|save| save.hash.as_slice()).collect();
    let tasks = on.client.query(&on.tasks, &[&ids, &hashes]).await?;
    let tasks: HashMap<i64, (i64, i64)> =
        tasks.iter().map(|row| (row.get(0), (row.get(1), row.get(2)))).collect();
    let events: BTreeSet<i64> = tasks.values().map(|(event, _)| *event).collect();
    let events: Vec<i64> = events.into_iter().collect();
    let criteria = on.client.query(&on.criteria_of, &[&events]).await?;
    let scales: Vec<Scale> = criteria.iter().map(Scale::from).collect();
    let checked: Vec<Result<Checked, Failed>> =
        group.iter().map(|save| check(save, tasks.get(&save.id), &scales)).collect();
    let good =
        || group.iter().zip(&checked).filter_map(|(save, checked)| Some((save, checked.as_ref().ok()?)));

    let (mut written, mut of, mut scores, mut comments) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (save, checked) in good() {
        written.push(save.id);
        of.push(checked.event);
        scores.push(&checked.scores);
        comments.push(&save.given.comment);
    }
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 4] = [&written, &of, &scores, &comments];
    // Sent together. The chains' heads are locked by the second, as late as can be.
    let heads: [&(dyn tokio_postgres::types::ToSql + Sync); 1] = [&events];
    let (rows, heads) =
        tokio::try_join!(on.client.query(&on.write_reviews, &values), on.client.query(&on.heads, &heads))?;
    let moments: HashMap<i64, DateTime<Utc>> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    let mut heads: HashMap<i64, (i64, Vec<u8>)> =
        heads.iter().map(|row| (row.get(0), (row.get(1), row.get(2)))).collect();

    let (mut seqs, mut people, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (_, checked) in good() {
        let (seq, hash) =
            heads.get_mut(&checked.event).ok_or_else(|| Failed("an event has no chain".into()))?;
        let text = checked.scores.to_string();
        let link = Sha256::new().chain_update(hash.as_slice()).chain_update(&text).finalize().to_vec();
        *seq += 1;
        seqs.push(*seq);
        people.push(checked.person);
        texts.push(text);
        before.push(std::mem::replace(hash, link.clone()));
        after.push(link);
    }
    on.client.execute(&on.append, &[&of, &seqs, &people, &written, &texts, &before, &after]).await?;

    let saved = group.iter().zip(checked).map(|(save, checked)| -> Result<Saved, Failed> {
        let checked = checked?;
        let submitted_at = moments.get(&save.id).copied().ok_or_else(|| Failed("not written".into()))?;
        let weighted_total = (checked.total * 1e6).round() / 1e6;
        Ok(Saved { assignment: save.id, submitted_at, weighted_total })
    });
    Ok(saved.collect())
}

struct Scale {
    event: i64,
    key: String,
    weight: f64,
    least: i32,
    most: i32,
}

impl From<&tokio_postgres::Row> for Scale {
    fn from(row: &tokio_postgres::Row) -> Self {
        Self { event: row.get(0), key: row.get(1), weight: row.get(2), least: row.get(3), most: row.get(4) }
    }
}

fn check(save: &Save, task: Option<&(i64, i64)>, scales: &[Scale]) -> Result<Checked, Failed> {
    let (event, person) = *task.ok_or_else(|| Failed("no such assignment, or judging is not open".into()))?;
    let (mut total, mut weights) = (0.0, 0.0);
    for scale in scales.iter().filter(|scale| scale.event == event) {
        let score =
            save.given.scores.get(&scale.key).filter(|score| (scale.least..=scale.most).contains(score));
        let score = score.ok_or_else(|| Failed(format!("{} is not on its scale", scale.key)))?;
        total += scale.weight * f64::from(score - scale.least) / f64::from(scale.most - scale.least);
        weights += scale.weight;
    }
    Ok(Checked { event, person, scores: serde_json::to_value(&save.given.scores)?, total: total / weights })
}

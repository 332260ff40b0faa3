//! What is only read.

use crate::database::token_hash;
use crate::{Failed, Shared};
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use bytes::{BufMut, Bytes, BytesMut};
use chrono::{DateTime, Utc};
use futures_util::{StreamExt, TryStreamExt};
use serde::Serialize;
use std::fmt::Write;
use tokio_postgres::Row;

#[derive(Serialize)]
pub struct Project {
    id: i64,
    event: String,
    team: String,
    track: Option<i64>,
    title: String,
    tagline: String,
    summary: String,
    description: String,
    repo_url: String,
    demo_url: String,
    tags: Vec<String>,
    status: String,
    submitted_at: Option<DateTime<Utc>>,
    duplicate_of: Option<i64>,
}

impl From<&Row> for Project {
    fn from(row: &Row) -> Self {
        Self {
            id: row.get(0),
            event: row.get(1),
            team: row.get(2),
            track: row.get(3),
            title: row.get(4),
            tagline: row.get(5),
            summary: row.get(6),
            description: row.get(7),
            repo_url: row.get(8),
            demo_url: row.get(9),
            tags: row.get(10),
            status: row.get(11),
            submitted_at: row.get(12),
            duplicate_of: row.get(13),
        }
    }
}

#[derive(Serialize)]
pub struct Assignment {
    id: i64,
    event: String,
    project: i64,
    project_title: String,
    status: String,
}

/// The bearer token of a request, empty without one.
pub fn token(headers: &HeaderMap) -> &str {
    headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok()?.strip_prefix("Bearer ")).unwrap_or("")
}

/// So many bytes from memory, without a question to the database; 304 for none.
pub async fn kept(Path(bytes): Path<usize>) -> Response {
    static MEMORY: [u8; 1 << 20] = [b' '; 1 << 20];
    match MEMORY.get(..bytes) {
        Some([]) => StatusCode::NOT_MODIFIED.into_response(),
        Some(memory) => Bytes::from_static(memory).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

pub async fn projects(
    State(database): Shared,
    Path(slug): Path<String>,
) -> Result<Json<Vec<Project>>, Failed> {
    let on = database.take().await;
    let rows = on.client.query(&on.projects, &[&slug]).await?;
    drop(on);
    Ok(Json(rows.iter().map(Project::from).collect()))
}

pub async fn assignments(
    State(database): Shared,
    headers: HeaderMap,
) -> Result<Json<Vec<Assignment>>, Failed> {
    let hash = token_hash(token(&headers));
    let on = database.take().await;
    let rows = on.client.query(&on.assignments, &[&hash]).await?;
    drop(on);
    let listed = rows.iter().map(|row| Assignment {
        id: row.get(0),
        event: row.get(1),
        project: row.get(2),
        project_title: row.get(3),
        status: row.get(4),
    });
    Ok(Json(listed.collect()))
}

pub async fn list_page(State(database): Shared, Path(slug): Path<String>) -> Result<Html<String>, Failed> {
    let on = database.take().await;
    let rows = on.client.query(&on.card_list, &[&slug]).await?;
    drop(on);
    let count: i64 = rows.first().map_or(0, |row| row.get(5));
    let mut page = format!("{HEAD}<h1>Projects</h1><p>{count} projects</p><ul>");
    for row in &rows {
        let (id, tags): (i64, Vec<&str>) = (row.get(0), row.get(4));
        let (title, tagline, team) = (escaped(row.get(1)), escaped(row.get(2)), escaped(row.get(3)));
        write!(page, "<li><h2><a href=\"/projects/{id}\">{title}</a></h2><p>{tagline}</p><p>{team}</p><ul>")?;
        for tag in tags {
            let tag = escaped(tag);
            write!(page, "<li><a href=\"?tag={tag}\">{tag}</a></li>")?;
        }
        page.push_str("</ul></li>\n");
    }
    page.push_str("</ul></main></body></html>");
    Ok(Html(page))
}

pub async fn project_page(State(database): Shared, Path(id): Path<i64>) -> Result<Html<String>, Failed> {
    let on = database.take().await;
    let ids: [&(dyn tokio_postgres::types::ToSql + Sync); 1] = [&id];
    let (row, members) =
        tokio::try_join!(on.client.query_one(&on.project, &ids), on.client.query(&on.members, &ids))?;
    drop(on);
    let project = Project::from(&row);
    let names: Vec<String> = members.iter().map(|row| escaped(row.get(0))).collect();
    let mut page = format!(
        "{HEAD}<h1>{}</h1><p>{}</p><p>{}: {}</p><p>{}</p><div>{}</div><p><a href=\"{}\">Code</a></p><ul>",
        escaped(&project.title),
        escaped(&project.tagline),
        escaped(&project.team),
        names.join(" "),
        escaped(&project.summary),
        escaped(&project.description),
        escaped(&project.repo_url),
    );
    for tag in &project.tags {
        write!(page, "<li>{}</li>", escaped(tag))?;
    }
    page.push_str("</ul></main></body></html>");
    Ok(Html(page))
}

/// The reviews as CSV, each group of rows that has arrived as one piece.
pub async fn scores(State(database): Shared, Path(slug): Path<String>) -> Result<Response, Failed> {
    let on = database.take().await;
    let event = on.client.query_one("select id from event where slug = $1", &[&slug]).await?;
    let criteria = on.client.query(&on.criteria, &[&event.get::<_, i64>(0)]).await?;
    let rows = on.client.query_raw(&on.scores, [&slug]).await?;
    drop(on);
    let scales: Vec<Scale> = criteria.iter().map(Scale::from).collect();
    let mut head = String::from("review_id,judge_email,project_id,project,submitted_at,");
    for scale in &scales {
        write!(head, "{},", scale.key)?;
    }
    head.push_str("weighted_0_1,comment\r\n");
    let lines = rows.map_ok(move |row| line(&row, &scales));
    let pieces = lines.ready_chunks(512).map(|group| {
        let mut piece = BytesMut::new();
        for line in group {
            piece.put(line?.as_bytes());
        }
        Ok::<_, tokio_postgres::Error>(piece.freeze())
    });
    let first = futures_util::stream::once(async { Ok(head.into()) });
    Ok(([(header::CONTENT_TYPE, "text/csv")], Body::from_stream(first.chain(pieces))).into_response())
}

struct Scale {
    key: String,
    weight: f64,
    least: f64,
    width: f64,
}

impl From<&Row> for Scale {
    fn from(row: &Row) -> Self {
        let (least, most): (i32, i32) = (row.get(2), row.get(3));
        Self { key: row.get(0), weight: row.get(1), least: least.into(), width: (most - least).into() }
    }
}

fn line(row: &Row, scales: &[Scale]) -> String {
    let at: Option<DateTime<Utc>> = row.get(4);
    let scores: serde_json::Value = row.get(5);
    let mut text = format!(
        "{},{},{},{},{},",
        row.get::<_, i64>(0),
        cell(row.get(1)),
        row.get::<_, i64>(2),
        cell(row.get(3)),
        at.map(|at| at.to_rfc3339_opts(chrono::SecondsFormat::AutoSi, true)).unwrap_or_default(),
    );
    let (mut total, mut weights) = (0.0, 0.0);
    for scale in scales {
        let score = scores.get(&scale.key).and_then(serde_json::Value::as_f64);
        if let Some(score) = score {
            total += scale.weight * (score - scale.least) / scale.width;
            text.push_str(&score.to_string());
        }
        weights += scale.weight;
        text.push(',');
    }
    text.push_str(&((total / weights * 1e6).round() / 1e6).to_string());
    text.push(',');
    text.push_str(&cell(row.get(6)));
    text.push_str("\r\n");
    text
}

fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

const HEAD: &str = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Projects</title></head><body><main>";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

//! Carries a judge through their whole work by the generated client: what there is to do, a draft, the review, the scores.
//!
//!     client URL TOKEN

#[allow(warnings, clippy::all)]
mod made {
    include!(concat!(env!("OUT_DIR"), "/made.rs"));
}

use made::{Client, types};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use serde_json::{Map, Value, json};
use std::error::Error;

const EVENT: &str = "demo-judging";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().collect();
    let [_, url, token] = words.as_slice() else { return Err("client URL TOKEN".into()) };
    let mut bearer = HeaderValue::from_str(&format!("Bearer {token}"))?;
    bearer.set_sensitive(true);
    let headers = HeaderMap::from_iter([(AUTHORIZATION, bearer)]);
    let client = Client::new_with_client(url, reqwest::Client::builder().default_headers(headers).build()?);

    let tasks = client.list_assignments(None, None).await?.into_inner();
    let open = |task: &&types::Assignment| task.event == EVENT && task.status.as_str() == "pending";
    let task = tasks.iter().find(open).ok_or("the judge has nothing left to do")?;
    // A number that must be positive has a type of its own, so ids go by their digits.
    let project = client.read_project(task.project.to_string().parse()?).await?;
    same("the title", &project.title, &task.project_title)?;

    let rubric = client.read_event(&task.event.parse()?).await?.into_inner().criteria;
    let lowest: Map<String, Value> =
        rubric.iter().take(1).map(|c| (c.key.clone(), c.min_value.into())).collect();
    let draft = review(json!({ "scores": lowest, "comment": "To be continued" }))?;
    let draft = client.save_review(task.id.to_string().parse()?, &draft).await?;
    same("a draft", &(draft.assignment, draft.submitted_at, draft.weighted_total), &(task.id, None, 0.0))?;

    let highest: Map<String, Value> = rubric.iter().map(|c| (c.key.clone(), c.max_value.into())).collect();
    let whole = review(json!({ "scores": highest, "submit": true }))?;
    let saved = client.save_review(task.id.to_string().parse()?, &whole).await?;
    same("the review", &(saved.submitted_at.is_some(), saved.weighted_total), &(true, 1.0))?;

    let records = client.list_scores(None, None, None, None).await?.into_inner();
    let mine =
        records.iter().find(|record| record.assignment == task.id).ok_or("the review is not listed")?;
    same("the status", &mine.status.as_str(), &"done")?;
    same("the comment", &mine.comment.as_str(), &"To be continued")?;
    same("the scores", &json!(mine.scores), &Value::Object(highest))?;

    let refused = client
        .read_project("999999999".parse()?)
        .await
        .err()
        .ok_or("a project that is not there is given")?;
    same("what is not there", &refused.status().map(|status| status.as_u16()), &Some(404))?;
    Ok(())
}

fn review(said: Value) -> Result<types::ReviewChanges, serde_json::Error> {
    serde_json::from_value(said)
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, is: &T, wanted: &T) -> Result<(), String> {
    if is == wanted { Ok(()) } else { Err(format!("{what}: {is:?}, and not {wanted:?}")) }
}

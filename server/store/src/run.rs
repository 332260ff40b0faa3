//! Calibration runs: what they read, and what they found. Rows are added and never change.

use crate::prelude::*;
use engine::heavy;
use serde::{Deserialize, Serialize};
use shared::calibration::{self, Connectivity, FitSummary, Influence, Input};

/// The column `connectivity`: how the reviews hang together, what was fitted on them, how sure the first places are, and what each
/// criterion says of the projects.
#[derive(Serialize, Deserialize)]
struct Evidence {
    #[serde(flatten)]
    connectivity: Connectivity,
    fit: FitSummary,
    contenders: Vec<i64>,
    influence: Influence,
    criteria: Vec<CriterionShare>,
}

/// Stores a run and returns the number that the database gave it.
pub async fn insert(
    conn: &mut Conn,
    permit: &Permit<act::Calibrate>,
    by: Option<PersonId>,
    input: &Input,
    (outcome, criteria, excluded): (&calibration::Outcome, &[CriterionShare], &Excluded),
) -> Outcome<i32> {
    let event = permit.ids();
    let evidence = Evidence {
        connectivity: outcome.connectivity.clone(),
        fit: outcome.fit.clone(),
        contenders: outcome.contenders.clone(),
        influence: outcome.influence.clone(),
        criteria: criteria.to_vec(),
    };
    // Bound as text: sqlx puts a blank before a json value, and the columns keep every byte.
    let run = value!(conn,
        "insert into calibration_run (event_id, method, input_digest, input, results, judges, excluded, connectivity,
                                      created_by, created_at)
         values ($1, $2, $3, $4::text::json, $5::text::json, $6::text::json, $7::text::json, $8::text::json, $9,
                 clock_timestamp())
         returning run";
        event.0, outcome.method, outcome.input_digest, serde_json::to_string(input)?,
        serde_json::to_string(&outcome.projects)?, serde_json::to_string(&outcome.judges)?,
        serde_json::to_string(excluded)?, serde_json::to_string(&evidence)?, by as _)?;
    Ok(run)
}

/// The event's latest run; `None` before the first.
pub async fn latest(conn: &mut Conn, event: EventId) -> Outcome<Option<StoredRun>> {
    read(conn, event, None).await
}

/// The event's run with this number.
pub async fn find(conn: &mut Conn, event: EventId, run: i32) -> Outcome<Option<StoredRun>> {
    read(conn, event, Some(run)).await
}

async fn read(conn: &mut Conn, event: EventId, run: Option<i32>) -> Outcome<Option<StoredRun>> {
    let row = maybe_row!(conn,
        r#"select id, run, created_at, method, input_digest, results::text as "results!", judges::text as "judges!",
                  excluded::text as "excluded!", connectivity::text as "connectivity!"
           from calibration_run where event_id = $1 and ($2::int is null or run = $2) order by run desc limit 1"#;
        event.0, run)?;
    let Some(row) = row else { return Ok(None) };
    let texts = [&row.results, &row.judges, &row.excluded, &row.connectivity];
    let bytes: usize = texts.map(String::len).iter().sum();
    let parse = move || -> Outcome<Option<StoredRun>> {
        let Evidence { connectivity, fit, contenders, influence, criteria } =
            serde_json::from_str(&row.connectivity)?;
        Ok(Some(StoredRun {
            id: row.id,
            run: row.run,
            created_at: row.created_at,
            outcome: calibration::Outcome {
                method: row.method,
                input_digest: row.input_digest,
                projects: serde_json::from_str(&row.results)?,
                judges: serde_json::from_str(&row.judges)?,
                contenders,
                influence,
                connectivity,
                fit,
            },
            excluded: serde_json::from_str(&row.excluded)?,
            criteria,
        }))
    };
    heavy::run_sized(bytes, parse).await?
}

/// The reviews that a run read.
pub async fn input(conn: &mut Conn, event: EventId, run: i32) -> Outcome<Option<Input>> {
    let text = maybe_value!(conn, r#"select input::text as "input!" from calibration_run where event_id = $1 and run = $2"#;
        event.0, run)?;
    let Some(text) = text else { return Ok(None) };
    let parse = move |text: &str| -> Outcome<Option<Input>> { Ok(Some(serde_json::from_str(text)?)) };
    heavy::run_sized(text.len(), move || parse(&text)).await?
}

/// The event's runs, the latest first.
pub async fn list(conn: &mut Conn, event: EventId) -> Outcome<Vec<RunSummary>> {
    let rows = rows!(conn, r#"select r.run, r.created_at, r.method, r.input_digest, p.name as "by?",
                  (r.connectivity -> 'fit')::text as "fit!"
           from calibration_run r left join person p on p.id = r.created_by
           where r.event_id = $1 order by r.run desc"#; event.0)?;
    rows.into_iter()
        .map(|r| {
            let fit: FitSummary = serde_json::from_str(&r.fit)?;
            Ok(object! { RunSummary from r:
                run, created_at, method, input_digest, by;
                reviews: fit.reviews,
                projects: fit.projects
            })
        })
        .collect()
}

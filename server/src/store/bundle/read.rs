//! Reading a whole event for a bundle, in one statement: all lists are of one moment, and no ref points to a row that
//! another list did not see.

use crate::failure::Outcome;
use crate::model::export::EventArchive;
use crate::store::Conn;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use shared::bundle::{
    Bundle, BundleAssignment, BundleBallot, BundleComment, BundleConflict, BundleEvent, BundlePerson,
    BundlePrize, BundleProject, BundleTeam,
};
use shared::calibration::{Input, JudgeOutcome, ProjectOutcome};
use shared::provenance::{AuditLine, InputLine, Run};
use shared::rules::{Permit, act};
use sqlx::types::Json;
use std::collections::BTreeMap;

/// A run as its columns hold it.
#[derive(Debug, Deserialize)]
struct RunRow {
    run: i32,
    method: String,
    input_digest: String,
    input: Input,
    results: Vec<ProjectOutcome>,
    judges: Vec<JudgeOutcome>,
    excluded: BTreeMap<i64, String>,
    pinned_at: Option<DateTime<Utc>>,
    reason: Option<String>,
}

impl From<RunRow> for Run {
    fn from(row: RunRow) -> Self {
        Self {
            run: row.run,
            method: row.method,
            input_digest: row.input_digest,
            input: row.input.reviews().iter().map(InputLine::from).collect(),
            results: row.results,
            judges: row.judges,
            excluded: row.excluded,
            pinned_at: row.pinned_at,
            reason: row.reason,
        }
    }
}

/// Reads the event. Refs count in id order: people `p1`, teams `t1`, projects `pr1`. Comments that were removed are left
/// out, and ballots unless they are asked for. People who only commented or voted are listed without a role.
///
/// # Errors
/// A lost database.
pub async fn read(
    conn: &mut Conn,
    permit: &Permit<act::ExportScores>,
    with_ballots: bool,
) -> Outcome<EventArchive> {
    let event = permit.ids();
    let r = sqlx::query_file!("src/store/bundle/read.sql", event.0, with_ballots).fetch_one(conn).await?;
    let bundle = Bundle {
        event: r.event.0,
        people: r.people.0,
        teams: r.teams.0,
        projects: r.projects.0,
        assignments: r.assignments.0,
        comments: r.comments.0,
        ballots: r.ballots.0,
        conflicts: r.conflicts.0,
        prizes: r.prizes.0,
    };
    Ok(EventArchive { bundle, runs: r.runs.0.into_iter().map(Run::from).collect(), audit: r.audit.0 })
}

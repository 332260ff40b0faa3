//! The files that describe the latest run, published or not.

use super::sheet::{SentSheet, decimal};
use crate::prelude::*;
use store::{export, run_input};

/// Ranked projects by rank, then those that were left out, with empty places.
pub(super) async fn results(
    conn: &mut Conn,
    event: EventId,
    latest: &StoredRun,
    sheet: &mut SentSheet,
) -> Outcome<()> {
    let titles = export::titles(conn, event).await?;
    let title = |project: i64| titles.get(&project).cloned().unwrap_or_default();
    let number = latest.run.to_string();
    let digest = &latest.outcome.input_digest;
    for p in &latest.outcome.projects {
        let [low, high] = p.rank_interval;
        let cells = [
            number.clone(),
            p.rank.to_string(),
            low.to_string(),
            high.to_string(),
            p.raw_rank.to_string(),
            p.project.to_string(),
            title(p.project),
            p.reviews.to_string(),
            decimal(p.raw_mean),
            decimal(p.calibrated),
            decimal(p.se),
            String::new(),
            digest.clone(),
        ];
        sheet.row(cells).await?;
    }
    for (project, why) in &latest.excluded {
        let (id, title, empty) = (project.to_string(), title(project.0), "");
        // The run read no review of it.
        let cells: [&str; 13] =
            [&number, empty, empty, empty, empty, &id, &title, "0", empty, empty, empty, why.word(), digest];
        sheet.row(cells).await?;
    }
    Ok(())
}

/// The judges with a usable review, by address; without the address where the account was deleted since.
pub(super) async fn judges(
    conn: &mut Conn,
    event: EventId,
    latest: &StoredRun,
    sheet: &mut SentSheet,
) -> Outcome<()> {
    let known = run_input::judge_names(conn, event).await?;
    for j in &latest.outcome.judges {
        let flags: Vec<&str> = j.flags.iter().map(|flag| flag.word()).collect();
        let cells = [
            latest.run.to_string(),
            if known.contains_key(&j.judge) { j.judge.clone() } else { String::new() },
            j.reviews.to_string(),
            decimal(j.offset),
            decimal(j.scale),
            decimal(j.noise),
            flags.join(" "),
        ];
        sheet.row(cells).await?;
    }
    Ok(())
}

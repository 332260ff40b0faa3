//! The files that describe the latest run, published or not; the header alone where there is none.

use super::sheet::{Sheet, decimal};
use crate::failure::Outcome;
use crate::store::{Conn, export, run, run_input};
use shared::calibration::Flag;
use shared::ids::EventId;

/// Ranked projects by rank, then those that were left out, with empty places.
pub(super) async fn results(conn: &mut Conn, event: EventId, sheet: &mut Sheet) -> Outcome<()> {
    let Some(latest) = run::latest(conn, event).await? else { return Ok(()) };
    let titles = export::titles(conn, event).await?;
    let title = |project: i64| titles.get(&project).cloned().unwrap_or_default();
    let number = latest.run.to_string();
    let digest = &latest.outcome.input_digest;
    for p in &latest.outcome.projects {
        let [low, high] = p.rank_interval;
        sheet.row([
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
        ])?;
    }
    for (project, why) in &latest.excluded {
        let (id, title, empty) = (project.to_string(), title(project.0), "");
        // The run read no review of it.
        let cells: [&str; 13] =
            [&number, empty, empty, empty, empty, &id, &title, "0", empty, empty, empty, why.word(), digest];
        sheet.row(cells)?;
    }
    Ok(())
}

/// The judges with a usable review, by address; without the address where the account was deleted since.
pub(super) async fn judges(conn: &mut Conn, event: EventId, sheet: &mut Sheet) -> Outcome<()> {
    let Some(latest) = run::latest(conn, event).await? else { return Ok(()) };
    let known = run_input::judge_names(conn, event).await?;
    for j in latest.outcome.judges {
        let flags: Vec<&str> = j.flags.iter().map(|flag| word(*flag)).collect();
        sheet.row([
            latest.run.to_string(),
            if known.contains_key(&j.judge) { j.judge } else { String::new() },
            j.reviews.to_string(),
            decimal(j.offset),
            decimal(j.scale),
            decimal(j.noise),
            flags.join(" "),
        ])?;
    }
    Ok(())
}

/// A flag in one word.
fn word(flag: Flag) -> &'static str {
    match flag {
        Flag::Reversed => "reversed",
        Flag::Erratic => "erratic",
        Flag::Flat => "flat",
        Flag::WeakAgreement => "weak_agreement",
        Flag::Few => "few",
    }
}

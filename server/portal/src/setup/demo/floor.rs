//! The demo's floor and prizes.

use super::script::{Script, Stage};
use shared::bundle::{BundlePrize, BundleProject};

/// Tables in a row of the hall.
const ROW: usize = 8;

/// The prizes of the script, which names who won one by its title.
pub(super) fn prizes(script: &Script, projects: &[BundleProject]) -> Vec<BundlePrize> {
    let reference = |title: &String| projects.iter().find(|p| p.title == *title).map(|p| p.reference.clone());
    let prizes = script.prizes.iter().cloned();
    prizes.map(|prize| BundlePrize { project: prize.project.as_ref().and_then(reference), ..prize }).collect()
}

/// Gives the projects of the event that is being judged their places, and lets every third one ask for the second prize.
pub(super) fn place(stage: Stage, projects: &mut [BundleProject]) {
    if stage != Stage::Judging {
        return;
    }
    let submitted = projects.iter_mut().filter(|project| project.status == "submitted");
    for (at, project) in submitted.enumerate() {
        let row = if at / ROW == 0 { 'A' } else { 'B' };
        project.room = if at < 2 * ROW { "Hall" } else { "Studio" }.into();
        project.place =
            if at < 2 * ROW { format!("{row}{}", at % ROW + 1) } else { format!("S{}", at + 1 - 2 * ROW) };
        project.needs_power = at % 4 == 1;
        if at % 3 == 0 {
            project.prizes.push("Most repairable".into());
        }
    }
}

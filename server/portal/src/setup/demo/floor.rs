//! The demo's floor and prizes.

use super::script::Stage;
use shared::bundle::{BundlePrize, BundleProject};

/// Tables in a row of the hall.
const ROW: usize = 8;

/// The prizes of the events that people try to submit and to judge in, and those that were won.
pub(super) fn prizes(stage: Stage, projects: &[BundleProject]) -> Vec<BundlePrize> {
    let prize = |name: &str, sponsor: &str, description: &str, opt_in: bool, rule: &str| BundlePrize {
        name: name.into(),
        sponsor: sponsor.into(),
        description: description.into(),
        opt_in,
        rule: rule.into(),
        winners: 1,
        ..BundlePrize::default()
    };
    match stage {
        Stage::Submitting | Stage::Judging => vec![
            prize("Best of show", "", "For the first project of the ranking.", false, "rank"),
            prize(
                "Most repairable",
                "Fernhill Tool Library",
                "For hardware or software that its users can mend themselves. Ask for it on your project’s page.",
                true,
                "panel",
            ),
        ],
        Stage::Voting => Vec::new(),
        Stage::Published => {
            let won_by =
                |title: &str| projects.iter().find(|p| p.title == title).map(|p| p.reference.clone());
            let show = prize("Best of show", "", "For the first project of the ranking.", false, "rank");
            let mended = prize(
                "Most repairable",
                "Fernhill Tool Library",
                "For what its users can mend themselves.",
                false,
                "panel",
            );
            let reason = "It has two printed parts and two weights, and its user can mend it at home.";
            vec![
                BundlePrize { project: won_by("Stop by Touch"), ..show },
                BundlePrize { project: won_by("Steady Spoon Jig"), reason: reason.into(), ..mended },
            ]
        }
    }
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

//! What a plan is made from.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt;

/// What a plan is made from. The order of its lists does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanInput {
    /// How many judges each project should have.
    pub reviews_per_project: u32,
    /// What a review outside the judge's tracks costs, in projects of load; 0 ignores tracks.
    pub expertise_weight: u32,
    /// The event's judges.
    pub judges: Vec<PlanJudge>,
    /// The projects to be judged: submitted, and no repeats.
    pub projects: Vec<PlanProject>,
    /// Assignments that exist and count: they stay, and count toward caps.
    pub kept: Vec<Pair>,
    /// Pairs that must never be: own team, declared conflict, recused before.
    pub barred: Vec<Pair>,
}

/// A judge of the event.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlanJudge {
    /// The person.
    pub id: i64,
    /// Most projects that they take; none for no limit.
    pub cap: Option<u32>,
    /// Tracks that they know; none for all.
    pub tracks: Vec<i64>,
}

/// A project to be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlanProject {
    /// The project.
    pub id: i64,
    /// Its track.
    pub track: Option<i64>,
    /// How many judges it should have, where that is not [`PlanInput::reviews_per_project`].
    pub wanted: Option<u32>,
}

/// A judge and a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pair {
    /// The project.
    pub project: i64,
    /// The judge.
    pub judge: i64,
}

/// The input has more judges or projects than a plan can hold in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a plan takes up to {} judges and {} projects",
            PlanInput::MOST_JUDGES,
            PlanInput::MOST_PROJECTS
        )
    }
}

impl std::error::Error for TooLarge {}

impl PlanInput {
    /// Most judges: the table of who meets whom grows with their square.
    pub const MOST_JUDGES: usize = 5_000;
    /// Most projects.
    pub const MOST_PROJECTS: usize = 20_000;
    /// Most reviews for each project.
    pub const MOST_REVIEWS: u32 = 50;
    /// Largest weight of expertise.
    pub const MOST_WEIGHT: u32 = 20;

    /// SHA-256 of the content, the same for any order of the lists: the plan's seed, and how a later look at the event
    /// tells whether anything changed. What says nothing to the plan is no part of it: a pair that is there already, of a judge who is
    /// not in the list, or barred of a project that is not.
    pub fn digest(&self) -> [u8; 32] {
        let mut judges = self.judges.clone();
        for judge in &mut judges {
            judge.tracks.sort_unstable();
        }
        let mut text = format!("evenhand-plan/1\n{} {}\n", self.reviews_per_project, self.expertise_weight);
        let known: BTreeSet<i64> = self.judges.iter().map(|judge| judge.id).collect();
        let planned: BTreeSet<i64> = self.projects.iter().map(|project| project.id).collect();
        let of_judges = |pairs: &[Pair]| {
            pairs.iter().copied().filter(|p| known.contains(&p.judge)).collect::<BTreeSet<Pair>>()
        };
        // What a judge has of other projects is load, too.
        let (kept, mut barred) = (of_judges(&self.kept), of_judges(&self.barred));
        barred.retain(|pair| planned.contains(&pair.project));
        judges.sort_unstable();
        for PlanJudge { id, cap, tracks } in &judges {
            text.push_str(&format!("judge {id} {cap:?} {tracks:?}\n"));
        }
        let mut projects = self.projects.clone();
        projects.sort_unstable();
        for PlanProject { id, track, wanted } in &projects {
            text.push_str(&format!("project {id} {track:?} {wanted:?}\n"));
        }
        for (name, pairs) in [("kept", kept), ("barred", barred)] {
            for Pair { project, judge } in pairs {
                text.push_str(&format!("{name} {project} {judge}\n"));
            }
        }
        Sha256::digest(text.as_bytes()).into()
    }
}

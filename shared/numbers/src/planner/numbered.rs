//! The input with judges and projects numbered from 0, in the order of their ids.

use super::bits::Bits;
use super::input::{Pair, PlanInput, PlanJudge, PlanProject, TooLarge};
use std::collections::BTreeMap;

/// The input as the planner sees it.
pub(super) struct Numbered {
    /// Judges by id.
    pub(super) judges: Vec<PlanJudge>,
    /// Projects by id.
    pub(super) projects: Vec<PlanProject>,
    /// How many judges each project should have.
    pub(super) wanted: Vec<usize>,
    /// Pairs that must never be: a row for each project.
    pub(super) barred: Bits,
    /// The judges that each project has already.
    pub(super) kept: Vec<Vec<usize>>,
    /// What each judge has already, on these projects and on others (drafts, repeats).
    pub(super) kept_load: Vec<usize>,
    /// For each project its row of `strangers`.
    pub(super) track_of: Vec<usize>,
    /// For each track 1 for each judge who does not know it, else 0.
    pub(super) strangers: Vec<Vec<u8>>,
}

impl Numbered {
    pub(super) fn of(input: &PlanInput) -> Result<Self, TooLarge> {
        let mut judges = input.judges.clone();
        judges.sort_unstable();
        judges.dedup_by_key(|j| j.id);
        let mut projects = input.projects.clone();
        projects.sort_unstable();
        projects.dedup_by_key(|p| p.id);
        if judges.len() > PlanInput::MOST_JUDGES
            || projects.len() > PlanInput::MOST_PROJECTS
            || input.reviews_per_project > PlanInput::MOST_REVIEWS
            || projects.iter().any(|p| p.wanted.is_some_and(|wanted| wanted > PlanInput::MOST_REVIEWS))
        {
            return Err(TooLarge);
        }
        let judge = |id| judges.binary_search_by_key(&id, |j| j.id).ok();
        let project = |id| projects.binary_search_by_key(&id, |p| p.id).ok();

        let mut barred = Bits::new(projects.len(), judges.len());
        for pair in &input.barred {
            if let (Some(i), Some(j)) = (project(pair.project), judge(pair.judge)) {
                barred.set(i, j);
            }
        }
        let mut kept = vec![vec![]; projects.len()];
        let mut kept_load = vec![0; judges.len()];
        let mut pairs: Vec<Pair> = input.kept.clone();
        pairs.sort_unstable();
        pairs.dedup();
        for pair in pairs {
            let Some(j) = judge(pair.judge) else { continue };
            kept_load[j] += 1;
            if let Some(i) = project(pair.project) {
                kept[i].push(j);
            }
        }
        let (track_of, strangers) = tracks(&judges, &projects);
        let wanted =
            projects.iter().map(|p| p.wanted.unwrap_or(input.reviews_per_project) as usize).collect();
        Ok(Self { judges, projects, wanted, barred, kept, kept_load, track_of, strangers })
    }

    /// Whether there is nothing to deal.
    pub(super) fn is_fixed(&self) -> bool {
        self.kept.iter().zip(&self.wanted).all(|(kept, &wanted)| kept.len() >= wanted)
    }

    /// How many more the judge may take, to begin with.
    pub(super) fn cap(&self, judge: usize) -> usize {
        self.judges[judge].cap.map_or(usize::MAX, |cap| cap as usize)
    }

    /// 1 where the project lies outside the judge's tracks, else 0.
    pub(super) fn mismatch(&self, project: usize, judge: usize) -> u16 {
        u16::from(self.strangers[self.track_of[project]][judge])
    }
}

/// Each project's track by number, and for each number who does not know it. Nobody is a stranger to a project without
/// a track, and a judge without tracks is none to any.
fn tracks(judges: &[PlanJudge], projects: &[PlanProject]) -> (Vec<usize>, Vec<Vec<u8>>) {
    let mut numbers: BTreeMap<Option<i64>, usize> = projects.iter().map(|p| (p.track, 0)).collect();
    for (number, slot) in numbers.values_mut().enumerate() {
        *slot = number;
    }
    let row = |track: Option<i64>| {
        let stranger = |j: &PlanJudge| track.is_some_and(|t| !j.tracks.is_empty() && !j.tracks.contains(&t));
        judges.iter().map(|j| u8::from(stranger(j))).collect()
    };
    let mismatch = numbers.keys().map(|&track| row(track)).collect();
    (projects.iter().map(|p| numbers[&p.track]).collect(), mismatch)
}

//! What is left to deal and to visit, and why some of it finds no judge who is here.

use crate::prelude::*;
use shared::planner::{Pair, UntakenWork};
use std::iter::repeat_n;

/// The projects that lack judges even if everybody comes to whom they are dealt, each named once for every judge. Where no judge is here,
/// there is nobody to deal to.
pub(crate) fn lacking(ground: &PlanGround) -> Vec<ProjectId> {
    if ground.judges.is_empty() {
        return Vec::new();
    }
    let mut has: BTreeMap<ProjectId, usize> = BTreeMap::new();
    let kept = ground.assignments.iter().filter(|a| a.status != AssignmentStatus::Recused);
    for project in kept.map(|a| a.project).chain(ground.invited_work.iter().map(|work| work.project)) {
        *has.entry(project).or_default() += 1;
    }
    let wanted = usize::try_from(ground.reviews_per_project).unwrap_or(usize::MAX);
    let lacks = |project: ProjectId| wanted.saturating_sub(has.get(&project).copied().unwrap_or_default());
    ground.projects.iter().flat_map(|project| repeat_n(project.id, lacks(project.id))).collect()
}

/// What is left to deal to judges who are here, and what of it nobody can take.
pub(crate) fn to_deal(ground: &PlanGround, work: &[ProjectId], leaving: &[PersonId]) -> ToDeal {
    ToDeal { reviews: work.len(), untaken: untaken(ground, work.iter().copied(), leaving, &[]) }
}

/// How many visits each judge has left, with those who are invited and have not come yet.
pub(crate) fn visits_left(ground: &PlanGround) -> Vec<u32> {
    let mut visits: BTreeMap<i64, u32> = BTreeMap::new();
    let pending = ground.assignments.iter().filter(|a| a.status == AssignmentStatus::Pending);
    let invited = ground.invited_work.iter().map(|work| invited_number(work.invitation));
    for judge in pending.map(|a| a.judge.0).chain(invited) {
        *visits.entry(judge).or_default() += 1;
    }
    visits.into_values().collect()
}

/// Counts what keeps the judges who are here away from these projects, each named once for every review that somebody else should take.
/// `leaving` take nothing over; `added` is what a plan deals besides.
pub(crate) fn untaken(
    ground: &PlanGround,
    projects: impl IntoIterator<Item = ProjectId>,
    leaving: &[PersonId],
    added: &[Pair],
) -> UntakenWork {
    let aside = |a: &&PlannedAssignment| a.status == AssignmentStatus::Recused;
    let recused = ground.assignments.iter().filter(aside).map(|a| (a.judge, a.project));
    let barred = ground.barred.iter().chain(&ground.former).copied();
    let barred: HashSet<(PersonId, ProjectId)> = barred.chain(recused).collect();
    let kept = ground.assignments.iter().filter(|a| !aside(a)).map(|a| (a.judge, a.project));
    let added = added.iter().map(|pair| (PersonId(pair.judge), ProjectId(pair.project)));
    let has: HashSet<(PersonId, ProjectId)> = kept.chain(added).collect();
    let mut loads: BTreeMap<PersonId, u32> = BTreeMap::new();
    for (judge, _) in &has {
        *loads.entry(*judge).or_default() += 1;
    }
    let is_full = |judge: &PlannedJudge| {
        judge.cap.is_some_and(|cap| loads.get(&judge.id).copied().unwrap_or_default() >= cap)
    };
    let mut reviews: BTreeMap<ProjectId, usize> = BTreeMap::new();
    for project in projects {
        *reviews.entry(project).or_default() += 1;
    }
    let mut found = UntakenWork::default();
    for (project, reviews) in reviews {
        let here = ground.judges.iter().filter(|judge| !leaving.contains(&judge.id));
        let allowed: Vec<_> = here.filter(|judge| !barred.contains(&(judge.id, project))).collect();
        let free: Vec<_> = allowed.iter().filter(|judge| !has.contains(&(judge.id, project))).collect();
        let with_room = free.iter().filter(|judge| !is_full(judge)).count();
        let nobody = reviews.saturating_sub(free.len());
        if allowed.is_empty() {
            found.barred += nobody;
        } else {
            found.given += nobody;
        }
        found.full += reviews.min(free.len()).saturating_sub(with_room);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(id: i64, cap: Option<u32>) -> PlannedJudge {
        PlannedJudge { id: PersonId(id), name: String::new(), email: String::new(), cap, tracks: Vec::new() }
    }

    fn assigned(judge: i64, project: i64, status: AssignmentStatus) -> PlannedAssignment {
        PlannedAssignment {
            id: AssignmentId(judge * 100 + project),
            judge: PersonId(judge),
            project: ProjectId(project),
            status,
            reviewed: false,
            voided: false,
            entered: false,
            source: "planned".to_owned(),
        }
    }

    fn project(id: i64) -> PlannedProject {
        let (title, team) = (String::new(), String::new());
        PlannedProject { id: ProjectId(id), title, team, track: None, place: shared::floor::Place::default() }
    }

    #[test]
    fn what_projects_lack_and_judges_have_left_counts_those_who_are_invited() {
        use AssignmentStatus::{Done, Pending, Recused};
        let invited = |id: i64, project: i64| InvitedWork {
            id: AssignmentId(id),
            invitation: InvitationId(7),
            project: ProjectId(project),
        };
        let mut ground = PlanGround {
            reviews_per_project: 2,
            judges: vec![judge(1, None), judge(2, Some(1))],
            projects: vec![project(10), project(11), project(12)],
            assignments: vec![assigned(1, 10, Done), assigned(1, 11, Pending), assigned(2, 11, Recused)],
            invited_work: vec![invited(901, 10), invited(902, 11)],
            ..PlanGround::default()
        };
        assert_eq!(lacking(&ground), [12, 12].map(ProjectId));
        assert_eq!(visits_left(&ground), [2, 1], "of the invitation, and of judge 1");
        let found = to_deal(&ground, &lacking(&ground), &[]);
        assert_eq!((found.reviews, found.untaken.reviews(), found.finds_nobody()), (2, 0, false));
        // One is full, and the other takes one of the two.
        ground.assignments.push(assigned(2, 10, Pending));
        assert_eq!(to_deal(&ground, &lacking(&ground), &[]).untaken.full, 1);
        ground.judges.retain(|judge| judge.id == PersonId(2));
        assert!(to_deal(&ground, &lacking(&ground), &[]).finds_nobody());
        ground.judges.clear();
        assert!(lacking(&ground).is_empty(), "nobody is here");
    }

    #[test]
    fn each_review_that_nobody_takes_has_its_reason() {
        use AssignmentStatus::{Pending, Recused};
        // Judge 1 has room, judge 2 has none, judge 3 leaves.
        let ground = PlanGround {
            judges: vec![judge(1, None), judge(2, Some(1)), judge(3, None)],
            assignments: vec![assigned(1, 10, Pending), assigned(2, 11, Pending), assigned(2, 12, Recused)],
            barred: vec![(PersonId(1), ProjectId(12)), (PersonId(1), ProjectId(13))],
            ..PlanGround::default()
        };
        let of = |projects: &[i64], added: &[Pair]| {
            let found = untaken(&ground, projects.iter().map(|id| ProjectId(*id)), &[PersonId(3)], added);
            (found.barred, found.given, found.full)
        };
        // Project 10 is judge 1's already, 12 is nobody's to take, 13 is judge 2's alone, and 14 is anybody's.
        assert_eq!(of(&[14], &[]), (0, 0, 0));
        assert_eq!(of(&[12, 12], &[]), (2, 0, 0));
        assert_eq!(of(&[10, 13], &[]), (0, 0, 2));
        assert_eq!(of(&[14, 14, 14], &[]), (0, 1, 1));
        assert_eq!(of(&[14], &[Pair { project: 14, judge: 1 }]), (0, 0, 1));
    }
}

//! In which order judges see what is assigned to them: dealt with the assignments, so that no project is always early or late.

use crate::prelude::*;
use shared::floor::round;
use shared::planner::{JudgeList, Pair, deal_order, most_uneven};
use store::heavy::{self, Class};

/// Assignments in the order in which they are to be written, and what comes of it.
#[derive(Debug)]
pub(super) struct DealtOrder {
    /// What is added, each judge's in the order in which they will see it.
    pub(super) added: Vec<Pair>,
    /// The project that is furthest from the middle of its judges' lists, and its mean place in them from −½ to ½.
    pub(super) uneven: Option<(ProjectId, f64)>,
}

/// Deals the order of what is added to what each judge has. What they have keeps its order: somebody may hold it in print. `gone` are
/// assignments that go in the same act.
/// Errors: no place for the computation.
pub(super) async fn deal(
    ground: &PlanGround,
    gone: &[AssignmentId],
    added: &[Pair],
    seed: [u8; 32],
) -> Outcome<DealtOrder> {
    let mut lists = lists(ground, gone, added);
    let lists = heavy::run_as(Class::Event, move || {
        deal_order(&mut lists, &seed);
        lists
    });
    let lists = lists.await?;
    let open: BTreeSet<Pair> = added.iter().copied().collect();
    let mut order: Vec<Pair> = lists.iter().flat_map(|list| as_written(list, &open)).collect();
    // A project that no plan knows, such as a repeat, has no place in the order, and is assigned all the same.
    let dealt: BTreeSet<Pair> = order.iter().copied().collect();
    order.extend(added.iter().filter(|pair| !dealt.contains(pair)));
    let uneven = most_uneven(&lists).map(|(project, place)| (ProjectId(project), place));
    Ok(DealtOrder { added: order, uneven })
}

/// What a judge gets of these, in the order in which it is written. Behind what they have on their round first: where they have two
/// projects, the third tells which way the round goes.
fn as_written(list: &JudgeList, added: &BTreeSet<Pair>) -> Vec<Pair> {
    let order: Vec<Pair> = list.order().map(|project| Pair { project, judge: list.judge }).collect();
    let (round, rest) = order.split_at(list.round.len());
    let behind = round.iter().rposition(|pair| !added.contains(pair)).map_or(0, |last| last + 1);
    let (before, behind) = round.split_at(behind);
    [behind, before, rest].concat().into_iter().filter(|pair| added.contains(pair)).collect()
}

/// A project on a judge's list; what is added has no number yet, and every number that it can get comes after those that exist.
type Task<'a> = (Option<AssignmentId>, &'a PlannedProject);

/// What each judge has and gets, with what of its order is settled.
fn lists(ground: &PlanGround, gone: &[AssignmentId], added: &[Pair]) -> Vec<JudgeList> {
    let projects: HashMap<i64, &PlannedProject> = ground.projects.iter().map(|p| (p.id.0, p)).collect();
    let gone: HashSet<AssignmentId> = gone.iter().copied().collect();
    let here = ground.assignments.iter().filter(|a| a.status != AssignmentStatus::Recused);
    let here = here.map(|a| (a.id, a.judge.0, a.project.0));
    let invited = ground.invited_work.iter().map(|w| (w.id, invited_number(w.invitation), w.project.0));
    let kept = here.chain(invited).filter(|(id, ..)| !gone.contains(id));
    let kept = kept.map(|(id, judge, project)| (Some(id), judge, project));
    let added = added.iter().map(|pair| (None, pair.judge, pair.project));
    let mut by_judge: BTreeMap<i64, Vec<Task<'_>>> = BTreeMap::new();
    for (id, judge, project) in kept.chain(added) {
        if let Some(project) = projects.get(&project) {
            by_judge.entry(judge).or_default().push((id, project));
        }
    }
    by_judge.into_iter().map(|(judge, tasks)| list(judge, tasks)).collect()
}

fn list(judge: i64, mut tasks: Vec<Task<'_>>) -> JudgeList {
    // What exists by its number, then what is added.
    tasks.sort_by_key(|(id, project)| (id.is_none(), *id, project.id));
    let (mut placed, rest): (Vec<Task<'_>>, Vec<Task<'_>>) =
        tasks.into_iter().partition(|(_, project)| !project.place.is_none());
    // Stable, so that projects in one place stay as they are assigned.
    placed.sort_by(|(_, one), (_, other)| one.place.floor_order(&other.place));
    let settled: Vec<(usize, AssignmentId)> =
        placed.iter().enumerate().filter_map(|(at, (id, _))| Some((at, (*id)?))).collect();
    let way = round(&settled.iter().map(|(_, id)| *id).collect::<Vec<_>>());
    let backward = way.and_then(|(start, backward)| match settled.len() {
        1 => None,
        // Two tell no way. Forward, unless nothing could come behind the second of them.
        2 => {
            let steps = settled[1].0 - settled[0].0;
            Some(if start == 0 { steps == placed.len() - 1 } else { steps == 1 })
        }
        _ => Some(backward),
    });
    JudgeList {
        judge,
        start: way.map(|(start, _)| settled[start].0),
        backward,
        round: placed.into_iter().map(|(_, project)| project.id.0).collect(),
        settled: rest.iter().filter(|(id, _)| id.is_some()).count(),
        rest: rest.into_iter().map(|(_, project)| project.id.0).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::floor::{Place, in_walking_order};

    /// Twelve projects, on the floor where `placed`; judge 1 has these of them, assigned in this order.
    fn ground(placed: bool, has: &[i64]) -> PlanGround {
        let place = |id: i64| if placed { Place::new("Hall", format!("A{id}")) } else { Place::default() };
        let project = |id: i64| PlannedProject {
            id: ProjectId(id),
            title: format!("P{id}"),
            team: String::new(),
            track: None,
            place: place(id),
        };
        let assignment = |(at, project): (usize, &i64)| PlannedAssignment {
            id: AssignmentId(at as i64 + 1),
            judge: PersonId(1),
            project: ProjectId(*project),
            status: AssignmentStatus::Pending,
            reviewed: false,
            voided: false,
            entered: false,
            source: "planned".into(),
        };
        PlanGround {
            projects: (1..=12).map(project).collect(),
            assignments: has.iter().enumerate().map(assignment).collect(),
            ..PlanGround::default()
        }
    }

    /// What judge 1 sees in the end, as pages and sheets sort it.
    fn seen(ground: &PlanGround, written: &[Pair]) -> Vec<i64> {
        let has = ground.assignments.iter().map(|a| a.project.0);
        let all = has.chain(written.iter().filter(|pair| pair.judge == 1).map(|pair| pair.project));
        let place = |id: i64| ground.projects.iter().find(|p| p.id.0 == id).unwrap().place.clone();
        let mut tasks: Vec<(AssignmentId, i64, Place)> =
            all.enumerate().map(|(at, id)| (AssignmentId(at as i64 + 1), id, place(id))).collect();
        in_walking_order(&mut tasks, |(.., place)| place, |(id, ..)| *id);
        tasks.into_iter().map(|(_, id, _)| id).collect()
    }

    #[test]
    fn a_judge_sees_what_was_dealt_and_keeps_what_they_hold_in_print() {
        for placed in [true, false] {
            for has in
                [&[][..], &[5], &[5, 2], &[2, 5], &[12, 1], &[1, 12], &[7, 8, 3], &[8, 7, 3, 1], &[3, 9, 6]]
            {
                let ground = ground(placed, has);
                let added: Vec<Pair> = (1..=12)
                    .filter(|id| id % 4 != 0 && !has.contains(id))
                    .map(|project| Pair { project, judge: 1 })
                    .chain((1..=12).map(|project| Pair { project, judge: 2 }))
                    .collect();
                let before = seen(&ground, &[]);
                let mut lists = lists(&ground, &[], &added);
                deal_order(&mut lists, &[3; 32]);
                let open: BTreeSet<Pair> = added.iter().copied().collect();
                let written: Vec<Pair> = lists.iter().flat_map(|list| as_written(list, &open)).collect();
                assert_eq!(written.len(), added.len());
                let after = seen(&ground, &written);
                assert_eq!(after, lists[0].order().collect::<Vec<_>>(), "placed: {placed}, {has:?}");
                let kept: Vec<i64> = after.into_iter().filter(|id| has.contains(id)).collect();
                assert_eq!(kept, before, "placed: {placed}, {has:?}");
            }
        }
    }

    #[test]
    fn what_goes_in_the_same_act_settles_nothing() {
        let ground = ground(true, &[5, 2]);
        let lists = lists(&ground, &[AssignmentId(1), AssignmentId(2)], &[Pair { project: 9, judge: 1 }]);
        assert_eq!((lists[0].start, lists[0].backward, lists[0].order().count()), (None, None, 1));
    }
}

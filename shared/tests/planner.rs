//! The planner: its constraints always hold, it serves as many reviews as can be served, and what it cannot meet it names.

use shared::calibration::{Input, Review, calibrate};
use shared::planner::{
    Help, Pair, Plan, PlanInput, PlanJudge, PlanProject, SOUND_TIES, Unmet, chances, compared_chances, plan,
    random_plans,
};
use std::collections::{BTreeMap, BTreeSet};

/// A small generator of its own, so that a change of the planner's does not change the worlds.
struct Lot(u64);

impl Lot {
    fn below(&mut self, n: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as i64 % n
    }

    fn pairs(&mut self, world: &PlanInput, of_100: i64) -> Vec<Pair> {
        let mut pairs = vec![];
        for project in &world.projects {
            for judge in &world.judges {
                if self.below(100) < of_100 {
                    pairs.push(Pair { project: project.id, judge: judge.id });
                }
            }
        }
        pairs
    }
}

/// A small event, often with too few judges, tight caps, many conflicts or work that exists.
fn small_world(seed: u64) -> PlanInput {
    let mut lot = Lot(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let (projects, judges) = (1 + lot.below(14), 1 + lot.below(9));
    let mut world = PlanInput {
        reviews_per_project: 1 + lot.below(4) as u32,
        expertise_weight: lot.below(6) as u32,
        judges: (0..judges)
            .map(|n| PlanJudge {
                id: 100 + n * 7,
                cap: (lot.below(3) > 0).then(|| lot.below(9) as u32),
                tracks: (0..lot.below(3))
                    .map(|_| lot.below(3))
                    .collect::<BTreeSet<_>>()
                    .into_iter()
                    .collect(),
            })
            .collect(),
        projects: (0..projects)
            .map(|n| PlanProject {
                id: 10 + n * 3,
                track: Some(lot.below(4)).filter(|&t| t < 3),
                wanted: None,
            })
            .collect(),
        ..PlanInput::default()
    };
    let conflicts = [0, 5, 30, 60][lot.below(4) as usize];
    let existing = [0, 0, 10, 30][lot.below(4) as usize];
    world.barred = lot.pairs(&world, conflicts);
    let barred: BTreeSet<Pair> = world.barred.iter().copied().collect();
    world.kept = lot.pairs(&world, existing).into_iter().filter(|pair| !barred.contains(pair)).collect();
    world
}

fn cap_of(judge: &PlanJudge) -> usize {
    judge.cap.map_or(usize::MAX, |cap| cap as usize)
}

/// The most reviews that can be added at all, by plain augmenting paths over a table.
fn most_reviews(world: &PlanInput) -> usize {
    let (barred, kept): (BTreeSet<Pair>, BTreeSet<Pair>) =
        (world.barred.iter().copied().collect(), world.kept.iter().copied().collect());
    let judges = world.judges.len();
    let mut room: Vec<usize> = world
        .judges
        .iter()
        .map(|j| cap_of(j).saturating_sub(kept.iter().filter(|p| p.judge == j.id).count()))
        .collect();
    let mut dealt = vec![vec![false; judges]; world.projects.len()];
    let open = |i: usize, j: usize| {
        let pair = Pair { project: world.projects[i].id, judge: world.judges[j].id };
        !barred.contains(&pair) && !kept.contains(&pair)
    };
    fn serve(
        i: usize,
        dealt: &mut [Vec<bool>],
        room: &mut [usize],
        seen: &mut [bool],
        open: &dyn Fn(usize, usize) -> bool,
    ) -> bool {
        for j in 0..room.len() {
            if seen[j] || dealt[i][j] || !open(i, j) {
                continue;
            }
            seen[j] = true;
            if room[j] > 0 {
                room[j] -= 1;
                dealt[i][j] = true;
                return true;
            }
            for other in 0..dealt.len() {
                if other != i && dealt[other][j] && serve(other, dealt, room, seen, open) {
                    dealt[other][j] = false;
                    dealt[i][j] = true;
                    return true;
                }
            }
        }
        false
    }
    let mut served = 0;
    for (i, project) in world.projects.iter().enumerate() {
        let has = kept.iter().filter(|p| p.project == project.id).count();
        for _ in has..world.reviews_per_project as usize {
            served += usize::from(serve(i, &mut dealt, &mut room, &mut vec![false; judges], &open));
        }
    }
    served
}

fn panels(plan: &Plan) -> BTreeMap<i64, Vec<i64>> {
    plan.panels.iter().cloned().collect()
}

#[test]
fn constraints_hold_in_every_small_world() {
    for seed in 0..3_000 {
        let world = small_world(seed);
        let plan = plan(&world).unwrap();
        let (barred, kept): (BTreeSet<&Pair>, BTreeSet<&Pair>) =
            (world.barred.iter().collect(), world.kept.iter().collect());
        let added: BTreeSet<&Pair> = plan.added.iter().collect();
        assert_eq!(added.len(), plan.added.len(), "a pair twice in world {seed}");
        assert!(added.is_disjoint(&barred), "a barred pair in world {seed}");
        assert!(added.is_disjoint(&kept), "a kept pair again in world {seed}");
        for judge in &world.judges {
            let of = |pairs: &BTreeSet<&Pair>| pairs.iter().filter(|p| p.judge == judge.id).count();
            let (more, had) = (of(&added), of(&kept));
            assert!(more == 0 || more + had <= cap_of(judge), "over a cap in world {seed}");
        }
        for project in &world.projects {
            let of = |pairs: &BTreeSet<&Pair>| pairs.iter().filter(|p| p.project == project.id).count();
            let (more, had) = (of(&added), of(&kept));
            assert!(
                more == 0 || more + had <= world.reviews_per_project as usize,
                "too many in world {seed}"
            );
        }
    }
}

#[test]
fn no_review_is_missing_that_could_be_given() {
    for seed in 0..1_500 {
        let world = small_world(seed);
        assert_eq!(plan(&world).unwrap().added.len(), most_reviews(&world), "world {seed}");
    }
}

#[test]
fn a_project_with_too_few_judges_is_named() {
    let mut short_worlds = 0;
    for seed in 0..1_500 {
        let world = small_world(seed);
        let plan = plan(&world).unwrap();
        let named: BTreeSet<i64> = plan
            .findings
            .iter()
            .flat_map(|finding| match &finding.unmet {
                Unmet::Capped { projects, .. } | Unmet::FewJudges { projects, .. } => projects.clone(),
                Unmet::FewMayJudge { project, .. } => vec![*project],
                _ => vec![],
            })
            .collect();
        let short: BTreeSet<i64> = plan
            .panels
            .iter()
            .filter(|(_, panel)| panel.len() < world.reviews_per_project as usize)
            .map(|(project, _)| *project)
            .collect();
        assert_eq!(named, short, "world {seed}");
        short_worlds += usize::from(!short.is_empty());
    }
    assert!(
        (300..1_200).contains(&short_worlds),
        "{short_worlds} worlds are short: the test sees too few of a kind"
    );
}

#[test]
fn the_order_of_the_lists_does_not_matter() {
    for seed in 0..200 {
        let world = small_world(seed);
        let mut turned = world.clone();
        turned.judges.reverse();
        turned.projects.reverse();
        turned.kept.reverse();
        turned.barred.reverse();
        assert_eq!(plan(&world).unwrap(), plan(&turned).unwrap(), "world {seed}");
    }
}

#[test]
fn raising_caps_as_advised_leaves_nothing_capped() {
    let mut seen = 0;
    for seed in 0..1_500 {
        let mut world = small_world(seed);
        let before = plan(&world).unwrap();
        let Some(by) = before.findings.iter().find_map(|f| match (&f.unmet, f.helps.first()) {
            (Unmet::Capped { .. }, Some(Help::RaiseCaps { reviews })) => Some(*reviews),
            _ => None,
        }) else {
            continue;
        };
        seen += 1;
        // The advice gives no names: raised for everybody, it is enough.
        for judge in &mut world.judges {
            // A judge who has more than their cap already is a finding of its own, with its own advice.
            let over = before.findings.iter().find_map(|f| match f.unmet {
                Unmet::OverCap { judge: id, load, cap } if id == judge.id => Some(load - cap),
                _ => None,
            });
            judge.cap = judge.cap.map(|cap| cap + by + over.unwrap_or(0));
        }
        let after = plan(&world).unwrap();
        assert!(!after.findings.iter().any(|f| matches!(f.unmet, Unmet::Capped { .. })), "world {seed}");
    }
    assert!(seen > 100, "only {seen} worlds with tight caps");
}

/// An event of ordinary size with tracks, conflicts and caps.
fn event(projects: i64, judges: i64, each: u32, seed: u64) -> PlanInput {
    let mut lot = Lot(seed);
    let cap = (projects * i64::from(each) * 6 / (judges * 5) + 1) as u32;
    let mut world = PlanInput {
        reviews_per_project: each,
        expertise_weight: 3,
        judges: (0..judges)
            .map(|id| PlanJudge { id, cap: Some(cap), tracks: vec![lot.below(8), lot.below(8)] })
            .collect(),
        projects: (0..projects)
            .map(|id| PlanProject { id, track: Some(lot.below(8)), wanted: None })
            .collect(),
        ..PlanInput::default()
    };
    world.barred = lot.pairs(&world, 5);
    world
}

#[test]
fn a_plan_ties_judges_better_than_the_best_of_20_random_ones() {
    for seed in 0..3 {
        let world = event(300, 60, 5, seed);
        let plan = plan(&world).unwrap();
        let best = random_plans(&world, 20).unwrap().into_iter().fold(0.0, f64::max);
        assert_eq!(plan.ties.parts, 1);
        assert!(plan.ties.lambda2_over_load.unwrap() >= best, "{:?} against {best}", plan.ties);
        assert_eq!(plan.added.len(), 1_500);
        assert!(plan.findings.is_empty(), "{:?}", plan.findings);
        assert!(plan.tracks.inside * 10 > plan.tracks.of * 3, "tracks hardly count: {:?}", plan.tracks);
    }
}

#[test]
fn a_large_event_ties_its_judges_as_well_as_a_random_plan_and_still_prefers_their_tracks() {
    let world = event(1_000, 200, 5, 1);
    let tied = plan(&world).unwrap();
    let best = random_plans(&world, 3).unwrap().into_iter().fold(0.0, f64::max);
    assert!(tied.ties.lambda2_over_load.unwrap() >= 0.98 * best, "{:?} against {best}", tied.ties);
    assert!(tied.tracks.inside * 2 > tied.tracks.of, "tracks hardly count: {:?}", tied.tracks);
    let opened = tied.findings.iter().any(|f| matches!(f.unmet, Unmet::TracksOpened { .. }));
    assert!(opened, "what was given up is said: {:?}", tied.findings);
    // Who asks for more gets more of their tracks, and fewer ties.
    let strict = plan(&PlanInput { expertise_weight: 12, ..world }).unwrap();
    assert!(strict.tracks.inside > tied.tracks.inside, "{:?} {:?}", strict.tracks, tied.tracks);
    assert!(strict.ties.lambda2_over_load.unwrap() >= best * 0.24, "{:?}", strict.ties);
}

#[test]
fn late_projects_and_late_judges_move_nobody() {
    let mut world = event(60, 15, 4, 9);
    let first = plan(&world).unwrap();
    let before = panels(&first);
    world.kept.clone_from(&first.added);
    world.projects.push(PlanProject { id: 1_000, track: None, wanted: None });
    for id in 1_000..1_004 {
        world.judges.push(PlanJudge { id, cap: None, tracks: vec![] });
    }
    let second = plan(&world).unwrap();
    assert!(second.added.iter().all(|pair| pair.project == 1_000), "{:?}", second.added);
    assert_eq!(second.added.len(), 4);
    let after = panels(&second);
    for (project, panel) in &before {
        assert_eq!(&after[project], panel);
    }
    // Everybody else has work, so the newcomers take the new project.
    assert!(second.added.iter().all(|pair| pair.judge >= 1_000), "{:?}", second.added);
}

#[test]
fn nothing_to_add_leaves_late_judges_idle_and_says_so() {
    let mut world = event(30, 10, 3, 5);
    world.kept = plan(&world).unwrap().added;
    world.judges.push(PlanJudge { id: 999, cap: None, tracks: vec![] });
    let plan = plan(&world).unwrap();
    assert!(plan.added.is_empty());
    let idle = plan.findings.iter().find(|f| matches!(&f.unmet, Unmet::Idle { judges } if judges == &[999]));
    assert!(idle.unwrap().helps.contains(&Help::MoveWork));
}

#[test]
fn strict_expertise_yields_where_it_would_keep_tracks_apart() {
    // Two tracks, judges for one each: a large weight alone would make two panels that share nobody.
    let judges = (0..12).map(|id| PlanJudge { id, cap: None, tracks: vec![id % 2] }).collect();
    let projects = (0..60).map(|id| PlanProject { id, track: Some(id % 2), wanted: None }).collect();
    let world =
        PlanInput { reviews_per_project: 3, expertise_weight: 20, judges, projects, ..PlanInput::default() };
    let plan = plan(&world).unwrap();
    assert_eq!(plan.ties.parts, 1);
    assert!(plan.ties.lambda2_over_load.unwrap() >= SOUND_TIES, "{:?}", plan.ties);
    assert!(plan.tracks.crossing.unwrap() >= 50, "{:?}", plan.tracks);
    assert!(plan.tracks.inside * 2 > plan.tracks.of, "{:?}", plan.tracks);
}

#[test]
fn parts_that_exist_are_named_with_a_review_that_joins_them() {
    let judges: Vec<PlanJudge> = (0..4).map(|id| PlanJudge { id, cap: None, tracks: vec![] }).collect();
    let projects: Vec<PlanProject> = (0..4).map(|id| PlanProject { id, track: None, wanted: None }).collect();
    let kept = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 2), (2, 3), (3, 2), (3, 3)];
    let kept = kept.map(|(project, judge)| Pair { project, judge }).to_vec();
    let mut world = PlanInput { reviews_per_project: 2, judges, projects, kept, ..PlanInput::default() };
    let before = plan(&world).unwrap();
    let parts = before.findings.iter().find(|f| f.unmet == Unmet::Parts { parts: 2 }).unwrap();
    let Help::Review { judge, project } = parts.helps[0] else { panic!("{:?}", parts.helps) };
    world.kept.push(Pair { project, judge });
    assert_eq!(plan(&world).unwrap().ties.parts, 1);
}

#[test]
fn ties_agree_with_the_calibration_whichever_way_they_are_computed() {
    // 60 judges go by the whole matrix, 230 by Lanczos steps.
    for (projects, judges) in [(120, 60), (460, 230)] {
        let plan = plan(&event(projects, judges, 4, 3)).unwrap();
        let reviews: Vec<Review> = plan
            .added
            .iter()
            .map(|pair| Review {
                project: pair.project,
                track: None,
                judge: format!("j{:05}@x.org", pair.judge),
                total_micro: pair.judge * 977 % 1_000_000,
            })
            .collect();
        let known =
            calibrate(&Input::new(reviews, false).unwrap()).unwrap().connectivity.lambda2_over_load.unwrap();
        assert!(
            (plan.ties.lambda2_over_load.unwrap() - known).abs() < 2e-3,
            "{:?} against {known}",
            plan.ties
        );
    }
}

#[test]
fn more_reviews_give_better_chances() {
    let of = |each| chances(&plan(&event(60, 20, each, 1)).unwrap()).unwrap();
    let (two, eight) = (of(2), of(8));
    assert!(two.best_first + 0.1 < eight.best_first, "{two:?} {eight:?}");
    assert!(two.ten_of_ten.unwrap() + 0.8 < eight.ten_of_ten.unwrap(), "{two:?} {eight:?}");
    assert!(two.best_first < two.best_in_three && two.best_first > 1.0 / 30.0);
}

#[test]
fn plans_that_assign_the_same_have_the_same_chances() {
    let dealt = plan(&event(30, 12, 3, 1)).unwrap();
    let kept = dealt.panels.iter().flat_map(|(project, panel)| {
        panel.iter().map(move |judge| Pair { project: *project, judge: *judge })
    });
    let kept: Vec<Pair> = kept.collect();
    // Nothing is added to what exists, whatever was asked for up to that.
    let of = |reviews_per_project| {
        plan(&PlanInput { kept: kept.clone(), reviews_per_project, ..event(30, 12, 6, 1) }).unwrap()
    };
    let (one, two, three, six) = (of(1), of(2), of(3), of(6));
    assert!([&one, &two, &three].iter().all(|plan| plan.added.is_empty()) && !six.added.is_empty());
    let compared = compared_chances(&[&three, &one, &two, &six]);
    assert!(compared[0].is_some(), "{compared:?}");
    assert!(compared[0] == compared[1], "{compared:?}");
    assert!(compared[0] == compared[2], "{compared:?}");
    assert!(compared[3].unwrap().best_first > compared[0].unwrap().best_first, "{compared:?}");
    assert!(compared_chances(&[]).is_empty());
}

#[test]
fn chances_are_simulated_for_more_judges_than_a_dense_system_could_take() {
    let plan = plan(&event(1_500, 600, 4, 2)).unwrap();
    let chances = chances(&plan).unwrap();
    assert!(chances.events >= 100);
    assert!(chances.best_in_three > 0.1 && chances.best_in_three > chances.best_first, "{chances:?}");
    assert!(chances.ten_of_ten.unwrap() > 2.0, "{chances:?}");
}

#[test]
fn what_says_nothing_to_a_plan_does_not_make_another_one_of_it() {
    let pair = |project, judge| Pair { project, judge };
    let mut world = event(12, 6, 2, 1);
    let (judge, another) = (world.judges[0].id, world.judges[1].id);
    let project = world.projects[0].id;
    world.kept.push(pair(project, judge));
    world.barred = vec![pair(project, another)];
    let before = (world.digest(), plan(&world).unwrap().added);
    // A draft, and somebody who does not judge.
    let (draft, nobody) = (-1, i64::MIN);
    for more in [pair(project, another), pair(draft, another), pair(project, nobody)] {
        world.barred.push(more);
        assert_eq!((world.digest(), plan(&world).unwrap().added), before, "{more:?}");
    }
    for more in [pair(project, judge), pair(project, nobody)] {
        world.kept.push(more);
        assert_eq!((world.digest(), plan(&world).unwrap().added), before, "{more:?}");
    }
    // What a judge has of other projects counts toward their cap.
    let others = PlanInput { kept: [&world.kept[..], &[pair(draft, judge)][..]].concat(), ..world.clone() };
    let third = world.judges[2].id;
    let barred = PlanInput { barred: [&world.barred[..], &[pair(project, third)][..]].concat(), ..world };
    assert!(others.digest() != before.0 && barred.digest() != before.0);
}

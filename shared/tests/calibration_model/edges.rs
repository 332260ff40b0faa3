//! Where there is little to go on, and where the answer is known.

use crate::support::{Row, address, input, review};
use crate::world::{Dice, PLAIN, World};
use shared::calibration::{
    Flag, Input, Level, METHOD, METHOD_RAW_MEAN, NoReviews, Outcome, ProjectOutcome, calibrate,
};

fn run(rows: &[Row]) -> Outcome {
    calibrate(&input(rows.iter().copied())).unwrap()
}

fn project(run: &Outcome, id: i64) -> &ProjectOutcome {
    run.projects.iter().find(|p| p.project == id).unwrap()
}

#[test]
fn no_review_is_no_run() {
    assert_eq!(calibrate(&input([])), Err(NoReviews));
}

#[test]
fn one_judge_gives_raw_means() {
    let run = run(&[(1, 1, 0.2), (2, 1, 0.8), (3, 1, 0.5), (4, 1, 0.8)]);
    assert_eq!(run.method, METHOD_RAW_MEAN);
    let ranks: Vec<(i64, u32)> = run.projects.iter().map(|p| (p.project, p.rank)).collect();
    assert_eq!(ranks, [(2, 1), (4, 1), (3, 3), (1, 4)]);
    for p in &run.projects {
        assert_eq!((p.calibrated, p.rank_interval), (p.raw_mean, [1, 4]));
        // √(Σ(y − ȳ)²/n) of the four totals.
        assert_eq!(p.se, 0.248_747);
    }
    assert_eq!(run.connectivity.lambda2_over_load, None);
}

#[test]
fn fewer_than_three_reviews_give_raw_means() {
    let two = run(&[(1, 1, 0.4), (2, 2, 0.6)]);
    assert_eq!(two.method, METHOD_RAW_MEAN);
    assert_eq!(project(&two, 2).rank_interval, [1, 2]);
    assert_eq!(project(&two, 2).se, 0.1);
    assert!(two.judges.iter().all(|j| j.flags == [Flag::Few]));
    let one = run(&[(7, 1, 0.4)]);
    assert_eq!((one.projects[0].rank, one.projects[0].se), (1, 0.0));
    assert_eq!(run(&[(1, 1, 0.4), (1, 2, 0.5), (2, 2, 0.6)]).method, METHOD);
}

#[test]
fn equal_totals_all_rank_first() {
    let rows: Vec<Row> = (0..18).map(|k| (k / 3, (k % 3) as usize, 0.7)).collect();
    let run = run(&rows);
    for p in &run.projects {
        assert_eq!((p.rank, p.raw_rank, p.calibrated, p.se), (1, 1, 0.7, 0.0));
        assert_eq!(p.rank_interval, [1, 6]);
    }
    assert!(run.judges.iter().all(|j| j.flags.is_empty()));
}

#[test]
fn a_single_review_is_shrunk_below_a_well_supported_project() {
    let mut rows: Vec<Row> =
        (0..60).map(|k| (k / 5, (k % 5) as usize, 0.5 + 0.02 * ((k * 7) % 11) as f64 / 10.0)).collect();
    rows.extend((0..5).map(|j| (50, j, 0.88)));
    rows.push((99, 2, 0.90));
    let run = run(&rows);
    let (single, supported) = (project(&run, 99), project(&run, 50));
    assert_eq!(single.reviews, 1);
    assert!(single.raw_rank < supported.raw_rank && single.rank > supported.rank);
    assert!(single.se > supported.se);
    assert!(single.calibrated < single.raw_mean);
}

#[test]
fn a_complete_design_ranks_as_the_plain_mean() {
    let mut dice = Dice::new(11);
    let mut equal_noise = 0;
    for (projects, judges) in [(8, 3), (12, 4), (30, 6)] {
        for _ in 0..5 {
            let world = World { projects, judges, reviews: judges, offset_sd: 0.06, ..PLAIN };
            let run = calibrate(&world.event(&mut dice).input).unwrap();
            // Judges of different noise weigh differently, so the order may change.
            if run.fit.noise {
                continue;
            }
            equal_noise += 1;
            assert!(!run.fit.scale);
            for p in &run.projects {
                assert_eq!(p.rank, p.raw_rank, "{p:?}");
            }
        }
    }
    assert!(equal_noise >= 10, "only {equal_noise} of 15 events were compared");
}

#[test]
fn a_harsh_judge_no_longer_decides() {
    // Judge 2 takes .3 off everything, and reviewed every project but the ninth.
    let quality = [0.70, 0.66, 0.62, 0.58, 0.54, 0.50, 0.46, 0.42, 0.64];
    let mut rows = vec![];
    for (i, q) in quality.iter().enumerate() {
        let panel: &[usize] = if i == 8 {
            &[0, 1, 3]
        } else if i % 2 == 0 {
            &[0, 2, 3]
        } else {
            &[0, 1, 2]
        };
        for &j in panel {
            let wobble = 0.01 * (((i * 5 + j * 3) % 7) as f64 - 3.0);
            rows.push((i as i64 + 1, j, q + wobble - if j == 2 { 0.3 } else { 0.0 }));
        }
    }
    let run = run(&rows);
    assert_eq!(project(&run, 9).raw_rank, 1);
    assert_eq!(project(&run, 1).rank, 1);
    let harsh = run.judges.iter().find(|j| j.judge == address(2)).unwrap();
    assert!(harsh.offset < -0.15, "{harsh:?}");
}

#[test]
fn every_interval_holds_its_rank_and_every_number_has_six_decimals() {
    let mut dice = Dice::new(5);
    let world = World { offset_sd: 0.08, erratic: 0.15, tracks: 4, cross: 0.1, track_sd: 0.05, ..PLAIN };
    let run = calibrate(&world.event(&mut dice).input).unwrap();
    let mut last = (0, i64::MIN);
    for p in &run.projects {
        assert!(p.rank_interval[0] <= p.rank && p.rank <= p.rank_interval[1], "{p:?}");
        assert!((p.rank, p.project) > last);
        last = (p.rank, p.project);
        for x in [p.calibrated, p.se, p.raw_mean] {
            assert_eq!(x, (x * 1e6).round() / 1e6);
        }
    }
    let mean_scale = run.judges.iter().map(|j| j.scale).sum::<f64>() / run.judges.len() as f64;
    let mean_offset = run.judges.iter().map(|j| j.offset).sum::<f64>() / run.judges.len() as f64;
    assert!((mean_scale - 1.0).abs() < 1e-6 && mean_offset.abs() < 1e-6);
    assert_eq!((run.fit.groups, run.fit.converged), (4, true));
}

fn two_panels() -> Vec<Row> {
    let mut rows = vec![];
    for i in 0..10_i64 {
        let (base, level) = if i < 6 { (0, 0.7) } else { (3, 0.4) };
        for j in 0..2 {
            rows.push((
                i + 1,
                base + (i as usize + j) % 3,
                level + 0.03 * ((i * 3 + j as i64 * 5) % 7) as f64 / 7.0,
            ));
        }
    }
    rows
}

#[test]
fn a_disconnected_graph_is_found_and_how_to_join_it() {
    let run = run(&two_panels());
    let c = &run.connectivity;
    assert_eq!((c.level, c.lambda2_over_load, c.components.len()), (Level::Alarm, Some(0.0), 2));
    assert_eq!(c.components[1].projects, [7, 8, 9, 10]);
    assert_eq!(run.fit.groups, 2);
    assert_eq!(c.extra_reviews.len(), 1);

    let mut rows = two_panels();
    let extra = &c.extra_reviews[0];
    let judge = (0..6).find(|&j| address(j) == extra.judge).unwrap();
    rows.push((extra.project, judge, 0.5));
    let joined = calibrate(&input(rows)).unwrap();
    assert_eq!(joined.connectivity.components.len(), 1);
    assert!(joined.connectivity.lambda2_over_load.unwrap() > 0.0);
    assert_eq!(joined.fit.groups, 1);
}

#[test]
fn two_panels_joined_by_one_review_are_warned_about() {
    let mut rows: Vec<Row> = (0..120)
        .map(|k| {
            let (i, r) = (k / 4, k % 4);
            let judge = (i * 3 + r * (1 + i % 2)) % 8 + 8 * (i / 15);
            (i as i64, judge, 0.5 + 0.01 * ((k * 7) % 13) as f64)
        })
        .collect();
    rows.push((0, 12, 0.6));
    let c = calibrate(&input(rows)).unwrap().connectivity;
    assert_eq!((c.components.len(), c.level), (1, Level::Warning));
    assert!(c.extra_reviews.is_empty());
    let [first, second] = &c.weak_parts[..] else { panic!("{:?}", c.weak_parts) };
    assert_eq!(first.projects, (0..15).collect::<Vec<i64>>());
    assert_eq!(second.projects, (15..30).collect::<Vec<i64>>());
    assert_eq!(first.judges, (0..8).map(address).collect::<Vec<_>>());
}

/// Forty projects with three reviews each by twelve judges, and what one judge more handed in.
fn with_one_more_judge(further: &[i64]) -> Vec<Row> {
    let mut rows: Vec<Row> = (0..120)
        .map(|k| {
            let (i, r) = (k / 3, k % 3);
            let judge = (i + r * (1 + i % 5)) % 12;
            (i as i64, judge, 0.5 + 0.01 * ((k * 7) % 13) as f64)
        })
        .collect();
    rows.extend(further.iter().map(|&project| (project, 12, 0.6)));
    rows
}

#[test]
fn a_judge_who_left_early_makes_no_alarm() {
    let sound = calibrate(&input(with_one_more_judge(&[]))).unwrap().connectivity;
    assert_eq!(sound.level, Level::Sound);
    // 40 is a project that nobody else saw.
    for further in [&[7][..], &[7, 20], &[40, 7]] {
        let found = calibrate(&input(with_one_more_judge(further))).unwrap().connectivity;
        assert_eq!((found.level, &found.weak_parts[..]), (Level::Sound, &[][..]), "{further:?}");
        assert_eq!(found.lambda2_over_load, sound.lambda2_over_load, "{further:?}");
    }
}

#[test]
fn panels_that_only_a_judge_of_two_reviews_connects_are_warned_about() {
    let mut rows = two_panels();
    // Each judge of a panel has three reviews or more.
    rows.extend((11..=12).flat_map(|project| (0..3).map(move |judge| (project, judge, 0.5))));
    rows.extend((13..=14).flat_map(|project| (3..6).map(move |judge| (project, judge, 0.4))));
    rows.extend([(1, 6, 0.5), (7, 6, 0.5)]);
    let found = calibrate(&input(rows)).unwrap().connectivity;
    assert_eq!((found.level, found.lambda2_over_load), (Level::Warning, Some(0.0)));
    let parts: Vec<_> = found.weak_parts.iter().map(|part| part.projects.clone()).collect();
    assert_eq!(parts, [vec![1, 2, 3, 4, 5, 6, 11, 12], vec![7, 8, 9, 10, 13, 14]]);
}

#[test]
fn declared_tracks_are_the_groups_also_when_the_graph_is_disconnected() {
    let rows = two_panels();
    let one_group = Input::new(rows.iter().copied().map(review).collect(), true).unwrap();
    assert_eq!(calibrate(&one_group).unwrap().fit.groups, 1);
    let with_tracks = rows.iter().copied().map(review).map(|mut r| {
        r.track = (r.project != 3).then_some(r.project % 2);
        r
    });
    let run = calibrate(&Input::new(with_tracks.collect(), true).unwrap()).unwrap();
    assert_eq!(run.fit.groups, 3, "two tracks, and the projects without one");
}

#[test]
fn a_well_mixed_design_is_sound() {
    let run = calibrate(&PLAIN.event(&mut Dice::new(9)).input).unwrap();
    assert_eq!(run.connectivity.level, Level::Sound);
    assert!(run.connectivity.lambda2_over_load.unwrap() > 0.5);
}

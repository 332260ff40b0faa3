//! Each flag on a judge who deserves it, and on nobody else.

use crate::support::address;
use crate::world::{Dice, Event, PLAIN, World};
use shared::calibration::{Flag, Input, calibrate};

const EVENT: World = World { offset_sd: 0.05, noise_sd: 0.08, ..PLAIN };

/// The flags of judge 0 after their totals are changed, and of everybody else.
fn flags(mut change: impl FnMut(f64, &mut Dice) -> f64) -> (Vec<Flag>, usize) {
    let mut dice = Dice::new(21);
    let Event { input, .. } = EVENT.event(&mut dice);
    let mut reviews = input.reviews().to_vec();
    for r in reviews.iter_mut().filter(|r| r.judge == address(0)) {
        let total = change(r.total_micro as f64 / 1e6, &mut dice).clamp(0.0, 1.0);
        r.total_micro = (total * 1e6).round() as i64;
    }
    let run = calibrate(&Input::new(reviews, false).unwrap()).unwrap();
    let others = run.judges.iter().filter(|j| j.judge != address(0)).map(|j| j.flags.len()).sum();
    (run.judges[0].flags.clone(), others)
}

#[test]
fn an_ordinary_panel_has_no_flag() {
    assert_eq!(flags(|y, _| y), (vec![], 0));
}

#[test]
fn a_judge_who_scores_upside_down_is_reversed() {
    let (own, others) = flags(|y, _| 1.2 - y);
    assert!(own.contains(&Flag::Reversed) && !own.contains(&Flag::WeakAgreement), "{own:?}");
    assert_eq!(others, 0);
}

#[test]
fn a_judge_of_many_moods_is_erratic() {
    let (own, others) = flags(|y, dice| y + 0.3 * dice.normal());
    assert!(own.contains(&Flag::Erratic), "{own:?}");
    assert_eq!(others, 0);
}

#[test]
fn a_judge_who_gives_everybody_the_same_is_flat() {
    let (own, others) = flags(|y, _| 0.6 + 0.1 * (y - 0.6));
    assert!(own.contains(&Flag::Flat) && own.contains(&Flag::WeakAgreement), "{own:?}");
    assert_eq!(others, 0);
}

#[test]
fn a_judge_who_throws_dice_agrees_weakly() {
    let (own, _) = flags(|_, dice| 0.6 + 0.08 * dice.normal());
    assert!(own.contains(&Flag::WeakAgreement), "{own:?}");
}

#[test]
fn a_judge_with_two_reviews_has_too_few() {
    let mut dice = Dice::new(22);
    let mut kept = 0;
    let mut reviews = EVENT.event(&mut dice).input.reviews().to_vec();
    reviews.retain(|r| {
        kept += usize::from(r.judge == address(0));
        r.judge != address(0) || kept <= 2
    });
    let run = calibrate(&Input::new(reviews, false).unwrap()).unwrap();
    assert_eq!(run.judges[0].flags, [Flag::Few]);
    assert!(run.judges[1..].iter().all(|j| j.flags.is_empty()));
}

#[test]
fn false_alarms_are_rare() {
    let mut dice = Dice::new(23);
    let (mut raised, mut judges) = (0, 0);
    for _ in 0..6 {
        let world = World { judges: 50, offset_sd: 0.08, ..PLAIN };
        let run = calibrate(&world.event(&mut dice).input).unwrap();
        raised += run.judges.iter().filter(|j| !j.flags.is_empty()).count();
        judges += run.judges.len();
    }
    assert!(raised * 50 <= judges, "{raised} of {judges} blameless judges flagged");
}

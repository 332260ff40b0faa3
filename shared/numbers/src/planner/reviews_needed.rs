//! How many reviews an event needs: what its judges have time for, and how well it would then find the best project.
//!
//! Reviews are dealt evenly, so that judges meet each other as often as possible, without the swaps of a full plan. A plan with
//! fewer reviews is the beginning of one with more, and all are simulated on the same drawn events: what differs between
//! two rows is the reviews, not luck.

use super::chances::{Drawn, Model, Tally};
use super::deal::Deal;
use super::dice::Dice;
use super::input::{PlanInput, PlanJudge, PlanProject};
use super::numbered::Numbered;
use super::rounds::{self, Scoring};
use crate::calibration::normals::Normals;

/// The event in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventSize {
    /// Projects.
    pub projects: u32,
    /// Judges.
    pub judges: u32,
    /// Minutes that a judge spends on a project.
    pub visit: u32,
    /// Minutes for which each judge judges.
    pub time: u32,
}

/// What was typed about an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedSize {
    /// Projects.
    pub projects: String,
    /// Judges.
    pub judges: String,
    /// Minutes that a judge spends on a project.
    pub visit: String,
    /// Hours for which each judge judges.
    pub hours: String,
}

/// A field that is no number of its range in [`EventSize`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeFault {
    /// [`EventSize::PROJECTS`].
    Projects,
    /// [`EventSize::JUDGES`].
    Judges,
    /// [`EventSize::VISIT`].
    Visit,
    /// [`EventSize::TIME`], in hours.
    Hours,
}

/// What the event's judges can do, and what more or fewer reviews would give.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Projects that each judge has time for.
    pub visits: u32,
    /// Reviews of each project.
    pub each: u32,
    /// Projects that have one more.
    pub one_more: u32,
    /// What to expect of these; none where projects would have no review, or where there are fewer than two judges.
    pub own: Option<ExpectedPlaces>,
    /// What to expect of other numbers of reviews, in ascending order.
    pub rows: Vec<Row>,
    /// Simulated events behind each figure.
    pub events: u32,
}

/// A number of reviews for each project.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Reviews of each project.
    pub each: u32,
    /// Minutes that each of the judges would judge for them.
    pub time: u32,
    /// Judges who would be needed in the time that there is; none if a visit takes longer than that.
    pub judges: Option<u32>,
    /// What to expect.
    pub expected: ExpectedPlaces,
}

/// What to expect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedPlaces {
    /// The chance that the best project comes first.
    pub best_first: f64,
    /// The chance that it is among the first three.
    pub best_in_three: f64,
    /// Nine of ten projects are ranked at most so many places away from their true place.
    pub within: u32,
}

/// Numbers of reviews that are compared.
const COMPARED: [u32; 8] = [1, 2, 3, 4, 5, 6, 8, 10];
/// Normals drawn for an answer: they take most of its time.
const DRAWS: u32 = 1_500_000;
/// Simulated events, at least and at most.
const EVENTS: (u32, u32) = (100, 400);

impl EventSize {
    /// The fewest and the most projects.
    pub const PROJECTS: (u32, u32) = (3, 1_000);
    /// The fewest and the most judges.
    pub const JUDGES: (u32, u32) = (2, 200);
    /// The shortest and the longest visit.
    pub const VISIT: (u32, u32) = (1, 240);
    /// The shortest and the longest time, in minutes.
    pub const TIME: (u32, u32) = (15, 6_000);
    /// The most reviews of a project that are simulated.
    pub const MOST_EACH: u32 = 20;

    /// Reads what was typed: projects, judges, minutes of a visit, and hours, which may have decimals.
    ///
    /// # Errors
    /// Every field that is no number of its range.
    pub fn read(typed: &TypedSize) -> Result<Self, Vec<SizeFault>> {
        let whole = |typed: &str, (from, to)| typed.trim().parse().ok().filter(|n| (from..=to).contains(n));
        let hours = typed.hours.trim().replace(',', ".").parse::<f64>().ok();
        let time = hours.map(|hours| (hours * 60.0).round() as u32);
        let read = [
            (SizeFault::Projects, whole(&typed.projects, Self::PROJECTS)),
            (SizeFault::Judges, whole(&typed.judges, Self::JUDGES)),
            (SizeFault::Visit, whole(&typed.visit, Self::VISIT)),
            (SizeFault::Hours, time.filter(|t| (Self::TIME.0..=Self::TIME.1).contains(t))),
        ];
        match read.map(|(_, number)| number) {
            [Some(projects), Some(judges), Some(visit), Some(time)] => {
                Ok(Self { projects, judges, visit, time })
            }
            _ => Err(read.into_iter().filter(|(_, n)| n.is_none()).map(|(fault, _)| fault).collect()),
        }
    }

    /// This size, each number moved into its range.
    #[must_use]
    pub fn bounded(self) -> Self {
        let into = |n: u32, (from, to): (u32, u32)| n.clamp(from, to);
        Self {
            projects: into(self.projects, Self::PROJECTS),
            judges: into(self.judges, Self::JUDGES),
            visit: into(self.visit, Self::VISIT),
            time: into(self.time, Self::TIME),
        }
    }
}

/// Simulates events of this size. Its time is bounded by the ranges of [`EventSize`], into which it moves each number.
pub fn reviews_needed(size: EventSize) -> Answer {
    let size = size.bounded();
    let EventSize { projects, judges, visit, time } = size;
    let visits = (time / visit).min(projects);
    let reviews = (visits * judges).min(projects * judges);
    let (each, one_more) = (reviews / projects, reviews % projects);
    // More than this cannot be told apart from it.
    let (dealt, also) =
        if each < EventSize::MOST_EACH { (each, one_more) } else { (EventSize::MOST_EACH, 0) };
    let mut compared: Vec<u32> = COMPARED.into_iter().filter(|&k| k <= judges).collect();
    if one_more == 0 && each > 0 && !compared.contains(&dealt) {
        compared.push(dealt);
    }
    let widest = compared.iter().copied().max().unwrap_or(1).max(dealt + u32::from(also > 0)).min(judges);
    let simulation = Simulation::of(size, widest);
    let mut plans: Vec<(u32, u32)> = compared.iter().map(|&k| (k, 0)).collect();
    if dealt > 0 {
        plans.push((dealt, also));
    }
    let mut expected = simulation.run(&plans);
    let own = if dealt > 0 { expected.pop() } else { None };
    let row = |(&each, expected): (&u32, ExpectedPlaces)| Row {
        each,
        time: (projects * each).div_ceil(judges) * visit,
        judges: (visits > 0).then(|| (projects * each).div_ceil(visits).max(each)),
        expected,
    };
    let rows = compared.iter().zip(expected).map(row).collect();
    Answer { visits, each, one_more, own, rows, events: simulation.events }
}

/// An even deal, and the events that are drawn for it.
struct Simulation {
    size: EventSize,
    panels: Vec<Vec<usize>>,
    /// Projects in random order: the first ones get one review more.
    order: Vec<usize>,
    key: [u8; 32],
    widest: usize,
    events: u32,
}

impl Simulation {
    fn of(size: EventSize, widest: u32) -> Self {
        let mut key = [0; 32];
        let numbers = [size.projects, size.judges, widest];
        for (byte, part) in key.iter_mut().zip(numbers.into_iter().flat_map(u32::to_le_bytes)) {
            *byte = part;
        }
        let mut dice = Dice::new(&key, 0);
        let panels = deal(size, widest, &mut dice);
        let events = (DRAWS / (size.projects * widest)).clamp(EVENTS.0, EVENTS.1);
        let order = dice.order(size.projects as usize);
        Self { size, panels, order, key, widest: widest as usize, events }
    }

    /// What to expect of each of these plans: reviews of each project, and how many projects have one more.
    fn run(&self, plans: &[(u32, u32)]) -> Vec<ExpectedPlaces> {
        let (projects, judges) = (self.panels.len(), self.size.judges as usize);
        let models: Vec<Model<'_>> = plans.iter().map(|&plan| Model::of(self.first(plan), judges)).collect();
        let mut tallies: Vec<Tally> = plans.iter().map(|_| Tally::default()).collect();
        for event in 1..=self.events {
            let mut normals = Normals::new(&self.key, u64::from(event));
            let drawn = Drawn::of(projects, judges, self.widest, &mut normals);
            let truth = drawn.best_first();
            for (model, tally) in models.iter().zip(&mut tallies) {
                tally.add(&truth, &model.rank(&drawn));
            }
        }
        let expected = |t: &Tally| ExpectedPlaces {
            best_first: t.share(t.first),
            best_in_three: t.share(t.in_three),
            within: t.within(),
        };
        tallies.iter().map(expected).collect()
    }

    /// The first judges of each panel.
    fn first(&self, (each, one_more): (u32, u32)) -> Vec<&[usize]> {
        let mut wanted = vec![each as usize; self.panels.len()];
        for &project in self.order.iter().take(one_more as usize) {
            wanted[project] += 1;
        }
        self.panels.iter().zip(wanted).map(|(panel, wanted)| &panel[..wanted.min(panel.len())]).collect()
    }
}

/// Deals every project so many judges, the first of them first.
fn deal(size: EventSize, each: u32, dice: &mut Dice) -> Vec<Vec<usize>> {
    let judge = |id| PlanJudge { id, cap: None, tracks: vec![] };
    let project = |id| PlanProject { id, track: None, wanted: None };
    let input = PlanInput {
        reviews_per_project: each,
        judges: (0..i64::from(size.judges)).map(judge).collect(),
        projects: (0..i64::from(size.projects)).map(project).collect(),
        ..PlanInput::default()
    };
    let Ok(numbered) = Numbered::of(&input) else { return vec![] };
    let mut deal = Deal::of(&numbered);
    rounds::fill(&mut deal, Scoring { meets: 2, expertise: 0 }, dice);
    deal.panels
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENT: EventSize = EventSize { projects: 60, judges: 15, visit: 10, time: 150 };

    #[test]
    fn time_gives_reviews() {
        let answer = reviews_needed(EVENT);
        assert_eq!((answer.visits, answer.each, answer.one_more, answer.events), (15, 3, 45, 400));
        let three = answer.rows[2];
        assert_eq!((three.each, three.time, three.judges), (3, 120, Some(12)));
        let longer = reviews_needed(EventSize { time: 10_000, ..EVENT });
        assert_eq!((longer.visits, longer.each, longer.one_more), (60, 15, 0), "nobody sees a project twice");
        assert_eq!(longer.rows.last().map(|row| row.each), Some(15));
        assert_eq!(longer.rows.last().map(|row| row.expected), longer.own);
    }

    #[test]
    fn more_reviews_find_the_best_more_often() {
        let answer = reviews_needed(EVENT);
        for pair in answer.rows.windows(2) {
            let [few, more] = [pair[0].expected, pair[1].expected];
            assert!(more.best_in_three >= few.best_in_three - 0.02, "{pair:?}");
            assert!(more.within <= few.within, "{pair:?}");
        }
        let own = answer.own.unwrap();
        let [three, four] = [answer.rows[2].expected, answer.rows[3].expected];
        assert!(three.best_first < own.best_first + 0.03 && own.best_first < four.best_first + 0.03);
        assert!(answer.rows[0].expected.best_first < 0.35 && answer.rows[7].expected.best_first > 0.55);
    }

    #[test]
    fn projects_without_a_review_promise_nothing() {
        let answer = reviews_needed(EventSize { time: 30, ..EVENT });
        assert_eq!((answer.visits, answer.each, answer.one_more, answer.own), (3, 0, 45, None));
        let none = reviews_needed(EventSize { time: 15, visit: 20, ..EVENT });
        assert_eq!((none.visits, none.own, none.rows[0].judges), (0, None, None));
    }

    #[test]
    fn every_wrong_number_is_named() {
        let typed = |[projects, judges, visit, hours]: [&str; 4]| {
            let [projects, judges, visit, hours] = [projects, judges, visit, hours].map(str::to_owned);
            EventSize::read(&TypedSize { projects, judges, visit, hours })
        };
        assert_eq!(typed(["60", " 15 ", "10", "2,5"]), Ok(EVENT));
        let all = vec![SizeFault::Projects, SizeFault::Judges, SizeFault::Visit, SizeFault::Hours];
        assert_eq!(typed(["2", "1", "0", "0"]), Err(all.clone()));
        assert_eq!(typed(["1001", "x", "-1", "NaN"]), Err(all));
        assert_eq!(typed(["60", "15", "10", "inf"]), Err(vec![SizeFault::Hours]));
    }

    #[test]
    fn any_size_is_moved_into_its_range() {
        let least = EventSize { projects: 0, judges: 0, visit: 0, time: 0 };
        assert_eq!(reviews_needed(least).rows.len(), 2, "of two judges each project can have two reviews");
        let most = EventSize { projects: u32::MAX, judges: u32::MAX, visit: 1, time: u32::MAX };
        assert_eq!(most.bounded(), EventSize { projects: 1_000, judges: 200, visit: 1, time: 6_000 });
    }
}

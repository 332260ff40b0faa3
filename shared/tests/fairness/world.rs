//! What a simulated event is made of, and the worlds that are measured.

/// A kind of event. Standard deviations and amounts are on the scale of totals, from 0 to 1.
#[derive(Clone, Copy)]
pub(crate) struct World {
    pub(crate) name: &'static str,
    pub(crate) projects: usize,
    pub(crate) judges: usize,
    pub(crate) reviews: Reviews,
    pub(crate) panels: Panels,
    /// Between projects, between judges' offsets, and of a review.
    pub(crate) project_sd: f64,
    pub(crate) offset_sd: f64,
    pub(crate) noise_sd: f64,
    /// Log sd of judges' scales, and of their noises.
    pub(crate) scale_spread: f64,
    pub(crate) noise_spread: f64,
    /// Shares of judges with three times the noise; who score upside down; who give nearly the same to all.
    pub(crate) erratic: f64,
    pub(crate) reversed: f64,
    pub(crate) flat: f64,
    /// Share of projects that divide their judges, and how many times the noise they get.
    pub(crate) divided: (f64, f64),
    pub(crate) errors: Errors,
    /// Quality has a long upper tail.
    pub(crate) skewed: bool,
    /// Sd of tracks' or tables' levels, and whether the event declares them.
    pub(crate) track_sd: f64,
    pub(crate) declared: bool,
    /// The portal dealt the reviews; else judges or organizers chose, as far as it knows.
    pub(crate) dealt: bool,
    pub(crate) twist: Twist,
    pub(crate) scale: Scale,
    pub(crate) events: usize,
}

/// How many reviews a project gets.
#[derive(Clone, Copy)]
pub(crate) enum Reviews {
    Each(usize),
    /// From 1 to 5.
    OneToFive,
    /// From 2 for the worst to 8 for the best.
    Popular,
    /// All but one judge see all projects, and the last one misses one.
    OneMissing,
}

/// Who sees what.
#[derive(Clone, Copy)]
pub(crate) enum Panels {
    /// At random, with even loads.
    Random,
    /// So many tracks with judges of their own; this share of reviews crosses.
    Tracks(usize, f64),
    /// Judges take what they like: a judge's offset weighs so much against the project's quality in what they choose.
    Chosen(f64),
}

/// How a review varies.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Errors {
    Normal,
    /// Student's t with 3 degrees of freedom, at the same scale.
    HeavyTails,
    /// A discussion leaves little noise.
    Discussed,
}

/// What else happens.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Twist {
    None,
    // One judge gives a middling project so much more.
    Friend(f64),
    // Every judge gives one project of theirs so much more.
    Friends(f64),
    // Four judges give their favourite full marks, and all others 0.15 less.
    Collusion,
    // Three of ten judges leave after half of their reviews.
    Absent,
    // Two days. On the second everybody gives so much more; each project is shown on one day, or on both.
    Day { drift: f64, both: bool },
    // Everybody gives more and more, so much from a judge's first review to their last.
    Gradual { drift: f64, order: Order },
    // Two days. Each judge drifts on their own.
    JudgeDrift(f64),
    // The second day's projects differ by so much in quality, and nobody drifts.
    BetterDay(f64),
    // Half of the judges look for something else: the two halves' qualities differ by this sd.
    Tastes(f64),
    // A fifth of the judges give 0.12 more, and see only every fourth project, beside the others or in place of one.
    Sponsors { beside: bool },
    // One judge has three times the noise.
    OneErratic,
    // One judge gives 0.35 less to the best project that they see.
    Spite,
}

/// In which order judges see their projects.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Order {
    /// Each in an order of their own, by lot.
    Own,
    /// All walk along the same tables.
    Along,
    /// All walk round the same tables, and each starts somewhere else, by lot.
    Round,
    /// All walk round the same tables, and the planner deals where each starts and which way they go.
    DealtRound,
    /// The planner deals each list.
    Dealt,
    /// The same, and the projects get their places afterwards.
    PlacedLater,
}

/// How a total becomes what is given.
#[derive(Clone, Copy)]
pub(crate) enum Scale {
    /// Steps of 0.025.
    Fine,
    /// Five grades.
    Coarse,
    /// Only the upper fifth is used, in steps of 0.05.
    Upper,
    /// Nearly everybody is near the top, which cuts off.
    Ceiling,
}

use Panels::{Chosen, Random, Tracks};
use Reviews::{Each, OneMissing, OneToFive, Popular};

const CLEAN: World = World {
    name: "clean",
    projects: 100,
    judges: 25,
    reviews: Each(5),
    panels: Random,
    project_sd: 0.10,
    offset_sd: 0.06,
    noise_sd: 0.10,
    scale_spread: 0.0,
    noise_spread: 0.0,
    erratic: 0.0,
    reversed: 0.0,
    flat: 0.0,
    divided: (0.0, 1.0),
    errors: Errors::Normal,
    skewed: false,
    track_sd: 0.0,
    declared: false,
    dealt: true,
    twist: Twist::None,
    scale: Scale::Fine,
    events: 300,
};

const fn twist(name: &'static str, twist: Twist) -> World {
    World { name, twist, ..CLEAN }
}

const fn scale(name: &'static str, scale: Scale) -> World {
    World { name, scale, ..CLEAN }
}

const fn tracks(name: &'static str, cross: f64, track_sd: f64, declared: bool) -> World {
    World { name, judges: 24, panels: Tracks(4, cross), track_sd, declared, dealt: false, ..CLEAN }
}

const fn tables(name: &'static str, each: usize, track_sd: f64) -> World {
    World { name, reviews: Each(each), panels: Tracks(5, 0.0), track_sd, dealt: false, ..CLEAN }
}

const fn chosen(name: &'static str, habit: f64) -> World {
    World { name, panels: Chosen(habit), dealt: false, ..CLEAN }
}

const fn small(name: &'static str, projects: usize, judges: usize, each: usize) -> World {
    World { name, projects, judges, reviews: Each(each), events: 1_000, ..CLEAN }
}

const fn weak(name: &'static str, project_sd: f64, of: World) -> World {
    World { name, project_sd, ..of }
}

const fn one_erratic(name: &'static str, projects: usize, judges: usize, each: usize) -> World {
    World { events: 300, twist: Twist::OneErratic, ..small(name, projects, judges, each) }
}

const fn gradual(name: &'static str, drift: f64, order: Order) -> World {
    World { judges: 24, ..twist(name, Twist::Gradual { drift, order }) }
}

const fn undealt(name: &'static str, of: World) -> World {
    World { name, dealt: false, ..of }
}

/// All worlds, those of one kind together.
pub(crate) const WORLDS: &[World] = &[
    CLEAN,
    World { name: "identical judges", offset_sd: 0.0, ..CLEAN },
    World { name: "harsh and lenient", offset_sd: 0.08, ..CLEAN },
    World {
        name: "everything at once",
        offset_sd: 0.08,
        scale_spread: 0.25,
        noise_spread: 0.35,
        erratic: 0.05,
        reversed: 0.03,
        skewed: true,
        ..CLEAN
    },
    World { name: "15 % erratic", offset_sd: 0.05, erratic: 0.15, noise_sd: 0.08, ..CLEAN },
    World { name: "10 % reversed", offset_sd: 0.05, reversed: 0.10, ..CLEAN },
    World { name: "20 % flat", flat: 0.20, ..CLEAN },
    World { name: "15 % erratic, 3 reviews", erratic: 0.15, reviews: Each(3), ..CLEAN },
    one_erratic("one erratic of 6, 20 × 6, 3 reviews", 20, 6, 3),
    one_erratic("one erratic of 8, 30 × 8, 3 reviews", 30, 8, 3),
    one_erratic("one erratic of 12, 40 × 12, 4 reviews", 40, 12, 4),
    twist("two tastes", Twist::Tastes(0.08)),
    undealt("sponsors’ judges beside", twist("", Twist::Sponsors { beside: true })),
    undealt("sponsors’ judges among the five", twist("", Twist::Sponsors { beside: false })),
    World { name: "15 % divided projects", divided: (0.15, 3.0), ..CLEAN },
    World { name: "30 % divided by half as much", divided: (0.30, 2.0), ..CLEAN },
    World { name: "heavy tails", errors: Errors::HeavyTails, ..CLEAN },
    World { name: "discussed panel", errors: Errors::Discussed, divided: (0.25, 8.0), ..CLEAN },
    twist("a friend’s 0.35", Twist::Friend(0.35)),
    World { name: "a friend’s 0.35, 2 reviews", reviews: Each(2), ..twist("", Twist::Friend(0.35)) },
    twist("every judge a friend", Twist::Friends(0.25)),
    twist("collusion of four", Twist::Collusion),
    chosen("mild judges take the best", 0.10),
    chosen("mild judges prefer the better", 0.015),
    chosen("mild judges weakly prefer the better", 0.005),
    World {
        judges: 12,
        projects: 40,
        reviews: Each(3),
        ..chosen("mild take the best, 40 × 12, 3 reviews", 0.10)
    },
    chosen("strict judges take the best", -0.10),
    chosen("strict judges prefer the better", -0.015),
    undealt("clean, not known to be dealt", CLEAN),
    undealt("two reviews, not known to be dealt", World { reviews: Each(2), ..CLEAN }),
    undealt("20 × 6, not known to be dealt", small("", 20, 6, 3)),
    undealt("15 % erratic, not known to be dealt", World { erratic: 0.15, ..CLEAN }),
    World { name: "the better get more reviews", reviews: Popular, ..CLEAN },
    World { name: "two reviews", reviews: Each(2), ..CLEAN },
    World { name: "one to five reviews", reviews: OneToFive, ..CLEAN },
    twist("three of ten leave halfway", Twist::Absent),
    twist("common drift, a day each", Twist::Day { drift: 0.08, both: false }),
    twist("half that drift, a day each", Twist::Day { drift: 0.04, both: false }),
    twist("common drift, both days", Twist::Day { drift: 0.08, both: true }),
    gradual("no drift, 24 judges", 0.0, Order::Own),
    gradual("drift 0.08, own order", 0.08, Order::Own),
    gradual("drift 0.16, own order", 0.16, Order::Own),
    gradual("drift 0.08, all walk along", 0.08, Order::Along),
    gradual("drift 0.16, all walk along", 0.16, Order::Along),
    twist("each judge drifts", Twist::JudgeDrift(0.06)),
    twist("a better second day, no drift", Twist::BetterDay(0.05)),
    tracks("own judges, declared", 0.0, 0.05, true),
    tracks("own judges, undeclared", 0.0, 0.05, false),
    tracks("own judges, big differences", 0.0, 0.10, true),
    tracks("5 % cross, undeclared", 0.05, 0.05, false),
    tracks("5 % cross, declared", 0.05, 0.05, true),
    tracks("2 % cross, undeclared", 0.02, 0.05, false),
    tracks("2 % cross, declared", 0.02, 0.05, true),
    tracks("equal tracks, declared", 0.05, 0.0, true),
    tracks("equal tracks, own judges", 0.0, 0.0, true),
    tables("random tables, 3 reviews", 3, 0.0),
    tables("random tables, 5 reviews", 5, 0.0),
    tables("tables differ by half", 3, 0.05),
    tables("very unequal tables", 3, 0.10),
    scale("five grades", Scale::Coarse),
    scale("only 8 to 10 of 10", Scale::Upper),
    scale("hard ceiling", Scale::Ceiling),
    World { name: "skewed quality", skewed: true, ..CLEAN },
    small("8 × 3 complete", 8, 3, 3),
    World { name: "8 × 3 complete, identical", offset_sd: 0.0, ..small("", 8, 3, 3) },
    World { name: "8 × 3, one review missing", reviews: OneMissing, ..small("", 8, 3, 3) },
    small("8 × 3, 2 reviews", 8, 3, 2),
    World { name: "8 × 3, 2 reviews, identical", offset_sd: 0.0, ..small("", 8, 3, 2) },
    World { name: "8 × 3, 2 reviews, five grades", scale: Scale::Coarse, ..small("", 8, 3, 2) },
    small("12 × 4, 2 reviews", 12, 4, 2),
    small("20 × 6, 3 reviews", 20, 6, 3),
    weak("12 × 4, 2 reviews, projects’ sd 0.03", 0.03, small("", 12, 4, 2)),
    weak("12 × 4, 2 reviews, projects’ sd 0.05", 0.05, small("", 12, 4, 2)),
    weak("30 × 8, 3 reviews, projects’ sd 0.03", 0.03, small("", 30, 8, 3)),
    weak("30 × 8, 3 reviews, projects’ sd 0.05", 0.05, small("", 30, 8, 3)),
    World { twist: Twist::Spite, ..small("8 × 3 complete, one spiteful", 8, 3, 3) },
    World { twist: Twist::Spite, ..small("12 × 5 complete, one spiteful", 12, 5, 5) },
    // Here and not beside the other drifts, so that every world keeps its seed.
    gradual("drift 0.16, round from anywhere", 0.16, Order::Round),
    gradual("drift 0.16, dealt round", 0.16, Order::DealtRound),
    gradual("drift 0.16, dealt order", 0.16, Order::Dealt),
    gradual("drift 0.16, places after the plan", 0.16, Order::PlacedLater),
];

/// The seed of a world: its number. Worlds that differ in a gradual drift alone play the same events.
pub(crate) fn seed(at: usize) -> u64 {
    let gradual = |world: &World| matches!(world.twist, Twist::Gradual { .. });
    let first = WORLDS.iter().position(gradual).filter(|_| gradual(&WORLDS[at]));
    first.unwrap_or(at) as u64 + 1
}

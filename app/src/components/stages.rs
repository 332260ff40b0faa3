//! An event from its beginning to its end.

use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageKind {
    /// Teams submit projects.
    Submit,
    /// Judges score them.
    Judge,
    /// The room votes; only in events that do.
    Vote,
    /// Results are out.
    Publish,
}

impl StageKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Submit => "Submissions",
            Self::Judge => "Judging",
            Self::Vote => "Community vote",
            Self::Publish => "Results",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    pub kind: StageKind,
    /// Whether it is ahead, open or over; results are over once they are published. The server decides; nothing here compares clocks.
    pub state: Phase,
    /// When it opens; none for a stage without a beginning. For results: when they were published.
    pub open: Option<DateTime<Utc>>,
    /// When it closes; none for a stage without an end.
    pub close: Option<DateTime<Utc>>,
}

/// The headline of an event whose results everybody can read.
const OUT: &str = "The results are out";

/// What is happening now: a sentence, and the moment that ends it with its verb (`close` or `open`), where there is one.
pub fn headline(stages: &[Stage]) -> (String, Option<(&'static str, DateTime<Utc>)>) {
    let is = |kind, state| stages.iter().any(|s| s.kind == kind && s.state == state);
    // Results stay hidden while the room votes. Nothing else that is open matters more than that they are out.
    if is(StageKind::Publish, Phase::Closed) && !is(StageKind::Vote, Phase::Open) {
        return (OUT.to_owned(), None);
    }
    let open: Vec<&Stage> =
        stages.iter().filter(|s| s.kind != StageKind::Publish && s.state == Phase::Open).collect();
    if let Some(first) = open.first() {
        let names: Vec<String> = open.iter().map(|s| s.kind.name().to_lowercase()).collect();
        // "Submissions are", "Judging is", "Judging and community vote are".
        let verb = if open.len() > 1 || first.kind == StageKind::Submit { "are" } else { "is" };
        let soonest = open.iter().filter_map(|s| s.close).min();
        let sentence = format!("{} {verb} open", capital(&and_list(&names)));
        let closing = match (open.len(), first.kind) {
            (2.., _) => "the first closes",
            (_, StageKind::Submit) => "they close",
            _ => "it closes",
        };
        return (sentence, soonest.map(|at| (closing, at)));
    }
    let last_done = stages.iter().rev().find(|s| s.state == Phase::Closed);
    let next = stages.iter().find(|s| s.kind != StageKind::Publish && s.state == Phase::NotYet);
    let Some(next) = next else {
        return ("Judging is over; results are being prepared".to_owned(), None);
    };
    let sentence = match last_done.map(|s| s.kind) {
        Some(StageKind::Submit) => "Submissions are closed".to_owned(),
        Some(kind) => format!("{} is over", kind.name()),
        None => "Not open yet".to_owned(),
    };
    (sentence, next.open.map(|at| (opening(next.kind), at)))
}

/// From the first opening to the last close, as days of the page's place: `14–16 Nov 2026`. None where a stage has no beginning or no
/// end.
pub fn stage_dates(stages: &[Stage]) -> Option<String> {
    let windows = || stages.iter().filter(|stage| stage.kind != StageKind::Publish);
    let opens: Option<Vec<_>> = windows().map(|stage| stage.open).collect();
    let closes: Option<Vec<_>> = windows().map(|stage| stage.close).collect();
    let day = |at| on_the_clock(at).0.date_naive();
    Some(words::days(day(opens?.into_iter().min()?), day(closes?.into_iter().max()?)))
}

fn opening(kind: StageKind) -> &'static str {
    match kind {
        StageKind::Submit => "submissions open",
        StageKind::Judge => "judging opens",
        StageKind::Vote => "the vote opens",
        StageKind::Publish => "results come",
    }
}

/// An event from beginning to end: a line, its stages, and the dot at the present.
#[component]
pub fn Stages(
    /// The stages in order.
    stages: Vec<Stage>,
    /// The page's present.
    now: DateTime<Utc>,
) -> impl IntoView {
    let last = stages.len().saturating_sub(1);
    let items = each(stages.into_iter().enumerate(), |(i, stage)| {
        let (class, current) = match stage.state {
            Phase::NotYet => ("", None),
            Phase::Open => ("stages-now", Some("step")),
            Phase::Closed => ("stages-done", None),
        };
        let dot = (stage.state == Phase::Open).then(|| view! { <span class="stages-dot"></span> });
        let end = (i == last).then(|| view! { <span class="stages-end"></span> });
        view! {
            <li class=class aria-current=current>
                {dot}{end}
                <strong>{stage.kind.name()}</strong>
                {when(&stage, now)}
            </li>
        }
    });
    view! { <ol class="stages">{items}</ol> }
}

/// `open until 20 Nov, 18:00 UTC`, in the stage's own words.
fn when(stage: &Stage, now: DateTime<Utc>) -> AnyView {
    let short = |at: DateTime<Utc>| view! { <Time at form=TimeForm::Short(now)/> };
    match (stage.kind, stage.state, stage.open, stage.close) {
        (StageKind::Publish, Phase::NotYet, ..) => view! { "not published yet" },
        (StageKind::Publish, _, Some(at), _) => view! { "published "{short(at)} },
        (StageKind::Publish, _, None, _) => view! { "published" },
        (_, Phase::Open, _, Some(close)) => view! { "open until "{short(close)} },
        (_, Phase::Open, _, None) => view! { "open, no closing time" },
        (_, Phase::Closed, _, Some(close)) => view! { "closed "{short(close)} },
        (_, Phase::Closed, _, None) => view! { "closed" },
        (_, Phase::NotYet, Some(open), Some(close)) => {
            view! { {short(open)}" to "{short(close)} }
        }
        (_, Phase::NotYet, Some(open), None) => view! { "from "{short(open)} },
        (_, Phase::NotYet, None, _) => view! { "not open yet" },
    }
}

/// How far through its stages an event is, from 0 to 1: the middle of the stage that is open, or the end of the last one done.
fn progress(stages: &[Stage]) -> f64 {
    let count = u32::try_from(stages.len().max(1)).map_or(1.0, f64::from);
    let before = |i: usize| u32::try_from(i).map_or(0.0, f64::from);
    if headline(stages).0 == OUT {
        return 1.0;
    }
    match stages.iter().rposition(|s| s.state == Phase::Open) {
        Some(i) => (before(i) + 0.5) / count,
        None => before(stages.iter().filter(|s| s.state == Phase::Closed).count()) / count,
    }
}

/// The line of stages in small, for lists: how far an event is. Words beside it say the same.
#[component]
pub fn StageMark(
    /// The stages in order.
    stages: Vec<Stage>,
) -> impl IntoView {
    let at = 6.0 + progress(&stages) * 84.0;
    view! {
        <svg class="stage-mark" viewBox="0 0 96 16" aria-hidden="true">
            <path class="stage-mark-ahead" d="M1 8h94M1 3v10M95 3v10"/>
            <path d=format!("M1 8h{:.0}M1 3v10", at - 1.0)/>
            <circle cx=format!("{at:.0}") cy="8" r="5"/>
        </svg>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(kind: StageKind, state: Phase) -> Stage {
        let at = |hour: &str| format!("2026-11-20T{hour}:00:00Z").parse().ok();
        Stage { kind, state, open: at("10"), close: at("18") }
    }

    fn said(states: [Phase; 3]) -> String {
        let kinds = [StageKind::Submit, StageKind::Judge, StageKind::Publish];
        let stages: Vec<Stage> = kinds.into_iter().zip(states).map(|(k, s)| stage(k, s)).collect();
        let (sentence, until) = headline(&stages);
        until.map_or(sentence.clone(), |(verb, _)| format!("{sentence}; {verb}"))
    }

    #[test]
    fn the_headline_says_what_is_open_and_what_comes_next() {
        use Phase::{Closed as Done, NotYet as Ahead, Open as Now};
        assert_eq!(said([Ahead, Ahead, Ahead]), "Not open yet; submissions open");
        assert_eq!(said([Now, Ahead, Ahead]), "Submissions are open; they close");
        assert_eq!(said([Done, Ahead, Ahead]), "Submissions are closed; judging opens");
        assert_eq!(said([Done, Now, Ahead]), "Judging is open; it closes");
        assert_eq!(said([Now, Now, Ahead]), "Submissions and judging are open; the first closes");
        assert_eq!(said([Done, Done, Ahead]), "Judging is over; results are being prepared");
        assert_eq!(said([Done, Done, Done]), "The results are out");
        assert_eq!(said([Done, Now, Done]), "The results are out", "judging is open for 24 days more");
        let mut voting = vec![stage(StageKind::Vote, Now), stage(StageKind::Publish, Done)];
        assert_eq!(headline(&voting).0, "Community vote is open", "results are hidden meanwhile");
        voting[0].state = Done;
        assert_eq!(headline(&voting).0, "The results are out");
    }

    #[test]
    fn the_dot_is_in_the_middle_of_what_is_open() {
        use Phase::{Closed as Done, NotYet as Ahead, Open as Now};
        let of = |states: [Phase; 2]| {
            let kinds = [StageKind::Submit, StageKind::Publish];
            progress(&kinds.into_iter().zip(states).map(|(k, s)| stage(k, s)).collect::<Vec<_>>())
        };
        assert!((of([Ahead, Ahead]) - 0.0).abs() < 1e-9);
        assert!((of([Now, Ahead]) - 0.25).abs() < 1e-9);
        assert!((of([Done, Ahead]) - 0.5).abs() < 1e-9);
        assert!((of([Done, Done]) - 1.0).abs() < 1e-9);
        assert!((of([Now, Done]) - 1.0).abs() < 1e-9, "published before submissions closed");
    }
}

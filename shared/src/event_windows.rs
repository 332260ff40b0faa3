//! An event's windows as an organizer changes them: what a change does at a moment, and a version for the form.

use crate::prelude::*;
use crate::teammates::version;

/// An event's three windows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Windows {
    /// When teams submit.
    pub submissions: Window,
    /// When judges score.
    pub judging: Window,
    /// When the community votes.
    pub voting: Window,
}

impl Windows {
    /// The three by their stage.
    pub fn all(&self) -> [(Stage, Window); 3] {
        [(Stage::Submissions, self.submissions), (Stage::Judging, self.judging), (Stage::Voting, self.voting)]
    }

    /// Names this state, seen in this zone.
    pub fn version(&self, time_zone: &str) -> String {
        let bound = |at: Option<DateTime<Utc>>| at.map(|at| at.to_rfc3339()).unwrap_or_default();
        let bounds = self.all().map(|(_, w)| format!("{} {}", bound(w.open), bound(w.close)));
        version(bounds.iter().map(String::as_str).chain([time_zone]))
    }

    /// Checks that each window closes after it opens.
    pub fn check(&self, errors: &mut FieldErrors) {
        for (stage, window) in self.all() {
            if let (Some(open), Some(close)) = (window.open, window.close)
                && close <= open
            {
                errors.add(&format!("{}_close", stage_field(stage)), Fault::Rule(ValueRule::Order));
            }
        }
    }

    /// What changing the windows to `new` does to each that changes, at the moment `now`.
    pub fn effects(&self, new: &Self, now: DateTime<Utc>) -> Vec<WindowEffect> {
        let pairs = self.all().into_iter().zip(new.all());
        let changed = pairs.filter(|((_, old), (_, new))| old != new);
        changed
            .map(|((stage, old), (_, new))| WindowEffect {
                stage,
                old,
                new,
                change: WindowChange::of(old, new, now),
            })
            .collect()
    }
}

/// The beginning of a window's field names: `submissions`.
pub fn stage_field(stage: Stage) -> &'static str {
    match stage {
        Stage::Submissions => "submissions",
        Stage::Judging => "judging",
        Stage::Voting => "voting",
    }
}

/// What a changed window does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowEffect {
    /// Which.
    pub stage: Stage,
    /// As it was.
    pub old: Window,
    /// As it will be.
    pub new: Window,
    /// What that does.
    pub change: WindowChange,
}

impl WindowEffect {
    /// Whether the change touches what people can do or did, so that it is confirmed first. `begun`: something was made in
    /// the stage. A window that was never set and in which nothing happened is set without a question.
    pub fn is_weighty(&self, begun: bool) -> bool {
        self.change != WindowChange::Set && (begun || self.old != Window::default())
    }
}

/// Names what was confirmed: these changes, and no others.
pub fn consent(effects: &[WindowEffect]) -> String {
    let lines: Vec<String> = effects.iter().map(|effect| format!("{effect:?}")).collect();
    version(lines.iter().map(String::as_str))
}

/// How a window changes, seen from a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowChange {
    /// Nothing that anybody can do changes now.
    Set,
    /// It opens at once.
    OpensNow,
    /// It was still to come, and is over at once.
    Skipped,
    /// It is open and closes earlier.
    Shortened,
    /// It is open and closes later, or never.
    Extended,
    /// It is open and closes at once.
    ClosesNow,
    /// It is open, closes at once and opens later.
    Suspended,
    /// It was over and is open again.
    Reopened,
    /// It was over and will open again.
    ReopensLater,
}

impl WindowChange {
    fn of(old: Window, new: Window, now: DateTime<Utc>) -> Self {
        match (old.phase(now), new.phase(now)) {
            (Phase::NotYet, Phase::Open) => Self::OpensNow,
            (Phase::NotYet, Phase::Closed) => Self::Skipped,
            (Phase::Open, Phase::Closed) => Self::ClosesNow,
            (Phase::Open, Phase::NotYet) => Self::Suspended,
            (Phase::Closed, Phase::Open) => Self::Reopened,
            (Phase::Closed, Phase::NotYet) => Self::ReopensLater,
            (Phase::Open, Phase::Open) if old.close != new.close => {
                let earlier = new.close.is_some_and(|new| old.close.is_none_or(|old| new < old));
                if earlier { Self::Shortened } else { Self::Extended }
            }
            (Phase::NotYet, Phase::NotYet) | (Phase::Open, Phase::Open) | (Phase::Closed, Phase::Closed) => {
                Self::Set
            }
        }
    }

    /// The actions in the audit log by which a window's moments change.
    pub const ACTIONS: [&str; 5] =
        ["window.set", "window.opened", "window.closed", "window.changed_while_open", "window.reopened"];

    /// Its action in the audit log.
    pub fn action(self) -> &'static str {
        match self {
            Self::Set => "window.set",
            Self::OpensNow => "window.opened",
            Self::Skipped | Self::ClosesNow => "window.closed",
            Self::Shortened | Self::Extended | Self::Suspended => "window.changed_while_open",
            Self::Reopened | Self::ReopensLater => "window.reopened",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hour: i64) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(1_795_000_000 + hour * 3600, 0)
    }

    fn window(open: Option<i64>, close: Option<i64>) -> Window {
        Window { open: open.and_then(at), close: close.and_then(at) }
    }

    #[test]
    fn a_changed_window_says_what_it_does() {
        let now = at(5).unwrap();
        let ahead = window(Some(6), Some(9));
        let open = window(Some(4), Some(9));
        let over = window(Some(1), Some(4));
        for (old, new, change) in [
            (ahead, window(Some(7), Some(9)), WindowChange::Set),
            (ahead, open, WindowChange::OpensNow),
            (ahead, over, WindowChange::Skipped),
            (open, window(Some(4), Some(6)), WindowChange::Shortened),
            (open, window(Some(4), None), WindowChange::Extended),
            (window(None, None), open, WindowChange::Shortened),
            (open, window(Some(3), Some(9)), WindowChange::Set),
            (open, over, WindowChange::ClosesNow),
            (open, ahead, WindowChange::Suspended),
            (over, open, WindowChange::Reopened),
            (over, ahead, WindowChange::ReopensLater),
            (over, window(Some(1), Some(3)), WindowChange::Set),
        ] {
            assert_eq!(WindowChange::of(old, new, now), change, "{old:?} to {new:?}");
            assert!(WindowChange::ACTIONS.contains(&change.action()), "{change:?}");
        }
        let windows = Windows { submissions: over, judging: open, voting: ahead };
        assert!(windows.effects(&windows, now).is_empty());
        let new = Windows { submissions: open, ..windows };
        let effects = windows.effects(&new, now);
        assert_eq!(effects.len(), 1);
        assert_eq!((effects[0].stage, effects[0].change), (Stage::Submissions, WindowChange::Reopened));
    }

    #[test]
    fn a_window_closes_after_it_opens() {
        let faults = |open, close| {
            let windows = Windows { judging: window(open, close), ..Windows::default() };
            let mut errors = FieldErrors::default();
            windows.check(&mut errors);
            errors.0.into_keys().collect::<Vec<_>>()
        };
        for (open, close) in [(2, 1), (2, 2)] {
            assert_eq!(faults(Some(open), Some(close)), ["judging_close"], "{open} to {close}");
        }
        for (open, close) in [(Some(1), Some(2)), (None, Some(1)), (Some(1), None), (None, None)] {
            assert!(faults(open, close).is_empty(), "{open:?} to {close:?}");
        }
    }

    #[test]
    fn what_people_can_do_or_did_is_confirmed_and_nothing_else() {
        let (never, ahead, open) = (Window::default(), window(Some(6), Some(9)), window(Some(4), Some(9)));
        let effect = |old, change| WindowEffect { stage: Stage::Judging, old, new: open, change };
        let opens = |old| effect(old, WindowChange::OpensNow);
        assert!(opens(ahead).is_weighty(false) && opens(never).is_weighty(true));
        assert!(!opens(never).is_weighty(false), "it was never set, and nothing happened in it");
        assert!(!effect(ahead, WindowChange::Set).is_weighty(true));
        // What was confirmed is that change, and no other.
        assert_eq!(consent(&[opens(ahead)]), consent(&[opens(ahead)]));
        for other in [vec![opens(never)], vec![opens(ahead), opens(never)], vec![]] {
            assert_ne!(consent(&other), consent(&[opens(ahead)]));
        }
    }

    #[test]
    fn a_version_changes_with_every_bound_and_with_the_zone() {
        let windows = Windows { submissions: window(Some(1), None), ..Windows::default() };
        let moved = Windows { submissions: window(None, Some(1)), ..Windows::default() };
        assert_ne!(windows.version("UTC"), moved.version("UTC"));
        assert_ne!(windows.version("UTC"), windows.version("Europe/Berlin"));
    }
}

//! Fields of local times: filled from stored moments, and read back.

use crate::pages::prelude::*;
use app::pages::manage::settings::{MomentInput, WindowInput};
use portal::Sent;
use portal::zone::Fold;
use shared::event_windows::{Windows, stage_field};
use shared::refusal::{FieldErrors, SettingFault};
use shared::window::{Stage, Window};

/// The clocks of a form of windows. Where a form also chooses the zone, what is typed means the chosen one.
#[derive(Clone, Copy)]
pub struct Clocks {
    /// Those by which the form shows what is stored.
    pub shown: Zone,
    /// Those of what is typed.
    pub typed: Zone,
}

impl From<Zone> for Clocks {
    fn from(zone: Zone) -> Self {
        Self { shown: zone, typed: zone }
    }
}

pub fn of_stored(windows: &Windows, zone: Zone) -> Vec<WindowInput> {
    let inputs = windows.all().map(|(stage, window)| {
        window_input(stage, |end| {
            let at = bound(window, end);
            let value = at.map(|at| zone.field(at)).unwrap_or_default();
            let fold = match (zone.both(&value), at) {
                (Some([first, _]), Some(at)) if at == first => "first",
                (Some(_), Some(_)) => "second",
                _ => "",
            };
            moment(stage, end, (value, fold.to_owned()), at, zone)
        })
    });
    inputs.into()
}

/// The fields as they were typed into a form.
pub fn of_form(form: &Form, clocks: impl Into<Clocks>, stored: &Windows) -> Vec<WindowInput> {
    let clocks = clocks.into();
    let inputs = stored.all().map(|(stage, window)| {
        window_input(stage, |end| {
            let (name, stored) = (field_name(stage, end), bound(window, end));
            let fold = form.get(&format!("{name}_which")).to_owned();
            let at = read_field(form, &name, clocks, stored).ok().flatten();
            let kept = stored.is_some_and(|stored| keeps(form, &name, clocks.shown, stored));
            let zone = if kept { clocks.shown } else { clocks.typed };
            moment(stage, end, (form.get(&name).to_owned(), fold), at, zone)
        })
    });
    inputs.into()
}

/// Reads the windows of a form. A field that still shows a stored moment keeps it to the microsecond.
/// Errors: 400 with what is wrong with each field.
pub fn read(form: &Form, clocks: impl Into<Clocks>, stored: &Windows) -> Sent<Windows> {
    let clocks = clocks.into();
    let mut errors = FieldErrors::default();
    let [submissions, judging, voting] = stored.all().map(|(stage, window)| {
        let mut end = |end: &'static str| {
            let name = field_name(stage, end);
            read_field(form, &name, clocks, bound(window, end)).unwrap_or_else(|fault| {
                errors.add(&name, fault);
                None
            })
        };
        Window { open: end("open"), close: end("close") }
    });
    errors.into_result().map(|()| Windows { submissions, judging, voting })
}

/// The windows in the words of another organizer's version.
pub fn in_words(windows: &Windows, zone: Zone) -> Vec<(String, String)> {
    let lines = windows.all().map(|(stage, window)| {
        let at = |at: Option<DateTime<Utc>>, none: &str| {
            at.map_or_else(|| none.to_owned(), |at| format!("{} ({})", zone.words(at), words::stamp(at)))
        };
        let text = format!("From {} to {}.", at(window.open, "always"), at(window.close, "no end"));
        (words::codes::stage(stage).to_owned(), text)
    });
    lines.into()
}

fn read_field(
    form: &Form,
    name: &str,
    clocks: Clocks,
    stored: Option<DateTime<Utc>>,
) -> Result<Option<DateTime<Utc>>, SettingFault> {
    match stored {
        Some(stored) if keeps(form, name, clocks.shown, stored) => Ok(Some(stored)),
        _ => clocks.typed.read(form.get(name), fold(form, name)),
    }
}

/// Which of two moments a form means, where a local time comes twice.
fn fold(form: &Form, name: &str) -> Option<Fold> {
    match form.get(&format!("{name}_which")) {
        "first" => Some(Fold::First),
        "second" => Some(Fold::Second),
        _ => None,
    }
}

/// Whether a field still shows a stored moment.
fn keeps(form: &Form, name: &str, shown: Zone, stored: DateTime<Utc>) -> bool {
    let typed = form.get(name);
    let is_meant = || match (shown.both(typed), fold(form, name)) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some([_, second]), Some(Fold::First)) => stored < second,
        (Some([_, second]), Some(Fold::Second)) => stored >= second,
    };
    shown.field(stored) == typed.trim() && is_meant()
}

fn field_name(stage: Stage, end: &str) -> String {
    format!("{}_{end}", stage_field(stage))
}

fn bound(window: Window, end: &str) -> Option<DateTime<Utc>> {
    if end == "open" { window.open } else { window.close }
}

fn window_input(stage: Stage, moment: impl Fn(&'static str) -> MomentInput) -> WindowInput {
    let hint = match stage {
        Stage::Submissions => "When teams form, and when they write and submit their projects.",
        Stage::Judging => "When judges save and submit reviews.",
        Stage::Voting => "When the community votes, if it does: you choose that under “Community vote”.",
    };
    WindowInput { title: words::codes::stage(stage), hint, open: moment("open"), close: moment("close") }
}

fn moment(
    stage: Stage,
    end: &'static str,
    (value, fold): (String, String),
    at: Option<DateTime<Utc>>,
    zone: Zone,
) -> MomentInput {
    let utc = at.filter(|_| zone != Zone::UTC);
    let twice = zone.both(&value).map(|both| both.map(words::stamp));
    MomentInput { name: field_name(stage, end), value, utc, twice, fold }
}

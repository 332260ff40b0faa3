//! Fields of local times: filled from stored moments, and read back.

use crate::http::form::Form;
use app::pages::manage::{MomentInput, WindowInput};
use chrono::{DateTime, Utc};
use portal::Sent;
use portal::zone::{Fold, Zone};
use shared::event_windows::{Windows, stage_field};
use shared::refusal::{FieldErrors, SettingFault};
use shared::window::{Stage, Window};

/// The fields of an event's windows as stored.
#[must_use]
pub fn of_stored(windows: &Windows, zone: Zone) -> Vec<WindowInput> {
    let inputs = windows.all().map(|(stage, window)| {
        window_input(stage, |end| {
            let at = bound(window, end);
            let value = at.map(|at| zone.field(at)).unwrap_or_default();
            let fold = match (zone.both(&value), at) {
                (Some([first, _]), Some(at)) => {
                    if at == first {
                        "first"
                    } else {
                        "second"
                    }
                }
                _ => "",
            };
            moment(stage, end, (value, fold.to_owned()), at, zone)
        })
    });
    inputs.into()
}

/// The fields as they were typed into a form.
#[must_use]
pub fn of_form(form: &Form, zone: Zone, stored: &Windows) -> Vec<WindowInput> {
    let inputs = stored.all().map(|(stage, window)| {
        window_input(stage, |end| {
            let name = field_name(stage, end);
            let fold = form.get(&format!("{name}_which")).to_owned();
            let at = read_field(form, &name, zone, bound(window, end)).ok().flatten();
            moment(stage, end, (form.get(&name).to_owned(), fold), at, zone)
        })
    });
    inputs.into()
}

/// Reads the windows of a form. A field that still shows a stored moment keeps it to the microsecond.
///
/// # Errors
/// 400 with what is wrong with each field.
pub fn read(form: &Form, zone: Zone, stored: &Windows) -> Sent<Windows> {
    let mut errors = FieldErrors::default();
    let [submissions, judging, voting] = stored.all().map(|(stage, window)| {
        let mut end = |end: &'static str| {
            let name = field_name(stage, end);
            read_field(form, &name, zone, bound(window, end)).unwrap_or_else(|fault| {
                errors.add(&name, fault);
                None
            })
        };
        Window { open: end("open"), close: end("close") }
    });
    errors.into_result().map(|()| Windows { submissions, judging, voting })
}

/// The windows in the words of another organizer's version.
#[must_use]
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
    zone: Zone,
    stored: Option<DateTime<Utc>>,
) -> Result<Option<DateTime<Utc>>, SettingFault> {
    let typed = form.get(name);
    let fold = match form.get(&format!("{name}_which")) {
        "first" => Some(Fold::First),
        "second" => Some(Fold::Second),
        _ => None,
    };
    let read = zone.read(typed, fold);
    match (stored, &read) {
        (Some(stored), Ok(Some(_)) | Err(SettingFault::TimeTwice { .. }))
            if zone.field(stored) == typed.trim() && means(zone, typed, fold, stored) =>
        {
            Ok(Some(stored))
        }
        _ => read,
    }
}

/// Whether a stored moment is the one that is meant, where its local time comes twice.
fn means(zone: Zone, typed: &str, fold: Option<Fold>, stored: DateTime<Utc>) -> bool {
    let Some([_, second]) = zone.both(typed) else { return true };
    match fold {
        None => false,
        Some(Fold::First) => stored < second,
        Some(Fold::Second) => stored >= second,
    }
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
        Stage::Voting => "When the community votes, if it does: you choose that under “Judging and voting”.",
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

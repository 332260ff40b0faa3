//! The fields of an event's windows: local times, with UTC beside.

use super::Fold;
use super::effects::effect_words;
use crate::prelude::*;
use shared::event_windows::WindowEffect;

/// A field for a local time.
#[derive(Clone, Debug, Default)]
pub struct MomentInput {
    /// The name it is sent under.
    pub name: String,
    /// The value shown: `2026-11-20T18:00`, or as typed.
    pub value: String,
    /// The moment, where its zone is another one than UTC.
    pub utc: Option<DateTime<Utc>>,
    /// The two moments of a local time that comes twice, in words.
    pub twice: Option<[String; 2]>,
    /// Which of the two is meant: `first`, `second`, or empty.
    pub fold: String,
}

pub struct WindowInput {
    /// `Submissions`.
    pub title: &'static str,
    /// What it means to leave both empty.
    pub hint: &'static str,
    pub open: MomentInput,
    pub close: MomentInput,
}

pub struct WindowsForm {
    pub zone: String,
    pub windows: Vec<WindowInput>,
    /// What the change does, where it is to be confirmed, and the name of that.
    pub confirm: Option<(Vec<WindowEffect>, String)>,
    /// Drafts that a close would leave out.
    pub drafts: i64,
    pub published: bool,
}

pub(crate) fn window_inputs(windows: Vec<WindowInput>) -> AnyView {
    let fields = each(windows, window_input);
    let hint = view! { <p class="field-hint">"In some browsers you choose the date and type the time."</p> };
    view! { {hint}{fields} }
}

fn window_input(window: WindowInput) -> AnyView {
    view! {
        <fieldset class="window-fields">
            <legend>{window.title}</legend>
            <p class="field-hint">{window.hint}</p>
            <div class="window-bounds">{moment(window.open, "Opens")}{moment(window.close, "Closes")}</div>
        </fieldset>
    }
}

/// The window of a vote, which few events have: folded, with its times in the summary, unless something in it is to be corrected or
/// confirmed.
fn voting_window(window: WindowInput, waits: bool) -> AnyView {
    let bound = |word: &str, input: &MomentInput| {
        let time = input.value.replace('T', " ");
        (!time.is_empty()).then(|| format!("{word} {time}"))
    };
    let times = [bound("from", &window.open), bound("to", &window.close)];
    let times: Vec<String> = times.into_iter().flatten().collect();
    let names =
        ["", "_which"].map(|end| [&window.open, &window.close].map(|bound| format!("{}{end}", bound.name)));
    let refused = names.iter().flatten().any(|name| !refused(name).is_empty());
    let fold =
        Fold { summary: "Time of the community vote", open: waits || refused, fields: window_input(window) };
    fold.saying(filled(times.join(" ")).as_slice())
}

fn moment(input: MomentInput, label: &'static str) -> AnyView {
    let MomentInput { name, value, utc, twice, fold } = input;
    // The field has the local time; this is the only moment of an event's pages that is written in UTC.
    let utc = utc.map(|at| view! { <time datetime=words::iso(at)>{words::stamp(at)}</time> });
    let which = twice.map(|[first, second]| {
        let choices = vec![
            Choice::new("", "Choose one"),
            Choice::new("first", format!("The first, {first}")),
            Choice::new("second", format!("The second, {second}")),
        ];
        view! { <Select name=format!("{name}_which") label="Which of the two" choices value=fold/> }
    });
    view! {
        <div class="window-bound">
            <Field name=name.clone() label=label kind="datetime-local" value=value beside=utc optional=true/>
            {which}
        </div>
    }
}

/// The windows on the page of settings.
pub(super) fn window_fields(form: WindowsForm) -> AnyView {
    let WindowsForm { zone, windows, confirm, drafts, published } = form;
    let confirm = confirm.map(|(effects, name)| {
        let lines = each(
            effects.iter(),
            |effect| view! { <li>{show_moments(&effect_words(effect, drafts, published))}</li> },
        );
        view! {
            <Notice tone=Tone::Warn title="What this change does">
                <ul>{lines}</ul>
            </Notice>
            <input type="hidden" name="effects" value=name/>
            <Check name="confirm" label="I have read this, and want the change."/>
        }
    });
    let clocks = if zone == "UTC" { zone.clone() } else { format!("the zone {zone}, with UTC beside") };
    let lead = format!(
        "Times are in {clocks}. If you choose another zone above, the times that you type are in that zone. The others keep their moment. A window without an opening has always been open. A window without a close never closes."
    );
    let (vote, windows): (Vec<_>, Vec<_>) =
        windows.into_iter().partition(|window| window.open.name == "voting_open");
    let waits = confirm.is_some();
    section("windows", "Windows").class("form-fields").of(view! {
        <p class="prose small">{lead}</p>
        {window_inputs(windows)}
        {each(vote, |window| voting_window(window, waits))}
        {confirm}
    })
}

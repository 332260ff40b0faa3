//! Fields of forms, each with its label, hint and error.

use crate::prelude::*;
use words::html::Escaped;
use words::texts::count_words;

/// What `Field`, `Area` and `Select` share: label, hint and error, tied to the control by ids.
struct FieldFrame {
    id: String,
    label: String,
    hint: String,
    /// Follows the hint: how much is there, for one.
    beside: Option<AnyView>,
    error: String,
    optional: bool,
    short: bool,
}

impl FieldFrame {
    /// The ids that describe the control, for `aria-describedby`.
    fn described_by(&self) -> Option<String> {
        let hint = self.is_hinted().then(|| format!("{}-hint", self.id));
        let error = (!self.error.is_empty()).then(|| format!("{}-error", self.id));
        filled([hint, error].into_iter().flatten().collect::<Vec<_>>().join(" "))
    }

    fn is_hinted(&self) -> bool {
        !self.hint.is_empty() || self.beside.is_some()
    }

    fn invalid(&self) -> Option<&'static str> {
        (!self.error.is_empty()).then_some("true")
    }

    fn view(self, control: AnyView) -> AnyView {
        let hinted = self.is_hinted();
        let Self { id, label, hint, beside, error, optional, short } = self;
        let apart = (!hint.is_empty() && beside.is_some()).then_some(" ");
        let hint =
            hinted.then(|| view! { <p class="field-hint" id=format!("{id}-hint")>{hint}{apart}{beside}</p> });
        let error = error_message(&id, error);
        let optional = optional.then(|| view! { <small>" (optional)"</small> });
        view! {
            <div class=if short { "field short" } else { "field" }>
                <label for=id>{label}{optional}</label>
                {hint}
                {error}
                {control}
            </div>
        }
    }
}

/// Why a field was refused: what its page says, unless the field is given a reason of its own.
fn reason(id: &str, own: String) -> String {
    if own.is_empty() { refused(id) } else { own }
}

/// The message beside a field.
fn error_message(id: &str, error: String) -> Option<AnyView> {
    let id = format!("{id}-error");
    (!error.is_empty()).then(|| {
        view! { <p class="field-error" id=id><Icon sign=Sign::Alert/><span>{show_moments(&error)}</span></p> }
    })
}

/// One line of text. Its id is its name, unless another is given.
#[component]
pub fn Field(
    /// The name it is sent under.
    #[prop(into)]
    name: String,
    #[prop(into)] label: String,
    #[prop(optional, into)] value: String,
    #[prop(optional, into)] hint: String,
    /// A link or a note after the hint.
    #[prop(optional_no_strip)]
    beside: Option<AnyView>,
    #[prop(optional, into)] error: String,
    /// `text` unless said: `email`, `password`, `url`, `search`, `number`, `datetime-local`.
    #[prop(optional, into)]
    kind: String,
    /// What browsers may fill in: `email`, `current-password`, …, or `off`. For who somebody is, and for codes: what is typed there is
    /// never kept on the device (`style/assets/typed-forms.js`).
    #[prop(optional, into)]
    autocomplete: String,
    /// The kinds of files to choose from: `image/png,image/jpeg`.
    #[prop(optional, into)]
    accept: String,
    /// An id of its own, where a page has two fields of one name.
    #[prop(optional, into)]
    id: String,
    #[prop(optional)] optional: bool,
    #[prop(optional)] short: bool,
    /// It can be read and copied, and not changed.
    #[prop(optional)]
    readonly: bool,
    /// It takes the focus as the page opens.
    #[prop(optional)]
    focused: bool,
) -> impl IntoView {
    let id = if id.is_empty() { name.clone() } else { id };
    let error = reason(&id, error);
    let frame = FieldFrame { id: id.clone(), label, hint, beside, error, optional, short };
    let kind = if kind.is_empty() { "text".to_owned() } else { kind };
    // Words may be of any script; addresses and numbers are written from left to right.
    let dir = matches!(kind.as_str(), "text" | "search").then_some("auto");
    let control = view! {
        <input
            type=kind
            id=id
            name=name
            dir=dir
            value=filled(value)
            autocomplete=filled(autocomplete)
            accept=filled(accept)
            aria-describedby=frame.described_by()
            aria-invalid=frame.invalid()
            readonly=readonly
            autofocus=focused
        />
    };
    frame.view(control)
}

/// Several lines of text. With a `limit`, the hint counts what is there.
#[component]
pub fn Area(
    /// The name it is sent under, and its id.
    #[prop(into)]
    name: String,
    #[prop(into)] label: String,
    #[prop(optional, into)] value: String,
    #[prop(optional, into)] hint: String,
    #[prop(optional, into)] error: String,
    /// The most characters it takes; 0 says nothing about it.
    #[prop(optional)]
    limit: usize,
    /// What counts them instead, in an island.
    #[prop(optional_no_strip)]
    count: Option<AnyView>,
    /// Height in lines.
    #[prop(default = 5)]
    rows: u16,
    #[prop(optional)] optional: bool,
    /// It can be read and copied, and not changed.
    #[prop(optional)]
    readonly: bool,
) -> impl IntoView {
    let count = count.or_else(|| filled(count_words(&value, limit)).map(|words| view! { {words} }));
    let error = reason(&name, error);
    let frame = FieldFrame { id: name.clone(), label, hint, beside: count, error, optional, short: false };
    let control = view! {
        <textarea
            id=name.clone()
            name=name
            dir="auto"
            rows=rows.to_string()
            readonly=readonly
            aria-describedby=frame.described_by()
            aria-invalid=frame.invalid()
        >
            {typed(&value)}
        </textarea>
    };
    frame.view(control)
}

/// The text between `<textarea>` and `</textarea>`. Leptos 0.8 does not escape there (tachys counts it among `script` and
/// `style`), so every textarea of the portal takes its text from here.
pub fn typed(value: &str) -> String {
    // HTML drops one newline after the opening tag. Without this one it would drop the text's own.
    format!("\n{}", Escaped(value))
}

/// One choice of a [`Select`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What is sent.
    pub value: String,
    pub label: String,
}

impl Choice {
    pub fn new(value: impl Into<String>, label: impl Into<String>) -> Self {
        Self { value: value.into(), label: label.into() }
    }
}

/// One of a few.
#[component]
pub fn Select(
    /// The name it is sent under, and its id.
    #[prop(into)]
    name: String,
    #[prop(into)] label: String,
    /// What an empty choice before the others is called; empty where there is none.
    #[prop(optional, into)]
    none: String,
    /// What there is to choose from.
    choices: Vec<Choice>,
    /// The value of the chosen one.
    #[prop(optional, into)]
    value: String,
    /// An id of its own, where a page has two fields of one name.
    #[prop(optional, into)]
    id: String,
    #[prop(optional, into)] hint: String,
    #[prop(optional, into)] error: String,
    #[prop(optional)] optional: bool,
    #[prop(optional)] short: bool,
    /// It can be read, and not changed.
    #[prop(optional)]
    disabled: bool,
) -> impl IntoView {
    let id = if id.is_empty() { name.clone() } else { id };
    let error = reason(&id, error);
    let frame = FieldFrame { id: id.clone(), label, hint, beside: None, error, optional, short };
    let none = filled(none).map(|none| Choice::new("", none));
    let choices = each(none.into_iter().chain(choices), |choice| {
        let selected = choice.value == value;
        view! { <option value=choice.value selected=selected>{choice.label}</option> }
    });
    let control = view! {
        <select
            id=id
            name=name
            disabled=disabled
            aria-describedby=frame.described_by()
            aria-invalid=frame.invalid()
        >
            {choices}
        </select>
    };
    frame.view(control)
}

/// A box to tick; sent as `value` (`true` unless said) when ticked.
#[component]
pub fn Check(
    /// The name it is sent under, and its id.
    #[prop(into)]
    name: String,
    /// What ticking it means.
    #[prop(into)]
    label: String,
    /// What is sent.
    #[prop(default = "true".to_owned(), into)]
    value: String,
    /// What helps people to decide.
    #[prop(optional, into)]
    hint: String,
    #[prop(optional)] checked: bool,
    #[prop(optional, into)] error: String,
) -> impl IntoView {
    let id = if value == "true" { name.clone() } else { format!("{name}-{value}") };
    let hint = (!hint.is_empty()).then(|| view! { <small class="field-hint">{hint}</small> });
    let error = reason(&id, error);
    let invalid = (!error.is_empty()).then_some("true");
    let described = invalid.map(|_| format!("{id}-error"));
    view! {
        {error_message(&id, error)}
        <label class="check">
            <input type="checkbox" id=id name=name value=value checked=checked aria-invalid=invalid aria-describedby=described/>
            <span>{label}" "{hint}</span>
        </label>
    }
}

/// One of the boxes that are sent under one name.
#[derive(Clone, Debug)]
pub struct TickBox {
    /// What is sent.
    pub id: i64,
    pub label: String,
    /// What helps people to decide; may be empty.
    pub hint: String,
    /// It is ticked at first, or was in a form that was refused.
    pub chosen: bool,
}

/// Boxes to tick, as many as one likes.
pub(crate) fn tick_boxes(name: &'static str, boxes: Vec<TickBox>) -> Vec<AnyView> {
    each(boxes, |TickBox { id, label, hint, chosen }| {
        view! { <Check name value=id.to_string() label checked=chosen hint/> }
    })
}

/// Why what was ticked under a name was refused.
pub(crate) fn boxes_error(name: &'static str) -> Option<AnyView> {
    filled(refused(name)).map(|error| view! { <p class="field-error" id=name><span>{error}</span></p> })
}

//! A form as a table: a line for each thing, its short fields beside each other, and what seldom changes folded below them.

use super::OtherVersion;
use crate::prelude::*;
use words::opening;

/// Why a form holds what is not saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsavedReason {
    Refused,
    /// Its preview was asked for.
    Previewed,
    /// A line was added to it.
    Extended,
    /// Lines to start from were added to it.
    Started,
    /// Another list of its form was drawn again.
    Kept,
}

/// What is known of a form beside its lines.
#[derive(Clone, Debug, Default)]
pub struct AroundLines {
    /// Names the stored list; empty where each line names what it was made from.
    pub version: String,
    /// What another organizer saved meanwhile.
    pub theirs: OtherVersion,
    /// Why the form holds what is not saved, if it does.
    pub unsaved: Option<UnsavedReason>,
    /// The last event, whose lines it can start from.
    pub last: Option<String>,
}

impl AroundLines {
    /// Which of so many lines was added just now.
    pub(in crate::pages::manage) fn added(&self, lines: usize) -> Option<usize> {
        lines.checked_sub(1).filter(|_| self.unsaved == Some(UnsavedReason::Extended))
    }

    /// Says that the form holds what is not saved.
    fn unsaved_hint(&self) -> Option<AnyView> {
        self.unsaved.map(|_| view! { <p class="quiet">"Not saved yet."</p> })
    }
}

/// Most characters of a line's name in the summary of errors: it may be far too long.
const NAMED: usize = 40;

/// The lines of a form: how the names of their fields begin, what a line without a name is called, and their names.
pub(in crate::pages::manage) type NamedLines<'a> = (&'a str, &'a str, &'a [String]);

/// The errors with the line that each is about: “The name is missing” could be about any.
pub(in crate::pages::manage) fn named_errors(forms_of_page: &[NamedLines<'_>]) -> FormErrors {
    let label = |field: &str, (lines, what, names): &NamedLines<'_>| {
        let number: usize = field.strip_prefix(lines)?.strip_prefix('_')?.split('_').next()?.parse().ok()?;
        let name = names.get(number)?.trim();
        let short: String = name.chars().take(NAMED).collect();
        Some(if short.is_empty() { format!("{what} {}", number + 1) } else { short })
    };
    forms().errors.labelled(|field| forms_of_page.iter().find_map(|lines| label(field, lines)))
}

/// What a line is about: its name, or its number.
pub(in crate::pages::manage) fn line_legend(what: &str, n: usize, name: &str) -> String {
    if name.trim().is_empty() { format!("{what} {}", n + 1) } else { opening(name, 120) }
}

/// What an empty table can start from: usual things by what their buttons send and say, and those of the last event, by its name and what
/// the button sends. Its lines are not saved yet.
pub(in crate::pages::manage) fn start_from(
    usual: &[(&'static str, &'static str)],
    last: Option<(String, String)>,
) -> Option<AnyView> {
    if usual.is_empty() && last.is_none() {
        return None;
    }
    let usual = each(usual.iter(), |&(value, title)| view! { <Button name="do" value>{title}</Button> });
    let last = last.map(
        |(name, value)| view! { <Button name="do" value><span>"As in "<bdi>{name}</bdi></span></Button> },
    );
    Some(view! {
        <div class="row">
            <span>"Start from:"</span>
            {usual}
            {last}
        </div>
    })
}

/// What is in a form of lines, or in one of the lists of a form that has several.
#[derive(Default)]
pub(in crate::pages::manage) struct LinesForm {
    /// How the names of its fields begin, where its form has several lists; else empty.
    pub(in crate::pages::manage) list: &'static str,
    /// What saves it: `Save prizes`.
    pub(in crate::pages::manage) save: &'static str,
    /// What adds a line; none where none can be added.
    pub(in crate::pages::manage) more: Option<&'static str>,
    /// The usual lists that it can start from: the word that the button sends, and its title.
    pub(in crate::pages::manage) usual: Vec<(&'static str, &'static str)>,
    /// What is between the lines and *Save*.
    pub(in crate::pages::manage) below: Option<AnyView>,
    /// What is beside *Save*.
    pub(in crate::pages::manage) beside: Option<AnyView>,
    /// How many lines a phone shows whole; none for the usual number.
    pub(in crate::pages::manage) whole: Option<usize>,
}

impl LinesForm {
    /// The same around its lines.
    pub(in crate::pages::manage) fn of(self, around: &AroundLines, lines: Vec<FormLine>) -> AnyView {
        let Self { list, save, more, usual, below, beside, whole } = self;
        let word = |what: &str| if list.is_empty() { what.to_owned() } else { format!("{what}-{list}") };
        let named = if list.is_empty() { "version".to_owned() } else { format!("{list}_version") };
        let version = around.version.clone();
        let version =
            (!version.is_empty()).then(|| view! { <input type="hidden" name=named value=version/> });
        let more = more.map(|more| view! { <Button name="do" value=word("more")>{more}</Button> });
        let last = around.last.clone().map(|name| (name, word("last")));
        let (start, unsaved) = (start_from(&usual, last), around.unsaved_hint());
        let lines = with_refusals(list, lines);
        let lines = form_lines(shortened(lines, whole.unwrap_or(WHOLE)));
        view! {
            {version}
            {lines}
            {below}
            <div class="row">
                <Button kind=Kind::Main>{save}</Button>
                {more}
                {beside}
                {start}
            </div>
            {unsaved}
        }
    }
}

/// A phone shows so many lines whole. One is some 180 px high there.
const WHOLE: usize = 8;

/// So many refused fields of a page are in view. Of more, each line is folded behind what was wrong with it, and one of the page is open.
const REFUSED_IN_VIEW: usize = 8;

/// The lines of a list, each with whether a field of it was refused.
fn with_refusals(list: &str, lines: Vec<FormLine>) -> Vec<(bool, AnyView)> {
    let errors = forms().errors.0;
    let many = errors.iter().filter(|error| !error.field.is_empty()).count() > REFUSED_IN_VIEW;
    let mut first = true;
    let line = |(n, FormLine { legend, view }): (usize, FormLine)| {
        let said: Vec<&str> = errors
            .iter()
            .filter(|error| is_in_line(&error.field, list, n))
            .map(|error| error.message.as_str())
            .collect();
        if said.is_empty() {
            return (false, view);
        }
        if !many {
            return (true, view);
        }
        let summary = view! { <span><bdi>{legend}</bdi>": "{show_moments(&said.join(" "))}</span> };
        let fold = disclosure(summary).class("disclosure settings-refused").group(Some("refused"));
        (true, fold.open(std::mem::take(&mut first)).of(view))
    };
    lines.into_iter().enumerate().map(line).collect()
}

/// Whether a field is one of the line with this number. An empty `list` is the only one of its page.
fn is_in_line(field: &str, list: &str, n: usize) -> bool {
    let mut parts = field.splitn(3, '_');
    let of_list = parts.next().is_some_and(|of| list.is_empty() || of == list);
    of_list && parts.next() == Some(n.to_string().as_str()) && parts.next().is_some()
}

/// Of more lines than are shown `whole`, half as many are in view, and the last one, which is new. Where one was refused, all that were are in
/// view instead, also of fewer lines: the summary of errors leads to them. The others are folded in their places.
fn shortened(lines: Vec<(bool, AnyView)>, whole: usize) -> Vec<AnyView> {
    let (all, few) = (lines.len(), whole / 2);
    let wrong = lines.iter().any(|(refused, _)| *refused);
    if all <= few + 1 || (all <= whole && !wrong) {
        return each(lines, |(_, line)| line);
    }
    let (mut shown, mut folded) = (Vec::new(), Vec::new());
    for (n, (refused, line)) in lines.into_iter().enumerate() {
        let in_view = if wrong { refused } else { n < few };
        if in_view || n + 1 == all {
            shown.extend(others(std::mem::take(&mut folded)));
            shown.push(line);
        } else {
            folded.push(line);
        }
    }
    shown
}

/// Lines behind their number; nothing for none.
fn others(lines: Vec<AnyView>) -> Option<AnyView> {
    let summary = format!("Show the other {}", plural(lines.len(), "line", "lines"));
    let some = !lines.is_empty();
    some.then(|| disclosure(summary).class("disclosure settings-more").of(view! { {lines} }))
}

/// What is folded below a line.
pub(in crate::pages::manage) struct Fold {
    /// What is in it.
    pub(in crate::pages::manage) summary: &'static str,
    /// It is open from the start: something in it needs attention.
    pub(in crate::pages::manage) open: bool,
    pub(in crate::pages::manage) fields: AnyView,
}

impl Fold {
    /// Open where one of these fields was refused.
    pub(in crate::pages::manage) fn of(summary: &'static str, names: &[&str], fields: AnyView) -> Self {
        Self { summary, open: names.iter().any(|name| !refused(name).is_empty()), fields }
    }

    /// The fold, with what in it is `set` other than as usual in its summary. One such fold of a page is open, or all in which something
    /// was refused.
    pub(in crate::pages::manage) fn saying(self, set: &[String]) -> AnyView {
        let Self { summary, open, fields } = self;
        let summary = match set {
            [] => summary.to_owned(),
            _ => format!("{summary}: {}", set.join(", ")),
        };
        let group = forms().errors.is_empty().then_some("settings");
        disclosure(summary).class("disclosure settings-fold").group(group).open(open).of(view! {
            <div class="settings-folded">{fields}</div>
        })
    }

    /// The fold, open also where something in it is not as usual.
    pub(in crate::pages::manage) fn unless(self, usual: bool) -> AnyView {
        let Self { summary, open, fields } = self;
        let open = open || !usual;
        disclosure(summary).class("disclosure settings-fold").open(open).of(view! {
            <div class="settings-folded">{fields}</div>
        })
    }
}

/// The lines. The labels of the first one are the head of all columns.
pub(in crate::pages::manage) fn form_lines(lines: Vec<AnyView>) -> AnyView {
    view! { <div class="settings-lines">{lines}</div> }
}

pub(in crate::pages::manage) struct FormLine {
    legend: String,
    pub(in crate::pages::manage) view: AnyView,
}

/// A line: `columns` names the class that says how wide its cells are, and `legend` what the line is about.
pub(in crate::pages::manage) fn form_line(
    columns: &str,
    legend: &str,
    cells: AnyView,
    fold: Option<Fold>,
) -> FormLine {
    let view = view! {
        <fieldset class="settings-line">
            <legend class="sr-only">{legend.to_owned()}</legend>
            <div class=format!("settings-cells {columns}")>{cells}</div>
            {fold.map(|fold| fold.unless(true))}
        </fieldset>
    };
    FormLine { legend: legend.to_owned(), view }
}

//! A form as a table: a line for each thing, its short fields beside each other, and what seldom changes folded below them.

use crate::prelude::*;

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

    /// The fold, open also where something in it is not as usual.
    pub(in crate::pages::manage) fn unless(self, usual: bool) -> AnyView {
        let Self { summary, open, fields } = self;
        let open = open || !usual;
        view! {
            <details class="disclosure settings-fold" open=open>
                <summary>{summary}</summary>
                <div class="settings-folded">{fields}</div>
            </details>
        }
    }
}

/// The lines. The labels of the first one are the head of all columns.
pub(in crate::pages::manage) fn form_lines(lines: Vec<AnyView>) -> AnyView {
    view! { <div class="settings-lines">{lines}</div> }
}

/// A line: `columns` names the class that says how wide its cells are, and `legend` what the line is about.
pub(in crate::pages::manage) fn form_line(
    columns: &str,
    legend: &str,
    cells: AnyView,
    fold: Option<Fold>,
) -> AnyView {
    let fold = fold.map(|fold| fold.unless(true));
    view! {
        <fieldset class="settings-line">
            <legend class="sr-only">{legend.to_owned()}</legend>
            <div class=format!("settings-cells {columns}")>{cells}</div>
            {fold}
        </fieldset>
    }
}

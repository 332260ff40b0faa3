//! The rows of a list, by what an import would do with them.

use crate::components::long_lists::{FIRST, first_few, folded};
use crate::prelude::*;
use model::project_import::{DecidedRow, ImportChoice, ListedChange, ListedText};
use shared::project_files::{ChangedField, RowNote, RowVerdict};
use words::project_files as say;

/// Most rows of one verdict that are listed. The numbers above count all.
pub(super) const LISTED: usize = 2_000;

/// The verdicts, in the order in which an organizer needs to see them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    Rejected,
    Kept,
    Changed,
    New,
    Reviewed,
    Draft,
    Same,
}

impl Group {
    pub(super) const ALL: [Self; 7] =
        [Self::Rejected, Self::Kept, Self::Changed, Self::New, Self::Reviewed, Self::Draft, Self::Same];
    /// What an organizer decides before they import, or takes over by hand. The others are folded together.
    pub(super) const DECIDED: [Self; 3] = [Self::Kept, Self::Changed, Self::Reviewed];

    pub(super) fn of(verdict: &RowVerdict) -> Self {
        match verdict {
            RowVerdict::New => Self::New,
            RowVerdict::Changed(_) => Self::Changed,
            RowVerdict::Same => Self::Same,
            RowVerdict::Kept => Self::Kept,
            RowVerdict::Draft => Self::Draft,
            RowVerdict::Reviewed(_) => Self::Reviewed,
            RowVerdict::Rejected(_) => Self::Rejected,
        }
    }

    fn id(self) -> &'static str {
        match self {
            Self::Rejected => "rejected",
            Self::Kept => "kept",
            Self::Changed => "changed",
            Self::New => "new",
            Self::Reviewed => "reviewed",
            Self::Draft => "drafts",
            Self::Same => "same",
        }
    }

    /// The part's heading, and what it means.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Rejected => (
                "Can’t be imported",
                "Correct these rows in the file, then upload it again. The others can be imported now.",
            ),
            Self::Kept => (
                "Corrected here",
                "Somebody wrote these values here after an earlier list. They stay, unless you take the file’s.",
            ),
            Self::Changed => (
                "Changed",
                "These projects are in the event, but the file differs. Leave out a row to keep the project as it is.",
            ),
            Self::New => ("New", "These projects are added."),
            Self::Reviewed => (
                "Left alone because they are reviewed",
                "The file differs, but judges have begun to review these projects. Open one to correct its title, team or links.",
            ),
            Self::Draft => ("Left out", "They were not submitted, or no longer take part."),
            Self::Same => ("Already here", "These projects are already in the event and have not changed."),
        }
    }

    /// How many there are, in a list: `47 new`.
    pub(super) fn counted(self, n: usize) -> String {
        let what = match self {
            Self::Rejected => "that can’t be imported",
            Self::Kept => "corrected here",
            Self::Changed => "changed",
            Self::New => "new",
            Self::Reviewed => "left alone because judges review them",
            Self::Draft => "left out",
            Self::Same => "already here",
        };
        format!("{} {what}", words::thousands(i64::try_from(n).unwrap_or(i64::MAX)))
    }

    /// What the third column says of its rows.
    fn column(self) -> &'static str {
        match self {
            Self::Changed => "What changes",
            Self::Kept => "What differs",
            Self::Rejected | Self::New | Self::Reviewed | Self::Draft | Self::Same => "Notes",
        }
    }
}

/// The rows of one verdict; of those that were `searched` the first are in sight.
pub(super) fn part(
    group: Group,
    rows: Vec<&DecidedRow>,
    (chosen, searched): (&ImportChoice, bool),
) -> Option<AnyView> {
    if rows.is_empty() {
        return None;
    }
    let (name, meaning) = group.words();
    let more = rows.len().saturating_sub(LISTED);
    let more =
        (more > 0).then(|| view! { <p class="quiet">{format!("{more} more rows are not listed.")}</p> });
    let number = rows.len();
    let is_imported = rows.iter().any(|row| row.verdict.writes());
    let ticked = rows.iter().any(|row| {
        let taken = || chosen.taken.iter().any(|(position, _)| *position == row.position);
        chosen.left_out.contains(&row.position) || taken() || !chosen.everywhere.is_empty()
    });
    let lines: Vec<_> = rows.into_iter().take(LISTED).map(|row| line(group, row, chosen)).collect();
    let what = group.column();
    let table = |label: &'static str, lines: Vec<AnyView>| {
        view! {
            <Table label stacks=true columns=[number_column("Row"), text_column("Project"), text_column(what), text_column("Leave out").when(is_imported)]>{lines}</Table>
        }
    };
    // The others are folded together. What was ticked in a form that was refused stays in sight.
    let folds = group == Group::Rejected || (Group::DECIDED.contains(&group) && !ticked);
    let table = match (searched, folds) {
        (true, _) => first_few(lines, FIRST, (name, "Other rows"), ("row", "rows"), table),
        (false, true) => folded(number, "row", "rows", table(name, lines)),
        (false, false) => table(name, lines),
    };
    Some(section(group.id(), format!("{name} ({number})")).of(view! {
        <p class="quiet">{meaning}</p>
        {table}
        {more}
    }))
}

fn line(group: Group, row: &DecidedRow, chosen: &ImportChoice) -> AnyView {
    let shown: Vec<String> = row.rows.iter().take(5).map(ToString::to_string).collect();
    let more = if row.rows.len() > 5 { "…" } else { "" };
    let title = if row.title.is_empty() { "No title".to_owned() } else { row.title.clone() };
    let page = match group {
        Group::Reviewed => ManageTab::Projects.href(&this_event().slug),
        _ => "/projects".to_owned(),
    };
    let heading = match row.project {
        Some(id) => view! { <a href=format!("{page}/{id}")>{title.clone()}</a> },
        None => view! { {title.clone()} },
    };
    let mut sentences = match &row.verdict {
        RowVerdict::Changed(fields) | RowVerdict::Reviewed(fields) => without_values(row, fields),
        RowVerdict::Rejected(faults) => faults.iter().map(say::row_fault).collect(),
        RowVerdict::New | RowVerdict::Same | RowVerdict::Kept | RowVerdict::Draft => Vec::new(),
    };
    if row.verdict.writes() && row.members > 0 {
        sentences.push(format!("{}.", words::plural(row.members, "member to invite", "members to invite")));
    }
    // What one line about the file says better than a note on each row.
    let of_the_file = |note: &&RowNote| matches!(note, RowNote::UnknownTrack(_) | RowNote::UnknownPrizes(_));
    sentences.extend(row.notes.iter().filter(|note| !of_the_file(note)).map(say::note));
    let skip = row.verdict.writes().then(|| {
        let (id, skipped) = (format!("skip-{}", row.position), chosen.left_out.contains(&row.position));
        view! {
            <td data-label="Leave out">
                <label class="check">
                    <input type="checkbox" id=id name="skip" value=row.position checked=skipped/>
                    <span class="sr-only">"Leave out "{title.clone()}</span>
                </label>
            </td>
        }
    });
    let values = (group == Group::Changed || group == Group::Kept || group == Group::Reviewed)
        .then(|| values(row, &title, chosen))
        .flatten();
    view! {
        <tr>
            <td data-label="Row" class="cell-num">{format!("{}{more}", shown.join(", "))}</td>
            <th scope="row">{heading}</th>
            <td data-label=group.column()>{sentences.join(" ")}{values}</td>
            {skip}
        </tr>
    }
}

/// The fields that change and of which no more is said: values are listed below, and the members to invite are counted.
fn without_values(row: &DecidedRow, fields: &[ChangedField]) -> Vec<String> {
    let is_said = |field: ChangedField| match field {
        ChangedField::Members => row.verdict.writes() && row.members > 0,
        _ => row.changes.iter().any(|change| change.field == field && change.from_to.is_some()),
    };
    let others: Vec<ChangedField> = fields.iter().copied().filter(|field| !is_said(*field)).collect();
    if others.is_empty() { Vec::new() } else { vec![format!("{}.", words::capital(&say::changed(&others)))] }
}

/// What changes from which value to which, and what was written here, each with a box that takes the file's value.
fn values(row: &DecidedRow, title: &str, chosen: &ImportChoice) -> Option<AnyView> {
    let changes = row.changes.iter().filter_map(|change| Some((change, change.from_to.as_ref()?)));
    let changes = each(changes, |(change, values)| {
        view! { <li>{field_name(change)}": "{from_to("from ", " to ", values)}</li> }
    });
    let kept = each(&row.kept, |change| {
        let values = change.from_to.as_ref().map(|values| from_to("here ", ", in the file ", values));
        let field = change.field.name();
        let (id, value) = (format!("take-{}-{field}", row.position), format!("{}-{field}", row.position));
        let taken = chosen.taken.contains(&(row.position, change.field));
        view! {
            <li>
                {field_name(change)}": "{values}
                <label class="check">
                    <input type="checkbox" id=id name="take" value=value checked=taken/>
                    <span>"Take the file’s "{say::changed(&[change.field])}<span class="sr-only">" for "{title.to_owned()}</span></span>
                </label>
            </li>
        }
    });
    (!changes.is_empty() || !kept.is_empty()).then(|| view! { <ul>{changes}{kept}</ul> })
}

fn field_name(change: &ListedChange) -> String {
    words::capital(&say::changed(&[change.field]))
}

/// Two values in words.
fn from_to(before: &'static str, between: &'static str, values: &ListedText) -> AnyView {
    // The beginnings of long texts are shown, and may be the same.
    if values.was == values.says {
        return view! { "it changes further down, after “"<bdi>{values.was.clone()}</bdi>"…”" };
    }
    let quoted = |text: &str| match text {
        "" => view! { "nothing" },
        text => view! { "“"<bdi>{text.to_owned()}</bdi>"”" },
    };
    view! { {before}{quoted(&values.was)}{between}{quoted(&values.says)} }
}

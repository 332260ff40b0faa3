//! The columns of a list, and the form that says what they hold.

use crate::prelude::*;
use shared::form_question::FormQuestion;
use shared::project_files::{ColumnChoice, ColumnMeaning, FileColumn};
use words::project_files as say;

/// More unused columns than these are folded.
const FEW_COLUMNS: usize = 3;

/// The columns, each with what it is read as: it can be said, also in place of what a name says, and is known for later lists of the event.
/// Those that nothing is taken from are in sight where they are few, where one of them seems to hold something, or `needed` because no row can
/// be taken otherwise.
pub(super) fn columns(
    columns: Vec<FileColumn>,
    (asked, said): (&[FormQuestion], &[(String, ColumnChoice)]),
    needed: bool,
    here: &str,
) -> Option<AnyView> {
    if columns.is_empty() {
        return None;
    }
    let choices: Vec<Choice> = ColumnChoice::offered(asked)
        .iter()
        .map(|choice| Choice::new(choice.name(), say::column_choice(choice, asked)))
        .collect();
    let field = |column: FileColumn| {
        let rows = words::plural(column.filled, "row", "rows");
        let hint = format!("{rows}, such as “{}”", column.example);
        let name = format!("column-{}", column.key);
        let holds = said.iter().find(|(key, _)| *key == column.key).map(|(_, choice)| choice.name());
        if column.by_name == ColumnMeaning::Nothing {
            let value = holds.unwrap_or_else(|| ColumnChoice::likely(&column, asked).name());
            return view! { <Select name=name label=column.name choices=choices.clone() value=value hint=hint/> };
        }
        let none = format!("{}, as its name says", say::column_meaning(column.by_name));
        let (choices, value) = (choices.clone(), holds.unwrap_or_default());
        view! { <Select name=name label=column.name none=none choices=choices value=value hint=hint/> }
    };
    let (used, unused): (Vec<FileColumn>, Vec<FileColumn>) =
        columns.into_iter().partition(FileColumn::is_used);
    // An import would lose without a word what these hold, so they come first.
    let is_guessed = |column: &FileColumn| {
        column.by_name == ColumnMeaning::Nothing
            && said.iter().all(|(key, _)| *key != column.key)
            && ColumnChoice::likely(column, asked) != ColumnChoice::Nothing
    };
    let (guessed, others): (Vec<FileColumn>, Vec<FileColumn>) = unused.into_iter().partition(is_guessed);
    let guess = guess(guessed.len());
    let few = guessed.len() + others.len() <= FEW_COLUMNS;
    let folded = !guessed.is_empty() && !few && !others.is_empty();
    let (used, guessed, others) = (each(used, field), each(guessed, field), each(others, field));
    let number = guessed.len() + others.len();
    let open = needed || guess.is_some() || (number > 0 && few);
    let others = if folded {
        let more = format!("The other columns that are not used ({})", others.len());
        disclosure(more).id("columns-others").open(needed).of(view! { <div class="form">{others}</div> })
    } else {
        view! { {others} }
    };
    let (summary, used) = if number == 0 {
        (format!("What the columns hold ({})", used.len()), view! { {used} })
    } else {
        let more = format!("Columns that are used ({})", used.len());
        let used = (!used.is_empty())
            .then(|| disclosure(more).id("columns-used").of(view! { <div class="form">{used}</div> }));
        (format!("Columns that are not used ({number})"), view! { {used} })
    };
    Some(disclosure(summary).id("columns").open(open).of(view! {
        <p class="quiet">"Say what a column holds, and the file is read again. Later lists of this event are read the same way."</p>
        <PostForm action=format!("{here}/columns") class="form">
            {guess}
            {guessed}
            {others}
            {used}
            <Button>"Read the file again"</Button>
        </PostForm>
    }))
}

/// What is so of the first columns, where something is chosen that nobody has said.
fn guess(columns: usize) -> Option<AnyView> {
    let said = match columns {
        0 => return None,
        1 => "A guess is chosen for the first column. It counts once the file is read again.".to_owned(),
        more => format!(
            "Guesses are chosen for the first {more} columns. They count once the file is read again."
        ),
    };
    Some(view! { <p>{said}</p> })
}

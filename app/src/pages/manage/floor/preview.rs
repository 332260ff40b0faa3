//! What a plan or a file would do, before it does it.

use crate::components::long_lists::{FEW, LongTable, left_out_first};
use crate::prelude::*;
use shared::floor::Place;

/// What would happen.
#[derive(Clone, Debug, Default)]
pub struct FloorPreview {
    /// Each project or row.
    pub rows: Vec<FloorPreviewRow>,
    /// The moves, as the form sends them; empty where nothing moves.
    pub moves: String,
    /// What was asked for, as a digest under the name of its kind: the form that carries the moves out also has it as it is by then.
    pub shown: (&'static str, String),
    /// How many projects move.
    pub moving: usize,
    /// What cannot be met, each in a sentence.
    pub unmet: Vec<String>,
    /// The names of a file's columns that are not used.
    pub unused: Vec<String>,
    /// The name of a file's column of rooms that reads like merged cells.
    pub merged: Option<String>,
}

/// A project, or a row of a file.
#[derive(Clone, Debug)]
pub struct FloorPreviewRow {
    /// The line of the file; 0 in a plan.
    pub line: usize,
    /// The project, or what the file calls it.
    pub title: String,
    /// Where it is.
    pub from: Place,
    /// Where it goes.
    pub to: Place,
    /// What happens to it.
    pub verdict: FloorVerdict,
}

/// What happens to a project or a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FloorVerdict {
    /// It gets its first place.
    New,
    Moved,
    /// It leaves its place for none.
    Removed,
    /// It is there already.
    Same,
    /// It is left out, and why.
    LeftOut(String),
}

/// The preview, with the button that carries it out, as a part of the form that asked for it. `here` is the floor's own page.
pub(super) fn preview_part(preview: FloorPreview, here: &str) -> AnyView {
    let files = preview.rows.iter().any(|row| row.line > 0);
    let counted = |verdict: &FloorVerdict| {
        let same =
            |row: &&FloorPreviewRow| std::mem::discriminant(&row.verdict) == std::mem::discriminant(verdict);
        preview.rows.iter().filter(same).count()
    };
    let parts = [
        (counted(&FloorVerdict::New), "gets its first place", "get their first place"),
        (counted(&FloorVerdict::Moved), "moves", "move"),
        (counted(&FloorVerdict::Removed), "loses its place", "lose their place"),
        (counted(&FloorVerdict::Same), "stays", "stay"),
        (counted(&FloorVerdict::LeftOut(String::new())), "is left out", "are left out"),
    ];
    let said = parts.into_iter().filter(|(n, ..)| *n > 0);
    let said: Vec<String> = said.map(|(n, one, many)| words::plural(n, one, many)).collect();
    let what = if files { "Rows of the file" } else { "Projects" };
    let said = format!("{what}: {}.", words::and_list(&said));
    let unused =
        words::list_file::unused_columns(&preview.unused).map(|said| view! { <p class="quiet">{said}</p> });
    let merged = preview.merged.as_deref().map(words::list_file::merged_column);
    let merged = merged.map(|said| view! { <p class="prose">{said}</p> });
    let unmet = each(preview.unmet, |why| view! { <li>{why}</li> });
    let unmet = (!unmet.is_empty()).then(|| {
        view! { <Notice tone=Tone::Warn title="Not everything fits"><ul>{unmet}</ul></Notice> }
    });
    let act = if preview.moving == 0 {
        view! { <Notice tone=Tone::Note title="Nothing would change"/> }
    } else {
        let verb = format!("Save {}", words::plural(preview.moving, "place", "places"));
        let (kind, shown) = preview.shown;
        view! {
            <input type="hidden" name="once" value=forms().once/>
            <input type="hidden" name=kind value=shown/>
            <input type="hidden" name="moves" value=preview.moves/>
            <div class="form">
                <Button kind=Kind::Main formaction=format!("{here}/moves") hint="Nothing has been saved yet. You can move projects again at any time.">{verb}</Button>
            </div>
        }
    };
    let mut rows = preview.rows;
    let counted = if files { ("row", "rows") } else { ("project", "projects") };
    let few = left_out_first(&mut rows, counted, |row| matches!(row.verdict, FloorVerdict::LeftOut(_)));
    let rows: Vec<_> = rows.into_iter().map(|row| one(row, files)).collect();
    section("preview", "Preview").of(view! {
        <p>{said}</p>
        {merged}
        {unused}
        {unmet}
        {act}
        {few}
        <div class="stack manage-short-cells"><LongTable rows few=FEW labels=("Preview", "The rest of the preview") counted columns=[number_column("Line").when(files), text_column("Project"), text_column("From"), text_column("To"), text_column("Verdict")]/></div>
    })
}

fn one(row: FloorPreviewRow, files: bool) -> AnyView {
    let line = files.then(|| view! { <td data-label="Line" class="cell-num">{row.line}</td> });
    let verdict = match row.verdict {
        FloorVerdict::New => view! { <Pill tone=Tone::Good sign=Sign::Check word="New"/> },
        FloorVerdict::Moved => view! { <Pill tone=Tone::Note sign=Sign::Pencil word="Moves"/> },
        FloorVerdict::Removed => view! { <Pill tone=Tone::Warn sign=Sign::Alert word="No place"/> },
        FloorVerdict::Same => view! { <Pill tone=Tone::Plain sign=Sign::Check word="Stays"/> },
        FloorVerdict::LeftOut(why) => {
            view! { <Pill tone=Tone::Warn sign=Sign::Alert word="Left out"/>" "<span>{why}</span> }
        }
    };
    let class = |place: &Place| if place.is_none() { "cell-place cell-blank" } else { "cell-place" };
    view! {
        <tr>
            {line}
            <th scope="row">{row.title}</th>
            <td data-label="From" class=class(&row.from)>{place_words(&row.from)}</td>
            <td data-label="To" class=class(&row.to)>{place_words(&row.to)}</td>
            <td data-label="Verdict">{verdict}</td>
        </tr>
    }
}

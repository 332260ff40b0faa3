//! Moving a judge's pending work to others, shown on the judge's page before it is done.

use crate::prelude::*;
use shared::planner::UntakenWork;

#[derive(Clone, Debug)]
pub struct HandoverPart {
    /// Who takes what.
    pub rows: Vec<HandoverRow>,
    /// Titles of projects that nobody can take: they stay.
    pub stay: Vec<String>,
    /// Why they stay.
    pub untaken: UntakenWork,
    /// Names what it was made from.
    pub digest: String,
    /// `Ok` if it can be done, or the sentence why not.
    pub may: Result<(), String>,
}

/// A project and who takes it.
#[derive(Clone, Debug)]
pub struct HandoverRow {
    pub title: String,
    /// Who takes it.
    pub to: String,
    /// How much they have with it.
    pub load: u32,
}

/// The section; `name` is the judge's, and `here` the address of their page.
pub(super) fn handover_part(model: HandoverPart, name: &str, here: &str) -> AnyView {
    let moved = model.rows.len();
    let stay = (!model.stay.is_empty()).then(|| {
        let why = words::plan::untaken(model.untaken).map(|why| format!(": {why}")).unwrap_or_default();
        let text = format!("{}. They stay with {name}{why}.", words::name_few(model.stay.iter().cloned()));
        view! { <Notice tone=Tone::Warn title="Nobody else can take these" text/> }
    });
    let rows = each(model.rows, |row| {
        view! { <tr><th scope="row">{row.title}</th><td data-label="To">{row.to}</td><td data-label="Their projects then" class="cell-num">{row.load}</td></tr> }
    });
    let table = (moved > 0).then(|| {
        view! {
            <Table label="Who takes what" stacks=true columns=[text_column("Project"), text_column("To"), number_column("Their projects then")]>{rows}</Table>
        }
    });
    let act = match model.may {
        Err(sentence) => view! { <Notice tone=Tone::Note title=sentence/> },
        Ok(()) if moved == 0 => view! { <Notice tone=Tone::Note title="There is nothing to move"/> },
        Ok(()) => {
            let verb = format!("Move {}", words::plural(moved, "project", "projects"));
            view! {
                <PostForm action=format!("{here}/move") class="form">
                    <input type="hidden" name="digest" value=model.digest/>
                    <Button kind=Kind::Main>{verb}</Button>
                </PostForm>
            }
        }
    };
    subsection("move", "Move pending work to others").of(view! {
        <p class="prose">"Projects whose review has begun stay with the judge. The others go to judges who have room, no conflict, and the least to do."</p>
        {stay}
        {table}
        {act}
    })
}

//! Moving a judge's pending work to others, shown on the judge's page before it is done.

use crate::prelude::*;
use model::plan::UntakenWork;

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
        let why = reasons(model.untaken).map(|why| format!(": {why}")).unwrap_or_default();
        let text = format!("{}. They stay with {name}{why}.", words::and_list(&model.stay));
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

/// Why nobody who is here takes reviews over, by kinds, without a stop; none where somebody can.
pub(in crate::pages::manage) fn reasons(UntakenWork { barred, given, full }: UntakenWork) -> Option<String> {
    let kinds = [
        (given, "because all other judges have the project already"),
        (full, "because no other judge has room"),
        (barred, "because of conflicts of interest, own teams and recusals"),
    ];
    let kinds = kinds.into_iter().filter(|(n, _)| *n > 0);
    let said: Vec<String> =
        kinds.map(|(n, why)| format!("{} {why}", plural(n, "review", "reviews"))).collect();
    (!said.is_empty()).then(|| and_list(&said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_takes_is_said_by_its_kinds() {
        let said = |barred, given, full| reasons(UntakenWork { barred, given, full });
        assert_eq!(said(0, 0, 0), None);
        assert_eq!(
            said(1, 0, 9).as_deref(),
            Some(
                "9 reviews because no other judge has room and 1 review because of conflicts of interest, own teams and recusals"
            )
        );
    }
}

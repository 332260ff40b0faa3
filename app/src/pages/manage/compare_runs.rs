//! `/events/<slug>/manage/calibration/compare`: two runs, which projects moved, and which reviews moved them; and a run without one
//! judge or one review.

use super::movers::{MoverRow, movers};
use super::what_if::{LeavingOut, leaving_out};
use crate::prelude::*;

#[derive(Clone, Debug)]
pub struct ComparePage {
    /// All runs to choose from, the latest first.
    pub runs: Vec<Choice>,
    /// What differs; none where the event has fewer than two runs.
    pub compared: Option<ComparedView>,
    pub leaving_out: LeavingOut,
}

/// What differs between two runs.
#[derive(Clone, Debug)]
pub struct ComparedView {
    /// The two runs.
    pub between: [i32; 2],
    pub movers: Vec<MoverRow>,
    /// Projects that have a rank in one of them.
    pub projects: usize,
    /// How many reviews were added, removed and changed.
    pub reviews: [usize; 3],
    /// Judges whose offset changed, with the two offsets.
    pub judges: Vec<(String, [f64; 2])>,
    /// Tracks were changed between them.
    pub regrouped: bool,
}

pub fn compare_page(model: ComparePage) -> AnyView {
    let calibration = ManageTab::Calibration.href(&this_event().slug);
    let runs = match model.compared {
        None => view! {
            <EmptyState title="Nothing to compare yet" text="Two runs can be compared. This event has fewer. After the first run, see here what one judge or one review changes."/>
        },
        Some(compared) => view! { {choice(&compared.between, model.runs)}{differences(compared)} },
    };
    // What was asked comes first.
    let asked = !(model.leaving_out.judge.is_empty() && model.leaving_out.project.is_empty());
    let without = leaving_out(model.leaving_out);
    let body = if asked {
        view! { {without}{runs} }
    } else {
        view! { {runs}{without} }
    };
    ManageTab::Calibration.page(view! {
        <Crumbs above=vec![("Ranking".to_owned(), calibration)]/>
        <h1>"Compare"</h1>
        {body}
    })
}

fn choice([from, to]: &[i32; 2], runs: Vec<Choice>) -> AnyView {
    view! {
        <form class="row manage-choice">
            <Select name="from" label="From" choices=runs.clone() value=from.to_string()/>
            <Select name="to" label="To" choices=runs value=to.to_string()/>
            <Button>"Compare"</Button>
        </form>
    }
}

fn differences(of: ComparedView) -> AnyView {
    let [from, to] = of.between;
    let moved = match of.movers.len() {
        0 => "No project moved.".to_owned(),
        n => format!("{} of {} moved.", n, plural(of.projects, "project", "projects")),
    };
    let names = [("added", of.reviews[0]), ("removed", of.reviews[1]), ("changed", of.reviews[2])];
    let counts: Vec<String> = names
        .into_iter()
        .filter(|(_, n)| *n > 0)
        .map(|(verb, n)| format!("{} {verb}", plural(n, "review", "reviews")))
        .collect();
    let counts = match counts.as_slice() {
        [] => "The two runs read the same reviews.".to_owned(),
        counts => format!("From run {from} to run {to}: {}.", and_list(counts)),
    };
    let regrouped = of.regrouped.then(|| {
        view! {
            <Notice tone=Tone::Note title="Tracks were changed between the two runs.">
                <p>"Each track has a level of its own, so projects can move although no review changed."</p>
            </Notice>
        }
    });
    let heads = [format!("Run {from}"), format!("Run {to}")];
    view! {
        {regrouped}
        <section aria-labelledby="moved" class="stack">
            <h2 id="moved">"Projects that moved"</h2>
            <p>{moved}" "{counts}</p>
            {movers(of.movers, heads.clone().map(|run| format!("Rank in {}", run.to_lowercase())), true)}
        </section>
        <section aria-labelledby="offsets" class="stack">
            <h2 id="offsets">"Judges whose offset changed"</h2>
            {offsets(of.judges, heads)}
        </section>
    }
}

fn offsets(judges: Vec<(String, [f64; 2])>, heads: [String; 2]) -> AnyView {
    if judges.is_empty() {
        return view! { <p class="quiet">"No judge’s offset changed by 0.005 or more."</p> };
    }
    let [before, after] = heads.clone();
    let rows = each(judges, |(name, [was, is])| {
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td class="cell-num" data-label=heads[0].clone()>{signed(was)}</td>
                <td class="cell-num" data-label=heads[1].clone()>{signed(is)}</td>
            </tr>
        }
    });
    view! {
        <p class="quiet prose">"Above zero, a judge gives more than the average judge. A ranking takes the offset out, so a judge whose offset rises lifts the projects less."</p>
        <Table label="Judges whose offset changed" stacks=true columns=[text_column("Judge"), number_column(before), number_column(after)]>{rows}</Table>
    }
}

/// `+0.031` or `−0.020`.
pub fn signed(offset: f64) -> String {
    let sign = if offset < 0.0 { "\u{2212}" } else { "+" };
    format!("{sign}{:.3}", offset.abs())
}

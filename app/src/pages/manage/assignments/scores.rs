//! Reviews of several judges from a list: uploaded or pasted, judged row by row, then entered.

use super::{crumbs, judge_link};
use crate::components::long_lists::{FEW, LongTable, left_out_first};
use crate::pages::manage::from_file::{FromFile, file_choice, list_form, write_button};
use crate::prelude::*;
use model::plan::invitation_of;
use shared::score_file::{ScoreAct, ScoreLine, ScoreList};

pub struct ScoresPage {
    /// The list, as sent.
    pub text: String,
    /// In the order of the rubric.
    pub criteria: Vec<Criterion>,
    /// Its rows with their verdicts; none before it was read.
    pub list: Option<ScoreList>,
    /// Names the event and the list as they were read.
    pub digest: String,
    /// What is ticked: stored reviews are replaced, projects are assigned.
    pub choice: [bool; 2],
    /// How many reviews were entered just now.
    pub entered: Option<usize>,
    /// `Ok` if reviews can be entered now, or the sentence why not.
    pub may: Result<(), String>,
}

/// The page. Its forms post to its own address: `files` or `file`, and to enter what is shown `digest`, `replace`, `assign`.
pub fn scores_page(model: ScoresPage) -> AnyView {
    let slug = this_event().slug;
    let here = format!("{}/scores", ManageTab::Assignments.href(&slug));
    let entered = model.entered.map(|n| {
        let title = format!("{} submitted.", plural(n, "review is", "reviews are"));
        view! { <Notice tone=Tone::Good title text="The log and the judges’ pages say that you entered them."/> }
    });
    let criteria: Vec<String> = model.criteria.iter().map(|criterion| criterion.name.clone()).collect();
    let preview =
        model.list.map(|list| preview((list, &model.criteria), &model.may, model.digest, model.choice));
    let words = ("Or paste its rows here, with the header", "Check the rows");
    let form = list_form(here, words, (model.text, preview), &model.may);
    let columns = format!(
        "The first row names the columns: judge (address or name), project (number or title), and {}. A column named comment may follow.",
        and_list(&criteria)
    );
    ManageTab::Assignments.page(view! {
        {crumbs(&slug)}
        <h1>"Scores from a spreadsheet"</h1>
        {file_choice(FromFile::Scores)}
        <ErrorSummary heading="No review was entered"/>
        {entered}
        <p class="prose">"Upload the scores of several judges, such as a spreadsheet filled in from paper. Every row gets a verdict before anything is entered. "{columns}</p>
        {form}
    })
}

fn preview(
    (list, criteria): (ScoreList, &[Criterion]),
    may: &Result<(), String>,
    digest: String,
    [replaces, assigns]: [bool; 2],
) -> AnyView {
    let (new, left_out) = (list.number(ScoreAct::New), list.left_out());
    let (replace, assign) = (list.number(ScoreAct::Replaces), list.number(ScoreAct::Assigns));
    let act = match may {
        Err(sentence) => view! { <Notice tone=Tone::Note title=sentence.clone()/> },
        Ok(()) if new + replace + assign == 0 => {
            view! { <Notice tone=Tone::Note title="No row would change anything"/> }
        }
        Ok(()) => {
            let replace = (replace > 0).then(|| {
                let label = format!("Also replace {}", plural(replace, "stored review", "stored reviews"));
                view! { <Check name="replace" label hint="The log keeps the scores that are replaced." checked=replaces/> }
            });
            let assign = (assign > 0).then(|| {
                let label = format!("Also enter {} whose project is not assigned", plural(assign, "review", "reviews"));
                view! { <Check name="assign" label hint="The project is assigned to the judge first." checked=assigns/> }
            });
            let verb = if new == 0 {
                "Enter the ticked reviews".to_owned()
            } else if replace.is_none() && assign.is_none() {
                format!("Enter {}", plural(new, "review", "reviews"))
            } else {
                format!("Enter {} and those ticked", plural(new, "new review", "new reviews"))
            };
            let hint = "The reviews are submitted at once and count. All of them are entered, or none.";
            view! { <div class="form">{replace}{assign}{write_button(digest, verb, hint)}</div> }
        }
    };
    let counts = [
        (new, plural(new, "review is new", "reviews are new")),
        (replace, plural(replace, "replaces a stored one", "replace stored ones")),
        (assign, plural(assign, "needs an assignment", "need an assignment")),
        (left_out, plural(left_out, "row is left out", "rows are left out")),
    ];
    let counts: Vec<String> = counts.into_iter().filter(|(n, _)| *n > 0).map(|(_, words)| words).collect();
    let unused =
        words::list_file::unused_columns(&list.unused).map(|said| view! { <p class="quiet">{said}</p> });
    let mut lines = list.lines;
    let few = left_out_first(&mut lines, ("row", "rows"), |line| line.verdict.is_err());
    let rows = each(lines, |line| row(line, criteria));
    section("verdicts", "What the rows would do").of(view! {
        <p class="prose">{format!("{}.", and_list(&counts))}</p>
        {unused}
        {act}
        {few}
        <div class="stack manage-short-cells"><LongTable rows few=FEW labels=("Rows", "Other rows") counted=("row", "rows") columns=[number_column("Row"), text_column("Judge"), text_column("Project"), text_column("Scores"), text_column("Verdict")]/></div>
    })
}

/// `Quality 4, Impact 7`.
fn scores_words(line: &ScoreLine, criteria: &[Criterion]) -> String {
    let scores = line.changes.scores.iter().flatten().map(|(key, score)| {
        let criterion = criteria.iter().find(|criterion| criterion.key == *key);
        format!("{} {score}", criterion.map_or(key, |criterion| &criterion.name))
    });
    scores.collect::<Vec<_>>().join(", ")
}

fn row(line: ScoreLine, criteria: &[Criterion]) -> AnyView {
    let (verdict, scores) = (words::score_file::line(&line), scores_words(&line, criteria));
    let class = line.verdict.is_err().then_some("assignments-short");
    let judge = match line.pair.and_then(|pair| invitation_of(pair.judge)) {
        Some(invitation) => judge_link(invitation.0, line.judge, true),
        None => view! { {line.judge} },
    };
    view! {
        <tr class=class>
            <td data-label="Row" class="cell-num">{line.number}</td>
            <td data-label="Judge">{judge}</td>
            <td data-label="Project">{line.project}</td>
            <td data-label="Scores">{scores}</td>
            <td data-label="Verdict">{verdict}</td>
        </tr>
    }
}

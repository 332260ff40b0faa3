//! Assignments from a file: uploaded or pasted, judged line by line, then written.

use super::crumbs;
use crate::components::long_lists::{FEW, LongTable, left_out_first};
use crate::pages::manage::from_file::{FromFile, file_choice, list_form, write_button};
use crate::prelude::*;
use shared::assignment_file::AssignmentList;

pub struct FilePage {
    /// The file, as sent.
    pub text: String,
    /// Its lines with their verdicts; none before it was read.
    pub list: Option<AssignmentList>,
    /// Names the event and the file as they were read.
    pub digest: String,
    /// `Ok` if it can be written, or the sentence why not.
    pub may: Result<(), String>,
}

pub fn file_page(model: FilePage) -> AnyView {
    let slug = this_event().slug;
    let here = format!("{}/file", ManageTab::Assignments.href(&slug));
    let preview = model.list.map(|list| preview(list, &model.may, model.digest));
    let words = ("Or paste its lines here, with the header", "Check the lines");
    let form = list_form(here, words, (model.text, preview), &model.may);
    ManageTab::Assignments.page(view! {
        {crumbs(&slug)}
        <h1>"Assignments from a file"</h1>
        {file_choice(FromFile::Assignments)}
        <ErrorSummary heading="Nothing was written"/>
        <p class="prose">"Upload assignments.csv as you downloaded it here, or a list for HotCRP (paper, action, email, round; paper is the project’s id). Every line gets a verdict before anything is written."</p>
        {form}
    })
}

fn preview(
    AssignmentList { mut lines, unused }: AssignmentList,
    may: &Result<(), String>,
    digest: String,
) -> AnyView {
    let used = lines.iter().filter(|line| line.verdict.is_ok()).count();
    let left_out = lines.len() - used;
    let act = match may {
        Err(sentence) => view! { <Notice tone=Tone::Note title=sentence.clone()/> },
        Ok(()) if used == 0 => {
            view! { <Notice tone=Tone::Note title="No line would change anything"/> }
        }
        Ok(()) => {
            let verb = format!("Write {}", words::plural(used, "line", "lines"));
            write_button(digest, verb, "")
        }
    };
    let unused = words::list_file::unused_columns(&unused).map(|said| view! { <p class="quiet">{said}</p> });
    let few = left_out_first(&mut lines, ("line", "lines"), |line| line.verdict.is_err());
    let rows = each(lines, |line| {
        let (verdict, class) =
            (words::plan::line(&line), line.verdict.is_err().then_some("assignments-short"));
        view! {
            <tr class=class>
                <td data-label="Line" class="cell-num">{line.number}</td>
                <td data-label="Judge">{line.email}</td>
                <td data-label="Project">{line.paper}</td>
                <td data-label="Verdict">{verdict}</td>
            </tr>
        }
    });
    let lead = format!(
        "{} would change something. {} left out.",
        words::capital(&words::plural(used, "line", "lines")),
        words::plural(left_out, "line is", "lines are")
    );
    section("verdicts", "What the lines would do").plain().of(view! {
        <p class="prose">{lead}</p>
        {unused}
        {act}
        {few}
        <div class="stack manage-short-cells"><LongTable rows few=FEW labels=("Lines", "Other lines") counted=("line", "lines") columns=[number_column("Line"), text_column("Judge"), text_column("Project"), text_column("Verdict")]/></div>
    })
}

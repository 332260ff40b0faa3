//! The page on which a file is uploaded, and its form, which a preview has, too.

use crate::pages::manage::from_file::{FromFile, file_choice};
use crate::prelude::*;

/// The form that takes a file, or what is pasted.
pub(super) fn upload_form(kind: Kind) -> AnyView {
    let hint = "CSV, up to 64\u{a0}MiB. You see what each row would do before anything changes.";
    view! {
        <PostForm action=format!("{}/import", ManageTab::Projects.href(&this_event().slug)) class="form" files=true>
            <Field name="files" label="File" kind="file" hint/>
            <Area name="pasted" label="Or paste rows from a spreadsheet" rows=4 value=typed_into("pasted") hint="With the header row."/>
            <Button kind>"Preview the import"</Button>
        </PostForm>
    }
}

/// The page on which a file is uploaded; `may` is the sentence why this organizer cannot import.
pub fn import_page(may: Result<(), String>) -> AnyView {
    let list = ManageTab::Projects.href(&this_event().slug);
    let form = match may {
        Err(sentence) => view! { <Notice tone=Tone::Note title=words::capital(&sentence)/> },
        Ok(()) => upload_form(Kind::Main),
    };
    ManageTab::Projects.page(view! {
            <Crumbs above=vec![("Projects".to_owned(), list.clone())]/>
            <h1>"Import projects"</h1>
            {file_choice(FromFile::Projects)}
            <ErrorSummary heading="Nothing was imported"/>
            <p class="prose">"Upload the list of projects that another site exported. Projects that judges have reviewed are never overwritten. Team members get an invitation, which you hand out later."</p>
            {form}
            {section("files-known", "Files that work").class("stack prose").of(view! {
                <ul>
                    <li><strong>"Devpost"</strong>": Manage, Metrics, Generate report, Projects. With personal data, members can be invited."</li>
                    <li><strong>"DoraHacks"</strong>", "<strong>"Gavel"</strong>" and "<strong>"Jury"</strong>": their lists of projects."</li>
                    <li><strong>"Evenhand"</strong>": the projects.csv of the exports, or any table with a column “title”. Further columns are team, track, tagline, summary, description, repo_url, demo_url, tags, prizes, room, place and emails."</li>
                </ul>
            })}
    })
}

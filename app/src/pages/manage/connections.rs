//! How well the reviews connect the projects, and what an organizer can do about it: part of the calibration page.

use super::warnings::Names;
use crate::prelude::*;
use shared::calibration::{Connectivity, Level};
use words::ConnectivityNames;

/// A review that would connect two parts.
#[derive(Clone, Debug)]
pub struct JoiningRow {
    /// Who would review.
    pub judge: String,
    /// Their id.
    pub person: i64,
    /// The project's title.
    pub title: String,
    /// The project.
    pub project: ProjectId,
}

/// The form that makes weakly connected parts tracks.
#[derive(Clone, Debug)]
pub struct DeclareOffer {
    /// The run that found them.
    pub run: i32,
}

/// How well the reviews connect the projects, in sentences.
pub(super) fn connectivity(connectivity: Connectivity, names: &Names) -> AnyView {
    // The table below names reviews that can be assigned; the run knows no conflicts.
    let connectivity = Connectivity { extra_reviews: vec![], ..connectivity };
    let tone = match connectivity.level {
        Level::Sound => Tone::Good,
        Level::Warning => Tone::Warn,
        Level::Alarm => Tone::Bad,
    };
    let called = ConnectivityNames {
        project: |id| names.projects.get(&ProjectId(id)).cloned().unwrap_or_else(|| format!("project {id}")),
        judge: |email: &str| names.judges.get(email).map_or(email, String::as_str).to_owned(),
    };
    let mut words = words::connectivity(&connectivity, &called).into_iter();
    let first = words.next().unwrap_or_else(|| "All projects can be compared.".to_owned());
    let more = each(words, |sentence| view! { <p>{sentence}</p> });
    view! { <Notice tone title=first>{more}</Notice> }
}

/// The reviews that would connect the parts, each with a button that assigns it.
pub(super) fn joining(rows: Vec<JoiningRow>, refused: Option<String>, slug: &str) -> Option<AnyView> {
    if rows.is_empty() {
        return None;
    }
    let rows = each(rows, |row| {
        let action = format!("/events/{slug}/manage/assignments/projects/{}/assign", row.project);
        let act = refused.is_none().then(|| {
            let about = format!(" {} to {}", row.title, row.judge);
            view! {
                <PostForm action>
                    <input type="hidden" name="judge" value=row.person.to_string()/>
                    <Button tight=true>"Assign"<span class="sr-only">{about}</span></Button>
                </PostForm>
            }
        });
        view! {
            <tr>
                <th scope="row"><a href=format!("/projects/{}", row.project)>{row.title}</a></th>
                <td data-label="Judge">{row.judge}</td>
                <td class="cell-act">{act}</td>
            </tr>
        }
    });
    let refused = refused.map(
        |why| view! { <p class="quiet">"These reviews cannot be assigned now: "{show_moments(&why)}</p> },
    );
    Some(view! {
        <h3>"Reviews that would connect the parts"</h3>
        <p>"Nobody below is on the team, has declared a conflict, or has the project already. A few reviews help. Then calibrate again."</p>
        {refused}
        <Table label="Reviews that would connect the parts" stacks=true columns=[text_column("Project"), text_column("Judge"), act_column(unseen("Assign"))]>{rows}</Table>
    })
}

/// The form that makes two weakly connected parts tracks.
pub(super) fn declare_parts(offer: Option<DeclareOffer>, slug: &str) -> Option<AnyView> {
    let DeclareOffer { run } = offer?;
    let action = format!("/events/{slug}/manage/calibration/declare-parts");
    Some(view! {
        <p class="prose">"If these parts are real divisions, such as two kinds of projects with judges of their own, make them tracks. The next run then estimates how far the parts differ. If the same judges could have seen both, leave them: more reviews across the parts help more."</p>
        <PostForm action>
            <input type="hidden" name="run" value=run.to_string()/>
            <Button kind=Kind::Quiet>"Make the two parts tracks"</Button>
        </PostForm>
    })
}

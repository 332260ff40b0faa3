//! How well the reviews connect the projects, and what an organizer can do about it: part of the calibration page.

use super::judges::judge_name;
use crate::prelude::*;
use model::run::{CalibrationState, JoiningReviews};
use shared::calibration::{Connectivity, Level};
use words::ConnectivityNames;

/// How well the reviews connect the projects, in sentences.
pub(super) fn connectivity(connectivity: &Connectivity, found: &CalibrationState) -> AnyView {
    // The table below names reviews that can be assigned; the run knows no conflicts.
    let connectivity = Connectivity { extra_reviews: vec![], ..connectivity.clone() };
    let tone = match connectivity.level {
        Level::Sound => Tone::Good,
        Level::Warning => Tone::Warn,
        Level::Alarm => Tone::Bad,
    };
    let called = ConnectivityNames {
        project: |id| {
            let named = found.titles.get(&ProjectId(id));
            named.map_or_else(|| format!("project {id}"), |named| named.title.clone())
        },
        judge: |email: &str| judge_name(&found.judge_names, email),
    };
    let mut words = words::connectivity(&connectivity, &called).into_iter();
    let first = words.next().unwrap_or_else(|| "All projects can be compared.".to_owned());
    let more = each(words, |sentence| view! { <p>{sentence}</p> });
    view! { <Notice tone title=first>{more}</Notice> }
}

/// The reviews that would connect the parts, each with a button that assigns it.
pub(super) fn joining(found: &CalibrationState, slug: &str) -> Option<AnyView> {
    let JoiningReviews { reviews, refused } = &found.joining;
    if reviews.is_empty() {
        return None;
    }
    let deals = this_event().moment.deals();
    let rows = each(reviews, |(person, email, project)| {
        let (judge, title) = (judge_name(&found.judge_names, email), found.title(*project));
        let person = person.to_string();
        let act = (deals && refused.is_none()).then(|| {
            let about = format!(" {title} to {judge}");
            view! {
                <PostForm action=format!("/events/{slug}/manage/assignments/projects/{project}/assign")>
                    <input type="hidden" name="judge" value=person/>
                    <Button tight=true>"Assign"<span class="sr-only">{about}</span></Button>
                </PostForm>
            }
        });
        view! {
            <tr>
                <th scope="row"><a href=format!("/projects/{project}")>{title}</a></th>
                <td data-label="Judge">{judge}</td>
                <td class="cell-act">{act}</td>
            </tr>
        }
    });
    let refused = match refused {
        Some(why) => view! {
            <p class="quiet">"These reviews cannot be assigned now: "{show_moments(&words::refusal(why))}</p>
        },
        None if deals => view! {},
        None => view! {
            <p class="quiet">"Judging has closed. Choose a later end of judging first, so that these reviews can be written."</p>
        },
    };
    Some(view! {
        <h3>"Reviews that would connect the parts"</h3>
        <p>"Nobody below is on the team, has declared a conflict, or has the project already. A few reviews help. Then calibrate again."</p>
        {refused}
        <Table label="Reviews that would connect the parts" stacks=true columns=[text_column("Project"), text_column("Judge"), act_column(unseen("Assign"))]>{rows}</Table>
    })
}

/// The form that makes two weakly connected parts tracks.
/// `run` is the run that found them.
pub(super) fn declare_parts(run: i32, slug: &str) -> AnyView {
    view! {
        <p class="prose">"If these parts are real divisions, such as two kinds of projects with judges of their own, make them tracks. The next run then estimates how far the parts differ. If the same judges could have seen both parts, make no tracks: more reviews across the parts help more."</p>
        <PostForm action=format!("/events/{slug}/manage/calibration/declare-parts")>
            <input type="hidden" name="run" value=run.to_string()/>
            <Button kind=Kind::Quiet>"Make the two parts tracks"</Button>
        </PostForm>
    }
}

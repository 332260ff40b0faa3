//! More time to submit for one team, below the list of projects.

use crate::prelude::*;
use model::team;

/// What is known of it, and its form.
#[derive(Clone, Debug)]
pub struct MoreTime {
    /// A team was chosen, or the form was refused.
    pub open: bool,
    pub teams: Vec<Choice>,
    /// The team that was asked for, by its id.
    pub team: String,
    /// When submissions close for everybody.
    pub close: Option<DateTime<Utc>>,
    /// When judging closes: more time ends then at the latest.
    pub latest: Option<DateTime<Utc>>,
    pub zone: String,
    /// `Ok` if this organizer can give more time, or the sentence why not.
    pub may: Result<(), String>,
    /// What teams got.
    pub given: Vec<team::MoreTime>,
}

/// The part of the page, folded until somebody wants it. Nothing where none can be given and none was, unless it was asked for.
pub(super) fn more_time(model: MoreTime) -> Option<AnyView> {
    if model.may.is_err() && model.given.is_empty() && !model.open {
        return None;
    }
    let list = ManageTab::Projects.href(&this_event().slug);
    let close = model
        .close
        .map(|at| view! { <p class="prose">"For everybody, submissions close on "<Time at/>"."</p> });
    let latest = model.latest.map(
        |at| view! { <p class="prose">"More time ends when judging closes, on "<Time at/>", or when you publish the results."</p> },
    );
    let form = match model.may {
        Err(sentence) => view! { <Notice tone=Tone::Note title=words::capital(&sentence)/> },
        Ok(()) => {
            let hint =
                format!("Time zone: {}. To change what a team got before, give it a later time.", model.zone);
            view! {
                <PostForm action=format!("{list}/more-time/give") class="form">
                    <Select name="team" label="Team" choices=model.teams value=typed_or("team", model.team)/>
                    <Field name="until" label="It can submit and edit until" kind="datetime-local" value=typed_into("until") hint/>
                    <Area name="reason" label="Why" value=typed_into("reason") limit=500 rows=2 hint="For instance: the power was out at their table. The team reads it, and everybody reads it with the results."/>
                    <Button kind=Kind::Main>"Give more time"</Button>
                </PostForm>
            }
        }
    };
    Some(disclosure("More time for one team").open(model.open).of(view! {
        <div class="stack" id="more-time">
            {close}
            {latest}
            {given(model.given)}
            {form}
        </div>
    }))
}

fn given(rows: Vec<team::MoreTime>) -> AnyView {
    if rows.is_empty() {
        return view! { <p class="quiet">"No team has more time than the others."</p> };
    }
    let rows = each(rows, |row| {
        view! {
            <tr>
                <th scope="row"><bdi>{row.name}</bdi></th>
                <td data-label="Until"><Time at=row.until/></td>
                <td data-label="Why" dir="auto">{row.reason}</td>
            </tr>
        }
    });
    view! {
        <Table label="Teams with more time" stacks=true columns=[text_column("Team"), text_column("Until"), text_column("Why")]>{rows}</Table>
    }
}

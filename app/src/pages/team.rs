//! A participant's team: made, joined by a link, left.

use super::event_head::{EventHead, EventTab, event_head};
use crate::components::{
    Button, ErrorSummary, Field, FormErrors, Kind, Notice, PostForm, Table, Time, Tone, words,
};
use chrono::{DateTime, Utc};
use leptos::prelude::*;

/// What the team's page shows. Every form is sent to the page's own path with `act`: `create`, `join`, `leave`, `renew`.
#[derive(Clone, Debug)]
pub struct TeamPage {
    /// The event, and which of its pages the visitor has.
    pub head: EventHead,
    /// The session's token.
    pub csrf: String,
    /// The visitor's team.
    pub team: Option<MyTeam>,
    /// The team that the link in hand leads to.
    pub invited: Option<Invited>,
    /// A team may be made or joined now, or the sentence why not.
    pub may: Result<(), String>,
    /// Most members of a team.
    pub max_team_size: i64,
    /// The name typed into a refused form (`name`).
    pub name: String,
    /// What was refused.
    pub errors: FormErrors,
}

/// One's own team.
#[derive(Clone, Debug)]
pub struct MyTeam {
    /// Name.
    pub name: String,
    /// Members, in the order of joining.
    pub members: Vec<Member>,
    /// The address that lets somebody join, where there is room.
    pub join_link: Option<String>,
    /// The visitor may leave, or the sentence why not.
    pub may_leave: Result<(), String>,
}

/// A member of a team.
#[derive(Clone, Debug)]
pub struct Member {
    /// Display name.
    pub name: String,
    /// When they joined.
    pub joined_at: DateTime<Utc>,
}

/// The team that a link leads to.
#[derive(Clone, Debug)]
pub struct Invited {
    /// Its name.
    pub team: String,
    /// Its members' names.
    pub members: Vec<String>,
    /// The link's secret, sent back as `join`.
    pub token: String,
}

/// The team's page.
pub fn team_page(model: TeamPage) -> AnyView {
    let head = event_head(&model.head, Some(EventTab::Team));
    let max = model.max_team_size;
    let body = match (model.team, model.may) {
        (Some(team), _) => my_team(team, &model.csrf, max),
        (None, Err(sentence)) => {
            view! { <h1>"Your team"</h1><Notice tone=Tone::Note title=sentence/> }.into_any()
        }
        (None, Ok(())) => {
            let join = model.invited.map(|invited| invitation(invited, &model.csrf));
            no_team(join, model.csrf, model.name, &model.errors, max)
        }
    };
    view! { {head}<ErrorSummary errors=model.errors/>{body} }.into_any()
}

fn my_team(team: MyTeam, csrf: &str, max: i64) -> AnyView {
    let count = i64::try_from(team.members.len()).unwrap_or(0);
    let rows: Vec<_> = team
        .members
        .into_iter()
        .map(|member| view! { <tr><th scope="row">{member.name}</th><td data-label="Joined"><Time at=member.joined_at/></td></tr> })
        .collect();
    let renew = csrf.to_owned();
    let join = match team.join_link {
        Some(link) => view! {
            <p class="prose">"Whoever opens this link while signed in can join, until the team is full or submissions close."</p>
            <code class="copy">{link}</code>
            <PostForm csrf=renew><Button name="act" value="renew">"Replace the link"</Button></PostForm>
        }
        .into_any(),
        None => view! { <p class="quiet">"The team is full, or can't take members any more."</p> }.into_any(),
    };
    let leave = csrf.to_owned();
    let leave = match team.may_leave {
        Ok(()) => view! { <PostForm csrf=leave><Button kind=Kind::Danger name="act" value="leave">"Leave the team"</Button></PostForm> }.into_any(),
        Err(sentence) => view! { <p class="quiet small">{sentence}</p> }.into_any(),
    };
    view! {
        <h1>{team.name}</h1>
        <section class="stack" aria-labelledby="members">
            <h2 id="members">"Members"</h2>
            <p class="quiet">{format!("{} of at most {max}", words::plural(count, "member", "members"))}</p>
            <Table label="Members" stacks=true>
                <thead><tr><th scope="col">"Name"</th><th scope="col">"Joined"</th></tr></thead>
                <tbody>{rows}</tbody>
            </Table>
        </section>
        <section class="stack" aria-labelledby="join"><h2 id="join">"Let somebody join"</h2>{join}</section>
        {leave}
    }
    .into_any()
}

fn invitation(invited: Invited, csrf: &str) -> AnyView {
    let csrf = csrf.to_owned();
    let with = format!("With {}.", words::and_list(&invited.members));
    let verb = format!("Join {}", invited.team);
    view! {
        <section class="confirm stack" aria-labelledby="join">
            <h2 id="join">{format!("You are invited to {}", invited.team)}</h2>
            <p>{with}</p>
            <PostForm csrf>
                <input type="hidden" name="join" value=invited.token/>
                <Button kind=Kind::Main name="act" value="join">{verb}</Button>
            </PostForm>
        </section>
    }
    .into_any()
}

fn no_team(join: Option<AnyView>, csrf: String, name: String, errors: &FormErrors, max: i64) -> AnyView {
    let error = errors.of("name");
    // One main action a page: joining, where a link was followed.
    let kind = if join.is_some() { Kind::Quiet } else { Kind::Main };
    let how = (join.is_none()).then(|| {
        view! { <p class="quiet">"To join a team that exists, ask one of its members for its link."</p> }
    });
    view! {
        <h1>"Your team"</h1>
        {join}
        <PostForm csrf class="form">
            <Field name="name" label="Name of a new team" value=name error hint=format!("Seen by everyone. A team has at most {}.", words::plural(max, "member", "members"))/>
            <Button kind name="act" value="create">"Make the team"</Button>
            {how}
        </PostForm>
    }
    .into_any()
}

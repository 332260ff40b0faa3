//! What programs ask their person to confirm.

use super::home::role_words;
use super::tokens::account_crumb;
use crate::prelude::*;
use model::proposal::Proposal;
use serde_json::Value;
use shared::proposal::{ChangedValue, ProposableWrite};
use shared::provenance::escape_hidden;

pub struct ProposalsPage {
    pub now: DateTime<Utc>,
    /// Of the account, as the log names it.
    pub email: String,
    /// The reader is a site admin.
    pub staff: bool,
    /// Those that wait.
    pub open: Vec<ProposalRow>,
    pub decided: Vec<ProposalRow>,
}

#[derive(Clone, Debug)]
pub struct ProposalRow {
    pub proposal: Proposal,
    pub title: Option<String>,
    /// What it changes is no longer as it was made from: what differs.
    pub outdated: Option<Vec<ChangedValue>>,
    /// What the reader is in its event.
    pub roles: Vec<String>,
}

pub fn proposals_page(model: ProposalsPage) -> AnyView {
    let ProposalsPage { now, email, staff, open, decided } = model;
    let list = if open.is_empty() {
        view! { <EmptyState title="No proposals" text="A program that has one of your access tokens can ask you here to confirm what it would do."/> }
    } else {
        view! { <div class="stack">{each(open, |row| waiting(row, &email, staff))}</div> }
    };
    let decided = (!decided.is_empty()).then(|| {
        let rows = each(decided, |row| decided_row(row.proposal, now));
        section("past", "No longer waiting").of(view! {
            <Table label="No longer waiting" stacks=true columns=[text_column("Proposal"), text_column("Event"), text_column("Outcome")]>{rows}</Table>
        })
    });
    view! {
        <Crumbs above=account_crumb()/>
        <h1>"Proposals"</h1>
        <ErrorSummary/>
        <p class="prose">"Programs ask you to confirm what they would do. Nothing is done before that, and what you confirm is done as you. Refuse what you did not ask for."</p>
        {list}
        {decided}
    }
}

/// `Post a comment on a project`.
fn act(proposal: &Proposal) -> &'static str {
    let write = ProposableWrite::find(&proposal.method, &proposal.path);
    write.map_or("A write that this version does not know", |write| words::proposals::act(write.act))
}

fn event_link(proposal: &Proposal) -> AnyView {
    view! { <a href=format!("/events/{}", proposal.slug)>{proposal.event.clone()}</a> }
}

fn waiting(row: ProposalRow, email: &str, staff: bool) -> AnyView {
    let ProposalRow { proposal, title, outdated, roles } = row;
    let (id, act) = (format!("proposal-{}", proposal.id), act(&proposal));
    let mut rights: Vec<String> = roles.iter().map(|role| role_words(role).to_owned()).collect();
    if rights.is_empty() {
        rights.push("have no role".to_owned());
    }
    let admin = staff.then_some(" You are a site admin, too.");
    let project = title.map(|title| view! { <dt>"Project"</dt><dd><bdi>{title}</bdi></dd> });
    let detail = proposal.detail.clone();
    let refused = (!detail.is_empty()).then(|| {
        view! { <Notice tone=Tone::Warn title="It was refused when you confirmed it"><p>{show_moments(&detail)}</p></Notice> }
    });
    let path = format!("/me/proposals/{}", proposal.id);
    let confirm = outdated.is_none().then(|| {
        view! {
            <ActButton action=format!("{path}/confirm")>"Confirm"<span class="sr-only">{format!(": {act}")}</span></ActButton>
        }
    });
    section(id, act).of(view! {
        {refused}
        {outdated.map(changed_since)}
        <dl class="facts">
            <dt>"Event"</dt><dd>{event_link(&proposal)}</dd>
            {project}
            {sends(&proposal.body)}
            <dt>"As"</dt><dd>{format!("{email}. In this event you {}.", words::and_list(&rights))}{admin}</dd>
            <dt>"Request"</dt><dd><code>{proposal.method.clone()}" "{proposal.path.clone()}</code>", by way of "{proposal.via.clone()}", "<Time at=proposal.made_at/></dd>
            <dt>"Until"</dt><dd><Time at=proposal.expires_at/></dd>
        </dl>
        <div class="row">
            {confirm}
            <ActButton action=format!("{path}/refuse")>"Refuse"<span class="sr-only">{format!(": {act}")}</span></ActButton>
        </div>
    })
}

/// What became of what a proposal changes, after it was made.
fn changed_since(changed: Vec<ChangedValue>) -> AnyView {
    let rows = each(changed, |ChangedValue { name, was, now }| {
        view! {
            <dt><code>{name.clone()}</code>" when read"</dt><dd>{said(was)}</dd>
            <dt><code>{name}</code>" now"</dt><dd>{said(now)}</dd>
        }
    });
    let list = (!rows.is_empty()).then(|| view! { <dl class="facts">{rows}</dl> });
    view! {
        <Notice tone=Tone::Warn title="This was changed after the program read it">
            <p>"Confirming would overwrite that change, so you can’t confirm it. Refuse it, and let the program read and propose again."</p>
            {list}
        </Notice>
    }
}

/// A value as a program sends or reads it. Hidden characters are written out: with one that turns the text around, its reader would confirm
/// something else than they read.
fn said(value: Value) -> AnyView {
    match value {
        Value::String(text) => {
            let text = text.replace('\t', "    ");
            let lines: Vec<String> = text.lines().map(|line| escape_hidden(line.to_owned())).collect();
            view! { <Paragraphs text=lines.join("\n")/> }
        }
        value => view! { <code>{escape_hidden(value.to_string())}</code> },
    }
}

/// What a proposal sends, member by member: all of it, since the reader answers for it.
fn sends(body: &str) -> Vec<AnyView> {
    let Ok(Value::Object(members)) = serde_json::from_str(body) else {
        return vec![view! { <dt>"Sends"</dt><dd><code>{escape_hidden(body.to_owned())}</code></dd> }];
    };
    let member = |(name, value): (String, Value)| {
        view! { <dt><code>{escape_hidden(name)}</code></dt><dd>{said(value)}</dd> }
    };
    members.into_iter().map(member).collect()
}

fn decided_row(proposal: Proposal, now: DateTime<Utc>) -> AnyView {
    let outcome = match (proposal.confirmed_at, proposal.refused_at, proposal.status) {
        (Some(at), _, Some(200..300)) => format!("Done {}", words::relative(at, now)),
        (Some(_), ..) => {
            "You confirmed it, but the portal doesn’t know whether it was done: check before you do it again"
                .to_owned()
        }
        (None, Some(at), _) => format!("Refused {}", words::relative(at, now)),
        (None, None, _) => "Not confirmed in time".to_owned(),
    };
    view! {
        <tr>
            <th scope="row">{act(&proposal)}</th>
            <td data-label="Event">{event_link(&proposal)}</td>
            <td data-label="Outcome">{outcome}</td>
        </tr>
    }
}

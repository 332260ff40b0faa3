//! `/events/<slug>/manage/prizes`: what can be won, and who wins it.

mod form;
mod panel;
mod panel_invitations;
mod prize;

pub use form::PrizeValues;
pub use panel::{PanelPage, panel_page};
pub use panel_invitations::PanelInvitations;
pub use prize::{AwardForm, PrizePage, StandingRow, prize_page, tie_words};

use super::tabs::{ManageTab, manage_head};
use crate::components::{Button, ButtonLink, Check, ErrorSummary, Kind, Notice, PostForm, Table, Tone};
use crate::prelude::*;
use form::prize_fields;
use model::prize::Prize;
use shared::prize::AwardRule;

#[derive(Clone, Debug)]
pub struct PrizesPage {
    /// The prizes in their order.
    pub prizes: Vec<PrizeRow>,
    /// The event's tracks, as number and name.
    pub tracks: Vec<(i64, String)>,
    /// No project wins more than one.
    pub one_each: bool,
    /// Why panels, tallies and winners are withheld from this organizer.
    pub withheld: Option<String>,
    /// What is in the fields of the form that adds a prize.
    pub values: PrizeValues,
}

/// A prize in the list.
#[derive(Clone, Debug)]
pub struct PrizeRow {
    pub prize: Prize,
    /// Which projects can win it, in words.
    pub eligible: String,
    /// Titles of the confirmed winners; none where they are withheld or not confirmed.
    pub won: Vec<String>,
}

/// How winners are found, in words.
#[must_use]
pub fn rule_words(rule: AwardRule) -> &'static str {
    match rule {
        AwardRule::Rank => "best of the ranking",
        AwardRule::Panel => "a panel",
        AwardRule::Vote => "most community votes",
        AwardRule::Choice => "an organizer’s choice",
    }
}

#[must_use]
pub fn prizes_page(model: PrizesPage) -> AnyView {
    let head = manage_head(ManageTab::Prizes);
    let base = ManageTab::Prizes.href(&this_event().slug);
    let decides = model.withheld.is_none();
    let deliberate = (decides && !model.prizes.is_empty()).then(|| {
        view! { <p><ButtonLink href=format!("/events/{}/manage/deliberation", this_event().slug)>"Confirm the winners"</ButtonLink></p> }
    });
    let withheld = model.withheld.map(|why| view! { <Notice tone=Tone::Note title=why/> });
    let any = !model.prizes.is_empty();
    let list = if !any {
        view! { <p class="quiet">"This event has no prizes yet."</p> }
    } else {
        let rows: Vec<_> = model.prizes.into_iter().map(|prize| row(&base, prize, decides)).collect();
        view! {
            <Table label="Prizes" stacks=true>
                <thead><tr><th scope="col">"Prize"</th><th scope="col">"Eligible"</th><th scope="col">"Winners found by"</th><th scope="col">"Winners"</th></tr></thead>
                <tbody>{rows}</tbody>
            </Table>
        }
    };
    let ceremony = (decides && any).then(|| {
        let href = format!("/events/{}/manage/ceremony", this_event().slug);
        view! { <p><ButtonLink href>"Prepare the ceremony"</ButtonLink></p> }
    });
    let one_each = if decides {
        view! {
            <PostForm action=format!("{base}/one-each") class="form" fresh=true>
                <Check name="one_each" label="Each project wins at most one prize" checked=model.one_each/>
                <Button>"Save this rule"</Button>
            </PostForm>
        }
    } else {
        let rule = if model.one_each {
            "Each project wins at most one prize."
        } else {
            "A project can win several prizes."
        };
        view! { <p>{rule}</p> }
    };
    view! {
        {head}
        <div class="manage">
            <h1>"Prizes"</h1>
            <ErrorSummary heading="The prize was not added"/>
            {withheld}
            <p class="prose">"Everyone sees the prizes. An organizer confirms the winners of each. Winners are shown together with the results, never before. "<a href=format!("/events/{}/prizes", this_event().slug)>"See the public page"</a></p>
            {list}
            <section class="stack" aria-labelledby="add">
                <h2 id="add">"Add a prize"</h2>
                <PostForm action=format!("{base}/add") once=true class="form">
                    {prize_fields("New prize", model.values, model.tracks, (true, false))}
                    <Button kind=Kind::Main>"Add prize"</Button>
                </PostForm>
            </section>
            {ceremony}
            {deliberate}
            {one_each}
        </div>
    }
}

fn row(base: &str, row: PrizeRow, decides: bool) -> AnyView {
    let PrizeRow { prize: Prize { id, terms, .. }, eligible, won } = row;
    let sponsor =
        (!terms.sponsor.is_empty()).then(|| view! { <br/><small class="quiet">{terms.sponsor}</small> });
    let winners = if won.is_empty() {
        let not_yet = decides.then_some(", not confirmed");
        view! { <span class="quiet">{words::plural(terms.winners, "winner", "winners")}{not_yet}</span> }
    } else {
        view! { {words::and_list(&won)} }
    };
    // A link takes the focus where an address ends with its id: so does that of a prize that was just added.
    view! {
        <tr>
            <th scope="row"><a id=format!("prize-{id}") href=format!("{base}/{id}")>{terms.name}</a>{sponsor}</th>
            <td data-label="Eligible">{eligible}</td>
            <td data-label="Found by">{rule_words(terms.rule)}</td>
            <td data-label="Winners">{winners}</td>
        </tr>
    }
}

/// The way back to all prizes.
fn back(base: &str) -> AnyView {
    view! { <p><ButtonLink href=base.to_owned()>"Back to all prizes"</ButtonLink></p> }
}

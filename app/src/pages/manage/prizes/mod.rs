//! `/events/<slug>/manage/prizes`: what can be won, who wins it, and the community vote.

pub mod deliberation;
mod form;
pub mod panel;
pub mod panel_invitations;
pub mod prize;

use super::settings::{AroundLines, FormLine, LinesForm, line_legend, named_errors, theirs_notice};
use super::voting::{VotingPart, voting_part};
use crate::prelude::*;
use form::{HAS_PUBLIC_WINNERS, HAS_WINNERS, Look, NOT_YOURS, prize_fields};
use shared::prize::{AwardRule, TypedPrize, line_prefix};

pub struct PrizesPage {
    /// The prizes in their order, then empty lines for new ones.
    pub prizes: Vec<PrizeRow>,
    /// The event's tracks, as number and name.
    pub tracks: Vec<(i64, String)>,
    /// No project wins more than one, as stored and as typed.
    pub one_each: (bool, bool),
    /// Why panels, tallies and winners are withheld from this organizer.
    pub withheld: Option<String>,
    /// This organizer can add a prize.
    pub addable: bool,
    /// Winners are published as they are confirmed.
    pub published: bool,
    pub around: AroundLines,
    /// The community vote, if there is one.
    pub voting: Option<VotingPart>,
}

/// A line of the form, and what is known of its prize.
#[derive(Clone, Debug, Default)]
pub struct PrizeRow {
    /// As stored or typed.
    pub typed: TypedPrize,
    /// The track of the last event that it was for, where this event has none of that name.
    pub lost_track: Option<String>,
    /// Its winners are confirmed, and not withheld.
    pub awarded: bool,
    /// Their titles.
    pub won: Vec<String>,
}

/// How winners are found, in words.
pub fn rule_words(rule: AwardRule) -> &'static str {
    match rule {
        AwardRule::Rank => "the ranking",
        AwardRule::Panel => "a panel",
        AwardRule::Vote => "the community vote",
        AwardRule::Choice => "an organizer’s choice",
    }
}

pub fn prizes_page(model: PrizesPage) -> AnyView {
    let base = ManageTab::Prizes.href(&this_event().slug);
    let decides = model.withheld.is_none();
    let any = model.prizes.iter().any(|row| row.typed.id.is_some());
    let ways = (decides && any).then(|| {
        let slug = this_event().slug;
        view! {
            <p class="row">
                <ButtonLink href=ManageTab::Winners.href(&slug)>"Confirm the winners"</ButtonLink>
                <ButtonLink href=ManageTab::Ceremony.href(&slug)>"Prepare the ceremony"</ButtonLink>
            </p>
        }
    });
    let withheld = model.withheld.map(|why| view! { <Notice tone=Tone::Note title=why/> });
    let names: Vec<String> = model.prizes.iter().map(|row| row.typed.name.clone()).collect();
    let added = model.around.added(model.prizes.len());
    let lines = model.prizes.into_iter().enumerate();
    let line = |(n, row): (usize, PrizeRow)| {
        let look = (decides, model.published, added == Some(n));
        prize_row(n, row, &base, &model.tracks, look)
    };
    let lines: Vec<_> = lines.map(line).collect();
    let (stored, one) = model.one_each;
    let one_each = if decides {
        view! {
            <input type="hidden" name="one_each_was" value=stored.to_string()/>
            <Check name="one_each" label="Each project wins at most one prize" checked=one/>
        }
    } else {
        let rule =
            if stored { "Each project wins at most one prize." } else { "A project can win several prizes." };
        view! { <p>{rule}</p> }
    };
    let form = LinesForm {
        save: "Save prizes",
        more: model.addable.then_some("Add a line"),
        below: Some(one_each),
        ..LinesForm::default()
    };
    let form = form.of(&model.around, lines);
    let further = match this_event().forgotten_at {
        _ if model.addable => "An empty line is left out.",
        None => "Reviews exist, so only organizers who take no part can add prizes.",
        Some(_) => "",
    };
    // The vote has a tab in another moment's row.
    let votes = model.voting.as_ref().is_some_and(|voting| voting.open);
    let tab = if votes { ManageTab::Voting } else { ManageTab::Prizes };
    tab.page(view! {
            <h1>"Prizes"</h1>
            <ErrorSummary errors=named_errors(&[("prizes", "Prize", &names[..])])/>
            {withheld}
            <p class="prose">{format!("Everyone sees the prizes. Winners are shown with the results, never before. {further} ")}<a href=format!("/events/{}/prizes", this_event().slug)>"See the public page"</a></p>
            {theirs_notice(model.around.theirs, &base)}
            <PostForm action=base.clone() fresh=true class="form settings-wide">{form}</PostForm>
            {ways}
            {model.voting.map(voting_part)}
    })
}

fn prize_row(
    n: usize,
    row: PrizeRow,
    base: &str,
    tracks: &[(i64, String)],
    (decides, published, focused): (bool, bool, bool),
) -> FormLine {
    let PrizeRow { typed, lost_track, awarded, won } = row;
    let line = line_prefix(n);
    let (Some(id), name) = (typed.id, typed.name.clone()) else {
        let lost = lost_track.map(|track| {
            view! { <p class="field-hint">"In the last event it was for the track "<bdi>{track}</bdi>", which this event does not have."</p> }
        });
        let look = Look { open: lost.is_some(), focused, ..Look::default() };
        return prize_fields((&line, "New prize"), typed, tracks, look, None, lost);
    };
    let known = if won.is_empty() {
        decides.then(|| "not confirmed".to_owned())
    } else {
        Some(words::and_list(&won))
    };
    // A link takes the focus where an address ends with its id.
    let winners = view! {
        <p class="small"><a id=format!("prize-{id}") href=format!("{base}/{id}")>"Winners"<span class="sr-only">" of "<bdi>{name.clone()}</bdi></span></a>" "<span class="quiet">{known}</span></p>
    };
    let remove = if !decides {
        view! { <p class="quiet">{NOT_YOURS}</p> }
    } else if awarded {
        view! { <p class="quiet">{if published { HAS_PUBLIC_WINNERS } else { HAS_WINNERS }}</p> }
    } else {
        view! { <Check name=format!("{line}remove") label="Remove this prize" checked=typed.remove hint="The teams’ requests and the panel’s orders are removed with it."/> }
    };
    let named = !decides || (awarded && published);
    let look = Look { fixed: !decides || awarded, named, open: typed.remove, focused };
    let legend = line_legend("Prize", n, &name);
    prize_fields((&line, &legend), typed, tracks, look, Some(winners), Some(remove))
}

/// The way back to all prizes.
fn back(base: &str) -> AnyView {
    view! { <p><ButtonLink href=base.to_owned()>"Back to all prizes"</ButtonLink></p> }
}

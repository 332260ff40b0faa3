//! Printed cards: a QR code for each judge, which opens that judge's own link.

use super::PeopleTab;
use crate::components::long_lists::folded;
use crate::pages::manage::ways_in::invite_judges;
use crate::prelude::*;
use model::member::CardJudge;

/// Most modules on a side of a code that is printed 40 mm wide: each is 0.6 mm, which phones read at once.
const WIDEST: u8 = 65;

/// For whom cards are made: folded on the page of invitations.
#[derive(Clone, Debug)]
pub struct CardsForm {
    pub judges: Vec<CardJudge>,
    /// `Ok` if links can be made now, or the sentence why not.
    pub may: Result<(), String>,
    /// The form was sent again after it had made its cards.
    pub again: bool,
    /// It was asked for.
    pub open: bool,
}

/// Where cards are chosen.
pub(super) fn cards_href(slug: &str) -> String {
    format!("{}?cards=#cards", PeopleTab::Invitations.href(slug))
}

/// Where they are made.
fn print_address() -> String {
    format!("{}/cards/print", PeopleTab::Members.href(&this_event().slug))
}

/// The form, folded until somebody wants it. Nothing where no card can be made now, unless it was asked for.
pub(super) fn cards_form(model: CardsForm) -> Option<AnyView> {
    let wrong = refused("judges");
    let open = model.open || model.again || !wrong.is_empty();
    if model.may.is_err() && !open {
        return None;
    }
    let again = model.again.then(|| {
        view! {
            <Notice tone=Tone::Warn title="These cards were already created" text="You sent the form twice. Links are shown only once: if you did not print the sheet, create new cards."/>
        }
    });
    let body = match model.may {
        Err(sentence) => view! { <Notice tone=Tone::Note title=sentence/> },
        Ok(()) if model.judges.is_empty() => {
            view! { <EmptyState title="No judges yet" text="Invite judges first. Their names are enough to print cards.">{invite_judges()}</EmptyState> }
        }
        Ok(()) => choose(model.judges, wrong),
    };
    Some(disclosure("Judges’ cards").open(open).of(view! {
        <div class="stack" id="cards">
            {again}
            <p class="prose">"A card has a QR code with a link for one judge. Scanning it signs in a judge whose account began with an invitation: they need no mail and no password. It opens again on another device until judging closes. Judges with an account of their own sign in first."</p>
            {body}
        </div>
    }))
}

/// A new card for one judge.
#[derive(Clone, Copy, Debug)]
pub struct CardOffer {
    /// The field and the number under which the judge is chosen.
    pub chosen: (&'static str, i64),
    /// The card signs them in, or lets them accept.
    pub signs_in: bool,
}

impl CardOffer {
    /// The offer for a judge.
    pub fn of(judge: &CardJudge) -> Self {
        let chosen = match (judge.invitation, judge.person) {
            (Some(invitation), _) => ("judge", invitation.0),
            (None, person) => ("member", person.map_or(0, |person| person.0)),
        };
        Self { chosen, signs_in: judge.signs_in }
    }
}

/// The button that makes it, on the page of one judge.
pub(super) fn new_card(offer: CardOffer) -> AnyView {
    let (action, (name, id)) = (print_address(), offer.chosen);
    let hint = if offer.signs_in {
        "For a lost phone, or a second device. The earlier card stops working. Devices that are signed in stay signed in."
    } else {
        "They have an account of their own, so the card asks them to sign in."
    };
    view! {
        <PostForm action once=true class="form">
            <input type="hidden" name=name value=id.to_string()/>
            <Button hint>"New card"</Button>
        </PostForm>
    }
}

/// What the card of a judge does, in a sentence for all of whom it is so.
const KINDS: [((bool, bool), &str); 3] = [
    ((false, true), "These judges have not accepted yet. They accept by scanning the card."),
    ((true, true), "These judges have accepted. The card signs them in again."),
    ((true, false), "These judges have an account of their own. The card asks them to sign in."),
];

fn choose(judges: Vec<CardJudge>, error: String) -> AnyView {
    // Whoever has not accepted does so by the card, however they sign in.
    let kind = |judge: &CardJudge| (judge.accepted, judge.signs_in || !judge.accepted);
    let mut left = judges;
    let mut groups = Vec::new();
    for (of, said) in KINDS {
        let (these, others): (Vec<_>, Vec<_>) = left.into_iter().partition(|judge| kind(judge) == of);
        left = others;
        // Who has a password needs no card; everybody else gets one unless the organizer says otherwise.
        let checked = of != (true, false);
        let boxes = each(these, |judge| card_box(judge, checked));
        let number = boxes.len();
        groups.extend((number > 0).then(|| {
            let boxes = view! { <div class="checks">{boxes}</div> };
            let boxes = if checked { boxes } else { folded(number, "judge", "judges", boxes) };
            view! { <p class="field-hint">{said}</p>{boxes} }
        }));
    }
    let wrong = (!error.is_empty()).then(|| view! { <p class="field-error">{error}</p> });
    view! {
        <PostForm action=print_address() once=true class="form">
            <fieldset class="stack" id="judges"><legend>"Judges"</legend>{wrong}{groups}</fieldset>
            <Notice tone=Tone::Warn title="Earlier cards of these judges stop working" text="Their other links still work. Judges who are signed in stay signed in."/>
            <Button kind=Kind::Main>"Create the cards"</Button>
        </PostForm>
    }
}

fn card_box(judge: CardJudge, checked: bool) -> AnyView {
    let (field, id) = CardOffer::of(&judge).chosen;
    let name = if judge.name.is_empty() { judge.email } else { judge.name };
    view! {
        <label class="check">
            <input type="checkbox" name=field value=id.to_string() checked=checked/>
            <span>{name}</span>
        </label>
    }
}

/// A sheet of cards, each with its name and link, shown once, to be printed and cut. `ends` is when the links end, if they do; `back` is the
/// one member whose card it is, by name and number.
pub fn card_sheet(
    ends: Option<DateTime<Utc>>,
    cards: Vec<(String, String)>,
    back: Option<(String, i64)>,
) -> AnyView {
    needs(Sheet::Manage);
    let head = this_event();
    let (slug, event) = (head.slug, head.name);
    let made = words::plural(cards.len(), "card", "cards");
    let back = back.map(|(name, person)| {
        let href = format!("{}/{person}", PeopleTab::Members.href(&slug));
        view! { <p><a href=href>{format!("Back to {name}")}</a></p> }
    });
    let slips = each(cards, |(name, link)| {
        let code =
            Qr::of(&link, WIDEST).map(|code| view! { <QrCodeOf code title=format!("Link of {name}")/> });
        let until = ends.map(|at| view! { " Works until "<Time at/>"." });
        view! {
            <li>
                {code}
                <div>
                    <p class="small">{format!("Judge at {event}")}</p>
                    <p class="cards-name">{name}</p>
                    <p class="small">"Scan the code to judge."{until}</p>
                    <p class="cards-link">{link}</p>
                </div>
            </li>
        }
    });
    view! {
        <div class="screen-only stack">
            <Crumbs above=vec![("Judges’ cards".to_owned(), cards_href(&slug))]/>
            <h1>{made}</h1>
            <Notice tone=Tone::Warn title="Print this page now" text="These links can’t be shown again. Give each card to its judge only: anyone who has it can sign in as them."/>
            {back}
        </div>
        <ul class="cards-slips" aria-label="Cards">{slips}</ul>
    }
}

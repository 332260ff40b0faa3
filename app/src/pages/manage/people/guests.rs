//! Guest judges, a part of the page of invitations: one QR code for a room, and who waits to be let in.

use super::{PeopleTab, people_links};
use crate::prelude::*;
use model::guest::WaitingGuest;

/// Most modules on a side: printed 90 mm wide, it is read from two metres away.
const WIDEST: u8 = 65;

pub struct GuestsPart {
    /// The open link, and since when; none where it is closed.
    pub link: Option<(String, DateTime<Utc>)>,
    pub waiting: Vec<WaitingGuest>,
    /// `Ok` if guests can be let in now, or the sentence why not.
    pub may: Result<(), String>,
    pub watches: bool,
    /// The database's present.
    pub now: DateTime<Utc>,
}

/// Where the forms post to.
fn base() -> String {
    format!("{}/guests", PeopleTab::Members.href(&this_event().slug))
}

/// Who waits, on the page with all invitations, and the way to the room's code. Nothing once nobody can be let in.
pub(super) fn waiting_guests(model: GuestsPart) -> Option<AnyView> {
    model.may.ok()?;
    let base = base();
    let list = (!model.waiting.is_empty()).then(|| {
        let rows = each(model.waiting, |guest| row(guest, model.now, (&base, false)));
        view! { <p class="prose">{COMPARE}</p>{table(rows)} }
    });
    let (state, verb) = match (&model.link, &list) {
        (_, Some(_)) => ("", "Look at the room’s code"),
        (Some(_), None) => ("The room is open, and nobody waits. ", "Look at its code"),
        (None, None) => {
            ("Judges without an invitation can come in by one code for the room. ", "Open the room")
        }
    };
    Some(section("guests", "Guest judges").of(view! {
        {list}
        <p>{state}<a href=PeopleTab::Guests.href(&this_event().slug)>{verb}</a></p>
    }))
}

/// What an organizer does before letting somebody in.
const COMPARE: &str = "Compare the number with the person’s screen: anyone can type any name.";

/// The code of the room, to be printed, with who waits.
pub fn guests_page(model: GuestsPart) -> AnyView {
    let (here, base) = (PeopleTab::Guests.href(&this_event().slug), base());
    let event = this_event().name;
    let (link, waiting) = match &model.may {
        Err(sentence) => (view! { <Notice tone=Tone::Note title=sentence.clone()/> }, None),
        Ok(()) => {
            let list = waiting(model.waiting, model.now, (&here, &base, model.watches));
            (room(model.link, &event, &base), Some(list))
        }
    };
    ManageTab::People.page(view! {
        <h1>"Guest judges"</h1>
        {people_links(PeopleTab::Guests)}
        <ErrorSummary heading="Nothing was changed"/>
        <p class="prose screen-only">"For judges without an invitation: they scan one code, type their name, and wait. You compare the number on their screen and confirm each person. Only then do they become judges."</p>
        {waiting}
        {link}
    })
}

fn room(link: Option<(String, DateTime<Utc>)>, event: &str, base: &str) -> AnyView {
    let Some((link, since)) = link else {
        return section("room", "The room’s code").of(view! {
            <ActButton action=format!("{base}/open") kind=Kind::Main hint="Creates a QR code to print or to show on a screen. With it, people only ask to join: you confirm each of them.">"Open the room"</ActButton>
        });
    };
    let code = Qr::of(&link, WIDEST).map(|code| view! { <QrCodeOf code title="Link of the room"/> });
    view! {
        {section("room", format!("Judge at {event}")).class("poster").of(view! {
            {code}
            <p>"Scan the code, enter your name, and show your number to an organizer."</p>
            <p class="cards-link">{link}</p>
        })}
        <div class="stack screen-only">
            <p class="quiet">"Open since "<Time at=since/>". To print the code, choose Print in your browser’s menu."</p>
            <div class="row">
                <ActButton action=format!("{base}/close")>"Close the room"</ActButton>
                <ActButton action=format!("{base}/open")>"Replace the code"</ActButton>
            </div>
            <p class="field-hint">"Once the room is closed, nobody new can ask. You can still confirm people who wait. A new code ends the printed one."</p>
        </div>
    }
}

/// Looking again by hand, or by itself: a page that reloads while somebody reads it is the reader's choice.
fn again(here: &str, watches: bool) -> AnyView {
    let reloading = format!("{here}&watch=1");
    let (look, other, verb) = if watches {
        (reloading, here.to_owned(), "Stop reloading every 15 seconds")
    } else {
        (here.to_owned(), reloading, "Reload every 15 seconds")
    };
    view! { <p class="row"><a href=look>"Look again"</a><a href=other>{verb}</a></p> }
}

fn waiting(
    guests: Vec<WaitingGuest>,
    now: DateTime<Utc>,
    (here, base, watches): (&str, &str, bool),
) -> AnyView {
    if guests.is_empty() {
        return section("waiting", "Waiting").class("stack screen-only").of(view! {
            <p class="quiet">"Nobody waits."</p>
            {again(here, watches)}
        });
    }
    let count = words::plural(guests.len(), "person waits", "people wait");
    let rows = each(guests, |guest| row(guest, now, (base, watches)));
    section("waiting", count).class("stack screen-only").of(view! {
        <p class="prose">{COMPARE}</p>
        {again(here, watches)}
        {table(rows)}
    })
}

fn table(rows: Vec<AnyView>) -> AnyView {
    view! {
        <Table label="Waiting guests" stacks=true columns=[text_column("Number"), text_column("Name"), text_column("Came"), text_column("Decide")]>{rows}</Table>
    }
}

fn row(guest: WaitingGuest, now: DateTime<Utc>, (base, watches): (&str, bool)) -> AnyView {
    let act = |act: &str, verb: &'static str| {
        let watch = watches.then(|| view! { <input type="hidden" name="watch" value="1"/> });
        let whom = guest.name.clone();
        view! {
            <PostForm action=format!("{base}/{}/{act}", guest.id)>
                {watch}
                <Button tight=true>{verb}<span class="sr-only">": "{whom}</span></Button>
            </PostForm>
        }
    };
    let (admit, turn_away) = (act("admit", "Confirm as judge"), act("turn-away", "Turn away"));
    view! {
        <tr>
            <td data-label="Number"><strong class="guest-number">{guest.number}</strong></td>
            <th scope="row">{guest.name.clone()}</th>
            <td data-label="Came">{words::relative(guest.asked_at, now)}</td>
            <td data-label="Decide"><div class="row">{admit}{turn_away}</div></td>
        </tr>
    }
}

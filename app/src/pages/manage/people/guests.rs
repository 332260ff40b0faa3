//! Guest judges: one QR code for a room, and who waits to be let in.

use super::{PeopleTab, people_links};
use crate::prelude::*;
use model::guest::WaitingGuest;

/// Most modules on a side: printed 90 mm wide, it is read from two metres away.
const WIDEST: u8 = 65;

#[derive(Clone, Debug)]
pub struct GuestsPage {
    /// The open link, and since when; none where it is closed.
    pub link: Option<(String, DateTime<Utc>)>,
    pub waiting: Vec<WaitingGuest>,
    /// `Ok` if guests can be let in now, or the sentence why not.
    pub may: Result<(), String>,
    pub watches: bool,
    /// The database's present.
    pub now: DateTime<Utc>,
}

pub fn guests_page(model: GuestsPage) -> AnyView {
    let here = PeopleTab::Guests.href(&this_event().slug);
    let event = this_event().name;
    let (link, waiting) = match &model.may {
        Err(sentence) => (view! { <Notice tone=Tone::Note title=sentence.clone()/> }, None),
        Ok(()) => {
            let form = DecisionForm { here: &here, watches: model.watches };
            let list = waiting(model.waiting, model.now, form);
            (room(model.link, &event, &here), Some(list))
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

fn room(link: Option<(String, DateTime<Utc>)>, event: &str, here: &str) -> AnyView {
    let Some((link, since)) = link else {
        return section("room", "The room’s code").of(view! {
            <PostForm action=format!("{here}/open") class="form">
                <Button kind=Kind::Main>"Open the room"</Button>
                <p class="field-hint">"Creates a QR code to print or to show on a screen. It only lets people ask: nobody gets in by it alone."</p>
            </PostForm>
        });
    };
    let code = Qr::of(&link, WIDEST).map(|code| view! { <QrCodeOf code title="Link of the room"/> });
    view! {
        <section class="poster" aria-labelledby="room">
            <h2 id="room">{format!("Judge at {event}")}</h2>
            {code}
            <p>"Scan the code, enter your name, and show your number to an organizer."</p>
            <p class="cards-link">{link}</p>
        </section>
        <div class="stack screen-only">
            <p class="quiet">"Open since "<Time at=since/>". To print the code, press Ctrl+P or choose Print in your browser’s menu."</p>
            <div class="row">
                <PostForm action=format!("{here}/close")><Button>"Close the room"</Button></PostForm>
                <PostForm action=format!("{here}/open")><Button>"Replace the code"</Button></PostForm>
            </div>
            <p class="field-hint">"Once the room is closed, nobody new can ask. You can still confirm people who wait. A new code ends the printed one."</p>
        </div>
    }
}

/// What the forms of the list have in common.
#[derive(Clone, Copy)]
struct DecisionForm<'a> {
    here: &'a str,
    watches: bool,
}

/// Looking again by hand, or by itself: a page that reloads while somebody reads it is the reader's choice.
fn again(DecisionForm { here, watches, .. }: DecisionForm<'_>) -> AnyView {
    let look = if watches { format!("{here}?watch=1") } else { here.to_owned() };
    let (other, verb) = if watches {
        (here.to_owned(), "Stop reloading every 15 seconds")
    } else {
        (format!("{here}?watch=1"), "Reload every 15 seconds")
    };
    view! { <p class="row"><a href=look>"Look again"</a><a href=other>{verb}</a></p> }
}

fn waiting(guests: Vec<WaitingGuest>, now: DateTime<Utc>, form: DecisionForm<'_>) -> AnyView {
    if guests.is_empty() {
        return view! {
            <section class="stack screen-only" aria-labelledby="waiting">
                <h2 id="waiting">"Waiting"</h2>
                <p class="quiet">"Nobody waits."</p>
                {again(form)}
            </section>
        };
    }
    let count = words::plural(guests.len(), "person waits", "people wait");
    let rows: Vec<_> = guests.into_iter().map(|guest| row(guest, now, form)).collect();
    view! {
        <section class="stack screen-only" aria-labelledby="waiting">
            <h2 id="waiting">{count}</h2>
            <p class="prose">"Compare the number with the person’s screen: anyone can type any name."</p>
            {again(form)}
            <Table label="Waiting guests" stacks=true columns=[text_column("Number"), text_column("Name"), text_column("Came"), text_column("Decide")]>{rows}</Table>
        </section>
    }
}

fn row(guest: WaitingGuest, now: DateTime<Utc>, form: DecisionForm<'_>) -> AnyView {
    let act = |act: &str, verb: &'static str| {
        let action = format!("{}/{}/{act}", form.here, guest.id);
        let watch = form.watches.then(|| view! { <input type="hidden" name="watch" value="1"/> });
        let whom = guest.name.clone();
        view! {
            <PostForm action>
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

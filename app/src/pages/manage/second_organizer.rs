//! A part of the page of people: what waits for a second organizer, and whether the event asks one.

use super::ways_in::invite_href;
use crate::components::long_lists::{FIRST, LongTable};
use crate::prelude::*;
use model::confirmation::{Confirmation, ConfirmationsFound, NewOrganizer, WaitingAct, WaitingConfirmation};
use shared::confirmation::{AskedAct, HOURS, SENTENCE};
use shared::ids::PrizeId;

#[derive(Clone, Debug)]
pub struct SecondOrganizerPart {
    pub found: ConfirmationsFound,
    /// It was asked for.
    pub open: bool,
    /// The reader has just asked for something.
    pub just_asked: bool,
}

/// Before the button of an act that another organizer has to confirm, where the event asks that; `at_once` says what is done without.
pub(super) fn second_organizer_hint(at_once: Option<&'static str>) -> Option<AnyView> {
    this_event().second_organizer.then(|| {
        let at_once = at_once.map(|said| view! { " "{said} });
        view! { <p class="field-hint">"This event asks a second organizer. Nothing changes until another organizer confirms it."{at_once}</p> }
    })
}

/// Who asks, and for what. `asked` is none for a reader to whom that is forbidden.
fn asks(asker: &str, own: bool, asked: Option<&AskedAct>) -> (String, String) {
    let (who, asks) = if own { ("You", "ask") } else { (asker, "asks") };
    let what = match asked {
        Some(asked) => format!("{asks} to {}", words::confirmations::act(asked, words::stamp)),
        None => format!("{asks} for something that you may not do in this event"),
    };
    (who.to_owned(), what)
}

/// What waits for another organizer, in one sentence, and the link to its page: label and address.
pub(super) fn waiting_line(waiting: &WaitingAct, slug: &str) -> (String, (&'static str, String)) {
    let WaitingAct { asker, expires_at, asked, own, decides, current } = waiting;
    let (who, asks) = asks(asker, *own, asked.as_ref());
    let whom = if *decides { "you or another organizer" } else { "another organizer" };
    let rest = if *current {
        format!(". Until {}, it waits for {whom} to confirm it.", words::stamp(*expires_at))
    } else {
        ", but the run, prizes or winners have changed since. Nobody can confirm it.".to_owned()
    };
    let label = match (own, *decides && *current) {
        (true, _) => "See it or take it back",
        (false, true) => "Look and decide",
        (false, false) => "Look at it",
    };
    (format!("{who} {asks}{rest}"), (label, format!("/events/{slug}/manage/people?second=1#waits")))
}

/// Where the forms post to: `/on`, `/off`, `/force`, `/add`, and `/<id>/confirm`, `/decline` and `/withdraw` below it.
fn base() -> String {
    format!("/events/{}/manage/second-organizer", this_event().slug)
}

/// What waits, which comes before everything else on the page; none where nothing does.
pub(super) fn waiting_part(model: &SecondOrganizerPart) -> Option<AnyView> {
    let waiting = model.found.waiting.clone()?;
    let told = (model.just_asked && waiting.own).then(|| {
        let next = if sends_mail() {
            "Organizers who can confirm it get a mail, where their address is confirmed."
        } else {
            "This portal sends no mail, so let another organizer know. Their check list leads to this page."
        };
        view! { <Notice tone=Tone::Note title="Nothing is done yet. It waits for another organizer." text=next/> }
    });
    Some(view! { {told}{waits(waiting, &base(), model.found.at.now)} })
}

/// Whether the event asks a second organizer, and what was decided; folded until somebody wants it.
/// `invites`: the reader may invite another organizer.
pub(super) fn second_organizer_part(model: SecondOrganizerPart, invites: bool) -> AnyView {
    let base = base();
    let (switch, new) = (switch(&model, &base, invites), new_organizers(&model.found, &base));
    let SecondOrganizerPart { found, open, .. } = model;
    let ConfirmationsFound { at, asked, waiting, past, .. } = found;
    let open = open || !refused("reason").is_empty();
    let nothing = (asked && waiting.is_none())
        .then(|| view! { <p class="quiet">"Nothing waits for a second organizer."</p> });
    disclosure(view! { <h2 id="second-organizer">"Second organizer"</h2> }).open(open).of(view! {
        <div class="stack">
            {nothing}
            {new}
            {switch}
            {decided(past, at.now)}
        </div>
    })
}

/// What it was asked with, each behind its label.
fn facts(waiting: &WaitingConfirmation) -> Vec<(&'static str, AnyView)> {
    let WaitingConfirmation { asked, titles, prizes, added, .. } = waiting;
    let prize = |id: &PrizeId| prizes.get(id).cloned().unwrap_or_else(|| id.to_string());
    let project = |id: &ProjectId| titles.get(id).cloned().unwrap_or_else(|| id.to_string());
    let said = |label: &'static str, text: String| (label, view! { <Paragraphs text/> });
    let mut facts = Vec::new();
    match asked {
        Some(AskedAct::Publish(wish)) => {
            facts.extend((!wish.reason.is_empty()).then(|| said("Reason", wish.reason.clone())));
            let follow: Vec<_> = wish.follow.iter().map(prize).collect();
            facts.extend(
                (!follow.is_empty()).then(|| said("Prizes that follow the ranking", and_list(&follow))),
            );
            if let Some(provisional) = &wish.provisional {
                facts.extend(provisional.until.map(|at| ("Provisional until", view! { <Time at/> })));
                facts.push(said("What winners owe", provisional.owed.clone()));
            }
        }
        Some(AskedAct::Award { prize: id, chosen, .. }) => {
            let winners: Vec<_> = chosen.projects.iter().map(project).collect();
            facts.push(said("Prize", prize(id)));
            let winners = if winners.is_empty() { "Nobody".to_owned() } else { and_list(&winners) };
            facts.push(said("Winners", winners));
            facts.push(said("Reason", chosen.reason.clone()));
        }
        Some(AskedAct::OpenData { statement }) => {
            facts.push(said("What people agreed to", statement.clone()));
        }
        Some(AskedAct::AddSecond { .. }) => {
            facts.extend(added.as_ref().map(|new| said("Organizer", format!("{}, {}", new.name, new.email))));
        }
        Some(AskedAct::MakeFinal | AskedAct::Forget | AskedAct::ForgetDay { .. } | AskedAct::SwitchOff)
        | None => {}
    }
    facts
}

fn waits(waiting: WaitingConfirmation, base: &str, now: DateTime<Utc>) -> AnyView {
    let facts = facts(&waiting);
    let WaitingConfirmation { found, asked, own, may_decline, refused, .. } = waiting;
    let what = asked.as_ref().map(|asked| words::confirmations::act(asked, words::stamp));
    let path = format!("{base}/{}", found.id);
    let (who, asks) = asks(&found.asker, own, asked.as_ref());
    let facts = each(facts, |(label, said)| view! { <dt>{label}</dt><dd>{said}</dd> });
    let may = refused.is_none();
    let why_not = refused
        .filter(|_| !own)
        .map(|why| view! { <Notice tone=Tone::Note title=capital(&words::refusal(&why))/> });
    let outdated = (own && !found.current).then(|| {
        view! { <Notice tone=Tone::Warn title="The run, prizes or winners have changed since. Ask again: nobody can confirm this."/> }
    });
    let decide = may_decline.then(|| {
        let confirm = what.filter(|_| may).map(|what| {
            let label = show_moments(&format!("Confirm: {what}"));
            view! { <Button kind=Kind::Danger>{label}</Button> }
        });
        let hint = "You need one to decline. The organizer who asked reads it.";
        let decline = format!("{path}/decline");
        view! {
            <PostForm action=format!("{path}/confirm") class="form">
                <Area name="sentence" label="Your answer" value=typed_into("sentence") limit=SENTENCE rows=2 hint/>
                <p class="field-hint">"What you confirm is done at once, in your name, and cannot be undone."</p>
                <div class="row">
                    {confirm}
                    <Button formaction=decline>"Decline"</Button>
                </div>
            </PostForm>
        }
    });
    // It is not for everybody who sees that something waits.
    let fingerprint = (!found.digest.is_empty()).then(|| {
        view! { <dt>"Fingerprint"</dt><dd><code>{found.digest.clone()}</code></dd> }
    });
    let back = own.then(|| {
        view! { <ActButton action=format!("{path}/withdraw")>"Take it back"</ActButton> }
    });
    section("waits", view! { <bdi>{who}</bdi>" "{show_moments(&asks)} }).of(view! {
        {outdated}
        {why_not}
        <dl class="facts">
            {facts}
            <dt>"Asked"</dt><dd><Time at=found.asked_at/></dd>
            <dt>"Until"</dt><dd><Time at=found.expires_at/>", "{words::relative(found.expires_at, now)}</dd>
            {fingerprint}
        </dl>
        {decide}
        {back}
    })
}

/// Organizers who came after the event began to ask a second one. Two others let them confirm.
fn new_organizers(model: &ConfirmationsFound, base: &str) -> Option<AnyView> {
    if model.new_organizers.is_empty() {
        return None;
    }
    let may = model.choose.is_none() && model.enough;
    let rows = each(model.new_organizers.clone(), |NewOrganizer { person, name, email, since }| {
        let ask = may.then(|| {
            let (person, label) = (person.to_string(), format!("Ask to let {name} confirm"));
            view! {
                <PostForm action=format!("{base}/add")>
                    <input type="hidden" name="person" value=person/>
                    <Button>{label}</Button>
                </PostForm>
            }
        });
        view! { <li><bdi>{name}</bdi>", "<bdi>{email}</bdi>", since "<Time at=since/>{ask}</li> }
    });
    Some(subsection("new", "New organizers").of(view! {
        <p class="prose">"They became organizers after this event began to ask a second one, so they can’t confirm yet. One organizer asks to let them confirm, and another confirms that."</p>
        <ul>{rows}</ul>
    }))
}

fn switch(model: &SecondOrganizerPart, base: &str, invites: bool) -> AnyView {
    let invite = invites.then(|| {
        view! { " "<a href=invite_href(&this_event().slug)>"Invite another organizer"</a> }
    });
    let ConfirmationsFound { asked, enough, choose, .. } = &model.found;
    let body = match (*asked, *enough, choose) {
        // Everybody's check list leads here for this, and a site admin may switch it off while they take part.
        (true, false, _) => cannot_be_met(model, base),
        (_, _, Some(why)) => view! { <p class="prose">{show_moments(&words::refusal(why))}</p> },
        (false, true, None) => view! {
            <ActButton action=format!("{base}/on") kind=Kind::Main>"Ask a second organizer from now on"</ActButton>
        },
        (false, false, None) => view! {
            <p class="prose">"This needs two organizers who take no part in the event."{invite}</p>
        },
        (true, true, None) => view! {
            <ActButton action=format!("{base}/off")>"Ask to switch this off"</ActButton>
            <p class="field-hint">"Another organizer has to confirm that, too."</p>
        },
    };
    let acts = "publishing, corrections and removing personal data wait until another organizer of this event confirms them";
    let said = if *asked {
        format!("This event asks a second organizer: {acts}")
    } else {
        format!("This event asks no second organizer. If it does, {acts}")
    };
    subsection("switch", "A second organizer confirms").of(view! {
        <p class="prose">{format!("{said}, for {HOURS} hours at most. Both names are in the log.")}</p>
        {body}
    })
}

fn cannot_be_met(model: &SecondOrganizerPart, base: &str) -> AnyView {
    let force = model.found.may_force.then(|| {
        view! {
            <PostForm action=format!("{base}/force") class="form">
                <Area name="reason" label="Why it is switched off" value=typed_into("reason") limit=SENTENCE rows=2 hint="The log keeps it for good. Name nobody."/>
                <Button kind=Kind::Danger>"Switch it off as a site admin"</Button>
            </PostForm>
        }
    });
    view! {
        <Notice tone=Tone::Warn title="Nobody is left who could confirm" text="Fewer than two organizers can ask and confirm, so nothing can be published, corrected or removed. Ask a site admin to switch this off. An organizer whom you invite now can’t confirm yet."/>
        {force}
    }
}

fn decided(past: Vec<Confirmation>, now: DateTime<Utc>) -> AnyView {
    if past.is_empty() {
        return view! {};
    }
    let rows = each(past, |found| {
        let what = match found.asked() {
            Some(asked) => words::confirmations::kind(&asked),
            None => "An act that this version does not know",
        };
        let state = words::confirmations::state(found.state(now));
        let answer = if found.sentence.is_empty() { "–".to_owned() } else { found.sentence.clone() };
        let by = found.decider.clone().unwrap_or_else(|| "nobody".to_owned());
        view! {
            <tr>
                <th scope="row">{what}</th>
                <td data-label="Asked by"><bdi>{found.asker.clone()}</bdi>", "<Time at=found.asked_at/></td>
                <td data-label="Outcome">{state}</td>
                <td data-label="Decided by"><bdi>{by}</bdi></td>
                <td data-label="Answer" class=found.sentence.is_empty().then_some("cell-blank")><bdi>{answer}</bdi></td>
            </tr>
        }
    });
    let list = view! {
        <LongTable rows few=FIRST labels=("Decided", "Earlier ones") counted=("act", "acts") columns=[text_column("What"), text_column("Asked by"), text_column("Outcome"), text_column("Decided by"), text_column("Answer")]/>
    };
    subsection("decided", "Decided").of(list)
}

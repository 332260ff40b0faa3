//! The organizers' page of what waits for a second one of them, and of whether the event asks one.

use crate::pages::prelude::*;
use app::pages::manage::second_organizer::{AskedView, SecondOrganizerPage, second_organizer_page};
use portal::confirmations::{self, ConfirmationsFound, WaitingConfirmation};
use shared::confirmation::{self, AskedAct};

pub struct SecondOrganizer;

impl Desk for SecondOrganizer {
    /// What is decided.
    type Id = Option<i64>;
    type Found = ConfirmationsFound;
    type Beside = ();
    const PATH: &'static str = "manage/second-organizer";
    const TITLE: &'static str = "Second organizer of";

    async fn read(c: &mut Conn, at: &At<Option<i64>>) -> Outcome<ConfirmationsFound> {
        confirmations::for_page(c, &at.caller, &at.slug).await
    }

    fn draw(found: ConfirmationsFound, around: DeskContext<'_, Self>) -> AnyView {
        second_organizer_page(SecondOrganizerPage {
            now: found.at.now,
            asked: found.asked,
            enough: found.enough,
            choose: found.choose.map(|refusal| words::refusal(&refusal)),
            may_force: found.may_force,
            new_organizers: found.new_organizers,
            just_asked: around.at.query.asked("asked").is_some(),
            waiting: found.waiting.map(asked_view),
            past: found.past,
            sentence: around.typed("sentence").unwrap_or_default(),
            reason: around.typed("reason").unwrap_or_default(),
        })
    }
}

fn asked_view(waiting: WaitingConfirmation) -> AskedView {
    let WaitingConfirmation { found, asked, own, refused, may_decline, titles, prizes, added } = waiting;
    let prize = |id: &PrizeId| prizes.get(id).cloned().unwrap_or_else(|| id.to_string());
    let project = |id: &ProjectId| titles.get(id).cloned().unwrap_or_else(|| id.to_string());
    let mut facts = Vec::new();
    match &asked {
        Some(AskedAct::Publish(wish)) => {
            facts.extend((!wish.reason.is_empty()).then(|| ("Reason", wish.reason.clone())));
            let follow: Vec<_> = wish.follow.iter().map(prize).collect();
            facts.extend(
                (!follow.is_empty()).then(|| ("Prizes that follow the ranking", words::and_list(&follow))),
            );
            if let Some(provisional) = &wish.provisional {
                facts.extend(provisional.until.map(|until| ("Provisional until", words::stamp(until))));
                facts.push(("What winners owe", provisional.owed.clone()));
            }
        }
        Some(AskedAct::Award { prize: id, chosen, .. }) => {
            let winners: Vec<_> = chosen.projects.iter().map(project).collect();
            facts.push(("Prize", prize(id)));
            facts.push(("Winners", words::and_list(&winners)));
            facts.push(("Reason", chosen.reason.clone()));
        }
        Some(AskedAct::OpenData { statement }) => facts.push(("What people agreed to", statement.clone())),
        Some(AskedAct::AddSecond { .. }) => {
            facts.extend(added.map(|new| ("Organizer", format!("{}, {}", new.name, new.email))));
        }
        Some(AskedAct::MakeFinal | AskedAct::Forget | AskedAct::ForgetDay { .. } | AskedAct::SwitchOff)
        | None => {}
    }
    let what = asked.as_ref().map(words::confirmations::act);
    AskedView {
        what,
        facts,
        own,
        may_decline,
        refused: refused.map(|refusal| words::refusal(&refusal)),
        found,
    }
}

/// `POST …/on`.
pub async fn switch_on(sent: Post<SecondOrganizer>) -> PageResult {
    sent.act(async |c, at| confirmations::switch_on(c, &at.caller, &at.slug).await).await
}

/// `POST …/off`: asks that it is switched off.
pub async fn switch_off(sent: Post<SecondOrganizer>) -> PageResult {
    let off = async |c: &mut Conn, at: &PageRequest<SecondOrganizer>| {
        confirmations::switch_off(c, &at.caller, &at.slug, &at.state.base_url).await
    };
    let next = SecondOrganizer::path(&sent.at);
    sent.lead_or_wait(&next, off).await
}

/// `POST …/add`: asks that the organizer `person` confirms from then on.
pub async fn add(sent: Post<SecondOrganizer>) -> PageResult {
    let person = sent.get("person").parse().ok().map(PersonId);
    let add = async |c: &mut Conn, at: &PageRequest<SecondOrganizer>| {
        confirmations::add_second(c, &at.caller, &at.slug, person, &at.state.base_url).await
    };
    let next = SecondOrganizer::path(&sent.at);
    sent.lead_or_wait(&next, add).await
}

/// `POST …/force`: a site admin switches it off where it cannot be met, with a `reason`.
pub async fn force_off(sent: Post<SecondOrganizer>) -> PageResult {
    let reason = confirmation::reason(&*sent.form);
    sent.act(async |c, at| confirmations::force_off(c, &at.caller, &at.slug, reason).await).await
}

/// `POST …/<id>/confirm`: does what was asked for, with a `sentence` where there is one to say.
pub async fn confirm(sent: Post<SecondOrganizer>) -> PageResult {
    let (id, sentence) = (sent.at.one()?, confirmation::assent(&*sent.form));
    let At { state, caller, slug, .. } = sent.at.clone();
    let confirm =
        async |c: &mut Conn| confirmations::confirm(c, &caller, &slug, id, sentence, &state.signer).await;
    let confirmed = state.write_forgetting(confirm).await;
    sent.after(confirmed, |at, _| SecondOrganizer::path(at)).await
}

/// `POST …/<id>/decline`, with a `sentence`.
pub async fn decline(sent: Post<SecondOrganizer>) -> PageResult {
    let (id, sentence) = (sent.at.one()?, confirmation::dissent(&*sent.form));
    let decline = async |c: &mut Conn, at: &PageRequest<SecondOrganizer>| {
        confirmations::decline(c, &at.caller, &at.slug, id, sentence, &at.state.signer).await
    };
    sent.act(decline).await
}

/// `POST …/<id>/withdraw`.
pub async fn withdraw(sent: Post<SecondOrganizer>) -> PageResult {
    sent.act(async |c, at| confirmations::withdraw(c, &at.caller, &at.slug, at.one()?).await).await
}

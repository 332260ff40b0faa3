//! Everybody who was invited, how far each invitation is, and the guest judges who wait.

use super::cards::{CardsForm, cards_form};
use super::filters::{PeopleFilter, UNDELIVERED, filter_form, pages};
use super::guests::{GuestsPart, waiting_guests};
use super::invitation::{InvitationPart, invitation_part};
use super::{PeopleTab, people_links, state_pill};
use crate::components::long_lists::{FEW, IN_VIEW, LongTable, first_few};
use crate::pages::mail_state::{mail_pill, trouble};
use crate::pages::manage::ways_in::invite_href;
use crate::prelude::*;
use model::invitation::{EventInvitation, InvitationExceptions, Invitations, TeamInvitations};
use model::mail::MailDelivery;
use shared::invitation::InvitationState;
use words::people as said;

pub struct InvitationsPage {
    /// The invitation that is shown, above the judges and organizers who have not accepted.
    pub one: Option<InvitationPart>,
    pub filter: PeopleFilter,
    pub list: Invitations,
    /// How many a page holds.
    pub page_size: i64,
    /// The button that sends all that were not sent.
    pub send: SendAll,
    /// The cards that can be made, where nothing else is asked for.
    pub cards: Option<CardsForm>,
    /// Guest judges, likewise.
    pub guests: Option<GuestsPart>,
    /// The database's present.
    pub now: DateTime<Utc>,
}

/// The button that sends what was not sent.
#[derive(Clone, Debug, Default)]
pub struct SendAll {
    /// How many mails one press writes at most.
    pub most: i64,
    /// Mails of this event are written and never sent: it is one of the demo's.
    pub held: bool,
    /// Judging has closed, so that no link works any more.
    pub over: bool,
}

pub fn invitations_page(mut model: InvitationsPage) -> AnyView {
    let slug = this_event().slug;
    let path = PeopleTab::Invitations.href(&slug);
    if let Some(one) = model.one.take() {
        return ManageTab::People.page(view! {
            <Crumbs above=vec![("Invitations".to_owned(), path.clone())]/>
            <h1>{one.title()}</h1>
            {people_links(PeopleTab::Invitations)}
            <ErrorSummary heading="Nothing was changed"/>
            {invitation_part(one, &path)}
            {without_teams(&path, &model)}
        });
    }
    let numbers = model.list.counts.in_order();
    let counts: Vec<String> = InvitationState::ALL
        .into_iter()
        .zip(numbers)
        .filter(|(_, n)| *n > 0)
        .map(|(state, n)| format!("{} {}", words::thousands(n), said::state_verb(state)))
        .collect();
    let lead = if counts.is_empty() { String::new() } else { format!("{}.", words::and_list(&counts)) };
    // Who makes cards chooses the judges there.
    let chooses = model.cards.as_ref().is_some_and(|cards| cards.open);
    let send = send_all(&path, &model.send, model.list.counts.not_sent, chooses);
    // A short list is seen at a glance.
    let total: i64 = numbers.iter().sum();
    let exceptions =
        model.list.exceptions.as_ref().filter(|_| total > i64::try_from(FEW).unwrap_or(i64::MAX));
    let list = if let Some(found) = exceptions {
        let all = words::plural(total, "invitation", "invitations");
        let waiting = if chooses { None } else { without_teams(&path, &model) };
        view! {
            {undelivered_list(&path, &model, found)}
            {waiting}
            {teams(&path, &found.teams)}
            {section("find", "All invitations").of(view! {
                {filter_form(&model.filter, &path, true)}
                <p><ButtonLink href=format!("{path}?all=1")>{format!("Show all {all}")}</ButtonLink></p>
            })}
        }
    } else if model.list.invitations.is_empty() {
        let (title, text) = if model.filter.is_set() {
            ("No invitation found", "Change the filter to see others.")
        } else if model.send.over {
            ("No invitations", "Nobody was invited before judging closed.")
        } else {
            ("No invitations yet", "Invite people one by one, or paste a whole list.")
        };
        let invite = (!model.send.over).then(|| {
            view! { <ButtonLink href=invite_href(&slug)>"Invite people"</ButtonLink> }
        });
        view! { <EmptyState title text>{invite}</EmptyState> }
    } else {
        table(&path, &model)
    };
    ManageTab::People.page(view! {
        <h1>"Invitations"</h1>
        {people_links(PeopleTab::Invitations)}
        <ErrorSummary heading="No link or card was created"/>
        <p class="prose">{lead}</p>
        {model.guests.take().filter(|_| !chooses).and_then(waiting_guests)}
        {send}
        {model.cards.clone().and_then(cards_form)}
        {exceptions.is_none().then(|| filter_form(&model.filter, &path, true))}
        {list}
    })
}

fn send_all(path: &str, send: &SendAll, not_sent: i64, chooses: bool) -> Option<AnyView> {
    if send.over {
        return Some(
            view! { <Notice tone=Tone::Note title="Judging has closed, so invitations no longer work."/> },
        );
    }
    let now = not_sent.min(send.most);
    let (verb, hint) = match (send.held, sends_mail()) {
        (true, _) => (
            format!("Create {}", words::plural(now, "link", "links")),
            "This is a demo event: its mails are written, can be read here, and never leave the portal.",
        ),
        (false, true) => (
            format!("Send {}", words::plural(now, "invitation", "invitations")),
            "Each person gets a mail with a link of their own.",
        ),
        (false, false) => (
            format!("Create {}", words::plural(now, "link", "links")),
            "Each link can then be read on the page of its invitation.",
        ),
    };
    let kind = if chooses { Kind::Quiet } else { Kind::Main };
    (now > 0).then(|| {
        view! {
            <ActButton action=format!("{path}/send") once=true kind hint>{verb}</ActButton>
        }
    })
}

fn table(path: &str, model: &InvitationsPage) -> AnyView {
    let Invitations { invitations, found, .. } = &model.list;
    let pager = pages(&model.filter, path, ("Invitations", invitations.len(), *found, model.page_size));
    let labels = ("Invitations", "Other invitations");
    let teams = invitations.iter().any(|row| row.team.is_some());
    let rows = lines(path, model, teams, invitations);
    let rows = first_few(rows, IN_VIEW, labels, ("invitation", "invitations"), of_lines(teams));
    view! { {rows}{pager} }
}

/// The invitations whose mail could not be delivered, each with the button that sends another.
fn undelivered_list(path: &str, model: &InvitationsPage, found: &InvitationExceptions) -> Option<AnyView> {
    if found.undelivered.is_empty() {
        return None;
    }
    let count = words::plural(found.undelivered_found, "invitation", "invitations");
    let all = (found.undelivered.len() > FEW).then(|| {
        let href = format!("{path}?state={UNDELIVERED}");
        view! { <p><ButtonLink href>{format!("Show all {count}")}</ButtonLink></p> }
    });
    let few = found.undelivered.get(..FEW).unwrap_or(&found.undelivered);
    let teams = few.iter().any(|row| row.team.is_some());
    Some(section("undelivered", "Mail not delivered").of(view! {
        <p class="quiet">{format!("The mail of {count} could not be delivered.")}</p>
        {of_lines(teams)("Mail not delivered", lines(path, model, teams, few))}
        {all}
    }))
}

/// The judges and organizers who have not accepted. They come first in the list, so its first page has them.
fn without_teams(path: &str, model: &InvitationsPage) -> Option<AnyView> {
    let asked: Vec<&EventInvitation> = model
        .list
        .invitations
        .iter()
        .filter(|row| row.role != MemberRole::Participant && row.state != InvitationState::Withdrawn)
        .collect();
    let open: Vec<&EventInvitation> =
        asked.iter().copied().filter(|row| row.state != InvitationState::Accepted).collect();
    if asked.is_empty() {
        return None;
    }
    // Of more than a page holds only some are here, so nothing is counted.
    let whole = asked.len() < model.list.invitations.len() || model.list.found <= model.page_size;
    let sentence = whole.then(|| {
        let all = words::plural(asked.len(), "judge or organizer", "judges and organizers");
        match open.len() {
            0 if asked.len() == 1 => format!("{all} has accepted. Nobody is missing."),
            0 => format!("{all} have accepted. Nobody is missing."),
            1 => format!("1 of {all} has not accepted."),
            n => format!("{n} of {all} have not accepted."),
        }
    });
    let list = (!open.is_empty()).then(|| {
        let labels = ("Judges and organizers", "Other judges and organizers");
        let rows = lines(path, model, false, open);
        first_few(rows, FEW, labels, ("invitation", "invitations"), of_lines(false))
    });
    let more = (!whole).then(|| {
        let href = format!("{path}?role={}", MemberRole::Judge.name());
        view! { <p><ButtonLink href>"Show all judges"</ButtonLink></p> }
    });
    Some(section("waiting", "Judges and organizers").of(view! {
        {sentence.map(|sentence| view! { <p class="quiet">{sentence}</p> })}
        {list}
        {more}
    }))
}

/// The teams with members who have not accepted; first those of which nobody has.
fn teams(path: &str, teams: &[TeamInvitations]) -> Option<AnyView> {
    if teams.is_empty() {
        return None;
    }
    let mut waiting: Vec<&TeamInvitations> =
        teams.iter().filter(|team| team.accepted < team.invited).collect();
    waiting.sort_by_key(|team| team.accepted);
    let all = words::plural(teams.len(), "team", "teams");
    let sentence = match waiting.len() {
        0 => format!("Everybody who was invited to {all} has accepted."),
        1 => format!("1 of {all} has members who have not accepted."),
        n => format!("{n} of {all} have members who have not accepted."),
    };
    let rows = each(waiting, |team| {
        let href = with_query(path, &[("q", team.team.as_str())]);
        view! {
            <tr>
                <th scope="row"><a href=href dir="auto">{team.team.clone()}</a></th>
                <td data-label="Accepted">{format!("{} of {}", team.accepted, team.invited)}</td>
            </tr>
        }
    });
    let list = (!rows.is_empty()).then(|| view! {
        <LongTable rows few=FEW labels=("Teams", "Other teams") counted=("team", "teams") columns=[text_column("Team"), text_column("Accepted")]/>
    });
    Some(section("teams", "Teams").of(view! {
        <p class="quiet">{sentence}</p>
        {list}
    }))
}

/// The rows of these invitations, with a cell for the team where some of them have one.
fn lines<'r>(
    path: &str,
    model: &InvitationsPage,
    teams: bool,
    rows: impl IntoIterator<Item = &'r EventInvitation>,
) -> Vec<AnyView> {
    each(rows, |row| line(path, row, teams, model))
}

fn of_lines(teams: bool) -> impl Fn(&'static str, Vec<AnyView>) -> AnyView {
    move |label, rows| {
        view! {
            <div class="manage-short-cells">
                <Table label=label stacks=true columns=[text_column("Invited"), text_column("Role"), text_column("Team").when(teams), text_column("State"), text_column("Since")]>{rows}</Table>
            </div>
        }
    }
}

/// What became of the latest mail, while the invitation is open.
fn mail(row: &EventInvitation) -> Option<&MailDelivery> {
    row.delivery.as_ref().filter(|_| row.state.is_open())
}

/// Since when an invitation is as far as it is.
fn since(row: &EventInvitation) -> DateTime<Utc> {
    let handed_out = row.sent_at.max(row.card_made_at);
    row.answered_at.or(row.opened_at).or(handed_out).unwrap_or(row.created_at)
}

/// Why a mail was not delivered, and the button that sends another.
fn undelivered(path: &str, row: &EventInvitation, send: &SendAll) -> Option<AnyView> {
    let trouble = trouble(mail(row)?)?;
    let action = format!("{path}/{}/send", row.id);
    let again = (!send.over).then(|| {
        view! { <ActButton action once=true tight=true>"Send again"</ActButton> }
    });
    Some(view! { <p class="small">{trouble}</p>{again} })
}

fn line(path: &str, row: &EventInvitation, teams: bool, model: &InvitationsPage) -> AnyView {
    let send = &model.send;
    let mail = mail(row).filter(|_| sends_mail() && !send.held);
    let mail = mail.map(|mail| view! { <p class="small">"Mail: "{mail_pill(mail)}</p> });
    let EventInvitation { id, name, email, team, .. } = row;
    let named = !name.is_empty();
    let title = if named { name.clone() } else { email.clone() };
    let address = named.then(|| view! { <br/><small class="quiet">{email.clone()}</small> });
    let no_team = team.is_none().then_some("cell-blank");
    // The account that accepted may have another address.
    let other = row.accepted_by.as_ref().map(|(_, by)| by).filter(|by| *by != email);
    let other = other.map(|by| view! { <br/><small class="quiet">"by "{by.clone()}</small> });
    view! {
        <tr>
            <th scope="row"><a href=format!("{path}?of={id}")>{title}</a>{address}</th>
            <td data-label="Role">{said::role(row.role)}</td>
            {teams.then(|| view! { <td data-label="Team" class=no_team>{team.clone().unwrap_or_else(|| "–".to_owned())}</td> })}
            <td data-label="State">{state_pill(row.state)}{other}{mail}{undelivered(path, row, send)}</td>
            <td data-label="Since">{words::relative(since(row), model.now)}</td>
        </tr>
    }
}

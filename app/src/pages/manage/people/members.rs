//! Everybody with a role in the event, and what organizers need to act.

use super::filters::{PeopleFilter, filter_form, pages};
use super::invite::{InviteForm, invite_form};
use super::{PeopleTab, people_links, shown_address};
use crate::components::long_lists::{FEW, IN_VIEW, LongTable};
use crate::pages::manage::second_organizer::{SecondOrganizerPart, second_organizer_part, waiting_part};
use crate::prelude::*;
use model::member::{Member, Members};
use words::people as said;

pub struct MembersPage {
    pub filter: PeopleFilter,
    pub list: Members,
    /// How many a page holds.
    pub page_size: i64,
    pub invite: InviteForm,
    pub need_passkey: bool,
    /// Whether a second organizer confirms, and what waits for one; none where the list is searched.
    pub second: Option<SecondOrganizerPart>,
}

pub fn members_page(model: MembersPage) -> AnyView {
    let slug = this_event().slug;
    let path = PeopleTab::Members.href(&slug);
    let Members { members, roles, invitations: asked, .. } = &model.list;
    let [participants, judges, organizers] = *roles;
    let counts = words::and_list(&[
        words::plural(judges, "judge", "judges"),
        words::plural(organizers, "organizer", "organizers"),
        words::plural(participants, "participant", "participants"),
    ]);
    // Without a link; and without an answer, though their link was handed out.
    let (not_sent, waiting) = (asked.not_sent, asked.sent + asked.opened);
    let open = invitations(&slug, not_sent, waiting);
    // The first thing to do where nobody else is here.
    let alone = participants + judges + not_sent + waiting == 0;
    let may_invite = model.invite.may.is_ok();
    let asked_to = model.invite.open || (alone && may_invite);
    let invite = invite_form(InviteForm { open: asked_to, ..model.invite.clone() });
    let invites = asked_to && may_invite;
    let filter = filter_form(&model.filter, &path, false);
    let waiting = model.second.as_ref().and_then(waiting_part);
    let opened = model.second.as_ref().is_some_and(|second| second.open);
    let short = invites || opened || waiting.is_some();
    let list = if members.is_empty() {
        let (title, text) = if model.filter.is_set() {
            ("Nobody found", "Change the filter, or look among the invitations.")
        } else {
            ("No members yet", "People appear here once they accept an invitation or join a team.")
        };
        view! { <EmptyState title text/> }
    } else {
        table(&slug, &model, if short { FEW } else { IN_VIEW })
    };
    ManageTab::People.page(view! {
        <h1>"People"</h1>
        {people_links(PeopleTab::Members)}
        <ErrorSummary heading="Nothing was changed"/>
        {waiting}
        <p class="prose">{format!("{counts}. ")}{open}</p>
        {invite}
        {filter}
        {list}
        {passkey_rule(&slug, model.need_passkey, &model.list)}
        {model.second.map(|second| second_organizer_part(second, may_invite))}
    })
}

fn passkey_rule(slug: &str, required: bool, list: &Members) -> AnyView {
    let without = list.organizers.iter().filter(|organizer| !organizer.has_one);
    let without = words::and_more(without.map(|organizer| organizer.name.clone()), words::NAMED);
    let missing = if without.is_empty() {
        view! { <p>"Every organizer has a passkey."</p> }
    } else {
        view! { <p>"Without a passkey: "{without}". Each of them adds one under “Your account”."</p> }
    };
    let form = match &list.passkeys_refused {
        Some(why) => {
            let here = PeopleTab::Members.href(slug);
            let href = words::address::with_query("/login/passkey", &[("next", here.as_str())]);
            view! { <p>{words::refusal(why)}" "<a href=href>"Use your passkey"</a></p> }
        }
        None => view! {
            <PostForm action=format!("/events/{slug}/manage/people/passkeys") class="form" fresh=true>
                <Check name="required" label="Organizers need a passkey" checked=required
                    hint="These pages and the API’s acts of organizers then open only after signing in with a passkey or a recovery code. Site admins need one, too. Access tokens that were made without a passkey no longer work there."/>
                <Button>"Save"</Button>
            </PostForm>
        },
    };
    let now = if required {
        "Organizers of this event need a passkey."
    } else {
        "Organizers of this event can sign in without a passkey."
    };
    section("passkeys", "Passkeys of organizers").class("stack prose").of(view! {
        <p>{now}</p>
        {missing}
        {form}
    })
}

fn invitations(slug: &str, not_sent: i64, waiting: i64) -> AnyView {
    let href = PeopleTab::Invitations.href(slug);
    let said = match (not_sent, waiting) {
        (0, 0) => return view! {},
        (0, n) => format!("{} without an answer", words::plural(n, "invitation", "invitations")),
        (n, 0) => format!("{} without a link", words::plural(n, "invitation", "invitations")),
        (n, m) => {
            format!("{} without a link, {m} without an answer", words::plural(n, "invitation", "invitations"))
        }
    };
    view! { <a href=href>{said}</a>"." }
}

fn table(slug: &str, model: &MembersPage, in_view: usize) -> AnyView {
    let Members { members, found, .. } = &model.list;
    let columns @ [teams, tracks, caps, loads] = filled_columns(members);
    let rows: Vec<_> = members.iter().map(|member| row(slug, member, columns)).collect();
    let path = PeopleTab::Members.href(slug);
    let pager = pages(&model.filter, &path, ("People", members.len(), *found, model.page_size));
    view! {
        <LongTable rows few=in_view labels=("Members", "Other members") counted=("person", "people") columns=[text_column("Name"), text_column("Roles"), text_column("Team").when(teams), text_column("Tracks").when(tracks), number_column("Most reviews").when(caps), number_column("Reviewed").when(loads)]/>
        {pager}
    }
}

/// Which of the columns for team, tracks, most reviews and what was reviewed some of these people have something in. The others are left out.
fn filled_columns(members: &[Member]) -> [bool; 4] {
    let any = |has: fn(&Member) -> bool| members.iter().any(has);
    [
        any(|member| member.team.is_some()),
        any(|member| !member.tracks.is_empty()),
        any(|member| member.review_cap.is_some()),
        any(has_load),
    ]
}

/// Whether it matters how much somebody has reviewed.
fn has_load(member: &Member) -> bool {
    member.roles.contains(&MemberRole::Judge) || member.done + member.pending > 0
}

fn row(slug: &str, member: &Member, [teams, some_tracks, caps, loads]: [bool; 4]) -> AnyView {
    let or_dash = |text: String| if text.is_empty() { "–".to_owned() } else { text };
    let team = member.team.clone().unwrap_or_default();
    let tracks: Vec<&str> = member.tracks.iter().map(|(_, name)| name.as_str()).collect();
    let tracks = tracks.join(", ");
    let blank = |text: &str| text.is_empty().then_some("cell-blank");
    let (no_team, no_tracks, no_cap) = (
        blank(&team),
        blank(&tracks),
        if member.review_cap.is_none() { "cell-num cell-blank" } else { "cell-num" },
    );
    let cap = member.review_cap.map(|cap| cap.to_string()).unwrap_or_default();
    let (done, all) = (member.done, member.done + member.pending);
    let (load, load_cell) = if has_load(member) {
        (format!("{done} of {all}"), "cell-num")
    } else {
        ("–".to_owned(), "cell-num cell-blank")
    };
    let here = format!("{}/{}", PeopleTab::Members.href(slug), member.person);
    let email = shown_address(&member.email).map(|email| view! { <br/><small class="quiet">{email}</small> });
    view! {
        <tr id=format!("person-{}", member.person)>
            <th scope="row"><a href=here>{member.name.clone()}</a>{email}</th>
            <td data-label="Roles">{said::role_list(&member.roles)}</td>
            {teams.then(|| view! { <td data-label="Team" class=no_team>{or_dash(team)}</td> })}
            {some_tracks.then(|| view! { <td data-label="Tracks" class=no_tracks>{or_dash(tracks)}</td> })}
            {caps.then(|| view! { <td data-label="Most reviews" class=no_cap>{or_dash(cap)}</td> })}
            {loads.then(|| view! { <td data-label="Reviewed" class=load_cell>{load}</td> })}
        </tr>
    }
}

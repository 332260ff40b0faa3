//! Everybody with a role in the event.

use super::filters::{PeopleFilter, filter_form, pages};
use super::{PeopleTab, people_head};
use crate::components::{ButtonLink, EmptyState, Kind, Table};
use crate::prelude::*;
use shared::invitation::MemberRole;
use words::people as said;

/// The list of members.
#[derive(Clone, Debug)]
pub struct MembersPage {
    /// What the list is narrowed to.
    pub filter: PeopleFilter,
    /// The members on this page.
    pub members: Vec<MemberRow>,
    /// How many the filter finds.
    pub found: i64,
    /// How many a page holds.
    pub page_size: i64,
    /// How many participants, judges and organizers there are.
    pub roles: [i64; 3],
    /// Invitations that nobody was given the link of.
    pub not_sent: i64,
    /// Invitations without an answer, whose link was handed out.
    pub waiting: i64,
}

/// A member in the list.
#[derive(Clone, Debug)]
pub struct MemberRow {
    /// The person's number.
    pub id: i64,
    /// Name.
    pub name: String,
    /// Address; empty where they have none.
    pub email: String,
    /// Roles.
    pub roles: Vec<MemberRole>,
    /// Names of their tracks.
    pub tracks: Vec<String>,
    /// The most reviews that they take.
    pub review_cap: Option<i32>,
    /// Their team.
    pub team: Option<String>,
    /// Submitted reviews, and assignments.
    pub load: (i64, i64),
}

/// The list.
#[must_use]
pub fn members_page(model: MembersPage) -> AnyView {
    let head = people_head(PeopleTab::Members);
    let slug = this_event().slug;
    let path = PeopleTab::Members.href(&slug);
    let [participants, judges, organizers] = model.roles;
    let counts = words::and_list(&[
        words::plural(judges, "judge", "judges"),
        words::plural(organizers, "organizer", "organizers"),
        words::plural(participants, "participant", "participants"),
    ]);
    let open = invitations(&slug, model.not_sent, model.waiting);
    let filter = filter_form(&model.filter, &path, false);
    let list = if model.members.is_empty() {
        let (title, text) = if model.filter.is_set() {
            ("Nobody found", "Change the filter, or look among the invitations.")
        } else {
            ("No members yet", "People appear here once they accept an invitation or join a team.")
        };
        view! { <EmptyState title text/> }
    } else {
        table(&slug, &model)
    };
    view! {
        {head}
        <div class="manage">
            <h1>"People"</h1>
            <p class="prose">{format!("{counts}. ")}{open}</p>
            <p><ButtonLink href=PeopleTab::Invite.href(&slug) kind=Kind::Main>"Invite people"</ButtonLink></p>
            {filter}
            {list}
        </div>
    }
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

fn table(slug: &str, model: &MembersPage) -> AnyView {
    let rows: Vec<_> = model.members.iter().map(|member| row(slug, member.clone())).collect();
    let path = PeopleTab::Members.href(slug);
    let pager = pages(&model.filter, &path, ("People", model.members.len(), model.found, model.page_size));
    view! {
        <Table label="Members" stacks=true>
            <thead>
                <tr>
                    <th scope="col">"Name"</th><th scope="col">"Roles"</th><th scope="col">"Team"</th>
                    <th scope="col">"Tracks"</th><th scope="col" class="cell-num">"Most reviews"</th>
                    <th scope="col" class="cell-num">"Reviewed"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </Table>
        {pager}
    }
}

fn row(slug: &str, member: MemberRow) -> AnyView {
    let judges = member.roles.contains(&MemberRole::Judge);
    let or_dash = |text: String| if text.is_empty() { "–".to_owned() } else { text };
    let (team, tracks) = (member.team.unwrap_or_default(), member.tracks.join(", "));
    let blank = |text: &str| text.is_empty().then_some("cell-blank");
    let (no_team, no_tracks, no_cap) = (
        blank(&team),
        blank(&tracks),
        if member.review_cap.is_none() { "cell-num cell-blank" } else { "cell-num" },
    );
    let cap = member.review_cap.map(|cap| cap.to_string()).unwrap_or_default();
    let (done, all) = member.load;
    let (load, load_cell) = if judges || all > 0 {
        (format!("{done} of {all}"), "cell-num")
    } else {
        ("–".to_owned(), "cell-num cell-blank")
    };
    let here = format!("{}/{}", PeopleTab::Members.href(slug), member.id);
    let email = (!member.email.is_empty())
        .then(|| view! { <br/><small class="quiet">{member.email.clone()}</small> });
    view! {
        <tr id=format!("person-{}", member.id)>
            <th scope="row"><a href=here>{member.name}</a>{email}</th>
            <td data-label="Roles">{said::role_list(&member.roles)}</td>
            <td data-label="Team" class=no_team>{or_dash(team)}</td>
            <td data-label="Tracks" class=no_tracks>{or_dash(tracks)}</td>
            <td data-label="Most reviews" class=no_cap>{or_dash(cap)}</td>
            <td data-label="Reviewed" class=load_cell>{load}</td>
        </tr>
    }
}

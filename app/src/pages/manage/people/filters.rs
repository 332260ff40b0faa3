//! What narrows a list of people: words, a role, a state. All of it is in the address.

use crate::prelude::*;
use shared::invitation::InvitationState;
use words::people as said;

/// The state, in an address, of an invitation whose mail could not be delivered.
pub const UNDELIVERED: &str = "undelivered";

/// What a list of people is narrowed to, and which page of it is shown.
#[derive(Clone, Debug, Default)]
pub struct PeopleFilter {
    /// Part of a name or an address (`q`).
    pub q: String,
    /// A role (`role`).
    pub role: Option<MemberRole>,
    /// A state (`state`); lists of members have none.
    pub state: Option<InvitationState>,
    /// Only open invitations whose mail could not be delivered (`state=undelivered`).
    pub undelivered: bool,
    /// The whole list of invitations, and not what needs somebody (`all`).
    pub all: bool,
    /// The page, from 1 (`page`).
    pub page: i64,
}

impl PeopleFilter {
    /// Something is asked for.
    pub fn is_set(&self) -> bool {
        !self.q.is_empty() || self.role.is_some() || !self.state_name().is_empty()
    }

    /// What the address says of the state.
    fn state_name(&self) -> &'static str {
        if self.undelivered { UNDELIVERED } else { self.state.map_or("", InvitationState::name) }
    }

    fn address(&self, path: &str, page: i64) -> String {
        let number = if page > 1 { page.to_string() } else { String::new() };
        let pairs = [
            ("q", self.q.as_str()),
            ("role", self.role.map_or("", MemberRole::name)),
            ("state", self.state_name()),
            ("all", if self.all { "1" } else { "" }),
            ("page", &number),
        ];
        with_query(path, &pairs)
    }
}

/// The form of the filters; `states` where the list has them.
pub(super) fn filter_form(filter: &PeopleFilter, path: &str, states: bool) -> AnyView {
    let mut roles = vec![Choice::new("", "All roles")];
    roles.extend(MemberRole::ALL.map(|r| Choice::new(r.name(), words::capital(said::roles(r)))));
    let state = states.then(|| {
        let mut choices = vec![Choice::new("", "All states")];
        choices.extend(InvitationState::ALL.map(|s| Choice::new(s.name(), said::state(s))));
        choices.push(Choice::new(UNDELIVERED, "Mail not delivered"));
        view! { <Select name="state" label="State" choices value=filter.state_name()/> }
    });
    let (label, all) = if states {
        ("Name, address or team", format!("{path}?all=1"))
    } else {
        ("Name or address", path.to_owned())
    };
    let clear = filter.is_set().then(|| view! { <a href=all>"Show all"</a> });
    // Without words, role and state the form leads to the whole list, too.
    let whole = states.then(|| view! { <input type="hidden" name="all" value="1"/> });
    view! {
        <search class="filters">
            <form class="row" action=path.to_owned()>
                {whole}
                <Field name="q" label=label kind="search" value=filter.q.clone()/>
                <Select name="role" label="Role" choices=roles value=filter.role.map_or("", MemberRole::name)/>
                {state}
                <Button>"Show"</Button>
                {clear}
            </form>
        </search>
    }
}

/// `Members 101–200 of 1,500`, with the ways to the other pages.
pub(super) fn pages(
    filter: &PeopleFilter,
    path: &str,
    (what, shown, found, size): (&str, usize, i64, i64),
) -> AnyView {
    let page = filter.page.max(1);
    let first = (page - 1) * size + 1;
    let last = first - 1 + i64::try_from(shown).unwrap_or(0);
    let said = format!("{what} {first}–{last} of {}", words::thousands(found));
    let previous = (page > 1).then(|| filter.address(path, page - 1));
    let next = (last < found).then(|| filter.address(path, page + 1));
    view! { <Pager words=said previous next/> }
}

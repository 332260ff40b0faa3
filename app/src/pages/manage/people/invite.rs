//! The form that invites people: typed, pasted, or from a file. It is folded on the page of the members.

use super::PeopleTab;
use crate::prelude::*;
use words::people as said;

#[derive(Clone, Debug)]
pub struct InviteForm {
    pub role: MemberRole,
    /// What was typed into the list.
    pub list: String,
    /// It is being filled in.
    pub open: bool,
    /// The roles to choose from, or the sentence why nobody can be invited.
    pub may: Result<Vec<MemberRole>, String>,
}

/// Where a list is sent.
pub(super) fn invite_address(slug: &str) -> String {
    format!("{}/invite", PeopleTab::Members.href(slug))
}

/// The form; where nobody can be invited, why, for who asked for it.
pub(super) fn invite_form(model: InviteForm) -> Option<AnyView> {
    let roles = match model.may {
        Ok(roles) => roles,
        Err(_) if !model.open => return None,
        Err(sentence) => {
            return Some(
                view! { <p class="quiet prose" id="invite">"Nobody can be invited now. "{show_moments(&sentence)}</p> },
            );
        }
    };
    let choices = each(roles, |role| Choice::new(role.name(), words::capital(said::roles(role))));
    let role = model.role.name();
    let hint = "One person a line, or separated by commas: ada@example.org, Ada <ada@example.org>, or rows copied from a spreadsheet.";
    Some(disclosure("Invite people").open(model.open).of(view! {
        <div id="invite">
            <PostForm action=format!("{}/check", invite_address(&this_event().slug)) files=true class="form">
                <p class="field-hint">"You see what each line would do before anybody is invited."</p>
                <Select name="role" id="invite-role" label="Invite as" choices value=role short=true hint="For lines that name no role."/>
                <Area name="list" label="People" value=model.list rows=8 hint/>
                <Field name="file" label="Or a CSV file" kind="file" hint="With the columns email and name; role, tracks, review_cap and external_id are read too. Without headings: name, email, description. At most 1\u{a0}MiB."/>
                <Button kind=Kind::Main>"Check the list"</Button>
            </PostForm>
        </div>
    }))
}

//! The form that invites people: typed, pasted, or from a file.

use super::{PeopleTab, people_links};
use crate::pages::manage::tabs::{ManageTab, manage_head};
use crate::prelude::*;
use shared::invitation::MemberRole;
use words::people as said;

/// What the form shows.
#[derive(Clone, Debug)]
pub struct InvitePage {
    pub role: MemberRole,
    /// What was typed into the list.
    pub list: String,
}

/// The choices of roles.
pub(super) fn role_choices() -> Vec<Choice> {
    MemberRole::ALL.map(|role| Choice::new(role.name(), words::capital(said::roles(role)))).into()
}

pub fn invite_page(model: InvitePage) -> AnyView {
    let head = manage_head(ManageTab::People);
    let action = format!("{}/check", PeopleTab::Invite.href(&this_event().slug));
    let role = model.role.name();
    let hint = "One person a line, or separated by commas: ada@example.org, Ada <ada@example.org>, or rows copied from a spreadsheet.";
    view! {
        {head}
        <div class="manage">
            <h1>"Invite people"</h1>
            {people_links(PeopleTab::Invite)}
            <ErrorSummary heading="The list was not read"/>
            <p class="prose">"You see what each line would do before anybody is invited."</p>
            <PostForm action files=true class="form">
                <Select name="role" label="Invite as" choices=role_choices() value=role short=true hint="For lines that name no role."/>
                <Area name="list" label="People" value=model.list rows=8 hint/>
                <Field name="file" label="Or a CSV file" kind="file" hint="With the columns email and name; role, tracks, review_cap and external_id are read too. Without headings: name, email, description. At most 1\u{a0}MiB."/>
                <Button kind=Kind::Main>"Check the list"</Button>
            </PostForm>
        </div>
    }
}

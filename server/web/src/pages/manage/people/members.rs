//! The list of an event's members, with the form that invites others.

use super::{filter, role};
use crate::pages::prelude::*;
use app::pages::manage::people::invite::InviteForm;
use app::pages::manage::people::members::{MembersPage, members_page};
use model::member::{self, MemberFilter};
use portal::organize::passkeys;
use portal::people::list::{self, PAGE};
use shared::invitation::MemberRole;

/// The list; `?q=`, `?role=` and `?page=` narrow it.
pub struct Members;

impl Desk for Members {
    type Id = ();
    type Found = (Context, member::Members);
    /// What was typed into the form that invites.
    type Beside = Option<Form>;
    const PATH: &'static str = "manage/people";
    const TITLE: &'static str = "People of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<Self::Found> {
        let asked = filter(&at.query);
        let wanted =
            MemberFilter { person: None, role: asked.role, words: asked.q, offset: (asked.page - 1) * PAGE };
        list::members(c, &at.caller, &at.slug, &wanted).await
    }

    fn draw((at, list): Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        let typed = sheet.form().or(sheet.beside.as_ref());
        members_page(MembersPage {
            filter: filter(&sheet.at.query),
            list,
            page_size: PAGE,
            invite: InviteForm {
                role: typed.map_or(MemberRole::Judge, role),
                list: typed.map(|form| form.get("list").to_owned()).unwrap_or_default(),
                open: typed.is_some() || sheet.at.query.asked("invite").is_some(),
            },
            need_passkey: at.facts.event.organizers_need_passkey,
        })
    }
}

/// `POST …/passkeys`: organizers need a passkey where `required` is ticked.
pub async fn require_passkeys(sent: Post<Members>) -> PageResult {
    let required = sent.ticked("required");
    sent.act_to("#passkeys", async |c, at| passkeys::require(c, &at.caller, &at.slug, required).await).await
}

//! The panel of a prize, as an organizer chooses it.

use crate::pages::prelude::*;
use app::pages::manage::{PanelInvitations, PanelPage, panel_page};
use model::prize::Panellist;
use portal::people::send::is_held;
use portal::prizes::panel::{self, PanelChoice};

pub struct Panel;

impl Desk for Panel {
    type Id = (PrizeId, Option<InvitationId>);
    type Found = PanelChoice;
    /// A link that was made just now; none in it where it was mailed, or shown before.
    type Beside = Option<Option<String>>;

    fn path(at: &At<Self::Id>) -> String {
        format!("/events/{}/manage/prizes/{}/panel", at.slug, at.id.0)
    }

    async fn read(c: &mut Conn, at: &At<Self::Id>) -> Outcome<PanelChoice> {
        panel::open_choice(c, &at.caller, &at.slug, at.id.0).await
    }

    fn title(found: &PanelChoice, _: &EventView) -> String {
        format!("Panel of {}", found.prize.terms.name)
    }

    fn draw(found: PanelChoice, sheet: Around<'_, Self>) -> AnyView {
        // The form that invites has an address; the list of people has none.
        let list = sheet.form().filter(|form| form.sent("email").is_none());
        let chosen = |p: &Panellist| {
            list.map_or(p.chosen, |form| form.all("panel").any(|typed| typed == p.person.to_string()))
        };
        let typed = |name: &str| sheet.typed(name).unwrap_or_default();
        panel_page(PanelPage {
            id: found.prize.id.0,
            closed: found.prize.awarded_at.is_some(),
            name: found.prize.terms.name,
            invited: PanelInvitations {
                invitations: found.invitations,
                typed: (typed("email"), typed("name"), sheet.typed("send").is_some()),
                held: is_held(&sheet.at.caller, &found.at),
                link: sheet.beside.clone(),
            },
            people: found.people.into_iter().map(|p| Panellist { chosen: chosen(&p), ..p }).collect(),
        })
    }
}

/// `POST …/panel`: the people `panel` are on it from now on.
pub async fn choose(sent: Post<Panel>) -> PageResult {
    let next = format!("/events/{}/manage/prizes/{}", sent.at.slug, sent.at.id.0);
    let people = sent.form.ids("panel");
    sent.lead(&next, async |c, at| panel::choose(c, &at.caller, &at.slug, at.id.0, people).await).await
}

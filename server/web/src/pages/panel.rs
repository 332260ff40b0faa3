//! The pages of who is on a panel: which panels, and the ballot of one prize.

use crate::pages::prelude::*;
use app::pages::panel::{PanelBallotPage, panel_ballot_page, panels_page};
use portal::prizes::panel::{self, PanelBallot};
use shared::prize::{PANEL_CHOICES, order_of_form};
use shared::refusal::PrizeFault;

/// `GET /panels`: the panels that the visitor is on.
pub async fn list(Shared(state): Shared<State>, Extension(caller): Extension<Caller>) -> PageResult {
    caller.signed_in()?;
    let panels = state.by(&caller).read(panel::own).await?;
    Ok(page(&state, &caller, Frame::new("Your panels", "/panels"), || panels_page(&panels)))
}

/// The ballot of one of a panel; `?saved=1` follows a save.
pub struct Ballot;

impl Desk for Ballot {
    type Id = PrizeId;
    type Found = PanelBallot;
    type Beside = ();

    fn path(at: &At<PrizeId>) -> String {
        format!("/events/{}/prizes/{}/panel", at.slug, at.id)
    }

    async fn read(call: &mut Call<'_>, at: &At<PrizeId>) -> Outcome<PanelBallot> {
        panel::open(call, at.id).await
    }

    fn title(ballot: &PanelBallot, _: &EventView) -> String {
        ballot.prize.terms.name.clone()
    }

    fn draw(ballot: PanelBallot, around: DeskContext<'_, Self>) -> AnyView {
        let chosen = |id: Option<&str>| ProjectId(id.and_then(|id| id.parse().ok()).unwrap_or(0));
        let typed = |form: &Form| form.numbered("choices", PANEL_CHOICES).map(chosen).collect();
        panel_ballot_page(&PanelBallotPage {
            prize: &ballot.prize,
            eligible: &ballot.eligible,
            typed: around.form().map_or_else(|| ballot.ranked.clone(), typed),
            ranked: ballot.ranked,
            may: forms::allowed(ballot.refused),
            saved: around.saved(),
            judges: around.at.caller.judges,
        })
    }

    fn frame(ballot: &PanelBallot, _: &DeskContext<'_, Self>, frame: Frame) -> Frame {
        Frame { script: ballot.refused.is_none().then_some("panel.js"), ..frame }
    }
}

/// `POST /events/<slug>/prizes/<id>/panel`: `choices`, `choices-2` and so on, the best first.
pub async fn rank(sent: Post<Ballot>) -> PageResult {
    let order = order_of_form(&sent.form, PANEL_CHOICES, Fault::Prize(PrizeFault::NotEligible));
    sent.act_to("?saved=1", async |call, at| panel::rank(call, at.id, order).await).await
}

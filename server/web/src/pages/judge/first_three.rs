//! A judge's first three.

use crate::pages::prelude::*;
use app::pages::judge::first_three::{FirstThreePage, first_three_page};
use portal::judge::first_three::{self, OwnFirstThree};
use shared::prize::{FIRST_THREE, order_of_form};

/// The field of each place, the best first. The first one has the name under which faults come.
const FIELDS: [&str; FIRST_THREE] = ["choices", "choices-2", "choices-3"];

/// `?saved=1` follows a save.
pub struct FirstThree;

impl Desk for FirstThree {
    type Id = ();
    type Found = OwnFirstThree;
    type Beside = ();

    const PATH: &'static str = "judge/first-three";

    async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<OwnFirstThree> {
        first_three::open(call).await
    }

    fn title(_: &OwnFirstThree, _: &EventView) -> String {
        "Your first three".to_owned()
    }

    fn draw(own: OwnFirstThree, around: DeskContext<'_, Self>) -> AnyView {
        let typed =
            |form: &Form| FIELDS.map(|field| ProjectId(form.get(field).parse().unwrap_or(0))).to_vec();
        first_three_page(&FirstThreePage {
            fields: FIELDS,
            reviewed: &own.reviewed,
            order: around.form().map_or(own.order, typed),
            may: forms::allowed(own.refused),
            saved: around.saved(),
        })
    }
}

/// `POST /events/<slug>/judge/first-three`.
pub async fn give(sent: Post<FirstThree>) -> PageResult {
    let order = order_of_form(&sent.form, FIRST_THREE, Fault::ForeignPart);
    sent.act_to("?saved=1", async |call, _| first_three::give(call, order).await).await
}

//! The page on which an organizer publishes scores without names.

use crate::pages::prelude::*;
use app::pages::manage::{OpenDataPage, OpenDataState, open_data_page};
use portal::publish::open_data::{self, OpenDataFound, OpenDataWish};

pub struct ManageOpenData;

impl Desk for ManageOpenData {
    type Id = ();
    type Found = OpenDataFound;
    type Beside = ();
    const PATH: &'static str = "manage/open-data";
    const TITLE: &'static str = "Open data of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<OpenDataFound> {
        open_data::for_page(c, &at.caller, &at.slug).await
    }

    fn draw(desk: OpenDataFound, sheet: Around<'_, Self>) -> AnyView {
        open_data_page(OpenDataPage {
            state: match (desk.published, desk.offer) {
                (Some(data), _) => OpenDataState::Public(data.published_at),
                (None, Err(refusal)) => OpenDataState::Refused(words::refusal(&refusal)),
                (None, Ok(data)) => OpenDataState::Offer(data),
            },
            statement: sheet.typed("statement").unwrap_or_default(),
            agreed: sheet.typed("agreed").as_deref() == Some("true"),
        })
    }
}

/// `POST …/open-data`: the `statement` that people agreed to, and `agreed`.
pub async fn post(sent: Post<ManageOpenData>) -> PageResult {
    let wish = OpenDataWish { statement: sent.get("statement").to_owned(), agreed: sent.ticked("agreed") };
    let publish = async |c: &mut Conn, at: &At| {
        open_data::publish(c, &at.caller, &at.slug, Ok(wish), &at.state.base_url).await
    };
    let next = ManageOpenData::path(&sent.at);
    sent.lead_or_wait(&next, publish).await
}

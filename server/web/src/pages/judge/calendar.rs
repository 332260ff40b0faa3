//! The page on which a judge makes, renews and ends the private address of their calendar.

use crate::pages::prelude::*;
use app::pages::judge::calendar::calendar_page;
use portal::judge::calendar;

pub struct Calendar;

impl Desk for Calendar {
    type Id = ();
    type Found = (Context, bool);
    /// The secret of an address that was made just now; none where the form made it before.
    type Beside = Option<Option<String>>;

    const PATH: &'static str = "judge/calendar";
    const TITLE: &'static str = "Your calendar of";

    async fn read(call: &mut Call<'_>, _at: &At) -> Outcome<(Context, bool)> {
        calendar::open(call).await
    }

    fn draw((_, made): (Context, bool), around: DeskContext<'_, Self>) -> AnyView {
        let base = &around.at.state.base_url;
        let address = |secret: String| format!("{base}/calendars/{secret}.ics");
        calendar_page(made, around.beside.map(|secret| secret.map(address)))
    }
}

/// `POST /events/<slug>/judge/calendar/make`.
pub async fn make(sent: Post<Calendar>) -> PageResult {
    let make = async |call: &mut Call<'_>, _: &At| calendar::make(call).await;
    sent.once_shown(make, async |at, secret| show_with::<Calendar>(&at, Some(secret)).await).await
}

/// `POST /events/<slug>/judge/calendar/end`.
pub async fn end(sent: Post<Calendar>) -> PageResult {
    sent.act(async |call, _| calendar::end(call).await).await
}

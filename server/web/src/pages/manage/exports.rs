//! The organizer's list of files, what can be published without names, and how long personal data are kept.

use super::keeping::{part, read_day};
use crate::pages::desk::waiting_page;
use crate::pages::prelude::*;
use app::pages::manage::exports::{ExportsPage, exports_page};
use app::pages::manage::open_data::{OpenData, OpenDataState};
use model::confirmation::ActOutcome;
use model::keeping::KeepingFound;
use portal::organize::keeping;
use portal::publish::open_data::{self, OpenDataFound, OpenDataWish};
use portal::publish::overview::{self, Exports};

pub struct ExportList;

impl Desk for ExportList {
    type Id = ();
    /// With what can be published without names and what is removed, unless scores are withheld from this organizer.
    type Found = (Exports, Option<(OpenDataFound, KeepingFound)>);
    type Beside = ();
    const PATH: &'static str = "manage/exports";
    const TITLE: &'static str = "Exports of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<Self::Found> {
        let found = overview::exports(c, &at.caller, &at.slug).await?;
        if found.withheld.is_some() {
            return Ok((found, None));
        }
        let open_data = open_data::for_page(c, &at.caller, &at.slug).await?;
        let keeping = keeping::for_page(c, &at.caller, &at.slug).await?;
        Ok((found, Some((open_data, keeping))))
    }

    fn draw((found, more): Self::Found, sheet: DeskContext<'_, Self>) -> AnyView {
        let (open_data, keeping) = more.unzip();
        exports_page(ExportsPage {
            without_own_team: found.at.facts.team_left_out().is_some(),
            withheld: found.withheld.map(|refusal| words::refusal(&refusal)),
            last_run: found.last_run,
            open_data: open_data.map(|open_data| without_names(open_data, &sheet)),
            keeping: keeping.map(|keeping| part(keeping, &sheet)),
        })
    }
}

/// What can be published, with the form as it was typed.
fn without_names(found: OpenDataFound, sheet: &DeskContext<'_, ExportList>) -> OpenData {
    OpenData {
        state: match (found.published, found.offer) {
            (Some(data), _) => OpenDataState::Public(data.published_at),
            (None, Err(refusal)) => OpenDataState::Refused(words::refusal(&refusal)),
            (None, Ok(data)) => OpenDataState::Offer(data),
        },
        statement: sheet.typed("statement").unwrap_or_default(),
        agreed: sheet.typed("agreed").as_deref() == Some("true"),
        open: sheet.typed("statement").is_some(),
    }
}

/// `POST …/open-data`: the `statement` that people agreed to, and `agreed`.
pub async fn publish_without_names(sent: Post<ExportList>) -> PageResult {
    let wish = OpenDataWish { statement: sent.get("statement").to_owned(), agreed: sent.ticked("agreed") };
    let publish = async |c: &mut Conn, at: &PageRequest<ExportList>| {
        open_data::publish(c, &at.caller, &at.slug, Ok(wish), &at.state.base_url).await
    };
    let next = format!("{}#open-data", ExportList::path(&sent.at));
    sent.lead_or_wait(&next, publish).await
}

/// Where the page says how long personal data are kept.
fn keeping_address(at: &At) -> String {
    format!("{}#keeping", ExportList::path(at))
}

/// `POST …/keeping/day`: the `day`, empty to take it back, and the day that was `seen`.
pub async fn choose_day(sent: Post<ExportList>) -> PageResult {
    let (day, seen) = (read_day(sent.get("day")), sent.get("seen").parse().ok());
    let choose = async |c: &mut Conn, at: &At| {
        keeping::choose_day(c, &at.caller, &at.slug, day, seen, &at.state.base_url).await
    };
    let next = keeping_address(&sent.at);
    sent.lead_or_wait(&next, choose).await
}

/// `POST …/keeping/forget`: `confirm` is ticked.
pub async fn forget(sent: Post<ExportList>) -> PageResult {
    let confirmed = sent.ticked("confirm");
    let At { state, caller, slug, .. } = sent.at.clone();
    let forget = async |c: &mut Conn| {
        keeping::forget(c, &caller, &slug, confirmed, &state.signer)
            .await
            .map(|done| done.map(ActOutcome::done))
    };
    match state.write_forgetting(forget).await {
        Ok(Some(_)) => Ok(see(&keeping_address(&sent.at))),
        Ok(None) => Ok(see(&waiting_page(&sent.at.slug))),
        Err(failure) => sent.again(failure).await,
    }
}

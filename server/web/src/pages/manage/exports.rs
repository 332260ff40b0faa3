//! The organizer's list of files, what can be published without names, webhooks, and how long personal data are kept.

use super::keeping::{part, read_day};
use super::webhooks as webhook_parts;
use crate::pages::desk::waiting_page;
use crate::pages::prelude::*;
use app::pages::manage::exports::{ExportsPage, exports_page};
use app::pages::manage::open_data::OpenDataState;
use app::pages::manage::webhooks::list::webhooks_page;
use app::pages::manage::webhooks::one::webhook_page;
use model::confirmation::ActOutcome;
use model::context::InEvent;
use model::keeping::KeepingFound;
use portal::organize::keeping;
use portal::organize::webhooks::{self, OneWebhook, WebhooksFound};
use portal::publish::open_data::{self, OpenDataFound, OpenDataWish};
use portal::publish::overview::{self, Exports};
use shared::webhook_form::TypedWebhook;

/// `?webhooks=` shows the list of webhooks in place of the files, and `?of=` one of them. `?keeping=` asks for how long data are kept.
pub struct ExportList;

type ExportsAt = At<Option<i64>>;

/// The list of files; with what can be published without names and what is removed, unless scores are withheld from this organizer.
type Files = (Exports, Option<(OpenDataFound, KeepingFound)>);

/// What the page shows: the files, or webhooks in their place.
pub enum ShownExports {
    Files(Box<Files>),
    Webhooks(WebhooksFound),
    Webhook(OneWebhook),
}

impl InEvent for ShownExports {
    fn at(&self) -> &Context {
        match self {
            Self::Files(files) => files.0.at(),
            Self::Webhooks(found) => found.at(),
            Self::Webhook(one) => one.at(),
        }
    }
}

/// Where the page lists its webhooks.
const LIST: &str = "?webhooks=1";
/// Where it says how long personal data are kept.
const KEEPING: &str = "?keeping=1#keeping";

impl Desk for ExportList {
    /// The webhook of an act.
    type Id = Option<i64>;
    type Found = ShownExports;
    /// A webhook's secret that was made just now.
    type Beside = Option<String>;

    fn path(at: &ExportsAt) -> String {
        let of = at.id.map(|id| format!("?of={id}")).unwrap_or_default();
        format!("/events/{}/manage/exports{of}", at.slug)
    }

    async fn read(call: &mut Call<'_>, at: &ExportsAt) -> Outcome<Self::Found> {
        if let Some(id) = at.shown() {
            return Ok(ShownExports::Webhook(webhooks::one(call, id).await?));
        }
        if at.query.asked("webhooks").is_some() {
            return Ok(ShownExports::Webhooks(webhooks::for_page(call).await?));
        }
        let found = overview::exports(call).await?;
        if found.withheld.is_some() {
            return Ok(ShownExports::Files(Box::new((found, None))));
        }
        let open_data = open_data::for_page(call).await?;
        let keeping = keeping::for_page(call).await?;
        Ok(ShownExports::Files(Box::new((found, Some((open_data, keeping))))))
    }

    fn title(found: &Self::Found, event: &EventView) -> String {
        let what = match found {
            ShownExports::Files(_) => "Exports",
            ShownExports::Webhooks(_) | ShownExports::Webhook(_) => "Webhooks",
        };
        format!("{what} of {}", event.name())
    }

    fn draw(found: Self::Found, mut sheet: DeskContext<'_, Self>) -> AnyView {
        let (found, more) = match found {
            ShownExports::Files(files) => *files,
            ShownExports::Webhooks(found) => return webhooks_page(webhook_parts::all(found, &sheet)),
            ShownExports::Webhook(one) => {
                let secret = sheet.beside.take();
                return webhook_page(webhook_parts::one(one, secret, &sheet));
            }
        };
        let (open_data, keeping) = more.unzip();
        exports_page(ExportsPage {
            without_own_team: !found.at.facts.teams_left_out().is_empty(),
            withheld: found.withheld.map(|refusal| words::refusal(&refusal)),
            last_run: found.last_run,
            open_data: open_data.map(without_names),
            keeping: keeping.map(|keeping| part(keeping, &sheet)),
            asks_keeping: sheet.at.query.asked("keeping").is_some(),
        })
    }
}

/// What can be published.
fn without_names(found: OpenDataFound) -> OpenDataState {
    match (found.published, found.offer) {
        (Some(data), _) => OpenDataState::Public(data.published_at),
        (None, Err(refusal)) => OpenDataState::Refused(words::refusal(&refusal)),
        (None, Ok(data)) => OpenDataState::Offer(data),
    }
}

/// `POST …/open-data`: the `statement` that people agreed to, and `agreed`.
pub async fn publish_without_names(sent: Post<ExportList>) -> PageResult {
    let wish = OpenDataWish { statement: sent.get("statement").to_owned(), agreed: sent.ticked("agreed") };
    let publish = async |call: &mut Call<'_>, at: &PageRequest<ExportList>| {
        open_data::publish(call, Ok(wish), &at.state.base_url).await
    };
    let next = ActDone::OpenDataPublished.at(&format!("{}#open-data", ExportList::path(&sent.at)));
    sent.lead_or_wait(&next, publish).await
}

fn keeping_address(at: &ExportsAt) -> String {
    format!("{}{KEEPING}", ExportList::path(at))
}

/// `POST …/keeping/day`: the `day`, empty to take it back, and the day that was `seen`.
pub async fn choose_day(sent: Post<ExportList>) -> PageResult {
    let (day, seen) = (read_day(sent.get("day")), sent.get("seen").parse().ok());
    let done = if matches!(day, Ok(None)) { ActDone::DayTakenBack } else { ActDone::DayChosen };
    let choose = async |call: &mut Call<'_>, at: &ExportsAt| {
        keeping::choose_day(call, day, seen, &at.state.base_url).await
    };
    let next = done.at(&keeping_address(&sent.at));
    sent.asking("keeping", "1").lead_or_wait(&next, choose).await
}

/// `POST …/keeping/forget`: `confirm` is ticked.
pub async fn forget(sent: Post<ExportList>) -> PageResult {
    let sent = sent.asking("keeping", "1");
    let (at, confirmed) = (&sent.at, sent.ticked("confirm"));
    let forget = async |call: &mut Call<'_>| {
        keeping::forget(call, confirmed, &at.state.signer).await.map(|done| done.map(ActOutcome::done))
    };
    match at.state.write_forgetting(at.by(), forget).await {
        Ok(Some(_)) => Ok(see(&ActDone::PersonalDataRemoved.at(&keeping_address(at)))),
        Ok(None) => Ok(see(&waiting_page(&at.slug))),
        Err(failure) => sent.again(failure).await,
    }
}

/// `POST …/webhooks`: adds one with `url`, `format` and each `kind`. The answer shows its secret.
pub async fn add_webhook(sent: Post<ExportList>) -> PageResult {
    let new = TypedWebhook::of_form(&sent.form);
    let add = async |call: &mut Call<'_>, at: &ExportsAt| {
        let loopback = at.state.settings.webhooks.allow_loopback;
        webhooks::add(call, Ok(new), loopback).await
    };
    let next = async |at: ExportsAt, added| match added {
        Some((id, secret)) => show_with::<ExportList>(&at.to(Some(id)), Some(secret)).await,
        // The form was sent again: its secret is not shown twice.
        None => Ok(see(&format!("{}{LIST}", ExportList::path(&at)))),
    };
    sent.asking("webhooks", "1").once_shown(add, next).await
}

/// `POST …/webhooks/<id>`: changes it. `version` is that of the form.
pub async fn change_webhook(sent: Post<ExportList>) -> PageResult {
    let (new, version) = (TypedWebhook::of_form(&sent.form), sent.get("version").to_owned());
    let change = async |call: &mut Call<'_>, at: &ExportsAt| {
        let loopback = at.state.settings.webhooks.allow_loopback;
        webhooks::change(call, (at.one()?, &version), Ok(new), loopback).await
    };
    sent.did(ActDone::WebhookSaved, "", change).await
}

/// `POST …/webhooks/<id>/secret`: replaces the secret. The answer shows the new one.
pub async fn replace_secret(sent: Post<ExportList>) -> PageResult {
    let replace = async |call: &mut Call<'_>, at: &ExportsAt| webhooks::replace_secret(call, at.one()?).await;
    sent.once_shown(replace, async |at, secret| show_with::<ExportList>(&at, secret).await).await
}

/// `POST …/webhooks/<id>/switch`: on where `on` is `true`, else off.
pub async fn switch_webhook(sent: Post<ExportList>) -> PageResult {
    let on = sent.ticked("on");
    let done = if on { ActDone::WebhookOn } else { ActDone::WebhookOff };
    sent.did(done, "", async |call, at| webhooks::switch(call, at.one()?, on).await).await
}

/// `POST …/webhooks/<id>/test`: has a test sent.
pub async fn test_webhook(sent: Post<ExportList>) -> PageResult {
    sent.did(ActDone::WebhookMessageWaits, "#attempts", async |call, at| {
        webhooks::test(call, at.one()?).await
    })
    .await
}

/// `POST …/webhooks/<id>/again`: has the message of the log's row `seq` sent again.
pub async fn send_webhook_again(sent: Post<ExportList>) -> PageResult {
    let seq: i64 = sent.get("seq").parse().unwrap_or_default();
    sent.did(ActDone::WebhookMessageWaits, "#attempts", async |call, at| {
        webhooks::send_again(call, at.one()?, seq).await
    })
    .await
}

/// `POST …/webhooks/<id>/remove`.
pub async fn remove_webhook(sent: Post<ExportList>) -> PageResult {
    let list = format!("{}{LIST}", ExportList::path(&sent.at.clone().to(None)));
    sent.lead(&ActDone::WebhookRemoved.at(&list), async |call, at| webhooks::remove(call, at.one()?).await)
        .await
}

//! The page that publishes a run.

use crate::pages::prelude::*;
use app::pages::manage::publish::{
    self as view, ProvisionalFields, Publish, PublishPage, Replaced, publish_page,
};
use app::pages::manage::warnings::Names;
use model::publication::Publication;
use model::run::StoredRun;
use portal::publish::publication_page::{self, PublicationOffer};
use portal::publish::publish;
use shared::publish::Wish;

pub struct Publishing;

impl Desk for Publishing {
    type Id = ();
    type Found = PublicationOffer;
    type Beside = ();
    const PATH: &'static str = "manage/calibration/publish";
    const TITLE: &'static str = "Publish results of";

    async fn read(c: &mut Conn, at: &At) -> Outcome<PublicationOffer> {
        publication_page::offer(c, &at.caller, &at.slug).await
    }

    fn draw(offer: PublicationOffer, sheet: DeskContext<'_, Self>) -> AnyView {
        let follow = sheet.form().map(|form| form.all("follow").map(str::to_owned).collect());
        publish_page(PublishPage {
            publish: publish_model(offer),
            reason: sheet.typed("reason").unwrap_or_default(),
            follow: follow.unwrap_or_default(),
            consent: sheet.typed("consent").as_deref() == Some("true"),
            provisional: ProvisionalFields {
                ticked: sheet.typed("provisional").as_deref() == Some("true"),
                until: sheet.typed("until").unwrap_or_default(),
                owed: sheet.typed("owed"),
                zone: sheet.event.zone().name().to_owned(),
            },
        })
    }
}

/// `POST …/publish`: `run`, `reason` where one is needed, `consent` to warnings that need it; `provisional` with `until`, on the clocks of
/// the event's place, and `owed`, one thing a line.
pub async fn post(sent: Post<Publishing>) -> PageResult {
    let next = format!("/events/{}/results?published=1", sent.at.slug);
    let mut wish = Wish::of_form(&sent.form);
    if let Ok(Wish { provisional: Some(provisional), .. }) = &mut wish {
        match sent.time("until").await? {
            Ok(until) => provisional.until = until,
            Err(refusal) => wish = Err(refusal),
        }
    }
    let publish =
        async |c: &mut Conn, at: &At| publish::publish(c, &at.caller, &at.slug, wish, &at.state.signer).await;
    sent.lead_or_wait(&next, publish).await
}

/// What publishing would do. An open vote comes first: what is public is hidden meanwhile.
fn publish_model(mut offer: PublicationOffer) -> Publish {
    if let Some(refusal) = offer.refused {
        return Publish::Refused(words::refusal(&refusal));
    }
    match (offer.run.take(), offer.published.take()) {
        (None, _) => Publish::Refused(words::refusal(&Reason::NoRun.into())),
        (Some(run), Some(public)) if public.run == run.run => Publish::Refused(format!(
            "Run {} has been public since {}. A correction needs a later run.",
            public.run,
            words::stamp(public.published_at)
        )),
        (Some(run), public) => Publish::Offer(offer_model(offer, &run, public)),
    }
}

fn offer_model(offer: PublicationOffer, run: &StoredRun, public: Option<Publication>) -> view::Offer {
    let first = run.outcome.projects.iter().filter(|p| p.rank == 1);
    view::Offer {
        run: run.run,
        projects: run.outcome.fit.projects,
        judges: run.outcome.fit.judges,
        reviews: run.outcome.fit.reviews,
        first: first.filter_map(|p| offer.titles.get(&ProjectId(p.project)).cloned()).collect(),
        replaces: public.map(|p| Replaced { run: p.run, since: p.published_at, moved: offer.moved }),
        checks: offer.checks,
        warnings: offer.warnings,
        votes: offer.votes,
        prizes: offer.prizes,
        feedback: offer.at.facts.event.feedback,
        names: Names { projects: offer.titles, judges: offer.judge_names },
    }
}

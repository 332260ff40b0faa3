//! Making a run public, and correcting what is.

use super::news::{self, Corrected, PublicationNews};
use super::publication_page::warnings;
use super::signed_results;
use crate::prelude::*;
use crate::prizes::{award, duties};
use crate::records::signer::Signer;
use crate::second_organizer::hold;
use shared::confirmation::AskedAct;
use shared::publication::Warning;
use shared::publish::Wish;
use store::facts;
use store::{duplicate, publication, run, winner_duty};

/// Longest reason of a correction.
pub const REASON: usize = 2_000;

/// Makes a run public; a later one as a correction. Returns its number, where no second organizer is asked first.
/// Errors: 401, 404, 403; 409 while the vote is open, or without a run that is later than the published one; 400 for a reason too long; 422
/// for one that is missing, or that nothing asks for, and without consent to a warning that needs it.
pub async fn publish(call: &mut Call<'_>, sent: Sent<Wish>, signer: &Signer) -> Acted<ActOutcome<i32>> {
    let (at, _) = call.open::<act::Publish>().await?;
    let wish = sent?;
    let asked = match wish.run {
        Some(number) => run::find(call.conn, at.event, number)
            .await?
            .ok_or_else(|| Refusal::from(Reason::RunUnknown { run: number }))?,
        None => run::latest(call.conn, at.event).await?.ok_or_else(|| Refusal::from(Reason::NoRun))?,
    };
    // Publications of an event wait for each other, and for submissions, which change what is ranked. Without this, two
    // presses at once would both pass as the first publication.
    duplicate::lock_submitted_projects(call.conn, at.event).await?;
    // The rule is asked again after the wait for the lock: a vote may have opened meanwhile, or a role be gone.
    let at = call.context().await?;
    let permit = call.ask::<act::Publish>(&at)?;
    let before = publication::newest(call.conn, at.event).await?;
    if wish.provisional.is_some() && before.as_ref().is_some_and(|p| p.provisional_until.is_none()) {
        return Err(Reason::PublishedAsFinal.into());
    }
    // The button was pressed twice: the second press finds what the first one did.
    if before.as_ref().is_some_and(|p| p.run == asked.run) && text::is_blank(&wish.reason) {
        return Ok(Done::unlogged(ActOutcome::Done(asked.run)));
    }
    require(before.as_ref().is_none_or(|p| asked.run > p.run), Reason::RunNotLater)?;
    let reason = reason(&wish.reason, before.as_ref(), asked.outcome.fit.converged)?;
    // A correction is as provisional as what it corrects.
    let typed = wish.provisional.clone().filter(|_| before.is_none());
    let first = typed.map(|typed| typed.checked(at.now)).transpose()?;
    let mut weighty = warnings(call, &at, &asked).await?;
    weighty.retain(Warning::needs_consent);
    if !wish.consent && !weighty.is_empty() {
        return Err(Refusal::value("consent", Fault::ConsentMissing).into());
    }
    let shown = |warning: &Warning| wish.warned.iter().any(|kind| kind == warning.kind());
    if !wish.warned.is_empty() && !weighty.iter().all(shown) {
        return Err(Refusal::value("consent", Fault::ConsentOutdated).into());
    }
    // Pinned: the latest run may be another one by the time somebody confirms, and the consent is to what is warned of now.
    let pinned = || {
        let warned = weighty.iter().map(|warning| warning.kind().to_owned()).collect();
        AskedAct::Publish(Wish {
            run: Some(asked.run),
            consent: wish.consent && !weighty.is_empty(),
            warned,
            ..wish.clone()
        })
    };
    if let Some(held) = hold(call, &at, &signer.issuer(), pinned).await? {
        return Ok(held);
    }
    // A correction tells the teams for which something changes, and a provisional publication its winners.
    let had = if before.is_some() { duties::won(call.conn, at.event).await? } else { BTreeSet::new() };
    let followed = award::follow_ranking(call, &at, &asked, &wish.follow).await?;
    Box::pin(award::note_ranking(call, &at, &permit, &asked)).await?;
    let provisional = match &before {
        Some(before) => still_provisional(call.conn, &at, before, &had).await?,
        None => first,
    };
    let public = match &before {
        Some(before) => run::find(call.conn, at.event, before.run).await?,
        None => None,
    };
    let corrects = before.is_some().then(|| {
        let runs = public.as_ref().map(|public| [public, &asked]);
        Corrected { had: &had, runs }
    });
    let about = PublicationNews { provisional: provisional.as_ref(), corrects };
    let told = Box::pin(news::tell(call, &signer.issuer(), &at, about)).await?;
    let run = asked.run;
    let publishing = Publishing { at, permit, run: asked, reason, before, provisional, is_final: false };
    Ok(followed.and(told).and(publishing.done(call.caller, signer)).map(|()| ActOutcome::Done(run)))
}

/// Until when corrected results stay provisional, and what winners owe. `had` won before: who follows them may get a later day.
pub(super) async fn still_provisional(
    conn: &mut Conn,
    at: &Context,
    before: &Publication,
    had: &BTreeSet<(ProjectId, PrizeId)>,
) -> Outcome<Option<(DateTime<Utc>, Vec<String>)>> {
    let Some(until) = before.provisional_until else { return Ok(None) };
    let won = duties::projects(&duties::won(conn, at.event).await?);
    let nobody_new = won.is_subset(&duties::projects(had));
    let until = if nobody_new { until } else { duties::day_of_followers(conn, at, until).await? };
    Ok(Some((until, before.owed.clone())))
}

/// Publishes provisional results once more, as final ones.
/// Errors: 401, 404; 403 also for an organizer who takes part; 409 while the vote is open, where results are not provisional, as long as a
/// winner owes something, and where one is flagged as a repeat.
pub async fn make_final(call: &mut Call<'_>, signer: &Signer) -> Acted<ActOutcome> {
    let (at, _) = call.open::<act::Publish>().await?;
    duplicate::lock_submitted_projects(call.conn, at.event).await?;
    // As in [`publish`].
    let at = call.context().await?;
    let permit = call.ask::<act::Publish>(&at)?;
    let before = publication::newest(call.conn, at.event).await?;
    if before.as_ref().is_some_and(|before| before.final_of.is_some()) {
        return Ok(Done::unlogged(ActOutcome::Done(())));
    }
    let before = before.filter(|before| before.provisional_until.is_some());
    let before = before.ok_or(Refusal::from(Reason::NotProvisional))?;
    let owed = winner_duty::all(call.conn, at.event).await?;
    let missing = owed.iter().filter(|duty| duty.shown != Some(true)).count();
    require(missing == 0, Reason::WinnersOwe { missing })?;
    let winners = duties::repeats(call.conn, at.event).await?.len();
    require(winners == 0, Reason::WinnersRepeat { winners })?;
    if let Some(held) = hold(call, &at, &signer.issuer(), || AskedAct::MakeFinal).await? {
        return Ok(held);
    }
    let told = Box::pin(news::tell_final(call, &signer.issuer(), &at)).await?;
    let run = run::find(call.conn, at.event, before.run).await?.ok_or_else(Refusal::not_found)?;
    let before = Some(before);
    let publishing = Publishing { at, permit, run, reason: None, before, provisional: None, is_final: true };
    Ok(told.and(publishing.done(call.caller, signer)).map(ActOutcome::Done))
}

/// Publishes the published run once more, since what is signed beside the ranking changed: as provisional as [`still_provisional`] says.
/// Errors: 404 where nothing is published.
pub(super) async fn correct(
    call: &mut Call<'_>,
    at: Context,
    permit: Permit<act::Publish>,
    reason: String,
    provisional: Option<(DateTime<Utc>, Vec<String>)>,
    signer: &Signer,
) -> Acted {
    let before = publication::newest(call.conn, at.event).await?.ok_or_else(Refusal::not_found)?;
    let run = run::find(call.conn, at.event, before.run).await?.ok_or_else(Refusal::not_found)?;
    let (reason, before) = (Some(reason), Some(before));
    let publishing = Publishing { at, permit, run, reason, before, provisional, is_final: false };
    Ok(publishing.done(call.caller, signer))
}

/// A publication that waits for its audit row.
struct Publishing {
    at: Context,
    permit: Permit<act::Publish>,
    run: StoredRun,
    reason: Option<String>,
    before: Option<Publication>,
    /// Until when it is provisional, and what winners owe.
    provisional: Option<(DateTime<Utc>, Vec<String>)>,
    /// It makes final what it replaces.
    is_final: bool,
}

impl Publishing {
    /// Its number in the event.
    fn number(&self) -> i32 {
        self.before.as_ref().map_or(0, |before| before.number) + 1
    }

    /// Logs it. The signed document holds the log's head after this very row, and a publication is never updated.
    fn done(self, caller: &Caller, signer: &Signer) -> Done<()> {
        let action = match &self.before {
            None => "results.published",
            Some(_) if self.is_final => "results.finalized",
            Some(_) => "results.corrected",
        };
        let mut after = json!({
            "publication": self.number(),
            "run": self.run.run,
            "method": self.run.outcome.method,
            "input_digest": self.run.outcome.input_digest,
            // Organizers write it freely, so it may name people; the log keeps what proves it.
            "reason_sha256": self.reason.as_deref().map(|r| sha256_hex(r.as_bytes())),
        });
        if let Some((until, owed)) = &self.provisional {
            after["provisional_until"] = json!(until);
            after["owed"] = json!(owed.len());
        }
        if let Some(before) = self.before.as_ref().filter(|_| self.is_final) {
            after["final_of"] = json!(before.number);
        }
        let entry = entry(caller, &self.at, action, "run", self.run.run)
            .before(self.before.as_ref().map(|p| json!({ "publication": p.number, "run": p.run })))
            .after(after);
        let signer = signer.clone();
        Done::logged((), entry)
            .and_after_row(|conn| Box::pin(async move { self.sign_and_insert(conn, &signer).await }))
    }

    async fn sign_and_insert(self, conn: &mut Conn, signer: &Signer) -> Outcome<()> {
        let number = self.number();
        let Self { at, permit, run, reason, before, provisional, is_final } = self;
        let published_at = facts::now(conn).await?;
        let run_id = run.id;
        let (provisional_until, owed) = provisional.unzip();
        let publication = Publication {
            number,
            run: run.run,
            published_at,
            reason,
            // What is final corrects nothing.
            supersedes: before.as_ref().filter(|_| !is_final).map(|before| before.run),
            provisional_until,
            owed: owed.unwrap_or_default(),
            final_of: before.filter(|_| is_final).map(|before| before.number),
            signed: true,
        };
        let signed = signed_results::sign(conn, &at, run, publication.clone(), signer).await?;
        publication::insert(conn, &permit, run_id, &publication, &signed).await
    }
}

/// The reason as stored. Each correction has one, and so has a first publication of a fit that was stopped early.
fn reason(typed: &str, before: Option<&Publication>, converged: bool) -> Result<Option<String>, Refusal> {
    let reason = FieldErrors::default()
        .gather(|errors| text::clean("reason", TextField::Reason, typed.trim(), REASON, errors))?;
    match (before, text::is_blank(&reason)) {
        (None, true) if converged => Ok(None),
        (None, true) => Err(Refusal::value("reason", Fault::ReasonUnfinishedMissing)),
        (None, false) if converged => Err(Refusal::value("reason", Fault::ReasonNeedless)),
        (Some(_), true) => Err(Refusal::value("reason", Fault::ReasonMissing)),
        (_, false) => Ok(Some(reason)),
    }
}

//! Making a run public, and correcting what is.

use super::publication_page::warnings;
use super::signed_results;
use crate::prelude::*;
use crate::prizes::award;
use crate::records::signer::Signer;
use model::publication::Publication;
use model::run::StoredRun;
use shared::publication::Warning;
use shared::publish::Wish;
use store::facts;
use store::{duplicate, publication, run};

/// Longest reason of a correction.
pub const REASON: usize = 2_000;

/// Makes a run public; a later one as a correction. Returns its number.
///
/// # Errors
/// 401, 404, 403; 409 while the vote is open, or without a run that is later than the published one;
/// 400 for a reason too long; 422 for one that is missing, or that nothing asks for, and without consent to a
/// warning that needs it.
pub async fn publish(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    sent: Sent<Wish>,
    signer: &Signer,
) -> Acted<i32> {
    let (at, _) = caller.open::<act::Publish>(conn, slug).await?;
    let wish = sent?;
    let asked = match wish.run {
        Some(number) => run::find(conn, at.event, number)
            .await?
            .ok_or_else(|| Refusal::from(Reason::RunUnknown { run: number }))?,
        None => run::latest(conn, at.event).await?.ok_or_else(|| Refusal::from(Reason::NoRun))?,
    };
    // Publications of an event wait for each other, and for submissions, which change what is ranked. Without this, two
    // presses at once would both pass as the first publication.
    duplicate::lock_submitted_projects(conn, at.event).await?;
    // The rule is asked again after the wait for the lock: a vote may have opened meanwhile, or a role be gone.
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    let permit = caller.ask::<act::Publish>(&at)?;
    let before = publication::newest(conn, at.event).await?;
    // The button was pressed twice: the second press finds what the first one did.
    if before.as_ref().is_some_and(|p| p.run == asked.run) && wish.reason.trim().is_empty() {
        return Ok(Done::unlogged(asked.run));
    }
    if before.as_ref().is_some_and(|p| asked.run <= p.run) {
        return Err(Reason::RunNotLater.into());
    }
    let reason = reason(&wish.reason, before.as_ref(), asked.outcome.fit.converged)?;
    let mut weighty = warnings(conn, caller, &at, &asked).await?;
    weighty.retain(Warning::needs_consent);
    if !wish.consent && !weighty.is_empty() {
        return Err(Refusal::value("consent", Fault::ConsentMissing).into());
    }
    let shown = |warning: &Warning| wish.warned.iter().any(|kind| kind == warning.kind());
    if !wish.warned.is_empty() && !weighty.iter().all(shown) {
        return Err(Refusal::value("consent", Fault::ConsentOutdated).into());
    }
    let followed = award::follow_ranking(conn, caller, &at, &asked, &wish.follow).await?;
    let run = asked.run;
    let publishing = Publishing { at, permit, run: asked, reason, before };
    Ok(followed.and(publishing.done(caller, signer)).map(|()| run))
}

/// Publishes the published run once more, since what is signed beside the ranking changed.
///
/// # Errors
/// 404 where nothing is published.
pub(super) async fn correct(
    conn: &mut Conn,
    caller: &Caller,
    at: Context,
    permit: Permit<act::Publish>,
    reason: String,
    signer: &Signer,
) -> Acted {
    let before = publication::newest(conn, at.event).await?.ok_or_else(Refusal::not_found)?;
    let run = run::find(conn, at.event, before.run).await?.ok_or_else(Refusal::not_found)?;
    let publishing = Publishing { at, permit, run, reason: Some(reason), before: Some(before) };
    Ok(publishing.done(caller, signer))
}

/// A publication that waits for its audit row.
struct Publishing {
    at: Context,
    permit: Permit<act::Publish>,
    run: StoredRun,
    reason: Option<String>,
    /// What it replaces.
    before: Option<Publication>,
}

impl Publishing {
    /// Its number in the event.
    fn number(&self) -> i32 {
        self.before.as_ref().map_or(0, |before| before.number) + 1
    }

    /// Logs it. The signed document holds the log's head after this very row, and a publication is never updated.
    fn done(self, caller: &Caller, signer: &Signer) -> Done<()> {
        let action = if self.before.is_some() { "results.corrected" } else { "results.published" };
        let after = json!({
            "publication": self.number(),
            "run": self.run.run,
            "method": self.run.outcome.method,
            "input_digest": self.run.outcome.input_digest,
            // Organizers write it freely, so it may name people; the log keeps what proves it.
            "reason_sha256": self.reason.as_deref().map(|r| sha256_hex(r.as_bytes())),
        });
        let entry = entry(caller, &self.at, action, "run", self.run.run)
            .before(self.before.as_ref().map(|p| json!({ "publication": p.number, "run": p.run })))
            .after(after);
        let signer = signer.clone();
        Done::logged((), entry)
            .and_after_row(|conn| Box::pin(async move { self.sign_and_insert(conn, &signer).await }))
    }

    async fn sign_and_insert(self, conn: &mut Conn, signer: &Signer) -> Outcome<()> {
        let number = self.number();
        let Self { at, permit, run, reason, before } = self;
        let published_at = facts::now(conn).await?;
        let run_id = run.id;
        let supersedes = before.map(|before| before.run);
        let publication =
            Publication { number, run: run.run, published_at, reason, supersedes, signed: true };
        let signed = signed_results::sign(conn, &at, run, publication.clone(), signer).await?;
        publication::insert(conn, &permit, run_id, &publication, &signed).await
    }
}

/// The reason as stored. Each correction has one, and so has a first publication of a fit that was stopped early.
fn reason(typed: &str, before: Option<&Publication>, converged: bool) -> Result<Option<String>, Refusal> {
    let mut errors = FieldErrors::default();
    let reason = text::clean("reason", TextField::Reason, typed.trim(), REASON, &mut errors);
    errors.into_result()?;
    match (before, reason.is_empty()) {
        (None, true) if converged => Ok(None),
        (None, true) => Err(Refusal::value("reason", Fault::ReasonUnfinishedMissing)),
        (None, false) if converged => Err(Refusal::value("reason", Fault::ReasonNeedless)),
        (Some(_), true) => Err(Refusal::value("reason", Fault::ReasonMissing)),
        (_, false) => Ok(Some(reason)),
    }
}

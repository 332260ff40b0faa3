//! What needs an organizer's attention, in numbers.

use super::calibration_page::ready;
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::model::checklist::SetupNumbers;
use crate::model::context::{Context, EventKey};
use crate::model::overview::{EventNumbers, ProjectToCheck};
use crate::model::publication::Publication;
use crate::portal::context;
use crate::store::{Conn, checklist, mail_delivery, overview, publication, run};
use chrono::{DateTime, Utc};
use shared::refusal::Refusal;
use shared::rules::{act, may};

/// An event in numbers.
#[derive(Clone, Debug)]
pub struct Overview {
    /// The event, and the organizer in it.
    pub at: Context,
    /// What was counted.
    pub counts: EventNumbers,
    /// What it has been given so far.
    pub setup: SetupNumbers,
    /// Projects to look at.
    pub attention: Vec<ProjectToCheck>,
    /// Open invitations that no mail server delivers.
    pub undelivered: i64,
    /// What is public.
    pub published: Option<Publication>,
    /// The latest run.
    pub last_run: Option<LastRun>,
    /// Why the state of the ranking is withheld from this organizer.
    pub withheld: Option<Refusal>,
}

/// The latest run, and whether it still says what the reviews say.
#[derive(Clone, Copy, Debug)]
pub struct LastRun {
    /// Its number.
    pub run: i32,
    /// When it was stored.
    pub at: DateTime<Utc>,
    /// Another run would say the same; `None` where this organizer may not know.
    pub fresh: Option<bool>,
}

/// Reads the numbers.
///
/// # Errors
/// 401, 404, 403.
pub async fn overview(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<Overview> {
    caller.signed_in()?;
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    may::<act::Manage>(caller.actor.as_ref(), &at.facts, at.now)?;
    let latest = run::latest(conn, at.event).await?;
    let withheld = may::<act::Calibrate>(caller.actor.as_ref(), &at.facts, at.now).err();
    let fresh = match withheld {
        None => Some(ready(conn, &at, latest.as_ref()).await?.0.same_as.is_some()),
        // It turns with every review, those of the organizer's own team among them.
        Some(_) => None,
    };
    Ok(Overview {
        counts: overview::counts(conn, at.event, at.facts.team_left_out()).await?,
        setup: checklist::counts(conn, at.event, at.facts.team_left_out()).await?,
        attention: overview::attention(conn, at.event, at.facts.team_left_out()).await?,
        undelivered: mail_delivery::undelivered(conn, at.event).await?,
        published: publication::newest(conn, at.event).await?,
        last_run: latest.map(|l| LastRun { run: l.run, at: l.created_at, fresh }),
        withheld,
        at,
    })
}

/// What can be exported by this organizer.
#[derive(Clone, Debug)]
pub struct Exports {
    /// The event, and the organizer in it.
    pub at: Context,
    /// Why the files that reveal scores are withheld.
    pub withheld: Option<Refusal>,
    /// The latest run, which the files `results` and `judges` describe.
    pub last_run: Option<i32>,
}

/// Reads what can be exported.
///
/// # Errors
/// 401, 404, 403.
pub async fn exports(conn: &mut Conn, caller: &Caller, slug: &str) -> Outcome<Exports> {
    caller.signed_in()?;
    let at = context(conn, caller, EventKey::Slug(slug)).await?;
    may::<act::Export>(caller.actor.as_ref(), &at.facts, at.now)?;
    let withheld = may::<act::ExportScores>(caller.actor.as_ref(), &at.facts, at.now).err();
    let last_run = run::list(conn, at.event).await?.first().map(|line| line.run);
    Ok(Exports { at, withheld, last_run })
}

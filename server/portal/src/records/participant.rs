//! Signed records of participation: the team and its projects.

use super::signer::Signer;
use crate::prelude::*;
use shared::provenance::{EventName, ParticipantRecord, Payload, PersonName, ProjectRecord};
use shared::rules::results_view;
use store::{publication, record, run};

/// The caller's signed record: their team and its submitted projects, with ranks once results are public.
///
/// # Errors
/// 401; 404 for an unknown event; 403 for a caller who does not take part in it; 409 where this process may not sign.
pub async fn read(conn: &mut Conn, caller: &Caller, slug: &str, signer: &Signer) -> Outcome<String> {
    let record = contents(conn, caller, slug, signer).await?;
    signer.sign(conn, &Payload::Participant(record)).await
}

/// What [`read`] signs.
pub(super) async fn contents(
    conn: &mut Conn,
    caller: &Caller,
    slug: &str,
    signer: &Signer,
) -> Outcome<ParticipantRecord> {
    let person = caller.account()?;
    let (at, _) = caller.open::<act::ReadParticipantRecord>(conn, slug).await?;
    let ranks = ranks(conn, &at).await?;
    let of = u32::try_from(ranks.len()).ok();
    let (team, projects) = record::of_participant(conn, at.event, person).await?;
    let projects = projects.into_iter().map(|p| {
        let rank = ranks.get(&p.id).copied();
        ProjectRecord { rank, of: rank.and(of), ..p }
    });
    Ok(ParticipantRecord {
        issuer: signer.issuer(),
        issued_at: at.now,
        projects: projects.collect(),
        event: EventName { slug: at.slug, name: at.facts.event.name },
        person: PersonName { name: caller.name.clone(), email: caller.email.clone() },
        team,
    })
}

/// Ranks by project, as everybody may read them now; none before publication, or while the community votes.
async fn ranks(conn: &mut Conn, at: &Context) -> Outcome<BTreeMap<i64, u32>> {
    let Some(public) = publication::public_run(conn, at.event).await? else { return Ok(BTreeMap::new()) };
    if results_view(None, &at.facts, at.now).is_err() {
        return Ok(BTreeMap::new());
    }
    let run = run::find(conn, at.event, public.run).await?;
    let outcomes = run.into_iter().flat_map(|r| r.outcome.projects);
    Ok(outcomes.map(|p| (p.project, p.rank)).collect())
}

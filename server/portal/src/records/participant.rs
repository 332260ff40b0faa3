//! Signed records of participation: the team and its projects.

use super::signer::Signer;
use crate::prelude::*;
use shared::provenance::{AuditHead, EventName, ParticipantRecord, Payload, PersonName, ProjectRecord};
use store::{publication, record, run};

/// The caller's signed record: their team and its submitted projects, with ranks once results are public.
/// Errors: 401; 404 for an unknown event; 403 for a caller who does not take part in it; 409 where this process may not sign.
pub async fn read(call: &mut Call<'_>, signer: &Signer) -> Outcome<String> {
    let record = contents(call, signer).await?;
    signer.sign(call.conn, &Payload::Participant(record)).await
}

/// What [`read`] signs.
pub(super) async fn contents(call: &mut Call<'_>, signer: &Signer) -> Outcome<ParticipantRecord> {
    let person = call.caller.account()?;
    let (at, _) = call.open::<act::ReadParticipantRecord>().await?;
    let PublicRanks { ranks, provisional_until, row } = ranks(call.conn, &at).await?;
    let of = u32::try_from(ranks.len()).ok();
    let (team, projects) = record::of_participant(call.conn, at.event, person).await?;
    let projects = projects.into_iter().map(|p| {
        let rank = ranks.get(&p.id).copied();
        ProjectRecord { rank, of: rank.and(of), ..p }
    });
    let projects: Vec<_> = projects.collect();
    let ranked = projects.iter().any(|project| project.rank.is_some());
    Ok(ParticipantRecord {
        issuer: signer.issuer(),
        issued_at: at.now,
        projects,
        event: EventName { slug: at.slug, name: at.facts.event.name },
        person: PersonName { name: call.caller.name.clone(), email: call.caller.email.clone() },
        team,
        provisional_until: provisional_until.filter(|_| ranked),
        audit_head: row.filter(|_| ranked),
    })
}

/// Ranks as everybody may read them now.
#[derive(Default)]
struct PublicRanks {
    /// By project.
    ranks: BTreeMap<i64, u32>,
    /// Until when they are provisional.
    provisional_until: Option<DateTime<Utc>>,
    /// The log's row of their publication, where the ranking was signed: a proof that it is in the log is about this row.
    row: Option<AuditHead>,
}

/// No ranks before publication, or while the community votes.
async fn ranks(conn: &mut Conn, at: &Context) -> Outcome<PublicRanks> {
    let public = publication::newest(conn, at.event).await?;
    let Some(public) = public.filter(|_| results_view(None, &at.facts, at.now).is_ok()) else {
        return Ok(PublicRanks::default());
    };
    let run = run::find(conn, at.event, public.run).await?;
    let outcomes = run.into_iter().flat_map(|r| r.outcome.projects);
    let row = match publication::signed_document(conn, at.event).await? {
        Some(document) => published_row(&document)?,
        None => None,
    };
    let ranks = outcomes.map(|p| (p.project, p.rank)).collect();
    Ok(PublicRanks { ranks, provisional_until: public.provisional_until, row })
}

/// The row that a signed ranking names, without the root: a certificate's code is small.
fn published_row(document: &str) -> Outcome<Option<AuditHead>> {
    let document: Value = serde_json::from_str(document)?;
    let Some(head) = document.pointer("/payload/audit_head") else { return Ok(None) };
    let head: AuditHead = serde_json::from_value(head.clone())?;
    Ok(Some(AuditHead { root: None, ..head }))
}

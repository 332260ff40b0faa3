//! Invitations as their links lead to them: opened, accepted, declined.

use super::invitation::invited_as;
use crate::prelude::*;

/// The invitation whose link or card has the code with this SHA-256, while it works as far as the invitation is concerned.
/// It stays locked until the transaction ends, so that a link acts once.
pub async fn lock(conn: &mut Conn, hash: &[u8]) -> Outcome<Option<LinkedInvitation>> {
    let row = maybe_row!(conn,
        r#"select i.id, i.event_id, e.slug, i.email, i.name, i.role, i.team_id as "team_id: TeamId", t.name as "team?", i.track_ids as "tracks: Vec<TrackId>", i.review_cap,
                  i.external_id, b.name as "invited_by?", i.created_person_id as "created: PersonId", i.accepted_by as "accepted_by: PersonId", i.prize_id, z.name as "prize?",
                  z.awarded_at is not null as "awarded!", coalesce(i.card_hash = $1, false) as "is_card!",
                  case when i.card_hash = $1 then i.card_made_by else i.link_made_by end as "link_made_by: PersonId"
           from invitation i join event e on e.id = i.event_id
           left join prize z on z.id = i.prize_id
           left join team t on t.id = i.team_id
           left join person b on b.id = i.invited_by
           where (i.card_hash = $1 or i.token_hash = $1 and i.sent_at is not null and i.link_ended_at is null)
               and i.declined_at is null and i.withdrawn_at is null
               and (i.role <> 'panellist' or i.prize_id is not null)
               and (i.accepted_by is null
                   or exists (select from membership m
                       where m.event_id = i.event_id and m.person_id = i.accepted_by and m.role = i.role)
                   or exists (select from prize_panellist l where l.prize_id = i.prize_id and l.person_id = i.accepted_by))
           for no key update of i"#; hash)?;
    Ok(row.map(object! { LinkedInvitation from |r|:
        slug, email, name, awarded, tracks, review_cap, external_id, invited_by, created, accepted_by,
        link_made_by, is_card;
        id: InvitationId(r.id),
        event: EventId(r.event_id),
        invited_as: invited_as(&r.role, r.prize_id, r.prize),
        team: r.team_id.zip(r.team)
    }))
}

/// Locks the people of an answer, as an import does before it withdraws invitations: the one who answers, and who has the invited address. To
/// be called before the invitation is locked, since an answer writes both.
pub async fn lock_people(conn: &mut Conn, hash: &[u8], person: Option<PersonId>) -> Outcome<()> {
    run!(conn, r#"with asked as (select i.event_id, i.email from invitation i where i.card_hash = $1 or i.token_hash = $1)
         select from event_person ep join asked a on a.event_id = ep.event_id
         where ep.person_id in (select $2::bigint
             union select p.id from person p join asked o on lower(p.email collate "C") = lower(o.email collate "C"))
         order by ep.event_id, ep.person_id for no key update of ep"#; hash, person as _)
}

/// Notes that an invitation's link or card was opened; true the first time.
pub async fn mark_opened(
    conn: &mut Conn,
    permit: &Permit<act::AnswerInvitation>,
    id: InvitationId,
) -> Outcome<bool> {
    changed!(conn, "update invitation set opened_at = clock_timestamp()
         where event_id = $1 and id = $2 and opened_at is null and accepted_at is null"; permit.ids().0, id.0)
}

/// Whether the link of an invitation may sign in: only to the account that this very invitation created, and only while
/// that account has no password and no passkey, is no site admin's, has no other role anywhere but in finals of the event and is on no panel
/// of another event. The account stays as it is until the transaction ends.
pub async fn signs_in(conn: &mut Conn, id: InvitationId) -> Outcome<Option<PersonId>> {
    let person = maybe_value!(conn, "select p.id from invitation i join person p on p.id = i.created_person_id
         where i.id = $1 and p.password_hash is null and not p.is_staff and p.deactivated_at is null and not p.demo
             and not exists (select from passkey k where k.person_id = p.id)
             and is_of_one_event(p.id, i.event_id, i.role)
         for share of p"; id.0)?;
    Ok(person.map(PersonId))
}

/// The newest link or card that was made for a judge in each event where they have begun to review, after they had come in: who made it,
/// and when. Whoever made it could open it; one of an account that its invitation did not make opens nothing.
pub async fn newest_for_judge(
    conn: &mut Conn,
    judge: PersonId,
) -> Outcome<Vec<(EventId, Option<String>, DateTime<Utc>)>> {
    let rows = rows!(conn,
        r#"select distinct on (i.event_id) i.event_id, nullif(b.name, '') as by, m.at as "at!"
           from invitation i
           cross join lateral (values (i.sent_at, i.link_made_by), (i.card_made_at, i.card_made_by)) m(at, maker)
           left join person b on b.id = m.maker
           where i.accepted_by = $1 and i.created_person_id = $1 and i.role = 'judge' and m.at > i.accepted_at and exists (
               select from review r join assignment a on a.id = r.assignment_id
               where a.event_id = i.event_id and a.person_id = $1)
           order by i.event_id, m.at desc"#; judge.0)?;
    let links = rows.into_iter();
    Ok(links.map(|r| (EventId(r.event_id), r.by, r.at)).collect())
}

/// Stores that somebody accepted, by the card or the link; `created`: their account was made by it. A link ends by its use, and a
/// card does not. Where another account accepted, both end: they could sign in to none.
pub async fn accept(
    conn: &mut Conn,
    permit: &Permit<act::AnswerInvitation>,
    (id, by_card): (InvitationId, bool),
    person: PersonId,
    created: bool,
) -> Outcome<()> {
    run!(conn, "update invitation set accepted_at = clock_timestamp(), accepted_by = $3,
             link_ended_at = case when $4 and $5 then link_ended_at else clock_timestamp() end,
             card_hash = case when $4 then card_hash end,
             opened_at = coalesce(opened_at, clock_timestamp()),
             created_person_id = case when $4 then $3 else created_person_id end
         where event_id = $1 and id = $2 and accepted_at is null"; permit.ids().0, id.0, person.0, created, by_card)
}

/// Stores that the invited declined. Link and card end.
pub async fn decline(
    conn: &mut Conn,
    permit: &Permit<act::AnswerInvitation>,
    id: InvitationId,
) -> Outcome<()> {
    run!(conn, "update invitation set declined_at = clock_timestamp(), link_ended_at = clock_timestamp(), card_hash = null
         where event_id = $1 and id = $2 and accepted_at is null"; permit.ids().0, id.0)
}

/// Ends the latest link of an accepted invitation: it was used to sign in.
pub async fn end(conn: &mut Conn, permit: &Permit<act::AnswerInvitation>, id: InvitationId) -> Outcome<()> {
    run!(conn, "update invitation set link_ended_at = clock_timestamp() where event_id = $1 and id = $2";
        permit.ids().0, id.0)
}

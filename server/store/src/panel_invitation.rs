//! Invitations to the panel of one prize. They are on no list but that of their panel.

use crate::prelude::*;

/// Adds an invitation that nobody is told of yet. `hash` is of a code that nobody knows.
/// Errors: 409 for an address that is invited to this panel already, and for one of somebody whose own team can win the prize; 400 for a
/// value that the database refuses.
pub async fn insert(
    conn: &mut Conn,
    permit: &Permit<act::ChoosePanel>,
    prize: PrizeId,
    (invited_by, hash): (Option<PersonId>, &[u8]),
    (email, name): (&str, &str),
) -> Outcome<InvitationId> {
    value!(conn, "insert into invitation (event_id, prize_id, role, invited_by, email, name, token_hash)
         values ($1, $2, 'panellist', $3, $4, $5, $6) returning id";
        permit.ids().0, prize.0, invited_by as _, email, name, hash)
    .map(InvitationId)
}

/// The invitations to a panel, the newest first. One whose person has left the panel since is left out.
pub async fn list(
    conn: &mut Conn,
    permit: &Permit<act::AwardPrizes>,
    prize: PrizeId,
) -> Outcome<Vec<PanelInvitation>> {
    rows!(conn, PanelInvitation, r#"select i.id, i.email, i.name, case when i.accepted_at is not null then 'accepted'
                   when i.declined_at is not null then 'declined' when i.withdrawn_at is not null then 'withdrawn'
                   when i.opened_at is not null then 'opened' when i.sent_at is not null then 'sent'
                   else 'not_sent' end as "state!: _",
                  coalesce(i.accepted_at, i.declined_at, i.withdrawn_at, i.opened_at, i.sent_at, i.created_at) as "since!",
                  i.accepted_by as "accepted_by: _", a.email as "accepted_as?"
           from invitation i left join person a on a.id = i.accepted_by
           where i.event_id = $1 and i.prize_id = $2 and (i.accepted_by is null or exists (
               select from prize_panellist l where l.prize_id = i.prize_id and l.person_id = i.accepted_by))
           order by i.id desc"#; permit.ids().0, prize.0)
}

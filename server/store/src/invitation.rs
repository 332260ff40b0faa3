//! Invitations as organizers make them, hand them out and withdraw them. Of a link only the SHA-256 of its code is stored.

use super::audit_log::patterns;
use super::mail::{HandsOutLinks, delivery};
use crate::prelude::*;
use shared::invitation::{InvitationState, InvitedAs, MemberRole};
use shared::mail::MailFailure;

/// Members, or invitations, on a page of a list.
pub const PAGE: i64 = 100;

/// Adds invitations that nobody is told of yet; those whose address is invited in the same role already are left out.
/// `hashes` are of codes that nobody knows, one for each.
/// Errors: 400 for a value that the database refuses; a lost database.
pub async fn insert_all(
    conn: &mut Conn,
    permit: &Permit<act::Invite>,
    invited_by: Option<PersonId>,
    new: &[NewInvitation],
    hashes: &[Vec<u8>],
) -> Outcome<Vec<InvitationId>> {
    let column = |of: fn(&NewInvitation) -> String| new.iter().map(of).collect::<Vec<_>>();
    let tracks = new.iter().map(|i| i.tracks.iter().map(ToString::to_string).collect::<Vec<_>>().join(";"));
    let caps: Vec<Option<i32>> = new.iter().map(|i| i.review_cap).collect();
    let external_ids: Vec<Option<String>> = new.iter().map(|i| i.external_id.clone()).collect();
    let teams: Vec<Option<i64>> = new.iter().map(|i| i.team.map(|t| t.0)).collect();
    values!(conn,
        r#"insert into invitation (event_id, invited_by, email, name, role, track_ids, review_cap, external_id, team_id, token_hash)
           select $1, $2, i.email, i.name, i.role, coalesce(string_to_array(nullif(i.tracks, ''), ';')::bigint[], '{}'),
                  i.cap, i.external_id, i.team, i.hash
           from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::text[], $9::bigint[], $10::bytea[])
                as i(email, name, role, tracks, cap, external_id, team, hash)
           on conflict (event_id, lower(email collate "C"), role)
               where accepted_at is null and withdrawn_at is null and declined_at is null and role <> 'panellist' do nothing
           returning id as "id: InvitationId""#;
        permit.ids().0, invited_by as _, &column(|i| i.email.clone()), &column(|i| i.name.clone()),
        &column(|i| i.role.name().to_owned()), &tracks.collect::<Vec<_>>(), &caps as &[Option<i32>],
        &external_ids as &[Option<String>], &teams as &[Option<i64>], hashes)
}

/// Acts that write down an invitation which counts as accepted from the start.
pub trait StandsForInvitation: Rule<Ids = EventId> {}
impl StandsForInvitation for act::SendInvitation {}
impl StandsForInvitation for act::DecideGuest {}

/// Adds an accepted invitation for each of these judges, who came without one. `created`: an organizer's confirmation made
/// the account, so that its cards sign in to it, as those of judges do whom the event brought along whose finals this is. Nobody knows the links' codes, of which these are the hashes.
pub async fn insert_accepted(
    conn: &mut Conn,
    permit: &Permit<impl StandsForInvitation>,
    by: Option<PersonId>,
    (judges, created): (&[PersonId], bool),
    hashes: &[Vec<u8>],
) -> Outcome<Vec<InvitationId>> {
    values!(conn,
        r#"insert into invitation (event_id, email, name, role, token_hash, invited_by, created_person_id, accepted_by,
             accepted_at, link_ended_at)
         select $1, p.email, p.name, 'judge', j.hash, $2, case when $3 or was_invited_anew(p.id, $1) then p.id end, p.id, clock_timestamp(),
             clock_timestamp()
         from unnest($4::bigint[], $5::bytea[]) j(person, hash) join person p on p.id = j.person
         order by p.id returning id as "id: InvitationId""#; permit.ids().0, by as _, created, judges as _, hashes)
}

/// A page of an event's invitations, and how many the filter finds: judges and organizers first, then team by team, the newest first.
pub async fn list(
    conn: &mut Conn,
    permit: &Permit<act::SeePeople>,
    filter: &InvitationFilter,
) -> Outcome<(Vec<EventInvitation>, i64)> {
    read(conn, permit, filter, None).await
}

pub async fn find(
    conn: &mut Conn,
    permit: &Permit<act::SeePeople>,
    id: InvitationId,
) -> Outcome<Option<EventInvitation>> {
    let (mut found, _) = read(conn, permit, &InvitationFilter::default(), Some(id)).await?;
    Ok(found.pop())
}

async fn read(
    conn: &mut Conn,
    permit: &Permit<act::SeePeople>,
    filter: &InvitationFilter,
    id: Option<InvitationId>,
) -> Outcome<(Vec<EventInvitation>, i64)> {
    let words = patterns(&filter.words);
    let rows = rows!(conn,
        r#"select i.id, i.email, i.name, i.role as "role: MemberRole", s.state as "state!: InvitationState", t.name as "team?", i.review_cap,
                  array(select k.name from track k where k.id = any (i.track_ids) order by k.position, k.id) as "tracks!",
                  b.name as "invited_by?", i.created_at, i.sent_at, i.sent_by, i.card_made_at, i.opened_at,
                  coalesce(i.accepted_at, i.declined_at, i.withdrawn_at) as answered_at,
                  a.id as "accepted_id?: PersonId", a.email as "accepted_email?",
                  i.sent_at is not null and i.link_ended_at is null as "link_works!",
                  i.card_hash is not null as "card_works!",
                  d.sent_at as "mailed_at?", d.failure as "failure?: MailFailure", d.last_error, d.attempts as "attempts?", d.due_at as "due_at?",
                  count(*) over () as "total!"
           from invitation i
           cross join lateral (select case when i.accepted_at is not null then 'accepted'
               when i.declined_at is not null then 'declined' when i.withdrawn_at is not null then 'withdrawn'
               when i.opened_at is not null then 'opened' when num_nonnulls(i.sent_at, i.card_made_at) > 0 then 'sent'
               else 'not_sent' end as state) s
           left join team t on t.id = i.team_id
           left join person b on b.id = i.invited_by
           left join person a on a.id = i.accepted_by
           left join lateral (select m.id, m.sent_at, m.failure, m.last_error, m.attempts, m.due_at from mail_outbox m
               where m.invitation_id = i.id order by m.id desc limit 1) d on i.sent_by = 'mail'
           where i.event_id = $1 and i.role <> 'panellist' and ($2::bigint is null or i.id = $2)
               and ($3::text is null or i.role = $3)
               and ($4::text is null or s.state = $4)
               and ($5::text[] = '{}' or search_key(concat_ws(' ', i.name, i.email, t.name)) like all ($5))
               and (not $8 or d.failure not in ('held', 'link_ended')
                    and num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0)
           order by i.role = 'participant', lower(t.name), t.id, i.id desc offset $6 limit $7"#;
        permit.ids().0, id as _, filter.role.map(MemberRole::name), filter.state.map(InvitationState::name),
        &words, filter.offset, PAGE, filter.undelivered)?;
    let total = rows.first().map_or(0, |r| r.total);
    let found = rows.into_iter().map(object! { EventInvitation from |r|:
        email, name, role, state, team, tracks, review_cap, invited_by, created_at, sent_at, sent_by,
        card_made_at, opened_at, answered_at, link_works, card_works;
        id: InvitationId(r.id),
        accepted_by: r.accepted_id.zip(r.accepted_email),
        delivery: r
            .attempts
            .zip(r.due_at)
            .map(|(attempts, due)| delivery(r.mailed_at, r.failure, r.last_error, (attempts, due)))
    });
    Ok((found.collect(), total))
}

/// What a row invites to: the panel of its prize, or a role.
pub(super) fn invited_as(role_name: &str, prize: Option<i64>, name: Option<String>) -> InvitedAs {
    match prize.zip(name) {
        Some((prize, name)) => InvitedAs::Panellist { prize: PrizeId(prize), name },
        None => InvitedAs::Member(MemberRole::from_name(role_name).unwrap_or(MemberRole::Participant)),
    }
}

/// How far the invitations to each team are, by the teams' names.
pub async fn teams(conn: &mut Conn, permit: &Permit<act::SeePeople>) -> Outcome<Vec<TeamInvitations>> {
    rows!(conn, TeamInvitations, r#"select t.name as "team!", count(distinct lower(i.email)) as "invited!",
                  count(distinct lower(i.email)) filter (where i.accepted_at is not null) as "accepted!"
           from invitation i join team t on t.id = i.team_id
           where i.event_id = $1 and i.role = 'participant' and i.withdrawn_at is null
           group by t.id order by lower(t.name), t.id"#; permit.ids().0)
}

/// How many invitations are in which state.
pub async fn counts(conn: &mut Conn, permit: &Permit<act::SeePeople>) -> Outcome<InvitationCounts> {
    row!(conn, InvitationCounts, r#"select count(*) filter (where accepted_at is not null) as "accepted!",
                  count(*) filter (where declined_at is not null) as "declined!",
                  count(*) filter (where withdrawn_at is not null) as "withdrawn!",
                  count(*) filter (where open and opened_at is not null) as "opened!",
                  count(*) filter (where open and opened_at is null and handed_out) as "sent!",
                  count(*) filter (where open and opened_at is null and not handed_out) as "not_sent!"
           from invitation cross join lateral
               (select num_nonnulls(accepted_at, declined_at, withdrawn_at) = 0 as open,
                       num_nonnulls(sent_at, card_made_at) > 0 as handed_out) s
           where event_id = $1 and role <> 'panellist'"#; permit.ids().0)
}

/// Locks an invitation of the event, to the panel of this prize or to no panel, until the transaction ends, and says how far it
/// is. Who is on a panel is not for every organizer.
pub async fn lock(
    conn: &mut Conn,
    event: EventId,
    prize: Option<PrizeId>,
    id: InvitationId,
) -> Outcome<Option<InvitationState>> {
    maybe_value!(conn,
        r#"select case when accepted_at is not null then 'accepted' when declined_at is not null then 'declined'
               when withdrawn_at is not null then 'withdrawn' when opened_at is not null then 'opened'
               when num_nonnulls(sent_at, card_made_at) > 0 then 'sent' else 'not_sent' end as "state!: InvitationState"
           from invitation where event_id = $1 and id = $2
               and case when $3::bigint is null then role <> 'panellist' else prize_id = $3 end for no key update"#;
        event.0, id.0, prize as _)
}

/// The role that an invitation gives, and on which team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvitedRole {
    pub role: MemberRole,
    /// The team that it leads onto, or that the account which accepted it is on.
    pub team: Option<TeamId>,
}

/// What some invitations of the event offer, each once.
pub async fn roles(conn: &mut Conn, event: EventId, ids: &[InvitationId]) -> Outcome<Vec<InvitedRole>> {
    rows!(conn, InvitedRole, r#"select distinct i.role as "role: MemberRole", coalesce(i.team_id, m.team_id) as "team?: TeamId"
         from invitation i left join team_member m on m.event_id = i.event_id and m.person_id = i.accepted_by
         where i.event_id = $1 and i.id = any ($2) and i.role <> 'panellist' order by 1, 2"#; event.0, ids as _)
}

/// The invitations that nobody was given a link or card of, oldest first, at most so many.
pub async fn not_sent(
    conn: &mut Conn,
    permit: &Permit<act::SendInvitation>,
    most: i64,
) -> Outcome<Vec<InvitationId>> {
    values!(conn, r#"select id as "id: InvitationId" from invitation where event_id = $1 and role <> 'panellist'
             and num_nonnulls(sent_at, card_made_at, accepted_at, declined_at, withdrawn_at) = 0 order by id limit $2 for no key update"#;
        permit.ids().0, most)
}

/// Gives invitations new links, each with the code of which this is the SHA-256. `by` is how they are handed out: `mail`,
/// `link` or `card`. A card ends the older card, and any other the older link. Declined and withdrawn invitations get none
/// and are left out of the answer, and so are those of people who accepted and have lost the role, or the place on the panel,
/// since.
pub async fn renew_links(
    conn: &mut Conn,
    permit: &Permit<impl HandsOutLinks>,
    ids: &[InvitationId],
    hashes: &[Vec<u8>],
    (by, maker): (&str, Option<PersonId>),
) -> Outcome<Vec<FreshLink>> {
    rows!(conn, r#"update invitation i set
               token_hash = case when k.card then i.token_hash else n.hash end,
               link_version = i.link_version + (not k.card and i.sent_at is not null)::int,
               sent_at = case when k.card then i.sent_at else clock_timestamp() end,
               sent_by = case when k.card then i.sent_by else $4::text end,
               link_made_by = case when k.card then i.link_made_by else $5::bigint end,
               link_ended_at = case when k.card then i.link_ended_at end,
               card_hash = case when k.card then n.hash else i.card_hash end,
               card_made_at = case when k.card then clock_timestamp() else i.card_made_at end,
               card_made_by = case when k.card then $5::bigint else i.card_made_by end,
               opened_at = case when i.accepted_at is null then null else i.opened_at end
           from unnest($2::bigint[], $3::bytea[]) as n(id, hash), (select $4::text = 'card' as card) k
           where i.event_id = $1 and i.id = n.id and i.declined_at is null and i.withdrawn_at is null
               and (i.accepted_by is null
                   or exists (select from membership m
                       where m.event_id = i.event_id and m.person_id = i.accepted_by and m.role = i.role)
                   or exists (select from prize_panellist l where l.prize_id = i.prize_id and l.person_id = i.accepted_by))
           returning i.id, i.email, i.name, i.role, (select t.name from team t where t.id = i.team_id) as team,
               i.prize_id, (select z.name from prize z where z.id = i.prize_id) as prize"#;
        permit.ids().0, ids as _, hashes, by, maker as _)
    .each(object! { FreshLink from |r|:
        email, name, team;
        id: InvitationId(r.id),
        invited_as: invited_as(&r.role, r.prize_id, r.prize)
    })
}

/// Acts that end an invitation.
pub trait EndsInvitation: Rule<Ids = EventId> {}
impl EndsInvitation for act::WithdrawInvitation {}
impl EndsInvitation for act::ChoosePanel {}

/// Ends an invitation: nobody can accept it any more. One that was accepted only loses its link and its card.
pub async fn withdraw(
    conn: &mut Conn,
    permit: &Permit<impl EndsInvitation>,
    id: InvitationId,
) -> Outcome<()> {
    run!(conn, "update invitation set link_ended_at = coalesce(link_ended_at, clock_timestamp()), card_hash = null,
             withdrawn_at = case when num_nonnulls(accepted_at, declined_at, withdrawn_at) = 0
                 then clock_timestamp() else withdrawn_at end
         where event_id = $1 and id = $2"; permit.ids().0, id.0)
}

/// The judges of the event and those who are invited to judge, by name, for printed cards.
pub async fn card_judges(conn: &mut Conn, permit: &Permit<act::SeePeople>) -> Outcome<Vec<CardJudge>> {
    rows!(conn, CardJudge, r#"with asked as (
               select distinct on (coalesce(i.accepted_by, -i.id)) i.id, i.email, i.name, i.accepted_by, i.created_person_id
               from invitation i where i.event_id = $1 and i.role = 'judge' and i.declined_at is null and i.withdrawn_at is null
               order by coalesce(i.accepted_by, -i.id), i.created_person_id nulls last, i.id desc)
           select a.id as "invitation?: _", p.id as "person?: _", coalesce(p.name, a.name) as "name!", coalesce(p.email, a.email) as "email!",
                  p.id is not null as "accepted!",
                  p.id is null or (case when a.id is null then was_invited_anew(p.id, $1)
                          else coalesce(a.created_person_id = p.id, false) end
                      and p.password_hash is null and not p.is_staff and p.deactivated_at is null
                      and not exists (select from passkey k where k.person_id = p.id)
                      and is_of_one_event(p.id, $1, 'judge')) as "signs_in!"
           from (select person_id from membership where event_id = $1 and role = 'judge') m
           full join asked a on a.accepted_by = m.person_id
           left join person p on p.id = m.person_id
           where m.person_id is not null or a.accepted_by is null
           order by lower(coalesce(nullif(coalesce(p.name, a.name), ''), a.email)), a.id"#; permit.ids().0)
}

//! Merging two accounts of one person: what one of them has goes to the other.

use super::conflict::Recused;
use super::{invited_judge, passkey, sign_on};
use crate::prelude::*;

/// Locks both accounts until the transaction ends, in the order of their ids.
pub async fn lock(conn: &mut Conn, kept: PersonId, gone: PersonId) -> Outcome<()> {
    rows!(conn, "select id from person where id = any($1) order by id for no key update"; &[kept.0, gone.0][..])?;
    Ok(())
}

/// What became of a judge's work in a merge.
#[derive(Debug)]
pub struct MergedWork {
    /// How many assignments the kept account got in each event from an invitation that was still open.
    pub dealt: Vec<(EventId, u64)>,
    /// The assignments of the kept account that a conflict of the other recuses.
    pub recused: BTreeMap<EventId, Recused>,
}

/// Moves everything that can move. Where both accounts have something, that of the kept one stays. Comments and reviews stay as they are,
/// except that the database makes drafts of the reviews of recused assignments. The other stays an organizer until [`rights`].
/// Errors: the database's refusal, such as 409 for a judge of their own team.
pub async fn merge(
    conn: &mut Conn,
    permit: &Permit<act::ManageAccounts>,
    kept: PersonId,
    gone: PersonId,
) -> Outcome<MergedWork> {
    belong_to_events(conn, permit, kept, gone).await?;
    run!(conn, "delete from assignment a where a.person_id = $2
         and exists (select from assignment o where o.person_id = $1 and o.project_id = a.project_id)";
        kept.0, gone.0)?;
    // A conflict that either account declared is the person's: no project comes back by the other account.
    run!(conn, "delete from assignment a where a.person_id = $2
         and exists (select from conflict c where c.person_id = $1 and c.project_id = a.project_id)"; kept.0, gone.0)?;
    run!(conn, "update assignment set person_id = $1 where person_id = $2"; kept.0, gone.0)?;
    let recused = recuse(conn, kept, gone).await?;
    run!(conn, "update conflict c set person_id = $1 where c.person_id = $2
         and not exists (select from conflict o where o.person_id = $1 and o.project_id = c.project_id)";
        kept.0, gone.0)?;
    run!(conn, "delete from conflict where person_id = $1"; gone.0)?;
    run!(conn, "update conflict_dismissal c set person_id = $1 where c.person_id = $2
         and not exists (select from conflict_dismissal o where o.person_id = $1 and o.project_id = c.project_id)";
        kept.0, gone.0)?;
    teams(conn, kept, gone).await?;
    ballots(conn, kept, gone).await?;
    panels(conn, kept, gone).await?;
    notes_and_first_three(conn, kept, gone).await?;
    calls(conn, kept, gone).await?;
    run!(conn, "update results_question set asker_id = case when asker_id = $2 then $1 else asker_id end,
             owner_id = case when owner_id = $2 then $1 else owner_id end
         where $2 in (asker_id, owner_id)"; kept.0, gone.0)?;
    confirmations(conn, kept, gone).await?;
    invitations(conn, kept, gone).await?;
    let dealt = invited_judge::merged(conn, kept, gone).await?;
    sign_on::merge(conn, kept, gone).await?;
    // A device keeps a passkey under the account that it was made for.
    passkey::forget(conn, gone).await?;
    run!(conn, "update webhook set created_by = $1 where created_by = $2"; kept.0, gone.0)?;
    run!(conn, "delete from person_track where person_id = $1"; gone.0)?;
    run!(conn, "delete from membership where person_id = $1 and role <> 'organizer'"; gone.0)?;
    run!(conn, "update api_token set revoked_at = clock_timestamp() where person_id = $1 and revoked_at is null";
        gone.0)?;
    Ok(MergedWork { dealt, recused })
}

/// Recuses the kept account from projects with which the other has a conflict, or on whose team a list named the other. They step aside where
/// they declared the conflict themselves, and are taken off otherwise. The database would recuse them itself as the conflicts move, but the log
/// could not name the assignments. After a publication all stay: it rests on the reviews that counted then.
async fn recuse(conn: &mut Conn, kept: PersonId, gone: PersonId) -> Outcome<BTreeMap<EventId, Recused>> {
    let rows = rows!(conn, r#"with recused as (
             update assignment a set status = 'recused', recused_reason = '', taken_off = c.taken_off from (
                 select t.project_id, bool_or(t.taken_off) as taken_off from (
                     select project_id, source <> 'judge' as taken_off from conflict where person_id = $2
                     union all select project_id, true from listed_person where person_id = $2) t group by t.project_id) c
             where c.project_id = a.project_id and a.person_id = $1 and a.status <> 'recused'
                 and not exists (select from publication p where p.event_id = a.event_id)
             returning a.event_id, a.id)
         select event_id, id,
             (select r.submitted_at from review r where r.assignment_id = recused.id) as "submitted_at?"
         from recused order by id"#; kept.0, gone.0)?;
    let mut recused: BTreeMap<EventId, Recused> = BTreeMap::new();
    for r in rows {
        recused.entry(EventId(r.event_id)).or_default().0.insert(AssignmentId(r.id), r.submitted_at);
    }
    Ok(recused)
}

/// Has the kept account confirm as a second organizer where the other did, and join the teams of which a list named the other, also after the
/// close; takes the other's last roles. Deactivate the other before: the database moves these rights only from an account that can no longer
/// use them.
pub async fn rights(
    conn: &mut Conn,
    _: &Permit<act::ManageAccounts>,
    kept: PersonId,
    gone: PersonId,
) -> Outcome<()> {
    run!(conn, "update membership own set confirms = true from membership o
         where own.person_id = $1 and own.role = 'organizer' and not own.confirms
             and o.person_id = $2 and o.event_id = own.event_id and o.role = 'organizer' and o.confirms"; kept.0, gone.0)?;
    run!(conn, "select merge_imported_member($1, $2)"; kept.0, gone.0)?;
    run!(conn, "delete from membership where person_id = $1"; gone.0)
}

/// Gives the kept account the other's roles, tracks, cap and fixture id, where it has none of its own.
async fn belong_to_events(
    conn: &mut Conn,
    _: &Permit<act::ManageAccounts>,
    kept: PersonId,
    gone: PersonId,
) -> Outcome<()> {
    run!(conn, "insert into event_person as own (event_id, person_id, review_cap, judged, on_team, team_ids)
         select event_id, $1, review_cap, judged, on_team, team_ids from event_person where person_id = $2 order by event_id
         on conflict (event_id, person_id) do update set review_cap = coalesce(own.review_cap, excluded.review_cap),
             judged = own.judged or excluded.judged,
             on_team = own.on_team or excluded.on_team,
             team_ids = own.team_ids || excluded.team_ids"; kept.0, gone.0)?;
    // A fixture id belongs to one person of an event at a time.
    let ids = rows!(conn,
        r#"with old as (select event_id, external_id from event_person where person_id = $1 and external_id is not null),
                 gone as (update event_person set external_id = null where person_id = $1)
           select event_id, external_id as "external_id!" from old order by event_id"#; gone.0)?;
    for row in ids {
        run!(conn, "update event_person set external_id = $3 where event_id = $1 and person_id = $2 and external_id is null";
            row.event_id, kept.0, row.external_id)?;
    }
    run!(conn, "insert into membership (event_id, person_id, role, created_at)
         select event_id, $1, role, created_at from membership where person_id = $2 order by event_id
         on conflict do nothing"; kept.0, gone.0)?;
    run!(conn, "insert into person_track (event_id, person_id, track_id)
         select event_id, $1, track_id from person_track where person_id = $2 order by event_id, track_id
         on conflict do nothing"; kept.0, gone.0)
}

/// Puts the kept account on the other's teams. A team that nobody else is on gets its new member first, since the last
/// member of a team with a project cannot leave; any other loses the old one first, since it may be full.
async fn teams(conn: &mut Conn, kept: PersonId, gone: PersonId) -> Outcome<()> {
    let teams = rows!(conn, r#"select t.event_id, t.team_id, t.joined_at, exists (select from team_member o
               where o.event_id = t.event_id and o.team_id = t.team_id and o.person_id <> $1) as "shared!"
           from team_member t where t.person_id = $1 order by t.event_id"#; gone.0)?;
    for team in teams {
        if team.shared {
            leave_team(conn, team.event_id, gone).await?;
        }
        run!(conn, "insert into team_member (event_id, team_id, person_id, joined_at) values ($1, $2, $3, $4)";
            team.event_id, team.team_id, kept.0, team.joined_at)?;
        if !team.shared {
            leave_team(conn, team.event_id, gone).await?;
        }
    }
    Ok(())
}

async fn leave_team(conn: &mut Conn, event: i64, person: PersonId) -> Outcome<()> {
    run!(conn, "delete from team_member where event_id = $1 and person_id = $2"; event, person.0)
}

/// Casts the other's ballots for the kept account, where it has not voted, and takes the other's back. Projects that nobody
/// can vote for any more are left out.
async fn ballots(conn: &mut Conn, kept: PersonId, gone: PersonId) -> Outcome<()> {
    run!(conn, "insert into ballot (event_id, person_id, choices, salt)
         select b.event_id, $1, b.choices, b.salt
         from (select o.event_id, o.salt, array(
                   select c from unnest(o.choices) with ordinality u(c, at) join project p on p.id = c
                   where p.status = 'submitted' and p.duplicate_of is null order by at) as choices
               from ballot o where o.person_id = $2) b
         where b.choices <> '{}'
             and not exists (select from ballot own where own.event_id = b.event_id and own.person_id = $1)
         order by b.event_id"; kept.0, gone.0)?;
    run!(conn, "delete from ballot where person_id = $1"; gone.0)
}

/// Puts the kept account on the other's panels, with the other's order where it gave none itself. Projects that were withdrawn since
/// are left out.
async fn panels(conn: &mut Conn, kept: PersonId, gone: PersonId) -> Outcome<()> {
    run!(conn, "update prize_panellist own set ranked_at = o.ranked_at, choices = array(
             select c from unnest(o.choices) with ordinality u(c, at) join project p on p.id = c
             where p.status = 'submitted' order by at)
         from prize_panellist o
         where own.person_id = $1 and o.person_id = $2 and o.prize_id = own.prize_id and own.choices = '{}'";
        kept.0, gone.0)?;
    run!(conn, "update prize_panellist o set person_id = $1 where o.person_id = $2
         and not exists (select from prize_panellist own where own.person_id = $1 and own.prize_id = o.prize_id)";
        kept.0, gone.0)?;
    run!(conn, "delete from prize_panellist where person_id = $1"; gone.0)
}

/// Calls for help wait on for the kept account. Where it waits itself, nobody comes twice.
async fn calls(conn: &mut Conn, kept: PersonId, gone: PersonId) -> Outcome<()> {
    run!(conn, "update help_call c set person_id = $1 where c.person_id = $2 and (c.ended_at is not null or not exists (
             select from help_call own where own.event_id = c.event_id and own.person_id = $1 and own.ended_at is null))";
        kept.0, gone.0)?;
    run!(conn, "delete from help_call where person_id = $1"; gone.0)
}

/// What either account asked a second organizer for waits no longer: the two could have been asker and confirmer. What was decided names the
/// kept account.
async fn confirmations(conn: &mut Conn, kept: PersonId, gone: PersonId) -> Outcome<()> {
    run!(conn, "update confirmation set asked_by = case when asked_by = $2 then $1 else asked_by end,
             decided_by = case when decided_by = $2 then $1 else decided_by end
         where $2 in (asked_by, decided_by) and outcome is not null"; kept.0, gone.0)?;
    run!(conn, "update confirmation set outcome = 'lapsed' where asked_by in ($1, $2) and outcome is null";
        kept.0, gone.0)
}

/// Gives the kept account the other's private notes and first three. Two notes on one project become one; of two answers the
/// kept account's stays.
async fn notes_and_first_three(conn: &mut Conn, kept: PersonId, gone: PersonId) -> Outcome<()> {
    run!(conn, "insert into judge_note as own (event_id, person_id, project_id, body, saved_at)
         select n.event_id, $1, n.project_id, n.body, n.saved_at from judge_note n where n.person_id = $2
         on conflict (person_id, project_id) do update
             set body = left(own.body || E'\\n\\n' || excluded.body, 5000), saved_at = clock_timestamp()";
        kept.0, gone.0)?;
    run!(conn, "delete from judge_note where person_id = $1"; gone.0)?;
    run!(conn, "update first_three f set person_id = $1 where f.person_id = $2
         and not exists (select from first_three own where own.person_id = $1 and own.event_id = f.event_id)";
        kept.0, gone.0)?;
    run!(conn, "delete from first_three where person_id = $1"; gone.0)
}

/// Names the kept account as who accepted the other's invitations. Their links and cards end, and none signs in any more: a link signs
/// in only to the account that its invitation made, which is the one that goes. Invitations to teams that are open or were
/// declined name the kept account from then on: an organizer stays tied to a team that their other account declined.
async fn invitations(conn: &mut Conn, kept: PersonId, gone: PersonId) -> Outcome<()> {
    run!(conn, "update invitation set accepted_by = $1, created_person_id = nullif(created_person_id, $2),
             link_ended_at = coalesce(link_ended_at, clock_timestamp()), card_hash = null
         where accepted_by = $2"; kept.0, gone.0)?;
    // A list that names the other address as a member of a team means the same person, who would judge their own team otherwise. An address has
    // one open invitation in a role: where the kept one has its own, that one gets the team.
    run!(conn, r#"with twice as (
             select o.id as stays, i.id as goes, i.team_id from person k cross join person g
             join invitation i on lower(i.email collate "C") = lower(g.email collate "C")
             join invitation o on o.event_id = i.event_id and o.role = i.role and lower(o.email collate "C") = lower(k.email collate "C")
             where k.id = $1 and g.id = $2 and i.team_id is not null
                 and num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at, o.accepted_at, o.declined_at, o.withdrawn_at) = 0),
         named as (update invitation o set team_id = twice.team_id from twice where o.id = twice.stays and o.team_id is null)
         update invitation i set withdrawn_at = clock_timestamp(), card_hash = null,
             link_ended_at = coalesce(link_ended_at, clock_timestamp()) from twice where i.id = twice.goes"#; kept.0, gone.0)?;
    run!(conn, r#"update invitation i set email = k.email from person k, person g
         where k.id = $1 and g.id = $2 and i.team_id is not null and lower(i.email collate "C") = lower(g.email collate "C")
             and num_nonnulls(i.accepted_at, i.withdrawn_at) = 0"#; kept.0, gone.0)
}

//! What an event still needs, in numbers.

use crate::prelude::*;

/// Counts what an event has. Assignments of the teams `without` are left out, as everywhere in an organizer's numbers.
pub async fn counts(conn: &mut Conn, event: EventId, without: &[TeamId]) -> Outcome<SetupNumbers> {
    row!(conn, SetupNumbers, r#"select
               exists (select from event where id = $1 and btrim(description, E' \t\n') <> '') as "described!",
               (select count(*) from track where event_id = $1) as "tracks!",
               (select count(*) from criterion where event_id = $1) as "criteria!",
               (select count(*) from membership where event_id = $1 and role = 'judge')
                + (select count(*) from invited_judge where event_id = $1) as "judges!",
               (select count(*) from invitation where event_id = $1 and role <> 'panellist' and num_nonnulls(sent_at, card_made_at) = 0
                and accepted_at is null and declined_at is null and withdrawn_at is null) as "invitations_unsent!",
               (select count(*) from invitation where event_id = $1 and role <> 'panellist' and num_nonnulls(sent_at, card_made_at) > 0
                and accepted_at is null and declined_at is null and withdrawn_at is null) as "invitations_waiting!",
               (select count(*) from project_place where event_id = $1) as "placed!",
               (select count(*) from project p where p.event_id = $1 and p.status = 'submitted' and p.duplicate_of is null
                and exists (select from project_place l where l.event_id = $1)
                and not exists (select from project_place l where l.project_id = p.id)) as "unplaced!",
               (select count(*) from project p where p.event_id = $1 and p.status = 'submitted' and p.duplicate_of is null
                and p.track_id is null and exists (select from track where event_id = $1)) as "trackless!",
               (select count(*) from assignment a join project p on p.event_id = a.event_id and p.id = a.project_id
                where a.event_id = $1 and a.status <> 'recused' and p.team_id <> all ($2))
                + (select count(*) from invited_work a join project p on p.id = a.project_id
                where a.event_id = $1 and p.team_id <> all ($2)) as "assigned!",
               (select count(*) from project where event_id = $1 and status = 'submitted'
                and duplicate_of is not null and duplicate_reason is distinct from 'an organizer decided') as "undecided!",
               (select count(*) from voting_code where event_id = $1 and withdrawn_at is null) as "codes!",
               exists (select from event where id = $1 and questions_until is not null) as "takes_questions!",
               (select count(*) from results_question where event_id = $1 and outcome is null) as "questions_waiting!",
               exists (select from notice where event_id = $1 and audience in ('everybody', 'judges') and by_hand and withdrawn_at is null
                and posted_at > (select min(published_at) from publication where event_id = $1)) as "wrote_to_judges!",
               exists (select from notice where event_id = $1 and audience in ('everybody', 'teams') and by_hand and withdrawn_at is null
                and posted_at > (select min(published_at) from publication where event_id = $1)) as "wrote_to_teams!",
               not exists (select from membership m join person p on p.id = m.person_id
                where m.event_id = $1 and m.role = 'organizer' and p.deactivated_at is null
                and not takes_part(m.event_id, m.person_id)) as "nobody_free!",
               exists (select from confirmation where event_id = $1 and outcome is null and expires_at > clock_timestamp()) as "confirmation_waits!",
               exists (select from event where id = $1 and second_organizer) and organizers_to_confirm($1) < 2 as "nobody_confirms!",
               exists (select from log_witness where event_id = $1 and alarm is not null) as "log_alarm!",
               array(select name from (
                    select coalesce(nullif(p.name, ''), p.email) as name, lower(p.email collate "C") as address
                    from team_person t join person p on p.id = t.person_id
                    where t.event_id = $1 and (
                        exists (select from membership m
                            where m.event_id = t.event_id and m.person_id = t.person_id and m.role = 'judge')
                        or exists (select from invitation i where i.event_id = t.event_id and i.role = 'judge'
                            and num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0
                            and lower(i.email collate "C") = lower(p.email collate "C")))
                    union
                    select min(coalesce(nullif(j.name, ''), nullif(i.name, ''), j.email)), lower(j.email collate "C")
                    from invitation j join invitation i on i.event_id = j.event_id and i.team_id is not null
                        and num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0
                        and lower(i.email collate "C") = lower(j.email collate "C")
                    where j.event_id = $1 and j.role = 'judge' and num_nonnulls(j.accepted_at, j.declined_at, j.withdrawn_at) = 0
                        and not exists (select from person p where lower(p.email collate "C") = lower(j.email collate "C"))
                    group by lower(j.email collate "C")) of_both order by 1 limit 20) as "judging_members!: Vec<String>""#; event.0, without as _)
}

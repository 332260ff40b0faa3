//! Panels of prizes: who is on one, and in which order each put the projects.

use crate::prelude::*;

/// The event's judges and the people on a prize's panel, by name.
pub async fn people(conn: &mut Conn, event: EventId, id: PrizeId) -> Outcome<Vec<Panellist>> {
    rows!(conn, Panellist,
        r#"select p.id as person, coalesce(nullif(p.name, ''), p.email) as "name!", l.person_id is not null as "chosen!", coalesce(cardinality(l.choices), 0) as "ranked!"
           from person p
           left join prize_panellist l on l.person_id = p.id and l.prize_id = $2
           where l.person_id is not null
               or exists (select from membership m where m.event_id = $1 and m.person_id = p.id and m.role = 'judge')
           order by lower(coalesce(nullif(p.name, ''), p.email)), p.id"#; event.0, id.0)
}

/// The prizes without winners on whose panel somebody is.
pub async fn open_of_person(conn: &mut Conn, person: PersonId) -> Outcome<Vec<OpenPanel>> {
    rows!(conn, OpenPanel,
        r#"select z.event_id as event, e.slug, e.name as event_name, z.id as prize, z.name, cardinality(l.choices) as "ranked!"
           from prize_panellist l join prize z on z.id = l.prize_id join event e on e.id = z.event_id
           where l.person_id = $1 and z.awarded_at is null and (not e.draft or sees_draft(e.id, $1)) order by z.event_id, z.position, z.id"#;
        person.0)
}

/// Puts who accepts an invitation on the panel. Who is on it already stays as they are.
/// Errors: the database's refusal: 409 for somebody whose own team can win the prize.
pub async fn join(
    conn: &mut Conn,
    permit: &Permit<act::AnswerInvitation>,
    id: PrizeId,
    person: PersonId,
) -> Outcome<()> {
    let event = permit.ids();
    run!(conn, "insert into event_person (event_id, person_id) values ($1, $2) on conflict do nothing";
        event.0, person.0)?;
    run!(conn, "insert into prize_panellist (event_id, prize_id, person_id) values ($1, $2, $3) on conflict do nothing";
        event.0, id.0, person.0)
}

/// Changes who is on a panel. All who join are locked first: once one has joined, a list waits for this, and it may hold the others.
/// Errors: the database's refusal: somebody who is not in the event.
pub async fn change(
    conn: &mut Conn,
    permit: &Permit<act::ChoosePanel>,
    id: PrizeId,
    joins: &[PersonId],
    leaves: &[PersonId],
) -> Outcome<()> {
    let event = permit.ids();
    run!(conn, "delete from prize_panellist where event_id = $1 and prize_id = $2 and person_id = any($3)";
        event.0, id.0, leaves as _)?;
    rows!(conn, "select person_id from event_person where event_id = $1 and person_id = any($2)
         order by person_id for no key update"; event.0, joins as _)?;
    run!(conn, "insert into prize_panellist (event_id, prize_id, person_id) select $1, $2, unnest($3::bigint[])";
        event.0, id.0, joins as _)
}

/// The order of one person; `None` for somebody who is not on the panel.
pub async fn of_person(conn: &mut Conn, id: PrizeId, person: PersonId) -> Outcome<Option<Vec<ProjectId>>> {
    maybe_value!(conn,
        r#"select choices as "choices: Vec<ProjectId>" from prize_panellist where prize_id = $1 and person_id = $2"#;
        id.0, person.0)
}

/// Stores the order of the permit's person.
/// Errors: the database's refusal: a project twice, or one that is not submitted.
pub async fn rank(conn: &mut Conn, permit: &Permit<act::RankForPrize>, order: &[ProjectId]) -> Outcome<()> {
    let (event, prize, person) = permit.ids();
    run!(conn, "update prize_panellist set choices = $4, ranked_at = clock_timestamp()
         where event_id = $1 and prize_id = $2 and person_id = $3"; event.0, prize.0, person.0, order as _)
}

/// The orders that a panel gave, in no order of people, without projects that the panellist has a conflict with by now, without those of a
/// team that names them as a member by now, and without those that were withdrawn or flagged as repeats since: they would keep places from
/// the others.
pub async fn ballots(conn: &mut Conn, id: PrizeId) -> Outcome<Vec<Vec<ProjectId>>> {
    values!(conn, r#"select array(select o.project from unnest(l.choices) with ordinality o(project, at)
                        join project p on p.id = o.project and p.status = 'submitted' and p.duplicate_of is null
                        where not exists (select from conflict c
                            where c.event_id = l.event_id and c.person_id = l.person_id and c.project_id = o.project)
                          and not exists (select from team_person t
                            where t.event_id = l.event_id and t.person_id = l.person_id and t.team_id = p.team_id)
                        order by o.at) as "choices!: Vec<ProjectId>"
           from prize_panellist l where l.prize_id = $1 and l.choices <> '{}' order by 1"#; id.0)
}

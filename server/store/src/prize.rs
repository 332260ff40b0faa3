//! Prizes and their winners.

use crate::prelude::*;
use shared::picture::Picture;
use shared::prize::{AwardRule, Decided, Eligibility, PrizeTerms};

/// The event's prizes in their order.
pub async fn list(conn: &mut Conn, event: EventId) -> Outcome<Vec<Prize>> {
    rows!(conn,
        r#"select z.id as "id: PrizeId", z.name, z.sponsor, z.description, z.winners, z.eligibility, z.track_id as "track_id: TrackId", z.rule as "rule: AwardRule", z.version,
                  z.awarded_at, z.award_reason, z.decided as "decided: Decided",
                  (select count(*) from project_prize o join project p on p.id = o.project_id
                   where o.prize_id = z.id and p.status = 'submitted') as "asked!",
                  (select count(*) from prize_panellist l where l.prize_id = z.id) as "panel!",
                  (select count(*) from prize_panellist l where l.prize_id = z.id and l.choices <> '{}') as "voted!"
           from prize z where z.event_id = $1 order by z.position, z.id"#; event.0)
    .each(object! { Prize from |r|:
        id, version, awarded_at, decided, asked;
        terms: object! { PrizeTerms from r:
            name, sponsor, description, winners, rule;
            // The table allows no other names.
            eligibility: Eligibility::from_name(&r.eligibility, r.track_id).unwrap_or_default()
        },
        reason: r.award_reason,
        panel: (r.panel, r.voted)
    })
}

/// The names of the prizes of each of these events in their order, by the event's slug.
pub async fn names(conn: &mut Conn, slugs: &[String]) -> Outcome<HashMap<String, Vec<String>>> {
    let rows = rows!(conn, "select e.slug, z.name from prize z join event e on e.id = z.event_id
         where e.slug = any($1) order by e.id, z.position, z.id"; slugs)?;
    let mut of_events: HashMap<String, Vec<String>> = HashMap::new();
    for row in rows {
        of_events.entry(row.slug).or_default().push(row.name);
    }
    Ok(of_events)
}

/// Locks the event's prizes until the transaction ends: who wins one may depend on who won another.
pub async fn lock(conn: &mut Conn, event: EventId) -> Outcome<()> {
    rows!(conn, "select id from prize where event_id = $1 order by id for no key update"; event.0)?;
    Ok(())
}

/// Whether no project of the event wins more than one prize.
pub async fn one_each(conn: &mut Conn, event: EventId) -> Outcome<bool> {
    value!(conn, "select one_prize_each from event where id = $1"; event.0)
}

/// Says whether a project may win more than one prize.
pub async fn set_one_each(conn: &mut Conn, permit: &Permit<act::DecidePrizeTerms>, one: bool) -> Outcome<()> {
    run!(conn, "update event set one_prize_each = $2 where id = $1"; permit.ids().0, one)
}

/// Adds a prize after the others.
/// Errors: the database's refusal: a name that another prize has, a track of another event.
pub async fn insert(conn: &mut Conn, permit: &Permit<act::AddPrize>, terms: &PrizeTerms) -> Outcome<PrizeId> {
    let id = value!(conn,
        "insert into prize (event_id, name, sponsor, description, winners, eligibility, track_id, rule, position)
         select $1, $2, $3, $4, $5, $6, $7, $8, coalesce(max(position), 0) + 1 from prize where event_id = $1
         returning id";
        permit.ids().0, terms.name, terms.sponsor, terms.description, terms.winners, terms.eligibility.name(),
        terms.eligibility.track() as _, terms.rule.name())?;
    Ok(PrizeId(id))
}

/// Takes the names of prizes that get another one. Names are compared row by row: without this, two prizes could not swap theirs. What
/// they are called meanwhile begins with a space, as no name that somebody typed does.
pub async fn free_names(
    conn: &mut Conn,
    permit: &Permit<act::ManagePrizes>,
    prizes: &[PrizeId],
) -> Outcome<()> {
    // One name alone is in nobody's way.
    if prizes.len() > 1 {
        run!(conn, "update prize set name = ' ' || id where event_id = $1 and id = any($2)";
            permit.ids().0, prizes as _)?;
    }
    Ok(())
}

/// Changes a prize.
/// Errors: as [`insert`].
pub async fn update(
    conn: &mut Conn,
    permit: &Permit<act::ManagePrizes>,
    id: PrizeId,
    terms: &PrizeTerms,
) -> Outcome<()> {
    run!(conn, "update prize set name = $3, sponsor = $4, description = $5, winners = $6, eligibility = $7, track_id = $8,
                rule = $9, version = version + 1
         where event_id = $1 and id = $2";
        permit.ids().0, id.0, terms.name, terms.sponsor, terms.description, terms.winners,
        terms.eligibility.name(), terms.eligibility.track() as _, terms.rule.name())
}

/// Removes a prize, with what teams asked and what its panel said.
/// Errors: the database's refusal: it has winners.
pub async fn delete(conn: &mut Conn, permit: &Permit<act::DecidePrizeTerms>, id: PrizeId) -> Outcome<()> {
    run!(conn, "delete from prize where event_id = $1 and id = $2"; permit.ids().0, id.0)
}

/// The projects that can win a prize, by title: submitted, no repeat, and eligible.
pub async fn eligible(conn: &mut Conn, event: EventId, id: PrizeId) -> Outcome<Vec<EligibleProject>> {
    rows!(conn, r#"select p.id, p.title, p.team_id, t.name as team, i.picture as "picture?: Picture",
             coalesce(l.room, '') as "room!", coalesce(l.place, '') as "place!"
         from prize z
         join project p on p.event_id = z.event_id
         join team t on t.event_id = p.event_id and t.id = p.team_id
         left join project_picture i on i.project_id = p.id and i.position = 1
         left join project_place l on l.project_id = p.id
         where z.event_id = $1 and z.id = $2 and p.status = 'submitted' and p.duplicate_of is null
             and (z.track_id is null or z.track_id = p.track_id)
             and (z.eligibility <> 'opt-in'
                 or exists (select from project_prize o where o.project_id = p.id and o.prize_id = z.id))
         order by lower(p.title), p.id"#; event.0, id.0)
    .each(object! { EligibleProject from |r|:
        title, team, picture;
        id: ProjectId(r.id),
        team_id: TeamId(r.team_id),
        place: Place { room: r.room, place: r.place }
    })
}

/// The winners of all prizes of the event, by prize in their order, the first winner first.
pub async fn winners(conn: &mut Conn, event: EventId) -> Outcome<Vec<Winner>> {
    rows!(conn, Winner,
        r#"select w.prize_id as prize, p.id as project, p.title, t.name as team, p.tagline, i.picture as "picture?: _",
                p.duplicate_of is not null as "repeats!"
         from prize_winner w
         join prize z on z.id = w.prize_id
         join project p on p.id = w.project_id
         join team t on t.event_id = p.event_id and t.id = p.team_id
         left join project_picture i on i.project_id = p.id and i.position = 1 and p.status = 'submitted'
         where w.event_id = $1 order by z.position, z.id, w.position, p.id"#; event.0)
}

/// Confirms who won a prize, the first winner first; nobody takes the confirmation back. The version of the prize's terms
/// stays: with another one, an organizer who takes part would learn that there are winners.
/// Errors: the database's refusal: a project of another event.
pub async fn award(
    conn: &mut Conn,
    permit: &Permit<act::AwardPrizes>,
    id: PrizeId,
    winners: &[ProjectId],
    (decided, reason): (Decided, &str),
) -> Outcome<()> {
    let event = permit.ids();
    run!(conn, "delete from prize_winner where event_id = $1 and prize_id = $2"; event.0, id.0)?;
    run!(conn, "insert into prize_winner (event_id, prize_id, project_id, position)
         select $1, $2, w.project, w.at from unnest($3::bigint[]) with ordinality w(project, at)";
        event.0, id.0, winners as _)?;
    run!(conn, "update prize set awarded_at = case when $3 then clock_timestamp() end, award_reason = $4, decided = $5
         where event_id = $1 and id = $2"; event.0, id.0, !winners.is_empty(), reason, decided.name())
}

/// Says what decided who won, beside a ranking that becomes public.
pub async fn set_decided(
    conn: &mut Conn,
    permit: &Permit<act::Publish>,
    id: PrizeId,
    decided: Decided,
) -> Outcome<()> {
    run!(conn, "update prize set decided = $3 where event_id = $1 and id = $2"; permit.ids().0, id.0, decided.name())
}

//! Prizes, who asks for them and who won them, and the places of projects on the floor.

use super::{Filled, column, in_order};
use crate::prelude::*;
use shared::bundle::BundleProject;

/// Prizes in the file's order, with their winners, and the projects that ask for them.
pub(super) async fn insert(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    let prizes = &to.bundle.prizes;
    let ids = values!(conn,
        "insert into prize (event_id, name, description, sponsor, rule, award_reason, position, track_id, winners,
                            eligibility, awarded_at, decided)
         select $1, p.name, p.description, p.sponsor, p.rule, p.reason, p.at::int, p.track, p.winners,
                case when p.track is not null then 'track' when p.opt_in then 'opt-in' else 'all' end,
                case when p.awarded then clock_timestamp() end, p.decided
         from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::int[], $9::bool[],
                     $10::bool[], $11::text[])
              with ordinality p(name, description, sponsor, rule, reason, track, winners, opt_in, awarded, decided, at)
         order by p.at returning id";
        to.event.0, &column(prizes, |p| p.name.clone()), &column(prizes, |p| p.description.clone()),
        &column(prizes, |p| p.sponsor.clone()), &column(prizes, |p| p.rule.clone()),
        &column(prizes, |p| p.reason.clone()),
        &column(prizes, |p| p.track.map(|t| to.track(t))) as &[Option<i64>],
        &column(prizes, |p| p.winners), &column(prizes, |p| p.opt_in),
        &column(prizes, |p| p.given_to().next().is_some()), &column(prizes, |p| p.decided.clone()))?;
    let ids = in_order(ids);
    insert_winners(conn, to, &ids).await?;
    insert_opt_ins(conn, to, &ids).await
}

async fn insert_winners(conn: &mut Conn, to: &Filled<'_>, ids: &[i64]) -> Outcome<()> {
    let prizes = to.bundle.prizes.iter().zip(ids);
    let won = prizes.flat_map(|(prize, id)| prize.given_to().map(move |p| (*id, p)));
    let (prize, project): (Vec<i64>, Vec<i64>) = won.map(|(prize, p)| (prize, to.projects.of(p))).unzip();
    run!(conn, "insert into prize_winner (event_id, prize_id, project_id, position)
         select $1, w.prize, w.project, row_number() over (partition by w.prize order by w.at)
         from unnest($2::bigint[], $3::bigint[]) with ordinality w(prize, project, at)"; to.event.0, &prize, &project)
}

async fn insert_opt_ins(conn: &mut Conn, to: &Filled<'_>, ids: &[i64]) -> Outcome<()> {
    let prizes = to.bundle.prizes.iter().map(|p| p.name.as_str());
    let named: HashMap<&str, i64> = prizes.zip(ids.iter().copied()).collect();
    let asked = to.bundle.projects.iter().flat_map(|p| {
        let named = &named;
        p.prizes.iter().filter_map(move |prize| Some((p.reference.as_str(), *named.get(prize.as_str())?)))
    });
    let (project, prize): (Vec<i64>, Vec<i64>) = asked.map(|(p, prize)| (to.projects.of(p), prize)).unzip();
    run!(conn, "insert into project_prize (event_id, project_id, prize_id)
         select $1, o.project, o.prize from unnest($2::bigint[], $3::bigint[]) o(project, prize)";
        to.event.0, &project, &prize)
}

/// Where projects are shown, and what their teams need there.
pub(super) async fn insert_places(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    let projects = || to.bundle.projects.iter();
    let placed: Vec<&BundleProject> =
        projects().filter(|p| p.withdrawn_at.is_none() && p.has_place()).collect();
    run!(conn, "insert into project_place (event_id, project_id, room, place)
         select $1, p.project, p.room, p.place from unnest($2::bigint[], $3::text[], $4::text[]) p(project, room, place)";
        to.event.0, &column(&placed, |p| to.projects.of(&p.reference)), &column(&placed, |p| p.room.clone()),
        &column(&placed, |p| p.place.clone()))?;
    let needing: Vec<&BundleProject> = projects().filter(|p| p.needs_power || p.needs_quiet).collect();
    run!(conn, "insert into project_need (event_id, project_id, power, quiet)
         select $1, p.project, p.power, p.quiet from unnest($2::bigint[], $3::bool[], $4::bool[]) p(project, power, quiet)";
        to.event.0, &column(&needing, |p| to.projects.of(&p.reference)), &column(&needing, |p| p.needs_power),
        &column(&needing, |p| p.needs_quiet))
}

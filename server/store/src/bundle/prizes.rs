//! Prizes, who asks for them and who won them, and the places of projects on the floor.

use super::{Ids, Tracks, in_order};
use crate::prelude::*;
use shared::bundle::{Bundle, BundlePrize, BundleProject};

/// Prizes in the file's order, with their winners, and the projects that ask for them.
pub(super) async fn insert(
    conn: &mut Conn,
    event: EventId,
    bundle: &Bundle,
    tracks: &Tracks,
    projects: &Ids<'_>,
) -> Outcome<()> {
    let prizes = &bundle.prizes;
    let text = |of: fn(&BundlePrize) -> &str| prizes.iter().map(|p| of(p).to_owned()).collect::<Vec<_>>();
    let in_track: Vec<Option<i64>> =
        prizes.iter().map(|p| p.track.map(|t| tracks.get(&t).copied().unwrap_or_default())).collect();
    let winners: Vec<i32> = prizes.iter().map(|p| p.winners).collect();
    let opt_in: Vec<bool> = prizes.iter().map(|p| p.opt_in).collect();
    let awarded: Vec<bool> = prizes.iter().map(|p| p.given_to().next().is_some()).collect();
    let ids = values!(conn,
        "insert into prize (event_id, name, description, sponsor, rule, award_reason, position, track_id, winners,
                            eligibility, awarded_at)
         select $1, p.name, p.description, p.sponsor, p.rule, p.reason, p.at::int, p.track, p.winners,
                case when p.track is not null then 'track' when p.opt_in then 'opt-in' else 'all' end,
                case when p.awarded then clock_timestamp() end
         from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::int[], $9::bool[],
                     $10::bool[])
              with ordinality p(name, description, sponsor, rule, reason, track, winners, opt_in, awarded, at)
         order by p.at returning id";
        event.0, &text(|p| &p.name), &text(|p| &p.description), &text(|p| &p.sponsor), &text(|p| &p.rule),
        &text(|p| &p.reason), &in_track as &[Option<i64>], &winners, &opt_in, &awarded)?;
    let ids = in_order(ids);
    insert_winners(conn, event, prizes, &ids, projects).await?;
    insert_opt_ins(conn, event, bundle, &ids, projects).await
}

async fn insert_winners(
    conn: &mut Conn,
    event: EventId,
    prizes: &[BundlePrize],
    ids: &[i64],
    projects: &Ids<'_>,
) -> Outcome<()> {
    let won = prizes.iter().zip(ids).flat_map(|(prize, id)| prize.given_to().map(move |p| (*id, p)));
    let (prize, project): (Vec<i64>, Vec<i64>) = won.map(|(prize, p)| (prize, projects.of(p))).unzip();
    run!(conn, "insert into prize_winner (event_id, prize_id, project_id, position)
         select $1, w.prize, w.project, row_number() over (partition by w.prize order by w.at)
         from unnest($2::bigint[], $3::bigint[]) with ordinality w(prize, project, at)"; event.0, &prize, &project)
}

async fn insert_opt_ins(
    conn: &mut Conn,
    event: EventId,
    bundle: &Bundle,
    ids: &[i64],
    projects: &Ids<'_>,
) -> Outcome<()> {
    let named: HashMap<&str, i64> =
        bundle.prizes.iter().map(|p| p.name.as_str()).zip(ids.iter().copied()).collect();
    let asked = bundle.projects.iter().flat_map(|p| {
        let named = &named;
        p.prizes.iter().filter_map(move |prize| Some((p.reference.as_str(), *named.get(prize.as_str())?)))
    });
    let (project, prize): (Vec<i64>, Vec<i64>) = asked.map(|(p, prize)| (projects.of(p), prize)).unzip();
    run!(conn, "insert into project_prize (event_id, project_id, prize_id)
         select $1, o.project, o.prize from unnest($2::bigint[], $3::bigint[]) o(project, prize)";
        event.0, &project, &prize)
}

/// Where projects are shown, and what their teams need there.
pub(super) async fn insert_places(
    conn: &mut Conn,
    event: EventId,
    bundle: &Bundle,
    projects: &Ids<'_>,
) -> Outcome<()> {
    let placed: Vec<&BundleProject> =
        bundle.projects.iter().filter(|p| !(p.room.is_empty() && p.place.is_empty())).collect();
    let text = |of: fn(&BundleProject) -> &str| placed.iter().map(|p| of(p).to_owned()).collect::<Vec<_>>();
    run!(conn, "insert into project_place (event_id, project_id, room, place)
         select $1, p.project, p.room, p.place from unnest($2::bigint[], $3::text[], $4::text[]) p(project, room, place)";
        event.0, &projects.column(placed.iter().map(|p| p.reference.as_str())), &text(|p| &p.room),
        &text(|p| &p.place))?;
    let needing: Vec<&BundleProject> =
        bundle.projects.iter().filter(|p| p.needs_power || p.needs_quiet).collect();
    run!(conn, "insert into project_need (event_id, project_id, power, quiet)
         select $1, p.project, p.power, p.quiet from unnest($2::bigint[], $3::bool[], $4::bool[]) p(project, power, quiet)";
        event.0, &projects.column(needing.iter().map(|p| p.reference.as_str())),
        &needing.iter().map(|p| p.needs_power).collect::<Vec<_>>(),
        &needing.iter().map(|p| p.needs_quiet).collect::<Vec<_>>())
}

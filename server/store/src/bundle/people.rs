//! People, their roles and tracks, teams and members.

use super::{Ids, Tracks, in_order};
use crate::prelude::*;
use shared::bundle::Bundle;

/// Finds the people by address, makes the others (without a password, confirmed), and brings all into the event.
pub(super) async fn insert<'b>(
    conn: &mut Conn,
    event: EventId,
    bundle: &'b Bundle,
    tracks: &Tracks,
) -> Outcome<Ids<'b>> {
    let emails: Vec<String> = bundle.people.iter().map(|p| p.email.clone()).collect();
    let names: Vec<String> = bundle.people.iter().map(|p| p.name.clone()).collect();
    run!(conn, r#"insert into person (email, name, confirmed_at)
         select p.email, p.name, now() from unnest($1::text[], $2::text[]) with ordinality p(email, name, at)
         where not exists (select from person known where lower(known.email collate "C") = lower(p.email collate "C"))
         order by p.at on conflict (lower(email collate "C")) do nothing"#; &emails, &names)?;
    let ids = values!(conn, r#"select person.id from unnest($1::text[]) with ordinality p(email, at)
         join person on lower(person.email collate "C") = lower(p.email collate "C") order by p.at"#; &emails)?;
    let external: Vec<Option<String>> = bundle.people.iter().map(|p| p.external_id.clone()).collect();
    let caps: Vec<Option<i32>> = bundle.people.iter().map(|p| p.review_cap).collect();
    let salts: Vec<Option<String>> = bundle.people.iter().map(|p| p.record_salt.clone()).collect();
    run!(conn, "insert into event_person (event_id, person_id, external_id, review_cap, record_salt)
         select $1, p.id, p.external_id, p.cap, coalesce(decode(p.salt, 'hex'), uuid_send(gen_random_uuid()))
         from unnest($2::bigint[], $3::text[], $4::int[], $5::text[]) p(id, external_id, cap, salt)";
        event.0, &ids, &external as &[Option<String>], &caps as &[Option<i32>], &salts as &[Option<String>])?;
    let people = Ids::new(bundle.people.iter().map(|p| p.reference.as_str()), &ids);
    insert_roles(conn, event, bundle, &people).await?;
    insert_tracks(conn, event, bundle, &people, tracks).await?;
    Ok(people)
}

async fn insert_roles(conn: &mut Conn, event: EventId, bundle: &Bundle, people: &Ids<'_>) -> Outcome<()> {
    let (ids, roles): (Vec<i64>, Vec<String>) = bundle
        .people
        .iter()
        .flat_map(|p| p.roles.iter().map(|role| (people.of(&p.reference), role.clone())))
        .unzip();
    run!(conn, "insert into membership (event_id, person_id, role)
         select $1, m.id, m.role from unnest($2::bigint[], $3::text[]) m(id, role)"; event.0, &ids, &roles)
}

async fn insert_tracks(
    conn: &mut Conn,
    event: EventId,
    bundle: &Bundle,
    people: &Ids<'_>,
    tracks: &Tracks,
) -> Outcome<()> {
    let (ids, tracks): (Vec<i64>, Vec<i64>) = bundle
        .people
        .iter()
        .flat_map(|p| {
            p.tracks.iter().map(|t| (people.of(&p.reference), tracks.get(t).copied().unwrap_or_default()))
        })
        .unzip();
    run!(conn, "insert into person_track (event_id, person_id, track_id)
         select $1, p.id, p.track from unnest($2::bigint[], $3::bigint[]) p(id, track)"; event.0, &ids, &tracks)
}

/// Teams with their members.
pub(super) async fn insert_teams<'b>(
    conn: &mut Conn,
    event: EventId,
    bundle: &'b Bundle,
    people: &Ids<'_>,
) -> Outcome<Ids<'b>> {
    let names: Vec<String> = bundle.teams.iter().map(|t| t.name.clone()).collect();
    let external: Vec<Option<String>> = bundle.teams.iter().map(|t| t.external_id.clone()).collect();
    let ids = values!(conn, "insert into team (event_id, name, external_id)
         select $1, t.name, t.external_id from unnest($2::text[], $3::text[]) with ordinality t(name, external_id, at)
         order by t.at returning id"; event.0, &names, &external as &[Option<String>])?;
    let teams = Ids::new(bundle.teams.iter().map(|t| t.reference.as_str()), &in_order(ids));
    let extended = || bundle.teams.iter().filter_map(|t| Some((t, t.more_time_until?)));
    run!(conn, "insert into team_extension (event_id, team_id, closes_at, reason)
         select $1, x.team, x.until, x.reason from unnest($2::bigint[], $3::timestamptz[], $4::text[]) x(team, until, reason)";
        event.0, &teams.column(extended().map(|(t, _)| t.reference.as_str())),
        &extended().map(|(_, until)| until).collect::<Vec<_>>(),
        &extended().map(|(t, _)| t.more_time_reason.clone()).collect::<Vec<_>>())?;
    let members = || bundle.teams.iter().flat_map(|t| t.members.iter().map(move |m| (t, m)));
    let joined: Vec<Option<DateTime<Utc>>> = members().map(|(_, m)| m.joined_at).collect();
    run!(conn, "insert into team_member (event_id, team_id, person_id, joined_at)
         select $1, m.team, m.person, coalesce(m.joined_at, now())
         from unnest($2::bigint[], $3::bigint[], $4::timestamptz[]) with ordinality m(team, person, joined_at, at)
         order by m.at";
        event.0, &teams.column(members().map(|(t, _)| t.reference.as_str())),
        &people.column(members().map(|(_, m)| m.person.as_str())), &joined as &[Option<DateTime<Utc>>])?;
    Ok(teams)
}

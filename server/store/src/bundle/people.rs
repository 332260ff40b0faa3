//! People, their roles and tracks, teams and members.

use super::{At, Filled, Ids, column, in_order};
use crate::prelude::*;
use shared::bundle::BundlePerson;
use shared::names;

/// Finds the people by address, makes the others (without a password, confirmed), and brings all into the event.
pub(super) async fn insert<'b>(conn: &mut Conn, to: &Filled<'b>) -> Outcome<Ids<'b>> {
    let people = &to.bundle.people;
    let emails = addresses(conn, people).await?;
    run!(conn, r#"insert into person (email, name, confirmed_at)
         select p.email, p.name, now() from unnest($1::text[], $2::text[]) with ordinality p(email, name, at)
         where not exists (select from person known where lower(known.email collate "C") = lower(p.email collate "C"))
         order by p.at on conflict (lower(email collate "C")) do nothing"#;
        &emails, &column(people, |p| p.name.clone()))?;
    let ids = values!(conn, r#"select person.id from unnest($1::text[]) with ordinality p(email, at)
         join person on lower(person.email collate "C") = lower(p.email collate "C") order by p.at"#; &emails)?;
    run!(conn, "insert into event_person (event_id, person_id, external_id, review_cap, record_salt, judged, on_team)
         select $1, p.id, p.external_id, p.cap, coalesce(decode(p.salt, 'hex'), uuid_send(gen_random_uuid())), p.judged, p.on_team
         from unnest($2::bigint[], $3::text[], $4::int[], $5::text[], $6::bool[], $7::bool[])
             p(id, external_id, cap, salt, judged, on_team)";
        to.event.0, &ids, &column(people, |p| p.external_id.clone()) as &[Option<String>],
        &column(people, |p| p.review_cap) as &[Option<i32>],
        &column(people, |p| p.record_salt.clone()) as &[Option<String>],
        &column(people, |p| p.judged), &column(people, |p| p.on_team))?;
    Ok(Ids::new(people.iter().map(|p| p.reference.as_str()), &ids))
}

/// The addresses by which the people are known here. A deleted account of another portal keeps none of its number, by which the verifier would
/// take it for the account that has this number here.
async fn addresses(conn: &mut Conn, people: &[BundlePerson]) -> Outcome<Vec<String>> {
    let deleted: Vec<String> = people
        .iter()
        .filter(|p| names::deleted_number(&p.email).is_some())
        .map(|p| names::email_key(&p.email))
        .collect();
    let ours = values!(conn, r#"select lower(email collate "C") as "email!" from person where lower(email collate "C") = any ($1)"#;
        &deleted)?;
    let address = |p: &BundlePerson| {
        let is_ours = ours.contains(&names::email_key(&p.email));
        names::deleted_elsewhere(&p.email).filter(|_| !is_ours).unwrap_or_else(|| p.email.clone())
    };
    Ok(column(people, address))
}

pub(super) async fn insert_roles(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    let people = to.bundle.people.iter();
    let (ids, roles): (Vec<i64>, Vec<String>) =
        people.flat_map(|p| p.roles.iter().map(|role| (to.people.of(&p.reference), role.clone()))).unzip();
    run!(conn, "insert into membership (event_id, person_id, role)
         select $1, m.id, m.role from unnest($2::bigint[], $3::text[]) m(id, role)"; to.event.0, &ids, &roles)
}

pub(super) async fn insert_tracks(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    let people = to.bundle.people.iter();
    let (ids, tracks): (Vec<i64>, Vec<i64>) =
        people.flat_map(|p| p.tracks.iter().map(|t| (to.people.of(&p.reference), to.track(*t)))).unzip();
    run!(conn, "insert into person_track (event_id, person_id, track_id)
         select $1, p.id, p.track from unnest($2::bigint[], $3::bigint[]) p(id, track)"; to.event.0, &ids, &tracks)
}

/// Open invitations. Nobody has a link to one yet, and no mail is queued.
pub(super) async fn insert_invitations(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    let invited = &to.bundle.invitations;
    // An array cannot hold lists of different lengths, so each list goes as a text.
    let tracks = column(invited, |i| column(&i.tracks, |t| to.track(*t).to_string()).join(","));
    run!(conn, "insert into invitation (event_id, email, name, role, external_id, track_ids, review_cap, team_id, created_at, token_hash)
         select $1, i.email, i.name, i.role, i.external_id, string_to_array(i.tracks, ',')::bigint[], i.cap, i.team,
                coalesce(i.created_at, now()), sha256(uuid_send(gen_random_uuid()))
         from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::bigint[], $9::timestamptz[])
              with ordinality i(email, name, role, external_id, tracks, cap, team, created_at, at)
         order by i.at";
        to.event.0, &column(invited, |i| i.email.clone()), &column(invited, |i| i.name.clone()),
        &column(invited, |i| i.role.clone()),
        &column(invited, |i| i.external_id.clone()) as &[Option<String>], &tracks,
        &column(invited, |i| i.review_cap) as &[Option<i32>],
        &column(invited, |i| i.team.as_deref().map(|t| to.teams.of(t))) as &[Option<i64>],
        &column(invited, |i| i.created_at) as &[At])
}

pub(super) async fn insert_teams<'b>(conn: &mut Conn, to: &Filled<'b>) -> Outcome<Ids<'b>> {
    let teams = &to.bundle.teams;
    let ids = values!(conn, "insert into team (event_id, name, external_id)
         select $1, t.name, t.external_id from unnest($2::text[], $3::text[]) with ordinality t(name, external_id, at)
         order by t.at returning id";
        to.event.0, &column(teams, |t| t.name.clone()),
        &column(teams, |t| t.external_id.clone()) as &[Option<String>])?;
    Ok(Ids::new(teams.iter().map(|t| t.reference.as_str()), &in_order(ids)))
}

/// Which teams people left.
pub(super) async fn insert_past_teams(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    let people = to.bundle.people.iter();
    let (ids, teams): (Vec<i64>, Vec<i64>) = people
        .flat_map(|p| p.past_teams.iter().map(move |team| (to.people.of(&p.reference), to.teams.of(team))))
        .unzip();
    run!(conn, "with past as (
             select l.person, array_agg(distinct l.team) as teams from unnest($2::bigint[], $3::bigint[]) l(person, team) group by l.person)
         update event_person ep set team_ids = past.teams from past
         where ep.event_id = $1 and ep.person_id = past.person"; to.event.0, &ids, &teams)
}

/// Whom lists named as members of teams. No conflict is declared by it: the file holds those that there are.
pub(super) async fn insert_listed(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    let listed: Vec<_> =
        to.bundle.teams.iter().flat_map(|t| t.listed.iter().map(move |named| (t, named))).collect();
    run!(conn, "select bring_listed($1, $2, $3, $4)";
        to.event.0, &column(&listed, |(t, _)| to.teams.of(&t.reference)),
        &column(&listed, |(_, named)| named.email.clone()),
        &column(&listed, |(_, named)| named.lifted_reason.clone()))
}

/// What teams were given more time, and their members.
pub(super) async fn insert_members(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    let teams = &to.bundle.teams;
    let extended: Vec<_> = teams.iter().filter_map(|t| Some((t, t.more_time_until?))).collect();
    run!(conn, "insert into team_extension (event_id, team_id, closes_at, reason)
         select $1, x.team, x.until, x.reason from unnest($2::bigint[], $3::timestamptz[], $4::text[]) x(team, until, reason)";
        to.event.0, &column(&extended, |(t, _)| to.teams.of(&t.reference)),
        &column(&extended, |(_, until)| *until), &column(&extended, |(t, _)| t.more_time_reason.clone()))?;
    let members: Vec<_> = teams.iter().flat_map(|t| t.members.iter().map(move |m| (t, m))).collect();
    run!(conn, "insert into team_member (event_id, team_id, person_id, joined_at)
         select $1, m.team, m.person, coalesce(m.joined_at, now())
         from unnest($2::bigint[], $3::bigint[], $4::timestamptz[]) with ordinality m(team, person, joined_at, at)
         order by m.at";
        to.event.0, &column(&members, |(t, _)| to.teams.of(&t.reference)),
        &column(&members, |(_, m)| to.people.of(&m.person)), &column(&members, |(_, m)| m.joined_at) as &[At])
}

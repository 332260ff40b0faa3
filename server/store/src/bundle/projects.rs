//! Projects, and what the public added to them.

use super::{At, Filled, Ids, column, in_order};
use crate::prelude::*;
use shared::bundle::{BundleEvidence, BundleProject};

pub(super) async fn insert<'b>(conn: &mut Conn, to: &Filled<'b>) -> Outcome<Ids<'b>> {
    let projects = &to.bundle.projects;
    // A tag holds no line break, so a list of lists, which arrays cannot be, goes as lines.
    let ids = values!(conn,
        r"insert into project (event_id, external_id, team_id, track_id, title, tagline, summary, description, repo_url,
                               demo_url, tags, status, submitted_at, video_url, withdrawn_at, withdrawal_reason, withdrawn_submitted_at, answers, names_us,
                               withdrawn_room, withdrawn_place)
          select $1, p.external_id, p.team, p.track, p.title, p.tagline, p.summary, p.description, p.repo_url,
                 p.demo_url, string_to_array(p.tags, E'\n'), p.status, p.submitted_at, p.video_url,
                 p.withdrawn_at, p.withdrawal_reason, p.withdrawn_submitted_at, p.answers, string_to_array(p.names_us, E'\n'),
                 p.withdrawn_room, p.withdrawn_place
          from unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[],
                      $9::text[], $10::text[], $11::text[], $12::text[], $13::timestamptz[], $14::text[], $15::timestamptz[], $16::text[], $17::timestamptz[], $18::jsonb[], $19::text[],
                      $20::text[], $21::text[])
               with ordinality p(external_id, team, track, title, tagline, summary, description, repo_url, demo_url,
                                 tags, status, submitted_at, video_url, withdrawn_at, withdrawal_reason,
                                 withdrawn_submitted_at, answers, names_us, withdrawn_room, withdrawn_place, at)
          order by p.at returning id";
        to.event.0, &column(projects, |p| p.external_id.clone()) as &[Option<String>],
        &column(projects, |p| to.teams.of(&p.team)),
        &column(projects, |p| p.track.map(|t| to.track(t))) as &[Option<i64>],
        &column(projects, |p| p.title.clone()), &column(projects, |p| p.tagline.clone()),
        &column(projects, |p| p.summary.clone()), &column(projects, |p| p.description.clone()),
        &column(projects, |p| p.repo_url.clone()), &column(projects, |p| p.demo_url.clone()),
        &column(projects, |p| p.tags.join("\n")), &column(projects, |p| p.status.clone()),
        &column(projects, |p| p.submitted_at) as &[At], &column(projects, |p| p.video_url.clone()),
        &column(projects, |p| p.withdrawn_at) as &[At], &column(projects, |p| p.withdrawal_reason.clone()),
        &column(projects, |p| p.withdrawn_submitted_at) as &[At],
        &column(projects, |p| Json(&p.answers)) as _, &column(projects, |p| p.names_us.join("\n")),
        &column(projects, |p| freed(p, &p.room)) as &[Option<String>],
        &column(projects, |p| freed(p, &p.place)) as &[Option<String>])?;
    Ok(Ids::new(projects.iter().map(|p| p.reference.as_str()), &in_order(ids)))
}

/// A part of the place that a withdrawn project goes back to, if it had one.
fn freed(project: &BundleProject, part: &str) -> Option<String> {
    (project.withdrawn_at.is_some() && project.has_place()).then(|| part.to_owned())
}

/// The file's flags of repeats.
pub(super) async fn flag(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    let projects = to.bundle.projects.iter();
    let repeats: (Vec<i64>, Vec<i64>) = projects
        .filter_map(|p| Some((to.projects.of(&p.reference), to.projects.of(p.duplicate_of.as_deref()?))))
        .unzip();
    run!(conn, "update project set duplicate_of = r.first, duplicate_reason = 'the imported file says so'
         from unnest($1::bigint[], $2::bigint[]) r(id, first) where project.id = r.id"; &repeats.0, &repeats.1)
}

/// What was found on the projects, in the order of its numbers. The same work elsewhere is named by an id, which is another project's
/// here unless the file comes from this portal. The portal that wrote the file has asked teams for their answer.
pub(super) async fn insert_evidence(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    let projects = to.bundle.projects.iter();
    let mut found: Vec<(i64, &BundleEvidence)> =
        projects.flat_map(|p| p.evidence.iter().map(|one| (to.projects.of(&p.reference), one))).collect();
    found.sort_by_key(|(_, one)| one.id);
    run!(conn, "insert into evidence (event_id, project_id, fact, found_at, found_by, salt)
         select $1, v.project, v.fact, v.found_at, v.found_by, v.salt
         from unnest($2::bigint[], $3::jsonb[], $4::timestamptz[], $5::bigint[], $6::text[])
              with ordinality v(project, fact, found_at, found_by, salt, at)
         where v.fact ->> 'kind' <> 'same_work' or exists (select from project p join event e on e.id = p.event_id
             where e.slug = v.fact ->> 'event' and p.id = (v.fact ->> 'project')::bigint)
         order by v.at";
        to.event.0, &column(&found, |(project, _)| *project),
        &column(&found, |(_, one)| Json(&one.fact)) as _, &column(&found, |(_, one)| one.found_at),
        &column(&found, |(_, one)| one.found_by.as_deref().map(|by| to.people.of(by))) as &[Option<i64>],
        &column(&found, |(_, one)| one.salt.clone()))?;
    run!(conn, "insert into content_look (event_id, project_id, part, done)
         select distinct $1::bigint, project, 'team', true from unnest($2::bigint[]) project"; to.event.0,
        &column(&found, |(project, _)| *project))
}

/// Comments in the file's order.
pub(super) async fn insert_comments(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    let comments = &to.bundle.comments;
    run!(conn, "insert into comment (event_id, project_id, person_id, body, created_at)
         select $1, c.project, c.person, c.body, coalesce(c.created_at, now())
         from unnest($2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[])
              with ordinality c(project, person, body, created_at, at)
         order by c.at";
        to.event.0, &column(comments, |c| to.projects.of(&c.project)),
        &column(comments, |c| to.people.of(&c.person)), &column(comments, |c| c.body.clone()),
        &column(comments, |c| c.created_at) as &[At])
}

/// Ballots. A ballot cast by code gets a new code that is unknown to everybody and withdrawn.
pub(super) async fn insert_ballots(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    let ballots = &to.bundle.ballots;
    let by_code = ballots.iter().filter(|b| b.person.is_none()).count();
    let codes = values!(conn, "insert into voting_code (event_id, code_hash, withdrawn_at)
         select $1, sha256(uuid_send(gen_random_uuid())), now() from generate_series(1, $2::bigint) returning id";
        to.event.0, i64::try_from(by_code).unwrap_or_default())?;
    let mut codes = codes.into_iter();
    let voters = column(ballots, |b| b.person.as_deref().map(|p| to.people.of(p)));
    let codes: Vec<Option<i64>> =
        voters.iter().map(|v| if v.is_none() { codes.next() } else { None }).collect();
    let choices = column(ballots, |b| column(&b.choices, |c| to.projects.of(c).to_string()).join(","));
    run!(conn, "insert into ballot (event_id, person_id, code_id, choices, cast_at)
         select $1, b.person, b.code, string_to_array(b.choices, ',')::bigint[], coalesce(b.cast_at, now())
         from unnest($2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[])
              with ordinality b(person, code, choices, cast_at, at)
         order by b.at";
        to.event.0, &voters as &[Option<i64>], &codes as &[Option<i64>], &choices,
        &column(ballots, |b| b.cast_at) as &[At])
}

//! Projects, and what the public added to them.

use super::{Ids, Tracks, in_order};
use crate::prelude::*;
use shared::bundle::{Bundle, BundleEvidence, BundleProject};
use shared::evidence::Fact;
use shared::form_question::GivenAnswers;

/// Projects with the file's flags of repeats.
pub(super) async fn insert<'b>(
    conn: &mut Conn,
    event: EventId,
    bundle: &'b Bundle,
    tracks: &Tracks,
    teams: &Ids<'_>,
) -> Outcome<Ids<'b>> {
    let projects = &bundle.projects;
    let text = |of: fn(&BundleProject) -> &str| projects.iter().map(|p| of(p).to_owned()).collect::<Vec<_>>();
    let external: Vec<Option<String>> = projects.iter().map(|p| p.external_id.clone()).collect();
    let in_track: Vec<Option<i64>> =
        projects.iter().map(|p| p.track.map(|t| tracks.get(&t).copied().unwrap_or_default())).collect();
    let submitted: Vec<Option<DateTime<Utc>>> = projects.iter().map(|p| p.submitted_at).collect();
    let withdrawn: Vec<Option<DateTime<Utc>>> = projects.iter().map(|p| p.withdrawn_at).collect();
    let had_been: Vec<Option<DateTime<Utc>>> = projects.iter().map(|p| p.withdrawn_submitted_at).collect();
    // A tag holds no line break, so a list of lists, which arrays cannot be, goes as lines.
    let tags: Vec<String> = projects.iter().map(|p| p.tags.join("\n")).collect();
    let naming: Vec<String> = projects.iter().map(|p| p.names_us.join("\n")).collect();
    let answers: Vec<Json<&GivenAnswers>> = projects.iter().map(|p| Json(&p.answers)).collect();
    let ids = values!(conn,
        r"insert into project (event_id, external_id, team_id, track_id, title, tagline, summary, description, repo_url,
                               demo_url, tags, status, submitted_at, video_url, withdrawn_at, withdrawal_reason, withdrawn_submitted_at, answers, names_us)
          select $1, p.external_id, p.team, p.track, p.title, p.tagline, p.summary, p.description, p.repo_url,
                 p.demo_url, string_to_array(p.tags, E'\n'), p.status, p.submitted_at, p.video_url,
                 p.withdrawn_at, p.withdrawal_reason, p.withdrawn_submitted_at, p.answers, string_to_array(p.names_us, E'\n')
          from unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[],
                      $9::text[], $10::text[], $11::text[], $12::text[], $13::timestamptz[], $14::text[], $15::timestamptz[], $16::text[], $17::timestamptz[], $18::jsonb[], $19::text[])
               with ordinality p(external_id, team, track, title, tagline, summary, description, repo_url, demo_url,
                                 tags, status, submitted_at, video_url, withdrawn_at, withdrawal_reason,
                                 withdrawn_submitted_at, answers, names_us, at)
          order by p.at returning id";
        event.0, &external as &[Option<String>], &teams.column(projects.iter().map(|p| p.team.as_str())),
        &in_track as &[Option<i64>], &text(|p| &p.title), &text(|p| &p.tagline), &text(|p| &p.summary),
        &text(|p| &p.description), &text(|p| &p.repo_url), &text(|p| &p.demo_url), &tags,
        &text(|p| &p.status), &submitted as &[Option<DateTime<Utc>>], &text(|p| &p.video_url),
        &withdrawn as &[Option<DateTime<Utc>>], &text(|p| &p.withdrawal_reason),
        &had_been as &[Option<DateTime<Utc>>], &answers as _, &naming)?;
    let ids = Ids::new(projects.iter().map(|p| p.reference.as_str()), &in_order(ids));
    flag(conn, bundle, &ids).await?;
    Ok(ids)
}

async fn flag(conn: &mut Conn, bundle: &Bundle, ids: &Ids<'_>) -> Outcome<()> {
    let repeats: (Vec<i64>, Vec<i64>) = bundle
        .projects
        .iter()
        .filter_map(|p| Some((ids.of(&p.reference), ids.of(p.duplicate_of.as_deref()?))))
        .unzip();
    run!(conn, "update project set duplicate_of = r.first, duplicate_reason = 'the imported file says so'
         from unnest($1::bigint[], $2::bigint[]) r(id, first) where project.id = r.id"; &repeats.0, &repeats.1)
}

/// What was found on the projects, in the order of its numbers.
pub(super) async fn insert_evidence(
    conn: &mut Conn,
    event: EventId,
    bundle: &Bundle,
    people: &Ids<'_>,
    projects: &Ids<'_>,
) -> Outcome<()> {
    let of = |p: &BundleProject| {
        p.evidence.iter().map(|one| (projects.of(&p.reference), one.clone())).collect::<Vec<_>>()
    };
    let mut found: Vec<(i64, BundleEvidence)> = bundle.projects.iter().flat_map(of).collect();
    found.sort_by_key(|(_, one)| one.id);
    let facts: Vec<Json<&Fact>> = found.iter().map(|(_, one)| Json(&one.fact)).collect();
    let by: Vec<Option<i64>> =
        found.iter().map(|(_, one)| one.found_by.as_deref().map(|person| people.of(person))).collect();
    let (ids, times): (Vec<i64>, Vec<DateTime<Utc>>) =
        found.iter().map(|(project, one)| (*project, one.found_at)).unzip();
    let salts: Vec<String> = found.iter().map(|(_, one)| one.salt.clone()).collect();
    run!(conn, "insert into evidence (event_id, project_id, fact, found_at, found_by, salt)
         select $1, v.project, v.fact, v.found_at, v.found_by, v.salt
         from unnest($2::bigint[], $3::jsonb[], $4::timestamptz[], $5::bigint[], $6::text[])
              with ordinality v(project, fact, found_at, found_by, salt, at)
         order by v.at";
        event.0, &ids, &facts as _, &times, &by as &[Option<i64>], &salts)
}

/// Comments in the file's order.
pub(super) async fn insert_comments(
    conn: &mut Conn,
    event: EventId,
    bundle: &Bundle,
    people: &Ids<'_>,
    projects: &Ids<'_>,
) -> Outcome<()> {
    let comments = &bundle.comments;
    let bodies: Vec<String> = comments.iter().map(|c| c.body.clone()).collect();
    let times: Vec<Option<DateTime<Utc>>> = comments.iter().map(|c| c.created_at).collect();
    run!(conn, "insert into comment (event_id, project_id, person_id, body, created_at)
         select $1, c.project, c.person, c.body, coalesce(c.created_at, now())
         from unnest($2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[])
              with ordinality c(project, person, body, created_at, at)
         order by c.at";
        event.0, &projects.column(comments.iter().map(|c| c.project.as_str())),
        &people.column(comments.iter().map(|c| c.person.as_str())), &bodies,
        &times as &[Option<DateTime<Utc>>])
}

/// Ballots. A ballot cast by code gets a new code that is unknown to everybody and withdrawn.
pub(super) async fn insert_ballots(
    conn: &mut Conn,
    event: EventId,
    bundle: &Bundle,
    people: &Ids<'_>,
    projects: &Ids<'_>,
) -> Outcome<()> {
    let ballots = &bundle.ballots;
    let by_code = ballots.iter().filter(|b| b.person.is_none()).count();
    let codes = values!(conn, "insert into voting_code (event_id, code_hash, withdrawn_at)
         select $1, sha256(uuid_send(gen_random_uuid())), now() from generate_series(1, $2::bigint) returning id";
        event.0, i64::try_from(by_code).unwrap_or_default())?;
    let mut codes = codes.into_iter();
    let voters: Vec<Option<i64>> =
        ballots.iter().map(|b| b.person.as_deref().map(|p| people.of(p))).collect();
    let codes: Vec<Option<i64>> =
        voters.iter().map(|v| if v.is_none() { codes.next() } else { None }).collect();
    let choices: Vec<String> = ballots
        .iter()
        .map(|b| b.choices.iter().map(|c| projects.of(c).to_string()).collect::<Vec<_>>().join(","))
        .collect();
    let times: Vec<Option<DateTime<Utc>>> = ballots.iter().map(|b| b.cast_at).collect();
    run!(conn, "insert into ballot (event_id, person_id, code_id, choices, cast_at)
         select $1, b.person, b.code, string_to_array(b.choices, ',')::bigint[], coalesce(b.cast_at, now())
         from unnest($2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[])
              with ordinality b(person, code, choices, cast_at, at)
         order by b.at";
        event.0, &voters as &[Option<i64>], &codes as &[Option<i64>], &choices,
        &times as &[Option<DateTime<Utc>>])
}

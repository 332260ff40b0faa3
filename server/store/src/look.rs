//! What judges looked at before they submitted, as numbers of a project.

use crate::prelude::*;
use crate::review_save::WritesReview;
use shared::project::Looks;

/// Counts the links that judges opened before they submitted these reviews, by the names of their fields. A judge counts once for a
/// project. No judge counts after judging was opened again: the difference between two closes would say what few judges did.
pub async fn count<A: WritesReview>(conn: &mut Conn, looks: &[(&Permit<A>, &[String])]) -> Outcome<()> {
    let assignments: Vec<i64> = looks.iter().map(|(permit, _)| A::of(permit).1.0).collect();
    let opened =
        |link: &str| looks.iter().map(|(_, of)| of.iter().any(|name| name == link)).collect::<Vec<_>>();
    // In the order of the projects, so that two groups of saves never wait for each other.
    run!(conn, "with sent as (select * from unnest($1::bigint[], $2::bool[], $3::bool[], $4::bool[]) s (id, repository, demo, video)),
              first as (update assignment a set looks_counted = true from sent s where a.id = s.id and not a.looks_counted
                            and exists (select from event e where e.id = a.event_id and e.judging_reopened_at is null)
                        returning a.event_id, a.project_id, s.repository, s.demo, s.video)
         insert into project_look as l (event_id, project_id, repository, demo, video, judges)
         select event_id, project_id, count(*) filter (where repository), count(*) filter (where demo),
                count(*) filter (where video), count(*)
         from first group by event_id, project_id order by project_id
         on conflict (event_id, project_id) do update set repository = l.repository + excluded.repository,
             demo = l.demo + excluded.demo, video = l.video + excluded.video, judges = l.judges + excluded.judges";
        &assignments, &opened("repo_url"), &opened("demo_url"), &opened("video_url"))
}

/// What is counted of the event's projects.
pub async fn of_event(conn: &mut Conn, event: EventId) -> Outcome<HashMap<ProjectId, Looks>> {
    rows!(conn, "select project_id, repository, demo, video, judges from project_look where event_id = $1";
        event.0)
    .each(|r| {
        (
            ProjectId(r.project_id),
            Looks { repository: r.repository, demo: r.demo, video: r.video, judges: r.judges },
        )
    })
}

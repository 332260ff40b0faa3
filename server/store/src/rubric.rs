//! Tracks and criteria: changed as whole lists.

use crate::prelude::*;
use shared::event_settings::NewTrack;
use shared::rubric_form::NewCriterion;

/// The tracks of an event with what is in them.
pub async fn tracks(conn: &mut Conn, event: EventId) -> Outcome<Vec<TrackUse>> {
    rows!(conn, r#"select t.id, t.name,
                  (select count(*) from project p where p.event_id = $1 and p.track_id = t.id) as "projects!",
                  (select count(*) from prize p where p.event_id = $1 and p.track_id = t.id) as "prizes!",
                  (select count(*) from person_track p where p.event_id = $1 and p.track_id = t.id) as "judges!"
           from track t where t.event_id = $1 order by t.position, t.id"#; event.0)
    .each(object! { TrackUse from |r|:
        projects, prizes, judges;
        track: Track { id: TrackId(r.id), name: r.name }
    })
}

/// Makes the event's tracks these, in this order. Those that are not among them go.
/// Errors: 409 where a track that goes is in use; 400 where two share a name.
pub async fn set_tracks(
    conn: &mut Conn,
    permit: &Permit<act::EditTracks>,
    tracks: &[NewTrack],
) -> Outcome<()> {
    let event = permit.ids();
    let kept: Vec<i64> = tracks.iter().filter_map(|t| t.id).collect();
    run!(conn, "delete from track where event_id = $1 and id <> all($2)"; event.0, &kept)?;
    let ids: Vec<i64> = tracks.iter().map(|t| t.id.unwrap_or_default()).collect();
    let names: Vec<String> = tracks.iter().map(|t| t.name.clone()).collect();
    // Names are compared row by row: without this, two tracks could not swap theirs.
    run!(conn, "update track t set name = '~' || t.id from unnest($2::bigint[], $3::text[]) n(id, name)
         where t.event_id = $1 and t.id = n.id and t.name <> n.name"; event.0, &ids, &names)?;
    run!(conn, "update track t set name = n.name, position = n.at::int
         from unnest($2::bigint[], $3::text[]) with ordinality n(id, name, at)
         where t.event_id = $1 and t.id = n.id"; event.0, &ids, &names)?;
    run!(conn, "insert into track (event_id, name, position)
         select $1, n.name, n.at::int from unnest($2::bigint[], $3::text[]) with ordinality n(id, name, at)
         where n.id = 0 order by n.at"; event.0, &ids, &names)
}

/// Adds a track and puts projects that have none into it.
/// Errors: 400 where another track has the name.
pub async fn declare_part(
    conn: &mut Conn,
    permit: &Permit<act::DeclareParts>,
    name: &str,
    projects: &[i64],
) -> Outcome<()> {
    let event = permit.ids();
    run!(conn, "with added as (
             insert into track (event_id, name, position)
             select $1, $2, 1 + count(*)::int from track where event_id = $1 returning id)
         update project p set track_id = added.id from added
         where p.event_id = $1 and p.id = any($3) and p.track_id is null"; event.0, name, projects)
}

struct Columns {
    ids: Vec<i64>,
    keys: Vec<String>,
    names: Vec<String>,
    guidance: Vec<String>,
    weights: Vec<String>,
    low: Vec<i64>,
    high: Vec<i64>,
}

impl Columns {
    fn of(rubric: &[NewCriterion]) -> Self {
        let text = |of: fn(&NewCriterion) -> String| rubric.iter().map(of).collect::<Vec<_>>();
        Self {
            ids: rubric.iter().map(|c| c.id.unwrap_or_default()).collect(),
            keys: text(|c| c.criterion.key.clone()),
            names: text(|c| c.criterion.name.clone()),
            guidance: text(|c| c.criterion.guidance.clone()),
            weights: text(|c| c.criterion.weight.to_string()),
            low: rubric.iter().map(|c| c.criterion.min_value).collect(),
            high: rubric.iter().map(|c| c.criterion.max_value).collect(),
        }
    }
}

/// Writes names, guidance and order of criteria.
pub async fn set_guidance(
    conn: &mut Conn,
    permit: &Permit<act::EditCriteria>,
    rubric: &[NewCriterion],
) -> Outcome<()> {
    let columns = Columns::of(rubric);
    run!(conn, "update criterion c set name = n.name, guidance = n.guidance, position = n.at::int
         from unnest($2::bigint[], $3::text[], $4::text[]) with ordinality n(id, name, guidance, at)
         where c.event_id = $1 and c.id = n.id"; permit.ids().0, &columns.ids, &columns.names, &columns.guidance)
}

/// Makes the event's criteria these, in this order. Those that are not among them go.
/// Errors: 409 where a review exists; the database's refusal.
pub async fn set_rubric(
    conn: &mut Conn,
    permit: &Permit<act::ChangeRubric>,
    rubric: &[NewCriterion],
) -> Outcome<()> {
    let event = permit.ids();
    let columns = Columns::of(rubric);
    let kept: Vec<i64> = rubric.iter().filter_map(|c| c.id).collect();
    run!(conn, "delete from criterion where event_id = $1 and id <> all($2)"; event.0, &kept)?;
    // Keys are compared row by row: without this, two criteria could not swap theirs.
    run!(conn, "update criterion c set key = 'k_' || c.id from unnest($2::bigint[], $3::text[]) n(id, key)
         where c.event_id = $1 and c.id = n.id and c.key <> n.key"; event.0, &columns.ids, &columns.keys)?;
    run!(conn, "update criterion c set key = n.key, name = n.name, guidance = n.guidance, weight = n.weight::numeric,
             min_value = n.low::int, max_value = n.high::int, position = n.at::int
         from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
              with ordinality n(id, key, name, guidance, weight, low, high, at)
         where c.event_id = $1 and c.id = n.id";
        event.0, &columns.ids, &columns.keys, &columns.names, &columns.guidance, &columns.weights,
        &columns.low, &columns.high)?;
    run!(conn, "insert into criterion (event_id, key, name, guidance, weight, min_value, max_value, position)
         select $1, n.key, n.name, n.guidance, n.weight::numeric, n.low::int, n.high::int, n.at::int
         from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
              with ordinality n(id, key, name, guidance, weight, low, high, at)
         where n.id = 0 order by n.at";
        event.0, &columns.ids, &columns.keys, &columns.names, &columns.guidance, &columns.weights,
        &columns.low, &columns.high)
}

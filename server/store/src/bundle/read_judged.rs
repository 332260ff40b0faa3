//! What was said, voted, judged and computed in an event, for its bundle.

use super::read::{BundleRefs, objects};
use crate::prelude::*;
use engine::snapshot::Rows;
use serde::Deserialize;
use shared::bundle::{BundleAssignment, BundleBallot, BundleComment, BundleConflict, BundlePrize};
use shared::calibration::{Input, JudgeOutcome, Panels, ProjectOutcome};
use shared::provenance::{InputLine, Run};

/// Assignments with their reviews.
pub fn assignments<'c>(conn: &'c mut Conn, refs: &BundleRefs) -> Rows<'c, BundleAssignment> {
    objects(value_stream!(conn, r#"select json_build_object(
                   'id', a.id, 'person', 'p' || j.nth, 'project', 'pr' || p.nth, 'status', a.status, 'source', a.source,
                   'created_at', a.created_at, 'recused_reason', a.recused_reason, 'voided_at', a.voided_at,
                   'ended_with_project', a.ended_with_project, 'taken_off', a.taken_off,
                   'review', case when r.id is not null then json_build_object(
                       'submitted_at', r.submitted_at, 'voided_submitted_at', r.voided_submitted_at,
                       'entered_by', 'p' || o.nth, 'comment', r.comment, 'scores', r.scores) end
               ) as "assignment!: Json<BundleAssignment>"
               from assignment a
               join unnest($2::bigint[]) with ordinality j(id, nth) on j.id = a.person_id
               join unnest($3::bigint[]) with ordinality p(id, nth) on p.id = a.project_id
               left join review r on r.assignment_id = a.id
               left join unnest($2::bigint[]) with ordinality o(id, nth) on o.id = r.entered_by
               where a.event_id = $1 order by a.id"#; refs.event, &refs.people, &refs.projects))
}

/// What people said below projects, but for what was removed.
pub fn comments<'c>(conn: &'c mut Conn, refs: &BundleRefs) -> Rows<'c, BundleComment> {
    objects(value_stream!(conn,
            r#"select json_build_object('project', 'pr' || p.nth, 'person', 'p' || w.nth, 'body', c.body,
                                        'created_at', c.created_at) as "comment!: Json<BundleComment>"
               from comment c
               join unnest($2::bigint[]) with ordinality w(id, nth) on w.id = c.person_id
               join unnest($3::bigint[]) with ordinality p(id, nth) on p.id = c.project_id
               where c.event_id = $1 and c.removed_at is null order by c.id"#; refs.event, &refs.people, &refs.projects))
}

/// Votes, where they were asked for.
pub fn ballots<'c>(conn: &'c mut Conn, refs: &BundleRefs) -> Rows<'c, BundleBallot> {
    objects(value_stream!(conn,
            r#"select json_build_object('person', 'p' || v.nth, 'choices', coalesce(c.choices, '[]'),
                                        'cast_at', b.cast_at) as "ballot!: Json<BundleBallot>"
               from ballot b
               left join unnest($2::bigint[]) with ordinality v(id, nth) on v.id = b.person_id
               left join (select b.id, json_agg('pr' || p.nth order by choice.at) as choices
                          from ballot b cross join unnest(b.choices) with ordinality choice(id, at)
                          join unnest($3::bigint[]) with ordinality p(id, nth) on p.id = choice.id
                          where b.event_id = $1 group by b.id) c on c.id = b.id
               where b.event_id = $1 and $4 order by b.id"#; refs.event, &refs.people, &refs.projects, refs.with_ballots))
}

/// Declared conflicts of interest.
pub fn conflicts<'c>(conn: &'c mut Conn, refs: &BundleRefs) -> Rows<'c, BundleConflict> {
    objects(value_stream!(conn,
            r#"select json_build_object('person', 'p' || j.nth, 'project', 'pr' || p.nth, 'kind', c.kind,
                                        'reason', c.reason) as "conflict!: Json<BundleConflict>"
               from conflict c
               join unnest($2::bigint[]) with ordinality j(id, nth) on j.id = c.person_id
               join unnest($3::bigint[]) with ordinality p(id, nth) on p.id = c.project_id
               where c.event_id = $1 order by j.id, p.id"#; refs.event, &refs.people, &refs.projects))
}

/// Prizes in their order.
pub fn prizes<'c>(conn: &'c mut Conn, refs: &BundleRefs) -> Rows<'c, BundlePrize> {
    objects(value_stream!(conn, r#"select json_build_object(
                   'name', z.name, 'description', z.description, 'sponsor', z.sponsor, 'track', z.track_id,
                   'opt_in', z.eligibility = 'opt-in', 'rule', z.rule, 'decided', z.decided, 'winners', z.winners, 'reason', z.award_reason,
                   'project', case when w.of = 1 then w.first end,
                   'projects', case when w.of > 1 then w.refs else '[]' end) as "prize!: Json<BundlePrize>"
               from prize z
               left join (select w.prize_id, count(*) as of, (array_agg('pr' || p.nth))[1] as first,
                                 json_agg('pr' || p.nth order by w.position) as refs
                          from prize_winner w
                          join unnest($2::bigint[]) with ordinality p(id, nth) on p.id = w.project_id
                          where w.event_id = $1 group by w.prize_id) w on w.prize_id = z.id
               where z.event_id = $1 order by z.position, z.id"#; refs.event, &refs.projects))
}

/// A run as its columns hold it.
#[derive(Debug, Deserialize)]
struct RunRow {
    run: i32,
    method: String,
    input_digest: String,
    panels: Option<Panels>,
    input: Input,
    results: Vec<ProjectOutcome>,
    judges: Vec<JudgeOutcome>,
    excluded: BTreeMap<i64, String>,
    pinned_at: Option<DateTime<Utc>>,
    reason: Option<String>,
}

/// Calibration runs by number, as text for [`run`]: reading one may take long enough to keep others waiting.
pub fn runs<'c>(conn: &'c mut Conn, refs: &BundleRefs) -> Rows<'c, String> {
    value_stream!(conn, r#"select json_build_object(
               'run', r.run, 'method', r.method, 'input_digest', r.input_digest,
               'panels', r.connectivity #> '{fit,panels}', 'input', r.input,
               'results', r.results, 'judges', r.judges, 'excluded', r.excluded,
               'pinned_at', p.published_at, 'reason', p.reason)::text as "run!"
           from calibration_run r
           left join lateral (select n.published_at, n.reason from publication n
                              where n.event_id = r.event_id and n.run_id = r.id order by n.id desc limit 1) p on true
           where r.event_id = $1 order by r.run"#; refs.event)
}

/// A run as a bundle holds it.
/// Errors: broken, where the text is none of [`runs`].
pub fn run(text: &str) -> Outcome<Run> {
    let row: RunRow = serde_json::from_str(text)?;
    Ok(object! { Run from row:
        run, method, input_digest, panels, results, judges, excluded, pinned_at, reason;
        input: row.input.reviews().iter().map(InputLine::from).collect()
    })
}

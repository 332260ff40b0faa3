//! Questions about published results, in bundles.

use super::read::{BundleRefs, objects};
use super::{Filled, column};
use crate::prelude::*;
use engine::snapshot::Rows;
use shared::bundle::BundleQuestion;

/// The questions by number. Who asked is in a bundle only where they want to be named.
pub fn read<'c>(conn: &'c mut Conn, refs: &BundleRefs) -> Rows<'c, BundleQuestion> {
    objects(value_stream!(conn, r#"select json_build_object(
                   'number', q.number, 'project', 'pr' || p.nth, 'person', case when q.named then 'p' || w.nth end,
                   'question', q.question, 'question_sha256', q.question_sha256, 'raised_at', q.raised_at, 'answer_by', q.answer_by,
                   'outcome', q.outcome, 'answer', q.answer, 'answer_sha256', q.answer_sha256, 'answered_at', q.answered_at,
                   'publication', q.publication, 'removed', q.removed_reason) as "question!: Json<BundleQuestion>"
               from results_question q
               left join unnest($2::bigint[]) with ordinality w(id, nth) on w.id = q.asker_id
               left join unnest($3::bigint[]) with ordinality p(id, nth) on p.id = q.project_id
               where q.event_id = $1 order by q.number"#; refs.event, &refs.people, &refs.projects))
}

/// Stores the questions of a new event. Nobody has them to answer: an organizer takes them on.
pub(super) async fn insert(conn: &mut Conn, to: &Filled<'_>) -> Outcome<()> {
    let asked = &to.bundle.questions;
    let list = serde_json::to_string(asked)?;
    run!(conn,
        "insert into results_question (event_id, number, project_id, asker_id, named, question, question_sha256, raised_at, answer_by,
             outcome, answer, answer_sha256, publication, answered_at, removed_reason)
         select $1, q.number, r.project, r.asker, r.asker is not null, q.question, q.question_sha256, coalesce(q.raised_at, now()),
             coalesce(q.answer_by, now() + interval '7 days'), q.outcome, coalesce(q.answer, ''), q.answer_sha256, q.publication,
             q.answered_at, coalesce(q.removed, '')
         from json_to_recordset($2::text::json) q(number int, question text, question_sha256 text, raised_at timestamptz,
             answer_by timestamptz, outcome text, answer text, answer_sha256 text, publication int, answered_at timestamptz, removed text)
         join unnest($3::bigint[], $4::bigint[]) with ordinality r(project, asker, at) on r.at = q.number
         order by q.number";
        to.event.0, list,
        &column(asked, |q| q.project.as_deref().map(|of| to.projects.of(of))) as &[Option<i64>],
        &column(asked, |q| q.person.as_deref().map(|of| to.people.of(of))) as &[Option<i64>])
}

//! Reading a whole event for a bundle, entry by entry. All lists are read in one snapshot, so no ref points to a row that
//! another list did not see.

use crate::prelude::*;
use engine::snapshot::Rows;
use futures_util::{StreamExt as _, TryStreamExt as _};
use serde::de::DeserializeOwned;
use shared::bundle::{BundleEvent, BundleInvitation, BundlePerson, BundlePicture, BundleProject, BundleTeam};

/// Who and what is in a bundle, in the order of its refs: people `p1`, teams `t1`, projects `pr1`.
#[derive(Debug)]
pub struct BundleRefs {
    pub(super) event: i64,
    pub(super) people: Vec<i64>,
    pub(super) teams: Vec<i64>,
    pub(super) projects: Vec<i64>,
    pub(super) with_ballots: bool,
}

/// Finds who and what is in the event's bundle. Ballots are left out unless they are asked for. Who only commented, voted or
/// wrote evidence is listed without a role.
pub async fn refs(
    conn: &mut Conn,
    permit: &Permit<act::ExportScores>,
    with_ballots: bool,
) -> Outcome<BundleRefs> {
    let event = permit.ids().0;
    let found = row!(conn, r#"select
             -- Who is on a panel and has no role is left out: no panel is in a bundle. Who took part before stays somebody who took part.
             array(select id from person where id in (
                 select o.person_id from event_person o where o.event_id = $1
                     and (o.judged or o.on_team
                         or exists (select from membership m where m.event_id = $1 and m.person_id = o.person_id)
                         or not exists (select from prize_panellist l where l.event_id = $1 and l.person_id = o.person_id))
                 union select entered_by from review where event_id = $1 and entered_by is not null
                 union select found_by from evidence where event_id = $1 and found_by is not null
                 union select person_id from comment where event_id = $1 and removed_at is null
                 union select person_id from ballot where event_id = $1 and $2 and person_id is not null)
                 order by id) as "people!",
             array(select id from team where event_id = $1 order by id) as "teams!",
             array(select id from project where event_id = $1 order by id) as "projects!""#; event, with_ballots)?;
    Ok(BundleRefs { event, people: found.people, teams: found.teams, projects: found.projects, with_ballots })
}

/// Rows that are one JSON object each.
pub(super) fn objects<'c, T: DeserializeOwned + Send + 'c>(rows: Rows<'c, Json<T>>) -> Rows<'c, T> {
    rows.map_ok(|json| json.0).boxed()
}

/// The event, its tracks and its rubric.
pub async fn event(conn: &mut Conn, refs: &BundleRefs) -> Outcome<BundleEvent> {
    let event = value!(conn, r#"select json_build_object(
               'slug', e.slug, 'name', e.name, 'description', e.description,
               'submissions_open', e.submissions_open, 'submissions_close', e.submissions_close,
               'judging_open', e.judging_open, 'judging_close', e.judging_close,
               'voting_open', e.voting_open, 'voting_close', e.voting_close,
               'results_published_at', (select max(published_at) from publication where event_id = $1),
               'reviews_per_project', e.reviews_per_project, 'max_team_size', e.max_team_size,
               'voting_mode', e.voting_mode, 'votes_per_voter', e.votes_per_voter,
               'feedback_released', e.feedback_released, 'feedback_criteria', e.feedback_criteria,
               'one_prize_each', e.one_prize_each, 'venue', e.venue, 'time_zone', nullif(e.time_zone, 'UTC'),
               'visit_minutes', e.visit_minutes, 'first_three', e.first_three, 'blind', e.blind, 'counts_looks', e.counts_looks, 'second_organizer', e.second_organizer,
               'review_floor', e.review_floor,
               'contact_email', e.contact_email, 'evidence', e.evidence, 'evidence_names', e.evidence_names, 'questions_until', e.questions_until, 'forget_on', case when e.forgotten_at is null then e.forget_on end,
               'finals_of', coalesce((select f.slug from event f where f.id = e.finals_of), e.finals_of_slug),
               'review_rule', nullif(e.review_rule, 'even'), 'form_questions', e.form_questions,
               'tracks', (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by position, id), '[]')
                          from track where event_id = $1),
               'criteria', (select coalesce(json_agg(json_build_object(
                                'key', key, 'name', name, 'guidance', guidance, 'weight', weight::text,
                                'min_value', min_value, 'max_value', max_value) order by position, id), '[]')
                            from criterion where event_id = $1)
           ) as "event!: Json<BundleEvent>"
           from event e where e.id = $1"#; refs.event)?;
    Ok(event.0)
}

/// Everybody who has anything to do with the event.
pub fn people<'c>(conn: &'c mut Conn, refs: &BundleRefs) -> Rows<'c, BundlePerson> {
    objects(value_stream!(conn, r#"select json_build_object(
                   'ref', 'p' || r.nth, 'external_id', ep.external_id, 'email', p.email, 'name', p.name,
                   'roles', coalesce(m.roles, '[]'), 'tracks', coalesce(k.tracks, '[]'), 'review_cap', ep.review_cap,
                   'record_salt', case when m.judges then encode(ep.record_salt, 'hex') end,
                   'judged', coalesce(ep.judged and not coalesce(m.judges, false), false),
                   'on_team', coalesce(ep.on_team and not exists (select from team_member tm
                       where tm.event_id = ep.event_id and tm.person_id = ep.person_id), false),
                   'past_teams', coalesce(o.teams, '[]')
               ) as "person!: Json<BundlePerson>"
               from unnest($2::bigint[]) with ordinality r(id, nth) join person p on p.id = r.id
               left join event_person ep on ep.event_id = $1 and ep.person_id = p.id
               left join (select person_id, json_agg(role order by role) as roles, bool_or(role = 'judge') as judges
                          from membership where event_id = $1 group by person_id) m on m.person_id = p.id
               left join (select pt.person_id, json_agg(t.id order by t.position, t.id) as tracks
                          from person_track pt join track t on t.event_id = pt.event_id and t.id = pt.track_id
                          where pt.event_id = $1 group by pt.person_id) k on k.person_id = p.id
               left join (select was.person_id, json_agg('t' || l.nth order by l.nth) as teams
                          from (select person_id, unnest(team_ids) as team_id from event_person where event_id = $1) was
                          join unnest($3::bigint[]) with ordinality l(id, nth) on l.id = was.team_id
                          where not exists (select from team_member tm
                              where tm.event_id = $1 and tm.person_id = was.person_id and tm.team_id = was.team_id)
                          group by was.person_id) o on o.person_id = p.id
               order by r.nth"#; refs.event, &refs.people, &refs.teams))
}

/// Open invitations to a role. No panel is in a bundle, so no invitation to one is.
pub fn invitations<'c>(conn: &'c mut Conn, refs: &BundleRefs) -> Rows<'c, BundleInvitation> {
    objects(value_stream!(conn, r#"select json_build_object(
                   'email', i.email, 'name', i.name, 'role', i.role, 'external_id', i.external_id,
                   'tracks', coalesce((select json_agg(k.id order by k.position, k.id) from track k
                       where k.event_id = $1 and k.id = any (i.track_ids)), '[]'),
                   'review_cap', i.review_cap, 'team', 't' || t.nth, 'created_at', i.created_at
               ) as "invitation!: Json<BundleInvitation>"
               from invitation i left join unnest($2::bigint[]) with ordinality t(id, nth) on t.id = i.team_id
               where i.event_id = $1 and i.role <> 'panellist' and num_nonnulls(i.accepted_at, i.declined_at, i.withdrawn_at) = 0
               order by i.id"#; refs.event, &refs.teams))
}

/// Teams with their members, and whom lists named as such.
pub fn teams<'c>(conn: &'c mut Conn, refs: &BundleRefs) -> Rows<'c, BundleTeam> {
    objects(value_stream!(conn, r#"select json_build_object(
                   'ref', 't' || r.nth, 'external_id', t.external_id, 'name', t.name, 'more_time_until', x.closes_at,
                   'more_time_reason', coalesce(x.reason, ''), 'members', coalesce(m.members, '[]'),
                   'listed', (select coalesce(json_agg(json_build_object('email', n.email, 'lifted_reason', coalesce(n.lifted_reason, ''))
                           order by n.email collate "C"), '[]')
                       from imported_member n where n.event_id = $1 and n.team_id = t.id)) as "team!: Json<BundleTeam>"
               from unnest($2::bigint[]) with ordinality r(id, nth) join team t on t.id = r.id
               left join team_extension x on x.team_id = t.id
               left join (select tm.team_id, json_agg(json_build_object('person', 'p' || p.nth, 'joined_at', tm.joined_at)
                                                      order by tm.joined_at, p.id) as members
                          from team_member tm
                          join unnest($3::bigint[]) with ordinality p(id, nth) on p.id = tm.person_id
                          where tm.event_id = $1 group by tm.team_id) m on m.team_id = t.id
               order by r.nth"#; refs.event, &refs.teams, &refs.people))
}

/// Projects, drafts included.
pub fn projects<'c>(conn: &'c mut Conn, refs: &BundleRefs) -> Rows<'c, BundleProject> {
    objects(value_stream!(conn, r#"select json_build_object(
                   'ref', 'pr' || r.nth, 'id', p.id, 'external_id', p.external_id, 'team', 't' || t.nth,
                   'track', p.track_id, 'title', p.title, 'tagline', p.tagline, 'summary', p.summary,
                   'description', p.description, 'repo_url', p.repo_url, 'demo_url', p.demo_url, 'video_url', p.video_url, 'names_us', p.names_us, 'tags', p.tags, 'answers', p.answers,
                   'status', p.status, 'submitted_at', p.submitted_at, 'withdrawn_at', p.withdrawn_at,
                   'withdrawal_reason', p.withdrawal_reason, 'withdrawn_submitted_at', p.withdrawn_submitted_at, 'duplicate_of', 'pr' || d.nth,
                   'room', coalesce(l.room, p.withdrawn_room, ''), 'place', coalesce(l.place, p.withdrawn_place, ''),
                   'needs_power', coalesce(n.power, false), 'needs_quiet', coalesce(n.quiet, false),
                   'prizes', coalesce(o.prizes, '[]'),
                   'evidence', coalesce((select json_agg(json_build_object('id', v.id, 'fact', v.fact, 'found_at', v.found_at,
                           'found_by', 'p' || w.nth, 'salt', v.salt) order by v.id)
                       from evidence v left join unnest($4::bigint[]) with ordinality w(id, nth) on w.id = v.found_by
                       where v.project_id = p.id), '[]')) as "project!: Json<BundleProject>"
               from unnest($2::bigint[]) with ordinality r(id, nth) join project p on p.id = r.id
               join unnest($3::bigint[]) with ordinality t(id, nth) on t.id = p.team_id
               left join unnest($2::bigint[]) with ordinality d(id, nth) on d.id = p.duplicate_of
               left join project_place l on l.project_id = p.id
               left join project_need n on n.project_id = p.id
               left join (select o.project_id, json_agg(z.name order by z.position, z.id) as prizes
                          from project_prize o join prize z on z.id = o.prize_id
                          where o.event_id = $1 group by o.project_id) o on o.project_id = p.id
               order by r.nth"#; refs.event, &refs.projects, &refs.teams, &refs.people))
}

/// Pictures of projects with their files.
pub fn pictures<'c>(conn: &'c mut Conn, refs: &BundleRefs) -> Rows<'c, BundlePicture> {
    objects(value_stream!(conn, r#"select json_build_object(
                   'project', 'pr' || r.nth, 'alt', i.picture -> 'alt',
                   'files', (select json_agg(translate(encode(f.bytes, 'base64'), E'\n', '') order by f.width)
                             from picture_file f where f.picture_id = i.id)) as "picture!: Json<BundlePicture>"
               from unnest($1::bigint[]) with ordinality r(id, nth) join project_picture i on i.project_id = r.id
               order by r.nth, i.position"#; &refs.projects))
}

-- A whole event, its lists as JSON. $1: the event; $2: whether ballots are read.
with said as (select * from comment where event_id = $1 and removed_at is null),
votes as (select * from ballot where event_id = $1 and $2),
people as (
    select id, email, name, 'p' || row_number() over (order by id) as ref from person
    -- Who is on a panel and has no role is left out: no panel is in a bundle.
    where id in (select o.person_id from event_person o where o.event_id = $1
                     and (exists (select from membership m where m.event_id = $1 and m.person_id = o.person_id)
                         or not exists (select from prize_panellist l where l.event_id = $1 and l.person_id = o.person_id))
                 union select entered_by from review where event_id = $1 and entered_by is not null
                 union select person_id from said
                 union select person_id from votes where person_id is not null)),
teams as (
    select id, name, external_id, 't' || row_number() over (order by id) as ref from team where event_id = $1),
projects as (
    select *, 'pr' || row_number() over (order by id) as ref from project where event_id = $1)
select
  json_build_object(
      'slug', e.slug, 'name', e.name, 'description', e.description,
      'submissions_open', e.submissions_open, 'submissions_close', e.submissions_close,
      'judging_open', e.judging_open, 'judging_close', e.judging_close,
      'voting_open', e.voting_open, 'voting_close', e.voting_close,
      'results_published_at', (select max(published_at) from publication where event_id = $1),
      'reviews_per_project', e.reviews_per_project, 'max_team_size', e.max_team_size,
      'voting_mode', e.voting_mode, 'votes_per_voter', e.votes_per_voter,
      'feedback_released', e.feedback_released, 'feedback_criteria', e.feedback_criteria, 'one_prize_each', e.one_prize_each,
      'time_zone', nullif(e.time_zone, 'UTC'), 'visit_minutes', e.visit_minutes, 'first_three', e.first_three, 'review_floor', e.review_floor,
      'contact_email', e.contact_email,
      'finals_of', coalesce((select f.slug from event f where f.id = e.finals_of), e.finals_of_slug),
      'review_rule', nullif(e.review_rule, 'even'),
      'tracks', (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by position, id), '[]')
                 from track where event_id = $1),
      'criteria', (select coalesce(json_agg(json_build_object(
                       'key', key, 'name', name, 'guidance', guidance, 'weight', weight::text,
                       'min_value', min_value, 'max_value', max_value) order by position, id), '[]')
                   from criterion where event_id = $1)
  ) as "event!: Json<BundleEvent>",
  (select coalesce(json_agg(json_build_object(
              'ref', p.ref, 'external_id', ep.external_id, 'email', p.email, 'name', p.name,
              'roles', coalesce(m.roles, '[]'), 'tracks', coalesce(k.tracks, '[]'),
              'review_cap', ep.review_cap,
              'record_salt', case when m.judges then encode(ep.record_salt, 'hex') end) order by p.id), '[]')
   from people p
   left join event_person ep on ep.event_id = $1 and ep.person_id = p.id
   left join (select person_id, json_agg(role order by role) as roles, bool_or(role = 'judge') as judges
              from membership where event_id = $1 group by person_id) m on m.person_id = p.id
   left join (select pt.person_id, json_agg(t.id order by t.position, t.id) as tracks
              from person_track pt join track t on t.event_id = pt.event_id and t.id = pt.track_id
              where pt.event_id = $1 group by pt.person_id) k on k.person_id = p.id
  ) as "people!: Json<Vec<BundlePerson>>",
  (select coalesce(json_agg(json_build_object(
              'ref', t.ref, 'external_id', t.external_id, 'name', t.name,
              'members', coalesce(m.members, '[]')) order by t.id), '[]')
   from teams t
   left join (select tm.team_id, json_agg(json_build_object('person', p.ref, 'joined_at', tm.joined_at)
                                          order by tm.joined_at, p.id) as members
              from team_member tm join people p on p.id = tm.person_id
              where tm.event_id = $1 group by tm.team_id) m on m.team_id = t.id
  ) as "teams!: Json<Vec<BundleTeam>>",
  (select coalesce(json_agg(json_build_object(
              'ref', p.ref, 'id', p.id, 'external_id', p.external_id, 'team', t.ref, 'track', p.track_id,
              'title', p.title, 'tagline', p.tagline, 'summary', p.summary, 'description', p.description,
              'repo_url', p.repo_url, 'demo_url', p.demo_url, 'tags', p.tags, 'status', p.status,
              'submitted_at', p.submitted_at, 'duplicate_of', d.ref, 'room', coalesce(l.room, ''),
              'place', coalesce(l.place, ''), 'needs_power', coalesce(n.power, false),
              'needs_quiet', coalesce(n.quiet, false), 'prizes', coalesce(o.prizes, '[]')) order by p.id), '[]')
   from projects p join teams t on t.id = p.team_id left join projects d on d.id = p.duplicate_of
   left join project_place l on l.project_id = p.id
   left join project_need n on n.project_id = p.id
   left join (select o.project_id, json_agg(z.name order by z.position, z.id) as prizes
              from project_prize o join prize z on z.id = o.prize_id
              where o.event_id = $1 group by o.project_id) o on o.project_id = p.id
  ) as "projects!: Json<Vec<BundleProject>>",
  (select coalesce(json_agg(json_build_object(
              'id', a.id, 'person', j.ref, 'project', p.ref, 'status', a.status, 'source', a.source,
              'created_at', a.created_at, 'recused_reason', a.recused_reason, 'voided_at', a.voided_at,
              'review', case when r.id is not null then json_build_object(
                  'submitted_at', r.submitted_at, 'voided_submitted_at', r.voided_submitted_at,
                  'entered_by', o.ref, 'comment', r.comment, 'scores', r.scores) end)
              order by a.id), '[]')
   from assignment a join people j on j.id = a.person_id join projects p on p.id = a.project_id
   left join review r on r.assignment_id = a.id
   left join people o on o.id = r.entered_by
   where a.event_id = $1
  ) as "assignments!: Json<Vec<BundleAssignment>>",
  (select coalesce(json_agg(json_build_object(
              'project', p.ref, 'person', w.ref, 'body', c.body, 'created_at', c.created_at)
              order by c.id), '[]')
   from said c join people w on w.id = c.person_id join projects p on p.id = c.project_id
  ) as "comments!: Json<Vec<BundleComment>>",
  (select coalesce(json_agg(json_build_object(
              'person', v.ref, 'choices', coalesce(c.choices, '[]'), 'cast_at', b.cast_at)
              order by b.id), '[]')
   from votes b left join people v on v.id = b.person_id
   left join (select b.id, json_agg(p.ref order by choice.at) as choices
              from votes b cross join unnest(b.choices) with ordinality choice(id, at)
              join projects p on p.id = choice.id group by b.id) c on c.id = b.id
  ) as "ballots!: Json<Vec<BundleBallot>>",
  (select coalesce(json_agg(json_build_object('person', j.ref, 'project', p.ref, 'kind', c.kind,
              'reason', c.reason) order by j.id, p.id), '[]')
   from conflict c join people j on j.id = c.person_id join projects p on p.id = c.project_id
   where c.event_id = $1
  ) as "conflicts!: Json<Vec<BundleConflict>>",
  (select coalesce(json_agg(json_build_object(
              'name', z.name, 'description', z.description, 'sponsor', z.sponsor, 'track', z.track_id,
              'opt_in', z.eligibility = 'opt-in', 'rule', z.rule, 'winners', z.winners, 'reason', z.award_reason,
              'project', case when w.of = 1 then w.first end,
              'projects', case when w.of > 1 then w.refs else '[]' end)
              order by z.position, z.id), '[]')
   from prize z
   left join (select w.prize_id, count(*) as of, (array_agg(p.ref))[1] as first,
                     json_agg(p.ref order by w.position) as refs
              from prize_winner w join projects p on p.id = w.project_id
              where w.event_id = $1 group by w.prize_id) w on w.prize_id = z.id
   where z.event_id = $1
  ) as "prizes!: Json<Vec<BundlePrize>>",
  (select coalesce(json_agg(json_build_object(
              'run', r.run, 'method', r.method, 'input_digest', r.input_digest, 'input', r.input,
              'results', r.results, 'judges', r.judges, 'excluded', r.excluded,
              'pinned_at', p.published_at, 'reason', p.reason) order by r.run), '[]')
   from calibration_run r left join publication p on p.event_id = r.event_id and p.run_id = r.id
   where r.event_id = $1
  ) as "runs!: Json<Vec<RunRow>>",
  (select coalesce(json_agg(json_build_object(
              'seq', seq, 'ts', audit_ts(ts), 'actor', actor, 'action', action, 'object_type', object_type,
              'object_id', object_id, 'ip', ip, 'before', before, 'after', after, 'prev_hash', prev_hash,
              'row_hash', row_hash) order by seq), '[]')
   from audit_log where chain = e.slug
  ) as "audit!: Json<Vec<AuditLine>>"
from event e where e.id = $1

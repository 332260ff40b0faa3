-- Everything about one person, as one JSON object. $1: the person; $2: their address.
with
-- The events that the person may know of, in the table's place: a draft is its organizers' alone, and draft finals have their teams already.
event as (select e.id, e.slug from public.event e where not e.draft or exists (
            select from membership o where o.event_id = e.id and o.person_id = $1 and o.role = 'organizer')),
roles as (select json_agg(json_build_object('event', e.slug, 'role', m.role, 'since', m.created_at)
            order by m.created_at, e.slug) as list
          from membership m join event e on e.id = m.event_id where m.person_id = $1),
teams as (select json_agg(json_build_object('event', e.slug, 'team', t.name, 'joined_at', tm.joined_at,
            'projects', (select coalesce(json_agg(json_build_object('id', p.id, 'title', p.title,
                'tagline', p.tagline, 'summary', p.summary, 'description', p.description,
                'repo_url', p.repo_url, 'demo_url', p.demo_url, 'video_url', p.video_url, 'names_us', p.names_us, 'tags', p.tags, 'answers', p.answers, 'status', p.status,
                'submitted_at', p.submitted_at, 'pictures', (select coalesce(jsonb_agg(i.picture order by i.position), '[]')
                  from project_picture i where i.project_id = p.id)) order by p.id), '[]')
              from project p where p.event_id = tm.event_id and p.team_id = tm.team_id))
            order by tm.joined_at, e.slug) as list
          from team_member tm join team t on t.id = tm.team_id join event e on e.id = tm.event_id
          where tm.person_id = $1),
tasks as (select json_agg(json_build_object('assignment', a.id, 'event', e.slug, 'project', a.project_id,
            'status', a.status, 'recused_reason', a.recused_reason, 'voided_at', a.voided_at,
            'visit', (select json_build_object('mark', v.kind, 'marked_at', v.marked_at) from visit_mark v where v.assignment_id = a.id), 'review', case when r.id is null then null
              else json_build_object('scores', r.scores, 'comment', r.comment,
                'submitted_at', r.submitted_at, 'saved_at', r.saved_at) end) order by a.id) as list
          from assignment a join event e on e.id = a.event_id left join review r on r.assignment_id = a.id
          where a.person_id = $1),
notes as (select json_agg(json_build_object('event', e.slug, 'project', n.project_id, 'note', n.body,
            'saved_at', n.saved_at) order by n.project_id) as list
          from judge_note n join event e on e.id = n.event_id where n.person_id = $1),
first_three as (select json_agg(json_build_object('event', e.slug, 'choices', f.choices, 'given_at', f.given_at)
            order by e.slug) as list
          from first_three f join event e on e.id = f.event_id where f.person_id = $1),
conflicts as (select json_agg(json_build_object('event', e.slug, 'project', c.project_id, 'kind', c.kind,
            'declared_by', c.source, 'created_at', c.created_at,
            -- Why an organizer declared it is for organizers.
            'reason', case when c.source = 'judge' then c.reason end) order by e.slug, c.project_id) as list
          from conflict c join event e on e.id = c.event_id where c.person_id = $1),
calls as (select json_agg(json_build_object('event', e.slug, 'project', c.project_id, 'said', c.said, 'called_at', c.called_at,
            'taken_at', c.taken_at, 'ended_at', c.ended_at) order by c.id) as list
          from help_call c join event e on e.id = c.event_id where c.person_id = $1),
evidence as (select json_agg(json_build_object('event', e.slug, 'project', v.project_id, 'fact', v.fact, 'found_at', v.found_at)
            order by v.id) as list
          from evidence v join event e on e.id = v.event_id where v.found_by = $1),
comments as (select json_agg(json_build_object('project', c.project_id, 'body', c.body,
            'created_at', c.created_at, 'removed_at', c.removed_at) order by c.id) as list
          from comment c where c.person_id = $1),
questions as (select json_agg(json_build_object('event', e.slug, 'number', q.number, 'project', q.project_id,
            'question', q.question, 'named', q.named, 'raised_at', q.raised_at) order by q.id) as list
          from results_question q join event e on e.id = q.event_id where q.asker_id = $1),
ballots as (select json_agg(json_build_object('event', e.slug, 'choices', b.choices, 'cast_at', b.cast_at)
            order by b.id) as list
          from ballot b join event e on e.id = b.event_id where b.person_id = $1),
panels as (select json_agg(json_build_object('event', e.slug, 'prize', z.name, 'choices', l.choices,
            'ranked_at', l.ranked_at) order by l.prize_id) as list
          from prize_panellist l join prize z on z.id = l.prize_id join event e on e.id = l.event_id
          where l.person_id = $1),
remarks as (select json_agg(json_build_object('event', e.slug, 'prize', z.name, 'project', n.project_id, 'body', n.body,
            'decision', n.winners, 'written_at', n.written_at) order by n.id) as list
          from deliberation_note n join prize z on z.id = n.prize_id join event e on e.id = n.event_id
          where n.written_by = $1),
tokens as (select json_agg(json_build_object('name', t.name, 'created_at', t.created_at,
            'last_used_at', t.last_used_at, 'revoked_at', t.revoked_at) order by t.id) as list
          from api_token t where t.person_id = $1),
proposals as (select json_agg(json_build_object('event', e.slug, 'method', o.method, 'path', o.path, 'body', o.body, 'was', o.was, 'via', o.via,
            'made_at', o.made_at, 'confirmed_at', o.confirmed_at, 'refused_at', o.refused_at) order by o.id) as list
          from proposal o join event e on e.id = o.event_id where o.person_id = $1),
sessions as (select json_agg(json_build_object('created_at', s.created_at, 'seen_at', s.seen_at)
            order by s.created_at) as list from session s where s.person_id = $1),
invitations as (select json_agg(json_build_object('event', e.slug, 'role', i.role, 'prize', z.name, 'name', i.name, 'email', i.email,
            'team', t.name, 'review_cap', i.review_cap, 'external_id', i.external_id,
            'created_at', i.created_at, 'sent_at', i.sent_at, 'card_made_at', i.card_made_at, 'opened_at', i.opened_at,
            'accepted_at', i.accepted_at, 'declined_at', i.declined_at, 'withdrawn_at', i.withdrawn_at) order by i.id) as list
          from invitation i join event e on e.id = i.event_id left join team t on t.id = i.team_id
             left join prize z on z.id = i.prize_id
          where lower(i.email collate "C") = lower($2 collate "C") or i.accepted_by = $1),
guests as (select json_agg(json_build_object('event', e.slug, 'name', g.name, 'number', g.number, 'asked_at', g.asked_at,
            'decided_at', g.decided_at, 'signed_in_at', g.signed_in_at) order by g.id) as list
          from guest g join invitation i on i.id = g.invitation_id join event e on e.id = g.event_id
          where i.accepted_by = $1),
passkeys as (select json_agg(json_build_object('name', k.name, 'created_at', k.created_at, 'last_used_at', k.last_used_at)
            order by k.id) as list
          from passkey k where k.person_id = $1),
codes as (select json_agg(json_build_object('used_at', c.used_at) order by c.used_at) as list
          from recovery_code c where c.person_id = $1),
sign_on as (select json_agg(json_build_object('provider', s.issuer, 'subject', s.subject, 'joined_at', s.joined_at)
            order by s.joined_at) as list
          from sign_on s where s.person_id = $1),
mails as (select json_agg(json_build_object('subject', m.subject, 'created_at', m.created_at,
            'sent_at', m.sent_at) order by m.id) as list
          from mail_outbox m where lower(m.to_address collate "C") = lower($2 collate "C")),
acts as (select json_agg(json_build_object('event', nullif(l.chain, ''), 'seq', l.seq, 'ts', l.ts,
            'action', l.action, 'object_type', l.object_type, 'object_id', l.object_id, 'ip', l.ip,
            'before', l.before::json, 'after', l.after::json) order by l.ts, l.chain, l.seq) as list
          from audit_log l, person me where l.actor = $2 and me.id = $1 and l.ts >= me.created_at)
select json_build_object(
    'account', json_build_object('id', p.id, 'email', p.email, 'name', p.name, 'created_at', p.created_at,
        'confirmed_at', p.confirmed_at, 'is_staff', p.is_staff, 'has_password', p.password_hash is not null,
        'asks_for_passkey', exists (select from passkey_account a where a.person_id = $1 and a.asked)),
    'roles', coalesce(roles.list, '[]'), 'teams', coalesce(teams.list, '[]'),
    'assignments', coalesce(tasks.list, '[]'), 'conflicts', coalesce(conflicts.list, '[]'),
    'notes', coalesce(notes.list, '[]'), 'first_three', coalesce(first_three.list, '[]'),
    'calls', coalesce(calls.list, '[]'), 'evidence', coalesce(evidence.list, '[]'), 'comments', coalesce(comments.list, '[]'), 'ballots', coalesce(ballots.list, '[]'),
    'questions', coalesce(questions.list, '[]'),
    'panels', coalesce(panels.list, '[]'), 'remarks', coalesce(remarks.list, '[]'),
    'tokens', coalesce(tokens.list, '[]'), 'proposals', coalesce(proposals.list, '[]'), 'sessions', coalesce(sessions.list, '[]'),
    'invitations', coalesce(invitations.list, '[]'), 'guests', coalesce(guests.list, '[]'), 'passkeys', coalesce(passkeys.list, '[]'), 'recovery_codes', coalesce(codes.list, '[]'),
    'sign_on', coalesce(sign_on.list, '[]'), 'mails', coalesce(mails.list, '[]'),
    'log', coalesce(acts.list, '[]')) as "data!"
from person p, roles, teams, tasks, notes, first_three, conflicts, calls, evidence, comments, questions, ballots, panels, remarks, tokens, proposals, sessions, invitations, guests, passkeys, codes, sign_on, mails, acts
where p.id = $1

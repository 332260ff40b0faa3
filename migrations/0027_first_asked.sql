-- Teams read an event's own questions as soon as submissions are open. A form from then may be open somewhere after an organizer has moved
-- the opening into the future, so the log is asked as well: whoever read a question keeps its readers.

-- When submissions of an open event were open for the first time; null where they never were.
create function submissions_first_opened(p_event bigint) returns timestamptz
    language sql stable
    return (select min(greatest(o.at, s.shown_at)) from event e
        cross join lateral (
            select max(l.ts) as shown_at from audit_log l where l.chain = e.slug and l.action = 'event.opened') s
        cross join lateral (
            select coalesce(e.submissions_open, e.created_at) as at
                where coalesce(e.submissions_open <= clock_timestamp(), true)
            union all select coalesce(w.open, e.created_at) from audit_log l
                cross join lateral (select case when l.action like 'window.%' then l.before::json end as was) b
                cross join lateral (select (b.was ->> 'open')::timestamptz as open) w
                where l.chain = e.slug and b.was ->> 'stage' = 'submissions'
                    and coalesce(w.open <= l.ts, true) and (s.shown_at is null or l.ts > s.shown_at)) o
        where e.id = p_event and not e.draft);

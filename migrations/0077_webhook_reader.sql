-- Before publication, a webhook tells of judging only while the organizer who answers for it (`created_by`: who added it, or
-- changed it last) takes no part in the event. Without this, an organizer on a team would hear of each review of it.
create function webhook_tells_judging(p_event bigint, p_person bigint) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select exists (select from publication p where p.event_id = p_event)
        or not exists (select from membership m
                where m.event_id = p_event and m.person_id = p_person and m.role in ('judge', 'participant'))
            and not exists (select from team_member t where t.event_id = p_event and t.person_id = p_person);
$$;

-- A save writes a review and, where it changes, the status of its assignment. Together they are one round trip: a judge who
-- submits waits once less for the database, and a rush of judges for the connections that they share.

-- Writes the first review of an assignment, or over the one that is there; the caller holds the assignment's lock.
-- `its_status` is null where it stays as it is. What it returns is named one by one: the row of a table that got a column since
-- would not fit statements that were prepared before.
create function write_review(
    its_assignment bigint, its_event bigint, is_first boolean, its_scores jsonb, its_comment text, is_submitted boolean,
    organizer bigint, its_status text, out submitted timestamptz, out saved timestamptz, out salt bytea
)
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if is_first then
        insert into review (assignment_id, event_id, scores, comment, submitted_at, entered_by)
        values (its_assignment, its_event, its_scores, its_comment, case when is_submitted then clock_timestamp() end, organizer)
        returning submitted_at, saved_at, comment_salt into submitted, saved, salt;
    else
        update review set scores = its_scores, comment = its_comment,
            submitted_at = case when is_submitted then clock_timestamp() end, entered_by = organizer
        where assignment_id = its_assignment
        returning submitted_at, saved_at, comment_salt into submitted, saved, salt;
    end if;
    if its_status is not null then
        update assignment set status = its_status, recused_reason = '' where id = its_assignment;
    end if;
end
$$;

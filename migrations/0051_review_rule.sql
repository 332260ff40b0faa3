-- How projects are handed out to judges who ask for another one: evenly, or where a review helps most. Judges work by it, so it
-- is chosen before judging opens.

alter table event add column review_rule text not null default 'even'
    constraint review_rule_known check (review_rule in ('even', 'need'));

-- How many reviews a project is dealt: all of them, or the floor where the rest goes by need. The floor without a setting is
-- two thirds, rounded up, at least 2.
create function planned_reviews(e event) returns int
    language sql immutable parallel safe
    set search_path = pg_catalog, public, pg_temp
    return case
        when e.review_rule = 'even' then e.reviews_per_project
        else coalesce(e.review_floor, greatest((e.reviews_per_project * 2 + 2) / 3, 2))
    end;

-- Reviews that were written while one rule held would be read under another one. An event without an opening fixes it with its
-- first review.
create function review_rule_before() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    if event_is_fresh(old) then
        return new;
    end if;
    if old.judging_open <= clock_timestamp() or exists (select from review r where r.event_id = old.id) then
        perform refuse(409, 'review_rule_fixed', 'Judging has opened, so the way in which reviews are handed out stays.');
    end if;
    return new;
end
$$;
create trigger review_rule_before before update of review_rule, review_floor on event
    for each row when (old.review_rule is distinct from new.review_rule or old.review_floor is distinct from new.review_floor)
    execute function review_rule_before();

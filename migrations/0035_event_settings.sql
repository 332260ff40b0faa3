-- Settings that organizers make in the browser: the zone in which they read and type times, the minutes that a judge
-- spends at a table, and the reviews that every project gets before the rest go where they help most.
alter table event
    -- An IANA name. Times are stored as moments; the zone only says how organizers see and type them.
    add column time_zone text not null default 'UTC'
        constraint time_zone_shape check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'),
    -- Null: no timer.
    add column visit_minutes int constraint visit_minutes_range check (visit_minutes between 1 and 1440),
    -- Null: two thirds of reviews_per_project, rounded up, at least 2.
    add column review_floor int constraint review_floor_range check (review_floor between 1 and 1000);

-- Where an event takes place, in one line: people look for it before they read the description.
alter table event add column venue text not null default ''
    constraint event_venue_length check (plain_text(venue, 200) and venue !~ '[\n\t]');

-- A finals event knows the event whose finals it is. A round is an event: there are no rounds inside one.

alter table event
    add column finals_of bigint references event (id),
    add constraint finals_of_another check (finals_of <> id);
create index event_finals on event (finals_of) where finals_of is not null;

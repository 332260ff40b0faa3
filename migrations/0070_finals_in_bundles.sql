-- An imported finals event keeps the slug of the event whose finals it was where its bundle comes from. It is a word of the file and no
-- link: an import touches no other event, and an event of that slug may be another one here.
alter table event add column finals_of_slug text
    constraint finals_of_slug_shape check (finals_of_slug ~ '^[a-z0-9][a-z0-9-]{0,62}$');

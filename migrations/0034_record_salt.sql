-- The digest of reviews in a judge's record is salted. Scores are a few small numbers, so without a salt anybody who
-- holds a record finds them by trying. The judge and the bundle carry the salt; nothing else shows it.
alter table event_person
    add column record_salt bytea not null default uuid_send(gen_random_uuid())
        constraint record_salt_length check (octet_length(record_salt) = 16);

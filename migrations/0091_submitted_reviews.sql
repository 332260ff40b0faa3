-- Reviews by the moment of their submission. Without it, whoever asks how many came in during the last hour, or since the last
-- look, reads every review of the event. A draft that is saved stays as cheap as it was: it is in no such index.
create index review_submitted on review (event_id, submitted_at) where submitted_at is not null;

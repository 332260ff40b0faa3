-- Invitations: how far each one is, and which link of it works. An invitation without `sent_by` was never handed out: its
-- token is a random one that nobody was told.
alter table invitation
    -- When the latest link was first opened, and when its holder declined.
    add opened_at timestamptz,
    add declined_at timestamptz,
    -- How the latest link was handed out.
    add sent_by text constraint invitation_sent_by_known check (sent_by in ('mail', 'link', 'card')),
    -- The latest link was used, or ended with the invitation. A link also ends when judging closes.
    add link_ended_at timestamptz,
    add constraint invitation_has_one_answer check (num_nonnulls(accepted_at, declined_at, withdrawn_at) <= 1),
    add constraint invitation_review_cap_range check (review_cap >= 0),
    add constraint invitation_external_id_length check (plain_text(external_id, 120) and external_id <> '');

-- Who declined may be invited again.
drop index already_invited;
create unique index already_invited on invitation (event_id, lower(email collate "C"), role)
    where accepted_at is null and withdrawn_at is null and declined_at is null;
create index invitation_listed on invitation (event_id, id);
create index invitation_created_person on invitation (created_person_id) where created_person_id is not null;
create index mail_invitation on mail_outbox (invitation_id, id) where invitation_id is not null;

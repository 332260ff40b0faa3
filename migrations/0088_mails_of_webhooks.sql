-- Organizers are told by mail when a webhook is switched off.
alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check
    check (kind in ('confirm', 'sign_in', 'invitation', 'notice', 'webhook'));

-- A mail server that takes no letters beyond a to z in an address says nothing of whether the address exists.
alter table mail_outbox drop constraint mail_outbox_failure_check;
alter table mail_outbox add constraint mail_outbox_failure_check
    check (failure in ('held', 'link_ended', 'address', 'letters', 'mailbox_full', 'refused', 'gave_up'));

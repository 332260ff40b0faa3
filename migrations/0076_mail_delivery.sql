-- Mail is delivered by the sender where an SMTP server is set, and a code stays in a mail's text only while its link works.

alter table mail_outbox
    -- SHA-256 of the code in the mail's link. Without it, nobody could tell whose link it was once the code is out of the text.
    add link_hash bytea,
    -- When the code was taken out of the text, because the link had ended.
    add link_ended_at timestamptz,
    -- Why the mail was not delivered; `last_error` has the server's own words.
    add failure text check (failure in ('held', 'link_ended', 'address', 'mailbox_full', 'refused', 'gave_up'));
update mail_outbox set failure = 'held', last_error = null where failed_at is not null;
alter table mail_outbox add check ((failed_at is null) = (failure is null));
update mail_outbox set link_hash = sha256(convert_to(substring(body from '/(?:links|invitations)/([A-Za-z0-9_-]{43})'), 'UTF8'))
where kind <> 'notice';

create index mail_link on mail_outbox (link_hash) where link_hash is not null and link_ended_at is null;
-- Links that sign in work for minutes, so their mails go before thousands of invitations.
drop index mail_due;
create index mail_due on mail_outbox ((kind not in ('confirm', 'sign_in')), due_at, id)
    where sent_at is null and failed_at is null;

-- Whether the link with this code can still be used.
create function mail_link_works(p_hash bytea) returns boolean
    language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select exists (select from one_time_link l
            where l.token_hash = p_hash and l.used_at is null and l.expires_at > clock_timestamp())
        or exists (select from sign_up s where s.token_hash = p_hash and s.expires_at > clock_timestamp())
        or exists (select from invitation i join event e on e.id = i.event_id
            where i.token_hash = p_hash and num_nonnulls(i.link_ended_at, i.withdrawn_at, i.declined_at) = 0
              and (e.judging_close is null or e.judging_close > clock_timestamp()));
$$;

-- Takes the code of an ended link out of its mail. A mail that was not sent yet is not sent any more. A text that somebody
-- may read in the table must not hold what once opened an account.
create function end_mail_link(p_hash bytea) returns void
    language sql set search_path = pg_catalog, public, pg_temp as $$
    update mail_outbox set link_ended_at = clock_timestamp(),
        body = regexp_replace(body, '/(links|invitations)/[A-Za-z0-9_-]{43}', '/\1/[ended]', 'g'),
        failed_at = case when sent_at is null then coalesce(failed_at, clock_timestamp()) end,
        failure = case when sent_at is null then coalesce(failure, 'link_ended') end
    where link_hash = p_hash and link_ended_at is null;
$$;

create function mail_link_ended() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
    perform end_mail_link(old.token_hash);
    return null;
end
$$;

-- Every way in which a link ends, whoever ends it. A link that only expires is ended by the sender's round.
create trigger z_end_mail_link_used after update of used_at on one_time_link
    for each row when (old.used_at is null and new.used_at is not null) execute function mail_link_ended();
create trigger z_end_mail_link after delete on one_time_link
    for each row execute function mail_link_ended();
create trigger z_end_mail_link after delete on sign_up
    for each row execute function mail_link_ended();
create trigger z_end_mail_link after update of token_hash, link_ended_at, withdrawn_at, declined_at on invitation
    for each row when (old.token_hash <> new.token_hash
        or num_nonnulls(old.link_ended_at, old.withdrawn_at, old.declined_at)
         < num_nonnulls(new.link_ended_at, new.withdrawn_at, new.declined_at))
    execute function mail_link_ended();

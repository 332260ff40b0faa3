-- Addresses are compared without the case of ASCII letters only. Folding every letter took the look-alike
-- nikita@gİthub.example (or one with the Kelvin sign) for nikita@github.example: a sign-in link could be asked for at the
-- one address, and opened the account of the other. The collation "C" folds ASCII and nothing else.

do $$
declare
    same text;
begin
    select string_agg(emails, '; ') into same from (
        select string_agg(email, ', ' order by id) as emails from person
        group by lower(email collate "C") having count(*) > 1 limit 5) s;
    if same is not null then
        raise exception 'Some accounts have the same e-mail address: %. Change one address of each pair, then start again.', same;
    end if;
end
$$;

drop index email_taken;
create unique index email_taken on person (lower(email collate "C"));
drop index already_invited;
create unique index already_invited on invitation (event_id, lower(email collate "C"), role)
    where accepted_at is null and withdrawn_at is null;
drop index invitation_email_of;
create index invitation_email_of on invitation (lower(email collate "C"));
drop index sign_up_email_of;
create index sign_up_email_of on sign_up (lower(email collate "C"));
drop index mail_address;
create index mail_address on mail_outbox (lower(to_address collate "C"));

-- The functions that compare addresses take the same fold. They are changed in place, so that whatever else they hold by
-- now stays.
do $$
declare
    change record;
    body text;
begin
    for change in select * from (values
        ('import_projects', 'lower(m)', 'lower(m collate "C")'),
        ('require_member_window', 'lower(p.email)', 'lower(p.email collate "C")'),
        ('forget_imported_member', 'lower(p.email)', 'lower(p.email collate "C")')) c(function, old, new) loop
        body := pg_get_functiondef(change.function::regproc);
        if strpos(body, change.old) = 0 then
            raise exception 'The function % does not hold %.', change.function, change.old;
        end if;
        execute replace(body, change.old, change.new);
    end loop;
end
$$;

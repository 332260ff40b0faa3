-- A row of a few small scores is guessed within milliseconds from its hash, and hashes leave the portal: in webhooks, signed heads and
-- signed results. So the database adds 128 random bits to what each row says. Whoever reads the log has them, and nobody else.

-- What a row says, with a salt as the last member. No action can forget it, since the database writes it.
create function with_salt(said text) returns text
    language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
declare
    -- A random UUID has 122 random bits.
    bits bytea := substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 16);
    salt text := '"salt":"' || rtrim(translate(encode(bits, 'base64'), '+/', '-_'), '=') || '"}';
    inside text := coalesce(nullif(btrim(said, E' \t\r\n'), ''), '{}');
begin
    if inside !~ '^\{.*\}$' then
        raise exception using errcode = '23514', constraint = 'after_is_an_object',
            message = 'What a row of the log says is a JSON object, since it takes a salt.';
    end if;
    if inside ~ '^\{\s*\}$' then
        return '{' || salt;
    end if;
    return left(inside, -1) || ',' || salt;
end
$$;

-- The same without the salt: for pages, where people read what a row says, and search in it. Rows of before have none.
create function without_salt(said text) returns text
    language sql immutable parallel safe
    return case
        when right(said, 33) like ',"salt":"______________________"}' then left(said, -33) || '}'
        when said like '{"salt":"______________________"}' then null
        else said
    end;

-- Changed in place, so that whatever else the function holds by now stays. Before the head is locked: others wait for that lock.
do $$
declare
    known text := pg_get_functiondef('audit_log_chain()'::regprocedure);
    body text := replace(known, E'    new.chain := \'\';\n', E'    new.after := with_salt(new.after);\n    new.chain := \'\';\n');
begin
    if body = known then
        raise exception 'audit_log_chain is not as this migration expects it';
    end if;
    execute body;
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;

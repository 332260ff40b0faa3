-- What the check for repeats reads of a submitted project, made once from its texts: with three hundred long texts the check,
-- which holds up everybody else's, would else read and take apart all of them at every save.
create table project_fingerprint (
    project_id bigint primary key references project (id) on delete cascade,
    -- Fingerprint::VERSION of the code that made it.
    version smallint not null,
    repository text,
    words integer not null check (words >= 0),
    -- Hashes of three words each, eight bytes, in order, each once.
    shingles bytea not null check (octet_length(shingles) % 8 = 0)
);

-- It is of these texts and no other: who changes them by whatever way does away with it, and it is made anew when needed.
create function fingerprint_is_stale() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    delete from project_fingerprint where project_id = new.id;
    return null;
end
$$;
create trigger fingerprint_is_stale after update of title, tagline, summary, description, repo_url on project
    for each row when ((old.title, old.tagline, old.summary, old.description, old.repo_url)
        is distinct from (new.title, new.tagline, new.summary, new.description, new.repo_url))
    execute function fingerprint_is_stale();

do $$
begin
    if exists (select from pg_roles where rolname = 'evenhand_app') then
        perform grant_app_rights();
    end if;
end
$$;
